/* prop_arena.c - the arena against a map of its bytes, and the sizes that are promised.
 *
 * prop_calendar.c has calendars in buffers of exactly coa_memory_bound bytes. Here are
 * those that are hardest to keep in one: a step function's knots, the free pieces and the
 * runs bound are as many as possible, and what a sweep of SLICES keeps in mind. */
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "inside.c"
#include "test.h"
#include "make.h"
#include "audit.c"

#ifndef PROMISED
#define PROMISED (64 * 1024) /* bytes for 64 servers and 256 bookings on COUNT */
#endif

/* ---- the arena alone --------------------------------------------------------------- */

#define UNIT (2 * sizeof(size_t))
#define UNITS 200
#define BLOCKS 40

typedef struct block {
    unsigned char *at;
    size_t size;
    unsigned char fill;
} block;

static unsigned char space[UNITS * UNIT + UNIT];
static coa_arena arena;
static block blocks[BLOCKS];
static unsigned char taken[UNITS]; /* the map: which units are given out */

static size_t units_of(size_t size) { return (size + UNIT - 1) / UNIT; }

static void paint(const block *b, unsigned char value)
{
    for (size_t i = 0; i < units_of(b->size); i++) {
        const size_t unit = (size_t)(b->at - arena.base) / UNIT + i;
        CHECK(unit < UNITS);
        CHECK(taken[unit] != value); /* given out twice, or freed twice */
        taken[unit] = value;
    }
}

/* The longest stretch of free units. */
static size_t longest_hole(void)
{
    size_t n = 0, longest = 0;
    for (size_t i = 0; i < arena.size / UNIT; i++) {
        n = taken[i] ? 0 : n + 1;
        if (n > longest) longest = n;
    }
    return longest;
}

static void check_blocks(void)
{
    size_t used = 0;
    for (size_t i = 0; i < BLOCKS; i++) {
        const block *b = &blocks[i];
        for (size_t k = 0; k < b->size; k++) CHECK_EQ(b->at[k], b->fill);
        used += units_of(b->size) * UNIT;
    }
    CHECK_EQ(used, arena.used);
    CHECK(inside_arena_sane(&arena));
}

/* A new size for a block, 0 to free it. Refused only if no hole is large enough, nor the
 * block together with its neighbours. */
static void resize(block *b, size_t size)
{
    const size_t longest = longest_hole(), held = b->size;
    const size_t keep = held < size ? held : size;
    unsigned char *at, *const was = b->at;
    if (was) paint(b, 0);
    const size_t room = longest_hole();
    at = (unsigned char *)coa_arena_alloc(&arena, was, held, size);
    if (!at) {
        if (was) paint(b, 1);
        if (size > 0) {
            CHECK(units_of(size) > longest && units_of(size) > units_of(held));
            /* the hole the block's going would leave may be anywhere, but must be small
             * or not be the block's own */
            CHECK(units_of(size) > room);
            return;
        }
        if (was) paint(b, 0);
    }
    b->at = at;
    b->size = at ? size : 0;
    if (!at) return;
    CHECK((uintptr_t)at % UNIT == 0);
    paint(b, 1);
    for (size_t i = 0; i < keep; i++) CHECK_EQ(at[i], b->fill);
    b->fill = (unsigned char)test_below(256);
    memset(at, b->fill, size);
}

static void arena_against_a_map(void)
{
    const long rounds = test_scaled(60);
    for (long round = 0; round < rounds; round++) {
        const size_t skip = (size_t)test_below(UNIT), most = 1 + (size_t)test_below(500);
        memset(blocks, 0, sizeof blocks);
        memset(taken, 0, sizeof taken);
        CHECK_EQ(coa_arena_init(&arena, space + skip,
                                sizeof space - UNIT - (size_t)test_below(99)),
                 COA_OK);
        for (long i = 0; i < 3000; i++) {
            block *b = &blocks[test_below(BLOCKS)];
            resize(b, test_below(3) ? 1 + (size_t)test_below(most) : 0);
            if (i % 10 == 0) check_blocks();
        }
        for (long i = 0; i < BLOCKS; i++) resize(&blocks[i], 0);
        check_blocks();
        CHECK_EQ(longest_hole(), arena.size / UNIT); /* and the arena knows it: */
        resize(&blocks[0], arena.size);
        CHECK(blocks[0].at == arena.base);
        CHECK_EQ(arena.peak, arena.size);
    }
}

static void arena_by_hand(void)
{
    coa_arena a;
    void *p;
    CHECK_EQ(coa_arena_init(NULL, space, 64), COA_E_ARG);
    CHECK_EQ(coa_arena_init(&a, NULL, 64), COA_E_ARG);
    CHECK_EQ(coa_arena_init(&a, NULL, 0), COA_OK);
    CHECK(coa_arena_alloc(&a, NULL, 0, 1) == NULL);
    CHECK(inside_arena_sane(&a));
    CHECK_EQ(coa_arena_init(&a, space, UNIT - 1), COA_OK);
    CHECK(coa_arena_alloc(&a, NULL, 0, 1) == NULL);
    CHECK_EQ(coa_arena_init(&a, space, sizeof space), COA_OK);
    CHECK(coa_arena_alloc(&a, NULL, 0, SIZE_MAX) == NULL);
    CHECK(coa_arena_alloc(&a, NULL, 0, SIZE_MAX - 14) == NULL);
    CHECK(coa_arena_alloc(&a, NULL, 0, 0) == NULL);
    p = coa_arena_alloc(&a, NULL, 0, 113);
    CHECK(p && coa_arena_alloc(&a, p, 113, SIZE_MAX) == NULL); /* it is still there */
    CHECK(inside_arena_sane(&a) && a.peak == units_of(113) * UNIT);
    memset((unsigned char *)p + units_of(113) * UNIT, 0xEE, 8); /* into the hole behind */
    CHECK(!inside_arena_sane(&a));
}

/* ---- memory is used up before a call is refused ------------------------------------ */

/* Books until a hook with so many bytes refuses; returns the bytes left. */
static size_t left_of(uint32_t index, size_t bytes)
{
    test_heap h = {0};
    coa_status s;
    h.most = bytes;
    coa_calendar *c = MAKE(.servers = 16, .index = index, .horizon = 1000000,
                           .slot = 100000, .alloc = test_heap_hook, .alloc_ctx = &h);
    do {
        coa_request r = {0};
        coa_booking b;
        r.ready = test_between(0, 500000);
        r.length = test_between(1, 700);
        r.servers = (uint32_t)test_between(1, 5);
        s = coa_reserve(c, &r, &b);
    } while (s == COA_OK);
    CHECK_EQ(s, COA_E_NOMEM);
    CHECK_EQ(coa_check(c) == COA_E_CORRUPT, 0);
    const size_t left = bytes - h.live_bytes;
    coa_destroy(c);
    return left;
}

/* An array that cannot grow by half grows by what there is. The rest is less than one
 * booking may need at worst: on COUNT room for 257 promises of 48 bytes. */
static void memory_is_used_up(void)
{
    const size_t step = test_scaled(100) < 10 ? 150000 : 50000;
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++)
        for (size_t bytes = 50000; bytes < 500000; bytes += step)
            CHECK(left_of(index, bytes) < 257 * 48);
}

/* A set alone in an arena uses all of it. */
static void a_set_uses_all(void)
{
    coa_set s = {0, 0, NULL, coa_arena_alloc, &arena};
    for (uint32_t i = 1; i < UNITS; i += 7) {
        uint32_t runs = 0;
        CHECK_EQ(coa_arena_init(&arena, space, (i + 1) * UNIT - 1), COA_OK);
        while (coa_set_add(&s, 2 * runs, 1) == COA_OK) runs++;
        CHECK_EQ(runs, arena.size / sizeof(coa_run));
        coa_set_free(&s);
        CHECK_EQ(arena.used, 0);
    }
}

/* ---- a calendar in its bound ------------------------------------------------------- */

#define SPACE (4096 * 1024)
#define MOST_BOOKINGS 2500

static unsigned char buffer[SPACE + 32];
static coa_calendar *cal;
static test_heap heap;
static coa_id alive[MOST_BOOKINGS];
static uint32_t alive_count;
static coa_time now;

/* Makes a calendar in an arena of its bound; it asks for no more than it takes. */
static void open_calendar(uint32_t index, uint32_t servers, uint32_t bookings)
{
    const size_t skip = (size_t)test_below(UNIT);
    coa_desc d = {0};
    memset(&heap, 0, sizeof heap);
    d.index = index;
    d.servers = servers;
    d.bookings = bookings;
    const size_t bound = coa_memory_bound(&d);
    CHECK(bound > 0 && bound <= SPACE);
    CHECK_EQ(coa_arena_init(&arena, buffer + skip, bound), COA_OK);
    d.alloc = coa_arena_alloc;
    d.alloc_ctx = &arena;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    CHECK(arena.used + 15 >= bound - 15);
    alive_count = 0;
    now = 0;
}

/* The check asks for separate memory, which it finds on the heap. */
static void check_inside(void)
{
    const coa_i_mem own = cal->mem;
    const coa_desc says = cal->desc;
    cal->desc.alloc = cal->mem.fn = test_heap_hook;
    cal->desc.alloc_ctx = cal->mem.ctx = &heap;
    check_sane(cal);
    cal->mem = own;
    cal->desc = says;
}

static void close_calendar(void)
{
    coa_stats_info st;
    coa_stats(cal, &st);
    CHECK_EQ(st.bytes, st.bytes_peak); /* not one allocation more */
    check_inside();
    coa_destroy(cal);
    CHECK_EQ(arena.used, 0);
    CHECK_EQ(heap.live_blocks, 0);
}

static coa_status book(coa_time ready, coa_time length, uint32_t servers)
{
    coa_booking b;
    coa_request r = {.ready = ready, .length = length, .servers = servers};
    const coa_status s = coa_reserve(cal, &r, &b);
    if (s == COA_OK) alive[alive_count++] = b.id;
    return s;
}

static void drop(uint32_t i)
{
    CHECK_EQ(coa_cancel(cal, alive[i]), COA_OK);
    memmove(alive + i, alive + i + 1, (--alive_count - i) * sizeof *alive);
}

static coa_booking booking(uint32_t i)
{
    coa_booking b;
    CHECK_EQ(coa_get(cal, alive[i], &b, NULL), COA_OK);
    return b;
}

static void advance(coa_time by)
{
    coa_booking b;
    uint32_t kept = 0;
    now += by;
    CHECK_EQ(coa_advance(cal, now), COA_OK);
    for (uint32_t i = 0; i < alive_count; i++)
        if (coa_get(cal, alive[i], &b, NULL) == COA_OK) alive[kept++] = alive[i];
    alive_count = kept;
}

/* As many knots as there can be: points fill a stretch, so that leaves split there; then
 * most of them go, and others fill the next one. The rest is in thin leaves. */
static void thin_leaves(void)
{
    const uint32_t sizes[] = {100, 256, 900, 2500};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const uint32_t most = sizes[k];
        open_calendar(COA_INDEX_COUNT, 2 * most, most);
        for (long round = 0; round < test_scaled(60); round++) {
            const coa_time base = 10 + test_between(0, 30) * 10000;
            const uint32_t dense = 40 + (uint32_t)test_below(120);
            uint32_t n = 0;
            while (alive_count < most && n < dense) { /* both ends are separate points */
                CHECK_EQ(book(base + 4 * n, 2, 1), COA_OK);
                n++;
            }
            /* a few stay where they are; those that go are the latest, or any */
            for (uint32_t i = alive_count; i-- > alive_count - n;)
                if (test_below(30) && alive_count > n / 4) drop(i);
            while (alive_count > most - most / 5) drop((uint32_t)test_below(alive_count));
            check_inside();
        }
        close_calendar();
    }
}

/* Points one by one in an order that leaves every leaf as it was split, then ends that
 * move with all bookings alive. */
static void rising_times(void)
{
    static const uint32_t sizes[] = {63, 64, 256, 1000, 2000};
    const size_t most = sizeof sizes / sizeof sizes[0] - (test_scaled(100) < 10 ? 2 : 0);
    for (size_t k = 0; k < most; k++) {
        for (int falling = 0; falling < 2; falling++) {
            open_calendar(COA_INDEX_COUNT, sizes[k], sizes[k]);
            for (uint32_t i = 0; i < sizes[k]; i++) {
                const coa_time at = falling ? 10 * (coa_time)(sizes[k] - i) : 10 * i + 10;
                CHECK_EQ(book(at, 5, 1), COA_OK);
            }
            for (uint32_t i = 0; i < 500 && alive_count > 0; i++) {
                const uint32_t one = (uint32_t)test_below(alive_count);
                const coa_booking b = booking(one);
                const coa_time end = b.start + test_between(1, 9);
                CHECK_EQ(end < b.end
                             ? coa_finish(cal, b.id, end)
                             : coa_extend(cal, b.id, end, 0, NULL, NULL, NULL, NULL),
                         COA_OK);
            }
            check_inside();
            for (uint32_t i = 0; i < 40; i++) advance(test_between(1, 300));
            close_calendar();
        }
    }
}

/* Two bookings that take turns come to hold every other server, as each takes the lowest
 * that the other has left; more of them hold scattered ones. */
static void scattered_servers(void)
{
    static const uint32_t sizes[][2] = {{64, 2}, {200, 2}, {64, 256}, {1000, 7}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const uint32_t servers = sizes[k][0], most = sizes[k][1];
        for (long round = 0; round < test_scaled(10); round++) {
            coa_stats_info st;
            uint64_t most_runs = 0;
            open_calendar(COA_INDEX_COUNT, servers, most);
            for (long i = 0; i < 3000; i++) {
                const uint32_t one = (uint32_t)test_below(alive_count + 1);
                uint32_t n = 1 + (uint32_t)test_below(most > 9 ? 4 : 2);
                if (alive_count == most || one < alive_count) {
                    n += booking(one % alive_count).servers;
                    drop(one % alive_count);
                }
                if (book(now, COA_FOREVER, n) == COA_E_NOFIT && alive_count > 0) drop(0);
                if (alive_count < most && most > 9) (void)book(now + 5, COA_FOREVER, 1);
                if (test_below(200) == 0) advance(3);
                coa_stats(cal, &st);
                if (st.runs > most_runs) most_runs = st.runs;
            }
            CHECK(most_runs > servers / 3);
            close_calendar();
        }
    }
}

/* What a sweep keeps in mind, at its most: 64 servers that become idle one by one, in two
 * rounds, asked for all together, and for more than there are. */
static void sweeps_fit(void)
{
    coa_request r = {.length = 2000};
    coa_time start = 0;
    open_calendar(COA_INDEX_SLICES, 64, 128);
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t s = 0; s < 64; s++)
            (void)make_commit(cal, 1000 * round, 1000 * round + 10 + s, s, 1);
    }
    for (r.servers = 1; r.servers <= 64; r.servers++) {
        CHECK_EQ(coa_earliest(cal, &r, &start), COA_OK);
        CHECK_EQ(start, 1010 + r.servers - 1);
    }
    r.length = 100;
    for (; r.servers < 300; r.servers++)
        CHECK_EQ(coa_earliest(cal, &r, &start), COA_E_NOFIT);
    close_calendar();
}

/* ---- sizes ------------------------------------------------------------------------- */

static size_t bound_of(uint32_t index, uint32_t servers, uint32_t bookings)
{
    coa_desc d = {0};
    d.index = index;
    d.servers = servers;
    d.bookings = bookings;
    d.horizon = d.slot = 10;
    return coa_memory_bound(&d);
}

static void the_bound(void)
{
    coa_desc d = {.index = COA_INDEX_COUNT, .servers = COA_MAX_SERVERS, .bookings = 10};
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        const int bounded = index == COA_INDEX_SLICES || index == COA_INDEX_COUNT;
        const size_t promised = index == COA_INDEX_SLICES ? 28 * 1024 : PROMISED;
        CHECK_EQ(bound_of(index, 64, 256) > 0, bounded);
        CHECK(bound_of(index, 64, 256) <= promised);
        CHECK_EQ(bound_of(index, 64, 0), 0); /* for how many bookings? */
        CHECK_EQ(bound_of(index, 0, 1), 0);
        CHECK_EQ(bound_of(index, 64, UINT32_MAX), 0);
    }
    CHECK_EQ(coa_memory_bound(NULL), 0);
    CHECK(bound_of(COA_INDEX_SLICES, COA_SLICES_SERVERS, 1) > 0);
    CHECK_EQ(bound_of(COA_INDEX_SLICES, COA_SLICES_SERVERS + 1, 1), 0);
    /* just 2^32 - 1 masks of slices, at most; and more */
    CHECK_EQ(bound_of(COA_INDEX_SLICES, 8, 2082408383) > 0, sizeof(size_t) > 4);
    CHECK_EQ(bound_of(COA_INDEX_SLICES, 8, 2082408384), 0);
    CHECK(bound_of(COA_INDEX_COUNT, 100000, 10) < 33 * 100000); /* 32 bytes each, or */
    d.unnamed = 1;                                              /* none */
    CHECK(coa_memory_bound(&d) < 8192);
}

/* With less there is no calendar, and nothing is left in the arena. */
static void too_small(void)
{
    coa_calendar *c = NULL;
    coa_desc d = {
        .servers = 64, .bookings = 20, .alloc = coa_arena_alloc, .alloc_ctx = &arena};
    for (d.index = COA_INDEX_COUNT; d.index <= COA_INDEX_SLICES; d.index++)
        for (size_t size = 0; size + 31 < coa_memory_bound(&d); size += 16) {
            CHECK_EQ(coa_arena_init(&arena, buffer, size), COA_OK);
            CHECK_EQ(coa_create(&c, &d), COA_E_NOMEM);
            CHECK(c == NULL && arena.used == 0);
            CHECK(inside_arena_sane(&arena));
        }
}

#ifndef SMALL_KNOTS
/* What the macros promise of any size is at least what the function says of it. */
static void check_constant(uint32_t index, uint32_t servers, uint32_t bookings)
{
    const size_t constant = index == COA_INDEX_SLICES
                                ? COA_MEMORY_BOUND_SLICES(servers, bookings)
                                : COA_MEMORY_BOUND_COUNT(servers, bookings);
    size_t bound;
    coa_desc d = {.index = index, .servers = servers, .bookings = bookings};
    if (index == COA_INDEX_COUNT) { /* without names the servers take nothing */
        d.unnamed = 1;
        bound = coa_memory_bound(&d);
        CHECK(bound > 0 && bound <= COA_MEMORY_BOUND_COUNT(1, bookings));
        d.unnamed = 0;
    }
    bound = coa_memory_bound(&d);
    if (bound && bound <= constant &&
        (index == COA_INDEX_SLICES ? constant <= bound + 32
         : sizeof(void *) < 8      ? constant <= 2 * bound + 9216
                                   : constant <= bound + bound / 16 + 128))
        return;
    printf("FAIL prop_arena constants: index %u, %u servers, %u bookings: %zu, not %zu\n",
           (unsigned)index, (unsigned)servers, (unsigned)bookings, constant, bound);
    CHECK(0);
}

static void constants(void)
{
    static unsigned char wanted[COA_MEMORY_BOUND_SLICES(64, 256)];
    CHECK(sizeof wanted <= 36 * 1024);
    for (uint32_t servers = 1; servers <= 1024; servers += servers < 140 ? 1 : 17)
        for (uint32_t bookings = 1; bookings < 3000000;
             bookings += bookings < 200 ? 1 : bookings / 7 + 1) {
            check_constant(COA_INDEX_SLICES, servers, bookings);
            check_constant(COA_INDEX_COUNT, servers * servers, bookings);
        }
}
#define CONSTANTS TEST(constants),
#else
#define CONSTANTS /* for knots as they are */
#endif

TEST_MAIN(CONSTANTS TEST(arena_against_a_map), TEST(arena_by_hand),
          TEST(memory_is_used_up), TEST(a_set_uses_all), TEST(the_bound), TEST(too_small),
          TEST(thin_leaves), TEST(rising_times), TEST(scattered_servers),
          TEST(sweeps_fit))
