/* sweep.c - implements sweep.h. */
#include "online/sweep.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/hash.h"
#include "base/outfile.h"
#include "base/text.h"
#include "program/measure.h"
#include "workload/workload.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What can be swept: settings that are numbers. */
#define SWEEP_OPTIONS                                                           \
    "ar|ar-window|load|scale-size|servers|slot|horizon|step|retries|jobs|seed|" \
    "estimates-max"

void sweep_point_clear(struct sweep_point *p)
{
    size_t i;
    for (i = 0; i < POLICY_POLICIES_MAX; i++) free(p->curves[i].waits);
    memset(p->curves, 0, sizeof p->curves);
    p->count = 0;
}

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
static int64_t sweep_units(const struct cli_option *o, const char *text, size_t length)
{
    char value[SWEEP_VALUE];
    if (length >= sizeof value) return -1;
    memcpy(value, text, length);
    value[length] = 0;
    if (o->kind == CLI_NUMBER || o->kind == CLI_DURATION)
        return cli_digits(value, o->kind == CLI_DURATION);
    return cli_decimal(value);
}

/* The other way round: 0.25, without zeros at the end. */
static void sweep_text(const struct cli_option *o, int64_t units, char to[SWEEP_VALUE])
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

static double sweep_number(const struct cli_option *o, int64_t units)
{
    if (o->kind == CLI_DURATION) return (double)units / 3600;
    return o->kind == CLI_NUMBER ? (double)units : (double)units / CLI_ONE;
}

/* One more point, with the settings changed to this value. */
static int sweep_add_point(struct sweep *sweep, const char *program,
                           const struct cli_option *o, int64_t units,
                           struct evaluation_settings *s)
{
    const struct evaluation_settings before = *s;
    struct sweep_point *p = &sweep->points[sweep->count];
    char wanted[256];
    int failed;
    sweep_text(o, units, p->value);
    p->x = sweep_number(o, units);
    failed = cli_set(o, p->value) != 0; /* into *s, to where the option points */
    p->settings = *s;
    *s = before;
    cli_wanted(o, wanted, sizeof wanted);
    if (failed)
        return cli_complain(program, "--sweep %s: '%s' is not %s", sweep->option,
                            p->value, wanted);
    sweep->count++;
    return CLI_RUN;
}

static int sweep_too_many(const char *program)
{
    return cli_complain(program, "--sweep: more than %d values", SWEEP_MAX);
}

/* FROM:TO:STEP */
static int sweep_range(struct sweep *sweep, const char *program,
                       const struct cli_option *o, const char *text,
                       struct evaluation_settings *s)
{
    const size_t first = strcspn(text, ":"), second = strcspn(text + first + 1, ":");
    const char *last = text + first + 1 + second;
    const int64_t from = sweep_units(o, text, first);
    const int64_t to = sweep_units(o, text + first + 1, second);
    const int64_t step = *last ? sweep_units(o, last + 1, strlen(last + 1)) : -1;
    int64_t i;
    if (from < 0 || to < from || step < 1)
        return cli_complain(program,
                            "--sweep %s: '%s' is not FROM:TO:STEP, with FROM at most TO"
                            " and STEP above 0",
                            sweep->option, text);
    if ((to - from) / step >= SWEEP_MAX) return sweep_too_many(program);
    for (i = 0; i <= (to - from) / step; i++)
        if (sweep_add_point(sweep, program, o, from + i * step, s) != CLI_RUN)
            return CLI_USAGE;
    return CLI_RUN;
}

/* VALUE,VALUE,... in ascending order, so that curves have a direction. */
static int sweep_list(struct sweep *sweep, const char *program,
                      const struct cli_option *o, const char *text,
                      struct evaluation_settings *s)
{
    int64_t before = -1;
    for (;;) {
        const size_t length = strcspn(text, ",");
        const int64_t units = sweep_units(o, text, length);
        if (units <= before)
            return cli_complain(program,
                                "--sweep %s: '%.*s' is not a number above the one before",
                                sweep->option, (int)(length < 60 ? length : 60), text);
        if (sweep->count == SWEEP_MAX) return sweep_too_many(program);
        if (sweep_add_point(sweep, program, o, units, s) != CLI_RUN) return CLI_USAGE;
        before = units;
        if (!text[length]) return CLI_RUN;
        text += length + 1;
    }
}

int sweep_read(struct sweep *sweep, const struct cli_program *p, const char *text,
               struct evaluation_settings *s)
{
    const size_t length = strcspn(text, "=");
    const char *values = text[length] ? text + length + 1 : "";
    const struct cli_option *o;
    char name[SWEEP_VALUE + 2];
    if (cli_word_index(SWEEP_OPTIONS, text, length) < 0 || !*values)
        return cli_complain(p->name,
                            "--sweep: '%s' is not NAME=FROM:TO:STEP or NAME=VALUE,VALUE"
                            " with NAME one of " SWEEP_OPTIONS,
                            text);
    snprintf(sweep->option, sizeof sweep->option, "%.*s", (int)length, text);
    snprintf(name, sizeof name, "--%s", sweep->option);
    o = cli_find(p, name, strlen(name));
    sweep->is_time = o->kind == CLI_DURATION;
    sweep->points = (struct sweep_point *)calloc(SWEEP_MAX, sizeof *sweep->points);
    if (!sweep->points) {
        cli_complain(p->name, "out of memory");
        return CLI_BAD;
    }
    return strchr(values, ':') ? sweep_range(sweep, p->name, o, values, s)
                               : sweep_list(sweep, p->name, o, values, s);
}

/* ---- one point --------------------------------------------------------------------- */

void sweep_point_settings(struct evaluation_settings *s)
{
    struct policy_policies *all = &s->policies;
    size_t i, kept = 0;
    for (i = 0; i < all->count; i++)
        if (all->items[i].kind != POLICY_TRACE) all->items[kept++] = all->items[i];
    all->count = kept;
}

/* How long the compared jobs waited from submission, in bins. -1 when memory is out. */
static int sweep_curve_waits(const struct evaluation *x,
                             const struct evaluation_result *r, struct sweep_curve *c)
{
    const struct workload *w = &x->workload;
    uint64_t *bins = (uint64_t *)malloc((w->count ? w->count : 1) * sizeof *bins);
    size_t i, n = 0;
    if (!bins) return -1;
    for (i = 0; i < w->count; i++)
        if (metrics_compared(r->outcomes, x->compared, i))
            bins[n++] = (uint64_t)(r->outcomes[i].start - w->jobs[i].submit) / SWEEP_BIN;
    qsort(bins, n, sizeof *bins, compare_u64);
    for (i = 0; i < n; i++) c->wait_count += i == 0 || bins[i] != bins[i - 1];
    c->waits = (struct sweep_wait_bin *)calloc(c->wait_count + 1, sizeof *c->waits);
    c->wait_count = 0;
    for (i = 0; i < n && c->waits; i++) {
        if (i > 0 && bins[i] != bins[i - 1]) c->wait_count++;
        c->waits[c->wait_count].bin = bins[i];
        c->waits[c->wait_count].jobs++;
    }
    c->wait_count += n > 0;
    free(bins);
    return c->waits ? 0 : -1;
}

/* What is kept of an experiment. */
static int sweep_point_keep(const struct evaluation *x, struct sweep_point *p,
                            struct error *e)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        const struct evaluation_result *r = &x->results[i];
        struct sweep_curve *c = &p->curves[p->count++];
        snprintf(c->policy, sizeof c->policy, "%s", r->policy.name);
        snprintf(c->index, sizeof c->index, "%s", r->index);
        c->hash = r->hash;
        memcpy(c->value, r->figures.value, sizeof c->value);
        if (sweep_curve_waits(x, r, c) != 0) return error_fail(e, "out of memory");
    }
    return 0;
}

int sweep_point_run(struct sweep_point *p, int timing, struct error *e)
{
    struct evaluation x = {0};
    const struct evaluation_settings *s = &p->settings;
    int result = evaluation_workload(s, &x, e);
    for (x.count = 0; x.count < s->policies.count && result == 0; x.count++)
        result = evaluation_run(s, &x, x.count, NULL, e);
    if (result == 0) result = evaluation_measure(s, timing, &x, e);
    if (result == 0) result = sweep_point_keep(&x, p, e);
    evaluation_free(&x);
    return result;
}

/* ---- its file ---------------------------------------------------------------------- */

#define SWEEP_POINT_HEAD "coalloc_sim point 2"

/* A text that grows. */
struct sweep_buffer {
    char *data;
    size_t size, capacity;
    int failed;
};

ERROR_PRINTF(2, 3)
static void sweep_buffer_add(struct sweep_buffer *t, const char *format, ...)
{
    va_list args;
    int n;
    if (ARRAY_ROOM(t->data, t->size, t->capacity, 256) != 0) {
        t->failed = 1;
        return;
    }
    va_start(args, format);
    n = vsnprintf(t->data + t->size, t->capacity - t->size, format, args);
    va_end(args);
    if (n > 0) t->size += (size_t)n < 255 ? (size_t)n : 255;
}

/* Points of the same sweep: what their settings have in common with the log's name. */
static uint64_t sweep_point_hash(const struct evaluation_settings *s)
{
    const char *trace = s->trace ? s->trace : "";
    return hash_bytes(evaluation_settings_hash(s), (const unsigned char *)trace,
                      strlen(trace));
}

static void sweep_point_text(const struct sweep_point *p, struct sweep_buffer *t)
{
    size_t i, k;
    char number[TEXT_NUMBER];
    sweep_buffer_add(t, "%s\n%016" PRIx64 "\n%zu\n", SWEEP_POINT_HEAD,
                     sweep_point_hash(&p->settings), p->count);
    for (i = 0; i < p->count; i++) {
        const struct sweep_curve *c = &p->curves[i];
        sweep_buffer_add(t, "%s\n%s\n%016" PRIx64 "\n", c->policy, c->index, c->hash);
        for (k = 0; k < METRICS_FIGURE_COUNT; k++)
            sweep_buffer_add(t, "%s\n", text_number(c->value[k], number));
        sweep_buffer_add(t, "%zu\n", c->wait_count);
        for (k = 0; k < c->wait_count; k++)
            sweep_buffer_add(t, "%" PRIu64 "\n%" PRIu64 "\n", c->waits[k].bin,
                             c->waits[k].jobs);
    }
}

int sweep_point_write(const struct sweep_point *p, const char *path, struct error *e)
{
    struct sweep_buffer t = {0};
    struct outfile out;
    int result;
    sweep_point_text(p, &t);
    if (t.failed) {
        free(t.data);
        return error_fail(e, "out of memory");
    }
    result = outfile_open(&out, path, e);
    if (result == 0) {
        fwrite(t.data, 1, t.size, out.file);
        fprintf(out.file, "%016" PRIx64 "\n",
                hash_bytes(HASH_START, (const unsigned char *)t.data, t.size));
        result = outfile_commit(&out, e);
    }
    free(t.data);
    return result;
}

/* The lines of a file, and the hash of those so far. */
struct sweep_lines {
    FILE *file;
    uint64_t hash;
    int cut; /* there was one without an end */
    char line[64];
};

/* The next line; "" after the last. */
static const char *sweep_lines_next(struct sweep_lines *l)
{
    size_t length;
    if (!fgets(l->line, sizeof l->line, l->file)) l->line[0] = 0;
    length = strlen(l->line);
    l->hash = hash_bytes(l->hash, (const unsigned char *)l->line, length);
    if (length && l->line[length - 1] == '\n')
        l->line[length - 1] = 0;
    else
        l->cut = 1;
    return l->line;
}

static uint64_t sweep_lines_count(struct sweep_lines *l)
{
    return strtoull(sweep_lines_next(l), NULL, 10);
}

/* What a file of a point turned out to be. */
enum sweep_point_state {
    SWEEP_POINT_WHOLE,
    SWEEP_POINT_BROKEN,
    SWEEP_POINT_OTHER, /* of a run with other settings */
    SWEEP_POINT_NO_MEMORY
};

/* Bins are taken as they come: a file that lies about their number costs nothing. Nor can
 * there be more jobs than a log may have, or waits beyond the end of time. */
static enum sweep_point_state sweep_curve_read_waits(struct sweep_lines *l,
                                                     struct sweep_curve *c)
{
    const uint64_t wanted = sweep_lines_count(l), last = INT64_MAX / SWEEP_BIN;
    uint64_t jobs = 0;
    size_t room = 0;
    while (c->wait_count < wanted) {
        struct sweep_wait_bin *b;
        if (ARRAY_ROOM(c->waits, c->wait_count, room, 1) != 0)
            return SWEEP_POINT_NO_MEMORY;
        b = &c->waits[c->wait_count];
        b->bin = sweep_lines_count(l);
        b->jobs = sweep_lines_count(l);
        if (l->cut || b->bin > last || b->jobs == 0 || b->jobs > UINT32_MAX - jobs ||
            (c->wait_count > 0 && b->bin <= b[-1].bin))
            return SWEEP_POINT_BROKEN;
        jobs += b->jobs;
        c->wait_count++;
    }
    return SWEEP_POINT_WHOLE;
}

static enum sweep_point_state sweep_curve_read(struct sweep_lines *l,
                                               struct sweep_curve *c)
{
    size_t k;
    snprintf(c->policy, sizeof c->policy, "%.23s", sweep_lines_next(l));
    snprintf(c->index, sizeof c->index, "%.15s", sweep_lines_next(l));
    c->hash = strtoull(sweep_lines_next(l), NULL, 16);
    for (k = 0; k < METRICS_FIGURE_COUNT; k++) {
        const char *number = sweep_lines_next(l);
        c->value[k] = *number ? strtod(number, NULL) : NAN;
    }
    return sweep_curve_read_waits(l, c);
}

static enum sweep_point_state sweep_point_parse(struct sweep_lines *l,
                                                struct sweep_point *p)
{
    enum sweep_point_state state = SWEEP_POINT_WHOLE;
    char hash[17];
    int same;
    if (strcmp(sweep_lines_next(l), SWEEP_POINT_HEAD) != 0) return SWEEP_POINT_BROKEN;
    snprintf(hash, sizeof hash, "%016" PRIx64, sweep_point_hash(&p->settings));
    same = strcmp(sweep_lines_next(l), hash) == 0;
    same &= sweep_lines_count(l) == p->settings.policies.count;
    if (!same) return SWEEP_POINT_OTHER;
    while (p->count < p->settings.policies.count && state == SWEEP_POINT_WHOLE)
        state = sweep_curve_read(l, &p->curves[p->count++]);
    if (state != SWEEP_POINT_WHOLE) return state;
    snprintf(hash, sizeof hash, "%016" PRIx64, l->hash);
    if (strcmp(sweep_lines_next(l), hash) != 0 || l->cut || fgetc(l->file) != EOF)
        return SWEEP_POINT_BROKEN;
    return SWEEP_POINT_WHOLE;
}

int sweep_point_read(struct sweep_point *p, const char *option, const char *path,
                     struct error *e)
{
    static const char *const what[] = {"", "not a whole point of a sweep",
                                       "a point of a run with other settings",
                                       "out of memory"};
    struct sweep_lines l = {NULL, HASH_START, 0, ""};
    enum sweep_point_state state;
    l.file = fopen(path, "r");
    if (!l.file)
        return error_fail(e,
                          "%s: %s: the point %s=%s is not there (--plan tells how to"
                          " make it)",
                          path, strerror(errno), option, p->value);
    state = sweep_point_parse(&l, p);
    fclose(l.file);
    return state == SWEEP_POINT_WHOLE ? 0 : error_fail(e, "%s: %s", path, what[state]);
}

void sweep_point_untime(struct sweep_point *p)
{
    size_t i;
    for (i = 0; i < p->count; i++) {
        p->curves[i].value[METRICS_FIGURE_wall_seconds] = NAN;
        p->curves[i].value[METRICS_FIGURE_calendar_bytes_peak] = NAN;
    }
}

int sweep_point_path(const struct sweep *sweep, const struct sweep_point *p,
                     const char *folder, char *to, size_t size, struct error *e)
{
    const int n = snprintf(to, size, "%s/%s-%s.point", folder, sweep->option, p->value);
    if (n < 0 || (size_t)n >= size)
        return error_fail(e, "%s: the name is too long", folder);
    return 0;
}

/* ---- results ----------------------------------------------------------------------- */

void sweep_print(const struct sweep *sweep)
{
    size_t i, k;
    char heading[96];
    if (sweep->count == 0) return;
    snprintf(heading, sizeof heading, "mean wait from submission, by %s", sweep->option);
    report_table_label(stdout, heading, "hours");
    for (k = 0; k < sweep->points[0].count; k++) {
        const struct sweep_curve *c = &sweep->points[0].curves[k];
        snprintf(heading, sizeof heading, "%s%s%s", c->policy, c->index[0] ? " " : "",
                 c->index);
        report_table_cell(stdout, heading);
    }
    printf("\n");
    for (i = 0; i < sweep->count; i++) {
        const struct sweep_point *p = &sweep->points[i];
        snprintf(heading, sizeof heading, "  %s", p->value);
        report_table_label(stdout, heading, "");
        for (k = 0; k < p->count; k++)
            report_table_figure(stdout,
                                p->curves[k].value[METRICS_FIGURE_wait_submit_mean],
                                MEASURE_HOURS);
        printf("\n");
    }
    printf("\n");
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
            report_json_values(j, c->value);
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

int sweep_csv(const struct sweep *sweep, const char *folder, struct error *e)
{
    char path[4096], first[2 * SWEEP_VALUE + 32];
    struct outfile out;
    size_t i, k;
    if (outfile_open_in(&out, path, sizeof path, folder, "sweep.csv", e) != 0) return -1;
    fprintf(out.file, "option,value,policy,index,figure,result\n");
    for (i = 0; i < sweep->count; i++)
        for (k = 0; k < sweep->points[i].count; k++) {
            const struct sweep_curve *c = &sweep->points[i].curves[k];
            snprintf(first, sizeof first, "%s,%s,%s", sweep->option,
                     sweep->points[i].value, c->policy);
            report_csv_values(out.file, first, c->index, c->value);
        }
    return outfile_commit(&out, e);
}
