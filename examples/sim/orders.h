/* orders.h - in which order waiting jobs are looked at.
 *
 *   fcfs   as they came
 *   sjf    shortest estimate first
 *   ljf    longest estimate first
 *   saf    smallest area first: estimate * servers
 *   lxf    largest expansion factor first: (wait + estimate) / estimate, which grows by
 *          itself, so that the order must be made anew at each look
 *   lxwf   the same: paper 2's name of it
 *
 * Equals by their place in the workload. All is exact: nothing is rounded.
 */
#ifndef SIM_ORDERS_H
#define SIM_ORDERS_H

#include "job.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum sim_order {
    SIM_ORDER_FCFS,
    SIM_ORDER_SJF,
    SIM_ORDER_LJF,
    SIM_ORDER_SAF,
    SIM_ORDER_LXF,
    SIM_ORDER_LXWF
} sim_order;

#define SIM_ORDER_WORDS "fcfs|sjf|ljf|saf|lxf|lxwf" /* in the order of sim_order */
#define SIM_BACKFILL_WORDS "queue|" SIM_ORDER_WORDS /* queue: as the queue       */

/* Does it change by itself, as time goes by? */
static inline int sim_order_changes(sim_order order)
{
    return order == SIM_ORDER_LXF || order == SIM_ORDER_LXWF;
}

typedef struct sim_ranking { /* what the order of two jobs follows from */
    const sim_job *jobs;
    sim_order order;
    int64_t now;
} sim_ranking;

/* Is a / b less than c / d? Exactly: by their continued fractions, unless the products
 * are within 64 bits. b, d > 0; a, c >= 0. */
static inline int sim_fraction_less(int64_t a, int64_t b, int64_t c, int64_t d)
{
    if ((a | b | c | d) <= INT32_MAX) return a * d < c * b;
    for (;;) {
        const int64_t x = a / b, y = c / d;
        int64_t rest;
        if (x != y) return x < y;
        a %= b;
        c %= d;
        if (c == 0) return 0;
        if (a == 0) return 1;
        rest = a; /* a/b < c/d exactly if d/c < b/a */
        a = d;
        d = rest;
        rest = b;
        b = c;
        c = rest;
    }
}

/* Does job x come before y? */
static inline int sim_order_before(const sim_ranking *r, uint32_t x, uint32_t y)
{
    const sim_job *p = &r->jobs[x], *q = &r->jobs[y];
    switch (r->order) {
    case SIM_ORDER_FCFS: break;
    case SIM_ORDER_SJF:
        if (p->estimate != q->estimate) return p->estimate < q->estimate;
        break;
    case SIM_ORDER_LJF:
        if (p->estimate != q->estimate) return p->estimate > q->estimate;
        break;
    case SIM_ORDER_SAF: /* p.estimate * p.servers < q.estimate * q.servers */
        if (sim_fraction_less(p->estimate, q->servers, q->estimate, p->servers)) return 1;
        if (sim_fraction_less(q->estimate, p->servers, p->estimate, q->servers)) return 0;
        break;
    case SIM_ORDER_LXF:
    case SIM_ORDER_LXWF: { /* one more or less makes no difference: wait / estimate */
        const int64_t wait_p = r->now - p->submit, wait_q = r->now - q->submit;
        if (sim_fraction_less(wait_q, q->estimate, wait_p, p->estimate)) return 1;
        if (sim_fraction_less(wait_p, p->estimate, wait_q, q->estimate)) return 0;
        break;
    }
    }
    return x < y;
}

/* By merging ever longer runs; `spare` has room for all. */
static inline void sim_order_merge(const sim_ranking *r, uint32_t *list, size_t n,
                                   uint32_t *spare)
{
    uint32_t *from = list, *to = spare;
    size_t width, lo;
    for (width = 1; width < n; width *= 2) {
        uint32_t *other = from;
        for (lo = 0; lo < n; lo += 2 * width) {
            const size_t middle = lo + width < n ? lo + width : n;
            const size_t hi = middle + width < n ? middle + width : n;
            size_t left = lo, right = middle, k;
            for (k = lo; k < hi; k++) {
                const int first =
                    right == hi ||
                    (left < middle && sim_order_before(r, from[left], from[right]));
                to[k] = first ? from[left++] : from[right++];
            }
        }
        from = to;
        to = other;
    }
    if (from != list) memcpy(list, from, n * sizeof *from);
}

/* Sorts a list of jobs that is hardly out of order, as a rule. */
static inline void sim_order_sort(const sim_ranking *r, uint32_t *list, size_t n,
                                  uint32_t *spare)
{
    const size_t many = 16 * n;
    size_t i, at, moved = 0;
    for (i = 1; i < n && moved <= many; i++) {
        const uint32_t job = list[i];
        for (at = i; at > 0 && sim_order_before(r, job, list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = job;
        moved += i - at;
    }
    if (moved > many) sim_order_merge(r, list, n, spare);
}

#endif
