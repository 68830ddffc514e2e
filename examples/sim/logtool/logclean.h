/* logclean.h - a log that can be simulated, and without what its users call noise.
 *
 * Mended: lines by swf.h's REPAIR (decimals, missing and surplus columns); what is
 * negative and not -1 becomes -1, unknown. Removed, each counted under the first reason
 * that holds: what no simulator can run, then what the given filters say, in the words of
 * the Parallel Workloads Archive's headers:
 *
 *     user=60 and (job>=254200 and job<=271542)
 *
 * A field, = != < <= > >=, a whole number; several joined by `and`, blanks and brackets
 * as you like. Parts of a job that is removed go with it.
 */
#ifndef LOGCLEAN_H
#define LOGCLEAN_H

#include "swf.h"

#include "workload/log.h"

#include <stddef.h>
#include <stdint.h>

/* name, what it is */
#define LOGCLEAN_CLEANS(X)                        \
    X(no_submit, "no submit time")                \
    X(no_run, "no run time, or zero")             \
    X(no_size, "no number of processors")         \
    X(out_of_range, "times beyond 10^12 seconds") \
    X(too_large, "more processors than the machine has")

enum logclean_reason {
#define LOGCLEAN_ENUM(name, text) LOGCLEAN_##name,
    LOGCLEAN_CLEANS(LOGCLEAN_ENUM)
#undef LOGCLEAN_ENUM
        LOGCLEAN_COUNT
};

enum { LOGCLEAN_FILTER_TERMS = 16 };

struct logclean_filter_term {
    swf_field field;
    char op[3];
    int64_t value;
};

struct logclean_filter {
    const char *text;
    struct logclean_filter_term terms[LOGCLEAN_FILTER_TERMS];
    size_t count;
    uint64_t removed;
};

/* ---- filters ----------------------------------------------------------------------- */

/* 0, or -1 if the text is no filter. */
int logclean_filter_read(struct logclean_filter *f, const char *text);

int logclean_filter_holds(const struct logclean_filter *f, const swf_job *job);

/* ---- cleaning ---------------------------------------------------------------------- */

struct logclean {     /* zero-initialise, then the first four */
    int keep_useless; /* only the filters remove            */
    int64_t servers;  /* the machine's size; 0 = any        */
    struct logclean_filter *filters;
    size_t filter_count;
    uint64_t removed[LOGCLEAN_COUNT];
    uint64_t negatives; /* jobs with a field that was made unknown  */
    uint64_t all;       /* lines removed, parts of jobs included    */
};

/* Marks what goes (at = -1) and drops it. */
void logclean_jobs(struct logclean *c, struct log *log);

/* What was done, as notes. 0, or -1 when memory is out. */
int logclean_notes(const struct logclean *c, struct log *log, const char *by);

#endif
