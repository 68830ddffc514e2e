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
 * sim_batch() does a whole log. A machine is also there step by step, for who runs
 * several at once: sim_batch_begin; then at each instant, be it one that is due or of the
 * caller's own, sim_batch_clock, _ends, _arrive for each job that comes, _starts; at last
 * sim_batch_free.
 */
#ifndef SIM_BATCH_H
#define SIM_BATCH_H

#include "batch_pass.h"
#include "batch_plan.h"
#include "batch_run.h"
#include "batch_speeds.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- one machine, step by step ----------------------------------------------------- */

static inline void sim_batch_free(sim_batch_run *b)
{
    sim_plan_free(&b->plan);
    sim_processors_free(&b->processors);
    sim_events_free(&b->events);
    sim_idle_free(&b->idle_runs);
    free(b->queue);
    free(b->by_start);
    free(b->spare);
}

/* Nobody is there: all servers are idle, and free for ever. */
static inline int sim_batch_empty(sim_batch_run *b, sim_error *e)
{
    b->idle = b->servers;
    b->promised = SIM_NEVER;
    b->waiting = b->running = b->booked = b->events.count = 0;
    b->freed.hi = b->freed.lo;
    b->left.hi = b->left.lo;
    b->ended = b->disturbed = b->stirred = 0;
    if (sim_batch_names(b->rules) && b->servers > 0)
        return sim_processors_begin(&b->processors, b->servers, b->now) == 0
                   ? 0
                   : sim_batch_memory(e);
    if (sim_plan_begin(&b->plan, b->servers) != 0 ||
        (b->grants && sim_idle_begin(&b->idle_runs, b->servers) != 0))
        return sim_batch_memory(e);
    return 0;
}

/* What is shared must make sense. */
static inline int sim_batch_shares(sim_batch_run *b, sim_error *e)
{
    const sim_sharing *s = b->rules->sharing;
    if (!s || b->servers == 0) return 0;
    if (s->nodes < 1 || s->nodes > b->servers || s->nodes > SIM_SHARING_NODES)
        return sim_fail(e,
                        "a machine of %" PRIu32 " servers shares what its nodes have on"
                        " 1 to %" PRIu32 " nodes, not on %" PRIu32,
                        b->servers,
                        b->servers < SIM_SHARING_NODES ? b->servers
                                                       : (uint32_t)SIM_SHARING_NODES,
                        s->nodes);
    if (sim_processors_share(&b->processors, b->servers, s->nodes) != 0)
        return sim_batch_memory(e);
    return 0;
}

/* The caller has set jobs, count, servers, rules, outcomes, and what it likes of grants,
 * told and context; several machines may have the same jobs, outcomes and grants. 0, or
 * -1 with a message, as all that follow. Whatever it is: sim_batch_free. */
static inline int sim_batch_begin(sim_batch_run *b, sim_error *e)
{
    if (b->grants && !b->grants->of && sim_grants_begin(b->grants, b->count) != 0)
        return sim_batch_memory(e);
    if (sim_batch_shares(b, e) != 0) return -1;
    return sim_batch_empty(b, e);
}

/* When something happens by itself; SIM_NEVER. */
static inline int64_t sim_batch_due(const sim_batch_run *b)
{
    const sim_event *event = sim_events_next(&b->events);
    return event && event->time < b->promised ? event->time : b->promised;
}

/* It is `now`, which is not before it was, nor after anything is due. */
static inline void sim_batch_clock(sim_batch_run *b, int64_t now)
{
    b->now = now;
    sim_plan_advance(&b->plan, now);
}

/* Each end with a re-plan and a pass of its own. */
static inline int sim_batch_after(sim_batch_run *b, sim_error *e)
{
    if (sim_batch_settle(b, e) != 0 || sim_batch_replan(b, e) != 0) return -1;
    if (b->rules->kind == SIM_BATCH_CONSERVATIVE) return 0;
    return sim_batch_pass(b, e) != 0 ? -1 : sim_batch_settle(b, e);
}

/* All that end at this instant do. */
static inline int sim_batch_ends(sim_batch_run *b, sim_error *e)
{
    const sim_event *next;
    const int per_event = b->rules->ties == SIM_TIES_PER_EVENT;
    while ((next = sim_batch_event(b)) != NULL && next->time == b->now &&
           next->kind == SIM_BATCH_END) {
        const uint32_t job = next->subject;
        sim_events_pop(&b->events);
        if (sim_batch_end(b, job, e) != 0) return -1;
        if (per_event && sim_batch_after(b, e) != 0) return -1;
    }
    if (sim_batch_named(b)) sim_processors_advance(&b->processors, b->now);
    if (sim_batch_settle(b, e) != 0) return -1;
    return b->ended ? sim_batch_replan(b, e) : 0;
}

/* The job, which is not larger than the machine, comes to wait there. */
static inline int sim_batch_arrive(sim_batch_run *b, uint32_t job, sim_error *e)
{
    const sim_job *j = &b->jobs[job];
    b->stirred = 1;
    if (j->reserved)
        return sim_batch_promise(b, job, j->ready > b->now ? j->ready : b->now, e);
    if (sim_batch_enqueue(b, job, e) != 0) return -1;
    if (b->rules->kind == SIM_BATCH_CONSERVATIVE)
        return sim_batch_promise(b, job, b->now, e);
    if (b->rules->ties != SIM_TIES_PER_EVENT) return 0;
    return sim_batch_pass(b, e) != 0 ? -1 : sim_batch_settle(b, e);
}

/* Those whose promised start has come. */
static inline int sim_batch_start_promised(sim_batch_run *b, sim_error *e)
{
    size_t i, stay = 0;
    if (b->promised != b->now) return 0;
    b->promised = SIM_NEVER;
    sim_batch_sort(b);
    for (i = 0; i < b->waiting; i++) {
        const uint32_t job = b->queue[i];
        const int64_t start = b->outcomes[job].start;
        if (start == b->now) {
            if (sim_batch_start(b, job, e) != 0) return -1;
            continue;
        }
        b->queue[stay++] = job;
        sim_batch_expect(b, start);
    }
    b->waiting = stay;
    return 0;
}

static inline int sim_batch_start_reservations(sim_batch_run *b, sim_error *e)
{
    const sim_event *next;
    while ((next = sim_batch_event(b)) != NULL && next->time == b->now &&
           next->kind == SIM_BATCH_START) {
        const uint32_t job = next->subject;
        sim_events_pop(&b->events);
        b->booked--;
        b->stirred = 1;
        if (sim_batch_start(b, job, e) != 0) return -1;
    }
    return 0;
}

/* Is somebody to start at this moment? */
static inline int sim_batch_pending(sim_batch_run *b)
{
    const sim_event *next = sim_batch_event(b);
    if (b->promised == b->now) return 1;
    return next && next->kind == SIM_BATCH_START && next->time == b->now;
}

/* An order that changes by itself must not make a difference at instants at which nothing
 * happens here. */
static inline int sim_batch_pass_due(sim_batch_run *b)
{
    const int stirred = b->stirred;
    b->stirred = 0;
    return stirred && b->rules->ties != SIM_TIES_PER_EVENT;
}

/* Whoever can start now does. One who is promised another start, as those who started
 * have slowed others, may be promised this moment. */
static inline int sim_batch_starts(sim_batch_run *b, sim_error *e)
{
    do {
        if (sim_batch_start_reservations(b, e) != 0) return -1;
        if (b->rules->kind == SIM_BATCH_CONSERVATIVE
                ? sim_batch_start_promised(b, e) != 0
                : sim_batch_pass_due(b) && sim_batch_pass(b, e) != 0)
            return -1;
        if (sim_batch_settle(b, e) != 0) return -1;
    } while (b->rules->sharing && sim_batch_pending(b));
    return 0;
}

static inline int sim_batch_ascending(const void *x, const void *y)
{
    const uint32_t *a = (const uint32_t *)x, *b = (const uint32_t *)y;
    return (*a > *b) - (*a < *b);
}

/* The jobs that have an event of this kind, by number. How many. */
static inline size_t sim_batch_expected(const sim_batch_run *b, uint32_t kind,
                                        uint32_t *jobs)
{
    const sim_events *q = &b->events;
    size_t i, n = 0;
    for (i = 0; i < q->count; i++)
        if (q->heap[i].kind == kind) jobs[n++] = q->heap[i].subject;
    qsort(jobs, n, sizeof *jobs, sim_batch_ascending);
    return n;
}

/* The machine fails, and is as new. `jobs`, with room for as many as run, wait and are
 * booked, becomes first those that ran, by number, *running of them; then those that
 * waited, in order of the queue; then reservations, by number. How many, or -1. */
static inline int64_t sim_batch_evict(sim_batch_run *b, uint32_t *jobs, size_t *running,
                                      sim_error *e)
{
    size_t n;
    *running = 0;
    if (b->rules->sharing && sim_batch_sweep(b, e) != 0) return -1;
    n = sim_batch_expected(b, SIM_BATCH_END, jobs);
    *running = n;
    sim_batch_sort(b);
    if (b->waiting) memcpy(jobs + n, b->queue, b->waiting * sizeof *jobs);
    n += b->waiting;
    n += sim_batch_expected(b, SIM_BATCH_START, jobs + n);
    return sim_batch_empty(b, e) == 0 ? (int64_t)n : -1;
}

/* ---- a whole run ------------------------------------------------------------------- */

/* The next job to arrive. One that is larger than the machine never does. */
static inline size_t sim_batch_next(sim_batch_run *b, size_t job)
{
    for (; job < b->count && b->jobs[job].servers > b->servers; job++) {
        b->outcomes[job].fate = SIM_TOO_LARGE;
        sim_progress_add(b->rules->progress, 1);
    }
    return job;
}

static inline int sim_batch_arrivals(sim_batch_run *b, size_t *next, sim_error *e)
{
    while (*next < b->count && b->jobs[*next].submit == b->now) {
        if (sim_batch_arrive(b, (uint32_t)*next, e) != 0) return -1;
        sim_progress_add(b->rules->progress, 1);
        *next = sim_batch_next(b, *next + 1);
    }
    return 0;
}

static inline int sim_batch_replay(sim_batch_run *b, sim_error *e)
{
    const int per_event = b->rules->ties == SIM_TIES_PER_EVENT;
    size_t next = sim_batch_next(b, 0);
    for (;;) {
        int64_t now = sim_batch_due(b);
        if (next < b->count && b->jobs[next].submit < now) now = b->jobs[next].submit;
        if (now == SIM_NEVER) return 0;
        sim_batch_clock(b, now);
        if (per_event && sim_batch_arrivals(b, &next, e) != 0) return -1;
        if (sim_batch_ends(b, e) != 0) return -1;
        if (!per_event && sim_batch_arrivals(b, &next, e) != 0) return -1;
        if (sim_batch_starts(b, e) != 0) return -1;
    }
}

/* Schedules n jobs, in order of submission, on so many servers. `outcomes`: n, zeroed.
 * `grants`: zeroed (sim_grants_free it), or NULL if the servers are not asked for; by
 * number a job has, at its start, the lowest that are idle. *broken (if not NULL) counts
 * the promises that could not be kept. 0, or -1 with a message. */
static inline int sim_batch(const sim_job *jobs, size_t n, uint32_t servers,
                            const sim_batch_rules *rules, sim_outcome *outcomes,
                            sim_grants *grants, uint64_t *broken, sim_error *e)
{
    sim_batch_run b;
    int result;
    memset(&b, 0, sizeof b);
    b.jobs = jobs;
    b.count = n;
    b.servers = servers;
    b.rules = rules;
    b.outcomes = outcomes;
    b.grants = grants;
    result = sim_batch_begin(&b, e);
    if (result == 0) result = sim_batch_replay(&b, e);
    if (broken) *broken = b.broken;
    sim_batch_free(&b);
    return result;
}

#endif
