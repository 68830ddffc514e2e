/* test_topology.c - networks from texts, files and names (topology/topology.h,
 * topology/topology_named.h), and as networks of netsched.h with names
 * (topology/network_file.h): small inputs beside what they mean, in numbers or in words;
 * what is built in; memory that runs out at every point. fuzz_topology.c damages input,
 * tests/programs/network_file.sh copies the readers.
 */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include <math.h>
#include <unistd.h>

#include "files.h"
#include "topology_check.h"

#include "base/hash.h"
#include "topology/network_file.h"
#include "topology/topology_named.h"
#include "topology/topology_speed.h"

/* ---- texts and what they mean ------------------------------------------------------ */

/* An input, and the network as topology_text writes it, or what is wrong. */
typedef struct meaning {
    const char *text, *is;
} meaning;

static void check_meanings(const meaning *cases, size_t n,
                           const struct topology_options *o)
{
    struct topology t;
    struct error e;
    char *text;
    size_t i;
    for (i = 0; i < n; i++) {
        const size_t size = strlen(cases[i].text);
        (void)topology_check_any(cases[i].text, size);
        if (topology_parse("f", cases[i].text, size, o, &t, &e) != 0) {
            CHECK_STR(e.text, cases[i].is);
            continue;
        }
        text = topology_text(&t);
        CHECK_STR(text, cases[i].is);
        (free)(text);
        topology_free(&t);
    }
}

#define MEAN(cases, options) \
    check_meanings(cases, sizeof(cases) / sizeof(cases)[0], options)

/* A quarter of the equator of a sphere of 6371 km: 10007.54 km, 50.03772 ms. */
#define COMMON                            \
    "node a lon=0 lat=0\n"                \
    "node b lon=90 lat=0\n"               \
    "node c\n"                            \
    "link a b capacity=155 delay=50038\n" \
    "link b c capacity=2500 delay=2000\n" \
    "link c b capacity=1000 delay=2000\n"

/* The same network in two other formats. */
static void samples(void)
{
    const meaning cases[] = {{topology_samples[1], COMMON},
                             {topology_samples[2], COMMON}};
    MEAN(cases, NULL);
}

/* The example in the manual of netsched.h. */
static void the_manual(void)
{
    FILE *f = fopen("netsched.h", "r");
    char line[128], text[2048] = "";
    meaning example = {text, "node ornl lon=-84.310000000000002 lat=35.93\n"
                             "node sunn lon=-122.04000000000001 lat=37.369999999999997\n"
                             "link ornl sunn capacity=10000 delay=16737\n"
                             "resource ornl cpu amount=16 units=4 cid=1\n"
                             "resource ornl memory amount=64 units=2 cid=0\n"
                             "access ornl memory pairs\n"
                             "resource sunn cpu amount=32 units=2 cid=0\n"
                             "resource sunn memory amount=256 units=1 cid=0\n"
                             "allow ornl cpu 0 memory 1\n"
                             "cluster ornl cpus=25 speed=1000\n"};
    if (!f) SKIP("netsched.h is not where the program was started");
    while (fgets(line, sizeof line, f) && !strstr(line, "Names must be def")) continue;
    while (fgets(line, sizeof line, f) && !strstr(line, "COSTS")) strcat(text, line);
    fclose(f);
    check_meanings(&example, 1, NULL);
}

static void units(void)
{
    static const char text[] = "node a lon=0 lat=0\nnode b lon=90 lat=0\nnode c\n"
                               "link a b capacity=2.5G\nlink a c capacity=64K delay=2ms\n"
                               "link b c capacity=1T delay=1s\n"
                               "link b c capacity=7 delay=3\n"
                               "link b c capacity=0.57M delay=4.03ms\n"
                               "link b c delay=2.5us\nlink a c\n";
    static const meaning usual[] = {{text,
                                     "node a lon=0 lat=0\nnode b lon=90 lat=0\nnode c\n"
                                     "link a b capacity=2500 delay=50038\n"
                                     "link a c capacity=1 delay=2000\n" /* at least 1 */
                                     "link b c capacity=1000000 delay=1000000\n"
                                     "link b c capacity=7 delay=3\n"
                                     "link b c capacity=1 delay=4030\n"
                                     "link b c capacity=1000 delay=3\n"
                                     "link a c capacity=1000 delay=2000\n"}};
    static const meaning others[] = {{text,
                                      "node a lon=0 lat=0\nnode b lon=90 lat=0\nnode c\n"
                                      "link a b capacity=2500000 delay=51\n"
                                      "link a c capacity=64 delay=2\n"
                                      "link b c capacity=1000000000 delay=1000\n"
                                      "link b c capacity=7 delay=3\n"
                                      "link b c capacity=570 delay=5\n"
                                      "link b c capacity=5000 delay=1\n"
                                      "link a c capacity=5000 delay=3\n"}};
    const struct topology_options o = {1000, 1000, 5000000, 2001, 0, NULL};
    MEAN(usual, NULL);
    MEAN(others, &o);
}

#define ADD_NODE "; a line is: node NAME [x=X y=Y | lon=LON lat=LAT]"
#define ADD_LINK "; a line is: link FROM TO [capacity=C] [delay=D] [oneway]"
#define ADD_UNITS "; a line is: resource NODE TYPE amount=A [units=N] [cid=C]"
#define ADD_CLUSTER "; a line is: cluster NODE cpus=N speed=S"
#define PAIR "f:1: two coordinates, or none, were expected" ADD_NODE
#define TWO "node a\nnode b\n"
#define NEED_RATE                                                            \
    ": a whole number from 1, or a number with K, M, G or T behind it, was " \
    "expected" ADD_LINK
#define NEED_TIME                                                           \
    ": a whole number from 0, or a number with us, ms or s behind it, was " \
    "expected" ADD_LINK
#define CPU "node a\nresource a cpu amount=1\n"
#define MEM CPU "resource a mem amount=1\n"

static void our_own(void)
{
    static const meaning cases[] = {
        {"", "f:1: there is no node"},
        {"# nothing\n\n", "f:3: there is no node"},
        {"graph[ node[ id 0 ] node[ id 1 ] edge [ source 0 target 1 ] ]",
         "f:1: this is a graph in GML, which is not read; networks are read in our own "
         "format, SNDlib's, or GraphML"},
        {"# x\nCreator \"yFiles\"",
         "f:2: this is a graph in GML, which is not read; networks are read in our own "
         "format, SNDlib's, or GraphML"},
        {"\xEF\xBB\xBFnode a", "node a\n"},
        {"node a\nnode A\n", "node a\nnode A\n"},
        {"node a\n\nnode a\n", "f:3: node 'a' is there twice"},
        {"node\n", "f:1: a word is missing" ADD_NODE},
        {"node x=1 y=1\n", "f:1: 'x=1' was not expected" ADD_NODE},
        {"node a b\n", "f:1: 'b' was not expected" ADD_NODE},
        {"node a x=1 y=1 x=2\n", "f:1: x=2: each field was expected once" ADD_NODE},
        {"node a x=1 y=1 lon=2 lat=2", PAIR},
        {"node a x=1\n", PAIR},
        {"node a x=1 y=nan\n", "f:1: y=nan: a number was expected" ADD_NODE},
        {"node a x=1e999 y=0\n", "f:1: x=1e999: a number was expected" ADD_NODE},
        {"node a lon=0x1 lat=1\n", "f:1: lon=0x1: a number was expected" ADD_NODE},
        {"node a lon=1 lat=91\n", "f:1: node 'a' at longitude 1 and latitude 91: at most "
                                  "180 and 90 degrees are expected"},
        {"node a\nlink a a\n", "f:2: a link from 'a' to itself"},
        {"node a\nlink a b\nnode b\n", "f:2: there is no node 'b' before this line"},
        {TWO "link a b capacity=0\n", "f:3: capacity=0" NEED_RATE},
        {TWO "link a b capacity=2.5\n", "f:3: capacity=2.5" NEED_RATE},
        {TWO "link a b capacity=9223372036854775808\n",
         "f:3: capacity=9223372036854775808" NEED_RATE},
        {TWO "link a b capacity=\n", "f:3: capacity=" NEED_RATE},
        {TWO "link a b capacity=M\n", "f:3: capacity=M" NEED_RATE},
        {TWO "link a b capacity=-5M\n", "f:3: a capacity of -5e+06 bit/s: more than 0, "
                                        "and less than 2^53 units, is expected"},
        {TWO "link a b capacity=1e300T\n", "f:3: a capacity of inf bit/s: more than 0, "
                                           "and less than 2^53 units, is expected"},
        {TWO "link a b delay=-1\n", "f:3: delay=-1" NEED_TIME},
        {TWO "link a b delay=5m\n", "f:3: delay=5m" NEED_TIME},
        {TWO "link a b delay=-5ms\n", "f:3: a delay of -5000 us: at least 0, and less "
                                      "than 2^53 ticks, is expected"},
        {TWO "link a b oneway oneway\n",
         "f:3: oneway: each field was expected once" ADD_LINK},
        {TWO "link a b oneway=1\n", "f:3: oneway=1: no value was expected" ADD_LINK},
        {"node a b c d e f g h\n", "f:1: 'b' was not expected" ADD_NODE},
        {"node a\nresource a cpu\n", "f:2: amount= is missing" ADD_UNITS},
        {"node a\nresource a cpu amount=0\n",
         "f:2: amount=0: a whole number from 1 to 4611686018427387903 was "
         "expected" ADD_UNITS},
        {"node a\nresource a cpu amount=1 units=4000000000\n",
         "f:2: units=4000000000: a whole number from 1 to 1048576 was "
         "expected" ADD_UNITS},
        {"node a\nresource a cpu amount=1 units=1048576\nresource a cpu amount=1\n",
         "f:3: more than 1048576 units"},
        {"node a\nresource a cpu amount=1 cid=4294967296\n",
         "f:2: cid=4294967296: a whole number from 0 to 4294967295 was "
         "expected" ADD_UNITS},
        {"node a\nresource b cpu amount=1\n",
         "f:2: there is no node 'b' before this line"},
        {"node a\naccess a cpu pairs\n",
         "f:2: 'a' has no resource 'cpu' before this line"},
        {CPU "access a cpu pairs\n", "f:3: 'cpu' is the first resource of 'a': there is "
                                     "none before it to be reached from"},
        {CPU "access a cpu some\n",
         "f:3: 'some' was not expected; a line is: access NODE TYPE full|pairs"},
        {MEM "allow a cpu 0 mem 0", "f:4: 'mem' is not reached from 'cpu' by pairs "
                                    "(access)"},
        {MEM "access a mem pairs\nallow a mem 0 cpu 0",
         "f:5: 'cpu' is not reached from 'mem' by pairs (access)"},
        {MEM "resource a disk amount=1\naccess a disk pairs\nallow a cpu 0 disk 0",
         "f:6: 'disk' is not reached from 'cpu' by pairs (access)"},
        {MEM "resource a mem amount=1\naccess a mem pairs\n"
             "allow a cpu 0 mem 0\nallow a cpu 0 mem 1",
         "node a\nresource a cpu amount=1 units=1 cid=0\n"
         "resource a mem amount=1 units=2 cid=0\naccess a mem pairs\n"
         "allow a cpu 0 mem 0\nallow a cpu 0 mem 1\n"},
        {MEM "access a mem pairs\naccess a mem full\n"
             "resource a mem amount=2 cid=4294967295\n",
         "node a\nresource a cpu amount=1 units=1 cid=0\n"
         "resource a mem amount=1 units=1 cid=0\n"
         "resource a mem amount=2 units=1 cid=4294967295\n"},
        {MEM "access a mem pairs\nallow a cpu 0 mem 1",
         "f:5: unit 1 of 'mem': a number from 0 to 0 is expected"},
        {MEM "access a mem pairs\nallow a cpu 0 mem 0\nallow a cpu 0 mem 0",
         "f:6: this pair is there twice"},
        {"node a\ncluster a cpus=3\n", "f:2: speed= is missing" ADD_CLUSTER},
        {"node a\ncluster a cpus=-1 speed=1\n",
         "f:2: cpus=-1: a whole number from 1 to 4611686018427387903 was "
         "expected" ADD_CLUSTER}};
    MEAN(cases, NULL);
}

#define HEADER "?SNDlib native format; type: network; version: 1.0"
#define AB HEADER "\nNODES ( a b )\n"

static void sndlib(void)
{
    static const meaning cases[] = {
        /* each link has its opposite: they are one-way; 91 is not a latitude */
        {"# <\n" HEADER "\nMETA ( unit=BITSPERSEC )\nNODES ( a ( 1 2 ) b ( 3 91 ) )\n"
         "LINKS ( 1 (a b) 0 0 0 0 ( 1000000000 1 5e9 2 )\n"
         "2 (b a) 1e6 0 0 0 () 3 (a b) 2e6 0 0 0 () ) ",
         TWO "link a b capacity=5000 delay=2000 oneway\n"
             "link b a capacity=1 delay=2000 oneway\n"
             "link a b capacity=2 delay=2000 oneway\n"},
        {HEADER "\nMETA (\n origin = x (y\n unit = GBITPERSEC\n)\n"
                "NODES ( a ( 181 2 ) b ( 3 4 ) )\n"
                "LINKS ( 1 (a b) 3 0 0 0 () )",
         TWO "link a b capacity=3000 delay=2000\n"},
        {"?", "f:1: '?': '" HEADER "' is expected"},
        {HEADER "\n", "f:2: there is no node"},
        {HEADER "\nNODE ( a )",
         "f:2: 'NODE': META, NODES, LINKS, DEMANDS or ADMISSIBLE_PATHS is expected"},
        {AB ")", "f:3: ')': META, NODES, LINKS, DEMANDS or ADMISSIBLE_PATHS is expected"},
        {AB "DEMANDS ( ( )", "f:3: the file ends where ) is expected"},
        {AB "NODES ( b )", "f:3: NODES is there twice"},
        {HEADER "\nNODES (\n a ( 1 2 )\n", "f:4: the file ends where a node is expected"},
        {HEADER "\nNODES (\n a ( 1 x )\n", "f:3: 'x': a y coordinate is expected"},
        {HEADER "\nNODES (\n a ( 1 2 3 )\n", "f:3: '3': ) is expected"},
        {HEADER "\nNODES (\n a\n b\n a )", "f:5: node 'a' is there twice"},
        {HEADER "\nNODES ( a ( 1 2 ) ( (", "f:2: the file ends where ) is expected"},
        {HEADER "\nMETA ( origin = x (y :) unit = GBITPERSEC\n z ) NODES ( a ) "
                "META ( )",
         "node a\n"},
        {HEADER "\nMETA ( unit = MBIT\nNODES ( a )", "f:3: 'NODES': ) is expected"},
        {HEADER "\nMETA (\n unit = 5\n)", "f:3: '5': MBITPERSEC or the like is expected"},
        {HEADER "\nMETA (\n unit = MBIT\n", "f:4: the file ends where ) is expected"},
        {HEADER "\nLINKS ( 1 ( a b ) 1 0 0 0 ( ) )",
         "f:2: there is no node 'a' before this line"},
        {AB "LINKS ( 1 ( a a ) 1 0 0 0 ( ) )", "f:3: a link from 'a' to itself"},
        {AB "LINKS ( 1 ( a b ) -1 0 0 0 ( ) )", "f:3: a capacity of -1e+06 bit/s: more "
                                                "than 0, and less than 2^53 units, is "
                                                "expected"},
        {AB "LINKS ( 1 ( a b ) 0 0 0 0 ( -3 1 ) )",
         "f:3: a module of capacity -3: at least 0 is expected"},
        {AB "LINKS ( 1 ( a b ) 0 0 0 0 ( 3 ) )", "f:3: ')': a module's cost is expected"},
        {AB "LINKS ( 1 ( a b ) 0 0 0 ( 3 ) )", "f:3: '(': a setup cost is expected"}};
    MEAN(cases, NULL);
}

#define GRAPH "<graphml><graph>\n"
#define LABELLED(id, label) "<node id='" id "'><data key='l'>" label "</data></node>"
#define SPEED(name, value)                                                         \
    "<graphml><key id='s' for='edge' attr.name='" name "'/>"                       \
    "<key id='u' for='edge' attr.name='LinkSpeedUnits'/><graph>"                   \
    "<node id='a'/><node id='b'/><edge source='a' target='b'><data key='s'>" value \
    "</data></edge></graph></graphml>"

/* The key that options name, with the unit of its numbers. */
static void graphml_capacity_keys(void)
{
    /* clang-format off */
    static const struct {
        const char *key;
        meaning is;
    } cases[] = {
        {"bw:Mbps", {SPEED("bw", "40"), TWO "link a b capacity=40 delay=2000\n"}},
        {"bandwidth:Gbit/s",
         {SPEED("bandwidth", "2.5"), TWO "link a b capacity=2500 delay=2000\n"}},
        {"bw:bps", {SPEED("bw", "4 Gbps"), TWO "link a b capacity=4000 delay=2000\n"}},
        {"bw:Mbps", {SPEED("bw", "x"), "f:1: bw 'x': a number is expected"}},
        {"cap:Mbps",
         {SPEED("bw", "4"),
          "f:1: links have no key 'cap'; they have: bw, LinkSpeedUnits"}},
        {"bw:parsec",
         {SPEED("bw", "4"), "f:1: 'bw:parsec' is not a key of links and its unit, such as"
                            " bandwidth:Mbps"}},
        {"bw",
         {SPEED("bw", "4"), "f:1: 'bw' is not a key of links and its unit, such as"
                            " bandwidth:Mbps"}}};
    /* clang-format on */
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct topology_options o = topology_default;
        o.capacity_key = cases[i].key;
        check_meanings(&cases[i].is, 1, &o);
    }
}

static void graphml(void)
{
    /* clang-format off */
    static const meaning cases[] = {
        {"\n<graphml><key id='l' for='node' attr.name='label'/>"
         "<key id='e' for='edge' attr.name='label'/><graph>"
         LABELLED("1", "None") LABELLED("2", "None") LABELLED("3", "")
         LABELLED("4", " Rice University, #1=best ")
         LABELLED("5", "S&#227;o &amp; &#xE9;t&eacute; &#X100;&#xD800;&")
         "<node id='6'/>" LABELLED("7", "</data>not this<data key='l'>but")
         LABELLED("8", "a</data><data key='l'>b")
         LABELLED("x", "c_d") LABELLED("y", "c d")
         "<node id='9'><x><data key='l'>nor this</data></x></node></graph></graphml>",
         "node None\nnode None_2\nnode 3\nnode Rice_University,__1_best\n"
         "node S\xC3\xA3o_&_\xC3\xA9t&eacute;_\xC4\x80&_xD800;&\nnode 6\nnode but\n"
         "node a\nnode c_d\nnode c_d_y\nnode 9\n"},
        {"<graphml><key id='x' for='node' attr.name='Longitude'/>"
         "<graph edgedefault='directed'>"
         "<node id='a'><data key='x'>5</data></node><node id='b'/>"
         "<edge source='a' target='b'/>"
         "<edge source='a' target='b' directed='false'/></graph></graphml>",
         TWO "link a b capacity=1000 delay=2000 oneway\n"
             "link a b capacity=1000 delay=2000\n"},
        {GRAPH "<node id='a'/><node id='b'/><edge source='a' target='b' directed='1'/>"
               "</graph></graphml>",
         TWO "link a b capacity=1000 delay=2000 oneway\n"},
        {GRAPH "<node id='a'/><node id='b'/><edge source='a' target='b' directed='no'/>",
         "f:2: directed 'no': true, false, directed or undirected is expected"},
        {GRAPH "<node id='\xC4lv #1\x80'/></graph></graphml>", /* ISO 8859-1 */
         "node \xC3\x84lv__1_\n"},
        {SPEED("LinkSpeedRaw", "2e9"), TWO "link a b capacity=2000 delay=2000\n"},
        {SPEED("LinkSpeed", "3e6"),
         "f:1: LinkSpeed '3e6' with LinkSpeedUnits '': a number, and K, M, G or T are "
         "expected"},
        {SPEED("LinkSpeed", "3</data><data key='u'>G"),
         TWO "link a b capacity=3000 delay=2000\n"},
        {SPEED("LinkSpeed", "100</data><data key='u'>Mbps"),
         TWO "link a b capacity=100 delay=2000\n"},
        {SPEED("LinkSpeed", "-3</data><data key='u'>G"),
         "f:1: LinkSpeed '-3' with LinkSpeedUnits 'G': a number, and K, M, G or T are "
         "expected"},
        {SPEED("LinkSpeed", "2 Gbps"), TWO "link a b capacity=2000 delay=2000\n"},
        {SPEED("LinkLabel", "Peering, 34 Mbps"), TWO "link a b capacity=34 delay=2000\n"},
        {SPEED("label", "34 Mbps"), TWO "link a b capacity=34 delay=2000\n"},
        {SPEED("capacity", "34 Mbps"), TWO "link a b capacity=34 delay=2000\n"},
        {SPEED("bandwidth", "2.5 Gbit/s"), TWO "link a b capacity=2500 delay=2000\n"},
        {SPEED("capacity", "34"), TWO "link a b capacity=1000 delay=2000\n"},
        {"<graphml><key id='n' for='node' attr.name='name'/>"
         "<key id='l' for='node' attr.name='label'/><graph><node id='1'><data key='n'>A"
         "</data></node><node id='2'><data key='n'>B</data><data key='l'>C</data></node>"
         "</graph></graphml>",
         "node A\nnode C\n"},
        {SPEED("LinkLabel", "&lt; 34 Mbps"), TWO "link a b capacity=1000 delay=2000\n"},
        {SPEED("LinkSpeedRaw", "-1"), "f:1: a capacity of -1 bit/s: more than 0, and "
                                      "less than 2^53 units, is expected"},
        {"<graphml>", "f:1: the file ends where </graphml> is expected"},
        {"<graphml/>", "f:1: there is no node"},
        {"<network>", "f:1: <network>: <graphml> is expected"},
        {"<?xml?>graph", "f:1: 'graph': <graphml> is expected"},
        {"<!DOCTYPE x>", "f:1: '<!': declarations are not expected in GraphML"},
        {"<graphml\n", "f:1: '<' without '>' after it"},
        {"<graphml a=\"1>", "f:1: '<' without '>' after it"},
        {"<graphml a='1'>\n<!-- -- >", "f:2: '<!--' without '-->' after it"},
        {"<graphml><?x >", "f:1: '<?' without '?>' after it"},
        {"<graphml>< >", "f:1: '<': a name must follow it"},
        {"<graphml></graph>", "f:1: </graph> closes an element that is not open"},
        {"</graphml>", "f:1: </graphml> closes an element that is not open"},
        {"<graphml><node id='1'/></graphml>", "f:1: <node> is not expected here"},
        {GRAPH "<node id='1'><node id='2'/></node>", "f:2: <node> is not expected here"},
        {GRAPH "</graph><graph>", "f:2: graph is there twice"},
        {GRAPH "<node a/>", "f:2: 'a': an attribute, name=\"value\", is expected"},
        {GRAPH "<node id=1 />", "f:2: 'id': an attribute, name=\"value\", is expected"},
        {GRAPH "<node/>", "f:2: id is missing"},
        {GRAPH "<node id=''/>", "f:2: a name is missing"},
        {GRAPH "<node id='1'/><node id='1'/>", "f:2: a node with id '1' is there twice"},
        {GRAPH "<node id='1'/>\n<edge source='1' target='2'></edge>",
         "f:3: target: there is no node with id '2' before this line"}};
    /* clang-format on */
    MEAN(cases, NULL);
}

static void speeds(void)
{
    static const struct {
        const char *text;
        double bps;
    } cases[] = {{"2.5 Gbps", 2.5e9},      {"34 Mbit/s PDH", 34e6},
                 {"1GE Backup Link", 1e9}, {"155 Mbps OC-3", 155e6},
                 {"9600 bit/s", 9600},     {"Lit (2*10 GB/s, KreoNet2)", 2e10},
                 {"SMfiber/64k", 64e3},    {"3 x 622Mbps", 1866e6},
                 {"OC-48c", 2488320000.0}, {"OC192/STM64", 9953280000.0},
                 {"OC-1, DS-3", 51840000}, {"2x10G", 2e10},
                 {"Kiel - 10 Gbps", 1e10}, {"\xE2\x80\x9C\x31 Gbps", 1e9}};
    struct word none = word_of(
        "DS-3|STM-4/STM-16/STM-4|34/45 Mbit/s|(10Gbps, 100Mbps)|300M-1Gb/s|1-10 Gbps"
        "|\xE2\x89\xA4 1 Gbps|Up to 1 Gbps|more than 1 Gbps|max. 1 Gbps"
        "|24 Mb/s + Satellite|N*10Gbit/s|10GEx24|STM-64x2|40Mpbs|1,000 Mbps|10 m"
        "|L2.5 Gbps|1Q 2003|1e300 Tbps|9999999999999999999 x 9e9 G|-1 Gbps|(-1 Gbps)"
        "|2 x -10G|\xE2\x88\x92 1 Gbps|\xE2\x80\x93\x31 Gbps|~1 Gbps|about 1 Gbps"
        "|1 Gbps?");
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_EQ((int64_t)topology_speed(word_of(cases[i].text)), (int64_t)cases[i].bps);
    while (none.at) CHECK_EQ((int64_t)topology_speed(word_part(&none, '|')), 0);
}

static void notes(void)
{
    static const meaning cases[] = {
        {"node a\nnode b\nlink a b capacity=1\n", ""},
        {"node a\nnode b\nlink a b oneway\nlink b a oneway capacity=2\n"
         "link a b oneway\n",
         "one way: 3 of 3 links, 0 with none back\n"
         "no capacity: 2 of 3 links, which have 5000 Mb/s\n"},
        {GRAPH "<node id='1'/><node id='2'/><edge source='1' target='1'/></graph>"
               "</graphml>",
         "no path: 2 of 2 ordered pairs of nodes\n"
         "left out: 1 link from a node to itself\n"},
        {"node a\nnode b\nnode c\nnode d\nnode e\nlink e a capacity=1\n"
         "link b c capacity=1\nlink c d capacity=1\n",
         "no path: 12 of 20 ordered pairs of nodes\n"},
        {"node a\nnode b\nnode c\nnode d\nlink a b capacity=1 oneway\n"
         "link b a capacity=1\nlink c d capacity=1 oneway\nlink d c capacity=1 oneway\n",
         "one way: 3 of 4 links, 0 with none back\n"
         "no path: 8 of 12 ordered pairs of nodes\n"}};
    struct topology_options o = topology_default;
    char note[TOPOLOGY_NOTE];
    struct topology t;
    struct error e;
    size_t i;
    o.capacity_bps = 5000000000;
    o.both_ways = 1; /* changes nothing, as each link has one back */
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(!topology_parse("f", cases[i].text, strlen(cases[i].text), &o, &t, &e));
        CHECK_EQ(topology_note(&t, note), 0);
        CHECK_STR(note, cases[i].is);
        topology_free(&t);
    }
}

/* Each number of `piece` is one more than the one before; all but the last are taken. */
static void much_of_everything(void)
{
    static const struct {
        const char *begin, *piece;
        long count;
        const char *is;
    } cases[] = {
        {"<graphml>", "<x>", 64, "f:1: elements are more than 64 deep"},
        {HEADER "\nDEMANDS (", "(", 100000, "f:2: the file ends where ) is expected"},
        {"node ", "a", 256,
         "f:1: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...': a name "
         "has at most 255 bytes"},
        {"node x\n", "resource x t%ld amount=1\n", TOPOLOGY_TYPES + 1,
         "f:66: 't64': more than 64 types of resources"},
        {"\n", "node n%ld\n", TOPOLOGY_NODES + 1, "f:131074: more than 131072 nodes"},
        {TWO, "link a b\n", TOPOLOGY_LINKS + 1, "f:524291: more than 524288 links"},
        {"node a\n", "cluster a cpus=1 speed=1\n", TOPOLOGY_CLUSTERS + 1,
         "f:1048578: more than 1048576 clusters"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = NULL;
        size_t size;
        FILE *to;
        struct topology t;
        struct error e;
        long k;
        if (cases[i].count > 200000 && test_scaled(100) < 10) continue; /* slow tools */
        to = open_memstream(&text, &size);
        fputs(cases[i].begin, to);
        for (k = 0; k < cases[i].count; k++) fprintf(to, cases[i].piece, k);
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
    size_t i, k;
    CHECK_EQ(spread(t), t->node_count);
    CHECK_EQ(again.link_count, t->link_count);
    for (i = 0; i < t->link_count; i++) {
        const struct topology_link *a = &t->links[i];
        CHECK(again.links[i].from == a->from && again.links[i].to == a->to);
        for (k = 0; k < i; k++) {
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
    size_t i, k, degree[40];
    o.delay_us = 777;
    o.capacity_bps = 2000000;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct topology t = named(cases[i].name, &o, 1);
        CHECK_EQ(t.node_count, cases[i].nodes);
        CHECK_EQ(t.link_count, cases[i].links);
        check_named(cases[i].name, &t, 1);
        memset(degree, 0, sizeof degree);
        for (k = 0; k < t.link_count; k++) {
            const struct topology_link *l = &t.links[k];
            CHECK(l->capacity >= cases[i].least && l->capacity <= cases[i].most);
            CHECK(t.nodes[0].placed ? l->delay <= 40000 : l->delay == 777);
            degree[l->from]++;
            degree[l->to]++;
        }
        for (k = 0; k < t.node_count; k++) {
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
    size_t i, n;
    for (n = 2; n < 60; n++) {
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
    for (i = 0; i < t.link_count; i++)
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
    const struct network_file_units u = {1000000000, 1000, 5000000000, 2001, 0};
    const struct network_file_units both = {0, 0, 0, 0, 1};
    struct network_file f;
    nets_stats_info n;
    nets_unit_info unit;
    nets_cluster_info c;
    CHECK_EQ(parse(&f, campus), 0);
    CHECK_STR(f.error, "");
    CHECK_STR(f.note,
              "one way: 1 of 3 links, 1 with none back (both-ways reads all both ways)\n"
              "no capacity: 1 of 3 links, which have 1000 Mb/s\n");
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
    check_link(&f, 2, 2, 0, 3, 3);
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
    const char *texts[TOPOLOGY_SAMPLES + 2] = {campus};
    char many[40 * 20] = "";
    struct network_file f;
    size_t i;
    for (i = 0; i < 40; i++) sprintf(many + strlen(many), "node n%zu\n", i);
    memcpy(texts + 1, topology_samples, sizeof topology_samples);
    texts[TOPOLOGY_SAMPLES + 1] = many;
    for (i = 0; i < TOPOLOGY_SAMPLES + 2; i++) {
        long at, failed = 1;
        for (at = 1; failed; at++) {
            store.calls = 0;
            store.fail_at = at;
            failed = parse(&f, texts[i]);
            store.fail_at = 0;
            CHECK_EQ(failed != 0, store.calls >= at);
            if (failed) CHECK(!f.net && !f.names && strstr(f.error, "memory") != NULL);
            network_file_free(&f);
            CHECK_EQ(store.live_blocks, 0);
        }
        CHECK(at > 10);
    }
}

TEST_MAIN(TEST(samples), TEST(the_manual), TEST(units), TEST(our_own), TEST(sndlib),
          TEST(graphml), TEST(graphml_capacity_keys), TEST(speeds), TEST(notes),
          TEST(much_of_everything), TEST(built_in), TEST(random_networks),
          TEST(network_file), TEST(the_pairs_count), TEST(what_is_wrong),
          TEST(memory_runs_out))
