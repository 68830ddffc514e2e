/* topology.h - a network as data: arrays that the readers fill and simulators read.
 *
 *     if (topology_parse("campus.txt", text, size, NULL, &t, &e) != 0) puts(e.text);
 *     t.nodes[t.links[i].from].name        where link i begins
 *     topology_free(&t);
 *
 * Nodes, links and the rest are known by their number in the array (32 bits); the names
 * of nodes and of types of resources are in tables that find the number of a name. The
 * enum below bounds what a file can ask for, and so the memory that any input takes.
 *
 * At a node the resources form partitions in the order in which they are reached from the
 * network. Each but the first is reached from the one before it, all units from all
 * (TOPOLOGY_ACCESS_FULL) or only by listed pairs of units (TOPOLOGY_ACCESS_PAIRS).
 *
 * Texts are in SNDlib's native format (topology_sndlib.c), which begins with '?'; in
 * GraphML as in the Internet Topology Zoo (topology_graphml.c), which begins with '<'; or
 * else in our own (topology_text.c): NETWORKS IN FILES in the manual of netsched.h.
 * Names that are not UTF-8 are taken for ISO 8859-1, and kept as UTF-8.
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "netsched.h"

#include "base/error.h"
#include "base/names.h"

#include <stddef.h>
#include <stdint.h>

enum {
    TOPOLOGY_NODES = 1 << 17,
    TOPOLOGY_LINKS = 1 << 19,
    TOPOLOGY_UNITS = 1 << 20, /* and so no more partitions                         */
    TOPOLOGY_PAIRS = 1 << 20,
    TOPOLOGY_CLUSTERS = 1 << 20,
    TOPOLOGY_TYPES = 64,    /* different ones, so that a node has no more either */
    TOPOLOGY_NAME = 256,    /* bytes of a name, with the 0 at its end            */
    TOPOLOGY_FILE = 1 << 26 /* bytes of a file                                   */
};

#define TOPOLOGY_NONE NAMES_NONE /* no node, type, partition */

enum { TOPOLOGY_ACCESS_FULL, TOPOLOGY_ACCESS_PAIRS };

struct topology_node {
    const char *name;   /* no blank, no control character, no '#', no '='        */
    int placed;         /* it is known where it is:                              */
    double lon, lat;    /* degrees east and north                                */
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

struct topology { /* zero-initialise; topology_free */
    struct topology_node *nodes;
    struct topology_link *links;
    struct topology_partition *partitions;
    struct topology_unit *units; /* by partition */
    struct topology_pair *pairs;
    struct topology_cluster *clusters;
    size_t node_count, link_count, partition_count, unit_count, pair_count, cluster_count;
    size_t node_capacity, link_capacity, partition_capacity, unit_capacity;
    size_t pair_capacity, cluster_capacity;
    size_t loops;        /* links of nodes to themselves, left out (Zoo)    */
    size_t unrated;      /* links that a file gives no capacity for, and    */
    int64_t unrated_bps; /* what they have, bit/s                          */
    size_t rounded;      /* links of a file that change by over 1 % when their */
    int64_t unit_bps;    /* capacities become whole units of so many bit/s     */
    char keys[120];      /* of the links of a GraphML file, not read: "a, b" */
    struct names names;  /* of the nodes, by their numbers                  */
    struct names types;  /* of partitions: T-ID to name                     */
};

void topology_free(struct topology *t);

/* The name of the type of a partition. */
const char *topology_type(const struct topology *t, size_t partition);

/* What 1 means in the caller's numbers, and what stands for what a file does not say. */
struct topology_options {
    int64_t unit_bps;         /* a capacity of 1, in bit/s                  */
    int64_t tick_us;          /* a delay of 1, in microseconds              */
    int64_t capacity_bps;     /* of links that give none                    */
    int64_t delay_us;         /* of links that give none and have no length */
    int both_ways;            /* links lead both ways, unless each has one back */
    const char *capacity_key; /* GraphML: "bandwidth:Mbps", what the key of links that
                                 is their capacity counts in; or NULL */
};

/* Mb/s and microseconds; 1 Gb/s and 2 ms, which is 400 km: the links in section 5 of
 * paper 4 (Christodoulopoulos and Varvarigos). */
extern const struct topology_options topology_default;

/* Reads a text in memory, in any of the formats; text[size] is 0. `name` is for messages,
 * `o` NULL: the default. 0, or -1 with a sentence and an empty network. */
int topology_parse(const char *name, const char *text, size_t size,
                   const struct topology_options *o, struct topology *t, struct error *e);

/* Says how a file was understood, where it may have been meant otherwise: lines
 * of links that lead one way, of ordered pairs of nodes without a path ("at least" so
 * many where it would take long), of links without a capacity, or left out. "" = there is
 * nothing to note. 0, or -1 = there is no memory. O(nodes + links) where all links lead
 * both ways, else at most 2^28 steps. */
enum { TOPOLOGY_NOTE = 1024 };
int topology_note(const struct topology *t, char to[TOPOLOGY_NOTE]);

/* Links between whose ends none leads back; SIZE_MAX = there is no memory. */
size_t topology_alone(const struct topology *t);

/* Adds all of it to a new network of netsched.h, *net, in which nodes, partitions, units
 * and clusters have the same numbers; a link that leads both ways becomes two, one after
 * the other. `constrained`: access between units is by pairs where the topology says so;
 * otherwise it is full everywhere. nets_destroy *net, whatever happens. */
nets_status topology_network(nets_network **net, const struct topology *t,
                             int constrained);

#endif
