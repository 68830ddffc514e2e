/* batch.c - the order of things at one instant; what a pass, a re-plan and a change of
 * speed do is in batch_pass.c, batch_plan.c and batch_speeds.c. */
#include "batch/batch.h"

#include "base/compare.h"
#include "base/events.h"
#include "base/progress.h"
#include "batch/batch_pass.h"
#include "batch/batch_plan.h"
#include "batch/batch_speeds.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "batch/sharing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- one machine, step by step ----------------------------------------------------- */

void batch_free(struct batch_run *b)
{
    processors_free(&b->processors);
    events_free(&b->events);
    free(b->queue);
    free(b->by_start);
    free(b->spare);
}

/* The machine without jobs: all servers are idle, and free for ever. */
static int empty(struct batch_run *b, struct error *e)
{
    coa_status s;
    b->idle = b->servers;
    b->promised = JOB_NEVER;
    b->waiting = b->running = b->booked = b->events.count = 0;
    b->freed.count = b->taken.count = b->taken_next.count = 0;
    b->ended = b->speeds_changed = b->changed = b->unsettled = 0;
    b->heads = b->seen = 0;
    b->refused = NULL;
    b->heads_due = JOB_NEVER;
    if (b->servers == 0) return 0;
    b->processors.slices_upto = b->rules->slices_upto;
    s = processors_begin(&b->processors, b->servers, batch_run_names(b->rules), b->now);
    return s == COA_OK ? 0 : batch_run_wrong(b, s, e);
}

/* May reservations of heads stay between passes? Not if another order puts jobs before
 * them, or if the choice of processors depends on what runs. */
static int heads_may_stay(const struct batch_run *b)
{
    return !b->rules->sharing && !processors_row(b->selection)->choose &&
           b->rules->order == ORDER_FCFS;
}

/* Checks the number of nodes, and makes room to count what is used of each. */
static int check_sharing(struct batch_run *b, struct error *e)
{
    const struct sharing *s = b->rules->sharing;
    if (!s || b->servers == 0) return 0;
    if (s->nodes < 1 || s->nodes > b->servers || s->nodes > SHARING_NODES)
        return error_fail(
            e,
            "a machine of %" PRIu32 " servers shares what its nodes have on"
            " 1 to %" PRIu32 " nodes, not on %" PRIu32,
            b->servers, b->servers < SHARING_NODES ? b->servers : (uint32_t)SHARING_NODES,
            s->nodes);
    if (processors_share(&b->processors, b->servers, s->nodes) != 0)
        return batch_run_memory(e);
    return 0;
}

int batch_begin(struct batch_run *b, struct error *e)
{
    if (b->grants && !b->grants->of && grants_begin(b->grants, b->count) != 0)
        return batch_run_memory(e);
    b->selection = batch_run_selection(b->rules);
    b->heads_stay = heads_may_stay(b);
    if (check_sharing(b, e) != 0) return -1;
    return empty(b, e);
}

void batch_clock(struct batch_run *b, int64_t now) { b->now = now; }

/* With ties per event each end is followed by a re-plan and a pass. */
static int after_end(struct batch_run *b, struct error *e)
{
    if (batch_speeds_settle(b, e) != 0 || batch_plan_replan(b, e) != 0) return -1;
    if (b->rules->kind == BATCH_CONSERVATIVE) return 0;
    return batch_pass(b, e) != 0 ? -1 : batch_speeds_settle(b, e);
}

/* Where servers are counted and no waiting job has a promise, the plan comes to this
 * instant before its events: then an end gives back all at once. But where ends come
 * first, not if a reservation may start: it would get its servers before them. */
static int advance_early(struct batch_run *b, struct error *e)
{
    if (b->servers == 0 || b->processors.named || b->rules->kind == BATCH_CONSERVATIVE ||
        (b->booked > 0 && b->rules->ties != BATCH_TIES_PER_EVENT))
        return 0;
    return batch_plan_advance(b, e);
}

int batch_ends(struct batch_run *b, struct error *e)
{
    const struct event *next;
    const int per_event = b->rules->ties == BATCH_TIES_PER_EVENT;
    if (advance_early(b, e) != 0) return -1;
    while ((next = batch_speeds_event(b)) != NULL && next->time == b->now &&
           next->kind == BATCH_END) {
        const uint32_t job = next->subject;
        events_pop(&b->events);
        if (batch_plan_end(b, job, e) != 0) return -1;
        if (b->rules->feedback && feedback_ended(b->rules->feedback, job, b->now, e) != 0)
            return -1;
        if (per_event && after_end(b, e) != 0) return -1;
    }
    if (batch_speeds_settle(b, e) != 0) return -1;
    return b->ended ? batch_plan_replan(b, e) : 0;
}

int batch_arrive(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job];
    b->changed = 1;
    if (advance_early(b, e) != 0) return -1;
    if (j->reserved) {
        b->unsettled = 1;
        if (batch_plan_leave_heads(b, 0, e) != 0) return -1;
        return batch_plan_promise(b, job, j->ready > b->now ? j->ready : b->now, e);
    }
    if (batch_run_enqueue(b, job, e) != 0) return -1;
    if (b->rules->kind == BATCH_CONSERVATIVE)
        return batch_plan_promise(b, job, b->now, e);
    if (b->rules->ties != BATCH_TIES_PER_EVENT) return 0;
    return batch_pass(b, e) != 0 ? -1 : batch_speeds_settle(b, e);
}

/* The last booking of a reservation that starts now; 0 if there is none. */
static coa_id last_reserved(const struct batch_run *b)
{
    coa_id last = 0;
    size_t i;
    for (i = 0; b->booked > 0 && i < b->events.count; i++) {
        const struct event *event = &b->events.heap[i];
        const struct held *held;
        if (event->kind != BATCH_START || event->time != b->now) continue;
        held = held_get(&b->processors.held, event->subject);
        if (held->booking > last) last = held->booking;
    }
    return last;
}

/* Where the job is in the queue. It is sorted but for jobs that come late to a machine of
 * several. */
static uint32_t place_of(const struct batch_run *b, uint32_t job)
{
    const struct orders_ranking r = batch_run_ranking(b, b->rules->order);
    size_t lo = 0, hi = b->waiting;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (orders_before(&r, b->queue[middle], job))
            lo = middle + 1;
        else
            hi = middle;
    }
    if (lo < b->waiting && b->queue[lo] == job) return (uint32_t)lo;
    for (lo = 0; b->queue[lo] != job;) lo++;
    return (uint32_t)lo;
}

static int note_due(void *context, const coa_booking *booking)
{
    struct batch_run *b = (struct batch_run *)context;
    const uint32_t job = (uint32_t)booking->tag;
    if (booking->start == b->now && !b->jobs[job].reserved)
        b->spare[b->due++] = place_of(b, job);
    return 0;
}

/* Lists in b->spare the places in the queue of the jobs that are promised this moment.
 * The calendar knows them as long as it is behind. */
static int list_due(struct batch_run *b, struct error *e)
{
    int64_t time = b->now;
    coa_status s;
    size_t i;
    b->due = 0;
    if (b->rules->kind != BATCH_CONSERVATIVE || b->promised != b->now) return 0;
    batch_run_sort(b);
    if (!b->processors.named && b->processors.now < b->now) {
        s = processors_next_starts(&b->processors, &time, note_due, b);
        if (s != COA_OK) return batch_run_wrong(b, s, e);
        qsort(b->spare, b->due, sizeof *b->spare, compare_u32);
        return 0;
    }
    for (i = 0; i < b->waiting; i++)
        if (b->outcomes[b->queue[i]].start == b->now) b->spare[b->due++] = (uint32_t)i;
    return 0;
}

/* Where servers are counted, jobs that start at the same time get theirs in the order of
 * their bookings. It has to be that of the queue, after reservations: others are booked
 * anew. */
static int line_up(struct batch_run *b, struct error *e)
{
    coa_id last;
    size_t i;
    if (b->processors.named || b->due == 0) return 0;
    last = last_reserved(b);
    for (i = 0; i < b->due; i++)
        if (batch_plan_follow(b, b->queue[b->spare[i]], &last, e) != 0) return -1;
    return 0;
}

/* Starts the waiting jobs whose promised start has come. */
static int start_promised(struct batch_run *b, struct error *e)
{
    size_t i, to = b->due > 0 ? b->spare[0] : 0;
    coa_status s;
    if (b->promised != b->now) return 0;
    for (i = 0; i < b->due; i++) {
        const size_t from = (size_t)b->spare[i] + 1;
        const size_t stay = (i + 1 < b->due ? b->spare[i + 1] : b->waiting) - from;
        if (batch_plan_start(b, b->queue[from - 1], NULL, e) != 0) return -1;
        memmove(b->queue + to, b->queue + from, stay * sizeof *b->queue);
        to += stay;
    }
    b->waiting -= b->due;
    b->promised = b->now + 1;
    s = processors_next_starts(&b->processors, &b->promised, NULL, NULL);
    return s == COA_OK ? 0 : batch_run_wrong(b, s, e);
}

static int start_reservations(struct batch_run *b, struct error *e)
{
    const struct event *next;
    while ((next = batch_speeds_event(b)) != NULL && next->time == b->now &&
           next->kind == BATCH_START) {
        const uint32_t job = next->subject;
        events_pop(&b->events);
        b->booked--;
        b->changed = b->unsettled = 1;
        if (batch_plan_start(b, job, NULL, e) != 0) return -1;
    }
    return 0;
}

/* Is a start due at this moment? */
static int start_is_due(struct batch_run *b)
{
    const struct event *next = batch_speeds_event(b);
    if (b->promised == b->now) return 1;
    return next && next->kind == BATCH_START && next->time == b->now;
}

/* A pass is due only if something has changed: an order that changes with time must not
 * make a difference at instants that are those of other machines. */
static int pass_is_due(struct batch_run *b)
{
    const int changed = b->changed;
    b->changed = 0;
    return changed && b->rules->ties != BATCH_TIES_PER_EVENT;
}

int batch_starts(struct batch_run *b, struct error *e)
{
    if (b->servers == 0) return 0;
    if (list_due(b, e) != 0 || line_up(b, e) != 0 || batch_plan_advance(b, e) != 0)
        return -1;
    do {
        if (start_reservations(b, e) != 0) return -1;
        if (b->rules->kind == BATCH_CONSERVATIVE
                ? start_promised(b, e) != 0
                : pass_is_due(b) && batch_pass(b, e) != 0)
            return -1;
        if (batch_speeds_settle(b, e) != 0) return -1;
        if (b->rules->sharing && list_due(b, e) != 0) return -1;
    } while (b->rules->sharing && start_is_due(b));
    return 0;
}

/* ---- a whole run ------------------------------------------------------------------- */

/* The next job to arrive. Jobs larger than the machine never do. */
static size_t next_job(struct batch_run *b, size_t job)
{
    for (; job < b->count && b->jobs[job].servers > b->servers; job++) {
        b->outcomes[job].fate = JOB_TOO_LARGE;
        progress_add(b->rules->progress, 1);
    }
    return job;
}

/* Jobs come that others may have followed. */
static int feedback_arrivals(struct batch_run *b, struct error *e)
{
    struct feedback *f = b->rules->feedback;
    while (feedback_due(f) == b->now) {
        const uint32_t job = feedback_next(f);
        progress_add(b->rules->progress, 1);
        if (b->jobs[job].servers > b->servers) {
            b->outcomes[job].fate = JOB_TOO_LARGE;
            if (feedback_ended(f, job, b->now, e) != 0) return -1;
        } else if (batch_arrive(b, job, e) != 0) {
            return -1;
        }
    }
    return 0;
}

static int arrivals(struct batch_run *b, size_t *next, struct error *e)
{
    if (b->rules->feedback) return feedback_arrivals(b, e);
    while (*next < b->count && b->jobs[*next].submit == b->now) {
        if (batch_arrive(b, (uint32_t)*next, e) != 0) return -1;
        progress_add(b->rules->progress, 1);
        *next = next_job(b, *next + 1);
    }
    return 0;
}

static int replay(struct batch_run *b, struct error *e)
{
    const int per_event = b->rules->ties == BATCH_TIES_PER_EVENT;
    const struct feedback *f = b->rules->feedback;
    size_t next = f ? b->count : next_job(b, 0);
    for (;;) {
        int64_t now = batch_due(b);
        if (f && feedback_due(f) < now) now = feedback_due(f);
        if (next < b->count && b->jobs[next].submit < now) now = b->jobs[next].submit;
        if (now == JOB_NEVER) return 0;
        batch_clock(b, now);
        if (per_event && arrivals(b, &next, e) != 0) return -1;
        if (batch_ends(b, e) != 0) return -1;
        if (!per_event && arrivals(b, &next, e) != 0) return -1;
        if (batch_starts(b, e) != 0) return -1;
    }
}

int batch_simulate(const struct job *jobs, size_t n, uint32_t servers,
                   const struct batch_rules *rules, struct job_outcome *outcomes,
                   struct grants *grants, uint64_t *broken, struct error *e)
{
    struct batch_run b;
    int result;
    memset(&b, 0, sizeof b);
    b.jobs = jobs;
    b.count = n;
    b.servers = servers;
    b.rules = rules;
    b.outcomes = outcomes;
    b.grants = grants;
    result = batch_begin(&b, e);
    if (result == 0) result = replay(&b, e);
    if (broken) *broken = b.broken;
    batch_free(&b);
    return result;
}
