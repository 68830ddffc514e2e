/* schedule.h - what one policy made of the jobs, as the pictures see it: a name, the jobs
 * and what became of each. It borrows all of them.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "base/job.h"
#include "report/figure.h"

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

/* How waiting times and lengths are distributed, as a series of a figure whose horizontal
 * axis is in hours. Values are seconds in ascending order. */

/* Percent of the values in each bin of `width` seconds, [0, width), [width, 2 width), ...
 * Empty bins in a row are one point, at zero. */
void schedule_plot(struct figure_plot *p, size_t series, const uint64_t *values, size_t n,
                   uint64_t width);

/* Percent of the values above 0, 1, 2, ... hours: a point where that changes. */
void schedule_tail(struct figure_plot *p, size_t series, const uint64_t *values,
                   size_t n);

/* Makes the axis long enough for 99 % of these values, in whole hours: at least 6 and at
 * most `most`. It never becomes shorter. */
void schedule_reach(struct figure_axis *axis, const uint64_t *values, size_t n,
                    double most);

/* Percent of the values that are beyond the end of the axis. */
double schedule_beyond(const struct figure_plot *p, const uint64_t *values, size_t n);

#endif
