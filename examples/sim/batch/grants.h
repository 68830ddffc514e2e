/* grants.h - which servers each job got, as runs of consecutive ids.
 *
 * All runs lie in one array, those of a job next to each other, in the order in which
 * jobs started.
 */
#ifndef GRANTS_H
#define GRANTS_H

#include "coalloc.h"

#include "base/job.h"

#include <stddef.h>
#include <stdint.h>

struct grants {             /* zero-initialise; grants_free */
    struct job_granted *of; /* of each job; NULL = not recorded */
    struct job_run *runs;
    size_t count, capacity;
};

void grants_free(struct grants *g);

/* For so many jobs. 0, or -1 when memory is out. */
int grants_begin(struct grants *g, size_t jobs);

/* The job gets the servers of a booking. 0, or -1 when memory is out. */
int grants_add(struct grants *g, size_t job, const coa_booking *b);

#endif
