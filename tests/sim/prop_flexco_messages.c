/* prop_flexco_messages.c - whole runs of FlexCo's sites with a metascheduler that only
 * hears messages (flexco_messages.h).
 *
 * When all slots are published, messages take no time and none is lost, a run must be the
 * same as with a metascheduler that sees the calendars, in every mode: each start, end,
 * share and move. With latency, losses, few slots, failures and early binding it must
 * pass the check of results, and every job that can fit must end. */
#define _POSIX_C_SOURCE 200809L

#include "swf.h"

#include "coalloc.h"

#include "test.h"

#include "base/error.h"
#include "flexco/flexco.h"
#include "flexco/flexco_check.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_rules.h"
#include "workload/outages.h"

#include "flexco_jobs.h"

#define JOBS 120u

static const uint32_t servers[] = {16, 10, 24, 12};
static const struct flexco_system sites = {4, servers};
static struct flexco_job jobs[JOBS];

static void make_jobs(void)
{
    const int64_t gap = test_between(5, 60);
    int64_t now = 0;
    size_t i;
    for (i = 0; i < JOBS; i++) {
        now += test_between(1, gap);
        jobs[i] = flexco_jobs_random(i, now, sites.count, 10, 40, 400);
    }
}

static void run(const struct flexco_rules *rules, struct flexco_result *r)
{
    struct error e;
    memset(r, 0, sizeof *r);
    memset(&e, 0, sizeof e);
    if (flexco_run(&sites, jobs, JOBS, rules, r, &e) != 0 ||
        flexco_check(&sites, jobs, JOBS, rules, r, &e) != 0)
        CHECK_STR(e.text, "success");
}

static void check_same_run(const struct flexco_result *a, const struct flexco_result *b)
{
    size_t i;
    uint32_t k;
    CHECK_EQ(a->asked, b->asked);
    CHECK_EQ(a->shifts, b->shifts);
    CHECK_EQ(a->remaps, b->remaps);
    CHECK_EQ(a->molds, b->molds);
    CHECK_EQ(a->joined, b->joined);
    for (i = 0; i < JOBS; i++) {
        const struct flexco_outcome *x = &a->outcomes[i], *y = &b->outcomes[i];
        CHECK_EQ(x->fate, y->fate);
        CHECK_EQ(x->start, y->start);
        CHECK_EQ(x->end, y->end);
        CHECK_EQ(x->promised, y->promised);
        CHECK_EQ(x->shape, y->shape);
        CHECK_EQ(x->part_count, y->part_count);
        for (k = 0; k < x->part_count; k++) {
            CHECK_EQ(a->parts[x->first_part + k].site, b->parts[y->first_part + k].site);
            CHECK_EQ(a->parts[x->first_part + k].servers,
                     b->parts[y->first_part + k].servers);
        }
    }
}

static void as_direct(void)
{
    long n;
    int mode;
    for (n = test_scaled(40); n > 0; n--) {
        make_jobs();
        for (mode = 0; mode < FLEXCO_MODE_COUNT; mode++) {
            struct flexco_rules rules;
            struct flexco_result direct, messages;
            memset(&rules, 0, sizeof rules);
            rules.mode = (enum flexco_mode)mode;
            rules.efficiency = FLEXCO_EFFICIENCY;
            rules.least = (uint32_t)test_below(3);
            run(&rules, &direct);
            rules.publish = FLEXCO_EARLIEST;
            rules.slots = UINT32_MAX;
            run(&rules, &messages);
            CHECK_EQ(direct.messages, 0);
            CHECK(messages.messages >= 4 * 6);
            CHECK_EQ(messages.stale, 0);
            check_same_run(&direct, &messages);
            flexco_rules_result_free(&direct);
            flexco_rules_result_free(&messages);
        }
    }
}

static void hard_times(void)
{
    uint64_t stale = 0, retries = 0, moved = 0;
    long n;
    size_t i;
    for (n = test_scaled(90); n > 0; n--) {
        struct outage_plan outages;
        struct flexco_rules rules;
        struct flexco_result r;
        make_jobs();
        memset(&outages, 0, sizeof outages);
        memset(&rules, 0, sizeof rules);
        outages.mtbf = test_between(500, 20000);
        outages.mttr = test_between(1, 300);
        outages.seed = test_random();
        rules.mode = (enum flexco_mode)test_below(FLEXCO_MODE_COUNT);
        rules.efficiency = FLEXCO_EFFICIENCY;
        rules.early_binding = test_below(3) == 0;
        rules.publish = (enum flexco_publish)test_below(3);
        rules.slots = 1 + (uint32_t)test_below(12);
        rules.window = test_between(1, 2000);
        rules.latency = (int64_t)test_below(4) * test_between(0, 15);
        rules.loss = (uint32_t)(test_below(2) * test_below(150000));
        rules.seed = test_random();
        if (test_below(2)) rules.outages = &outages;
        run(&rules, &r);
        for (i = 0; i < JOBS; i++) {
            const enum flexco_fate fate = r.outcomes[i].fate;
            CHECK(fate != FLEXCO_FATE_waiting);
            if (!rules.loss) CHECK(fate != FLEXCO_FATE_unbooked);
        }
        stale += r.stale;
        retries += r.retries;
        moved += r.moved;
        flexco_rules_result_free(&r);
    }
    if (test_scaled(100) == 100) CHECK(stale > 50 && retries > stale && moved > 50);
}

TEST_MAIN(TEST(as_direct), TEST(hard_times))
