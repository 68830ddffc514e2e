/* sweep_plots.c - implements sweep_plots.h. */
#include "online/sweep_plots.h"

#include "base/text.h"
#include "program/cli.h"
#include "program/measure.h"
#include "report/metrics.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEP_PLOTS_DRAWN = 5 }; /* values with a curve in figure 6 */

void sweep_plots_free(struct sweep_plots *f)
{
    size_t i;
    for (i = 0; i < f->policies; i++) figure_plot_free(&f->fig6[i]);
    figure_plot_free(&f->fig7a);
    figure_plot_free(&f->fig7b);
    figure_plot_free(&f->utilisation);
    page_sheet_free(&f->wait_table);
    page_sheet_free(&f->utilisation_table);
    page_sheet_free(&f->rejected_table);
}

/* Is it what the paper sweeps? */
static int sweep_plots_paper(const struct sweep *sweep)
{
    return strcmp(sweep->option, "ar") == 0;
}

/* The value of a point, as people write it: 4h, not 14400. */
static const char *sweep_plots_value(const struct sweep *sweep, size_t i,
                                     char to[SWEEP_VALUE])
{
    const char *value = sweep->points[i].value;
    if (!sweep->is_time) return value;
    cli_duration_text(strtoll(value, NULL, 10), to, SWEEP_VALUE);
    return to;
}

/* What the horizontal axis of 7 shows. */
static void sweep_plots_axis(const struct sweep *sweep, char to[64],
                             struct figure_plot *p)
{
    if (sweep_plots_paper(sweep))
        snprintf(to, 64, "share of advance reservations, rho");
    else
        snprintf(to, 64, "--%s", sweep->option);
    p->x = sweep->is_time ? figure_axis_hours(to) : figure_axis_plain(to, NULL);
}

/* The waits of a curve, ascending: the begin of each one's bin. To be freed. */
static uint64_t *sweep_plots_curve_values(const struct sweep_curve *c, size_t *count)
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
    paper1_figures_distribution(p, series, waits, n, SWEEP_BIN);
    if (drawn) paper1_figures_axis_reach(&p->x, waits, n, 12);
    if (series < p->series_count) p->series[series].undrawn = !drawn;
    return 0;
}

static void sweep_plots_fig6_init(struct figure_plot *p, const struct sweep *sweep,
                                  const char *policy)
{
    char id[64];
    size_t i;
    snprintf(id, sizeof id, "fig6_%s", policy);
    for (i = 0; id[i]; i++)
        if (id[i] == ' ' || id[i] == ':') id[i] = '_';
    figure_plot_init(p, id, "");
    figure_plot_text(p, &p->title, "Waiting time from submission, %s, by %s%s", policy,
                     sweep->option, sweep_plots_paper(sweep) ? " (figure 6)" : "");
    figure_plot_text(p, &p->caption, "Bins of half an hour, on a logarithmic scale.");
    if (sweep->count > SWEEP_PLOTS_DRAWN)
        figure_caption_add(p, " Drawn are %d of the %zu values.", SWEEP_PLOTS_DRAWN,
                           sweep->count);
    p->x = figure_axis_hours("waiting time from submission");
    p->y = figure_axis_plain("jobs", "%");
    p->y.log = 1;
}

int sweep_plots_drawn(size_t i, size_t n)
{
    size_t k;
    for (k = 0; k < SWEEP_PLOTS_DRAWN && n > SWEEP_PLOTS_DRAWN; k++)
        if (i == (k * (n - 1) + (SWEEP_PLOTS_DRAWN - 1) / 2) / (SWEEP_PLOTS_DRAWN - 1))
            return 1;
    return n <= SWEEP_PLOTS_DRAWN;
}

/* Figure 6 for policy number k; `log` is what the log recorded, or NULL. */
static int sweep_plots_fig6_make(struct figure_plot *p, const struct sweep *sweep,
                                 size_t k, const char *policy,
                                 const struct paper1_figures_schedule *log)
{
    size_t i, n;
    int status = 0;
    sweep_plots_fig6_init(p, sweep, policy);
    if (log) {
        uint64_t *waits = paper1_figures_sorted(log, PAPER1_FIGURES_WAIT_SUBMIT, &n);
        status = sweep_plots_curve(p, "the log's own", 1, waits, n);
        free(waits);
    }
    for (i = 0; i < sweep->count && status == 0; i++) {
        char name[2 * SWEEP_VALUE + 8], value[SWEEP_VALUE];
        uint64_t *waits = sweep_plots_curve_values(&sweep->points[i].curves[k], &n);
        snprintf(name, sizeof name, "%s = %s", sweep->option,
                 sweep_plots_value(sweep, i, value));
        status = sweep_plots_curve(p, name, sweep_plots_drawn(i, sweep->count), waits, n);
        free(waits);
    }
    return status;
}

/* The points of policy k in the other figures. */
static void sweep_plots_fig7_make(struct sweep_plots *f, const struct sweep *sweep,
                                  size_t k, const char *policy)
{
    const size_t wait = figure_plot_series(&f->fig7a, FIGURE_LINE, "%s", policy);
    const size_t busy = figure_plot_series(&f->utilisation, FIGURE_LINE, "%s", policy);
    const double *first = sweep->points[0].curves[k].value;
    const int counted = isfinite(first[METRICS_FIGURE_search_visits_mean]);
    const int tried = !counted && isfinite(first[METRICS_FIGURE_attempts_mean]);
    size_t search = 0, all = 0, i;
    if (counted) {
        search = figure_plot_series(&f->fig7b, FIGURE_LINE, "%s, search", policy);
        all = figure_plot_series(&f->fig7b, FIGURE_LINE, "%s, search and update", policy);
    }
    if (tried) {
        f->fig7b.y = figure_axis_plain("start times tried", NULL);
        figure_plot_text(&f->fig7b, &f->fig7b.title, "Attempts for each request");
        figure_plot_text(&f->fig7b, &f->fig7b.caption,
                         "Attempts, means over all requests. Operations are counted with"
                         " --index range-tree.");
        search = figure_plot_series(&f->fig7b, FIGURE_LINE, "%s", policy);
    }
    for (i = 0; i < sweep->count; i++) {
        const double x = sweep->points[i].x, *v = sweep->points[i].curves[k].value;
        figure_plot_point(&f->fig7a, wait, x,
                          v[METRICS_FIGURE_wait_submit_mean] / FIGURE_HOUR);
        figure_plot_point(&f->utilisation, busy, x, 100 * v[METRICS_FIGURE_utilisation]);
        if (tried)
            figure_plot_point(&f->fig7b, search, x, v[METRICS_FIGURE_attempts_mean]);
        if (!counted) continue;
        figure_plot_point(&f->fig7b, search, x, v[METRICS_FIGURE_search_visits_mean]);
        figure_plot_point(&f->fig7b, all, x,
                          v[METRICS_FIGURE_search_visits_mean] +
                              v[METRICS_FIGURE_update_visits_mean]);
    }
}

static void sweep_plots_init(struct sweep_plots *f, const struct sweep *sweep)
{
    const int paper = sweep_plots_paper(sweep);
    figure_plot_init(&f->fig7a, "fig7a",
                     paper ? "Mean waiting time (figure 7a)" : "Mean waiting time");
    sweep_plots_axis(sweep, f->label, &f->fig7a);
    f->fig7a.y = figure_axis_hours("mean waiting time from submission");
    figure_plot_init(&f->fig7b, "fig7b",
                     paper ? "Operations for each request (figure 7b)"
                           : "Operations for each request");
    sweep_plots_axis(sweep, f->label, &f->fig7b);
    f->fig7b.y = figure_axis_plain("tree nodes visited", NULL);
    figure_plot_text(&f->fig7b, &f->fig7b.caption, "Means over all requests.");
    figure_plot_init(&f->utilisation, "sweep_utilisation", "Utilisation");
    sweep_plots_axis(sweep, f->label, &f->utilisation);
    f->utilisation.y = figure_axis_plain("busy server hours", "%");
    figure_plot_text(&f->utilisation, &f->utilisation.caption,
                     "From the first submission to the last end.");
}

/* A row for each value, a column for each policy: one figure. */
static void sweep_plots_table(struct page_sheet *t, const struct sweep *sweep,
                              enum metrics_figure figure, enum measure_unit unit,
                              const char *caption)
{
    const char *name = measure_unit_name(unit);
    size_t i, k;
    t->texts = 1;
    page_sheet_caption(t, "%s%s%s%s", caption, *name ? " (" : "", name, *name ? ")" : "");
    page_sheet_cell(t, "%s", sweep->option);
    for (k = 0; k < sweep->points[0].count; k++) {
        const struct sweep_curve *c = &sweep->points[0].curves[k];
        page_sheet_cell(t, "%s%s%s", c->policy, c->index[0] ? " " : "", c->index);
    }
    page_sheet_row(t);
    for (i = 0; i < sweep->count; i++) {
        char text[TEXT_NUMBER];
        page_sheet_cell(t, "%s", sweep_plots_value(sweep, i, text));
        for (k = 0; k < sweep->points[i].count; k++) {
            const double v = sweep->points[i].curves[k].value[figure];
            page_sheet_cell(t, "%s", measure_text(v, unit, text));
        }
        page_sheet_row(t);
    }
}

/* Was anybody turned away? */
static int sweep_plots_rejected(const struct sweep *sweep)
{
    size_t i, k;
    for (i = 0; i < sweep->count; i++)
        for (k = 0; k < sweep->points[i].count; k++)
            if (sweep->points[i].curves[k].value[METRICS_FIGURE_rejected] > 0) return 1;
    return 0;
}

static int sweep_plots_tables(struct sweep_plots *f, const struct sweep *sweep)
{
    sweep_plots_table(&f->wait_table, sweep, METRICS_FIGURE_wait_submit_mean,
                      MEASURE_HOURS, "Mean waiting time from submission");
    sweep_plots_table(&f->utilisation_table, sweep, METRICS_FIGURE_utilisation,
                      MEASURE_PERCENT, "Utilisation");
    if (sweep_plots_rejected(sweep))
        sweep_plots_table(&f->rejected_table, sweep, METRICS_FIGURE_rejected,
                          MEASURE_COUNT, "Jobs rejected");
    return f->wait_table.failed || f->utilisation_table.failed || f->rejected_table.failed
               ? -1
               : 0;
}

int sweep_plots_make(struct sweep_plots *f, const struct sweep *sweep,
                     const struct paper1_figures_schedule *log, struct error *e)
{
    size_t k;
    sweep_plots_init(f, sweep);
    for (k = 0; k < sweep->points[0].count; k++) {
        const struct sweep_curve *c = &sweep->points[0].curves[k];
        char policy[48];
        snprintf(policy, sizeof policy, "%s%s%s", c->policy, c->index[0] ? " " : "",
                 c->index);
        f->policies++;
        if (sweep_plots_fig6_make(&f->fig6[k], sweep, k, policy, log) != 0)
            return error_fail(e, "out of memory for figure 6");
        if (figure_plot_check(&f->fig6[k], e) != 0) return -1;
        sweep_plots_fig7_make(f, sweep, k, policy);
    }
    figure_axis_spread(&f->fig7a);
    figure_axis_spread(&f->fig7b);
    if (sweep_plots_tables(f, sweep) != 0)
        return error_fail(e, "out of memory for the tables of the sweep");
    if (figure_plot_check(&f->fig7a, e) != 0 || figure_plot_check(&f->fig7b, e) != 0)
        return -1;
    return figure_plot_check(&f->utilisation, e);
}

void sweep_plots_page(struct page *page, const struct sweep_plots *f,
                      const struct sweep *sweep)
{
    size_t k;
    if (sweep_plots_paper(sweep))
        page_section(page, "Advance reservations");
    else
        page_section(page, "Sweep of --%s", sweep->option);
    for (k = 0; k < f->policies; k++) page_plot(page, &f->fig6[k]);
    page_plot(page, &f->fig7a);
    if (f->fig7b.series_count) page_plot(page, &f->fig7b);
    page_plot(page, &f->utilisation);
    page_sheet(page, &f->wait_table);
    page_sheet(page, &f->utilisation_table);
    if (f->rejected_table.columns) page_sheet(page, &f->rejected_table);
}

int sweep_plots_csv(const char *folder, const struct sweep_plots *f, struct error *e)
{
    size_t k;
    for (k = 0; k < f->policies; k++)
        if (figure_plot_csv_file(folder, &f->fig6[k], e) != 0) return -1;
    if (figure_plot_csv_file(folder, &f->fig7a, e) ||
        figure_plot_csv_file(folder, &f->fig7b, e))
        return -1;
    return figure_plot_csv_file(folder, &f->utilisation, e);
}
