/* row.c - rows are sorted once; what is asked of them is a binary search. */
#include "kit/row.h"

#include "base/compare.h"
#include "base/statistics.h"
#include "kit/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void row_add(struct row_group *g, const struct row *row, const char *measure)
{
    if (!isfinite(row->sum) || !isfinite(row->weight) || !(row->weight > 0))
        fail("%s is %g over a weight of %g", measure, row->sum, row->weight);
    g->at = (struct row *)base_room(g->at, &g->room, g->count, sizeof *g->at);
    g->at[g->count++] = *row;
}

void row_join(struct row_group *g, const struct row_group *more)
{
    size_t i;
    for (i = 0; i < more->count; i++) {
        g->at = (struct row *)base_room(g->at, &g->room, g->count, sizeof *g->at);
        g->at[g->count++] = more->at[i];
    }
}

void row_append(struct rows *r, const struct row_group *g)
{
    size_t i;
    for (i = 0; i < g->count; i++) {
        r->at = (struct row *)base_room(r->at, &r->room, r->count, sizeof *r->at);
        r->at[r->count++] = g->at[i];
    }
}

/* ---- order ------------------------------------------------------------------------- */

int row_compare_cell(const struct row *x, const struct row *y)
{
    if (x->point != y->point) return COMPARE(x->point, y->point);
    if (x->measure != y->measure) return COMPARE(x->measure, y->measure);
    if (x->axis != y->axis) return COMPARE(x->axis + 1, y->axis + 1); /* all first */
    if (x->place != y->place) return COMPARE(x->place, y->place);
    return COMPARE(x->variant, y->variant);
}

int row_compare(const void *a, const void *b)
{
    const struct row *x = (const struct row *)a, *y = (const struct row *)b;
    const int cell = row_compare_cell(x, y);
    if (cell) return cell;
    if (x->seed != y->seed) return COMPARE(x->seed, y->seed);
    return COMPARE(x->block, y->block);
}

void row_sort(struct rows *r)
{
    size_t i;
    if (r->count) qsort(r->at, r->count, sizeof *r->at, row_compare);
    free(r->blocks);
    r->points = r->count ? r->at[r->count - 1].point + 1 : 0;
    r->blocks = (uint32_t *)base_zeroed(r->points, sizeof *r->blocks);
    for (i = 0; i < r->count; i++)
        if (r->at[i].block != ROW_NONE && r->at[i].block >= r->blocks[r->at[i].point])
            r->blocks[r->at[i].point] = r->at[i].block + 1;
}

/* The rows of a cell: the first, and *count of them. */
static const struct row *rows_of(const struct rows *r, struct row_cell of, size_t *count)
{
    struct row key = {0};
    size_t lo = 0, hi = r->count;
    key.point = of.point, key.variant = of.variant, key.measure = of.measure;
    key.axis = of.axis, key.place = of.place;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (row_compare_cell(&r->at[middle], &key) < 0)
            lo = middle + 1;
        else
            hi = middle;
    }
    for (*count = 0; lo + *count < r->count; ++*count)
        if (row_compare_cell(&r->at[lo + *count], &key) != 0) break;
    return r->at + lo;
}

/* ---- means and intervals ----------------------------------------------------------- */

struct sum {
    double sum, weight;
};

static enum row_units units_of(const struct rows *r, uint32_t point, size_t *count)
{
    const uint32_t blocks = point < r->points ? r->blocks[point] : 0;
    *count = r->seeds > 1 ? r->seeds : blocks > 1 ? blocks : 1;
    return r->seeds > 1 ? ROW_SEEDS : blocks > 1 ? ROW_BLOCKS : ROW_NO_UNITS;
}

/* Sums of a cell by unit; to be freed. */
static struct sum *sums_of(const struct rows *r, struct row_cell of, enum row_units units,
                           size_t count)
{
    struct sum *s = (struct sum *)base_zeroed(count, sizeof *s);
    size_t n, i, k;
    const struct row *row = rows_of(r, of, &n);
    for (i = 0; i < n; i++, row++) {
        k = units == ROW_SEEDS                              ? row->seed
            : units == ROW_BLOCKS && row->block != ROW_NONE ? row->block
                                                            : 0;
        s[k].sum += row->sum;
        s[k].weight += row->weight;
    }
    return s;
}

/* Of what a run gives once (a percentile) there is no part by block. */
static int is_in_blocks(const struct rows *r, struct row_cell of)
{
    size_t n, i;
    const struct row *row = rows_of(r, of, &n);
    for (i = 0; i < n; i++)
        if (row[i].block == ROW_NONE) return 0;
    return 1;
}

static double ratio(struct sum s)
{
    return s.weight > 0 ? s.sum / s.weight : (double)NAN;
}

/* Over seeds the mean of their means, over blocks the mean of all items; -1 in `without`:
 * of all units. */
static double mean_of(const struct sum *s, size_t n, enum row_units units, size_t without)
{
    struct sum all = {0, 0};
    size_t i;
    for (i = 0; i < n; i++) {
        if (i == without || !(s[i].weight > 0)) continue;
        all.sum += units == ROW_SEEDS ? ratio(s[i]) : s[i].sum;
        all.weight += units == ROW_SEEDS ? 1 : s[i].weight;
    }
    return ratio(all);
}

struct pair {
    const struct sum *x, *y; /* y NULL: no base */
    size_t n;
    enum row_units units;
    int relative;
};

static double estimate(const struct pair *p, size_t without)
{
    const double x = mean_of(p->x, p->n, p->units, without);
    const double y = p->y ? mean_of(p->y, p->n, p->units, without) : 0;
    return p->relative ? (x - y) / y : x - y;
}

/* Seeds and blocks have an interval by the jackknife: pseudo-values, Student's t. */
static void add_interval(struct row_spread *s, const struct pair *p)
{
    double *values = (double *)base_zeroed(p->n, sizeof *values);
    struct statistics_spread spread;
    size_t i, n = 0;
    for (i = 0; i < p->n; i++) {
        if (!(p->x[i].weight > 0) || (p->y && !(p->y[i].weight > 0))) continue;
        values[n++] = estimate(p, i);
    }
    for (i = 0; i < n; i++) values[i] = (double)n * s->mean - ((double)n - 1) * values[i];
    spread = statistics_spread_of(values, n, 1);
    if (n >= (p->units == ROW_SEEDS ? 5 : 10)) {
        s->low = s->mean - spread.half;
        s->high = s->mean + spread.half;
    }
    free(values);
}

struct row_spread row_spread(const struct rows *r, struct row_cell of,
                             const struct row_cell *base, int relative)
{
    struct row_spread s = {NAN, NAN, NAN, NAN, NAN, 0, ROW_NO_UNITS};
    struct sum *x, *y = NULL;
    struct pair p = {NULL, NULL, 0, ROW_NO_UNITS, relative};
    size_t i;
    p.units = units_of(r, of.point, &p.n);
    if (p.units == ROW_BLOCKS && !is_in_blocks(r, of)) p.units = ROW_NO_UNITS, p.n = 1;
    p.x = x = sums_of(r, of, p.units, p.n);
    if (base) p.y = y = sums_of(r, *base, p.units, p.n);
    s.units = p.units;
    s.mean = estimate(&p, p.n);
    for (i = 0; i < p.n; i++) {
        const double v = ratio(x[i]) - (y ? ratio(y[i]) : 0);
        if (isnan(v)) continue;
        s.count++;
        if (!(s.least <= v)) s.least = v;
        if (!(s.most >= v)) s.most = v;
    }
    if (s.count > 1) add_interval(&s, &p);
    free(x);
    free(y);
    return s;
}

double row_mean(const struct rows *r, struct row_cell of)
{
    size_t n;
    const enum row_units units = units_of(r, of.point, &n);
    struct sum *x = sums_of(r, of, units, n);
    const double mean = mean_of(x, n, units, n);
    free(x);
    return mean;
}

double row_mean_of_seed(const struct rows *r, struct row_cell of, uint32_t seed)
{
    struct sum all = {0, 0};
    size_t n, i;
    const struct row *row = rows_of(r, of, &n);
    for (i = 0; i < n; i++) {
        if (row[i].seed != seed) continue;
        all.sum += row[i].sum;
        all.weight += row[i].weight;
    }
    return ratio(all);
}

double row_weight(const struct rows *r, struct row_cell of)
{
    size_t count, i;
    const struct row *row = rows_of(r, of, &count);
    double sum = 0;
    for (i = 0; i < count; i++) sum += row[i].weight;
    return sum / (r->seeds ? r->seeds : 1);
}
