/* grid.h - a grid of clusters, as a broker knows it.
 *
 *     struct grid g = {.count = 0};
 *     if (grid_file_load(&g, "dom_small", &error) != 0) ...       (grid_file.h)
 *     for (i = 0; i < g.count; i++) g.clusters[i].name, g.clusters[i].cpus ...
 *     grid_value(&g, i, GRID_MEMORY)                              NULL: it is not known
 *     grid_free(&g);
 *
 * The model is Rodero, Guim and Corbalan's ("Performance-driven Coordinated Grid
 * Scheduling", paper 2, sections III-A and IV-A2): clusters have attributes, and jobs
 * have requirements on attributes (demands.h). A value is a number or a text. Some
 * attributes are known to the programs and have a unit; a grid may have others of any
 * name.
 *
 * Names of attributes compare without regard to case, blanks, '_' and '-', and there are
 * synonyms: processors = cpus, ram = memory, "OS Name" = os, "Clock Speed" = clock and
 * others (grid.c). Texts compare without regard to case.
 *
 * Dynamic attributes tell the state of a cluster at the moment. Jobs may ask for them,
 * but they are not part of a grid: freecpus, freenodes (idle ones), load (percent of the
 * CPUs in use), queued (jobs waiting at the cluster), ramavailable and diskavailable
 * (memory and disk of a node where a whole one is idle, else 0).
 */
#ifndef GRID_H
#define GRID_H

#include "base/names.h"
#include "base/word.h"

#include <stddef.h>
#include <stdint.h>

enum {
    GRID_NAME = 64, /* bytes of a cluster's or an attribute's name, with the 0 */
    GRID_TEXT = 256 /* bytes of a text, with the 0                             */
};

#define GRID_NONE NAMES_NONE

/* The known attributes. An attribute is a uint32_t: one of these, or the number of its
 * name among the grid's words. */
enum grid_known {
    GRID_NODES,
    GRID_CPUS,
    GRID_MEMORY,
    GRID_DISK,
    GRID_CLOCK,
    GRID_VENDOR,
    GRID_OS,
    GRID_MEMBW,
    GRID_ETHERNET,
    GRID_NETWORK,
    GRID_LOCAL,
    GRID_SELECT,
    GRID_QUEUE,
    GRID_BACKFILL,
    GRID_FREECPUS, /* from here on: dynamic ones */
    GRID_FREENODES,
    GRID_LOAD,
    GRID_QUEUED,
    GRID_RAMAVAILABLE,
    GRID_DISKAVAILABLE,
    GRID_KNOWN_COUNT
};

struct grid_attribute { /* of one cluster */
    uint32_t name;      /* the attribute             */
    int is_text;
    double number;
    uint32_t text; /* grid_word(g, text)        */
};

struct grid_cluster {
    char name[GRID_NAME];
    uint32_t nodes, cpus;              /* 1 .. 2^30-1, nodes <= cpus             */
    double capacity[3];                /* membw, ethernet, network; 0 = no limit */
    struct grid_attribute *attributes; /* also nodes and cpus, as in the file    */
    size_t attribute_count;
    const char *local, *select, *queue, *backfill; /* NULL = not set             */
};

struct grid_column { /* of the table of all clusters' attributes */
    uint32_t attribute;
    double priority; /* what the attribute counts in ranks */
};

struct grid { /* zero-initialise; grid_free */
    char source[256];
    struct grid_cluster *clusters;
    size_t count, capacity;
    uint64_t cpus, nodes;        /* of all clusters                               */
    struct names words;          /* names of attributes, the known ones first, and
                                    texts                                         */
    struct grid_column *columns; /* attributes that occur, the known ones first   */
    size_t column_count, column_capacity;
    struct grid_attribute *table; /* column_count + 1 for each cluster; where it has
                                     no such attribute the name is GRID_NONE      */
};

/* A grid without clusters, which knows the known attributes: enough to read requirements
 * for. 0, or -1 when memory is out; grid_free in both cases. */
int grid_init(struct grid *g);

void grid_free(struct grid *g);

/* ---- clusters ---------------------------------------------------------------------- */

/* The cluster of that name, or GRID_NONE. */
uint32_t grid_find(const struct grid *g, struct word name);

/* The node of a CPU: CPUs are spread over the nodes in order, and the first cpus % nodes
 * nodes have one more. */
uint32_t grid_cluster_node(const struct grid_cluster *c, uint32_t cpu);

/* The column of an attribute in the table; the last one, column_count, which is empty, if
 * no cluster has the attribute and no line names it. */
static inline uint32_t grid_column(const struct grid *g, uint32_t attribute)
{
    uint32_t i = attribute;
    if (attribute >= GRID_KNOWN_COUNT)
        for (i = GRID_KNOWN_COUNT; i < g->column_count; i++)
            if (g->columns[i].attribute == attribute) break;
    return i;
}

/* What the cluster has of an attribute; NULL if it has none. */
static inline const struct grid_attribute *grid_value(const struct grid *g,
                                                      size_t cluster, uint32_t attribute)
{
    const struct grid_attribute *a =
        &g->table[cluster * (g->column_count + 1) + grid_column(g, attribute)];
    return a->name == GRID_NONE ? NULL : a;
}

/* The attribute of that name or synonym, which is added to the words if it is new.
 * GRID_NONE when memory is out, or if the name is longer than one can be. */
uint32_t grid_attribute(struct grid *g, struct word name);

int grid_is_dynamic(uint32_t attribute);

double grid_priority(const struct grid *g, uint32_t attribute);

/* The name of an attribute, or the text of this number. */
const char *grid_word(const struct grid *g, uint32_t number);

/* ---- the units of attributes ------------------------------------------------------- */

enum grid_unit_kind {
    GRID_UNIT_ANY,   /* of an attribute that is not known: any unit will do, or none */
    GRID_UNIT_ONE,   /* a number without a unit                                      */
    GRID_UNIT_COUNT, /* of processors or nodes                                       */
    GRID_UNIT_MB,
    GRID_UNIT_MHZ,
    GRID_UNIT_TEXT /* a text, never a number */
};

enum grid_unit_kind grid_unit(uint32_t attribute);

/* Is all of the word a decimal number, with or without a unit of this kind? */
int grid_unit_number(enum grid_unit_kind kind, struct word w, double *number);

/* The length of the decimal number, without exponent, that the word begins with; 0 if it
 * begins with none. */
size_t grid_unit_digits(struct word w, double *number);

/* The factor by which a number in this unit is multiplied; 0 if the unit is not of this
 * kind. Without a unit it is 1. */
double grid_unit_factor(enum grid_unit_kind kind, struct word unit);

/* number * factor, to the nearest millionth, which is as exact as logs are. */
double grid_unit_times(double number, double factor);

/* "a number of MHz, or with MHz or GHz,": what a message says was expected. */
const char *grid_unit_expected(enum grid_unit_kind kind);

/* What a broker sees of a cluster. */
struct grid_state {
    uint32_t free_cpus, free_nodes;
    uint32_t running, queued; /* jobs                                               */
    uint64_t finished;        /* jobs                                               */
    double bsld_sum;          /* of these: their bounded slowdowns (60 s)           */
    int64_t work;             /* CPU-seconds still to do, by estimates, of running
                                 and waiting jobs                                   */
    uint64_t queued_cpus;     /* which waiting jobs ask for                         */
    int64_t time;             /* when this was so                                   */
};

/* The average bounded slowdown of the finished jobs; without any it is 1, the best. */
double grid_state_bsld(const struct grid_state *s);

#endif
