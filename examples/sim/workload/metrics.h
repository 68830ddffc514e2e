/* metrics.h - computes the figures of the papers from the outcome of each job.
 *
 * One list names every figure; the table, the JSON and the CSV are written from it.
 * Waiting counts from the ready time (paper 1: W_r); wait_submit, turnaround and slowdown
 * count from the submission. All of them are taken over the jobs compared: with several
 * policies side by side the jobs that ran under every one of them, else all that ran.
 *
 *   temporal penalty   waiting / length booked          (paper 1, section 5: P_r^l)
 *   by size            waiting and attempts, in groups of sizes (P_r^n, table 2)
 *   bounded slowdown   max(1, turnaround / max(run time, 10 s)), run time as it was
 *   lost by sharing    how much longer jobs ran than alone on their nodes (sharing.h)
 *   utilisation        busy server seconds / (servers * makespan), of all that ran
 *   makespan           from the first submission to the last end of all that ran
 *   p-th percentile    the smallest waiting time that p % of the jobs do not exceed
 *
 * Sums are doubles: exact for whole seconds below 2^53, added in the order of the jobs.
 */
#ifndef METRICS_H
#define METRICS_H

#include "base/job.h"
#include "program/measure.h"

#include <stddef.h>
#include <stdint.h>

enum { METRICS_GROUPS = 12, METRICS_SLOWDOWN_BOUND = 10 };

/* NAME, name, unit, label: a measure without one of them does not compile. */
#define METRICS_FIGURES(X)                                                          \
    X(JOBS, jobs, MEASURE_COUNT, "jobs")                                            \
    X(ACCEPTED, accepted, MEASURE_COUNT, "  accepted")                              \
    X(REJECTED, rejected, MEASURE_COUNT, "  rejected")                              \
    X(REJECTED_TOO_LARGE, rejected_too_large, MEASURE_COUNT,                        \
      "    larger than the machine")                                                \
    X(REJECTED_NO_FIT, rejected_no_fit, MEASURE_COUNT, "    no room in time")       \
    X(UNRECORDED, unrecorded, MEASURE_COUNT, "    no waiting time in the log")      \
    X(COMPARED, compared, MEASURE_COUNT, "compared (ran under every policy)")       \
    X(DELAYED_FRACTION, delayed_fraction, MEASURE_PERCENT, "delayed")               \
    X(WAIT_MEAN, wait_mean, MEASURE_HOURS, "waiting time, mean")                    \
    X(WAIT_P50, wait_p50, MEASURE_HOURS, "  half of the jobs at most")              \
    X(WAIT_P95, wait_p95, MEASURE_HOURS, "  95 % of the jobs at most")              \
    X(WAIT_P99, wait_p99, MEASURE_HOURS, "  99 % of the jobs at most")              \
    X(WAIT_MAX, wait_max, MEASURE_HOURS, "  longest")                               \
    X(WAIT_SUBMIT_MEAN, wait_submit_mean, MEASURE_HOURS, "  mean, from submission") \
    X(TURNAROUND_MEAN, turnaround_mean, MEASURE_HOURS, "turnaround, mean")          \
    X(TEMPORAL_PENALTY_MEAN, temporal_penalty_mean, MEASURE_NUMBER,                 \
      "temporal penalty (wait / length), mean")                                     \
    X(BOUNDED_SLOWDOWN_MEAN, bounded_slowdown_mean, MEASURE_NUMBER,                 \
      "bounded slowdown (10 s), mean")                                              \
    X(LOST_MEAN, lost_mean, MEASURE_HOURS, "lost by sharing nodes, mean")           \
    X(PROMISES_BROKEN, promises_broken, MEASURE_COUNT,                              \
      "promises made anew, as nodes are shared")                                    \
    X(UTILISATION, utilisation, MEASURE_PERCENT, "utilisation")                     \
    X(MAKESPAN, makespan, MEASURE_DAYS, "makespan")                                 \
    X(ATTEMPTS_MEAN, attempts_mean, MEASURE_NUMBER, "attempts per request")         \
    X(SEARCH_VISITS_MEAN, search_visits_mean, MEASURE_NUMBER,                       \
      "tree nodes per request, search")                                             \
    X(UPDATE_VISITS_MEAN, update_visits_mean, MEASURE_NUMBER,                       \
      "tree nodes per request, update")                                             \
    X(CALENDAR_BYTES_PEAK, calendar_bytes_peak, MEASURE_COUNT,                      \
      "calendar memory at most (bytes)")                                            \
    X(WALL_SECONDS, wall_seconds, MEASURE_SECONDS, "time this run took")

enum metrics_figure {
#define METRICS_FIGURE(NAME, name, unit, label) METRICS_##NAME,
    METRICS_FIGURES(METRICS_FIGURE)
#undef METRICS_FIGURE
        METRICS_COUNT
};

/* Their names, labels and units. */
extern const struct measure metrics_measures[METRICS_COUNT];

struct metrics_group { /* jobs of lo..hi servers */
    uint32_t lo, hi;
    uint64_t jobs; /* compared          */
    double wait_mean;
    uint64_t requests; /* that were tried   */
    double attempts_mean;
};

struct metrics_figures {
    double value[METRICS_COUNT]; /* NAN = does not apply, or not measured */
    struct metrics_group groups[METRICS_GROUPS]; /* those with jobs, ascending */
    size_t group_count;
};

/* Sizes are grouped by powers of two: 1, 2, 3-4, 5-8, ...; where that would make more
 * than METRICS_GROUPS for a machine of so many servers by powers of four, eight, ...:
 * 1, 2-4, 5-16, ... The last group ends with the machine. */

/* How many groups there are. */
size_t metrics_group_count(uint32_t servers);

/* The group of jobs of this size; the last one for jobs larger than the machine. */
size_t metrics_group_of(uint32_t size, uint32_t servers);

/* The smallest and the largest size of a group. */
uint32_t metrics_group_least(size_t group, uint32_t servers);
uint32_t metrics_group_most(size_t group, uint32_t servers);

/* "5-8", or "1". Returns `to`. */
const char *metrics_group_text(uint32_t least, uint32_t most, char to[TEXT_NUMBER]);

/* Waiting time from the ready time. This and the next are called for every job. */
static inline int64_t metrics_wait(const struct job *job,
                                   const struct job_outcome *outcome)
{
    return outcome->start > job->ready ? outcome->start - job->ready : 0;
}

/* The bounded slowdown: how many times as long as it ran a job took from submission to
 * its end, at least 1; a run shorter than the bound counts as that. */
double metrics_slowdown(int64_t response, int64_t run, int64_t bound);

/* Is job i one of the jobs compared? */
static inline int metrics_compared(const struct job_outcome *outcomes,
                                   const unsigned char *compared, size_t i)
{
    return outcomes[i].fate == JOB_RAN && (!compared || compared[i]);
}

/* The groups of f by size, of the jobs compared and of those tried. */
void metrics_measure_groups(const struct job *jobs, const struct job_outcome *outcomes,
                            size_t n, uint32_t servers, const unsigned char *compared,
                            struct metrics_figures *f);

/* Fills *f. Figures that only the caller can know stay NAN. `compared` tells for each job
 * whether it counts if it ran; NULL = all do. 0, or -1 without memory. */
int metrics_measure(const struct job *jobs, const struct job_outcome *outcomes, size_t n,
                    uint32_t servers, const unsigned char *compared,
                    struct metrics_figures *f);

#endif
