/* test_flexco_sim.c - FlexCo's sites and their metascheduler (what prop_flexco.c's second
 * simulator knows is tested there): how few sites are asked, and results that were
 * spoiled, which the checker must notice. */
#define _POSIX_C_SOURCE 200809L

#include "coalloc.h"

#include "base/job.h"
#include "flexco/flexco.h"

#include "test.h"

#define META FLEXCO_META
#define MOST_JOBS 4

typedef struct scene {
    uint32_t sites;
    uint32_t servers[2];
    /* number, submit, run, estimate, servers, site, overhead, small */
    struct flexco_job jobs[MOST_JOBS];
} scene;

static struct {
    scene s;
    struct flexco_system system;
    struct flexco_rules rules;
    struct flexco_task task;
    struct flexco_result r;
} w;

static void begin(const scene *s, enum flexco_mode mode)
{
    const struct flexco_task task = {&w.system, w.s.jobs, 0, &w.rules};
    memset(&w, 0, sizeof w);
    w.s = *s;
    w.task = task;
    w.system.count = s->sites;
    w.system.servers = w.s.servers;
    while (w.task.count < MOST_JOBS && s->jobs[w.task.count].servers > 0) w.task.count++;
    w.rules.mode = mode;
    w.rules.efficiency = FLEXCO_EFFICIENCY;
}

static void run_it(void)
{
    const char *wrong;
    flexco_result_free(&w.r);
    flexco_run(&w.task, &w.r);
    wrong = flexco_check(&w.task, &w.r);
    if (wrong) CHECK_STR(wrong, "");
}

static void over(void) { flexco_result_free(&w.r); }

/* ---- lengths ----------------------------------------------------------------------- */

static void part_of(void)
{
    CHECK_EQ(flexco_job_part_of(1000000000000, 399999999999, 400000000000), 999999999998);
}

/* ---- processors with names ------------------------------------------------------- */

/* Job 1 ends at 3 instead of 12, when job 4 is to have its processor. Job 3 is too long
 * to go there before job 4, which then has it at once. Without names job 3, which is
 * asked first, starts instead. */
static void names(void)
{
    static const scene s = {1,
                            {2, 0},
                            {{1, 0, 3, 12, 1, 0, 0, 0},
                             {2, 0, 5, 5, 1, 0, 0, 0},
                             {3, 0, 10, 10, 1, 0, 0, 0},
                             {4, 0, 11, 13, 1, 0, 0, 0}}};
    int early;
    for (early = 0; early < 2; early++) {
        begin(&s, FLEXCO_SHIFT);
        w.rules.early_binding = early;
        run_it();
        CHECK_EQ(w.r.outcomes[2].start, early ? 5 : 3);
        CHECK_EQ(w.r.outcomes[3].start, early ? 3 : 5);
        over();
    }
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
    uint64_t asked;
    uint32_t i;
    for (i = 0; i < sites + MANY_METAS; i++) {
        const struct flexco_job own = {i + 1, 0, 500, 500, i % 2 ? 8 : 4, i, 0, 0};
        const struct flexco_job meta = {i + 1, i - sites + 1, 90, 90, 2, META, 0, 0};
        jobs[i] = i < sites ? own : meta;
        if (i < sites) servers[i] = 8;
    }
    flexco_run(&task, &r);
    CHECK_EQ(r.outcomes[i - 1].start, MANY_METAS);
    asked = r.sites_asked;
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

#define O(number) (&w.r.outcomes[(number)-1])
#define PART(number, i) (&w.r.parts[O(number)->first_part + (i)])

/* Figure 2 of paper 5. Job 1 ends at 5 instead of 10. Job 4 is too long for the hole; job
 * 3 fits, as site B is free too. */
static const scene figure2 = {2,
                              {4, 4},
                              {{1, 0, 5, 10, 4, 0, 0, 0},
                               {2, 0, 5, 5, 4, 1, 0, 0},
                               {3, 0, 10, 10, 8, META, 20, 0},
                               {4, 1, 8, 8, 2, 0, 0, 0}}};

/* What was run is spoiled by `change`: the checker says so. */
#define SPOILED(change, words)         \
    do {                               \
        run_it();                      \
        change;                        \
        CHECK_STR(said(words), words); \
    } while (0)

/* The words, if the checker says them, else what it says. */
static const char *said(const char *words)
{
    const char *wrong = flexco_check(&w.task, &w.r);
    if (!wrong) return "nothing";
    return strstr(wrong, words) ? words : wrong;
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
        2, {4, 4}, {{1, 0, 5, 5, 5, 0, 0, 0}, {2, 0, 5, 5, 9, META, 0, 0}}};
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
    static const scene s = {
        1, {4, 0}, {{1, 0, 5, 5, 2, 0, 0, 0}, {2, 0, 5, 5, 2, 0, 0, 0}}};
    begin(&s, FLEXCO_SHIFT);
    w.rules.early_binding = 1;
    SPOILED(w.r.runs[1] = w.r.runs[0], "another job has");
    SPOILED(w.r.runs[1].first = 1, "another job has");
    SPOILED(w.r.runs[0].count = 1, "more or fewer");
    SPOILED(w.r.runs[0].count = 0, "does not have");
    SPOILED(w.r.runs[1].first = 3, "does not have");
    SPOILED(PART(2, 0)->run_count = 2, "not in the result");
    over();
}

TEST_MAIN(TEST(part_of), TEST(names), TEST(asks_few), TEST(spoiled_times),
          TEST(spoiled_promises), TEST(spoiled_parts), TEST(spoiled_fates),
          TEST(spoiled_processors))
