/* prop_nets_arena.c - the arena against a map of its bytes, and networks that live in a
 * buffer of exactly nets_memory_bound bytes against twins on the heap. Within what
 * nets_reserve was told no call may give NETS_E_NOMEM; the twin tells what the answer is,
 * and whether the limits were kept. */
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"
#include "test.h"

/* ---- the arena alone --------------------------------------------------------------- */

enum { UNIT_BYTES = 16, UNITS = 200, BLOCKS = 40 };

typedef struct block {
    unsigned char *at;
    size_t size;
    unsigned char fill;
} block;

static unsigned char space[UNITS * UNIT_BYTES + UNIT_BYTES];
static nets_arena arena;
static block blocks[BLOCKS];

/* Every block holds what was written to it, and none overlaps another. Returns the
 * longest stretch of free units. */
static size_t check_blocks(void)
{
    unsigned char taken[UNITS + 1] = {0};
    size_t i, k, used = 0, hole = 0, longest = 0;
    for (i = 0; i < BLOCKS; i++) {
        const block *b = &blocks[i];
        for (k = 0; k < b->size; k++) CHECK_EQ(b->at[k], b->fill);
        for (k = 0; k < (b->size + UNIT_BYTES - 1) / UNIT_BYTES; k++, used++) {
            const size_t unit = (size_t)(b->at - arena.base) / UNIT_BYTES + k;
            CHECK(unit < arena.size / UNIT_BYTES && !taken[unit]);
            taken[unit] = 1;
        }
    }
    CHECK_EQ(arena.used, used * UNIT_BYTES);
    CHECK_EQ(nets_arena_check(&arena), NETS_OK);
    for (i = 0; i < arena.size / UNIT_BYTES; i++) {
        hole = taken[i] ? 0 : hole + 1;
        if (hole > longest) longest = hole;
    }
    return longest;
}

static void alone(void)
{
    long rounds = test_scaled(400);
    while (rounds-- > 0) {
        const size_t skip = (size_t)test_below(UNIT_BYTES);
        int steps = 200;
        memset(blocks, 0, sizeof blocks);
        CHECK_EQ(nets_arena_init(&arena, space + skip, sizeof space - skip), NETS_OK);
        while (steps-- > 0) {
            block *b = &blocks[test_below(BLOCKS)];
            const size_t size = (size_t)test_below(test_below(3) ? 100 : 700);
            const size_t longest = check_blocks();
            const size_t wanted = (size + UNIT_BYTES - 1) / UNIT_BYTES;
            void *at = nets_arena_alloc(&arena, b->at, b->size, size);
            size_t k;
            if (!at && size) { /* no hole is as large */
                CHECK(wanted > longest);
                continue;
            }
            CHECK_EQ(at != NULL, size > 0);
            CHECK_EQ((uintptr_t)at % UNIT_BYTES, 0);
            b->at = (unsigned char *)at;
            for (k = 0; k < b->size && k < size; k++) CHECK_EQ(b->at[k], b->fill);
            b->size = size;
            b->fill = (unsigned char)test_below(256);
            if (size) memset(b->at, b->fill, size);
        }
        (void)check_blocks();
    }
    CHECK_EQ(nets_arena_init(NULL, space, 10), NETS_E_ARG);
    CHECK_EQ(nets_arena_init(&arena, NULL, 10), NETS_E_ARG);
    CHECK_EQ(nets_arena_check(NULL), NETS_E_ARG);
    CHECK_EQ(nets_arena_init(&arena, space, 15), NETS_OK);
    CHECK(nets_arena_alloc(&arena, NULL, 0, 1) == NULL);
    CHECK_EQ(nets_arena_init(&arena, space, sizeof space), NETS_OK);
    memset(arena.base, 0x5A, 16); /* someone wrote over the first hole */
    CHECK_EQ(nets_arena_check(&arena), NETS_E_CORRUPT);
}

/* ---- networks in buffers ----------------------------------------------------------- */

enum { TYPES = 3, MOST_BOOKINGS = 12 };

static nets_network *twin[2]; /* on the heap, and in the arena */
static nets_room room;

/* Calls both; they must return the same. */
#define BOTH(call)                                   \
    do {                                             \
        nets_network *net = twin[0];                 \
        const nets_status first = (call);            \
        net = twin[1];                               \
        CHECK_EQ((call), first);                     \
        CHECK_EQ(nets_arena_check(&arena), NETS_OK); \
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
            nets_booking b = {0, 0, 0, 0, NULL};
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
    r.start = c.now + test_between(0, 5);
    r.duration = test_between(1, 9);
    r.bandwidth = test_between(1, 6);
    r.splittable = (int)test_below(2);
    r.fixed = r.splittable && test_below(2);
    for (i = 0; i < 2; i++) needs[i].type = i;
    for (i = 0; i < 2; i++) needs[i].amount = test_between(1, 6);
    r.at_from = r.at_to = needs;
    r.at_from_count = (uint32_t)test_below(room.needs / 2 + 1);
    r.at_to_count = (uint32_t)test_below(room.needs / 2 + 1);
    r.end = r.start + r.duration + 40;
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
    uses = plan[0].capacity;
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
        CHECK_EQ(nets_arena_init(&arena, buffer, size), NETS_OK);
        CHECK_EQ(nets_create(&twin[0], NULL), NETS_OK);
        d.alloc = nets_arena_alloc;
        d.alloc_ctx = &arena;
        CHECK_EQ(nets_create(&twin[1], &d), NETS_OK);
        CHECK_EQ(nets_reserve(twin[1], &room), NETS_OK);
        add_all();
        while (steps-- > 0) {
            const nets_time now = twin[0]->now + test_between(0, 4);
            const nets_id id = test_below(twin[0]->last_id + 1);
            switch (test_below(8)) {
            case 0: BOTH(nets_advance(net, now)); break;
            case 1:
                if (nets_next(twin[0], id, &b) == NETS_OK) BOTH(nets_release(net, b.id));
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
    nets_room most;
    memset(&room, 0, sizeof room);
    memset(&most, 0xFF, sizeof most);
    CHECK_EQ(nets_create(&net, NULL), NETS_OK);
    CHECK_EQ(nets_reserve(NULL, &room), NETS_E_ARG);
    CHECK_EQ(nets_reserve(net, NULL), NETS_E_ARG);
    CHECK_EQ(nets_reserve(net, &most), NETS_E_RANGE);
    CHECK_EQ(nets_memory_bound(NULL), SIZE_MAX);
    CHECK_EQ(nets_memory_bound(&most), SIZE_MAX);
    CHECK_EQ(nets_reserve(net, &room), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    CHECK_EQ(nets_reserve(net, &room), NETS_E_ARG);
    nets_destroy(net);
}

TEST_MAIN(TEST(alone), TEST(in_buffers), TEST(misuse))
