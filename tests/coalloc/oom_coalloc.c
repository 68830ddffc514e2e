/* oom_coalloc.c - every public function that may allocate, with every allocation refused.
 *
 * For each operation and each of many states: refuse the first request for memory, then
 * the second, ... until the operation makes no more; each refused once, and from then on.
 * Then either the operation does with less, or its status is COA_E_NOMEM, the calendar
 * answers everything as before, and the same call then succeeds. Nothing leaks. */
#include "exact.h"
#include "coalloc.h"
#include "indexes.h"
#include "test.h"
#include "audit.h"
#include "replace_one.h"

static test_heap heap;

/* ---- a state, and everything one can ask of it ------------------------------------- */

static coa_calendar *make(uint32_t index, int bookings)
{
    coa_desc d = {0};
    coa_calendar *cal = NULL;
    coa_booking b;
    int i;
    d.servers = 24;
    d.index = index;
    d.horizon = 1000;
    d.slot = 100;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    for (i = 0; i < bookings; i++) {
        coa_request r = {0};
        r.ready = test_between(0, 300);
        r.length = test_between(5, 60);
        r.servers = (uint32_t)test_between(1, 9);
        CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
        if (i % 5 == 4) CHECK_EQ(coa_cancel(cal, (coa_id)test_between(i - 3, i)), COA_OK);
    }
    return cal;
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    return (h ^ x) * 0x9E3779B97F4A7C15u + (h >> 31);
}

static uint64_t fingerprint(coa_calendar *cal)
{
    uint64_t h = 1;
    coa_id after = 0;
    coa_booking b;
    coa_set found = {0, 0, NULL, test_heap_hook, &heap};
    coa_time t;
    uint32_t i;
    while (coa_next(cal, after, &b) == COA_OK) {
        h = mix(mix(mix(h, b.id), (uint64_t)b.start), (uint64_t)b.end);
        for (i = 0; i < b.run_count; i++)
            h = mix(h, ((uint64_t)b.runs[i].first << 32) + b.runs[i].count);
        after = b.id;
    }
    for (t = 0; t < 900; t += 11) {
        CHECK_EQ(coa_search(cal, t, t + 1 + t % 70, NULL, &found), COA_OK);
        for (i = 0; i < found.count; i++)
            h = mix(h, ((uint64_t)found.runs[i].first << 32) + found.runs[i].count);
    }
    coa_set_free(&found);
    check_sane(cal);
    return h;
}

static coa_id some_id(coa_calendar *cal)
{
    coa_booking b;
    coa_id last = 0;
    while (coa_next(cal, last, &b) == COA_OK && last < 6) last = b.id;
    return last;
}

/* ---- the operations ---------------------------------------------------------------- */

typedef coa_status (*operation)(coa_calendar *cal);

static coa_status reserve_place(coa_calendar *cal, uint32_t place)
{
    coa_request r = {0};
    coa_booking b;
    r.ready = 37;
    r.length = 91;
    r.servers = 17;
    r.place = place;
    return coa_reserve(cal, &r, &b);
}

static coa_status op_reserve(coa_calendar *cal)
{
    return reserve_place(cal, COA_PLACE_DEFAULT);
}

static coa_status op_reserve_first(coa_calendar *cal)
{
    return reserve_place(cal, COA_PLACE_FIRST_FIT);
}

static coa_status op_reserve_contiguous(coa_calendar *cal)
{
    coa_request r = {0};
    coa_booking b;
    r.length = 33;
    r.servers = 6;
    r.step = 7;
    r.place = COA_PLACE_CONTIGUOUS;
    return coa_reserve(cal, &r, &b);
}

static coa_status op_earliest(coa_calendar *cal)
{
    coa_request r = {0};
    coa_time t;
    r.length = 200;
    r.servers = 24;
    return coa_earliest(cal, &r, &t);
}

static coa_status op_alternatives_place(coa_calendar *cal, uint32_t place)
{
    coa_request r = {0};
    coa_alternative_info a, before;
    coa_status s;
    r.ready = 37;
    r.length = 91;
    r.servers = 9;
    r.place = place;
    memset(&a, 0x55, sizeof a);
    before = a;
    s = coa_alternatives(cal, &r, &a);
    if (s != COA_OK) CHECK(memcmp(&a, &before, sizeof a) == 0);
    return s;
}

static coa_status op_alternatives(coa_calendar *cal)
{
    return op_alternatives_place(cal, COA_PLACE_DEFAULT);
}

static coa_status op_alternatives_contiguous(coa_calendar *cal)
{
    return op_alternatives_place(cal, COA_PLACE_CONTIGUOUS);
}

static coa_status op_search(coa_calendar *cal)
{
    coa_set found = {0, 0, NULL, test_heap_hook, &heap};
    const coa_status s = coa_search(cal, 41, 60, NULL, &found);
    coa_set_free(&found);
    return s;
}

static coa_status op_commit(coa_calendar *cal)
{
    coa_run runs[3] = {{1, 2}, {5, 4}, {20, 3}};
    coa_set want = {3, 3, runs, NULL, NULL};
    coa_id id;
    return coa_commit(cal, 700, 800, &want, &id);
}

static coa_status op_finish(coa_calendar *cal)
{
    coa_booking b;
    const coa_id id = some_id(cal);
    if (coa_get(cal, id, &b) != COA_OK) return COA_OK; /* no booking in this state */
    return coa_finish(cal, id, b.start + 2);
}

static coa_status op_extend(coa_calendar *cal)
{
    coa_booking b;
    coa_id id = 0;
    coa_status s;
    while (coa_next(cal, id, &b) == COA_OK) { /* the first that can be extended */
        s = coa_extend(cal, b.id, b.end + 3);
        if (s != COA_E_BUSY) return s;
        id = b.id;
    }
    return COA_OK;
}

static coa_status op_cancel(coa_calendar *cal)
{
    const coa_id id = some_id(cal);
    return id == 0 ? COA_OK : coa_cancel(cal, id);
}

static coa_status op_replan(coa_calendar *cal)
{
    return replace_one(cal, 0, 0, COA_PLACE_DEFAULT);
}

static coa_status op_replace_larger(coa_calendar *cal)
{
    return replace_one(cal, 11, 5, COA_PLACE_DEFAULT);
}

static coa_status op_replace_first(coa_calendar *cal)
{
    return replace_one(cal, 11, 5, COA_PLACE_FIRST_FIT);
}

static coa_status op_replace_contiguous(coa_calendar *cal)
{
    return replace_one(cal, 3, 1, COA_PLACE_CONTIGUOUS);
}

static coa_status op_check(coa_calendar *cal) { return coa_check(cal); }

static coa_status op_advance(coa_calendar *cal) { return coa_advance(cal, 55); }

/* coa_check asks hundreds of times and changes nothing: it has one calendar for all, and
 * where time is dear not each of its requests is refused. */
static void sweep_state(operation op, uint32_t index, int bookings, int sticky,
                        long *refused)
{
    const int changes = op != op_check;
    /* after a single refusal the operation mostly does with less, so not each is tried */
    const long step = (changes ? 1 : 26 - (long)test_scaled(25)) * (sticky ? 1 : 3);
    long n;
    uint64_t state, before, after, wanted;
    coa_calendar *cal;
    coa_status s;
    const uint64_t seed = test_state_;
    cal = make(index, bookings);
    before = fingerprint(cal);
    CHECK_EQ(op(cal), COA_OK);
    wanted = fingerprint(cal);
    if (changes) coa_destroy(cal);
    state = test_state_;
    for (n = 1;; n += step) {
        test_state_ = seed;
        if (changes) cal = make(index, bookings);
        heap.fail_at = heap.calls + n;
        heap.sticky = sticky;
        heap.failures = 0;
        s = op(cal);
        heap.fail_at = 0;
        if (s == COA_E_NOMEM) {
            CHECK(heap.failures > 0);
            ++*refused;
            if (changes) CHECK_EQ(fingerprint(cal), (int64_t)before);
            s = op(cal);
        }
        CHECK_EQ(s, COA_OK);
        after = fingerprint(cal);
        CHECK_EQ(after, wanted);
        if (changes || heap.failures == 0) {
            coa_destroy(cal);
            CHECK_EQ(heap.live_blocks, 0);
        }
        CHECK_EQ(heap.bad_size, 0);
        if (heap.failures == 0) break;
    }
    test_state_ = state;
}

/* `allocates`: bit 1 for MAP, bit 2 for RANGE_TREE, bit 4 for SLICES. */
static void sweep(operation op, uint32_t allocates)
{
    uint32_t index;
    int bookings, sticky;
    memset(&heap, 0, sizeof heap);
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index = named_after(index)) {
        long refused = 0;
        const int stride = 52 - (int)test_scaled(50);
        for (bookings = 0; bookings <= 50; bookings += stride)
            for (sticky = 0; sticky < 2; sticky++)
                sweep_state(op, index, bookings, sticky, &refused);
        CHECK(refused > 0 || !(allocates & index) ||
              stride > 2); /* a sweep that refuses nothing proves nothing */
    }
}

static void reserve(void)
{
    sweep(op_reserve, 7);
    sweep(op_reserve_first, 7);
}

static void reserve_contiguous(void) { sweep(op_reserve_contiguous, 7); }
static void earliest(void) { sweep(op_earliest, COA_INDEX_MAP); }
/* Every other server taken, one by one: a calendar that has not been searched yet, and
 * where there is more to find than ever before. */
static coa_calendar *make_comb(uint32_t index)
{
    coa_calendar *cal = make(index, 0);
    coa_run run = {1, 1};
    coa_set want = {1, 1, NULL, NULL, NULL};
    coa_id id;
    want.runs = &run;
    for (; run.first < 24; run.first += 2)
        CHECK_EQ(coa_commit(cal, 37, 40 + run.first, &want, &id), COA_OK);
    return cal;
}

static void alternatives_unsearched(uint32_t index, operation op, long *refused)
{
    long n;
    for (n = 1;; n++) {
        coa_calendar *cal;
        coa_status s;
        cal = make_comb(index);
        heap.fail_at = heap.calls + n;
        heap.failures = 0;
        s = op(cal);
        heap.fail_at = 0;
        if (s != COA_OK) CHECK_EQ(s, heap.failures ? COA_E_NOMEM : COA_OK);
        CHECK_EQ(op(cal), COA_OK);
        check_sane(cal);
        coa_destroy(cal);
        CHECK_EQ(heap.live_blocks, 0);
        if (heap.failures == 0) break;
        *refused += s == COA_E_NOMEM;
    }
}

static void alternatives(void)
{
    uint32_t index;
    sweep(op_alternatives, COA_INDEX_MAP);
    sweep(op_alternatives_contiguous, 0);
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index = named_after(index)) {
        long refused = 0;
        alternatives_unsearched(index, op_alternatives, &refused);
        alternatives_unsearched(index, op_alternatives_contiguous, &refused);
        CHECK(refused > 0); /* consecutive servers are listed to be counted */
    }
}

static void search(void) { sweep(op_search, 7); }
static void commit(void) { sweep(op_commit, 7); }
static void finish(void) { sweep(op_finish, COA_INDEX_MAP | COA_INDEX_SLICES); }
static void extend(void) { sweep(op_extend, 7); }
static void cancel(void) { sweep(op_cancel, 7); }
static void replaced(void)
{
    sweep(op_replan, 7);
    sweep(op_replace_larger, 7);
    sweep(op_replace_first, 7);
    sweep(op_replace_contiguous, 7);
}

static void check(void) { sweep(op_check, 7); }

/* What must work without memory: time, and what only looks. */
static void advance(void)
{
    uint32_t index;
    memset(&heap, 0, sizeof heap);
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index = named_after(index)) {
        coa_calendar *cal = make(index, 30);
        const long calls = heap.calls;
        CHECK_EQ(op_advance(cal), COA_OK);
        CHECK_EQ(heap.calls, calls);
        check_sane(cal);
        coa_destroy(cal);
    }
}

static void create(void)
{
    uint32_t index;
    int sticky;
    long n, refused = 0;
    memset(&heap, 0, sizeof heap);
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index = named_after(index)) {
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
    CHECK(refused >= 18);
}

static void sets(void)
{
    coa_set s = {0, 0, NULL, test_heap_hook, &heap};
    uint32_t i;
    long refused = 0;
    memset(&heap, 0, sizeof heap);
    for (i = 0; i < 400; i += 2) {
        const uint32_t count = s.count;
        heap.failures = 0;
        heap.fail_at = heap.calls + 1;
        heap.sticky = 1;
        if (coa_set_add(&s, i, 1) == COA_E_NOMEM) {
            CHECK(heap.failures > 0);
            CHECK_EQ(s.count, count);
            CHECK(!coa_set_has(&s, i));
            heap.fail_at = 0;
            CHECK_EQ(coa_set_add(&s, i, 1), COA_OK);
            refused++;
        }
        CHECK_EQ(coa_set_count(&s), i / 2 + 1);
    }
    CHECK(refused > 3);
    heap.fail_at = 0;
    coa_set_free(&s);
    CHECK_EQ(coa_set_add(&s, 0, 1000), COA_OK);
    refused = 0;
    for (i = 1; i < 999; i += 2) {
        heap.fail_at = heap.calls + 1;
        if (coa_set_remove(&s, i, 1) == COA_E_NOMEM) {
            CHECK(coa_set_has(&s, i));
            heap.fail_at = 0;
            CHECK_EQ(coa_set_remove(&s, i, 1), COA_OK);
            refused++;
        }
        CHECK_EQ(coa_set_count(&s), 1000 - (i + 1) / 2);
    }
    CHECK(refused > 3);
    coa_set_free(&s);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
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

/* A long life with too little memory: three requests in four are refused some. Whatever
 * is refused leaves the calendar sane, and arrays that grew while others did not do no
 * harm. */
static void chaos(void)
{
    const long rounds = test_scaled(2500);
    uint32_t index;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index = named_after(index)) {
        coa_calendar *cal;
        coa_time now = 0;
        long i, refused = 0;
        memset(&heap, 0, sizeof heap);
        cal = make(index, 20);
        for (i = 0; i < rounds; i++) {
            coa_request r = {0};
            coa_booking b;
            coa_status s;
            heap.fail_at = test_below(4) ? heap.calls + (long)test_between(1, 7) : 0;
            r.ready = now + test_between(0, 3000);
            r.length = test_between(1, 60);
            r.servers = (uint32_t)test_between(1, test_below(5) ? 3 : 24);
            if (test_below(3) == 0 &&
                coa_next(cal, test_below(60) + (coa_id)(i / 3), &b) == COA_OK)
                r.replaces = b.id;
            if (test_below(3)) {
                s = coa_reserve(cal, &r, &b);
            } else {
                coa_id id = 0;
                if (coa_next(cal, test_below(60) + (coa_id)(i / 3), &b) == COA_OK)
                    id = b.id;
                s = test_below(2) ? coa_cancel(cal, id) : coa_extend(cal, id, b.end + 2);
            }
            refused += s == COA_E_NOMEM;
            heap.fail_at = 0;
            if (test_below(4) == 0) {
                now += test_between(0, 9);
                CHECK_EQ(coa_advance(cal, now), COA_OK);
            }
            check_sane(cal);
        }
        coa_destroy(cal);
        CHECK_EQ(heap.live_blocks, 0);
        CHECK(refused > 0 || rounds < 2500);
    }
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
        coa_run run;
        coa_set pair = {1, 1, NULL, NULL, NULL};
        run.first = i;
        run.count = 2;
        pair.runs = &run;
        CHECK_EQ(coa_commit(cal, 0, 1 + i, &pair, &id), COA_OK);
        CHECK_EQ(coa_commit(cal, 100 + i, 200, &pair, &id), COA_OK);
        CHECK_EQ(coa_set_add(&half[0], i, 1), COA_OK);
        CHECK_EQ(coa_set_add(&half[1], i + 1, 1), COA_OK);
    }
    for (i = 0; i < 2; i++) {
        CHECK_EQ(coa_commit(cal, 50, 60, &half[i], &id), COA_OK);
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

TEST_MAIN(TEST(reserve), TEST(reserve_contiguous), TEST(earliest), TEST(search),
          TEST(alternatives), TEST(commit), TEST(finish), TEST(extend), TEST(cancel),
          TEST(replaced), TEST(check), TEST(advance), TEST(create), TEST(sets),
          TEST(rtree), TEST(chaos), TEST(retaking))
