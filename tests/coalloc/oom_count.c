/* oom_count.c - oom_coalloc.c's sweep on COUNT: every allocation of every operation
 * refused, once and from then on. After a refusal the calendar answers everything as
 * before, and the same call then succeeds. Time moves on without asking for memory,
 * whatever it binds. */
#include "coalloc.h"
#include "test.h"
#include "audit.h"
#include "replace_one.h"

#ifndef TINY
#define TINY 0
#endif

static test_heap heap;

static coa_calendar *make(int bookings)
{
    coa_desc d = {0};
    coa_calendar *cal = NULL;
    coa_booking b;
    int i;
    d.servers = 24;
    d.index = COA_INDEX_COUNT;
    d.horizon = 3000;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    for (i = 0; i < bookings; i++) {
        coa_request r = {0};
        r.ready = test_between(0, 1300);
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
    coa_request r = {0};
    coa_time t;
    uint32_t i;
    while (coa_next(cal, after, &b) == COA_OK) {
        h = mix(mix(mix(h, b.id), (uint64_t)b.start), (uint64_t)b.end);
        for (i = 0; i < b.run_count; i++)
            h = mix(h, ((uint64_t)b.runs[i].first << 32) + b.runs[i].count);
        after = b.id;
    }
    for (r.ready = 0; r.ready < 1500; r.ready += 11) {
        r.length = 1 + r.ready % 70;
        r.servers = 1 + (uint32_t)(r.ready % 24);
        CHECK_EQ(coa_earliest(cal, &r, &t), COA_OK);
        h = mix(h, (uint64_t)t);
    }
    check_sane(cal);
    return h;
}

/* ---- the operations ---------------------------------------------------------------- */

typedef coa_status (*operation)(coa_calendar *cal);

static coa_status reserve_from(coa_calendar *cal, coa_time ready, uint32_t servers)
{
    coa_request r = {0};
    coa_booking b;
    r.ready = ready;
    r.length = 91;
    r.servers = servers;
    return coa_reserve(cal, &r, &b);
}

static coa_status op_reserve_now(coa_calendar *cal) { return reserve_from(cal, 0, 1); }
static coa_status op_reserve_ahead(coa_calendar *cal)
{
    return reserve_from(cal, 637, 17);
}

static coa_status op_finish(coa_calendar *cal)
{
    coa_booking b;
    if (coa_next(cal, 2, &b) != COA_OK) return COA_OK; /* no booking in this state */
    return coa_finish(cal, b.id, b.start + 2);
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

static coa_status op_replan(coa_calendar *cal) { return replace_one(cal, 0, 0, 0); }
static coa_status op_replace_larger(coa_calendar *cal)
{
    return replace_one(cal, 11, 5, 0);
}

static coa_status op_check(coa_calendar *cal) { return coa_check(cal); }

/* coa_check asks often and changes nothing: it has one calendar for all refusals, and
 * where time is dear not each request is refused. */
static void sweep_state(operation op, int bookings, int sticky, long *refused)
{
    const int changes = op != op_check;
    const long step = changes ? 1 : 26 - (long)test_scaled(25);
    long n;
    uint64_t state, before, wanted;
    coa_calendar *cal;
    coa_status s;
    const uint64_t seed = test_state_;
    cal = make(bookings);
    CHECK_EQ(op(cal), COA_OK);
    wanted = fingerprint(cal);
    if (changes) coa_destroy(cal);
    state = test_state_;
    for (n = 1;; n += step) {
        test_state_ = seed;
        if (changes) cal = make(bookings);
        before = changes ? fingerprint(cal) : wanted;
        heap.fail_at = heap.calls + n;
        heap.sticky = sticky;
        heap.failures = 0;
        s = op(cal);
        heap.fail_at = 0;
        if (s == COA_E_NOMEM) {
            CHECK(heap.failures > 0);
            ++*refused;
            CHECK_EQ(fingerprint(cal), (int64_t)before);
            s = op(cal);
        }
        CHECK_EQ(s, COA_OK);
        CHECK_EQ(fingerprint(cal), wanted);
        if (changes || heap.failures == 0) {
            coa_destroy(cal);
            CHECK_EQ(heap.live_blocks, 0);
        }
        CHECK_EQ(heap.bad_size, 0);
        if (heap.failures == 0) break;
    }
    test_state_ = state;
}

/* `asks`: it must have asked for memory somewhere, or the sweep proves nothing. */
static void sweep(operation op, int asks)
{
    const int stride = !TINY                    ? 51 - (int)test_scaled(50)
                       : test_scaled(100) < 100 ? 60
                                                : 12;
    int bookings, sticky;
    long refused = 0;
    memset(&heap, 0, sizeof heap);
    for (bookings = 0; bookings <= 120; bookings += stride)
        for (sticky = 0; sticky < 2; sticky++)
            sweep_state(op, bookings, sticky, &refused);
    CHECK(refused > 0 || !asks || test_scaled(100) < 100);
}

static void reserve_now(void) { sweep(op_reserve_now, 1); }
static void reserve_ahead(void) { sweep(op_reserve_ahead, 1); }
static void finish(void) { sweep(op_finish, !TINY); }
static void extend(void) { sweep(op_extend, !TINY); }
static void replaced(void)
{
    sweep(op_replan, !TINY);
    sweep(op_replace_larger, !TINY);
}

static void check(void) { sweep(op_check, 1); }

/* What must work without memory: time, whatever it binds, giving back, and looking. */
static void without_memory(void)
{
    coa_calendar *cal;
    coa_request r = {0};
    coa_booking b;
    coa_time t;
    long calls;
    memset(&heap, 0, sizeof heap);
    cal = make(200);
    calls = heap.calls;
    heap.fail_at = calls + 1;
    heap.sticky = 1;
    r.length = 200;
    r.servers = 24;
    for (t = 0; t < 1500; t += 7) {
        coa_time found;
        CHECK_EQ(coa_advance(cal, t), COA_OK);
        CHECK_EQ(coa_earliest(cal, &r, &found), COA_OK);
        if (t % 5 == 0 && coa_next(cal, 0, &b) == COA_OK)
            CHECK_EQ(coa_cancel(cal, b.id), COA_OK);
        if (t % 3 == 0 && coa_next(cal, 30, &b) == COA_OK && b.start < t)
            CHECK_EQ(coa_finish(cal, b.id, t), COA_OK);
    }
    CHECK_EQ(heap.calls, calls);
    heap.fail_at = 0;
    check_sane(cal);
    coa_destroy(cal);
}

static void create(void)
{
    int sticky;
    long n, refused = 0;
    memset(&heap, 0, sizeof heap);
    for (sticky = 0; sticky < 2; sticky++)
        for (n = 1;; n++) {
            coa_desc d = {0};
            coa_calendar *cal = (coa_calendar *)&d;
            coa_status s;
            d.servers = 100;
            d.index = COA_INDEX_COUNT;
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
    CHECK(refused >= 6);
}

/* A life with too little memory: one request in four is refused, if it asks for some.
 * Returns how many were. */
static long live_in_chaos(long rounds)
{
    coa_calendar *cal;
    coa_time now = 0;
    long i, refused = 0;
    memset(&heap, 0, sizeof heap);
    cal = make(0);
    for (i = 0; i < rounds; i++) {
        coa_request r = {0};
        coa_booking b;
        coa_status s;
        heap.fail_at = test_below(4) ? 0 : heap.calls + (long)test_between(1, 2);
        heap.sticky = (int)test_below(2);
        r.ready = test_below(3) ? now + test_between(0, 500) : now;
        r.length = test_between(1, 60);
        r.servers = (uint32_t)test_between(1, test_below(5) ? 3 : 24);
        if (test_below(9) == 0 &&
            coa_next(cal, test_below(60) + (coa_id)(i / 3), &b) == COA_OK)
            r.replaces = b.id;
        if (test_below(3)) {
            s = coa_reserve(cal, &r, &b);
        } else {
            coa_id id = 0;
            if (coa_next(cal, test_below(60) + (coa_id)(i / 3), &b) == COA_OK) id = b.id;
            s = test_below(2) ? coa_cancel(cal, id) : coa_extend(cal, id, b.end + 2);
        }
        refused += s == COA_E_NOMEM;
        if (test_below(4) == 0) {
            const long calls = heap.calls;
            now += test_between(0, 9);
            CHECK_EQ(coa_advance(cal, now), COA_OK);
            CHECK_EQ(heap.calls, calls);
        }
        heap.fail_at = 0;
        if (i % 5 == 0) check_sane(cal);
    }
    coa_destroy(cal);
    CHECK_EQ(heap.live_blocks, 0);
    return refused;
}

static void chaos(void)
{
    long refused = 0;
    int life;
    for (life = 0; life < 12; life++) refused += live_in_chaos(test_scaled(500));
    CHECK(refused > 5 || test_scaled(100) < 100);
}

TEST_MAIN(TEST(reserve_now), TEST(reserve_ahead), TEST(finish), TEST(extend),
          TEST(replaced), TEST(check), TEST(without_memory), TEST(create), TEST(chaos))
