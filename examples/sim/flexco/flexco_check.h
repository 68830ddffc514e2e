/* flexco_check.h - is what a run of FlexCo's sites says sound? From the result alone.
 *
 *     every job has one fate, and comes to its end at most once; an execution that did
 *     not was ended by the failure of one of its sites, at that moment
 *     each has a shape that it may have, divided among sites as the rules allow: all of
 *     it at the same time; a local job at its own site
 *     it runs as long as its shape does there, to the second
 *     at no site more processors are used at any time than it has; with early binding
 *     none is used twice
 *     nothing starts before it was submitted, or runs on a site that is down
 *     no job ends later than it was first promised, nor than it was promised last; who
 *     never moved starts when it was first promised
 *     jobs are moved only as the mode allows, and all moves are counted
 *
 * In O(n log n), for n executions and their parts: every run of the simulator passes
 * through it. Whether jobs could start earlier is a matter of tests.
 */
#ifndef FLEXCO_CHECK_H
#define FLEXCO_CHECK_H

#include "base/error.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_rules.h"

#include <stddef.h>

/* ---- all of it --------------------------------------------------------------------- */

/* 0, or -1 with the first thing that cannot be. */
int flexco_check(const struct flexco_system *system, const struct flexco_job *jobs,
                 size_t count, const struct flexco_rules *rules,
                 const struct flexco_result *result, struct error *e);

#endif
