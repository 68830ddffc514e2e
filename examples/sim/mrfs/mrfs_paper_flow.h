/* mrfs_paper_flow.h - the paper's algorithms with splitting (WS, figure 2, left): a
 * maximum flow for each basic interval in the window of a request (mrfs_paper.h).
 *
 *     mrfs_paper_graph_make(p, 1);
 *     mrfs_paper_flow_intervals(p);
 *     mrfs_paper_flow_whole(request, &whole);
 *     mrfs_paper_flow_combine(p, 1);
 *     do
 *         mrfs_paper_flow_starts(p, whole, starts);
 *     while (mrfs_paper_flow_combine(p, 0));
 */
#ifndef MRFS_PAPER_FLOW_H
#define MRFS_PAPER_FLOW_H

#include "netsched.h"

#include "mrfs/mrfs_paper.h"

#include <stdint.h>

/* Finds the basic intervals of the window: no resource of the graph changes in one. */
nets_status mrfs_paper_flow_intervals(struct mrfs_paper *p);

/* Makes a flow for each basic interval. Adds to *starts the starts of a job that is
 * divided into `whole` parts, from units of the C-IDs chosen. */
nets_status mrfs_paper_flow_starts(struct mrfs_paper *p, int64_t whole,
                                   nets_spans *starts);

/* Chooses the first combination of C-IDs, or else the next. 0 after the last. */
int mrfs_paper_flow_combine(struct mrfs_paper *p, int first);

/* The number of parts: the least common multiple of the amounts that are asked for.
 * NETS_E_RANGE if flows of so many parts would overflow. */
nets_status mrfs_paper_flow_whole(const nets_request *q, int64_t *whole);

#endif
