/* report.h - results for people and for programs: aligned tables, JSON, CSV.
 *
 * All three are written from the one list of figures in metrics.h. Numbers have as many
 * digits as it takes to read the same number back; what does not apply is null, an empty
 * cell or a dash. An output that could not be written completely is an error, always.
 */
#ifndef REPORT_H
#define REPORT_H

#include "base/job.h"
#include "program/json.h"
#include "program/measure.h"
#include "report/metrics.h"

#include <stdint.h>
#include <stdio.h>

/* "0-9 12 14-15": servers. */
void report_print_runs(FILE *to, const struct job_run *runs, size_t count);

/* ---- JSON -------------------------------------------------------------------------- */

/* Every figure of a list of values, by its name. */
void report_json_values(struct json *j, const double *value);

void report_json_figures(struct json *j, const struct metrics_figures *f);

/* ---- CSV --------------------------------------------------------------------------- */

/* A row for each figure: `first` (a policy, say), index, name, value. */
void report_csv_values(FILE *to, const char *first, const char *index,
                       const double *value);

void report_csv_groups(FILE *to, const char *policy, const char *index,
                       const struct metrics_figures *f);

/* ---- tables ------------------------------------------------------------------------ */

enum { REPORT_TABLE_LABEL = 40, REPORT_TABLE_CELL = 16 };

void report_table_label(FILE *to, const char *label, const char *unit);

void report_table_cell(FILE *to, const char *text);

void report_table_figure(FILE *to, double x, enum measure_unit unit);

/* A column of results: one policy on one index. */
struct report_column {
    const char *heading;
    const struct metrics_figures *figures;
};

/* A figure that applies to none of the columns has no row, nor has a reason that nobody
 * was turned away for, nor the number compared where that is everybody. */
int report_table_wanted(const char *label, enum metrics_figure figure,
                        const struct report_column *columns, size_t n);

void report_table_figures(FILE *to, const struct report_column *columns, size_t n);

/* Waiting and attempts by the size of the job, for one column. */
void report_table_groups(FILE *to, const struct report_column *column);

#endif
