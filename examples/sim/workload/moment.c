/* moment.c - a span from the first submission on, or a date less the time at which the
 * header says that the log began. */
#include "workload/moment.h"

#include "kit/fail.h"
#include "workload/date.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_dated(const struct workload *of)
{
    return of->start > 0 && of->start <= JOB_TIME_MAX;
}

/* The first word that the header says of the log's zone: a comment may follow. */
static struct word header_word(const struct workload *of, const char *name)
{
    const char *at = strstr(of->header, name);
    struct word rest = word_of(at ? at + strlen(name) : "");
    rest = word_trim(word_part(&rest, '\n'));
    return word_part(&rest, ' ');
}

/* How many seconds it is ahead of UTC by the number in the header; 0: it has none, or one
 * that no clock is ahead by. */
static int ahead_of(const struct workload *of)
{
    const long n = strtol(header_word(of, "TimeZone:").at, NULL, 10);
    return n < -86400 || n > 86400 || n % 900 != 0 ? 0 : (int)n;
}

/* Its name in the header, "" if there is a number instead, or nothing. */
static struct word zone_of(const struct workload *of)
{
    const struct word zone = header_word(of, "TimeZoneString:");
    const struct word number = header_word(of, "TimeZone:");
    const int plain = ahead_of(of) || number.length == 0 || *number.at == '0';
    return zone.length > 0 || plain ? zone : number;
}

/* Does it say that the log is of another zone than UTC? */
static int is_zoned(const struct workload *of)
{
    const struct word zone = zone_of(of);
    return zone.length ? !word_is(zone, "UTC") : ahead_of(of) != 0;
}

/* A date without a zone is the clock's where the log is from. */
static int read_as_the_log(const struct workload *of, int64_t *seconds)
{
    static int said;
    const struct word zone = zone_of(of);
    char name[128];
    snprintf(name, sizeof name, "%.*s", WORD(zone));
    if (zone.length && !date_in_zone(name, seconds)) return 0;
    if (!zone.length) *seconds -= ahead_of(of);
    if (!said++)
        fail_warn("%s: dates without a UTC offset are read in its time zone, %s%.*s",
                  of->source, zone.length ? "" : "seconds ahead of UTC: ",
                  WORD(zone.length ? zone : header_word(of, "TimeZone:")));
    return 1;
}

int moment_read(struct word w, const struct workload *of, int64_t *time)
{
    int64_t seconds;
    int zoned;
    if (quantity_time(w, JOB_TIME_MAX, &seconds)) {
        /* a span as long is seconds since 1970 */
        *time = is_dated(of) && seconds >= of->start ? seconds - of->start
                                                     : of->first + seconds;
        return 1;
    }
    if (!is_dated(of) || !date_point(w, &seconds, &zoned) ||
        (!zoned && is_zoned(of) && !read_as_the_log(of, &seconds)))
        return 0;
    *time = seconds - of->start;
    return 1;
}

const char *moment_expected(const struct workload *of)
{
    if (!is_dated(of))
        return "a time after the first submission, such as 3d9h (a date needs a"
               " UnixStartTime header)";
    if (is_zoned(of))
        return "a time after the first submission, such as 3d9h, or a date in the"
               " log's time zone, or with a UTC offset (2026-11-24T09:00Z,"
               " 2026-11-24T09:00+01:00)";
    return "a time after the first submission, such as 3d9h, or a date such as"
           " 2026-11-24T09:00";
}

const char *moment_text(int64_t time, const struct workload *of, char to[MOMENT_TEXT])
{
    return quantity_time_text(time - of->first, to);
}

const char *moment_clock(int64_t time, const struct workload *of, char to[MOMENT_TEXT],
                         char zone[MOMENT_TEXT])
{
    const struct word name = zone_of(of);
    const int64_t ahead = name.length ? 0 : ahead_of(of);
    char iso[DATE_TEXT];
    if (!is_dated(of)) {
        strcpy(zone, "after the first submission");
        return moment_text(time, of, to);
    }
    const int64_t at = of->start + time + 59;
    snprintf(zone, MOMENT_TEXT, "%.*s", WORD(name));
    const int named = name.length && date_zone(zone);
    if (!named) strcpy(zone, "UTC");
    if (!name.length && ahead)
        snprintf(zone + 3, MOMENT_TEXT - 3, "%c%02d:%02d", ahead < 0 ? '-' : '+',
                 abs((int)ahead) / 3600, abs((int)ahead) / 60 % 60);
    char *clock = strchr(date_iso(named ? at : at + ahead, !named, iso), 'T');
    *clock = ' ';
    snprintf(to, MOMENT_TEXT, "%.*s%s", (int)(clock - iso) + 6, iso, clock + 9);
    return to;
}
