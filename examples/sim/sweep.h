/* sweep.h - one setting takes several values: an experiment for each.
 *
 *     --sweep ar=0:1:0.1        from, to, step; or ar=0,0.5,1
 *
 * A point of a sweep is what the program does when it is given that one value; what the
 * tables and pictures need of it is a sim_sweep_point, small enough to keep all of them.
 * A point can be written to a file, so that any machine may work on any of them (--plan,
 * --point), and read again (--gather). The log's own waits are of the log as it is:
 * `trace` is left out of the points.
 *
 * A file of a point is text, a number or word a line, in a fixed order, and ends with a
 * hash: half a file is none.
 */
#ifndef SIM_SWEEP_H
#define SIM_SWEEP_H

#include "cli.h"
#include "error.h"
#include "experiment.h"
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What can be swept: settings that are numbers. */
#define SIM_SWEEP_OPTIONS                                                       \
    "ar|ar-window|load|scale-size|servers|slot|horizon|step|retries|jobs|seed|" \
    "estimates-max"

enum { SIM_SWEEP_MAX = 1000, SIM_SWEEP_VALUE = 32, SIM_SWEEP_BIN = 1800 };

typedef struct sim_wait_bin { /* jobs that waited [bin, bin + 1) half hours */
    uint64_t bin, jobs;
} sim_wait_bin;

typedef struct sim_curve { /* what one policy gave at one point */
    char policy[24], index[16];
    uint64_t hash;                  /* of the schedule          */
    double value[SIM_FIGURE_COUNT]; /* NAN as in sim_figures    */
    sim_wait_bin *waits;            /* from submission, ascending */
    size_t wait_count;
} sim_curve;

typedef struct sim_sweep_point {
    char value[SIM_SWEEP_VALUE]; /* as on the command line */
    double x;                    /* ... as a number; a duration in hours */
    sim_settings settings;
    sim_curve curves[SIM_POLICIES_MAX];
    size_t count;
} sim_sweep_point;

typedef struct sim_sweep {        /* zero-initialise; sim_sweep_free */
    char option[SIM_SWEEP_VALUE]; /* "ar" */
    int is_time;                  /* its values are */
    sim_sweep_point *points;
    size_t count;
} sim_sweep;

static inline void sim_sweep_point_clear(sim_sweep_point *p)
{
    size_t i;
    for (i = 0; i < SIM_POLICIES_MAX; i++) free(p->curves[i].waits);
    memset(p->curves, 0, sizeof p->curves);
    p->count = 0;
}

static inline void sim_sweep_free(sim_sweep *sweep)
{
    size_t i;
    for (i = 0; i < sweep->count; i++) sim_sweep_point_clear(&sweep->points[i]);
    free(sweep->points);
    sweep->points = NULL;
    sweep->count = 0;
}

/* ---- the values -------------------------------------------------------------------- */

/* A value of the option in whole units: seconds, or billionths. -1 if it is none. */
static inline int64_t sim_sweep_units(const cli_option *o, const char *text,
                                      size_t length)
{
    char value[SIM_SWEEP_VALUE];
    if (length >= sizeof value) return -1;
    memcpy(value, text, length);
    value[length] = 0;
    if (o->kind == CLI_NUMBER || o->kind == CLI_DURATION)
        return cli_digits(value, o->kind == CLI_DURATION);
    return cli_decimal(value);
}

/* The other way round: 0.25, without zeros at the end. */
static inline void sim_sweep_text(const cli_option *o, int64_t units,
                                  char to[SIM_SWEEP_VALUE])
{
    size_t length;
    if (o->kind == CLI_NUMBER || o->kind == CLI_DURATION) {
        snprintf(to, SIM_SWEEP_VALUE, "%" PRId64, units);
        return;
    }
    snprintf(to, SIM_SWEEP_VALUE, "%" PRId64 ".%09" PRId64, units / CLI_ONE,
             units % CLI_ONE);
    length = strlen(to);
    while (to[length - 1] == '0') to[--length] = 0;
    if (to[length - 1] == '.') to[length - 1] = 0;
}

static inline double sim_sweep_number(const cli_option *o, int64_t units)
{
    if (o->kind == CLI_DURATION) return (double)units / 3600;
    return o->kind == CLI_NUMBER ? (double)units : (double)units / CLI_ONE;
}

/* One more point, with the settings changed to this value. */
static inline int sim_sweep_add_point(sim_sweep *sweep, const char *program,
                                      const cli_option *o, int64_t units, sim_settings *s)
{
    const sim_settings before = *s;
    sim_sweep_point *p = &sweep->points[sweep->count];
    char wanted[256];
    int failed;
    sim_sweep_text(o, units, p->value);
    p->x = sim_sweep_number(o, units);
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

static inline int sim_sweep_too_many(const char *program)
{
    return cli_complain(program, "--sweep: more than %d values", SIM_SWEEP_MAX);
}

/* FROM:TO:STEP */
static inline int sim_sweep_range(sim_sweep *sweep, const char *program,
                                  const cli_option *o, const char *text, sim_settings *s)
{
    const size_t first = strcspn(text, ":"), second = strcspn(text + first + 1, ":");
    const char *last = text + first + 1 + second;
    const int64_t from = sim_sweep_units(o, text, first);
    const int64_t to = sim_sweep_units(o, text + first + 1, second);
    const int64_t step = *last ? sim_sweep_units(o, last + 1, strlen(last + 1)) : -1;
    int64_t i;
    if (from < 0 || to < from || step < 1)
        return cli_complain(program,
                            "--sweep %s: '%s' is not FROM:TO:STEP, with FROM at most TO"
                            " and STEP above 0",
                            sweep->option, text);
    if ((to - from) / step >= SIM_SWEEP_MAX) return sim_sweep_too_many(program);
    for (i = 0; i <= (to - from) / step; i++)
        if (sim_sweep_add_point(sweep, program, o, from + i * step, s) != CLI_RUN)
            return CLI_USAGE;
    return CLI_RUN;
}

/* VALUE,VALUE,... in ascending order, so that curves have a direction. */
static inline int sim_sweep_list(sim_sweep *sweep, const char *program,
                                 const cli_option *o, const char *text, sim_settings *s)
{
    int64_t before = -1;
    for (;;) {
        const size_t length = strcspn(text, ",");
        const int64_t units = sim_sweep_units(o, text, length);
        if (units <= before)
            return cli_complain(program,
                                "--sweep %s: '%.*s' is not a number above the one before",
                                sweep->option, (int)(length < 60 ? length : 60), text);
        if (sweep->count == SIM_SWEEP_MAX) return sim_sweep_too_many(program);
        if (sim_sweep_add_point(sweep, program, o, units, s) != CLI_RUN) return CLI_USAGE;
        before = units;
        if (!text[length]) return CLI_RUN;
        text += length + 1;
    }
}

/* NAME=VALUES, where --NAME is an option of `p` that points into *s. CLI_RUN or
 * CLI_USAGE; sim_sweep_free in any case. */
static inline int sim_sweep_read(sim_sweep *sweep, const cli_program *p, const char *text,
                                 sim_settings *s)
{
    const size_t length = strcspn(text, "=");
    const char *values = text[length] ? text + length + 1 : "";
    const cli_option *o;
    char name[SIM_SWEEP_VALUE + 2];
    if (cli_word_index(SIM_SWEEP_OPTIONS, text, length) < 0 || !*values)
        return cli_complain(p->name,
                            "--sweep: '%s' is not NAME=FROM:TO:STEP or NAME=VALUE,VALUE"
                            " with NAME one of " SIM_SWEEP_OPTIONS,
                            text);
    snprintf(sweep->option, sizeof sweep->option, "%.*s", (int)length, text);
    snprintf(name, sizeof name, "--%s", sweep->option);
    o = cli_find(p, name, strlen(name));
    sweep->is_time = o->kind == CLI_DURATION;
    sweep->points = (sim_sweep_point *)calloc(SIM_SWEEP_MAX, sizeof *sweep->points);
    if (!sweep->points) {
        cli_complain(p->name, "out of memory");
        return CLI_BAD;
    }
    return strchr(values, ':') ? sim_sweep_range(sweep, p->name, o, values, s)
                               : sim_sweep_list(sweep, p->name, o, values, s);
}

/* ---- one point --------------------------------------------------------------------- */

static inline void sim_sweep_point_settings(sim_settings *s)
{
    sim_policies *all = &s->policies;
    size_t i, kept = 0;
    for (i = 0; i < all->count; i++)
        if (all->items[i].kind != SIM_POLICY_TRACE) all->items[kept++] = all->items[i];
    all->count = kept;
}

/* How long the compared jobs waited from submission, in bins. -1 when memory is out. */
static inline int sim_curve_waits(const sim_experiment *x, const sim_result *r,
                                  sim_curve *c)
{
    const sim_workload *w = &x->workload;
    uint64_t *bins = (uint64_t *)malloc((w->count ? w->count : 1) * sizeof *bins);
    size_t i, n = 0;
    if (!bins) return -1;
    for (i = 0; i < w->count; i++)
        if (sim_compared(r->outcomes, x->compared, i))
            bins[n++] =
                (uint64_t)(r->outcomes[i].start - w->jobs[i].submit) / SIM_SWEEP_BIN;
    qsort(bins, n, sizeof *bins, sim_compare_u64);
    for (i = 0; i < n; i++) c->wait_count += i == 0 || bins[i] != bins[i - 1];
    c->waits = (sim_wait_bin *)calloc(c->wait_count + 1, sizeof *c->waits);
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
static inline int sim_sweep_point_keep(const sim_experiment *x, sim_sweep_point *p,
                                       sim_error *e)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        const sim_result *r = &x->results[i];
        sim_curve *c = &p->curves[p->count++];
        snprintf(c->policy, sizeof c->policy, "%s", r->policy.name);
        snprintf(c->index, sizeof c->index, "%s", r->index);
        c->hash = r->hash;
        memcpy(c->value, r->figures.value, sizeof c->value);
        if (sim_curve_waits(x, r, c) != 0) return sim_fail(e, "out of memory");
    }
    return 0;
}

/* The whole experiment of a point, in one thread. */
static inline int sim_sweep_point_run(sim_sweep_point *p, int timing, sim_error *e)
{
    sim_experiment x = {0};
    const sim_settings *s = &p->settings;
    int result = sim_experiment_workload(s, &x, e);
    for (x.count = 0; x.count < s->policies.count && result == 0; x.count++)
        result = sim_experiment_run(s, &x, x.count, NULL, e);
    if (result == 0) result = sim_experiment_measure(s, timing, &x, e);
    if (result == 0) result = sim_sweep_point_keep(&x, p, e);
    sim_experiment_free(&x);
    return result;
}

/* ---- its file ---------------------------------------------------------------------- */

#define SIM_POINT_HEAD "coalloc_sim point 2"

/* A text that grows. */
typedef struct sim_buffer {
    char *data;
    size_t size, capacity;
    int failed;
} sim_buffer;

SIM_PRINTF(2, 3)
static inline void sim_buffer_add(sim_buffer *t, const char *format, ...)
{
    va_list args;
    int n;
    if (t->capacity - t->size < 256) {
        const size_t more = 2 * t->capacity + 4096;
        char *grown = (char *)realloc(t->data, more);
        if (!grown) {
            t->failed = 1;
            return;
        }
        t->data = grown;
        t->capacity = more;
    }
    va_start(args, format);
    n = vsnprintf(t->data + t->size, t->capacity - t->size, format, args);
    va_end(args);
    if (n > 0) t->size += (size_t)n < 255 ? (size_t)n : 255;
}

/* Points of the same sweep: what their settings have in common with the log's name. */
static inline uint64_t sim_sweep_point_hash(const sim_settings *s)
{
    const char *trace = s->trace ? s->trace : "";
    return sim_hash_bytes(sim_settings_hash(s), (const unsigned char *)trace,
                          strlen(trace));
}

static inline void sim_sweep_point_text(const sim_sweep_point *p, sim_buffer *t)
{
    size_t i, k;
    char number[SIM_NUMBER_TEXT];
    sim_buffer_add(t, "%s\n%016" PRIx64 "\n%zu\n", SIM_POINT_HEAD,
                   sim_sweep_point_hash(&p->settings), p->count);
    for (i = 0; i < p->count; i++) {
        const sim_curve *c = &p->curves[i];
        sim_buffer_add(t, "%s\n%s\n%016" PRIx64 "\n", c->policy, c->index, c->hash);
        for (k = 0; k < SIM_FIGURE_COUNT; k++)
            sim_buffer_add(t, "%s\n", sim_number_text(c->value[k], number));
        sim_buffer_add(t, "%zu\n", c->wait_count);
        for (k = 0; k < c->wait_count; k++)
            sim_buffer_add(t, "%" PRIu64 "\n%" PRIu64 "\n", c->waits[k].bin,
                           c->waits[k].jobs);
    }
}

static inline int sim_sweep_point_write(const sim_sweep_point *p, const char *path,
                                        sim_error *e)
{
    sim_buffer t = {0};
    sim_output out;
    int result;
    sim_sweep_point_text(p, &t);
    if (t.failed) {
        free(t.data);
        return sim_fail(e, "out of memory");
    }
    result = sim_output_open(&out, path, e);
    if (result == 0) {
        fwrite(t.data, 1, t.size, out.file);
        fprintf(out.file, "%016" PRIx64 "\n",
                sim_hash_bytes(SIM_HASH_START, (const unsigned char *)t.data, t.size));
        result = sim_output_close(&out, e);
    }
    free(t.data);
    return result;
}

/* The lines of a file, and the hash of those so far. */
typedef struct sim_lines {
    FILE *file;
    uint64_t hash;
    int cut; /* there was one without an end */
    char line[64];
} sim_lines;

/* The next line; "" after the last. */
static inline const char *sim_lines_next(sim_lines *l)
{
    size_t length;
    if (!fgets(l->line, sizeof l->line, l->file)) l->line[0] = 0;
    length = strlen(l->line);
    l->hash = sim_hash_bytes(l->hash, (const unsigned char *)l->line, length);
    if (length && l->line[length - 1] == '\n')
        l->line[length - 1] = 0;
    else
        l->cut = 1;
    return l->line;
}

static inline uint64_t sim_lines_count(sim_lines *l)
{
    return strtoull(sim_lines_next(l), NULL, 10);
}

/* What a file of a point turned out to be. */
typedef enum sim_point_state {
    SIM_POINT_WHOLE,
    SIM_POINT_BROKEN,
    SIM_POINT_OTHER, /* of a run with other settings */
    SIM_POINT_NO_MEMORY
} sim_point_state;

/* Bins are taken as they come: a file that lies about their number costs nothing. Nor can
 * there be more jobs than a log may have, or waits beyond the end of time. */
static inline sim_point_state sim_curve_read_waits(sim_lines *l, sim_curve *c)
{
    const uint64_t wanted = sim_lines_count(l), last = INT64_MAX / SIM_SWEEP_BIN;
    uint64_t jobs = 0;
    size_t room = 0;
    while (c->wait_count < wanted) {
        sim_wait_bin *b;
        if (c->wait_count == room) {
            room = 2 * room + 16;
            b = (sim_wait_bin *)realloc(c->waits, room * sizeof *b);
            if (!b) return SIM_POINT_NO_MEMORY;
            c->waits = b;
        }
        b = &c->waits[c->wait_count];
        b->bin = sim_lines_count(l);
        b->jobs = sim_lines_count(l);
        if (l->cut || b->bin > last || b->jobs == 0 || b->jobs > UINT32_MAX - jobs ||
            (c->wait_count > 0 && b->bin <= b[-1].bin))
            return SIM_POINT_BROKEN;
        jobs += b->jobs;
        c->wait_count++;
    }
    return SIM_POINT_WHOLE;
}

static inline sim_point_state sim_curve_read(sim_lines *l, sim_curve *c)
{
    size_t k;
    snprintf(c->policy, sizeof c->policy, "%.23s", sim_lines_next(l));
    snprintf(c->index, sizeof c->index, "%.15s", sim_lines_next(l));
    c->hash = strtoull(sim_lines_next(l), NULL, 16);
    for (k = 0; k < SIM_FIGURE_COUNT; k++) {
        const char *number = sim_lines_next(l);
        c->value[k] = *number ? strtod(number, NULL) : NAN;
    }
    return sim_curve_read_waits(l, c);
}

static inline sim_point_state sim_sweep_point_parse(sim_lines *l, sim_sweep_point *p)
{
    sim_point_state state = SIM_POINT_WHOLE;
    char hash[17];
    int same;
    if (strcmp(sim_lines_next(l), SIM_POINT_HEAD) != 0) return SIM_POINT_BROKEN;
    snprintf(hash, sizeof hash, "%016" PRIx64, sim_sweep_point_hash(&p->settings));
    same = strcmp(sim_lines_next(l), hash) == 0;
    same &= sim_lines_count(l) == p->settings.policies.count;
    if (!same) return SIM_POINT_OTHER;
    while (p->count < p->settings.policies.count && state == SIM_POINT_WHOLE)
        state = sim_curve_read(l, &p->curves[p->count++]);
    if (state != SIM_POINT_WHOLE) return state;
    snprintf(hash, sizeof hash, "%016" PRIx64, l->hash);
    if (strcmp(sim_lines_next(l), hash) != 0 || l->cut || fgetc(l->file) != EOF)
        return SIM_POINT_BROKEN;
    return SIM_POINT_WHOLE;
}

static inline int sim_sweep_point_read(sim_sweep_point *p, const char *option,
                                       const char *path, sim_error *e)
{
    static const char *const what[] = {"", "not a whole point of a sweep",
                                       "a point of a run with other settings",
                                       "out of memory"};
    sim_lines l = {NULL, SIM_HASH_START, 0, ""};
    sim_point_state state;
    l.file = fopen(path, "r");
    if (!l.file)
        return sim_fail(e,
                        "%s: %s: the point %s=%s is not there (--plan tells how to"
                        " make it)",
                        path, strerror(errno), option, p->value);
    state = sim_sweep_point_parse(&l, p);
    fclose(l.file);
    return state == SIM_POINT_WHOLE ? 0 : sim_fail(e, "%s: %s", path, what[state]);
}

/* Leaves out what was measured where the point was made: see sim_result_measure. */
static inline void sim_sweep_point_untime(sim_sweep_point *p)
{
    size_t i;
    for (i = 0; i < p->count; i++) {
        p->curves[i].value[SIM_FIGURE_wall_seconds] = NAN;
        p->curves[i].value[SIM_FIGURE_calendar_bytes_peak] = NAN;
    }
}

/* DIR/ar-0.3.point */
static inline int sim_sweep_point_path(const sim_sweep *sweep, const sim_sweep_point *p,
                                       const char *folder, char *to, size_t size,
                                       sim_error *e)
{
    const int n = snprintf(to, size, "%s/%s-%s.point", folder, sweep->option, p->value);
    if (n < 0 || (size_t)n >= size)
        return sim_fail(e, "%s: the name is too long", folder);
    return 0;
}

/* ---- results ----------------------------------------------------------------------- */

static inline void sim_sweep_print(const sim_sweep *sweep)
{
    size_t i, k;
    char heading[96];
    if (sweep->count == 0) return;
    snprintf(heading, sizeof heading, "mean wait from submission, by %s", sweep->option);
    sim_table_label(stdout, heading, "hours");
    for (k = 0; k < sweep->points[0].count; k++) {
        const sim_curve *c = &sweep->points[0].curves[k];
        snprintf(heading, sizeof heading, "%s%s%s", c->policy, c->index[0] ? " " : "",
                 c->index);
        sim_table_cell(stdout, heading);
    }
    printf("\n");
    for (i = 0; i < sweep->count; i++) {
        const sim_sweep_point *p = &sweep->points[i];
        snprintf(heading, sizeof heading, "  %s", p->value);
        sim_table_label(stdout, heading, "");
        for (k = 0; k < p->count; k++)
            sim_table_figure(stdout, p->curves[k].value[SIM_FIGURE_wait_submit_mean],
                             SIM_HOURS);
        printf("\n");
    }
    printf("\n");
}

static inline void sim_sweep_json(const sim_sweep *sweep, sim_json *j)
{
    size_t i, k;
    char hash[17];
    sim_json_open(j, "sweep", '{');
    sim_json_text(j, "option", sweep->option);
    sim_json_open(j, "points", '[');
    for (i = 0; i < sweep->count; i++) {
        const sim_sweep_point *p = &sweep->points[i];
        sim_json_open(j, NULL, '{');
        sim_json_text(j, "value", p->value);
        sim_json_open(j, "runs", '[');
        for (k = 0; k < p->count; k++) {
            const sim_curve *c = &p->curves[k];
            sim_json_open(j, NULL, '{');
            sim_json_text(j, "policy", c->policy);
            sim_json_text(j, "index", c->index[0] ? c->index : NULL);
            sim_json_values(j, c->value);
            snprintf(hash, sizeof hash, "%016" PRIx64, c->hash);
            sim_json_text(j, "schedule_hash", hash);
            sim_json_close(j, '}');
        }
        sim_json_close(j, ']');
        sim_json_close(j, '}');
    }
    sim_json_close(j, ']');
    sim_json_close(j, '}');
}

/* sweep.csv: one row for each figure of each policy at each point. */
static inline int sim_sweep_csv(const sim_sweep *sweep, const char *folder, sim_error *e)
{
    char path[4096], first[2 * SIM_SWEEP_VALUE + 32];
    sim_output out;
    size_t i, k;
    if (sim_output_open_in(&out, path, sizeof path, folder, "sweep.csv", e) != 0)
        return -1;
    fprintf(out.file, "option,value,policy,index,figure,result\n");
    for (i = 0; i < sweep->count; i++)
        for (k = 0; k < sweep->points[i].count; k++) {
            const sim_curve *c = &sweep->points[i].curves[k];
            snprintf(first, sizeof first, "%s,%s,%s", sweep->option,
                     sweep->points[i].value, c->policy);
            sim_csv_values(out.file, first, c->index, c->value);
        }
    return sim_output_close(&out, e);
}

#endif
