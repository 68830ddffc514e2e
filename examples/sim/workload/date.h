/* date.h - calendar dates of job logs: "Fri Aug 29 08:55:01 UTC 1997".
 *
 *     date_text(start + submit, text);                       to text
 *     if (date_read(swf_text(line), &seconds)) ...           from text
 *     struct date d = date_of(seconds); d.hour, d.weekday    its parts
 *
 * Times are seconds since 1970, in the proleptic Gregorian calendar, without leap
 * seconds.
 */
#ifndef DATE_H
#define DATE_H

#include "swf.h"

#include "base/word.h"

#include <stdint.h>

enum { DATE_TEXT = 48 };

struct date {
    int64_t year;
    int month, day; /* from 1            */
    int weekday;    /* 0 = Sunday        */
    int hour, minute, second;
};

struct date date_of(int64_t seconds);

int64_t date_seconds(const struct date *d);

/* Three letters of each day: date_weekdays + 3 * weekday. */
extern const char date_weekdays[];

/* In UTC, as the Parallel Workloads Archive writes dates. */
void date_text(int64_t seconds, char to[DATE_TEXT]);

/* Reads such a date as if it were in UTC, since the letters of a time zone ("CEST") do
 * not say how far it is from UTC. 1, or 0 if the text is not such a date. */
int date_read(swf_span text, int64_t *seconds);

/* ---- ISO 8601, and as Slurm and other batch systems write times --------------------
 * Readers return 1, or 0 for anything else. */

#define DATE_NEVER INT64_MAX

/* 2026-11-24, 2026-11-24T09:00 or 2026-11-24T09:00:30 as if in UTC, unless Z or +01:00
 * stands behind the clock: then *zoned. */
int date_point(struct word w, int64_t *seconds, int *zoned);

/* Such a time with a clock. Without Z or +01:00 it is in UTC, or in the zone of this
 * process. Where clocks are put back they show an hour twice: it is the first
 * time, or *later seconds later. *later = -1: they are put forward, and never show it. */
int date_stamp(struct word w, int utc, int64_t *seconds, int64_t *later);

/* Makes this the zone of this process: UTC, or a name such as Europe/Madrid; NULL leaves
 * the machine's own. 1, or 0 if the system has no such zone. */
int date_zone(const char *zone);

/* When clocks in that zone show what date_point has read as if in UTC; where they show it
 * twice, the first time. The zone is then this process's. 1, or 0: the system has no such
 * zone, or its clocks skip this time. Several threads may call it. */
int date_in_zone(const char *zone, int64_t *seconds);

/* How many seconds the zone of this process is ahead of UTC at a time. */
int64_t date_ahead(int64_t seconds);

/* Such a time in UTC; DATE_NEVER for Unknown, N/A, None and the like. */
int date_printed(struct word w, int64_t *seconds);

/* now, now+90minutes, now+1d12h, 2026-11-24, 2026-11-24T09:00, today, tomorrow-09:00:00,
 * 09:00 (the next time that the clock says so); in the zone of this process, unless Z or
 * +01:00 stands behind the clock. -1: the clock of the zone skips it. */
int date_wanted(const char *text, int64_t now, int64_t *seconds);

/* "90" minutes, "5:30" minutes and seconds, "5:30.25", "2:00:00", "1-12", "1-12:30:00";
 * in milliseconds. */
int date_length(struct word w, int64_t *milliseconds);

/* 2026-11-24T09:00:00, in UTC or in the zone of this process, with +0100 behind it where
 * that shows it twice. Returns `to`. */
const char *date_iso(int64_t seconds, int utc, char to[DATE_TEXT]);

/* 1-12:30:00, 02:00:00. Returns `to`. */
const char *date_length_text(int64_t seconds, char to[DATE_TEXT]);

#endif
