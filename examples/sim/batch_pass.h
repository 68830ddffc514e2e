/* batch_pass.h - a pass over the queue: who of those that wait without a promise starts.
 *
 *   fcfs    the first, while it can
 *   easy:K  the same; the first K that cannot are given a reservation for the time of the
 *           pass; then those behind are tried, in an order of their own if there is one
 *   rua:K   as easy; but one who is started ahead of others gets only processors of nodes
 *           where nobody is slowed by it, itself included (F. Guim, I. Rodero,
 *           J. Corbalan, "The resource usage aware backfilling", JSSPP 2009). All are
 *           chosen by Less Consume. A job that would slow even itself, alone on its
 *           nodes, starts only when nobody waits before it.
 */
#ifndef SIM_BATCH_PASS_H
#define SIM_BATCH_PASS_H

#include "batch_plan.h"

/* One more than the place of the last in the queue who is small enough to start. */
static inline size_t sim_batch_hopeful(const sim_batch_run *b)
{
    size_t n = b->idle > 0 ? b->waiting : 0;
    while (n > 0 && b->jobs[b->queue[n - 1]].servers > b->idle) n--;
    return n;
}

typedef struct sim_pass {
    const sim_job *refused; /* one that found no room in this pass, the last; or NULL */
    size_t reservations;    /* made in it: for the first of the queue             */
} sim_pass;

/* 1 if the job could start and has. In the course of a pass there is ever less room: one
 * that is no smaller than one that found none need not look. */
static inline int sim_batch_try(sim_batch_run *b, uint32_t job, sim_pass *pass,
                                sim_error *e)
{
    const sim_job *j = &b->jobs[job], *than = pass->refused;
    const sim_wish wish = sim_batch_wish(b, job, b->now, b->now + 1);
    int result;
    if (j->servers > b->idle) return 0;
    if (than && j->servers >= than->servers && j->estimate >= than->estimate) return 0;
    if (sim_batch_named(b)) {
        sim_picking how = sim_batch_choice(b, job, pass->reservations > 0);
        how.among = sim_batch_among(b);
        result = sim_batch_place_named(b, job, &wish, &how, e);
        if (result == 0 && how.limit == UINT64_MAX) pass->refused = j;
    } else {
        result = sim_batch_place_count(b, job, &wish, e);
        if (result == 0) pass->refused = j;
    }
    return result > 0 && sim_batch_start(b, job, e) != 0 ? -1 : result;
}

/* In order of the queue, up to `hopeful`, until as many have a reservation as may. How
 * many stay, *passed of those who were there; or -1. */
static inline int64_t sim_batch_heads(sim_batch_run *b, size_t hopeful, sim_pass *pass,
                                      size_t *passed, sim_error *e)
{
    const uint32_t most = b->rules->kind == SIM_BATCH_FCFS ? 0 : b->rules->reservations;
    size_t i = 0, stay = 0;
    while (i < hopeful && b->idle > 0) {
        const uint32_t job = b->queue[i];
        const int started = sim_batch_try(b, job, pass, e);
        if (started < 0) return -1;
        if (started == 0 && most == 0) break;
        i++;
        if (started) continue;
        b->queue[stay++] = job;
        if (i == hopeful) break; /* nobody behind could start */
        if (sim_batch_reserve(b, job, b->now, e) != 0) return -1;
        if (++pass->reservations == most) break;
    }
    *passed = i;
    return (int64_t)stay;
}

enum { SIM_NOBODY = -1 }; /* a place in the queue of one who has started */

/* Those from one place in the queue to another start if they can, in the order that is
 * for them. */
static inline int sim_batch_backfill(sim_batch_run *b, size_t from, size_t to,
                                     sim_pass *pass, sim_error *e)
{
    const uint32_t nobody = (uint32_t)SIM_NOBODY;
    const size_t n = to - from;
    uint32_t *list = b->by_start;
    size_t i, at, stay = from;
    memcpy(list, b->queue + from, n * sizeof *list);
    if (b->rules->backfill) {
        const sim_ranking r = sim_batch_ranking(b, (sim_order)(b->rules->backfill - 1));
        sim_order_sort(&r, list, n, b->spare);
    }
    for (i = 0; i < n && b->idle > 0; i++) {
        const int started = sim_batch_try(b, list[i], pass, e);
        if (started < 0) return -1;
        if (started == 0) continue;
        at = b->queue[from + i] == list[i] ? from + i : from;
        while (b->queue[at] != list[i]) at++;
        b->queue[at] = nobody;
    }
    for (i = from; i < b->waiting; i++)
        if (b->queue[i] != nobody) b->queue[stay++] = b->queue[i];
    b->waiting = stay;
    return 0;
}

static inline int sim_batch_pass(sim_batch_run *b, sim_error *e)
{
    sim_pass pass = {NULL, 0};
    size_t hopeful, passed;
    int64_t stay;
    if (sim_batch_hopeful(b) == 0) return 0; /* in whatever order */
    sim_batch_sort(b);
    hopeful = sim_batch_hopeful(b);
    stay = sim_batch_heads(b, hopeful, &pass, &passed, e);
    if (stay < 0) return -1;
    b->waiting -= passed - (size_t)stay;
    memmove(b->queue + stay, b->queue + passed,
            (b->waiting - (size_t)stay) * sizeof *b->queue);
    if (pass.reservations > 0 && passed < hopeful && b->idle > 0 &&
        sim_batch_backfill(b, (size_t)stay, (size_t)stay + hopeful - passed, &pass, e) !=
            0)
        return -1;
    while (pass.reservations > 0) {
        const uint32_t job = b->queue[--pass.reservations];
        if (sim_batch_withdraw(b, job, b->outcomes[job].start, e) != 0) return -1;
    }
    return 0;
}

#endif
