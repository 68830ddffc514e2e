/* pool.h - counting calendars next to the plan of a machine: for each node, or one pool,
 * one of each kind of resource (resources.h). They are asked in turn, from where the last
 * one could, until all agree.
 */
#ifndef POOL_H
#define POOL_H

#include "coalloc.h"

#include "machine/grants.h"
#include "workload/resources.h"

#include <stddef.h>
#include <stdint.h>

struct pool {
    const struct resources *r;
    const struct job *jobs;
    size_t count;
    const int64_t *now;
    coa_calendar **plans;       /* of node x and kind k: [x * RESOURCES_KINDS + k] */
    struct pool_booking **held; /* of each job; NULL = none                        */
    int64_t *earliest, *sorted; /* of each node: the job cannot start there before */
    uint32_t *first;            /* server of each node                             */
    uint32_t *chosen;           /* nodes, by the last pool_earliest                */
    coa_set servers;
};

struct pool *pool_begin(const struct resources *r, const struct job *jobs, size_t count,
                        const int64_t *now);
void pool_free(struct pool *p); /* or NULL */

/* The earliest start in [from, last] at which there is, for so long, all that the job
 * needs, its own booking counting as free; JOB_NEVER if there is none. Nodes are chosen
 * for it. */
int64_t pool_earliest(struct pool *p, uint32_t job, int64_t length, int64_t from,
                      int64_t last);

/* Books that, instead of what the job has. */
void pool_book(struct pool *p, uint32_t job, int64_t start, int64_t length);

/* The job gives back what it has not used of it. */
void pool_give_back(struct pool *p, uint32_t job);

/* What is left on the node at that time. */
struct resources_amount pool_left(const struct pool *p, uint32_t node, int64_t time);

/* The job, which is packed, gets the lowest of the idle servers on its nodes. */
void pool_take(struct pool *p, uint32_t job, struct grants *g, coa_set *idle);

#endif
