/* prop_multicost.c - multicost routing against what its definitions say, slot by slot.
 *
 * The oracle keeps the free amount of each link and cluster in an array with one element
 * for each unit of time, and vectors as one byte a slot. It knows nothing of words,
 * heaps or profiles. On ten thousand random networks:
 *
 *   NETS_EXACT   ends when the best of all simple paths, clusters, times to send and
 *                times to start ends, at the least costs of those that end then; with its
 *                own score it has the best score
 *   MC-T, AWMC-T, MC-B, ECT   find what the same rules find on bytes: a list of paths,
 *                the next one of which is looked for from its beginning to its end
 *   MC-T, AWMC-T never end before NETS_EXACT does
 *   and what a fresh picture on a shared clock promises can be booked.
 *
 * In some worlds each request for memory of each call is refused: the picture stays as it
 * was, there is no route, and the same call then does what it must. */
#include "exact.h"
#include "netsched.h"

#include "modes.h"

enum {
    NODES = 6,
    LINKS = 20,
    CLUSTERS = 4,
    TIMES = 1200,
    BITS = 640,
    LABELS = 4000,
    COSTS = 2,
    STORES = 5 /* units of local resources, of types 0 and 1 */
};

/* ---- a world, as the oracle sees it ------------------------------------------------ */

typedef struct world {
    int nodes, links, clusters;
    int from[LINKS], to[LINKS];
    int64_t delay[LINKS], age[LINKS], capacity[LINKS], cpus[CLUSTERS], speed[CLUSTERS];
    int at[CLUSTERS];
    int detour; /* see make_detour */
    int dense;  /* one of so many units of time is free; 0 = few bookings */
    int64_t link_free[LINKS][TIMES]; /* the last element holds for ever */
    int64_t cluster_free[CLUSTERS][TIMES];
    int64_t link_cost[COSTS][LINKS], cluster_cost[COSTS][CLUSTERS];
    nets_cost costs[COSTS];
    int stores, store_at[STORES], store_type[STORES];
    int64_t store_free[STORES][TIMES], store_total[STORES];
    nets_need needs[2];
    nets_view_desc desc;
    nets_task task;
    nets_network *net;
    nets_view *view;
    test_heap heap; /* of views, vectors and plans */
    int refusing;
} world;

static world w;

#define START 200 /* no time before the array begins is asked for */

static int64_t free_at(const int64_t *free, int64_t t)
{
    return free[t < TIMES - 1 ? t : TIMES - 1];
}

static int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* A row of bytes, and the value beyond. */
typedef struct row {
    unsigned char bit[BITS];
    int count, beyond;
} row;

static int bit(const row *r, int64_t k) { return k < r->count ? r->bit[k] : r->beyond; }

/* Slot k is usable if at every time in it so much is free. */
static row row_of(const int64_t *free, int64_t amount, int64_t origin, int64_t tau,
                  int count, int bounded)
{
    row r;
    r.count = count;
    r.beyond = !bounded && free[TIMES - 1] >= amount;
    for (int64_t k = 0; k < count; k++) {
        r.bit[k] = 1;
        for (int64_t t = origin + k * tau; t < origin + (k + 1) * tau; t++)
            if (free_at(free, t) < amount) r.bit[k] = 0;
    }
    return r;
}

static row link_row(int link)
{
    const int64_t from = w.task.origin - (w.desc.shared_clock ? 0 : w.age[link]);
    return row_of(w.link_free[link], w.task.rate, from, w.desc.tau_l, (int)w.desc.slots_l,
                  w.task.bound > 0);
}

static row cluster_row(int cluster)
{
    return row_of(w.cluster_free[cluster], w.task.cpus, w.task.origin, w.desc.tau_m,
                  (int)w.desc.slots_m, w.task.bound > 0);
}

/* ---- a random world ---------------------------------------------------------------- */

/* Takes from the network, and from the oracle's array, if there is so much. */
static void take(nets_kind kind, int index, int64_t *free, int64_t a, int64_t b,
                 int64_t amount)
{
    const int64_t end = b < TIMES ? b : TIMES;
    for (int64_t t = a; t < end; t++)
        if (free[t] < amount) return;
    for (int64_t t = a; t < end; t++) free[t] -= amount;
    CHECK_EQ(nets_block(w.net, kind, (uint32_t)index, a, b, amount, NULL), NETS_OK);
}

/* A few bookings anywhere, some of them for ever; or, where it is dense, no more than a
 * unit of time free here and there. */
static void book(nets_kind kind, int index, int64_t *free, int64_t total)
{
    int64_t t = START - 60, i = test_between(0, 6);
    if (w.dense && test_below(5) < 3)
        for (; t < START + 140; t++)
            if (test_below((uint64_t)w.dense)) take(kind, index, free, t, t + 1, total);
    while (!w.dense && i-- > 0) {
        const int for_ever = test_below(6) == 0;
        const int64_t a = test_between(START - 60, for_ever ? START + 500 : START + 260);
        const int64_t b = for_ever ? NETS_FOREVER : a + test_between(1, 40);
        take(kind, index, free, a, b, test_between(1, total));
    }
}

static void make_link(int from, int to, int64_t longest)
{
    const int i = w.links++;
    w.from[i] = from;
    w.to[i] = to;
    w.delay[i] = test_between(w.detour, longest);
    w.age[i] = test_below(2) ? test_between(0, 50) : 0;
    w.capacity[i] = test_between(1, 3);
    for (int64_t t = 0; t < TIMES; t++) w.link_free[i][t] = w.capacity[i];
    CHECK_EQ(nets_add_link(w.net, (uint32_t)from, (uint32_t)to, w.capacity[i], w.delay[i],
                           NULL),
             NETS_OK);
    book(NETS_LINK, i, w.link_free[i], w.capacity[i]);
}

static void make_links(void)
{
    const int64_t longest = test_below(3) ? test_between(0, 40) : test_between(0, 6);
    for (int n = (int)test_between(1, LINKS); n > 0; n--) {
        const int from = (int)test_below((uint64_t)w.nodes);
        const int to = (int)test_below((uint64_t)w.nodes - 1);
        make_link(from, to + (to >= from), longest);
    }
}

/* From 0 to the cluster at 3: by 1 and perhaps 2, where the one who comes first to 2
 * may have been at 1, and whoever has not goes on there. A path that dominates another
 * then leads nowhere, where the other leads to the end. */
static void make_detour(void)
{
    static const int ends[6][2] = {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {1, 3}, {2, 3}};
    int n = (int)test_between(5, 6);
    for (int i = 0; i < n; i++) make_link(ends[i][0], ends[i][1], 2);
}

static void make_clusters(void)
{
    w.clusters = (int)test_between(1, CLUSTERS);
    for (int i = 0; i < w.clusters; i++) {
        w.at[i] = w.detour ? 3 : (int)test_below((uint64_t)w.nodes);
        w.cpus[i] = test_between(1, 4);
        w.speed[i] = test_between(1, 4);
        for (int64_t t = 0; t < TIMES; t++) w.cluster_free[i][t] = w.cpus[i];
        CHECK_EQ(nets_add_cluster(w.net, (uint32_t)w.at[i], w.cpus[i], w.speed[i], NULL),
                 NETS_OK);
        book(NETS_CLUSTER, i, w.cluster_free[i], w.cpus[i]);
    }
}

static void make_stores(void)
{
    w.stores = (int)test_below(STORES + 1);
    for (int i = 0; i < w.stores; i++) {
        uint32_t partition = NETS_NONE;
        nets_unit_info unit;
        w.store_at[i] = w.at[test_below((uint64_t)w.clusters)];
        w.store_type[i] = (int)test_below(2);
        w.store_total[i] = test_between(1, 4);
        for (int64_t t = 0; t < TIMES; t++) w.store_free[i][t] = w.store_total[i];
        for (int k = 0; k < i; k++)
            if (w.store_at[k] == w.store_at[i] && w.store_type[k] == w.store_type[i] &&
                nets_get_unit(w.net, (uint32_t)k, &unit) == NETS_OK)
                partition = unit.partition;
        if (partition == NETS_NONE)
            CHECK_EQ(nets_add_partition(w.net, (uint32_t)w.store_at[i],
                                        (uint32_t)w.store_type[i], NETS_FULL, &partition),
                     NETS_OK);
        CHECK_EQ(nets_add_unit(w.net, partition, w.store_total[i], 0, NULL), NETS_OK);
        book(NETS_UNIT, i, w.store_free[i], w.store_total[i]);
    }
}

static void make_needs(void)
{
    const uint32_t first = (uint32_t)test_below(2);
    w.task.needs = w.needs;
    w.task.need_count = w.stores && test_below(2) ? (uint32_t)test_between(1, 2) : 0;
    for (uint32_t k = 0; k < w.task.need_count; k++) {
        w.needs[k].type = (first + k) % 2;
        w.needs[k].amount = test_between(1, 3);
    }
}

/* Costs of which one may be hops, and few differ, so that other things often decide. */
static void make_costs(void)
{
    w.task.costs = w.costs;
    w.task.cost_count = test_below(2) ? (uint32_t)test_below(COSTS + 1) : 0;
    for (uint32_t k = 0; k < w.task.cost_count; k++) {
        nets_cost *c = &w.costs[k];
        const int64_t most = test_between(1, 4);
        for (int i = 0; i < LINKS; i++) w.link_cost[k][i] = test_between(0, most);
        for (int i = 0; i < CLUSTERS; i++) w.cluster_cost[k][i] = test_between(0, most);
        c->link = test_between(0, 1);
        c->links = test_below(3) ? w.link_cost[k] : NULL;
        c->clusters = test_below(2) ? w.cluster_cost[k] : NULL;
        c->max = test_below(3) == 0;
        c->limit = test_below(3) ? 0 : test_between(1, 8);
    }
}

static void make_task(void)
{
    memset(&w.task, 0, sizeof w.task);
    w.task.source = w.detour ? 0 : (uint32_t)test_below((uint64_t)w.nodes);
    w.task.origin = START + test_between(-20, 100);
    w.task.rate = test_between(1, 2);
    w.task.cpus = test_between(1, 2);
    w.task.data = test_below(20) ? test_between(1, w.dense ? 1 + w.task.rate : 60) : 0;
    w.task.workload = test_below(20) ? test_between(1, 120) : 0;
    w.task.bound = test_below(3) ? 0 : test_between(1, 400);
    w.task.strict = test_below(4) == 0;
    make_costs();
    make_needs();
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    return (h ^ x) * 0x9E3779B97F4A7C15u + (h >> 31);
}

/* All that the view shows. */
static uint64_t picture(void)
{
    uint64_t h = 1;
    uint32_t k;
    for (nets_kind kind = NETS_LINK; kind <= NETS_CLUSTER; kind = (nets_kind)(kind + 1))
        for (uint32_t i = 0; nets_profile_of(w.net, kind, i); i++) {
            const nets_profile *p = nets_view_profile(w.view, kind, i);
            for (k = 0, h = mix(h, p ? (uint64_t)p->first : 0); p && k < p->count; k++)
                h = mix(mix(h, (uint64_t)p->steps[k].time), (uint64_t)p->steps[k].amount);
        }
    return h;
}

/* s = call; without memory for it the picture stays. */
#define CALL(s, call)                                                            \
    do {                                                                         \
        const uint64_t before_ = w.refusing ? picture() : 0;                     \
        EACH_REFUSED(&w.heap, w.refusing, s, call, CHECK(picture() == before_)); \
    } while (0)

static void learn(nets_kind kind, uint32_t index, const nets_profile *news, nets_time age)
{
    nets_status s;
    CALL(s, nets_view_learn(w.view, kind, index, news, age));
    CHECK_EQ(s, NETS_OK);
}

static void make_world(int detour, int64_t bits)
{
    nets_status s;
    memset(&w, 0, sizeof w);
    CHECK_EQ(nets_create(&w.net, NULL), NETS_OK);
    w.detour = detour;
    w.dense = detour || test_below(2) ? (int)test_between(2, 8) : 0;
    w.nodes = detour ? 4 : (int)test_between(2, NODES);
    for (int i = 0; i < w.nodes; i++) CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    if (detour)
        make_detour();
    else
        make_links();
    make_clusters();
    make_stores();
    w.desc.slots_l = (uint32_t)test_between(1, test_below(2) ? 30 : bits);
    w.desc.slots_m = (uint32_t)test_between(1, bits);
    w.desc.tau_l = detour ? 1 : test_between(1, 4);
    w.desc.tau_m = test_between(1, 4);
    w.desc.shared_clock = test_below(2) == 0;
    w.desc.alloc = test_heap_hook;
    w.desc.alloc_ctx = &w.heap;
    w.refusing = test_below(bits > BITS ? 20 : 250) == 0;
    EACH_REFUSED(&w.heap, w.refusing, s, nets_view_create(&w.view, w.net, &w.desc),
                 CHECK(!w.view && !w.heap.live_blocks));
    CHECK_EQ(s, NETS_OK);
    for (int i = 0; i < w.links; i++) learn(NETS_LINK, (uint32_t)i, NULL, w.age[i]);
    make_task();
}

static void drop_world(void)
{
    nets_view_destroy(w.view);
    nets_destroy(w.net);
    CHECK_EQ(w.heap.live_blocks, 0);
    CHECK_EQ(w.heap.bad_size, 0);
}

/* ---- enumeration: all simple paths, clusters and times ----------------------------- */

/* A path: its delay and row are equations (1) and (2), read off. */
typedef struct path {
    int link[NODES], length, node;
    int64_t delay; /* slots */
    int64_t cost[COSTS];
    row bits;
} path;

static int64_t slots_of_delay(int link) { return ceil_div(w.delay[link], w.desc.tau_l); }

static path no_path(void)
{
    path p = {0};
    p.node = (int)w.task.source;
    p.bits.count = (int)w.desc.slots_l;
    p.bits.beyond = w.task.bound == 0;
    memset(p.bits.bit, 1, sizeof p.bits.bit);
    return p;
}

static path longer(const path *p, int link)
{
    const row l = link_row(link);
    path q = *p;
    for (int k = 0; k < q.bits.count; k++)
        q.bits.bit[k] &= bit(&l, k + (w.desc.shared_clock ? 1 : 2) * p->delay) != 0;
    q.bits.beyond = q.bits.beyond && l.beyond;
    q.delay += slots_of_delay(link);
    for (int k = 0; k < (int)w.task.cost_count; k++) {
        const int64_t here =
            w.costs[k].link + (w.costs[k].links ? w.link_cost[k][link] : 0);
        if (!w.costs[k].max)
            q.cost[k] += here;
        else if (here > q.cost[k])
            q.cost[k] = here;
    }
    q.link[q.length++] = link;
    q.node = w.to[link];
    return q;
}

static int visits(const path *p, int node)
{
    int seen = (int)w.task.source == node;
    for (int i = 0; i < p->length; i++) seen |= w.to[p->link[i]] == node;
    return seen;
}

static int ones_from(const row *r, int64_t k, int64_t count)
{
    while (count > 0 && k < r->count && bit(r, k)) k++, count--;
    return count <= 0 || (k >= r->count && r->beyond);
}

/* A path and a cluster, with the times the task has there. */
typedef struct pair {
    const path *p;
    int cluster;
    int64_t send, est, start, end; /* slots of links, of links, of clusters, and time */
    int64_t after;                 /* at the source: it starts no earlier, in slots */
} pair;

/* What the pair costs. */
static int64_t cost_of(const pair *a, uint32_t k)
{
    const int64_t here = w.costs[k].clusters ? w.cluster_cost[k][a->cluster] : 0;
    const int64_t path_cost = a->p->cost[k];
    if (!w.costs[k].max) return path_cost + here;
    return here > path_cost ? here : path_cost;
}

/* Is nothing above its limit? */
static int within_limits(const pair *a)
{
    for (uint32_t k = 0; k < w.task.cost_count; k++)
        if (w.costs[k].limit && cost_of(a, k) > w.costs[k].limit) return 0;
    return 1;
}

/* By the first cost in which they differ: below, above or 0. */
static int order_of_costs(const int64_t *a, const int64_t *b)
{
    for (uint32_t k = 0; k < w.task.cost_count; k++)
        if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
    return 0;
}

static int64_t burst(void)
{
    return ceil_div(ceil_div(w.task.data, w.task.rate), w.desc.tau_l);
}

/* The time of execution, if sent in slot `send`; -1 if there is none in time. */
static int64_t run_after(pair *a, const row *cluster)
{
    const int64_t length = ceil_div(w.task.workload, w.speed[a->cluster]);
    const int64_t slots = ceil_div(length, w.desc.tau_m);
    a->est = a->p->length ? a->send + burst() + a->p->delay : 0;
    a->start = ceil_div(a->est * w.desc.tau_l, w.desc.tau_m);
    if (!a->p->length) a->start = a->after;
    while (!ones_from(cluster, a->start, slots)) {
        if (a->start >= cluster->count) return -1;
        a->start++;
    }
    a->end = a->start * w.desc.tau_m + length;
    return w.task.bound && a->end > w.task.bound ? -1 : a->end;
}

/* From when on a pair holds its needs. */
static int64_t holds_from(const pair *a)
{
    return w.task.origin + (a->p->length ? (a->send + a->p->delay) * w.desc.tau_l
                                         : a->start * w.desc.tau_m);
}

/* Has each need a unit that has it free for so long? */
static int stored(const pair *a)
{
    const int64_t from = holds_from(a), to = w.task.origin + a->end;
    int i, fits = 1;
    if (!w.task.data && !w.task.workload) return 1;
    for (uint32_t k = 0; k < w.task.need_count && from < to && fits; k++)
        for (fits = 0, i = 0; i < w.stores && !fits; i++) {
            int64_t t;
            if (w.store_at[i] != w.at[a->cluster] ||
                w.store_type[i] != (int)w.needs[k].type)
                continue;
            for (t = from; t < to && t < TIMES; t++)
                if (w.store_free[i][t] < w.needs[k].amount) break;
            fits = t == to ||
                   (t >= TIMES && free_at(w.store_free[i], TIMES) >= w.needs[k].amount);
        }
    return fits;
}

/* The earliest end of all slots to send in, or at the source to start in; *a is the first
 * of those. Bits beyond the vectors stay as they are, but for needs. */
static int64_t best_of_pair(pair *a, const row *cluster)
{
    int64_t best = -1;
    pair t = *a;
    for (int64_t k = 0;
         k <= w.desc.slots_l || (w.task.need_count && best < 0 && k < TIMES + 300); k++) {
        int64_t end;
        if (t.p->length && burst() && !ones_from(&t.p->bits, k, burst())) continue;
        t.send = t.p->length ? k : 0;
        t.after = t.p->length || !w.task.need_count ? 0 : k;
        end = run_after(&t, cluster);
        if (end < 0 || !stored(&t) || (best >= 0 && end >= best)) continue;
        best = end;
        *a = t;
    }
    return best;
}

static int64_t weight(const row *r)
{
    int64_t sum = 0;
    for (int k = 0; k < r->count; k++) sum += r->bit[k];
    return sum;
}

/* A score that goes by all there is. */
static int64_t mixed_score(int64_t end, int64_t arrive, int64_t delay, int64_t path_ones,
                           int64_t cluster_ones, const int64_t *cost)
{
    int64_t score = 3 * end + 2 * arrive + 4 * delay - path_ones - cluster_ones;
    for (uint32_t k = 0; k < w.task.cost_count; k++) score += (5 + 2 * k) * cost[k];
    return score;
}

static int64_t score_of_pair(const pair *a, const row *cluster)
{
    const int64_t est =
        ceil_div(a->est * w.desc.tau_l, w.desc.tau_m); /* MUV: earlier slots are lost */
    int64_t lost = 0, ones = weight(cluster), cost[COSTS];
    for (uint32_t i = 0; i < w.task.cost_count; i++) cost[i] = cost_of(a, i);
    for (int64_t k = 0; k < est && k < cluster->count; k++) lost += cluster->bit[k];
    return mixed_score(a->end, a->est * w.desc.tau_l, a->p->delay * w.desc.tau_l,
                       w.task.data ? weight(&a->p->bits) : 0, ones - lost, cost);
}

static int64_t score_of_offer(void *ctx, const nets_offer *o)
{
    (void)ctx;
    return mixed_score(o->end - w.task.origin, o->arrive - w.task.origin, o->delay,
                       nets_slots_weight(o->path), nets_slots_weight(o->cpus), o->costs);
}

/* A pair, if it can be had in time; MC-B does not ask when the cluster is free. */
static int make_pair(pair *a, const path *p, int c)
{
    row r = cluster_row(c);
    a->p = p;
    a->cluster = c;
    if (w.at[c] != p->node || w.cpus[c] < w.task.cpus || !within_limits(a)) return 0;
    if (w.task.method == NETS_MC_B) {
        memset(r.bit, 1, sizeof r.bit);
        r.beyond = 1;
    }
    return best_of_pair(a, &r) >= 0;
}

typedef struct best {
    int64_t end, score;  /* end -1: there is none */
    int64_t cost[COSTS]; /* the least of those with that end */
} best;

static void enumerate(const path *p, best *b)
{
    for (int c = 0; c < w.clusters; c++) {
        const row r = cluster_row(c);
        pair a;
        int64_t cost[COSTS];
        if (!make_pair(&a, p, c)) continue;
        for (uint32_t k = 0; k < w.task.cost_count; k++) cost[k] = cost_of(&a, k);
        if (b->end < 0 || score_of_pair(&a, &r) < b->score)
            b->score = score_of_pair(&a, &r);
        if (b->end < 0 || a.end < b->end ||
            (a.end == b->end && order_of_costs(cost, b->cost) < 0))
            memcpy(b->cost, cost, sizeof cost);
        if (b->end < 0 || a.end < b->end) b->end = a.end;
    }
    for (int l = 0; l < w.links; l++)
        if (w.from[l] == p->node && !visits(p, w.to[l])) {
            const path q = longer(p, l);
            enumerate(&q, b);
        }
}

static best enumerate_all(void)
{
    const path p = no_path();
    best b = {-1, 0, {0}};
    enumerate(&p, &b);
    return b;
}

/* ---- the rules of each method, on bytes -------------------------------------------- */

typedef struct found {
    path p;
    int64_t weight;
    int over; /* extended, or pruned */
} found;

static found all[LABELS];
static int found_count, kept[LABELS], kept_count;

static int sooner(int64_t a, int64_t b) { return w.task.strict ? a < b : a <= b; }

static int row_covers(const row *a, const row *b)
{
    for (int k = 0; k < a->count; k++)
        if (b->bit[k] > a->bit[k]) return 0;
    return b->beyond <= a->beyond;
}

static int by_weight(void)
{
    return w.task.method == NETS_AWMC_T || w.task.method == NETS_ECT;
}

static int costs_no_more(const path *a, const path *b)
{
    for (uint32_t k = 0; k < w.task.cost_count; k++)
        if (a->cost[k] > b->cost[k]) return 0;
    return 1;
}

static int dominates(const found *a, const found *b)
{
    return costs_no_more(&a->p, &b->p) && sooner(a->p.delay, b->p.delay) &&
           (by_weight() ? a->weight >= b->weight : row_covers(&a->p.bits, &b->p.bits));
}

static int links_free(void) { return w.task.method == NETS_ECT || !w.task.data; }

static void note(const path *p)
{
    found *f = &all[found_count];
    CHECK(found_count < LABELS);
    for (uint32_t k = 0; k < w.task.cost_count; k++)
        if (w.costs[k].limit && p->cost[k] > w.costs[k].limit) return;
    f->p = *p;
    if (links_free()) {
        memset(f->p.bits.bit, 1, sizeof f->p.bits.bit);
        f->p.bits.beyond = 1;
    }
    f->weight = weight(&f->p.bits) + f->p.bits.beyond;
    f->over = 0;
    found_count += f->weight > 0;
}

/* The next path in order: of the least delay, then the most weight, then the least costs,
 * then found first. */
static found *next_found(void)
{
    found *next = NULL;
    for (int i = 0; i < found_count; i++) {
        found *f = &all[i];
        if (f->over) continue;
        if (!next || f->p.delay < next->p.delay ||
            (f->p.delay == next->p.delay &&
             (f->weight > next->weight || (f->weight == next->weight &&
                                           order_of_costs(f->p.cost, next->p.cost) < 0))))
            next = f;
    }
    return next;
}

static void find_paths(void)
{
    const path p = no_path();
    found *f;
    found_count = kept_count = 0;
    note(&p);
    while ((f = next_found()) != NULL) {
        int pruned = 0;
        f->over = 1;
        for (int i = 0; i < kept_count; i++)
            pruned |= all[kept[i]].p.node == f->p.node && dominates(&all[kept[i]], f);
        if (pruned) continue;
        kept[kept_count++] = (int)(f - all);
        for (int l = 0; l < w.links; l++)
            if (w.from[l] == f->p.node && !visits(&f->p, w.to[l])) {
                const path q = longer(&f->p, l);
                note(&q);
            }
    }
}

/* Equation (5), and speeds. */
static int pair_dominates(const pair *a, const pair *b)
{
    const row ra = cluster_row(a->cluster), rb = cluster_row(b->cluster);
    const int64_t ea = ceil_div(a->est * w.desc.tau_l, w.desc.tau_m);
    const int64_t eb = ceil_div(b->est * w.desc.tau_l, w.desc.tau_m);
    int64_t most = (ea > eb ? ea : eb) + BITS;
    if (w.task.need_count) return 0;
    for (uint32_t i = 0; i < w.task.cost_count; i++)
        if (cost_of(a, i) > cost_of(b, i)) return 0;
    if (!sooner(a->p->delay, b->p->delay) || !row_covers(&a->p->bits, &b->p->bits) ||
        w.speed[a->cluster] < w.speed[b->cluster] || a->est > b->est)
        return 0;
    for (int64_t k = 0; k < most; k++) {
        const int free_a = k >= ea && (w.task.method == NETS_MC_B || bit(&ra, k));
        const int free_b = k >= eb && (w.task.method == NETS_MC_B || bit(&rb, k));
        if (free_b && !free_a) return 0;
    }
    return 1;
}

typedef struct answer {
    int64_t end, arrive; /* end -1: there is none */
    int64_t cost[COSTS];
    int cluster;
    const path *p;
    uint32_t paths, widest, pairs;
} answer;

static answer choose(void)
{
    static pair pairs[LABELS];
    answer an = {0};
    int64_t least = 0;
    int n = 0;
    an.end = -1;
    find_paths();
    an.paths = (uint32_t)kept_count - 1;
    for (int i = 1; i < kept_count; i++) {
        uint32_t here = 0;
        for (int j = 1; j < kept_count; j++)
            here += all[kept[j]].p.node == all[kept[i]].p.node;
        if (here > an.widest) an.widest = here;
    }
    for (int c = 0; c < w.clusters; c++)
        for (int i = 0; i < kept_count; i++)
            n += make_pair(&pairs[n], &all[kept[i]].p, c);
    for (int i = 0; i < n; i++) {
        const pair *a = &pairs[i];
        const int64_t arrive = a->est * w.desc.tau_l;
        int64_t cost[COSTS];
        int pruned = 0;
        for (int j = 0; j < n; j++)
            pruned |= j != i && pair_dominates(&pairs[j], a) &&
                      (j < i || !pair_dominates(a, &pairs[j]));
        if (pruned) continue;
        an.pairs++;
        const int64_t score = w.task.method == NETS_MC_B ? arrive : a->end;
        for (uint32_t k = 0; k < w.task.cost_count; k++) cost[k] = cost_of(a, k);
        const int order = order_of_costs(cost, an.cost);
        if (an.end >= 0 &&
            (score > least ||
             (score == least && (order > 0 || (order == 0 && (a->cluster != an.cluster ||
                                                              arrive >= an.arrive))))))
            continue;
        memcpy(an.cost, cost, sizeof cost);
        least = score;
        an.end = a->end;
        an.arrive = arrive;
        an.cluster = a->cluster;
        an.p = a->p;
    }
    return an;
}

/* ---- the library's answers --------------------------------------------------------- */

/* What a route says of itself holds. */
static void check_route(const nets_route *r)
{
    const nets_time origin = w.task.origin;
    path p = no_path();
    row cluster = cluster_row((int)r->cluster);
    pair a;
    for (uint32_t i = 0; i < r->link_count; i++) {
        const int link = (int)r->links[i];
        CHECK(w.from[link] == p.node && !visits(&p, w.to[link]));
        p = longer(&p, link);
    }
    CHECK_EQ(w.at[r->cluster], p.node);
    CHECK_EQ(r->costs != NULL, w.task.cost_count > 0);
    CHECK(w.cpus[r->cluster] >= w.task.cpus);
    CHECK_EQ((r->send - origin) % w.desc.tau_l, 0);
    a.p = &p;
    a.cluster = (int)r->cluster;
    a.send = (r->send - origin) / w.desc.tau_l;
    if (p.length && !links_free()) CHECK(ones_from(&p.bits, a.send, burst()));
    if (w.task.method == NETS_MC_B) {
        memset(cluster.bit, 1, sizeof cluster.bit);
        cluster.beyond = 1;
    }
    a.after = p.length ? 0 : (r->start - origin) / w.desc.tau_m;
    CHECK(within_limits(&a));
    for (uint32_t i = 0; i < w.task.cost_count; i++)
        CHECK_EQ(r->costs[i], cost_of(&a, i));
    CHECK_EQ(run_after(&a, &cluster), r->end - origin);
    CHECK_EQ(a.est * w.desc.tau_l, r->arrive - origin);
    CHECK_EQ(a.start * w.desc.tau_m, r->start - origin);
    CHECK(stored(&a));
}

/* The end after the origin, or -1. */
static int64_t ask(nets_method method, nets_route *r)
{
    nets_status s;
    w.task.method = method;
    EACH_REFUSED(&w.heap, w.refusing, s, nets_multicost(w.view, &w.task, r),
                 CHECK(r->cluster == NETS_NONE && r->link_count == 0));
    CHECK(s == NETS_OK || s == NETS_E_NOFIT);
    if (s != NETS_OK) CHECK(r->cluster == NETS_NONE && r->link_count == 0);
    if (s != NETS_OK) return -1;
    check_route(r);
    return r->end - w.task.origin;
}

static int64_t check_method(nets_method method)
{
    nets_route r;
    const int64_t end = ask(method, &r);
    const answer wanted = choose();
    CHECK_EQ(end, wanted.end);
    CHECK_EQ(r.paths, wanted.paths);
    CHECK_EQ(r.widest, wanted.widest);
    CHECK_EQ(r.pairs, wanted.pairs);
    if (end >= 0) {
        CHECK_EQ(r.cluster, wanted.cluster);
        CHECK_EQ(r.arrive - w.task.origin, wanted.arrive);
        CHECK_EQ(r.link_count, wanted.p->length); /* ties, to the path found first */
        for (uint32_t i = 0; i < r.link_count; i++)
            CHECK_EQ(r.links[i], wanted.p->link[i]);
    }
    if (end >= 0) CHECK_EQ(order_of_costs(r.costs, wanted.cost), 0);
    if (method == NETS_AWMC_T && !w.task.strict && !w.task.cost_count)
        CHECK(r.widest <= w.desc.slots_l + 1);
    return end;
}

/* Later, where -1 is never. */
static int worse(int64_t a, int64_t b) { return a < 0 ? b >= 0 : b >= 0 && a > b; }

static void check_score(const best *b)
{
    nets_route r;
    w.task.score = score_of_offer;
    CHECK_EQ(ask(NETS_EXACT, &r) < 0, b->end < 0);
    if (b->end >= 0) CHECK_EQ(r.score, b->score);
    w.task.score = NULL;
}

/* The picture is the truth, for as long as anything is booked. */
static int is_true(void)
{
    return w.desc.shared_clock &&
           w.task.origin + (int64_t)w.desc.slots_l * w.desc.tau_l >= START + 300 &&
           w.task.origin + (int64_t)w.desc.slots_m * w.desc.tau_m >= START + 300;
}

static void check_booking(nets_method method)
{
    nets_plan plan = {0}, again = {0};
    nets_route r;
    nets_status s;
    nets_id id;
    uint32_t held = 0;
    if (ask(method, &r) < 0) return;
    EACH_REFUSED(&w.heap, w.refusing, s, nets_route_plan(w.view, &w.task, &r, &plan),
                 CHECK_EQ(plan.count, 0));
    CHECK_EQ(s, NETS_OK);
    for (uint32_t i = 0; i < plan.count; i++) held += plan.uses[i].kind == NETS_UNIT;
    CHECK(held == w.task.need_count || (held == 0 && r.arrive == r.end) || !w.task.data);
    CHECK_EQ(plan.count - held, (w.task.data ? r.link_count : 0) + (w.task.workload > 0));
    const uint64_t before = picture();
    CALL(s, nets_view_take(w.view, plan.uses, plan.count));
    CHECK(s == NETS_OK || (s == NETS_E_BUSY && !is_true()));
    if (s == NETS_OK && held > 0) { /* other units, or none */
        s = nets_route_plan(w.view, &w.task, &r, &again);
        CHECK(s == NETS_OK || (s == NETS_E_BUSY && again.count == 0));
        for (uint32_t i = 0; i < again.count; i++)
            CHECK(again.uses[i].index != NETS_NONE);
        nets_plan_free(&again);
        s = NETS_OK;
    }
    if (s == NETS_OK) CALL(s, nets_view_give(w.view, plan.uses, plan.count));
    CHECK(picture() == before);
    if (is_true() && plan.count) {
        CHECK_EQ(nets_commit(w.net, &plan, &id), NETS_OK);
        CHECK_EQ(nets_check(w.net), NETS_OK);
        CHECK_EQ(nets_cancel(w.net, id), NETS_OK);
    }
    nets_plan_free(&plan);
}

static void against_enumeration(int detour)
{
    long n = test_scaled(10000);
    while (n-- > 0) {
        best b;
        nets_route r;
        make_world(detour, test_below(10) ? 140 : BITS);
        b = enumerate_all();
        CHECK_EQ(ask(NETS_EXACT, &r), b.end);
        if (b.end >= 0) CHECK_EQ(order_of_costs(r.costs, b.cost), 0);
        check_score(&b);
        CHECK(!worse(b.end, check_method(NETS_MC_T)));
        CHECK(!worse(b.end, check_method(NETS_AWMC_T)));
        (void)check_method(NETS_MC_B);
        (void)check_method(NETS_ECT);
        check_booking(NETS_EXACT);
        check_booking(NETS_AWMC_T);
        drop_world();
    }
    CHECK(test_refusals > 0 || test_scaled(100) < 20);
}

static void anywhere(void) { against_enumeration(0); }
static void detours(void) { against_enumeration(1); }

/* ---- a picture that changes -------------------------------------------------------- */

/* A new view with the same pictures: it has read nothing yet. */
static nets_view *copy_of_view(void)
{
    nets_view *fresh;
    CHECK_EQ(nets_view_create(&fresh, w.net, &w.desc), NETS_OK);
    for (uint32_t i = 0; i < (uint32_t)w.links; i++)
        CHECK_EQ(nets_view_learn(fresh, NETS_LINK, i,
                                 nets_view_profile(w.view, NETS_LINK, i), w.age[i]),
                 NETS_OK);
    for (uint32_t i = 0; i < (uint32_t)w.clusters; i++)
        CHECK_EQ(nets_view_learn(fresh, NETS_CLUSTER, i,
                                 nets_view_profile(w.view, NETS_CLUSTER, i), 0),
                 NETS_OK);
    for (uint32_t i = 0; i < (uint32_t)w.stores; i++)
        CHECK_EQ(nets_view_learn(fresh, NETS_UNIT, i,
                                 nets_view_profile(w.view, NETS_UNIT, i), 0),
                 NETS_OK);
    return fresh;
}

/* News of a link or cluster: a booking, its end, or all of the truth. */
static void tell(void)
{
    const nets_kind kind = w.stores && test_below(3) == 0 ? NETS_UNIT
                           : test_below(2)                ? NETS_LINK
                                                          : NETS_CLUSTER;
    const int count = kind == NETS_LINK   ? w.links
                      : kind == NETS_UNIT ? w.stores
                                          : w.clusters;
    const uint32_t i = (uint32_t)test_below((uint64_t)count);
    const nets_time a = w.task.origin + test_between(-60, 200);
    nets_use u[2] = {{.kind = kind, .index = i, .from = a, .amount = 1}, {0}};
    nets_status s = NETS_OK;
    u[0].to = a + test_between(1, 60);
    u[1] = u[0];
    switch (test_below(3)) {
    case 0: CALL(s, nets_view_take(w.view, u, (uint32_t)test_between(0, 2))); break;
    case 1: CALL(s, nets_view_give(w.view, u, 1)); break;
    case 2:
        if (kind == NETS_LINK) w.age[i] = test_between(0, 50);
        learn(kind, i, NULL, kind == NETS_LINK ? w.age[i] : 0);
        break;
    default: break;
    }
    CHECK(s == NETS_OK || s == NETS_E_BUSY);
}

/* The next task: mostly some slots later, sometimes at any time or otherwise. */
static void next_task(void)
{
    const nets_time slot = w.desc.tau_l * w.desc.tau_m;
    if (test_below(4))
        w.task.origin += slot * test_between(0, test_below(6) ? 3 : 20);
    else
        w.task.origin += test_between(-30, 30);
    if (test_below(8) == 0) w.task.bound = test_below(2) ? 0 : test_between(1, 400);
    if (test_below(8) == 0) w.task.rate = test_between(1, 2);
    if (test_below(8) == 0) w.task.cpus = test_between(1, 2);
    if (test_below(8) == 0) make_costs();
    if (test_below(8) == 0) make_needs();
    w.task.method = (nets_method)test_below(NETS_ECT + 1);
    w.task.score = test_below(3) ? NULL : score_of_offer;
    if (test_below(6) == 0) nets_view_forget(w.view, w.task.origin - test_between(0, 60));
}

/* What a view has read before makes no difference. */
static void changing(void)
{
    long n = test_scaled(2000);
    while (n-- > 0) {
        int steps = 12;
        make_world(0, 700);
        while (steps-- > 0) {
            nets_view *fresh = copy_of_view();
            nets_route a, b;
            nets_status of_view, s = nets_multicost(fresh, &w.task, &b);
            EACH_REFUSED(&w.heap, w.refusing, of_view,
                         nets_multicost(w.view, &w.task, &a),
                         CHECK(a.cluster == NETS_NONE));
            CHECK_EQ(of_view, s);
            CHECK(a.cluster == b.cluster && a.link_count == b.link_count);
            CHECK(a.send == b.send && a.arrive == b.arrive && a.start == b.start);
            CHECK(a.end == b.end && a.score == b.score && a.labels == b.labels);
            CHECK(a.paths == b.paths && a.widest == b.widest && a.pairs == b.pairs);
            nets_view_destroy(fresh);
            while (test_below(3) == 0) tell();
            next_task();
        }
        drop_world();
    }
}

TEST_MAIN(TEST(anywhere), TEST(detours), TEST(changing))
