/* make fuzz && build/fuzz/tests/fuzz/fuzz_topology -entropic=0 -max_len=400 \
 *     build/corpus/topology
 *
 * fuzz_topology.c - any bytes at all through the reader of networks that the last byte
 * names (topology_check.h tells what must hold). Without LIBFUZZER it replays the files
 * it is given, or else its corpus and random words of the formats.
 */
#define _POSIX_C_SOURCE 200809L

#include "topology/topology.h"

#include "fuzz.h"

#include "sim/topology_check.h"

#include <string.h>

/* 0: the format is guessed; 1 and more: a row of the table. */
static const struct topology_format *format_at(size_t number)
{
    return number == 0 ? NULL
                       : (const struct topology_format *)choice_at(&topology_format_table,
                                                                   number - 1);
}

static void fuzz_check(const unsigned char *data, size_t size)
{
    const size_t format = size ? data[--size] % (topology_format_table.count + 1) : 0;
    (void)topology_check_any((const char *)data, size, format_at(format));
}

static const char *const words[] = {"node",
                                    "link",
                                    "resource",
                                    "access",
                                    "allow",
                                    "cluster",
                                    "a",
                                    "b",
                                    "c",
                                    "cpu",
                                    "memory",
                                    "pairs",
                                    "full",
                                    "oneway",
                                    "x=1 y=2",
                                    "lon=3 lat=4",
                                    "capacity=5",
                                    "capacity=2.5G",
                                    "delay=6ms",
                                    "cid=7",
                                    "units=8",
                                    "amount=9",
                                    "cpus=1",
                                    "speed=2",
                                    "0",
                                    "1",
                                    "\n",
                                    "\n",
                                    "#",
                                    "(",
                                    ")",
                                    "( )",
                                    "( 1 2 )",
                                    "0 0 0 0",
                                    "META",
                                    "NODES",
                                    "LINKS",
                                    "DEMANDS",
                                    "unit = MBITPERSEC",
                                    "graph",
                                    "[",
                                    "]",
                                    "edge",
                                    "id",
                                    "label",
                                    "Longitude",
                                    "Latitude",
                                    "source",
                                    "target",
                                    "LinkSpeedRaw",
                                    "LinkSpeed",
                                    "LinkSpeedUnits",
                                    "\"a\"",
                                    "\"M\"",
                                    "1e9",
                                    "<graphml>",
                                    "<graph>",
                                    "<node id='a'>",
                                    "<node id='b'/>",
                                    "<edge source='a' target='b'>",
                                    "<data key='k'>",
                                    "<key id='k' for='node' attr.name='label'/>",
                                    "</graphml>",
                                    "</graph>",
                                    "</node>",
                                    "</edge>",
                                    "</data>",
                                    "<!--",
                                    "-->",
                                    "<?",
                                    "?>",
                                    "<![CDATA[",
                                    "]]>",
                                    "&amp;"};

static void random_words(void)
{
    static const struct {
        const char *format, *text;
    } begins[] = {
        {NULL, ""},
        {"text", "node a\nnode b\nnode c\n"},
        {"sndlib",
         "?SNDlib native format; type: network; version: 1.0\nNODES ( a b c )\n"},
        {"graphml", "<graphml><graph><node id='a'/><node id='b'/>"}};
    const size_t all = sizeof words / sizeof words[0];
    long rounds = test_scaled(100000), fine = 0;
    for (; rounds > 0; rounds--) {
        const size_t i = (size_t)test_below(sizeof begins / sizeof begins[0]);
        char text[4096];
        uint64_t n = test_below(30);
        strcpy(text, begins[i].text);
        for (; n > 0; n--) {
            strcat(text, words[test_below(all)]);
            strcat(text, " ");
        }
        fine += topology_check_any(text, strlen(text),
                                   begins[i].format ? topology_format_of(begins[i].format)
                                                    : NULL);
    }
    CHECK(fine > 0 || test_scaled(100) < 100);
}

FUZZ_MAIN(TEST(random_words))
