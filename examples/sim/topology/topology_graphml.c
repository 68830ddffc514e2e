/* topology_graphml.c - networks in GraphML as in the Internet Topology Zoo:
 *
 *   S. Knight, H. X. Nguyen, N. Falkner, R. Bowden, M. Roughan: The Internet Topology
 *   Zoo. IEEE J. on Selected Areas in Communications 29(9), 1765-1775, 2011.
 *
 *     <graphml> <key id="d32" for="node" attr.name="Longitude" .../>
 *       <graph edgedefault="undirected">
 *         <node id="0"> <data key="d32">-95.36</data> </node>
 *         <edge source="0" target="2"/>
 *
 *   nodes  id, label or name (yEd: NodeLabel), Longitude or lon, Latitude or lat
 *   links  source, target, directed; the key that the options name with its unit, or
 *          LinkSpeedRaw (bit/s), or LinkSpeed with LinkSpeedUnits, or else the speed with
 *          its unit in LinkLabel, label (yEd: EdgeLabel), capacity or bandwidth
 *          (topology_speed.h), or the default capacity
 *
 * Names of keys are in any case. Everything else is skipped, but elements must be
 * closed as they were opened. A node is named by its label; if that is taken, by
 * label_id; if it has none, by its id. Links of a node to itself, which some of the
 * files have, are left out and counted. A link leads one way if it, or else
 * edgedefault, is directed. Nodes come before the links that name them.
 *
 * It understands the XML that such files need: elements, attributes, text, CDATA,
 * comments and processing instructions; but no declarations (<!DOCTYPE), and so no
 * entities that a file defines. */
#include "topology/topology_scan.h"

#include "topology/topology_speed.h"

#include <stdlib.h>
#include <string.h>

enum { TOPOLOGY_GRAPHML_DEPTH = 64 };

/* The data read of a node or an edge, by its keys. */
enum {
    NAMED, /* as options name it */
    LABEL,
    NODE_NAME,
    LONGITUDE,
    LATITUDE,
    RAW,
    SPEED,
    UNITS,
    TEXTS, /* of these the first that gives a speed */
    EDGE_LABEL,
    CAPACITY,
    FIELDS = CAPACITY + 2
};

static const struct {
    const char *of, *name;
} fields[FIELDS] = {
    {"edge", ""},          {"node", "label"},          {"node", "name"},
    {"node", "Longitude"}, {"node", "Latitude"},       {"edge", "LinkSpeedRaw"},
    {"edge", "LinkSpeed"}, {"edge", "LinkSpeedUnits"}, {"edge", "LinkLabel"},
    {"edge", "label"},     {"edge", "capacity"},       {"edge", "bandwidth"}};

struct topology_graphml {
    struct topology_source *s;
    struct word named;                        /* the key of the options, or ""    */
    double unit;                              /* what it counts in, bit/s         */
    struct word key[FIELDS];                  /* its id in this file              */
    struct word open[TOPOLOGY_GRAPHML_DEPTH]; /* the elements around; a node or an edge */
    int depth;                                /* is the third                     */
    int graphs, directed;
    struct word prefix; /* g, if elements are <g:graphml>, <g:node> ... */
    struct word key_id, otherwise[FIELDS]; /* of the key around, and what it is without */
    int bare[FIELDS];                      /* some link has a number without a unit     */
    struct word item, value[FIELDS]; /* the node's or edge's attributes, and fields */
    int field;                       /* its text comes next; FIELDS = none       */
};

/* ---- pieces of XML ----------------------------------------------------------------- */

/* Goes over `begin`, over what follows, which it returns, and over `end`. */
static struct word take_framed(struct topology_source *s, const char *begin,
                               const char *end)
{
    const char *at = s->at + strlen(begin), *stop = strstr(at, end);
    if (!stop) topology_scan_fail(s, "'%s' without '%s' after it", begin, end);
    const struct word inner = {at, (size_t)(stop - at)};
    topology_scan_over(s, (size_t)(stop - s->at) + strlen(end));
    return inner;
}

/* What stands between '<' and '>', which may be within quotes. */
static struct word take_tag(struct topology_source *s)
{
    const char *at = s->at + 1;
    for (char quote = 0; at < s->end && (quote || *at != '>'); at++)
        if (quote ? *at == quote : *at == '"' || *at == '\'') quote = quote ? 0 : *at;
    if (at == s->end) topology_scan_fail(s, "'<' without '>' after it");
    const struct word tag = {s->at + 1, (size_t)(at - s->at) - 1};
    topology_scan_over(s, tag.length + 2);
    return tag;
}

/* Takes the name off a tag. */
static struct word take_name(struct topology_source *s, struct word *tag)
{
    const char *const name = tag->at;
    while (tag->length > 0 && !word_is_blank(*tag->at)) tag->at++, tag->length--;
    if (tag->at == name) topology_scan_fail(s, "'<': a name must follow it");
    return (struct word){name, (size_t)(tag->at - name)};
}

/* The value of one of the attributes; `at` is NULL if there is no such attribute. */
static struct word attribute_of(struct topology_source *s, struct word rest,
                                const char *name)
{
    static const struct word none = {NULL, 0};
    for (rest = word_trim(rest); rest.length > 0; rest = word_trim(rest)) {
        const struct word found = word_trim(word_part(&rest, '='));
        rest = word_trim(rest);
        if (rest.length == 0 || (*rest.at != '"' && *rest.at != '\''))
            topology_scan_fail(s, "'%.*s': expected an attribute, name=\"value\"",
                               WORD(found));
        struct word value = {.at = rest.at + 1, .length = rest.length - 1};
        rest = value;
        value = word_part(&rest, value.at[-1]);
        if (word_is(found, name)) return value;
    }
    return none;
}

/* ---- characters written as &...; --------------------------------------------------- */

/* The character for what stands behind an &, up to the ; at *end. -1 if it is unknown. */
static long entity(const char *at, const char **end)
{
    static const char *const names[] = {"amp;", "lt;", "gt;", "quot;", "apos;"};
    const int hex = at[0] == '#' && (at[1] == 'x' || at[1] == 'X');
    char *stop;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(at, names[i], strlen(names[i])) == 0) {
            *end = at + strlen(names[i]) - 1;
            return "&<>\"'"[i];
        }
    if (*at != '#') return -1;
    const long code = strtol(at + 1 + hex, &stop, hex ? 16 : 10);
    *end = stop;
    return *stop == ';' && code > 0 && code <= 0x10FFFF && code >> 11 != 0xD800 >> 11
               ? code
               : -1;
}

/* The text as it is meant, in UTF-8, in `to`. An unknown entity, or a lone &, stays. */
static struct word decode(struct topology_source *s, struct word w,
                          char to[TOPOLOGY_NAME])
{
    static const int lead[] = {0, 0xC0, 0xE0, 0xF0};
    const char *const end = w.at ? w.at + w.length : NULL;
    struct word text = {to, 0};
    while (w.at < end) {
        const char *stop = w.at;
        const long code = *w.at == '&' ? entity(w.at + 1, &stop) : -1;
        if (text.length + 4 >= TOPOLOGY_NAME)
            topology_scan_fail(s, "'%.*s...': a name has at most %d bytes", WORD(text),
                               TOPOLOGY_NAME - 5);
        if (code < 0 || stop >= end) {
            to[text.length++] = *w.at++;
        } else {
            int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
            to[text.length++] = (char)(lead[more] | code >> 6 * more);
            while (more-- > 0) to[text.length++] = (char)(0x80 | (code >> 6 * more & 63));
            w.at = stop + 1;
        }
    }
    to[text.length] = 0; /* topology_scan_name looks at whole characters */
    return text;
}

/* ---- nodes and links --------------------------------------------------------------- */

/* Is there such a field? It is a number then. */
static int graphml_read_number(const struct topology_graphml *g, int field, double *value)
{
    const struct word w = g->value[field];
    if (w.at && !word_is_number(w, value))
        topology_scan_fail(g->s, "%s '%.*s': expected a number", fields[field].name,
                           WORD(w));
    return w.at != NULL;
}

/* An id that stands in an attribute, as it is kept. */
static struct word graphml_read_id(const struct topology_graphml *g, const char *name,
                                   char to[TOPOLOGY_NAME])
{
    const struct word id = attribute_of(g->s, g->item, name);
    if (!id.at) topology_scan_fail(g->s, "%s is missing", name);
    return topology_scan_name(g->s, id, to);
}

static void graphml_add_node(struct topology_graphml *g)
{
    struct topology_source *s = g->s;
    char text[TOPOLOGY_NAME], label[TOPOLOGY_NAME], both[2 * TOPOLOGY_NAME];
    const struct word id = graphml_read_id(g, "id", text);
    struct word name = word_trim(decode(s, g->value[LABEL], label));
    double lon = 0, lat = 0;
    const int east = graphml_read_number(g, LONGITUDE, &lon);
    const int north = graphml_read_number(g, LATITUDE, &lat);
    if (names_find(&s->ids, id) != NAMES_NONE)
        topology_scan_fail(s, "a node with id '%.*s' occurs twice", WORD(id));
    if (name.length == 0) name = word_trim(decode(s, g->value[NODE_NAME], label));
    if (name.length == 0) name = id;
    name = topology_scan_name(s, name, label);
    if (names_find(&s->t->names, name) != TOPOLOGY_NONE) {
        snprintf(both, sizeof both, "%.*s_%.*s", (int)name.length, name.at,
                 (int)id.length, id.at);
        name = word_of(both);
    }
    topology_scan_add_node(s, name, east && north, lon, lat);
    topology_scan_memory(s, names_add(&s->ids, id) == NAMES_NONE);
}

static uint32_t graphml_read_end(const struct topology_graphml *g, const char *name)
{
    char text[TOPOLOGY_NAME];
    const struct word id = graphml_read_id(g, name, text);
    const uint32_t node = names_find(&g->s->ids, id);
    if (node == NAMES_NONE)
        topology_scan_fail(g->s, "%s: there is no node with id '%.*s' before this line",
                           name, WORD(id));
    return node;
}

/* 0 if the link has none. */
static int64_t graphml_read_capacity(struct topology_graphml *g)
{
    const struct word speed = g->value[SPEED], unit = g->value[UNITS];
    char text[256];
    double bps;
    if (g->value[NAMED].at && word_is_number(g->value[NAMED], &bps))
        return topology_scan_capacity(g->s, bps * g->unit);
    bps = topology_speed(g->value[NAMED], 8);
    if (g->value[NAMED].at && !(bps > 0))
        topology_scan_fail(g->s, "%.*s '%.*s': expected a number", WORD(g->named),
                           WORD(g->value[NAMED]));
    if (bps > 0) return topology_scan_capacity(g->s, bps);
    if (graphml_read_number(g, RAW, &bps)) return topology_scan_capacity(g->s, bps);
    snprintf(text, sizeof text, "%.*s %.*s", WORD(speed), WORD(unit));
    bps = topology_speed(word_of(text), 8);
    if (speed.at && !(bps > 0))
        topology_scan_fail(
            g->s,
            "LinkSpeed '%.*s' with LinkSpeedUnits '%.*s': expected a number, and K,"
            " M, G or T",
            WORD(speed), WORD(unit));
    for (int i = TEXTS; i < FIELDS && !(bps > 0); i++) {
        g->bare[i] |= g->value[i].at && word_is_number(g->value[i], &bps);
        bps = topology_speed(g->value[i], i < CAPACITY ? 0 : 8);
    }
    return bps > 0 ? topology_scan_capacity(g->s, bps) : 0;
}

/* Do links lead one way, as the attribute of an edge or the graph says? */
static int graphml_read_directed(struct topology_source *s, struct word tag,
                                 const char *name, int otherwise)
{
    const struct word w = attribute_of(s, tag, name);
    if (!w.at) return otherwise;
    if (word_is(w, "true") || word_is(w, "1") || word_is(w, "directed")) return 1;
    if (!word_is(w, "false") && !word_is(w, "0") && !word_is(w, "undirected"))
        topology_scan_fail(s, "%s '%.*s': expected true, false, directed or undirected",
                           name, WORD(w));
    return 0;
}

static void graphml_add_link(struct topology_graphml *g)
{
    const int oneway = graphml_read_directed(g->s, g->item, "directed", g->directed);
    const uint32_t from = graphml_read_end(g, "source");
    const uint32_t to = graphml_read_end(g, "target");
    const int64_t capacity = graphml_read_capacity(g);
    if (from == to)
        g->s->t->loops++;
    else
        topology_scan_add_link(g->s, from, to, capacity, -1, oneway);
}

/* ---- elements ---------------------------------------------------------------------- */

static int same(struct word a, struct word b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Lists a key that may be the capacity, if the text can stand in a message. */
static void list_key(struct topology_graphml *g, struct word name)
{
    char *keys = g->s->t->keys;
    const size_t used = strlen(keys), room = sizeof g->s->t->keys - used;
    size_t plain = 0;
    while (plain < name.length && name.at[plain] >= ' ' && name.at[plain] < 127) plain++;
    if (plain == name.length && plain > 0 && plain + 3 < room)
        snprintf(keys + used, room, "%s%.*s", used ? ", " : "", (int)plain, name.at);
}

/* <key attr.name="Longitude" for="node" id="d32" /> */
static void add_key(struct topology_graphml *g, struct word tag)
{
    struct word name = attribute_of(g->s, tag, "attr.name");
    const struct word of = attribute_of(g->s, tag, "for");
    if (word_is(of, "node") && word_is_any_case(name, "lon")) name = word_of("Longitude");
    if (word_is(of, "node") && word_is_any_case(name, "lat")) name = word_of("Latitude");
    const int all = !of.at || word_is(of, "all");
    int known = 0;
    g->key_id = attribute_of(g->s, tag, "id");
    for (int i = 0; i < FIELDS; i++)
        if ((i == NAMED ? g->named.at && same(name, g->named)
                        : word_is_any_case(name, fields[i].name)) &&
            (all || word_is(of, fields[i].of))) {
            g->key[i] = g->key_id;
            known |= !strcmp(fields[i].of, "edge");
        }
    if (!known && (all || word_is(of, "edge"))) list_key(g, name);
}

/* The keys that may be the capacity: those that are not known behind those that are. */
static void list_keys(struct topology_graphml *g)
{
    char *const keys = g->s->t->keys, unknown[sizeof g->s->t->keys];
    const int missing = g->named.at && !g->key[NAMED].at;
    memcpy(unknown, keys, sizeof unknown);
    *keys = 0;
    for (int i = RAW; i < FIELDS; i++)
        if (g->key[i].at && (missing || g->bare[i])) list_key(g, word_of(fields[i].name));
    list_key(g, word_of(unknown));
    if (missing)
        topology_scan_fail(g->s, "links have no key '%.*s'; they have: %s",
                           WORD(g->named), *keys ? keys : "none");
    if (g->named.at) *keys = 0;
}

/* Takes "bandwidth:Mbps" apart. */
static void take_options(struct topology_graphml *g)
{
    struct word unit = word_of(g->s->options->capacity_key);
    char one[64];
    g->named = word_part(&unit, ':');
    snprintf(one, sizeof one, "1 %.*s", WORD(unit));
    g->unit = topology_speed(word_of(one), 8);
    if (!(g->unit > 0) || g->named.length == 0)
        topology_scan_fail(g->s,
                           "'%s' is not a link key and its unit, such as"
                           " bandwidth:Mbps",
                           g->s->options->capacity_key);
}

/* The field that a <data key="d32"> in a node or an edge gives, or a label in that. */
static int field_of(const struct topology_graphml *g, struct word name, struct word tag)
{
    const struct word key = attribute_of(g->s, tag, "key");
    int i = 0;
    if (g->depth > 3) (void)word_part(&name, ':');
    if (g->depth > 3 && word_is(name, "NodeLabel")) return NODE_NAME;
    if (g->depth > 3 && word_is(name, "EdgeLabel")) return EDGE_LABEL;
    if (g->depth != 3 || !word_is(name, "data") || !key.at) return FIELDS;
    while (i < FIELDS &&
           !(g->key[i].at && same(g->key[i], key) && word_is(g->open[2], fields[i].of)))
        i++;
    return i;
}

static void open_element(struct topology_graphml *g, struct word name, struct word tag)
{
    struct topology_source *s = g->s;
    const int graph = word_is(name, "graph");
    const int item = word_is(name, "node") || word_is(name, "edge");
    if (g->depth == 0 && !word_is(name, "graphml"))
        topology_scan_fail(s, "<%.*s>: expected <graphml>", WORD(name));
    if (g->depth == TOPOLOGY_GRAPHML_DEPTH)
        topology_scan_fail(s, "elements are more than %d deep", TOPOLOGY_GRAPHML_DEPTH);
    if ((graph && g->depth != 1) ||
        (item && !(g->depth == 2 && word_is(g->open[1], "graph"))))
        topology_scan_fail(s, "unexpected <%.*s>", WORD(name));
    if (word_is(name, "hyperedge"))
        topology_scan_fail(s, "<hyperedge> is not read; a link has two ends");
    if (graph && g->graphs++ > 0) topology_scan_fail(s, "graph occurs twice");
    if (graph) g->directed = graphml_read_directed(s, tag, "edgedefault", 0);
    if (item) {
        g->item = tag;
        memset(g->value, 0, sizeof g->value);
    }
    if (g->depth == 1 && word_is(name, "key")) add_key(g, tag);
    g->field = field_of(g, name, tag);
    g->open[g->depth++] = name;
}

static void close_element(struct topology_graphml *g, struct word name)
{
    if (g->depth == 0 || !same(g->open[g->depth - 1], name))
        topology_scan_fail(g->s, "</%.*s> closes an element that is not open",
                           WORD(name));
    g->depth--;
    g->field = FIELDS;
    if (g->depth != 2 || !word_is(g->open[1], "graph")) return;
    for (int i = 0; i < FIELDS; i++)
        if (!g->value[i].at) g->value[i] = g->otherwise[i];
    if (word_is(name, "node")) graphml_add_node(g);
    if (word_is(name, "edge")) graphml_add_link(g);
}

/* The text of a field, without blanks around it; if there are several, the first. */
static void take_text(struct topology_graphml *g, struct word w)
{
    w = word_trim(w);
    if (w.length == 0) return;
    if (g->depth == 0) topology_scan_fail(g->s, "'%.*s': expected <graphml>", WORD(w));
    if (g->field < FIELDS && !g->value[g->field].at) g->value[g->field] = w;
    if (g->depth != 3 || !word_is(g->open[1], "key") || !word_is(g->open[2], "default"))
        return;
    for (int i = 0; i < FIELDS; i++)
        if (g->key[i].at && same(g->key[i], g->key_id)) g->otherwise[i] = w;
}

/* The name of an element without the prefix that <graphml> has. */
static struct word local(struct topology_graphml *g, struct word name)
{
    struct word rest = name;
    const struct word prefix = word_part(&rest, ':');
    if (g->depth == 0 && rest.at) g->prefix = prefix;
    return rest.at && g->prefix.at && same(prefix, g->prefix) ? rest : name;
}

/* Takes the next piece of the file, a tag or a text. */
static void take_piece(struct topology_graphml *g)
{
    struct topology_source *s = g->s;
    struct word tag;
    if (*s->at != '<') {
        tag.at = s->at;
        while (s->at < s->end && *s->at != '<') topology_scan_over(s, 1);
        tag.length = (size_t)(s->at - tag.at);
        take_text(g, tag);
    } else if (topology_scan_begins(s, "<!--")) {
        (void)take_framed(s, "<!--", "-->");
    } else if (topology_scan_begins(s, "<?")) {
        (void)take_framed(s, "<?", "?>");
    } else if (topology_scan_begins(s, "<![CDATA[")) {
        take_text(g, take_framed(s, "<![CDATA[", "]]>"));
    } else if (topology_scan_begins(s, "<!")) {
        topology_scan_fail(s, "'<!': declarations are not expected in GraphML");
    } else if (topology_scan_begins(s, "</")) {
        close_element(g, local(g, word_trim(take_framed(s, "</", ">"))));
    } else {
        tag = take_tag(s);
        const int empty = tag.length > 0 && tag.at[tag.length - 1] == '/';
        tag.length -= (size_t)empty;
        const struct word name = local(g, take_name(s, &tag));
        open_element(g, name, tag);
        if (empty) close_element(g, name);
    }
}

void topology_graphml_read(struct topology_source *s)
{
    struct topology_graphml g;
    memset(&g, 0, sizeof g);
    g.s = s;
    g.field = FIELDS;
    if (s->options->capacity_key) take_options(&g);
    while (s->at < s->end) take_piece(&g);
    list_keys(&g);
    if (g.depth > 0)
        topology_scan_fail(s, "the file ends where </%.*s> was expected",
                           WORD(g.open[g.depth - 1]));
}
