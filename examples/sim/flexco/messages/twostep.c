/* twostep.c - implements twostep.h. */
#include "flexco/messages/twostep.h"

#include "base/array.h"
#include "base/events.h"
#include "flexco/messages/slots.h"
#include "flexco/messages/twostep_provider.h"

#include <stdlib.h>
#include <string.h>

/*  twostep_state_open(&t, sites, n, rules, calls)   the sites are the caller's, `among` 0
 *  twostep_state_free(&t)
 *  twostep_begin(&t, job, &request, now)      books a job
 *  twostep_begin_move(&t, job, &request, ops, booking, now)
 *                                                 moves it, as coa_flex_reschedule would
 *  twostep_busy(&t, job)                      is it begun and not ended?
 *  twostep_drop(&t, job, now)                 its booking is lost, or it is not
 *                                                 wanted any more: it ends without a word
 *  twostep_due(&t)                            when something happens next;
 *                                                 COA_FOREVER: never
 *  twostep_step(&t, now)                      all that is due by now. Advance the
 *                                                 calendars to now first; never skip a
 *                                                 time at which something is due
 *  twostep_site_failed(&t, site, now)         its calendar is exchanged for an empty
 *                                                 one, not looked at until it is up. Jobs
 *                                                 with a part there are the caller's, to
 *                                                 cancel before, and to drop
 *  twostep_site_up(&t, site, now)             it is back
 *
 * Those that return int: 0, or -1 and t.status says why, mostly COA_E_NOMEM; the
 * calendars are sound then, yet the machine can only be freed. Times are 0 or more. A
 * request is copied; it has at most TWOSTEP_MOLDS alternatives. */

/* ---- the metascheduler: an attempt ------------------------------------------------- */

/* A free place; NULL when memory is out. */
static struct twostep_attempt *twostep_attempt_add(struct twostep *t)
{
    struct twostep_attempt *a;
    uint32_t i;
    for (i = 0; i < t->attempt_count; i++)
        if (t->attempts[i]->phase == TWOSTEP_ATTEMPT_IDLE) return t->attempts[i];
    if (ARRAY_ROOM(t->attempts, t->attempt_count, t->attempt_capacity, 1) != 0)
        return NULL;
    a = (struct twostep_attempt *)calloc(1, sizeof *a);
    if (!a) return NULL;
    a->legs = (struct twostep_leg *)calloc(t->site_count, sizeof *a->legs);
    if (!a->legs) {
        free(a);
        return NULL;
    }
    a->place = t->attempt_count;
    t->attempts[t->attempt_count++] = a;
    return a;
}

/* From now on it waits for answers until then. */
static int twostep_attempt_waits(struct twostep *t, struct twostep_attempt *a,
                                 int64_t until)
{
    struct twostep_message m = {.kind = TWOSTEP_MESSAGE_PATIENCE};
    m.place = a->place;
    m.attempt = a->number;
    m.life = ++a->patience;
    return twostep_state_post(t, &m, until, TWOSTEP_TURN_PATIENCE);
}

static int twostep_attempt_says(struct twostep *t, const struct twostep_attempt *a,
                                uint32_t site, enum twostep_message_kind kind,
                                int64_t now)
{
    struct twostep_message m = {.kind = TWOSTEP_MESSAGE_ASK};
    m.kind = kind;
    m.site = site;
    m.place = a->place;
    m.attempt = a->number;
    m.start = a->plan.start;
    m.end = a->plan.end;
    m.share = a->legs[site].share;
    m.moves = a->legs[site].own ? a->moves : 0;
    return twostep_state_send(t, &m, now);
}

/* At its start it is had whole or given back; what is to be moved must not have begun. */
static int64_t twostep_attempt_deadline(const struct twostep_attempt *a)
{
    return a->ops && a->old.start < a->plan.start ? a->old.start : a->plan.start;
}

/* What the phase has to say, to those who have not answered it. */
static int twostep_attempt_says_all(struct twostep *t, struct twostep_attempt *a,
                                    int64_t now)
{
    static const enum twostep_message_kind kinds[] = {
        TWOSTEP_MESSAGE_ASK, TWOSTEP_MESSAGE_ASK, TWOSTEP_MESSAGE_PREPARE,
        TWOSTEP_MESSAGE_CONFIRM, TWOSTEP_MESSAGE_GIVE_BACK};
    int64_t until = now + twostep_state_wait(t);
    uint32_t i;
    for (i = 0; i < t->site_count; i++)
        if (a->legs[i].open && twostep_attempt_says(t, a, i, kinds[a->phase], now) != 0)
            return -1;
    if (a->phase == TWOSTEP_ATTEMPT_CONFIRMS && until > twostep_attempt_deadline(a))
        until = twostep_attempt_deadline(a);
    return twostep_attempt_waits(t, a, until);
}

/* A phase begins, with the legs that are open. */
static int twostep_attempt_enters(struct twostep *t, struct twostep_attempt *a,
                                  enum twostep_attempt_phase phase, int64_t now)
{
    uint32_t i;
    a->phase = phase;
    a->repeats = a->open = 0;
    for (i = 0; i < t->site_count; i++) a->open += a->legs[i].open != 0;
    return twostep_attempt_says_all(t, a, now);
}

/* All that may be held is given back; nothing else comes of it. */
static int twostep_attempt_close(struct twostep *t, struct twostep_attempt *a,
                                 int64_t now)
{
    int open = 0;
    uint32_t i;
    for (i = 0; i < t->site_count; i++) {
        a->legs[i].open = a->legs[i].state != TWOSTEP_LEG_NOTHING;
        open |= a->legs[i].open;
    }
    if (open) return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_CLOSES, now);
    a->phase = TWOSTEP_ATTEMPT_IDLE;
    return 0;
}

/* Closed, and the job has ended so. */
static int twostep_attempt_end(struct twostep *t, struct twostep_attempt *a,
                               enum twostep_end end, int64_t now)
{
    const uint32_t job = a->job;
    if (twostep_attempt_close(t, a, now) != 0) return -1;
    return t->calls.ended(t->calls.context, job, end, NULL);
}

/* An attempt for the same job, at its beginning. NULL when memory is out. */
static struct twostep_attempt *twostep_attempt_next(struct twostep *t,
                                                    const struct twostep_attempt *before)
{
    struct twostep_attempt *a = twostep_attempt_add(t);
    struct twostep_leg *legs;
    uint32_t place, i;
    if (!a) return NULL;
    legs = a->legs;
    place = a->place;
    *a = *before;
    a->legs = legs;
    a->place = place;
    a->request.molds = a->molds;
    a->phase = TWOSTEP_ATTEMPT_ASKS;
    a->number = ++t->numbered;
    for (i = 0; i < t->site_count; i++) {
        legs[i].slots.count = 0;
        legs[i].state = TWOSTEP_LEG_NOTHING;
        legs[i].open = !t->providers[i].known_down;
        legs[i].share = 0;
        legs[i].own = before->legs ? before->legs[i].own : 0;
    }
    return a;
}

/* Closed, and the job is tried again unless that has been done too often. What is given
 * back is so before it is asked again: messages keep their order. */
static int twostep_attempt_again(struct twostep *t, struct twostep_attempt *a,
                                 int64_t now)
{
    struct twostep_attempt *next;
    if (a->before + 1 >= TWOSTEP_ATTEMPTS)
        return twostep_attempt_end(t, a, TWOSTEP_TIRED, now);
    next = twostep_attempt_next(t, a);
    if (!next) return twostep_state_fail(t, COA_E_NOMEM);
    next->before++;
    t->counts.retries++;
    if (twostep_attempt_close(t, a, now) != 0) return -1;
    return twostep_attempt_enters(t, next, TWOSTEP_ATTEMPT_ASKS, now);
}

/* ---- the metascheduler: planning on what it knows ---------------------------------- */

/* Books exactly that, as alternative `mold` of its request: on the board, each of whose
 * sites gives what it says. All shapes before that one are too long to fit. */
static coa_status twostep_book_as(struct twostep *t, const struct twostep_plan *plan,
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
    s = coa_flex_reserve(t->board, t->board_count, &r, out);
    free(molds);
    return s;
}

/* How many of the site are free for certain, in t->known. */
static int twostep_attempt_knows(struct twostep *t, const struct twostep_attempt *a,
                                 uint32_t site, int64_t now)
{
    const struct twostep_leg *leg = &a->legs[site];
    uint32_t i;
    if (slots_free_known(&leg->slots, now, &t->known) != 0) return -1;
    for (i = 0; i < a->misfit_count; i++) {
        const struct twostep_misfit *x = &a->misfits[i];
        const uint32_t most = x->most > leg->own ? x->most - leg->own : 0;
        if (x->site == site &&
            slots_free_amend(&t->known, x->start, x->end, 0, most) != 0)
            return -1;
    }
    return leg->own ? slots_free_amend(&t->known, a->old.start, a->old.end, leg->own,
                                       UINT32_MAX)
                    : 0;
}

/* The board: sites as far as they are known. */
static coa_status twostep_attempt_pictures(struct twostep *t,
                                           const struct twostep_attempt *a, int64_t now)
{
    coa_status s = COA_OK;
    uint32_t i;
    t->board_count = t->site_count;
    for (i = 0; i < t->site_count; i++) t->board[i].calendar = NULL;
    for (i = 0; i < t->site_count && s == COA_OK; i++) {
        if (twostep_attempt_knows(t, a, i, now) != 0) return COA_E_NOMEM;
        t->board[i].servers = t->sites[i].servers;
        s = slots_free_calendar(&t->known, t->providers[i].servers,
                                &t->board[i].calendar);
    }
    return s;
}

/* No start is planned before: prepare, answer, confirm, acknowledge. */
static int64_t twostep_earliest(const struct twostep *t, int64_t now)
{
    return now + 4 * t->rules.latency;
}

/* As coa_flex_reschedule on the pictures; COA_E_NOFIT if the booking stays. */
static coa_status twostep_attempt_plan_move(struct twostep *t,
                                            const struct twostep_attempt *a,
                                            const coa_flex_request *r,
                                            coa_flex_booking *b)
{
    coa_id id;
    uint32_t i;
    coa_status s;
    for (i = 0; i < t->site_count; i++) t->board[i].servers = a->legs[i].own;
    s = twostep_book_as(t, &a->old, 0, b);
    if (s != COA_OK) return s;
    id = b->id;
    for (i = 0; i < t->site_count; i++) t->board[i].servers = t->sites[i].servers;
    s = coa_flex_reschedule(t->board, t->board_count, id, r, a->ops, b);
    return s == COA_OK && b->id == id ? COA_E_NOFIT : s;
}

/* What would be booked if that were all there is to know: the attempt's plan. */
static coa_status twostep_attempt_find(struct twostep *t, struct twostep_attempt *a,
                                       int64_t now)
{
    const int64_t earliest = twostep_earliest(t, now);
    coa_flex_request r = a->request;
    coa_flex_booking b = {0};
    coa_status s;
    uint32_t i;
    if (a->ops && a->old.start < earliest) return COA_E_NOFIT; /* it is about to start */
    if (r.ready < earliest) r.ready = earliest;
    s = twostep_attempt_pictures(t, a, now);
    if (s == COA_OK)
        s = a->ops ? twostep_attempt_plan_move(t, a, &r, &b)
                   : coa_flex_earliest(t->board, t->board_count, &r, &b);
    if (s == COA_OK) {
        a->plan.start = b.start;
        a->plan.end = b.end;
        a->plan.servers = b.servers;
        a->plan.mold = b.mold;
        for (i = 0; i < b.part_count; i++)
            a->legs[b.parts[i].site].share = b.parts[i].booking.servers;
    }
    for (i = 0; i < t->site_count; i++) coa_destroy(t->board[i].calendar);
    return s;
}

/* All slots that will come are here. */
static int twostep_attempt_plan(struct twostep *t, struct twostep_attempt *a, int64_t now)
{
    const coa_status s = twostep_attempt_find(t, a, now);
    uint32_t i;
    if (s == COA_E_NOFIT)
        return twostep_attempt_end(t, a, a->ops ? TWOSTEP_STAYS : TWOSTEP_NO_FIT, now);
    if (s != COA_OK) return twostep_state_fail(t, s);
    for (i = 0; i < t->site_count; i++) {
        a->legs[i].open = a->legs[i].share > 0;
        if (a->legs[i].open) a->legs[i].state = TWOSTEP_LEG_ASKED;
        a->legs[i].life = 0;
    }
    return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_PREPARES, now);
}

/* ---- the metascheduler: all is had ------------------------------------------------- */

/* The board: the sites that are up, themselves. */
static void twostep_real_board(struct twostep *t)
{
    uint32_t i;
    t->board_count = 0;
    for (i = 0; i < t->site_count; i++) {
        if (!t->providers[i].up) continue;
        t->board[t->board_count] = t->sites[i];
        t->at[t->board_count++] = i;
    }
}

/* The parts of a booking on that board, by number of site. */
static void twostep_show(struct twostep *t, coa_flex_booking *b)
{
    uint32_t i;
    for (i = 0; i < b->part_count; i++) {
        t->parts[i] = b->parts[i];
        t->parts[i].site = t->at[b->parts[i].site];
    }
    b->parts = t->parts;
}

/* Have all providers what they acknowledged? If one has failed that is not known yet. */
static int twostep_attempt_is_had(const struct twostep *t,
                                  const struct twostep_attempt *a)
{
    uint32_t i;
    for (i = 0; i < t->site_count; i++) {
        const struct twostep_hold *h =
            twostep_provider_hold_of(&t->providers[i], a->number);
        if (a->legs[i].share && (!h || !h->confirmed)) return 0;
    }
    return 1;
}

/* The holds, and the booking that is moved, become one booking. */
static int twostep_attempt_exchange(struct twostep *t, const struct twostep_attempt *a,
                                    coa_flex_booking *b)
{
    coa_status s = COA_OK;
    uint32_t i;
    twostep_real_board(t);
    for (i = 0; i < t->site_count; i++)
        if (a->legs[i].share &&
            twostep_provider_hold_drop(
                t, i, twostep_provider_hold_of(&t->providers[i], a->number), 0) != 0)
            return -1;
    for (i = 0; i < t->board_count; i++) t->board[i].servers = a->legs[t->at[i]].share;
    if (a->ops) s = coa_flex_cancel(t->board, t->board_count, a->moves);
    if (s == COA_OK) s = twostep_book_as(t, &a->plan, a->request.place, b);
    if (s != COA_OK) return twostep_state_fail(t, s);
    twostep_show(t, b);
    return 0;
}

/* All have acknowledged. */
static int twostep_attempt_book(struct twostep *t, struct twostep_attempt *a)
{
    coa_flex_booking b;
    const uint32_t job = a->job;
    if (!twostep_attempt_is_had(t, a)) return 0; /* it will become known */
    if (twostep_attempt_exchange(t, a, &b) != 0) return -1;
    a->phase = TWOSTEP_ATTEMPT_IDLE;
    if (a->ops)
        t->counts.moved++;
    else
        t->counts.booked++;
    return t->calls.ended(t->calls.context, job, TWOSTEP_BOOKED, &b);
}

/* ---- the metascheduler: what it hears ---------------------------------------------- */

/* An answer that was awaited. What is next if it was the last one. */
static int twostep_attempt_heard(struct twostep *t, struct twostep_attempt *a,
                                 struct twostep_leg *leg, int64_t now)
{
    uint32_t i;
    leg->open = 0;
    if (--a->open > 0) return 0;
    switch (a->phase) {
    case TWOSTEP_ATTEMPT_ASKS: return twostep_attempt_plan(t, a, now);
    case TWOSTEP_ATTEMPT_PREPARES:
        if (now > twostep_attempt_deadline(a)) return twostep_attempt_again(t, a, now);
        for (i = 0; i < t->site_count; i++) a->legs[i].open = a->legs[i].share > 0;
        return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_CONFIRMS, now);
    case TWOSTEP_ATTEMPT_CONFIRMS: return twostep_attempt_book(t, a);
    default: a->phase = TWOSTEP_ATTEMPT_IDLE; return 0;
    }
}

/* A plan that a provider has no room for. If it binds early, it may still look free. */
static int twostep_attempt_refused(struct twostep *t, struct twostep_attempt *a,
                                   const struct twostep_message *m, int64_t now)
{
    t->counts.stale++;
    a->legs[m->site].state = TWOSTEP_LEG_NOTHING;
    if (!t->providers[m->site].late && a->misfit_count < TWOSTEP_ATTEMPTS) {
        struct twostep_misfit *x = &a->misfits[a->misfit_count++];
        x->site = m->site;
        x->most = m->most;
        x->start = m->start;
        x->end = m->end;
    }
    return twostep_attempt_again(t, a, now);
}

/* An answer, if somebody waits for it. */
static int twostep_attempt_hears(struct twostep *t, const struct twostep_message *m,
                                 int64_t now)
{
    static const enum twostep_attempt_phase awaited[] = {
        TWOSTEP_ATTEMPT_ASKS,     TWOSTEP_ATTEMPT_PREPARES, TWOSTEP_ATTEMPT_PREPARES,
        TWOSTEP_ATTEMPT_CONFIRMS, TWOSTEP_ATTEMPT_CONFIRMS, TWOSTEP_ATTEMPT_CLOSES};
    struct twostep_attempt *a = twostep_provider_attempt_of(t, m);
    struct twostep_leg *leg = a ? &a->legs[m->site] : NULL;
    if (!a || a->phase != awaited[m->kind - TWOSTEP_MESSAGE_SLOTS] || !leg->open)
        return 0;
    if (m->kind == TWOSTEP_MESSAGE_REFUSED) return twostep_attempt_refused(t, a, m, now);
    if (m->kind == TWOSTEP_MESSAGE_HELD) {
        leg->state = TWOSTEP_LEG_HELD;
        leg->life = m->life;
    }
    if (m->kind == TWOSTEP_MESSAGE_UNKNOWN || m->kind == TWOSTEP_MESSAGE_RETURNED)
        leg->state = TWOSTEP_LEG_NOTHING;
    if (m->kind == TWOSTEP_MESSAGE_UNKNOWN) return twostep_attempt_again(t, a, now);
    return twostep_attempt_heard(t, a, leg, now);
}

/* Is that what it waits for still? */
static int twostep_attempt_is_patient(const struct twostep *t,
                                      const struct twostep_message *m)
{
    const struct twostep_attempt *a = twostep_provider_attempt_of(t, m);
    return a && a->patience == m->life;
}

/* It has waited long enough. */
static int twostep_attempt_waited(struct twostep *t, const struct twostep_message *m,
                                  int64_t now)
{
    struct twostep_attempt *a = twostep_provider_attempt_of(t, m);
    int late;
    if (!twostep_attempt_is_patient(t, m)) return 0;
    late = a->phase == TWOSTEP_ATTEMPT_CONFIRMS && now >= twostep_attempt_deadline(a);
    if (a->phase == TWOSTEP_ATTEMPT_CLOSES ||
        (a->open && !late && a->repeats < TWOSTEP_REPEATS)) {
        a->repeats++;
        t->counts.repeats += a->open;
        return twostep_attempt_says_all(t, a, now);
    }
    if (a->phase == TWOSTEP_ATTEMPT_ASKS) return twostep_attempt_plan(t, a, now);
    return twostep_attempt_again(t, a, now);
}

/* It becomes known that a provider has failed: what it had in that life is gone. */
static int twostep_attempt_loses(struct twostep *t, struct twostep_attempt *a,
                                 const struct twostep_message *m, int64_t now)
{
    struct twostep_leg *leg = &a->legs[m->site];
    if (a->phase == TWOSTEP_ATTEMPT_IDLE) return 0;
    if (a->phase == TWOSTEP_ATTEMPT_ASKS) {
        leg->slots.count = 0;
        return leg->open ? twostep_attempt_heard(t, a, leg, now) : 0;
    }
    if (leg->state == TWOSTEP_LEG_NOTHING || leg->life > m->life) return 0;
    leg->state = TWOSTEP_LEG_NOTHING;
    if (a->phase == TWOSTEP_ATTEMPT_CLOSES) return twostep_attempt_heard(t, a, leg, now);
    return twostep_attempt_again(t, a, now);
}

static int twostep_learns(struct twostep *t, const struct twostep_message *m, int64_t now)
{
    const uint32_t attempts = t->attempt_count; /* those that follow know it */
    uint32_t i;
    t->providers[m->site].known_down = m->kind == TWOSTEP_MESSAGE_DOWN;
    for (i = 0; m->kind == TWOSTEP_MESSAGE_DOWN && i < attempts; i++)
        if (twostep_attempt_loses(t, t->attempts[i], m, now) != 0) return -1;
    return 0;
}

static int twostep_happens(struct twostep *t, const struct twostep_message *m,
                           int64_t now)
{
    switch (m->kind) {
    case TWOSTEP_MESSAGE_DOWN:
    case TWOSTEP_MESSAGE_UP: return twostep_learns(t, m, now);
    case TWOSTEP_MESSAGE_PATIENCE: return twostep_attempt_waited(t, m, now);
    case TWOSTEP_MESSAGE_LEASE: return twostep_provider_lease_ends(t, m);
    default:
        return m->kind < TWOSTEP_MESSAGE_SLOTS ? twostep_provider_hears(t, m, now)
                                               : twostep_attempt_hears(t, m, now);
    }
}

/* ---- the calls --------------------------------------------------------------------- */

/* The next event is over, and what it was. */
static struct twostep_message twostep_pop(struct twostep *t)
{
    const uint32_t place = events_next(&t->events)->subject;
    const struct twostep_message m = t->messages[place];
    events_pop(&t->events);
    t->messages[place].place = t->spare;
    t->spare = place;
    return m;
}

/* Does it make no difference, as what it would end is over? */
static int twostep_is_void(const struct twostep *t, const struct twostep_message *m)
{
    if (m->kind == TWOSTEP_MESSAGE_PATIENCE) return !twostep_attempt_is_patient(t, m);
    return m->kind == TWOSTEP_MESSAGE_LEASE && !twostep_provider_leases(t, m);
}

int64_t twostep_due(struct twostep *t)
{
    const struct event *e;
    while ((e = events_next(&t->events)) != NULL) {
        if (!twostep_is_void(t, &t->messages[e->subject])) return e->time;
        (void)twostep_pop(t);
    }
    return COA_FOREVER;
}

int twostep_turn(struct twostep *t, int64_t now)
{
    const struct twostep_message m = twostep_pop(t);
    return twostep_happens(t, &m, now);
}

int twostep_step(struct twostep *t, int64_t now)
{
    while (twostep_due(t) <= now)
        if (twostep_turn(t, now) != 0) return -1;
    return 0;
}

/* A job's first attempt; NULL, and t->status says why. */
static struct twostep_attempt *twostep_first(struct twostep *t, uint32_t job,
                                             const coa_flex_request *request)
{
    static const struct twostep_attempt nothing = {.phase = TWOSTEP_ATTEMPT_IDLE};
    struct twostep_attempt first = nothing, *a;
    t->status = COA_E_ARG;
    if (request->mold_count > TWOSTEP_MOLDS) return NULL;
    first.job = job;
    first.request = *request;
    if (request->mold_count)
        memcpy(first.molds, request->molds, request->mold_count * sizeof *first.molds);
    a = twostep_attempt_next(t, &first);
    t->status = a ? COA_OK : COA_E_NOMEM;
    return a;
}

int twostep_begin(struct twostep *t, uint32_t job, const coa_flex_request *request,
                  int64_t now)
{
    struct twostep_attempt *a = twostep_first(t, job, request);
    if (!a) return -1;
    return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_ASKS, now);
}

int twostep_begin_move(struct twostep *t, uint32_t job, const coa_flex_request *request,
                       uint32_t ops, coa_id booking, int64_t now)
{
    coa_flex_booking b;
    coa_status s;
    struct twostep_attempt *a;
    uint32_t i;
    twostep_real_board(t);
    s = coa_flex_get(t->board, t->board_count, booking, &b);
    if (s != COA_OK) return twostep_state_fail(t, s);
    a = twostep_first(t, job, request);
    if (!a) return -1;
    a->ops = ops;
    a->moves = booking;
    a->old.start = b.start;
    a->old.end = b.end;
    a->old.servers = b.servers;
    a->old.mold = b.mold;
    for (i = 0; i < b.part_count; i++)
        a->legs[t->at[b.parts[i].site]].own = b.parts[i].booking.servers;
    return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_ASKS, now);
}

/* The job's attempt that is not over, or NULL. */
static struct twostep_attempt *twostep_of(const struct twostep *t, uint32_t job)
{
    uint32_t i;
    for (i = 0; i < t->attempt_count; i++) {
        struct twostep_attempt *a = t->attempts[i];
        if (a->phase != TWOSTEP_ATTEMPT_IDLE && a->phase != TWOSTEP_ATTEMPT_CLOSES &&
            a->job == job)
            return a;
    }
    return NULL;
}

int twostep_busy(const struct twostep *t, uint32_t job)
{
    return twostep_of(t, job) != NULL;
}

int twostep_drop(struct twostep *t, uint32_t job, int64_t now)
{
    struct twostep_attempt *a = twostep_of(t, job);
    return a ? twostep_attempt_close(t, a, now) : 0;
}

int twostep_site_failed(struct twostep *t, uint32_t site, int64_t now)
{
    struct twostep_provider *p = &t->providers[site];
    struct twostep_message m = {.kind = TWOSTEP_MESSAGE_DOWN};
    m.site = site;
    m.life = p->life++;
    p->up = 0;
    p->count = 0;
    return twostep_state_post(t, &m, now + t->rules.latency, TWOSTEP_TURN_KNOWN);
}

int twostep_site_up(struct twostep *t, uint32_t site, int64_t now)
{
    struct twostep_message m = {.kind = TWOSTEP_MESSAGE_UP};
    m.site = site;
    t->providers[site].up = 1;
    return twostep_state_post(t, &m, now + t->rules.latency, TWOSTEP_TURN_KNOWN);
}
