/* mrfs_paper_lists.h - the paper's algorithms on ST lists, lists of the starts at which a
 * resource is free for long enough (mrfs_paper.h): extended Bellman-Ford (WN, figure 2,
 * right), and local resources for themselves (RN, 4.3 and 4.4).
 */
#ifndef MRFS_PAPER_LISTS_H
#define MRFS_PAPER_LISTS_H

#include "netsched.h"

#include "mrfs/mrfs_paper.h"

/* Finds the starts of all feasible paths from the source to the sink. */
nets_status mrfs_paper_lists_paths(struct mrfs_paper *p, nets_spans *starts);

/* Keeps of *starts those at which each type at both ends has what is asked for. */
nets_status mrfs_paper_lists_keep(struct mrfs_paper *p, nets_spans *starts);

/* How many links the shortest path has on which the request of the last call fits from
 * `start` on (section 4.2: breadth first, as soon as the start is known). 0: there is
 * none. */
uint32_t mrfs_paper_lists_shortest(struct mrfs_paper *p, nets_time start);

#endif
