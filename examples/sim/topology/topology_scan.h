/* topology_scan.h - what all readers of networks share: the text with its line numbers,
 * words and numbers, and how what was read becomes nodes and links in the caller's units.
 *
 * A link's delay is told, or follows from the distance of two nodes with geographic
 * coordinates (great circle, 200 km in a millisecond, as light in fibre), or is the
 * default. Delays are rounded up to whole ticks, capacities to the nearest whole unit, at
 * least one.
 */
#ifndef TOPOLOGY_SCAN_H
#define TOPOLOGY_SCAN_H

#include "base/error.h"
#include "base/word.h"
#include "topology/topology_data.h"

#include <stddef.h>
#include <stdint.h>

struct topology_options { /* topology_scan_defaults */
    int64_t unit_bps;     /* a capacity of 1, in bit/s                   */
    int64_t tick_us;      /* a delay of 1, in microseconds               */
    int64_t capacity_bps; /* of links that tell none, in bit/s           */
    int64_t delay_us;     /* of links that tell none and have no length  */
    int coordinates;      /* of SNDlib files; NONE = by how they look    */
    int64_t degree;       /* of random networks, on average, billionths  */
    uint64_t seed;        /* of random networks                          */
};

/* Mb/s and microseconds; 1 Gb/s and 2 ms, which is 400 km: the links in section 5 of
 * paper 4 (Christodoulopoulos and Varvarigos). */
struct topology_options topology_scan_defaults(void);

struct topology_source {
    const char *name;     /* for messages                                */
    const char *at, *end; /* what is left of the text; *end is 0         */
    unsigned long line;   /* of `at`, from 1; 0 = it is no text          */
    const struct topology_options *options;
    struct topology *t;
    struct error *error;
};

ERROR_PRINTF(2, 3)
int topology_scan_source_fail(const struct topology_source *s, const char *format, ...);

int topology_scan_source_no_memory(const struct topology_source *s);

/* ---- words ------------------------------------------------------------------------- */

/* Over blanks, new lines, and comments from '#' to the end of the line. */
void topology_scan_source_skip(struct topology_source *s);

/* Over so many bytes. */
void topology_scan_source_over(struct topology_source *s, size_t bytes);

/* Up to the next blank or one of the characters in `ends`. */
struct word topology_scan_source_word(struct topology_source *s, const char *ends);

/* ---- units ------------------------------------------------------------------------- */

/* -1: it is not above 0, or too much. */
int topology_scan_capacity(const struct topology_options *o, double bps,
                           int64_t *capacity);

/* Up, but for a millionth of a tick: 4.03 * 1000 is a little more than 4030. -1: it is
 * below 0, or too much. */
int topology_scan_delay(const struct topology_options *o, double us, int64_t *delay);

/* ---- nodes and links --------------------------------------------------------------- */

/* A name as the network keeps it: what would end a word in our own format is '_'. */
int topology_scan_source_name(const struct topology_source *s, struct word w,
                              char name[TOPOLOGY_NAME]);

int topology_scan_source_add_node(const struct topology_source *s, const char *name,
                                  double x, double y, int coordinates);

/* The node of that name, or -1. */
int topology_scan_source_node(const struct topology_source *s, struct word w,
                              uint32_t *node);

/* A link that told its capacity and its delay, or did not: 0 and -1. */
int topology_scan_source_add_link(const struct topology_source *s, uint32_t from,
                                  uint32_t to, int64_t capacity, int64_t delay,
                                  int oneway);

#endif
