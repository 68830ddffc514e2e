/* requirements.h - generates requirements for the jobs of a log that has none, as paper 2
 * does (Rodero, Guim, Corbalan, section IV-B): from the jobs, a grid and random numbers.
 *
 *     struct requirements r;
 *     requirements_begin(&r, &grid, &rules);
 *     for each job of the log, in its order:
 *         if (requirements_next(&r, &job, text)) ...
 *
 *     Memory >= 96 MB; Disk >= 1210 MB; Vendor == Intel; OS Name == Linux;
 *     Clock >= 800 MHZ SOFT
 *
 * Vendor and operating system come in bursts of 3 to 6 jobs; each pair of them is drawn
 * with the share of the grid's CPUs that it has. Each job is modelled on one cluster, of
 * that pair and large enough for the job, drawn by CPUs; where there is none, on one of
 * that vendor, else on any. The job asks for nothing that this cluster does not have, so
 * at least one cluster satisfies it. A job larger than the largest cluster asks as if it
 * were as large as that cluster.
 *     memory   what the job requested, else what it used, in KB per processor; where the
 *              log gives neither, the square of a random number times what the cluster
 *              has, in steps of 16 MB
 *     disk     hours of run time * (16 MB * processors + memory) * (0.5 to 1.5)
 *     clock    half to all of the cluster's, in steps of 50 MHz; SOFT for every other job
 *     memory   again, twice as much, as a SOFT requirement of every third job
 *     usages   if asked for: a random part of each capacity of a node; where it has no
 *              limit, up to 100
 * A job may be unconstrained, with the probability of the rules: then it asks for no more
 * than its CPUs and usages, and the other jobs for what they would ask for without it.
 * A higher probability includes the jobs of a lower one. SOFT requirements have
 * the default priority. Attributes that the cluster does not have are not asked for.
 *
 * The random numbers follow from the seed and from the place of the job among those that
 * get requirements. Parts of jobs (status 2 to 4) get none.
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
    REQUIREMENTS_TEXT = 1024 /* bytes for one job, with the 0 */
};

struct requirements_rules {
    uint64_t seed;
    uint32_t unconstrained; /* percent of the jobs ask for CPUs only    */
    int usages;             /* also usages of what processes share      */
    int replace;            /* also for jobs that have requirements     */
};

struct requirements { /* requirements_begin */
    const struct grid *grid;
    struct requirements_rules rules;
    uint32_t largest;    /* CPUs of the largest cluster              */
    uint64_t generated;  /* jobs that got requirements               */
    uint64_t bursts;     /* so far                                   */
    uint32_t left;       /* jobs of this burst                       */
    uint32_t like;       /* a cluster of the burst's vendor and OS   */
    struct random burst; /* the numbers of bursts                    */
};

void requirements_begin(struct requirements *r, const struct grid *g,
                        const struct requirements_rules *rules);

/* The next job of a log: 1 and what it asks for, or 0 if its line stays as it is. */
int requirements_next(struct requirements *r, const swf_job *job,
                      char text[REQUIREMENTS_TEXT]);

#endif
