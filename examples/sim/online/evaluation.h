/* evaluation.h - one experiment: a workload, and what each policy makes of it.
 *
 *     struct evaluation x = {0};
 *     evaluation_workload(&settings, &x, &e);            reads or draws the jobs
 *     evaluation_run_all(&program, &settings, &x, &e);   schedules them by each policy
 *     evaluation_measure(&settings, 1, &x, &e);          the figures of all policies
 *     evaluation_free(&x);
 *
 * Experiments share nothing, so that several may run at the same time; so may the
 * policies of one experiment.
 */
#ifndef EVALUATION_H
#define EVALUATION_H

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "base/progress.h"
#include "batch/grants.h"
#include "batch/policy.h"
#include "online/classes.h"
#include "online/evaluation_settings.h"
#include "program/cube.h"
#include "program/program.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/metrics.h"
#include "workload/workload.h"

#include <stddef.h>
#include <stdint.h>

struct evaluation_result { /* one policy over the whole workload */
    struct policy policy;
    char index[16];               /* "map"; "" where there is none        */
    char heading[48];             /* "online map"                         */
    const struct job *jobs;       /* of the workload, or of `feedback`    */
    struct feedback feedback;     /* --feedback: when the jobs came       */
    struct job_outcome *outcomes; /* of each job                          */
    struct grants grants;         /* .of = NULL: no servers are known     */
    uint64_t hash;                /* of every start, and of the servers   */
    double seconds;               /* how long the run took                */
    uint64_t broken;              /* batch: promised starts that were not kept */
    coa_stats_info stats;         /* online: of the calendar              */
    struct metrics_figures figures;
};

struct evaluation { /* zero-initialise; evaluation_free */
    struct workload workload;
    struct grid words;           /* the names that occur in the demands      */
    struct demands demands;      /* of the jobs, if nodes share something    */
    struct feedback_links links; /* --feedback: which job follows which */
    struct evaluation_result results[POLICY_POLICIES_MAX];
    size_t count;
    struct cube cube;        /* one point, policies, seeds  */
    size_t seeds;            /* in the cube; the rest is of the first */
    struct classes classes;  /* waits by class, with intervals        */
    unsigned char *compared; /* of each job, whether it ran under every policy */
};

void evaluation_free(struct evaluation *x);

/* ---- the workload ------------------------------------------------------------------ */

/* Reads the log, or draws the built-in workload, and does to it what the settings say. 0,
 * or -1. */
int evaluation_workload(const struct evaluation_settings *s, struct evaluation *x,
                        struct error *e);

/* ---- the policies ------------------------------------------------------------------ */

/* Schedules the workload by policy number `i`. `progress`: counts the jobs; or NULL. */
int evaluation_run(const struct evaluation_settings *s, struct evaluation *x, size_t i,
                   struct progress *progress, struct error *e);

/* Schedules it by all policies of the settings, several at a time as --threads says, with
 * a progress bar. 0, or -1. */
int evaluation_run_all(const struct program *p, const struct evaluation_settings *s,
                       struct evaluation *x, struct error *e);

/* ---- the figures ------------------------------------------------------------------- */

/* Takes the figures of all policies, over the same jobs; without `timing` those that were
 * measured of the run itself are left out. 0, or -1. */
int evaluation_measure(const struct evaluation_settings *s, int timing,
                       struct evaluation *x, struct error *e);

/* ---- several seeds ----------------------------------------------------------------- */

/* Puts the figures of the experiment, which has been measured, into the cube and the
 * classes, and those of the other seeds, for which it is run one after the other.
 * 0, or -1. */
int evaluation_seeds(const struct program *p, const struct evaluation_settings *s,
                     struct evaluation *x, struct error *e);

#endif
