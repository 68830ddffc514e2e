/* batch_pass.c - first the heads of the queue, each starting or getting a reservation,
 * then backfilling.
 *
 * The reservations stay until something but an arrival has changed the plan. Until then
 * they would be the same if made anew, and a job that could not start cannot start now:
 * room only shrinks. So a pass after arrivals tries only the jobs that have come. In
 * other passes the first head's reservation moves, and the others are made anew. */
#include "batch/batch_pass.h"

#include "base/job.h"
#include "batch/batch_plan.h"
#include "batch/orders.h"
#include "batch/processors.h"

#include <stdint.h>
#include <string.h>

/* The places in the queue up to the last job, from place `from` on, that is small enough
 * to start. */
static size_t small_enough(const struct batch_run *b, size_t from)
{
    size_t n = b->idle > 0 ? b->waiting : from;
    while (n > from && b->jobs[b->queue[n - 1]].servers > b->idle) n--;
    return n;
}

/* 1 if the job could start, and has. Room only shrinks: a job that is no smaller than one
 * that found no room need not look. */
static inline int try_job(struct batch_run *b, uint32_t job, struct error *e)
{
    const struct job *j = &b->jobs[job], *than = b->refused;
    struct processors_wish wish;
    struct processors_choice how;
    const coa_booking *booked = &b->processors.booked;
    int result;
    if (j->servers > b->idle) return 0;
    if (than && j->servers >= than->servers && j->estimate >= than->estimate) return 0;
    wish = batch_plan_wish(b, job, b->now, b->now + 1);
    how = batch_plan_choice(b, job, b->heads > 0);
    how.among = batch_plan_among(b);
    result = batch_plan_place(b, job, &wish, &how, e);
    if (result == 0 && how.limit == UINT64_MAX) b->refused = j;
    if (result <= 0) return result;
    return batch_plan_start(b, job, booked->run_count > 0 ? booked : NULL, e) == 0 ? 1
                                                                                   : -1;
}

/* In order of the queue up to `end`, until as many have a reservation as may; those
 * before `from` cannot start. Sets *passed to how many places were passed; returns how
 * many of those jobs stay, or -1. */
static int64_t start_heads(struct batch_run *b, size_t from, size_t end, size_t *passed,
                           struct error *e)
{
    const uint32_t most = b->rules->kind == BATCH_FCFS ? 0 : b->rules->reservations;
    size_t i = b->heads, stay = i;
    while (i < end && b->idle > 0 && (most == 0 || b->heads < most)) {
        const uint32_t job = b->queue[i];
        const int started = i < from ? 0 : try_job(b, job, e);
        if (started < 0) return -1;
        if (started == 0 && most == 0) break;
        i++;
        if (started) continue;
        b->queue[stay++] = job;
        if (i == end) break; /* no job behind it could start */
        if (batch_plan_reserve(b, job, b->now, e) != 0) return -1;
        if (b->outcomes[job].start < b->heads_due) b->heads_due = b->outcomes[job].start;
        b->heads++;
    }
    *passed = i;
    return (int64_t)stay;
}

/* The jobs from one place in the queue to another start if they can, in the backfill
 * order. */
static int backfill(struct batch_run *b, size_t from, size_t to, struct error *e)
{
    const uint32_t started_job = UINT32_MAX; /* instead of it in the queue */
    const size_t n = to - from;
    uint32_t *list = b->by_start;
    size_t i, at, stay, first = b->waiting; /* that has started */
    memcpy(list, b->queue + from, n * sizeof *list);
    if (b->rules->backfill) {
        const struct orders_ranking r = batch_run_ranking(b, b->rules->backfill - 1);
        orders_sort(&r, list, n, b->spare);
    }
    for (i = 0; i < n && b->idle > 0; i++) {
        const int started = try_job(b, list[i], e);
        if (started < 0) return -1;
        if (started == 0) continue;
        at = b->queue[from + i] == list[i] ? from + i : from;
        while (b->queue[at] != list[i]) at++;
        b->queue[at] = started_job;
        if (at < first) first = at;
    }
    if (first == b->waiting) return 0;
    for (i = stay = first; i < b->waiting; i++)
        if (b->queue[i] != started_job) b->queue[stay++] = b->queue[i];
    b->waiting = stay;
    return 0;
}

/* The first head has its reservation still, though more than arrivals has changed the
 * plan: the reservation moves, unless the job may start. */
static int move_head(struct batch_run *b, struct error *e)
{
    const uint32_t job = b->queue[0];
    if (b->jobs[job].servers <= b->idle) return batch_plan_leave_heads(b, 0, e);
    if (batch_plan_move(b, job, e) < 0) return -1;
    b->heads_due = b->outcomes[job].start;
    return 0;
}

int batch_pass(struct batch_run *b, struct error *e)
{
    size_t from, end, passed;
    int64_t stay;
    if (b->heads_due <= b->now && batch_plan_leave_heads(b, 0, e) != 0) return -1;
    if (b->unsettled && batch_plan_leave_heads(b, 1, e) != 0) return -1;
    from = b->seen;
    end = small_enough(b, from);
    if (end > from) {
        if (batch_run_sort(b)) end = small_enough(b, from);
        if (b->heads > 0 && from == 0 && move_head(b, e) != 0) return -1;
        stay = start_heads(b, from, end, &passed, e);
        if (stay < 0) return -1;
        if (passed > (size_t)stay) {
            b->waiting -= passed - (size_t)stay;
            memmove(b->queue + stay, b->queue + passed,
                    (b->waiting - (size_t)stay) * sizeof *b->queue);
            end -= passed - (size_t)stay;
        }
        if (from < (size_t)stay) from = (size_t)stay;
        if (b->heads > 0 && from < end && b->idle > 0 && backfill(b, from, end, e) != 0)
            return -1;
    } else if (b->heads > 0 && from == 0) {
        return 0; /* the reservation may move later */
    }
    b->seen = b->waiting;
    b->unsettled = !b->heads_stay;
    return b->unsettled ? batch_plan_leave_heads(b, 0, e) : 0;
}
