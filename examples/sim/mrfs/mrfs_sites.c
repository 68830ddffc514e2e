/* mrfs_sites.c - sites are drawn first, then their units, then the pairs. */
#include "mrfs/mrfs_sites.h"

#include "base/array.h"
#include "program/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int64_t mrfs_sites_draw(struct random *r, const struct values_span *s)
{
    return s->lo + (int64_t)((double)(s->hi - s->lo + 1) * random_unit(r));
}

/* A partition with its units, behind the one the node had last. 0, or -1: out of memory.
 */
static int add_partition(struct topology *t, const struct mrfs_sites *s, uint32_t node,
                         uint32_t type, struct random *r)
{
    struct topology_partition p;
    int64_t u;
    p.node = node;
    p.type = type;
    p.before = t->nodes[node].partition;
    p.first = (uint32_t)t->unit_count;
    p.count = (uint32_t)s->units;
    p.access = p.before != TOPOLOGY_NONE && s->pairs < CLI_ONE ? TOPOLOGY_ACCESS_PAIRS
                                                               : TOPOLOGY_ACCESS_FULL;
    if (ARRAY_ROOM(t->partitions, t->partition_count, t->partition_capacity, 1) != 0)
        return -1;
    t->nodes[node].partition = (uint32_t)t->partition_count;
    t->partitions[t->partition_count++] = p;
    for (u = 0; u < s->units; u++) {
        struct topology_unit unit;
        unit.partition = (uint32_t)t->partition_count - 1;
        unit.cid = (uint32_t)(u % s->cids);
        unit.amount = mrfs_sites_draw(r, &s->amount);
        if (ARRAY_ROOM(t->units, t->unit_count, t->unit_capacity, 1) != 0) return -1;
        t->units[t->unit_count++] = unit;
    }
    return 0;
}

static int add_pair(struct topology *t, uint32_t partition, uint32_t outer,
                    uint32_t inner)
{
    struct topology_pair pair;
    pair.partition = partition;
    pair.outer = outer;
    pair.inner = inner;
    if (ARRAY_ROOM(t->pairs, t->pair_count, t->pair_capacity, 1) != 0) return -1;
    t->pairs[t->pair_count++] = pair;
    return 0;
}

/* Which units of the partition reach which of the one before. */
static int add_pairs(struct topology *t, const struct mrfs_sites *s, uint32_t partition,
                     struct random *r)
{
    const double share = (double)s->pairs / CLI_ONE;
    const uint32_t units = t->partitions[partition].count;
    uint32_t a, b;
    if (t->partitions[partition].access != TOPOLOGY_ACCESS_PAIRS) return 0;
    for (b = 0; b < units; b++) {
        const uint32_t sure = (uint32_t)random_below(r, units);
        for (a = 0; a < units; a++)
            if ((random_unit(r) < share || a == sure) &&
                add_pair(t, partition, a, b) != 0)
                return -1;
    }
    return 0;
}

static int add_types(struct topology *t, int64_t types)
{
    char name[24];
    int64_t k;
    for (k = 0; k < types; k++) {
        snprintf(name, sizeof name, "type%" PRId64, k);
        if (names_add(&t->types, word_of(name)) == NAMES_NONE) return -1;
    }
    return 0;
}

/* The first `count` of the nodes in an order drawn at random; NULL: out of memory. */
static uint32_t *random_nodes(size_t nodes, size_t count, struct random *r)
{
    uint32_t *order = (uint32_t *)malloc((nodes ? nodes : 1) * sizeof *order), swap;
    size_t i, k;
    for (i = 0; i < nodes && order; i++) order[i] = (uint32_t)i;
    for (i = 0; i < count && order; i++) {
        k = i + (size_t)random_below(r, nodes - i);
        swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
    return order;
}

int mrfs_sites_place(struct topology *t, const struct mrfs_sites *s, struct random *r,
                     struct error *e)
{
    uint32_t *nodes = random_nodes(t->node_count, (size_t)s->sites, r), p;
    int failed = !nodes || add_types(t, s->types) != 0;
    int64_t i, k;
    for (i = 0; i < s->sites && !failed; i++)
        for (k = 0; k < s->types && !failed; k++)
            failed = add_partition(t, s, nodes[i], (uint32_t)k, r) != 0;
    for (p = 0; p < t->partition_count && !failed; p++)
        failed = add_pairs(t, s, p, r) != 0;
    free(nodes);
    return failed ? error_fail(e, "out of memory for the sites") : 0;
}
