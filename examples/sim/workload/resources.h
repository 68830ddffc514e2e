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
    struct resources_amount each; /* the counted part, on each of its nodes */
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
    int64_t equal;    /* of equal size there are so many, or 0                        */
    struct resources_need *needs; /* of jobs, by their order                          */
    size_t need_count, need_room;
    uint64_t named[RESOURCES_KINDS]; /* jobs that name an amount of it               */
    uint64_t large;                  /* jobs that need more than there is; the first */
    int64_t first_large;
    uint64_t unread; /* jobs with a need that is not one of those; the first: */
    uint64_t unread_line;
    char unread_text[64];
};

void resources_free(struct resources *r);

/* "gpus=2,memory=8GB" is "gpus=2;memory=8GB": puts a ; for each comma before a name and
 * its sign, in a copy, which is to be freed; NULL if there is none. */
char *resources_commas(swf_job *job);

/* Takes what the job of this order, in this line, says that it needs. */
void resources_take(struct resources *r, size_t order, const swf_job *from,
                    uint64_t line);

/* Reads a list such as "gpus=8,memory=64GB,nodes=2". Returns which are in it: 1 << each
 * kind, 1 << RESOURCES_KINDS of nodes; 0: it is not such a list. */
unsigned resources_list(struct word list, struct resources_need *to);

/* Adds what another line of a header says to the list, which may be NULL. */
void resources_join(char **list, struct word more);

/* What there is, as an option says ("--resources"), or else the header of a log. */
void resources_read(struct resources *r, struct word list, const char *where);

/* Jobs are packed on nodes: "16x64cpu4gpu512GB,16x128cpu", or 32 of equal size. */
void resources_nodes(struct resources *r, const char *nodes);

/* When all is read: divides everything among the nodes, or into one pool, and what jobs
 * need. */
void resources_settle(struct resources *r, uint32_t servers, const struct job *jobs,
                      size_t count);

/* Divides what a job of so many servers needs; on 0 nodes: it is too large. */
void resources_fit(const struct resources *r, struct resources_need *need,
                   uint32_t servers);

/* What the job needs. */
const struct resources_need *resources_need(const struct resources *r,
                                            const struct job *job);

/* Does it need no less than the other job, of nodes and on each? */
int resources_no_less(const struct resources *r, const struct job *job,
                      const struct job *than);

/* "also counted: 64 GPUs, 4,096 GB of memory; pooled, ..."; and of needs that are not, of
 * those that are not even read on standard error. BAR: an option under which none are
 * counted, or NULL. */
void resources_describe(FILE *to, const struct resources *r, const char *source,
                        const char *bar);

#endif
