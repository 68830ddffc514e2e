/* topomap.h - draws a topology on a map (report/netmap.h): its nodes, its links, and how
 * busy they were.
 *
 *     netmap_init(&m, "netmap", title, t.node_count, t.link_count, from, to);
 *     topomap_nodes(&m, &t, marked);
 *     topomap_links(&m, &t);
 *     link = topomap_link(&t, network.first_link, use->index, &back);
 *     topomap_use(&m, link, back, use->from, use->to, share);      for each use
 */
#ifndef TOPOMAP_H
#define TOPOMAP_H

#include "report/netmap.h"
#include "topology/topology_data.h"

#include <stddef.h>
#include <stdint.h>

/* Degrees of longitude are shorter the farther north they are. If a node has no
 * coordinates, all stand in a circle; then 0 is returned, else 1. */
int topomap_nodes(struct netmap *m, const struct topology *t,
                  const unsigned char *marked);

void topomap_links(struct netmap *m, const struct topology *t);

/* The link of the topology that became link `index` of a network, and whether that is its
 * way back. `first`: network.h's first_link. */
size_t topomap_link(const struct topology *t, const uint32_t *first, uint32_t index,
                    int *back);

/* A share of the link was in use during [from, to). Each moment of the map shows the mean
 * of the time around it. */
void topomap_use(struct netmap *m, size_t link, int back, int64_t from, int64_t to,
                 double share);

#endif
