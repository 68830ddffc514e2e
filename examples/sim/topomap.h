/* topomap.h - a topology on a map (netmap.h): where its nodes are, and how busy its links
 * were on average between two moments of the map.
 */
#ifndef SIM_TOPOMAP_H
#define SIM_TOPOMAP_H

#include "netmap.h"
#include "topology_data.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Degrees of longitude are shorter the farther north; nodes of which some have no place
 * stand in a circle. */
static inline void sim_topomap_nodes(sim_netmap *m, const sim_topology *t,
                                     const unsigned char *marked)
{
    const double degree = 3.14159265358979323846 / 180;
    double latitude = 0, narrow;
    int placed = 1;
    size_t i;
    for (i = 0; i < t->node_count; i++) {
        placed &= t->nodes[i].coordinates != SIM_COORDINATES_NONE;
        if (t->nodes[i].coordinates == SIM_COORDINATES_GEO)
            latitude += t->nodes[i].y / (double)t->node_count;
    }
    narrow = cos(latitude * degree);
    for (i = 0; i < t->node_count; i++) {
        const sim_node *n = &t->nodes[i];
        const double turn = 360 * degree * (double)i / (double)t->node_count;
        if (placed)
            sim_netmap_node(m, i,
                            n->coordinates == SIM_COORDINATES_GEO ? n->x * narrow : n->x,
                            n->y, marked[i]);
        else
            sim_netmap_node(m, i, cos(turn), sin(turn), marked[i]);
    }
}

static inline void sim_topomap_links(sim_netmap *m, const sim_topology *t)
{
    size_t k;
    for (k = 0; k < t->link_count; k++)
        sim_netmap_link(m, k, t->links[k].from, t->links[k].to, t->links[k].oneway);
}

/* The link of the topology, and whether its way back, that is link `index` of a network
 * whose first links for each of the topology's are in `first` (network.h). */
static inline size_t sim_topomap_link(const sim_topology *t, const uint32_t *first,
                                      uint32_t index, int *back)
{
    size_t lo = 0, hi = t->link_count;
    while (hi - lo > 1) { /* first[lo] <= index < first[hi] */
        const size_t middle = lo + (hi - lo) / 2;
        if (first[middle] <= index)
            lo = middle;
        else
            hi = middle;
    }
    *back = first[lo] != index;
    return lo;
}

/* A share of the link was in use during [from, to): each moment of the map shows the mean
 * of the time around it. */
static inline void sim_topomap_use(sim_netmap *m, size_t link, int back, int64_t from,
                                   int64_t to, double share)
{
    const double each = (double)(m->to - m->from) / SIM_NETMAP_MOMENTS;
    int i;
    for (i = 0; i < SIM_NETMAP_MOMENTS; i++) {
        const double lo = fmax((double)m->from + i * each, (double)from);
        const double hi = fmin((double)m->from + (i + 1) * each, (double)to);
        const double middle = sim_netmap_time(m, i);
        if (lo < hi)
            sim_netmap_use(m, link, back, (int64_t)floor(middle),
                           (int64_t)ceil(middle) + 1, share * (hi - lo) / each);
    }
}

#endif
