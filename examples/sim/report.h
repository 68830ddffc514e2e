/* report.h - results for people and for programs: aligned tables, JSON, CSV.
 *
 * All three are written from the one list of figures in metrics.h. Numbers have as many
 * digits as it takes to read the same number back; what does not apply is null, an empty
 * cell or a dash. An output that could not be written completely is an error, always.
 */
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

#include "error.h"
#include "metrics.h"
#include "outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- outputs ----------------------------------------------------------------------- */

typedef sim_outfile sim_output; /* there whole or not at all */

/* "-" is standard output. */
static inline int sim_output_open(sim_output *o, const char *path, sim_error *e)
{
    static const sim_output nothing = {.file = NULL};
    *o = nothing;
    return sim_outfile_open(o, path, e);
}

/* Everything has reached the file, or -1. */
static inline int sim_output_close(sim_output *o, sim_error *e)
{
    return sim_outfile_keep(o, e);
}

/* The folder is made if it is not there; its parent must be. */
static inline int sim_output_folder(const char *path, sim_error *e)
{
    struct stat about;
    if (mkdir(path, 0777) == 0) return 0;
    if (errno != EEXIST)
        return sim_fail(e, "%s cannot be made: %s", path, strerror(errno));
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return 0;
    return sim_fail(e, "%s cannot be made: it is there, but is no directory", path);
}

static inline int sim_output_open_in(sim_output *o, char *path, size_t size,
                                     const char *folder, const char *name, sim_error *e)
{
    if (snprintf(path, size, "%s/%s", folder, name) >= (int)size)
        return sim_fail(e, "%s: the name is too long", folder);
    return sim_output_open(o, path, e);
}

/* ---- numbers as text --------------------------------------------------------------- */

enum { SIM_NUMBER_TEXT = 40 };

/* The shortest of 15 or 17 digits that reads back as x; "" for NAN and infinities. */
static inline const char *sim_number_text(double x, char *to)
{
    to[0] = 0;
    if (isfinite(x)) {
        snprintf(to, SIM_NUMBER_TEXT, "%.15g", x);
        if (strtod(to, NULL) < x || strtod(to, NULL) > x)
            snprintf(to, SIM_NUMBER_TEXT, "%.17g", x);
    }
    return to;
}

/* 1234567 as 1,234,567. */
static inline const char *sim_count_text(uint64_t n, char *to)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, n);
    int i;
    for (i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) *to++ = ',';
        *to++ = digits[i];
    }
    *to = 0;
    return to - length - (length - 1) / 3;
}

/* "0-9 12 14-15": servers. */
static inline void sim_print_runs(FILE *to, const sim_run *runs, size_t count)
{
    size_t k;
    for (k = 0; k < count; k++) {
        fprintf(to, k ? " %" PRIu32 : "%" PRIu32, runs[k].first);
        if (runs[k].count > 1)
            fprintf(to, "-%" PRIu32, runs[k].first + runs[k].count - 1);
    }
}

/* ---- JSON -------------------------------------------------------------------------- */

/* One field per line, so that line tools can read it; `flat` objects are on one line. */
typedef struct sim_json {
    FILE *to;
    int depth;
    int flat;  /* the depth from which on there are no line breaks; 0 = none */
    int items; /* written so far at this depth: whether a comma is due       */
} sim_json;

/* The bytes of the UTF-8 character at s; 0 if there is none. */
static inline int sim_utf8_length(const char *s)
{
    const unsigned char *u = (const unsigned char *)s;
    const int length = u[0] < 0x80   ? 1
                       : u[0] < 0xC2 ? 0
                       : u[0] < 0xE0 ? 2
                       : u[0] < 0xF0 ? 3
                       : u[0] < 0xF5 ? 4
                                     : 0;
    int i;
    for (i = 1; i < length; i++)
        if ((u[i] & 0xC0) != 0x80) return 0;
    if (u[0] == 0xE0 && u[1] < 0xA0) return 0; /* longer than need be  */
    if (u[0] == 0xED && u[1] > 0x9F) return 0; /* half of a surrogate  */
    if (u[0] == 0xF0 && u[1] < 0x90) return 0; /* longer than need be  */
    if (u[0] == 0xF4 && u[1] > 0x8F) return 0; /* beyond U+10FFFF      */
    return length;
}

/* File names may hold any bytes: what is not UTF-8 becomes the replacement character. */
static inline void sim_json_string(sim_json *j, const char *text)
{
    fputc('"', j->to);
    while (*text) {
        const int length = sim_utf8_length(text);
        const unsigned char c = (unsigned char)*text;
        if (length == 0)
            fputs("\\ufffd", j->to);
        else if (c == '"' || c == '\\')
            fprintf(j->to, "\\%c", c);
        else if (c < ' ')
            fprintf(j->to, "\\u%04x", c);
        else
            fwrite(text, 1, (size_t)length, j->to);
        text += length ? length : 1;
    }
    fputc('"', j->to);
}

static inline void sim_json_break(sim_json *j)
{
    if (!j->flat) fprintf(j->to, "\n%*s", 2 * j->depth, "");
}

/* What stands before each value: comma, line break, and its key unless in an array. */
static inline void sim_json_key(sim_json *j, const char *key)
{
    if (j->items++) fputc(',', j->to);
    if (j->depth) sim_json_break(j);
    if (key) {
        sim_json_string(j, key);
        fputc(':', j->to);
    }
}

/* `bracket` is '{' or '['. */
static inline void sim_json_open(sim_json *j, const char *key, char bracket)
{
    sim_json_key(j, key);
    fputc(bracket, j->to);
    j->depth++;
    j->items = 0;
}

static inline void sim_json_open_flat(sim_json *j, const char *key, char bracket)
{
    sim_json_open(j, key, bracket);
    if (!j->flat) j->flat = j->depth;
}

static inline void sim_json_close(sim_json *j, char bracket)
{
    const int flat = j->flat == j->depth;
    j->depth--;
    if (j->items) sim_json_break(j);
    if (flat) j->flat = 0;
    fputc(bracket, j->to);
    j->items = 1;
    if (j->depth == 0) fputc('\n', j->to);
}

static inline void sim_json_text(sim_json *j, const char *key, const char *text)
{
    sim_json_key(j, key);
    if (text)
        sim_json_string(j, text);
    else
        fputs("null", j->to);
}

static inline void sim_json_number(sim_json *j, const char *key, double x)
{
    char text[SIM_NUMBER_TEXT];
    sim_json_key(j, key);
    sim_number_text(x, text);
    fputs(text[0] ? text : "null", j->to);
}

static inline void sim_json_count(sim_json *j, const char *key, int64_t n)
{
    sim_json_key(j, key);
    fprintf(j->to, "%" PRId64, n);
}

static inline void sim_json_groups(sim_json *j, const char *key, const sim_figures *f,
                                   int attempts)
{
    size_t i;
    sim_json_open(j, key, '[');
    for (i = 0; i < f->group_count; i++) {
        const sim_group *g = &f->groups[i];
        const uint64_t jobs = attempts ? g->requests : g->jobs;
        if (!jobs) continue;
        sim_json_open_flat(j, NULL, '{');
        sim_json_count(j, "lo", g->lo);
        sim_json_count(j, "hi", g->hi);
        sim_json_count(j, "jobs", (int64_t)jobs);
        sim_json_number(j, "mean", attempts ? g->attempts_mean : g->wait_mean);
        sim_json_close(j, '}');
    }
    sim_json_close(j, ']');
}

/* Every figure of a list of values, by its name. */
static inline void sim_json_values(sim_json *j, const double *value)
{
#define SIM_FIGURE_JSON(name, unit, label) \
    sim_json_number(j, #name, value[SIM_FIGURE_##name]);
    SIM_FIGURES(SIM_FIGURE_JSON)
#undef SIM_FIGURE_JSON
}

static inline void sim_json_figures(sim_json *j, const sim_figures *f)
{
    sim_json_values(j, f->value);
    sim_json_groups(j, "wait_by_size", f, 0);
    sim_json_groups(j, "attempts_by_size", f, 1);
}

/* ---- CSV --------------------------------------------------------------------------- */

/* A row for each figure: `first` (a policy, say), index, name, value. */
static inline void sim_csv_values(FILE *to, const char *first, const char *index,
                                  const double *value)
{
    char text[SIM_NUMBER_TEXT];
#define SIM_FIGURE_CSV(name, unit, label)             \
    fprintf(to, "%s,%s," #name ",%s\n", first, index, \
            sim_number_text(value[SIM_FIGURE_##name], text));
    SIM_FIGURES(SIM_FIGURE_CSV)
#undef SIM_FIGURE_CSV
}

static inline void sim_csv_groups(FILE *to, const char *policy, const char *index,
                                  const sim_figures *f)
{
    char wait[SIM_NUMBER_TEXT], attempts[SIM_NUMBER_TEXT];
    size_t i;
    for (i = 0; i < f->group_count; i++) {
        const sim_group *g = &f->groups[i];
        fprintf(to, "%s,%s,%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%s,%" PRIu64 ",%s\n",
                policy, index, g->lo, g->hi, g->jobs, sim_number_text(g->wait_mean, wait),
                g->requests, sim_number_text(g->attempts_mean, attempts));
    }
}

/* ---- tables ------------------------------------------------------------------------ */

enum { SIM_TABLE_LABEL = 40, SIM_TABLE_CELL = 16 };

static inline void sim_table_label(FILE *to, const char *label, const char *unit)
{
    const int n =
        fprintf(to, "%s%s%s%s", label, *unit ? " (" : "", unit, *unit ? ")" : "");
    if (n < SIM_TABLE_LABEL) fprintf(to, "%*s", SIM_TABLE_LABEL - n, "");
}

static inline void sim_table_cell(FILE *to, const char *text)
{
    fprintf(to, " %*s", SIM_TABLE_CELL, text);
}

static inline const char *sim_unit_text(sim_figure_unit unit)
{
    static const char *const texts[] = {"", "", "%", "hours", "days", "seconds"};
    return texts[unit];
}

/* A figure as people read it; "-" if it does not apply. */
static inline const char *sim_figure_text(double x, sim_figure_unit unit,
                                          char text[SIM_NUMBER_TEXT])
{
    snprintf(text, SIM_NUMBER_TEXT, "-");
    if (!isfinite(x)) return text;
    switch (unit) {
    case SIM_COUNT: sim_count_text((uint64_t)x, text); break;
    case SIM_NUMBER: snprintf(text, SIM_NUMBER_TEXT, "%.2f", x); break;
    case SIM_PERCENT: snprintf(text, SIM_NUMBER_TEXT, "%.1f", 100 * x); break;
    case SIM_HOURS: snprintf(text, SIM_NUMBER_TEXT, "%.2f", x / 3600); break;
    case SIM_DAYS: snprintf(text, SIM_NUMBER_TEXT, "%.1f", x / 86400); break;
    case SIM_SECONDS: snprintf(text, SIM_NUMBER_TEXT, "%.3f", x); break;
    }
    return text;
}

static inline void sim_table_figure(FILE *to, double x, sim_figure_unit unit)
{
    char text[SIM_NUMBER_TEXT];
    sim_table_cell(to, sim_figure_text(x, unit, text));
}

/* A column of results: one policy on one index. */
typedef struct sim_column {
    const char *heading;
    const sim_figures *figures;
} sim_column;

static inline void sim_table_head(FILE *to, const char *what, const char *unit,
                                  const sim_column *columns, size_t n)
{
    size_t i;
    sim_table_label(to, what, unit);
    for (i = 0; i < n; i++) sim_table_cell(to, columns[i].heading);
    fputc('\n', to);
}

/* A figure that applies to none of the columns has no row, nor has a reason that nobody
 * was turned away for, nor the number compared where that is everybody. */
static inline int sim_table_wanted(const char *label, sim_figure figure,
                                   const sim_column *columns, size_t n)
{
    const int reason = strncmp(label, "    ", 4) == 0;
    int wanted = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        const double *all = columns[i].figures->value, x = all[figure];
        if (figure == SIM_FIGURE_compared)
            wanted |= x < all[SIM_FIGURE_accepted];
        else
            wanted |= isfinite(x) && (x > 0 || !reason);
    }
    return wanted;
}

static inline void sim_table_row(FILE *to, const char *label, sim_figure_unit unit,
                                 sim_figure figure, const sim_column *columns, size_t n)
{
    size_t i;
    if (!sim_table_wanted(label, figure, columns, n)) return;
    sim_table_label(to, label, sim_unit_text(unit));
    for (i = 0; i < n; i++) sim_table_figure(to, columns[i].figures->value[figure], unit);
    fputc('\n', to);
}

static inline void sim_table_figures(FILE *to, const sim_column *columns, size_t n)
{
    sim_table_head(to, "", "", columns, n);
#define SIM_FIGURE_ROW(name, unit, label) \
    sim_table_row(to, label, unit, SIM_FIGURE_##name, columns, n);
    SIM_FIGURES(SIM_FIGURE_ROW)
#undef SIM_FIGURE_ROW
}

/* Waiting and attempts by the size of the job, for one column. */
static inline void sim_table_groups(FILE *to, const sim_column *column)
{
    const sim_figures *f = column->figures;
    const int tried = isfinite(f->value[SIM_FIGURE_attempts_mean]);
    char text[SIM_NUMBER_TEXT];
    size_t i;
    fprintf(to, "%s, by servers asked for\n", column->heading);
    sim_table_label(to, "  servers", "");
    sim_table_cell(to, "jobs");
    sim_table_cell(to, "mean wait (h)");
    if (tried) sim_table_cell(to, "mean attempts");
    fputc('\n', to);
    for (i = 0; i < f->group_count; i++) {
        const sim_group *g = &f->groups[i];
        snprintf(text, sizeof text, "  %" PRIu32 "-%" PRIu32, g->lo, g->hi);
        sim_table_label(to, text, "");
        sim_table_figure(to, (double)g->jobs, SIM_COUNT);
        sim_table_figure(to, g->wait_mean, SIM_HOURS);
        if (tried) sim_table_figure(to, g->attempts_mean, SIM_NUMBER);
        fputc('\n', to);
    }
}

#endif
