/* sheet.h - figures in chapters, written either as a table for people or as JSON.
 *
 *     struct sheet s = {.to = stdout};           or {.to = file, .json = 1}
 *     sheet_open(&s, "load", "Load", '{');       a title, or "load": {
 *     sheet_count(&s, "servers", "processors", 128);
 *     sheet_close(&s, '}');
 *
 * A figure without a key is only in the table, one without a label only in JSON. There
 * each is on a separate line, so that line tools can read it.
 */
#ifndef SHEET_H
#define SHEET_H

#include <stdint.h>
#include <stdio.h>

struct sheet { /* zero-initialise, then the first two */
    FILE *to;
    int json;
    int depth, items; /* of JSON: brackets that are open, and members so far */
};

/* A chapter of figures ('{') or of bars ('['): its key in JSON and its title in the
 * table. The whole of a JSON file is a chapter with neither. */
void sheet_open(struct sheet *s, const char *key, const char *title, char bracket);

void sheet_close(struct sheet *s, char bracket);

void sheet_text(struct sheet *s, const char *key, const char *label, const char *text);

void sheet_count(struct sheet *s, const char *key, const char *label, uint64_t n);

/* NAN is unknown. The table shows so many decimals, and the unit. */
void sheet_number(struct sheet *s, const char *key, const char *label, double x,
                  int digits, const char *unit);

/* A fraction, which the table shows in percent. */
void sheet_share(struct sheet *s, const char *key, const char *label, double x);

/* One bar: n of `all` jobs. JSON has lo and hi (hi < 0: no end), the table the label. */
void sheet_bar(struct sheet *s, const char *label, int64_t lo, int64_t hi, uint64_t n,
               uint64_t all);

/* Begins an item of an array in JSON, which the caller writes. */
void sheet_item(struct sheet *s);

#endif
