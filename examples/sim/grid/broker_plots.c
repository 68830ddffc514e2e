/* broker_plots.c - implements broker_plots.h. */
#define _POSIX_C_SOURCE 200809L

#include "grid/broker_plots.h"

#include "base/job.h"
#include "base/text.h"
#include "grid/broker_figures.h"
#include "grid/broker_rules.h"
#include "grid/broker_setup.h"
#include "program/measure.h"
#include "report/metrics.h"
#include "report/report.h"
#include "report/drawing.h"
#include "report/svg.h"
#include "workload/grid.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void broker_plots_free(struct broker_plots *f)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++) figure_plot_free(&f->plots[i]);
    for (i = 0; i < f->sheet_count; i++) page_sheet_free(&f->sheets[i]);
    if (f->charted) gantt_free(&f->gantt);
    f->plot_count = f->sheet_count = 0;
    f->charted = 0;
}

static struct figure_plot *broker_plots_plot(struct broker_plots *f, const char *id,
                                             const char *title)
{
    struct figure_plot *p = &f->plots[f->plot_count++];
    figure_plot_init(p, id, title);
    return p;
}

/* From the first submission to the last end of a run; the same if nothing ran. */
static void broker_plots_period(const struct broker_experiment *x,
                                const struct broker_point *p, int64_t period[2])
{
    const double span = p->value[BROKER_FIGURE_execution_time];
    period[0] = period[1] = x->workload.jobs[0].submit;
    if (isfinite(span)) period[1] += (int64_t)span;
}

/* ---- figure 7 ---------------------------------------------------------------------- */

static void broker_plots_fig7(struct broker_plots *f, const struct broker_experiment *x)
{
    const struct workload *w = &x->workload;
    const int64_t first = w->jobs[0].submit, span = w->jobs[w->count - 1].submit - first;
    struct figure_plot *p = broker_plots_plot(f, "fig7", "Job arrivals (figure 7)");
    const size_t series = figure_plot_series(p, FIGURE_LINE, "jobs submitted");
    size_t i, next = 0;
    p->x = figure_axis_hours("time since the first submission");
    p->y = figure_axis_plain("jobs submitted", "%");
    figure_plot_text(p, &p->caption, "The share of the jobs submitted so far.");
    figure_plot_point(p, series, 0, 0);
    for (i = 1; i <= BROKER_MOMENTS; i++) {
        const double part = (double)i / BROKER_MOMENTS * (double)span;
        while (next < w->count && (double)(w->jobs[next].submit - first) <= part) next++;
        figure_plot_point(p, series, part / FIGURE_HOUR,
                          100 * (double)next / (double)w->count);
    }
}

/* ---- figure 8 ---------------------------------------------------------------------- */

/* A figure of each set-up, as bars. */
static void broker_plots_bars(struct figure_plot *p, const struct broker_experiment *x,
                              const char *name, enum broker_figure figure, double factor)
{
    const size_t series = figure_plot_series(p, FIGURE_BARS, "%s", name);
    size_t i;
    for (i = 0; i < x->settings->setups.count; i++)
        figure_plot_point(p, series, (double)i,
                          broker_experiment_point_at(x, i, 0, 0)->value[figure] * factor);
}

static struct figure_plot *broker_plots_bars_plot(struct broker_plots *f,
                                                  const struct broker_experiment *x,
                                                  const char *id, const char *title)
{
    struct figure_plot *p = broker_plots_plot(f, id, title);
    size_t i;
    for (i = 0; i < x->settings->setups.count; i++)
        figure_plot_category(p, "%s", x->settings->setups.items[i]->name);
    p->wide = x->settings->setups.count > BROKER_COLUMNS;
    p->x.label = "set-up";
    return p;
}

/* A logarithmic scale if one set-up would press another to the ground. */
static void broker_plots_bars_spread(struct figure_plot *p)
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
    figure_caption_add(p, " The vertical scale is logarithmic.");
}

static void broker_plots_fig8(struct broker_plots *f, const struct broker_experiment *x)
{
    struct figure_plot *p =
        broker_plots_bars_plot(f, x, "fig8a", "Workload execution time (figure 8a)");
    p->y = figure_axis_plain("execution time", "hours");
    figure_plot_text(p, &p->caption, "From the first submission to the last end.");
    broker_plots_bars(p, x, "execution time", BROKER_FIGURE_execution_time,
                      1.0 / FIGURE_HOUR);
    p = broker_plots_bars_plot(f, x, "fig8b", "Waiting time (figure 8b)");
    p->y = figure_axis_plain("waiting time", "hours");
    figure_plot_text(p, &p->caption,
                     "From submission to the start, of jobs that finished.");
    broker_plots_bars(p, x, "95 % of the jobs at most", BROKER_FIGURE_wait_p95,
                      1.0 / FIGURE_HOUR);
    broker_plots_bars(p, x, "mean", BROKER_FIGURE_wait_mean, 1.0 / FIGURE_HOUR);
    broker_plots_bars_spread(p);
    p = broker_plots_bars_plot(f, x, "fig8c", "Bounded slowdown (figure 8c)");
    p->y = figure_axis_plain("bounded slowdown", NULL);
    figure_plot_text(p, &p->caption, "Bound 60 seconds, of jobs that finished.");
    broker_plots_bars(p, x, "95 % of the jobs at most", BROKER_FIGURE_bsld_p95, 1);
    broker_plots_bars(p, x, "mean", BROKER_FIGURE_bsld_mean, 1);
    broker_plots_bars_spread(p);
}

/* ---- figure 9 ---------------------------------------------------------------------- */

static void broker_plots_use(struct broker_plots *f, const struct broker_experiment *x,
                             const char *id, const char *title,
                             enum broker_cluster_figure figure, enum broker_figure mean)
{
    struct figure_plot *p = broker_plots_plot(f, id, title);
    size_t i, c;
    p->wide = 1;
    p->x.label = "cluster";
    p->y = figure_axis_plain(broker_figures_cluster_about(figure)->label, "%");
    figure_plot_text(
        p, &p->caption,
        "From the first submission to the last end; the mean is over clusters,"
        " large and small.");
    for (c = 0; c < x->grid.count; c++)
        figure_plot_category(p, "%s", x->grid.clusters[c].name);
    figure_plot_category(p, "mean");
    for (i = 0; i < x->settings->setups.count; i++) {
        const struct broker_point *at = broker_experiment_point_at(x, i, 0, 0);
        const size_t series = figure_plot_series(p, FIGURE_BARS, "%s", at->setup->name);
        for (c = 0; c < x->grid.count; c++)
            figure_plot_point(p, series, (double)c,
                              100 * at->clusters[c * BROKER_CLUSTER_COUNT + figure]);
        figure_plot_point(p, series, (double)c, 100 * at->value[mean]);
    }
}

/* ---- figure 10 --------------------------------------------------------------------- */

/* SLOW; else the first set-up that selects clusters by slowdown; else the first. */
static const struct broker_point *broker_plots_slow_point(
    const struct broker_experiment *x)
{
    const struct broker_setups *all = &x->settings->setups;
    size_t i, found = all->count;
    for (i = 0; i < all->count; i++) {
        const struct broker_setup *s = all->items[i];
        const int slow = s->resources == BROKER_SLOW;
        const int slowest = slow && broker_setup_ranks(s);
        if (slowest ||
            (found == all->count && (slow || s->resources == BROKER_MATCH_SLOW)))
            found = i;
        if (slowest) break;
    }
    return broker_experiment_point_at(x, found < all->count ? found : 0, 0, 0);
}

/* At each moment, of each cluster, the average so far. `sum` and `count`: of each. */
static void broker_plots_evolution(struct figure_plot *p,
                                   const struct broker_experiment *x,
                                   const struct broker_point *at, double *sum,
                                   double *count)
{
    const struct broker_result *r = &at->result;
    int64_t period[2];
    size_t i, c, next = 0;
    broker_plots_period(x, at, period);
    for (i = 1; i <= BROKER_MOMENTS; i++) {
        const double span = (double)(period[1] - period[0]);
        const double part = (double)i / BROKER_MOMENTS * span;
        for (; next < r->execution_count; next++) {
            const struct broker_execution *k = &r->executions[next];
            if ((double)(k->end - period[0]) > part) break;
            if (k->killed) continue;
            sum[k->cluster] += broker_rules_slowdown(
                k->start - x->workload.jobs[k->job].submit, k->end - k->start);
            count[k->cluster]++;
        }
        for (c = 0; c < x->grid.count; c++)
            if (count[c] > 0)
                figure_plot_point(p, c, part / FIGURE_HOUR, sum[c] / count[c]);
    }
}

static void broker_plots_fig10(struct broker_plots *f, const struct broker_experiment *x)
{
    const struct broker_point *at = broker_plots_slow_point(x);
    struct figure_plot *p = broker_plots_plot(f, "fig10", "");
    double *sum = (double *)calloc(2 * x->grid.count, sizeof *sum);
    size_t c;
    p->wide = 1;
    p->x = figure_axis_hours("time since the first submission");
    p->y = figure_axis_plain("average bounded slowdown so far", NULL);
    figure_plot_text(p, &p->title,
                     "Average bounded slowdown of each cluster, %s (figure 10)",
                     at->setup->name);
    figure_plot_text(p, &p->caption, "Of the jobs that have finished there by then.");
    for (c = 0; c < x->grid.count; c++)
        figure_plot_series(p, FIGURE_LINE, "%s", x->grid.clusters[c].name);
    if (sum)
        broker_plots_evolution(p, x, at, sum, sum + x->grid.count);
    else
        p->failed = 1;
    free(sum);
    figure_axis_spread(p);
}

/* ---- factors and delays ------------------------------------------------------------ */

static void broker_plots_factor(struct broker_plots *f, const struct broker_experiment *x,
                                const char *id, const char *title,
                                enum broker_figure figure, const struct figure_axis *y,
                                double factor)
{
    const struct broker_settings *s = x->settings;
    struct figure_plot *p = broker_plots_plot(f, id, title);
    size_t i, k;
    p->x = figure_axis_plain("reduction factor", NULL);
    p->y = *y;
    for (i = 0; i < s->setups.count; i++) {
        size_t series;
        if (!broker_setup_ranks(s->setups.items[i])) continue;
        series = figure_plot_series(p, FIGURE_LINE, "%s", s->setups.items[i]->name);
        for (k = 0; k < s->factors.count; k++)
            figure_plot_point(p, series, broker_experiment_factor(s, k),
                              broker_experiment_point_at(x, i, k, 0)->value[figure] *
                                  factor);
    }
    figure_plot_text(p, &p->caption,
                     "Jobs before a job count the more, the larger it is.");
    figure_axis_spread(p);
}

static void broker_plots_factor_plots(struct broker_plots *f,
                                      const struct broker_experiment *x)
{
    const struct figure_axis hours = figure_axis_plain("mean waiting time", "hours");
    const struct figure_axis longest = figure_axis_plain("longest waiting time", "hours");
    const struct figure_axis slowdown = figure_axis_plain("mean bounded slowdown", NULL);
    if (!broker_results_sweeps_factors(x->settings)) return;
    broker_plots_factor(f, x, "factor_wait", "Waiting time by reduction factor",
                        BROKER_FIGURE_wait_mean, &hours, 1.0 / FIGURE_HOUR);
    broker_plots_factor(f, x, "factor_longest",
                        "Longest waiting time by reduction factor",
                        BROKER_FIGURE_wait_max, &longest, 1.0 / FIGURE_HOUR);
    broker_plots_factor(f, x, "factor_slowdown", "Bounded slowdown by reduction factor",
                        BROKER_FIGURE_bsld_mean, &slowdown, 1);
}

static void broker_plots_delay(struct broker_plots *f, const struct broker_experiment *x,
                               const char *id, const char *title,
                               enum broker_figure figure)
{
    const struct broker_settings *s = x->settings;
    struct figure_plot *p = broker_plots_plot(f, id, title);
    size_t i, d;
    p->x = figure_axis_hours("age of the broker's information");
    p->y = figure_axis_plain("times as large as without", NULL);
    for (i = 0; i < s->setups.count; i++) {
        const double without = broker_experiment_point_at(x, i, 0, 0)->value[figure];
        const size_t series =
            figure_plot_series(p, FIGURE_LINE, "%s", s->setups.items[i]->name);
        for (d = 0; d < s->delays.count; d++) {
            const double y =
                broker_experiment_point_at(x, i, 0, d)->value[figure] / without;
            figure_plot_point(p, series, (double)s->delays.at[d] / FIGURE_HOUR,
                              isfinite(y) ? y : NAN);
        }
    }
    figure_plot_text(p, &p->caption, "Means, of jobs that finished; 1 is without delay.");
    figure_axis_spread(p);
}

static void broker_plots_delay_plots(struct broker_plots *f,
                                     const struct broker_experiment *x)
{
    if (x->settings->delays.count == 1) return;
    broker_plots_delay(f, x, "delay_wait", "What old information costs: waiting",
                       BROKER_FIGURE_wait_mean);
    broker_plots_delay(f, x, "delay_slowdown", "What old information costs: slowdown",
                       BROKER_FIGURE_bsld_mean);
}

/* ---- who runs where ---------------------------------------------------------------- */

/* Of stretches of equal length the one in which most CPUs are busy, as a number. */
static size_t broker_plots_busiest(const struct broker_result *r, int64_t first,
                                   int64_t length, size_t stretches)
{
    double *change = (double *)calloc(stretches + 2, sizeof *change), busy = 0, most = -1;
    size_t i, found = 0;
    if (!change) return 0;
    for (i = 0; i < r->execution_count; i++) {
        const struct broker_execution *k = &r->executions[i];
        gantt_spread(change, stretches, length, k->start - first, k->end - first,
                     broker_rules_execution_cpus(r, k));
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
static void broker_plots_stretch(const struct broker_experiment *x,
                                 const struct broker_point *at, int64_t stretch[2])
{
    int64_t period[2], length = BROKER_HOURS * FIGURE_HOUR;
    broker_plots_period(x, at, period);
    if ((period[1] - period[0]) / BROKER_STRETCHES > length)
        length = (period[1] - period[0]) / BROKER_STRETCHES;
    stretch[0] = period[0];
    if (at->result.outage_count)
        stretch[0] = at->result.outages[0].from - length / 2;
    else
        stretch[0] += length * (int64_t)broker_plots_busiest(
                                   &at->result, period[0], length,
                                   (size_t)((period[1] - period[0]) / length) + 1);
    if (stretch[0] < period[0]) stretch[0] = period[0];
    stretch[1] = stretch[0] + length;
    if (stretch[1] > period[1]) stretch[1] = period[1];
}

static void broker_plots_chart_jobs(struct gantt *g, const struct broker_experiment *x,
                                    const struct broker_result *r)
{
    size_t i;
    for (i = 0; i < r->execution_count; i++) {
        const struct broker_execution *k = &r->executions[i];
        const struct job *job = &x->workload.jobs[k->job];
        struct gantt_bar bar = {0};
        bar.job = job->number;
        bar.start = k->start;
        bar.end = k->end;
        bar.servers = broker_rules_execution_cpus(r, k);
        bar.runs = r->runs + k->first_run;
        bar.run_count = k->run_count;
        gantt_job(g, k->cluster, &bar);
    }
    for (i = 0; i < r->outage_count; i++)
        gantt_down(g, r->outages[i].cluster, r->outages[i].from, r->outages[i].to);
}

static void broker_plots_chart(struct broker_plots *f, const struct broker_experiment *x)
{
    const struct broker_point *at = broker_experiment_point_at(x, 0, 0, 0);
    const int64_t first = x->workload.jobs[0].submit;
    char from[TEXT_NUMBER], name[GRID_NAME + TEXT_NUMBER];
    struct gantt *g = &f->gantt;
    int64_t stretch[2];
    size_t c;
    broker_plots_stretch(x, at, stretch);
    gantt_init(g, "gantt", "", BROKER_CPUS_MOST, stretch[0], stretch[1]);
    f->charted = 1;
    figure_plot_text(&g->plot, &g->plot.title, "Who runs where, %s", at->setup->name);
    figure_plot_text(
        &g->plot, &g->plot.caption, "From %s after the first submission on%s%s.",
        gantt_duration_text(stretch[0] - first, from),
        x->grid.count > DRAWING_PANELS ? ", on the first clusters" : "",
        at->result.outage_count ? ": around the first failure" : ": the busiest stretch");
    g->plot.x.label = "time within the stretch";
    g->plot.y.label = "CPU";
    for (c = 0; c < x->grid.count && c < DRAWING_PANELS; c++) {
        snprintf(name, sizeof name, "%s (%" PRIu32 " CPUs)", x->grid.clusters[c].name,
                 x->grid.clusters[c].cpus);
        gantt_panel_add(g, name);
        gantt_resize(g, c, x->grid.clusters[c].cpus);
    }
    broker_plots_chart_jobs(g, x, &at->result);
}

/* ---- tables ------------------------------------------------------------------------ */

static struct page_sheet *broker_plots_sheet(struct broker_plots *f, const char *label,
                                             enum measure_unit unit)
{
    const char *name = measure_unit_name(unit);
    struct page_sheet *t = &f->sheets[f->sheet_count++];
    page_sheet_caption(t, "%s%s%s%s", label, *name ? " (" : "", name, *name ? ")" : "");
    t->texts = 1;
    return t;
}

/* The headings; `ranking`: only of set-ups that rank jobs. */
static void broker_plots_sheet_head(struct page_sheet *t,
                                    const struct broker_experiment *x, const char *first,
                                    int ranking)
{
    const struct broker_setups *all = &x->settings->setups;
    size_t i;
    page_sheet_cell(t, "%s", first);
    for (i = 0; i < all->count; i++)
        if (!ranking || broker_setup_ranks(all->items[i]))
            page_sheet_cell(t, "%s", all->items[i]->name);
    page_sheet_row(t);
}

static void broker_plots_sheet_figures(struct broker_plots *f,
                                       const struct broker_experiment *x)
{
    struct page_sheet *t = broker_plots_sheet(f, "All figures", MEASURE_COUNT);
    char text[TEXT_NUMBER];
    size_t i, k;
    broker_plots_sheet_head(t, x, "", 0);
    for (k = 0; k < BROKER_FIGURE_COUNT; k++) {
        const struct broker_about *about = broker_figures_about(k);
        if (!broker_results_wanted(x, k)) continue;
        page_sheet_label(t, about->label, measure_unit_name(about->unit));
        for (i = 0; i < x->settings->setups.count; i++)
            page_sheet_cell(t, "%s",
                            measure_text(broker_experiment_point_at(x, i, 0, 0)->value[k],
                                         about->unit, text));
        page_sheet_row(t);
    }
}

static void broker_plots_sheet_clusters(struct broker_plots *f,
                                        const struct broker_experiment *x, size_t figure,
                                        enum broker_figure mean)
{
    const struct broker_about *about = broker_figures_cluster_about(figure);
    struct page_sheet *t = broker_plots_sheet(f, about->label, about->unit);
    char text[TEXT_NUMBER];
    size_t i, c;
    broker_plots_sheet_head(t, x, "cluster", 0);
    for (c = 0; c <= x->grid.count; c++) {
        page_sheet_cell(t, "%s", c < x->grid.count ? x->grid.clusters[c].name : "mean");
        for (i = 0; i < x->settings->setups.count; i++) {
            const struct broker_point *p = broker_experiment_point_at(x, i, 0, 0);
            const double v = c < x->grid.count
                                 ? p->clusters[c * BROKER_CLUSTER_COUNT + figure]
                                 : p->value[mean];
            page_sheet_cell(t, "%s", measure_text(v, about->unit, text));
        }
        page_sheet_row(t);
    }
}

static void broker_plots_sheet_factors(struct broker_plots *f,
                                       const struct broker_experiment *x,
                                       enum broker_figure figure)
{
    const struct broker_settings *s = x->settings;
    const enum measure_unit unit = broker_figures_about(figure)->unit;
    struct page_sheet *t = broker_plots_sheet(f, broker_results_label(figure), unit);
    char text[BROKER_TEXT];
    size_t i, k;
    broker_plots_sheet_head(t, x, "reduction factor", 1);
    for (k = 0; k < s->factors.count; k++) {
        page_sheet_cell(t, "%s", broker_results_factor_text(s, k, text));
        for (i = 0; i < s->setups.count; i++)
            if (broker_setup_ranks(s->setups.items[i]))
                page_sheet_cell(
                    t, "%s",
                    measure_text(broker_experiment_point_at(x, i, k, 0)->value[figure],
                                 unit, text));
        page_sheet_row(t);
    }
}

static void broker_plots_sheet_delays(struct broker_plots *f,
                                      const struct broker_experiment *x,
                                      enum broker_figure figure)
{
    const struct broker_settings *s = x->settings;
    struct page_sheet *t = broker_plots_sheet(f, broker_results_label(figure),
                                              broker_figures_about(figure)->unit);
    char text[BROKER_TEXT];
    size_t i, d;
    broker_plots_sheet_head(t, x, "age of information", 0);
    for (d = 0; d < s->delays.count; d++) {
        page_sheet_cell(t, "%s", broker_results_delay_text(s, d, text));
        for (i = 0; i < s->setups.count; i++)
            page_sheet_cell(t, "%s",
                            broker_results_loss_text(
                                broker_experiment_point_at(x, i, 0, d),
                                broker_experiment_point_at(x, i, 0, 0), figure, text));
        page_sheet_row(t);
    }
}

/* ---- all of it --------------------------------------------------------------------- */

int broker_plots_make(struct broker_plots *f, const struct broker_experiment *x,
                      struct error *e)
{
    size_t i;
    broker_plots_fig7(f, x);
    broker_plots_fig8(f, x);
    broker_plots_use(f, x, "fig9", "CPUs in use (figure 9)",
                     BROKER_CLUSTER_cpu_utilisation, BROKER_FIGURE_cpu_clusters);
    broker_plots_use(f, x, "fig9_nodes", "Nodes in use", BROKER_CLUSTER_node_utilisation,
                     BROKER_FIGURE_node_clusters);
    broker_plots_fig10(f, x);
    broker_plots_factor_plots(f, x);
    broker_plots_delay_plots(f, x);
    broker_plots_chart(f, x);
    broker_plots_sheet_figures(f, x);
    broker_plots_sheet_clusters(f, x, BROKER_CLUSTER_cpu_utilisation,
                                BROKER_FIGURE_cpu_clusters);
    broker_plots_sheet_clusters(f, x, BROKER_CLUSTER_node_utilisation,
                                BROKER_FIGURE_node_clusters);
    for (i = 0; i < BROKER_BY_FACTOR && broker_results_sweeps_factors(x->settings); i++)
        broker_plots_sheet_factors(f, x, broker_results_by_factor[i]);
    for (i = 0; i < BROKER_BY_DELAY && x->settings->delays.count > 1; i++)
        broker_plots_sheet_delays(f, x, broker_results_by_delay[i]);
    for (i = 0; i < f->plot_count; i++)
        if (figure_plot_check(&f->plots[i], e) != 0) return -1;
    return figure_plot_check(&f->gantt.plot, e);
}

int broker_plots_csv(const char *folder, const struct broker_plots *f, struct error *e)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++)
        if (figure_plot_csv_file(folder, &f->plots[i], e) != 0) return -1;
    return gantt_csv_file(folder, &f->gantt, e);
}

static int broker_plots_page_head(struct page *page, const struct broker_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    int failed;
    if (!to) return -1;
    broker_results_print_broker_head(to, x);
    failed = fclose(to) != 0;
    if (!failed) page_lines(page, text);
    free(text);
    return failed ? -1 : 0;
}

int broker_plots_page(const struct broker_plots *f, const struct broker_experiment *x,
                      const char *path, const char *program, const char *flags, int argc,
                      char **argv, struct error *e)
{
    struct page page = {0};
    size_t i;
    int result = 0;
    page_title(&page, "A grid and its broker: %s", x->grid.source);
    if (broker_plots_page_head(&page, x) != 0) result = error_fail(e, "out of memory");
    page_text(
        &page,
        "Numbers of figures are those of I. Rodero, F. Guim, J. Corbalan:"
        " Performance-driven Coordinated Grid Scheduling. A broker chooses the next job"
        " and its cluster, whose own scheduler goes on. FCFS: first come, first served,"
        " to the best match that is free; RANK: JR-backfilling, the same; SLOW:"
        " JR-backfilling, to the cluster with the lowest average slowdown.");
    page_section(&page, "Pictures");
    for (i = 0; i < f->plot_count; i++) page_plot(&page, &f->plots[i]);
    page_section(&page, "Numbers");
    for (i = 0; i < f->sheet_count; i++) page_sheet(&page, &f->sheets[i]);
    page_section(&page, "Clusters");
    page_gantt(&page, &f->gantt);
    page_made_by(&page, program, flags, argc, argv);
    if (result == 0) result = page_file(&page, path, e);
    page_free(&page);
    return result;
}
