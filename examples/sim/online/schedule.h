/* schedule.h - what one policy made of the jobs, as the pictures see it: a name, the jobs
 * and what became of each. It borrows all of them.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "base/job.h"

#include <stddef.h>
#include <stdint.h>

struct schedule {
    const char *name;
    const struct job *jobs;
    const struct job_outcome *outcomes;
    size_t count;
    const struct job_granted *granted; /* of each job; NULL = its servers are not known */
    const struct job_run *runs;
    const unsigned char *compared; /* of each job, whether it counts; NULL = all do */
};

/* Is job i among those that figures are taken of: did it run, and is it compared? */
int schedule_compared(const struct schedule *s, size_t i);

enum schedule_value {
    SCHEDULE_WAIT,        /* from the ready time, of the jobs compared  */
    SCHEDULE_WAIT_SUBMIT, /* from the submission, of the jobs compared  */
    SCHEDULE_LENGTH       /* what is booked, of all jobs                */
};

/* These values in seconds, ascending; to be freed. NULL: out of memory. */
uint64_t *schedule_sorted(const struct schedule *s, enum schedule_value what,
                          size_t *count);

/* From the first submission to the last end of n schedules; equal if nothing ran. */
void schedule_span(const struct schedule *s, size_t n, int64_t *from, int64_t *to);

/* Busy server seconds in each of `bins` bins of `width` seconds from `from` on; `busy`
 * has room for two more. Exact below 2^53. */
void schedule_busy(const struct schedule *s, int64_t from, int64_t width, size_t bins,
                   double *busy);

#endif
