/* topology_check.h - what must hold for every network that topology/topology.h reads,
 * whatever the input is; shared by the tests and the fuzzer.
 */
#ifndef TOPOLOGY_CHECK_H
#define TOPOLOGY_CHECK_H

#include "test.h"

#include "base/error.h"
#include "topology/topology.h"
#include "topology/topology_data.h"
#include "topology/topology_scan.h"

#include <math.h>

static inline void topology_check_network(const struct topology *t)
{
    size_t i;
    CHECK(t->node_count > 0 && t->node_count <= TOPOLOGY_NODES);
    CHECK_EQ(t->names.count, t->node_count);
    for (i = 0; i < t->node_count; i++) {
        const struct topology_node *node = &t->nodes[i];
        CHECK_EQ(names_find(&t->names, word_of(node->name)), i);
        CHECK(*node->name != 0 && strcspn(node->name, " \t\r\n#=") == strlen(node->name));
        CHECK(isfinite(node->x) && isfinite(node->y));
        if (node->coordinates == TOPOLOGY_COORDINATES_GEO)
            CHECK(fabs(node->x) <= 180 && fabs(node->y) <= 90);
    }
    for (i = 0; i < t->link_count; i++) {
        const struct topology_link *link = &t->links[i];
        CHECK(link->from < t->node_count && link->to < t->node_count);
        CHECK(link->from != link->to && link->capacity > 0 && link->delay >= 0);
    }
}

static inline void topology_check_resources(const struct topology *t)
{
    size_t i, units = 0;
    for (i = 0; i < t->partition_count; i++) {
        const struct topology_partition *p = &t->partitions[i];
        uint32_t k;
        CHECK(p->node < t->node_count && p->type < t->types.count);
        CHECK(p->count > 0);
        CHECK_EQ(p->first, units);
        if (p->before == TOPOLOGY_NONE)
            CHECK_EQ(p->access, TOPOLOGY_ACCESS_FULL);
        else
            CHECK(p->before < i && t->partitions[p->before].node == p->node);
        for (k = 0; k < p->count; k++) {
            CHECK_EQ(t->units[units].partition, i);
            CHECK(t->units[units++].amount > 0);
        }
    }
    CHECK_EQ(units, t->unit_count);
    for (i = 0; i < t->pair_count; i++) {
        const struct topology_pair *pair = &t->pairs[i];
        const struct topology_partition *p = &t->partitions[pair->partition];
        CHECK(pair->partition < t->partition_count && p->before != TOPOLOGY_NONE);
        CHECK(pair->inner < p->count && pair->outer < t->partitions[p->before].count);
    }
    for (i = 0; i < t->cluster_count; i++) {
        CHECK(t->clusters[i].node < t->node_count);
        CHECK(t->clusters[i].cpus > 0 && t->clusters[i].speed > 0);
    }
}

static inline int topology_differs(double a, double b) { return a < b || a > b; }

static inline void topology_check_same(const struct topology *a, const struct topology *b)
{
    size_t i;
    CHECK_EQ(a->node_count, b->node_count);
    CHECK_EQ(a->link_count, b->link_count);
    CHECK_EQ(a->partition_count, b->partition_count);
    CHECK_EQ(a->unit_count, b->unit_count);
    CHECK_EQ(a->pair_count, b->pair_count);
    CHECK_EQ(a->cluster_count, b->cluster_count);
    for (i = 0; i < a->node_count; i++) {
        const struct topology_node *x = &a->nodes[i], *y = &b->nodes[i];
        CHECK_STR(x->name, y->name);
        CHECK_EQ(x->coordinates, y->coordinates);
        CHECK(!topology_differs(x->x, y->x) && !topology_differs(x->y, y->y));
        CHECK_EQ(x->partition, y->partition);
    }
    for (i = 0; i < a->link_count; i++) {
        const struct topology_link *x = &a->links[i], *y = &b->links[i];
        CHECK(x->from == y->from && x->to == y->to && x->oneway == y->oneway);
        CHECK(x->capacity == y->capacity && x->delay == y->delay);
    }
    for (i = 0; i < a->partition_count; i++) {
        const struct topology_partition *x = &a->partitions[i], *y = &b->partitions[i];
        CHECK_STR(topology_data_type(a, i), topology_data_type(b, i));
        CHECK(x->node == y->node && x->before == y->before && x->access == y->access);
        CHECK(x->first == y->first && x->count == y->count);
    }
    for (i = 0; i < a->unit_count; i++) {
        const struct topology_unit *x = &a->units[i], *y = &b->units[i];
        CHECK(x->partition == y->partition && x->cid == y->cid && x->amount == y->amount);
    }
    for (i = 0; i < a->pair_count; i++) {
        const struct topology_pair *x = &a->pairs[i], *y = &b->pairs[i];
        CHECK(x->partition == y->partition && x->outer == y->outer &&
              x->inner == y->inner);
    }
    for (i = 0; i < a->cluster_count; i++) {
        const struct topology_cluster *x = &a->clusters[i], *y = &b->clusters[i];
        CHECK(x->node == y->node && x->cpus == y->cpus && x->speed == y->speed);
    }
}

/* It is sound. */
static inline void topology_check(const struct topology *t)
{
    topology_check_network(t);
    topology_check_resources(t);
}

/* Any bytes: a network that is sound, or one printable sentence and nothing kept. 1 if it
 * is a network. */
static inline int topology_check_any(const char *bytes, size_t size,
                                     const struct topology_format *format)
{
    const struct topology_options o = topology_data_default();
    char *copy = (char *)malloc(size + 1); /* of the exact size: overreads show */
    struct topology t;
    struct error e = {0};
    int failed;
    if (!copy) abort();
    memcpy(copy, bytes, size);
    copy[size] = 0;
    failed = topology_format_parse("f", copy, size, format, &o, &t, &e) != 0;
    if (failed) {
        CHECK(strncmp(e.text, "f:", 2) == 0 && strlen(e.text) > 10);
        CHECK(!t.nodes && !t.links && t.node_count == 0 && t.names.count == 0);
    } else {
        topology_check(&t);
        topology_data_free(&t);
    }
    free(copy);
    return !failed;
}

#endif
