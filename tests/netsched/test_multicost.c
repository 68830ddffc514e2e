/* test_multicost.c - multicost routing (paper 4, Christodoulopoulos, Varvarigos and
 * Vlachos) by hand: pictures of a network, and tasks whose answers can be worked out on
 * paper; on bytes and at random in prop_multicost.c.
 *
 * The largest example is a network on which the five methods give five answers; its
 * table is at five_methods(). */
#include "netsched.h"

#include "make.h"

/* ---- pictures ---------------------------------------------------------------------- */

static void drop(nets_view *view, nets_network *net)
{
    nets_view_destroy(view);
    make_end(net);
}

/* ---- tasks ------------------------------------------------------------------------- */

/* One slot of data at a rate of 1, and one of work at a speed of 1, from node 0. */
static nets_task small_task(nets_method method)
{
    nets_task t = {.method = method, .data = 1, .rate = 1, .workload = 1};
    return t;
}

/* An answer: cluster, links, times. */
static void goes(nets_view *view, const nets_task *task, nets_route *r, uint32_t cluster,
                 uint32_t links, nets_time send, nets_time arrive, nets_time start,
                 nets_time end)
{
    CHECK_EQ(nets_multicost(view, task, r), NETS_OK);
    CHECK_EQ(r->cluster, cluster);
    CHECK_EQ(r->link_count, links);
    CHECK_EQ(r->send, send);
    CHECK_EQ(r->arrive, arrive);
    CHECK_EQ(r->start, start);
    CHECK_EQ(r->end, end);
}

static void check_none(nets_view *view, const nets_task *task, nets_status wanted)
{
    nets_route r;
    CHECK_EQ(nets_multicost(view, task, &r), wanted);
    CHECK_EQ(r.cluster, NETS_NONE);
    CHECK_EQ(r.link_count, 0);
}

/* Of a link or cluster of 1 only these times of [0, 40) are free, in ascending order. */
static void free_only(nets_network *net, nets_kind kind, uint32_t index, int n,
                      const nets_time *at)
{
    nets_time from = 0;
    for (int i = 0; i < n; i++) {
        if (from < at[i]) (void)make_block(net, kind, index, from, at[i], 1);
        from = at[i] + 1;
    }
    if (from < 40) (void)make_block(net, kind, index, from, 40, 1);
}

/* Links of a rate of 1, a clock that is shared, slots of 1:
 *
 *     link       delay  free in            leads to
 *     0  0 -> 1    1    7, 20              link 2 with {7, 20}, when it needs 9 or 20
 *     1  0 -> 1    3    7                  link 2 with {7}, as it needs: 7 + 3 = 10
 *     2  1 -> 2    0    10, 21             cluster 0
 *     3  0 -> 3    1    25, 26, 27         cluster 1
 *     4  0 -> 3    2    12                 cluster 1, with less weight
 *     5  0 -> 4    1    always             cluster 2, which is busy in 0 .. 34
 *     6  0 -> 5    0    from 30 on         cluster 3
 *
 * EXACT   1, 2: sent at 7, there at 11, done at 12
 * MC-T    link 1 is covered by link 0 and shorter, so cluster 0 is done at 22 only; of
 *         links 3 and 4 none covers the other: sent at 12, done at 16
 * AWMC-T  link 4 has less weight and more delay than link 3, so cluster 1 is done at 28;
 *         0, 2: sent at 20, done at 23
 * MC-B    5: sent at 0, there at 2
 * ECT     6: as if it were free at 0, done at 2 */
static nets_network *five_methods_network(void)
{
    static const nets_time free_0[] = {7, 20}, free_1[] = {7}, free_2[] = {10, 21};
    static const nets_time free_3[] = {25, 26, 27}, free_4[] = {12};
    nets_network *net = make(6);
    LINKS(net, {0, 1, 1, 1}, {0, 1, 1, 3}, {1, 2, 1, 0}, {0, 3, 1, 1}, {0, 3, 1, 2},
          {0, 4, 1, 1}, {0, 5, 1, 0});
    (void)make_cluster(net, 2, 1, 1);
    (void)make_cluster(net, 3, 1, 1);
    (void)make_cluster(net, 4, 1, 1);
    (void)make_cluster(net, 5, 1, 1);
    free_only(net, NETS_LINK, 0, 2, free_0);
    free_only(net, NETS_LINK, 1, 1, free_1);
    free_only(net, NETS_LINK, 2, 2, free_2);
    free_only(net, NETS_LINK, 3, 3, free_3);
    free_only(net, NETS_LINK, 4, 1, free_4);
    (void)make_block(net, NETS_CLUSTER, 2, 0, 35, 1);
    (void)make_block(net, NETS_LINK, 6, 0, 30, 1);
    return net;
}

static void five_methods(void)
{
    nets_network *net = five_methods_network();
    nets_view *view = VIEW(net, .slots_l = 40, .tau_l = 1, .shared_clock = 1);
    nets_task t = small_task(NETS_EXACT);
    nets_route r;
    t.bound = 40; /* slots beyond do not help */
    goes(view, &t, &r, 0, 2, 7, 11, 11, 12);
    CHECK_EQ(r.links[0], 1);
    CHECK_EQ(r.links[1], 2);
    CHECK_EQ(r.score, 12);
    t.method = NETS_MC_T;
    goes(view, &t, &r, 1, 1, 12, 15, 15, 16);
    CHECK_EQ(r.links[0], 4);
    CHECK_EQ(r.paths, 6); /* to nodes 1, 2, twice 3, 4, 5 */
    CHECK_EQ(r.widest, 2);
    t.method = NETS_AWMC_T;
    goes(view, &t, &r, 0, 2, 20, 22, 22, 23);
    CHECK_EQ(r.links[0], 0);
    CHECK_EQ(r.paths, 5);
    CHECK_EQ(r.widest, 1);
    t.method = NETS_MC_B;
    goes(view, &t, &r, 2, 1, 0, 2, 2, 3);
    CHECK_EQ(r.score, 2);
    t.method = NETS_ECT;
    goes(view, &t, &r, 3, 1, 0, 1, 1, 2);
    drop(view, net);
}

static void millions_of_slots(void)
{
    const uint32_t most = test_scaled(100) < 100 ? 100000 : 4000000;
    nets_network *net = make(3);
    nets_task t = small_task(NETS_EXACT);
    nets_route r;
    LINKS(net, {0, 1, 1, 7}, {1, 2, 1, 7});
    (void)make_cluster(net, 2, 1, 1);
    (void)make_block(net, NETS_LINK, 0, 0, most - 10, 1);
    (void)make_block(net, NETS_LINK, 1, most, most + 1000, 1);
    (void)make_block(net, NETS_CLUSTER, 0, 0, 2 * most - 1, 1);
    nets_view *view =
        VIEW(net, .slots_l = most, .slots_m = 2 * most, .tau_l = 1, .shared_clock = 1);
    t.data = 3;
    t.workload = 20;
    goes(view, &t, &r, 0, 2, most - 10, most + 7, 2 * most - 1, 2 * most + 19);
    t.method = NETS_MC_T;
    t.data = 8; /* its last slots are beyond: free, unless there is a bound */
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    CHECK_EQ(r.send, most - 10);
    t.bound = 2 * (int64_t)most + 20;
    check_none(view, &t, NETS_E_NOFIT);
    t.data = 3;
    check_none(view, &t, NETS_E_NOFIT); /* as is the cluster */
    t.workload = 1;
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    drop(view, net);
}

/* Every node to every other, free now and then: more paths than one wants to hold. */
static nets_network *tangle(void)
{
    nets_network *net = make(9);
    uint32_t links = 0;
    for (uint32_t a = 0; a < 9; a++)
        for (uint32_t b = 0; b < 9; b++) {
            if (a == b || (a == 0 && b == 8)) continue;
            LINKS(net, {a, b, 1, test_between(1, 3)});
            for (uint32_t k = 0; k < 64; k++) {
                const uint32_t from = k; /* until it is free */
                while (k < 64 && test_below(3)) k++;
                if (k > from) (void)make_block(net, NETS_LINK, links, from, k, 1);
            }
            links++;
        }
    (void)make_cluster(net, 8, 1, 1);
    return net;
}

static void explosion(void)
{
    nets_network *net = tangle();
    nets_view *view = VIEW(net, .slots_l = 64, .tau_l = 1);
    nets_task t = small_task(NETS_MC_T);
    nets_route r;
    t.max_labels = 300;
    check_none(view, &t, NETS_E_LIMIT);
    t.method = NETS_MC_B;
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_E_LIMIT);
    CHECK(r.labels >= 300);
    t.max_labels = 1;
    for (t.method = NETS_AWMC_T; t.method <= NETS_ECT;
         t.method = (nets_method)(t.method + 1))
        check_none(view, &t, NETS_E_LIMIT);
    t.max_labels = 0;
    t.method = NETS_AWMC_T;
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    CHECK(r.widest <= 64 + 1);
    t.method = NETS_EXACT;
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    drop(view, net);
}

/* What never asks for memory, of a view that has been used; nor does a search at most as
 * large as one before. */
static void reuse(void)
{
    nets_network *net = tangle();
    nets_cost hops = {1, NULL, NULL, 0, 0};
    nets_task t = small_task(NETS_AWMC_T);
    nets_view *view = VIEW(net, .slots_l = 64, .tau_l = 1);
    nets_route r;
    t.costs = &hops;
    t.cost_count = 1;
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    heap.fail_at = heap.calls + 1;
    heap.sticky = 1;
    CHECK_EQ(nets_view_learn(view, NETS_CLUSTER, 0, NULL, 0), NETS_OK); /* as it was */
    CHECK(nets_view_profile(view, NETS_LINK, 0) != NULL);
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    for (t.origin = 64; t.origin < 300; t.origin += 39) /* when nothing is booked */
        CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    t.method = NETS_ECT;
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    nets_view_forget(view, 5);
    CHECK_EQ(heap.failures, 0);
    heap.fail_at = 0;
    drop(view, net);
}

/* Clusters are busy for long, so all paths lead to equal ends and few are pruned: EXACT
 * gives up before it has compared very many with each other. */
static void exact_gives_up(void)
{
    enum { SIDE = 6 };
    nets_network *net = make(SIDE * SIDE);
    nets_task t = small_task(NETS_EXACT);
    nets_route r;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        LINKS(net, {i, i / SIDE * SIDE + (i + 1) % SIDE, 1, 1 + (i * 7) % 4},
              {i, (i + SIDE) % (SIDE * SIDE), 1, 1 + (i * 5) % 4},
              {i, i / SIDE * SIDE + (i + SIDE - 1) % SIDE, 1, 1 + i % 3});
    (void)make_block(net, NETS_CLUSTER, make_cluster(net, SIDE * SIDE - 1, 1, 1), 0, 300,
                     1);
    for (uint32_t i = 0; i < 3 * SIDE * SIDE; i++)
        (void)make_block(net, NETS_LINK, i, (i * 37) % 100, (i * 37) % 100 + 9, 1);
    nets_view *view = VIEW(net, .slots_l = 400, .tau_l = 1);
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_E_LIMIT);
    CHECK(r.labels > 1000 && r.labels < 25000);
    drop(view, net);
}

/* NULL, kinds and plans that are none, costs below 0, and what takes nothing of anything.
 */
static void nothing(void)
{
    static const int64_t below[7] = {0, 0, 0, 0, 0, 0, -1};
    const nets_cost wrong[4] = {
        {.links = below}, {.clusters = below + 3}, {.limit = -1}, {.link = -1}};
    nets_network *net = five_methods_network();
    nets_view *view = VIEW(net, .slots_l = 40, .tau_l = 1, .shared_clock = 1),
              *bad = view;
    const nets_view_desc good = {.slots_l = 10, .tau_l = 1};
    const nets_use use = {0};
    const nets_need need = {0, 0};
    static const int64_t most[7] = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX,
                                    INT64_MAX, INT64_MAX, INT64_MAX};
    nets_cost dear = {.link = INT64_MAX / 2 + 1, .limit = INT64_MAX - 1};
    uint64_t five = 5;
    const nets_slots slots = {3, 0, &five};
    nets_task t = small_task(NETS_EXACT), other = t, costs = t;
    const uint32_t apart_links[2] = {1, 1}, no_links[2] = {1, 7};
    nets_route r, none, astray, beyond, apart, no_link, early, late, far;
    nets_plan plan = {0};
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    none = astray = beyond = apart = no_link = early = late = far = r;
    far.link_count = 6; /* as many as there are nodes */
    beyond.cluster = 4; /* there are four, and seven links */
    no_link.links = no_links;
    apart.links = apart_links;
    early.start = r.end + 1;
    late.send = INT64_MAX;
    other.source = 3;
    none.cluster = NETS_NONE;
    astray.cluster = 1; /* not where the links lead */
    CHECK_EACH(
        NETS_E_ARG, nets_view_create(NULL, net, &good),
        nets_view_create(&bad, NULL, &good), nets_view_create(&bad, net, NULL),
        nets_view_learn(NULL, NETS_LINK, 0, NULL, 0), nets_view_take(NULL, &use, 1),
        nets_view_give(view, NULL, 1), nets_view_take(view, &use, 1),
        nets_multicost(view, &t, NULL), nets_route_plan(view, &t, &r, NULL),
        nets_route_plan(view, &t, NULL, &plan), nets_route_plan(view, NULL, &r, &plan),
        nets_route_plan(NULL, &t, &r, &plan), nets_route_plan(view, &other, &r, &plan),
        nets_route_plan(view, &t, &none, &plan),
        nets_route_plan(view, &t, &astray, &plan),
        nets_route_plan(view, &t, &beyond, &plan),
        nets_route_plan(view, &t, &no_link, &plan),
        nets_route_plan(view, &t, &apart, &plan),
        nets_route_plan(view, &t, &early, &plan), nets_route_plan(view, &t, &far, &plan));
    CHECK_EQ(nets_route_plan(view, &t, &late, &plan), NETS_E_RANGE);
    late.send--; /* then the delay is too much */
    CHECK_EQ(nets_route_plan(view, &t, &late, &plan), NETS_E_RANGE);
    CHECK(bad == NULL && plan.count == 0);
    check_none(NULL, &t, NETS_E_ARG);
    check_none(view, NULL, NETS_E_ARG);
    costs.cost_count = 1; /* without costs */
    check_none(view, &costs, NETS_E_ARG);
    CHECK_EQ(nets_route_plan(view, &costs, &r, &plan), NETS_E_ARG);
    other = t;
    other.need_count = 1; /* without needs, or for nothing */
    check_none(view, &other, NETS_E_ARG);
    other.needs = &need;
    check_none(view, &other, NETS_E_ARG);
    for (uint32_t i = 0; i < 4; i++) {
        costs.costs = &wrong[i];
        check_none(view, &costs, NETS_E_ARG);
    }
    costs.costs = &dear; /* the costs of two links add up to more than there is */
    CHECK_EQ(nets_multicost(view, &costs, &late), NETS_OK);
    CHECK(r.link_count == 2 && late.link_count == 1);
    dear.links = most; /* as do both costs of one */
    check_none(view, &costs, NETS_E_NOFIT);
    CHECK_EACH(
        1, !nets_view_profile(view, NETS_UNIT, 0),
        !nets_view_profile(view, NETS_LINK, 99), !nets_view_profile(view, NETS_WAVE, 0),
        nets_slots_get(&slots, 0), !nets_slots_get(&slots, 1), nets_slots_get(&slots, 2),
        !nets_slots_get(&slots, 3), !nets_view_profile(view, NETS_CLUSTER, 99),
        !nets_view_profile(NULL, NETS_LINK, 0), !!nets_view_profile(view, NETS_LINK, 0),
        !!nets_view_profile(view, NETS_CLUSTER, 0));
    CHECK_EACH(0, nets_slots_get(NULL, 3), nets_slots_weight(NULL));
    nets_view_forget(NULL, 0);
    nets_view_destroy(NULL);
    t.data = t.workload = 0;
    CHECK_EQ(nets_multicost(view, &t, &r), NETS_OK);
    CHECK_EQ(nets_route_plan(view, &t, &r, &plan), NETS_OK);
    CHECK_EQ(plan.count, 0);
    nets_plan_free(&plan);
    drop(view, net);
}

TEST_MAIN(TEST(exact_gives_up), TEST(five_methods), TEST(nothing),
          TEST(millions_of_slots), TEST(explosion), TEST(reuse))
