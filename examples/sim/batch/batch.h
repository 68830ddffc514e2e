/* batch.h - batch schedulers, event by event: FCFS, EASY, conservative and resource usage
 * aware backfilling.
 *
 * Jobs wait in a queue until their servers are free; they run for their run time and are
 * planned by their estimate. What is free when, as far as it can be known, is the plan:
 * running jobs hold their servers until their planned end, advance reservations their
 * window, and under conservative backfilling every waiting job its own. Where servers are
 * counted, the plan is a step function (plan.h); where they have names, a calendar
 * (processors.h).
 *
 *   fcfs          the head of the queue starts when it can; the others wait behind it
 *   easy:K        the first K that cannot start have a reservation, made anew each time;
 *                 those behind start if they are in nobody's way (K = 1: Lifka, 1995)
 *   conservative  every job has a reservation from its arrival on, its promise (Mualem,
 *                 Feitelson, IEEE TPDS 2001); after an end the waiting jobs, one after
 *                 the other, look for an earlier one, the rest staying where they are
 *   rua:K         easy:K, but nobody starts ahead of others where nodes would be slowed
 *                 (batch_pass.h; sharing.h says what nodes share)
 *
 * An advance reservation (paper 1, section 5.2) is booked when it arrives, at the
 * earliest start from its ready time on around all that is planned, and never moves (but
 * see batch_speeds.h); the queue is planned around it.
 *
 * At one instant, ends first: all ends, one re-plan, all arrivals, then starts. Per
 * event: each arrival is planned as it is read, then each end is followed by a re-plan of
 * its own, then come the starts. A job that ends at this instant, but later in this
 * order, still holds its servers, though the plan may count them free.
 *
 * batch_simulate() does a whole log. A machine is also there step by step, for who runs
 * several at once: batch_begin; then at each instant, be it one that is due or of the
 * caller's own, batch_clock, _ends, _arrive for each job that comes, _starts; at last
 * batch_free.
 */
#ifndef BATCH_H
#define BATCH_H

#include "base/error.h"
#include "base/job.h"
#include "batch/batch_run.h"
#include "batch/grants.h"

#include <stddef.h>
#include <stdint.h>

/* ---- one machine, step by step ----------------------------------------------------- */

void batch_free(struct batch_run *b);

/* The caller has set jobs, count, servers, rules, outcomes, and what it likes of grants,
 * told and context; several machines may have the same jobs, outcomes and grants. 0, or
 * -1 with a message, as all that follow. Whatever it is: batch_free. */
int batch_begin(struct batch_run *b, struct error *e);

/* When something happens by itself; JOB_NEVER. */
int64_t batch_due(const struct batch_run *b);

/* It is `now`, which is not before it was, nor after anything is due. */
void batch_clock(struct batch_run *b, int64_t now);

/* All that end at this instant do. */
int batch_ends(struct batch_run *b, struct error *e);

/* The job, which is not larger than the machine, comes to wait there. */
int batch_arrive(struct batch_run *b, uint32_t job, struct error *e);

/* Whoever can start now does. One who is promised another start, as those who started
 * have slowed others, may be promised this moment. */
int batch_starts(struct batch_run *b, struct error *e);

/* The machine fails, and is as new. `jobs`, with room for as many as run, wait and are
 * booked, becomes first those that ran, by number, *running of them; then those that
 * waited, in order of the queue; then reservations, by number. How many, or -1. */
int64_t batch_evict(struct batch_run *b, uint32_t *jobs, size_t *running,
                    struct error *e);

/* ---- a whole run ------------------------------------------------------------------- */

/* Schedules n jobs, in order of submission, on so many servers. `outcomes`: n, zeroed.
 * `grants`: zeroed (grants_free it), or NULL if the servers are not asked for; by
 * number a job has, at its start, the lowest that are idle. *broken (if not NULL) counts
 * the promises that could not be kept. 0, or -1 with a message. */
int batch_simulate(const struct job *jobs, size_t n, uint32_t servers,
                   const struct batch_rules *rules, struct job_outcome *outcomes,
                   struct grants *grants, uint64_t *broken, struct error *e);

#endif
