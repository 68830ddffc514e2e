/* flexco_check.h - is the result of a run of FlexCo's sites possible? It is checked
 * from the result alone, without the simulator:
 *
 *     every job has one fate, and starts and ends, or is refused
 *     each execution has a shape that the job may have, divided among sites as the rules
 *     allow, all parts at the same time; a local job runs at its own site
 *     it takes as long as that shape takes there, to the second
 *     at no site more processors are used at any time than it has; with early binding
 *     none is used twice
 *     nothing starts before it was submitted
 *     no job ends later than it was first promised, nor than it was promised last; a job
 *     that never moved starts when it was first promised
 *
 * It takes O(n log n) for n executions and their parts, so every run of flexco_sim is
 * checked. Whether jobs could start earlier, and how they move, are questions for the
 * tests (prop_flexco.c).
 */
#ifndef FLEXCO_CHECK_H
#define FLEXCO_CHECK_H

#include "base/error.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_rules.h"

#include <stddef.h>

/* ---- all of it --------------------------------------------------------------------- */

/* 0, or -1 with the first thing that is impossible. */
int flexco_check(const struct flexco_system *system, const struct flexco_job *jobs,
                 size_t count, const struct flexco_rules *rules,
                 const struct flexco_result *result, struct error *e);

#endif
