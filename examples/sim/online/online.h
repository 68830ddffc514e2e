/* online.h - the online co-allocator of paper 1: each job is a request that is made when
 * the job is submitted, and is told its start at once, and its servers, too, unless they
 * are bound late.
 *
 * The calendar of coalloc.h does the work; this module replays a workload on it. A job
 * that ends before the time booked for it gives the rest back.
 */
#ifndef ONLINE_H
#define ONLINE_H

#include "coalloc.h"

#include "base/job.h"
#include "batch/grants.h"
#include "workload/workload.h"

#include <stdint.h>

struct online_rules {
    coa_index index;
    uint32_t place;
    int64_t slot, horizon, step;
    uint32_t retries;          /* as the calendar takes them                */
    struct feedback *feedback; /* when jobs come, which are its own; or NULL */
};

/* Replays the whole workload. `outcomes`: one for each job, zeroed; `grants`: zeroed,
 * grants_free it. */
void online_simulate(const struct workload *w, const struct online_rules *rules,
                     struct job_outcome *outcomes, struct grants *grants,
                     coa_stats_info *stats);

#endif
