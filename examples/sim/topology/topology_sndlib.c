/* topology_sndlib.c - network files in the native format of SNDlib, version 1.0:
 *
 *   S. Orlowski, R. Wessaely, M. Pioro, A. Tomaszewski: SNDlib 1.0 - Survivable Network
 *   Design Library. Networks 55(3), 276-286, 2010. http://sndlib.zib.de
 *
 *     ?SNDlib native format; type: network; version: 1.0
 *     META ( lines: name = value )
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
 * one-way.
 *
 * Reads section by section; what coordinates mean, and whether links
 * are directed, is decided when all of a section is read. */
#include "topology/topology_scan.h"

#include "base/map.h"
#include "base/word.h"
#include "topology/topology_data.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

struct topology_sndlib {
    struct topology_source *s;
    double unit_bps; /* of the numbers in the file */
    int nodes;       /* there was a section NODES  */
};

/* The next word or parenthesis; its length is 0 at the end of the file. */
static struct word next_word(struct topology_source *s)
{
    struct word w;
    topology_scan_skip(s);
    if (s->at < s->end && (*s->at == '(' || *s->at == ')')) {
        w.at = s->at++;
        w.length = 1;
        return w;
    }
    return topology_scan_word(s, "()#");
}

static int fail(const struct topology_source *s, struct word w, const char *expected)
{
    if (w.length == 0)
        return topology_scan_fail(s, "the file ends where %s is expected", expected);
    return topology_scan_fail(s, "'%.*s': %s is expected", WORD(w), expected);
}

static int expect(struct topology_source *s, const char *what)
{
    const struct word w = next_word(s);
    return word_is(w, what) ? 0 : fail(s, w, what);
}

/* A name: any word, but not a parenthesis. */
static int sndlib_read_id(struct topology_source *s, const char *expected, struct word *w)
{
    *w = next_word(s);
    if (w->length == 0 || *w->at == '(' || *w->at == ')') return fail(s, *w, expected);
    return 0;
}

static int sndlib_read_number(struct topology_source *s, const char *expected,
                              double *value)
{
    const struct word w = next_word(s);
    return word_is_number(w, value) ? 0 : fail(s, w, expected);
}

/* Takes the next character if it is `c`. */
static int take(struct topology_source *s, char c)
{
    topology_scan_skip(s);
    if (s->at == s->end || *s->at != c) return 0;
    s->at++;
    return 1;
}

/* Skips the rest of a list whose '(' was taken, and all lists in it. */
static int sndlib_skip_list(struct topology_source *s)
{
    unsigned long depth = 1;
    while (depth > 0) {
        const struct word w = next_word(s);
        if (w.length == 0) return fail(s, w, ")");
        if (*w.at == '(') depth++;
        if (*w.at == ')') depth--;
    }
    return 0;
}

/* ---- META -------------------------------------------------------------------------- */

static int sndlib_read_unit(struct topology_sndlib *x, struct word w)
{
    static const struct {
        const char *name;
        double bps;
    } units[] = {{"BIT", 1}, {"KBIT", 1e3}, {"MBIT", 1e6}, {"GBIT", 1e9}, {"TBIT", 1e12}};
    size_t i;
    for (i = 0; i < sizeof units / sizeof units[0]; i++)
        if (w.length >= strlen(units[i].name) &&
            memcmp(w.at, units[i].name, strlen(units[i].name)) == 0) {
            x->unit_bps = units[i].bps;
            return 0;
        }
    return fail(x->s, w, "MBITPERSEC or the like");
}

/* Values are free text to the end of the line; the list ends with a line of ')'. */
static int read_meta(struct topology_sndlib *x)
{
    struct topology_source *s = x->s;
    while (!take(s, ')')) {
        const struct word name = topology_scan_word(s, "=#");
        if (s->at == s->end) return fail(s, name, ")");
        if (word_is(name, "unit") && take(s, '=') &&
            sndlib_read_unit(x, next_word(s)) != 0)
            return -1;
        while (s->at < s->end && *s->at != '\n') s->at++;
    }
    return 0;
}

/* ---- NODES ------------------------------------------------------------------------- */

static int sndlib_read_node(struct topology_source *s)
{
    char name[TOPOLOGY_NAME];
    double x = 0, y = 0;
    int placed = 0;
    struct word id;
    if (sndlib_read_id(s, "a node", &id) != 0 || topology_scan_name(s, id, name) != 0)
        return -1;
    if (take(s, '(') && !take(s, ')')) {
        if (sndlib_read_number(s, "an x coordinate", &x) != 0 ||
            sndlib_read_number(s, "a y coordinate", &y) != 0 || expect(s, ")") != 0)
            return -1;
        placed = 1;
    }
    while (take(s, '('))
        if (sndlib_skip_list(s) != 0) return -1;
    return topology_scan_add_node(
        s, name, x, y, placed ? TOPOLOGY_COORDINATES_PLANE : TOPOLOGY_COORDINATES_NONE);
}

static void decide_coordinates(struct topology_source *s)
{
    struct topology *t = s->t;
    int kind = s->options->coordinates;
    size_t i;
    if (kind == TOPOLOGY_COORDINATES_NONE) {
        kind = TOPOLOGY_COORDINATES_GEO;
        for (i = 0; i < t->node_count; i++)
            if (!(fabs(t->nodes[i].x) <= 180 && fabs(t->nodes[i].y) <= 90))
                kind = TOPOLOGY_COORDINATES_PLANE;
    }
    for (i = 0; i < t->node_count; i++)
        if (t->nodes[i].coordinates != TOPOLOGY_COORDINATES_NONE)
            t->nodes[i].coordinates = kind;
}

static int read_nodes(struct topology_sndlib *x)
{
    if (x->nodes) return topology_scan_fail(x->s, "NODES is there twice");
    x->nodes = 1;
    while (!take(x->s, ')'))
        if (sndlib_read_node(x->s) != 0) return -1;
    decide_coordinates(x->s);
    return 0;
}

/* ---- LINKS ------------------------------------------------------------------------- */

/* The largest module, 0 if there is none. */
static int read_modules(struct topology_source *s, double *largest)
{
    *largest = 0;
    if (expect(s, "(") != 0) return -1;
    while (!take(s, ')')) {
        double module = 0, cost;
        if (sndlib_read_number(s, "a module's capacity", &module) != 0 ||
            sndlib_read_number(s, "a module's cost", &cost) != 0)
            return -1;
        if (module < 0)
            return topology_scan_fail(
                s, "a module of capacity %g: at least 0 is expected", module);
        if (module > *largest) *largest = module;
    }
    return 0;
}

static int sndlib_read_capacity(const struct topology_sndlib *x, double number,
                                int64_t *capacity)
{
    *capacity = 0;
    if (number <= 0 && number >= 0) return 0;
    if (topology_data_capacity(x->s->options, number * x->unit_bps, capacity) == 0)
        return 0;
    return topology_scan_fail(x->s,
                              "a capacity of %g: at least 0, and less than 2^53 units, "
                              "is expected",
                              number);
}

static int sndlib_read_link(const struct topology_sndlib *x)
{
    struct topology_source *s = x->s;
    struct word id, from_name, to_name;
    uint32_t from, to;
    double installed, largest, cost;
    int64_t capacity;
    if (sndlib_read_id(s, "a link", &id) != 0 || expect(s, "(") != 0 ||
        sndlib_read_id(s, "a node", &from_name) != 0 ||
        sndlib_read_id(s, "a node", &to_name) != 0 || expect(s, ")") != 0 ||
        topology_scan_node(s, from_name, &from) != 0 ||
        topology_scan_node(s, to_name, &to) != 0 ||
        sndlib_read_number(s, "a pre-installed capacity", &installed) != 0 ||
        sndlib_read_number(s, "a cost", &cost) != 0 ||
        sndlib_read_number(s, "a routing cost", &cost) != 0 ||
        sndlib_read_number(s, "a setup cost", &cost) != 0 ||
        read_modules(s, &largest) != 0)
        return -1;
    if (sndlib_read_capacity(x, installed > 0 || installed < 0 ? installed : largest,
                             &capacity) != 0)
        return -1;
    return topology_scan_add_link(s, from, to, capacity, -1, 0);
}

/* If each link has its opposite, all are one-way. */
static int decide_directions(struct topology_source *s)
{
    struct topology *t = s->t;
    struct map seen = {NULL, 0, 0};
    size_t i, opposite = 0;
    for (i = 0; i < t->link_count; i++)
        if (map_add(&seen, (int64_t)t->links[i].from << 32 | t->links[i].to) < 0) {
            map_free(&seen);
            return topology_scan_no_memory(s);
        }
    for (i = 0; i < t->link_count; i++)
        opposite += map_get(&seen, (int64_t)t->links[i].to << 32 | t->links[i].from) > 0;
    for (i = 0; i < t->link_count; i++) t->links[i].oneway = opposite == t->link_count;
    map_free(&seen);
    return 0;
}

static int read_links(const struct topology_sndlib *x)
{
    while (!take(x->s, ')'))
        if (sndlib_read_link(x) != 0) return -1;
    return decide_directions(x->s);
}

/* ---- the file ---------------------------------------------------------------------- */

static int read_section(struct topology_sndlib *x)
{
    struct topology_source *s = x->s;
    const struct word w = next_word(s);
    const int meta = word_is(w, "META"), nodes = word_is(w, "NODES");
    const int links = word_is(w, "LINKS");
    if (!meta && !nodes && !links && !word_is(w, "DEMANDS") &&
        !word_is(w, "ADMISSIBLE_PATHS"))
        return fail(s, w, "META, NODES, LINKS, DEMANDS or ADMISSIBLE_PATHS");
    if (expect(s, "(") != 0) return -1;
    return meta    ? read_meta(x)
           : nodes ? read_nodes(x)
           : links ? read_links(x)
                   : sndlib_skip_list(s);
}

static int read_header(struct topology_source *s)
{
    const char *begin;
    struct word header;
    topology_scan_skip(s);
    for (begin = s->at; s->at < s->end && *s->at != '\n' && *s->at != '\r';) s->at++;
    header.at = begin;
    header.length = (size_t)(s->at - begin);
    header = word_trim(header);
    if (word_is(header, "?SNDlib native format; type: network; version: 1.0")) return 0;
    return fail(s, header, "'?SNDlib native format; type: network; version: 1.0'");
}

int topology_sndlib_read(struct topology_source *s)
{
    struct topology_sndlib x;
    x.s = s;
    x.unit_bps = 1e6;
    x.nodes = 0;
    if (read_header(s) != 0) return -1;
    for (topology_scan_skip(s); s->at < s->end; topology_scan_skip(s))
        if (read_section(&x) != 0) return -1;
    return 0;
}
