/* batch_plan.c - a re-plan only searches where something has come free since the job last
 * looked (replan.h). */
#include "batch/batch_plan.h"

#include "base/events.h"
#include "base/job.h"
#include "batch/grants.h"
#include "batch/held.h"
#include "batch/sharing.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

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
    how.rule = b->selection;
    how.among = NULL;
    if (b->rules->sharing)
        how.share = sharing_share(b->rules->sharing, &b->jobs[job]);
    else
        memset(&how.share, 0, sizeof how.share);
    how.limit = rua && ahead ? SHARING_SHARE_ONE : UINT64_MAX;
    how.mover = NULL;
    return how;
}

int batch_plan_go_on(struct batch_run *b, struct error *e)
{
    coa_status s;
    if (b->heads_due <= b->now && batch_plan_leave_heads(b, 0, e) != 0) return -1;
    s = processors_advance(&b->processors, b->now);
    return s == COA_OK ? 0 : batch_run_wrong(b, s, e);
}

/* Does the selection weigh what runs on the same nodes, and may jobs move? */
static int weighs(const struct batch_run *b)
{
    return b->rules->sharing && processors_row(b->rules->selection)->weighs &&
           b->rules->kind == BATCH_CONSERVATIVE;
}

void batch_plan_taken(struct batch_run *b, int64_t start, int64_t end)
{
    if (weighs(b)) replan_free(&b->taken_next, start, end);
}

int batch_plan_place(struct batch_run *b, uint32_t job,
                     const struct processors_wish *wish,
                     const struct processors_choice *how, struct error *e)
{
    int64_t start;
    const coa_status s = processors_book(&b->processors, job, wish, how, &start);
    if (s != COA_OK) return s == COA_E_NOFIT ? 0 : batch_run_job_wrong(b, job, s, e);
    b->outcomes[job].start = start;
    batch_plan_taken(b, start, start + wish->length);
    return 1;
}

int batch_plan_withdraw(struct batch_run *b, uint32_t job, struct error *e)
{
    const coa_status s = processors_withdraw(&b->processors, job);
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

int batch_plan_leave_heads(struct batch_run *b, size_t but, struct error *e)
{
    while (b->heads > but)
        if (batch_plan_withdraw(b, b->queue[--b->heads], e) != 0) return -1;
    b->seen = 0;
    b->refused = NULL;
    b->heads_due = b->heads > 0 ? b->outcomes[b->queue[0]].start : JOB_NEVER;
    return 0;
}

int batch_plan_follow(struct batch_run *b, uint32_t job, coa_id *last, struct error *e)
{
    const struct held *held = held_get(&b->processors.held, job);
    if (held->booking < *last && (batch_plan_withdraw(b, job, e) != 0 ||
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

/* ---- re-planning ------------------------------------------------------------------- */

/* All windows that may be better than the one the job has. */
static struct processors_wish better_wish(const struct batch_run *b, uint32_t job)
{
    const int64_t old = b->outcomes[job].start;
    return batch_plan_wish(b, job, b->now, b->processors.named ? old + 1 : old);
}

/* The job moves to the first of these windows. 1, or 0 if there is none; or -1. */
static int move_to(struct batch_run *b, uint32_t job, const struct processors_wish *wish,
                   struct error *e)
{
    const struct processors_choice how = batch_plan_choice(b, job, 0);
    int64_t start = b->outcomes[job].start;
    const coa_status s = processors_move(
        &b->processors, held_get(&b->processors.held, job), wish, how, &start);
    if (s != COA_OK) return s == COA_E_NOFIT ? 0 : batch_run_job_wrong(b, job, s, e);
    b->outcomes[job].start = start;
    return 1;
}

int batch_plan_move(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct processors_wish wish = better_wish(b, job);
    return wish.from < wish.until ? move_to(b, job, &wish, e) : 0;
}

/* The job looks for a better window where one may be new. Where the selection weighs what
 * runs on the same nodes, that may be other processors for the same time, if others have
 * come or gone then. */
static int move_if_new(struct batch_run *b, uint32_t job, struct error *e)
{
    struct replan *r = &b->replan;
    struct processors_wish wish = better_wish(b, job);
    struct replan_job is;
    int moved, may;
    is.start = b->outcomes[job].start;
    is.length = wish.length;
    is.servers = wish.servers;
    may = replan_narrow(r, &is, &wish.from, &wish.until);
    if (weighs(b) && is.start >= b->now &&
        (replan_is_free(&r->freed, is.start) || replan_is_free(&b->taken, is.start))) {
        if (!may) wish.from = is.start;
        wish.until = is.start + 1;
    } else if (!may) {
        return 0;
    }
    moved = move_to(b, job, &wish, e);
    if (moved < 0) return -1;
    replan_learn(r, &is, moved ? b->outcomes[job].start : wish.until);
    if (!moved) return 0;
    batch_plan_expect(b, b->outcomes[job].start);
    replan_leave(r, &is, b->outcomes[job].start);
    if (!weighs(b)) return 0;
    wish.from = b->outcomes[job].start;
    replan_free(&b->taken, wish.from, wish.from + wish.length);
    replan_free(&b->taken_next, wish.from, wish.from + wish.length);
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
    const int moves = b->rules->kind == BATCH_CONSERVATIVE &&
                      b->rules->compress != BATCH_COMPRESS_NONE && b->waiting > 0 &&
                      (b->freed.count > 0 || b->taken_next.count > 0);
    const uint32_t *movers = moves ? movers_of(b) : NULL;
    size_t i;
    b->ended = 0;
    b->taken = b->taken_next;
    b->taken_next.count = 0;
    replan_begin(&b->replan, b->now, b->processors.named, &b->freed);
    for (i = 0; moves && i < b->waiting; i++)
        if (move_if_new(b, movers[i], e) != 0) return -1;
    return 0;
}

/* ---- starts and ends --------------------------------------------------------------- */

/* The job takes the servers it has booked (give 0), or gives them back, but for the
 * booking; which ones, if that is known. */
static int hold(struct batch_run *b, const struct held *held, const coa_booking *booked,
                int give, struct error *e)
{
    struct processors *p = &b->processors;
    const uint32_t job = held->job;
    const int share = sharing_share_any(&held->share), idle = batch_plan_among(b) != NULL;
    const int grant = b->grants && !give;
    coa_booking shown;
    coa_status s = COA_OK;
    if (!share && !idle && !grant) return 0;
    if (!booked) {
        booked = &shown;
        p->call = "coa_get";
        s = coa_get(p->calendar, held->booking, &shown);
        if (s != COA_OK) return batch_run_job_wrong(b, job, s, e);
    }
    if (share)
        b->speeds_changed |= sharing_loads_change(&p->loads, booked->runs,
                                                  booked->run_count, &held->share, give);
    if (idle) s = processors_idle(p, booked, give);
    if (s != COA_OK) return batch_run_job_wrong(b, job, s, e);
    return grant && grants_add(b->grants, job, booked) != 0 ? batch_run_memory(e) : 0;
}

int batch_plan_start(struct batch_run *b, uint32_t job, const coa_booking *booked,
                     struct error *e)
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
    if (hold(b, held, booked, 0, e) != 0) return -1;
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
    struct held *held = held_get(&b->processors.held, job);
    coa_status s;
    b->outcomes[job].lost = b->now - b->outcomes[job].start - j->run;
    b->ended = b->changed = b->unsettled = 1;
    b->running--;
    b->idle += j->servers;
    if (hold(b, held, NULL, 1, e) != 0) return -1;
    s = processors_end(&b->processors, held, b->now, planned);
    if (s != COA_OK) return batch_run_job_wrong(b, job, s, e);
    if (b->rules->kind == BATCH_CONSERVATIVE) replan_free(&b->freed, b->now, planned);
    if (b->notify) b->notify(b->context, job, 1);
    return 0;
}
