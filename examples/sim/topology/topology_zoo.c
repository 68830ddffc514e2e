/* topology_zoo.c - names become unique, and ids, which links use, are looked up. */
#include "topology/topology_scan.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

int topology_zoo_field(struct word name)
{
    static const char *const names[TOPOLOGY_ZOO_FIELDS] = {
        "id",     "label",        "Longitude", "Latitude",      "source",
        "target", "LinkSpeedRaw", "LinkSpeed", "LinkSpeedUnits"};
    int i;
    for (i = 0; i < TOPOLOGY_ZOO_FIELDS && !word_is(name, names[i]);) i++;
    return i;
}

/* ---- characters written as &...; --------------------------------------------------- */

/* A character in UTF-8, without the 0 at its end; its length. */
static size_t put_utf8(int64_t c, char *to)
{
    const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const int64_t lead[] = {0, 0xC0, 0xE0, 0xF0};
    int i;
    to[0] = (char)(unsigned char)(lead[more] | c >> (6 * more));
    for (i = 1; i <= more; i++)
        to[i] = (char)(unsigned char)(0x80 | (c >> (6 * (more - i)) & 0x3F));
    return (size_t)more + 1;
}

/* The number of a character, 227 of &#227; or xE3 of &#xE3;. -1 if there is no such
 * character. */
static int64_t read_code(struct word w)
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

/* The character for what stands between & and ;. -1 if it is unknown. */
static int64_t read_entity(struct word w)
{
    static const struct {
        const char *name;
        char c;
    } named[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    size_t i;
    for (i = 0; i < sizeof named / sizeof named[0]; i++)
        if (word_is(w, named[i].name)) return named[i].c;
    if (w.length < 2 || w.at[0] != '#') return -1;
    w.at++;
    w.length--;
    return read_code(w);
}

/* The character of the entity at w.at, and its length there; -1 if there is none: an
 * unknown entity, or a lone &, stays as it is. */
static int64_t read_character(struct word w, size_t *length)
{
    const size_t longest = w.length < 10 ? w.length : 10; /* &#x10FFFF; */
    const char *end = (const char *)memchr(w.at, ';', longest);
    struct word inner;
    *length = 1;
    if (*w.at != '&' || !end) return -1;
    inner.at = w.at + 1;
    inner.length = (size_t)(end - inner.at);
    *length = inner.length + 2;
    return read_entity(inner);
}

static int decode(const struct topology_source *s, struct word w, char to[TOPOLOGY_NAME],
                  size_t *length)
{
    *length = 0;
    while (w.length > 0) {
        size_t taken;
        const int64_t code = read_character(w, &taken);
        if (*length + 4 >= TOPOLOGY_NAME)
            return topology_scan_fail(s, "'%.*s...': a name has at most %d bytes",
                                      WORD(w), TOPOLOGY_NAME - 5);
        if (code < 0) {
            taken = 1;
            to[(*length)++] = *w.at;
        } else {
            *length += put_utf8(code, to + *length);
        }
        w.at += taken;
        w.length -= taken;
    }
    return 0;
}

/* ---- nodes ------------------------------------------------------------------------- */

/* A name that no node has yet: the label, or the label with the id, which is unique. */
static int choose_name(const struct topology_source *s,
                       const struct topology_zoo_item *item, const char *id,
                       char name[TOPOLOGY_NAME])
{
    char text[2 * TOPOLOGY_NAME];
    struct word w;
    w.at = text;
    if (decode(s, word_trim(item->field[TOPOLOGY_ZOO_LABEL]), text, &w.length) != 0)
        return -1;
    if (w.length == 0) {
        w.at = id;
        w.length = strlen(id);
    }
    if (topology_scan_name(s, w, name) != 0) return -1;
    if (names_find(&s->t->names, word_of(name)) == TOPOLOGY_NONE) return 0;
    w.at = text;
    w.length = (size_t)snprintf(text, sizeof text, "%s_%s", name, id);
    return topology_scan_name(s, w, name);
}

/* 1: a number; 0: there is no such field; -1: an error. */
static int read_number(const struct topology_source *s,
                       const struct topology_zoo_item *item, int field, const char *name,
                       double *value)
{
    const struct word w = item->field[field];
    if (!w.at) return 0;
    if (word_is_number(w, value)) return 1;
    return topology_scan_fail(s, "%s '%.*s': a number is expected", name, WORD(w));
}

static int read_id(const struct topology_source *s, struct word w, const char *field,
                   char id[TOPOLOGY_NAME])
{
    if (!w.at) return topology_scan_fail(s, "%s is missing", field);
    return topology_scan_name(s, w, id);
}

int topology_zoo_add_node(struct topology_zoo *z, const struct topology_zoo_item *item)
{
    const struct topology_source *s = z->s;
    char id[TOPOLOGY_NAME], name[TOPOLOGY_NAME];
    double lon = 0, lat = 0;
    int east, north;
    if (read_id(s, item->field[TOPOLOGY_ZOO_ID], "a node's id", id) != 0) return -1;
    if (names_find(&z->ids, word_of(id)) != TOPOLOGY_NONE)
        return topology_scan_fail(s, "a node with id '%s' is there twice", id);
    east = read_number(s, item, TOPOLOGY_ZOO_LONGITUDE, "Longitude", &lon);
    north = read_number(s, item, TOPOLOGY_ZOO_LATITUDE, "Latitude", &lat);
    if (east < 0 || north < 0 || choose_name(s, item, id, name) != 0) return -1;
    if (topology_scan_add_node(s, name, lon, lat,
                               east && north ? TOPOLOGY_COORDINATES_GEO
                                             : TOPOLOGY_COORDINATES_NONE) != 0)
        return -1;
    return names_add(&z->ids, word_of(id)) != NAMES_NONE ? 0 : topology_scan_no_memory(s);
}

/* ---- links ------------------------------------------------------------------------- */

static int find_end(const struct topology_zoo *z, struct word w, const char *field,
                    uint32_t *node)
{
    char id[TOPOLOGY_NAME];
    if (read_id(z->s, w, field, id) != 0) return -1;
    *node = names_find(&z->ids, word_of(id));
    if (*node != TOPOLOGY_NONE) return 0;
    return topology_scan_fail(z->s, "%s: there is no node with id '%s' before this line",
                              field, id);
}

/* The factor that LinkSpeedUnits stands for, 0 if it is unknown. */
static double grid_unit_factor(struct word w)
{
    static const char letters[] = "KMGT";
    static const double factors[] = {1e3, 1e6, 1e9, 1e12};
    const char *letter;
    if (w.length == 0) return 1;
    letter = w.at[0] ? strchr(letters, w.at[0]) : NULL;
    return letter && w.length == 1 ? factors[letter - letters] : 0;
}

/* *capacity is 0 if the link has none. */
static int zoo_read_capacity(const struct topology_source *s,
                             const struct topology_zoo_item *item, int64_t *capacity)
{
    const struct word units = item->field[TOPOLOGY_ZOO_UNITS];
    double bps = 0;
    int told = read_number(s, item, TOPOLOGY_ZOO_RAW, "LinkSpeedRaw", &bps);
    *capacity = 0;
    if (told == 0) {
        told = read_number(s, item, TOPOLOGY_ZOO_SPEED, "LinkSpeed", &bps);
        if (told == 1 && !(grid_unit_factor(units) > 0))
            return topology_scan_fail(
                s, "LinkSpeedUnits '%.*s': K, M, G or T is expected", WORD(units));
        bps *= grid_unit_factor(units);
    }
    if (told <= 0 || topology_data_capacity(s->options, bps, capacity) == 0)
        return told < 0 ? -1 : 0;
    return topology_scan_fail(
        s,
        "a link of %g bit/s: more than 0, and less than 2^53 units, "
        "is expected",
        bps);
}

int topology_zoo_add_link(struct topology_zoo *z, const struct topology_zoo_item *item,
                          int oneway)
{
    uint32_t from, to;
    int64_t capacity;
    if (find_end(z, item->field[TOPOLOGY_ZOO_SOURCE], "source", &from) != 0 ||
        find_end(z, item->field[TOPOLOGY_ZOO_TARGET], "target", &to) != 0 ||
        zoo_read_capacity(z->s, item, &capacity) != 0)
        return -1;
    if (from == to) {
        z->s->t->loops++;
        return 0;
    }
    return topology_scan_add_link(z->s, from, to, capacity, -1, oneway);
}
