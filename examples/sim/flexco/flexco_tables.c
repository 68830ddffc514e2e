/* flexco_tables.c - each table is gathered row by row from the points of the
 * experiment, in which all modes of an error lie side by side. */
#include "flexco/flexco_tables.h"

#include "base/statistics.h"
#include "base/text.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_rules.h"
#include "flexco/flexco_setup.h"
#include "flexco/flexco_words.h"
#include "program/measure.h"
#include "report/figure.h"

#include <inttypes.h>
#include <math.h>

const enum flexco_figure flexco_tables_drawn[FLEXCO_DRAWN] = {
    FLEXCO_FIGURE_response, FLEXCO_FIGURE_bsld, FLEXCO_FIGURE_bsld_local,
    FLEXCO_FIGURE_bsld_meta, FLEXCO_FIGURE_utilisation};

/* A column for each mode from number `first` on. */
static void columns(struct table *t, const struct flexco_experiment *x, size_t first,
                    const char *more)
{
    size_t i;
    for (i = first; i < x->mode_count; i++)
        table_column(t, "%s%s", flexco_rules_mode_word(x->modes[i]), more);
}

static void spread_cell(struct table *t, const struct flexco_experiment *x,
                        struct statistics_spread s)
{
    char text[FLEXCO_TEXT];
    table_cell(t, "%s", flexco_words_spread(&s, x->seeds, 1, text));
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
                flexco_words_point(x, &x->points[point * x->mode_count], text));
    cube_table(t, &x->cube, point, CUBE_MEAN, is_shown);
}

void flexco_tables_better(struct table *t, const struct flexco_experiment *x,
                          size_t binding, size_t small)
{
    const size_t point = flexco_experiment_main(x, binding, small);
    size_t i, f;
    table_title(t, MEASURE_PERCENT, "better than rigid");
    columns(t, x, 1, "");
    for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED; f++) {
        table_row(t, MEASURE_COUNT, "  %s", flexco_words_better(f));
        for (i = 1; i < x->mode_count; i++)
            spread_cell(t, x, flexco_experiment_gain(x, point, i, f));
    }
}

void flexco_tables_errors(struct table *t, const struct flexco_experiment *x,
                          size_t binding, enum flexco_figure figure)
{
    const struct values *errors = &x->settings->errors;
    size_t small, mode, error;
    table_title(t, MEASURE_COUNT, "%s (%% of rigid)", flexco_words_better(figure));
    table_stub(t, "estimates too long by");
    for (small = 0; small < x->small_count; small++)
        columns(t, x, 1, x->smalls[small] ? ", no small jobs" : "");
    for (error = 0; error < errors->count; error++) {
        table_row(t, MEASURE_COUNT, "%" PRId64 " %%", errors->at[error]);
        for (small = 0; small < x->small_count; small++)
            for (mode = 1; mode < x->mode_count; mode++)
                spread_cell(
                    t, x,
                    flexco_experiment_gain(
                        x, flexco_experiment_at(x, binding, small, error), mode, figure));
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
        table_row(t, MEASURE_COUNT, "  %s", flexco_words_better(f));
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

/* ---- bindings ---------------------------------------------------------------------- */

void flexco_tables_bindings(struct table *t, const struct flexco_experiment *x,
                            size_t small)
{
    size_t f, i;
    table_title(t, MEASURE_PERCENT, "late binding, better than early");
    cube_columns(t, &x->cube, NULL);
    for (f = FLEXCO_COMPARED_FIRST; f < FLEXCO_COMPARED_FIRST + FLEXCO_COMPARED; f++) {
        table_row(t, MEASURE_COUNT, "  %s", flexco_words_better(f));
        for (i = 0; i < x->mode_count; i++) {
            const size_t late[2] = {flexco_experiment_main(x, 0, small), i};
            const size_t early[2] = {flexco_experiment_main(x, 1, small), i};
            spread_cell(t, x,
                        cube_paired(&x->cube, late, early, f, flexco_figures_better));
        }
    }
}

/* ---- jobs that end earlier, and later, than with rigid --------------------------- */

static int kind_of(const struct flexco_job *job)
{
    return flexco_job_is_meta(job)   ? FLEXCO_METAS
           : flexco_setup_small(job) ? FLEXCO_SMALL_LOCAL
                                     : FLEXCO_OTHER_LOCAL;
}

void flexco_tables_count_winners(const struct flexco_point *rigid,
                                 const struct flexco_point *p,
                                 struct flexco_winners kinds[FLEXCO_KINDS])
{
    static const struct flexco_winners nothing = {.all = 0};
    size_t i;
    for (i = 0; i < FLEXCO_KINDS; i++) kinds[i] = nothing;
    for (i = 0; i < p->result.count && i < rigid->result.count; i++) {
        const int64_t end = p->result.outcomes[i].end;
        const int64_t before = rigid->result.outcomes[i].end;
        struct flexco_winners *k = &kinds[kind_of(&p->jobs.at[i])];
        if (end < 0 || before < 0) continue;
        k->all++;
        k->earlier += end < before;
        k->later += end > before;
        if (end < before) k->won += (double)(before - end);
        if (end > before) k->lost += (double)(end - before);
    }
}

static void percent_cell(struct table *t, uint64_t some, uint64_t all)
{
    if (all)
        table_cell(t, "%.1f", 100 * (double)some / (double)all);
    else
        table_cell(t, "-");
}

static void hours_cell(struct table *t, double seconds, uint64_t count)
{
    if (count)
        table_cell(t, "%.2f", seconds / FIGURE_HOUR / (double)count);
    else
        table_cell(t, "-");
}

static void winners_row(struct table *t, const char *mode, const char *kind,
                        const struct flexco_winners *k)
{
    char text[TEXT_NUMBER];
    table_row(t, MEASURE_COUNT, "%s: %s", mode, kind);
    table_cell(t, "%s", text_count(k->all, text));
    percent_cell(t, k->earlier, k->all);
    hours_cell(t, k->won, k->earlier);
    percent_cell(t, k->later, k->all);
    hours_cell(t, k->lost, k->later);
    hours_cell(t, k->won - k->lost, k->all);
}

void flexco_tables_winners(struct table *t, const struct flexco_experiment *x)
{
    static const char *const names[FLEXCO_KINDS] = {"small local jobs",
                                                    "other local jobs", "meta-jobs"};
    static const char *const heads[] = {"jobs",           "end earlier, %",
                                        "by hours, mean", "end later, %",
                                        "by hours, mean", "hours won, mean of all"};
    const struct flexco_point *rigid =
        &x->points[flexco_experiment_main(x, 0, 0) * x->mode_count];
    struct flexco_winners kinds[FLEXCO_KINDS];
    char which[FLEXCO_TEXT];
    size_t mode, i;
    table_title(t, MEASURE_COUNT,
                "Jobs that end earlier than with rigid, and later than with rigid, never"
                " than promised (%s; seed %" PRId64 ")",
                flexco_words_point(x, rigid, which), x->given.seed);
    for (i = 0; i < sizeof heads / sizeof heads[0]; i++) table_column(t, "%s", heads[i]);
    for (mode = 1; mode < x->mode_count; mode++) {
        flexco_tables_count_winners(rigid, rigid + mode, kinds);
        for (i = 0; i < FLEXCO_KINDS; i++)
            winners_row(t, flexco_rules_mode_word(x->modes[mode]), names[i], &kinds[i]);
    }
}
