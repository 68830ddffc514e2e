/* topology_data.h - a network as data: arrays that the readers fill and simulators read.
 *
 *     t.nodes[t.links[i].from].name        where link i begins
 *
 * Nodes, links and the rest are known by their number in the array (32 bits); the names
 * of nodes and of types of resources are in tables that find the number of a name. The
 * enum below bounds what a file can ask for, and so the memory that any input takes.
 *
 * At a node the resources form partitions in the order in which they are reached from the
 * network. Each but the first is reached from the one before it, all units from all
 * (TOPOLOGY_ACCESS_FULL) or only by listed pairs of units (TOPOLOGY_ACCESS_PAIRS).
 */
#ifndef TOPOLOGY_DATA_H
#define TOPOLOGY_DATA_H

#include "base/names.h"

#include <stddef.h>
#include <stdint.h>

enum {
    TOPOLOGY_NODES = 1 << 17,
    TOPOLOGY_LINKS = 1 << 19,
    TOPOLOGY_UNITS = 1 << 20, /* and so no more partitions                         */
    TOPOLOGY_PAIRS = 1 << 20,
    TOPOLOGY_CLUSTERS = 1 << 20,
    TOPOLOGY_TYPES = 64, /* different ones, so that a node has no more either */
    TOPOLOGY_NAME = 256  /* bytes of a name, with the 0 at its end            */
};

#define TOPOLOGY_NONE NAMES_NONE /* no node, type, partition */

enum { TOPOLOGY_COORDINATES_NONE, TOPOLOGY_COORDINATES_PLANE, TOPOLOGY_COORDINATES_GEO };

enum { TOPOLOGY_ACCESS_FULL, TOPOLOGY_ACCESS_PAIRS };

struct topology_node {
    const char *name;   /* no blank, no control character, no '#', no '='        */
    double x, y;        /* GEO: longitude and latitude in degrees                */
    int coordinates;    /* TOPOLOGY_COORDINATES_...                              */
    uint32_t partition; /* the last one; the others by `before`; NONE = has none */
};

struct topology_link {
    uint32_t from, to;
    int64_t capacity; /* > 0 */
    int64_t delay;    /* >= 0 */
    int oneway;       /* else both directions have the capacity, each for itself */
};

struct topology_partition {
    uint32_t node;
    uint32_t type;         /* T-ID: a number of t->types             */
    uint32_t before;       /* the partition it is reached from; NONE */
    uint32_t first, count; /* its units                              */
    int access;            /* TOPOLOGY_ACCESS_..., from the one before */
};

struct topology_unit {
    uint32_t partition;
    uint32_t cid;   /* C-ID */
    int64_t amount; /* > 0 */
};

struct topology_pair { /* of a partition with TOPOLOGY_ACCESS_PAIRS           */
    uint32_t partition;
    uint32_t outer, inner; /* units, by number in the one before and in this */
};

struct topology_cluster {
    uint32_t node;
    int64_t cpus, speed; /* > 0 */
};

struct topology { /* zero-initialise; topology_data_free */
    struct topology_node *nodes;
    struct topology_link *links;
    struct topology_partition *partitions;
    struct topology_unit *units; /* by partition */
    struct topology_pair *pairs;
    struct topology_cluster *clusters;
    size_t node_count, link_count, partition_count, unit_count, pair_count, cluster_count;
    size_t node_capacity, link_capacity, partition_capacity, unit_capacity;
    size_t pair_capacity, cluster_capacity;
    size_t loops;       /* links of nodes to themselves, left out (Zoo) */
    struct names names; /* of the nodes, by their numbers               */
    struct names types; /* of partitions: T-ID to name                  */
};

void topology_data_free(struct topology *t);

/* The name of the type of a partition. */
const char *topology_data_type(const struct topology *t, size_t partition);

/* The caller's units, and what stands for what a file does not say. */
struct topology_options { /* begins as topology_data_default() */
    int64_t unit_bps;     /* a capacity of 1, in bit/s                   */
    int64_t tick_us;      /* a delay of 1, in microseconds               */
    int64_t capacity_bps; /* of links that tell none, in bit/s           */
    int64_t delay_us;     /* of links that tell none and have no length  */
    int coordinates; /* of SNDlib files: TOPOLOGY_COORDINATES_...; NONE = geographic if
                              all can be */
    int64_t degree;  /* of random networks, on average, billionths  */
    uint64_t seed;   /* of random networks                          */
};

/* Mb/s and microseconds; 1 Gb/s and 2 ms, which is 400 km: the links in section 5 of
 * paper 4 (Christodoulopoulos and Varvarigos). */
struct topology_options topology_data_default(void);

/* A capacity in the caller's unit, at least 1. 0; -1: it is not above 0, or too large. */
int topology_data_capacity(const struct topology_options *o, double bps,
                           int64_t *capacity);

/* A delay in ticks, rounded up, except for a millionth of a tick: in doubles 4.03 * 1000
 * is a little more than 4030. 0; -1: it is below 0, or too large. */
int topology_data_delay(const struct topology_options *o, double us, int64_t *delay);

#endif
