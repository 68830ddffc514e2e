/* multicost_figures.c - the list; what is counted, added up and sorted for each run. */
#include "multicost/multicost_figures.h"

#include "netsched.h"

#include "base/compare.h"
#include "base/statistics.h"
#include "topology/topology_data.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

const struct measure multicost_figures_list[MULTICOST_FIGURE_COUNT] = {
    MULTICOST_FIGURES(MEASURE_ROW)};

const char *multicost_figures_text(double value, enum measure_unit unit, int64_t runs,
                                   char to[TEXT_NUMBER])
{
    if (unit != MEASURE_COUNT || runs <= 1 || !isfinite(value))
        return measure_text(value, unit, to);
    snprintf(to, TEXT_NUMBER, "%.1f", value);
    return to;
}

/* A percentile of delays in ascending order, in seconds. */
static double delay_at(const int64_t *delays, size_t n, unsigned percent)
{
    return n ? (double)delays[statistics_percentile(n, percent)] / 1e6 : (double)NAN;
}

/* The delays of the tasks that count. 0, or -1 when memory is out. */
static int multicost_figures_delays(const struct multicost_run *r, double *value)
{
    const struct multicost_plan *p = r->plan;
    int64_t *delays = (int64_t *)malloc((p->tasks->count + 1) * sizeof *delays);
    size_t i, n = 0;
    double sum = 0, overdue = 0;
    if (!delays) return -1;
    for (i = p->warmup; i < p->tasks->count; i++) {
        if (r->outcomes[i].fate != MULTICOST_done) continue;
        delays[n] = r->outcomes[i].end - p->tasks->at[i].created;
        sum += (double)delays[n];
        overdue += p->bound && delays[n] > p->bound;
        n++;
    }
    qsort(delays, n, sizeof *delays, compare_i64);
    value[MULTICOST_FIGURE_delay_mean] = statistics_ratio(sum / 1e6, (double)n);
    value[MULTICOST_FIGURE_delay_p50] = delay_at(delays, n, 50);
    value[MULTICOST_FIGURE_delay_p95] = delay_at(delays, n, 95);
    value[MULTICOST_FIGURE_delay_max] = delay_at(delays, n, 100);
    value[MULTICOST_FIGURE_overdue] = overdue;
    free(delays);
    return 0;
}

static void counts(const struct multicost_run *r, double *value)
{
    double fates[MULTICOST_FATE_COUNT] = {0}, sent = 0, blocked = 0, hit = 0;
    double conflicts = 0;
    const size_t count = r->plan->tasks->count;
    const double tasks = (double)(count > r->plan->warmup ? count - r->plan->warmup : 0);
    size_t i;
    for (i = r->plan->warmup; i < count; i++) {
        const struct multicost_outcome *o = &r->outcomes[i];
        fates[o->fate]++;
        sent += o->sent;
        blocked += o->blocked;
        hit += o->blocked > 0;
        conflicts += o->conflict;
    }
    value[MULTICOST_FIGURE_tasks] = tasks;
    value[MULTICOST_FIGURE_done] = fates[MULTICOST_done];
    value[MULTICOST_FIGURE_late] = fates[MULTICOST_late];
    value[MULTICOST_FIGURE_unreached] = fates[MULTICOST_unreached];
    value[MULTICOST_FIGURE_given_up] = fates[MULTICOST_given_up];
    value[MULTICOST_FIGURE_cut] = fates[MULTICOST_cut];
    value[MULTICOST_FIGURE_blocking] = statistics_ratio(blocked, sent);
    value[MULTICOST_FIGURE_hit] = statistics_ratio(hit, tasks);
    value[MULTICOST_FIGURE_conflict] = statistics_ratio(conflicts, fates[MULTICOST_done]);
    value[MULTICOST_FIGURE_bursts_mean] = statistics_ratio(sent, tasks);
}

static void searches(const struct multicost_run *r, double *value)
{
    const struct multicost_sums *s = &r->sums;
    value[MULTICOST_FIGURE_links_mean] = statistics_ratio(s->links, s->decisions);
    value[MULTICOST_FIGURE_paths_mean] = statistics_ratio(s->paths, s->decisions);
    value[MULTICOST_FIGURE_widest] = s->widest;
    value[MULTICOST_FIGURE_pairs_mean] = statistics_ratio(s->pairs, s->decisions);
    value[MULTICOST_FIGURE_labels_mean] = statistics_ratio(s->labels, s->decisions);
    value[MULTICOST_FIGURE_decide_us] =
        r->plan->timing ? statistics_ratio(s->seconds * 1e6, s->decisions) : NAN;
    value[MULTICOST_FIGURE_gap_share] =
        r->plan->gap ? statistics_ratio(s->worse, s->decisions) : NAN;
    value[MULTICOST_FIGURE_gap_cluster] =
        r->plan->gap ? statistics_ratio(s->elsewhere, s->decisions) : NAN;
    value[MULTICOST_FIGURE_gap_mean] =
        r->plan->gap ? statistics_ratio(s->gap / 1e6, s->worse) : NAN;
}

/* Shares of all links and of all CPUs, up to the last creation. */
static void uses(const struct multicost_run *r, double *value)
{
    const double span = (double)r->ground.until;
    double links = 0, cpus = 0;
    size_t i;
    for (i = 0; i < r->plan->topology->link_count; i++) {
        const struct topology_link *l = &r->plan->topology->links[i];
        links += (double)l->capacity * (l->oneway ? 1 : 2);
    }
    for (i = 0; i < r->plan->topology->cluster_count; i++)
        cpus += (double)r->plan->topology->clusters[i].cpus;
    value[MULTICOST_FIGURE_link_utilisation] =
        statistics_ratio(r->ground.used[NETS_LINK], links * span);
    value[MULTICOST_FIGURE_cpu_utilisation] =
        statistics_ratio(r->ground.used[NETS_CLUSTER], cpus * span);
}

int multicost_figures_measure(const struct multicost_run *r,
                              double value[MULTICOST_FIGURE_COUNT])
{
    counts(r, value);
    searches(r, value);
    uses(r, value);
    return multicost_figures_delays(r, value);
}

/* ---- of several runs --------------------------------------------------------------- */

/* The 97.5th percentile of Student's distribution. */
static double student(size_t freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                               2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                               2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                               2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    if (freedom == 0) return NAN;
    return freedom <= sizeof t / sizeof t[0] ? t[freedom - 1]
                                             : 1.960 + 2.5 / (double)freedom;
}

void multicost_figures_mean_spread(const double *values, size_t n, size_t step,
                                   double *mean, double *spread)
{
    double sum = 0, square = 0;
    size_t i, count = 0;
    for (i = 0; i < n; i++)
        if (isfinite(values[i * step])) {
            sum += values[i * step];
            count++;
        }
    *mean = statistics_ratio(sum, (double)count);
    for (i = 0; i < n; i++)
        if (isfinite(values[i * step]))
            square += (values[i * step] - *mean) * (values[i * step] - *mean);
    *spread = count < 2 ? NAN
                        : student(count - 1) *
                              sqrt(square / (double)(count - 1) / (double)count);
}
