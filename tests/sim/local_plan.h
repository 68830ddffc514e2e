/* local_plan.h - the plan of one machine, for the oracles of the schedulers, the broker
 * and FlexCo: how many servers are taken at each second from now on, repainted for
 * each question; all that is behind it is free. */
#ifndef LOCAL_PLAN_H
#define LOCAL_PLAN_H

#include "base/job.h"

#include <stdint.h>
#include <stdlib.h>

enum { LOCAL_SECONDS = 16384 };

typedef struct local_plan {
    int64_t now, to; /* the seconds that are painted */
    uint32_t servers, taken[LOCAL_SECONDS];
} local_plan;

static inline void local_begin(local_plan *p, uint32_t servers, int64_t now)
{
    p->now = p->to = now;
    p->servers = servers;
}

/* So many servers are taken during [start, end); the past does not matter. */
static inline void local_take(local_plan *p, int64_t start, int64_t end, uint32_t servers)
{
    if (end - p->now > LOCAL_SECONDS) abort();
    while (p->to < end) p->taken[p->to++ - p->now] = 0;
    for (int64_t t = start > p->now ? start : p->now; t < end; t++) {
        p->taken[t - p->now] += servers;
        if (p->taken[t - p->now] > p->servers) abort();
    }
}

/* How many are free all the time during [start, end). */
static inline uint32_t local_free(const local_plan *p, int64_t start, int64_t end)
{
    uint32_t taken = 0;
    for (int64_t t = start; t < end && t < p->to; t++)
        if (p->taken[t - p->now] > taken) taken = p->taken[t - p->now];
    return p->servers - taken;
}

/* The earliest start at which as many are free for so long: none up to a second at which
 * they are not. */
static inline int64_t local_earliest(const local_plan *p, int64_t from, int64_t length,
                                     uint32_t servers)
{
    for (int64_t t = from; t < from + length && t < p->to; t++)
        if (p->servers - p->taken[t - p->now] < servers) from = t + 1;
    return from;
}

/* Lowers *next to `time` if that is still to come. */
static inline void local_sooner(int64_t *next, int64_t time, int64_t now)
{
    if (time > now && time < *next) *next = time;
}

#endif
