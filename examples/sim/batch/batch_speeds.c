/* batch_speeds.c - where jobs share what their nodes have (sharing.h), they run at speeds
 * that change, and so their ends move.
 *
 * Speeds are computed when all ends of an instant are done and again when all starts are;
 * with ties per event after each of them. A job is not killed for the time it loses: its
 * planned end moves as well. If it moves later, into windows that are promised to others
 * on its processors (conservative backfilling, advance reservations), those promises
 * cannot be kept. They are made anew: reservations first, by number, then waiting jobs in
 * order of the queue. A promise that became later counts as broken.
 *
 * A job whose speed changes gets a new end event; the old one stays in
 * the heap until it is met, or until too many have gathered. */
#include "batch/batch_run.h"

#include "coalloc.h"

#include "base/job.h"
#include "batch/batch_plan.h"
#include "batch/held.h"
#include "batch/processors.h"
#include "batch/sharing.h"

#include <inttypes.h>
#include <stddef.h>

/* The job runs at another speed: its end moves. Its booking shrinks if it is to end
 * sooner. */
static int change_pace(struct batch_run *b, struct held *held, uint64_t slowdown,
                       struct error *e)
{
    const struct job *j = &b->jobs[held->job];
    const int64_t before = sharing_pace_end(&held->pace, j->estimate);
    int64_t planned;
    coa_status s;
    sharing_pace_change(&held->pace, b->now, slowdown);
    held->due = sharing_pace_end(&held->pace, j->run);
    planned = sharing_pace_end(&held->pace, j->estimate);
    if (planned > JOB_NEVER / 2)
        return error_fail(e, "job %" PRId64 " would end after 2^62 seconds", j->number);
    if (events_push_numbered(&b->events, held->due, BATCH_END, held->job, held->rank) !=
        0)
        return batch_run_memory(e);
    if (planned >= before) return 0;
    b->ended = 1;
    replan_free(&b->freed, planned, before);
    s = processors_shorten(&b->processors, held, planned);
    return s == COA_OK ? 0 : batch_run_job_wrong(b, held->job, s, e);
}

/* The booking of a job that ends later grows; promises in its way are displaced. */
static int prolong(struct batch_run *b, struct held *held, int *displaced,
                   struct error *e)
{
    const int64_t planned = batch_plan_planned(b, held->job), before = held->end;
    const coa_status s = processors_prolong(&b->processors, held, planned, displaced);
    if (s != COA_OK) return batch_run_job_wrong(b, held->job, s, e);
    batch_plan_taken(b, before, planned);
    return 0;
}

/* Makes a displaced promise anew. */
static int replace(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job];
    const int64_t before = b->outcomes[job].start;
    const int64_t from = j->reserved && j->ready > b->now ? j->ready : b->now;
    struct held_table *held = &b->processors.held;
    held_remove(held, held_get(held, job));
    if (batch_plan_reserve(b, job, from, e) != 0) return -1;
    if (b->outcomes[job].start > before) b->broken++;
    replan_free(&b->freed, before, before + j->estimate);
    if (j->reserved) return batch_plan_await(b, job, e);
    batch_plan_expect(b, b->outcomes[job].start);
    return 0;
}

/* The displaced reservation with the lowest number; or NULL. */
static const struct held *first_displaced(const struct batch_run *b)
{
    const struct held_table *h = &b->processors.held;
    const struct held *held, *first = NULL;
    size_t at = 0;
    while ((held = held_next(h, &at)) != NULL)
        if (held->state == HELD_DISPLACED && b->jobs[held->job].reserved &&
            (!first || held->job < first->job))
            first = held;
    return first;
}

/* Makes all displaced promises anew: reservations by number, then the queue in order. */
static int replace_all(struct batch_run *b, struct error *e)
{
    const struct held *held;
    size_t i;
    while ((held = first_displaced(b)) != NULL)
        if (replace(b, held->job, e) != 0) return -1;
    if (b->rules->kind != BATCH_CONSERVATIVE) return 0;
    batch_run_sort(b);
    b->promised = JOB_NEVER;
    for (i = 0; i < b->waiting; i++) {
        const uint32_t job = b->queue[i];
        if (held_get(&b->processors.held, job)->state == HELD_PROMISED)
            batch_plan_expect(b, b->outcomes[job].start);
        else if (replace(b, job, e) != 0)
            return -1;
    }
    return 0;
}

/* Computes the speed of every running job, then moves bookings. */
static int compute(struct batch_run *b, struct error *e)
{
    const struct processors *p = &b->processors;
    struct held *held;
    int displaced = 0;
    coa_status s;
    size_t at;
    for (at = 0; (held = held_next(&p->held, &at)) != NULL;) {
        coa_booking on;
        uint64_t slowdown;
        if (held->state != HELD_RUNNING || held->due <= b->now) continue;
        b->processors.call = "coa_get";
        s = coa_get(p->calendar, held->booking, &on);
        if (s != COA_OK) return batch_run_job_wrong(b, held->job, s, e);
        slowdown = sharing_loads_slowdown(&p->loads, on.runs, on.run_count, &held->share);
        if (slowdown != held->pace.slowdown && change_pace(b, held, slowdown, e) != 0)
            return -1;
    }
    for (at = 0; (held = held_next(&p->held, &at)) != NULL;) {
        if (held->state != HELD_RUNNING || held->due <= b->now) continue;
        if (prolong(b, held, &displaced, e) != 0) return -1;
    }
    return displaced ? replace_all(b, e) : 0;
}

/* Has what the event announces been done, or moved to another time? */
static int is_stale(const struct batch_run *b, const struct event *event)
{
    const struct held *held;
    if (!b->rules->sharing) return 0;
    held = held_get(&b->processors.held, event->subject);
    if (!held) return 1;
    return event->kind == BATCH_END
               ? held->state != HELD_RUNNING || held->due != event->time
               : held->state != HELD_PROMISED ||
                     b->outcomes[event->subject].start != event->time;
}

const struct event *batch_speeds_skip_stale(struct batch_run *b)
{
    const struct event *next;
    while ((next = events_next(&b->events)) != NULL && is_stale(b, next))
        events_pop(&b->events);
    return next;
}

/* Makes the events anew, without the stale ones. */
static int batch_speeds_sweep(struct batch_run *b, struct error *e)
{
    const struct held *held;
    size_t at = 0;
    b->events.count = 0;
    while ((held = held_next(&b->processors.held, &at)) != NULL) {
        if (held->state == HELD_RUNNING &&
            events_push_numbered(&b->events, held->due, BATCH_END, held->job,
                                 held->rank) != 0)
            return batch_run_memory(e);
        if (held->state == HELD_PROMISED && b->jobs[held->job].reserved &&
            batch_plan_await(b, held->job, e) != 0)
            return -1;
    }
    return 0;
}

int batch_speeds_change(struct batch_run *b, struct error *e)
{
    if (b->speeds_changed) {
        b->speeds_changed = 0;
        if (compute(b, e) != 0) return -1;
    }
    if (b->events.count > 4 * b->processors.held.by_job.count + 64 &&
        batch_speeds_sweep(b, e) != 0)
        return -1;
    batch_speeds_event(b);
    return 0;
}
