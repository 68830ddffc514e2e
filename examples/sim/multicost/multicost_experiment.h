/* multicost_experiment.h - section 5 of paper 4 (K. Christodoulopoulos, E. Varvarigos):
 * every method at every load, several times.
 *
 *     struct multicost_experiment x = {0};
 *     multicost_experiment_open(&x, &settings, e);
 *     for (i = 0; i < cube_runs(&x.cube); i++) multicost_experiment_run(&x, i, e);
 *     cube_spread(&x.cube, load, method, MULTICOST_FIGURE_delay_mean).mean
 *     multicost_experiment_free(&x);
 *
 * A repetition is a seed: it places the clusters, unless the network has its own, and
 * draws the tasks. All methods at all loads of a repetition have the same clusters and
 * the same tasks, at their pace. The settings say everything that makes a difference;
 * runs share nothing, so that several may be made at the same time.
 */
#ifndef MULTICOST_EXPERIMENT_H
#define MULTICOST_EXPERIMENT_H

#include "netsched.h"

#include "base/error.h"
#include "base/progress.h"
#include "multicost/multicost_run.h"
#include "program/cli.h"
#include "program/cube.h"
#include "program/measure.h"
#include "program/program.h"
#include "program/values.h"
#include "topology/topology_data.h"

#include <stddef.h>
#include <stdint.h>

#define MULTICOST_UPSTREAM_WORDS "wasted|released"

struct multicost_settings { /* begins as MULTICOST_SETTINGS */
    const char *network;
    struct values lambda; /* billionths of tasks in a second */
    int64_t methods;      /* bit i: row i of multicost_run_methods         */
    int64_t tasks, warmup, runs, seed;
    int64_t data, work;           /* means: billionths of MB and of MI         */
    int64_t remote, repositories; /* billionths; nodes                         */
    int64_t clusters, cpus, speed;
    int64_t capacity, delay, rate; /* Mb/s; billionths of ms; Mb/s, 0 = the least */
    int64_t tau_l, tau_m;     /* billionths of ms                                    */
    int64_t slots_l, slots_m; /* 0: as many as reservations reach                */
    int64_t interval, bound, retry; /* billionths of ms                          */
    int64_t upstream, strict, gap, check, all;
};

#define MULTICOST_MS ((int64_t)CLI_ONE) /* a millisecond in options */

/* Section 5's setting. What it does not give is chosen such that at lambda = 45 both the
 * CPUs (45 * 2 s of 100) and the links into the clusters (45 * 0.24 s of 16) are close to
 * what they can do: its tasks are intensive in both. */
#define MULTICOST_SETTINGS                                                              \
    {                                                                                   \
        .network = "torus:5x5", .methods = 27, .tasks = 1000, .warmup = 200, .runs = 3, \
        .seed = 1, .data = 30 * (int64_t)CLI_ONE, .work = 2000 * (int64_t)CLI_ONE,      \
        .repositories = 3, .clusters = 4, .cpus = 25, .speed = 1000, .capacity = 1000,  \
        .delay = 2 * MULTICOST_MS, .tau_l = 2 * MULTICOST_MS,                           \
        .tau_m = 20 * MULTICOST_MS, .retry = 20 * MULTICOST_MS                          \
    }

struct multicost_point { /* a method at a load */
    const struct multicost_method *method;
    size_t load;                        /* which                                    */
    struct multicost_outcome *outcomes; /* of the first repetition, if they are kept */
};

struct multicost_experiment { /* zero-initialise; multicost_experiment_free */
    const struct multicost_settings *settings;
    struct topology topology;
    struct topology_cluster **clusters; /* of each repetition; NULL: the topology's own */
    struct multicost_point *points;     /* load by load, method by method               */
    size_t count;
    struct cube cube; /* loads, methods, repetitions */
    struct cube_line line;
    unsigned char searching[MULTICOST_METHODS]; /* which of the methods search paths */
    int timing;
    int keep_outcomes; /* of the first repetition */
    struct progress *progress;
};

void multicost_experiment_free(struct multicost_experiment *x);

/* The network with the clusters of a repetition; borrowed. */
struct topology multicost_experiment_topology(const struct multicost_experiment *x,
                                              size_t repetition);

/* The rate of a burst: --rate, or the least capacity of a link. */
nets_amount multicost_experiment_rate(const struct multicost_experiment *x);

/* Reads the network and makes the points (*x zeroed; multicost_experiment_free it,
 * whatever happens). 0, or -1. */
int multicost_experiment_open(struct multicost_experiment *x,
                              const struct multicost_settings *s, struct error *e);

/* Draws the tasks of a repetition at a load. 0, or -1. */
int multicost_experiment_draw(const struct multicost_experiment *x, size_t repetition,
                              size_t load, struct multicost_tasks *tasks,
                              struct error *e);

/* Makes run number i of *x, a task for program_run; each task of the run is progress. */
int multicost_experiment_run(void *x, size_t i, struct error *e);

/* Fills the settings, whatever they were: with MULTICOST_SETTINGS and the options.
 * CLI_RUN, or the exit status. */
int multicost_experiment_options(struct program *program,
                                 struct multicost_settings *settings);

/* ---- figures ----------------------------------------------------------------------- */

/* Of paper 4, section 5.
 *
 *   total delay           from a task's creation to the end of its work
 *   blocking probability  bursts blocked / bursts sent; and, whatever happens when it is
 *                         sent again, the share of tasks whose burst was ever blocked
 *   conflict probability  tasks whose predicted time on a CPU was taken / tasks that came
 *                         to a cluster
 *   paths searched        the size of the set of non-dominated paths, P_n-d, per decision
 *
 * They are of the tasks that count, those after the warm-up; uses of links and CPUs are
 * of all, up to the last creation. */

/* name, unit in tables, label in tables */
#define MULTICOST_FIGURES(X)                                                  \
    X(tasks, MEASURE_COUNT, "tasks that count")                               \
    X(done, MEASURE_COUNT, "  done")                                          \
    X(late, MEASURE_COUNT, "    not: none could end it in time")              \
    X(unreached, MEASURE_COUNT, "    not: no cluster within reach")           \
    X(given_up, MEASURE_COUNT, "    not: blocked too often")                  \
    X(cut, MEASURE_COUNT, "    not: too many paths")                          \
    X(overdue, MEASURE_COUNT, "  done after the bound")                       \
    X(delay_mean, MEASURE_SECONDS, "total delay, mean")                       \
    X(delay_p50, MEASURE_SECONDS, "  half of the tasks at most")              \
    X(delay_p95, MEASURE_SECONDS, "  95 % of the tasks at most")              \
    X(delay_max, MEASURE_SECONDS, "  longest")                                \
    X(blocking, MEASURE_PERCENT, "blocking probability")                      \
    X(hit, MEASURE_PERCENT, "  tasks with a burst that was blocked")          \
    X(conflict, MEASURE_PERCENT, "conflict probability")                      \
    X(bursts_mean, MEASURE_NUMBER, "bursts sent for a task")                  \
    X(links_mean, MEASURE_NUMBER, "links of a path")                          \
    X(paths_mean, MEASURE_NUMBER, "paths searched")                           \
    X(widest, MEASURE_COUNT, "  at one node, at most")                        \
    X(pairs_mean, MEASURE_NUMBER, "non-dominated (path, cluster) pairs")      \
    X(labels_mean, MEASURE_NUMBER, "paths looked at")                         \
    X(decide_us, MEASURE_NUMBER, "time to decide (microseconds)")             \
    X(gap_share, MEASURE_PERCENT, "decisions with an end later than exact's") \
    X(gap_mean, MEASURE_SECONDS, "  later by")                                \
    X(gap_cluster, MEASURE_PERCENT, "  for another cluster than exact's")     \
    X(beyond, MEASURE_PERCENT, "decisions with vectors too short")            \
    X(link_utilisation, MEASURE_PERCENT, "links in use")                      \
    X(cpu_utilisation, MEASURE_PERCENT, "CPUs in use")

enum multicost_figure {
#define MULTICOST_FIGURE_NAME(name, unit, label) MULTICOST_FIGURE_##name,
    MULTICOST_FIGURES(MULTICOST_FIGURE_NAME)
#undef MULTICOST_FIGURE_NAME
        MULTICOST_FIGURE_COUNT
};

extern const struct measure multicost_experiment_figures[MULTICOST_FIGURE_COUNT];

/* All figures of a run. 0, or -1 without memory. */
int multicost_experiment_measure(const struct multicost_run *r,
                                 double value[MULTICOST_FIGURE_COUNT]);

/* Of a struct multicost_experiment, for program_write. */
extern const struct program_results multicost_results;

#endif
