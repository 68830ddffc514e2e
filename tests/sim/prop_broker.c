/* prop_broker.c - broker.h against a second broker that is slow and obviously right
 * (broker_oracle.h), on random small grids, jobs, requirements and policies.
 *
 * Compared are each job's fate, where it was sent and when, when it ran, how often, and
 * the CPUs of each of its executions. SEED=n replays a difference. Every run goes through
 * the checker (broker_check.c). */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include "swf.h"

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch.h"
#include "batch/orders.h"
#include "batch/processors.h"
#include "grid/broker.h"
#include "grid/broker_policy.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"

#include "broker_cases.h"
#include "broker_oracle.h"

#include <stdarg.h>

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
    size_t i;
    c->grid[0] = 0;
    if (test_below(2))
        add(c->grid, sizeof c->grid, "priority cpus=%d memory=%d clock=%d\n",
            (int)test_below(5), (int)test_below(3), (int)test_between(-2, 4));
    for (i = 0; i < count; i++) {
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
        c->local[i].kind = test_below(2) ? BATCH_EASY : BATCH_FCFS;
        c->local[i].reservations = test_below(4) ? 1 : (uint32_t)test_between(2, 3);
        c->local[i].order = test_below(5) ? ORDER_FCFS : ORDER_SJF;
        if (c->local[i].kind == BATCH_EASY || test_below(3)) continue;
        c->local[i].selection =
            test_below(2) ? PROCESSORS_CONTIGUOUS : PROCESSORS_FIRST_FIT;
        c->local[i].binding = test_below(2) ? BATCH_BINDING_IDS : BATCH_BINDING_COUNT;
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
    size_t k, n = (size_t)test_below(4);
    job->wants[0] = 0;
    if (test_below(3) == 0) n = 0;
    for (k = 0; k < n; k++) {
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
    size_t i;
    c->n = (size_t)(test_below(3) ? test_between(1, 12) : test_between(12, CASE_JOBS));
    for (i = 0; i < c->n; i++) {
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

static int same_execution(const struct broker_result *r, const struct broker_execution *a,
                          const oracle_execution *b)
{
    unsigned char has[ORACLE_CPUS] = {0};
    size_t i, k;
    if (a->job != b->job || a->cluster != b->cluster || a->start != b->start) return 0;
    if (a->end != b->end) return 0;
    for (i = a->first_run; i < a->first_run + a->run_count; i++)
        for (k = r->runs[i].first; k < r->runs[i].first + r->runs[i].count; k++)
            has[k] = 1;
    return memcmp(has, b->has, sizeof has) == 0;
}

/* How long nodes are in use, told from the oracle's executions, which are by start. */
static double node_seconds(const struct grid_cluster *c, uint32_t cluster)
{
    uint32_t node, k, cpu = 0;
    double used = 0;
    size_t i;
    for (node = 0; node < c->nodes; node++) {
        const uint32_t end = cpu + c->cpus / c->nodes + (node < c->cpus % c->nodes);
        int64_t until = -1;
        for (i = 0; i < o.executions; i++) {
            const oracle_execution *x = &o.execution[i];
            for (k = cpu; k < end && !x->has[k];) k++;
            if (x->cluster != cluster || k == end || x->end <= until) continue;
            used += (double)(x->end - (x->start > until ? x->start : until));
            until = x->end;
        }
        cpu = end;
    }
    return used;
}

static const char *other_use(const world *w)
{
    uint32_t c;
    size_t i;
    for (c = 0; c < w->grid.count; c++) {
        double used = 0;
        for (i = 0; i < o.executions; i++)
            if (o.execution[i].cluster == c)
                used += (double)(o.execution[i].end - o.execution[i].start) *
                        w->jobs[o.execution[i].job].servers;
        if (used != w->result.use[c].cpu_seconds) return "CPU seconds";
        if (node_seconds(&w->grid.clusters[c], c) != w->result.use[c].node_seconds)
            return "node seconds";
    }
    return NULL;
}

static const char *other_overtaken(const world *w)
{
    double jobs, most, wanted = 0, wanted_most = 0;
    size_t i, k;
    for (i = 0; i < w->task.count; i++) {
        const int64_t start = o.job[i].outcome.start;
        double by = 0;
        for (k = i + 1; k < w->task.count && start >= 0; k++)
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
    size_t i, k;
    for (i = 0; i < w->task.count; i++) {
        char mine[160], theirs[160];
        if (same_outcome(&w->result.jobs[i], &o.job[i].outcome)) continue;
        print_outcome(&w->result.jobs[i], mine, sizeof mine);
        print_outcome(&o.job[i].outcome, theirs, sizeof theirs);
        snprintf(text, sizeof text, "job %d: broker: %s; oracle: %s", (int)i, mine,
                 theirs);
        return text;
    }
    if (w->result.execution_count != o.executions) return "number of executions";
    for (i = 0; i < o.executions; i++) {
        for (k = 0; k < o.executions; k++)
            if (same_execution(&w->result, &w->result.executions[i], &o.execution[k]))
                break;
        snprintf(text, sizeof text, "an execution of job %d",
                 (int)w->result.executions[i].job);
        if (k == o.executions) return text;
    }
    return other_use(w) ? other_use(w) : other_overtaken(w);
}

static int every_second; /* the oracle looks at all of them */

/* What differs between the two of a case. NULL = nothing. */
static const char *mismatch(const broker_case *c)
{
    static char text[600];
    static world w;
    const char *wrong;
    build_world(c, &w);
    wrong = run_world(&w);
    if (!wrong) {
        const oracle_case what = {&w.grid, &w.demands, w.jobs,
                                  c->n,    &w.rules,   every_second};
        oracle_run(&what);
        wrong = difference(&w);
    }
    if (wrong) snprintf(text, sizeof text, "%s", wrong);
    free_world(&w);
    return wrong ? text : NULL;
}

/* ---- a case that differs ----------------------------------------------------------- */

static void show(const broker_case *c)
{
    const struct broker_rules *r = &c->rules;
    size_t i;
    printf("%s", c->grid);
    for (i = 0; i < CASE_CLUSTERS; i++)
        printf("%s%s",
               i ? " " : "local: ", c->local[i].kind == BATCH_EASY ? "easy" : "fcfs");
    printf("\n%s+%s factor %g%s%s ties %d deadline %g delay %d seed %d\n",
           broker_policy_jobs(r->jobs)->choice.word,
           broker_policy_resources(r->resources)->choice.word, (double)r->jr_factor / 1e9,
           r->jr_listing ? " listing" : "", r->jr_no_head ? " no head" : "", r->ties,
           (double)r->deadline_factor / 1e9, (int)r->delay, (int)r->seed);
    printf("origin %d\n", (int)c->origin);
    for (i = 0; i < c->n; i++)
        printf("job %d: submit %d run %d estimate %d cpus %d  %s\n", (int)i,
               (int)c->jobs[i].submit, (int)c->jobs[i].run, (int)c->jobs[i].estimate,
               (int)c->jobs[i].servers, c->jobs[i].wants);
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
    size_t t, i;
    for (t = 0; t < 2; t++)
        for (i = 0; i < tables[t]->count; i++)
            if (!oracle_defines(tables[t], i))
                add(text, sizeof text, "%s ", choice_at(tables[t], i)->word);
    add(text, sizeof text, "not defined in broker_oracle.h");
    if (strncmp(text, "not ", 4) != 0) SKIP(text);
}

/* Each case has a seed of its own, so that SEED=that one begins with it. */
static void random_against_oracle(void)
{
    static broker_case c;
    static struct broker_setup all[BROKER_SETUPS];
    static long met[ROWS][ROWS];
    const uint64_t seed = test_seed();
    const long cases = test_scaled(CASES);
    long i;
    const size_t count = broker_policy_setups(all);
    size_t k;
    memset(met, 0, sizeof met);
    CHECK(broker_policy_jobs_table.count <= ROWS);
    CHECK(broker_policy_resources_table.count <= ROWS);
    for (i = 0; i < cases; i++) {
        test_state_ = seed + (uint64_t)i;
        random_case(&c);
        every_second = test_below(16) == 0;
        met[c.rules.jobs][c.rules.resources]++;
        if (!oracle_knows(&c.rules) || !mismatch(&c)) continue;
        printf("SEED=%llu\n", (unsigned long long)(seed + (uint64_t)i));
        show(&c);
        CHECK_STR(mismatch(&c), "no mismatch");
    }
    for (k = 0; k < count; k++)
        CHECK(met[all[k].jobs][all[k].resources] >= 100 || cases < CASES);
}

/* Every pair of policies is a set-up, each once. */
static void all_setups(void)
{
    static struct broker_setup all[BROKER_SETUPS];
    const size_t count = broker_policy_setups(all);
    size_t i, k, alone = 0;
    for (i = 0; i < broker_policy_resources_table.count; i++)
        alone += (size_t)broker_policy_resources(i)->alone;
    CHECK_EQ(count, broker_policy_jobs_table.count *
                            (broker_policy_resources_table.count - alone) +
                        alone);
    for (i = 0; i < count; i++)
        for (k = 0; k < i; k++) {
            CHECK(all[i].jobs != all[k].jobs || all[i].resources != all[k].resources);
            CHECK(strcmp(all[i].name, all[k].name) != 0);
        }
}

TEST_MAIN(TEST(all_setups), TEST(every_policy_is_defined), TEST(random_against_oracle))
