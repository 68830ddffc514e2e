/* mrfs_paper.h - the four algorithms of paper 3, section 4, as they are printed (Li,
 * Ranka, Sahni, Schmalz): all feasible starts of a request.
 *
 *     WN-RC   extended Bellman-Ford on ST lists (figure 2, right) through units and links
 *     WS-RC   a maximum flow from nothing for each basic interval in the window (figure
 *             2, left), in a graph scaled to a base; runs of feasible intervals that are
 *             long enough
 *     WN-RN   Bellman-Ford on the links alone; of each type the union of the ST lists of
 *             its units; all intersected
 *     WS-RN   flows on the links alone; of each type the union over its C-IDs of the ST
 *             lists of their units together; all intersected
 *
 * What is left open is settled as in netsched.h: a C-ID is chosen once for a job, a type
 * and an end, all combinations are tried, and the base is the least common multiple of
 * what is asked for. Full access (2.1: a connection at the level of partitions) is one
 * vertex that joins two partitions, or with p->each_pair an arc for each pair of units.
 * The flow algorithm is Dinic's. netsched.h finds the same starts with less work: this is
 * to compare with, here and in bench/bench_netsched.c.
 */
#ifndef MRFS_PAPER_H
#define MRFS_PAPER_H

#include "netsched.h"

#include "mrfs/mrfs_paper_graph.h"

#include <stdint.h>

/* ---- the algorithms ---------------------------------------------------------------- */

typedef nets_status (*mrfs_paper_algorithm)(struct mrfs_paper *p, nets_spans *starts);

nets_status mrfs_paper_ws_rc(struct mrfs_paper *p, nets_spans *starts);
nets_status mrfs_paper_wn_rc(struct mrfs_paper *p, nets_spans *starts);
nets_status mrfs_paper_ws_rn(struct mrfs_paper *p, nets_spans *starts);
nets_status mrfs_paper_wn_rn(struct mrfs_paper *p, nets_spans *starts);

/* Replaces *starts by all starts of the request, which asks at each end for all types
 * there. Statuses as nets_starts. */
nets_status mrfs_paper_starts(struct mrfs_paper *p, mrfs_paper_algorithm algorithm,
                              const nets_request *request, nets_spans *starts);

/* How many links the shortest path has on which the request of the last call fits from
 * `start` on (section 4.2: breadth first, as soon as the start is known). 0: there is
 * none. */
uint32_t mrfs_paper_shortest(struct mrfs_paper *p, nets_time start);

/* ---- one flow ---------------------------------------------------------------------- */

/* Capacities are what is free at that time; of a request what it can use of that. */
void mrfs_paper_read(struct mrfs_paper *p, nets_time time);

#endif
