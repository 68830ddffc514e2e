/* broker_plots.h - the pictures of broker_sim: figures 7 to 10 of paper 2 (I. Rodero, F.
 * Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling), and more, on a page
 * and as files.
 *
 *     figure 7    the share of the jobs submitted, over time
 *     figure 8    execution time, waiting and bounded slowdown of each set-up
 *     figure 9    use of the CPUs of each cluster; and, not drawn there, of its nodes
 *     figure 10   the average bounded slowdown of the jobs finished so far, over time, of
 *                 each cluster; under SLOW, or the first set-up that selects by it
 *     factors     waiting and slowdown over JR's reduction factor, if there are several
 *     delays      the same over the age of the broker's information, as multiples of what
 *                 they are without
 *     gantt       who runs where, on each cluster, for some hours of the first set-up
 *     tables      all figures; clusters; factors; delays
 *
 * All are of the first factor and the first delay, unless they are over these.
 */
#ifndef SIM_BROKER_PLOTS_H
#define SIM_BROKER_PLOTS_H

#include "broker_experiment.h"
#include "broker_figures.h"
#include "broker_results.h"
#include "error.h"
#include "figure.h"
#include "gantt.h"
#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIM_BROKER_PLOTS = 12,
    SIM_BROKER_SHEETS = 3 + SIM_BROKER_BY_FACTOR + SIM_BROKER_BY_DELAY,
    SIM_BROKER_MOMENTS = 400, /* of curves over time                   */
    SIM_BROKER_HOURS = 6,     /* of the chart of who runs where        */
    SIM_BROKER_STRETCHES = 1000
};

typedef struct sim_broker_plots { /* zero-initialise; sim_broker_plots_free */
    sim_plot plots[SIM_BROKER_PLOTS];
    sim_sheet sheets[SIM_BROKER_SHEETS];
    sim_gantt gantt;
    size_t plot_count, sheet_count;
    int charted; /* gantt is made */
} sim_broker_plots;

static inline void sim_broker_plots_free(sim_broker_plots *f)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++) sim_plot_free(&f->plots[i]);
    for (i = 0; i < f->sheet_count; i++) sim_sheet_free(&f->sheets[i]);
    if (f->charted) sim_gantt_free(&f->gantt);
    f->plot_count = f->sheet_count = 0;
    f->charted = 0;
}

static inline sim_plot *sim_broker_plot(sim_broker_plots *f, const char *id,
                                        const char *title)
{
    sim_plot *p = &f->plots[f->plot_count++];
    sim_plot_init(p, id, title);
    return p;
}

/* From the first submission to the last end of a run; the same if nothing ran. */
static inline void sim_broker_period(const sim_broker_experiment *x,
                                     const sim_broker_point *p, int64_t period[2])
{
    const double span = p->value[SIM_BROKER_FIGURE_execution_time];
    period[0] = period[1] = x->workload.jobs[0].submit;
    if (isfinite(span)) period[1] += (int64_t)span;
}

/* ---- figure 7 ---------------------------------------------------------------------- */

static inline void sim_broker_fig7(sim_broker_plots *f, const sim_broker_experiment *x)
{
    const sim_workload *w = &x->workload;
    const int64_t first = w->jobs[0].submit, span = w->jobs[w->count - 1].submit - first;
    sim_plot *p = sim_broker_plot(f, "fig7", "Job arrivals (figure 7)");
    const size_t series = sim_plot_series(p, SIM_LINE, "jobs submitted");
    size_t i, next = 0;
    p->x = sim_axis_hours("time since the first submission");
    p->y = sim_axis_plain("jobs submitted", "%");
    sim_plot_text(p, &p->caption, "The share of the jobs submitted so far.");
    sim_plot_point(p, series, 0, 0);
    for (i = 1; i <= SIM_BROKER_MOMENTS; i++) {
        const double part = (double)i / SIM_BROKER_MOMENTS * (double)span;
        while (next < w->count && (double)(w->jobs[next].submit - first) <= part) next++;
        sim_plot_point(p, series, part / SIM_HOUR, 100 * (double)next / (double)w->count);
    }
}

/* ---- figure 8 ---------------------------------------------------------------------- */

/* A figure of each set-up, as bars. */
static inline void sim_broker_bars(sim_plot *p, const sim_broker_experiment *x,
                                   const char *name, sim_broker_figure figure,
                                   double factor)
{
    const size_t series = sim_plot_series(p, SIM_BARS, "%s", name);
    size_t i;
    for (i = 0; i < x->settings->setups.count; i++)
        sim_plot_point(p, series, (double)i,
                       sim_broker_point_at(x, i, 0, 0)->value[figure] * factor);
}

static inline sim_plot *sim_broker_bars_plot(sim_broker_plots *f,
                                             const sim_broker_experiment *x,
                                             const char *id, const char *title)
{
    sim_plot *p = sim_broker_plot(f, id, title);
    size_t i;
    for (i = 0; i < x->settings->setups.count; i++)
        sim_plot_category(p, "%s", x->settings->setups.items[i]->name);
    p->wide = x->settings->setups.count > SIM_BROKER_COLUMNS;
    p->x.label = "set-up";
    return p;
}

/* A logarithmic scale if one set-up would press another to the ground. */
static inline void sim_broker_bars_spread(sim_plot *p)
{
    double least = HUGE_VAL, most = 0;
    size_t i, k;
    for (i = 0; i < p->series_count; i++)
        for (k = 0; k < p->series[i].count; k++) {
            const double y = p->series[i].points[k].y;
            if (y > 0 && y < least) least = y;
            if (y > most) most = y;
        }
    if (!(most > 20 * least)) return;
    p->y.log = 1;
    sim_caption_add(p, " The vertical scale is logarithmic.");
}

static inline void sim_broker_fig8(sim_broker_plots *f, const sim_broker_experiment *x)
{
    sim_plot *p =
        sim_broker_bars_plot(f, x, "fig8a", "Workload execution time (figure 8a)");
    p->y = sim_axis_plain("execution time", "hours");
    sim_plot_text(p, &p->caption, "From the first submission to the last end.");
    sim_broker_bars(p, x, "execution time", SIM_BROKER_FIGURE_execution_time,
                    1.0 / SIM_HOUR);
    p = sim_broker_bars_plot(f, x, "fig8b", "Waiting time (figure 8b)");
    p->y = sim_axis_plain("waiting time", "hours");
    sim_plot_text(p, &p->caption, "From submission to the start, of jobs that finished.");
    sim_broker_bars(p, x, "95 % of the jobs at most", SIM_BROKER_FIGURE_wait_p95,
                    1.0 / SIM_HOUR);
    sim_broker_bars(p, x, "mean", SIM_BROKER_FIGURE_wait_mean, 1.0 / SIM_HOUR);
    sim_broker_bars_spread(p);
    p = sim_broker_bars_plot(f, x, "fig8c", "Bounded slowdown (figure 8c)");
    p->y = sim_axis_plain("bounded slowdown", NULL);
    sim_plot_text(p, &p->caption, "Bound 60 seconds, of jobs that finished.");
    sim_broker_bars(p, x, "95 % of the jobs at most", SIM_BROKER_FIGURE_bsld_p95, 1);
    sim_broker_bars(p, x, "mean", SIM_BROKER_FIGURE_bsld_mean, 1);
    sim_broker_bars_spread(p);
}

/* ---- figure 9 ---------------------------------------------------------------------- */

static inline void sim_broker_use_plot(sim_broker_plots *f,
                                       const sim_broker_experiment *x, const char *id,
                                       const char *title,
                                       sim_broker_cluster_figure figure,
                                       sim_broker_figure mean)
{
    sim_plot *p = sim_broker_plot(f, id, title);
    size_t i, c;
    p->wide = 1;
    p->x.label = "cluster";
    p->y = sim_axis_plain(sim_broker_cluster_about(figure)->label, "%");
    sim_plot_text(p, &p->caption,
                  "From the first submission to the last end; the mean is over clusters,"
                  " large and small.");
    for (c = 0; c < x->grid.count; c++)
        sim_plot_category(p, "%s", x->grid.clusters[c].name);
    sim_plot_category(p, "mean");
    for (i = 0; i < x->settings->setups.count; i++) {
        const sim_broker_point *at = sim_broker_point_at(x, i, 0, 0);
        const size_t series = sim_plot_series(p, SIM_BARS, "%s", at->setup->name);
        for (c = 0; c < x->grid.count; c++)
            sim_plot_point(p, series, (double)c,
                           100 * at->clusters[c * SIM_BROKER_CLUSTER_COUNT + figure]);
        sim_plot_point(p, series, (double)c, 100 * at->value[mean]);
    }
}

/* ---- figure 10 --------------------------------------------------------------------- */

/* SLOW; else the first set-up that selects clusters by slowdown; else the first. */
static inline const sim_broker_point *sim_broker_slow_point(
    const sim_broker_experiment *x)
{
    const sim_broker_setups *all = &x->settings->setups;
    size_t i, found = all->count;
    for (i = 0; i < all->count; i++) {
        const sim_broker_setup *s = all->items[i];
        const int slow = s->resources == SIM_BROKER_SLOW;
        const int slowest = slow && sim_broker_setup_ranks(s);
        if (slowest ||
            (found == all->count && (slow || s->resources == SIM_BROKER_MATCH_SLOW)))
            found = i;
        if (slowest) break;
    }
    return sim_broker_point_at(x, found < all->count ? found : 0, 0, 0);
}

/* At each moment, of each cluster, the average so far. `sum` and `count`: of each. */
static inline void sim_broker_evolution(sim_plot *p, const sim_broker_experiment *x,
                                        const sim_broker_point *at, double *sum,
                                        double *count)
{
    const sim_broker_result *r = &at->result;
    int64_t period[2];
    size_t i, c, next = 0;
    sim_broker_period(x, at, period);
    for (i = 1; i <= SIM_BROKER_MOMENTS; i++) {
        const double span = (double)(period[1] - period[0]);
        const double part = (double)i / SIM_BROKER_MOMENTS * span;
        for (; next < r->execution_count; next++) {
            const sim_execution *k = &r->executions[next];
            if ((double)(k->end - period[0]) > part) break;
            if (k->killed) continue;
            sum[k->cluster] += sim_broker_slowdown(
                k->start - x->workload.jobs[k->job].submit, k->end - k->start);
            count[k->cluster]++;
        }
        for (c = 0; c < x->grid.count; c++)
            if (count[c] > 0) sim_plot_point(p, c, part / SIM_HOUR, sum[c] / count[c]);
    }
}

static inline void sim_broker_fig10(sim_broker_plots *f, const sim_broker_experiment *x)
{
    const sim_broker_point *at = sim_broker_slow_point(x);
    sim_plot *p = sim_broker_plot(f, "fig10", "");
    double *sum = (double *)calloc(2 * x->grid.count, sizeof *sum);
    size_t c;
    p->wide = 1;
    p->x = sim_axis_hours("time since the first submission");
    p->y = sim_axis_plain("average bounded slowdown so far", NULL);
    sim_plot_text(p, &p->title,
                  "Average bounded slowdown of each cluster, %s (figure 10)",
                  at->setup->name);
    sim_plot_text(p, &p->caption, "Of the jobs that have finished there by then.");
    for (c = 0; c < x->grid.count; c++)
        sim_plot_series(p, SIM_LINE, "%s", x->grid.clusters[c].name);
    if (sum)
        sim_broker_evolution(p, x, at, sum, sum + x->grid.count);
    else
        p->failed = 1;
    free(sum);
    sim_axis_spread(p);
}

/* ---- factors and delays ------------------------------------------------------------ */

static inline void sim_broker_factor_plot(sim_broker_plots *f,
                                          const sim_broker_experiment *x, const char *id,
                                          const char *title, sim_broker_figure figure,
                                          const sim_axis *y, double factor)
{
    const sim_broker_settings *s = x->settings;
    sim_plot *p = sim_broker_plot(f, id, title);
    size_t i, k;
    p->x = sim_axis_plain("reduction factor", NULL);
    p->y = *y;
    for (i = 0; i < s->setups.count; i++) {
        size_t series;
        if (!sim_broker_setup_ranks(s->setups.items[i])) continue;
        series = sim_plot_series(p, SIM_LINE, "%s", s->setups.items[i]->name);
        for (k = 0; k < s->factors.count; k++)
            sim_plot_point(p, series, sim_broker_factor(s, k),
                           sim_broker_point_at(x, i, k, 0)->value[figure] * factor);
    }
    sim_plot_text(p, &p->caption, "Jobs before a job count the more, the larger it is.");
    sim_axis_spread(p);
}

static inline void sim_broker_factor_plots(sim_broker_plots *f,
                                           const sim_broker_experiment *x)
{
    const sim_axis hours = sim_axis_plain("mean waiting time", "hours");
    const sim_axis longest = sim_axis_plain("longest waiting time", "hours");
    const sim_axis slowdown = sim_axis_plain("mean bounded slowdown", NULL);
    if (!sim_broker_sweeps_factors(x->settings)) return;
    sim_broker_factor_plot(f, x, "factor_wait", "Waiting time by reduction factor",
                           SIM_BROKER_FIGURE_wait_mean, &hours, 1.0 / SIM_HOUR);
    sim_broker_factor_plot(f, x, "factor_longest",
                           "Longest waiting time by reduction factor",
                           SIM_BROKER_FIGURE_wait_max, &longest, 1.0 / SIM_HOUR);
    sim_broker_factor_plot(f, x, "factor_slowdown",
                           "Bounded slowdown by reduction factor",
                           SIM_BROKER_FIGURE_bsld_mean, &slowdown, 1);
}

static inline void sim_broker_delay_plot(sim_broker_plots *f,
                                         const sim_broker_experiment *x, const char *id,
                                         const char *title, sim_broker_figure figure)
{
    const sim_broker_settings *s = x->settings;
    sim_plot *p = sim_broker_plot(f, id, title);
    size_t i, d;
    p->x = sim_axis_hours("age of the broker's information");
    p->y = sim_axis_plain("times as large as without", NULL);
    for (i = 0; i < s->setups.count; i++) {
        const double without = sim_broker_point_at(x, i, 0, 0)->value[figure];
        const size_t series =
            sim_plot_series(p, SIM_LINE, "%s", s->setups.items[i]->name);
        for (d = 0; d < s->delays.count; d++) {
            const double y = sim_broker_point_at(x, i, 0, d)->value[figure] / without;
            sim_plot_point(p, series, (double)s->delays.at[d] / SIM_HOUR,
                           isfinite(y) ? y : NAN);
        }
    }
    sim_plot_text(p, &p->caption, "Means, of jobs that finished; 1 is without delay.");
    sim_axis_spread(p);
}

static inline void sim_broker_delay_plots(sim_broker_plots *f,
                                          const sim_broker_experiment *x)
{
    if (x->settings->delays.count == 1) return;
    sim_broker_delay_plot(f, x, "delay_wait", "What old information costs: waiting",
                          SIM_BROKER_FIGURE_wait_mean);
    sim_broker_delay_plot(f, x, "delay_slowdown", "What old information costs: slowdown",
                          SIM_BROKER_FIGURE_bsld_mean);
}

/* ---- who runs where ---------------------------------------------------------------- */

/* Of stretches of equal length the one in which most CPUs are busy, as a number. */
static inline size_t sim_broker_busiest(const sim_broker_result *r, int64_t first,
                                        int64_t length, size_t stretches)
{
    double *change = (double *)calloc(stretches + 2, sizeof *change), busy = 0, most = -1;
    size_t i, found = 0;
    if (!change) return 0;
    for (i = 0; i < r->execution_count; i++) {
        const sim_execution *k = &r->executions[i];
        sim_spread(change, stretches, length, k->start - first, k->end - first,
                   sim_execution_cpus(r, k));
    }
    for (i = 0; i < stretches; i++) {
        busy += change[i];
        if (busy > most) found = i;
        if (busy > most) most = busy;
    }
    free(change);
    return found;
}

/* Six hours, or more where all of it is long: with the first outage in their middle, or
 * the busiest. */
static inline void sim_broker_stretch(const sim_broker_experiment *x,
                                      const sim_broker_point *at, int64_t stretch[2])
{
    int64_t period[2], length = SIM_BROKER_HOURS * SIM_HOUR;
    sim_broker_period(x, at, period);
    if ((period[1] - period[0]) / SIM_BROKER_STRETCHES > length)
        length = (period[1] - period[0]) / SIM_BROKER_STRETCHES;
    stretch[0] = period[0];
    if (at->result.outage_count)
        stretch[0] = at->result.outages[0].from - length / 2;
    else
        stretch[0] += length * (int64_t)sim_broker_busiest(
                                   &at->result, period[0], length,
                                   (size_t)((period[1] - period[0]) / length) + 1);
    if (stretch[0] < period[0]) stretch[0] = period[0];
    stretch[1] = stretch[0] + length;
    if (stretch[1] > period[1]) stretch[1] = period[1];
}

static inline void sim_broker_chart_jobs(sim_gantt *g, const sim_broker_experiment *x,
                                         const sim_broker_result *r)
{
    size_t i;
    for (i = 0; i < r->execution_count; i++) {
        const sim_execution *k = &r->executions[i];
        const sim_job *job = &x->workload.jobs[k->job];
        sim_gantt_bar bar = {0};
        bar.job = job->number;
        bar.start = k->start;
        bar.end = k->end;
        bar.servers = sim_execution_cpus(r, k);
        bar.runs = r->runs + k->first_run;
        bar.run_count = k->run_count;
        sim_gantt_job(g, k->cluster, &bar);
    }
    for (i = 0; i < r->outage_count; i++)
        sim_gantt_down(g, r->outages[i].cluster, r->outages[i].from, r->outages[i].to);
}

static inline void sim_broker_chart(sim_broker_plots *f, const sim_broker_experiment *x)
{
    const sim_broker_point *at = sim_broker_point_at(x, 0, 0, 0);
    const int64_t first = x->workload.jobs[0].submit;
    char from[SIM_NUMBER_TEXT], name[SIM_GRID_NAME + SIM_NUMBER_TEXT];
    sim_gantt *g = &f->gantt;
    int64_t stretch[2];
    size_t c;
    sim_broker_stretch(x, at, stretch);
    sim_gantt_init(g, "gantt", "", SIM_BROKER_CPUS_MOST, stretch[0], stretch[1]);
    f->charted = 1;
    sim_plot_text(&g->plot, &g->plot.title, "Who runs where, %s", at->setup->name);
    sim_plot_text(
        &g->plot, &g->plot.caption, "From %s after the first submission on%s%s.",
        sim_duration_text(stretch[0] - first, from),
        x->grid.count > SIM_SVG_PANELS ? ", on the first clusters" : "",
        at->result.outage_count ? ": around the first failure" : ": the busiest stretch");
    g->plot.x.label = "time within the stretch";
    g->plot.y.label = "CPU";
    for (c = 0; c < x->grid.count && c < SIM_SVG_PANELS; c++) {
        snprintf(name, sizeof name, "%s (%" PRIu32 " CPUs)", x->grid.clusters[c].name,
                 x->grid.clusters[c].cpus);
        sim_gantt_panel_add(g, name);
        sim_gantt_resize(g, c, x->grid.clusters[c].cpus);
    }
    sim_broker_chart_jobs(g, x, &at->result);
}

/* ---- tables ------------------------------------------------------------------------ */

static inline sim_sheet *sim_broker_sheet(sim_broker_plots *f, const char *label,
                                          sim_figure_unit unit)
{
    const char *name = sim_unit_text(unit);
    sim_sheet *t = &f->sheets[f->sheet_count++];
    sim_sheet_caption(t, "%s%s%s%s", label, *name ? " (" : "", name, *name ? ")" : "");
    t->texts = 1;
    return t;
}

/* The headings; `ranking`: only of set-ups that rank jobs. */
static inline void sim_broker_sheet_head(sim_sheet *t, const sim_broker_experiment *x,
                                         const char *first, int ranking)
{
    const sim_broker_setups *all = &x->settings->setups;
    size_t i;
    sim_sheet_cell(t, "%s", first);
    for (i = 0; i < all->count; i++)
        if (!ranking || sim_broker_setup_ranks(all->items[i]))
            sim_sheet_cell(t, "%s", all->items[i]->name);
    sim_sheet_row(t);
}

static inline void sim_broker_sheet_figures(sim_broker_plots *f,
                                            const sim_broker_experiment *x)
{
    sim_sheet *t = sim_broker_sheet(f, "All figures", SIM_COUNT);
    char text[SIM_NUMBER_TEXT];
    size_t i, k;
    sim_broker_sheet_head(t, x, "", 0);
    for (k = 0; k < SIM_BROKER_FIGURE_COUNT; k++) {
        const sim_broker_about *about = sim_broker_figure_about(k);
        if (!sim_broker_wanted(x, k)) continue;
        sim_sheet_label(t, about->label, sim_unit_text(about->unit));
        for (i = 0; i < x->settings->setups.count; i++)
            sim_sheet_cell(t, "%s",
                           sim_figure_text(sim_broker_point_at(x, i, 0, 0)->value[k],
                                           about->unit, text));
        sim_sheet_row(t);
    }
}

static inline void sim_broker_sheet_clusters(sim_broker_plots *f,
                                             const sim_broker_experiment *x,
                                             size_t figure, sim_broker_figure mean)
{
    const sim_broker_about *about = sim_broker_cluster_about(figure);
    sim_sheet *t = sim_broker_sheet(f, about->label, about->unit);
    char text[SIM_NUMBER_TEXT];
    size_t i, c;
    sim_broker_sheet_head(t, x, "cluster", 0);
    for (c = 0; c <= x->grid.count; c++) {
        sim_sheet_cell(t, "%s", c < x->grid.count ? x->grid.clusters[c].name : "mean");
        for (i = 0; i < x->settings->setups.count; i++) {
            const sim_broker_point *p = sim_broker_point_at(x, i, 0, 0);
            const double v = c < x->grid.count
                                 ? p->clusters[c * SIM_BROKER_CLUSTER_COUNT + figure]
                                 : p->value[mean];
            sim_sheet_cell(t, "%s", sim_figure_text(v, about->unit, text));
        }
        sim_sheet_row(t);
    }
}

static inline void sim_broker_sheet_factors(sim_broker_plots *f,
                                            const sim_broker_experiment *x,
                                            sim_broker_figure figure)
{
    const sim_broker_settings *s = x->settings;
    const sim_figure_unit unit = sim_broker_figure_about(figure)->unit;
    sim_sheet *t = sim_broker_sheet(f, sim_broker_label(figure), unit);
    char text[SIM_BROKER_TEXT];
    size_t i, k;
    sim_broker_sheet_head(t, x, "reduction factor", 1);
    for (k = 0; k < s->factors.count; k++) {
        sim_sheet_cell(t, "%s", sim_broker_factor_text(s, k, text));
        for (i = 0; i < s->setups.count; i++)
            if (sim_broker_setup_ranks(s->setups.items[i]))
                sim_sheet_cell(
                    t, "%s",
                    sim_figure_text(sim_broker_point_at(x, i, k, 0)->value[figure], unit,
                                    text));
        sim_sheet_row(t);
    }
}

static inline void sim_broker_sheet_delays(sim_broker_plots *f,
                                           const sim_broker_experiment *x,
                                           sim_broker_figure figure)
{
    const sim_broker_settings *s = x->settings;
    sim_sheet *t = sim_broker_sheet(f, sim_broker_label(figure),
                                    sim_broker_figure_about(figure)->unit);
    char text[SIM_BROKER_TEXT];
    size_t i, d;
    sim_broker_sheet_head(t, x, "age of information", 0);
    for (d = 0; d < s->delays.count; d++) {
        sim_sheet_cell(t, "%s", sim_broker_delay_text(s, d, text));
        for (i = 0; i < s->setups.count; i++)
            sim_sheet_cell(t, "%s",
                           sim_broker_loss_text(sim_broker_point_at(x, i, 0, d),
                                                sim_broker_point_at(x, i, 0, 0), figure,
                                                text));
        sim_sheet_row(t);
    }
}

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (zeroed; sim_broker_plots_free it, whatever happens). 0, or -1. */
static inline int sim_broker_plots_make(sim_broker_plots *f,
                                        const sim_broker_experiment *x, sim_error *e)
{
    size_t i;
    sim_broker_fig7(f, x);
    sim_broker_fig8(f, x);
    sim_broker_use_plot(f, x, "fig9", "CPUs in use (figure 9)",
                        SIM_BROKER_CLUSTER_cpu_utilisation,
                        SIM_BROKER_FIGURE_cpu_clusters);
    sim_broker_use_plot(f, x, "fig9_nodes", "Nodes in use",
                        SIM_BROKER_CLUSTER_node_utilisation,
                        SIM_BROKER_FIGURE_node_clusters);
    sim_broker_fig10(f, x);
    sim_broker_factor_plots(f, x);
    sim_broker_delay_plots(f, x);
    sim_broker_chart(f, x);
    sim_broker_sheet_figures(f, x);
    sim_broker_sheet_clusters(f, x, SIM_BROKER_CLUSTER_cpu_utilisation,
                              SIM_BROKER_FIGURE_cpu_clusters);
    sim_broker_sheet_clusters(f, x, SIM_BROKER_CLUSTER_node_utilisation,
                              SIM_BROKER_FIGURE_node_clusters);
    for (i = 0; i < SIM_BROKER_BY_FACTOR && sim_broker_sweeps_factors(x->settings); i++)
        sim_broker_sheet_factors(f, x, sim_broker_by_factor[i]);
    for (i = 0; i < SIM_BROKER_BY_DELAY && x->settings->delays.count > 1; i++)
        sim_broker_sheet_delays(f, x, sim_broker_by_delay[i]);
    for (i = 0; i < f->plot_count; i++)
        if (sim_plot_check(&f->plots[i], e) != 0) return -1;
    return sim_plot_check(&f->gantt.plot, e);
}

static inline int sim_broker_plots_csv(const char *folder, const sim_broker_plots *f,
                                       sim_error *e)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++)
        if (sim_plot_csv_file(folder, &f->plots[i], e) != 0) return -1;
    return sim_gantt_csv_file(folder, &f->gantt, e);
}

static inline int sim_broker_page_head(sim_page *page, const sim_broker_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    int failed;
    if (!to) return -1;
    sim_print_broker_head(to, x);
    failed = fclose(to) != 0;
    if (!failed) sim_page_lines(page, text);
    free(text);
    return failed ? -1 : 0;
}

/* Everything on one page; its footer has the command line. 0, or -1. */
static inline int sim_broker_page(const sim_broker_plots *f,
                                  const sim_broker_experiment *x, const char *path,
                                  const char *program, const char *flags, int argc,
                                  char **argv, sim_error *e)
{
    sim_page page = {0};
    size_t i;
    int result = 0;
    sim_page_title(&page, "A grid and its broker: %s", x->grid.source);
    if (sim_broker_page_head(&page, x) != 0) result = sim_fail(e, "out of memory");
    sim_page_text(
        &page,
        "Numbers of figures are those of I. Rodero, F. Guim, J. Corbalan:"
        " Performance-driven Coordinated Grid Scheduling. A broker chooses the next job"
        " and its cluster, whose own scheduler goes on. FCFS: first come, first served,"
        " to the best match that is free; RANK: JR-backfilling, the same; SLOW:"
        " JR-backfilling, to the cluster with the lowest average slowdown.");
    sim_page_section(&page, "Pictures");
    for (i = 0; i < f->plot_count; i++) sim_page_plot(&page, &f->plots[i]);
    sim_page_section(&page, "Numbers");
    for (i = 0; i < f->sheet_count; i++) sim_page_sheet(&page, &f->sheets[i]);
    sim_page_section(&page, "Clusters");
    sim_page_gantt(&page, &f->gantt);
    sim_page_made_by(&page, program, flags, argc, argv);
    if (result == 0) result = sim_page_file(&page, path, e);
    sim_page_free(&page);
    return result;
}

#endif
