/* multicost_plots.c - implements multicost_plots.h. */
#define _POSIX_C_SOURCE 200809L

#include "multicost/multicost_plots.h"

#include "netsched.h"

#include "base/text.h"
#include "multicost/burst.h"
#include "multicost/multicost_figures.h"
#include "multicost/multicost_results.h"
#include "multicost/multicost_tasks.h"
#include "program/measure.h"
#include "report/metrics.h"
#include "report/report.h"
#include "topology/topology_data.h"
#include "topology/topomap.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void multicost_plots_free(struct multicost_plots *f)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++) figure_plot_free(&f->plots[i]);
    for (i = 0; i < f->map_count; i++) netmap_free(&f->maps[i]);
    for (i = 0; i < f->sheet_count; i++) page_sheet_free(&f->sheets[i]);
    f->plot_count = f->map_count = f->sheet_count = 0;
}

/* ---- curves ------------------------------------------------------------------------ */

/* Of methods that look at the links. */
static int searches_paths(const struct multicost_method *m)
{
    return m->method != NETS_ECT;
}

/* A figure over lambda, times a factor; `searching`: only of methods that search paths.
 */
static struct figure_plot *curves(struct multicost_plots *f,
                                                  const struct multicost_experiment *x,
                                                  const char *id, const char *title,
                                                  enum multicost_figure figure,
                                                  double factor, int searching)
{
    struct figure_plot *p = &f->plots[f->plot_count++];
    size_t load, m;
    figure_plot_init(p, id, title);
    p->x.label = "tasks generated, lambda";
    p->x.unit = "tasks/s";
    for (m = 0; m < x->methods; m++) {
        const struct multicost_method *method =
            multicost_results_point_at(x, 0, m)->method;
        size_t series;
        if (searching && !searches_paths(method)) continue;
        series = figure_plot_series(p, FIGURE_LINE, "%s", method->name);
        for (load = 0; load < x->settings->lambda.count; load++)
            figure_plot_point(p, series, multicost_experiment_lambda(x->settings, load),
                              multicost_results_point_at(x, load, m)->mean[figure] *
                                  factor);
    }
    return p;
}

static void fig2a(struct multicost_plots *f,
                                  const struct multicost_experiment *x)
{
    struct figure_plot *p =
        curves(f, x, "fig2a", "Average total delay (figure 2a)",
                               MULTICOST_FIGURE_delay_mean, 1, 0);
    p->y.label = "average total delay";
    p->y.unit = "seconds";
    p->y.seconds = 1;
    figure_plot_text(p, &p->caption,
                     "From a task's creation to the end of its work; means of %" PRId64
                     " run%s.",
                     x->settings->runs, x->settings->runs == 1 ? "" : "s");
}

static void probabilities(struct multicost_plots *f,
                                          const struct multicost_experiment *x)
{
    struct figure_plot *p =
        curves(f, x, "blocking", "Data burst blocking probability",
                               MULTICOST_FIGURE_blocking, 100, 0);
    p->y.label = "bursts blocked";
    p->y.unit = "% of those sent";
    figure_plot_text(p, &p->caption, "A burst that is sent again counts again.");
    p = curves(f, x, "conflict", "Conflict probability",
                               MULTICOST_FIGURE_conflict, 100, 0);
    p->y.label = "tasks in conflict";
    p->y.unit = "% of those that arrived";
    figure_plot_text(
        p, &p->caption,
        "Tasks for which no CPU was left at the time the scheduler predicted.");
}

static void fig2b(struct multicost_plots *f,
                                  const struct multicost_experiment *x)
{
    struct figure_plot *p = curves(f, x, "fig2b",
                                                   "Average number of searched paths"
                                                   " (figure 2b)",
                                                   MULTICOST_FIGURE_paths_mean, 1, 1);
    p->y.label = "non-dominated paths";
    p->y.unit = "per decision";
    figure_plot_text(p, &p->caption,
                     "The size of the set P_n-d, from the source to all nodes.");
    p = curves(f, x, "labels", "Paths looked at",
                               MULTICOST_FIGURE_labels_mean, 1, 1);
    p->y.label = "paths";
    p->y.unit = "per decision";
    figure_plot_text(p, &p->caption, "With those that were found to be dominated.");
    if (!x->timing) return;
    p = curves(f, x, "decide", "Time to decide",
                               MULTICOST_FIGURE_decide_us, 1, 0);
    p->y.label = "time to decide";
    p->y.unit = "microseconds";
    figure_plot_text(p, &p->caption, "Measured on this machine, without the picture.");
}

static void uses_plots(struct multicost_plots *f,
                                       const struct multicost_experiment *x)
{
    struct figure_plot *p = curves(
        f, x, "bursts", "Bursts sent for a task", MULTICOST_FIGURE_bursts_mean, 1, 0);
    p->y.label = "bursts";
    p->y.unit = "per task";
    p = curves(f, x, "links", "Links in use",
                               MULTICOST_FIGURE_link_utilisation, 100, 0);
    p->y.label = "links, by capacity and time";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption, "What was reserved in vain counts, too.");
    p = curves(f, x, "cpus", "CPUs in use",
                               MULTICOST_FIGURE_cpu_utilisation, 100, 0);
    p->y.label = "CPUs";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption, "Up to the last creation.");
}

/* ---- the network, drawn ------------------------------------------------------------ */

/* network_make's numbers: a link that leads both ways is two. */
static uint32_t *first_links(const struct topology *t)
{
    uint32_t *first = (uint32_t *)malloc((t->link_count + 1) * sizeof *first);
    uint32_t next = 0;
    size_t k;
    for (k = 0; first && k < t->link_count; k++) {
        first[k] = next;
        next += t->links[k].oneway ? 1 : 2;
    }
    return first;
}

static void map_uses(struct netmap *m, const struct topology *t,
                                     const struct burst_uses *uses)
{
    uint32_t *first = first_links(t);
    size_t i;
    for (i = 0; first && i < uses->count; i++) {
        const struct burst_use *u = &uses->at[i];
        size_t link;
        int back;
        if (u->kind != NETS_LINK) continue;
        link = topomap_link(t, first, u->index, &back);
        topomap_use(m, link, back, u->from, u->to,
                    (double)u->amount / (double)t->links[link].capacity);
    }
    if (!first) m->plot.failed = 1;
    free(first);
}

static void map(struct multicost_plots *f,
                                const struct multicost_experiment *x,
                                const struct multicost_point *p, int64_t until)
{
    const struct topology t = multicost_experiment_topology(x, 0);
    struct netmap *m = &f->maps[f->map_count++];
    unsigned char *marked = (unsigned char *)calloc(t.node_count, 1);
    char id[32];
    size_t i;
    snprintf(id, sizeof id, "netmap_%s", p->method->name);
    netmap_init(m, id, "", t.node_count, t.link_count, 0, until);
    m->seconds = 1e-6;
    m->marked = "node with a cluster";
    figure_plot_text(&m->plot, &m->plot.title, "Links in use over time, %s",
                     p->method->name);
    figure_plot_text(
        &m->plot, &m->plot.caption,
        "The first run at lambda = %.6g. A link is as busy as it was on average"
        " during a %dth of the time; drawn is the busier of its two directions."
        " Below, how many of the links, each direction for itself, are how busy.",
        multicost_experiment_lambda(x->settings, p->load), NETMAP_MOMENTS);
    for (i = 0; marked && i < t.cluster_count; i++) marked[t.clusters[i].node] = 1;
    if (marked) topomap_nodes(m, &t, marked);
    if (!marked) m->plot.failed = 1;
    topomap_links(m, &t);
    map_uses(m, &t, &p->uses);
    free(marked);
}

static int multicost_plots_maps(struct multicost_plots *f,
                                const struct multicost_experiment *x, struct error *e)
{
    const size_t load = x->settings->lambda.count - 1;
    struct multicost_tasks tasks = {NULL, 0};
    int64_t until;
    size_t m;
    if (multicost_experiment_draw(x, 0, load, &tasks, e) != 0) return -1;
    until = tasks.at[tasks.count - 1].created + 1;
    multicost_tasks_free(&tasks);
    for (m = 0; m < x->methods; m++)
        map(f, x, multicost_results_point_at(x, load, m), until);
    for (m = 0; m < f->map_count; m++)
        if (figure_plot_check(&f->maps[m].plot, e) != 0) return -1;
    return 0;
}

/* ---- tables ------------------------------------------------------------------------ */

static void sheet_head(struct page_sheet *t,
                                       const struct multicost_experiment *x,
                                       const char *first)
{
    size_t m;
    t->texts = 1;
    page_sheet_cell(t, "%s", first);
    for (m = 0; m < x->methods; m++)
        page_sheet_cell(t, "%s", multicost_results_point_at(x, 0, m)->method->name);
    page_sheet_row(t);
}

/* A mean with its confidence interval, if there are several runs. */
static void sheet_cell(struct page_sheet *t,
                                       const struct multicost_experiment *x,
                                       const struct multicost_point *p, size_t figure)
{
    const enum measure_unit unit = multicost_results_figure_about(figure)->unit;
    const double runs = (double)x->settings->runs, spread = p->spread[figure];
    char mean[TEXT_NUMBER], half[TEXT_NUMBER];
    multicost_results_text(p->mean[figure], unit, runs, mean);
    multicost_results_text(spread, unit, runs, half);
    if (spread > 0)
        page_sheet_cell(t, "%s \xc2\xb1 %s", mean, half);
    else
        page_sheet_cell(t, "%s", mean);
}

/* One figure at each load. */
static void sheet(struct multicost_plots *f,
                                  const struct multicost_experiment *x,
                                  enum multicost_figure figure)
{
    struct page_sheet *t = &f->sheets[f->sheet_count++];
    const struct multicost_about *about = multicost_results_figure_about(figure);
    const char *unit = measure_unit_name(about->unit);
    size_t load, m;
    page_sheet_caption(t, "%s%s%s%s", about->label, *unit ? " (" : "", unit,
                       *unit ? ")" : "");
    sheet_head(t, x, "lambda");
    for (load = 0; load < x->settings->lambda.count; load++) {
        page_sheet_cell(t, "%.6g", multicost_experiment_lambda(x->settings, load));
        for (m = 0; m < x->methods; m++)
            sheet_cell(t, x, multicost_results_point_at(x, load, m),
                                       figure);
        page_sheet_row(t);
    }
}

/* A reason that no task had, and what was not measured, has no row. */
static int multicost_plots_wanted(const struct multicost_experiment *x, size_t figure)
{
    const char *label = multicost_results_figure_about(figure)->label;
    const int reason =
        strncmp(label, "    ", 4) == 0 || figure == MULTICOST_FIGURE_overdue;
    int wanted = 0;
    size_t m;
    for (m = 0; m < x->methods; m++) {
        const double v =
            multicost_results_point_at(x, x->settings->lambda.count - 1, m)->mean[figure];
        wanted |= isfinite(v) && (v > 0 || !reason);
    }
    return wanted;
}

/* Every figure at the largest load. */
static void summary(struct multicost_plots *f,
                                    const struct multicost_experiment *x)
{
    struct page_sheet *t = &f->sheets[f->sheet_count++];
    const size_t load = x->settings->lambda.count - 1;
    size_t m, k;
    page_sheet_caption(t, "All figures at lambda = %.6g",
                       multicost_experiment_lambda(x->settings, load));
    sheet_head(t, x, "");
    for (k = 0; k < MULTICOST_FIGURE_COUNT; k++) {
        const struct multicost_about *about = multicost_results_figure_about(k);
        if (!multicost_plots_wanted(x, k)) continue;
        page_sheet_label(t, about->label, measure_unit_name(about->unit));
        for (m = 0; m < x->methods; m++)
            sheet_cell(t, x, multicost_results_point_at(x, load, m), k);
        page_sheet_row(t);
    }
}

/* ---- all of it --------------------------------------------------------------------- */

int multicost_plots_make(struct multicost_plots *f, const struct multicost_experiment *x,
                         struct error *e)
{
    size_t i;
    fig2a(f, x);
    probabilities(f, x);
    fig2b(f, x);
    uses_plots(f, x);
    for (i = 0; i < f->plot_count; i++)
        if (figure_plot_check(&f->plots[i], e) != 0) return -1;
    sheet(f, x, MULTICOST_FIGURE_delay_mean);
    sheet(f, x, MULTICOST_FIGURE_blocking);
    sheet(f, x, MULTICOST_FIGURE_conflict);
    sheet(f, x, MULTICOST_FIGURE_paths_mean);
    summary(f, x);
    return multicost_plots_maps(f, x, e);
}

int multicost_plots_csv(const char *folder, const struct multicost_plots *f,
                        struct error *e)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++)
        if (figure_plot_csv_file(folder, &f->plots[i], e) != 0) return -1;
    for (i = 0; i < f->map_count; i++)
        if (netmap_csv_file(folder, &f->maps[i], e) != 0) return -1;
    return 0;
}

static int page_head(struct page *page,
                                     const struct multicost_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    int failed;
    if (!to) return -1;
    multicost_results_print_mc_head(to, x);
    failed = fclose(to) != 0;
    if (!failed) page_lines(page, text);
    free(text);
    return failed ? -1 : 0;
}

int multicost_plots_page(const struct multicost_plots *f,
                         const struct multicost_experiment *x, const char *path,
                         const char *program, const char *flags, int argc, char **argv,
                         struct error *e)
{
    struct page page = {0};
    size_t i;
    int result = 0;
    page_title(&page, "Tasks on a grid: %s", x->settings->network);
    if (page_head(&page, x) != 0) result = error_fail(e, "out of memory");
    page_text(&page,
              "Numbers of figures are those of K. Christodoulopoulos, E. Varvarigos:"
              " Routing and scheduling in grids. A task's data are sent as one burst to"
              " a cluster; nodes decide from what they have heard, and what is taken"
              " meanwhile blocks the burst or makes the task wait.");
    page_section(&page, "Section 5");
    for (i = 0; i < f->plot_count; i++) page_plot(&page, &f->plots[i]);
    page_section(&page, "Numbers");
    for (i = 0; i < f->sheet_count; i++) page_sheet(&page, &f->sheets[i]);
    page_section(&page, "The network");
    for (i = 0; i < f->map_count; i++) page_netmap(&page, &f->maps[i]);
    page_made_by(&page, program, flags, argc, argv);
    if (result == 0) result = page_file(&page, path, e);
    page_free(&page);
    return result;
}
