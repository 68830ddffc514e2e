/* jobs.h - random jobs for tests of the simulators. */
#ifndef JOBS_H
#define JOBS_H

#include "test.h"

#include "base/job.h"

/* The i-th job, submitted at `now`: it is estimated to run for at most `longest` and, two
 * times in three, runs for less; on at most `small` servers, one time in twenty on up to
 * `large`. */
static inline struct job jobs_random(size_t i, int64_t now, int64_t longest,
                                     int64_t small, int64_t large)
{
    struct job job = {0};
    job.number = (int64_t)i + 1;
    job.order = (uint32_t)i;
    job.submit = job.ready = now;
    job.estimate = job.length = job.run = test_between(1, longest);
    if (test_below(3)) job.run = test_between(1, job.estimate);
    job.servers = (uint32_t)test_between(1, test_below(20) ? small : large);
    return job;
}

#endif
