/* topology_gml.h - networks in GML, as far as topology_zoo.h goes.
 *
 * A list is { key value }*, a value a number, a "string" or a [ list ]; '#' begins a
 * comment. M. Himsolt: GML - a portable graph file format. University of Passau, 1997.
 */
#ifndef SIM_TOPOLOGY_GML_H
#define SIM_TOPOLOGY_GML_H

#include "topology_zoo.h"

enum { SIM_GML_LIST, SIM_GML_VALUE };

/* Up to the quote at the end, which is taken, too. */
static inline int sim_gml_string(sim_source *s, sim_word *w)
{
    const char *end = (const char *)memchr(s->at + 1, '"', (size_t)(s->end - s->at) - 1);
    if (!end) return sim_source_fail(s, "a string without a quote at its end");
    w->at = s->at + 1;
    w->length = (size_t)(end - w->at);
    sim_source_over(s, w->length + 2);
    return 0;
}

/* A key and its value in a list at that depth, 0 being the file: SIM_GML_... in *kind; of
 * a list only the '[' was taken. 1, at the end of the list 0. */
static inline int sim_gml_pair(sim_source *s, int depth, sim_word *key, sim_word *value,
                               int *kind)
{
    sim_source_skip(s);
    if (s->at == s->end && depth == 0) return 0;
    if (s->at == s->end) return sim_source_fail(s, "the file ends where a ] is expected");
    if (*s->at == ']' && depth > 0) {
        s->at++;
        return 0;
    }
    *key = sim_source_word(s, "[]\"");
    if (key->length == 0) return sim_source_fail(s, "'%c': a key is expected", *s->at);
    sim_source_skip(s);
    *kind = SIM_GML_VALUE;
    if (s->at < s->end && *s->at == '"') return sim_gml_string(s, value) == 0 ? 1 : -1;
    if (s->at < s->end && *s->at == '[') {
        *kind = SIM_GML_LIST;
        s->at++;
        if (depth < SIM_ZOO_DEPTH) return 1;
        return sim_source_fail(s, "lists are more than %d deep", SIM_ZOO_DEPTH);
    }
    *value = sim_source_word(s, "[]\"");
    if (value->length > 0) return 1;
    return sim_source_fail(s, "'%.*s' has no value", SIM_WORD(*key));
}

/* The rest of a list of that depth, with all lists within. */
static inline int sim_gml_skip(sim_source *s, int depth)
{
    const int outside = depth - 1;
    sim_word key, value;
    int kind, found;
    while (depth > outside) {
        found = sim_gml_pair(s, depth, &key, &value, &kind);
        if (found < 0) return -1;
        if (found == 0)
            depth--;
        else if (kind == SIM_GML_LIST)
            depth++;
    }
    return 0;
}

/* The fields of a node or link, whose '[' was taken. */
static inline int sim_gml_item(sim_source *s, sim_zoo_item *item)
{
    const int depth = 2;
    sim_word key, value;
    int kind, found;
    memset(item, 0, sizeof *item);
    while ((found = sim_gml_pair(s, depth, &key, &value, &kind)) > 0) {
        const int field = sim_zoo_field(key);
        if (kind == SIM_GML_LIST) {
            if (sim_gml_skip(s, depth + 1) != 0) return -1;
        } else if (field < SIM_ZOO_FIELDS) {
            item->field[field] = value;
        }
    }
    return found;
}

static inline int sim_gml_graph(sim_zoo *z)
{
    sim_source *s = z->s;
    sim_word key, value;
    sim_zoo_item item;
    int kind, found;
    while ((found = sim_gml_pair(s, 1, &key, &value, &kind)) > 0) {
        const int list = kind == SIM_GML_LIST;
        if (list && sim_word_is(key, "node")) {
            if (sim_gml_item(s, &item) != 0 || sim_zoo_add_node(z, &item) != 0) return -1;
        } else if (list && sim_word_is(key, "edge")) {
            if (sim_gml_item(s, &item) != 0 || sim_zoo_add_link(z, &item, z->oneway) != 0)
                return -1;
        } else if (list) {
            if (sim_gml_skip(s, 2) != 0) return -1;
        } else if (sim_word_is(key, "directed")) {
            z->oneway = sim_word_is(value, "1");
        }
    }
    return found;
}

static inline int sim_gml_file(sim_zoo *z)
{
    sim_word key, value;
    int kind, found, graphs = 0;
    while ((found = sim_gml_pair(z->s, 0, &key, &value, &kind)) > 0) {
        if (kind != SIM_GML_LIST) continue;
        if (!sim_word_is(key, "graph")) {
            if (sim_gml_skip(z->s, 1) != 0) return -1;
        } else if (graphs++ > 0) {
            return sim_source_fail(z->s, "graph is there twice");
        } else if (sim_gml_graph(z) != 0) {
            return -1;
        }
    }
    return found;
}

static inline int sim_topology_read_gml(sim_source *s)
{
    sim_zoo z;
    int failed;
    memset(&z, 0, sizeof z);
    z.s = s;
    failed = sim_gml_file(&z) != 0;
    sim_names_free(&z.ids);
    return failed ? -1 : 0;
}

#endif
