/* batch.c - a pass over the queue, and the order of things at one instant; what a re-plan
 * and a change of speed do is in batch_plan.c and batch_speeds.c. */
#include "batch/batch.h"

#include "batch/batch_plan.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

size_t batch_selection(const struct batch_rules *rules)
{
    return rules->kind == BATCH_RUA ? PROCESSORS_LESS_CONSUME : rules->selection;
}

int batch_names(const struct batch_rules *rules)
{
    return rules->binding == BATCH_BINDING_IDS ||
           batch_selection(rules) != PROCESSORS_FIRST_FIT || rules->sharing;
}

enum { BATCH_SLICES = 256 }; /* servers with names: up to so many slices are faster */

static int per_event(const struct batch_run *b)
{
    return b->rules->ties == BATCH_TIES_PER_EVENT;
}

static int promises(const struct batch_run *b)
{
    return b->rules->kind == BATCH_CONSERVATIVE;
}

/* ---- starts and ends --------------------------------------------------------------- */

/* The job, whose window is booked, holds its servers from now on. */
static void start(struct batch_run *b, uint32_t job)
{
    const struct job *j = &b->jobs[job];
    coa_booking booked;
    b->outcomes[job].fate = JOB_RAN;
    b->outcomes[job].start = b->now;
    b->outcomes[job].lost = 0;
    b->idle -= j->servers;
    if (!b->named) {
        grants_take_lowest(b->grants, job, j->servers, &b->idle_servers);
    } else {
        batch_plan_must(coa_get(b->plan, b->grants->booking[job], &booked, &b->found),
                        "coa_get");
        grants_take(b->grants, job, booked.runs, booked.run_count, &b->idle_servers);
    }
    if (b->rules->sharing) batch_speeds_started(b, job);
    if (events_push(&b->events, b->now + j->run, BATCH_END, job) != 0)
        fail("out of memory");
    if (b->notify) b->notify(b->context, job, 0);
}

/* With feedback jobs may follow one that is over. */
static void tell_followers(const struct batch_run *b, uint32_t job)
{
    if (b->rules->feedback) feedback_ended(b->rules->feedback, job, b->now);
}

/* The next event is the job's end. */
static void end_next(struct batch_run *b)
{
    const uint32_t job = events_next(&b->events)->subject;
    int64_t planned = b->outcomes[job].start + b->jobs[job].estimate;
    events_pop(&b->events);
    b->outcomes[job].lost = b->now - b->outcomes[job].start - b->jobs[job].run;
    b->ended = b->changed = b->unsettled = 1;
    b->idle += b->jobs[job].servers;
    grants_give_back(b->grants, job, &b->idle_servers);
    if (b->rules->sharing) planned = batch_speeds_ended(b, job);
    if (b->now < planned) { /* else its booking is over */
        b->early = 1;
        batch_plan_must(coa_finish(b->plan, b->grants->booking[job], b->now),
                        "coa_finish");
        replan_free(&b->freed, b->now, planned);
    }
    if (b->notify) b->notify(b->context, job, 1);
    tell_followers(b, job);
}

/* ---- a pass: which jobs without a promise start now -------------------------------- */

/* Withdraws the reservations of the heads of the queue, but for the first `but`. */
static void leave_heads(struct batch_run *b, size_t but)
{
    while (b->heads > but) batch_plan_withdraw(b, b->queue[--b->heads]);
    b->seen = 0;
    b->refused = NULL;
    b->heads_due = b->heads > 0 ? b->outcomes[b->queue[0]].start : JOB_NEVER;
}

/* The places in the queue up to the last job, from place `from` on, that is small enough
 * to start. */
static size_t small_enough(const struct batch_run *b, size_t from)
{
    size_t n = b->idle > 0 ? b->waiting : from;
    while (n > from && b->jobs[b->queue[n - 1]].servers > b->idle) n--;
    return n;
}

/* 1 if the job could start, and has. */
static int find_room(struct batch_run *b, uint32_t job)
{
    const int ahead = b->heads > 0;
    if (batch_plan_now(b, job, ahead)) {
        start(b, job);
        return 1;
    }
    if (!ahead || b->rules->kind != BATCH_RUA) b->refused = &b->jobs[job];
    return 0;
}

/* Room only shrinks in a pass: a job that is no smaller than one that found no room need
 * not look. */
static inline int try_job(struct batch_run *b, uint32_t job)
{
    const struct job *j = &b->jobs[job], *than = b->refused;
    if (j->servers > b->idle) return 0;
    if (than && j->servers >= than->servers && j->estimate >= than->estimate) return 0;
    return find_room(b, job);
}

/* In order of the queue up to `end`, until as many have a reservation as may; those
 * before `from` cannot start. Returns how many places were passed; so many of these jobs
 * have started as the queue has become shorter. */
static size_t start_heads(struct batch_run *b, size_t from, size_t end)
{
    const uint32_t most = b->rules->kind == BATCH_FCFS ? 0 : b->rules->reservations;
    size_t i = b->heads, stay = i;
    while (i < end && b->idle > 0 && (most == 0 || b->heads < most)) {
        const uint32_t job = b->queue[i];
        const int started = i >= from && try_job(b, job);
        if (!started && most == 0) break;
        i++;
        if (started) continue;
        b->queue[stay++] = job;
        if (i == end) break; /* no job behind it could start */
        batch_plan_reserve(b, job, b->now);
        if (b->heads == 0) b->early = 0;
        if (b->outcomes[job].start < b->heads_due) b->heads_due = b->outcomes[job].start;
        b->heads++;
    }
    if (i > stay)
        memmove(b->queue + stay, b->queue + i, (b->waiting - i) * sizeof *b->queue);
    b->waiting -= i - stay;
    return stay;
}

/* The jobs from one place in the queue to another start if they can, in the backfill
 * order. */
static void backfill(struct batch_run *b, size_t from, size_t to)
{
    const uint32_t started = UINT32_MAX; /* instead of a job in the queue */
    const size_t n = to - from;
    size_t i, at, stay, first = b->waiting; /* that has started */
    memcpy(b->list, b->queue + from, n * sizeof *b->list);
    if (b->rules->backfill) {
        const struct orders_ranking r = batch_plan_ranking(b, b->rules->backfill - 1);
        orders_sort(&r, b->list, n);
    }
    for (i = 0; i < n && b->idle > 0; i++) {
        if (!try_job(b, b->list[i])) continue;
        at = b->queue[from + i] == b->list[i] ? from + i : from;
        while (b->queue[at] != b->list[i]) at++;
        b->queue[at] = started;
        if (at < first) first = at;
    }
    for (i = stay = first; i < b->waiting; i++)
        if (b->queue[i] != started) b->queue[stay++] = b->queue[i];
    b->waiting = stay;
}

/* The first head has its reservation still, though more than arrivals has changed the
 * plan. If a job has ended early the reservation moves, unless the head may start. */
static void move_head(struct batch_run *b)
{
    const uint32_t job = b->queue[0];
    if (!b->early) return;
    b->early = 0;
    if (b->jobs[job].servers <= b->idle)
        leave_heads(b, 0);
    else if (batch_plan_move(b, job))
        b->heads_due = b->outcomes[job].start;
}

static void pass(struct batch_run *b)
{
    size_t from, end, stay, waiting = b->waiting;
    if (b->heads_due <= b->now) leave_heads(b, 0);
    if (b->unsettled) leave_heads(b, 1);
    from = b->seen;
    end = small_enough(b, from);
    if (end > from) {
        if (batch_plan_sort(b)) end = small_enough(b, from);
        if (b->heads > 0 && from == 0) move_head(b);
        stay = start_heads(b, from, end);
        end -= waiting - b->waiting;
        if (from < stay) from = stay;
        if (b->heads > 0 && from < end && b->idle > 0) backfill(b, from, end);
    } else if (b->heads > 0 && from == 0) {
        return; /* the reservation may move later */
    }
    b->seen = b->waiting;
    b->unsettled = !b->heads_stay;
    if (b->unsettled) leave_heads(b, 0);
}

/* ---- one machine, step by step ----------------------------------------------------- */

void batch_begin(struct batch_run *b)
{
    coa_desc desc = {0};
    b->selection = processors_row(batch_selection(b->rules));
    b->named = batch_names(b->rules);
    b->idle = b->servers;
    b->promised = b->heads_due = JOB_NEVER;
    /* not if others may come before them, or if what runs has a say in what they get */
    b->heads_stay =
        !b->rules->sharing && !b->selection->choose && b->rules->order == ORDER_FCFS;
    if (b->rules->sharing) batch_speeds_begin(b);
    desc.servers = b->servers;
    desc.now = b->now;
    desc.index = !b->named                    ? COA_INDEX_COUNT
                 : b->servers <= BATCH_SLICES ? COA_INDEX_SLICES
                                              : COA_INDEX_MAP;
    desc.unnamed = !b->named;
    batch_plan_must(coa_create(&b->plan, &desc), "coa_create");
    batch_plan_must(coa_set_add(&b->idle_servers, 0, b->servers), "coa_set_add");
}

void batch_free(struct batch_run *b)
{
    coa_destroy(b->plan);
    coa_set_free(&b->idle_servers);
    coa_set_free(&b->kept);
    coa_set_free(&b->found);
    coa_set_free(&b->chosen);
    events_free(&b->events);
    free(b->queue);
    free(b->list);
    free(b->loads.of);
    free(b->planned.of);
    free(b->speeds);
}

void batch_clock(struct batch_run *b, int64_t now)
{
    if (b->now < now && b->plan)
        batch_plan_must(coa_advance(b->plan, now), "coa_advance");
    b->now = now;
}

static int is_due(const struct batch_run *b, uint32_t kind)
{
    const struct event *next = events_next(&b->events);
    return next && next->time == b->now && next->kind == kind;
}

void batch_ends(struct batch_run *b)
{
    while (is_due(b, BATCH_END)) {
        end_next(b);
        if (!per_event(b)) continue;
        batch_speeds_settle(b);
        batch_plan_replan(b);
        if (!promises(b)) pass(b);
        batch_speeds_settle(b);
    }
    batch_speeds_settle(b);
    if (b->ended) batch_plan_replan(b);
}

void batch_arrive(struct batch_run *b, uint32_t job)
{
    const struct job *j = &b->jobs[job];
    b->changed = 1;
    if (j->reserved) {
        leave_heads(b, 0);
        if (j->reserved == JOB_WAITS) {
            batch_plan_promise(b, job, j->ready > b->now ? j->ready : b->now);
        } else if (!batch_plan_exact(b, job)) {
            b->outcomes[job].fate = JOB_REFUSED;
            tell_followers(b, job);
        }
        return;
    }
    batch_plan_enqueue(b, job);
    if (promises(b)) {
        batch_plan_promise(b, job, b->now);
    } else if (per_event(b)) {
        pass(b);
        batch_speeds_settle(b);
    }
}

static void start_reservations(struct batch_run *b)
{
    while (is_due(b, BATCH_START)) {
        const uint32_t job = events_next(&b->events)->subject;
        events_pop(&b->events);
        b->changed = b->unsettled = 1;
        start(b, job);
    }
}

/* Starts the waiting jobs whose promised start has come. */
static void start_promised(struct batch_run *b)
{
    coa_event next = {b->now + 1, 0, 0};
    size_t i, stay = 0;
    if (b->promised != b->now) return;
    batch_plan_sort(b);
    for (i = 0; i < b->waiting; i++) {
        const uint32_t job = b->queue[i];
        if (b->outcomes[job].start == b->now)
            start(b, job);
        else
            b->queue[stay++] = job;
    }
    b->waiting = stay;
    b->promised = coa_next_event(b->plan, &next, 1) == COA_OK ? next.time : JOB_NEVER;
}

/* A pass is due only if something has changed: an order that changes with time must not
 * make a difference at instants that are those of other machines. */
void batch_starts(struct batch_run *b)
{
    do {
        start_reservations(b);
        if (promises(b))
            start_promised(b);
        else if (b->changed && !per_event(b))
            pass(b);
        b->changed = 0;
        batch_speeds_settle(b);
    } while (b->promised == b->now || is_due(b, BATCH_START)); /* one was displaced */
}

/* ---- a whole log ------------------------------------------------------------------- */

/* When the next job comes, or JOB_NEVER: by the log that is number `next`. */
static int64_t next_arrival(const struct batch_run *b, size_t next)
{
    if (b->rules->feedback) return feedback_due(b->rules->feedback);
    return next < b->count ? b->jobs[next].submit : JOB_NEVER;
}

/* All jobs that come at this instant; those that are larger than the machine are over. */
static void arrivals(struct batch_run *b, size_t *next)
{
    struct feedback *f = b->rules->feedback;
    while (next_arrival(b, *next) == b->now) {
        const uint32_t job = f ? feedback_next(f) : (uint32_t)(*next)++;
        if (b->jobs[job].servers <= b->servers) {
            batch_arrive(b, job);
        } else {
            b->outcomes[job].fate = JOB_TOO_LARGE;
            tell_followers(b, job);
        }
    }
}

uint64_t batch_simulate(const struct job *jobs, size_t n, uint32_t servers,
                        const struct batch_rules *rules, struct job_outcome *outcomes,
                        struct grants *grants)
{
    struct batch_run b = {0};
    struct grants own = {0};
    size_t next = 0;
    b.jobs = jobs;
    b.count = n;
    b.servers = servers;
    b.rules = rules;
    b.outcomes = outcomes;
    b.grants = grants ? grants : &own;
    grants_begin(b.grants, n);
    for (batch_begin(&b);;) {
        const int64_t arrival = next_arrival(&b, next), due = batch_due(&b);
        if (arrival == JOB_NEVER && due == JOB_NEVER) break;
        batch_clock(&b, arrival < due ? arrival : due);
        if (per_event(&b)) arrivals(&b, &next);
        batch_ends(&b);
        if (!per_event(&b)) arrivals(&b, &next);
        batch_starts(&b);
    }
    batch_free(&b);
    grants_free(&own);
    return b.broken;
}
