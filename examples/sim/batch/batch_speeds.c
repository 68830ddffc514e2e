/* batch_speeds.c - where jobs share what their nodes have (sharing.h), they run at speeds
 * that change, and so their ends move.
 *
 * Speeds are computed when all ends of an instant are done and again when all starts are;
 * with ties per event after each of them. A job is not killed for the time it loses: its
 * planned end moves as well. If it moves later, into windows that are promised to others
 * on its processors (conservative backfilling, advance reservations), those promises
 * cannot be kept. They are made anew: reservations first, by number, then waiting jobs in
 * order of the queue. A promise that became later counts as broken. */
#include "batch/batch_plan.h"

#include "base/compare.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void batch_speeds_begin(struct batch_run *b)
{
    const struct sharing *s = b->rules->sharing;
    const uint32_t most = b->servers < SHARING_NODES ? b->servers : SHARING_NODES;
    if (s->nodes < 1 || s->nodes > most)
        fail("a machine of %" PRIu32
             " servers shares what its nodes have on 1 to %" PRIu32
             " nodes, not on %" PRIu32,
             b->servers, most, s->nodes);
    sharing_loads_begin(&b->loads, b->servers, s->nodes);
    sharing_loads_begin(&b->planned, b->servers, s->nodes);
}

/* The processes of the job come to their nodes, or leave them. */
static void change_loads(struct batch_run *b, const struct batch_speed *s, int give)
{
    const struct job_granted *g = &b->grants->of[s->job];
    uint32_t i;
    for (i = 0; i < g->count; i++)
        b->speeds_changed |= sharing_loads_change(
            &b->loads, b->grants->runs[g->first + i], &s->share, give);
}

void batch_speeds_started(struct batch_run *b, uint32_t job)
{
    struct batch_speed *s;
    b->speeds = (struct batch_speed *)base_room(b->speeds, &b->speeds_room, b->running,
                                                sizeof *b->speeds);
    s = &b->speeds[b->running++];
    memset(s, 0, sizeof *s);
    s->job = job;
    s->share = sharing_share(b->rules->sharing, &b->jobs[job]);
    s->pace.slowdown = SHARING_SHARE_ONE;
    s->pace.since = b->now;
    s->due = b->now + b->jobs[job].run;
    s->rank = b->events.pushed;
    change_loads(b, s, 0);
}

int64_t batch_speeds_ended(struct batch_run *b, uint32_t job)
{
    struct batch_speed *s = b->speeds;
    int64_t planned;
    while (s->job != job) s++;
    change_loads(b, s, 1);
    planned = sharing_pace_end(&s->pace, b->jobs[job].estimate);
    *s = b->speeds[--b->running];
    return planned;
}

/* The job runs at another speed, and its end moves. Its booking shrinks if it is to end
 * sooner. */
static void change_pace(struct batch_run *b, struct batch_speed *s, uint64_t slowdown)
{
    const struct job *j = &b->jobs[s->job];
    const int64_t before = sharing_pace_end(&s->pace, j->estimate);
    int64_t planned;
    sharing_pace_change(&s->pace, b->now, slowdown);
    s->due = sharing_pace_end(&s->pace, j->run);
    planned = sharing_pace_end(&s->pace, j->estimate);
    if (planned > JOB_NEVER / 2)
        fail("job %" PRId64 " would end after 2^62 seconds", j->number);
    if (planned >= before) return;
    b->ended = 1;
    replan_free(&b->freed, planned, before);
    batch_plan_must(coa_finish(b->plan, b->grants->booking[s->job], planned),
                    "coa_finish");
}

/* Computes the speed of every job that goes on. */
static void compute(struct batch_run *b)
{
    size_t k;
    for (k = 0; k < b->running; k++) {
        struct batch_speed *s = &b->speeds[k];
        const struct job_granted *g = &b->grants->of[s->job];
        uint64_t worst = SHARING_SHARE_ONE;
        uint32_t i;
        if (s->due <= b->now) continue;
        for (i = 0; i < g->count; i++) {
            const uint64_t here = sharing_loads_slowdown(
                &b->loads, b->grants->runs[g->first + i], &s->share);
            if (here > worst) worst = here;
        }
        if (worst != s->pace.slowdown) change_pace(b, s, worst);
    }
}

/* ---- promises that cannot be kept -------------------------------------------------- */

static int meet(const coa_booking *x, const coa_booking *y)
{
    uint32_t i = 0, k = 0;
    while (i < x->run_count && k < y->run_count) {
        const coa_run *a = &x->runs[i], *b = &y->runs[k];
        if (a->first < b->first + b->count && b->first < a->first + a->count) return 1;
        if (a->first < b->first)
            i++;
        else
            k++;
    }
    return 0;
}

/* The job keeps its processors until it is planned to end: promises that are in the way
 * are given back, and have no booking. */
static int prolong(struct batch_run *b, const struct batch_speed *s)
{
    const int64_t end = sharing_pace_end(&s->pace, b->jobs[s->job].estimate);
    const coa_id id = b->grants->booking[s->job];
    coa_booking own, other = {0};
    coa_status status;
    int displaced = 0;
    batch_plan_must(coa_get(b->plan, id, &own, &b->kept), "coa_get");
    batch_plan_taken(b, own.end, end);
    status = coa_extend(b->plan, id, end, 0, NULL, NULL, NULL, NULL);
    while (status == COA_E_BUSY &&
           coa_next(b->plan, other.id, &other, &b->found) == COA_OK) {
        const uint32_t job = (uint32_t)other.tag;
        if (b->outcomes[job].fate == JOB_RAN || other.start >= end ||
            other.end <= own.end || !meet(&own, &other))
            continue;
        batch_plan_withdraw(b, job);
        b->grants->booking[job] = 0;
        displaced = 1;
    }
    if (displaced) status = coa_extend(b->plan, id, end, 0, NULL, NULL, NULL, NULL);
    batch_plan_must(status, "coa_extend");
    return displaced;
}

/* Makes a displaced promise anew. */
static void replace(struct batch_run *b, uint32_t job)
{
    const struct job *j = &b->jobs[job];
    const int64_t before = b->outcomes[job].start;
    batch_plan_reserve(b, job, j->reserved && j->ready > b->now ? j->ready : b->now);
    if (b->outcomes[job].start > before) b->broken++;
    replan_free(&b->freed, before, before + j->estimate);
}

static int by_subject(const void *x, const void *y)
{
    return COMPARE(((const struct event *)x)->subject,
                   ((const struct event *)y)->subject);
}

/* Reservations first: all that wait have an event. */
static void replace_all(struct batch_run *b)
{
    size_t i;
    qsort(b->events.heap, b->events.count, sizeof *b->events.heap, by_subject);
    for (i = 0; i < b->events.count; i++) {
        const struct event *event = &b->events.heap[i];
        if (event->kind == BATCH_START && !b->grants->booking[event->subject])
            replace(b, event->subject);
    }
    if (b->rules->kind != BATCH_CONSERVATIVE) return;
    batch_plan_sort(b);
    b->promised = JOB_NEVER;
    for (i = 0; i < b->waiting; i++) {
        const uint32_t job = b->queue[i];
        if (!b->grants->booking[job]) replace(b, job);
        if (b->outcomes[job].start < b->promised) b->promised = b->outcomes[job].start;
    }
}

/* ---- events ------------------------------------------------------------------------ */

static void push(struct events *q, int64_t time, uint32_t kind, uint32_t job,
                 uint64_t rank)
{
    if (events_push_numbered(q, time, kind, job, rank) != 0) fail("out of memory");
}

/* Makes the events anew, at their times. */
static void move_events(struct batch_run *b)
{
    struct events moved = {NULL, 0, 0, 0};
    size_t i;
    for (i = 0; i < b->events.count; i++) {
        const uint32_t job = b->events.heap[i].subject;
        if (b->events.heap[i].kind == BATCH_START)
            push(&moved, b->outcomes[job].start, BATCH_START, job, job);
    }
    for (i = 0; i < b->running; i++)
        push(&moved, b->speeds[i].due, BATCH_END, b->speeds[i].job, b->speeds[i].rank);
    moved.pushed = b->events.pushed;
    events_free(&b->events);
    b->events = moved;
}

void batch_speeds_settle(struct batch_run *b)
{
    int displaced = 0;
    size_t k;
    if (!b->speeds_changed) return;
    b->speeds_changed = 0;
    compute(b);
    for (k = 0; k < b->running; k++)
        if (b->speeds[k].due > b->now) displaced |= prolong(b, &b->speeds[k]);
    if (displaced) replace_all(b);
    move_events(b);
}
