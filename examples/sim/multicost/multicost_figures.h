/* multicost_figures.h - the figures of paper 4, section 5, from the outcome of each task
 * of a run. Tables, JSON and CSV are written from one list.
 *
 *     double value[MULTICOST_FIGURE_COUNT];
 *     multicost_figures_measure(&run, value);
 *     value[MULTICOST_FIGURE_blocking]                   0.12, or NAN
 *     multicost_figures_list[MULTICOST_FIGURE_blocking]  its name, label and unit
 *
 *   total delay           from a task's creation to the end of its work
 *   blocking probability  bursts blocked / bursts sent; and, whatever happens when it is
 *                         sent again, the share of tasks whose burst was ever blocked
 *   conflict probability  tasks whose predicted time on a CPU was taken / tasks that came
 *                         to a cluster
 *   paths searched        the size of the set of non-dominated paths, P_n-d, per decision
 *
 * They are of the tasks that count, those after the warm-up; uses of links and CPUs are
 * of all, up to the last creation.
 */
#ifndef MULTICOST_FIGURES_H
#define MULTICOST_FIGURES_H

#include "multicost/multicost_run.h"
#include "program/measure.h"

#include <stddef.h>
#include <stdint.h>

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

extern const struct measure multicost_figures_list[MULTICOST_FIGURE_COUNT];

/* All figures of a run. 0, or -1 without memory. */
int multicost_figures_measure(const struct multicost_run *r,
                              double value[MULTICOST_FIGURE_COUNT]);

#endif
