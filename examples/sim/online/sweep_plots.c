/* sweep_plots.c - a curve of figure 6 is made from the bins that a point kept of its
 * waits, the points of figure 7 from its figures.
 */
#include "online/paper1.h"

#include "program/cube.h"
#include "report/figure.h"
#include "workload/metrics.h"

#include <stdio.h>
#include <stdlib.h>

enum { DRAWN = 5 }; /* values with a curve in figure 6 */

/* Is it the sweep of the paper, over the share of advance reservations? */
static int is_paper(const struct sweep *sweep)
{
    return sweep->axis_count == 1 && sweep_has(sweep, "ar");
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
    char id[64], options[SWEEP_TEXT];
    size_t i;
    snprintf(id, sizeof id, "fig6_%s", policy);
    for (i = 0; id[i]; i++)
        if (id[i] == ' ' || id[i] == ':') id[i] = '_';
    p = page_new_plot(page, NULL, id, "");
    figure_plot_text(p, &p->title, "How long jobs wait from submission, %s, by %s%s",
                     policy, sweep_options(sweep, ", ", options),
                     is_paper(sweep) ? " (figure 6)" : "");
    figure_plot_text(p, &p->caption, "Bins of half an hour, on a logarithmic scale.");
    if (sweep->seeds > 1) figure_caption_add(p, " Of the first seed.");
    if (sweep->cells > DRAWN)
        figure_caption_add(p, " Drawn are %d of the %zu values.", DRAWN, sweep->cells);
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
    static const struct sweep_form form = {" = ", ", ", 1, 0};
    size_t i, n;
    int status = 0;
    if (log) {
        uint64_t *waits = schedule_sorted(log, SCHEDULE_WAIT_SUBMIT, &n);
        status = sweep_plots_curve(p, "the log's own", 1, waits, n);
        free(waits);
    }
    for (i = 0; i < sweep->cells && status == 0; i++) {
        char name[SWEEP_TEXT];
        const struct sweep_curve *c = &sweep->points[i * sweep->seeds].curves[k];
        uint64_t *waits = curve_waits(c, &n);
        status = sweep_plots_curve(p, sweep_text(sweep, i, &form, name),
                                   sweep_plots_drawn(i, sweep->cells), waits, n);
        free(waits);
    }
    return status;
}

/* The interval of the mean wait over weeks, which is of waits from the ready time: where
 * these are those from submission. */
static void add_weeks(struct figure_plot *p, size_t series, const double *weeks,
                      double mean, double factor)
{
    if (isfinite(weeks[1]) && fabs(weeks[0] - mean) < 0.5)
        figure_plot_range(p, series, weeks[1] * factor, weeks[2] * factor);
}

/* A curve of a figure of policy k (with `more`, of the sum of two) over the cells from
 * `first` on that differ in the first axis. */
static void add_curve(struct figure_plot *p, const struct sweep *sweep, size_t k,
                      size_t first, const char *name, const enum metrics_figure *figures,
                      double factor)
{
    const size_t series = figure_plot_series(p, FIGURE_LINE, "%s", name);
    const int two = figures[1] != METRICS_COUNT;
    size_t i;
    for (i = first; i < first + sweep->axes[0].values.count; i++) {
        const struct statistics_spread s = cube_spread(&sweep->cube, i, k, figures[0]);
        const double more = two ? cube_spread(&sweep->cube, i, k, figures[1]).mean : 0;
        figure_plot_point(p, series, sweep_x(sweep, i), (s.mean + more) * factor);
        if (sweep->seeds > 1 && !two) figure_cube_range(p, series, &s, factor);
        if (sweep->seeds == 1 && figures[0] == METRICS_WAIT_SUBMIT_MEAN)
            add_weeks(p, series, sweep->points[i].curves[k].weeks, s.mean, factor);
    }
}

/* The curves of policy k in the other figures, one for each combination of values of the
 * other axes. */
static void add_fig7(struct sweep_plots *f, const struct sweep *sweep, size_t k)
{
    static const struct sweep_form form = {" ", ", ", 1, 1};
    static const enum metrics_figure wait[] = {METRICS_WAIT_SUBMIT_MEAN, METRICS_COUNT},
                                     busy[] = {METRICS_UTILISATION, METRICS_COUNT},
                                     tries[] = {METRICS_ATTEMPTS_MEAN, METRICS_COUNT},
                                     search[] = {METRICS_SEARCH_VISITS_MEAN,
                                                 METRICS_COUNT},
                                     all[] = {METRICS_SEARCH_VISITS_MEAN,
                                              METRICS_UPDATE_VISITS_MEAN};
    const double *v = cube_run(&sweep->cube, 0, k, 0);
    const int counted = isfinite(v[METRICS_SEARCH_VISITS_MEAN]);
    const int tried = !counted && isfinite(v[METRICS_ATTEMPTS_MEAN]);
    const char *policy = sweep->cube.names[k];
    char others[SWEEP_TEXT], name[SWEEP_TEXT + 64], part[SWEEP_TEXT + 96];
    size_t i;
    if (tried) {
        f->fig7b->y = figure_axis_plain("start times tried", NULL);
        figure_plot_text(f->fig7b, &f->fig7b->title, "Attempts for each request");
        figure_plot_text(f->fig7b, &f->fig7b->caption,
                         "Attempts, means over all requests. Operations are counted with"
                         " --index range-tree.");
    }
    for (i = 0; i < sweep->cells; i += sweep->axes[0].values.count) {
        sweep_text(sweep, i, &form, others);
        snprintf(name, sizeof name, "%s%s%s", policy, *others ? ", " : "", others);
        add_curve(f->fig7a, sweep, k, i, name, wait, 1.0 / FIGURE_HOUR);
        add_curve(f->utilisation, sweep, k, i, name, busy, 100);
        if (tried) add_curve(f->fig7b, sweep, k, i, name, tries, 1);
        if (!counted) continue;
        snprintf(part, sizeof part, "%s, search", name);
        add_curve(f->fig7b, sweep, k, i, part, search, 1);
        snprintf(part, sizeof part, "%s, search and update", name);
        add_curve(f->fig7b, sweep, k, i, part, all, 1);
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
    p->x = sweep->axes[0].kind == VALUES_TIME ? figure_axis_hours(sweep->label)
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
    char options[SWEEP_TEXT];
    size_t k;
    if (is_paper(sweep))
        page_section(page, "What advance reservations change");
    else
        page_section(page, "What --%s changes", sweep_options(sweep, " and --", options));
    sweep_table(page_new_table(page), sweep, METRICS_WAIT_SUBMIT_MEAN);
    if (sweep_differs(sweep)) sweep_differences(page_new_table(page), sweep);
    sweep_table(page_new_table(page), sweep, METRICS_UTILISATION);
    if (sweep_rejected(sweep)) sweep_table(page_new_table(page), sweep, METRICS_REJECTED);
    new_plots(page, f, sweep);
    f->fig7b = NULL;
    if (has_fig7b(sweep)) new_fig7b(page, f, sweep);
    for (k = 0; k < sweep->points[0].count; k++) {
        f->fig6[k] = new_fig6(page, sweep, sweep->cube.names[k]);
        if (fill_fig6(f->fig6[k], sweep, k, log) != 0)
            return error_fail(e, "out of memory for figure 6");
        add_fig7(f, sweep, k);
    }
    figure_axis_spread(f->fig7a);
    if (f->fig7b) figure_axis_spread(f->fig7b);
    return 0;
}
