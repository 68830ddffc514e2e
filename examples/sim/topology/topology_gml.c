/* topology_gml.c - networks in GML, in the form that topology_scan.h describes.
 *
 * A list is { key value }*, a value a number, a "string" or a [ list ]; '#' begins a
 * comment. M. Himsolt: GML - a portable graph file format. University of Passau, 1997.
 *
 * Reads pairs of key and value, list by list. */
#include "topology/topology_scan.h"

#include "base/word.h"

#include <string.h>

enum { TOPOLOGY_GML_LIST, TOPOLOGY_GML_VALUE };

/* A string; its quotes are taken, too. */
static int read_string(struct topology_source *s, struct word *w)
{
    const char *end = (const char *)memchr(s->at + 1, '"', (size_t)(s->end - s->at) - 1);
    if (!end) return topology_scan_fail(s, "a string without a quote at its end");
    w->at = s->at + 1;
    w->length = (size_t)(end - w->at);
    topology_scan_over(s, w->length + 2);
    return 0;
}

/* A key and its value in a list at that depth, 0 being the file; if the value is a list,
 * only its '[' is taken. 1; 0 at the end of the list; -1. */
static int read_pair(struct topology_source *s, int depth, struct word *key,
                     struct word *value, int *kind)
{
    topology_scan_skip(s);
    if (s->at == s->end && depth == 0) return 0;
    if (s->at == s->end)
        return topology_scan_fail(s, "the file ends where a ] is expected");
    if (*s->at == ']' && depth > 0) {
        s->at++;
        return 0;
    }
    *key = topology_scan_word(s, "[]\"");
    if (key->length == 0) return topology_scan_fail(s, "'%c': a key is expected", *s->at);
    topology_scan_skip(s);
    *kind = TOPOLOGY_GML_VALUE;
    if (s->at < s->end && *s->at == '"') return read_string(s, value) == 0 ? 1 : -1;
    if (s->at < s->end && *s->at == '[') {
        *kind = TOPOLOGY_GML_LIST;
        s->at++;
        if (depth < TOPOLOGY_ZOO_DEPTH) return 1;
        return topology_scan_fail(s, "lists are more than %d deep", TOPOLOGY_ZOO_DEPTH);
    }
    *value = topology_scan_word(s, "[]\"");
    if (value->length > 0) return 1;
    return topology_scan_fail(s, "'%.*s' has no value", WORD(*key));
}

/* Skips the rest of a list at that depth, and all lists in it. */
static int skip_list(struct topology_source *s, int depth)
{
    const int outside = depth - 1;
    struct word key, value;
    int kind = 0, found;
    while (depth > outside) {
        found = read_pair(s, depth, &key, &value, &kind);
        if (found < 0) return -1;
        if (found == 0)
            depth--;
        else if (kind == TOPOLOGY_GML_LIST)
            depth++;
    }
    return 0;
}

/* The fields of a node or link, after its '['. */
static int read_item(struct topology_source *s, struct topology_zoo_item *item)
{
    const int depth = 2;
    struct word key, value;
    int kind, found;
    memset(item, 0, sizeof *item);
    while ((found = read_pair(s, depth, &key, &value, &kind)) > 0) {
        const int field = topology_zoo_field(key);
        if (kind == TOPOLOGY_GML_LIST) {
            if (skip_list(s, depth + 1) != 0) return -1;
        } else if (field < TOPOLOGY_ZOO_FIELDS) {
            item->field[field] = value;
        }
    }
    return found;
}

static int read_graph(struct topology_zoo *z)
{
    struct topology_source *s = z->s;
    struct word key, value;
    struct topology_zoo_item item;
    int kind, found;
    while ((found = read_pair(s, 1, &key, &value, &kind)) > 0) {
        const int list = kind == TOPOLOGY_GML_LIST;
        if (list && word_is(key, "node")) {
            if (read_item(s, &item) != 0 || topology_zoo_add_node(z, &item) != 0)
                return -1;
        } else if (list && word_is(key, "edge")) {
            if (read_item(s, &item) != 0 ||
                topology_zoo_add_link(z, &item, z->oneway) != 0)
                return -1;
        } else if (list) {
            if (skip_list(s, 2) != 0) return -1;
        } else if (word_is(key, "directed")) {
            z->oneway = word_is(value, "1");
        }
    }
    return found;
}

static int gml_read_file(struct topology_zoo *z)
{
    struct word key, value;
    int kind, found, graphs = 0;
    while ((found = read_pair(z->s, 0, &key, &value, &kind)) > 0) {
        if (kind != TOPOLOGY_GML_LIST) continue;
        if (!word_is(key, "graph")) {
            if (skip_list(z->s, 1) != 0) return -1;
        } else if (graphs++ > 0) {
            return topology_scan_fail(z->s, "graph is there twice");
        } else if (read_graph(z) != 0) {
            return -1;
        }
    }
    return found;
}

int topology_gml_read(struct topology_source *s)
{
    struct topology_zoo z;
    int failed;
    memset(&z, 0, sizeof z);
    z.s = s;
    failed = gml_read_file(&z) != 0;
    names_free(&z.ids);
    return failed ? -1 : 0;
}
