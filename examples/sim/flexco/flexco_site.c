/* flexco_site.c - a job that may move is looked for in the step function first; only
 * then is it booked anew in the calendar. */
#include "flexco/flexco_site.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/job.h"
#include "batch/plan.h"
#include "flexco/flexco_job.h"

int flexco_site_create(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    coa_desc desc = {0};
    coa_status status;
    desc.servers = s->servers;
    desc.index = f->rules->early_binding ? COA_INDEX_MAP : COA_INDEX_COUNT;
    desc.now = f->now;
    status = coa_create(&s->calendar, &desc);
    if (status != COA_OK) return flexco_state_wrong(status, e);
    if (plan_begin(&s->plan, s->servers) != 0) return flexco_state_memory(e);
    s->first = s->end = 0;
    s->early = s->back = 0;
    flexco_state_not_grown(s);
    return 0;
}

/* ---- local jobs -------------------------------------------------------------------- */

static coa_request flexco_site_local_request(const struct flexco *f, uint32_t job)
{
    coa_request req = {0};
    req.ready = f->now;
    req.length = f->jobs[job].estimate;
    req.servers = f->jobs[job].servers;
    return req;
}

int flexco_site_local_book(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_job *j = &f->jobs[job];
    const coa_request req = flexco_site_local_request(f, job);
    struct flexco_site *s = &f->sites[j->site];
    struct flexco_state *st = &f->states[job];
    struct flexco_wait w;
    coa_booking b;
    const coa_status status = coa_reserve(s->calendar, &req, &b);
    if (status != COA_OK) return flexco_state_wrong(status, e);
    st->id = b.id;
    st->start = w.start = b.start;
    st->end = w.end = b.end;
    st->share_count = 1;
    st->phase = FLEXCO_WAITS;
    w.job = job;
    w.servers = j->servers;
    flexco_state_promise(f, job, j->servers);
    if (flexco_state_take(s, b.start, b.end, j->servers) != 0 ||
        flexco_state_queue_add(s, &w) != 0)
        return flexco_state_memory(e);
    return 0;
}

/* Remembers which processors the job has. */
static coa_status flexco_site_keep(struct flexco *f, const struct flexco_site *s,
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

/* Replaces the booking of the job by one that starts at `ready` or later, but before
 * its own start: COA_OK; if there is none the job has the same booking again:
 * COA_E_NOFIT. */
static coa_status flexco_site_local_rebook(struct flexco *f, uint32_t job, int64_t ready)
{
    const struct flexco_site *s = &f->sites[f->jobs[job].site];
    const int named = f->rules->early_binding;
    struct flexco_state *st = &f->states[job];
    coa_request req = flexco_site_local_request(f, job);
    coa_status status = COA_OK;
    coa_booking b;
    req.ready = ready;
    req.deadline = st->end - 1;
    if (named) status = flexco_site_keep(f, s, st->id);
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

/* What the last searches of a pass found by numbers: no start before `before`. That
 * holds for all later jobs that ask for at least as much, as what has been given back
 * since then lies after their starts. */
enum { FLEXCO_TRIED = 8 };

struct flexco_tried {
    int64_t length[FLEXCO_TRIED], before[FLEXCO_TRIED];
    uint32_t servers[FLEXCO_TRIED];
    uint32_t next; /* to be replaced */
};

static int64_t flexco_site_known(const struct flexco_tried *t,
                                 const struct plan_wish *wish)
{
    int64_t from = wish->from;
    uint32_t i;
    for (i = 0; i < FLEXCO_TRIED; i++)
        if (t->servers[i] <= wish->servers && t->length[i] <= wish->length &&
            t->before[i] > from)
            from = t->before[i];
    return from;
}

static void flexco_site_learn(struct flexco_tried *t, const struct plan_wish *wish,
                              int64_t before)
{
    t->servers[t->next] = wish->servers;
    t->length[t->next] = wish->length;
    t->before[t->next] = before;
    t->next = (t->next + 1) % FLEXCO_TRIED;
}

/* Moves the local job in that place of the queue, if it can start at an earlier time
 * before `until`: 1; else 0, or -1. It is tried by numbers alone first: that gives the
 * start with late binding, and a lower bound of it with early binding. */
static int flexco_site_local_advance(struct flexco *f, struct flexco_site *s,
                                     size_t place, int64_t until,
                                     struct flexco_tried *tried, struct error *e)
{
    const struct flexco_wait w = s->queue[place];
    const struct flexco_state *st = &f->states[w.job];
    struct plan_wish wish;
    int64_t start;
    coa_status status;
    wish.from = f->now;
    wish.until = until;
    wish.own = w.start;
    wish.length = w.end - w.start;
    wish.servers = w.servers;
    wish.from = flexco_site_known(tried, &wish);
    if (wish.from >= until) return 0;
    start = plan_find(&s->plan, &wish);
    flexco_site_learn(tried, &wish, start < until ? start : until);
    if (start == JOB_NEVER) return 0;
    status = flexco_site_local_rebook(f, w.job, start);
    if (status == COA_E_NOFIT) return 0;
    if (status != COA_OK) return flexco_state_wrong(status, e);
    if (flexco_state_give(s, w.start, w.end, w.servers) != 0 ||
        flexco_state_take(s, st->start, st->end, w.servers) != 0)
        return flexco_state_memory(e);
    flexco_state_queue_advance(s, place, st->start);
    flexco_state_promise(f, w.job, w.servers);
    f->result->outcomes[w.job].shifts++;
    f->result->advances++;
    return 1;
}

int flexco_site_pass(struct flexco *f, struct flexco_site *s, struct error *e)
{
    const int named = f->rules->early_binding;
    const int64_t from = named || s->grown_from < f->now ? f->now : s->grown_from;
    size_t i = flexco_state_queue_find(s, f->now + 1, 0);
    size_t piece = plan_at(&s->plan, from);
    struct flexco_tried tried = {{0}, {0}, {0}, 0};
    uint32_t most = 0; /* free in some piece from `from` on that begins before `to` */
    for (; i < s->end; i++) {
        const struct flexco_wait *w = &s->queue[i];
        const int64_t to = named || w->start < s->grown_to ? w->start : s->grown_to;
        int moved;
        if (to <= from) continue;
        for (; piece < s->plan.count && s->plan.time[piece] < to; piece++)
            if (s->plan.free[piece] > most) most = s->plan.free[piece];
        if (w->servers > most) continue;
        moved = flexco_site_local_advance(f, s, i, to, &tried, e);
        if (moved < 0) return -1;
        if (moved) {
            piece = plan_at(&s->plan, from);
            most = 0;
        }
    }
    flexco_state_not_grown(s);
    return 0;
}

/* ---- the head of the queue --------------------------------------------------------- */

int flexco_site_idle(const struct flexco *f, const struct flexco_site *s)
{
    return s->plan.free[plan_at(&s->plan, f->now)] > 0;
}

int flexco_site_head(struct flexco *f, const struct flexco_site *s, size_t *n,
                     struct error *e)
{
    size_t i = flexco_state_queue_find(s, f->now + 1, 0);
    *n = 0;
    for (; i < s->end && s->queue[i].servers == FLEXCO_META; i++) {
        if (ARRAY_ROOM(f->head, *n, f->head_capacity, 1) != 0)
            return flexco_state_memory(e);
        f->head[(*n)++] = s->queue[i].job;
    }
    return 0;
}
