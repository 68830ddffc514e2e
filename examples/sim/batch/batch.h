/* batch.h - batch schedulers, event by event: FCFS, EASY, conservative and resource usage
 * aware backfilling.
 *
 * Jobs wait in a queue until their servers are free; they run for their run time and are
 * planned by their estimate. The plan says how many servers, or which, are free at any
 * later time: running jobs hold their servers until their planned end, advance
 * reservations hold their window, and under conservative backfilling so does every
 * waiting job. It is a calendar of coalloc.h (processors.h).
 *
 *   fcfs          the head of the queue starts when it can; the others wait behind it
 *   easy:K        the first K jobs that cannot start have a reservation, made anew at
 *                 each pass; jobs behind start if they delay none of them (K = 1: Lifka,
 *                 1995)
 *   conservative  every job has a reservation from its arrival on, its promise (Mualem,
 *                 Feitelson, IEEE TPDS 2001); after an end the waiting jobs, one after
 *                 the other, look for an earlier one while the rest stay where they are
 *   rua:K         easy:K, but a job that starts ahead of others only gets processors of
 *                 nodes where it slows no job, itself included, chosen by Less Consume;
 *                 one that would slow itself even alone starts only at the head of the
 *                 queue (F. Guim, I. Rodero, J. Corbalan, "The resource usage aware
 *                 backfilling", JSSPP 2009; sharing.h says what nodes share)
 *
 * An advance reservation (paper 1, section 5.2) is booked when it arrives, at the
 * earliest start from its ready time on at which the plan has room, and never moves (but
 * see batch_speeds.c); the queue is planned around it.
 *
 * At one instant, ends first: all ends, one re-plan, all arrivals, then starts. Per
 * event: each arrival is planned as it is read, then each end is followed by a re-plan of
 * its own, then come the starts. A job that ends at this instant, but later in this
 * order, still holds its servers, though the plan may count them free.
 *
 * Where servers are counted, jobs get the lowest idle ones when they start, reservations
 * first, then in the order of starts. With ties per event and passes the plan comes to an
 * instant before its events: what starts then has its servers at once, and what ends then
 * by plan has none left.
 *
 * batch_simulate() runs a whole log. A caller that runs several machines at once does it
 * step by step: batch_begin; then, at each instant that is due or at which a job comes,
 * batch_clock, batch_ends, batch_arrive for each job that comes, batch_starts; batch_free
 * in the end.
 */
#ifndef BATCH_H
#define BATCH_H

#include "base/error.h"
#include "base/events.h"
#include "base/job.h"
#include "batch/batch_run.h"
#include "batch/grants.h"

#include <stddef.h>
#include <stdint.h>

void batch_free(struct batch_run *b);

/* The caller has set jobs, count, servers, rules and outcomes, and may have set grants,
 * notify and context; several machines may have the same jobs, outcomes and grants. This
 * and the following functions return 0, or -1 with a message; call batch_free in any
 * case. */
int batch_begin(struct batch_run *b, struct error *e);

/* The time of the next event, or JOB_NEVER. */
static inline int64_t batch_due(const struct batch_run *b)
{
    const struct event *event = events_next(&b->events);
    return event && event->time < b->promised ? event->time : b->promised;
}

/* Sets the time, which neither goes back nor passes batch_due. */
void batch_clock(struct batch_run *b, int64_t now);

/* Ends all jobs that are due to end at this instant. */
int batch_ends(struct batch_run *b, struct error *e);

/* A job arrives that is not larger than the machine. */
int batch_arrive(struct batch_run *b, uint32_t job, struct error *e);

/* Starts all jobs that can start now. */
int batch_starts(struct batch_run *b, struct error *e);

/* Schedules n jobs, in order of submission, on so many servers. `outcomes`: n, zeroed.
 * `grants`: zeroed (grants_free it), or NULL if nobody asks which servers jobs have.
 * *broken (if not NULL) counts the promises that could not be kept. 0, or -1 with a
 * message. */
int batch_simulate(const struct job *jobs, size_t n, uint32_t servers,
                   const struct batch_rules *rules, struct job_outcome *outcomes,
                   struct grants *grants, uint64_t *broken, struct error *e);

#endif
