/* moment.c - a span from the first submission on, or a date less the time at which the
 * header says that the log began. */
#include "workload/moment.h"

#include "workload/date.h"

#include <stdlib.h>
#include <string.h>

static int is_dated(const struct workload *of)
{
    return of->start > 0 && of->start <= JOB_TIME_MAX;
}

/* Does the header say that the log is of another zone than UTC? */
static int is_zoned(const struct workload *of)
{
    static const char name[] = "TimeZoneString:", ahead[] = "TimeZone:";
    const char *zone = strstr(of->header, name), *seconds = strstr(of->header, ahead);
    if (zone) return strncmp(zone + strlen(name), " UTC\n", 5) != 0;
    return seconds && strtol(seconds + strlen(ahead), NULL, 10) != 0;
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
    if (!is_dated(of) || !date_point(w, &seconds, &zoned) || (!zoned && is_zoned(of)))
        return 0;
    *time = seconds - of->start;
    return 1;
}

const char *moment_expected(const struct workload *of)
{
    if (!is_dated(of))
        return "a time after the first submission, such as 3d9h (for a date the log needs"
               " a header line UnixStartTime),";
    if (is_zoned(of))
        return "a time after the first submission, such as 3d9h, or a date with a UTC"
               " offset, as the log is of another zone (2026-11-24T09:00Z,"
               " 2026-11-24T09:00+01:00),";
    return "a time after the first submission, such as 3d9h, or a date such as"
           " 2026-11-24T09:00";
}

const char *moment_text(int64_t time, const struct workload *of, char to[MOMENT_TEXT])
{
    return quantity_time_text(time - of->first, to);
}
