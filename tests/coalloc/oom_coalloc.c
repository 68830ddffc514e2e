/* oom_coalloc.c - refused memory where prop_calendar.c, which refuses every request of
 * every call in random calendars, does not come: calendars that are made or have not been
 * searched yet, the tree alone, and bookings that are lifted and taken back. */
#include "exact.h"
#include "coalloc.h"
#include "indexes.h"
#include "test.h"
#include "make.h"
#include "audit.h"

static test_heap heap;

static coa_calendar *make(uint32_t index, int bookings)
{
    coa_calendar *cal = MAKE(.servers = 24, .index = index, .horizon = 1000, .slot = 100,
                             .alloc = test_heap_hook, .alloc_ctx = &heap);
    int i;
    for (i = 0; i < bookings; i++) {
        const coa_time ready = test_between(0, 300), length = test_between(5, 60);
        const uint32_t servers = (uint32_t)test_between(1, 9);
        (void)RESERVE(cal, .ready = ready, .length = length, .servers = servers);
        if (i % 5 == 4) CHECK_EQ(coa_cancel(cal, (coa_id)test_between(i - 3, i)), COA_OK);
    }
    return cal;
}

static void create(void)
{
    uint32_t index;
    int sticky;
    long n, refused = 0;
    memset(&heap, 0, sizeof heap);
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        for (sticky = 0; sticky < 2; sticky++) {
            for (n = 1;; n++) {
                coa_desc d = {0};
                coa_calendar *cal = (coa_calendar *)&d;
                coa_status s;
                d.servers = 100;
                d.index = index;
                d.horizon = 1000;
                d.slot = 10;
                d.alloc = test_heap_hook;
                d.alloc_ctx = &heap;
                heap.fail_at = heap.calls + n;
                heap.sticky = sticky;
                heap.failures = 0;
                s = coa_create(&cal, &d);
                heap.fail_at = 0;
                refused += s == COA_E_NOMEM;
                if (s != COA_OK) CHECK_EQ(s, heap.failures ? COA_E_NOMEM : COA_OK);
                CHECK((cal != NULL) == (s == COA_OK));
                coa_destroy(cal);
                CHECK_EQ(heap.live_blocks, 0);
                if (heap.failures == 0) break;
            }
        }
    }
    CHECK(refused >= 24);
}

static void rtree(void)
{
    coa_rtree *t = NULL;
    coa_period p = {0, 0, 0};
    uint32_t i;
    long n, refused = 0;
    memset(&heap, 0, sizeof heap);
    for (n = 1; t == NULL; n++) {
        heap.fail_at = heap.calls + n;
        heap.failures = 0;
        if (coa_rtree_create(&t, test_heap_hook, &heap) != COA_OK) CHECK(t == NULL);
        CHECK_EQ(t == NULL, heap.failures > 0);
        if (!t) CHECK_EQ(heap.live_blocks, 0);
    }
    CHECK(n > 2);
    for (i = 0; i < 300; i++) {
        coa_status s;
        p.start = test_between(0, 50);
        p.end = p.start + test_between(1, 50);
        p.server = i;
        for (n = 1;; n++) {
            heap.fail_at = heap.calls + n;
            heap.sticky = (int)(i % 2);
            s = coa_rtree_insert(t, &p);
            heap.fail_at = 0;
            if (s == COA_OK) break;
            CHECK_EQ(s, COA_E_NOMEM);
            CHECK_EQ(audit_tree_size(t), i);
            CHECK(audit_tree(t) == NULL);
            refused++;
        }
        CHECK_EQ(coa_rtree_search(t, p.start, p.end, 1, &p), COA_OK);
    }
    CHECK(refused > 10);
    heap.fail_at = heap.calls + 1;
    heap.sticky = 1;
    CHECK_EQ(coa_rtree_remove(t, &p), COA_OK); /* and this needs none */
    heap.fail_at = 0;
    coa_rtree_destroy(t);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

/* A copy has taken no more memory than its bookings need. One of them is lifted for a
 * search, because the request asks for more time, and taken back: that needs no memory
 * but what lifting has taken. The refuse-th request for memory and all after it are
 * refused. Returns whether there was such a request. */
static int retake_one(const coa_calendar *cal, const coa_booking *b, long refuse)
{
    coa_calendar *copy = NULL;
    coa_request r = {0};
    coa_time start;
    coa_status s;
    CHECK_EQ(coa_copy(&copy, cal, NULL), COA_OK);
    r.length = b->end - b->start + 200;
    r.servers = b->servers;
    r.replaces = b->id;
    heap.failures = 0;
    heap.sticky = 1;
    heap.fail_at = refuse > 0 ? heap.calls + refuse : 0;
    s = coa_earliest(copy, &r, &start);
    heap.fail_at = 0;
    CHECK(s == COA_OK || s == COA_E_NOFIT || (s == COA_E_NOMEM && heap.failures > 0));
    check_sane(copy);
    coa_destroy(copy);
    CHECK_EQ(heap.bad_size, 0);
    return heap.failures > 0;
}

/* Pairs of servers, each with idle periods of its own, of which two bookings have one
 * server each. Without one of these its servers are in groups of their own; when it is
 * taken back, they join those of the others. */
static coa_calendar *make_pairs(void)
{
    coa_calendar *cal = make(COA_INDEX_MAP, 0);
    coa_set half[2] = {{0, 0, NULL, test_heap_hook, &heap},
                       {0, 0, NULL, test_heap_hook, &heap}};
    coa_id id;
    uint32_t i;
    for (i = 0; i < 24; i += 2) {
        (void)make_commit(cal, 0, 1 + i, i, 2);
        (void)make_commit(cal, 100 + i, 200, i, 2);
        CHECK_EQ(coa_set_add(&half[0], i, 1), COA_OK);
        CHECK_EQ(coa_set_add(&half[1], i + 1, 1), COA_OK);
    }
    for (i = 0; i < 2; i++) {
        CHECK_EQ(coa_commit(cal, 50, 60, &half[i], 0, &id), COA_OK);
        coa_set_free(&half[i]);
    }
    return cal;
}

static void retaking(void)
{
    const long rounds = test_scaled(120);
    long round;
    for (round = 0; round < rounds; round++) {
        const uint32_t index = round % 4 ? COA_INDEX_MAP : COA_INDEX_RANGE_TREE;
        coa_calendar *cal;
        coa_booking b;
        coa_id id = 0;
        memset(&heap, 0, sizeof heap);
        cal = round == 0 ? make_pairs() : make(index, (int)test_between(1, 30));
        while (coa_next(cal, id, &b) == COA_OK) {
            long refuse = 0;
            id = b.id;
            if (b.start > 0)
                while (retake_one(cal, &b, refuse) || refuse == 0) refuse++;
        }
        coa_destroy(cal);
        CHECK_EQ(heap.live_blocks, 0);
    }
}

/* A copy gives back many runs that touch nothing idle: it has no slots to spare. */
static void many_runs_come_back(void)
{
    coa_calendar *cal, *copy = NULL;
    coa_set even = {0, 0, NULL, test_heap_hook, &heap};
    coa_id id[3];
    uint32_t i;
    memset(&heap, 0, sizeof heap);
    cal = MAKE(.servers = 1000, .index = COA_INDEX_MAP, .alloc = test_heap_hook,
               .alloc_ctx = &heap);
    for (i = 0; i < 1000; i += 2) CHECK_EQ(coa_set_add(&even, i, 1), COA_OK);
    for (i = 0; i < 3; i++)
        CHECK_EQ(
            coa_commit(cal, 10 * (coa_time)i, 10 * (coa_time)i + 10, &even, 0, id + i),
            COA_OK);
    CHECK_EQ(coa_copy(&copy, cal, NULL), COA_OK);
    CHECK_EQ(coa_cancel(copy, id[1]), COA_OK);
    check_sane(copy);
    coa_destroy(copy);
    coa_destroy(cal);
    coa_set_free(&even);
    CHECK_EQ(heap.live_blocks, 0);
}

/* A booking of COUNT gets servers and gives some back, before it starts and so often
 * afterwards that the store of runs is full of those it had; beside it others wait. */
static void resized_often(void)
{
    coa_calendar *cal = make(COA_INDEX_COUNT, 0);
    coa_booking b;
    coa_id id;
    uint32_t had = 3, i;
    for (id = 1; id <= 10; id++)
        CHECK_EQ(RESERVE(cal, .length = 100, .servers = 1).id, id);
    for (id = 1; id <= 10; id += 2) CHECK_EQ(coa_cancel(cal, id), COA_OK);
    for (i = 0; i < 5; i++)
        id = RESERVE(cal, .ready = 500, .length = 100, .servers = 1).id;
    CHECK_EQ(coa_widen(cal, id, 1, 0, NULL, NULL), COA_OK);
    check_sane(cal);
    id = RESERVE(cal, .length = 100, .servers = had).id; /* 0, 2 and 4 */
    for (i = 0; i < 300; i++) {
        const uint32_t n = (uint32_t)test_between(2, 5);
        if (n > had) CHECK_EQ(coa_widen(cal, id, n - had, 0, NULL, NULL), COA_OK);
        if (n < had) CHECK_EQ(coa_release(cal, id, NULL, had - n), COA_OK);
        had = n;
        CHECK_EQ(coa_get(cal, id, &b), COA_OK);
        CHECK(b.run_count == n && b.runs[n - 1].first == 2 * (n - 1));
        check_sane(cal);
    }
    coa_destroy(cal);
}

/* The statistics have every request for memory, those for other servers too. */
static void requests_are_counted(void)
{
    coa_calendar *cal;
    coa_stats_info s;
    memset(&heap, 0, sizeof heap);
    cal = make(COA_INDEX_MAP, 10);
    CHECK_EQ(coa_resize(cal, 30), COA_OK);
    coa_stats(cal, &s);
    CHECK_EQ(s.allocations, heap.calls);
    coa_destroy(cal);
}

/* The runs of two groups of MAP, few of many servers, are put in order. */
static void two_groups(void)
{
    coa_calendar *cal;
    const coa_request r = {.ready = 10, .length = 5, .servers = 2048};
    coa_booking b;
    long refused;
    memset(&heap, 0, sizeof heap);
    cal = MAKE(.servers = 2048, .alloc = test_heap_hook, .alloc_ctx = &heap);
    (void)make_commit(cal, 0, 10, 0, 1024);
    heap.fail_at = heap.calls + 1;
    for (refused = 0; coa_reserve(cal, &r, &b) != COA_OK; refused++) {
        CHECK_EQ(heap.failures, refused + 1);
        check_sane(cal);
        heap.fail_at = heap.calls + refused + 2;
    }
    CHECK(refused > 0);
    CHECK(b.run_count == 1 && b.runs[0].count == 2048);
    coa_destroy(cal);
    CHECK_EQ(heap.live_blocks, 0);
}

/* A booking of COUNT that has begun gives back every other server: that makes two pieces
 * more each time. */
static void released_from_the_middle(void)
{
    coa_run one = {1, 1};
    const coa_set server = {1, 1, &one, NULL, NULL};
    coa_calendar *cal;
    long refused = 0;
    memset(&heap, 0, sizeof heap);
    cal = make(COA_INDEX_COUNT, 0);
    (void)RESERVE(cal, .length = 20, .servers = 24);
    CHECK_EQ(coa_advance(cal, 1), COA_OK);
    heap.sticky = 1; /* else it is tried with less */
    for (; one.first < 24; one.first += 2) {
        coa_status s = COA_E_NOMEM;
        long n;
        for (n = 1; s == COA_E_NOMEM; n++, refused++) {
            heap.fail_at = heap.calls + n;
            s = coa_release(cal, 1, &server, 0);
            heap.fail_at = 0;
            check_sane(cal);
        }
        CHECK_EQ(s, COA_OK);
    }
    CHECK(refused > 12);
    coa_destroy(cal);
    CHECK_EQ(heap.live_blocks, 0);
}

TEST_MAIN(TEST(create), TEST(rtree), TEST(retaking), TEST(two_groups),
          TEST(many_runs_come_back), TEST(resized_often), TEST(requests_are_counted),
          TEST(released_from_the_middle))
