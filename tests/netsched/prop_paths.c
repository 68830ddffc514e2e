/* prop_paths.c - nets_paths against all paths there are.
 *
 * The oracle walks along every path that passes no node twice, drops those beyond the
 * limits, and sorts the rest in the documented order. The list must be the first k of
 * them, link by link. Networks have parallel links and many equal delays, so ties are the
 * rule; and delays so large that some paths have none that fits. */
#include "exact.h"
#include "netsched.h"

#include "modes.h"

enum { NODES = 40, LINKS = 120, HOPS = 10, ALL = 40000 };

typedef struct model_path {
    uint32_t links[HOPS], hops;
    nets_time delay;
} model_path;

typedef struct world {
    nets_network *net;
    uint32_t nodes, links;
    nets_link_info link[LINKS];
    nets_path_request req;
    nets_path_list list;
    test_heap heap;
    model_path all[ALL], now; /* and the one the walk is on */
    unsigned char passed[NODES];
    uint32_t count;
} world;

static world w;

/* ---- the oracle -------------------------------------------------------------------- */

static void walk(uint32_t v)
{
    uint32_t i;
    if (v == w.req.to) {
        CHECK(w.count < ALL);
        w.all[w.count++] = w.now;
        return;
    }
    if (w.now.hops == HOPS || (w.req.max_hops && w.now.hops == w.req.max_hops)) return;
    w.passed[v] = 1;
    for (i = 0; i < w.links; i++) {
        const nets_time limit = w.req.max_delay ? w.req.max_delay : INT64_MAX;
        if (w.link[i].from != v || w.passed[w.link[i].to]) continue;
        if (w.now.delay > limit - w.link[i].delay) continue;
        w.now.links[w.now.hops++] = i;
        w.now.delay += w.link[i].delay;
        walk(w.link[i].to);
        w.now.hops--;
        w.now.delay -= w.link[i].delay;
    }
    w.passed[v] = 0;
}

static int three_way(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int in_order(const void *pa, const void *pb)
{
    const model_path *a = (const model_path *)pa, *b = (const model_path *)pb;
    const int hops = three_way(a->hops, b->hops), delay = three_way(a->delay, b->delay);
    const int first = w.req.by == NETS_HOPS ? hops : delay;
    const int second = w.req.by == NETS_HOPS ? delay : hops;
    uint32_t i;
    if (first) return first;
    if (second) return second;
    for (i = 0; i < a->hops; i++)
        if (a->links[i] != b->links[i]) return three_way(a->links[i], b->links[i]);
    return 0;
}

/* ---- networks ---------------------------------------------------------------------- */

static nets_time any_delay(unsigned kind)
{
    switch (kind) {
    case 0: return 0;
    case 1: return test_between(0, 3);
    case 2: return test_between(1, 1000);
    default: return INT64_MAX / test_between(1, 4) - test_between(0, 1);
    }
}

static void begin(void)
{
    nets_desc desc = {0};
    memset(&w, 0, sizeof w);
    desc.alloc = w.list.alloc = test_heap_hook;
    desc.alloc_ctx = w.list.alloc_ctx = &w.heap;
    CHECK_EQ(nets_create(&w.net, &desc), NETS_OK);
}

static void finish(void)
{
    nets_path_list_free(&w.list);
    nets_destroy(w.net);
    CHECK_EQ(w.heap.live_blocks, 0);
    CHECK_EQ(w.heap.bad_size, 0);
}

static void add_nodes(uint32_t count)
{
    while (w.nodes < count) {
        CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
        w.nodes++;
    }
}

static void add_link(uint32_t from, uint32_t to, nets_time delay)
{
    CHECK_EQ(nets_add_link(w.net, from, to, 1, delay, NULL), NETS_OK);
    CHECK_EQ(nets_get_link(w.net, w.links, &w.link[w.links]), NETS_OK);
    w.links++;
}

static void make_random(uint32_t nodes, uint32_t links, unsigned delays)
{
    begin();
    add_nodes(nodes);
    while (w.links < links) {
        const uint32_t a = (uint32_t)test_below(nodes);
        const uint32_t b = (uint32_t)((a + 1 + test_below(nodes - 1)) % nodes);
        add_link(a, b, any_delay(delays));
    }
}

/* ---- comparing --------------------------------------------------------------------- */

static void compare(void)
{
    nets_path_list *l = &w.list;
    uint32_t i, wanted, links = 0;
    nets_status s;
    EACH_REFUSED(&w.heap, test_below(200) == 0, s, nets_paths(w.net, &w.req, l),
                 CHECK_EQ(l->count, 0));
    w.count = 0;
    walk(w.req.from);
    qsort(w.all, w.count, sizeof w.all[0], in_order);
    CHECK_EQ(s, w.count ? NETS_OK : NETS_E_NOFIT);
    wanted = w.count < w.req.k ? w.count : w.req.k;
    CHECK_EQ(l->count, wanted);
    for (i = 0; i < wanted; i++) {
        const model_path *m = &w.all[i];
        CHECK_EQ(l->at[i].first, links);
        CHECK_EQ(l->at[i].hops, m->hops);
        CHECK_EQ(l->at[i].delay, m->delay);
        CHECK(memcmp(l->links + links, m->links, m->hops * sizeof m->links[0]) == 0);
        links += m->hops;
    }
    CHECK_EQ(l->link_count, links);
}

static void ask(uint32_t most_hops)
{
    int n;
    for (n = 0; n < 6; n++) {
        memset(&w.req, 0, sizeof w.req);
        w.req.from = (uint32_t)test_below(w.nodes);
        w.req.to = (uint32_t)((w.req.from + 1 + test_below(w.nodes - 1)) % w.nodes);
        w.req.k = (uint32_t)(n % 3 ? test_between(1, 12) : test_between(1, 3000));
        w.req.by = n % 2 ? NETS_DELAY : NETS_HOPS;
        w.req.max_hops = (uint32_t)test_between(most_hops < HOPS, most_hops);
        if (test_below(2)) w.req.max_delay = test_between(0, 12);
        if (test_below(8) == 0) w.req.max_delay = INT64_MAX - test_between(0, 2);
        compare();
    }
}

/* ---- tests ------------------------------------------------------------------------- */

static void small(void)
{
    long n;
    for (n = test_scaled(20000); n > 0; n--) {
        const uint32_t nodes = (uint32_t)test_between(2, 6);
        make_random(nodes, (uint32_t)test_between(0, 14), (unsigned)test_below(4));
        ask(HOPS);
        finish();
    }
}

/* Too many paths to walk along all of them; under a limit of hops they are few. */
static void large(void)
{
    long n;
    for (n = test_scaled(1500); n > 0; n--) {
        const uint32_t nodes = (uint32_t)test_between(10, NODES);
        make_random(nodes, (uint32_t)test_between(nodes, LINKS), (unsigned)test_below(3));
        ask(5);
        finish();
    }
}

/* A ladder of pairs of parallel links: 2 ^ rungs paths, all of the same length. */
static void parallel(void)
{
    uint32_t v;
    begin();
    add_nodes(HOPS + 1);
    for (v = 0; v < HOPS; v++) {
        add_link(v, v + 1, 1);
        add_link(v, v + 1, 1);
    }
    w.req.to = HOPS;
    for (w.req.k = 1; w.req.k <= 1 << HOPS; w.req.k *= 2) {
        w.req.by = w.req.by == NETS_HOPS ? NETS_DELAY : NETS_HOPS;
        compare();
        CHECK_EQ(w.list.count, w.req.k);
    }
    w.req.k = NETS_PATHS_MOST;
    compare();
    finish();
}

static void misuse(void)
{
    nets_path_request r = {0};
    begin();
    add_nodes(3);
    add_link(0, 1, 5);
    r.to = 1;
    r.k = 1;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_OK);
    CHECK_EQ(nets_paths(NULL, &r, &w.list), NETS_E_ARG);
    CHECK_EQ(w.list.count, 0);
    CHECK_EQ(nets_paths(w.net, NULL, &w.list), NETS_E_ARG);
    CHECK_EQ(nets_paths(w.net, &r, NULL), NETS_E_ARG);
    r.from = 1;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_ARG);
    r.from = 3;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_ARG);
    r.from = 0;
    r.to = 3;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_ARG);
    r.to = 2;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_NOFIT);
    r.to = 1;
    r.k = 0;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_ARG);
    r.k = NETS_PATHS_MOST + 1;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_RANGE);
    r.k = NETS_PATHS_MOST;
    r.by = (nets_metric)2;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_ARG);
    r.by = NETS_DELAY;
    r.max_delay = -1;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_ARG);
    r.max_delay = 4;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_E_NOFIT);
    CHECK_EQ(w.list.count, 0);
    r.max_delay = 5;
    CHECK_EQ(nets_paths(w.net, &r, &w.list), NETS_OK);
    CHECK_EQ(w.list.count, 1);
    nets_path_list_free(NULL);
    finish();
}

TEST_MAIN(TEST(small), TEST(large), TEST(parallel), TEST(misuse))
