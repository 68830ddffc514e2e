/* topology_scan.c - a source is a pointer into the text; additions are checked against
 * the limits of topology.h. */
#include "topology/topology_scan.h"

#include "base/array.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int topology_scan_run(struct topology_source *s, void (*read)(struct topology_source *s))
{
    memset(s->t, 0, sizeof *s->t);
    if (setjmp(s->failed) == 0) {
        read(s);
        if (s->t->node_count == 0) topology_scan_fail(s, "there is no node");
        s->error = NULL;
    }
    map_free(&s->seen);
    names_free(&s->ids);
    return s->error ? -1 : 0;
}

void topology_scan_fail(struct topology_source *s, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (s->line)
        error_fail(s->error, "%s:%lu: %s", s->name, s->line, text);
    else
        error_fail(s->error, "%s: %s", s->name, text);
    longjmp(s->failed, 1);
}

void topology_scan_memory(struct topology_source *s, int failed)
{
    if (failed)
        topology_scan_fail(s, "out of memory: a network of %lu nodes",
                           (unsigned long)s->t->node_count);
}

/* ---- the text ---------------------------------------------------------------------- */

void topology_scan_skip(struct topology_source *s)
{
    for (; s->at < s->end; s->at++) {
        if (*s->at == '#')
            while (s->at + 1 < s->end && s->at[1] != '\n') s->at++;
        else if (!word_is_blank(*s->at))
            return;
        if (*s->at == '\n') s->line++;
    }
}

void topology_scan_over(struct topology_source *s, size_t bytes)
{
    for (; bytes > 0; bytes--)
        if (*s->at++ == '\n') s->line++;
}

struct word topology_scan_word(struct topology_source *s, const char *ends)
{
    struct word w;
    w.at = s->at;
    while (s->at < s->end && !word_is_blank(*s->at) && (!*s->at || !strchr(ends, *s->at)))
        s->at++;
    w.length = (size_t)(s->at - w.at);
    return w;
}

int topology_scan_begins(const struct topology_source *s, const char *with)
{
    const size_t length = strlen(with);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, with, length) == 0;
}

/* ---- nodes ------------------------------------------------------------------------- */

struct word topology_scan_name(struct topology_source *s, struct word w,
                               char to[TOPOLOGY_NAME])
{
    char text[TOPOLOGY_NAME + 1]; /* w may be in `to` */
    struct word name = {to, 0};
    int left = 0; /* bytes of a character; none ends behind w */
    if (w.length == 0) topology_scan_fail(s, "a name is missing");
    for (size_t i = 0; i < w.length && name.length < TOPOLOGY_NAME; i++) {
        const unsigned char c = (unsigned char)w.at[i];
        const int ends = c <= ' ' || c == 127 || c == '#' || c == '=';
        if (left == 0) left = text_utf8_length(w.at + i);
        if (left == 0 && c >= 0xA0) {
            text[name.length++] = (char)(0xC0 | c >> 6);
            text[name.length++] = (char)(0x80 | (c & 63));
        } else {
            text[name.length++] = left == 0 || ends ? '_' : w.at[i];
        }
        left -= left > 0;
    }
    if (name.length >= TOPOLOGY_NAME)
        topology_scan_fail(s, "'%.*s...': a name has at most %d bytes", WORD(w),
                           TOPOLOGY_NAME - 1);
    memcpy(to, text, name.length);
    return name;
}

void topology_scan_add_node(struct topology_source *s, struct word name, int placed,
                            double lon, double lat)
{
    struct topology *t = s->t;
    char text[TOPOLOGY_NAME];
    name = topology_scan_name(s, name, text);
    if (names_find(&t->names, name) != TOPOLOGY_NONE)
        topology_scan_fail(s, "node '%.*s' occurs twice", WORD(name));
    if (t->node_count == TOPOLOGY_NODES)
        topology_scan_fail(s, "more than %d nodes", TOPOLOGY_NODES);
    if (placed && !(fabs(lon) <= 180 && fabs(lat) <= 90))
        topology_scan_fail(
            s,
            "node '%.*s' at longitude %g and latitude %g: expected at most 180 and"
            " 90 degrees",
            WORD(name), lon, lat);
    topology_scan_memory(s,
                         ARRAY_ROOM(t->nodes, t->node_count, t->node_capacity, 1) != 0 ||
                             names_add(&t->names, name) == NAMES_NONE);
    struct topology_node *node = &t->nodes[t->node_count++];
    node->name = t->names.text[t->node_count - 1];
    node->placed = placed;
    node->lon = lon;
    node->lat = lat;
    node->partition = TOPOLOGY_NONE;
}

uint32_t topology_scan_node(struct topology_source *s, struct word name)
{
    char text[TOPOLOGY_NAME];
    const uint32_t node = names_find(&s->t->names, topology_scan_name(s, name, text));
    if (node == TOPOLOGY_NONE)
        topology_scan_fail(s, "there is no node '%.*s' before this line", WORD(name));
    return node;
}

/* ---- links ------------------------------------------------------------------------- */

/* 2^53: up to there doubles are whole. */
static const double most_whole = 9007199254740992.0;

int64_t topology_scan_capacity(struct topology_source *s, double bps)
{
    const double unit = (double)s->options->unit_bps, units = floor(bps / unit + 0.5);
    if (!(bps > 0) || !(units <= most_whole))
        topology_scan_fail(
            s, "a capacity of %g bit/s: expected more than 0, and less than 2^53 units",
            bps);
    s->t->rounded += fabs(fmax(units, 1) * unit - bps) > bps / 100;
    s->t->unit_bps = s->options->unit_bps;
    return units < 1 ? 1 : (int64_t)units;
}

/* Except for a millionth of a tick: in doubles 4.03 * 1000 is a little more than 4030. */
int64_t topology_scan_delay(struct topology_source *s, double us)
{
    const double ticks = ceil(us / (double)s->options->tick_us - 1e-6);
    if (!(us >= 0) || !(ticks <= most_whole))
        topology_scan_fail(
            s, "a delay of %g us: expected at least 0, and less than 2^53 ticks", us);
    return ticks < 0 ? 0 : (int64_t)ticks;
}

/* Along the great circle, by the haversine formula. */
static double kilometres(const struct topology_node *a, const struct topology_node *b)
{
    const double radius = 6371, degree = 3.14159265358979323846 / 180;
    const double dy = sin((b->lat - a->lat) * degree / 2);
    const double dx = sin((b->lon - a->lon) * degree / 2);
    const double h = dy * dy + cos(a->lat * degree) * cos(b->lat * degree) * dx * dx;
    return 2 * radius * asin(h < 1 ? sqrt(h) : 1);
}

void topology_scan_add_link(struct topology_source *s, uint32_t from, uint32_t to,
                            int64_t capacity, int64_t delay, int oneway)
{
    struct topology *t = s->t;
    const struct topology_node *a = &t->nodes[from], *b = &t->nodes[to];
    if (from == to) topology_scan_fail(s, "a link from '%s' to itself", a->name);
    if (t->link_count == TOPOLOGY_LINKS)
        topology_scan_fail(s, "more than %d links", TOPOLOGY_LINKS);
    if (capacity == 0) {
        capacity = topology_scan_capacity(s, (double)s->options->capacity_bps);
        t->unrated += s->line > 0; /* generators have no text */
        t->unrated_bps = s->options->capacity_bps;
    }
    if (delay < 0)
        delay =
            topology_scan_delay(s, a->placed && b->placed ? kilometres(a, b) * 5
                                                          : (double)s->options->delay_us);
    topology_scan_memory(s, ARRAY_ROOM(t->links, t->link_count, t->link_capacity, 1));
    struct topology_link *link = &t->links[t->link_count++];
    link->from = from;
    link->to = to;
    link->capacity = capacity;
    link->delay = delay;
    link->oneway = oneway;
}
