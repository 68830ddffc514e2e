/* grid.h - a grid of clusters, as a broker knows it.
 *
 *     struct grid g = {.count = 0};
 *     grid_file_load(&g, "dom_small");                            (grid_file.h)
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
 * Dynamic attributes give the state of a cluster at the moment. Jobs may ask for them,
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
    GRID_NAME = 64,       /* bytes of a cluster's or an attribute's name, with the 0 */
    GRID_TEXT = 256,      /* bytes of a text, with the 0                             */
    GRID_ATTRIBUTES = 256 /* that clusters can have                                  */
};

#define GRID_NONE NAMES_NONE

/* The known attributes. An attribute is a uint32_t: one of these, or the number of its
 * name among the grid's attributes. */
enum grid_known {
    GRID_NODES,
    GRID_CPUS,
    GRID_VENDOR,
    GRID_OS,
    GRID_MEMORY,
    GRID_DISK,
    GRID_CLOCK,
    GRID_MEMBW, /* these three: what the processes of a node share */
    GRID_ETHERNET,
    GRID_NETWORK,
    GRID_LOCAL, /* these four: words for the cluster's scheduler */
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

enum grid_kind { GRID_ABSENT, GRID_NUMBER, GRID_WORD };

struct grid_value { /* what a cluster has of an attribute */
    double number;
    uint32_t text; /* grid_text(g, text) */
    enum grid_kind kind;
};

struct grid_cluster {
    char name[GRID_NAME];
    uint32_t nodes, cpus;      /* 1 .. 2^30-1, nodes <= cpus                        */
    double capacity[3];        /* from membw on; 0 = no limit                       */
    const char *words[4];      /* from local on; NULL = not set                     */
    struct grid_value *values; /* by attribute, of GRID_ATTRIBUTES; those above, too */
};

struct grid { /* zero-initialise; grid_free */
    char source[256];
    struct grid_cluster *clusters;
    size_t count, room;
    uint64_t cpus, nodes;             /* of all clusters           */
    struct names attributes;          /* the known ones first      */
    struct names texts;               /* that values are           */
    double priority[GRID_ATTRIBUTES]; /* what each counts in ranks */
};

/* A grid without clusters, which knows the known attributes: enough to read requirements
 * for. */
void grid_init(struct grid *g);

void grid_free(struct grid *g);

/* ---- clusters ---------------------------------------------------------------------- */

/* The cluster of that name, or GRID_NONE. */
uint32_t grid_find(const struct grid *g, struct word name);

/* The node of a CPU: CPUs are spread over the nodes in order, and the first cpus % nodes
 * nodes have one more. */
uint32_t grid_cluster_node(const struct grid_cluster *c, uint32_t cpu);

/* What the cluster has of an attribute; NULL if it has none. */
static inline const struct grid_value *grid_value(const struct grid *g, size_t cluster,
                                                  uint32_t attribute)
{
    const struct grid_value *values = g->clusters[cluster].values;
    return attribute < GRID_ATTRIBUTES && values[attribute].kind ? &values[attribute]
                                                                 : NULL;
}

/* The attribute of that name or synonym, of less than GRID_NAME bytes. A new name is
 * added. */
uint32_t grid_attribute(struct grid *g, struct word name);

int grid_is_dynamic(uint32_t attribute);

double grid_priority(const struct grid *g, uint32_t attribute);

/* The name of an attribute. */
const char *grid_word(const struct grid *g, uint32_t attribute);

/* The number of a text, and the text of a number. */
uint32_t grid_text_number(struct grid *g, struct word text);
const char *grid_text(const struct grid *g, uint32_t number);

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

/* The factor by which a number in this unit is multiplied; 0 if the unit is not of this
 * kind. Without a unit it is 1. */
double grid_unit_factor(enum grid_unit_kind kind, struct word unit);

/* number * factor, to the nearest millionth, which is as exact as logs are. */
double grid_unit_times(double number, double factor);

/* "a number of MHz, or with MHz or GHz": what a message says was expected. */
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
