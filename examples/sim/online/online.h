/* online.h - the online co-allocator of paper 1: each job is a request made the moment it
 * is submitted, and is told its start, and its servers unless they are bound late, at
 * once.
 *
 * The idea is in coalloc.h; here is what happens around it. Jobs that end before the time
 * booked for them give the rest back. A run can be saved and gone on with: checkpoint.h.
 * The program that includes this has the implementation of coalloc.h.
 */
#ifndef ONLINE_H
#define ONLINE_H

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "base/progress.h"
#include "batch/grants.h"
#include "workload/workload.h"

#include <stdint.h>

struct online_rules {
    coa_index index;
    uint32_t place;
    int64_t slot, horizon, step;
    uint32_t retries;          /* as the calendar takes them                       */
    const char *checkpoint;    /* NULL = none                                      */
    double every;              /* seconds from one to the next                     */
    uint64_t every_jobs;       /* and after so many jobs; 0 = not                  */
    uint64_t options;          /* a hash of all that makes a difference to results */
    struct progress *progress; /* told when a job has arrived; NULL = nobody asks */
};

/* ---- a whole run ------------------------------------------------------------------- */

/* Replays the whole workload. `outcomes`: one for each job, zeroed; `grants`: zeroed,
 * grants_free it. *seconds: how long it took, in all. 0, or -1 with a message. */
int online_simulate(const struct workload *w, const struct online_rules *rules,
                    struct job_outcome *outcomes, struct grants *grants,
                    coa_stats_info *stats, double *seconds, struct error *e);

#endif
