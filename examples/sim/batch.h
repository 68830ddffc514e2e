/* batch.h - batch schedulers, event by event: FCFS, EASY and conservative backfilling.
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
 *
 * An advance reservation (paper 1, section 5.2) is booked when it arrives, at the
 * earliest start from its ready time on around all that is planned, and never moves; the
 * queue is planned around it.
 *
 * At one instant, ends first: all ends, one re-plan, all arrivals, then starts. Per
 * event: each arrival is planned as it is read, then each end is followed by a re-plan of
 * its own, then come the starts. A job that ends at this instant, but later in this
 * order, still holds its servers, though the plan may count them free.
 */
#ifndef SIM_BATCH_H
#define SIM_BATCH_H

#include "error.h"
#include "events.h"
#include "grants.h"
#include "job.h"
#include "orders.h"
#include "plan.h"
#include "processors.h"
#include "progress.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum sim_batch_kind {
    SIM_BATCH_FCFS,
    SIM_BATCH_EASY,
    SIM_BATCH_CONSERVATIVE,
    SIM_BATCH_RUA
} sim_batch_kind;

/* Conservative: who moves after an end, none or everyone; in order of the queue, or of
 * their planned starts. */
typedef enum sim_compress {
    SIM_COMPRESS_NONE,
    SIM_COMPRESS_ARRIVAL,
    SIM_COMPRESS_START
} sim_compress;

typedef enum sim_binding {
    SIM_BINDING_COUNT, /* so many servers are free at any time of the run */
    SIM_BINDING_IDS    /* the same ones throughout: servers have names    */
} sim_binding;

typedef enum sim_ties { SIM_TIES_ENDS_FIRST, SIM_TIES_PER_EVENT } sim_ties;

typedef struct sim_batch_rules {
    sim_batch_kind kind;
    uint32_t reservations; /* easy, rua: K >= 1 */
    sim_order order;
    uint32_t
        backfill; /* easy, rua: those behind in this order: 1 + sim_order; 0 = as they
                          are in the queue */
    sim_compress compress;
    sim_binding binding;
    sim_selection selection;    /* not first-fit: servers have names                  */
    const sim_sharing *sharing; /* the same; NULL = nodes have nothing to share        */
    sim_ties ties;
    sim_progress *progress; /* told when a job has arrived; NULL = nobody asks */
} sim_batch_rules;

enum { SIM_BATCH_END, SIM_BATCH_START }; /* kinds of events */

typedef struct sim_stretch { /* of time; empty if hi <= lo */
    int64_t lo, hi;
} sim_stretch;

/* Told of each start, when it is known who has which servers, and of each end. It leaves
 * the run as it is. */
typedef void (*sim_batch_told)(void *context, uint32_t job, int ended);

typedef struct sim_batch_run { /* one machine, as far as it has come: zero-initialise */
    const sim_job *jobs; /* by the caller: all there are, for whatever machine       */
    size_t count;
    uint32_t servers;
    const sim_batch_rules *rules;
    sim_outcome *outcomes; /* of each job; .start: also the promise of one that waits */
    sim_grants *grants;    /* of each job; NULL = nobody asks                    */
    sim_batch_told told;   /* NULL = nobody asks                                 */
    void *context;         /* for told */
    /* from here on for reading only */
    sim_plan plan;             /* where servers are counted                    */
    sim_processors processors; /* where they have names                        */
    sim_events events;         /* ends; starts of reservations                       */
    uint32_t *queue;           /* jobs that wait                                     */
    size_t waiting, room;
    size_t running, booked; /* jobs; reservations that have not started      */
    int64_t promised;       /* the earliest start any of them is promised; SIM_NEVER */
    uint32_t *by_start, *spare; /* room to sort them: as much as the queue has   */
    int64_t now;
    uint32_t idle;      /* servers that no job holds: how many                */
    sim_idle idle_runs; /* which, where they are counted                     */
    sim_stretch freed;  /* by early ends since the last re-plan */
    sim_stretch left;   /* by jobs that moved in it: those before them may follow */
    int ended;          /* something did, since the last re-plan */
    int disturbed;      /* speeds may have changed since they were looked at      */
    uint64_t broken;    /* promises that could not be kept, as others were slowed */
} sim_batch_run;

static inline int sim_batch_memory(sim_error *e) { return sim_fail(e, "out of memory"); }

/* Do servers have names by these rules? */
static inline int sim_batch_names(const sim_batch_rules *rules)
{
    return rules->binding == SIM_BINDING_IDS || rules->selection != SIM_FIRST_FIT ||
           rules->sharing || rules->kind == SIM_BATCH_RUA;
}

static inline int sim_batch_named(const sim_batch_run *b)
{
    return b->processors.calendar != NULL;
}

/* ---- the queue --------------------------------------------------------------------- */

static inline sim_ranking sim_batch_ranking(const sim_batch_run *b, sim_order order)
{
    sim_ranking r;
    r.jobs = b->jobs;
    r.order = order;
    r.now = b->now;
    return r;
}

/* An expansion factor grows by itself: the order may have changed since the last look. */
static inline void sim_batch_sort(sim_batch_run *b)
{
    const sim_ranking r = sim_batch_ranking(b, b->rules->order);
    if (sim_order_changes(r.order)) sim_order_sort(&r, b->queue, b->waiting, b->by_start);
}

/* Room for one more to wait. */
static inline int sim_batch_more(sim_batch_run *b, sim_error *e)
{
    const size_t room = 2 * b->room + 64;
    uint32_t *grown;
    if (b->waiting < b->room) return 0;
    grown = (uint32_t *)realloc(b->by_start, room * sizeof *grown);
    if (!grown) return sim_batch_memory(e);
    b->by_start = grown;
    grown = (uint32_t *)realloc(b->spare, room * sizeof *grown);
    if (!grown) return sim_batch_memory(e);
    b->spare = grown;
    grown = (uint32_t *)realloc(b->queue, room * sizeof *grown);
    if (!grown) return sim_batch_memory(e);
    b->queue = grown;
    b->room = room;
    return 0;
}

static inline int sim_batch_enqueue(sim_batch_run *b, uint32_t job, sim_error *e)
{
    const sim_ranking r = sim_batch_ranking(b, b->rules->order);
    size_t lo = 0, hi = b->waiting;
    if (sim_batch_more(b, e) != 0) return -1;
    if (r.order == SIM_ORDER_FCFS || sim_order_changes(r.order)) lo = hi;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (sim_order_before(&r, job, b->queue[middle]))
            hi = middle;
        else
            lo = middle + 1;
    }
    memmove(b->queue + lo + 1, b->queue + lo, (b->waiting - lo) * sizeof *b->queue);
    b->queue[lo] = job;
    b->waiting++;
    return 0;
}

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
    how.rule = rua ? SIM_LESS_CONSUME : b->rules->selection;
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
    b->ended = 1;
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

/* ---- FCFS, EASY, RUA: a pass over the queue ---------------------------------------- */

/* One more than the place of the last in the queue who is small enough to start. */
static inline size_t sim_batch_hopeful(const sim_batch_run *b)
{
    size_t n = b->idle > 0 ? b->waiting : 0;
    while (n > 0 && b->jobs[b->queue[n - 1]].servers > b->idle) n--;
    return n;
}

typedef struct sim_pass {
    const sim_job *refused; /* one that found no room in this pass, the last; or NULL */
    size_t reservations;    /* made in it: for the first of the queue             */
} sim_pass;

/* 1 if the job could start and has. In the course of a pass there is ever less room: one
 * that is no smaller than one that found none need not look. */
static inline int sim_batch_try(sim_batch_run *b, uint32_t job, sim_pass *pass,
                                sim_error *e)
{
    const sim_job *j = &b->jobs[job], *than = pass->refused;
    const sim_wish wish = sim_batch_wish(b, job, b->now, b->now + 1);
    int result;
    if (j->servers > b->idle) return 0;
    if (than && j->servers >= than->servers && j->estimate >= than->estimate) return 0;
    if (sim_batch_named(b)) {
        sim_picking how = sim_batch_choice(b, job, pass->reservations > 0);
        how.among = sim_batch_among(b);
        result = sim_batch_place_named(b, job, &wish, &how, e);
        if (result == 0 && how.limit == UINT64_MAX) pass->refused = j;
    } else {
        result = sim_batch_place_count(b, job, &wish, e);
        if (result == 0) pass->refused = j;
    }
    return result > 0 && sim_batch_start(b, job, e) != 0 ? -1 : result;
}

/* In order of the queue, up to `hopeful`, until as many have a reservation as may. How
 * many stay, *passed of those who were there; or -1. */
static inline int64_t sim_batch_heads(sim_batch_run *b, size_t hopeful, sim_pass *pass,
                                      size_t *passed, sim_error *e)
{
    const uint32_t most = b->rules->kind == SIM_BATCH_FCFS ? 0 : b->rules->reservations;
    size_t i = 0, stay = 0;
    while (i < hopeful && b->idle > 0) {
        const uint32_t job = b->queue[i];
        const int started = sim_batch_try(b, job, pass, e);
        if (started < 0) return -1;
        if (started == 0 && most == 0) break;
        i++;
        if (started) continue;
        b->queue[stay++] = job;
        if (i == hopeful) break; /* nobody behind could start */
        if (sim_batch_reserve(b, job, b->now, e) != 0) return -1;
        if (++pass->reservations == most) break;
    }
    *passed = i;
    return (int64_t)stay;
}

enum { SIM_NOBODY = -1 }; /* a place in the queue of one who has started */

/* Those from one place in the queue to another start if they can, in the order that is
 * for them. */
static inline int sim_batch_backfill(sim_batch_run *b, size_t from, size_t to,
                                     sim_pass *pass, sim_error *e)
{
    const uint32_t nobody = (uint32_t)SIM_NOBODY;
    const size_t n = to - from;
    uint32_t *list = b->by_start;
    size_t i, at, stay = from;
    memcpy(list, b->queue + from, n * sizeof *list);
    if (b->rules->backfill) {
        const sim_ranking r = sim_batch_ranking(b, (sim_order)(b->rules->backfill - 1));
        sim_order_sort(&r, list, n, b->spare);
    }
    for (i = 0; i < n && b->idle > 0; i++) {
        const int started = sim_batch_try(b, list[i], pass, e);
        if (started < 0) return -1;
        if (started == 0) continue;
        at = b->queue[from + i] == list[i] ? from + i : from;
        while (b->queue[at] != list[i]) at++;
        b->queue[at] = nobody;
    }
    for (i = from; i < b->waiting; i++)
        if (b->queue[i] != nobody) b->queue[stay++] = b->queue[i];
    b->waiting = stay;
    return 0;
}

static inline int sim_batch_pass(sim_batch_run *b, sim_error *e)
{
    sim_pass pass = {NULL, 0};
    size_t hopeful, passed;
    int64_t stay;
    if (sim_batch_hopeful(b) == 0) return 0; /* in whatever order */
    sim_batch_sort(b);
    hopeful = sim_batch_hopeful(b);
    stay = sim_batch_heads(b, hopeful, &pass, &passed, e);
    if (stay < 0) return -1;
    b->waiting -= passed - (size_t)stay;
    memmove(b->queue + stay, b->queue + passed,
            (b->waiting - (size_t)stay) * sizeof *b->queue);
    if (pass.reservations > 0 && passed < hopeful && b->idle > 0 &&
        sim_batch_backfill(b, (size_t)stay, (size_t)stay + hopeful - passed, &pass, e) !=
            0)
        return -1;
    while (pass.reservations > 0) {
        const uint32_t job = b->queue[--pass.reservations];
        if (sim_batch_withdraw(b, job, b->outcomes[job].start, e) != 0) return -1;
    }
    return 0;
}

/* ---- speeds, where something is shared --------------------------------------------- */

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

/* ... or later: whoever was promised the servers by then is displaced. 1 if somebody is. */
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
    b->ended = b->disturbed = 0;
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

/* Whoever can start now does. One who is promised another start, as those who started have
 * slowed others, may be promised this moment. */
static inline int sim_batch_starts(sim_batch_run *b, sim_error *e)
{
    do {
        if (sim_batch_start_reservations(b, e) != 0) return -1;
        if (b->rules->kind == SIM_BATCH_CONSERVATIVE
                ? sim_batch_start_promised(b, e) != 0
                : b->rules->ties != SIM_TIES_PER_EVENT && sim_batch_pass(b, e) != 0)
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
