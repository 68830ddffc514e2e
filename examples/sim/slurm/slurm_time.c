/* slurm_time.c - implements slurm_time.h. */
#define _POSIX_C_SOURCE 200809L

#include "slurm/slurm_time.h"

#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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
    struct date same;
    if (!take(w, 4, &year) || !take_any(w, "-") || !take(w, 2, &d->month) ||
        !take_any(w, "-") || !take(w, 2, &d->day))
        return 0;
    d->year = year;
    d->hour = d->minute = d->second = 0;
    if (year < 1970 || d->month < 1 || d->month > 12) return 0;
    same = date_of(date_seconds(d));
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

/* "+01:00", "+0100", "-05". */
static int take_zone(struct word *w, int64_t *ahead)
{
    const int sign = take_any(w, "-") ? -60 : take_any(w, "+") ? 60 : 0;
    int hours, minutes = 0;
    if (!sign || !take(w, 2, &hours)) return 0;
    if ((take_any(w, ":") || w->length > 0) && !take(w, 2, &minutes)) return 0;
    *ahead = sign * (60 * hours + minutes);
    return minutes < 60 && hours <= 24;
}

int64_t slurm_time_ahead(int64_t seconds)
{
    const time_t moment = (time_t)seconds;
    struct date d = {.year = 1970};
    struct tm t;
    if (!localtime_r(&moment, &t)) return 0;
    d.year += t.tm_year - 70;
    d.month = t.tm_mon + 1;
    d.day = t.tm_mday;
    d.hour = t.tm_hour;
    d.minute = t.tm_min;
    d.second = t.tm_sec;
    return date_seconds(&d) - seconds;
}

/* When the clock showed this: by what it was ahead a day before or a day after. */
static int64_t when_shown(int64_t shown, int64_t *later)
{
    const int64_t first = shown - slurm_time_ahead(shown - 86400);
    const int64_t second = shown - slurm_time_ahead(shown + 86400);
    int is_first, is_second;
    *later = 0;
    if (first == second) return first;
    is_first = slurm_time_ahead(first) == shown - first;
    is_second = slurm_time_ahead(second) == shown - second;
    *later = is_first && is_second ? second - first : is_first || is_second ? 0 : -1;
    return is_first ? first : second;
}

/* The date in the zone of this process. */
static int64_t local_seconds(const struct date *d)
{
    int64_t later;
    return when_shown(date_seconds(d), &later);
}

int slurm_time_stamp(struct word w, int utc, int64_t *seconds, int64_t *later)
{
    struct date d;
    int64_t ahead = 0;
    *later = 0;
    if (!take_day(&w, &d) || !take_any(&w, "T ") || !take_clock(&w, &d)) return 0;
    if (w.length > 0) {
        if (!take_any(&w, "Z") && !take_zone(&w, &ahead)) return 0;
        utc = 1;
    }
    *seconds = date_seconds(&d) - ahead;
    if (!utc) *seconds = when_shown(*seconds, later);
    return w.length == 0;
}

int slurm_time_printed(struct word w, int64_t *seconds)
{
    int64_t later;
    *seconds = SLURM_TIME_NEVER;
    return w.length == 0 || word_is_any_case(w, "unknown") ||
           word_is_any_case(w, "none") || word_is_any_case(w, "n/a") ||
           word_is(w, "(null)") || slurm_time_stamp(w, 1, seconds, &later);
}

/* "", "+90", "+2hours": what follows "now". */
static int take_offset(struct word w, int64_t *seconds)
{
    static const char units[] = "seconds minutes hours days weeks";
    static const int64_t size[] = {1, 60, 3600, 86400, 604800};
    int n = 0;
    size_t i = 0;
    *seconds = 0;
    if (w.length == 0) return 1;
    if (!take_any(&w, "+") || !take(&w, 9, &n)) return 0;
    if (w.length > 0) {
        const char *unit = units;
        for (; unit && strncmp(unit, w.at, w.length) != 0; i++) {
            unit = strchr(unit, ' ');
            if (unit) unit++;
        }
        if (!unit) return 0;
    }
    *seconds = n * size[i];
    return 1;
}

int slurm_time_read(const char *text, int64_t now, int64_t *seconds)
{
    struct word w = word_of(text), clock = w;
    const time_t moment = (time_t)now;
    struct date d = {.hour = 0};
    struct tm t;
    size_t n;
    if (strncmp(text, "now", 3) == 0) {
        if (!take_offset(word_of(text + 3), seconds)) return 0;
        *seconds += now;
        return 1;
    }
    if (!localtime_r(&moment, &t)) return 0;
    d.year = t.tm_year + 1900;
    d.month = t.tm_mon + 1;
    d.day = t.tm_mday;
    if (take_clock(&clock, &d) && clock.length == 0) { /* today, or else tomorrow */
        *seconds = local_seconds(&d);
        d.day++;
        if (*seconds < now) *seconds = local_seconds(&d);
        return 1;
    }
    d.hour = d.minute = d.second = 0;
    n = strncmp(text, "today", 5) == 0 ? 5 : strncmp(text, "tomorrow", 8) == 0 ? 8 : 0;
    w.at += n;
    w.length -= n;
    if (n == 8) d.day++;
    if (n == 0 && !take_day(&w, &d)) return 0;
    if (w.length > 0 && (!take_any(&w, "-T") || !take_clock(&w, &d))) return 0;
    *seconds = local_seconds(&d);
    return w.length == 0;
}

int slurm_time_duration(struct word w, int64_t *milliseconds)
{
    int part[4], days = 0, n = 0, i, digit;
    int64_t unit, sum;
    if (!take(&w, 8, &part[n++])) return 0;
    if (take_any(&w, "-")) {
        days = 1;
        if (!take(&w, 9, &part[n++])) return 0;
    }
    while (n < 3 + days && take_any(&w, ":"))
        if (!take(&w, 9, &part[n++])) return 0;
    /* "5" and "5:30" begin with minutes, "2:00:00" and "1-2:00" with hours or days */
    unit = days ? 86400000 : n == 3 ? 3600000 : 60000;
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

const char *slurm_time_text(int64_t seconds, int utc, char to[SLURM_TIME_TEXT])
{
    const time_t moment = (time_t)seconds;
    struct date d;
    struct tm t;
    if (seconds == SLURM_TIME_NEVER) return strcpy(to, "Unknown");
    if (!utc && localtime_r(&moment, &t) &&
        strftime(to, SLURM_TIME_TEXT, "%Y-%m-%dT%H:%M:%S", &t) > 0)
        return to;
    d = date_of(seconds);
    snprintf(to, SLURM_TIME_TEXT, "%04d-%02d-%02dT%02d:%02d:%02d", (int)d.year, d.month,
             d.day, d.hour, d.minute, d.second);
    return to;
}

const char *slurm_time_length(int64_t seconds, char to[SLURM_TIME_TEXT])
{
    char days[24] = "";
    if (seconds >= 86400) snprintf(days, sizeof days, "%" PRId64 "-", seconds / 86400);
    snprintf(to, SLURM_TIME_TEXT, "%s%02d:%02d:%02d", days, (int)(seconds / 3600 % 24),
             (int)(seconds / 60 % 60), (int)(seconds % 60));
    return to;
}
