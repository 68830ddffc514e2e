/* batch_plan.c - each function asks which of the two plans the machine has; a re-plan
 * only searches where something has become free since the job last looked. */
#include "batch/batch_plan.h"

#include "base/events.h"
#include "base/job.h"
#include "batch/grants.h"
#include "batch/held.h"
#include "batch/sharing.h"

#include <inttypes.h>
#include <stddef.h>

/* ---- planning ---------------------------------------------------------------------- */

const coa_set *batch_plan_among(const struct batch_run *b)
{
    return b->rules->ties == BATCH_TIES_PER_EVENT ? &b->processors.idle : NULL;
}

struct processors_choice batch_plan_choice(const struct batch_run *b, uint32_t job,
                                           int ahead)
{
    const int rua = b->rules->kind == BATCH_RUA;
    struct processors_choice how;
    how.rule = batch_run_selection(b->rules);
    how.among = NULL;
    how.share = sharing_share(b->rules->sharing, &b->jobs[job]);
    how.limit = rua && ahead ? SHARING_SHARE_ONE : UINT64_MAX;
    return how;
}

int batch_plan_place_named(struct batch_run *b, uint32_t job,
                           const struct plan_wish *wish,
                           const struct processors_choice *how, struct error *e)
{
    int64_t start;
    coa_id id;
    struct held *held;
    const int result = processors_book(&b->processors, wish, how, &start, &id);
    if (result < 0) return batch_run_memory(e);
    if (result == 0) return 0;
    held = held_add(&b->processors.held, job);
    if (!held) return batch_run_memory(e);
    held->booking = id;
    held->share = how->share;
    b->outcomes[job].start = start;
    return 1;
}

int batch_plan_place_count(struct batch_run *b, uint32_t job,
                           const struct plan_wish *wish, struct error *e)
{
    const int64_t start = plan_find(&b->plan, wish);
    if (start == JOB_NEVER || start > JOB_NEVER / 2) return 0;
    if (plan_change(&b->plan, start, start + wish->length, wish->servers, 0) != 0)
        return batch_run_memory(e);
    b->outcomes[job].start = start;
    return 1;
}

int batch_plan_withdraw(struct batch_run *b, uint32_t job, int64_t from, struct error *e)
{
    const int64_t start = b->outcomes[job].start, end = start + b->jobs[job].estimate;
    if (batch_run_named(b)
            ? processors_withdraw(&b->processors, job, from) != 0
            : plan_change(&b->plan, from, end, b->jobs[job].servers, 1) != 0)
        return batch_run_memory(e);
    return 0;
}

int batch_plan_reserve(struct batch_run *b, uint32_t job, int64_t from, struct error *e)
{
    const struct plan_wish wish = batch_plan_wish(b, job, from, JOB_NEVER);
    int result;
    if (batch_run_named(b)) {
        const struct processors_choice how = batch_plan_choice(b, job, 0);
        result = batch_plan_place_named(b, job, &wish, &how, e);
    } else {
        result = batch_plan_place_count(b, job, &wish, e);
    }
    if (result == 0 || (result > 0 && b->outcomes[job].start > JOB_NEVER / 2))
        return error_fail(e, "job %" PRId64 " would start after 2^62 seconds",
                          b->jobs[job].number);
    return result > 0 ? 0 : -1;
}

int batch_plan_await(struct batch_run *b, uint32_t job, struct error *e)
{
    const int64_t start = b->outcomes[job].start;
    if (events_push_numbered(&b->events, start, BATCH_START, job, job) != 0)
        return batch_run_memory(e);
    return 0;
}

int batch_plan_promise(struct batch_run *b, uint32_t job, int64_t from, struct error *e)
{
    if (batch_plan_reserve(b, job, from, e) != 0) return -1;
    if (!b->jobs[job].reserved) {
        batch_plan_expect(b, b->outcomes[job].start);
        return 0;
    }
    b->booked++;
    return batch_plan_await(b, job, e);
}

void batch_plan_interval_add(struct batch_interval *r, int64_t lo, int64_t hi)
{
    if (r->hi <= r->lo) {
        r->lo = lo;
        r->hi = hi;
    } else {
        if (lo < r->lo) r->lo = lo;
        if (hi > r->hi) r->hi = hi;
    }
}

/* The job looks for an earlier start and, where servers have names, for other servers. 1
 * if it has moved, to *start; 0; or -1 when memory is out. */
static inline int look(struct batch_run *b, uint32_t job, struct plan_wish *wish,
                       int64_t *start)
{
    const int64_t old = b->outcomes[job].start;
    if (batch_run_named(b)) {
        const struct processors_choice how = batch_plan_choice(b, job, 0);
        return processors_move(&b->processors, held_get(&b->processors.held, job), wish,
                               &how, start);
    }
    wish->own = old;
    *start = plan_find(&b->plan, wish);
    if (*start == JOB_NEVER) return 0;
    if (plan_change(&b->plan, old, old + wish->length, wish->servers, 1) != 0 ||
        plan_change(&b->plan, *start, *start + wish->length, wish->servers, 0) != 0)
        return -1;
    return 1;
}

/* Does the selection weigh what runs on the same nodes? */
static int weighs(const struct batch_run *b)
{
    return b->rules->sharing && processors_row(b->rules->selection)->weighs;
}

/* The job looks for a better window. A better one must contain some of the time freed
 * since it last looked, so only such starts are searched. The window it leaves is freed
 * as well: for the jobs after it at once, for the others in the next re-plan. */
static int move(struct batch_run *b, uint32_t job, struct batch_interval *freed,
                struct error *e)
{
    const struct job *j = &b->jobs[job];
    const int64_t old = b->outcomes[job].start;
    struct plan_wish wish =
        batch_plan_wish(b, job, b->now, batch_run_named(b) ? old + 1 : old);
    int64_t start = old;
    const int anywhere = weighs(b);
    int moved;
    if (!anywhere && freed->lo - j->estimate >= b->now)
        wish.from = freed->lo - j->estimate + 1;
    if (!anywhere && freed->hi < wish.until) wish.until = freed->hi;
    if (wish.from >= wish.until) return 0;
    moved = look(b, job, &wish, &start);
    if (moved < 0) return batch_run_memory(e);
    if (moved == 0) return 0;
    batch_plan_interval_add(freed, old, old + j->estimate);
    batch_plan_interval_add(&b->vacated, old, old + j->estimate);
    b->outcomes[job].start = start;
    batch_plan_expect(b, start);
    return 0;
}

/* The waiting jobs in the order in which they may move. */
static const uint32_t *movers_of(struct batch_run *b)
{
    size_t i, at;
    batch_run_sort(b);
    if (b->rules->compress != BATCH_COMPRESS_START) return b->queue;
    for (i = 0; i < b->waiting; i++) {
        const uint32_t job = b->queue[i];
        const int64_t start = b->outcomes[job].start;
        for (at = i; at > 0 && start < b->outcomes[b->by_start[at - 1]].start; at--)
            b->by_start[at] = b->by_start[at - 1];
        b->by_start[at] = job;
    }
    return b->by_start;
}

int batch_plan_replan(struct batch_run *b, struct error *e)
{
    struct batch_interval freed = b->freed;
    const uint32_t *movers;
    size_t i;
    b->ended = 0;
    b->freed.hi = b->freed.lo;
    if (b->rules->kind != BATCH_CONSERVATIVE) return 0;
    if (b->rules->compress == BATCH_COMPRESS_NONE) return 0;
    if (b->vacated.hi > b->vacated.lo)
        batch_plan_interval_add(&freed, b->vacated.lo, b->vacated.hi);
    b->vacated.hi = b->vacated.lo;
    if (b->waiting == 0 || (freed.hi <= freed.lo && !weighs(b))) return 0;
    movers = movers_of(b);
    for (i = 0; i < b->waiting; i++)
        if (move(b, movers[i], &freed, e) != 0) return -1;
    return 0;
}

/* ---- starts and ends --------------------------------------------------------------- */

/* Where servers have names: the job takes those it has booked. */
static int take(struct batch_run *b, uint32_t job)
{
    struct processors *p = &b->processors;
    struct held *held = held_get(&p->held, job);
    coa_booking booking;
    held->state = HELD_RUNNING;
    held->pace = sharing_pace_begin(b->now);
    held->due = b->now + b->jobs[job].run;
    held->rank = b->events.pushed;
    if (coa_get(p->calendar, held->booking, &booking) != COA_OK) return -1;
    if (sharing_share_any(&held->share))
        b->speeds_changed |= sharing_loads_change(&p->loads, booking.runs,
                                                  booking.run_count, &held->share, 0);
    if (batch_plan_among(b) && processors_idle(p, &booking, 0) != 0) return -1;
    return b->grants ? grants_add(b->grants, job, &booking) : 0;
}

/* ... and gives them back, but for the booking. */
static int give(struct batch_run *b, uint32_t job)
{
    struct processors *p = &b->processors;
    const struct held *held = held_get(&p->held, job);
    coa_booking booking;
    if (!batch_plan_among(b) && !sharing_share_any(&held->share)) return 0;
    if (coa_get(p->calendar, held->booking, &booking) != COA_OK) return -1;
    if (sharing_share_any(&held->share))
        b->speeds_changed |= sharing_loads_change(&p->loads, booking.runs,
                                                  booking.run_count, &held->share, 1);
    return batch_plan_among(b) ? processors_idle(p, &booking, 1) : 0;
}

int batch_plan_start(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job];
    int failed = 0;
    b->outcomes[job].fate = JOB_RAN;
    b->outcomes[job].start = b->now;
    b->outcomes[job].lost = 0;
    b->idle -= j->servers;
    b->running++;
    if (batch_run_named(b))
        failed = take(b, job);
    else if (b->grants)
        failed = grants_idle_take(&b->idle_runs, j->servers, b->grants, job);
    if (failed || events_push(&b->events, b->now + j->run, BATCH_END, job) != 0)
        return batch_run_memory(e);
    if (b->notify) b->notify(b->context, job, 0);
    return 0;
}

int64_t batch_plan_planned(const struct batch_run *b, uint32_t job)
{
    const int64_t estimate = b->jobs[job].estimate;
    if (!b->rules->sharing) return b->outcomes[job].start + estimate;
    return sharing_pace_end(&held_get(&b->processors.held, job)->pace, estimate);
}

int batch_plan_end(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job];
    const int64_t planned = batch_plan_planned(b, job);
    int failed = 0;
    b->outcomes[job].lost = b->now - b->outcomes[job].start - j->run;
    b->ended = b->changed = 1;
    b->running--;
    b->idle += j->servers;
    if (batch_run_named(b))
        failed = give(b, job);
    else if (b->grants)
        failed = grants_idle_give(&b->idle_runs, b->grants, job);
    if (failed) return batch_run_memory(e);
    if (batch_plan_withdraw(b, job, b->now, e) != 0) return -1;
    if (b->now < planned) batch_plan_interval_add(&b->freed, b->now, planned);
    if (b->notify) b->notify(b->context, job, 1);
    return 0;
}
