/* test_flexco_sim.c - FlexCo's sites and their metascheduler: schedules worked by hand,
 * among them what figure 2 of paper 5 is about, and results that were spoiled, which the
 * checker must notice. */
#define _POSIX_C_SOURCE 200809L

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "base/random.h"
#include "flexco/flexco.h"
#include "flexco/flexco_job.h"

#include "test.h"

#define META FLEXCO_META
#define MOST_JOBS 8

typedef struct scene {
    uint32_t sites;
    uint32_t servers[3];
    /* number, submit, run, estimate, servers, site, overhead */
    struct flexco_job jobs[MOST_JOBS];
} scene;

typedef struct world {
    scene s;
    struct flexco_system system;
    size_t count;
    struct flexco_rules rules;
    struct flexco_result r;
    struct error e;
} world;

static world w;

static void begin(const scene *s, enum flexco_mode mode)
{
    flexco_job_result_free(&w.r);
    memset(&w, 0, sizeof w);
    w.s = *s;
    w.system.count = s->sites;
    w.system.servers = w.s.servers;
    while (w.count < MOST_JOBS && s->jobs[w.count].servers > 0) w.count++;
    w.rules.mode = mode;
    w.rules.efficiency = FLEXCO_EFFICIENCY;
}

static int check(void)
{
    return flexco_check(&w.system, w.s.jobs, w.count, &w.rules, &w.r, &w.e);
}

static void run_it(void)
{
    w.e.text[0] = 0;
    if (flexco_run(&w.system, w.s.jobs, w.count, &w.rules, &w.r, &w.e) == 0)
        (void)check();
    CHECK_STR(w.e.text, "");
}

static void run(const scene *s, enum flexco_mode mode)
{
    begin(s, mode);
    run_it();
}

static void over(void) { flexco_job_result_free(&w.r); }

/* Job `number` ran during [start, end). */
static void check_ran(size_t number, int64_t start, int64_t end)
{
    CHECK_EQ(w.r.outcomes[number - 1].start, start);
    CHECK_EQ(w.r.outcomes[number - 1].end, end);
}

/* So many processors of each site. */
static void check_shares(size_t number, uint32_t a, uint32_t b)
{
    const struct flexco_outcome *o = &w.r.outcomes[number - 1];
    uint32_t has[2] = {0, 0}, i;
    for (i = 0; i < o->part_count; i++) {
        const struct flexco_part *part = &w.r.parts[o->first_part + i];
        has[part->site] = part->servers;
    }
    CHECK_EQ(has[0], a);
    CHECK_EQ(has[1], b);
}

/* ---- algorithm 2 ------------------------------------------------------------------- */

/* Job 1 ends at 5 instead of 10. Job 4 is too long for the hole; job 3 fits, as site B is
 * free too. */
static const scene figure2 = {2,
                              {4, 4, 0},
                              {{1, 0, 5, 10, 4, 0, 0},
                               {2, 0, 5, 5, 4, 1, 0},
                               {3, 0, 10, 10, 8, META, 20},
                               {4, 1, 8, 8, 2, 0, 0}}};

static void figure_2_rigid(void)
{
    run(&figure2, FLEXCO_RIGID);
    check_ran(1, 0, 5);
    check_ran(2, 0, 5);
    check_ran(3, 10, 22);
    check_ran(4, 22, 30);
    CHECK_EQ(w.r.compressions, 1);
    CHECK_EQ(w.r.asked, 0);
    over();
}

static void figure_2_shift(void)
{
    run(&figure2, FLEXCO_SHIFT);
    check_ran(3, 5, 17);
    check_ran(4, 17, 25); /* moved again after the meta-job */
    check_shares(3, 4, 4);
    CHECK_EQ(w.r.outcomes[2].promised, 22);
    CHECK_EQ(w.r.outcomes[2].first_start, 10);
    CHECK_EQ(w.r.outcomes[2].booked_end, 17);
    CHECK_EQ(w.r.outcomes[2].shifts, 1);
    CHECK_EQ(w.r.asked, 1);
    CHECK_EQ(w.r.moved, 1);
    CHECK_EQ(w.r.shifts, 1);
    CHECK_EQ(w.r.advances, 1);
    over();
}

/* A local job that fills the hole goes first. */
static void local_jobs_first(void)
{
    scene s = figure2;
    s.jobs[3].run = s.jobs[3].estimate = 5;
    run(&s, FLEXCO_REMAP);
    check_ran(4, 5, 10);
    check_ran(3, 10, 22);
    CHECK_EQ(w.r.asked, 1); /* two processors are idle still */
    CHECK_EQ(w.r.moved, 0);
    s.jobs[3].servers = 4;
    run(&s, FLEXCO_REMAP);
    check_ran(4, 5, 10);
    CHECK_EQ(w.r.asked, 0); /* none is */
    over();
}

/* Job 4, local, moves to 12 and is still ahead of the meta-job at site A: what is idle at
 * 5 is offered to nobody. */
static void behind_a_local_job(void)
{
    static const scene s = {2,
                            {4, 4, 0},
                            {{1, 0, 5, 20, 3, 0, 0},
                             {2, 0, 12, 12, 1, 0, 0},
                             {3, 0, 12, 12, 4, 1, 0},
                             {4, 1, 4, 4, 4, 0, 0},
                             {5, 2, 10, 10, 8, META, 0}}};
    run(&s, FLEXCO_REMAP);
    check_ran(4, 12, 16);
    check_ran(5, 24, 34);
    CHECK_EQ(w.r.compressions, 1);
    CHECK_EQ(w.r.asked, 0);
    over();
}

/* Job 1 ends at 4 instead of 40: the meta-job can start at 4 where it is, or at 10 at
 * site A alone, where it is faster. */
static const scene joins = {2,
                            {4, 4, 0},
                            {{1, 0, 4, 40, 2, 0, 0},
                             {2, 0, 10, 10, 1, 0, 0},
                             {3, 0, 30, 30, 2, 1, 0},
                             {4, 0, 10, 10, 4, META, 100}}};

static void joins_one_site(void)
{
    run(&joins, FLEXCO_RIGID);
    check_ran(4, 10, 30);
    check_shares(4, 2, 2);
    run(&joins, FLEXCO_SHIFT);
    check_ran(4, 4, 24);
    check_shares(4, 2, 2);
    CHECK_EQ(w.r.joined, 0);
    run(&joins, FLEXCO_REMAP);
    check_ran(4, 10, 20);
    check_shares(4, 4, 0);
    CHECK_EQ(w.r.remaps, 1);
    CHECK_EQ(w.r.joined, 1);
    CHECK_EQ(w.r.outcomes[3].first_parts, 2);
    over();
}

/* On 3 of its 6 processors it takes 18 instead of 10, but can begin at once. */
static const scene molds = {1,
                            {8, 0, 0},
                            {{1, 0, 5, 20, 4, 0, 0},
                             {2, 0, 20, 20, 2, 0, 0},
                             {3, 0, 50, 50, 1, 0, 0},
                             {4, 0, 10, 10, 6, META, 0}}};

static void molded(void)
{
    begin(&molds, FLEXCO_REMAP);
    w.rules.one_site_fixed = 1;
    run_it();
    check_ran(4, 20, 30);
    over();
    begin(&molds, FLEXCO_MOLD);
    w.rules.one_site_fixed = 1;
    run_it();
    check_ran(4, 5, 23);
    CHECK_EQ(w.r.outcomes[3].servers, 3);
    CHECK_EQ(w.r.outcomes[3].shape, 1);
    CHECK_EQ(w.r.molds, 1);
    CHECK_EQ(w.r.outcomes[3].promised, 30);
    over();
}

/* Job 1 ends at 5 instead of 20: the others at its site move up, in every mode also the
 * meta-job there. At two sites it is the metascheduler's, and stays with rigid. */
static const scene alone = {2,
                            {4, 4, 0},
                            {{1, 0, 5, 20, 4, 0, 0},
                             {2, 0, 60, 60, 4, 1, 0},
                             {3, 0, 10, 10, 4, META, 0},
                             {4, 1, 10, 10, 2, 0, 0}}};

static void at_one_site(void)
{
    scene s = alone;
    int mode;
    for (mode = FLEXCO_RIGID; mode < FLEXCO_MOLD; mode++) {
        run(&s, (enum flexco_mode)mode);
        check_ran(3, 5, 15);
        check_ran(4, 15, 25);
        check_shares(3, 4, 0);
        CHECK_EQ(w.r.outcomes[2].promised, 30);
        CHECK_EQ(w.r.outcomes[2].shifts, 1);
        CHECK_EQ(w.r.meta_advances, 1);
        CHECK_EQ(w.r.advances, 1);
        CHECK_EQ(w.r.asked, 0);
        over();
    }
    begin(&s, FLEXCO_RIGID);
    w.rules.one_site_fixed = 1;
    run_it();
    check_ran(3, 20, 30);
    check_ran(4, 5, 15);
    CHECK_EQ(w.r.meta_advances, 0);
    over();
    s.jobs[1].run = s.jobs[1].estimate = 20;
    s.jobs[2].servers = 8;
    run(&s, FLEXCO_RIGID);
    check_ran(3, 20, 30);
    check_ran(4, 5, 15);
    CHECK_EQ(w.r.meta_advances, 0);
    over();
}

/* The first booking may be of another shape: 8 processors are not free before 100. */
static void molded_at_first(void)
{
    static const scene s = {
        1, {8, 0, 0}, {{1, 0, 100, 100, 6, 0, 0}, {2, 0, 9, 10, 4, META, 0}}};
    run(&s, FLEXCO_MOLD);
    check_ran(2, 0, 17); /* 9 * 1.8, rounded up */
    CHECK_EQ(w.r.outcomes[1].promised, 18);
    over();
}

/* ---- lengths, fates, the cursor ---------------------------------------------------- */

static void shapes(void)
{
    static const uint32_t servers[2] = {8, 8};
    const struct flexco_system system = {2, servers};
    struct flexco_job j = {1, 0, 100, 200, 5, META, 25};
    struct flexco_shape s[FLEXCO_SHAPES];
    CHECK_EQ(flexco_job_shapes(&system, &j, 0, 80, s), 1);
    CHECK_EQ(flexco_job_shapes(&system, &j, 1, 80, s), 3);
    CHECK_EQ(s[1].servers, 3);
    CHECK_EQ(s[1].run, 154); /* 100 (20 * 3 + 80 * 5) / 300 = 153.3 */
    CHECK_EQ(s[1].estimate, 307);
    CHECK_EQ(s[2].servers, 10);
    CHECK_EQ(s[2].run, 60);
    CHECK_EQ(flexco_job_planned(&j, &s[0], 1), 200);
    CHECK_EQ(flexco_job_planned(&j, &s[0], 2), 250);
    CHECK_EQ(flexco_job_planned(&j, &s[1], 2), 357); /* the overhead of the estimate */
    CHECK_EQ(flexco_job_actual(&j, &s[1], 2), 179);  /* and that of the run time */
    j.run = 300;
    CHECK_EQ(flexco_job_actual(&j, &s[0], 1), 100); /* s as it was */
    j.servers = 1;
    CHECK_EQ(flexco_job_shapes(&system, &j, 1, 80, s), 2);
    CHECK_EQ(s[1].servers, 2);
    j.servers = 9;
    CHECK_EQ(flexco_job_shapes(&system, &j, 1, 80, s), 2);
    CHECK_EQ(s[1].servers, 5);
    j.site = 0;
    CHECK_EQ(flexco_job_shapes(&system, &j, 1, 80, s), 1);
    CHECK_EQ(flexco_job_part_of(1000000000000, 399999999999, 400000000000), 999999999998);
}

static void killed_or_refused(void)
{
    static const scene s = {2,
                            {4, 4, 0},
                            {{1, 0, 20, 10, 4, 0, 0},
                             {2, 0, 5, 5, 5, 1, 0},
                             {3, 0, 5, 5, 9, META, 0},
                             {4, 1, 30, 10, 8, META, 10}}};
    run(&s, FLEXCO_MOLD);
    check_ran(1, 0, 10);
    CHECK_EQ(w.r.outcomes[0].fate, FLEXCO_FATE_killed);
    CHECK_EQ(w.r.outcomes[1].fate, FLEXCO_FATE_refused);
    CHECK_EQ(w.r.outcomes[2].fate, FLEXCO_FATE_refused);
    CHECK_EQ(w.r.outcomes[3].fate, FLEXCO_FATE_killed);
    CHECK_EQ(w.r.outcomes[2].promised, -1);
    over();
}

/* Each new meta-job begins with the next site. */
static void next_fit(void)
{
    static const scene s = {2,
                            {4, 4, 0},
                            {{1, 0, 9, 9, 1, META, 0},
                             {2, 0, 9, 9, 1, META, 0},
                             {3, 0, 9, 9, 5, META, 0},
                             {4, 1, 9, 9, 1, META, 0}}};
    run(&s, FLEXCO_REMAP);
    check_shares(1, 1, 0);
    check_shares(2, 0, 1);
    check_shares(3, 3, 2);
    check_shares(4, 0, 1);
    over();
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
    struct flexco_result r = {.count = 0};
    struct error e;
    uint64_t asked;
    uint32_t i;
    for (i = 0; i < sites + MANY_METAS; i++) {
        const struct flexco_job own = {i + 1, 0, 500, 500, i % 2 ? 8 : 4, i, 0};
        const struct flexco_job meta = {i + 1, i - sites + 1, 90, 90, 2, META, 0};
        jobs[i] = i < sites ? own : meta;
        if (i < sites) servers[i] = 8;
    }
    CHECK_EQ(flexco_run(&system, jobs, i, &rules, &r, &e), 0);
    CHECK_EQ(r.outcomes[i - 1].start, MANY_METAS);
    asked = r.sites_asked;
    flexco_job_result_free(&r);
    return asked;
}

/* As many, however many sites there are. */
static void asks_few(void)
{
    const uint64_t asked = sites_asked(20);
    CHECK(asked > 0);
    CHECK_EQ(sites_asked(MANY_SITES), asked);
}

/* ---- input that cannot be ---------------------------------------------------------- */

static void refuses(struct flexco_job *j, const char *words)
{
    const struct flexco_job bad = *j;
    begin(&figure2, FLEXCO_SHIFT);
    w.s.jobs[1] = bad;
    CHECK(flexco_run(&w.system, w.s.jobs, w.count, &w.rules, &w.r, &w.e) != 0);
    CHECK(strstr(w.e.text, words));
    over();
    *j = figure2.jobs[1];
}

static void bad_input(void)
{
    struct flexco_job j = figure2.jobs[1];
    j.submit = -1;
    refuses(&j, "submission");
    j.submit = 1;
    refuses(&j, "place");
    j.run = 0;
    refuses(&j, "run time");
    j.estimate = JOB_TIME_MAX + 1;
    refuses(&j, "run time");
    j.servers = 0;
    refuses(&j, "processors");
    j.site = 2;
    refuses(&j, "site");
    j.overhead = FLEXCO_OVERHEAD_MAX + 1;
    refuses(&j, "overhead");
    begin(&figure2, FLEXCO_SHIFT);
    w.rules.efficiency = 101;
    CHECK(flexco_run(&w.system, w.s.jobs, w.count, &w.rules, &w.r, &w.e) != 0);
    over();
}

/* ---- spoiled results --------------------------------------------------------------- */

#define O(number) (&w.r.outcomes[(number)-1])
#define PART(number, i) (&w.r.parts[O(number)->first_part + (i)])

/* What was run is spoiled by `change`: the checker says so. */
#define SPOILED(change, words)         \
    do {                               \
        run_it();                      \
        change;                        \
        CHECK(check() != 0);           \
        CHECK_STR(said(words), words); \
        flexco_job_result_free(&w.r);  \
    } while (0)

/* The words, if the error has them, else the error. */
static const char *said(const char *words)
{
    return strstr(w.e.text, words) ? words : w.e.text;
}

static void spoiled_times(void)
{
    begin(&figure2, FLEXCO_SHIFT);
    SPOILED(w.r.count--, "of 4 jobs it tells of 3");
    SPOILED(O(3)->start++, "longer or shorter");
    SPOILED(O(3)->end++, "longer or shorter");
    SPOILED(O(3)->end = -1, "did not end");
    SPOILED((O(3)->start++, O(3)->end++), "when it was booked");
    SPOILED((O(3)->start--, O(3)->end--, O(3)->booked_end--), "in use");
    SPOILED((O(4)->start = 0, O(4)->end = 8, O(4)->booked_end = 8), "submitted");
    SPOILED(O(3)->fate = FLEXCO_FATE_killed, "killed");
    SPOILED(O(3)->fate = FLEXCO_FATE_refused, "has no end");
    SPOILED(O(3)->fate = FLEXCO_FATE_COUNT, "no fate");
    over();
}

static void spoiled_promises(void)
{
    begin(&figure2, FLEXCO_SHIFT);
    SPOILED((O(3)->promised = 16, O(3)->first_start = 4), "first promised");
    SPOILED(O(3)->promised = -1, "never booked");
    SPOILED((O(4)->first_start = 0, O(4)->promised = 8), "booked before");
    SPOILED(O(3)->shifts = 0, "did not move");
    over();
}

static void spoiled_parts(void)
{
    begin(&figure2, FLEXCO_SHIFT);
    SPOILED(O(3)->part_count = 0, "no parts");
    SPOILED(O(3)->first_part = 99, "no parts");
    SPOILED(PART(3, 0)->servers--, "add up");
    SPOILED(PART(3, 0)->servers = 0, "no processors");
    SPOILED(PART(3, 0)->servers = 5, "no processors");
    SPOILED(PART(3, 0)->site = 2, "there is not");
    SPOILED(PART(3, 0)->site = 1, "in order of sites");
    SPOILED(PART(4, 0)->site = 1, "own site");
    SPOILED(PART(3, 0)->run_count = 1, "names");
    SPOILED(O(3)->servers--, "shape");
    SPOILED(O(3)->shape = 1, "shape");
    over();
}

static void spoiled_fates(void)
{
    static const scene s = {
        2, {4, 4, 0}, {{1, 0, 5, 5, 5, 0, 0}, {2, 0, 5, 5, 9, META, 0}}};
    begin(&s, FLEXCO_SHIFT);
    SPOILED(O(1)->fate = FLEXCO_FATE_finished, "has no end");
    SPOILED(w.s.jobs[0].servers = 4, "would fit");
    w.s.jobs[0].servers = 5;
    SPOILED(w.s.jobs[1].servers = 8, "would fit");
    w.s.jobs[1].servers = 9;
    SPOILED(O(1)->promised = 5, "but booked");
    over();
}

static void spoiled_processors(void)
{
    static const scene s = {1, {4, 0, 0}, {{1, 0, 5, 5, 2, 0, 0}, {2, 0, 5, 5, 2, 0, 0}}};
    begin(&s, FLEXCO_SHIFT);
    w.rules.early_binding = 1;
    run_it();
    CHECK_EQ(w.r.run_count, 2);
    over();
    SPOILED(w.r.runs[1] = w.r.runs[0], "another job has");
    SPOILED(w.r.runs[1].first = 1, "another job has");
    SPOILED(w.r.runs[0].count = 1, "more or fewer");
    SPOILED(w.r.runs[0].count = 0, "does not have");
    SPOILED(w.r.runs[1].first = 3, "does not have");
    SPOILED(PART(2, 0)->run_count = 2, "not in the result");
    over();
}

TEST_MAIN(TEST(figure_2_rigid), TEST(figure_2_shift), TEST(local_jobs_first),
          TEST(behind_a_local_job), TEST(joins_one_site), TEST(at_one_site), TEST(molded),
          TEST(molded_at_first), TEST(shapes), TEST(killed_or_refused), TEST(next_fit),
          TEST(asks_few), TEST(bad_input), TEST(spoiled_times), TEST(spoiled_promises),
          TEST(spoiled_parts), TEST(spoiled_fates), TEST(spoiled_processors))
