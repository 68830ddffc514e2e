/* table.c - all cells are kept as text, as people read them: equal in every form. */
#include "program/table.h"

#include "base/array.h"
#include "base/outfile.h"
#include "base/outfolder.h"
#include "base/text.h"
#include "program/csv.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- gathering --------------------------------------------------------------------- */

/* Puts the text in place of what was there. */
ERROR_PRINTF(3, 0)
static void set(struct table *t, char **text, const char *format, va_list args)
{
    char *made = text_format(format, args);
    if (!made) t->failed = 1;
    free(*text);
    *text = made;
}

void table_title(struct table *t, enum measure_unit unit, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(t, &t->title, format, args);
    va_end(args);
    t->unit = measure_unit_name(unit);
}

ERROR_PRINTF(3, 4)
static void table_format(struct table *t, char **text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(t, text, format, args);
    va_end(args);
}

void table_stub(struct table *t, const char *text)
{
    table_format(t, &t->stub, "%s", text);
}

void table_column(struct table *t, const char *format, ...)
{
    va_list args;
    if (t->failed || ARRAY_ROOM(t->heads, t->columns, t->head_room, 1) != 0) {
        t->failed = 1;
        return;
    }
    t->heads[t->columns] = NULL;
    va_start(args, format);
    set(t, &t->heads[t->columns++], format, args);
    va_end(args);
}

void table_row(struct table *t, enum measure_unit unit, const char *format, ...)
{
    static const struct table_row nothing = {NULL, NULL, ""};
    va_list args;
    while (!t->failed && t->cell_count < t->count * t->columns) table_cell(t, "%s", "");
    if (t->failed || ARRAY_ROOM(t->rows, t->count, t->row_room, 1) != 0) {
        t->failed = 1;
        return;
    }
    t->rows[t->count] = nothing;
    t->rows[t->count].unit = measure_unit_name(unit);
    va_start(args, format);
    set(t, &t->rows[t->count++].label, format, args);
    va_end(args);
}

void table_note(struct table *t, const char *format, ...)
{
    va_list args;
    if (t->failed || t->count == 0) return;
    va_start(args, format);
    set(t, &t->rows[t->count - 1].note, format, args);
    va_end(args);
}

void table_cell(struct table *t, const char *format, ...)
{
    va_list args;
    assert(t->failed ||
           t->cell_count < t->count * t->columns); /* a cell without a head */
    if (t->failed || ARRAY_ROOM(t->cells, t->cell_count, t->cell_room, 1) != 0) {
        t->failed = 1;
        return;
    }
    t->cells[t->cell_count] = NULL;
    va_start(args, format);
    set(t, &t->cells[t->cell_count++], format, args);
    va_end(args);
}

void table_value(struct table *t, double value, enum measure_unit unit)
{
    char text[TEXT_NUMBER];
    table_cell(t, "%s", measure_text(value, unit, text));
}

/* "4.49 (4.10..5.00)" */
static void range(struct table *t, double value, double from, double to,
                  enum measure_unit unit)
{
    char text[3][TEXT_NUMBER];
    table_cell(t, "%s (%s..%s)", measure_text(value, unit, text[0]),
               measure_text(from, unit, text[1]), measure_text(to, unit, text[2]));
}

void table_spread(struct table *t, const struct statistics_spread *s,
                  enum measure_unit unit)
{
    char mean[TEXT_NUMBER], half[TEXT_NUMBER];
    const int count = unit == MEASURE_COUNT, sure = s->count >= STATISTICS_SURE;
    const enum measure_unit as = count && sure ? MEASURE_TENTHS : unit;
    if (!(s->most > s->least))
        table_value(t, s->mean, unit);
    else if (sure)
        table_cell(t, "%s \xc2\xb1 %s", measure_text(s->mean, as, mean),
                   measure_text(s->half, as, half));
    else
        range(t, count ? floor(s->mean + 0.5) : s->mean, s->least, s->most, unit);
}

void table_difference(struct table *t, const struct statistics_spread *s,
                      enum measure_unit unit)
{
    if (isfinite(s->low))
        range(t, s->mean, s->low, s->high, unit);
    else
        table_value(t, s->mean, unit);
}

int table_check(const struct table *t, struct error *e)
{
    return t->failed ? error_fail(e, "out of memory") : 0;
}

void table_free(struct table *t)
{
    static const struct table nothing = {0};
    size_t i;
    for (i = 0; i < t->columns; i++) free(t->heads[i]);
    for (i = 0; i < t->cell_count; i++) free(t->cells[i]);
    for (i = 0; i < t->count; i++) {
        free(t->rows[i].label);
        free(t->rows[i].note);
    }
    free(t->heads);
    free(t->cells);
    free(t->rows);
    free(t->title);
    free(t->stub);
    *t = nothing;
}

/* ---- writing ----------------------------------------------------------------------- */

const char *table_at(const struct table *t, size_t row, size_t column)
{
    const size_t at = row * t->columns + column;
    return at < t->cell_count && t->cells[at] ? t->cells[at] : "";
}

/* The characters of a label with its unit and note, written to `to` unless that is NULL.
 */
static int table_label(FILE *to, const char *label, const char *unit, const char *note)
{
    const char *const parts[] = {label, *unit ? " (" : "", unit, *unit ? ")" : "",
                                 note ? note : ""};
    int width = 0;
    size_t i, k;
    for (i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        for (k = 0; parts[i][k]; k++) width += (parts[i][k] & 0xC0) != 0x80;
        if (to) error_print_sanitized(to, parts[i]);
    }
    return width;
}

static int label_width(const struct table *t)
{
    int width = table_label(NULL, t->title ? t->title : "", t->unit ? t->unit : "", NULL);
    size_t i;
    if (width < TABLE_LABEL) width = TABLE_LABEL;
    for (i = 0; i < t->count; i++) {
        const struct table_row *r = &t->rows[i];
        const int need = table_label(NULL, r->label, r->unit, r->note);
        if (need > width) width = need;
    }
    return width;
}

static int cell_width(const struct table *t)
{
    int width = TABLE_CELL;
    size_t i;
    for (i = 0; i < t->columns + t->cell_count; i++) {
        const char *text = i < t->columns ? t->heads[i] : t->cells[i - t->columns];
        const int need = table_label(NULL, text, "", NULL);
        if (need > width) width = need;
    }
    return width;
}

static void print_cell(FILE *to, const char *text, int width)
{
    fprintf(to, " %*s", width - table_label(NULL, text, "", NULL), "");
    error_print_sanitized(to, text);
}

void table_print(FILE *to, const struct table *t, size_t first, size_t count)
{
    const size_t left = first < t->columns ? t->columns - first : 0;
    const size_t end = first + (count < left ? count : left);
    int label, cell;
    size_t i, k;
    if (t->failed) return;
    label = label_width(t);
    cell = cell_width(t);
    fprintf(to, "%*s",
            label -
                table_label(to, t->title ? t->title : "", t->unit ? t->unit : "", NULL),
            "");
    for (k = first; k < end; k++) print_cell(to, t->heads[k], cell);
    fputc('\n', to);
    for (i = 0; i < t->count; i++) {
        const struct table_row *r = &t->rows[i];
        fprintf(to, "%*s", label - table_label(to, r->label, r->unit, r->note), "");
        for (k = first; k < end; k++) print_cell(to, table_at(t, i, k), cell);
        fputc('\n', to);
    }
}

void table_show(FILE *to, struct table *t, size_t columns)
{
    struct error e;
    size_t first;
    if (table_check(t, &e) != 0) fprintf(to, "\n%s\n", e.text);
    for (first = 0; first < t->columns; first += columns) {
        fputc('\n', to);
        table_print(to, t, first, columns);
    }
    table_free(t);
}

/* A cell; of a number with commas between its thousands only the digits. */
static void csv_cell(FILE *to, const char *cell)
{
    if (!*cell || cell[strspn(cell, "0123456789,.-")]) {
        csv_text(to, cell);
        return;
    }
    for (; *cell; cell++)
        if (*cell != ',') fputc(*cell, to);
}

void table_csv(FILE *to, const void *table)
{
    const struct table *t = (const struct table *)table;
    size_t i, k;
    if (t->failed) return;
    csv_column(to, t->stub ? t->stub : "", NULL);
    for (k = 0; k < t->columns; k++) {
        fputc(',', to);
        csv_column(to, t->heads[k], NULL);
    }
    fputc('\n', to);
    for (i = 0; i < t->count; i++) {
        csv_text(to, t->rows[i].label);
        for (k = 0; k < t->columns; k++) {
            fputc(',', to);
            csv_cell(to, table_at(t, i, k));
        }
        fputc('\n', to);
    }
}
