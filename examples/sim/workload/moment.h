/* moment.h - times of a log as people write them: 90s, 15m, 8h, 42d, 6w, sums of these, or
 * seconds, from its first submission on; or dates, in UTC or with their distance from it
 * (2026-11-03T09:00, ...T09:00Z, ...T09:00+01:00), if the log says when it begins.
 */
#ifndef MOMENT_H
#define MOMENT_H

#include "base/word.h"

#include <stdint.h>

enum { MOMENT_TEXT = 48 };

struct moment_log {
    int64_t first;  /* submission, of a job that was left out or cut off, too */
    int64_t begins; /* UnixStartTime: seconds from 1970 on; -1: not known    */
    char zone[64];  /* TimeZoneString: where its dates are of; "": not known */
};

/* "3d9h", "90": seconds. 1, or 0. */
int moment_span(struct word w, int64_t *to);

/* In the seconds of the log. NULL; or, if it is none, what was expected instead. */
const char *moment_read(struct word w, const struct moment_log *of, int64_t *time);

/* "3d9h", from the first submission on; "-1h" before it. Returns `to`. */
const char *moment_text(int64_t time, const struct moment_log *of, char to[MOMENT_TEXT]);

#endif
