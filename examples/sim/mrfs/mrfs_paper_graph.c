/* mrfs_paper_graph.c - the arcs of the links are added once; those of the units at both
 * ends are added for each request behind them, and removed with it. */
#include "mrfs/mrfs_paper_graph.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* ---- the graph --------------------------------------------------------------------- */

static nets_status add_arc(struct mrfs_paper *p, uint32_t *head, uint32_t from,
                           uint32_t to, nets_kind kind, uint32_t index)
{
    int back;
    for (back = 0; back < 2; back++) {
        struct mrfs_paper_arc *a;
        if (ARRAY_ROOM(p->arcs, p->count, p->room, 1) != 0) return NETS_E_NOMEM;
        a = &p->arcs[p->count];
        a->to = back ? from : to;
        a->next = head[back ? to : from];
        a->kind = kind;
        a->index = index;
        head[back ? to : from] = (uint32_t)p->count++;
    }
    return NETS_OK;
}

static uint32_t unit_vertex(const struct mrfs_paper *p, uint32_t unit, int behind)
{
    return (uint32_t)p->t->node_count + 2 * unit + (behind != 0);
}

static nets_status add_links(struct mrfs_paper *p)
{
    nets_counts_info counts;
    nets_link_info link;
    nets_status s = NETS_OK;
    uint32_t i;
    nets_counts(p->net, &counts);
    for (i = 0; i < counts.links && s == NETS_OK; i++) {
        s = nets_get_link(p->net, i, &link);
        if (s == NETS_OK) s = add_arc(p, p->link_head, link.from, link.to, NETS_LINK, i);
    }
    p->links = p->count;
    return s;
}

nets_status mrfs_paper_graph_init(struct mrfs_paper *p, const nets_network *net,
                                  const struct topology *t, int constrained)
{
    size_t n;
    memset(p, 0, sizeof *p);
    p->net = net;
    p->t = t;
    p->constrained = constrained;
    n = t->node_count + 2 * t->unit_count + 2;
    p->source = (uint32_t)n - 2;
    p->sink = (uint32_t)n - 1;
    p->head = (uint32_t *)malloc(n * sizeof *p->head);
    p->link_head = (uint32_t *)malloc(n * sizeof *p->link_head);
    p->level = (uint32_t *)malloc(n * sizeof *p->level);
    p->at = (uint32_t *)malloc(n * sizeof *p->at);
    p->queue = (uint32_t *)malloc(2 * n * sizeof *p->queue);
    p->of_vertex = (nets_spans *)calloc(n, sizeof *p->of_vertex);
    p->listed = (unsigned char *)calloc(n, 1);
    if (!p->head || !p->link_head || !p->level || !p->at || !p->queue || !p->of_vertex ||
        !p->listed)
        return NETS_E_NOMEM;
    p->vertices = (uint32_t)n;
    memset(p->link_head, 0xFF, n * sizeof *p->link_head);
    return add_links(p);
}

/* From the units of a partition to those of the one behind it; at the source end the
 * other way round. */
static nets_status add_pairs(struct mrfs_paper *p, uint32_t partition, int source)
{
    const struct topology *t = p->t;
    const struct topology_partition *inner = &t->partitions[partition];
    const struct topology_partition *outer = &t->partitions[inner->before];
    const int pairs = p->constrained && inner->access == TOPOLOGY_ACCESS_PAIRS;
    const size_t all = pairs ? t->pair_count : (size_t)inner->count * outer->count;
    nets_status s = NETS_OK;
    size_t i;
    for (i = 0; i < all && s == NETS_OK; i++) {
        uint32_t a = outer->first, b = inner->first;
        if (pairs && t->pairs[i].partition != partition) continue;
        a += pairs ? t->pairs[i].outer : (uint32_t)(i / inner->count);
        b += pairs ? t->pairs[i].inner : (uint32_t)(i % inner->count);
        s = add_arc(p, p->head, unit_vertex(p, source ? b : a, 1),
                    unit_vertex(p, source ? a : b, 0), NETS_UNIT, MRFS_PAPER_UNLIMITED);
    }
    return s;
}

/* The arcs of the local resources at one end. */
static nets_status add_end(struct mrfs_paper *p, uint32_t node, int source)
{
    const struct topology *t = p->t;
    const uint32_t last = t->nodes[node].partition;
    const uint32_t far = source ? p->source : p->sink;
    nets_status s = NETS_OK;
    uint32_t k, u;
    if (last == TOPOLOGY_NONE)
        return add_arc(p, p->head, source ? far : node, source ? node : far, NETS_UNIT,
                       MRFS_PAPER_UNLIMITED);
    for (k = last; k != TOPOLOGY_NONE && s == NETS_OK; k = t->partitions[k].before) {
        const struct topology_partition *own = &t->partitions[k];
        for (u = own->first; u < own->first + own->count && s == NETS_OK; u++) {
            const uint32_t in = unit_vertex(p, u, 0), out = unit_vertex(p, u, 1);
            s = add_arc(p, p->head, in, out, NETS_UNIT, u);
            if (s == NETS_OK && k == last)
                s = add_arc(p, p->head, source ? far : out, source ? in : far, NETS_UNIT,
                            MRFS_PAPER_UNLIMITED);
            if (s == NETS_OK && own->before == TOPOLOGY_NONE)
                s = add_arc(p, p->head, source ? out : node, source ? node : in,
                            NETS_UNIT, MRFS_PAPER_UNLIMITED);
        }
        if (s == NETS_OK && own->before != TOPOLOGY_NONE) s = add_pairs(p, k, source);
    }
    return s;
}

/* Room for what is kept of each arc. */
static nets_status make_room(struct mrfs_paper *p)
{
    const size_t had = p->lists;
    if (p->count > had) {
        if (ARRAY_ROOM(p->of_arc, had, p->lists, p->count - had) != 0)
            return NETS_E_NOMEM;
        memset(p->of_arc + had, 0, (p->lists - had) * sizeof *p->of_arc);
        free(p->left);
        free(p->known);
        p->left = (int64_t *)malloc(p->lists * sizeof *p->left);
        p->known = (unsigned char *)malloc(p->lists);
    }
    if (!p->left || !p->known) return NETS_E_NOMEM;
    memset(p->known, 0, p->lists);
    return NETS_OK;
}

nets_status mrfs_paper_graph_make(struct mrfs_paper *p, int local)
{
    nets_status s = NETS_OK;
    p->count = p->links;
    memcpy(p->head, p->link_head, p->vertices * sizeof *p->head);
    if (local) {
        s = add_end(p, p->request->from, 1);
        if (s == NETS_OK) s = add_end(p, p->request->to, 0);
    } else {
        s = add_arc(p, p->head, p->source, p->request->from, NETS_UNIT,
                    MRFS_PAPER_UNLIMITED);
        if (s == NETS_OK)
            s = add_arc(p, p->head, p->request->to, p->sink, NETS_UNIT,
                        MRFS_PAPER_UNLIMITED);
    }
    return s == NETS_OK ? make_room(p) : s;
}

/* ---- resources --------------------------------------------------- */

int64_t mrfs_paper_graph_need(const struct mrfs_paper *p, uint32_t unit)
{
    const struct topology_partition *own = &p->t->partitions[p->t->units[unit].partition];
    const nets_request *q = p->request;
    const int at_to = own->node == q->to;
    const nets_need *needs = at_to ? q->at_to : q->at_from;
    const uint32_t count = at_to ? q->at_to_count : q->at_from_count;
    uint32_t i;
    for (i = 0; i < count; i++)
        if (needs[i].type == own->type) return needs[i].amount;
    return 0;
}

int64_t mrfs_paper_graph_asked(const struct mrfs_paper *p, const struct mrfs_paper_arc *a)
{
    return a->kind == NETS_LINK ? p->request->bandwidth
                                : mrfs_paper_graph_need(p, a->index);
}

int mrfs_paper_graph_next_cid(const struct mrfs_paper *p, uint32_t partition,
                              int64_t after, uint32_t *cid)
{
    const struct topology_partition *own = &p->t->partitions[partition];
    int64_t best = -1;
    uint32_t u;
    for (u = own->first; u < own->first + own->count; u++) {
        const int64_t c = p->t->units[u].cid;
        if (c > after && (best < 0 || c < best)) best = c;
    }
    if (best >= 0) *cid = (uint32_t)best;
    return best >= 0;
}
