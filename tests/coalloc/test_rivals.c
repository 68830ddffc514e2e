/* test_rivals.c - make bench-tree detects a wrong structure (bench/tree_check.h): the
 * sorted array, made wrong in three ways; the two of bench/rivals are right. */
#define _GNU_SOURCE /* for env.h */
#include "bench/tree_check.h"

#include "bench/rivals/tree_array.c"
#include "bench/rivals/tree_skip.c"
#include "test.h"

enum { PERIODS = 300 };

static uint32_t count_less(void *t, coa_time s, coa_time e, uint32_t n, uint32_t *servers)
{
    const uint32_t found = array_find(t, s, e, n, servers);
    return servers ? found : found - (found == 20);
}

static uint32_t find_twice(void *t, coa_time s, coa_time e, uint32_t n, uint32_t *servers)
{
    const uint32_t found = array_find(t, s, e, n, servers);
    if (servers && found > 1) servers[1] = servers[0];
    return found;
}

static uint32_t find_busy(void *t, coa_time s, coa_time e, uint32_t n, uint32_t *servers)
{
    const uint32_t found = array_find(t, s, e, n, servers);
    if (servers && found > 0) servers[0] = PERIODS - 1;
    return found;
}

/* All inserted, every third removed, and inserted again: after each 50 windows. */
static const char *checked(const tree_kind *kind)
{
    static const uint32_t op[] = {TREE_INSERT, TREE_SEARCH, TREE_REMOVE,
                                  TREE_SEARCH, TREE_INSERT, TREE_SEARCH};
    static char why[200];
    tree_stream s;
    tree_stream_init(&s, PERIODS);
    for (uint32_t k = 0; k < 6; k++)
        for (uint32_t i = 0; i < PERIODS; i += k % 2 ? 6 : k > 0 ? 3 : 1)
            tree_stream_add(&s, op[k], 10 + i, 50 + i + i * 7919 % 101, k % 2 ? 12 : i);
    if (tree_run(kind, &s, 0, NULL, why) == 0) snprintf(why, sizeof why, "right");
    tree_stream_free(&s);
    return why;
}

static void right_ones(void)
{
    CHECK_STR(checked(&tree_array), "right");
    CHECK_STR(checked(&tree_skip), "right");
}

static void wrong_ones(void)
{
    tree_kind wrong = tree_array;
    wrong.find = count_less;
    CHECK_STR(checked(&wrong), "array, 200 periods: count of [52, 97) finds 19, where "
                               "there are 20");
    wrong.find = find_twice;
    CHECK_STR(checked(&wrong), "array, 300 periods: search of [16, 100) finds server 2 "
                               "twice");
    wrong.find = find_busy;
    CHECK_STR(checked(&wrong), "array, 300 periods: search of [10, 50) finds server 299, "
                               "which is not free then");
}

TEST_MAIN(TEST(right_ones), TEST(wrong_ones))
