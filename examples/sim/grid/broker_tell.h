/* broker_tell.h - lines about a grid and what its jobs ask for, before the results. */
#ifndef BROKER_TELL_H
#define BROKER_TELL_H

#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/workload.h"

#include <stdio.h>

/* "grid: dom_small, 5 clusters of 32 to 144 CPUs, 400 in all" */
void broker_tell_grid(FILE *to, const struct grid *g);

/* What no cluster has, if there is any such thing: why the first job that no cluster can
 * run can have none (at_several: jobs may run at several, so that size is no reason); and
 * attributes that jobs ask for and no cluster has. */
void broker_tell_unmet(FILE *to, const struct grid *g, const struct demands *d,
                       const struct workload *w, int at_several);

#endif
