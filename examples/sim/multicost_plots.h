/* multicost_plots.h - the pictures of multicost_sim: figure 2 of paper 4 (K.
 * Christodoulopoulos, E. Varvarigos), and a drawn network, on a page and as files.
 *
 *     figure 2(a)   average total delay over lambda, a curve for each method
 *     blocking, conflict   what section 5 says of the curves
 *     figure 2(b)   paths searched, of the methods that search paths
 *     bursts, links, CPUs   not in the paper
 *     netmap        how busy the links are over time, one for each method, in the first
 *                   repetition at the largest lambda
 *     tables        the curves as numbers, and every figure at the largest lambda
 */
#ifndef SIM_MULTICOST_PLOTS_H
#define SIM_MULTICOST_PLOTS_H

#include "error.h"
#include "figure.h"
#include "multicost_experiment.h"
#include "multicost_results.h"
#include "netmap.h"
#include "page.h"
#include "topomap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIM_MC_PLOTS = 9, SIM_MC_SHEETS = 5 };

typedef struct sim_mc_plots { /* zero-initialise; sim_mc_plots_free */
    sim_plot plots[SIM_MC_PLOTS];
    sim_netmap maps[SIM_MC_METHODS];
    sim_sheet sheets[SIM_MC_SHEETS];
    size_t plot_count, map_count, sheet_count;
} sim_mc_plots;

static inline void sim_mc_plots_free(sim_mc_plots *f)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++) sim_plot_free(&f->plots[i]);
    for (i = 0; i < f->map_count; i++) sim_netmap_free(&f->maps[i]);
    for (i = 0; i < f->sheet_count; i++) sim_sheet_free(&f->sheets[i]);
    f->plot_count = f->map_count = f->sheet_count = 0;
}

/* ---- curves ------------------------------------------------------------------------ */

/* Of methods that look at the links. */
static inline int sim_mc_searches_paths(const sim_mc_method *m)
{
    return m->method != NETS_ECT;
}

/* A figure over lambda, times a factor; `searching`: only of methods that search paths.
 */
static inline sim_plot *sim_mc_curves(sim_mc_plots *f, const sim_mc_experiment *x,
                                      const char *id, const char *title,
                                      sim_mc_figure figure, double factor, int searching)
{
    sim_plot *p = &f->plots[f->plot_count++];
    size_t load, m;
    sim_plot_init(p, id, title);
    p->x.label = "tasks generated, lambda";
    p->x.unit = "tasks/s";
    for (m = 0; m < x->methods; m++) {
        const sim_mc_method *method = sim_mc_point_at(x, 0, m)->method;
        size_t series;
        if (searching && !sim_mc_searches_paths(method)) continue;
        series = sim_plot_series(p, SIM_LINE, "%s", method->name);
        for (load = 0; load < x->settings->lambda.count; load++)
            sim_plot_point(p, series, sim_mc_lambda(x->settings, load),
                           sim_mc_point_at(x, load, m)->mean[figure] * factor);
    }
    return p;
}

static inline void sim_mc_fig2a(sim_mc_plots *f, const sim_mc_experiment *x)
{
    sim_plot *p = sim_mc_curves(f, x, "fig2a", "Average total delay (figure 2a)",
                                SIM_MC_FIGURE_delay_mean, 1, 0);
    p->y.label = "average total delay";
    p->y.unit = "seconds";
    p->y.seconds = 1;
    sim_plot_text(p, &p->caption,
                  "From a task's creation to the end of its work; means of %" PRId64
                  " run%s.",
                  x->settings->runs, x->settings->runs == 1 ? "" : "s");
}

static inline void sim_mc_probabilities(sim_mc_plots *f, const sim_mc_experiment *x)
{
    sim_plot *p = sim_mc_curves(f, x, "blocking", "Data burst blocking probability",
                                SIM_MC_FIGURE_blocking, 100, 0);
    p->y.label = "bursts blocked";
    p->y.unit = "% of those sent";
    sim_plot_text(p, &p->caption, "A burst that is sent again counts again.");
    p = sim_mc_curves(f, x, "conflict", "Conflict probability", SIM_MC_FIGURE_conflict,
                      100, 0);
    p->y.label = "tasks in conflict";
    p->y.unit = "% of those that arrived";
    sim_plot_text(p, &p->caption,
                  "Tasks for which no CPU was left at the time the scheduler predicted.");
}

static inline void sim_mc_fig2b(sim_mc_plots *f, const sim_mc_experiment *x)
{
    sim_plot *p = sim_mc_curves(f, x, "fig2b",
                                "Average number of searched paths"
                                " (figure 2b)",
                                SIM_MC_FIGURE_paths_mean, 1, 1);
    p->y.label = "non-dominated paths";
    p->y.unit = "per decision";
    sim_plot_text(p, &p->caption,
                  "The size of the set P_n-d, from the source to all nodes.");
    p = sim_mc_curves(f, x, "labels", "Paths looked at", SIM_MC_FIGURE_labels_mean, 1, 1);
    p->y.label = "paths";
    p->y.unit = "per decision";
    sim_plot_text(p, &p->caption, "With those that were found to be dominated.");
    if (!x->timing) return;
    p = sim_mc_curves(f, x, "decide", "Time to decide", SIM_MC_FIGURE_decide_us, 1, 0);
    p->y.label = "time to decide";
    p->y.unit = "microseconds";
    sim_plot_text(p, &p->caption, "Measured on this machine, without the picture.");
}

static inline void sim_mc_uses_plots(sim_mc_plots *f, const sim_mc_experiment *x)
{
    sim_plot *p = sim_mc_curves(f, x, "bursts", "Bursts sent for a task",
                                SIM_MC_FIGURE_bursts_mean, 1, 0);
    p->y.label = "bursts";
    p->y.unit = "per task";
    p = sim_mc_curves(f, x, "links", "Links in use", SIM_MC_FIGURE_link_utilisation, 100,
                      0);
    p->y.label = "links, by capacity and time";
    p->y.unit = "%";
    sim_plot_text(p, &p->caption, "What was reserved in vain counts, too.");
    p = sim_mc_curves(f, x, "cpus", "CPUs in use", SIM_MC_FIGURE_cpu_utilisation, 100, 0);
    p->y.label = "CPUs";
    p->y.unit = "%";
    sim_plot_text(p, &p->caption, "Up to the last creation.");
}

/* ---- the network, drawn ------------------------------------------------------------ */

/* sim_network_make's numbers: a link that leads both ways is two. */
static inline uint32_t *sim_mc_first_links(const sim_topology *t)
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

static inline void sim_mc_map_uses(sim_netmap *m, const sim_topology *t,
                                   const sim_uses *uses)
{
    uint32_t *first = sim_mc_first_links(t);
    size_t i;
    for (i = 0; first && i < uses->count; i++) {
        const sim_use *u = &uses->at[i];
        size_t link;
        int back;
        if (u->kind != NETS_LINK) continue;
        link = sim_topomap_link(t, first, u->index, &back);
        sim_topomap_use(m, link, back, u->from, u->to,
                        (double)u->amount / (double)t->links[link].capacity);
    }
    if (!first) m->plot.failed = 1;
    free(first);
}

static inline void sim_mc_map(sim_mc_plots *f, const sim_mc_experiment *x,
                              const sim_mc_point *p, int64_t until)
{
    const sim_topology t = sim_mc_topology(x, 0);
    sim_netmap *m = &f->maps[f->map_count++];
    unsigned char *marked = (unsigned char *)calloc(t.node_count, 1);
    char id[32];
    size_t i;
    snprintf(id, sizeof id, "netmap_%s", p->method->name);
    sim_netmap_init(m, id, "", t.node_count, t.link_count, 0, until);
    m->seconds = 1e-6;
    m->marked = "node with a cluster";
    sim_plot_text(&m->plot, &m->plot.title, "Links in use over time, %s",
                  p->method->name);
    sim_plot_text(
        &m->plot, &m->plot.caption,
        "The first run at lambda = %.6g. A link is as busy as it was on average"
        " during a %dth of the time; drawn is the busier of its two directions."
        " Below, how many of the links, each direction for itself, are how busy.",
        sim_mc_lambda(x->settings, p->load), SIM_NETMAP_MOMENTS);
    for (i = 0; marked && i < t.cluster_count; i++) marked[t.clusters[i].node] = 1;
    if (marked) sim_topomap_nodes(m, &t, marked);
    if (!marked) m->plot.failed = 1;
    sim_topomap_links(m, &t);
    sim_mc_map_uses(m, &t, &p->uses);
    free(marked);
}

static inline int sim_mc_maps(sim_mc_plots *f, const sim_mc_experiment *x, sim_error *e)
{
    const size_t load = x->settings->lambda.count - 1;
    sim_mc_tasks tasks = {NULL, 0};
    int64_t until;
    size_t m;
    if (sim_mc_draw(x, 0, load, &tasks, e) != 0) return -1;
    until = tasks.at[tasks.count - 1].created + 1;
    sim_mc_tasks_free(&tasks);
    for (m = 0; m < x->methods; m++) sim_mc_map(f, x, sim_mc_point_at(x, load, m), until);
    for (m = 0; m < f->map_count; m++)
        if (sim_plot_check(&f->maps[m].plot, e) != 0) return -1;
    return 0;
}

/* ---- tables ------------------------------------------------------------------------ */

static inline void sim_mc_sheet_head(sim_sheet *t, const sim_mc_experiment *x,
                                     const char *first)
{
    size_t m;
    t->texts = 1;
    sim_sheet_cell(t, "%s", first);
    for (m = 0; m < x->methods; m++)
        sim_sheet_cell(t, "%s", sim_mc_point_at(x, 0, m)->method->name);
    sim_sheet_row(t);
}

/* A mean with its confidence interval, if there are several runs. */
static inline void sim_mc_sheet_cell(sim_sheet *t, const sim_mc_experiment *x,
                                     const sim_mc_point *p, size_t figure)
{
    const sim_figure_unit unit = sim_mc_figure_about(figure)->unit;
    const double runs = (double)x->settings->runs, spread = p->spread[figure];
    char mean[SIM_NUMBER_TEXT], half[SIM_NUMBER_TEXT];
    sim_mc_text(p->mean[figure], unit, runs, mean);
    sim_mc_text(spread, unit, runs, half);
    if (spread > 0)
        sim_sheet_cell(t, "%s \xc2\xb1 %s", mean, half);
    else
        sim_sheet_cell(t, "%s", mean);
}

/* One figure at each load. */
static inline void sim_mc_sheet(sim_mc_plots *f, const sim_mc_experiment *x,
                                sim_mc_figure figure)
{
    sim_sheet *t = &f->sheets[f->sheet_count++];
    const sim_mc_about *about = sim_mc_figure_about(figure);
    const char *unit = sim_unit_text(about->unit);
    size_t load, m;
    sim_sheet_caption(t, "%s%s%s%s", about->label, *unit ? " (" : "", unit,
                      *unit ? ")" : "");
    sim_mc_sheet_head(t, x, "lambda");
    for (load = 0; load < x->settings->lambda.count; load++) {
        sim_sheet_cell(t, "%.6g", sim_mc_lambda(x->settings, load));
        for (m = 0; m < x->methods; m++)
            sim_mc_sheet_cell(t, x, sim_mc_point_at(x, load, m), figure);
        sim_sheet_row(t);
    }
}

/* A reason that no task had, and what was not measured, has no row. */
static inline int sim_mc_wanted(const sim_mc_experiment *x, size_t figure)
{
    const char *label = sim_mc_figure_about(figure)->label;
    const int reason = strncmp(label, "    ", 4) == 0 || figure == SIM_MC_FIGURE_overdue;
    int wanted = 0;
    size_t m;
    for (m = 0; m < x->methods; m++) {
        const double v =
            sim_mc_point_at(x, x->settings->lambda.count - 1, m)->mean[figure];
        wanted |= isfinite(v) && (v > 0 || !reason);
    }
    return wanted;
}

/* Every figure at the largest load. */
static inline void sim_mc_summary(sim_mc_plots *f, const sim_mc_experiment *x)
{
    sim_sheet *t = &f->sheets[f->sheet_count++];
    const size_t load = x->settings->lambda.count - 1;
    size_t m, k;
    sim_sheet_caption(t, "All figures at lambda = %.6g",
                      sim_mc_lambda(x->settings, load));
    sim_mc_sheet_head(t, x, "");
    for (k = 0; k < SIM_MC_FIGURE_COUNT; k++) {
        const sim_mc_about *about = sim_mc_figure_about(k);
        if (!sim_mc_wanted(x, k)) continue;
        sim_sheet_label(t, about->label, sim_unit_text(about->unit));
        for (m = 0; m < x->methods; m++)
            sim_mc_sheet_cell(t, x, sim_mc_point_at(x, load, m), k);
        sim_sheet_row(t);
    }
}

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (zeroed; sim_mc_plots_free it, whatever happens). 0, or -1. */
static inline int sim_mc_plots_make(sim_mc_plots *f, const sim_mc_experiment *x,
                                    sim_error *e)
{
    size_t i;
    sim_mc_fig2a(f, x);
    sim_mc_probabilities(f, x);
    sim_mc_fig2b(f, x);
    sim_mc_uses_plots(f, x);
    for (i = 0; i < f->plot_count; i++)
        if (sim_plot_check(&f->plots[i], e) != 0) return -1;
    sim_mc_sheet(f, x, SIM_MC_FIGURE_delay_mean);
    sim_mc_sheet(f, x, SIM_MC_FIGURE_blocking);
    sim_mc_sheet(f, x, SIM_MC_FIGURE_conflict);
    sim_mc_sheet(f, x, SIM_MC_FIGURE_paths_mean);
    sim_mc_summary(f, x);
    return sim_mc_maps(f, x, e);
}

static inline int sim_mc_plots_csv(const char *folder, const sim_mc_plots *f,
                                   sim_error *e)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++)
        if (sim_plot_csv_file(folder, &f->plots[i], e) != 0) return -1;
    for (i = 0; i < f->map_count; i++)
        if (sim_netmap_csv_file(folder, &f->maps[i], e) != 0) return -1;
    return 0;
}

static inline int sim_mc_page_head(sim_page *page, const sim_mc_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    int failed;
    if (!to) return -1;
    sim_print_mc_head(to, x);
    failed = fclose(to) != 0;
    if (!failed) sim_page_lines(page, text);
    free(text);
    return failed ? -1 : 0;
}

/* Everything on one page; its footer has the command line. 0, or -1. */
static inline int sim_mc_page(const sim_mc_plots *f, const sim_mc_experiment *x,
                              const char *path, const char *program, const char *flags,
                              int argc, char **argv, sim_error *e)
{
    sim_page page = {0};
    size_t i;
    int result = 0;
    sim_page_title(&page, "Tasks on a grid: %s", x->settings->network);
    if (sim_mc_page_head(&page, x) != 0) result = sim_fail(e, "out of memory");
    sim_page_text(
        &page, "Numbers of figures are those of K. Christodoulopoulos, E. Varvarigos:"
               " Routing and scheduling in grids. A task's data are sent as one burst to"
               " a cluster; nodes decide from what they have heard, and what is taken"
               " meanwhile blocks the burst or makes the task wait.");
    sim_page_section(&page, "Section 5");
    for (i = 0; i < f->plot_count; i++) sim_page_plot(&page, &f->plots[i]);
    sim_page_section(&page, "Numbers");
    for (i = 0; i < f->sheet_count; i++) sim_page_sheet(&page, &f->sheets[i]);
    sim_page_section(&page, "The network");
    for (i = 0; i < f->map_count; i++) sim_page_netmap(&page, &f->maps[i]);
    sim_page_made_by(&page, program, flags, argc, argv);
    if (result == 0) result = sim_page_file(&page, path, e);
    sim_page_free(&page);
    return result;
}

#endif
