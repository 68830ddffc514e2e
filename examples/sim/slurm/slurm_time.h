/* slurm_time.h - times and durations, as Slurm and other batch systems print them and as
 * people write them. Times are seconds since 1970. Readers return 1, or 0 for anything
 * else. */
#ifndef SLURM_TIME_H
#define SLURM_TIME_H

#include "base/word.h"
#include "workload/date.h"

#include <stdint.h>

#define SLURM_TIME_NEVER INT64_MAX

enum { SLURM_TIME_TEXT = 48 };

/* 2026-11-24T10:00:00, maybe followed by Z or +01:00; else it is in UTC, or in the zone
 * of this process. Where clocks are put back they show an hour twice: it is the first
 * time, or *later seconds later. *later = -1: they are put forward, and never show it. */
int slurm_time_stamp(struct word w, int utc, int64_t *seconds, int64_t *later);

/* How many seconds the zone of this process is ahead of UTC at a time. */
int64_t slurm_time_ahead(int64_t seconds);

/* Such a time in UTC; SLURM_TIME_NEVER for Unknown, N/A, None and the like. */
int slurm_time_printed(struct word w, int64_t *seconds);

/* In the zone of this process: now, now+90minutes, 2026-11-24, 2026-11-24T09:00, today,
 * tomorrow-09:00:00, 09:00 (the next time that the clock says so). */
int slurm_time_read(const char *text, int64_t now, int64_t *seconds);

/* "90" minutes, "5:30" minutes and seconds, "5:30.25", "2:00:00", "1-12", "1-12:30:00";
 * in milliseconds. */
int slurm_time_duration(struct word w, int64_t *milliseconds);

/* 2026-11-24T09:00:00, in UTC or in the zone of this process. Returns `to`. */
const char *slurm_time_text(int64_t seconds, int utc, char to[SLURM_TIME_TEXT]);

/* 1-12:30:00, 02:00:00. Returns `to`. */
const char *slurm_time_length(int64_t seconds, char to[SLURM_TIME_TEXT]);

#endif
