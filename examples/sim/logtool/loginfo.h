/* loginfo.h - a log in figures: what the Parallel Workloads Archive's pages tell.
 *
 *   offered load   sum(run * requested size) / (machine * time from first to last submit)
 *   utilisation    sum(run * allocated size) / (machine * time from first submit to last
 *                  end), where waiting times are known
 *   percentile     the smallest value that so many percent of the jobs do not exceed
 *   hour, weekday  as the machine's clock showed them: the zone is what StartTime is
 *                  ahead of UnixStartTime, else TimeZone, else UTC; without
 *                  UnixStartTime the log begins at midnight and has no weekdays
 *
 * Parts of jobs (status 2, 3, 4) are counted, but in no other figure. A job without a
 * requested size counts with its allocated one, and the other way round.
 */
#ifndef LOGINFO_H
#define LOGINFO_H

#include "swf.h"

#include "base/error.h"
#include "base/map.h"
#include "base/wide.h"
#include "program/json.h"
#include "workload/log.h"

#include <stdint.h>
#include <stdio.h>

struct loginfo_values { /* zero-initialise */
    int64_t *at;
    size_t count, capacity;
};

enum {
    LOGINFO_STATUSES = 8,
    LOGINFO_STATUS_OTHER = 7,
    LOGINFO_SIZE_POWERS = 64,
    LOGINFO_TENTHS = 10
};

enum { LOGINFO_RUN_GROUPS = 12 };

struct loginfo { /* zero-initialise; loginfo_free */
    const char *path;
    struct log header; /* its lines; no jobs */
    uint64_t jobs, parts, bad_lines, unsorted;
    char first_bad_line[256];
    struct map users, groups, executables, queues, partitions;
    uint64_t unknown[SWF_FIELD_COUNT];
    uint64_t status[LOGINFO_STATUSES]; /* of -1, 0, ... 5, others */
    struct loginfo_values submits, runs, waits, sizes, accuracies;
    int64_t last_submit, ended; /* of the line above; the last end */
    uint64_t serial, powers_of_two, by_size[LOGINFO_SIZE_POWERS];
    uint64_t by_run[LOGINFO_RUN_GROUPS];
    uint64_t estimated, within, exact, beyond, by_accuracy[LOGINFO_TENTHS];
    struct wide requested, allocated; /* work */
    /* worked out at the end */
    int64_t servers, zone;
    int has_servers, has_date;
    int64_t start_date; /* of submit time 0, in UTC */
    uint64_t by_hour[24], by_weekday[7];
};

void loginfo_free(struct loginfo *f);

/* ---- one job ----------------------------------------------------------------------- */

/* Every item, as log_scan wants it. */
int loginfo_item(void *context, const swf_item *item, const swf_reader *reader,
                 struct error *e);

/* ---- once all is read -------------------------------------------------------------- */

void loginfo_finish(struct loginfo *f);

/* ---- two ways to show it: as a table, as JSON -------------------------------------- */

struct loginfo_sheet {
    FILE *table; /* NULL = JSON */
    struct json json;
};

void loginfo_sheet_row(struct loginfo_sheet *s, const char *label, const char *value);

/* ---- its chapters ------------------------------------------------------------------ */

void loginfo_show(struct loginfo_sheet *s, const struct loginfo *f);

#endif
