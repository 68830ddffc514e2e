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
 * What is left open is settled as in netsched.h: a C-ID is chosen once for a job, a type
 * and an end, all combinations are tried, and the base is the least common multiple of
 * what is asked for. The flow algorithm is Dinic's. netsched.h finds the same starts with
 * less work: this is to compare with.
 */
#ifndef MRFS_PAPER_H
#define MRFS_PAPER_H

#include "netsched.h"

#include "topology/topology_data.h"

#include <stddef.h>
#include <stdint.h>

struct mrfs_paper_arc { /* 2 k leads there, 2 k + 1 back (of flows) */
    uint32_t to, next;  /* next of those that leave the same vertex */
    nets_kind kind;
    uint32_t index;
};

/* Vertices: nodes, then two for each unit (before and behind it), then source and sink.
 */
struct mrfs_paper { /* zero-initialise; mrfs_paper_free */
    const nets_network *net;
    const struct topology *t;
    int constrained;
    const nets_request *request;
    uint32_t vertices, source, sink;
    struct mrfs_paper_arc *arcs; /* those of the links first */
    size_t count, room, links;
    uint32_t *head, *link_head; /* of each vertex: of all arcs, and of the links alone */
    int64_t *left;              /* of each arc's capacity                              */
    uint32_t *level, *at, *queue;
    nets_time *times; /* where basic intervals begin, and the window's end */
    size_t time_count, time_room;
    nets_spans *of_arc, *of_vertex; /* ST lists                               */
    unsigned char *known, *listed;  /* of_arc is made; the vertex is in a list */
    size_t lists;                   /* of_arc, left, known have so many       */
    nets_spans both, sum, found;
    uint32_t cid[TOPOLOGY_TYPES][2]; /* chosen for a type, at each end */
    uint64_t work;   /* of the last request: flows (WS), or unions of ST lists (WN) */
    uint64_t length; /* ... basic intervals (WS), or the longest ST list (WN)       */
};

void mrfs_paper_free(struct mrfs_paper *p);

/* Prepares for searches in *net, in which the requests so far are booked; it was made
 * from the topology. `constrained`: pairs of units that are accessible to each other
 * count. */
nets_status mrfs_paper_graph_init(struct mrfs_paper *p, const nets_network *net,
                                  const struct topology *t, int constrained);

/* ---- the algorithms ---------------------------------------------------------------- */

typedef nets_status (*mrfs_paper_algorithm)(struct mrfs_paper *p, nets_spans *starts);

nets_status mrfs_paper_ws_rc(struct mrfs_paper *p, nets_spans *starts);
nets_status mrfs_paper_wn_rc(struct mrfs_paper *p, nets_spans *starts);
nets_status mrfs_paper_ws_rn(struct mrfs_paper *p, nets_spans *starts);
nets_status mrfs_paper_wn_rn(struct mrfs_paper *p, nets_spans *starts);

/* Replaces *starts by all starts of the request, which asks at each end for all types
 * there. Statuses as nets_starts. */
nets_status mrfs_paper_starts(struct mrfs_paper *p, mrfs_paper_algorithm algorithm,
                              const nets_request *request, nets_spans *starts);

#endif
