/* topology_zoo.h - networks of the Internet Topology Zoo, for the readers of its formats
 * (topology_gml.c, topology_graphml.c):
 *
 *   S. Knight, H. X. Nguyen, N. Falkner, R. Bowden, M. Roughan: The Internet Topology
 *   Zoo. IEEE J. on Selected Areas in Communications 29(9), 1765-1775, 2011.
 *
 *   nodes  id, label, Longitude, Latitude
 *   links  source, target, LinkSpeedRaw (bit/s), or LinkSpeed with LinkSpeedUnits (K, M,
 *          G, T; none: bit/s), or the default capacity
 *
 * Everything else is skipped, but lists and elements must be closed as they were opened.
 * A node is named by its label; if that is taken, by label_id; if it has none, by its id.
 * Links of a node to itself, which some of the files have, are left out and counted;
 * parallel links stay. Nodes come before the links that name them.
 */
#ifndef TOPOLOGY_ZOO_H
#define TOPOLOGY_ZOO_H

#include "base/word.h"
#include "topology/topology_data.h"
#include "topology/topology_scan.h"

enum { TOPOLOGY_ZOO_DEPTH = 64 };

enum {
    TOPOLOGY_ZOO_ID,
    TOPOLOGY_ZOO_LABEL,
    TOPOLOGY_ZOO_LONGITUDE,
    TOPOLOGY_ZOO_LATITUDE,
    TOPOLOGY_ZOO_SOURCE,
    TOPOLOGY_ZOO_TARGET,
    TOPOLOGY_ZOO_RAW,
    TOPOLOGY_ZOO_SPEED,
    TOPOLOGY_ZOO_UNITS,
    TOPOLOGY_ZOO_FIELDS
};

struct topology_zoo_item { /* a node or a link: the text of its fields */
    struct word field[TOPOLOGY_ZOO_FIELDS];
};

struct topology_zoo {
    struct topology_source *s;
    struct names ids; /* by the numbers of the nodes */
    int oneway;       /* the graph is directed       */
};

/* The field of that name; TOPOLOGY_ZOO_FIELDS if it is none. */
int topology_zoo_field(struct word name);

/* Adds what was read; 0, or -1 with a sentence. */
int topology_zoo_add_node(struct topology_zoo *z, const struct topology_zoo_item *item);

int topology_zoo_add_link(struct topology_zoo *z, const struct topology_zoo_item *item,
                          int oneway);

#endif
