/* flexco.h - sites with queues of their own below a metascheduler, event by event.
 *
 * M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support" (paper 5). Each site books its local jobs,
 * first come first served with conservative backfilling: at the earliest start when they
 * are submitted, a promise. A metascheduler books meta-jobs over all sites
 * (flexco_meta.h). When jobs end before their estimates, queues are compressed, which is
 * algorithm 2: in order of start each job that is the site's own moves to the earliest
 * start there is then, and processors that are idle after that are offered to the jobs at
 * the head of the queue that only the metascheduler can move.
 *
 * At one instant, in this order; between instants nothing happens:
 *   1 jobs end; the rest of what was booked for them is given back;
 *   2 sites, by number, at which something ended early compress their queues;
 *   3 the jobs that are submitted now are booked;
 *   4 jobs whose start has come start. Their booking is not changed any more.
 *
 * No job ends later than it was first promised.
 */
#ifndef FLEXCO_H
#define FLEXCO_H

#include "base/error.h"
#include "flexco/flexco_job.h"

#include <stddef.h>

/* Runs the jobs, which are in order of arrival. `result`: zeroed;
 * flexco_job_result_free it in any case. 0, or -1 with a message in *e. */
int flexco_run(const struct flexco_system *system, const struct flexco_job *jobs,
               size_t count, const struct flexco_rules *rules,
               struct flexco_result *result, struct error *e);

/* ---- is its result possible? (flexco_check.c) -------------------------------------- */

/* 0, or -1 with the first thing that is impossible. */
int flexco_check(const struct flexco_system *system, const struct flexco_job *jobs,
                 size_t count, const struct flexco_rules *rules,
                 const struct flexco_result *result, struct error *e);

#endif
