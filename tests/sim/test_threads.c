/* test_threads.c - tasks done by several threads (base/threads.h): each once, the
 * first failure told whatever the threads do, and a calendar that several look at.
 * ThreadSanitizer runs it, too.
 */
#define _POSIX_C_SOURCE 200809L

#include "coalloc.h"

#include "swf.h"

#include "base/error.h"
#include "base/threads.h"

#include <pthread.h>

#include "test.h"

enum { MOST = 1000 };

typedef struct tasks {
    int done[MOST];
    size_t bad, worse; /* these fail; SIZE_MAX = none */
} tasks;

static int do_task(void *context, size_t i, struct error *e)
{
    tasks *t = (tasks *)context;
    t->done[i]++;
    if (i == t->bad || i == t->worse) return error_fail(e, "task %zu", i);
    return 0;
}

static void each_once(void)
{
    int64_t threads;
    for (threads = 0; threads <= 9; threads++) {
        const size_t n = (size_t)test_below(MOST);
        tasks t = {{0}, SIZE_MAX, SIZE_MAX};
        struct error e;
        size_t i;
        CHECK_EQ(threads_run(n, threads, do_task, &t, &e), 0);
        for (i = 0; i < MOST; i++) CHECK_EQ(t.done[i], i < n);
    }
}

static void first_failure(void)
{
    int round;
    for (round = 0; round < 50; round++) {
        const size_t bad = (size_t)test_below(MOST), worse = (size_t)test_below(MOST);
        tasks t = {{0}, SIZE_MAX, SIZE_MAX};
        char wanted[32];
        struct error e;
        size_t i;
        t.bad = bad;
        t.worse = worse;
        CHECK_EQ(threads_run(MOST, test_between(1, 5), do_task, &t, &e), -1);
        snprintf(wanted, sizeof wanted, "task %zu", bad < worse ? bad : worse);
        CHECK_STR(e.text, wanted);
        for (i = 0; i < MOST; i++) CHECK(t.done[i] <= 1);
        CHECK_EQ(t.done[bad < worse ? bad : worse], 1);
    }
}

static int count_hole(void *context, coa_time start, coa_time end, uint32_t servers)
{
    *(uint32_t *)context += start < end && servers > 0;
    return 0;
}

/* The calls that only look at a calendar may run at the same time. */
static int look_task(void *context, size_t i, struct error *e)
{
    const coa_calendar *cal = (const coa_calendar *)context;
    const coa_time t = (coa_time)i;
    coa_calendar *copy;
    coa_booking b;
    coa_time until;
    uint32_t count, holes = 0;
    coa_desc d;
    coa_describe(cal, &d);
    if (coa_holes(cal, t, 3000, NULL, 1, count_hole, &holes) != COA_OK || holes == 0)
        return error_fail(e, "holes %zu", i);
    if (coa_profile(cal, t, NULL, &count, &until) != COA_OK || until <= t ||
        coa_next(cal, 0, &b) != COA_OK || coa_get(cal, b.id, &b) != COA_OK ||
        coa_in_the_way(cal, t, t + 1, NULL, 0, &b) == COA_E_ARG ||
        coa_copy(&copy, cal, NULL) != COA_OK)
        return error_fail(e, "look %zu", i);
    coa_destroy(copy);
    return 0;
}

static void looks_at_once(void)
{
    uint32_t index;
    int i;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        coa_desc d = {0};
        coa_calendar *cal;
        coa_booking b;
        struct error e;
        d.servers = 20;
        d.index = index;
        d.horizon = 3000;
        d.slot = 100;
        CHECK_EQ(coa_create(&cal, &d), COA_OK);
        for (i = 0; i < 60; i++) {
            coa_request r = {0};
            r.length = test_between(1, 90);
            r.servers = (uint32_t)test_between(1, 20);
            CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
        }
        CHECK_EQ(threads_run(20 + (size_t)test_scaled(180), 4, look_task, cal, &e), 0);
        coa_destroy(cal);
    }
}

TEST_MAIN(TEST(looks_at_once), TEST(each_once), TEST(first_failure))
