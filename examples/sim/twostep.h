/* twostep.h - booking a job at several providers by messages, all of it or nothing.
 *
 * Paper 5's metascheduler (section 4.1) asks providers for their time slots, finds a time
 * by them, and submits the parts. What the paper leaves open: messages take time, so that
 * the slots may be stale; they get lost; and providers fail. So it books in two steps:
 *
 *     metascheduler                             provider
 *     ask             ------------------------>
 *                     <------------------------ slots (slots.h)
 *     prepare (plan)  ------------------------> holds the processors, under a lease
 *                     <------------------------ held, or refused: the slots were stale
 *     confirm         ------------------------> the lease is void
 *                     <------------------------ acknowledged
 *     give back       ------------------------> lets go of them
 *                     <------------------------ returned
 *
 * Only when all have held it confirms; when all have acknowledged the job is booked. If
 * anything else happens, all is given back and it begins anew (the attempt is over). Why
 * no part is ever left over:
 *   - who hears nothing for longer than an answer takes asks again, a few times;
 *   - a provider lets go of a hold that is not confirmed when its lease ends, which is
 *     never later than its start: so what was prepared and forgotten goes away;
 *   - what may have been confirmed is given back again and again until it is returned, or
 *     the provider is known to have failed, and with it all it had;
 *   - what is not acknowledged by all at its start is given back: no part runs alone;
 *   - all requests may come twice.
 * Messages between the same two arrive in the order in which they were sent. The
 * metascheduler does not fail; of a failure of a provider it learns a message's time
 * later. A provider that comes back has nothing of what it had, and knows it.
 *
 * A hold is a booking in the provider's calendar, so nobody else gets what is held. When
 * the last acknowledgement is heard they become one coa_flex_booking, of the same shares
 * at the same time. So that this is before its start, no start is planned that is less
 * than four messages away.
 *
 * A job is moved in the same way. Its own processors count as free, and what is held are
 * those it needs beyond them. Its booking stands until all of the new one is had; then
 * the exchange is one instant at all sites, no message tells what it gives up.
 *
 * Time is what the caller says; all happens in sim_twostep_step, in an order that only
 * depends on what was begun. Without latency a job is booked within the instant.
 */
#ifndef SIM_TWOSTEP_H
#define SIM_TWOSTEP_H

#include "coalloc.h"

#include "events.h"
#include "slots.h"
#include "twostep_provider.h"
#include "twostep_state.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*  sim_twostep_open(&t, sites, n, rules, calls)   the sites are the caller's, `among` 0
 *  sim_twostep_free(&t)
 *  sim_twostep_begin(&t, job, &request, now)      books a job
 *  sim_twostep_begin_move(&t, job, &request, ops, booking, now)
 *                                                 moves it, as coa_flex_reschedule would
 *  sim_twostep_busy(&t, job)                      is it begun and not ended?
 *  sim_twostep_drop(&t, job, now)                 its booking is lost, or it is not
 *                                                 wanted any more: it ends without a word
 *  sim_twostep_due(&t)                            when something happens next;
 *                                                 COA_FOREVER: never
 *  sim_twostep_step(&t, now)                      all that is due by now. Advance the
 *                                                 calendars to now first; never skip a
 *                                                 time at which something is due
 *  sim_twostep_site_failed(&t, site, now)         its calendar is exchanged for an empty
 *                                                 one, not looked at until it is up. Jobs
 *                                                 with a part there are the caller's, to
 *                                                 cancel before, and to drop
 *  sim_twostep_site_up(&t, site, now)             it is back
 *
 * Those that return int: 0, or -1 and t.status says why, mostly COA_E_NOMEM; the
 * calendars are sound then, yet the machine can only be freed. Times are 0 or more. A
 * request is copied; it has at most SIM_TWOSTEP_MOLDS alternatives. */

/* ---- the metascheduler: an attempt ------------------------------------------------- */

/* A free place; NULL when memory is out. */
static inline sim_attempt *sim_attempt_add(sim_twostep *t)
{
    sim_attempt *a;
    uint32_t i;
    for (i = 0; i < t->attempt_count; i++)
        if (t->attempts[i]->phase == SIM_ATTEMPT_IDLE) return t->attempts[i];
    if (t->attempt_count == t->attempt_capacity) {
        const uint32_t more = 2 * t->attempt_capacity + 2;
        sim_attempt **grown = (sim_attempt **)realloc(t->attempts, more * sizeof *grown);
        if (!grown) return NULL;
        t->attempts = grown;
        t->attempt_capacity = more;
    }
    a = (sim_attempt *)calloc(1, sizeof *a);
    if (!a) return NULL;
    a->legs = (sim_leg *)calloc(t->site_count, sizeof *a->legs);
    if (!a->legs) {
        free(a);
        return NULL;
    }
    a->place = t->attempt_count;
    t->attempts[t->attempt_count++] = a;
    return a;
}

/* From now on it waits for answers until then. */
static inline int sim_attempt_waits(sim_twostep *t, sim_attempt *a, int64_t until)
{
    sim_message m = {.kind = SIM_MESSAGE_PATIENCE};
    m.place = a->place;
    m.attempt = a->number;
    m.life = ++a->patience;
    return sim_twostep_post(t, &m, until, SIM_TURN_PATIENCE);
}

static inline int sim_attempt_says(sim_twostep *t, const sim_attempt *a, uint32_t site,
                                   sim_message_kind kind, int64_t now)
{
    sim_message m = {.kind = SIM_MESSAGE_ASK};
    m.kind = kind;
    m.site = site;
    m.place = a->place;
    m.attempt = a->number;
    m.start = a->plan.start;
    m.end = a->plan.end;
    m.share = a->legs[site].share;
    m.moves = a->legs[site].own ? a->moves : 0;
    return sim_twostep_send(t, &m, now);
}

/* At its start it is had whole or given back; what is to be moved must not have begun. */
static inline int64_t sim_attempt_deadline(const sim_attempt *a)
{
    return a->ops && a->old.start < a->plan.start ? a->old.start : a->plan.start;
}

/* What the phase has to say, to those who have not answered it. */
static inline int sim_attempt_says_all(sim_twostep *t, sim_attempt *a, int64_t now)
{
    static const sim_message_kind kinds[] = {SIM_MESSAGE_ASK, SIM_MESSAGE_ASK,
                                             SIM_MESSAGE_PREPARE, SIM_MESSAGE_CONFIRM,
                                             SIM_MESSAGE_GIVE_BACK};
    int64_t until = now + sim_twostep_wait(t);
    uint32_t i;
    for (i = 0; i < t->site_count; i++)
        if (a->legs[i].open && sim_attempt_says(t, a, i, kinds[a->phase], now) != 0)
            return -1;
    if (a->phase == SIM_ATTEMPT_CONFIRMS && until > sim_attempt_deadline(a))
        until = sim_attempt_deadline(a);
    return sim_attempt_waits(t, a, until);
}

/* A phase begins, with the legs that are open. */
static inline int sim_attempt_enters(sim_twostep *t, sim_attempt *a,
                                     sim_attempt_phase phase, int64_t now)
{
    uint32_t i;
    a->phase = phase;
    a->repeats = a->open = 0;
    for (i = 0; i < t->site_count; i++) a->open += a->legs[i].open != 0;
    return sim_attempt_says_all(t, a, now);
}

/* All that may be held is given back; nothing else comes of it. */
static inline int sim_attempt_close(sim_twostep *t, sim_attempt *a, int64_t now)
{
    int open = 0;
    uint32_t i;
    for (i = 0; i < t->site_count; i++) {
        a->legs[i].open = a->legs[i].state != SIM_LEG_NOTHING;
        open |= a->legs[i].open;
    }
    if (open) return sim_attempt_enters(t, a, SIM_ATTEMPT_CLOSES, now);
    a->phase = SIM_ATTEMPT_IDLE;
    return 0;
}

/* Closed, and the job has ended so. */
static inline int sim_attempt_end(sim_twostep *t, sim_attempt *a, sim_twostep_end end,
                                  int64_t now)
{
    const uint32_t job = a->job;
    if (sim_attempt_close(t, a, now) != 0) return -1;
    return t->calls.ended(t->calls.context, job, end, NULL);
}

/* An attempt for the same job, at its beginning. NULL when memory is out. */
static inline sim_attempt *sim_attempt_next(sim_twostep *t, const sim_attempt *before)
{
    sim_attempt *a = sim_attempt_add(t);
    sim_leg *legs;
    uint32_t place, i;
    if (!a) return NULL;
    legs = a->legs;
    place = a->place;
    *a = *before;
    a->legs = legs;
    a->place = place;
    a->request.molds = a->molds;
    a->phase = SIM_ATTEMPT_ASKS;
    a->number = ++t->numbered;
    for (i = 0; i < t->site_count; i++) {
        legs[i].slots.count = 0;
        legs[i].state = SIM_LEG_NOTHING;
        legs[i].open = !t->providers[i].known_down;
        legs[i].share = 0;
        legs[i].own = before->legs ? before->legs[i].own : 0;
    }
    return a;
}

/* Closed, and the job is tried again unless that has been done too often. What is given
 * back is so before it is asked again: messages keep their order. */
static inline int sim_attempt_again(sim_twostep *t, sim_attempt *a, int64_t now)
{
    sim_attempt *next;
    if (a->before + 1 >= SIM_TWOSTEP_ATTEMPTS)
        return sim_attempt_end(t, a, SIM_TWOSTEP_TIRED, now);
    next = sim_attempt_next(t, a);
    if (!next) return sim_twostep_fail(t, COA_E_NOMEM);
    next->before++;
    t->counts.retries++;
    if (sim_attempt_close(t, a, now) != 0) return -1;
    return sim_attempt_enters(t, next, SIM_ATTEMPT_ASKS, now);
}

/* ---- the metascheduler: planning on what it knows ---------------------------------- */

/* Books exactly that, as alternative `mold` of its request: on the board, each of whose
 * sites gives what it says. All shapes before that one are too long to fit. */
static inline coa_status sim_twostep_book_as(sim_twostep *t, const sim_twostep_plan *plan,
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
static inline int sim_attempt_knows(sim_twostep *t, const sim_attempt *a, uint32_t site,
                                    int64_t now)
{
    const sim_leg *leg = &a->legs[site];
    uint32_t i;
    if (sim_free_known(&leg->slots, now, &t->known) != 0) return -1;
    for (i = 0; i < a->misfit_count; i++) {
        const sim_misfit *x = &a->misfits[i];
        const uint32_t most = x->most > leg->own ? x->most - leg->own : 0;
        if (x->site == site && sim_free_amend(&t->known, x->start, x->end, 0, most) != 0)
            return -1;
    }
    return leg->own
               ? sim_free_amend(&t->known, a->old.start, a->old.end, leg->own, UINT32_MAX)
               : 0;
}

/* The board: sites as far as they are known. */
static inline coa_status sim_attempt_pictures(sim_twostep *t, const sim_attempt *a,
                                              int64_t now)
{
    coa_status s = COA_OK;
    uint32_t i;
    t->board_count = t->site_count;
    for (i = 0; i < t->site_count; i++) t->board[i].calendar = NULL;
    for (i = 0; i < t->site_count && s == COA_OK; i++) {
        if (sim_attempt_knows(t, a, i, now) != 0) return COA_E_NOMEM;
        t->board[i].servers = t->sites[i].servers;
        s = sim_free_calendar(&t->known, t->providers[i].servers, &t->board[i].calendar);
    }
    return s;
}

/* No start is planned before: prepare, answer, confirm, acknowledge. */
static inline int64_t sim_twostep_earliest(const sim_twostep *t, int64_t now)
{
    return now + 4 * t->rules.latency;
}

/* As coa_flex_reschedule on the pictures; COA_E_NOFIT if the booking stays. */
static inline coa_status sim_attempt_plan_move(sim_twostep *t, const sim_attempt *a,
                                               const coa_flex_request *r,
                                               coa_flex_booking *b)
{
    coa_id id;
    uint32_t i;
    coa_status s;
    for (i = 0; i < t->site_count; i++) t->board[i].servers = a->legs[i].own;
    s = sim_twostep_book_as(t, &a->old, 0, b);
    if (s != COA_OK) return s;
    id = b->id;
    for (i = 0; i < t->site_count; i++) t->board[i].servers = t->sites[i].servers;
    s = coa_flex_reschedule(t->board, t->board_count, id, r, a->ops, b);
    return s == COA_OK && b->id == id ? COA_E_NOFIT : s;
}

/* What would be booked if that were all there is to know: the attempt's plan. */
static inline coa_status sim_attempt_find(sim_twostep *t, sim_attempt *a, int64_t now)
{
    const int64_t earliest = sim_twostep_earliest(t, now);
    coa_flex_request r = a->request;
    coa_flex_booking b = {0};
    coa_status s;
    uint32_t i;
    if (a->ops && a->old.start < earliest) return COA_E_NOFIT; /* it is about to start */
    if (r.ready < earliest) r.ready = earliest;
    s = sim_attempt_pictures(t, a, now);
    if (s == COA_OK)
        s = a->ops ? sim_attempt_plan_move(t, a, &r, &b)
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
static inline int sim_attempt_plan(sim_twostep *t, sim_attempt *a, int64_t now)
{
    const coa_status s = sim_attempt_find(t, a, now);
    uint32_t i;
    if (s == COA_E_NOFIT)
        return sim_attempt_end(t, a, a->ops ? SIM_TWOSTEP_STAYS : SIM_TWOSTEP_NO_FIT,
                               now);
    if (s != COA_OK) return sim_twostep_fail(t, s);
    for (i = 0; i < t->site_count; i++) {
        a->legs[i].open = a->legs[i].share > 0;
        if (a->legs[i].open) a->legs[i].state = SIM_LEG_ASKED;
        a->legs[i].life = 0;
    }
    return sim_attempt_enters(t, a, SIM_ATTEMPT_PREPARES, now);
}

/* ---- the metascheduler: all is had ------------------------------------------------- */

/* The board: the sites that are up, themselves. */
static inline void sim_twostep_real_board(sim_twostep *t)
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
static inline void sim_twostep_show(sim_twostep *t, coa_flex_booking *b)
{
    uint32_t i;
    for (i = 0; i < b->part_count; i++) {
        t->parts[i] = b->parts[i];
        t->parts[i].site = t->at[b->parts[i].site];
    }
    b->parts = t->parts;
}

/* Have all providers what they acknowledged? If one has failed that is not known yet. */
static inline int sim_attempt_is_had(const sim_twostep *t, const sim_attempt *a)
{
    uint32_t i;
    for (i = 0; i < t->site_count; i++) {
        const sim_hold *h = sim_hold_of(&t->providers[i], a->number);
        if (a->legs[i].share && (!h || !h->confirmed)) return 0;
    }
    return 1;
}

/* The holds, and the booking that is moved, become one booking. */
static inline int sim_attempt_exchange(sim_twostep *t, const sim_attempt *a,
                                       coa_flex_booking *b)
{
    coa_status s = COA_OK;
    uint32_t i;
    sim_twostep_real_board(t);
    for (i = 0; i < t->site_count; i++)
        if (a->legs[i].share &&
            sim_hold_drop(t, i, sim_hold_of(&t->providers[i], a->number), 0) != 0)
            return -1;
    for (i = 0; i < t->board_count; i++) t->board[i].servers = a->legs[t->at[i]].share;
    if (a->ops) s = coa_flex_cancel(t->board, t->board_count, a->moves);
    if (s == COA_OK) s = sim_twostep_book_as(t, &a->plan, a->request.place, b);
    if (s != COA_OK) return sim_twostep_fail(t, s);
    sim_twostep_show(t, b);
    return 0;
}

/* All have acknowledged. */
static inline int sim_attempt_book(sim_twostep *t, sim_attempt *a)
{
    coa_flex_booking b;
    const uint32_t job = a->job;
    if (!sim_attempt_is_had(t, a)) return 0; /* it will become known */
    if (sim_attempt_exchange(t, a, &b) != 0) return -1;
    a->phase = SIM_ATTEMPT_IDLE;
    if (a->ops)
        t->counts.moved++;
    else
        t->counts.booked++;
    return t->calls.ended(t->calls.context, job, SIM_TWOSTEP_BOOKED, &b);
}

/* ---- the metascheduler: what it hears ---------------------------------------------- */

/* An answer that was awaited. What is next if it was the last one. */
static inline int sim_attempt_heard(sim_twostep *t, sim_attempt *a, sim_leg *leg,
                                    int64_t now)
{
    uint32_t i;
    leg->open = 0;
    if (--a->open > 0) return 0;
    switch (a->phase) {
    case SIM_ATTEMPT_ASKS: return sim_attempt_plan(t, a, now);
    case SIM_ATTEMPT_PREPARES:
        if (now > sim_attempt_deadline(a)) return sim_attempt_again(t, a, now);
        for (i = 0; i < t->site_count; i++) a->legs[i].open = a->legs[i].share > 0;
        return sim_attempt_enters(t, a, SIM_ATTEMPT_CONFIRMS, now);
    case SIM_ATTEMPT_CONFIRMS: return sim_attempt_book(t, a);
    default: a->phase = SIM_ATTEMPT_IDLE; return 0;
    }
}

/* A plan that a provider has no room for. If it binds early, it may still look free. */
static inline int sim_attempt_refused(sim_twostep *t, sim_attempt *a,
                                      const sim_message *m, int64_t now)
{
    t->counts.stale++;
    a->legs[m->site].state = SIM_LEG_NOTHING;
    if (!t->providers[m->site].late && a->misfit_count < SIM_TWOSTEP_ATTEMPTS) {
        sim_misfit *x = &a->misfits[a->misfit_count++];
        x->site = m->site;
        x->most = m->most;
        x->start = m->start;
        x->end = m->end;
    }
    return sim_attempt_again(t, a, now);
}

/* An answer, if somebody waits for it. */
static inline int sim_attempt_hears(sim_twostep *t, const sim_message *m, int64_t now)
{
    static const sim_attempt_phase awaited[] = {
        SIM_ATTEMPT_ASKS,     SIM_ATTEMPT_PREPARES, SIM_ATTEMPT_PREPARES,
        SIM_ATTEMPT_CONFIRMS, SIM_ATTEMPT_CONFIRMS, SIM_ATTEMPT_CLOSES};
    sim_attempt *a = sim_attempt_of(t, m);
    sim_leg *leg = a ? &a->legs[m->site] : NULL;
    if (!a || a->phase != awaited[m->kind - SIM_MESSAGE_SLOTS] || !leg->open) return 0;
    if (m->kind == SIM_MESSAGE_REFUSED) return sim_attempt_refused(t, a, m, now);
    if (m->kind == SIM_MESSAGE_HELD) {
        leg->state = SIM_LEG_HELD;
        leg->life = m->life;
    }
    if (m->kind == SIM_MESSAGE_UNKNOWN || m->kind == SIM_MESSAGE_RETURNED)
        leg->state = SIM_LEG_NOTHING;
    if (m->kind == SIM_MESSAGE_UNKNOWN) return sim_attempt_again(t, a, now);
    return sim_attempt_heard(t, a, leg, now);
}

/* Is that what it waits for still? */
static inline int sim_attempt_is_patient(const sim_twostep *t, const sim_message *m)
{
    const sim_attempt *a = sim_attempt_of(t, m);
    return a && a->patience == m->life;
}

/* It has waited long enough. */
static inline int sim_attempt_waited(sim_twostep *t, const sim_message *m, int64_t now)
{
    sim_attempt *a = sim_attempt_of(t, m);
    int late;
    if (!sim_attempt_is_patient(t, m)) return 0;
    late = a->phase == SIM_ATTEMPT_CONFIRMS && now >= sim_attempt_deadline(a);
    if (a->phase == SIM_ATTEMPT_CLOSES ||
        (a->open && !late && a->repeats < SIM_TWOSTEP_REPEATS)) {
        a->repeats++;
        t->counts.repeats += a->open;
        return sim_attempt_says_all(t, a, now);
    }
    if (a->phase == SIM_ATTEMPT_ASKS) return sim_attempt_plan(t, a, now);
    return sim_attempt_again(t, a, now);
}

/* It becomes known that a provider has failed: what it had in that life is gone. */
static inline int sim_attempt_loses(sim_twostep *t, sim_attempt *a, const sim_message *m,
                                    int64_t now)
{
    sim_leg *leg = &a->legs[m->site];
    if (a->phase == SIM_ATTEMPT_IDLE) return 0;
    if (a->phase == SIM_ATTEMPT_ASKS) {
        leg->slots.count = 0;
        return leg->open ? sim_attempt_heard(t, a, leg, now) : 0;
    }
    if (leg->state == SIM_LEG_NOTHING || leg->life > m->life) return 0;
    leg->state = SIM_LEG_NOTHING;
    if (a->phase == SIM_ATTEMPT_CLOSES) return sim_attempt_heard(t, a, leg, now);
    return sim_attempt_again(t, a, now);
}

static inline int sim_twostep_learns(sim_twostep *t, const sim_message *m, int64_t now)
{
    const uint32_t attempts = t->attempt_count; /* those that follow know it */
    uint32_t i;
    t->providers[m->site].known_down = m->kind == SIM_MESSAGE_DOWN;
    for (i = 0; m->kind == SIM_MESSAGE_DOWN && i < attempts; i++)
        if (sim_attempt_loses(t, t->attempts[i], m, now) != 0) return -1;
    return 0;
}

static inline int sim_twostep_happens(sim_twostep *t, const sim_message *m, int64_t now)
{
    switch (m->kind) {
    case SIM_MESSAGE_DOWN:
    case SIM_MESSAGE_UP: return sim_twostep_learns(t, m, now);
    case SIM_MESSAGE_PATIENCE: return sim_attempt_waited(t, m, now);
    case SIM_MESSAGE_LEASE: return sim_provider_lease_ends(t, m);
    default:
        return m->kind < SIM_MESSAGE_SLOTS ? sim_provider_hears(t, m, now)
                                           : sim_attempt_hears(t, m, now);
    }
}

/* ---- the calls --------------------------------------------------------------------- */

/* The next event is over, and what it was. */
static inline sim_message sim_twostep_pop(sim_twostep *t)
{
    const uint32_t place = sim_events_next(&t->events)->subject;
    const sim_message m = t->messages[place];
    sim_events_pop(&t->events);
    t->messages[place].place = t->spare;
    t->spare = place;
    return m;
}

/* Does it make no difference, as what it would end is over? */
static inline int sim_twostep_is_void(const sim_twostep *t, const sim_message *m)
{
    if (m->kind == SIM_MESSAGE_PATIENCE) return !sim_attempt_is_patient(t, m);
    return m->kind == SIM_MESSAGE_LEASE && !sim_provider_leases(t, m);
}

static inline int64_t sim_twostep_due(sim_twostep *t)
{
    const sim_event *e;
    while ((e = sim_events_next(&t->events)) != NULL) {
        if (!sim_twostep_is_void(t, &t->messages[e->subject])) return e->time;
        (void)sim_twostep_pop(t);
    }
    return COA_FOREVER;
}

/* The one thing that is next, after sim_twostep_due; there must be one. */
static inline int sim_twostep_turn(sim_twostep *t, int64_t now)
{
    const sim_message m = sim_twostep_pop(t);
    return sim_twostep_happens(t, &m, now);
}

static inline int sim_twostep_step(sim_twostep *t, int64_t now)
{
    while (sim_twostep_due(t) <= now)
        if (sim_twostep_turn(t, now) != 0) return -1;
    return 0;
}

/* A job's first attempt; NULL, and t->status says why. */
static inline sim_attempt *sim_twostep_first(sim_twostep *t, uint32_t job,
                                             const coa_flex_request *request)
{
    static const sim_attempt nothing = {.phase = SIM_ATTEMPT_IDLE};
    sim_attempt first = nothing, *a;
    t->status = COA_E_ARG;
    if (request->mold_count > SIM_TWOSTEP_MOLDS) return NULL;
    first.job = job;
    first.request = *request;
    if (request->mold_count)
        memcpy(first.molds, request->molds, request->mold_count * sizeof *first.molds);
    a = sim_attempt_next(t, &first);
    t->status = a ? COA_OK : COA_E_NOMEM;
    return a;
}

static inline int sim_twostep_begin(sim_twostep *t, uint32_t job,
                                    const coa_flex_request *request, int64_t now)
{
    sim_attempt *a = sim_twostep_first(t, job, request);
    if (!a) return -1;
    return sim_attempt_enters(t, a, SIM_ATTEMPT_ASKS, now);
}

static inline int sim_twostep_begin_move(sim_twostep *t, uint32_t job,
                                         const coa_flex_request *request, uint32_t ops,
                                         coa_id booking, int64_t now)
{
    coa_flex_booking b;
    coa_status s;
    sim_attempt *a;
    uint32_t i;
    sim_twostep_real_board(t);
    s = coa_flex_get(t->board, t->board_count, booking, &b);
    if (s != COA_OK) return sim_twostep_fail(t, s);
    a = sim_twostep_first(t, job, request);
    if (!a) return -1;
    a->ops = ops;
    a->moves = booking;
    a->old.start = b.start;
    a->old.end = b.end;
    a->old.servers = b.servers;
    a->old.mold = b.mold;
    for (i = 0; i < b.part_count; i++)
        a->legs[t->at[b.parts[i].site]].own = b.parts[i].booking.servers;
    return sim_attempt_enters(t, a, SIM_ATTEMPT_ASKS, now);
}

/* The job's attempt that is not over, or NULL. */
static inline sim_attempt *sim_twostep_of(const sim_twostep *t, uint32_t job)
{
    uint32_t i;
    for (i = 0; i < t->attempt_count; i++) {
        sim_attempt *a = t->attempts[i];
        if (a->phase != SIM_ATTEMPT_IDLE && a->phase != SIM_ATTEMPT_CLOSES &&
            a->job == job)
            return a;
    }
    return NULL;
}

static inline int sim_twostep_busy(const sim_twostep *t, uint32_t job)
{
    return sim_twostep_of(t, job) != NULL;
}

static inline int sim_twostep_drop(sim_twostep *t, uint32_t job, int64_t now)
{
    sim_attempt *a = sim_twostep_of(t, job);
    return a ? sim_attempt_close(t, a, now) : 0;
}

static inline int sim_twostep_site_failed(sim_twostep *t, uint32_t site, int64_t now)
{
    sim_provider *p = &t->providers[site];
    sim_message m = {.kind = SIM_MESSAGE_DOWN};
    m.site = site;
    m.life = p->life++;
    p->up = 0;
    p->count = 0;
    return sim_twostep_post(t, &m, now + t->rules.latency, SIM_TURN_KNOWN);
}

static inline int sim_twostep_site_up(sim_twostep *t, uint32_t site, int64_t now)
{
    sim_message m = {.kind = SIM_MESSAGE_UP};
    m.site = site;
    t->providers[site].up = 1;
    return sim_twostep_post(t, &m, now + t->rules.latency, SIM_TURN_KNOWN);
}

#endif
