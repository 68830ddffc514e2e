/* topology_scan.c - implements topology_scan.h. */
#include "topology/topology_scan.h"

#include "base/array.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct topology_options topology_scan_defaults(void)
{
    struct topology_options o;
    o.unit_bps = 1000000;
    o.tick_us = 1;
    o.capacity_bps = 1000000000;
    o.delay_us = 2000;
    o.coordinates = TOPOLOGY_COORDINATES_NONE;
    o.degree = 4 * (int64_t)1000000000;
    o.seed = 1;
    return o;
}

int topology_scan_source_fail(const struct topology_source *s, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (s->line == 0) return error_fail(s->error, "%s: %s", s->name, text);
    return error_fail(s->error, "%s:%lu: %s", s->name, s->line, text);
}

int topology_scan_source_no_memory(const struct topology_source *s)
{
    return topology_scan_source_fail(s, "there is no memory for a network of %lu nodes",
                                     (unsigned long)s->t->node_count);
}

/* ---- words ------------------------------------------------------------------------- */

void topology_scan_source_skip(struct topology_source *s)
{
    for (; s->at < s->end; s->at++) {
        if (*s->at == '#')
            while (s->at + 1 < s->end && s->at[1] != '\n') s->at++;
        else if (!word_is_blank(*s->at))
            return;
        if (*s->at == '\n') s->line++;
    }
}

void topology_scan_source_over(struct topology_source *s, size_t bytes)
{
    for (; bytes > 0; bytes--)
        if (*s->at++ == '\n') s->line++;
}

struct word topology_scan_source_word(struct topology_source *s, const char *ends)
{
    struct word w;
    w.at = s->at;
    while (s->at < s->end && !word_is_blank(*s->at) && (!*s->at || !strchr(ends, *s->at)))
        s->at++;
    w.length = (size_t)(s->at - w.at);
    return w;
}

/* ---- units ------------------------------------------------------------------------- */

#define TOPOLOGY_LARGEST 9007199254740992.0 /* 2^53: doubles are whole up to there */

int topology_scan_capacity(const struct topology_options *o, double bps,
                           int64_t *capacity)
{
    const double units = floor(bps / (double)o->unit_bps + 0.5);
    if (!(bps > 0) || !(units <= TOPOLOGY_LARGEST)) return -1;
    *capacity = units < 1 ? 1 : (int64_t)units;
    return 0;
}

int topology_scan_delay(const struct topology_options *o, double us, int64_t *delay)
{
    const double ticks = ceil(us / (double)o->tick_us - 1e-6);
    if (!(us >= 0) || !(ticks <= TOPOLOGY_LARGEST)) return -1;
    *delay = ticks < 0 ? 0 : (int64_t)ticks;
    return 0;
}

/* Along the great circle, by the haversine formula. */
static double topology_scan_km(const struct topology_node *a,
                               const struct topology_node *b)
{
    const double radius = 6371, degree = 3.14159265358979323846 / 180;
    const double dy = sin((b->y - a->y) * degree / 2);
    const double dx = sin((b->x - a->x) * degree / 2);
    const double h = dy * dy + cos(a->y * degree) * cos(b->y * degree) * dx * dx;
    return 2 * radius * asin(h < 1 ? sqrt(h) : 1);
}

/* ---- nodes and links --------------------------------------------------------------- */

int topology_scan_source_name(const struct topology_source *s, struct word w,
                              char name[TOPOLOGY_NAME])
{
    size_t i;
    if (w.length == 0) return topology_scan_source_fail(s, "a name is missing");
    if (w.length >= TOPOLOGY_NAME)
        return topology_scan_source_fail(s, "'%.*s...': a name has at most %d bytes",
                                         WORD(w), TOPOLOGY_NAME - 1);
    for (i = 0; i < w.length; i++) {
        const unsigned char c = (unsigned char)w.at[i];
        name[i] = c <= ' ' || c == 127 || c == '#' || c == '=' ? '_' : w.at[i];
    }
    name[w.length] = 0;
    return 0;
}

int topology_scan_source_add_node(const struct topology_source *s, const char *name,
                                  double x, double y, int coordinates)
{
    struct topology *t = s->t;
    struct topology_node *node;
    if (topology_data_names_find(&t->names, name) != TOPOLOGY_NONE)
        return topology_scan_source_fail(s, "node '%s' is there twice", name);
    if (t->node_count == TOPOLOGY_NODES)
        return topology_scan_source_fail(s, "more than %d nodes", TOPOLOGY_NODES);
    if (coordinates == TOPOLOGY_COORDINATES_GEO && !(fabs(x) <= 180 && fabs(y) <= 90))
        return topology_scan_source_fail(
            s,
            "node '%s' at longitude %g and latitude %g: at most 180 "
            "and 90 degrees are expected",
            name, x, y);
    if (ARRAY_ROOM(t->nodes, t->node_count, t->node_capacity, 1) != 0 ||
        topology_data_names_add(&t->names, name) != 0)
        return topology_scan_source_no_memory(s);
    node = &t->nodes[t->node_count++];
    node->name = t->names.text[t->node_count - 1];
    node->x = coordinates == TOPOLOGY_COORDINATES_NONE ? 0 : x;
    node->y = coordinates == TOPOLOGY_COORDINATES_NONE ? 0 : y;
    node->coordinates = coordinates;
    node->partition = TOPOLOGY_NONE;
    return 0;
}

int topology_scan_source_node(const struct topology_source *s, struct word w,
                              uint32_t *node)
{
    char name[TOPOLOGY_NAME];
    if (topology_scan_source_name(s, w, name) != 0) return -1;
    *node = topology_data_names_find(&s->t->names, name);
    if (*node == TOPOLOGY_NONE)
        return topology_scan_source_fail(s, "there is no node '%s' before this line",
                                         name);
    return 0;
}

int topology_scan_source_add_link(const struct topology_source *s, uint32_t from,
                                  uint32_t to, int64_t capacity, int64_t delay,
                                  int oneway)
{
    struct topology *t = s->t;
    const struct topology_node *a = &t->nodes[from], *b = &t->nodes[to];
    const int geo = a->coordinates == TOPOLOGY_COORDINATES_GEO &&
                    b->coordinates == TOPOLOGY_COORDINATES_GEO;
    double us = (double)s->options->delay_us;
    struct topology_link *link;
    if (from == to)
        return topology_scan_source_fail(s, "a link from '%s' to itself", a->name);
    if (t->link_count == TOPOLOGY_LINKS)
        return topology_scan_source_fail(s, "more than %d links", TOPOLOGY_LINKS);
    if (geo) us = topology_scan_km(a, b) * 5;
    if (capacity == 0 &&
        topology_scan_capacity(s->options, (double)s->options->capacity_bps, &capacity) !=
            0)
        return topology_scan_source_fail(s, "the capacity by default is not above 0");
    if (delay < 0 && topology_scan_delay(s->options, us, &delay) != 0)
        return topology_scan_source_fail(s, "the delay by default is below 0");
    if (ARRAY_ROOM(t->links, t->link_count, t->link_capacity, 1) != 0)
        return topology_scan_source_no_memory(s);
    link = &t->links[t->link_count++];
    link->from = from;
    link->to = to;
    link->capacity = capacity;
    link->delay = delay;
    link->oneway = oneway;
    return 0;
}
