/* book_drain.h - nodes of a cluster go down for maintenance: which, and what is in the way.
 *
 * In the way are jobs that run beyond its start, reservations, and jobs that wait and are
 * expected by the cluster to start meanwhile. Nodes that are down already disturb nobody.
 */
#ifndef BOOK_DRAIN_H
#define BOOK_DRAIN_H

#include "base/error.h"
#include "slurm/book_journal.h"
#include "slurm/slurm_cluster.h"

/* Makes the nodes that disturb least, b->nodes of them, its next place: those with the
 * fewest jobs that run and reservations, then with the fewest jobs that wait
 * (base/disturb.h). 1: nothing disturbs less; 0: it is the least that was found; -1. */
int book_drain_choose(struct booking *b, const struct slurm_cluster *c, struct error *e);

/* Has the cluster the nodes of the next place? 0, or -1. */
int book_drain_check(const struct booking *b, const struct slurm_cluster *c,
                     struct error *e);

/* Prints what is in the way at this place, a line each, on standard output. 0, or -1. */
int book_drain_tell(const struct booking *b, int place, const struct slurm_cluster *c,
                    struct error *e);

#endif
