/* multicost_figures.h - from what became of each task of a grid to the figures of paper
 * 4, section 5. One list names them all: tables, JSON and CSV are written from it.
 *
 *   total delay           from a task's creation to the end of its work
 *   blocking probability  bursts blocked / bursts sent; and, whatever happens when it is
 *                         sent again, the share of tasks whose burst was ever blocked
 *   conflict probability  tasks whose predicted time on a CPU was taken / tasks that came
 *                         to a cluster
 *   paths searched        the size of the set of non-dominated paths, P_n-d, per decision
 *
 * They are of the tasks that count, those after the warm-up; uses of links and CPUs are
 * of all, up to the last creation. Of several runs there are the mean and the half width
 * of its 95 % confidence interval (Student's t).
 */
#ifndef MULTICOST_FIGURES_H
#define MULTICOST_FIGURES_H

#include "multicost/multicost_run.h"
#include "report/metrics.h"

#include <stddef.h>

/* name, unit in tables, label in tables */
#define MULTICOST_FIGURES(X)                                                  \
    X(tasks, METRICS_COUNT, "tasks that count")                               \
    X(done, METRICS_COUNT, "  done")                                          \
    X(late, METRICS_COUNT, "    not: none could end it in time")              \
    X(unreached, METRICS_COUNT, "    not: no cluster within reach")           \
    X(given_up, METRICS_COUNT, "    not: blocked too often")                  \
    X(cut, METRICS_COUNT, "    not: too many paths")                          \
    X(overdue, METRICS_COUNT, "  done after the bound")                       \
    X(delay_mean, METRICS_SECONDS, "total delay, mean")                       \
    X(delay_p50, METRICS_SECONDS, "  half of the tasks at most")              \
    X(delay_p95, METRICS_SECONDS, "  95 % of the tasks at most")              \
    X(delay_max, METRICS_SECONDS, "  longest")                                \
    X(blocking, METRICS_PERCENT, "blocking probability")                      \
    X(hit, METRICS_PERCENT, "  tasks with a burst that was blocked")          \
    X(conflict, METRICS_PERCENT, "conflict probability")                      \
    X(bursts_mean, METRICS_NUMBER, "bursts sent for a task")                  \
    X(links_mean, METRICS_NUMBER, "links of a path")                          \
    X(paths_mean, METRICS_NUMBER, "paths searched")                           \
    X(widest, METRICS_COUNT, "  at one node, at most")                        \
    X(pairs_mean, METRICS_NUMBER, "non-dominated (path, cluster) pairs")      \
    X(labels_mean, METRICS_NUMBER, "paths looked at")                         \
    X(decide_us, METRICS_NUMBER, "time to decide (microseconds)")             \
    X(gap_share, METRICS_PERCENT, "decisions with an end later than exact's") \
    X(gap_mean, METRICS_SECONDS, "  later by")                                \
    X(gap_cluster, METRICS_PERCENT, "  for another cluster than exact's")     \
    X(link_utilisation, METRICS_PERCENT, "links in use")                      \
    X(cpu_utilisation, METRICS_PERCENT, "CPUs in use")

enum multicost_figure {
#define MULTICOST_FIGURE_NAME(name, unit, label) MULTICOST_FIGURE_##name,
    MULTICOST_FIGURES(MULTICOST_FIGURE_NAME)
#undef MULTICOST_FIGURE_NAME
        MULTICOST_FIGURE_COUNT
};

/* All figures of a run. 0, or -1 when memory is out. */
int multicost_figures_measure(const struct multicost_run *r,
                              double value[MULTICOST_FIGURE_COUNT]);

/* ---- of several runs --------------------------------------------------------------- */

/* The mean of those values that are there, and half the width of its confidence interval:
 * NAN for fewer than two. */
void multicost_figures_mean_spread(const double *values, size_t n, size_t step,
                                   double *mean, double *spread);

#endif
