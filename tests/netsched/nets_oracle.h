/* nets_oracle.h - what a small network can carry, found by trying everything.
 *
 * The model keeps, for each resource, one number for each instant: the free amount. A
 * request is answered from the definition: at every start and for every combination of
 * C-IDs a maximum flow by Ford and Fulkerson on a matrix, or the widest path or the first
 * route of light with every choice of units. Nothing of netsched.h is used but its public
 * types.
 *
 * Instants are 0 .. O_TIMES - 1, later all stays as at the last; model->origin is the
 * time of instant 0. Amounts are scaled to the least common multiple of the requested
 * ones, so that flows are whole numbers: that many parts are one job. */
#ifndef NETS_ORACLE_H
#define NETS_ORACLE_H

#include "netsched.h"
#include "test.h"

#include <inttypes.h>

#define O_TIMES 128
#ifndef O_NODES
#define O_NODES 6
#define O_LINKS 24
#define O_WAVES 24
#endif
#define O_PLACES 3 /* partitions at a node */
#define O_PARTITIONS (O_NODES * O_PLACES)
#define O_UNITS (O_PARTITIONS * 3)
#define O_MOST O_UNITS /* of one kind */
#define O_CLUSTERS 2   /* no request uses them: they are booked directly */
#define O_LAMBDAS 3    /* numbers of wavelengths */
#define O_HOPS (O_NODES * O_LAMBDAS)
#define O_MUCH ((int64_t)1 << 40) /* no limit on a flow */

typedef struct o_resource {
    int64_t total, free[O_TIMES];
} o_resource;

typedef struct o_link {
    uint32_t from, to, group;
    nets_time delay;
} o_link;

typedef struct o_wave {
    uint32_t link, wave;
} o_wave;

typedef struct o_partition {
    uint32_t node, type;
    int place, pairs;
} o_partition;

typedef struct o_unit {
    uint32_t partition, cid;
    unsigned char reaches[O_UNITS]; /* of the partition before, where it is by pairs */
} o_unit;

typedef struct o_model {
    nets_time origin;
    int now;    /* instant */
    int steady; /* from this instant on nothing changes */
    uint32_t nodes, partitions, links, units, clusters, waves;
    o_link link[O_LINKS];
    o_partition partition[O_PARTITIONS];
    o_unit unit[O_UNITS];
    o_wave wave[O_WAVES];
    unsigned char converts[O_NODES];
    o_resource of[NETS_WAVE + 1][O_MOST];
} o_model;

/* The free amount of each at one instant, or during a window. */
typedef struct o_free {
    int64_t link[O_LINKS], unit[O_UNITS], wave[O_WAVES];
} o_free;

/* ---- the model --------------------------------------------------------------------- */

static inline int o_clamp(int64_t t) { return t < O_TIMES ? (int)t : O_TIMES - 1; }

static inline uint32_t o_count(const o_model *m, nets_kind kind)
{
    return kind == NETS_LINK      ? m->links
           : kind == NETS_UNIT    ? m->units
           : kind == NETS_CLUSTER ? m->clusters
                                  : m->waves;
}

static inline int64_t o_value(const o_model *m, nets_kind kind, uint32_t index, int64_t t)
{
    return m->of[kind][index].free[o_clamp(t)];
}

/* A new resource, of which all is free. */
static inline void o_new(o_model *m, nets_kind kind, uint32_t index, int64_t total)
{
    m->of[kind][index].total = total;
    for (int t = 0; t < O_TIMES; t++) m->of[kind][index].free[t] = total;
}

static inline int64_t o_min(const o_model *m, nets_kind kind, uint32_t index, int64_t a,
                            int64_t b)
{
    int64_t least = o_value(m, kind, index, a);
    for (int64_t t = a + 1; t < b && t < O_TIMES; t++)
        if (o_value(m, kind, index, t) < least) least = o_value(m, kind, index, t);
    return least;
}

/* The instant of a time; all far ones are the last. */
static inline int o_instant(const o_model *m, nets_time t)
{
    return t < m->origin + O_TIMES ? (int)(t - m->origin) : O_TIMES - 1;
}

/* Adds to the free amount during [from, to), times. */
static inline void o_add(o_model *m, nets_kind kind, uint32_t index, nets_time from,
                         nets_time to, int64_t delta)
{
    int64_t *at = m->of[kind][index].free;
    int end = to == NETS_FOREVER ? O_TIMES : o_instant(m, to);
    for (int t = o_instant(m, from); t < end; t++)
        if (t >= m->now) at[t] += delta;
    if (o_instant(m, from) > m->steady) m->steady = o_instant(m, from);
    if (end < O_TIMES && end > m->steady) m->steady = end;
}

/* The amount free throughout [a, b): nothing where blocks leave less. */
static inline int64_t o_left(const o_model *m, nets_kind kind, uint32_t index, int64_t a,
                             int64_t b)
{
    const int64_t least = o_min(m, kind, index, a, b);
    return least > 0 ? least : 0;
}

static inline void o_window(const o_model *m, int64_t a, int64_t b, o_free *out)
{
    for (uint32_t i = 0; i < m->links; i++) out->link[i] = o_left(m, NETS_LINK, i, a, b);
    for (uint32_t i = 0; i < m->units; i++) out->unit[i] = o_left(m, NETS_UNIT, i, a, b);
    for (uint32_t i = 0; i < m->waves; i++) out->wave[i] = o_left(m, NETS_WAVE, i, a, b);
}

/* Of links, units and, where `last` says so, also of clusters and wavelengths. */
static inline int o_same_until(const o_model *m, nets_kind last, int64_t t)
{
    for (nets_kind kind = NETS_LINK; kind <= last; kind = (nets_kind)(kind + 1))
        for (uint32_t i = 0; i < o_count(m, kind); i++)
            if (o_value(m, kind, i, t) != o_value(m, kind, i, t - 1)) return 0;
    return 1;
}

static inline int o_same_as_before(const o_model *m, int64_t t)
{
    return o_same_until(m, NETS_UNIT, t);
}

/* After something was given back things may be steady sooner. */
static inline void o_settle(o_model *m)
{
    m->steady = O_TIMES - 1;
    while (m->steady > 0 && o_same_until(m, NETS_WAVE, m->steady)) m->steady--;
}

/* The partition at a place of a node, or NETS_NONE. */
static inline uint32_t o_at(const o_model *m, uint32_t node, int place)
{
    for (uint32_t p = 0; p < m->partitions; p++)
        if (m->partition[p].node == node && m->partition[p].place == place) return p;
    return NETS_NONE;
}

static inline uint32_t o_typed(const o_model *m, uint32_t node, uint32_t type)
{
    for (uint32_t p = 0; p < m->partitions; p++)
        if (m->partition[p].node == node && m->partition[p].type == type) return p;
    return NETS_NONE;
}

/* Whether unit v reaches unit u of the partition before its own, of those that stand in
 * the way. */
static inline int o_reaches(const o_model *m, uint32_t v, uint32_t u)
{
    return !m->partition[m->unit[v].partition].pairs || m->unit[v].reaches[u];
}

/* ---- a request's two ends ---------------------------------------------------------- */

typedef struct o_end {
    uint32_t node;
    const nets_need *needs;
    uint32_t count;
} o_end;

static inline o_end o_end_of(const nets_request *r, int source)
{
    o_end e;
    e.node = source ? r->from : r->to;
    e.needs = source ? r->at_from : r->at_to;
    e.count = source ? r->at_from_count : r->at_to_count;
    return e;
}

/* Which need a partition serves, or -1: it is only passed through. */
static inline int o_need_of(const o_model *m, const o_end *e, uint32_t partition)
{
    for (uint32_t i = 0; i < e->count; i++)
        if (e->needs[i].type == m->partition[partition].type) return (int)i;
    return -1;
}

/* The outermost place that is needed, or -1. */
static inline int o_outermost(const o_model *m, const o_end *e)
{
    int last = -1;
    for (int place = 0; place < O_PLACES; place++) {
        const uint32_t p = o_at(m, e->node, place);
        if (p != NETS_NONE && o_need_of(m, e, p) >= 0) last = place;
    }
    return last;
}

/* Whether a partition stands in the way: it is needed, or there are pairs on either side
 * of it. */
static inline int o_in_the_way(const o_model *m, const o_end *e, int place)
{
    const uint32_t p = o_at(m, e->node, place);
    return o_need_of(m, e, p) >= 0 || m->partition[p].pairs ||
           m->partition[o_at(m, e->node, place + 1)].pairs;
}

/* The next one inwards that does, or NETS_NONE: the node. */
static inline uint32_t o_before(const o_model *m, const o_end *e, int place)
{
    while (place-- > 0)
        if (o_in_the_way(m, e, place)) return o_at(m, e->node, place);
    return NETS_NONE;
}

/* Whether a partition by pairs is among those up to the outermost needed. */
static inline int o_has_pairs(const o_model *m, const nets_request *r, int source)
{
    const o_end e = o_end_of(r, source);
    for (int place = 0; place <= o_outermost(m, &e); place++)
        if (m->partition[o_at(m, e.node, place)].pairs) return 1;
    return 0;
}

static inline int o_lacks_type(const o_model *m, const nets_request *r)
{
    for (int source = 0; source < 2; source++) {
        const o_end e = o_end_of(r, source);
        for (uint32_t i = 0; i < e.count; i++)
            if (o_typed(m, e.node, e.needs[i].type) == NETS_NONE) return 1;
    }
    return 0;
}

static inline int64_t o_gcd(int64_t a, int64_t b) { return b ? o_gcd(b, a % b) : a; }

static inline int64_t o_lcm(int64_t a, int64_t b) { return a / o_gcd(a, b) * b; }

/* The bandwidth requested of links; 1 where none is: at one node, or of light. */
static inline int64_t o_bandwidth(const nets_request *r)
{
    return r->bandwidth ? r->bandwidth : 1;
}

static inline int o_may_use(const nets_request *r, uint32_t link)
{
    uint32_t i = 0;
    while (i < r->via_count && r->via[i] != link) i++;
    if (r->via_count && i == r->via_count) return 0;
    for (i = 0; i < r->avoid_count; i++)
        if (r->avoid[i] == link) return 0;
    return 1;
}

/* How long a request lasts, as far as there are instants; and when it ends. */
static inline int o_dur(const nets_request *r)
{
    return r->length == NETS_FOREVER ? O_TIMES : (int)r->length;
}

static inline nets_time o_until(nets_time start, nets_time length)
{
    return length == NETS_FOREVER ? length : start + length;
}

/* How many parts a job has. */
static inline int64_t o_whole(const nets_request *r)
{
    int64_t whole = o_bandwidth(r);
    for (uint32_t i = 0; i < r->at_from_count; i++)
        whole = o_lcm(whole, r->at_from[i].amount);
    for (uint32_t i = 0; i < r->at_to_count; i++)
        whole = o_lcm(whole, r->at_to[i].amount);
    return whole;
}

/* ---- combinations of C-IDs --------------------------------------------------------- */

#define O_COMBINATIONS 729 /* 3 C-IDs, 3 types, 2 ends */

typedef struct o_choice {
    uint32_t cid[2][O_PLACES]; /* [0] at the source, by need; [1] at the destination */
} o_choice;

/* The C-IDs of a partition, ascending. */
static inline int o_cids(const o_model *m, uint32_t partition, uint32_t *out)
{
    int count = 0, i;
    for (uint32_t u = 0; u < m->units; u++) {
        if (m->unit[u].partition != partition) continue;
        for (i = 0; i < count && out[i] < m->unit[u].cid; i++) {
        }
        if (i < count && out[i] == m->unit[u].cid) continue;
        for (int k = count++; k > i; k--) out[k] = out[k - 1];
        out[i] = m->unit[u].cid;
    }
    return count;
}

/* All combinations in the order in which they are tried. */
static inline int o_choices(const o_model *m, const nets_request *r, o_choice *out)
{
    uint32_t cid[2 * O_PLACES][O_UNITS];
    int count[2 * O_PLACES], at[2 * O_PLACES], needs = 0, n = 0, i;
    for (int end = 0; end < 2; end++) {
        const o_end e = o_end_of(r, end == 0);
        for (uint32_t k = 0; k < e.count; k++, needs++) {
            count[needs] = o_cids(m, o_typed(m, e.node, e.needs[k].type), cid[needs]);
            if (!count[needs]) return 0;
            at[needs] = 0;
        }
    }
    for (;;) {
        for (i = 0; i < needs; i++) {
            const int s = (int)r->at_from_count;
            out[n].cid[i >= s][i >= s ? i - s : i] = cid[i][at[i]];
        }
        n++;
        for (i = needs - 1; i >= 0 && ++at[i] == count[i]; i--) at[i] = 0;
        if (i < 0) return n;
    }
}

/* ---- a maximum flow on a matrix ---------------------------------------------------- */

#define O_VERTICES (2 + O_NODES + 2 * 2 * 3 * O_PLACES)

typedef struct o_grid {
    int count;
    int64_t room[O_VERTICES][O_VERTICES];
} o_grid;

static inline int o_vertex(o_grid *g)
{
    for (int i = 0; i <= g->count; i++) g->room[i][g->count] = g->room[g->count][i] = 0;
    return g->count++;
}

/* Augments along shortest paths until there is none. */
static inline int64_t o_ford_fulkerson(o_grid *g, int from, int to)
{
    int64_t flow = 0;
    for (;;) {
        int queue[O_VERTICES], before[O_VERTICES] = {-1}, head = 0, tail = 0, v, i;
        int64_t least = INT64_MAX;
        for (i = 0; i < g->count; i++) before[i] = -1;
        before[from] = from;
        queue[tail++] = from;
        while (head < tail && before[to] < 0)
            for (v = queue[head++], i = 0; i < g->count; i++)
                if (g->room[v][i] > 0 && before[i] < 0) {
                    before[i] = v;
                    queue[tail++] = i;
                }
        if (before[to] < 0) return flow;
        for (v = to; v != from; v = before[v])
            if (g->room[before[v]][v] < least) least = g->room[before[v]][v];
        for (v = to; v != from; v = before[v]) {
            g->room[before[v]][v] -= least;
            g->room[v][before[v]] += least;
        }
        flow += least;
    }
}

/* The chain of partitions at one end, from the network's node outwards; returns its outer
 * vertex. At the source the flow runs inwards. */
static inline int o_grid_end(const o_model *m, const nets_request *r, int source,
                             const o_choice *choice, const o_free *f, int64_t whole,
                             o_grid *g, int node)
{
    const o_end e = o_end_of(r, source);
    const int last = o_outermost(m, &e);
    int far[O_UNITS], near, place, outer; /* far: the outward vertex of a unit */
    if (last < 0) return node;
    for (place = 0; place <= last; place++) {
        const uint32_t p = o_at(m, e.node, place), q = o_before(m, &e, place);
        const int need = o_need_of(m, &e, p);
        if (!o_in_the_way(m, &e, place)) continue;
        for (uint32_t u = 0; u < m->units; u++) {
            int64_t room = O_MUCH;
            if (m->unit[u].partition != p) continue;
            if (need >= 0)
                room = m->unit[u].cid == choice->cid[!source][need]
                           ? f->unit[u] * (whole / e.needs[need].amount)
                           : 0;
            near = o_vertex(g);
            far[u] = o_vertex(g);
            g->room[source ? far[u] : near][source ? near : far[u]] = room;
            if (q == NETS_NONE)
                g->room[source ? near : node][source ? node : near] = O_MUCH;
            for (uint32_t v = 0; q != NETS_NONE && v < m->units; v++)
                if (m->unit[v].partition == q && o_reaches(m, u, v))
                    g->room[source ? near : far[v]][source ? far[v] : near] = O_MUCH;
        }
    }
    outer = o_vertex(g);
    for (uint32_t u = 0; u < m->units; u++)
        if (m->unit[u].partition == o_at(m, e.node, last))
            g->room[source ? outer : far[u]][source ? far[u] : outer] = O_MUCH;
    return outer;
}

/* How many of `whole` parts fit, with this much free and these C-IDs. */
static inline int64_t o_flow(const o_model *m, const nets_request *r,
                             const o_choice *choice, const o_free *f, int64_t whole)
{
    static o_grid g;
    int node[O_NODES];
    g.count = 0;
    for (uint32_t i = 0; i < m->nodes; i++) node[i] = o_vertex(&g);
    for (uint32_t i = 0; i < m->links; i++)
        if (o_may_use(r, i))
            g.room[node[m->link[i].from]][node[m->link[i].to]] +=
                f->link[i] * (whole / o_bandwidth(r));
    const int from = o_grid_end(m, r, 1, choice, f, whole, &g, node[r->from]);
    const int to = o_grid_end(m, r, 0, choice, f, whole, &g, node[r->to]);
    return o_ford_fulkerson(&g, from, to);
}

/* From node to node only: in units of bandwidth. */
static inline int64_t o_network_flow(const o_model *m, uint32_t from, uint32_t to,
                                     const o_free *f)
{
    nets_request r = {.from = from, .to = to, .bandwidth = 1};
    return o_flow(m, &r, NULL, f, 1);
}

/* ---- split requests: every start, every combination -------------------------------- */

/* The first instant at which a request may start: not before now. */
static inline int o_ready(const o_model *m, const nets_request *r)
{
    return r->ready < m->origin + m->now ? m->now : o_instant(m, r->ready);
}

/* The last start that need be looked at: later ones are all alike. */
static inline int o_last_start(const o_model *m, const nets_request *r)
{
    const int first = o_ready(m, r);
    const int steady = m->steady > first ? m->steady : first;
    if (!r->deadline || r->deadline == NETS_FOREVER) return steady;
    if (r->deadline - r->length - m->origin >= steady) return steady;
    return (int)(r->deadline - r->length - m->origin);
}

/* best[t]: the first combination that fits at start t, or -1. */
static inline void o_split(const o_model *m, const nets_request *r, int first, int last,
                           int *best)
{
    static o_choice choice[O_COMBINATIONS];
    const int64_t whole = o_lacks_type(m, r) ? 0 : o_whole(r);
    const int n = whole ? o_choices(m, r, choice) : 0, dur = o_dur(r);
    o_free f;
    for (int t = first; t <= last; t++) best[t] = -1;
    for (int c = 0; c < n; c++) {
        int good = 0, run = 0;
        if (r->fixed) {
            for (int t = first; t <= last; t++) {
                if (best[t] >= 0) continue;
                o_window(m, t, t + dur, &f);
                if (o_flow(m, r, &choice[c], &f, whole) >= whole) best[t] = c;
            }
            continue;
        }
        for (int u = first; u < last + dur; u++) { /* instant by instant */
            if (u == first || !o_same_as_before(m, u)) {
                o_window(m, u, u + 1, &f);
                good = o_flow(m, r, &choice[c], &f, whole) >= whole;
            }
            run = good ? run + 1 : 0;
            if (run >= dur && best[u - dur + 1] < 0) best[u - dur + 1] = c;
        }
    }
}

/* The largest share of the request, in parts of `whole`, that fits at start t. */
static inline int64_t o_split_share(const o_model *m, const nets_request *r, int t)
{
    static o_choice choice[O_COMBINATIONS];
    int64_t most = 0;
    const int64_t whole = o_lacks_type(m, r) ? 0 : o_whole(r);
    const int n = whole ? o_choices(m, r, choice) : 0, dur = o_dur(r);
    o_free f;
    for (int c = 0; c < n; c++) {
        int64_t least = whole;
        if (r->fixed) {
            o_window(m, t, t + dur, &f);
            least = o_flow(m, r, &choice[c], &f, whole);
        }
        for (int u = t; !r->fixed && u < t + dur; u++) {
            o_window(m, u, u + 1, &f);
            const int64_t flow = o_flow(m, r, &choice[c], &f, whole);
            if (flow < least) least = flow;
        }
        if (least > whole) least = whole;
        if (least > most) most = least;
    }
    return most;
}

/* ---- single paths and units: every choice of units --------------------------------- */

/* The fewest links of a path within max_delay for so much, or -1: the least delay to each
 * node by one link after the other. *delay becomes the path's. */
static inline int o_near(const o_model *m, const o_free *f, const nets_request *r,
                         int64_t width, nets_time *delay)
{
    nets_time least[O_NODES], before[O_NODES];
    for (uint32_t i = 0; i < m->nodes; i++) least[i] = i == r->from ? 0 : O_MUCH;
    for (uint32_t hops = 1; hops < m->nodes && (!r->max_hops || hops <= r->max_hops);
         hops++) {
        memcpy(before, least, sizeof before);
        for (uint32_t i = 0; i < m->links; i++)
            if (f->link[i] >= width && o_may_use(r, i) &&
                before[m->link[i].from] + m->link[i].delay < least[m->link[i].to])
                least[m->link[i].to] = before[m->link[i].from] + m->link[i].delay;
        *delay = least[r->to];
        if (*delay <= r->max_delay) return (int)hops;
    }
    return -1;
}

/* The largest bandwidth of a path, from neighbour to neighbour until nothing changes, or
 * as often as it may have hops; of one within max_delay at most the requested amount. */
static inline int64_t o_widest(const o_model *m, const o_free *f, const nets_request *r)
{
    int64_t width[O_NODES] = {0}, before[O_NODES], w = r->bandwidth;
    uint32_t i, hops = 0;
    int again;
    nets_time delay;
    if (r->max_delay) {
        while (w > 0 && o_near(m, f, r, w, &delay) < 0) w--;
        return w > 0 ? w : 0;
    }
    width[r->from] = O_MUCH;
    do {
        memcpy(before, width, sizeof before);
        for (again = 0, i = 0; i < m->links; i++) {
            w = before[m->link[i].from];
            const int64_t there = f->link[i] < w ? f->link[i] : w;
            if (there <= width[m->link[i].to] || !o_may_use(r, i)) continue;
            width[m->link[i].to] = there;
            again = 1;
        }
    } while (again && ++hops != r->max_hops);
    return width[r->to];
}

static inline int o_in_range(const nets_request *r, uint32_t wave)
{
    return wave >= r->first_wave && (!r->waves || wave - r->first_wave < r->waves);
}

/* Which wavelength of each link may be used, by its number; or NETS_NONE. */
static inline void o_lit(const o_model *m, const o_free *f, const nets_request *r,
                         uint32_t lit[O_LINKS][O_LAMBDAS])
{
    memset(lit, 0xFF, sizeof *lit * O_LINKS);
    for (uint32_t i = 0; i < m->waves; i++) {
        const o_wave *x = &m->wave[i];
        if (f->wave[i] > 0 && f->link[x->link] >= r->bandwidth && o_may_use(r, x->link) &&
            o_in_range(r, x->wave))
            lit[x->link][x->wave] = i;
    }
}

/* The same as o_near for light; 0: there is none. A converter has one state, of any other
 * node each wavelength is one. */
static inline uint32_t o_near_light(const o_model *m, const o_free *f,
                                    const nets_request *r, nets_time *delay)
{
    nets_time least[O_NODES][O_LAMBDAS], before[O_NODES][O_LAMBDAS];
    uint32_t lit[O_LINKS][O_LAMBDAS], hops, v, l, k;
    o_lit(m, f, r, lit);
    for (v = 0; v < O_NODES; v++)
        for (k = 0; k < O_LAMBDAS; k++) least[v][k] = v == r->from ? 0 : O_MUCH;
    for (hops = 1; hops <= O_HOPS && (!r->max_hops || hops <= r->max_hops); hops++) {
        memcpy(before, least, sizeof before);
        for (l = 0; l < m->links; l++)
            for (k = 0; k < O_LAMBDAS; k++) {
                const uint32_t a = m->link[l].from, b = m->link[l].to;
                nets_time *at = &least[b][m->converts[b] ? 0 : k];
                const nets_time there =
                    before[a][m->converts[a] ? 0 : k] + m->link[l].delay;
                if (lit[l][k] != NETS_NONE && there < *at) *at = there;
            }
        *delay = O_MUCH;
        for (k = 0; k < O_LAMBDAS; k++)
            if (least[r->to][k] < *delay) *delay = least[r->to][k];
        if (*delay <= r->max_delay) return hops;
    }
    return 0;
}

/* The first route for a light path in the order of the manual: of how many wavelengths,
 * and which, but not of one within max_delay; 0: there is none. */
static inline uint32_t o_light(const o_model *m, const o_free *f, const nets_request *r,
                               uint32_t *route)
{
    enum { ANY = O_LAMBDAS };
    /* whether from a node to which it came on this wavelength, or where it may take any,
     * at most so many hops lead there */
    static unsigned char leads[O_HOPS + 1][O_NODES][ANY + 1];
    uint32_t lit[O_LINKS][O_LAMBDAS], hops = 0, v = r->from, on = ANY, l, k, n;
    nets_time delay;
    if (r->max_delay) return o_near_light(m, f, r, &delay);
    o_lit(m, f, r, lit);
    memset(leads[0], 0, sizeof leads[0]);
    memset(leads[0][r->to], 1, sizeof leads[0][0]);
    while (!leads[hops][v][ANY]) {
        if (hops == O_HOPS || (r->max_hops && hops == r->max_hops)) return 0;
        hops++;
        memcpy(leads[hops], leads[hops - 1], sizeof leads[0]);
        for (l = 0; l < m->links; l++)
            for (k = 0; k < O_LAMBDAS; k++)
                if (lit[l][k] != NETS_NONE &&
                    leads[hops - 1][m->link[l].to][m->converts[m->link[l].to] ? ANY : k])
                    leads[hops][m->link[l].from][k] = leads[hops][m->link[l].from][ANY] =
                        1;
        if (memcmp(leads[hops], leads[hops - 1], sizeof leads[0]) == 0) return 0;
    }
    for (n = 0; n < hops; n++) {
        uint32_t next = NETS_NONE, to = v;
        for (l = 0; next == NETS_NONE; l++)
            for (k = 0; k < O_LAMBDAS && next == NETS_NONE; k++) {
                if (m->link[l].from != v || (on != ANY && on != k)) continue;
                to = m->link[l].to;
                if (lit[l][k] != NETS_NONE &&
                    leads[hops - n - 1][to][m->converts[to] ? ANY : k])
                    next = lit[l][k];
            }
        route[n] = next;
        v = to;
        on = m->converts[v] ? ANY : m->wave[next].wave;
    }
    return hops;
}

/* Is the rate free on each link of a route as often as it passes the link? */
static inline int o_carried(const o_model *m, const o_free *f, const nets_request *r,
                            const uint32_t *route, uint32_t hops)
{
    for (uint32_t i = 0; i < hops; i++) {
        int64_t sum = 0;
        for (uint32_t k = 0; k < hops; k++)
            if (m->wave[route[k]].link == m->wave[route[i]].link) sum += r->bandwidth;
        if (sum > f->link[m->wave[route[i]].link]) return 0;
    }
    return 1;
}

/* Does any route lead on from v, where it came on this wavelength, or may take any? What
 * it passes is taken from f, and given back. `passed`: the nodes with wavelengths. */
static inline int o_leads(const o_model *m, o_free *f, const nets_request *r, uint32_t v,
                          uint32_t on, uint64_t passed, uint32_t hops, nets_time delay)
{
    int leads = v == r->to;
    if (r->max_delay && delay > r->max_delay) return 0;
    if (r->max_hops && hops == r->max_hops) return leads;
    for (uint32_t i = 0; i < m->waves && !leads; i++) {
        const o_wave *x = &m->wave[i];
        const uint32_t to = m->link[x->link].to, then = m->converts[to] ? 0 : x->wave;
        const uint64_t bit = (uint64_t)1 << (O_LAMBDAS * to + then);
        if (m->link[x->link].from != v || (on != NETS_NONE && on != x->wave) ||
            passed & bit || f->wave[i] <= 0 || f->link[x->link] < r->bandwidth ||
            !o_may_use(r, x->link) || !o_in_range(r, x->wave))
            continue;
        f->link[x->link] -= r->bandwidth;
        leads = o_leads(m, f, r, to, m->converts[to] ? NETS_NONE : x->wave, passed | bit,
                        hops + 1, delay + m->link[x->link].delay);
        f->link[x->link] += r->bandwidth;
    }
    return leads;
}

static long o_crowded, o_around; /* the first route is not carried; another one is */

/* Is there a light path? */
static inline int o_lights(const o_model *m, const o_free *f, const nets_request *r)
{
    uint32_t route[O_HOPS];
    const uint32_t hops = o_light(m, f, r, route);
    o_free left = *f;
    if (!hops || (r->max_delay ? !r->bandwidth : o_carried(m, f, r, route, hops)))
        return hops > 0;
    const int leads = o_leads(m, &left, r, r->from, NETS_NONE, 0, 0, 0);
    o_crowded++;
    o_around += leads;
    return leads;
}

/* The same over units from `place` outwards, of which the one before is `inner`, in parts
 * of whole. */
static inline int64_t o_widest_unit(const o_model *m, const o_end *e, const o_free *f,
                                    int64_t whole, int place, uint32_t inner,
                                    int64_t width)
{
    const uint32_t p = o_at(m, e->node, place);
    int64_t most = 0;
    if (place > o_outermost(m, e)) return width;
    if (!o_in_the_way(m, e, place))
        return o_widest_unit(m, e, f, whole, place + 1, inner, width);
    const int need = o_need_of(m, e, p);
    for (uint32_t u = 0; u < m->units; u++) {
        int64_t w = width;
        if (m->unit[u].partition != p) continue;
        if (inner != NETS_NONE && !o_reaches(m, u, inner)) continue;
        const int64_t free_here =
            need < 0 ? O_MUCH : f->unit[u] * (whole / e->needs[need].amount);
        if (free_here < w) w = free_here;
        w = o_widest_unit(m, e, f, whole, place + 1, u, w);
        if (w > most) most = w;
    }
    return most;
}

/* How many of `whole` parts one path and one unit of each type carry, with this much
 * free. */
static inline int64_t o_free_share(const o_model *m, const nets_request *r,
                                   const o_free *f)
{
    const o_end s = o_end_of(r, 1), d = o_end_of(r, 0);
    const int64_t whole = o_whole(r), part = whole / o_bandwidth(r);
    int64_t share = whole;
    nets_request light = *r;
    while (r->light && !o_lights(m, f, &light)) /* at a lower rate */
        if (--light.bandwidth <= 0) return 0;
    if (r->from != r->to)
        share = r->light ? (light.bandwidth ? light.bandwidth * part : whole)
                         : o_widest(m, f, r) * part;
    if (share > whole) share = whole;
    share = o_widest_unit(m, &s, f, whole, 0, NETS_NONE, share);
    return o_widest_unit(m, &d, f, whole, 0, NETS_NONE, share);
}

static inline int64_t o_single_share(const o_model *m, const nets_request *r, int t)
{
    o_free f;
    if (o_lacks_type(m, r)) return 0;
    o_window(m, t, t + o_dur(r), &f);
    return o_free_share(m, r, &f);
}

/* The fewest links of a path for the request, or -1: breadth first. */
static inline int o_fewest_hops(const o_model *m, const o_free *f, const nets_request *r)
{
    unsigned reached = 1u << r->from;
    nets_time delay;
    if (r->max_delay) return o_near(m, f, r, r->bandwidth, &delay);
    for (int hops = 0; hops < (int)m->nodes; hops++) {
        unsigned more = reached;
        if (reached >> r->to & 1) return hops;
        for (uint32_t i = 0; i < m->links; i++)
            if (reached >> m->link[i].from & 1 && f->link[i] >= r->bandwidth &&
                o_may_use(r, i))
                more |= 1u << m->link[i].to;
        reached = more;
    }
    return -1;
}

/* ---- what the tests ask ------------------------------------------------------------ */

/* best[t] >= 0 for every start t in the window that fits, first .. last; returns the
 * earliest, or last + 1. */
static inline int o_starts(const o_model *m, const nets_request *r, int *first, int *last,
                           int *best)
{
    int t;
    *first = o_ready(m, r);
    *last = o_last_start(m, r);
    if (r->splittable) o_split(m, r, *first, *last, best);
    for (t = *first; t <= *last && !r->splittable; t++)
        best[t] = !o_lacks_type(m, r) && o_single_share(m, r, t) >= o_whole(r) ? 0 : -1;
    for (t = *first; t <= *last && best[t] < 0;) t++;
    return t;
}

#endif
