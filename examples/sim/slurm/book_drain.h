/* book_drain.h - nodes of a cluster go down for maintenance: which, and the jobs in the
 * way.
 *
 * In the way are jobs that run beyond its start, reservations, and jobs that wait and are
 * expected by the cluster to start meanwhile. Nodes that are down already disturb no job.
 * What cannot be done ends the program (kit/fail.h).
 */
#ifndef BOOK_DRAIN_H
#define BOOK_DRAIN_H

#include "slurm/book_journal.h"
#include "slurm/slurm_cluster.h"

/* Makes b->nodes nodes its next place that disturb little: few jobs that run and
 * reservations, then few jobs that wait. It takes again and again the node that costs the
 * least, where each job is divided among its nodes. 1: no others disturb less; 0: that is
 * not known. */
int book_drain_choose(struct booking *b, const struct slurm_cluster *c);

/* Fails if the cluster does not have the nodes of its next place. */
void book_drain_check(const struct booking *b, const struct slurm_cluster *c);

/* Prints jobs and reservations in the way, a line each, on standard output. */
void book_drain_tell(const struct booking *b, int place, const struct slurm_cluster *c);

#endif
