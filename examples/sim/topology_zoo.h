/* topology_zoo.h - networks of the Internet Topology Zoo, for the readers of its formats
 * (topology_gml.h, topology_graphml.h):
 *
 *   S. Knight, H. X. Nguyen, N. Falkner, R. Bowden, M. Roughan: The Internet Topology
 *   Zoo. IEEE J. on Selected Areas in Communications 29(9), 1765-1775, 2011.
 *
 *   nodes  id, label, Longitude, Latitude
 *   links  source, target, LinkSpeedRaw (bit/s), or LinkSpeed with LinkSpeedUnits (K, M,
 *          G, T; none: bit/s), or the default capacity
 *
 * Everything else is skipped, but lists and elements must be closed as they were opened.
 * A node is called by its label; by label_id where that is taken, by its id where it has
 * none. Self-loops, which some of the files have, are left out and counted; parallel
 * links stay. Nodes come before the links that name them.
 */
#ifndef SIM_TOPOLOGY_ZOO_H
#define SIM_TOPOLOGY_ZOO_H

#include "topology_scan.h"

enum { SIM_ZOO_DEPTH = 64 };

enum {
    SIM_ZOO_ID,
    SIM_ZOO_LABEL,
    SIM_ZOO_LONGITUDE,
    SIM_ZOO_LATITUDE,
    SIM_ZOO_SOURCE,
    SIM_ZOO_TARGET,
    SIM_ZOO_RAW,
    SIM_ZOO_SPEED,
    SIM_ZOO_UNITS,
    SIM_ZOO_FIELDS
};

typedef struct sim_zoo_item { /* a node or a link: the text of its fields */
    sim_word field[SIM_ZOO_FIELDS];
} sim_zoo_item;

typedef struct sim_zoo {
    sim_source *s;
    sim_names ids; /* by the numbers of the nodes */
    int oneway;    /* the graph is directed       */
} sim_zoo;

static inline int sim_zoo_field(sim_word name)
{
    static const char *const names[SIM_ZOO_FIELDS] = {
        "id",     "label",        "Longitude", "Latitude",      "source",
        "target", "LinkSpeedRaw", "LinkSpeed", "LinkSpeedUnits"};
    int i;
    for (i = 0; i < SIM_ZOO_FIELDS && !sim_word_is(name, names[i]);) i++;
    return i;
}

/* ---- characters written as &...; --------------------------------------------------- */

/* A character in UTF-8, without the 0 at its end; its length. */
static inline size_t sim_zoo_utf8(int64_t c, char *to)
{
    const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const int64_t lead[] = {0, 0xC0, 0xE0, 0xF0};
    int i;
    to[0] = (char)(unsigned char)(lead[more] | c >> (6 * more));
    for (i = 1; i <= more; i++)
        to[i] = (char)(unsigned char)(0x80 | (c >> (6 * (more - i)) & 0x3F));
    return (size_t)more + 1;
}

/* The number in &#227; or &#xE3; without the frame; -1 if it is none of a character. */
static inline int64_t sim_zoo_code(sim_word w)
{
    const int hex = w.length > 0 && (w.at[0] == 'x' || w.at[0] == 'X');
    size_t i = (size_t)hex;
    int64_t code = 0;
    if (i == w.length) return -1;
    for (; i < w.length; i++) {
        static const char digits[] = "0123456789abcdef";
        const char c = w.at[i];
        const char *digit = strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
        if (!c || !digit || (!hex && digit - digits > 9)) return -1;
        code = code * (hex ? 16 : 10) + (digit - digits);
        if (code > 0x10FFFF) return -1;
    }
    return code > 0 && (code < 0xD800 || code > 0xDFFF) ? code : -1;
}

/* What stands between & and ;. -1 if it is unknown. */
static inline int64_t sim_zoo_entity(sim_word w)
{
    static const struct {
        const char *name;
        char c;
    } named[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    size_t i;
    for (i = 0; i < sizeof named / sizeof named[0]; i++)
        if (sim_word_is(w, named[i].name)) return named[i].c;
    if (w.length < 2 || w.at[0] != '#') return -1;
    w.at++;
    w.length--;
    return sim_zoo_code(w);
}

/* The character at w.at and how long it is there: an entity, or else a byte; an unknown
 * entity, or a lone &, stays as it is. */
static inline int64_t sim_zoo_character(sim_word w, size_t *length)
{
    const size_t longest = w.length < 10 ? w.length : 10; /* &#x10FFFF; */
    const char *end = (const char *)memchr(w.at, ';', longest);
    sim_word inner;
    *length = 1;
    if (*w.at != '&' || !end) return -1;
    inner.at = w.at + 1;
    inner.length = (size_t)(end - inner.at);
    *length = inner.length + 2;
    return sim_zoo_entity(inner);
}

static inline int sim_zoo_text(const sim_source *s, sim_word w,
                               char to[SIM_TOPOLOGY_NAME], size_t *length)
{
    *length = 0;
    while (w.length > 0) {
        size_t taken;
        const int64_t code = sim_zoo_character(w, &taken);
        if (*length + 4 >= SIM_TOPOLOGY_NAME)
            return sim_source_fail(s, "'%.*s...': a name has at most %d bytes",
                                   SIM_WORD(w), SIM_TOPOLOGY_NAME - 5);
        if (code < 0) {
            taken = 1;
            to[(*length)++] = *w.at;
        } else {
            *length += sim_zoo_utf8(code, to + *length);
        }
        w.at += taken;
        w.length -= taken;
    }
    return 0;
}

/* ---- nodes ------------------------------------------------------------------------- */

/* A name that no node has yet; the id, which is unique, helps. */
static inline int sim_zoo_name(const sim_source *s, const sim_zoo_item *item,
                               const char *id, char name[SIM_TOPOLOGY_NAME])
{
    char text[2 * SIM_TOPOLOGY_NAME];
    sim_word w;
    w.at = text;
    if (sim_zoo_text(s, sim_word_trim(item->field[SIM_ZOO_LABEL]), text, &w.length) != 0)
        return -1;
    if (w.length == 0) {
        w.at = id;
        w.length = strlen(id);
    }
    if (sim_source_name(s, w, name) != 0) return -1;
    if (sim_names_find(&s->t->names, name) == SIM_TOPOLOGY_NONE) return 0;
    w.at = text;
    w.length = (size_t)snprintf(text, sizeof text, "%s_%s", name, id);
    return sim_source_name(s, w, name);
}

/* 1: a number is there; 0: no such field. */
static inline int sim_zoo_number(const sim_source *s, const sim_zoo_item *item, int field,
                                 const char *name, double *value)
{
    const sim_word w = item->field[field];
    if (!w.at) return 0;
    if (sim_word_is_number(w, value)) return 1;
    return sim_source_fail(s, "%s '%.*s': a number is expected", name, SIM_WORD(w));
}

static inline int sim_zoo_id(const sim_source *s, sim_word w, const char *field,
                             char id[SIM_TOPOLOGY_NAME])
{
    if (!w.at) return sim_source_fail(s, "%s is missing", field);
    return sim_source_name(s, w, id);
}

static inline int sim_zoo_add_node(sim_zoo *z, const sim_zoo_item *item)
{
    const sim_source *s = z->s;
    char id[SIM_TOPOLOGY_NAME], name[SIM_TOPOLOGY_NAME];
    double lon = 0, lat = 0;
    int east, north;
    if (sim_zoo_id(s, item->field[SIM_ZOO_ID], "a node's id", id) != 0) return -1;
    if (sim_names_find(&z->ids, id) != SIM_TOPOLOGY_NONE)
        return sim_source_fail(s, "a node with id '%s' is there twice", id);
    east = sim_zoo_number(s, item, SIM_ZOO_LONGITUDE, "Longitude", &lon);
    north = sim_zoo_number(s, item, SIM_ZOO_LATITUDE, "Latitude", &lat);
    if (east < 0 || north < 0 || sim_zoo_name(s, item, id, name) != 0) return -1;
    if (sim_source_add_node(s, name, lon, lat,
                            east && north ? SIM_COORDINATES_GEO : SIM_COORDINATES_NONE) !=
        0)
        return -1;
    return sim_names_add(&z->ids, id) == 0 ? 0 : sim_source_no_memory(s);
}

/* ---- links ------------------------------------------------------------------------- */

static inline int sim_zoo_end(const sim_zoo *z, sim_word w, const char *field,
                              uint32_t *node)
{
    char id[SIM_TOPOLOGY_NAME];
    if (sim_zoo_id(z->s, w, field, id) != 0) return -1;
    *node = sim_names_find(&z->ids, id);
    if (*node != SIM_TOPOLOGY_NONE) return 0;
    return sim_source_fail(z->s, "%s: there is no node with id '%s' before this line",
                           field, id);
}

/* The factor of LinkSpeedUnits, 0 if it is unknown. */
static inline double sim_zoo_units(sim_word w)
{
    static const char letters[] = "KMGT";
    static const double factors[] = {1e3, 1e6, 1e9, 1e12};
    const char *letter;
    if (w.length == 0) return 1;
    letter = w.at[0] ? strchr(letters, w.at[0]) : NULL;
    return letter && w.length == 1 ? factors[letter - letters] : 0;
}

/* 0: none is told. */
static inline int sim_zoo_capacity(const sim_source *s, const sim_zoo_item *item,
                                   int64_t *capacity)
{
    const sim_word units = item->field[SIM_ZOO_UNITS];
    double bps = 0;
    int told = sim_zoo_number(s, item, SIM_ZOO_RAW, "LinkSpeedRaw", &bps);
    *capacity = 0;
    if (told == 0) {
        told = sim_zoo_number(s, item, SIM_ZOO_SPEED, "LinkSpeed", &bps);
        if (told == 1 && !(sim_zoo_units(units) > 0))
            return sim_source_fail(s, "LinkSpeedUnits '%.*s': K, M, G or T is expected",
                                   SIM_WORD(units));
        bps *= sim_zoo_units(units);
    }
    if (told <= 0 || sim_topology_capacity(s->options, bps, capacity) == 0)
        return told < 0 ? -1 : 0;
    return sim_source_fail(s,
                           "a link of %g bit/s: more than 0, and less than 2^53 units, "
                           "is expected",
                           bps);
}

static inline int sim_zoo_add_link(sim_zoo *z, const sim_zoo_item *item, int oneway)
{
    uint32_t from, to;
    int64_t capacity;
    if (sim_zoo_end(z, item->field[SIM_ZOO_SOURCE], "source", &from) != 0 ||
        sim_zoo_end(z, item->field[SIM_ZOO_TARGET], "target", &to) != 0 ||
        sim_zoo_capacity(z->s, item, &capacity) != 0)
        return -1;
    if (from == to) {
        z->s->t->loops++;
        return 0;
    }
    return sim_source_add_link(z->s, from, to, capacity, -1, oneway);
}

#endif
