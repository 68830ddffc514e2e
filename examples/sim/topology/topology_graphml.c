/* topology_graphml.c - implements topology_graphml.h. */
#include "topology/topology_graphml.h"

#include "base/word.h"
#include "topology/topology_data.h"
#include "topology/topology_zoo.h"

#include <string.h>

/* ---- pieces of XML ----------------------------------------------------------------- */

enum { TOPOLOGY_XML_ATTRIBUTES = 16, TOPOLOGY_XML_KEYS = 64 };

enum topology_xml_kind {
    TOPOLOGY_XML_END,
    TOPOLOGY_XML_OPEN,
    TOPOLOGY_XML_EMPTY,
    TOPOLOGY_XML_CLOSE,
    TOPOLOGY_XML_TEXT
};

struct topology_xml { /* one piece */
    enum topology_xml_kind kind;
    struct word name; /* of the element; of a text, the text */
    struct word attribute[TOPOLOGY_XML_ATTRIBUTES], value[TOPOLOGY_XML_ATTRIBUTES];
    int attributes;
};

/* The value of an attribute; at is NULL if it is not there. */
static struct word topology_graphml_xml_attribute(const struct topology_xml *x,
                                                  const char *name)
{
    const struct word none = {NULL, 0};
    int i;
    for (i = 0; i < x->attributes; i++)
        if (word_is(x->attribute[i], name)) return x->value[i];
    return none;
}

int topology_graphml_xml_begins(const struct topology_source *s, const char *with)
{
    const size_t length = strlen(with);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, with, length) == 0;
}

/* Over `begin`, what follows up to `end`, which is in *inner, and `end`. */
static int topology_graphml_xml_framed(struct topology_source *s, const char *begin,
                                       const char *end, struct word *inner)
{
    const size_t length = strlen(end);
    const char *at = s->at + strlen(begin);
    inner->at = at;
    while ((at = (const char *)memchr(at, end[0], (size_t)(s->end - at))) != NULL) {
        if ((size_t)(s->end - at) >= length && memcmp(at, end, length) == 0) {
            inner->length = (size_t)(at - inner->at);
            topology_scan_source_over(s, (size_t)(at - s->at) + length);
            return 0;
        }
        at++;
    }
    return topology_scan_source_fail(s, "'%s' without '%s' after it", begin, end);
}

static void topology_graphml_xml_blanks(struct topology_source *s)
{
    while (s->at < s->end && word_is_blank(*s->at)) topology_scan_source_over(s, 1);
}

static int topology_graphml_xml_read_attribute(struct topology_source *s,
                                               struct topology_xml *x)
{
    const struct word name = topology_scan_source_word(s, "=<>/\"'");
    const char *quote;
    if (x->attributes == TOPOLOGY_XML_ATTRIBUTES)
        return topology_scan_source_fail(s,
                                         "'%.*s': an element has at most %d attributes",
                                         WORD(name), TOPOLOGY_XML_ATTRIBUTES);
    topology_graphml_xml_blanks(s);
    if (name.length == 0 || s->at == s->end || *s->at != '=')
        return topology_scan_source_fail(
            s, "an attribute, name=\"value\", is expected in <%.*s", WORD(x->name));
    s->at++;
    topology_graphml_xml_blanks(s);
    quote = s->at == s->end ? "" : *s->at == '"' ? "\"" : *s->at == '\'' ? "'" : "";
    if (!*quote)
        return topology_scan_source_fail(s, "%.*s=: a value in quotes is expected",
                                         WORD(name));
    x->attribute[x->attributes] = name;
    return topology_graphml_xml_framed(s, quote, quote, &x->value[x->attributes++]);
}

/* <name attributes> or <name attributes/>; at its '<'. */
static int topology_graphml_xml_read_open(struct topology_source *s,
                                          struct topology_xml *x)
{
    s->at++;
    x->name = topology_scan_source_word(s, "<>/=\"'");
    if (x->name.length == 0)
        return topology_scan_source_fail(s, "'<': a name must follow it");
    for (;;) {
        topology_graphml_xml_blanks(s);
        x->kind =
            topology_graphml_xml_begins(s, "/>") ? TOPOLOGY_XML_EMPTY : TOPOLOGY_XML_OPEN;
        if (x->kind == TOPOLOGY_XML_EMPTY || topology_graphml_xml_begins(s, ">")) break;
        if (topology_graphml_xml_read_attribute(s, x) != 0) return -1;
    }
    s->at += x->kind == TOPOLOGY_XML_EMPTY ? 2 : 1;
    return 0;
}

/* The next piece, without comments and processing instructions. */
static int topology_graphml_xml_next(struct topology_source *s, struct topology_xml *x)
{
    struct word inner;
    x->attributes = 0;
    for (;;) {
        if (topology_graphml_xml_begins(s, "<!--")) {
            if (topology_graphml_xml_framed(s, "<!--", "-->", &inner) != 0) return -1;
        } else if (topology_graphml_xml_begins(s, "<?")) {
            if (topology_graphml_xml_framed(s, "<?", "?>", &inner) != 0) return -1;
        } else {
            break;
        }
    }
    if (s->at == s->end) {
        x->kind = TOPOLOGY_XML_END;
        return 0;
    }
    if (topology_graphml_xml_begins(s, "<![CDATA[")) {
        x->kind = TOPOLOGY_XML_TEXT;
        return topology_graphml_xml_framed(s, "<![CDATA[", "]]>", &x->name);
    }
    if (topology_graphml_xml_begins(s, "<!"))
        return topology_scan_source_fail(
            s, "'<!': declarations are not expected in GraphML");
    if (topology_graphml_xml_begins(s, "</")) {
        x->kind = TOPOLOGY_XML_CLOSE;
        if (topology_graphml_xml_framed(s, "</", ">", &x->name) != 0) return -1;
        x->name = word_trim(x->name);
        return 0;
    }
    if (*s->at == '<') return topology_graphml_xml_read_open(s, x);
    x->kind = TOPOLOGY_XML_TEXT;
    x->name.at = s->at;
    while (s->at < s->end && *s->at != '<') topology_scan_source_over(s, 1);
    x->name.length = (size_t)(s->at - x->name.at);
    return 0;
}

/* ---- elements ---------------------------------------------------------------------- */

struct topology_graphml {
    struct topology_zoo zoo;
    struct word
        open[TOPOLOGY_ZOO_DEPTH]; /* the elements around; 2 is a node or an edge */
    int depth;
    struct {
        struct word id;
        int field;
    } key[TOPOLOGY_XML_KEYS];
    int keys;
    int graphs;
    struct topology_zoo_item item;
    int field;  /* whose text comes; TOPOLOGY_ZOO_FIELDS = none */
    int oneway; /* the link at hand */
};

static int topology_graphml_within(const struct topology_graphml *g, int depth,
                                   const char *name)
{
    return g->depth > depth && word_is(g->open[depth], name);
}

/* <key attr.name="Longitude" for="node" id="d32" />: of interest for nodes and edges. */
static int topology_graphml_key(struct topology_graphml *g, const struct topology_xml *x)
{
    const int field = topology_zoo_field(topology_graphml_xml_attribute(x, "attr.name"));
    const struct word of = topology_graphml_xml_attribute(x, "for");
    if (field == TOPOLOGY_ZOO_FIELDS || field == TOPOLOGY_ZOO_ID ||
        field == TOPOLOGY_ZOO_SOURCE || field == TOPOLOGY_ZOO_TARGET ||
        !(word_is(of, "node") || word_is(of, "edge")))
        return 0;
    if (g->keys == TOPOLOGY_XML_KEYS)
        return topology_scan_source_fail(g->zoo.s, "more than %d keys",
                                         TOPOLOGY_XML_KEYS);
    g->key[g->keys].id = topology_graphml_xml_attribute(x, "id");
    g->key[g->keys++].field = field;
    return 0;
}

/* The field a <data key="d32"> within a node or an edge is for. */
static int topology_graphml_data(const struct topology_graphml *g, struct word key)
{
    int i;
    for (i = 0; i < g->keys; i++)
        if (key.at && g->key[i].id.at && g->key[i].id.length == key.length &&
            memcmp(g->key[i].id.at, key.at, key.length) == 0)
            return g->key[i].field;
    return TOPOLOGY_ZOO_FIELDS;
}

static int topology_graphml_graph(struct topology_graphml *g,
                                  const struct topology_xml *x)
{
    if (g->graphs++ > 0)
        return topology_scan_source_fail(g->zoo.s, "graph is there twice");
    g->zoo.oneway = word_is(topology_graphml_xml_attribute(x, "edgedefault"), "directed");
    return 0;
}

static void topology_graphml_item(struct topology_graphml *g,
                                  const struct topology_xml *x)
{
    const struct word directed = topology_graphml_xml_attribute(x, "directed");
    memset(&g->item, 0, sizeof g->item);
    g->item.field[TOPOLOGY_ZOO_ID] = topology_graphml_xml_attribute(x, "id");
    g->item.field[TOPOLOGY_ZOO_SOURCE] = topology_graphml_xml_attribute(x, "source");
    g->item.field[TOPOLOGY_ZOO_TARGET] = topology_graphml_xml_attribute(x, "target");
    g->oneway = directed.at ? word_is(directed, "true") : g->zoo.oneway;
}

static int topology_graphml_open(struct topology_graphml *g, const struct topology_xml *x)
{
    const struct topology_source *s = g->zoo.s;
    const int graph = word_is(x->name, "graph"), node = word_is(x->name, "node");
    const int edge = word_is(x->name, "edge");
    if (g->depth == 0 && !word_is(x->name, "graphml"))
        return topology_scan_source_fail(s, "<%.*s>: <graphml> is expected",
                                         WORD(x->name));
    if (g->depth == TOPOLOGY_ZOO_DEPTH)
        return topology_scan_source_fail(s, "elements are more than %d deep",
                                         TOPOLOGY_ZOO_DEPTH);
    g->field = TOPOLOGY_ZOO_FIELDS;
    if (g->depth == 1 && word_is(x->name, "key") && topology_graphml_key(g, x) != 0)
        return -1;
    if (graph && topology_graphml_graph(g, x) != 0) return -1;
    if ((graph && g->depth != 1) ||
        ((node || edge) && !(g->depth == 2 && topology_graphml_within(g, 1, "graph"))))
        return topology_scan_source_fail(s, "<%.*s> is not expected here", WORD(x->name));
    if (node || edge) topology_graphml_item(g, x);
    if (g->depth == 3 && word_is(x->name, "data"))
        g->field = topology_graphml_data(g, topology_graphml_xml_attribute(x, "key"));
    g->open[g->depth++] = x->name;
    return 0;
}

static int topology_graphml_close(struct topology_graphml *g, struct word name)
{
    const struct word open = g->depth > 0 ? g->open[g->depth - 1] : name;
    if (g->depth == 0 || open.length != name.length ||
        memcmp(open.at, name.at, name.length) != 0)
        return topology_scan_source_fail(
            g->zoo.s, "</%.*s> closes what was not opened before it", WORD(name));
    g->depth--;
    g->field = TOPOLOGY_ZOO_FIELDS;
    if (g->depth != 2 || !topology_graphml_within(g, 1, "graph")) return 0;
    if (word_is(name, "node")) return topology_zoo_add_node(&g->zoo, &g->item);
    if (word_is(name, "edge")) return topology_zoo_add_link(&g->zoo, &g->item, g->oneway);
    return 0;
}

/* A field's text, without blanks around it; of several texts the first. */
static int topology_graphml_text(struct topology_graphml *g, struct word w)
{
    w = word_trim(w);
    if (w.length == 0) return 0;
    if (g->depth == 0)
        return topology_scan_source_fail(g->zoo.s, "'%.*s': <graphml> is expected",
                                         WORD(w));
    if (g->field < TOPOLOGY_ZOO_FIELDS && !g->item.field[g->field].at)
        g->item.field[g->field] = w;
    return 0;
}

static int topology_graphml_file(struct topology_graphml *g)
{
    struct topology_xml x;
    for (;;) {
        int failed = 0;
        if (topology_graphml_xml_next(g->zoo.s, &x) != 0) return -1;
        switch (x.kind) {
        case TOPOLOGY_XML_OPEN: failed = topology_graphml_open(g, &x); break;
        case TOPOLOGY_XML_EMPTY:
            failed = topology_graphml_open(g, &x);
            if (failed == 0) failed = topology_graphml_close(g, x.name);
            break;
        case TOPOLOGY_XML_CLOSE: failed = topology_graphml_close(g, x.name); break;
        case TOPOLOGY_XML_TEXT: failed = topology_graphml_text(g, x.name); break;
        case TOPOLOGY_XML_END:
            if (g->depth == 0) return 0;
            return topology_scan_source_fail(g->zoo.s,
                                             "the file ends where </%.*s> is expected",
                                             WORD(g->open[g->depth - 1]));
        }
        if (failed != 0) return -1;
    }
}

int topology_graphml_read(struct topology_source *s)
{
    struct topology_graphml g;
    int failed;
    memset(&g, 0, sizeof g);
    g.zoo.s = s;
    g.field = TOPOLOGY_ZOO_FIELDS;
    failed = topology_graphml_file(&g) != 0;
    topology_data_names_free(&g.zoo.ids);
    return failed ? -1 : 0;
}
