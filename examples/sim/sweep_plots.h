/* sweep_plots.h - the pictures of a sweep: figures 6 and 7 of paper 1, over whatever is
 * swept.
 *
 *     figure 6      waiting time from submission, a curve for each of a few values, a
 *                   figure for each policy, beside the log's own waits if they are known
 *     figure 7(a)   its mean, a curve for each policy
 *     figure 7(b)   operations for each request, where the range tree counted them, else
 *                   attempts
 *     utilisation   not in the paper
 *     tables        the means as numbers, a row for each value
 *
 * The files (--csv) have the curves of all values.
 */
#ifndef SIM_SWEEP_PLOTS_H
#define SIM_SWEEP_PLOTS_H

#include "error.h"
#include "figure.h"
#include "page.h"
#include "paper1.h"
#include "sweep.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_SWEEP_DRAWN = 5 }; /* values with a curve in figure 6 */

typedef struct sim_sweep_plots { /* zero-initialise; sim_sweep_plots_free */
    sim_plot fig6[SIM_POLICIES_MAX];
    size_t policies;
    sim_plot fig7a, fig7b, utilisation;
    sim_sheet wait_table, utilisation_table, rejected_table;
    char label[64];
} sim_sweep_plots;

static inline void sim_sweep_plots_free(sim_sweep_plots *f)
{
    size_t i;
    for (i = 0; i < f->policies; i++) sim_plot_free(&f->fig6[i]);
    sim_plot_free(&f->fig7a);
    sim_plot_free(&f->fig7b);
    sim_plot_free(&f->utilisation);
    sim_sheet_free(&f->wait_table);
    sim_sheet_free(&f->utilisation_table);
    sim_sheet_free(&f->rejected_table);
}

/* Is it what the paper sweeps? */
static inline int sim_sweep_paper(const sim_sweep *sweep)
{
    return strcmp(sweep->option, "ar") == 0;
}

/* The value of a point, as people write it: 4h, not 14400. */
static inline const char *sim_sweep_value(const sim_sweep *sweep, size_t i,
                                          char to[SIM_SWEEP_VALUE])
{
    const char *value = sweep->points[i].value;
    if (!sweep->is_time) return value;
    cli_duration_text(strtoll(value, NULL, 10), to, SIM_SWEEP_VALUE);
    return to;
}

/* What the horizontal axis of 7 shows. */
static inline void sim_sweep_axis(const sim_sweep *sweep, char to[64], sim_plot *p)
{
    if (sim_sweep_paper(sweep))
        snprintf(to, 64, "share of advance reservations, rho");
    else
        snprintf(to, 64, "--%s", sweep->option);
    p->x = sweep->is_time ? sim_axis_hours(to) : sim_axis_plain(to, NULL);
}

/* The waits of a curve, ascending: the begin of each one's bin. To be freed. */
static inline uint64_t *sim_curve_values(const sim_curve *c, size_t *count)
{
    uint64_t *values;
    size_t i;
    uint64_t k;
    for (*count = 0, i = 0; i < c->wait_count; i++) *count += (size_t)c->waits[i].jobs;
    values = (uint64_t *)malloc((*count ? *count : 1) * sizeof *values);
    *count = 0;
    for (i = 0; i < c->wait_count && values; i++)
        for (k = 0; k < c->waits[i].jobs; k++)
            values[(*count)++] = c->waits[i].bin * SIM_SWEEP_BIN;
    return values;
}

/* Percent of the jobs by waiting time, in bins of half an hour, so that a peak at three
 * hours shows where it is; the axis goes as far as 99 % of the jobs of each curve that is
 * drawn (6 to 12 hours). */
static inline int sim_sweep_curve(sim_plot *p, const char *name, int drawn,
                                  const uint64_t *waits, size_t n)
{
    const size_t series = sim_plot_series(p, SIM_STEPS, "%s", name);
    if (!waits) return -1;
    sim_distribution(p, series, waits, n, SIM_SWEEP_BIN);
    if (drawn) sim_axis_reach(&p->x, waits, n, 12);
    if (series < p->series_count) p->series[series].undrawn = !drawn;
    return 0;
}

static inline void sim_fig6_init(sim_plot *p, const sim_sweep *sweep, const char *policy)
{
    char id[64];
    size_t i;
    snprintf(id, sizeof id, "fig6_%s", policy);
    for (i = 0; id[i]; i++)
        if (id[i] == ' ' || id[i] == ':') id[i] = '_';
    sim_plot_init(p, id, "");
    sim_plot_text(p, &p->title, "Waiting time from submission, %s, by %s%s", policy,
                  sweep->option, sim_sweep_paper(sweep) ? " (figure 6)" : "");
    sim_plot_text(p, &p->caption, "Bins of half an hour, on a logarithmic scale.");
    if (sweep->count > SIM_SWEEP_DRAWN)
        sim_caption_add(p, " Drawn are %d of the %zu values.", SIM_SWEEP_DRAWN,
                        sweep->count);
    p->x = sim_axis_hours("waiting time from submission");
    p->y = sim_axis_plain("jobs", "%");
    p->y.log = 1;
}

/* Is the value number i of n drawn? The first, the last, and evenly between. */
static inline int sim_sweep_drawn(size_t i, size_t n)
{
    size_t k;
    for (k = 0; k < SIM_SWEEP_DRAWN && n > SIM_SWEEP_DRAWN; k++)
        if (i == (k * (n - 1) + (SIM_SWEEP_DRAWN - 1) / 2) / (SIM_SWEEP_DRAWN - 1))
            return 1;
    return n <= SIM_SWEEP_DRAWN;
}

/* Figure 6 for policy number k; `log` is what the log recorded, or NULL. */
static inline int sim_fig6_make(sim_plot *p, const sim_sweep *sweep, size_t k,
                                const char *policy, const sim_schedule *log)
{
    size_t i, n;
    int status = 0;
    sim_fig6_init(p, sweep, policy);
    if (log) {
        uint64_t *waits = sim_sorted(log, SIM_WAIT_SUBMIT, &n);
        status = sim_sweep_curve(p, "the log's own", 1, waits, n);
        free(waits);
    }
    for (i = 0; i < sweep->count && status == 0; i++) {
        char name[2 * SIM_SWEEP_VALUE + 8], value[SIM_SWEEP_VALUE];
        uint64_t *waits = sim_curve_values(&sweep->points[i].curves[k], &n);
        snprintf(name, sizeof name, "%s = %s", sweep->option,
                 sim_sweep_value(sweep, i, value));
        status = sim_sweep_curve(p, name, sim_sweep_drawn(i, sweep->count), waits, n);
        free(waits);
    }
    return status;
}

/* The points of policy k in the other figures. */
static inline void sim_fig7_make(sim_sweep_plots *f, const sim_sweep *sweep, size_t k,
                                 const char *policy)
{
    const size_t wait = sim_plot_series(&f->fig7a, SIM_LINE, "%s", policy);
    const size_t busy = sim_plot_series(&f->utilisation, SIM_LINE, "%s", policy);
    const double *first = sweep->points[0].curves[k].value;
    const int counted = isfinite(first[SIM_FIGURE_search_visits_mean]);
    const int tried = !counted && isfinite(first[SIM_FIGURE_attempts_mean]);
    size_t search = 0, all = 0, i;
    if (counted) {
        search = sim_plot_series(&f->fig7b, SIM_LINE, "%s, search", policy);
        all = sim_plot_series(&f->fig7b, SIM_LINE, "%s, search and update", policy);
    }
    if (tried) {
        f->fig7b.y = sim_axis_plain("start times tried", NULL);
        sim_plot_text(&f->fig7b, &f->fig7b.title, "Attempts for each request");
        sim_plot_text(&f->fig7b, &f->fig7b.caption,
                      "Attempts, means over all requests. Operations are counted with"
                      " --index range-tree.");
        search = sim_plot_series(&f->fig7b, SIM_LINE, "%s", policy);
    }
    for (i = 0; i < sweep->count; i++) {
        const double x = sweep->points[i].x, *v = sweep->points[i].curves[k].value;
        sim_plot_point(&f->fig7a, wait, x, v[SIM_FIGURE_wait_submit_mean] / SIM_HOUR);
        sim_plot_point(&f->utilisation, busy, x, 100 * v[SIM_FIGURE_utilisation]);
        if (tried) sim_plot_point(&f->fig7b, search, x, v[SIM_FIGURE_attempts_mean]);
        if (!counted) continue;
        sim_plot_point(&f->fig7b, search, x, v[SIM_FIGURE_search_visits_mean]);
        sim_plot_point(&f->fig7b, all, x,
                       v[SIM_FIGURE_search_visits_mean] +
                           v[SIM_FIGURE_update_visits_mean]);
    }
}

static inline void sim_sweep_plots_init(sim_sweep_plots *f, const sim_sweep *sweep)
{
    const int paper = sim_sweep_paper(sweep);
    sim_plot_init(&f->fig7a, "fig7a",
                  paper ? "Mean waiting time (figure 7a)" : "Mean waiting time");
    sim_sweep_axis(sweep, f->label, &f->fig7a);
    f->fig7a.y = sim_axis_hours("mean waiting time from submission");
    sim_plot_init(&f->fig7b, "fig7b",
                  paper ? "Operations for each request (figure 7b)"
                        : "Operations for each request");
    sim_sweep_axis(sweep, f->label, &f->fig7b);
    f->fig7b.y = sim_axis_plain("tree nodes visited", NULL);
    sim_plot_text(&f->fig7b, &f->fig7b.caption, "Means over all requests.");
    sim_plot_init(&f->utilisation, "sweep_utilisation", "Utilisation");
    sim_sweep_axis(sweep, f->label, &f->utilisation);
    f->utilisation.y = sim_axis_plain("busy server hours", "%");
    sim_plot_text(&f->utilisation, &f->utilisation.caption,
                  "From the first submission to the last end.");
}

/* A row for each value, a column for each policy: one figure. */
static inline void sim_sweep_table(sim_sheet *t, const sim_sweep *sweep,
                                   sim_figure figure, sim_figure_unit unit,
                                   const char *caption)
{
    const char *name = sim_unit_text(unit);
    size_t i, k;
    t->texts = 1;
    sim_sheet_caption(t, "%s%s%s%s", caption, *name ? " (" : "", name, *name ? ")" : "");
    sim_sheet_cell(t, "%s", sweep->option);
    for (k = 0; k < sweep->points[0].count; k++) {
        const sim_curve *c = &sweep->points[0].curves[k];
        sim_sheet_cell(t, "%s%s%s", c->policy, c->index[0] ? " " : "", c->index);
    }
    sim_sheet_row(t);
    for (i = 0; i < sweep->count; i++) {
        char text[SIM_NUMBER_TEXT];
        sim_sheet_cell(t, "%s", sim_sweep_value(sweep, i, text));
        for (k = 0; k < sweep->points[i].count; k++) {
            const double v = sweep->points[i].curves[k].value[figure];
            sim_sheet_cell(t, "%s", sim_figure_text(v, unit, text));
        }
        sim_sheet_row(t);
    }
}

/* Was anybody turned away? */
static inline int sim_sweep_rejected(const sim_sweep *sweep)
{
    size_t i, k;
    for (i = 0; i < sweep->count; i++)
        for (k = 0; k < sweep->points[i].count; k++)
            if (sweep->points[i].curves[k].value[SIM_FIGURE_rejected] > 0) return 1;
    return 0;
}

static inline int sim_sweep_tables(sim_sweep_plots *f, const sim_sweep *sweep)
{
    sim_sweep_table(&f->wait_table, sweep, SIM_FIGURE_wait_submit_mean, SIM_HOURS,
                    "Mean waiting time from submission");
    sim_sweep_table(&f->utilisation_table, sweep, SIM_FIGURE_utilisation, SIM_PERCENT,
                    "Utilisation");
    if (sim_sweep_rejected(sweep))
        sim_sweep_table(&f->rejected_table, sweep, SIM_FIGURE_rejected, SIM_COUNT,
                        "Jobs rejected");
    return f->wait_table.failed || f->utilisation_table.failed || f->rejected_table.failed
               ? -1
               : 0;
}

/* Fills *f (zeroed; sim_sweep_plots_free it, whatever happens). 0, or -1. */
static inline int sim_sweep_plots_make(sim_sweep_plots *f, const sim_sweep *sweep,
                                       const sim_schedule *log, sim_error *e)
{
    size_t k;
    sim_sweep_plots_init(f, sweep);
    for (k = 0; k < sweep->points[0].count; k++) {
        const sim_curve *c = &sweep->points[0].curves[k];
        char policy[48];
        snprintf(policy, sizeof policy, "%s%s%s", c->policy, c->index[0] ? " " : "",
                 c->index);
        f->policies++;
        if (sim_fig6_make(&f->fig6[k], sweep, k, policy, log) != 0)
            return sim_fail(e, "out of memory for figure 6");
        if (sim_plot_check(&f->fig6[k], e) != 0) return -1;
        sim_fig7_make(f, sweep, k, policy);
    }
    sim_axis_spread(&f->fig7a);
    sim_axis_spread(&f->fig7b);
    if (sim_sweep_tables(f, sweep) != 0)
        return sim_fail(e, "out of memory for the tables of the sweep");
    if (sim_plot_check(&f->fig7a, e) != 0 || sim_plot_check(&f->fig7b, e) != 0) return -1;
    return sim_plot_check(&f->utilisation, e);
}

static inline void sim_sweep_plots_page(sim_page *page, const sim_sweep_plots *f,
                                        const sim_sweep *sweep)
{
    size_t k;
    if (sim_sweep_paper(sweep))
        sim_page_section(page, "Advance reservations");
    else
        sim_page_section(page, "Sweep of --%s", sweep->option);
    for (k = 0; k < f->policies; k++) sim_page_plot(page, &f->fig6[k]);
    sim_page_plot(page, &f->fig7a);
    if (f->fig7b.series_count) sim_page_plot(page, &f->fig7b);
    sim_page_plot(page, &f->utilisation);
    sim_page_sheet(page, &f->wait_table);
    sim_page_sheet(page, &f->utilisation_table);
    if (f->rejected_table.columns) sim_page_sheet(page, &f->rejected_table);
}

/* One file for each figure, in a folder that is there. 0, or -1. */
static inline int sim_sweep_plots_csv(const char *folder, const sim_sweep_plots *f,
                                      sim_error *e)
{
    size_t k;
    for (k = 0; k < f->policies; k++)
        if (sim_plot_csv_file(folder, &f->fig6[k], e) != 0) return -1;
    if (sim_plot_csv_file(folder, &f->fig7a, e) ||
        sim_plot_csv_file(folder, &f->fig7b, e))
        return -1;
    return sim_plot_csv_file(folder, &f->utilisation, e);
}

#endif
