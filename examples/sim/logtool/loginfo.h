/* loginfo.h - the figures of a log that the Parallel Workloads Archive shows on its
 * pages.
 *
 *     struct loginfo f;
 *     loginfo_begin(&f, path);
 *     if (log_scan(path, SWF_LENIENT, loginfo_item, &f, &error) != 0) ...
 *     loginfo_finish(&f);
 *     loginfo_show(&sheet, &f);
 *     loginfo_free(&f);
 *
 *   offered load   sum(run * requested size) / (machine * time from first to last submit)
 *   utilisation    sum(run * allocated size) / (machine * time from first submit to last
 *                  end), where waiting times are known
 *   hour, weekday  as the clock of the machine showed them: the time zone is the
 *                  difference of StartTime and UnixStartTime, else TimeZone, else UTC;
 *                  without UnixStartTime the log begins at midnight and has no weekdays
 *
 * Lines of parts of jobs (status 2, 3, 4) are counted, but are in no other figure. A job
 * without a requested size counts with its allocated one, and the other way round.
 */
#ifndef LOGINFO_H
#define LOGINFO_H

#include "swf.h"

#include "base/error.h"
#include "base/map.h"
#include "base/wide.h"
#include "logtool/sheet.h"
#include "workload/log.h"

#include <stddef.h>
#include <stdint.h>

enum {
    LOGINFO_STATUSES = 8, /* -1, 0, ... 5, others */
    LOGINFO_STATUS_OTHER = 7,
    LOGINFO_SIZE_POWERS = 64,
    LOGINFO_SIZE_GROUPS = 12,
    LOGINFO_RUN_GROUPS = 12,
    LOGINFO_TENTHS = 10
};

struct loginfo_values {
    int64_t *at;
    size_t count, capacity;
};

struct loginfo { /* loginfo_begin, loginfo_free */
    const char *path;
    struct log header; /* its lines; no jobs */
    uint64_t jobs, parts, bad_lines, unsorted;
    struct log_surplus surplus;
    char first_bad_line[256];
    struct map users, groups, executables, queues, partitions;
    uint64_t unknown[SWF_FIELD_COUNT]; /* jobs where the field is unknown */
    uint64_t status[LOGINFO_STATUSES];
    struct loginfo_values submits, runs, waits, sizes;
    struct loginfo_values accuracies; /* run / requested time, in thousandths */
    int64_t last_submit, last_end;
    uint64_t serial, powers_of_two, by_size[LOGINFO_SIZE_POWERS];
    uint64_t by_run[LOGINFO_RUN_GROUPS];
    uint64_t estimated;             /* jobs with run time and requested time ... */
    uint64_t within, exact, beyond; /* that ran shorter, as long, longer         */
    uint64_t by_accuracy[LOGINFO_TENTHS];
    struct wide requested, allocated; /* sums of run * size                      */

    /* set by loginfo_finish */
    int64_t servers, zone;
    int has_servers; /* they are in the header       */
    int has_date;
    int64_t start_date; /* of submit time 0, in UTC  */
    uint64_t by_hour[24], by_weekday[7];
};

void loginfo_begin(struct loginfo *f, const char *path);

/* Adds an item of the log: for log_scan. */
int loginfo_item(void *context, const swf_item *item, const swf_reader *reader,
                 struct error *e);

/* Calculates what needs the whole log; sorts the values. */
void loginfo_finish(struct loginfo *f);

void loginfo_free(struct loginfo *f);

/* Once finished: writes all figures. */
void loginfo_show(struct sheet *s, const struct loginfo *f);

#endif
