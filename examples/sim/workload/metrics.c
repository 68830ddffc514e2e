/* metrics.c - sums are added in the order of the jobs, so that they are the same on every
 * machine. */
#include "workload/metrics.h"

#include "base/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define METRICS_ROW(NAME, name, unit, label) {#name, label, unit},
const struct measure metrics_measures[METRICS_COUNT] = {METRICS_FIGURES(METRICS_ROW)};

/* ---- groups of sizes --------------------------------------------------------------- */

/* The least k with 2^k >= x. */
static uint32_t metrics_log2(uint32_t x)
{
    uint32_t k = 0;
    while (k < 32 && (uint64_t)1 << k < x) k++;
    return k;
}

/* So many powers of two go into a group. */
static uint32_t metrics_group_powers(uint32_t servers)
{
    const uint32_t most = METRICS_GROUPS - 1, powers = metrics_log2(servers);
    return powers > most ? (powers + most - 1) / most : 1;
}

size_t metrics_group_count(uint32_t servers)
{
    const uint32_t each = metrics_group_powers(servers);
    return 1 + (metrics_log2(servers) + each - 1) / each;
}

size_t metrics_group_of(uint32_t size, uint32_t servers)
{
    const uint32_t each = metrics_group_powers(servers);
    const uint32_t of = size < servers ? size : servers;
    return (metrics_log2(of) + each - 1) / each;
}

uint32_t metrics_group_least(size_t group, uint32_t servers)
{
    return group ? ((uint32_t)1 << (group - 1) * metrics_group_powers(servers)) + 1 : 1;
}

uint32_t metrics_group_most(size_t group, uint32_t servers)
{
    if (group + 1 >= metrics_group_count(servers)) return servers;
    return (uint32_t)1 << group * metrics_group_powers(servers);
}

const char *metrics_group_text(uint32_t least, uint32_t most, char to[TEXT_NUMBER])
{
    if (least == most)
        snprintf(to, TEXT_NUMBER, "%" PRIu32, least);
    else
        snprintf(to, TEXT_NUMBER, "%" PRIu32 "-%" PRIu32, least, most);
    return to;
}

/* ---- figures ----------------------------------------------------------------------- */

double metrics_slowdown(int64_t response, int64_t run, int64_t bound)
{
    const int64_t least = run > bound ? run : bound;
    return response > least ? (double)response / (double)least : 1;
}

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
            count++;
            delayed += waited > 0;
            wait += (double)waited;
            submit_wait += (double)(o->start - job->submit);
            turnaround += (double)(end - job->submit);
            penalty += (double)waited / (double)job->length;
            slowdown += metrics_slowdown(end - job->submit, ran, METRICS_SLOWDOWN_BOUND);
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

static double metrics_percentile(uint64_t *keys, size_t n, unsigned percent)
{
    return (double)statistics_select(keys, n, statistics_percentile(n, percent));
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
    f->value[METRICS_WAIT_P50] = metrics_percentile(keys, ran, 50);
    f->value[METRICS_WAIT_P95] = metrics_percentile(keys, ran, 95);
    f->value[METRICS_WAIT_P99] = metrics_percentile(keys, ran, 99);
}

void metrics_measure_groups(const struct job *jobs, const struct job_outcome *outcomes,
                            size_t n, uint32_t servers, const unsigned char *compared,
                            struct metrics_figures *f)
{
    struct metrics_group all[METRICS_GROUPS] = {{0, 0, 0, 0, 0, 0}};
    size_t i;
    f->group_count = 0;
    for (i = 0; i < n; i++) {
        struct metrics_group *g = &all[metrics_group_of(jobs[i].servers, servers)];
        if (metrics_compared(outcomes, compared, i)) {
            g->jobs++;
            g->wait_mean += (double)metrics_wait(&jobs[i], &outcomes[i]);
        }
        if (outcomes[i].attempts) {
            g->requests++;
            g->attempts_mean += outcomes[i].attempts;
        }
    }
    for (i = 0; i < metrics_group_count(servers); i++) {
        struct metrics_group *g = &f->groups[f->group_count];
        if (!all[i].jobs && !all[i].requests) continue;
        *g = all[i];
        g->lo = metrics_group_least(i, servers);
        g->hi = metrics_group_most(i, servers);
        g->wait_mean = statistics_mean(g->wait_mean, g->jobs);
        g->attempts_mean = statistics_mean(g->attempts_mean, g->requests);
        f->group_count++;
    }
}

int metrics_measure(const struct job *jobs, const struct job_outcome *outcomes, size_t n,
                    uint32_t servers, const unsigned char *compared,
                    struct metrics_figures *f)
{
    uint64_t *keys = (uint64_t *)malloc((n ? n : 1) * sizeof *keys);
    int i;
    for (i = 0; i < METRICS_COUNT; i++) f->value[i] = NAN;
    if (!keys) return -1;
    metrics_measure_means(jobs, outcomes, n, servers, compared, f);
    metrics_measure_percentiles(jobs, outcomes, n, compared, keys, f);
    metrics_measure_groups(jobs, outcomes, n, servers, compared, f);
    free(keys);
    return 0;
}
