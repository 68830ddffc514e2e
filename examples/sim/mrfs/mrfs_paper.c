/* mrfs_paper.c - implements mrfs_paper.h. */
#include "mrfs/mrfs_paper.h"

#include "base/array.h"
#include "base/compare.h"
#include "report/figure.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MRFS_PAPER_ALWAYS UINT32_MAX /* an arc without a resource: unlimited */

void mrfs_paper_free(struct mrfs_paper *p)
{
    static const struct mrfs_paper nothing = {0};
    size_t i;
    for (i = 0; i < p->lists; i++) nets_spans_free(&p->of_arc[i]);
    for (i = 0; p->of_vertex && i < p->vertices; i++) nets_spans_free(&p->of_vertex[i]);
    nets_spans_free(&p->both);
    nets_spans_free(&p->sum);
    nets_spans_free(&p->found);
    free(p->arcs);
    free(p->head);
    free(p->link_head);
    free(p->left);
    free(p->level);
    free(p->at);
    free(p->queue);
    free(p->times);
    free(p->of_arc);
    free(p->of_vertex);
    free(p->known);
    free(p->listed);
    *p = nothing;
}

/* ---- the graph --------------------------------------------------------------------- */

static nets_status mrfs_paper_arc_add(struct mrfs_paper *p, uint32_t *head, uint32_t from,
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

static uint32_t mrfs_paper_unit(const struct mrfs_paper *p, uint32_t unit, int behind)
{
    return (uint32_t)p->t->node_count + 2 * unit + (behind != 0);
}

static nets_status mrfs_paper_links(struct mrfs_paper *p)
{
    nets_counts_info counts;
    nets_link_info link;
    nets_status s = NETS_OK;
    uint32_t i;
    nets_counts(p->net, &counts);
    for (i = 0; i < counts.links && s == NETS_OK; i++) {
        s = nets_get_link(p->net, i, &link);
        if (s == NETS_OK)
            s = mrfs_paper_arc_add(p, p->link_head, link.from, link.to, NETS_LINK, i);
    }
    p->links = p->count;
    return s;
}

nets_status mrfs_paper_init(struct mrfs_paper *p, const nets_network *net,
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
    return mrfs_paper_links(p);
}

/* From the units of a partition to those of the one behind it; at the source end the
 * other way round. */
static nets_status mrfs_paper_join(struct mrfs_paper *p, uint32_t partition, int source)
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
        s = mrfs_paper_arc_add(p, p->head, mrfs_paper_unit(p, source ? b : a, 1),
                               mrfs_paper_unit(p, source ? a : b, 0), NETS_UNIT,
                               MRFS_PAPER_ALWAYS);
    }
    return s;
}

/* The arcs of the local resources at one end. */
static nets_status mrfs_paper_end(struct mrfs_paper *p, uint32_t node, int source)
{
    const struct topology *t = p->t;
    const uint32_t last = t->nodes[node].partition;
    const uint32_t far = source ? p->source : p->sink;
    nets_status s = NETS_OK;
    uint32_t k, u;
    if (last == TOPOLOGY_NONE)
        return mrfs_paper_arc_add(p, p->head, source ? far : node, source ? node : far,
                                  NETS_UNIT, MRFS_PAPER_ALWAYS);
    for (k = last; k != TOPOLOGY_NONE && s == NETS_OK; k = t->partitions[k].before) {
        const struct topology_partition *own = &t->partitions[k];
        for (u = own->first; u < own->first + own->count && s == NETS_OK; u++) {
            const uint32_t in = mrfs_paper_unit(p, u, 0), out = mrfs_paper_unit(p, u, 1);
            s = mrfs_paper_arc_add(p, p->head, in, out, NETS_UNIT, u);
            if (s == NETS_OK && k == last)
                s = mrfs_paper_arc_add(p, p->head, source ? far : out, source ? in : far,
                                       NETS_UNIT, MRFS_PAPER_ALWAYS);
            if (s == NETS_OK && own->before == TOPOLOGY_NONE)
                s = mrfs_paper_arc_add(p, p->head, source ? out : node,
                                       source ? node : in, NETS_UNIT, MRFS_PAPER_ALWAYS);
        }
        if (s == NETS_OK && own->before != TOPOLOGY_NONE)
            s = mrfs_paper_join(p, k, source);
    }
    return s;
}

/* Room for what is kept of each arc. */
static nets_status mrfs_paper_room(struct mrfs_paper *p)
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

/* The links; and if `local`, the units at both ends. */
static nets_status mrfs_paper_graph(struct mrfs_paper *p, int local)
{
    nets_status s = NETS_OK;
    p->count = p->links;
    memcpy(p->head, p->link_head, p->vertices * sizeof *p->head);
    if (local) {
        s = mrfs_paper_end(p, p->request->from, 1);
        if (s == NETS_OK) s = mrfs_paper_end(p, p->request->to, 0);
    } else {
        s = mrfs_paper_arc_add(p, p->head, p->source, p->request->from, NETS_UNIT,
                               MRFS_PAPER_ALWAYS);
        if (s == NETS_OK)
            s = mrfs_paper_arc_add(p, p->head, p->request->to, p->sink, NETS_UNIT,
                                   MRFS_PAPER_ALWAYS);
    }
    return s == NETS_OK ? mrfs_paper_room(p) : s;
}

/* ---- what is asked of a resource --------------------------------------------------- */

static int64_t mrfs_paper_need(const struct mrfs_paper *p, uint32_t unit)
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

static int64_t mrfs_paper_asked(const struct mrfs_paper *p,
                                const struct mrfs_paper_arc *a)
{
    return a->kind == NETS_LINK ? p->request->bandwidth : mrfs_paper_need(p, a->index);
}

/* ---- extended Bellman-Ford (figure 2, right) --------------------------------------- */

/* st(u) = st(u) + st(v) * ST(v, u). *changed tells whether that is more than before. */
static nets_status mrfs_paper_relax(struct mrfs_paper *p, uint32_t v, uint32_t arc,
                                    int *changed)
{
    const struct mrfs_paper_arc *a = &p->arcs[arc];
    const nets_request *q = p->request;
    nets_spans *to = &p->of_vertex[a->to], swap;
    const nets_spans *more = &p->of_vertex[v];
    nets_status s = NETS_OK;
    *changed = 0;
    p->work++;
    if (a->index != MRFS_PAPER_ALWAYS) {
        if (!p->known[arc])
            s = nets_profile_starts(nets_profile_of(p->net, a->kind, a->index),
                                    mrfs_paper_asked(p, a), q->duration, q->start, q->end,
                                    &p->of_arc[arc]);
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

/* The starts of all feasible paths from source to sink: in of_vertex[sink]. */
static nets_status mrfs_paper_bellman_ford(struct mrfs_paper *p)
{
    const nets_request *q = p->request;
    uint32_t *now = p->queue, *then = p->queue + p->vertices, *swap;
    uint32_t count = 1, next, i, k;
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
                s = mrfs_paper_relax(p, now[i], e, &changed);
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
    return s;
}

/* ---- maximum flows (figure 2, left) ------------------------------------------------ */

static nets_status mrfs_paper_time(struct mrfs_paper *p, nets_time time)
{
    if (ARRAY_ROOM(p->times, p->time_count, p->time_room, 1) != 0) return NETS_E_NOMEM;
    p->times[p->time_count++] = time;
    return NETS_OK;
}

/* The basic intervals of the window: where any resource of the graph changes. */
static nets_status mrfs_paper_intervals(struct mrfs_paper *p)
{
    const nets_request *q = p->request;
    nets_status s;
    size_t i, kept = 0;
    uint32_t k;
    p->time_count = 0;
    s = mrfs_paper_time(p, q->start);
    for (i = 0; i < p->count && s == NETS_OK; i += 2) {
        const struct mrfs_paper_arc *a = &p->arcs[i];
        const nets_profile *f;
        if (a->index == MRFS_PAPER_ALWAYS) continue;
        f = nets_profile_of(p->net, a->kind, a->index);
        for (k = 0; k < f->count && f->steps[k].time < q->end && s == NETS_OK; k++)
            if (f->steps[k].time > q->start) s = mrfs_paper_time(p, f->steps[k].time);
    }
    if (s == NETS_OK) s = mrfs_paper_time(p, q->end);
    if (s != NETS_OK) return s;
    qsort(p->times, p->time_count, sizeof *p->times, compare_i64);
    for (i = 0; i < p->time_count; i++)
        if (i == 0 || p->times[i] > p->times[kept - 1]) p->times[kept++] = p->times[i];
    p->time_count = kept;
    p->length = kept - 1;
    return s;
}

/* Is the unit of another C-ID than the one chosen? */
static int mrfs_paper_excluded(const struct mrfs_paper *p, uint32_t unit)
{
    const struct topology_unit *u = &p->t->units[unit];
    const struct topology_partition *own = &p->t->partitions[u->partition];
    return u->cid != p->cid[own->type][own->node == p->request->to];
}

/* What each arc can carry at that time, in parts of which the job is `whole`. */
static void mrfs_paper_capacities(struct mrfs_paper *p, nets_time time, int64_t whole)
{
    size_t i;
    for (i = 0; i < p->count; i += 2) {
        const struct mrfs_paper_arc *a = &p->arcs[i];
        int64_t capacity = whole;
        if (a->index != MRFS_PAPER_ALWAYS) {
            const int64_t asked = mrfs_paper_asked(p, a);
            capacity =
                nets_profile_value(nets_profile_of(p->net, a->kind, a->index), time);
            if (capacity > asked) capacity = asked;
            capacity *= whole / asked;
            if (a->kind == NETS_UNIT && mrfs_paper_excluded(p, a->index)) capacity = 0;
        }
        p->left[i] = capacity;
        p->left[i + 1] = 0;
    }
}

/* How far each vertex is from the source where there is capacity left; is the sink? */
static int mrfs_paper_levels(struct mrfs_paper *p)
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
static int64_t mrfs_paper_augment(struct mrfs_paper *p)
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

static int64_t mrfs_paper_flow(struct mrfs_paper *p, nets_time time, int64_t whole)
{
    int64_t value = 0, more;
    mrfs_paper_capacities(p, time, whole);
    p->work++;
    while (mrfs_paper_levels(p)) {
        memcpy(p->at, p->head, p->vertices * sizeof *p->at);
        while ((more = mrfs_paper_augment(p)) > 0) value += more;
    }
    return value;
}

/* Adds the starts in [from, to) of a run of feasible intervals. */
static nets_status mrfs_paper_run(const struct mrfs_paper *p, nets_time from,
                                  nets_time to, nets_spans *starts)
{
    const nets_time duration = p->request->duration;
    return to - from < duration ? NETS_OK
                                : nets_spans_add(starts, from, to - duration + 1);
}

/* A flow for each basic interval; adds all starts to *starts. */
static nets_status mrfs_paper_flows(struct mrfs_paper *p, int64_t whole,
                                    nets_spans *starts)
{
    nets_time from = 0;
    nets_status s = NETS_OK;
    int open = 0;
    size_t i;
    for (i = 0; i + 1 < p->time_count && s == NETS_OK; i++) {
        const int feasible = mrfs_paper_flow(p, p->times[i], whole) >= whole;
        if (feasible && !open) from = p->times[i];
        if (!feasible && open) s = mrfs_paper_run(p, from, p->times[i], starts);
        open = feasible;
    }
    if (open && s == NETS_OK) s = mrfs_paper_run(p, from, p->request->end, starts);
    return s;
}

/* ---- combinations of C-IDs --------------------------------------------------------- */

/* The least C-ID above `after` in the partition; 1 if there is one. */
static int mrfs_paper_next_cid(const struct mrfs_paper *p, uint32_t partition,
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

/* The next combination, or the first; 0 after the last. */
static int mrfs_paper_combine(struct mrfs_paper *p, int first)
{
    int end;
    for (end = 1; end >= 0; end--) {
        uint32_t k = p->t->nodes[end ? p->request->to : p->request->from].partition;
        for (; k != TOPOLOGY_NONE; k = p->t->partitions[k].before) {
            uint32_t *cid = &p->cid[p->t->partitions[k].type][end];
            if (!first && mrfs_paper_next_cid(p, k, *cid, cid)) return 1;
            mrfs_paper_next_cid(p, k, -1, cid);
        }
    }
    return first;
}

static int64_t mrfs_paper_gcd(int64_t a, int64_t b)
{
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The least common multiple of what is asked for; what a flow may reach must fit, too. */
static nets_status mrfs_paper_whole(const nets_request *q, int64_t *whole)
{
    uint32_t i;
    *whole = q->bandwidth;
    for (i = 0; i < q->at_from_count + q->at_to_count; i++) {
        const int64_t n = i < q->at_from_count ? q->at_from[i].amount
                                               : q->at_to[i - q->at_from_count].amount;
        const int64_t factor = n / mrfs_paper_gcd(*whole, n);
        if (*whole > INT64_MAX / 1000000 / factor) return NETS_E_RANGE;
        *whole *= factor;
    }
    return NETS_OK;
}

static nets_status mrfs_paper_ws_rc(struct mrfs_paper *p, nets_spans *starts)
{
    int64_t whole;
    nets_status s = mrfs_paper_whole(p->request, &whole);
    int more;
    if (s == NETS_OK) s = mrfs_paper_graph(p, 1);
    if (s == NETS_OK) s = mrfs_paper_intervals(p);
    for (more = mrfs_paper_combine(p, 1); more && s == NETS_OK;
         more = mrfs_paper_combine(p, 0))
        s = mrfs_paper_flows(p, whole, starts);
    return s;
}

/* ---- local resources without constraints (4.3, 4.4) -------------------------------- */

/* The ST list of the units of one C-ID together: their aggregate TR list is sampled where
 * one of them changes. */
static nets_status mrfs_paper_group(struct mrfs_paper *p, uint32_t partition,
                                    uint32_t cid, int64_t amount, nets_spans *starts)
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
static nets_status mrfs_paper_partition(struct mrfs_paper *p, uint32_t partition,
                                        int64_t amount, nets_spans *starts)
{
    const nets_request *q = p->request;
    const struct topology_partition *own = &p->t->partitions[partition];
    nets_status s = NETS_OK;
    uint32_t u, cid = 0;
    int more;
    nets_spans_clear(starts);
    if (q->splittable) {
        for (more = mrfs_paper_next_cid(p, partition, -1, &cid); more && s == NETS_OK;
             more = mrfs_paper_next_cid(p, partition, cid, &cid))
            s = mrfs_paper_group(p, partition, cid, amount, starts);
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

/* Of *starts only those at which each type at both ends has what is asked for. */
static nets_status mrfs_paper_local(struct mrfs_paper *p, nets_spans *starts)
{
    nets_status s = NETS_OK;
    int end;
    for (end = 0; end < 2 && s == NETS_OK; end++) {
        uint32_t k = p->t->nodes[end ? p->request->to : p->request->from].partition;
        for (; k != TOPOLOGY_NONE && s == NETS_OK; k = p->t->partitions[k].before) {
            nets_spans swap;
            const int64_t amount = mrfs_paper_need(p, p->t->partitions[k].first);
            s = mrfs_paper_partition(p, k, amount, &p->found);
            if (s == NETS_OK) s = nets_spans_intersect(&p->sum, starts, &p->found);
            swap = *starts;
            *starts = p->sum;
            p->sum = swap;
        }
    }
    return s;
}

/* ---- all of it --------------------------------------------------------------------- */

nets_status mrfs_paper_starts(struct mrfs_paper *p, const nets_request *request,
                              nets_spans *starts)
{
    nets_status s;
    nets_spans swap;
    nets_spans_clear(starts);
    p->request = request;
    p->work = p->length = 0;
    if (request->algorithm == NETS_WS_RC) return mrfs_paper_ws_rc(p, starts);
    s = mrfs_paper_graph(p, request->algorithm == NETS_WN_RC);
    if (s == NETS_OK && request->splittable) {
        s = mrfs_paper_intervals(p);
        if (s == NETS_OK) s = mrfs_paper_flows(p, request->bandwidth, starts);
    } else if (s == NETS_OK) {
        s = mrfs_paper_bellman_ford(p);
        swap = *starts;
        *starts = p->of_vertex[p->sink];
        p->of_vertex[p->sink] = swap;
    }
    if (s == NETS_OK && request->algorithm != NETS_WN_RC) s = mrfs_paper_local(p, starts);
    return s;
}
