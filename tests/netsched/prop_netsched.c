/* prop_netsched.c - first slot on small random networks against brute force.
 *
 * Each network has maintenance and bookings in place; nets_oracle.h keeps the same
 * as one number for each resource and instant and answers each request by trying
 * everything. The start, all starts, the offers instead and the largest flow must be the
 * oracle's. Each plan is checked from nothing: what it uses is free, flows are conserved
 * at every instant, every unit reaches the next, amounts are rounded up. Then it is
 * booked and given back, and every profile must be what the model has.
 *
 * In between resources are blocked, bookings end earlier or later, the network grows, it
 * is saved and goes on as its copy, plans of no flow are booked, and time moves on. In
 * some worlds each request for memory of each call is refused; some live in a buffer of
 * exactly nets_memory_bound bytes, and never run out of it within the given room. */
#include "coalloc.h"
#include "exact.h"
#include "nets_oracle.h"

#include "fuzz/fuzz.h"
#include "modes.h"

#ifndef ROUNDS
#define ROUNDS 40000
#endif
#define LARGE (O_NODES > 6)
#define KEPT 6
#define USES 1000

typedef struct booked {
    nets_id id;
    uint64_t tag;
    int block;
    uint32_t count;
    nets_use uses[USES];
} booked;

/* What a network may have: partitions by pairs, wavelengths; or few nodes and links; or a
 * way round by a converter, which leads over a link twice. */
enum { PAIRS = 1, LIGHTS = 2, FEW = 4, ROUND = 8 };

typedef struct request_room {
    nets_need at_from[O_PLACES], at_to[O_PLACES];
    uint32_t via[O_LINKS], avoid[O_LINKS];
} request_room;

typedef struct world {
    o_model m;
    unsigned with;
    uint32_t turn; /* ROUND: the number of its first node */
    nets_network *net;
    test_heap heap;
    booked kept[KEPT];
    int count;
    nets_plan plan; /* used again and again */
    nets_spans spans;
    request_room asked;
    int refusing;    /* memory: see EACH_REFUSED */
    int grown;       /* after requests */
    nets_room room;  /* in a buffer: as given */
    coa_arena arena; /* and the buffer */
    unsigned char *buffer;
} world;

static world w;

static long found, refused;        /* answers, so that a run of one kind shows */
static long drains;                /* which moved something */
static long one_node, light_paths; /* requests at one node, and for light */
static long detours, given_up;     /* of light, not on the first route; without proof */

/* ---- calls ------------------------------------------------------------------------- */

static void unchanged(void);

/* s = call, and in some worlds before that without memory for it: nothing changes. */
#define CALL(s, call) EACH_REFUSED(&w.heap, w.refusing, s, call, unchanged())

/* The call gives `want`. */
#define DOES(call, want)       \
    do {                       \
        nets_status does_;     \
        CALL(does_, call);     \
        CHECK_EQ(does_, want); \
    } while (0)

/* ---- a random network -------------------------------------------------------------- */

static void add_link(uint32_t a, uint32_t b, int duplex, int64_t capacity)
{
    const uint32_t before = w.m.links;
    const nets_time delay = test_between(0, 5);
    uint32_t number = 77, i;
    if (before + 2 > O_LINKS) return;
    DOES(duplex ? nets_add_duplex(w.net, a, b, capacity, delay, &number)
                : nets_add_link(w.net, a, b, capacity, delay, &number),
         NETS_OK);
    CHECK_EQ(number, before);
    for (int way = 0; way <= duplex; way++) {
        i = w.m.links++;
        w.m.link[i].group = duplex ? 0x80000000 + before : NETS_NONE;
        w.m.link[i].from = way ? b : a;
        w.m.link[i].to = way ? a : b;
        w.m.link[i].delay = delay;
        o_new(&w.m, NETS_LINK, i, capacity);
    }
    if (test_below(5)) return;
    w.m.link[before].group = test_below(4) ? (uint32_t)test_below(2) : NETS_NONE;
    DOES(nets_set_group(w.net, before, w.m.link[before].group), NETS_OK);
}

static void add_unit(uint32_t partition, int64_t amount, uint32_t cid)
{
    o_unit *u = &w.m.unit[w.m.units];
    DOES(nets_add_unit(w.net, partition, amount, cid, NULL), NETS_OK);
    memset(u, 0, sizeof *u);
    u->partition = partition;
    u->cid = cid;
    o_new(&w.m, NETS_UNIT, w.m.units++, amount);
}

static void add_partition(uint32_t node, uint32_t type, int place, int pairs)
{
    const uint32_t p = w.m.partitions;
    uint32_t number = 77;
    int units = test_below(20) ? (int)test_between(1, 3) : 0;
    DOES(nets_add_partition(w.net, node, type, pairs ? NETS_PAIRS : NETS_FULL, &number),
         NETS_OK);
    CHECK_EQ(number, p);
    w.m.partitions++;
    w.m.partition[p].node = node;
    w.m.partition[p].type = type;
    w.m.partition[p].place = place;
    w.m.partition[p].pairs = pairs;
    while (units--) add_unit(p, test_between(1, 6), (uint32_t)test_between(1, 2));
    for (uint32_t v = 0; pairs && v < w.m.units; v++)
        for (uint32_t u = 0; w.m.unit[v].partition == p && u < w.m.units; u++)
            if (w.m.unit[u].partition == o_at(&w.m, node, place - 1) && test_below(2)) {
                DOES(nets_allow(w.net, u, v), NETS_OK);
                w.m.unit[v].reaches[u] = 1;
            }
}

static void add_cluster(void)
{
    const int64_t cpus = test_between(1, 4);
    if (w.m.clusters == O_CLUSTERS) return;
    DOES(nets_add_cluster(w.net, w.m.clusters, cpus, 3, NULL), NETS_OK);
    o_new(&w.m, NETS_CLUSTER, w.m.clusters++, cpus);
}

static void add_these_waves(uint32_t link, uint32_t first, uint32_t end)
{
    if (w.m.waves + end - first > O_WAVES) return;
    DOES(nets_add_waves(w.net, link, first, end - first), NETS_OK);
    for (uint32_t k = first; k < end; k++) {
        uint32_t i = 0;
        while (i < w.m.waves && (w.m.wave[i].link != link || w.m.wave[i].wave != k)) i++;
        CHECK_EQ(nets_wave_of(w.net, link, k), i);
        if (i < w.m.waves) continue;
        w.m.wave[i].link = link;
        w.m.wave[i].wave = k;
        o_new(&w.m, NETS_WAVE, w.m.waves++, 1);
    }
}

/* Some of which the link may have. */
static void add_waves(uint32_t link)
{
    const uint32_t first = (uint32_t)test_below(O_LAMBDAS);
    add_these_waves(link, first, (uint32_t)test_between(first + 1, O_LAMBDAS));
}

static void add_converter(uint32_t node)
{
    DOES(nets_set_converter(w.net, node), NETS_OK);
    w.m.converts[node] = 1;
}

/* From 4 to 3: over 0, 1 and 2, which converts, and there again, on another wavelength;
 * perhaps also parallel to the link from 0 to 1. */
static void add_round(void)
{
    static const unsigned char way[][4] = {{0, 1, 0, 2}, {1, 2, 0, 1}, {2, 0, 1, 2},
                                           {1, 3, 1, 2}, {4, 0, 0, 1}, {0, 1, 1, 3}};
    const uint32_t links = 5 + (uint32_t)test_below(2);
    w.turn = (uint32_t)test_below(w.m.nodes);
    for (uint32_t i = 0; i < links; i++) {
        add_link((way[i][0] + w.turn) % w.m.nodes, (way[i][1] + w.turn) % w.m.nodes, 0,
                 test_between(1, 4));
        if (test_below(8)) add_these_waves(i, way[i][2], way[i][3]);
    }
    add_converter((2 + w.turn) % w.m.nodes);
}

static const uint32_t types[4] = {7, 0, UINT32_MAX, 3};

/* Where instant 0 lies: also before time 0, across it, and at both ends of time. */
static nets_time random_origin(void)
{
    switch (test_below(6)) {
    case 0: return test_between(-200, 0);
    case 1: return test_between(0, 1000000);
    case 2: return INT64_MIN + 200 + test_between(0, 9);
    case 3: return INT64_MAX - 1000 - test_between(0, 9);
    default: return 0;
    }
}

/* All but the bookings. */
static void make_network(unsigned with)
{
    nets_desc d = {0};
    nets_status s;
    memset(&w, 0, sizeof w);
    w.with = with;
    w.m.origin = random_origin();
    d.now = w.m.origin;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &w.heap;
    w.plan.alloc = w.spans.alloc = test_heap_hook;
    w.plan.alloc_ctx = w.spans.alloc_ctx = &w.heap;
    EACH_REFUSED(&w.heap, test_below(9) == 0, s, nets_create(&w.net, &d),
                 CHECK(!w.net && !w.heap.live_blocks));
    CHECK_EQ(s, NETS_OK);
    w.m.nodes = (uint32_t)test_between(LARGE          ? 10
                                       : with & ROUND ? 5
                                                      : 2,
                                       with & FEW ? 5 : O_NODES);
    for (uint32_t i = 0; i < w.m.nodes; i++)
        CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    if (with & ROUND) add_round();
    for (uint32_t i = 1; i < w.m.nodes && !(with & ROUND); i++)
        if (test_below(8))
            add_link((uint32_t)test_below(i), i, test_below(5) > 0, test_between(1, 6));
    for (int more = (int)test_below(LARGE ? 60 : with & FEW ? 5 : 9); more > 0; more--) {
        const uint32_t a = (uint32_t)test_below(w.m.nodes);
        const uint32_t b = (uint32_t)test_below(w.m.nodes);
        if (a != b) add_link(a, b, test_below(2) > 0, test_between(1, 6));
    }
    for (uint32_t i = 0; i < w.m.nodes; i++) {
        const int places = (int)test_below(4), turn = (int)test_below(4);
        for (int k = 0; k < places; k++)
            add_partition(i, types[(k + turn) % 4], k,
                          k && with & PAIRS && test_below(2));
    }
    if (test_below(3) == 0) add_cluster();
    for (uint32_t i = 0; with & LIGHTS && i < w.m.links; i++)
        if (test_below(4)) add_waves(i);
    for (uint32_t i = 0; with & LIGHTS && i < w.m.nodes; i++)
        if (test_below(4) == 0) add_converter(i);
    w.refusing = test_below(50) == 0;
}

static int units_of(uint32_t partition)
{
    int count = 0;
    for (uint32_t u = 0; u < w.m.units; u++) count += w.m.unit[u].partition == partition;
    return count;
}

/* A network that has been searched gets one thing more. */
static void grow(void)
{
    const uint32_t a = (uint32_t)test_below(w.m.nodes);
    const uint32_t b = (uint32_t)test_below(w.m.nodes);
    uint32_t u, v;
    int place = 0;
    w.grown = 1;
    switch (test_below(w.m.waves ? 8 : 6)) {
    case 0:
        if (w.m.nodes == O_NODES) return;
        DOES(nets_add_node(w.net, &u), NETS_OK);
        CHECK_EQ(u, w.m.nodes);
        w.m.nodes++;
        add_link(a, u, 1, test_between(1, 6));
        return;
    case 1:
        if (a != b) add_link(a, b, test_below(2) > 0, test_between(1, 6));
        return;
    case 2:
        while (place < O_PLACES && o_at(&w.m, a, place) != NETS_NONE) place++;
        for (u = 0; u < 4 && o_typed(&w.m, a, types[u]) != NETS_NONE; u++) {
        }
        if (place < O_PLACES)
            add_partition(a, types[u], place, place && w.with & PAIRS && test_below(2));
        return;
    case 3: add_cluster(); return;
    case 4:
        if (!w.m.partitions) return;
        u = (uint32_t)test_below(w.m.partitions);
        if (units_of(u) < 3) add_unit(u, test_between(1, 6), (uint32_t)test_below(4));
        return;
    case 6: add_waves((uint32_t)test_below(w.m.links)); return;
    case 7: add_converter(a); return;
    default:
        if (!w.m.units) return;
        v = (uint32_t)test_below(w.m.units);
        place = w.m.partition[w.m.unit[v].partition].place;
        if (!w.m.partition[w.m.unit[v].partition].pairs) return;
        for (u = 0; u < w.m.units; u++)
            if (w.m.unit[u].partition ==
                o_at(&w.m, w.m.partition[w.m.unit[v].partition].node, place - 1)) {
                DOES(nets_allow(w.net, u, v), NETS_OK);
                w.m.unit[v].reaches[u] = 1;
            }
    }
}

static nets_time when(int t) { return w.m.origin + t; }

/* Maintenance: the network and the model get the same. */
static void take(nets_kind kind, uint32_t index, int from, int to)
{
    const int64_t most = o_min(&w.m, kind, index, from, to);
    const nets_time end = to >= O_TIMES ? NETS_FOREVER : when(to);
    const int64_t amount = most > 0 ? test_between(0, most) : 0;
    if (!amount) return;
    DOES(nets_block(w.net, kind, index, when(from), end, amount, NULL), NETS_OK);
    o_add(&w.m, kind, index, when(from), end, -amount);
}

static void take_some(int times)
{
    while (times-- > 0) {
        const nets_kind kind = w.m.units && test_below(3) == 0   ? NETS_UNIT
                               : w.m.waves && test_below(2) == 0 ? NETS_WAVE
                                                                 : NETS_LINK;
        const uint32_t count = o_count(&w.m, kind);
        const int from = w.m.now + (int)test_below(26);
        if (!count) continue;
        take(kind, (uint32_t)test_below(count), from,
             test_below(12) ? from + (int)test_between(1, 12) : O_TIMES);
    }
}

static int closed; /* once a network has its room, it asks for nothing more */

static void *arena_hook(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    CHECK(!closed || new_size <= old_size);
    return coa_arena_alloc(ctx, ptr, old_size, new_size);
}

/* Every profile is what the model has, from now on. */
static void compare(void)
{
    nets_stats_info c;
    nets_link_info link;
    nets_partition_info part;
    nets_unit_info unit;
    nets_cluster_info cluster;
    nets_wave_info wave;
    int t;
    nets_stats(w.net, &c);
    CHECK(c.nodes == w.m.nodes && c.partitions == w.m.partitions);
    CHECK(c.links == w.m.links && c.units == w.m.units && c.clusters == w.m.clusters);
    CHECK_EQ(c.waves, w.m.waves);
    for (uint32_t i = 0; i < w.m.links; i++) {
        CHECK_EQ(nets_get_link(w.net, i, &link), NETS_OK);
        CHECK(link.from == w.m.link[i].from && link.to == w.m.link[i].to);
        CHECK_EQ(link.group, w.m.link[i].group);
    }
    for (uint32_t i = 0; i < w.m.waves; i++) {
        CHECK_EQ(nets_get_wave(w.net, i, &wave), NETS_OK);
        CHECK(wave.link == w.m.wave[i].link && wave.wave == w.m.wave[i].wave);
    }
    for (uint32_t i = 0; i < w.m.partitions; i++) {
        const o_partition *p = &w.m.partition[i];
        CHECK_EQ(nets_get_partition(w.net, i, &part), NETS_OK);
        CHECK(part.node == p->node && part.type == p->type &&
              (int)part.place == p->place);
        CHECK((part.access == NETS_PAIRS) == p->pairs);
        CHECK_EQ(part.units, units_of(i));
    }
    for (uint32_t i = 0; i < w.m.units; i++) {
        CHECK_EQ(nets_get_unit(w.net, i, &unit), NETS_OK);
        CHECK(unit.partition == w.m.unit[i].partition && unit.cid == w.m.unit[i].cid);
        CHECK_EQ(unit.amount, w.m.of[NETS_UNIT][i].total);
    }
    for (uint32_t i = 0; i < w.m.clusters; i++) {
        CHECK_EQ(nets_get_cluster(w.net, i, &cluster), NETS_OK);
        CHECK(cluster.node == i && cluster.speed == 3);
        CHECK_EQ(cluster.cpus, w.m.of[NETS_CLUSTER][i].total);
    }
    for (nets_kind kind = NETS_LINK; kind <= NETS_WAVE; kind = (nets_kind)(kind + 1))
        for (uint32_t i = 0; i < o_count(&w.m, kind); i++) {
            const nets_profile *p = nets_profile_of(w.net, kind, i);
            for (t = w.m.now; t < O_TIMES + 2; t++)
                if (nets_profile_value(p, when(t)) != o_value(&w.m, kind, i, t))
                    CHECK_EQ(nets_profile_value(p, when(t)), o_value(&w.m, kind, i, t));
            CHECK_EQ(nets_profile_value(p, NETS_FOREVER), o_value(&w.m, kind, i, t));
        }
    CHECK_EQ(nets_check(w.net), NETS_OK);
}

static void destroy(void)
{
    nets_plan_free(&w.plan);
    nets_spans_free(&w.spans);
    nets_destroy(w.net);
    CHECK_EQ(w.arena.used, 0);
    free(w.buffer);
    CHECK_EQ(w.heap.live_blocks, 0);
    CHECK_EQ(w.heap.bad_size, 0);
}

/* ---- a random request -------------------------------------------------------------- */

static uint32_t random_needs(uint32_t node, nets_need *needs)
{
    uint32_t count = 0, k;
    for (uint32_t p = 0; p < w.m.partitions; p++)
        if (w.m.partition[p].node == node && test_below(5) > 1) {
            k = count++;
            if (k && test_below(2)) { /* in any order */
                needs[k] = needs[0];
                k = 0;
            }
            needs[k].type = w.m.partition[p].type;
            needs[k].amount = test_between(1, test_below(2) ? 3 : 7);
        }
    if (count < O_PLACES && test_below(60) == 0) {
        needs[count].type = 99; /* which no node has */
        needs[count++].amount = 1;
    }
    return count;
}

/* Whether what it needs at an end is reached by pairs. */
static int by_pairs(const nets_request *r)
{
    return o_has_pairs(&w.m, r, 0) || o_has_pairs(&w.m, r, 1);
}

/* The algorithm that must answer. */
static nets_algorithm expected(const nets_request *r)
{
    if (r->algorithm != NETS_CHOOSE) return r->algorithm;
    if (r->splittable) return by_pairs(r) ? NETS_WS_RC : NETS_WS_RN;
    return by_pairs(r) ? NETS_WN_RC : NETS_WN_RN;
}

static nets_request random_leg(nets_algorithm algorithm, request_room *room)
{
    nets_request r = {.from = (uint32_t)test_below(w.m.nodes)};
    r.to = (r.from + 1 + (uint32_t)test_below(w.m.nodes - 1)) % w.m.nodes;
    r.ready = when(w.m.now + (int)test_below(12));
    if (test_below(6) == 0) r.ready = when(w.m.now - (int)test_below(12));
    r.length = test_between(1, test_below(2) ? 3 : 9);
    r.splittable = algorithm == NETS_WS_RC || algorithm == NETS_WS_RN;
    r.bandwidth = test_between(1, test_below(2) ? 3 : LARGE && r.splittable ? 16 : 8);
    r.fixed = r.splittable && test_below(4) == 0;
    r.algorithm = algorithm;
    r.tag = test_below(3);
    if (test_below(4))
        r.deadline = r.ready + r.length + test_between(0, 15);
    else if (test_below(4) == 0)
        r.length = NETS_FOREVER;
    if (test_below(16) == 0) r.deadline = NETS_FOREVER;
    r.at_from = room->at_from;
    r.at_to = room->at_to;
    r.at_from_count = random_needs(r.from, room->at_from);
    r.at_to_count = random_needs(r.to, room->at_to);
    if (r.at_to_count && test_below(8) == 0) { /* requests of one node, alone */
        r.from = r.to;
        r.at_from_count = 0;
        r.bandwidth = 0;
        one_node++;
    }
    if (!r.splittable && r.from != r.to && test_below(4) == 0)
        r.max_hops = (uint32_t)test_between(1, 4);
    for (uint32_t i = 0; r.from != r.to && i < w.m.links && (i || test_below(5) == 0);
         i++)
        if (test_below(4)) room->via[r.via_count++] = i;
    r.via = room->via;
    if (!r.splittable && r.from != r.to && test_below(4) == 0)
        r.max_delay = test_between(1, 8);
    if (r.max_delay && test_below(2)) r.max_hops = (uint32_t)test_between(2, 4);
    for (uint32_t i = 0; r.from != r.to && i < w.m.links && (i || test_below(5) == 0);
         i++)
        if (test_below(4) == 0) room->avoid[r.avoid_count++] = i;
    r.avoid = room->avoid;
    if (w.m.waves && !r.splittable && r.from != r.to && test_below(4)) {
        r.light = 1;
        r.bandwidth = test_below(2) ? 0 : test_between(1, test_below(9) ? 2 : 7);
        if (test_below(3) == 0) r.first_wave = (uint32_t)test_below(O_LAMBDAS + 1);
        if (test_below(3) == 0) r.waves = (uint32_t)test_between(1, O_LAMBDAS);
        light_paths++;
    }
    if (w.with & ROUND && !r.splittable && test_below(4)) {
        r.light = 1;
        r.bandwidth = test_between(1, 3);
        r.from = (4 + w.turn) % w.m.nodes;
        r.to = (3 + w.turn) % w.m.nodes;
        r.at_from_count = r.at_to_count = r.max_hops = r.via_count = 0;
        light_paths++;
    }
    if (test_below(2)) r.algorithm = NETS_CHOOSE;
    if (expected(&r) != algorithm) r.algorithm = algorithm;
    return r;
}

static nets_request random_request(nets_algorithm algorithm)
{
    return random_leg(algorithm, &w.asked);
}

/* For any of the four algorithms. */
static nets_request any_request(void)
{
    nets_request r = random_request(test_below(2) ? NETS_WS_RC : NETS_WN_RC);
    if (test_below(2)) r.algorithm = NETS_CHOOSE;
    return r;
}

/* ---- a plan, checked from nothing -------------------------------------------------- */

/* At one instant: the parts on each resource, and how many are one job. */
typedef struct moment {
    int64_t link[O_LINKS], unit[O_UNITS], taken_link[O_LINKS], taken_unit[O_UNITS];
    int64_t link_whole, unit_whole[O_PARTITIONS];
} moment;

/* What the request asks of a resource of the plan, or 0: nothing. */
static int64_t asked(const nets_request *r, const nets_use *u)
{
    if (u->kind == NETS_LINK)
        return u->index < w.m.links && o_may_use(r, u->index) ? r->bandwidth : 0;
    if (u->kind == NETS_WAVE)
        return r->light && u->index < w.m.waves &&
               o_may_use(r, w.m.wave[u->index].link) &&
               o_in_range(r, w.m.wave[u->index].wave);
    if (u->kind != NETS_UNIT || u->index >= w.m.units) return 0;
    const uint32_t p = w.m.unit[u->index].partition;
    const uint32_t node = w.m.partition[p].node;
    for (int source = 0; source < 2; source++) {
        const o_end e = o_end_of(r, source);
        if (e.node == node && o_need_of(&w.m, &e, p) >= 0)
            return e.needs[o_need_of(&w.m, &e, p)].amount;
    }
    return 0;
}

static void check_use(const nets_request *r, const nets_plan *p, const nets_use *u)
{
    const int64_t want = asked(r, u);
    CHECK(want > 0);
    CHECK(u->from >= p->start && u->from < u->to && u->to <= p->end);
    CHECK(u->flow > 0 && u->flow <= u->whole);
    CHECK(u->amount == (u->flow * want + u->whole - 1) / u->whole);
}

/* Uses at the source are 0, links 1, uses at the destination 2. */
static int section(const nets_request *r, const nets_use *u)
{
    if (u->kind != NETS_UNIT) return 1;
    return w.m.partition[w.m.unit[u->index].partition].node == r->to ? 2 : 0;
}

static void check_order(const nets_request *r, const nets_use *a, const nets_use *b)
{
    const int s = section(r, a);
    CHECK(a->from <= b->from);
    if (a->from < b->from) return;
    CHECK(s <= section(r, b));
    if (s == 0 && section(r, b) == 0)
        CHECK(w.m.partition[w.m.unit[a->index].partition].place >=
              w.m.partition[w.m.unit[b->index].partition].place);
    if (s == 1 && section(r, b) == 1 && r->splittable) CHECK(a->index < b->index);
}

static void look(const nets_plan *p, nets_time t, moment *at)
{
    memset(at, 0, sizeof *at);
    for (uint32_t i = 0; i < p->count; i++) {
        const nets_use *u = &p->uses[i];
        int64_t *whole = &at->link_whole;
        if (t < u->from || t >= u->to || u->kind == NETS_WAVE) continue;
        if (u->kind == NETS_UNIT) whole = &at->unit_whole[w.m.unit[u->index].partition];
        CHECK(*whole == 0 || *whole == u->whole);
        *whole = u->whole;
        (u->kind == NETS_LINK ? at->link : at->unit)[u->index] += u->flow;
        (u->kind == NETS_LINK ? at->taken_link : at->taken_unit)[u->index] += u->amount;
    }
}

/* What leaves each node: `rate` at s, -rate at d, else nothing; nothing goes round. */
static void check_network(const nets_request *r, const int64_t *link, int64_t rate)
{
    int64_t out[O_NODES] = {0};
    unsigned left = (1u << w.m.nodes) - 1;
    int again;
    for (uint32_t i = 0; i < w.m.links; i++) {
        out[w.m.link[i].from] += link[i];
        out[w.m.link[i].to] -= link[i];
    }
    for (uint32_t n = 0; n < w.m.nodes; n++)
        CHECK(out[n] == (n == r->from ? rate : n == r->to ? -rate : 0));
    do { /* take away nodes that nothing enters: of a circle none goes */
        again = 0;
        for (uint32_t n = 0; n < w.m.nodes; n++) {
            unsigned enters = 0;
            for (uint32_t i = 0; i < w.m.links; i++)
                enters |= link[i] && w.m.link[i].to == n && left >> w.m.link[i].from & 1;
            if (!(left >> n & 1) || enters) continue;
            left &= ~(1u << n);
            again = 1;
        }
    } while (again);
    CHECK(left == 0);
}

/* Whether unit v, at `place`, reaches unit u, or for u = NETS_NONE the node, through what
 * stands in the way. */
static int reaches_through(const o_end *e, uint32_t v, int place, uint32_t u)
{
    const uint32_t q = o_before(&w.m, e, place);
    if (q == NETS_NONE) return u == NETS_NONE;
    for (uint32_t i = 0; i < w.m.units; i++)
        if (w.m.unit[i].partition == q && o_reaches(&w.m, v, i) &&
            (i == u || reaches_through(e, i, w.m.partition[q].place, u)))
            return 1;
    return 0;
}

/* The units of two neighbours among the needed partitions can pass the job on: all of
 * `whole` flows from those at `place` to those at `until`, or to the node. */
static void check_passage(const o_end *e, const moment *at, int place, int until,
                          int64_t whole)
{
    static o_grid g;
    const uint32_t p = o_at(&w.m, e->node, place);
    const uint32_t q = until < 0 ? NETS_NONE : o_at(&w.m, e->node, until);
    int vertex[O_UNITS];
    g.count = 0;
    const int from = o_vertex(&g);
    const int to = o_vertex(&g);
    for (uint32_t u = 0; u < w.m.units; u++)
        if (w.m.unit[u].partition == p || w.m.unit[u].partition == q)
            vertex[u] = o_vertex(&g);
    for (uint32_t v = 0; v < w.m.units; v++) {
        if (w.m.unit[v].partition == q && until >= 0) g.room[vertex[v]][to] = at->unit[v];
        if (w.m.unit[v].partition != p) continue;
        g.room[from][vertex[v]] = at->unit[v];
        for (uint32_t u = 0; u < w.m.units; u++)
            if (until >= 0 && w.m.unit[u].partition == q &&
                reaches_through(e, v, place, u))
                g.room[vertex[v]][vertex[u]] = O_MUCH;
        if (until < 0 && reaches_through(e, v, place, NETS_NONE))
            g.room[vertex[v]][to] = O_MUCH;
    }
    CHECK(o_ford_fulkerson(&g, from, to) == whole);
}

static void check_units(const nets_request *r, nets_algorithm algorithm, const moment *at)
{
    const int constrained = algorithm == NETS_WS_RC || algorithm == NETS_WN_RC;
    int until;
    for (int source = 0; source < 2; source++) {
        const o_end e = o_end_of(r, source);
        until = -1;
        for (int place = 0; place <= o_outermost(&w.m, &e); place++) {
            const uint32_t p = o_at(&w.m, e.node, place);
            int64_t sum = 0;
            if (o_need_of(&w.m, &e, p) < 0) continue;
            for (uint32_t u = 0; u < w.m.units; u++)
                if (w.m.unit[u].partition == p) sum += at->unit[u];
            CHECK(sum > 0 && sum == at->unit_whole[p]);
            if (constrained) {
                CHECK(sum == at->link_whole || r->from == r->to || r->light);
                check_passage(&e, at, place, until, sum);
            }
            until = place;
        }
    }
}

/* All units of a partition that are used have one C-ID, from the first to the last. */
static void check_cids(const nets_plan *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < i && p->uses[i].kind == NETS_UNIT; k++) {
            const o_unit *a = &w.m.unit[p->uses[i].index];
            const o_unit *b = &w.m.unit[p->uses[k].index];
            if (p->uses[k].kind == NETS_UNIT && a->partition == b->partition)
                CHECK(a->cid == b->cid);
        }
}

/* WS-RC takes the first combination that fits. */
static void check_choice(const nets_request *r, const nets_plan *p, int best)
{
    static o_choice choice[O_COMBINATIONS];
    CHECK(o_choices(&w.m, r, choice) > best);
    for (uint32_t i = 0; i < p->count; i++) {
        const int s = section(r, &p->uses[i]);
        if (s != 1) {
            const o_end e = o_end_of(r, s == 0);
            const o_unit *u = &w.m.unit[p->uses[i].index];
            CHECK(u->cid == choice[best].cid[s == 2][o_need_of(&w.m, &e, u->partition)]);
        }
    }
}

/* One path, its links in order; or its wavelengths, and behind each, if there is a rate,
 * its link. Returns how many hops. */
static uint32_t check_way(const nets_request *r, const nets_plan *p)
{
    uint32_t node = r->from, on = NETS_NONE, hops = 0;
    nets_time delay = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const nets_use *u = &p->uses[i];
        const o_wave *x = u->kind == NETS_WAVE ? &w.m.wave[u->index] : NULL;
        const uint32_t link = x ? x->link : u->index;
        if (u->kind == NETS_UNIT) continue;
        CHECK(!r->light == !x && w.m.link[link].from == node);
        node = w.m.link[link].to;
        delay += w.m.link[link].delay;
        hops++;
        if (!x) continue;
        CHECK(on == NETS_NONE || on == x->wave);
        on = w.m.converts[node] ? NETS_NONE : x->wave;
        if (r->bandwidth)
            CHECK(++i < p->count && u[1].kind == NETS_LINK && u[1].index == link);
    }
    CHECK(node == r->to && (!r->max_hops || hops <= r->max_hops));
    CHECK(!r->max_delay || delay <= r->max_delay || r->from == r->to);
    return hops;
}

static void check_single(const o_model *m, const nets_request *r, const nets_plan *p)
{
    uint32_t route[O_HOPS], units = 0, hops = 0, way = check_way(r, p);
    int first;
    o_free f;
    CHECK(p->combinations == (p->algorithm == NETS_WN_RC));
    o_window(m, o_instant(m, p->start), o_instant(m, p->end), &f);
    const uint32_t fewest =
        r->light ? o_light(m, &f, r, route) : (uint32_t)o_fewest_hops(m, &f, r);
    first =
        !r->light || (r->max_delay ? !r->bandwidth : o_carried(m, &f, r, route, fewest));
    CHECK(first ? way == fewest : way >= fewest);
    detours += !first;
    for (uint32_t i = 0; i < p->count; i++) {
        units += p->uses[i].kind == NETS_UNIT;
        CHECK(p->uses[i].flow == p->uses[i].whole);
        if (p->uses[i].kind == NETS_WAVE && first && !r->max_delay)
            CHECK(p->uses[i].index == route[hops++]);
        for (uint32_t k = 0; k < i && p->uses[i].kind == NETS_UNIT; k++)
            CHECK(p->uses[k].kind != NETS_UNIT || p->uses[k].index != p->uses[i].index);
    }
    CHECK(units == r->at_from_count + r->at_to_count);
}

static void check_taken(const o_model *m, const nets_request *r, const moment *at, int t)
{
    o_free f;
    o_window(m, t, t + 1, &f);
    for (uint32_t i = 0; i < m->links && !r->light; i++)
        CHECK(at->taken_link[i] <= f.link[i]);
    for (uint32_t i = 0; i < m->units; i++) CHECK(at->taken_unit[i] <= f.unit[i]);
}

/* `m`: the amounts free for it. */
static void check_uses(const o_model *m, const nets_request *r, const nets_plan *p,
                       int start)
{
    moment at;
    for (uint32_t i = 0; i < p->count; i++) check_use(r, p, &p->uses[i]);
    for (uint32_t i = 1; i < p->count; i++) check_order(r, &p->uses[i - 1], &p->uses[i]);
    for (uint32_t i = 0; i < p->count && (r->fixed || !r->splittable); i++)
        CHECK(p->uses[i].from == p->start && p->uses[i].to == p->end);
    for (int t = start; t < start + o_dur(r); t++) {
        look(p, when(t), &at);
        check_taken(m, r, &at, t);
        CHECK((at.link_whole > 0) == (r->bandwidth > 0));
        if (!r->light) check_network(r, at.link, at.link_whole);
        check_units(r, p->algorithm, &at);
    }
    check_cids(p);
}

/* `best`: the combination. */
static void check_plan(const o_model *m, const nets_request *r, const nets_plan *p,
                       int start, int best)
{
    CHECK(p->start == when(start) && p->end == o_until(p->start, r->length));
    CHECK(p->algorithm == expected(r) && p->replaces == r->replaces);
    CHECK(p->tag == r->tag);
    check_uses(m, r, p, start);
    if (p->algorithm == NETS_WS_RC) check_choice(r, p, best);
    if (!r->splittable) check_single(m, r, p);
}

/* ---- a refusal, checked ------------------------------------------------------------ */

/* The resources that are named rule the job out: with no more of them than reported, and
 * no end of all else, there is not enough. */
static int rules_out(const o_model *m, const nets_request *r, const nets_plan *p)
{
    static o_choice choice[O_COMBINATIONS];
    const int64_t whole = o_whole(r);
    o_free f;
    int n;
    if (r->light && p->count == 1 && p->uses->kind == NETS_LINK) /* passed too often */
        return p->uses->amount < 2 * r->bandwidth;
    for (uint32_t i = 0; i < O_LINKS; i++) f.link[i] = O_MUCH;
    for (uint32_t i = 0; i < O_UNITS; i++) f.unit[i] = O_MUCH;
    for (uint32_t i = 0; i < O_WAVES; i++) f.wave[i] = O_MUCH;
    for (uint32_t i = 0; i < p->count; i++)
        (p->uses[i].kind == NETS_LINK   ? f.link
         : p->uses[i].kind == NETS_UNIT ? f.unit
                                        : f.wave)[p->uses[i].index] = p->uses[i].amount;
    if (r->splittable) {
        n = o_choices(m, r, choice);
        for (int c = 0; c < n; c++)
            if (o_flow(m, r, &choice[c], &f, whole) < whole) return 1;
        return n == 0;
    }
    return o_free_share(m, r, &f) < whole;
}

/* Does an end lack units of a type that is asked for there? */
static int lacks_units(const o_model *m, const nets_request *r)
{
    for (int source = 0; source < 2; source++) {
        const o_end e = o_end_of(r, source);
        for (uint32_t i = 0; i < e.count; i++) {
            const uint32_t p = o_typed(m, e.node, e.needs[i].type);
            uint32_t units = 0;
            for (uint32_t u = 0; u < m->units; u++) units += m->unit[u].partition == p;
            if (units == 0) return 1;
        }
    }
    return 0;
}

static void check_refusal(const o_model *m, const nets_request *r, const nets_plan *p)
{
    if (lacks_units(m, r) || o_last_start(m, r) < o_ready(m, r)) { /* it is over */
        CHECK(p->count == 0);
        return;
    }
    CHECK(p->start >= r->ready);
    if (r->deadline) CHECK(p->start < r->deadline);
    for (uint32_t i = 0; i < p->count; i++) {
        const nets_use *u = &p->uses[i];
        CHECK(asked(r, u) > 0 && u->flow == 0 && u->whole == 0);
        CHECK(u->from <= p->start && p->start < u->to);
        CHECK(u->amount ==
              o_left(m, u->kind, u->index, o_instant(m, u->from), o_instant(m, u->to)));
        if (p->algorithm == NETS_WS_RN || p->algorithm == NETS_WN_RN)
            CHECK(u->kind == p->uses[0].kind &&
                  (u->kind == NETS_LINK ||
                   w.m.unit[u->index].partition == w.m.unit[p->uses[0].index].partition));
    }
    CHECK(rules_out(m, r, p));
}

/* ---- one request ------------------------------------------------------------------- */

/* The amounts free for a request: the share of the booking it alters is. */
static const o_model *free_for(const nets_request *r)
{
    static o_model m;
    if (!r->replaces) return &w.m;
    m = w.m;
    for (int i = 0; i < w.count; i++)
        for (uint32_t k = 0; w.kept[i].id == r->replaces && k < w.kept[i].count; k++)
            o_add(&m, w.kept[i].uses[k].kind, w.kept[i].uses[k].index,
                  w.kept[i].uses[k].from, w.kept[i].uses[k].to, w.kept[i].uses[k].amount);
    return &m;
}

/* A light path that might pass a link too often: not all ways around it are tried. */
static int is_rated(const nets_request *r)
{
    return r->light && r->bandwidth && memchr(w.m.converts, 1, O_NODES);
}

static void check_starts(const nets_request *r, const int *best, int first, int last)
{
    const int bounded = r->deadline && r->deadline != NETS_FOREVER;
    const int until = bounded ? (int)(r->deadline - r->length - w.m.origin) : last + 80;
    nets_status s;
    CALL(s, nets_starts(w.net, r, &w.spans));
    if (is_rated(r) && s == NETS_E_LIMIT) return;
    CHECK(s == NETS_OK);
    for (int t = 0; t <= (bounded ? until + 20 : until); t++) {
        const int want = t >= first && t <= until && best[t < last ? t : last] >= 0;
        CHECK(nets_spans_has(&w.spans, when(t)) == want);
    }
    for (int t = 0; t < (int)w.spans.count; t++) {
        CHECK(w.spans.at[t].from < w.spans.at[t].to);
        if (t) CHECK(w.spans.at[t - 1].to < w.spans.at[t].from);
    }
    CHECK(!w.spans.count || w.spans.at[0].from >= r->ready);
}

static void check_alternatives(const o_model *m, const nets_request *r)
{
    nets_request open = *r;
    nets_alternative_info a;
    int best[O_TIMES], first, last;
    const int64_t whole = o_whole(r);
    const int64_t share = r->splittable ? o_split_share(m, r, o_ready(m, r))
                                        : o_single_share(m, r, o_ready(m, r));
    nets_status s;
    open.deadline = 0;
    memset(&a, 0x55, sizeof a);
    CALL(s, nets_alternatives(w.net, r, &a));
    if (is_rated(r) && s == NETS_E_LIMIT) return;
    CHECK(s == NETS_OK);
    int t = o_starts(m, &open, &first, &last, best);
    CHECK(a.start == (t <= last ? when(t) : NETS_FOREVER));
    CHECK(a.whole > 0 && a.flow * whole == share * a.whole);
    CHECK(a.bandwidth == r->bandwidth * share / whole);
    if (r->splittable || r->light || r->max_hops || r->max_delay) {
        CHECK(a.split_start == a.start);
        return;
    }
    open.splittable = 1;
    open.algorithm = NETS_CHOOSE;
    t = o_starts(m, &open, &first, &last, best);
    CHECK(a.split_start == (t <= last ? when(t) : NETS_FOREVER));
}

/* What keeps links from leading there, whatever is free of them: the first of these. */
static void check_apart(const nets_request *r, const nets_reason *why)
{
    static const char *const fields[] = {"max_hops", "max_delay", "via", "avoid", "to"};
    const int64_t values[] = {r->max_hops, r->max_delay, r->via_count, r->avoid_count,
                              r->to};
    nets_request q = *r;
    uint32_t route[O_HOPS];
    o_free all;
    int i;
    memset(&all, 1, sizeof all);
    q.bandwidth = !q.light;
    for (i = -1; i < 4; i++) {
        if (i == 0) q.max_hops = 0;
        if (i == 1) q.max_delay = 0;
        if (i == 2) q.via_count = 0;
        if (i == 3) q.avoid_count = 0;
        if (q.light ? o_light(&w.m, &all, &q, route) : o_widest(&w.m, &all, &q)) break;
    }
    CHECK(!strcmp(why->field, i >= 0 ? fields[i] : r->bandwidth ? "bandwidth" : "light"));
    CHECK(why->value == (i >= 0 ? values[i] : r->bandwidth ? r->bandwidth : 1));
}

/* Why the request is refused with `s`; whether it would fit without any booking; and that
 * as much as it names does fit. */
static void check_explain(const nets_request *r, nets_status s)
{
    static o_model none;
    int best[O_TIMES], first, last;
    nets_request less = *r;
    nets_reason why;
    nets_status said;
    none = w.m;
    for (int i = 0; i < w.count; i++)
        for (uint32_t k = 0; !w.kept[i].block && k < w.kept[i].count; k++) {
            const nets_use *u = &w.kept[i].uses[k];
            o_add(&none, u->kind, u->index, u->from, u->to, u->amount);
        }
    const int t = o_starts(&none, r, &first, &last, best);
    if (s == NETS_E_NOFIT && t > last) s = NETS_E_NEVER;
    memset(&why, 0x55, sizeof why);
    CALL(said, nets_explain(w.net, r, &why));
    if (is_rated(r) && said == NETS_E_LIMIT) return;
    CHECK(said == s);
    CHECK(why.status == s && (why.field == NULL || s == NETS_E_NEVER));
    compare();
    if (!why.field || !strcmp(why.field, "type")) return;
    if (!strcmp(why.field, "deadline")) {
        CHECK(last < first && why.least == when(w.m.now) + r->length);
        return;
    }
    CHECK(why.least == 1 && (why.value > why.most || why.most == 0));
    if (why.need)
        CHECK(why.value == why.need->amount);
    else
        check_apart(r, &why);
    if (why.need || why.most == 0) return;
    less.bandwidth = why.most;
    if (nets_explain(w.net, &less, &why) == NETS_E_NEVER)
        CHECK(why.field == NULL || why.need != NULL);
}

static void keep(nets_id id, uint64_t tag, const nets_use *uses, uint32_t count)
{
    booked *b = &w.kept[w.count++];
    CHECK(count <= USES);
    b->id = id;
    b->tag = tag;
    b->block = 0;
    b->count = count;
    memcpy(b->uses, uses, count * sizeof *uses);
}

static void book(const nets_use *uses, uint32_t count, int sign)
{
    for (uint32_t i = 0; i < count; i++)
        o_add(&w.m, uses[i].kind, uses[i].index, uses[i].from, uses[i].to,
              sign * uses[i].amount);
}

static int kept_as(nets_id id)
{
    int i;
    for (i = 0; i < w.count && w.kept[i].id != id; i++) {
    }
    return i;
}

/* Never asks for memory. */
static void drop(int i)
{
    const long calls = w.heap.calls;
    CHECK_EQ(nets_cancel(w.net, w.kept[i].id), NETS_OK);
    CHECK_EQ(nets_cancel(w.net, w.kept[i].id), NETS_E_NOTFOUND);
    CHECK_EQ(w.heap.calls, calls);
    book(w.kept[i].uses, w.kept[i].count, 1);
    w.kept[i] = w.kept[--w.count];
    o_settle(&w.m);
    compare();
}

static int same_uses(const nets_use *a, const nets_use *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i].kind != b[i].kind || a[i].leg != b[i].leg || a[i].index != b[i].index ||
            a[i].from != b[i].from || a[i].to != b[i].to || a[i].amount != b[i].amount ||
            a[i].flow != b[i].flow || a[i].whole != b[i].whole)
            return 0;
    return 1;
}

static void check_kept(void)
{
    nets_booking b;
    nets_time start, end;
    for (int i = 0; i < w.count; i++) {
        CHECK_EQ(nets_get(w.net, w.kept[i].id, &b), NETS_OK);
        CHECK_EQ(b.count, w.kept[i].count);
        CHECK(b.tag == w.kept[i].tag && b.block == w.kept[i].block);
        start = end = b.uses[0].from;
        for (uint32_t k = 0; k < b.count; k++) {
            if (b.uses[k].from < start) start = b.uses[k].from;
            if (b.uses[k].to > end) end = b.uses[k].to;
        }
        CHECK(b.start == start && b.end == end);
        CHECK(same_uses(b.uses, w.kept[i].uses, b.count));
    }
}

static void unchanged(void)
{
    if (test_below(8)) return;
    compare();
    check_kept();
}

/* Is all that the plan uses free, each resource as often as it is used? */
static int is_free(const nets_plan *p)
{
    const int was = p->replaces ? kept_as(p->replaces) : w.count;
    int fits = 1;
    if (was < w.count) book(w.kept[was].uses, w.kept[was].count, 1);
    book(p->uses, p->count, -1);
    for (uint32_t i = 0; i < p->count; i++)
        fits &=
            o_min(&w.m, p->uses[i].kind, p->uses[i].index,
                  o_instant(&w.m, p->uses[i].from), o_instant(&w.m, p->uses[i].to)) >= 0;
    book(p->uses, p->count, 1);
    if (was < w.count) book(w.kept[was].uses, w.kept[was].count, -1);
    o_settle(&w.m);
    return fits;
}

/* Books the plan, compares, and keeps it; what it replaces is gone, its past included. A
 * plan that no search made says nothing of legs and flow. */
static void book_plan(const nets_plan *p)
{
    const size_t used = w.arena.used;
    nets_id id = 0;
    uint64_t tag = p->tag;
    DOES(nets_commit(w.net, p, &id), NETS_OK);
    CHECK(id != 0);
    if (w.buffer) CHECK_EQ(w.arena.used, used); /* all was there */
    if (p->replaces) {
        const int was = kept_as(p->replaces);
        CHECK_EQ(id, p->replaces);
        if (!tag) tag = w.kept[was].tag;
        book(w.kept[was].uses, w.kept[was].count, 1);
        w.kept[was] = w.kept[--w.count];
    }
    book(p->uses, p->count, -1);
    keep(id, tag, p->uses, p->count);
    for (uint32_t i = 0; p->algorithm == NETS_CHOOSE && i < p->count; i++) {
        nets_use *u = &w.kept[w.count - 1].uses[i];
        u->leg = 0;
        u->flow = u->whole = 1;
    }
    compare();
    check_kept();
}

/* The same if all of it is free; perhaps it is given back. */
static nets_status commit(const nets_plan *p)
{
    if (!is_free(p)) {
        DOES(nets_commit(w.net, p, NULL), NETS_E_BUSY);
        compare();
        return NETS_E_BUSY;
    }
    book_plan(p);
    if (w.count == KEPT || test_below(3)) drop(w.count - 1);
    while (w.count && w.m.steady > 50) drop(0);
    return NETS_OK;
}

/* ---- in a buffer ------------------------------------------------------------------- */

static nets_network *copy(nets_network *net);

/* What a network of this world is made with, but for its time. */
static nets_desc described(void)
{
    nets_desc d = {.alloc = w.buffer ? arena_hook : test_heap_hook,
                   .alloc_ctx = w.buffer ? (void *)&w.arena : (void *)&w.heap};
    if (w.buffer) d.room = &w.room;
    return d;
}

/* The world, of which nothing is booked yet, goes on in a buffer that just suffices. */
static void into_a_buffer(void)
{
    memset(&w.room, 0, sizeof w.room);
    w.room.nodes = w.m.nodes;
    w.room.links = w.m.links;
    w.room.partitions = w.m.partitions;
    w.room.units = w.m.units;
    w.room.clusters = w.m.clusters;
    for (uint32_t i = 0; i < w.m.units; i++)
        for (uint32_t k = 0; k < w.m.units; k++) w.room.pairs += w.m.unit[i].reaches[k];
    w.room.bookings = (uint32_t)test_between(1, KEPT);
    w.room.uses = (uint32_t)test_between(1, test_below(2) ? 6 : 40);
    w.room.shared = (uint32_t)test_between(1, 2 * w.room.bookings);
    w.room.needs = (uint32_t)test_below(5);
    closed = 0;
    nets_plan_free(&w.plan);
    nets_destroy(w.net);
    const size_t size = nets_memory_bound(&(nets_desc){.room = &w.room});
    CHECK(size < 1000000);
    w.buffer = (unsigned char *)malloc(size);
    CHECK_EQ(coa_arena_init(&w.arena, w.buffer, size), COA_OK);
    nets_desc d = described();
    d.now = when(w.m.now);
    w.plan.alloc = arena_hook;
    w.plan.alloc_ctx = &w.arena;
    CHECK_EQ(nets_create(&w.net, &d), NETS_OK);
    (void)copy(w.net);
    w.refusing = 0;
    closed = 1;
}

/* The most uses of one resource by bookings that are alive, and with a plan's uses. */
static uint32_t most_shared(const nets_plan *p)
{
    uint32_t most = 0;
    for (nets_kind kind = NETS_LINK; kind <= NETS_WAVE; kind = (nets_kind)(kind + 1))
        for (uint32_t i = 0; i < o_count(&w.m, kind); i++) {
            uint32_t sum = 0;
            for (int b = -1; b < w.count; b++) {
                const nets_use *uses = b < 0 ? p->uses : w.kept[b].uses;
                for (uint32_t k = 0; k < (b < 0 ? p->count : w.kept[b].count); k++)
                    sum += uses[k].kind == kind && uses[k].index == i;
            }
            if (sum > most) most = sum;
        }
    return most;
}

/* The booking, or 0 if it is a block, which cannot be replaced. */
static nets_id replaceable(nets_id id)
{
    nets_booking b;
    CHECK_EQ(nets_get(w.net, id, &b), NETS_OK);
    return b.block ? 0 : id;
}

/* May the plan be booked, within the room that a buffer has? */
static int has_room(const nets_plan *p)
{
    const uint32_t n = p->count;
    if (n > USES) return 0;
    if (!w.buffer) return w.count < KEPT || p->replaces;
    return n <= w.room.uses && most_shared(p) <= w.room.shared &&
           ((uint32_t)w.count < w.room.bookings || p->replaces);
}

/* A network that was never asked anything, where just as much is free for the request. */
static nets_network *fresh_for(const nets_request *r)
{
    static o_model kept;
    kept = w.m;
    w.m = *free_for(r);
    nets_network *net = copy(NULL);
    w.m = kept;
    return net;
}

/* There the answer is the same; for the plan there was no room because it has more uses
 * than was said. */
static void check_fresh(const nets_request *r, nets_status s)
{
    nets_network *net = fresh_for(r);
    nets_request q = *r;
    nets_plan p = {0};
    q.replaces = 0;
    const nets_status want = nets_first_slot(net, &q, &p);
    if (s == NETS_E_NOMEM && w.buffer)
        CHECK(p.capacity > w.room.uses);
    else
        CHECK(s == want && p.count == w.plan.count && p.start == w.plan.start &&
              p.end == w.plan.end && same_uses(p.uses, w.plan.uses, p.count));
    nets_plan_free(&p);
    nets_destroy(net);
}

/* Where every unit reaches every other, RC and RN find the same. */
static void check_constrained(const nets_request *r, nets_status s)
{
    const int rn = w.plan.algorithm == NETS_WS_RN || w.plan.algorithm == NETS_WN_RN;
    nets_plan p = {0};
    nets_request q = *r;
    q.algorithm =
        r->splittable ? (rn ? NETS_WS_RC : NETS_WS_RN) : (rn ? NETS_WN_RC : NETS_WN_RN);
    const nets_status status = nets_first_slot(w.net, &q, &p);
    CHECK(status == s && (s != NETS_OK || p.start == w.plan.start));
    nets_plan_free(&p);
}

static nets_status answer(const nets_request *r)
{
    const o_model *m = free_for(r);
    int best[O_TIMES], first, last;
    nets_status s;
    CALL(s, nets_first_slot(w.net, r, &w.plan));
    if (s == NETS_E_NOMEM && w.buffer) {
        check_fresh(r, s);
        return s;
    }
    const int t = o_starts(m, r, &first, &last, best);
    if (is_rated(r) && (s == NETS_E_LIMIT || w.plan.limited)) {
        given_up++;
        CHECK(s == NETS_E_LIMIT || (t <= last && w.plan.start >= when(t)));
        return s;
    }
    CHECK(s == (lacks_units(m, r) ? NETS_E_NEVER : t <= last ? NETS_OK : NETS_E_NOFIT));
    if (s == NETS_OK) {
        found++;
        check_plan(m, r, &w.plan, t, best[t]);
        if (r->light) CHECK(is_free(&w.plan));
    } else {
        refused++;
        check_refusal(m, r, &w.plan);
    }
    if (!w.grown && test_below(8) == 0) check_fresh(r, s);
    if (!w.buffer) { /* these have no bound */
        if (test_below(3) == 0 && !by_pairs(r)) check_constrained(r, s);
        if (test_below(3) == 0) check_starts(r, best, first, last);
        if (test_below(3) == 0) check_alternatives(m, r);
        if (s != NETS_OK || test_below(8) == 0) check_explain(r, s);
    }
    if (test_below(4) == 0) {
        compare(); /* looking changes nothing */
        check_kept();
    }
    return s;
}

static void ask(const nets_request *r)
{
    const nets_status s = answer(r);
    if (s == NETS_OK && test_below(2)) {
        if (test_below(2)) CHECK_EQ(nets_first_slot(w.net, r, &w.plan), NETS_OK);
        if (has_room(&w.plan)) CHECK(commit(&w.plan) == NETS_OK);
    }
}

/* ---- the life of a network --------------------------------------------------------- */

static int random_use(nets_use *u)
{
    const int from = w.m.now + (int)test_below(26);
    memset(u, 0, sizeof *u);
    u->kind = test_below(3)                ? NETS_LINK
              : test_below(3)              ? NETS_UNIT
              : w.m.waves && test_below(4) ? NETS_WAVE
                                           : NETS_CLUSTER;
    const uint32_t count = o_count(&w.m, u->kind);
    if (count) u->index = (uint32_t)test_below(count);
    u->from = when(from);
    u->to = when(from + (int)test_between(1, 12));
    u->amount = 1;
    return count > 0;
}

/* A plan of no flow, of the caller's own; it is booked if all of it is free. */
static void book_own(void)
{
    static nets_use uses[40];
    uint32_t most = w.buffer ? w.room.uses : 12;
    nets_plan p = {.uses = uses, .tag = test_below(3)};
    for (uint32_t i = test_below(2) ? most : (uint32_t)test_between(1, most); i > 0; i--)
        p.count += (uint32_t)random_use(&uses[p.count]);
    if (p.count > 1 && test_below(3) == 0) { /* twice the same */
        uses[0] = uses[1];
        p.count = 2;
    }
    if (w.count && test_below(4) == 0)
        p.replaces = replaceable(w.kept[test_below((uint64_t)w.count)].id);
    if (p.count && has_room(&p)) (void)commit(&p);
}

/* Is a resource at another one, or at a node? */
static int is_at(nets_kind kind, uint32_t index, const nets_use *u)
{
    const uint32_t link = u->kind == NETS_WAVE ? w.m.wave[u->index].link : u->index;
    if (kind == u->kind) return u->index == index;
    if (kind == NETS_GROUP)
        return (u->kind == NETS_LINK || u->kind == NETS_WAVE) &&
               w.m.link[link].group == index;
    if (kind == NETS_LINK) return u->kind == NETS_WAVE && link == index;
    if (kind != NETS_NODE) return 0;
    if (u->kind == NETS_LINK || u->kind == NETS_WAVE)
        return w.m.link[link].from == index || w.m.link[link].to == index;
    return index == (u->kind == NETS_UNIT
                         ? w.m.partition[w.m.unit[u->index].partition].node
                         : u->index);
}

/* What overlaps a window there, by id: the model's bookings. */
static void check_in_the_way(nets_kind kind, uint32_t index, nets_time from, nets_time to)
{
    nets_booking b;
    nets_id after = 0, next;
    nets_status s;
    do {
        int i;
        for (next = 0, i = 0; i < w.count; i++)
            for (uint32_t k = 0; k < w.kept[i].count; k++)
                if (w.kept[i].id > after && (!next || w.kept[i].id < next) &&
                    w.kept[i].uses[k].from < to && w.kept[i].uses[k].to > from &&
                    is_at(kind, index, &w.kept[i].uses[k]))
                    next = w.kept[i].id;
        do s = nets_in_the_way(w.net, kind, index, from, to, after, &b);
        while (s == NETS_OK && kept_as(after = b.id) == w.count); /* maintenance */
        CHECK_EQ(s, next ? NETS_OK : NETS_E_NOTFOUND);
        if (next) CHECK_EQ(b.id, next);
        after = next;
    } while (next);
}

/* All of a resource, a node or a group fails, whatever is booked, or is blocked, if all
 * of it is free. */
static int block_all_of(nets_kind kind, uint32_t index, nets_time from, nets_time to,
                        int fails)
{
    nets_use uses[O_LINKS + O_UNITS + O_CLUSTERS + O_WAVES];
    nets_status s;
    nets_plan p = {.uses = uses};
    nets_id id;
    uint32_t n = 0;
    int fits = 1;
    memset(uses, 0, sizeof uses);
    for (unsigned of = NETS_LINK; of <= NETS_WAVE; of++)
        for (uint32_t i = 0; i < o_count(&w.m, (nets_kind)of); i++) {
            nets_use *u = &uses[n];
            u->kind = (nets_kind)of;
            u->index = i;
            u->from = from;
            u->to = to;
            u->amount = w.m.of[of][i].total;
            u->flow = u->whole = 1;
            if (!is_at(kind, index, u)) continue;
            fits &= o_min(&w.m, u->kind, i, o_instant(&w.m, from), o_instant(&w.m, to)) >=
                    u->amount;
            n++;
        }
    p.count = n;
    if (!has_room(&p)) return 0;
    CALL(s, (fails ? nets_fail : nets_block)(w.net, kind, index, from, to, 0, &id));
    CHECK_EQ(s, !n ? NETS_E_ARG : fails || fits ? NETS_OK : NETS_E_BUSY);
    CHECK_EQ(id != 0, s == NETS_OK);
    if (s != NETS_OK) return 0;
    book(uses, n, -1);
    keep(id, 0, uses, n);
    w.kept[w.count - 1].block = 1 + fails;
    compare();
    check_kept();
    return 1;
}

static void block_all(void)
{
    nets_use u;
    if (!random_use(&u)) return;
    if (test_below(4) == 0) {
        u.kind = NETS_NODE;
        u.index = (uint32_t)test_below(w.m.nodes);
    } else if (w.m.links && test_below(3) == 0) {
        u.kind = NETS_GROUP;
        u.index = w.m.link[test_below(w.m.links)].group;
        if (u.index == NETS_NONE) {
            nets_booking b;
            CHECK_EQ(nets_in_the_way(w.net, u.kind, u.index, u.from, u.to, 0, &b),
                     NETS_E_ARG);
            return;
        }
    }
    if (test_below(2)) check_in_the_way(u.kind, u.index, u.from, u.to);
    (void)block_all_of(u.kind, u.index, u.from, u.to, test_below(3) > 0);
}

static stream saved, again, third;

static void save(const nets_network *net, stream *s)
{
    const long calls = w.heap.calls;
    s->size = s->read = 0;
    CHECK_EQ(nets_save(net, put, s), NETS_OK);
    CHECK_EQ(w.heap.calls, calls); /* never asks for memory */
}

/* A drain: the questions, in order of the ids, and the reports. */
static struct {
    nets_use u;
    uint32_t asked, reported;
    nets_id id[KEPT], told[KEPT];
    nets_time was[KEPT], said[KEPT]; /* its start; what the report says */
    int stays[KEPT];                 /* 1: as `ask` says, 2: without a place */
    nets_request r[KEPT];
    request_room room[KEPT];
} drained;

static void add_uses(o_model *m, const nets_use *u, uint32_t count, int sign)
{
    for (; count > 0; count--, u++)
        o_add(m, u->kind, u->index, u->from, u->to, sign * u->amount);
}

/* Nothing has changed yet. */
static int drain_ask(void *ctx, const nets_booking *b, nets_request *r)
{
    const booked *k = &w.kept[kept_as(b->id)];
    const nets_time now = when(w.m.now), ready = b->start > now ? b->start : now;
    const nets_time length = b->end == NETS_FOREVER ? b->end : b->end - ready;
    const uint32_t i = drained.asked++;
    CHECK(ctx == &drained && (!i || b->id > drained.id[i - 1]));
    CHECK(b->id == k->id && same_uses(b->uses, k->uses, b->count) && !b->block);
    CHECK(r->replaces == b->id && r->ready == ready && r->length == length);
    CHECK_EQ(r->flags, b->start > now ? 0 : NETS_EXACTLY);
    if (test_below(9) == 0) CHECK_EQ(nets_check(w.net), NETS_OK);
    drained.id[i] = b->id;
    drained.was[i] = b->start;
    drained.stays[i] = test_below(8) == 0;
    nets_request q =
        random_leg(test_below(2) ? NETS_WS_RC : NETS_WN_RC, &drained.room[i]);
    if (test_below(2)) q.at_from_count = 0;
    if (q.light) q.bandwidth = 0;
    q.ready = r->ready;
    q.length = r->length;
    q.flags = r->flags;
    if (q.deadline && q.length < 99)
        q.deadline = q.ready + q.length + test_between(0, 15);
    if (q.length > 99) q.deadline = 0;
    drained.r[i] = *r = q;
    return drained.stays[i];
}

static void drain_report(void *ctx, const nets_booking *b, nets_time was)
{
    CHECK(ctx == &drained && drained.reported < drained.asked);
    CHECK_EQ(nets_check(w.net), NETS_OK);
    drained.told[drained.reported] = b->id;
    drained.said[drained.reported++] = was;
}

/* The next booking asked about, in order of starts, then of ids; the first if `i` is
 * NETS_NONE. drained.asked: there are no more. */
static uint32_t drain_next(uint32_t i)
{
    uint32_t best = drained.asked;
    for (uint32_t k = 0; k < drained.asked; k++)
        if ((i == NETS_NONE || drained.was[k] > drained.was[i] ||
             (drained.was[k] == drained.was[i] && k > i)) &&
            (best == drained.asked || drained.was[k] < drained.was[best]))
            best = k;
    return best;
}

/* What the manual says, on a copy: all that may move is cancelled and booked again in
 * order of start, each at the first start of all that fits. Returns whether one finds no
 * place. */
static int drain_copy(nets_network **twin, nets_id *now)
{
    static o_model m;
    const nets_use u = drained.u;
    nets_booking b;
    m = w.m;
    saved.read = 0;
    CHECK_EQ(nets_load(twin, NULL, get, &saved), NETS_OK);
    CHECK_EQ(nets_fail(*twin, u.kind, u.index, u.from, u.to, 0, NULL), NETS_OK);
    for (nets_kind of = NETS_LINK; of <= NETS_WAVE; of = (nets_kind)(of + 1))
        for (uint32_t i = 0; i < o_count(&m, of); i++)
            if (is_at(u.kind, u.index, &(nets_use){.kind = of, .index = i}))
                o_add(&m, of, i, u.from, u.to, -m.of[of][i].total);
    for (uint32_t i = 0; i < drained.asked; i++) {
        now[i] = 0;
        if (drained.stays[i]) continue;
        CHECK_EQ(nets_get(*twin, drained.id[i], &b), NETS_OK);
        add_uses(&m, b.uses, b.count, 1);
        CHECK_EQ(nets_cancel(*twin, drained.id[i]), NETS_OK);
    }
    for (uint32_t i = drain_next(NETS_NONE); i < drained.asked; i = drain_next(i)) {
        nets_request *r = &drained.r[i];
        int best[O_TIMES], first = 1, last = 0, t = 1;
        if (drained.stays[i]) continue;
        if (!lacks_units(&m, r)) t = o_starts(&m, r, &first, &last, best);
        if (t > last || (r->flags && t > first)) return drained.stays[i] = 2;
        CHECK(nets_first_slot(*twin, r, &w.plan) == NETS_OK && w.plan.start == when(t));
        CHECK_EQ(nets_commit(*twin, &w.plan, &now[i]), NETS_OK);
        add_uses(&m, w.plan.uses, w.plan.count, -1);
    }
    return 0;
}

/* All of a resource, a node or a group is drained. */
static void drain(void)
{
    const int partly = (int)test_below(2);
    nets_network *twin = NULL;
    nets_id id, now[KEPT];
    nets_booking b;
    nets_status s, want = NETS_OK;
    nets_use u;
    uint32_t told = 0;
    int stay = 0, over = 0;
    if (!random_use(&u) || w.count == KEPT) return;
    if (test_below(2)) u.kind = NETS_NODE, u.index = (uint32_t)test_below(w.m.nodes);
    drained.u = u;
    for (id = 0; nets_in_the_way(w.net, u.kind, u.index, u.from, u.to, id, &b) == NETS_OK;
         id = b.id)
        over |= b.block;
    save(w.net, &saved);
    CALL(s, (drained.asked = drained.reported = 0,
             nets_drain(w.net, u.kind, u.index, u.from, u.to, partly, drain_ask,
                        drain_report, &drained, &id)));
    if (s == NETS_E_ARG) return; /* nothing at the node */
    for (uint32_t i = 0; i < drained.asked; i++) stay |= drained.stays[i];
    if (stay && !partly) want = NETS_E_BUSY;
    while (want == NETS_OK && drain_copy(&twin, now)) {
        stay = 1;
        if (!partly) want = NETS_E_BUSY;
        nets_destroy(twin);
        twin = NULL;
    }
    CHECK(s == want && (id != 0) == (s == NETS_OK));
    for (uint32_t i = drain_next(NETS_NONE); i < drained.asked; i = drain_next(i)) {
        booked *k = &w.kept[kept_as(drained.id[i])];
        const int goes = !drained.stays[i];
        if (goes && s != NETS_OK) continue;
        CHECK(told < drained.reported && drained.told[told] == drained.id[i]);
        CHECK_EQ(drained.said[told++], goes ? drained.was[i] : NETS_FOREVER);
        if (!goes) continue;
        add_uses(&w.m, k->uses, k->count, 1);
        CHECK_EQ(nets_get(twin, now[i], &b), NETS_OK);
        CHECK(b.count <= USES);
        k->count = b.count;
        if (b.tag) k->tag = b.tag;
        memcpy(k->uses, b.uses, b.count * sizeof *b.uses);
        add_uses(&w.m, k->uses, k->count, -1);
    }
    CHECK_EQ(told, drained.reported);
    if (s == NETS_OK) {
        drains += drained.asked > 0;
        CHECK_EQ(nets_get(w.net, id, &b), NETS_OK);
        CHECK_EQ(b.block, stay || over ? 2 : 1);
        add_uses(&w.m, b.uses, b.count, -1);
        keep(id, 0, b.uses, b.count);
        w.kept[w.count - 1].block = b.block;
    }
    nets_destroy(twin);
    o_settle(&w.m);
    compare();
    check_kept();
}

/* A link gets another capacity, whatever is booked. */
static void change_capacity(void)
{
    const uint32_t i = (uint32_t)test_below(w.m.links + 1);
    const int64_t capacity = test_between(-1, 6);
    const long calls = w.heap.calls;
    const int good = i < w.m.links && capacity > 0;
    nets_link_info link;
    CHECK_EQ(nets_set_capacity(w.net, i, capacity), good ? NETS_OK : NETS_E_ARG);
    CHECK_EQ(w.heap.calls, calls);
    if (good) {
        o_add(&w.m, NETS_LINK, i, when(w.m.now), NETS_FOREVER,
              capacity - w.m.of[NETS_LINK][i].total);
        w.m.of[NETS_LINK][i].total = capacity;
        CHECK(nets_get_link(w.net, i, &link) == NETS_OK && link.capacity == capacity);
    }
    o_settle(&w.m);
    compare();
    check_kept();
}

static nets_booking as_booked(const booked *b)
{
    nets_booking now;
    CHECK_EQ(nets_get(w.net, b->id, &now), NETS_OK);
    return now;
}

/* A booking ends earlier, which never asks for memory. */
static void finish(void)
{
    const int i = (int)test_below((uint64_t)w.count);
    booked *b = &w.kept[i];
    const nets_time start = as_booked(b).start, end = as_booked(b).end;
    const nets_time now = when(w.m.now);
    const nets_time at = end == NETS_FOREVER ? now + (int)test_below(40)
                                             : now + test_between(-1, end - now + 1);
    const long calls = w.heap.calls;
    const int never = at > end || at < start || (at == start && at > now);
    const nets_status want = at < now ? NETS_E_PAST : never ? NETS_E_ARG : NETS_OK;
    uint32_t left = 0;
    int over = 1; /* nothing is left, or only the past */
    CHECK_EQ(nets_finish(w.net, b->id, at), want);
    CHECK_EQ(w.heap.calls, calls);
    if (want == NETS_OK) {
        book(b->uses, b->count, 1);
        for (uint32_t k = 0; k < b->count; k++) {
            if (b->uses[k].from >= at) continue;
            b->uses[left] = b->uses[k];
            if (b->uses[left].to > at) b->uses[left].to = at;
            over &= b->uses[left++].to <= now;
        }
        b->count = left;
        book(b->uses, left, -1);
        o_settle(&w.m);
        if (over) CHECK_EQ(nets_finish(w.net, b->id, at), NETS_E_NOTFOUND);
        if (over) *b = w.kept[--w.count];
    }
    compare();
    check_kept();
}

/* A booking goes on with what it has at its end, if that is free. */
static void extend(void)
{
    booked *b = &w.kept[test_below((uint64_t)w.count)];
    const nets_time end = as_booked(b).end;
    nets_time to =
        end == NETS_FOREVER ? end - (int)test_below(2) : end + test_between(-1, 6);
    nets_status want = to < end ? NETS_E_ARG : NETS_OK;
    nets_time latest = INT64_MIN;
    static booked more;
    more.count = 0;
    for (uint32_t k = 0; to > end && k < b->count; k++) {
        if (b->uses[k].to != end) continue;
        more.uses[more.count] = b->uses[k];
        more.uses[more.count].from = end;
        more.uses[more.count++].to = to;
    }
    book(more.uses, more.count, -1);
    for (uint32_t k = 0; k < more.count && b->block < 2; k++)
        if (o_min(&w.m, more.uses[k].kind, more.uses[k].index, o_instant(&w.m, end),
                  o_instant(&w.m, to)) < 0)
            want = NETS_E_BUSY;
    book(more.uses, more.count, 1); /* as it is while memory is refused */
    o_settle(&w.m);
    DOES(nets_extend(w.net, b->id, to, test_below(2) ? NULL : &latest), want);
    if (want == NETS_E_BUSY && latest > INT64_MIN) { /* so far, and no farther */
        CHECK(latest >= end && latest < to);
        CHECK_EQ(nets_extend(w.net, b->id, latest + 1, NULL), NETS_E_BUSY);
        DOES(nets_extend(w.net, b->id, to = latest, NULL), NETS_OK);
        want = NETS_OK;
        for (uint32_t k = 0; k < more.count; k++) more.uses[k].to = latest;
        if (latest == end) more.count = 0;
    }
    if (want == NETS_OK) {
        book(more.uses, more.count, -1);
        for (uint32_t k = 0; k < b->count; k++)
            if (b->uses[k].to == end) b->uses[k].to = to;
    }
    compare();
    check_kept();
}

/* Time moves on; bookings that are over are gone. */
static void advance(int to)
{
    const long calls = w.heap.calls;
    nets_booking b;
    CHECK_EQ(nets_advance(w.net, when(to)), NETS_OK);
    CHECK_EQ(w.heap.calls, calls);
    w.m.now = to;
    for (int i = w.count - 1; i >= 0; i--) {
        int over = 1;
        for (uint32_t k = 0; k < w.kept[i].count; k++)
            over &= w.kept[i].uses[k].to <= when(to);
        CHECK_EQ(nets_get(w.net, w.kept[i].id, &b), over ? NETS_E_NOTFOUND : NETS_OK);
        if (over) w.kept[i] = w.kept[--w.count];
    }
    compare();
}

static nets_status load(nets_network **net, stream *s)
{
    const nets_desc d = described();
    s->read = 0;
    return nets_load(net, &d, get, s);
}

/* Goes on with a copy, which is saved as the same bytes; in a buffer there is room for
 * only one of them, and for no plan with it while it is made. */
static void save_and_load(void)
{
    nets_network *net = w.net;
    nets_status s;
    save(w.net, &saved);
    closed = 0;
    if (w.buffer) {
        nets_plan_free(&w.plan);
        nets_destroy(w.net);
    }
    EACH_REFUSED(&w.heap, w.refusing, s, load(&net, &saved), CHECK(net == NULL));
    CHECK_EQ(s, NETS_OK);
    CHECK_EQ(saved.read, saved.size);
    save(net, &again);
    CHECK_EQ(again.size, saved.size);
    CHECK(memcmp(again.at, saved.at, saved.size) == 0);
    if (!w.buffer) nets_destroy(w.net);
    closed = w.buffer != NULL;
    w.net = net;
    compare();
    check_kept();
}

static void check_max_flow(void)
{
    const uint32_t a = (uint32_t)test_below(w.m.nodes);
    const uint32_t b = (a + 1 + (uint32_t)test_below(w.m.nodes - 1)) % w.m.nodes;
    const int from = w.m.now + (int)test_below(30);
    const int to = test_below(9) ? from + (int)test_between(1, 15) : O_TIMES;
    const int64_t limit = test_below(2) ? 0 : test_between(1, 12);
    nets_amount flow = -7;
    o_free f;
    o_window(&w.m, from, to, &f);
    int64_t want = o_network_flow(&w.m, a, b, &f);
    if (limit && want > limit) want = limit;
    DOES(nets_max_flow(w.net, a, b, when(from), to == O_TIMES ? NETS_FOREVER : when(to),
                       limit, &flow),
         NETS_OK);
    CHECK_EQ(flow, want);
}

/* Nothing changes in a basic interval, and something at each of its ends. */
static void check_intervals(void)
{
    nets_span s;
    CHECK_EQ(nets_interval(NULL, when(w.m.now), &s), NETS_E_ARG);
    CHECK_EQ(nets_interval(w.net, when(w.m.now), NULL), NETS_E_ARG);
    CHECK_EQ(nets_interval(w.net, when(w.m.now) - 1, &s), NETS_E_PAST);
    for (int t = w.m.now; t < O_TIMES; t++) {
        CHECK_EQ(nets_interval(w.net, when(t), &s), NETS_OK);
        CHECK(s.from <= when(t) && when(t) < s.to && s.from >= when(w.m.now));
        if (t == w.m.now || !o_same_as_before(&w.m, t)) CHECK_EQ(s.from, when(t));
        if (t > w.m.now && o_same_as_before(&w.m, t)) CHECK(s.from < when(t));
        if (t + 1 < O_TIMES)
            CHECK_EQ(s.to == when(t + 1), !o_same_as_before(&w.m, t + 1));
    }
    CHECK_EQ(s.to, NETS_FOREVER);
}

static int event_order(const void *x, const void *y)
{
    const nets_event *a = (const nets_event *)x, *b = (const nets_event *)y;
    if (a->time != b->time) return a->time < b->time ? -1 : 1;
    return a->starts != b->starts ? a->starts - b->starts : a->id < b->id ? -1 : 1;
}

/* All events from a time on, in order; or starts alone. */
static void check_events(void)
{
    static nets_event all[2000];
    const int starts = (int)test_below(2);
    const nets_time from = when((int)test_below(40)), now = when(w.m.now);
    nets_event e = {from, 0, 0};
    nets_booking b;
    size_t n = 0;
    for (b.id = 0; n < 1998 && nets_next(w.net, b.id, &b) == NETS_OK;) {
        all[n].time = b.start, all[n].id = b.id, all[n].starts = 1;
        n += b.start >= from && b.start >= now;
        all[n].time = b.end, all[n].id = b.id, all[n].starts = 0;
        n += b.end >= from && b.end < NETS_FOREVER && !starts;
    }
    qsort(all, n, sizeof *all, event_order);
    for (size_t i = 0; i < n; i++) {
        CHECK_EQ(nets_next_event(w.net, &e, starts), NETS_OK);
        CHECK(e.time == all[i].time && e.id == all[i].id && e.starts == all[i].starts);
    }
    CHECK_EQ(nets_next_event(w.net, &e, starts), NETS_E_NOTFOUND);
}

static void set_tag(void)
{
    booked *b = &w.kept[test_below((uint64_t)w.count)];
    b->tag = test_below(5);
    CHECK_EQ(nets_set_tag(w.net, b->id, b->tag), NETS_OK);
    check_kept();
}

/* ---- odd calls --------------------------------------------------------------------- */

/* Mostly a few, sometimes at one of the ends. */
static int64_t odd(void)
{
    static const int64_t ends[] = {INT64_MIN, INT64_MIN + 1, -1,       0, 1,
                                   NETS_MOST, INT64_MAX - 1, INT64_MAX};
    return test_below(12) ? test_between(0, 40) : ends[test_below(8)];
}

static uint32_t odd_one(uint32_t count)
{
    return test_below(20) ? (uint32_t)test_below(count + 1) : UINT32_MAX;
}

static nets_status odd_request(nets_network *net)
{
    nets_request r = any_request();
    nets_need need = {(uint32_t)test_below(9), odd()};
    nets_alternative_info offer;
    nets_spans starts = {0};
    nets_plan plan = {0};
    nets_reason why;
    nets_status s;
    if (test_below(8) == 0) r.from = odd_one(w.m.nodes);
    if (test_below(8) == 0) r.to = odd_one(w.m.nodes);
    if (test_below(4) == 0) r.ready = odd();
    if (test_below(4) == 0) r.deadline = odd();
    if (test_below(4) == 0) r.length = odd();
    if (test_below(4) == 0) r.bandwidth = odd();
    if (test_below(6) == 0) r.at_to = &need, r.at_to_count = 1;
    if (test_below(9) == 0) r.algorithm = (nets_algorithm)test_below(8);
    if (test_below(9) == 0) r.splittable = !r.splittable;
    if (test_below(9) == 0) r.light = !r.light;
    if (test_below(9) == 0) r.max_combinations = 1 + (uint32_t)test_below(2);
    if (test_below(9) == 0) r.replaces = test_below(8);
    if (test_below(9) == 0) r.volume = odd(), r.least = odd(), r.most = odd();
    if (test_below(9) == 0) r.flags = (uint32_t)test_below(5);
    switch (test_below(4)) {
    case 0: return nets_alternatives(net, &r, &offer);
    case 1: return nets_explain(net, &r, &why);
    case 2: s = nets_starts(net, &r, &starts); break;
    default:
        s = nets_first_slot(net, &r, &plan);
        if (s == NETS_OK) s = nets_commit(net, &plan, NULL);
    }
    nets_spans_free(&starts);
    nets_plan_free(&plan);
    return s;
}

static nets_status odd_call(nets_network *net)
{
    const uint32_t a = odd_one(w.m.nodes), b = odd_one(w.m.nodes),
                   link = odd_one(w.m.links), unit = odd_one(w.m.units);
    const nets_kind kind = (nets_kind)test_below(7);
    const nets_id id = test_below(12);
    nets_use uses[2];
    const nets_plan plan = {
        .uses = uses, .count = 1 + (uint32_t)test_below(2), .replaces = id % 4 ? 0 : id};
    for (int i = 0; i < 2; i++)
        uses[i] = (nets_use){
            .kind = kind, .index = link, .from = odd(), .to = odd(), .amount = odd()};
    switch (test_below(30)) {
    case 0: return nets_add_node(net, NULL);
    case 1: return nets_add_link(net, a, b, odd(), odd(), NULL);
    case 2: return nets_add_duplex(net, a, b, odd(), odd(), NULL);
    case 3: return nets_add_partition(net, a, types[id % 4], (nets_access)(id % 3), NULL);
    case 4: return nets_add_unit(net, odd_one(w.m.partitions), odd(), unit, NULL);
    case 5: return nets_allow(net, unit, odd_one(w.m.units));
    case 6: return nets_add_cluster(net, a, odd(), odd(), NULL);
    case 7: return nets_add_waves(net, link, (uint32_t)id, odd_one(4));
    case 8: return nets_set_converter(net, a);
    case 9: return nets_set_group(net, link, a);
    case 10: return nets_set_capacity(net, link, odd());
    case 11: return nets_cancel(net, id);
    case 12: return nets_finish(net, id, odd());
    case 13: return nets_extend(net, id, odd(), NULL);
    case 14: return nets_advance(net, odd());
    case 15: return nets_block(net, kind, link, odd(), odd(), odd(), NULL);
    case 16: return nets_fail(net, kind, link, odd(), odd(), odd(), NULL);
    case 17: return nets_commit(net, &plan, NULL);
    default: return odd_request(net);
    }
}

/* Calls with any numbers on a copy that has room for more or is asked for none, with
 * requests for memory refused: it stays sound, and what fails changes nothing. */
static void odd_calls(void)
{
    static const nets_room room = {40, 60, 30, 60, 99, 9, 60, 40, 60, 9};
    const nets_desc d = {.alloc = test_heap_hook,
                         .alloc_ctx = &w.heap,
                         .room = test_below(2) ? &room : NULL};
    nets_network *net;
    save(w.net, &saved);
    CHECK_EQ(nets_load(&net, &d, get, &saved), NETS_OK);
    for (int k = 0; k < 12; k++) {
        w.heap.sticky = 0;
        w.heap.fail_at = test_below(8) ? 0 : w.heap.calls + 1 + (long)test_below(4);
        const nets_status s = odd_call(net);
        w.heap.fail_at = 0;
        CHECK_EQ(nets_check(net), NETS_OK);
        save(net, s == NETS_OK ? &saved : &again);
        CHECK(s == NETS_OK ||
              (again.size == saved.size && !memcmp(again.at, saved.at, saved.size)));
    }
    nets_destroy(net);
}

/* Anything but a request. In a buffer, whatever has a bound. */
static void live(void)
{
    const uint64_t what = test_below(40);
    if (what < 4)
        book_own();
    else if (what < 7 && w.m.now < 20)
        advance(w.m.now + (int)test_between(0, 4));
    else if (what > 37)
        check_events();
    else if (what > 27)
        check_max_flow();
    else if (what == 22 && w.count)
        set_tag();
    else if (what > 25)
        check_intervals();
    else if (what > 24)
        (test_below(2) ? odd_calls : save_and_load)();
    else if (what > 22 && w.count)
        finish();
    else if (what > 21)
        change_capacity();
    else if (what > 18 && !w.buffer)
        drain();
    else if (what < 9)
        block_all();
    else if (what < 12 && w.count && w.m.steady < 50)
        extend();
    else if (what < 17 && !w.buffer)
        grow();
}

/* ---- the four algorithms ----------------------------------------------------------- */

/* A request, and something else. */
static void ask_and_live(nets_algorithm which, int first)
{
    if (!w.buffer) take_some((int)test_below(!first ? 3 : LARGE ? 90 : 16));
    nets_request r = random_request(which);
    if (w.count && test_below(3) == 0)
        r.replaces = replaceable(w.kept[test_below((uint64_t)w.count)].id);
    while (w.buffer && r.at_from_count + r.at_to_count > w.room.needs)
        --*(r.at_from_count ? &r.at_from_count : &r.at_to_count); /* the bounded part */
    if (w.buffer) r.max_delay = 0;                                /* has no bound */
    if (!w.buffer || (expected(&r) == which && (r.from != r.to || r.at_to_count)))
        ask(&r);
    live();
}

static void drop_all(void)
{
    while (w.count) drop((int)test_below((uint64_t)w.count));
    destroy();
}

static void algorithm(nets_algorithm which, unsigned with)
{
    long left = test_scaled(ROUNDS);
    const long full = left;
    found = refused = one_node = light_paths = test_refusals = detours = given_up = 0;
    while (left > 0) {
        make_network(with);
        if (!(with & LIGHTS) && test_below(8) == 0) into_a_buffer();
        for (int k = 0; k < 10; k++, left--) ask_and_live(which, k == 0);
        drop_all();
    }
    CHECK(full < 1000 || (found > full / 5 && refused > full / 5 &&
                          (one_node > full / 20 || with & ROUND)));
    CHECK(full < 3000 ||
          (test_refusals > full / 50 && (!(with & LIGHTS) || light_paths > full / 4)));
}

static void ws_rc(void) { algorithm(NETS_WS_RC, PAIRS); }
static void wn_rc(void) { algorithm(NETS_WN_RC, PAIRS); }
static void ws_rn(void) { algorithm(NETS_WS_RN, 0); }
static void wn_rn(void) { algorithm(NETS_WN_RN, 0); }
static void light(void) { algorithm(NETS_WN_RC, PAIRS | LIGHTS); }

/* Where nodes are few: oracles have 64 bits for nodes and wavelengths, or list paths. */
#if LARGE
#define SMALL_TESTS
#else
#include "nets_legs.h"
#define SMALL_TESTS TEST(rated), TEST(legs), TEST(volume), TEST(drained_networks),
#endif

#if !LARGE
static void rated(void)
{
    algorithm(NETS_WN_RC, PAIRS | LIGHTS | ROUND);
    printf("  %ld requests of light: %ld first routes not carried, %ld others; %ld plans "
           "so, %ld given up\n",
           light_paths, o_crowded, o_around, detours, given_up);
    CHECK(light_paths < 1000 || (o_around > 0 && given_up < light_paths / 1000 + 3));
}

/* The rate and the start with the earliest end, of these the lowest rate: of all rates
 * and starts. Returns the instant, or -1. */
static int volume_start(const nets_request *r, nets_request *at, int *combination)
{
    const o_model *m = free_for(r);
    const int64_t least = r->least ? r->least : 1;
    const int64_t most = r->most ? r->most : r->volume > least ? r->volume : least;
    int best[O_TIMES], first, last, t, start = -1;
    nets_request q = *r;
    q.volume = q.least = q.most = 0;
    for (int64_t rate = least; rate <= most; rate++) {
        q.bandwidth = rate;
        q.length = (r->volume + rate - 1) / rate;
        if (r->deadline && r->deadline != NETS_FOREVER &&
            r->deadline - r->ready < q.length)
            continue;
        t = o_starts(m, &q, &first, &last, best);
        if (r->flags & NETS_EXACTLY && when(t) != r->ready) continue;
        if (t > last || (start >= 0 && t + q.length >= start + at->length)) continue;
        start = t;
        *combination = best[t];
        *at = q;
    }
    return start;
}

static void explain_volume(const nets_request *r, nets_status s)
{
    nets_reason why;
    nets_status said;
    CALL(said, nets_explain(w.net, r, &why));
    CHECK(said == s || (s == NETS_E_NOFIT && said == NETS_E_NEVER));
    if (said == NETS_E_NEVER && why.field && !strcmp(why.field, "volume"))
        CHECK(why.value == r->volume && why.most < r->volume);
    compare();
}

static void ask_volume(void)
{
    nets_request r = random_request(test_below(2) ? NETS_WS_RC : NETS_WN_RC);
    int best = 0;
    nets_status s;
    if (r.from == r.to) return;
    if (w.count && test_below(3) == 0)
        r.replaces = replaceable(w.kept[test_below((uint64_t)w.count)].id);
    r.volume = test_between(1, test_below(3) ? 20 : 60);
    if (test_below(2)) r.least = test_between(1, 4);
    if (test_below(2)) r.most = test_between(r.least ? r.least : 1, 9);
    if (r.deadline && r.deadline != NETS_FOREVER)
        r.deadline = r.ready + test_between(1, 30);
    if (test_below(8) == 0) r.flags = NETS_EXACTLY;
    r.bandwidth = test_below(2) ? 0 : 1000; /* neither is read */
    r.length = test_between(-5, 0);
    nets_request at = r;
    const int start = lacks_units(&w.m, &r) ? -1 : volume_start(&r, &at, &best);
    CALL(s, nets_first_slot(w.net, &r, &w.plan));
    if (s == NETS_E_LIMIT || w.plan.limited) {
        CHECK(r.light && memchr(w.m.converts, 1, O_NODES));
        CHECK(s != NETS_OK || (start >= 0 && w.plan.end >= when(start) + at.length));
        return;
    }
    CHECK(s == (lacks_units(&w.m, &r) ? NETS_E_NEVER
                : start < 0           ? NETS_E_NOFIT
                                      : NETS_OK));
    CHECK(s != NETS_OK || w.plan.bandwidth == at.bandwidth);
    found += s == NETS_OK;
    if (s == NETS_OK) check_plan(free_for(&r), &at, &w.plan, start, best);
    if (test_below(8) == 0) explain_volume(&r, s);
    CHECK(nets_starts(w.net, &r, &w.spans) == NETS_E_ARG);
    if (s == NETS_OK && test_below(2)) {
        CHECK_EQ(nets_first_slot(w.net, &r, &w.plan), NETS_OK);
        if (has_room(&w.plan)) (void)commit(&w.plan);
    }
}

/* So many bookings in the way of drains. */
static void drained_networks(void)
{
    const long full = test_scaled(25000);
    long left = full;
    drains = 0;
    while (left > 0) {
        make_network(PAIRS | FEW | (test_below(3) ? 0 : LIGHTS));
        take_some((int)test_below(12));
        for (int k = 0; k < 12; k++) {
            const nets_request r =
                random_request(test_below(2) ? NETS_WS_RC : NETS_WN_RC);
            if (w.count < KEPT && nets_first_slot(w.net, &r, &w.plan) == NETS_OK)
                book_plan(&w.plan);
            if (test_below(4) == 0) advance(w.m.now + (int)test_below(3));
            drained.asked = 0;
            if (w.count > 1) drain();
            left -= (long)drained.asked;
            while (w.count && (w.count == KEPT || w.m.steady > 50)) drop(0);
        }
        drop_all();
    }
    CHECK(drains > full / 10);
}

static void volume(void)
{
    const long full = test_scaled(50000);
    long left = full;
    found = 0;
    while (left > 0) {
        make_network(PAIRS | FEW | (test_below(3) ? 0 : LIGHTS));
        take_some((int)test_below(24));
        for (int k = 0; k < 8; k++, left--) {
            ask_volume();
            live();
        }
        drop_all();
    }
    CHECK(full < 1000 || found > full / 5);
}
#endif

/* With few combinations tried, an answer is still right, and giving up is told apart. */
static void few_combinations(void)
{
    long left = test_scaled(ROUNDS / 2);
    while (left > 0) {
        make_network(PAIRS);
        take_some((int)test_below(20));
        for (int k = 0; k < 8; k++, left--) {
            static o_choice choice[O_COMBINATIONS];
            int best[O_TIMES], first, last;
            nets_request r = random_request(NETS_WS_RC);
            nets_alternative_info a;
            r.max_combinations = (uint32_t)test_between(1, 6);
            const int n = o_lacks_type(&w.m, &r) ? 0 : o_choices(&w.m, &r, choice);
            const int t = o_starts(&w.m, &r, &first, &last, best);
            const nets_status s = nets_first_slot(w.net, &r, &w.plan);
            if (s == NETS_E_LIMIT) {
                CHECK(n > (int)r.max_combinations && w.plan.count == 0);
            } else if (s == NETS_E_NOFIT || s == NETS_E_NEVER) {
                CHECK(t > last);
            } else {
                CHECK(s == NETS_OK);
                CHECK(w.plan.combinations <= r.max_combinations);
                CHECK(w.plan.start >= when(t));
                if (n <= (int)r.max_combinations) CHECK(!w.plan.limited);
                if (!w.plan.limited) CHECK(w.plan.start == when(t));
                if (w.plan.limited && !r.deadline)
                    CHECK(nets_alternatives(w.net, &r, &a) == NETS_E_LIMIT);
            }
        }
        destroy();
    }
}

/* ---- streams ----------------------------------------------------------------------- */

/* A network with bookings, saved. */
static void make_saved(void)
{
    make_network(PAIRS | LIGHTS);
    for (int k = 0; k < 12; k++) {
        const nets_request r = random_request(test_below(2) ? NETS_WS_RC : NETS_WN_RC);
        take_some(1);
        if (w.count < KEPT && nets_first_slot(w.net, &r, &w.plan) == NETS_OK)
            (void)commit(&w.plan);
    }
    save(w.net, &saved);
}

static void no_network(stream *s)
{
    nets_network *net = w.net;
    const long blocks = w.heap.live_blocks;
    const nets_status status = load(&net, s);
    CHECK(status == NETS_E_CORRUPT || status == NETS_E_FOREIGN || status == NETS_E_ABI);
    CHECK(net == NULL);
    CHECK_EQ(w.heap.live_blocks, blocks);
}

/* A bit is flipped; the rest is missing. */
static void damage(void)
{
    const size_t places = test_scaled(100) < 10 ? 300 : 3000;
    make_saved();
    const size_t full = saved.size;
    for (size_t i = 0; i < full; i += 1 + full / places) {
        const unsigned char bit = (unsigned char)(1u << test_below(8));
        saved.size = i;
        no_network(&saved);
        saved.size = full;
        saved.at[i] ^= bit;
        no_network(&saved);
        saved.at[i] ^= bit;
    }
    destroy();
}

/* Makes both checksums right. */
static void mend(stream *s)
{
    const uint64_t first = test_crc(UINT64_MAX, s->at, 60);
    put_number(s, 60, ~first, 8);
    put_number(s, s->size - 8, ~test_crc(first, s->at + 68, s->size - 76), 8);
}

/* Any number is changed, and the checksums are right: the loaded network is sane, and no
 * more memory is taken than a small multiple of the stream. */
static void lies(void)
{
    static const unsigned char bytes[] = {0, 1, 2, 3, 0x7F, 0x80, 0xFF};
    long left = test_scaled(20000) + 1000, loaded = 0, spoiled = 0;
    size_t i;
    make_saved();
    again = saved;
    mend(&again);
    CHECK(memcmp(again.at, saved.at, saved.size) == 0);
    const size_t held = w.heap.live_bytes;
    w.heap.most = held + 100 * saved.size + 10000;
    while (left-- > 0) {
        nets_network *net;
        again = saved;
        i = (size_t)test_between(12, (int64_t)saved.size - 10);
        if (test_below(16) == 0) i = 27; /* the highest of the last id */
        again.at[i] = bytes[test_below(sizeof bytes)];
        if (test_below(4) == 0) again.at[i + 1] = bytes[test_below(sizeof bytes)];
        if (test_below(4) == 0) memcpy(again.at + i, again.at + i - 8, 8);
        mend(&again);
        const nets_status s = load(&net, &again);
        CHECK(s == NETS_OK || s == NETS_E_CORRUPT);
        spoiled += s != NETS_OK;
        if (s != NETS_OK) continue;
        loaded++;
        save(net, &third);
        CHECK(third.size == again.size && !memcmp(third.at, again.at, again.size));
        CHECK_EQ(nets_check(net), NETS_OK);
        if (test_below(8) == 0) {
            const nets_request r = any_request();
            (void)!nets_first_slot(net, &r, &w.plan);
            nets_plan_free(&w.plan);
        }
        nets_destroy(net);
        CHECK(w.heap.live_bytes <= held);
    }
    CHECK(loaded > 50 && spoiled > 50);
    destroy();
}

static void stream_misuse(void)
{
    nets_desc d = {.now = 1};
    make_saved();
    nets_network *net = w.net;
    saved.most = 50;
    saved.size = 0;
    CHECK_EQ(nets_save(w.net, put, &saved), NETS_E_IO);
    saved.most = 0;
    CHECK_EACH(NETS_E_ARG, nets_save(NULL, put, &saved), nets_save(w.net, NULL, &saved),
               nets_load(NULL, NULL, get, &saved), nets_load(&net, NULL, NULL, &saved));
    CHECK(net == NULL);
    CHECK_EQ(nets_load(&net, &d, get, &saved), NETS_E_ARG);
    CHECK_EQ(nets_load_abi(&net, NULL, get, &saved, NETSCHED_ABI + 1), NETS_E_ABI);
    destroy();
}

/* ---- a copy ----------------------------------------------------------------------- */

/* A separate network, or `net`, with the same reservations in place, never asked
 * anything. */
static nets_network *copy(nets_network *net)
{
    int end;
    nets_desc d = {.now = when(w.m.now)};
    if (!net) CHECK_EQ(nets_create(&net, &d), NETS_OK);
    for (uint32_t i = 0; i < w.m.nodes; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (uint32_t i = 0; i < w.m.links; i++)
        CHECK_EQ(nets_add_link(net, w.m.link[i].from, w.m.link[i].to,
                               w.m.of[NETS_LINK][i].total, w.m.link[i].delay, NULL),
                 NETS_OK);
    for (uint32_t i = 0; i < w.m.links; i++)
        CHECK_EQ(nets_set_group(net, i, w.m.link[i].group), NETS_OK);
    for (uint32_t i = 0; i < w.m.partitions; i++)
        CHECK_EQ(nets_add_partition(net, w.m.partition[i].node, w.m.partition[i].type,
                                    w.m.partition[i].pairs ? NETS_PAIRS : NETS_FULL,
                                    NULL),
                 NETS_OK);
    for (uint32_t i = 0; i < w.m.units; i++)
        CHECK_EQ(nets_add_unit(net, w.m.unit[i].partition, w.m.of[NETS_UNIT][i].total,
                               w.m.unit[i].cid, NULL),
                 NETS_OK);
    for (uint32_t i = 0; i < w.m.units; i++)
        for (uint32_t k = 0; k < w.m.units; k++)
            if (w.m.unit[i].reaches[k]) CHECK_EQ(nets_allow(net, k, i), NETS_OK);
    for (uint32_t i = 0; i < w.m.clusters; i++)
        CHECK_EQ(nets_add_cluster(net, i, w.m.of[NETS_CLUSTER][i].total, 3, NULL),
                 NETS_OK);
    for (uint32_t i = 0; i < w.m.waves; i++)
        CHECK_EQ(nets_add_waves(net, w.m.wave[i].link, w.m.wave[i].wave, 1), NETS_OK);
    for (uint32_t i = 0; i < w.m.nodes; i++)
        if (w.m.converts[i]) CHECK_EQ(nets_set_converter(net, i), NETS_OK);
    for (nets_kind kind = NETS_LINK; kind <= NETS_WAVE; kind = (nets_kind)(kind + 1))
        for (uint32_t i = 0; i < o_count(&w.m, kind); i++)
            for (int t = w.m.now; t < O_TIMES; t = end) {
                const int64_t here = o_value(&w.m, kind, i, t);
                const int64_t taken = w.m.of[kind][i].total - (here > 0 ? here : 0);
                for (end = t + 1; end < O_TIMES && o_value(&w.m, kind, i, end) == here;)
                    end++;
                if (taken > 0)
                    CHECK_EQ(nets_block(net, kind, i, when(t),
                                        end < O_TIMES ? when(end) : NETS_FOREVER, taken,
                                        NULL),
                             NETS_OK);
            }
    return net;
}

/* As a fuzzer says. */
static void fuzz_check(const unsigned char *data, size_t size)
{
    static const nets_algorithm all[] = {NETS_WS_RC, NETS_WN_RC, NETS_WS_RN, NETS_WN_RN};
    int k;
    fuzz_numbers(data, size);
    nets_algorithm which = all[k = (int)test_below(4)];
    make_network((k < 2 ? PAIRS : 0) | (k == 1 && test_below(2) ? LIGHTS : 0));
    if (!(w.with & LIGHTS) && test_below(8) == 7) into_a_buffer();
    for (k = 0; k < 10 && test_bytes_ < test_bytes_end_; k++) ask_and_live(which, k == 0);
    drop_all();
}

FUZZ_MAIN(TEST(ws_rc), TEST(wn_rc), TEST(ws_rn), TEST(wn_rn), TEST(light),
          SMALL_TESTS TEST(few_combinations), TEST(damage), TEST(lies),
          TEST(stream_misuse))
