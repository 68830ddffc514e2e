/* topology_sndlib.c - network files in the native format of SNDlib, version 1.0:
 *
 *   S. Orlowski, R. Wessaely, M. Pioro, A. Tomaszewski: SNDlib 1.0 - Survivable Network
 *   Design Library. Networks 55(3), 276-286, 2010. http://sndlib.zib.de
 *
 *     ?SNDlib native format; type: network; version: 1.0
 *     META ( { name = value }* )
 *     NODES ( { id [( x y )] [( designs )] [( options )] }* )
 *     LINKS ( { id ( from to ) capacity cost routing_cost setup_cost
 *               ( { module_capacity module_cost }* ) }* )
 *     DEMANDS ( ... )  ADMISSIBLE_PATHS ( ... )
 *
 * Capacity: the pre-installed one; where it is 0 the largest module; without any, the
 * default. Numbers are Mb/s unless META says unit = BITSPERSEC, KBIT..., GBIT... Costs,
 * demands and paths are skipped. Coordinates count as longitude and latitude if all
 * of them can be that. Whether links are directed is said in another file, the model; but
 * a directed network lists every link and its opposite, so links of such a file are
 * one-way. */
#include "topology/topology_scan.h"

#include <math.h>
#include <string.h>

/* The next word or parenthesis; its length is 0 at the end of the file. */
static struct word next_word(struct topology_source *s)
{
    topology_scan_skip(s);
    if (*s->at != '(' && *s->at != ')') return topology_scan_word(s, "()#");
    struct word w = {.at = s->at++, .length = 1};
    return w;
}

TOPOLOGY_SCAN_ENDS
static void fail_word(struct topology_source *s, struct word w, const char *expected)
{
    if (w.length == 0)
        topology_scan_fail(s, "the file ends where %s was expected", expected);
    topology_scan_fail(s, "'%.*s': expected %s", WORD(w), expected);
}

static void expect(struct topology_source *s, const char *what)
{
    const struct word w = next_word(s);
    if (!word_is(w, what)) fail_word(s, w, what);
}

/* A name: any word, but not a parenthesis. */
static struct word sndlib_read_id(struct topology_source *s, const char *expected)
{
    const struct word w = next_word(s);
    if (w.length == 0 || *w.at == '(' || *w.at == ')') fail_word(s, w, expected);
    return w;
}

static double sndlib_read_number(struct topology_source *s, const char *expected)
{
    const struct word w = next_word(s);
    double value;
    if (!word_is_number(w, &value)) fail_word(s, w, expected);
    return value;
}

/* Takes the next character if it is `c`. */
static int sndlib_take(struct topology_source *s, char c)
{
    topology_scan_skip(s);
    if (s->at == s->end || *s->at != c) return 0;
    s->at++;
    return 1;
}

/* ---- META, and lists that are skipped ---------------------------------------------- */

/* The bit/s that it stands for. */
static double sndlib_read_unit(struct topology_source *s, struct word w)
{
    static const char *const names[] = {"BIT", "KBIT", "MBIT", "GBIT", "TBIT"};
    static const double bps[] = {1, 1e3, 1e6, 1e9, 1e12};
    size_t i = 0;
    while (i < sizeof bps / sizeof bps[0] && !word_begins(w, names[i])) i++;
    if (i == sizeof bps / sizeof bps[0]) fail_word(s, w, "MBITPERSEC or the like");
    return bps[i];
}

/* The rest of a list whose '(' was taken, and all lists in it. */
static void skip_list(struct topology_source *s)
{
    unsigned long depth = 1;
    while (depth > 0) {
        const struct word w = next_word(s);
        if (w.length == 0) fail_word(s, w, ")");
        if (*w.at == '(') depth++;
        if (*w.at == ')') depth--;
    }
}

static int is_section(struct word w)
{
    return word_is(w, "META") || word_is(w, "NODES") || word_is(w, "LINKS") ||
           word_is(w, "DEMANDS") || word_is(w, "ADMISSIBLE_PATHS");
}

/* META, whose values are free text: its end is a ')' with a section behind it, or with
 * nothing. The unit that it gives, in bit/s. */
static double read_meta(struct topology_source *s)
{
    double unit = 1e6;
    int closed = 0;
    for (;;) {
        const char *at = s->at;
        const unsigned long line = s->line;
        struct word w = next_word(s);
        if (w.length == 0 || (is_section(w) && sndlib_take(s, '('))) {
            if (!closed) fail_word(s, w, ")");
            s->at = at, s->line = line;
            return unit;
        }
        closed = *w.at == ')';
        if (!word_is(word_part(&w, '='), "unit")) continue;
        if (w.at || sndlib_take(s, '='))
            unit = sndlib_read_unit(s, w.length > 0 ? w : next_word(s));
    }
}

/* ---- NODES ------------------------------------------------------------------------- */

static void sndlib_read_node(struct topology_source *s)
{
    const struct word id = sndlib_read_id(s, "a node");
    double x = 0, y = 0;
    int placed = 0;
    if (sndlib_take(s, '(') && !sndlib_take(s, ')')) {
        x = sndlib_read_number(s, "an x coordinate");
        y = sndlib_read_number(s, "a y coordinate");
        expect(s, ")");
        placed = 1;
    }
    while (sndlib_take(s, '(')) skip_list(s);
    topology_scan_add_node(s, id, 0, x, y);
    s->t->nodes[s->t->node_count - 1].placed = placed;
}

static void read_nodes(struct topology_source *s)
{
    struct topology *t = s->t;
    int geo = 1;
    if (t->node_count > 0) topology_scan_fail(s, "NODES occurs twice");
    while (!sndlib_take(s, ')')) sndlib_read_node(s);
    for (size_t i = 0; i < t->node_count; i++)
        geo &= fabs(t->nodes[i].lon) <= 180 && fabs(t->nodes[i].lat) <= 90;
    for (size_t i = 0; i < t->node_count; i++) t->nodes[i].placed &= geo;
}

/* ---- LINKS ------------------------------------------------------------------------- */

/* The largest module, 0 if there is none. */
static double read_modules(struct topology_source *s)
{
    double largest = 0;
    expect(s, "(");
    while (!sndlib_take(s, ')')) {
        const double module = sndlib_read_number(s, "a module's capacity");
        (void)sndlib_read_number(s, "a module's cost");
        if (module < 0)
            topology_scan_fail(s, "a module of capacity %g: expected at least 0", module);
        if (module > largest) largest = module;
    }
    return largest;
}

static void sndlib_read_link(struct topology_source *s, double unit)
{
    int64_t capacity = 0;
    (void)sndlib_read_id(s, "a link");
    expect(s, "(");
    const uint32_t from = topology_scan_node(s, sndlib_read_id(s, "a node"));
    const uint32_t to = topology_scan_node(s, sndlib_read_id(s, "a node"));
    expect(s, ")");
    double number = sndlib_read_number(s, "a pre-installed capacity");
    (void)sndlib_read_number(s, "a cost");
    (void)sndlib_read_number(s, "a routing cost");
    (void)sndlib_read_number(s, "a setup cost");
    const double largest = read_modules(s);
    if (!(number < 0 || number > 0)) number = largest;
    if (number < 0 || number > 0) capacity = topology_scan_capacity(s, number * unit);
    topology_scan_add_link(s, from, to, capacity, -1, 0);
}

/* If each link has its opposite, all are one-way. */
static void decide_directions(struct topology_source *s)
{
    struct topology *t = s->t;
    for (size_t i = 0; i < t->link_count; i++) t->links[i].oneway = 1;
    const size_t alone = topology_alone(t);
    topology_scan_memory(s, alone == SIZE_MAX);
    for (size_t i = 0; i < t->link_count; i++) t->links[i].oneway = alone == 0;
}

/* ---- the file ---------------------------------------------------------------------- */

static void read_header(struct topology_source *s)
{
    struct word header = {.at = s->at, .length = strcspn(s->at, "\r\n")};
    s->at += header.length;
    header = word_trim(header);
    if (!word_is(header, "?SNDlib native format; type: network; version: 1.0"))
        fail_word(s, header, "'?SNDlib native format; type: network; version: 1.0'");
}

void topology_sndlib_read(struct topology_source *s)
{
    double unit = 1e6;
    read_header(s);
    for (topology_scan_skip(s); s->at < s->end; topology_scan_skip(s)) {
        const struct word w = next_word(s);
        const int nodes = word_is(w, "NODES"), links = word_is(w, "LINKS");
        if (!is_section(w))
            fail_word(s, w, "META, NODES, LINKS, DEMANDS or ADMISSIBLE_PATHS");
        expect(s, "(");
        if (nodes) {
            read_nodes(s);
        } else if (links) {
            while (!sndlib_take(s, ')')) sndlib_read_link(s, unit);
            decide_directions(s);
        } else if (word_is(w, "META")) {
            unit = read_meta(s);
        } else {
            skip_list(s);
        }
    }
}
