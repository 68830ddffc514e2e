/* book_plan.h - when, and on which nodes of which clusters: a calendar of each cluster,
 * and FlexCo (coalloc.h) over them.
 *
 *     result = book_plan(&b, clusters, now, BOOK_PLAN_NEW, why, &error);
 *     if (result == 0) b.start[BOOK_NEXT], b.parts[i].nodes[BOOK_NEXT] ...
 *
 * All parts have one start; the earliest is chosen, and at it a single cluster before
 * several, and of several the largest shares for those that are named first.
 */
#ifndef BOOK_PLAN_H
#define BOOK_PLAN_H

#include "base/error.h"
#include "slurm/book_journal.h"
#include "slurm/slurm_cluster.h"

#include <stdint.h>

enum { BOOK_PLAN_WHY = 512 };

/* Finds the next place of the booking; clusters[i] was read for its part i. With `move`
 * it has a place, whose nodes count as free: only an earlier start, or the same one if a
 * node of it is down, will do. 0; 1 if there is none; -1. `why` becomes the reason. */
int book_plan(struct booking *b, const struct slurm_cluster *clusters, int64_t now,
              int move, char why[BOOK_PLAN_WHY], struct error *e);

#endif
