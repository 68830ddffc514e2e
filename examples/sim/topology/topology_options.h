/* topology_options.h - what a network is read or made with: the caller's units, and what
 * stands for what a file does not say.
 *
 *     struct topology_options o = topology_options_default();
 *     o.capacity_bps = 10 * INT64_C(1000000000);       links without a capacity: 10 Gb/s
 */
#ifndef TOPOLOGY_OPTIONS_H
#define TOPOLOGY_OPTIONS_H

#include <stdint.h>

struct topology_options { /* begins as topology_options_default() */
    int64_t unit_bps;     /* a capacity of 1, in bit/s                   */
    int64_t tick_us;      /* a delay of 1, in microseconds               */
    int64_t capacity_bps; /* of links that tell none, in bit/s           */
    int64_t delay_us;     /* of links that tell none and have no length  */
    int coordinates; /* of SNDlib files: TOPOLOGY_COORDINATES_...; NONE = geographic if
                              all can be */
    int64_t degree;  /* of random networks, on average, billionths  */
    uint64_t seed;   /* of random networks                          */
};

/* Mb/s and microseconds; 1 Gb/s and 2 ms, which is 400 km: the links in section 5 of
 * paper 4 (Christodoulopoulos and Varvarigos). */
struct topology_options topology_options_default(void);

/* A capacity in the caller's unit, at least 1. 0; -1: it is not above 0, or too large. */
int topology_options_capacity(const struct topology_options *o, double bps,
                              int64_t *capacity);

/* A delay in ticks, rounded up, except for a millionth of a tick: in doubles 4.03 * 1000
 * is a little more than 4030. 0; -1: it is below 0, or too large. */
int topology_options_delay(const struct topology_options *o, double us, int64_t *delay);

#endif
