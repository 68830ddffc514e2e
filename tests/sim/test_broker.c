/* test_broker.c - the broker (broker.h) on cases whose schedules were worked out by hand:
 * what the second broker of prop_broker.c does not know, nodes that are shared, promises
 * of a local system, jobs at several clusters. Then the checker (broker_check.c), which
 * has looked at all of these, on results that were spoiled in every way that it must
 * notice. */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include "swf.h"

#include "coalloc.h"

#include "base/job.h"
#include "batch/batch.h"
#include "check/check_tree.h"
#include "grid/broker.h"
#include "grid/broker_policy.h"
#include "workload/grid.h"

#include "broker_cases.h"

/* ---- scenarios --------------------------------------------------------------------- */

enum { A, B };

/* Fates, short. */
#define RAN BROKER_FATE_finished
#define NO_CLUSTER BROKER_FATE_no_cluster
#define STUCK BROKER_FATE_stuck

static broker_case scenario(const char *grid, size_t jobs, size_t resources)
{
    broker_case c = {0};
    snprintf(c.grid, sizeof c.grid, "%s", grid);
    c.rules.jobs = jobs;
    c.rules.resources = resources;
    c.rules.deadline_factor = 5000000000;
    return c;
}

static void set_jobs(broker_case *c, const case_job *jobs, size_t n)
{
    CHECK(n <= CASE_JOBS);
    memcpy(c->jobs, jobs, n * sizeof *jobs);
    c->n = n;
}
#define SET_JOBS(c, jobs) set_jobs((c), (jobs), sizeof(jobs) / sizeof(jobs)[0])

static void run_well(const broker_case *c, world *w)
{
    const char *wrong;
    build_world(c, w);
    wrong = run_world(w);
    if (wrong) CHECK_STR(wrong, "");
}

/* ---- what the second broker does not know ------------------------------------------ */

#define FOUR_AND_TWO                                     \
    "cluster A nodes=2 cpus=4 memory=512 vendor=Intel\n" \
    "cluster B nodes=2 cpus=2 memory=1024 vendor=AMD\n"

/* A start is news, even if nothing else happens then: conservative, never planned anew, 1
 * starts at 10, when 0, which ended at 2, was to end. That is seen at 13: 2 is not sent
 * to a cluster that looks free, but waits for news of 15, at 18. */
static void late_information_of_a_start(void)
{
    static const case_job jobs[] = {
        {0, 2, 10, 2, ""}, {1, 5, 5, 2, ""}, {13, 1, 1, 2, ""}};
    static const int64_t sent[] = {0, 1, 18}, start[] = {0, 10, 18}, end[] = {2, 15, 19};
    broker_case c = scenario("cluster A nodes=1 cpus=2", BROKER_FCFS, BROKER_MATCH);
    static world w;
    size_t i;
    c.local[0].kind = BATCH_CONSERVATIVE;
    c.rules.delay = 3;
    SET_JOBS(&c, jobs);
    run_well(&c, &w);
    for (i = 0; i < 3; i++) {
        CHECK_EQ(w.result.jobs[i].dispatched, sent[i]);
        CHECK_EQ(w.result.jobs[i].start, start[i]);
        CHECK_EQ(w.result.jobs[i].end, end[i]);
    }
    free_world(&w);
}

/* Of A's memory bandwidth, 100, jobs 0 and 1 use 80 each: on one node they run at
 * 100 / 160 of their speed, for 16 seconds instead of 10. Beside 2, which uses nothing, 3
 * is not slowed. */
static broker_case sharing(void)
{
    static const case_job jobs[] = {{0, 10, 0, 1, "usage_memory = 80"},
                                    {0, 10, 0, 1, "usage_memory = 80"},
                                    {0, 5, 0, 1, ""},
                                    {16, 10, 0, 1, "usage_memory = 80"}};
    broker_case c =
        scenario("cluster A nodes=1 cpus=2 membw=100", BROKER_FCFS, BROKER_SLOW);
    c.sharing = 1;
    SET_JOBS(&c, jobs);
    return c;
}

/* ---- jobs at several clusters ------------------------------------------------------ */

static broker_case together(const case_job *jobs, size_t n)
{
    broker_case c = scenario("cluster a nodes=4 cpus=16 vendor=Intel\n"
                             "cluster b nodes=4 cpus=8 vendor=Intel\n"
                             "cluster c nodes=4 cpus=8 vendor=AMD\n",
                             BROKER_FCFS, BROKER_MATCH);
    set_jobs(&c, jobs, n);
    c.rules.at_several = 1;
    c.rules.coallocate = 10;
    return c;
}

/* How many CPUs the job has at a cluster. */
static uint32_t cpus_at(const world *w, uint32_t job, uint32_t cluster)
{
    uint32_t cpus = 0, k;
    size_t i;
    for (i = 0; i < w->result.execution_count; i++) {
        const struct broker_execution *x = &w->result.executions[i];
        for (k = 0; k < x->run_count && x->job == job && x->cluster == cluster; k++)
            cpus += w->result.runs[x->first_run + k].count;
    }
    return cpus;
}

/* Job 1 has a until 100, though it says 200. Job 2 has 20 CPUs: from 200 on, as nobody
 * knows better; 80 by its estimate, 88 with the overhead, and it runs 50, so 55. Job 3
 * has 24, of Intel's only: all of a and b, behind it. Job 4 would run into that at a: it
 * waits there until 354. Job 5 is larger than all, job 6 than all of Intel's. Where that
 * is not allowed, jobs 2 and 3 have no cluster either. */
static void at_several(void)
{
    static const case_job jobs[] = {{0, 100, 200, 16, ""},
                                    {1, 50, 80, 20, ""},
                                    {2, 60, 60, 24, "vendor == Intel"},
                                    {250, 60, 60, 12, ""},
                                    {251, 10, 10, 33, ""},
                                    {252, 10, 10, 25, "vendor == Intel"}};
    static const int64_t start[] = {0, 200, 288, 354}, end[] = {100, 255, 354, 414};
    static const uint32_t parts[] = {0, 2, 2, 0}, at_a[] = {16, 16, 16, 12},
                          at_b[] = {0, 4, 8, 0};
    broker_case c = together(jobs, 6);
    static world w;
    uint32_t i;
    run_well(&c, &w);
    for (i = 0; i < 4; i++) {
        CHECK_EQ(w.result.jobs[i].start, start[i]);
        CHECK_EQ(w.result.jobs[i].end, end[i]);
        CHECK_EQ(w.result.jobs[i].parts, parts[i]);
        CHECK_EQ(cpus_at(&w, i, 0), at_a[i]);
        CHECK_EQ(cpus_at(&w, i, 1), at_b[i]);
    }
    for (; i < 6; i++) CHECK_EQ(w.result.jobs[i].fate, NO_CLUSTER);
    free_world(&w);
    c.rules.at_several = 0;
    run_well(&c, &w);
    for (i = 0; i < 6; i++) CHECK_EQ(w.result.jobs[i].fate, i % 3 ? NO_CLUSTER : RAN);
    free_world(&w);
}

static void random_large(broker_case *c)
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
    *c = together(jobs, n);
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

/* Every run passes the checker (run_well), and who is large enough runs. */
static void random_at_several(void)
{
    long i, together = 0;
    for (i = test_scaled(1500); i > 0; i--) {
        broker_case c;
        world w;
        size_t k;
        random_large(&c);
        run_well(&c, &w);
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

/* ---- the checker: results that were spoiled ---------------------------------------- */

/* Executions: 1 on B 0-4; 2 on B 6-8; 0 on A 0-10. Job 3 is too large. */
static broker_case mixed(void)
{
    static const case_job jobs[] = {
        {0, 10, 0, 3, ""}, {0, 4, 0, 2, ""}, {6, 2, 0, 1, ""}, {7, 1, 0, 5, ""}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_FCFS, BROKER_MATCH);
    SET_JOBS(&c, jobs);
    return c;
}

/* Four at a time: 0 has CPUs 0, 1 of A, 1 has 2, 2 has 3, 3 has B. Later 4 has all of A;
 * what 5 wants, nobody ever has, and 6 goes beside 4, past it. */
static broker_case crowded(void)
{
    static const case_job jobs[] = {{0, 8, 0, 2, "vendor == Intel"},
                                    {0, 8, 0, 1, "vendor == Intel"},
                                    {0, 8, 0, 1, "vendor == Intel"},
                                    {0, 8, 0, 1, "vendor == AMD"},
                                    {1, 4, 0, 4, ""},
                                    {2, 1, 0, 1, "load > 100"},
                                    {9, 1, 0, 1, ""}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_JR, BROKER_MATCH);
    SET_JOBS(&c, jobs);
    return c;
}

static struct broker_execution *execution_of(world *w, uint32_t job)
{
    size_t i;
    for (i = 0; i < w->result.execution_count; i++)
        if (w->result.executions[i].job == job) return &w->result.executions[i];
    CHECK_STR("no execution", "one of the job");
    return NULL;
}

static struct job_run *run_of(world *w, uint32_t job)
{
    return &w->result.runs[execution_of(w, job)->first_run];
}

static void add_execution(struct broker_result *r, const struct broker_execution *x)
{
    CHECK(r->execution_count < r->execution_room);
    r->executions[r->execution_count++] = *x;
}

static void check_says(const world *w, const char *sentence)
{
    const char *said = broker_check(&w->task, &w->result);
    if (!said) said = "nothing";
    if (!strstr(said, sentence)) CHECK_STR(said, sentence);
}

/* The case's result, changed like that: what must be said of it. */
#define SPOILED(scene, sentence, change)    \
    do {                                    \
        const broker_case spoilt = (scene); \
        run_well(&spoilt, &w);              \
        change;                             \
        check_says(&w, (sentence));         \
        free_world(&w);                     \
    } while (0)

static world w; /* of the spoiled results */

static void spoiled_executions(void)
{
    struct broker_result *r = &w.result;
    SPOILED(mixed(), "of no job, or on no cluster", r->executions[0].job = 4);
    SPOILED(mixed(), "of no job, or on no cluster", r->executions[0].cluster = 2);
    SPOILED(mixed(), "execution 2 ended before the", r->executions[1].end = 3);
    SPOILED(mixed(), "ended before it started", r->executions[0].start = 4);
    SPOILED(mixed(), "job 3 started before it was submitted", w.jobs[2].submit = 9);
    SPOILED(mixed(), "job 3 was executed twice", add_execution(r, execution_of(&w, 2));
            r->executions[3].start = 13; r->executions[3].end = 15);
    SPOILED(crowded(), "job 5 ran on a cluster that fails its requirements",
            execution_of(&w, 4)->cluster = B);
    SPOILED(crowded(), "job 4 ran on a cluster that fails its requirements",
            execution_of(&w, 3)->cluster = A);
    SPOILED(mixed(), "ended before it had run its time", w.jobs[1].run++);
    SPOILED(mixed(), "ran for longer than its time", w.jobs[1].run--);
}

/* Who uses nothing that is shared is not slowed down, nor anybody where nothing is. */
static void spoiled_sharing(void)
{
    SPOILED(sharing(), "job 1 ran for longer", w.local[0].sharing = NULL);
    SPOILED(sharing(), "job 3 ran for longer", w.jobs[2].run--);
    SPOILED(sharing(), "job 1 ended before", w.jobs[0].run = 17);
}

static void spoiled_cpus(void)
{
    struct broker_result *r = &w.result;
    SPOILED(crowded(), "CPUs that are not in the result",
            execution_of(&w, 1)->first_run = r->run_count + 1);
    SPOILED(crowded(), "CPUs that are not in the result",
            execution_of(&w, 1)->run_count = UINT32_MAX);
    SPOILED(crowded(), "more or fewer CPUs", execution_of(&w, 1)->run_count = 0);
    SPOILED(crowded(), "CPUs that its cluster does not have", run_of(&w, 1)->first = 4);
    SPOILED(crowded(), "CPUs that its cluster does not have", run_of(&w, 3)->first = 2);
    SPOILED(crowded(), "CPUs that its cluster does not have", run_of(&w, 0)->count = 5);
    SPOILED(crowded(), "CPUs that its cluster does not have", run_of(&w, 1)->count = 0);
    SPOILED(crowded(), "CPUs that its cluster does not have",
            run_of(&w, 1)->count = UINT32_MAX);
    SPOILED(crowded(), "job 1 has more or fewer CPUs", run_of(&w, 0)->count = 1);
    SPOILED(crowded(), "job 2 has more or fewer CPUs", run_of(&w, 1)->count = 2);
    SPOILED(crowded(), "has a CPU that another job", run_of(&w, 2)->first = 0);
    SPOILED(crowded(), "has a CPU that another job", run_of(&w, 1)->first = 1);
    SPOILED(crowded(), "has a CPU that another job", run_of(&w, 1)->first = 3);
    SPOILED(crowded(), "has a CPU that another job", execution_of(&w, 4)->start = 7;
            w.jobs[4].run = 5; r->jobs[4].start = r->jobs[4].dispatched = 7);
}

static void spoiled_fates(void)
{
    static const struct broker_outcome forgotten = {STUCK, 0, -1, -1, -1, 0};
    struct broker_result *r = &w.result;
    SPOILED(mixed(), "of 4 jobs it tells of 3", r->count--);
    SPOILED(mixed(), "job 2 finished, but is not said", r->jobs[1].fate = STUCK);
    SPOILED(mixed(), "is said to have finished, but did not", r->jobs[3].fate = RAN);
    SPOILED(mixed(), "did not run when it is said", r->jobs[1].start++);
    SPOILED(mixed(), "did not run when it is said", r->jobs[1].end++);
    SPOILED(mixed(), "did not run where it was sent", r->jobs[1].cluster = A);
    SPOILED(mixed(), "started before it was sent", r->jobs[1].dispatched = 1);
    SPOILED(mixed(), "did not finish, but has a start", r->jobs[3].end = 8);
    SPOILED(mixed(), "was sent to a cluster and did not finish",
            r->jobs[3].dispatched = 7);
    SPOILED(mixed(), "fits no cluster, but is not said to", r->jobs[3].fate = STUCK);
    SPOILED(mixed(), "has no fate", r->jobs[3].fate = BROKER_FATE_COUNT);
    SPOILED(crowded(), "is said to fit no cluster, but does",
            r->jobs[5].fate = NO_CLUSTER);
    SPOILED(mixed(), "waits for ever, but fits a cluster", /* the last is forgotten */
            r->jobs[r->executions[--r->execution_count].job] = forgotten);
}

static void spoiled_dispatches(void)
{
    struct broker_result *r = &w.result;
    SPOILED(mixed(), "ran, but was not sent", r->jobs[1].dispatched = -1);
    SPOILED(mixed(), "was sent to no cluster", r->jobs[0].cluster = 2);
    SPOILED(mixed(), "job 3 was sent before it was submitted", r->jobs[2].dispatched = 5);
}

static broker_case two_parts(void)
{
    static const case_job jobs[] = {{0, 50, 50, 20, ""}};
    return together(jobs, 1);
}

static void spoiled_parts(void)
{
    struct broker_execution **x = &w.result.executions;
    SPOILED(two_parts(), "job 1 has parts that do not run at the same", (*x)[1].end++);
    SPOILED(two_parts(), "parts that do not add up", run_of(&w, 0)->count--);
    SPOILED(two_parts(), "more or fewer parts", w.result.jobs[0].parts = 3);
    SPOILED(two_parts(), "on a cluster that fails its", w.result.jobs[0].parts = 0);
    SPOILED(two_parts(), "ended before it had run its time", w.rules.coallocate = 20);
    SPOILED(two_parts(), "at several clusters, but may not", w.rules.at_several = 0);
    SPOILED(two_parts(), "at several clusters, but fits one", w.jobs[0].servers = 12);
}

/* Do two of the uses share a CPU? Pair by pair. */
static int share_a_cpu(const struct check_tree_use *uses, size_t n)
{
    size_t i, k;
    for (i = 0; i < n; i++)
        for (k = 0; k < i; k++) {
            const struct check_tree_use *x = &uses[i], *y = &uses[k];
            if (x->cluster == y->cluster && x->start < y->end && y->start < x->end &&
                x->first < y->first + y->count && y->first < x->first + x->count)
                return 1;
        }
    return 0;
}

/* What shares CPUs is found among any others, and only that. */
static void random_cpus(void)
{
    const long rounds = test_scaled(100000);
    long round, shared = 0;
    for (round = 0; round < rounds; round++) {
        const int64_t cpus = test_below(2) ? 12 : 40, time = test_between(2, 20);
        const size_t n = (size_t)test_between(1, 15);
        struct check_tree_use uses[15];
        uint32_t job;
        int shares;
        size_t i;
        for (i = 0; i < n; i++) {
            struct check_tree_use *u = &uses[i];
            u->job = (uint32_t)i;
            u->cluster = (uint32_t)test_below(2);
            u->start = test_between(0, time);
            u->end = u->start + test_between(1, 5);
            u->first = (uint32_t)test_between(0, cpus);
            u->count = (uint32_t)test_between(1, 4);
        }
        shares = share_a_cpu(uses, n);
        shared += shares;
        CHECK_EQ(check_tree_twice(uses, n, &job), shares);
    }
    CHECK(rounds < 1000 || (shared > rounds / 10 && shared < rounds - rounds / 10));
}

TEST_MAIN(TEST(late_information_of_a_start), TEST(at_several), TEST(random_at_several),
          TEST(spoiled_executions), TEST(spoiled_sharing), TEST(spoiled_cpus),
          TEST(spoiled_fates), TEST(spoiled_dispatches), TEST(spoiled_parts),
          TEST(random_cpus))
