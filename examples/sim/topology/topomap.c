/* topomap.c - longitudes are scaled by the cosine of the mean latitude. */
#include "topology/topomap.h"

#include <math.h>

int topomap_nodes(struct netmap *m, const struct topology *t, const unsigned char *marked)
{
    const double degree = 3.14159265358979323846 / 180;
    double latitude = 0, narrow;
    int placed = 1;
    size_t i;
    for (i = 0; i < t->node_count; i++) {
        placed &= t->nodes[i].coordinates != TOPOLOGY_COORDINATES_NONE;
        if (t->nodes[i].coordinates == TOPOLOGY_COORDINATES_GEO)
            latitude += t->nodes[i].y / (double)t->node_count;
    }
    narrow = cos(latitude * degree);
    for (i = 0; i < t->node_count; i++) {
        const struct topology_node *n = &t->nodes[i];
        const double turn = 360 * degree * (double)i / (double)t->node_count;
        if (placed)
            netmap_node(m, i,
                        n->coordinates == TOPOLOGY_COORDINATES_GEO ? n->x * narrow : n->x,
                        n->y, marked[i]);
        else
            netmap_node(m, i, cos(turn), sin(turn), marked[i]);
    }
    return placed;
}

void topomap_links(struct netmap *m, const struct topology *t)
{
    size_t k;
    for (k = 0; k < t->link_count; k++)
        netmap_link(m, k, t->links[k].from, t->links[k].to, t->links[k].oneway);
}

size_t topomap_link(const struct topology *t, const uint32_t *first, uint32_t index,
                    int *back)
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

void topomap_use(struct netmap *m, size_t link, int back, int64_t from, int64_t to,
                 double share)
{
    const double each = (double)(m->to - m->from) / NETMAP_MOMENTS;
    int i;
    for (i = 0; i < NETMAP_MOMENTS; i++) {
        const double lo = fmax((double)m->from + i * each, (double)from);
        const double hi = fmin((double)m->from + (i + 1) * each, (double)to);
        const double middle = netmap_time(m, i);
        if (lo < hi)
            netmap_use(m, link, back, (int64_t)floor(middle), (int64_t)ceil(middle) + 1,
                       share * (hi - lo) / each);
    }
}
