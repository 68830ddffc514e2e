/* orders.c - the table of orders; lists are sorted by merging ever longer runs. */
#include "machine/orders.h"

#include "base/compare.h"
#include "base/wide.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

/* Is a / b below, above or equal to c / d? Exactly. b, d > 0; a, c >= 0. */
static int compare_fractions(int64_t a, int64_t b, int64_t c, int64_t d)
{
    const struct wide x = wide_product((uint64_t)a, (uint64_t)d);
    const struct wide y = wide_product((uint64_t)c, (uint64_t)b);
    return wide_less(y, x) - wide_less(x, y);
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
    [ORDER_FCFS] = {{"fcfs", "arrival"}, NULL, 0},
    [ORDER_SJF] = {{"sjf", "shortest first"}, shortest, 0},
    {{"ljf", "longest first"}, longest, 0},
    {{"saf", "smallest area, servers x requested time, first"}, smallest_area, 0},
    {{"lxf", "largest wait / requested time first"}, largest_expansion, 1},
    {{"lxwf", "the same as lxf"}, largest_expansion, 1},
    {{"laf", "largest area first"}, largest_area, 0},
};

const struct choice_table orders_table = CHOICE_TABLE(rows);

const struct orders_order *orders_order(size_t order) { return &rows[order]; }

const char *orders_words(void) { return choice_words(&orders_table, NULL); }

const char *orders_backfill_words(void) { return base_text("queue|%s", orders_words()); }

int orders_before(const struct orders_ranking *r, uint32_t x, uint32_t y)
{
    const orders_compare compare = rows[r->order].compare;
    const int first = compare ? compare(&r->jobs[x], &r->jobs[y], r->now) : 0;
    return first ? first < 0 : x < y;
}

void orders_sort(const struct orders_ranking *r, uint32_t *list, size_t n)
{
    uint32_t *spare = base_zeroed(n, sizeof *spare);
    for (size_t width = 1; width < n; width *= 2)
        for (size_t lo = 0; lo + width < n; lo += 2 * width) {
            const size_t hi = lo + 2 * width < n ? lo + 2 * width : n;
            size_t left = 0, right = lo + width;
            if (orders_before(r, list[right - 1], list[right])) continue;
            memcpy(spare, list + lo, width * sizeof *list);
            for (size_t k = lo; left < width; k++)
                list[k] = right < hi && orders_before(r, list[right], spare[left])
                              ? list[right++]
                              : spare[left++];
        }
    free(spare);
}
