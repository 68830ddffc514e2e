/* sweep.c - each value is put into a copy of the settings through the table of options
 * (evaluation_settings.h), as if it had been given on the command line.
 */
#include "online/sweep.h"

#include "base/progress.h"
#include "base/statistics.h"
#include "base/text.h"
#include "online/evaluation_settings.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/measure.h"
#include "workload/metrics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sweep_free(struct sweep *sweep)
{
    size_t i;
    for (i = 0; i < sweep->count; i++) sweep_point_clear(&sweep->points[i]);
    free(sweep->points);
    cube_free(&sweep->cube);
    memset(sweep, 0, sizeof *sweep);
}

/* ---- the values -------------------------------------------------------------------- */

/* A value as the option takes it: 0.25, without zeros at the end. */
static void print_units(enum values_kind kind, int64_t units, char to[SWEEP_VALUE])
{
    size_t length;
    if (kind != VALUES_DECIMAL) {
        snprintf(to, SWEEP_VALUE, "%" PRId64, units);
        return;
    }
    snprintf(to, SWEEP_VALUE, "%" PRId64 ".%09" PRId64, units / CLI_ONE, units % CLI_ONE);
    length = strlen(to);
    while (to[length - 1] == '0') to[--length] = 0;
    if (to[length - 1] == '.') to[length - 1] = 0;
}

/* The option of *s of this name, without its --, if it takes a number and matters to
 * results. 0, or -1. */
static int find_option(struct evaluation_settings *s, const char *name,
                       struct cli_option *o)
{
    struct cli_option options[EVALUATION_OPTIONS_MAX];
    const size_t count = evaluation_settings_options(s, options);
    size_t i;
    for (i = 0; i < count; i++) {
        *o = options[i];
        if (strcmp(o->name + 2, name) == 0 && !o->neutral &&
            (o->kind == CLI_NUMBER || o->kind == CLI_DURATION || o->kind == CLI_DECIMAL))
            return 0;
    }
    return -1;
}

int sweep_has(const struct sweep *sweep, const char *option)
{
    size_t i;
    for (i = 0; i < sweep->axis_count; i++)
        if (strcmp(sweep->axes[i].option, option) == 0) return 1;
    return 0;
}

/* NAME=VALUES, as one more axis. */
static int read_axis(struct sweep *sweep, const char *program, const char *text,
                     const struct evaluation_settings *s)
{
    const size_t length = strcspn(text, "=");
    const char *values = text[length] ? text + length + 1 : "";
    struct sweep_axis *a = &sweep->axes[sweep->axis_count];
    struct evaluation_settings copy = *s;
    struct cli_option o;
    char wanted[256];
    snprintf(a->option, sizeof a->option, "%.*s", (int)(length < 99 ? length : 99), text);
    if (find_option(&copy, a->option, &o) != 0 || !*values)
        return cli_complain(program,
                            "--sweep: '%s' is not NAME=FROM:TO:STEP or NAME=VALUE,VALUE"
                            " with --NAME an option that takes a number or a time",
                            text);
    if (sweep_has(sweep, a->option))
        return cli_complain(program, "--sweep: %s is swept twice", a->option);
    a->kind = o.kind == CLI_NUMBER     ? VALUES_WHOLE
              : o.kind == CLI_DURATION ? VALUES_TIME
                                       : VALUES_DECIMAL;
    o.values = &a->values;
    o.of = a->kind;
    o.kind = CLI_VALUES;
    sweep->axis_count++;
    if (cli_set(&o, values) == 0) return CLI_RUN;
    cli_wanted(&o, wanted, sizeof wanted);
    return cli_complain(program, "--sweep %s: '%s' is not %s", a->option, values, wanted);
}

/* The settings of a point: those of its cell, with its seed. */
static void make_point(struct sweep *sweep, size_t i, const struct evaluation_settings *s)
{
    struct sweep_point *p = &sweep->points[i];
    size_t k, cell = i / sweep->seeds;
    p->settings = *s;
    p->settings.seed += (int64_t)(i % sweep->seeds);
    p->settings.seeds = 0;
    for (k = 0; k < sweep->axis_count; k++) {
        struct sweep_axis *a = &sweep->axes[k];
        struct cli_option o;
        p->at[k] = cell % a->values.count;
        cell /= a->values.count;
        if (find_option(&p->settings, a->option, &o) == 0)
            *o.number = a->values.at[p->at[k]];
    }
}

int sweep_read(struct sweep *sweep, const char *program, const struct cli_list *texts,
               const struct evaluation_settings *s)
{
    size_t i, count = 1;
    sweep->seeds = s->seeds > 1 ? (size_t)s->seeds : 1;
    if (texts->count > SWEEP_AXES)
        return cli_complain(program, "--sweep: more than %d of them", SWEEP_AXES);
    for (i = 0; i < texts->count; i++) {
        if (read_axis(sweep, program, texts->items[i], s) != CLI_RUN) return CLI_USAGE;
        count *= sweep->axes[i].values.count;
        if (count * sweep->seeds > SWEEP_MAX)
            return cli_complain(program, "--sweep: more than %d values", SWEEP_MAX);
    }
    if (sweep->seeds > 1 && sweep_has(sweep, "seed"))
        return cli_complain(program, "--seeds is not for a --sweep of seed");
    snprintf(sweep->label, sizeof sweep->label, "--%s", sweep->axes[0].option);
    if (strcmp(sweep->axes[0].option, "ar") == 0)
        strcpy(sweep->label, "share of advance reservations, rho");
    sweep->points =
        (struct sweep_point *)calloc(count * sweep->seeds, sizeof *sweep->points);
    if (!sweep->points) {
        cli_complain(program, "out of memory");
        return CLI_BAD;
    }
    sweep->cells = count;
    sweep->count = count * sweep->seeds;
    for (i = 0; i < sweep->count; i++) make_point(sweep, i, s);
    return CLI_RUN;
}

const char *sweep_text(const struct sweep *sweep, size_t cell,
                       const struct sweep_form *form, char to[SWEEP_TEXT])
{
    const struct sweep_point *p = &sweep->points[cell * sweep->seeds];
    size_t i, used = 0;
    to[0] = 0;
    for (i = form->first; i < sweep->axis_count; i++) {
        const struct sweep_axis *a = &sweep->axes[i];
        char value[SWEEP_VALUE];
        print_units(a->kind, a->values.at[p->at[i]], value);
        if (form->durations && a->kind == VALUES_TIME)
            cli_duration_text(a->values.at[p->at[i]], value, sizeof value);
        used += (size_t)snprintf(to + used, SWEEP_TEXT - used, "%s%s%s%s",
                                 i > form->first ? form->between : "",
                                 form->equals ? a->option : "",
                                 form->equals ? form->equals : "", value);
    }
    return to;
}

double sweep_x(const struct sweep *sweep, size_t cell)
{
    const struct sweep_axis *a = &sweep->axes[0];
    const double units = (double)a->values.at[sweep->points[cell * sweep->seeds].at[0]];
    return units / (a->kind == VALUES_TIME      ? 3600
                    : a->kind == VALUES_DECIMAL ? CLI_ONE
                                                : 1);
}

/* "ar=0.3", with several seeds "ar=0.3 seed=2". */
static const char *name_of(const struct sweep *sweep, size_t i, const char *equals,
                           const char *between, char to[SWEEP_TEXT])
{
    const struct sweep_form form = {equals, between, 0, 0};
    const size_t used = strlen(sweep_text(sweep, i / sweep->seeds, &form, to));
    if (sweep->seeds > 1)
        snprintf(to + used, SWEEP_TEXT - used, "%sseed%s%" PRId64, between, equals,
                 sweep->points[i].settings.seed);
    return to;
}

/* ---- the points -------------------------------------------------------------------- */

int sweep_path(const struct sweep *sweep, size_t i, const char *folder, char *to,
               size_t size, struct error *e)
{
    char name[SWEEP_TEXT];
    const int n =
        snprintf(to, size, "%s/%s.point", folder, name_of(sweep, i, "-", ",", name));
    if (n < 0 || (size_t)n >= size)
        return error_fail(e, "%s: the name is too long", folder);
    return 0;
}

struct runs {
    const struct program *program;
    struct sweep *sweep;
    const char *gather;
    struct progress progress;
};

static int run_point(void *of, size_t i, struct error *e)
{
    struct runs *runs = (struct runs *)of;
    struct sweep_point *p = &runs->sweep->points[i];
    char path[4096], name[SWEEP_TEXT];
    int result;
    name_of(runs->sweep, i, "=", " ", name);
    if (runs->gather) {
        result = sweep_path(runs->sweep, i, runs->gather, path, sizeof path, e);
        if (result == 0) result = sweep_point_read(p, name, path, e);
        if (runs->program->no_timing) sweep_point_untime(p);
    } else {
        struct error why;
        result = sweep_point_run(p, !runs->program->no_timing, &why);
        if (result != 0) error_fail(e, "--sweep %s: %s", name, why.text);
    }
    progress_add(&runs->progress, 1);
    return result;
}

static void name_point(const void *of, size_t i, char to[PROGRESS_NAME])
{
    const struct sweep *sweep = ((const struct runs *)of)->sweep;
    char name[SWEEP_TEXT];
    snprintf(to, PROGRESS_NAME, "%.*s", PROGRESS_NAME - 1,
             name_of(sweep, i, "=", " ", name));
}

int sweep_collect(struct sweep *sweep, struct error *e)
{
    const size_t policies = sweep->points[0].count;
    size_t i, k;
    cube_free(&sweep->cube);
    memset(&sweep->cube, 0, sizeof sweep->cube);
    if (cube_open(&sweep->cube, metrics_measures, METRICS_COUNT, sweep->cells, policies,
                  sweep->seeds, e) != 0)
        return -1;
    for (k = 0; k < policies; k++) {
        const struct sweep_curve *c = &sweep->points[0].curves[k];
        snprintf(sweep->headings[k], sizeof sweep->headings[k], "%s%s%s", c->policy,
                 c->index[0] ? " " : "", c->index);
        sweep->cube.names[k] = sweep->headings[k];
    }
    for (i = 0; i < sweep->count; i++)
        for (k = 0; k < policies; k++)
            memcpy(cube_run(&sweep->cube, i / sweep->seeds, k, i % sweep->seeds),
                   sweep->points[i].curves[k].value, METRICS_COUNT * sizeof(double));
    return 0;
}

int sweep_run(const struct program *p, struct sweep *sweep, const char *gather,
              struct error *e)
{
    struct runs runs = {p, sweep, gather, {0}};
    const struct program_runs what = {.count = sweep->count,
                                      .run = run_point,
                                      .name = name_point,
                                      .of = &runs,
                                      .what = "points",
                                      .total = sweep->count};
    if (!sweep->count) return 0;
    return program_run(p, &what, &runs.progress, e) == 0 ? sweep_collect(sweep, e) : -1;
}

/* ---- results ----------------------------------------------------------------------- */

const char *sweep_options(const struct sweep *sweep, const char *between,
                          char to[SWEEP_TEXT])
{
    size_t i, used = 0;
    for (i = 0; i < sweep->axis_count; i++)
        used += (size_t)snprintf(to + used, SWEEP_TEXT - used, "%s%s", i ? between : "",
                                 sweep->axes[i].option);
    return to;
}

/* All cells; of each "4h", or "load 0.5, step 4h". */
static struct cube_line *line_of(const struct sweep *sweep)
{
    const struct sweep_form form = {sweep->axis_count > 1 ? " " : NULL, ", ", 1, 0};
    struct cube_line *line = (struct cube_line *)calloc(1, sizeof *line);
    char text[SWEEP_TEXT];
    size_t i;
    for (i = 0; i < sweep->cells && line; i++)
        cube_line_add(line, i, sweep_x(sweep, i), "%s",
                      sweep_text(sweep, i, &form, text));
    return line;
}

/* Of one seed what the mean wait of each policy is more than that of the first, week by
 * week. */
static void over_weeks(struct table *t, const struct sweep *sweep,
                       const struct cube_line *line, enum measure_unit unit)
{
    size_t i, k;
    table_stub(t, line->label);
    for (k = 1; k < sweep->cube.variants; k++)
        table_column(t, "%s", sweep->cube.names[k]);
    for (i = 0; i < line->count; i++) {
        table_row(t, MEASURE_COUNT, "%s", line->at[i].text);
        for (k = 1; k < sweep->cube.variants; k++) {
            const double *v = sweep->points[i].curves[k].weeks + SWEEP_WEEKS / 2;
            const struct statistics_spread d = {.mean = v[0], .low = v[1], .high = v[2]};
            table_difference(t, &d, unit);
        }
    }
}

/* `differences`: what each policy has more than the first, over seeds or weeks. */
static void fill_table(struct table *t, const struct sweep *sweep,
                       enum metrics_figure figure, int differences)
{
    const enum measure_unit unit = metrics_measures[figure].unit;
    struct cube_line *line = line_of(sweep);
    char label[SWEEP_TEXT], over[32] = "weeks";
    if (!line) {
        t->failed = 1;
        return;
    }
    if (sweep->seeds > 1) snprintf(over, sizeof over, "%zu seeds", sweep->seeds);
    line->label = sweep_options(sweep, ", ", label);
    if (differences)
        table_title(t, unit, "minus %s's, 95 %% interval over %s", sweep->cube.names[0],
                    over);
    else
        table_title(t, unit, "%s",
                    figure == METRICS_UTILISATION ? "Utilisation"
                    : figure == METRICS_REJECTED  ? "Jobs rejected"
                                                  : "Mean waiting time from submission");
    if (differences && sweep->seeds == 1)
        over_weeks(t, sweep, line, unit);
    else if (differences)
        cube_over_differences(t, &sweep->cube, line, figure);
    else
        cube_over(t, &sweep->cube, line, CUBE_SPREAD, figure);
    free(line);
}

void sweep_table(struct table *t, const struct sweep *sweep, enum metrics_figure figure)
{
    fill_table(t, sweep, figure, 0);
}

int sweep_differs(const struct sweep *sweep)
{
    if (sweep->cube.variants < 2) return 0;
    return sweep->seeds >= STATISTICS_SURE ||
           (sweep->seeds == 1 && isfinite(sweep->points[0].curves[1].weeks[1]));
}

void sweep_differences(struct table *t, const struct sweep *sweep)
{
    fill_table(t, sweep, METRICS_WAIT_SUBMIT_MEAN, 1);
}

int sweep_rejected(const struct sweep *sweep)
{
    size_t i;
    for (i = 0; i < sweep->cells; i++)
        if (cube_above(&sweep->cube, i, METRICS_REJECTED, 0)) return 1;
    return 0;
}

static void print_one(FILE *to, struct table *t)
{
    table_print(to, t, 0, t->columns);
    fputc('\n', to);
    table_free(t);
}

void sweep_print(FILE *to, const struct sweep *sweep)
{
    struct table t = {0};
    char options[SWEEP_TEXT];
    if (!sweep->count) return;
    fprintf(to, "Sweep of --%s\n", sweep_options(sweep, " and --", options));
    if (sweep->seeds > 1)
        fprintf(to, "Means of %zu seeds %s\n", sweep->seeds,
                cube_spread_text(sweep->seeds));
    sweep_table(&t, sweep, METRICS_WAIT_SUBMIT_MEAN);
    print_one(to, &t);
    if (sweep_differs(sweep)) {
        sweep_differences(&t, sweep);
        print_one(to, &t);
    }
    if (!sweep_rejected(sweep)) return;
    fputs("These waits are of the jobs that ran under every policy.\n", to);
    sweep_table(&t, sweep, METRICS_REJECTED);
    print_one(to, &t);
}

static const struct sweep_form values_only = {NULL, ";", 0, 0};

static const char *const week_names[SWEEP_WEEKS] = {
    "mean", "low", "high", "difference", "difference_low", "difference_high"};

/* The means; hash and spread of a cell. */
static void json_cell(const struct sweep *sweep, size_t cell, struct json *j)
{
    const struct sweep_point *p = &sweep->points[cell * sweep->seeds];
    double means[METRICS_COUNT];
    char hash[17];
    size_t k, f;
    for (k = 0; k < p->count; k++) {
        const struct sweep_curve *c = &p->curves[k];
        for (f = 0; f < METRICS_COUNT; f++)
            means[f] = cube_spread(&sweep->cube, cell, k, f).mean;
        json_open(j, NULL, '{');
        json_text(j, "policy", c->policy);
        json_text(j, "index", c->index[0] ? c->index : NULL);
        measure_json(j, metrics_measures, METRICS_COUNT, means);
        snprintf(hash, sizeof hash, "%016" PRIx64, c->hash);
        json_text(j, "schedule_hash", hash);
        if (sweep->seeds > 1) {
            cube_json_spreads(j, &sweep->cube, cell, k);
        } else {
            json_open_flat(j, "wait_by_week", '{');
            for (f = 0; f < SWEEP_WEEKS; f++) json_number(j, week_names[f], c->weeks[f]);
            json_close(j, '}');
        }
        json_close(j, '}');
    }
}

void sweep_json(const struct sweep *sweep, struct json *j)
{
    char text[SWEEP_TEXT];
    size_t i;
    json_open(j, "sweep", '{');
    json_text(j, "option", sweep_options(sweep, ";", text));
    json_open(j, "points", '[');
    for (i = 0; i < sweep->cells; i++) {
        json_open(j, NULL, '{');
        json_text(j, "value", sweep_text(sweep, i, &values_only, text));
        json_open(j, "runs", '[');
        json_cell(sweep, i, j);
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void write_rows(FILE *to, const void *of)
{
    const struct sweep *sweep = (const struct sweep *)of;
    char options[SWEEP_TEXT], values[SWEEP_TEXT], first[2 * SWEEP_TEXT + 64];
    char n[TEXT_NUMBER];
    size_t i, k, f;
    sweep_options(sweep, ";", options);
    for (i = 0; i < sweep->cells; i++)
        for (k = 0; k < sweep->cube.variants; k++) {
            const struct sweep_curve *c = &sweep->points[0].curves[k];
            snprintf(first, sizeof first, "%s,%s,%s,%s", options,
                     sweep_text(sweep, i, &values_only, values), c->policy, c->index);
            cube_csv(to, first, &sweep->cube, i, k);
            if (sweep->seeds > 1) continue;
            for (f = 0; f < SWEEP_WEEKS; f++) {
                if (f == 0) fprintf(to, "%s,wait_by_week", first);
                fprintf(to, ",%s%s", text_number(sweep->points[i].curves[k].weeks[f], n),
                        f == 0 ? ",seconds" : "");
            }
            fputc('\n', to);
        }
}

int sweep_csv(const struct sweep *sweep, const char *folder, struct error *e)
{
    static const struct csv_file file = {
        "sweep.csv", "option,option_value,policy,index," CUBE_CSV_COLUMNS, write_rows};
    return csv_write(folder, "", &file, 1, sweep, e);
}
