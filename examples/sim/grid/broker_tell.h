/* broker_tell.h - lines about a grid and what its jobs ask for, before the results. */
#ifndef BROKER_TELL_H
#define BROKER_TELL_H

#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/workload.h"

#include <stdio.h>

/* "grid: dom_small, 5 clusters of 32 to 144 CPUs, 400 in all" */
void broker_tell_grid(FILE *to, const struct grid *g);

/* What no cluster has, a line for each kind: "no cluster has memory >= 8000 .. 16000: 3
 * jobs, the first is 17", by the first requirement of each job that none meets, CPUs
 * before all; and attributes that jobs ask for and no cluster has. With `at_several` jobs
 * may run at several clusters: neither size is a reason, nor that no cluster meets all
 * requirements at once. O(jobs * clusters * requirements) */
void broker_tell_lacks(FILE *to, const struct grid *g, const struct demands *d,
                       const struct workload *w, int at_several);

#endif
