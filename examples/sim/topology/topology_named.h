/* topology_named.h - the network that an option --network names, for simulators.
 *
 *     struct topology_named n = {"nsfnet"};
 *     topology_named_read(&n);
 *     topology_named_make(&t, &n, &options);           as often as wanted, in any thread
 *
 * A name is a built-in network's, or a file's: plain or .gz, "-" for standard
 * input, in one of the formats of topology.h. Built in are two known networks, and
 * generators:
 *
 *   nsfnet     the backbone of NSFNET about 1991 as the literature on optical networks
 *              has it (SNDlib's nobel-us): 14 nodes and 21 links; of T3, 45 Mb/s, to
 *              which it was upgraded then
 *   esnet      the hubs of ESnet4 and laboratories on them, December 2007: 30 nodes, 38
 *              links. Nodes and links as in the Internet Topology Zoo's Esnet (from the
 *              map www.es.net then showed); several circuits between two hubs are one
 *              link with the capacity of all. Where the map gives no speed a circuit has
 *              10 Gb/s, what ESnet4 was built of
 *   torus:RxC  a mesh of R rows and C columns with wrap-around (paper 4, section 5: 5x5)
 *   ring:N     a ring
 *   random:N   connected (paper 3, section 5: 100 nodes): a tree, each node tied to a
 *              random one before it, and then random links, until nodes have the degree
 *              on average or there are all links there can be
 *
 * Coordinates are of cities and laboratories. The links of generators have the
 * capacity and the delay of the options. Paper 3 is by Li, Ranka, Sahni and Schmalz,
 * paper 4 by Christodoulopoulos and Varvarigos. */
#ifndef TOPOLOGY_NAMED_H
#define TOPOLOGY_NAMED_H

#include "topology/topology.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TOPOLOGY_NAMED "nsfnet, esnet, torus:RxC, ring:N, random:N"

/* The help of --both-ways. */
#define TOPOLOGY_BOTH_WAYS "read every link as two-way, unless each has a return link"

/* The help of --capacity-key. */
#define TOPOLOGY_CAPACITY_KEY                                          \
    "GraphML: link key that holds the capacity, and its unit, such as" \
    " bandwidth:Mbps"

struct topology_named {
    const char *name;
    char *text; /* of a file that was read, kept; else NULL */
    size_t size;
    int64_t degree; /* of random networks, on average, billionths */
    uint64_t seed;  /* of random networks                         */
};

/* Reads the file unless it was read. What cannot be read or made ends the program, here
 * and below. */
void topology_named_read(struct topology_named *n);

/* The notes of topology_note, in lines. */
void topology_named_tell(FILE *to, const struct topology *t);

/* The network of that name into *t, for topology_free. */
void topology_named_make(struct topology *t, const struct topology_named *n,
                         const struct topology_options *o);

#endif
