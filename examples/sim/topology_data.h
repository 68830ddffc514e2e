/* topology_data.h - a network as data: what the readers fill in and simulators take over.
 *
 * Flat arrays, all indices 32 bits. Nodes are known by number; their names, and the types
 * of resources, are in tables that find the number of a name. What a file can ask for is
 * bounded (the enum below), so no input takes more memory than that.
 *
 * At a node the resources form partitions in the order in which they are reached from the
 * network. Each but the first is reached from the one before it, all units from all
 * (SIM_ACCESS_FULL) or only by listed pairs of units (SIM_ACCESS_PAIRS).
 */
#ifndef SIM_TOPOLOGY_DATA_H
#define SIM_TOPOLOGY_DATA_H

#include "error.h"
#include "hash.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIM_TOPOLOGY_NODES = 1 << 17,
    SIM_TOPOLOGY_LINKS = 1 << 19,
    SIM_TOPOLOGY_UNITS = 1 << 20, /* and so no more partitions                         */
    SIM_TOPOLOGY_PAIRS = 1 << 20,
    SIM_TOPOLOGY_CLUSTERS = 1 << 20,
    SIM_TOPOLOGY_TYPES = 64, /* different ones, so that a node has no more either */
    SIM_TOPOLOGY_NAME = 256  /* bytes of a name, with the 0 at its end            */
};

#define SIM_TOPOLOGY_NONE UINT32_MAX

enum { SIM_COORDINATES_NONE, SIM_COORDINATES_PLANE, SIM_COORDINATES_GEO };
enum { SIM_ACCESS_FULL, SIM_ACCESS_PAIRS };

typedef struct sim_names { /* zero-initialise; sim_names_free */
    char **text;           /* by number, in the order of adding */
    uint32_t *places;      /* number + 1, 0 = empty: a power of two, at most half taken */
    uint32_t count, room;  /* room: places                      */
} sim_names;

typedef struct sim_node {
    const char *name;   /* no blank, no control character, no '#', no '='        */
    double x, y;        /* GEO: longitude and latitude in degrees                */
    int coordinates;    /* SIM_COORDINATES_...                                   */
    uint32_t partition; /* the last one; the others by `before`; NONE = has none */
} sim_node;

typedef struct sim_link {
    uint32_t from, to;
    int64_t capacity; /* > 0 */
    int64_t delay;    /* >= 0 */
    int oneway;       /* else both directions have the capacity, each for itself */
} sim_link;

typedef struct sim_partition {
    uint32_t node;
    uint32_t type;         /* T-ID: a number of t->types             */
    uint32_t before;       /* the partition it is reached from; NONE */
    uint32_t first, count; /* its units                              */
    int access;            /* SIM_ACCESS_... from the one before     */
} sim_partition;

typedef struct sim_unit {
    uint32_t partition;
    uint32_t cid;   /* C-ID */
    int64_t amount; /* > 0 */
} sim_unit;

typedef struct sim_pair { /* of a partition with SIM_ACCESS_PAIRS           */
    uint32_t partition;
    uint32_t outer, inner; /* units, by number in the one before and in this */
} sim_pair;

typedef struct sim_machine {
    uint32_t node;
    int64_t cpus, speed; /* > 0 */
} sim_machine;

typedef struct sim_topology { /* zero-initialise; sim_topology_free */
    sim_node *nodes;
    sim_link *links;
    sim_partition *partitions;
    sim_unit *units; /* by partition */
    sim_pair *pairs;
    sim_machine *clusters;
    size_t node_count, link_count, partition_count, unit_count, pair_count;
    size_t cluster_count;
    size_t loops;    /* links of nodes to themselves, left out (Zoo) */
    sim_names names; /* of the nodes, by their numbers               */
    sim_names types; /* of partitions: T-ID to name                  */
} sim_topology;

/* ---- tables of names --------------------------------------------------------------- */

static inline void sim_names_free(sim_names *n)
{
    uint32_t i;
    for (i = 0; i < n->count; i++) free(n->text[i]);
    free(n->text);
    free(n->places);
    memset(n, 0, sizeof *n);
}

/* The place of a name, or the empty one where it would be. There is room. */
static inline uint32_t *sim_names_place(const sim_names *n, const char *name)
{
    uint64_t at =
        sim_hash_bytes(SIM_HASH_START, (const unsigned char *)name, strlen(name));
    for (at ^= at >> 32;; at++) {
        uint32_t *place = &n->places[at & (n->room - 1)];
        if (!*place || strcmp(n->text[*place - 1], name) == 0) return place;
    }
}

/* Its number; SIM_TOPOLOGY_NONE if it is not there. */
static inline uint32_t sim_names_find(const sim_names *n, const char *name)
{
    const uint32_t found = n->room ? *sim_names_place(n, name) : 0;
    return found ? found - 1 : SIM_TOPOLOGY_NONE;
}

static inline int sim_names_grow(sim_names *n)
{
    const uint32_t room = n->room ? 2 * n->room : 64;
    char **text = (char **)realloc(n->text, room / 2 * sizeof *text);
    uint32_t i, *places;
    if (!text) return -1;
    n->text = text;
    places = (uint32_t *)calloc(room, sizeof *places);
    if (!places) return -1;
    free(n->places);
    n->places = places;
    n->room = room;
    for (i = 0; i < n->count; i++) *sim_names_place(n, n->text[i]) = i + 1;
    return 0;
}

/* A name that is not there yet gets the next number. 0, or -1 when memory is out. */
static inline int sim_names_add(sim_names *n, const char *name)
{
    char *copy;
    if (2 * n->count >= n->room && sim_names_grow(n) != 0) return -1;
    copy = (char *)malloc(strlen(name) + 1);
    if (!copy) return -1;
    strcpy(copy, name);
    n->text[n->count] = copy;
    *sim_names_place(n, name) = ++n->count;
    return 0;
}

/* ---- the arrays -------------------------------------------------------------------- */

static inline void sim_topology_free(sim_topology *t)
{
    free(t->nodes);
    free(t->links);
    free(t->partitions);
    free(t->units);
    free(t->pairs);
    free(t->clusters);
    sim_names_free(&t->names);
    sim_names_free(&t->types);
    memset(t, 0, sizeof *t);
}

/* Room for one more where `count` are: grown at each power of two. When memory is out the
 * array is freed, too. */
static inline void *sim_topology_room(void *array, size_t count, size_t size)
{
    void *grown;
    if (count & (count - 1)) return array;
    grown = realloc(array, (count ? 2 * count : 1) * size);
    if (!grown) free(array);
    return grown;
}

#define SIM_TOPOLOGY_ROOM(array, count) \
    ((array) = sim_topology_room((array), (count), sizeof *(array)))

static inline const char *sim_topology_type(const sim_topology *t, size_t partition)
{
    return t->types.text[t->partitions[partition].type];
}

#endif
