/* prop_knots.c - the tree of COUNT with many bookings, and COUNT at the ends of what can
 * be said. */
#define COALLOC_NO_RANGE_TREE
#define COALLOC_NO_SLICES
#define COALLOC_NO_FLEX
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "test.h"
#include "make.h"
#include "audit.c"

static coa_calendar *cal;
static uint64_t most_points; /* there ever were */

/* Of any two neighbours under one fork, the first leaf excepted, the entries are more
 * than half of a full knot: what the bound on memory rests on. */
static void check_pairs(const coa_i_counts *c, uint32_t level, uint32_t knot, int first)
{
    uint32_t k, size, before = 0;
    if (level == 0) return;
    for (k = coa_i_node_at(c, knot)->lo; k < coa_i_node_at(c, knot)->hi; k++) {
        const uint32_t below = coa_i_node_at(c, knot)->below[k];
        const uint32_t begin = coa_i_node_at(c, knot)->lo;
        const int exempt = first && k == begin + (level == 1);
        size = coa_i_node_at(c, below)->hi - coa_i_node_at(c, below)->lo;
        if (k > begin && !exempt)
            CHECK(before + size > (level > 1 ? COA_I_FANOUT : COA_I_POINTS) / 2);
        before = size;
        check_pairs(c, level - 1, below, first && k == begin);
    }
}

static void check_knots(void)
{
    const coa_i_counts *c = coa_i_counts_of(cal);
    check_pairs(c, c->height, c->root, 1);
    if (c->points > most_points) most_points = c->points;
    CHECK(c->nodes.count - c->free_count <= coa_i_counts_most(most_points + 2));
}

static coa_calendar *extreme(uint32_t servers, coa_time now, coa_time horizon)
{
    return MAKE(.servers = servers, .now = now, .horizon = horizon,
                .index = COA_INDEX_COUNT);
}

static coa_status ask(coa_calendar *in, coa_time ready, coa_time length, uint32_t n,
                      coa_time deadline, coa_booking *b)
{
    const coa_request r = {
        .ready = ready, .length = length, .servers = n, .deadline = deadline};
    const coa_status s = coa_reserve(in, &r, b);
    check_sane(in);
    return s;
}

/* Of `cal`, the booking starts at `start`. */
static coa_booking starts(coa_time start, coa_time ready, coa_time length, uint32_t n,
                          coa_time deadline)
{
    coa_booking b;
    CHECK_EQ(ask(cal, ready, length, n, deadline, &b), COA_OK);
    CHECK_EQ(b.start, start);
    return b;
}

/* A high tree that grows and shrinks again and again: forks join, and so do those below
 * that become neighbours by it. */
static void rise_and_fall(void)
{
    static coa_id ids[1500];
    const int most = COA_I_POINTS > 4 ? 1500 : 500;
    int round, count = 0, i;
    cal = extreme(2000, 0, 0);
    most_points = 0;
    for (round = 0; round < test_scaled(20); round++) {
        const int up = (int)test_below((uint64_t)most), down = (int)test_below(60);
        while (count < up) {
            const coa_time ready = 1 + (coa_time)test_below(100000);
            ids[count++] = RESERVE(cal, .ready = ready, .length = test_between(1, 90000),
                                   .servers = 1)
                               .id;
            check_knots();
        }
        while (count > down) {
            i = (int)test_below((uint64_t)count);
            CHECK_EQ(coa_cancel(cal, ids[i]), COA_OK);
            ids[i] = ids[--count];
            check_knots();
        }
        check_sane(cal);
    }
    coa_destroy(cal);
}

/* The last bookings are cancelled, then time passes the first ones, while one of them
 * never ends: both ends of the tree are emptied, until its root has one child left. */
static void from_both_ends(void)
{
    enum { MOST = 10 };
    int n, left, t;
    for (n = 3; n <= MOST; n++) {
        for (left = 1; left < n; left++) {
            coa_id ids[MOST + 1];
            cal = extreme(MOST + 1, 0, 0);
            for (t = 1; t <= n; t++) {
                const int k = 1 + 13 * t % n; /* in no order */
                ids[k] = RESERVE(cal, .ready = 10 * k, .length = 9, .servers = 1).id;
            }
            (void)RESERVE(cal, .ready = 12, .length = COA_FOREVER, .servers = 1);
            for (t = n; t > left; t--) CHECK_EQ(coa_cancel(cal, ids[t]), COA_OK);
            for (t = 1; t <= left; t++) {
                CHECK_EQ(coa_advance(cal, 10 * t + 3), COA_OK);
                check_sane(cal);
            }
            coa_destroy(cal);
        }
    }
}

/* ---- the ends of what can be said -------------------------------------------------- */

static void most_servers(void)
{
    const uint32_t all = COA_MAX_SERVERS;
    coa_calendar *one;
    coa_booking b, c;
    coa_stats_info info;
    int i;
    cal = extreme(all, 0, 0);
    b = starts(0, 0, 10, all, 0);
    CHECK(b.run_count == 1 && b.runs[0].count == all);
    CHECK_EQ(starts(10, 0, 10, all, 0).run_count, 0);
    (void)starts(20, 0, 10, 1, 0);
    (void)starts(30, 0, 10, all, 0);
    (void)starts(20, 0, 10, all - 1, 0);
    CHECK_EQ(ask(cal, 0, 1, all + 1, 0, &b), COA_E_NOFIT);
    CHECK_EQ(ask(cal, 0, 1, UINT32_MAX, 0, &b), COA_E_NOFIT);
    CHECK_EQ(coa_advance(cal, 25), COA_OK);
    CHECK_EQ(coa_get(cal, 5, &b), COA_OK);
    CHECK(b.run_count == 1 && b.runs[0].first == 1 && b.runs[0].count == all - 1);
    check_sane(cal);
    coa_destroy(cal);
    /* More than half of the most there can be: two cannot overlap, so that a calendar of
     * one server must give the same starts. Nothing overflows, through whatever knots. */
    cal = extreme(all, 0, 0);
    one = extreme(1, 0, 0);
    for (i = 0; i < (int)test_scaled(1000); i++) {
        const coa_time at = 100 + test_between(0, 3000), length = test_between(1, 500);
        CHECK_EQ(ask(cal, at, length, test_below(2) ? all / 2 + 1 : all, 0, &b), COA_OK);
        CHECK_EQ(ask(one, at, length, 1, 0, &c), COA_OK);
        CHECK_EQ(b.start, c.start);
        if (test_below(4)) {
            CHECK_EQ(coa_finish(cal, b.id, b.start + 1), COA_OK);
            CHECK_EQ(coa_finish(one, b.id, b.start + 1), COA_OK);
        }
        if (test_below(2)) {
            CHECK_EQ(coa_cancel(cal, b.id), COA_OK);
            CHECK_EQ(coa_cancel(one, b.id), COA_OK);
        }
        if (i % 25 != 0) continue;
        CHECK_EQ(coa_advance(cal, 25 + 2 * i), COA_OK);
        CHECK_EQ(coa_advance(one, 25 + 2 * i), COA_OK);
    }
    coa_destroy(one);
    coa_stats(cal, &info);
    CHECK(info.bytes < 16u << 20);
    coa_destroy(cal);
}

static void ends_of_time(void)
{
    coa_booking b;
    cal = extreme(4, INT64_MIN + 1, 0);
    (void)starts(INT64_MIN + 1, INT64_MIN, 5, 3, 0);
    CHECK_EQ(starts(INT64_MIN + 6, INT64_MIN, COA_FOREVER, 2, 0).end, COA_FOREVER);
    CHECK_EQ(ask(cal, INT64_MIN, COA_FOREVER, 3, 0, &b), COA_E_NOFIT);
    (void)starts(INT64_MIN + 6, INT64_MIN, COA_FOREVER, 2, 0);
    CHECK_EQ(ask(cal, 0, 1, 1, 0, &b), COA_E_NOFIT);
    CHECK_EQ(coa_cancel(cal, 3), COA_OK);
    b = starts(COA_FOREVER - 3, COA_FOREVER - 3, 2, 2, 0);
    CHECK_EQ(coa_extend(cal, b.id, COA_FOREVER, NULL), COA_OK);
    check_sane(cal);
    CHECK_EQ(coa_finish(cal, b.id, COA_FOREVER - 2), COA_OK);
    (void)starts(COA_FOREVER - 2, COA_FOREVER - 2, 1, 1, 0);
    CHECK_EQ(ask(cal, COA_FOREVER - 2, 2, 1, 0, &b), COA_E_RANGE);
    CHECK_EQ(coa_finish(cal, 2, 0), COA_OK);
    CHECK_EQ(ask(cal, -50, 10, 4, -1, &b), COA_E_NOFIT);
    (void)starts(-50, -50, 10, 2, -40);
    (void)starts(-40, -50, 10, 2, -30);
    CHECK_EQ(ask(cal, -50, 10, 1, INT64_MIN + 1, &b), COA_E_NOFIT);
    CHECK_EQ(coa_advance(cal, COA_FOREVER - 1), COA_OK);
    CHECK_EQ(coa_next(cal, 0, &b), COA_E_NOTFOUND);
    CHECK_EQ(starts(COA_FOREVER - 1, 0, COA_FOREVER, 4, 0).run_count, 1);
    coa_destroy(cal);
}

TEST_MAIN(TEST(rise_and_fall), TEST(from_both_ends), TEST(most_servers),
          TEST(ends_of_time))
