/* report.c - rows and cells, printed as they come. */
#include "report/report.h"

#include "base/text.h"

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
