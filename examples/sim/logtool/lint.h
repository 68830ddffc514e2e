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

enum lint_kind {
    LINT_NO_JOB,
    LINT_FRACTION,
    LINT_MISSING_FIELD,
    LINT_EXTRA_FIELD,
    LINT_NO_SUBMIT,
    LINT_NO_RUN,
    LINT_NO_SIZE,
    LINT_OUT_OF_RANGE,
    LINT_TOO_LARGE,
    LINT_NEGATIVE,
    LINT_OUT_OF_ORDER,
    LINT_RUN_BEYOND_REQUEST,
    LINT_RUN_BEYOND_LIMIT,
    LINT_SIZE_DIFFERS,
    LINT_CPU_BEYOND_RUN,
    LINT_MEMORY_BEYOND_REQUEST,
    LINT_DUPLICATE_NUMBER,
    LINT_NUMBER_JUMPS,
    LINT_PRECEDING_UNKNOWN,
    LINT_STATUS_UNKNOWN,
    LINT_STATUS_PART,
    LINT_COMPLETED_WITHOUT_RUN,
    LINT_QUEUE_BEYOND_HEADER,
    LINT_LONG_COMMENT,
    LINT_HEADER_VALUE,
    LINT_HEADER_TWICE,
    LINT_HEADER_MISSING,
    LINT_HEADER_WRONG,
    LINT_COUNT
};

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
