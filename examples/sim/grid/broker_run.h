/* broker_run.h - the state of a run of the broker (broker.h), and what becomes of its
 * jobs: starts, ends, executions, fates.
 *
 * A job that runs at several clusters (broker_coallocate.h) has a part at each: a job of
 * their local systems, numbered after those of the workload.
 */
#ifndef BROKER_RUN_H
#define BROKER_RUN_H

#include "base/error.h"
#include "base/job.h"
#include "batch/grants.h"
#include "grid/broker_rules.h"
#include "grid/broker_view.h"

#include <stddef.h>
#include <stdint.h>

struct broker_run;

struct broker_listener { /* the context of a local system's batch_notify */
    struct broker_run *run;
    uint32_t cluster;
};

struct broker_run { /* zero-initialise; broker_run_begin, broker_run_end */
    struct broker_view view;
    const struct job *jobs; /* of the workload, then parts                         */
    struct job *with_parts; /* that array, if jobs may run at several clusters     */
    uint32_t *large;        /* the jobs that may, ascending                        */
    uint32_t *parts_left;   /* of a job: parts that have not ended                 */
    size_t large_count;
    size_t count, next; /* jobs of the workload; the next to be submitted      */
    struct broker_result *result;
    struct job_outcome *local; /* of each job, at the cluster where it is             */
    struct grants grants;
    struct broker_listener *listeners; /* of each cluster                             */
    size_t undecided; /* jobs that have no fate yet                          */
    int failed;       /* memory ran out in a function that returns nothing   */
};

/* Makes ready a run whose view, jobs, count and result are set. 0, or -1 with a
 * message. */
int broker_run_begin(struct broker_run *b, struct error *e);

/* Gives the runs of CPUs to the result and frees the rest. */
void broker_run_end(struct broker_run *b);

/* Says that memory is out. -1. */
int broker_run_memory(struct error *e);

/* The number of a job's part at a cluster; `large`: the job's place in b->large. */
uint32_t broker_run_part(const struct broker_run *b, size_t large, uint32_t cluster);

void broker_run_fate(struct broker_run *b, uint32_t job, enum broker_fate fate);

#endif
