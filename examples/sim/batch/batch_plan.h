/* batch_plan.h - what is planned on a machine: windows that are booked, promised, looked
 * for anew after an end, and taken by jobs that start.
 *
 * Everything is done twice, for servers that are counted (plan.h) and for servers with
 * names (processors.h). 0, or -1 with a message, unless something else is said.
 */
#ifndef BATCH_PLAN_H
#define BATCH_PLAN_H

#include "coalloc.h"

#include "base/error.h"
#include "batch/batch_run.h"
#include "batch/plan.h"
#include "batch/processors.h"

#include <stdint.h>

/* ---- planning ---------------------------------------------------------------------- */

/* What the job asks for: a start from `from` on, before `until`. */
struct plan_wish batch_plan_wish(const struct batch_run *b, uint32_t job, int64_t from,
                                 int64_t until);

/* Only with ties per event a server may be free in the plan that is still held. */
const coa_set *batch_plan_among(const struct batch_run *b);

/* How the job's processors are chosen. Ahead of others, if that is the policy, only where
 * it slows nobody, itself included. */
struct processors_picking batch_plan_choice(const struct batch_run *b, uint32_t job,
                                            int ahead);

/* Books what the job wishes for. 1, or 0: there is none; or -1. */
int batch_plan_place_named(struct batch_run *b, uint32_t job,
                           const struct plan_wish *wish,
                           const struct processors_picking *how, struct error *e);

int batch_plan_place_count(struct batch_run *b, uint32_t job,
                           const struct plan_wish *wish, struct error *e);

/* The job gives back what it has of the plan: all of its window, or what is left of it at
 * `from`. */
int batch_plan_withdraw(struct batch_run *b, uint32_t job, int64_t from, struct error *e);

/* A job of the queue is to start then. */
void batch_plan_expect(struct batch_run *b, int64_t start);

/* The job's window is booked at the earliest start from `from` on. */
int batch_plan_reserve(struct batch_run *b, uint32_t job, int64_t from, struct error *e);

/* The reservation is to start when it is booked: of several in order of their numbers. */
int batch_plan_await(struct batch_run *b, uint32_t job, struct error *e);

/* The job is promised that window. */
int batch_plan_promise(struct batch_run *b, uint32_t job, int64_t from, struct error *e);

void batch_plan_stretch_add(struct batch_stretch *r, int64_t lo, int64_t hi);

/* After an end; no job's start becomes later than promised. */
int batch_plan_replan(struct batch_run *b, struct error *e);

/* ---- starts and ends --------------------------------------------------------------- */

/* The job, whose window is booked, holds its servers from now on. */
int batch_plan_start(struct batch_run *b, uint32_t job, struct error *e);

/* When the running job is planned to end. */
int64_t batch_plan_planned(const struct batch_run *b, uint32_t job);

int batch_plan_end(struct batch_run *b, uint32_t job, struct error *e);

#endif
