/* cost.h - what reservations cost the other jobs: the same policy schedules the same jobs
 * without them, too, and each job's waits are compared. The simulator has these measures:
 *
 *     reservations, reservations_on_time, promises_broken    given here
 *     others_longer      the mean of what cost_put puts, in hours
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

/* How many reservations there are, start on time, and have others' promises broken. One
 * that should start when it is ready and does not ends the program. */
void cost_give(struct run *to, const struct schedule *d);

/* Into the column of each job that ran in both: how much longer it waits from its ready
 * time on than in `without`, where jobs are in the same order. */
void cost_put(struct run *to, size_t column, const struct schedule *d,
              const struct schedule *without);

/* "easy at ar 0.05: reservations: 72 of 72 on time; all other jobs wait 0.14 h longer
 * (0.12 .. 0.17)", a line for each point and policy with reservations. */
void cost_tell(FILE *to, const struct experiment *x);

#endif
