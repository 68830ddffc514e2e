/* row.h - what stands between simulator and view: rows.
 *
 *     point variant seed block measure axis place sum weight
 *
 * A row says: at this point, with this variant, in this run, the measure has such a sum
 * over such a weight (a mean wait: the sum of waits, the number of jobs); of the items in
 * this place of an axis, if not of all; in this block of the run (a week), if not in all
 * of it. Everything that is shown - tables, facts, intervals, differences, pictures -
 * is taken from rows and from nothing else, so that rows which other processes wrote will
 * do as well.
 */
#ifndef ROW_H
#define ROW_H

#include "kit/interval.h"

#include <stddef.h>
#include <stdint.h>

#define ROW_NONE UINT32_MAX

enum { ROW_PLACES = 64 }; /* of an axis, at most */

struct row_cell { /* what is shown as one figure */
    uint32_t point, variant, measure;
    uint32_t axis, place; /* ROW_NONE: of all items */
};

struct row {
    struct row_cell cell;
    uint32_t seed;  /* the how-manieth                     */
    uint32_t block; /* ROW_NONE: the run is not in blocks  */
    double sum, weight;
};

/* Rows of one group (a point and a seed), in the order in which they are added: no lock,
 * one thread. Zero-initialise. */
struct row_group {
    struct row *rows;
    size_t count, room;
};

struct row_spread {
    double mean;           /* with a base the difference; NAN: there is none           */
    double low, high;      /* of its 95 % interval; NAN: it has none                  */
    double least, most;    /* of the seeds or blocks                                   */
    size_t count;          /* how many of these there are ...                          */
    const char *units;     /* "seeds", "weeks"; NULL: one run that is not in blocks     */
    enum interval_why why; /* there is no interval */
};

struct row_figure { /* of a cell that has rows: what reports show of it */
    struct row_cell cell;
    size_t first, count;     /* its rows, by seed and block               */
    struct row_spread is[3]; /* experiment_spread has them, each computed */
    unsigned known;          /*   when it is first asked for: bit by bit  */
};

/* All rows of an experiment. Zero-initialise; append every group, in any order, then
 * row_sort, after which the order does not depend on the groups'. */
struct rows {
    struct row *all;
    size_t count, room;
    struct row_figure *figures; /* of all cells, in order            */
    size_t figure_count, figure_room;
    uint32_t seeds;   /* replications of the plan                */
    uint32_t *blocks; /* how many there are at each point        */
    size_t points;    /* that `blocks` has                       */
};

/* Of two rows, by point, measure, axis, place, variant, seed and block: 0 if they are of
 * the same thing. For qsort. */
int row_compare(const void *x, const void *y);

void row_append(struct rows *r, const struct row_group *g);
void row_sort(struct rows *r);
void row_free(struct rows *r);

/* ---- questions about rows (after row_sort) ----------------------------------------- */

/* NULL: it has no rows. */
struct row_figure *row_figure(const struct rows *r, struct row_cell of);

/* The mean of a cell and its interval (interval.h), over seeds, or of one seed over its
 * blocks. With `base`, any other cell, of the difference between the two, seed by seed or
 * block by block, or without an interval where points differ in their blocks;
 * INTERVAL_RELATIVE: as a fraction of the base's. */
struct row_spread row_spread(const struct rows *r, struct row_cell of,
                             const struct row_cell *base, enum interval_figure figure);

/* The mean alone. */
double row_mean(const struct rows *r, struct row_cell of);

/* Weight in all, on average over the seeds: of a mean over items, how many. 0: there are
 * no rows. */
double row_weight(const struct rows *r, struct row_cell of);

#endif
