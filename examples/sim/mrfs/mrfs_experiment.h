/* mrfs_experiment.h - paper 3's experiment (Li, Ranka, Sahni, Schmalz, section 5): the
 * four algorithms against the density of requests and against the size of the network.
 *
 *     struct mrfs_experiment x = {0};
 *     mrfs_experiment_open(&x, &settings, e);
 *     for (i = 0; i < mrfs_experiment_runs(&x); i++) mrfs_experiment_run(&x, i, e);
 *     cube_spread(&x.cube, point, algorithm, MRFS_FIGURE_acceptance).mean
 *     mrfs_experiment_free(&x);
 *
 * A point is a network and a density. At each point there are several repetitions, which
 * draw network, sites and requests anew; in each, all algorithms are given the same. Runs
 * share nothing, so several may be made at the same time.
 *
 *     sweep = mrfs_experiment_by_density(&x);
 *     cube_over(&table, &x.cube, &sweep.line, CUBE_SPREAD, figure);
 */
#ifndef MRFS_EXPERIMENT_H
#define MRFS_EXPERIMENT_H

#include "netsched.h"

#include "base/error.h"
#include "base/progress.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "program/cube.h"
#include "program/measure.h"
#include "program/program.h"
#include "program/table.h"
#include "program/values.h"

#include <stddef.h>
#include <stdint.h>

/* ---- figures ----------------------------------------------------------------------- */

/* One number for each algorithm in each repetition at each point. Figures of one request
 * are means over all requests. Those that are measured, and so differ from run to run,
 * stand last. */
#define MRFS_FIGURES(X)                                                        \
    X(requests, MEASURE_COUNT, "requests")                                     \
    X(accepted, MEASURE_COUNT, "accepted")                                     \
    X(acceptance, MEASURE_PERCENT, "acceptance ratio")                         \
    X(refused_links, MEASURE_PERCENT, "refused: links")                        \
    X(refused_units, MEASURE_PERCENT, "refused: units")                        \
    X(refused_both, MEASURE_PERCENT, "refused: links and units")               \
    X(refused_limit, MEASURE_PERCENT, "refused: limit of combinations")        \
    X(delay_mean, MEASURE_MINUTES, "start after the window's begin, mean")     \
    X(links_mean, MEASURE_SHORT, "links used by an accepted request, mean")    \
    X(link_utilisation, MEASURE_PERCENT, "utilisation of the links")           \
    X(unit_utilisation, MEASURE_PERCENT, "utilisation of the units")           \
    X(instants_mean, MEASURE_SHORT, "instants decided for a request, mean")    \
    X(searches_mean, MEASURE_SHORT, "searches for a path for a request, mean") \
    X(seconds_mean, MEASURE_MS, "time for a request, mean")                    \
    X(seconds_median, MEASURE_MS, "  median")                                  \
    X(seconds_p95, MEASURE_MS, "  95 % of the requests take less")             \
    X(seconds_max, MEASURE_MS, "  longest")                                    \
    X(bytes_peak, MEASURE_KIB, "memory of the network, most")

enum mrfs_figure {
#define MRFS_FIGURE(name, unit, label) MRFS_FIGURE_##name,
    MRFS_FIGURES(MRFS_FIGURE)
#undef MRFS_FIGURE
        MRFS_FIGURE_COUNT
};

extern const struct measure mrfs_experiment_figures[MRFS_FIGURE_COUNT];

/* ---- the experiment ---------------------------------------------------------------- */

enum { MRFS_REPETITIONS = 1000, MRFS_POINTS = 2 * VALUES_MAX };

struct mrfs_settings {
    struct mrfs_place place;
    struct mrfs_demand demand;
    struct values densities; /* at place's network                     */
    struct values nodes;     /* of random networks; none: not swept    */
    int64_t nodes_density;
    int64_t algorithms; /* bit i: row i of mrfs_run_algorithms        */
    int64_t search;     /* row of mrfs_run_searches                   */
    int64_t combinations, repetitions, seed;
};

struct mrfs_size { /* of a network */
    size_t nodes, links, directions, units, types, sites;
};

struct mrfs_repetition {
    struct mrfs_scenario scenario; /* without its network after the runs */
    struct mrfs_size size;
    struct mrfs_run runs[MRFS_ALGORITHMS]; /* of those asked for, in order */
};

struct mrfs_point {
    int64_t density, nodes;   /* nodes: 0 where the network has a name */
    int by_density, by_nodes; /* in which of the two sweeps it is      */
    struct mrfs_repetition *repetitions;
};

struct mrfs_experiment { /* zero-initialise; mrfs_experiment_free */
    const struct mrfs_settings *settings;
    const struct mrfs_algorithm *algorithms[MRFS_ALGORITHMS]; /* those asked for */
    size_t algorithm_count;
    struct mrfs_point points[MRFS_POINTS];
    size_t count;
    struct cube cube; /* points, algorithms, repetitions */
    size_t repetitions;
    size_t drawn; /* the point of the summary */
    int timing;   /* figures that are measured are wanted      */
    struct progress *progress;
};

void mrfs_experiment_free(struct mrfs_experiment *x);

/* Of the point's network, in the first repetition. */
const struct mrfs_size *mrfs_experiment_size(const struct mrfs_point *p);

/* Makes the points (*x zeroed; mrfs_experiment_free it, whatever happens). 0, or -1. */
int mrfs_experiment_open(struct mrfs_experiment *x, const struct mrfs_settings *s,
                         struct error *e);

/* The number of runs; each is one repetition at one point, with all algorithms. */
size_t mrfs_experiment_runs(const struct mrfs_experiment *x);

/* Makes run number i of *x, a task for program_run. It adds one to the progress for each
 * algorithm. */
int mrfs_experiment_run(void *x, size_t i, struct error *e);

/* A hash of all decisions of an algorithm at a point. */
uint64_t mrfs_experiment_hash(const struct mrfs_experiment *x, size_t point, size_t a);

/* ---- sweeps: points that differ in one setting ------------------------------------- */

enum { MRFS_SWEEP_WHERE = 160 };

struct mrfs_sweep {
    int by_nodes;                 /* else by density                    */
    char where[MRFS_SWEEP_WHERE]; /* on which network, at which density */
    struct cube_line line;
};

struct mrfs_sweep mrfs_experiment_by_density(const struct mrfs_experiment *x);
struct mrfs_sweep mrfs_experiment_by_nodes(const struct mrfs_experiment *x);

/* Fills the settings, whatever they were: with what the paper says, or a default where it
 * says nothing, and with the options. CLI_RUN, or the exit status. */
int mrfs_experiment_options(struct program *program, struct mrfs_settings *settings);

/* Acceptance, or the mean time for a request: a row for each point of the sweep. */
void mrfs_results_sweep(struct table *t, const struct mrfs_experiment *x,
                        const struct mrfs_sweep *sweep, enum mrfs_figure figure);

/* Every figure at one point, except those that do not apply. */
void mrfs_results_point(struct table *t, const struct mrfs_experiment *x, size_t point);

/* JSON, CSV, tables and pictures of a struct mrfs_experiment, for program_write. */
extern const struct program_results mrfs_results;

#endif
