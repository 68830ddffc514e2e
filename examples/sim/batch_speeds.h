/* batch_speeds.h - where nodes share something (sharing.h), jobs run at speeds that
 * change, and so their ends move.
 *
 * Speeds are looked at when all that end at an instant have ended, and when those who can
 * start have started; per event, after each of these. A job is not killed for the time it
 * loses: its planned end moves, too. If it moves later, into windows that others are
 * promised on its processors (conservative backfilling, advance reservations), those
 * promises cannot be kept. They are made anew, reservations first, by number, then the
 * others in order of the queue; one that is later than it was is counted.
 */
#ifndef SIM_BATCH_SPEEDS_H
#define SIM_BATCH_SPEEDS_H

#include "batch_plan.h"

/* The job runs at another speed: its end moves, and what it has booked if it is to end
 * sooner than planned. */
static inline int sim_batch_pace(sim_batch_run *b, sim_held *held, uint64_t slowdown,
                                 sim_error *e)
{
    const sim_job *j = &b->jobs[held->job];
    const int64_t before = sim_pace_end(&held->pace, j->estimate);
    int64_t planned;
    sim_pace_change(&held->pace, b->now, slowdown);
    held->due = sim_pace_end(&held->pace, j->run);
    planned = sim_pace_end(&held->pace, j->estimate);
    if (planned > SIM_NEVER / 2)
        return sim_fail(e, "job %" PRId64 " would end after 2^62 seconds", j->number);
    if (sim_events_push_as(&b->events, held->due, SIM_BATCH_END, held->job, held->rank) !=
        0)
        return sim_batch_memory(e);
    if (planned >= before) return 0;
    b->ended = 1;
    sim_stretch_add(&b->freed, planned, before);
    if (coa_finish(b->processors.calendar, held->booking, planned) != COA_OK)
        return sim_batch_memory(e);
    return 0;
}

/* ... or later: whoever was promised the servers by then is displaced. 1: somebody is. */
static inline int sim_batch_prolong(sim_batch_run *b, const sim_held *held, sim_error *e)
{
    const int64_t planned = sim_batch_planned(b, held->job);
    const int result = sim_processors_prolong(&b->processors, held, planned);
    return result < 0 ? sim_batch_memory(e) : result;
}

/* A promise to one that is displaced is made anew. */
static inline int sim_batch_replace(sim_batch_run *b, uint32_t job, sim_error *e)
{
    const sim_job *j = &b->jobs[job];
    const int64_t before = b->outcomes[job].start;
    const int64_t from = j->reserved && j->ready > b->now ? j->ready : b->now;
    sim_helds *held = &b->processors.held;
    sim_helds_remove(held, sim_helds_get(held, job));
    if (sim_batch_reserve(b, job, from, e) != 0) return -1;
    if (b->outcomes[job].start > before) b->broken++;
    sim_stretch_add(&b->left, before, before + j->estimate);
    if (j->reserved) return sim_batch_await(b, job, e);
    sim_batch_expect(b, b->outcomes[job].start);
    return 0;
}

/* The reservation with the lowest number, of those that are displaced; or NULL. */
static inline const sim_held *sim_batch_displaced(const sim_batch_run *b)
{
    const sim_helds *h = &b->processors.held;
    const sim_held *first = NULL;
    size_t i;
    for (i = 0; i < h->room; i++)
        if (h->places[i].state == SIM_HELD_DISPLACED &&
            b->jobs[h->places[i].job].reserved &&
            (!first || h->places[i].job < first->job))
            first = &h->places[i];
    return first;
}

/* First reservations, by number, then the others in order of the queue. */
static inline int sim_batch_replace_all(sim_batch_run *b, sim_error *e)
{
    const sim_held *held;
    size_t i;
    while ((held = sim_batch_displaced(b)) != NULL)
        if (sim_batch_replace(b, held->job, e) != 0) return -1;
    if (b->rules->kind != SIM_BATCH_CONSERVATIVE) return 0;
    sim_batch_sort(b);
    b->promised = SIM_NEVER;
    for (i = 0; i < b->waiting; i++) {
        const uint32_t job = b->queue[i];
        if (sim_helds_get(&b->processors.held, job)->state == SIM_HELD_PROMISED)
            sim_batch_expect(b, b->outcomes[job].start);
        else if (sim_batch_replace(b, job, e) != 0)
            return -1;
    }
    return 0;
}

/* Everyone's speed, and then the ends that move. */
static inline int sim_batch_speeds(sim_batch_run *b, sim_error *e)
{
    const sim_processors *p = &b->processors;
    int displaced = 0;
    size_t i;
    for (i = 0; i < p->held.room; i++) {
        sim_held *held = &p->held.places[i];
        coa_booking on;
        uint64_t slowdown;
        if (held->state != SIM_HELD_RUNNING || held->due <= b->now) continue;
        if (coa_get(p->calendar, held->booking, &on) != COA_OK) return -1;
        slowdown = sim_loads_slowdown(&p->loads, on.runs, on.run_count, &held->share);
        if (slowdown != held->pace.slowdown && sim_batch_pace(b, held, slowdown, e) != 0)
            return -1;
    }
    for (i = 0; i < p->held.room; i++) {
        const sim_held *held = &p->held.places[i];
        int result;
        if (held->state != SIM_HELD_RUNNING || held->due <= b->now) continue;
        result = sim_batch_prolong(b, held, e);
        if (result < 0) return -1;
        displaced |= result;
    }
    return displaced ? sim_batch_replace_all(b, e) : 0;
}

/* Is that over, or did it move to another time? */
static inline int sim_batch_stale(const sim_batch_run *b, const sim_event *event)
{
    const sim_held *held;
    if (!b->rules->sharing) return 0;
    held = sim_helds_get(&b->processors.held, event->subject);
    if (!held) return 1;
    return event->kind == SIM_BATCH_END
               ? held->state != SIM_HELD_RUNNING || held->due != event->time
               : held->state != SIM_HELD_PROMISED ||
                     b->outcomes[event->subject].start != event->time;
}

/* The next event of those that are not stale, or NULL. */
static inline const sim_event *sim_batch_event(sim_batch_run *b)
{
    const sim_event *next;
    while ((next = sim_events_next(&b->events)) != NULL && sim_batch_stale(b, next))
        sim_events_pop(&b->events);
    return next;
}

/* Too many are stale: those that are not, anew. There is room. */
static inline int sim_batch_sweep(sim_batch_run *b, sim_error *e)
{
    const sim_helds *h = &b->processors.held;
    size_t i;
    b->events.count = 0;
    for (i = 0; i < h->room; i++) {
        const sim_held *held = &h->places[i];
        if (held->state == SIM_HELD_RUNNING &&
            sim_events_push_as(&b->events, held->due, SIM_BATCH_END, held->job,
                               held->rank) != 0)
            return sim_batch_memory(e);
        if (held->state == SIM_HELD_PROMISED && b->jobs[held->job].reserved &&
            sim_batch_await(b, held->job, e) != 0)
            return -1;
    }
    return 0;
}

/* Jobs have started or ended: those beside them run at other speeds. */
static inline int sim_batch_settle(sim_batch_run *b, sim_error *e)
{
    if (!b->rules->sharing) return 0;
    if (b->disturbed) {
        b->disturbed = 0;
        if (sim_batch_speeds(b, e) != 0) return -1;
    }
    if (b->events.count > 4 * b->processors.held.count + 64 && sim_batch_sweep(b, e) != 0)
        return -1;
    sim_batch_event(b);
    return 0;
}

#endif
