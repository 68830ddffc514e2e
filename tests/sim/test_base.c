/* test_base.c - arrays that grow, comparison functions, percentiles, the hash table and
 * the names on top of it: against slow and obvious ways to get the same. Memory that runs
 * out is in test_topology.c: readers of networks have all of these.
 */
#include "test.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/names.h"
#include "base/statistics.h"

#include <math.h>
#include <string.h>

/* ---- arrays ------------------------------------------------------------------------ */

/* Items are their own places, so that one lost or moved is seen. */
static void array_grows(void)
{
    const size_t wanted = (size_t)test_scaled(200000);
    uint32_t *items = NULL;
    size_t count = 0, capacity = 0, before, grown = 0, i;
    while (count < wanted) {
        const size_t more = test_below(8) ? 1 : (size_t)test_below(100);
        before = capacity;
        CHECK_EQ(ARRAY_ROOM(items, count, capacity, more), 0);
        grown += capacity != before;
        CHECK(capacity >= count + more);
        for (i = 0; i < more; i++, count++) items[count] = (uint32_t)count;
    }
    for (i = 0; i < count; i++) CHECK_EQ(items[i], i);
    CHECK(grown < 100);                   /* not for each item */
    CHECK(capacity < count + count + 10); /* nor far more than needed */
    free(items);
}

/* Sizes that do not fit into size_t are refused before memory is asked for. */
static void array_too_large(void)
{
    struct {
        char bytes[24];
    } *items = NULL;
    size_t capacity = 0, more;
    for (more = SIZE_MAX; more > SIZE_MAX / 48; more /= 2)
        CHECK_EQ(ARRAY_ROOM(items, 0, capacity, more), -1);
    CHECK_EQ(ARRAY_ROOM(items, 0, capacity, 3), 0);
    CHECK_EQ(ARRAY_ROOM(items, 2, capacity, SIZE_MAX), -1);
    CHECK_EQ(ARRAY_ROOM(items, 2, capacity, SIZE_MAX - 1), -1);
    free(items);
}

/* ---- comparison functions ---------------------------------------------------------- */

static void comparisons(void)
{
    static const uint64_t ends[] = {0, UINT32_MAX, INT64_MAX, UINT64_MAX};
    long i;
    for (i = 0; i < test_scaled(20000); i++) {
        const uint64_t x = ends[test_below(4)] + test_below(5) - 2;
        const uint64_t y = ends[test_below(4)] + test_below(5) - 2;
        const uint32_t a = (uint32_t)x, b = (uint32_t)y;
        const int64_t c = (int64_t)x, d = (int64_t)y;
        CHECK_EQ(compare_u64(&x, &y), x < y ? -1 : x > y);
        CHECK_EQ(compare_u32(&a, &b), a < b ? -1 : a > b);
        CHECK_EQ(compare_i64(&c, &d), c < d ? -1 : c > d);
    }
}

/* ---- figures ----------------------------------------------------------------------- */

/* The smallest value that at least `percent` per cent do not exceed, by counting. */
static uint64_t percentile_by_counting(const uint64_t *values, size_t n, unsigned percent)
{
    uint64_t found = UINT64_MAX;
    size_t i, k;
    for (i = 0; i < n; i++) {
        size_t covered = 0;
        for (k = 0; k < n; k++) covered += values[k] <= values[i];
        if (100 * covered >= percent * n && values[i] < found) found = values[i];
    }
    return found;
}

static void percentiles(void)
{
    uint64_t values[120];
    unsigned percent;
    size_t n, i;
    for (n = 1; n <= (size_t)test_scaled(120); n++) {
        for (i = 0; i < n; i++) values[i] = test_below(1 + test_below(200));
        qsort(values, n, sizeof *values, compare_u64);
        for (percent = 0; percent <= 100; percent++)
            CHECK_EQ(values[statistics_percentile(n, percent)],
                     percentile_by_counting(values, n, percent));
    }
    CHECK(statistics_percentile(SIZE_MAX, 100) == SIZE_MAX - 1);
    CHECK(statistics_percentile(SIZE_MAX, 0) == 0);
}

static void means(void)
{
    CHECK(statistics_mean(6, 4) == 1.5);
    CHECK(isnan(statistics_mean(0, 0)));
    CHECK(statistics_ratio(1, 4) == 0.25);
    CHECK(statistics_ratio(0, 4) == 0);
    CHECK(isnan(statistics_ratio(1, 0)));
    CHECK(isnan(statistics_ratio(1, -1)));
}

/* ---- the hash table ---------------------------------------------------------------- */

/* Few enough that keys come back; of several kinds, so that many begin their search at
 * the same entry. */
static int64_t random_key(int kind)
{
    const int64_t small = test_between(-400, 400);
    switch (kind) {
    case 0: return small;
    case 1: return test_below(2) ? INT64_MIN + 400 + small : INT64_MAX - 400 - small;
    case 2: return small * (INT64_C(1) << 40);
    default: return small * (INT64_C(1) << 32) + test_between(0, 1);
    }
}

static void map_as_a_list(void)
{
    static struct {
        int64_t key;
        uint64_t value;
    } list[3000];
    int kind;
    for (kind = 0; kind < 4; kind++) {
        struct map m = {NULL, 0, 0};
        size_t count = 0, i;
        long k;
        for (k = 0; k < test_scaled(20000); k++) {
            const int64_t key = random_key(kind);
            for (i = 0; i < count && list[i].key != key; i++) continue;
            CHECK_EQ(map_get(&m, key), i < count ? list[i].value : 0);
            if (test_below(3) == 0) continue;
            if (i == count) list[count].key = key, list[count++].value = 0;
            CHECK_EQ(map_add(&m, key), list[i].value);
            list[i].value++;
            if (test_below(10) == 0)
                *map_at(&m, key) = list[i].value = 1 + test_below(1000);
            CHECK_EQ(m.count, count);
        }
        map_free(&m);
        CHECK(map_get(&m, 0) == 0); /* as when it was new */
    }
}

/* ---- names ------------------------------------------------------------------------- */

static int same_name(const char *a, const char *b, int any_case)
{
    for (; *a && *b; a++, b++)
        if (any_case ? word_lower(*a) != word_lower(*b) : *a != *b) return 0;
    return *a == *b;
}

/* One of a few thousand short ones. */
static void random_name(char *to)
{
    const size_t length = (size_t)test_below(5);
    size_t i;
    for (i = 0; i < length; i++) to[i] = "aAbBzZ-\xE9"[test_below(8)];
    to[i] = 0;
}

static void names_against_list(int any_case)
{
    static char known[5000][8];
    struct names n = {.any_case = any_case};
    uint32_t count = 0, i, k;
    long step;
    for (step = 0; step < test_scaled(5000); step++) {
        char name[8];
        random_name(name);
        for (i = 0; i < count && !same_name(known[i], name, any_case); i++) continue;
        CHECK_EQ(names_find(&n, word_of(name)), i < count ? i : NAMES_NONE);
        if (test_below(2)) continue;
        if (i == count) strcpy(known[count++], name);
        CHECK_EQ(names_add(&n, word_of(name)), i);
        CHECK_EQ(n.count, count);
    }
    for (k = 0; k < count; k++) CHECK_STR(names_text(&n, k), known[k]);
    CHECK_STR(names_text(&n, count), "");
    names_free(&n);
}

static void names_numbered(void)
{
    names_against_list(0);
    names_against_list(1);
}

/* A name is a part of a text, which need not end in 0, and may have one within; and two
 * names with one hash: the second's key is taken by the first. */
static void names_odd(void)
{
    const struct word part = {"Linux and more", 5}, zero = {"a\0b", 3};
    const uint64_t b = hash_bytes(HASH_START, (const unsigned char *)"b", 1);
    struct names n = {NULL, .any_case = 1};
    CHECK_EQ(names_add(&n, part), 0);
    CHECK_EQ(names_add(&n, word_of("LINUX")), 0);
    CHECK_EQ(names_add(&n, zero), 1);
    CHECK_EQ(names_find(&n, word_of("A?B")), 1);
    CHECK_STR(names_text(&n, 0), "Linux");
    CHECK_STR(names_text(&n, 1), "a?b");
    *map_at(&n.numbers, (int64_t)b) = 1;
    CHECK_EQ(names_find(&n, word_of("b")), NAMES_NONE);
    CHECK_EQ(names_add(&n, word_of("b")), 2);
    CHECK_EQ(names_add(&n, word_of("b")), 2);
    CHECK_EQ(names_find(&n, part), 0);
    names_free(&n);
}

TEST_MAIN(TEST(array_grows), TEST(array_too_large), TEST(comparisons), TEST(percentiles),
          TEST(means), TEST(map_as_a_list), TEST(names_numbered), TEST(names_odd))
