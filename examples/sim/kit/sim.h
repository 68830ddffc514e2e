/* sim.h - the skeleton of every simulator: options, points x variants x seeds on threads,
 * rows, tables, a page. A simulator declares what it has; main is one line:
 *
 *     static const struct simulator queue = {
 *         .name = "queue_sim", .about = "Serves customers.", .item = "customer",
 *         .settings = sizeof(struct settings),
 *         SIM_TABLES, .world = world, .run = run, .drop = drop};
 *     int main(int argc, char **argv) { return sim_main(&queue, argc, argv); }
 *
 * A world is what all variants are given (a network and its requests, a log): one is made
 * for each set of values of the world's options, and each seed. Runs go on side by side;
 * they share the world, and none changes it.
 */
#ifndef SIM_H
#define SIM_H

#include "kit/measure.h"
#include "kit/option.h"
#include "kit/run.h"

/* The arrays options[], columns[], fates[], measures[] and axes[]. */
#define SIM_TABLE(of) .of = of, .of##_count = sizeof(of) / sizeof(of)[0]
#define SIM_TABLES                                                                 \
    SIM_TABLE(options), SIM_TABLE(columns), SIM_TABLE(fates), SIM_TABLE(measures), \
        SIM_TABLE(axes)

struct experiment;

struct first_column {
    const char *measure, *heading;
};

/* The first report, on a terminal and on the page. */
struct first {
    struct first_column columns[4]; /* the first one decides; the others have its unit */
    const char *what, *mean; /* "wait", "mean wait"                                  */
    const char *tail, *question; /* an axis with edges: "How many jobs wait how long?" */
    const char *axes[2];     /* who gains, who pays                                    */
    const char *less, *more; /* what a difference is called: "shorter", "longer"     */
    int better_more;         /* more of it is better                                   */
    const char *against;     /* the variant to compare with, if it is there            */
    const char *recorded; /* the variant that was not simulated                        */
    int terminal;         /* on a terminal, too, instead of all tables         */
};

struct simulator {
    const char *name, *about;
    const char *item, *items; /* "query", "queries"; NULL: item and an s        */
    size_t settings;          /* their size                                     */
    const struct option *options;
    size_t options_count;
    const struct column *columns; /* from ITEM_OWN on */
    size_t columns_count;
    const char *const *fates; /* [1] means that an item ran; [0] is not used */
    size_t fates_count;
    const struct measure *measures;
    size_t measures_count;
    const struct axis *axes;
    size_t axes_count;
    struct first first;
    int links; /* runs say how links fared (run_link) */
    int weeks; /* with one seed intervals are over weeks of submissions */

    /* Fails where options do not go together; or NULL. */
    void (*check)(const void *settings);
    /* Does the seed change anything? Without, --seeds is refused; NULL: it does. */
    int (*drawn)(const void *settings);
    void *(*world)(const void *settings, int64_t seed);
    void (*run)(const void *settings, const void *world, int64_t seed, struct run *to);
    void (*drop)(void *world);
    /* Instead of all runs, if an option that `asks` is given. */
    void (*answer)(const void *settings, int64_t seed, FILE *to);
    /* Why an option that is given has no effect: "with --ask"; NULL: it has one. */
    const char *(*idle)(const void *settings, const struct option *option);
    /* The world, in lines; or NULL. */
    void (*describe)(FILE *to, const void *settings, const void *world);
    /* Chooses options that are not given: option_assume; or NULL. */
    void (*assume)(struct options *o, const void *settings);
    /* What to keep in mind, of all rows, in lines; or NULL. */
    void (*caution)(FILE *to, const struct experiment *x);
    /* The first report, of all rows, in lines; or NULL. */
    void (*headline)(FILE *to, const struct experiment *x);
};

int sim_main(const struct simulator *s, int argc, char **argv);

#endif
