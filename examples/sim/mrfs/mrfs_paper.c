/* mrfs_paper.c - the edges of the units at both ends are added to the graph for each
 * request. Each algorithm is a few calls of the parts: flows, ST lists, local resources.
 */
#include "mrfs/mrfs_paper.h"

#include "base/compare.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

static void must(nets_status s)
{
    if (s != NETS_OK) fail("the paper's algorithm: %s", nets_status_text(s));
}

/* ---- the graph --------------------------------------------------------------------- */

static uint32_t unit_vertex(const struct mrfs_paper *p, uint32_t unit, int behind)
{
    return (uint32_t)p->t->node_count + 2 * unit + (behind != 0);
}

/* Data flow from `a` to `b`, or at the source end the other way round. */
static void add_edge(struct mrfs_paper *p, uint32_t a, uint32_t b, int source)
{
    mrfs_paper_graph_add(p, source ? b : a, source ? a : b, NETS_UNIT,
                         MRFS_PAPER_UNLIMITED);
}

/* From the units of a partition to the units of the next, over a vertex that joins
 * the two. */
static void add_joint(struct mrfs_paper *p, uint32_t partition, int source)
{
    const struct topology *t = p->t;
    const struct topology_partition *inner = &t->partitions[partition];
    const struct topology_partition *outer = &t->partitions[inner->before];
    const uint32_t joint = unit_vertex(p, (uint32_t)t->unit_count, 0) + partition;
    for (uint32_t i = 0; i < outer->count; i++)
        add_edge(p, unit_vertex(p, outer->first + i, !source), joint, source);
    for (uint32_t i = 0; i < inner->count; i++)
        add_edge(p, joint, unit_vertex(p, inner->first + i, source), source);
}

/* The same, with an arc for each pair of units. */
static void add_pairs(struct mrfs_paper *p, uint32_t partition, int source)
{
    const struct topology *t = p->t;
    const struct topology_partition *inner = &t->partitions[partition];
    const struct topology_partition *outer = &t->partitions[inner->before];
    const int pairs = p->constrained && inner->access == TOPOLOGY_ACCESS_PAIRS;
    const size_t all = pairs ? t->pair_count : (size_t)inner->count * outer->count;
    for (size_t i = 0; i < all; i++) {
        uint32_t a = outer->first, b = inner->first;
        if (pairs && t->pairs[i].partition != partition) continue;
        a += pairs ? t->pairs[i].outer : (uint32_t)(i / inner->count);
        b += pairs ? t->pairs[i].inner : (uint32_t)(i % inner->count);
        add_edge(p, unit_vertex(p, a, !source), unit_vertex(p, b, source), source);
    }
}

/* The arcs of the local resources at one end. */
static void add_end(struct mrfs_paper *p, uint32_t node, int source)
{
    const struct topology *t = p->t;
    const uint32_t last = t->nodes[node].partition;
    const uint32_t far = source ? p->source : p->sink;
    if (last == TOPOLOGY_NONE) add_edge(p, node, far, source);
    for (uint32_t k = last; k != TOPOLOGY_NONE; k = t->partitions[k].before) {
        const struct topology_partition *own = &t->partitions[k];
        for (uint32_t u = own->first; u < own->first + own->count; u++) {
            mrfs_paper_graph_add(p, unit_vertex(p, u, 0), unit_vertex(p, u, 1), NETS_UNIT,
                                 u);
            if (k == last) add_edge(p, unit_vertex(p, u, !source), far, source);
            if (own->before == TOPOLOGY_NONE)
                add_edge(p, node, unit_vertex(p, u, source), source);
        }
        if (own->before == TOPOLOGY_NONE) continue;
        if (p->each_pair || (p->constrained && own->access == TOPOLOGY_ACCESS_PAIRS))
            add_pairs(p, k, source);
        else
            add_joint(p, k, source);
    }
}

/* Makes the graph for p->request: the links, and if `local` the units at both ends. */
static void make_graph(struct mrfs_paper *p, int local)
{
    const nets_request *q = p->request;
    p->count = p->links;
    if (local) {
        add_end(p, q->from, 1);
        add_end(p, q->to, 0);
    } else {
        add_edge(p, q->from, p->source, 1);
        add_edge(p, q->to, p->sink, 0);
    }
    mrfs_paper_graph_order(p);
}

/* ---- resources --------------------------------------------------------------------- */

/* The amount that the request asks of a unit's type. */
static int64_t need_of(const struct mrfs_paper *p, uint32_t unit)
{
    const struct topology_partition *own = &p->t->partitions[p->t->units[unit].partition];
    const nets_request *q = p->request;
    const int at_to = own->node == q->to;
    const nets_need *needs = at_to ? q->at_to : q->at_from;
    const uint32_t count = at_to ? q->at_to_count : q->at_from_count;
    for (uint32_t i = 0; i < count; i++)
        if (needs[i].type == own->type) return needs[i].amount;
    return 0;
}

/* The amount that the request asks of the resource of an edge. */
static int64_t asked_of(const struct mrfs_paper *p, const struct mrfs_paper_edge *e)
{
    return e->kind == NETS_LINK ? p->request->bandwidth : need_of(p, e->index);
}

/* Puts the least C-ID above `after` in the partition into *cid; 0 if there is none. */
static int next_cid(const struct mrfs_paper *p, uint32_t partition, int64_t after,
                    uint32_t *cid)
{
    const struct topology_partition *own = &p->t->partitions[partition];
    int64_t best = -1;
    for (uint32_t u = own->first; u < own->first + own->count; u++) {
        const int64_t c = p->t->units[u].cid;
        if (c > after && (best < 0 || c < best)) best = c;
    }
    if (best >= 0) *cid = (uint32_t)best;
    return best >= 0;
}

/* ---- maximum flows (figure 2, left) ------------------------------------------------ */

/* Is the unit of another C-ID than the one chosen? */
static int excluded(const struct mrfs_paper *p, uint32_t unit)
{
    const struct topology_unit *u = &p->t->units[unit];
    const struct topology_partition *own = &p->t->partitions[u->partition];
    return u->cid != p->cid[own->type][own->node == p->request->to];
}

/* What the arc of an edge can carry while so much of its resource is free, in parts of
 * which the job is p->whole. */
static int64_t capacity_of(const struct mrfs_paper *p, const struct mrfs_paper_edge *e,
                           nets_amount amount)
{
    if (!p->request) return amount;
    const int64_t asked = asked_of(p, e);
    if (e->kind == NETS_UNIT && excluded(p, e->index)) return 0;
    return (amount < asked ? amount : asked) * (p->whole / asked);
}

void mrfs_paper_read(struct mrfs_paper *p, nets_time time)
{
    memset(p->capacity, 0, 2 * p->count * sizeof *p->capacity);
    for (size_t i = 0; i < p->count; i++) {
        const struct mrfs_paper_edge *e = &p->edges[i];
        int64_t *to = &p->capacity[p->arc_of[i]];
        if (e->index == MRFS_PAPER_UNLIMITED)
            *to = p->whole;
        else
            *to = capacity_of(
                p, e,
                nets_profile_value(nets_profile_of(p->net, e->kind, e->index), time));
    }
}

static int compare_breaks(const void *a, const void *b)
{
    const struct mrfs_paper_break *x = a, *y = b;
    return COMPARE(x->time, y->time);
}

/* Finds the basic intervals of the window: in the window no resource of the graph changes
 * but at these breaks. */
static void find_intervals(struct mrfs_paper *p)
{
    const nets_request *q = p->request;
    size_t i;
    p->break_count = 0;
    for (i = 0; i < p->count; i++) {
        const struct mrfs_paper_edge *e = &p->edges[i];
        if (e->index == MRFS_PAPER_UNLIMITED) continue;
        const nets_profile *f = nets_profile_of(p->net, e->kind, e->index);
        for (uint32_t k = 0; k < f->count && f->steps[k].time < q->deadline; k++) {
            if (f->steps[k].time <= q->ready) continue;
            struct mrfs_paper_break *b =
                &BASE_PUSH(p->breaks, p->break_count, p->break_room);
            b->time = f->steps[k].time;
            b->amount = f->steps[k].amount;
            b->edge = (uint32_t)i;
        }
    }
    p->steps += p->count + p->break_count;
    if (p->break_count)
        qsort(p->breaks, p->break_count, sizeof *p->breaks, compare_breaks);
    for (p->length = 1, i = 0; i < p->break_count; i++)
        p->length += i == 0 || p->breaks[i].time > p->breaks[i - 1].time;
}

/* Adds the starts in [from, to) of a run of feasible intervals. */
static void add_run(const struct mrfs_paper *p, nets_time from, nets_time to,
                    nets_spans *starts)
{
    const nets_time duration = p->request->length;
    if (to - from >= duration) must(nets_spans_add(starts, from, to - duration + 1));
}

/* Makes a flow for each basic interval. Adds to *starts the starts of a job that is
 * divided into p->whole parts, from units of the C-IDs chosen. */
static void flow_starts(struct mrfs_paper *p, nets_spans *starts)
{
    const nets_request *q = p->request;
    nets_time from = 0, time = q->ready;
    size_t i = 0;
    int open = 0, done = 0;
    mrfs_paper_read(p, time);
    while (time < q->deadline && !done) {
        const nets_time over = i < p->break_count ? p->breaks[i].time : q->deadline;
        const int feasible = mrfs_paper_graph_flow(p, p->source, p->sink) >= p->whole;
        if (feasible && !open) from = time;
        if (!feasible && open) add_run(p, from, time, starts);
        open = feasible;
        done = p->one && open && over - from >= q->length;
        for (time = over; i < p->break_count && p->breaks[i].time == time; i++) {
            const uint32_t edge = p->breaks[i].edge;
            p->capacity[p->arc_of[edge]] =
                capacity_of(p, &p->edges[edge], p->breaks[i].amount);
        }
    }
    if (open) add_run(p, from, time, starts);
}

/* ---- combinations of C-IDs --------------------------------------------------------- */

/* Chooses the first combination of C-IDs, or else the next. 0 after the last. */
static int combine(struct mrfs_paper *p, int first)
{
    for (int end = 1; end >= 0; end--) {
        uint32_t k = p->t->nodes[end ? p->request->to : p->request->from].partition;
        for (; k != TOPOLOGY_NONE; k = p->t->partitions[k].before) {
            uint32_t *cid = &p->cid[p->t->partitions[k].type][end];
            if (!first && next_cid(p, k, *cid, cid)) return 1;
            next_cid(p, k, -1, cid);
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

/* The number of parts: the least common multiple of the amounts that are asked for. -1 if
 * flows of so many parts would overflow. */
static int find_whole(const nets_request *q, int64_t *whole)
{
    *whole = q->bandwidth;
    for (uint32_t i = 0; i < q->at_from_count + q->at_to_count; i++) {
        const int64_t n = i < q->at_from_count ? q->at_from[i].amount
                                               : q->at_to[i - q->at_from_count].amount;
        const int64_t factor = n / gcd(*whole, n);
        if (*whole > INT64_MAX / 1000000 / factor) return -1;
        *whole *= factor;
    }
    return 0;
}

/* ---- extended Bellman-Ford (figure 2, right) --------------------------------------- */

/* The starts at which so much of a resource is free for long enough. */
static void find_starts(struct mrfs_paper *p, const nets_profile *f, int64_t amount,
                        nets_spans *starts)
{
    const nets_request *q = p->request;
    p->steps += f->count + 1;
    must(nets_profile_starts(f, amount, q->length, q->ready, q->deadline, starts));
}

/* The starts of the resource of an edge. */
static const nets_spans *edge_starts(struct mrfs_paper *p, uint32_t edge)
{
    const struct mrfs_paper_edge *e = &p->edges[edge];
    if (!p->known[edge])
        find_starts(p, nets_profile_of(p->net, e->kind, e->index), asked_of(p, e),
                    &p->of_edge[edge]);
    p->known[edge] = 1;
    return &p->of_edge[edge];
}

/* Is all of x in y? */
static int within(const nets_spans *x, const nets_spans *y)
{
    uint32_t i, j = 0;
    for (i = 0; i < x->count; i++) {
        while (j < y->count && y->at[j].to < x->at[i].to) j++;
        if (j == y->count || y->at[j].from > x->at[i].from) return 0;
    }
    return 1;
}

static void swap_spans(nets_spans *x, nets_spans *y)
{
    const nets_spans z = *x;
    *x = *y;
    *y = z;
}

/* Adds the spans y to x. */
static void add_spans(struct mrfs_paper *p, nets_spans *x, const nets_spans *y)
{
    p->steps += x->count + y->count;
    must(nets_spans_combine(&p->sum, x, NETS_UNION, y));
    swap_spans(x, &p->sum);
}

/* st(u) = st(u) + st(v) * ST(v, u). Is that more than before? */
static int relax(struct mrfs_paper *p, uint32_t v, const struct mrfs_paper_arc *a)
{
    nets_spans *to = &p->of_vertex[a->to];
    const nets_spans *more = &p->of_vertex[v];
    p->work++;
    p->steps += more->count + to->count + 1;
    if (p->edges[a->edge].index != MRFS_PAPER_UNLIMITED) {
        must(nets_spans_combine(&p->both, more, NETS_INTERSECTION,
                                edge_starts(p, a->edge)));
        p->steps += p->of_edge[a->edge].count;
        more = &p->both;
    }
    if (within(more, to)) return 0;
    add_spans(p, to, more);
    if (to->count > p->length) p->length = to->count;
    return 1;
}

/* Finds the starts of all feasible paths from the source to the sink. */
static void path_starts(struct mrfs_paper *p, nets_spans *starts)
{
    const nets_request *q = p->request;
    uint32_t *now = p->queue, *then = p->queue + p->vertices;
    uint32_t count = 1, next, i, k, a;
    for (i = 0; i < p->vertices; i++) nets_spans_clear(&p->of_vertex[i]);
    memset(p->listed, 0, p->vertices);
    now[0] = p->source;
    must(nets_spans_add(&p->of_vertex[p->source], q->ready, q->deadline - q->length + 1));
    for (k = 1; k < p->vertices && count; k++) {
        for (next = i = 0; i < count; i++)
            for (a = p->first[now[i]]; a < p->first[now[i] + 1]; a++) {
                const uint32_t u = p->arcs[a].to;
                if (p->arcs[a].edge == MRFS_PAPER_NO_EDGE ||
                    !relax(p, now[i], &p->arcs[a]) || p->listed[u])
                    continue;
                p->listed[u] = 1;
                then[next++] = u;
            }
        for (i = 0; i < next; i++) p->listed[then[i]] = 0;
        uint32_t *swap = now;
        now = then;
        then = swap;
        count = next;
    }
    swap_spans(starts, &p->of_vertex[p->sink]);
}

uint32_t mrfs_paper_shortest(struct mrfs_paper *p, nets_time start)
{
    const nets_request *q = p->request;
    uint32_t count = 1, i, a;
    memset(p->level, 0xFF, p->vertices * sizeof *p->level);
    p->queue[0] = q->from;
    p->level[q->from] = 0;
    for (i = 0; i < count && p->level[q->to] == UINT32_MAX; i++)
        for (a = p->first[p->queue[i]]; a < p->first[p->queue[i] + 1]; a++) {
            const struct mrfs_paper_arc *arc = &p->arcs[a];
            if (arc->edge >= p->links || p->level[arc->to] != UINT32_MAX) continue;
            if (!nets_spans_has(edge_starts(p, arc->edge), start)) continue;
            p->level[arc->to] = p->level[p->queue[i]] + 1;
            p->queue[count++] = arc->to;
        }
    return p->level[q->to] == UINT32_MAX ? 0 : p->level[q->to];
}

/* ---- local resources without constraints (4.3, 4.4) -------------------------------- */

/* Adds to *starts the ST list of the units of one C-ID together: their aggregate TR list
 * is sampled where one of them changes. */
static void add_group(struct mrfs_paper *p, const struct topology_partition *own,
                      uint32_t cid, int64_t amount, nets_spans *starts)
{
    const nets_request *q = p->request;
    nets_profile all;
    nets_profile_init(&all, 0, NULL, NULL);
    for (uint32_t u = own->first; u < own->first + own->count; u++) {
        const nets_profile *f = nets_profile_of(p->net, NETS_UNIT, u);
        nets_time from = q->ready;
        if (p->t->units[u].cid != cid) continue;
        for (uint32_t k = 0; k <= f->count && from < q->deadline; k++) {
            nets_time to = k < f->count ? f->steps[k].time : q->deadline;
            if (to > q->deadline) to = q->deadline;
            if (to <= from) continue;
            p->steps += all.count + 1;
            must(nets_profile_give(&all, from, to, nets_profile_value(f, from)));
            from = to;
        }
    }
    find_starts(p, &all, amount, &p->both);
    nets_profile_free(&all);
    add_spans(p, starts, &p->both);
}

/* The union over the units, or the C-IDs, of a type. */
static void partition_starts(struct mrfs_paper *p, uint32_t partition, nets_spans *starts)
{
    const struct topology_partition *own = &p->t->partitions[partition];
    const int64_t amount = need_of(p, own->first);
    uint32_t u, cid = 0;
    nets_spans_clear(starts);
    if (p->request->splittable)
        for (int more = next_cid(p, partition, -1, &cid); more;
             more = next_cid(p, partition, cid, &cid))
            add_group(p, own, cid, amount, starts);
    else
        for (u = own->first; u < own->first + own->count; u++) {
            find_starts(p, nets_profile_of(p->net, NETS_UNIT, u), amount, &p->both);
            add_spans(p, starts, &p->both);
        }
}

/* Keeps of *starts those at which each type at both ends has the amount requested. */
static void keep_local(struct mrfs_paper *p, nets_spans *starts)
{
    for (int end = 0; p->t && end < 2; end++) {
        uint32_t k = p->t->nodes[end ? p->request->to : p->request->from].partition;
        for (; k != TOPOLOGY_NONE; k = p->t->partitions[k].before) {
            partition_starts(p, k, &p->found);
            p->steps += starts->count + p->found.count;
            must(nets_spans_combine(&p->sum, starts, NETS_INTERSECTION, &p->found));
            swap_spans(starts, &p->sum);
        }
    }
}

/* ---- the algorithms ---------------------------------------------------------------- */

nets_status mrfs_paper_starts(struct mrfs_paper *p, nets_algorithm algorithm,
                              const nets_request *request, nets_spans *starts)
{
    const int constrained = algorithm == NETS_WS_RC || algorithm == NETS_WN_RC;
    nets_spans_clear(starts);
    p->request = request;
    p->work = p->steps = p->length = 0;
    p->whole = request->bandwidth;
    if (algorithm == NETS_WS_RC && find_whole(request, &p->whole) != 0)
        return NETS_E_RANGE;
    make_graph(p, constrained);
    if (algorithm == NETS_WS_RC || algorithm == NETS_WS_RN) find_intervals(p);
    if (algorithm == NETS_WS_RC)
        for (int more = combine(p, 1); more; more = combine(p, 0)) flow_starts(p, starts);
    else if (algorithm == NETS_WS_RN)
        flow_starts(p, starts);
    else
        path_starts(p, starts);
    if (!constrained) keep_local(p, starts);
    return NETS_OK;
}
