/* test_flex.c - FlexCo bookings: worked examples, every status, the edges of time.
 * prop_flex.c asks whether they are the best, and refuses memory. In arrays without
 * slack, as moves and late binding reckon with what they have. */
#include "exact.h"
#include "coalloc.h"
#include "test.h"
#include "make.h"
#include "audit.h"
#include "save_check.h"

enum { SITES = 3 };

static coa_calendar *make(uint32_t index, uint32_t servers, coa_time now,
                          coa_time horizon)
{
    return MAKE(.index = index, .servers = servers, .now = now, .horizon = horizon,
                .slot = 10);
}

/* Sites of 8, 9 and 3 servers, of each index. */
static void make_sites(coa_site *site)
{
    static const uint32_t servers[] = {8, 9, 3};
    uint32_t i;
    memset(site, 0, SITES * sizeof *site);
    for (i = 0; i < SITES; i++) {
        site[i].calendar = make(i + 1, servers[i], 0, i == 1 ? 1000 : 0);
        site[i].number = 10 + i;
    }
}

static void drop_sites(coa_site *site)
{
    uint32_t i;
    flex_done();
    for (i = 0; i < SITES; i++) coa_destroy(site[i].calendar);
}

/* Ids are above all of all sites; what is passed over was never made. */
static void ids(void)
{
    coa_site site[SITES];
    coa_flex_request r = {.length = 5, .servers = 13};
    coa_flex_booking b;
    coa_request own = {.length = 1, .servers = 1};
    coa_booking made;
    coa_stats_info st;
    int i;
    make_sites(site);
    for (i = 0; i < 3; i++) CHECK_EQ(coa_reserve(site[2].calendar, &own, &made), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_OK);
    CHECK_EQ(b.id, 4);
    CHECK_EQ(b.part_count, 2);
    CHECK_EQ(coa_get(site[0].calendar, 4, &made, NULL), COA_OK);
    CHECK_EQ(made.parts, 2);
    CHECK_EQ(coa_reserve(site[0].calendar, &own, &made), COA_OK);
    CHECK_EQ(made.id, 5);
    CHECK_EQ(made.parts, 0);
    coa_stats(site[0].calendar, &st);
    CHECK_EQ(st.made, 2);
    coa_stats(site[2].calendar, &st);
    CHECK_EQ(st.made, 3);
    CHECK_EQ(coa_flex_get(flex_at(site, SITES), 5, &b),
             COA_E_NOTFOUND); /* it is no part */
    CHECK_EQ(coa_flex_cancel(flex_at(site, SITES), 5, 0), COA_E_NOTFOUND);
    drop_sites(site);
}

static void no_more_ids(void)
{
    coa_site site[2] = {{.number = 1}, {.number = 2}};
    coa_flex_request r = {.length = 1, .servers = 2};
    coa_flex_booking b;
    coa_stats_info st;
    coa_calendar *fresh = make(COA_INDEX_COUNT, 3, 0, 0);
    site[0].calendar = make(COA_INDEX_MAP, 3, 0, 0);
    site[1].calendar = save_reload(fresh, NULL, INT64_MAX);
    coa_destroy(fresh);
    CHECK_EQ(coa_flex_reserve(flex_at(site, 2), &r, &b), COA_E_RANGE);
    CHECK_EQ(b.id, 0);
    coa_stats(site[0].calendar, &st);
    CHECK_EQ(st.bookings, 0);
    coa_destroy(site[0].calendar);
    coa_destroy(site[1].calendar);
    flex_done();
}

static void arguments(void)
{
    static const coa_mold none = {0, 5}, never = {1, COA_FOREVER}, over = {1, -1};
    coa_site site[SITES], two[2];
    coa_flex_request r = {0}, bad;
    coa_flex_booking b;
    coa_flex *flex = NULL;
    make_sites(site);
    r.length = 5;
    r.servers = 12; /* of which 11 are at sites without a horizon */
    CHECK_EQ(coa_flex_create(NULL, 0, site, SITES, NULL, NULL), COA_E_ARG);
    CHECK_EQ(coa_flex_create(&flex, 0, NULL, SITES, NULL, NULL), COA_E_ARG);
    CHECK(!flex);
    CHECK_EQ(coa_flex_create(&flex, 0, site, 0, NULL, NULL), COA_E_ARG);
    coa_flex_destroy(NULL);
    CHECK_EQ(coa_flex_sites(NULL, site, SITES), COA_E_ARG);
    CHECK_EQ(coa_flex_sites(flex_at(site, SITES), NULL, SITES), COA_E_ARG);
    CHECK_EQ(coa_flex_sites(flex_at(site, SITES), site, 0), COA_E_ARG);
    CHECK_EQ(coa_flex_reserve(NULL, &r, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), NULL, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, NULL), COA_E_ARG);
    CHECK_EQ(coa_flex_earliest(NULL, &r, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_get(NULL, 1, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_get(flex_at(site, SITES), 1, NULL), COA_E_ARG);
    CHECK_EQ(coa_flex_cancel(NULL, 1, 0), COA_E_ARG);
    CHECK_EQ(coa_flex_next(NULL, 0, 0, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_next(flex_at(site, SITES), 0, 0, NULL), COA_E_ARG);
    CHECK_EQ(coa_flex_next(flex_at(site, SITES), UINT64_MAX, 0, &b), COA_E_NOTFOUND);
    CHECK_EQ(coa_flex_next(NULL, 0, 1, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_cancel(NULL, 1, 1), COA_E_ARG);
    CHECK_EQ(coa_flex_cancel(flex_at(site, SITES), 1, 1), COA_E_NOTFOUND);
    CHECK_EQ(coa_flex_finish(NULL, 1, 1), COA_E_ARG);
    CHECK_EQ(coa_flex_finish(flex_at(site, SITES), 1, 1), COA_E_NOTFOUND);
    two[0] = two[1] = site[0];
    two[1].number++; /* the calendar is listed twice */
    CHECK_EQ(coa_flex_create(&flex, 0, two, 2, NULL, NULL), COA_E_ARG);
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
    CHECK_EQ(coa_flex_reserve(flex_at(two, 1), &r, &b), COA_E_NOFIT);
#define REFUSED(member, value, status)                                        \
    do {                                                                      \
        bad = r;                                                              \
        bad.member = (value);                                                 \
        CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &bad, &b), (status)); \
        CHECK_EQ(b.id, 0);                                                    \
    } while (0)
    REFUSED(length, 0, COA_E_ARG);
    REFUSED(length, -1, COA_E_ARG);
    REFUSED(length, COA_FOREVER, COA_E_RANGE);
    REFUSED(servers, 0, COA_E_ARG);
    REFUSED(servers, UINT32_MAX, COA_E_NOFIT);
    REFUSED(overhead, -1, COA_E_ARG);
    REFUSED(overhead, COA_FOREVER, COA_E_RANGE);
    REFUSED(overhead, COA_FOREVER - 6, COA_E_NOFIT);
    REFUSED(overhead, COA_FOREVER - 5, COA_E_RANGE);
    REFUSED(ready, COA_FOREVER - 6, COA_E_NOFIT);
    REFUSED(ready, COA_FOREVER - 5, COA_E_RANGE);
    REFUSED(least, 13, COA_E_NOFIT);
    REFUSED(fixed, 1, COA_E_ARG);
    REFUSED(place, COA_PLACE_CONTIGUOUS, COA_E_ARG);
    REFUSED(place, COA_PLACE_BEST_FIT, COA_E_ARG); /* the third is COUNT */
    REFUSED(place, 7, COA_E_ARG);
    REFUSED(mold_count, 1, COA_E_ARG);
    REFUSED(deadline, 4, COA_E_NOFIT);
    REFUSED(deadline, INT64_MIN, COA_E_NOFIT);
    r.molds = &never;
    REFUSED(mold_count, UINT32_MAX, COA_E_ARG);
    r.mold_count = 1;
    REFUSED(molds, &none, COA_E_ARG);
    REFUSED(molds, &over, COA_E_ARG);
    REFUSED(molds, &never, COA_E_RANGE);
    r.mold_count = 0;
    CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_OK);
    CHECK_EQ(coa_flex_reschedule(flex_at(site, SITES), 1, &r, 1, NULL), COA_E_ARG);
    drop_sites(site);
}

/* A refused move leaves *b alone, its id not least, which is read from there. */
static void not_moved(const coa_site *site, uint32_t n, const coa_flex_request *r,
                      uint32_t ops, coa_flex_booking *b, coa_status status)
{
    coa_flex_booking kept;
    memcpy(&kept, b, sizeof kept);
    CHECK_EQ(coa_flex_reschedule(flex_at(site, n), b->id, r, ops, b), status);
    CHECK(memcmp(&kept, b, sizeof kept) == 0);
}

static void failed_moves(void)
{
    static const coa_mold all = {20, 4};
    coa_site site[SITES];
    coa_flex_request r = {.ready = 5, .length = 5, .servers = 20}, other; /* at all */
    coa_flex_booking b, none;
    coa_request own = {.length = 1, .servers = 1};
    coa_booking part;
    make_sites(site);
    CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_OK);
    none = b;
    none.id++;
    not_moved(site, SITES, &r, COA_SHIFT, &none, COA_E_NOTFOUND);
    not_moved(site, SITES, &r, 0, &b, COA_E_ARG);
    not_moved(site, SITES, &r, 8, &b, COA_E_ARG);
    not_moved(site, SITES, NULL, COA_SHIFT, &b, COA_E_ARG);
    not_moved(site, 2, &r, COA_SHIFT, &b, COA_E_ARG);
    own.replaces = b.id;
    CHECK_EQ(coa_reserve(site[0].calendar, &own, &part), COA_E_ARG);
    other = r;
    other.servers = 19;
    not_moved(site, SITES, &other, COA_SHIFT, &b, COA_E_ARG);
    other = r;
    other.ready = COA_FOREVER - 5;
    not_moved(site, SITES, &other, COA_SHIFT, &b, COA_E_RANGE);
    CHECK_EQ(coa_advance(site[2].calendar, 6), COA_OK);
    not_moved(site, SITES, &r, COA_SHIFT, &b, COA_E_PAST);
    r.servers = 21; /* one more than there are */
    r.molds = &all;
    r.mold_count = 1;
    CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_OK);
    CHECK_EQ(b.mold, 1);
    other = r;
    other.molds = NULL;
    not_moved(site, SITES, &other, COA_SHIFT, &b, COA_E_ARG);
    other = r;
    other.mold_count = 0;
    not_moved(site, SITES, &other, COA_SHIFT, &b, COA_E_ARG);
    drop_sites(site);
}

/* The other calls leave nothing in *out but, of a search, how long it was. */
#define LEAVES_NOTHING(call, status)                \
    do {                                            \
        memset(&b, 0x5A, sizeof b);                 \
        CHECK_EQ(call, (status));                   \
        if (b.examined) none.examined = b.examined; \
        CHECK(memcmp(&none, &b, sizeof b) == 0);    \
        none.examined = 0;                          \
    } while (0)

static void failed_answers(void)
{
    const coa_flex_request r = {.length = 5, .servers = 21}; /* there are 20 */
    coa_site site[SITES];
    coa_flex_booking b, none;
    make_sites(site);
    memset(&none, 0, sizeof none);
    LEAVES_NOTHING(coa_flex_get(flex_at(site, SITES), 1, &b), COA_E_NOTFOUND);
    LEAVES_NOTHING(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_E_NOFIT);
    LEAVES_NOTHING(coa_flex_earliest(flex_at(site, SITES), &r, &b), COA_E_NOFIT);
    LEAVES_NOTHING(coa_flex_reserve(flex_at(site, SITES), NULL, &b), COA_E_ARG);
    drop_sites(site);
}

/* Lists without one of a job's sites, or without any of them; another object, which has
 * another key, gives the same id at a site that was not listed, and the site itself does.
 * Neither touches what is the other's. */
static void other_lists(void)
{
    int job;
    for (job = 0; job < 2; job++) {
        coa_site site[SITES];
        coa_flex_request r = {.length = 5, .servers = 13}; /* 8 and 5 */
        const coa_request own = {.length = 1, .servers = 1};
        coa_flex_booking b;
        coa_flex *other = NULL;
        coa_booking made;
        make_sites(site);
        CHECK_EQ(coa_flex_reserve(flex_at(site, 2), &r, &b), COA_OK);
        CHECK_EQ(b.id, 1);
        CHECK_EQ(coa_flex_get(flex_at(site + 1, 2), 1, &b), COA_E_ARG);
        CHECK_EQ(coa_flex_cancel(flex_at(site + 1, 2), 1, 0), COA_E_ARG);
        CHECK_EQ(coa_flex_get(flex_at(site + 2, 1), 1, &b), COA_E_NOTFOUND);
        CHECK_EQ(coa_flex_cancel(flex_at(site + 2, 1), 1, 0), COA_E_NOTFOUND);
        r.servers = 1;
        CHECK_EQ(coa_flex_create(&other, 5, site + 1, 2, NULL, NULL), COA_OK);
        CHECK_EQ(coa_flex_cancel(other, 1, 0), COA_E_NOTFOUND);
        if (job) {
            coa_flex *third = NULL; /* of the same key as the job */
            CHECK_EQ(coa_flex_sites(other, site + 2, 1), COA_OK);
            CHECK_EQ(coa_flex_reserve(other, &r, &b), COA_OK);
            CHECK_EQ(b.id, 1);
            CHECK_EQ(coa_flex_create(&third, FLEX_KEY, site + 2, 1, NULL, NULL), COA_OK);
            CHECK_EQ(coa_flex_reserve(third, &r, &b), COA_OK);
            CHECK_EQ(b.id, 2);
            CHECK_EQ(coa_flex_cancel(third, 1, 0), COA_E_NOTFOUND);
            coa_flex_destroy(third);
            CHECK_EQ(coa_flex_sites(other, site, SITES), COA_OK);
        } else {
            CHECK_EQ(coa_reserve(site[2].calendar, &own, &made), COA_OK);
        }
        CHECK_EQ(coa_get(site[2].calendar, 1, &made, NULL), COA_OK);
        CHECK_EQ(made.parts, job);
        CHECK_EQ(coa_flex_get(flex_at(site, SITES), 1, &b), COA_OK);
        CHECK_EQ(b.part_count, 2);
        CHECK_EQ(coa_flex_cancel(flex_at(site, SITES), 1, 0), COA_OK);
        CHECK_EQ(coa_get(site[2].calendar, 1, &made, NULL), COA_OK);
        CHECK_EQ(coa_flex_cancel(flex_at(site, SITES), 1, 0), COA_E_NOTFOUND);
        CHECK_EQ(coa_flex_cancel(other, 1, 0), job ? COA_OK : COA_E_NOTFOUND);
        coa_flex_destroy(other);
        drop_sites(site);
    }
}

/* Where a part was, others may start when it has moved. */
static void others_start_earlier(void)
{
    coa_site site = {.number = 1};
    coa_flex_request r = {.length = 5, .servers = 1};
    const coa_request both = {.length = 1, .servers = 2};
    coa_flex_booking b;
    coa_time start = 0;
    coa_id id = 0;
    int i;
    site.calendar = make(COA_INDEX_COUNT, 2, 0, 0);
    for (i = 0; i < 600; i++) /* lessons pay from here on */
        (void)RESERVE(site.calendar, .ready = 100, .length = 1, .servers = 1);
    for (i = 0; i < 2; i++) id = RESERVE(site.calendar, .length = 10, .servers = 1).id;
    CHECK_EQ(coa_flex_reserve(flex_at(&site, 1), &r, &b), COA_OK);
    CHECK_EQ(coa_earliest(site.calendar, &both, &start), COA_OK);
    CHECK_EQ(start, 15);
    CHECK_EQ(coa_cancel(site.calendar, id), COA_OK);
    CHECK_EQ(coa_flex_reschedule(flex_at(&site, 1), b.id, &r, COA_SHIFT, &b), COA_OK);
    CHECK_EQ(b.start, 0);
    CHECK_EQ(coa_earliest(site.calendar, &both, &start), COA_OK);
    CHECK_EQ(start, 10);
    coa_destroy(site.calendar);
    flex_done();
}

/* A part on COUNT that has begun gets servers of which each is a run of its own; memory
 * for them is taken before anything changes. */
static void a_begun_part_grows(void)
{
    static const coa_mold more = {20, 5};
    test_heap heap = {.sticky = 1};
    coa_site site = {.number = 1};
    coa_flex_request r = {.length = 15, .servers = 1};
    coa_flex_booking b;
    coa_status s = COA_E_NOMEM;
    coa_id id;
    long n;
    site.calendar = MAKE(.index = COA_INDEX_COUNT, .servers = 64, .alloc = test_heap_hook,
                         .alloc_ctx = &heap);
    for (id = 1; id <= 64; id++) (void)RESERVE(site.calendar, .length = 20, .servers = 1);
    for (id = 1; id <= 64; id += 2) CHECK_EQ(coa_cancel(site.calendar, id), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex_at(&site, 1), &r, &b), COA_OK);
    r.molds = &more;
    r.mold_count = 1;
    for (n = 1; s == COA_E_NOMEM; n++) {
        heap.fail_at = heap.calls + n;
        s = coa_flex_reschedule(flex_at(&site, 1), b.id, &r, COA_MOLD, &b);
        heap.fail_at = 0;
        check_sane(site.calendar);
    }
    CHECK(s == COA_OK && n > 2);
    CHECK(b.end == 5 && b.servers == 20 && b.parts[0].booking.run_count == 20);
    flex_done();
    coa_destroy(site.calendar);
    CHECK(heap.live_blocks == 0 && heap.bad_size == 0);
}

/* A booking of COUNT, alone, gets servers and gives some back so often that the store of
 * runs is full of those it had; beside it others wait. */
static void resized_often(void)
{
    coa_calendar *cal = MAKE(.servers = 24, .index = COA_INDEX_COUNT);
    coa_set on = {0};
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
        CHECK_EQ(coa_get(cal, id, &b, &on), COA_OK);
        CHECK(b.run_count == n && b.runs[n - 1].first == 2 * (n - 1));
        check_sane(cal);
    }
    coa_set_free(&on);
    coa_destroy(cal);
}

/* How many starts are looked at: the first, those at which a site has more that it may
 * give, and one for all servers at one site. */
static void starts_looked_at(void)
{
    static const struct {
        coa_time idle[2][3]; /* from when each server of each site is; -1: none */
        uint32_t share[2];   /* 0: any */
        uint32_t starts;
    } job[] = {{{{0, 5, -1}, {10, -1, -1}}, {1, 1}, 2},
               {{{5, 6, -1}, {0, -1, -1}}, {2, 1}, 2},
               {{{0, 5, 6}, {0, 10, 10}}, {0, 0}, 4}};
    uint32_t index, k, i, n;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_COUNT; index += 2) {
        for (k = 0; k < sizeof job / sizeof *job; k++) {
            coa_site site[2] = {{.number = 1}, {.number = 2}};
            coa_flex_request r = {.length = 5, .fixed = job[k].share[0] > 0};
            coa_flex_booking b;
            for (i = 0; i < 2; i++) {
                for (n = 0; n < 3 && job[k].idle[i][n] >= 0;) n++;
                r.servers += r.fixed ? job[k].share[i] : n;
                site[i].servers = job[k].share[i];
                site[i].calendar = make(index, n, 0, 0);
                while (n-- > 0)
                    if (job[k].idle[i][n] > 0)
                        (void)RESERVE(site[i].calendar, .length = job[k].idle[i][n],
                                      .servers = 1);
            }
            CHECK_EQ(coa_flex_earliest(flex_at(site, 2), &r, &b), COA_OK);
            CHECK_EQ(b.examined, job[k].starts + 1);
            for (i = 0; i < 2; i++) coa_destroy(site[i].calendar);
            flex_done();
        }
    }
}

/* The whole range of times. */
static void edges_of_time(void)
{
    coa_site site[2] = {{.number = 1}, {.number = 2}};
    coa_flex_request r = {.servers = 5, .ready = INT64_MIN, .length = COA_FOREVER - 1};
    coa_flex_booking b;
    site[0].calendar = make(COA_INDEX_MAP, 3, INT64_MIN + 1, 0);
    site[1].calendar = make(COA_INDEX_COUNT, 3, INT64_MIN + 1, 0);
    CHECK_EQ(coa_flex_reserve(flex_at(site, 2), &r, &b), COA_OK);
    CHECK_EQ(b.start, INT64_MIN + 1);
    CHECK_EQ(b.end, -1);
    r.length = 1;
    r.ready = COA_FOREVER - 2;
    CHECK_EQ(coa_flex_reserve(flex_at(site, 2), &r, &b), COA_OK);
    CHECK_EQ(b.start, COA_FOREVER - 2);
    CHECK_EQ(b.end, COA_FOREVER - 1);
    r.ready = -1;
    r.length = COA_FOREVER - 1;
    CHECK_EQ(coa_flex_reserve(flex_at(site, 2), &r, &b), COA_OK);
    CHECK_EQ(b.start, -1);
    CHECK_EQ(coa_flex_reserve(flex_at(site, 2), &r, &b), COA_E_NOFIT);
    check_sane(site[0].calendar);
    check_sane(site[1].calendar);
    coa_destroy(site[0].calendar);
    coa_destroy(site[1].calendar);
    flex_done();
}

/* On a clock that begins before 0 a job can be asked to end by 0. */
static void a_deadline_of_zero(void)
{
    coa_site site[SITES];
    coa_flex_request r = {.ready = -20, .length = 10, .servers = 12};
    coa_flex_booking b;
    uint32_t i;
    memset(site, 0, sizeof site);
    for (i = 0; i < SITES; i++) {
        site[i].calendar = make(i + 1, 4, -20, 1000);
        site[i].number = 1 + i;
    }
    for (i = 0; i < 4; i++) {
        r.flags = COA_HAS_DEADLINE;
        if (i >= 2) {
            CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_E_NOFIT);
            r.flags = 0; /* none */
        }
        CHECK_EQ(coa_flex_reserve(flex_at(site, SITES), &r, &b), COA_OK);
        CHECK_EQ(b.end, 10 * (coa_time)i - 10);
    }
    drop_sites(site);
}

TEST_MAIN(TEST(ids), TEST(no_more_ids), TEST(arguments), TEST(failed_moves),
          TEST(failed_answers), TEST(other_lists), TEST(others_start_earlier),
          TEST(a_begun_part_grows), TEST(resized_often), TEST(starts_looked_at),
          TEST(edges_of_time), TEST(a_deadline_of_zero))
