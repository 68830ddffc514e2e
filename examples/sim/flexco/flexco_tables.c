/* flexco_tables.c - each table is gathered row by row from the points of the
 * experiment, in which all modes of an error lie side by side. */
#include "flexco/flexco_results.h"

#include "base/error.h"
#include "base/statistics.h"
#include "base/text.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_setup.h"
#include "program/cli.h"
#include "program/measure.h"
#include "report/figure.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *flexco_tables_binding_word(int early) { return early ? "early" : "late"; }

const char *flexco_tables_one_site(const struct flexco_settings *s)
{
    return s->one_site ? "metascheduler" : "site";
}

const char *flexco_tables_small(int dropped) { return dropped ? "dropped" : "kept"; }

const char *flexco_tables_better_label(size_t figure)
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

const char *flexco_tables_point(const struct flexco_experiment *x,
                                const struct flexco_point *p, char to[FLEXCO_TEXT])
{
    const int64_t error = flexco_experiment_error(x, p);
    snprintf(to, FLEXCO_TEXT, "estimates +%d %%%s%s%s%s", (int)error,
             p->small_gone ? ", without small jobs" : "",
             x->binding_count > 1 ? ", " : "",
             x->binding_count > 1 ? flexco_tables_binding_word(p->early) : "",
             x->binding_count > 1 ? " binding" : "");
    return to;
}

/* ---- the first lines --------------------------------------------------------------- */

/* The name of a log. A page is read by others, so it does not tell the log's folder. */
static void print_source(FILE *to, const char *source, int page)
{
    const char *slash = page ? strrchr(source, '/') : NULL;
    error_print_sanitized(to, slash ? slash + 1 : source);
}

static void print_stream(FILE *to, const struct flexco_stream *s, int page)
{
    char count[TEXT_NUMBER];
    print_source(to, s->source, page);
    fprintf(to, ", %s job%s over %.1f days, load %.3f\n", text_count(s->count, count),
            text_s(s->count), (double)flexco_setup_last(s) / FIGURE_DAY,
            isfinite(s->load) ? s->load : 0);
}

/* What was left out of a log of so many jobs when it was read, if anything. */
static void print_left_out(FILE *to, const struct workload *w, uint64_t jobs, int page)
{
    char count[TEXT_NUMBER];
    uint64_t any = w->bad_lines + w->unsorted;
    int i;
    for (i = 0; i < WORKLOAD_LEFT_COUNT; i++) any += w->left_out[i];
    if (!any) return;
    print_source(to, w->source, page);
    fprintf(to, ", of %s job%s in the log:\n", text_count(jobs, count), text_s(jobs));
    workload_report_print_left_out(to, w);
}

void flexco_tables_print_sites(FILE *to, const struct flexco_experiment *x, int page)
{
    const char *indent = page ? "" : "  ";
    const struct flexco_setup *s = &x->setup;
    char count[TEXT_NUMBER];
    uint32_t i;
    fprintf(to, "sites: %" PRIu32 ", of %s processor%s in all\n", s->count,
            text_count(flexco_job_servers(&x->system), count),
            text_s(flexco_job_servers(&x->system)));
    for (i = 0; i < s->count && i < FLEXCO_ROWS; i++) {
        fprintf(to, "%ssite %" PRIu32 ": %s processor%s%s, ", indent, i + 1,
                text_count(s->servers[i], count), text_s(s->servers[i]),
                workload_report_guess(s->streams[i].guessed));
        print_stream(to, &s->streams[i], page);
    }
    if (i < s->count) fprintf(to, "%sother sites: %" PRIu32 "\n", indent, s->count - i);
    fprintf(to, "meta-jobs: ");
    print_stream(to, flexco_setup_meta(s), page);
    if (s->log_count)
        workload_report_print_shape(to, &s->logs[0], &x->given.shape,
                                    x->given.shape.jobs);
    for (i = 0; i < s->log_count; i++)
        print_left_out(to, &s->logs[i], s->log_jobs[i], page);
}

static void print_estimates(FILE *to, int model)
{
    char most[TEXT_NUMBER];
    cli_duration_text(FLEXCO_ESTIMATE_MOST, most, sizeof most);
    if (model)
        fprintf(to, "by the model of Tsafrir et al. (at most %s)", most);
    else
        fprintf(to, "the log's");
}

void flexco_tables_print_rules(FILE *to, const struct flexco_experiment *x)
{
    const struct flexco_settings *s = x->settings;
    fprintf(to, "estimates: of local jobs ");
    print_estimates(to, !x->given.local.count || !x->given.estimates);
    fprintf(to, ", of meta-jobs ");
    print_estimates(to, !x->given.meta);
    fputc('\n', to);
    fprintf(to, "seed%s: %" PRId64, x->seeds > 1 ? "s" : "", x->given.seed);
    if (x->seeds > 1)
        fprintf(to, " to %" PRId64 "; means %s", x->given.seed + (int64_t)x->seeds - 1,
                cube_spread_text(x->seeds));
    fprintf(to, "\nbinding: %s%s%s\n", flexco_tables_binding_word(x->bindings[0]),
            x->binding_count > 1 ? ", and " : "",
            x->binding_count > 1 ? flexco_tables_binding_word(x->bindings[1]) : "");
    fprintf(to, "meta-jobs at one site are moved by: the %s\n",
            flexco_tables_one_site(s));
}

const enum flexco_figure flexco_tables_drawn[FLEXCO_DRAWN] = {
    FLEXCO_FIGURE_response, FLEXCO_FIGURE_bsld, FLEXCO_FIGURE_bsld_local,
    FLEXCO_FIGURE_bsld_meta, FLEXCO_FIGURE_utilisation};

/* A column for each mode from number `first` on. */
static void columns(struct table *t, const struct flexco_experiment *x, size_t first,
                    const char *more)
{
    size_t i;
    for (i = first; i < x->mode_count; i++)
        table_column(t, "%s%s", flexco_job_mode_word(x->modes[i]), more);
}

static void spread_cell(struct table *t, struct statistics_spread s)
{
    table_spread(t, &s, MEASURE_TENTHS);
}

/* ---- figures ----------------------------------------------------------------------- */

/* Is the figure more than 0 in any mode? */
static int is_shown(const struct cube *c, size_t point, size_t figure)
{
    return cube_above(c, point, figure, 0);
}

void flexco_tables_figures(struct table *t, const struct flexco_experiment *x,
                           size_t binding, size_t small)
{
    const size_t point = flexco_experiment_main(x, binding, small);
    char text[FLEXCO_TEXT];
    table_title(t, MEASURE_COUNT, "All figures (%s)",
                flexco_tables_point(x, &x->points[point * x->mode_count], text));
    cube_table(t, &x->cube, point, CUBE_MEAN, is_shown);
}

void flexco_tables_better(struct table *t, const struct flexco_experiment *x,
                          size_t binding, size_t small)
{
    const size_t point = flexco_experiment_main(x, binding, small);
    char text[FLEXCO_TEXT];
    size_t i, f;
    table_title(t, MEASURE_PERCENT, "better than rigid, %s",
                flexco_tables_point(x, &x->points[point * x->mode_count], text));
    columns(t, x, 1, "");
    for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED; f++) {
        table_row(t, MEASURE_COUNT, "  %s", flexco_tables_better_label(f));
        for (i = 1; i < x->mode_count; i++)
            spread_cell(t, flexco_experiment_gain(x, point, i, f));
    }
}

void flexco_tables_errors(struct table *t, const struct flexco_experiment *x,
                          size_t binding, enum flexco_figure figure)
{
    const struct values *errors = &x->settings->errors;
    size_t small, mode, error;
    table_title(t, MEASURE_COUNT, "%s (%% of rigid)", flexco_tables_better_label(figure));
    table_stub(t, "estimates too long by");
    for (small = 0; small < x->small_count; small++)
        columns(t, x, 1, x->smalls[small] ? ", no small jobs" : "");
    for (error = 0; error < errors->count; error++) {
        table_row(t, MEASURE_COUNT, "%" PRId64 " %%", errors->at[error]);
        for (small = 0; small < x->small_count; small++)
            for (mode = 1; mode < x->mode_count; mode++)
                spread_cell(t, flexco_experiment_gain(
                                   x, flexco_experiment_at(x, binding, small, error),
                                   mode, figure));
    }
}

/* ---- worse than rigid -------------------------------------------------------------- */

struct flexco_worse flexco_tables_count_worse(const struct flexco_experiment *x,
                                              size_t mode, enum flexco_figure figure)
{
    struct flexco_worse w = {0, 0, 0, 0};
    double sum = 0;
    size_t point, seed;
    for (point = 0; point < x->cube.points; point++)
        for (seed = 0; seed < x->seeds; seed++) {
            const double better = flexco_experiment_better(x, point, mode, seed, figure);
            if (!isfinite(better)) continue;
            w.runs++;
            w.worse += better < 0;
            if (-better > w.most) w.most = -better;
            sum -= better;
        }
    w.mean = statistics_mean(sum, w.runs);
    return w;
}

void flexco_tables_worse(struct table *t, const struct flexco_experiment *x)
{
    size_t f, i;
    table_title(t, MEASURE_COUNT, "runs worse than rigid, at most by");
    columns(t, x, 1, "");
    for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED; f++) {
        table_row(t, MEASURE_COUNT, "  %s", flexco_tables_better_label(f));
        for (i = 1; i < x->mode_count; i++) {
            const struct flexco_worse w =
                flexco_tables_count_worse(x, i, (enum flexco_figure)f);
            if (w.worse)
                table_cell(t, "%zu of %zu, %.1f %%", w.worse, w.runs, w.most);
            else
                table_cell(t, w.runs ? "never" : "-");
        }
    }
}

void flexco_tables_bindings(struct table *t, const struct flexco_experiment *x,
                            size_t small)
{
    size_t f, i;
    table_title(t, MEASURE_PERCENT, "late binding, better than early");
    cube_columns(t, &x->cube, NULL);
    for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED; f++) {
        table_row(t, MEASURE_COUNT, "  %s", flexco_tables_better_label(f));
        for (i = 0; i < x->mode_count; i++) {
            const size_t late[2] = {flexco_experiment_main(x, 0, small), i};
            const size_t early[2] = {flexco_experiment_main(x, 1, small), i};
            spread_cell(t,
                        cube_paired(&x->cube, late, early, f, flexco_experiment_gain_of));
        }
    }
}
