/* mrfs_paper_flow.c - Dinic's algorithm, from an empty flow for each basic interval. */
#include "mrfs/mrfs_paper_flow.h"

#include "base/array.h"
#include "base/compare.h"
#include "mrfs/mrfs_paper_graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- maximum flows (figure 2, left) ------------------------------------------------ */

static nets_status add_time(struct mrfs_paper *p, nets_time time)
{
    if (ARRAY_ROOM(p->times, p->time_count, p->time_room, 1) != 0) return NETS_E_NOMEM;
    p->times[p->time_count++] = time;
    return NETS_OK;
}

nets_status mrfs_paper_flow_intervals(struct mrfs_paper *p)
{
    const nets_request *q = p->request;
    nets_status s;
    size_t i, kept = 0;
    uint32_t k;
    p->time_count = 0;
    s = add_time(p, q->start);
    for (i = 0; i < p->count && s == NETS_OK; i += 2) {
        const struct mrfs_paper_arc *a = &p->arcs[i];
        const nets_profile *f;
        if (a->index == MRFS_PAPER_UNLIMITED) continue;
        f = nets_profile_of(p->net, a->kind, a->index);
        for (k = 0; k < f->count && f->steps[k].time < q->end && s == NETS_OK; k++)
            if (f->steps[k].time > q->start) s = add_time(p, f->steps[k].time);
    }
    if (s == NETS_OK) s = add_time(p, q->end);
    if (s != NETS_OK) return s;
    qsort(p->times, p->time_count, sizeof *p->times, compare_i64);
    for (i = 0; i < p->time_count; i++)
        if (i == 0 || p->times[i] > p->times[kept - 1]) p->times[kept++] = p->times[i];
    p->time_count = kept;
    p->length = kept - 1;
    return s;
}

/* Is the unit of another C-ID than the one chosen? */
static int excluded(const struct mrfs_paper *p, uint32_t unit)
{
    const struct topology_unit *u = &p->t->units[unit];
    const struct topology_partition *own = &p->t->partitions[u->partition];
    return u->cid != p->cid[own->type][own->node == p->request->to];
}

/* What each arc can carry at that time, in parts of which the job is `whole`. */
static void capacities(struct mrfs_paper *p, nets_time time, int64_t whole)
{
    size_t i;
    for (i = 0; i < p->count; i += 2) {
        const struct mrfs_paper_arc *a = &p->arcs[i];
        int64_t capacity = whole;
        if (a->index != MRFS_PAPER_UNLIMITED) {
            const int64_t asked = mrfs_paper_graph_asked(p, a);
            capacity =
                nets_profile_value(nets_profile_of(p->net, a->kind, a->index), time);
            if (capacity > asked) capacity = asked;
            capacity *= whole / asked;
            if (a->kind == NETS_UNIT && excluded(p, a->index)) capacity = 0;
        }
        p->left[i] = capacity;
        p->left[i + 1] = 0;
    }
}

/* How far each vertex is from the source where there is capacity left; is the sink? */
static int levels(struct mrfs_paper *p)
{
    uint32_t begin = 0, end = 1, e;
    memset(p->level, 0xFF, p->vertices * sizeof *p->level);
    p->queue[0] = p->source;
    p->level[p->source] = 0;
    for (; begin < end; begin++) {
        const uint32_t v = p->queue[begin];
        for (e = p->head[v]; e != UINT32_MAX; e = p->arcs[e].next)
            if (p->left[e] > 0 && p->level[p->arcs[e].to] == UINT32_MAX) {
                p->level[p->arcs[e].to] = p->level[v] + 1;
                p->queue[end++] = p->arcs[e].to;
            }
    }
    return p->level[p->sink] != UINT32_MAX;
}

/* One path that goes up a level with each arc; what it carries, 0 if there is none. The
 * path's arcs are in `queue`. */
static int64_t augment(struct mrfs_paper *p)
{
    uint32_t v = p->source, depth = 0, i;
    int64_t amount = INT64_MAX;
    while (v != p->sink) {
        const uint32_t e = p->at[v];
        if (e == UINT32_MAX) {
            if (depth == 0) return 0;
            v = p->arcs[p->queue[--depth] ^ 1].to;
            p->at[v] = p->arcs[p->at[v]].next;
        } else if (p->left[e] > 0 && p->level[p->arcs[e].to] == p->level[v] + 1) {
            p->queue[depth++] = e;
            v = p->arcs[e].to;
        } else {
            p->at[v] = p->arcs[e].next;
        }
    }
    for (i = 0; i < depth; i++)
        if (p->left[p->queue[i]] < amount) amount = p->left[p->queue[i]];
    for (i = 0; i < depth; i++) {
        p->left[p->queue[i]] -= amount;
        p->left[p->queue[i] ^ 1] += amount;
    }
    return amount;
}

static int64_t flow_at(struct mrfs_paper *p, nets_time time, int64_t whole)
{
    int64_t value = 0, more;
    capacities(p, time, whole);
    p->work++;
    while (levels(p)) {
        memcpy(p->at, p->head, p->vertices * sizeof *p->at);
        while ((more = augment(p)) > 0) value += more;
    }
    return value;
}

/* Adds the starts in [from, to) of a run of feasible intervals. */
static nets_status add_run(const struct mrfs_paper *p, nets_time from, nets_time to,
                           nets_spans *starts)
{
    const nets_time duration = p->request->duration;
    return to - from < duration ? NETS_OK
                                : nets_spans_add(starts, from, to - duration + 1);
}

nets_status mrfs_paper_flow_starts(struct mrfs_paper *p, int64_t whole,
                                   nets_spans *starts)
{
    nets_time from = 0;
    nets_status s = NETS_OK;
    int open = 0;
    size_t i;
    for (i = 0; i + 1 < p->time_count && s == NETS_OK; i++) {
        const int feasible = flow_at(p, p->times[i], whole) >= whole;
        if (feasible && !open) from = p->times[i];
        if (!feasible && open) s = add_run(p, from, p->times[i], starts);
        open = feasible;
    }
    if (open && s == NETS_OK) s = add_run(p, from, p->request->end, starts);
    return s;
}

/* ---- combinations of C-IDs --------------------------------------------------------- */

int mrfs_paper_flow_combine(struct mrfs_paper *p, int first)
{
    int end;
    for (end = 1; end >= 0; end--) {
        uint32_t k = p->t->nodes[end ? p->request->to : p->request->from].partition;
        for (; k != TOPOLOGY_NONE; k = p->t->partitions[k].before) {
            uint32_t *cid = &p->cid[p->t->partitions[k].type][end];
            if (!first && mrfs_paper_graph_next_cid(p, k, *cid, cid)) return 1;
            mrfs_paper_graph_next_cid(p, k, -1, cid);
        }
    }
    return first;
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

nets_status mrfs_paper_flow_whole(const nets_request *q, int64_t *whole)
{
    uint32_t i;
    *whole = q->bandwidth;
    for (i = 0; i < q->at_from_count + q->at_to_count; i++) {
        const int64_t n = i < q->at_from_count ? q->at_from[i].amount
                                               : q->at_to[i - q->at_from_count].amount;
        const int64_t factor = n / gcd(*whole, n);
        if (*whole > INT64_MAX / 1000000 / factor) return NETS_E_RANGE;
        *whole *= factor;
    }
    return NETS_OK;
}
