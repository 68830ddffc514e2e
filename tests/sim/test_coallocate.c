/* test_coallocate.c - jobs larger than any cluster, at several at once
 * (broker_coallocate.c): a schedule worked out by hand, what is refused, random runs that
 * the checker (broker_check.c) looks at, and results spoiled in ways that it must
 * notice. */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include "swf.h"

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch.h"
#include "grid/broker.h"
#include "grid/broker_rules.h"

#include "broker_cases.h"

static broker_case scenario(const char *grid, const case_job *jobs, size_t n)
{
    broker_case c = {0};
    snprintf(c.grid, sizeof c.grid, "%s", grid);
    memcpy(c.jobs, jobs, n * sizeof *jobs);
    c.n = n;
    c.rules.deadline_factor = 5000000000;
    c.rules.at_several = 1;
    c.rules.coallocate = 10;
    return c;
}

static void run_case(const broker_case *c, world *w)
{
    build_world(c, w);
    if (run_world(w) != 0) CHECK_STR(w->e.text, "a run");
}

static void ran(const world *w, size_t job, int64_t start, int64_t end, uint32_t parts)
{
    const struct broker_outcome *o = &w->result.jobs[job];
    CHECK_EQ(o->fate, BROKER_FATE_finished);
    CHECK_EQ(o->start, start);
    CHECK_EQ(o->end, end);
    CHECK_EQ(o->parts, parts);
}

/* How many CPUs the job has at a cluster. */
static uint32_t cpus_at(const world *w, uint32_t job, uint32_t cluster)
{
    uint32_t cpus = 0;
    size_t i;
    for (i = 0; i < w->result.execution_count; i++)
        if (w->result.executions[i].job == job &&
            w->result.executions[i].cluster == cluster)
            cpus += broker_rules_execution_cpus(&w->result, &w->result.executions[i]);
    return cpus;
}

static const char grid[] = "cluster a nodes=4 cpus=16 vendor=Intel\n"
                           "cluster b nodes=4 cpus=8 vendor=Intel\n"
                           "cluster c nodes=4 cpus=8 vendor=AMD\n";

/* Job 1 has a until 100, though it says 200. Job 2 has 20 CPUs: from 200 on, as nobody
 * knows better; 80 by its estimate, 88 with the overhead, and it runs 50, so 55. Job 3
 * has 24, of Intel's only: all of a and b, behind it. Job 4 would run into that at a: it
 * waits there until 354. Job 5 is larger than all, job 6 than all of Intel's. */
static void worked(void)
{
    static const case_job jobs[] = {{0, 100, 200, 16, ""},
                                    {1, 50, 80, 20, ""},
                                    {2, 60, 60, 24, "vendor == Intel"},
                                    {250, 60, 60, 12, ""},
                                    {251, 10, 10, 33, ""},
                                    {252, 10, 10, 25, "vendor == Intel"}};
    broker_case c = scenario(grid, jobs, 6);
    world w;
    run_case(&c, &w);
    ran(&w, 0, 0, 100, 0);
    ran(&w, 1, 200, 255, 2);
    CHECK_EQ(cpus_at(&w, 1, 0), 16);
    CHECK_EQ(cpus_at(&w, 1, 1), 4);
    ran(&w, 2, 288, 354, 2);
    CHECK_EQ(cpus_at(&w, 2, 0), 16);
    CHECK_EQ(cpus_at(&w, 2, 1), 8);
    ran(&w, 3, 354, 414, 0);
    CHECK_EQ(w.result.jobs[4].fate, BROKER_FATE_no_cluster);
    CHECK_EQ(w.result.jobs[5].fate, BROKER_FATE_no_cluster);
    free_world(&w);
}

/* Where it is not allowed, such a job has no cluster. */
static void off(void)
{
    static const case_job jobs[] = {{0, 50, 80, 20, ""}, {1, 10, 10, 16, ""}};
    broker_case c = scenario(grid, jobs, 2);
    world w;
    c.rules.at_several = 0;
    run_case(&c, &w);
    CHECK_EQ(w.result.jobs[0].fate, BROKER_FATE_no_cluster);
    ran(&w, 1, 1, 11, 0);
    free_world(&w);
}

/* Not where processors have names. */
static void refused(void)
{
    static const case_job jobs[] = {{0, 50, 80, 20, ""}};
    broker_case c = scenario(grid, jobs, 1);
    struct broker_result r = {0};
    world w;
    c.local[1].binding = BATCH_BINDING_IDS;
    build_world(&c, &w);
    CHECK_EQ(broker_simulate(&w.grid, &w.demands, w.jobs, w.n, &w.rules, &r, &w.e), -1);
    CHECK_STR(w.e.text,
              "cluster b: jobs run at several clusters only where processors are"
              " counted: first-fit, and nothing shared");
    broker_rules_free(&r);
    free_world(&w);
}

/* ---- random runs ------------------------------------------------------------------- */

static void random_case(broker_case *c)
{
    static const enum batch_kind kinds[] = {BATCH_FCFS, BATCH_EASY, BATCH_CONSERVATIVE};
    case_job jobs[CASE_JOBS];
    size_t i, n = (size_t)test_between(1, CASE_JOBS);
    int64_t now = 0;
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < n; i++) {
        jobs[i].submit = now;
        now += test_between(0, 12);
        jobs[i].run = test_between(1, 40);
        jobs[i].estimate = jobs[i].run + test_between(0, 20);
        jobs[i].servers =
            (uint32_t)(test_below(4) ? test_between(1, 16) : test_between(9, 34));
        if (test_below(4) == 0)
            snprintf(jobs[i].wants, sizeof jobs[i].wants, "vendor == Intel");
    }
    *c = scenario(grid, jobs, n);
    c->rules.jobs = (size_t)test_below(broker_policy_jobs_table.count);
    do c->rules.resources = (size_t)test_below(broker_policy_resources_table.count);
    while (broker_policy_resources(c->rules.resources)->alone);
    c->rules.coallocate = (uint32_t)test_below(60);
    c->rules.delay = test_below(3) ? 0 : test_between(1, 30);
    for (i = 0; i < 3; i++) {
        c->local[i].kind = kinds[test_below(3)];
        c->local[i].reservations = 1;
        c->local[i].compress = BATCH_COMPRESS_ARRIVAL;
    }
}

/* Every run passes the checker (run_case), and who is large enough runs. */
static void random_runs(void)
{
    long i, together = 0;
    for (i = test_scaled(1500); i > 0; i--) {
        broker_case c;
        world w;
        size_t k;
        random_case(&c);
        run_case(&c, &w);
        for (k = 0; k < c.n; k++) {
            const int intel = c.jobs[k].wants[0] != 0;
            const uint32_t all = intel ? 24 : 32;
            if (c.jobs[k].servers <= 16) {
                CHECK_EQ(w.result.jobs[k].parts, 0);
            } else if (!broker_policy_jobs(c.rules.jobs)->at_once) {
                CHECK_EQ(w.result.jobs[k].parts > 0, c.jobs[k].servers <= all);
                together += w.result.jobs[k].parts > 0;
            }
        }
        free_world(&w);
    }
    CHECK(together > 0 || test_scaled(100) < 100);
}

/* ---- the checker ------------------------------------------------------------------- */

static void spoiled(const world *w, const char *why)
{
    struct error e;
    CHECK_EQ(
        broker_check(&w->grid, &w->demands, w->jobs, w->n, &w->rules, &w->result, &e),
        -1);
    CHECK_STR(e.text, why);
}

static void checker(void)
{
    static const case_job jobs[] = {{0, 50, 50, 20, ""}};
    broker_case c = scenario(grid, jobs, 1);
    struct broker_execution *x;
    struct broker_outcome *o;
    struct job_run *run;
    world w;
    run_case(&c, &w);
    CHECK_EQ(w.result.execution_count, 2);
    x = w.result.executions;
    o = w.result.jobs;
    run = &w.result.runs[x[1].first_run];
    x[1].end++;
    spoiled(&w, "a run that cannot be: job 1 has parts that do not run at the same time");
    x[1].end--;
    run->count--;
    spoiled(&w, "a run that cannot be: job 1 has parts that do not add up to what it asks"
                " for");
    run->count++;
    o->parts = 3;
    spoiled(&w, "a run that cannot be: job 1 has more or fewer parts than it says");
    o->parts = 0;
    CHECK_EQ(broker_check(&w.grid, &w.demands, w.jobs, w.n, &w.rules, &w.result, &w.e),
             -1);
    o->parts = 2;
    w.rules.coallocate = 20;
    spoiled(&w, "a run that cannot be: job 1 ended before it had run its time");
    w.rules.coallocate = 10;
    w.rules.at_several = 0;
    spoiled(&w, "a run that cannot be: job 1 runs at several clusters, but may not");
    w.rules.at_several = 1;
    w.jobs[0].servers = 12;
    spoiled(&w, "a run that cannot be: job 1 runs at several clusters, but fits one");
    w.jobs[0].servers = 20;
    CHECK_EQ(broker_check(&w.grid, &w.demands, w.jobs, w.n, &w.rules, &w.result, &w.e),
             0);
    free_world(&w);
}

TEST_MAIN(TEST(worked), TEST(off), TEST(refused), TEST(random_runs), TEST(checker))
