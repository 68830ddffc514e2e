/* sweep_plots.c - a curve of figure 6 is made from the bins that a point kept of its
 * waits, the points of figure 7 from its figures.
 */
#include "online/sweep_plots.h"

#include "workload/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN = 5 }; /* values with a curve in figure 6 */

/* Is it the sweep of the paper, over the share of advance reservations? */
static int is_paper(const struct sweep *sweep)
{
    return strcmp(sweep->option, "ar") == 0;
}

/* The waits of a curve, ascending, each at the beginning of its bin. To be freed. */
static uint64_t *curve_waits(const struct sweep_curve *c, size_t *count)
{
    uint64_t *values;
    size_t i;
    uint64_t k;
    for (*count = 0, i = 0; i < c->wait_count; i++) *count += (size_t)c->waits[i].jobs;
    values = (uint64_t *)malloc((*count ? *count : 1) * sizeof *values);
    *count = 0;
    for (i = 0; i < c->wait_count && values; i++)
        for (k = 0; k < c->waits[i].jobs; k++)
            values[(*count)++] = c->waits[i].bin * SWEEP_BIN;
    return values;
}

int sweep_plots_curve(struct figure_plot *p, const char *name, int drawn,
                      const uint64_t *waits, size_t n)
{
    const size_t series = figure_plot_series(p, FIGURE_STEPS, "%s", name);
    if (!waits) return -1;
    schedule_plot(p, series, waits, n, SWEEP_BIN);
    if (drawn) schedule_reach(&p->x, waits, n, 12);
    if (series < p->series_count) p->series[series].undrawn = !drawn;
    return 0;
}

static struct figure_plot *new_fig6(struct page *page, const struct sweep *sweep,
                                    const char *policy)
{
    struct figure_plot *p;
    char id[64];
    size_t i;
    snprintf(id, sizeof id, "fig6_%s", policy);
    for (i = 0; id[i]; i++)
        if (id[i] == ' ' || id[i] == ':') id[i] = '_';
    p = page_new_plot(page, NULL, id, "");
    figure_plot_text(p, &p->title, "How long jobs wait from submission, %s, by %s%s",
                     policy, sweep->option, is_paper(sweep) ? " (figure 6)" : "");
    figure_plot_text(p, &p->caption, "Bins of half an hour, on a logarithmic scale.");
    if (sweep->count > DRAWN)
        figure_caption_add(p, " Drawn are %d of the %zu values.", DRAWN, sweep->count);
    p->x = figure_axis_hours("waiting time from submission");
    p->y = figure_axis_plain("jobs", "%");
    p->y.log = 1;
    return p;
}

int sweep_plots_drawn(size_t i, size_t n)
{
    size_t k;
    for (k = 0; k < DRAWN && n > DRAWN; k++)
        if (i == (k * (n - 1) + (DRAWN - 1) / 2) / (DRAWN - 1)) return 1;
    return n <= DRAWN;
}

/* Figure 6 for policy number k; `log` is what the log recorded, or NULL. */
static int fill_fig6(struct figure_plot *p, const struct sweep *sweep, size_t k,
                     const struct schedule *log)
{
    size_t i, n;
    int status = 0;
    if (log) {
        uint64_t *waits = schedule_sorted(log, SCHEDULE_WAIT_SUBMIT, &n);
        status = sweep_plots_curve(p, "the log's own", 1, waits, n);
        free(waits);
    }
    for (i = 0; i < sweep->count && status == 0; i++) {
        char name[2 * SWEEP_VALUE + 8], value[SWEEP_VALUE];
        uint64_t *waits = curve_waits(&sweep->points[i].curves[k], &n);
        snprintf(name, sizeof name, "%s = %s", sweep->option,
                 sweep_value_text(sweep, i, value));
        status = sweep_plots_curve(p, name, sweep_plots_drawn(i, sweep->count), waits, n);
        free(waits);
    }
    return status;
}

/* The points of policy k in the other figures. */
static void add_fig7(struct sweep_plots *f, const struct sweep *sweep, size_t k,
                     const char *policy)
{
    const size_t wait = figure_plot_series(f->fig7a, FIGURE_LINE, "%s", policy);
    const size_t busy = figure_plot_series(f->utilisation, FIGURE_LINE, "%s", policy);
    const double *first = sweep->points[0].curves[k].value;
    const int counted = isfinite(first[METRICS_SEARCH_VISITS_MEAN]);
    const int tried = !counted && isfinite(first[METRICS_ATTEMPTS_MEAN]);
    size_t search = 0, all = 0, i;
    if (counted) {
        search = figure_plot_series(f->fig7b, FIGURE_LINE, "%s, search", policy);
        all = figure_plot_series(f->fig7b, FIGURE_LINE, "%s, search and update", policy);
    }
    if (tried) {
        f->fig7b->y = figure_axis_plain("start times tried", NULL);
        figure_plot_text(f->fig7b, &f->fig7b->title, "Attempts for each request");
        figure_plot_text(f->fig7b, &f->fig7b->caption,
                         "Attempts, means over all requests. Operations are counted with"
                         " --index range-tree.");
        search = figure_plot_series(f->fig7b, FIGURE_LINE, "%s", policy);
    }
    for (i = 0; i < sweep->count; i++) {
        const double x = sweep->points[i].x, *v = sweep->points[i].curves[k].value;
        figure_plot_point(f->fig7a, wait, x, v[METRICS_WAIT_SUBMIT_MEAN] / FIGURE_HOUR);
        figure_plot_point(f->utilisation, busy, x, 100 * v[METRICS_UTILISATION]);
        if (tried) figure_plot_point(f->fig7b, search, x, v[METRICS_ATTEMPTS_MEAN]);
        if (!counted) continue;
        figure_plot_point(f->fig7b, search, x, v[METRICS_SEARCH_VISITS_MEAN]);
        figure_plot_point(f->fig7b, all, x,
                          v[METRICS_SEARCH_VISITS_MEAN] + v[METRICS_UPDATE_VISITS_MEAN]);
    }
}

/* A plot over what is swept. */
static struct figure_plot *new_fig7(struct page *page, const struct sweep *sweep,
                                    const char *id, const char *title, const char *figure,
                                    const struct figure_axis *y)
{
    struct figure_plot *p = page_new_plot(page, NULL, id, title);
    if (figure && is_paper(sweep))
        figure_plot_text(p, &p->title, "%s (%s)", title, figure);
    p->x = sweep->is_time ? figure_axis_hours(sweep->label)
                          : figure_axis_plain(sweep->label, NULL);
    p->y = *y;
    return p;
}

static void new_plots(struct page *page, struct sweep_plots *f, const struct sweep *sweep)
{
    const struct figure_axis wait =
        figure_axis_hours("mean waiting time from submission");
    const struct figure_axis busy = figure_axis_plain("busy server hours", "%");
    f->fig7a = new_fig7(page, sweep, "fig7a", "Mean waiting time", "figure 7a", &wait);
    f->utilisation =
        new_fig7(page, sweep, "sweep_utilisation", "Utilisation", NULL, &busy);
    figure_plot_text(f->utilisation, &f->utilisation->caption,
                     "From the first submission to the last end.");
}

static void new_fig7b(struct page *page, struct sweep_plots *f, const struct sweep *sweep)
{
    const struct figure_axis visits = figure_axis_plain("tree nodes visited", NULL);
    f->fig7b = new_fig7(page, sweep, "fig7b", "Operations for each request", "figure 7b",
                        &visits);
    figure_plot_text(f->fig7b, &f->fig7b->caption, "Means over all requests.");
}

/* Did any policy count operations or attempts? */
static int has_fig7b(const struct sweep *sweep)
{
    const struct sweep_point *p = &sweep->points[0];
    size_t k;
    for (k = 0; k < p->count; k++)
        if (isfinite(p->curves[k].value[METRICS_SEARCH_VISITS_MEAN]) ||
            isfinite(p->curves[k].value[METRICS_ATTEMPTS_MEAN]))
            return 1;
    return 0;
}

void sweep_plots_end(struct page *page, struct sweep_plots *f, const struct sweep *sweep)
{
    if (f->fig7b) return;
    new_fig7b(page, f, sweep);
    f->fig7b->undrawn = 1;
}

int sweep_plots_draw(struct page *page, struct sweep_plots *f, const struct sweep *sweep,
                     const struct schedule *log, struct error *e)
{
    size_t k;
    if (is_paper(sweep))
        page_section(page, "What advance reservations change");
    else
        page_section(page, "What --%s changes", sweep->option);
    sweep_table(page_new_table(page), sweep, METRICS_WAIT_SUBMIT_MEAN);
    sweep_table(page_new_table(page), sweep, METRICS_UTILISATION);
    if (sweep_rejected(sweep)) sweep_table(page_new_table(page), sweep, METRICS_REJECTED);
    new_plots(page, f, sweep);
    f->fig7b = NULL;
    if (has_fig7b(sweep)) new_fig7b(page, f, sweep);
    for (k = 0; k < sweep->points[0].count; k++) {
        const struct sweep_curve *c = &sweep->points[0].curves[k];
        char policy[48];
        snprintf(policy, sizeof policy, "%s%s%s", c->policy, c->index[0] ? " " : "",
                 c->index);
        f->fig6[k] = new_fig6(page, sweep, policy);
        if (fill_fig6(f->fig6[k], sweep, k, log) != 0)
            return error_fail(e, "out of memory for figure 6");
        add_fig7(f, sweep, k, policy);
    }
    figure_axis_spread(f->fig7a);
    if (f->fig7b) figure_axis_spread(f->fig7b);
    return 0;
}
