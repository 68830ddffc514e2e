/* report.h - the cells of a table on a terminal, one by one, for tables that are not yet
 * gathered in a struct table (program/table.h).
 */
#ifndef REPORT_H
#define REPORT_H

#include "base/job.h"
#include "program/json.h"
#include "program/measure.h"
#include "report/metrics.h"

#include <stdio.h>

enum { REPORT_TABLE_LABEL = 40, REPORT_TABLE_CELL = 16 };

void report_table_label(FILE *to, const char *label, const char *unit);

void report_table_cell(FILE *to, const char *text);

void report_table_figure(FILE *to, double x, enum measure_unit unit);

#endif
