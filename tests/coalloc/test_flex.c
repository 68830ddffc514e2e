/* test_flex.c - FlexCo bookings: what calls.txt cannot say. test_flex_small.c does it in
 * arrays without slack, as moves and late binding reckon with what they have. prop_flex.c
 * asks whether bookings are the best, and refuses memory. */
#include "coalloc.h"
#include "test.h"
#include "make.h"
#include "audit.h"
#include "flex_at.h"

enum { SITES = 3 };

static void arguments(void)
{
    static const coa_mold mold = {1, COA_FOREVER};
    coa_site site[SITES] = {{.number = 10}, {.number = 11}, {.number = 12}}, two[2];
    coa_flex_request r = {0};
    coa_flex_booking b;
    coa_flex *flex = NULL;
    for (int i = 0; i < SITES; i++)
        site[i].calendar = MAKE(.servers = 8, .index = COA_INDEX_SLICES);
    r.length = 5;
    r.servers = 12;
    CHECK_EQ(coa_flex_create(NULL, 0, site, SITES, NULL, NULL), COA_E_ARG);
    CHECK_EQ(coa_flex_create(&flex, 0, NULL, SITES, NULL, NULL), COA_E_ARG);
    CHECK(!flex);
    CHECK_EQ(coa_flex_create(&flex, 0, site, 0, NULL, NULL), COA_E_ARG);
    coa_flex_destroy(NULL);
    CHECK_EACH(
        COA_E_ARG, coa_flex_sites(NULL, site, SITES),
        coa_flex_sites(flex_at(site, SITES), NULL, SITES),
        coa_flex_sites(flex_at(site, SITES), site, 0), coa_flex_reserve(NULL, &r, &b),
        coa_flex_reserve(flex_at(site, SITES), NULL, &b),
        coa_flex_reserve(flex_at(site, SITES), &r, NULL), coa_flex_earliest(NULL, &r, &b),
        coa_flex_get(NULL, 1, &b), coa_flex_get(flex_at(site, SITES), 1, NULL),
        coa_flex_cancel(NULL, 1, 0), coa_flex_next(NULL, 0, 0, &b),
        coa_flex_next(flex_at(site, SITES), 0, 0, NULL));
    CHECK_EQ(coa_flex_next(flex_at(site, SITES), UINT64_MAX, 0, &b), COA_E_NOTFOUND);
    CHECK_EQ(coa_flex_next(NULL, 0, 1, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_cancel(NULL, 1, 1), COA_E_ARG);
    CHECK_EQ(coa_flex_finish(NULL, 1, 1), COA_E_ARG);
    CHECK_EQ(coa_flex_finish(flex_at(site, SITES), 1, 1), COA_E_NOTFOUND);
    two[0] = site[0];
    two[1] = site[1];
    CHECK_EQ(coa_flex_create(&flex, 0, two, 2, NULL, NULL), COA_OK);
    two[1].number = two[0].number;
    CHECK_EQ(coa_flex_sites(flex, two, 2), COA_E_ARG);
    two[1].number = 0;
    CHECK_EQ(coa_flex_sites(flex, two, 2), COA_E_ARG);
    two[1].number = 1;
    two[1].calendar = NULL;
    CHECK_EQ(coa_flex_sites(flex, two, 2), COA_E_ARG);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK); /* the list is as before */
    CHECK_EQ(coa_flex_cancel(flex, b.id, 0), COA_OK);
    coa_flex_destroy(flex);
    r.molds = &mold;
    r.mold_count = UINT32_MAX;
    CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_E_ARG);
    r.mold_count = 0;
    CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_OK);
    CHECK_EQ(coa_flex_reschedule(flex_at(site, SITES), b.id, NULL, 1, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_reschedule(flex_at(site, SITES), 1, &r, 1, NULL), COA_E_ARG);
    flex_done();
    for (int i = 0; i < SITES; i++) coa_destroy(site[i].calendar);
}

/* A booking of COUNT, alone, gets servers and gives some back so often that the store of
 * runs is full of its old runs; others wait next to it. */
static void resized_often(void)
{
    coa_calendar *cal = MAKE(.servers = 24, .index = COA_INDEX_COUNT);
    coa_set on = {0};
    coa_booking b;
    coa_id id;
    uint32_t had = 3;
    for (id = 1; id <= 10; id++)
        CHECK_EQ(RESERVE(cal, .length = 100, .servers = 1).id, id);
    for (id = 1; id <= 10; id += 2) CHECK_EQ(coa_cancel(cal, id), COA_OK);
    for (uint32_t i = 0; i < 5; i++)
        id = RESERVE(cal, .ready = 500, .length = 100, .servers = 1).id;
    CHECK_EQ(coa_widen(cal, id, 1, 0, NULL, NULL), COA_OK);
    check_sane(cal);
    id = RESERVE(cal, .length = 100, .servers = had).id; /* 0, 2 and 4 */
    for (uint32_t i = 0; i < 300; i++) {
        const uint32_t n = (uint32_t)test_between(2, 5);
        if (n > had) CHECK_EQ(coa_widen(cal, id, n - had, 0, NULL, NULL), COA_OK);
        if (n < had) CHECK_EQ(coa_release(cal, id, NULL, had - n), COA_OK);
        had = n;
        CHECK_EQ(coa_get(cal, id, &b, &on), COA_OK);
        CHECK(b.run_count == n && b.runs[n - 1].first == 2 * (n - 1));
        check_sane(cal);
    }
    coa_set_free(&on);
    coa_destroy(cal);
}

TEST_MAIN(TEST(arguments), TEST(resized_often))
