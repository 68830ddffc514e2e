/* report.c - implements report.h. */
#define _POSIX_C_SOURCE 200809L

#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- outputs ----------------------------------------------------------------------- */

int report_output_open(report_output *o, const char *path, struct error *e)
{
    static const report_output nothing = {.file = NULL};
    *o = nothing;
    return outfile_open(o, path, e);
}

int report_output_close(report_output *o, struct error *e)
{
    return outfile_commit(o, e);
}

int report_output_folder(const char *path, struct error *e)
{
    struct stat about;
    if (mkdir(path, 0777) == 0) return 0;
    if (errno != EEXIST)
        return error_fail(e, "%s cannot be made: %s", path, strerror(errno));
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return 0;
    return error_fail(e, "%s cannot be made: it is there, but is no directory", path);
}

int report_output_open_in(report_output *o, char *path, size_t size, const char *folder,
                          const char *name, struct error *e)
{
    if (snprintf(path, size, "%s/%s", folder, name) >= (int)size)
        return error_fail(e, "%s: the name is too long", folder);
    return report_output_open(o, path, e);
}

/* ---- numbers as text --------------------------------------------------------------- */

const char *report_number_text(double x, char *to)
{
    to[0] = 0;
    if (isfinite(x)) {
        snprintf(to, REPORT_NUMBER_TEXT, "%.15g", x);
        if (strtod(to, NULL) < x || strtod(to, NULL) > x)
            snprintf(to, REPORT_NUMBER_TEXT, "%.17g", x);
    }
    return to;
}

const char *report_count_text(uint64_t n, char *to)
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

void report_print_runs(FILE *to, const struct job_run *runs, size_t count)
{
    size_t k;
    for (k = 0; k < count; k++) {
        fprintf(to, k ? " %" PRIu32 : "%" PRIu32, runs[k].first);
        if (runs[k].count > 1)
            fprintf(to, "-%" PRIu32, runs[k].first + runs[k].count - 1);
    }
}

/* ---- JSON -------------------------------------------------------------------------- */

int report_utf8_length(const char *s)
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
static void report_json_string(struct report_json *j, const char *text)
{
    fputc('"', j->to);
    while (*text) {
        const int length = report_utf8_length(text);
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

static void report_json_break(struct report_json *j)
{
    if (!j->flat) fprintf(j->to, "\n%*s", 2 * j->depth, "");
}

/* What stands before each value: comma, line break, and its key unless in an array. */
static void report_json_key(struct report_json *j, const char *key)
{
    if (j->items++) fputc(',', j->to);
    if (j->depth) report_json_break(j);
    if (key) {
        report_json_string(j, key);
        fputc(':', j->to);
    }
}

void report_json_open(struct report_json *j, const char *key, char bracket)
{
    report_json_key(j, key);
    fputc(bracket, j->to);
    j->depth++;
    j->items = 0;
}

void report_json_open_flat(struct report_json *j, const char *key, char bracket)
{
    report_json_open(j, key, bracket);
    if (!j->flat) j->flat = j->depth;
}

void report_json_close(struct report_json *j, char bracket)
{
    const int flat = j->flat == j->depth;
    j->depth--;
    if (j->items) report_json_break(j);
    if (flat) j->flat = 0;
    fputc(bracket, j->to);
    j->items = 1;
    if (j->depth == 0) fputc('\n', j->to);
}

void report_json_text(struct report_json *j, const char *key, const char *text)
{
    report_json_key(j, key);
    if (text)
        report_json_string(j, text);
    else
        fputs("null", j->to);
}

void report_json_number(struct report_json *j, const char *key, double x)
{
    char text[REPORT_NUMBER_TEXT];
    report_json_key(j, key);
    report_number_text(x, text);
    fputs(text[0] ? text : "null", j->to);
}

void report_json_count(struct report_json *j, const char *key, int64_t n)
{
    report_json_key(j, key);
    fprintf(j->to, "%" PRId64, n);
}

static void report_json_groups(struct report_json *j, const char *key,
                               const struct metrics_figures *f, int attempts)
{
    size_t i;
    report_json_open(j, key, '[');
    for (i = 0; i < f->group_count; i++) {
        const struct metrics_group *g = &f->groups[i];
        const uint64_t jobs = attempts ? g->requests : g->jobs;
        if (!jobs) continue;
        report_json_open_flat(j, NULL, '{');
        report_json_count(j, "lo", g->lo);
        report_json_count(j, "hi", g->hi);
        report_json_count(j, "jobs", (int64_t)jobs);
        report_json_number(j, "mean", attempts ? g->attempts_mean : g->wait_mean);
        report_json_close(j, '}');
    }
    report_json_close(j, ']');
}

void report_json_values(struct report_json *j, const double *value)
{
#define METRICS_FIGURE_JSON(name, unit, label) \
    report_json_number(j, #name, value[METRICS_FIGURE_##name]);
    METRICS_FIGURES(METRICS_FIGURE_JSON)
#undef METRICS_FIGURE_JSON
}

void report_json_figures(struct report_json *j, const struct metrics_figures *f)
{
    report_json_values(j, f->value);
    report_json_groups(j, "wait_by_size", f, 0);
    report_json_groups(j, "attempts_by_size", f, 1);
}

/* ---- CSV --------------------------------------------------------------------------- */

void report_csv_values(FILE *to, const char *first, const char *index,
                       const double *value)
{
    char text[REPORT_NUMBER_TEXT];
#define METRICS_FIGURE_CSV(name, unit, label)         \
    fprintf(to, "%s,%s," #name ",%s\n", first, index, \
            report_number_text(value[METRICS_FIGURE_##name], text));
    METRICS_FIGURES(METRICS_FIGURE_CSV)
#undef METRICS_FIGURE_CSV
}

void report_csv_groups(FILE *to, const char *policy, const char *index,
                       const struct metrics_figures *f)
{
    char wait[REPORT_NUMBER_TEXT], attempts[REPORT_NUMBER_TEXT];
    size_t i;
    for (i = 0; i < f->group_count; i++) {
        const struct metrics_group *g = &f->groups[i];
        fprintf(to, "%s,%s,%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%s,%" PRIu64 ",%s\n",
                policy, index, g->lo, g->hi, g->jobs,
                report_number_text(g->wait_mean, wait), g->requests,
                report_number_text(g->attempts_mean, attempts));
    }
}

/* ---- tables ------------------------------------------------------------------------ */

void report_table_label(FILE *to, const char *label, const char *unit)
{
    const int n =
        fprintf(to, "%s%s%s%s", label, *unit ? " (" : "", unit, *unit ? ")" : "");
    if (n < REPORT_TABLE_LABEL) fprintf(to, "%*s", REPORT_TABLE_LABEL - n, "");
}

void report_table_cell(FILE *to, const char *text)
{
    fprintf(to, " %*s", REPORT_TABLE_CELL, text);
}

const char *report_unit_text(enum metrics_figure_unit unit)
{
    static const char *const texts[] = {"", "", "%", "hours", "days", "seconds"};
    return texts[unit];
}

const char *report_figure_text(double x, enum metrics_figure_unit unit,
                               char text[REPORT_NUMBER_TEXT])
{
    snprintf(text, REPORT_NUMBER_TEXT, "-");
    if (!isfinite(x)) return text;
    switch (unit) {
    case METRICS_COUNT: report_count_text((uint64_t)x, text); break;
    case METRICS_NUMBER: snprintf(text, REPORT_NUMBER_TEXT, "%.2f", x); break;
    case METRICS_PERCENT: snprintf(text, REPORT_NUMBER_TEXT, "%.1f", 100 * x); break;
    case METRICS_HOURS: snprintf(text, REPORT_NUMBER_TEXT, "%.2f", x / 3600); break;
    case METRICS_DAYS: snprintf(text, REPORT_NUMBER_TEXT, "%.1f", x / 86400); break;
    case METRICS_SECONDS: snprintf(text, REPORT_NUMBER_TEXT, "%.3f", x); break;
    }
    return text;
}

void report_table_figure(FILE *to, double x, enum metrics_figure_unit unit)
{
    char text[REPORT_NUMBER_TEXT];
    report_table_cell(to, report_figure_text(x, unit, text));
}

static void report_table_head(FILE *to, const char *what, const char *unit,
                              const struct report_column *columns, size_t n)
{
    size_t i;
    report_table_label(to, what, unit);
    for (i = 0; i < n; i++) report_table_cell(to, columns[i].heading);
    fputc('\n', to);
}

int report_table_wanted(const char *label, enum metrics_figure figure,
                        const struct report_column *columns, size_t n)
{
    const int reason = strncmp(label, "    ", 4) == 0;
    int wanted = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        const double *all = columns[i].figures->value, x = all[figure];
        if (figure == METRICS_FIGURE_compared)
            wanted |= x < all[METRICS_FIGURE_accepted];
        else
            wanted |= isfinite(x) && (x > 0 || !reason);
    }
    return wanted;
}

static void report_table_row(FILE *to, const char *label, enum metrics_figure_unit unit,
                             enum metrics_figure figure,
                             const struct report_column *columns, size_t n)
{
    size_t i;
    if (!report_table_wanted(label, figure, columns, n)) return;
    report_table_label(to, label, report_unit_text(unit));
    for (i = 0; i < n; i++)
        report_table_figure(to, columns[i].figures->value[figure], unit);
    fputc('\n', to);
}

void report_table_figures(FILE *to, const struct report_column *columns, size_t n)
{
    report_table_head(to, "", "", columns, n);
#define METRICS_FIGURE_ROW(name, unit, label) \
    report_table_row(to, label, unit, METRICS_FIGURE_##name, columns, n);
    METRICS_FIGURES(METRICS_FIGURE_ROW)
#undef METRICS_FIGURE_ROW
}

void report_table_groups(FILE *to, const struct report_column *column)
{
    const struct metrics_figures *f = column->figures;
    const int tried = isfinite(f->value[METRICS_FIGURE_attempts_mean]);
    char text[REPORT_NUMBER_TEXT];
    size_t i;
    fprintf(to, "%s, by servers asked for\n", column->heading);
    report_table_label(to, "  servers", "");
    report_table_cell(to, "jobs");
    report_table_cell(to, "mean wait (h)");
    if (tried) report_table_cell(to, "mean attempts");
    fputc('\n', to);
    for (i = 0; i < f->group_count; i++) {
        const struct metrics_group *g = &f->groups[i];
        snprintf(text, sizeof text, "  %" PRIu32 "-%" PRIu32, g->lo, g->hi);
        report_table_label(to, text, "");
        report_table_figure(to, (double)g->jobs, METRICS_COUNT);
        report_table_figure(to, g->wait_mean, METRICS_HOURS);
        if (tried) report_table_figure(to, g->attempts_mean, METRICS_NUMBER);
        fputc('\n', to);
    }
}
