/* test_grid.c - grids of clusters (workload/grid.h) and what jobs ask of them
 * (demands.h): lines and what they mean, as grid.txt has it, the grids built in,
 * requirements read from logs. Then random grids and requirements, spelled in many ways,
 * against a matcher that knows them by heart: it has the names as it meant them, numbers
 * as whole halves and texts in small letters, and goes through every list from its begin.
 */
#define _POSIX_C_SOURCE 200809L

#include "fails.h"
#include "files.h"
#include "grid_check.h"
#include "texts.h"

#include "base/error.h"
#include "base/job.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <stdarg.h>

/* ---- lines ------------------------------------------------------------------------- */

#define FILE_OF "tests/sim/grid.txt"

static struct grid read_grid(const char *text)
{
    struct grid g;
    grid_file_parse(&g, "f", text, strlen(text));
    grid_check(&g);
    return g;
}

/* What is read, as it is written; or what is wrong. */
static void say_grid(const char *text, size_t size)
{
    static struct grid g;
    FILE *to;
    FAILS(grid_file_parse(&g, "f", text, size));
    texts_say("%s", fails.text);
    if (!*fails.text) {
        grid_check(&g);
        to = fmemopen(texts_said, sizeof texts_said, "w");
        CHECK(to != NULL);
        grid_file_print(&g, to);
        fclose(to);
    }
    grid_free(&g);
}

static void grid_of(const char *text)
{
    static char all[2 * TEXTS_ROOM];
    snprintf(all, sizeof all, "%s%s%s", texts_words, *texts_words ? " " : "", text);
    say_grid(all, strlen(all));
}

static void lines(void) { texts_check(FILE_OF, "grid", grid_of); }

static void refused(const char *text, size_t size, const char *message)
{
    *texts_said = 0;
    say_grid(text, size);
    CHECK_STR(texts_said, message);
}

/* What is not written: other spellings, priorities that are 1, and nodes of CPUs. */
static void looked_up(void)
{
    struct grid g = read_grid("priority cpus=5\ncluster a nodes=2 cpus=5\n"
                              "CLUSTER b nodes=1 cpus=1073741823 memory=1\n");
    CHECK_EQ(g.cpus, 5 + INT64_C(1073741823));
    CHECK(!grid_differs(grid_priority(&g, GRID_CPUS), 5));
    CHECK(!grid_differs(grid_priority(&g, GRID_DISK), 1));
    CHECK_EQ(grid_find(&g, word_of("B")), 1);
    CHECK_EQ(grid_find(&g, word_of("d")), GRID_NONE);
    CHECK(grid_cluster_node(g.clusters, 2) == 0 && grid_cluster_node(g.clusters, 3) == 1);
    CHECK_EQ(grid_attribute(&g, word_of("Processors")), GRID_CPUS);
    CHECK(!grid_value(&g, 1, grid_attribute(&g, word_of("Clock Speed"))));
    grid_free(&g);
}

/* Bytes 0, long lines and names, too many of all. */
static void hostile(void)
{
    static const char nul[] = "cluster a nodes=1 cpus=1 os=x\0y\n";
    static const char x60[] =
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    static char large[3000000], message[200];
    const size_t room = sizeof large;
    size_t i, n = 0;
    refused(nul, sizeof nul - 1,
            "f: line 1, field 5 (os): expected a printable character, not byte 0");
    memset(large, 'x', room);
    memcpy(large, "cluster ", 8);
    large[room - 1] = 0;
    snprintf(message, sizeof message,
             "f: line 1, field 2 (%s): expected a name of at most 63 bytes", x60);
    refused(large, room - 1, message);
    memcpy(large, "cluster a nodes=1 cpus=1 os=", 28);
    large[28 + 256] = 0;
    refused(large, 28 + 256,
            "f: line 1, field 5 (os): expected text of at most 255 bytes");
    large[28 + 255] = 0;
    struct grid g = read_grid(large);
    grid_free(&g);
    large[28 + 255] = large[28 + 256] = 'x';
    memcpy(large, "cluster a nodes=1 cpus=1 xx=1 ", 30);
    large[200] = '=';
    message[17] = '6';
    refused(large, room - 1, message);
    for (i = 0; n < room - 50; i++)
        n += (size_t)snprintf(large + n, room - n, "cluster c%zu nodes=1 cpus=1\n", i);
    refused(large, n, "f: line 1025, field 1 (cluster): expected at most 1024 clusters");
    n = (size_t)snprintf(large, room, "cluster a nodes=1 cpus=1");
    for (i = 0; i < 300; i++) n += (size_t)snprintf(large + n, room - n, " x%zu=1", i);
    refused(large, n,
            "f: line 1, field 241 (x236): expected at most 256 different attributes");
    for (i = n = 0; i < 1024; i++)
        n += (size_t)snprintf(large + n, room - n,
                              "cluster c%zu nodes=1 cpus=1073741823 x=y%zu\n", i, i);
    g = read_grid(large);
    CHECK_EQ(g.cpus, INT64_C(1024) * 1073741823);
    grid_free(&g);
}

static void files(void)
{
    static char path[FILES_PATH];
    static struct grid g;
    files_write(files_open(path), "cluster a nodes=2 cpus=4\n");
    grid_file_load(&g, path);
    CHECK_EQ(g.cpus, 4);
    CHECK_STR(g.source, path);
    grid_free(&g);
    unlink(path);
    FAILS(grid_file_load(&g, path));
    CHECK(strstr(fails.text, "No such file"));
    FAILS(grid_file_load(&g, "/"));
    CHECK(strstr(fails.text,
                 "/: is a directory, not a file; the built-in grids (--grid) are dom_"));
}

/* ---- the grids built in ------------------------------------------------------------ */

/* Paper 2, section IV-B. */
static void built_in(void)
{
    static const struct {
        const char *name;
        uint64_t clusters, cpus;
        uint32_t largest;
        int percent
            [6]; /* of the CPUs, to the nearest; the paper does not say it of big */
    } all[] = {{"DOM_small", 6, 400, 144, {100, 0, 0, 100, 0, 0}},
               {"dom_MEDIUM", 12, 985, 240, {50, 40, 10, 60, 30, 10}},
               {"dom_big", 12, 3712, 1068, {0}}};
    static const char *const texts[] = {"Intel", "AMD", "PowerPC",
                                        "Linux", "AIX", "Solaris"};
    for (size_t i = 0; i < 3; i++) {
        uint32_t largest = 0;
        struct grid g;
        grid_file_load(&g, all[i].name);
        grid_check(&g);
        CHECK_EQ(g.count, all[i].clusters);
        CHECK_EQ(g.cpus, all[i].cpus);
        for (size_t k = 0; k < g.count; k++) {
            if (g.clusters[k].cpus > largest) largest = g.clusters[k].cpus;
            for (size_t t = GRID_NODES; t <= GRID_NETWORK; t++)
                CHECK(grid_value(&g, k, (uint32_t)t) != NULL);
            CHECK(grid_value(&g, k, GRID_MEMORY)->number >= 256);
        }
        CHECK_EQ(largest, all[i].largest);
        for (size_t t = 0; t < 6 && i < 2; t++) {
            const uint32_t text = grid_text_number(&g, word_of(texts[t]));
            uint64_t cpus = 0;
            for (size_t k = 0; k < g.count; k++)
                if (grid_value(&g, k, t < 3 ? GRID_VENDOR : GRID_OS)->text == text)
                    cpus += g.clusters[k].cpus;
            CHECK_EQ((100 * cpus + g.cpus / 2) / g.cpus, all[i].percent[t]);
        }
        grid_free(&g);
    }
}

/* ---- requirements ------------------------------------------------------------------ */

#define TWO                                                                \
    "priority cpus=100 memory=1 clock=0.5 speed=7\n"                       \
    "cluster a nodes=2 cpus=8 vendor=Intel os=Linux memory=1GB clock=1000" \
    " gpu=\"K 80\"\n"                                                      \
    "cluster b nodes=4 cpus=16 vendor=AMD memory=4GB disk=100 gpu=3\n"

static void usages(void)
{
    struct grid g = read_grid(TWO);
    struct demands d = {.all = NULL};
    struct error e;
    CHECK_EQ(demands_add(&d, &g, 1,
                         swf_text("usage_network = 0.25; usage_memory = 512.3"), &e),
             0);
    CHECK(d.count == 2 && d.of[0].count == 0 && d.of[1].count == 0);
    CHECK(!grid_differs(d.of[0].usage[0], 0) && !grid_differs(d.of[1].usage[0], 512.3));
    CHECK(!grid_differs(d.of[1].usage[1], 0) && !grid_differs(d.of[1].usage[2], 0.25));
    CHECK_EQ(demands_add(&d, &g, 2, swf_text("memory=5; nodes = 2; nodes == 2"), &e), 0);
    CHECK_EQ(d.of[2].count, 1); /* amounts are not compared */
    demands_free(&d);
    grid_free(&g);
}

static void requirement_of(const char *text)
{
    struct grid g = read_grid(TWO);
    struct demands d = {.all = NULL};
    struct error e;
    CHECK_EQ(demands_add(&d, &g, 0, swf_text(text), &e), -1);
    CHECK(d.all_count == 0 && d.count == 0);
    texts_say("%s", e.text);
    demands_free(&d);
    grid_free(&g);
}

static void bad_requirements(void)
{
    texts_check(FILE_OF, "requirement", requirement_of);
}

/* ---- read with a log --------------------------------------------------------------- */

#define REST " 0 10 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1 "

/* The amount of memory that the job of this number asks for. */
static double memory_of(const struct workload *w, const struct demands *d, int64_t number)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->jobs[i].number == number) {
            const struct demand *demand = demands_of(d, &w->jobs[i]);
            return demand && demand->count ? d->all[demand->first].number : 0;
        }
    return -1;
}

/* Jobs out of order and left out, another log in between, a part cut out: each keeps what
 * it asked for. */
static void demands_of_logs(void)
{
    char first[FILES_PATH];
    struct grid g = read_grid(TWO);
    struct demands d = {.all = NULL};
    const struct workload_reading how = {
        .overrun = WORKLOAD_OVERRUN_EXTEND, .demands = &d, .grid = &g};
    struct workload w = {.count = 0};
    struct shape shape = SHAPE_NONE;
    files_write(files_open(first), "1 300" REST "memory >= 1\n"
                                   "2 100" REST "memory >= 2; os == Linux\n"
                                   "3 -1" REST "memory >= 3\n"
                                   "4 200" REST "memory >= lots\n"
                                   "5 200" REST "\n"
                                   "6 150" REST "memory >= 6\n");
    workload_load(&w, first, 16, &how);
    CHECK(w.count == 4 && w.bad.lines == 1);
    CHECK_STR(w.bad.first, "line 4, field 19 (requirements): requirement memory: "
                           "expected a number of MB, or "
                           "with KB, MB, GB or TB, not 'lots'");
    CHECK_EQ(w.left_out[WORKLOAD_LEFT_NO_SUBMIT_TIME], 1);
    shape.skip = 1;
    shape.cut[1] = 150;
    workload_shape(&w, &shape);
    /* 2@100 6@150 5@200 1@300, without the first and the last */
    CHECK_EQ(w.count, 2);
    CHECK_EQ(memory_of(&w, &d, 6), 6);
    CHECK_EQ(memory_of(&w, &d, 5), 0);
    CHECK_EQ(memory_of(&w, &d, 1), -1);
    workload_free(&w);
    demands_free(&d);
    grid_free(&g);
    unlink(first);
}

/* ---- matching and ranks ------------------------------------------------------------ */

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
    int has[CLUSTERS][COUNT]; /* 1: it says so */
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
    for (int k = 0; k < COUNT; k++) {
        s->priority[k] = 1;
        if (test_below(2)) continue;
        s->priority[k] = (double)test_between(-4, 40) / 4;
        add(s->grid, "priority %s=%.2f\n", attributes[k].spellings[test_below(4)],
            s->priority[k]);
    }
    s->count = (int)test_between(1, CLUSTERS);
    for (int i = 0; i < s->count; i++) {
        const uint32_t cpus = (uint32_t)test_between(1, 6);
        add(s->grid, "cluster c%d nodes=1 cpus=%u", i, (unsigned)cpus);
        for (int k = 0; k < COUNT; k++) {
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
    s->wish_count = (int)test_below(5);
    for (int i = 0; i < s->wish_count; i++) {
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
    int names_cpus = 0, dynamic = 0;
    for (int k = 0; k < s->wish_count; k++) {
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
    for (int i = 0; i < s->count; i++)
        for (int look = 0; look < 2; look++) {
            const struct grid_state *now = look ? &s->now[i] : NULL;
            int fits = 2 * (long)job->servers <= s->of[i][CPUS].halves;
            double worth = 0;
            for (int k = 0; k < s->wish_count; k++) {
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

TEST_MAIN(TEST(lines), TEST(looked_up), TEST(hostile), TEST(files), TEST(built_in),
          TEST(usages), TEST(bad_requirements), TEST(demands_of_logs), TEST(matcher))
