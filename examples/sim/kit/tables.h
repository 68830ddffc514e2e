/* tables.h - the tables of an experiment, from its rows: the same on a terminal and on
 * the page. A table is a grid of texts, whose first row has the headings and whose first
 * column the labels.
 */
#ifndef TABLES_H
#define TABLES_H

#include "kit/experiment.h"

struct tables_one {
    const char *title;
    const char **cells; /* row by row, `columns` in each */
    size_t rows, columns, room;
    int open;                     /* by class, of the first report */
    size_t over_least, over_most; /* seeds or weeks of its intervals; 0: none */
};

/* All tables, in order, *count of them: they are made once. */
const struct tables_one *tables_all(const struct experiment *x, size_t *count);

void tables_print(FILE *to, const struct tables_one *t);

/* Name, label and unit of a measure, or of the share of the items in a class; the name
 * also of measure_hash. */
const char *tables_name(const struct experiment *x, uint32_t measure);
const char *tables_label(const struct experiment *x, uint32_t measure);
enum unit tables_unit(const struct experiment *x, uint32_t measure);

/* "95 % interval over 48 to 49 weeks" */
const char *tables_over(const struct experiment *x, size_t least, size_t most);

/* The name of a place of an axis. Kept. */
const char *tables_place(const struct experiment *x, uint32_t axis, uint32_t place);

/* As people read it: the last class is "65-100" on a machine of 100 servers. */
const char *tables_class(const struct experiment *x, uint32_t axis, uint32_t place);

/* The places of an axis that have rows at the base, into `to`; how many. */
size_t tables_places(const struct experiment *x, uint32_t measure, uint32_t axis,
                     uint32_t to[ROW_PLACES]);

#endif
