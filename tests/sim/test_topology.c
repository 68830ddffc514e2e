/* test_topology.c - networks from texts, files and names (topology/topology.h,
 * topology/topology_named.h), and as networks of netsched.h with names
 * (topology/network_file.h): what small inputs mean, as topology.txt has it; what is
 * built in; memory that runs out at every point. fuzz_topology.c damages input,
 * tests/programs/network_file.sh copies the readers.
 */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include <inttypes.h>
#include <math.h>
#include <unistd.h>

#include "files.h"
#include "topology_check.h"

#include "base/hash.h"
#include "topology/network_file.h"
#include "topology/topology_named.h"
#include "topology/topology_speed.h"

/* ---- texts and what they mean ------------------------------------------------------ */

static void network_of(const char *text)
{
    static char all[2 * TEXTS_ROOM];
    snprintf(all, sizeof all, "%s%s%s", texts_words, *texts_words ? "\n" : "", text);
    topology_say(all, NULL);
}

static void networks(void) { texts_check(TOPOLOGY_TEXTS, "network", network_of); }

static void in_units(const char *text)
{
    const struct topology_options o = {1000, 1000, 5000000, 2001, 0, NULL};
    topology_say(text, &o);
}

static void other_units(void) { texts_check(TOPOLOGY_TEXTS, "network-units", in_units); }

/* "NAME|VALUE" of a link in GraphML; the words are the option that names the key. */
static void link_of(const char *text)
{
    static const char two[] = "node a\nnode b\n";
    const int n = (int)strcspn(text, "|");
    struct topology_options o = topology_default;
    char xml[512];
    o.capacity_key = *texts_words ? texts_words : NULL;
    snprintf(xml, sizeof xml,
             "<graphml><key id='s' for='edge' attr.name='%.*s'/>"
             "<key id='u' for='edge' attr.name='LinkSpeedUnits'/><graph><node id='a'/>"
             "<node id='b'/><edge source='a' target='b'><data key='s'>%s</data></edge>"
             "</graph></graphml>",
             n, text, text + n + 1);
    topology_say(xml, &o);
    if (strncmp(texts_said, two, strlen(two)) == 0)
        memmove(texts_said, texts_said + strlen(two),
                strlen(texts_said + strlen(two)) + 1);
}

static void links(void) { texts_check(TOPOLOGY_TEXTS, "link-speed", link_of); }

static void speed_of(const char *text)
{
    texts_say("%" PRId64, (int64_t)topology_speed(word_of(text), 8));
}

static void speeds(void) { texts_check(TOPOLOGY_TEXTS, "speed", speed_of); }

static void note_of(const char *text)
{
    struct topology_options o = topology_default;
    char note[TOPOLOGY_NOTE];
    struct topology t;
    struct error e;
    o.capacity_bps = 5000000000;
    o.both_ways = 1; /* changes nothing, as each link has one back */
    CHECK_EQ(topology_parse("f", text, strlen(text), &o, &t, &e), 0);
    CHECK_EQ(topology_note(&t, note), 0);
    texts_say("%s", note);
    topology_free(&t);
}

static void notes(void) { texts_check(TOPOLOGY_TEXTS, "note", note_of); }

/* The example in the manual of netsched.h. */
static void the_manual(void)
{
    FILE *f = fopen("netsched.h", "r");
    char line[128], text[2048] = "";
    if (!f) SKIP("netsched.h is not where the program was started");
    while (fgets(line, sizeof line, f) && !strstr(line, "Names must be def")) continue;
    while (fgets(line, sizeof line, f) && !strstr(line, "COSTS")) strcat(text, line);
    fclose(f);
    *texts_said = 0;
    topology_say(text, NULL);
    CHECK_STR(texts_said, "node ornl lon=-84.310000000000002 lat=35.93\n"
                          "node sunn lon=-122.04000000000001 lat=37.369999999999997\n"
                          "link ornl sunn capacity=10000 delay=16737\n"
                          "resource ornl cpu amount=16 units=4 cid=1\n"
                          "resource ornl memory amount=64 units=2 cid=0\n"
                          "access ornl memory pairs\n"
                          "resource sunn cpu amount=32 units=2 cid=0\n"
                          "resource sunn memory amount=256 units=1 cid=0\n"
                          "allow ornl cpu 0 memory 1\n"
                          "cluster ornl cpus=25 speed=1000\n");
}

#define HEADER "?SNDlib native format; type: network; version: 1.0"

/* Each number of `piece` is one more than the one before; all but the last are taken. */
static void much_of_everything(void)
{
    static const struct {
        const char *begin, *piece;
        long count;
        const char *is;
    } cases[] = {
        {"<graphml>", "<x>", 64, "f:1: elements are more than 64 deep"},
        {HEADER "\nDEMANDS (", "(", 100000, "f:2: the file ends where ) was expected"},
        {"node ", "a", 256,
         "f:1: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...': a name "
         "has at most 255 bytes"},
        {"node x\n", "resource x t%ld amount=1\n", TOPOLOGY_TYPES + 1,
         "f:66: 't64': more than 64 types of resources"},
        {"\n", "node n%ld\n", TOPOLOGY_NODES + 1, "f:131074: more than 131072 nodes"},
        {"node a\nnode b\n", "link a b\n", TOPOLOGY_LINKS + 1,
         "f:524291: more than 524288 links"},
        {"node a\n", "cluster a cpus=1 speed=1\n", TOPOLOGY_CLUSTERS + 1,
         "f:1048578: more than 1048576 clusters"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = NULL;
        size_t size;
        FILE *to;
        struct topology t;
        struct error e;
        if (cases[i].count > 200000 && test_scaled(100) < 10) continue; /* slow tools */
        to = open_memstream(&text, &size);
        fputs(cases[i].begin, to);
        for (long k = 0; k < cases[i].count; k++) fprintf(to, cases[i].piece, k);
        fclose(to);
        CHECK_EQ(topology_parse("f", text, size, NULL, &t, &e), -1);
        CHECK_STR(e.text, cases[i].is);
        (free)(text);
    }
}

/* ---- by name ----------------------------------------------------------------------- */

static struct topology named(const char *name, const struct topology_options *o,
                             uint64_t seed)
{
    struct topology_named n = {.name = name, .degree = 4 * (int64_t)1000000000};
    struct topology t;
    n.seed = seed;
    topology_named_read(&n);
    topology_named_make(&t, &n, o);
    topology_check(&t);
    return t;
}

/* Marks the nodes that the first reaches over links of both ways; how many. */
static size_t spread(const struct topology *t)
{
    char *reached = (char *)calloc(t->node_count, 1);
    size_t i, grown = 1, count = 1;
    reached[0] = 1;
    while (grown > 0)
        for (grown = 0, i = 0; i < t->link_count; i++) {
            char *from = &reached[t->links[i].from], *to = &reached[t->links[i].to];
            CHECK(!t->links[i].oneway);
            if (*from == *to) continue;
            *from = *to = 1;
            grown++;
            count++;
        }
    free(reached);
    return count;
}

/* Connected, without parallel links, and the same again. */
static void check_named(const char *name, const struct topology *t, uint64_t seed)
{
    struct topology again = named(name, &topology_default, seed);
    CHECK_EQ(spread(t), t->node_count);
    CHECK_EQ(again.link_count, t->link_count);
    for (size_t i = 0; i < t->link_count; i++) {
        const struct topology_link *a = &t->links[i];
        CHECK(again.links[i].from == a->from && again.links[i].to == a->to);
        for (size_t k = 0; k < i; k++) {
            const struct topology_link *b = &t->links[k];
            CHECK(a->from != b->from || a->to != b->to);
            CHECK(a->from != b->to || a->to != b->from);
        }
    }
    topology_free(&again);
}

static void built_in(void)
{
    static const struct {
        const char *name;
        size_t nodes, links, degree; /* of every node; 0: they differ */
        int64_t least, most;         /* capacity, Mb/s                */
    } cases[] = {{"nsfnet", 14, 21, 0, 45, 45},  {"esnet", 30, 38, 0, 45, 30000},
                 {"torus:5x5", 25, 50, 4, 2, 2}, {"torus:3x4", 12, 24, 4, 2, 2},
                 {"torus:4x3", 12, 24, 4, 2, 2}, {"torus:2x5", 10, 15, 3, 2, 2},
                 {"torus:2x2", 4, 4, 2, 2, 2},   {"torus:1x6", 6, 6, 2, 2, 2},
                 {"torus:1x2", 2, 1, 1, 2, 2},   {"torus:1x1", 1, 0, 0, 2, 2},
                 {"ring:3", 3, 3, 2, 2, 2},      {"ring:17", 17, 17, 2, 2, 2},
                 {"random:40", 40, 80, 0, 2, 2}};
    struct topology_options o = topology_default;
    size_t degree[40];
    o.delay_us = 777;
    o.capacity_bps = 2000000;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct topology t = named(cases[i].name, &o, 1);
        CHECK_EQ(t.node_count, cases[i].nodes);
        CHECK_EQ(t.link_count, cases[i].links);
        check_named(cases[i].name, &t, 1);
        memset(degree, 0, sizeof degree);
        for (size_t k = 0; k < t.link_count; k++) {
            const struct topology_link *l = &t.links[k];
            CHECK(l->capacity >= cases[i].least && l->capacity <= cases[i].most);
            CHECK(t.nodes[0].placed ? l->delay <= 40000 : l->delay == 777);
            degree[l->from]++;
            degree[l->to]++;
        }
        for (size_t k = 0; k < t.node_count; k++) {
            CHECK(t.nodes[k].placed == t.nodes[0].placed);
            CHECK(cases[i].degree == 0 || degree[k] == cases[i].degree);
        }
        topology_free(&t);
    }
}

/* Of any size; and the same on every machine, and from one version to the next. */
static void random_networks(void)
{
    uint64_t hash = HASH_START;
    char name[32];
    struct topology t;
    for (size_t n = 2; n < 60; n++) {
        const uint64_t seed = test_random();
        const size_t all = n * (n - 1) / 2;
        snprintf(name, sizeof name, "random:%zu", n);
        t = named(name, &topology_default, seed);
        CHECK_EQ(t.node_count, n);
        CHECK_EQ(t.link_count, 2 * n < all ? 2 * n : all);
        check_named(name, &t, seed);
        topology_free(&t);
    }
    t = named("random:6", &topology_default, 1);
    for (size_t i = 0; i < t.link_count; i++)
        hash = hash_add(hash_add(hash, t.links[i].from), t.links[i].to);
    CHECK_EQ(t.link_count, 12);
    CHECK_EQ((int64_t)(hash % 1000000007), 469042607);
    topology_free(&t);
}

/* ---- as a network of netsched.h ---------------------------------------------------- */

static const char campus[] = "node a\n"
                             "node b\n"
                             "node c x=1 y=2\n"
                             "link a b capacity=155 delay=7\n"
                             "link c a capacity=2.5G oneway\n"
                             "link b c\n"
                             "resource b cpu units=2 amount=16 cid=3\n"
                             "resource b disk amount=9\n"
                             "resource b cpu amount=8\n"
                             "access b disk pairs\n"
                             "allow b cpu 2 disk 0\n"
                             "cluster a cpus=5 speed=10\n"
                             "cluster c cpus=25 speed=1000\n";

static int parse(struct network_file *f, const char *text)
{
    return network_file_parse(f, "f", text, strlen(text), NULL);
}

static void check_link(const struct network_file *f, uint32_t link, uint32_t from,
                       uint32_t to, nets_amount capacity, nets_time delay)
{
    nets_link_info info;
    CHECK_EQ(nets_get_link(f->net, link, &info), NETS_OK);
    CHECK(info.from == from && info.to == to);
    CHECK_EQ(info.capacity, capacity);
    CHECK_EQ(info.delay, delay);
}

static const char *use(const struct network_file *f, nets_kind kind, uint32_t index)
{
    static char text[64];
    const nets_use of = {.kind = kind, .index = index};
    return network_file_use(f, &of, text, sizeof text);
}

static void network_file(void)
{
    const struct network_file_units u = {500000000, 1000, 2500000000, 2001, 0};
    const struct network_file_units both = {0, 0, 0, 0, 1};
    struct network_file f;
    nets_stats_info n;
    nets_unit_info unit;
    nets_cluster_info c;
    CHECK_EQ(parse(&f, campus), 0);
    CHECK_STR(f.error, "");
    CHECK_STR(f.note, "one way: 1 of 3 links, 1 with none back (--both-ways reads all"
                      " both ways)\n1 of 3 links without capacity: 1000 Mb/s each\n");
    nets_stats(f.net, &n);
    CHECK(n.nodes == 3 && n.links == 5 && n.partitions == 2 && n.units == 4);
    check_link(&f, 0, 0, 1, 155, 7);
    check_link(&f, 1, 1, 0, 155, 7);
    check_link(&f, 2, 2, 0, 2500, 2000);
    check_link(&f, 3, 1, 2, 1000, 2000);
    check_link(&f, 4, 2, 1, 1000, 2000);
    CHECK_EQ(nets_get_unit(f.net, 2, &unit), NETS_OK);
    CHECK(unit.amount == 8 && unit.partition == 0);
    CHECK_EQ(nets_get_cluster(f.net, 1, &c), NETS_OK);
    CHECK(c.node == 2 && c.cpus == 25 && c.speed == 1000);
    CHECK_EQ(network_file_node(&f, "a"), 0);
    CHECK_EQ(network_file_node(&f, "c"), 2);
    CHECK_EQ(network_file_node(&f, "d"), UINT32_MAX);
    CHECK_EQ(network_file_type(&f, "disk"), 1);
    CHECK_EQ(network_file_type(&f, "a"), UINT32_MAX);
    CHECK_STR(network_file_node_name(&f, 1), "b");
    CHECK_STR(network_file_node_name(&f, 3), "?");
    CHECK_STR(use(&f, NETS_LINK, 1), "b-a");
    CHECK_STR(use(&f, NETS_LINK, 5), "?");
    CHECK_STR(use(&f, NETS_UNIT, 2), "cpu 2 of b");
    CHECK_STR(use(&f, NETS_UNIT, 3), "disk 0 of b");
    CHECK_STR(use(&f, NETS_UNIT, 4), "?");
    CHECK_STR(use(&f, NETS_CLUSTER, 1), "cluster 1 of c");
    CHECK_STR(use(&f, NETS_CLUSTER, 2), "?");
    network_file_free(&f);
    CHECK_EQ(network_file_parse(&f, "f", campus, strlen(campus), &u), 0);
    check_link(&f, 0, 0, 1, 155, 7); /* without a unit: as they are */
    check_link(&f, 2, 2, 0, 5, 3);
    check_link(&f, 3, 1, 2, 5, 3);
    network_file_free(&f);
    CHECK_EQ(network_file_parse(&f, "f", campus, strlen(campus), &both), 0);
    check_link(&f, 3, 0, 2, 2500, 2000);
    network_file_free(&f);
}

/* Only unit 2 of the CPUs reaches the disk: `allow` is in force. */
static void the_pairs_count(void)
{
    nets_need needs[2] = {{0, 8}, {0, 1}};
    struct network_file f;
    nets_request job = {0};
    nets_plan plan = {0};
    CHECK_EQ(parse(&f, campus), 0);
    job.from = network_file_node(&f, "a"), job.to = network_file_node(&f, "b");
    job.length = job.bandwidth = 1;
    job.at_to = needs, job.at_to_count = 2;
    needs[0].type = network_file_type(&f, "cpu");
    needs[1].type = network_file_type(&f, "disk");
    CHECK_EQ(nets_first_slot(f.net, &job, &plan), NETS_OK);
    needs[0].amount = 9;
    CHECK(nets_first_slot(f.net, &job, &plan) != NETS_OK);
    nets_plan_free(&plan);
    network_file_free(&f);
}

static void what_is_wrong(void)
{
    char folder[FILES_PATH], path[FILES_PATH + 8];
    struct network_file f;
    CHECK_EQ(parse(&f, "node a\nlink a b\n"), -1);
    CHECK_STR(f.error, "f:2: there is no node 'b' before this line");
    CHECK(!f.net && !f.names);
    network_file_free(&f); /* is allowed */
    CHECK_EQ(network_file_read(&f, "no/such", NULL), -1);
    CHECK_STR(f.error, "no/such: No such file or directory");
    files_folder(folder);
    CHECK_EQ(network_file_read(&f, folder, NULL), -1);
    CHECK(strncmp(f.error, folder, strlen(folder)) == 0);
    snprintf(path, sizeof path, "%s/net", folder);
    files_write(fopen(path, "wb"), campus);
    CHECK_EQ(network_file_read(&f, path, NULL), 0);
    CHECK_EQ(network_file_node(&f, "c"), 2);
    network_file_free(&f);
    remove(path);
    rmdir(folder);
    if (access("/dev/zero", R_OK) != 0) SKIP("there is no /dev/zero");
    CHECK_EQ(network_file_read(&f, "/dev/zero", NULL), -1);
    CHECK_STR(f.error, "/dev/zero: more than 67108864 bytes");
}

/* Each request refused in turn, until all are granted; also those of arrays, maps and
 * names (base), which grow in a text of many nodes. */
static void memory_runs_out(void)
{
    char many[40 * 20] = "";
    struct network_file f;
    for (size_t i = 0; i < 40; i++) sprintf(many + strlen(many), "node n%zu\n", i);
    topology_samples_read();
    for (size_t i = 0; i < TOPOLOGY_SAMPLES + 2; i++) {
        const char *text = i < TOPOLOGY_SAMPLES    ? topology_samples[i]
                           : i == TOPOLOGY_SAMPLES ? campus
                                                   : many;
        long at, failed = 1;
        for (at = 1; failed; at++) {
            store.calls = 0;
            store.fail_at = at;
            failed = parse(&f, text);
            store.fail_at = 0;
            CHECK_EQ(failed != 0, store.calls >= at);
            if (failed) CHECK(!f.net && !f.names && strstr(f.error, "memory") != NULL);
            network_file_free(&f);
            CHECK_EQ(store.live_blocks, 0);
        }
        CHECK(at > 10);
    }
}

TEST_MAIN(TEST(networks), TEST(other_units), TEST(links), TEST(speeds), TEST(notes),
          TEST(topology_samples_read), TEST(the_manual), TEST(much_of_everything),
          TEST(built_in), TEST(random_networks), TEST(network_file),
          TEST(the_pairs_count), TEST(what_is_wrong), TEST(memory_runs_out))
