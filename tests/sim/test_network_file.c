/* test_network_file.c - networks of netsched.h from files (topology/network_file.h): what
 * the network has, names both ways, units, messages, memory that runs out. The readers
 * themselves: test_topology.c. tests/programs/network_file.sh copies them.
 */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include "files.h"

#include "topology/network_file.h"

static const char *const sample = "node a\n"
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
    CHECK_EQ(info.from, from);
    CHECK_EQ(info.to, to);
    CHECK_EQ(info.capacity, capacity);
    CHECK_EQ(info.delay, delay);
}

static void all_of_it(void)
{
    struct network_file f;
    nets_stats_info n;
    nets_partition_info p;
    nets_unit_info u;
    nets_cluster_info c;
    CHECK_EQ(parse(&f, sample), 0);
    CHECK_STR(f.error, "");
    nets_stats(f.net, &n);
    CHECK_EQ(n.nodes, 3);
    CHECK_EQ(n.links, 5);
    CHECK_EQ(n.partitions, 2);
    CHECK_EQ(n.units, 4);
    CHECK_EQ(n.clusters, 2);
    check_link(&f, 0, 0, 1, 155, 7);
    check_link(&f, 1, 1, 0, 155, 7);
    check_link(&f, 2, 2, 0, 2500, 2000);
    check_link(&f, 3, 1, 2, 1000, 2000);
    check_link(&f, 4, 2, 1, 1000, 2000);
    CHECK_EQ(nets_get_partition(f.net, 1, &p), NETS_OK);
    CHECK_EQ(p.node, 1);
    CHECK_EQ(p.type, network_file_type(&f, "disk"));
    CHECK_EQ(p.access, NETS_PAIRS);
    CHECK_EQ(nets_get_unit(f.net, 2, &u), NETS_OK);
    CHECK_EQ(u.amount, 8);
    CHECK_EQ(u.partition, 0);
    CHECK_EQ(nets_get_cluster(f.net, 1, &c), NETS_OK);
    CHECK_EQ(c.node, 2);
    CHECK_EQ(c.cpus, 25);
    CHECK_EQ(c.speed, 1000);
    network_file_free(&f);
}

/* Only unit 2 of the CPUs reaches the disk: `allow` is in force. */
static void the_pairs_count(void)
{
    nets_need needs[2] = {{0, 0}, {0, 1}};
    struct network_file f;
    nets_request job = {0};
    nets_plan plan = {0};
    CHECK_EQ(parse(&f, sample), 0);
    job.from = network_file_node(&f, "a"), job.to = network_file_node(&f, "b");
    job.length = job.bandwidth = 1;
    job.at_to = needs, job.at_to_count = 2;
    needs[0].type = network_file_type(&f, "cpu"), needs[0].amount = 8;
    needs[1].type = network_file_type(&f, "disk");
    CHECK_EQ(nets_first_slot(f.net, &job, &plan), NETS_OK);
    needs[0].amount = 9;
    CHECK(nets_first_slot(f.net, &job, &plan) != NETS_OK);
    nets_plan_free(&plan);
    network_file_free(&f);
}

static const char *use(const struct network_file *f, nets_kind kind, uint32_t index)
{
    static char text[64];
    nets_use of = {0};
    of.kind = kind;
    of.index = index;
    return network_file_use(f, &of, text, sizeof text);
}

static void names(void)
{
    struct network_file f;
    nets_use first = {0};
    char small[4];
    CHECK_EQ(parse(&f, sample), 0);
    CHECK_EQ(network_file_node(&f, "a"), 0);
    CHECK_EQ(network_file_node(&f, "c"), 2);
    CHECK_EQ(network_file_node(&f, "d"), UINT32_MAX);
    CHECK_EQ(network_file_node(&f, ""), UINT32_MAX);
    CHECK_EQ(network_file_type(&f, "cpu"), 0);
    CHECK_EQ(network_file_type(&f, "disk"), 1);
    CHECK_EQ(network_file_type(&f, "a"), UINT32_MAX);
    CHECK_STR(network_file_node_name(&f, 1), "b");
    CHECK_STR(network_file_node_name(&f, 3), "?");
    CHECK_STR(use(&f, NETS_LINK, 1), "b-a");
    CHECK_STR(use(&f, NETS_LINK, 2), "c-a");
    CHECK_STR(use(&f, NETS_LINK, 5), "?");
    CHECK_STR(use(&f, NETS_UNIT, 2), "cpu 2 of b");
    CHECK_STR(use(&f, NETS_UNIT, 3), "disk 0 of b");
    CHECK_STR(use(&f, NETS_UNIT, 4), "?");
    CHECK_STR(use(&f, NETS_CLUSTER, 1), "cluster 1 of c");
    CHECK_STR(use(&f, NETS_CLUSTER, 2), "?");
    CHECK_STR(network_file_use(&f, &first, small, sizeof small), "a-b");
    CHECK_STR(network_file_use(&f, &first, small, 2), "a");
    network_file_free(&f);
}

static void units(void)
{
    const struct network_file_units u = {1000000000, 1000, 5000000000, 2001};
    struct network_file f;
    CHECK_EQ(network_file_parse(&f, "f", sample, strlen(sample), &u), 0);
    check_link(&f, 0, 0, 1, 155, 7); /* without a unit: as they are */
    check_link(&f, 2, 2, 0, 3, 3);
    check_link(&f, 3, 1, 2, 5, 3);
    network_file_free(&f);
}

/* SNDlib's and GraphML are known by how they begin. */
static void other_formats(void)
{
    struct network_file f;
    CHECK_EQ(parse(&f, "?SNDlib native format; type: network; version: 1.0\n"
                       "NODES ( a ( 1 2 ) b ( 3 91 ) )\n"
                       "LINKS ( 1 (a b) 155 0 0 0 () )"),
             0);
    CHECK_EQ(network_file_node(&f, "b"), 1);
    check_link(&f, 1, 1, 0, 155, 2000);
    network_file_free(&f);
    CHECK_EQ(parse(&f, "<graphml><graph><node id='7'/><node id='y'/>"
                       "<edge source='7' target='y'/></graph></graphml>"),
             0);
    CHECK_EQ(network_file_node(&f, "y"), 1);
    check_link(&f, 0, 0, 1, 1000, 2000);
    network_file_free(&f);
}

static void what_is_wrong(void)
{
    char folder[FILES_PATH], path[FILES_PATH + 8], said[FILES_PATH + 80];
    struct network_file f;
    CHECK_EQ(parse(&f, "node a\nlink a b\n"), -1);
    CHECK_STR(f.error, "f:2: there is no node 'b' before this line");
    CHECK(!f.net && !f.names);
    network_file_free(&f); /* is allowed */
    CHECK_EQ(parse(&f, ""), -1);
    CHECK_STR(f.error, "f:1: there is no node");
    CHECK_EQ(network_file_read(&f, "no/such", NULL), -1);
    CHECK_STR(f.error, "no/such: No such file or directory");
    CHECK(!f.net && !f.names);
    files_folder(folder);
    CHECK_EQ(network_file_read(&f, folder, NULL), -1);
    CHECK(strncmp(f.error, folder, strlen(folder)) == 0);
    snprintf(path, sizeof path, "%s/net", folder);
    files_write(fopen(path, "wb"), sample);
    CHECK_EQ(network_file_read(&f, path, NULL), 0);
    CHECK_EQ(network_file_node(&f, "c"), 2);
    network_file_free(&f);
    files_write(fopen(path, "wb"), "nod a\n");
    CHECK_EQ(network_file_read(&f, path, NULL), -1);
    snprintf(said, sizeof said, "%s:1: 'nod': ", path);
    CHECK(strncmp(f.error, said, strlen(said)) == 0);
    remove(path);
    rmdir(folder);
}

/* Each request refused in turn, until all are granted. */
static void memory_runs_out(void)
{
    struct network_file f;
    long at, failed = 1;
    for (at = 1; failed; at++) {
        store.calls = 0;
        store.fail_at = at;
        failed = parse(&f, sample);
        store.fail_at = 0;
        CHECK_EQ(failed != 0, store.calls >= at);
        if (failed) CHECK(!f.net && !f.names && strstr(f.error, "memory") != NULL);
        network_file_free(&f);
        CHECK_EQ(store.live_blocks, 0);
    }
    CHECK(at > 20);
}

TEST_MAIN(TEST(all_of_it), TEST(the_pairs_count), TEST(names), TEST(units),
          TEST(other_formats), TEST(what_is_wrong), TEST(memory_runs_out))
