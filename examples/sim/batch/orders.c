/* orders.c - implements orders.h. */
#include "batch/orders.h"

#include <string.h>

int orders_changes(enum order order) { return order == ORDER_LXF || order == ORDER_LXWF; }

/* Is a / b less than c / d? Exactly: by their continued fractions, unless the products
 * are within 64 bits. b, d > 0; a, c >= 0. */
static int orders_fraction_less(int64_t a, int64_t b, int64_t c, int64_t d)
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

int orders_before(const struct orders_ranking *r, uint32_t x, uint32_t y)
{
    const struct job *p = &r->jobs[x], *q = &r->jobs[y];
    switch (r->order) {
    case ORDER_FCFS: break;
    case ORDER_SJF:
        if (p->estimate != q->estimate) return p->estimate < q->estimate;
        break;
    case ORDER_LJF:
        if (p->estimate != q->estimate) return p->estimate > q->estimate;
        break;
    case ORDER_SAF: /* p.estimate * p.servers < q.estimate * q.servers */
        if (orders_fraction_less(p->estimate, q->servers, q->estimate, p->servers))
            return 1;
        if (orders_fraction_less(q->estimate, p->servers, p->estimate, q->servers))
            return 0;
        break;
    case ORDER_LXF:
    case ORDER_LXWF: { /* one more or less makes no difference: wait / estimate */
        const int64_t wait_p = r->now - p->submit, wait_q = r->now - q->submit;
        if (orders_fraction_less(wait_q, q->estimate, wait_p, p->estimate)) return 1;
        if (orders_fraction_less(wait_p, p->estimate, wait_q, q->estimate)) return 0;
        break;
    }
    }
    return x < y;
}

/* By merging ever longer runs; `spare` has room for all. */
static void orders_merge(const struct orders_ranking *r, uint32_t *list, size_t n,
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
                    (left < middle && orders_before(r, from[left], from[right]));
                to[k] = first ? from[left++] : from[right++];
            }
        }
        from = to;
        to = other;
    }
    if (from != list) memcpy(list, from, n * sizeof *from);
}

void orders_sort(const struct orders_ranking *r, uint32_t *list, size_t n,
                 uint32_t *spare)
{
    const size_t many = 16 * n;
    size_t i, at, moved = 0;
    for (i = 1; i < n && moved <= many; i++) {
        const uint32_t job = list[i];
        for (at = i; at > 0 && orders_before(r, job, list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = job;
        moved += i - at;
    }
    if (moved > many) orders_merge(r, list, n, spare);
}
