/* batch_plan.c - a re-plan only searches where something has become free since the job
 * last looked. */
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
    return b->rules->ties == BATCH_TIES_PER_EVENT && b->processors.named
               ? &b->processors.idle
               : NULL;
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

int batch_plan_advance(struct batch_run *b, struct error *e)
{
    const coa_status s = processors_advance(&b->processors, b->now);
    return s == COA_OK ? 0 : batch_run_wrong(b, s, e);
}

int batch_plan_place(struct batch_run *b, uint32_t job,
                     const struct processors_wish *wish,
                     const struct processors_choice *how, struct error *e)
{
    int64_t start;
    const coa_status s = processors_book(&b->processors, job, wish, how, &start);
    if (s != COA_OK) return s == COA_E_NOFIT ? 0 : batch_run_job_wrong(b, job, s, e);
    b->outcomes[job].start = start;
    return 1;
}

int batch_plan_withdraw(struct batch_run *b, uint32_t job, int64_t from, struct error *e)
{
    const coa_status s = processors_withdraw(&b->processors, job, from);
    return s == COA_OK ? 0 : batch_run_job_wrong(b, job, s, e);
}

int batch_plan_reserve(struct batch_run *b, uint32_t job, int64_t from, struct error *e)
{
    const struct processors_wish wish = batch_plan_wish(b, job, from, JOB_NEVER);
    const struct processors_choice how = batch_plan_choice(b, job, 0);
    const int result = batch_plan_place(b, job, &wish, &how, e);
    if (result == 0 || (result > 0 && b->outcomes[job].start > JOB_NEVER / 2))
        return error_fail(e, "job %" PRId64 " would start after 2^62 seconds",
                          b->jobs[job].number);
    return result > 0 ? 0 : -1;
}

int batch_plan_follow(struct batch_run *b, uint32_t job, coa_id *last, struct error *e)
{
    const struct held *held = held_get(&b->processors.held, job);
    if (held->booking < *last && (batch_plan_withdraw(b, job, b->now, e) != 0 ||
                                  batch_plan_reserve(b, job, b->now, e) != 0))
        return -1;
    *last = held_get(&b->processors.held, job)->booking;
    return 0;
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
    const struct processors_choice how = batch_plan_choice(b, job, 0);
    struct processors_wish wish =
        batch_plan_wish(b, job, b->now, b->processors.named ? old + 1 : old);
    int64_t start = old;
    const int anywhere = weighs(b);
    coa_status s;
    if (!anywhere && freed->lo - j->estimate >= b->now)
        wish.from = freed->lo - j->estimate + 1;
    if (!anywhere && freed->hi < wish.until) wish.until = freed->hi;
    if (wish.from >= wish.until) return 0;
    s = processors_move(&b->processors, held_get(&b->processors.held, job), &wish, &how,
                        &start);
    if (s != COA_OK) return s == COA_E_NOFIT ? 0 : batch_run_job_wrong(b, job, s, e);
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

/* The job takes the servers it has booked (give 0), or gives them back, but for the
 * booking. */
static int hold(struct batch_run *b, uint32_t job, int give, struct error *e)
{
    struct processors *p = &b->processors;
    const struct held *held = held_get(&p->held, job);
    const int share = sharing_share_any(&held->share), idle = batch_plan_among(b) != NULL;
    const int grant = b->grants && !give;
    coa_booking booking;
    coa_status s;
    if (!share && !idle && !grant) return 0;
    p->call = "coa_get";
    s = coa_get(p->calendar, held->booking, &booking);
    if (s != COA_OK) return batch_run_job_wrong(b, job, s, e);
    if (share)
        b->speeds_changed |= sharing_loads_change(&p->loads, booking.runs,
                                                  booking.run_count, &held->share, give);
    if (idle) s = processors_idle(p, &booking, give);
    if (s != COA_OK) return batch_run_job_wrong(b, job, s, e);
    return grant && grants_add(b->grants, job, &booking) != 0 ? batch_run_memory(e) : 0;
}

int batch_plan_start(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job];
    struct held *held = held_get(&b->processors.held, job);
    b->outcomes[job].fate = JOB_RAN;
    b->outcomes[job].start = b->now;
    b->outcomes[job].lost = 0;
    b->idle -= j->servers;
    b->running++;
    held->state = HELD_RUNNING;
    held->pace = sharing_pace_begin(b->now);
    held->due = b->now + j->run;
    held->rank = b->events.pushed;
    if (hold(b, job, 0, e) != 0) return -1;
    if (events_push(&b->events, held->due, BATCH_END, job) != 0)
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
    b->outcomes[job].lost = b->now - b->outcomes[job].start - j->run;
    b->ended = b->changed = 1;
    b->running--;
    b->idle += j->servers;
    if (hold(b, job, 1, e) != 0 || batch_plan_withdraw(b, job, b->now, e) != 0) return -1;
    if (b->now < planned) batch_plan_interval_add(&b->freed, b->now, planned);
    if (b->notify) b->notify(b->context, job, 1);
    return 0;
}
