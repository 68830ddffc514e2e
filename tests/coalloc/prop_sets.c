/* prop_sets.c - sets of servers against arrays of flags, with requests for memory refused
 * now and then. */
#include "coalloc.h"
#include "test.h"

#define MAX_SERVERS 1300

static uint32_t servers;
static test_heap heap;
static long refused;

static void check_set(const coa_set *s, const unsigned char *has)
{
    uint32_t at = 0, k = 0, total = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        CHECK(s->runs[i].count > 0 && (i == 0 || s->runs[i].first > at));
        for (; at < s->runs[i].first; at++) CHECK(!has[at]);
        for (k = 0; k < s->runs[i].count; k++) CHECK(has[at++]);
    }
    for (; at < servers; at++) CHECK(!has[at]);
    for (uint32_t i = 0; i < servers; total += has[i++])
        CHECK_EQ(coa_set_has(s, i), has[i]);
    CHECK_EQ(coa_set_count(s), total);
}

/* Servers come and go; a refusal leaves the set as it is. */
static coa_set some_set(unsigned char *has)
{
    coa_set s = {.alloc = test_heap_hook, .alloc_ctx = &heap};
    uint32_t n = (uint32_t)test_below(servers > 40 ? 60 : 12) + 1;
    memset(has, 0, MAX_SERVERS);
    while (n-- > 0) {
        const uint32_t first = (uint32_t)test_below(servers);
        const int add = test_below(3) > 0;
        uint32_t count = (uint32_t)test_below(test_below(9) ? 6 : servers) + !add;
        if (count > servers - first) count = servers - first;
        heap.fail_at = test_below(4) ? 0 : heap.calls + 1;
        const coa_status st =
            add ? coa_set_add(&s, first, count) : coa_set_remove(&s, first, count);
        CHECK(st == COA_OK || (st == COA_E_NOMEM && heap.fail_at > 0));
        heap.fail_at = 0;
        if (st == COA_OK) memset(has + first, add, count);
        if (st != COA_OK) check_set(&s, has);
        refused += st != COA_OK;
    }
    return s;
}

static void combined(void)
{
    coa_set none = {0};
    static unsigned char has[3][MAX_SERVERS], want[MAX_SERVERS];
    const long rounds = test_scaled(16000);
    memset(&heap, 0, sizeof heap);
    refused = 0;
    for (long k = 0; k < rounds; k++) {
        coa_set s[3];
        const uint64_t out = test_below(3), a = test_below(3), b = test_below(3);
        const coa_set_op op = (coa_set_op)test_below(3);
        servers = test_below(4) ? 12 : 300;
        for (uint32_t i = 0; i < 3; i++) {
            s[i] = some_set(has[i]);
            if (test_below(8) == 0) {
                s[i].count = 0;
                memset(has[i], 0, sizeof has[i]);
            }
        }
        for (uint32_t i = 0; i < MAX_SERVERS; i++)
            want[i] =
                (unsigned char)(op == COA_SET_UNION          ? has[a][i] | has[b][i]
                                : op == COA_SET_INTERSECTION ? has[a][i] & has[b][i]
                                                             : has[a][i] & !has[b][i]);
        if (test_below(4) == 0) heap.fail_at = heap.calls + 1;
        coa_status st = coa_set_combine(s + out, s + a, op, s + b);
        heap.fail_at = 0;
        if (st == COA_E_NOMEM) {
            refused++;
            for (uint32_t i = 0; i < 3; i++) check_set(s + i, has[i]);
            st = coa_set_combine(s + out, s + a, op, s + b);
        }
        CHECK_EQ(st, COA_OK);
        memcpy(has[out], want, sizeof want);
        for (uint32_t i = 0; i < 3; i++) check_set(s + i, has[i]);
        for (uint32_t i = 0; i < 3; i++) coa_set_free(s + i);
    }
    CHECK(refused > 0 || rounds < 1000);
    CHECK_EQ(coa_set_combine(NULL, NULL, COA_SET_UNION, NULL), COA_E_ARG);
    CHECK_EQ(coa_set_combine(&none, &none, (coa_set_op)3, &none), COA_E_ARG);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

/* A set that has never had a server has no array: a sanitizer sees how it is used. */
static void never_filled(void)
{
    coa_set s = {0}, t = {0};
    CHECK_EQ(coa_set_remove(&s, 3, 2), COA_OK);
    CHECK_EQ(coa_set_add(&s, 3, 0), COA_OK);
    CHECK_EQ(coa_set_count(&s), 0);
    CHECK(!coa_set_has(&s, 3));
    s.count = 0;
    for (int op = COA_SET_UNION; op <= COA_SET_DIFFERENCE; op++) {
        coa_set_free(&t);
        CHECK_EQ(coa_set_combine(&t, &s, (coa_set_op)op, &s), COA_OK);
        CHECK_EQ(coa_set_combine(&t, &t, (coa_set_op)op, &t), COA_OK);
        CHECK_EQ(coa_set_count(&t), 0);
    }
    coa_set_free(&s);
    CHECK_EQ(coa_set_combine(&s, &s, COA_SET_UNION, &s), COA_OK);
    CHECK_EQ(coa_set_remove(&s, 0, COA_MAX_SERVERS), COA_OK);
    coa_set_free(&s);
    coa_set_free(&t);
    CHECK_EACH(COA_E_RANGE, coa_set_add(&s, COA_MAX_SERVERS, 1),
               coa_set_add(&s, 1, COA_MAX_SERVERS), coa_set_remove(&s, 7, UINT32_MAX));
    CHECK_EQ(coa_set_add(&s, 0, COA_MAX_SERVERS), COA_OK);
    CHECK_EQ(coa_set_count(&s), COA_MAX_SERVERS);
    CHECK_EQ(coa_set_add(NULL, 0, 1), COA_E_ARG);
    CHECK_EQ(coa_set_remove(NULL, 0, 1), COA_E_ARG);
    CHECK(coa_set_count(NULL) == 0 && coa_set_has(NULL, 0) == 0);
    coa_set_free(NULL);
    coa_set_free(&s);
    CHECK(s.runs == NULL && s.count == 0);
}

TEST_MAIN(TEST(combined), TEST(never_filled))
