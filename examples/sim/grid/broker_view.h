/* broker_view.h - what the broker knows when it decides: its queue, and the state of each
 * cluster as of some time ago.
 */
#ifndef BROKER_VIEW_H
#define BROKER_VIEW_H

#include "base/job.h"
#include "grid/broker_queue.h"
#include "grid/broker_rules.h"
#include "grid/broker_site.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stdint.h>

struct broker_view {
    const struct grid *grid;
    const struct demands *demands;
    const struct job *jobs;
    const struct broker_rules *rules;
    struct broker_site *sites;
    struct broker_classes classes;
    struct broker_queue queue;
    double
        least_rank; /* the lowest rank, not below 0, of all jobs that were in the queue */
    int64_t now;
    uint64_t looks; /* jobs looked at */
};

/* The cluster's state as the broker knows it: the present one, or the last that was sent
 * where there is an information delay. */
static inline const struct grid_state *broker_view_see(const struct broker_view *v,
                                                       uint32_t cluster)
{
    struct broker_site *s = &v->sites[cluster];
    return v->rules->delay ? &s->picture : broker_site_look(s, v->now);
}

#endif
