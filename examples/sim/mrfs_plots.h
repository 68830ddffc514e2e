/* mrfs_plots.h - the pictures of mrfs_sim: figure 3 of paper 3 (Li, Ranka, Sahni,
 * Schmalz), and a drawn network.
 *
 *     figure 3   acceptance ratio, and time for a request, against the density of
 *                requests and against the size of the network. (Its caption has (b) as
 *                the network size, its text as the run time: here are all four.)
 *     refusals   what was short, at each density
 *     netmap     the links in use, one for each algorithm, at the point in the middle of
 *                the densities
 *     tables     every figure at that point
 */
#ifndef SIM_MRFS_PLOTS_H
#define SIM_MRFS_PLOTS_H

#include "error.h"
#include "figure.h"
#include "layout.h"
#include "mrfs_experiment.h"
#include "mrfs_results.h"
#include "netmap.h"
#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIM_MRFS_PLOTS = 8, SIM_MRFS_DRAWN = 20000 }; /* links, at most */

typedef struct sim_mrfs_plots { /* zero-initialise; sim_mrfs_plots_free */
    sim_plot plots[SIM_MRFS_PLOTS];
    size_t count;
    sim_netmap maps[SIM_MRFS_ALGORITHMS];
    size_t map_count;
    sim_sheet figures, by_density, by_nodes;
} sim_mrfs_plots;

static inline void sim_mrfs_plots_free(sim_mrfs_plots *f)
{
    size_t i;
    for (i = 0; i < f->count; i++) sim_plot_free(&f->plots[i]);
    for (i = 0; i < f->map_count; i++) sim_netmap_free(&f->maps[i]);
    sim_sheet_free(&f->figures);
    sim_sheet_free(&f->by_density);
    sim_sheet_free(&f->by_nodes);
    f->count = f->map_count = 0;
}

/* ---- curves ------------------------------------------------------------------------ */

static inline sim_plot *sim_mrfs_curves(sim_mrfs_plots *f, const sim_mrfs_experiment *x,
                                        const sim_mrfs_sweep *sweep, const char *id,
                                        const char *title, sim_mrfs_figure figure,
                                        double factor)
{
    sim_plot *p = &f->plots[f->count++];
    const int nodes = sweep->id[0] == 'n';
    size_t i, a;
    sim_plot_init(p, id, title);
    p->x.label = sweep->label;
    for (a = 0; a < x->algorithm_count; a++) {
        const size_t series =
            sim_plot_series(p, SIM_LINE, "%s", sim_mrfs_algorithm_text(x->algorithms[a]));
        for (i = 0; i < sweep->count; i++) {
            const sim_mrfs_point *at = &x->points[sweep->points[i]];
            sim_plot_point(p, series, (double)(nodes ? at->nodes : at->density),
                           at->value[a][figure] * factor);
        }
    }
    return p;
}

static inline void sim_mrfs_fig3(sim_mrfs_plots *f, const sim_mrfs_experiment *x,
                                 const sim_mrfs_sweep *sweep)
{
    const int nodes = sweep->id[0] == 'n';
    sim_plot *p;
    if (sweep->count == 0) return;
    p = sim_mrfs_curves(f, x, sweep, nodes ? "fig3b" : "fig3a",
                        nodes ? "Acceptance ratio by network size (figure 3b)"
                              : "Acceptance ratio by request density (figure 3a)",
                        SIM_MRFS_FIGURE_acceptance, 100);
    p->y.label = "requests accepted";
    p->y.unit = "%";
    sim_plot_text(p, &p->caption, "In all repetitions together; %s.", sweep->where);
    if (!sim_mrfs_known(x, sweep, SIM_MRFS_FIGURE_seconds_mean)) return;
    p = sim_mrfs_curves(f, x, sweep, nodes ? "fig3b_time" : "fig3a_time",
                        nodes ? "Time for a request by network size"
                              : "Time for a request by request density",
                        SIM_MRFS_FIGURE_seconds_mean, 1000);
    p->y.label = "mean processor time of the search";
    p->y.unit = "ms";
    p->y.log = 1;
    sim_plot_text(p, &p->caption, "Means over all requests, logarithmic; %s.",
                  sweep->where);
}

/* How much has to be looked at: it grows as the paper says (section 5, result 1). */
static inline void sim_mrfs_effort(sim_mrfs_plots *f, const sim_mrfs_experiment *x,
                                   const sim_mrfs_sweep *sweep)
{
    const int nodes = sweep->id[0] == 'n';
    sim_plot *p;
    if (sweep->count == 0) return;
    p = sim_mrfs_curves(f, x, sweep, nodes ? "searches_nodes" : "searches_density",
                        nodes ? "Searches for a request by network size"
                              : "Searches for a request by request density",
                        SIM_MRFS_FIGURE_searches_mean, 1);
    p->y.label = "searches for a path";
    p->y.log = 1;
    sim_plot_text(p, &p->caption,
                  "Means over all requests, on a logarithmic scale: what time for a"
                  " request depends on, but the same on every machine.");
}

/* ---- refusals ---------------------------------------------------------------------- */

static inline void sim_mrfs_refusals(sim_mrfs_plots *f, const sim_mrfs_experiment *x)
{
    static const struct {
        sim_mrfs_figure figure;
        const char *name;
    } reasons[] = {{SIM_MRFS_FIGURE_refused_links, "links"},
                   {SIM_MRFS_FIGURE_refused_units, "units"},
                   {SIM_MRFS_FIGURE_refused_both, "both"},
                   {SIM_MRFS_FIGURE_refused_limit, "limit of combinations"}};
    const sim_mrfs_point *at = &x->points[x->drawn];
    sim_plot *p = &f->plots[f->count++];
    size_t i, a;
    sim_plot_init(p, "refusals", "What was short when a request was refused");
    p->x.label = "algorithm";
    p->y.label = "requests refused";
    p->y.unit = "%";
    sim_plot_text(p, &p->caption,
                  "In percent of all requests, at %" PRId64 " an hour: at the last start"
                  " that was ruled out, what the smallest cut consists of.",
                  at->density);
    for (a = 0; a < x->algorithm_count; a++)
        sim_plot_category(p, "%s", sim_mrfs_algorithm_text(x->algorithms[a]));
    for (i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        size_t series;
        double most = 0;
        for (a = 0; a < x->algorithm_count; a++)
            most = fmax(most, at->value[a][reasons[i].figure]);
        if (i == 3 && !(most > 0)) continue;
        series = sim_plot_series(p, SIM_BARS, "%s", reasons[i].name);
        for (a = 0; a < x->algorithm_count; a++)
            sim_plot_point(p, series, (double)a, 100 * at->value[a][reasons[i].figure]);
    }
}

/* ---- the drawn network ------------------------------------------------------------- */

/* Degrees of longitude are shorter the farther north. Returns whether the places mean
 * anything: those of a random network do not, and nodes without any begin in a circle. */
static inline int sim_mrfs_map_nodes(sim_netmap *m, const sim_topology *t, int random)
{
    const double degree = 3.14159265358979323846 / 180;
    double latitude = 0, narrow;
    int placed = 1;
    size_t i;
    for (i = 0; i < t->node_count; i++) {
        placed &= t->nodes[i].coordinates != SIM_COORDINATES_NONE;
        if (t->nodes[i].coordinates == SIM_COORDINATES_GEO)
            latitude += t->nodes[i].y / (double)t->node_count;
    }
    narrow = cos(latitude * degree);
    for (i = 0; i < t->node_count; i++) {
        const sim_node *n = &t->nodes[i];
        const double turn = 360 * degree * (double)i / (double)t->node_count;
        const double x = n->coordinates == SIM_COORDINATES_GEO ? n->x * narrow : n->x;
        sim_netmap_node(m, i, placed ? x : cos(turn), placed ? n->y : sin(turn),
                        n->partition != SIM_TOPOLOGY_NONE);
    }
    return placed && !random;
}

static inline void sim_mrfs_map_uses(sim_netmap *m, const sim_topology *t,
                                     const sim_mrfs_run *r)
{
    size_t i, k = 0;
    for (i = 0; i < r->use_count; i++) {
        const nets_use *u = &r->uses[i];
        size_t lo = 0, hi = t->link_count;
        if (u->kind != NETS_LINK) continue;
        while (lo < hi) { /* the last link whose first number is at most the use's */
            k = lo + (hi - lo) / 2;
            if (r->network.link[k] <= u->index)
                lo = k + 1;
            else
                hi = k;
        }
        k = lo - 1;
        sim_netmap_use(m, k, u->index != r->network.link[k], u->from, u->to,
                       (double)u->amount / (double)t->links[k].capacity);
    }
}

static inline void sim_mrfs_map(sim_netmap *m, const sim_mrfs_point *p, size_t a)
{
    const sim_mrfs_scenario *s = &p->repetitions[0].scenario;
    const sim_mrfs_run *r = &p->repetitions[0].runs[a];
    const sim_topology *t = &s->network;
    static const char *const ids[] = {"", "netmap_ws_rc", "netmap_wn_rc", "netmap_ws_rn",
                                      "netmap_wn_rn"};
    size_t k;
    sim_netmap_init(m, ids[r->algorithm], "", t->node_count, t->link_count, 0,
                    s->horizon);
    sim_plot_text(&m->plot, &m->plot.title, "Links in use over time, %s",
                  sim_mrfs_algorithm_text(r->algorithm));
    sim_plot_text(&m->plot, &m->plot.caption,
                  "The first repetition at %" PRId64 " requests an hour, of which %.1f %%"
                  " were accepted. Above, the network at the four times marked below; a"
                  " link is drawn as busy as the busier of its two directions. Below, how"
                  " many of the links, each direction for itself, are how busy.",
                  p->density, 100 * p->value[a][SIM_MRFS_FIGURE_acceptance]);
    m->marked = "site with resources";
    for (k = 0; k < t->link_count; k++)
        sim_netmap_link(m, k, t->links[k].from, t->links[k].to, t->links[k].oneway);
    if (!sim_mrfs_map_nodes(m, t, p->nodes != 0)) sim_layout(m);
    sim_mrfs_map_uses(m, t, r);
}

/* ---- tables ------------------------------------------------------------------------ */

static inline void sim_mrfs_sheet_head(sim_sheet *t, const sim_mrfs_experiment *x,
                                       const char *first)
{
    size_t a;
    t->texts = 1;
    sim_sheet_cell(t, "%s", first);
    for (a = 0; a < x->algorithm_count; a++)
        sim_sheet_cell(t, "%s", sim_mrfs_algorithm_text(x->algorithms[a]));
    sim_sheet_row(t);
}

static inline void sim_mrfs_sheet_figure(sim_sheet *t, const sim_mrfs_experiment *x,
                                         sim_mrfs_figure figure, sim_mrfs_unit unit,
                                         const char *label)
{
    const sim_mrfs_point *p = &x->points[x->drawn];
    const char *name = sim_mrfs_unit_text(unit);
    char text[SIM_NUMBER_TEXT];
    size_t a;
    if (!isfinite(p->value[0][figure])) return;
    sim_sheet_cell(t, "%s%s%s%s%s", label[0] == ' ' ? "\xe2\x80\x83" : "",
                   label + strspn(label, " "), *name ? " (" : "", name, *name ? ")" : "");
    for (a = 0; a < x->algorithm_count; a++)
        sim_sheet_cell(t, "%s", sim_mrfs_figure_text(p->value[a][figure], unit, text));
    sim_sheet_row(t);
}

static inline void sim_mrfs_sheet_figures(sim_sheet *t, const sim_mrfs_experiment *x)
{
    sim_sheet_caption(t, "Every figure at %" PRId64 " requests an hour",
                      x->points[x->drawn].density);
    sim_mrfs_sheet_head(t, x, "");
#define SIM_MRFS_SHEET(name, unit, label) \
    sim_mrfs_sheet_figure(t, x, SIM_MRFS_FIGURE_##name, unit, label);
    SIM_MRFS_FIGURES(SIM_MRFS_SHEET)
#undef SIM_MRFS_SHEET
}

static inline void sim_mrfs_sheet_sweep(sim_sheet *t, const sim_mrfs_experiment *x,
                                        const sim_mrfs_sweep *sweep)
{
    char text[SIM_NUMBER_TEXT];
    size_t i, a;
    if (sweep->count == 0) return;
    sim_sheet_caption(t, "Acceptance ratio (%%), by %s", sweep->label);
    sim_mrfs_sheet_head(t, x, sweep->label);
    for (i = 0; i < sweep->count; i++) {
        sim_sheet_cell(t, "%" PRId64, sim_mrfs_sweep_x(x, sweep, i));
        for (a = 0; a < x->algorithm_count; a++)
            sim_sheet_cell(
                t, "%s",
                sim_mrfs_figure_text(
                    x->points[sweep->points[i]].value[a][SIM_MRFS_FIGURE_acceptance],
                    SIM_MRFS_PERCENT, text));
        sim_sheet_row(t);
    }
}

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (zeroed; sim_mrfs_plots_free it, whatever happens). 0, or -1. */
static inline int sim_mrfs_plots_make(sim_mrfs_plots *f, const sim_mrfs_settings *s,
                                      const sim_mrfs_experiment *x, sim_error *e)
{
    const sim_mrfs_sweep by_density = sim_mrfs_sweep_of(s, x, 0);
    const sim_mrfs_sweep by_nodes = sim_mrfs_sweep_of(s, x, 1);
    const int drawable =
        sim_mrfs_point_size(&x->points[x->drawn])->links <= SIM_MRFS_DRAWN;
    size_t i;
    sim_mrfs_fig3(f, x, &by_density);
    sim_mrfs_fig3(f, x, &by_nodes);
    sim_mrfs_effort(f, x, &by_density);
    sim_mrfs_effort(f, x, &by_nodes);
    sim_mrfs_refusals(f, x);
    for (i = 0; i < x->algorithm_count && drawable; i++)
        sim_mrfs_map(&f->maps[f->map_count++], &x->points[x->drawn], i);
    sim_mrfs_sheet_figures(&f->figures, x);
    sim_mrfs_sheet_sweep(&f->by_density, x, &by_density);
    sim_mrfs_sheet_sweep(&f->by_nodes, x, &by_nodes);
    for (i = 0; i < f->count; i++)
        if (sim_plot_check(&f->plots[i], e) != 0) return -1;
    for (i = 0; i < f->map_count; i++)
        if (sim_plot_check(&f->maps[i].plot, e) != 0) return -1;
    return 0;
}

/* One file for each picture, in a folder that is there. */
static inline int sim_mrfs_plots_csv(const sim_mrfs_plots *f, const char *folder,
                                     sim_error *e)
{
    size_t i;
    for (i = 0; i < f->count; i++)
        if (sim_plot_csv_file(folder, &f->plots[i], e) != 0) return -1;
    for (i = 0; i < f->map_count; i++)
        if (sim_netmap_csv_file(folder, &f->maps[i], e) != 0) return -1;
    return 0;
}

static inline int sim_mrfs_page_head(sim_page *page, const sim_mrfs_settings *s,
                                     const sim_mrfs_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return -1;
    sim_mrfs_print_head(to, s, x);
    if (fclose(to) != 0) {
        free(text);
        return -1;
    }
    sim_page_lines(page, text);
    free(text);
    return 0;
}

static inline void sim_mrfs_page_fill(sim_page *page, const sim_mrfs_plots *f)
{
    size_t i;
    sim_page_text(page,
                  "The experiment of section 5 of Y. Li, S. Ranka, S. Sahni, M. Schmalz:"
                  " Network Centered Multiple Resource Scheduling in e-Science"
                  " Applications. WS: a job may be split over several paths and units,"
                  " WN: one path and one unit of each type. RC: only some units are"
                  " accessible to each other, RN: all are; else the network is the"
                  " same.");
    sim_page_section(page, "By request density and network size");
    for (i = 0; i < f->count; i++) sim_page_plot(page, &f->plots[i]);
    sim_page_section(page, "The network over time");
    for (i = 0; i < f->map_count; i++) sim_page_netmap(page, &f->maps[i]);
    if (f->map_count == 0)
        sim_page_text(page, "The network has more than %d links: too many to be drawn.",
                      SIM_MRFS_DRAWN);
    sim_page_section(page, "Numbers");
    sim_page_sheet(page, &f->by_density);
    if (f->by_nodes.columns) sim_page_sheet(page, &f->by_nodes);
    sim_page_sheet(page, &f->figures);
}

/* The page; its footer has the command line. 0, or -1. */
static inline int sim_mrfs_plots_page(const sim_mrfs_plots *f, const sim_mrfs_settings *s,
                                      const sim_mrfs_experiment *x, const char *path,
                                      const char *program, const char *flags, int argc,
                                      char **argv, sim_error *e)
{
    const char *name = s->place.network ? s->place.network : "random networks";
    const char *slash = strrchr(name, '/');
    sim_page page = {0};
    int result = 0;
    sim_page_title(&page, "Multiple resource first slot on %s", slash ? slash + 1 : name);
    if (sim_mrfs_page_head(&page, s, x) != 0) result = sim_fail(e, "out of memory");
    sim_mrfs_page_fill(&page, f);
    sim_page_made_by(&page, program, flags, argc, argv);
    if (result == 0) result = sim_page_file(&page, path, e);
    sim_page_free(&page);
    return result;
}

#endif
