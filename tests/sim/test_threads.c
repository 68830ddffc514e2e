/* test_threads.c - tasks done by several threads (base/threads.h): each once, the
 * first failure told whatever the threads do, and a whole experiment with the same
 * results for any number of them. ThreadSanitizer runs it, too.
 */
#define _POSIX_C_SOURCE 200809L

#include "coalloc.h"

#include "swf.h"

#include "base/error.h"
#include "base/job.h"
#include "base/progress.h"
#include "base/threads.h"
#include "batch/policy.h"
#include "online/evaluation.h"
#include "online/sweep.h"
#include "program/cli.h"

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

/* ---- whole experiments ------------------------------------------------------------- */

typedef struct experiment {
    struct evaluation_settings settings;
    struct evaluation *x;
    struct sweep_point *points;
    struct progress *progress;
} experiment;

static int run_policy(void *context, size_t i, struct error *e)
{
    const experiment *j = (const experiment *)context;
    return evaluation_run(&j->settings, j->x, i, j->progress, e);
}

static int run_point(void *context, size_t i, struct error *e)
{
    const experiment *j = (const experiment *)context;
    progress_add(j->progress, 1);
    return sweep_point_run(&j->points[i], 0, e);
}

static void settings_of(struct evaluation_settings *s)
{
    static const struct evaluation_settings standard = EVALUATION_SETTINGS;
    *s = standard;
    s->jobs = test_scaled(1000);
    s->servers = 64;
    s->lengths = EVALUATION_LENGTHS_TSAFRIR;
    s->ar = CLI_ONE / 4;
    CHECK_EQ(policy_list_read("x", "online,fcfs,easy,easy:3,conservative", &s->policies),
             CLI_RUN);
}

static void policies_together(void)
{
    uint64_t hash[POLICY_POLICIES_MAX] = {0};
    int64_t threads;
    size_t i;
    for (threads = 1; threads <= 4; threads++) {
        struct evaluation x = {0};
        struct progress progress;
        struct error e;
        experiment j;
        settings_of(&j.settings);
        j.x = &x;
        j.progress = &progress;
        x.count = j.settings.policies.count;
        CHECK_EQ(evaluation_workload(&j.settings, &x, &e), 0);
        progress_start(&progress, "jobs", x.workload.count * x.count);
        progress.shown = 1; /* so that all threads draw */
        CHECK_EQ(threads_run(x.count, threads, run_policy, &j, &e), 0);
        CHECK_EQ(progress.done, x.workload.count * x.count);
        progress_end(&progress);
        for (i = 0; i < x.count; i++) {
            if (threads == 1) hash[i] = x.results[i].hash;
            CHECK(x.results[i].hash == hash[i]);
        }
        evaluation_free(&x);
    }
}

static void points_together(void)
{
    enum { POINTS = 6 };
    static struct sweep_point points[POINTS];
    uint64_t hash[POINTS] = {0};
    int64_t threads;
    size_t i;
    for (threads = 1; threads <= 3; threads++) {
        struct progress progress;
        struct error e;
        experiment j;
        progress_start(&progress, "points", POINTS);
        j.points = points;
        j.progress = &progress;
        for (i = 0; i < POINTS; i++) {
            settings_of(&points[i].settings);
            points[i].settings.seed = (int64_t)i;
        }
        CHECK_EQ(threads_run(POINTS, threads, run_point, &j, &e), 0);
        progress_end(&progress);
        for (i = 0; i < POINTS; i++) {
            CHECK_EQ(points[i].count, 5);
            if (threads == 1) hash[i] = points[i].curves[4].hash;
            CHECK(points[i].curves[4].hash == hash[i]);
            CHECK(i == 0 || hash[i] != hash[i - 1]);
            sweep_point_clear(&points[i]);
        }
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

TEST_MAIN(TEST(looks_at_once), TEST(each_once), TEST(first_failure),
          TEST(policies_together), TEST(points_together))
