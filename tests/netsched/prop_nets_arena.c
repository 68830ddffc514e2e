/* prop_nets_arena.c - networks that live in an arena of exactly nets_memory_bound bytes
 * against twins on the heap. Within the room that was told no call may give NETS_E_NOMEM,
 * and loading anew is such a call; the twin tells what the answer is, and whether the
 * limits were kept. */
#include "coalloc.h"
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"
#include "test.h"

/* ---- networks in buffers ----------------------------------------------------------- */

enum { TYPES = 3, MOST_BOOKINGS = 12 };

static coa_arena arena;
static nets_network *twin[2]; /* on the heap, and in the arena */
static nets_room room;

/* Calls both; they must return the same. */
#define BOTH(call)                        \
    do {                                  \
        nets_network *net = twin[0];      \
        const nets_status first = (call); \
        net = twin[1];                    \
        CHECK_EQ((call), first);          \
    } while (0)

static void add_all(void)
{
    uint32_t i, k;
    for (i = 0; i < room.nodes; i++) BOTH(nets_add_node(net, NULL));
    for (i = 0; i < room.links; i++) {
        const uint32_t from = (uint32_t)test_below(room.nodes);
        const uint32_t to =
            (from + 1 + (uint32_t)test_below(room.nodes - 1)) % room.nodes;
        const nets_amount capacity = test_between(2, 9);
        BOTH(nets_add_link(net, from, to, capacity, 1, NULL));
    }
    for (i = 0; i < room.partitions; i++) {
        const nets_access access = i / room.nodes && i % 2 ? NETS_PAIRS : NETS_FULL;
        BOTH(nets_add_partition(net, i % room.nodes, i / room.nodes, access, NULL));
    }
    for (i = 0; room.partitions && i < room.units; i++) {
        const nets_amount amount = test_between(1, 9);
        BOTH(nets_add_unit(net, i % room.partitions, amount, i % 2, NULL));
    }
    for (i = 0; i < room.pairs; i++) {
        const uint32_t a = (uint32_t)test_below(room.units);
        const uint32_t b = (uint32_t)test_below(room.units);
        BOTH(nets_allow(net, a, b));
    }
    for (k = 0; k < room.clusters; k++) BOTH(nets_add_cluster(net, k, 4, 1, NULL));
}

/* The most uses of one resource by bookings that are alive, and with those of a plan. */
static uint32_t most_shared(const nets_plan *p)
{
    uint32_t most = 0, kind, i, k;
    for (kind = 0; kind <= NETS_CLUSTER; kind++)
        for (i = 0; i < twin[0]->resource[kind].count; i++) {
            nets_booking b = {0};
            uint32_t sum = 0;
            while (nets_next(twin[0], b.id, &b) == NETS_OK)
                for (k = 0; k < b.count; k++)
                    sum += b.uses[k].kind == (nets_kind)kind && b.uses[k].index == i;
            for (k = 0; k < p->count; k++)
                sum += p->uses[k].kind == (nets_kind)kind && p->uses[k].index == i;
            if (sum > most) most = sum;
        }
    return most;
}

static nets_request wish(nets_need *needs)
{
    nets_request r = {0};
    nets_counts_info c;
    uint32_t i;
    nets_counts(twin[0], &c);
    r.from = (uint32_t)test_below(room.nodes);
    r.to = (r.from + 1 + (uint32_t)test_below(room.nodes - 1)) % room.nodes;
    r.ready = c.now + test_between(0, 5);
    r.length = test_between(1, 9);
    r.bandwidth = test_between(1, 6);
    r.splittable = (int)test_below(2);
    r.fixed = r.splittable && test_below(2);
    for (i = 0; i < 2; i++) needs[i].type = i;
    for (i = 0; i < 2; i++) needs[i].amount = test_between(1, 6);
    r.at_from = r.at_to = needs;
    r.at_from_count = (uint32_t)test_below(room.needs / 2 + 1);
    r.at_to_count = (uint32_t)test_below(room.needs / 2 + 1);
    r.deadline = r.ready + r.length + 40;
    return r;
}

static long booked, replaced, beyond;

/* A request, and its booking, if that is within the limits. */
static void book(nets_plan plan[2])
{
    nets_need needs[2];
    nets_request r = wish(needs);
    nets_booking old;
    nets_counts_info c;
    nets_status s[2];
    uint32_t i, uses = 0;
    if (test_below(4) == 0 &&
        nets_next(twin[0], test_below(twin[0]->last_id + 1), &old) == NETS_OK)
        r.replaces = old.id;
    s[0] = nets_first_slot(twin[0], &r, &plan[0]);
    s[1] = nets_first_slot(twin[1], &r, &plan[1]);
    uses = plan[0].count;
    if (s[1] == NETS_E_NOMEM) CHECK(uses > room.uses); /* more than was told */
    beyond += s[1] == NETS_E_NOMEM;
    if (s[1] == NETS_E_NOMEM) return;
    CHECK_EQ(s[1], s[0]);
    CHECK_EQ(plan[1].count, plan[0].count);
    for (i = 0; i < plan[0].count; i++)
        CHECK_EQ(plan[1].uses[i].amount, plan[0].uses[i].amount);
    nets_counts(twin[0], &c);
    if (s[0] != NETS_OK || plan[0].count > room.uses ||
        (c.bookings == room.bookings && !r.replaces) ||
        most_shared(&plan[0]) > room.shared)
        return;
    for (i = 0; i < 2; i++) s[i] = nets_commit(twin[i], &plan[i], NULL);
    CHECK_EQ(s[0], NETS_OK);
    CHECK_EQ(s[1], NETS_OK);
    booked++;
    replaced += r.replaces != 0;
}

/* Books a plan of the caller's, with as many uses as are allowed. */
static void book_own(void)
{
    nets_use uses[40];
    nets_plan p;
    nets_counts_info c;
    uint32_t i;
    memset(&p, 0, sizeof p);
    memset(uses, 0, sizeof uses);
    nets_counts(twin[0], &c);
    p.uses = uses;
    p.count = test_below(2) ? room.uses : (uint32_t)test_between(1, room.uses);
    if (!room.links || c.bookings == room.bookings) return;
    for (i = 0; i < p.count; i++) {
        uses[i].index = (uint32_t)test_below(room.links);
        uses[i].from = c.now + test_between(0, 100);
        uses[i].to = uses[i].from + test_between(1, 5);
        uses[i].amount = 1;
    }
    if (most_shared(&p) <= room.shared) BOTH(nets_commit(net, &p, NULL));
}

/* What was reserved sufficed: no array of these has grown. */
static void check_reserved(void)
{
    const nets_network *net = twin[1];
    uint32_t kind, i;
    for (kind = 0; kind <= NETS_CLUSTER; kind++)
        for (i = 0; i < net->resource[kind].count; i++)
            CHECK_EQ(nets_i_resource_of(net, (nets_kind)kind, i)->free.capacity,
                     net->steps < 8 ? 8 : net->steps);
    CHECK_EQ(net->bookings.capacity, room.bookings + 1 < 8 ? 8 : room.bookings + 1);
    CHECK_EQ(net->links.capacity, room.links < 8 ? room.links ? 8 : 0 : room.links);
}

static void make_room(void)
{
    memset(&room, 0, sizeof room);
    room.nodes = (uint32_t)test_between(2, 8);
    room.links = (uint32_t)test_between(0, 3 * room.nodes);
    room.partitions = (uint32_t)test_below(2 * room.nodes);
    room.units = room.partitions ? (uint32_t)test_below(12) : 0;
    room.pairs = room.units ? (uint32_t)test_below(20) : 0;
    room.clusters = (uint32_t)test_below(room.nodes);
    room.bookings = (uint32_t)test_between(1, MOST_BOOKINGS);
    room.uses = (uint32_t)test_between(1, test_below(2) ? 6 : 40);
    room.shared = (uint32_t)test_between(1, 2 * room.bookings);
    room.needs = (uint32_t)test_below(5);
}

/* ---- saved and loaded, in the same arena ------------------------------------------- */

static unsigned char stream[1 << 16];
static size_t stream_size, stream_read;

static int put(void *ctx, const void *data, size_t size)
{
    (void)ctx;
    if (size > sizeof stream - stream_size) return 1;
    memcpy(stream + stream_size, data, size);
    stream_size += size;
    return 0;
}

static size_t get(void *ctx, void *data, size_t size)
{
    (void)ctx;
    if (size > stream_size - stream_read) size = stream_size - stream_read;
    memcpy(data, stream + stream_read, size);
    stream_read += size;
    return size;
}

static void save_and_load(nets_desc d)
{
    stream_size = stream_read = 0;
    CHECK_EQ(nets_save(twin[1], put, NULL), NETS_OK);
    nets_destroy(twin[1]);
    CHECK_EQ(nets_load(&twin[1], &d, get, NULL), NETS_OK);
}

static void in_buffers(void)
{
    long rounds = test_scaled(1200);
    booked = replaced = beyond = 0;
    while (rounds-- > 0) {
        nets_plan plan[2];
        nets_desc d = {0};
        nets_booking b;
        unsigned char *buffer;
        size_t size;
        int steps = 80;
        memset(plan, 0, sizeof plan);
        make_room();
        size = nets_memory_bound(&room);
        CHECK(size < 1000000);
        buffer = (unsigned char *)malloc(size);
        CHECK(buffer != NULL);
        CHECK_EQ(coa_arena_init(&arena, buffer, size), COA_OK);
        CHECK_EQ(nets_create(&twin[0], NULL), NETS_OK);
        d.room = &room;
        d.alloc = coa_arena_alloc;
        d.alloc_ctx = &arena;
        CHECK_EQ(nets_create(&twin[1], &d), NETS_OK);
        add_all();
        while (steps-- > 0) {
            const nets_time now = twin[0]->now + test_between(0, 4);
            const nets_id id = test_below(twin[0]->last_id + 1);
            switch (test_below(9)) {
            case 5:
                nets_plan_free(&plan[1]);
                save_and_load(d);
                break;
            case 0: BOTH(nets_advance(net, now)); break;
            case 1:
                if (nets_next(twin[0], id, &b) == NETS_OK) BOTH(nets_cancel(net, b.id));
                break;
            case 2:
                nets_plan_free(&plan[0]);
                nets_plan_free(&plan[1]);
                break;
            case 3:
            case 4: book_own(); break;
            default: book(plan); break;
            }
        }
        check_reserved();
        nets_plan_free(&plan[0]);
        nets_plan_free(&plan[1]);
        BOTH(nets_check(net) == NETS_E_CORRUPT ? NETS_E_CORRUPT : NETS_OK);
        CHECK_EQ(twin[0]->last_id, twin[1]->last_id);
        nets_destroy(twin[0]);
        nets_destroy(twin[1]);
        CHECK_EQ(arena.used, 0);
        free(buffer);
    }
    if (test_scaled(1200) >= 60) CHECK(booked > 100 && replaced > 5);
}

static void misuse(void)
{
    nets_network *net;
    nets_desc d = {0};
    nets_room most;
    memset(&room, 0, sizeof room);
    memset(&most, 0xFF, sizeof most);
    CHECK_EQ(nets_memory_bound(NULL), 0);
    CHECK_EQ(nets_memory_bound(&most), 0);
    d.room = &most;
    CHECK_EQ(nets_create(&net, &d), NETS_E_RANGE);
    CHECK(net == NULL);
    d.room = &room;
    CHECK_EQ(nets_create(&net, &d), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    nets_destroy(net);
}

TEST_MAIN(TEST(in_buffers), TEST(misuse))
