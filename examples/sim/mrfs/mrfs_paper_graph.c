/* mrfs_paper_graph.c - edges are added and removed at the end of a list; then arcs are
 * put in order by where they leave, and flows go back over the same arcs. */
#include "mrfs/mrfs_paper.h"

#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

void mrfs_paper_graph_free(struct mrfs_paper *p)
{
    for (size_t i = 0; i < p->lists; i++) nets_spans_free(&p->of_edge[i]);
    for (size_t i = 0; i < p->vertices; i++) nets_spans_free(&p->of_vertex[i]);
    nets_spans_free(&p->both);
    nets_spans_free(&p->sum);
    nets_spans_free(&p->found);
    free(p->edges);
    free(p->arcs);
    free(p->arc_of);
    free(p->capacity);
    free(p->first);
    free(p->next);
    free(p->level);
    free(p->queue);
    free(p->breaks);
    free(p->of_edge);
    free(p->of_vertex);
    free(p->known);
    free(p->listed);
    memset(p, 0, sizeof *p);
}

/* ---- edges and arcs ---------------------------------------------------------------- */

void mrfs_paper_graph_add(struct mrfs_paper *p, uint32_t from, uint32_t to,
                          nets_kind kind, uint32_t index)
{
    const struct mrfs_paper_edge e = {from, to, kind, index};
    BASE_PUSH(p->edges, p->count, p->room) = e;
}

/* Room for the record of each edge, and of two arcs for each. */
static void make_room(struct mrfs_paper *p)
{
    const size_t had = p->lists;
    if (p->room > had) {
        nets_spans *more = base_zeroed(p->room, sizeof *more);
        if (had) memcpy(more, p->of_edge, had * sizeof *more);
        free(p->of_edge);
        free(p->known);
        free(p->arc_of);
        free(p->arcs);
        free(p->capacity);
        p->lists = p->room;
        p->of_edge = more;
        p->known = base_zeroed(p->lists, 1);
        p->arc_of = base_zeroed(p->lists, sizeof *p->arc_of);
        p->arcs = base_zeroed(2 * p->lists, sizeof *p->arcs);
        p->capacity = base_zeroed(2 * p->lists, sizeof *p->capacity);
    }
    memset(p->known, 0, p->lists);
}

/* Are edges i and i + 1 two links of which one leads back where the other came from? */
static int paired(const struct mrfs_paper *p, size_t i)
{
    const struct mrfs_paper_edge *e = &p->edges[i];
    return i + 1 < p->links && e[0].from == e[1].to && e[0].to == e[1].from;
}

static void set_arc(struct mrfs_paper *p, uint32_t arc, uint32_t to, uint32_t twin,
                    uint32_t edge)
{
    p->arcs[arc].to = to;
    p->arcs[arc].twin = twin;
    p->arcs[arc].edge = edge;
    if (edge != MRFS_PAPER_NO_EDGE) p->arc_of[edge] = arc;
}

void mrfs_paper_graph_order(struct mrfs_paper *p)
{
    make_room(p);
    memset(p->first, 0, (p->vertices + 1) * sizeof *p->first);
    for (size_t i = 0; i < p->count; i += 1 + (size_t)paired(p, i)) {
        p->first[p->edges[i].from + 1]++;
        p->first[p->edges[i].to + 1]++;
    }
    for (size_t i = 0; i < p->vertices; i++) p->first[i + 1] += p->first[i];
    p->steps += p->count;
    memcpy(p->next, p->first + 1, p->vertices * sizeof *p->next);
    for (size_t i = 0; i < p->count; i += 1 + (size_t)paired(p, i)) {
        const struct mrfs_paper_edge *e = &p->edges[i];
        const uint32_t there = --p->next[e->from], back = --p->next[e->to];
        set_arc(p, there, e->to, back, (uint32_t)i);
        set_arc(p, back, e->from, there,
                paired(p, i) ? (uint32_t)i + 1 : MRFS_PAPER_NO_EDGE);
    }
}

void mrfs_paper_graph_init(struct mrfs_paper *p, const nets_network *net,
                           const struct topology *t, int constrained)
{
    nets_stats_info counts;
    nets_link_info link;
    memset(p, 0, sizeof *p);
    nets_stats(net, &counts);
    p->net = net;
    p->t = t;
    p->constrained = constrained;
    const size_t n = counts.nodes + (t ? 2 * t->unit_count + t->partition_count : 0) + 2;
    p->source = (uint32_t)n - 2;
    p->sink = (uint32_t)n - 1;
    p->vertices = (uint32_t)n;
    p->first = base_zeroed(n + 1, sizeof *p->first);
    p->next = base_zeroed(n, sizeof *p->next);
    p->level = base_zeroed(n, sizeof *p->level);
    p->queue = base_zeroed(2 * n, sizeof *p->queue);
    p->of_vertex = base_zeroed(n, sizeof *p->of_vertex);
    p->listed = base_zeroed(n, 1);
    for (uint32_t i = 0; nets_get_link(net, i, &link) == NETS_OK; i++)
        mrfs_paper_graph_add(p, link.from, link.to, NETS_LINK, i);
    p->links = p->count;
    mrfs_paper_graph_order(p);
}

/* ---- maximum flows (figure 2, left) ------------------------------------------------ */

/* Distances to `to`, over arcs with something left, until `from` has one. */
static int levels(struct mrfs_paper *p, uint32_t from, uint32_t to)
{
    uint32_t head = 0, tail = 0, i;
    memset(p->level, 0xFF, p->vertices * sizeof *p->level);
    p->level[to] = 0;
    p->queue[tail++] = to;
    while (head < tail) {
        const uint32_t v = p->queue[head++];
        for (i = p->first[v]; i < p->first[v + 1]; i++) {
            const struct mrfs_paper_arc *a = &p->arcs[i];
            p->steps++;
            if (p->level[a->to] != UINT32_MAX || p->arcs[a->twin].left == 0) continue;
            p->level[a->to] = p->level[v] + 1;
            if (a->to == from) return 1;
            p->queue[tail++] = a->to;
        }
    }
    return 0;
}

/* Sends up to `most` from v on, each step one level down to `to`; returns how much. */
static int64_t push(struct mrfs_paper *p, uint32_t v, uint32_t to, int64_t most)
{
    int64_t sent = 0;
    if (v == to) return most;
    for (; p->next[v] < p->first[v + 1]; p->next[v]++) {
        struct mrfs_paper_arc *a = &p->arcs[p->next[v]];
        const int64_t rest = most - sent;
        p->steps++;
        if (a->left == 0 || p->level[a->to] + 1 != p->level[v]) continue;
        const int64_t part = push(p, a->to, to, a->left < rest ? a->left : rest);
        a->left -= part;
        p->arcs[a->twin].left += part;
        sent += part;
        if (sent == most) break; /* the arc may have more */
    }
    return sent;
}

int64_t mrfs_paper_graph_flow(struct mrfs_paper *p, uint32_t from, uint32_t to)
{
    const uint32_t arcs = p->first[p->vertices];
    int64_t value = 0;
    for (uint32_t i = 0; i < arcs; i++) p->arcs[i].left = p->capacity[i];
    while (levels(p, from, to)) {
        memcpy(p->next, p->first, p->vertices * sizeof *p->next);
        value += push(p, from, to, INT64_MAX);
    }
    p->work++;
    p->steps += arcs;
    return value;
}
