/* twostep_plan.c - the board is a list of sites that the calls of coalloc.h work on:
 * either pictures, calendars made of what is known of each site, or the calendars of
 * the sites that are up. */
#include "flexco/messages/twostep_plan.h"

#include "flexco/messages/slots.h"

#include <stdlib.h>

/* ---- exactly this ------------------------------------------------------------------ */

coa_status twostep_plan_open(struct twostep *t)
{
    coa_flex_destroy(t->flex);
    return coa_flex_create(&t->flex, 0, t->board, t->board_count, NULL, NULL);
}

/* So that alternative `mold` is the one booked, all shapes before it are too long to
 * fit. */
coa_status twostep_plan_book(struct twostep *t, const struct twostep_plan *plan,
                             uint32_t place, coa_flex_booking *out)
{
    const coa_time length = plan->end - plan->start;
    coa_flex_request r = {0};
    coa_mold *molds = NULL;
    coa_status s;
    uint32_t i;
    if (plan->mold) {
        molds = (coa_mold *)malloc(plan->mold * sizeof *molds);
        if (!molds) return COA_E_NOMEM;
    }
    for (i = 0; i < plan->mold; i++) {
        molds[i].servers = plan->servers;
        molds[i].length = length + (i + 1 < plan->mold);
    }
    r.ready = plan->start;
    r.deadline = plan->end;
    r.length = length + (plan->mold > 0);
    r.servers = plan->servers;
    r.place = place;
    r.fixed = 1;
    r.molds = molds;
    r.mold_count = plan->mold;
    s = twostep_plan_open(t);
    if (s == COA_OK) s = coa_flex_reserve(t->flex, &r, out);
    free(molds);
    return s;
}

/* ---- pictures of the sites --------------------------------------------------------- */

/* Works out how many processors of the site are free for certain: t->known. -1 when
 * memory is out. */
static int known_free(struct twostep *t, const struct twostep_attempt *a, uint32_t site,
                      int64_t now)
{
    const struct twostep_site *state = &a->states[site];
    uint32_t i;
    if (slots_free_known(&state->slots, now, &t->known) != 0) return -1;
    for (i = 0; i < a->misfit_count; i++) {
        const struct twostep_misfit *x = &a->misfits[i];
        const uint32_t most = x->most > state->own ? x->most - state->own : 0;
        if (x->site == site &&
            slots_free_amend(&t->known, x->start, x->end, 0, most) != 0)
            return -1;
    }
    return state->own ? slots_free_amend(&t->known, a->old.start, a->old.end, state->own,
                                         UINT32_MAX)
                      : 0;
}

/* Fills the board with a picture of each site, as far as it is known. */
static coa_status make_pictures(struct twostep *t, const struct twostep_attempt *a,
                                int64_t now)
{
    coa_status s = COA_OK;
    uint32_t i;
    t->board_count = t->site_count;
    for (i = 0; i < t->site_count; i++) t->board[i].calendar = NULL;
    for (i = 0; i < t->site_count && s == COA_OK; i++) {
        if (known_free(t, a, i, now) != 0) return COA_E_NOMEM;
        t->board[i].servers = t->sites[i].servers;
        s = slots_free_calendar(&t->known, t->providers[i].servers,
                                &t->board[i].calendar);
    }
    return s;
}

/* No earlier start is planned: it takes four messages to prepare, to answer, to confirm
 * and to acknowledge. */
static int64_t earliest_start(const struct twostep *t, int64_t now)
{
    return now + 4 * t->rules.latency;
}

/* Does coa_flex_reschedule on the pictures; COA_E_NOFIT if the booking stays. */
static coa_status plan_move(struct twostep *t, const struct twostep_attempt *a,
                            const coa_flex_request *r, coa_flex_booking *b)
{
    coa_id id;
    uint32_t i;
    coa_status s;
    for (i = 0; i < t->site_count; i++) t->board[i].servers = a->states[i].own;
    s = twostep_plan_book(t, &a->old, 0, b);
    if (s != COA_OK) return s;
    id = b->id;
    for (i = 0; i < t->site_count; i++) t->board[i].servers = t->sites[i].servers;
    s = twostep_plan_open(t);
    if (s == COA_OK) s = coa_flex_reschedule(t->flex, id, r, a->ops, b);
    return s == COA_OK && b->id == id ? COA_E_NOFIT : s;
}

/* ---- the calls --------------------------------------------------------------------- */

coa_status twostep_plan_find(struct twostep *t, struct twostep_attempt *a, int64_t now)
{
    const int64_t earliest = earliest_start(t, now);
    coa_flex_request r = a->request;
    coa_flex_booking b = {0};
    coa_status s;
    uint32_t i;
    if (a->ops && a->old.start < earliest) return COA_E_NOFIT; /* it is about to start */
    if (r.ready < earliest) r.ready = earliest;
    s = make_pictures(t, a, now);
    if (s == COA_OK) s = twostep_plan_open(t);
    if (s == COA_OK)
        s = a->ops ? plan_move(t, a, &r, &b) : coa_flex_earliest(t->flex, &r, &b);
    if (s == COA_OK) {
        a->plan.start = b.start;
        a->plan.end = b.end;
        a->plan.servers = b.servers;
        a->plan.mold = b.mold;
        for (i = 0; i < b.part_count; i++)
            a->states[b.parts[i].site].share = b.parts[i].booking.servers;
    }
    for (i = 0; i < t->site_count; i++) coa_destroy(t->board[i].calendar);
    return s;
}

void twostep_plan_use_sites(struct twostep *t)
{
    uint32_t i;
    t->board_count = 0;
    for (i = 0; i < t->site_count; i++) {
        if (!t->providers[i].up) continue;
        t->board[t->board_count] = t->sites[i];
        t->at[t->board_count++] = i;
    }
}

void twostep_plan_show_parts(struct twostep *t, coa_flex_booking *b)
{
    uint32_t i;
    for (i = 0; i < b->part_count; i++) {
        t->parts[i] = b->parts[i];
        t->parts[i].site = t->at[b->parts[i].site];
    }
    b->parts = t->parts;
}
