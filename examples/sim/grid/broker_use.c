/* broker_use.c - jobs overtaken are counted by a tree over places in the queue, use of
 * nodes by the intervals of nodes that no job divides. */
#include "grid/broker_use.h"

#include "base/compare.h"
#include "kit/base.h"

#include <stdlib.h>

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
static size_t list_begun(const struct broker_use *m, struct begun *begun)
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
 * so far are counted by place in a binary indexed tree (P. Fenwick, 1994). */
static void measure_overtaken(struct broker_use *m)
{
    const size_t n = m->result->count;
    struct begun *begun = (struct begun *)base_zeroed(n, sizeof *begun);
    size_t *tree = (size_t *)base_zeroed(n + 1, sizeof *tree);
    size_t i, k, at, count, most = 0, overtaken = 0, ended;
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
    m->overtaken = (double)overtaken;
    m->overtaken_most = (double)most;
    free(begun);
    free(tree);
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

/* Makes the spans of the executions `which`. */
static void make_spans(struct spans *s, const struct grid_cluster *c,
                       const struct broker_result *r, const struct begun *which, size_t n)
{
    size_t i, runs = 0, kept = 0;
    uint32_t k;
    for (i = 0; i < n; i++) runs += r->executions[which[i].job].run_count;
    s->from = (uint32_t *)base_zeroed(2 * runs + 1, sizeof *s->from);
    s->until = (int64_t *)base_zeroed(2 * runs + 1, sizeof *s->until);
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

/* Node seconds in use at a cluster, by the executions `which` in order of start. */
static double node_seconds(const struct grid_cluster *c, const struct broker_result *r,
                           const struct begun *which, size_t n)
{
    struct spans s = {NULL, NULL, 0};
    double used = 0;
    size_t i;
    make_spans(&s, c, r, which, n);
    for (i = 0; i < n; i++)
        used += node_seconds_of(&s, c, r, &r->executions[which[i].job]);
    free(s.from);
    free(s.until);
    return used;
}

/* ---- clusters ---------------------------------------------------------------------- */

/* Sorts the executions by cluster, then by start: those of c are of[c] .. of[c + 1] -
 * 1. */
static void by_cluster(const struct broker_use *m, struct begun *which, size_t *of)
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

void broker_use_measure(struct broker_use *m)
{
    const struct broker_result *r = m->result;
    const size_t clusters = m->grid->count;
    struct begun *which = (struct begun *)base_zeroed(r->execution_count, sizeof *which);
    size_t *of = (size_t *)base_zeroed(clusters + 2, sizeof *of);
    size_t c, i;
    measure_overtaken(m);
    by_cluster(m, which, of);
    for (c = 0; c < clusters; c++) {
        m->cpu_seconds[c] = 0;
        for (i = of[c]; i < of[c + 1]; i++) {
            const struct broker_execution *x = &r->executions[which[i].job];
            m->cpu_seconds[c] +=
                (double)(x->end - x->start) * broker_rules_execution_cpus(r, x);
        }
        m->node_seconds[c] =
            node_seconds(&m->grid->clusters[c], r, which + of[c], of[c + 1] - of[c]);
    }
    free(which);
    free(of);
}
