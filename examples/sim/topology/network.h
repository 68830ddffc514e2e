/* network.h - a topology, read or made, as a network of netsched.h.
 *
 *     nets_network *net = NULL;
 *     if (network_make(&net, &topology, 1, e) != 0) ...
 *     nets_first_slot(net, ...)
 *     nets_destroy(net);
 *
 * Nodes, partitions, units and clusters keep their numbers. A link that leads both ways
 * becomes two, one after the other, so links have numbers of their own.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "netsched.h"

#include "base/error.h"
#include "topology/topology_data.h"

/* Makes *net (NULL; nets_destroy it, whatever happens). `constrained`: access between
 * units is by pairs where the topology says so; otherwise it is full everywhere. 0, or
 * -1. */
int network_make(nets_network **net, const struct topology *t, int constrained,
                 struct error *e);

#endif
