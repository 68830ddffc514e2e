/* log.h - a job log as such: read item by item, or kept in memory to be changed and
 * written again.
 *
 *     log_open(&in, path, SWF_LENIENT, LOG_LOOK);             keeps nothing
 *     while (log_next(&in, &item)) ...
 *
 *     struct log log = {.path = NULL};
 *     log_load(&log, path, SWF_REPAIR, LOG_COPY);
 *     log.jobs[i].job, log_header_value(&log, SWF_DIR_MAX_PROCS) ...
 *     log_write(&log, stdout);
 *     log_free(&log);
 *
 * A log that cannot be read, or written in its format, ends the program (kit/fail.h).
 *
 * A log in memory has every header line and comment, in order, and every job with all its
 * fields. Written again, header lines and comments come first; header lines that are no
 * longer true are corrected (log_set_header) or become notes, and notes list the changes.
 *
 * Some logs have jobs in parts: besides the line of the whole job, lines of the same
 * number with status 2, 3 or 4. A part without a submit time belongs to the line before
 * it of the same number, and stays with it.
 */
#ifndef LOG_H
#define LOG_H

#include "swf.h"

#include "base/input.h"
#include "kit/fail.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- item by item ------------------------------------------------------------------ */

struct log_odd { /* lines of a kind that is to be warned of */
    uint64_t lines;
    char first[256]; /* the place and the fault of the first one */
};

/* What a log is read for. */
enum log_use {
    LOG_PEEK,  /* without a warning */
    LOG_LOOK,  /* other lines than jobs are counted, and so are ignored columns */
    LOG_COPY,  /* a job that would lose columns is not a job, unless SWF_REPAIR     */
    LOG_REFUSE /* the same, and another line than a job ends the program */
};

struct log_reader {
    const char *path; /* as messages name it                                     */
    swf_reader swf;
    struct log_odd bad;     /* lines that are not jobs                           */
    struct log_odd surplus; /* jobs with more columns than the format; they are
                               ignored, or dropped by SWF_REPAIR                  */
    enum log_use use;
    struct input in;
    uint64_t bytes, lines, jobs;  /* that were read, or had been ...               */
    uint64_t line_begin, job_end; /* ... when there were so many bytes             */
    uint64_t warned;              /* header lines that log_may_warn was asked of   */
    char chunk[INPUT_CHUNK];
};

/* Opens the log at `path` ("-": standard input; .gz is unpacked). */
void log_open(struct log_reader *r, const char *path, uint32_t policy, enum log_use use);

/* The next item: 1, or 0 at the end, and then the log is closed. A .gz file that is cut
 * short fails as such, before its last line does. So does, before long, an endless input
 * that is not a log: a line of more than 1 MiB, 64 MiB without a job. */
int log_next(struct log_reader *r, swf_item *item);

/* May a warning of a header line be printed? The end says how many were not. */
int log_may_warn(struct log_reader *r);

/* Does the log at `path` say how long its first jobs waited? 0 of what cannot be read
 * twice. */
int log_has_waits(const char *path);

/* The path, or "standard input" for "-": how messages name a log. */
const char *log_source(const char *path);

/* Warns of odd lines, if there are any. */
void log_warn(const char *path, const struct log_odd *bad, const struct log_odd *surplus);

/* Is it the line of a part of a job? */
int log_is_part(const swf_job *job);

/* The processors of a job: the allocated or the requested ones, where one is missing the
 * other. */
int64_t log_job_size(const swf_job *job, int allocated);

/* When a job ended; -1 if that is not known, or beyond what any log can mean. */
int64_t log_job_end(const swf_job *job, int64_t submit);

/* ---- a log in memory --------------------------------------------------------------- */

struct log_job {
    swf_job job;    /* its `extra` is the log's, or NULL                         */
    int64_t at;     /* its submission, or its whole job's line's; -1     */
    uint64_t order; /* its place in the log                                      */
};

struct log {          /* zero-initialise; log_free */
    const char *path; /* for messages                     */
    const char *name; /* without its folders, for notes   */
    uint32_t format;
    swf_header *lines; /* and comments, which have no key; key and text are strings */
    size_t line_count, line_room;
    struct log_job *jobs;
    size_t count, room;
    struct log_odd bad, surplus; /* as of the reader            */
    uint64_t repaired;           /* jobs that SWF_REPAIR changed */
};

/* A log may be empty. */
void log_load(struct log *log, const char *path, uint32_t policy, enum log_use use);

void log_free(struct log *log);

/* Adds a job with its own submission. */
void log_add_job(struct log *log, const swf_job *job);

/* Removes the jobs whose `at` is less than 0; returns how many. */
uint64_t log_remove_jobs(struct log *log);

/* Sorts by submission, equal ones as they were; returns how many jobs stood after one
 * that was submitted later. */
uint64_t log_sort(struct log *log);

/* When the last job ended; -1 if that is not known of any. */
int64_t log_last_end(const struct log *log);

/* ---- its header -------------------------------------------------------------------- */

/* The last line with this directive, which is the one that counts; NULL if there is
 * none. */
swf_header *log_find_header(const struct log *log, uint32_t directive);

/* The number that a header line states; 0 if there is none. */
int64_t log_header_value(const struct log *log, uint32_t directive);

/* Adds a header line; or a comment, if it has no key. */
void log_add_header(struct log *log, const swf_header *h);

/* Adds "Note: ..." at the end of the header. */
FAIL_PRINTF(2, 3)
void log_add_note(struct log *log, const char *format, ...);

/* Changes the text of all lines with this directive; where there is no such line none is
 * added. With text = NULL the truth is not known, and the lines become notes. */
void log_set_header(struct log *log, uint32_t directive, const char *text);

void log_set_header_number(struct log *log, uint32_t directive, int64_t n);

/* Corrects what can be counted: MaxJobs, MaxRecords, and EndTime if the last end is not
 * `ended` any more. */
void log_correct_header(struct log *log, int64_t ended);

/* ---- writing ----------------------------------------------------------------------- */

/* Whether the file could be written is to be asked at the end (ferror). */

/* The whole log, in its own format. */
void log_write(const struct log *log, FILE *to);

void log_write_job(FILE *to, const swf_job *job, uint32_t format);

#endif
