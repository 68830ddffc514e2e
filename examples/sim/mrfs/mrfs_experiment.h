/* mrfs_experiment.h - paper 3's experiment (Li, Ranka, Sahni, Schmalz, section 5): the
 * four algorithms against the density of requests and against the size of the network.
 *
 *     struct mrfs_experiment x = {0};
 *     mrfs_experiment_open(&x, &settings, e);
 *     for (i = 0; i < mrfs_experiment_runs(&x); i++) mrfs_experiment_run(&x, i, e);
 *     mrfs_experiment_close(&x, e);
 *     x.points[0].value[0][MRFS_FIGURE_acceptance]
 *     mrfs_experiment_free(&x);
 *
 * A point is a network and a density. At each point there are several repetitions, which
 * draw network, sites and requests anew; in each, all algorithms are given the same. Runs
 * share nothing, so several may be made at the same time.
 */
#ifndef MRFS_EXPERIMENT_H
#define MRFS_EXPERIMENT_H

#include "netsched.h"

#include "base/error.h"
#include "base/progress.h"
#include "mrfs/mrfs_algorithms.h"
#include "mrfs/mrfs_figures.h"
#include "mrfs/mrfs_run.h"
#include "mrfs/mrfs_scenario.h"
#include "program/values.h"

#include <stddef.h>
#include <stdint.h>

enum { MRFS_REPETITIONS = 1000, MRFS_POINTS = 2 * VALUES_MAX };

struct mrfs_settings {
    struct mrfs_place place;
    struct mrfs_demand demand;
    struct values densities; /* at place's network                     */
    struct values nodes;     /* of random networks; none: not swept    */
    int64_t nodes_density;
    int64_t algorithms; /* bit i: row i of mrfs_algorithms        */
    int64_t search;     /* row of mrfs_run_searches                   */
    int64_t combinations, repetitions, seed, check;
};

struct mrfs_size { /* of a network */
    size_t nodes, links, directions, units, types, sites;
};

struct mrfs_repetition {
    struct mrfs_scenario scenario; /* its network only where it is drawn */
    struct mrfs_size size;
    struct mrfs_run runs[MRFS_ALGORITHMS]; /* of those asked for, in order */
};

struct mrfs_point {
    int64_t density, nodes;   /* nodes: 0 where the network has a name */
    int by_density, by_nodes; /* in which of the two sweeps it is      */
    struct mrfs_repetition *repetitions;
    double value[MRFS_ALGORITHMS][MRFS_FIGURE_COUNT]; /* NAN: none */
    uint64_t hash[MRFS_ALGORITHMS];
};

struct mrfs_experiment { /* zero-initialise; mrfs_experiment_free */
    const struct mrfs_settings *settings;
    const struct mrfs_algorithm *algorithms[MRFS_ALGORITHMS]; /* those asked for */
    size_t algorithm_count;
    struct mrfs_point points[MRFS_POINTS];
    size_t count;
    size_t repetitions;
    size_t drawn; /* the point whose first repetition is drawn */
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

/* Works out the figures when all runs are made. 0, or -1. */
int mrfs_experiment_close(struct mrfs_experiment *x, struct error *e);

#endif
