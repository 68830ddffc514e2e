/* mrfs_experiment.h - paper 3's experiment (Li, Ranka, Sahni, Schmalz, section 5): the
 * four algorithms against the density of requests and against the size of the network.
 *
 * A point is a network and a density. At each point there are several repetitions, which
 * draw network, sites and requests anew; in each, all algorithms are given the same. What
 * comes out of a point does not depend on the others, so points may be worked on at the
 * same time.
 */
#ifndef MRFS_EXPERIMENT_H
#define MRFS_EXPERIMENT_H

#include "netsched.h"

#include "base/error.h"
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
    int64_t algorithms; /* bit 0 = ws-rc, ...                     */
    int64_t search, combinations, repetitions, seed, check;
};

enum mrfs_unit { MRFS_NUMBER, MRFS_PERCENT, MRFS_MINUTES, MRFS_MS, MRFS_KIB };

/* One number for each algorithm at each point. Figures of one request are means over all
 * of them, at all repetitions; low and high are the least and the most of a repetition.
 * What is measured, and differs from run to run, stands last. */
#define MRFS_FIGURES(X)                                                      \
    X(requests, MRFS_NUMBER, "requests")                                     \
    X(accepted, MRFS_NUMBER, "accepted")                                     \
    X(acceptance, MRFS_PERCENT, "acceptance ratio")                          \
    X(acceptance_low, MRFS_PERCENT, "  lowest of a repetition")              \
    X(acceptance_high, MRFS_PERCENT, "  highest of a repetition")            \
    X(refused_links, MRFS_PERCENT, "refused: links")                         \
    X(refused_units, MRFS_PERCENT, "refused: units")                         \
    X(refused_both, MRFS_PERCENT, "refused: links and units")                \
    X(refused_limit, MRFS_PERCENT, "refused: limit of combinations")         \
    X(delay_mean, MRFS_MINUTES, "start after the window's begin, mean")      \
    X(links_mean, MRFS_NUMBER, "links used by an accepted request, mean")    \
    X(link_utilisation, MRFS_PERCENT, "utilisation of the links")            \
    X(unit_utilisation, MRFS_PERCENT, "utilisation of the units")            \
    X(instants_mean, MRFS_NUMBER, "instants decided for a request, mean")    \
    X(searches_mean, MRFS_NUMBER, "searches for a path for a request, mean") \
    X(seconds_mean, MRFS_MS, "time for a request, mean")                     \
    X(seconds_median, MRFS_MS, "  median")                                   \
    X(seconds_p95, MRFS_MS, "  95 % of the requests take less")              \
    X(seconds_max, MRFS_MS, "  longest")                                     \
    X(bytes_peak, MRFS_KIB, "memory of the network, most")

enum mrfs_figure {
#define MRFS_FIGURE(name, unit, label) MRFS_FIGURE_##name,
    MRFS_FIGURES(MRFS_FIGURE)
#undef MRFS_FIGURE
        MRFS_FIGURE_COUNT
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
    nets_algorithm algorithms[MRFS_ALGORITHMS];
    size_t algorithm_count;
    struct mrfs_point points[MRFS_POINTS];
    size_t count;
    size_t repetitions;
    size_t drawn; /* the point whose first repetition is drawn */
};

void mrfs_experiment_free(struct mrfs_experiment *x);

/* "WS-RC" */
const char *mrfs_experiment_algorithm_text(nets_algorithm a);

/* Of its network, in the first repetition. */
const struct mrfs_size *mrfs_experiment_point_size(const struct mrfs_point *p);

/* ---- figures ----------------------------------------------------------------------- */

/* Fills *x (zeroed; mrfs_experiment_free it, whatever happens). 0, or -1. */
int mrfs_experiment_make(struct mrfs_experiment *x, const struct mrfs_settings *s,
                         int64_t threads, int timing, struct error *e);

#endif
