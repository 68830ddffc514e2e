/* report.c - implements report.h. */
#include "report/report.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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

static void report_json_groups(struct json *j, const char *key,
                               const struct metrics_figures *f, int attempts)
{
    size_t i;
    json_open(j, key, '[');
    for (i = 0; i < f->group_count; i++) {
        const struct metrics_group *g = &f->groups[i];
        const uint64_t jobs = attempts ? g->requests : g->jobs;
        if (!jobs) continue;
        json_open_flat(j, NULL, '{');
        json_count(j, "lo", g->lo);
        json_count(j, "hi", g->hi);
        json_count(j, "jobs", (int64_t)jobs);
        json_number(j, "mean", attempts ? g->attempts_mean : g->wait_mean);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void report_json_values(struct json *j, const double *value)
{
#define METRICS_FIGURE_JSON(name, unit, label) \
    json_number(j, #name, value[METRICS_FIGURE_##name]);
    METRICS_FIGURES(METRICS_FIGURE_JSON)
#undef METRICS_FIGURE_JSON
}

void report_json_figures(struct json *j, const struct metrics_figures *f)
{
    report_json_values(j, f->value);
    report_json_groups(j, "wait_by_size", f, 0);
    report_json_groups(j, "attempts_by_size", f, 1);
}

/* ---- CSV --------------------------------------------------------------------------- */

void report_csv_values(FILE *to, const char *first, const char *index,
                       const double *value)
{
    char text[TEXT_NUMBER];
#define METRICS_FIGURE_CSV(name, unit, label)         \
    fprintf(to, "%s,%s," #name ",%s\n", first, index, \
            text_number(value[METRICS_FIGURE_##name], text));
    METRICS_FIGURES(METRICS_FIGURE_CSV)
#undef METRICS_FIGURE_CSV
}

void report_csv_groups(FILE *to, const char *policy, const char *index,
                       const struct metrics_figures *f)
{
    char wait[TEXT_NUMBER], attempts[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < f->group_count; i++) {
        const struct metrics_group *g = &f->groups[i];
        fprintf(to, "%s,%s,%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%s,%" PRIu64 ",%s\n",
                policy, index, g->lo, g->hi, g->jobs, text_number(g->wait_mean, wait),
                g->requests, text_number(g->attempts_mean, attempts));
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

void report_table_figure(FILE *to, double x, enum measure_unit unit)
{
    char text[TEXT_NUMBER];
    report_table_cell(to, measure_text(x, unit, text));
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

static void report_table_row(FILE *to, const char *label, enum measure_unit unit,
                             enum metrics_figure figure,
                             const struct report_column *columns, size_t n)
{
    size_t i;
    if (!report_table_wanted(label, figure, columns, n)) return;
    report_table_label(to, label, measure_unit_name(unit));
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
    char text[TEXT_NUMBER];
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
        report_table_figure(to, (double)g->jobs, MEASURE_COUNT);
        report_table_figure(to, g->wait_mean, MEASURE_HOURS);
        if (tried) report_table_figure(to, g->attempts_mean, MEASURE_NUMBER);
        fputc('\n', to);
    }
}
