/* test_inside.c - the audit of spoiled networks, and what else can only be seen from
 * inside netsched.h: how many bookings that were given back are kept, which hook serves a
 * view and its plans, rows of slots, sizes too large. Sizes have at most 32 bits. */
#include "test.h"

static uint32_t most_counted = 0x7FFFFFFF; /* of anything that is counted */
#define NETS_I_MOST most_counted
#undef SIZE_MAX
#define SIZE_MAX UINT32_MAX

static size_t moved; /* bytes */

static void *count_moved(void *to, const void *from, size_t bytes)
{
    moved += bytes;
    return memmove(to, from, bytes);
}

#define NETSCHED_MEMMOVE count_moved
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"

#include "make.h"
#include "modes.h"

static nets_network *create(void)
{
    nets_network *net = make(2);
    CHECK_EQ(nets_add_duplex(net, 0, 1, 10, 1, NULL), NETS_OK);
    (void)make_cluster(net, 1, 4, 1);
    return net;
}

static void destroy(nets_network *net)
{
    nets_destroy(net);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

#define SPOIL(net, number, by)                     \
    do {                                           \
        (number) += (by);                          \
        CHECK_EQ(nets_check(net), NETS_E_CORRUPT); \
        (number) -= (by);                          \
    } while (0)

/* A resource that counts a booking too many, a use of less than nothing, and an amount
 * taken without a booking, or taken and free, now and in the past. */
static void spoiled_profiles(void)
{
    nets_network *net = create();
    nets_i_resource *r = nets_i_resource_of(net, NETS_LINK, 0);
    book_link(net, 10, 20, 5);
    const uint32_t room = r->free.capacity;
    CHECK_EQ(nets_check(net), NETS_OK);
    SPOIL(net, r->free.first, -1);
    SPOIL(net, r->free.steps[0].amount, -1);
    SPOIL(net, r->free.capacity, 1 - room);
    SPOIL(net, r->free.steps[1].time, -10); /* no later than the step before */
    SPOIL(net, r->live, 1);
    SPOIL(net, net->bookings.at[0].uses[0].amount, -6);
    SPOIL(net, net->bookings.at[0].uses[0].to, 4);
    nets_i_profile_add(&r->free, 30, NETS_FOREVER, -10);
    CHECK_EQ(nets_check(net), NETS_E_CORRUPT);
    nets_i_profile_add(&r->free, 30, NETS_FOREVER, 10);
    r->free.steps[r->free.count++] = (nets_step){40, 10}; /* it changes nothing */
    CHECK_EQ(nets_check(net), NETS_E_CORRUPT);
    r->free.count--;
    CHECK_EQ(nets_advance(net, 15), NETS_OK);
    nets_i_profile_add(&r->free, 5, 15, 3); /* the past does not matter */
    CHECK_EQ(nets_check(net), NETS_OK);
    nets_i_profile_add(&r->free, 5, 16, -3);
    CHECK_EQ(nets_check(net), NETS_E_CORRUPT);
    nets_i_profile_add(&r->free, 5, 16, 3);
    SPOIL(net, net->alive, 1);
    book_link(net, 30, 40, 1);
    SPOIL(net, net->bookings.at[1].b.id, UINT64_MAX);
    CHECK_EQ(nets_check(NULL), NETS_E_ARG);
    destroy(net);
}

/* A failure of more than there is, saved as it is, is not loaded. */
static void failure_of_too_much(void)
{
    static stream saved;
    nets_network *net = create(), *copy;
    (void)make_block(net, NETS_CLUSTER, 0, 5, 9, 4);
    net->bookings.at[0].uses[0].amount = 5;
    CHECK_EQ(nets_save(net, put, &saved), NETS_OK);
    CHECK_EQ(nets_load(&copy, NULL, get, &saved), NETS_E_CORRUPT);
    destroy(net);
}

/* Bookings that were given back are few, so nets_next passes few. */
static void released_are_dropped(void)
{
    nets_network *net = create();
    nets_id id[500];
    nets_booking b;
    for (uint32_t i = 0; i < 500; i++) id[i] = book_link(net, i, i + 1, 1);
    for (uint32_t i = 0; i < 499; i++) {
        CHECK_EQ(nets_cancel(net, id[i]), NETS_OK);
        CHECK(net->bookings.count <= 2 * (499 - i) + 16);
        CHECK_EQ(nets_next(net, 0, &b), NETS_OK);
        CHECK_EQ(b.id, id[i + 1]);
    }
    CHECK_EQ(nets_check(net), NETS_OK);
    destroy(net);
}

/* A network can be saved and loaded up to its last id, and gives none after that. */
static void last_id(void)
{
    static stream saved;
    nets_network *net = create(), *copy;
    /* later than now, so that it can be replaced */
    nets_use u = {.from = 1, .to = NETS_FOREVER, .amount = 1};
    nets_plan p = {.uses = &u, .count = 1};
    nets_booking b;
    nets_id id;
    net->last_id = NETS_IDS_MOST - 2;
    for (uint32_t k = 0; k < 3; k++) {
        p.replaces = k == 2 ? NETS_IDS_MOST : 0;
        u.index = k % 2;
        CHECK_EQ(nets_commit(net, &p, &id), NETS_OK);
        CHECK_EQ(id, k ? NETS_IDS_MOST : NETS_IDS_MOST - 1);
        saved.size = saved.read = 0;
        CHECK_EQ(nets_save(net, put, &saved), NETS_OK);
        CHECK_EQ(nets_load(&copy, NULL, get, &saved), NETS_OK);
        CHECK_EQ(nets_check(copy), NETS_OK);
        CHECK_EQ(nets_get(copy, id, &b), NETS_OK);
        CHECK_EQ(copy->last_id, net->last_id);
        nets_destroy(copy);
    }
    p.replaces = 0;
    CHECK_EQ(nets_commit(net, &p, &id), NETS_E_RANGE);
    CHECK_EQ(id, 0);
    destroy(net);
}

/* A view without a hook uses its network's, and so does the plan of a route. */
static void hooks_are_inherited(void)
{
    nets_network *net = create();
    const nets_task task = {.data = 3, .rate = 1, .workload = 5};
    long calls = heap.calls;
    nets_view *view = VIEW(net, .slots_l = 100, .tau_l = 1);
    nets_route route;
    nets_plan plan = {0};
    CHECK(heap.calls > calls);
    CHECK_EQ(nets_multicost(view, &task, &route), NETS_OK);
    calls = heap.calls;
    CHECK_EQ(nets_route_plan(view, &task, &route, &plan), NETS_OK);
    CHECK(heap.calls > calls);
    CHECK(plan.alloc == test_heap_hook);
    nets_plan_free(&plan);
    nets_view_destroy(view);
    destroy(net);
    CHECK_EQ(nets_create(&net, NULL), NETS_OK); /* without any, twice into one plan */
    for (calls = 0; calls < 2; calls++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    LINKS(net, {0, 1, 10, 1});
    (void)make_cluster(net, 1, 4, 1);
    view = VIEW(net, .slots_l = 100, .tau_l = 1);
    plan.alloc = NULL;
    CHECK_EQ(nets_multicost(view, &task, &route), NETS_OK);
    for (calls = 0; calls < 2; calls++)
        CHECK_EQ(nets_route_plan(view, &task, &route, &plan), NETS_OK);
    CHECK(plan.count == 2 && plan.alloc == NULL);
    nets_plan_free(&plan);
    nets_view_destroy(view);
    nets_destroy(net);
}

/* Arrays and buffers of more than 4 GB are refused before they are asked for. */
static void sizes_of_32_bits(void)
{
    nets_room room = {2, 2, 0, 0, 0, 0, 2, 2, 2, 0};
    nets_step *steps = NULL;
    uint32_t capacity = 0;
    const nets_desc d = {.room = &room};
    memset(&heap, 0, sizeof heap);
    CHECK_EQ(nets_i_room(test_heap_hook, &heap, &steps, &capacity, 1u << 29, 16),
             NETS_E_NOMEM);
    CHECK(heap.calls == 0 && capacity == 0);
    CHECK(nets_memory_bound(&d) > 0);
    room.links = 1u << 18;
    room.shared = 1u << 14;
    CHECK_EQ(nets_memory_bound(&d), 0);
    room.links = 2;
    room.shared = 1u << 28; /* the steps of one */
    CHECK_EQ(nets_memory_bound(&d), 0);
}

/* A graph may have a quarter of the largest count. Labels beyond it are not the caller's
 * mistake, so there is no memory for them. */
static void too_much(void)
{
    nets_network *net = create();
    nets_request r = {.to = 1, .bandwidth = 1, .length = 1};
    const nets_task task = {.data = 1, .rate = 1, .workload = 1};
    nets_plan plan = {0};
    nets_route route;
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (most_counted = 7; most_counted <= 15; most_counted += 4) { /* 2 links, 3 nodes */
        const nets_status s = nets_first_slot(net, &r, &plan);
        CHECK_EQ(s, most_counted < 12 ? NETS_E_RANGE : NETS_OK);
    }
    CHECK_EQ(nets_add_waves(net, 0, 5, 1), NETS_OK);
    r.light = 1; /* a node for each of 6 wavelengths of 3 nodes */
    for (most_counted = 17; most_counted <= 100; most_counted += 83)
        CHECK_EQ(nets_first_slot(net, &r, &plan),
                 most_counted < 18 ? NETS_E_RANGE : NETS_OK);
    nets_plan_free(&plan);
    most_counted = 100;
    nets_view *view = VIEW(net, .slots_l = 10, .tau_l = 1);
    most_counted = 0;
    CHECK_EQ(nets_multicost(view, &task, &route), NETS_E_NOMEM);
    most_counted = 0x7FFFFFFF;
    CHECK_EQ(nets_multicost(view, &task, &route), NETS_OK);
    nets_view_destroy(view);
    destroy(net);
}

/* A flow of 1 that goes anywhere from node 0: without its circles a path is left. */
static void circles(void)
{
    for (long n = test_scaled(4000); n > 0; n--) {
        nets_network *net = create();
        const nets_i_way *end, *w;
        nets_amount flow;
        uint32_t i, u = 0, v = 0;
        int64_t left = 0;
        for (i = 2; i < 6; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
        for (i = 0; i < 14; i++)
            (void)!nets_add_link(net, (uint32_t)test_below(6), (uint32_t)test_below(6), 9,
                                 0, NULL);
        CHECK_EQ(nets_max_flow(net, 0, 1, 0, 1, 1, &flow), NETS_OK);
        nets_i_search *g = net->search;
        nets_i_drain(g);
        for (i = 0; i < 60; i++) {
            w = nets_i_ways_of(g, v, &end);
            w += test_below((uint64_t)(end - w));
            if (nets_i_left(g, w->code) <= 0) continue;
            (void)nets_i_push(g, w->code, 1);
            v = w->other;
        }
        g->cut.at[6] = 7; /* no path has more ways than nodes */
        nets_i_straighten(g);
        for (i = 0; i < g->carriers.count; i++) {
            flow = nets_i_flow(g, g->carriers.at[i]);
            left += flow < 0 ? -flow : flow;
        }
        for (; u != v && left > 0; left--) {
            i = 0;
            u = nets_i_way_end(g, nets_i_flows_on(g, u, &i, NETS_NONE), 1);
        }
        CHECK(u == v && left == 0 && g->cut.at[6] == 7);
        destroy(net);
    }
}

/* ---- rows of slots ----------------------------------------------------------------- */

/* Does a row with one 0, shifted either way, cover a row with one 1? A wrong no costs
 * only time, and a wrong yes seldom an answer, so that prop_multicost.c sees neither. */
static void covers_when_shifted(void)
{
    enum { WORDS = 4, BITS = 64 * WORDS };
    for (long n = test_scaled(20000); n > 0; n--) {
        const int64_t zero = test_between(0, BITS - 1), one = test_between(0, BITS - 1);
        const int64_t at = /* where the 1 comes to be */
            test_below(2) ? zero + test_between(-1, 1) : test_between(-70, BITS + 70);
        const int some = test_below(9) > 0; /* else a row of zeros */
        uint64_t a[WORDS], b[WORDS] = {0};
        memset(a, 0xFF, sizeof a);
        a[zero / 64] &= ~(UINT64_C(1) << zero % 64);
        b[one / 64] = (uint64_t)some << one % 64;
        CHECK_EQ(nets_i_bits_cover(a, UINT64_MAX, b, 0, WORDS, at - one),
                 !some || (at >= 0 && at != zero));
    }
}

static void no_run_is_as_long(void)
{
    uint64_t ones = UINT64_MAX;
    nets_i_bits_erode(&ones, 1, 0, 66);
    CHECK_EQ(ones, 0);
}

TEST_MAIN(TEST(circles), TEST(sizes_of_32_bits), TEST(too_much), TEST(spoiled_profiles),
          TEST(failure_of_too_much), TEST(released_are_dropped), TEST(last_id),
          TEST(hooks_are_inherited), TEST(covers_when_shifted), TEST(no_run_is_as_long))
