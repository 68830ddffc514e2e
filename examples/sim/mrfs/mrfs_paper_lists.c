/* mrfs_paper_lists.c - a vertex whose ST list grew is put into the next round's list. */
#include "mrfs/mrfs_paper_lists.h"

#include "mrfs/mrfs_paper_graph.h"

#include <string.h>

/* ---- extended Bellman-Ford (figure 2, right) --------------------------------------- */

/* st(u) = st(u) + st(v) * ST(v, u). *changed tells whether that is more than before. */
static nets_status relax(struct mrfs_paper *p, uint32_t v, uint32_t arc, int *changed)
{
    const struct mrfs_paper_arc *a = &p->arcs[arc];
    const nets_request *q = p->request;
    nets_spans *to = &p->of_vertex[a->to], swap;
    const nets_spans *more = &p->of_vertex[v];
    nets_status s = NETS_OK;
    *changed = 0;
    p->work++;
    if (a->index != MRFS_PAPER_UNLIMITED) {
        if (!p->known[arc])
            s = nets_profile_starts(nets_profile_of(p->net, a->kind, a->index),
                                    mrfs_paper_graph_asked(p, a), q->duration, q->start,
                                    q->end, &p->of_arc[arc]);
        p->known[arc] = 1;
        if (s == NETS_OK) s = nets_spans_intersect(&p->both, more, &p->of_arc[arc]);
        more = &p->both;
    }
    if (s == NETS_OK) s = nets_spans_union(&p->sum, to, more);
    if (s != NETS_OK) return s;
    *changed = p->sum.count != to->count ||
               (p->sum.count &&
                memcmp(p->sum.at, to->at, p->sum.count * sizeof *p->sum.at) != 0);
    if (!*changed) return s;
    if (p->sum.count > p->length) p->length = p->sum.count;
    swap = *to;
    *to = p->sum;
    p->sum = swap;
    return s;
}

nets_status mrfs_paper_lists_paths(struct mrfs_paper *p, nets_spans *starts)
{
    const nets_request *q = p->request;
    uint32_t *now = p->queue, *then = p->queue + p->vertices, *swap;
    uint32_t count = 1, next, i, k;
    nets_spans found;
    nets_status s;
    for (i = 0; i < p->vertices; i++) nets_spans_clear(&p->of_vertex[i]);
    memset(p->listed, 0, p->vertices);
    now[0] = p->source;
    s = nets_spans_add(&p->of_vertex[p->source], q->start, q->end - q->duration + 1);
    for (k = 1; k < p->vertices && count && s == NETS_OK; k++) {
        for (next = i = 0; i < count && s == NETS_OK; i++) {
            uint32_t e = p->head[now[i]];
            for (; e != UINT32_MAX && s == NETS_OK; e = p->arcs[e].next) {
                const uint32_t u = p->arcs[e].to;
                int changed;
                if (e & 1) continue;
                s = relax(p, now[i], e, &changed);
                if (s != NETS_OK || !changed || p->listed[u]) continue;
                p->listed[u] = 1;
                then[next++] = u;
            }
        }
        for (i = 0; i < next; i++) p->listed[then[i]] = 0;
        swap = now;
        now = then;
        then = swap;
        count = next;
    }
    found = *starts;
    *starts = p->of_vertex[p->sink];
    p->of_vertex[p->sink] = found;
    return s;
}

/* ---- breadth-first search (4.2) ---------------------------------------------------- */

uint32_t mrfs_paper_lists_shortest(struct mrfs_paper *p, nets_time start)
{
    const nets_request *q = p->request;
    uint32_t count = 1, i, e;
    memset(p->level, 0xFF, p->vertices * sizeof *p->level);
    p->queue[0] = q->from;
    p->level[q->from] = 0;
    for (i = 0; i < count && p->level[q->to] == UINT32_MAX; i++)
        for (e = p->link_head[p->queue[i]]; e != UINT32_MAX; e = p->arcs[e].next) {
            const struct mrfs_paper_arc *a = &p->arcs[e];
            if ((e & 1) || p->level[a->to] != UINT32_MAX) continue;
            if (nets_profile_min(nets_profile_of(p->net, NETS_LINK, a->index), start,
                                 start + q->duration) < q->bandwidth)
                continue;
            p->level[a->to] = p->level[p->queue[i]] + 1;
            p->queue[count++] = a->to;
        }
    return p->level[q->to] == UINT32_MAX ? 0 : p->level[q->to];
}

/* ---- local resources without constraints (4.3, 4.4) -------------------------------- */

/* The ST list of the units of one C-ID together: their aggregate TR list is sampled where
 * one of them changes. */
static nets_status group_starts(struct mrfs_paper *p, uint32_t partition, uint32_t cid,
                                int64_t amount, nets_spans *starts)
{
    const nets_request *q = p->request;
    const struct topology_partition *own = &p->t->partitions[partition];
    nets_profile all;
    nets_status s = NETS_OK;
    uint32_t u, k;
    nets_profile_init(&all, 0, NULL, NULL);
    for (u = own->first; u < own->first + own->count && s == NETS_OK; u++) {
        const nets_profile *f = nets_profile_of(p->net, NETS_UNIT, u);
        nets_time from = q->start;
        if (p->t->units[u].cid != cid) continue;
        for (k = 0; k <= f->count && from < q->end && s == NETS_OK; k++) {
            const nets_time to =
                k < f->count && f->steps[k].time < q->end ? f->steps[k].time : q->end;
            if (to <= from) continue;
            s = nets_profile_give(&all, from, to, nets_profile_value(f, from));
            from = to;
        }
    }
    if (s == NETS_OK)
        s = nets_profile_starts(&all, amount, q->duration, q->start, q->end, &p->both);
    if (s == NETS_OK) s = nets_spans_union(&p->sum, starts, &p->both);
    nets_profile_free(&all);
    if (s == NETS_OK) {
        const nets_spans swap = *starts;
        *starts = p->sum;
        p->sum = swap;
    }
    return s;
}

/* The union over the units, or the C-IDs, of a type. */
static nets_status partition_starts(struct mrfs_paper *p, uint32_t partition,
                                    int64_t amount, nets_spans *starts)
{
    const nets_request *q = p->request;
    const struct topology_partition *own = &p->t->partitions[partition];
    nets_status s = NETS_OK;
    uint32_t u, cid = 0;
    int more;
    nets_spans_clear(starts);
    if (q->splittable) {
        for (more = mrfs_paper_graph_next_cid(p, partition, -1, &cid);
             more && s == NETS_OK;
             more = mrfs_paper_graph_next_cid(p, partition, cid, &cid))
            s = group_starts(p, partition, cid, amount, starts);
        return s;
    }
    for (u = own->first; u < own->first + own->count && s == NETS_OK; u++) {
        nets_spans swap;
        s = nets_profile_starts(nets_profile_of(p->net, NETS_UNIT, u), amount,
                                q->duration, q->start, q->end, &p->both);
        if (s == NETS_OK) s = nets_spans_union(&p->sum, starts, &p->both);
        swap = *starts;
        *starts = p->sum;
        p->sum = swap;
    }
    return s;
}

nets_status mrfs_paper_lists_keep(struct mrfs_paper *p, nets_spans *starts)
{
    nets_status s = NETS_OK;
    int end;
    for (end = 0; end < 2 && s == NETS_OK; end++) {
        uint32_t k = p->t->nodes[end ? p->request->to : p->request->from].partition;
        for (; k != TOPOLOGY_NONE && s == NETS_OK; k = p->t->partitions[k].before) {
            nets_spans swap;
            const int64_t amount = mrfs_paper_graph_need(p, p->t->partitions[k].first);
            s = partition_starts(p, k, amount, &p->found);
            if (s == NETS_OK) s = nets_spans_intersect(&p->sum, starts, &p->found);
            swap = *starts;
            *starts = p->sum;
            p->sum = swap;
        }
    }
    return s;
}
