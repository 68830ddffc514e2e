/* broker_tell.h - lines about a grid and what its jobs ask for, before the results. */
#ifndef BROKER_TELL_H
#define BROKER_TELL_H

#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/workload.h"

#include <stdio.h>

/* "grid: dom_small, 5 clusters of 32 to 144 CPUs, 400 in all" */
void broker_tell_grid(FILE *to, const struct grid *g);

/* ---- why no cluster can ever run a job --------------------------------------------- */

enum { BROKER_LACKS = 64 }; /* kinds, at most; the last stands for all that are left */

struct broker_lack { /* requirements of one attribute and sign */
    const char *name; /* "memory >= 8000", "memory >= 8000 .. 16000"; "all together": each
                         requirement is met by some cluster, but not all by one */
    size_t jobs;      /* that fail by it                                         */
    int64_t first;    /* the number of the first of them                         */
    struct demands_requirement of; /* the first; op 0 = all together             */
    double lo, hi;                 /* numbers that jobs ask for                  */
};

struct broker_lacks {
    struct broker_lack of[BROKER_LACKS]; /* [0] is not used                        */
    unsigned count;
    uint8_t *by_job; /* of each of the workload: its lack, 0 = none; to be freed */
};

/* Finds what jobs lack that no cluster can ever run: the first requirement, CPUs before
 * all, that none meets. With `at_several` jobs may run at several clusters, so that size
 * is no reason, nor is "all together". O(jobs * clusters * requirements) */
void broker_tell_find(struct broker_lacks *l, const struct grid *g,
                      const struct demands *d, const struct workload *w, int at_several);

/* A line of each: "no cluster has memory >= 8000 (the most is 4000, at north): 3 jobs,
 * the first is 17"; and attributes that jobs ask for and no cluster has. */
void broker_tell_lacks(FILE *to, const struct broker_lacks *l, const struct grid *g,
                       const struct demands *d, const struct workload *w);

#endif
