/* twostep_provider.c - holds are bookings in the calendar of the site. A site that
 * binds late counts processors; one that binds early chooses those that fit the whole
 * time. */
#include "flexco/messages/twostep_provider.h"

#include "coalloc.h"

#include "base/array.h"
#include "flexco/messages/slots.h"

#include <stdlib.h>
#include <string.h>

/* ---- a provider -------------------------------------------------------------------- */

struct twostep_hold *twostep_provider_hold_of(const struct twostep_provider *p,
                                              uint64_t attempt)
{
    size_t i;
    for (i = 0; i < p->count; i++)
        if (p->holds[i].attempt == attempt) return &p->holds[i];
    return NULL;
}

/* A hold of nothing yet; NULL when memory is out. */
static struct twostep_hold *twostep_provider_hold_add(struct twostep_provider *p,
                                                      uint64_t attempt)
{
    struct twostep_hold *h;
    if (ARRAY_ROOM(p->holds, p->count, p->capacity, 1) != 0) return NULL;
    h = &p->holds[p->count++];
    memset(h, 0, sizeof *h);
    h->attempt = attempt;
    return h;
}

/* Releases the last piece of the hold, unless its time is over. */
static int twostep_provider_hold_pop(struct twostep *t, uint32_t site,
                                     struct twostep_hold *h, int back)
{
    coa_calendar *c = t->sites[site].calendar;
    coa_booking b;
    const coa_id id = h->pieces[--h->count];
    coa_status s = coa_get(c, id, &b);
    if (s == COA_E_NOTFOUND) return 0;
    if (s == COA_OK) s = coa_cancel(c, id);
    if (s != COA_OK) return twostep_state_fail(t, s);
    return t->calls.let_go ? t->calls.let_go(t->calls.context, site, &b, back) : 0;
}

int twostep_provider_hold_drop(struct twostep *t, uint32_t site, struct twostep_hold *h,
                               int back)
{
    struct twostep_provider *p = &t->providers[site];
    while (h->count)
        if (twostep_provider_hold_pop(t, site, h, back) != 0) return -1;
    *h = p->holds[--p->count];
    return 0;
}

static int twostep_provider_hold_tell(struct twostep *t, uint32_t site,
                                      const struct twostep_hold *h)
{
    uint32_t i;
    for (i = 0; t->calls.held && i < h->count; i++) {
        coa_booking b;
        const coa_status s = coa_get(t->sites[site].calendar, h->pieces[i], &b);
        if (s != COA_OK) return twostep_state_fail(t, s);
        if (t->calls.held(t->calls.context, site, &b) != 0) return -1;
    }
    return 0;
}

/* Cancels the pieces of a hold that could not be made as a whole. */
static int twostep_provider_hold_undo(struct twostep *t, uint32_t site,
                                      struct twostep_hold *h)
{
    while (h->count) {
        const coa_status s = coa_cancel(t->sites[site].calendar, h->pieces[--h->count]);
        if (s != COA_OK) return twostep_state_fail(t, s);
    }
    *h = t->providers[site].holds[--t->providers[site].count];
    return 0;
}

/* A part of the time of a move: before, beside or after what the job has. */
struct twostep_piece {
    int64_t start, end;
    int beside;
};

/* The pieces of [start, end) before, beside and after the booking `own`; if own->id is
 * 0 all is before. Returns how many there are. */
static uint32_t twostep_provider_pieces(int64_t start, int64_t end,
                                        const coa_booking *own,
                                        struct twostep_piece pieces[TWOSTEP_HOLD_PIECES])
{
    uint32_t n = 0;
    const int apart = !own->id || end <= own->start || own->end <= start;
    const int64_t from = apart ? end : start > own->start ? start : own->start;
    const int64_t to = apart ? end : end < own->end ? end : own->end;
    const struct twostep_piece all[TWOSTEP_HOLD_PIECES] = {
        {start, from, 0}, {from, to, 1}, {to, end, 0}};
    uint32_t i;
    for (i = 0; i < TWOSTEP_HOLD_PIECES; i++)
        if (all[i].start < all[i].end) pieces[n++] = all[i];
    return n;
}

/* Late binding: holds the processors the job needs beyond its own. After COA_E_NOFIT
 * some pieces may be held. */
static coa_status twostep_provider_hold_count(coa_calendar *c,
                                              const struct twostep_message *m,
                                              const coa_booking *own,
                                              struct twostep_hold *h)
{
    struct twostep_piece pieces[TWOSTEP_HOLD_PIECES];
    const uint32_t n = twostep_provider_pieces(m->start, m->end, own, pieces);
    uint32_t i;
    for (i = 0; i < n; i++) {
        const uint32_t has = pieces[i].beside ? own->servers : 0;
        coa_request r = {0};
        coa_booking b;
        coa_status s;
        if (m->share <= has) continue;
        r.ready = pieces[i].start;
        r.length = pieces[i].end - pieces[i].start;
        r.servers = m->share - has;
        r.retries = COA_NO_RETRY;
        s = coa_reserve(c, &r, &b);
        if (s != COA_OK) return s;
        h->pieces[h->count++] = b.id;
    }
    return COA_OK;
}

/* ---- a provider that binds early: which processors --------------------------------- */

static coa_status twostep_provider_set_add_runs(coa_set *to, const coa_run *runs,
                                                uint32_t n)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (i = 0; i < n && s == COA_OK; i++)
        s = coa_set_add(to, runs[i].first, runs[i].count);
    return s;
}

/* Adds the lowest `n` of a set to another; *taken: how many there were. */
static coa_status twostep_provider_set_take(const coa_set *from, uint32_t n, coa_set *to,
                                            uint32_t *taken)
{
    coa_status s = COA_OK;
    uint32_t i;
    *taken = 0;
    for (i = 0; i < from->count && *taken < n && s == COA_OK; i++) {
        const coa_run *r = &from->runs[i];
        const uint32_t count = r->count < n - *taken ? r->count : n - *taken;
        s = coa_set_add(to, r->first, count);
        *taken += count;
    }
    return s;
}

struct twostep_choice { /* of processors for a move */
    coa_set own;        /* that the job has now                  */
    coa_set fit;        /* free, or its own, in the whole time   */
    coa_set chosen;     /* of them                               */
    coa_set rest;       /* others that fit; those chosen that are not its own */
};

static void twostep_provider_choice_free(struct twostep_choice *x)
{
    coa_set_free(&x->own);
    coa_set_free(&x->fit);
    coa_set_free(&x->chosen);
    coa_set_free(&x->rest);
}

static coa_status twostep_provider_choice_fit(struct twostep_choice *x, coa_calendar *c,
                                              const struct twostep_piece *pieces,
                                              uint32_t n)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (i = 0; i < n && s == COA_OK; i++) {
        coa_set *found = i ? &x->rest : &x->fit;
        s = coa_search(c, pieces[i].start, pieces[i].end, NULL, found);
        if (s == COA_OK && pieces[i].beside)
            s = coa_set_combine(found, found, COA_SET_UNION, &x->own);
        if (s == COA_OK && i)
            s = coa_set_combine(&x->fit, &x->fit, COA_SET_INTERSECTION, &x->rest);
    }
    return s;
}

/* Chooses those the job has, as far as they fit, then the lowest others. */
static coa_status twostep_provider_choice_make(struct twostep_choice *x, uint32_t share)
{
    uint32_t kept, others;
    coa_status s = coa_set_combine(&x->rest, &x->fit, COA_SET_DIFFERENCE, &x->own);
    if (s == COA_OK)
        s = coa_set_combine(&x->fit, &x->fit, COA_SET_INTERSECTION, &x->own);
    /* now x->fit are its own that fit, x->rest the others that do */
    if (s == COA_OK) s = twostep_provider_set_take(&x->fit, share, &x->chosen, &kept);
    if (s == COA_OK)
        s = twostep_provider_set_take(&x->rest, share - kept, &x->chosen, &others);
    return s;
}

static coa_status twostep_provider_choice_hold(struct twostep_choice *x, coa_calendar *c,
                                               const struct twostep_piece *pieces,
                                               uint32_t n, struct twostep_hold *h)
{
    coa_status s = coa_set_combine(&x->rest, &x->chosen, COA_SET_DIFFERENCE, &x->own);
    uint32_t i;
    for (i = 0; i < n && s == COA_OK; i++) {
        const coa_set *set = pieces[i].beside ? &x->rest : &x->chosen;
        if (!set->count) continue;
        s = coa_commit(c, pieces[i].start, pieces[i].end, set, &h->pieces[h->count]);
        if (s == COA_OK) h->count++;
    }
    return s;
}

/* Early binding: holds processors that the job can have throughout. COA_E_NOFIT: there
 * are only *most of them. */
static coa_status twostep_provider_hold_named(coa_calendar *c,
                                              const struct twostep_message *m,
                                              const coa_booking *own,
                                              struct twostep_hold *h, uint32_t *most)
{
    struct twostep_choice x = {{0}, {0}, {0}, {0}};
    struct twostep_piece pieces[TWOSTEP_HOLD_PIECES];
    const uint32_t n = twostep_provider_pieces(m->start, m->end, own, pieces);
    coa_status s = twostep_provider_set_add_runs(&x.own, own->runs, own->run_count);
    if (s == COA_OK) s = twostep_provider_choice_fit(&x, c, pieces, n);
    *most = coa_set_count(&x.fit);
    if (s == COA_OK && *most < m->share) s = COA_E_NOFIT;
    if (s == COA_OK) s = twostep_provider_choice_make(&x, m->share);
    if (s == COA_OK) s = twostep_provider_choice_hold(&x, c, pieces, n, h);
    twostep_provider_choice_free(&x);
    return s;
}

/* ---- a provider's answers ---------------------------------------------------------- */

static coa_status twostep_provider_take(coa_calendar *c, const struct twostep_message *m,
                                        struct twostep_hold *h, uint32_t *most)
{
    coa_booking own = {0};
    coa_desc d;
    coa_describe(c, &d);
    if (m->start < d.now) return COA_E_NOFIT;
    if (!m->moves || coa_get(c, m->moves, &own) != COA_OK) memset(&own, 0, sizeof own);
    return d.index == COA_INDEX_COUNT ? twostep_provider_hold_count(c, m, &own, h)
                                      : twostep_provider_hold_named(c, m, &own, h, most);
}

static int64_t twostep_provider_lease(const struct twostep *t)
{
    if (t->rules.lease) return t->rules.lease;
    return 2 * (TWOSTEP_REPEATS + 1) * twostep_state_wait(t);
}

/* A lease begins. */
static int twostep_provider_grant(struct twostep *t, const struct twostep_message *m,
                                  int64_t now)
{
    const int64_t end = now + twostep_provider_lease(t);
    struct twostep_message lease = *m;
    lease.kind = TWOSTEP_MESSAGE_LEASE;
    lease.life = t->providers[m->site].life;
    return twostep_state_post(t, &lease, end < m->start ? end : m->start,
                              TWOSTEP_TURN_LEASE);
}

/* Holds what is asked for, unless that is held already; sets the kind of the answer. */
static int twostep_provider_prepare(struct twostep *t, const struct twostep_message *m,
                                    int64_t now, struct twostep_message *answer)
{
    struct twostep_provider *p = &t->providers[m->site];
    struct twostep_hold *h = twostep_provider_hold_of(p, m->attempt);
    coa_status s;
    answer->kind = TWOSTEP_MESSAGE_HELD;
    if (h) return 0;
    h = twostep_provider_hold_add(p, m->attempt);
    if (!h) return twostep_state_fail(t, COA_E_NOMEM);
    s = twostep_provider_take(t->sites[m->site].calendar, m, h, &answer->most);
    if (s == COA_OK)
        return twostep_provider_hold_tell(t, m->site, h) == 0
                   ? twostep_provider_grant(t, m, now)
                   : -1;
    if (twostep_provider_hold_undo(t, m->site, h) != 0) return -1;
    if (s == COA_E_NOMEM) return twostep_state_fail(t, s);
    answer->kind = TWOSTEP_MESSAGE_REFUSED;
    return 0;
}

struct twostep_attempt *twostep_provider_attempt_of(const struct twostep *t,
                                                    const struct twostep_message *m)
{
    struct twostep_attempt *a = t->attempts[m->place];
    return a->phase != TWOSTEP_ATTEMPT_IDLE && a->number == m->attempt ? a : NULL;
}

/* Puts the slots into the state of the attempt that asked, if it still waits for them.
 * */
static int twostep_provider_publish(struct twostep *t, const struct twostep_message *m)
{
    const struct twostep_attempt *a = twostep_provider_attempt_of(t, m);
    if (!a || a->phase != TWOSTEP_ATTEMPT_ASKS) return 0;
    if (slots_free_of(t->sites[m->site].calendar, &t->known) != 0 ||
        slots_of(&t->known, &t->rules.publishing, &a->states[m->site].slots) != 0)
        return twostep_state_fail(t, COA_E_NOMEM);
    return 0;
}

int twostep_provider_hears(struct twostep *t, const struct twostep_message *m,
                           int64_t now)
{
    struct twostep_provider *p = &t->providers[m->site];
    struct twostep_hold *h = twostep_provider_hold_of(p, m->attempt);
    struct twostep_message answer = *m;
    int result = 0;
    if (!p->up) {
        t->counts.lost++;
        return 0;
    }
    answer.life = p->life;
    answer.most = 0;
    switch (m->kind) {
    case TWOSTEP_MESSAGE_ASK:
        answer.kind = TWOSTEP_MESSAGE_SLOTS;
        result = twostep_provider_publish(t, m);
        break;
    case TWOSTEP_MESSAGE_PREPARE:
        result = twostep_provider_prepare(t, m, now, &answer);
        break;
    case TWOSTEP_MESSAGE_CONFIRM:
        answer.kind = h ? TWOSTEP_MESSAGE_ACKNOWLEDGED : TWOSTEP_MESSAGE_UNKNOWN;
        if (h) h->confirmed = 1;
        break;
    default:
        answer.kind = TWOSTEP_MESSAGE_RETURNED;
        if (h) result = twostep_provider_hold_drop(t, m->site, h, 1);
    }
    return result == 0 ? twostep_state_send(t, &answer, now) : -1;
}

struct twostep_hold *twostep_provider_leases(const struct twostep *t,
                                             const struct twostep_message *m)
{
    const struct twostep_provider *p = &t->providers[m->site];
    struct twostep_hold *h = twostep_provider_hold_of(p, m->attempt);
    return h && !h->confirmed && p->life == m->life ? h : NULL;
}

int twostep_provider_lease_ends(struct twostep *t, const struct twostep_message *m)
{
    struct twostep_hold *h = twostep_provider_leases(t, m);
    if (!h) return 0;
    t->counts.leases++;
    return twostep_provider_hold_drop(t, m->site, h, 1);
}
