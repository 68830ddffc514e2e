/* flexco_plots.c - the pictures of flexco_sim: figures 3 to 7 of paper 5 (M. A. S.
 * Netto, R. Buyya, "A flexible resource co-allocation model based on advance
 * reservations with rescheduling support"), and more, on a page and as files.
 *
 *     fig3 ... fig7    what each mode is better by than rigid, over the error of the
 *                      estimates, small jobs kept and dropped: response time; slowdown
 *                      of all, local and meta-jobs; utilisation
 *     response_local, response_meta
 *                      figure 3 for each: the paper says "the same" and draws neither
 *     moves            how often a meta-job was moved, by what changed
 *     sites            how many meta-jobs were booked at several sites, and ran at one
 *     binding_response, binding_slowdown
 *                      with late and with early binding
 *     gantt_rigid, gantt_remap
 *                      who ran where on the same day, with rigid and with shift+remap
 *     tables           all figures; figures 3 to 7
 *
 * All show the first binding, unless they compare bindings; those that are not over the
 * error show the largest error. Values are means over the seeds, with lines from the
 * least to the most.
 *
 * The page, from top to bottom. */
#include "flexco/flexco_results.h"

#include "flexco/flexco_experiment.h"
#include "flexco/flexco_job.h"
#include "program/values.h"
#include "report/axis.h"
#include "report/figure.h"
#include "report/gantt.h"
#include "report/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHARTS = 2 };

/* ---- figures 3 to 7 ---------------------------------------------------------------- */

/* At an error the mean, and of several seeds from where to where. */
static void add_point(struct figure_plot *p, const struct flexco_experiment *x,
                      size_t series, size_t error, struct statistics_spread s,
                      double factor)
{
    figure_plot_point(p, series, (double)x->settings->errors.at[error], s.mean * factor);
    if (x->seeds > 1) figure_cube_range(p, series, &s, factor);
}

/* The number whose multiples the errors are, one after the other; 0 if there is none.
 * */
static double errors_step(const struct values *errors)
{
    const int64_t step = errors->count > 1 ? errors->at[1] - errors->at[0] : 0;
    size_t i;
    for (i = 1; i < errors->count; i++)
        if (errors->at[i] - errors->at[i - 1] != step) return 0;
    return step && errors->at[0] % step == 0 ? (double)step : 0;
}

/* Ticks stand at the errors that were run, as far as that can be. */
static void errors_axis(struct figure_plot *p, const struct flexco_experiment *x)
{
    const struct values *errors = &x->settings->errors;
    p->x = figure_axis_plain("estimates too long by", "%");
    p->x.fixed = errors->count > 1;
    p->x.lo = (double)errors->at[0];
    p->x.hi = (double)errors->at[errors->count - 1];
    p->x.step = errors_step(errors);
}

/* What each mode is better by than rigid. */
static void better_plot(struct page *page, const struct flexco_experiment *x,
                        const char *id, const char *title, const char *label,
                        enum flexco_figure figure)
{
    struct figure_plot *p =
        page_new_plot(page, "What moving meta-jobs gains over rigid", id, title);
    size_t small, mode, error;
    errors_axis(p, x);
    p->y = figure_axis_plain(label, "%");
    for (small = 0; small < x->small_count; small++)
        for (mode = 1; mode < x->mode_count; mode++) {
            const size_t series = figure_plot_series(
                p, FIGURE_LINE, "%s%s", flexco_job_mode_word(x->modes[mode]),
                x->smalls[small] ? ", no small jobs" : "");
            for (error = 0; error < x->settings->errors.count; error++)
                add_point(p, x, series, error,
                          flexco_experiment_gain(
                              x, flexco_experiment_at(x, 0, small, error), mode, figure),
                          1);
        }
    figure_plot_text(p, &p->caption, "In percent of rigid%s%s.",
                     x->seeds > 1 ? "; upright lines: " : "",
                     x->seeds > 1 ? cube_spread_lines(x->seeds) : "");
}

static void better_plots(struct page *page, const struct flexco_experiment *x)
{
    if (x->mode_count < 2) return;
    better_plot(page, x, "fig3", "Response time, all jobs (figure 3)",
                "reduction of the mean response time", FLEXCO_FIGURE_response);
    better_plot(page, x, "fig4", "Slowdown, all jobs (figure 4)",
                "reduction of the mean slowdown", FLEXCO_FIGURE_bsld);
    better_plot(page, x, "fig5", "Slowdown, local jobs (figure 5)",
                "reduction of the mean slowdown", FLEXCO_FIGURE_bsld_local);
    better_plot(page, x, "fig6", "Slowdown, meta-jobs (figure 6)",
                "reduction of the mean slowdown", FLEXCO_FIGURE_bsld_meta);
    better_plot(page, x, "fig7", "Utilisation (figure 7)", "gain of utilisation",
                FLEXCO_FIGURE_utilisation);
    better_plot(page, x, "response_local", "Response time, local jobs",
                "reduction of the mean response time", FLEXCO_FIGURE_response_local);
    better_plot(page, x, "response_meta", "Response time, meta-jobs",
                "reduction of the mean response time", FLEXCO_FIGURE_response_meta);
}

/* ---- moves and sites --------------------------------------------------------------- */

/* A figure of each mode. */
static void add_bars(struct figure_plot *p, const struct flexco_experiment *x,
                     size_t small, const char *name, enum flexco_figure figure)
{
    const size_t point = flexco_experiment_main(x, 0, small);
    const size_t series = figure_plot_series(p, FIGURE_BARS, "%s", name);
    size_t mode;
    for (mode = 0; mode < x->mode_count; mode++)
        figure_plot_point(p, series, (double)mode,
                          cube_spread(&x->cube, point, mode, figure).mean);
}

static struct figure_plot *bars_plot(struct page *page, const struct flexco_experiment *x,
                                     size_t small, const char *id, const char *title)
{
    const char *gone = x->smalls[small] ? "_no_small" : "";
    struct figure_plot *p =
        page_new_plot(page, "What was moved, and where it ran", id, title);
    figure_plot_text(p, &p->id, "%s%s", id, gone);
    if (*gone) figure_plot_text(p, &p->title, "%s, no small jobs", title);
    figure_cube_categories(p, &x->cube);
    p->wide = x->mode_count > 3;
    p->x.label = "mode";
    figure_plot_text(p, &p->caption, "Estimates %" PRId64 " %% too long.",
                     x->settings->errors.at[x->settings->errors.count - 1]);
    return p;
}

static void move_plots(struct page *page, const struct flexco_experiment *x, size_t small)
{
    struct figure_plot *p = bars_plot(page, x, small, "moves", "Moves of meta-jobs");
    p->y = figure_axis_plain("moves to an earlier end", NULL);
    figure_caption_add(p,
                       " A move counts once: as a mold if processors in all changed, else"
                       " as a remap if their shares did.");
    add_bars(p, x, small, "shift", FLEXCO_FIGURE_shifts);
    add_bars(p, x, small, "remap", FLEXCO_FIGURE_remaps);
    add_bars(p, x, small, "mold", FLEXCO_FIGURE_molds);
    p = bars_plot(page, x, small, "sites", "Meta-jobs at several sites");
    p->y = figure_axis_plain("meta-jobs", NULL);
    figure_caption_add(p, " At one site a job runs without the network's overhead.");
    add_bars(p, x, small, "booked at several", FLEXCO_FIGURE_several);
    add_bars(p, x, small, "of these, ran at one", FLEXCO_FIGURE_several_one);
    add_bars(p, x, small, "booked at one, ran at several", FLEXCO_FIGURE_one_several);
}

/* ---- bindings ---------------------------------------------------------------------- */

static void binding_plot(struct page *page, const struct flexco_experiment *x,
                         const char *id, const char *title, const struct figure_axis *y,
                         enum flexco_figure figure, double factor)
{
    struct figure_plot *p = page_new_plot(page, "What late binding gains", id, title);
    size_t binding, mode, error;
    errors_axis(p, x);
    p->y = *y;
    for (binding = 0; binding < x->binding_count; binding++)
        for (mode = 0; mode < x->mode_count; mode++) {
            const size_t series = figure_plot_series(
                p, FIGURE_LINE, "%s, %s", flexco_job_mode_word(x->modes[mode]),
                flexco_tables_binding_word(x->bindings[binding]));
            for (error = 0; error < x->settings->errors.count; error++)
                add_point(p, x, series, error,
                          cube_spread(&x->cube,
                                      flexco_experiment_at(x, binding, 0, error), mode,
                                      figure),
                          factor);
        }
    figure_plot_text(
        p, &p->caption,
        "All jobs%s. Late: a booking is for so many processors of a site, early:"
        " for these.",
        x->smalls[0] ? " but small ones" : "");
}

static void binding_plots(struct page *page, const struct flexco_experiment *x)
{
    const struct figure_axis hours = figure_axis_plain("mean response time", "hours");
    const struct figure_axis slowdown = figure_axis_plain("mean bounded slowdown", NULL);
    if (x->binding_count < 2) return;
    binding_plot(page, x, "binding_response", "Late and early binding: response time",
                 &hours, FLEXCO_FIGURE_response, 1.0 / FIGURE_HOUR);
    binding_plot(page, x, "binding_slowdown", "Late and early binding: slowdown",
                 &slowdown, FLEXCO_FIGURE_bsld, 1);
}

/* ---- who runs where ---------------------------------------------------------------- */

static void draw_charts(struct page *page, const struct flexco_experiment *x)
{
    static const char *const ids[CHARTS] = {"gantt_rigid", "gantt_remap"};
    const struct flexco_point *rigid =
        &x->points[flexco_experiment_main(x, 0, 0) * x->mode_count];
    char from[TEXT_NUMBER];
    int64_t stretch[2];
    size_t i, other = 0; /* remap, or else the last mode */
    while (other + 1 < x->mode_count && x->modes[other] != FLEXCO_REMAP) other++;
    if (!rigid->result.count) return;
    page_section(page, "Who runs where");
    flexco_chart_stretch_find(rigid->jobs.at, &rigid->result, &rigid[other].result,
                              stretch);
    for (i = 0; i < CHARTS && i <= other; i++) {
        const struct flexco_point *p = &rigid[i ? other : 0];
        struct gantt *chart = page_new_gantt(page);
        struct figure_plot *plot = &chart->plot;
        flexco_chart_draw(chart, ids[i], &x->system, p->jobs.at, &p->result, stretch);
        figure_plot_text(plot, &plot->title, "Who runs where: %s",
                         flexco_job_mode_word(p->mode));
        figure_plot_text(plot, &plot->caption,
                         "From %s after the first submission on%s.%s",
                         axis_duration_text(stretch[0], from),
                         x->system.count > FLEXCO_CHARTED ? ", at the first sites" : "",
                         p->early ? ""
                                  : " Late binding: any processors that are free will do;"
                                    " here each job takes the smallest gap that it fits,"
                                    " local jobs low, meta-jobs high.");
    }
}

/* ---- what is to be said of it ------------------------------------------------------ */

/* Names the figures in which a mode is worse than rigid on average; returns how many
 * there are of any mode. `any`: is a mode worse in some run? */
static size_t tell_worse(struct page *page, const struct flexco_experiment *x, int *any)
{
    size_t mode, worse = 0;
    int f;
    for (mode = 1; mode < x->mode_count; mode++)
        for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED;
             f++) {
            const struct flexco_worse w =
                flexco_tables_count_worse(x, mode, (enum flexco_figure)f);
            *any |= w.worse > 0;
            if (!(w.mean > 0)) continue;
            worse++;
            page_term(page, flexco_job_mode_word(x->modes[mode]),
                      "%s: worse by %.2f %% on average, in %zu of %zu runs",
                      flexco_tables_better_label((enum flexco_figure)f), w.mean, w.worse,
                      w.runs);
        }
    return worse;
}

static void tell_of_modes(struct page *page, const struct flexco_experiment *x)
{
    int any = 0;
    if (x->mode_count < 2) return;
    page_section(page, "Is a mode ever worse than rigid?");
    if (!tell_worse(page, x, &any))
        page_text(page, any ? "On average over all errors and seeds, no mode is, in any"
                              " figure. Single runs are."
                            : "Never: not in any figure, at any error of the estimates,"
                              " with any seed.");
    flexco_tables_worse(page_new_table(page), x);
    if (!any) return;
    page_text(page, "No job ends later than it was promised.");
    page_text(page, "What a job is promised depends on what is booked when it arrives: a"
                    " meta-job that moved forward fills a hole that, with rigid, a job"
                    " submitted later would have been backfilled into, and that job is"
                    " promised a later start. With few jobs, or little to choose between"
                    " the modes, such chance decides on the sign.");
}

/* ---- the page ---------------------------------------------------------------------- */

static void print_head(FILE *to, const void *experiment)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)experiment;
    flexco_tables_print_sites(to, x, 1);
    flexco_tables_print_rules(to, x);
}

/* All tables but the summary. */
static void numbers(struct page *page, const struct flexco_experiment *x)
{
    size_t i;
    if (x->small_count < 2 && x->mode_count < 2) return;
    page_section(page, "Numbers");
    for (i = 1; i < x->small_count; i++)
        flexco_tables_figures(page_new_table(page), x, 0, i);
    if (x->mode_count < 2) return;
    for (i = 0; i < FLEXCO_DRAWN; i++)
        flexco_tables_errors(page_new_table(page), x, 0, flexco_tables_drawn[i]);
}

int flexco_plots_page(struct page *page, const void *experiment, struct error *e)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)experiment;
    size_t i;
    (void)e;
    page_title(page, "Sites and a metascheduler that moves its bookings");
    page_asked(page, print_head, x);
    page_text(
        page,
        "Numbers of figures are those of M. A. S. Netto, R. Buyya: A flexible resource"
        " co-allocation model based on advance reservations with rescheduling support."
        " Sites have local jobs, first come first served with conservative backfilling;"
        " meta-jobs are booked over all of them. When a job ends early, its site moves"
        " local jobs forward; if processors stay idle, a meta-job at the head of its"
        " queue may move. rigid: it never does; shift: in time; remap: its shares of the"
        " sites may change; mold: so may its processors in all.");
    page_section(page, "Summary");
    flexco_tables_figures(page_new_table(page), x, 0, 0);
    tell_of_modes(page, x);
    better_plots(page, x);
    for (i = 0; i < x->small_count; i++) move_plots(page, x, i);
    binding_plots(page, x);
    draw_charts(page, x);
    numbers(page, x);
    return 0;
}
