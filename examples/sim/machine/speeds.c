/* speeds.c - where jobs share what their nodes have (sharing.h), they run at speeds
 * that change, and so their ends move.
 *
 * Speeds are computed when all ends of an instant are done and again when all starts are;
 * with ties per event after each of them. A job is not killed for the time it loses: its
 * planned end moves as well. If it moves later, into windows that are promised to others
 * on its processors (conservative backfilling, advance reservations), those promises
 * cannot be kept. They are made again: reservations first, by number, then waiting jobs
 * in order of the queue. A promise that became later counts as broken. */
#include "machine/plan.h"

#include "base/compare.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void speeds_begin(struct machine *m)
{
    const struct sharing *s = m->rules->sharing;
    const uint32_t most = m->servers < SHARING_NODES ? m->servers : SHARING_NODES;
    if (s->nodes < 1 || s->nodes > most)
        fail("a machine of %" PRIu32 " servers can share resources on 1 to %" PRIu32
             " nodes, not on %" PRIu32,
             m->servers, most, s->nodes);
    sharing_loads_begin(&m->speeds.loads, m->servers, s->nodes);
    sharing_loads_begin(&m->speeds.planned, m->servers, s->nodes);
}

void speeds_free(struct machine *m)
{
    free(m->speeds.loads.of);
    free(m->speeds.planned.of);
    free(m->speeds.jobs);
}

/* The processes of the job come to their nodes, or leave them. */
static void change_loads(struct machine *m, const struct machine_speed *s, int give)
{
    const struct job_granted *g = &m->grants->of[s->job];
    for (uint32_t i = 0; i < g->count; i++)
        m->speeds.changed |= sharing_loads_change(
            &m->speeds.loads, m->grants->runs[g->first + i], &s->share, give);
}

void speeds_started(struct machine *m, uint32_t job)
{
    m->speeds.jobs = base_room(m->speeds.jobs, &m->speeds.room, m->speeds.count,
                               sizeof *m->speeds.jobs);
    struct machine_speed *s = &m->speeds.jobs[m->speeds.count++];
    memset(s, 0, sizeof *s);
    s->job = job;
    s->share = sharing_share(m->rules->sharing, &m->jobs[job]);
    s->pace.slowdown = SHARING_SHARE_ONE;
    s->pace.since = m->now;
    s->due = m->now + m->jobs[job].run;
    s->rank = m->events.pushed;
    change_loads(m, s, 0);
}

int64_t speeds_ended(struct machine *m, uint32_t job)
{
    struct machine_speed *s = m->speeds.jobs;
    while (s->job != job) s++;
    change_loads(m, s, 1);
    const int64_t planned = sharing_pace_end(&s->pace, m->jobs[job].estimate);
    *s = m->speeds.jobs[--m->speeds.count];
    return planned;
}

/* The job runs at another speed, and its end moves. Its booking shrinks if it is to end
 * sooner. */
static void change_pace(struct machine *m, struct machine_speed *s, uint64_t slowdown)
{
    const struct job *j = &m->jobs[s->job];
    const int64_t before = sharing_pace_end(&s->pace, j->estimate);
    sharing_pace_change(&s->pace, m->now, slowdown);
    s->due = sharing_pace_end(&s->pace, j->run);
    const int64_t planned = sharing_pace_end(&s->pace, j->estimate);
    if (planned > JOB_NEVER / 2)
        fail("job %" PRId64 " would end after 2^62 seconds", j->number);
    if (planned >= before) return;
    m->moves.ended = 1;
    replan_free(&m->moves.freed, planned, before);
    grants_must(coa_finish(plan_of(m), m->known[s->job].booking, planned), "coa_finish");
}

/* Computes the speed of every job that goes on. */
static void compute_paces(struct machine *m)
{
    for (size_t k = 0; k < m->speeds.count; k++) {
        struct machine_speed *s = &m->speeds.jobs[k];
        const struct job_granted *g = &m->grants->of[s->job];
        uint64_t worst = SHARING_SHARE_ONE;
        if (s->due <= m->now) continue;
        for (uint32_t i = 0; i < g->count; i++) {
            const uint64_t here = sharing_loads_slowdown(
                &m->speeds.loads, m->grants->runs[g->first + i], &s->share);
            if (here > worst) worst = here;
        }
        if (worst != s->pace.slowdown) change_pace(m, s, worst);
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
static int prolong(struct machine *m, const struct machine_speed *s)
{
    const int64_t end = sharing_pace_end(&s->pace, m->jobs[s->job].estimate);
    const coa_id id = m->known[s->job].booking;
    coa_booking own, other = {0};
    int displaced = 0;
    grants_must(coa_get(m->plan, id, &own, &m->sets.kept), "coa_get");
    plan_taken(m, own.end, end);
    coa_status status = coa_extend(plan_of(m), id, end, 0, NULL, NULL, NULL, NULL);
    while (status == COA_E_BUSY &&
           coa_next(plan_of(m), other.id, &other, &m->sets.found) == COA_OK) {
        const uint32_t job = (uint32_t)other.tag;
        if (m->outcomes[job].fate == JOB_RAN || other.start >= end ||
            other.end <= own.end || !meet(&own, &other))
            continue;
        plan_withdraw(m, job);
        m->known[job].booking = 0;
        displaced = 1;
    }
    if (displaced) status = coa_extend(plan_of(m), id, end, 0, NULL, NULL, NULL, NULL);
    grants_must(status, "coa_extend");
    return displaced;
}

/* Makes a displaced promise again. */
static void replace(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    const int64_t before = m->outcomes[job].start;
    plan_reserve(m, job, j->reserved && j->ready > m->now ? j->ready : m->now);
    if (m->outcomes[job].start > before) m->broken++;
    replan_free(&m->moves.freed, before, before + j->estimate);
}

static int by_subject(const void *x, const void *y)
{
    const struct event *a = x, *b = y;
    return COMPARE(a->subject, b->subject);
}

/* Reservations first: all that wait have an event. */
static void replace_all(struct machine *m)
{
    qsort(m->events.heap, m->events.count, sizeof *m->events.heap, by_subject);
    for (size_t i = 0; i < m->events.count; i++) {
        const struct event *event = &m->events.heap[i];
        if (event->kind == MACHINE_START && !m->known[event->subject].booking)
            replace(m, event->subject);
    }
    if (m->promised == JOB_NEVER) return;
    plan_sort(m);
    m->promised = JOB_NEVER;
    for (size_t i = 0; i < m->waiting; i++) {
        const uint32_t job = m->queue[i];
        if (!m->known[job].booking) replace(m, job);
        if (m->outcomes[job].start < m->promised) m->promised = m->outcomes[job].start;
    }
}

/* ---- events ------------------------------------------------------------------------ */

/* Makes the events anew, at their times. */
static void move_events(struct machine *m)
{
    struct events moved = {NULL, 0, 0, 0};
    for (size_t i = 0; i < m->events.count; i++) {
        const uint32_t job = m->events.heap[i].subject;
        if (m->events.heap[i].kind == MACHINE_START)
            plan_push(&moved, m->outcomes[job].start, MACHINE_START, job, job);
        if (m->events.heap[i].kind == MACHINE_WAKE)
            plan_push(&moved, m->events.heap[i].time, MACHINE_WAKE, job, job);
    }
    for (size_t i = 0; i < m->speeds.count; i++)
        plan_push(&moved, m->speeds.jobs[i].due, MACHINE_END, m->speeds.jobs[i].job,
                  m->speeds.jobs[i].rank);
    moved.pushed = m->events.pushed;
    events_free(&m->events);
    m->events = moved;
}

void speeds_compute(struct machine *m)
{
    int displaced = 0;
    m->speeds.changed = 0;
    compute_paces(m);
    for (size_t k = 0; k < m->speeds.count; k++)
        if (m->speeds.jobs[k].due > m->now) displaced |= prolong(m, &m->speeds.jobs[k]);
    if (displaced) replace_all(m);
    move_events(m);
}
