/* topology_check.h - what must hold for every network that topology/topology.h reads,
 * whatever the input is; shared by the tests and the fuzzer.
 */
#ifndef TOPOLOGY_CHECK_H
#define TOPOLOGY_CHECK_H

#include "texts.h"

#include "topology/topology.h"

#include <inttypes.h>
#include <math.h>

/* The network as a text in our own format, of which every number is written. */
static inline char *topology_text(const struct topology *t)
{
    char *text = NULL;
    size_t size, same;
    FILE *to = open_memstream(&text, &size);
    CHECK(to != NULL);
    for (size_t i = 0; i < t->node_count; i++) {
        fprintf(to, "node %s", t->nodes[i].name);
        if (t->nodes[i].placed)
            fprintf(to, " lon=%.17g lat=%.17g", t->nodes[i].lon, t->nodes[i].lat);
        fputc('\n', to);
    }
    for (size_t i = 0; i < t->link_count; i++) {
        const struct topology_link *l = &t->links[i];
        fprintf(to, "link %s %s capacity=%" PRId64 " delay=%" PRId64 "%s\n",
                t->nodes[l->from].name, t->nodes[l->to].name, l->capacity, l->delay,
                l->oneway ? " oneway" : "");
    }
    for (size_t i = 0; i < t->partition_count; i++) {
        const struct topology_partition *p = &t->partitions[i];
        const char *node = t->nodes[p->node].name, *type = topology_type(t, i);
        for (size_t k = p->first; k < p->first + p->count; k += same) {
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
    for (size_t i = 0; i < t->pair_count; i++) {
        const struct topology_pair *pair = &t->pairs[i];
        const struct topology_partition *p = &t->partitions[pair->partition];
        fprintf(to, "allow %s %s %" PRIu32, t->nodes[p->node].name,
                topology_type(t, p->before), pair->outer);
        fprintf(to, " %s %" PRIu32 "\n", topology_type(t, pair->partition), pair->inner);
    }
    for (size_t i = 0; i < t->cluster_count; i++)
        fprintf(to, "cluster %s cpus=%" PRId64 " speed=%" PRId64 "\n",
                t->nodes[t->clusters[i].node].name, t->clusters[i].cpus,
                t->clusters[i].speed);
    fclose(to);
    return text;
}

/* Numbers that a text in our own format would not show. */
static inline void topology_check(const struct topology *t)
{
    size_t units = 0;
    CHECK(t->node_count > 0 && t->node_count <= TOPOLOGY_NODES);
    CHECK_EQ(t->names.count, t->node_count);
    for (size_t i = 0; i < t->node_count; i++) {
        const char *name = t->nodes[i].name;
        CHECK_EQ(names_find(&t->names, word_of(name)), i);
        CHECK(*name != 0 && strcspn(name, " \t\r\n#=") == strlen(name));
    }
    for (size_t i = 0; i < t->link_count; i++) CHECK(t->links[i].from != t->links[i].to);
    for (size_t i = 0; i < t->partition_count; i++) {
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
    nets_network *net = NULL;
    struct topology t, same;
    struct error e;
    if (!copy) abort();
    memcpy(copy, bytes, size);
    copy[size] = 0;
    const int failed = topology_parse("f", copy, size, NULL, &t, &e) != 0;
    (free)(copy);
    if (failed) {
        CHECK(strncmp(e.text, "f:", 2) == 0 && strlen(e.text) > 10);
        CHECK(!t.nodes && !t.links && t.node_count == 0 && t.names.count == 0);
        return 0;
    }
    topology_check(&t);
    CHECK_EQ(topology_network(&net, &t, 1), NETS_OK);
    char *text = topology_text(&t);
    CHECK_EQ(topology_parse("f", text, strlen(text), NULL, &same, &e), 0);
    char *again = topology_text(&same);
    CHECK_STR(again, text);
    nets_destroy(net);
    topology_free(&t);
    topology_free(&same);
    (free)(text);
    (free)(again);
    return 1;
}

/* ---- texts ------------------------------------------------------------------------- */

#define TOPOLOGY_TEXTS "tests/sim/topology.txt"

/* The network as topology_text writes it, or what is wrong with the input. */
static inline void topology_say(const char *text, const struct topology_options *o)
{
    struct topology t;
    struct error e;
    (void)topology_check_any(text, strlen(text));
    if (topology_parse("f", text, strlen(text), o, &t, &e) != 0) {
        texts_say("%s", e.text);
        return;
    }
    char *is = topology_text(&t);
    texts_say("%s", is);
    (free)(is);
    topology_free(&t);
}

/* The same network in three formats, to be damaged. */
enum { TOPOLOGY_SAMPLES = 3 };
static char topology_samples[TOPOLOGY_SAMPLES][TEXTS_ROOM];
static int topology_sample_count;

static inline void topology_keep(const char *text)
{
    CHECK(topology_sample_count < TOPOLOGY_SAMPLES);
    strcpy(topology_samples[topology_sample_count++], text);
    topology_say(text, NULL);
}

static inline void topology_samples_read(void)
{
    topology_sample_count = 0;
    texts_check(TOPOLOGY_TEXTS, "sample", topology_keep);
    CHECK_EQ(topology_sample_count, TOPOLOGY_SAMPLES);
}

#endif
