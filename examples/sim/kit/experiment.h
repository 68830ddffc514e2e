/* experiment.h - the plan: points x variants x seeds, the settings of each, and what came
 * of it as rows. Reports read it.
 */
#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include "kit/row.h"
#include "kit/sim.h"

#include <stddef.h>
#include <stdint.h>

enum { EXPERIMENT_AXES = 8 };

struct experiment_how { /* options of every simulator */
    int64_t seed, seeds, threads, table, each, no_timing;
    const char *against, *rows, *items, *links, *facts, *report, *part;
    const char *const *claims; /* NULL: none */
};

struct experiment {
    const struct simulator *sim;
    struct options options; /* of the simulator, then common ones */
    struct experiment_how how;
    size_t axis_count, axes[EXPERIMENT_AXES];  /* options that are swept       */
    size_t word_count, words[EXPERIMENT_AXES]; /* those whose words are compared */
    size_t points, variants, seeds;
    size_t base;                       /* the point around which others lie  */
    size_t against;                    /* the variant that others are compared with */
    size_t (*values)[EXPERIMENT_AXES]; /* of each point: which values        */
    size_t (*chosen)[EXPERIMENT_AXES]; /* of each variant: which words       */
    const char ***value_texts;         /* of each axis, each value           */
    const char **point_names, **variant_names;
    const char **named; /* variants of a file of rows; later NULL if they are ours */
    size_t named_count;
    char *settings;              /* points x variants                  */
    size_t *worlds, world_count; /* of each point and variant          */
    struct rows rows;
    struct run *runs;    /* points x seeds x variants; items of some are kept    */
    const char ***texts; /* of each axis, each place: its name, where runs name them */
    const char *about;   /* the world, in lines; or NULL             */
    int64_t servers;     /* of the base, if they are always as many; or 0 */
};

/* The options that every simulator has, behind its own; for free(). *count of all. */
struct option *experiment_options(const struct simulator *s, size_t *count);

/* Makes points, variants and their settings from x->options. Fails with status 2. */
void experiment_plan(struct experiment *x);

/* A question about a cell: itself; what it is more than another, of any variant, point or
 * class; or that as a fraction of the other. */
enum experiment_beside { EXPERIMENT_ALONE, EXPERIMENT_LESS, EXPERIMENT_RELATIVE };

/* Its mean and interval; the two are taken seed by seed, or week by week (row_spread). */
struct row_spread experiment_compare(const struct experiment *x, struct row_cell of,
                                     struct row_cell other, enum experiment_beside how);

/* The same, compared with the base variant; computed once. */
struct row_spread experiment_spread(const struct experiment *x, struct row_cell of,
                                    enum experiment_beside how);

/* A group is a point and a seed: point * seeds + seed. */
const void *experiment_settings(const struct experiment *x, size_t point, size_t variant);
struct run *experiment_run(const struct experiment *x, size_t group, size_t variant);

/* The points where only axis `a` differs from the base, into `to` (one for each of its
 * values); returns how many. */
size_t experiment_line(const struct experiment *x, size_t a, size_t to[OPTION_VALUES]);

/* The number of the variant of that name; `variants`: there is none. */
size_t experiment_variant(const struct experiment *x, const char *name);

/* The option of an axis, and its value at a point (seconds, units); NAN: it is a word. */
const struct option *experiment_axis(const struct experiment *x, size_t a);
double experiment_value(const struct experiment *x, size_t a, size_t point);

/* "0.8": the value of an axis at a point. Kept. */
const char *experiment_text(const struct experiment *x, size_t a, size_t point);

/* "queries" */
const char *experiment_items(const struct experiment *x);

#endif
