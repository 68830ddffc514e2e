/* batch.c - a pass over the queue, and the order of things at one instant; what a re-plan
 * and a change of speed do is in batch_plan.c and batch_speeds.c. */
#include "batch/batch.h"

#include "base/compare.h"
#include "base/events.h"
#include "base/job.h"
#include "base/progress.h"
#include "batch/batch_plan.h"
#include "batch/batch_run.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "batch/sharing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- a pass: which jobs without a promise start now -------------------------------- */

/* The places in the queue up to the last job, from place `from` on, that is small enough
 * to start. */
static size_t small_enough(const struct batch_run *b, size_t from)
{
    size_t n = b->idle > 0 ? b->waiting : from;
    while (n > from && b->jobs[b->queue[n - 1]].servers > b->idle) n--;
    return n;
}

/* 1 if the job could start, and has. Room only shrinks: a job that is no smaller than one
 * that found no room need not look. */
static inline int try_job(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job], *than = b->refused;
    struct processors_wish wish;
    struct processors_choice how;
    const coa_booking *booked = &b->processors.booked;
    int result;
    if (j->servers > b->idle) return 0;
    if (than && j->servers >= than->servers && j->estimate >= than->estimate) return 0;
    wish = batch_plan_wish(b, job, b->now, b->now + 1);
    how = batch_plan_choice(b, job, b->heads > 0);
    how.among = batch_plan_among(b);
    result = batch_plan_place(b, job, &wish, &how, e);
    if (result == 0 && how.limit == UINT64_MAX) b->refused = j;
    if (result <= 0) return result;
    return batch_plan_start(b, job, booked->run_count > 0 ? booked : NULL, e) == 0 ? 1
                                                                                   : -1;
}

/* In order of the queue up to `end`, until as many have a reservation as may; those
 * before `from` cannot start. Sets *passed to how many places were passed; returns how
 * many of those jobs stay, or -1. */
static int64_t start_heads(struct batch_run *b, size_t from, size_t end, size_t *passed,
                           struct error *e)
{
    const uint32_t most = b->rules->kind == BATCH_FCFS ? 0 : b->rules->reservations;
    size_t i = b->heads, stay = i;
    while (i < end && b->idle > 0 && (most == 0 || b->heads < most)) {
        const uint32_t job = b->queue[i];
        const int started = i < from ? 0 : try_job(b, job, e);
        if (started < 0) return -1;
        if (started == 0 && most == 0) break;
        i++;
        if (started) continue;
        b->queue[stay++] = job;
        if (i == end) break; /* no job behind it could start */
        if (batch_plan_reserve(b, job, b->now, e) != 0) return -1;
        if (b->outcomes[job].start < b->heads_due) b->heads_due = b->outcomes[job].start;
        b->heads++;
    }
    *passed = i;
    return (int64_t)stay;
}

/* The jobs from one place in the queue to another start if they can, in the backfill
 * order. */
static int backfill(struct batch_run *b, size_t from, size_t to, struct error *e)
{
    const uint32_t started_job = UINT32_MAX; /* instead of it in the queue */
    const size_t n = to - from;
    uint32_t *list = b->by_start;
    size_t i, at, stay, first = b->waiting; /* that has started */
    memcpy(list, b->queue + from, n * sizeof *list);
    if (b->rules->backfill) {
        const struct orders_ranking r = batch_run_ranking(b, b->rules->backfill - 1);
        orders_sort(&r, list, n, b->spare);
    }
    for (i = 0; i < n && b->idle > 0; i++) {
        const int started = try_job(b, list[i], e);
        if (started < 0) return -1;
        if (started == 0) continue;
        at = b->queue[from + i] == list[i] ? from + i : from;
        while (b->queue[at] != list[i]) at++;
        b->queue[at] = started_job;
        if (at < first) first = at;
    }
    if (first == b->waiting) return 0;
    for (i = stay = first; i < b->waiting; i++)
        if (b->queue[i] != started_job) b->queue[stay++] = b->queue[i];
    b->waiting = stay;
    return 0;
}

/* The first head has its reservation still, though more than arrivals has changed the
 * plan: the reservation moves, unless the job may start. */
static int move_head(struct batch_run *b, struct error *e)
{
    const uint32_t job = b->queue[0];
    if (b->jobs[job].servers <= b->idle) return batch_plan_leave_heads(b, 0, e);
    if (batch_plan_move(b, job, e) < 0) return -1;
    b->heads_due = b->outcomes[job].start;
    return 0;
}

/* Which of the jobs that wait without a promise start now. */
static int batch_pass(struct batch_run *b, struct error *e)
{
    size_t from, end, passed;
    int64_t stay;
    if (b->heads_due <= b->now && batch_plan_leave_heads(b, 0, e) != 0) return -1;
    if (b->unsettled && batch_plan_leave_heads(b, 1, e) != 0) return -1;
    from = b->seen;
    end = small_enough(b, from);
    if (end > from) {
        if (batch_run_sort(b)) end = small_enough(b, from);
        if (b->heads > 0 && from == 0 && move_head(b, e) != 0) return -1;
        stay = start_heads(b, from, end, &passed, e);
        if (stay < 0) return -1;
        if (passed > (size_t)stay) {
            b->waiting -= passed - (size_t)stay;
            memmove(b->queue + stay, b->queue + passed,
                    (b->waiting - (size_t)stay) * sizeof *b->queue);
            end -= passed - (size_t)stay;
        }
        if (from < (size_t)stay) from = (size_t)stay;
        if (b->heads > 0 && from < end && b->idle > 0 && backfill(b, from, end, e) != 0)
            return -1;
    } else if (b->heads > 0 && from == 0) {
        return 0; /* the reservation may move later */
    }
    b->seen = b->waiting;
    b->unsettled = !b->heads_stay;
    return b->unsettled ? batch_plan_leave_heads(b, 0, e) : 0;
}

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
        if (b->rules->feedback) feedback_ended(b->rules->feedback, job, b->now);
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
            feedback_ended(f, job, b->now);
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
