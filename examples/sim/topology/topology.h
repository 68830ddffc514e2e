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
 * THE FORMATS
 *     SNDlib's native one (topology_sndlib.c), which begins with '?'; GraphML as in the
 *     Internet Topology Zoo (topology_graphml.c), which begins with '<'; or else our own
 *     (topology_text.c):
 *
 *     A text of lines. '#' begins a comment. Words are separated by blanks; those before
 *     the fields stand in this order, fields NAME=VALUE in any. [...] can be left out.
 *
 *     node NAME [x=X y=Y | lon=LON lat=LAT]
 *         A place of the network. x and y are for drawing; lon and lat are degrees east
 *         and north, from which delays follow, too. NAME has no blank, '#' or '='.
 *     link FROM TO [capacity=C] [delay=D] [oneway]
 *         Both ways, each with the whole capacity, unless it is `oneway`. Between two
 *         nodes there may be several. C is a whole number in the simulator's unit, or any
 *         number of bit/s with K, M, G or T: 2.5G. D is a whole number of the simulator's
 *         ticks, or a time with us, ms or s: 1.5ms. Without D it is the distance by lon
 *         and lat at 200 km per ms; without these, and without C, the simulator's
 *         default.
 *     resource NODE TYPE amount=A [units=N] [cid=C]
 *         N (1) units of A each, of compatibility class C (0). The first line of a type
 *         at a node makes a partition, which is reached from the partition made before it
 *         there; more lines of the type add units. Units are numbered from 0.
 *     access NODE TYPE full|pairs
 *         How the partition is reached from the one before it: each unit from each (full,
 *         and so without this line), or by the pairs that `allow` lists.
 *     allow NODE TYPE UNIT TYPE UNIT
 *         A unit of the partition before, and one it gives access to.
 *     cluster NODE cpus=N speed=S
 *         N processors of that speed, in units of work per tick.
 *
 *     Names must be known before they are used. Example:
 *
 *         node ornl lon=-84.31 lat=35.93      # Oak Ridge
 *         node sunn lon=-122.04 lat=37.37
 *         link ornl sunn capacity=10G
 *         resource ornl cpu units=4 amount=16 cid=1
 *         resource ornl memory units=2 amount=64
 *         access ornl memory pairs
 *         allow ornl cpu 0 memory 1
 *         cluster ornl cpus=25 speed=1000
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
    size_t loops;       /* links of nodes to themselves, left out (Zoo) */
    struct names names; /* of the nodes, by their numbers               */
    struct names types; /* of partitions: T-ID to name                  */
};

void topology_free(struct topology *t);

/* The name of the type of a partition. */
const char *topology_type(const struct topology *t, size_t partition);

/* What 1 means in the caller's numbers, and what stands for what a file does not say. */
struct topology_options {
    int64_t unit_bps;     /* a capacity of 1, in bit/s                  */
    int64_t tick_us;      /* a delay of 1, in microseconds              */
    int64_t capacity_bps; /* of links that tell none                    */
    int64_t delay_us;     /* of links that tell none and have no length */
};

/* Mb/s and microseconds; 1 Gb/s and 2 ms, which is 400 km: the links in section 5 of
 * paper 4 (Christodoulopoulos and Varvarigos). */
extern const struct topology_options topology_default;

/* Reads a text in memory, in any of the formats; text[size] is 0. `name` is for messages,
 * `o` NULL: the default. 0, or -1 with a sentence and an empty network. */
int topology_parse(const char *name, const char *text, size_t size,
                   const struct topology_options *o, struct topology *t, struct error *e);

/* Adds all of it to a new network of netsched.h, *net, in which nodes, partitions, units
 * and clusters have the same numbers; a link that leads both ways becomes two, one after
 * the other. `constrained`: access between units is by pairs where the topology says so;
 * otherwise it is full everywhere. nets_destroy *net, whatever happens. */
nets_status topology_network(nets_network **net, const struct topology *t,
                             int constrained);

#endif
