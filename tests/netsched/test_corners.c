/* test_corners.c - networks with room for less than a search would like, or for more than
 * can be addressed; streams that older versions have saved. */
#include "netsched.h"
#include "test.h"

#include "make.h"
#include "saved.h"

/* ---- room -------------------------------------------------------------------------- */

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
    make_end(net);
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
    LINKS(net, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 3, 0});
    for (uint32_t i = 0; i < 9; i++)
        (void)make_block(net, NETS_LINK, (uint32_t)blocks[i][0], blocks[i][1],
                         blocks[i][2], blocks[i][3]);
    slot_at(net, &r, &p, 6);
    r.ready = 99;
    for (r.bandwidth = 3; r.bandwidth < 6; r.bandwidth++) /* as many uses less 2 */
        CHECK_EQ(nets_first_slot(net, &r, &p), r.bandwidth < 5 ? NETS_OK : NETS_E_NOMEM);
    nets_plan_free(&p);
    make_end(net);
}

/* A link is given wavelengths of which it has some: nothing is kept for those. */
static void waves_again(void)
{
    static const nets_room room = {2, 2, 0, 0, 0, 0, 2, 2, 2, 0};
    nets_network *net = MAKE(2, .room = &room);
    LINKS(net, {0, 1, 10, 1});
    CHECK_EQ(nets_add_waves(net, 0, 1, 2), NETS_OK);
    const long blocks = heap.live_blocks;
    CHECK_EQ(nets_add_waves(net, 0, 0, 4), NETS_OK);
    CHECK_EQ(nets_add_waves(net, 0, 0, 4), NETS_OK);
    CHECK_EQ(heap.live_blocks, blocks + 2);
    make_end(net);
}

/* ---- streams ----------------------------------------------------------------------- */

/* What an older version has saved is loaded, and the network goes on as it did there. */
static void saved_by(const char *name, int count)
{
    const nets_desc d = {.alloc = test_heap_hook, .alloc_ctx = &heap};
    nets_network *net = NULL;
    nets_booking b;
    int bookings = 0, q[5];
    saved_file s;
    memset(&heap, 0, sizeof heap);
    saved_open(&s, name);
    CHECK_EQ(nets_load(&net, &d, saved_read, &s), NETS_OK);
    CHECK_EQ(s.pos, s.size);
    for (nets_id id = 0; nets_next(net, id, &b) == NETS_OK; id = b.id, bookings++)
        saved_is(&s, "booking ", in_words(&b));
    CHECK_EQ(bookings, count);
    while (sscanf(s.line, "reserve %d %d %d %d %d", q, q + 1, q + 2, q + 3, q + 4) == 5)
        saved_is(&s, "gets ", got(net, q));
    saved_close(&s);
    make_end(net);
}

static void saved_by_0_4(void) { saved_by("netsched-0.4__legs", 5); }
static void saved_by_0_5(void) { saved_by("netsched-0.5__groups", 7); }

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

TEST_MAIN(TEST(room_beyond), TEST(no_room_for_a_run), TEST(waves_again),
          TEST(saved_by_0_4), TEST(saved_by_0_5), TEST(bad_reader))
