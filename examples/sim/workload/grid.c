/* grid.c - implements grid.h. */
#include "workload/grid.h"

#include "base/array.h"
#include "base/hash.h"
#include "base/input.h"
#include "workload/grid_builtin.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define GRID_PRIORITY_MAX 1e9

#define GRID_SYNONYMS(X)               \
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

double grid_state_bsld(const struct grid_state *s)
{
    return s->finished ? s->bsld_sum / (double)s->finished : 1.0;
}

uint32_t grid_cluster_node(const struct grid_cluster *c, uint32_t cpu)
{
    const uint32_t each = c->cpus / c->nodes, more = c->cpus % c->nodes;
    const uint32_t in_larger = more * (each + 1);
    return cpu < in_larger ? cpu / (each + 1) : more + (cpu - in_larger) / each;
}

int grid_is_dynamic(uint32_t attribute)
{
    return attribute >= GRID_FREECPUS && attribute <= GRID_DISKAVAILABLE;
}

void grid_free(struct grid *g)
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

char grid_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int grid_equal(struct word a, const char *b)
{
    size_t i;
    for (i = 0; i < a.length; i++)
        if (!b[i] || grid_lower(a.at[i]) != grid_lower(b[i])) return 0;
    return !b[i];
}

uint32_t *grid_place(const struct grid *g, struct word w)
{
    uint64_t hash = HASH_START;
    size_t i;
    for (i = 0; i < w.length; i++) {
        const unsigned char c = (unsigned char)grid_lower(w.at[i]);
        hash = hash_bytes(hash, &c, 1);
    }
    hash ^= hash >> 32;
    for (;; hash++) {
        uint32_t *place = &g->places[hash & (g->place_count - 1)];
        if (!*place || grid_equal(w, g->words[*place - 1])) return place;
    }
}

struct word grid_word_of(const char *text)
{
    const struct word w = {text, strlen(text)};
    return w;
}

static int grid_more_places(struct grid *g)
{
    const size_t count = g->place_count ? 2 * g->place_count : 256;
    size_t i;
    uint32_t *grown = (uint32_t *)calloc(count, sizeof *grown);
    if (!grown) return -1;
    free(g->places);
    g->places = grown;
    g->place_count = count;
    for (i = 0; i < g->word_count; i++)
        *grid_place(g, grid_word_of(g->words[i])) = (uint32_t)i + 1;
    return 0;
}

uint32_t grid_intern(struct grid *g, struct word w)
{
    uint32_t *place;
    char *copy;
    size_t i;
    if (2 * g->word_count >= g->place_count && grid_more_places(g) != 0) return GRID_NONE;
    place = grid_place(g, w);
    if (*place) return *place - 1;
    if (g->word_count >= UINT32_MAX / 4) return GRID_NONE;
    if (ARRAY_ROOM(g->words, g->word_count, g->word_capacity, 1) != 0) return GRID_NONE;
    copy = (char *)malloc(w.length + 1);
    if (!copy) return GRID_NONE;
    for (i = 0; i < w.length; i++) copy[i] = w.at[i] ? w.at[i] : '?';
    copy[i] = 0;
    g->words[g->word_count] = copy;
    *place = (uint32_t)++g->word_count;
    return *place - 1;
}

const char *grid_word(const struct grid *g, uint32_t number)
{
    return number < g->word_count ? g->words[number] : "";
}

/* ---- names of attributes ----------------------------------------------------------- */

uint32_t grid_attribute(struct grid *g, struct word name)
{
    static const struct {
        const char *name;
        uint32_t known;
    } synonyms[] = {
#define GRID_SYNONYM(name, id) {name, GRID_##id},
        GRID_SYNONYMS(GRID_SYNONYM)
#undef GRID_SYNONYM
    };
    char text[GRID_NAME];
    struct word w = {text, 0};
    size_t i;
    for (i = 0; i < name.length; i++) {
        const char c = name.at[i];
        if (word_is_blank(c) || c == '_' || c == '-') continue;
        if (w.length == sizeof text - 1) return GRID_NONE;
        text[w.length++] = grid_lower(c);
    }
    for (i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
        if (grid_equal(w, synonyms[i].name)) return synonyms[i].known;
    return grid_intern(g, w);
}

uint32_t grid_column(const struct grid *g, uint32_t attribute)
{
    uint32_t i = attribute;
    if (attribute >= GRID_KNOWN_COUNT)
        for (i = GRID_KNOWN_COUNT; i < g->name_count; i++)
            if (g->names[i].word == attribute) break;
    return i;
}

double grid_priority(const struct grid *g, uint32_t attribute)
{
    const uint32_t column = grid_column(g, attribute);
    return column < g->name_count ? g->names[column].priority : 1;
}

const struct grid_attribute *grid_value(const struct grid *g, size_t cluster,
                                        uint32_t attribute)
{
    const struct grid_attribute *a =
        &g->table[cluster * (g->name_count + 1) + grid_column(g, attribute)];
    return a->name == GRID_NONE ? NULL : a;
}

uint32_t grid_find(const struct grid *g, struct word name)
{
    size_t i;
    for (i = 0; i < g->count; i++)
        if (grid_equal(name, g->clusters[i].name)) return (uint32_t)i;
    return GRID_NONE;
}

/* ---- numbers and units ------------------------------------------------------------- */

enum grid_unit_kind grid_unit(uint32_t attribute)
{
    static const enum grid_unit_kind units[] = {
#define GRID_UNIT(id, name, unit) unit,
        GRID_KNOWN(GRID_UNIT)
#undef GRID_UNIT
    };
    return attribute < GRID_KNOWN_COUNT ? units[attribute] : GRID_UNIT_ANY;
}

double grid_factor(enum grid_unit_kind kind, struct word unit)
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
            grid_equal(unit, units[i].name))
            return units[i].factor;
    return 0;
}

const char *grid_expected(enum grid_unit_kind kind)
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

/* The decimal number that the word begins with, its length; 0 if it does not. */
static size_t grid_digits(struct word w, double *number)
{
    struct word part = w;
    size_t n = w.length > 0 && w.at[0] == '-', digits = 0;
    for (; n < w.length && w.at[n] >= '0' && w.at[n] <= '9'; n++) digits++;
    if (n < w.length && w.at[n] == '.')
        for (n++; n < w.length && w.at[n] >= '0' && w.at[n] <= '9'; n++) digits++;
    part.length = n;
    return digits && word_is_number(part, number) ? n : 0;
}

double grid_in_unit(double number, double factor)
{
    const double x = number * factor;
    return fabs(x) < 1e9 ? round(x * 1e6) / 1e6 : x;
}

/* Is all of it a number with or without a unit of this kind? */
static int grid_number(enum grid_unit_kind kind, struct word w, double *number)
{
    const size_t digits = grid_digits(w, number);
    struct word unit = w;
    double factor;
    if (digits == 0) return 0;
    unit.at += digits;
    unit.length -= digits;
    factor = grid_factor(kind, word_trim(unit));
    *number = grid_in_unit(*number, factor);
    return factor > 0;
}

/* ---- reading ----------------------------------------------------------------------- */

struct grid_text {
    struct grid *g;
    const char *name;       /* for messages                       */
    const char *at, *end;   /* what is left of the text; *end is 0 */
    unsigned long line;     /* of `at`, from 1                    */
    unsigned long field;    /* of the line, from 1                */
    struct word key, value; /* of the field: NAME=VALUE; at NULL = no '=' */
    int quoted;
    struct error *e;
};

ERROR_PRINTF(2, 3)
static int grid_fail(const struct grid_text *x, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return error_fail(x->e, "%s: line %lu, field %lu (%.*s): %s", x->name, x->line,
                      x->field, WORD(x->key), text);
}

static int grid_no_memory(const struct grid_text *x)
{
    return error_fail(x->e, "%s: there is no memory for a grid of %zu clusters", x->name,
                      x->g->count);
}

/* Up to a blank, '#', or the end, over what is between quotes. */
static int grid_word_end(struct grid_text *x, const char *stops)
{
    for (; x->at < x->end && !word_is_blank(*x->at); x->at++) {
        const unsigned char c = (unsigned char)*x->at;
        if (c && strchr(stops, c)) return 0;
        if (c < ' ' || c == 127)
            return grid_fail(x, "a printable character was expected, not byte %u", c);
    }
    return 0;
}

static int grid_quoted(struct grid_text *x)
{
    x->quoted = 1;
    x->value.at = ++x->at;
    for (; x->at < x->end && *x->at != '"'; x->at++) {
        const unsigned char c = (unsigned char)*x->at;
        if (c == '\n' || c == '\r') break;
        if (c < ' ' || c == 127)
            return grid_fail(x, "a printable character was expected, not byte %u", c);
    }
    x->value.length = (size_t)(x->at - x->value.at);
    if (x->at == x->end || *x->at != '"')
        return grid_fail(x, "a closing \" was expected before the end of the line");
    x->at++;
    if (x->at < x->end && !word_is_blank(*x->at) && *x->at != '#')
        return grid_fail(x, "a blank was expected behind the closing \"");
    return 0;
}

/* The next field of the line: 1, 0 at the line's end, -1. */
static int grid_field(struct grid_text *x)
{
    while (x->at < x->end && *x->at != '\n' && word_is_blank(*x->at)) x->at++;
    if (x->at == x->end || *x->at == '\n' || *x->at == '#') return 0;
    x->field++;
    x->quoted = 0;
    x->value.at = NULL;
    x->value.length = x->key.length = 0;
    x->key.at = x->at;
    if (grid_word_end(x, "=#") != 0) return -1;
    x->key.length = (size_t)(x->at - x->key.at);
    if (x->at == x->end || *x->at != '=') return 1;
    x->at++;
    if (x->at < x->end && *x->at == '"') return grid_quoted(x) == 0 ? 1 : -1;
    x->value.at = x->at;
    if (grid_word_end(x, "#\"") != 0) return -1;
    x->value.length = (size_t)(x->at - x->value.at);
    if (x->at < x->end && *x->at == '"')
        return grid_fail(x, "a \" was expected only right behind the =");
    return 1;
}

static int grid_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The attribute that a field NAME=VALUE names, which may be a new one. */
static int grid_key(const struct grid_text *x, uint32_t *attribute)
{
    struct grid *g = x->g;
    if (!x->value.at) return grid_fail(x, "NAME=VALUE was expected");
    if (x->key.length == 0 || !grid_letter(x->key.at[0]))
        return grid_fail(x, "a name that begins with a letter was expected before =");
    if (x->key.length >= GRID_NAME)
        return grid_fail(x, "a name of at most %d bytes was expected", GRID_NAME - 1);
    if (x->value.length == 0) return grid_fail(x, "a value was expected behind =");
    *attribute = grid_attribute(g, x->key);
    if (*attribute == GRID_NONE) return grid_no_memory(x);
    if (grid_column(g, *attribute) < g->name_count) return 0;
    if (g->name_count == GRID_NAMES)
        return grid_fail(x, "at most %d different attributes were expected", GRID_NAMES);
    if (ARRAY_ROOM(g->names, g->name_count, g->name_capacity, 1) != 0)
        return grid_no_memory(x);
    g->names[g->name_count].word = *attribute;
    g->names[g->name_count++].priority = 1;
    return 0;
}

static int grid_priorities(struct grid_text *x)
{
    int more;
    while ((more = grid_field(x)) > 0) {
        uint32_t attribute;
        double number = 0;
        if (grid_key(x, &attribute) != 0) return -1;
        if (x->quoted || grid_digits(x->value, &number) != x->value.length ||
            !(fabs(number) <= GRID_PRIORITY_MAX))
            return grid_fail(x, "a number from -10^9 to 10^9 was expected, not '%.*s'",
                             WORD(x->value));
        x->g->names[grid_column(x->g, attribute)].priority = grid_in_unit(number, 1);
    }
    return more;
}

/* nodes= and cpus= */
static int grid_size(const struct grid_text *x, uint32_t *size)
{
    int64_t whole;
    if (x->quoted || !word_is_whole(x->value, 1, GRID_CPUS_MAX, &whole))
        return grid_fail(x,
                         "a whole number from 1 to %" PRId64 " was expected, not "
                         "'%.*s'",
                         GRID_CPUS_MAX, WORD(x->value));
    *size = (uint32_t)whole;
    return 0;
}

static int grid_amount(const struct grid_text *x, uint32_t attribute,
                       struct grid_attribute *a)
{
    const enum grid_unit_kind kind = grid_unit(attribute);
    const int known = attribute < GRID_KNOWN_COUNT;
    a->name = attribute;
    a->number = 0;
    a->text = 0;
    a->is_text =
        kind == GRID_UNIT_TEXT || x->quoted || !grid_number(kind, x->value, &a->number);
    if (a->is_text && kind != GRID_UNIT_TEXT && kind != GRID_UNIT_ANY)
        return grid_fail(x, "%s was expected, not '%.*s'", grid_expected(kind),
                         WORD(x->value));
    if (!(fabs(a->number) <= GRID_NUMBER_MAX) || (known && a->number < 0))
        return grid_fail(x, "a number from %s to 10^15 was expected, not '%.*s'",
                         known ? "0" : "-10^15", WORD(x->value));
    if (!a->is_text) return 0;
    if (x->value.length >= GRID_TEXT)
        return grid_fail(x, "a text of at most %d bytes was expected", GRID_TEXT - 1);
    a->number = 0;
    a->text = grid_intern(x->g, x->value);
    return a->text == GRID_NONE ? grid_no_memory(x) : 0;
}

/* What members of their own hold, too. */
static void grid_cluster_note(const struct grid *g, struct grid_cluster *c,
                              const struct grid_attribute *a)
{
    switch (a->name) {
    case GRID_NODES: c->nodes = (uint32_t)a->number; break;
    case GRID_CPUS: c->cpus = (uint32_t)a->number; break;
    case GRID_MEMBW: c->capacity[0] = a->number; break;
    case GRID_ETHERNET: c->capacity[1] = a->number; break;
    case GRID_NETWORK: c->capacity[2] = a->number; break;
    case GRID_LOCAL: c->local = grid_word(g, a->text); break;
    case GRID_SELECT: c->select = grid_word(g, a->text); break;
    case GRID_QUEUE: c->queue = grid_word(g, a->text); break;
    case GRID_BACKFILL: c->backfill = grid_word(g, a->text); break;
    default: break;
    }
}

/* One NAME=VALUE of a cluster. */
static int grid_set(struct grid_text *x, struct grid_cluster *c, size_t *capacity)
{
    struct grid_attribute a;
    uint32_t attribute, size;
    size_t i;
    if (grid_key(x, &attribute) != 0) return -1;
    if (grid_is_dynamic(attribute))
        return grid_fail(x, "an attribute that can be set was expected; this one is of"
                            " the moment");
    for (i = 0; i < c->attribute_count; i++)
        if (c->attributes[i].name == attribute)
            return grid_fail(x, "each attribute was expected once; %s is set already",
                             grid_word(x->g, attribute));
    if (attribute <= GRID_CPUS && grid_size(x, &size) != 0) return -1;
    if (grid_amount(x, attribute, &a) != 0) return -1;
    if (ARRAY_ROOM(c->attributes, c->attribute_count, *capacity, 1) != 0)
        return grid_no_memory(x);
    c->attributes[c->attribute_count++] = a;
    grid_cluster_note(x->g, c, &a);
    return 0;
}

static int grid_cluster_name(struct grid_text *x, struct grid_cluster *c)
{
    const int more = grid_field(x);
    if (more < 0) return -1;
    if (more == 0) {
        x->field++;
        return grid_fail(x, "a name was expected behind it");
    }
    if (x->value.at)
        return grid_fail(x, "the name of the cluster was expected before its fields");
    if (x->key.length >= GRID_NAME)
        return grid_fail(x, "a name of at most %d bytes was expected", GRID_NAME - 1);
    if (!grid_letter(*x->key.at) && !(*x->key.at >= '0' && *x->key.at <= '9'))
        return grid_fail(x, "a name that begins with a letter or a digit was"
                            " expected");
    if (grid_find(x->g, x->key) != GRID_NONE)
        return grid_fail(x, "another name was expected; there is a cluster of this"
                            " one");
    memcpy(c->name, x->key.at, x->key.length);
    c->name[x->key.length] = 0;
    return 0;
}

/* The line of a cluster behind its first word. */
static int grid_cluster(struct grid_text *x)
{
    struct grid *g = x->g;
    struct grid_cluster c;
    size_t capacity = 0;
    int more;
    memset(&c, 0, sizeof c);
    if (g->count == GRID_CLUSTERS)
        return grid_fail(x, "at most %d clusters were expected", GRID_CLUSTERS);
    if (grid_cluster_name(x, &c) != 0) return -1;
    if (ARRAY_ROOM(g->clusters, g->count, g->capacity, 1) != 0) return grid_no_memory(x);
    while ((more = grid_field(x)) > 0)
        if ((more = grid_set(x, &c, &capacity)) != 0) break;
    g->clusters[g->count++] = c; /* also a failed one: it is freed with the others */
    if (more < 0) return -1;
    if (!c.nodes || !c.cpus)
        return error_fail(x->e, "%s: line %lu: %s=N was expected for cluster %s", x->name,
                          x->line, c.nodes ? "cpus" : "nodes", c.name);
    if (c.nodes > c.cpus)
        return error_fail(
            x->e,
            "%s: line %lu: at least one CPU on each node was expected, not %u"
            " CPUs on %u nodes, for cluster %s",
            x->name, x->line, c.cpus, c.nodes, c.name);
    g->cpus += c.cpus;
    g->nodes += c.nodes;
    if (g->nodes > GRID_NODES_MOST)
        return error_fail(
            x->e,
            "%s: line %lu: at most %d nodes in all were expected, for cluster"
            " %s",
            x->name, x->line, GRID_NODES_MOST, c.name);
    return 0;
}

static int grid_line(struct grid_text *x)
{
    int more;
    x->field = 0;
    more = grid_field(x);
    if (more <= 0) return more;
    if (!x->value.at && grid_equal(x->key, "cluster")) return grid_cluster(x);
    if (!x->value.at && grid_equal(x->key, "priority")) return grid_priorities(x);
    return grid_fail(x, "a line was expected to begin with 'cluster' or 'priority'");
}

int grid_begin(struct grid *g)
{
    static const char *const known[] = {
#define GRID_KNOWN_NAME(id, name, unit) name,
        GRID_KNOWN(GRID_KNOWN_NAME)
#undef GRID_KNOWN_NAME
    };
    uint32_t i;
    for (i = 0; i < GRID_KNOWN_COUNT; i++) {
        if (ARRAY_ROOM(g->names, i, g->name_capacity, 1) != 0) return -1;
        if (grid_intern(g, grid_word_of(known[i])) != i) return -1;
        g->names[i].word = i;
        g->names[i].priority = 1;
        g->name_count++;
    }
    return 0;
}

static int grid_tabulate(struct grid *g)
{
    const size_t columns = g->name_count + 1;
    size_t i, k;
    g->table = (struct grid_attribute *)calloc(g->count * columns, sizeof *g->table);
    if (!g->table) return -1;
    for (i = 0; i < g->count * columns; i++) g->table[i].name = GRID_NONE;
    for (i = 0; i < g->count; i++)
        for (k = 0; k < g->clusters[i].attribute_count; k++) {
            const struct grid_attribute *a = &g->clusters[i].attributes[k];
            g->table[i * columns + grid_column(g, a->name)] = *a;
        }
    return 0;
}

static int grid_read(struct grid_text *x)
{
    if (grid_begin(x->g) != 0) return grid_no_memory(x);
    if (x->end - x->at >= 3 && memcmp(x->at, "\xEF\xBB\xBF", 3) == 0) x->at += 3;
    for (x->line = 1; x->at < x->end; x->line++) {
        const char *next;
        if (grid_line(x) != 0) return -1;
        next = (const char *)memchr(x->at, '\n', (size_t)(x->end - x->at));
        x->at = next ? next + 1 : x->end;
    }
    if (x->g->count == 0)
        return error_fail(x->e, "%s: a line 'cluster NAME nodes=N cpus=N' was expected",
                          x->name);
    return grid_tabulate(x->g) == 0 ? 0 : grid_no_memory(x);
}

int grid_parse(struct grid *g, const char *name, const char *text, size_t size,
               struct error *e)
{
    struct grid_text x;
    memset(&x, 0, sizeof x);
    memset(g, 0, sizeof *g);
    x.g = g;
    x.name = name;
    x.at = text;
    x.end = text + size;
    x.e = e;
    snprintf(g->source, sizeof g->source, "%s", name);
    if (grid_read(&x) == 0) return 0;
    grid_free(g);
    return -1;
}

int grid_load(struct grid *g, const char *name_or_path, struct error *e)
{
    const struct grid_builtin *b;
    struct input in;
    char *text = NULL;
    size_t size;
    int failed;
    memset(g, 0, sizeof *g);
    for (b = grid_builtin_builtins(); b->name; b++)
        if (grid_equal(grid_word_of(name_or_path), b->name))
            return grid_parse(g, b->name, b->text, strlen(b->text), e);
    if (input_open(&in, name_or_path, e) != 0) return -1;
    failed = input_read_all(&in, GRID_BYTES, &text, &size, e) != 0;
    if (!failed) failed = grid_parse(g, in.path, text, size, e) != 0;
    free(text);
    return failed ? -1 : 0;
}

/* ---- writing ----------------------------------------------------------------------- */

void grid_print_number(FILE *to, double number)
{
    char text[400];
    int digits = 0;
    do snprintf(text, sizeof text, "%.*f", digits++, number);
    while (digits < 320 && (strtod(text, NULL) < number || strtod(text, NULL) > number));
    fputs(text, to);
}

/* Where quotes are needed: it has other characters than plain words, or is a number. */
static void grid_print_text(FILE *to, const char *text)
{
    const struct word w = grid_word_of(text);
    double number;
    const int quoted = strpbrk(text, " #") || grid_digits(w, &number) > 0;
    fprintf(to, quoted ? "\"%s\"" : "%s", text);
}

void grid_print(const struct grid *g, FILE *to)
{
    size_t i, k;
    for (i = 0; i < g->name_count; i++) {
        if (!(g->names[i].priority < 1) && !(g->names[i].priority > 1)) continue;
        fprintf(to, "priority %s=", grid_word(g, g->names[i].word));
        grid_print_number(to, g->names[i].priority);
        fputc('\n', to);
    }
    for (i = 0; i < g->count; i++) {
        const struct grid_cluster *c = &g->clusters[i];
        fprintf(to, "cluster %s", c->name);
        for (k = 0; k < c->attribute_count; k++) {
            const struct grid_attribute *a = &c->attributes[k];
            fprintf(to, " %s=", grid_word(g, a->name));
            if (a->is_text)
                grid_print_text(to, grid_word(g, a->text));
            else
                grid_print_number(to, a->number);
        }
        fputc('\n', to);
    }
}
