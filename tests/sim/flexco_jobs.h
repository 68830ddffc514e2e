/* flexco_jobs.h - random jobs for tests of FlexCo's sites. */
#ifndef FLEXCO_JOBS_H
#define FLEXCO_JOBS_H

#include "test.h"

#include "flexco/flexco_job.h"

/* The i-th job, submitted at `now`: two times in five a meta-job on at most `meta`
 * servers, else a local one of one of the sites, on at most `local`. It runs for at most
 * `longest`, and may be estimated half of that longer. */
static inline struct flexco_job flexco_jobs_random(size_t i, int64_t now, uint32_t sites,
                                                   int64_t local, int64_t meta,
                                                   int64_t longest)
{
    struct flexco_job job;
    memset(&job, 0, sizeof job);
    job.number = (int64_t)i + 1;
    job.submit = now;
    job.site = test_below(5) < 2 ? FLEXCO_META : (uint32_t)test_below(sites);
    job.servers = (uint32_t)test_between(1, job.site == FLEXCO_META ? meta : local);
    job.run = test_between(1, longest);
    job.estimate = job.run + test_between(0, longest / 2);
    job.overhead = (uint32_t)test_below(26);
    return job;
}

#endif
