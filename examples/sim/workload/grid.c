/* grid.c - an attribute's number is its name's, where the known ones come first. */
#include "workload/grid.h"

#include "base/quantity.h"
#include "kit/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct known {
    const char *name;
    enum grid_unit_kind unit;
    const char *synonyms;
} known[GRID_KNOWN_COUNT] = {
    [GRID_NODES] = {"nodes", GRID_UNIT_COUNT, "node"},
    [GRID_CPUS] = {"cpus", GRID_UNIT_COUNT, "cpu processor processors ncpus"},
    [GRID_VENDOR] = {"vendor", GRID_UNIT_TEXT, "cpuvendor processorvendor"},
    [GRID_OS] = {"os", GRID_UNIT_TEXT, "osname operatingsystem"},
    [GRID_MEMORY] = {"memory", GRID_UNIT_MB, "ram mem memorysize"},
    [GRID_DISK] = {"disk", GRID_UNIT_MB, "disksize diskspace"},
    [GRID_CLOCK] = {"clock", GRID_UNIT_MHZ,
                    "clockspeed cpuclock cpuspeed processorclockspeed frequency"},
    [GRID_MEMBW] = {"membw", GRID_UNIT_ONE, "memorybandwidth"},
    [GRID_ETHERNET] = {"ethernet", GRID_UNIT_ONE, ""},
    [GRID_NETWORK] = {"network", GRID_UNIT_ONE, ""},
    [GRID_LOCAL] = {"local", GRID_UNIT_TEXT, ""},
    [GRID_SELECT] = {"select", GRID_UNIT_TEXT, ""},
    [GRID_QUEUE] = {"queue", GRID_UNIT_TEXT, ""},
    [GRID_BACKFILL] = {"backfill", GRID_UNIT_TEXT, ""},
    [GRID_FREECPUS] = {"freecpus", GRID_UNIT_COUNT, "freeprocessors idlecpus"},
    [GRID_FREENODES] = {"freenodes", GRID_UNIT_COUNT, "idlenodes"},
    [GRID_LOAD] = {"load", GRID_UNIT_ONE, "cpuload loadlast15min"},
    [GRID_QUEUED] = {"queued", GRID_UNIT_ONE, "queuedjobs waitingjobs"},
    [GRID_RAMAVAILABLE] = {"ramavailable", GRID_UNIT_MB, "memoryavailable freememory"},
    [GRID_DISKAVAILABLE] = {"diskavailable", GRID_UNIT_MB, "freedisk"},
};

static int word_same(struct word a, struct word b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static uint32_t number_of(struct names *n, struct word name)
{
    const uint32_t number = names_add(n, name);
    if (number == NAMES_NONE) fail("out of memory");
    return number;
}

void grid_init(struct grid *g)
{
    memset(g, 0, sizeof *g);
    g->attributes.any_case = g->texts.any_case = 1;
    for (size_t i = 0; i < GRID_KNOWN_COUNT; i++)
        number_of(&g->attributes, word_of(known[i].name));
    for (size_t i = 0; i < GRID_ATTRIBUTES; i++) g->priority[i] = 1;
}

void grid_free(struct grid *g)
{
    for (size_t i = 0; i < g->count; i++) free(g->clusters[i].values);
    free(g->clusters);
    names_free(&g->attributes);
    names_free(&g->texts);
    memset(g, 0, sizeof *g);
}

uint32_t grid_find(const struct grid *g, struct word name)
{
    for (size_t i = 0; i < g->count; i++)
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
    for (size_t i = 0; i < name.length && w.length < sizeof text; i++)
        if (!word_is_blank(name.at[i]) && name.at[i] != '_' && name.at[i] != '-')
            text[w.length++] = word_lower(name.at[i]);
    uint32_t number = names_find(&g->attributes, w);
    if (number != NAMES_NONE) return number;
    for (number = 0; number < GRID_KNOWN_COUNT; number++) {
        struct word rest = word_of(known[number].synonyms);
        while (w.length && rest.at)
            if (word_same(word_part(&rest, ' '), w)) return number;
    }
    return number_of(&g->attributes, w);
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
    return attribute < GRID_ATTRIBUTES ? g->priority[attribute] : 1;
}

const char *grid_word(const struct grid *g, uint32_t attribute)
{
    return names_text(&g->attributes, attribute);
}

uint32_t grid_text_number(struct grid *g, struct word text)
{
    return number_of(&g->texts, text);
}

const char *grid_text(const struct grid *g, uint32_t number)
{
    return names_text(&g->texts, number);
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
    double bytes;
    if (unit.length == 0) return 1;
    if (kind == GRID_UNIT_MB && quantity_bytes(unit, &bytes) == unit.length)
        return bytes / 1048576;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if ((kind == units[i].kind || kind == GRID_UNIT_ANY) &&
            word_is_any_case(unit, units[i].name))
            return units[i].factor;
    return 0;
}

const char *grid_unit_expected(enum grid_unit_kind kind)
{
    return kind == GRID_UNIT_MB     ? "a number of MB, or with KB, MB, GB or TB"
           : kind == GRID_UNIT_MHZ  ? "a number of MHz, or with MHz or GHz"
           : kind == GRID_UNIT_TEXT ? "a text"
                                    : "a number";
}

double grid_unit_times(double number, double factor)
{
    const double x = number * factor;
    return fabs(x) < 1e9 ? round(x * 1e6) / 1e6 : x;
}
