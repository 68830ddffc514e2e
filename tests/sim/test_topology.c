/* test_topology.c - networks as data (topology/topology.h): every reader on small
 * inputs with values by hand, what is wrong with bad ones, networks built in, damaged
 * input of all formats, memory that runs out at every point.
 */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"
#include "topology_check.h"

#include "base/hash.h"
#include "topology/topology.h"

/* ---- samples: the same network in four formats, more of each ----------------------- */

static const char *const text_sample = "# a network\n"
                                       "node a lon=0 lat=0   # on the equator\n"
                                       "node b lon=90 lat=0\r\n"
                                       "\tnode c\n"
                                       "node d x=-1.5 y=2e3\n"
                                       "\n"
                                       "link a b capacity=155\n"
                                       "link b c capacity=2.5G delay=24 oneway\n"
                                       "link c d oneway delay=1.5ms\n"
                                       "link d c\n"
                                       "resource a cpu units=2 amount=16 cid=1\n"
                                       "resource a memory amount=64\n"
                                       "resource b cpu amount=7\n"
                                       "resource b cpu amount=7 cid=2\n"
                                       "resource a cpu amount=8 cid=4294967295\n"
                                       "resource a memory amount=64 units=3\n"
                                       "resource a disk amount=9223372036854775807\n"
                                       "access a memory pairs\n"
                                       "allow a cpu 0 memory 3\n"
                                       "allow a cpu 2 memory 0\n"
                                       "access a disk full\n"
                                       "cluster b cpus=25 speed=1000\n"
                                       "cluster d speed=1 cpus=2 # no new line";

static const char *const sndlib_sample =
    "?SNDlib native format; type: network; version: 1.0\n"
    "# network sample\n"
    "META (\n"
    "  granularity  = 5min\n"
    "  unit  = MBITPERSEC\n"
    "  origin  = somebody (somewhere, http://x.y/z)\n"
    ")\n"
    "NODES (\n"
    "  a ( 0.00 0.0 ) ( ) ( )\n"
    "  b (90 0)\n"
    "  c\n"
    ")\n"
    "LINKS (\n"
    "  L1 ( a b ) 155.00 0.00 1.00 0.00 ( 40000.00 133.00 )\n"
    "  L2 ( b c ) 0.00 0.00 0.00 -5.00 ( 622.00 5.0 2500.0 7.0 155 1 )\n"
    "  L3 ( c b ) 0 0 0 0 ( )\n"
    ")\n"
    "DEMANDS (\n"
    "  a_b ( a b ) 1 0.375 UNLIMITED\n"
    ")\n"
    "ADMISSIBLE_PATHS (\n"
    "  a_b ( P0 ( L1 ) P1 ( L2 L3 ) )\n"
    ")\n";

static const char *const graphml_sample =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    "<!-- made by > hand -->\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
    "  <key attr.name=\"label\" attr.type=\"string\" for=\"graph\" id=\"d0\" />\n"
    "  <key attr.name=\"label\" attr.type=\"string\" for=\"node\" id=\"d1\" />\n"
    "  <key attr.name=\"Longitude\" for='node' id=\"d2\"/>\n"
    "  <key attr.name=\"Latitude\" for=\"node\" id=\"d3\"></key>\n"
    "  <key attr.name=\"LinkSpeedRaw\" for=\"edge\" id=\"d4\" />\n"
    "  <key attr.name=\"LinkSpeed\" for=\"edge\" id=\"d5\" />\n"
    "  <key attr.name=\"LinkSpeedUnits\" for=\"edge\" id=\"d6\" />\n"
    "  <graph edgedefault=\"undirected\">\n"
    "    <data key=\"d0\">sample</data>\n"
    "    <node id=\"n0\">\n"
    "      <data key=\"d1\"> a </data>\n"
    "      <data key=\"d2\">0.0</data><data key=\"d3\">0</data>\n"
    "      <data key=\"d9\"><y:shape xmlns:y=\"y\">1<y:in/></y:shape></data>\n"
    "    </node>\n"
    "    <node id=\"n1\"><data key=\"d1\"><![CDATA[b]]></data>\n"
    "      <data key=\"d2\">90</data><data key=\"d3\">0.0</data></node>\n"
    "    <node id=\"c\"/>\n"
    "    <edge source=\"n0\" target=\"n1\"><data key=\"d5\">155</data>\n"
    "      <data key=\"d6\">M</data></edge>\n"
    "    <edge source=\"n1\" target=\"c\"><data key=\"d4\">2.5e9</data></edge>\n"
    "    <edge target=\"n1\" source=\"n1\"/>\n"
    "    <edge source=\"c\" target=\"n1\" />\n"
    "  </graph>\n"
    "</graphml >\n";

static const struct {
    const char *format;
    const char *const *text;
} samples[] = {{"text", &text_sample},
               {"sndlib", &sndlib_sample},
               {"graphml", &graphml_sample}};

enum { SAMPLES = sizeof samples / sizeof samples[0] };

/* NULL = topology_format_guess */
static const struct topology_format *format_of(const char *word)
{
    const struct topology_format *format = word ? topology_format_of(word) : NULL;
    CHECK(!word || format != NULL);
    return format;
}

static struct error error;

static int parse_with(const char *text, const char *format,
                      const struct topology_options *o, struct topology *t)
{
    return topology_format_parse("f", text, strlen(text), format_of(format), o, t,
                                 &error);
}

/* With default options; there must be nothing wrong. */
static struct topology parse(const char *text, const char *format)
{
    const struct topology_options o = topology_data_default();
    struct topology t;
    error.text[0] = 0;
    if (parse_with(text, format, &o, &t) != 0) CHECK_STR(error.text, "");
    topology_check(&t);
    return t;
}

static void check_link(const struct topology *t, size_t i, const char *from,
                       const char *to, int64_t capacity, int64_t delay, int oneway)
{
    CHECK(i < t->link_count);
    CHECK_STR(t->nodes[t->links[i].from].name, from);
    CHECK_STR(t->nodes[t->links[i].to].name, to);
    CHECK_EQ(t->links[i].capacity, capacity);
    CHECK_EQ(t->links[i].delay, delay);
    CHECK_EQ(t->links[i].oneway, oneway);
}

/* A quarter of the equator of a sphere of 6371 km: 10007.54 km, 50.03772 ms. */
enum { QUARTER_US = 50038 };

/* ---- our own format ---------------------------------------------------------------- */

static void text_network(void)
{
    struct topology t = parse(text_sample, NULL);
    CHECK_EQ(t.node_count, 4);
    CHECK_STR(t.nodes[1].name, "b");
    CHECK_EQ(t.nodes[1].coordinates, TOPOLOGY_COORDINATES_GEO);
    CHECK_EQ(t.nodes[1].x, 90);
    CHECK_EQ(t.nodes[2].coordinates, TOPOLOGY_COORDINATES_NONE);
    CHECK_EQ(t.nodes[3].coordinates, TOPOLOGY_COORDINATES_PLANE);
    CHECK_EQ(2 * t.nodes[3].x, -3);
    CHECK_EQ(t.nodes[3].y, 2000);
    CHECK_EQ(t.link_count, 4);
    check_link(&t, 0, "a", "b", 155, QUARTER_US, 0);
    check_link(&t, 1, "b", "c", 2500, 24, 1);
    check_link(&t, 2, "c", "d", 1000, 1500, 1);
    check_link(&t, 3, "d", "c", 1000, 2000, 0);
    CHECK_EQ(t.cluster_count, 2);
    CHECK_EQ(t.clusters[0].node, 1);
    CHECK_EQ(t.clusters[0].cpus, 25);
    CHECK_EQ(t.clusters[0].speed, 1000);
    CHECK_EQ(t.clusters[1].cpus, 2);
    topology_data_free(&t);
}

static void check_partition(const struct topology *t, size_t i, uint32_t node,
                            const char *type, uint32_t before, uint32_t count, int access)
{
    const struct topology_partition *p = &t->partitions[i];
    CHECK_EQ(p->node, node);
    CHECK_STR(topology_data_type(t, i), type);
    CHECK_EQ(p->before, before);
    CHECK_EQ(p->count, count);
    CHECK_EQ(p->access, access);
}

static void check_unit(const struct topology *t, size_t i, uint32_t p, uint32_t cid,
                       int64_t amount)
{
    CHECK_EQ(t->units[i].partition, p);
    CHECK_EQ(t->units[i].cid, cid);
    CHECK_EQ(t->units[i].amount, amount);
}

static void text_resources(void)
{
    struct topology t = parse(text_sample, NULL);
    CHECK_EQ(t.types.count, 3);
    CHECK_EQ(t.partition_count, 4);
    check_partition(&t, 0, 0, "cpu", TOPOLOGY_NONE, 3, TOPOLOGY_ACCESS_FULL);
    check_partition(&t, 1, 0, "memory", 0, 4, TOPOLOGY_ACCESS_PAIRS);
    check_partition(&t, 2, 1, "cpu", TOPOLOGY_NONE, 2, TOPOLOGY_ACCESS_FULL);
    check_partition(&t, 3, 0, "disk", 1, 1, TOPOLOGY_ACCESS_FULL);
    CHECK_EQ(t.nodes[0].partition, 3);
    CHECK_EQ(t.nodes[1].partition, 2);
    CHECK_EQ(t.nodes[2].partition, TOPOLOGY_NONE);
    CHECK_EQ(t.unit_count, 10);
    check_unit(&t, 0, 0, 1, 16);
    check_unit(&t, 1, 0, 1, 16);
    check_unit(&t, 2, 0, UINT32_MAX, 8);
    check_unit(&t, 3, 1, 0, 64);
    check_unit(&t, 6, 1, 0, 64);
    check_unit(&t, 7, 2, 0, 7);
    check_unit(&t, 8, 2, 2, 7);
    check_unit(&t, 9, 3, 0, INT64_MAX);
    CHECK_EQ(t.pair_count, 2);
    CHECK(t.pairs[0].partition == 1 && t.pairs[0].outer == 0 && t.pairs[0].inner == 3);
    CHECK(t.pairs[1].partition == 1 && t.pairs[1].outer == 2 && t.pairs[1].inner == 0);
    topology_data_free(&t);
}

/* The example in the manual, topology_format.h. */
static void the_manual(void)
{
    FILE *f = fopen("examples/sim/topology/topology_format.h", "r");
    char line[128], text[2048] = "";
    struct topology t;
    if (!f) SKIP("topology_format.h is not where the program was started");
    while (fgets(line, sizeof line, f) && !strstr(line, "Example:")) continue;
    while (fgets(line, sizeof line, f) && strcmp(line, " */\n") != 0)
        strcat(text, line + 2);
    fclose(f);
    t = parse(text, NULL);
    CHECK_EQ(t.node_count, 2);
    check_link(&t, 0, "ornl", "sunn", 10000, 16737, 0);
    CHECK_EQ(t.unit_count, 6);
    CHECK_EQ(t.pair_count, 1);
    CHECK_EQ(t.cluster_count, 1);
    topology_data_free(&t);
}

/* Coordinates come back to the last bit. */
static void coordinates_are_kept(void)
{
    long rounds = test_scaled(3000);
    while (rounds-- > 0) {
        char text[128];
        const double x = ldexp((double)test_between(-1000000007, 1000000007),
                               (int)test_between(-60, 60));
        struct topology t;
        snprintf(text, sizeof text, "node a x=%.17g y=0.1\n", x);
        t = parse(text, "text"); /* which also writes and reads it */
        CHECK(!topology_differs(t.nodes[0].x, x));
        topology_data_free(&t);
    }
}

static void units(void)
{
    static const char *const text =
        "node a lon=0 lat=0\nnode b lon=90 lat=0\nnode c\n"
        "link a b capacity=2.5G\nlink a c capacity=64K delay=2ms\n"
        "link b c capacity=1T delay=1s\nlink b c capacity=7 delay=3\n"
        "link b c capacity=0.57M delay=4.03ms\nlink b c delay=2.5us\n";
    struct topology_options o = topology_data_default();
    struct topology t;
    CHECK_EQ(parse_with(text, "text", &o, &t), 0);
    check_link(&t, 0, "a", "b", 2500, QUARTER_US, 0);
    check_link(&t, 1, "a", "c", 1, 2000, 0); /* at least one unit */
    check_link(&t, 2, "b", "c", 1000000, 1000000, 0);
    check_link(&t, 3, "b", "c", 7, 3, 0);
    check_link(&t, 4, "b", "c", 1, 4030, 0);
    check_link(&t, 5, "b", "c", 1000, 3, 0);
    topology_data_free(&t);
    o.unit_bps = 1000;
    o.tick_us = 1000;
    o.capacity_bps = 5000000;
    o.delay_us = 2001;
    CHECK_EQ(parse_with(text, "text", &o, &t), 0);
    check_link(&t, 0, "a", "b", 2500000, 51, 0);
    check_link(&t, 1, "a", "c", 64, 2, 0);
    check_link(&t, 2, "b", "c", 1000000000, 1000, 0);
    check_link(&t, 3, "b", "c", 7, 3, 0);
    check_link(&t, 4, "b", "c", 570, 5, 0);
    check_link(&t, 5, "b", "c", 5000, 1, 0);
    topology_data_free(&t);
    CHECK_EQ(parse_with("node a\nnode b\nlink a b\n", "text", &o, &t), 0);
    check_link(&t, 0, "a", "b", 5000, 3, 0);
    topology_data_free(&t);
}

/* ---- other formats ----------------------------------------------------------------- */

static void check_common(const struct topology *t)
{
    CHECK_EQ(t->node_count, 3);
    CHECK_STR(t->nodes[0].name, "a");
    CHECK_STR(t->nodes[1].name, "b");
    CHECK_STR(t->nodes[2].name, "c");
    CHECK_EQ(t->nodes[1].x, 90);
    CHECK_EQ(t->nodes[1].coordinates, TOPOLOGY_COORDINATES_GEO);
    CHECK_EQ(t->nodes[2].coordinates, TOPOLOGY_COORDINATES_NONE);
    CHECK_EQ(t->link_count, 3);
    check_link(t, 0, "a", "b", 155, QUARTER_US, 0);
    check_link(t, 1, "b", "c", 2500, 2000, 0);
    check_link(t, 2, "c", "b", 1000, 2000, 0);
}

static void other_formats(void)
{
    size_t i;
    for (i = 1; i < SAMPLES; i++) {
        struct topology t = parse(*samples[i].text, samples[i].format), u;
        check_common(&t);
        CHECK_EQ(t.loops, i >= 2);
        u = parse(*samples[i].text, NULL);
        topology_check_same(&t, &u);
        topology_data_free(&t);
        topology_data_free(&u);
    }
}

#define SNDLIB "?SNDlib native format; type: network; version: 1.0\n"

static void sndlib_variants(void)
{
    struct topology_options o = topology_data_default();
    struct topology t = parse(SNDLIB "META (\n unit = BITSPERSEC\n)\n"
                                     "NODES ( a ( 1 2 ) b ( 3 91 ) )\n"
                                     "LINKS ( 1 (a b) 0 0 0 0 ( 1000000000 1 5e9 2 )\n"
                                     "2 (b a) 1e6 0 0 0 () 3 (a b) 2e6 0 0 0 () ) ",
                              "sndlib");
    /* each link has its opposite: they are one-way; 91 is no latitude: a plane */
    check_link(&t, 0, "a", "b", 5000, 2000, 1);
    check_link(&t, 1, "b", "a", 1, 2000, 1);
    check_link(&t, 2, "a", "b", 2, 2000, 1);
    CHECK_EQ(t.nodes[0].coordinates, TOPOLOGY_COORDINATES_PLANE);
    topology_data_free(&t);
    o.coordinates = TOPOLOGY_COORDINATES_PLANE;
    CHECK_EQ(parse_with(sndlib_sample, "sndlib", &o, &t), 0);
    CHECK_EQ(t.nodes[0].coordinates, TOPOLOGY_COORDINATES_PLANE);
    CHECK_EQ(t.nodes[2].coordinates, TOPOLOGY_COORDINATES_NONE);
    check_link(&t, 0, "a", "b", 155, 2000, 0);
    topology_data_free(&t);
}

#define NODE(id, label) \
    "<node id='" id "'><data key='l'>" label "</data></node>"

static void zoo_names(void)
{
    struct topology t =
        parse("<graphml><key id='l' for='node' attr.name='label'/><graph>"
              NODE("1", "None") NODE("2", "None") NODE("3", "")
              NODE("4", " Rice University, #1=best ")
              NODE("5", "S&#227;o &amp; &#xE9;t&eacute; &#256;&")
              "<node id='6'/></graph></graphml>",
              "graphml");
    CHECK_EQ(t.node_count, 6);
    CHECK_STR(t.nodes[0].name, "None");
    CHECK_STR(t.nodes[1].name, "None_2");
    CHECK_STR(t.nodes[2].name, "3");
    CHECK_STR(t.nodes[3].name, "Rice_University,__1_best");
    CHECK_STR(t.nodes[4].name, "S\xC3\xA3o_&_\xC3\xA9t&eacute;_\xC4\x80&");
    CHECK_STR(t.nodes[5].name, "6");
    topology_data_free(&t);
}

static void zoo_directions(void)
{
    struct topology t =
        parse("<graphml><graph edgedefault='directed'><node id='1'/><node id='2'/>"
              "<edge source='1' target='2'/>"
              "<edge source='1' target='2' directed='false'/></graph></graphml>",
              "graphml");
    check_link(&t, 0, "1", "2", 1000, 2000, 1);
    check_link(&t, 1, "1", "2", 1000, 2000, 0);
    topology_data_free(&t);
}

static void formats_are_told(void)
{
    static const struct {
        const char *name, *text;
        const char *format;
    } cases[] = {{"f", "", "text"},
                 {"f", "# node\nnode a\n", "text"},
                 {"f", "# <\n?SNDlib", "sndlib"},
                 {"f", "\n<graphml>", "graphml"},
                 {"f", "graph[", "text"},
                 {"x/f.graphml", "node a", "graphml"},
                 {"f.graphml.gz", "node a", "graphml"},
                 {".graphml", "node a", "text"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_STR(
            topology_format_guess(cases[i].name, cases[i].text, strlen(cases[i].text))
                ->choice.word,
            cases[i].format);
    CHECK(topology_format_of("xml") == NULL);
}

/* Every row of the table of formats has a sample above, which the other tests read. */
static void every_format_has_a_sample(void)
{
    size_t row, i;
    for (row = 0; row < topology_format_table.count; row++) {
        const char *word = choice_at(&topology_format_table, row)->word;
        for (i = 0; i < SAMPLES && strcmp(samples[i].format, word) != 0;) i++;
        if (i == SAMPLES) CHECK_STR(word, "a format with a sample in this test");
        CHECK_STR(topology_format_guess("f", *samples[i].text, strlen(*samples[i].text))
                      ->choice.word,
                  word);
    }
}

/* ---- what is wrong ----------------------------------------------------------------- */

typedef struct bad {
    const char *text, *message;
} bad;

static void refused(const char *format, const bad *cases, size_t n)
{
    const struct topology_options o = topology_data_default();
    size_t i;
    for (i = 0; i < n; i++) {
        struct topology t;
        error.text[0] = 0;
        if (parse_with(cases[i].text, format, &o, &t) == 0)
            CHECK_STR(cases[i].text, "is refused");
        CHECK_STR(error.text, cases[i].message);
        CHECK(!t.nodes && t.names.count == 0);
        (void)topology_check_any(cases[i].text, strlen(cases[i].text), format_of(format));
    }
}

#define REFUSED(format, cases) \
    refused((format), (cases), sizeof(cases) / sizeof(cases)[0])

static void bad_text(void)
{
    static const bad cases[] = {
        {"", "f:1: there is no node"},
        {"# nothing\n\n", "f:3: there is no node"},
        {"nodes a\n", "f:1: 'nodes': node, link, resource, access, allow or cluster is "
                      "expected"},
        {"node a\n\nnode a\n", "f:3: node 'a' is there twice"},
        {"node\n", "f:1: a word is missing; a line is: node NAME [x=X y=Y | lon=LON "
                   "lat=LAT]"},
        {"node x=1 y=1\n", "f:1: 'x=1' is not expected; a line is: node NAME [x=X y=Y | "
                           "lon=LON lat=LAT]"},
        {"node a b\n", "f:1: 'b' is not expected; a line is: node NAME [x=X y=Y | "
                       "lon=LON lat=LAT]"},
        {"node a x=1\n", "f:1: x=1 y=: two numbers are expected"},
        {"node a x=1 y=nan\n", "f:1: x=1 y=nan: two numbers are expected"},
        {"node a x=1e999 y=0\n", "f:1: x=1e999 y=0: two numbers are expected"},
        {"node a lon=0x1 lat=1\n", "f:1: lon=0x1 lat=1: two numbers are expected"},
        {"node a lon=1 lat=91\n", "f:1: node 'a' at longitude 1 and latitude 91: at most "
                                  "180 and 90 degrees are expected"},
        {"node a x=1 y=1 x=2\n", "f:1: 'x=2' is not expected; a line is: node NAME [x=X "
                                 "y=Y | lon=LON lat=LAT]"},
        {"node a\nlink a a\n", "f:2: a link from 'a' to itself"},
        {"node a\nlink a b\nnode b\n", "f:2: there is no node 'b' before this line"},
        {"node a\nnode b\nlink a b capacity=0\n",
         "f:3: capacity=0: a whole number above 0, or bit/s with K, M, G or T, is "
         "expected"},
        {"node a\nnode b\nlink a b capacity=-5M\n",
         "f:3: capacity=-5M: a whole number above 0, or bit/s with K, M, G or T, is "
         "expected"},
        {"node a\nnode b\nlink a b capacity=2.5\n",
         "f:3: capacity=2.5: a whole number above 0, or bit/s with K, M, G or T, is "
         "expected"},
        {"node a\nnode b\nlink a b capacity=9223372036854775808\n",
         "f:3: capacity=9223372036854775808: a whole number above 0, or bit/s with K, M, "
         "G or T, is expected"},
        {"node a\nnode b\nlink a b capacity=1e300T\n",
         "f:3: capacity=1e300T: a whole number above 0, or bit/s with K, M, G or T, is "
         "expected"},
        {"node a\nnode b\nlink a b capacity=\n",
         "f:3: capacity=: a whole number above 0, or bit/s with K, M, G or T, is "
         "expected"},
        {"node a\nnode b\nlink a b delay=-1\n",
         "f:3: delay=-1: a whole number from 0, or a time with us, ms or s, is expected"},
        {"node a\nnode b\nlink a b delay=5m\n",
         "f:3: delay=5m: a whole number from 0, or a time with us, ms or s, is expected"},
        {"node a\nnode b\nlink a b oneway oneway\n",
         "f:3: 'oneway' is not expected; a line is: link FROM TO [capacity=C] [delay=D] "
         "[oneway]"},
        {"node a b c d e f g h\n", "f:1: 'h': a line has at most 8 words"},
        {"node a\nresource a cpu\n", "f:2: amount= is missing; a line is: resource NODE "
                                     "TYPE amount=A [units=N] [cid=C]"},
        {"node a\nresource a cpu amount=0\n",
         "f:2: amount=0: a whole number from 1 to 9223372036854775807 is expected"},
        {"node a\nresource a cpu amount=1 units=4000000000\n",
         "f:2: units=4000000000: a whole number from 1 to 1048576 is expected"},
        {"node a\nresource a cpu amount=1 units=1048576\nresource a cpu amount=1\n",
         "f:3: more than 1048576 units"},
        {"node a\nresource a cpu amount=1 cid=4294967296\n",
         "f:2: cid=4294967296: a whole number from 0 to 4294967295 is expected"},
        {"node a\nresource b cpu amount=1\n",
         "f:2: there is no node 'b' before this line"},
        {"node a\naccess a cpu pairs\n",
         "f:2: 'a' has no resource 'cpu' before this line"},
        {"node a\nresource a cpu amount=1\naccess a cpu pairs\n",
         "f:3: 'cpu' is the first resource of 'a': there is none before it to be reached "
         "from"},
        {"node a\nresource a cpu amount=1\naccess a cpu some\n",
         "f:3: 'some' is not expected; a line is: access NODE TYPE full|pairs"},
        {"node a\nresource a cpu amount=1\nresource a mem amount=1\nallow a cpu 0 mem 0",
         "f:4: 'mem' is not reached from 'cpu' by pairs (access)"},
        {"node a\nresource a cpu amount=1\nresource a mem amount=1\naccess a mem pairs\n"
         "allow a mem 0 cpu 0",
         "f:5: 'cpu' is not reached from 'mem' by pairs (access)"},
        {"node a\nresource a cpu amount=1\nresource a mem amount=1\naccess a mem pairs\n"
         "allow a cpu 0 mem 1",
         "f:5: unit 1 of 'mem': a number from 0 to 0 is expected"},
        {"node a\nresource a cpu amount=1\nresource a mem amount=1\naccess a mem pairs\n"
         "allow a cpu 0 mem 0\nallow a cpu 0 mem 0",
         "f:6: this pair is there twice"},
        {"node a\ncluster a cpus=3\n",
         "f:2: speed= is missing; a line is: cluster NODE cpus=N speed=S"},
        {"node a\ncluster a cpus=-1 speed=1\n",
         "f:2: cpus=-1: a whole number from 1 to 9223372036854775807 is expected"}};
    REFUSED("text", cases);
}

static void bad_sndlib(void)
{
    static const bad cases[] = {
        {"", "f:1: the file ends where '?SNDlib native format; type: network; version: "
             "1.0' is expected"},
        {"?SNDlib native format; type: model; version: 1.0\n",
         "f:1: '?SNDlib native format; type: model; version: 1.0': '?SNDlib native "
         "format; type: network; version: 1.0' is expected"},
        {SNDLIB, "f:2: there is no node"},
        {SNDLIB "NODE ( a )",
         "f:2: 'NODE': META, NODES, LINKS, DEMANDS or ADMISSIBLE_PATHS is expected"},
        {SNDLIB "NODES (\n a ( 1 2 )\n", "f:4: the file ends where a node is expected"},
        {SNDLIB "NODES (\n a ( 1 x )\n", "f:3: 'x': a y coordinate is expected"},
        {SNDLIB "NODES (\n a ( 1 2 3 )\n", "f:3: '3': ) is expected"},
        {SNDLIB "NODES (\n a\n b\n a )", "f:5: node 'a' is there twice"},
        {SNDLIB "NODES ( a ) NODES ( b )", "f:2: NODES is there twice"},
        {SNDLIB "NODES ( a ( 1 2 ) ( (", "f:2: the file ends where ) is expected"},
        {SNDLIB "META (\n unit = 5\n)", "f:3: '5': MBITPERSEC or the like is expected"},
        {SNDLIB "META (\n unit = MBIT\n", "f:4: the file ends where ) is expected"},
        {SNDLIB "LINKS ( 1 ( a b ) 1 0 0 0 ( ) )",
         "f:2: there is no node 'a' before this line"},
        {SNDLIB "NODES ( a b )\nLINKS ( 1 ( a a ) 1 0 0 0 ( ) )",
         "f:3: a link from 'a' to itself"},
        {SNDLIB "NODES ( a b )\nLINKS ( 1 ( a b ) -1 0 0 0 ( ) )",
         "f:3: a capacity of -1: at least 0, and less than 2^53 units, is expected"},
        {SNDLIB "NODES ( a b )\nLINKS ( 1 ( a b ) 1e200 0 0 0 ( ) )",
         "f:3: a capacity of 1e+200: at least 0, and less than 2^53 units, is expected"},
        {SNDLIB "NODES ( a b )\nLINKS ( 1 ( a b ) 0 0 0 0 ( -3 1 ) )",
         "f:3: a module of capacity -3: at least 0 is expected"},
        {SNDLIB "NODES ( a b )\nLINKS ( 1 ( a b ) 0 0 0 0 ( 3 ) )",
         "f:3: ')': a module's cost is expected"},
        {SNDLIB "NODES ( a b )\nLINKS ( 1 ( a b ) 0 0 0 ( 3 ) )",
         "f:3: '(': a setup cost is expected"},
        {SNDLIB "NODES ( a b ) )",
         "f:2: ')': META, NODES, LINKS, DEMANDS or ADMISSIBLE_PATHS is expected"},
        {SNDLIB "NODES ( a )\nDEMANDS ( ( )", "f:3: the file ends where ) is expected"}};
    REFUSED("sndlib", cases);
}

#define GRAPHML "<graphml><graph>\n"

static void bad_graphml(void)
{
    static const bad cases[] = {
        {"", "f:1: there is no node"},
        {"<graphml>", "f:1: the file ends where </graphml> is expected"},
        {"<network>", "f:1: <network>: <graphml> is expected"},
        {"graph", "f:1: 'graph': <graphml> is expected"},
        {"<!DOCTYPE x>", "f:1: '<!': declarations are not expected in GraphML"},
        {"<graphml\n", "f:2: an attribute, name=\"value\", is expected in <graphml"},
        {"<graphml a>", "f:1: an attribute, name=\"value\", is expected in <graphml"},
        {"<graphml a=1>", "f:1: a=: a value in quotes is expected"},
        {"<graphml a=\"1>", "f:1: '\"' without '\"' after it"},
        {"<graphml a='1'>\n<!-- -- >", "f:2: '<!--' without '-->' after it"},
        {"<graphml><?x >", "f:1: '<?' without '?>' after it"},
        {"<graphml><", "f:1: '<': a name must follow it"},
        {"<graphml></graph>", "f:1: </graph> closes what was not opened before it"},
        {"</graphml>", "f:1: </graphml> closes what was not opened before it"},
        {"<graphml><node id='1'/></graphml>", "f:1: <node> is not expected here"},
        {GRAPHML "<node id='1'><node id='2'/></node>",
         "f:2: <node> is not expected here"},
        {GRAPHML "</graph><graph>", "f:2: graph is there twice"},
        {GRAPHML "<node/>", "f:2: a node's id is missing"},
        {GRAPHML "<node id=''/>", "f:2: a name is missing"},
        {GRAPHML "<node id='1'/><node id='1'/>",
         "f:2: a node with id '1' is there twice"},
        {GRAPHML "<node id='1'/>\n<edge source='1' target='2'></edge>",
         "f:3: target: there is no node with id '2' before this line"},
        {"<graphml><key id='s' for='edge' attr.name='LinkSpeedRaw'/><graph><node id='1'/>"
         "<node id='2'/><edge source='1' target='2'><data key='s'>-1</data></edge>",
         "f:1: a link of -1 bit/s: more than 0, and less than 2^53 units, is expected"}};
    REFUSED("graphml", cases);
}

/* `piece` n times between two ends. */
static char *repeated(const char *begin, const char *piece, size_t n, const char *end)
{
    const size_t length = strlen(piece);
    char *text = (char *)malloc(strlen(begin) + n * length + strlen(end) + 1), *at;
    CHECK(text != NULL);
    at = text + sprintf(text, "%s", begin);
    for (; n > 0; n--, at += length) memcpy(at, piece, length);
    strcpy(at, end);
    return text;
}

static void refused_repeated(const char *format, const char *begin, const char *piece,
                             size_t n, const char *message)
{
    const struct topology_options o = topology_data_default();
    char *text = repeated(begin, piece, n, "");
    struct topology t;
    CHECK_EQ(parse_with(text, format, &o, &t), -1);
    CHECK_STR(error.text, message);
    free(text);
}

/* Drawing programs write more than 16 attributes at a label. */
static void many_attributes(void)
{
    char *text = repeated("<graphml><graph><node id='a'/><node id='b'><y ", "a='' ", 18,
                          "/></node><edge source='a' target='b'/></graph></graphml>");
    struct topology t = parse(text, "graphml");
    CHECK_EQ(t.node_count, 2);
    CHECK_EQ(t.link_count, 1);
    topology_data_free(&t);
    free(text);
}

static void much_of_everything(void)
{
    refused_repeated("graphml", "<graphml>", "<x>", 100000,
                     "f:1: elements are more than 64 deep");
    refused_repeated("graphml", "<graphml ", "a='' ", 1000,
                     "f:1: 'a': an element has at most 64 attributes");
    refused_repeated("graphml", "<graphml>", "<key id='k' attr.name='label' for='node'/>",
                     1000, "f:1: more than 64 keys");
    refused_repeated("sndlib", SNDLIB "DEMANDS (", "(", 100000,
                     "f:2: the file ends where ) is expected");
    refused_repeated("text", "node ", "a", 100000,
                     "f:1: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                     "...': a name has at most 255 bytes");
    refused_repeated("text", "node a x=1 y=", "1", 100000,
                     "f:1: x=1 y=11111111111111111111111111111111111111111111111111111111"
                     "1111: two numbers are expected");
    if (test_scaled(100) < 10) return; /* slow tools: these are long */
    refused_repeated("text", "node a\nnode b\n", "link a b\n", TOPOLOGY_LINKS + 1,
                     "f:524291: more than 524288 links");
    refused_repeated("text", "node a\n", "cluster a cpus=1 speed=1\n",
                     TOPOLOGY_CLUSTERS + 1, "f:1048578: more than 1048576 clusters");
}

static void many_names(void)
{
    const struct topology_options o = topology_data_default();
    const long most[] = {TOPOLOGY_NODES, TOPOLOGY_TYPES};
    static const char *const lines[] = {"node n%ld\n", "resource x t%ld amount=1\n"};
    static const char *const messages[] = {
        "f:131074: more than 131072 nodes",
        "f:66: 't64': more than 64 types of resources"};
    size_t i;
    for (i = 0; i < 2; i++) {
        char *text = (char *)malloc((size_t)(most[i] + 2) * 40);
        size_t at = (size_t)sprintf(text, i == 0 ? "\n" : "node x\n");
        struct topology t;
        long k;
        for (k = 0; k <= most[i]; k++) at += (size_t)sprintf(text + at, lines[i], k);
        CHECK_EQ(topology_format_parse("f", text, at, format_of("text"), &o, &t, &error),
                 -1);
        CHECK_STR(error.text, messages[i]);
        free(text);
    }
}

/* ---- built in ---------------------------------------------------------------------- */

static struct topology named(const char *name, const struct topology_options *o)
{
    struct topology t;
    error.text[0] = 0;
    if (topology_get(name, NULL, o, &t, &error) != 0) CHECK_STR(error.text, "");
    topology_check(&t);
    return t;
}

/* Marks the nodes that the first reaches, or that reach it; how many. */
static size_t spread(const struct topology *t, char *reached, int backwards)
{
    size_t i, grown = 1, count = 1;
    memset(reached, 0, t->node_count);
    reached[0] = 1;
    while (grown > 0)
        for (grown = 0, i = 0; i < t->link_count; i++) {
            const struct topology_link *link = &t->links[i];
            const uint32_t from = backwards ? link->to : link->from;
            const uint32_t to = backwards ? link->from : link->to;
            const int there = reached[from] || (!link->oneway && reached[to]);
            const int both = reached[from] && reached[to];
            if (!there || both) continue;
            reached[from] = reached[to] = 1;
            grown++;
            count++;
        }
    return count;
}

static int is_connected(const struct topology *t)
{
    char *reached = (char *)malloc(t->node_count);
    size_t there, back;
    CHECK(reached != NULL);
    there = spread(t, reached, 0);
    back = spread(t, reached, 1);
    free(reached);
    return there == t->node_count && back == t->node_count;
}

static int has_parallel_links(const struct topology *t)
{
    size_t i, k;
    for (i = 0; i < t->link_count; i++)
        for (k = 0; k < i; k++) {
            const struct topology_link *a = &t->links[i], *b = &t->links[k];
            if ((a->from == b->from && a->to == b->to) ||
                (a->from == b->to && a->to == b->from))
                return 1;
        }
    return 0;
}

static void builtins(void)
{
    static const struct {
        const char *name;
        size_t nodes, links;
        int64_t least, most; /* capacity, Mb/s */
    } cases[] = {{"nsfnet", 14, 21, 45, 45},
                 {"esnet", 30, 38, 45, 30000},
                 {"geant", 22, 36, 10000, 10000}};
    const struct topology_options o = topology_data_default();
    char names[200];
    size_t i, k;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct topology t = named(cases[i].name, &o);
        CHECK_EQ(t.node_count, cases[i].nodes);
        CHECK_EQ(t.link_count, cases[i].links);
        CHECK(is_connected(&t) && !has_parallel_links(&t));
        for (k = 0; k < t.node_count; k++)
            CHECK_EQ(t.nodes[k].coordinates, TOPOLOGY_COORDINATES_GEO);
        for (k = 0; k < t.link_count; k++) {
            CHECK(t.links[k].capacity >= cases[i].least);
            CHECK(t.links[k].capacity <= cases[i].most);
            CHECK(t.links[k].delay <= 40000 && !t.links[k].oneway);
        }
        CHECK(strstr(topology_builtin_names(names, sizeof names), cases[i].name) != NULL);
        topology_data_free(&t);
    }
}

/* Every row of the table of built-in networks: connected, and the same again. */
static void every_builtin(void)
{
    const struct topology_options o = topology_data_default();
    size_t i;
    for (i = 0; i < topology_builtin_table.count; i++) {
        const struct topology_builtin *b =
            (const struct topology_builtin *)choice_at(&topology_builtin_table, i);
        const char *size = !b->size ? "" : strcmp(b->size, "RxC") == 0 ? "4x3" : "9";
        struct topology t, again;
        char name[40];
        CHECK(!b->text != !b->make && !b->size == !b->make);
        snprintf(name, sizeof name, "%s%s%s", b->choice.word, *size ? ":" : "", size);
        t = named(name, &o);
        again = named(name, &o);
        CHECK(is_connected(&t) && !has_parallel_links(&t));
        topology_check_same(&t, &again);
        topology_data_free(&t);
        topology_data_free(&again);
    }
}

/* Known distances: Seattle to San Diego 1710 km, London to Paris 344, New York to London
 * 5570 km. */
static void distances(void)
{
    static const struct {
        const char *net, *from, *to;
        double km;
    } cases[] = {{"nsfnet", "seattle", "san-diego", 1710},
                 {"geant", "paris", "london", 344},
                 {"geant", "new-york", "london", 5570}};
    const struct topology_options o = topology_data_default();
    size_t i, k;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct topology t = named(cases[i].net, &o);
        const uint32_t from = names_find(&t.names, word_of(cases[i].from));
        const uint32_t to = names_find(&t.names, word_of(cases[i].to));
        int found = 0;
        for (k = 0; k < t.link_count; k++)
            if (t.links[k].from == from && t.links[k].to == to) {
                const double km = (double)t.links[k].delay / 5;
                CHECK(fabs(km - cases[i].km) < 0.005 * cases[i].km);
                found++;
            }
        CHECK_EQ(found, 1);
        topology_data_free(&t);
    }
}

static void check_degrees(const struct topology *t, size_t expected)
{
    size_t i, k;
    for (i = 0; i < t->node_count; i++) {
        size_t degree = 0;
        for (k = 0; k < t->link_count; k++)
            degree += t->links[k].from == i || t->links[k].to == i;
        CHECK_EQ(degree, expected);
    }
}

static void regular_networks(void)
{
    static const struct {
        const char *name;
        size_t nodes, links, degree;
    } cases[] = {
        {"torus:5x5", 25, 50, 4}, {"torus:3x4", 12, 24, 4}, {"torus:2x5", 10, 15, 3},
        {"torus:2x2", 4, 4, 2},   {"torus:1x6", 6, 6, 2},   {"torus:1x2", 2, 1, 1},
        {"torus:1x1", 1, 0, 0},   {"ring:3", 3, 3, 2},      {"ring:17", 17, 17, 2}};
    struct topology_options o = topology_data_default();
    size_t i, k;
    o.delay_us = 777;
    o.capacity_bps = 2000000;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct topology t = named(cases[i].name, &o);
        CHECK_EQ(t.node_count, cases[i].nodes);
        CHECK_EQ(t.link_count, cases[i].links);
        CHECK(is_connected(&t) && !has_parallel_links(&t));
        check_degrees(&t, cases[i].degree);
        for (k = 0; k < t.link_count; k++)
            CHECK(t.links[k].capacity == 2 && t.links[k].delay == 777);
        topology_data_free(&t);
    }
}

/* Neighbours in the torus are one row or one column apart, around the edge. */
static void torus_neighbours(void)
{
    const struct topology_options o = topology_data_default();
    struct topology t = named("torus:4x7", &o);
    size_t i;
    CHECK_STR(t.nodes[8].name, "r1c1");
    for (i = 0; i < t.link_count; i++) {
        const int a = (int)t.links[i].from, b = (int)t.links[i].to;
        const int rows = (b / 7 - a / 7 + 4) % 4, columns = (b % 7 - a % 7 + 7) % 7;
        CHECK((rows == 0 && (columns == 1 || columns == 6)) ||
              (columns == 0 && (rows == 1 || rows == 3)));
    }
    topology_data_free(&t);
}

static void random_networks(void)
{
    struct topology_options o = topology_data_default();
    int n;
    for (n = 2; n < 60; n++) {
        const size_t all = (size_t)(n * (n - 1) / 2), links = (size_t)(2 * n);
        char name[32];
        struct topology t, again, other;
        size_t i, same = 0;
        snprintf(name, sizeof name, "random:%d", n);
        o.seed = test_random();
        t = named(name, &o);
        again = named(name, &o);
        topology_check_same(&t, &again);
        o.seed++;
        other = named(name, &o);
        CHECK_EQ(t.node_count, n);
        CHECK_EQ(t.link_count, links < all ? links : all);
        CHECK(is_connected(&t) && !has_parallel_links(&t));
        for (i = 0; i < t.node_count; i++) {
            CHECK(t.nodes[i].x > 0 && t.nodes[i].x < 1);
            CHECK(t.nodes[i].y > 0 && t.nodes[i].y < 1);
            same += !topology_differs(t.nodes[i].x, other.nodes[i].x);
        }
        CHECK_EQ(same, 0);
        topology_data_free(&t);
        topology_data_free(&again);
        topology_data_free(&other);
    }
}

/* The same on every machine, and from one version to the next. */
static void random_network_stays(void)
{
    const struct topology_options o = topology_data_default();
    struct topology t = named("random:6", &o);
    uint64_t hash = HASH_START;
    size_t i;
    for (i = 0; i < t.node_count; i++) {
        hash = hash_add(hash, (uint64_t)(t.nodes[i].x * 1e6 + 0.5));
        hash = hash_add(hash, (uint64_t)(t.nodes[i].y * 1e6 + 0.5));
    }
    for (i = 0; i < t.link_count; i++)
        hash = hash_add(hash_add(hash, t.links[i].from), t.links[i].to);
    CHECK_EQ(t.link_count, 12);
    CHECK_EQ((int64_t)(hash % 1000000007), 146636181);
    topology_data_free(&t);
}

static void bad_names(void)
{
    static const bad cases[] = {
        {".", ".: is a directory, not a file; the networks built in (--network)"
              " are nsfnet, esnet, geant, torus:RxC, ring:N, random:N"},
        {"torus:5", "torus:5: torus:RxC, such as torus:5x5, is expected"},
        {"torus:5x", "torus:5x: '': a whole number from 1 to 131072 is expected"},
        {"torus:0x5", "torus:0x5: '0': a whole number from 1 to 131072 is expected"},
        {"torus:5x5x5",
         "torus:5x5x5: '5x5': a whole number from 1 to 131072 is expected"},
        {"torus:131072x131072", "torus:131072x131072: more than 131072 nodes"},
        {"ring:2", "ring:2: '2': a whole number from 3 to 131072 is expected"},
        {"ring:-5", "ring:-5: '-5': a whole number from 3 to 131072 is expected"},
        {"random:1", "random:1: '1': a whole number from 2 to 131072 is expected"},
        {"random:99999999999999999999",
         "random:99999999999999999999: '99999999999999999999': a whole number from 2 to "
         "131072 is expected"},
        {"no/such",
         "no/such: No such file or directory; the networks built in (--network)"
         " are nsfnet, esnet, geant, torus:RxC, ring:N, random:N"}};
    const struct topology_options o = topology_data_default();
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct topology t;
        CHECK_EQ(topology_get(cases[i].text, NULL, &o, &t, &error), -1);
        CHECK_STR(error.text, cases[i].message);
        CHECK(!t.nodes && t.node_count == 0);
    }
}

/* ---- files ------------------------------------------------------------------------- */

static void files(void)
{
    const struct topology_options o = topology_data_default();
    char folder[FILES_PATH], plain[300], packed[310], command[700];
    struct topology t, u;
    int kept;
    files_folder(folder);
    snprintf(plain, sizeof plain, "%s/net", folder);
    snprintf(packed, sizeof packed, "%s.gz", plain);
    files_write(fopen(plain, "wb"), sndlib_sample);
    CHECK_EQ(topology_get(plain, NULL, &o, &t, &error), 0);
    check_common(&t);
    CHECK_EQ(topology_get(plain, format_of("text"), &o, &u, &error), -1);
    CHECK(strstr(error.text, "/net:1: '?SNDlib': node, link,") != NULL);
    /* standard input */
    kept = dup(STDIN_FILENO);
    CHECK(freopen(plain, "r", stdin) != NULL);
    CHECK_EQ(topology_get("-", NULL, &o, &u, &error), 0);
    topology_check_same(&t, &u);
    topology_data_free(&u);
    CHECK_EQ(topology_get("-", NULL, &o, &u, &error), -1);
    CHECK_STR(error.text, "standard input:1: there is no node");
    if (kept >= 0) dup2(kept, STDIN_FILENO);
    /* .gz, whole and cut short */
    snprintf(command, sizeof command, "gzip -f '%s' 2>/dev/null", plain);
    if (system(command) == 0) {
        CHECK_EQ(topology_get(packed, NULL, &o, &u, &error), 0);
        topology_check_same(&t, &u);
        topology_data_free(&u);
        CHECK_EQ(truncate(packed, 60), 0);
        CHECK_EQ(topology_get(packed, NULL, &o, &u, &error), -1);
        CHECK(strstr(error.text, "not a whole gzip file") != NULL);
        CHECK(!u.nodes);
    }
    topology_data_free(&t);
    remove(plain);
    remove(packed);
    CHECK_EQ(rmdir(folder), 0);
}

static void endless_file(void)
{
    const struct topology_options o = topology_data_default();
    struct topology t;
    if (access("/dev/zero", R_OK) != 0) SKIP("there is no /dev/zero");
    CHECK_EQ(topology_read("/dev/zero", NULL, &o, &t, &error), -1);
    CHECK_STR(error.text, "/dev/zero: more than 67108864 bytes");
}

/* ---- damaged input ----------------------------------------------------------------- */

static void every_prefix(void)
{
    size_t i, length, k;
    for (i = 0; i < SAMPLES; i++)
        for (length = 0; length <= strlen(*samples[i].text); length++) {
            (void)topology_check_any(*samples[i].text, length, NULL);
            for (k = 0; k < SAMPLES; k++)
                if (length % 16 == 0 || k == i)
                    (void)topology_check_any(*samples[i].text, length,
                                             format_of(samples[k].format));
        }
}

/* A byte changed, a piece taken out, doubled or moved. */
static size_t damage(char *text, size_t size)
{
    static const char marks[] = "\n \"'<>/[]()#=&;.-+e0123456789az";
    const size_t i = (size_t)test_below(size), j = (size_t)test_below(size);
    size_t n = 1 + (size_t)test_below(20);
    char piece[32];
    if (i + n > size) n = size - i;
    if (j + n > size) n = size - j;
    switch (test_below(5)) {
    case 0: text[i] = (char)test_below(256); break;
    case 1: text[i] = marks[test_below(sizeof marks - 1)]; break;
    case 2:
        memcpy(piece, text + i, n);
        memcpy(text + j, piece, n);
        break;
    case 3: memmove(text + i, text + i + n, size - i - n); return size - n;
    default: /* there is room for so much more */
        memcpy(piece, text + j, n);
        memmove(text + i + n, text + i, size - i);
        memcpy(text + i, piece, n);
        return size + n;
    }
    return size;
}

static void damaged(void)
{
    long rounds = test_scaled(100000), fine = 0, all = rounds;
    char text[4096];
    for (; rounds > 0; rounds--) {
        const size_t i = (size_t)test_below(SAMPLES);
        size_t size = strlen(*samples[i].text);
        uint64_t times = 1 + test_below(6);
        memcpy(text, *samples[i].text, size);
        while (times-- > 0 && size > 40) size = damage(text, size);
        fine += topology_check_any(text, size, format_of(samples[i].format));
    }
    CHECK(all < 1000 || (fine > all / 20 && fine < all / 2));
}

/* ---- memory ------------------------------------------------------------------------ */

/* Each request refused in turn, until all are granted. */
static void check_heap(const char *name, const char *text)
{
    const struct topology_options o = topology_data_default();
    long at, failed = 1;
    for (at = 1; failed; at++) {
        struct topology t;
        store.calls = 0;
        store.fail_at = at;
        failed =
            text ? topology_format_parse(name, text, strlen(text), NULL, &o, &t, &error)
                 : topology_get(name, NULL, &o, &t, &error);
        store.fail_at = 0;
        CHECK_EQ(failed != 0, store.calls >= at);
        if (failed)
            CHECK(strstr(error.text, "there is no memory for ") != NULL);
        else
            topology_data_free(&t);
    }
    CHECK(at > 8);
}

static void memory_runs_out(void)
{
    size_t i;
    for (i = 0; i < SAMPLES; i++) check_heap("f", *samples[i].text);
    check_heap("nsfnet", NULL);
    check_heap("random:40", NULL);
    check_heap("torus:3x3", NULL);
    check_heap("ring:9", NULL);
}

TEST_MAIN(TEST(text_network), TEST(text_resources), TEST(the_manual),
          TEST(coordinates_are_kept), TEST(units), TEST(other_formats),
          TEST(sndlib_variants), TEST(zoo_names), TEST(zoo_directions),
          TEST(formats_are_told), TEST(every_format_has_a_sample), TEST(every_builtin),
          TEST(bad_text), TEST(bad_sndlib), TEST(bad_graphml),
          TEST(many_attributes), TEST(much_of_everything), TEST(many_names),
          TEST(builtins), TEST(distances), TEST(regular_networks), TEST(torus_neighbours),
          TEST(random_networks), TEST(random_network_stays), TEST(bad_names), TEST(files),
          TEST(endless_file), TEST(every_prefix), TEST(damaged), TEST(memory_runs_out))
