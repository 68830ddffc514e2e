/* moment.c - implements moment.h. */
#include "workload/moment.h"

#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "dhms";
static const int64_t units[] = {86400, 3600, 60, 1};

int moment_span(struct word w, int64_t *seconds)
{
    size_t last = 0, digits;
    int64_t n;
    *seconds = 0;
    do { /* units get smaller; behind the last number there may be none */
        struct word number = w;
        const char *unit = letters + 3;
        for (digits = 0; digits < w.length && w.at[digits] >= '0' && w.at[digits] <= '9';)
            digits++;
        number.length = digits;
        if (digits < w.length) unit = strchr(letters, w.at[digits]);
        if (!unit || !*unit || !word_is_whole(number, 0, JOB_TIME_MAX, &n) ||
            (digits == w.length && last > 0) || (size_t)(unit - letters) + 1 <= last)
            return 0;
        last = (size_t)(unit - letters) + 1;
        if (n > (JOB_TIME_MAX - *seconds) / units[last - 1]) return 0;
        *seconds += n * units[last - 1];
        digits += digits < w.length;
        w.at += digits;
        w.length -= digits;
    } while (w.length > 0);
    return 1;
}

/* 2026-11-24T09:00 or 2026-11-24T09:00:30; maybe with Z or +01:00, as *zoned tells. */
static int read_date(const char *text, int64_t *seconds, int *zoned)
{
    struct date d = {0}, same;
    int year, ahead = 0, minutes = 0, n = 0, more = 0;
    if (sscanf(text, "%4d-%2d-%2dT%2d:%2d%n:%2d%n", &year, &d.month, &d.day, &d.hour,
               &d.minute, &n, &d.second, &n) < 5 ||
        strspn(text, "0123456789-T:") < (size_t)n || d.month < 1 || d.month > 12 ||
        d.hour > 23 || d.minute < 0 || d.minute > 59 || d.second < 0 || d.second > 59)
        return 0;
    text += n;
    *zoned = *text != 0;
    if (*text == 'Z')
        more = 1;
    else if ((*text == '+' || *text == '-') && text[1] >= '0' && text[1] <= '9')
        (void)sscanf(text, "%3d:%2d%n", &ahead, &minutes, &more);
    if (text[more] || ahead < -24 || ahead > 24 || minutes < 0 || minutes > 59) return 0;
    d.year = year;
    *seconds = date_seconds(&d);
    same = date_of(*seconds);
    *seconds -= ahead * 3600 + (*text == '-' ? -minutes : minutes) * 60;
    return same.day == d.day && same.month == d.month;
}

int moment_read(struct word w, const struct workload *of, int64_t *time)
{
    static const char directive[] = "UnixStartTime:", zones[] = "TimeZoneString:";
    const char *line = strstr(of->header, directive), *zone = strstr(of->header, zones);
    char text[MOMENT_TEXT];
    int64_t seconds, began;
    int zoned;
    if (moment_span(w, &seconds)) {
        *time = of->first + seconds;
        return 1;
    }
    if (!line || w.length >= sizeof text) return 0;
    began = strtoll(line + strlen(directive), NULL, 10);
    memcpy(text, w.at, w.length);
    text[w.length] = 0;
    if (began <= 0 || began > JOB_TIME_MAX || !read_date(text, &seconds, &zoned) ||
        (!zoned && zone && strncmp(zone + strlen(zones), " UTC\n", 5) != 0))
        return 0;
    *time = seconds - began;
    return 1;
}

const char *moment_text(int64_t time, const struct workload *of, char to[MOMENT_TEXT])
{
    int64_t left = time - of->first;
    size_t i, n = 0;
    if (left < 0) to[n++] = '-', left = -left;
    strcpy(to + n, left ? "" : "0s");
    for (i = 0; i < 4; i++) {
        if (left >= units[i])
            n += (size_t)snprintf(to + n, MOMENT_TEXT - n, "%" PRId64 "%c",
                                  left / units[i], letters[i]);
        left %= units[i];
    }
    return to;
}
