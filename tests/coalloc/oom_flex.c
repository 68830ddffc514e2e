/* oom_flex.c - FlexCo bookings that move in calendars without any room to spare: they use
 * no more memory than was asked for; and what one of the sites refuses. Refused memory is
 * a part of prop_flex.c. */
#include "exact.h"
#include "coalloc.h"
#include "test.h"
#include "make.h"
#include "audit.h"
#include "save_check.h"

static test_heap heap;

/* ---- no more memory than was asked for --------------------------------------------- */

/* A calendar as coa_load leaves it has nearly no slack. */
static coa_calendar *without_slack(coa_calendar *cal)
{
    coa_calendar *copy;
    coa_desc d = {.alloc = test_heap_hook, .alloc_ctx = &heap};
    copy = save_reload(cal, &d, 0);
    coa_destroy(cal);
    return copy;
}

/* Many small bookings about a large one that moves: giving back and taking anew touch
 * many idle periods, of many runs. What the first step has made room for must do. */
static void move_without_slack(uint32_t index)
{
    coa_site site[2] = {{NULL, NULL, 0}, {NULL, NULL, 0}};
    const uint32_t servers = (uint32_t)test_between(20, 80);
    coa_flex *flex;
    coa_flex_request r = {.ready = 3};
    coa_flex_booking b;
    coa_booking own;
    uint32_t i, k;
    for (i = 0; i < 2; i++) {
        site[i].calendar = MAKE(.servers = servers, .index = index, .horizon = 200,
                                .slot = 40, .alloc = test_heap_hook, .alloc_ctx = &heap);
        for (k = servers; k > 0; k--)
            (void)RESERVE(site[i].calendar, .ready = test_between(0, 60),
                          .length = test_between(1, 20),
                          .servers = (uint32_t)test_between(1, 3));
    }
    r.length = test_between(5, 30);
    r.servers = (uint32_t)test_between((int64_t)servers, 2 * (int64_t)servers);
    CHECK_EQ(coa_flex_create(&flex, 7, site, 2, test_heap_hook, &heap), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
    for (i = 0; i < 2; i++) {
        coa_id id = 0;
        while (coa_next(site[i].calendar, id, &own) == COA_OK) {
            id = own.id;
            if (own.parts == 0 && test_below(3) > 0)
                CHECK_EQ(coa_cancel(site[i].calendar, id), COA_OK);
        }
        site[i].calendar = without_slack(site[i].calendar);
    }
    CHECK_EQ(coa_flex_sites(flex, site, 2), COA_OK);
    r.deadline = 1; /* in vain, so it is put back */
    CHECK_EQ(coa_flex_reschedule(flex, b.id, &r, COA_SHIFT, &b), COA_OK);
    for (i = 0; i < 2; i++) {
        check_sane(site[i].calendar);
        site[i].calendar = without_slack(site[i].calendar);
    }
    r.deadline = 0;
    CHECK_EQ(coa_flex_sites(flex, site, 2), COA_OK);
    CHECK_EQ(coa_flex_reschedule(flex, b.id, &r, COA_SHIFT | COA_REMAP, &b), COA_OK);
    coa_flex_destroy(flex);
    for (i = 0; i < 2; i++) check_sane(site[i].calendar);
    for (i = 0; i < 2; i++) coa_destroy(site[i].calendar);
}

/* Every pair of servers has an idle period of its own, and a booking moves into the midst
 * of one of each: that leaves three, while little is given back. */
static void move_into_gaps(uint32_t index, uint32_t pairs)
{
    coa_site site = {NULL, NULL, 0};
    coa_flex *flex;
    coa_flex_request r = {.ready = 500, .length = 10};
    coa_flex_booking b;
    uint32_t s;
    site.calendar = MAKE(.servers = 2 * pairs, .index = index, .horizon = 1000,
                         .slot = 250, .alloc = test_heap_hook, .alloc_ctx = &heap);
    for (s = 0; s < pairs; s++) {
        coa_run run[2] = {{s, 1}, {s + pairs, 1}};
        coa_set pair = {2, 2, NULL, NULL, NULL};
        coa_id id;
        pair.runs = run;
        CHECK_EQ(coa_commit(site.calendar, 0, 10 + s, &pair, 0, &id), COA_OK);
        CHECK_EQ(coa_commit(site.calendar, 200 + s, 400, &pair, 0, &id), COA_OK);
    }
    r.servers = pairs;
    r.place = COA_PLACE_FIRST_FIT;
    CHECK_EQ(coa_flex_create(&flex, 7, &site, 1, test_heap_hook, &heap), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
    site.calendar = without_slack(site.calendar);
    CHECK_EQ(coa_flex_sites(flex, &site, 1), COA_OK);
    r.deadline = 1;
    CHECK_EQ(coa_flex_reschedule(flex, b.id, &r, COA_SHIFT, &b), COA_OK);
    CHECK_EQ(b.start, 500);
    check_sane(site.calendar);
    r.deadline = 0;
    r.ready = 150;
    CHECK_EQ(coa_flex_reschedule(flex, b.id, &r, COA_SHIFT, &b), COA_OK);
    coa_flex_destroy(flex);
    CHECK_EQ(b.start, 150);
    check_sane(site.calendar);
    coa_destroy(site.calendar);
}

static void moves_without_slack(void)
{
    uint32_t index;
    long n;
    memset(&heap, 0, sizeof heap);
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++)
        for (n = test_scaled(30); n > 0; n--) move_without_slack(index);
    for (n = 2; n < 80; n += 16) move_into_gaps(COA_INDEX_MAP, (uint32_t)n);
    for (n = 2; n < 20; n += 8) move_into_gaps(COA_INDEX_RANGE_TREE, (uint32_t)n);
    for (n = 2; n < 80; n += 16) move_into_gaps(COA_INDEX_SLICES, (uint32_t)n);
    CHECK_EQ(heap.live_blocks, 0);
}

/* ---- other failures ---------------------------------------------------------------- */

enum { SITES = 3, SERVERS = 12 };

static uint64_t print_all(const coa_site *sites)
{
    return (save_print(sites[0].calendar) * 31 + save_print(sites[1].calendar)) * 31 +
           save_print(sites[2].calendar);
}

/* What one site refuses, the last one say, is found before any is changed. */
static void one_site_refuses(void)
{
    coa_site site[SITES] = {{NULL, NULL, 0}}, sites[SITES];
    coa_flex_request r = {.length = 10, .servers = 20};
    coa_flex_booking b;
    coa_run far = {SERVERS, 1}, twice[2] = {{3, 2}, {4, 1}};
    coa_set bad = {.count = 1, .runs = &far};
    coa_flex *flex;
    coa_id id;
    uint64_t before;
    uint32_t i;
    for (i = 0; i < SITES; i++)
        site[i].calendar = MAKE(.servers = SERVERS, .index = COA_INDEX_MAP);
    CHECK_EQ(coa_flex_create(&flex, 7, site, SITES, NULL, NULL), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
    id = b.id;
    before = print_all(site);
    memcpy(sites, site, sizeof sites);
    sites[2].among = &bad;
    CHECK_EQ(coa_flex_sites(flex, sites, SITES), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_E_RANGE);
    CHECK_EQ(coa_flex_reschedule(flex, id, &r, 7, &b), COA_E_RANGE);
    bad.count = 2;
    bad.runs = twice;
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_reschedule(flex, id, &r, 7, &b), COA_E_ARG);
    sites[2] = site[2];
    sites[2].calendar = sites[0].calendar;
    CHECK_EQ(coa_flex_sites(flex, site, SITES), COA_OK);
    CHECK_EQ(coa_flex_sites(flex, sites, SITES), COA_E_ARG);
    sites[2].calendar = NULL;
    CHECK_EQ(coa_flex_sites(flex, sites, SITES), COA_E_ARG);
    r.place = COA_PLACE_PAPER; /* MAP has no such order */
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_E_ARG);
    r.place = 0;
    r.servers = 3 * SERVERS + 1;
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_E_NOFIT);
    CHECK(print_all(site) == before);
    CHECK_EQ(coa_flex_get(flex, id, &b), COA_OK);
    CHECK_EQ(b.id, id);
    coa_flex_destroy(flex);
    for (i = 0; i < SITES; i++) coa_destroy(site[i].calendar);
}

/* Two sites need memory, the first of them where the search begins, or where the second
 * one has enough. */
static void two_sites_refuse(void)
{
    coa_site site[2] = {{NULL, NULL, 0}, {NULL, NULL, 0}};
    coa_flex_request r = {.length = 5, .servers = 2 * SERVERS};
    coa_flex_booking b;
    coa_flex *flex;
    uint32_t i;
    long n;
    memset(&heap, 0, sizeof heap);
    r.fixed = 1; /* so the first one waits for nothing */
    site[0].servers = site[1].servers = SERVERS;
    for (r.ready = 0; r.ready <= 25; r.ready += 25) {
        for (i = 0; i < 2; i++)
            site[i].calendar = MAKE(.index = COA_INDEX_MAP, .servers = SERVERS,
                                    .alloc = test_heap_hook, .alloc_ctx = &heap);
        (void)make_commit(site[0].calendar, 10, 20, 0, SERVERS);
        (void)make_commit(site[1].calendar, 0, 30, 0, SERVERS);
        CHECK_EQ(coa_flex_create(&flex, 7, site, 2, test_heap_hook, &heap), COA_OK);
        for (n = 1;; n++) {
            coa_status s;
            heap.fail_at = heap.calls + n;
            s = coa_flex_earliest(flex, &r, &b);
            if (s == COA_OK) break;
            CHECK_EQ(s, COA_E_NOMEM);
        }
        heap.fail_at = 0;
        CHECK_EQ(n, 3); /* each site has asked once */
        CHECK_EQ(b.start, 30);
        coa_flex_destroy(flex);
        for (i = 0; i < 2; i++) coa_destroy(site[i].calendar);
    }
    CHECK_EQ(heap.live_blocks, 0);
}

/* A part on COUNT that has begun, on every other server, is to have fewer; coa_check. */
static void begun_part_refused(void)
{
    static const coa_mold less = {3, 10};
    coa_site site = {NULL, NULL, 0};
    coa_flex_request r = {.length = 15, .servers = 5};
    coa_flex_booking b;
    coa_flex *flex;
    coa_id id;
    long n;
    memset(&heap, 0, sizeof heap);
    site.calendar = MAKE(.index = COA_INDEX_COUNT, .servers = SERVERS,
                         .alloc = test_heap_hook, .alloc_ctx = &heap);
    for (id = 1; id <= SERVERS; id++)
        (void)RESERVE(site.calendar, .length = 20, .servers = 1);
    for (id = 1; id <= SERVERS; id += 2) CHECK_EQ(coa_cancel(site.calendar, id), COA_OK);
    CHECK_EQ(coa_flex_create(&flex, 7, &site, 1, test_heap_hook, &heap), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
    r.molds = &less;
    r.mold_count = 1;
    heap.sticky = 1; /* else it is tried with less */
    for (n = 1;; n++) {
        coa_status s;
        heap.fail_at = heap.calls + n;
        s = coa_flex_reschedule(flex, b.id, &r, COA_MOLD, &b);
        heap.fail_at = 0;
        check_sane(site.calendar);
        if (s == COA_OK) break;
        CHECK_EQ(s, COA_E_NOMEM);
    }
    CHECK_EQ(b.end, 10);
    CHECK_EQ(b.servers, 3);
    CHECK(n > 1);
    n = 1;
    do { /* the calendar is made again, with the job */
        heap.failures = 0;
        heap.fail_at = heap.calls + n++;
        CHECK_EQ(coa_check(site.calendar), heap.failures ? COA_E_NOMEM : COA_OK);
        heap.fail_at = 0;
    } while (heap.failures);
    coa_flex_destroy(flex);
    coa_destroy(site.calendar);
    CHECK_EQ(heap.live_blocks, 0);
}

TEST_MAIN(TEST(moves_without_slack), TEST(one_site_refuses), TEST(two_sites_refuse),
          TEST(begun_part_refused))
