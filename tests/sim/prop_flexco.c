/* prop_flexco.c - flexco.h against a second simulator that is slow and obviously right
 * (flexco_oracle.h), on random small systems, jobs and modes; cases for what that lacks;
 * and results that were spoiled, which the checker must notice.
 *
 * Compared is all that a result says: when each job was promised, and when it ran, where
 * and in which shape, how it moved, and the totals. SEED=n replays a difference. What
 * holds of every run (no promise is broken, no processor has two jobs), the checker has
 * to say (flexco_check.c). */
#define _POSIX_C_SOURCE 200809L

#include "test.h"
#include "coalloc.h"

#include "base/job.h"
#include "flexco/flexco.h"
#include "flexco/flexco_setup.h"

#include "flexco_oracle.h"

enum { CASE_JOBS = 25 };

typedef struct flexco_case {
    uint32_t servers[ORACLE_SITES], sites;
    struct flexco_job jobs[CASE_JOBS];
    size_t n;
    struct flexco_rules rules;
} flexco_case;

/* ---- random cases ------------------------------------------------------------------ */

static void random_sites(flexco_case *c, uint32_t most)
{
    const int alike = test_below(3) == 0;
    c->sites = (uint32_t)test_between(1, ORACLE_SITES);
    for (uint32_t i = 0; i < c->sites; i++)
        c->servers[i] =
            alike && i > 0 ? c->servers[0] : (uint32_t)test_between(1, (int64_t)most);
}

static uint32_t all_of(const flexco_case *c)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < c->sites; i++) sum += c->servers[i];
    return sum;
}

/* Order of arrival. */
static int arrives_before(const struct flexco_job *a, const struct flexco_job *b)
{
    return a->submit != b->submit ? a->submit < b->submit : a->site < b->site;
}

static void sort_jobs(struct flexco_job *jobs, size_t n)
{
    size_t k;
    for (size_t i = 0; i < n; i++) {
        const struct flexco_job job = jobs[i];
        for (k = i; k > 0 && arrives_before(&job, &jobs[k - 1]); k--)
            jobs[k] = jobs[k - 1];
        jobs[k] = job;
    }
}

/* One for a site or for the metascheduler; now and then one that is too large. */
static void random_job(const flexco_case *c, struct flexco_job *job, int64_t metas)
{
    const int64_t all = all_of(c);
    int64_t most = all;
    memset(job, 0, sizeof *job);
    job->site = FLEXCO_META;
    if (test_between(1, 6) > metas) {
        job->site = (uint32_t)test_below(c->sites);
        most = c->servers[job->site];
    } else {
        job->overhead = (uint32_t)(test_below(3) ? test_below(26) : 25 * test_below(2));
    }
    if (test_below(2)) most = (most + 1) / 2;
    job->servers = (uint32_t)test_between(1, most + (test_below(10) == 0));
}

static void random_jobs(flexco_case *c)
{
    const int64_t gap = (int64_t)test_below(5), longest = test_below(3) ? 8 : 16;
    const int64_t metas = (int64_t)test_below(7), accuracy = (int64_t)test_below(4);
    int64_t now = 0;
    c->n = (size_t)(test_below(4) ? test_between(3, 12) : test_between(12, CASE_JOBS));
    for (size_t i = 0; i < c->n; i++) {
        struct flexco_job *job = &c->jobs[i];
        random_job(c, job, metas);
        if (i > 0 && test_below(3)) now += test_between(0, gap);
        job->submit = now;
        job->run = job->estimate = test_between(1, longest);
        if ((int64_t)test_below(4) < accuracy)
            job->run = test_between(1, test_below(8) ? job->estimate : 2 * longest);
    }
    sort_jobs(c->jobs, c->n);
    for (size_t i = 0; i < c->n; i++) c->jobs[i].number = (int64_t)i + 1;
}

static void random_rules(flexco_case *c)
{
    static const uint32_t efficiencies[] = {80, 80, 100, 50, 0};
    c->rules.mode = (enum flexco_mode)test_below(FLEXCO_MODES);
    c->rules.efficiency = efficiencies[test_below(5)];
    c->rules.one_site_fixed = test_below(2) == 0;
}

static void random_case(flexco_case *c, uint32_t most)
{
    memset(c, 0, sizeof *c);
    random_sites(c, most);
    random_jobs(c);
    random_rules(c);
}

/* ---- what holds of every run ------------------------------------------------------- */

typedef struct world { /* a case as it is run, and what comes of it */
    struct flexco_system system;
    struct flexco_rules rules;
    struct flexco_task task;
    struct flexco_result result;
} world;

/* Runs it, and has it checked. NULL = all is well. */
static const char *run_case(const flexco_case *c, world *w)
{
    const struct flexco_task task = {&w->system, c->jobs, c->n, &w->rules};
    memset(w, 0, sizeof *w);
    w->system.count = c->sites;
    w->system.servers = c->servers;
    w->rules = c->rules;
    w->task = task;
    flexco_run(&w->task, &w->result);
    return flexco_check(&w->task, &w->result);
}

/* ---- the two simulators ------------------------------------------------------------ */

static int same_parts(const world *w, size_t first, uint32_t count, const uint32_t *share)
{
    uint32_t k = 0;
    for (uint32_t site = 0; site < w->system.count; site++) {
        const struct flexco_part *part = &w->result.parts[first + k];
        if (share[site] == 0) continue;
        if (k == count || part->site != site || part->servers != share[site]) return 0;
        k++;
    }
    return k == count;
}

/* What differs between the two outcomes of a job, of which the second is the oracle's. */
static const char *other_outcome(const world *w, size_t job, int64_t *mine,
                                 int64_t *theirs)
{
    const struct flexco_outcome *x = &w->result.outcomes[job], *y = &o.job[job].outcome;
    const int ran = y->end >= 0;
#define OTHER(field)             \
    *mine = (int64_t)x->field;   \
    *theirs = (int64_t)y->field; \
    if (*mine != *theirs) return #field
    OTHER(fate);
    OTHER(first_start);
    OTHER(promised);
    OTHER(first_parts);
    OTHER(start);
    OTHER(end);
    OTHER(booked_end);
    OTHER(shifts);
    OTHER(remaps);
    OTHER(molds);
    OTHER(servers);
    OTHER(shape);
#undef OTHER
    *mine = *theirs = 0;
    if (ran && !same_parts(w, x->first_part, x->part_count, o.job[job].slot.share))
        return "parts";
    return NULL;
}

static const char *other_totals(const world *w)
{
    const struct flexco_result *r = &w->result;
    const struct {
        const char *name;
        uint64_t mine, theirs;
    } totals[] = {{"asked", r->asked, o.asked},
                  {"shifts", r->shifts, o.shifts},
                  {"remaps", r->remaps, o.remaps},
                  {"molds", r->molds, o.molds},
                  {"joined", r->joined, o.joined},
                  {"advances", r->advances, o.advances},
                  {"advances of meta-jobs", r->meta_advances, o.meta_advances},
                  {"compressions", r->compressions, o.compressions}};
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
        if (totals[i].mine != totals[i].theirs) return totals[i].name;
    return NULL;
}

/* What the oracle, which has just run, says otherwise. NULL = nothing. */
static const char *difference(const world *w)
{
    static char text[200];
    int64_t mine = 0, theirs = 0;
    const char *what;
    for (size_t i = 0; i < w->result.count; i++) {
        what = other_outcome(w, i, &mine, &theirs);
        if (!what) continue;
        snprintf(text, sizeof text, "job %d: %s: %d, but the oracle: %d", (int)i, what,
                 (int)mine, (int)theirs);
        return text;
    }
    return other_totals(w);
}

/* What differs between the two of a case. NULL = nothing. */
static const char *mismatch(const flexco_case *c)
{
    static char text[600];
    static world w;
    const char *wrong = run_case(c, &w);
    if (!wrong) oracle_run(&w.task);
    if (!wrong) wrong = difference(&w);
    if (wrong) snprintf(text, sizeof text, "%s", wrong);
    flexco_result_free(&w.result);
    return wrong ? text : NULL;
}

/* ---- tests ------------------------------------------------------------------------- */

#define CASES 30000

/* Each case has its own seed, so that SEED=that one begins with it. */
static void random_against_oracle(void)
{
    static flexco_case c;
    enum { KILLED = FLEXCO_MODES, REFUSED, ASKED, SHIFTS, REMAPS, MOLDS, JOINED, METAS };
    static const uint64_t enough[METAS + 1] = {1000, 1000, 1000, 1000, 1000, 1000,
                                               9999, 1000, 1000, 500,  300,  9999};
    uint64_t met[METAS + 1] = {0}; /* how much of each thing of interest */
    const uint64_t seed = test_seed();
    const long cases = test_scaled(CASES);
    const char *wrong;
    for (long i = 0; i < cases; i++) {
        /* the second is one whose sites are not chosen in the order of their numbers */
        const uint64_t at = i == 1 ? 20123775 : seed + (uint64_t)i;
        test_state_ = at;
        random_case(&c, at % 16 == 0 ? 1 : 8);
        c.rules.early_binding = at % 16 == 0; /* one processor needs no name */
        wrong = mismatch(&c);
        if (wrong) printf("SEED=%llu\n", (unsigned long long)at);
        if (wrong) CHECK_STR(wrong, "no mismatch");
        met[c.rules.mode]++;
        met[ASKED] += o.asked;
        met[SHIFTS] += o.shifts;
        met[REMAPS] += o.remaps;
        met[MOLDS] += o.molds;
        met[JOINED] += o.joined;
        met[METAS] += o.meta_advances;
        for (size_t k = 0; k < c.n; k++) {
            met[KILLED] += o.job[k].outcome.fate == FLEXCO_FATE_killed;
            met[REFUSED] += o.job[k].outcome.fate == FLEXCO_FATE_refused;
        }
    }
    for (size_t k = 0; k <= METAS && cases >= CASES; k++) CHECK(met[k] > enough[k]);
}

/* ---- the largest there are --------------------------------------------------------- */

static int64_t extreme(int64_t least, int64_t most)
{
    return test_below(2) ? most - (int64_t)test_below(3) : test_between(least, 100);
}

/* Times and numbers at the edge of what there is: a run that is sound. */
static void extremes(void)
{
    const long rounds = test_scaled(5000);
    for (long round = 0; round < rounds; round++) {
        static flexco_case c;
        static world w;
        random_case(&c, 8);
        if (c.n > 4) c.n = 4;
        c.rules.early_binding = test_below(2) == 0;
        for (size_t i = 0; i < c.sites; i++)
            if (test_below(4) == 0) c.servers[i] = (uint32_t)extreme(1, JOB_SERVERS_MAX);
        for (size_t i = 0; i < c.n; i++) {
            struct flexco_job *job = &c.jobs[i];
            if (test_below(4) == 0) job->submit = extreme(0, JOB_TIME_MAX);
            if (test_below(4) == 0) job->run = extreme(1, JOB_TIME_MAX);
            if (test_below(4) == 0) job->estimate = extreme(1, JOB_TIME_MAX);
            if (test_below(4) == 0) job->servers = (uint32_t)extreme(1, JOB_SERVERS_MAX);
            if (test_below(4) == 0)
                job->overhead = (uint32_t)extreme(0, FLEXCO_OVERHEAD_MAX);
        }
        sort_jobs(c.jobs, c.n);
        const char *wrong = run_case(&c, &w);
        flexco_result_free(&w.result);
        if (wrong) CHECK_STR(wrong, "a sound run");
    }
}

#define META FLEXCO_META

/* ---- cases ------------------------------------------------------------------------- */

static flexco_case c;
static world w;

/* Runs c as it is now: a run that can be. */
static void run_it(void)
{
    flexco_result_free(&w.result);
    const char *wrong = run_case(&c, &w);
    if (wrong) CHECK_STR(wrong, "");
}

/* Job 1 ends at 3 instead of 12, when job 4 is to have its processor. Job 3 is too long
 * to go there before job 4, which then has it at once. Without names job 3, which is
 * asked first, starts instead. */
static void names(void)
{
    static const flexco_case one_site = {.servers = {2},
                                         .sites = 1,
                                         .jobs = {{1, 0, 3, 12, 1, 0, 0, 0},
                                                  {2, 0, 5, 5, 1, 0, 0, 0},
                                                  {3, 0, 10, 10, 1, 0, 0, 0},
                                                  {4, 0, 11, 13, 1, 0, 0, 0}},
                                         .n = 4};
    c = one_site;
    for (int early = 0; early < 2; early++) {
        c.rules.early_binding = early;
        run_it();
        CHECK_EQ(w.result.outcomes[2].start, early ? 5 : 3);
        CHECK_EQ(w.result.outcomes[3].start, early ? 3 : 5);
    }
    flexco_result_free(&w.result);
}

/* ---- lengths ----------------------------------------------------------------------- */

static void part_of(void)
{
    CHECK_EQ(flexco_job_part_of(1000000000000, 399999999999, 400000000000), 999999999998);
}

/* The load of built-in meta-jobs, in billionths, unless one is given. */
static void meta_load(void)
{
    struct flexco_given g = {.split = -1};
    flexco_setup_resolve(&g);
    CHECK_EQ(g.meta_load, 150000000);
    g.meta_load = 5;
    flexco_setup_resolve(&g);
    CHECK_EQ(g.meta_load, 5);
}

/* ---- many sites -------------------------------------------------------------------- */

enum { MANY_SITES = 1000, MANY_METAS = 10 };

/* How many sites are asked for meta-jobs that one site can start at once, when every
 * second site is full and the others are half full. */
static uint64_t sites_asked(uint32_t sites)
{
    static struct flexco_job jobs[MANY_SITES + MANY_METAS];
    static uint32_t servers[MANY_SITES];
    const struct flexco_system system = {sites, servers};
    const struct flexco_rules rules = {.mode = FLEXCO_MOLD, .efficiency = 80};
    const struct flexco_task task = {&system, jobs, sites + MANY_METAS, &rules};
    struct flexco_result r = {.count = 0};
    uint32_t i;
    for (i = 0; i < sites + MANY_METAS; i++) {
        const struct flexco_job own = {i + 1, 0, 500, 500, i % 2 ? 8 : 4, i, 0, 0};
        const struct flexco_job meta = {i + 1, i - sites + 1, 90, 90, 2, META, 0, 0};
        jobs[i] = i < sites ? own : meta;
        if (i < sites) servers[i] = 8;
    }
    flexco_run(&task, &r);
    CHECK_EQ(r.outcomes[i - 1].start, MANY_METAS);
    const uint64_t asked = r.sites_asked;
    flexco_result_free(&r);
    return asked;
}

/* As many, however many sites there are. */
static void asks_few(void)
{
    const uint64_t asked = sites_asked(20);
    CHECK(asked > 0);
    CHECK_EQ(sites_asked(MANY_SITES), asked);
}

/* ---- spoiled results --------------------------------------------------------------- */

#define O(number) (&w.result.outcomes[(number)-1])
#define PART(number, i) (&w.result.parts[O(number)->first_part + (i)])

/* Figure 2 of paper 5. Job 1 ends at 5 instead of 10. Job 4 is too long for the hole; job
 * 3 fits, as site B is free too. */
static const flexco_case figure2 = {.servers = {4, 4},
                                    .sites = 2,
                                    .jobs = {{1, 0, 5, 10, 4, 0, 0, 0},
                                             {2, 0, 5, 5, 4, 1, 0, 0},
                                             {3, 0, 10, 10, 8, META, 20, 0},
                                             {4, 1, 8, 8, 2, 0, 0, 0}},
                                    .n = 4,
                                    .rules = {.mode = FLEXCO_SHIFT}};

/* The run is spoiled by `change`: the checker says so. */
#define SPOILED(change, words)         \
    do {                               \
        run_it();                      \
        change;                        \
        CHECK_STR(said(words), words); \
    } while (0)

/* The words, if the checker says them, else what it says. */
static const char *said(const char *words)
{
    const char *wrong = flexco_check(&w.task, &w.result);
    if (!wrong) return "nothing";
    return strstr(wrong, words) ? words : wrong;
}

static void spoiled_times(void)
{
    c = figure2;
    SPOILED(w.result.count--, "of 4 jobs it reports 3");
    SPOILED(O(3)->start++, "more or less than");
    SPOILED(O(3)->end++, "more or less than");
    SPOILED(O(3)->end = -1, "has a start but");
    SPOILED((O(3)->start++, O(3)->end++), "its booked time");
    SPOILED((O(3)->start--, O(3)->end--, O(3)->booked_end--), "in use");
    SPOILED((O(4)->start = 0, O(4)->end = 8, O(4)->booked_end = 8), "submitted");
    SPOILED(O(3)->fate = FLEXCO_FATE_killed, "killed");
    SPOILED(O(3)->fate = FLEXCO_FATE_refused, "no end time");
    SPOILED(O(3)->fate = FLEXCO_FATE_COUNT, "no fate");
    flexco_result_free(&w.result);
}

static void spoiled_promises(void)
{
    c = figure2;
    SPOILED((O(3)->promised = 16, O(3)->first_start = 4), "first promised");
    SPOILED(O(3)->promised = -1, "never booked");
    SPOILED((O(4)->first_start = 0, O(4)->promised = 8), "booked before");
    SPOILED(O(3)->shifts = 0, "did not move");
    flexco_result_free(&w.result);
}

static void spoiled_parts(void)
{
    c = figure2;
    SPOILED(O(3)->part_count = 0, "no parts");
    SPOILED(O(3)->first_part = 99, "no parts");
    SPOILED(PART(3, 0)->servers--, "add up");
    SPOILED(PART(3, 0)->servers = 0, "an empty part");
    SPOILED(PART(3, 0)->servers = 5, "an empty part");
    SPOILED(PART(3, 0)->site = 2, "does not exist");
    SPOILED(PART(3, 0)->site = 1, "in site order");
    SPOILED(PART(4, 0)->site = 1, "own site");
    SPOILED(PART(3, 0)->run_count = 1, "names");
    SPOILED(O(3)->servers--, "shape");
    SPOILED(O(3)->shape = 1, "shape");
    flexco_result_free(&w.result);
}

static void spoiled_fates(void)
{
    static const flexco_case too_large = {
        .servers = {4, 4},
        .sites = 2,
        .jobs = {{1, 0, 5, 5, 5, 0, 0, 0}, {2, 0, 5, 5, 9, META, 0, 0}},
        .n = 2,
        .rules = {.mode = FLEXCO_SHIFT}};
    c = too_large;
    SPOILED(O(1)->fate = FLEXCO_FATE_finished, "no end time");
    SPOILED(c.jobs[0].servers = 4, "would fit");
    c.jobs[0].servers = 5;
    SPOILED(c.jobs[1].servers = 8, "would fit");
    c.jobs[1].servers = 9;
    SPOILED(O(1)->promised = 5, "but booked");
    flexco_result_free(&w.result);
}

static void spoiled_processors(void)
{
    static const flexco_case beside = {
        .servers = {4},
        .sites = 1,
        .jobs = {{1, 0, 5, 5, 2, 0, 0, 0}, {2, 0, 5, 5, 2, 0, 0, 0}},
        .n = 2,
        .rules = {.mode = FLEXCO_SHIFT, .early_binding = 1}};
    c = beside;
    SPOILED(w.result.runs[1] = w.result.runs[0], "another job has");
    SPOILED(w.result.runs[1].first = 1, "another job has");
    SPOILED(w.result.runs[0].count = 1, "more or fewer");
    SPOILED(w.result.runs[0].count = 0, "its site lacks");
    SPOILED(w.result.runs[1].first = 3, "its site lacks");
    SPOILED(PART(2, 0)->run_count = 2, "not in the result");
    flexco_result_free(&w.result);
}

TEST_MAIN(TEST(random_against_oracle), TEST(extremes), TEST(names), TEST(part_of),
          TEST(meta_load), TEST(asks_few), TEST(spoiled_times), TEST(spoiled_promises),
          TEST(spoiled_parts), TEST(spoiled_fates), TEST(spoiled_processors))
