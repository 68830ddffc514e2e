/* unit.c - one row a unit: factor, divisor and digits. */
#include "kit/unit.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    double factor, divisor;
    int digits;
} units[] = {{"", 1, 1, 0},         {"", 1, 1, 2},         {"%", 100, 1, 1},
             {"seconds", 1, 1, 3},  {"ms", 1000, 1, 3},    {"microseconds", 1e6, 1, 2},
             {"minutes", 1, 60, 1}, {"hours", 1, 3600, 2}, {"days", 1, 86400, 1},
             {"KiB", 1, 1024, 0}};

const char *unit_name(enum unit u) { return units[u].name; }

double unit_shown(double value, enum unit u)
{
    return value * units[u].factor / units[u].divisor;
}

const char *unit_text(double value, enum unit u, char to[UNIT_TEXT])
{
    if (!isfinite(value))
        snprintf(to, UNIT_TEXT, "-");
    else if (u == UNIT_COUNT && value >= 0 && value < 1e18 && value <= floor(value))
        text_count((uint64_t)value, to);
    else
        snprintf(to, UNIT_TEXT, "%.*f", u == UNIT_COUNT ? 1 : units[u].digits,
                 unit_shown(value, u));
    if (*to == '-' && to[1] && !to[strspn(to, "-0.")]) /* "-0.00" */
        memmove(to, to + 1, strlen(to));
    return to;
}

const char *unit_span(double seconds, char to[UNIT_TEXT])
{
    static const struct {
        double of;
        const char *name;
    } spans[] = {{604800, "wk"}, {86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    size_t i = 0;
    while (i < 4 && (seconds < spans[i].of || fmod(seconds, spans[i].of) > 0)) i++;
    snprintf(to, UNIT_TEXT, "%g %s", seconds / spans[i].of, spans[i].name);
    return to;
}
