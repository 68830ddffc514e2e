/* mrfs_paper.h - the four algorithms of paper 3, section 4, as they are printed (Li,
 * Ranka, Sahni, Schmalz): all feasible starts of a request.
 *
 *     WN-RC   extended Bellman-Ford on ST lists (figure 2, right) through units and links
 *     WS-RC   a maximum flow from nothing for each basic interval in the window (figure
 *             2, left), in a graph scaled to a base; runs of feasible intervals that are
 *             long enough
 *     WN-RN   Bellman-Ford on the links alone; of each type the union of the ST lists of
 *             its units; all intersected
 *     WS-RN   flows on the links alone; of each type the union over its C-IDs of the ST
 *             lists of their units together; all intersected
 *
 * Open points are settled as in netsched.h: a C-ID is chosen once for a job, a type
 * and an end, all combinations are tried, and the base is the least common multiple of
 * the amounts requested. Full access (2.1: a connection at the level of partitions) is
 * one vertex that joins two partitions, or with p->each_pair an arc for each pair of
 * units. The flow algorithm is Dinic's. netsched.h finds the same starts with less work:
 * this is to compare with, here and in bench/bench_netsched.c.
 */
#ifndef MRFS_PAPER_H
#define MRFS_PAPER_H

#include "netsched.h"

#include "topology/topology.h"

#include <stddef.h>
#include <stdint.h>

/* Links, and what a request adds; and maximum flows, by Dinic's algorithm. */

#define MRFS_PAPER_UNLIMITED UINT32_MAX /* index of an edge without a resource */
#define MRFS_PAPER_NO_EDGE UINT32_MAX   /* of an arc that is only the way back */

struct mrfs_paper_edge { /* the way over a link or through a unit */
    uint32_t from, to;
    nets_kind kind;
    uint32_t index;
};

struct mrfs_paper_arc { /* of flows: an edge, or only the way back of one */
    int64_t left;       /* of its capacity */
    uint32_t to, twin, edge;
};

struct mrfs_paper_break { /* from then on so much of the edge's resource is free */
    nets_time time;
    nets_amount amount;
    uint32_t edge;
};

/* Vertices: nodes, then two for each unit (before and behind it), then one for each
 * partition, which joins it to the one before it, then source and sink. */
struct mrfs_paper { /* mrfs_paper_graph_init, mrfs_paper_graph_free */
    const nets_network *net;
    const struct topology *t;
    int constrained;
    int each_pair; /* full access is an arc for each pair of units, not a vertex */
    int one;       /* flows: the first start is enough */
    const nets_request *request; /* NULL: none was made yet          */
    uint32_t vertices, source, sink;
    struct mrfs_paper_edge *edges; /* the links' edges first */
    size_t count, room, links;
    struct mrfs_paper_arc *arcs; /* by vertex                                */
    uint32_t *first;             /* of each vertex, and one more at the end  */
    uint32_t *arc_of;            /* each edge                                */
    int64_t *capacity;           /* of each arc, in parts of which the job is */
    int64_t whole;
    uint32_t *next; /* of each vertex: the arc to try next */
    uint32_t *level, *queue;
    struct mrfs_paper_break *breaks; /* by time: basic intervals begin there */
    size_t break_count, break_room;
    nets_spans *of_edge, *of_vertex; /* ST lists                                  */
    unsigned char *known, *listed;   /* of_edge is made; the vertex is in a list  */
    size_t lists;                    /* of_edge, known, half of arcs have so many */
    nets_spans both, sum, found;
    uint32_t cid[TOPOLOGY_TYPES][2]; /* chosen for a type, at each end */
    uint64_t work;   /* of the last request: flows (WS), or unions of ST lists (WN) */
    uint64_t steps;  /* ... arcs, entries of lists and of profiles that were looked at */
    uint64_t length; /* ... basic intervals (WS), or the longest ST list (WN)       */
};

void mrfs_paper_graph_free(struct mrfs_paper *p);

/* Prepares for searches in *net, in which the requests so far are booked; it was made
 * from the topology, or if that is NULL it has no units. `constrained`: pairs of units
 * that are accessible to each other count. Here and below, what lacks memory ends the
 * program. */
void mrfs_paper_graph_init(struct mrfs_paper *p, const nets_network *net,
                           const struct topology *t, int constrained);

/* Adds an edge. Those after p->links may be taken away again, by p->count. */
void mrfs_paper_graph_add(struct mrfs_paper *p, uint32_t from, uint32_t to,
                          nets_kind kind, uint32_t index);

/* Makes the arcs of all edges: those that leave a vertex lie together, the latest edge
 * first. */
void mrfs_paper_graph_order(struct mrfs_paper *p);

/* The maximum flow with these p->capacity, from nothing. */
int64_t mrfs_paper_graph_flow(struct mrfs_paper *p, uint32_t from, uint32_t to);

/* Replaces *starts by all starts of the request, which asks at each end for all types
 * there. NETS_OK, or NETS_E_RANGE if flows in parts of it would overflow. */
nets_status mrfs_paper_starts(struct mrfs_paper *p, nets_algorithm algorithm,
                              const nets_request *request, nets_spans *starts);

/* How many links the shortest path has on which the request of the last call fits from
 * `start` on (section 4.2: breadth first, as soon as the start is known). 0: there is
 * none. */
uint32_t mrfs_paper_shortest(struct mrfs_paper *p, nets_time start);

/* Capacities are the free amounts at that time; of a request what it can use of that. */
void mrfs_paper_read(struct mrfs_paper *p, nets_time time);

#endif
