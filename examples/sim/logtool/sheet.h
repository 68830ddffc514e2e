/* sheet.h - figures in chapters, written either as a table for people or as JSON.
 *
 *     struct sheet s = {.table = stdout};        or {.json = {.to = file}}
 *     sheet_open(&s, "load", "Load", '{');       a title, or "load": {
 *     sheet_count(&s, "servers", "processors", 128);
 *     sheet_close(&s, '}');
 */
#ifndef SHEET_H
#define SHEET_H

#include "logtool/json.h"

#include <stdint.h>
#include <stdio.h>

struct sheet {
    FILE *table; /* NULL = JSON */
    struct json json;
};

/* A chapter of single figures ('{') or of bars ('['): its key in JSON and its title in
 * the table. */
void sheet_open(struct sheet *s, const char *key, const char *title, char bracket);

void sheet_close(struct sheet *s, char bracket);

/* NULL is unknown. */
void sheet_text(struct sheet *s, const char *key, const char *label, const char *text);

void sheet_count(struct sheet *s, const char *key, const char *label, uint64_t n);

/* NAN is unknown. The table shows so many decimals, and the unit. */
void sheet_number(struct sheet *s, const char *key, const char *label, double x,
                  int digits, const char *unit);

/* A fraction, which the table shows in percent. */
void sheet_share(struct sheet *s, const char *key, const char *label, double x);

/* A row of the table alone. */
void sheet_row(struct sheet *s, const char *label, const char *value);

/* One bar: n of `all` jobs. JSON tells lo and hi (hi < 0: no end), the table the
 * label. */
void sheet_bar(struct sheet *s, const char *label, int64_t lo, int64_t hi, uint64_t n,
               uint64_t all);

#endif
