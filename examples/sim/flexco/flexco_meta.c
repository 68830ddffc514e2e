/* flexco_meta.c - queues and shares follow the bookings of coalloc.h. */
#include "flexco/flexco_state.h"

#include "base/compare.h"
#include "base/job.h"
#include "flexco/flexco_job.h"

#include <stdlib.h>
#include <string.h>

struct flexco_booking { /* of a meta-job */
    coa_id id;          /* of the whole, for coa_flex_; 0: shares' own */
    int64_t start, end;
    uint32_t shape;
    uint32_t count;                    /* of its shares */
    const struct flexco_share *shares; /* by site */
};

/* ---- what it asks for -------------------------------------------------------------- */

static coa_flex_request flexco_meta_request(const struct flexco *f, uint32_t job,
                                            coa_mold molds[FLEXCO_SHAPES - 1])
{
    const struct flexco_job *j = &f->jobs[job];
    struct flexco_shape shapes[FLEXCO_SHAPES];
    coa_flex_request req = {0};
    uint32_t i;
    req.mold_count = flexco_job_shapes(f->system, j, f->rules->mode == FLEXCO_MOLD,
                                       f->rules->efficiency, shapes) -
                     1;
    for (i = 0; i < req.mold_count; i++) {
        molds[i].servers = shapes[i + 1].servers;
        molds[i].length = shapes[i + 1].estimate;
    }
    req.ready = f->now;
    req.length = j->estimate;
    req.overhead = flexco_job_planned(j, &shapes[0], 2) - j->estimate;
    req.servers = j->servers;
    req.first = f->cursor;
    req.molds = molds;
    return req;
}

/* ---- the sites of the next call ---------------------------------------------------- */

/* Sorts the sites that are chosen, and makes them those of f->flex. */
static int choose(struct flexco *f, struct error *e)
{
    coa_status status;
    uint32_t i;
    qsort(f->choice, f->chosen_count, sizeof *f->choice, compare_u32);
    for (i = 0; i < f->chosen_count; i++) f->chosen[i] = f->at[f->choice[i]];
    status = coa_flex_sites(f->flex, f->chosen, f->chosen_count);
    f->result->sites_asked += f->chosen_count;
    return status == COA_OK ? 0 : flexco_state_wrong_at("coa_flex_sites", status, e);
}

/* Adds a site, the time of whose calendar moves on to the present. */
static int choose_site(struct flexco *f, uint32_t site, struct error *e)
{
    uint32_t i;
    for (i = f->chosen_count; i-- > 0;)
        if (f->choice[i] == site) return 0;
    f->choice[f->chosen_count++] = site;
    return flexco_state_advance(f, site, e);
}

static int choose_all(struct flexco *f, struct error *e)
{
    uint32_t i;
    if (flexco_state_advance_all(f, e) != 0) return -1;
    if (f->chosen_count == f->system->count) {
        f->result->sites_asked += f->chosen_count;
        return 0;
    }
    for (i = 0; i < f->system->count; i++) f->choice[i] = i;
    f->chosen_count = i;
    return choose(f, e);
}

/* The next calls of f->flex are for the sites of the job, which the metascheduler has:
 * they cost as much as these do. */
static int choose_own(struct flexco *f, uint32_t job, struct error *e)
{
    const struct flexco_state *st = &f->states[job];
    uint32_t i;
    for (f->chosen_count = i = 0; i < st->share_count; i++)
        if (choose_site(f, st->shares[i].site, e) != 0) return -1;
    return choose(f, e);
}

/* The place of the first that is chosen from `site` on, as in coa_flex_request. */
static uint32_t flexco_meta_first(const struct flexco *f, uint32_t site)
{
    uint32_t i;
    for (i = 0; i < f->chosen_count; i++)
        if (f->choice[i] >= site) return i;
    return 0;
}

/* ---- a booking becomes the job's --------------------------------------------------- */

void flexco_meta_drop(struct flexco *f, uint32_t job, int64_t from)
{
    struct flexco_state *st = &f->states[job];
    uint32_t i;
    for (i = 0; i < st->share_count; i++) {
        const struct flexco_share *share = &st->shares[i];
        struct flexco_site *s = &f->sites[share->site];
        if (st->phase == FLEXCO_WAITS)
            flexco_state_queue_remove(&s->meta, st->start, job);
        flexco_state_free_again(f, share->site, from, st->end);
    }
    free(st->shares);
    st->shares = NULL;
    st->share_count = 0;
}

/* The job is at one site, which has it from now on: its booking there becomes one that
 * the site can move. */
static int hand_over(struct flexco *f, uint32_t job, const struct flexco_share *share,
                     struct error *e)
{
    struct flexco_state *st = &f->states[job];
    coa_request req = {0};
    coa_booking b;
    coa_status status;
    f->chosen_count = 0;
    if (choose_site(f, share->site, e) != 0 || choose(f, e) != 0) return -1;
    status = coa_flex_cancel(f->flex, st->id, 0);
    if (status != COA_OK) return flexco_state_wrong(f, "coa_flex_cancel", job, status, e);
    req.ready = st->start;
    req.length = st->end - st->start;
    req.servers = share->servers;
    req.deadline = st->end;
    req.tag = job;
    status = coa_reserve(f->sites[share->site].calendar, &req, &b);
    if (status != COA_OK) return flexco_state_wrong(f, "coa_reserve", job, status, e);
    st->id = b.id;
    st->owner = share->site;
    return 0;
}

/* What it has from now on. */
static int flexco_meta_have(struct flexco *f, uint32_t job,
                            const struct flexco_booking *b, struct error *e)
{
    struct flexco_state *st = &f->states[job];
    uint32_t i, servers = 0;
    st->id = b->id;
    st->start = b->start;
    st->end = b->end;
    st->share_count = b->count;
    st->shape = b->shape;
    st->phase = FLEXCO_WAITS;
    st->owner = FLEXCO_META;
    st->seen = f->freed.count;
    for (i = 0; i < b->count; i++) servers += b->shares[i].servers;
    flexco_state_promise(f, job, servers);
    if (b->count == 1 && !f->rules->one_site_fixed) {
        if (hand_over(f, job, b->shares, e) != 0) return -1;
    } else {
        st->shares = (struct flexco_share *)malloc(b->count * sizeof *st->shares);
        if (!st->shares) return flexco_state_memory(e);
        memcpy(st->shares, b->shares, b->count * sizeof *st->shares);
    }
    for (i = 0; i < b->count; i++) {
        const struct flexco_share *share = &b->shares[i];
        if (flexco_state_queue_add(f, share->site, job, b->start, b->end) != 0)
            return flexco_state_memory(e);
    }
    return 0;
}

/* Counts a move, by what it changes most. */
static void count_move(struct flexco *f, uint32_t job, const struct flexco_booking *b)
{
    const struct flexco_state *st = &f->states[job];
    const struct flexco_share *old = st->shares;
    struct flexco_outcome *o = &f->result->outcomes[job];
    struct flexco_result *r = f->result;
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

/* Makes this booking, which is in the calendars of the sites that were chosen, the job's
 * in place of its old one. */
static int adopt(struct flexco *f, uint32_t job, const coa_flex_booking *from,
                 struct error *e)
{
    const struct flexco_state *st = &f->states[job];
    struct flexco_booking b;
    uint32_t i;
    b.id = from->id;
    b.start = from->start;
    b.end = from->end;
    b.shape = from->mold;
    b.count = from->part_count;
    b.shares = f->shares;
    for (i = 0; i < b.count; i++) {
        f->shares[i].id = from->id;
        f->shares[i].site = f->choice[from->parts[i].site];
        f->shares[i].servers = from->parts[i].booking.servers;
    }
    if (st->phase == FLEXCO_WAITS) {
        count_move(f, job, &b);
        flexco_meta_drop(f, job, st->start);
    } else if (f->result->outcomes[job].promised < 0) { /* it is new */
        f->cursor = (f->cursor + 1) % f->system->count;
    }
    return flexco_meta_have(f, job, &b, e);
}

/* ---- a new job that can start at once ---------------------------------------------- */

/* The next site from *site on, in the order of the request, that seems to have n idle
 * processors; *wrapped: those after the last site are behind. 0 if there is none. */
static int next_idle(const struct flexco *f, uint32_t *site, int *wrapped, uint32_t n)
{
    for (;; ++*site) {
        if (*site == f->system->count && !*wrapped) {
            *wrapped = 1;
            *site = 0;
        }
        if (*wrapped && *site >= f->cursor) return 0;
        if (f->sites[*site].idle >= n) return 1;
    }
}

/* Chooses the first site that has so many processors free from now on for that long. 1,
 * or 0 if none has, or -1. */
static int choose_single(struct flexco *f, uint32_t servers, int64_t length,
                         struct error *e)
{
    uint32_t site = f->cursor;
    int wrapped = 0;
    for (; next_idle(f, &site, &wrapped, servers); site++) {
        coa_request req = {0};
        coa_status status;
        int64_t start;
        f->result->sites_asked++;
        if (flexco_state_advance(f, site, e) != 0) return -1;
        req.ready = f->now;
        req.length = length;
        req.servers = servers;
        req.deadline = f->now + length;
        status = coa_earliest(f->sites[site].calendar, &req, &start);
        if (status == COA_OK) return choose_site(f, site, e) == 0 ? 1 : -1;
        if (status != COA_E_NOFIT)
            return flexco_state_wrong_at("coa_earliest", status, e);
    }
    return 0;
}

/* Chooses the sites that decide about the request: for each of its shapes that can be the
 * best, the first site at which it can start at once. As no site can do better, the
 * others do not matter. 0 if a shape has none: then all sites decide. */
static int choose_now(struct flexco *f, const coa_flex_request *req, struct error *e)
{
    int64_t shortest = JOB_NEVER; /* of the shapes so far */
    uint32_t i;
    int found;
    f->chosen_count = 0;
    for (i = 0; i <= req->mold_count; i++) {
        const int64_t length = i ? req->molds[i - 1].length : req->length;
        const uint32_t servers = i ? req->molds[i - 1].servers : req->servers;
        if (length >= shortest) continue;
        found = choose_single(f, servers, length, e);
        if (found <= 0) return found;
        shortest = length;
    }
    return choose(f, e) == 0 ? 1 : -1;
}

/* ---- the calendars themselves ------------------------------------------------------ */

int flexco_meta_book(struct flexco *f, uint32_t job, struct error *e)
{
    coa_mold molds[FLEXCO_SHAPES - 1];
    coa_flex_request req = flexco_meta_request(f, job, molds);
    coa_flex_booking b;
    coa_status status;
    const int now = choose_now(f, &req, e);
    if (now < 0) return -1;
    if (!now) {
        f->chosen_count = 0;
        if (choose_all(f, e) != 0) return -1;
    }
    req.first = flexco_meta_first(f, f->cursor);
    status = coa_flex_reserve(f->flex, &req, &b);
    if (status != COA_OK)
        return flexco_state_wrong(f, "coa_flex_reserve", job, status, e);
    return adopt(f, job, &b, e);
}

/* Narrows the request down to windows that meet what has come free since the job was last
 * looked at, as no other can be had. 0 if nothing has before its end. */
static int narrow(struct flexco *f, uint32_t job, coa_flex_request *req)
{
    struct flexco_state *st = &f->states[job];
    const struct flexco_freed *l = &f->freed;
    int64_t from = JOB_NEVER, to = 0, length = req->length;
    uint64_t i = st->seen;
    uint32_t k;
    st->seen = l->count;
    if (l->count - i > FLEXCO_FREED) return 1;
    for (; i < l->count; i++) {
        if (l->at[i % FLEXCO_FREED].from >= st->end) continue;
        if (from > l->at[i % FLEXCO_FREED].from) from = l->at[i % FLEXCO_FREED].from;
        if (to < l->at[i % FLEXCO_FREED].to) to = l->at[i % FLEXCO_FREED].to;
    }
    if (from == JOB_NEVER || to <= f->now) return 0;
    for (k = 0; k < req->mold_count; k++)
        if (req->molds[k].length > length) length = req->molds[k].length;
    length += req->overhead;
    if (req->ready <= from - length) req->ready = from - length + 1;
    if (to < st->end) req->deadline = to - 1 + length;
    return 1;
}

int flexco_meta_offer(struct flexco *f, uint32_t job, struct error *e)
{
    coa_mold molds[FLEXCO_SHAPES - 1];
    coa_flex_request req = flexco_meta_request(f, job, molds);
    const uint32_t ops = flexco_job_mode_ops(f->rules->mode);
    const coa_id old = f->states[job].id;
    coa_flex_booking b;
    coa_status status;
    f->result->asked++;
    if (!narrow(f, job, &req)) return 0;
    if (ops == COA_SHIFT ? choose_own(f, job, e) != 0 : choose_all(f, e) != 0) return -1;
    status = coa_flex_reschedule(f->flex, old, &req, ops, &b);
    if (status != COA_OK)
        return flexco_state_wrong(f, "coa_flex_reschedule", job, status, e);
    if (b.id == old) return 0;
    return adopt(f, job, &b, e) == 0 ? 1 : -1;
}

int flexco_meta_finish(struct flexco *f, uint32_t job, struct error *e)
{
    coa_status status;
    if (choose_own(f, job, e) != 0) return -1;
    status = coa_flex_finish(f->flex, f->states[job].id, f->now);
    if (status == COA_OK) return 0;
    return flexco_state_wrong(f, "coa_flex_finish", job, status, e);
}
