/* flexco_meta.c - the metascheduler: queues and shares follow what coalloc.h books. */
#include "flexco/flexco_state.h"

#include "base/compare.h"
#include "base/job.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

/* What the job asks for: T^r is `ready`, T^x `length`, T^xo `overhead`, R `servers`. */
static coa_flex_request request_of(const struct flexco *f, uint32_t job,
                                   coa_mold molds[FLEXCO_SHAPES - 1])
{
    const struct flexco_rules *rules = f->task.rules;
    const struct flexco_job *j = &f->task.jobs[job];
    struct flexco_shape shapes[FLEXCO_SHAPES];
    coa_flex_request req = {0};
    req.mold_count = flexco_job_shapes(f->task.system, j, rules->mode == FLEXCO_MOLD,
                                       rules->efficiency, shapes) -
                     1;
    for (uint32_t i = 0; i < req.mold_count; i++) {
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

/* Sorts the chosen sites, and gives them to f->flex. */
static void choose(struct flexco *f)
{
    qsort(f->choice, f->chosen_count, sizeof *f->choice, compare_u32);
    for (uint32_t i = 0; i < f->chosen_count; i++) f->chosen[i] = f->at[f->choice[i]];
    const coa_status status = coa_flex_sites(f->flex, f->chosen, f->chosen_count);
    if (status != COA_OK) fail("coa_flex_sites: %s", coa_status_text(status));
    f->result->sites_asked += f->chosen_count;
}

/* Adds a site, the time of whose calendar moves on to the present. */
static void choose_site(struct flexco *f, uint32_t site)
{
    for (uint32_t i = f->chosen_count; i-- > 0;)
        if (f->choice[i] == site) return;
    f->choice[f->chosen_count++] = site;
    flexco_state_advance(f, site);
}

static void choose_all(struct flexco *f)
{
    uint32_t i;
    flexco_state_advance_all(f);
    for (i = 0; i < f->task.system->count; i++) f->choice[i] = i;
    f->chosen_count = i;
    choose(f);
}

/* The next calls of f->flex are for the sites of the job, which the metascheduler has:
 * they cost as much as these do. */
static void choose_own(struct flexco *f, uint32_t job)
{
    const struct flexco_state *st = &f->states[job];
    uint32_t i;
    for (f->chosen_count = i = 0; i < st->share_count; i++)
        choose_site(f, st->shares[i].site);
    choose(f);
}

/* ---- a booking becomes the job's --------------------------------------------------- */

void flexco_meta_drop(struct flexco *f, uint32_t job, int64_t from)
{
    struct flexco_state *st = &f->states[job];
    for (uint32_t i = 0; i < st->share_count; i++) {
        const uint32_t site = st->shares[i].site;
        if (st->waits) flexco_state_queue_remove(&f->sites[site].meta, st->start, job);
        flexco_state_free_again(f, site, from, st->end);
    }
    free(st->shares);
    st->shares = NULL;
    st->share_count = 0;
}

/* The job is at one site, which has it from now on: its booking there becomes one that
 * the site can move. */
static void hand_over(struct flexco *f, uint32_t job)
{
    struct flexco_state *st = &f->states[job];
    const struct flexco_share *share = &f->shares[0];
    coa_booking b;
    f->chosen_count = 0;
    choose_site(f, share->site);
    choose(f);
    flexco_state_must(f, coa_flex_cancel(f->flex, st->id, 0), "coa_flex_cancel", job);
    coa_request req = {.ready = st->start,
                       .length = st->end - st->start,
                       .servers = share->servers,
                       .deadline = st->end};
    flexco_state_must(f, coa_reserve(f->sites[share->site].calendar, &req, &b),
                      "coa_reserve", job);
    st->id = b.id;
    flexco_state_own(st, share->site, share->servers);
}

/* Counts a move to this booking, whose shares are in f->shares, by what it changes
 * most. */
static void count_move(struct flexco *f, uint32_t job, const coa_flex_booking *b)
{
    const struct flexco_state *st = &f->states[job];
    struct flexco_outcome *o = &f->result->outcomes[job];
    struct flexco_result *r = f->result;
    const int same =
        b->part_count == st->share_count &&
        memcmp(f->shares, st->shares, st->share_count * sizeof *st->shares) == 0;
    r->moved++;
    r->joined += b->part_count == 1 && st->share_count > 1;
    if (b->mold != st->shape)
        o->molds++, r->molds++;
    else if (!same)
        o->remaps++, r->remaps++;
    else
        o->shifts++, r->shifts++;
}

/* Makes this booking, which is in the calendars of the sites that were chosen, the job's
 * in place of its old one. */
static void adopt(struct flexco *f, uint32_t job, const coa_flex_booking *b)
{
    struct flexco_state *st = &f->states[job];
    const uint32_t count = b->part_count;
    uint32_t i, servers = 0;
    for (i = 0; i < count; i++) {
        f->shares[i].site = f->choice[b->parts[i].site];
        f->shares[i].servers = b->parts[i].booking.servers;
        servers += f->shares[i].servers;
    }
    if (st->waits) {
        count_move(f, job, b);
        flexco_meta_drop(f, job, st->start);
    } else { /* it is new */
        f->cursor = (f->cursor + 1) % f->task.system->count;
    }
    st->id = b->id;
    st->start = b->start;
    st->end = b->end;
    st->share_count = count;
    st->shape = b->mold;
    st->waits = 1;
    st->owner = FLEXCO_META;
    flexco_state_promise(f, job, servers);
    if (count == 1 && !f->task.rules->one_site_fixed) {
        hand_over(f, job);
    } else {
        st->shares = base_zeroed(count, sizeof *st->shares);
        memcpy(st->shares, f->shares, count * sizeof *st->shares);
    }
    for (i = 0; i < count; i++) flexco_state_queue_add(f, st->shares[i].site, job);
}

/* ---- a new job that can start at once ---------------------------------------------- */

/* Chooses the first site, in the order of the request, that has so many processors free
 * from now on for that long. Has any? */
static int choose_single(struct flexco *f, uint32_t servers, int64_t length)
{
    const uint32_t sites = f->task.system->count;
    for (uint32_t i = 0; i < sites; i++) {
        const uint32_t site = (f->cursor + i) % sites;
        int64_t start;
        if (f->sites[site].idle < servers) continue;
        f->result->sites_asked++;
        flexco_state_advance(f, site);
        coa_request req = {.ready = f->now,
                           .length = length,
                           .servers = servers,
                           .deadline = f->now + length};
        const coa_status status = coa_earliest(f->sites[site].calendar, &req, &start);
        if (status == COA_OK) choose_site(f, site);
        if (status == COA_OK) return 1;
        if (status != COA_E_NOFIT) fail("coa_earliest: %s", coa_status_text(status));
    }
    return 0;
}

/* Chooses the sites that decide about the request: for each of its shapes that can be the
 * best, the first site at which it can start at once. As no site can do better, the
 * others do not matter. 0 if a shape has none: then all sites decide. */
static int choose_now(struct flexco *f, const coa_flex_request *req)
{
    int64_t shortest = JOB_NEVER; /* of the shapes so far */
    f->chosen_count = 0;
    for (uint32_t i = 0; i <= req->mold_count; i++) {
        const int64_t length = i ? req->molds[i - 1].length : req->length;
        const uint32_t servers = i ? req->molds[i - 1].servers : req->servers;
        if (length >= shortest) continue;
        if (!choose_single(f, servers, length)) return 0;
        shortest = length;
    }
    choose(f);
    return 1;
}

/* ---- the calendars themselves ------------------------------------------------------ */

/* Algorithm 1. The time slots of lines 1 to 4 are the sites' calendars', of which
 * the ones that can decide are chosen; coa_flex_reserve finds the start that completes
 * earliest (lines 5 to 23) and the shares (24 to 29), and books them (30 to 32). */
void flexco_meta_book(struct flexco *f, uint32_t job)
{
    coa_mold molds[FLEXCO_SHAPES - 1];
    coa_flex_request req = request_of(f, job, molds);
    coa_flex_booking b;
    if (!choose_now(f, &req)) choose_all(f);
    req.first = 0; /* the first that is chosen from the cursor on */
    while (req.first < f->chosen_count && f->choice[req.first] < f->cursor) req.first++;
    req.first %= f->chosen_count;
    flexco_state_must(f, coa_flex_reserve(f->flex, &req, &b), "coa_flex_reserve", job);
    adopt(f, job, &b);
}

/* Algorithm 2, line 11: algorithm 1 again, as far as the mode lets it; the old booking
 * stands unless the new one completes earlier (lines 10 and 12 compare T^c). */
int flexco_meta_offer(struct flexco *f, uint32_t job)
{
    static const uint32_t ops[FLEXCO_MODES] = {[FLEXCO_SHIFT] = COA_SHIFT,
                                               [FLEXCO_REMAP] = COA_SHIFT | COA_REMAP,
                                               [FLEXCO_MOLD] =
                                                   COA_SHIFT | COA_REMAP | COA_MOLD};
    const enum flexco_mode mode = f->task.rules->mode;
    const coa_id old = f->states[job].id;
    coa_mold molds[FLEXCO_SHAPES - 1];
    coa_flex_request req = request_of(f, job, molds);
    coa_flex_booking b;
    f->result->asked++;
    if (mode == FLEXCO_SHIFT)
        choose_own(f, job);
    else
        choose_all(f);
    flexco_state_must(f, coa_flex_reschedule(f->flex, old, &req, ops[mode], &b),
                      "coa_flex_reschedule", job);
    if (b.id == old) return 0;
    adopt(f, job, &b);
    return 1;
}

void flexco_meta_finish(struct flexco *f, uint32_t job)
{
    choose_own(f, job);
    flexco_state_must(f, coa_flex_finish(f->flex, f->states[job].id, f->now),
                      "coa_flex_finish", job);
}
