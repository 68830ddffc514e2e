/* machine.c - what a machine does at an instant, and what it lets a policy do. Windows of
 * its plan are in plan.c, those held while a policy is asked in holds.c, speeds in
 * speeds.c. */
#include "machine/machine.h"

#include "base/array.h"
#include "base/error.h"
#include "kit/base.h"
#include "machine/holds.h"
#include "machine/plan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int per_event(const struct machine *m)
{
    return m->rules->ties == MACHINE_TIES_PER_EVENT;
}

/* When the next job of a whole log comes, or JOB_NEVER. */
static int64_t next_arrival(const struct machine *m)
{
    if (m->rules->feedback) return feedback_due(m->rules->feedback);
    return m->next < m->count ? m->jobs[m->next].submit : JOB_NEVER;
}

static void arrivals(struct machine *m)
{
    struct feedback *f = m->rules->feedback;
    while (next_arrival(m) == m->now)
        machine_arrive(m, f ? feedback_next(f) : (uint32_t)m->next++);
}

void machine_instant(struct machine *m)
{
    if (per_event(m)) arrivals(m);
    machine_ends(m);
    if (!per_event(m)) arrivals(m);
    machine_starts(m);
}

FAIL_NORETURN void machine_refuse(const struct machine *m, const char *format, ...)
{
    struct error why;
    va_list args;
    va_start(args, format);
    error_set(&why, format, args);
    va_end(args);
    fail("%s%s", m->blame ? m->blame : "policy: ", why.text);
}

static void tell(const struct machine *m, uint32_t job, enum machine_news what)
{
    if (m->notify) m->notify(m->context, job, what);
}

/* With feedback jobs may follow one that is over. */
static void over(struct machine *m, uint32_t job)
{
    m->known[job].state = MACHINE_OVER;
    if (m->rules->feedback) feedback_ended(m->rules->feedback, job, m->now);
}

/* ---- starts and ends --------------------------------------------------------------- */

/* The job, whose window is booked, holds its servers from now on. */
static void start(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    m->outcomes[job].fate = JOB_RAN;
    m->outcomes[job].start = m->now;
    m->outcomes[job].lost = 0;
    m->known[job].state = MACHINE_RUNS;
    if (j->servers > m->idle)
        machine_refuse(m,
                       "job %" PRIu32 " has a start at %" PRId64 ": it needs %" PRIu32
                       " servers, and %" PRIu32 " are free",
                       job + 1, m->now, j->servers, m->idle);
    m->idle -= j->servers;
    plan_grant(m, job);
    if (m->rules->sharing) speeds_started(m, job);
    plan_push(&m->events, m->now + j->run, MACHINE_END, job, m->events.pushed++);
    tell(m, job, MACHINE_STARTED);
}

/* The next event is the job's end. */
static void end_next(struct machine *m)
{
    const uint32_t job = events_next(&m->events)->subject;
    int64_t planned = m->outcomes[job].start + plan_length(m, job);
    events_pop(&m->events);
    m->outcomes[job].lost = m->now - m->outcomes[job].start - m->jobs[job].run;
    m->moves.ended = m->changed = m->grown = 1;
    m->idle += m->jobs[job].servers;
    if (m->sets.watched) grants_give_back(m->grants, job, &m->sets.idle);
    if (m->rules->sharing) planned = speeds_ended(m, job);
    plan_end(m, job, planned);
    tell(m, job, MACHINE_ENDED);
    over(m, job);
}

/* ---- what a policy may say --------------------------------------------------------- */

/* In which states of a job a policy may say what. */
enum verb { START, HOLD, PROMISE, SOONER, BOOK, APPOINT, REJECT };

static const struct verb_row {
    const char *cannot;
    unsigned states;
} verbs[] = {
    [START] = {"start", 1 << MACHINE_WAITS | 1 << MACHINE_APPOINTED},
    [HOLD] = {"be held", 1 << MACHINE_WAITS},
    [PROMISE] = {"be promised a start", 1 << MACHINE_WAITS},
    [SOONER] = {"start sooner", 1 << MACHINE_PROMISED},
    [BOOK] = {"be booked", 1 << MACHINE_WAITS},
    [APPOINT] = {"be promised a start", 1 << MACHINE_WAITS | 1 << MACHINE_APPOINTED},
    [REJECT] = {"be rejected", 1 << MACHINE_WAITS | 1 << MACHINE_HELD |
                                   1 << MACHINE_PROMISED | 1 << MACHINE_APPOINTED}};

static const char *const states[] = {[MACHINE_WAITS] = "it waits, without a promise",
                                     [MACHINE_HELD] = "it is held",
                                     [MACHINE_PROMISED] = "it has a promise",
                                     [MACHINE_APPOINTED] = "it was promised a start",
                                     [MACHINE_RESERVED] = "it is a reservation",
                                     [MACHINE_RUNS] = "it has started already",
                                     [MACHINE_OVER] = "it is over"};

static int may(const struct machine *m, uint32_t job, enum verb verb)
{
    const uint32_t state = job < m->count ? m->known[job].state : MACHINE_UNKNOWN;
    if (state == MACHINE_UNKNOWN)
        machine_refuse(m, "job %" PRIu32 " is not known at %" PRId64, job + 1, m->now);
    return (verbs[verb].states >> state & 1) != 0;
}

static void check(const struct machine *m, uint32_t job, enum verb verb)
{
    if (!may(m, job, verb))
        machine_refuse(m, "job %" PRIu32 " cannot %s at %" PRId64 ": %s", job + 1,
                       verbs[verb].cannot, m->now, states[m->known[job].state]);
}

static int find_room(struct machine *m, uint32_t job)
{
    holds_settle(m);
    if (plan_now(m, job, m->holds.made > 0)) {
        plan_leave(m, job);
        start(m, job);
        return 1;
    }
    m->known[job].tried = m->line.more;
    if (!m->holds.made || !m->rules->policy->gentle)
        m->line.refused[m->line.refusals++ % MACHINE_REFUSED] = job;
    return 0;
}

static inline int needs_no_less(const struct machine *m, uint32_t job, uint32_t than)
{
    const struct job *j = &m->jobs[job], *other = &m->jobs[than];
    return j->servers >= other->servers && plan_length(m, job) >= plan_length(m, than) &&
           (!m->pool || resources_no_less(m->pool->r, j, other));
}

/* Room only shrinks while a policy is asked, unless line.more says so: a job that needs
 * no less than one that found no room need not look. */
static inline int may_fit(const struct machine *m, uint32_t job)
{
    const struct machine_line *l = &m->line;
    const struct machine_job *k = &m->known[job];
    uint32_t i = l->refusals < MACHINE_REFUSED ? l->refusals : MACHINE_REFUSED;
    if (m->jobs[job].servers > m->idle || k->tried == l->more) return 0;
    while (i > 0)
        if (needs_no_less(m, job, l->refused[--i])) return 0;
    return verbs[START].states >> k->state & 1;
}

size_t machine_next(struct machine *m, size_t place)
{
    struct machine_line *l = &m->line;
    if (m->idle == 0) return m->waiting;
    if (m->holds.made < m->holds.booked) return place;
    if (place < l->from || place > l->seen) l->from = l->seen = place;
    for (place = l->seen; place < m->waiting && !may_fit(m, m->queue[place]);) place++;
    return l->place = l->seen = place;
}

int machine_start(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    if (!may(m, job, START) || j->servers > m->idle || j->ready > m->now) return 0;
    if (m->holds.made < m->holds.booked) { /* those may go, and this be the next */
        if (m->holds.jobs[m->holds.made] == job && !m->holds.early &&
            m->known[job].booking)
            return 0;
        holds_drop(m, m->holds.made);
    }
    return may_fit(m, job) && find_room(m, job);
}

static void must_start(struct machine *m, uint32_t job, const char *by)
{
    const struct job *j = &m->jobs[job];
    if (m->now < j->ready)
        machine_refuse(
            m, "job %" PRIu32 " %s at %" PRId64 ", before it is ready at %" PRId64,
            job + 1, by, m->now, j->ready);
    if (j->servers > m->idle)
        machine_refuse(m,
                       "job %" PRIu32 " %s at %" PRId64 ": it needs %" PRIu32
                       " servers, and %" PRIu32 " are free",
                       job + 1, by, m->now, j->servers, m->idle);
    if (machine_start(m, job)) return;
    machine_refuse(m,
                   m->pool ? "job %" PRIu32 " %s at %" PRId64
                             ": not enough free servers, GPUs or memory until %" PRId64
                           : "job %" PRIu32 " %s at %" PRId64 ": it would leave too few"
                             " servers for reservations before %" PRId64,
                   job + 1, by, m->now, m->now + j->estimate);
}

void machine_must_start(struct machine *m, uint32_t job)
{
    check(m, job, START);
    must_start(m, job, "cannot start");
}

void machine_hold(struct machine *m, uint32_t job)
{
    check(m, job, HOLD);
    holds_add(m, job);
}

/* Books the job's window, or rejects it. */
static int reserve_or_reject(struct machine *m, uint32_t job, enum verb verb)
{
    check(m, job, verb);
    holds_settle(m);
    if (plan_reserve(m, job, plan_from(m, job))) return 1;
    machine_reject(m, job);
    return 0;
}

void machine_promise(struct machine *m, uint32_t job)
{
    if (!reserve_or_reject(m, job, PROMISE)) return;
    m->known[job].state = MACHINE_PROMISED;
    replan_know(&m->moves.pass, m->outcomes[job].start);
    if (m->outcomes[job].start < m->promised) m->promised = m->outcomes[job].start;
}

void machine_book(struct machine *m, uint32_t job)
{
    if (!reserve_or_reject(m, job, BOOK)) return;
    plan_leave(m, job);
    m->known[job].state = MACHINE_RESERVED;
    plan_expect_start(m, job);
    tell(m, job, MACHINE_STANDS);
}

int machine_may_move(const struct machine *m)
{
    return m->moves.pass.freed.count > 0 || m->moves.taken.count > 0;
}

void machine_sooner(struct machine *m, uint32_t job)
{
    check(m, job, SOONER);
    holds_settle(m);
    if (!m->moves.open) { /* not asked for that: anything may be new */
        struct replan_gaps all = {.count = 0};
        replan_free(&all, m->now, JOB_NEVER);
        replan_begin(&m->moves.pass, m->now, m->apart, &all);
        m->moves.pass.freed_next = &m->moves.freed;
        m->moves.pass.latest = JOB_NEVER; /* no other job is asked in this pass */
    }
    plan_move_if_new(m, job);
}

void machine_appoint(struct machine *m, uint32_t job, int64_t start)
{
    check(m, job, APPOINT);
    const int64_t ready = m->jobs[job].ready;
    if (start <= m->now || start < ready)
        machine_refuse(m,
                       "job %" PRIu32 " is promised a start at %" PRId64
                       ", which is not after %" PRId64,
                       job + 1, start, start <= m->now ? m->now : ready - 1);
    holds_settle(m);
    m->known[job].state = MACHINE_APPOINTED;
    if (start > JOB_NEVER / 2) start = JOB_NEVER;
    m->outcomes[job].start = start;
    if (start < m->promised) m->promised = start;
}

void machine_reject(struct machine *m, uint32_t job)
{
    check(m, job, REJECT);
    holds_settle(m);
    if (m->known[job].state == MACHINE_HELD) holds_remove(m, job);
    if (m->known[job].state == MACHINE_PROMISED) {
        plan_give_up(m, job);
        m->holds.spoilt = 1;
    }
    m->outcomes[job].fate = JOB_REFUSED;
    plan_leave(m, job);
    over(m, job);
}

void machine_wake(struct machine *m, int64_t time)
{
    if (time <= m->now)
        machine_refuse(m, "wake is %" PRId64 ", which is not after %" PRId64, time,
                       m->now);
    if (time > JOB_NEVER / 2) return; /* nothing is as late */
    if (time != m->woken) plan_push(&m->events, time, MACHINE_WAKE, 0, 0);
    m->woken = time;
}

/* Room for all that wait. */
static uint32_t *room_to_sort(struct machine *m)
{
    if (ARRAY_ROOM(m->line.sorted, 0, m->line.sorted_room, m->waiting) != 0)
        fail("out of memory");
    return m->line.sorted;
}

const uint32_t *machine_sorted(struct machine *m, size_t but, size_t order)
{
    const struct orders_ranking r = plan_ranking(m, order);
    uint32_t *sorted = room_to_sort(m);
    const size_t count = m->waiting > but ? m->waiting - but : 0;
    if (count > 0) memcpy(sorted, m->queue + but, count * sizeof *sorted);
    orders_sort(&r, sorted, count);
    return sorted;
}

const uint32_t *machine_by_promise(struct machine *m)
{
    uint32_t *sorted = room_to_sort(m);
    size_t place;
    for (size_t i = 0; i < m->waiting; i++) {
        const int64_t start = m->outcomes[m->queue[i]].start;
        for (place = i; place > 0 && start < m->outcomes[sorted[place - 1]].start;
             place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = m->queue[i];
    }
    return sorted;
}

/* ---- a policy is asked ------------------------------------------------------------- */

static void close_all(struct machine *m)
{
    holds_close(m);
    plan_close(m);
}

static void ask(struct machine *m)
{
    m->changed = 0;
    if (!m->rules->policy->decide) return;
    holds_open(m);
    plan_sort(m);
    m->rules->policy->decide(m);
    close_all(m);
}

static void replan(struct machine *m)
{
    struct machine_moves *v = &m->moves;
    v->ended = 0;
    if (!m->rules->policy->replan) return;
    holds_drop(m, 0);
    v->taken = v->taken_next;
    v->taken_next.count = 0;
    replan_begin(&v->pass, m->now, m->apart, &v->freed);
    plan_sort(m);
    v->open = 1;
    m->rules->policy->replan(m);
    v->open = 0;
    close_all(m);
}

/* ---- one machine, step by step ----------------------------------------------------- */

static int is_due(const struct machine *m, uint32_t kind)
{
    const struct event *next = events_next(&m->events);
    return next && next->time == m->now && next->kind == kind;
}

void machine_ends(struct machine *m)
{
    while (is_due(m, MACHINE_END)) {
        end_next(m);
        if (!per_event(m)) continue;
        speeds_settle(m);
        replan(m);
        ask(m);
        speeds_settle(m);
    }
    speeds_settle(m);
    if (m->moves.ended) replan(m);
}

/* A reservation stands, or is refused. */
static void reserve(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    int stands;
    holds_drop(m, 0);
    if (j->reserved != JOB_WAITS)
        stands = plan_exact(m, job);
    else if ((stands = plan_reserve(m, job, j->ready > m->now ? j->ready : m->now)) != 0)
        plan_expect_start(m, job);
    m->known[job].state = MACHINE_RESERVED;
    if (stands) {
        tell(m, job, MACHINE_STANDS);
        return;
    }
    m->outcomes[job].fate = JOB_REFUSED;
    over(m, job);
}

void machine_arrive(struct machine *m, uint32_t job)
{
    const struct machine_policy *policy = m->rules->policy;
    if (!plan_fits(m, job)) {
        m->outcomes[job].fate = JOB_TOO_LARGE;
        over(m, job);
        return;
    }
    m->changed = 1;
    if (m->jobs[job].reserved > (policy->takes_late ? JOB_WAITS : JOB_QUEUED)) {
        reserve(m, job);
        return;
    }
    m->outcomes[job].start = JOB_NEVER;
    m->known[job].state = MACHINE_WAITS;
    plan_enqueue(m, job);
    tell(m, job, MACHINE_CAME);
    if (policy->arrive) {
        holds_open(m);
        policy->arrive(m, job);
        close_all(m);
    }
    if (!per_event(m)) return;
    ask(m);
    speeds_settle(m);
}

static void start_reservations(struct machine *m)
{
    while (is_due(m, MACHINE_START)) {
        const uint32_t job = events_next(&m->events)->subject;
        events_pop(&m->events);
        if (m->outcomes[job].start != m->now || m->known[job].state != MACHINE_RESERVED)
            continue; /* it has moved */
        m->changed = m->grown = 1;
        plan_more_room(m);
        start(m, job);
    }
}

/* Starts the waiting jobs whose promised start has come. */
static void start_promised(struct machine *m)
{
    int64_t next = JOB_NEVER;
    if (m->promised != m->now) return;
    holds_drop(m, 0);
    plan_sort(m);
    for (size_t i = 0; i < m->waiting; i++) {
        const uint32_t job = m->queue[i];
        const int64_t time = m->outcomes[job].start;
        if (time > m->now) {
            if (time < next) next = time;
        } else if (m->known[job].state == MACHINE_PROMISED) {
            m->line.place = i;
            plan_leave(m, job);
            start(m, job);
        } else {
            must_start(m, job, "was promised a start");
        }
    }
    m->promised = next;
    if (m->line.gone > 0) m->changed = 1;
    plan_close(m);
}

/* A policy is asked only if something has changed: an order that changes with time must
 * not make a difference at instants of other machines. */
void machine_starts(struct machine *m)
{
    int woken = 0;
    do {
        start_reservations(m);
        start_promised(m);
        for (; is_due(m, MACHINE_WAKE); woken = 1) events_pop(&m->events);
        if (woken || (m->changed && !per_event(m))) ask(m);
        woken = 0;
        m->changed = 0;
        speeds_settle(m);
    } while (m->promised == m->now || is_due(m, MACHINE_START)); /* one was displaced */
}

/* ---- begin and end ----------------------------------------------------------------- */

static size_t selection_of(const struct machine_rules *r)
{
    return r->policy->gentle ? PROCESSORS_LESS_CONSUME : r->selection;
}

static int is_packed(const struct machine_rules *r)
{
    return r->resources && r->resources->packed;
}

int machine_names(const struct machine_rules *r)
{
    return !is_packed(r) && (r->binding == MACHINE_BINDING_IDS ||
                             selection_of(r) != PROCESSORS_FIRST_FIT || r->sharing ||
                             (r->calendar && r->calendar->index != COA_INDEX_COUNT));
}

enum { SLICES = 256 }; /* servers with names: up to so many slices are faster */

void machine_begin(struct machine *m)
{
    const int packed = is_packed(m->rules);
    coa_desc desc = {.unnamed = 1};
    m->selection = processors_row(packed ? PROCESSORS_FIRST_FIT : selection_of(m->rules));
    m->asking.place = m->selection->place;
    if (m->rules->asking) m->asking = *m->rules->asking;
    m->named = machine_names(m->rules);
    m->apart = m->named || packed;
    m->sets.watched = !m->named || per_event(m);
    m->idle = m->servers;
    m->planned = m->now;
    m->line.more = 1;
    replan_begin(&m->moves.pass, m->now, m->apart, &m->moves.freed);
    m->promised = m->woken = m->holds.due = JOB_NEVER;
    /* not if what runs has a say in what they get */
    m->holds.stay = !m->rules->sharing && !m->selection->choose && !packed;
    if (m->rules->sharing) speeds_begin(m);
    desc.index = !m->named              ? COA_INDEX_COUNT
                 : m->servers <= SLICES ? COA_INDEX_SLICES
                                        : COA_INDEX_MAP;
    if (m->rules->calendar) desc = *m->rules->calendar;
    if (packed) desc.index = COA_INDEX_COUNT, desc.slot = 0;
    desc.servers = m->servers;
    desc.now = m->now;
    desc.unnamed = !m->named;
    grants_must(coa_create(&m->plan, &desc), "coa_create");
    if (m->rules->resources)
        m->pool = pool_begin(m->rules->resources, m->jobs, m->count, &m->now);
    grants_must(coa_set_add(&m->sets.idle, 0, m->servers), "coa_set_add");
}

void machine_free(struct machine *m)
{
    coa_destroy(m->plan);
    pool_free(m->pool);
    coa_set_free(&m->sets.idle);
    coa_set_free(&m->sets.kept);
    coa_set_free(&m->sets.found);
    coa_set_free(&m->sets.chosen);
    events_free(&m->events);
    free(m->queue);
    free(m->line.sorted);
    free(m->holds.jobs);
    speeds_free(m);
}

/* ---- a whole log ------------------------------------------------------------------- */

void machine_run(struct machine *m, int64_t until)
{
    m->known = base_zeroed(m->count, sizeof *m->known);
    m->now = next_arrival(m) < JOB_NEVER ? next_arrival(m) : 0;
    grants_begin(m->grants, m->count);
    for (machine_begin(m);;) {
        const int64_t arrival = next_arrival(m), due = machine_due(m);
        const int64_t now = arrival < due ? arrival : due;
        if (now == JOB_NEVER || now > until) break;
        machine_clock(m, now);
        machine_instant(m);
    }
    if (until == JOB_NEVER && m->waiting > 0)
        machine_refuse(m,
                       "it leaves jobs waiting (%zu, the first is job %" PRIu32
                       ") with nothing running to wait for",
                       m->waiting, m->queue[0] + 1);
    free(m->known);
    m->known = NULL;
}
