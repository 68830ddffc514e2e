/* metrics.c - sums are added in the order of the jobs, so that they are the same on every
 * machine; percentiles come from sorted copies. */
#include "report/metrics.h"

#include "base/compare.h"
#include "base/statistics.h"

#include <math.h>
#include <stdlib.h>

const struct measure metrics_measures[METRICS_COUNT] = {
    [METRICS_JOBS] = {"jobs", "jobs", MEASURE_COUNT},
    [METRICS_ACCEPTED] = {"accepted", "  accepted", MEASURE_COUNT},
    [METRICS_REJECTED] = {"rejected", "  rejected", MEASURE_COUNT},
    [METRICS_REJECTED_TOO_LARGE] = {"rejected_too_large", "    larger than the machine",
                                    MEASURE_COUNT},
    [METRICS_REJECTED_NO_FIT] = {"rejected_no_fit", "    no room in time", MEASURE_COUNT},
    [METRICS_UNRECORDED] = {"unrecorded", "    no waiting time in the log",
                            MEASURE_COUNT},
    [METRICS_COMPARED] = {"compared", "compared (ran under every policy)", MEASURE_COUNT},
    [METRICS_DELAYED_FRACTION] = {"delayed_fraction", "delayed", MEASURE_PERCENT},
    [METRICS_WAIT_MEAN] = {"wait_mean", "waiting time, mean", MEASURE_HOURS},
    [METRICS_WAIT_P50] = {"wait_p50", "  half of the jobs at most", MEASURE_HOURS},
    [METRICS_WAIT_P95] = {"wait_p95", "  95 % of the jobs at most", MEASURE_HOURS},
    [METRICS_WAIT_P99] = {"wait_p99", "  99 % of the jobs at most", MEASURE_HOURS},
    [METRICS_WAIT_MAX] = {"wait_max", "  longest", MEASURE_HOURS},
    [METRICS_WAIT_SUBMIT_MEAN] = {"wait_submit_mean", "  mean, from submission",
                                  MEASURE_HOURS},
    [METRICS_TURNAROUND_MEAN] = {"turnaround_mean", "turnaround, mean", MEASURE_HOURS},
    [METRICS_TEMPORAL_PENALTY_MEAN] = {"temporal_penalty_mean",
                                       "temporal penalty (wait / length), mean",
                                       MEASURE_NUMBER},
    [METRICS_BOUNDED_SLOWDOWN_MEAN] = {"bounded_slowdown_mean",
                                       "bounded slowdown (10 s), mean", MEASURE_NUMBER},
    [METRICS_LOST_MEAN] = {"lost_mean", "lost by sharing nodes, mean", MEASURE_HOURS},
    [METRICS_PROMISES_BROKEN] = {"promises_broken",
                                 "promises made anew, as nodes are shared",
                                 MEASURE_COUNT},
    [METRICS_UTILISATION] = {"utilisation", "utilisation", MEASURE_PERCENT},
    [METRICS_MAKESPAN] = {"makespan", "makespan", MEASURE_DAYS},
    [METRICS_ATTEMPTS_MEAN] = {"attempts_mean", "attempts per request", MEASURE_NUMBER},
    [METRICS_SEARCH_VISITS_MEAN] = {"search_visits_mean",
                                    "tree nodes per request, search", MEASURE_NUMBER},
    [METRICS_UPDATE_VISITS_MEAN] = {"update_visits_mean",
                                    "tree nodes per request, update", MEASURE_NUMBER},
    [METRICS_CALENDAR_BYTES_PEAK] = {"calendar_bytes_peak",
                                     "calendar memory at most (bytes)", MEASURE_COUNT},
    [METRICS_WALL_SECONDS] = {"wall_seconds", "time this run took", MEASURE_SECONDS}};

/* The means: sums over the jobs, each divided once. */
static void metrics_measure_means(const struct job *jobs,
                                  const struct job_outcome *outcomes, size_t n,
                                  uint32_t servers, const unsigned char *compared,
                                  struct metrics_figures *f)
{
    double wait = 0, submit_wait = 0, turnaround = 0, penalty = 0, slowdown = 0, busy = 0;
    double attempts = 0;
    uint64_t fates[4] = {0, 0, 0, 0}, delayed = 0, requests = 0, count = 0;
    int64_t first = INT64_MAX, last = INT64_MIN, longest = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        const struct job *job = &jobs[i];
        const struct job_outcome *o = &outcomes[i];
        fates[o->fate]++;
        if (o->attempts) requests++;
        attempts += o->attempts;
        if (job->submit < first) first = job->submit;
        if (o->fate == JOB_RAN) {
            busy += (double)(job_end(job, o) - o->start) * job->servers;
            if (job_end(job, o) > last) last = job_end(job, o);
        }
        if (metrics_compared(outcomes, compared, i)) {
            const int64_t waited = metrics_wait(job, o), end = job_end(job, o);
            const int64_t ran = end - o->start;
            const double response = (double)(end - job->submit);
            const double bounded =
                (double)(ran > METRICS_SLOWDOWN_BOUND ? ran : METRICS_SLOWDOWN_BOUND);
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
    f->value[METRICS_JOBS] = (double)n;
    f->value[METRICS_ACCEPTED] = (double)fates[JOB_RAN];
    f->value[METRICS_REJECTED] = (double)(fates[JOB_TOO_LARGE] + fates[JOB_REFUSED]);
    f->value[METRICS_REJECTED_TOO_LARGE] = (double)fates[JOB_TOO_LARGE];
    f->value[METRICS_REJECTED_NO_FIT] = (double)fates[JOB_REFUSED];
    f->value[METRICS_UNRECORDED] = (double)fates[JOB_UNRECORDED];
    f->value[METRICS_ATTEMPTS_MEAN] = statistics_mean(attempts, requests);
    f->value[METRICS_COMPARED] = (double)count;
    if (fates[JOB_RAN] > 0) {
        f->value[METRICS_MAKESPAN] = (double)(last - first);
        f->value[METRICS_UTILISATION] = busy / ((double)servers * (double)(last - first));
    }
    if (count == 0) return;
    f->value[METRICS_DELAYED_FRACTION] = statistics_mean((double)delayed, count);
    f->value[METRICS_WAIT_MEAN] = statistics_mean(wait, count);
    f->value[METRICS_WAIT_MAX] = (double)longest;
    f->value[METRICS_WAIT_SUBMIT_MEAN] = statistics_mean(submit_wait, count);
    f->value[METRICS_TURNAROUND_MEAN] = statistics_mean(turnaround, count);
    f->value[METRICS_TEMPORAL_PENALTY_MEAN] = statistics_mean(penalty, count);
    f->value[METRICS_BOUNDED_SLOWDOWN_MEAN] = statistics_mean(slowdown, count);
}

/* `keys` holds n numbers. */
static void metrics_measure_percentiles(const struct job *jobs,
                                        const struct job_outcome *outcomes, size_t n,
                                        const unsigned char *compared, uint64_t *keys,
                                        struct metrics_figures *f)
{
    size_t i, ran = 0;
    for (i = 0; i < n; i++)
        if (metrics_compared(outcomes, compared, i))
            keys[ran++] = (uint64_t)metrics_wait(&jobs[i], &outcomes[i]);
    if (ran == 0) return;
    qsort(keys, ran, sizeof *keys, compare_u64);
    f->value[METRICS_WAIT_P50] = (double)keys[statistics_percentile(ran, 50)];
    f->value[METRICS_WAIT_P95] = (double)keys[statistics_percentile(ran, 95)];
    f->value[METRICS_WAIT_P99] = (double)keys[statistics_percentile(ran, 99)];
}

int metrics_measure_groups(const struct job *jobs, const struct job_outcome *outcomes,
                           size_t n, const unsigned char *compared, uint64_t *keys,
                           struct metrics_figures *f)
{
    size_t i, used = 0, groups = 0;
    struct metrics_group *g = NULL;
    for (i = 0; i < n; i++)
        if (metrics_compared(outcomes, compared, i) || outcomes[i].attempts)
            keys[used++] =
                (uint64_t)((jobs[i].servers - 1) / METRICS_SIZE_GROUP) << 32 | i;
    qsort(keys, used, sizeof *keys, compare_u64);
    for (i = 0; i < used; i++) groups += i == 0 || keys[i] >> 32 != keys[i - 1] >> 32;
    f->groups = (struct metrics_group *)calloc(groups ? groups : 1, sizeof *f->groups);
    if (!f->groups) return -1;
    for (i = 0; i < used; i++) {
        const uint32_t group = (uint32_t)(keys[i] >> 32);
        const uint32_t job = (uint32_t)keys[i];
        if (i == 0 || group != (uint32_t)(keys[i - 1] >> 32)) {
            g = g ? g + 1 : f->groups;
            g->lo = group * METRICS_SIZE_GROUP + 1;
            g->hi = group * METRICS_SIZE_GROUP + METRICS_SIZE_GROUP;
        }
        if (metrics_compared(outcomes, compared, job)) {
            g->jobs++;
            g->wait_mean += (double)metrics_wait(&jobs[job], &outcomes[job]);
        }
        if (outcomes[job].attempts) {
            g->requests++;
            g->attempts_mean += outcomes[job].attempts;
        }
    }
    f->group_count = groups;
    for (i = 0; i < groups; i++) {
        g = &f->groups[i];
        g->wait_mean = statistics_mean(g->wait_mean, g->jobs);
        g->attempts_mean = statistics_mean(g->attempts_mean, g->requests);
    }
    return 0;
}

int metrics_measure(const struct job *jobs, const struct job_outcome *outcomes, size_t n,
                    uint32_t servers, const unsigned char *compared,
                    struct metrics_figures *f)
{
    uint64_t *keys = (uint64_t *)malloc((n ? n : 1) * sizeof *keys);
    int i, status;
    f->groups = NULL;
    f->group_count = 0;
    for (i = 0; i < METRICS_COUNT; i++) f->value[i] = NAN;
    if (!keys) return -1;
    metrics_measure_means(jobs, outcomes, n, servers, compared, f);
    metrics_measure_percentiles(jobs, outcomes, n, compared, keys, f);
    status = metrics_measure_groups(jobs, outcomes, n, compared, keys, f);
    free(keys);
    return status;
}

void metrics_figures_free(struct metrics_figures *f)
{
    free(f->groups);
    f->groups = NULL;
    f->group_count = 0;
}
