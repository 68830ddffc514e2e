/* mrfs_plots.c - the page, from top to bottom. */
#include "mrfs/mrfs_plots.h"

#include "netsched.h"

#include "mrfs/mrfs_experiment.h"
#include "mrfs/mrfs_results.h"
#include "mrfs/mrfs_scenario.h"
#include "report/figure.h"
#include "report/netmap.h"
#include "report/page.h"
#include "topology/topology_data.h"
#include "topology/topomap.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MRFS_DRAWN = 20000 }; /* links of a map, at most */

/* ---- curves ------------------------------------------------------------------------ */

/* A figure, which the lowest and the highest of a repetition follow. */
static struct figure_plot *curves(struct page *page, const struct mrfs_experiment *x,
                                  const struct mrfs_sweep *sweep, const char *section,
                                  const char *id, const char *title,
                                  enum mrfs_figure figure, double factor)
{
    struct figure_plot *p = page_new_plot(page, section, id, title);
    const int nodes = sweep->by_nodes;
    size_t i, a;
    p->x.label = sweep->label;
    for (a = 0; a < x->algorithm_count; a++) {
        const size_t series =
            figure_plot_series(p, FIGURE_LINE, "%s", x->algorithms[a]->name);
        for (i = 0; i < sweep->count; i++) {
            const struct mrfs_point *at = &x->points[sweep->points[i]];
            figure_plot_point(p, series, (double)(nodes ? at->nodes : at->density),
                              at->value[a][figure] * factor);
            if (x->repetitions > 1)
                figure_plot_range(p, series, at->value[a][figure + 1] * factor,
                                  at->value[a][figure + 2] * factor);
        }
    }
    return p;
}

/* What the upright lines are, for a caption. */
static const char *ranges(const struct mrfs_experiment *x)
{
    return x->repetitions > 1
               ? " Upright lines: from the lowest to the highest repetition."
               : "";
}

static const char costs[] = "What the decision on a request costs";

static void fig3(struct page *page, const struct mrfs_experiment *x,
                 const struct mrfs_sweep *sweep)
{
    const int nodes = sweep->by_nodes;
    struct figure_plot *p;
    if (sweep->count == 0) return;
    p = curves(page, x, sweep, "How many requests are accepted",
               nodes ? "fig3b" : "fig3a",
               nodes ? "Requests accepted, by network size (figure 3b)"
                     : "Requests accepted, by request density (figure 3a)",
               MRFS_FIGURE_acceptance, 100);
    p->y.label = "requests accepted";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption, "In all repetitions together; %s.%s", sweep->where,
                     ranges(x));
}

static void times(struct page *page, const struct mrfs_experiment *x,
                  const struct mrfs_sweep *sweep)
{
    const int nodes = sweep->by_nodes;
    struct figure_plot *p;
    if (sweep->count == 0 || !mrfs_experiment_knows(x, sweep, MRFS_FIGURE_seconds_mean))
        return;
    p = curves(page, x, sweep, costs, nodes ? "time_nodes" : "time_density",
               nodes ? "Time for a request, by network size"
                     : "Time for a request, by request density",
               MRFS_FIGURE_seconds_mean, 1000);
    p->y.label = "mean processor time of the search";
    p->y.unit = "ms";
    p->y.log = 1;
    figure_plot_text(p, &p->caption, "Means over all requests, logarithmic; %s.%s",
                     sweep->where, ranges(x));
}

/* The number of searches grows as the paper says (section 5, result 1). */
static void effort(struct page *page, const struct mrfs_experiment *x,
                   const struct mrfs_sweep *sweep)
{
    const int nodes = sweep->by_nodes;
    struct figure_plot *p;
    if (sweep->count == 0) return;
    p = curves(page, x, sweep, costs, nodes ? "searches_nodes" : "searches_density",
               nodes ? "Searches for a request, by network size"
                     : "Searches for a request, by request density",
               MRFS_FIGURE_searches_mean, 1);
    p->y.label = "searches for a path";
    p->y.log = 1;
    figure_plot_text(p, &p->caption,
                     "Means over all requests, on a logarithmic scale: what time for a"
                     " request depends on, but the same on every machine.%s",
                     ranges(x));
}

/* ---- refusals ---------------------------------------------------------------------- */

static void refusals(struct page *page, const struct mrfs_experiment *x)
{
    static const struct {
        enum mrfs_figure figure;
        const char *name;
    } reasons[] = {{MRFS_FIGURE_refused_links, "links"},
                   {MRFS_FIGURE_refused_units, "units"},
                   {MRFS_FIGURE_refused_both, "both"},
                   {MRFS_FIGURE_refused_limit, "limit of combinations"}};
    const struct mrfs_point *at = &x->points[x->drawn];
    struct figure_plot *p =
        page_new_plot(page, "What was short when a request was refused", "refusals",
                      "Links, units, or both");
    size_t i, a;
    p->x.label = "algorithm";
    p->y.label = "requests refused";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption,
                     "In percent of all requests, at %" PRId64
                     " an hour: at the last start"
                     " that was ruled out, what the smallest cut consists of.",
                     at->density);
    for (a = 0; a < x->algorithm_count; a++)
        figure_plot_category(p, "%s", x->algorithms[a]->name);
    for (i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        size_t series;
        double most = 0;
        for (a = 0; a < x->algorithm_count; a++)
            most = fmax(most, at->value[a][reasons[i].figure]);
        if (i == 3 && !(most > 0)) continue;
        series = figure_plot_series(p, FIGURE_BARS, "%s", reasons[i].name);
        for (a = 0; a < x->algorithm_count; a++)
            figure_plot_point(p, series, (double)a,
                              100 * at->value[a][reasons[i].figure]);
    }
}

/* ---- the drawn network ------------------------------------------------------------- */

static int map_nodes(struct netmap *m, const struct topology *t)
{
    unsigned char *sites = (unsigned char *)calloc(t->node_count, 1);
    size_t i;
    int placed = 0;
    for (i = 0; sites && i < t->node_count; i++)
        sites[i] = t->nodes[i].partition != TOPOLOGY_NONE;
    if (sites) placed = topomap_nodes(m, t, sites);
    if (!sites) m->plot.failed = 1;
    free(sites);
    return placed;
}

static void map_uses(struct netmap *m, const struct topology *t, const struct mrfs_run *r)
{
    size_t i;
    int back;
    for (i = 0; i < r->use_count; i++) {
        const nets_use *u = &r->uses[i];
        size_t link;
        if (u->kind != NETS_LINK) continue;
        link = topomap_link(t, r->network.first_link, u->index, &back);
        netmap_use(m, link, back, u->from, u->to,
                   (double)u->amount / (double)t->links[link].capacity);
    }
}

/* The coordinates of a random network mean nothing: a layout shows its links better. */
static void make_map(struct netmap *m, const struct mrfs_point *p, size_t a)
{
    const struct mrfs_scenario *s = &p->repetitions[0].scenario;
    const struct mrfs_run *r = &p->repetitions[0].runs[a];
    const struct topology *t = &s->network;
    netmap_init(m, r->algorithm->map, "", t->node_count, t->link_count, 0, s->horizon);
    figure_plot_text(&m->plot, &m->plot.title, "Links in use over time, %s",
                     r->algorithm->name);
    figure_plot_text(
        &m->plot, &m->plot.caption,
        "The first repetition at %" PRId64 " requests an hour, of which %.1f %%"
        " were accepted. Above, the network at the four times marked below; a"
        " link is drawn as busy as the busier of its two directions. Below, how"
        " many of the links, each direction for itself, are how busy.",
        p->density, 100 * p->value[a][MRFS_FIGURE_acceptance]);
    m->marked = "site with resources";
    topomap_links(m, t);
    if (!map_nodes(m, t) || p->nodes) netmap_layout(m);
    map_uses(m, t, r);
}

/* ---- the page ---------------------------------------------------------------------- */

static void draw(struct page *page, const struct mrfs_experiment *x,
                 const struct mrfs_sweep sweeps[2])
{
    const struct mrfs_point *drawn = &x->points[x->drawn];
    size_t i;
    for (i = 0; i < 2; i++) fig3(page, x, &sweeps[i]);
    refusals(page, x);
    for (i = 0; i < 2; i++) effort(page, x, &sweeps[i]);
    for (i = 0; i < 2; i++) times(page, x, &sweeps[i]);
    page_section(page, "Which links are used, and when");
    if (mrfs_experiment_size(drawn)->links > MRFS_DRAWN)
        page_text(page, "The network has more than %d links: too many to be drawn.",
                  MRFS_DRAWN);
    else
        for (i = 0; i < x->algorithm_count; i++)
            make_map(page_new_netmap(page), drawn, i);
}

static int fill(struct page *page, const void *experiment, struct error *e)
{
    const struct mrfs_experiment *x = (const struct mrfs_experiment *)experiment;
    const struct mrfs_sweep sweeps[2] = {mrfs_experiment_by_density(x),
                                         mrfs_experiment_by_nodes(x)};
    const struct mrfs_place *place = &x->settings->place;
    const char *name = place->network ? place->network : "random networks";
    const char *slash = strrchr(name, '/');
    size_t i;
    (void)e;
    page_title(page, "Multiple resource first slot on %s", slash ? slash + 1 : name);
    page_asked(page, mrfs_results_head, x);
    page_text(page,
              "The experiment of section 5 of Y. Li, S. Ranka, S. Sahni, M. Schmalz:"
              " Network Centered Multiple Resource Scheduling in e-Science"
              " Applications. WS: a job may be split over several paths and units,"
              " WN: one path and one unit of each type. RC: only some units are"
              " accessible to each other, RN: all are; else the network is the"
              " same.");
    page_section(page, "Summary");
    mrfs_results_point(page_new_table(page), x, &x->points[x->drawn]);
    draw(page, x, sweeps);
    page_section(page, "Numbers");
    for (i = 0; i < 2; i++) {
        if (sweeps[i].count)
            mrfs_results_sweep(page_new_table(page), x, &sweeps[i],
                               MRFS_FIGURE_acceptance);
        if (mrfs_experiment_knows(x, &sweeps[i], MRFS_FIGURE_seconds_mean))
            mrfs_results_sweep(page_new_table(page), x, &sweeps[i],
                               MRFS_FIGURE_seconds_mean);
    }
    return 0;
}

int mrfs_plots_write(const struct program *p, const void *experiment, struct error *e)
{
    return page_publish(p, fill, experiment, e);
}
