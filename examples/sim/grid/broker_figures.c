/* broker_figures.c - jobs are gone through once; jobs overtaken are counted by a tree
 * over places in the queue, use of nodes by the intervals of nodes that no job
 * divides. */
#include "grid/broker_figures.h"

#include "base/compare.h"
#include "base/statistics.h"
#include "grid/broker_rules.h"

#include <math.h>
#include <stdlib.h>

const struct measure broker_figures_of_run[BROKER_FIGURE_COUNT] = {
    BROKER_FIGURES(MEASURE_ROW)};

const struct measure broker_figures_of_cluster[BROKER_CLUSTER_COUNT] = {
    BROKER_CLUSTER_FIGURES(MEASURE_ROW)};

static double *values_of(const struct broker_measured *m, uint32_t cluster)
{
    return m->cluster + (size_t)cluster * BROKER_CLUSTER_COUNT;
}

/* ---- jobs -------------------------------------------------------------------------- */

static void count_fates(const struct broker_measured *m)
{
    static const enum broker_figure figures[BROKER_FATE_COUNT] = {
#define BROKER_FATE_FIGURE(name, text) BROKER_FIGURE_##name,
        BROKER_FATES(BROKER_FATE_FIGURE)
#undef BROKER_FATE_FIGURE
    };
    size_t i;
    m->value[BROKER_FIGURE_jobs] = (double)m->result->count;
    for (i = 0; i < BROKER_FATE_COUNT; i++) m->value[figures[i]] = 0;
    m->value[BROKER_FIGURE_dispatches] = 0;
    for (i = 0; i < m->result->count; i++) {
        m->value[figures[m->result->jobs[i].fate]]++;
        m->value[BROKER_FIGURE_dispatches] += m->result->jobs[i].dispatched >= 0;
    }
}

/* Waiting, response and slowdown of those that finished. 0, or -1 when memory is out. */
static int measure_jobs(const struct broker_measured *m)
{
    const size_t n = m->result->count;
    uint64_t *waits = (uint64_t *)malloc((n ? n : 1) * sizeof *waits);
    double *slow = (double *)malloc((n ? n : 1) * sizeof *slow);
    double wait = 0, response = 0, bsld = 0, stretch = 0;
    size_t i, done = 0;
    for (i = 0; i < n && waits && slow; i++) {
        const struct broker_outcome *o = &m->result->jobs[i];
        double *of;
        if (o->fate != BROKER_FATE_finished) continue;
        of = values_of(m, o->cluster);
        waits[done] = (uint64_t)(o->start - m->jobs[i].submit);
        slow[done] =
            broker_rules_slowdown(o->start - m->jobs[i].submit, o->end - o->start);
        wait += (double)waits[done];
        response += (double)(o->end - m->jobs[i].submit);
        bsld += slow[done];
        stretch += (double)(o->end - o->start) / (double)m->jobs[i].run;
        of[BROKER_CLUSTER_finished]++;
        of[BROKER_CLUSTER_wait_mean] += (double)waits[done];
        of[BROKER_CLUSTER_bsld_mean] += slow[done++];
    }
    if (done) {
        qsort(waits, done, sizeof *waits, compare_u64);
        qsort(slow, done, sizeof *slow, compare_double);
        m->value[BROKER_FIGURE_wait_mean] = statistics_mean(wait, done);
        m->value[BROKER_FIGURE_wait_p95] = (double)waits[statistics_percentile(done, 95)];
        m->value[BROKER_FIGURE_wait_max] = (double)waits[done - 1];
        m->value[BROKER_FIGURE_response_mean] = statistics_mean(response, done);
        m->value[BROKER_FIGURE_bsld_mean] = statistics_mean(bsld, done);
        m->value[BROKER_FIGURE_stretch_mean] = statistics_mean(stretch, done);
        m->value[BROKER_FIGURE_bsld_p95] = slow[statistics_percentile(done, 95)];
    }
    i = waits && slow;
    free(waits);
    free(slow);
    return i ? 0 : -1;
}

/* How many jobs finished after their deadlines. */
static void measure_deadlines(const struct broker_measured *m)
{
    double missed = 0;
    size_t i;
    if (!m->rules) return;
    for (i = 0; i < m->result->count; i++) {
        const struct broker_outcome *o = &m->result->jobs[i];
        missed += o->fate == BROKER_FATE_finished &&
                  o->end > broker_rules_deadline(m->rules, &m->jobs[i]);
    }
    m->value[BROKER_FIGURE_missed_deadline] = missed;
}

/* ---- starvation -------------------------------------------------------------------- */

struct begun { /* a job that began: its first start, and its place in the queue */
    int64_t start;
    size_t job;
};

static int by_start(const void *a, const void *b)
{
    const struct begun *x = (const struct begun *)a, *y = (const struct begun *)b;
    if (x->start != y->start) return COMPARE(x->start, y->start);
    return COMPARE(x->job, y->job);
}

/* The jobs that began, by their first start. Returns how many. */
static size_t list_begun(const struct broker_measured *m, struct begun *begun)
{
    const struct broker_result *r = m->result;
    size_t i, count = 0;
    for (i = 0; i < r->count; i++) {
        begun[i].start = INT64_MAX;
        begun[i].job = i;
    }
    for (i = 0; i < r->execution_count; i++) {
        struct begun *b = &begun[r->executions[i].job];
        if (r->executions[i].start < b->start) b->start = r->executions[i].start;
    }
    for (i = 0; i < r->count; i++)
        if (begun[i].start < INT64_MAX) begun[count++] = begun[i];
    qsort(begun, count, sizeof *begun, by_start);
    return count;
}

/* How many of the jobs that began earlier were submitted later: in order of start, those
 * so far are counted by place in a binary indexed tree (P. Fenwick, 1994). 0, or -1. */
static int measure_overtaken(const struct broker_measured *m)
{
    const size_t n = m->result->count;
    struct begun *begun = (struct begun *)malloc((n ? n : 1) * sizeof *begun);
    size_t *tree = (size_t *)calloc(n + 1, sizeof *tree);
    size_t i, k, at, count, most = 0, overtaken = 0, ended;
    if (!begun || !tree) {
        free(begun);
        free(tree);
        return -1;
    }
    count = list_begun(m, begun);
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
    m->value[BROKER_FIGURE_overtaken] = (double)overtaken;
    m->value[BROKER_FIGURE_overtaken_most] = (double)most;
    free(begun);
    free(tree);
    return 0;
}

/* ---- nodes ------------------------------------------------------------------------- */

struct spans { /* of a cluster: nodes next to each other that no run of CPUs divides */
    uint32_t *from; /* span i is nodes from[i] .. from[i + 1] - 1 */
    int64_t *until; /* in use so far: to that time                   */
    size_t count;
};

/* The nodes of a run of CPUs: the first, and the first behind it. */
static void nodes_of(const struct grid_cluster *c, struct job_run run, uint32_t ends[2])
{
    ends[0] = grid_cluster_node(c, run.first);
    ends[1] = grid_cluster_node(c, run.first + (run.count - 1)) + 1;
}

/* Makes the spans of the executions `which`. 0, or -1 when memory is out; the caller
 * frees them in any case. */
static int make_spans(struct spans *s, const struct grid_cluster *c,
                      const struct broker_result *r, const struct begun *which, size_t n)
{
    size_t i, runs = 0, kept = 0;
    uint32_t k;
    for (i = 0; i < n; i++) runs += r->executions[which[i].job].run_count;
    s->from = (uint32_t *)malloc((2 * runs + 1) * sizeof *s->from);
    s->until = (int64_t *)malloc((2 * runs + 1) * sizeof *s->until);
    if (!s->from || !s->until) return -1;
    for (i = 0; i < n; i++) {
        const struct broker_execution *x = &r->executions[which[i].job];
        for (k = 0; k < x->run_count; k++, s->count += 2)
            nodes_of(c, r->runs[x->first_run + k], s->from + s->count);
    }
    qsort(s->from, s->count, sizeof *s->from, compare_u32);
    for (i = 0; i < s->count; i++)
        if (i == 0 || s->from[i] != s->from[kept - 1]) s->from[kept++] = s->from[i];
    s->count = kept;
    for (i = 0; i < kept; i++) s->until[i] = INT64_MIN;
    return 0;
}

static size_t find_span(const struct spans *s, uint32_t node)
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
static double node_seconds_of(struct spans *s, const struct grid_cluster *c,
                              const struct broker_result *r,
                              const struct broker_execution *x)
{
    double used = 0;
    uint32_t k;
    for (k = 0; k < x->run_count; k++) {
        uint32_t ends[2];
        size_t i;
        nodes_of(c, r->runs[x->first_run + k], ends);
        for (i = find_span(s, ends[0]); s->from[i] < ends[1]; i++) {
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
static double node_seconds(const struct grid_cluster *c, const struct broker_result *r,
                           const struct begun *which, size_t n)
{
    struct spans s = {NULL, NULL, 0};
    double used = 0;
    size_t i;
    if (make_spans(&s, c, r, which, n) != 0)
        used = -1;
    else
        for (i = 0; i < n; i++)
            used += node_seconds_of(&s, c, r, &r->executions[which[i].job]);
    free(s.from);
    free(s.until);
    return used;
}

/* ---- clusters ---------------------------------------------------------------------- */

/* Sorts the executions by cluster, then by start: those of c are of[c] .. of[c + 1] -
 * 1. */
static void by_cluster(const struct broker_measured *m, struct begun *which, size_t *of)
{
    const struct broker_result *r = m->result;
    const size_t clusters = m->grid->count;
    size_t i, c;
    for (i = 0; i < r->execution_count; i++) of[r->executions[i].cluster + 2]++;
    for (c = 2; c < clusters + 2; c++) of[c] += of[c - 1];
    for (i = 0; i < r->execution_count; i++) {
        const struct broker_execution *x = &r->executions[i];
        const size_t at = of[x->cluster + 1]++;
        which[at].start = x->start;
        which[at].job = i; /* the execution */
    }
    for (c = 0; c < clusters; c++)
        qsort(which + of[c], of[c + 1] - of[c], sizeof *which, by_start);
}

/* Use of the CPUs and nodes of each cluster, and in all. 0, or -1 when memory is out. */
static int measure_use(const struct broker_measured *m, struct begun *which, size_t *of)
{
    const size_t clusters = m->grid->count;
    const double span = (double)(m->last - m->first);
    double cpu = 0, cpus = 0, node = 0, nodes = 0, cpu_mean = 0, node_mean = 0;
    size_t c, i;
    by_cluster(m, which, of);
    for (c = 0; c < clusters; c++) {
        const struct grid_cluster *k = &m->grid->clusters[c];
        double *v = values_of(m, (uint32_t)c), used = 0;
        const double busy = node_seconds(k, m->result, which + of[c], of[c + 1] - of[c]);
        if (busy < 0) return -1;
        for (i = of[c]; i < of[c + 1]; i++) {
            const struct broker_execution *x = &m->result->executions[which[i].job];
            used +=
                (double)(x->end - x->start) * broker_rules_execution_cpus(m->result, x);
        }
        v[BROKER_CLUSTER_cpu_utilisation] = used / (k->cpus * span);
        v[BROKER_CLUSTER_node_utilisation] = busy / (k->nodes * span);
        cpu += used;
        cpus += k->cpus;
        node += busy;
        nodes += k->nodes;
        cpu_mean += v[BROKER_CLUSTER_cpu_utilisation] / (double)clusters;
        node_mean += v[BROKER_CLUSTER_node_utilisation] / (double)clusters;
    }
    m->value[BROKER_FIGURE_cpu_utilisation] = cpu / (cpus * span);
    m->value[BROKER_FIGURE_cpu_clusters] = cpu_mean;
    m->value[BROKER_FIGURE_node_utilisation] = node / (nodes * span);
    m->value[BROKER_FIGURE_node_clusters] = node_mean;
    return 0;
}

static int measure_clusters(const struct broker_measured *m)
{
    const size_t n = m->result->execution_count;
    struct begun *which = (struct begun *)malloc((n ? n : 1) * sizeof *which);
    size_t *of = (size_t *)calloc(m->grid->count + 2, sizeof *of);
    const int result = which && of ? measure_use(m, which, of) : -1;
    free(which);
    free(of);
    return result;
}

/* ---- all of it --------------------------------------------------------------------- */

/* Divides the sums of each cluster by its jobs. */
static void make_means(const struct broker_measured *m)
{
    size_t c;
    for (c = 0; c < m->grid->count; c++) {
        double *v = values_of(m, (uint32_t)c);
        const double n = v[BROKER_CLUSTER_finished];
        v[BROKER_CLUSTER_wait_mean] = statistics_ratio(v[BROKER_CLUSTER_wait_mean], n);
        v[BROKER_CLUSTER_bsld_mean] = statistics_ratio(v[BROKER_CLUSTER_bsld_mean], n);
    }
}

int broker_figures_measure(struct broker_measured *m)
{
    const struct broker_result *r = m->result;
    size_t i;
    for (i = 0; i < BROKER_FIGURE_COUNT; i++) m->value[i] = NAN;
    for (i = 0; i < m->grid->count * BROKER_CLUSTER_COUNT; i++) m->cluster[i] = 0;
    m->first = m->last = r->count ? m->jobs[0].submit : 0;
    for (i = 0; i < r->execution_count; i++)
        if (r->executions[i].end > m->last) m->last = r->executions[i].end;
    if (m->last > m->first)
        m->value[BROKER_FIGURE_execution_time] = (double)(m->last - m->first);
    count_fates(m);
    m->value[BROKER_FIGURE_executions] = (double)r->execution_count;
    measure_deadlines(m);
    if (measure_jobs(m) != 0 || measure_overtaken(m) != 0 || measure_clusters(m) != 0)
        return -1;
    make_means(m);
    m->value[BROKER_FIGURE_passes] = (double)r->passes;
    m->value[BROKER_FIGURE_looks] = (double)r->looks;
    return 0;
}
