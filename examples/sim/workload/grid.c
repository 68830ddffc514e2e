/* grid.c - an attribute's number is that of its name among the grid's words, where the
 * known ones come first. Values stand in a table of clusters by columns. */
#include "workload/grid.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct known {
    const char *name;
    enum grid_unit_kind unit;
} known[GRID_KNOWN_COUNT] = {
    [GRID_NODES] = {"nodes", GRID_UNIT_COUNT},
    [GRID_CPUS] = {"cpus", GRID_UNIT_COUNT},
    [GRID_MEMORY] = {"memory", GRID_UNIT_MB},
    [GRID_DISK] = {"disk", GRID_UNIT_MB},
    [GRID_CLOCK] = {"clock", GRID_UNIT_MHZ},
    [GRID_VENDOR] = {"vendor", GRID_UNIT_TEXT},
    [GRID_OS] = {"os", GRID_UNIT_TEXT},
    [GRID_MEMBW] = {"membw", GRID_UNIT_ONE},
    [GRID_ETHERNET] = {"ethernet", GRID_UNIT_ONE},
    [GRID_NETWORK] = {"network", GRID_UNIT_ONE},
    [GRID_LOCAL] = {"local", GRID_UNIT_TEXT},
    [GRID_SELECT] = {"select", GRID_UNIT_TEXT},
    [GRID_QUEUE] = {"queue", GRID_UNIT_TEXT},
    [GRID_BACKFILL] = {"backfill", GRID_UNIT_TEXT},
    [GRID_FREECPUS] = {"freecpus", GRID_UNIT_COUNT},
    [GRID_FREENODES] = {"freenodes", GRID_UNIT_COUNT},
    [GRID_LOAD] = {"load", GRID_UNIT_ONE},
    [GRID_QUEUED] = {"queued", GRID_UNIT_ONE},
    [GRID_RAMAVAILABLE] = {"ramavailable", GRID_UNIT_MB},
    [GRID_DISKAVAILABLE] = {"diskavailable", GRID_UNIT_MB},
};

static const struct synonym {
    const char *name;
    enum grid_known known;
} synonyms[] = {
    {"node", GRID_NODES},
    {"cpu", GRID_CPUS},
    {"processor", GRID_CPUS},
    {"processors", GRID_CPUS},
    {"ncpus", GRID_CPUS},
    {"ram", GRID_MEMORY},
    {"mem", GRID_MEMORY},
    {"memorysize", GRID_MEMORY},
    {"disksize", GRID_DISK},
    {"diskspace", GRID_DISK},
    {"clockspeed", GRID_CLOCK},
    {"cpuclock", GRID_CLOCK},
    {"cpuspeed", GRID_CLOCK},
    {"processorclockspeed", GRID_CLOCK},
    {"frequency", GRID_CLOCK},
    {"cpuvendor", GRID_VENDOR},
    {"processorvendor", GRID_VENDOR},
    {"osname", GRID_OS},
    {"operatingsystem", GRID_OS},
    {"memorybandwidth", GRID_MEMBW},
    {"freeprocessors", GRID_FREECPUS},
    {"idlecpus", GRID_FREECPUS},
    {"idlenodes", GRID_FREENODES},
    {"cpuload", GRID_LOAD},
    {"loadlast15min", GRID_LOAD},
    {"queuedjobs", GRID_QUEUED},
    {"waitingjobs", GRID_QUEUED},
    {"memoryavailable", GRID_RAMAVAILABLE},
    {"freememory", GRID_RAMAVAILABLE},
    {"freedisk", GRID_DISKAVAILABLE},
};

int grid_init(struct grid *g)
{
    uint32_t i;
    memset(g, 0, sizeof *g);
    g->words.any_case = 1;
    for (i = 0; i < GRID_KNOWN_COUNT; i++) {
        if (names_add(&g->words, word_of(known[i].name)) != i) return -1;
        if (ARRAY_ROOM(g->columns, g->column_count, g->column_capacity, 1) != 0)
            return -1;
        g->columns[i].attribute = i;
        g->columns[i].priority = 1;
        g->column_count++;
    }
    return 0;
}

void grid_free(struct grid *g)
{
    size_t i;
    for (i = 0; i < g->count; i++) free(g->clusters[i].attributes);
    free(g->clusters);
    free(g->columns);
    free(g->table);
    names_free(&g->words);
    memset(g, 0, sizeof *g);
}

uint32_t grid_find(const struct grid *g, struct word name)
{
    size_t i;
    for (i = 0; i < g->count; i++)
        if (word_is_any_case(name, g->clusters[i].name)) return (uint32_t)i;
    return GRID_NONE;
}

uint32_t grid_cluster_node(const struct grid_cluster *c, uint32_t cpu)
{
    const uint32_t each = c->cpus / c->nodes, more = c->cpus % c->nodes;
    const uint32_t in_larger = more * (each + 1);
    return cpu < in_larger ? cpu / (each + 1) : more + (cpu - in_larger) / each;
}

/* ---- attributes -------------------------------------------------------------------- */

uint32_t grid_attribute(struct grid *g, struct word name)
{
    char text[GRID_NAME];
    struct word w = {text, 0};
    size_t i;
    for (i = 0; i < name.length; i++) {
        const char c = name.at[i];
        if (word_is_blank(c) || c == '_' || c == '-') continue;
        if (w.length == sizeof text - 1) return GRID_NONE;
        text[w.length++] = word_lower(c);
    }
    for (i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
        if (word_is_any_case(w, synonyms[i].name)) return synonyms[i].known;
    return names_add(&g->words, w);
}

int grid_is_dynamic(uint32_t attribute)
{
    return attribute >= GRID_FREECPUS && attribute < GRID_KNOWN_COUNT;
}

enum grid_unit_kind grid_unit(uint32_t attribute)
{
    return attribute < GRID_KNOWN_COUNT ? known[attribute].unit : GRID_UNIT_ANY;
}

double grid_priority(const struct grid *g, uint32_t attribute)
{
    const uint32_t column = grid_column(g, attribute);
    return column < g->column_count ? g->columns[column].priority : 1;
}

const char *grid_word(const struct grid *g, uint32_t number)
{
    return names_text(&g->words, number);
}

double grid_state_bsld(const struct grid_state *s)
{
    return s->finished ? s->bsld_sum / (double)s->finished : 1.0;
}

/* ---- attributes with units --------------------------------------------------------- */

double grid_unit_factor(enum grid_unit_kind kind, struct word unit)
{
    static const struct {
        const char *name;
        enum grid_unit_kind kind;
        double factor;
    } units[] = {{"KB", GRID_UNIT_MB, 1 / 1024.0},  {"MB", GRID_UNIT_MB, 1},
                 {"GB", GRID_UNIT_MB, 1024},        {"TB", GRID_UNIT_MB, 1048576},
                 {"MHZ", GRID_UNIT_MHZ, 1},         {"GHZ", GRID_UNIT_MHZ, 1000},
                 {"cpu", GRID_UNIT_COUNT, 1},       {"cpus", GRID_UNIT_COUNT, 1},
                 {"node", GRID_UNIT_COUNT, 1},      {"nodes", GRID_UNIT_COUNT, 1},
                 {"processor", GRID_UNIT_COUNT, 1}, {"processors", GRID_UNIT_COUNT, 1}};
    size_t i;
    if (unit.length == 0) return 1;
    for (i = 0; i < sizeof units / sizeof units[0]; i++)
        if ((kind == units[i].kind || kind == GRID_UNIT_ANY) &&
            word_is_any_case(unit, units[i].name))
            return units[i].factor;
    return 0;
}

const char *grid_unit_expected(enum grid_unit_kind kind)
{
    switch (kind) {
    case GRID_UNIT_MB: return "a number of MB, or with KB, MB, GB or TB,";
    case GRID_UNIT_MHZ: return "a number of MHz, or with MHz or GHz,";
    case GRID_UNIT_TEXT: return "a text";
    case GRID_UNIT_COUNT:
    case GRID_UNIT_ONE:
    case GRID_UNIT_ANY: break;
    }
    return "a number";
}

double grid_unit_times(double number, double factor)
{
    const double x = number * factor;
    return fabs(x) < 1e9 ? round(x * 1e6) / 1e6 : x;
}

size_t grid_unit_digits(struct word w, double *number)
{
    struct word part = w;
    size_t n = w.length > 0 && w.at[0] == '-', digits = 0;
    for (; n < w.length && w.at[n] >= '0' && w.at[n] <= '9'; n++) digits++;
    if (n < w.length && w.at[n] == '.')
        for (n++; n < w.length && w.at[n] >= '0' && w.at[n] <= '9'; n++) digits++;
    part.length = n;
    return digits && word_is_number(part, number) ? n : 0;
}

int grid_unit_number(enum grid_unit_kind kind, struct word w, double *number)
{
    const size_t digits = grid_unit_digits(w, number);
    struct word unit = w;
    double factor;
    if (digits == 0) return 0;
    unit.at += digits;
    unit.length -= digits;
    factor = grid_unit_factor(kind, word_trim(unit));
    *number = grid_unit_times(*number, factor);
    return factor > 0;
}
