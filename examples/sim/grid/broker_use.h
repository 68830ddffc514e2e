/* broker_use.h - who is overtaken, and what of CPUs and nodes is in use: what the jobs of
 * a result do not say one by one.
 *
 *   overtaken    a job is overtaken by one that was submitted later and first started
 *                earlier: how many jobs are, and by how many others at most
 *   CPU seconds  those of all executions, of each cluster
 *   node seconds the same of nodes, each in use while any of its CPUs is
 */
#ifndef BROKER_USE_H
#define BROKER_USE_H

#include "grid/broker_rules.h"
#include "workload/grid.h"

struct broker_use {
    const struct grid *grid;
    const struct broker_result *result;
    double *cpu_seconds, *node_seconds; /* room for one of each cluster; filled */
    double overtaken, overtaken_most;   /* filled                               */
};

/* In O(n log n) of the executions. */
void broker_use_measure(struct broker_use *m);

#endif
