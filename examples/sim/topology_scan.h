/* topology_scan.h - what all readers of networks share: the text with its line numbers,
 * words and numbers, and how what was read becomes nodes and links in the caller's units.
 *
 * A link's delay is told, or follows from the distance of two nodes with geographic
 * coordinates (great circle, 200 km in a millisecond, as light in fibre), or is the
 * default. Delays are rounded up to whole ticks, capacities to the nearest whole unit, at
 * least one.
 */
#ifndef SIM_TOPOLOGY_SCAN_H
#define SIM_TOPOLOGY_SCAN_H

#include "error.h"
#include "topology_data.h"
#include "words.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_topology_options { /* sim_topology_defaults */
    int64_t unit_bps;                 /* a capacity of 1, in bit/s                   */
    int64_t tick_us;                  /* a delay of 1, in microseconds               */
    int64_t capacity_bps;             /* of links that tell none, in bit/s           */
    int64_t delay_us;                 /* of links that tell none and have no length  */
    int coordinates;                  /* of SNDlib files; NONE = by how they look    */
    int64_t degree;                   /* of random networks, on average, billionths  */
    uint64_t seed;                    /* of random networks                          */
} sim_topology_options;

/* Mb/s and microseconds; 1 Gb/s and 2 ms, which is 400 km: the links in section 5 of
 * paper 4 (Christodoulopoulos and Varvarigos). */
static inline sim_topology_options sim_topology_defaults(void)
{
    sim_topology_options o;
    o.unit_bps = 1000000;
    o.tick_us = 1;
    o.capacity_bps = 1000000000;
    o.delay_us = 2000;
    o.coordinates = SIM_COORDINATES_NONE;
    o.degree = 4 * (int64_t)1000000000;
    o.seed = 1;
    return o;
}

typedef struct sim_source {
    const char *name;     /* for messages                                */
    const char *at, *end; /* what is left of the text; *end is 0         */
    unsigned long line;   /* of `at`, from 1; 0 = it is no text          */
    const sim_topology_options *options;
    sim_topology *t;
    sim_error *error;
} sim_source;

SIM_PRINTF(2, 3)
static inline int sim_source_fail(const sim_source *s, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (s->line == 0) return sim_fail(s->error, "%s: %s", s->name, text);
    return sim_fail(s->error, "%s:%lu: %s", s->name, s->line, text);
}

static inline int sim_source_no_memory(const sim_source *s)
{
    return sim_source_fail(s, "there is no memory for a network of %lu nodes",
                           (unsigned long)s->t->node_count);
}

/* ---- words ------------------------------------------------------------------------- */

/* Over blanks, new lines, and comments from '#' to the end of the line. */
static inline void sim_source_skip(sim_source *s)
{
    for (; s->at < s->end; s->at++) {
        if (*s->at == '#')
            while (s->at + 1 < s->end && s->at[1] != '\n') s->at++;
        else if (!sim_is_blank(*s->at))
            return;
        if (*s->at == '\n') s->line++;
    }
}

/* Over so many bytes. */
static inline void sim_source_over(sim_source *s, size_t bytes)
{
    for (; bytes > 0; bytes--)
        if (*s->at++ == '\n') s->line++;
}

/* Up to the next blank or one of the characters in `ends`. */
static inline sim_word sim_source_word(sim_source *s, const char *ends)
{
    sim_word w;
    w.at = s->at;
    while (s->at < s->end && !sim_is_blank(*s->at) && (!*s->at || !strchr(ends, *s->at)))
        s->at++;
    w.length = (size_t)(s->at - w.at);
    return w;
}

/* ---- units ------------------------------------------------------------------------- */

#define SIM_TOPOLOGY_LARGEST 9007199254740992.0 /* 2^53: doubles are whole up to there */

/* -1: it is not above 0, or too much. */
static inline int sim_topology_capacity(const sim_topology_options *o, double bps,
                                        int64_t *capacity)
{
    const double units = floor(bps / (double)o->unit_bps + 0.5);
    if (!(bps > 0) || !(units <= SIM_TOPOLOGY_LARGEST)) return -1;
    *capacity = units < 1 ? 1 : (int64_t)units;
    return 0;
}

/* Up, but for a millionth of a tick: 4.03 * 1000 is a little more than 4030. -1: it is
 * below 0, or too much. */
static inline int sim_topology_delay(const sim_topology_options *o, double us,
                                     int64_t *delay)
{
    const double ticks = ceil(us / (double)o->tick_us - 1e-6);
    if (!(us >= 0) || !(ticks <= SIM_TOPOLOGY_LARGEST)) return -1;
    *delay = ticks < 0 ? 0 : (int64_t)ticks;
    return 0;
}

/* Along the great circle, by the haversine formula. */
static inline double sim_topology_km(const sim_node *a, const sim_node *b)
{
    const double radius = 6371, degree = 3.14159265358979323846 / 180;
    const double dy = sin((b->y - a->y) * degree / 2);
    const double dx = sin((b->x - a->x) * degree / 2);
    const double h = dy * dy + cos(a->y * degree) * cos(b->y * degree) * dx * dx;
    return 2 * radius * asin(h < 1 ? sqrt(h) : 1);
}

/* ---- nodes and links --------------------------------------------------------------- */

/* A name as the network keeps it: what would end a word in our own format is '_'. */
static inline int sim_source_name(const sim_source *s, sim_word w,
                                  char name[SIM_TOPOLOGY_NAME])
{
    size_t i;
    if (w.length == 0) return sim_source_fail(s, "a name is missing");
    if (w.length >= SIM_TOPOLOGY_NAME)
        return sim_source_fail(s, "'%.*s...': a name has at most %d bytes", SIM_WORD(w),
                               SIM_TOPOLOGY_NAME - 1);
    for (i = 0; i < w.length; i++) {
        const unsigned char c = (unsigned char)w.at[i];
        name[i] = c <= ' ' || c == 127 || c == '#' || c == '=' ? '_' : w.at[i];
    }
    name[w.length] = 0;
    return 0;
}

static inline int sim_source_add_node(const sim_source *s, const char *name, double x,
                                      double y, int coordinates)
{
    sim_topology *t = s->t;
    sim_node *node;
    if (sim_names_find(&t->names, name) != SIM_TOPOLOGY_NONE)
        return sim_source_fail(s, "node '%s' is there twice", name);
    if (t->node_count == SIM_TOPOLOGY_NODES)
        return sim_source_fail(s, "more than %d nodes", SIM_TOPOLOGY_NODES);
    if (coordinates == SIM_COORDINATES_GEO && !(fabs(x) <= 180 && fabs(y) <= 90))
        return sim_source_fail(s,
                               "node '%s' at longitude %g and latitude %g: at most 180 "
                               "and 90 degrees are expected",
                               name, x, y);
    if (!SIM_TOPOLOGY_ROOM(t->nodes, t->node_count) ||
        sim_names_add(&t->names, name) != 0)
        return sim_source_no_memory(s);
    node = &t->nodes[t->node_count++];
    node->name = t->names.text[t->node_count - 1];
    node->x = coordinates == SIM_COORDINATES_NONE ? 0 : x;
    node->y = coordinates == SIM_COORDINATES_NONE ? 0 : y;
    node->coordinates = coordinates;
    node->partition = SIM_TOPOLOGY_NONE;
    return 0;
}

/* The node of that name, or -1. */
static inline int sim_source_node(const sim_source *s, sim_word w, uint32_t *node)
{
    char name[SIM_TOPOLOGY_NAME];
    if (sim_source_name(s, w, name) != 0) return -1;
    *node = sim_names_find(&s->t->names, name);
    if (*node == SIM_TOPOLOGY_NONE)
        return sim_source_fail(s, "there is no node '%s' before this line", name);
    return 0;
}

/* A link that told its capacity and its delay, or did not: 0 and -1. */
static inline int sim_source_add_link(const sim_source *s, uint32_t from, uint32_t to,
                                      int64_t capacity, int64_t delay, int oneway)
{
    sim_topology *t = s->t;
    const sim_node *a = &t->nodes[from], *b = &t->nodes[to];
    const int geo =
        a->coordinates == SIM_COORDINATES_GEO && b->coordinates == SIM_COORDINATES_GEO;
    double us = (double)s->options->delay_us;
    sim_link *link;
    if (from == to) return sim_source_fail(s, "a link from '%s' to itself", a->name);
    if (t->link_count == SIM_TOPOLOGY_LINKS)
        return sim_source_fail(s, "more than %d links", SIM_TOPOLOGY_LINKS);
    if (geo) us = sim_topology_km(a, b) * 5;
    if (capacity == 0 &&
        sim_topology_capacity(s->options, (double)s->options->capacity_bps, &capacity) !=
            0)
        return sim_source_fail(s, "the capacity by default is not above 0");
    if (delay < 0 && sim_topology_delay(s->options, us, &delay) != 0)
        return sim_source_fail(s, "the delay by default is below 0");
    if (!SIM_TOPOLOGY_ROOM(t->links, t->link_count)) return sim_source_no_memory(s);
    link = &t->links[t->link_count++];
    link->from = from;
    link->to = to;
    link->capacity = capacity;
    link->delay = delay;
    link->oneway = oneway;
    return 0;
}

#endif
