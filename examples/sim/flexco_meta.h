/* flexco_meta.h - the metascheduler: books meta-jobs over the sites, and moves them.
 *
 * Paper 5, section 4. Whoever finds the time and the shares, what follows is the same:
 * sim_flexco_adopt makes them the job's. Here the metascheduler sees the sites' calendars
 * themselves: algorithm 1 is coa_flex_reserve, what it does when it is offered processors
 * that became free early is coa_flex_reschedule.
 */
#ifndef SIM_FLEXCO_META_H
#define SIM_FLEXCO_META_H

#include "coalloc.h"

#include "error.h"
#include "flexco_job.h"
#include "flexco_rules.h"
#include "flexco_state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_flexco_booking { /* of a meta-job */
    coa_id id;                      /* of the whole, for coa_flex_; 0: shares' own */
    int64_t start, end;
    uint32_t shape;
    uint32_t count;                 /* of its shares */
    const sim_flexco_share *shares; /* by site */
} sim_flexco_booking;

/* ---- which sites ------------------------------------------------------------------- */

static inline int sim_flexco_most_first(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* The sites that are up have changed. */
static inline void sim_flexco_list(sim_flexco *f)
{
    uint32_t i;
    f->up_count = 0;
    for (i = 0; i < f->system->count; i++) {
        coa_site *to = &f->up[f->up_count];
        if (!f->sites[i].calendar) continue;
        to->calendar = f->sites[i].calendar;
        to->among = NULL;
        to->servers = 0;
        f->largest[f->up_count] = f->sites[i].servers;
        f->at[f->up_count++] = i;
    }
    qsort(f->largest, f->up_count, sizeof *f->largest, sim_flexco_most_first);
}

/* Would the job, as submitted, fit if there were no others? Of so many sites that each
 * can have `least` the largest have most. */
static inline int sim_flexco_fits(const sim_flexco *f, const sim_flexco_job *j)
{
    const uint32_t least = f->rules->least > 0 ? f->rules->least : 1;
    uint64_t sum = 0;
    uint32_t i, sites = j->servers / least;
    if (f->rules->most_sites > 0 && f->rules->most_sites < sites)
        sites = f->rules->most_sites;
    for (i = 0; i < sites && i < f->up_count && f->largest[i] >= least; i++)
        sum += f->largest[i];
    return sum >= j->servers;
}

/* The place of the cursor's site among those that are up, or of the next that is. */
static inline uint32_t sim_flexco_first(const sim_flexco *f)
{
    uint32_t i;
    for (i = 0; i < f->up_count; i++)
        if (f->at[i] >= f->cursor) return i;
    return 0;
}

/* ---- what it asks for -------------------------------------------------------------- */

static inline coa_flex_request sim_flexco_request(const sim_flexco *f, uint32_t job,
                                                  coa_mold molds[SIM_FLEXCO_SHAPES - 1])
{
    const sim_flexco_job *j = &f->jobs[job];
    sim_flexco_shape shapes[SIM_FLEXCO_SHAPES];
    coa_flex_request req = {0};
    uint32_t i;
    req.mold_count = sim_flexco_shapes(f->system, j, f->rules->mode == SIM_FLEXCO_MOLD,
                                       f->rules->efficiency, shapes) -
                     1;
    for (i = 0; i < req.mold_count; i++) {
        molds[i].servers = shapes[i + 1].servers;
        molds[i].length = shapes[i + 1].estimate;
    }
    req.ready = f->now;
    req.length = j->estimate;
    req.overhead = sim_flexco_planned(j, &shapes[0], 2) - j->estimate;
    req.servers = j->servers;
    req.least = f->rules->least;
    req.most_sites = f->rules->most_sites;
    req.first = sim_flexco_first(f);
    req.molds = molds;
    return req;
}

/* ---- a booking becomes the job's --------------------------------------------------- */

/* The job gives up what it has from `from` on, but for the sites' calendars. */
static inline int sim_flexco_drop(sim_flexco *f, uint32_t job, int64_t from, sim_error *e)
{
    sim_flexco_state *st = &f->states[job];
    uint32_t i;
    for (i = 0; i < st->share_count; i++) {
        const sim_flexco_share *share = &f->pool.items[st->shares + i];
        sim_flexco_site *s = &f->sites[share->site];
        if (st->phase == SIM_FLEXCO_WAITS) sim_flexco_queue_remove(s, st->start, job);
        if (sim_flexco_give(s, from, st->end, share->servers) != 0)
            return sim_flexco_memory(e);
    }
    sim_flexco_pool_remove(&f->pool, st->shares, st->share_count);
    st->share_count = 0;
    return 0;
}

/* What it has from now on. */
static inline int sim_flexco_have(sim_flexco *f, uint32_t job,
                                  const sim_flexco_booking *b, sim_error *e)
{
    sim_flexco_state *st = &f->states[job];
    sim_flexco_wait w;
    uint32_t i, servers = 0;
    if (sim_flexco_pool_add(&f->pool, b->shares, b->count, &st->shares) != 0)
        return sim_flexco_memory(e);
    st->id = b->id;
    st->start = b->start;
    st->end = b->end;
    st->share_count = b->count;
    st->shape = b->shape;
    st->phase = SIM_FLEXCO_WAITS;
    w.start = b->start;
    w.end = b->end;
    w.job = job;
    w.servers = SIM_FLEXCO_META;
    for (i = 0; i < b->count; i++) {
        sim_flexco_site *s = &f->sites[b->shares[i].site];
        servers += b->shares[i].servers;
        if (sim_flexco_take(s, b->start, b->end, b->shares[i].servers) != 0 ||
            sim_flexco_queue_add(s, &w) != 0)
            return sim_flexco_memory(e);
    }
    sim_flexco_promise(f, job, servers);
    return 0;
}

/* Counts a move, by what it changes most. */
static inline void sim_flexco_count_move(sim_flexco *f, uint32_t job,
                                         const sim_flexco_booking *b)
{
    const sim_flexco_state *st = &f->states[job];
    const sim_flexco_share *old = f->pool.items + st->shares;
    sim_flexco_outcome *o = &f->result->outcomes[job];
    sim_flexco_result *r = f->result;
    int same = b->count == st->share_count;
    uint32_t i;
    for (i = 0; same && i < b->count; i++)
        same = b->shares[i].site == old[i].site && b->shares[i].servers == old[i].servers;
    r->moved++;
    r->joined += b->count == 1 && st->share_count > 1;
    if (b->shape != st->shape) {
        o->molds++;
        r->molds++;
    } else if (!same) {
        o->remaps++;
        r->remaps++;
    } else {
        o->shifts++;
        r->shifts++;
    }
}

/* The job has this booking, in the sites' calendars too, instead of the one it had. */
static inline int sim_flexco_adopt(sim_flexco *f, uint32_t job,
                                   const sim_flexco_booking *b, sim_error *e)
{
    const sim_flexco_state *st = &f->states[job];
    if (st->phase == SIM_FLEXCO_WAITS) {
        sim_flexco_count_move(f, job, b);
        if (sim_flexco_drop(f, job, st->start, e) != 0) return -1;
    } else if (f->result->outcomes[job].promised < 0) { /* it is new */
        f->cursor = (f->cursor + 1) % f->system->count;
    }
    return sim_flexco_have(f, job, b, e);
}

/* The same, as coalloc.h tells of it. `at`: which site is which; NULL = the same. */
static inline int sim_flexco_adopt_flex(sim_flexco *f, uint32_t job,
                                        const coa_flex_booking *from, const uint32_t *at,
                                        sim_error *e)
{
    sim_flexco_booking b;
    uint32_t i;
    b.id = from->id;
    b.start = from->start;
    b.end = from->end;
    b.shape = from->mold;
    b.count = from->part_count;
    b.shares = f->shares;
    for (i = 0; i < b.count; i++) {
        f->shares[i].id = from->id;
        f->shares[i].site = at ? at[from->parts[i].site] : from->parts[i].site;
        f->shares[i].servers = from->parts[i].booking.servers;
    }
    return sim_flexco_adopt(f, job, &b, e);
}

/* ---- the calendars themselves ------------------------------------------------------ */

static inline int sim_flexco_direct_book(sim_flexco *f, uint32_t job, sim_error *e)
{
    coa_mold molds[SIM_FLEXCO_SHAPES - 1];
    const coa_flex_request req = sim_flexco_request(f, job, molds);
    coa_flex_booking b;
    const coa_status status = coa_flex_reserve(f->up, f->up_count, &req, &b);
    if (status != COA_OK) return sim_flexco_wrong(status, e);
    return sim_flexco_adopt_flex(f, job, &b, f->at, e);
}

static inline int sim_flexco_direct_offer(sim_flexco *f, uint32_t job, sim_error *e)
{
    coa_mold molds[SIM_FLEXCO_SHAPES - 1];
    const coa_flex_request req = sim_flexco_request(f, job, molds);
    const uint32_t ops = sim_flexco_mode_ops(f->rules->mode);
    const coa_id old = f->states[job].id;
    coa_flex_booking b;
    const coa_status status = coa_flex_reschedule(f->up, f->up_count, old, &req, ops, &b);
    if (status != COA_OK) return sim_flexco_wrong(status, e);
    if (b.id == old) return 0;
    return sim_flexco_adopt_flex(f, job, &b, f->at, e) == 0 ? 1 : -1;
}

#endif
