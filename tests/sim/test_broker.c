/* test_broker.c - the broker (broker.h) on cases whose schedules were worked out by hand.
 *
 * The figures and the listing of Rodero, Guim and Corbalan ("Performance-driven
 * Coordinated Grid Scheduling", paper 2); then one small scenario for each policy, for
 * information that is late, for clusters that fail, and for each way a job can end other
 * than well; then the checker (broker_check.c), which has looked at all of these, on
 * results that were spoiled in every way that it must notice. */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include "swf.h"

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch.h"
#include "check/check_tree.h"
#include "grid/broker.h"
#include "grid/broker_rules.h"
#include "workload/grid.h"

#include "broker_cases.h"

/* ---- scenarios --------------------------------------------------------------------- */

enum { A, B, C, D };

/* Fates, short. */
#define RAN BROKER_FATE_finished
#define NO_CLUSTER BROKER_FATE_no_cluster
#define TOO_LATE BROKER_FATE_deadline
#define STUCK BROKER_FATE_stuck

typedef struct expected {
    enum broker_fate fate;
    uint32_t cluster;
    int64_t dispatched, start, end;
} expected;

#define NEVER -1, -1, -1

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
    build_world(c, w);
    if (run_world(w) != 0) CHECK_STR(w->e.text, "");
}

static void check_outcome(size_t job, const struct broker_outcome *got,
                          const expected *want)
{
    struct broker_outcome x = {0};
    char mine[200], theirs[200];
    x.fate = want->fate;
    x.cluster = want->cluster;
    x.dispatched = want->dispatched;
    x.start = want->start;
    x.end = want->end;
    snprintf(mine, sizeof mine, "job %d: ", (int)job);
    snprintf(theirs, sizeof theirs, "job %d: ", (int)job);
    print_outcome(got, mine + strlen(mine), sizeof mine - strlen(mine));
    print_outcome(&x, theirs + strlen(theirs), sizeof theirs - strlen(theirs));
    CHECK_STR(mine, theirs);
}

static void check_case(const broker_case *c, const expected *want, size_t n)
{
    static world w;
    size_t i;
    CHECK_EQ(c->n, n);
    run_well(c, &w);
    for (i = 0; i < n; i++) check_outcome(i, &w.result.jobs[i], &want[i]);
    free_world(&w);
}
#define CHECK_CASE(c, want) check_case((c), (want), sizeof(want) / sizeof(want)[0])

/* ---- figures 3 and 4: the JR-backfilling policy ------------------------------------ */

/* Two resources and a queue of twenty jobs, of which the first matches neither resource
 * now; job 20 asks for fewer CPUs than job 3. The figure's own ranks are not in the text:
 * the data are our own. Resource A has 2 of 4 CPUs free, B none, and each job takes 2
 * CPUs but the first (4) and the twentieth (1): whoever is chosen first is the only one.
 * Ranks are 100 for each CPU and 1 for each MB:
 *     job 2     200 + 1024 = 1224      without factor    with 10 %  1224 * 1.2 = 1468.8
 *     job 3     200 +  512 =  712                                    712 * 1.3 =  925.6
 *     job 4..19 200 + 2048 = 2248                                   2248 * 1.4 = 3147.2
 *     job 20    100 +  512 =  612      the lowest                    612 * 3.0 = 1836
 * By the formula of listing 3 job 3 has 712 * 3 = 2136, job 2 has 1224 * 2 = 2448. */
static size_t jr_chooses(int64_t factor, int listing, int no_head)
{
    static world w;
    broker_case c = scenario("priority cpus=100 memory=1\n"
                             "cluster A nodes=2 cpus=4 memory=4096\n"
                             "cluster B nodes=1 cpus=3 memory=4096\n",
                             BROKER_JR, BROKER_MATCH);
    size_t i, chosen = 0;
    c.rules.jr_factor = factor;
    c.rules.jr_listing = listing;
    c.rules.jr_no_head = no_head;
    c.n = 22;
    for (i = 0; i < c.n; i++) { /* jobs 0 and 21 are those that run: 21 comes first */
        const size_t number = i - 1;
        case_job *job = &c.jobs[i];
        job->submit = i < 2 ? 0 : 10;
        job->run = 1000;
        job->servers = i == 0 ? 2 : i == 1 ? 3 : number == 1 ? 4 : number == 20 ? 1 : 2;
        if (i >= 2)
            snprintf(job->wants, sizeof job->wants, "memory >= %d",
                     number == 2                   ? 1024
                     : number == 3 || number == 20 ? 512
                                                   : 2048);
    }
    run_well(&c, &w);
    for (i = 2; i < c.n; i++) {
        if (w.result.jobs[i].dispatched != 10) continue;
        CHECK_EQ(chosen, 0);
        chosen = i - 1;
    }
    free_world(&w);
    return chosen;
}

static void figure_3(void)
{
    CHECK_EQ(jr_chooses(0, 0, 0), 20);
    CHECK_EQ(jr_chooses(0, 0, 1), 20);
}

static void figure_4(void)
{
    CHECK_EQ(jr_chooses(100000000, 0, 0), 3);
    CHECK_EQ(jr_chooses(100000000, 0, 1), 3);
    CHECK_EQ(jr_chooses(100000000, 1, 0), 3); /* listing 3: the factor cancels out */
    CHECK_EQ(jr_chooses(0, 1, 0), 3);
}

/* ---- listing 4: bounded slowdowns -------------------------------------------------- */

/* Runs 7000, 4000, 30; waits 500, 400, 500. The paper cuts off: 1.07, 1.10, 8.83, 3.66.
 */
static void listing_4(void)
{
    const double each[] = {broker_rules_slowdown(500, 7000),
                           broker_rules_slowdown(400, 4000),
                           broker_rules_slowdown(500, 30)};
    struct grid_state s = {0};
    char text[100];
    CHECK(grid_state_bsld(&s) >= 1 && grid_state_bsld(&s) <= 1);
    s.finished = 3;
    s.bsld_sum = each[0] + each[1] + each[2];
    snprintf(text, sizeof text, "%.3f %.3f %.3f %.3f", each[0], each[1], each[2],
             grid_state_bsld(&s));
    CHECK_STR(text, "1.071 1.100 8.833 3.668");
    snprintf(text, sizeof text, "%.2f", (500 + 30) / 30.0);
    CHECK_STR(text, "17.67"); /* without the threshold of 60 seconds */
}

/* ---- figure 5: the SLOW-coordinated policy ----------------------------------------- */

/* Four resources, of which the first and the fourth have fewer than 4 CPUs; the third's
 * average bounded slowdown is 4, the fourth's is lower. The history is our own: on each
 * resource one job runs for so long that the next, of 60 seconds, makes the average
 *     R1 (1 + 9) / 2 = 5    R2 (1 + 11) / 2 = 6
 *     R3 (1 + 7) / 2 = 4    R4 (1 + 3) / 2 = 2
 * Job 8 asks for 4 CPUs at 2000; job 9 for 3, and goes to the fourth. */
static void figure_5(void)
{
    static const case_job jobs[] = {
        {0, 480, 0, 2, "site == r1"}, {0, 600, 0, 8, "site == r2"},
        {0, 360, 0, 4, "site == r3"}, {0, 120, 0, 3, "site == r4"},
        {0, 60, 0, 2, "site == r1"},  {0, 60, 0, 8, "site == r2"},
        {0, 60, 0, 4, "site == r3"},  {0, 60, 0, 3, "site == r4"},
        {2000, 10, 0, 4, ""},         {2000, 10, 0, 3, ""}};
    static const expected want[] = {
        {RAN, A, 0, 0, 480},       {RAN, B, 0, 0, 600},   {RAN, C, 0, 0, 360},
        {RAN, D, 0, 0, 120},       {RAN, A, 0, 480, 540}, {RAN, B, 0, 600, 660},
        {RAN, C, 0, 360, 420},     {RAN, D, 0, 120, 180}, {RAN, C, 2000, 2000, 2010},
        {RAN, D, 2000, 2000, 2010}};
    broker_case c = scenario("cluster R1 nodes=1 cpus=2 site=r1\n"
                             "cluster R2 nodes=1 cpus=8 site=r2\n"
                             "cluster R3 nodes=1 cpus=4 site=r3\n"
                             "cluster R4 nodes=1 cpus=3 site=r4\n",
                             BROKER_FCFS, BROKER_SLOW);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
    c.rules.jobs = BROKER_JR;
    CHECK_CASE(&c, want);
}

/* ---- policies for jobs ------------------------------------------------------------- */

#define FOUR_AND_TWO                                     \
    "cluster A nodes=2 cpus=4 memory=512 vendor=Intel\n" \
    "cluster B nodes=2 cpus=2 memory=1024 vendor=AMD\n"

/* Job 0 takes 3 CPUs of A, 1 both of B. Job 2 wants 4: only A has them, at 10. Job 3
 * could run on A's fourth CPU, but stands behind 2. At 10 A goes to 2, and 3 finds B. */
static void fcfs_match(void)
{
    static const case_job jobs[] = {
        {0, 10, 0, 3, ""}, {0, 10, 0, 2, ""}, {1, 5, 0, 4, ""}, {2, 2, 0, 1, ""}};
    static const expected want[] = {{RAN, A, 0, 0, 10},
                                    {RAN, B, 0, 0, 10},
                                    {RAN, A, 10, 10, 15},
                                    {RAN, B, 10, 10, 12}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_FCFS, BROKER_MATCH);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* The same until job 2 waits for all of A. Now 3 goes at once to A's fourth CPU, 2 to 4.
 * Then it is free for 4, of rank 1 + 300 and 3 long, or for 5, of rank 1 + 200 and 1
 * long; 2 is ahead of both (B is taken until 10).
 *     f = 0      301        201         5 from 4 to 5, then 4 from 5 to 8
 *     f = 1      301 * 3 = 903, 201 * 4 = 804             the same
 *     f = 101    301 * 203 = 61103, 201 * 304 = 61104     4 from 4 to 7, 5 from 7 to 8
 *     listing    301 * 2, 201 * 3, whatever f is          the same */
static void jr_match(void)
{
    static const case_job jobs[] = {{0, 10, 0, 3, ""},
                                    {0, 10, 0, 2, ""},
                                    {1, 5, 0, 4, ""},
                                    {2, 2, 0, 1, ""},
                                    {3, 3, 0, 1, "memory >= 300"},
                                    {3, 1, 0, 1, "memory >= 200"}};
    static const expected least[] = {{RAN, A, 0, 0, 10},   {RAN, B, 0, 0, 10},
                                     {RAN, A, 10, 10, 15}, {RAN, A, 2, 2, 4},
                                     {RAN, A, 5, 5, 8},    {RAN, A, 4, 4, 5}};
    static const expected earlier[] = {{RAN, A, 0, 0, 10},   {RAN, B, 0, 0, 10},
                                       {RAN, A, 10, 10, 15}, {RAN, A, 2, 2, 4},
                                       {RAN, A, 4, 4, 7},    {RAN, A, 7, 7, 8}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_JR, BROKER_MATCH);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, least);
    c.rules.jr_factor = 1000000000;
    CHECK_CASE(&c, least);
    c.rules.jr_factor = 101000000000;
    CHECK_CASE(&c, earlier);
    c.rules.jr_factor = 1000000000;
    c.rules.jr_listing = 1;
    CHECK_CASE(&c, earlier);
}

/* Ranks below 0 do not count: job 3 (-2 * 100 + 1) is never advanced, so it waits for the
 * head, 2; and job 4, of rank 1, goes ahead of it. Once 3 is itself the head it runs.
 * Equal ranks: of 5 and 6 the earlier. A's fourth CPU is free at 2 for 4 until 3, for 5
 * until 6, for 6 until 9; at 10 job 2 has A, and 3, now the head, goes to B. */
static void jr_ranks(void)
{
    static const case_job jobs[] = {
        {0, 10, 0, 3, ""}, {0, 10, 0, 2, ""},
        {1, 5, 0, 4, ""},  {2, 2, 0, 1, "memory >= 100 HARD -2"},
        {2, 1, 0, 1, ""},  {2, 3, 0, 1, ""},
        {2, 3, 0, 1, ""}};
    static const expected want[] = {{RAN, A, 0, 0, 10},   {RAN, B, 0, 0, 10},
                                    {RAN, A, 10, 10, 15}, {RAN, B, 10, 10, 12},
                                    {RAN, A, 2, 2, 3},    {RAN, A, 3, 3, 6},
                                    {RAN, A, 6, 6, 9}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_JR, BROKER_MATCH);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* Factor 2. Jobs 0 and 1 take all. Deadlines: job 2 at 1 + 16 = 17, 3 at 2 + 6 = 8, 4 at
 * 3 + 10 = 13. At 10 job 3 goes first, to A, which has most free; 4 wants all of A and
 * waits, and 2 waits behind it, though B is free. At 13 4 has A, and 2 finds B. */
static void edf_match(void)
{
    static const case_job jobs[] = {{0, 10, 0, 4, ""},
                                    {0, 10, 0, 2, ""},
                                    {1, 8, 0, 2, ""},
                                    {2, 3, 0, 2, ""},
                                    {3, 5, 0, 4, ""}};
    static const expected want[] = {{RAN, A, 0, 0, 10},
                                    {RAN, B, 0, 0, 10},
                                    {RAN, B, 13, 13, 21},
                                    {RAN, A, 10, 10, 13},
                                    {RAN, A, 13, 13, 18}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_EDF, BROKER_MATCH);
    c.rules.deadline_factor = 2000000000;
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* Deadlines are rounded up, and equal ones are in order of submission. All of A and B is
 * taken until 10. With factor 1.25 job 2 is due at 1 + 6.25, so 8; 3 at 2 + 5 = 7; 4 at
 * 3 + 5 = 8. At 10: 3 has A until 14, 2 (not 4) has B until 15, 4 has A at 14. */
static void edf_rounds_up(void)
{
    static const case_job jobs[] = {{0, 10, 0, 4, ""},
                                    {0, 10, 0, 2, "vendor == amd"},
                                    {1, 5, 0, 2, "vendor == amd"},
                                    {2, 4, 0, 4, ""},
                                    {3, 4, 0, 2, ""}};
    static const expected want[] = {{RAN, A, 0, 0, 10},
                                    {RAN, B, 0, 0, 10},
                                    {RAN, B, 10, 10, 15},
                                    {RAN, A, 10, 10, 14},
                                    {RAN, A, 14, 14, 18}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_EDF, BROKER_MATCH);
    c.rules.deadline_factor = 1250000000;
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* Factor 2, resources by slow; all slowdowns are 1, so it is the most free CPUs.
 *   0 fits A alone. 1: A has 1 free CPU, work 30 / 4 -> starts by 8, 8 + 10 <= 20 holds;
 *     B has 2 free and gets it.
 *   2 is due at 9: A by 1 + ceil(27 / 4) = 8, ends by 12; B by 1 + 18 / 2 = 10: refused.
 *   3 finds a free CPU of A. 4: A again (B would hold, too: 4 + 12 / 2 + 8 = 18 <= 20).
 *   5: nothing free; A by 5 + ceil(22 / 4) = 11, B by 5 + 10 / 2 = 10: both hold, and the
 *     first in the grid gets it; it has 2 CPUs when 0 ends. */
static void realtime_slow(void)
{
    static const case_job jobs[] = {{0, 10, 10, 3, ""}, {0, 6, 10, 2, ""},
                                    {1, 4, 4, 2, ""},   {1, 2, 2, 1, ""},
                                    {4, 5, 8, 1, ""},   {5, 30, 30, 2, ""}};
    static const expected want[] = {{RAN, A, 0, 0, 10},   {RAN, B, 0, 0, 6},
                                    {TOO_LATE, 0, NEVER}, {RAN, A, 1, 1, 3},
                                    {RAN, A, 4, 4, 9},    {RAN, A, 5, 10, 40}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_REALTIME, BROKER_SLOW);
    c.rules.deadline_factor = 2000000000;
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* What has no free CPUs at its submission is refused, however late its deadline is. */
static void realtime_match(void)
{
    static const case_job jobs[] = {{0, 10, 0, 4, ""},
                                    {0, 10, 0, 1, ""},
                                    {1, 1, 0, 2, ""},
                                    {1, 1, 0, 1, ""},
                                    {2, 1, 0, 1, ""}};
    static const expected want[] = {{RAN, A, 0, 0, 10},
                                    {RAN, B, 0, 0, 10},
                                    {TOO_LATE, 0, NEVER},
                                    {RAN, B, 1, 1, 2},
                                    {RAN, B, 2, 2, 3}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_REALTIME, BROKER_MATCH);
    c.rules.deadline_factor = 1000000000000;
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* ---- policies for resources -------------------------------------------------------- */

/* SOFT requirements make the rank: where they hold, priority * value.
 *   0: A 1 * 2000 (it has not 600 MB), B 2 * 1024 (nor B 1000 MHz): B.
 *   1: A 2 * 2000, B 2 * 1024: A.
 *   2: no rank, so the most free CPUs: A has 3 of 4.
 *   3: must be AMD: B.   4: must have 1000 MHz, so A, though B's memory would count. */
static void match_ranks(void)
{
    static const case_job jobs[] = {
        {0, 9, 0, 1, "memory >= 600 SOFT 2; clock >= 1000 SOFT 1"},
        {0, 9, 0, 1, "memory >= 600 SOFT 2; clock >= 1000 SOFT 2"},
        {0, 9, 0, 1, ""},
        {0, 9, 0, 1, "vendor == AMD HARD"},
        {0, 9, 0, 1, "clock >= 1 GHz HARD; memory >= 600 SOFT 9"}};
    static const expected want[] = {{RAN, B, 0, 0, 9},
                                    {RAN, A, 0, 0, 9},
                                    {RAN, A, 0, 0, 9},
                                    {RAN, B, 0, 0, 9},
                                    {RAN, A, 0, 0, 9}};
    broker_case c =
        scenario("cluster A nodes=2 cpus=4 memory=512 clock=2000\n"
                 "cluster B nodes=2 cpus=2 memory=1024 clock=500 vendor=AMD\n",
                 BROKER_FCFS, BROKER_MATCH);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

#define TWO_AND_TWO                          \
    "cluster A nodes=1 cpus=2 memory=1000\n" \
    "cluster B nodes=1 cpus=2 memory=500\n"

static const case_job seven[] = {
    {0, 100, 0, 2, ""},  {0, 30, 0, 2, ""},   {10, 60, 0, 2, ""}, {40, 60, 0, 2, ""},
    {200, 50, 0, 1, ""}, {210, 10, 0, 1, ""}, {215, 10, 0, 1, ""}};

/* Nobody waits at the broker. 0: all equal, A. 1: B is free. 2: nothing is, A; it waits
 * from 10 to 100, so its bounded slowdown is 150 / 60 = 2.5. 3: none finished on A counts
 * as 1, as does B's one; B is free. From 160 on A's average is (1 + 2.5) / 2 = 1.75, B's
 * is 1: 4, 5 and 6 all go to B, 6 though it must wait there and A is idle. */
static void jr_slow(void)
{
    static const expected want[] = {{RAN, A, 0, 0, 100},     {RAN, B, 0, 0, 30},
                                    {RAN, A, 10, 100, 160},  {RAN, B, 40, 40, 100},
                                    {RAN, B, 200, 200, 250}, {RAN, B, 210, 210, 220},
                                    {RAN, B, 215, 220, 230}};
    broker_case c = scenario(TWO_AND_TWO, BROKER_JR, BROKER_SLOW);
    SET_JOBS(&c, seven);
    CHECK_CASE(&c, want);
}

/* Where the head of the queue has a cluster, too: ranks 400 + 500, 100 + 300, 100 + 200.
 * At 10, when A is free, job 1 goes first by listing 3; weighed as all others it goes
 * last: 990, 400 * 1.2, 300 * 1.3, so 3 (390), 2 (480) and, when these have ended, 1. */
static void jr_head(void)
{
    static const case_job jobs[] = {{0, 10, 0, 4, ""},
                                    {1, 10, 0, 4, "memory >= 500"},
                                    {1, 10, 0, 1, "memory >= 300"},
                                    {1, 10, 0, 1, "memory >= 200"}};
    static const expected on[] = {{RAN, A, 0, 0, 10},
                                  {RAN, A, 10, 10, 20},
                                  {RAN, A, 20, 20, 30},
                                  {RAN, A, 20, 20, 30}};
    static const expected off[] = {{RAN, A, 0, 0, 10},
                                   {RAN, A, 20, 20, 30},
                                   {RAN, A, 10, 10, 20},
                                   {RAN, A, 10, 10, 20}};
    broker_case c = scenario("priority cpus=100 memory=1\n"
                             "cluster A nodes=1 cpus=4 memory=1000\n",
                             BROKER_JR, BROKER_MATCH);
    c.rules.jr_factor = 100000000;
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, on);
    c.rules.jr_no_head = 1;
    CHECK_CASE(&c, off);
}

/* The same jobs. At 10 neither has room, so 2 waits at the broker and goes to B at 30:
 * its slowdown is 80 / 60. At 90 B is free again, with an average of (1 + 1.333) / 2; A's
 * is still 1.
 *   slow-gate  3 may go, and goes to A, which is taken until 100: it waits there, 120 /
 *              60. A has 1.5 now and 4, 5, 6 go to B, 6 to wait there, as A has room.
 *   slow-free  3 goes to B, 110 / 60. B has 1.389, so 4 and 5 go to A, and 6 to B,
 *              which alone has room. */
static void jr_slow_with_room(void)
{
    static const expected gate[] = {{RAN, A, 0, 0, 100},     {RAN, B, 0, 0, 30},
                                    {RAN, B, 30, 30, 90},    {RAN, A, 90, 100, 160},
                                    {RAN, B, 200, 200, 250}, {RAN, B, 210, 210, 220},
                                    {RAN, B, 215, 220, 230}};
    static const expected there[] = {{RAN, A, 0, 0, 100},     {RAN, B, 0, 0, 30},
                                     {RAN, B, 30, 30, 90},    {RAN, B, 90, 90, 150},
                                     {RAN, A, 200, 200, 250}, {RAN, A, 210, 210, 220},
                                     {RAN, B, 215, 215, 225}};
    broker_case c = scenario(TWO_AND_TWO, BROKER_JR, BROKER_SLOW_GATE);
    SET_JOBS(&c, seven);
    CHECK_CASE(&c, gate);
    c.rules.resources = BROKER_SLOW_FREE;
    CHECK_CASE(&c, there);
}

/* Values of each: A 1000, B 500.
 *   0, 1: nobody waits, phi = 0, value alone counts: A; 1 waits there until 100.
 *   2: phi = 2 / (2 + 2). A 0.5 + 0.5, B 0.5 * 0.5 + 0.5: A; it waits until 110.
 *   3, 4: phi = 0: A. Its three finished jobs have 1, 110 / 60, 120 / 60: on average
 *     1.6111.
 *   5: phi = 2 / (2 + 2): A 0.5 + 0.5 / 1.6111 = 0.810, B 0.25 + 0.5 = 0.75: A.
 *   6: phi = 4 / (4 + 2): A 1/3 + 2/3 / 1.6111 = 0.747, B 1/6 + 2/3 = 0.833: B. */
static void jr_match_slow(void)
{
#define RANKED "memory >= 100 SOFT 1"
    static const case_job jobs[] = {{0, 100, 0, 2, RANKED},  {0, 10, 0, 2, RANKED},
                                    {0, 10, 0, 2, RANKED},   {130, 100, 0, 2, RANKED},
                                    {130, 20, 0, 2, RANKED}, {131, 20, 0, 2, RANKED},
                                    {132, 10, 0, 2, RANKED}};
#undef RANKED
    static const expected want[] = {{RAN, A, 0, 0, 100},     {RAN, A, 0, 100, 110},
                                    {RAN, A, 0, 110, 120},   {RAN, A, 130, 130, 230},
                                    {RAN, A, 130, 230, 250}, {RAN, A, 131, 250, 270},
                                    {RAN, B, 132, 132, 142}};
    broker_case c = scenario(TWO_AND_TWO, BROKER_JR, BROKER_MATCH_SLOW);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* Work for each CPU, by estimates:
 *   0: none anywhere, A has more free. 1: A 40 / 4, B 0.
 *   2: A 38 / 4, B 8 / 2: B, from 5 on.
 *   3: A 38 / 4 = 9.5, B (8 + 12) / 2 = 10: A.   4: only A is large enough; 0 ends early.
 *   5: A (26 + 40) / 4, B 8 / 2: B, when 2 ends.
 *   6: A 40 / 4, B (2 + 3) / 2: B, where 5 and 6 start together. */
static void isis(void)
{
    static const case_job jobs[] = {
        {0, 10, 20, 2, ""}, {0, 5, 5, 2, ""}, {1, 6, 6, 2, ""}, {1, 4, 4, 1, ""},
        {6, 10, 10, 4, ""}, {7, 3, 3, 1, ""}, {10, 2, 2, 1, ""}};
    static const expected want[] = {
        {RAN, A, 0, 0, 10},  {RAN, B, 0, 0, 5},   {RAN, B, 1, 5, 11},  {RAN, A, 1, 1, 5},
        {RAN, A, 6, 10, 20}, {RAN, B, 7, 11, 14}, {RAN, B, 10, 11, 13}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_FCFS, BROKER_ISIS);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* ---- requirements of the moment ---------------------------------------------------- */

/* Job 1 wants an Intel with at most a quarter in use. A is half in use until 10: matching
 * waits, slow, which looks at what is static only, does not. */
static void dynamic_requirement(void)
{
    static const case_job jobs[] = {{0, 10, 0, 2, ""},
                                    {1, 1, 0, 1, "vendor == Intel; loadlast15min <= 25"}};
    static const expected waits[] = {{RAN, A, 0, 0, 10}, {RAN, A, 10, 10, 11}};
    static const expected at_once[] = {{RAN, A, 0, 0, 10}, {RAN, A, 1, 1, 2}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_FCFS, BROKER_MATCH);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, waits);
    c.rules.resources = BROKER_SLOW;
    CHECK_CASE(&c, at_once);
}

/* Job 0 runs only beside another; nobody is there. First come first served, all behind it
 * wait for ever, too. JR lets 1 pass, and then beside it 0 runs at once. */
static void stuck(void)
{
    static const case_job jobs[] = {{0, 5, 0, 1, "load > 0"}, {1, 3, 0, 1, ""}};
    static const expected both[] = {{STUCK, 0, NEVER}, {STUCK, 0, NEVER}};
    static const expected none[] = {{RAN, A, 1, 1, 6}, {RAN, A, 1, 1, 4}};
    static const expected alone[] = {{STUCK, 0, NEVER}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_FCFS, BROKER_MATCH);
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, both);
    c.rules.jobs = BROKER_JR;
    CHECK_CASE(&c, none);
    c.n = 1;
    CHECK_CASE(&c, alone);
}

/* Too large for any; of a vendor nobody has; a clock that nobody states. They are in
 * nobody's way. */
static void no_cluster(void)
{
    static const case_job jobs[] = {{0, 5, 0, 5, ""},
                                    {0, 5, 0, 1, "vendor == PowerPC"},
                                    {1, 5, 0, 3, "vendor == AMD"},
                                    {1, 5, 0, 1, "clock >= 0"},
                                    {2, 3, 0, 4, ""}};
    static const expected want[] = {{NO_CLUSTER, 0, NEVER},
                                    {NO_CLUSTER, 0, NEVER},
                                    {NO_CLUSTER, 0, NEVER},
                                    {NO_CLUSTER, 0, NEVER},
                                    {RAN, A, 2, 2, 5}};
    size_t policy;
    for (policy = 0; policy < broker_policy_jobs_table.count; policy++) {
        broker_case c = scenario(FOUR_AND_TWO, policy, BROKER_MATCH);
        SET_JOBS(&c, jobs);
        CHECK_CASE(&c, want);
    }
}

/* ---- information that is late ------------------------------------------------------ */

/* All is seen 5 seconds late.
 *   0 has A until 20.   1: both still look idle: A, where it waits until 20.
 *   2: A as of 1, full; B idle: B.
 *   3, 4: B looks idle until 11: they wait there, until 10 and 11.
 *   5: B as of 7 is full; as of 10 and 11, too; as of 12, seen at 17, idle. */
static void late_information(void)
{
    static const case_job jobs[] = {{0, 20, 0, 4, ""}, {1, 3, 0, 2, ""},
                                    {6, 4, 0, 2, ""},  {7, 1, 0, 2, ""},
                                    {8, 1, 0, 1, ""},  {12, 1, 0, 2, ""}};
    static const expected want[] = {{RAN, A, 0, 0, 20},  {RAN, A, 1, 20, 23},
                                    {RAN, B, 6, 6, 10},  {RAN, B, 7, 10, 11},
                                    {RAN, B, 8, 11, 12}, {RAN, B, 17, 17, 18}};
    broker_case c = scenario(FOUR_AND_TWO, BROKER_FCFS, BROKER_MATCH);
    c.rules.delay = 5;
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* A start is news, even if nothing else happens then: conservative, never planned anew, 1
 * starts at 10, when 0, which ended at 2, was to end. That is seen at 13: 2 is not sent
 * to a cluster that looks free, but waits for news of 15, at 18. */
static void late_information_of_a_start(void)
{
    static const case_job jobs[] = {
        {0, 2, 10, 2, ""}, {1, 5, 5, 2, ""}, {13, 1, 1, 2, ""}};
    static const expected want[] = {
        {RAN, A, 0, 0, 2}, {RAN, A, 1, 10, 15}, {RAN, A, 18, 18, 19}};
    broker_case c = scenario("cluster A nodes=1 cpus=2", BROKER_FCFS, BROKER_MATCH);
    c.local[0].kind = BATCH_CONSERVATIVE;
    c.rules.delay = 3;
    SET_JOBS(&c, jobs);
    CHECK_CASE(&c, want);
}

/* ---- nodes that are shared --------------------------------------------------------- */

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

static void shared_nodes(void)
{
    static const expected want[] = {{RAN, A, 0, 0, 16},
                                    {RAN, A, 0, 0, 16},
                                    {RAN, A, 0, 16, 21},
                                    {RAN, A, 16, 16, 26}};
    const broker_case c = sharing();
    CHECK_CASE(&c, want);
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
    CHECK(r->execution_count < r->execution_capacity);
    r->executions[r->execution_count++] = *x;
}

static void check_says(world *w, const char *sentence)
{
    const int result =
        broker_check(&w->grid, &w->demands, w->jobs, w->n, &w->rules, &w->result, &w->e);
    if (result == 0) CHECK_STR("nothing", sentence);
    CHECK_EQ(result, -1);
    if (!strstr(w->e.text, sentence)) CHECK_STR(w->e.text, sentence);
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
}

static void spoiled_dispatches(void)
{
    struct broker_result *r = &w.result;
    SPOILED(mixed(), "ran, but was not sent", r->jobs[1].dispatched = -1);
    SPOILED(mixed(), "was sent to no cluster", r->jobs[0].cluster = 2);
    SPOILED(mixed(), "job 3 was sent before it was submitted", r->jobs[2].dispatched = 5);
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

TEST_MAIN(TEST(figure_3), TEST(figure_4), TEST(listing_4), TEST(figure_5),
          TEST(fcfs_match), TEST(jr_match), TEST(jr_ranks), TEST(edf_match),
          TEST(edf_rounds_up), TEST(realtime_slow), TEST(realtime_match),
          TEST(match_ranks), TEST(jr_head), TEST(jr_slow), TEST(jr_slow_with_room),
          TEST(jr_match_slow), TEST(isis), TEST(dynamic_requirement), TEST(stuck),
          TEST(no_cluster), TEST(late_information), TEST(late_information_of_a_start),

          TEST(shared_nodes), TEST(spoiled_sharing), TEST(spoiled_executions),
          TEST(spoiled_cpus), TEST(spoiled_fates), TEST(spoiled_dispatches),
          TEST(random_cpus))
