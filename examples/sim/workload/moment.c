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

/* What the header says of the log's zone. */
static struct word header_word(const struct workload *of, const char *name)
{
    const char *at = strstr(of->header, name);
    struct word rest = word_of(at ? at + strlen(name) : "");
    return word_trim(word_part(&rest, '\n'));
}

/* Does it say that the log is of another zone than UTC? */
static int is_zoned(const struct workload *of)
{
    const struct word zone = header_word(of, "TimeZoneString:");
    if (zone.length) return !word_is(zone, "UTC");
    return strtol(header_word(of, "TimeZone:").at, NULL, 10) != 0;
}

/* A date without a zone is the clock's where the log is from. */
static int read_as_the_log(const struct workload *of, int64_t *seconds)
{
    static int said;
    const struct word zone = header_word(of, "TimeZoneString:");
    const struct word ahead = header_word(of, "TimeZone:");
    char name[128];
    snprintf(name, sizeof name, "%.*s", WORD(zone));
    if (zone.length && !date_in_zone(name, seconds)) return 0;
    if (!zone.length) *seconds -= strtol(ahead.at, NULL, 10);
    if (!said++)
        fail_warn("%s: dates without a UTC offset are read in its time zone, %s%.*s",
                  of->source, zone.length ? "" : "seconds ahead of UTC: ",
                  WORD(zone.length ? zone : ahead));
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
        return "a time after the first submission, such as 3d9h, or a date that the"
               " clocks of the log's zone show, or with a UTC offset (2026-11-24T09:00Z,"
               " 2026-11-24T09:00+01:00)";
    return "a time after the first submission, such as 3d9h, or a date such as"
           " 2026-11-24T09:00";
}

const char *moment_text(int64_t time, const struct workload *of, char to[MOMENT_TEXT])
{
    return quantity_time_text(time - of->first, to);
}
