/* topology_scan.c - a source is a pointer into the text; what is added is checked against
 * the limits of topology_data.h. */
#include "topology/topology_scan.h"

#include "base/array.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct topology_source topology_scan_begin(const char *name,
                                           const struct topology_options *o,
                                           struct topology *t, struct error *e)
{
    struct topology_source s;
    memset(t, 0, sizeof *t);
    s.name = name;
    s.at = s.end = "";
    s.line = 0;
    s.options = o;
    s.t = t;
    s.error = e;
    return s;
}

void topology_scan_text(struct topology_source *s, const char *text, size_t size)
{
    s->at = text;
    s->end = text + size;
    s->line = 1;
}

int topology_scan_fail(const struct topology_source *s, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (s->line == 0) return error_fail(s->error, "%s: %s", s->name, text);
    return error_fail(s->error, "%s:%lu: %s", s->name, s->line, text);
}

int topology_scan_no_memory(const struct topology_source *s)
{
    return topology_scan_fail(s, "there is no memory for a network of %lu nodes",
                              (unsigned long)s->t->node_count);
}

/* ---- words ------------------------------------------------------------------------- */

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

/* ---- nodes and links --------------------------------------------------------------- */

/* Along the great circle, by the haversine formula. */
static double kilometres(const struct topology_node *a, const struct topology_node *b)
{
    const double radius = 6371, degree = 3.14159265358979323846 / 180;
    const double dy = sin((b->y - a->y) * degree / 2);
    const double dx = sin((b->x - a->x) * degree / 2);
    const double h = dy * dy + cos(a->y * degree) * cos(b->y * degree) * dx * dx;
    return 2 * radius * asin(h < 1 ? sqrt(h) : 1);
}

int topology_scan_name(const struct topology_source *s, struct word w,
                       char name[TOPOLOGY_NAME])
{
    size_t i;
    if (w.length == 0) return topology_scan_fail(s, "a name is missing");
    if (w.length >= TOPOLOGY_NAME)
        return topology_scan_fail(s, "'%.*s...': a name has at most %d bytes", WORD(w),
                                  TOPOLOGY_NAME - 1);
    for (i = 0; i < w.length; i++) {
        const unsigned char c = (unsigned char)w.at[i];
        name[i] = c <= ' ' || c == 127 || c == '#' || c == '=' ? '_' : w.at[i];
    }
    name[w.length] = 0;
    return 0;
}

int topology_scan_add_node(const struct topology_source *s, const char *name, double x,
                           double y, int coordinates)
{
    struct topology *t = s->t;
    struct topology_node *node;
    if (names_find(&t->names, word_of(name)) != TOPOLOGY_NONE)
        return topology_scan_fail(s, "node '%s' is there twice", name);
    if (t->node_count == TOPOLOGY_NODES)
        return topology_scan_fail(s, "more than %d nodes", TOPOLOGY_NODES);
    if (coordinates == TOPOLOGY_COORDINATES_GEO && !(fabs(x) <= 180 && fabs(y) <= 90))
        return topology_scan_fail(
            s,
            "node '%s' at longitude %g and latitude %g: at most 180 "
            "and 90 degrees are expected",
            name, x, y);
    if (ARRAY_ROOM(t->nodes, t->node_count, t->node_capacity, 1) != 0 ||
        names_add(&t->names, word_of(name)) == NAMES_NONE)
        return topology_scan_no_memory(s);
    node = &t->nodes[t->node_count++];
    node->name = t->names.text[t->node_count - 1];
    node->x = coordinates == TOPOLOGY_COORDINATES_NONE ? 0 : x;
    node->y = coordinates == TOPOLOGY_COORDINATES_NONE ? 0 : y;
    node->coordinates = coordinates;
    node->partition = TOPOLOGY_NONE;
    return 0;
}

int topology_scan_node(const struct topology_source *s, struct word w, uint32_t *node)
{
    char name[TOPOLOGY_NAME];
    if (topology_scan_name(s, w, name) != 0) return -1;
    *node = names_find(&s->t->names, word_of(name));
    if (*node == TOPOLOGY_NONE)
        return topology_scan_fail(s, "there is no node '%s' before this line", name);
    return 0;
}

int topology_scan_add_link(const struct topology_source *s, uint32_t from, uint32_t to,
                           int64_t capacity, int64_t delay, int oneway)
{
    struct topology *t = s->t;
    const struct topology_node *a = &t->nodes[from], *b = &t->nodes[to];
    const int geo = a->coordinates == TOPOLOGY_COORDINATES_GEO &&
                    b->coordinates == TOPOLOGY_COORDINATES_GEO;
    double us = (double)s->options->delay_us;
    struct topology_link *link;
    if (from == to) return topology_scan_fail(s, "a link from '%s' to itself", a->name);
    if (t->link_count == TOPOLOGY_LINKS)
        return topology_scan_fail(s, "more than %d links", TOPOLOGY_LINKS);
    if (geo) us = kilometres(a, b) * 5;
    if (capacity == 0 &&
        topology_data_capacity(s->options, (double)s->options->capacity_bps, &capacity) !=
            0)
        return topology_scan_fail(s, "the capacity by default is not above 0");
    if (delay < 0 && topology_data_delay(s->options, us, &delay) != 0)
        return topology_scan_fail(s, "the delay by default is below 0");
    if (ARRAY_ROOM(t->links, t->link_count, t->link_capacity, 1) != 0)
        return topology_scan_no_memory(s);
    link = &t->links[t->link_count++];
    link->from = from;
    link->to = to;
    link->capacity = capacity;
    link->delay = delay;
    link->oneway = oneway;
    return 0;
}
