/* topology_graphml.h - networks in GraphML, as far as topology_zoo.h goes.
 *
 *     <graphml> <key id="d32" for="node" attr.name="Longitude" .../>
 *       <graph edgedefault="undirected">
 *         <node id="0"> <data key="d32">-95.36</data> </node>
 *         <edge source="0" target="2"/>
 *
 * Of XML there is what such files need: elements, attributes, text, CDATA, comments and
 * processing instructions; no declarations (<!DOCTYPE), so no entities of a file's own.
 */
#ifndef SIM_TOPOLOGY_GRAPHML_H
#define SIM_TOPOLOGY_GRAPHML_H

#include "topology_zoo.h"

/* ---- pieces of XML ----------------------------------------------------------------- */

enum { SIM_XML_ATTRIBUTES = 16, SIM_XML_KEYS = 64 };

typedef enum sim_xml_kind {
    SIM_XML_END,
    SIM_XML_OPEN,
    SIM_XML_EMPTY,
    SIM_XML_CLOSE,
    SIM_XML_TEXT
} sim_xml_kind;

typedef struct sim_xml { /* one piece */
    sim_xml_kind kind;
    sim_word name; /* of the element; of a text, the text */
    sim_word attribute[SIM_XML_ATTRIBUTES], value[SIM_XML_ATTRIBUTES];
    int attributes;
} sim_xml;

/* The value of an attribute; at is NULL if it is not there. */
static inline sim_word sim_xml_attribute(const sim_xml *x, const char *name)
{
    const sim_word none = {NULL, 0};
    int i;
    for (i = 0; i < x->attributes; i++)
        if (sim_word_is(x->attribute[i], name)) return x->value[i];
    return none;
}

static inline int sim_xml_begins(const sim_source *s, const char *with)
{
    const size_t length = strlen(with);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, with, length) == 0;
}

/* Over `begin`, what follows up to `end`, which is in *inner, and `end`. */
static inline int sim_xml_framed(sim_source *s, const char *begin, const char *end,
                                 sim_word *inner)
{
    const size_t length = strlen(end);
    const char *at = s->at + strlen(begin);
    inner->at = at;
    while ((at = (const char *)memchr(at, end[0], (size_t)(s->end - at))) != NULL) {
        if ((size_t)(s->end - at) >= length && memcmp(at, end, length) == 0) {
            inner->length = (size_t)(at - inner->at);
            sim_source_over(s, (size_t)(at - s->at) + length);
            return 0;
        }
        at++;
    }
    return sim_source_fail(s, "'%s' without '%s' after it", begin, end);
}

static inline void sim_xml_blanks(sim_source *s)
{
    while (s->at < s->end && sim_is_blank(*s->at)) sim_source_over(s, 1);
}

static inline int sim_xml_read_attribute(sim_source *s, sim_xml *x)
{
    const sim_word name = sim_source_word(s, "=<>/\"'");
    const char *quote;
    if (x->attributes == SIM_XML_ATTRIBUTES)
        return sim_source_fail(s, "'%.*s': an element has at most %d attributes",
                               SIM_WORD(name), SIM_XML_ATTRIBUTES);
    sim_xml_blanks(s);
    if (name.length == 0 || s->at == s->end || *s->at != '=')
        return sim_source_fail(s, "an attribute, name=\"value\", is expected in <%.*s",
                               SIM_WORD(x->name));
    s->at++;
    sim_xml_blanks(s);
    quote = s->at == s->end ? "" : *s->at == '"' ? "\"" : *s->at == '\'' ? "'" : "";
    if (!*quote)
        return sim_source_fail(s, "%.*s=: a value in quotes is expected", SIM_WORD(name));
    x->attribute[x->attributes] = name;
    return sim_xml_framed(s, quote, quote, &x->value[x->attributes++]);
}

/* <name attributes> or <name attributes/>; at its '<'. */
static inline int sim_xml_read_open(sim_source *s, sim_xml *x)
{
    s->at++;
    x->name = sim_source_word(s, "<>/=\"'");
    if (x->name.length == 0) return sim_source_fail(s, "'<': a name must follow it");
    for (;;) {
        sim_xml_blanks(s);
        x->kind = sim_xml_begins(s, "/>") ? SIM_XML_EMPTY : SIM_XML_OPEN;
        if (x->kind == SIM_XML_EMPTY || sim_xml_begins(s, ">")) break;
        if (sim_xml_read_attribute(s, x) != 0) return -1;
    }
    s->at += x->kind == SIM_XML_EMPTY ? 2 : 1;
    return 0;
}

/* The next piece, without comments and processing instructions. */
static inline int sim_xml_next(sim_source *s, sim_xml *x)
{
    sim_word inner;
    x->attributes = 0;
    for (;;) {
        if (sim_xml_begins(s, "<!--")) {
            if (sim_xml_framed(s, "<!--", "-->", &inner) != 0) return -1;
        } else if (sim_xml_begins(s, "<?")) {
            if (sim_xml_framed(s, "<?", "?>", &inner) != 0) return -1;
        } else {
            break;
        }
    }
    if (s->at == s->end) {
        x->kind = SIM_XML_END;
        return 0;
    }
    if (sim_xml_begins(s, "<![CDATA[")) {
        x->kind = SIM_XML_TEXT;
        return sim_xml_framed(s, "<![CDATA[", "]]>", &x->name);
    }
    if (sim_xml_begins(s, "<!"))
        return sim_source_fail(s, "'<!': declarations are not expected in GraphML");
    if (sim_xml_begins(s, "</")) {
        x->kind = SIM_XML_CLOSE;
        if (sim_xml_framed(s, "</", ">", &x->name) != 0) return -1;
        x->name = sim_word_trim(x->name);
        return 0;
    }
    if (*s->at == '<') return sim_xml_read_open(s, x);
    x->kind = SIM_XML_TEXT;
    x->name.at = s->at;
    while (s->at < s->end && *s->at != '<') sim_source_over(s, 1);
    x->name.length = (size_t)(s->at - x->name.at);
    return 0;
}

/* ---- elements ---------------------------------------------------------------------- */

typedef struct sim_graphml {
    sim_zoo zoo;
    sim_word open[SIM_ZOO_DEPTH]; /* the elements around; 2 is a node or an edge */
    int depth;
    struct {
        sim_word id;
        int field;
    } key[SIM_XML_KEYS];
    int keys;
    int graphs;
    sim_zoo_item item;
    int field;  /* whose text comes; SIM_ZOO_FIELDS = none */
    int oneway; /* the link at hand */
} sim_graphml;

static inline int sim_graphml_within(const sim_graphml *g, int depth, const char *name)
{
    return g->depth > depth && sim_word_is(g->open[depth], name);
}

/* <key attr.name="Longitude" for="node" id="d32" />: of interest for nodes and edges. */
static inline int sim_graphml_key(sim_graphml *g, const sim_xml *x)
{
    const int field = sim_zoo_field(sim_xml_attribute(x, "attr.name"));
    const sim_word of = sim_xml_attribute(x, "for");
    if (field == SIM_ZOO_FIELDS || field == SIM_ZOO_ID || field == SIM_ZOO_SOURCE ||
        field == SIM_ZOO_TARGET || !(sim_word_is(of, "node") || sim_word_is(of, "edge")))
        return 0;
    if (g->keys == SIM_XML_KEYS)
        return sim_source_fail(g->zoo.s, "more than %d keys", SIM_XML_KEYS);
    g->key[g->keys].id = sim_xml_attribute(x, "id");
    g->key[g->keys++].field = field;
    return 0;
}

/* The field a <data key="d32"> within a node or an edge is for. */
static inline int sim_graphml_data(const sim_graphml *g, sim_word key)
{
    int i;
    for (i = 0; i < g->keys; i++)
        if (key.at && g->key[i].id.at && g->key[i].id.length == key.length &&
            memcmp(g->key[i].id.at, key.at, key.length) == 0)
            return g->key[i].field;
    return SIM_ZOO_FIELDS;
}

static inline int sim_graphml_graph(sim_graphml *g, const sim_xml *x)
{
    if (g->graphs++ > 0) return sim_source_fail(g->zoo.s, "graph is there twice");
    g->zoo.oneway = sim_word_is(sim_xml_attribute(x, "edgedefault"), "directed");
    return 0;
}

static inline void sim_graphml_item(sim_graphml *g, const sim_xml *x)
{
    const sim_word directed = sim_xml_attribute(x, "directed");
    memset(&g->item, 0, sizeof g->item);
    g->item.field[SIM_ZOO_ID] = sim_xml_attribute(x, "id");
    g->item.field[SIM_ZOO_SOURCE] = sim_xml_attribute(x, "source");
    g->item.field[SIM_ZOO_TARGET] = sim_xml_attribute(x, "target");
    g->oneway = directed.at ? sim_word_is(directed, "true") : g->zoo.oneway;
}

static inline int sim_graphml_open(sim_graphml *g, const sim_xml *x)
{
    const sim_source *s = g->zoo.s;
    const int graph = sim_word_is(x->name, "graph"), node = sim_word_is(x->name, "node");
    const int edge = sim_word_is(x->name, "edge");
    if (g->depth == 0 && !sim_word_is(x->name, "graphml"))
        return sim_source_fail(s, "<%.*s>: <graphml> is expected", SIM_WORD(x->name));
    if (g->depth == SIM_ZOO_DEPTH)
        return sim_source_fail(s, "elements are more than %d deep", SIM_ZOO_DEPTH);
    g->field = SIM_ZOO_FIELDS;
    if (g->depth == 1 && sim_word_is(x->name, "key") && sim_graphml_key(g, x) != 0)
        return -1;
    if (graph && sim_graphml_graph(g, x) != 0) return -1;
    if ((graph && g->depth != 1) ||
        ((node || edge) && !(g->depth == 2 && sim_graphml_within(g, 1, "graph"))))
        return sim_source_fail(s, "<%.*s> is not expected here", SIM_WORD(x->name));
    if (node || edge) sim_graphml_item(g, x);
    if (g->depth == 3 && sim_word_is(x->name, "data"))
        g->field = sim_graphml_data(g, sim_xml_attribute(x, "key"));
    g->open[g->depth++] = x->name;
    return 0;
}

static inline int sim_graphml_close(sim_graphml *g, sim_word name)
{
    const sim_word open = g->depth > 0 ? g->open[g->depth - 1] : name;
    if (g->depth == 0 || open.length != name.length ||
        memcmp(open.at, name.at, name.length) != 0)
        return sim_source_fail(g->zoo.s, "</%.*s> closes what was not opened before it",
                               SIM_WORD(name));
    g->depth--;
    g->field = SIM_ZOO_FIELDS;
    if (g->depth != 2 || !sim_graphml_within(g, 1, "graph")) return 0;
    if (sim_word_is(name, "node")) return sim_zoo_add_node(&g->zoo, &g->item);
    if (sim_word_is(name, "edge")) return sim_zoo_add_link(&g->zoo, &g->item, g->oneway);
    return 0;
}

/* A field's text, without blanks around it; of several texts the first. */
static inline int sim_graphml_text(sim_graphml *g, sim_word w)
{
    w = sim_word_trim(w);
    if (w.length == 0) return 0;
    if (g->depth == 0)
        return sim_source_fail(g->zoo.s, "'%.*s': <graphml> is expected", SIM_WORD(w));
    if (g->field < SIM_ZOO_FIELDS && !g->item.field[g->field].at)
        g->item.field[g->field] = w;
    return 0;
}

static inline int sim_graphml_file(sim_graphml *g)
{
    sim_xml x;
    for (;;) {
        int failed = 0;
        if (sim_xml_next(g->zoo.s, &x) != 0) return -1;
        switch (x.kind) {
        case SIM_XML_OPEN: failed = sim_graphml_open(g, &x); break;
        case SIM_XML_EMPTY:
            failed = sim_graphml_open(g, &x);
            if (failed == 0) failed = sim_graphml_close(g, x.name);
            break;
        case SIM_XML_CLOSE: failed = sim_graphml_close(g, x.name); break;
        case SIM_XML_TEXT: failed = sim_graphml_text(g, x.name); break;
        case SIM_XML_END:
            if (g->depth == 0) return 0;
            return sim_source_fail(g->zoo.s, "the file ends where </%.*s> is expected",
                                   SIM_WORD(g->open[g->depth - 1]));
        }
        if (failed != 0) return -1;
    }
}

static inline int sim_topology_read_graphml(sim_source *s)
{
    sim_graphml g;
    int failed;
    memset(&g, 0, sizeof g);
    g.zoo.s = s;
    g.field = SIM_ZOO_FIELDS;
    failed = sim_graphml_file(&g) != 0;
    sim_names_free(&g.zoo.ids);
    return failed ? -1 : 0;
}

#endif
