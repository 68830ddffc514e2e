/* prop_soak.c - a calendar that lives long in a buffer of fixed size: no call ever lacks
 * memory, on SLICES and COUNT none asks for any after coa_create, and at the end nothing
 * is left.
 *
 * `PARTS=soak make night` makes 10^8 requests on each index.
 */
#include "coalloc.h"
#include "test.h"

enum { SERVERS = 64, BOOKINGS = 256, SIZE = 1 << 20 };

static unsigned char buffer[SIZE];

/* Ends the booking now if it has begun, or gives it up, unless it is over. */
static void end_one(coa_calendar *cal, coa_id id, coa_time now)
{
    coa_status s = COA_E_ARG;
    if (test_below(2)) s = coa_finish(cal, id, now);
    if (s != COA_OK) s = coa_cancel(cal, id);
    CHECK(s == COA_OK || s == COA_E_NOTFOUND);
}

static void soak(uint32_t index, uint32_t unnamed)
{
    static coa_id ids[BOOKINGS];
    const long requests = test_scaled(20000);
    coa_arena arena;
    coa_calendar *cal;
    coa_request r = {0};
    coa_booking b;
    coa_time now = 0;
    long booked = 0;
    coa_desc d = {.servers = SERVERS,
                  .bookings = BOOKINGS,
                  .index = index,
                  .unnamed = unnamed,
                  .alloc = coa_arena_alloc,
                  .alloc_ctx = &arena};
    memset(ids, 0, sizeof ids);
    CHECK(coa_memory_bound(&d) <= sizeof buffer || index == COA_INDEX_MAP);
    CHECK_EQ(coa_arena_init(&arena, buffer, sizeof buffer), COA_OK);
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    const size_t peak = arena.peak;
    for (long i = 0; i < requests; i++) {
        coa_id *id = ids + test_below(BOOKINGS);
        if (test_below(4) == 0)
            CHECK_EQ(coa_advance(cal, now += test_between(0, 9)), COA_OK);
        if (*id) end_one(cal, *id, now);
        r.ready = now + test_between(0, 300);
        r.length = test_between(1, test_below(20) ? 60 : 2000);
        r.servers = (uint32_t)test_between(1, test_below(4) ? 4 : SERVERS);
        r.deadline = test_below(3) ? 0 : r.ready + 2 * r.length;
        const coa_status s = coa_reserve(cal, &r, &b);
        CHECK(s == COA_OK || (s == COA_E_NOFIT && r.deadline > 0));
        *id = s == COA_OK ? b.id : 0;
        booked += s == COA_OK;
        CHECK(arena.peak == peak || index == COA_INDEX_MAP);
        if (i % 1000000 == 999999) {
            CHECK_EQ(coa_check(cal), COA_OK);
            if (index != COA_INDEX_MAP)
                arena.peak = peak; /* it takes memory, and frees it */
        }
    }
    CHECK(booked > requests / 4);
    CHECK_EQ(coa_check(cal), COA_OK);
    coa_destroy(cal);
    CHECK_EQ(arena.used, 0);
    if (getenv("FIGURES"))
        printf("  index %u: %ld requests, %ld booked, peak %zu of %d bytes\n",
               (unsigned)index, requests, booked, arena.peak, SIZE);
}

static void slices(void) { soak(COA_INDEX_SLICES, 0); }
static void count(void) { soak(COA_INDEX_COUNT, 0); }
static void unnamed(void) { soak(COA_INDEX_COUNT, 1); }
static void map(void) { soak(COA_INDEX_MAP, 0); }

TEST_MAIN(TEST(slices), TEST(count), TEST(unnamed), TEST(map))
