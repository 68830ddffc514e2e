/* oom_multicost.c - every multicost function that may allocate, with every allocation
 * refused: the first, the second, ... until the operation makes no more; each refused
 * once, and from then on.
 *
 * After a refusal the status is NETS_E_NOMEM, the view and the network answer everything
 * as before, and the same call then succeeds, with the same answer as if nothing had been
 * refused. Nothing leaks. */
#ifndef NETS_I_GROW /* little slack, so that much is asked for */
#define NETS_I_GROW(n) ((n) + 1)
#endif
#define NETSCHED_IMPLEMENTATION
#include "../netsched.h"
#include "test.h"

enum { NODES = 5, CLUSTERS = 3 };

static test_heap heap;

/* ---- a state, and everything one can ask of it --------------------------------------- */

typedef struct state {
    nets_network *net; /* has a memory of its own */
    nets_view *view;
    nets_task task;
    nets_route route;
    nets_plan plan;
    nets_slots slots;
    uint64_t answer; /* of the operation */
} state;

static void book(nets_network *net, nets_kind kind, uint32_t index)
{
    int n = (int)test_between(0, 6);
    while (n-- > 0) {
        const nets_time a = test_between(0, 300);
        const nets_status s = nets_take(net, kind, index, a, a + test_between(1, 60), 1);
        CHECK(s == NETS_OK || s == NETS_E_BUSY);
    }
}

static state make(int used)
{
    nets_view_desc d = {0};
    state s;
    uint32_t a, b, i, link;
    memset(&s, 0, sizeof s);
    CHECK_EQ(nets_create(&s.net, NULL), NETS_OK);
    for (a = 0; a < NODES; a++) CHECK_EQ(nets_add_node(s.net, NULL), NETS_OK);
    for (a = 0; a < NODES; a++)
        for (b = 0; b < NODES; b++) {
            if (a == b) continue;
            CHECK_EQ(nets_add_link(s.net, a, b, 1, test_between(1, 9), &link), NETS_OK);
            book(s.net, NETS_LINK, link);
        }
    for (i = 0; i < CLUSTERS; i++) {
        CHECK_EQ(nets_add_cluster(s.net, i + 2, 2, (int64_t)i + 1, NULL), NETS_OK);
        book(s.net, NETS_CLUSTER, i);
    }
    d.slots_l = 150;
    d.slots_m = 90;
    d.tau_l = 2;
    d.tau_m = 3;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(nets_view_create(&s.view, s.net, &d), NETS_OK);
    s.task.rate = 1;
    s.task.data = 11;
    s.task.workload = 40;
    s.task.method = NETS_EXACT;
    if (used) CHECK_EQ(nets_multicost(s.view, &s.task, &s.route), NETS_OK);
    s.plan.alloc = s.slots.alloc = test_heap_hook;
    s.plan.alloc_ctx = s.slots.alloc_ctx = &heap;
    return s;
}

static void drop(state *s)
{
    nets_plan_free(&s->plan);
    nets_slots_free(&s->slots);
    nets_view_destroy(s->view);
    CHECK_EQ(nets_check(s->net), NETS_OK);
    nets_destroy(s->net);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    return (h ^ x) * 0x9E3779B97F4A7C15u + (h >> 31);
}

static uint64_t print_of_route(const nets_route *r)
{
    uint64_t h = mix(mix(r->cluster, r->link_count), (uint64_t)r->score);
    uint32_t i;
    for (i = 0; i < r->link_count; i++) h = mix(h, r->links[i]);
    h = mix(mix(h, (uint64_t)r->send), (uint64_t)r->arrive);
    h = mix(mix(h, (uint64_t)r->start), (uint64_t)r->end);
    return mix(mix(mix(h, r->paths), r->pairs), r->labels);
}

static uint64_t print_of_profile(const nets_profile *p, uint64_t h)
{
    uint32_t i;
    h = mix(h, (uint64_t)p->first);
    for (i = 0; i < p->count; i++)
        h = mix(mix(h, (uint64_t)p->steps[i].time), (uint64_t)p->steps[i].amount);
    CHECK_EQ(nets_profile_check(p), NETS_OK);
    return h;
}

/* What the view believes. */
static uint64_t fingerprint(const state *s)
{
    uint64_t h = 1;
    uint32_t i;
    for (i = 0; i < NODES * (NODES - 1); i++)
        h = print_of_profile(nets_view_profile(s->view, NETS_LINK, i), h);
    for (i = 0; i < CLUSTERS; i++)
        h = print_of_profile(nets_view_profile(s->view, NETS_CLUSTER, i), h);
    return h;
}

/* ---- the operations ------------------------------------------------------------------ */

typedef nets_status (*operation)(state *s);

static nets_status search(state *s, nets_method method)
{
    nets_status status;
    s->task.method = method;
    status = nets_multicost(s->view, &s->task, &s->route);
    if (status == NETS_E_NOMEM) CHECK(s->route.cluster == NETS_NONE);
    if (status == NETS_OK) s->answer = print_of_route(&s->route);
    return status;
}

static nets_status op_awmc_t(state *s) { return search(s, NETS_AWMC_T); }
static nets_status op_mc_t(state *s) { return search(s, NETS_MC_T); }
static nets_status op_exact(state *s) { return search(s, NETS_EXACT); }
static nets_status op_mc_b(state *s) { return search(s, NETS_MC_B); }
static nets_status op_ect(state *s) { return search(s, NETS_ECT); }

static int64_t score(void *ctx, const nets_offer *offer)
{
    (void)ctx;
    return offer->end - nets_slots_weight(offer->path) - nets_slots_weight(offer->cpus);
}

static nets_status op_score(state *s)
{
    nets_status status;
    s->task.score = score;
    status = search(s, NETS_EXACT);
    s->task.score = NULL;
    return status;
}

static nets_status op_plan(state *s)
{
    nets_status status = NETS_OK;
    uint32_t i;
    if (!s->route.score) return NETS_OK; /* no route in this state */
    status = nets_route_plan(s->view, &s->task, &s->route, &s->plan);
    if (status != NETS_OK) CHECK_EQ(s->plan.count, 0);
    for (i = 0, s->answer = 0; i < s->plan.count; i++)
        s->answer = mix(s->answer, (uint64_t)s->plan.uses[i].from);
    return status;
}

static nets_status op_learn(state *s)
{
    nets_profile p;
    nets_status status;
    nets_time t;
    nets_profile_init(&p, 1, NULL, NULL);
    for (t = 0; t < 100; t += 10) CHECK_EQ(nets_profile_take(&p, t, t + 5, 1), NETS_OK);
    status = nets_view_learn(s->view, NETS_LINK, 3, &p, 0);
    nets_profile_free(&p);
    return status;
}

static nets_status op_take(state *s)
{
    return nets_view_take(s->view, NETS_CLUSTER, 1, 1000, 1003, 1);
}

static nets_status op_give(state *s)
{
    return nets_view_give(s->view, NETS_CLUSTER, 1, 2000, 2003, 1);
}

static nets_status op_fill(state *s) { return nets_slots_fill(&s->slots, 500, 1); }

static nets_status op_slots(state *s)
{
    return nets_slots_of_profile(&s->slots, nets_view_profile(s->view, NETS_LINK, 0), 1,
                                 0, 1, 200);
}

static void sweep_state(operation op, int used, int sticky, long *refused)
{
    const uint64_t seed = test_state_;
    uint64_t before, wanted, answer;
    nets_status status;
    state s = make(used);
    long n;
    CHECK_EQ(op(&s), NETS_OK);
    answer = s.answer;
    wanted = fingerprint(&s);
    drop(&s);
    for (n = 1;; n++) {
        test_state_ = seed;
        s = make(used);
        before = fingerprint(&s);
        heap.fail_at = heap.calls + n;
        heap.sticky = sticky;
        heap.failures = 0;
        status = op(&s);
        heap.fail_at = 0;
        *refused += heap.failures;
        if (heap.failures > 0) {
            CHECK_EQ(status, NETS_E_NOMEM);
            CHECK_EQ(fingerprint(&s), before);
            status = op(&s);
        }
        CHECK_EQ(status, NETS_OK);
        CHECK_EQ(fingerprint(&s), wanted);
        CHECK_EQ(s.answer, answer);
        drop(&s);
        if (heap.failures == 0) break;
    }
}

static void sweep(operation op)
{
    long states = test_scaled(6), refused = 0;
    memset(&heap, 0, sizeof heap);
    while (states-- > 0) {
        int sticky, used;
        for (used = 0; used < 2; used++)
            for (sticky = 0; sticky < 2; sticky++)
                sweep_state(op, used, sticky, &refused);
    }
    CHECK(refused > 0); /* a sweep that refuses nothing proves nothing */
}

static void awmc_t(void) { sweep(op_awmc_t); }
static void mc_t(void) { sweep(op_mc_t); }
static void exact(void) { sweep(op_exact); }
static void mc_b(void) { sweep(op_mc_b); }
static void ect(void) { sweep(op_ect); }
static void scored(void) { sweep(op_score); }
static void plan(void) { sweep(op_plan); }
static void learn(void) { sweep(op_learn); }
static void take(void) { sweep(op_take); }
static void give(void) { sweep(op_give); }
static void fill(void) { sweep(op_fill); }
static void slots(void) { sweep(op_slots); }

static void create(void)
{
    int sticky;
    long n, refused = 0;
    memset(&heap, 0, sizeof heap);
    for (sticky = 0; sticky < 2; sticky++)
        for (n = 1;; n++) {
            nets_view_desc d = {0};
            nets_view *view = (nets_view *)&d;
            state s = make(0);
            nets_status status;
            d.slots_l = 70;
            d.tau_l = 1;
            d.alloc = test_heap_hook;
            d.alloc_ctx = &heap;
            heap.fail_at = heap.calls + n;
            heap.sticky = sticky;
            heap.failures = 0;
            status = nets_view_create(&view, s.net, &d);
            heap.fail_at = 0;
            refused += heap.failures;
            CHECK_EQ(status, heap.failures ? NETS_E_NOMEM : NETS_OK);
            CHECK((view == NULL) == (status != NETS_OK));
            nets_view_destroy(view);
            drop(&s);
            if (status == NETS_OK) break;
        }
    CHECK(refused > 0);
}

TEST_MAIN(TEST(awmc_t), TEST(mc_t), TEST(exact), TEST(mc_b), TEST(ect), TEST(scored),
          TEST(plan), TEST(learn), TEST(take), TEST(give), TEST(fill), TEST(slots),
          TEST(create))
