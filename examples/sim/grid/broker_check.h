/* broker_check.h - is the result of a run of the broker possible? Told from the result
 * alone:
 *
 *     every job has one fate and ends at most once; what the result says of the job
 *     agrees with its executions
 *     each execution has as many CPUs as the job asks for, of one cluster, and no other
 *     job has one of them meanwhile
 *     the cluster satisfies the job's static HARD requirements
 *     nothing starts before it was submitted, nor before it was sent to its cluster
 *     a job runs for its run time, and for longer only if it shares nodes
 *     a job that runs at several clusters has a part at each, all at the same time, which
 *     add up to what it asks for; only a job that no cluster could run alone does so, and
 *     it takes longer by its overhead
 *
 * In O(n log n), for n jobs and executions: every run of the simulator is checked. Who is
 * first in a queue is a matter of the tests (prop_broker.c), as are schedules within a
 * cluster.
 */
#ifndef BROKER_CHECK_H
#define BROKER_CHECK_H

#include "base/error.h"
#include "base/job.h"
#include "grid/broker_rules.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stddef.h>
#include <stdint.h>

/* Does each execution have its CPUs for itself? A part of broker_check. */
int broker_check_cpus(const struct job *jobs, const struct broker_result *r,
                      struct error *e);

/* 0, or -1 with the first thing that is impossible. */
int broker_check(const struct grid *g, const struct demands *d, const struct job *jobs,
                 size_t n, const struct broker_rules *rules,
                 const struct broker_result *r, struct error *e);

#endif
