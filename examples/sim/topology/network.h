/* network.h - a topology, read or made, as a network of netsched.h.
 *
 * Nodes, partitions, units and clusters keep their numbers. A link that leads both ways
 * becomes two, so links have numbers of their own: `link` tells the first of each.
 */
#ifndef NETWORK_H
#define NETWORK_H

#include "netsched.h"

#include "base/error.h"
#include "topology/topology_data.h"

#include <stdint.h>
#include <unistd.h>

struct network { /* zero-initialise; network_free */
    nets_network *net;
    uint32_t *link; /* of each link of the topology the first of the network */
};

void network_free(struct network *n);

/* Fills *n (zeroed; network_free it, whatever happens). 0, or -1. */
int network_make(struct network *n, const struct topology *t, int constrained,
                 struct error *e);

#endif
