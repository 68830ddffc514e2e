/* twostep.c - the metascheduler's side: each job that is begun is an attempt, which
 * goes from phase to phase as answers, or the end of its patience, are heard. */
#include "flexco/messages/twostep.h"

#include "base/array.h"
#include "base/events.h"
#include "flexco/messages/slots.h"
#include "flexco/messages/twostep_plan.h"
#include "flexco/messages/twostep_provider.h"

#include <stdlib.h>
#include <string.h>

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
    a->states = (struct twostep_site *)calloc(t->site_count, sizeof *a->states);
    if (!a->states) {
        free(a);
        return NULL;
    }
    a->place = t->attempt_count;
    t->attempts[t->attempt_count++] = a;
    return a;
}

/* From now on the attempt waits for answers until then. */
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
    m.share = a->states[site].share;
    m.moves = a->states[site].own ? a->moves : 0;
    return twostep_state_send(t, &m, now);
}

/* Until when all parts must be confirmed, or they are given back: the start of the
 * plan; and a booking that is moved must not have begun. */
static int64_t twostep_attempt_deadline(const struct twostep_attempt *a)
{
    return a->ops && a->old.start < a->plan.start ? a->old.start : a->plan.start;
}

/* Sends the message of this phase to the sites that have not answered it. */
static int twostep_attempt_says_all(struct twostep *t, struct twostep_attempt *a,
                                    int64_t now)
{
    static const enum twostep_message_kind kinds[] = {
        TWOSTEP_MESSAGE_ASK, TWOSTEP_MESSAGE_ASK, TWOSTEP_MESSAGE_PREPARE,
        TWOSTEP_MESSAGE_CONFIRM, TWOSTEP_MESSAGE_GIVE_BACK};
    int64_t until = now + twostep_state_wait(t);
    uint32_t i;
    for (i = 0; i < t->site_count; i++)
        if (a->states[i].open && twostep_attempt_says(t, a, i, kinds[a->phase], now) != 0)
            return -1;
    if (a->phase == TWOSTEP_ATTEMPT_CONFIRMS && until > twostep_attempt_deadline(a))
        until = twostep_attempt_deadline(a);
    return twostep_attempt_waits(t, a, until);
}

/* Begins a phase; the sites that have `open` set are to answer. */
static int twostep_attempt_enters(struct twostep *t, struct twostep_attempt *a,
                                  enum twostep_attempt_phase phase, int64_t now)
{
    uint32_t i;
    a->phase = phase;
    a->repeats = a->open = 0;
    for (i = 0; i < t->site_count; i++) a->open += a->states[i].open != 0;
    return twostep_attempt_says_all(t, a, now);
}

/* Gives back all that may be held; the attempt has no other effect. */
static int twostep_attempt_close(struct twostep *t, struct twostep_attempt *a,
                                 int64_t now)
{
    int open = 0;
    uint32_t i;
    for (i = 0; i < t->site_count; i++) {
        a->states[i].open = a->states[i].hold != TWOSTEP_SITE_NOTHING;
        open |= a->states[i].open;
    }
    if (open) return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_CLOSES, now);
    a->phase = TWOSTEP_ATTEMPT_IDLE;
    return 0;
}

/* Closes the attempt; the job has ended in this way. */
static int twostep_attempt_end(struct twostep *t, struct twostep_attempt *a,
                               enum twostep_end end, int64_t now)
{
    const uint32_t job = a->job;
    if (twostep_attempt_close(t, a, now) != 0) return -1;
    return t->calls.ended(t->calls.context, job, end, NULL);
}

/* A new attempt for the same job. NULL when memory is out. */
static struct twostep_attempt *twostep_attempt_next(struct twostep *t,
                                                    const struct twostep_attempt *before)
{
    struct twostep_attempt *a = twostep_attempt_add(t);
    struct twostep_site *states;
    uint32_t place, i;
    if (!a) return NULL;
    states = a->states;
    place = a->place;
    *a = *before;
    a->states = states;
    a->place = place;
    a->request.molds = a->molds;
    a->phase = TWOSTEP_ATTEMPT_ASKS;
    a->number = ++t->numbered;
    for (i = 0; i < t->site_count; i++) {
        states[i].slots.count = 0;
        states[i].hold = TWOSTEP_SITE_NOTHING;
        states[i].open = !t->providers[i].known_down;
        states[i].share = 0;
        states[i].own = before->states ? before->states[i].own : 0;
    }
    return a;
}

/* Closes the attempt and begins the next for the job, unless there were too many. What
 * is given back arrives before the next question: messages keep their order. */
static int twostep_attempt_again(struct twostep *t, struct twostep_attempt *a,
                                 int64_t now)
{
    struct twostep_attempt *next;
    if (a->before + 1 >= TWOSTEP_ATTEMPTS)
        return twostep_attempt_end(t, a, TWOSTEP_GIVEN_UP, now);
    next = twostep_attempt_next(t, a);
    if (!next) return twostep_state_fail(t, COA_E_NOMEM);
    next->before++;
    t->counts.retries++;
    if (twostep_attempt_close(t, a, now) != 0) return -1;
    return twostep_attempt_enters(t, next, TWOSTEP_ATTEMPT_ASKS, now);
}

/* All the slots that will come have come. */
static int twostep_attempt_plan(struct twostep *t, struct twostep_attempt *a, int64_t now)
{
    const coa_status s = twostep_plan_find(t, a, now);
    uint32_t i;
    if (s == COA_E_NOFIT)
        return twostep_attempt_end(t, a, a->ops ? TWOSTEP_STAYS : TWOSTEP_NO_FIT, now);
    if (s != COA_OK) return twostep_state_fail(t, s);
    for (i = 0; i < t->site_count; i++) {
        a->states[i].open = a->states[i].share > 0;
        if (a->states[i].open) a->states[i].hold = TWOSTEP_SITE_ASKED;
        a->states[i].life = 0;
    }
    return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_PREPARES, now);
}

/* ---- the metascheduler: all is confirmed ----------------------------------------- */

/* Do all providers still have what they acknowledged? One may have failed without the
 * metascheduler having heard of it. */
static int twostep_attempt_is_had(const struct twostep *t,
                                  const struct twostep_attempt *a)
{
    uint32_t i;
    for (i = 0; i < t->site_count; i++) {
        const struct twostep_hold *h =
            twostep_provider_hold_of(&t->providers[i], a->number);
        if (a->states[i].share && (!h || !h->confirmed)) return 0;
    }
    return 1;
}

/* The holds, and the booking that is moved, become one booking. */
static int twostep_attempt_exchange(struct twostep *t, const struct twostep_attempt *a,
                                    coa_flex_booking *b)
{
    coa_status s = COA_OK;
    uint32_t i;
    twostep_plan_use_sites(t);
    for (i = 0; i < t->site_count; i++)
        if (a->states[i].share &&
            twostep_provider_hold_drop(
                t, i, twostep_provider_hold_of(&t->providers[i], a->number), 0) != 0)
            return -1;
    for (i = 0; i < t->board_count; i++) t->board[i].servers = a->states[t->at[i]].share;
    if (a->ops) s = twostep_plan_open(t);
    if (a->ops && s == COA_OK) s = coa_flex_cancel(t->flex, a->moves);
    if (s == COA_OK) s = twostep_plan_book(t, &a->plan, a->request.place, b);
    if (s != COA_OK) return twostep_state_fail(t, s);
    twostep_plan_show_parts(t, b);
    return 0;
}

/* All providers have acknowledged. */
static int twostep_attempt_book(struct twostep *t, struct twostep_attempt *a)
{
    coa_flex_booking b;
    const uint32_t job = a->job;
    if (!twostep_attempt_is_had(t, a)) return 0; /* the failure will be heard of */
    if (twostep_attempt_exchange(t, a, &b) != 0) return -1;
    a->phase = TWOSTEP_ATTEMPT_IDLE;
    if (a->ops)
        t->counts.moved++;
    else
        t->counts.booked++;
    return t->calls.ended(t->calls.context, job, TWOSTEP_BOOKED, &b);
}

/* ---- the metascheduler: what it hears ---------------------------------------------- */

/* An answer that was awaited. After the last one the next phase begins. */
static int twostep_attempt_heard(struct twostep *t, struct twostep_attempt *a,
                                 struct twostep_site *state, int64_t now)
{
    uint32_t i;
    state->open = 0;
    if (--a->open > 0) return 0;
    switch (a->phase) {
    case TWOSTEP_ATTEMPT_ASKS: return twostep_attempt_plan(t, a, now);
    case TWOSTEP_ATTEMPT_PREPARES:
        if (now > twostep_attempt_deadline(a)) return twostep_attempt_again(t, a, now);
        for (i = 0; i < t->site_count; i++) a->states[i].open = a->states[i].share > 0;
        return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_CONFIRMS, now);
    case TWOSTEP_ATTEMPT_CONFIRMS: return twostep_attempt_book(t, a);
    default: a->phase = TWOSTEP_ATTEMPT_IDLE; return 0;
    }
}

/* A provider has no room for its part of the plan. If it binds early, its slots may
 * still seem to have room. */
static int twostep_attempt_refused(struct twostep *t, struct twostep_attempt *a,
                                   const struct twostep_message *m, int64_t now)
{
    t->counts.stale++;
    a->states[m->site].hold = TWOSTEP_SITE_NOTHING;
    if (!t->providers[m->site].late && a->misfit_count < TWOSTEP_ATTEMPTS) {
        struct twostep_misfit *x = &a->misfits[a->misfit_count++];
        x->site = m->site;
        x->most = m->most;
        x->start = m->start;
        x->end = m->end;
    }
    return twostep_attempt_again(t, a, now);
}

/* An answer; ignored unless the attempt waits for it. */
static int twostep_attempt_hears(struct twostep *t, const struct twostep_message *m,
                                 int64_t now)
{
    static const enum twostep_attempt_phase awaited[] = {
        TWOSTEP_ATTEMPT_ASKS,     TWOSTEP_ATTEMPT_PREPARES, TWOSTEP_ATTEMPT_PREPARES,
        TWOSTEP_ATTEMPT_CONFIRMS, TWOSTEP_ATTEMPT_CONFIRMS, TWOSTEP_ATTEMPT_CLOSES};
    struct twostep_attempt *a = twostep_provider_attempt_of(t, m);
    struct twostep_site *state = a ? &a->states[m->site] : NULL;
    if (!a || a->phase != awaited[m->kind - TWOSTEP_MESSAGE_SLOTS] || !state->open)
        return 0;
    if (m->kind == TWOSTEP_MESSAGE_REFUSED) return twostep_attempt_refused(t, a, m, now);
    if (m->kind == TWOSTEP_MESSAGE_HELD) {
        state->hold = TWOSTEP_SITE_HELD;
        state->life = m->life;
    }
    if (m->kind == TWOSTEP_MESSAGE_UNKNOWN || m->kind == TWOSTEP_MESSAGE_RETURNED)
        state->hold = TWOSTEP_SITE_NOTHING;
    if (m->kind == TWOSTEP_MESSAGE_UNKNOWN) return twostep_attempt_again(t, a, now);
    return twostep_attempt_heard(t, a, state, now);
}

/* Does the attempt still wait for the end of this patience? */
static int patience_counts(const struct twostep *t, const struct twostep_message *m)
{
    const struct twostep_attempt *a = twostep_provider_attempt_of(t, m);
    return a && a->patience == m->life;
}

/* The attempt has waited long enough. */
static int twostep_attempt_waited(struct twostep *t, const struct twostep_message *m,
                                  int64_t now)
{
    struct twostep_attempt *a = twostep_provider_attempt_of(t, m);
    int late;
    if (!patience_counts(t, m)) return 0;
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

/* The metascheduler hears that a provider has failed: what the provider held before
 * that is gone. */
static int twostep_attempt_loses(struct twostep *t, struct twostep_attempt *a,
                                 const struct twostep_message *m, int64_t now)
{
    struct twostep_site *state = &a->states[m->site];
    if (a->phase == TWOSTEP_ATTEMPT_IDLE) return 0;
    if (a->phase == TWOSTEP_ATTEMPT_ASKS) {
        state->slots.count = 0;
        return state->open ? twostep_attempt_heard(t, a, state, now) : 0;
    }
    if (state->hold == TWOSTEP_SITE_NOTHING || state->life > m->life) return 0;
    state->hold = TWOSTEP_SITE_NOTHING;
    if (a->phase == TWOSTEP_ATTEMPT_CLOSES)
        return twostep_attempt_heard(t, a, state, now);
    return twostep_attempt_again(t, a, now);
}

static int twostep_learns(struct twostep *t, const struct twostep_message *m, int64_t now)
{
    const uint32_t attempts = t->attempt_count; /* attempts that follow know of it */
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

/* Takes the next message off the queue. */
static struct twostep_message twostep_pop(struct twostep *t)
{
    const uint32_t place = events_next(&t->events)->subject;
    const struct twostep_message m = t->messages[place];
    events_pop(&t->events);
    t->messages[place].place = t->spare;
    t->spare = place;
    return m;
}

/* Is it without effect, as what it would end is over already? */
static int twostep_is_void(const struct twostep *t, const struct twostep_message *m)
{
    if (m->kind == TWOSTEP_MESSAGE_PATIENCE) return !patience_counts(t, m);
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

/* A job's first attempt; NULL after a failure, and t->status says why. */
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
    twostep_plan_use_sites(t);
    s = twostep_plan_open(t);
    if (s == COA_OK) s = coa_flex_get(t->flex, booking, &b);
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
        a->states[t->at[b.parts[i].site]].own = b.parts[i].booking.servers;
    return twostep_attempt_enters(t, a, TWOSTEP_ATTEMPT_ASKS, now);
}

/* The attempt of the job that is not over, or NULL. */
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
