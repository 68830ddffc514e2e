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
#ifndef SIM_MULTICOST_FIGURES_H
#define SIM_MULTICOST_FIGURES_H

#include "multicost_run.h"
#include "metrics.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* name, unit in tables, label in tables */
#define SIM_MC_FIGURES(X)                                                 \
    X(tasks, SIM_COUNT, "tasks that count")                               \
    X(done, SIM_COUNT, "  done")                                          \
    X(late, SIM_COUNT, "    not: none could end it in time")              \
    X(unreached, SIM_COUNT, "    not: no cluster within reach")           \
    X(given_up, SIM_COUNT, "    not: blocked too often")                  \
    X(cut, SIM_COUNT, "    not: too many paths")                          \
    X(overdue, SIM_COUNT, "  done after the bound")                       \
    X(delay_mean, SIM_SECONDS, "total delay, mean")                       \
    X(delay_p50, SIM_SECONDS, "  half of the tasks at most")              \
    X(delay_p95, SIM_SECONDS, "  95 % of the tasks at most")              \
    X(delay_max, SIM_SECONDS, "  longest")                                \
    X(blocking, SIM_PERCENT, "blocking probability")                      \
    X(hit, SIM_PERCENT, "  tasks with a burst that was blocked")          \
    X(conflict, SIM_PERCENT, "conflict probability")                      \
    X(bursts_mean, SIM_NUMBER, "bursts sent for a task")                  \
    X(links_mean, SIM_NUMBER, "links of a path")                          \
    X(paths_mean, SIM_NUMBER, "paths searched")                           \
    X(widest, SIM_COUNT, "  at one node, at most")                        \
    X(pairs_mean, SIM_NUMBER, "non-dominated (path, cluster) pairs")      \
    X(labels_mean, SIM_NUMBER, "paths looked at")                         \
    X(decide_us, SIM_NUMBER, "time to decide (microseconds)")             \
    X(gap_share, SIM_PERCENT, "decisions with an end later than exact's") \
    X(gap_mean, SIM_SECONDS, "  later by")                                \
    X(gap_cluster, SIM_PERCENT, "  for another cluster than exact's")     \
    X(link_utilisation, SIM_PERCENT, "links in use")                      \
    X(cpu_utilisation, SIM_PERCENT, "CPUs in use")

typedef enum sim_mc_figure {
#define SIM_MC_FIGURE_NAME(name, unit, label) SIM_MC_FIGURE_##name,
    SIM_MC_FIGURES(SIM_MC_FIGURE_NAME)
#undef SIM_MC_FIGURE_NAME
        SIM_MC_FIGURE_COUNT
} sim_mc_figure;

/* NAN where there is nothing to divide by. */
static inline double sim_ratio(double a, double b) { return b > 0 ? a / b : NAN; }

static inline int sim_compare_i64(const void *x, const void *y)
{
    const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return a < b ? -1 : a > b;
}

/* The smallest that so many percent of them do not exceed, in seconds; ascending. */
static inline double sim_delay_at(const int64_t *delays, size_t n, unsigned percent)
{
    const size_t k = (n * percent + 99) / 100;
    return n ? (double)delays[k ? k - 1 : 0] / 1e6 : NAN;
}

/* The delays of the tasks that count. 0, or -1 when memory is out. */
static inline int sim_mc_delays(const sim_mc_run *r, double *value)
{
    const sim_mc_plan *p = r->plan;
    int64_t *delays = (int64_t *)malloc((p->tasks->count + 1) * sizeof *delays);
    size_t i, n = 0;
    double sum = 0, overdue = 0;
    if (!delays) return -1;
    for (i = p->warmup; i < p->tasks->count; i++) {
        if (r->outcomes[i].fate != SIM_MC_done) continue;
        delays[n] = r->outcomes[i].end - p->tasks->at[i].created;
        sum += (double)delays[n];
        overdue += p->bound && delays[n] > p->bound;
        n++;
    }
    qsort(delays, n, sizeof *delays, sim_compare_i64);
    value[SIM_MC_FIGURE_delay_mean] = sim_ratio(sum / 1e6, (double)n);
    value[SIM_MC_FIGURE_delay_p50] = sim_delay_at(delays, n, 50);
    value[SIM_MC_FIGURE_delay_p95] = sim_delay_at(delays, n, 95);
    value[SIM_MC_FIGURE_delay_max] = sim_delay_at(delays, n, 100);
    value[SIM_MC_FIGURE_overdue] = overdue;
    free(delays);
    return 0;
}

static inline void sim_mc_counts(const sim_mc_run *r, double *value)
{
    double fates[SIM_MC_FATE_COUNT] = {0}, sent = 0, blocked = 0, hit = 0;
    double conflicts = 0;
    const size_t count = r->plan->tasks->count;
    const double tasks = (double)(count > r->plan->warmup ? count - r->plan->warmup : 0);
    size_t i;
    for (i = r->plan->warmup; i < count; i++) {
        const sim_mc_outcome *o = &r->outcomes[i];
        fates[o->fate]++;
        sent += o->sent;
        blocked += o->blocked;
        hit += o->blocked > 0;
        conflicts += o->conflict;
    }
    value[SIM_MC_FIGURE_tasks] = tasks;
    value[SIM_MC_FIGURE_done] = fates[SIM_MC_done];
    value[SIM_MC_FIGURE_late] = fates[SIM_MC_late];
    value[SIM_MC_FIGURE_unreached] = fates[SIM_MC_unreached];
    value[SIM_MC_FIGURE_given_up] = fates[SIM_MC_given_up];
    value[SIM_MC_FIGURE_cut] = fates[SIM_MC_cut];
    value[SIM_MC_FIGURE_blocking] = sim_ratio(blocked, sent);
    value[SIM_MC_FIGURE_hit] = sim_ratio(hit, tasks);
    value[SIM_MC_FIGURE_conflict] = sim_ratio(conflicts, fates[SIM_MC_done]);
    value[SIM_MC_FIGURE_bursts_mean] = sim_ratio(sent, tasks);
}

static inline void sim_mc_searches(const sim_mc_run *r, double *value)
{
    const sim_mc_sums *s = &r->sums;
    value[SIM_MC_FIGURE_links_mean] = sim_ratio(s->links, s->decisions);
    value[SIM_MC_FIGURE_paths_mean] = sim_ratio(s->paths, s->decisions);
    value[SIM_MC_FIGURE_widest] = s->widest;
    value[SIM_MC_FIGURE_pairs_mean] = sim_ratio(s->pairs, s->decisions);
    value[SIM_MC_FIGURE_labels_mean] = sim_ratio(s->labels, s->decisions);
    value[SIM_MC_FIGURE_decide_us] =
        r->plan->timing ? sim_ratio(s->seconds * 1e6, s->decisions) : NAN;
    value[SIM_MC_FIGURE_gap_share] =
        r->plan->gap ? sim_ratio(s->worse, s->decisions) : NAN;
    value[SIM_MC_FIGURE_gap_cluster] =
        r->plan->gap ? sim_ratio(s->elsewhere, s->decisions) : NAN;
    value[SIM_MC_FIGURE_gap_mean] =
        r->plan->gap ? sim_ratio(s->gap / 1e6, s->worse) : NAN;
}

/* Shares of all links and of all CPUs, up to the last creation. */
static inline void sim_mc_uses(const sim_mc_run *r, double *value)
{
    const double span = (double)r->ground.until;
    double links = 0, cpus = 0;
    size_t i;
    for (i = 0; i < r->plan->topology->link_count; i++) {
        const sim_link *l = &r->plan->topology->links[i];
        links += (double)l->capacity * (l->oneway ? 1 : 2);
    }
    for (i = 0; i < r->plan->topology->cluster_count; i++)
        cpus += (double)r->plan->topology->clusters[i].cpus;
    value[SIM_MC_FIGURE_link_utilisation] =
        sim_ratio(r->ground.used[NETS_LINK], links * span);
    value[SIM_MC_FIGURE_cpu_utilisation] =
        sim_ratio(r->ground.used[NETS_CLUSTER], cpus * span);
}

/* All figures of a run. 0, or -1 when memory is out. */
static inline int sim_mc_measure(const sim_mc_run *r, double value[SIM_MC_FIGURE_COUNT])
{
    sim_mc_counts(r, value);
    sim_mc_searches(r, value);
    sim_mc_uses(r, value);
    return sim_mc_delays(r, value);
}

/* ---- of several runs --------------------------------------------------------------- */

/* The 97.5th percentile of Student's distribution. */
static inline double sim_student(size_t freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                               2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                               2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                               2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    if (freedom == 0) return NAN;
    return freedom <= sizeof t / sizeof t[0] ? t[freedom - 1]
                                             : 1.960 + 2.5 / (double)freedom;
}

/* The mean of those values that are there, and half the width of its confidence interval:
 * NAN for fewer than two. */
static inline void sim_mean_spread(const double *values, size_t n, size_t step,
                                   double *mean, double *spread)
{
    double sum = 0, square = 0;
    size_t i, count = 0;
    for (i = 0; i < n; i++)
        if (isfinite(values[i * step])) {
            sum += values[i * step];
            count++;
        }
    *mean = sim_ratio(sum, (double)count);
    for (i = 0; i < n; i++)
        if (isfinite(values[i * step]))
            square += (values[i * step] - *mean) * (values[i * step] - *mean);
    *spread = count < 2 ? NAN
                        : sim_student(count - 1) *
                              sqrt(square / (double)(count - 1) / (double)count);
}

#endif
