/* prop_broker.c - broker.h against a second broker that is slow and obviously right
 * (broker_oracle.h), on random small grids, jobs, requirements and policies.
 *
 * Compared are each job's fate, where it was sent and when, when it ran, how often, and
 * the CPUs of each of its executions. SEED=n replays a difference. Every run goes through
 * the checker (broker_check.c). By hand: what the second broker does not know, nodes that
 * are shared, promises of a local system, jobs at several clusters; and results that were
 * spoiled in every way that the checker must notice. */
#define _POSIX_C_SOURCE 200809L

#include "test.h"
#include "swf.h"
#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "machine/policy.h"
#include "machine/orders.h"
#include "machine/processors.h"
#include "check/check_tree.h"
#include "grid/broker.h"
#include "grid/broker_local.h"
#include "grid/broker_policy.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"

#include "broker_oracle.h"

#include <stdarg.h>

/* ---- cases ------------------------------------------------------------------------- */

enum { CASE_JOBS = 48, CASE_CLUSTERS = 5 };

typedef struct case_job {
    int64_t submit, run, estimate; /* estimate 0: the run time */
    uint32_t servers;
    char wants[200]; /* "memory >= 512; clock >= 900 SOFT 3" */
} case_job;

typedef struct broker_case {
    char grid[1200]; /* a grid file */
    case_job jobs[CASE_JOBS];
    size_t n;
    int64_t origin; /* is added to all submissions, of which the first is 0 */
    struct machine_rules local[CASE_CLUSTERS];
    int sharing; /* nodes share what the grid says, jobs use it: usage_memory = 80 */
    struct broker_rules rules;
} broker_case;

typedef struct world { /* a case as the broker reads it, and what it answers */
    struct grid grid;
    struct demands demands;
    struct job jobs[CASE_JOBS];
    struct machine_rules local[CASE_CLUSTERS];
    struct sharing sharing[CASE_CLUSTERS];
    struct broker_rules rules;
    struct broker_task task;
    struct broker_result result;
} world;

static void build_world(const broker_case *c, world *w)
{
    const struct broker_task task = {&w->grid, &w->demands, w->jobs, c->n, &w->rules};
    struct broker_local local = {w->local, w->sharing};
    struct error e;
    memset(w, 0, sizeof *w);
    w->task = task;
    grid_file_parse(&w->grid, "grid", c->grid, strlen(c->grid));
    CHECK(w->grid.count <= CASE_CLUSTERS);
    for (size_t i = 0; i < c->n; i++) {
        struct job *job = &w->jobs[i];
        job->number = (int64_t)i + 1;
        job->order = (uint32_t)i;
        job->submit = job->ready = c->origin + c->jobs[i].submit;
        job->run = c->jobs[i].run;
        job->estimate = c->jobs[i].estimate ? c->jobs[i].estimate : job->run;
        job->length = job->estimate;
        job->servers = c->jobs[i].servers;
        job->wait = -1;
        if (demands_add(&w->demands, &w->grid, i, swf_text(c->jobs[i].wants), &e) != 0)
            CHECK_STR(e.text, "requirements");
    }
    w->rules = c->rules;
    memcpy(w->local, c->local, sizeof w->local);
    w->rules.local = w->local;
    if (c->sharing) broker_local_share_all(&local, &w->grid, &w->demands);
}

static void free_world(world *w)
{
    broker_result_free(&w->result);
    demands_free(&w->demands);
    grid_free(&w->grid);
}

/* NULL, or what makes it a run that cannot be. */
static const char *run_world(world *w)
{
    broker_simulate(&w->task, &w->result);
    return broker_check(&w->task, &w->result);
}

/* ---- random cases ------------------------------------------------------------------ */

static void add(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + length, size - length, format, args);
    va_end(args);
}

static void random_grid(broker_case *c)
{
    static const char *const vendors[] = {"Intel", "AMD", "PowerPC"};
    const size_t count = (size_t)test_between(1, CASE_CLUSTERS);
    const int alike = test_below(3) == 0; /* ranks and sizes of all are the same */
    const int64_t most = test_below(2) ? 4 : 12;
    c->grid[0] = 0;
    if (test_below(2))
        add(c->grid, sizeof c->grid, "priority cpus=%d memory=%d clock=%d\n",
            (int)test_below(5), (int)test_below(3), (int)test_between(-2, 4));
    for (size_t i = 0; i < count; i++) {
        const int64_t cpus = alike ? 4 : test_between(1, most);
        const int64_t nodes = alike ? 2 : test_between(1, cpus);
        add(c->grid, sizeof c->grid, "cluster c%d nodes=%d cpus=%d", (int)i, (int)nodes,
            (int)cpus);
        if (test_below(8))
            add(c->grid, sizeof c->grid, " memory=%d",
                256 << (alike ? 1 : test_below(4)));
        if (test_below(8))
            add(c->grid, sizeof c->grid, " vendor=%s",
                vendors[alike ? 0 : test_below(3)]);
        if (test_below(2))
            add(c->grid, sizeof c->grid, " clock=%d disk=%d",
                (int)test_between(5, 12) * 100, (int)test_between(1, 9) * 10);
        add(c->grid, sizeof c->grid, "\n");
        memset(&c->local[i], 0, sizeof c->local[i]);
        c->local[i].policy = test_below(2) ? &planned_easy : &planned_fcfs;
        c->local[i].reservations = test_below(4) ? 1 : (uint32_t)test_between(2, 3);
        c->local[i].order = test_below(5) ? ORDER_FCFS : ORDER_SJF;
        if (c->local[i].policy == &planned_easy || test_below(3)) continue;
        c->local[i].selection =
            test_below(2) ? PROCESSORS_CONTIGUOUS : PROCESSORS_FIRST_FIT;
        c->local[i].binding = test_below(2) ? MACHINE_BINDING_IDS : MACHINE_BINDING_COUNT;
    }
}

static const char *random_operator(void)
{
    static const char *const operators[] = {">=", ">=", "<=", "<", ">", "==", "!="};
    return operators[test_below(7)];
}

/* Static requirements mostly, that some cluster may satisfy. */
static void random_wants(case_job *job)
{
    static const struct {
        const char *name;
        int64_t unit, most;
    } numbers[] = {{"memory", 256, 8},      {"clock", 100, 12}, {"cpus", 1, 6},
                   {"disk", 10, 9},         {"nodes", 1, 4},    {"freecpus", 1, 6},
                   {"freenodes", 1, 3},     {"load", 25, 4},    {"queued", 1, 2},
                   {"ramavailable", 256, 4}};
    static const char *const vendors[] = {"intel", "AMD", "PowerPC"};
    size_t n = (size_t)test_below(4);
    job->wants[0] = 0;
    if (test_below(3) == 0) n = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t which = (size_t)test_below(test_below(3) ? 5 : 10);
        const int soft = test_below(4) > 0;
        if (k > 0) add(job->wants, sizeof job->wants, "; ");
        if (test_below(5) == 0)
            add(job->wants, sizeof job->wants, "vendor %s %s",
                test_below(3) ? "==" : "!=", vendors[test_below(3)]);
        else
            add(job->wants, sizeof job->wants, "%s %s %d", numbers[which].name,
                random_operator(),
                (int)(test_between(0, numbers[which].most) * numbers[which].unit));
        add(job->wants, sizeof job->wants, soft ? " SOFT" : " HARD");
        if (test_below(2))
            add(job->wants, sizeof job->wants, " %d", (int)test_between(-1, 4));
    }
}

static void random_jobs(broker_case *c)
{
    const int64_t unit = test_below(3) ? 1 : 9; /* bounded slowdowns differ, or hardly */
    const int64_t gap = (int64_t)test_below(6);
    const int wanting = test_below(4) != 0;
    int64_t now = 0;
    c->n = (size_t)(test_below(3) ? test_between(1, 12) : test_between(12, CASE_JOBS));
    for (size_t i = 0; i < c->n; i++) {
        case_job *job = &c->jobs[i];
        memset(job, 0, sizeof *job);
        if (i > 0 && test_below(3)) now += test_between(0, gap) * unit;
        job->submit = now;
        job->run = test_between(1, 15) * unit;
        job->estimate = job->run + (test_below(2) ? test_between(0, 12) * unit : 0);
        job->servers =
            (uint32_t)(test_below(8) ? test_between(1, 4) : test_between(1, 13));
        if (wanting) random_wants(job);
    }
}

/* Any set-up there is; half as many of those without a broker, which are few. */
static void random_policies(struct broker_rules *rules)
{
    static struct broker_setup all[BROKER_SETUPS];
    const size_t count = broker_policy_setups(all);
    const struct broker_setup *s = &all[test_below(count)];
    if (broker_policy_resources(s->resources)->alone && test_below(2))
        s = &all[test_below(count)];
    rules->jobs = s->jobs;
    rules->resources = s->resources;
    rules->seed = test_below(3);
}

static void random_rules(broker_case *c)
{
    struct broker_rules *rules = &c->rules;
    memset(rules, 0, sizeof *rules);
    random_policies(rules);
    rules->jr_factor = test_below(3) ? test_between(0, 30) * 50000000 : 0;
    rules->jr_listing = test_below(4) == 0;
    rules->jr_no_head = test_below(3) == 0;
    rules->ties = (int)test_below(3);
    rules->deadline_factor = test_between(10, 60) * 100000000;
    rules->delay = test_below(2) ? 0 : test_between(1, test_below(2) ? 10 : 60);
}

static void random_case(broker_case *c)
{
    memset(c, 0, sizeof *c);
    c->origin = test_below(2) ? 0 : test_between(1, 1000);
    random_grid(c);
    random_jobs(c);
    random_rules(c);
}

/* ---- the two brokers --------------------------------------------------------------- */

static int same_outcome(const struct broker_outcome *a, const struct broker_outcome *b)
{
    if (a->fate != b->fate || a->start != b->start || a->end != b->end) return 0;
    if (a->dispatched != b->dispatched) return 0;
    return a->dispatched < 0 || a->cluster == b->cluster;
}

/* Is it its job's? */
static int same_execution(const struct broker_result *r, const struct broker_execution *a)
{
    const struct oracle_job *b = &o.job[a->job];
    unsigned char has[ORACLE_CPUS] = {0};
    if (a->cluster != b->cluster || a->start != b->outcome.start) return 0;
    if (a->end != b->outcome.end) return 0;
    for (size_t i = a->first_run; i < a->first_run + a->run_count; i++)
        for (size_t k = r->runs[i].first; k < r->runs[i].first + r->runs[i].count; k++)
            has[k] = 1;
    return memcmp(has, b->has, sizeof has) == 0;
}

/* How long nodes are in use, computed from the oracle's jobs in order of start. */
static double node_seconds(const struct grid_cluster *c, uint32_t cluster)
{
    uint32_t k, cpu = 0;
    double used = 0;
    for (uint32_t node = 0; node < c->nodes; node++) {
        const uint32_t end = cpu + c->cpus / c->nodes + (node < c->cpus % c->nodes);
        int64_t until = -1;
        for (size_t i = 0; i < o.count; i++) {
            const struct oracle_job *j = &o.job[o.started[i]];
            const struct broker_outcome *x = &j->outcome;
            for (k = cpu; k < end && !j->has[k];) k++;
            if (j->cluster != cluster || k == end || x->end <= until) continue;
            used += (double)(x->end - (x->start > until ? x->start : until));
            until = x->end;
        }
        cpu = end;
    }
    return used;
}

static const char *other_use(const world *w)
{
    for (uint32_t c = 0; c < w->grid.count; c++) {
        double used = 0;
        for (size_t i = 0; i < w->task.count; i++)
            if (o.job[i].outcome.start >= 0 && o.job[i].cluster == c)
                used += (double)w->jobs[i].run * w->jobs[i].servers;
        if (used != w->result.use[c].cpu_seconds) return "CPU seconds";
        if (node_seconds(&w->grid.clusters[c], c) != w->result.use[c].node_seconds)
            return "node seconds";
    }
    return NULL;
}

static const char *other_overtaken(const world *w)
{
    double jobs, most, wanted = 0, wanted_most = 0;
    for (size_t i = 0; i < w->task.count; i++) {
        const int64_t start = o.job[i].outcome.start;
        double by = 0;
        for (size_t k = i + 1; k < w->task.count && start >= 0; k++)
            by += o.job[k].outcome.start >= 0 && o.job[k].outcome.start < start;
        wanted += by > 0;
        if (by > wanted_most) wanted_most = by;
    }
    broker_overtaken(&w->result, &jobs, &most);
    return jobs != wanted || most != wanted_most ? "who is overtaken" : NULL;
}

/* What the oracle, which has just run, says otherwise. NULL = nothing. */
static const char *difference(const world *w)
{
    static char text[400];
    for (size_t i = 0; i < w->task.count; i++) {
        const struct broker_outcome *x = &w->result.jobs[i], *y = &o.job[i].outcome;
        if (same_outcome(x, y)) continue;
        snprintf(text, sizeof text, "job %d starts at %lld, by the oracle at %lld",
                 (int)i, (long long)x->start, (long long)y->start);
        return text;
    }
    if (w->result.execution_count != o.count) return "number of executions";
    for (size_t i = 0; i < o.count; i++) {
        if (same_execution(&w->result, &w->result.executions[i])) continue;
        snprintf(text, sizeof text, "an execution of job %d",
                 (int)w->result.executions[i].job);
        return text;
    }
    return other_use(w) ? other_use(w) : other_overtaken(w);
}

static int every_second; /* the oracle looks at all of them */

/* What differs between the two of a case. NULL = nothing. */
static const char *mismatch(const broker_case *c)
{
    static char text[600];
    static world w;
    build_world(c, &w);
    const char *wrong = run_world(&w);
    if (!wrong) {
        oracle_run(&w.task, every_second);
        wrong = difference(&w);
    }
    if (wrong) snprintf(text, sizeof text, "%s", wrong);
    free_world(&w);
    return wrong ? text : NULL;
}

/* ---- tests ------------------------------------------------------------------------- */

#define CASES 40000

enum { ROWS = 32 };

static int oracle_knows(const struct broker_rules *rules)
{
    return oracle_defines(&broker_policy_jobs_table, rules->jobs) &&
           oracle_defines(&broker_policy_resources_table, rules->resources);
}

/* A policy that the oracle does not define is not tested. */
static void every_policy_is_defined(void)
{
    const struct choice_table *const tables[] = {&broker_policy_jobs_table,
                                                 &broker_policy_resources_table};
    char text[300] = "";
    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < tables[t]->count; i++)
            if (!oracle_defines(tables[t], i))
                add(text, sizeof text, "%s ", choice_at(tables[t], i)->word);
    add(text, sizeof text, "not defined in broker_oracle.h");
    if (strncmp(text, "not ", 4) != 0) SKIP(text);
}

/* Each case has its own seed, so that SEED=that one begins with it. */
static void random_against_oracle(void)
{
    static broker_case c;
    static struct broker_setup all[BROKER_SETUPS];
    static long met[ROWS][ROWS];
    const uint64_t seed = test_seed();
    const long cases = test_scaled(CASES);
    const size_t count = broker_policy_setups(all);
    memset(met, 0, sizeof met);
    CHECK(broker_policy_jobs_table.count <= ROWS);
    CHECK(broker_policy_resources_table.count <= ROWS);
    for (long i = 0; i < cases; i++) {
        test_state_ = seed + (uint64_t)i;
        random_case(&c);
        every_second = test_below(16) == 0;
        met[c.rules.jobs][c.rules.resources]++;
        if (!oracle_knows(&c.rules) || !mismatch(&c)) continue;
        printf("SEED=%llu\n", (unsigned long long)(seed + (uint64_t)i));
        CHECK_STR(mismatch(&c), "no mismatch");
    }
    for (size_t k = 0; k < count; k++)
        CHECK(met[all[k].jobs][all[k].resources] >= 100 || cases < CASES);
}

/* ---- scenarios --------------------------------------------------------------------- */

enum { A, B };

/* Fates, short. */
#define RAN BROKER_FATE_finished
#define NO_CLUSTER BROKER_FATE_no_cluster
#define STUCK BROKER_FATE_stuck

static broker_case scenario(const char *grid, size_t jobs, size_t resources)
{
    broker_case c = {0};
    for (size_t i = 0; i < CASE_CLUSTERS; i++) c.local[i].policy = &planned_fcfs;
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

static world w; /* of the last run */

static void run_well(const broker_case *c)
{
    build_world(c, &w);
    const char *wrong = run_world(&w);
    if (wrong) CHECK_STR(wrong, "");
}

/* ---- what the second broker does not know ------------------------------------------ */

#define FOUR_AND_TWO                                     \
    "cluster A nodes=2 cpus=4 memory=512 vendor=Intel\n" \
    "cluster B nodes=2 cpus=2 memory=1024 vendor=AMD\n"

/* A start is news, even if nothing else happens then: conservative, never re-planned, 1
 * starts at 10, when 0, which ended at 2, was to end. That is seen at 13: 2 is not sent
 * to a cluster that looks free, but waits for news of 15, at 18. */
static void late_information_of_a_start(void)
{
    static const case_job jobs[] = {
        {0, 2, 10, 2, ""}, {1, 5, 5, 2, ""}, {13, 1, 1, 2, ""}};
    static const int64_t sent[] = {0, 1, 18}, start[] = {0, 10, 18}, end[] = {2, 15, 19};
    broker_case c = scenario("cluster A nodes=1 cpus=2", BROKER_FCFS, BROKER_MATCH);
    c.local[0].policy = &planned_conservative;
    c.rules.delay = 3;
    SET_JOBS(&c, jobs);
    run_well(&c);
    for (size_t i = 0; i < 3; i++) {
        CHECK_EQ(w.result.jobs[i].dispatched, sent[i]);
        CHECK_EQ(w.result.jobs[i].start, start[i]);
        CHECK_EQ(w.result.jobs[i].end, end[i]);
    }
    free_world(&w);
}

/* Of A's memory bandwidth, 100, jobs 0 and 1 use 80 each: on one node they run at
 * 100 / 160 of their speed, for 16 seconds instead of 10. Next to 2, which uses nothing,
 * 3 is not slowed. */
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
static uint32_t cpus_at(uint32_t job, uint32_t cluster)
{
    uint32_t cpus = 0;
    for (size_t i = 0; i < w.result.execution_count; i++) {
        const struct broker_execution *x = &w.result.executions[i];
        for (uint32_t k = 0; k < x->run_count && x->job == job && x->cluster == cluster;
             k++)
            cpus += w.result.runs[x->first_run + k].count;
    }
    return cpus;
}

/* Job 1 has a until 100, though it says 200. Job 2 has 20 CPUs: from 200 on, as nothing
 * better is known; 80 by its estimate, 88 with the overhead, and it runs 50, so 55. Job 3
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
    uint32_t i;
    run_well(&c);
    for (i = 0; i < 4; i++) {
        CHECK_EQ(w.result.jobs[i].start, start[i]);
        CHECK_EQ(w.result.jobs[i].end, end[i]);
        CHECK_EQ(w.result.jobs[i].parts, parts[i]);
        CHECK_EQ(cpus_at(i, 0), at_a[i]);
        CHECK_EQ(cpus_at(i, 1), at_b[i]);
    }
    for (; i < 6; i++) CHECK_EQ(w.result.jobs[i].fate, NO_CLUSTER);
    free_world(&w);
    c.rules.at_several = 0;
    run_well(&c);
    for (i = 0; i < 6; i++) CHECK_EQ(w.result.jobs[i].fate, i % 3 ? NO_CLUSTER : RAN);
    free_world(&w);
}

static void random_large(broker_case *c)
{
    static const struct machine_policy *const kinds[] = {&planned_fcfs, &planned_easy,
                                                         &planned_conservative};
    case_job jobs[CASE_JOBS];
    size_t n = (size_t)test_between(1, CASE_JOBS);
    int64_t now = 0;
    memset(jobs, 0, sizeof jobs);
    for (size_t i = 0; i < n; i++) {
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
    do random_policies(&c->rules);
    while (broker_policy_resources(c->rules.resources)->alone);
    c->rules.coallocate = (uint32_t)test_below(60);
    c->rules.delay = test_below(3) ? 0 : test_between(1, 30);
    for (size_t i = 0; i < 3; i++) {
        c->local[i].policy = kinds[test_below(3)];
        c->local[i].reservations = 1;
        c->local[i].compress = MACHINE_COMPRESS_ARRIVAL;
    }
}

/* Every run passes the checker (run_well), and who is large enough runs. */
static void random_at_several(void)
{
    long together = 0;
    for (long i = test_scaled(1500); i > 0; i--) {
        broker_case c;
        random_large(&c);
        run_well(&c);
        for (size_t k = 0; k < c.n; k++) {
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
 * what 5 wants is never free, and 6 runs with 4, past it. */
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

static struct broker_execution *execution_of(uint32_t job)
{
    for (size_t i = 0; i < w.result.execution_count; i++)
        if (w.result.executions[i].job == job) return &w.result.executions[i];
    CHECK_STR("no execution", "one of the job");
    return NULL;
}

static struct job_run *run_of(uint32_t job)
{
    return &w.result.runs[execution_of(job)->first_run];
}

static void add_execution(struct broker_result *r, const struct broker_execution *x)
{
    CHECK(r->execution_count < r->execution_room);
    r->executions[r->execution_count++] = *x;
}

static void check_says(const char *sentence)
{
    const char *said = broker_check(&w.task, &w.result);
    if (!said) said = "nothing";
    if (!strstr(said, sentence)) CHECK_STR(said, sentence);
}

/* The case's result, changed like that: what must be said of it. */
#define SPOILED(scene, sentence, change)    \
    do {                                    \
        const broker_case spoilt = (scene); \
        run_well(&spoilt);                  \
        change;                             \
        check_says((sentence));             \
        free_world(&w);                     \
    } while (0)

static void spoiled_executions(void)
{
    struct broker_result *r = &w.result;
    SPOILED(mixed(), "of no job, or on no cluster", r->executions[0].job = 4);
    SPOILED(mixed(), "of no job, or on no cluster", r->executions[0].cluster = 2);
    SPOILED(mixed(), "execution 2 ended before the", r->executions[1].end = 3);
    SPOILED(mixed(), "ended before it started", r->executions[0].start = 4);
    SPOILED(mixed(), "job 3 started before it was submitted", w.jobs[2].submit = 9);
    SPOILED(mixed(), "job 3 was executed twice", add_execution(r, execution_of(2));
            r->executions[3].start = 13; r->executions[3].end = 15);
    SPOILED(crowded(), "job 5 ran on a cluster that fails its requirements",
            execution_of(4)->cluster = B);
    SPOILED(crowded(), "job 4 ran on a cluster that fails its requirements",
            execution_of(3)->cluster = A);
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
            execution_of(1)->first_run = r->run_count + 1);
    SPOILED(crowded(), "CPUs that are not in the result",
            execution_of(1)->run_count = UINT32_MAX);
    SPOILED(crowded(), "more or fewer CPUs", execution_of(1)->run_count = 0);
    SPOILED(crowded(), "CPUs that its cluster does not have", run_of(1)->first = 4);
    SPOILED(crowded(), "CPUs that its cluster does not have", run_of(3)->first = 2);
    SPOILED(crowded(), "CPUs that its cluster does not have", run_of(0)->count = 5);
    SPOILED(crowded(), "CPUs that its cluster does not have", run_of(1)->count = 0);
    SPOILED(crowded(), "CPUs that its cluster does not have",
            run_of(1)->count = UINT32_MAX);
    SPOILED(crowded(), "job 1 has more or fewer CPUs", run_of(0)->count = 1);
    SPOILED(crowded(), "job 2 has more or fewer CPUs", run_of(1)->count = 2);
    SPOILED(crowded(), "has a CPU twice", run_of(2)->first = 0);
    SPOILED(crowded(), "has a CPU twice", run_of(1)->first = 1);
    SPOILED(crowded(), "has a CPU twice", run_of(1)->first = 3);
    SPOILED(crowded(), "has a CPU twice", execution_of(4)->start = 7; w.jobs[4].run = 5;
            r->jobs[4].start = r->jobs[4].dispatched = 7);
}

static void spoiled_fates(void)
{
    static const struct broker_outcome forgotten = {STUCK, 0, -1, -1, -1, 0};
    struct broker_result *r = &w.result;
    SPOILED(mixed(), "of 4 jobs it reports 3", r->count--);
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
    SPOILED(two_parts(), "parts that do not add up", run_of(0)->count--);
    SPOILED(two_parts(), "more or fewer parts", w.result.jobs[0].parts = 3);
    SPOILED(two_parts(), "on a cluster that fails its", w.result.jobs[0].parts = 0);
    SPOILED(two_parts(), "ended before it had run its time", w.rules.coallocate = 20);
    SPOILED(two_parts(), "on several clusters, but may not", w.rules.at_several = 0);
    SPOILED(two_parts(), "on several clusters, but fits one", w.jobs[0].servers = 12);
}

/* Do two of the uses share a CPU? Pair by pair. */
static int share_a_cpu(const struct check_tree_use *uses, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
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
    long shared = 0;
    for (long round = 0; round < rounds; round++) {
        const int64_t cpus = test_below(2) ? 12 : 40, time = test_between(2, 20);
        const size_t n = (size_t)test_between(1, 15);
        struct check_tree_use uses[15];
        uint32_t job;
        for (size_t i = 0; i < n; i++) {
            struct check_tree_use *u = &uses[i];
            u->job = (uint32_t)i;
            u->cluster = (uint32_t)test_below(2);
            u->start = test_between(0, time);
            u->end = u->start + test_between(1, 5);
            u->first = (uint32_t)test_between(0, cpus);
            u->count = (uint32_t)test_between(1, 4);
        }
        const int shares = share_a_cpu(uses, n);
        shared += shares;
        CHECK_EQ(check_tree_twice(uses, n, &job), shares);
    }
    CHECK(rounds < 1000 || (shared > rounds / 10 && shared < rounds - rounds / 10));
}

TEST_MAIN(TEST(every_policy_is_defined), TEST(random_against_oracle),
          TEST(late_information_of_a_start), TEST(at_several), TEST(random_at_several),
          TEST(spoiled_executions), TEST(spoiled_sharing), TEST(spoiled_cpus),
          TEST(spoiled_fates), TEST(spoiled_dispatches), TEST(spoiled_parts),
          TEST(random_cpus))
