/* broker_figures.h - what a run of a grid comes to, in numbers: those of paper 2, section
 * IV-C (I. Rodero, F. Guim, J. Corbalan), and more on starvation.
 *
 *   execution time     from the first submission to the last end
 *   waiting            from submission to the start of the execution that finished
 *   bounded slowdown   max(1, (waiting + run) / max(run, 60 s)) of jobs that finished
 *   utilisation        CPU seconds of all executions / (CPUs * execution time); a node is
 *                      in use while any of its CPUs is. Of the whole grid, and the mean
 *                      over its clusters
 *   missed deadline    a job that finished later than broker_rules_deadline
 *   stretch            how long a job ran / its run time: above 1 where jobs share nodes
 *   overtaken          a job is overtaken by one that was submitted later and first
 *                      started earlier: how many jobs are, and by how many others at most
 *   p-th percentile    the smallest value that p % of the jobs do not exceed
 */
#ifndef BROKER_FIGURES_H
#define BROKER_FIGURES_H

#include "base/job.h"
#include "grid/broker_rules.h"
#include "program/measure.h"
#include "workload/grid.h"

#include <stdint.h>

/* name, unit in the table, label in the table */
#define BROKER_FIGURES(X)                                                  \
    X(jobs, MEASURE_COUNT, "jobs")                                         \
    X(finished, MEASURE_COUNT, "  finished")                               \
    X(missed_deadline, MEASURE_COUNT, "    ended after its deadline")      \
    X(no_cluster, MEASURE_COUNT, "    no cluster can ever run it")         \
    X(deadline, MEASURE_COUNT, "    no cluster could meet its deadline")   \
    X(stuck, MEASURE_COUNT, "    left waiting for ever")                   \
    X(execution_time, MEASURE_HOURS, "workload execution time")            \
    X(wait_mean, MEASURE_HOURS, "waiting of finished jobs, mean")          \
    X(wait_p95, MEASURE_HOURS, "  95 % of them at most")                   \
    X(wait_max, MEASURE_HOURS, "  longest")                                \
    X(bsld_mean, MEASURE_NUMBER, "bounded slowdown (60 s) of these, mean") \
    X(bsld_p95, MEASURE_NUMBER, "  95 % of them at most")                  \
    X(response_mean, MEASURE_HOURS, "response of finished jobs, mean")     \
    X(stretch_mean, MEASURE_NUMBER, "run time, times as long as alone")    \
    X(cpu_utilisation, MEASURE_PERCENT, "CPUs in use")                     \
    X(cpu_clusters, MEASURE_PERCENT, "  mean over clusters")               \
    X(node_utilisation, MEASURE_PERCENT, "nodes in use")                   \
    X(node_clusters, MEASURE_PERCENT, "  mean over clusters")              \
    X(overtaken, MEASURE_COUNT, "jobs overtaken")                          \
    X(overtaken_most, MEASURE_COUNT, "  one of them, by so many at most")  \
    X(dispatches, MEASURE_COUNT, "dispatches to clusters")                 \
    X(executions, MEASURE_COUNT, "executions")                             \
    X(passes, MEASURE_COUNT, "passes of the broker")                       \
    X(looks, MEASURE_COUNT, "  jobs looked at in them")                    \
    X(wall_seconds, MEASURE_SECONDS, "time this run took")

enum broker_figure {
#define BROKER_FIGURE_ENUM(name, unit, label) BROKER_FIGURE_##name,
    BROKER_FIGURES(BROKER_FIGURE_ENUM)
#undef BROKER_FIGURE_ENUM
        BROKER_FIGURE_COUNT
};

/* The same of a cluster. */
#define BROKER_CLUSTER_FIGURES(X)                                 \
    X(finished, MEASURE_COUNT, "jobs finished")                   \
    X(wait_mean, MEASURE_HOURS, "waiting time, mean")             \
    X(bsld_mean, MEASURE_NUMBER, "bounded slowdown (60 s), mean") \
    X(cpu_utilisation, MEASURE_PERCENT, "CPUs in use")            \
    X(node_utilisation, MEASURE_PERCENT, "nodes in use")

enum broker_cluster_figure {
#define BROKER_CLUSTER_ENUM(name, unit, label) BROKER_CLUSTER_##name,
    BROKER_CLUSTER_FIGURES(BROKER_CLUSTER_ENUM)
#undef BROKER_CLUSTER_ENUM
        BROKER_CLUSTER_COUNT
};

extern const struct measure broker_figures_of_run[BROKER_FIGURE_COUNT];

extern const struct measure broker_figures_of_cluster[BROKER_CLUSTER_COUNT];

struct broker_measured { /* what is measured, and where the values go */
    const struct grid *grid;
    const struct job *jobs; /* in order of submission */
    const struct broker_result *result;
    const struct broker_rules
        *rules;      /* what deadlines follow from; NULL = there are none */
    double *value;   /* BROKER_FIGURE_COUNT               */
    double *cluster; /* of each BROKER_CLUSTER_COUNT      */
    int64_t first;   /* submission                            */
    int64_t last;    /* end; first if nothing ran             */
};

/* Fills m->value and m->cluster; what does not apply, or was not measured, is NAN. 0, or
 * -1 when memory is out. */
int broker_figures_measure(struct broker_measured *m);

#endif
