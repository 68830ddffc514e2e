/* mrfs_paper_graph.h - the graph in which the paper's algorithms search (mrfs_paper.h):
 * arcs for links and units, made anew for each request, and what a request asks of them.
 */
#ifndef MRFS_PAPER_GRAPH_H
#define MRFS_PAPER_GRAPH_H

#include "netsched.h"

#include "mrfs/mrfs_paper.h"

#include <stdint.h>

#define MRFS_PAPER_UNLIMITED UINT32_MAX /* index of an arc without a resource */

/* Makes the graph for p->request: the links, and if `local` the units at both ends. */
nets_status mrfs_paper_graph_make(struct mrfs_paper *p, int local);

/* The amount that the request asks of a unit's type. */
int64_t mrfs_paper_graph_need(const struct mrfs_paper *p, uint32_t unit);

/* The amount that the request asks of the resource of an arc. */
int64_t mrfs_paper_graph_asked(const struct mrfs_paper *p,
                               const struct mrfs_paper_arc *a);

/* Puts the least C-ID above `after` in the partition into *cid; 0 if there is none. */
int mrfs_paper_graph_next_cid(const struct mrfs_paper *p, uint32_t partition,
                              int64_t after, uint32_t *cid);

#endif
