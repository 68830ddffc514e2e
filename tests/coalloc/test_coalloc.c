/* test_coalloc.c - what calls.txt cannot say: NULL, hooks, counters, slow cases. */
#include "coalloc.h"
#include "test.h"
#include "make.h"
#include "audit.h"

static coa_calendar *calendar(uint32_t servers, uint32_t index, coa_time horizon,
                              coa_time slot)
{
    return MAKE(.servers = servers, .index = index, .horizon = horizon, .slot = slot);
}

static void creating(void)
{
    coa_desc d = {0}, resolved;
    coa_calendar *cal = NULL;
    CHECK_EQ(coa_create(NULL, &d), COA_E_ARG);
    CHECK_EQ(coa_create(&cal, NULL), COA_E_ARG);
    d.servers = 3;
    CHECK_EQ(coa_create_abi(&cal, &d, COALLOC_ABI + 1), COA_E_ABI);
    CHECK(cal == NULL);
    d.index = COA_INDEX_SLICES + 1;
    CHECK_EQ(coa_create(&cal, &d), COA_E_ARG);
    d.index = COA_INDEX_RANGE_TREE;
    d.horizon = 100;
    CHECK_EQ(coa_create(&cal, &d), COA_E_ARG); /* no slot */
    d.horizon = 0;
    d.slot = 10;
    CHECK_EQ(coa_create(&cal, &d), COA_E_ARG);
    for (d.index = COA_INDEX_DEFAULT; d.index <= COA_INDEX_SLICES; d.index++) {
        d.horizon = 9; /* RANGE_TREE needs both */
        d.slot = 3;
        for (d.unnamed = 1; d.unnamed < 3; d.unnamed++) {
            const int right = d.index == COA_INDEX_COUNT && d.unnamed == 1;
            CHECK_EQ(coa_create(&cal, &d), right ? COA_OK : COA_E_ARG);
            coa_destroy(cal);
        }
    }
    memset(&d, 0, sizeof d);
    d.servers = 3;
    d.slot = 9;
    d.bookings = 5;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    CHECK_EQ(coa_advance(cal, 12), COA_OK);
    coa_describe(cal, &resolved);
    CHECK_EQ(resolved.slot, 0);
    CHECK_EQ(resolved.servers, 3);
    CHECK_EQ(resolved.bookings, 5);
    CHECK_EQ(resolved.now, 12);
    coa_destroy(cal);
    coa_destroy(NULL);
    coa_describe(NULL, &resolved);
    CHECK_EQ(resolved.servers, 0);
}

static uint32_t index_of(const coa_calendar *cal)
{
    coa_desc d;
    coa_describe(cal, &d);
    return d.index;
}

/* The default is SLICES for few servers, MAP for many; what outgrows SLICES is MAP. */
static void outgrowing(void)
{
    coa_calendar *cal = calendar(513, COA_INDEX_DEFAULT, 0, 0);
    CHECK_EQ(index_of(cal), COA_INDEX_MAP);
    coa_destroy(cal);
    cal = calendar(512, COA_INDEX_DEFAULT, 0, 0);
    CHECK_EQ(index_of(cal), COA_INDEX_SLICES);
    CHECK_EQ(coa_resize(cal, COA_SLICES_SERVERS), COA_OK);
    CHECK_EQ(index_of(cal), COA_INDEX_SLICES);
    CHECK_EQ(coa_resize(cal, COA_SLICES_SERVERS + 1), COA_OK);
    CHECK_EQ(index_of(cal), COA_INDEX_MAP);
    coa_destroy(cal);
}

/* The hook shown is the one in use, so that the caller can use it, too. */
static void describing_the_hook(void)
{
    test_heap heap = {0};
    coa_desc d = {0}, shown;
    coa_calendar *cal;
    d.servers = 1;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    coa_describe(cal, &shown);
    coa_destroy(cal);
    CHECK(shown.alloc != NULL);
    CHECK_EQ(coa_create(&cal, &shown), COA_OK);
    coa_destroy(cal);
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    coa_describe(cal, &shown);
    CHECK(shown.alloc == test_heap_hook && shown.alloc_ctx == &heap);
    coa_destroy(cal);
    CHECK_EQ(heap.live_blocks, 0);
}

static void texts_and_statistics(void)
{
    char version[20];
    unsigned abi = 0;
    coa_calendar *cal = calendar(10, COA_INDEX_RANGE_TREE, 100, 10);
    coa_stats_info s;
    (void)make_commit(cal, 10, 20, 0, 4);
    coa_stats(cal, &s);
    CHECK_EQ(s.bookings, 1);
    CHECK_EQ(s.runs, 1);
    CHECK_EQ(s.made, 1);
    CHECK_EQ(s.idle_groups, 14);
    CHECK(s.search_visits > 0 && s.update_visits > 0);
    CHECK(s.bytes > 0 && s.bytes_peak >= s.bytes && s.allocations > 0);
    coa_stats(NULL, &s);
    CHECK_EQ(s.bookings, 0);
    coa_stats(cal, NULL);
    CHECK_STR(coa_status_text(COA_OK), "ok");
    (void)snprintf(version, sizeof version, "%d.%d.%d", COALLOC_VERSION_MAJOR,
                   COALLOC_VERSION_MINOR, COALLOC_VERSION_PATCH);
    CHECK_STR(coa_version(NULL), version);
    CHECK_STR(coa_version(&abi), version);
    CHECK_EQ(abi, COALLOC_ABI);
    coa_destroy(cal);
    CHECK_EQ(coa_rtree_create(NULL, NULL, NULL), COA_E_ARG);
    CHECK_EQ(coa_rtree_count(NULL, 0, 1), 0);
    coa_rtree_destroy(NULL);
}

/* Every node walked is counted. Server 0 is booked during [10, 20). The slot's tree is
 * the leaf [0, 10) of server 0; the tree of periods that never end has a root and the
 * leaves of server 0, from 20 on, and of server 1, from 0 on. A search for [0, 5) walks:
 * phase 1: 1 node in the slot's tree, 2 in the other; which of the two marked leaves
 * starts later: 2; phase 2 and retrieval: 2 for each marked leaf. A booking of both
 * servers walks no more than that: the search is not made again to choose them. */
static void visits_by_hand(void)
{
    coa_calendar *cal = calendar(2, COA_INDEX_RANGE_TREE, 100, 100);
    coa_set found = {0, 0, NULL, NULL, NULL};
    coa_stats_info before, after;
    coa_request r = {.length = 5, .servers = 2};
    coa_booking b;
    (void)make_commit(cal, 10, 20, 0, 1);
    coa_stats(cal, &before);
    CHECK_EQ(coa_search(cal, 0, 5, NULL, &found), COA_OK);
    coa_stats(cal, &after);
    CHECK_EQ(coa_set_count(&found), 2);
    CHECK_EQ(after.search_visits - before.search_visits, 9);
    CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
    CHECK_EQ(b.start, 0);
    before = after;
    coa_stats(cal, &after);
    CHECK_EQ(after.search_visits - before.search_visits, 9);
    coa_set_free(&found);
    coa_destroy(cal);
}

/* Every server becomes idle at a different time: thousands of starts to try, at each of
 * which thousands of runs are idle. The answer is the least maximum of n consecutive
 * times. Trying one start after the other, each question took seconds. */
static void consecutive_among_scattered(void)
{
    enum { MOST = 16000 };
    static coa_time idle[MOST];
    const uint32_t all = test_scaled(100) < 100 ? MOST / 8 : MOST;
    coa_calendar *cal = calendar(all, COA_INDEX_MAP, 0, 0);
    for (uint32_t i = 0; i < all; i++) {
        idle[i] = test_between(1, 1000000);
        (void)make_commit(cal, 0, idle[i], i, 1);
    }
    for (uint32_t n = 3; n < all; n = 5 * n) {
        coa_request r = {.length = 10};
        coa_time t = 0, best = COA_FOREVER;
        for (uint32_t i = 0; i + n <= all; i++) {
            coa_time most = 0;
            for (uint32_t k = 0; k < n && most < best; k++)
                if (idle[i + k] > most) most = idle[i + k];
            if (most < best) best = most;
        }
        r.servers = n;
        r.place = COA_PLACE_CONTIGUOUS;
        CHECK_EQ(coa_earliest(cal, &r, &t), COA_OK);
        CHECK_EQ(t, best);
        r.step = 7;
        CHECK_EQ(coa_earliest(cal, &r, &t), COA_OK);
        CHECK_EQ(t, (best + 6) / 7 * 7);
    }
    coa_destroy(cal);
}

/* ---- nothing where something is needed --------------------------------------------- */

static void nothing(void)
{
    coa_calendar *cal = calendar(4, COA_INDEX_DEFAULT, 0, 0);
    const coa_request good = {.length = 10, .servers = 2};
    test_heap empty = {.fail_at = 1, .sticky = 1};
    coa_set found = {0}, none = {0}, full = {.alloc = test_heap_hook};
    coa_alternative_info other;
    coa_booking b;
    coa_time t;
    uint32_t n;
    coa_id id = 1;
    CHECK_EACH(COA_E_ARG, coa_reserve(NULL, &good, &b), coa_reserve(cal, NULL, &b),
               coa_reserve(cal, &good, NULL), coa_earliest(NULL, &good, &t),
               coa_earliest(cal, NULL, &t), coa_earliest(cal, &good, NULL),
               coa_alternatives(NULL, &good, &other), coa_alternatives(cal, NULL, &other),
               coa_alternatives(cal, &good, NULL), coa_starts(NULL, &good, 1, &t, &n),
               coa_starts(cal, NULL, 1, &t, &n), coa_starts(cal, &good, 1, NULL, &n),
               coa_starts(cal, &good, 1, &t, NULL), coa_starts(cal, &good, 0, &t, &n),
               coa_drain(NULL, 0, 9, NULL, 0, 0, NULL, NULL, NULL, &id),
               coa_drain(cal, 0, 9, NULL, 0, 0, NULL, NULL, NULL, NULL),
               coa_drain(cal, 0, 9, NULL, 1, 0, NULL, NULL, NULL, &id),
               coa_search(cal, 20, 100, NULL, NULL),
               coa_search(cal, 20, 100, &found, &found),
               coa_search(NULL, 20, 100, NULL, &found));
    CHECK_EQ(coa_search(cal, 20, 100, NULL, &found), COA_OK);
    CHECK_EQ(coa_in_the_way(cal, 20, 100, &found, 0, &b, &found), COA_E_ARG);
    full.alloc_ctx = &empty;
    b = RESERVE(cal, .length = 10, .servers = 2);
    CHECK_EQ(coa_get(cal, b.id, &b, &full), COA_E_NOMEM);
    CHECK_EQ(coa_cancel(cal, b.id), COA_OK);
    CHECK_EQ(coa_commit(cal, 20, 30, &none, 0, &id), COA_E_ARG);
    CHECK_EQ(id, 0);
    CHECK_EACH(COA_E_ARG, coa_commit(cal, 20, 100, NULL, 0, &id),
               coa_commit(cal, 20, 100, &found, 0, NULL),
               coa_commit(NULL, 20, 100, &found, 0, &id), coa_finish(NULL, 1, 50),
               coa_extend(NULL, 1, 101, 0, NULL, NULL, NULL, NULL),
               coa_get(NULL, 1, &b, NULL), coa_get(cal, 1, NULL, NULL));
    CHECK_EQ(coa_get(cal, 0, &b, NULL), COA_E_NOTFOUND);
    CHECK_EACH(COA_E_ARG, coa_next(cal, 0, NULL, NULL), coa_next(NULL, 0, &b, NULL),
               coa_cancel(NULL, 1), coa_advance(NULL, 1), coa_check(NULL),
               coa_compress(NULL, COA_ORDER_ID, NULL, NULL, NULL, NULL),
               coa_compress(cal, (coa_order)2, NULL, NULL, NULL, NULL));
    coa_set_free(&found);
    coa_destroy(cal);
}

TEST_MAIN(TEST(creating), TEST(outgrowing), TEST(describing_the_hook),
          TEST(visits_by_hand), TEST(consecutive_among_scattered), TEST(nothing),
          TEST(texts_and_statistics))
