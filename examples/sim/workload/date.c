/* date.c - days are counted from 1 March of year 0, in cycles ("eras") of 400 years, so
 * that a leap day is the last day of its year. */
#define _POSIX_C_SOURCE 200809L

#include "workload/date.h"

#include "base/quantity.h"
#include "base/system.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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
    const char *rest = line;
    struct date d = {0};
    int n = 0;
    snprintf(line, sizeof line, "%.*s", (int)(text.size < 40 ? text.size : 40),
             text.data);
    if (sscanf(line, " %*s %3s %2d %2d:%2d:%2d%n", month, &d.day, &d.hour, &d.minute,
               &d.second, &n) != 5)
        return 0;
    const char *at = strlen(month) == 3 ? strstr(months, month) : NULL;
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

/* ---- ISO 8601, and as Slurm and other batch systems write times ------------------- */

/* Takes a number of one to `digits` digits off *w. 1, or 0. */
static int take(struct word *w, size_t digits, int *n)
{
    size_t i = 0;
    for (*n = 0; i < w->length && i < digits && w->at[i] >= '0' && w->at[i] <= '9'; i++)
        *n = 10 * *n + (w->at[i] - '0');
    w->at += i;
    w->length -= i;
    return i > 0;
}

/* Takes one of these characters off *w. 1, or 0. */
static int take_any(struct word *w, const char *any)
{
    if (w->length == 0 || !*w->at || !strchr(any, *w->at)) return 0;
    w->at++;
    w->length--;
    return 1;
}

/* "2026-11-24", a day that there is. */
static int take_day(struct word *w, struct date *d)
{
    int year;
    if (!take(w, 4, &year) || !take_any(w, "-") || !take(w, 2, &d->month) ||
        !take_any(w, "-") || !take(w, 2, &d->day))
        return 0;
    d->year = year;
    d->hour = d->minute = d->second = 0;
    if (year < 1970 || d->month < 1 || d->month > 12) return 0;
    struct date same = date_of(date_seconds(d));
    return same.month == d->month && same.day == d->day;
}

/* "09:00", "09:00:30". */
static int take_clock(struct word *w, struct date *d)
{
    d->second = 0;
    if (!take(w, 2, &d->hour) || !take_any(w, ":") || !take(w, 2, &d->minute)) return 0;
    if (take_any(w, ":") && !take(w, 2, &d->second)) return 0;
    return d->hour < 24 && d->minute < 60 && d->second <= 60; /* a leap second */
}

/* "Z", "+01:00", "+0100", "-05". */
static int take_zone(struct word *w, int64_t *ahead)
{
    int hours, minutes = 0;
    *ahead = 0;
    if (take_any(w, "Z")) return 1;
    const int sign = take_any(w, "-") ? -60 : take_any(w, "+") ? 60 : 0;
    if (!sign || !take(w, 2, &hours)) return 0;
    if ((take_any(w, ":") || w->length > 0) && !take(w, 2, &minutes)) return 0;
    *ahead = sign * (60 * hours + minutes);
    return minutes < 60 && hours <= 24;
}

int date_point(struct word w, int64_t *seconds, int *zoned)
{
    struct date d;
    int64_t ahead = 0;
    *zoned = 0;
    if (!take_day(&w, &d)) return 0;
    if (w.length > 0 && (!take_any(&w, "T ") || !take_clock(&w, &d))) return 0;
    *zoned = w.length > 0;
    if (*zoned && !take_zone(&w, &ahead)) return 0;
    *seconds = date_seconds(&d) - ahead;
    return w.length == 0;
}

int date_zone(const char *zone)
{
    char path[300], magic[4];
    if (!zone) return 1;
    if (strcmp(zone, "UTC") != 0) {
        /* the C library takes a name that it does not know for UTC */
        snprintf(path, sizeof path, "/usr/share/zoneinfo/%.250s", zone);
        FILE *file = strstr(zone, "..") ? NULL : fopen(path, "rb");
        const int read = file && fread(magic, sizeof magic, 1, file) == 1;
        if (file) (void)fclose(file);
        if (!read || memcmp(magic, "TZif", sizeof magic) != 0) return 0;
    }
    if (setenv("TZ", zone, 1) != 0) return 0;
    tzset();
    return 1;
}

int64_t date_ahead(int64_t seconds)
{
    const time_t moment = (time_t)seconds;
    struct tm t;
    if (!localtime_r(&moment, &t)) return 0;
    const struct date d = {t.tm_year + INT64_C(1900),
                           t.tm_mon + 1,
                           t.tm_mday,
                           t.tm_wday,
                           t.tm_hour,
                           t.tm_min,
                           t.tm_sec};
    return date_seconds(&d) - seconds;
}

/* When the clock showed this: by what it was ahead a day before or a day after. */
static int64_t when_shown(int64_t shown, int64_t *later)
{
    const int64_t first = shown - date_ahead(shown - 86400);
    const int64_t second = shown - date_ahead(shown + 86400);
    *later = 0;
    if (first == second) return first;
    const int is_first = date_ahead(first) == shown - first;
    const int is_second = date_ahead(second) == shown - second;
    *later = is_first && is_second ? second - first : is_first || is_second ? 0 : -1;
    return is_first || !is_second ? first : second;
}

int date_in_zone(const char *zone, int64_t *seconds)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int64_t later = -1;
    pthread_mutex_lock(&lock);
    if (date_zone(zone)) *seconds = when_shown(*seconds, &later);
    pthread_mutex_unlock(&lock);
    return later >= 0;
}

/* The date in the zone of this process. 1; -1: its clock never shows it. */
static int local_seconds(const struct date *d, int64_t *seconds)
{
    int64_t later;
    *seconds = when_shown(date_seconds(d), &later);
    return later < 0 ? -1 : 1;
}

int date_stamp(struct word w, int utc, int64_t *seconds, int64_t *later)
{
    int zoned;
    *later = 0;
    if (!date_point(w, seconds, &zoned) || !memchr(w.at, ':', w.length)) return 0;
    if (!utc && !zoned) *seconds = when_shown(*seconds, later);
    return 1;
}

int date_printed(struct word w, int64_t *seconds)
{
    int64_t later;
    *seconds = DATE_NEVER;
    return w.length == 0 || word_is_any_case(w, "unknown") ||
           word_is_any_case(w, "none") || word_is_any_case(w, "n/a") ||
           word_is(w, "(null)") || date_stamp(w, 1, seconds, &later);
}

/* "", "+90", "+2hours", "+1d12h": what follows "now". */
static int take_offset(struct word w, int64_t *seconds)
{
    static const char *const units[] = {"seconds", "minutes", "hours", "days", "weeks"};
    int n;
    *seconds = 0;
    if (w.length == 0) return 1;
    if (!take_any(&w, "+")) return 0;
    struct word number = w;
    if (!take(&number, 9, &n)) return 0;
    for (int i = 0; i < 5 && number.length > 0; i++)
        if (strncmp(units[i], number.at, number.length) == 0)
            w.length = w.length - number.length + 1;
    return quantity_time(w, INT64_C(1) << 50, seconds);
}

int date_wanted(const char *text, int64_t now, int64_t *seconds)
{
    struct word w = word_of(text), clock = w;
    const time_t moment = (time_t)now;
    struct tm t;
    int64_t ahead;
    if (strncmp(text, "now", 3) == 0) {
        if (!take_offset(word_of(text + 3), seconds)) return 0;
        *seconds += now;
        return 1;
    }
    if (!localtime_r(&moment, &t)) return 0;
    struct date d = {.year = t.tm_year + 1900, .month = t.tm_mon + 1, .day = t.tm_mday};
    if (take_clock(&clock, &d) && clock.length == 0) { /* today, or else later */
        while (local_seconds(&d, seconds) < 0 || *seconds < now) d.day++;
        return 1;
    }
    d.hour = d.minute = d.second = 0;
    const size_t n = strncmp(text, "today", 5) == 0      ? 5
                     : strncmp(text, "tomorrow", 8) == 0 ? 8
                                                         : 0;
    w.at += n;
    w.length -= n;
    if (n == 8) d.day++;
    if (n == 0 && !take_day(&w, &d)) return 0;
    const int has_clock = w.length > 0;
    if (has_clock && (!take_any(&w, "-T") || !take_clock(&w, &d))) return 0;
    const int shown = local_seconds(&d, seconds);
    if (w.length == 0) return has_clock ? shown : 1;
    if (!take_zone(&w, &ahead)) return 0;
    *seconds = date_seconds(&d) - ahead;
    return w.length == 0;
}

int date_length(struct word w, int64_t *milliseconds)
{
    int part[4], days = 0, n = 0, i, digit;
    int64_t sum;
    if (!take(&w, 8, &part[n++])) return 0;
    if (take_any(&w, "-")) {
        days = 1;
        if (!take(&w, 9, &part[n++])) return 0;
    }
    while (n < 3 + days && take_any(&w, ":"))
        if (!take(&w, 9, &part[n++])) return 0;
    /* "5" and "5:30" begin with minutes, "2:00:00" and "1-2:00" with hours or days */
    int64_t unit = days ? 86400000 : n == 3 ? 3600000 : 60000;
    for (sum = 0, i = 0; i < n; i++) {
        sum += unit * part[i];
        unit = unit == 86400000 ? 3600000 : unit / 60;
    }
    if (n > 1 && take_any(&w, ".")) {
        if (w.length == 0) return 0;
        for (unit = 100; take(&w, 1, &digit); unit /= 10) sum += unit * digit;
    }
    *milliseconds = sum;
    return w.length == 0;
}

const char *date_iso(int64_t seconds, int utc, char to[DATE_TEXT])
{
    const time_t moment = (time_t)seconds;
    struct tm t;
    int64_t later = 0;
    if (seconds == DATE_NEVER) return strcpy(to, "Unknown");
    if (!utc) (void)when_shown(seconds + date_ahead(seconds), &later);
    if (!utc && localtime_r(&moment, &t) &&
        strftime(to, DATE_TEXT, later > 0 ? "%Y-%m-%dT%H:%M:%S%z" : "%Y-%m-%dT%H:%M:%S",
                 &t) > 0)
        return to;
    struct date d = date_of(seconds);
    snprintf(to, DATE_TEXT, "%04d-%02d-%02dT%02d:%02d:%02d", (int)d.year, d.month, d.day,
             d.hour, d.minute, d.second);
    return to;
}

const char *date_length_text(int64_t seconds, char to[DATE_TEXT])
{
    char days[24] = "";
    if (seconds >= 86400) snprintf(days, sizeof days, "%" PRId64 "-", seconds / 86400);
    snprintf(to, DATE_TEXT, "%s%02d:%02d:%02d", days, (int)(seconds / 3600 % 24),
             (int)(seconds / 60 % 60), (int)(seconds % 60));
    return to;
}
