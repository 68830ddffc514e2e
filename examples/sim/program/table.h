/* table.h - a table of results, made once and written for a terminal, a page, CSV or
 * JSON.
 *
 * It is gathered row by row: a title, the headings, then for each row its label and one
 * cell under each heading.
 *
 *     struct table t = {0};
 *     table_title(&t, MEASURE_HOURS, "waiting time");   all numbers are hours
 *     table_stub(&t, "cluster");                        the heading above the labels
 *     table_column(&t, "FCFS");
 *     table_column(&t, "RANK");
 *     table_row(&t, MEASURE_COUNT, "%s", name);
 *     table_value(&t, 7200, MEASURE_HOURS);             2.00
 *     table_cell(&t, "%s", "x1.5");                     any text
 *     table_print(stdout, &t, 0, t.columns);
 *     table_free(&t);
 *
 * Memory that runs out on the way is reported at the end, by table_check; until then a
 * table that failed ignores what is added. report/page.h writes it as HTML.
 */
#ifndef TABLE_H
#define TABLE_H

#include "base/error.h"
#include "base/statistics.h"
#include "program/measure.h"

#include <stddef.h>
#include <stdio.h>

struct table_row {
    char *label; /* blanks before it: how deep it is indented             */
    char *note;  /* goes on after the label on a terminal only; or NULL   */
    const char *unit;
};

struct table { /* zero-initialise; table_free */
    char *title;
    char *stub;       /* the heading above the labels; NULL = none         */
    const char *unit; /* of all numbers; "" if rows have their own          */
    char **heads;
    size_t columns, head_room;
    struct table_row *rows;
    size_t count, row_room;
    char **cells; /* row by row, as many as headings                        */
    size_t cell_count, cell_room;
    int failed;
};

/* The title, and the unit that all numbers have: MEASURE_COUNT if they have none in
 * common. */
ERROR_PRINTF(3, 4)
void table_title(struct table *t, enum measure_unit unit, const char *format, ...);

void table_stub(struct table *t, const char *text);

/* One more heading. All headings come before the first row. */
ERROR_PRINTF(2, 3)
void table_column(struct table *t, const char *format, ...);

/* Begins a row. Cells that the row before still lacks stay empty. `unit`: of the numbers
 * in this row, MEASURE_COUNT if the label says it all. */
ERROR_PRINTF(3, 4)
void table_row(struct table *t, enum measure_unit unit, const char *format, ...);

/* What a terminal shows after the label of the last row begun. */
ERROR_PRINTF(2, 3)
void table_note(struct table *t, const char *format, ...);

/* The next cell of the row: text, or a value as people read it. */
ERROR_PRINTF(2, 3)
void table_cell(struct table *t, const char *format, ...);
void table_value(struct table *t, double value, enum measure_unit unit);

/* The same of several: "4.49 (4.10..5.00)", from the least to the most, or "4.49" if all
 * are equal; of STATISTICS_SURE or more "4.49 +- 0.31", half the 95 % interval of the
 * mean. A mean of counts is not whole. */
void table_spread(struct table *t, const struct statistics_spread *s,
                  enum measure_unit unit);

/* A difference: "-4.49 (-5.10..-3.90)", its 95 % interval, if that is known. */
void table_difference(struct table *t, const struct statistics_spread *s,
                      enum measure_unit unit);

/* 0, or -1 with "out of memory". */
int table_check(const struct table *t, struct error *e);

void table_free(struct table *t);

/* The cell of a row under a heading; "" where none was given. */
const char *table_at(const struct table *t, size_t row, size_t column);

/* For a terminal: `count` columns from number `first` on, aligned. The title stands where
 * a stub would, above the labels; columns are as wide as the widest cell of the table, at
 * least TABLE_LABEL and TABLE_CELL characters. */
enum { TABLE_LABEL = 40, TABLE_CELL = 16 };
void table_print(FILE *to, const struct table *t, size_t first, size_t count);

/* The same for all columns, so many side by side, an empty line before each block; then
 * frees the table. One for which there was no memory says so. */
void table_show(FILE *to, struct table *t, size_t columns);

/* The headings, then a line for each row, label first; for csv_write. */
void table_csv(FILE *to, const void *table);

#endif
