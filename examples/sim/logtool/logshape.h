/* logshape.h - what shape.h says, done to a log that is kept with all its fields; what is
 * then no longer true in its header is set right or noted.
 *
 * Jobs are put in order of submission; one without a submit time (or beyond 10^12 s) has
 * no place in time and is left out. Recorded waits, and think times, stay those of the
 * log as it was. Merging raises job numbers, users, groups and executables by the largest
 * so far; queues and partitions stay.
 */
#ifndef LOGSHAPE_H
#define LOGSHAPE_H

#include "base/error.h"
#include "workload/log.h"
#include "workload/shape.h"

#include <stdint.h>

struct logshape_shape {
    const char *by; /* what notes begin with: "swf_tool cut"                    */
    struct shape shape;
    int64_t servers; /* the machine for a load; 0 = as the header says, else the
                            largest job                                              */
    int allocated;   /* sizes for a load: allocated before requested             */
    int rebase;      /* the first submission moves to 0                          */
    int renumber;    /* job numbers become 1, 2, 3, ...                          */
    uint32_t policy; /* how logs that are merged are read ...                    */
    int refuse;      /* ... and whether a bad line there is an error             */
};

int logshape_no_memory(const struct log *log, struct error *e);

/* In order of submission, without those that have no place in it. */
int logshape_place(struct log *log, const char *by, struct error *e);

/* ---- numbers and times of its own -------------------------------------------------- */

/* Jobs become 1, 2, 3, ...; their parts, and jobs that follow them, go along. One that
 * follows a job that is not there follows none. */
int logshape_renumber(struct log *log, const char *by, struct error *e);

/* ---- all of it --------------------------------------------------------------------- */

/* 0, or -1. `ended` is the last end as the header knows it (log_last_end before). */
int logshape_finish(struct log *log, const struct logshape_shape *s, int64_t ended,
                    struct error *e);

int logshape_reshape(struct log *log, const struct logshape_shape *s, struct error *e);

#endif
