/* test_threads.c - a calendar that several threads look at (base/threads.h).
 * ThreadSanitizer runs it, too.
 */
#define _POSIX_C_SOURCE 200809L

#include "coalloc.h"

#include "swf.h"

#include "base/threads.h"

#include "test.h"

static int count_hole(void *context, coa_time start, coa_time end, uint32_t servers)
{
    *(uint32_t *)context += start < end && servers > 0;
    return 0;
}

struct looks { /* task i writes bad[i] */
    const coa_calendar *cal;
    unsigned char bad[200];
};

/* The calls that only look at a calendar may run at the same time. */
static void look_task(void *context, size_t i)
{
    struct looks *l = (struct looks *)context;
    const coa_calendar *cal = l->cal;
    const coa_time t = (coa_time)i;
    coa_calendar *copy;
    coa_booking b;
    coa_time until;
    uint32_t count, holes = 0;
    coa_set set = {0};
    coa_desc d;
    coa_describe(cal, &d);
    l->bad[i] = coa_holes(cal, t, 3000, NULL, 1, count_hole, &holes) != COA_OK ||
                holes == 0 || coa_profile(cal, t, NULL, &count, &until) != COA_OK ||
                until <= t || coa_next(cal, 0, &b, NULL) != COA_OK ||
                coa_get(cal, b.id, &b, &set) != COA_OK ||
                coa_in_the_way(cal, t, t + 1, NULL, 0, &b, &set) == COA_E_ARG ||
                coa_copy(&copy, cal, NULL) != COA_OK;
    coa_set_free(&set);
    if (!l->bad[i]) coa_destroy(copy);
}

static void looks_at_once(void)
{
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        coa_desc d = {0};
        coa_calendar *cal;
        coa_booking b;
        struct looks l = {0};
        const size_t n = 20 + (size_t)test_scaled(180);
        d.servers = 20;
        d.index = index;
        d.horizon = 3000;
        d.slot = 100;
        CHECK_EQ(coa_create(&cal, &d), COA_OK);
        for (int i = 0; i < 60; i++) {
            coa_request r = {0};
            r.length = test_between(1, 90);
            r.servers = (uint32_t)test_between(1, 20);
            CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
        }
        l.cal = cal;
        threads_run(n < 200 ? n : 200, 4, look_task, &l);
        for (size_t k = 0; k < 200; k++) CHECK(!l.bad[k]);
        coa_destroy(cal);
    }
}

TEST_MAIN(TEST(looks_at_once))
