/* row.c - rows are sorted once; a question about them is a binary search. */
#include "kit/row.h"

#include "base/compare.h"
#include "kit/base.h"

#include <math.h>
#include <stdlib.h>

void row_append(struct rows *r, const struct row_group *g)
{
    for (size_t i = 0; i < g->count; i++)
        BASE_PUSH(r->all, r->count, r->room) = g->rows[i];
}

/* ---- order ------------------------------------------------------------------------- */

static int compare_cells(const void *a, const void *b)
{
    const struct row_cell *x = a, *y = b;
    if (x->point != y->point) return COMPARE(x->point, y->point);
    if (x->measure != y->measure) return COMPARE(x->measure, y->measure);
    if (x->axis != y->axis) return COMPARE(x->axis + 1, y->axis + 1); /* all first */
    if (x->place != y->place) return COMPARE(x->place, y->place);
    return COMPARE(x->variant, y->variant);
}

int row_compare(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    const int cell = compare_cells(&x->cell, &y->cell);
    if (cell) return cell;
    if (x->seed != y->seed) return COMPARE(x->seed, y->seed);
    return COMPARE(x->block, y->block);
}

void row_sort(struct rows *r)
{
    if (r->count) qsort(r->all, r->count, sizeof *r->all, row_compare);
    free(r->blocks);
    r->figure_count = 0;
    r->points = r->count ? r->all[r->count - 1].cell.point + 1 : 0;
    r->blocks = base_zeroed(r->points, sizeof *r->blocks);
    for (size_t i = 0; i < r->count; i++) {
        const struct row_figure figure = {.cell = r->all[i].cell, .first = i};
        uint32_t *blocks = &r->blocks[figure.cell.point];
        if (i == 0 || compare_cells(&r->all[i - 1].cell, &figure.cell) != 0)
            BASE_PUSH(r->figures, r->figure_count, r->figure_room) = figure;
        r->figures[r->figure_count - 1].count++;
        if (r->all[i].block != ROW_NONE && r->all[i].block >= *blocks)
            *blocks = r->all[i].block + 1;
    }
}

void row_free(struct rows *r)
{
    free(r->all);
    free(r->figures);
    free(r->blocks);
}

struct row_figure *row_figure(const struct rows *r, struct row_cell of)
{
    return r->figure_count ? bsearch(&of, r->figures, r->figure_count, sizeof *r->figures,
                                     compare_cells)
                           : NULL;
}

/* The rows of a cell: the first, and *count of them. */
static const struct row *rows_of(const struct rows *r, struct row_cell of, size_t *count)
{
    const struct row_figure *f = row_figure(r, of);
    *count = f ? f->count : 0;
    return f ? r->all + f->first : NULL;
}

/* ---- means and intervals ----------------------------------------------------------- */

/* What an interval is over: so many seeds, or blocks, or one run. */
static size_t units_of(const struct rows *r, struct row_cell of, const char **name)
{
    const uint32_t blocks = of.point < r->points ? r->blocks[of.point] : 0;
    size_t n;
    const struct row *row = rows_of(r, of, &n);
    *name = r->seeds > 1 ? "seeds" : blocks > 1 ? "weeks" : NULL;
    if (r->seeds > 1) return r->seeds;
    for (size_t i = 0; i < n; i++) /* what a run gives once has no part by block */
        if (row[i].block == ROW_NONE) *name = NULL;
    return *name ? blocks : 1;
}

/* Sums of a cell by unit; to be freed. */
static struct interval_unit *sums_of(const struct rows *r, struct row_cell of,
                                     size_t units)
{
    struct interval_unit *s = base_zeroed(units, sizeof *s);
    size_t n, k;
    const struct row *row = rows_of(r, of, &n);
    for (size_t i = 0; i < n; i++, row++) {
        k = r->seeds > 1 ? row->seed : row->block != ROW_NONE ? row->block : 0;
        s[k < units ? k : 0].sum += row->sum;
        s[k < units ? k : 0].weight += row->weight;
    }
    return s;
}

static double ratio(const struct interval_unit *u)
{
    return u->weight > 0 ? u->sum / u->weight : (double)NAN;
}

struct row_spread row_spread(const struct rows *r, struct row_cell of,
                             const struct row_cell *base, enum interval_figure figure)
{
    struct row_spread s = {NAN, NAN, NAN, NAN, NAN, 0, NULL, INTERVAL_FEW};
    const char *beside;
    size_t n = units_of(r, of, &s.units);
    if (base && units_of(r, *base, &beside) != n) n = 1, s.units = NULL;
    struct interval_unit *x = sums_of(r, of, n), *y = base ? sums_of(r, *base, n) : NULL;
    struct interval i =
        interval_of(x, y, n, figure, r->seeds > 1 ? INTERVAL_SEEDS : INTERVAL_WEEKS);
    s.mean = i.estimate, s.low = i.low, s.high = i.high, s.count = i.count, s.why = i.why;
    for (size_t k = 0; k < n; k++) {
        const double v = ratio(&x[k]) - (y ? ratio(&y[k]) : 0);
        if (isnan(v)) continue;
        s.least = fmin(s.least, v); /* of NAN and a number the number */
        s.most = fmax(s.most, v);
    }
    free(x);
    free(y);
    return s;
}

double row_mean(const struct rows *r, struct row_cell of)
{
    return row_spread(r, of, NULL, INTERVAL_MEAN).mean;
}

double row_weight(const struct rows *r, struct row_cell of)
{
    size_t count;
    const struct row *row = rows_of(r, of, &count);
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += row[i].weight;
    return sum / (r->seeds ? r->seeds : 1);
}
