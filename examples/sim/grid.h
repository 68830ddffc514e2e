/* grid.h - a grid of clusters, as a broker knows it: from a file, or by a name.
 *
 *     sim_grid g = {.count = 0};
 *     if (sim_grid_load(&g, "dom_small", &error) != 0) ...
 *     g.clusters[0].name, g.clusters[0].cpus ...
 *     sim_grid_free(&g);
 *
 * The name is one of sim_grid_builtin (grid_builtin.h), or a file's: plain or .gz, "-"
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
 *     and others (sim_grid_known). Texts compare without regard to case. Example:
 *
 *         priority cpus=100 memory=1
 *         cluster das2-vu nodes=72 cpus=144 vendor=Intel os=Linux memory=1GB clock=1000
 *
 *     Dynamic attributes are those of the moment; jobs may ask for them, but no line sets
 *     them: freecpus, freenodes (idle ones), load (percent of the CPUs in use), queued
 *     (jobs waiting at the cluster), ramavailable and diskavailable (memory and disk of a
 *     node where a whole one is idle, else 0).
 */
#ifndef SIM_GRID_H
#define SIM_GRID_H

#include "error.h"
#include "grid_builtin.h"
#include "hash.h"
#include "input.h"
#include "words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIM_GRID_CLUSTERS = 1024,
    SIM_GRID_NODES_MOST = 10000000, /* of all clusters                                  */
    SIM_GRID_NAME = 64,      /* bytes of a cluster's or an attribute's, with the 0 */
    SIM_GRID_TEXT = 256,     /* ... and of a text                                  */
    SIM_GRID_NAMES = 256,    /* different attributes                               */
    SIM_GRID_BYTES = 1 << 26 /* a file's, at most                                  */
};
#define SIM_GRID_NONE UINT32_MAX
#define SIM_GRID_CPUS_MAX INT64_C(0x7FFFFFFF)
#define SIM_GRID_NUMBER_MAX 1e15
#define SIM_GRID_PRIORITY_MAX 1e9

/* The attributes that are known: these are their numbers, too. */
#define SIM_GRID_KNOWN(X)                        \
    X(NODES, "nodes", SIM_UNIT_COUNT)            \
    X(CPUS, "cpus", SIM_UNIT_COUNT)              \
    X(MEMORY, "memory", SIM_UNIT_MB)             \
    X(DISK, "disk", SIM_UNIT_MB)                 \
    X(CLOCK, "clock", SIM_UNIT_MHZ)              \
    X(VENDOR, "vendor", SIM_UNIT_TEXT)           \
    X(OS, "os", SIM_UNIT_TEXT)                   \
    X(MEMBW, "membw", SIM_UNIT_ONE)              \
    X(ETHERNET, "ethernet", SIM_UNIT_ONE)        \
    X(NETWORK, "network", SIM_UNIT_ONE)          \
    X(LOCAL, "local", SIM_UNIT_TEXT)             \
    X(SELECT, "select", SIM_UNIT_TEXT)           \
    X(QUEUE, "queue", SIM_UNIT_TEXT)             \
    X(BACKFILL, "backfill", SIM_UNIT_TEXT)       \
    X(FREECPUS, "freecpus", SIM_UNIT_COUNT)      \
    X(FREENODES, "freenodes", SIM_UNIT_COUNT)    \
    X(LOAD, "load", SIM_UNIT_ONE)                \
    X(QUEUED, "queued", SIM_UNIT_ONE)            \
    X(RAMAVAILABLE, "ramavailable", SIM_UNIT_MB) \
    X(DISKAVAILABLE, "diskavailable", SIM_UNIT_MB)

typedef enum sim_known {
#define SIM_GRID_ENUM(id, name, unit) SIM_GRID_##id,
    SIM_GRID_KNOWN(SIM_GRID_ENUM)
#undef SIM_GRID_ENUM
        SIM_GRID_KNOWN_COUNT
} sim_known;

#define SIM_GRID_SYNONYMS(X)           \
    X("node", NODES)                   \
    X("cpu", CPUS)                     \
    X("processor", CPUS)               \
    X("processors", CPUS)              \
    X("ncpus", CPUS)                   \
    X("ram", MEMORY)                   \
    X("mem", MEMORY)                   \
    X("memorysize", MEMORY)            \
    X("disksize", DISK)                \
    X("diskspace", DISK)               \
    X("clockspeed", CLOCK)             \
    X("cpuclock", CLOCK)               \
    X("cpuspeed", CLOCK)               \
    X("processorclockspeed", CLOCK)    \
    X("frequency", CLOCK)              \
    X("cpuvendor", VENDOR)             \
    X("processorvendor", VENDOR)       \
    X("osname", OS)                    \
    X("operatingsystem", OS)           \
    X("memorybandwidth", MEMBW)        \
    X("freeprocessors", FREECPUS)      \
    X("idlecpus", FREECPUS)            \
    X("idlenodes", FREENODES)          \
    X("cpuload", LOAD)                 \
    X("loadlast15min", LOAD)           \
    X("queuedjobs", QUEUED)            \
    X("waitingjobs", QUEUED)           \
    X("memoryavailable", RAMAVAILABLE) \
    X("freememory", RAMAVAILABLE)      \
    X("freedisk", DISKAVAILABLE)

typedef struct sim_attribute {
    uint32_t name; /* sim_grid_word(g, name); below SIM_GRID_KNOWN_COUNT a sim_known */
    int is_text;
    double number;
    uint32_t text; /* sim_grid_word(g, text) */
} sim_attribute;

typedef struct sim_cluster {
    char name[SIM_GRID_NAME];
    uint32_t nodes, cpus;      /* 1 .. 2^31-1, nodes <= cpus          */
    double capacity[3];        /* membw, ethernet, network; 0 = no limit */
    sim_attribute *attributes; /* also nodes and cpus, as in the file */
    size_t attribute_count;
    const char *local, *select, *queue, *backfill; /* NULL = not told                  */
} sim_cluster;

typedef struct sim_name { /* of an attribute */
    uint32_t word;
    double priority;
} sim_name;

typedef struct sim_grid { /* zero-initialise; sim_grid_free */
    char source[256];
    sim_cluster *clusters;
    size_t count, capacity;
    uint64_t cpus, nodes; /* in all */
    /* words: each once, as first written; the first are the known attributes */
    char **words;
    size_t word_count, word_capacity;
    uint32_t *places; /* a hash table of words: number + 1; 0 = empty */
    size_t place_count;
    /* the attributes there are, and a table of all clusters' */
    sim_name *names;
    size_t name_count, name_capacity;
    sim_attribute *table; /* name_count + 1 for each cluster; name NONE = it has none */
} sim_grid;

/* What a broker sees of a cluster. */
typedef struct sim_state {
    int up;
    uint32_t free_cpus, free_nodes;
    uint32_t running, queued; /* jobs */
    uint64_t finished;        /* jobs */
    double bsld_sum;          /* of these: their bounded slowdowns (60 s) */
    int64_t work;         /* CPU-seconds left by estimates, of running and waiting jobs */
    uint64_t queued_cpus; /* that waiting jobs ask for */
    int64_t time;         /* when this was so */
} sim_state;

/* The average bounded slowdown of finished jobs; 1, the best there is, without any. */
static inline double sim_state_bsld(const sim_state *s)
{
    return s->finished ? s->bsld_sum / (double)s->finished : 1.0;
}

/* The node of a CPU: in order, the first cpus % nodes nodes have one more. */
static inline uint32_t sim_cluster_node(const sim_cluster *c, uint32_t cpu)
{
    const uint32_t each = c->cpus / c->nodes, more = c->cpus % c->nodes;
    const uint32_t in_larger = more * (each + 1);
    return cpu < in_larger ? cpu / (each + 1) : more + (cpu - in_larger) / each;
}

static inline int sim_grid_is_dynamic(uint32_t attribute)
{
    return attribute >= SIM_GRID_FREECPUS && attribute <= SIM_GRID_DISKAVAILABLE;
}

static inline void sim_grid_free(sim_grid *g)
{
    size_t i;
    for (i = 0; i < g->count; i++) free(g->clusters[i].attributes);
    for (i = 0; i < g->word_count; i++) free(g->words[i]);
    free(g->clusters);
    free(g->words);
    free(g->places);
    free(g->names);
    free(g->table);
    memset(g, 0, sizeof *g);
}

/* ---- words ------------------------------------------------------------------------- */

static inline char sim_grid_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline int sim_grid_equal(sim_word a, const char *b)
{
    size_t i;
    for (i = 0; i < a.length; i++)
        if (!b[i] || sim_grid_lower(a.at[i]) != sim_grid_lower(b[i])) return 0;
    return !b[i];
}

/* The place of a word, or the empty one where it would be. There is room. */
static inline uint32_t *sim_grid_place(const sim_grid *g, sim_word w)
{
    uint64_t hash = SIM_HASH_START;
    size_t i;
    for (i = 0; i < w.length; i++) {
        const unsigned char c = (unsigned char)sim_grid_lower(w.at[i]);
        hash = sim_hash_bytes(hash, &c, 1);
    }
    hash ^= hash >> 32;
    for (;; hash++) {
        uint32_t *place = &g->places[hash & (g->place_count - 1)];
        if (!*place || sim_grid_equal(w, g->words[*place - 1])) return place;
    }
}

static inline sim_word sim_word_of(const char *text)
{
    const sim_word w = {text, strlen(text)};
    return w;
}

static inline int sim_grid_more_places(sim_grid *g)
{
    const size_t count = g->place_count ? 2 * g->place_count : 256;
    size_t i;
    uint32_t *grown = (uint32_t *)calloc(count, sizeof *grown);
    if (!grown) return -1;
    free(g->places);
    g->places = grown;
    g->place_count = count;
    for (i = 0; i < g->word_count; i++)
        *sim_grid_place(g, sim_word_of(g->words[i])) = (uint32_t)i + 1;
    return 0;
}

/* Room for one more of `size` bytes behind `count`; NULL when memory is out. */
static inline void *sim_grid_grow(void *array, size_t count, size_t *capacity,
                                  size_t size)
{
    const size_t more = *capacity ? 2 * *capacity : 16;
    void *grown;
    if (count < *capacity) return array;
    if (more > SIZE_MAX / 2 / size) return NULL;
    grown = realloc(array, more * size);
    if (grown) *capacity = more;
    return grown;
}

/* The number of a text, the same for all ways to write it in capitals and not; bytes 0
 * become '?'. NONE when memory is out. */
static inline uint32_t sim_grid_intern(sim_grid *g, sim_word w)
{
    uint32_t *place;
    char **words, *copy;
    size_t i;
    if (2 * g->word_count >= g->place_count && sim_grid_more_places(g) != 0)
        return SIM_GRID_NONE;
    place = sim_grid_place(g, w);
    if (*place) return *place - 1;
    if (g->word_count >= UINT32_MAX / 4) return SIM_GRID_NONE;
    words =
        (char **)sim_grid_grow(g->words, g->word_count, &g->word_capacity, sizeof *words);
    if (!words) return SIM_GRID_NONE;
    g->words = words;
    copy = (char *)malloc(w.length + 1);
    if (!copy) return SIM_GRID_NONE;
    for (i = 0; i < w.length; i++) copy[i] = w.at[i] ? w.at[i] : '?';
    copy[i] = 0;
    words[g->word_count] = copy;
    *place = (uint32_t)++g->word_count;
    return *place - 1;
}

static inline const char *sim_grid_word(const sim_grid *g, uint32_t number)
{
    return number < g->word_count ? g->words[number] : "";
}

/* ---- names of attributes ----------------------------------------------------------- */

/* The number of the attribute of that name, or of its synonym; NONE when memory is out,
 * or where a name is longer than one can be. */
static inline uint32_t sim_grid_attribute(sim_grid *g, sim_word name)
{
    static const struct {
        const char *name;
        uint32_t known;
    } synonyms[] = {
#define SIM_GRID_SYNONYM(name, id) {name, SIM_GRID_##id},
        SIM_GRID_SYNONYMS(SIM_GRID_SYNONYM)
#undef SIM_GRID_SYNONYM
    };
    char text[SIM_GRID_NAME];
    sim_word w = {text, 0};
    size_t i;
    for (i = 0; i < name.length; i++) {
        const char c = name.at[i];
        if (sim_is_blank(c) || c == '_' || c == '-') continue;
        if (w.length == sizeof text - 1) return SIM_GRID_NONE;
        text[w.length++] = sim_grid_lower(c);
    }
    for (i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
        if (sim_grid_equal(w, synonyms[i].name)) return synonyms[i].known;
    return sim_grid_intern(g, w);
}

/* Its column in the table; name_count where no cluster has it and no line names it. */
static inline uint32_t sim_grid_column(const sim_grid *g, uint32_t attribute)
{
    uint32_t i = attribute;
    if (attribute >= SIM_GRID_KNOWN_COUNT)
        for (i = SIM_GRID_KNOWN_COUNT; i < g->name_count; i++)
            if (g->names[i].word == attribute) break;
    return i;
}

static inline double sim_grid_priority(const sim_grid *g, uint32_t attribute)
{
    const uint32_t column = sim_grid_column(g, attribute);
    return column < g->name_count ? g->names[column].priority : 1;
}

/* What the cluster has of it, or NULL. */
static inline const sim_attribute *sim_grid_value(const sim_grid *g, size_t cluster,
                                                  uint32_t attribute)
{
    const sim_attribute *a =
        &g->table[cluster * (g->name_count + 1) + sim_grid_column(g, attribute)];
    return a->name == SIM_GRID_NONE ? NULL : a;
}

/* The cluster of that name, or NONE. */
static inline uint32_t sim_grid_find(const sim_grid *g, sim_word name)
{
    size_t i;
    for (i = 0; i < g->count; i++)
        if (sim_grid_equal(name, g->clusters[i].name)) return (uint32_t)i;
    return SIM_GRID_NONE;
}

/* ---- numbers and units ------------------------------------------------------------- */

typedef enum sim_unit_kind {
    SIM_UNIT_ANY, /* of an attribute that is not known */
    SIM_UNIT_ONE, /* a number without a unit           */
    SIM_UNIT_COUNT,
    SIM_UNIT_MB,
    SIM_UNIT_MHZ,
    SIM_UNIT_TEXT /* never a number                    */
} sim_unit_kind;

static inline sim_unit_kind sim_grid_unit(uint32_t attribute)
{
    static const sim_unit_kind units[] = {
#define SIM_GRID_UNIT(id, name, unit) unit,
        SIM_GRID_KNOWN(SIM_GRID_UNIT)
#undef SIM_GRID_UNIT
    };
    return attribute < SIM_GRID_KNOWN_COUNT ? units[attribute] : SIM_UNIT_ANY;
}

/* What a number with this unit is to be multiplied by; 0 if it is none of this kind. */
static inline double sim_grid_factor(sim_unit_kind kind, sim_word unit)
{
    static const struct {
        const char *name;
        sim_unit_kind kind;
        double factor;
    } units[] = {{"KB", SIM_UNIT_MB, 1 / 1024.0},  {"MB", SIM_UNIT_MB, 1},
                 {"GB", SIM_UNIT_MB, 1024},        {"TB", SIM_UNIT_MB, 1048576},
                 {"MHZ", SIM_UNIT_MHZ, 1},         {"GHZ", SIM_UNIT_MHZ, 1000},
                 {"cpu", SIM_UNIT_COUNT, 1},       {"cpus", SIM_UNIT_COUNT, 1},
                 {"node", SIM_UNIT_COUNT, 1},      {"nodes", SIM_UNIT_COUNT, 1},
                 {"processor", SIM_UNIT_COUNT, 1}, {"processors", SIM_UNIT_COUNT, 1}};
    size_t i;
    if (unit.length == 0) return 1;
    for (i = 0; i < sizeof units / sizeof units[0]; i++)
        if ((kind == units[i].kind || kind == SIM_UNIT_ANY) &&
            sim_grid_equal(unit, units[i].name))
            return units[i].factor;
    return 0;
}

/* What is expected of a value, for people. */
static inline const char *sim_grid_expected(sim_unit_kind kind)
{
    switch (kind) {
    case SIM_UNIT_MB: return "a number of MB, or with KB, MB, GB or TB,";
    case SIM_UNIT_MHZ: return "a number of MHz, or with MHz or GHz,";
    case SIM_UNIT_TEXT: return "a text";
    case SIM_UNIT_COUNT:
    case SIM_UNIT_ONE:
    case SIM_UNIT_ANY: break;
    }
    return "a number";
}

/* The decimal number that the word begins with, its length; 0 if it does not. */
static inline size_t sim_grid_digits(sim_word w, double *number)
{
    sim_word part = w;
    size_t n = w.length > 0 && w.at[0] == '-', digits = 0;
    for (; n < w.length && w.at[n] >= '0' && w.at[n] <= '9'; n++) digits++;
    if (n < w.length && w.at[n] == '.')
        for (n++; n < w.length && w.at[n] >= '0' && w.at[n] <= '9'; n++) digits++;
    part.length = n;
    return digits && sim_word_is_number(part, number) ? n : 0;
}

/* In the unit that is counted in, to the nearest millionth, as logs have numbers. */
static inline double sim_grid_in_unit(double number, double factor)
{
    const double x = number * factor;
    return fabs(x) < 1e9 ? round(x * 1e6) / 1e6 : x;
}

/* Is all of it a number with or without a unit of this kind? */
static inline int sim_grid_number(sim_unit_kind kind, sim_word w, double *number)
{
    const size_t digits = sim_grid_digits(w, number);
    sim_word unit = w;
    double factor;
    if (digits == 0) return 0;
    unit.at += digits;
    unit.length -= digits;
    factor = sim_grid_factor(kind, sim_word_trim(unit));
    *number = sim_grid_in_unit(*number, factor);
    return factor > 0;
}

/* ---- reading ----------------------------------------------------------------------- */

typedef struct sim_grid_text {
    sim_grid *g;
    const char *name;     /* for messages                       */
    const char *at, *end; /* what is left of the text; *end is 0 */
    unsigned long line;   /* of `at`, from 1                    */
    unsigned long field;  /* of the line, from 1                */
    sim_word key, value;  /* of the field: NAME=VALUE; at NULL = no '=' */
    int quoted;
    sim_error *e;
} sim_grid_text;

SIM_PRINTF(2, 3)
static inline int sim_grid_fail(const sim_grid_text *x, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return sim_fail(x->e, "%s: line %lu, field %lu (%.*s): %s", x->name, x->line,
                    x->field, SIM_WORD(x->key), text);
}

static inline int sim_grid_no_memory(const sim_grid_text *x)
{
    return sim_fail(x->e, "%s: there is no memory for a grid of %zu clusters", x->name,
                    x->g->count);
}

/* Up to a blank, '#', or the end, over what is between quotes. */
static inline int sim_grid_word_end(sim_grid_text *x, const char *stops)
{
    for (; x->at < x->end && !sim_is_blank(*x->at); x->at++) {
        const unsigned char c = (unsigned char)*x->at;
        if (c && strchr(stops, c)) return 0;
        if (c < ' ' || c == 127)
            return sim_grid_fail(x, "a printable character was expected, not byte %u", c);
    }
    return 0;
}

static inline int sim_grid_quoted(sim_grid_text *x)
{
    x->quoted = 1;
    x->value.at = ++x->at;
    for (; x->at < x->end && *x->at != '"'; x->at++) {
        const unsigned char c = (unsigned char)*x->at;
        if (c == '\n' || c == '\r') break;
        if (c < ' ' || c == 127)
            return sim_grid_fail(x, "a printable character was expected, not byte %u", c);
    }
    x->value.length = (size_t)(x->at - x->value.at);
    if (x->at == x->end || *x->at != '"')
        return sim_grid_fail(x, "a closing \" was expected before the end of the line");
    x->at++;
    if (x->at < x->end && !sim_is_blank(*x->at) && *x->at != '#')
        return sim_grid_fail(x, "a blank was expected behind the closing \"");
    return 0;
}

/* The next field of the line: 1, 0 at the line's end, -1. */
static inline int sim_grid_field(sim_grid_text *x)
{
    while (x->at < x->end && *x->at != '\n' && sim_is_blank(*x->at)) x->at++;
    if (x->at == x->end || *x->at == '\n' || *x->at == '#') return 0;
    x->field++;
    x->quoted = 0;
    x->value.at = NULL;
    x->value.length = x->key.length = 0;
    x->key.at = x->at;
    if (sim_grid_word_end(x, "=#") != 0) return -1;
    x->key.length = (size_t)(x->at - x->key.at);
    if (x->at == x->end || *x->at != '=') return 1;
    x->at++;
    if (x->at < x->end && *x->at == '"') return sim_grid_quoted(x) == 0 ? 1 : -1;
    x->value.at = x->at;
    if (sim_grid_word_end(x, "#\"") != 0) return -1;
    x->value.length = (size_t)(x->at - x->value.at);
    if (x->at < x->end && *x->at == '"')
        return sim_grid_fail(x, "a \" was expected only right behind the =");
    return 1;
}

static inline int sim_grid_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The attribute that a field NAME=VALUE names, which may be a new one. */
static inline int sim_grid_key(const sim_grid_text *x, uint32_t *attribute)
{
    sim_grid *g = x->g;
    sim_name *names;
    if (!x->value.at) return sim_grid_fail(x, "NAME=VALUE was expected");
    if (x->key.length == 0 || !sim_grid_letter(x->key.at[0]))
        return sim_grid_fail(x, "a name that begins with a letter was expected before =");
    if (x->key.length >= SIM_GRID_NAME)
        return sim_grid_fail(x, "a name of at most %d bytes was expected",
                             SIM_GRID_NAME - 1);
    if (x->value.length == 0) return sim_grid_fail(x, "a value was expected behind =");
    *attribute = sim_grid_attribute(g, x->key);
    if (*attribute == SIM_GRID_NONE) return sim_grid_no_memory(x);
    if (sim_grid_column(g, *attribute) < g->name_count) return 0;
    if (g->name_count == SIM_GRID_NAMES)
        return sim_grid_fail(x, "at most %d different attributes were expected",
                             SIM_GRID_NAMES);
    names = (sim_name *)sim_grid_grow(g->names, g->name_count, &g->name_capacity,
                                      sizeof *names);
    if (!names) return sim_grid_no_memory(x);
    g->names = names;
    names[g->name_count].word = *attribute;
    names[g->name_count++].priority = 1;
    return 0;
}

static inline int sim_grid_priorities(sim_grid_text *x)
{
    int more;
    while ((more = sim_grid_field(x)) > 0) {
        uint32_t attribute;
        double number = 0;
        if (sim_grid_key(x, &attribute) != 0) return -1;
        if (x->quoted || sim_grid_digits(x->value, &number) != x->value.length ||
            !(fabs(number) <= SIM_GRID_PRIORITY_MAX))
            return sim_grid_fail(x,
                                 "a number from -10^9 to 10^9 was expected, not '%.*s'",
                                 SIM_WORD(x->value));
        x->g->names[sim_grid_column(x->g, attribute)].priority =
            sim_grid_in_unit(number, 1);
    }
    return more;
}

/* nodes= and cpus= */
static inline int sim_grid_size(const sim_grid_text *x, uint32_t *size)
{
    int64_t whole;
    if (x->quoted || !sim_word_is_whole(x->value, 1, SIM_GRID_CPUS_MAX, &whole))
        return sim_grid_fail(x,
                             "a whole number from 1 to %" PRId64 " was expected, not "
                             "'%.*s'",
                             SIM_GRID_CPUS_MAX, SIM_WORD(x->value));
    *size = (uint32_t)whole;
    return 0;
}

static inline int sim_grid_amount(const sim_grid_text *x, uint32_t attribute,
                                  sim_attribute *a)
{
    const sim_unit_kind kind = sim_grid_unit(attribute);
    const int known = attribute < SIM_GRID_KNOWN_COUNT;
    a->name = attribute;
    a->number = 0;
    a->text = 0;
    a->is_text = kind == SIM_UNIT_TEXT || x->quoted ||
                 !sim_grid_number(kind, x->value, &a->number);
    if (a->is_text && kind != SIM_UNIT_TEXT && kind != SIM_UNIT_ANY)
        return sim_grid_fail(x, "%s was expected, not '%.*s'", sim_grid_expected(kind),
                             SIM_WORD(x->value));
    if (!(fabs(a->number) <= SIM_GRID_NUMBER_MAX) || (known && a->number < 0))
        return sim_grid_fail(x, "a number from %s to 10^15 was expected, not '%.*s'",
                             known ? "0" : "-10^15", SIM_WORD(x->value));
    if (!a->is_text) return 0;
    if (x->value.length >= SIM_GRID_TEXT)
        return sim_grid_fail(x, "a text of at most %d bytes was expected",
                             SIM_GRID_TEXT - 1);
    a->number = 0;
    a->text = sim_grid_intern(x->g, x->value);
    return a->text == SIM_GRID_NONE ? sim_grid_no_memory(x) : 0;
}

/* What members of their own hold, too. */
static inline void sim_cluster_note(const sim_grid *g, sim_cluster *c,
                                    const sim_attribute *a)
{
    switch (a->name) {
    case SIM_GRID_NODES: c->nodes = (uint32_t)a->number; break;
    case SIM_GRID_CPUS: c->cpus = (uint32_t)a->number; break;
    case SIM_GRID_MEMBW: c->capacity[0] = a->number; break;
    case SIM_GRID_ETHERNET: c->capacity[1] = a->number; break;
    case SIM_GRID_NETWORK: c->capacity[2] = a->number; break;
    case SIM_GRID_LOCAL: c->local = sim_grid_word(g, a->text); break;
    case SIM_GRID_SELECT: c->select = sim_grid_word(g, a->text); break;
    case SIM_GRID_QUEUE: c->queue = sim_grid_word(g, a->text); break;
    case SIM_GRID_BACKFILL: c->backfill = sim_grid_word(g, a->text); break;
    default: break;
    }
}

/* One NAME=VALUE of a cluster. */
static inline int sim_grid_set(sim_grid_text *x, sim_cluster *c, size_t *capacity)
{
    sim_attribute *attributes, a;
    uint32_t attribute, size;
    size_t i;
    if (sim_grid_key(x, &attribute) != 0) return -1;
    if (sim_grid_is_dynamic(attribute))
        return sim_grid_fail(x,
                             "an attribute that can be set was expected; this one is of"
                             " the moment");
    for (i = 0; i < c->attribute_count; i++)
        if (c->attributes[i].name == attribute)
            return sim_grid_fail(x, "each attribute was expected once; %s is set already",
                                 sim_grid_word(x->g, attribute));
    if (attribute <= SIM_GRID_CPUS && sim_grid_size(x, &size) != 0) return -1;
    if (sim_grid_amount(x, attribute, &a) != 0) return -1;
    attributes = (sim_attribute *)sim_grid_grow(c->attributes, c->attribute_count,
                                                capacity, sizeof *attributes);
    if (!attributes) return sim_grid_no_memory(x);
    c->attributes = attributes;
    attributes[c->attribute_count++] = a;
    sim_cluster_note(x->g, c, &a);
    return 0;
}

static inline int sim_cluster_name(sim_grid_text *x, sim_cluster *c)
{
    const int more = sim_grid_field(x);
    if (more < 0) return -1;
    if (more == 0) {
        x->field++;
        return sim_grid_fail(x, "a name was expected behind it");
    }
    if (x->value.at)
        return sim_grid_fail(x, "the name of the cluster was expected before its fields");
    if (x->key.length >= SIM_GRID_NAME)
        return sim_grid_fail(x, "a name of at most %d bytes was expected",
                             SIM_GRID_NAME - 1);
    if (!sim_grid_letter(*x->key.at) && !(*x->key.at >= '0' && *x->key.at <= '9'))
        return sim_grid_fail(x, "a name that begins with a letter or a digit was"
                                " expected");
    if (sim_grid_find(x->g, x->key) != SIM_GRID_NONE)
        return sim_grid_fail(x, "another name was expected; there is a cluster of this"
                                " one");
    memcpy(c->name, x->key.at, x->key.length);
    c->name[x->key.length] = 0;
    return 0;
}

/* The line of a cluster behind its first word. */
static inline int sim_grid_cluster(sim_grid_text *x)
{
    sim_grid *g = x->g;
    sim_cluster c, *clusters;
    size_t capacity = 0;
    int more;
    memset(&c, 0, sizeof c);
    if (g->count == SIM_GRID_CLUSTERS)
        return sim_grid_fail(x, "at most %d clusters were expected", SIM_GRID_CLUSTERS);
    if (sim_cluster_name(x, &c) != 0) return -1;
    clusters = (sim_cluster *)sim_grid_grow(g->clusters, g->count, &g->capacity,
                                            sizeof *clusters);
    if (!clusters) return sim_grid_no_memory(x);
    g->clusters = clusters;
    while ((more = sim_grid_field(x)) > 0)
        if ((more = sim_grid_set(x, &c, &capacity)) != 0) break;
    clusters[g->count++] = c; /* also a failed one: it is freed with the others */
    if (more < 0) return -1;
    if (!c.nodes || !c.cpus)
        return sim_fail(x->e, "%s: line %lu: %s=N was expected for cluster %s", x->name,
                        x->line, c.nodes ? "cpus" : "nodes", c.name);
    if (c.nodes > c.cpus)
        return sim_fail(x->e,
                        "%s: line %lu: at least one CPU on each node was expected, not %u"
                        " CPUs on %u nodes, for cluster %s",
                        x->name, x->line, c.cpus, c.nodes, c.name);
    g->cpus += c.cpus;
    g->nodes += c.nodes;
    if (g->nodes > SIM_GRID_NODES_MOST)
        return sim_fail(x->e,
                        "%s: line %lu: at most %d nodes in all were expected, for cluster"
                        " %s",
                        x->name, x->line, SIM_GRID_NODES_MOST, c.name);
    return 0;
}

static inline int sim_grid_line(sim_grid_text *x)
{
    int more;
    x->field = 0;
    more = sim_grid_field(x);
    if (more <= 0) return more;
    if (!x->value.at && sim_grid_equal(x->key, "cluster")) return sim_grid_cluster(x);
    if (!x->value.at && sim_grid_equal(x->key, "priority")) return sim_grid_priorities(x);
    return sim_grid_fail(x, "a line was expected to begin with 'cluster' or 'priority'");
}

/* The known attributes are the first words and names. */
static inline int sim_grid_begin(sim_grid *g)
{
    static const char *const known[] = {
#define SIM_GRID_KNOWN_NAME(id, name, unit) name,
        SIM_GRID_KNOWN(SIM_GRID_KNOWN_NAME)
#undef SIM_GRID_KNOWN_NAME
    };
    uint32_t i;
    for (i = 0; i < SIM_GRID_KNOWN_COUNT; i++) {
        sim_name *names =
            (sim_name *)sim_grid_grow(g->names, i, &g->name_capacity, sizeof *names);
        if (!names) return -1;
        g->names = names;
        if (sim_grid_intern(g, sim_word_of(known[i])) != i) return -1;
        names[i].word = i;
        names[i].priority = 1;
        g->name_count++;
    }
    return 0;
}

static inline int sim_grid_tabulate(sim_grid *g)
{
    const size_t columns = g->name_count + 1;
    size_t i, k;
    g->table = (sim_attribute *)calloc(g->count * columns, sizeof *g->table);
    if (!g->table) return -1;
    for (i = 0; i < g->count * columns; i++) g->table[i].name = SIM_GRID_NONE;
    for (i = 0; i < g->count; i++)
        for (k = 0; k < g->clusters[i].attribute_count; k++) {
            const sim_attribute *a = &g->clusters[i].attributes[k];
            g->table[i * columns + sim_grid_column(g, a->name)] = *a;
        }
    return 0;
}

static inline int sim_grid_read(sim_grid_text *x)
{
    if (sim_grid_begin(x->g) != 0) return sim_grid_no_memory(x);
    if (x->end - x->at >= 3 && memcmp(x->at, "\xEF\xBB\xBF", 3) == 0) x->at += 3;
    for (x->line = 1; x->at < x->end; x->line++) {
        const char *next;
        if (sim_grid_line(x) != 0) return -1;
        next = (const char *)memchr(x->at, '\n', (size_t)(x->end - x->at));
        x->at = next ? next + 1 : x->end;
    }
    if (x->g->count == 0)
        return sim_fail(x->e, "%s: a line 'cluster NAME nodes=N cpus=N' was expected",
                        x->name);
    return sim_grid_tabulate(x->g) == 0 ? 0 : sim_grid_no_memory(x);
}

/* From memory; text[size] is 0. `name` is for messages. On failure the grid is empty. */
static inline int sim_grid_parse(sim_grid *g, const char *name, const char *text,
                                 size_t size, sim_error *e)
{
    sim_grid_text x;
    memset(&x, 0, sizeof x);
    memset(g, 0, sizeof *g);
    x.g = g;
    x.name = name;
    x.at = text;
    x.end = text + size;
    x.e = e;
    snprintf(g->source, sizeof g->source, "%s", name);
    if (sim_grid_read(&x) == 0) return 0;
    sim_grid_free(g);
    return -1;
}

/* By the name of a built-in one, else from a file ("-": standard input). */
static inline int sim_grid_load(sim_grid *g, const char *name_or_path, sim_error *e)
{
    const sim_grid_builtin *b;
    sim_input in;
    char *text = NULL;
    size_t size;
    int failed;
    memset(g, 0, sizeof *g);
    for (b = sim_grid_builtins(); b->name; b++)
        if (sim_grid_equal(sim_word_of(name_or_path), b->name))
            return sim_grid_parse(g, b->name, b->text, strlen(b->text), e);
    if (sim_input_open(&in, name_or_path, e) != 0) return -1;
    failed = sim_input_text(&in, SIM_GRID_BYTES, &text, &size, e) != 0;
    if (!failed) failed = sim_grid_parse(g, in.path, text, size, e) != 0;
    free(text);
    return failed ? -1 : 0;
}

/* ---- writing ----------------------------------------------------------------------- */

/* So many digits that it is read again as the same number; no exponent. */
static inline void sim_grid_print_number(FILE *to, double number)
{
    char text[400];
    int digits = 0;
    do snprintf(text, sizeof text, "%.*f", digits++, number);
    while (digits < 320 && (strtod(text, NULL) < number || strtod(text, NULL) > number));
    fputs(text, to);
}

/* Where quotes are needed: it has other characters than plain words, or is a number. */
static inline void sim_grid_print_text(FILE *to, const char *text)
{
    const sim_word w = sim_word_of(text);
    double number;
    const int quoted = strpbrk(text, " #") || sim_grid_digits(w, &number) > 0;
    fprintf(to, quoted ? "\"%s\"" : "%s", text);
}

/* As a grid file. */
static inline void sim_grid_print(const sim_grid *g, FILE *to)
{
    size_t i, k;
    for (i = 0; i < g->name_count; i++) {
        if (!(g->names[i].priority < 1) && !(g->names[i].priority > 1)) continue;
        fprintf(to, "priority %s=", sim_grid_word(g, g->names[i].word));
        sim_grid_print_number(to, g->names[i].priority);
        fputc('\n', to);
    }
    for (i = 0; i < g->count; i++) {
        const sim_cluster *c = &g->clusters[i];
        fprintf(to, "cluster %s", c->name);
        for (k = 0; k < c->attribute_count; k++) {
            const sim_attribute *a = &c->attributes[k];
            fprintf(to, " %s=", sim_grid_word(g, a->name));
            if (a->is_text)
                sim_grid_print_text(to, sim_grid_word(g, a->text));
            else
                sim_grid_print_number(to, a->number);
        }
        fputc('\n', to);
    }
}

#endif
