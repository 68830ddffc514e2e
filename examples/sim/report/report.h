/* report.h - results for people and for programs: aligned tables, JSON, CSV.
 *
 * All three are written from the one list of figures in metrics.h. Numbers have as many
 * digits as it takes to read the same number back; what does not apply is null, an empty
 * cell or a dash. An output that could not be written completely is an error, always.
 */
#ifndef REPORT_H
#define REPORT_H

#include "base/error.h"
#include "base/job.h"
#include "base/outfile.h"
#include "report/metrics.h"

#include <stdint.h>
#include <stdio.h>

/* ---- outputs ----------------------------------------------------------------------- */

typedef struct outfile report_output; /* there whole or not at all */

/* "-" is standard output. */
int report_output_open(report_output *o, const char *path, struct error *e);

/* Everything has reached the file, or -1. */
int report_output_close(report_output *o, struct error *e);

/* The folder is made if it is not there; its parent must be. */
int report_output_folder(const char *path, struct error *e);

int report_output_open_in(report_output *o, char *path, size_t size, const char *folder,
                          const char *name, struct error *e);

/* ---- numbers as text --------------------------------------------------------------- */

enum { REPORT_NUMBER_TEXT = 40 };

/* The shortest of 15 or 17 digits that reads back as x; "" for NAN and infinities. */
const char *report_number_text(double x, char *to);

/* 1234567 as 1,234,567. */
const char *report_count_text(uint64_t n, char *to);

/* "0-9 12 14-15": servers. */
void report_print_runs(FILE *to, const struct job_run *runs, size_t count);

/* ---- JSON -------------------------------------------------------------------------- */

/* One field per line, so that line tools can read it; `flat` objects are on one line. */
struct report_json {
    FILE *to;
    int depth;
    int flat;  /* the depth from which on there are no line breaks; 0 = none */
    int items; /* written so far at this depth: whether a comma is due       */
};

/* The bytes of the UTF-8 character at s; 0 if there is none. */
int report_utf8_length(const char *s);

/* `bracket` is '{' or '['. */
void report_json_open(struct report_json *j, const char *key, char bracket);

void report_json_open_flat(struct report_json *j, const char *key, char bracket);

void report_json_close(struct report_json *j, char bracket);

void report_json_text(struct report_json *j, const char *key, const char *text);

void report_json_number(struct report_json *j, const char *key, double x);

void report_json_count(struct report_json *j, const char *key, int64_t n);

/* Every figure of a list of values, by its name. */
void report_json_values(struct report_json *j, const double *value);

void report_json_figures(struct report_json *j, const struct metrics_figures *f);

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

const char *report_unit_text(enum metrics_figure_unit unit);

/* A figure as people read it; "-" if it does not apply. */
const char *report_figure_text(double x, enum metrics_figure_unit unit,
                               char text[REPORT_NUMBER_TEXT]);

void report_table_figure(FILE *to, double x, enum metrics_figure_unit unit);

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
