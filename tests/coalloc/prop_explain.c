/* prop_explain.c - coa_explain against coa_earliest, and against a calendar without
 * bookings: what it calls never is never, what it would allow removes the reason.
 */
#include "coalloc.h"
#include "test.h"
#include "audit.h"

#include <string.h>

static coa_calendar *make(uint32_t index, uint32_t servers, coa_time horizon,
                          coa_time now)
{
    coa_calendar *cal;
    coa_desc d = {.index = index,
                  .servers = servers,
                  .horizon = horizon,
                  .now = now,
                  .slot = index == COA_INDEX_RANGE_TREE ? 5 : 0};
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    return cal;
}

static void fill(coa_calendar *cal, int bookings)
{
    coa_booking b;
    while (bookings-- > 0) {
        coa_request r = {0};
        r.length = test_between(1, 9);
        r.servers = (uint32_t)test_between(1, 4);
        r.ready = test_between(0, 30);
        (void)!coa_reserve(cal, &r, &b);
    }
    (void)!coa_advance(cal, test_between(0, 5));
}

static coa_time any_time(void)
{
    static const coa_time odd[] = {
        COA_FOREVER, COA_FOREVER - 1, INT64_MIN, COA_DEADLINE_0, -3, COA_FOREVER / 2, 1};
    return test_below(20) ? test_between(-2, 50)
                          : odd[test_below(sizeof odd / sizeof odd[0])];
}

static coa_request any_request(uint32_t index, const coa_set *among)
{
    coa_request r = {0};
    r.ready = any_time();
    r.length = test_below(30) ? test_between(0, 25) : any_time();
    r.servers = (uint32_t)test_below(9);
    if (test_below(2)) r.deadline = any_time();
    if (test_below(5) == 0) r.step = test_between(-1, 5);
    if (test_below(5) == 0) r.retries = (uint32_t)test_below(4);
    if (test_below(30) == 0) r.retries = COA_NO_RETRY;
    if (test_below(4) == 0) r.place = (uint32_t)test_below(7);
    if (index != COA_INDEX_COUNT && test_below(3) == 0) r.among = among;
    if (test_below(40) == 0) r.replaces = test_below(9);
    return r;
}

/* Could it be booked if nothing were? */
static int ever(const coa_calendar *cal, coa_request r)
{
    coa_desc d;
    coa_calendar *empty;
    coa_time start;
    coa_status s;
    coa_describe(cal, &d);
    r.replaces = 0;
    CHECK_EQ(coa_create(&empty, &d), COA_OK);
    s = coa_earliest(empty, &r, &start);
    coa_destroy(empty);
    CHECK(s == COA_OK || s == COA_E_NOFIT);
    return s == COA_OK;
}

/* With the member as it may be, it is no reason any more, but that it must wait; with
 * less than it must be at least, it still is. */
static void change(coa_calendar *cal, coa_request r, const coa_reason *why, int64_t to)
{
    const int numbers = why->most != 0 || why->least != 0, less = to < why->least;
    coa_reason then;
    CHECK(why->least <= why->most || !strcmp(why->field, "ready"));
    if (to > why->most || why->least > why->most || (less && !numbers)) return;
    if (!strcmp(why->field, "servers")) r.servers = (uint32_t)to;
    if (!strcmp(why->field, "length")) r.length = to;
    if (!strcmp(why->field, "deadline")) r.deadline = to ? to : COA_DEADLINE_0;
    if (!strcmp(why->field, "ready")) r.ready = to;
    if (!strcmp(why->field, "step")) r.step = to;
    if (!strcmp(why->field, "retries")) r.retries = (uint32_t)to;
    if (!strcmp(why->field, "place")) r.place = 0;
    if (!strcmp(why->field, "among")) r.among = NULL;
    if (!strcmp(why->field, "replaces")) r.replaces = 0;
    (void)!coa_explain(cal, &r, &then);
    if (less) CHECK(then.field && !strcmp(then.field, why->field));
    if (!less && then.field && !strcmp(then.field, why->field))
        CHECK(then.status == COA_E_NOFIT && why->status != COA_E_NOFIT);
}

static void requests(coa_calendar *cal, uint32_t index)
{
    coa_set among = {0}, none = {0};
    int i;
    CHECK_EQ(coa_set_add(&among, 1, 2), COA_OK);
    CHECK_EQ(coa_set_add(&among, 5, 1), COA_OK);
    for (i = 0; i < 200; i++) {
        const coa_request r = any_request(index, test_below(9) ? &among : &none);
        coa_reason why;
        coa_time start;
        const coa_status s = coa_earliest(cal, &r, &start);
        CHECK_EQ(coa_explain(cal, &r, &why),
                 s == COA_E_NOFIT && why.status == COA_E_NEVER ? COA_E_NEVER : s);
        CHECK(why.field || s == COA_OK || why.status == COA_E_NOFIT);
        if (why.status == COA_E_NEVER) CHECK(!ever(cal, r));
        if (why.status == COA_E_NOFIT && !why.field && r.retries == 0)
            CHECK(ever(cal, r));
        if (why.field && !strcmp(why.field, "ready")) CHECK_EQ(why.value, r.ready);
        if (why.field) {
            change(cal, r, &why, why.least);
            change(cal, r, &why, why.most);
            if (why.least < INT64_MAX) change(cal, r, &why, why.least + 1);
            if (why.least > INT64_MIN) change(cal, r, &why, why.least - 1);
        }
    }
    coa_set_free(&among);
}

static void reasons(void)
{
    long left = test_scaled(300);
    while (left-- > 0) {
        uint32_t index;
        for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
            const coa_time horizon =
                index == COA_INDEX_RANGE_TREE || test_below(2) ? test_between(10, 40) : 0;
            const coa_time now =
                horizon || test_below(4) ? 0 : COA_FOREVER - test_between(1, 20);
            coa_calendar *cal = make(index, (uint32_t)test_between(6, 8), horizon, now);
            fill(cal, (int)test_below(12));
            requests(cal, index);
            check_sane(cal);
            coa_destroy(cal);
        }
    }
}

TEST_MAIN(TEST(reasons))
