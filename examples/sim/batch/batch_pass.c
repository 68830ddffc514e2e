/* batch_pass.c - first the heads of the queue, each starting or getting a reservation,
 * then backfilling; the reservations are withdrawn at the end. */
#include "batch/batch_pass.h"

#include "base/job.h"
#include "batch/batch_plan.h"
#include "batch/orders.h"
#include "batch/processors.h"

#include <stdint.h>
#include <string.h>

/* The places in the queue up to the last job that is small enough to start. */
static size_t small_enough(const struct batch_run *b)
{
    size_t n = b->idle > 0 ? b->waiting : 0;
    while (n > 0 && b->jobs[b->queue[n - 1]].servers > b->idle) n--;
    return n;
}

struct batch_pass {
    const struct job *refused; /* the last job that found no room in this pass, or NULL */
    size_t reservations;       /* made in it, for the first jobs of the queue           */
};

/* 1 if the job could start, and has. Room only shrinks during a pass: a job that is no
 * smaller than one that found no room need not look. */
static inline int try_job(struct batch_run *b, uint32_t job, struct batch_pass *pass,
                          struct error *e)
{
    const struct job *j = &b->jobs[job], *than = pass->refused;
    struct processors_wish wish;
    struct processors_choice how;
    int result;
    if (j->servers > b->idle) return 0;
    if (than && j->servers >= than->servers && j->estimate >= than->estimate) return 0;
    wish = batch_plan_wish(b, job, b->now, b->now + 1);
    how = batch_plan_choice(b, job, pass->reservations > 0);
    how.among = batch_plan_among(b);
    result = batch_plan_place(b, job, &wish, &how, e);
    if (result == 0 && how.limit == UINT64_MAX) pass->refused = j;
    return result > 0 && batch_plan_start(b, job, e) != 0 ? -1 : result;
}

/* In order of the queue up to `end`, until as many have a reservation as may. Sets
 * *passed to how many places were passed; returns how many of those jobs stay, or -1. */
static int64_t start_heads(struct batch_run *b, size_t end, struct batch_pass *pass,
                           size_t *passed, struct error *e)
{
    const uint32_t most = b->rules->kind == BATCH_FCFS ? 0 : b->rules->reservations;
    size_t i = 0, stay = 0;
    while (i < end && b->idle > 0) {
        const uint32_t job = b->queue[i];
        const int started = try_job(b, job, pass, e);
        if (started < 0) return -1;
        if (started == 0 && most == 0) break;
        i++;
        if (started) continue;
        b->queue[stay++] = job;
        if (i == end) break; /* no job behind it could start */
        if (batch_plan_reserve(b, job, b->now, e) != 0) return -1;
        if (++pass->reservations == most) break;
    }
    *passed = i;
    return (int64_t)stay;
}

/* The jobs from one place in the queue to another start if they can, in the backfill
 * order. */
static int backfill(struct batch_run *b, size_t from, size_t to, struct batch_pass *pass,
                    struct error *e)
{
    const uint32_t started_job = UINT32_MAX; /* instead of it in the queue */
    const size_t n = to - from;
    uint32_t *list = b->by_start;
    size_t i, at, stay = from;
    memcpy(list, b->queue + from, n * sizeof *list);
    if (b->rules->backfill) {
        const struct orders_ranking r = batch_run_ranking(b, b->rules->backfill - 1);
        orders_sort(&r, list, n, b->spare);
    }
    for (i = 0; i < n && b->idle > 0; i++) {
        const int started = try_job(b, list[i], pass, e);
        if (started < 0) return -1;
        if (started == 0) continue;
        at = b->queue[from + i] == list[i] ? from + i : from;
        while (b->queue[at] != list[i]) at++;
        b->queue[at] = started_job;
    }
    for (i = from; i < b->waiting; i++)
        if (b->queue[i] != started_job) b->queue[stay++] = b->queue[i];
    b->waiting = stay;
    return 0;
}

int batch_pass(struct batch_run *b, struct error *e)
{
    struct batch_pass pass = {NULL, 0};
    size_t end, passed;
    int64_t stay;
    if (small_enough(b) == 0) return 0;
    batch_run_sort(b);
    end = small_enough(b);
    stay = start_heads(b, end, &pass, &passed, e);
    if (stay < 0) return -1;
    b->waiting -= passed - (size_t)stay;
    memmove(b->queue + stay, b->queue + passed,
            (b->waiting - (size_t)stay) * sizeof *b->queue);
    if (pass.reservations > 0 && passed < end && b->idle > 0 &&
        backfill(b, (size_t)stay, (size_t)stay + end - passed, &pass, e) != 0)
        return -1;
    while (pass.reservations > 0) {
        const uint32_t job = b->queue[--pass.reservations];
        if (batch_plan_withdraw(b, job, b->outcomes[job].start, e) != 0) return -1;
    }
    return 0;
}
