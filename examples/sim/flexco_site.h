/* flexco_site.h - a provider: first come first served with conservative backfilling.
 *
 * Each local job is booked at its earliest start when it is submitted. That is a promise:
 * it may start earlier, never later. When a job ends before its estimate the queue is
 * compressed (paper 5, algorithm 2): in order of start each local job moves to the
 * earliest start there is then. What is idle after that is offered to meta-jobs at the
 * head of the queue, which only the metascheduler can move (flexco_meta.h).
 *
 * Speed: a job can move only into a hole that was not there when it was last looked at.
 * With late binding it needs as many processors as it asks for at a moment before its
 * start at which more have become free since: for most jobs the most that are free there
 * are too few. And when all have been looked at in order of start, none can move again:
 * who moved gave back nothing before the starts of those ahead of him. With early
 * binding processors have names, so that others of them may suit a job, and every moment
 * before its start counts.
 */
#ifndef SIM_FLEXCO_SITE_H
#define SIM_FLEXCO_SITE_H

#include "coalloc.h"

#include "error.h"
#include "flexco_job.h"
#include "flexco_state.h"
#include "plan.h"

#include <stddef.h>
#include <stdint.h>

static inline int sim_flexco_site_create(sim_flexco *f, uint32_t site, sim_error *e)
{
    sim_flexco_site *s = &f->sites[site];
    coa_desc desc = {0};
    coa_status status;
    desc.servers = s->servers;
    desc.index = f->rules->early_binding ? COA_INDEX_MAP : COA_INDEX_COUNT;
    desc.now = f->now;
    status = coa_create(&s->calendar, &desc);
    if (status != COA_OK) return sim_flexco_wrong(status, e);
    if (sim_plan_begin(&s->plan, s->servers) != 0) return sim_flexco_memory(e);
    s->first = s->end = 0;
    s->early = s->back = 0;
    sim_flexco_not_grown(s);
    return 0;
}

/* ---- local jobs -------------------------------------------------------------------- */

static inline coa_request sim_flexco_local_request(const sim_flexco *f, uint32_t job)
{
    coa_request req = {0};
    req.ready = f->now;
    req.length = f->jobs[job].estimate;
    req.servers = f->jobs[job].servers;
    return req;
}

/* At the earliest start there is. */
static inline int sim_flexco_local_book(sim_flexco *f, uint32_t job, sim_error *e)
{
    const sim_flexco_job *j = &f->jobs[job];
    const coa_request req = sim_flexco_local_request(f, job);
    sim_flexco_site *s = &f->sites[j->site];
    sim_flexco_state *st = &f->states[job];
    sim_flexco_wait w;
    coa_booking b;
    const coa_status status = coa_reserve(s->calendar, &req, &b);
    if (status != COA_OK) return sim_flexco_wrong(status, e);
    st->id = b.id;
    st->start = w.start = b.start;
    st->end = w.end = b.end;
    st->share_count = 1;
    st->phase = SIM_FLEXCO_WAITS;
    w.job = job;
    w.servers = j->servers;
    sim_flexco_promise(f, job, j->servers);
    if (sim_flexco_take(s, b.start, b.end, j->servers) != 0 ||
        sim_flexco_queue_add(s, &w) != 0)
        return sim_flexco_memory(e);
    return 0;
}

/* Keeps in mind which processors the job has. */
static inline coa_status sim_flexco_keep(sim_flexco *f, const sim_flexco_site *s,
                                         coa_id id)
{
    coa_booking b;
    coa_status status = coa_get(s->calendar, id, &b);
    uint32_t i;
    coa_set_clear(&f->kept);
    for (i = 0; status == COA_OK && i < b.run_count; i++)
        status = coa_set_add(&f->kept, b.runs[i].first, b.runs[i].count);
    return status;
}

/* The job gives up its booking for one that starts at `ready` or later, but earlier than
 * it does: COA_OK; or there is none and it has the same again: COA_E_NOFIT. */
static inline coa_status sim_flexco_local_rebook(sim_flexco *f, uint32_t job,
                                                 int64_t ready)
{
    const sim_flexco_site *s = &f->sites[f->jobs[job].site];
    const int named = f->rules->early_binding;
    sim_flexco_state *st = &f->states[job];
    coa_request req = sim_flexco_local_request(f, job);
    coa_status status = COA_OK;
    coa_booking b;
    req.ready = ready;
    req.deadline = st->end - 1;
    if (named) status = sim_flexco_keep(f, s, st->id);
    if (status == COA_OK) status = coa_cancel(s->calendar, st->id);
    if (status != COA_OK) return status;
    status = coa_reserve(s->calendar, &req, &b);
    if (named && status == COA_E_NOFIT) {
        status = coa_commit(s->calendar, st->start, st->end, &f->kept, &st->id);
        return status == COA_OK ? COA_E_NOFIT : status;
    }
    if (status != COA_OK) return status == COA_E_NOFIT ? COA_E_CORRUPT : status;
    st->id = b.id;
    st->start = b.start;
    st->end = b.end;
    return COA_OK;
}

/* What the last searches of a pass have found by numbers: no start before that time. It
 * holds for all that come later and ask for as much, or more: what has been given back
 * since then lies behind their starts. */
enum { SIM_FLEXCO_TRIED = 8 };

typedef struct sim_flexco_tried {
    int64_t length[SIM_FLEXCO_TRIED], before[SIM_FLEXCO_TRIED];
    uint32_t servers[SIM_FLEXCO_TRIED];
    uint32_t next; /* to be replaced */
} sim_flexco_tried;

static inline int64_t sim_flexco_known(const sim_flexco_tried *t, const sim_wish *wish)
{
    int64_t from = wish->from;
    uint32_t i;
    for (i = 0; i < SIM_FLEXCO_TRIED; i++)
        if (t->servers[i] <= wish->servers && t->length[i] <= wish->length &&
            t->before[i] > from)
            from = t->before[i];
    return from;
}

static inline void sim_flexco_learn(sim_flexco_tried *t, const sim_wish *wish,
                                    int64_t before)
{
    t->servers[t->next] = wish->servers;
    t->length[t->next] = wish->length;
    t->before[t->next] = before;
    t->next = (t->next + 1) % SIM_FLEXCO_TRIED;
}

/* The local job in that place of the queue, if it can start earlier, at a time before
 * `until`. 1 if so, else 0, or -1. By numbers alone first: that gives the start with late
 * binding, and one that is not too late with early binding. */
static inline int sim_flexco_local_advance(sim_flexco *f, sim_flexco_site *s,
                                           size_t place, int64_t until,
                                           sim_flexco_tried *tried, sim_error *e)
{
    const sim_flexco_wait w = s->queue[place];
    const sim_flexco_state *st = &f->states[w.job];
    sim_wish wish;
    int64_t start;
    coa_status status;
    wish.from = f->now;
    wish.until = until;
    wish.own = w.start;
    wish.length = w.end - w.start;
    wish.servers = w.servers;
    wish.from = sim_flexco_known(tried, &wish);
    if (wish.from >= until) return 0;
    start = sim_plan_find(&s->plan, &wish);
    sim_flexco_learn(tried, &wish, start < until ? start : until);
    if (start == SIM_NEVER) return 0;
    status = sim_flexco_local_rebook(f, w.job, start);
    if (status == COA_E_NOFIT) return 0;
    if (status != COA_OK) return sim_flexco_wrong(status, e);
    if (sim_flexco_give(s, w.start, w.end, w.servers) != 0 ||
        sim_flexco_take(s, st->start, st->end, w.servers) != 0)
        return sim_flexco_memory(e);
    sim_flexco_queue_advance(s, place, st->start);
    sim_flexco_promise(f, w.job, w.servers);
    f->result->outcomes[w.job].shifts++;
    f->result->advances++;
    return 1;
}

/* Each local job that waits, in order of start, to the earliest start there is. */
static inline int sim_flexco_pass(sim_flexco *f, sim_flexco_site *s, sim_error *e)
{
    const int named = f->rules->early_binding;
    const int64_t from = named || s->grown_from < f->now ? f->now : s->grown_from;
    size_t i = sim_flexco_queue_find(s, f->now + 1, 0);
    size_t piece = sim_plan_at(&s->plan, from);
    sim_flexco_tried tried = {{0}, {0}, {0}, 0};
    uint32_t most = 0; /* free in some piece from `from` on that begins before `to` */
    for (; i < s->end; i++) {
        const sim_flexco_wait *w = &s->queue[i];
        const int64_t to = named || w->start < s->grown_to ? w->start : s->grown_to;
        int moved;
        if (to <= from) continue;
        for (; piece < s->plan.count && s->plan.time[piece] < to; piece++)
            if (s->plan.free[piece] > most) most = s->plan.free[piece];
        if (w->servers > most) continue;
        moved = sim_flexco_local_advance(f, s, i, to, &tried, e);
        if (moved < 0) return -1;
        if (moved) {
            piece = sim_plan_at(&s->plan, from);
            most = 0;
        }
    }
    sim_flexco_not_grown(s);
    return 0;
}

/* ---- the head of the queue --------------------------------------------------------- */

static inline int sim_flexco_idle(const sim_flexco *f, const sim_flexco_site *s)
{
    return s->plan.free[sim_plan_at(&s->plan, f->now)] > 0;
}

/* Notes the leading run of meta-jobs among those that wait: *n. */
static inline int sim_flexco_head(sim_flexco *f, const sim_flexco_site *s, size_t *n,
                                  sim_error *e)
{
    size_t i = sim_flexco_queue_find(s, f->now + 1, 0);
    *n = 0;
    for (; i < s->end && s->queue[i].servers == SIM_FLEXCO_META; i++) {
        uint32_t *grown =
            (uint32_t *)sim_flexco_room(f->head, sizeof *f->head, *n, &f->head_capacity);
        if (!grown) return sim_flexco_memory(e);
        f->head = grown;
        f->head[(*n)++] = s->queue[i].job;
    }
    return 0;
}

#endif
