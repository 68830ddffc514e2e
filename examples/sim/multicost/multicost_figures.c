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
    value[MULTICOST_FIGURE_beyond] = statistics_ratio(s->beyond, s->decisions);
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
