/* orders.c - the table of orders; lists are sorted by insertion, or by merging if that
 * turns out to be much. */
#include "batch/orders.h"

#include "base/compare.h"
#include "kit/base.h"

#include <string.h>

/* a / b and c / d by their continued fractions. */
static int compare_large(int64_t a, int64_t b, int64_t c, int64_t d)
{
    for (;;) {
        const int64_t x = a / b, y = c / d;
        int64_t rest;
        if (x != y) return x < y ? -1 : 1;
        a %= b;
        c %= d;
        if (a == 0 || c == 0) return (a > 0) - (c > 0);
        rest = a; /* a/b < c/d exactly if d/c < b/a */
        a = d;
        d = rest;
        rest = b;
        b = c;
        c = rest;
    }
}

/* Is a / b below, above or equal to c / d? Exactly. b, d > 0; a, c >= 0. */
static inline int compare_fractions(int64_t a, int64_t b, int64_t c, int64_t d)
{
    if ((a | b | c | d) > INT32_MAX) return compare_large(a, b, c, d);
    return COMPARE(a * d, c * b);
}

static int shortest(const struct job *x, const struct job *y, int64_t now)
{
    (void)now;
    return COMPARE(x->estimate, y->estimate);
}

static int longest(const struct job *x, const struct job *y, int64_t now)
{
    return shortest(y, x, now);
}

/* x.estimate * x.servers and y.estimate * y.servers compare as these fractions do. */
static int smallest_area(const struct job *x, const struct job *y, int64_t now)
{
    (void)now;
    return compare_fractions(x->estimate, y->servers, y->estimate, x->servers);
}

static int largest_area(const struct job *x, const struct job *y, int64_t now)
{
    return smallest_area(y, x, now);
}

/* (wait + estimate) / estimate compares as wait / estimate does. */
static int largest_expansion(const struct job *x, const struct job *y, int64_t now)
{
    return compare_fractions(now - y->submit, y->estimate, now - x->submit, x->estimate);
}

static const struct orders_order rows[] = {
    [ORDER_FCFS] = {{"fcfs", "by arrival"}, NULL, 0},
    [ORDER_SJF] = {{"sjf", "shortest first"}, shortest, 0},
    {{"ljf", "longest first"}, longest, 0},
    {{"saf", "smallest area, servers x estimate, first"}, smallest_area, 0},
    {{"lxf", "largest expansion factor first"}, largest_expansion, 1},
    {{"lxwf", "the same"}, largest_expansion, 1},
    {{"laf", "largest area first"}, largest_area, 0},
};

const struct choice_table orders_table = CHOICE_TABLE(rows);

const struct orders_order *orders_order(size_t order) { return &rows[order]; }

const char *orders_words(void) { return choice_words(&orders_table, NULL); }

const char *orders_backfill_words(void)
{
    return base_text("queue|%s", orders_words());
}

static inline int before(const struct orders_ranking *r, orders_compare compare,
                         uint32_t x, uint32_t y)
{
    const int first = compare ? compare(&r->jobs[x], &r->jobs[y], r->now) : 0;
    return first ? first < 0 : x < y;
}

int orders_before(const struct orders_ranking *r, uint32_t x, uint32_t y)
{
    return before(r, rows[r->order].compare, x, y);
}

/* Merges ever longer runs. */
static void merge(const struct orders_ranking *r, uint32_t *list, size_t n,
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
    const orders_compare compare = rows[r->order].compare;
    size_t i, at, moved = 0;
    for (i = 1; i < n && moved <= many; i++) {
        const uint32_t job = list[i];
        for (at = i; at > 0 && before(r, compare, job, list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = job;
        moved += i - at;
    }
    if (moved > many) merge(r, list, n, spare);
}
