/* grants.h - which servers each job got, as runs of consecutive ids.
 *
 * All runs are in one array, the runs of a job next to each other, in the order in which
 * jobs started. Several machines may share one, each with its own idle servers.
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
    size_t count, room;
};

/* Ends the program unless the call of coalloc.h has succeeded. */
void grants_must(coa_status s, const char *call);

void grants_free(struct grants *g);

/* For so many jobs. */
void grants_begin(struct grants *g, size_t jobs);

/* The job gets these servers. */
void grants_add(struct grants *g, size_t job, const coa_run *runs, uint32_t count);

/* Its servers are no longer idle; it gets the n lowest that are, of at least as many. */
void grants_take(const struct grants *g, size_t job, coa_set *idle);
void grants_take_lowest(struct grants *g, size_t job, uint32_t n, coa_set *idle);

/* The servers of a downtime (job.on) as a set. */
void grants_list(const struct job_run *on, coa_set *to);

/* Its servers are idle again. */
void grants_give_back(const struct grants *g, size_t job, coa_set *idle);

#endif
