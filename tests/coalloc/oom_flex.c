/* oom_flex.c - the functions on FlexCo bookings, with every allocation of every site
 * refused.
 *
 * For each operation and many states of three sites: refuse the first request for memory
 * that any site makes, then the second, ... until the operation makes no more; each
 * refused once, and from then on. After a refusal the status is COA_E_NOMEM and all sites
 * are what they were, to the byte that coa_save writes but for what searches count. Then
 * the same call succeeds, with the answer it would have had at once. */
#include "exact.h"
#include "inside.h"
#include "test.h"
#include "make.h"
#include "audit.h"
#include "save_check.h"

enum { SITES = 3, SERVERS = 12 };

static test_heap heap;

typedef struct world {
    coa_site site[SITES];
    coa_flex *flex;
    coa_set among;
    coa_run runs[2];
    coa_id id;
    coa_flex_request req; /* that of booking id */
    coa_mold mold;
} world;

static coa_status flex_reserve(world *w, const coa_flex_request *r)
{
    coa_flex_booking b;
    const coa_status s = coa_flex_reserve(w->flex, r, &b);
    CHECK(s == COA_OK || b.id == 0);
    return s;
}

/* Three sites, of any index or of this one, with bookings of their own, a FlexCo booking
 * to be moved, and a good deal of time before it that has become free. */
static void make(world *w, uint32_t index)
{
    coa_flex_booking b;
    uint32_t i, k;
    memset(w, 0, sizeof *w);
    for (i = 0; i < SITES; i++) {
        coa_desc d = {0};
        d.servers = SERVERS;
        d.index = index ? index : (uint32_t)test_between(1, 3);
        d.horizon = 500;
        d.slot = 200;
        d.bookings = test_below(4) == 0 ? 8 : 0;
        d.alloc = test_heap_hook;
        d.alloc_ctx = &heap;
        CHECK_EQ(coa_create(&w->site[i].calendar, &d), COA_OK);
        for (k = 0; k < 9; k++) {
            coa_request r = {0};
            coa_booking made;
            r.ready = test_between(0, 150);
            r.length = test_between(5, 60);
            r.servers = (uint32_t)test_between(1, 9);
            CHECK_EQ(coa_reserve(w->site[i].calendar, &r, &made), COA_OK);
        }
        if (d.index != COA_INDEX_COUNT && test_below(2)) {
            w->runs[0].first = 1;
            w->runs[0].count = 5;
            w->runs[1].first = 7;
            w->runs[1].count = 4;
            w->among.runs = w->runs;
            w->among.count = 2;
            w->site[i].among = &w->among;
        }
    }
    w->req.length = test_between(10, 60);
    w->req.servers = (uint32_t)test_between(8, 22);
    w->req.overhead = test_between(0, 4);
    w->req.first = (uint32_t)test_below(3);
    w->req.place = test_below(2) ? COA_PLACE_FIRST_FIT : 0;
    w->mold.servers = (uint32_t)test_between(6, 24);
    w->mold.length = test_between(10, 50);
    w->req.molds = &w->mold;
    w->req.mold_count = 1;
    CHECK_EQ(coa_flex_create(&w->flex, 7, w->site, SITES, test_heap_hook, &heap), COA_OK);
    CHECK_EQ(coa_flex_reserve(w->flex, &w->req, &b), COA_OK);
    w->id = b.id;
    for (i = 0; i < SITES; i++)
        for (k = 1; k < 10; k++)
            if (test_below(3) > 0) CHECK_EQ(coa_cancel(w->site[i].calendar, k), COA_OK);
    if (test_below(2)) return;
    for (i = 0; i < SITES; i++) { /* copies have no memory for searches yet */
        coa_calendar *copy = NULL;
        CHECK_EQ(coa_copy(&copy, w->site[i].calendar, NULL), COA_OK);
        coa_destroy(w->site[i].calendar);
        w->site[i].calendar = copy;
    }
    CHECK_EQ(coa_flex_sites(w->flex, w->site, SITES), COA_OK);
}

static void destroy(world *w)
{
    uint32_t i;
    coa_flex_destroy(w->flex);
    for (i = 0; i < SITES; i++) coa_destroy(w->site[i].calendar);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static void all_within(const coa_calendar *c)
{
    const char *excess = inside_excess(c);
    CHECK_STR(excess ? excess : "none", "none");
    check_sane(c);
}

static uint64_t print_all(const world *w)
{
    uint64_t h = 0;
    uint32_t i;
    for (i = 0; i < SITES; i++) {
        h = h * 31 + save_print(w->site[i].calendar);
        all_within(w->site[i].calendar);
    }
    return h;
}

/* ---- the operations ---------------------------------------------------------------- */

typedef coa_status (*operation)(world *w);

static coa_status op_reserve(world *w)
{
    coa_flex_request r = w->req;
    r.ready = 37;
    r.servers = 17;
    r.most_sites = 2;
    return flex_reserve(w, &r);
}

static coa_status op_reserve_all(world *w)
{
    coa_flex_request r = w->req;
    r.servers = 23;
    r.least = 3;
    return flex_reserve(w, &r);
}

static coa_status op_earliest(world *w)
{
    coa_flex_booking b;
    coa_flex_request r = w->req;
    r.servers = 20;
    return coa_flex_earliest(w->flex, &r, &b);
}

static coa_status reschedule(world *w, uint32_t ops)
{
    coa_flex_booking b, before;
    coa_status s;
    memset(&b, 0x5A, sizeof b);
    memcpy(&before, &b, sizeof b);
    s = coa_flex_reschedule(w->flex, w->id, &w->req, ops, &b);
    CHECK(s == COA_OK || memcmp(&before, &b, sizeof b) == 0);
    return s;
}

static coa_status op_shift(world *w) { return reschedule(w, COA_SHIFT); }
static coa_status op_remap(world *w) { return reschedule(w, COA_REMAP); }
static coa_status op_mold(world *w) { return reschedule(w, COA_MOLD); }
static coa_status op_shift_remap(world *w)
{
    return reschedule(w, COA_SHIFT | COA_REMAP);
}
static coa_status op_everything(world *w)
{
    return reschedule(w, COA_SHIFT | COA_REMAP | COA_MOLD);
}

static coa_status op_begun(world *w) { return reschedule(w, COA_REMAP | COA_MOLD); }

/* The job starts now. */
static void to_its_start(world *w)
{
    coa_flex_booking b;
    uint32_t i;
    CHECK_EQ(coa_flex_get(w->flex, w->id, &b), COA_OK);
    for (i = 0; i < SITES; i++)
        CHECK_EQ(coa_advance(w->site[i].calendar, b.start), COA_OK);
}

static coa_status op_get(world *w)
{
    coa_flex_booking b;
    return coa_flex_get(w->flex, w->id, &b);
}

static coa_status op_cancel(world *w) { return coa_flex_cancel(w->flex, w->id); }

static coa_status op_finish(world *w)
{
    coa_flex_booking b;
    coa_site turned[SITES];
    uint32_t i;
    for (i = 0; i < SITES; i++) turned[i] = w->site[SITES - 1 - i];
    CHECK_EQ(coa_flex_sites(w->flex, turned, SITES), COA_OK);
    CHECK_EQ(coa_flex_get(w->flex, w->id, &b), COA_OK);
    return coa_flex_finish(w->flex, w->id, b.start + 3);
}

/* Another object finds the job; it is whole with one more site, which has no part. */
static coa_status op_create(world *w)
{
    coa_site sites[SITES + 1];
    coa_flex *flex;
    coa_calendar *cal;
    coa_flex_booking b;
    coa_desc d = {0};
    coa_status s = coa_flex_create(&flex, 7, w->site, SITES, test_heap_hook, &heap);
    CHECK((s == COA_OK) == (flex != NULL));
    if (s != COA_OK) return s;
    d.servers = 1;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    memcpy(sites, w->site, sizeof w->site);
    memset(sites + SITES, 0, sizeof *sites);
    sites[SITES].calendar = cal;
    s = coa_flex_sites(flex, sites, SITES + 1);
    CHECK_EQ(coa_flex_get(flex, w->id, &b), COA_OK);
    coa_flex_destroy(flex);
    coa_destroy(cal);
    return s;
}

static coa_status op_copy(world *w)
{
    coa_status s = COA_OK;
    uint32_t i;
    for (i = 0; i < SITES && s == COA_OK; i++) {
        coa_calendar *copy;
        s = coa_copy(&copy, w->site[i].calendar, NULL);
        coa_destroy(copy);
    }
    return s;
}

static coa_status op_drop(world *w) { return coa_flex_drop(w->flex, w->id); }

/* One of its parts is not here, if it has several; else there is a site of another job.
 */
static void without_a_part(world *w)
{
    coa_flex_booking b, orphans;
    coa_site sites[SITES];
    uint32_t i, n = 0;
    CHECK_EQ(coa_flex_get(w->flex, w->id, &b), COA_OK);
    for (i = 0; i < SITES; i++)
        if (i != b.parts[0].site) sites[n++] = w->site[i];
    CHECK_EQ(coa_flex_sites(w->flex, sites, n), COA_OK);
    CHECK_EQ(coa_flex_orphan(w->flex, 0, &orphans),
             b.part_count > 1 ? COA_OK : COA_E_NOTFOUND);
}

typedef struct step {
    operation run;
    void (*prepare)(world *w);
} step;

static const step steps[] = {
    {op_reserve, NULL},     {op_reserve_all, NULL}, {op_earliest, NULL},
    {op_shift, NULL},       {op_remap, NULL},       {op_mold, NULL},
    {op_shift_remap, NULL}, {op_everything, NULL},  {op_begun, to_its_start},
    {op_get, NULL},         {op_cancel, NULL},      {op_finish, NULL},
    {op_create, NULL},      {op_copy, NULL},        {op_drop, without_a_part}};

/* ---- each refusal ------------------------------------------------------------------ */

/* The operation with the k-th request for memory refused; false if it makes fewer. */
static int refuse(uint32_t index, uint64_t seed, const step *op, long k, int sticky,
                  uint64_t after, coa_status expected)
{
    world w;
    uint64_t before;
    coa_status s;
    int refused;
    test_state_ = seed;
    memset(&heap, 0, sizeof heap);
    make(&w, index);
    if (op->prepare) op->prepare(&w);
    before = print_all(&w);
    heap.calls = 0;
    heap.fail_at = k;
    heap.sticky = sticky;
    s = op->run(&w);
    refused = heap.failures > 0;
    heap.fail_at = 0;
    if (s == COA_E_NOMEM) {
        CHECK(refused);
        CHECK(print_all(&w) == before);
        s = op->run(&w);
    }
    CHECK_EQ(s, expected);
    CHECK(print_all(&w) == after);
    destroy(&w);
    return refused;
}

static void states(uint32_t index)
{
    long n = test_scaled(index == COA_INDEX_RANGE_TREE ? 3 : 8);
    size_t i;
    for (; n > 0; n--) {
        const uint64_t seed = test_random(), next = test_random();
        for (i = 0; i < sizeof steps / sizeof *steps; i++) {
            uint64_t after;
            coa_status s;
            world w;
            long k;
            int sticky;
            test_state_ = seed;
            memset(&heap, 0, sizeof heap);
            make(&w, index);
            if (steps[i].prepare) steps[i].prepare(&w);
            s = steps[i].run(&w);
            CHECK(s == COA_OK || s == COA_E_NOFIT || s == COA_E_NOTFOUND);
            after = print_all(&w);
            destroy(&w);
            for (sticky = 0; sticky < 2; sticky++)
                for (k = 1; refuse(index, seed, steps + i, k, sticky, after, s); k++) {
                }
        }
        test_state_ = next;
    }
}

static void map(void) { states(COA_INDEX_MAP); }
static void range_tree(void) { states(COA_INDEX_RANGE_TREE); }
static void count(void) { states(COA_INDEX_COUNT); }
static void slices(void) { states(COA_INDEX_SLICES); }
static void mixtures(void) { states(0); }

/* ---- no more memory than was asked for --------------------------------------------- */

/* A calendar as coa_load leaves it has nearly no slack. */
static coa_calendar *without_slack(coa_calendar *cal)
{
    coa_desc d = {0};
    coa_calendar *copy;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
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
    coa_flex_request r = {0};
    coa_flex_booking b;
    coa_booking own;
    uint32_t i, k;
    for (i = 0; i < 2; i++) {
        coa_desc d = {0};
        d.servers = servers;
        d.index = index;
        d.horizon = 200;
        d.slot = 40;
        d.alloc = test_heap_hook;
        d.alloc_ctx = &heap;
        CHECK_EQ(coa_create(&site[i].calendar, &d), COA_OK);
        for (k = servers; k > 0; k--) {
            coa_request one = {0};
            one.ready = test_between(0, 60);
            one.length = test_between(1, 20);
            one.servers = (uint32_t)test_between(1, 3);
            CHECK_EQ(coa_reserve(site[i].calendar, &one, &own), COA_OK);
        }
    }
    r.ready = 3;
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
        all_within(site[i].calendar);
        site[i].calendar = without_slack(site[i].calendar);
    }
    r.deadline = 0;
    CHECK_EQ(coa_flex_sites(flex, site, 2), COA_OK);
    CHECK_EQ(coa_flex_reschedule(flex, b.id, &r, COA_SHIFT | COA_REMAP, &b), COA_OK);
    coa_flex_destroy(flex);
    for (i = 0; i < 2; i++) all_within(site[i].calendar);
    for (i = 0; i < 2; i++) coa_destroy(site[i].calendar);
}

/* Every pair of servers has an idle period of its own, and a booking moves into the midst
 * of one of each: that leaves three, while little is given back. */
static void move_into_gaps(uint32_t index, uint32_t pairs)
{
    coa_site site = {NULL, NULL, 0};
    coa_flex *flex;
    coa_flex_request r = {0};
    coa_flex_booking b;
    coa_desc d = {0};
    uint32_t s;
    d.servers = 2 * pairs;
    d.index = index;
    d.horizon = 1000;
    d.slot = 250;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(coa_create(&site.calendar, &d), COA_OK);
    for (s = 0; s < pairs; s++) {
        coa_run run[2] = {{s, 1}, {s + pairs, 1}};
        coa_set pair = {2, 2, NULL, NULL, NULL};
        coa_id id;
        pair.runs = run;
        CHECK_EQ(coa_commit(site.calendar, 0, 10 + s, &pair, &id), COA_OK);
        CHECK_EQ(coa_commit(site.calendar, 200 + s, 400, &pair, &id), COA_OK);
    }
    r.ready = 500;
    r.length = 10;
    r.servers = pairs;
    r.place = COA_PLACE_FIRST_FIT;
    CHECK_EQ(coa_flex_create(&flex, 7, &site, 1, test_heap_hook, &heap), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
    site.calendar = without_slack(site.calendar);
    CHECK_EQ(coa_flex_sites(flex, &site, 1), COA_OK);
    r.deadline = 1;
    CHECK_EQ(coa_flex_reschedule(flex, b.id, &r, COA_SHIFT, &b), COA_OK);
    CHECK_EQ(b.start, 500);
    all_within(site.calendar);
    r.deadline = 0;
    r.ready = 150;
    CHECK_EQ(coa_flex_reschedule(flex, b.id, &r, COA_SHIFT, &b), COA_OK);
    coa_flex_destroy(flex);
    CHECK_EQ(b.start, 150);
    all_within(site.calendar);
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

/* Two sites need memory, the first of them where the search begins, or where the second
 * one has enough. */
static void two_sites_refuse(void)
{
    coa_site site[2] = {{NULL, NULL, 0}, {NULL, NULL, 0}};
    coa_flex_request r = {0};
    coa_flex_booking b;
    coa_flex *flex;
    uint32_t i;
    long n;
    memset(&heap, 0, sizeof heap);
    r.length = 5;
    r.servers = 2 * SERVERS;
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

/* A part on COUNT that has begun, on every other server, is to have fewer. */
static void begun_part_refused(void)
{
    static const coa_mold less = {3, 10};
    coa_site site = {NULL, NULL, 0};
    coa_flex_request r = {0};
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
    r.length = 15;
    r.servers = 5;
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
    r.molds = &less;
    r.mold_count = 1;
    heap.sticky = 1; /* else it is tried with less */
    for (n = 1;; n++) {
        coa_status s;
        heap.fail_at = heap.calls + n;
        s = coa_flex_reschedule(flex, b.id, &r, COA_MOLD, &b);
        heap.fail_at = 0;
        all_within(site.calendar);
        if (s == COA_OK) break;
        CHECK_EQ(s, COA_E_NOMEM);
    }
    CHECK_EQ(b.end, 10);
    CHECK_EQ(b.servers, 3);
    CHECK(n > 1);
    coa_flex_destroy(flex);
    coa_destroy(site.calendar);
    CHECK_EQ(heap.live_blocks, 0);
}

/* ---- other failures ---------------------------------------------------------------- */

/* What one site refuses, the last one say, is found before any is changed. */
static void one_site_refuses(void)
{
    coa_flex_request r;
    coa_flex_booking b;
    coa_site sites[SITES];
    coa_run far = {SERVERS, 1}, twice[2] = {{3, 2}, {4, 1}};
    coa_set bad = {0};
    uint64_t before;
    world w;
    memset(&heap, 0, sizeof heap);
    make(&w, COA_INDEX_MAP);
    before = print_all(&w);
    r = w.req;
    memcpy(sites, w.site, sizeof sites);
    bad.count = 1;
    bad.runs = &far;
    sites[2].among = &bad;
    CHECK_EQ(coa_flex_sites(w.flex, sites, SITES), COA_OK);
    CHECK_EQ(coa_flex_reserve(w.flex, &r, &b), COA_E_RANGE);
    CHECK_EQ(coa_flex_reschedule(w.flex, w.id, &r, 7, &b), COA_E_RANGE);
    bad.count = 2;
    bad.runs = twice;
    CHECK_EQ(coa_flex_reserve(w.flex, &r, &b), COA_E_ARG);
    CHECK_EQ(coa_flex_reschedule(w.flex, w.id, &r, 7, &b), COA_E_ARG);
    sites[2] = w.site[2];
    sites[2].calendar = sites[0].calendar;
    CHECK_EQ(coa_flex_sites(w.flex, w.site, SITES), COA_OK);
    CHECK_EQ(coa_flex_sites(w.flex, sites, SITES), COA_E_ARG);
    sites[2].calendar = NULL;
    CHECK_EQ(coa_flex_sites(w.flex, sites, SITES), COA_E_ARG);
    r.place = COA_PLACE_PAPER; /* MAP has no such order */
    CHECK_EQ(coa_flex_reserve(w.flex, &r, &b), COA_E_ARG);
    r = w.req;
    r.servers = 3 * SERVERS + 1;
    r.mold_count = 0;
    CHECK_EQ(coa_flex_reserve(w.flex, &r, &b), COA_E_NOFIT);
    CHECK(print_all(&w) == before);
    CHECK_EQ(coa_flex_get(w.flex, w.id, &b), COA_OK);
    CHECK_EQ(b.id, w.id);
    destroy(&w);
}

TEST_MAIN(TEST(map), TEST(range_tree), TEST(count), TEST(slices), TEST(mixtures),
          TEST(moves_without_slack), TEST(two_sites_refuse), TEST(begun_part_refused),
          TEST(one_site_refuses))
