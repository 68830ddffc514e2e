/* requirements.h - what jobs might ask for, made for logs that do not tell: paper 2,
 * section IV-B (Rodero, Guim, Corbalan), from the jobs, a grid and random numbers.
 *
 *     Memory >= 96 MB; Disk >= 1210 MB; Vendor == Intel; OS Name == Linux;
 *     Clock >= 800 MHZ SOFT
 *
 * Vendor and operating system come in bursts: each pair with the share it has of the CPUs
 * of the grid, for 3 to 6 jobs. A job has one cluster in mind, of that pair and large
 * enough for it, chosen by CPUs; where there is none, of that vendor, else any. All it
 * asks for that cluster has, so at least one cluster satisfies each job; one that is
 * larger than the largest cluster asks as if it had just its size.
 *     memory   what was requested, else used, in KB per processor; where the log tells
 *              neither, the square of a random number of the cluster's, in steps of 16 MB
 *     disk     hours of run time * (16 MB * processors + memory) * (0.5 to 1.5)
 *     clock    half to all of the cluster's, in steps of 50 MHz; SOFT for every other job
 *     memory   every third job would like twice as much (SOFT)
 *     usages   if asked for: of each of the node's capacities a random part, or, where it
 *              has no limit, up to 100
 * SOFT ones have the default priority. What a cluster does not tell is not asked for.
 *
 * The numbers follow from the seed and the place of the job among those that are given
 * requirements; parts of jobs (status 2 to 4) get none.
 */
#ifndef REQUIREMENTS_H
#define REQUIREMENTS_H

#include "swf.h"

#include "base/random.h"
#include "workload/grid.h"

#include <stdint.h>

enum {
    REQUIREMENTS_BURST_LEAST = 3,
    REQUIREMENTS_BURST_MOST = 6,
    REQUIREMENTS_TEXT = 1024 /* of one job, with the 0 */
};

struct requirements_rules {
    uint64_t seed;
    int64_t max_memory; /* MB; 0 = what the cluster has         */
    int usages;         /* also usages of what processes share  */
    int replace;        /* also for jobs that have requirements */
};

struct requirements { /* requirements_begin */
    const struct grid *grid;
    struct requirements_rules rules;
    uint32_t largest;    /* cluster, in CPUs                     */
    uint64_t made;       /* jobs given requirements              */
    uint64_t bursts;     /* so far                               */
    uint32_t left;       /* jobs of this burst                   */
    uint32_t like;       /* a cluster with the vendor and the OS */
    struct random burst; /* the numbers of bursts                */
};

void requirements_begin(struct requirements *r, const struct grid *g,
                        const struct requirements_rules *rules);

/* ---- all of it --------------------------------------------------------------------- */

/* The next job of a log: 1 and what it is to ask for, or 0 if that stays as it is. */
int requirements_next(struct requirements *r, const swf_job *job,
                      char text[REQUIREMENTS_TEXT]);

#endif
