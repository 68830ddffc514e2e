/* test_grid.c - grids of clusters (workload/grid.h) and what jobs ask of them
 * (demands.h): what good lines say and what is wrong with bad ones, matching and ranks by
 * hand, the grids built in, requirements read from logs, memory that runs out at every
 * point.
 */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grid_check.h"
#include "files.h"

#include "base/error.h"
#include "base/job.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"
#include "workload/shape.h"
#include "workload/workload.h"

/* ---- good lines -------------------------------------------------------------------- */

static struct grid read_grid(const char *text)
{
    struct grid g;
    struct error e = {0};
    if (grid_file_parse(&g, "f", text, strlen(text), &e) != 0) {
        snprintf(test_message_, sizeof test_message_, "%s", e.text);
        TEST_LEAVE_(1);
    }
    grid_check(&g);
    return g;
}

/* The number that the first cluster has of it; -1 if none, -2 if that is a text. */
static double first_number(struct grid *g, const char *name)
{
    const struct grid_attribute *a = grid_value(g, 0, grid_attribute(g, word_of(name)));
    return !a ? -1 : a->is_text ? -2 : a->number;
}

static const char *first_text(struct grid *g, const char *name)
{
    const struct grid_attribute *a = grid_value(g, 0, grid_attribute(g, word_of(name)));
    return a && a->is_text ? grid_word(g, a->text) : "";
}

/* The example of the format, and what may stand between lines. */
static void good_lines(void)
{
    struct grid g = read_grid("\xEF\xBB\xBF# a grid\r\n\n  \t\n"
                              "priority cpus=100 memory=0.5 # as we like\r\n"
                              "priority load=-3 Speed=2\n"
                              "cluster das2-vu nodes=72 cpus=144 vendor=Intel os=Linux "
                              "memory=1024 disk=10000 clock=1000\r\n"
                              "CLUSTER b\tcpus=7 nodes=3#end\n"
                              "cluster c nodes=1 cpus=1073741823");
    CHECK_EQ(g.count, 3);
    CHECK_EQ(g.cpus, 144 + 7 + INT64_C(1073741823));
    CHECK_STR(g.source, "f");
    CHECK_STR(g.clusters[0].name, "das2-vu");
    CHECK(g.clusters[0].nodes == 72 && g.clusters[0].cpus == 144);
    CHECK_EQ(g.clusters[0].attribute_count, 7);
    CHECK_EQ(first_number(&g, "nodes"), 72);
    CHECK_EQ(first_number(&g, "Processors"), 144);
    CHECK_EQ(first_number(&g, "RAM"), 1024);
    CHECK_EQ(first_number(&g, "disk_size"), 10000);
    CHECK_EQ(first_number(&g, "Clock Speed"), 1000);
    CHECK_STR(first_text(&g, "CPU-Vendor"), "Intel");
    CHECK_STR(first_text(&g, "OS Name"), "Linux");
    CHECK_EQ(first_number(&g, "speed"), -1);
    CHECK(!grid_differs(grid_priority(&g, GRID_CPUS), 100));
    CHECK(!grid_differs(grid_priority(&g, GRID_MEMORY), 0.5));
    CHECK(!grid_differs(grid_priority(&g, GRID_LOAD), -3));
    CHECK(!grid_differs(grid_priority(&g, GRID_DISK), 1));
    CHECK_EQ(grid_find(&g, word_of("B")), 1);
    CHECK_EQ(grid_find(&g, word_of("d")), GRID_NONE);
    CHECK(!g.clusters[1].local && !grid_differs(g.clusters[1].capacity[0], 0));
    grid_free(&g);
}

static void values_and_units(void)
{
    static const struct {
        const char *field, *name;
        double number; /* -2: a text */
        const char *text;
    } cases[] = {{"memory=2GB", "memory", 2048, ""},
                 {"memory=512kb", "memory", 0.5, ""},
                 {"ram=1.5GB", "memory", 1536, ""},
                 {"disk=2tb", "disk", 2097152, ""},
                 {"disk=0", "disk", 0, ""},
                 {"clock=2.4GHz", "clock", 2400, ""},
                 {"clock_speed=900MHZ", "clock", 900, ""},
                 {"Operating-System=AIX", "os", -2, "AIX"},
                 {"os=\"Red Hat # 9\"", "os", -2, "Red Hat # 9"},
                 {"vendor=386", "vendor", -2, "386"},
                 {"x=12", "x", 12, ""},
                 {"x=-0.25", "X", -0.25, ""},
                 {"cache=512KB", "cache", 0.5, ""},
                 {"bus=1GHz", "bus", 1000, ""},
                 {"x=\"12\"", "x", -2, "12"},
                 {"kernel=2.6.18", "kernel", -2, "2.6.18"},
                 {"x=1e5", "x", -2, "1e5"},
                 {"x=.5", "x", 0.5, ""},
                 {"x=5.", "x", 5, ""},
                 {"x=.", "x", -2, "."},
                 {"x=-", "x", -2, "-"},
                 {"x=a=b", "x", -2, "a=b"},
                 {"x=1.0000004", "x", 1, ""},
                 {"x=999999999.999999", "x", 999999999.999999, ""},
                 {"x=1000000000000000", "x", 1e15, ""},
                 {"local=sjf", "local", -2, "sjf"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        struct grid g;
        snprintf(text, sizeof text, "cluster a nodes=2 cpus=4 %s\n", cases[i].field);
        g = read_grid(text);
        if (grid_differs(first_number(&g, cases[i].name), cases[i].number) ||
            strcmp(first_text(&g, cases[i].name), cases[i].text) != 0) {
            snprintf(test_message_, sizeof test_message_, "%s: %.9g '%.100s'",
                     cases[i].field, first_number(&g, cases[i].name),
                     first_text(&g, cases[i].name));
            TEST_LEAVE_(1);
        }
        grid_free(&g);
    }
}

/* What members of their own hold. */
static void capacities_and_words(void)
{
    struct grid g =
        read_grid("cluster a nodes=2 cpus=5 membw=1000.5 ethernet=12 network=0 "
                  "local=EASY select=first queue=sjf backfill=lxwf\n");
    const struct grid_cluster *c = &g.clusters[0];
    CHECK(!grid_differs(c->capacity[0], 1000.5) && !grid_differs(c->capacity[1], 12));
    CHECK(!grid_differs(c->capacity[2], 0));
    CHECK_STR(c->local, "EASY");
    CHECK_STR(c->select, "first");
    CHECK_STR(c->queue, "sjf");
    CHECK_STR(c->backfill, "lxwf");
    CHECK(grid_cluster_node(c, 0) == 0 && grid_cluster_node(c, 2) == 0);
    CHECK(grid_cluster_node(c, 3) == 1 && grid_cluster_node(c, 4) == 1);
    grid_free(&g);
}

/* ---- bad lines --------------------------------------------------------------------- */

#define GOOD "cluster a nodes=2 cpus=4\n"

static void bad_lines(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "f: a line 'cluster NAME nodes=N cpus=N' was expected"},
        {"# cluster a nodes=1 cpus=1\npriority cpus=1\n",
         "f: a line 'cluster NAME nodes=N cpus=N' was expected"},
        {GOOD "clusters b nodes=1 cpus=1\n",
         "f: line 2, field 1 (clusters): a line was expected to begin with 'cluster' or "
         "'priority'"},
        {"cluster=a nodes=1 cpus=1\n",
         "f: line 1, field 1 (cluster): a line was expected to begin with 'cluster' or "
         "'priority'"},
        {"cluster\n", "f: line 1, field 2 (cluster): a name was expected behind it"},
        {"cluster # a\n", "f: line 1, field 2 (cluster): a name was expected behind it"},
        {"cluster nodes=1 cpus=1\n",
         "f: line 1, field 2 (nodes): the name of the cluster was expected before its "
         "fields"},
        {"cluster a\n", "f: line 1: nodes=N was expected for cluster a"},
        {"\n\ncluster a nodes=5\n", "f: line 3: cpus=N was expected for cluster a"},
        {"cluster a nodes=5 cpus=4\n",
         "f: line 1: at least one CPU on each node was expected, not 4 CPUs on 5 nodes, "
         "for cluster a"},
        {"cluster a nodes=0 cpus=4\n",
         "f: line 1, field 3 (nodes): a whole number from 1 to 1073741823 was expected, "
         "not '0'"},
        {"cluster a nodes=1 cpus=1073741824\n",
         "f: line 1, field 4 (cpus): a whole number from 1 to 1073741823 was expected, "
         "not '1073741824'"},
        {"cluster a nodes=1 Processors=99999999999999999999\n",
         "f: line 1, field 4 (Processors): a whole number from 1 to 1073741823 was "
         "expected, not '99999999999999999999'"},
        {"cluster a nodes=1 cpus=1.0\n",
         "f: line 1, field 4 (cpus): a whole number from 1 to 1073741823 was expected, "
         "not '1.0'"},
        {"cluster a nodes=\"1\" cpus=1\n",
         "f: line 1, field 3 (nodes): a whole number from 1 to 1073741823 was expected, "
         "not '1'"},
        {GOOD "cluster A nodes=1 cpus=1\n",
         "f: line 2, field 2 (A): another name was expected; a cluster of this name "
         "exists"},
        {"cluster a nodes=1 cpus=1 ram=5 memory=5\n",
         "f: line 1, field 6 (memory): each attribute was expected once; memory is set "
         "already"},
        {"cluster a nodes=1 cpus=1 x_y=5 xY=6\n",
         "f: line 1, field 6 (xY): each attribute was expected once; xy is set already"},
        {"cluster a nodes=1 cpus=1 cpus=1\n",
         "f: line 1, field 5 (cpus): each attribute was expected once; cpus is set "
         "already"},
        {"cluster a nodes=1 cpus=1 load=5\n",
         "f: line 1, field 5 (load): an attribute that can be set was expected; this one "
         "is dynamic"},
        {"cluster a nodes=1 cpus=1 RAM-Available=5\n",
         "f: line 1, field 5 (RAM-Available): an attribute that can be set was expected; "
         "this one is dynamic"},
        {"cluster a nodes=1 cpus=1 memory=lots\n",
         "f: line 1, field 5 (memory): a number of MB, or with KB, MB, GB or TB, was "
         "expected, not 'lots'"},
        {"cluster a nodes=1 cpus=1 memory=1GHz\n",
         "f: line 1, field 5 (memory): a number of MB, or with KB, MB, GB or TB, was "
         "expected, not '1GHz'"},
        {"cluster a nodes=1 cpus=1 memory=\"1 GB\"\n",
         "f: line 1, field 5 (memory): a number of MB, or with KB, MB, GB or TB, was "
         "expected, not '1 GB'"},
        {"cluster a nodes=1 cpus=1 clock=1GB\n",
         "f: line 1, field 5 (clock): a number of MHz, or with MHz or GHz, was expected, "
         "not '1GB'"},
        {"cluster a nodes=1 cpus=1 membw=5MB\n",
         "f: line 1, field 5 (membw): a number was expected, not '5MB'"},
        {"cluster a nodes=1 cpus=1 memory=-1\n",
         "f: line 1, field 5 (memory): a number from 0 to 10^15 was expected, not '-1'"},
        {"cluster a nodes=1 cpus=1 x=1000000000000001\n",
         "f: line 1, field 5 (x): a number from -10^15 to 10^15 was expected, not "
         "'1000000000000001'"},
        {"cluster a nodes=1 cpus=1 x=9999999999TB\n",
         "f: line 1, field 5 (x): a number from -10^15 to 10^15 was expected, not "
         "'9999999999TB'"},
        {"cluster a nodes=1 cpus=1 x\n",
         "f: line 1, field 5 (x): NAME=VALUE was expected"},
        {"cluster a nodes=1 cpus=1 x=\n",
         "f: line 1, field 5 (x): a value was expected behind ="},
        {"cluster a nodes=1 cpus=1 x=\"\"\n",
         "f: line 1, field 5 (x): a value was expected behind ="},
        {"cluster a nodes=1 cpus=1 =5\n",
         "f: line 1, field 5 (): a name that begins with a letter was expected before ="},
        {"cluster a nodes=1 cpus=1 5x=5\n",
         "f: line 1, field 5 (5x): a name that begins with a letter was expected before "
         "="},
        {"cluster a nodes=1 cpus=1 os=\"Red Hat\n" GOOD,
         "f: line 1, field 5 (os): a closing \" was expected before the end of the line"},
        {"cluster a nodes=1 cpus=1 os=\"Red\"Hat\n",
         "f: line 1, field 5 (os): a blank was expected behind the closing \""},
        {"cluster a nodes=1 cpus=1 os=Red\"Hat\"\n",
         "f: line 1, field 5 (os): a \" was expected only right behind the ="},
        {"cluster a\001 nodes=1 cpus=1\n",
         "f: line 1, field 2 (): a printable character was expected, not byte 1"},
        {"cluster a nodes=1 cpus=1 os=\"x\177y\"\n",
         "f: line 1, field 5 (os): a printable character was expected, not byte 127"},
        {"priority cpus\n", "f: line 1, field 2 (cpus): NAME=VALUE was expected"},
        {"priority cpus=much\n",
         "f: line 1, field 2 (cpus): a number from -10^9 to 10^9 was expected, not "
         "'much'"},
        {"priority cpus=\"1\"\n",
         "f: line 1, field 2 (cpus): a number from -10^9 to 10^9 was expected, not '1'"},
        {"priority cpus=1000000001\n",
         "f: line 1, field 2 (cpus): a number from -10^9 to 10^9 was expected, not "
         "'1000000001'"},
        {"priority memory=1GB\n",
         "f: line 1, field 2 (memory): a number from -10^9 to 10^9 was expected, not "
         "'1GB'"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct grid g;
        struct error e;
        if (grid_file_parse(&g, "f", cases[i].text, strlen(cases[i].text), &e) == 0)
            snprintf(e.text, sizeof e.text, "it is good: %.200s", cases[i].text);
        CHECK_STR(e.text, cases[i].message);
        CHECK(!g.clusters && !g.words.text && g.count == 0);
    }
}

/* Bytes 0, long lines and names, too many of all. */
static void hostile(void)
{
    static const char nul[] = "cluster a nodes=1 cpus=1 os=x\0y\n";
    static char large[3000000];
    const size_t room = sizeof large;
    struct grid g;
    struct error e;
    size_t i, n = 0;
    CHECK_EQ(grid_file_parse(&g, "f", nul, sizeof nul - 1, &e), -1);
    CHECK_STR(e.text,
              "f: line 1, field 5 (os): a printable character was expected, not byte 0");
    memset(large, 'x', room);
    memcpy(large, "cluster ", 8);
    large[room - 1] = 0;
    CHECK_EQ(grid_file_parse(&g, "f", large, room - 1, &e), -1);
    CHECK(strstr(e.text, "line 1, field 2 (xxx"));
    CHECK(strstr(e.text, "): a name of at most 63 bytes was expected"));
    memcpy(large, "cluster a nodes=1 cpus=1 os=", 28);
    CHECK_EQ(grid_file_parse(&g, "f", large, room - 1, &e), -1);
    CHECK_STR(e.text,
              "f: line 1, field 5 (os): a text of at most 255 bytes was expected");
    memcpy(large, "cluster a nodes=1 cpus=1 xx=1 ", 30);
    large[200] = '=';
    CHECK_EQ(grid_file_parse(&g, "f", large, room - 1, &e), -1);
    CHECK(strstr(e.text, "): a name of at most 63 bytes was expected"));
    for (i = 0; n < room - 50; i++)
        n += (size_t)snprintf(large + n, room - n, "cluster c%zu nodes=1 cpus=1\n", i);
    CHECK_EQ(grid_file_parse(&g, "f", large, n, &e), -1);
    CHECK_STR(e.text, "f: line 1025, field 1 (cluster): at most 1024 clusters were "
                      "expected");
    n = (size_t)snprintf(large, room, "cluster a nodes=1 cpus=1");
    for (i = 0; i < 300; i++) n += (size_t)snprintf(large + n, room - n, " x%zu=1", i);
    CHECK_EQ(grid_file_parse(&g, "f", large, n, &e), -1);
    CHECK(strstr(e.text, "at most 256 different attributes were expected"));
    n = 0;
    for (i = 0; i < 1024; i++)
        n += (size_t)snprintf(large + n, room - n,
                              "cluster c%zu nodes=1 cpus=1073741823 x=y%zu\n", i, i);
    CHECK_EQ(grid_file_parse(&g, "f", large, n, &e), 0);
    CHECK_EQ(g.cpus, INT64_C(1024) * 1073741823);
    grid_check(&g);
    grid_free(&g);
}

static void files(void)
{
    char path[FILES_PATH];
    FILE *f = files_open(path);
    char want[FILES_PATH + 60];
    struct grid g;
    struct error e;
    fputs(GOOD "cluster b nodes=x cpus=1\n", f);
    CHECK_EQ(fclose(f), 0);
    CHECK_EQ(grid_file_load(&g, path, &e), -1);
    snprintf(want, sizeof want, "%s: line 2, field 3 (nodes): a whole number", path);
    CHECK(strncmp(e.text, want, strlen(want)) == 0);
    CHECK_EQ(truncate(path, sizeof GOOD - 1), 0);
    CHECK_EQ(grid_file_load(&g, path, &e), 0);
    CHECK_EQ(g.cpus, 4);
    CHECK_STR(g.source, path);
    grid_free(&g);
    unlink(path);
    CHECK_EQ(grid_file_load(&g, path, &e), -1);
    CHECK(strstr(e.text, "No such file"));
    CHECK_EQ(grid_file_load(&g, "/", &e), -1);
    CHECK(strstr(e.text,
                 "/: is a directory, not a file; the grids built in (--grid) are dom_"));
}

/* ---- the grids built in ------------------------------------------------------------ */

/* Percent of the CPUs whose cluster has this text, to the nearest. */
static int percent(struct grid *g, uint32_t attribute, const char *text)
{
    const uint32_t word = names_add(&g->words, word_of(text));
    uint64_t cpus = 0;
    size_t i;
    for (i = 0; i < g->count; i++) {
        const struct grid_attribute *a = grid_value(g, i, attribute);
        if (a->text == word) cpus += g->clusters[i].cpus;
    }
    return (int)((100 * cpus + g->cpus / 2) / g->cpus);
}

/* Paper 2, section IV-B. */
static void built_in(void)
{
    static const struct {
        const char *name;
        uint64_t clusters, cpus;
        int intel, amd, powerpc, linux_, aix, solaris; /* -1: the paper does not say */
        uint32_t largest;
    } all[] = {{"DOM_small", 6, 400, 100, 0, 0, 100, 0, 0, 144},
               {"dom_MEDIUM", 12, 985, 50, 40, 10, 60, 30, 10, 240},
               {"dom_big", 12, 3712, -1, -1, -1, -1, -1, -1, 1068}};
    size_t i, k;
    for (i = 0; i < 3; i++) {
        uint32_t largest = 0;
        struct grid g;
        struct error e;
        CHECK_EQ(grid_file_load(&g, all[i].name, &e), 0);
        grid_check(&g);
        CHECK_EQ(g.count, all[i].clusters);
        CHECK_EQ(g.cpus, all[i].cpus);
        for (k = 0; k < g.count; k++) {
            const struct grid_attribute *memory = grid_value(&g, k, GRID_MEMORY);
            if (g.clusters[k].cpus > largest) largest = g.clusters[k].cpus;
            CHECK(memory && memory->number >= 256 && memory->number <= 8192);
            CHECK(grid_value(&g, k, GRID_DISK) != NULL);
            CHECK(grid_value(&g, k, GRID_CLOCK) != NULL);
            CHECK(grid_value(&g, k, GRID_VENDOR) != NULL);
            CHECK(grid_value(&g, k, GRID_OS) != NULL);
        }
        CHECK_EQ(largest, all[i].largest);
        if (all[i].intel >= 0) {
            CHECK_EQ(percent(&g, GRID_VENDOR, "Intel"), all[i].intel);
            CHECK_EQ(percent(&g, GRID_VENDOR, "AMD"), all[i].amd);
            CHECK_EQ(percent(&g, GRID_VENDOR, "PowerPC"), all[i].powerpc);
            CHECK_EQ(percent(&g, GRID_OS, "Linux"), all[i].linux_);
            CHECK_EQ(percent(&g, GRID_OS, "AIX"), all[i].aix);
            CHECK_EQ(percent(&g, GRID_OS, "Solaris"), all[i].solaris);
        }
        grid_free(&g);
    }
}

/* ---- matching and ranks, by hand --------------------------------------------------- */

#define TWO                                                                \
    "priority cpus=100 memory=1 clock=0.5 speed=7\n"                       \
    "cluster a nodes=2 cpus=8 vendor=Intel os=Linux memory=1GB clock=1000" \
    " gpu=\"K 80\"\n"                                                      \
    "cluster b nodes=4 cpus=16 vendor=AMD memory=4GB disk=100 gpu=3\n"

static const struct grid_state half = {
    .free_cpus = 4, .free_nodes = 1, .running = 2, .queued = 3};
static const struct grid_state full = {.free_cpus = 0, .free_nodes = 0, .queued = 9};

static void matching(void)
{
    static const struct {
        const char *text;
        int a, b;         /* never looking at the moment */
        int half_, full_; /* cluster a */
    } cases[] = {{"", 1, 1, 1, 1},
                 {" ; ;", 1, 1, 1, 1},
                 {"Memory >= 1024", 1, 1, 1, 1},
                 {"Memory > 1 GB", 0, 1, 0, 0},
                 {"RAM >= 1.001 GB", 0, 1, 0, 0},
                 {"memory <= 2000 mb HARD", 1, 0, 1, 1},
                 {"memory == 1048576 KB", 1, 0, 1, 1},
                 {"memory != 1024", 0, 1, 0, 0},
                 {"memory < 1024", 0, 0, 0, 0},
                 {"Vendor == INTEL", 1, 0, 1, 1},
                 {"Vendor != intel", 0, 1, 0, 0},
                 {"Vendor EQUAL amd; memory GREATER_EQUAL 4 GB", 0, 1, 0, 0},
                 {"OS Name == linux", 1, 0, 1, 1},
                 {"OS Name == \"Linux\"", 1, 0, 1, 1},
                 {"gpu == \"k 80\" HARD", 1, 0, 1, 1},
                 {"os != AIX", 1, 0, 1, 1}, /* b has none, which satisfies nothing */
                 {"disk >= 0", 0, 1, 0, 0},
                 {"disk != 5", 0, 1, 0, 0},
                 {"Clock Speed >= 1 GHZ", 1, 0, 1, 1},
                 {"Processors >= 9 processors", 0, 1, 0, 0},
                 {"nodes == 2 nodes", 1, 0, 1, 1},
                 {"gpu == k 80", 1, 0, 1, 1},
                 {"gpu == 3", 0, 1, 0, 0}, /* a number and a text: never */
                 {"gpu != 3", 0, 0, 0, 0},
                 {"gpu != x", 1, 0, 1, 1},
                 {"gpu < 3.000001", 0, 1, 0, 0},
                 {"speed >= 0", 0, 0, 0, 0},
                 {"no such thing == x", 0, 0, 0, 0},
                 {"memory >= 9 TB SOFT", 1, 1, 1, 1},
                 {"freecpus >= 4", 1, 1, 1, 0},
                 {"FreeNodes > 0", 1, 1, 1, 0},
                 {"LoadLast15Min <= 50", 1, 1, 1, 0},
                 {"load > 50", 1, 1, 0, 1},
                 {"queued == 3", 1, 1, 1, 0},
                 {"RAMAvailable >= 1 GB", 1, 1, 1, 0},
                 {"RAMAvailable == 0", 1, 1, 0, 1},
                 {"DiskAvailable >= 0", 1, 1, 0, 0}, /* a tells no disk */
                 {"usage_memory = 5; usage_network = 0.25", 1, 1, 1, 1}};
    struct grid g = read_grid(TWO);
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct demands d = {.all = NULL};
        struct job job = {.servers = 8, .order = 1};
        struct error e;
        int got[4];
        CHECK_EQ(demands_add(&d, &g, 1, swf_text(cases[i].text), &e), 0);
        got[0] = demands_fits(&g, &d, &job, 0, NULL);
        got[1] = demands_fits(&g, &d, &job, 1, NULL);
        got[2] = demands_fits(&g, &d, &job, 0, &half);
        got[3] = demands_fits(&g, &d, &job, 0, &full);
        if (got[0] != cases[i].a || got[1] != cases[i].b || got[2] != cases[i].half_ ||
            got[3] != cases[i].full_) {
            snprintf(test_message_, sizeof test_message_, "%s: %d %d %d %d",
                     cases[i].text, got[0], got[1], got[2], got[3]);
            TEST_LEAVE_(1);
        }
        job.servers = 9; /* more than a has */
        CHECK_EQ(demands_fits(&g, &d, &job, 0, NULL), 0);
        CHECK_EQ(demands_fits(&g, &d, &job, 1, NULL), cases[i].b);
        demands_free(&d);
    }
    grid_free(&g);
}

/* The rank of a cluster: priority * what it has, of satisfied SOFT ones. That of a job:
 * priority * amount of all numbers, its processors among them. */
static void ranks(void)
{
    static const struct {
        const char *text;
        double a, b, now; /* values of a and b, and of a at half */
        double rank;      /* of a job of 3 processors */
        int dynamic;
    } cases[] = {
        {"", 0, 0, 0, 300, 0},
        {"memory >= 1 GB HARD 5", 0, 0, 0, 300 + 5 * 1024, 0},
        {"memory >= 1 GB SOFT 5", 5 * 1024, 5 * 4096, 5 * 1024, 300 + 5 * 1024, 0},
        {"memory >= 2 GB SOFT", 0, 4096, 0, 300 + 2048, 0},
        {"clock >= 800 SOFT", 500, 0, 500, 300 + 400, 0},
        {"Vendor == Intel SOFT 9; os == linux SOFT", 10, 0, 10, 300, 0},
        {"gpu == 3 SOFT 2", 0, 6, 0, 300 + 6, 0},
        {"Processors >= 4 SOFT", 800, 1600, 800, 400, 0},
        {"cpus >= 4; cpus <= 10 HARD 2", 0, 0, 0, 400 + 20, 0},
        {"speed >= 10 SOFT", 0, 0, 0, 300 + 70, 0},
        {"other >= 10", 0, 0, 0, 300 + 10, 0},
        {"RAMAvailable >= 100 SOFT 100; LoadLast15Min <= 50", 0, 0, 102400,
         300 + 10000 + 50, 1},
        {"load <= 60 SOFT -2; usage_memory = 7", 0, 0, -100, 300 - 120, 1},
        {"freecpus >= 5 SOFT", 0, 0, 0, 300 + 5, 1}};
    struct grid g = read_grid(TWO);
    const struct job job = {.servers = 3, .order = 0};
    const struct job other = {.servers = 3, .order = 7};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct demands d = {.all = NULL};
        struct error e;
        CHECK_EQ(demands_add(&d, &g, 0, swf_text(cases[i].text), &e), 0);
        CHECK(!grid_differs(demands_cluster_rank(&g, &d, &job, 0, NULL), cases[i].a));
        CHECK(!grid_differs(demands_cluster_rank(&g, &d, &job, 1, NULL), cases[i].b));
        CHECK(!grid_differs(demands_cluster_rank(&g, &d, &job, 0, &half), cases[i].now));
        CHECK(!grid_differs(demands_job_rank(&g, &d, &job), cases[i].rank));
        CHECK_EQ(demands_dynamic(&d, &job), cases[i].dynamic);
        CHECK(
            !grid_differs(demands_job_rank(&g, &d, &other), 300)); /* asks for nothing */
        CHECK_EQ(demands_dynamic(&d, &other), 0);
        demands_free(&d);
    }
    CHECK(demands_fits(&g, NULL, &job, 0, NULL));
    CHECK(!grid_differs(demands_cluster_rank(&g, NULL, &job, 0, &half), 0));
    CHECK(!grid_differs(demands_job_rank(&g, NULL, &job), 300));
    CHECK(!demands_dynamic(NULL, &job));
    grid_free(&g);
}

static void usages(void)
{
    struct grid g = read_grid(TWO);
    struct demands d = {.all = NULL};
    struct error e;
    CHECK_EQ(demands_add(&d, &g, 4,
                         swf_text("usage_network = 0.25; memory >= 1; "
                                  "usage_memory = 512.3"),
                         &e),
             0);
    CHECK_EQ(d.count, 5);
    CHECK_EQ(d.of[4].count, 1);
    CHECK(!grid_differs(d.of[4].usage[0], 512.3));
    CHECK(!grid_differs(d.of[4].usage[1], 0));
    CHECK(!grid_differs(d.of[4].usage[2], 0.25));
    CHECK(d.of[2].count == 0 && !grid_differs(d.of[2].usage[0], 0));
    demands_free(&d);
    grid_free(&g);
}

static void bad_requirements(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"Memory >= lots", "requirement Memory: a number of MB, or with KB, MB, GB or "
                           "TB, was expected, not 'lots'"},
        {"os == Linux; ram >= 5 parsecs",
         "requirement ram: a number of MB, or with KB, MB, GB or TB, was expected, not "
         "'5 parsecs'"},
        {"clock >= 1 GB", "requirement clock: a number of MHz, or with MHz or GHz, was "
                          "expected, not '1 GB'"},
        {"load <= 5 MB", "requirement load: a number was expected, not '5 MB'"},
        {"queued == none", "requirement queued: a number was expected, not 'none'"},
        {"vendor < Intel", "requirement vendor: == or !=, or a number to compare with, "
                           "was expected, not 'Intel'"},
        {"vendor >= 386",
         "requirement vendor: == or !=, or a number to compare with, was "
         "expected, not '386'"},
        {"x > 5 parsecs", "requirement x: == or !=, or a number to compare with, was "
                          "expected, not '5 parsecs'"},
        {"usage_ethernet = -1", "requirement usage_ethernet: an amount not below 0 was "
                                "expected, not '-1'"},
        {"memory", "a requirement is: name op value [HARD|SOFT [priority]]"},
        {"x2345678901234567890123456789012345678901234567890123456789012345 == 1",
         "requirement x23456789012345678901234567890123456789012345678901234567890: a "
         "name of at most 63 bytes was expected, not '1'"}};
    struct grid g = read_grid(TWO);
    struct demands d = {.all = NULL};
    struct error e;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_EQ(demands_add(&d, &g, 0, swf_text(cases[i].text), &e), DEMANDS_BAD);
        CHECK_STR(e.text, cases[i].message);
        CHECK(d.all_count == 0 && d.count == 0);
    }
    demands_free(&d);
    grid_free(&g);
}

/* ---- read with a log --------------------------------------------------------------- */

#define REST " 0 10 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1 "

/* The amount of memory that the job of this number asks for. */
static double memory_of(const struct workload *w, const struct demands *d, int64_t number)
{
    size_t i;
    for (i = 0; i < w->count; i++)
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
    struct error e;
    files_write(files_open(first), "1 300" REST "memory >= 1\n"
                                   "2 100" REST "memory >= 2; os == Linux\n"
                                   "3 -1" REST "memory >= 3\n"
                                   "4 200" REST "memory >= lots\n"
                                   "5 200" REST "\n"
                                   "6 150" REST "memory >= 6\n");
    CHECK_EQ(workload_load(&w, first, 16, &how, &e), 0);
    CHECK(w.count == 4 && w.bad_lines == 1);
    CHECK_STR(w.first_bad_line,
              "line 4, field 19 (requirements): requirement memory: a number of MB, or "
              "with KB, MB, GB or TB, was expected, not 'lots'");
    CHECK_EQ(w.left_out[WORKLOAD_LEFT_NO_SUBMIT_TIME], 1);
    shape.skip = 1;
    shape.cut[1] = 150;
    CHECK_EQ(workload_shape(&w, &shape, &e), 0);
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

/* ---- memory that runs out ---------------------------------------------------------- */

/* All of it, with the n-th request refused; 1 if there was an n-th. */
static int with_refusal(long n)
{
    static const char text[] =
        TWO "cluster c nodes=1 cpus=1 a1=x a2=y a3=z a4=x a5=y a6=z "
            "a7=y a8=z a9=y b1=z b2=y b3=z b4=y b5=z b6=1\n";
    struct demands d = {.all = NULL};
    struct grid g;
    struct error e;
    size_t i;
    int failed;
    store.calls = 0;
    store.fail_at = n;
    failed = grid_file_parse(&g, "f", text, sizeof text - 1, &e) != 0;
    if (failed) CHECK(strstr(e.text, "f: there is no memory for a grid"));
    for (i = 0; i < 300 && !failed; i++) {
        char asks[60];
        snprintf(asks, sizeof asks, "x%zu == y%zu; memory >= 5", i, i);
        failed = demands_add(&d, &g, i, swf_text(asks), &e);
        if (failed) {
            CHECK_EQ(failed, DEMANDS_NO_MEMORY);
            CHECK_STR(e.text, "there is no memory for requirements");
            CHECK(d.count <= i && d.all_count == 2 * i);
        }
    }
    store.fail_at = 0;
    demands_free(&d);
    grid_free(&g);
    return failed;
}

static void out_of_memory(void)
{
    long n = 1;
    while (with_refusal(n)) n++;
    CHECK(n > 60);
}

TEST_MAIN(TEST(good_lines), TEST(values_and_units), TEST(capacities_and_words),
          TEST(bad_lines), TEST(hostile), TEST(files), TEST(built_in), TEST(matching),
          TEST(ranks), TEST(usages), TEST(bad_requirements), TEST(demands_of_logs),
          TEST(out_of_memory))
