/* logclean.h - cleans a log: repairs what can be repaired, removes what cannot be
 * simulated and what filters say.
 *
 *     struct logclean c = {.servers = 128, .filters = filters, .filter_count = n};
 *     if (log_load(&log, path, SWF_REPAIR, 0, &error) != 0) ...
 *     logclean_jobs(&c, &log);
 *     logclean_notes(&c, &log, "swf_tool clean");
 *
 * Values that are negative and not -1 become -1, unknown; SWF_REPAIR has repaired
 * decimals and missing or surplus columns before. Each removed job counts under the first
 * reason that holds: why no simulator can run it, then the filters in their order. Parts
 * of a job (log.h) are removed with it.
 */
#ifndef LOGCLEAN_H
#define LOGCLEAN_H

#include "workload/log.h"

#include <stddef.h>
#include <stdint.h>

#include "swf.h"

/* Conditions on the jobs of a log, as the headers of the Parallel Workloads Archive state
 * what was removed: user=60 and (job>=254200 and job<=271542). A term is a field, one of
 * = != < <= > >=, and a whole number. Terms are joined by `and`; blanks and brackets may
 * stand anywhere between. The fields are job submit wait run procs cpu memory req_procs
 * req_time req_memory status user group executable queue partition preceding think. */
enum { LOGCLEAN_TERMS = 16 };

struct logclean_term {
    swf_field field;
    char op[3];
    int64_t value;
};

struct logclean_filter {
    const char *text;
    struct logclean_term terms[LOGCLEAN_TERMS];
    size_t count;
    uint64_t removed; /* jobs; the caller's */
};

/* 0, or -1 if the text is not a filter. The text must stay. */
int logclean_filter_read(struct logclean_filter *f, const char *text);

/* Does it hold for the job? */
int logclean_filter_holds(const struct logclean_filter *f, const swf_job *job);

enum logclean_reason {
    LOGCLEAN_NO_SUBMIT,
    LOGCLEAN_NO_RUN,
    LOGCLEAN_NO_SIZE,
    LOGCLEAN_OUT_OF_RANGE,
    LOGCLEAN_TOO_LARGE,
    LOGCLEAN_COUNT
};

struct logclean {    /* zero-initialise, then the first three      */
    int64_t servers; /* the size of the machine; 0 = any           */
    struct logclean_filter *filters;
    size_t filter_count;
    uint64_t removed[LOGCLEAN_COUNT]; /* jobs                                   */
    uint64_t negatives;               /* jobs with a field that became unknown  */
    uint64_t lines;                   /* lines removed, parts of jobs included  */
};

void logclean_jobs(struct logclean *c, struct log *log);

/* Adds notes to the header that tell what was done; `by` is what they begin with. */
void logclean_notes(const struct logclean *c, struct log *log, const char *by);

#endif
