/* broker_select.h - which cluster a job gets: of the candidates the one with the highest
 * score of the resource policy (broker_policy.h); of equal ones that with most free CPUs,
 * then the first of the grid.
 */
#ifndef BROKER_SELECT_H
#define BROKER_SELECT_H

#include "grid/broker_queue.h"
#include "grid/broker_view.h"
#include "workload/grid.h"

#include <stdint.h>

#define BROKER_NO_CLUSTER UINT32_MAX

/* May the job go to this cluster, one of its class, whose state is `s`? Where the policy
 * asks for room somewhere, that is another question. */
int broker_select_candidate(const struct broker_view *v, const struct broker_entry *entry,
                            uint32_t cluster, const struct grid_state *s);

/* The job's cluster, or BROKER_NO_CLUSTER. */
uint32_t broker_select(const struct broker_view *v, const struct broker_entry *entry);

/* ---- classes of jobs --------------------------------------------------------------- */

/* Finds what is free for each class, and whether it is open: its smallest job might have
 * room. Returns the place in the queue of the first job of an open class; how many wait
 * if there is none. Mostly those jobs are near the end, as others have waited longer. */
size_t broker_select_first(struct broker_view *v);

/* After that: may the job have a cluster? If not, it has none until more becomes free. */
int broker_select_open(const struct broker_view *v, const struct broker_entry *entry);

#endif
