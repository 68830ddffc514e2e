/* metrics.h - from what became of each job to the figures of the papers.
 *
 * One list names every figure: the table, the JSON and the CSV are written from it.
 * Waiting counts from the ready time (paper 1: W_r); wait_submit, turnaround and slowdown
 * from the submission. All of them are over the jobs compared: where several policies are
 * put beside each other, those that ran under every one; else all that ran.
 *
 *   temporal penalty   waiting / length booked          (paper 1, section 5: P_r^l)
 *   by size            waiting and attempts, sizes 1-50, 51-100, ... (P_r^n, table 2)
 *   bounded slowdown   max(1, turnaround / max(run time, 10 s)), run time as it was
 *   lost by sharing    how much longer jobs ran than alone on their nodes (sharing.h)
 *   utilisation        busy server seconds / (servers * makespan), of all that ran
 *   makespan           from the first submission to the last end of all that ran
 *   p-th percentile    the smallest waiting time that p % of the jobs do not exceed
 *
 * Sums are doubles: exact for whole seconds below 2^53, added in the order of the jobs.
 */
#ifndef SIM_METRICS_H
#define SIM_METRICS_H

#include "job.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIM_SIZE_GROUP = 50, SIM_SLOWDOWN_BOUND = 10 };

typedef enum sim_figure_unit {
    SIM_COUNT,
    SIM_NUMBER,
    SIM_PERCENT,  /* kept as a fraction */
    SIM_HOURS,    /* this and the rest kept in seconds */
    SIM_DAYS,
    SIM_SECONDS
} sim_figure_unit;

/* name, unit in the table, label in the table */
#define SIM_FIGURES(X)                                                                  \
    X(jobs, SIM_COUNT, "jobs")                                                          \
    X(accepted, SIM_COUNT, "  accepted")                                                \
    X(rejected, SIM_COUNT, "  rejected")                                                \
    X(rejected_too_large, SIM_COUNT, "    larger than the machine")                     \
    X(rejected_no_fit, SIM_COUNT, "    no room in time")                                \
    X(unrecorded, SIM_COUNT, "    no waiting time in the log")                          \
    X(compared, SIM_COUNT, "compared (ran under every policy)")                         \
    X(delayed_fraction, SIM_PERCENT, "delayed")                                         \
    X(wait_mean, SIM_HOURS, "waiting time, mean")                                       \
    X(wait_p50, SIM_HOURS, "  half of the jobs at most")                                \
    X(wait_p95, SIM_HOURS, "  95 % of the jobs at most")                                \
    X(wait_p99, SIM_HOURS, "  99 % of the jobs at most")                                \
    X(wait_max, SIM_HOURS, "  longest")                                                 \
    X(wait_submit_mean, SIM_HOURS, "  mean, from submission")                           \
    X(turnaround_mean, SIM_HOURS, "turnaround, mean")                                   \
    X(temporal_penalty_mean, SIM_NUMBER, "temporal penalty (wait / length), mean")      \
    X(bounded_slowdown_mean, SIM_NUMBER, "bounded slowdown (10 s), mean")               \
    X(lost_mean, SIM_HOURS, "lost by sharing nodes, mean")                              \
    X(promises_broken, SIM_COUNT, "promises made anew, as nodes are shared")            \
    X(utilisation, SIM_PERCENT, "utilisation")                                          \
    X(makespan, SIM_DAYS, "makespan")                                                   \
    X(attempts_mean, SIM_NUMBER, "attempts per request")                                \
    X(search_visits_mean, SIM_NUMBER, "tree nodes per request, search")                 \
    X(update_visits_mean, SIM_NUMBER, "tree nodes per request, update")                 \
    X(calendar_bytes_peak, SIM_COUNT, "calendar memory at most (bytes)")                \
    X(wall_seconds, SIM_SECONDS, "time this run took")

typedef enum sim_figure {
#define SIM_FIGURE_ENUM(name, unit, label) SIM_FIGURE_##name,
    SIM_FIGURES(SIM_FIGURE_ENUM)
#undef SIM_FIGURE_ENUM
    SIM_FIGURE_COUNT
} sim_figure;

typedef struct sim_group {  /* jobs of lo..hi servers */
    uint32_t lo, hi;
    uint64_t jobs;          /* compared          */
    double wait_mean;
    uint64_t requests;      /* that were tried   */
    double attempts_mean;
} sim_group;

typedef struct sim_figures {
    double value[SIM_FIGURE_COUNT];  /* NAN = does not apply, or not measured */
    sim_group *groups;               /* those with jobs, ascending            */
    size_t group_count;
} sim_figures;

static inline int sim_compare_u64(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static inline int64_t sim_wait(const sim_job *job, const sim_outcome *outcome)
{
    return outcome->start > job->ready ? outcome->start - job->ready : 0;
}

static inline double sim_mean(double sum, uint64_t count)
{
    return count ? sum / (double)count : NAN;
}

/* Is job i one that figures are taken of? */
static inline int sim_compared(const sim_outcome *outcomes, const unsigned char *compared,
                               size_t i)
{
    return outcomes[i].fate == SIM_RAN && (!compared || compared[i]);
}

/* The sums over the jobs, each divided once. */
static inline void sim_measure_means(const sim_job *jobs, const sim_outcome *outcomes,
                                     size_t n, uint32_t servers,
                                     const unsigned char *compared, sim_figures *f)
{
    double wait = 0, submit_wait = 0, turnaround = 0, penalty = 0, slowdown = 0, busy = 0;
    double attempts = 0;
    uint64_t fates[4] = {0, 0, 0, 0}, delayed = 0, requests = 0, count = 0;
    int64_t first = INT64_MAX, last = INT64_MIN, longest = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        const sim_job *job = &jobs[i];
        const sim_outcome *o = &outcomes[i];
        fates[o->fate]++;
        if (o->attempts) requests++;
        attempts += o->attempts;
        if (job->submit < first) first = job->submit;
        if (o->fate == SIM_RAN) {
            busy += (double)(sim_end(job, o) - o->start) * job->servers;
            if (sim_end(job, o) > last) last = sim_end(job, o);
        }
        if (sim_compared(outcomes, compared, i)) {
            const int64_t waited = sim_wait(job, o), end = sim_end(job, o);
            const int64_t ran = end - o->start;
            const double response = (double)(end - job->submit);
            const double bounded =
                (double)(ran > SIM_SLOWDOWN_BOUND ? ran : SIM_SLOWDOWN_BOUND);
            count++;
            delayed += waited > 0;
            wait += (double)waited;
            submit_wait += (double)(o->start - job->submit);
            turnaround += response;
            penalty += (double)waited / (double)job->length;
            slowdown += response > bounded ? response / bounded : 1;
            if (waited > longest) longest = waited;
        }
    }
    f->value[SIM_FIGURE_jobs] = (double)n;
    f->value[SIM_FIGURE_accepted] = (double)fates[SIM_RAN];
    f->value[SIM_FIGURE_rejected] = (double)(fates[SIM_TOO_LARGE] + fates[SIM_REFUSED]);
    f->value[SIM_FIGURE_rejected_too_large] = (double)fates[SIM_TOO_LARGE];
    f->value[SIM_FIGURE_rejected_no_fit] = (double)fates[SIM_REFUSED];
    f->value[SIM_FIGURE_unrecorded] = (double)fates[SIM_UNRECORDED];
    f->value[SIM_FIGURE_attempts_mean] = requests ? attempts / (double)requests : NAN;
    f->value[SIM_FIGURE_compared] = (double)count;
    if (fates[SIM_RAN] > 0) {
        f->value[SIM_FIGURE_makespan] = (double)(last - first);
        f->value[SIM_FIGURE_utilisation] =
            busy / ((double)servers * (double)(last - first));
    }
    if (count == 0) return;
    f->value[SIM_FIGURE_delayed_fraction] = sim_mean((double)delayed, count);
    f->value[SIM_FIGURE_wait_mean] = sim_mean(wait, count);
    f->value[SIM_FIGURE_wait_max] = (double)longest;
    f->value[SIM_FIGURE_wait_submit_mean] = sim_mean(submit_wait, count);
    f->value[SIM_FIGURE_turnaround_mean] = sim_mean(turnaround, count);
    f->value[SIM_FIGURE_temporal_penalty_mean] = sim_mean(penalty, count);
    f->value[SIM_FIGURE_bounded_slowdown_mean] = sim_mean(slowdown, count);
}

/* `keys` holds n numbers. */
static inline void sim_measure_percentiles(const sim_job *jobs,
                                           const sim_outcome *outcomes, size_t n,
                                           const unsigned char *compared,
                                           uint64_t *keys, sim_figures *f)
{
    size_t i, ran = 0;
    for (i = 0; i < n; i++)
        if (sim_compared(outcomes, compared, i))
            keys[ran++] = (uint64_t)sim_wait(&jobs[i], &outcomes[i]);
    if (ran == 0) return;
    qsort(keys, ran, sizeof *keys, sim_compare_u64);
    f->value[SIM_FIGURE_wait_p50] = (double)keys[(ran * 50 + 99) / 100 - 1];
    f->value[SIM_FIGURE_wait_p95] = (double)keys[(ran * 95 + 99) / 100 - 1];
    f->value[SIM_FIGURE_wait_p99] = (double)keys[(ran * 99 + 99) / 100 - 1];
}

/* Only sizes that occur get a group: a machine of a billion servers costs nothing. */
static inline int sim_measure_groups(const sim_job *jobs, const sim_outcome *outcomes,
                                     size_t n, const unsigned char *compared,
                                     uint64_t *keys, sim_figures *f)
{
    size_t i, used = 0, groups = 0;
    sim_group *g = NULL;
    for (i = 0; i < n; i++)
        if (sim_compared(outcomes, compared, i) || outcomes[i].attempts)
            keys[used++] = (uint64_t)((jobs[i].servers - 1) / SIM_SIZE_GROUP) << 32 | i;
    qsort(keys, used, sizeof *keys, sim_compare_u64);
    for (i = 0; i < used; i++) groups += i == 0 || keys[i] >> 32 != keys[i - 1] >> 32;
    f->groups = (sim_group *)calloc(groups ? groups : 1, sizeof *f->groups);
    if (!f->groups) return -1;
    for (i = 0; i < used; i++) {
        const uint32_t group = (uint32_t)(keys[i] >> 32);
        const uint32_t job = (uint32_t)keys[i];
        if (i == 0 || group != (uint32_t)(keys[i - 1] >> 32)) {
            g = g ? g + 1 : f->groups;
            g->lo = group * SIM_SIZE_GROUP + 1;
            g->hi = group * SIM_SIZE_GROUP + SIM_SIZE_GROUP;
        }
        if (sim_compared(outcomes, compared, job)) {
            g->jobs++;
            g->wait_mean += (double)sim_wait(&jobs[job], &outcomes[job]);
        }
        if (outcomes[job].attempts) {
            g->requests++;
            g->attempts_mean += outcomes[job].attempts;
        }
    }
    f->group_count = groups;
    for (i = 0; i < groups; i++) {
        g = &f->groups[i];
        g->wait_mean = sim_mean(g->wait_mean, g->jobs);
        g->attempts_mean = sim_mean(g->attempts_mean, g->requests);
    }
    return 0;
}

/* Fills *f (sim_figures_free it); what only the caller can know stays NAN. `compared`: of
 * each job, whether it counts if it ran; NULL = all do. At most 2^32 jobs. 0, or -1 when
 * memory is out. */
static inline int sim_measure(const sim_job *jobs, const sim_outcome *outcomes, size_t n,
                              uint32_t servers, const unsigned char *compared,
                              sim_figures *f)
{
    uint64_t *keys = (uint64_t *)malloc((n ? n : 1) * sizeof *keys);
    int i, status;
    f->groups = NULL;
    f->group_count = 0;
    for (i = 0; i < SIM_FIGURE_COUNT; i++) f->value[i] = NAN;
    if (!keys) return -1;
    sim_measure_means(jobs, outcomes, n, servers, compared, f);
    sim_measure_percentiles(jobs, outcomes, n, compared, keys, f);
    status = sim_measure_groups(jobs, outcomes, n, compared, keys, f);
    free(keys);
    return status;
}

static inline void sim_figures_free(sim_figures *f)
{
    free(f->groups);
    f->groups = NULL;
    f->group_count = 0;
}

#endif
