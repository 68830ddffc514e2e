/* cube.h - the results of an experiment: at every point, for every variant, in every
 * seed, a value of every measure.
 *
 *     struct cube c = {0};
 *     cube_open(&c, measures, MEASURES, points, variants, seeds, &e);    all unknown
 *     c.names[0] = "easy";
 *     cube_run(&c, point, variant, seed)[WAIT] = 60;     runs write side by side
 *     cube_spread(&c, point, variant, WAIT).mean         over the seeds
 *     cube_table(&table, &c, point, CUBE_SPREAD, NULL);  a row for each measure
 *     cube_over(&table, &c, &line, CUBE_SPREAD, WAIT);   a row for each point of a line
 *     cube_free(&c);
 *
 * Points are what is swept (loads, densities, errors of estimates): a line names those
 * that differ in one setting. Variants are what is compared (policies, methods, modes):
 * the columns of tables and the curves of plots (report/figure_cube.h). A value that is
 * unknown is NAN.
 */
#ifndef CUBE_H
#define CUBE_H

#include "base/error.h"
#include "base/statistics.h"
#include "program/measure.h"
#include "program/table.h"

#include <stddef.h>
#include <stdint.h>

enum { CUBE_SEEDS = 1000, CUBE_PLACES = 1000, CUBE_WORD = 64 };

struct cube { /* zero-initialise; cube_free */
    const struct measure *measures;
    size_t measure_count, points, variants, seeds;
    const char **names; /* of the variants; borrowed, set by the caller */
    double *values;
};

struct cube_line {             /* points that differ in one setting */
    const char *label, *note;  /* "lambda"; what a terminal adds to its values, or NULL */
    const unsigned char *only; /* of each variant, whether it was run there; NULL = all */
    size_t count;
    struct cube_place {
        size_t point;
        double x;             /* where it is on an axis */
        char text[CUBE_WORD]; /* "0.5"                 */
    } at[CUBE_PLACES];
};

/* Everything unknown, names empty. 0, or -1; cube_free it in any case. */
int cube_open(struct cube *c, const struct measure *measures, size_t measure_count,
              size_t points, size_t variants, size_t seeds, struct error *e);

void cube_free(struct cube *c);

/* The values of a run, one for each measure. */
double *cube_run(const struct cube *c, size_t point, size_t variant, size_t seed);

/* Runs are numbered point by point, variant by variant, seed by seed. */
struct cube_at {
    size_t point, variant, seed;
};

size_t cube_runs(const struct cube *c);
struct cube_at cube_at(const struct cube *c, size_t run);

/* A measure over the seeds. */
struct statistics_spread cube_spread(const struct cube *c, size_t point, size_t variant,
                                     size_t measure);

/* Compares a measure of two variants, each at a point of its own, seed by seed; NULL:
 * value - base. */
typedef double (*cube_compare)(size_t measure, double value, double base);

struct statistics_spread cube_paired(const struct cube *c, const size_t of[2],
                                     const size_t base[2], size_t measure,
                                     cube_compare compare);

/* The same where the seeds of the cube are blocks of one run, such as the weeks of a log:
 * the sum of measure `sum` over the sum of measure `count`, of a variant, or with `base`
 * what it has more than that one, whose counts are the same. The interval is that of
 * CUBE_DRAWS bootstraps (blocks that do not overlap): in each, as many blocks are drawn
 * with replacement by `seed`. It is NAN where fewer than STATISTICS_SURE blocks count
 * anything. */
enum { CUBE_DRAWS = 999 };

struct statistics_spread cube_blocks(const struct cube *c, const size_t of[2],
                                     const size_t *base, size_t sum, size_t count,
                                     uint64_t seed);

/* Has any variant a mean above this at the point? */
int cube_above(const struct cube *c, size_t point, size_t measure, double least);

/* The same at any point of the line. */
int cube_line_above(const struct cube *c, const struct cube_line *line, size_t measure,
                    double least);

enum cube_text {
    CUBE_FIRST, /* the value of the first seed                          */
    CUBE_MEAN,  /* the mean; of a count to a whole number               */
    CUBE_SPREAD /* the mean and its interval or range, as table_spread  */
};

/* What CUBE_SPREAD shows behind a mean of so many seeds, and what upright lines of its
 * plots are. */
const char *cube_spread_text(size_t seeds);
const char *cube_spread_lines(size_t seeds);

/* A column for each variant. */
void cube_columns(struct table *t, const struct cube *c, const unsigned char *only);

/* A cell for each variant. */
void cube_cells(struct table *t, const struct cube *c, size_t point, enum cube_text text,
                size_t measure, const unsigned char *only);

/* Columns, and a row for each measure that is wanted there; NULL: that is known. */
void cube_table(struct table *t, const struct cube *c, size_t point, enum cube_text text,
                int (*wanted)(const struct cube *c, size_t point, size_t measure));

/* Stub, columns, and a row for each point of the line. */
void cube_over(struct table *t, const struct cube *c, const struct cube_line *line,
               enum cube_text text, size_t measure);

/* The same of what each variant has more than the first in the same seeds, with the 95 %
 * interval. */
void cube_over_differences(struct table *t, const struct cube *c,
                           const struct cube_line *line, size_t measure);

/* Adds a place to the line; its text is a printf. */
ERROR_PRINTF(4, 5)
void cube_line_add(struct cube_line *line, size_t point, double x, const char *text, ...);

/* Of each measure mean, least and largest value and the ends of the mean's 95 % interval,
 * and what it is more than variant 0's in the same seeds, as the object "over_seeds". */
void cube_json_spreads(struct json *j, const struct cube *c, size_t point,
                       size_t variant);

/* The same as a line of CSV for each measure, its value the mean; `first`: what the lines
 * begin with. */
#define CUBE_CSV_COLUMNS \
    "figure,value,unit,low,high,difference,difference_low,difference_high"
void cube_csv(FILE *to, const char *first, const struct cube *c, size_t point,
              size_t variant);

#endif
