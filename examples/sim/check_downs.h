/* check_downs.h - when was a cluster down? For checkers of results.
 *
 * Outages are told by their begin; those of one cluster do not overlap. Here they lie by
 * cluster, so that each question takes O(log n).
 */
#ifndef SIM_CHECK_DOWNS_H
#define SIM_CHECK_DOWNS_H

#include "outages.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_check_downs { /* zero-initialise; sim_check_downs_free */
    sim_outage *list;            /* by cluster, then from */
    size_t count;
} sim_check_downs;

/* What is wrong with outages. */
typedef enum sim_downs_state {
    SIM_DOWNS_SOUND,
    SIM_DOWNS_NO_MEMORY,
    SIM_DOWNS_OF_NOTHING, /* one, of those told, is of no cluster or no time   */
    SIM_DOWNS_DISORDER,   /* one, of those told, begins before the one before  */
    SIM_DOWNS_OVERLAP     /* one, of the list, begins when its cluster is down */
} sim_downs_state;

static inline void sim_check_downs_free(sim_check_downs *d)
{
    free(d->list);
    d->list = NULL;
    d->count = 0;
}

static inline int sim_check_compare_outages(const void *a, const void *b)
{
    const sim_outage *x = (const sim_outage *)a, *y = (const sim_outage *)b;
    if (x->cluster != y->cluster) return x->cluster < y->cluster ? -1 : 1;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* The outages of so many clusters; *bad: which one is wrong. */
static inline sim_downs_state sim_check_downs_begin(sim_check_downs *d,
                                                    const sim_outage *outages, size_t n,
                                                    size_t clusters, size_t *bad)
{
    size_t i;
    d->list = (sim_outage *)malloc((n + 1) * sizeof *d->list);
    if (!d->list) return SIM_DOWNS_NO_MEMORY;
    d->count = n;
    for (i = 0; i < n; i++) {
        *bad = i;
        if (outages[i].cluster >= clusters || outages[i].to <= outages[i].from)
            return SIM_DOWNS_OF_NOTHING;
        if (i > 0 && outages[i].from < outages[i - 1].from) return SIM_DOWNS_DISORDER;
        d->list[i] = outages[i];
    }
    qsort(d->list, n, sizeof *d->list, sim_check_compare_outages);
    for (i = 1; i < n; i++) {
        const sim_outage *o = &d->list[i];
        *bad = i;
        if (o->cluster == o[-1].cluster && o->from < o[-1].to) return SIM_DOWNS_OVERLAP;
    }
    return SIM_DOWNS_SOUND;
}

/* The cluster's last outage that begins before that time. NULL = none does. */
static inline const sim_outage *sim_check_outage(const sim_check_downs *d,
                                                 uint32_t cluster, int64_t before)
{
    size_t lo = 0, hi = d->count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        const sim_outage *o = &d->list[middle];
        if (o->cluster < cluster || (o->cluster == cluster && o->from < before))
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo > 0 && d->list[lo - 1].cluster == cluster ? &d->list[lo - 1] : NULL;
}

/* Is the cluster down at some time of [from, to)? */
static inline int sim_check_down(const sim_check_downs *d, uint32_t cluster, int64_t from,
                                 int64_t to)
{
    const sim_outage *o = sim_check_outage(d, cluster, to);
    return o && o->to > from;
}

static inline int sim_check_fails_at(const sim_check_downs *d, uint32_t cluster,
                                     int64_t time)
{
    const sim_outage *o = sim_check_outage(d, cluster, time + 1);
    return o && o->from == time;
}

#endif
