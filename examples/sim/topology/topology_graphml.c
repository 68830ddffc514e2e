/* topology_graphml.c - networks in GraphML, in the form that topology_scan.h describes.
 *
 *     <graphml> <key id="d32" for="node" attr.name="Longitude" .../>
 *       <graph edgedefault="undirected">
 *         <node id="0"> <data key="d32">-95.36</data> </node>
 *         <edge source="0" target="2"/>
 *
 * It understands the XML that such files need: elements, attributes, text, CDATA,
 * comments and processing instructions; but no declarations (<!DOCTYPE), and so no
 * entities that a file defines.
 *
 * XML is taken apart into tags and texts; a stack of the open
 * elements tells what each belongs to. */
#include "topology/topology_scan.h"

#include "base/word.h"

#include <string.h>

/* ---- pieces of XML ----------------------------------------------------------------- */

enum { TOPOLOGY_GRAPHML_ATTRIBUTES = 64, TOPOLOGY_GRAPHML_KEYS = 64 };

enum topology_graphml_kind {
    TOPOLOGY_GRAPHML_END,
    TOPOLOGY_GRAPHML_OPEN,
    TOPOLOGY_GRAPHML_EMPTY,
    TOPOLOGY_GRAPHML_CLOSE,
    TOPOLOGY_GRAPHML_TEXT
};

struct topology_graphml_piece { /* of the file: a tag or a text */
    enum topology_graphml_kind kind;
    struct word name; /* of the element; of a text, the text */
    struct word attribute[TOPOLOGY_GRAPHML_ATTRIBUTES],
        value[TOPOLOGY_GRAPHML_ATTRIBUTES];
    int attributes;
};

/* The value of an attribute; `at` is NULL if there is no such attribute. */
static struct word attribute_of(const struct topology_graphml_piece *x, const char *name)
{
    const struct word none = {NULL, 0};
    int i;
    for (i = 0; i < x->attributes; i++)
        if (word_is(x->attribute[i], name)) return x->value[i];
    return none;
}

/* Goes over `begin`, over what follows, which is put into *inner, and over `end`. */
static int read_framed(struct topology_source *s, const char *begin, const char *end,
                       struct word *inner)
{
    const size_t length = strlen(end);
    const char *at = s->at + strlen(begin);
    inner->at = at;
    while ((at = (const char *)memchr(at, end[0], (size_t)(s->end - at))) != NULL) {
        if ((size_t)(s->end - at) >= length && memcmp(at, end, length) == 0) {
            inner->length = (size_t)(at - inner->at);
            topology_scan_over(s, (size_t)(at - s->at) + length);
            return 0;
        }
        at++;
    }
    return topology_scan_fail(s, "'%s' without '%s' after it", begin, end);
}

static void skip_blanks(struct topology_source *s)
{
    while (s->at < s->end && word_is_blank(*s->at)) topology_scan_over(s, 1);
}

static int read_attribute(struct topology_source *s, struct topology_graphml_piece *x)
{
    const struct word name = topology_scan_word(s, "=<>/\"'");
    const char *quote;
    if (x->attributes == TOPOLOGY_GRAPHML_ATTRIBUTES)
        return topology_scan_fail(s, "'%.*s': an element has at most %d attributes",
                                  WORD(name), TOPOLOGY_GRAPHML_ATTRIBUTES);
    skip_blanks(s);
    if (name.length == 0 || s->at == s->end || *s->at != '=')
        return topology_scan_fail(s, "an attribute, name=\"value\", is expected in <%.*s",
                                  WORD(x->name));
    s->at++;
    skip_blanks(s);
    quote = s->at == s->end ? "" : *s->at == '"' ? "\"" : *s->at == '\'' ? "'" : "";
    if (!*quote)
        return topology_scan_fail(s, "%.*s=: a value in quotes is expected", WORD(name));
    x->attribute[x->attributes] = name;
    return read_framed(s, quote, quote, &x->value[x->attributes++]);
}

/* <name attributes> or <name attributes/>, from its '<' on. */
static int read_tag(struct topology_source *s, struct topology_graphml_piece *x)
{
    s->at++;
    x->name = topology_scan_word(s, "<>/=\"'");
    if (x->name.length == 0) return topology_scan_fail(s, "'<': a name must follow it");
    for (;;) {
        skip_blanks(s);
        x->kind = topology_scan_begins(s, "/>") ? TOPOLOGY_GRAPHML_EMPTY
                                                : TOPOLOGY_GRAPHML_OPEN;
        if (x->kind == TOPOLOGY_GRAPHML_EMPTY || topology_scan_begins(s, ">")) break;
        if (read_attribute(s, x) != 0) return -1;
    }
    s->at += x->kind == TOPOLOGY_GRAPHML_EMPTY ? 2 : 1;
    return 0;
}

/* The next piece, without comments and processing instructions. */
static int next_piece(struct topology_source *s, struct topology_graphml_piece *x)
{
    struct word inner;
    x->attributes = 0;
    for (;;) {
        if (topology_scan_begins(s, "<!--")) {
            if (read_framed(s, "<!--", "-->", &inner) != 0) return -1;
        } else if (topology_scan_begins(s, "<?")) {
            if (read_framed(s, "<?", "?>", &inner) != 0) return -1;
        } else {
            break;
        }
    }
    if (s->at == s->end) {
        x->kind = TOPOLOGY_GRAPHML_END;
        return 0;
    }
    if (topology_scan_begins(s, "<![CDATA[")) {
        x->kind = TOPOLOGY_GRAPHML_TEXT;
        return read_framed(s, "<![CDATA[", "]]>", &x->name);
    }
    if (topology_scan_begins(s, "<!"))
        return topology_scan_fail(s, "'<!': declarations are not expected in GraphML");
    if (topology_scan_begins(s, "</")) {
        x->kind = TOPOLOGY_GRAPHML_CLOSE;
        if (read_framed(s, "</", ">", &x->name) != 0) return -1;
        x->name = word_trim(x->name);
        return 0;
    }
    if (*s->at == '<') return read_tag(s, x);
    x->kind = TOPOLOGY_GRAPHML_TEXT;
    x->name.at = s->at;
    while (s->at < s->end && *s->at != '<') topology_scan_over(s, 1);
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
    } key[TOPOLOGY_GRAPHML_KEYS];
    int keys;
    int graphs;
    struct topology_zoo_item item;
    int field;  /* its text comes next; TOPOLOGY_ZOO_FIELDS = none */
    int oneway; /* the link at hand */
};

static int within(const struct topology_graphml *g, int depth, const char *name)
{
    return g->depth > depth && word_is(g->open[depth], name);
}

/* <key attr.name="Longitude" for="node" id="d32" />: kept if it is for nodes or edges. */
static int add_key(struct topology_graphml *g, const struct topology_graphml_piece *x)
{
    const int field = topology_zoo_field(attribute_of(x, "attr.name"));
    const struct word of = attribute_of(x, "for");
    if (field == TOPOLOGY_ZOO_FIELDS || field == TOPOLOGY_ZOO_ID ||
        field == TOPOLOGY_ZOO_SOURCE || field == TOPOLOGY_ZOO_TARGET ||
        !(word_is(of, "node") || word_is(of, "edge")))
        return 0;
    if (g->keys == TOPOLOGY_GRAPHML_KEYS)
        return topology_scan_fail(g->zoo.s, "more than %d keys", TOPOLOGY_GRAPHML_KEYS);
    g->key[g->keys].id = attribute_of(x, "id");
    g->key[g->keys++].field = field;
    return 0;
}

/* The field that a <data key="d32"> in a node or an edge gives. */
static int field_of(const struct topology_graphml *g, struct word key)
{
    int i;
    for (i = 0; i < g->keys; i++)
        if (key.at && g->key[i].id.at && g->key[i].id.length == key.length &&
            memcmp(g->key[i].id.at, key.at, key.length) == 0)
            return g->key[i].field;
    return TOPOLOGY_ZOO_FIELDS;
}

static int open_graph(struct topology_graphml *g, const struct topology_graphml_piece *x)
{
    if (g->graphs++ > 0) return topology_scan_fail(g->zoo.s, "graph is there twice");
    g->zoo.oneway = word_is(attribute_of(x, "edgedefault"), "directed");
    return 0;
}

static void open_item(struct topology_graphml *g, const struct topology_graphml_piece *x)
{
    const struct word directed = attribute_of(x, "directed");
    memset(&g->item, 0, sizeof g->item);
    g->item.field[TOPOLOGY_ZOO_ID] = attribute_of(x, "id");
    g->item.field[TOPOLOGY_ZOO_SOURCE] = attribute_of(x, "source");
    g->item.field[TOPOLOGY_ZOO_TARGET] = attribute_of(x, "target");
    g->oneway = directed.at ? word_is(directed, "true") : g->zoo.oneway;
}

static int open_element(struct topology_graphml *g,
                        const struct topology_graphml_piece *x)
{
    const struct topology_source *s = g->zoo.s;
    const int graph = word_is(x->name, "graph"), node = word_is(x->name, "node");
    const int edge = word_is(x->name, "edge");
    if (g->depth == 0 && !word_is(x->name, "graphml"))
        return topology_scan_fail(s, "<%.*s>: <graphml> is expected", WORD(x->name));
    if (g->depth == TOPOLOGY_ZOO_DEPTH)
        return topology_scan_fail(s, "elements are more than %d deep",
                                  TOPOLOGY_ZOO_DEPTH);
    g->field = TOPOLOGY_ZOO_FIELDS;
    if (g->depth == 1 && word_is(x->name, "key") && add_key(g, x) != 0) return -1;
    if (graph && open_graph(g, x) != 0) return -1;
    if ((graph && g->depth != 1) ||
        ((node || edge) && !(g->depth == 2 && within(g, 1, "graph"))))
        return topology_scan_fail(s, "<%.*s> is not expected here", WORD(x->name));
    if (node || edge) open_item(g, x);
    if (g->depth == 3 && word_is(x->name, "data"))
        g->field = field_of(g, attribute_of(x, "key"));
    g->open[g->depth++] = x->name;
    return 0;
}

static int close_element(struct topology_graphml *g, struct word name)
{
    const struct word open = g->depth > 0 ? g->open[g->depth - 1] : name;
    if (g->depth == 0 || open.length != name.length ||
        memcmp(open.at, name.at, name.length) != 0)
        return topology_scan_fail(
            g->zoo.s, "</%.*s> closes what was not opened before it", WORD(name));
    g->depth--;
    g->field = TOPOLOGY_ZOO_FIELDS;
    if (g->depth != 2 || !within(g, 1, "graph")) return 0;
    if (word_is(name, "node")) return topology_zoo_add_node(&g->zoo, &g->item);
    if (word_is(name, "edge")) return topology_zoo_add_link(&g->zoo, &g->item, g->oneway);
    return 0;
}

/* The text of a field, without blanks around it; if there are several, the first. */
static int take_text(struct topology_graphml *g, struct word w)
{
    w = word_trim(w);
    if (w.length == 0) return 0;
    if (g->depth == 0)
        return topology_scan_fail(g->zoo.s, "'%.*s': <graphml> is expected", WORD(w));
    if (g->field < TOPOLOGY_ZOO_FIELDS && !g->item.field[g->field].at)
        g->item.field[g->field] = w;
    return 0;
}

static int read_file(struct topology_graphml *g)
{
    struct topology_graphml_piece x;
    for (;;) {
        int failed = 0;
        if (next_piece(g->zoo.s, &x) != 0) return -1;
        switch (x.kind) {
        case TOPOLOGY_GRAPHML_OPEN: failed = open_element(g, &x); break;
        case TOPOLOGY_GRAPHML_EMPTY:
            failed = open_element(g, &x);
            if (failed == 0) failed = close_element(g, x.name);
            break;
        case TOPOLOGY_GRAPHML_CLOSE: failed = close_element(g, x.name); break;
        case TOPOLOGY_GRAPHML_TEXT: failed = take_text(g, x.name); break;
        case TOPOLOGY_GRAPHML_END:
            if (g->depth == 0) return 0;
            return topology_scan_fail(g->zoo.s, "the file ends where </%.*s> is expected",
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
    failed = read_file(&g) != 0;
    names_free(&g.zoo.ids);
    return failed ? -1 : 0;
}
