/* logfilter.h - conditions on the jobs of a log, as the headers of the Parallel Workloads
 * Archive state what was removed:
 *
 *     user=60 and (job>=254200 and job<=271542)
 *
 * A term is a field, one of = != < <= > >=, and a whole number. Terms are joined by
 * `and`; blanks and brackets may stand anywhere between. The fields are
 *
 *     job submit wait run procs cpu memory req_procs req_time req_memory status user
 *     group
 *     executable queue partition preceding think
 */
#ifndef LOGFILTER_H
#define LOGFILTER_H

#include "swf.h"

#include <stddef.h>
#include <stdint.h>

enum { LOGFILTER_TERMS = 16 };

struct logfilter_term {
    swf_field field;
    char op[3];
    int64_t value;
};

struct logfilter {
    const char *text;
    struct logfilter_term terms[LOGFILTER_TERMS];
    size_t count;
    uint64_t removed; /* jobs; the caller's */
};

/* 0, or -1 if the text is not a filter. The text must stay. */
int logfilter_read(struct logfilter *f, const char *text);

/* Does it hold for the job? */
int logfilter_holds(const struct logfilter *f, const swf_job *job);

#endif
