/* flexco_network_world.h - small worlds of sites and links for the tests of
 * flexco_network.h:
 * calendars of any index and a network, both partly booked by others, made at random.
 * Include after coalloc.h, netsched.h and test.h. */
#ifndef FLEXCO_NETWORK_WORLD_H
#define FLEXCO_NETWORK_WORLD_H

#include "flexco/flexco_network.h"

enum { SITES = 3, SERVERS = 5, NODES = 5 };

typedef struct world {
    coa_site site[SITES];
    uint32_t n, links;
    nets_network *net;
    uint32_t node[SITES];
    struct flexco_network co;
} world;

typedef struct wish { /* a request and what it points at */
    struct flexco_network_request req;
    nets_amount between[SITES * SITES];
} wish;

static inline coa_time world_now(const world *w)
{
    nets_counts_info counts;
    coa_time now;
    uint32_t i;
    nets_counts(w->net, &counts);
    now = counts.now;
    for (i = 0; i < w->n; i++) {
        coa_desc d;
        coa_describe(w->site[i].calendar, &d);
        if (d.now > now) now = d.now;
    }
    return now;
}

/* A booking at one site, or on a link, of somebody else. */
static inline void world_local(world *w)
{
    coa_calendar *cal = w->site[test_below(w->n)].calendar;
    const coa_time from = world_now(w) + test_between(0, 12);
    coa_request r;
    coa_booking b;
    coa_desc d;
    coa_describe(cal, &d);
    memset(&r, 0, sizeof r);
    r.ready = from;
    r.length = test_between(1, 8);
    r.servers = (uint32_t)test_between(1, d.servers);
    if (test_below(2))
        (void)!coa_reserve(cal, &r, &b);
    else
        (void)!nets_take(w->net, NETS_LINK, (uint32_t)test_below(w->links), from,
                         from + test_between(1, 12), test_between(1, 4));
}

static inline nets_status world_net(world *w, const nets_desc *desc)
{
    nets_status s = nets_create(&w->net, desc);
    nets_counts_info counts;
    uint32_t i, nodes = (uint32_t)test_between(SITES, NODES);
    const int64_t most = test_below(2) ? 3 : 6;
    for (i = 0; i < nodes && s == NETS_OK; i++) s = nets_add_node(w->net, NULL);
    for (i = 0; i < nodes + test_below(3) && s == NETS_OK; i++) {
        const uint32_t a = i % nodes;
        uint32_t b = (uint32_t)test_below(nodes);
        if (a == b) b = (a + 1) % nodes;
        if (test_below(4) == 0)
            s = nets_add_link(w->net, a, b, test_between(1, most), 0, NULL);
        else
            s = nets_add_duplex(w->net, a, b, test_between(1, most), 0, NULL);
    }
    nets_counts(w->net, &counts);
    w->links = counts.links;
    for (i = 0; i < SITES; i++)
        w->node[i] = test_below(8) ? i : (uint32_t)test_below(nodes);
    return s;
}

/* Sites of any index, trees with that horizon; `alloc` is the hook of all of it. */
static inline coa_status world_make(world *w, uint32_t paths, int horizon,
                                    coa_alloc_fn alloc, void *ctx)
{
    nets_desc net;
    coa_status s = COA_OK;
    uint32_t i;
    memset(w, 0, sizeof *w);
    memset(&net, 0, sizeof net);
    net.alloc = alloc;
    net.alloc_ctx = ctx;
    w->n = test_below(5) ? SITES : (uint32_t)test_between(1, 2);
    for (i = 0; i < w->n && s == COA_OK; i++) {
        coa_desc d;
        memset(&d, 0, sizeof d);
        d.servers = (uint32_t)test_between(2, SERVERS);
        d.index = (uint32_t)test_between(1, 3);
        d.horizon = d.index == COA_INDEX_RANGE_TREE ? (int64_t)horizon : 0;
        d.slot = 10;
        d.alloc = alloc;
        d.alloc_ctx = ctx;
        s = coa_create(&w->site[i].calendar, &d);
    }
    if (s == COA_OK && world_net(w, &net) != NETS_OK) s = COA_E_NOMEM;
    if (s == COA_OK)
        s = flexco_network_make(&w->co, w->site, w->n, w->net, w->node, paths);
    for (i = 0; i < 8 && s == COA_OK; i++) world_local(w);
    return s;
}

static inline void world_destroy(world *w)
{
    uint32_t i;
    flexco_network_free(&w->co);
    nets_destroy(w->net);
    for (i = 0; i < w->n; i++) coa_destroy(w->site[i].calendar);
}

static inline void world_wish(const world *w, wish *x)
{
    struct flexco_network_request *r = &x->req;
    const int64_t most = test_below(2) ? 2 : 4;
    uint32_t i, k;
    memset(x, 0, sizeof *x);
    r->ready = world_now(w) + test_between(-2, 10);
    r->length = test_between(1, 7);
    r->servers = (uint32_t)(test_below(3) ? test_between(4, 11) : test_between(1, 6));
    x->req.between = test_below(8) ? x->between : NULL;
    for (i = 0; i < w->n; i++)
        for (k = 0; k < w->n; k++)
            if (test_below(4) > 0) x->between[i * w->n + k] = test_between(0, most);
}

/* ---- all of it, as one number ------------------------------------------------------ */

static inline uint64_t world_mix(uint64_t h, uint64_t x)
{
    return (h ^ x) * UINT64_C(0x9E3779B97F4A7C15) + (h >> 31);
}

/* All bookings at the sites, with their servers; what is free of each link, and what is
 * booked of it, without the bookings' numbers. All invariants hold. */
static inline uint64_t world_print(const world *w)
{
    uint64_t h = 1;
    uint32_t i, k;
    nets_booking links;
    nets_id id = 0;
    coa_time t;
    for (i = 0; i < w->n; i++) {
        coa_booking b;
        coa_id after = 0;
        for (; coa_next(w->site[i].calendar, after, &b) == COA_OK; after = b.id) {
            h = world_mix(world_mix(world_mix(h, b.id), (uint64_t)b.start),
                          (uint64_t)b.end);
            h = world_mix(world_mix(h, b.servers), b.parts);
            for (k = 0; k < b.run_count; k++)
                h = world_mix(world_mix(h, b.runs[k].first), b.runs[k].count);
        }
        h = world_mix(h, 0);
        CHECK_EQ(coa_check(w->site[i].calendar), COA_OK);
    }
    CHECK_EQ(nets_check(w->net), NETS_OK);
    for (i = 0; i < w->links; i++)
        for (t = world_now(w); t < 150; t++)
            h = world_mix(h, (uint64_t)nets_profile_value(
                                 nets_profile_of(w->net, NETS_LINK, i), t));
    for (; nets_next(w->net, id, &links) == NETS_OK; id = links.id)
        for (k = 0; k < links.count; k++)
            h = world_mix(world_mix(h, links.uses[k].index),
                          (uint64_t)links.uses[k].amount);
    return h;
}

#endif
