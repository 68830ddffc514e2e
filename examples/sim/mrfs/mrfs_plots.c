/* mrfs_plots.c - implements mrfs_plots.h. */
#define _POSIX_C_SOURCE 200809L

#include "mrfs/mrfs_plots.h"

#include "netsched.h"

#include "base/text.h"
#include "mrfs/mrfs_results.h"
#include "mrfs/mrfs_scenario.h"
#include "report/layout.h"
#include "report/report.h"
#include "topology/topology_data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mrfs_plots_free(struct mrfs_plots *f)
{
    size_t i;
    for (i = 0; i < f->count; i++) figure_plot_free(&f->plots[i]);
    for (i = 0; i < f->map_count; i++) netmap_free(&f->maps[i]);
    page_sheet_free(&f->figures);
    page_sheet_free(&f->by_density);
    page_sheet_free(&f->by_nodes);
    f->count = f->map_count = 0;
}

/* ---- curves ------------------------------------------------------------------------ */

static struct figure_plot *mrfs_plots_curves(struct mrfs_plots *f,
                                             const struct mrfs_experiment *x,
                                             const struct mrfs_sweep *sweep,
                                             const char *id, const char *title,
                                             enum mrfs_figure figure, double factor)
{
    struct figure_plot *p = &f->plots[f->count++];
    const int nodes = sweep->id[0] == 'n';
    size_t i, a;
    figure_plot_init(p, id, title);
    p->x.label = sweep->label;
    for (a = 0; a < x->algorithm_count; a++) {
        const size_t series = figure_plot_series(
            p, FIGURE_LINE, "%s", mrfs_experiment_algorithm_text(x->algorithms[a]));
        for (i = 0; i < sweep->count; i++) {
            const struct mrfs_point *at = &x->points[sweep->points[i]];
            figure_plot_point(p, series, (double)(nodes ? at->nodes : at->density),
                              at->value[a][figure] * factor);
        }
    }
    return p;
}

static void mrfs_plots_fig3(struct mrfs_plots *f, const struct mrfs_experiment *x,
                            const struct mrfs_sweep *sweep)
{
    const int nodes = sweep->id[0] == 'n';
    struct figure_plot *p;
    if (sweep->count == 0) return;
    p = mrfs_plots_curves(f, x, sweep, nodes ? "fig3b" : "fig3a",
                          nodes ? "Acceptance ratio by network size (figure 3b)"
                                : "Acceptance ratio by request density (figure 3a)",
                          MRFS_FIGURE_acceptance, 100);
    p->y.label = "requests accepted";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption, "In all repetitions together; %s.", sweep->where);
    if (!mrfs_results_known(x, sweep, MRFS_FIGURE_seconds_mean)) return;
    p = mrfs_plots_curves(f, x, sweep, nodes ? "fig3b_time" : "fig3a_time",
                          nodes ? "Time for a request by network size"
                                : "Time for a request by request density",
                          MRFS_FIGURE_seconds_mean, 1000);
    p->y.label = "mean processor time of the search";
    p->y.unit = "ms";
    p->y.log = 1;
    figure_plot_text(p, &p->caption, "Means over all requests, logarithmic; %s.",
                     sweep->where);
}

/* How much has to be looked at: it grows as the paper says (section 5, result 1). */
static void mrfs_plots_effort(struct mrfs_plots *f, const struct mrfs_experiment *x,
                              const struct mrfs_sweep *sweep)
{
    const int nodes = sweep->id[0] == 'n';
    struct figure_plot *p;
    if (sweep->count == 0) return;
    p = mrfs_plots_curves(f, x, sweep, nodes ? "searches_nodes" : "searches_density",
                          nodes ? "Searches for a request by network size"
                                : "Searches for a request by request density",
                          MRFS_FIGURE_searches_mean, 1);
    p->y.label = "searches for a path";
    p->y.log = 1;
    figure_plot_text(p, &p->caption,
                     "Means over all requests, on a logarithmic scale: what time for a"
                     " request depends on, but the same on every machine.");
}

/* ---- refusals ---------------------------------------------------------------------- */

static void mrfs_plots_refusals(struct mrfs_plots *f, const struct mrfs_experiment *x)
{
    static const struct {
        enum mrfs_figure figure;
        const char *name;
    } reasons[] = {{MRFS_FIGURE_refused_links, "links"},
                   {MRFS_FIGURE_refused_units, "units"},
                   {MRFS_FIGURE_refused_both, "both"},
                   {MRFS_FIGURE_refused_limit, "limit of combinations"}};
    const struct mrfs_point *at = &x->points[x->drawn];
    struct figure_plot *p = &f->plots[f->count++];
    size_t i, a;
    figure_plot_init(p, "refusals", "What was short when a request was refused");
    p->x.label = "algorithm";
    p->y.label = "requests refused";
    p->y.unit = "%";
    figure_plot_text(p, &p->caption,
                     "In percent of all requests, at %" PRId64
                     " an hour: at the last start"
                     " that was ruled out, what the smallest cut consists of.",
                     at->density);
    for (a = 0; a < x->algorithm_count; a++)
        figure_plot_category(p, "%s", mrfs_experiment_algorithm_text(x->algorithms[a]));
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

/* Degrees of longitude are shorter the farther north. Returns whether the places mean
 * anything: those of a random network do not, and nodes without any begin in a circle. */
static int mrfs_plots_map_nodes(struct netmap *m, const struct topology *t, int random)
{
    const double degree = 3.14159265358979323846 / 180;
    double latitude = 0, narrow;
    int placed = 1;
    size_t i;
    for (i = 0; i < t->node_count; i++) {
        placed &= t->nodes[i].coordinates != TOPOLOGY_COORDINATES_NONE;
        if (t->nodes[i].coordinates == TOPOLOGY_COORDINATES_GEO)
            latitude += t->nodes[i].y / (double)t->node_count;
    }
    narrow = cos(latitude * degree);
    for (i = 0; i < t->node_count; i++) {
        const struct topology_node *n = &t->nodes[i];
        const double turn = 360 * degree * (double)i / (double)t->node_count;
        const double x =
            n->coordinates == TOPOLOGY_COORDINATES_GEO ? n->x * narrow : n->x;
        netmap_node(m, i, placed ? x : cos(turn), placed ? n->y : sin(turn),
                    n->partition != TOPOLOGY_NONE);
    }
    return placed && !random;
}

static void mrfs_plots_map_uses(struct netmap *m, const struct topology *t,
                                const struct mrfs_run *r)
{
    size_t i, k = 0;
    for (i = 0; i < r->use_count; i++) {
        const nets_use *u = &r->uses[i];
        size_t lo = 0, hi = t->link_count;
        if (u->kind != NETS_LINK) continue;
        while (lo < hi) { /* the last link whose first number is at most the use's */
            k = lo + (hi - lo) / 2;
            if (r->network.first_link[k] <= u->index)
                lo = k + 1;
            else
                hi = k;
        }
        k = lo - 1;
        netmap_use(m, k, u->index != r->network.first_link[k], u->from, u->to,
                   (double)u->amount / (double)t->links[k].capacity);
    }
}

static void mrfs_plots_map(struct netmap *m, const struct mrfs_point *p, size_t a)
{
    const struct mrfs_scenario *s = &p->repetitions[0].scenario;
    const struct mrfs_run *r = &p->repetitions[0].runs[a];
    const struct topology *t = &s->network;
    static const char *const ids[] = {"", "netmap_ws_rc", "netmap_wn_rc", "netmap_ws_rn",
                                      "netmap_wn_rn"};
    size_t k;
    netmap_init(m, ids[r->algorithm], "", t->node_count, t->link_count, 0, s->horizon);
    figure_plot_text(&m->plot, &m->plot.title, "Links in use over time, %s",
                     mrfs_experiment_algorithm_text(r->algorithm));
    figure_plot_text(
        &m->plot, &m->plot.caption,
        "The first repetition at %" PRId64 " requests an hour, of which %.1f %%"
        " were accepted. Above, the network at the four times marked below; a"
        " link is drawn as busy as the busier of its two directions. Below, how"
        " many of the links, each direction for itself, are how busy.",
        p->density, 100 * p->value[a][MRFS_FIGURE_acceptance]);
    m->marked = "site with resources";
    for (k = 0; k < t->link_count; k++)
        netmap_link(m, k, t->links[k].from, t->links[k].to, t->links[k].oneway);
    if (!mrfs_plots_map_nodes(m, t, p->nodes != 0)) layout_place(m);
    mrfs_plots_map_uses(m, t, r);
}

/* ---- tables ------------------------------------------------------------------------ */

static void mrfs_plots_sheet_head(struct page_sheet *t, const struct mrfs_experiment *x,
                                  const char *first)
{
    size_t a;
    t->texts = 1;
    page_sheet_cell(t, "%s", first);
    for (a = 0; a < x->algorithm_count; a++)
        page_sheet_cell(t, "%s", mrfs_experiment_algorithm_text(x->algorithms[a]));
    page_sheet_row(t);
}

static void mrfs_plots_sheet_figure(struct page_sheet *t, const struct mrfs_experiment *x,
                                    enum mrfs_figure figure, enum mrfs_unit unit,
                                    const char *label)
{
    const struct mrfs_point *p = &x->points[x->drawn];
    const char *name = mrfs_results_unit_text(unit);
    char text[TEXT_NUMBER];
    size_t a;
    if (!isfinite(p->value[0][figure])) return;
    page_sheet_cell(t, "%s%s%s%s%s", label[0] == ' ' ? "\xe2\x80\x83" : "",
                    label + strspn(label, " "), *name ? " (" : "", name,
                    *name ? ")" : "");
    for (a = 0; a < x->algorithm_count; a++)
        page_sheet_cell(t, "%s",
                        mrfs_results_figure_text(p->value[a][figure], unit, text));
    page_sheet_row(t);
}

static void mrfs_plots_sheet_figures(struct page_sheet *t,
                                     const struct mrfs_experiment *x)
{
    page_sheet_caption(t, "Every figure at %" PRId64 " requests an hour",
                       x->points[x->drawn].density);
    mrfs_plots_sheet_head(t, x, "");
#define MRFS_SHEET(name, unit, label) \
    mrfs_plots_sheet_figure(t, x, MRFS_FIGURE_##name, unit, label);
    MRFS_FIGURES(MRFS_SHEET)
#undef MRFS_SHEET
}

static void mrfs_plots_sheet_sweep(struct page_sheet *t, const struct mrfs_experiment *x,
                                   const struct mrfs_sweep *sweep)
{
    char text[TEXT_NUMBER];
    size_t i, a;
    if (sweep->count == 0) return;
    page_sheet_caption(t, "Acceptance ratio (%%), by %s", sweep->label);
    mrfs_plots_sheet_head(t, x, sweep->label);
    for (i = 0; i < sweep->count; i++) {
        page_sheet_cell(t, "%" PRId64, mrfs_results_sweep_x(x, sweep, i));
        for (a = 0; a < x->algorithm_count; a++)
            page_sheet_cell(
                t, "%s",
                mrfs_results_figure_text(
                    x->points[sweep->points[i]].value[a][MRFS_FIGURE_acceptance],
                    MRFS_PERCENT, text));
        page_sheet_row(t);
    }
}

/* ---- all of it --------------------------------------------------------------------- */

int mrfs_plots_make(struct mrfs_plots *f, const struct mrfs_settings *s,
                    const struct mrfs_experiment *x, struct error *e)
{
    const struct mrfs_sweep by_density = mrfs_results_sweep_of(s, x, 0);
    const struct mrfs_sweep by_nodes = mrfs_results_sweep_of(s, x, 1);
    const int drawable =
        mrfs_experiment_point_size(&x->points[x->drawn])->links <= MRFS_DRAWN;
    size_t i;
    mrfs_plots_fig3(f, x, &by_density);
    mrfs_plots_fig3(f, x, &by_nodes);
    mrfs_plots_effort(f, x, &by_density);
    mrfs_plots_effort(f, x, &by_nodes);
    mrfs_plots_refusals(f, x);
    for (i = 0; i < x->algorithm_count && drawable; i++)
        mrfs_plots_map(&f->maps[f->map_count++], &x->points[x->drawn], i);
    mrfs_plots_sheet_figures(&f->figures, x);
    mrfs_plots_sheet_sweep(&f->by_density, x, &by_density);
    mrfs_plots_sheet_sweep(&f->by_nodes, x, &by_nodes);
    for (i = 0; i < f->count; i++)
        if (figure_plot_check(&f->plots[i], e) != 0) return -1;
    for (i = 0; i < f->map_count; i++)
        if (figure_plot_check(&f->maps[i].plot, e) != 0) return -1;
    return 0;
}

int mrfs_plots_csv(const struct mrfs_plots *f, const char *folder, struct error *e)
{
    size_t i;
    for (i = 0; i < f->count; i++)
        if (figure_plot_csv_file(folder, &f->plots[i], e) != 0) return -1;
    for (i = 0; i < f->map_count; i++)
        if (netmap_csv_file(folder, &f->maps[i], e) != 0) return -1;
    return 0;
}

static int mrfs_plots_page_head(struct page *page, const struct mrfs_settings *s,
                                const struct mrfs_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return -1;
    mrfs_results_print_head(to, s, x);
    if (fclose(to) != 0) {
        free(text);
        return -1;
    }
    page_lines(page, text);
    free(text);
    return 0;
}

static void mrfs_plots_page_fill(struct page *page, const struct mrfs_plots *f)
{
    size_t i;
    page_text(page,
              "The experiment of section 5 of Y. Li, S. Ranka, S. Sahni, M. Schmalz:"
              " Network Centered Multiple Resource Scheduling in e-Science"
              " Applications. WS: a job may be split over several paths and units,"
              " WN: one path and one unit of each type. RC: only some units are"
              " accessible to each other, RN: all are; else the network is the"
              " same.");
    page_section(page, "By request density and network size");
    for (i = 0; i < f->count; i++) page_plot(page, &f->plots[i]);
    page_section(page, "The network over time");
    for (i = 0; i < f->map_count; i++) page_netmap(page, &f->maps[i]);
    if (f->map_count == 0)
        page_text(page, "The network has more than %d links: too many to be drawn.",
                  MRFS_DRAWN);
    page_section(page, "Numbers");
    page_sheet(page, &f->by_density);
    if (f->by_nodes.columns) page_sheet(page, &f->by_nodes);
    page_sheet(page, &f->figures);
}

int mrfs_plots_page(const struct mrfs_plots *f, const struct mrfs_settings *s,
                    const struct mrfs_experiment *x, const char *path,
                    const char *program, const char *flags, int argc, char **argv,
                    struct error *e)
{
    const char *name = s->place.network ? s->place.network : "random networks";
    const char *slash = strrchr(name, '/');
    struct page page = {0};
    int result = 0;
    page_title(&page, "Multiple resource first slot on %s", slash ? slash + 1 : name);
    if (mrfs_plots_page_head(&page, s, x) != 0) result = error_fail(e, "out of memory");
    mrfs_plots_page_fill(&page, f);
    page_made_by(&page, program, flags, argc, argv);
    if (result == 0) result = page_file(&page, path, e);
    page_free(&page);
    return result;
}
