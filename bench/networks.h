/* networks.h - the seeded networks and requests of bench_netsched.
 *
 * A network is a ring and as many links again between nodes drawn at random, all of them
 * both ways: connected, of a mean degree of 4, and no node hangs on one link. Capacities
 * are uniform in 100 .. 1000. With terminals, two nodes more are joined to 16 others each
 * by links that hold all that these could carry: a super source and a super sink.
 *
 * Requests ask for some bandwidth, uniform from a tenth of the most on, for 10 minutes to
 * 2 hours, from a time up to a day ahead on or as early as possible in the day after it.
 * Paths grow with the logarithm of the network: the most shrinks with it, so that with as
 * many requests a node links are as full in a large network as in one of 100 nodes. */
#ifndef BENCH_NETWORKS_H
#define BENCH_NETWORKS_H

#include "netsched.h"

#include "rivals/flow.h"
#include "streams.h"

#include <stdio.h>

#define BENCH_TERMINALS 16u

static inline int64_t bench_between(bench_random *r, int64_t low, int64_t high)
{
    return low + (int64_t)(bench_uniform(r) * (double)(high - low + 1));
}

static inline uint32_t bench_node(bench_random *r, uint32_t nodes)
{
    return (uint32_t)bench_between(r, 0, (int64_t)nodes - 1);
}

static inline void bench_join(flow_graph *g, uint32_t from, uint32_t to, int64_t capacity)
{
    flow_link *l = &g->links[g->count++];
    l->from = from;
    l->to = to;
    l->capacity = capacity;
}

static inline void bench_join_both(flow_graph *g, uint32_t a, uint32_t b, bench_random *r)
{
    const int64_t capacity = bench_between(r, 100, 1000);
    bench_join(g, a, b, capacity);
    bench_join(g, b, a, capacity);
    g->paired = g->count;
}

/* The numbers 0 .. n - 1, the first `count` of them in random order. */
static inline uint32_t *bench_draw(bench_random *r, uint32_t n, uint32_t count)
{
    uint32_t *at = (uint32_t *)malloc(n * sizeof *at), i;
    for (i = 0; at && i < n; i++) at[i] = i;
    for (i = 0; at && i < count; i++) {
        const uint32_t k = i + bench_node(r, n - i), drawn = at[k];
        at[k] = at[i];
        at[i] = drawn;
    }
    return at;
}

/* NULL links if out of memory. */
static inline flow_graph bench_network(uint32_t nodes, int terminals, uint64_t seed)
{
    uint32_t i, *drawn = NULL;
    bench_random r;
    flow_graph g;
    memset(&g, 0, sizeof g);
    r.state = seed * 1000003 + nodes * 31 + (uint64_t)terminals;
    g.nodes = nodes;
    g.links = (flow_link *)malloc((4 * nodes + 2 * BENCH_TERMINALS) * sizeof *g.links);
    if (!g.links) return g;
    for (i = 0; i < nodes; i++) bench_join_both(&g, i, (i + 1) % nodes, &r);
    while (g.count < 4 * nodes) {
        const uint32_t a = bench_node(&r, nodes), b = bench_node(&r, nodes);
        if (a != b) bench_join_both(&g, a, b, &r);
    }
    if (!terminals) return g;
    drawn = bench_draw(&r, nodes, 2 * BENCH_TERMINALS);
    if (!drawn) {
        free(g.links);
        g.links = NULL;
        return g;
    }
    for (i = 0; i < BENCH_TERMINALS; i++) {
        bench_join(&g, nodes, drawn[i], (int64_t)nodes * 1000);
        bench_join(&g, drawn[BENCH_TERMINALS + i], nodes + 1, (int64_t)nodes * 1000);
    }
    g.nodes += 2;
    free(drawn);
    return g;
}

/* The next request at `now`. Requests that fill an empty network begin like the ones
 * alive at some time in a full one: rather soon. */
static inline nets_request bench_wish(bench_random *r, uint32_t nodes, nets_time now,
                                      int splittable, nets_amount most, int filling)
{
    const double day = 86400, u = bench_uniform(r);
    nets_request q;
    most = (nets_amount)((double)most * log(100) / log((double)nodes));
    memset(&q, 0, sizeof q);
    q.ready = now + (nets_time)(day * (filling ? 1 - sqrt(1 - u) : u));
    q.length = bench_between(r, 600, 2 * 3600);
    q.deadline = q.ready + 86400 + q.length;
    q.bandwidth = bench_between(r, (most + 9) / 10, most);
    q.splittable = splittable;
    do {
        q.from = bench_node(r, nodes);
        q.to = bench_node(r, nodes);
    } while (q.from == q.to);
    return q;
}

#endif
