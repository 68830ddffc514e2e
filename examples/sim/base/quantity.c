/* quantity.c - a time is read from its largest unit to its smallest, so that no unit can
 * stand twice, and no sum can overflow unseen. */
#include "base/quantity.h"

#include <stdio.h>
#include <string.h>

static const struct {
    char letter;
    int64_t seconds;
} spans[] = {{'w', 604800}, {'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};

enum { SPANS = sizeof spans / sizeof spans[0] };

int quantity_time(struct word w, int64_t most, int64_t *seconds)
{
    size_t i;
    if (word_is_whole(w, 0, most, seconds)) return 1;
    *seconds = 0;
    for (i = 0; i < SPANS && w.length > 0; i++) {
        struct word rest = w;
        const struct word number = word_part(&rest, spans[i].letter);
        int64_t n;
        if (!rest.at) continue;
        if (!word_is_whole(number, 0, (most - *seconds) / spans[i].seconds, &n)) return 0;
        *seconds += n * spans[i].seconds;
        w = rest;
    }
    return i > 0 && w.length == 0;
}

const char *quantity_time_text(int64_t seconds, char to[QUANTITY_TEXT])
{
    uint64_t left = seconds < 0 ? 0 - (uint64_t)seconds : (uint64_t)seconds;
    size_t i, n = 0;
    if (seconds < 0) to[n++] = '-';
    strcpy(to + n, "0s");
    for (i = 1; i < SPANS; i++) { /* days, however many */
        const uint64_t span = (uint64_t)spans[i].seconds;
        if (left >= span)
            n += (size_t)snprintf(to + n, QUANTITY_TEXT - n, "%.0f%c",
                                  (double)(left / span), spans[i].letter);
        left %= span;
    }
    return to;
}

const struct quantity_unit quantity_rates[] = {
    {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {NULL, 0}};

double quantity_rate(struct word w, double byte)
{
    static const struct {
        const char *name;
        int alone, any_case, bytes; /* alone: without a prefix, too */
    } units[] = {{"b/s", 1, 0, 0},    {"bps", 1, 0, 0},     {"bit/s", 1, 1, 0},
                 {"bits/s", 1, 1, 0}, {"B/s", 1, 0, 1},     {"Bps", 1, 0, 1},
                 {"byte/s", 1, 1, 1}, {"bytes/s", 1, 1, 1}, {"", 0, 0, 0},
                 {"b", 0, 0, 0},      {"bit", 0, 1, 0},     {"bits", 0, 1, 0},
                 {"e", 0, 1, 0},      {"be", 0, 1, 0}};
    static const char prefixes[] = "kKmMgGtT";
    const char *prefix = w.length > 0 && *w.at ? strchr(prefixes, *w.at) : NULL;
    const size_t k = prefix ? (size_t)(prefix - prefixes) : 0;
    if (prefix) w.at++, w.length--;
    if (prefix && w.length == 0 && k > 1 && k % 2 == 0) return 0;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if ((prefix || units[i].alone) &&
            (units[i].any_case ? word_is_any_case(w, units[i].name)
                               : word_is(w, units[i].name)))
            return (units[i].bytes ? byte : 1) *
                   (prefix ? quantity_rates[k / 2].times : 1);
    return 0;
}

int quantity_amount(struct word w, const struct quantity_unit *units, double *value)
{
    const size_t digits = word_number(w, value);
    const struct quantity_unit *unit = units;
    if (digits == 0) return 0;
    w.at += digits;
    w.length -= digits;
    while (unit->name && !word_is(w, unit->name)) unit++;
    const double times = units == quantity_rates ? quantity_rate(w, 8) : unit->times;
    *value *= times;
    return times > 0;
}

size_t quantity_bytes(struct word w, double *bytes)
{
    static const char prefixes[] = "bkmgtp";
    const char *prefix = w.length > 0 ? strchr(prefixes, word_lower(*w.at)) : NULL;
    size_t n = 1, i;
    if (!prefix || !*prefix) return 0;
    for (*bytes = 1, i = 0; i < (size_t)(prefix - prefixes); i++) *bytes *= 1024;
    if (prefix == prefixes) return 1;
    if (n + 1 < w.length && word_lower(w.at[n]) == 'i' && word_lower(w.at[n + 1]) == 'b')
        n++;
    return n + (n < w.length && word_lower(w.at[n]) == 'b');
}

const char *quantity_units(const struct quantity_unit *units, char to[QUANTITY_TEXT])
{
    size_t i, n = 0;
    for (i = 0; units[i].name && n < QUANTITY_TEXT; i++)
        n += (size_t)snprintf(to + n, QUANTITY_TEXT - n, "%s%s",
                              i == 0              ? ""
                              : units[i + 1].name ? ", "
                                                  : " or ",
                              units[i].name);
    return to;
}
