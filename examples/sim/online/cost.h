/* cost.h - what reservations cost the other jobs: the same policy schedules the same jobs
 * without them, too, and each job's waits are compared. The simulator has these measures:
 *
 *     reservations, reservations_on_time, promises_broken    given here
 *     others_longer      the mean of what cost_longer says, in hours
 *     wait_mean          of which `reserved` is an axis: others, reservations
 */
#ifndef COST_H
#define COST_H

#include "kit/run.h"
#include "online/schedule.h"

#include <stdio.h>

struct experiment;

/* The same workload, whose jobs are a copy. */
struct workload cost_without(const struct workload *w);

/* How much longer each job of `d` waits from its ready time on than in `without`, where
 * jobs have the same order; NAN for a reservation, and for one that ran in one of them
 * only. For free(). */
double *cost_longer(const struct schedule *d, const struct schedule *without);

/* How many reservations there are, start on time, and have others' promises broken. One
 * that should start when it is ready and does not ends the program. */
void cost_give(struct run *to, const struct schedule *d);

/* "easy at ar 0.05: reservations: 72 of 72 on time; the others wait 0.14 h longer (0.12
 * .. 0.17)", a line for each point and policy with reservations. */
void cost_tell(FILE *to, const struct experiment *x);

#endif
