/* broker_check.h - is what a run of the broker says sound? From the result alone.
 *
 *     every job has one fate, and ends at most once; what it tells of itself is what its
 *     executions tell
 *     each execution has as many CPUs as the job asks for, of one cluster, and no other
 *     job has one of them meanwhile
 *     the cluster satisfies the job's static HARD requirements
 *     nothing starts before it was submitted, nor before it was sent to its cluster
 *     it runs for its run time: less if its cluster failed, and only then; more if it
 *     shares nodes, and only then
 *     nothing runs on, and nothing is sent to, a cluster that is down
 *     a job that runs at several clusters has a part at each, all at the same time, which
 *     add up to what it asks for; only one that no cluster could run alone does, and it
 *     takes longer by its overhead
 *     first-come order where it is promised: by the broker (fcfs; edf, by deadline)
 *     unless a failure sends jobs back, by a local first-come queue; at once where nobody
 *     queues
 *
 * In O(n log n), for n jobs and executions: every run of the simulator passes through it.
 * A cluster's own schedule is a matter of batch.h's tests.
 */
#ifndef BROKER_CHECK_H
#define BROKER_CHECK_H

#include "base/error.h"
#include "base/job.h"
#include "check/check_downs.h"
#include "grid/broker_rules.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stddef.h>
#include <stdint.h>

struct broker_checking {
    const struct grid *g;
    const struct demands *d;
    const struct job *jobs;
    size_t n;
    const struct broker_rules *rules;
    const struct broker_result *r;
    const struct broker_execution **last; /* of each job; NULL = none */
    uint32_t *begun;                      /* how many it has */
    uint64_t *cpus; /* of a job at several clusters: of all its parts */
    struct check_downs downs;
    struct error *e;
};

/* ---- no CPU twice ------------------------------------------------------------------ */

int broker_check_cpus(const struct broker_checking *c);

/* ---- all of it --------------------------------------------------------------------- */

/* 0, or -1 with the first thing that cannot be. */
int broker_check(const struct grid *g, const struct demands *d, const struct job *jobs,
                 size_t n, const struct broker_rules *rules,
                 const struct broker_result *r, struct error *e);

#endif
