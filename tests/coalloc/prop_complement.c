/* prop_complement.c - the idle periods that follow from bookings, against a grid of
 * servers and times: coa_load rebuilds MAP from them, and coa_check compares an index
 * with them. */
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "test.h"
#include "audit.c"

/* The model counts servers in bands that are booked together, and time in steps; band `k`
 * is servers band[k] .. band[k + 1] - 1, and step k lasts from step[k] to step[k + 1].
 * Step 0 is the past, `now` is step[1], and the last step never ends. */
enum { BANDS = 70, STEPS = 40, MOST = 700, IDLE = 2 * BANDS * STEPS };

typedef struct model {
    uint32_t bands, steps;
    uint32_t band[BANDS + 1];
    coa_time step[STEPS + 1];
    int busy[BANDS][STEPS];
    int twice; /* a server is in two bookings at once */
} model;

static test_heap heap;
static coa_calendar *cal;
static model m;
static coa_i_item expected[IDLE];
static uint32_t expected_count;

static void open_calendar(void)
{
    coa_desc d;
    memset(&heap, 0, sizeof heap);
    memset(&d, 0, sizeof d);
    d.servers = 1;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
}

static void close_calendar(void)
{
    coa_destroy(cal);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

/* Makes the calendar empty, of the model's servers and present. */
static void begin(void)
{
    memset(m.busy, 0, sizeof m.busy);
    m.twice = 0;
    cal->records.count = cal->store.count = 0;
    cal->desc.servers = m.band[m.bands];
    cal->now = m.step[1];
}

static coa_i_record *add_record(coa_time start, coa_time end)
{
    coa_i_record *r;
    CHECK(coa_i_room(&cal->mem, &cal->records, (uint64_t)cal->records.count + 1,
                     sizeof *r));
    r = coa_i_records(cal) + cal->records.count++;
    memset(r, 0, sizeof *r);
    r->id = cal->records.count;
    r->start = start;
    r->end = end;
    r->runs = cal->store.count;
    return r;
}

static void add_run(coa_i_record *r, uint32_t first, uint32_t count)
{
    coa_run *run;
    CHECK(
        coa_i_room(&cal->mem, &cal->store, (uint64_t)cal->store.count + 1, sizeof *run));
    run = COA_I_AT(coa_run, cal->store) + cal->store.count++;
    run->first = first;
    run->count = count;
    r->run_count++;
    r->servers += count;
}

/* Books the bands with a 1 in `some` from step `from` to step `to`; those that touch are
 * one run. */
static void add(const unsigned char *some, uint32_t from, uint32_t to)
{
    coa_i_record *r = add_record(m.step[from], m.step[to]);
    uint32_t k, first, t;
    for (k = 0; k < m.bands; k++) {
        for (first = k; k < m.bands && some[k]; k++)
            for (t = from; t < to; t++) m.twice |= m.busy[k][t]++ > 0 && t > 0;
        if (k > first) add_run(r, m.band[first], m.band[k] - m.band[first]);
    }
}

/* Bookings that are over or cancelled count for nothing. */
static void add_dead(void)
{
    coa_i_record *r = add_record(m.step[0], m.step[1]);
    add_run(r, 0, m.band[m.bands]);
    r = add_record(m.step[1], m.step[m.steps]);
    add_run(r, 0, 0);
}

static int by_period(const void *x, const void *y)
{
    return coa_i_item_less(x, y) ? -1 : coa_i_item_less(y, x);
}

/* One band's idle time from step `from` to step `to`. */
static void expect(uint32_t k, uint32_t from, uint32_t to)
{
    coa_i_item *it = expected + expected_count++;
    CHECK(expected_count <= IDLE);
    it->a = from == 1 ? INT64_MIN : m.step[from];
    it->b = ~m.step[to];
    it->first = m.band[k];
    it->count = m.band[k + 1] - m.band[k];
}

static void expect_all(void)
{
    uint32_t k, t, from, n = 0;
    expected_count = 0;
    for (k = 0; k < m.bands; k++) {
        for (t = 1; t < m.steps; t++) {
            for (from = t; t < m.steps && m.busy[k][t] == 0; t++) {
            }
            if (t > from) expect(k, from, t);
        }
    }
    qsort(expected, expected_count, sizeof *expected, by_period);
    for (k = 0; k < expected_count; k++) {
        coa_i_item *last = expected + n - 1;
        if (n > 0 && last->a == expected[k].a && last->b == expected[k].b &&
            last->first + last->count == expected[k].first)
            last->count += expected[k].count;
        else
            expected[n++] = expected[k];
    }
    expected_count = n;
}

static void check(void)
{
    coa_i_vec idle;
    const coa_i_item *it;
    coa_status s;
    uint32_t i;
    memset(&idle, 0, sizeof idle);
    s = coa_i_complement(cal, &cal->mem, &idle);
    CHECK_EQ(s, m.twice ? COA_E_CORRUPT : COA_OK);
    if (s == COA_OK) {
        it = COA_I_AT(coa_i_item, idle);
        expect_all();
        CHECK_EQ(idle.count, expected_count);
        for (i = 0; i < idle.count; i++) {
            CHECK_EQ(it[i].a, expected[i].a);
            CHECK_EQ(it[i].b, expected[i].b);
            CHECK_EQ(it[i].first, expected[i].first);
            CHECK_EQ(it[i].count, expected[i].count);
        }
    }
    coa_i_vec_free(&cal->mem, &idle, sizeof *it);
}

/* ---- worlds ------------------------------------------------------------------------ */

static void plain(uint32_t bands, uint32_t steps)
{
    uint32_t k;
    m.bands = bands;
    m.steps = steps;
    for (k = 0; k <= bands; k++) m.band[k] = k;
    for (k = 0; k <= steps; k++) m.step[k] = (coa_time)k - 1;
    m.step[steps] = COA_FOREVER;
}

/* Sorted different numbers lo <= x <= hi. */
static void climb(coa_time *at, uint32_t n, coa_time lo, coa_time hi)
{
    uint32_t i, j;
    for (i = 0; i < n; i++) {
        coa_time x = test_between(lo, hi);
        for (j = 0; j < i; j++)
            if (at[j] == x) break;
        if (j < i) {
            i--;
            continue;
        }
        for (j = i; j > 0 && at[j - 1] > x; j--) at[j] = at[j - 1];
        at[j] = x;
    }
}

/* Bands of any width, up to all servers that there can be, and times from the first to
 * the last. */
static void wild(uint32_t bands, uint32_t steps)
{
    static const coa_time times[][2] = {{INT64_MIN + 1, INT64_MIN + 80},
                                        {-40, 40},
                                        {COA_FOREVER - 80, COA_FOREVER - 1},
                                        {-1000000007, -7},
                                        {5, (coa_time)1 << 60}};
    const size_t some = (size_t)test_below(sizeof times / sizeof *times);
    const coa_time widths[] = {100, 5000, COA_MAX_SERVERS};
    coa_time at[BANDS + 1];
    uint32_t k;
    m.bands = bands;
    m.steps = steps;
    climb(at, bands, 1, widths[test_below(3)]);
    if (test_below(2) && at[bands - 1] > 5000) at[bands - 1] = COA_MAX_SERVERS;
    m.band[0] = 0;
    for (k = 0; k < bands; k++) m.band[k + 1] = (uint32_t)at[k];
    climb(m.step, steps, times[some][0], times[some][1]);
    m.step[steps] = COA_FOREVER;
}

/* All pairs and triples of bookings: any servers of few, any window of few steps. */
static void all_of(uint32_t servers, uint32_t bookings, long stride)
{
    const uint32_t steps = 5, sets = 1u << servers;
    unsigned char some[8];
    uint32_t from, to, window[32][2], windows = 0, i, k;
    uint64_t worlds = 1, world, rest;
    plain(servers, steps);
    for (from = 0; from < steps; from++)
        for (to = from + 1 > 2 ? from + 1 : 2; to <= steps; to++, windows++) {
            window[windows][0] = from;
            window[windows][1] = to;
        }
    for (i = 0; i < bookings; i++) worlds *= windows * (sets - 1);
    for (world = test_below((uint64_t)stride); world < worlds;
         world += (uint64_t)stride) {
        begin();
        for (rest = world, i = 0; i < bookings; i++) {
            const uint32_t set = (uint32_t)(rest % (sets - 1)) + 1;
            rest /= sets - 1;
            for (k = 0; k < servers; k++) some[k] = (unsigned char)(set >> k & 1);
            add(some, window[rest % windows][0], window[rest % windows][1]);
            rest /= windows;
        }
        check();
    }
}

static void small_worlds(void)
{
    const long stride = 1 + (100 - test_scaled(100));
    const long few = test_scaled(100) < 10 ? 7 : 1;
    open_calendar();
    all_of(1, 3, few);
    all_of(2, 3, few);
    all_of(4, 2, few);
    all_of(3, 3, stride);
    close_calendar();
}

static void nothing_booked(void)
{
    open_calendar();
    plain(3, 2);
    begin();
    check();
    add_dead();
    check();
    CHECK_EQ(expected_count, 1);
    close_calendar();
}

/* Bookings of servers that are free, and now and then one of servers that are not. */
static void random_worlds(void)
{
    long rounds = test_scaled(20000);
    open_calendar();
    for (; rounds > 0; rounds--) {
        const uint32_t bands = (uint32_t)test_between(1, test_below(4) ? 9 : BANDS),
                       steps = (uint32_t)test_between(2, test_below(4) ? 8 : STEPS);
        const uint64_t greed = test_below(8) + 1;
        int careless = test_below(4) == 0;
        uint32_t i = (uint32_t)test_below(test_below(4) ? 12 : MOST), k, t, n;
        if (test_below(3))
            wild(bands, steps);
        else
            plain(bands, steps);
        begin();
        for (; i > 0; i--) {
            const uint32_t to = (uint32_t)test_between(2, steps),
                           from = (uint32_t)test_below(to);
            unsigned char some[BANDS];
            for (k = n = 0; k < bands; k++) {
                some[k] = test_below(8) < greed;
                for (t = from > 0 ? from : 1; t < to; t++)
                    if (m.busy[k][t] > 0 && !(careless && test_below(200) == 0))
                        some[k] = 0;
                n += some[k];
            }
            if (n > 0) add(some, from, to);
            if (test_below(40) == 0) add_dead();
        }
        check();
    }
    close_calendar();
}

/* So many runs that the bits fill one word, two and many, and one bit more and less.
 * Server s is booked from time `turn` to turn + 1 if (s + turn) is even: rows of a
 * chessboard. Every gap is one step long. */
static void many_runs(void)
{
    static const uint32_t runs[] = {1,    61,   62,   63,     64,     65,
                                    4093, 4094, 4095, 262141, 262142, 262143};
    size_t i;
    open_calendar();
    for (i = 0; i < sizeof runs / sizeof *runs - (test_scaled(100) < 20 ? 3 : 0); i++) {
        const uint32_t servers = runs[i] > 500 ? 512 : 2 * (runs[i] + 1);
        const uint32_t width = runs[i] > 500 ? 256 : runs[i];
        const uint32_t turns = (runs[i] + width - 1) / width;
        coa_i_vec idle;
        const coa_i_item *it;
        uint64_t busy = 0, free_time = 0;
        uint32_t left = runs[i], turn, k;
        memset(&idle, 0, sizeof idle);
        cal->records.count = cal->store.count = 0;
        cal->desc.servers = servers;
        cal->now = 0;
        for (turn = 0; turn < turns; turn++) {
            coa_i_record *r = add_record(turn, turn + 1);
            for (k = 0; k < width && left > 0; k++, left--, busy++)
                add_run(r, 2 * k + turn % 2, 1);
        }
        CHECK_EQ(coa_i_complement(cal, &cal->mem, &idle), COA_OK);
        it = COA_I_AT(coa_i_item, idle);
        for (k = 0; k < idle.count; k++) {
            const coa_time from = it[k].a < 0 ? 0 : it[k].a;
            const coa_time to = ~it[k].b < (coa_time)turns ? ~it[k].b : (coa_time)turns;
            CHECK(k == 0 || coa_i_item_less(it + k - 1, it + k));
            if (to > from) free_time += (uint64_t)(to - from) * it[k].count;
        }
        CHECK_EQ(free_time + busy, (uint64_t)servers * turns);
        CHECK(idle.count >= runs[i] && idle.count <= 3 * runs[i] + 1);
        coa_i_vec_free(&cal->mem, &idle, sizeof *it);
        /* one server more than is free, in the midst of all */
        add_run(add_record(turns / 2, turns / 2 + 1), turns / 2 % 2, 1);
        CHECK_EQ(coa_i_complement(cal, &cal->mem, &idle), COA_E_CORRUPT);
        coa_i_vec_free(&cal->mem, &idle, sizeof *it);
    }
    close_calendar();
}

/* ---- coa_check compares ------------------------------------------------------------ */

static void checked(coa_calendar *c, coa_status expected_status)
{
    const test_heap was = heap;
    CHECK_EQ(audit(c) == NULL, expected_status == COA_OK);
    CHECK_EQ(coa_check(c), expected_status);
    CHECK_EQ(heap.live_bytes, was.live_bytes);
}

/* Any change of a booking behind the back of the index is found. */
static void check_finds_what_is_wrong(void)
{
    uint32_t index;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        coa_desc d;
        uint32_t i;
        memset(&heap, 0, sizeof heap);
        memset(&d, 0, sizeof d);
        d.servers = 12;
        d.index = index;
        d.horizon = 200;
        d.slot = index == COA_INDEX_RANGE_TREE ? 40 : 0;
        d.alloc = test_heap_hook;
        d.alloc_ctx = &heap;
        CHECK_EQ(coa_create(&cal, &d), COA_OK);
        for (i = 0; i < 20; i++) {
            coa_request r;
            coa_booking b;
            memset(&r, 0, sizeof r);
            r.ready = test_between(0, 60);
            r.length = test_between(3, 20);
            r.servers = (uint32_t)test_between(1, 11);
            CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
        }
        CHECK_EQ(coa_advance(cal, 5), COA_OK);
        checked(cal, COA_OK);
        for (i = 0; i < cal->records.count; i++) {
            coa_i_record *r = coa_i_records(cal) + i;
            const coa_i_record was = *r;
            coa_run *run = index == COA_INDEX_COUNT ? NULL : coa_i_runs_of(cal, r);
            if (!coa_i_alive(cal, r)) continue;
            if (r->start > 5) {
                r->start++;
                checked(cal, COA_E_CORRUPT);
                r->start -= 2;
                if (r->start >= 5) checked(cal, COA_E_CORRUPT);
                *r = was;
            }
            r->end++;
            checked(cal, COA_E_CORRUPT);
            *r = was;
            r->servers = 0;
            checked(cal, COA_E_CORRUPT);
            *r = was;
            if (run && run->count > 1) {
                const coa_run first = *run;
                run->count--;
                r->servers--;
                checked(cal, COA_E_CORRUPT);
                run->first++;
                checked(cal, COA_E_CORRUPT);
                *r = was;
                *run = first;
            }
            checked(cal, COA_OK);
        }
        close_calendar();
    }
}

TEST_MAIN(TEST(nothing_booked), TEST(small_worlds), TEST(random_worlds), TEST(many_runs),
          TEST(check_finds_what_is_wrong))
