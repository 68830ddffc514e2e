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
#include <stdio.h>

struct online_rules {
    coa_index index;
    uint32_t place;
    int64_t slot, horizon, step;
    uint32_t retries;          /* as the calendar takes them                */
    struct feedback *feedback; /* when jobs come, which are its own; or NULL */
};

/* How many retries are half the slots of the horizon: 0 (until it ends) where there is no
 * step or no horizon. */
uint32_t online_half_retries(const struct online_rules *rules);

/* "online: up to 2,016 retries every 15 min, horizon 42 d". */
void online_describe(FILE *to, const struct online_rules *rules);

/* Replays the whole workload. `outcomes`: one for each job, zeroed; `grants`: zeroed,
 * grants_free it. `stats` are the calendar's at the end; but idle_groups, of the range tree,
 * is the mean over the jobs booked, of the moment after each was. */
void online_simulate(const struct workload *w, const struct online_rules *rules,
                     struct job_outcome *outcomes, struct grants *grants,
                     coa_stats_info *stats);

#endif
