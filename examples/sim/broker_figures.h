/* broker_figures.h - what a run of a grid comes to, in numbers: those of paper 2, section
 * IV-C (I. Rodero, F. Guim, J. Corbalan), and on starvation and failures.
 *
 *   execution time     from the first submission to the last end
 *   waiting            from submission to the start of the execution that finished
 *   bounded slowdown   max(1, (waiting + run) / max(run, 60 s)) of jobs that finished
 *   utilisation        CPU seconds of all executions / (CPUs * execution time); a node is
 *                      in use while any of its CPUs is. Of the whole grid, and the mean
 *                      over its clusters
 *   missed deadline    a job that finished later than sim_broker_deadline says
 *   stretch            how long a job ran / its run time: more where jobs share nodes
 *   overtaken          a job that one submitted later started before: by their first
 *                      starts; the most is of how many the same was true
 *   p-th percentile    the smallest value that p % of the jobs do not exceed
 */
#ifndef SIM_BROKER_FIGURES_H
#define SIM_BROKER_FIGURES_H

#include "broker.h"
#include "metrics.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* name, unit in the table, label in the table */
#define SIM_BROKER_FIGURES(X)                                          \
    X(jobs, SIM_COUNT, "jobs")                                         \
    X(finished, SIM_COUNT, "  finished")                               \
    X(missed_deadline, SIM_COUNT, "    ended after its deadline")      \
    X(no_cluster, SIM_COUNT, "    no cluster can ever run it")         \
    X(deadline, SIM_COUNT, "    no cluster could meet its deadline")   \
    X(killed, SIM_COUNT, "    given up after failures")                \
    X(stuck, SIM_COUNT, "    left waiting for ever")                   \
    X(execution_time, SIM_HOURS, "workload execution time")            \
    X(wait_mean, SIM_HOURS, "waiting of finished jobs, mean")          \
    X(wait_p95, SIM_HOURS, "  95 % of them at most")                   \
    X(wait_max, SIM_HOURS, "  longest")                                \
    X(bsld_mean, SIM_NUMBER, "bounded slowdown (60 s) of these, mean") \
    X(bsld_p95, SIM_NUMBER, "  95 % of them at most")                  \
    X(response_mean, SIM_HOURS, "response of finished jobs, mean")     \
    X(stretch_mean, SIM_NUMBER, "run time, times as long as alone")    \
    X(cpu_utilisation, SIM_PERCENT, "CPUs in use")                     \
    X(cpu_clusters, SIM_PERCENT, "  mean over clusters")               \
    X(node_utilisation, SIM_PERCENT, "nodes in use")                   \
    X(node_clusters, SIM_PERCENT, "  mean over clusters")              \
    X(overtaken, SIM_COUNT, "jobs overtaken")                          \
    X(overtaken_most, SIM_COUNT, "  one of them, by so many at most")  \
    X(dispatches, SIM_COUNT, "dispatches to clusters")                 \
    X(executions, SIM_COUNT, "executions")                             \
    X(kills, SIM_COUNT, "    killed by failures")                      \
    X(resubmitted, SIM_COUNT, "    submitted again")                   \
    X(lost_cpu_hours, SIM_NUMBER, "CPU hours lost")                    \
    X(outages, SIM_COUNT, "outages")                                   \
    X(passes, SIM_COUNT, "passes of the broker")                       \
    X(looks, SIM_COUNT, "  jobs looked at in them")                    \
    X(wall_seconds, SIM_SECONDS, "time this run took")

typedef enum sim_broker_figure {
#define SIM_BROKER_FIGURE_ENUM(name, unit, label) SIM_BROKER_FIGURE_##name,
    SIM_BROKER_FIGURES(SIM_BROKER_FIGURE_ENUM)
#undef SIM_BROKER_FIGURE_ENUM
        SIM_BROKER_FIGURE_COUNT
} sim_broker_figure;

/* The same of a cluster. */
#define SIM_BROKER_CLUSTER_FIGURES(X)                         \
    X(finished, SIM_COUNT, "jobs finished")                   \
    X(kills, SIM_COUNT, "executions killed")                  \
    X(wait_mean, SIM_HOURS, "waiting time, mean")             \
    X(bsld_mean, SIM_NUMBER, "bounded slowdown (60 s), mean") \
    X(cpu_utilisation, SIM_PERCENT, "CPUs in use")            \
    X(node_utilisation, SIM_PERCENT, "nodes in use")          \
    X(down, SIM_HOURS, "down")

typedef enum sim_broker_cluster_figure {
#define SIM_BROKER_CLUSTER_ENUM(name, unit, label) SIM_BROKER_CLUSTER_##name,
    SIM_BROKER_CLUSTER_FIGURES(SIM_BROKER_CLUSTER_ENUM)
#undef SIM_BROKER_CLUSTER_ENUM
        SIM_BROKER_CLUSTER_COUNT
} sim_broker_cluster_figure;

typedef struct sim_broker_about { /* a figure */
    const char *name, *label;
    sim_figure_unit unit;
} sim_broker_about;

static inline const sim_broker_about *sim_broker_figure_about(size_t figure)
{
    static const sim_broker_about all[SIM_BROKER_FIGURE_COUNT] = {
#define SIM_BROKER_FIGURE_ABOUT(name, unit, label) {#name, label, unit},
        SIM_BROKER_FIGURES(SIM_BROKER_FIGURE_ABOUT)
#undef SIM_BROKER_FIGURE_ABOUT
    };
    return &all[figure];
}

static inline const sim_broker_about *sim_broker_cluster_about(size_t figure)
{
    static const sim_broker_about all[SIM_BROKER_CLUSTER_COUNT] = {
#define SIM_BROKER_CLUSTER_ABOUT(name, unit, label) {#name, label, unit},
        SIM_BROKER_CLUSTER_FIGURES(SIM_BROKER_CLUSTER_ABOUT)
#undef SIM_BROKER_CLUSTER_ABOUT
    };
    return &all[figure];
}

/* What is measured, and where to. */
typedef struct sim_broker_measured {
    const sim_grid *grid;
    const sim_job *jobs; /* in order of submission */
    const sim_broker_result *result;
    const sim_broker_rules *rules; /* what deadlines come from; NULL = there are none */
    double *value;                 /* SIM_BROKER_FIGURE_COUNT               */
    double *cluster;               /* of each SIM_BROKER_CLUSTER_COUNT      */
    int64_t first;                 /* submission                            */
    int64_t last;                  /* end; first if nothing ran             */
} sim_broker_measured;

/* The place of the p-th percentile among n > 0 ascending values. */
static inline size_t sim_percentile(size_t n, unsigned percent)
{
    const size_t whole = n / 100 * percent, rest = n % 100 * percent;
    return whole + (rest + 99) / 100 - 1;
}

static inline int sim_compare_double(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double *sim_broker_cluster_values(const sim_broker_measured *m,
                                                uint32_t cluster)
{
    return m->cluster + (size_t)cluster * SIM_BROKER_CLUSTER_COUNT;
}

/* ---- jobs -------------------------------------------------------------------------- */

static inline void sim_broker_count_fates(const sim_broker_measured *m)
{
    static const sim_broker_figure figures[SIM_BROKER_FATE_COUNT] = {
#define SIM_BROKER_FATE_FIGURE(name, text) SIM_BROKER_FIGURE_##name,
        SIM_BROKER_FATES(SIM_BROKER_FATE_FIGURE)
#undef SIM_BROKER_FATE_FIGURE
    };
    size_t i;
    m->value[SIM_BROKER_FIGURE_jobs] = (double)m->result->count;
    for (i = 0; i < SIM_BROKER_FATE_COUNT; i++) m->value[figures[i]] = 0;
    m->value[SIM_BROKER_FIGURE_dispatches] = 0;
    for (i = 0; i < m->result->count; i++) {
        m->value[figures[m->result->jobs[i].fate]]++;
        m->value[SIM_BROKER_FIGURE_dispatches] += m->result->jobs[i].moves;
    }
}

/* Waiting, response and slowdown of those that finished. 0, or -1 when memory is out. */
static inline int sim_broker_measure_jobs(const sim_broker_measured *m)
{
    const size_t n = m->result->count;
    uint64_t *waits = (uint64_t *)malloc((n ? n : 1) * sizeof *waits);
    double *slow = (double *)malloc((n ? n : 1) * sizeof *slow);
    double wait = 0, response = 0, bsld = 0, stretch = 0;
    size_t i, done = 0;
    for (i = 0; i < n && waits && slow; i++) {
        const sim_broker_outcome *o = &m->result->jobs[i];
        double *of;
        if (o->fate != SIM_BROKER_FATE_finished) continue;
        of = sim_broker_cluster_values(m, o->cluster);
        waits[done] = (uint64_t)(o->start - m->jobs[i].submit);
        slow[done] = sim_broker_slowdown(o->start - m->jobs[i].submit, o->end - o->start);
        wait += (double)waits[done];
        response += (double)(o->end - m->jobs[i].submit);
        bsld += slow[done];
        stretch += (double)(o->end - o->start) / (double)m->jobs[i].run;
        of[SIM_BROKER_CLUSTER_finished]++;
        of[SIM_BROKER_CLUSTER_wait_mean] += (double)waits[done];
        of[SIM_BROKER_CLUSTER_bsld_mean] += slow[done++];
    }
    if (done) {
        qsort(waits, done, sizeof *waits, sim_compare_u64);
        qsort(slow, done, sizeof *slow, sim_compare_double);
        m->value[SIM_BROKER_FIGURE_wait_mean] = sim_mean(wait, done);
        m->value[SIM_BROKER_FIGURE_wait_p95] = (double)waits[sim_percentile(done, 95)];
        m->value[SIM_BROKER_FIGURE_wait_max] = (double)waits[done - 1];
        m->value[SIM_BROKER_FIGURE_response_mean] = sim_mean(response, done);
        m->value[SIM_BROKER_FIGURE_bsld_mean] = sim_mean(bsld, done);
        m->value[SIM_BROKER_FIGURE_stretch_mean] = sim_mean(stretch, done);
        m->value[SIM_BROKER_FIGURE_bsld_p95] = slow[sim_percentile(done, 95)];
    }
    i = waits && slow;
    free(waits);
    free(slow);
    return i ? 0 : -1;
}

/* Of those that finished, how many ended after their deadlines. */
static inline void sim_broker_measure_deadlines(const sim_broker_measured *m)
{
    double missed = 0;
    size_t i;
    if (!m->rules) return;
    for (i = 0; i < m->result->count; i++) {
        const sim_broker_outcome *o = &m->result->jobs[i];
        missed += o->fate == SIM_BROKER_FATE_finished &&
                  o->end > sim_broker_deadline(m->rules, &m->jobs[i]);
    }
    m->value[SIM_BROKER_FIGURE_missed_deadline] = missed;
}

/* ---- starvation -------------------------------------------------------------------- */

typedef struct sim_begun { /* a job that began: when first, and its place in the queue */
    int64_t start;
    size_t job;
} sim_begun;

static inline int sim_compare_begun(const void *a, const void *b)
{
    const sim_begun *x = (const sim_begun *)a, *y = (const sim_begun *)b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return (x->job > y->job) - (x->job < y->job);
}

/* The jobs that began, by their first start. How many, or SIZE_MAX when memory is out. */
static inline size_t sim_broker_begun(const sim_broker_measured *m, sim_begun *begun)
{
    const sim_broker_result *r = m->result;
    size_t i, count = 0;
    for (i = 0; i < r->count; i++) {
        begun[i].start = INT64_MAX;
        begun[i].job = i;
    }
    for (i = 0; i < r->execution_count; i++) {
        sim_begun *b = &begun[r->executions[i].job];
        if (r->executions[i].start < b->start) b->start = r->executions[i].start;
    }
    for (i = 0; i < r->count; i++)
        if (begun[i].start < INT64_MAX) begun[count++] = begun[i];
    qsort(begun, count, sizeof *begun, sim_compare_begun);
    return count;
}

/* How many of the jobs that began earlier were submitted later: in order of start, those
 * so far are counted by place in a binary indexed tree (P. Fenwick, 1994). 0, or -1. */
static inline int sim_broker_measure_overtaken(const sim_broker_measured *m)
{
    const size_t n = m->result->count;
    sim_begun *begun = (sim_begun *)malloc((n ? n : 1) * sizeof *begun);
    size_t *tree = (size_t *)calloc(n + 1, sizeof *tree);
    size_t i, k, at, count, most = 0, overtaken = 0, ended;
    if (!begun || !tree) {
        free(begun);
        free(tree);
        return -1;
    }
    count = sim_broker_begun(m, begun);
    for (i = 0; i < count; i = ended) {
        for (ended = i; ended < count && begun[ended].start == begun[i].start; ended++) {
            size_t before = 0;
            for (at = begun[ended].job + 1; at > 0; at &= at - 1) before += tree[at];
            overtaken += i > before;
            if (i - before > most) most = i - before;
        }
        for (k = i; k < ended; k++)
            for (at = begun[k].job + 1; at <= n; at += at & (~at + 1)) tree[at]++;
    }
    m->value[SIM_BROKER_FIGURE_overtaken] = (double)overtaken;
    m->value[SIM_BROKER_FIGURE_overtaken_most] = (double)most;
    free(begun);
    free(tree);
    return 0;
}

/* ---- nodes ------------------------------------------------------------------------- */

typedef struct
    sim_nodes {     /* of a cluster: stretches of nodes that all runs treat alike */
    uint32_t *from; /* stretch i is nodes from[i] .. from[i + 1] - 1 */
    int64_t *until; /* in use so far: to that time                   */
    size_t count;
} sim_nodes;

static inline int sim_compare_u32(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The nodes of a run of CPUs: the first, and the first behind it. */
static inline void sim_nodes_of(const sim_cluster *c, sim_run run, uint32_t ends[2])
{
    ends[0] = sim_cluster_node(c, run.first);
    ends[1] = sim_cluster_node(c, run.first + (run.count - 1)) + 1;
}

/* The stretches that the executions `which` make. 0, or -1 when memory is out; to be
 * freed, whatever happens. */
static inline int sim_nodes_make(sim_nodes *s, const sim_cluster *c,
                                 const sim_broker_result *r, const sim_begun *which,
                                 size_t n)
{
    size_t i, runs = 0, kept = 0;
    uint32_t k;
    for (i = 0; i < n; i++) runs += r->executions[which[i].job].run_count;
    s->from = (uint32_t *)malloc((2 * runs + 1) * sizeof *s->from);
    s->until = (int64_t *)malloc((2 * runs + 1) * sizeof *s->until);
    if (!s->from || !s->until) return -1;
    for (i = 0; i < n; i++) {
        const sim_execution *x = &r->executions[which[i].job];
        for (k = 0; k < x->run_count; k++, s->count += 2)
            sim_nodes_of(c, r->runs[x->first_run + k], s->from + s->count);
    }
    qsort(s->from, s->count, sizeof *s->from, sim_compare_u32);
    for (i = 0; i < s->count; i++)
        if (i == 0 || s->from[i] != s->from[kept - 1]) s->from[kept++] = s->from[i];
    s->count = kept;
    for (i = 0; i < kept; i++) s->until[i] = INT64_MIN;
    return 0;
}

static inline size_t sim_nodes_find(const sim_nodes *s, uint32_t node)
{
    size_t lo = 0, hi = s->count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (s->from[middle] < node)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* Node seconds that an execution adds to those of all that started before. */
static inline double sim_nodes_use(sim_nodes *s, const sim_cluster *c,
                                   const sim_broker_result *r, const sim_execution *x)
{
    double used = 0;
    uint32_t k;
    for (k = 0; k < x->run_count; k++) {
        uint32_t ends[2];
        size_t i;
        sim_nodes_of(c, r->runs[x->first_run + k], ends);
        for (i = sim_nodes_find(s, ends[0]); s->from[i] < ends[1]; i++) {
            const int64_t from = x->start > s->until[i] ? x->start : s->until[i];
            if (x->end <= from) continue;
            used += (double)(x->end - from) * (double)(s->from[i + 1] - s->from[i]);
            s->until[i] = x->end;
        }
    }
    return used;
}

/* Node seconds in use at a cluster, by the executions `which` in order of start; -1 when
 * memory is out. */
static inline double sim_broker_node_seconds(const sim_cluster *c,
                                             const sim_broker_result *r,
                                             const sim_begun *which, size_t n)
{
    sim_nodes s = {NULL, NULL, 0};
    double used = 0;
    size_t i;
    if (sim_nodes_make(&s, c, r, which, n) != 0)
        used = -1;
    else
        for (i = 0; i < n; i++)
            used += sim_nodes_use(&s, c, r, &r->executions[which[i].job]);
    free(s.from);
    free(s.until);
    return used;
}

/* ---- clusters ---------------------------------------------------------------------- */

/* The executions of each cluster together, by start: of[c] .. of[c + 1] - 1. */
static inline void sim_broker_by_cluster(const sim_broker_measured *m, sim_begun *which,
                                         size_t *of)
{
    const sim_broker_result *r = m->result;
    const size_t clusters = m->grid->count;
    size_t i, c;
    for (i = 0; i < r->execution_count; i++) of[r->executions[i].cluster + 2]++;
    for (c = 2; c < clusters + 2; c++) of[c] += of[c - 1];
    for (i = 0; i < r->execution_count; i++) {
        const sim_execution *x = &r->executions[i];
        const size_t at = of[x->cluster + 1]++;
        which[at].start = x->start;
        which[at].job = i; /* the execution */
    }
    for (c = 0; c < clusters; c++)
        qsort(which + of[c], of[c + 1] - of[c], sizeof *which, sim_compare_begun);
}

static inline double sim_broker_cpu_seconds(const sim_broker_measured *m,
                                            const sim_execution *x)
{
    return (double)(x->end - x->start) * sim_execution_cpus(m->result, x);
}

/* Use of CPUs and nodes of each cluster and in all. 0, or -1 when memory is out. */
static inline int sim_broker_measure_use(const sim_broker_measured *m, sim_begun *which,
                                         size_t *of)
{
    const size_t clusters = m->grid->count;
    const double span = (double)(m->last - m->first);
    double cpu = 0, cpus = 0, node = 0, nodes = 0, cpu_mean = 0, node_mean = 0;
    size_t c, i;
    sim_broker_by_cluster(m, which, of);
    for (c = 0; c < clusters; c++) {
        const sim_cluster *k = &m->grid->clusters[c];
        double *v = sim_broker_cluster_values(m, (uint32_t)c), used = 0;
        const double busy =
            sim_broker_node_seconds(k, m->result, which + of[c], of[c + 1] - of[c]);
        if (busy < 0) return -1;
        for (i = of[c]; i < of[c + 1]; i++)
            used += sim_broker_cpu_seconds(m, &m->result->executions[which[i].job]);
        v[SIM_BROKER_CLUSTER_cpu_utilisation] = used / (k->cpus * span);
        v[SIM_BROKER_CLUSTER_node_utilisation] = busy / (k->nodes * span);
        cpu += used;
        cpus += k->cpus;
        node += busy;
        nodes += k->nodes;
        cpu_mean += v[SIM_BROKER_CLUSTER_cpu_utilisation] / (double)clusters;
        node_mean += v[SIM_BROKER_CLUSTER_node_utilisation] / (double)clusters;
    }
    m->value[SIM_BROKER_FIGURE_cpu_utilisation] = cpu / (cpus * span);
    m->value[SIM_BROKER_FIGURE_cpu_clusters] = cpu_mean;
    m->value[SIM_BROKER_FIGURE_node_utilisation] = node / (nodes * span);
    m->value[SIM_BROKER_FIGURE_node_clusters] = node_mean;
    return 0;
}

static inline int sim_broker_measure_clusters(const sim_broker_measured *m)
{
    const size_t n = m->result->execution_count;
    sim_begun *which = (sim_begun *)malloc((n ? n : 1) * sizeof *which);
    size_t *of = (size_t *)calloc(m->grid->count + 2, sizeof *of);
    const int result = which && of ? sim_broker_measure_use(m, which, of) : -1;
    free(which);
    free(of);
    return result;
}

/* ---- failures ---------------------------------------------------------------------- */

static inline void sim_broker_measure_failures(const sim_broker_measured *m)
{
    const sim_broker_result *r = m->result;
    double kills = 0, lost = 0;
    size_t i;
    for (i = 0; i < r->execution_count; i++) {
        if (!r->executions[i].killed) continue;
        kills++;
        lost += sim_broker_cpu_seconds(m, &r->executions[i]);
        sim_broker_cluster_values(m,
                                  r->executions[i].cluster)[SIM_BROKER_CLUSTER_kills]++;
    }
    for (i = 0; i < r->outage_count; i++) {
        const sim_outage *o = &r->outages[i];
        const int64_t from = o->from > m->first ? o->from : m->first;
        const int64_t to = o->to < m->last ? o->to : m->last;
        if (from < to)
            sim_broker_cluster_values(m, o->cluster)[SIM_BROKER_CLUSTER_down] +=
                (double)(to - from);
    }
    m->value[SIM_BROKER_FIGURE_executions] = (double)r->execution_count;
    m->value[SIM_BROKER_FIGURE_kills] = kills;
    m->value[SIM_BROKER_FIGURE_resubmitted] = kills - m->value[SIM_BROKER_FIGURE_killed];
    m->value[SIM_BROKER_FIGURE_lost_cpu_hours] = lost / 3600;
    m->value[SIM_BROKER_FIGURE_outages] = (double)r->outage_count;
}

/* ---- all of it --------------------------------------------------------------------- */

/* Sums become means. */
static inline void sim_broker_measure_means(const sim_broker_measured *m)
{
    size_t c;
    for (c = 0; c < m->grid->count; c++) {
        double *v = sim_broker_cluster_values(m, (uint32_t)c);
        const double n = v[SIM_BROKER_CLUSTER_finished];
        v[SIM_BROKER_CLUSTER_wait_mean] /= n > 0 ? n : NAN;
        v[SIM_BROKER_CLUSTER_bsld_mean] /= n > 0 ? n : NAN;
    }
}

/* Fills m->value and m->cluster; NAN is what does not apply, or was not measured. 0, or
 * -1 when memory is out. */
static inline int sim_broker_measure(sim_broker_measured *m)
{
    const sim_broker_result *r = m->result;
    size_t i;
    for (i = 0; i < SIM_BROKER_FIGURE_COUNT; i++) m->value[i] = NAN;
    for (i = 0; i < m->grid->count * SIM_BROKER_CLUSTER_COUNT; i++) m->cluster[i] = 0;
    m->first = m->last = r->count ? m->jobs[0].submit : 0;
    for (i = 0; i < r->execution_count; i++)
        if (r->executions[i].end > m->last) m->last = r->executions[i].end;
    if (m->last > m->first)
        m->value[SIM_BROKER_FIGURE_execution_time] = (double)(m->last - m->first);
    sim_broker_count_fates(m);
    sim_broker_measure_failures(m);
    sim_broker_measure_deadlines(m);
    if (sim_broker_measure_jobs(m) != 0 || sim_broker_measure_overtaken(m) != 0 ||
        sim_broker_measure_clusters(m) != 0)
        return -1;
    sim_broker_measure_means(m);
    m->value[SIM_BROKER_FIGURE_passes] = (double)r->passes;
    m->value[SIM_BROKER_FIGURE_looks] = (double)r->looks;
    return 0;
}

#endif
