/* logshape.h - changes a log that is kept with all its fields: merges others into it,
 * then by the options of shape.h, to start at 0 (rebase), to number its jobs anew. What
 * is then no longer true in its header is corrected, and notes tell what was done.
 *
 *     const struct logshape how = {.by = "swf_tool cut", .shape = shape};
 *     logshape_apply(&log, &how);
 *
 * Jobs are put in order of submission; jobs without a submit time (or beyond 10^12 s)
 * have no place in time and are left out. Recorded waits and think times stay as they
 * were. Merging raises job numbers, users, groups and executables by the largest so far;
 * queues and partitions stay.
 */
#ifndef LOGSHAPE_H
#define LOGSHAPE_H

#include "kit/fail.h"
#include "workload/log.h"
#include "workload/shape.h"

#include <stdint.h>

struct logshape {
    const char *by; /* what notes begin with: "swf_tool cut"                   */
    const char *const *merge; /* logs that come first of all, then NULL; NULL: none  */
    struct shape shape;
    int64_t servers; /* the machine, for a load; 0 = as the header says, else what
                        the largest job needs                                  */
    int allocated;   /* sizes, for a load: allocated before requested          */
    int rebase;      /* the first submission moves to 0                        */
    int renumber;    /* job numbers become 1, 2, 3, ...                        */
    uint32_t policy; /* how logs that are merged are read ...                  */
    int refuse;      /* ... and whether a bad line there is an error           */
};

/* All of it. */
void logshape_apply(struct log *log, const struct logshape *s);

/* Puts the jobs in order of submission and removes those that have no place in time. */
void logshape_sort(struct log *log, const char *by);

/* Rebases and renumbers if asked to, and corrects the header. `ended` is the last end
 * that the header tells: that of log_last_end before all changes. */
void logshape_finish(struct log *log, const struct logshape *s, int64_t ended);

/* Jobs become 1, 2, 3, ...; parts of jobs, and the preceding jobs of others, change with
 * them. A preceding job that is not in the log becomes unknown. */
void logshape_renumber(struct log *log, const char *by);

/* A note at the end of the header. */
FAIL_PRINTF(2, 3)
void logshape_note(struct log *log, const char *format, ...);

#endif
