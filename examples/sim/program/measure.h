/* measure.h - a number that a simulator reports: its name for programs, its label for
 * people, its unit.
 *
 * Values are kept in one base unit (seconds, bytes, fractions); people read them in the
 * measure's own unit with as many digits as are of use there. A list of measures is a
 * constant array, from which tables, JSON and CSV are written:
 *
 *     static const struct measure all[] = {
 *         {"wait_mean", "waiting time, mean", MEASURE_HOURS}, ...};
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "base/text.h"
#include "program/json.h"

#include <stddef.h>
#include <stdio.h>

enum measure_unit {
    MEASURE_COUNT,
    MEASURE_NUMBER,
    MEASURE_SHORT,   /* no digits after the point if it is whole or at least 1000 */
    MEASURE_TENTHS,  /* one: of a count, the mean                                */
    MEASURE_PERCENT, /* kept as a fraction */
    MEASURE_HOURS,   /* this and the next ones are kept in seconds */
    MEASURE_DAYS,
    MEASURE_SECONDS,
    MEASURE_MINUTES,
    MEASURE_MS,
    MEASURE_KIB /* kept in bytes */
};

struct measure {
    const char *name;  /* "wait_p95", in JSON and CSV                                   */
    const char *label; /* "  95 % of the jobs at most": leading blanks indent it        */
    enum measure_unit unit;
};

/* The row of a figure in a list FIGURES(X) that has X(name, unit, label) for each. */
#define MEASURE_ROW(name, unit, label) {#name, label, unit},

/* "hours"; "" for counts and numbers. */
const char *measure_unit_name(enum measure_unit unit);

/* The value as people read it; "-" if it is not finite. Returns `to`. */
const char *measure_text(double value, enum measure_unit unit, char to[TEXT_NUMBER]);

/* One JSON field for each of `count` measures. */
void measure_json(struct json *j, const struct measure *list, size_t count,
                  const double *values);

/* The unit in which values are kept, as in JSON and CSV: "seconds"; "" for counts and
 * numbers. */
const char *measure_base_unit(enum measure_unit unit);

/* One CSV line `first,name,value,unit` for each; `first` is what the line begins with. */
void measure_csv(FILE *to, const char *first, const struct measure *list, size_t count,
                 const double *values);

#endif
