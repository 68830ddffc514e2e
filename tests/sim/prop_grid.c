/* prop_grid.c - random grids and random requirements, spelled in many ways, against a
 * matcher that knows them by heart: it has the names as it meant them, numbers as whole
 * halves and texts in small letters, and goes through every list from its begin.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/error.h"
#include "base/job.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"

#include "fails.h"
#include "grid_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CLUSTERS = 6, MOST = 12 };

typedef struct value {
    int is_text;
    long halves;
    const char *text; /* in small letters */
} value;

/* Attributes, how they may be spelled, and what they hold. */
static const struct {
    const char *spellings[4], *units[4]; /* of 1/1024, 1, 1024 or none */
    int holds; /* 0: numbers, 1: texts, 2: both, 3: of the moment */
} attributes[] = {
    {{"memory", "RAM", "Memory", "mem"}, {"KB", "MB", "gb", ""}, 0},
    {{"disk", "Disk-Size", "DISK", "disk_space"}, {"kb", "", "GB", "MB"}, 0},
    {{"clock", "Clock_Speed", "CLOCK", "cpuclock"}, {"", "MHZ", "", "mhz"}, 0},
    {{"vendor", "Vendor", "VENDOR", "CPU-Vendor"}, {"", "", "", ""}, 1},
    {{"os", "OS_Name", "osname", "Operating-System"}, {"", "", "", ""}, 1},
    {{"thing", "Thing", "T-h-ing", "THING_"}, {"", "", "", ""}, 2},
    {{"other", "OTHER", "oTHER", "oth_er"}, {"", "", "", ""}, 2},
    {{"cpus", "Processors", "CPU", "processor"}, {"", "cpus", "", ""}, 0},
    {{"freecpus", "Free-CPUs", "idle_cpus", "FREEPROCESSORS"}, {"", "", "", ""}, 3},
    {{"freenodes", "Free-Nodes", "idle_nodes", "IDLENODES"}, {"", "nodes", "", ""}, 3},
    {{"queued", "QUEUED", "queued-jobs", "waitingjobs"}, {"", "", "", ""}, 3},
    {{"load", "LoadLast15Min", "cpu_load", "LOAD"}, {"", "", "", ""}, 3},
    {{"ramavailable", "RAM-Available", "FreeMemory", "memory_available"},
     {"", "MB", "", "KB"},
     3}};
enum { COUNT = sizeof attributes / sizeof *attributes, MEMORY = 0, CPUS = 7 };

static const char *const texts[] = {"intel", "amd", "linux", "aix", "x86", "386"};

typedef struct wish {
    int attribute, soft, has_priority;
    const char *op;
    long priority;
    value want;
} wish;

typedef struct scene {
    int count;                /* clusters */
    int has[CLUSTERS][COUNT]; /* 1: it tells */
    value of[CLUSTERS][COUNT];
    struct grid_state now[CLUSTERS];
    double priority[COUNT];
    wish wishes[MOST];
    int wish_count;
    char grid[8192], asks[2048];
} scene;

/* ---- how things are spelled -------------------------------------------------------- */

static void add(char *to, const char *format, ...)
{
    const size_t used = strlen(to);
    va_list args;
    va_start(args, format);
    vsnprintf(to + used, 2000, format, args);
    va_end(args);
}

static void add_capitals(char *to, const char *text)
{
    char one[2] = "";
    for (; *text; text++) {
        one[0] = *text;
        if (*text >= 'a' && *text <= 'z' && test_below(2)) one[0] -= 'a' - 'A';
        strcat(to, one);
    }
}

static void add_value(char *to, int attribute, value v, const char *between)
{
    const char *unit = attributes[attribute].units[test_below(4)];
    const double whole = (double)v.halves / 2;
    if (v.is_text)
        add_capitals(to, v.text);
    else if (*unit == 'K' || *unit == 'k')
        add(to, "%ld%s%s", v.halves * 512, between, unit);
    else if (v.halves % 2048 == 0 && (*unit == 'G' || *unit == 'g'))
        add(to, "%ld%s%s", v.halves / 2048, between, unit);
    else
        add(to, "%.*f%s%s", v.halves % 2 || test_below(4) == 0, whole,
            *unit == 'G' || *unit == 'g' ? "" : between,
            *unit == 'G' || *unit == 'g' ? "" : unit);
}

/* ---- a scene ----------------------------------------------------------------------- */

static value random_value(int attribute)
{
    const int holds = attributes[attribute].holds;
    value v = {0, 0, ""};
    v.is_text = holds == 1 || (holds == 2 && test_below(2));
    if (v.is_text)
        v.text = texts[test_below(holds == 1 ? 6 : 4)];
    else if (holds == 3 || attribute == CPUS)
        v.halves = 2 * (long)test_between(1, 6);
    else
        v.halves = (long)(test_below(3) ? test_between(0, 5) : 2048 * test_between(0, 2));
    return v;
}

static void make_grid(scene *s)
{
    int i, k;
    for (k = 0; k < COUNT; k++) {
        s->priority[k] = 1;
        if (test_below(2)) continue;
        s->priority[k] = (double)test_between(-4, 40) / 4;
        add(s->grid, "priority %s=%.2f\n", attributes[k].spellings[test_below(4)],
            s->priority[k]);
    }
    s->count = (int)test_between(1, CLUSTERS);
    for (i = 0; i < s->count; i++) {
        const uint32_t cpus = (uint32_t)test_between(1, 6);
        add(s->grid, "cluster c%d nodes=1 cpus=%u", i, (unsigned)cpus);
        for (k = 0; k < COUNT; k++) {
            s->has[i][k] = k == CPUS || (attributes[k].holds < 3 && test_below(4));
            s->of[i][k] = random_value(k);
            if (k == CPUS) s->of[i][k].halves = 2 * (long)cpus;
            if (k == CPUS || !s->has[i][k]) continue;
            add(s->grid, " %s=", attributes[k].spellings[test_below(4)]);
            add_value(s->grid, k, s->of[i][k], "");
        }
        add(s->grid, "\n");
        s->now[i].free_cpus = (uint32_t)test_below((uint64_t)cpus + 1);
        s->now[i].free_nodes = s->now[i].free_cpus == cpus;
        s->now[i].queued = (uint32_t)test_below(4);
    }
}

static void make_wishes(scene *s)
{
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
    int i;
    s->wish_count = (int)test_below(5);
    for (i = 0; i < s->wish_count; i++) {
        wish *w = &s->wishes[i];
        w->attribute = (int)test_below(COUNT);
        w->want = random_value(w->attribute);
        w->op = ops[test_below(w->want.is_text ? 2 : 6)];
        w->soft = (int)test_below(2);
        w->has_priority = w->soft && test_below(2);
        w->priority = w->has_priority ? (long)test_between(-3, 20) : 0;
        add(s->asks, "%s %s ", attributes[w->attribute].spellings[test_below(4)], w->op);
        add_value(s->asks, w->attribute, w->want, test_below(2) ? " " : "");
        if (w->soft || test_below(3) == 0) add(s->asks, w->soft ? " SOFT" : " HARD");
        if (w->has_priority) add(s->asks, " %ld", w->priority);
        add(s->asks, "; ");
    }
}

/* ---- the matcher ------------------------------------------------------------------- */

/* What the cluster has, twice; -1: nothing. */
static double have_now(const scene *s, int i, int attribute)
{
    const char *name = attributes[attribute].spellings[0];
    const double cpus = (double)s->of[i][CPUS].halves / 2;
    if (strcmp(name, "freecpus") == 0) return 2.0 * s->now[i].free_cpus;
    if (strcmp(name, "freenodes") == 0) return 2.0 * s->now[i].free_nodes;
    if (strcmp(name, "queued") == 0) return 2.0 * s->now[i].queued;
    if (strcmp(name, "load") == 0) return 200 * (cpus - s->now[i].free_cpus) / cpus;
    if (!s->has[i][MEMORY]) return -1;
    return s->now[i].free_nodes ? (double)s->of[i][MEMORY].halves : 0;
}

static int compare(double have, const char *op, double want)
{
    if (strcmp(op, "==") == 0) return !grid_differs(have, want);
    if (strcmp(op, "!=") == 0) return grid_differs(have, want);
    if (strcmp(op, "<") == 0) return have < want;
    if (strcmp(op, "<=") == 0) return have <= want;
    if (strcmp(op, ">") == 0) return have > want;
    return have >= want;
}

/* -1: not looked at. */
static int holds(const scene *s, int i, const wish *w, int look, double *has)
{
    const value *v = &s->of[i][w->attribute];
    if (attributes[w->attribute].holds == 3) {
        *has = have_now(s, i, w->attribute) / 2;
        if (!look) return -1;
        return *has >= 0 && compare(*has, w->op, (double)w->want.halves / 2);
    }
    if (!s->has[i][w->attribute] || v->is_text != w->want.is_text) return 0;
    *has = v->is_text ? 1 : (double)v->halves / 2;
    if (v->is_text) return (strcmp(v->text, w->want.text) == 0) == (*w->op == '=');
    return compare(*has, w->op, (double)w->want.halves / 2);
}

static void check_scene(const scene *s, const struct grid *g, const struct demands *d,
                        const struct job *job)
{
    double rank = 0;
    int i, k, look, names_cpus = 0, dynamic = 0;
    for (k = 0; k < s->wish_count; k++) {
        const wish *w = &s->wishes[k];
        const double priority =
            w->has_priority ? (double)w->priority : s->priority[w->attribute];
        dynamic |= attributes[w->attribute].holds == 3;
        if (w->want.is_text) continue;
        rank += priority * (double)w->want.halves / 2;
        names_cpus |= w->attribute == CPUS;
    }
    if (!names_cpus) rank += s->priority[CPUS] * job->servers;
    CHECK(fabs(demands_job_rank(g, d, job) - rank) < 1e-6);
    CHECK_EQ(demands_dynamic(d, job), dynamic);
    for (i = 0; i < s->count; i++)
        for (look = 0; look < 2; look++) {
            const struct grid_state *now = look ? &s->now[i] : NULL;
            int fits = 2 * (long)job->servers <= s->of[i][CPUS].halves;
            double worth = 0;
            for (k = 0; k < s->wish_count; k++) {
                const wish *w = &s->wishes[k];
                double has = 0;
                const int held = holds(s, i, w, look, &has);
                if (!w->soft && held == 0) fits = 0;
                if (w->soft && held > 0)
                    worth += has * (w->has_priority ? (double)w->priority
                                                    : s->priority[w->attribute]);
            }
            CHECK_EQ(demands_fits(g, d, job, (size_t)i, now), fits);
            CHECK(fabs(demands_cluster_rank(g, d, job, (size_t)i, now) - worth) < 1e-6);
        }
}

static void matcher(void)
{
    static scene s;
    long rounds = test_scaled(50000);
    for (; rounds > 0; rounds--) {
        struct demands d = {.all = NULL};
        struct job job = {.order = (uint32_t)test_below(3)};
        struct grid g;
        struct error e;
        memset(&s, 0, sizeof s);
        make_grid(&s);
        make_wishes(&s);
        job.servers = (uint32_t)test_between(1, 6);
        grid_file_parse(&g, "f", s.grid, strlen(s.grid));
        if (demands_add(&d, &g, job.order, swf_text(s.asks), &e)) CHECK_STR(e.text, "");
        check_scene(&s, &g, &d, &job);
        if (rounds % 64 == 0) grid_check(&g);
        demands_free(&d);
        grid_free(&g);
    }
}

TEST_MAIN(TEST(matcher))
