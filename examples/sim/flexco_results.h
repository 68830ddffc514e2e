/* flexco_results.h - what the modes of FlexCo gave: as tables for people, as JSON and CSV
 * for programs.
 *
 * The first table has a column for each mode, at the largest error of the estimates; the
 * next one what the modes are better by than rigid, in percent of rigid; then the same of
 * the figures that paper 5 draws, error by error. Of several seeds there are means, in
 * brackets the least and the most. Sites are numbered from 1.
 */
#ifndef SIM_FLEXCO_RESULTS_H
#define SIM_FLEXCO_RESULTS_H

#include "cli.h"
#include "figure.h"
#include "flexco_experiment.h"
#include "flexco_figures.h"
#include "report.h"
#include "workload_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    SIM_FLEXCO_CELL = 21, /* of a table of reductions */
    SIM_FLEXCO_ROWS = 16, /* sites that are told each */
    SIM_FLEXCO_TEXT = 160,
    SIM_FLEXCO_DRAWN = 5
};

/* What figures 3 to 7 of the paper are of. */
static const sim_flexco_figure sim_flexco_drawn[SIM_FLEXCO_DRAWN] = {
    SIM_FLEXCO_FIGURE_response, SIM_FLEXCO_FIGURE_bsld, SIM_FLEXCO_FIGURE_bsld_local,
    SIM_FLEXCO_FIGURE_bsld_meta, SIM_FLEXCO_FIGURE_utilisation};

/* ---- words ------------------------------------------------------------------------- */

static inline const char *sim_flexco_binding_word(int early)
{
    return early ? "early" : "late";
}

static inline const char *sim_flexco_small_word(int gone)
{
    return gone ? "dropped" : "kept";
}

/* "reduction of the response time"; also where the figure's own label leans on others. */
static inline const char *sim_flexco_better_label(size_t figure)
{
    static const char *const labels[SIM_FLEXCO_COMPARED] = {
        "response time, reduction",
        "response time of local jobs, reduction",
        "response time of meta-jobs, reduction",
        "bounded slowdown, reduction",
        "slowdown of local jobs, reduction",
        "slowdown of meta-jobs, reduction",
        "utilisation, gain",
        "utilisation by local jobs, gain",
        "utilisation by meta-jobs, gain"};
    return labels[figure - SIM_FLEXCO_COMPARED_FIRST];
}

/* Mean, and of several seeds "(least..most)"; with so many digits. */
static inline const char *sim_flexco_spread_text(const sim_flexco_spread *s, size_t seeds,
                                                 int digits, char to[SIM_FLEXCO_TEXT])
{
    if (!isfinite(s->mean))
        snprintf(to, SIM_FLEXCO_TEXT, "-");
    else if (seeds < 2)
        snprintf(to, SIM_FLEXCO_TEXT, "%.*f", digits, s->mean);
    else
        snprintf(to, SIM_FLEXCO_TEXT, "%.*f (%.*f..%.*f)", digits, s->mean, digits,
                 s->least, digits, s->most);
    return to;
}

/* Of which jobs and estimates the points are; of several bindings, under which. */
static inline const char *sim_flexco_point_text(const sim_flexco_experiment *x,
                                                const sim_flexco_point *p,
                                                char to[SIM_FLEXCO_TEXT])
{
    const int64_t error = sim_flexco_error(x, p);
    snprintf(to, SIM_FLEXCO_TEXT, "estimates +%d %%%s%s%s%s", (int)error,
             p->small_gone ? ", without small jobs" : "",
             x->binding_count > 1 ? ", " : "",
             x->binding_count > 1 ? sim_flexco_binding_word(p->early) : "",
             x->binding_count > 1 ? " binding" : "");
    return to;
}

/* What the metascheduler knows of sites. */
static inline const char *sim_flexco_publish_text(const sim_flexco_settings *s,
                                                  char to[SIM_FLEXCO_TEXT])
{
    char window[SIM_NUMBER_TEXT];
    if (s->publish == SIM_FLEXCO_EARLIEST)
        snprintf(to, SIM_FLEXCO_TEXT, "their %" PRId64 " earliest slots", s->slots);
    else if (s->publish == SIM_FLEXCO_WINDOW) {
        cli_duration_text(s->window, window, sizeof window);
        snprintf(to, SIM_FLEXCO_TEXT, "their slots in the next %s", window);
    } else
        snprintf(to, SIM_FLEXCO_TEXT, "all that is free");
    return to;
}

/* ---- the first lines --------------------------------------------------------------- */

/* A page is read by others: it does not tell where a log was. */
static inline void sim_print_flexco_source(FILE *to, const char *source, int page)
{
    const char *slash = page ? strrchr(source, '/') : NULL;
    sim_print_text(to, slash ? slash + 1 : source);
}

static inline void sim_print_flexco_stream(FILE *to, const sim_flexco_stream *s, int page)
{
    char count[SIM_NUMBER_TEXT];
    sim_print_flexco_source(to, s->source, page);
    fprintf(to, ", %s job%s over %.1f days, load %.3f\n", sim_count_text(s->count, count),
            s->count == 1 ? "" : "s", (double)sim_flexco_last(s) / SIM_DAY,
            isfinite(s->load) ? s->load : 0);
}

/* What was left out of a log of so many jobs, if anything: before any are folded. */
static inline void sim_print_flexco_left_out(FILE *to, const sim_workload *w,
                                             uint64_t jobs, int page)
{
    char count[SIM_NUMBER_TEXT];
    uint64_t any = w->bad_lines + w->unsorted;
    int i;
    for (i = 0; i < SIM_LEFT_COUNT; i++) any += w->left_out[i];
    if (!any) return;
    sim_print_flexco_source(to, w->source, page);
    fprintf(to, ", of %s jobs in the log:\n", sim_count_text(jobs, count));
    sim_print_left_out(to, w);
}

/* For a page each site is a line of its own, not part of the one before. */
static inline void sim_print_flexco_sites(FILE *to, const sim_flexco_experiment *x,
                                          int page)
{
    const char *indent = page ? "" : "  ";
    const sim_flexco_setup *s = &x->setup;
    char count[SIM_NUMBER_TEXT];
    uint32_t i;
    fprintf(to, "sites: %" PRIu32 ", of %s processors in all\n", s->count,
            sim_count_text(sim_flexco_servers(&x->system), count));
    for (i = 0; i < s->count && i < SIM_FLEXCO_ROWS; i++) {
        fprintf(to, "%ssite %" PRIu32 ": %s processors, ", indent, i + 1,
                sim_count_text(s->servers[i], count));
        sim_print_flexco_stream(to, &s->streams[i], page);
    }
    if (i < s->count) fprintf(to, "%sother sites: %" PRIu32 "\n", indent, s->count - i);
    fprintf(to, "meta-jobs: ");
    sim_print_flexco_stream(to, sim_flexco_meta(s), page);
    for (i = 0; i < s->log_count; i++)
        sim_print_flexco_left_out(to, &s->logs[i], s->log_jobs[i], page);
}

static inline void sim_print_flexco_estimates(FILE *to, const sim_flexco_experiment *x,
                                              int model)
{
    char most[SIM_NUMBER_TEXT];
    cli_duration_text(x->given.max_estimate, most, sizeof most);
    if (model)
        fprintf(to, "by the model of Tsafrir et al. (at most %s)", most);
    else
        fprintf(to, "the log's");
}

static inline void sim_print_flexco_rules(FILE *to, const sim_flexco_experiment *x)
{
    const sim_flexco_settings *s = x->settings;
    char text[SIM_FLEXCO_TEXT], time[SIM_NUMBER_TEXT];
    fprintf(to, "estimates: of local jobs ");
    sim_print_flexco_estimates(to, x, !x->given.local.count || !x->given.estimates);
    fprintf(to, ", of meta-jobs ");
    sim_print_flexco_estimates(to, x, !x->given.meta);
    fputc('\n', to);
    fprintf(to, "seed%s: %" PRId64, x->seeds > 1 ? "s" : "", x->given.seed);
    if (x->seeds > 1)
        fprintf(to, " to %" PRId64 "; means (least..most)",
                x->given.seed + (int64_t)x->seeds - 1);
    fprintf(to, "\nbinding: %s%s%s\n", sim_flexco_binding_word(x->bindings[0]),
            x->binding_count > 1 ? ", and " : "",
            x->binding_count > 1 ? sim_flexco_binding_word(x->bindings[1]) : "");
    cli_duration_text(s->latency, time, sizeof time);
    fprintf(to, "sites publish: %s; a message takes %s\n",
            sim_flexco_publish_text(s, text), time);
    if (s->loss)
        fprintf(to, "messages lost: %.9g %%\n", 100 * (double)s->loss / (double)CLI_ONE);
    if (!s->mtbf) return;
    cli_duration_text(s->mtbf, time, sizeof time);
    fprintf(to, "failures: of a site every %s", time);
    cli_duration_text(s->mttr, time, sizeof time);
    fprintf(to, " for %s, on average\n", time);
}

/* ---- tables ------------------------------------------------------------------------ */

/* Has any mode of these points something to say? */
static inline int sim_flexco_row(const sim_flexco_experiment *x,
                                 const sim_flexco_point *of, size_t figure)
{
    size_t i;
    for (i = 0; i < x->mode_count; i++)
        if (of[i].figures[figure].mean > 0) return 1;
    return 0;
}

/* A count that is a mean over seeds is told without its fraction. */
static inline double sim_flexco_shown(double value, sim_figure_unit unit)
{
    return unit == SIM_COUNT && isfinite(value) ? floor(value + 0.5) : value;
}

/* All figures; `of`: the points of all modes. */
static inline void sim_print_flexco_figures(FILE *to, const sim_flexco_experiment *x,
                                            const sim_flexco_point *of)
{
    char text[SIM_FLEXCO_TEXT];
    size_t f, i;
    fputc('\n', to);
    sim_table_label(to, sim_flexco_point_text(x, of, text), "");
    for (i = 0; i < x->mode_count; i++)
        sim_table_cell(to, sim_flexco_mode_word(x->modes[i]));
    fputc('\n', to);
    for (f = 0; f < SIM_FLEXCO_FIGURE_COUNT; f++) {
        const sim_flexco_about *about = sim_flexco_figure_about(f);
        if (!sim_flexco_row(x, of, f)) continue;
        sim_table_label(to, about->label, sim_unit_text(about->unit));
        for (i = 0; i < x->mode_count; i++)
            sim_table_figure(to, sim_flexco_shown(of[i].figures[f].mean, about->unit),
                             about->unit);
        fputc('\n', to);
    }
}

static inline void sim_print_flexco_modes(FILE *to, const sim_flexco_experiment *x,
                                          size_t from)
{
    size_t i;
    for (i = from; i < x->mode_count; i++)
        fprintf(to, " %*s", SIM_FLEXCO_CELL, sim_flexco_mode_word(x->modes[i]));
    fputc('\n', to);
}

static inline void sim_print_flexco_spread(FILE *to, const sim_flexco_experiment *x,
                                           const sim_flexco_spread *s)
{
    char text[SIM_FLEXCO_TEXT];
    fprintf(to, " %*s", SIM_FLEXCO_CELL, sim_flexco_spread_text(s, x->seeds, 1, text));
}

/* What the modes are better by than rigid, all figures. */
static inline void sim_print_flexco_better(FILE *to, const sim_flexco_experiment *x,
                                           const sim_flexco_point *of)
{
    char text[SIM_FLEXCO_TEXT];
    size_t f, i;
    fputc('\n', to);
    sim_table_label(to, "better than rigid", "%");
    sim_print_flexco_modes(to, x, 1);
    for (f = 0; f < SIM_FLEXCO_COMPARED; f++) {
        snprintf(text, sizeof text, "  %s",
                 sim_flexco_better_label(SIM_FLEXCO_COMPARED_FIRST + f));
        sim_table_label(to, text, "");
        for (i = 1; i < x->mode_count; i++)
            sim_print_flexco_spread(to, x, &of[i].reductions[f]);
        fputc('\n', to);
    }
}

/* One figure over the errors. */
static inline void sim_print_flexco_errors(FILE *to, const sim_flexco_experiment *x,
                                           size_t binding, size_t small, size_t figure)
{
    char text[SIM_FLEXCO_TEXT];
    size_t error, i;
    fputc('\n', to);
    sim_table_label(to, sim_flexco_better_label(figure), "%");
    sim_print_flexco_modes(to, x, 1);
    for (error = 0; error < x->settings->errors.count; error++) {
        const sim_flexco_point *of = sim_flexco_at(x, binding, small, error, 0);
        sim_table_label(to, sim_flexco_point_text(x, of, text), "");
        for (i = 1; i < x->mode_count; i++)
            sim_print_flexco_spread(
                to, x, &of[i].reductions[figure - SIM_FLEXCO_COMPARED_FIRST]);
        fputc('\n', to);
    }
}

/* What late binding is better by than early binding, seed by seed. */
static inline sim_flexco_spread sim_flexco_late(const sim_flexco_experiment *x,
                                                size_t small, size_t mode, size_t figure)
{
    const size_t error = sim_flexco_main_error(x);
    const sim_flexco_point *late = sim_flexco_at(x, 0, small, error, mode);
    const sim_flexco_point *early = sim_flexco_at(x, 1, small, error, mode);
    double better[SIM_FLEXCO_SEEDS_MOST];
    size_t seed;
    for (seed = 0; seed < x->seeds; seed++) {
        const size_t at = seed * SIM_FLEXCO_FIGURE_COUNT + figure;
        better[seed] = sim_flexco_better(figure, late->values[at], early->values[at]);
    }
    return sim_flexco_spread_of(better, x->seeds, 1);
}

static inline void sim_print_flexco_bindings(FILE *to, const sim_flexco_experiment *x,
                                             size_t small)
{
    char text[SIM_FLEXCO_TEXT];
    size_t f, i;
    if (x->binding_count < 2) return;
    fputc('\n', to);
    sim_table_label(to, "late binding, better than early", "%");
    sim_print_flexco_modes(to, x, 0);
    for (f = SIM_FLEXCO_COMPARED_FIRST;
         f < SIM_FLEXCO_COMPARED_FIRST + SIM_FLEXCO_COMPARED; f++) {
        snprintf(text, sizeof text, "  %s", sim_flexco_better_label(f));
        sim_table_label(to, text, "");
        for (i = 0; i < x->mode_count; i++) {
            const sim_flexco_spread s = sim_flexco_late(x, small, i, f);
            sim_print_flexco_spread(to, x, &s);
        }
        fputc('\n', to);
    }
}

static inline void sim_print_flexco(FILE *to, const sim_flexco_experiment *x)
{
    const size_t last = sim_flexco_main_error(x);
    size_t binding, small, f;
    sim_print_flexco_sites(to, x, 0);
    sim_print_flexco_rules(to, x);
    for (small = 0; small < x->small_count; small++) {
        for (binding = 0; binding < x->binding_count; binding++) {
            const sim_flexco_point *of = sim_flexco_at(x, binding, small, last, 0);
            sim_print_flexco_figures(to, x, of);
            if (x->mode_count < 2) continue;
            sim_print_flexco_better(to, x, of);
            for (f = 0; f < SIM_FLEXCO_DRAWN && x->settings->errors.count > 1; f++)
                sim_print_flexco_errors(to, x, binding, small, sim_flexco_drawn[f]);
        }
        sim_print_flexco_bindings(to, x, small);
    }
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

static inline void sim_json_flexco_stream(sim_json *j, const sim_flexco_stream *s)
{
    sim_json_text(j, "source", s->source);
    sim_json_count(j, "processors", (int64_t)s->servers);
    sim_json_count(j, "jobs", (int64_t)s->count);
    sim_json_count(j, "last_submit", sim_flexco_last(s));
    sim_json_number(j, "load", s->load);
}

static inline void sim_json_flexco_setup(sim_json *j, const sim_flexco_setup *s)
{
    uint32_t i;
    sim_json_open(j, "sites", '[');
    for (i = 0; i < s->count; i++) {
        sim_json_open_flat(j, NULL, '{');
        sim_json_flexco_stream(j, &s->streams[i]);
        sim_json_close(j, '}');
    }
    sim_json_close(j, ']');
    sim_json_open_flat(j, "meta", '{');
    sim_json_flexco_stream(j, sim_flexco_meta(s));
    sim_json_close(j, '}');
}

static inline void sim_json_flexco_settings(sim_json *j, const sim_flexco_experiment *x)
{
    const sim_flexco_settings *s = x->settings;
    const sim_flexco_given *g = &x->given;
    char text[SIM_FLEXCO_TEXT];
    size_t i;
    sim_json_open(j, "settings", '{');
    sim_json_text(j, "split", g->split ? "halves" : "none");
    sim_json_count(j, "copies", g->copies);
    sim_json_number(j, "load", (double)g->load / CLI_ONE);
    sim_json_number(j, "meta_load", (double)g->meta_load / CLI_ONE);
    sim_json_count(j, "fold", g->fold);
    sim_json_text(j, "local_estimates", g->estimates ? "log" : "model");
    sim_json_count(j, "max_estimate", g->max_estimate);
    sim_json_open_flat(j, "estimate_errors", '[');
    for (i = 0; i < s->errors.count; i++) sim_json_count(j, NULL, s->errors.at[i]);
    sim_json_close(j, ']');
    sim_json_count(j, "efficiency", s->efficiency);
    sim_json_count(j, "min_share", s->least);
    sim_json_count(j, "max_sites", s->most_sites);
    sim_json_text(j, "publish", sim_flexco_publish_text(s, text));
    sim_json_count(j, "latency", s->latency);
    sim_json_number(j, "loss", (double)s->loss / CLI_ONE);
    sim_json_count(j, "mtbf", s->mtbf);
    sim_json_count(j, "mttr", s->mttr);
    sim_json_count(j, "seed", g->seed);
    sim_json_count(j, "seeds", (int64_t)x->seeds);
    sim_json_close(j, '}');
}

/* Of a spread the mean, the least, the most. */
static inline double sim_flexco_of_spread(const sim_flexco_spread *s, int which)
{
    return which == 0 ? s->mean : which == 1 ? s->least : s->most;
}

/* Every figure, and by how much it is better than rigid's. */
static inline void sim_json_flexco_figures(sim_json *j, const sim_flexco_point *p,
                                           int which)
{
    char name[SIM_FLEXCO_TEXT];
    size_t f;
    for (f = 0; f < SIM_FLEXCO_FIGURE_COUNT; f++)
        sim_json_number(j, sim_flexco_figure_about(f)->name,
                        sim_flexco_of_spread(&p->figures[f], which));
    for (f = 0; f < SIM_FLEXCO_COMPARED; f++) {
        snprintf(name, sizeof name, "%s_better_percent",
                 sim_flexco_figure_about(SIM_FLEXCO_COMPARED_FIRST + f)->name);
        sim_json_number(j, name, sim_flexco_of_spread(&p->reductions[f], which));
    }
}

static inline void sim_json_flexco_point(sim_json *j, const sim_flexco_experiment *x,
                                         const sim_flexco_point *p)
{
    size_t f, seed;
    sim_json_open(j, NULL, '{');
    sim_json_text(j, "mode", sim_flexco_mode_word(p->mode));
    sim_json_count(j, "estimate_error", sim_flexco_error(x, p));
    sim_json_text(j, "small_jobs", sim_flexco_small_word(p->small_gone));
    sim_json_text(j, "binding", sim_flexco_binding_word(p->early));
    sim_json_flexco_figures(j, p, 0);
    sim_json_open_flat(j, "least", '{');
    sim_json_flexco_figures(j, p, 1);
    sim_json_close(j, '}');
    sim_json_open_flat(j, "most", '{');
    sim_json_flexco_figures(j, p, 2);
    sim_json_close(j, '}');
    sim_json_open(j, "runs", '[');
    for (seed = 0; seed < x->seeds; seed++) {
        sim_json_open_flat(j, NULL, '{');
        sim_json_count(j, "seed", x->given.seed + (int64_t)seed);
        for (f = 0; f < SIM_FLEXCO_FIGURE_COUNT; f++)
            sim_json_number(j, sim_flexco_figure_about(f)->name,
                            p->values[seed * SIM_FLEXCO_FIGURE_COUNT + f]);
        sim_json_close(j, '}');
    }
    sim_json_close(j, ']');
    sim_json_close(j, '}');
}

/* The members of an object: sites, meta, settings, points. */
static inline void sim_json_flexco(sim_json *j, const sim_flexco_experiment *x)
{
    size_t i;
    sim_json_flexco_setup(j, &x->setup);
    sim_json_flexco_settings(j, x);
    sim_json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) sim_json_flexco_point(j, x, &x->points[i]);
    sim_json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

/* What each row begins with. */
static inline void sim_csv_flexco_point(FILE *to, const sim_flexco_experiment *x,
                                        const sim_flexco_point *p, size_t seed)
{
    fprintf(to, "%s,%" PRId64 ",%s,%s,%" PRId64, sim_flexco_mode_word(p->mode),
            sim_flexco_error(x, p), sim_flexco_small_word(p->small_gone),
            sim_flexco_binding_word(p->early), x->given.seed + (int64_t)seed);
}

static inline void sim_csv_flexco_values(FILE *to, const sim_flexco_experiment *x,
                                         const sim_flexco_point *p)
{
    char value[SIM_NUMBER_TEXT];
    size_t f, seed;
    for (seed = 0; seed < x->seeds; seed++)
        for (f = 0; f < SIM_FLEXCO_FIGURE_COUNT; f++) {
            sim_csv_flexco_point(to, x, p, seed);
            fprintf(
                to, ",%s,%s\n", sim_flexco_figure_about(f)->name,
                sim_number_text(p->values[seed * SIM_FLEXCO_FIGURE_COUNT + f], value));
        }
}

static inline void sim_csv_flexco_better(FILE *to, const sim_flexco_experiment *x,
                                         const sim_flexco_point *p)
{
    char value[SIM_NUMBER_TEXT];
    size_t f, seed;
    for (seed = 0; seed < x->seeds; seed++)
        for (f = 0; f < SIM_FLEXCO_COMPARED; f++) {
            sim_csv_flexco_point(to, x, p, seed);
            fprintf(to, ",%s,%s\n",
                    sim_flexco_figure_about(SIM_FLEXCO_COMPARED_FIRST + f)->name,
                    sim_number_text(p->better[seed * SIM_FLEXCO_COMPARED + f], value));
        }
}

static inline const char *sim_flexco_fate_name(sim_flexco_fate fate)
{
    static const char *const names[] = {
#define SIM_FLEXCO_FATE_NAME(name, text) #name,
        SIM_FLEXCO_FATES(SIM_FLEXCO_FATE_NAME)
#undef SIM_FLEXCO_FATE_NAME
    };
    return names[fate];
}

/* A time after the first submission, empty if there is none. */
static inline void sim_csv_flexco_time(FILE *to, int64_t time)
{
    if (time >= 0)
        fprintf(to, ",%" PRId64, time);
    else
        fputc(',', to);
}

/* "1:100 3:28": of site 1 100 processors, of site 3 28. */
static inline void sim_csv_flexco_parts(FILE *to, const sim_flexco_result *r,
                                        size_t first, uint32_t count)
{
    uint32_t i;
    fputc(',', to);
    for (i = 0; i < count; i++)
        fprintf(to, "%s%" PRIu32 ":%" PRIu32, i ? " " : "", r->parts[first + i].site + 1,
                r->parts[first + i].servers);
}

static inline void sim_csv_flexco_jobs(FILE *to, const sim_flexco_experiment *x,
                                       const sim_flexco_point *p)
{
    char value[SIM_NUMBER_TEXT];
    size_t i;
    for (i = 0; i < p->jobs.count; i++) {
        const sim_flexco_job *job = &p->jobs.at[i];
        const sim_flexco_outcome *o = &p->result.outcomes[i];
        sim_csv_flexco_point(to, x, p, 0);
        if (sim_flexco_is_meta(job))
            fputs(",meta", to);
        else
            fprintf(to, ",%" PRIu32, job->site + 1);
        fprintf(to,
                ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRIu32 ",%" PRIu32
                ",%s",
                job->number, job->submit, job->run, job->estimate, job->servers,
                job->overhead, sim_flexco_fate_name(o->fate));
        sim_csv_flexco_time(to, o->promised);
        sim_csv_flexco_time(to, o->start);
        sim_csv_flexco_time(to, o->end);
        if (o->end >= 0)
            fprintf(
                to, ",%s",
                sim_number_text(
                    sim_flexco_slowdown(o->end - job->submit, o->end - o->start), value));
        else
            fputc(',', to);
        fprintf(to, ",%" PRIu32, o->first_parts);
        sim_csv_flexco_parts(to, &p->result, o->first_part, o->part_count);
        fprintf(to, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", o->shifts,
                o->remaps, o->molds, o->executions);
    }
}

static inline void sim_csv_flexco_lost(FILE *to, const sim_flexco_experiment *x,
                                       const sim_flexco_point *p)
{
    size_t i;
    for (i = 0; i < p->result.lost_count; i++) {
        const sim_flexco_execution *k = &p->result.lost[i];
        sim_csv_flexco_point(to, x, p, 0);
        if (sim_flexco_is_meta(&p->jobs.at[k->job]))
            fputs(",meta", to);
        else
            fprintf(to, ",%" PRIu32, p->jobs.at[k->job].site + 1);
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64, p->jobs.at[k->job].number,
                k->start, k->end);
        sim_csv_flexco_parts(to, &p->result, k->first_part, k->part_count);
        fputc('\n', to);
    }
}

static inline void sim_csv_flexco_outages(FILE *to, const sim_flexco_experiment *x,
                                          const sim_flexco_point *p)
{
    size_t i;
    for (i = 0; i < p->result.outage_count; i++) {
        const sim_outage *o = &p->result.outages[i];
        sim_csv_flexco_point(to, x, p, 0);
        fprintf(to, ",%" PRIu32 ",%" PRId64 ",%" PRId64 "\n", o->cluster + 1, o->from,
                o->to);
    }
}

/* One tidy file for each kind of row, in a folder that is made if need be. Times are
 * seconds from the first submission; jobs, executions and outages are those of the first
 * table, and the first seed. */
static inline int sim_csv_flexco(const char *folder, const sim_flexco_experiment *x,
                                 sim_error *e)
{
    static const struct {
        const char *name, *head;
        void (*rows)(FILE *, const sim_flexco_experiment *, const sim_flexco_point *);
    } files[] = {
        {"points.csv", "figure,value", sim_csv_flexco_values},
        {"better.csv", "figure,percent_of_rigid", sim_csv_flexco_better},
        {"jobs.csv",
         "site,job,submit,run,estimate,servers,overhead_percent,fate,promised,start,end,"
         "bounded_slowdown,sites_at_first,processors,shifts,remaps,molds,executions",
         sim_csv_flexco_jobs},
        {"lost.csv", "site,job,start,end,processors", sim_csv_flexco_lost},
        {"outages.csv", "site,from,to", sim_csv_flexco_outages}};
    size_t f, i;
    if (sim_output_folder(folder, e) != 0) return -1;
    for (f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[4096];
        sim_output out;
        if (sim_output_open_in(&out, path, sizeof path, folder, files[f].name, e) != 0)
            return -1;
        fprintf(out.file, "mode,estimate_error,small_jobs,binding,seed,%s\n",
                files[f].head);
        for (i = 0; i < x->count; i++) files[f].rows(out.file, x, &x->points[i]);
        if (sim_output_close(&out, e) != 0) return -1;
    }
    return 0;
}

#endif
