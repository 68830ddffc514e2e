/* prop_broker.c - broker.h against a second broker that is slow and obviously right
 * (broker_oracle.h), on random small grids, jobs, requirements, policies and failures.
 *
 * Compared are each job's fate, where it was sent and when, when it ran, how often, and
 * the CPUs of each of its executions. A difference found at random is made small before
 * it is shown; SEED=n replays it. Every run goes through the checker (broker_check.h). */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#define SWF_STATIC
#define SWF_IMPLEMENTATION
#include "swf.h"

#define COALLOC_STATIC
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"

#include "broker_cases.h"
#include "broker_oracle.h"

#include <stdarg.h>

/* ---- random cases ------------------------------------------------------------------ */

static const char *const jobs_words[] = {"fcfs", "jr", "edf", "realtime"};
static const char *const resources_words[] = {"match", "slow", "match-slow", "isis"};

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
        c->local[i].kind = test_below(2) ? SIM_BATCH_EASY : SIM_BATCH_FCFS;
        c->local[i].reservations = test_below(4) ? 1 : (uint32_t)test_between(2, 3);
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
        const size_t which = test_below(3) ? test_below(5) : test_below(10);
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
    c->n = (size_t)(test_below(3) ? test_between(1, 12) : test_between(12, 28));
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

/* Not a second of overlap, but one may follow the other at once. */
static void random_outages(broker_case *c)
{
    size_t cluster, clusters = 0;
    const char *p;
    if (test_below(2)) return;
    if (test_below(4) == 0) {
        c->mtbf = test_between(20, 60);
        c->mttr = test_between(1, 20);
        return;
    }
    for (p = c->grid; (p = strstr(p, "cluster")) != NULL; p++) clusters++;
    for (cluster = 0; cluster < clusters; cluster++) {
        const int64_t most = test_below(2) ? 20 : 100;
        size_t k, n = (size_t)test_below(5);
        int64_t now = 0;
        for (k = 0; k < n; k++) {
            sim_outage *x = &c->outages[c->outage_count++];
            x->cluster = (uint32_t)cluster;
            x->from = now + test_between(k > 0, most);
            now = x->to = x->from + test_between(1, most);
            if (test_below(20)) continue;
            x->to = SIM_NEVER;
            break;
        }
    }
}

static void random_rules(broker_case *c)
{
    sim_broker_rules *rules = &c->rules;
    memset(rules, 0, sizeof *rules);
    rules->jobs = (sim_broker_jobs)test_below(4);
    rules->resources = (sim_broker_resources)test_below(4);
    if (rules->resources == SIM_BROKER_ISIS) {
        if (test_below(2)) rules->resources = (sim_broker_resources)test_below(3);
        rules->jobs = SIM_BROKER_FCFS;
    }
    rules->jr_factor = test_below(3) ? test_between(0, 30) * 50000000 : 0;
    rules->jr_listing = test_below(4) == 0;
    rules->deadline_factor = test_between(10, 60) * 100000000;
    rules->delay = test_below(2) ? 0 : test_between(1, test_below(2) ? 10 : 60);
    rules->resubmit = (uint32_t)(test_below(2) ? 10 : test_below(3));
}

static void random_case(broker_case *c)
{
    memset(c, 0, sizeof *c);
    c->origin = test_below(2) ? 0 : test_between(1, 1000);
    random_grid(c);
    random_jobs(c);
    random_outages(c);
    random_rules(c);
    if (c->mtbf) c->rules.delay %= 4;
}

/* ---- the two brokers --------------------------------------------------------------- */

static int same_outcome(const sim_broker_outcome *a, const sim_broker_outcome *b)
{
    if (a->fate != b->fate || a->start != b->start || a->end != b->end) return 0;
    if (a->dispatched != b->dispatched || a->executions != b->executions) return 0;
    return a->moves == b->moves && (a->moves == 0 || a->cluster == b->cluster);
}

static int same_execution(const sim_broker_result *r, const sim_execution *a,
                          const oracle_execution *b)
{
    unsigned char has[ORACLE_CPUS] = {0};
    size_t i, k;
    if (a->job != b->job || a->cluster != b->cluster || a->start != b->start) return 0;
    if (a->end != b->end || a->killed != b->killed) return 0;
    for (i = a->first_run; i < a->first_run + a->run_count; i++)
        for (k = r->runs[i].first; k < r->runs[i].first + r->runs[i].count; k++)
            has[k] = 1;
    return memcmp(has, b->has, sizeof has) == 0;
}

/* What the oracle, which has just run, says otherwise. NULL = nothing. */
static const char *difference(const world *w)
{
    static char text[400];
    size_t i, k;
    for (i = 0; i < w->n; i++) {
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
    return NULL;
}

enum { MORE_OUTAGES = 2000 };

static int every_second; /* the oracle looks at all of them */

/* The case's outages, in the broker's time; those that touch are one. */
static size_t outages_of(const broker_case *c, sim_outage *all)
{
    size_t i, n = 0;
    for (i = 0; i < c->outage_count; i++) {
        sim_outage x = c->outages[i];
        x.from += c->origin;
        if (x.to != SIM_NEVER) x.to += c->origin;
        if (n > 0 && all[n - 1].cluster == x.cluster && all[n - 1].to == x.from)
            all[n - 1].to = x.to;
        else
            all[n++] = x;
    }
    return n;
}

static int same_outage(const sim_outage *a, const sim_outage *b)
{
    return a->cluster == b->cluster && a->from == b->from && a->to == b->to;
}

/* Is each outage that began before the oracle was done among the broker's, and only such
 * as were to be? Jobs that are stuck may be known to be so before the oracle sees it. */
static const char *other_outages(const world *w, const sim_outage *all, size_t n)
{
    size_t i, k, happened = 0;
    for (i = 0; i < w->result.outage_count; i++) {
        for (k = 0; k < n; k++)
            if (same_outage(&all[k], &w->result.outages[i])) break;
        if (k == n) return "an outage that was not to be";
    }
    for (k = 0; k < n; k++) happened += all[k].from <= o.now;
    for (i = 0; i < w->n; i++)
        if (w->result.jobs[i].fate == SIM_BROKER_FATE_stuck) return NULL;
    return happened == w->result.outage_count ? NULL : "number of outages";
}

/* Drawn outages are not the oracle's to draw: it is told those that the broker had. */
static const char *mismatch(const broker_case *c)
{
    static char text[600];
    static world w;
    static sim_outage all[MORE_OUTAGES];
    oracle_case what;
    const char *wrong = NULL;
    memset(&what, 0, sizeof what);
    build_world(c, &w);
    if (run_world(&w) != 0) wrong = w.e.text;
    what.outage_count = outages_of(c, all);
    if (c->mtbf && w.result.outage_count > MORE_OUTAGES) wrong = "too many outages";
    if (c->mtbf && !wrong) {
        what.outage_count = w.result.outage_count;
        if (what.outage_count)
            memcpy(all, w.result.outages, what.outage_count * sizeof all[0]);
    }
    what.g = &w.grid;
    what.d = &w.demands;
    what.jobs = w.jobs;
    what.n = w.n;
    what.rules = &w.rules;
    what.outages = all;
    what.every_second = every_second;
    if (!wrong) oracle_run(&what);
    if (!wrong) wrong = difference(&w);
    if (!wrong) wrong = other_outages(&w, all, what.outage_count);
    if (wrong) snprintf(text, sizeof text, "%s", wrong);
    free_world(&w);
    return wrong ? text : NULL;
}

/* ---- a case that differs, made small ----------------------------------------------- */

static int try_smaller(broker_case *c, const broker_case *smaller)
{
    if (!mismatch(smaller)) return 0;
    *c = *smaller;
    return 1;
}

static int shrink_once(broker_case *c)
{
    broker_case s;
    size_t i, k;
    for (i = c->n; i-- > 0;) {
        s = *c;
        s.n--;
        memmove(&s.jobs[i], &s.jobs[i + 1], (s.n - i) * sizeof s.jobs[0]);
        if (s.n > 0 && s.jobs[0].submit == c->jobs[0].submit && try_smaller(c, &s))
            return 1;
    }
    for (i = c->outage_count; i-- > 0;) {
        s = *c;
        s.outage_count--;
        memmove(&s.outages[i], &s.outages[i + 1],
                (s.outage_count - i) * sizeof s.outages[0]);
        if (try_smaller(c, &s)) return 1;
    }
    for (i = 0; i < c->n; i++) {
        char *last;
        s = *c;
        last = strrchr(s.jobs[i].wants, ';');
        *(last ? last : s.jobs[i].wants) = 0;
        if (strcmp(s.jobs[i].wants, c->jobs[i].wants) != 0 && try_smaller(c, &s))
            return 1;
        s = *c;
        if (s.jobs[i].servers > 1 && (s.jobs[i].servers--, try_smaller(c, &s))) return 1;
        s = *c;
        s.jobs[i].estimate = s.jobs[i].run;
        if (c->jobs[i].estimate != s.jobs[i].run && try_smaller(c, &s)) return 1;
        for (k = 1; k < 5; k++) {
            s = *c;
            if (s.jobs[i].run <= (int64_t)k) break;
            s.jobs[i].run -= (int64_t)k;
            s.jobs[i].estimate -= (int64_t)k;
            if (try_smaller(c, &s)) return 1;
        }
    }
    for (k = 0; k < 8; k++) {
        s = *c;
        if (k == 6) s.origin = 0;
        if (k == 7) s.mtbf = 0;
        if (k == 0) s.rules.delay = 0;
        if (k == 1) s.rules.jr_factor = 0;
        if (k == 2) s.rules.jr_listing = 0;
        if (k == 3) s.rules.deadline_factor = 5000000000;
        if (k == 4) s.rules.resubmit = 10;
        if (k == 5)
            for (i = 0; i < CASE_CLUSTERS; i++) s.local[i].kind = SIM_BATCH_FCFS;
        if (memcmp(&s, c, sizeof s) != 0 && try_smaller(c, &s)) return 1;
    }
    return 0;
}

static void show(const broker_case *c)
{
    const sim_broker_rules *r = &c->rules;
    size_t i;
    printf("%s", c->grid);
    for (i = 0; i < CASE_CLUSTERS; i++)
        printf("%s%s",
               i ? " " : "local: ", c->local[i].kind == SIM_BATCH_EASY ? "easy" : "fcfs");
    printf("\n%s+%s factor %g%s deadline %g delay %d resubmit %d\n", jobs_words[r->jobs],
           resources_words[r->resources], (double)r->jr_factor / 1e9,
           r->jr_listing ? " listing" : "", (double)r->deadline_factor / 1e9,
           (int)r->delay, (int)r->resubmit);
    if (c->mtbf) printf("mtbf %d mttr %d\n", (int)c->mtbf, (int)c->mttr);
    printf("origin %d\n", (int)c->origin);
    for (i = 0; i < c->outage_count; i++)
        printf("outage c%d %d-%lld\n", (int)c->outages[i].cluster,
               (int)c->outages[i].from, (long long)c->outages[i].to);
    for (i = 0; i < c->n; i++)
        printf("job %d: submit %d run %d estimate %d cpus %d  %s\n", (int)i,
               (int)c->jobs[i].submit, (int)c->jobs[i].run, (int)c->jobs[i].estimate,
               (int)c->jobs[i].servers, c->jobs[i].wants);
}

/* ---- tests ------------------------------------------------------------------------- */

#define CASES 60000

/* Each case has a seed of its own, so that SEED=that one begins with it. */
static void random_against_oracle(void)
{
    static broker_case c;
    static long met[4][4];
    const uint64_t seed = test_seed();
    const long cases = test_scaled(CASES);
    long i;
    int j, r;
    memset(met, 0, sizeof met);
    for (i = 0; i < cases; i++) {
        test_state_ = seed + (uint64_t)i;
        random_case(&c);
        every_second = test_below(16) == 0;
        met[c.rules.jobs][c.rules.resources]++;
        if (!mismatch(&c)) continue;
        while (shrink_once(&c)) continue;
        printf("SEED=%llu\n", (unsigned long long)(seed + (uint64_t)i));
        show(&c);
        CHECK_STR(mismatch(&c), "no mismatch");
    }
    for (j = 0; j < 4; j++)
        for (r = 0; r < 4; r++)
            CHECK(met[j][r] >= 100 || cases < CASES || (r == 3 && j > 0));
}

TEST_MAIN(TEST(random_against_oracle))
