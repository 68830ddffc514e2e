/* machine.c - what a machine does at an instant, and what it lets a policy do; windows of
 * its plan are in plan.c, speeds in speeds.c.
 *
 * Holds last while a policy is asked. They stay booked until the next time, as most of
 * them are made again: they are dropped as soon as one is not, or a job is tried that
 * comes before it. A hold is booked when the first job behind it is tried. */
#include "machine/machine.h"

#include "base/error.h"
#include "machine/plan.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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
    m->of[job].state = MACHINE_OVER;
    if (m->rules->feedback) feedback_ended(m->rules->feedback, job, m->now);
}

/* Jobs that could not start perhaps can. */
static void more_room(struct machine *m)
{
    m->room++;
    m->seen = 0;
    m->refused = NULL;
}

/* ---- starts and ends --------------------------------------------------------------- */

/* The job, whose window is booked, holds its servers from now on. */
static void start(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    coa_booking booked;
    m->outcomes[job].fate = JOB_RAN;
    m->outcomes[job].start = m->now;
    m->outcomes[job].lost = 0;
    m->of[job].state = MACHINE_RUNS;
    m->idle -= j->servers;
    if (!m->named) {
        grants_take_lowest(m->grants, job, j->servers, &m->idle_servers);
    } else {
        plan_must(coa_get(m->plan, m->of[job].booking, &booked, &m->found), "coa_get");
        grants_take(m->grants, job, booked.runs, booked.run_count, &m->idle_servers);
    }
    if (m->rules->sharing) speeds_started(m, job);
    if (events_push(&m->events, m->now + j->run, MACHINE_END, job) != 0)
        fail("out of memory");
    tell(m, job, MACHINE_STARTED);
}

/* The next event is the job's end. */
static void end_next(struct machine *m)
{
    const uint32_t job = events_next(&m->events)->subject;
    int64_t planned = m->outcomes[job].start + plan_length(m, job);
    events_pop(&m->events);
    m->outcomes[job].lost = m->now - m->outcomes[job].start - m->jobs[job].run;
    m->ended = m->changed = m->grown = 1;
    m->idle += m->jobs[job].servers;
    grants_give_back(m->grants, job, &m->idle_servers);
    if (m->rules->sharing) planned = speeds_ended(m, job);
    if (m->now < planned) { /* else its booking is over */
        m->early = 1;
        plan_must(coa_finish(m->plan, m->of[job].booking, m->now), "coa_finish");
        replan_free(&m->freed, m->now, planned);
    }
    more_room(m);
    tell(m, job, MACHINE_ENDED);
    over(m, job);
}

/* ---- the queue while a policy is asked --------------------------------------------- */

static void leave_queue(struct machine *m, uint32_t job)
{
    if (m->place >= m->waiting || m->queue[m->place] != job) /* it is not where we are */
        for (m->place = 0; m->queue[m->place] != job;) m->place++;
    if (m->gone++ == 0 || m->place < m->first_gone) m->first_gone = m->place;
}

/* Those that have left it are gone. */
static void close_queue(struct machine *m)
{
    size_t i, stay;
    if (m->gone == 0) return;
    for (i = stay = m->first_gone; m->gone > 0; i++) {
        if (m->of[m->queue[i]].state == MACHINE_WAITS)
            m->queue[stay++] = m->queue[i];
        else
            m->gone--;
    }
    memmove(m->queue + stay, m->queue + i, (m->waiting - i) * sizeof *m->queue);
    m->waiting -= i - stay;
}

/* ---- holds ------------------------------------------------------------------------- */

static void drop_holds(struct machine *m, size_t but)
{
    if (m->booked <= but) return;
    while (m->booked > but) {
        const uint32_t job = m->holds[--m->booked];
        plan_withdraw(m, job);
        m->of[job].booking = 0;
        m->outcomes[job].start = JOB_NEVER;
    }
    m->holds_due = but > 0 ? m->outcomes[m->holds[0]].start : JOB_NEVER;
    more_room(m);
}

/* Before a job looks for room. */
static void book_holds(struct machine *m)
{
    if (m->early && m->booked > 0 && plan_move(m, m->holds[0])) {
        m->holds_due = m->outcomes[m->holds[0]].start;
        more_room(m);
    }
    m->early = 0;
    for (; m->booked < m->held; m->booked++) {
        const uint32_t job = m->holds[m->booked];
        plan_reserve(m, job, m->now);
        if (m->outcomes[job].start < m->holds_due) m->holds_due = m->outcomes[job].start;
    }
}

/* ---- what a policy may say --------------------------------------------------------- */

static void check_waits(const struct machine *m, uint32_t job)
{
    const uint32_t state = job < m->count ? m->of[job].state : MACHINE_UNKNOWN;
    if (state == MACHINE_WAITS) return;
    if (state == MACHINE_UNKNOWN)
        machine_refuse(m, "job %" PRIu32 " is not known", job + 1);
    machine_refuse(m, "job %" PRIu32 " %s", job + 1,
                   state == MACHINE_RUNS       ? "has started already"
                   : state == MACHINE_PROMISED ? "is a reservation"
                                               : "is over");
}

static int find_room(struct machine *m, uint32_t job)
{
    book_holds(m);
    if (plan_now(m, job, m->held > 0)) {
        leave_queue(m, job);
        start(m, job);
        return 1;
    }
    m->of[job].tried = m->room;
    if (!m->held || !m->rules->policy->gentle) m->refused = &m->jobs[job];
    return 0;
}

/* Room only shrinks while a policy is asked: a job that is no smaller than one that found
 * no room need not look. */
static int may_fit(const struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job], *than = m->refused;
    return j->servers <= m->idle &&
           !(than && j->servers >= than->servers && j->estimate >= than->estimate) &&
           m->of[job].tried != m->room && m->of[job].state == MACHINE_WAITS;
}

size_t machine_next(struct machine *m, size_t place)
{
    const int known = place <= m->seen;
    if (m->idle == 0) return m->waiting;
    if (m->held < m->booked) return place;
    if (known) place = m->seen;
    while (place < m->waiting && !may_fit(m, m->queue[place])) place++;
    if (known) m->seen = place;
    return m->place = place;
}

int machine_start(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    check_waits(m, job);
    if (j->servers > m->idle || j->ready > m->now) return 0;
    if (m->held < m->booked) { /* those may have to go, and this one may be the next */
        if (m->holds[m->held] == job && !m->early) return 0;
        drop_holds(m, m->held);
    }
    return may_fit(m, job) && !m->of[job].booking && find_room(m, job);
}

void machine_hold(struct machine *m, uint32_t job)
{
    check_waits(m, job);
    if (m->held >= m->booked || m->holds[m->held] != job) {
        drop_holds(m, m->held);
        m->holds = base_room(m->holds, &m->holds_room, m->held, sizeof job);
        m->holds[m->held] = job;
    }
    m->held++;
}

void machine_must_start(struct machine *m, uint32_t job, const char *by)
{
    const struct job *j = &m->jobs[job];
    check_waits(m, job);
    if (m->now < j->ready)
        machine_refuse(
            m, "job %" PRIu32 " %s at %" PRId64 ", before it is ready at %" PRId64,
            job + 1, by, m->now, j->ready);
    if (j->servers > m->idle)
        machine_refuse(m,
                       "job %" PRIu32 " %s at %" PRId64 ": it needs %" PRIu32
                       " servers, and %" PRIu32 " are free",
                       job + 1, by, m->now, j->servers, m->idle);
    if (!machine_start(m, job))
        machine_refuse(m,
                       "job %" PRIu32 " %s at %" PRId64
                       ": with it too few servers would be left"
                       " for what is reserved before %" PRId64,
                       job + 1, by, m->now, m->now + j->estimate);
}

void machine_promise(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    check_waits(m, job);
    if (!plan_reserve(m, job, j->ready > m->now ? j->ready : m->now))
        machine_reject(m, job);
    else if (m->outcomes[job].start < m->promised)
        m->promised = m->outcomes[job].start;
}

void machine_book(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    check_waits(m, job);
    if (!plan_reserve(m, job, j->ready > m->now ? j->ready : m->now)) {
        machine_reject(m, job);
        return;
    }
    leave_queue(m, job);
    m->of[job].state = MACHINE_PROMISED;
    plan_expect_start(m, job);
    tell(m, job, MACHINE_RESERVED);
}

void machine_sooner(struct machine *m, uint32_t job)
{
    check_waits(m, job);
    plan_move_if_new(m, job);
}

void machine_appoint(struct machine *m, uint32_t job, int64_t start)
{
    const int64_t ready = m->jobs[job].ready;
    check_waits(m, job);
    if (start <= m->now || start < ready)
        machine_refuse(m,
                       "job %" PRIu32 " is promised a start at %" PRId64
                       ", which is not after %" PRId64,
                       job + 1, start, start <= m->now ? m->now : ready - 1);
    m->outcomes[job].start = start;
    if (start < m->promised) m->promised = start;
}

void machine_reject(struct machine *m, uint32_t job)
{
    check_waits(m, job);
    m->outcomes[job].fate = JOB_REFUSED;
    leave_queue(m, job);
    over(m, job);
}

void machine_wake(struct machine *m, int64_t time)
{
    if (time <= m->now)
        machine_refuse(m, "wake is %" PRId64 ", which is not after %" PRId64, time,
                       m->now);
    m->wake = time;
}

const uint32_t *machine_sorted(struct machine *m, size_t but, size_t order)
{
    const struct orders_ranking r = plan_ranking(m, order);
    memcpy(m->list, m->queue + but, (m->waiting - but) * sizeof *m->list);
    orders_sort(&r, m->list, m->waiting - but);
    return m->list;
}

const uint32_t *machine_by_promise(struct machine *m)
{
    size_t i, at;
    for (i = 0; i < m->waiting; i++) {
        const int64_t start = m->outcomes[m->queue[i]].start;
        for (at = i; at > 0 && start < m->outcomes[m->list[at - 1]].start; at--)
            m->list[at] = m->list[at - 1];
        m->list[at] = m->queue[i];
    }
    return m->list;
}

/* ---- a policy is asked ------------------------------------------------------------- */

static int per_event(const struct machine *m)
{
    return m->rules->ties == MACHINE_TIES_PER_EVENT;
}

static void ask(struct machine *m)
{
    m->changed = 0;
    m->held = 0;
    m->wake = JOB_NEVER;
    if (!m->rules->policy->decide) return;
    if (!m->stays) more_room(m);
    if (m->holds_due <= m->now) drop_holds(m, 0);
    if (m->grown) drop_holds(m, 1);
    m->grown = 0;
    if (m->idle > 0) plan_sort(m);
    m->rules->policy->decide(m);
    if (!m->stays) drop_holds(m, 0);
    close_queue(m);
}

static void replan(struct machine *m)
{
    m->ended = 0;
    m->taken = m->taken_next;
    m->taken_next.count = 0;
    replan_begin(&m->replan, m->now, m->named, &m->freed);
    if (!m->rules->policy->replan) return;
    if (m->replan.freed.count == 0 && m->taken.count == 0) return;
    plan_sort(m);
    m->rules->policy->replan(m);
    close_queue(m);
}

/* ---- one machine, step by step ----------------------------------------------------- */

void machine_clock(struct machine *m, int64_t now)
{
    if (m->now < now && m->plan) plan_must(coa_advance(m->plan, now), "coa_advance");
    m->now = now;
}

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
    if (m->ended) replan(m);
}

/* A reservation stands, or is refused. */
static void reserve(struct machine *m, uint32_t job)
{
    const struct job *j = &m->jobs[job];
    int stands;
    drop_holds(m, 0);
    if (j->reserved != JOB_WAITS)
        stands = plan_exact(m, job);
    else if ((stands = plan_reserve(m, job, j->ready > m->now ? j->ready : m->now)) != 0)
        plan_expect_start(m, job);
    m->of[job].state = MACHINE_PROMISED;
    if (stands) {
        tell(m, job, MACHINE_RESERVED);
        return;
    }
    m->outcomes[job].fate = JOB_REFUSED;
    over(m, job);
}

void machine_arrive(struct machine *m, uint32_t job)
{
    const struct machine_policy *policy = m->rules->policy;
    if (m->jobs[job].servers > m->servers) {
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
    m->of[job].state = MACHINE_WAITS;
    plan_enqueue(m, job);
    tell(m, job, MACHINE_CAME);
    if (policy->arrive) policy->arrive(m, job);
    close_queue(m);
    if (!per_event(m)) return;
    ask(m);
    speeds_settle(m);
}

static void start_reservations(struct machine *m)
{
    while (is_due(m, MACHINE_START)) {
        const uint32_t job = events_next(&m->events)->subject;
        events_pop(&m->events);
        if (m->outcomes[job].start != m->now || m->of[job].state != MACHINE_PROMISED)
            continue; /* it has moved */
        m->changed = m->grown = 1;
        more_room(m);
        start(m, job);
    }
}

/* Starts the waiting jobs whose promised start has come. */
static void start_promised(struct machine *m)
{
    int64_t next = JOB_NEVER;
    size_t i;
    if (m->promised != m->now) return;
    drop_holds(m, 0);
    plan_sort(m);
    for (i = 0; i < m->waiting; i++) {
        const uint32_t job = m->queue[i];
        const int64_t time = m->outcomes[job].start;
        if (time > m->now) {
            if (time < next) next = time;
        } else if (m->of[job].booking) {
            m->place = i;
            leave_queue(m, job);
            start(m, job);
        } else {
            machine_must_start(m, job, "was promised a start");
        }
    }
    m->promised = next;
    if (m->gone > 0) m->changed = 1;
    close_queue(m);
}

/* A policy is asked only if something has changed: an order that changes with time must
 * not make a difference at instants that are those of other machines. */
void machine_starts(struct machine *m)
{
    m->changed |= m->wake == m->now;
    do {
        start_reservations(m);
        start_promised(m);
        if (m->changed && !per_event(m)) ask(m);
        m->changed = 0;
        speeds_settle(m);
    } while (m->promised == m->now || is_due(m, MACHINE_START)); /* one was displaced */
}

/* ---- begin and end ----------------------------------------------------------------- */

static size_t selection_of(const struct machine_rules *r)
{
    return r->policy->gentle ? PROCESSORS_LESS_CONSUME : r->selection;
}

int machine_names(const struct machine_rules *r)
{
    return r->binding == MACHINE_BINDING_IDS || selection_of(r) != PROCESSORS_FIRST_FIT ||
           r->sharing || (r->calendar && r->calendar->index != COA_INDEX_COUNT);
}

enum { SLICES = 256 }; /* servers with names: up to so many slices are faster */

void machine_begin(struct machine *m)
{
    coa_desc desc = {.unnamed = 1};
    m->selection = processors_row(selection_of(m->rules));
    m->named = machine_names(m->rules);
    m->idle = m->servers;
    m->room = 1;
    m->promised = m->wake = m->holds_due = JOB_NEVER;
    /* not if what runs has a say in what they get */
    m->stays = !m->rules->sharing && !m->selection->choose;
    if (m->rules->sharing) speeds_begin(m);
    desc.index = !m->named              ? COA_INDEX_COUNT
                 : m->servers <= SLICES ? COA_INDEX_SLICES
                                        : COA_INDEX_MAP;
    if (m->rules->calendar) desc = *m->rules->calendar;
    desc.servers = m->servers;
    desc.now = m->now;
    desc.unnamed = !m->named;
    plan_must(coa_create(&m->plan, &desc), "coa_create");
    plan_must(coa_set_add(&m->idle_servers, 0, m->servers), "coa_set_add");
}

void machine_free(struct machine *m)
{
    coa_destroy(m->plan);
    coa_set_free(&m->idle_servers);
    coa_set_free(&m->kept);
    coa_set_free(&m->found);
    coa_set_free(&m->chosen);
    events_free(&m->events);
    free(m->queue);
    free(m->list);
    free(m->holds);
    free(m->loads.of);
    free(m->planned.of);
    free(m->speeds);
}

/* ---- a whole log ------------------------------------------------------------------- */

/* When the next job comes, or JOB_NEVER. */
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

static void instant(struct machine *m)
{
    if (per_event(m)) arrivals(m);
    machine_ends(m);
    if (!per_event(m)) arrivals(m);
    machine_starts(m);
}

/* Jobs wait, and nothing will happen any more. */
static void check_waiting(const struct machine *m)
{
    if (m->waiting == 0) return;
    machine_refuse(m,
                   "it leaves jobs waiting (%zu, the first is job %" PRIu32
                   ") and nothing runs that it could wait for",
                   m->waiting, m->queue[0] + 1);
}

void machine_run(struct machine *m, int64_t until)
{
    struct machine_job *own = base_zeroed(m->count, sizeof *own);
    m->of = own;
    m->now = next_arrival(m);
    grants_begin(m->grants, m->count);
    for (machine_begin(m);;) {
        const int64_t arrival = next_arrival(m), due = machine_due(m);
        const int64_t now = arrival < due ? arrival : due;
        if (now == JOB_NEVER || now > until) break;
        machine_clock(m, now);
        instant(m);
    }
    if (until == JOB_NEVER) check_waiting(m);
    free(own);
}
