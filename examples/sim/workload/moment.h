/* moment.h - times in a log as people write them: "3d9h" (base/quantity.h) from its first
 * submission on (even of a job that is left out), or as a date, if the log's header says
 * when it began (UnixStartTime): 2026-11-24, 2026-11-24T09:00Z, 2026-11-24T09:00+01:00;
 * without an offset in the zone that the header's TimeZoneString or TimeZone names, or
 * else in UTC. A number that is at least UnixStartTime is seconds since 1970.
 */
#ifndef MOMENT_H
#define MOMENT_H

#include "base/quantity.h"
#include "workload/workload.h"

#include <stdint.h>

enum { MOMENT_TEXT = QUANTITY_TEXT };

/* When that is in the log's own seconds. 1, or 0: not a time, or dates are impossible. */
int moment_read(struct word w, const struct workload *of, int64_t *time);

/* "2026-11-24 09:00", the next whole minute on the clocks of the log's zone, with +0100
 * behind it where they show it twice, and which zone; where dates are impossible "3d9h",
 * and from when on. Returns `to`. */
const char *moment_clock(int64_t time, const struct workload *of, char to[MOMENT_TEXT],
                         char zone[MOMENT_TEXT]);

/* What a message says was expected where it is not one. */
const char *moment_expected(const struct workload *of);

/* "3d9h", from the first submission on; "-1h" before it. Returns `to`. */
const char *moment_text(int64_t time, const struct workload *of, char to[MOMENT_TEXT]);

#endif
