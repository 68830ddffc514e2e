/* test_requirements.c - what jobs are made to ask for (workload/requirements.h): for
 * every job there is a cluster, vendors and systems have their shares and come in bursts,
 * amounts are those of the job, and a log that was written and read again gives the same
 * as one that is given its requirements while it is read.
 */
#define _POSIX_C_SOURCE 200809L

#include "fails.h"
#include "grid_check.h"

#include "base/error.h"
#include "base/job.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/requirements.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <unistd.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What one job was made to ask for, taken apart. */
typedef struct asked {
    double memory, disk, clock;
    char vendor[32], os[32];
    double usage[3];
    int soft_clock, soft_memory, count;
} asked;

static void take_text(char *to, size_t size, swf_span from)
{
    snprintf(to, size, "%.*s", (int)from.size, from.data);
}

static asked take_apart(const char *text)
{
    swf_span rest = swf_text(text);
    swf_requirement r;
    swf_status s;
    asked a = {0};
    for (; (s = swf_next_requirement(&rest, &r)) == SWF_OK; a.count++) {
        const int soft = r.importance == SWF_SOFT;
        char name[20];
        take_text(name, sizeof name, r.name);
        CHECK(!r.has_priority);
        if (r.usage) {
            a.usage[r.usage - SWF_USAGE_MEMORY] = demands_number(r.number);
        } else if (strcmp(name, "Vendor") == 0 || strcmp(name, "OS Name") == 0) {
            CHECK(!soft && r.op == SWF_EQUAL);
            take_text(name[0] == 'V' ? a.vendor : a.os, 32, r.value);
        } else {
            const double amount = demands_number(r.number);
            CHECK(r.op == SWF_GREATER_EQUAL && amount >= 1);
            if (strcmp(name, "Disk") == 0) {
                CHECK(!soft);
                a.disk = amount;
            } else if (strcmp(name, "Clock") == 0) {
                a.clock = amount;
                a.soft_clock = soft;
            } else {
                CHECK_STR(name, "Memory");
                if (soft)
                    CHECK(!grid_differs(amount, 2 * a.memory) && !a.soft_memory++);
                else
                    a.memory = amount;
            }
        }
    }
    CHECK_EQ(s, SWF_END);
    return a;
}

static swf_job job_of(int64_t run, int64_t procs)
{
    swf_job job;
    swf_job_clear(&job);
    job.run = run;
    job.req_procs = procs;
    return job;
}

/* Jobs of all sorts: some cluster satisfies each, as it is or cut to the largest. */
static void always_a_cluster(void)
{
    static const char *const grids[] = {"dom_small", "dom_medium", "dom_big"};
    long round;
    size_t k;
    for (k = 0; k < 3; k++) {
        struct requirements_rules rules = {.seed = test_random(), .usages = 1};
        struct requirements made;
        struct grid g;
        grid_file_load(&g, grids[k]);
        requirements_begin(&made, &g, &rules);
        for (round = 0; round < test_scaled(20000); round++) {
            swf_job job = job_of(test_between(-1, 200000), 1 << test_below(12));
            char text[REQUIREMENTS_TEXT];
            struct demands d = {.all = NULL};
            struct job one = {.order = 0};
            struct error e;
            size_t i, fit = 0;
            job.procs = test_between(-1, 300);
            job.req_time = test_between(-1, 1000);
            if (test_below(2)) job.memory = test_between(0, 20000000);
            if (test_below(3) == 0) job.req_memory = INT64_MAX >> test_below(60);
            if (test_below(1000) == 0) job.run = INT64_MAX;
            CHECK_EQ(requirements_next(&made, &job, text), 1);
            CHECK_EQ(demands_add(&d, &g, 0, swf_text(text), &e), 0);
            one.servers =
                (uint32_t)(job.procs > job.req_procs ? job.procs : job.req_procs);
            if (one.servers > made.largest) one.servers = made.largest;
            for (i = 0; i < g.count; i++)
                fit += (size_t)demands_fits(&g, &d, &one, i, NULL);
            CHECK(fit > 0);
            CHECK(d.of[0].count >= 5 && d.of[0].count <= 6);
            CHECK(d.of[0].usage[0] >= 0 && d.of[0].usage[0] <= 10600);
            demands_free(&d);
        }
        grid_free(&g);
    }
}

/* Of small jobs, which any cluster can run: shares by CPUs as paper 2 has them, and
 * bursts of 3 to 6, each length as often. */
static void shares_and_bursts(void)
{
    const long jobs = test_scaled(100000);
    const struct requirements_rules rules = {.seed = 7};
    long intel = 0, amd = 0, linux_ = 0, aix = 0, i, length = 0, soft_clock = 0, soft = 0;
    long lengths[REQUIREMENTS_BURST_MOST + 1] = {0}, bursts = 0;
    const double off = 4.5 / sqrt((double)jobs / 4.5); /* of shares, in bursts */
    char before[64] = "";
    uint64_t burst = 0;
    struct requirements made;
    struct grid g;
    grid_file_load(&g, "dom_medium");
    requirements_begin(&made, &g, &rules);
    for (i = 0; i < jobs; i++) {
        const swf_job job = job_of(600, 1);
        char text[REQUIREMENTS_TEXT], pair[64 + 2];
        asked a;
        CHECK_EQ(requirements_next(&made, &job, text), 1);
        a = take_apart(text);
        intel += strcmp(a.vendor, "Intel") == 0;
        amd += strcmp(a.vendor, "AMD") == 0;
        linux_ += strcmp(a.os, "Linux") == 0;
        aix += strcmp(a.os, "AIX") == 0;
        soft_clock += a.soft_clock;
        soft += a.soft_memory;
        snprintf(pair, sizeof pair, "%s/%s", a.vendor, a.os);
        if (made.bursts != burst) { /* a burst began, the one before is whole */
            if (burst) {
                CHECK(length >= REQUIREMENTS_BURST_LEAST &&
                      length <= REQUIREMENTS_BURST_MOST);
                lengths[length]++;
                bursts++;
            }
            burst = made.bursts;
            length = 0;
        } else {
            CHECK_STR(pair, before); /* within it all are alike */
        }
        memcpy(before, pair, sizeof before);
        length++;
    }
#define IS_SHARE(count, share, of) \
    CHECK(fabs((double)(count) / (double)(of) - (share)) < off || jobs < 2000)
    IS_SHARE(intel, 0.50, jobs);
    IS_SHARE(amd, 0.40, jobs);
    IS_SHARE(linux_, 0.60, jobs);
    IS_SHARE(aix, 0.30, jobs);
    IS_SHARE(soft_clock, 0.5, jobs);
    IS_SHARE(soft, 1 / 3.0, jobs);
    for (i = REQUIREMENTS_BURST_LEAST; i <= REQUIREMENTS_BURST_MOST; i++)
        IS_SHARE(lengths[i], 0.25, bursts);
    grid_free(&g);
}

/* A share of the jobs asks for CPUs only; the others ask for what they ask for without
 * it, and who asks at a low share asks at a high one. */
static void unconstrained(void)
{
    static const uint32_t shares[] = {0, 20, 80, 100};
    const long jobs = test_scaled(20000);
    struct requirements made[4];
    struct grid g;
    long i, asking[4] = {0};
    size_t k;
    grid_file_load(&g, "dom_medium");
    for (k = 0; k < 4; k++) {
        const struct requirements_rules rules = {.seed = 5, .unconstrained = shares[k]};
        requirements_begin(&made[k], &g, &rules);
    }
    for (i = 0; i < jobs; i++) {
        const swf_job job = job_of(600 + i % 7, 1 + i % 50);
        char all[REQUIREMENTS_TEXT], text[REQUIREMENTS_TEXT];
        int asked_before = 1;
        for (k = 0; k < 4; k++) {
            CHECK_EQ(requirements_next(&made[k], &job, k ? text : all), 1);
            if (k == 0) continue;
            CHECK(text[0] == 0 || strcmp(text, all) == 0);
            CHECK(text[0] == 0 || asked_before);
            asked_before = text[0] != 0;
            asking[k] += asked_before;
        }
    }
    CHECK(fabs((double)asking[1] / (double)jobs - 0.8) < 2 / sqrt((double)jobs));
    CHECK(fabs((double)asking[2] / (double)jobs - 0.2) < 2 / sqrt((double)jobs));
    CHECK_EQ(asking[3], 0);
    grid_free(&g);
}

/* A large job gets what is large enough, and the burst goes on as it was. */
static void large_jobs(void)
{
    const struct requirements_rules rules = {.seed = 3};
    struct requirements made;
    struct grid g;
    long i;
    grid_file_load(&g, "dom_medium");
    requirements_begin(&made, &g, &rules);
    for (i = 0; i < test_scaled(5000); i++) {
        const swf_job small = job_of(600, 1), large = job_of(600, 200);
        char text[REQUIREMENTS_TEXT];
        asked a;
        requirements_next(&made, i % 2 ? &large : &small, text);
        a = take_apart(text);
        if (i % 2 == 0) continue;
        CHECK_STR(a.vendor, "Intel"); /* only orsay has 200 CPUs */
        CHECK_STR(a.os, "Linux");
        CHECK(a.memory <= 2048 && a.disk <= 40000 && a.clock <= 2400 && a.clock >= 1200);
    }
    grid_free(&g);
}

/* Memory: requested before used, KB to MB upwards, at most what is there and allowed.
 * Disk: hours * (16 * processors + memory) times 0.5 to 1.5. */
static void amounts(void)
{
    static const struct {
        int64_t req, used;
        double memory;
    } cases[] = {{262144, 1024, 256}, {-1, 262145, 257}, {0, 1, 1}, {1 << 30, -1, 1024}};
    const struct requirements_rules none = {.seed = 1};
    char text[REQUIREMENTS_TEXT], again[REQUIREMENTS_TEXT];
    struct requirements made;
    struct grid g;
    asked a;
    size_t i, k;
    grid_file_load(&g, "dom_small");
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        double least = 1e9, most = 0;
        requirements_begin(&made, &g, &none);
        for (k = 0; k < 200; k++) {
            const double base = 2 * (16 * 5 + cases[i].memory);
            swf_job job = job_of(7200, 5);
            job.req_memory = cases[i].req;
            job.memory = cases[i].used;
            CHECK_EQ(requirements_next(&made, &job, text), 1);
            a = take_apart(text);
            CHECK(!grid_differs(a.memory, cases[i].memory));
            if (cases[i].req == 1 << 30) continue; /* disk by the limited memory */
            CHECK(a.disk >= base / 2 && a.disk <= 1.5 * base + 1);
            if (a.disk < least) least = a.disk;
            if (a.disk > most) most = a.disk;
        }
        if (cases[i].req != 1 << 30) CHECK(most > 2 * least);
    }
    requirements_begin(&made, &g, &none); /* random memory, disk up to what there is */
    for (k = 0; k < 200; k++) {
        const swf_job job = job_of(1000000, 5);
        requirements_next(&made, &job, text);
        a = take_apart(text);
        CHECK(a.memory >= 16 && a.memory <= 1024 && !grid_differs(fmod(a.memory, 16), 0));
        CHECK(!grid_differs(a.disk, 10000));
    }
    requirements_begin(&made, &g, &none); /* the same again; others by another seed */
    for (k = 0; k < 2; k++) {
        const swf_job job = job_of(100, 5);
        requirements_begin(&made, &g, &none);
        requirements_next(&made, &job, k ? again : text);
    }
    CHECK_STR(text, again);
    grid_free(&g);
}

/* Kept, replaced, none for a part of a job; the burst does not notice those. */
static void which_jobs(void)
{
    struct requirements_rules rules = {.seed = 5};
    char text[REQUIREMENTS_TEXT];
    struct requirements made;
    struct grid g;
    swf_job job = job_of(60, 1);
    grid_file_load(&g, "dom_small");
    requirements_begin(&made, &g, &rules);
    job.extra = swf_text("usage_memory = 5");
    CHECK_EQ(requirements_next(&made, &job, text), 0);
    CHECK(made.generated == 0 && made.bursts == 0);
    job.extra = swf_text(" ; ");
    CHECK_EQ(requirements_next(&made, &job, text), 1);
    job.extra = swf_text("gwf columns");
    job.format = SWF_FORMAT_GWF;
    CHECK_EQ(requirements_next(&made, &job, text), 1);
    job = job_of(60, 1);
    job.status = 3;
    CHECK_EQ(requirements_next(&made, &job, text), 0);
    job.status = 1;
    job.extra = swf_text("Memory >= 5");
    CHECK_EQ(requirements_next(&made, &job, text), 0);
    rules.replace = 1;
    requirements_begin(&made, &g, &rules);
    CHECK_EQ(requirements_next(&made, &job, text), 1);
    grid_free(&g);
}

/* What a cluster does not tell, or cannot be written in a log, is not asked for. */
static void odd_grids(void)
{
    static const struct {
        const char *fields, *want;
    } cases[] = {{"", ""},
                 {"memory=0 disk=0.5 clock=0", ""},
                 {"vendor=\"a;b\" os=Linux", "OS Name == Linux"},
                 {"vendor=386 os=\"Hard HARD\"", "Vendor == 386"},
                 {"os=\"Red Hat\" vendor=\"x SOFT 5\"", "OS Name == Red Hat"},
                 {"os==x vendor=<5", ""},
                 {"clock=30", "Clock >= 30 MHZ"},
                 {"memory=7.9", "Memory >= 7 MB"},
                 {"disk=3", "Disk >= 3 MB"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct requirements_rules rules = {.seed = 2};
        char text[REQUIREMENTS_TEXT], line[200];
        const swf_job job = job_of(1000000, 99);
        struct requirements made;
        struct grid g;
        snprintf(line, sizeof line, "cluster a nodes=1 cpus=1 %s\n", cases[i].fields);
        grid_file_parse(&g, "f", line, strlen(line));
        requirements_begin(&made, &g, &rules);
        CHECK_EQ(requirements_next(&made, &job, text), 1);
        if (strncmp(text, cases[i].want, strlen(cases[i].want)) != 0 ||
            (strstr(text, ";") && !strstr(text, "; Memory >= 14 MB SOFT")) ||
            (!*cases[i].want && *text)) {
            snprintf(test_message_, sizeof test_message_, "%s: '%.100s'", cases[i].fields,
                     text);
            TEST_LEAVE_(1);
        }
        grid_free(&g);
    }
}

TEST_MAIN(TEST(always_a_cluster), TEST(shares_and_bursts), TEST(unconstrained),
          TEST(large_jobs), TEST(amounts), TEST(which_jobs), TEST(odd_grids))
