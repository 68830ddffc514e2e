/* processors.h - which processors a job gets, where they have names: the reservation
 * table of a machine, on a calendar of coalloc.h.
 *
 * Whatever is planned is a booking: of a running job until its planned end, of a promise,
 * of an advance reservation. A job takes the earliest start at which the selection finds
 * processors that are free throughout its window:
 *
 *   first-fit     the lowest
 *   contiguous    as many consecutive ones, the lowest such run (First Continuous Fit): a
 *                 job waits for one
 *   less-consume  those on the nodes whose shared resources are consumed least, at the
 *                 start of the window, by all that are planned there then (consume.h)
 *
 * These are resource selection policies of I. Rodero, F. Guim, J. Corbalan,
 * "Performance-driven coordinated grid scheduling" (paper 2), section IV-A1. The program
 * that includes this has the implementation of coalloc.h.
 */
#ifndef SIM_PROCESSORS_H
#define SIM_PROCESSORS_H

#include "coalloc.h"

#include "consume.h"
#include "grants.h"
#include "held.h"
#include "plan.h"
#include "sharing.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum sim_selection {
    SIM_FIRST_FIT,
    SIM_CONTIGUOUS,
    SIM_LESS_CONSUME
} sim_selection;

#define SIM_SELECTION_WORDS "first-fit|contiguous|less-consume" /* in this order */

typedef struct sim_processors { /* zero-initialise; sim_processors_free */
    coa_calendar *calendar;     /* NULL = processors have no names here             */
    sim_helds held;
    coa_set idle;          /* that no job holds, where it is asked for          */
    coa_set kept;          /* of a job that looks for others                    */
    coa_set found, chosen; /* less-consume */
    sim_consume consume;
    sim_loads planned; /* at the start of a window */
    sim_loads loads;   /* by those that run        */
} sim_processors;

static inline void sim_processors_free(sim_processors *p)
{
    coa_destroy(p->calendar);
    sim_helds_free(&p->held);
    coa_set_free(&p->idle);
    coa_set_free(&p->kept);
    coa_set_free(&p->found);
    coa_set_free(&p->chosen);
    sim_consume_free(&p->consume);
    sim_loads_free(&p->planned);
    sim_loads_free(&p->loads);
    memset(p, 0, sizeof *p);
}

/* Where something is shared: on nodes of that many. Before sim_processors_begin. */
static inline int sim_processors_share(sim_processors *p, uint32_t servers,
                                       uint32_t nodes)
{
    if (sim_loads_begin(&p->planned, servers, nodes) != 0) return -1;
    return sim_loads_begin(&p->loads, servers, nodes);
}

/* A machine of so many processors from `now` on, all free: the first time, or again. 0,
 * or -1 when memory is out. */
static inline int sim_processors_begin(sim_processors *p, uint32_t servers, int64_t now)
{
    coa_desc desc = {0};
    coa_destroy(p->calendar);
    desc.servers = servers;
    desc.now = now;
    if (coa_create(&p->calendar, &desc) != COA_OK) return -1;
    sim_helds_clear(&p->held);
    sim_loads_clear(&p->loads);
    coa_set_clear(&p->idle);
    return coa_set_add(&p->idle, 0, servers) == COA_OK ? 0 : -1;
}

/* Bookings that end by `now` are forgotten; all of their jobs must have ended. */
static inline void sim_processors_advance(sim_processors *p, int64_t now)
{
    const coa_status status = coa_advance(p->calendar, now);
    (void)status; /* a calendar without a horizon can stand at any time */
}

/* Its processors are idle again, or not any more. 0, or -1 when memory is out. */
static inline int sim_processors_idle(sim_processors *p, const coa_booking *b, int give)
{
    uint32_t i;
    for (i = 0; i < b->run_count; i++) {
        const coa_run *run = &b->runs[i];
        if ((give ? coa_set_add(&p->idle, run->first, run->count)
                  : coa_set_remove(&p->idle, run->first, run->count)) != COA_OK)
            return -1;
    }
    return 0;
}

/* ---- bookings ---------------------------------------------------------------------- */

typedef struct sim_picking { /* how processors are chosen */
    sim_selection rule;
    const coa_set *among; /* NULL = of all                                            */
    sim_share share;      /* less-consume: what each process of the job uses; and how */
    uint64_t limit;       /* far a node may be consumed by it: UINT64_MAX             */
} sim_picking;

static inline coa_request sim_processors_request(const sim_wish *wish,
                                                 const sim_picking *how)
{
    coa_request want = {0};
    want.ready = wish->from;
    want.length = wish->length;
    want.servers = wish->servers;
    want.place = how->rule == SIM_CONTIGUOUS ? COA_PLACE_CONTIGUOUS : COA_PLACE_FIRST_FIT;
    want.among = how->among;
    if (wish->until != SIM_NEVER) want.deadline = wish->until - 1 + wish->length;
    return want;
}

/* What is used of each node at that time, by plan. */
static inline void sim_processors_planned(sim_processors *p, int64_t at)
{
    coa_booking b;
    size_t i;
    sim_loads_clear(&p->planned);
    for (i = 0; i < p->held.room; i++) {
        const sim_held *held = &p->held.places[i];
        if (held->state == SIM_HELD_NOT || !held->booking ||
            coa_get(p->calendar, held->booking, &b) != COA_OK)
            continue;
        if (b.start <= at && at < b.end)
            sim_loads_change(&p->planned, b.runs, b.run_count, &held->share, 0);
    }
}

/* Less Consume. */
static inline coa_status sim_processors_spread(sim_processors *p, const coa_request *want,
                                               const sim_picking *how, int64_t *start,
                                               coa_id *id)
{
    coa_status status = coa_earliest(p->calendar, want, start);
    int chosen;
    if (status != COA_OK) return status;
    status =
        coa_search(p->calendar, *start, *start + want->length, how->among, &p->found);
    if (status != COA_OK) return status;
    if (sim_share_any(&how->share)) sim_processors_planned(p, *start);
    chosen = sim_consume_choose(&p->consume, &p->planned, &p->found, want->servers,
                                &how->share, how->limit, &p->chosen);
    if (chosen <= 0) return chosen < 0 ? COA_E_NOMEM : COA_E_NOFIT;
    return coa_commit(p->calendar, *start, *start + want->length, &p->chosen, id);
}

/* Books what is wished for, at *start. 1; or 0: there is no such start; -1: memory is
 * out. */
static inline int sim_processors_book(sim_processors *p, const sim_wish *wish,
                                      const sim_picking *how, int64_t *start, coa_id *id)
{
    const coa_request want = sim_processors_request(wish, how);
    coa_booking found;
    coa_status status;
    if (how->rule == SIM_LESS_CONSUME) {
        status = sim_processors_spread(p, &want, how, start, id);
    } else {
        status = coa_reserve(p->calendar, &want, &found);
        *start = found.start;
        *id = found.id;
    }
    return status == COA_OK ? 1 : status == COA_E_NOMEM ? -1 : 0;
}

/* Are these the processors of that booking? */
static inline int sim_processors_same(const sim_processors *p, coa_id id,
                                      const coa_set *s)
{
    coa_booking b;
    return coa_get(p->calendar, id, &b) == COA_OK && b.run_count == s->count &&
           memcmp(b.runs, s->runs, s->count * sizeof *b.runs) == 0;
}

/* The job gives back what it has: all of it, or what is left of it at `from`. 0, or -1
 * when memory is out. */
static inline int sim_processors_withdraw(sim_processors *p, uint32_t job, int64_t from)
{
    sim_held *held = sim_helds_get(&p->held, job);
    coa_booking b;
    coa_status status = coa_get(p->calendar, held->booking, &b);
    if (status == COA_OK && from <= b.start)
        status = coa_cancel(p->calendar, held->booking);
    else if (status == COA_OK && from < b.end)
        status = coa_finish(p->calendar, held->booking, from);
    sim_helds_remove(&p->held, held);
    return status == COA_OK ? 0 : -1;
}

/* Those who are promised some of p->kept within [from, to) are displaced. */
static inline int sim_processors_displace(sim_processors *p, int64_t from, int64_t to)
{
    coa_booking b;
    size_t i;
    uint32_t k, n = 0;
    for (i = 0; i < p->held.room; i++) {
        sim_held *held = &p->held.places[i];
        int meets = 0;
        if (held->state != SIM_HELD_PROMISED ||
            coa_get(p->calendar, held->booking, &b) != COA_OK || b.start >= to ||
            b.end <= from)
            continue;
        for (k = n = 0; k < b.run_count && n < p->kept.count && !meets;) {
            const coa_run *x = &b.runs[k], *y = &p->kept.runs[n];
            meets = x->first < y->first + y->count && y->first < x->first + x->count;
            if (x->first < y->first)
                k++;
            else
                n++;
        }
        if (!meets) continue;
        if (coa_cancel(p->calendar, held->booking) != COA_OK) return -1;
        held->booking = 0;
        held->state = SIM_HELD_DISPLACED;
    }
    return 0;
}

/* Keeps the processors of a booking in mind. */
static inline int sim_processors_keep(sim_processors *p, const coa_booking *b)
{
    uint32_t i;
    coa_set_clear(&p->kept);
    for (i = 0; i < b->run_count; i++)
        if (coa_set_add(&p->kept, b->runs[i].first, b->runs[i].count) != COA_OK)
            return -1;
    return 0;
}

/* A running job has its processors until `end`, if not longer, whoever was promised them.
 * 1 if somebody was, else 0; or -1: memory is out. */
static inline int sim_processors_prolong(sim_processors *p, const sim_held *held,
                                         int64_t end)
{
    coa_booking b;
    coa_status status = coa_get(p->calendar, held->booking, &b);
    if (status != COA_OK) return -1;
    if (b.end >= end) return 0;
    status = coa_extend(p->calendar, held->booking, end);
    if (status != COA_E_BUSY) return status == COA_OK ? 0 : -1;
    if (coa_get(p->calendar, held->booking, &b) != COA_OK ||
        sim_processors_keep(p, &b) != 0 || sim_processors_displace(p, b.end, end) != 0)
        return -1;
    return coa_extend(p->calendar, held->booking, end) == COA_OK ? 1 : -1;
}

/* The job gives up what it has, its window being its own, for the first that it finds: 1;
 * or it finds none better and has what it had: 0; or -1: memory is out. */
static inline int sim_processors_move(sim_processors *p, sim_held *held,
                                      const sim_wish *wish, const sim_picking *how,
                                      int64_t *start)
{
    coa_booking old;
    int result;
    if (coa_get(p->calendar, held->booking, &old) != COA_OK ||
        sim_processors_keep(p, &old) != 0)
        return -1;
    if (coa_cancel(p->calendar, held->booking) != COA_OK) return -1;
    held->booking = 0;
    result = sim_processors_book(p, wish, how, start, &held->booking);
    if (result < 0) return -1;
    if (result == 1)
        return *start != old.start || !sim_processors_same(p, held->booking, &p->kept);
    if (coa_commit(p->calendar, old.start, old.end, &p->kept, &held->booking) != COA_OK)
        return -1;
    return 0;
}

#endif
