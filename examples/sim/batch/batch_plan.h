/* batch_plan.h - the plan of a machine: windows are booked, promised, replaced by earlier
 * ones after an end, and taken by jobs that start. Functions return 0, or -1 with a
 * message, unless they say otherwise.
 */
#ifndef BATCH_PLAN_H
#define BATCH_PLAN_H

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch_run.h"
#include "batch/processors.h"

#include <stdint.h>

/* ---- planning ---------------------------------------------------------------------- */

/* What the job asks for: a start from `from` on, before `until`. */
static inline struct processors_wish batch_plan_wish(const struct batch_run *b,
                                                     uint32_t job, int64_t from,
                                                     int64_t until)
{
    struct processors_wish wish;
    wish.from = from;
    wish.until = until;
    wish.length = b->jobs[job].estimate;
    wish.servers = b->jobs[job].servers;
    return wish;
}

/* The servers that a job may get at this moment; NULL = all that are free in the plan.
 * With ties per event a server may be free in the plan while a job still holds it. */
const coa_set *batch_plan_among(const struct batch_run *b);

/* How the job's processors are chosen. `ahead`: it starts ahead of others, under rua only
 * where it slows no job. */
struct processors_choice batch_plan_choice(const struct batch_run *b, uint32_t job,
                                           int ahead);

/* Moves the plan on to the present, before jobs start. Reservations of heads that are due
 * are withdrawn: a pass decides what starts. */
int batch_plan_go_on(struct batch_run *b, struct error *e);
static inline int batch_plan_advance(struct batch_run *b, struct error *e)
{
    return b->processors.now < b->now ? batch_plan_go_on(b, e) : 0;
}

/* Books what the job wishes for. 1, or 0 if there is no such window; or -1. */
int batch_plan_place(struct batch_run *b, uint32_t job,
                     const struct processors_wish *wish,
                     const struct processors_choice *how, struct error *e);

/* Notes that a window has been booked. */
void batch_plan_taken(struct batch_run *b, int64_t start, int64_t end);

/* Gives back the job's window, which has not begun. */
int batch_plan_withdraw(struct batch_run *b, uint32_t job, struct error *e);

/* Withdraws the reservations of the heads of the queue, but for the first `but`; the next
 * pass begins anew. */
int batch_plan_leave_heads(struct batch_run *b, size_t but, struct error *e);

/* The job, which is promised a start, looks for a better window. 1 if it has moved to
 * one, or 0; or -1. */
int batch_plan_move(struct batch_run *b, uint32_t job, struct error *e);

/* The job, which starts now, is to have a later booking than *last: if need be it is
 * booked anew. *last becomes its booking. */
int batch_plan_follow(struct batch_run *b, uint32_t job, coa_id *last, struct error *e);

/* Notes that a waiting job is promised this start. */
static inline void batch_plan_expect(struct batch_run *b, int64_t start)
{
    if (start < b->promised) b->promised = start;
}

/* Books the job's window at the earliest start from `from` on. */
int batch_plan_reserve(struct batch_run *b, uint32_t job, int64_t from, struct error *e);

/* Schedules the start of a booked reservation. Reservations that start at the same time
 * do so in order of their numbers. */
int batch_plan_await(struct batch_run *b, uint32_t job, struct error *e);

/* Books the job's window, from `from` on, as a promise. */
int batch_plan_promise(struct batch_run *b, uint32_t job, int64_t from, struct error *e);

/* Under conservative backfilling, after an end: each waiting job looks for an earlier
 * window. No start becomes later than promised. */
int batch_plan_replan(struct batch_run *b, struct error *e);

/* ---- starts and ends --------------------------------------------------------------- */

/* The job, whose window is booked, holds its servers from now on. `booked`: its booking,
 * just made; NULL if it was made before. */
int batch_plan_start(struct batch_run *b, uint32_t job, const coa_booking *booked,
                     struct error *e);

/* When the running job is planned to end. */
int64_t batch_plan_planned(const struct batch_run *b, uint32_t job);

/* The running job ends now. */
int batch_plan_end(struct batch_run *b, uint32_t job, struct error *e);

#endif
