/* test_corners.c - what calls.txt cannot say: NULL and sets that are none, and calls that
 * a user repeats 100,000 times, each of which would take minutes if it looked at
 * everything. */
#include "coalloc.h"
#include "indexes.h"
#include "test.h"
#include "make.h"
#include "audit.h"

static coa_calendar *make(uint32_t index, uint32_t servers, uint32_t bookings,
                          uint32_t unnamed)
{
    const int tree = index == COA_INDEX_RANGE_TREE;
    return MAKE(.index = index, .servers = servers, .bookings = bookings,
                .unnamed = unnamed, .horizon = tree ? 1000 : 0, .slot = tree ? 10 : 0);
}

static coa_booking reserve(coa_calendar *cal, coa_time ready, coa_time length,
                           uint32_t servers)
{
    return RESERVE(cal, .ready = ready, .length = length, .servers = servers);
}

/* How many of a thing that is slow only in great numbers: fewer where time is dear. */
static uint32_t many(uint32_t most, uint32_t few)
{
    return test_scaled(100) < 10 ? few : most;
}

/* ---- many parts */

/* So many jobs that the list of them is full, and then one goes and one comes. */
static void parts_come_and_go(void)
{
    enum { JOBS = 78879 }; /* an array that grows by half: 8, 20, 38, 65, ..., 78879 */
    static coa_id ids[JOBS];
    const uint32_t jobs = many(JOBS, 4602);
    coa_site site = {.number = 1};
    coa_flex *flex = NULL;
    coa_flex_request r = {.length = 5, .servers = 1};
    coa_flex_booking b;
    uint32_t full = 0;
    while (full < jobs) full += full / 2 + 8;
    CHECK_EQ(full, jobs);
    site.calendar = make(COA_INDEX_COUNT, 1, jobs + 9, 1);
    CHECK_EQ(coa_flex_create(&flex, 1, &site, 1, NULL, NULL), COA_OK);
    for (uint32_t i = 0; i < 5 * jobs; i++) {
        if (i >= jobs) CHECK_EQ(coa_flex_cancel(flex, ids[i % jobs], 0), COA_OK);
        r.ready = 10 * (coa_time)(i % jobs);
        CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
        ids[i % jobs] = b.id;
    }
    coa_flex_destroy(flex);
    coa_destroy(site.calendar);
}

/* ---- holes */

static int count_hole(void *ctx, coa_time start, coa_time end, uint32_t servers)
{
    (void)start, (void)end, (void)servers;
    ++*(long *)ctx;
    return 0;
}

/* Bookings with gaps between, each of fewer servers than the one before: around each gap
 * and each booking is a separate hole. */
static void holes_of_a_saw(void)
{
    const uint32_t teeth = many(200000, 10000);
    coa_calendar *cal = make(COA_INDEX_COUNT, 2 * teeth, 0, 1);
    long holes = 0;
    for (uint32_t i = 0; i < teeth; i++)
        CHECK_EQ(reserve(cal, 2 * (coa_time)i + 1, 1, teeth - i).start,
                 2 * (coa_time)i + 1);
    CHECK_EQ(coa_holes(cal, 0, COA_FOREVER, NULL, 1, count_hole, &holes), COA_OK);
    CHECK_EQ(holes, 2 * teeth + 1);
    coa_destroy(cal);
}

/* ---- events of a long list that changes */

static void events_of_many(void)
{
    const uint32_t bookings = many(100000, 5000);
    coa_calendar *cal = make(COA_INDEX_COUNT, 2, 0, 1);
    coa_stats_info then, now;
    for (uint32_t i = 0; i < bookings; i++)
        CHECK_EQ(reserve(cal, 10 * (coa_time)i, 5, 1).id, i + 1);
    for (uint32_t i = 0; i < bookings; i++) {
        coa_event event = {.time = 10 * (coa_time)i + 1};
        CHECK_EQ(coa_extend(cal, i + 1, event.time + 5, 0, NULL, NULL, NULL, NULL),
                 COA_OK);
        CHECK_EQ(coa_next_event(cal, &event, 0), COA_OK);
        CHECK(event.id == i + 1 && event.starts == 0 && event.time % 10 == 6);
        if (i == 0) coa_stats(cal, &then);
    }
    coa_stats(cal, &now);
    CHECK_EQ(now.bytes, then.bytes); /* stale values do not stay */
    coa_destroy(cal);
}

/* Server k is booked for a while when the booking of server k - 1 ends, so the number of
 * free servers stays the same through thousands of changes. To ask all groups again at
 * each of them would take minutes. With `busy`, all are booked for a moment first, so
 * that the idle periods which end lie ahead, and are more than can be noted. */
static void a_number_that_stays_with(uint32_t n, uint32_t busy)
{
    enum { LENGTH = 10 };
    coa_calendar *cal = make(COA_INDEX_MAP, n, 0, 0);
    const coa_time end = LENGTH * (coa_time)n;
    coa_time until;
    uint32_t count;
    if (busy) (void)make_commit(cal, 0, 1, 1, n - 1);
    for (uint32_t k = 0; k < n; k++)
        (void)make_commit(cal, LENGTH * (coa_time)k, LENGTH * (coa_time)(k + 1), k, 1);
    for (long i = test_scaled(2000); i > 0; i--) {
        CHECK_EQ(coa_profile(cal, test_between(busy, end - 1), NULL, &count, &until),
                 COA_OK);
        CHECK_EQ(count, n - 1);
        CHECK_EQ(until, end);
    }
    coa_destroy(cal);
}

static void a_number_that_stays(void)
{
    a_number_that_stays_with(many(5000, 500), 0);
    a_number_that_stays_with(200, 1);
}

/* Blocks of MAP lose nearly all their rows, and then one of them gets so many that there
 * is no block to split it into, until they are packed. */
static void blocks_run_out(void)
{
    enum { ROWS = 640, KEPT = 32, MORE = 300 };
    coa_calendar *cal = make(COA_INDEX_MAP, 2 * ROWS, 0, 0);
    coa_time until;
    uint32_t idle;
    for (uint32_t k = 0; k < ROWS; k++)
        CHECK_EQ(make_commit(cal, 0, 1000 + k, k, 1), k + 1);
    for (uint32_t k = 0; k < ROWS; k++)
        if (k % KEPT != 0) CHECK_EQ(coa_cancel(cal, k + 1), COA_OK);
    for (uint32_t k = 0; k < MORE; k++) (void)make_commit(cal, 0, 10 + k, ROWS + k, 1);
    check_sane(cal);
    for (coa_time t = 0; t < 10 + MORE; t++) {
        const coa_time ended = t < 10 ? 0 : t - 9;
        CHECK_EQ(coa_profile(cal, t, NULL, &idle, &until), COA_OK);
        CHECK_EQ(idle, 2 * ROWS - ROWS / KEPT - MORE + ended);
    }
    coa_destroy(cal);
}

/* ---- nothing instead of an object, and sets that are none */

static int no_idle(void *ctx, coa_time start, coa_time end, const coa_set *servers)
{
    (void)ctx, (void)start, (void)end, (void)servers;
    return 1;
}

static int no_hole(void *ctx, coa_time start, coa_time end, uint32_t servers)
{
    (void)ctx, (void)start, (void)end, (void)servers;
    return 1;
}

#define ARG(call) CHECK_EQ(call, COA_E_ARG)

/* Each call that takes servers of a calendar, with a set that is none. */
static void no_servers(coa_calendar *cal, const coa_set *bad)
{
    coa_request r = {.length = 1, .servers = 1, .among = bad};
    const coa_flex_request flexible = {.length = 1, .servers = 1};
    const coa_site site = {.calendar = cal, .among = bad, .number = 1};
    coa_flex_booking job;
    coa_flex *flex = NULL;
    coa_alternative_info offer;
    coa_set found = {0};
    coa_reason why;
    coa_booking b;
    coa_time t = 0;
    uint32_t n = 7;
    coa_id id;
    const coa_id one = reserve(cal, 0, 9, 1).id;
    CHECK_EACH(COA_E_ARG, coa_reserve(cal, &r, &b), coa_earliest(cal, &r, &t),
               coa_starts(cal, &r, 1, &t, &n));
    CHECK_EQ(n, 0);
    CHECK_EACH(COA_E_ARG, coa_alternatives(cal, &r, &offer), coa_explain(cal, &r, &why),
               coa_explain(cal, &r, NULL));
    CHECK_EQ(strcmp(why.field, "among"), 0);
    CHECK_EACH(COA_E_ARG, coa_search(cal, 0, 1, bad, &found),
               coa_commit(cal, 20, 21, bad, 0, &id), coa_block(cal, 20, 21, bad, 1, &id),
               coa_drain(cal, 20, 21, bad, 0, 1, NULL, NULL, NULL, &id),
               coa_in_the_way(cal, 0, 1, bad, 0, &b, NULL), coa_release(cal, one, bad, 1),
               coa_widen(cal, one, 1, 0, bad, &n), coa_profile(cal, 0, bad, &n, &t),
               coa_idle(cal, bad, 0, no_idle, NULL),
               coa_holes(cal, 0, 1, bad, 1, no_hole, NULL));
    CHECK_EQ(coa_flex_create(&flex, 1, &site, 1, NULL, NULL), COA_OK);
    ARG(coa_flex_reserve(flex, &flexible, &job));
    coa_flex_destroy(flex);
}

static void no_calendar(coa_calendar *cal)
{
    static const coa_run twice[2] = {{0, 2}, {1, 1}}, beyond = {0, 9}, none = {0, 0};
    coa_run runs[2];
    coa_set bad = {1, 0, NULL, NULL, NULL};
    const coa_desc other = {.unnamed = 1};
    coa_event event = {0, 0, 0};
    coa_reason why;
    coa_booking b;
    coa_time t = 0;
    uint32_t n;
    coa_id id;
    CHECK_EACH(COA_E_ARG, coa_profile(NULL, 0, NULL, &n, &t),
               coa_profile(cal, 0, NULL, NULL, &t), coa_profile(cal, 0, NULL, &n, NULL));
    CHECK_EQ(coa_profile(cal, COA_FOREVER, NULL, &n, &t), COA_E_RANGE);
    CHECK_EACH(COA_E_ARG, coa_idle(NULL, NULL, 0, no_idle, NULL),
               coa_idle(cal, NULL, 0, NULL, NULL),
               coa_holes(NULL, 0, 9, NULL, 1, no_hole, NULL),
               coa_holes(cal, 0, 9, NULL, 1, NULL, NULL),
               coa_holes(cal, 9, 9, NULL, 1, no_hole, NULL),
               coa_holes(cal, 0, 9, NULL, 0, no_hole, NULL));
    CHECK_EQ(coa_holes(cal, -1, 9, NULL, 1, no_hole, NULL), COA_E_PAST);
    CHECK_EACH(COA_E_ARG, coa_next_event(NULL, &event, 0), coa_next_event(cal, NULL, 1),
               coa_set_tag(NULL, 1, 1), coa_copy(NULL, cal, NULL));
    coa_calendar *copy = cal;
    ARG(coa_copy(&copy, NULL, NULL));
    CHECK(copy == NULL);
    CHECK_EACH(COA_E_ARG, coa_copy(&copy, cal, &other),
               coa_block(cal, 0, 1, NULL, 0, NULL), coa_block(NULL, 0, 1, NULL, 0, &id),
               coa_in_the_way(NULL, 0, 1, NULL, 0, &b, NULL),
               coa_in_the_way(cal, 0, 1, NULL, 0, NULL, NULL),
               coa_in_the_way(cal, 1, 1, NULL, 0, &b, NULL));
    CHECK_EQ(coa_in_the_way(cal, -1, 1, NULL, 0, &b, NULL), COA_E_PAST);
    CHECK_EACH(COA_E_ARG, coa_resize(NULL, 1), coa_explain(NULL, NULL, &why),
               coa_explain(cal, NULL, &why));
    coa_describe(cal, NULL);
    no_servers(cal, &bad);
    CHECK(coa_set_count(&bad) == 0 && !coa_set_has(&bad, 0));
    CHECK_EACH(COA_E_ARG, coa_set_add(&bad, 0, 1), coa_set_remove(&bad, 0, 1),
               coa_set_combine(&bad, &bad, COA_SET_UNION, &(coa_set){0}),
               coa_set_combine(&bad, &(coa_set){0}, COA_SET_UNION, &bad));
    CHECK(coa_arena_alloc(NULL, NULL, 0, 1) == NULL);
    bad.runs = runs;
    bad.count = 2;
    memcpy(runs, twice, sizeof runs);
    no_servers(cal, &bad);
    bad.count = 1;
    runs[0] = none;
    no_servers(cal, &bad);
    runs[0] = beyond;
    CHECK_EQ(coa_in_the_way(cal, 0, 1, &bad, 0, &b, NULL), COA_E_RANGE);
}

/* Of no use to anybody, and each answered. */
static void misuse(void)
{
    coa_calendar *cal = make(COA_INDEX_MAP, 4, 0, 0);
    coa_set s = {0}, t = {0};
    coa_period p = {3, 3, 0};
    coa_rtree *tree = NULL;
    no_calendar(cal);
    for (int i = 0; i < COA_STATUS_COUNT; i++)
        CHECK(strlen(coa_status_text((coa_status)i)) > 1);
    CHECK_EQ(strcmp(coa_status_text(COA_STATUS_COUNT), coa_status_text((coa_status)99)),
             0);
    CHECK_EQ(coa_set_add(&s, COA_MAX_SERVERS + 1, 1), COA_E_RANGE);
    CHECK_EACH(COA_E_ARG, coa_set_combine(NULL, &s, COA_SET_UNION, &t),
               coa_set_combine(&s, NULL, COA_SET_UNION, &t),
               coa_set_combine(&s, &t, COA_SET_UNION, NULL));
    CHECK_EQ(coa_rtree_create(&tree, NULL, NULL), COA_OK);
    CHECK_EACH(COA_E_ARG, coa_rtree_insert(NULL, &p), coa_rtree_insert(tree, NULL),
               coa_rtree_insert(tree, &p), coa_rtree_remove(NULL, &p),
               coa_rtree_remove(tree, NULL), coa_rtree_search(NULL, 0, 1, 1, &p),
               coa_rtree_search(tree, 0, 1, 1, NULL), coa_rtree_search(tree, 0, 1, 0, &p),
               coa_rtree_search(tree, 1, 1, 1, &p));
    coa_rtree_destroy(tree);
    coa_destroy(cal);
}

TEST_MAIN(TEST(misuse), TEST(parts_come_and_go), TEST(holes_of_a_saw),
          TEST(events_of_many), TEST(a_number_that_stays), TEST(blocks_run_out))
