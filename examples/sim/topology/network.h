/* network.h - a topology, read or made, as a network of netsched.h.
 *
 *     struct network n = {0};
 *     if (network_make(&n, &topology, 1, e) != 0) ...
 *     nets_first_slot(n.net, ...)
 *     network_free(&n);
 *
 * Nodes, partitions, units and clusters keep their numbers. A link that leads both ways
 * becomes two, one after the other, so links have numbers of their own.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "netsched.h"

#include "base/error.h"
#include "topology/topology_data.h"

#include <stdint.h>

struct network { /* zero-initialise; network_free */
    nets_network *net;
    uint32_t *first_link; /* by link of the topology: its first link in `net` */
};

void network_free(struct network *n);

/* Fills *n (zeroed; network_free it, whatever happens). `constrained`: access between
 * units is by pairs where the topology says so; otherwise it is full everywhere. 0, or
 * -1. */
int network_make(struct network *n, const struct topology *t, int constrained,
                 struct error *e);

#endif
