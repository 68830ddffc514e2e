/* grid.h - a grid of clusters, as a broker knows it: from a file, or by a name.
 *
 *     struct grid g = {.count = 0};
 *     if (grid_load(&g, "dom_small", &error) != 0) ...
 *     g.clusters[0].name, g.clusters[0].cpus ...
 *     grid_free(&g);
 *
 * The name is one of struct grid_builtin (grid_builtin.h), or a file's: plain or .gz, "-"
 * for standard input. The model is Rodero, Guim and Corbalan's ("Performance-driven
 * Coordinated Grid Scheduling", paper 2, sections III-A and IV-A2): clusters have
 * attributes, jobs have requirements on them (demands.h).
 *
 * THE FORMAT
 *     A text of lines. '#' begins a comment. Words are separated by blanks.
 *
 *     priority NAME=NUMBER ...
 *         What an attribute counts in ranks where a job does not say: 1 without this
 *         line. From -10^9 to 10^9, without exponent. (JR-backfilling lets no job pass
 *         whose own rank is below 0.)
 *     cluster NAME nodes=N cpus=N [NAME=VALUE ...]
 *         The name begins with a letter or a digit.
 *         N CPUs on N nodes, at least one on each. Other attributes may have any name
 *         that begins with a letter. A VALUE is a number, with a unit if one likes, or a
 *         text; a text in "" may hold blanks, and is one even if it looks like a number.
 *         These are known:
 *             memory, disk                of each node: MB, or with KB, MB, GB, TB
 *             clock                       MHz, or with MHz, GHz
 *             vendor, os                  texts
 *             membw, ethernet, network    of each node, what its processes share: memory
 *                                         and network bandwidth in the unit of the jobs'
 *                                         usage_memory, usage_ethernet, usage_network,
 *                                         which are per process; 0 = without limit
 *             local, select, queue, backfill
 *                                         words for the scheduler of the cluster
 *
 *     Names of attributes compare without regard to case, blanks, '_' and '-'; there are
 *     synonyms: processors = cpus, ram = memory, "OS Name" = os, "Clock Speed" = clock
 *     and others (grid_known). Texts compare without regard to case. Example:
 *
 *         priority cpus=100 memory=1
 *         cluster das2-vu nodes=72 cpus=144 vendor=Intel os=Linux memory=1GB clock=1000
 *
 *     Dynamic attributes are those of the moment; jobs may ask for them, but no line sets
 *     them: freecpus, freenodes (idle ones), load (percent of the CPUs in use), queued
 *     (jobs waiting at the cluster), ramavailable and diskavailable (memory and disk of a
 *     node where a whole one is idle, else 0).
 */
#ifndef GRID_H
#define GRID_H

#include "base/error.h"
#include "base/word.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>

enum {
    GRID_CLUSTERS = 1024,
    GRID_NODES_MOST = 10000000, /* of all clusters                                  */
    GRID_NAME = 64,             /* bytes of a cluster's or an attribute's, with the 0 */
    GRID_TEXT = 256,            /* ... and of a text                                  */
    GRID_NAMES = 256,           /* different attributes                               */
    GRID_BYTES = 1 << 26        /* a file's, at most                                  */
};

#define GRID_NONE UINT32_MAX
#define GRID_CPUS_MAX INT64_C(0x7FFFFFFF)
#define GRID_NUMBER_MAX 1e15

/* The attributes that are known: these are their numbers, too. */
#define GRID_KNOWN(X)                             \
    X(NODES, "nodes", GRID_UNIT_COUNT)            \
    X(CPUS, "cpus", GRID_UNIT_COUNT)              \
    X(MEMORY, "memory", GRID_UNIT_MB)             \
    X(DISK, "disk", GRID_UNIT_MB)                 \
    X(CLOCK, "clock", GRID_UNIT_MHZ)              \
    X(VENDOR, "vendor", GRID_UNIT_TEXT)           \
    X(OS, "os", GRID_UNIT_TEXT)                   \
    X(MEMBW, "membw", GRID_UNIT_ONE)              \
    X(ETHERNET, "ethernet", GRID_UNIT_ONE)        \
    X(NETWORK, "network", GRID_UNIT_ONE)          \
    X(LOCAL, "local", GRID_UNIT_TEXT)             \
    X(SELECT, "select", GRID_UNIT_TEXT)           \
    X(QUEUE, "queue", GRID_UNIT_TEXT)             \
    X(BACKFILL, "backfill", GRID_UNIT_TEXT)       \
    X(FREECPUS, "freecpus", GRID_UNIT_COUNT)      \
    X(FREENODES, "freenodes", GRID_UNIT_COUNT)    \
    X(LOAD, "load", GRID_UNIT_ONE)                \
    X(QUEUED, "queued", GRID_UNIT_ONE)            \
    X(RAMAVAILABLE, "ramavailable", GRID_UNIT_MB) \
    X(DISKAVAILABLE, "diskavailable", GRID_UNIT_MB)

enum grid_known {
#define GRID_ENUM(id, name, unit) GRID_##id,
    GRID_KNOWN(GRID_ENUM)
#undef GRID_ENUM
        GRID_KNOWN_COUNT
};

struct grid_attribute {
    uint32_t name; /* grid_word(g, name); below GRID_KNOWN_COUNT a enum grid_known */
    int is_text;
    double number;
    uint32_t text; /* grid_word(g, text) */
};

struct grid_cluster {
    char name[GRID_NAME];
    uint32_t nodes, cpus;              /* 1 .. 2^31-1, nodes <= cpus          */
    double capacity[3];                /* membw, ethernet, network; 0 = no limit */
    struct grid_attribute *attributes; /* also nodes and cpus, as in the file */
    size_t attribute_count;
    const char *local, *select, *queue, *backfill; /* NULL = not told                  */
};

struct grid_name { /* of an attribute */
    uint32_t word;
    double priority;
};

struct grid { /* zero-initialise; grid_free */
    char source[256];
    struct grid_cluster *clusters;
    size_t count, capacity;
    uint64_t cpus, nodes; /* in all */
    /* words: each once, as first written; the first are the known attributes */
    char **words;
    size_t word_count, word_capacity;
    uint32_t *places; /* a hash table of words: number + 1; 0 = empty */
    size_t place_count;
    /* the attributes there are, and a table of all clusters' */
    struct grid_name *names;
    size_t name_count, name_capacity;
    struct grid_attribute
        *table; /* name_count + 1 for each cluster; name NONE = it has none */
};

/* What a broker sees of a cluster. */
struct grid_state {
    int up;
    uint32_t free_cpus, free_nodes;
    uint32_t running, queued; /* jobs */
    uint64_t finished;        /* jobs */
    double bsld_sum;          /* of these: their bounded slowdowns (60 s) */
    int64_t work;         /* CPU-seconds left by estimates, of running and waiting jobs */
    uint64_t queued_cpus; /* that waiting jobs ask for */
    int64_t time;         /* when this was so */
};

/* The average bounded slowdown of finished jobs; 1, the best there is, without any. */
double grid_state_bsld(const struct grid_state *s);

/* The node of a CPU: in order, the first cpus % nodes nodes have one more. */
uint32_t grid_cluster_node(const struct grid_cluster *c, uint32_t cpu);

int grid_is_dynamic(uint32_t attribute);

void grid_free(struct grid *g);

/* ---- words ------------------------------------------------------------------------- */

char grid_lower(char c);

/* The place of a word, or the empty one where it would be. There is room. */
uint32_t *grid_place(const struct grid *g, struct word w);

struct word grid_word_of(const char *text);

/* The number of a text, the same for all ways to write it in capitals and not; bytes 0
 * become '?'. NONE when memory is out. */
uint32_t grid_intern(struct grid *g, struct word w);

const char *grid_word(const struct grid *g, uint32_t number);

/* ---- names of attributes ----------------------------------------------------------- */

/* The number of the attribute of that name, or of its synonym; NONE when memory is out,
 * or where a name is longer than one can be. */
uint32_t grid_attribute(struct grid *g, struct word name);

/* Its column in the table; name_count where no cluster has it and no line names it. */
uint32_t grid_column(const struct grid *g, uint32_t attribute);

double grid_priority(const struct grid *g, uint32_t attribute);

/* What the cluster has of it, or NULL. */
const struct grid_attribute *grid_value(const struct grid *g, size_t cluster,
                                        uint32_t attribute);

/* The cluster of that name, or NONE. */
uint32_t grid_find(const struct grid *g, struct word name);

/* ---- numbers and units ------------------------------------------------------------- */

enum grid_unit_kind {
    GRID_UNIT_ANY, /* of an attribute that is not known */
    GRID_UNIT_ONE, /* a number without a unit           */
    GRID_UNIT_COUNT,
    GRID_UNIT_MB,
    GRID_UNIT_MHZ,
    GRID_UNIT_TEXT /* never a number                    */
};

enum grid_unit_kind grid_unit(uint32_t attribute);

/* What a number with this unit is to be multiplied by; 0 if it is none of this kind. */
double grid_factor(enum grid_unit_kind kind, struct word unit);

/* What is expected of a value, for people. */
const char *grid_expected(enum grid_unit_kind kind);

/* In the unit that is counted in, to the nearest millionth, as logs have numbers. */
double grid_in_unit(double number, double factor);

/* ---- reading ----------------------------------------------------------------------- */

/* The known attributes are the first words and names. */
int grid_begin(struct grid *g);

/* From memory; text[size] is 0. `name` is for messages. On failure the grid is empty. */
int grid_parse(struct grid *g, const char *name, const char *text, size_t size,
               struct error *e);

/* By the name of a built-in one, else from a file ("-": standard input). */
int grid_load(struct grid *g, const char *name_or_path, struct error *e);

/* ---- writing ----------------------------------------------------------------------- */

/* So many digits that it is read again as the same number; no exponent. */
void grid_print_number(FILE *to, double number);

/* As a grid file. */
void grid_print(const struct grid *g, FILE *to);

#endif
