/* multicost_plots.c - the page, from top to bottom. */
#include "multicost/multicost_plots.h"

#include "netsched.h"

#include "base/text.h"
#include "multicost/burst.h"
#include "multicost/multicost_experiment.h"
#include "multicost/multicost_figures.h"
#include "multicost/multicost_results.h"
#include "multicost/multicost_tasks.h"
#include "report/figure.h"
#include "report/netmap.h"
#include "report/page.h"
#include "topology/topology_data.h"
#include "topology/topomap.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- curves ------------------------------------------------------------------------ */

/* A figure over lambda, times a factor; `searching`: only of methods that search paths.
 */
static struct figure_plot *curves(struct page *page, const struct multicost_experiment *x,
                                  const char *section, const char *id, const char *title,
                                  enum multicost_figure figure, double factor,
                                  int searching)
{
    struct figure_plot *p = page_new_plot(page, section, id, title);
    size_t load, m;
    p->x.label = "tasks generated, lambda";
    p->x.unit = "tasks/s";
    for (m = 0; m < x->methods; m++) {
        const struct multicost_method *method =
            multicost_experiment_point(x, 0, m)->method;
        size_t series;
        if (searching && !method->searches_paths) continue;
        series = figure_plot_series(p, FIGURE_LINE, "%s", method->name);
        for (load = 0; load < x->settings->lambda.count; load++) {
            const struct multicost_point *at = multicost_experiment_point(x, load, m);
            const double mean = at->mean[figure], half = at->spread[figure];
            figure_plot_point(p, series, multicost_experiment_lambda(x->settings, load),
                              mean * factor);
            if (x->settings->runs > 1)
                figure_plot_range(p, series, fmax(mean - half, 0) * factor,
                                  (mean + half) * factor);
        }
    }
    return p;
}

/* Ends the plot: a scale on which no method flattens another, and what ranges are. */
static void finish(struct figure_plot *p, const struct multicost_experiment *x)
{
    figure_axis_spread(p);
    if (x->settings->runs > 1)
        figure_caption_add(p,
                           " Upright lines: 95 %% confidence intervals of the mean over"
                           " the runs, cut at zero.");
}

static void delays(struct page *page, const struct multicost_experiment *x)
{
    struct figure_plot *p = curves(page, x, "How long a task takes", "fig2a",
                                   "From creation to the end of the work (figure 2a)",
                                   MULTICOST_FIGURE_delay_mean, 1, 0);
    p->y.label = "average total delay";
    p->y.unit = "seconds";
    p->y.seconds = 1;
    figure_plot_text(p, &p->caption, "Means of %" PRId64 " run%s.", x->settings->runs,
                     text_s((uint64_t)x->settings->runs));
    finish(p, x);
}

static void probabilities(struct page *page, const struct multicost_experiment *x)
{
    static const char section[] = "What goes wrong on the way";
    struct figure_plot *p =
        curves(page, x, section, "blocking", "Bursts that are blocked",
               MULTICOST_FIGURE_blocking, 100, 0);
    p->y.label = "bursts blocked";
    p->y.unit = "% of those sent";
    figure_plot_text(p, &p->caption, "A burst that is sent again counts again.");
    finish(p, x);
    p = curves(page, x, section, "conflict", "Tasks that find no CPU",
               MULTICOST_FIGURE_conflict, 100, 0);
    p->y.label = "tasks in conflict";
    p->y.unit = "% of those that arrived";
    figure_plot_text(
        p, &p->caption,
        "Tasks for which no CPU was left at the time the scheduler predicted.");
    finish(p, x);
}

static void decisions(struct page *page, const struct multicost_experiment *x)
{
    static const char section[] = "What a decision costs";
    struct figure_plot *p =
        curves(page, x, section, "fig2b", "Paths searched (figure 2b)",
               MULTICOST_FIGURE_paths_mean, 1, 1);
    p->y.label = "non-dominated paths";
    p->y.unit = "per decision";
    figure_plot_text(p, &p->caption,
                     "The size of the set P_n-d, from the source to all nodes.");
    finish(p, x);
    p = curves(page, x, section, "labels", "Paths looked at",
               MULTICOST_FIGURE_labels_mean, 1, 1);
    p->y.label = "paths";
    p->y.unit = "per decision";
    figure_plot_text(p, &p->caption, "With those that were found to be dominated.");
    finish(p, x);
    if (!x->timing) return;
    p = curves(page, x, section, "decide", "Time to decide", MULTICOST_FIGURE_decide_us,
               1, 0);
    p->y.label = "time to decide";
    p->y.unit = "microseconds";
    figure_plot_text(p, &p->caption, "Measured on this machine, without the picture.");
    finish(p, x);
}

static void uses_plots(struct page *page, const struct multicost_experiment *x)
{
    static const char section[] = "What is in use";
    struct figure_plot *p = curves(page, x, section, "bursts", "Bursts sent for a task",
                                   MULTICOST_FIGURE_bursts_mean, 1, 0);
    p->y.label = "bursts";
    p->y.unit = "per task";
    figure_plot_text(p, &p->caption, "With those that were sent again.");
    finish(p, x);
    p = curves(page, x, section, "links", "Links in use",
               MULTICOST_FIGURE_link_utilisation, 100, 0);
    p->y.label = "links, by capacity and time";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption, "What was reserved in vain counts, too.");
    finish(p, x);
    p = curves(page, x, section, "cpus", "CPUs in use", MULTICOST_FIGURE_cpu_utilisation,
               100, 0);
    p->y.label = "CPUs";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption, "Up to the last creation.");
    finish(p, x);
}

/* ---- the network, drawn ------------------------------------------------------------ */

/* As network_make numbers links: one that leads both ways is two. */
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

static void map(struct page *page, const struct multicost_experiment *x,
                const struct multicost_point *p, int64_t until)
{
    const struct topology t = multicost_experiment_topology(x, 0);
    struct netmap *m = page_new_netmap(page);
    unsigned char *marked = (unsigned char *)calloc(t.node_count, 1);
    char id[32];
    size_t i;
    snprintf(id, sizeof id, "netmap_%s", p->method->name);
    for (i = 0; id[i]; i++)
        if (id[i] >= 'A' && id[i] <= 'Z')
            id[i] = (char)(id[i] - 'A' + 'a');
        else if (id[i] == '-')
            id[i] = '_';
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

static int make_maps(struct page *page, const struct multicost_experiment *x,
                     struct error *e)
{
    const size_t load = x->settings->lambda.count - 1;
    struct multicost_tasks tasks = {NULL, 0};
    int64_t until;
    size_t m;
    if (multicost_experiment_draw(x, 0, load, &tasks, e) != 0) return -1;
    until = tasks.at[tasks.count - 1].created + 1;
    multicost_tasks_free(&tasks);
    for (m = 0; m < x->methods; m++)
        map(page, x, multicost_experiment_point(x, load, m), until);
    return 0;
}

/* ---- the page ---------------------------------------------------------------------- */

static int fill(struct page *page, const void *experiment, struct error *e)
{
    const struct multicost_experiment *x =
        (const struct multicost_experiment *)experiment;
    size_t i;
    page_title(page, "Tasks on a grid: %s", x->settings->network);
    page_asked(page, multicost_results_head, x);
    page_text(page,
              "Numbers of figures are those of K. Christodoulopoulos, E. Varvarigos:"
              " Routing and scheduling in grids. A task's data are sent as one burst to"
              " a cluster; nodes decide from what they have heard, and what is taken"
              " meanwhile blocks the burst or makes the task wait.");
    page_section(page, "Summary");
    multicost_results_figures(page_new_table(page), x);
    delays(page, x);
    probabilities(page, x);
    decisions(page, x);
    uses_plots(page, x);
    page_section(page, "Which links are used, and when");
    if (make_maps(page, x, e) != 0) return -1;
    page_section(page, "Numbers");
    for (i = 0; i < MULTICOST_TABLES; i++)
        multicost_results_table(page_new_table(page), x, multicost_results_by_load[i]);
    return 0;
}

int multicost_plots_write(const struct program *p, const void *experiment,
                          struct error *e)
{
    return page_publish(p, fill, experiment, e);
}
