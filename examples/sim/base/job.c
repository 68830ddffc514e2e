/* job.c - implements job.h. */
#include "base/job.h"

int64_t job_end(const struct job *job, const struct job_outcome *outcome)
{
    return outcome->start + job->run + outcome->lost;
}
