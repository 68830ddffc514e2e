/* flexco_results.c - implements flexco_results.h. */
#include "flexco/flexco_results.h"

#include "base/outfile.h"
#include "base/text.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_rules.h"
#include "flexco/flexco_setup.h"
#include "program/cli.h"
#include "program/json.h"
#include "program/measure.h"
#include "report/figure.h"
#include "workload/outages.h"
#include "workload/workload.h"
#include "workload/workload_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

const enum flexco_figure flexco_results_drawn[FLEXCO_DRAWN] = {
    FLEXCO_FIGURE_response, FLEXCO_FIGURE_bsld, FLEXCO_FIGURE_bsld_local,
    FLEXCO_FIGURE_bsld_meta, FLEXCO_FIGURE_utilisation};

/* ---- words ------------------------------------------------------------------------- */

const char *flexco_results_binding_word(int early) { return early ? "early" : "late"; }

static const char *flexco_results_small_word(int gone)
{
    return gone ? "dropped" : "kept";
}

const char *flexco_results_better_label(size_t figure)
{
    static const char *const labels[FLEXCO_COMPARED] = {
        "response time, reduction",
        "response time of local jobs, reduction",
        "response time of meta-jobs, reduction",
        "bounded slowdown, reduction",
        "slowdown of local jobs, reduction",
        "slowdown of meta-jobs, reduction",
        "utilisation, gain",
        "utilisation by local jobs, gain",
        "utilisation by meta-jobs, gain"};
    return labels[figure - FLEXCO_COMPARED_FIRST];
}

const char *flexco_results_spread_text(const struct flexco_spread *s, size_t seeds,
                                       int digits, char to[FLEXCO_TEXT])
{
    if (!isfinite(s->mean))
        snprintf(to, FLEXCO_TEXT, "-");
    else if (seeds < 2)
        snprintf(to, FLEXCO_TEXT, "%.*f", digits, s->mean);
    else
        snprintf(to, FLEXCO_TEXT, "%.*f (%.*f..%.*f)", digits, s->mean, digits, s->least,
                 digits, s->most);
    return to;
}

const char *flexco_results_point_text(const struct flexco_experiment *x,
                                      const struct flexco_point *p, char to[FLEXCO_TEXT])
{
    const int64_t error = flexco_experiment_error(x, p);
    snprintf(to, FLEXCO_TEXT, "estimates +%d %%%s%s%s%s", (int)error,
             p->small_gone ? ", without small jobs" : "",
             x->binding_count > 1 ? ", " : "",
             x->binding_count > 1 ? flexco_results_binding_word(p->early) : "",
             x->binding_count > 1 ? " binding" : "");
    return to;
}

/* What the metascheduler knows of sites. */
static const char *flexco_results_publish_text(const struct flexco_settings *s,
                                               char to[FLEXCO_TEXT])
{
    char window[TEXT_NUMBER];
    if (s->publish == FLEXCO_EARLIEST)
        snprintf(to, FLEXCO_TEXT, "their %" PRId64 " earliest slots", s->slots);
    else if (s->publish == FLEXCO_WINDOW) {
        cli_duration_text(s->window, window, sizeof window);
        snprintf(to, FLEXCO_TEXT, "their slots in the next %s", window);
    } else
        snprintf(to, FLEXCO_TEXT, "all that is free");
    return to;
}

/* ---- the first lines --------------------------------------------------------------- */

/* A page is read by others: it does not tell where a log was. */
static void flexco_results_print_flexco_source(FILE *to, const char *source, int page)
{
    const char *slash = page ? strrchr(source, '/') : NULL;
    error_print_sanitized(to, slash ? slash + 1 : source);
}

static void flexco_results_print_flexco_stream(FILE *to, const struct flexco_stream *s,
                                               int page)
{
    char count[TEXT_NUMBER];
    flexco_results_print_flexco_source(to, s->source, page);
    fprintf(to, ", %s job%s over %.1f days, load %.3f\n", text_count(s->count, count),
            s->count == 1 ? "" : "s", (double)flexco_setup_last(s) / FIGURE_DAY,
            isfinite(s->load) ? s->load : 0);
}

/* What was left out of a log of so many jobs, if anything: before any are folded. */
static void flexco_results_print_flexco_left_out(FILE *to, const struct workload *w,
                                                 uint64_t jobs, int page)
{
    char count[TEXT_NUMBER];
    uint64_t any = w->bad_lines + w->unsorted;
    int i;
    for (i = 0; i < WORKLOAD_LEFT_COUNT; i++) any += w->left_out[i];
    if (!any) return;
    flexco_results_print_flexco_source(to, w->source, page);
    fprintf(to, ", of %s jobs in the log:\n", text_count(jobs, count));
    workload_report_print_left_out(to, w);
}

void flexco_results_print_flexco_sites(FILE *to, const struct flexco_experiment *x,
                                       int page)
{
    const char *indent = page ? "" : "  ";
    const struct flexco_setup *s = &x->setup;
    char count[TEXT_NUMBER];
    uint32_t i;
    fprintf(to, "sites: %" PRIu32 ", of %s processors in all\n", s->count,
            text_count(flexco_job_servers(&x->system), count));
    for (i = 0; i < s->count && i < FLEXCO_ROWS; i++) {
        fprintf(to, "%ssite %" PRIu32 ": %s processors, ", indent, i + 1,
                text_count(s->servers[i], count));
        flexco_results_print_flexco_stream(to, &s->streams[i], page);
    }
    if (i < s->count) fprintf(to, "%sother sites: %" PRIu32 "\n", indent, s->count - i);
    fprintf(to, "meta-jobs: ");
    flexco_results_print_flexco_stream(to, flexco_setup_meta(s), page);
    for (i = 0; i < s->log_count; i++)
        flexco_results_print_flexco_left_out(to, &s->logs[i], s->log_jobs[i], page);
}

static void flexco_results_print_flexco_estimates(FILE *to,
                                                  const struct flexco_experiment *x,
                                                  int model)
{
    char most[TEXT_NUMBER];
    cli_duration_text(x->given.max_estimate, most, sizeof most);
    if (model)
        fprintf(to, "by the model of Tsafrir et al. (at most %s)", most);
    else
        fprintf(to, "the log's");
}

void flexco_results_print_flexco_rules(FILE *to, const struct flexco_experiment *x)
{
    const struct flexco_settings *s = x->settings;
    char text[FLEXCO_TEXT], time[TEXT_NUMBER];
    fprintf(to, "estimates: of local jobs ");
    flexco_results_print_flexco_estimates(to, x,
                                          !x->given.local.count || !x->given.estimates);
    fprintf(to, ", of meta-jobs ");
    flexco_results_print_flexco_estimates(to, x, !x->given.meta);
    fputc('\n', to);
    fprintf(to, "seed%s: %" PRId64, x->seeds > 1 ? "s" : "", x->given.seed);
    if (x->seeds > 1)
        fprintf(to, " to %" PRId64 "; means (least..most)",
                x->given.seed + (int64_t)x->seeds - 1);
    fprintf(to, "\nbinding: %s%s%s\n", flexco_results_binding_word(x->bindings[0]),
            x->binding_count > 1 ? ", and " : "",
            x->binding_count > 1 ? flexco_results_binding_word(x->bindings[1]) : "");
    cli_duration_text(s->latency, time, sizeof time);
    fprintf(to, "sites publish: %s; a message takes %s\n",
            flexco_results_publish_text(s, text), time);
    if (s->loss)
        fprintf(to, "messages lost: %.9g %%\n", 100 * (double)s->loss / (double)CLI_ONE);
    if (!s->mtbf) return;
    cli_duration_text(s->mtbf, time, sizeof time);
    fprintf(to, "failures: of a site every %s", time);
    cli_duration_text(s->mttr, time, sizeof time);
    fprintf(to, " for %s, on average\n", time);
}

/* ---- tables ------------------------------------------------------------------------ */

int flexco_results_row(const struct flexco_experiment *x, const struct flexco_point *of,
                       size_t figure)
{
    size_t i;
    for (i = 0; i < x->mode_count; i++)
        if (of[i].figures[figure].mean > 0) return 1;
    return 0;
}

double flexco_results_shown(double value, enum measure_unit unit)
{
    return unit == MEASURE_COUNT && isfinite(value) ? floor(value + 0.5) : value;
}

/* All figures; `of`: the points of all modes. */
static void flexco_results_print_flexco_figures(FILE *to,
                                                const struct flexco_experiment *x,
                                                const struct flexco_point *of)
{
    char text[FLEXCO_TEXT];
    size_t f, i;
    fputc('\n', to);
    report_table_label(to, flexco_results_point_text(x, of, text), "");
    for (i = 0; i < x->mode_count; i++)
        report_table_cell(to, flexco_rules_mode_word(x->modes[i]));
    fputc('\n', to);
    for (f = 0; f < FLEXCO_FIGURE_COUNT; f++) {
        const struct flexco_about *about = flexco_figures_about(f);
        if (!flexco_results_row(x, of, f)) continue;
        report_table_label(to, about->label, measure_unit_name(about->unit));
        for (i = 0; i < x->mode_count; i++)
            report_table_figure(to,
                                flexco_results_shown(of[i].figures[f].mean, about->unit),
                                about->unit);
        fputc('\n', to);
    }
}

static void flexco_results_print_flexco_modes(FILE *to, const struct flexco_experiment *x,
                                              size_t from)
{
    size_t i;
    for (i = from; i < x->mode_count; i++)
        fprintf(to, " %*s", FLEXCO_CELL, flexco_rules_mode_word(x->modes[i]));
    fputc('\n', to);
}

static void flexco_results_print_flexco_spread(FILE *to,
                                               const struct flexco_experiment *x,
                                               const struct flexco_spread *s)
{
    char text[FLEXCO_TEXT];
    fprintf(to, " %*s", FLEXCO_CELL, flexco_results_spread_text(s, x->seeds, 1, text));
}

/* What the modes are better by than rigid, all figures. */
static void flexco_results_print_flexco_better(FILE *to,
                                               const struct flexco_experiment *x,
                                               const struct flexco_point *of)
{
    char text[FLEXCO_TEXT];
    size_t f, i;
    fputc('\n', to);
    report_table_label(to, "better than rigid", "%");
    flexco_results_print_flexco_modes(to, x, 1);
    for (f = 0; f < FLEXCO_COMPARED; f++) {
        snprintf(text, sizeof text, "  %s",
                 flexco_results_better_label(FLEXCO_COMPARED_FIRST + f));
        report_table_label(to, text, "");
        for (i = 1; i < x->mode_count; i++)
            flexco_results_print_flexco_spread(to, x, &of[i].reductions[f]);
        fputc('\n', to);
    }
}

/* One figure over the errors. */
static void flexco_results_print_flexco_errors(FILE *to,
                                               const struct flexco_experiment *x,
                                               size_t binding, size_t small,
                                               size_t figure)
{
    char text[FLEXCO_TEXT];
    size_t error, i;
    fputc('\n', to);
    report_table_label(to, flexco_results_better_label(figure), "%");
    flexco_results_print_flexco_modes(to, x, 1);
    for (error = 0; error < x->settings->errors.count; error++) {
        const struct flexco_point *of = flexco_experiment_at(x, binding, small, error, 0);
        report_table_label(to, flexco_results_point_text(x, of, text), "");
        for (i = 1; i < x->mode_count; i++)
            flexco_results_print_flexco_spread(
                to, x, &of[i].reductions[figure - FLEXCO_COMPARED_FIRST]);
        fputc('\n', to);
    }
}

/* What late binding is better by than early binding, seed by seed. */
static struct flexco_spread flexco_results_late(const struct flexco_experiment *x,
                                                size_t small, size_t mode, size_t figure)
{
    const size_t error = flexco_experiment_main_error(x);
    const struct flexco_point *late = flexco_experiment_at(x, 0, small, error, mode);
    const struct flexco_point *early = flexco_experiment_at(x, 1, small, error, mode);
    double better[FLEXCO_SEEDS_MOST];
    size_t seed;
    for (seed = 0; seed < x->seeds; seed++) {
        const size_t at = seed * FLEXCO_FIGURE_COUNT + figure;
        better[seed] = flexco_figures_better(figure, late->values[at], early->values[at]);
    }
    return flexco_figures_spread_of(better, x->seeds, 1);
}

static void flexco_results_print_flexco_bindings(FILE *to,
                                                 const struct flexco_experiment *x,
                                                 size_t small)
{
    char text[FLEXCO_TEXT];
    size_t f, i;
    if (x->binding_count < 2) return;
    fputc('\n', to);
    report_table_label(to, "late binding, better than early", "%");
    flexco_results_print_flexco_modes(to, x, 0);
    for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED; f++) {
        snprintf(text, sizeof text, "  %s", flexco_results_better_label(f));
        report_table_label(to, text, "");
        for (i = 0; i < x->mode_count; i++) {
            const struct flexco_spread s = flexco_results_late(x, small, i, f);
            flexco_results_print_flexco_spread(to, x, &s);
        }
        fputc('\n', to);
    }
}

void flexco_results_print(FILE *to, const struct flexco_experiment *x)
{
    const size_t last = flexco_experiment_main_error(x);
    size_t binding, small, f;
    flexco_results_print_flexco_sites(to, x, 0);
    flexco_results_print_flexco_rules(to, x);
    for (small = 0; small < x->small_count; small++) {
        for (binding = 0; binding < x->binding_count; binding++) {
            const struct flexco_point *of =
                flexco_experiment_at(x, binding, small, last, 0);
            flexco_results_print_flexco_figures(to, x, of);
            if (x->mode_count < 2) continue;
            flexco_results_print_flexco_better(to, x, of);
            for (f = 0; f < FLEXCO_DRAWN && x->settings->errors.count > 1; f++)
                flexco_results_print_flexco_errors(to, x, binding, small,
                                                   flexco_results_drawn[f]);
        }
        flexco_results_print_flexco_bindings(to, x, small);
    }
    fputc('\n', to);
}

/* ---- JSON -------------------------------------------------------------------------- */

static void flexco_results_json_flexco_stream(struct json *j,
                                              const struct flexco_stream *s)
{
    json_text(j, "source", s->source);
    json_count(j, "processors", (int64_t)s->servers);
    json_count(j, "jobs", (int64_t)s->count);
    json_count(j, "last_submit", flexco_setup_last(s));
    json_number(j, "load", s->load);
}

static void flexco_results_json_flexco_setup(struct json *j, const struct flexco_setup *s)
{
    uint32_t i;
    json_open(j, "sites", '[');
    for (i = 0; i < s->count; i++) {
        json_open_flat(j, NULL, '{');
        flexco_results_json_flexco_stream(j, &s->streams[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_open_flat(j, "meta", '{');
    flexco_results_json_flexco_stream(j, flexco_setup_meta(s));
    json_close(j, '}');
}

static void flexco_results_json_flexco_settings(struct json *j,
                                                const struct flexco_experiment *x)
{
    const struct flexco_settings *s = x->settings;
    const struct flexco_given *g = &x->given;
    char text[FLEXCO_TEXT];
    size_t i;
    json_open(j, "settings", '{');
    json_text(j, "split", g->split ? "halves" : "none");
    json_count(j, "copies", g->copies);
    json_number(j, "load", (double)g->load / CLI_ONE);
    json_number(j, "meta_load", (double)g->meta_load / CLI_ONE);
    json_count(j, "fold", g->fold);
    json_text(j, "local_estimates", g->estimates ? "log" : "model");
    json_count(j, "max_estimate", g->max_estimate);
    json_open_flat(j, "estimate_errors", '[');
    for (i = 0; i < s->errors.count; i++) json_count(j, NULL, s->errors.at[i]);
    json_close(j, ']');
    json_count(j, "efficiency", s->efficiency);
    json_count(j, "min_share", s->least);
    json_count(j, "max_sites", s->most_sites);
    json_text(j, "publish", flexco_results_publish_text(s, text));
    json_count(j, "latency", s->latency);
    json_number(j, "loss", (double)s->loss / CLI_ONE);
    json_count(j, "mtbf", s->mtbf);
    json_count(j, "mttr", s->mttr);
    json_count(j, "seed", g->seed);
    json_count(j, "seeds", (int64_t)x->seeds);
    json_close(j, '}');
}

/* Of a spread the mean, the least, the most. */
static double flexco_results_of_spread(const struct flexco_spread *s, int which)
{
    return which == 0 ? s->mean : which == 1 ? s->least : s->most;
}

/* Every figure, and by how much it is better than rigid's. */
static void flexco_results_json_flexco_figures(struct json *j,
                                               const struct flexco_point *p, int which)
{
    char name[FLEXCO_TEXT];
    size_t f;
    for (f = 0; f < FLEXCO_FIGURE_COUNT; f++)
        json_number(j, flexco_figures_about(f)->name,
                    flexco_results_of_spread(&p->figures[f], which));
    for (f = 0; f < FLEXCO_COMPARED; f++) {
        snprintf(name, sizeof name, "%s_better_percent",
                 flexco_figures_about(FLEXCO_COMPARED_FIRST + f)->name);
        json_number(j, name, flexco_results_of_spread(&p->reductions[f], which));
    }
}

static void flexco_results_json_flexco_point(struct json *j,
                                             const struct flexco_experiment *x,
                                             const struct flexco_point *p)
{
    size_t f, seed;
    json_open(j, NULL, '{');
    json_text(j, "mode", flexco_rules_mode_word(p->mode));
    json_count(j, "estimate_error", flexco_experiment_error(x, p));
    json_text(j, "small_jobs", flexco_results_small_word(p->small_gone));
    json_text(j, "binding", flexco_results_binding_word(p->early));
    flexco_results_json_flexco_figures(j, p, 0);
    json_open_flat(j, "least", '{');
    flexco_results_json_flexco_figures(j, p, 1);
    json_close(j, '}');
    json_open_flat(j, "most", '{');
    flexco_results_json_flexco_figures(j, p, 2);
    json_close(j, '}');
    json_open(j, "runs", '[');
    for (seed = 0; seed < x->seeds; seed++) {
        json_open_flat(j, NULL, '{');
        json_count(j, "seed", x->given.seed + (int64_t)seed);
        for (f = 0; f < FLEXCO_FIGURE_COUNT; f++)
            json_number(j, flexco_figures_about(f)->name,
                        p->values[seed * FLEXCO_FIGURE_COUNT + f]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void flexco_results_json(struct json *j, const struct flexco_experiment *x)
{
    size_t i;
    flexco_results_json_flexco_setup(j, &x->setup);
    flexco_results_json_flexco_settings(j, x);
    json_open(j, "points", '[');
    for (i = 0; i < x->count; i++) flexco_results_json_flexco_point(j, x, &x->points[i]);
    json_close(j, ']');
}

/* ---- CSV --------------------------------------------------------------------------- */

/* What each row begins with. */
static void flexco_results_csv_flexco_point(FILE *to, const struct flexco_experiment *x,
                                            const struct flexco_point *p, size_t seed)
{
    fprintf(to, "%s,%" PRId64 ",%s,%s,%" PRId64, flexco_rules_mode_word(p->mode),
            flexco_experiment_error(x, p), flexco_results_small_word(p->small_gone),
            flexco_results_binding_word(p->early), x->given.seed + (int64_t)seed);
}

static void flexco_results_csv_flexco_values(FILE *to, const struct flexco_experiment *x,
                                             const struct flexco_point *p)
{
    char value[TEXT_NUMBER];
    size_t f, seed;
    for (seed = 0; seed < x->seeds; seed++)
        for (f = 0; f < FLEXCO_FIGURE_COUNT; f++) {
            flexco_results_csv_flexco_point(to, x, p, seed);
            fprintf(to, ",%s,%s\n", flexco_figures_about(f)->name,
                    text_number(p->values[seed * FLEXCO_FIGURE_COUNT + f], value));
        }
}

static void flexco_results_csv_flexco_better(FILE *to, const struct flexco_experiment *x,
                                             const struct flexco_point *p)
{
    char value[TEXT_NUMBER];
    size_t f, seed;
    for (seed = 0; seed < x->seeds; seed++)
        for (f = 0; f < FLEXCO_COMPARED; f++) {
            flexco_results_csv_flexco_point(to, x, p, seed);
            fprintf(to, ",%s,%s\n", flexco_figures_about(FLEXCO_COMPARED_FIRST + f)->name,
                    text_number(p->better[seed * FLEXCO_COMPARED + f], value));
        }
}

static const char *flexco_results_fate_name(enum flexco_fate fate)
{
    static const char *const names[] = {
#define FLEXCO_FATE_NAME(name, text) #name,
        FLEXCO_FATES(FLEXCO_FATE_NAME)
#undef FLEXCO_FATE_NAME
    };
    return names[fate];
}

/* A time after the first submission, empty if there is none. */
static void flexco_results_csv_flexco_time(FILE *to, int64_t time)
{
    if (time >= 0)
        fprintf(to, ",%" PRId64, time);
    else
        fputc(',', to);
}

/* "1:100 3:28": of site 1 100 processors, of site 3 28. */
static void flexco_results_csv_flexco_parts(FILE *to, const struct flexco_result *r,
                                            size_t first, uint32_t count)
{
    uint32_t i;
    fputc(',', to);
    for (i = 0; i < count; i++)
        fprintf(to, "%s%" PRIu32 ":%" PRIu32, i ? " " : "", r->parts[first + i].site + 1,
                r->parts[first + i].servers);
}

static void flexco_results_csv_flexco_jobs(FILE *to, const struct flexco_experiment *x,
                                           const struct flexco_point *p)
{
    char value[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < p->jobs.count; i++) {
        const struct flexco_job *job = &p->jobs.at[i];
        const struct flexco_outcome *o = &p->result.outcomes[i];
        flexco_results_csv_flexco_point(to, x, p, 0);
        if (flexco_job_is_meta(job))
            fputs(",meta", to);
        else
            fprintf(to, ",%" PRIu32, job->site + 1);
        fprintf(to,
                ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRIu32 ",%" PRIu32
                ",%s",
                job->number, job->submit, job->run, job->estimate, job->servers,
                job->overhead, flexco_results_fate_name(o->fate));
        flexco_results_csv_flexco_time(to, o->promised);
        flexco_results_csv_flexco_time(to, o->start);
        flexco_results_csv_flexco_time(to, o->end);
        if (o->end >= 0)
            fprintf(to, ",%s",
                    text_number(
                        flexco_figures_slowdown(o->end - job->submit, o->end - o->start),
                        value));
        else
            fputc(',', to);
        fprintf(to, ",%" PRIu32, o->first_parts);
        flexco_results_csv_flexco_parts(to, &p->result, o->first_part, o->part_count);
        fprintf(to, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", o->shifts,
                o->remaps, o->molds, o->executions);
    }
}

static void flexco_results_csv_flexco_lost(FILE *to, const struct flexco_experiment *x,
                                           const struct flexco_point *p)
{
    size_t i;
    for (i = 0; i < p->result.lost_count; i++) {
        const struct flexco_execution *k = &p->result.lost[i];
        flexco_results_csv_flexco_point(to, x, p, 0);
        if (flexco_job_is_meta(&p->jobs.at[k->job]))
            fputs(",meta", to);
        else
            fprintf(to, ",%" PRIu32, p->jobs.at[k->job].site + 1);
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64, p->jobs.at[k->job].number,
                k->start, k->end);
        flexco_results_csv_flexco_parts(to, &p->result, k->first_part, k->part_count);
        fputc('\n', to);
    }
}

static void flexco_results_csv_flexco_outages(FILE *to, const struct flexco_experiment *x,
                                              const struct flexco_point *p)
{
    size_t i;
    for (i = 0; i < p->result.outage_count; i++) {
        const struct outage *o = &p->result.outages[i];
        flexco_results_csv_flexco_point(to, x, p, 0);
        fprintf(to, ",%" PRIu32 ",%" PRId64 ",%" PRId64 "\n", o->cluster + 1, o->from,
                o->to);
    }
}

int flexco_results_csv(const char *folder, const struct flexco_experiment *x,
                       struct error *e)
{
    static const struct {
        const char *name, *head;
        void (*rows)(FILE *, const struct flexco_experiment *,
                     const struct flexco_point *);
    } files[] = {
        {"points.csv", "figure,value", flexco_results_csv_flexco_values},
        {"better.csv", "figure,percent_of_rigid", flexco_results_csv_flexco_better},
        {"jobs.csv",
         "site,job,submit,run,estimate,servers,overhead_percent,fate,promised,start,end,"
         "bounded_slowdown,sites_at_first,processors,shifts,remaps,molds,executions",
         flexco_results_csv_flexco_jobs},
        {"lost.csv", "site,job,start,end,processors", flexco_results_csv_flexco_lost},
        {"outages.csv", "site,from,to", flexco_results_csv_flexco_outages}};
    size_t f, i;
    if (outfile_folder(folder, e) != 0) return -1;
    for (f = 0; f < sizeof files / sizeof files[0]; f++) {
        char path[4096];
        struct outfile out;
        if (outfile_open_in(&out, path, sizeof path, folder, files[f].name, e) != 0)
            return -1;
        fprintf(out.file, "mode,estimate_error,small_jobs,binding,seed,%s\n",
                files[f].head);
        for (i = 0; i < x->count; i++) files[f].rows(out.file, x, &x->points[i]);
        if (outfile_commit(&out, e) != 0) return -1;
    }
    return 0;
}
