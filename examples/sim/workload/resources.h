/* resources.h - what a machine has besides servers, GPUs and memory, in one pool or on
 * nodes, and how much of it each job needs.
 *
 * A job says it behind field 18 (demands.h): "gpus = 4; memory = 64 GB; nodes = 2", all
 * together. On nodes each of the job's nodes gives the same share of everything, servers,
 * too; a job that does not say on how many it runs gets as few as can hold it.
 */
#ifndef RESOURCES_H
#define RESOURCES_H

#include "swf.h"

#include "base/job.h"
#include "base/word.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { RESOURCES_SERVERS, RESOURCES_GPUS, RESOURCES_MEMORY, RESOURCES_KINDS };
enum { RESOURCES_NODES = 4096 };

struct resources_amount { /* memory in MB */
    uint32_t of[RESOURCES_KINDS];
};

struct resources_need {
    struct resources_amount all;  /* in all, as the log says it                       */
    struct resources_amount each; /* what is counted of that, on each of its nodes    */
    uint32_t nodes;               /* as the log says it; then what it gets, 0 = it is
                                     too large                                        */
};

struct resources { /* zero-initialise; resources_free */
    int counted[RESOURCES_KINDS];
    int64_t have[RESOURCES_KINDS];  /* of all nodes                                   */
    struct resources_amount *nodes; /* one, without servers: a pool                   */
    uint32_t count;                 /* of nodes; 0 = nothing is counted               */
    size_t room;
    int packed, best; /* there are nodes; the fullest that will do, not the first     */
    struct resources_need *needs; /* of jobs, by their order                          */
    size_t need_count, need_room;
    uint64_t named; /* jobs that name an amount                                       */
};

void resources_free(struct resources *r);

/* Takes what the job of this order says that it needs. */
void resources_take(struct resources *r, size_t order, const swf_job *from);

/* "gpus=64,memory=4096GB", of the option or (where) the header of a log. */
void resources_read(struct resources *r, struct word list, const char *where);

/* "16x64cpu4gpu512GB,16x128cpu"; 0 of a number, such as 32: so many of equal size. */
int resources_classes(struct resources *r, const char *nodes);

/* When all is read: divides everything among the nodes (NULL: there is one pool), and
 * what jobs need. */
void resources_settle(struct resources *r, const char *nodes, uint32_t servers,
                      const struct job *jobs, size_t count);

/* What the job needs. */
const struct resources_need *resources_need(const struct resources *r,
                                            const struct job *job);

/* Does it need no less than the other job, of nodes and on each? */
int resources_no_less(const struct resources *r, const struct job *job,
                      const struct job *than);

/* "also counted: 64 GPUs, 4,096 GB of memory; pooled, ..." */
void resources_describe(FILE *to, const struct resources *r);

#endif
