/* lint.h - what is odd in a job log, line by line, and how often each.
 *
 * One list names every kind. Some make a line useless: the simulators skip or leave out
 * such a job. The others are worth a look: the log contradicts itself, its header, or its
 * format. Nothing is kept of the jobs but their numbers.
 */
#ifndef LINT_H
#define LINT_H

#include "swf.h"

#include "base/error.h"
#include "base/map.h"

#include <stdint.h>
#include <stdio.h>

/* name, does it make the line useless, what it is */
#define LINT_LINTS(X)                                                                    \
    X(no_job, 1, "not a job: the line cannot be read")                                   \
    X(fraction, 1, "decimals in a field of whole numbers")                               \
    X(missing_field, 1, "fewer fields than the format has")                              \
    X(extra_field, 1, "more fields than the format has")                                 \
    X(no_submit, 1, "no submit time")                                                    \
    X(no_run, 1, "no run time, or zero")                                                 \
    X(no_size, 1, "no number of processors")                                             \
    X(out_of_range, 1, "times beyond 10^12 seconds")                                     \
    X(too_large, 1, "needs more processors than MaxProcs")                               \
    X(negative, 0, "negative, and not -1 (unknown)")                                     \
    X(out_of_order, 0, "submitted before the job in the line above")                     \
    X(run_beyond_request, 0, "ran longer than requested")                                \
    X(run_beyond_limit, 0, "ran longer than MaxRuntime")                                 \
    X(size_differs, 0, "allocated processors differ from requested ones")                \
    X(cpu_beyond_run, 0, "more CPU time than run time")                                  \
    X(memory_beyond_request, 0, "used more memory than requested")                       \
    X(duplicate_number, 0, "job number seen before")                                     \
    X(number_jumps, 0, "job number does not follow that of the line above")              \
    X(preceding_unknown, 0, "preceding job not seen before")                             \
    X(status_unknown, 0, "status is none of -1, 0 to 5")                                 \
    X(status_part, 0, "part of a job (status 2, 3 or 4), which has one line as a whole") \
    X(completed_without_run, 0, "completed (status 1) without a run time")               \
    X(queue_beyond_header, 0, "queue number above MaxQueues")                            \
    X(long_comment, 0, "comment of more than 4096 bytes")                                \
    X(header_value, 0, "header line without the number its name promises")               \
    X(header_twice, 0, "header line that contradicts one above")                         \
    X(header_missing, 0, "header line missing")                                          \
    X(header_wrong, 0, "header line that does not fit the jobs")

enum lint_kind {
#define LINT_ENUM(name, useless, text) LINT_##name,
    LINT_LINTS(LINT_ENUM)
#undef LINT_ENUM
        LINT_COUNT
};

struct lint {         /* lint_init, lint_free */
    FILE *to;         /* where the list goes; NULL = nowhere          */
    const char *path; /* what each line of it begins with             */
    uint64_t most;    /* lines of one kind to list                    */
    uint64_t counts[LINT_COUNT], first[LINT_COUNT]; /* lines      */
    uint64_t jobs, useless; /* job lines; those of no use         */
    uint64_t parts;         /* of jobs                            */
    uint64_t unknown[SWF_FIELD_COUNT], unknown_first[SWF_FIELD_COUNT];
    struct map numbers;
    int64_t number, submit, ended; /* of the line above; the last end    */
    uint64_t header_line[SWF_DIR_COUNT];
    int64_t header[SWF_DIR_COUNT];
    int64_t start_date, end_date; /* StartTime and EndTime, zone unknown */
    int has_start_date, has_end_date;
    int in_line; /* this line is of no use              */
};

void lint_init(struct lint *l, FILE *to, const char *path, uint64_t most);

void lint_free(struct lint *l);

const char *lint_name(int kind);

const char *lint_text(int kind);

int lint_is_useless(int kind);

/* ---- the header -------------------------------------------------------------------- */

/* What can be said once all is read. */
void lint_finish(struct lint *l);

/* ---- every item, as log_scan wants it, under REPAIR ---------------------------- */

int lint_item(void *context, const swf_item *item, const swf_reader *reader,
              struct error *e);

#endif
