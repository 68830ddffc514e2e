/* broker_plots.c - the pictures of broker_sim: figures 7 to 10 of paper 2 (I. Rodero, F.
 * Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling), and more.
 *
 *     figure 7    the share of the jobs submitted, over time
 *     figure 8    execution time, waiting and bounded slowdown of each set-up
 *     figure 9    use of the CPUs of each cluster; and, not in the paper, of its nodes
 *     figure 10   the average bounded slowdown of the jobs finished so far, over time, of
 *                 each cluster; under SLOW, or the first set-up that selects by slowdown
 *     factors     waiting and slowdown over JR's reduction factor, if there are several
 *     delays      the same over the age of the broker's information, as multiples of what
 *                 they are without delay
 *
 * All but factors and delays are of the first factor and the first delay.
 *
 * One function for each picture. */
#include "grid/broker_results.h"

#include "base/job.h"
#include "grid/broker_experiment.h"
#include "grid/broker_figures.h"
#include "grid/broker_rules.h"
#include "grid/broker_setup.h"
#include "program/measure.h"
#include "program/table.h"
#include "report/figure.h"
#include "report/page.h"
#include "workload/grid.h"
#include "workload/workload.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOMENTS = 400, /* of curves over time                                  */
    WIDE = 5       /* with more set-ups a picture of bars is wide          */
};

/* From the first submission to the last end of a run; the same if nothing ran. */
static void period_of(const struct broker_experiment *x, const struct broker_point *p,
                      int64_t period[2])
{
    const double span = p->value[BROKER_FIGURE_execution_time];
    period[0] = period[1] = x->workload.jobs[0].submit;
    if (isfinite(span)) period[1] += (int64_t)span;
}

static void draw_fig7(struct page *page, const struct broker_experiment *x)
{
    const struct workload *w = &x->workload;
    const int64_t first = w->jobs[0].submit, span = w->jobs[w->count - 1].submit - first;
    struct figure_plot *p = page_new_plot(page, "When jobs arrive", "fig7",
                                          "How many jobs have arrived (figure 7)");
    const size_t series = figure_plot_series(p, FIGURE_LINE, "jobs submitted");
    size_t i, next = 0;
    p->x = figure_axis_hours("time since the first submission");
    p->y = figure_axis_plain("jobs submitted", "%");
    figure_plot_text(p, &p->caption, "The share of the jobs submitted so far.");
    figure_plot_point(p, series, 0, 0);
    for (i = 1; i <= MOMENTS; i++) {
        const double part = (double)i / MOMENTS * (double)span;
        while (next < w->count && (double)(w->jobs[next].submit - first) <= part) next++;
        figure_plot_point(p, series, part / FIGURE_HOUR,
                          100 * (double)next / (double)w->count);
    }
}

/* ---- figure 8 ---------------------------------------------------------------------- */

/* Bars of a figure of each set-up. */
static void add_bars(struct figure_plot *p, const struct broker_experiment *x,
                     const char *name, enum broker_figure figure, double factor)
{
    const struct figure_cube of = {&x->cube, figure, factor};
    figure_cube_bars(p, &of, 0, name);
}

static struct figure_plot *add_bars_plot(struct page *page,
                                         const struct broker_experiment *x,
                                         const char *id, const char *title)
{
    struct figure_plot *p =
        page_new_plot(page, "How long jobs take under each set-up", id, title);
    figure_cube_categories(p, &x->cube);
    p->wide = x->settings->setups.count > WIDE;
    p->x.label = "set-up";
    return p;
}

/* Says what the upright lines are. */
static void tell_ranges(struct figure_plot *p, const struct broker_experiment *x)
{
    if (x->seeds > 1)
        figure_caption_add(p, " Means of %zu seeds; upright lines: %s.", x->seeds,
                           cube_spread_lines(x->seeds));
}

static void draw_fig8(struct page *page, const struct broker_experiment *x)
{
    struct figure_plot *p =
        add_bars_plot(page, x, "fig8a", "How long the workload takes (figure 8a)");
    p->y = figure_axis_plain("execution time", "hours");
    figure_plot_text(p, &p->caption, "From the first submission to the last end.");
    add_bars(p, x, "execution time", BROKER_FIGURE_execution_time, 1.0 / FIGURE_HOUR);
    tell_ranges(p, x);
    p = add_bars_plot(page, x, "fig8b", "How long jobs wait (figure 8b)");
    p->y = figure_axis_plain("waiting time", "hours");
    figure_plot_text(p, &p->caption,
                     "From submission to the start, of jobs that finished.");
    add_bars(p, x, "95 % of the jobs at most", BROKER_FIGURE_wait_p95, 1.0 / FIGURE_HOUR);
    add_bars(p, x, "mean", BROKER_FIGURE_wait_mean, 1.0 / FIGURE_HOUR);
    figure_axis_spread_values(p);
    tell_ranges(p, x);
    p = add_bars_plot(page, x, "fig8c", "How much jobs are slowed down (figure 8c)");
    p->y = figure_axis_plain("bounded slowdown", NULL);
    figure_plot_text(p, &p->caption, "Bound 60 seconds, of jobs that finished.");
    add_bars(p, x, "95 % of the jobs at most", BROKER_FIGURE_bsld_p95, 1);
    add_bars(p, x, "mean", BROKER_FIGURE_bsld_mean, 1);
    figure_axis_spread_values(p);
    tell_ranges(p, x);
}

/* ---- figure 9 ---------------------------------------------------------------------- */

static void draw_use(struct page *page, const struct broker_experiment *x, const char *id,
                     const char *title, enum broker_cluster_figure figure,
                     enum broker_figure mean)
{
    struct figure_plot *p = page_new_plot(page, "Which clusters are used", id, title);
    size_t i, c;
    p->wide = 1;
    p->x.label = "cluster";
    p->y = figure_axis_plain(broker_figures_of_cluster[figure].label, "%");
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

/* The first set-up that ranks jobs and selects clusters by slowdown; else the first that
 * selects them so; else the first. */
static const struct broker_point *slow_point(const struct broker_experiment *x)
{
    const struct broker_setups *all = &x->settings->setups;
    size_t i, found = all->count;
    for (i = 0; i < all->count; i++) {
        const struct broker_setup *s = &all->items[i];
        const int slow = s->resources == BROKER_SLOW ||
                         s->resources == BROKER_SLOW_GATE ||
                         s->resources == BROKER_SLOW_FREE;
        const int slowest = slow && broker_setup_ranks(s);
        if (slowest ||
            (found == all->count && (slow || s->resources == BROKER_MATCH_SLOW)))
            found = i;
        if (slowest) break;
    }
    return broker_experiment_point_at(x, found < all->count ? found : 0, 0, 0);
}

/* The average so far of each cluster, at each moment. `sum` and `count`: of each
 * cluster. */
static void add_evolution(struct figure_plot *p, const struct broker_experiment *x,
                          const struct broker_point *at, double *sum, double *count)
{
    const struct broker_result *r = &at->result;
    int64_t period[2];
    size_t i, c, next = 0;
    period_of(x, at, period);
    for (i = 1; i <= MOMENTS; i++) {
        const double span = (double)(period[1] - period[0]);
        const double part = (double)i / MOMENTS * span;
        for (; next < r->execution_count; next++) {
            const struct broker_execution *k = &r->executions[next];
            if ((double)(k->end - period[0]) > part) break;
            sum[k->cluster] += broker_rules_slowdown(
                k->start - x->workload.jobs[k->job].submit, k->end - k->start);
            count[k->cluster]++;
        }
        for (c = 0; c < x->grid.count; c++)
            if (count[c] > 0)
                figure_plot_point(p, c, part / FIGURE_HOUR, sum[c] / count[c]);
    }
}

static void draw_fig10(struct page *page, const struct broker_experiment *x)
{
    const struct broker_point *at = slow_point(x);
    struct figure_plot *p = page_new_plot(page, "How slowdown develops", "fig10", "");
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
        add_evolution(p, x, at, sum, sum + x->grid.count);
    else
        p->failed = 1;
    free(sum);
    figure_axis_spread(p);
}

/* ---- factors and delays ------------------------------------------------------------ */

static void draw_factor(struct page *page, const struct broker_experiment *x,
                        const char *id, const char *title, enum broker_figure figure,
                        const struct figure_axis *y, double factor)
{
    const struct figure_cube of = {&x->cube, figure, factor};
    struct figure_plot *p =
        page_new_plot(page, "What the reduction factor changes", id, title);
    struct cube_line line;
    p->x = figure_axis_plain("reduction factor", NULL);
    p->y = *y;
    broker_tables_factors(x, &line);
    figure_cube_curves(p, &of, &line);
    figure_plot_text(p, &p->caption,
                     "Jobs before a job count the more, the larger it is.");
    figure_axis_spread(p);
    tell_ranges(p, x);
}

static void draw_factors(struct page *page, const struct broker_experiment *x)
{
    const struct figure_axis hours = figure_axis_plain("mean waiting time", "hours");
    const struct figure_axis longest = figure_axis_plain("longest waiting time", "hours");
    const struct figure_axis slowdown = figure_axis_plain("mean bounded slowdown", NULL);
    if (!broker_tables_over_factors(x->settings)) return;
    draw_factor(page, x, "factor_wait", "Waiting time by reduction factor",
                BROKER_FIGURE_wait_mean, &hours, 1.0 / FIGURE_HOUR);
    draw_factor(page, x, "factor_longest", "Longest waiting time by reduction factor",
                BROKER_FIGURE_wait_max, &longest, 1.0 / FIGURE_HOUR);
    draw_factor(page, x, "factor_slowdown", "Bounded slowdown by reduction factor",
                BROKER_FIGURE_bsld_mean, &slowdown, 1);
}

static void draw_delay(struct page *page, const struct broker_experiment *x,
                       const char *id, const char *title, enum broker_figure figure)
{
    const struct broker_settings *s = x->settings;
    struct figure_plot *p = page_new_plot(page, "What old information costs", id, title);
    size_t i, d;
    p->x = figure_axis_hours("age of the broker's information");
    p->y = figure_axis_plain("times as large as without", NULL);
    for (i = 0; i < s->setups.count; i++) {
        const double without = broker_experiment_point_at(x, i, 0, 0)->value[figure];
        const size_t series =
            figure_plot_series(p, FIGURE_LINE, "%s", s->setups.items[i].name);
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

static void draw_delays(struct page *page, const struct broker_experiment *x)
{
    if (x->settings->delays.count == 1) return;
    draw_delay(page, x, "delay_wait", "Waiting, by the age of the information",
               BROKER_FIGURE_wait_mean);
    draw_delay(page, x, "delay_slowdown", "Slowdown, by the age of the information",
               BROKER_FIGURE_bsld_mean);
}

/* ---- the page ---------------------------------------------------------------------- */

static void draw(struct page *page, const struct broker_experiment *x)
{
    draw_factors(page, x);
    draw_delays(page, x);
    draw_fig8(page, x);
    draw_use(page, x, "fig9", "CPUs in use (figure 9)", BROKER_CLUSTER_cpu_utilisation,
             BROKER_FIGURE_cpu_clusters);
    draw_use(page, x, "cluster_nodes", "Nodes in use", BROKER_CLUSTER_node_utilisation,
             BROKER_FIGURE_node_clusters);
    draw_fig10(page, x);
    draw_fig7(page, x);
}

int broker_plots_page(struct page *page, const void *experiment, struct error *e)
{
    const struct broker_experiment *x = (const struct broker_experiment *)experiment;
    struct table *summary;
    size_t i;
    (void)e;
    page_title(page, "A grid and its broker: %s", x->grid.source);
    page_asked(page, broker_tables_head, x);
    page_text(
        page,
        "Numbers of figures are those of I. Rodero, F. Guim, J. Corbalan:"
        " Performance-driven Coordinated Grid Scheduling. A broker chooses the next job"
        " and its cluster, whose own scheduler goes on. FCFS: first come, first served,"
        " to the best match that is free; RANK: JR-backfilling, the same; SLOW:"
        " JR-backfilling, to the cluster with the lowest average slowdown.");
    page_section(page, "Summary");
    summary = page_new_table(page);
    table_title(summary, MEASURE_COUNT, "All figures");
    broker_tables_figures(summary, x);
    draw(page, x);
    page_section(page, "Numbers");
    broker_tables_clusters(page_new_table(page), x, BROKER_CLUSTER_cpu_utilisation);
    broker_tables_clusters(page_new_table(page), x, BROKER_CLUSTER_node_utilisation);
    for (i = 0; i < broker_tables_over_count(x->settings); i++)
        broker_tables_over(page_new_table(page), x, i);
    return 0;
}
