/* oom_multicost.c - every function of the multicost part of netsched.h (paper 4,
 * Christodoulopoulos, Varvarigos and Vlachos) that may ask for memory, with every request
 * refused.
 *
 * For each operation: refuse the first request for memory, then the second, ... until it
 * makes no more; each refused once, and from then on. After a refusal the status is
 * NETS_E_NOMEM, everything that can be seen is what it was, and the same call then does
 * what it does where memory never lacked. Nothing leaks. What never asks is called as
 * well, to see that it does not. */
#include "exact.h"
#include "netsched.h"
#include "test.h"

enum { NODES = 6, SLOTS = 150 };

static test_heap heap;
static const nets_cost hops = {1, NULL, NULL, 0, 0};

/* ---- a state, and everything one can see of it ------------------------------------- */

typedef struct state {
    nets_network *net; /* with memory of its own, which never lacks */
    nets_view *view;
    nets_profile news;
    nets_slots slots;
    nets_plan plan;
    nets_task task;
    nets_route route;
} state;

static nets_status look(state *s)
{
    nets_view_desc d = {0};
    d.slots_l = SLOTS;
    d.slots_m = SLOTS + 70;
    d.tau_l = 2;
    d.tau_m = 3;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    return nets_view_create(&s->view, s->net, &d);
}

static nets_network *network(void)
{
    nets_network *net;
    uint32_t i;
    CHECK_EQ(nets_create(&net, NULL), NETS_OK);
    for (i = 0; i < NODES; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (i = 0; i < NODES; i++) {
        CHECK_EQ(nets_add_duplex(net, i, (i + 1) % NODES, 4, 1, NULL), NETS_OK);
        CHECK_EQ(nets_add_duplex(net, i, (i + 2) % NODES, 4, 5, NULL), NETS_OK);
    }
    for (i = 2; i < 5; i++) CHECK_EQ(nets_add_cluster(net, i, 4, i, NULL), NETS_OK);
    for (i = 0; i < 4 * NODES; i++) {
        const nets_time at = 7 * (i % 5) + i;
        CHECK_EQ(nets_block(net, NETS_LINK, i, at, at + 9, 4, NULL), NETS_OK);
        CHECK_EQ(nets_block(net, NETS_LINK, i, at + 30, at + 40, 3, NULL), NETS_OK);
    }
    CHECK_EQ(nets_block(net, NETS_CLUSTER, 1, 0, 30, 4, NULL), NETS_OK);
    return net;
}

static void make(state *s)
{
    memset(s, 0, sizeof *s);
    memset(&heap, 0, sizeof heap);
    s->net = network();
    nets_profile_init(&s->news, 4, NULL, NULL);
    CHECK_EQ(nets_profile_take(&s->news, 5, 50, 2), NETS_OK);
    CHECK_EQ(nets_profile_take(&s->news, 8, 12, 1), NETS_OK);
    CHECK_EQ(nets_profile_take(&s->news, 60, 70, 1), NETS_OK);
    s->slots.alloc = s->plan.alloc = test_heap_hook;
    s->slots.alloc_ctx = s->plan.alloc_ctx = &heap;
    CHECK_EQ(nets_slots_fill(&s->slots, 100, 1), NETS_OK);
    CHECK_EQ(nets_slots_set(&s->slots, 20, 70, 0), NETS_OK);
    CHECK_EQ(look(s), NETS_OK);
    s->task.method = NETS_EXACT;
    s->task.data = 6;
    s->task.rate = 2;
    s->task.cpus = 2;
    s->task.workload = 90;
    s->task.costs = &hops;
    s->task.cost_count = 1;
    s->route.cluster = NETS_NONE;
}

static void destroy(state *s)
{
    nets_view_destroy(s->view);
    nets_profile_free(&s->news);
    nets_slots_free(&s->slots);
    nets_plan_free(&s->plan);
    nets_destroy(s->net);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    return (h ^ x) * 0x9E3779B97F4A7C15u + (h >> 31);
}

static uint64_t mix_profile(uint64_t h, const nets_profile *p)
{
    uint32_t i;
    h = mix(h, (uint64_t)p->first);
    for (i = 0; i < p->count; i++)
        h = mix(mix(h, (uint64_t)p->steps[i].time), (uint64_t)p->steps[i].amount);
    return h;
}

static uint64_t mix_route(uint64_t h, const nets_route *r)
{
    uint32_t i;
    h = mix(mix(mix(h, r->cluster), r->link_count), (uint64_t)r->score);
    h = mix(mix(h, (uint64_t)r->send), (uint64_t)r->arrive);
    h = mix(mix(h, (uint64_t)r->start), (uint64_t)r->end);
    for (i = 0; i < r->link_count; i++) h = mix(h, r->links[i]);
    return h;
}

/* The picture and the network, the vector, the plan and the route. */
static uint64_t fingerprint(const state *s)
{
    static const nets_kind kinds[2] = {NETS_LINK, NETS_CLUSTER};
    uint64_t h = 1;
    uint32_t i;
    int k;
    for (k = 0; k < 2; k++)
        for (i = 0; nets_profile_of(s->net, kinds[k], i); i++) {
            h = mix_profile(h, nets_profile_of(s->net, kinds[k], i));
            if (s->view) h = mix_profile(h, nets_view_profile(s->view, kinds[k], i));
        }
    h = mix(mix(h, s->slots.count), (uint64_t)s->slots.beyond);
    for (i = 0; i < s->slots.count; i++)
        h = mix(h, (uint64_t)nets_slots_get(&s->slots, i));
    h = mix(h, nets_slots_weight(&s->slots));
    h = mix(mix(h, s->plan.count), (uint64_t)s->plan.end);
    for (i = 0; i < s->plan.count; i++)
        h = mix(mix(mix(h, s->plan.uses[i].index), (uint64_t)s->plan.uses[i].from),
                (uint64_t)s->plan.uses[i].to);
    CHECK_EQ(nets_check(s->net), NETS_OK);
    return mix_route(h, &s->route);
}

/* ---- the operations ---------------------------------------------------------------- */

typedef nets_status (*operation)(state *s);

static nets_status op_fill(state *s) { return nets_slots_fill(&s->slots, 400, 0); }

static nets_status op_of_profile(state *s)
{
    return nets_slots_of_profile(&s->slots, &s->news, 2, 3, 1, 300);
}

static nets_status op_learn_link(state *s)
{
    return nets_view_learn(s->view, NETS_LINK, 3, &s->news, 4);
}

static nets_status op_learn_cluster(state *s)
{
    return nets_view_learn(s->view, NETS_CLUSTER, 2, &s->news, 0);
}

static nets_status op_learn_network(state *s)
{
    return nets_view_learn(s->view, NETS_CLUSTER, 0, NULL, 0);
}

static nets_status op_take(state *s)
{
    return nets_view_take(s->view, NETS_LINK, 2, 200, 210, 3);
}

static nets_status op_give(state *s)
{
    return nets_view_give(s->view, NETS_CLUSTER, 1, 10, 20, 1);
}

/* A failure leaves no route, as there was none before. */
static nets_status multicost(state *s, nets_method method)
{
    nets_status status;
    s->task.method = method;
    status = nets_multicost(s->view, &s->task, &s->route);
    if (status != NETS_OK) {
        CHECK_EQ(s->route.cluster, NETS_NONE);
        CHECK_EQ(s->route.link_count, 0);
    }
    return status;
}

static nets_status op_exact(state *s) { return multicost(s, NETS_EXACT); }
static nets_status op_mc_t(state *s) { return multicost(s, NETS_MC_T); }
static nets_status op_awmc_t(state *s) { return multicost(s, NETS_AWMC_T); }
static nets_status op_mc_b(state *s) { return multicost(s, NETS_MC_B); }
static nets_status op_ect(state *s) { return multicost(s, NETS_ECT); }

static int64_t by_start(void *ctx, const nets_offer *offer)
{
    (void)ctx;
    return offer->start;
}

static nets_status op_score(state *s)
{
    s->task.score = by_start;
    return multicost(s, NETS_MC_T);
}

/* The route is found once: with all the memory there is. */
static nets_status op_plan(state *s)
{
    nets_status status;
    nets_route route;
    const long at = heap.fail_at;
    const long calls = heap.calls;
    heap.fail_at = 0;
    CHECK_EQ(nets_multicost(s->view, &s->task, &route), NETS_OK);
    CHECK(route.link_count > 0);
    heap.calls = calls;
    heap.fail_at = at;
    status = nets_route_plan(s->view, &s->task, &route, &s->plan);
    if (status != NETS_OK) CHECK_EQ(s->plan.count, 0);
    return status;
}

static nets_status op_create(state *s)
{
    const nets_status status = look(s);
    if (status != NETS_OK) CHECK(s->view == NULL);
    return status;
}

/* ---- the sweep --------------------------------------------------------------------- */

/* With no view before nets_view_create. */
static void begin(state *s, operation op)
{
    make(s);
    if (op != op_create) return;
    nets_view_destroy(s->view);
    s->view = NULL;
}

/* Each of the first requests, and with slow tools not all of the others. */
static void sweep(operation op, int least)
{
    const long stride = test_scaled(100) < 100 ? 7 : 1;
    state s;
    uint64_t wanted;
    long n, refused = 0;
    int sticky;
    begin(&s, op);
    CHECK_EQ(op(&s), NETS_OK);
    wanted = fingerprint(&s);
    destroy(&s);
    for (sticky = 0; sticky < 2; sticky++)
        for (n = 1;; n += n < 9 ? 1 : stride) {
            nets_status status;
            uint64_t before;
            long failures;
            begin(&s, op);
            before = fingerprint(&s);
            heap.sticky = sticky;
            heap.fail_at = heap.calls + n;
            status = op(&s);
            failures = heap.failures;
            heap.fail_at = 0;
            if (failures) {
                CHECK_EQ(status, NETS_E_NOMEM);
                CHECK(fingerprint(&s) == before);
                status = op(&s);
                refused++;
            }
            CHECK_EQ(status, NETS_OK);
            CHECK(fingerprint(&s) == wanted);
            destroy(&s);
            if (!failures) break;
        }
    CHECK(refused >= 2 * least); /* a sweep that refuses nothing proves nothing */
}

static void slots(void)
{
    sweep(op_fill, 1);
    sweep(op_of_profile, 1);
}

static void pictures(void)
{
    sweep(op_create, 8);
    sweep(op_learn_link, 1);
    sweep(op_learn_cluster, 1);
    sweep(op_take, 1);
    sweep(op_give, 1);
}

static void searches(void)
{
    sweep(op_exact, 8);
    sweep(op_mc_t, 8);
    sweep(op_awmc_t, 8);
    sweep(op_mc_b, 8);
    sweep(op_ect, 4);
    sweep(op_score, 9);
}

static void plans(void) { sweep(op_plan, 1); }

/* ---- what never asks for memory ---------------------------------------------------- */

static void no_memory(void)
{
    state s;
    nets_slots none = {0}; /* of no bits: has no memory either */
    uint64_t k = 0;
    make(&s);
    CHECK_EQ(op_exact(&s), NETS_OK);
    heap.sticky = 1;
    heap.failures = 0;
    heap.fail_at = heap.calls + 1;
    CHECK_EQ(nets_slots_fill(&s.slots, 90, 1), NETS_OK); /* there is room */
    CHECK_EQ(nets_slots_set(&s.slots, 3, 9, 0), NETS_OK);
    CHECK_EQ(nets_slots_and(&s.slots, &s.slots, 70), NETS_OK);
    CHECK_EQ(nets_slots_run(&s.slots, 1, 40, &k), NETS_OK);
    CHECK_EQ(k, 9);
    nets_slots_clear_first(&s.slots, 30);
    CHECK_EQ(nets_slots_weight(&s.slots), 60);
    CHECK_EQ(nets_slots_get(&s.slots, 29), 0);
    CHECK_EQ(nets_slots_covers(&s.slots, &none), 1);
    CHECK_EQ(op_learn_network(&s), NETS_OK); /* as it was */
    CHECK(nets_view_profile(s.view, NETS_LINK, 0) != NULL);
    CHECK_EQ(op_exact(&s), NETS_OK); /* has what the last one needed */
    nets_view_forget(s.view, 5);
    nets_slots_free(&none);
    CHECK_EQ(heap.failures, 0);
    heap.fail_at = 0;
    destroy(&s);
}

TEST_MAIN(TEST(slots), TEST(pictures), TEST(searches), TEST(plans), TEST(no_memory))
