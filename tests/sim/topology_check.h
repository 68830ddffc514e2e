/* topology_check.h - what must hold for every network that topology/topology.h reads,
 * whatever the input is; shared by the tests and the fuzzer.
 */
#ifndef TOPOLOGY_CHECK_H
#define TOPOLOGY_CHECK_H

#include "test.h"

#include "topology/topology.h"

#include <inttypes.h>
#include <math.h>

/* The network as a text in our own format, of which every number is written. */
static inline char *topology_text(const struct topology *t)
{
    char *text = NULL;
    size_t size, i, k, same;
    FILE *to = open_memstream(&text, &size);
    CHECK(to != NULL);
    for (i = 0; i < t->node_count; i++) {
        fprintf(to, "node %s", t->nodes[i].name);
        if (t->nodes[i].placed)
            fprintf(to, " lon=%.17g lat=%.17g", t->nodes[i].lon, t->nodes[i].lat);
        fputc('\n', to);
    }
    for (i = 0; i < t->link_count; i++) {
        const struct topology_link *l = &t->links[i];
        fprintf(to, "link %s %s capacity=%" PRId64 " delay=%" PRId64 "%s\n",
                t->nodes[l->from].name, t->nodes[l->to].name, l->capacity, l->delay,
                l->oneway ? " oneway" : "");
    }
    for (i = 0; i < t->partition_count; i++) {
        const struct topology_partition *p = &t->partitions[i];
        const char *node = t->nodes[p->node].name, *type = topology_type(t, i);
        for (k = p->first; k < p->first + p->count; k += same) {
            const struct topology_unit *u = &t->units[k];
            for (same = 1; k + same < p->first + p->count && u[same].cid == u->cid &&
                           u[same].amount == u->amount;)
                same++;
            fprintf(to, "resource %s %s amount=%" PRId64 " units=%zu cid=%" PRIu32 "\n",
                    node, type, u->amount, same, u->cid);
        }
        if (p->access == TOPOLOGY_ACCESS_PAIRS)
            fprintf(to, "access %s %s pairs\n", node, type);
    }
    for (i = 0; i < t->pair_count; i++) {
        const struct topology_pair *pair = &t->pairs[i];
        const struct topology_partition *p = &t->partitions[pair->partition];
        fprintf(to, "allow %s %s %" PRIu32, t->nodes[p->node].name,
                topology_type(t, p->before), pair->outer);
        fprintf(to, " %s %" PRIu32 "\n", topology_type(t, pair->partition), pair->inner);
    }
    for (i = 0; i < t->cluster_count; i++)
        fprintf(to, "cluster %s cpus=%" PRId64 " speed=%" PRId64 "\n",
                t->nodes[t->clusters[i].node].name, t->clusters[i].cpus,
                t->clusters[i].speed);
    fclose(to);
    return text;
}

/* Numbers that a text in our own format would not show. */
static inline void topology_check(const struct topology *t)
{
    size_t i, units = 0;
    CHECK(t->node_count > 0 && t->node_count <= TOPOLOGY_NODES);
    CHECK_EQ(t->names.count, t->node_count);
    for (i = 0; i < t->node_count; i++) {
        const char *name = t->nodes[i].name;
        CHECK_EQ(names_find(&t->names, word_of(name)), i);
        CHECK(*name != 0 && strcspn(name, " \t\r\n#=") == strlen(name));
    }
    for (i = 0; i < t->link_count; i++) CHECK(t->links[i].from != t->links[i].to);
    for (i = 0; i < t->partition_count; i++) {
        const struct topology_partition *p = &t->partitions[i];
        CHECK(p->count > 0 && p->first == units);
        CHECK(p->before == TOPOLOGY_NONE ||
              (p->before < i && t->partitions[p->before].node == p->node));
        for (; units < p->first + p->count; units++)
            CHECK_EQ(t->units[units].partition, i);
    }
    CHECK_EQ(units, t->unit_count);
}

/* Any bytes: a network that is sound, that netsched.h takes, and that is the same again
 * when it is written and read; or one printable sentence and nothing kept. Is it one? */
static inline int topology_check_any(const char *bytes, size_t size)
{
    char *copy = (char *)(malloc)(size + 1); /* of the exact size: overreads show */
    char *text, *again;
    nets_network *net = NULL;
    struct topology t, same;
    struct error e;
    int failed;
    if (!copy) abort();
    memcpy(copy, bytes, size);
    copy[size] = 0;
    failed = topology_parse("f", copy, size, NULL, &t, &e) != 0;
    (free)(copy);
    if (failed) {
        CHECK(strncmp(e.text, "f:", 2) == 0 && strlen(e.text) > 10);
        CHECK(!t.nodes && !t.links && t.node_count == 0 && t.names.count == 0);
        return 0;
    }
    topology_check(&t);
    CHECK_EQ(topology_network(&net, &t, 1), NETS_OK);
    text = topology_text(&t);
    CHECK_EQ(topology_parse("f", text, strlen(text), NULL, &same, &e), 0);
    again = topology_text(&same);
    CHECK_STR(again, text);
    nets_destroy(net);
    topology_free(&t);
    topology_free(&same);
    (free)(text);
    (free)(again);
    return 1;
}

/* ---- samples: the same network in three formats, more of each ---------------------- */

static const char *const topology_samples[] = {
    "# a network\n"
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
    "resource a disk amount=1152921504606846976\n"
    "access a memory pairs\n"
    "allow a cpu 0 memory 3\n"
    "allow a cpu 2 memory 0\n"
    "access a disk full\n"
    "cluster b cpus=25 speed=1000\n"
    "cluster d speed=1 cpus=2 # no new line",

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
    ")\n",

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
    "      <data key=\"d9\"><y:shape xmlns:y=\"y>\">1<y:in/></y:shape></data>\n"
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
    "</graphml >\n"};

enum { TOPOLOGY_SAMPLES = sizeof topology_samples / sizeof topology_samples[0] };

#endif
