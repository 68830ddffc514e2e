/* batch_plan.h - the queue of a machine and its plan, in which windows are booked, moved
 * and given back.
 */
#ifndef BATCH_PLAN_H
#define BATCH_PLAN_H

#include "coalloc.h"

#include "batch/batch.h"

#include <stdint.h>

/* Ends the program unless the call has succeeded. */
void batch_plan_must(coa_status s, const char *call);

/* ---- the queue --------------------------------------------------------------------- */

struct orders_ranking batch_plan_ranking(const struct batch_run *b, size_t order);

/* The job joins the queue. */
void batch_plan_enqueue(struct batch_run *b, uint32_t job);

/* Sorts the queue again if its order changes with time; 0 if it does not. */
int batch_plan_sort(struct batch_run *b);

/* ---- windows ----------------------------------------------------------------------- */

/* Books a window that starts now, on idle servers. `ahead`: the job starts ahead of
 * others, under rua only where it slows no job. 0 if there is none. */
int batch_plan_now(struct batch_run *b, uint32_t job, int ahead);

/* Books the job's window at the earliest start from `from` on. */
void batch_plan_reserve(struct batch_run *b, uint32_t job, int64_t from);

/* The same as a promise: the job will start then. */
void batch_plan_promise(struct batch_run *b, uint32_t job, int64_t from);

/* Books the window of a reservation that starts when it is ready. In the way of a
 * downtime, promises are moved: in the order of their starts each gets the earliest that
 * is not before its own. 0: it is refused, and nothing has changed. */
int batch_plan_exact(struct batch_run *b, uint32_t job);

/* Something new is planned in [from, to): waiting jobs may weigh it. */
void batch_plan_taken(struct batch_run *b, int64_t from, int64_t to);

/* Gives back the job's window. */
void batch_plan_withdraw(struct batch_run *b, uint32_t job);

/* The job, which has a window, moves to a better one if there is one, its own counting as
 * free: an earlier one or, where servers have names, other servers. 1 if it has moved. */
int batch_plan_move(struct batch_run *b, uint32_t job);

/* Under conservative backfilling, after an end: each waiting job looks for a better
 * window. No start becomes later than promised. */
void batch_plan_replan(struct batch_run *b);

/* ---- speeds, where nodes share something (batch_speeds.c) -------------------------- */

void batch_speeds_begin(struct batch_run *b);

/* The job, which has its servers, begins to run. It ends: returns when it was planned
 * to. */
void batch_speeds_started(struct batch_run *b, uint32_t job);
int64_t batch_speeds_ended(struct batch_run *b, uint32_t job);

/* After starts and ends: computes the speeds of those on the same nodes, and moves their
 * ends. */
void batch_speeds_settle(struct batch_run *b);

#endif
