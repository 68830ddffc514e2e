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
 * not tell how far it is from UTC. 1, or 0 if the text is no such date. */
int date_read(swf_span text, int64_t *seconds);

#endif
