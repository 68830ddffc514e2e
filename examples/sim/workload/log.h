/* log.h - a job log as such: read item by item, or kept whole to be changed and written.
 *
 * What is kept is every header line and comment, in order, and every job with all its
 * fields. A line of a job in parts (status 2, 3, 4) that has no submit time of its own
 * belongs to the line before it of the same number, and goes where that one goes.
 *
 * Written again, header lines and comments come first; those that are no longer true are
 * set right (log_header) or become notes, and a note tells each thing done.
 */
#ifndef LOG_H
#define LOG_H

#include "swf.h"

#include "base/error.h"

#include <stdint.h>
#include <stdio.h>

/* ---- item by item ------------------------------------------------------------------ */

/* Not 0: stop, with what is in e. */
typedef int (*log_fn)(void *context, const swf_item *item, const swf_reader *reader,
                      struct error *e);

/* Each item of the log at `path` ("-": standard input); also a .gz that is cut short is
 * an error, and then that is what is told, not what is wrong with its last line. */
int log_scan(const char *path, uint32_t policy, log_fn each, void *context,
             struct error *e);

/* Is it the line of a part of a job, which has one as a whole, too? */
int log_is_part(const swf_job *job);

/* The processors of a job: as requested or allocated, where one is missing the other. */
int64_t log_size(const swf_job *job, int allocated);

/* When a job ended; -1 if that is not known or beyond all logs. */
int64_t log_end(const swf_job *job, int64_t submit);

/* ---- dates ------------------------------------------------------------------------- */

enum { LOG_DATE_TEXT = 48 };

struct log_date {
    int64_t year;
    int month, day, weekday, hour, minute, second; /* from 1, from 1, 0 = Sunday */
};

/* Of seconds since 1970 (proleptic Gregorian calendar; no leap seconds). */
struct log_date log_date_of(int64_t seconds);

int64_t log_date_seconds(const struct log_date *d);

extern const char log_date_weekdays[];

/* "Fri Aug 29 08:55:01 UTC 1997", as the archive writes dates. */
void log_date_text(int64_t seconds, char to[LOG_DATE_TEXT]);

/* Reads "Fri Aug 29 10:55:01 CEST 1997" as if it were UTC: what its zone's letters mean
 * nobody can tell. 1, or 0 if it is no such date. */
int log_date_read(swf_span text, int64_t *seconds);

/* ---- a log in memory --------------------------------------------------------------- */

struct log_line { /* a header line or a comment */
    char *key;    /* NULL = a comment           */
    char *text;
    uint32_t directive;
    int has_value;
    int64_t value; /* of a header that promises a number */
};

struct log_job {
    swf_job job;    /* its extra is the log's, or NULL                        */
    int64_t at;     /* its submission, or that of the line it belongs to; -1  */
    uint64_t order; /* its place                                              */
};

struct log {          /* zero-initialise; log_free */
    const char *path; /* for messages                     */
    const char *name; /* without its folders, for notes   */
    uint32_t format;
    struct log_line *lines;
    size_t line_count, line_capacity;
    struct log_job *jobs;
    size_t count, capacity;
    uint64_t bad_lines;       /* that are no job, left out       */
    char first_bad_line[256]; /* where and what is wrong with it */
    uint64_t mended;          /* jobs that REPAIR changed        */
};

void log_free(struct log *log);

int log_add_header(struct log *log, const swf_header *h);

/* Adds a job, its submission as its own. 0, or -1 when memory is out. */
int log_add_job(struct log *log, const swf_job *job);

/* Drops the jobs whose `at` is less than 0; how many. */
uint64_t log_drop(struct log *log);

/* By submission, equal ones as they were; how many came before one submitted earlier. */
uint64_t log_sort(struct log *log);

/* ---- reading it -------------------------------------------------------------------- */

/* 0, or -1. A log without jobs is one. */
int log_load(struct log *log, const char *path, uint32_t policy, int refuse,
             struct error *e);

/* ---- its header -------------------------------------------------------------------- */

/* The last line of this name, which counts; NULL if there is none. */
struct log_line *log_find(const struct log *log, uint32_t directive);

/* The number a header line states; 0 if there is none. */
int64_t log_value(const struct log *log, uint32_t directive);

/* "Note: ..." at the end of the header. 0, or -1 when memory is out. */
ERROR_PRINTF(2, 3)
int log_note(struct log *log, const char *format, ...);

/* What the lines of this name say becomes `text`; without such a line none is added.
 * NULL: nobody knows, and what they said becomes a note. 0, or -1 when memory is out. */
int log_header(struct log *log, uint32_t directive, const char *text);

int log_header_number(struct log *log, uint32_t directive, int64_t n);

/* When the last job ended; -1 if none is known to have. */
int64_t log_last_end(const struct log *log);

/* Sets right what can be counted: MaxJobs, MaxRecords, and EndTime if the last end is no
 * longer `ended`. 0, or -1 when memory is out. */
int log_correct(struct log *log, int64_t ended);

/* ---- writing it -------------------------------------------------------------------- */

enum { LOG_LINE = 2 * SWF_LINE_MAX };

/* `size` is what a function of swf.h said it wrote into `line`. */
int log_put(FILE *to, const char *line, size_t size, struct error *e);

int log_write_line(FILE *to, const struct log_line *from, uint32_t format,
                   struct error *e);

int log_write_job(FILE *to, const swf_job *job, uint32_t format, struct error *e);

/* In the log's own format. 0, or -1. */
int log_write(const struct log *log, FILE *to, struct error *e);

#endif
