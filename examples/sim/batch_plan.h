/* batch_plan.h - what is planned on a machine: windows that are booked, promised, looked
 * for anew after an end, and taken by jobs that start.
 *
 * Everything is done twice, for servers that are counted (plan.h) and for servers with
 * names (processors.h). 0, or -1 with a message, unless something else is said.
 */
#ifndef SIM_BATCH_PLAN_H
#define SIM_BATCH_PLAN_H

#include "batch_run.h"

/* ---- planning ---------------------------------------------------------------------- */

/* What the job asks for: a start from `from` on, before `until`. */
static inline sim_wish sim_batch_wish(const sim_batch_run *b, uint32_t job, int64_t from,
                                      int64_t until)
{
    sim_wish wish;
    wish.from = from;
    wish.until = until;
    wish.length = b->jobs[job].estimate;
    wish.servers = b->jobs[job].servers;
    wish.own = SIM_NEVER;
    return wish;
}

/* Only with ties per event a server may be free in the plan that is still held. */
static inline const coa_set *sim_batch_among(const sim_batch_run *b)
{
    return b->rules->ties == SIM_TIES_PER_EVENT ? &b->processors.idle : NULL;
}

/* How the job's processors are chosen. Ahead of others, if that is the policy, only where
 * it slows nobody, itself included. */
static inline sim_picking sim_batch_choice(const sim_batch_run *b, uint32_t job,
                                           int ahead)
{
    const int rua = b->rules->kind == SIM_BATCH_RUA;
    sim_picking how;
    how.rule = sim_batch_selection(b->rules);
    how.among = NULL;
    how.share = sim_sharing_share(b->rules->sharing, &b->jobs[job]);
    how.limit = rua && ahead ? SIM_SHARE_ONE : UINT64_MAX;
    return how;
}

/* Books what the job wishes for. 1, or 0: there is none; or -1. */
static inline int sim_batch_place_named(sim_batch_run *b, uint32_t job,
                                        const sim_wish *wish, const sim_picking *how,
                                        sim_error *e)
{
    int64_t start;
    coa_id id;
    sim_held *held;
    const int result = sim_processors_book(&b->processors, wish, how, &start, &id);
    if (result < 0) return sim_batch_memory(e);
    if (result == 0) return 0;
    held = sim_helds_add(&b->processors.held, job);
    if (!held) return sim_batch_memory(e);
    held->booking = id;
    held->share = how->share;
    b->outcomes[job].start = start;
    return 1;
}

static inline int sim_batch_place_count(sim_batch_run *b, uint32_t job,
                                        const sim_wish *wish, sim_error *e)
{
    const int64_t start = sim_plan_find(&b->plan, wish);
    if (start == SIM_NEVER || start > SIM_NEVER / 2) return 0;
    if (sim_plan_change(&b->plan, start, start + wish->length, wish->servers, 0) != 0)
        return sim_batch_memory(e);
    b->outcomes[job].start = start;
    return 1;
}

/* The job gives back what it has of the plan: all of its window, or what is left of it at
 * `from`. */
static inline int sim_batch_withdraw(sim_batch_run *b, uint32_t job, int64_t from,
                                     sim_error *e)
{
    const int64_t start = b->outcomes[job].start, end = start + b->jobs[job].estimate;
    if (sim_batch_named(b)
            ? sim_processors_withdraw(&b->processors, job, from) != 0
            : sim_plan_change(&b->plan, from, end, b->jobs[job].servers, 1) != 0)
        return sim_batch_memory(e);
    return 0;
}

/* A job of the queue is to start then. */
static inline void sim_batch_expect(sim_batch_run *b, int64_t start)
{
    if (start < b->promised) b->promised = start;
}

/* The job's window is booked at the earliest start from `from` on. */
static inline int sim_batch_reserve(sim_batch_run *b, uint32_t job, int64_t from,
                                    sim_error *e)
{
    const sim_wish wish = sim_batch_wish(b, job, from, SIM_NEVER);
    const sim_picking how = sim_batch_choice(b, job, 0);
    const int result = sim_batch_named(b) ? sim_batch_place_named(b, job, &wish, &how, e)
                                          : sim_batch_place_count(b, job, &wish, e);
    if (result == 0 || (result > 0 && b->outcomes[job].start > SIM_NEVER / 2))
        return sim_fail(e, "job %" PRId64 " would start after 2^62 seconds",
                        b->jobs[job].number);
    return result > 0 ? 0 : -1;
}

/* The reservation is to start when it is booked: of several in order of their numbers. */
static inline int sim_batch_await(sim_batch_run *b, uint32_t job, sim_error *e)
{
    const int64_t start = b->outcomes[job].start;
    if (sim_events_push_as(&b->events, start, SIM_BATCH_START, job, job) != 0)
        return sim_batch_memory(e);
    return 0;
}

/* The job is promised that window. */
static inline int sim_batch_promise(sim_batch_run *b, uint32_t job, int64_t from,
                                    sim_error *e)
{
    if (sim_batch_reserve(b, job, from, e) != 0) return -1;
    if (!b->jobs[job].reserved) {
        sim_batch_expect(b, b->outcomes[job].start);
        return 0;
    }
    b->booked++;
    return sim_batch_await(b, job, e);
}

static inline void sim_stretch_add(sim_stretch *r, int64_t lo, int64_t hi)
{
    if (r->hi <= r->lo) {
        r->lo = lo;
        r->hi = hi;
    } else {
        if (lo < r->lo) r->lo = lo;
        if (hi > r->hi) r->hi = hi;
    }
}

/* The job looks for an earlier start, and where servers have names for other servers: 1,
 * it has moved; *start is its start then. */
static inline int sim_batch_look(sim_batch_run *b, uint32_t job, sim_wish *wish,
                                 int64_t *start)
{
    const int64_t old = b->outcomes[job].start;
    if (sim_batch_named(b)) {
        const sim_picking how = sim_batch_choice(b, job, 0);
        return sim_processors_move(
            &b->processors, sim_helds_get(&b->processors.held, job), wish, &how, start);
    }
    wish->own = old;
    *start = sim_plan_find(&b->plan, wish);
    if (*start == SIM_NEVER) return 0;
    if (sim_plan_change(&b->plan, old, old + wish->length, wish->servers, 1) != 0 ||
        sim_plan_change(&b->plan, *start, *start + wish->length, wish->servers, 0) != 0)
        return -1;
    return 1;
}

/* Do the processors of one job depend on who has those beside them? */
static inline int sim_batch_weighs(const sim_batch_run *b)
{
    return b->rules->sharing && b->rules->selection == SIM_LESS_CONSUME;
}

/* The job looks for something better. It cannot find it unless within it something has
 * become free since it last looked: only those starts are searched. What it leaves is
 * free, too: for those after it at once, for the others the next time. */
static inline int sim_batch_move(sim_batch_run *b, uint32_t job, sim_stretch *freed,
                                 sim_error *e)
{
    const sim_job *j = &b->jobs[job];
    const int64_t old = b->outcomes[job].start;
    sim_wish wish = sim_batch_wish(b, job, b->now, sim_batch_named(b) ? old + 1 : old);
    int64_t start = old;
    const int anyhow = sim_batch_weighs(b);
    int moved;
    if (!anyhow && freed->lo - j->estimate >= b->now)
        wish.from = freed->lo - j->estimate + 1;
    if (!anyhow && freed->hi < wish.until) wish.until = freed->hi;
    if (wish.from >= wish.until) return 0;
    moved = sim_batch_look(b, job, &wish, &start);
    if (moved < 0) return sim_batch_memory(e);
    if (moved == 0) return 0;
    sim_stretch_add(freed, old, old + j->estimate);
    sim_stretch_add(&b->left, old, old + j->estimate);
    b->outcomes[job].start = start;
    sim_batch_expect(b, start);
    return 0;
}

/* The waiting jobs in the order in which they may move. */
static inline const uint32_t *sim_batch_movers(sim_batch_run *b)
{
    size_t i, at;
    sim_batch_sort(b);
    if (b->rules->compress != SIM_COMPRESS_START) return b->queue;
    for (i = 0; i < b->waiting; i++) {
        const uint32_t job = b->queue[i];
        const int64_t start = b->outcomes[job].start;
        for (at = i; at > 0 && start < b->outcomes[b->by_start[at - 1]].start; at--)
            b->by_start[at] = b->by_start[at - 1];
        b->by_start[at] = job;
    }
    return b->by_start;
}

/* After an end; no job's start becomes later than promised. */
static inline int sim_batch_replan(sim_batch_run *b, sim_error *e)
{
    sim_stretch freed = b->freed;
    const uint32_t *movers;
    size_t i;
    b->ended = 0;
    b->freed.hi = b->freed.lo;
    if (b->rules->kind != SIM_BATCH_CONSERVATIVE) return 0;
    if (b->rules->compress == SIM_COMPRESS_NONE) return 0;
    if (b->left.hi > b->left.lo) sim_stretch_add(&freed, b->left.lo, b->left.hi);
    b->left.hi = b->left.lo;
    if (b->waiting == 0 || (freed.hi <= freed.lo && !sim_batch_weighs(b))) return 0;
    movers = sim_batch_movers(b);
    for (i = 0; i < b->waiting; i++)
        if (sim_batch_move(b, movers[i], &freed, e) != 0) return -1;
    return 0;
}

/* ---- starts and ends --------------------------------------------------------------- */

/* Where servers have names: those of a job that starts, or ends, are noted as such. */
static inline int sim_batch_take(sim_batch_run *b, uint32_t job)
{
    sim_processors *p = &b->processors;
    sim_held *held = sim_helds_get(&p->held, job);
    coa_booking booking;
    held->state = SIM_HELD_RUNNING;
    held->pace = sim_pace_begin(b->now);
    held->due = b->now + b->jobs[job].run;
    held->rank = b->events.pushed;
    if (coa_get(p->calendar, held->booking, &booking) != COA_OK) return -1;
    if (sim_share_any(&held->share))
        b->disturbed |=
            sim_loads_change(&p->loads, booking.runs, booking.run_count, &held->share, 0);
    if (sim_batch_among(b) && sim_processors_idle(p, &booking, 0) != 0) return -1;
    return b->grants ? sim_grants_add(b->grants, job, &booking) : 0;
}

static inline int sim_batch_give(sim_batch_run *b, uint32_t job)
{
    sim_processors *p = &b->processors;
    const sim_held *held = sim_helds_get(&p->held, job);
    coa_booking booking;
    if (!sim_batch_among(b) && !sim_share_any(&held->share)) return 0;
    if (coa_get(p->calendar, held->booking, &booking) != COA_OK) return -1;
    if (sim_share_any(&held->share))
        b->disturbed |=
            sim_loads_change(&p->loads, booking.runs, booking.run_count, &held->share, 1);
    return sim_batch_among(b) ? sim_processors_idle(p, &booking, 1) : 0;
}

/* The job, whose window is booked, holds its servers from now on. */
static inline int sim_batch_start(sim_batch_run *b, uint32_t job, sim_error *e)
{
    const sim_job *j = &b->jobs[job];
    int failed = 0;
    b->outcomes[job].fate = SIM_RAN;
    b->outcomes[job].start = b->now;
    b->outcomes[job].lost = 0;
    b->idle -= j->servers;
    b->running++;
    if (sim_batch_named(b))
        failed = sim_batch_take(b, job);
    else if (b->grants)
        failed = sim_idle_take(&b->idle_runs, j->servers, b->grants, job);
    if (failed || sim_events_push(&b->events, b->now + j->run, SIM_BATCH_END, job) != 0)
        return sim_batch_memory(e);
    if (b->told) b->told(b->context, job, 0);
    return 0;
}

/* When the running job is planned to end. */
static inline int64_t sim_batch_planned(const sim_batch_run *b, uint32_t job)
{
    const int64_t estimate = b->jobs[job].estimate;
    if (!b->rules->sharing) return b->outcomes[job].start + estimate;
    return sim_pace_end(&sim_helds_get(&b->processors.held, job)->pace, estimate);
}

static inline int sim_batch_end(sim_batch_run *b, uint32_t job, sim_error *e)
{
    const sim_job *j = &b->jobs[job];
    const int64_t planned = sim_batch_planned(b, job);
    int failed = 0;
    b->outcomes[job].lost = b->now - b->outcomes[job].start - j->run;
    b->ended = b->stirred = 1;
    b->running--;
    b->idle += j->servers;
    if (sim_batch_named(b))
        failed = sim_batch_give(b, job);
    else if (b->grants)
        failed = sim_idle_give(&b->idle_runs, b->grants, job);
    if (failed) return sim_batch_memory(e);
    if (sim_batch_withdraw(b, job, b->now, e) != 0) return -1;
    if (b->now < planned) sim_stretch_add(&b->freed, b->now, planned);
    if (b->told) b->told(b->context, job, 1);
    return 0;
}

#endif
