/* lint.h - finds what is odd in a job log, line by line, and counts it by kind.
 *
 *     struct lint l;
 *     lint_begin(&l, stdout, path, 20);
 *     if (log_scan(path, SWF_REPAIR, lint_item, &l, &error) != 0) ...
 *     lint_finish(&l);
 *     l.counts[LINT_NO_RUN], l.first[LINT_NO_RUN], l.useless ...
 *     lint_free(&l);
 *
 * Some kinds make a line useless: the simulators skip such a line or leave the job out.
 * The others are worth a look: the log contradicts itself, its header, or its format.
 */
#ifndef LINT_H
#define LINT_H

#include "swf.h"

#include "base/error.h"
#include "base/map.h"

#include <stdint.h>
#include <stdio.h>

/* Each kind, its name, 1 if it makes a line useless, and what it is. */
#define LINT_KINDS(X)                                                                    \
    X(NO_JOB, no_job, 1, "not a job: the line cannot be read")                           \
    X(FRACTION, fraction, 1, "decimals in a field of whole numbers")                     \
    X(MISSING_FIELD, missing_field, 1, "fewer fields than the format has")               \
    X(EXTRA_FIELD, extra_field, 0, "more fields than the format has, which are ignored") \
    X(NO_SUBMIT, no_submit, 1, "no submit time")                                         \
    X(NO_RUN, no_run, 1, "no run time, or zero")                                         \
    X(NO_SIZE, no_size, 1, "no number of processors")                                    \
    X(OUT_OF_RANGE, out_of_range, 1, "times beyond 10^12 seconds")                       \
    X(TOO_LARGE, too_large, 1, "needs more processors than MaxProcs")                    \
    X(NEGATIVE, negative, 0, "negative, and not -1 (unknown)")                           \
    X(OUT_OF_ORDER, out_of_order, 0, "submitted before the job in the line above")       \
    X(RUN_BEYOND_REQUEST, run_beyond_request, 0, "ran longer than requested")            \
    X(RUN_BEYOND_LIMIT, run_beyond_limit, 0, "ran longer than MaxRuntime")               \
    X(SIZE_DIFFERS, size_differs, 0, "allocated processors differ from requested ones")  \
    X(CPU_BEYOND_RUN, cpu_beyond_run, 0, "more CPU time than run time")                  \
    X(MEMORY_BEYOND_REQUEST, memory_beyond_request, 0,                                   \
      "used more memory than requested")                                                 \
    X(DUPLICATE_NUMBER, duplicate_number, 0, "job number seen before")                   \
    X(NUMBER_JUMPS, number_jumps, 0,                                                     \
      "job number does not follow that of the line above")                               \
    X(PRECEDING_UNKNOWN, preceding_unknown, 0, "preceding job not seen before")          \
    X(STATUS_UNKNOWN, status_unknown, 0, "status is none of -1, 0 to 5")                 \
    X(STATUS_PART, status_part, 0,                                                       \
      "part of a job (status 2, 3 or 4), which has one line as a whole")                 \
    X(COMPLETED_WITHOUT_RUN, completed_without_run, 0,                                   \
      "completed (status 1) without a run time")                                         \
    X(QUEUE_BEYOND_HEADER, queue_beyond_header, 0, "queue number above MaxQueues")       \
    X(LONG_COMMENT, long_comment, 0, "comment of more than 4096 bytes")                  \
    X(HEADER_VALUE, header_value, 0, "header line without the number its name promises") \
    X(HEADER_TWICE, header_twice, 0, "header line that contradicts one above")           \
    X(HEADER_MISSING, header_missing, 0, "header line missing")                          \
    X(HEADER_WRONG, header_wrong, 0, "header line that does not fit the jobs")

#define LINT_KIND(kind, name, useless, text) LINT_##kind,
enum lint_kind { LINT_KINDS(LINT_KIND) LINT_COUNT };

struct lint_about {
    const char *name; /* "no_run"                            */
    int useless;      /* does it make a line useless?        */
    const char *text;
};

extern const struct lint_about lint_kinds[LINT_COUNT];

struct lint {         /* lint_begin, lint_free */
    FILE *to;         /* where the list goes; NULL = nowhere            */
    const char *path; /* what each line of the list begins with         */
    uint64_t most;    /* lines of one kind to list                      */
    uint64_t counts[LINT_COUNT];
    uint64_t first[LINT_COUNT];        /* line of each kind; 0 = the log as a whole */
    uint64_t jobs, useless;            /* lines of jobs; useless lines              */
    uint64_t parts;                    /* lines of parts of jobs                    */
    uint64_t unknown[SWF_FIELD_COUNT]; /* lines where the field is unknown */
    uint64_t unknown_first[SWF_FIELD_COUNT]; /* ... and the first of them        */

    /* of the log so far */
    struct map numbers; /* of jobs                             */
    int64_t last_number, last_submit, last_end;
    uint64_t header_line[SWF_DIR_COUNT]; /* where; 0 = nowhere                  */
    int64_t header[SWF_DIR_COUNT];       /* the number there                    */
    int64_t start_date, end_date;        /* StartTime and EndTime, the zone is unknown */
    int has_start_date, has_end_date;
    int line_useless; /* this line                           */
};

void lint_begin(struct lint *l, FILE *to, const char *path, uint64_t most);

/* Checks an item of the log: for log_scan, with SWF_REPAIR. */
int lint_item(void *context, const swf_item *item, const swf_reader *reader,
              struct error *e);

/* Checks what can be checked when all is read. */
void lint_finish(struct lint *l);

void lint_free(struct lint *l);

#endif
