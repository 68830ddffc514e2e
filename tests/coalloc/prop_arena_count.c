/* prop_arena_count.c - COUNT in an arena of exactly coa_memory_bound bytes, against a
 * twin on the heap.
 *
 * The bound is strict: as long as no more bookings are alive than were named, no call
 * gives COA_E_NOMEM, whatever the bookings and whatever came before, and all memory is
 * taken by coa_create. The streams try to make the step function's knots, the free pieces
 * and the runs bound as many as can be. */
#define COALLOC_NO_MAP
#define COALLOC_NO_RANGE_TREE
#define COALLOC_NO_SLICES
#define COALLOC_NO_FLEX
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "test.h"
#include "audit.c"

#ifndef PROMISED
#define PROMISED (64 * 1024) /* bytes for 64 servers and 256 bookings */
#endif

#define SPACE (4096 * 1024)
#define MOST_BOOKINGS 4000

static unsigned char buffer[SPACE + 32];
static coa_arena arena;
static coa_desc desc;
static coa_calendar *cal, *twin;
static test_heap heap;
static coa_id alive[MOST_BOOKINGS];
static uint32_t alive_count;
static coa_time now;
static uint64_t most_knots, most_runs, most_pieces;
static uint32_t unnamed; /* what the next pair is */

static void open_pair(uint32_t servers, uint32_t bookings, coa_time horizon)
{
    const size_t skip = (size_t)test_below(16);
    coa_desc d = {0};
    size_t bound;
    memset(&heap, 0, sizeof heap);
    d.index = COA_INDEX_COUNT;
    d.unnamed = unnamed;
    d.servers = servers;
    d.bookings = bookings;
    d.horizon = horizon;
    bound = coa_memory_bound(&d);
    CHECK(bound > 0 && bound <= SPACE);
    CHECK_EQ(coa_arena_init(&arena, buffer + skip, bound), COA_OK);
    d.alloc = coa_arena_alloc;
    d.alloc_ctx = &arena;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    CHECK(arena.used + 15 >= bound - 15);
    desc = d;
    d.bookings = 0;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(coa_create(&twin, &d), COA_OK);
    alive_count = 0;
    now = 0;
    most_knots = most_runs = most_pieces = 0;
}

/* The check asks for memory of its own, which it finds on the heap. */
static void check_both(void)
{
    const coa_i_mem own = cal->mem;
    const coa_desc says = cal->desc;
    cal->desc.alloc = cal->mem.fn = test_heap_hook;
    cal->desc.alloc_ctx = cal->mem.ctx = &heap;
    check_sane(cal);
    cal->mem = own;
    cal->desc = says;
}

static void check_same(void)
{
    coa_booking a, b;
    uint32_t i;
    for (i = 0; i < alive_count; i++) {
        CHECK_EQ(coa_get(cal, alive[i], &a), COA_OK);
        CHECK_EQ(coa_get(twin, alive[i], &b), COA_OK);
        CHECK(a.start == b.start && a.end == b.end && a.run_count == b.run_count);
        CHECK(!desc.unnamed || a.run_count == 0);
        if (a.run_count > 0)
            CHECK(memcmp(a.runs, b.runs, a.run_count * sizeof *a.runs) == 0);
    }
    check_both();
}

static void note(void)
{
    const uint64_t knots =
        coa_i_counts_of(cal)->nodes.count - coa_i_counts_of(cal)->free_count;
    const uint64_t pieces =
        (uint64_t)coa_i_binding_of(cal)->near_count + coa_i_binding_of(cal)->far.count;
    if (knots > most_knots) most_knots = knots;
    if (coa_i_binding_of(cal)->runs > most_runs) most_runs = coa_i_binding_of(cal)->runs;
    if (pieces > most_pieces) most_pieces = pieces;
}

static void close_pair(const char *name)
{
    coa_stats_info st;
    coa_stats(cal, &st);
    CHECK_EQ(st.bytes, st.bytes_peak); /* not one allocation more */
    check_same();
    if (getenv("ARENA_FIGURES"))
        printf("%s: N %u B %u: bound %u, knots %u of %u, runs %u, pieces %u\n", name,
               (unsigned)desc.servers, (unsigned)desc.bookings,
               (unsigned)coa_memory_bound(&desc), (unsigned)most_knots,
               (unsigned)coa_i_counts_most(2 * (uint64_t)desc.bookings + 2),
               (unsigned)most_runs, (unsigned)most_pieces);
    coa_destroy(cal);
    coa_destroy(twin);
    CHECK_EQ(arena.used, 0);
    CHECK_EQ(heap.live_blocks, 0);
}

/* ---- the operations, on both ------------------------------------------------------- */

static coa_status book(coa_time ready, coa_time length, uint32_t servers)
{
    coa_request r = {0};
    coa_booking a, b;
    coa_status s;
    r.ready = ready;
    r.length = length;
    r.servers = servers;
    s = coa_reserve(cal, &r, &a);
    CHECK_EQ(coa_reserve(twin, &r, &b), s);
    CHECK_EQ(a.id, b.id);
    CHECK_EQ(a.start, b.start);
    if (s == COA_OK) alive[alive_count++] = a.id;
    note();
    return s;
}

static void drop(uint32_t i)
{
    CHECK_EQ(coa_cancel(cal, alive[i]), COA_OK);
    CHECK_EQ(coa_cancel(twin, alive[i]), COA_OK);
    memmove(alive + i, alive + i + 1, (--alive_count - i) * sizeof *alive);
}

static coa_booking booking(uint32_t i)
{
    coa_booking b;
    CHECK_EQ(coa_get(cal, alive[i], &b), COA_OK);
    return b;
}

static void forget_what_is_over(void)
{
    coa_booking b;
    uint32_t i, kept = 0;
    for (i = 0; i < alive_count; i++)
        if (coa_get(cal, alive[i], &b) == COA_OK) alive[kept++] = alive[i];
    alive_count = kept;
}

/* Later or earlier, perhaps just now. */
static void move_end(uint32_t i, coa_time end)
{
    const coa_booking b = booking(i);
    coa_status s = end < b.end ? coa_finish(cal, b.id, end) : coa_extend(cal, b.id, end);
    CHECK(s == COA_OK || s == COA_E_BUSY || s == COA_E_RANGE || s == COA_E_ARG ||
          s == COA_E_PAST);
    CHECK_EQ(end < b.end ? coa_finish(twin, b.id, end) : coa_extend(twin, b.id, end), s);
    forget_what_is_over();
    note();
}

static void advance(coa_time by)
{
    now += by;
    CHECK_EQ(coa_advance(cal, now), COA_OK);
    CHECK_EQ(coa_advance(twin, now), COA_OK);
    forget_what_is_over();
    note();
}

/* ---- streams ----------------------------------------------------------------------- */

typedef struct habit {
    uint32_t widest;
    coa_time ahead, length;
} habit;

static void live(const habit *h, long operations)
{
    for (; operations > 0; operations--) {
        const uint64_t what = test_below(100);
        const uint32_t i = alive_count ? (uint32_t)test_below(alive_count) : 0;
        if (what < 3) {
            advance(test_between(0, h->ahead / 10));
        } else if (alive_count > 0 && what < 8) {
            const coa_booking b = booking(i);
            move_end(i, b.start + 1 + test_between(0, 2 * (b.end - b.start)));
        } else if (alive_count == desc.bookings || (alive_count > 0 && what < 20)) {
            drop(i);
        } else {
            const coa_time ready = test_below(3) ? now + test_between(0, h->ahead) : now;
            const coa_status s = book(ready, test_between(1, h->length),
                                      1 + (uint32_t)test_below(h->widest));
            CHECK(s == COA_OK || s == COA_E_NOFIT);
        }
        if (operations % 64 == 0) check_both();
        if (operations % 512 == 0) check_same();
    }
}

static void random_streams(void)
{
    static const habit kinds[] = {{64, 20000, 80}, {3, 4000, 200}, {1, 300, 60},
                                  {9, 900, 900},   {30, 0, 30},    {64, 100000, 5}};
    size_t i;
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        unnamed = i % 3 == 2;
        open_pair(64, 256, i % 2 ? 200000 : 0);
        live(&kinds[i], test_scaled(20000));
        close_pair("random");
        open_pair(1024, 1500, 0);
        live(&kinds[i], test_scaled(8000));
        close_pair("random");
    }
    unnamed = 0;
}

static void other_sizes(void)
{
    static const uint32_t sizes[][2] = {{1, 1},    {1, 40},  {7, 3},    {7, 64},
                                        {5000, 2}, {64, 63}, {100, 65}, {3000, 3999}};
    static const habit some = {9, 3000, 80}, one = {1, 100, 9};
    size_t i;
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        open_pair(sizes[i][0], sizes[i][1], 0);
        live(sizes[i][0] > 9 ? &some : &one, test_scaled(5000));
        close_pair("sizes");
    }
}

/* As many knots as there can be: points fill a stretch, so that leaves split there; then
 * most of them go, and others fill the next one. What is left stands in thin leaves. */
static void thin_leaves(void)
{
    const uint32_t sizes[] = {100, 256, 900, 2500};
    size_t k;
    for (k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const uint32_t most = sizes[k];
        long round;
        open_pair(2 * most, most, 0);
        for (round = 0; round < test_scaled(60); round++) {
            const coa_time base = 10 + test_between(0, 30) * 10000;
            const uint32_t dense = 40 + (uint32_t)test_below(120);
            uint32_t i, n = 0;
            while (alive_count < most &&
                   n < dense) { /* both ends are points of their own */
                CHECK_EQ(book(base + 4 * n, 2, 1), COA_OK);
                n++;
            }
            /* a few stay where they are; those that go are the latest, or any */
            for (i = alive_count; i-- > alive_count - n;)
                if (test_below(30) && alive_count > n / 4) drop(i);
            while (alive_count > most - most / 5) drop((uint32_t)test_below(alive_count));
            check_both();
        }
        close_pair("thin");
    }
}

/* Points one by one in an order that leaves every leaf as it was split, then ends that
 * move with all bookings alive. */
static void rising_times(void)
{
    static const uint32_t sizes[] = {63, 64, 256, 1000, 2000};
    const size_t most = sizeof sizes / sizeof sizes[0] - (test_scaled(100) < 10 ? 2 : 0);
    size_t k;
    for (k = 0; k < most; k++) {
        uint32_t i;
        int falling;
        for (falling = 0; falling < 2; falling++) {
            open_pair(sizes[k], sizes[k], 0);
            for (i = 0; i < sizes[k]; i++) {
                const coa_time at = falling ? 10 * (coa_time)(sizes[k] - i) : 10 * i + 10;
                CHECK_EQ(book(at, 5, 1), COA_OK);
            }
            for (i = 0; i < 500 && alive_count > 0; i++) {
                const uint32_t one = (uint32_t)test_below(alive_count);
                move_end(one, booking(one).start + test_between(1, 9));
            }
            check_both();
            for (i = 0; i < 40; i++) advance(test_between(1, 300));
            close_pair("rising");
        }
    }
}

/* Two bookings that take turns come to hold every other server, as each takes the lowest
 * that the other has left; more of them hold scattered ones. */
static void scattered_servers(void)
{
    static const uint32_t sizes[][2] = {{64, 2}, {200, 2}, {64, 256}, {1000, 7}};
    size_t k;
    for (k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const uint32_t servers = sizes[k][0], most = sizes[k][1];
        long i, round;
        for (round = 0; round < test_scaled(10); round++) {
            open_pair(servers, most, 0);
            for (i = 0; i < 3000; i++) {
                const uint32_t one = (uint32_t)test_below(alive_count + 1);
                uint32_t n = 1 + (uint32_t)test_below(most > 9 ? 4 : 2);
                if (alive_count == most || one < alive_count) {
                    n += booking(one % alive_count).servers;
                    drop(one % alive_count);
                }
                if (book(now, COA_FOREVER, n) == COA_E_NOFIT && alive_count > 0) drop(0);
                if (alive_count < most && most > 9) (void)book(now + 5, COA_FOREVER, 1);
                if (test_below(200) == 0) advance(3);
            }
            check_same();
            CHECK(most_runs > servers / 3);
            close_pair("scattered");
        }
    }
}

static void the_bound(void)
{
    coa_desc d = {0};
    coa_calendar *c = NULL;
    size_t bound, size;
    d.index = COA_INDEX_COUNT;
    d.servers = 64;
    CHECK_EQ(coa_memory_bound(&d), 0);
    d.bookings = 256;
    CHECK(coa_memory_bound(&d) > 0 && coa_memory_bound(&d) <= PROMISED);
    d.bookings = UINT32_MAX;
    CHECK_EQ(coa_memory_bound(&d), 0);
    d.bookings = 10;
    d.servers = 100000; /* no limit, but 32 bytes each */
    CHECK(coa_memory_bound(&d) < 33 * 100000);
    d.unnamed = 1; /* no memory for servers */
    bound = coa_memory_bound(&d);
    d.servers = COA_MAX_SERVERS;
    CHECK(bound < 8192 && coa_memory_bound(&d) == bound);
    d.unnamed = 0;
    d.servers = 0;
    CHECK_EQ(coa_memory_bound(&d), 0);
    d.servers = 64;
    d.alloc = coa_arena_alloc;
    d.alloc_ctx = &arena;
    bound = coa_memory_bound(&d);
    for (size = 0; size < bound - 31; size += 16) { /* with less there is no calendar */
        CHECK_EQ(coa_arena_init(&arena, buffer, size), COA_OK);
        CHECK_EQ(coa_create(&c, &d), COA_E_NOMEM);
        CHECK(c == NULL && arena.used == 0);
    }
}

/* As many bookings as were named, all with starts and ends of their own, move: to other
 * times, and with another number of servers. */
static void moves_of_many(void)
{
    uint32_t n, i;
    for (n = 1; n <= 80; n++) {
        coa_request r = {0};
        coa_booking b;
        open_pair(80, n, 0);
        r.length = 5;
        for (i = 0; i < 3 * n; i++) {
            r.ready = 10 + 10 * (coa_time)i + (i >= n ? 2 : 0);
            r.servers = i < 2 * n ? 1 : 2;
            r.replaces = i < n ? 0 : i % n + 1;
            CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
            CHECK_EQ(coa_reserve(twin, &r, &b), COA_OK);
            CHECK_EQ(b.start, r.ready);
        }
        check_both();
        coa_destroy(cal);
        coa_destroy(twin);
        CHECK_EQ(heap.live_blocks, 0);
    }
}

/* More bookings than were named: refused, nothing changed, and fine again after that. */
static void too_many_are_refused(void)
{
    coa_request r = {0};
    coa_booking b;
    uint32_t i, refused = 0;
    open_pair(64, 30, 0);
    for (i = 0; i < 30; i++) CHECK_EQ(book(10 * i, 7, 64), COA_OK);
    r.length = 3;
    r.servers = 5;
    for (i = 0; i < 40; i++) {
        const coa_status s = coa_reserve(cal, &r, &b);
        CHECK(s == COA_OK || s == COA_E_NOMEM);
        refused += s == COA_E_NOMEM;
        if (s == COA_OK) CHECK_EQ(coa_reserve(twin, &r, &b), COA_OK);
        if (s == COA_OK) alive[alive_count++] = b.id;
        check_both();
    }
    CHECK(refused > 30);
    while (alive_count > 29) drop(alive_count - 1);
    CHECK_EQ(book(now, 5, 3), COA_OK);
    coa_destroy(cal);
    coa_destroy(twin);
    CHECK_EQ(heap.live_blocks, 0);
}

TEST_MAIN(TEST(the_bound), TEST(random_streams), TEST(other_sizes), TEST(thin_leaves),
          TEST(rising_times), TEST(scattered_servers), TEST(moves_of_many),
          TEST(too_many_are_refused))
