/* date.c - days are counted from 1 March of year 0, in cycles ("eras") of 400 years, so
 * that a leap day is the last day of its year. */
#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ERA_DAYS = 146097, DAYS_TO_1970 = 719468 };

struct date date_of(int64_t seconds)
{
    const int64_t rest = (seconds % 86400 + 86400) % 86400;
    const int64_t days = (seconds - rest) / 86400;
    const int64_t z = days + DAYS_TO_1970;
    const int64_t era = (z >= 0 ? z : z - ERA_DAYS + 1) / ERA_DAYS;
    const int64_t of_era = z - era * ERA_DAYS;
    const int64_t year =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    const int64_t month = (5 * of_year + 2) / 153; /* from March */
    struct date d;
    d.day = (int)(of_year - (153 * month + 2) / 5 + 1);
    d.month = (int)(month < 10 ? month + 3 : month - 9);
    d.year = year + era * 400 + (d.month <= 2);
    d.weekday = (int)(((days + 4) % 7 + 7) % 7);
    d.hour = (int)(rest / 3600);
    d.minute = (int)(rest / 60 % 60);
    d.second = (int)(rest % 60);
    return d;
}

int64_t date_seconds(const struct date *d)
{
    const int64_t year = d->year - (d->month <= 2), month = (d->month + 9) % 12;
    const int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    const int64_t of_year = (153 * month + 2) / 5 + d->day - 1;
    const int64_t days = era * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 +
                         of_year - DAYS_TO_1970;
    return days * 86400 + d->hour * 3600 + d->minute * 60 + d->second;
}

static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

const char date_weekdays[] = "SunMonTueWedThuFriSat";

void date_text(int64_t seconds, char to[DATE_TEXT])
{
    const struct date d = date_of(seconds);
    snprintf(to, DATE_TEXT, "%.3s %.3s %2d %02d:%02d:%02d UTC %" PRId64,
             date_weekdays + 3 * d.weekday, months + 3 * (d.month - 1), d.day, d.hour,
             d.minute, d.second, d.year);
}

int date_read(swf_span text, int64_t *seconds)
{
    char line[DATE_TEXT], month[4];
    const char *rest = line, *at;
    struct date d = {0};
    int n = 0;
    snprintf(line, sizeof line, "%.*s", (int)(text.size < 40 ? text.size : 40),
             text.data);
    if (sscanf(line, " %*s %3s %2d %2d:%2d:%2d%n", month, &d.day, &d.hour, &d.minute,
               &d.second, &n) != 5)
        return 0;
    at = strlen(month) == 3 ? strstr(months, month) : NULL;
    rest += n;
    if (!at || (at - months) % 3 != 0 || (*rest != ' ' && *rest != '\t')) return 0;
    if (sscanf(rest, " %*s %4" SCNd64 "%n", &d.year, &n) != 1 &&
        sscanf(rest, " %4" SCNd64 "%n", &d.year, &n) != 1) /* without a zone */
        return 0;
    if ((rest[n] && rest[n] != ' ' && rest[n] != '\t') || d.day < 1 || d.day > 31 ||
        d.hour < 0 || d.hour > 23 || d.minute < 0 || d.minute > 59 || d.second < 0 ||
        d.second > 60 || d.year < 0)
        return 0; /* a second of 60 is a leap second */
    d.month = (int)(at - months) / 3 + 1;
    *seconds = date_seconds(&d);
    return 1;
}
