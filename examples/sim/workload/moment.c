/* moment.c - a span from the first submission on, or a date less the time at which the
 * header says that the log began. */
#include "workload/moment.h"

#include "workload/date.h"

#include <stdlib.h>
#include <string.h>

int moment_read(struct word w, const struct workload *of, int64_t *time)
{
    static const char directive[] = "UnixStartTime:", zones[] = "TimeZoneString:";
    const char *line = strstr(of->header, directive), *zone = strstr(of->header, zones);
    int64_t seconds, began;
    int zoned;
    if (quantity_time(w, JOB_TIME_MAX, &seconds)) {
        *time = of->first + seconds;
        return 1;
    }
    if (!line) return 0;
    began = strtoll(line + strlen(directive), NULL, 10);
    if (began <= 0 || began > JOB_TIME_MAX || !date_point(w, &seconds, &zoned) ||
        (!zoned && zone && strncmp(zone + strlen(zones), " UTC\n", 5) != 0))
        return 0;
    *time = seconds - began;
    return 1;
}

const char *moment_text(int64_t time, const struct workload *of, char to[MOMENT_TEXT])
{
    return quantity_time_text(time - of->first, to);
}
