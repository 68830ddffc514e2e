/* moment.c - implements moment.h. */
#include "workload/moment.h"

#include "base/job.h"
#include "kit/base.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char letters[] = "smhdw";
static const int64_t units[] = {1, 60, 3600, 86400, 604800};

int moment_span(struct word w, int64_t *to)
{
    size_t i = 0, from;
    *to = 0;
    while (i < w.length) {
        const char *unit = letters;
        int64_t n = 0;
        for (from = i; i < w.length && w.at[i] >= '0' && w.at[i] <= '9'; i++)
            if ((n = 10 * n + (w.at[i] - '0')) > JOB_TIME_MAX) return 0;
        if (i < w.length) unit = strchr(letters, w.at[i]);
        if (i == from || !unit || (i == w.length && from > 0)) return 0;
        i += i < w.length;
        if (n > JOB_TIME_MAX / units[unit - letters]) return 0;
        *to += n * units[unit - letters];
        if (*to > JOB_TIME_MAX) return 0;
    }
    return w.length > 0;
}

/* "2026-11-03T09:00", maybe with seconds, and with Z or +01:00, which *zoned tells. */
static int read_date(struct word w, int64_t *to, int *zoned)
{
    struct date d = {0}, same;
    char text[32] = "", *rest = text + 16;
    int year, hours = 0, minutes = 0, n = 0;
    if (w.length < 16 || w.length >= sizeof text) return 0;
    memcpy(text, w.at, w.length);
    (void)sscanf(text, "%4d-%2d-%2dT%2d:%2d%n", &year, &d.month, &d.day, &d.hour,
                 &d.minute, &n);
    if (n != 16 || d.month < 1 || d.month > 12) return 0;
    if (*rest == ':' && sscanf(rest, ":%2d%n", &d.second, &n) == 1) rest += n;
    *zoned = *rest != 0;
    if (*rest == 'Z') {
        rest++;
    } else if (*rest == '+' || *rest == '-') {
        if (sscanf(rest + 1, "%2d:%2d%n", &hours, &minutes, &n) != 2 || n != 5) return 0;
        if (*rest == '-') hours = -hours, minutes = -minutes;
        rest += 6;
    }
    d.year = year;
    same = date_of(date_seconds(&d));
    *to = date_seconds(&d) - hours * 3600 - minutes * 60;
    return !*rest && same.day == d.day && same.hour == d.hour &&
           same.minute == d.minute && same.second == d.second;
}

const char *moment_read(struct word w, const struct moment_log *of, int64_t *time)
{
    int zoned;
    const int span = moment_span(w, time);
    if (span) *time += of->first;
    if (span) return NULL;
    if (!read_date(w, time, &zoned))
        return "a time after the first submission (3d9h) or a date (2026-11-03T09:00)";
    if (of->begins < 0)
        return "a time after the first submission (3d9h), as the log does not say when it"
               " begins (UnixStartTime),";
    if (!zoned && of->zone[0] && strcmp(of->zone, "UTC") != 0)
        return base_text("a date with its distance from UTC (2026-11-03T09:00+01:00), as"
                         " the log is of %.60s,",
                         of->zone);
    *time -= of->begins;
    return NULL;
}

const char *moment_text(int64_t time, const struct moment_log *of, char to[MOMENT_TEXT])
{
    int64_t left = time - of->first;
    size_t i, n = 0;
    if (left < 0) to[n++] = '-', left = -left;
    strcpy(to + n, left ? "" : "0s");
    for (i = 4; i-- > 0; left %= units[i])
        if (left >= units[i])
            n += (size_t)snprintf(to + n, MOMENT_TEXT - n, "%" PRId64 "%c",
                                  left / units[i], letters[i]);
    return to;
}
