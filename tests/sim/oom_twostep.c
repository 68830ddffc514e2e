/* oom_twostep.c - the metascheduler by messages when memory runs out (twostep.h, slots.h,
 * flexco_messages.h).
 *
 * A run of FlexCo's sites in which messages take time and get lost, sites fail, jobs are
 * booked, moved and refused. Each request for memory is refused in a run of its own, once
 * alone and once with all that follow: the run must end with a message and leak nothing,
 * and the next, with enough memory, must give the same result as ever. */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include "swf.h"

#include "coalloc.h"

#include "base/error.h"
#include "flexco/flexco.h"
#include "flexco/flexco_job.h"
#include "flexco/flexco_rules.h"
#include "workload/outages.h"

#include "flexco_jobs.h"
#include "oom_sweep.h"

#include <stdint.h>
#include <string.h>

#define JOBS 90u

static const uint32_t servers[] = {12, 8, 16};
static const struct flexco_system sites = {3, servers};
static struct flexco_job jobs[JOBS];
static size_t job_count = JOBS; /* of them */

static void make_jobs(void)
{
    size_t i;
    int64_t now = 0;
    for (i = 0; i < JOBS; i++) {
        now += test_between(1, 40);
        jobs[i] = flexco_jobs_random(i, now, sites.count, 8, 30, 200);
    }
}

/* Meta-jobs that all come at once, so that a site holds processors for many of them. */
static void make_burst(void)
{
    size_t i;
    job_count = 14;
    for (i = 0; i < job_count; i++) {
        struct flexco_job *j = &jobs[i];
        j->number = (int64_t)i + 1;
        j->submit = 1;
        j->site = FLEXCO_META;
        j->servers = 1;
        j->run = j->estimate = test_between(1, 200);
        j->overhead = 0;
    }
}

static int run(const void *setup, uint64_t *answer, struct error *e)
{
    const struct flexco_rules *const rules = (const struct flexco_rules *)setup;
    struct flexco_result r;
    size_t i;
    int result;
    memset(&r, 0, sizeof r);
    result = flexco_run(&sites, jobs, job_count, rules, &r, e);
    *answer = oom_hash(oom_hash(*answer, (int64_t)r.messages), (int64_t)r.moved);
    for (i = 0; i < r.count && result == 0; i++)
        *answer = oom_hash(oom_hash(*answer, r.outcomes[i].start), r.outcomes[i].end);
    flexco_rules_result_free(&r);
    return result;
}

static void messages(void)
{
    struct outage_plan outages;
    struct flexco_rules rules;
    int early;
    heap_begin();
    memset(&outages, 0, sizeof outages);
    memset(&rules, 0, sizeof rules);
    make_jobs();
    outages.mtbf = 1500;
    outages.mttr = 50;
    rules.mode = FLEXCO_MOLD;
    rules.efficiency = 80;
    rules.latency = 4;
    rules.loss = 20000;
    rules.publish = FLEXCO_EARLIEST;
    rules.slots = 8;
    rules.outages = &outages;
    for (early = 0; early < 2; early++) {
        rules.early_binding = early;
        oom_sweep(run, &rules, 1000);
    }
    make_burst();
    rules.mode = FLEXCO_SHIFT;
    oom_sweep(run, &rules, 3000);
    heap_check_places("/flexco/messages/", NULL, 21);
}

TEST_MAIN(TEST(messages))
