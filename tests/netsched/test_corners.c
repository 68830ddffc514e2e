/* test_corners.c - the last branches: each request for memory of a network with room
 * refused, what its room and a stream take, streams of older versions, stamps that are
 * used up, and paths whose delays lie more slots apart than a word has bits. */
#include "coalloc.h"
#include "test.h"

static long got; /* blocks, without a hook */

#define realloc(at, size) (got += !(at), realloc(at, size))
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"
#undef realloc

#include "modes.h"
#include "make.h"
#include "saved.h"

/* A network of so many nodes, each linked to the next both ways, with capacity 10. */
static nets_network *chain(uint32_t nodes, const nets_room *room)
{
    nets_network *net = MAKE(nodes, .room = room);
    uint32_t i;
    for (i = 1; i < nodes; i++)
        CHECK_EQ(nets_add_duplex(net, i - 1, i, 10, 1, NULL), NETS_OK);
    return net;
}

static void destroy(nets_network *net)
{
    make_end(net);
    CHECK_EQ(got, 0);
}

/* ---- memory ------------------------------------------------------------------------ */

/* A network with room asks for all of it when it is made, and for a resource's when that
 * is added; each request is refused in turn, and nothing is left of it. */
static void room_refused(void)
{
    static const nets_room room = {4, 8, 2, 4, 2, 2, 3, 9, 4, 3};
    const nets_desc d = {.alloc = test_heap_hook, .alloc_ctx = &heap, .room = &room};
    nets_network *net = NULL;
    nets_stats_info before, after;
    nets_status s;
    long turn;
    memset(&heap, 0, sizeof heap);
    for (turn = 1;; turn++) {
        heap.fail_at = heap.calls + turn;
        s = nets_create(&net, &d);
        heap.fail_at = 0;
        if (s == NETS_OK) break;
        CHECK(s == NETS_E_NOMEM && !net && heap.live_blocks == 0);
    }
    CHECK(turn > 20);
    for (turn = 0; turn < 2; turn++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (turn = 1;; turn++) {
        nets_stats(net, &before);
        heap.fail_at = heap.calls + turn;
        s = nets_add_duplex(net, 0, 1, 5, 0, NULL);
        heap.fail_at = 0;
        if (s == NETS_OK) break;
        nets_stats(net, &after);
        CHECK(s == NETS_E_NOMEM && after.links == before.links);
    }
    CHECK(turn > 2);
    destroy(net);
}

/* A link is given wavelengths of which it has some: nothing is kept for those. */
static void waves_again(void)
{
    static const nets_room room = {2, 2, 0, 0, 0, 0, 2, 2, 2, 0};
    nets_network *net = chain(2, &room);
    const nets_request r = {.to = 1, .length = 1, .light = 1};
    nets_plan p = {0};
    long blocks;
    CHECK_EQ(nets_add_waves(net, 0, 1, 2), NETS_OK);
    blocks = heap.live_blocks;
    CHECK_EQ(nets_add_waves(net, 0, 0, 4), NETS_OK);
    CHECK_EQ(heap.live_blocks, blocks + 2);
    CHECK_EQ(nets_add_waves(net, 0, 0, 4), NETS_OK);
    CHECK_EQ(heap.live_blocks, blocks + 2);
    CHECK_EQ(nets_first_slot(net, &r, &p), NETS_OK);
    nets_plan_free(&p);
    destroy(net);
}

static int leave(void *ctx, const nets_booking *b, nets_request *r)
{
    (void)ctx, (void)b, (void)r;
    return 1;
}

/* A run that ends too early uses many links, its plan much more memory than the answer,
 * which is one link: the room given still suffices. */
static void room_of_the_answer(void)
{
    enum { THIN = 600, LATE = 50 };
    const nets_room room = {
        .nodes = 2, .links = THIN + 1, .bookings = 4, .uses = 2, .shared = 3};
    const size_t size = nets_memory_bound(&(nets_desc){.room = &room});
    const nets_request r = {.to = 1, .bandwidth = THIN, .length = 10, .splittable = 1};
    /* the wide link; a thin one, for longer: all thin ones carry the job until 5; and
     * another from then on, so that the flow is computed again */
    nets_use uses[3] = {{.index = THIN, .to = LATE, .amount = THIN},
                        {.index = 1, .from = 5, .to = LATE + 20, .amount = 1},
                        {.index = 2, .from = LATE, .to = LATE + 20, .amount = 1}};
    static stream saved;
    nets_desc d = {.room = &room, .alloc = coa_arena_alloc};
    nets_plan plan = {0}, booked = {.count = 1};
    nets_network *net;
    coa_arena arena;
    nets_reason why;
    size_t taken, used;
    nets_id id;
    unsigned char *buffer = (unsigned char *)malloc(size);
    uint32_t i;
    CHECK(buffer != NULL);
    CHECK_EQ(coa_arena_init(&arena, buffer, size), COA_OK);
    d.alloc_ctx = &arena;
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    taken = arena.used;
    for (i = 0; i < 2; i++) CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    for (i = 0; i <= THIN; i++) LINKS(net, {0, 1, i < THIN ? 1 : THIN, 0});
    for (i = 0; i < 3; i++) {
        booked.uses = &uses[i];
        CHECK_EQ(nets_commit(net, &booked, NULL), NETS_OK);
    }
    used = arena.used;
    CHECK_EQ(nets_explain(net, &r, &why), NETS_OK);
    CHECK_EQ(nets_drain(net, NETS_LINK, 0, 500, 501, 0, leave, NULL, NULL, &id), NETS_OK);
    CHECK_EQ(nets_cancel(net, id), NETS_OK);
    CHECK_EQ(arena.used, used); /* the room of the first plan was only lent */
    slot_at(net, &r, &plan, LATE);
    CHECK_EQ(plan.count, 1);
    CHECK(plan.capacity <= 8); /* not what the long run would take */
    nets_plan_free(&plan);
    CHECK_EQ(nets_save(net, put, &saved), NETS_OK);
    nets_destroy(net);
    CHECK_EQ(nets_load(&net, &d, get, &saved), NETS_OK); /* takes the same room */
    CHECK(arena.used >= taken);
    nets_destroy(net);
    free(buffer);
}

/* A stream takes memory only for bytes already read, however many of one kind it holds,
 * just after their arrays have grown: most for wavelengths, 8 bytes in a stream. */
static void memory_of_a_stream(void)
{
    enum { MANY = 1354, KINDS = 8, MOST = 12 };
    static const char *const kinds[KINDS] = {"nodes",       "links",   "partitions",
                                             "units",       "pairs",   "clusters",
                                             "wavelengths", "bookings"};
    static stream s;
    int kind;
    for (kind = 0; kind < KINDS; kind++) {
        const nets_desc d = {.alloc = test_heap_hook, .alloc_ctx = &heap};
        nets_network *net = make(3), *copy;
        nets_stats_info is;
        uint32_t i;
        LINKS(net, {0, 1, NETS_MOST, 0});
        if (kind) UNITS(net, 2, 0, NETS_FULL, {1, 0});
        if (kind) UNITS(net, 2, 1, NETS_PAIRS, {1, 0});
        for (i = 0; i < MANY; i++) {
            nets_status e = kind == 0   ? nets_add_node(net, NULL)
                            : kind == 1 ? nets_add_link(net, 0, 1, 1, 0, NULL)
                            : kind == 2 ? nets_add_partition(net, 0, i, NETS_FULL, NULL)
                            : kind == 5 ? nets_add_cluster(net, 0, 1, 1, NULL)
                            : kind == 6 ? nets_add_waves(net, 0, i, 1)
                                        : NETS_OK;
            if (kind == 3 || kind == 4) e = nets_add_unit(net, 0, 1, 0, NULL);
            if (kind == 4) e = nets_allow(net, i < 1 ? 0 : i + 1, 1);
            if (kind == 7) (void)book_link(net, 2 * i, 2 * i + 1, 1);
            CHECK_EQ(e, NETS_OK);
        }
        s.size = s.read = 0;
        CHECK_EQ(nets_save(net, put, &s), NETS_OK);
        make_end(net);
        CHECK_EQ(nets_load(&copy, &d, get, &s), NETS_OK);
        nets_stats(copy, &is);
        fprintf(stderr, "  %s: %.1f bytes for each of the stream\n", kinds[kind],
                (double)is.bytes_peak / (double)s.size);
        CHECK(is.bytes_peak <= MOST * s.size);
        nets_destroy(copy);
        s.size = s.size * 9 / 10; /* cut */
        s.read = 0;
        CHECK_EQ(nets_load(&copy, &d, get, &s), NETS_E_CORRUPT);
        CHECK_EQ(heap.live_blocks, 0);
    }
}

/* A booking as the file in tests/data has it. */
static const char *in_words(const nets_booking *b)
{
    static char text[512];
    int n = snprintf(text, sizeof text, "%lld [%lld, %lld) tag %llx%s", (long long)b->id,
                     (long long)b->start, (long long)b->end, (unsigned long long)b->tag,
                     b->block == 2 ? " failure"
                     : b->block    ? " block"
                                   : "");
    uint32_t i;
    for (i = 0; i < b->count; i++) {
        const nets_use *u = b->uses + i;
        n += snprintf(text + n, sizeof text - (size_t)n,
                      " %d.%u leg %u [%lld, %lld) %lld %lld/%lld", (int)u->kind,
                      (unsigned)u->index, (unsigned)u->leg, (long long)u->from,
                      (long long)u->to, (long long)u->amount, (long long)u->flow,
                      (long long)u->whole);
    }
    return text;
}

/* What an older version has saved is loaded, and the network goes on as it did there. */
static void saved_by(const char *name, int count)
{
    const nets_desc d = {.alloc = test_heap_hook, .alloc_ctx = &heap};
    nets_network *net = NULL;
    nets_booking b;
    nets_id id;
    int bookings = 0, q[5];
    saved_file s;
    memset(&heap, 0, sizeof heap);
    saved_open(&s, name);
    CHECK_EQ(nets_load(&net, &d, saved_read, &s), NETS_OK);
    CHECK_EQ(s.pos, s.size);
    for (id = 0; nets_next(net, id, &b) == NETS_OK; id = b.id, bookings++)
        saved_is(&s, "booking ", in_words(&b));
    CHECK_EQ(bookings, count);
    while (sscanf(s.line, "reserve %d %d %d %d %d", q, q + 1, q + 2, q + 3, q + 4) == 5) {
        const nets_request r = {.from = (uint32_t)q[0],
                                .to = (uint32_t)q[1],
                                .ready = q[2],
                                .length = q[3],
                                .bandwidth = q[4]};
        nets_plan plan = {0};
        CHECK_EQ(nets_first_slot(net, &r, &plan), NETS_OK);
        CHECK_EQ(nets_commit(net, &plan, &id), NETS_OK);
        nets_plan_free(&plan);
        CHECK_EQ(nets_get(net, id, &b), NETS_OK);
        saved_is(&s, "gets ", in_words(&b));
    }
    saved_close(&s);
    make_end(net);
}

static void saved_by_0_4(void) { saved_by("netsched-0.4__legs", 5); }
static void saved_by_0_5(void) { saved_by("netsched-0.5__groups", 7); }

/* The bound of more than can be addressed is 0, not its last 64 bits. */
static void room_beyond(void)
{
    static const nets_room some = {2, 2, 0, 0, 0, 0, 2, 2, 2, 0};
    nets_room r;
    const nets_desc d = {.room = &r, .alloc = test_heap_hook, .alloc_ctx = &heap};
    nets_network *net;
    CHECK(!nets_memory_bound(NULL) && !nets_memory_bound(&(nets_desc){0}));
    memset(&r, 0xFF, sizeof r);
    CHECK_EQ(nets_memory_bound(&d), 0);
    CHECK_EQ(nets_create(&net, &d), NETS_E_RANGE);
    CHECK(net == NULL);
    memset(&r, 0, sizeof r);
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    destroy(net);
    r = some;
    CHECK(nets_memory_bound(&d) > 0);
    r.nodes = UINT32_MAX;
    CHECK_EQ(nets_memory_bound(&d), 0);
    r = some;
    r.bookings = r.uses = UINT32_MAX;
    CHECK_EQ(nets_memory_bound(&d), 0);
    r.bookings = INT32_MAX - 1;
    CHECK_EQ(nets_memory_bound(&d), 0);
    r = some;
    r.links = (1u << 30) - 1;
    r.shared = (1u << 29) - 2;
    CHECK_EQ(nets_memory_bound(&d), 0);
    r.links = 1u << 10;
    r.shared = 1u << 8; /* fits, and is no less than its steps take */
    CHECK(nets_memory_bound(&d) > ((size_t)1 << 20) * sizeof(nets_step));
}

/* Nothing is there yet that could answer, and there is no memory for it. */
static void no_search(void)
{
    nets_network *net = chain(2, NULL);
    const nets_request r = {.to = 1, .bandwidth = 1, .length = 1};
    nets_reason why;
    nets_amount flow;
    heap.fail_at = heap.calls + 1;
    heap.sticky = 1;
    CHECK_EACH(NETS_E_NOMEM, nets_explain(net, &r, &why), why.status,
               nets_max_flow(net, 0, 1, 0, 5, 0, &flow));
    heap.fail_at = 0;
    CHECK_EQ(nets_max_flow(net, 0, 1, 0, 5, 0, &flow), NETS_OK);
    CHECK_EQ(flow, 10);
    destroy(net);
}

/* ---- requests ---------------------------------------------------------------------- */

/* A search that has used up its stamps answers as before. */
static void stamps_used_up(void)
{
    nets_network *net = chain(4, NULL);
    const nets_request r = {.to = 3, .bandwidth = 5, .length = 5, .splittable = 1};
    nets_plan p = {0};
    int k;
    (void)make_block(net, NETS_LINK, 2, 0, 30, 6);
    for (k = 0; k < 6; k++) {
        if (k % 3 == 1) net->search->stamp = UINT32_MAX;
        if (k % 3 == 2) net->search->number = UINT32_MAX / 4 + 1;
        slot_at(net, &r, &p, 30);
        CHECK_EQ(p.count, 3);
    }
    nets_plan_free(&p);
    destroy(net);
}

/* A run that has no room for its uses goes on over several instants; when it has ended
 * too early, there is room for the answer. */
static void no_room_for_a_run(void)
{
    static const nets_room room = {3, 5, 0, 0, 0, 0, 9, 2, 9, 0};
    static const int64_t blocks[][4] = {{4, 0, 6, 3},  {3, 0, 2, 1},  {0, 2, 4, 1},
                                        {1, 4, 6, 1},  {2, 5, 6, 1},  {0, 6, 99, 1},
                                        {1, 6, 99, 1}, {2, 6, 99, 1}, {3, 6, 99, 1}};
    nets_network *net = MAKE(2, .room = &room);
    nets_request r = {.to = 1, .bandwidth = 3, .length = 8, .splittable = 1};
    nets_plan p = {.alloc = test_heap_hook, .alloc_ctx = &heap};
    uint32_t i;
    LINKS(net, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 3, 0});
    for (i = 0; i < 9; i++)
        (void)make_block(net, NETS_LINK, (uint32_t)blocks[i][0], blocks[i][1],
                         blocks[i][2], blocks[i][3]);
    slot_at(net, &r, &p, 6);
    r.ready = 99;
    for (r.bandwidth = 3; r.bandwidth < 6; r.bandwidth++) /* as many uses less 2 */
        CHECK_EQ(nets_first_slot(net, &r, &p), r.bandwidth < 5 ? NETS_OK : NETS_E_NOMEM);
    nets_plan_free(&p);
    destroy(net);
}

/* One that gives more than it is asked for. */
static size_t too_much(void *ctx, void *data, size_t size)
{
    (void)ctx;
    memset(data, 0, size);
    return size + 1;
}

static void bad_reader(void)
{
    nets_network *net = NULL;
    CHECK_EQ(nets_load(&net, NULL, too_much, NULL), NETS_E_CORRUPT);
    CHECK(net == NULL);
}

/* ---- multicost and paths ----------------------------------------------------------- */

/* A view of nothing; one that learns what it knows; vectors of unequal length. */
static void odd_views(void)
{
    nets_network *net = make(0);
    nets_view *view =
        VIEW(net, .slots_l = NETS_I_MOST, .slots_m = NETS_I_MOST, .tau_l = 1);
    uint64_t word;
    nets_profile p;
    nets_view_destroy(view);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    LINKS(net, {0, 1, 5, 0});
    (void)make_block(net, NETS_LINK, 0, 3, 5, 2);
    view = VIEW(net, .slots_l = 70, .slots_m = 70, .tau_l = 1);
    CHECK_EQ(
        nets_view_learn(view, NETS_LINK, 0, nets_view_profile(view, NETS_LINK, 0), 4),
        NETS_OK);
    CHECK_EQ(nets_profile_value(nets_view_profile(view, NETS_LINK, 0), 4), 3);
    nets_view_destroy(view);
    nets_profile_init(&p, 5, test_heap_hook, &heap);
    CHECK_EQ(nets_profile_take(&p, (nets_time)1 << 40, (nets_time)1 << 41, 5), NETS_OK);
    nets_i_bits_read(&word, 64, NETS_I_ONES, &p, 1, 0, (nets_time)1 << 38);
    CHECK_EQ(word, ~UINT64_C(0xF0));
    nets_profile_free(&p);
    destroy(net);
}

/* Routes that are not the view's own: links that do not exist or do not meet, and times
 * beyond the end of time. */
static void routes_of_others(void)
{
    nets_network *net = chain(3, NULL);
    nets_view *view;
    nets_task task = {.method = NETS_EXACT, .data = 2, .rate = 2, .workload = 9};
    nets_route good, r;
    nets_plan p = {0};
    uint32_t links[2], i;
    /* of the second link no more can be said than INT64_MAX */
    const int64_t costs[4] = {1, 1, INT64_MAX, 1};
    nets_cost cost = {.links = costs, .link = 1};
    (void)make_cluster(net, 2, 4, 1);
    view = VIEW(net, .slots_l = 70, .tau_l = 1);
    CHECK_EQ(nets_multicost(view, &task, &good), NETS_OK);
    CHECK_EQ(good.link_count, 2);
    memcpy(links, good.links, sizeof links);
    r = good;
    r.links = links;
    for (i = 0; i < 2; i++) CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_OK);
    CHECK_EQ(p.count, 3);
    view->sites.count = 0; /* as if the cluster were not there */
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    view->sites.count = 1;
    links[1] = 9;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    links[1] = links[0];
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    links[1] = good.links[1];
    i = view->hops.count; /* it is the last link no more */
    view->hops.count = links[1];
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    view->hops.count = i;
    r.send = INT64_MAX;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_RANGE);
    r.send = INT64_MAX - 1;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_RANGE);
    CHECK(p.count == 0 && p.start == 0 && p.end == 0);
    r = good;
    r.start = r.end + 1;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    r = good;
    r.link_count = 3;
    CHECK_EQ(nets_route_plan(view, &task, &r, &p), NETS_E_ARG);
    task.rate = 0;
    CHECK_EQ(nets_route_plan(view, &task, &good, &p), NETS_E_ARG);
    task.rate = 2;
    task.costs = &cost;
    task.cost_count = 1;
    CHECK_EQ(nets_multicost(view, &task, &good), NETS_OK);
    CHECK_EQ(good.costs[0], INT64_MAX);
    cost.limit = INT64_MAX - 1;
    CHECK_EQ(nets_multicost(view, &task, &good), NETS_E_NOFIT);
    nets_plan_free(&p);
    nets_view_destroy(view);
    destroy(net);
}

/* Two paths to a node whose delays differ by more slots than a word has bits, or all: the
 * slower one is kept only while it has a slot that the other has not. */
static void far_apart(void)
{
    nets_time apart;
    int gap;
    for (apart = 1; apart < 200; apart += 21)
        for (gap = 0; gap < 3; gap++) {
            nets_network *net = chain(2, NULL);
            nets_view *view;
            nets_task task = {.method = NETS_EXACT, .data = 3, .rate = 3, .workload = 1};
            nets_route exact, r;
            LINKS(net, {0, 1, 10, apart}, {0, 1, 10, 1 + 2 * apart});
            (void)make_cluster(net, 1, 4, 1);
            (void)make_block(net, NETS_LINK, 0, 0, gap ? 400 : 40, 10);
            if (gap > 1) (void)make_block(net, NETS_LINK, 2, 0, 30, 10);
            view = VIEW(net, .slots_l = 130, .tau_l = 1);
            CHECK_EQ(nets_multicost(view, &task, &exact), NETS_OK);
            for (task.method = NETS_AWMC_T; task.method <= NETS_ECT; task.method++) {
                CHECK_EQ(nets_multicost(view, &task, &r), NETS_OK);
                if (task.method == NETS_MC_T) CHECK_EQ(r.end, exact.end);
            }
            nets_view_destroy(view);
            destroy(net);
        }
}

/* Delays, origins and work that add up to more than a time can be: no answer, or one that
 * comes after all of them. */
static void huge_delays(void)
{
    static const nets_time huge[] = {INT64_MAX, INT64_MAX - 1, INT64_MAX / 2 + 1,
                                     INT64_MAX / 4, 5};
    const uint32_t link = 0;
    unsigned i;
    for (i = 0; i < 5 * 5 * 5 * 3; i++) {
        const nets_time delay = huge[i % 5];
        const nets_task task = {.method = (nets_method)(i % 5),
                                .data = i % 2,
                                .rate = 1,
                                .origin = huge[i / 5 % 5],
                                .workload = huge[i / 25 % 5]};
        const nets_route mine = {
            .links = &link, .link_count = 1, .send = task.origin, .end = INT64_MAX};
        nets_network *net = make(2);
        nets_view *view;
        nets_route r;
        nets_plan p = {0};
        nets_status s;
        LINKS(net, {0, 1, 5, delay});
        (void)make_cluster(net, 1, 4, 1);
        view = VIEW(net, .slots_l = 3, .tau_l = 1 + i / 125 % 3);
        s = nets_multicost(view, &task, &r);
        CHECK(s == NETS_OK || s == NETS_E_RANGE || s == NETS_E_NOFIT);
        CHECK(s != NETS_OK || (r.end >= task.origin && r.end - task.origin >= delay &&
                               r.end - task.origin - delay >= task.workload));
        s = nets_route_plan(view, &task, &mine, &p);
        CHECK(s == NETS_OK || s == NETS_E_RANGE);
        nets_plan_free(&p);
        nets_view_destroy(view);
        destroy(net);
    }
}

TEST_MAIN(TEST(room_refused), TEST(waves_again), TEST(room_of_the_answer),
          TEST(memory_of_a_stream), TEST(saved_by_0_4), TEST(saved_by_0_5),
          TEST(room_beyond), TEST(no_search), TEST(stamps_used_up),
          TEST(no_room_for_a_run), TEST(bad_reader), TEST(odd_views),
          TEST(routes_of_others), TEST(far_apart), TEST(huge_delays))
