/* unit.c - one table of units: amounts of memory and disk count in MB, clocks in MHz. */
#include "workload/unit.h"

#include <math.h>

double unit_factor(enum unit_kind kind, struct word unit)
{
    static const struct {
        const char *name;
        enum unit_kind kind;
        double factor;
    } units[] = {{"KB", UNIT_MB, 1 / 1024.0},  {"MB", UNIT_MB, 1},
                 {"GB", UNIT_MB, 1024},        {"TB", UNIT_MB, 1048576},
                 {"MHZ", UNIT_MHZ, 1},         {"GHZ", UNIT_MHZ, 1000},
                 {"cpu", UNIT_COUNT, 1},       {"cpus", UNIT_COUNT, 1},
                 {"node", UNIT_COUNT, 1},      {"nodes", UNIT_COUNT, 1},
                 {"processor", UNIT_COUNT, 1}, {"processors", UNIT_COUNT, 1}};
    size_t i;
    if (unit.length == 0) return 1;
    for (i = 0; i < sizeof units / sizeof units[0]; i++)
        if ((kind == units[i].kind || kind == UNIT_ANY) &&
            word_is_any_case(unit, units[i].name))
            return units[i].factor;
    return 0;
}

const char *unit_expected(enum unit_kind kind)
{
    switch (kind) {
    case UNIT_MB: return "a number of MB, or with KB, MB, GB or TB,";
    case UNIT_MHZ: return "a number of MHz, or with MHz or GHz,";
    case UNIT_TEXT: return "a text";
    case UNIT_COUNT:
    case UNIT_ONE:
    case UNIT_ANY: break;
    }
    return "a number";
}

double unit_times(double number, double factor)
{
    const double x = number * factor;
    return fabs(x) < 1e9 ? round(x * 1e6) / 1e6 : x;
}

size_t unit_digits(struct word w, double *number)
{
    struct word part = w;
    size_t n = w.length > 0 && w.at[0] == '-', digits = 0;
    for (; n < w.length && w.at[n] >= '0' && w.at[n] <= '9'; n++) digits++;
    if (n < w.length && w.at[n] == '.')
        for (n++; n < w.length && w.at[n] >= '0' && w.at[n] <= '9'; n++) digits++;
    part.length = n;
    return digits && word_is_number(part, number) ? n : 0;
}

int unit_number(enum unit_kind kind, struct word w, double *number)
{
    const size_t digits = unit_digits(w, number);
    struct word unit = w;
    double factor;
    if (digits == 0) return 0;
    unit.at += digits;
    unit.length -= digits;
    factor = unit_factor(kind, word_trim(unit));
    *number = unit_times(*number, factor);
    return factor > 0;
}
