/* sweep.c - each value is put into a copy of the settings through the table of options
 * (evaluation_settings_options.h), as if it had been given on the command line.
 */
#include "online/sweep.h"

#include "base/progress.h"
#include "online/evaluation_settings.h"
#include "program/cli.h"
#include "program/csv.h"
#include "program/measure.h"
#include "workload/metrics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What can be swept: settings that are numbers. */
#define SWEPT_OPTIONS \
    "ar|ar-window|load|scale-size|servers|slot|horizon|step|retries|jobs|seed"

void sweep_free(struct sweep *sweep)
{
    size_t i;
    for (i = 0; i < sweep->count; i++) sweep_point_clear(&sweep->points[i]);
    free(sweep->points);
    sweep->points = NULL;
    sweep->count = 0;
}

/* ---- the values -------------------------------------------------------------------- */

/* A value of the option in whole units: seconds, or billionths. -1 if it is none. */
static int64_t units_of(const struct cli_option *o, const char *text, size_t length)
{
    char value[SWEEP_VALUE];
    if (length >= sizeof value) return -1;
    memcpy(value, text, length);
    value[length] = 0;
    if (o->kind == CLI_NUMBER || o->kind == CLI_DURATION)
        return cli_digits(value, o->kind == CLI_DURATION);
    return cli_decimal(value);
}

/* The reverse: 0.25, without zeros at the end. */
static void print_units(const struct cli_option *o, int64_t units, char to[SWEEP_VALUE])
{
    size_t length;
    if (o->kind == CLI_NUMBER || o->kind == CLI_DURATION) {
        snprintf(to, SWEEP_VALUE, "%" PRId64, units);
        return;
    }
    snprintf(to, SWEEP_VALUE, "%" PRId64 ".%09" PRId64, units / CLI_ONE, units % CLI_ONE);
    length = strlen(to);
    while (to[length - 1] == '0') to[--length] = 0;
    if (to[length - 1] == '.') to[length - 1] = 0;
}

static double number_of(const struct cli_option *o, int64_t units)
{
    if (o->kind == CLI_DURATION) return (double)units / 3600;
    return o->kind == CLI_NUMBER ? (double)units : (double)units / CLI_ONE;
}

/* The option of *s that has this name, without its --; it is in the table. */
static struct cli_option find_option(struct evaluation_settings *s, const char *name)
{
    struct cli_option options[EVALUATION_OPTIONS_MAX];
    const size_t count = evaluation_settings_options(s, options);
    size_t i;
    for (i = 0; i + 1 < count && strcmp(options[i].name + 2, name) != 0; i++) {
    }
    return options[i];
}

/* One more point, with the option set to this value. */
static int add_point(struct sweep *sweep, const char *program, int64_t units,
                     const struct evaluation_settings *s)
{
    struct sweep_point *p = &sweep->points[sweep->count];
    struct cli_option o;
    char wanted[256];
    p->settings = *s;
    o = find_option(&p->settings, sweep->option);
    print_units(&o, units, p->value);
    p->x = number_of(&o, units);
    cli_wanted(&o, wanted, sizeof wanted);
    if (cli_set(&o, p->value) != 0)
        return cli_complain(program, "--sweep %s: '%s' is not %s", sweep->option,
                            p->value, wanted);
    sweep->count++;
    return CLI_RUN;
}

static int too_many(const char *program)
{
    return cli_complain(program, "--sweep: more than %d values", SWEEP_MAX);
}

/* FROM:TO:STEP */
static int read_range(struct sweep *sweep, const char *program,
                      const struct cli_option *o, const char *text,
                      const struct evaluation_settings *s)
{
    const size_t first = strcspn(text, ":"), second = strcspn(text + first + 1, ":");
    const char *last = text + first + 1 + second;
    const int64_t from = units_of(o, text, first);
    const int64_t to = units_of(o, text + first + 1, second);
    const int64_t step = *last ? units_of(o, last + 1, strlen(last + 1)) : -1;
    int64_t i;
    if (from < 0 || to < from || step < 1)
        return cli_complain(program,
                            "--sweep %s: '%s' is not FROM:TO:STEP, with FROM at most TO"
                            " and STEP above 0",
                            sweep->option, text);
    if ((to - from) / step >= SWEEP_MAX) return too_many(program);
    for (i = 0; i <= (to - from) / step; i++)
        if (add_point(sweep, program, from + i * step, s) != CLI_RUN) return CLI_USAGE;
    return CLI_RUN;
}

/* VALUE,VALUE,... in ascending order, as curves need it. */
static int read_list(struct sweep *sweep, const char *program, const struct cli_option *o,
                     const char *text, const struct evaluation_settings *s)
{
    int64_t before = -1;
    for (;;) {
        const size_t length = strcspn(text, ",");
        const int64_t units = units_of(o, text, length);
        if (units <= before)
            return cli_complain(program,
                                "--sweep %s: '%.*s' is not a number above the one before",
                                sweep->option, (int)(length < 60 ? length : 60), text);
        if (sweep->count == SWEEP_MAX) return too_many(program);
        if (add_point(sweep, program, units, s) != CLI_RUN) return CLI_USAGE;
        before = units;
        if (!text[length]) return CLI_RUN;
        text += length + 1;
    }
}

int sweep_read(struct sweep *sweep, const char *program, const char *text,
               const struct evaluation_settings *s)
{
    const size_t length = strcspn(text, "=");
    const char *values = text[length] ? text + length + 1 : "";
    struct evaluation_settings copy = *s;
    struct cli_option o;
    if (cli_word_index(SWEPT_OPTIONS, text, length) < 0 || !*values)
        return cli_complain(program,
                            "--sweep: '%s' is not NAME=FROM:TO:STEP or NAME=VALUE,VALUE"
                            " with NAME one of " SWEPT_OPTIONS,
                            text);
    snprintf(sweep->option, sizeof sweep->option, "%.*s", (int)length, text);
    if (strcmp(sweep->option, "ar") == 0)
        snprintf(sweep->label, sizeof sweep->label, "share of advance reservations, rho");
    else
        snprintf(sweep->label, sizeof sweep->label, "--%s", sweep->option);
    o = find_option(&copy, sweep->option);
    sweep->is_time = o.kind == CLI_DURATION;
    sweep->points = (struct sweep_point *)calloc(SWEEP_MAX, sizeof *sweep->points);
    if (!sweep->points) {
        cli_complain(program, "out of memory");
        return CLI_BAD;
    }
    return strchr(values, ':') ? read_range(sweep, program, &o, values, s)
                               : read_list(sweep, program, &o, values, s);
}

/* ---- the points -------------------------------------------------------------------- */

int sweep_path(const struct sweep *sweep, const struct sweep_point *p, const char *folder,
               char *to, size_t size, struct error *e)
{
    const int n = snprintf(to, size, "%s/%s-%s.point", folder, sweep->option, p->value);
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
    char path[4096];
    int result;
    if (runs->gather) {
        result = sweep_path(runs->sweep, p, runs->gather, path, sizeof path, e);
        if (result == 0) result = sweep_point_read(p, runs->sweep->option, path, e);
        if (runs->program->no_timing) sweep_point_untime(p);
    } else {
        struct error why;
        result = sweep_point_run(p, !runs->program->no_timing, &why);
        if (result != 0)
            error_fail(e, "--sweep %s=%s: %s", runs->sweep->option, p->value, why.text);
    }
    progress_add(&runs->progress, 1);
    return result;
}

static void name_point(const void *of, size_t i, char to[PROGRESS_NAME])
{
    const struct sweep *sweep = ((const struct runs *)of)->sweep;
    snprintf(to, PROGRESS_NAME, "%s=%s", sweep->option, sweep->points[i].value);
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
    return sweep->count ? program_run(p, &what, &runs.progress, e) : 0;
}

/* ---- results ----------------------------------------------------------------------- */

const char *sweep_value_text(const struct sweep *sweep, size_t point,
                             char to[SWEEP_VALUE])
{
    const char *value = sweep->points[point].value;
    if (!sweep->is_time) return value;
    cli_duration_text(strtoll(value, NULL, 10), to, SWEEP_VALUE);
    return to;
}

void sweep_table(struct table *t, const struct sweep *sweep, enum metrics_figure figure)
{
    const enum measure_unit unit = metrics_measures[figure].unit;
    size_t i, k;
    table_title(t, unit, "%s",
                figure == METRICS_UTILISATION ? "Utilisation"
                : figure == METRICS_REJECTED  ? "Jobs rejected"
                                              : "Mean waiting time from submission");
    table_stub(t, sweep->option);
    for (k = 0; k < sweep->points[0].count; k++) {
        const struct sweep_curve *c = &sweep->points[0].curves[k];
        table_column(t, "%s%s%s", c->policy, c->index[0] ? " " : "", c->index);
    }
    for (i = 0; i < sweep->count; i++) {
        char text[SWEEP_VALUE];
        table_row(t, MEASURE_COUNT, "%s", sweep_value_text(sweep, i, text));
        for (k = 0; k < sweep->points[i].count; k++)
            table_value(t, sweep->points[i].curves[k].value[figure], unit);
    }
}

int sweep_rejected(const struct sweep *sweep)
{
    size_t i, k;
    for (i = 0; i < sweep->count; i++)
        for (k = 0; k < sweep->points[i].count; k++)
            if (sweep->points[i].curves[k].value[METRICS_REJECTED] > 0) return 1;
    return 0;
}

void sweep_print(FILE *to, const struct sweep *sweep)
{
    struct table t = {0};
    if (!sweep->count) return;
    fprintf(to, "Sweep of --%s\n", sweep->option);
    sweep_table(&t, sweep, METRICS_WAIT_SUBMIT_MEAN);
    table_print(to, &t, 0, t.columns);
    fputc('\n', to);
    table_free(&t);
    if (!sweep_rejected(sweep)) return;
    fputs("These waits are of the jobs that ran under every policy.\n", to);
    sweep_table(&t, sweep, METRICS_REJECTED);
    table_print(to, &t, 0, t.columns);
    fputc('\n', to);
    table_free(&t);
}

void sweep_json(const struct sweep *sweep, struct json *j)
{
    size_t i, k;
    char hash[17];
    json_open(j, "sweep", '{');
    json_text(j, "option", sweep->option);
    json_open(j, "points", '[');
    for (i = 0; i < sweep->count; i++) {
        const struct sweep_point *p = &sweep->points[i];
        json_open(j, NULL, '{');
        json_text(j, "value", p->value);
        json_open(j, "runs", '[');
        for (k = 0; k < p->count; k++) {
            const struct sweep_curve *c = &p->curves[k];
            json_open(j, NULL, '{');
            json_text(j, "policy", c->policy);
            json_text(j, "index", c->index[0] ? c->index : NULL);
            measure_json(j, metrics_measures, METRICS_COUNT, c->value);
            snprintf(hash, sizeof hash, "%016" PRIx64, c->hash);
            json_text(j, "schedule_hash", hash);
            json_close(j, '}');
        }
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void write_rows(FILE *to, const void *of)
{
    const struct sweep *sweep = (const struct sweep *)of;
    char first[2 * SWEEP_VALUE + 64];
    size_t i, k;
    for (i = 0; i < sweep->count; i++)
        for (k = 0; k < sweep->points[i].count; k++) {
            const struct sweep_curve *c = &sweep->points[i].curves[k];
            snprintf(first, sizeof first, "%s,%s,%s,%s", sweep->option,
                     sweep->points[i].value, c->policy, c->index);
            measure_csv(to, first, metrics_measures, METRICS_COUNT, c->value);
        }
}

int sweep_csv(const struct sweep *sweep, const char *folder, struct error *e)
{
    static const struct csv_file file = {
        "sweep.csv", "option,option_value,policy,index,figure,value,unit", write_rows};
    return csv_write(folder, "", &file, 1, sweep, e);
}
