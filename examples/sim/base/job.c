/* job.c - implements job.h. */
#include "base/job.h"

#include <inttypes.h>

void job_run_print(FILE *to, const struct job_run *runs, size_t count)
{
    size_t k;
    for (k = 0; k < count; k++) {
        fprintf(to, k ? " %" PRIu32 : "%" PRIu32, runs[k].first);
        if (runs[k].count > 1)
            fprintf(to, "-%" PRIu32, runs[k].first + runs[k].count - 1);
    }
}
