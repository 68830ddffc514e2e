/* test_requirements.c - what jobs are made to ask for (workload/requirements.h): for
 * every job there is a cluster, vendors and systems have their shares and come in bursts,
 * amounts are the job's.
 */
#define _POSIX_C_SOURCE 200809L

#include "fails.h"
#include "grid_check.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/job.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/requirements.h"

#include <math.h>

/* What one job was made to ask for, taken apart. */
typedef struct asked {
    double memory, disk, clock;
    char vendor[32], os[32];
    int soft_clock, soft_memory;
} asked;

static asked take_apart(const char *text)
{
    asked a = {0};
    double more;
    int n = 0;
    CHECK_EQ(sscanf(text,
                    "Memory >= %lf MB; Disk >= %lf MB; Vendor == %31[^;]; OS Name == "
                    "%31[^;]; Clock >= %lf MHZ%n",
                    &a.memory, &a.disk, a.vendor, a.os, &a.clock, &n),
             5);
    text += n;
    a.soft_clock = strncmp(text, " SOFT", 5) == 0;
    if (a.soft_clock) text += 5;
    a.soft_memory = sscanf(text, "; Memory >= %lf MB SOFT%n", &more, &n) == 1;
    CHECK(a.soft_memory ? !text[n] && !grid_differs(more, 2 * a.memory) : !*text);
    return a;
}

static struct grid grid;
static struct requirements made;
static char text[REQUIREMENTS_TEXT];

/* On one of the built-in grids, or one cluster with these fields. */
static void begin(const char *name, struct requirements_rules rules)
{
    char line[200];
    grid_free(&grid);
    snprintf(line, sizeof line, "cluster a nodes=1 cpus=1 %s\n", name);
    if (strncmp(name, "dom_", 4) == 0)
        grid_file_load(&grid, name);
    else
        grid_file_parse(&grid, "f", line, strlen(line));
    requirements_begin(&made, &grid, &rules);
}

static swf_job job_of(int64_t run, int64_t procs)
{
    swf_job job;
    swf_job_clear(&job);
    job.run = run;
    job.req_procs = procs;
    return job;
}

static asked ask(swf_job job)
{
    CHECK_EQ(requirements_next(&made, &job, text), 1);
    return take_apart(text);
}

/* Jobs of all sorts: some cluster satisfies each, as it is or cut to the largest. */
static void always_a_cluster(void)
{
    static const char *const grids[] = {"dom_small", "dom_medium", "dom_big"};
    for (size_t k = 0; k < 3; k++) {
        struct requirements_rules rules = {.seed = test_random(), .usages = 1};
        begin(grids[k], rules);
        for (long round = 0; round < test_scaled(20000); round++) {
            swf_job job = job_of(test_between(-1, 200000), 1 << test_below(12));
            struct demands d = {.all = NULL};
            struct job one = {.order = 0};
            struct error e;
            size_t fit = 0;
            job.procs = test_between(-1, 300);
            job.req_time = test_between(-1, 1000);
            if (test_below(2)) job.memory = test_between(0, 20000000);
            if (test_below(3) == 0) job.req_memory = INT64_MAX >> test_below(60);
            if (test_below(1000) == 0) job.run = INT64_MAX;
            CHECK_EQ(requirements_next(&made, &job, text), 1);
            CHECK_EQ(demands_add(&d, &grid, 0, swf_text(text), &e), 0);
            one.servers =
                (uint32_t)(job.procs > job.req_procs ? job.procs : job.req_procs);
            if (one.servers > made.largest) one.servers = made.largest;
            for (size_t i = 0; i < grid.count; i++)
                fit += (size_t)demands_fits(&grid, &d, &one, i, NULL);
            CHECK(fit > 0);
            CHECK(d.of[0].count >= 5 && d.of[0].count <= 6);
            CHECK(d.of[0].usage[0] >= 0 && d.of[0].usage[0] <= 10600);
            demands_free(&d);
        }
    }
    grid_free(&grid);
}

/* The same on every machine, for ever: published figures depend on it. */
static void pinned(void)
{
    const struct requirements_rules rules = {.seed = 9, .usages = 1, .unconstrained = 20};
    uint64_t hash = HASH_START;
    begin("dom_medium", rules);
    for (int i = 0; i < 1000; i++) {
        swf_job job = job_of(10 * i, 1 + i % 300);
        if (i % 3 == 0) job.memory = 1000 * i;
        CHECK_EQ(requirements_next(&made, &job, text), 1);
        hash = hash_bytes(hash, (const unsigned char *)text, strlen(text));
    }
    CHECK_EQ(hash, 0x6D1F4D6E84E85508);
    grid_free(&grid);
}

/* Of small jobs, which any cluster can run: shares by CPUs as paper 2 has them, and
 * bursts of 3 to 6, each length as often. */
static void shares_and_bursts(void)
{
    const long jobs = test_scaled(100000);
    const struct requirements_rules rules = {.seed = 7};
    struct {
        double share;
        long count;
    } shares[] = {{0.5, 0}, {0.4, 0}, {0.6, 0}, {0.3, 0}, {0.5, 0}, {1 / 3.0, 0}};
    const double off = 4.5 / sqrt((double)jobs / 4.5); /* of shares, in bursts */
    long lengths[REQUIREMENTS_BURST_MOST + 2] = {0};
    char vendor[32] = "", os[32] = "";
    uint64_t burst = 0;
    size_t length = 0;
    begin("dom_medium", rules);
    for (long i = 0; i < jobs; i++) {
        const asked a = ask(job_of(600, 1));
        shares[0].count += strcmp(a.vendor, "Intel") == 0;
        shares[1].count += strcmp(a.vendor, "AMD") == 0;
        shares[2].count += strcmp(a.os, "Linux") == 0;
        shares[3].count += strcmp(a.os, "AIX") == 0;
        shares[4].count += a.soft_clock;
        shares[5].count += a.soft_memory;
        if (made.bursts != burst) { /* the one before is whole */
            CHECK(!burst || length >= REQUIREMENTS_BURST_LEAST);
            lengths[length]++;
            length = 0;
            burst = made.bursts;
            snprintf(vendor, sizeof vendor, "%s", a.vendor);
            snprintf(os, sizeof os, "%s", a.os);
        }
        CHECK(++length <= REQUIREMENTS_BURST_MOST);
        CHECK(strcmp(vendor, a.vendor) == 0 && strcmp(os, a.os) == 0);
    }
    for (size_t k = 0; k < 6 && jobs >= 2000; k++)
        CHECK(fabs((double)shares[k].count / (double)jobs - shares[k].share) < off);
    for (size_t k = REQUIREMENTS_BURST_LEAST;
         k <= REQUIREMENTS_BURST_MOST && jobs >= 2000; k++)
        CHECK(fabs((double)lengths[k] / (double)made.bursts - 0.25) < off);
    grid_free(&grid);
}

/* Memory: requested before used, KB to MB upwards, at most what a node has; where the log
 * gives none, in steps of 16. Disk: hours * (16 * processors + memory) * 0.5 to 1.5. */
static void amounts(void)
{
    static const struct {
        int64_t req, used;
        double memory, disk; /* disk: of the memory asked for, before it is limited */
    } cases[] = {{262144, 1024, 256, 672},
                 {-1, 262145, 257, 674},
                 {0, 1, 1, 162},
                 {1 << 30, -1, 1024, 2097312}};
    const struct requirements_rules none = {.seed = 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin("dom_small", none);
        for (size_t k = 0; k < 200; k++) {
            swf_job job = job_of(7200, 5);
            asked a;
            job.req_memory = cases[i].req;
            job.memory = cases[i].used;
            a = ask(job);
            CHECK(!grid_differs(a.memory, cases[i].memory));
            CHECK(a.disk >= cases[i].disk / 2 || !grid_differs(a.disk, 10000));
            CHECK(a.disk <= 1.5 * cases[i].disk + 1);
        }
    }
    for (size_t k = 0; k < 200; k++) {
        const asked a = ask(job_of(1000000, 5));
        CHECK(a.memory >= 16 && a.memory <= 1024 && !grid_differs(fmod(a.memory, 16), 0));
        CHECK(!grid_differs(a.disk, 10000));
    }
    grid_free(&grid);
}

/* Kept, replaced, none for a part of a job; the burst does not notice those. */
static void which_jobs(void)
{
    static const struct {
        const char *extra;
        uint32_t format;
        int status, replace, gets;
    } cases[] = {{"usage_memory = 5", SWF_FORMAT_SWF, 1, 0, 0},
                 {"Memory >= 5", SWF_FORMAT_SWF, 1, 0, 0},
                 {"", SWF_FORMAT_SWF, 2, 0, 0},
                 {"", SWF_FORMAT_SWF, 4, 0, 0},
                 {" ; ", SWF_FORMAT_SWF, 1, 0, 1},
                 {"gwf columns", SWF_FORMAT_GWF, 1, 0, 1},
                 {"Memory >= 5", SWF_FORMAT_SWF, 1, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct requirements_rules rules = {.seed = 5, .replace = cases[i].replace};
        swf_job job = job_of(60, 1);
        begin("dom_small", rules);
        job.extra = swf_text(cases[i].extra);
        job.format = cases[i].format;
        job.status = cases[i].status;
        CHECK_EQ(requirements_next(&made, &job, text), cases[i].gets);
        CHECK_EQ(made.generated + made.bursts, 2 * cases[i].gets);
    }
    grid_free(&grid);
}

/* What a cluster does not state, or a log cannot hold, is not requested. */
static void odd_grids(void)
{
    static const struct {
        const char *fields, *want; /* but for a second, SOFT memory */
    } cases[] = {{"", ""},
                 {"memory=0 disk=0.5 clock=0", ""},
                 {"vendor=\"a;b\" os=Linux", "OS Name == Linux"},
                 {"vendor=386 os=\"Hard HARD\"", "Vendor == 386"},
                 {"os=\"Red Hat\" vendor=\"x SOFT 5\"", "OS Name == Red Hat"},
                 {"os==x vendor=<5", ""},
                 {"clock=30", "Clock >= 30 MHZ SOFT"},
                 {"memory=7.9", "Memory >= 7 MB"},
                 {"disk=3", "Disk >= 3 MB"}};
    const struct requirements_rules rules = {.seed = 2};
    swf_job job;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(cases[i].fields, rules);
        job = job_of(1000000, 99);
        CHECK_EQ(requirements_next(&made, &job, text), 1);
        text[strcspn(text, ";")] = 0;
        CHECK_STR(text, cases[i].want);
    }
    grid_free(&grid);
}

TEST_MAIN(TEST(always_a_cluster), TEST(pinned), TEST(shares_and_bursts), TEST(amounts),
          TEST(which_jobs), TEST(odd_grids))
