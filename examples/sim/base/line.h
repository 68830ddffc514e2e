/* line.h - lines of words and fields, as grids and networks are written: blanks between
 * them, a value in "" may hold blanks, and '#' begins a comment.
 *
 *     static const struct line_row rows[] = {
 *         {"cpus", LINE_WHOLE, offsetof(struct cluster, cpus), 1, 1000, .needed = 1},
 *         {"delay", LINE_AMOUNT, offsetof(struct cluster, delay), 0, MOST, times}, {0}};
 *
 *     struct line l = {.at = text, .end = text + size};
 *     line_field(&l, &e)             "cluster": 1; 0 where the line ends, -1: e says why
 *     line_rows(&l, rows, &c, &e)    "cpus=4 delay=2.5ms": 0, or -1
 */
#ifndef LINE_H
#define LINE_H

#include "base/error.h"
#include "base/quantity.h"
#include "base/word.h"

#include <stddef.h>
#include <stdint.h>

struct line {
    const char *at, *end;    /* the rest of the text; *end is 0              */
    unsigned long field;     /* its number in the line, from 1; 0 before the first */
    struct word name, value; /* of NAME=VALUE; value.at NULL: NAME alone         */
    struct word whole;       /* as it stands in the line                         */
    int quoted;              /* the value stands in ""                           */
};

/* Reads the next field. 1; 0 at the end of the line, where *at is '\n', '#' or the end of
 * the text; -1 with the fault of the field. */
int line_field(struct line *l, struct error *e);

/* Goes behind the end of the line. */
void line_end(struct line *l);

enum line_kind {              /* its place */
                 LINE_WHOLE,  /* int64_t */
                 LINE_NUMBER, /* double */
                 LINE_AMOUNT, /* struct line_amount */
                 LINE_TIME,   /* int64_t: seconds, as quantity_time reads them */
                 LINE_FLAG    /* int64_t: 1, the name stands alone */
};

struct line_amount {
    int64_t plain;    /* without a unit */
    double with_unit; /* or with one    */
    int has_unit;
};

struct line_row { /* a table of them ends with {0} */
    const char *name;
    enum line_kind kind;
    size_t at;           /* offsetof its place; one without a field keeps what it has */
    int64_t least, most; /* of a number without a unit; least > most: it has one */
    const struct quantity_unit *units; /* of LINE_AMOUNT */
    int needed;
};

/* Reads the rest of the line by at most 32 rows, each once, into the struct `to`. 0; -1
 * with the fault. */
int line_rows(struct line *l, const struct line_row *rows, void *to, struct error *e);

#endif
