/* sites.h - local computational resources put at some nodes of a network, at random.
 *
 * Paper 3, section 2.1 (Li, Ranka, Sahni, Schmalz), tells the model, not the numbers.
 * Here each of a number of sites gets a partition for each type of resource (T-ID), one
 * behind the other; in each the same number of units, dealt out evenly to the
 * compatibility classes (C-ID). Which pairs of units of neighbouring partitions are
 * accessible to each other is drawn pair by pair, but each unit reaches at least one.
 */
#ifndef SIM_SITES_H
#define SIM_SITES_H

#include "cli.h"
#include "error.h"
#include "random.h"
#include "topology.h"
#include "values.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct sim_sites {
    int64_t sites, types, units, cids; /* types for each site, units for each type     */
    sim_span amount;                   /* of a unit                                    */
    int64_t pairs;                     /* share that is accessible, in billionths      */
} sim_sites;

static inline int64_t sim_random_span(sim_random *r, const sim_span *s)
{
    return s->lo + (int64_t)((double)(s->hi - s->lo + 1) * sim_random_unit(r));
}

/* A partition with its units, behind the one the node had last. 0, or -1: out of memory.
 */
static inline int sim_site_partition(sim_topology *t, const sim_sites *s, uint32_t node,
                                     uint32_t type, sim_random *r)
{
    sim_partition p;
    int64_t u;
    p.node = node;
    p.type = type;
    p.before = t->nodes[node].partition;
    p.first = (uint32_t)t->unit_count;
    p.count = (uint32_t)s->units;
    p.access = p.before != SIM_TOPOLOGY_NONE && s->pairs < CLI_ONE ? SIM_ACCESS_PAIRS
                                                                   : SIM_ACCESS_FULL;
    if (!SIM_TOPOLOGY_ROOM(t->partitions, t->partition_count)) return -1;
    t->nodes[node].partition = (uint32_t)t->partition_count;
    t->partitions[t->partition_count++] = p;
    for (u = 0; u < s->units; u++) {
        sim_unit unit;
        unit.partition = (uint32_t)t->partition_count - 1;
        unit.cid = (uint32_t)(u % s->cids);
        unit.amount = sim_random_span(r, &s->amount);
        if (!SIM_TOPOLOGY_ROOM(t->units, t->unit_count)) return -1;
        t->units[t->unit_count++] = unit;
    }
    return 0;
}

static inline int sim_site_pair(sim_topology *t, uint32_t partition, uint32_t outer,
                                uint32_t inner)
{
    sim_pair pair;
    pair.partition = partition;
    pair.outer = outer;
    pair.inner = inner;
    if (!SIM_TOPOLOGY_ROOM(t->pairs, t->pair_count)) return -1;
    t->pairs[t->pair_count++] = pair;
    return 0;
}

/* Which units of the partition reach which of the one before. */
static inline int sim_site_pairs(sim_topology *t, const sim_sites *s, uint32_t partition,
                                 sim_random *r)
{
    const double share = (double)s->pairs / CLI_ONE;
    const uint32_t units = t->partitions[partition].count;
    uint32_t a, b;
    if (t->partitions[partition].access != SIM_ACCESS_PAIRS) return 0;
    for (b = 0; b < units; b++) {
        const uint32_t sure = (uint32_t)sim_random_below(r, units);
        for (a = 0; a < units; a++)
            if ((sim_random_unit(r) < share || a == sure) &&
                sim_site_pair(t, partition, a, b) != 0)
                return -1;
    }
    return 0;
}

static inline int sim_site_types(sim_topology *t, int64_t types)
{
    char name[24];
    int64_t k;
    for (k = 0; k < types; k++) {
        snprintf(name, sizeof name, "type%" PRId64, k);
        if (sim_names_add(&t->types, name) != 0) return -1;
    }
    return 0;
}

/* The first `count` of the nodes in an order drawn at random; NULL: out of memory. */
static inline uint32_t *sim_random_nodes(size_t nodes, size_t count, sim_random *r)
{
    uint32_t *order = (uint32_t *)malloc((nodes ? nodes : 1) * sizeof *order), swap;
    size_t i, k;
    for (i = 0; i < nodes && order; i++) order[i] = (uint32_t)i;
    for (i = 0; i < count && order; i++) {
        k = i + (size_t)sim_random_below(r, nodes - i);
        swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
    return order;
}

/* Adds the sites to a network without resources that has at least as many nodes. 0, or
 * -1. */
static inline int sim_sites_place(sim_topology *t, const sim_sites *s, sim_random *r,
                                  sim_error *e)
{
    uint32_t *nodes = sim_random_nodes(t->node_count, (size_t)s->sites, r), p;
    int failed = !nodes || sim_site_types(t, s->types) != 0;
    int64_t i, k;
    for (i = 0; i < s->sites && !failed; i++)
        for (k = 0; k < s->types && !failed; k++)
            failed = sim_site_partition(t, s, nodes[i], (uint32_t)k, r) != 0;
    for (p = 0; p < t->partition_count && !failed; p++)
        failed = sim_site_pairs(t, s, p, r) != 0;
    free(nodes);
    return failed ? sim_fail(e, "out of memory for the sites") : 0;
}

#endif
