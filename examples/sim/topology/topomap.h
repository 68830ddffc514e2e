/* topomap.h - a topology on a map (netmap.h): where its nodes are, and how busy its links
 * were on average between two moments of the map.
 */
#ifndef TOPOMAP_H
#define TOPOMAP_H

#include "report/netmap.h"
#include "topology/topology_data.h"

#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

/* Degrees of longitude are shorter the farther north; nodes of which some have no place
 * stand in a circle. */
void topomap_nodes(struct netmap *m, const struct topology *t,
                   const unsigned char *marked);

void topomap_links(struct netmap *m, const struct topology *t);

/* The link of the topology, and whether its way back, that is link `index` of a network
 * whose first links for each of the topology's are in `first` (network.h). */
size_t topomap_link(const struct topology *t, const uint32_t *first, uint32_t index,
                    int *back);

/* A share of the link was in use during [from, to): each moment of the map shows the mean
 * of the time around it. */
void topomap_use(struct netmap *m, size_t link, int back, int64_t from, int64_t to,
                 double share);

#endif
