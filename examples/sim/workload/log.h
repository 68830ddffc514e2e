/* log.h - a job log as such: read item by item, or kept in memory to be changed and
 * written again.
 *
 *     log_scan(path, SWF_LENIENT, on_item, &context, &error)      keeps nothing
 *
 *     struct log log = {.path = NULL};
 *     if (log_load(&log, path, SWF_REPAIR, 0, &error) != 0) ...
 *     log.jobs[i].job, log_header_value(&log, SWF_DIR_MAX_PROCS) ...
 *     log_write(&log, stdout, &error);
 *     log_free(&log);
 *
 * A log in memory has every header line and comment, in order, and every job with all its
 * fields. Written again, header lines and comments come first; header lines that are no
 * longer true are corrected (log_set_header) or become notes, and notes tell what was
 * done.
 *
 * Some logs have jobs in parts: beside the line of the whole job, lines of the same
 * number with status 2, 3 or 4. A part without a submit time of its own belongs to the
 * line before it of the same number, and stays with it.
 */
#ifndef LOG_H
#define LOG_H

#include "swf.h"

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- item by item ------------------------------------------------------------------ */

/* Gets each item. A result other than 0 stops the scan; the reason is then in e. */
typedef int (*log_fn)(void *context, const swf_item *item, const swf_reader *reader,
                      struct error *e);

/* Calls `each` for the items of the log at `path` ("-": standard input; .gz is unpacked).
 * A .gz file that is cut short is an error, and it is this error that is reported rather
 * than what is wrong with its last line. 0, or -1. */
int log_scan(const char *path, uint32_t policy, log_fn each, void *context,
             struct error *e);

/* The path, or "standard input" for "-": how messages name a log. */
const char *log_source(const char *path);

/* The system that wrote a log that begins like this, if it is another than ours: its word
 * for swf_tool convert --from; else NULL. */
const char *log_written_by(const char *begin, size_t size);

struct log_surplus { /* lines whose columns beyond those of the format are ignored */
    uint64_t lines;
    char first[256]; /* where they begin in the first such line */
};

/* Did swf.h drop columns of this job? Not under SWF_REPAIR, which also mends lines with
 * too few. */
int log_has_surplus(const swf_item *item);

/* Counts the item if it is such a job, under SWF_REPAIR, too. */
void log_count_surplus(struct log_surplus *s, const swf_item *item,
                       const swf_reader *reader);

/* Adds those of another log. */
void log_add_surplus(struct log_surplus *s, const struct log_surplus *other,
                     const char *source);

/* Warns that there are such lines, if there are. */
void log_warn_surplus(const struct log_surplus *s, const char *source);

/* Is it the line of a part of a job? */
int log_is_part(const swf_job *job);

/* The processors of a job: the allocated or the requested ones, where one is missing the
 * other. */
int64_t log_job_size(const swf_job *job, int allocated);

/* When a job ended; -1 if that is not known, or beyond what any log can mean. */
int64_t log_job_end(const swf_job *job, int64_t submit);

/* ---- a log in memory --------------------------------------------------------------- */

struct log_line { /* a header line or a comment */
    char *key;    /* NULL = a comment           */
    char *text;
    uint32_t directive;
    int has_value;
    int64_t value; /* of a header line whose name promises a number */
};

struct log_job {
    swf_job job;    /* its `extra` is the log's, or NULL                         */
    int64_t at;     /* its submission, or that of the line it belongs to; -1     */
    uint64_t order; /* its place in the log                                      */
};

struct log {          /* zero-initialise; log_free */
    const char *path; /* for messages                     */
    const char *name; /* without its folders, for notes   */
    uint32_t format;
    struct log_line *lines;
    size_t line_count, line_capacity;
    struct log_job *jobs;
    size_t count, capacity;
    uint64_t bad_lines;         /* that are not jobs, left out         */
    char first_bad_line[256];   /* where it is and what is wrong       */
    uint64_t repaired;          /* jobs that SWF_REPAIR changed        */
    struct log_surplus surplus; /* of them, those that had more columns */
};

/* Reads a log; with `refuse` a line that is not a job is an error, else it is counted. A
 * log may be empty. 0, or -1. */
int log_load(struct log *log, const char *path, uint32_t policy, int refuse,
             struct error *e);

void log_free(struct log *log);

/* Says that memory for the log is out; -1. */
int log_no_memory(const struct log *log, struct error *e);

/* Adds a job with its own submission. 0, or -1 when memory is out. */
int log_add_job(struct log *log, const swf_job *job);

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
struct log_line *log_find_header(const struct log *log, uint32_t directive);

/* The number that a header line states; 0 if there is none. */
int64_t log_header_value(const struct log *log, uint32_t directive);

/* Adds a line. 0, or -1 when memory is out. */
int log_add_header(struct log *log, const swf_header *h);

/* These return 0, or -1 and say that memory is out. */

/* Adds "Note: ..." at the end of the header. */
ERROR_PRINTF(3, 4)
int log_add_note(struct log *log, struct error *e, const char *format, ...);

/* Changes the text of all lines with this directive; where there is no such line none is
 * added. With text = NULL the truth is not known, and the lines become notes. */
int log_set_header(struct log *log, uint32_t directive, const char *text,
                   struct error *e);

int log_set_header_number(struct log *log, uint32_t directive, int64_t n,
                          struct error *e);

/* Corrects what can be counted: MaxJobs, MaxRecords, and EndTime if the last end is not
 * `ended` any more. */
int log_correct_header(struct log *log, int64_t ended, struct error *e);

/* All return 0, or -1 if a line cannot be written in this format. Whether the file could
 * be written is to be asked at the end (ferror). */

/* The whole log, in its own format. */
int log_write(const struct log *log, FILE *to, struct error *e);

int log_write_job(FILE *to, const swf_job *job, uint32_t format, struct error *e);

enum { LOG_LINE = 2 * SWF_LINE_MAX };

/* Writes a line that a function such as swf_write_job put into a buffer of LOG_LINE
 * bytes; `size` is what that function returned. */
int log_write_text(FILE *to, const char *line, size_t size, struct error *e);

#endif
