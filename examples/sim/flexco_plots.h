/* flexco_plots.h - the pictures of flexco_sim: figures 3 to 7 of paper 5 (M. A. S. Netto,
 * R. Buyya, "A flexible resource co-allocation model based on advance reservations with
 * rescheduling support"), and more, on a page and as files.
 *
 *     fig3 ... fig7    what each mode is better by than rigid, over the error of the
 *                      estimates, small jobs kept and dropped: response time; slowdown
 *                      of all, local and meta-jobs; utilisation
 *     response_local, response_meta
 *                      figure 3 for each: "the same", says the paper, and draws neither
 *     moves            how often a meta-job was moved, by what changed
 *     sites            how many meta-jobs were booked at several sites, and ran at one
 *     binding_response, binding_slowdown
 *                      with late and with early binding
 *     gantt_rigid, gantt_remap
 *                      who ran where on the same day, with rigid and with shift+remap
 *     tables           all figures; winners: the jobs that end earlier than with rigid,
 *                      and later, of the first seed; figures 3 to 7
 *
 * All are of the first binding, unless they are over it; those that are not over the
 * error are of the largest. Values are means over the seeds, with lines from least to
 * most.
 */
#ifndef SIM_FLEXCO_PLOTS_H
#define SIM_FLEXCO_PLOTS_H

#include "error.h"
#include "figure.h"
#include "flexco_chart.h"
#include "flexco_experiment.h"
#include "flexco_figures.h"
#include "flexco_results.h"
#include "gantt.h"
#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIM_FLEXCO_PLOTS = 13, SIM_FLEXCO_SHEETS = 10, SIM_FLEXCO_CHARTS = 2 };

typedef struct sim_flexco_plots { /* zero-initialise; sim_flexco_plots_free */
    sim_plot plots[SIM_FLEXCO_PLOTS];
    sim_sheet sheets[SIM_FLEXCO_SHEETS];
    sim_flexco_chart charts[SIM_FLEXCO_CHARTS];
    size_t plot_count, sheet_count, chart_count;
} sim_flexco_plots;

static inline void sim_flexco_plots_free(sim_flexco_plots *f)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++) sim_plot_free(&f->plots[i]);
    for (i = 0; i < f->sheet_count; i++) sim_sheet_free(&f->sheets[i]);
    for (i = 0; i < f->chart_count; i++) sim_flexco_chart_free(&f->charts[i]);
    f->plot_count = f->sheet_count = f->chart_count = 0;
}

static inline sim_plot *sim_flexco_plot(sim_flexco_plots *f, const char *id,
                                        const char *title)
{
    sim_plot *p = &f->plots[f->plot_count++];
    sim_plot_init(p, id, title);
    return p;
}

/* The place of a mode among those of the experiment; their count if it is not there. */
static inline size_t sim_flexco_mode_at(const sim_flexco_experiment *x,
                                        sim_flexco_mode mode)
{
    size_t i = 0;
    while (i < x->mode_count && x->modes[i] != mode) i++;
    return i;
}

/* ---- figures 3 to 7 ---------------------------------------------------------------- */

/* The mean, and of several seeds from where to where. */
static inline void sim_flexco_point_add(sim_plot *p, const sim_flexco_experiment *x,
                                        size_t series, double at,
                                        const sim_flexco_spread *s, double factor)
{
    sim_plot_point(p, series, at, s->mean * factor);
    if (x->seeds > 1) sim_plot_range(p, series, s->least * factor, s->most * factor);
}

/* The number whose multiples the errors are, one after the other; 0 if there is none. */
static inline double sim_flexco_errors_step(const sim_values *errors)
{
    const int64_t step = errors->count > 1 ? errors->at[1] - errors->at[0] : 0;
    size_t i;
    for (i = 1; i < errors->count; i++)
        if (errors->at[i] - errors->at[i - 1] != step) return 0;
    return step && errors->at[0] % step == 0 ? (double)step : 0;
}

/* Ticks stand at the errors that were run, as far as that can be. */
static inline void sim_flexco_errors_axis(sim_plot *p, const sim_flexco_experiment *x)
{
    const sim_values *errors = &x->settings->errors;
    p->x = sim_axis_plain("estimates too long by", "%");
    p->x.fixed = errors->count > 1;
    p->x.lo = (double)errors->at[0];
    p->x.hi = (double)errors->at[errors->count - 1];
    p->x.step = sim_flexco_errors_step(errors);
}

/* What each mode is better by than rigid. */
static inline void sim_flexco_better_plot(sim_flexco_plots *f,
                                          const sim_flexco_experiment *x, const char *id,
                                          const char *title, const char *label,
                                          sim_flexco_figure figure)
{
    sim_plot *p = sim_flexco_plot(f, id, title);
    size_t small, mode, error;
    sim_flexco_errors_axis(p, x);
    p->y = sim_axis_plain(label, "%");
    for (small = 0; small < x->small_count; small++)
        for (mode = 1; mode < x->mode_count; mode++) {
            const size_t series =
                sim_plot_series(p, SIM_LINE, "%s%s", sim_flexco_mode_word(x->modes[mode]),
                                x->smalls[small] ? ", no small jobs" : "");
            for (error = 0; error < x->settings->errors.count; error++) {
                const sim_flexco_point *at = sim_flexco_at(x, 0, small, error, mode);
                sim_flexco_point_add(p, x, series, (double)sim_flexco_error(x, at),
                                     &at->reductions[figure - SIM_FLEXCO_COMPARED_FIRST],
                                     1);
            }
        }
    sim_plot_text(p, &p->caption, "In percent of rigid%s.",
                  x->seeds > 1 ? "; upright lines: over the seeds" : "");
}

static inline void sim_flexco_better_plots(sim_flexco_plots *f,
                                           const sim_flexco_experiment *x)
{
    if (x->mode_count < 2) return;
    sim_flexco_better_plot(f, x, "fig3", "Response time, all jobs (figure 3)",
                           "reduction of the mean response time",
                           SIM_FLEXCO_FIGURE_response);
    sim_flexco_better_plot(f, x, "fig4", "Slowdown, all jobs (figure 4)",
                           "reduction of the mean slowdown", SIM_FLEXCO_FIGURE_bsld);
    sim_flexco_better_plot(f, x, "fig5", "Slowdown, local jobs (figure 5)",
                           "reduction of the mean slowdown",
                           SIM_FLEXCO_FIGURE_bsld_local);
    sim_flexco_better_plot(f, x, "fig6", "Slowdown, meta-jobs (figure 6)",
                           "reduction of the mean slowdown", SIM_FLEXCO_FIGURE_bsld_meta);
    sim_flexco_better_plot(f, x, "fig7", "Utilisation (figure 7)", "gain of utilisation",
                           SIM_FLEXCO_FIGURE_utilisation);
    sim_flexco_better_plot(f, x, "response_local", "Response time, local jobs",
                           "reduction of the mean response time",
                           SIM_FLEXCO_FIGURE_response_local);
    sim_flexco_better_plot(f, x, "response_meta", "Response time, meta-jobs",
                           "reduction of the mean response time",
                           SIM_FLEXCO_FIGURE_response_meta);
}

/* ---- moves and sites --------------------------------------------------------------- */

/* A figure of each mode. */
static inline void sim_flexco_bars(sim_plot *p, const sim_flexco_experiment *x,
                                   size_t small, const char *name,
                                   sim_flexco_figure figure)
{
    const sim_flexco_point *of = sim_flexco_at(x, 0, small, sim_flexco_main_error(x), 0);
    const size_t series = sim_plot_series(p, SIM_BARS, "%s", name);
    size_t mode;
    for (mode = 0; mode < x->mode_count; mode++)
        sim_plot_point(p, series, (double)mode, of[mode].figures[figure].mean);
}

static inline sim_plot *sim_flexco_bars_plot(sim_flexco_plots *f,
                                             const sim_flexco_experiment *x, size_t small,
                                             const char *id, const char *title)
{
    const char *gone = x->smalls[small] ? "_no_small" : "";
    sim_plot *p = sim_flexco_plot(f, id, title);
    size_t mode;
    sim_plot_text(p, &p->id, "%s%s", id, gone);
    if (*gone) sim_plot_text(p, &p->title, "%s, no small jobs", title);
    for (mode = 0; mode < x->mode_count; mode++)
        sim_plot_category(p, "%s", sim_flexco_mode_word(x->modes[mode]));
    p->wide = x->mode_count > 3;
    p->x.label = "mode";
    sim_plot_text(p, &p->caption, "Estimates %" PRId64 " %% too long.",
                  x->settings->errors.at[sim_flexco_main_error(x)]);
    return p;
}

static inline void sim_flexco_move_plots(sim_flexco_plots *f,
                                         const sim_flexco_experiment *x, size_t small)
{
    sim_plot *p = sim_flexco_bars_plot(f, x, small, "moves", "Moves of meta-jobs");
    p->y = sim_axis_plain("moves to an earlier end", NULL);
    sim_caption_add(p, " A move counts once: as a mold if processors in all changed, else"
                       " as a remap if their shares did.");
    sim_flexco_bars(p, x, small, "shift", SIM_FLEXCO_FIGURE_shifts);
    sim_flexco_bars(p, x, small, "remap", SIM_FLEXCO_FIGURE_remaps);
    sim_flexco_bars(p, x, small, "mold", SIM_FLEXCO_FIGURE_molds);
    p = sim_flexco_bars_plot(f, x, small, "sites", "Meta-jobs at several sites");
    p->y = sim_axis_plain("meta-jobs", NULL);
    sim_caption_add(p, " At one site a job runs without the network's overhead.");
    sim_flexco_bars(p, x, small, "booked at several", SIM_FLEXCO_FIGURE_several);
    sim_flexco_bars(p, x, small, "of these, ran at one", SIM_FLEXCO_FIGURE_several_one);
    sim_flexco_bars(p, x, small, "booked at one, ran at several",
                    SIM_FLEXCO_FIGURE_one_several);
}

/* ---- bindings ---------------------------------------------------------------------- */

static inline void sim_flexco_binding_plot(sim_flexco_plots *f,
                                           const sim_flexco_experiment *x, const char *id,
                                           const char *title, const sim_axis *y,
                                           sim_flexco_figure figure, double factor)
{
    sim_plot *p = sim_flexco_plot(f, id, title);
    size_t binding, mode, error;
    sim_flexco_errors_axis(p, x);
    p->y = *y;
    for (binding = 0; binding < x->binding_count; binding++)
        for (mode = 0; mode < x->mode_count; mode++) {
            const size_t series = sim_plot_series(
                p, SIM_LINE, "%s, %s", sim_flexco_mode_word(x->modes[mode]),
                sim_flexco_binding_word(x->bindings[binding]));
            for (error = 0; error < x->settings->errors.count; error++) {
                const sim_flexco_point *at = sim_flexco_at(x, binding, 0, error, mode);
                sim_flexco_point_add(p, x, series, (double)sim_flexco_error(x, at),
                                     &at->figures[figure], factor);
            }
        }
    sim_plot_text(
        p, &p->caption,
        "All jobs%s. Late: a booking is for so many processors of a site, early:"
        " for these.",
        x->smalls[0] ? " but small ones" : "");
}

static inline void sim_flexco_binding_plots(sim_flexco_plots *f,
                                            const sim_flexco_experiment *x)
{
    const sim_axis hours = sim_axis_plain("mean response time", "hours");
    const sim_axis slowdown = sim_axis_plain("mean bounded slowdown", NULL);
    if (x->binding_count < 2) return;
    sim_flexco_binding_plot(f, x, "binding_response",
                            "Late and early binding: response time", &hours,
                            SIM_FLEXCO_FIGURE_response, 1.0 / SIM_HOUR);
    sim_flexco_binding_plot(f, x, "binding_slowdown", "Late and early binding: slowdown",
                            &slowdown, SIM_FLEXCO_FIGURE_bsld, 1);
}

/* ---- who wins, who loses ----------------------------------------------------------- */

typedef struct sim_flexco_winners { /* of a kind of jobs, against rigid */
    uint64_t all, earlier, later;
    double won, lost; /* seconds, of all of them */
} sim_flexco_winners;

enum {
    SIM_FLEXCO_SMALL_LOCAL,
    SIM_FLEXCO_OTHER_LOCAL,
    SIM_FLEXCO_METAS,
    SIM_FLEXCO_KINDS
};

static inline int sim_flexco_kind(const sim_flexco_job *job)
{
    return sim_flexco_is_meta(job) ? SIM_FLEXCO_METAS
           : sim_flexco_small(job) ? SIM_FLEXCO_SMALL_LOCAL
                                   : SIM_FLEXCO_OTHER_LOCAL;
}

/* Of the kept runs of two points, of the same jobs. */
static inline void sim_flexco_win_count(const sim_flexco_point *rigid,
                                        const sim_flexco_point *p,
                                        sim_flexco_winners kinds[SIM_FLEXCO_KINDS])
{
    static const sim_flexco_winners nothing = {.all = 0};
    size_t i;
    for (i = 0; i < SIM_FLEXCO_KINDS; i++) kinds[i] = nothing;
    for (i = 0; i < p->result.count && i < rigid->result.count; i++) {
        const int64_t end = p->result.outcomes[i].end;
        const int64_t before = rigid->result.outcomes[i].end;
        sim_flexco_winners *k = &kinds[sim_flexco_kind(&p->jobs.at[i])];
        if (end < 0 || before < 0) continue;
        k->all++;
        k->earlier += end < before;
        k->later += end > before;
        if (end < before) k->won += (double)(before - end);
        if (end > before) k->lost += (double)(end - before);
    }
}

static inline sim_sheet *sim_flexco_sheet(sim_flexco_plots *f)
{
    sim_sheet *t = &f->sheets[f->sheet_count++];
    t->texts = 1;
    return t;
}

static inline void sim_flexco_share_cell(sim_sheet *t, uint64_t part, uint64_t all)
{
    if (all)
        sim_sheet_cell(t, "%.1f", 100 * (double)part / (double)all);
    else
        sim_sheet_cell(t, "-");
}

static inline void sim_flexco_hours_cell(sim_sheet *t, double seconds, uint64_t count)
{
    if (count)
        sim_sheet_cell(t, "%.2f", seconds / SIM_HOUR / (double)count);
    else
        sim_sheet_cell(t, "-");
}

static inline void sim_flexco_sheet_winners(sim_flexco_plots *f,
                                            const sim_flexco_experiment *x)
{
    static const char *const names[SIM_FLEXCO_KINDS] = {"small local jobs",
                                                        "other local jobs", "meta-jobs"};
    static const char *const heads[] = {"",
                                        "jobs",
                                        "end earlier, %",
                                        "by hours, mean",
                                        "end later, %",
                                        "by hours, mean",
                                        "hours won, mean of all"};
    const sim_flexco_point *main = sim_flexco_at(x, 0, 0, sim_flexco_main_error(x), 0);
    char text[SIM_NUMBER_TEXT], which[SIM_FLEXCO_TEXT];
    sim_flexco_winners kinds[SIM_FLEXCO_KINDS];
    sim_sheet *t;
    size_t mode, i;
    if (x->mode_count < 2 || !main->result.count) return;
    t = sim_flexco_sheet(f);
    sim_sheet_caption(
        t,
        "Jobs that end earlier than with rigid, and later than with rigid%s (%s; seed"
        " %" PRId64 ")",
        x->settings->mtbf ? "" : ", never than promised",
        sim_flexco_point_text(x, main, which), x->given.seed);
    for (i = 0; i < sizeof heads / sizeof heads[0]; i++)
        sim_sheet_cell(t, "%s", heads[i]);
    sim_sheet_row(t);
    for (mode = 1; mode < x->mode_count; mode++) {
        sim_flexco_win_count(main, main + mode, kinds);
        for (i = 0; i < SIM_FLEXCO_KINDS; i++) {
            const sim_flexco_winners *k = &kinds[i];
            sim_sheet_cell(t, "%s: %s", sim_flexco_mode_word(x->modes[mode]), names[i]);
            sim_sheet_cell(t, "%s", sim_count_text(k->all, text));
            sim_flexco_share_cell(t, k->earlier, k->all);
            sim_flexco_hours_cell(t, k->won, k->earlier);
            sim_flexco_share_cell(t, k->later, k->all);
            sim_flexco_hours_cell(t, k->lost, k->later);
            sim_flexco_hours_cell(t, k->won - k->lost, k->all);
            sim_sheet_row(t);
        }
    }
}

/* ---- tables ------------------------------------------------------------------------ */

static inline void sim_flexco_sheet_figures(sim_flexco_plots *f,
                                            const sim_flexco_experiment *x, size_t small)
{
    const sim_flexco_point *of = sim_flexco_at(x, 0, small, sim_flexco_main_error(x), 0);
    sim_sheet *t = sim_flexco_sheet(f);
    char text[SIM_NUMBER_TEXT], which[SIM_FLEXCO_TEXT];
    size_t i, k;
    sim_sheet_caption(t, "All figures (%s)", sim_flexco_point_text(x, of, which));
    sim_sheet_cell(t, "%s", "");
    for (i = 0; i < x->mode_count; i++)
        sim_sheet_cell(t, "%s", sim_flexco_mode_word(x->modes[i]));
    sim_sheet_row(t);
    for (k = 0; k < SIM_FLEXCO_FIGURE_COUNT; k++) {
        const sim_flexco_about *about = sim_flexco_figure_about(k);
        if (!sim_flexco_row(x, of, k)) continue;
        sim_sheet_label(t, about->label, sim_unit_text(about->unit));
        for (i = 0; i < x->mode_count; i++)
            sim_sheet_cell(
                t, "%s",
                sim_figure_text(sim_flexco_shown(of[i].figures[k].mean, about->unit),
                                about->unit, text));
        sim_sheet_row(t);
    }
}

/* A figure over the errors: a column for each line of its picture. */
static inline void sim_flexco_sheet_better(sim_flexco_plots *f,
                                           const sim_flexco_experiment *x,
                                           sim_flexco_figure figure)
{
    sim_sheet *t = sim_flexco_sheet(f);
    char text[SIM_FLEXCO_TEXT];
    size_t small, mode, error;
    sim_sheet_caption(t, "%s (%% of rigid)", sim_flexco_better_label(figure));
    sim_sheet_cell(t, "estimates too long by");
    for (small = 0; small < x->small_count; small++)
        for (mode = 1; mode < x->mode_count; mode++)
            sim_sheet_cell(t, "%s%s", sim_flexco_mode_word(x->modes[mode]),
                           x->smalls[small] ? ", no small jobs" : "");
    sim_sheet_row(t);
    for (error = 0; error < x->settings->errors.count; error++) {
        sim_sheet_cell(t, "%" PRId64 " %%", x->settings->errors.at[error]);
        for (small = 0; small < x->small_count; small++)
            for (mode = 1; mode < x->mode_count; mode++) {
                const sim_flexco_point *p = sim_flexco_at(x, 0, small, error, mode);
                const size_t which = figure - SIM_FLEXCO_COMPARED_FIRST;
                sim_sheet_cell(
                    t, "%s",
                    sim_flexco_spread_text(&p->reductions[which], x->seeds, 1, text));
            }
        sim_sheet_row(t);
    }
}

/* ---- who runs where ---------------------------------------------------------------- */

static inline void sim_flexco_charts(sim_flexco_plots *f, const sim_flexco_experiment *x)
{
    static const char *const ids[SIM_FLEXCO_CHARTS] = {"gantt_rigid", "gantt_remap"};
    const sim_flexco_point *main = sim_flexco_at(x, 0, 0, sim_flexco_main_error(x), 0);
    const size_t remap = sim_flexco_mode_at(x, SIM_FLEXCO_REMAP);
    const size_t other = remap < x->mode_count ? remap : x->mode_count - 1;
    char from[SIM_NUMBER_TEXT];
    int64_t stretch[2];
    size_t i;
    if (!main->result.count) return;
    sim_flexco_stretch_find(main->jobs.at, &main->result, &main[other].result, stretch);
    for (i = 0; i < SIM_FLEXCO_CHARTS && i <= other; i++) {
        const sim_flexco_point *p = &main[i ? other : 0];
        sim_flexco_chart *c = &f->charts[f->chart_count++];
        sim_plot *plot = &c->gantt.plot;
        sim_flexco_chart_make(c, ids[i], &x->system, p->jobs.at, &p->result, stretch);
        sim_plot_text(plot, &plot->title, "Who runs where: %s",
                      sim_flexco_mode_word(p->mode));
        sim_plot_text(plot, &plot->caption, "From %s after the first submission on%s.%s",
                      sim_duration_text(stretch[0], from),
                      x->system.count > SIM_FLEXCO_CHARTED ? ", at the first sites" : "",
                      p->early ? ""
                               : " Late binding: any processors that are free will do;"
                                 " here each job takes the smallest gap that it fits,"
                                 " local jobs low, meta-jobs high.");
    }
}

/* ---- what is to be said of it ------------------------------------------------------ */

/* Where shift+remap is worse than rigid in mean response time. */
static inline size_t sim_flexco_tell_worse(sim_page *page, const sim_flexco_experiment *x,
                                           size_t mode)
{
    const size_t all = SIM_FLEXCO_FIGURE_response - SIM_FLEXCO_COMPARED_FIRST;
    size_t binding, small, error, worse = 0;
    for (binding = 0; binding < x->binding_count; binding++)
        for (small = 0; small < x->small_count; small++)
            for (error = 0; error < x->settings->errors.count; error++) {
                const sim_flexco_point *p = sim_flexco_at(x, binding, small, error, mode);
                char text[SIM_FLEXCO_TEXT];
                size_t seed, seeds = 0;
                for (seed = 0; seed < x->seeds; seed++)
                    seeds += p->better[seed * SIM_FLEXCO_COMPARED + all] < 0;
                if (!seeds) continue;
                worse++;
                sim_page_term(
                    page, sim_flexco_point_text(x, p, text),
                    "worse with %zu of %zu seed%s; on average %.2f %% better (local jobs"
                    " %.2f %%, meta-jobs %.2f %%)",
                    seeds, x->seeds, x->seeds == 1 ? "" : "s", p->reductions[all].mean,
                    p->reductions[all + SIM_FLEXCO_OF_LOCAL].mean,
                    p->reductions[all + SIM_FLEXCO_OF_META].mean);
            }
    return worse;
}

static inline void sim_flexco_tell(sim_page *page, const sim_flexco_experiment *x)
{
    const size_t mode = sim_flexco_mode_at(x, SIM_FLEXCO_REMAP);
    if (mode == x->mode_count) return;
    sim_page_section(page, "Is shift+remap ever worse than rigid in mean response time?");
    if (!sim_flexco_tell_worse(page, x, mode)) {
        sim_page_text(page, "Never: not at any error of the estimates, with any"
                            " seed.");
        return;
    }
    if (!x->settings->mtbf)
        sim_page_text(page, "No job ends later than it was promised.");
    sim_page_text(page,
                  "What a job is promised depends on what is booked when it arrives: a"
                  " meta-job that moved forward fills a hole that, with rigid, a job"
                  " submitted later would have been backfilled into, and that job is"
                  " promised a later start. Who ends later and who earlier, and by how"
                  " much, is in the table of winners below. With few jobs, or little to"
                  " choose between the modes, such chance decides on the sign.");
}

/* ---- all of it --------------------------------------------------------------------- */

/* Fills *f (zeroed; sim_flexco_plots_free it, whatever happens). 0, or -1. */
static inline int sim_flexco_plots_make(sim_flexco_plots *f,
                                        const sim_flexco_experiment *x, sim_error *e)
{
    size_t i;
    sim_flexco_better_plots(f, x);
    for (i = 0; i < x->small_count; i++) sim_flexco_move_plots(f, x, i);
    sim_flexco_binding_plots(f, x);
    sim_flexco_charts(f, x);
    for (i = 0; i < x->small_count; i++) sim_flexco_sheet_figures(f, x, i);
    sim_flexco_sheet_winners(f, x);
    for (i = 0; i < SIM_FLEXCO_DRAWN && x->mode_count > 1; i++)
        sim_flexco_sheet_better(f, x, sim_flexco_drawn[i]);
    for (i = 0; i < f->plot_count; i++)
        if (sim_plot_check(&f->plots[i], e) != 0) return -1;
    for (i = 0; i < f->chart_count; i++)
        if (sim_plot_check(&f->charts[i].gantt.plot, e) != 0) return -1;
    return 0;
}

static inline int sim_flexco_plots_csv(const char *folder, const sim_flexco_plots *f,
                                       sim_error *e)
{
    size_t i;
    for (i = 0; i < f->plot_count; i++)
        if (sim_plot_csv_file(folder, &f->plots[i], e) != 0) return -1;
    for (i = 0; i < f->chart_count; i++)
        if (sim_gantt_csv_file(folder, &f->charts[i].gantt, e) != 0) return -1;
    return 0;
}

static inline int sim_flexco_page_head(sim_page *page, const sim_flexco_experiment *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    int failed;
    if (!to) return -1;
    sim_print_flexco_sites(to, x, 1);
    sim_print_flexco_rules(to, x);
    failed = fclose(to) != 0;
    if (!failed) sim_page_lines(page, text);
    free(text);
    return failed ? -1 : 0;
}

/* Everything on one page; its footer has the command line. 0, or -1. */
static inline int sim_flexco_page(const sim_flexco_plots *f,
                                  const sim_flexco_experiment *x, const char *path,
                                  const char *program, const char *flags, int argc,
                                  char **argv, sim_error *e)
{
    sim_page page = {0};
    size_t i;
    int result = 0;
    sim_page_title(&page, "Sites and a metascheduler that moves its bookings");
    if (sim_flexco_page_head(&page, x) != 0) result = sim_fail(e, "out of memory");
    sim_page_text(
        &page,
        "Numbers of figures are those of M. A. S. Netto, R. Buyya: A flexible resource"
        " co-allocation model based on advance reservations with rescheduling support."
        " Sites have local jobs, first come first served with conservative backfilling;"
        " meta-jobs are booked over all of them. When a job ends early, its site moves"
        " local jobs forward; if processors stay idle, a meta-job at the head of its"
        " queue may move. rigid: it never does; shift: in time; remap: its shares of the"
        " sites may change; mold: so may its processors in all.");
    sim_page_section(&page, "Better than rigid by");
    for (i = 0; i < f->plot_count; i++) sim_page_plot(&page, &f->plots[i]);
    sim_flexco_tell(&page, x);
    if (f->chart_count) sim_page_section(&page, "Who runs where");
    for (i = 0; i < f->chart_count; i++) sim_page_gantt(&page, &f->charts[i].gantt);
    sim_page_section(&page, "Numbers");
    for (i = 0; i < f->sheet_count; i++) sim_page_sheet(&page, &f->sheets[i]);
    sim_page_made_by(&page, program, flags, argc, argv);
    if (result == 0) result = sim_page_file(&page, path, e);
    sim_page_free(&page);
    return result;
}

#endif
