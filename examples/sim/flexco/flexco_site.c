/* flexco_site.c - implements flexco_site.h. */
#include "flexco/flexco_site.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/job.h"
#include "batch/replan.h"
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
    if (status != COA_OK) return flexco_state_wrong_at("coa_create", status, e);
    f->at[site].calendar = s->calendar;
    s->due = JOB_NEVER;
    return 0;
}

/* ---- local jobs -------------------------------------------------------------------- */

static coa_request flexco_site_local_request(const struct flexco *f, uint32_t job)
{
    coa_request req = {0};
    req.ready = f->now;
    req.length = f->jobs[job].estimate;
    req.servers = f->jobs[job].servers;
    req.tag = job;
    return req;
}

int flexco_site_local_book(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_job *j = &f->jobs[job];
    const coa_request req = flexco_site_local_request(f, job);
    struct flexco_state *st = &f->states[job];
    coa_booking b;
    coa_status status;
    if (flexco_state_advance(f, j->site, e) != 0) return -1;
    status = coa_reserve(f->sites[j->site].calendar, &req, &b);
    if (status != COA_OK) return flexco_state_wrong(f, "coa_reserve", job, status, e);
    st->id = b.id;
    st->start = b.start;
    st->end = b.end;
    st->owner = j->site;
    st->share_count = 1;
    st->phase = FLEXCO_WAITS;
    flexco_state_promise(f, job, j->servers);
    if (flexco_state_queue_add(f, j->site, job, b.start, b.end) != 0)
        return flexco_state_memory(e);
    return 0;
}

/* ---- a pass ------------------------------------------------------------------------ */

/* The job in that place of the queue has moved to the booking *b. */
static int flexco_site_moved(struct flexco *f, uint32_t site, size_t place,
                             const coa_booking *b, struct error *e)
{
    const uint32_t job = f->sites[site].own.at[place].job;
    struct flexco_state *st = &f->states[job];
    flexco_state_freed_add(&f->freed, st->start, st->end);
    st->start = b->start;
    st->end = b->end;
    flexco_state_promise(f, job, b->servers);
    f->result->outcomes[job].shifts++;
    if (flexco_job_is_meta(&f->jobs[job]))
        f->result->meta_advances++;
    else
        f->result->advances++;
    return flexco_state_queue_advance(f, site, place, b->start) == 0
               ? 0
               : flexco_state_memory(e);
}

/* Moves the site's own job in that place of the queue, if it can start earlier. */
static int flexco_site_move(struct flexco *f, uint32_t site, size_t place,
                            struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    const struct flexco_wait *w = &s->own.at[place];
    const struct replan_job job = {w->start, w->length, w->servers};
    const char *call;
    int64_t until = w->start;
    coa_request req = {0};
    coa_booking b;
    coa_status status;
    if (!replan_narrow(&f->replan, &job, &req.ready, &until)) return 0;
    req.length = w->length;
    req.servers = w->servers;
    req.deadline = until - 1 + w->length;
    req.tag = w->job;
    status = replan_reserve(s->calendar, &req, f->states[w->job].id, w->start, &b, &call);
    if (status != COA_OK && status != COA_E_NOFIT)
        return flexco_state_wrong(f, call, w->job, status, e);
    replan_learn(&f->replan, &job, status == COA_OK ? b.start : w->start);
    if (status != COA_OK) return 0;
    replan_leave(&f->replan, &job, b.start);
    return flexco_site_moved(f, site, place, &b, e);
}

int flexco_site_pass(struct flexco *f, uint32_t site, struct error *e)
{
    struct flexco_site *s = &f->sites[site];
    size_t i = flexco_state_queue_find(&s->own, f->now + 1, 0);
    if (s->gaps.count == 0) return 0;
    replan_begin(&f->replan, f->now, f->rules->early_binding, &s->gaps);
    for (; i < s->own.end; i++)
        if (flexco_site_move(f, site, i, e) != 0) return -1;
    return 0;
}

/* ---- the head of the queue --------------------------------------------------------- */

int flexco_site_idle(const struct flexco *f, const struct flexco_site *s, int *idle,
                     struct error *e)
{
    uint32_t count;
    int64_t until;
    const coa_status status = coa_profile(s->calendar, f->now, NULL, &count, &until);
    *idle = status == COA_OK && count > 0;
    return status == COA_OK ? 0 : flexco_state_wrong_at("coa_profile", status, e);
}

int flexco_site_head(struct flexco *f, const struct flexco_site *s, size_t *n,
                     struct error *e)
{
    const struct flexco_queue *q = &s->meta, *l = &s->own;
    const size_t local = flexco_state_queue_find(l, f->now + 1, 0);
    size_t i = flexco_state_queue_find(q, f->now + 1, 0), end = q->end;
    if (local < l->end)
        end = flexco_state_queue_find(q, l->at[local].start, l->at[local].job);
    for (*n = 0; i < end; i++) {
        if (ARRAY_ROOM(f->head, *n, f->head_capacity, 1) != 0)
            return flexco_state_memory(e);
        f->head[(*n)++] = q->at[i].job;
    }
    return 0;
}
