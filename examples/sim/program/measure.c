/* measure.c - the units are one table: name, factor and divisor from the base unit,
 * digits. One of factor and divisor is 1, so that a value is rounded once. */
#include "program/measure.h"

#include <math.h>

static const struct {
    const char *name, *base;
    double factor, divisor;
    int digits;
} measure_units[] = {{"", "", 1, 1, 0},
                     {"", "", 1, 1, 2},
                     {"", "", 1, 1, 2},
                     {"", "", 1, 1, 1},
                     {"%", "fraction", 100, 1, 1},
                     {"hours", "seconds", 1, 3600, 2},
                     {"days", "seconds", 1, 86400, 1},
                     {"seconds", "seconds", 1, 1, 3},
                     {"minutes", "seconds", 1, 60, 1},
                     {"ms", "seconds", 1000, 1, 3},
                     {"KiB", "bytes", 1, 1024, 0}};

const char *measure_unit_name(enum measure_unit unit) { return measure_units[unit].name; }

const char *measure_base_unit(enum measure_unit unit) { return measure_units[unit].base; }

const char *measure_text(double value, enum measure_unit unit, char to[TEXT_NUMBER])
{
    if (!isfinite(value)) {
        snprintf(to, TEXT_NUMBER, "-");
        return to;
    }
    if (unit == MEASURE_COUNT && value >= 0 && value < 1e18)
        return text_count((uint64_t)value, to);
    if (unit == MEASURE_SHORT && value >= 1000)
        return text_count((uint64_t)(value + 0.5), to);
    snprintf(to, TEXT_NUMBER, "%.*f",
             unit == MEASURE_SHORT && value <= floor(value) ? 0
                                                            : measure_units[unit].digits,
             value * measure_units[unit].factor / measure_units[unit].divisor);
    return to;
}

void measure_json(struct json *j, const struct measure *list, size_t count,
                  const double *values)
{
    size_t i;
    for (i = 0; i < count; i++) json_number(j, list[i].name, values[i]);
}

void measure_csv(FILE *to, const char *first, const struct measure *list, size_t count,
                 const double *values)
{
    char text[TEXT_NUMBER];
    size_t i;
    for (i = 0; i < count; i++)
        fprintf(to, "%s,%s,%s,%s\n", first, list[i].name, text_number(values[i], text),
                measure_base_unit(list[i].unit));
}
