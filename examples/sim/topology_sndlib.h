/* topology_sndlib.h - network files in the native format of SNDlib, version 1.0:
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
 * demands and paths are skipped. Coordinates count as longitude and latitude where all
 * can be that. Whether links are directed stands in another file, the model; but one that
 * is lists every link and its opposite, and so such a file has one-way links.
 */
#ifndef SIM_TOPOLOGY_SNDLIB_H
#define SIM_TOPOLOGY_SNDLIB_H

#include "ids.h"
#include "topology_scan.h"

typedef struct sim_sndlib {
    sim_source *s;
    double unit_bps; /* of the numbers in the file */
    int nodes;       /* that section was there     */
} sim_sndlib;

/* The next word or parenthesis; length 0 at the end. */
static inline sim_word sim_sndlib_next(sim_source *s)
{
    sim_word w;
    sim_source_skip(s);
    if (s->at < s->end && (*s->at == '(' || *s->at == ')')) {
        w.at = s->at++;
        w.length = 1;
        return w;
    }
    return sim_source_word(s, "()#");
}

static inline int sim_sndlib_fail(const sim_source *s, sim_word w, const char *expected)
{
    if (w.length == 0)
        return sim_source_fail(s, "the file ends where %s is expected", expected);
    return sim_source_fail(s, "'%.*s': %s is expected", SIM_WORD(w), expected);
}

static inline int sim_sndlib_expect(sim_source *s, const char *what)
{
    const sim_word w = sim_sndlib_next(s);
    return sim_word_is(w, what) ? 0 : sim_sndlib_fail(s, w, what);
}

/* A name, which no parenthesis is. */
static inline int sim_sndlib_id(sim_source *s, const char *expected, sim_word *w)
{
    *w = sim_sndlib_next(s);
    if (w->length == 0 || *w->at == '(' || *w->at == ')')
        return sim_sndlib_fail(s, *w, expected);
    return 0;
}

static inline int sim_sndlib_number(sim_source *s, const char *expected, double *value)
{
    const sim_word w = sim_sndlib_next(s);
    return sim_word_is_number(w, value) ? 0 : sim_sndlib_fail(s, w, expected);
}

/* Is this what comes next? Then it is taken. */
static inline int sim_sndlib_take(sim_source *s, char c)
{
    sim_source_skip(s);
    if (s->at == s->end || *s->at != c) return 0;
    s->at++;
    return 1;
}

/* The rest of a list whose '(' was taken, with all lists within. */
static inline int sim_sndlib_skip_list(sim_source *s)
{
    unsigned long depth = 1;
    while (depth > 0) {
        const sim_word w = sim_sndlib_next(s);
        if (w.length == 0) return sim_sndlib_fail(s, w, ")");
        if (*w.at == '(') depth++;
        if (*w.at == ')') depth--;
    }
    return 0;
}

/* ---- META -------------------------------------------------------------------------- */

static inline int sim_sndlib_unit(sim_sndlib *x, sim_word w)
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
    return sim_sndlib_fail(x->s, w, "MBITPERSEC or the like");
}

/* Values are free text to the end of the line; the list ends with a line of ')'. */
static inline int sim_sndlib_meta(sim_sndlib *x)
{
    sim_source *s = x->s;
    while (!sim_sndlib_take(s, ')')) {
        const sim_word name = sim_source_word(s, "=#");
        if (s->at == s->end) return sim_sndlib_fail(s, name, ")");
        if (sim_word_is(name, "unit") && sim_sndlib_take(s, '=') &&
            sim_sndlib_unit(x, sim_sndlib_next(s)) != 0)
            return -1;
        while (s->at < s->end && *s->at != '\n') s->at++;
    }
    return 0;
}

/* ---- NODES ------------------------------------------------------------------------- */

static inline int sim_sndlib_node(sim_source *s)
{
    char name[SIM_TOPOLOGY_NAME];
    double x = 0, y = 0;
    int placed = 0;
    sim_word id;
    if (sim_sndlib_id(s, "a node", &id) != 0 || sim_source_name(s, id, name) != 0)
        return -1;
    if (sim_sndlib_take(s, '(') && !sim_sndlib_take(s, ')')) {
        if (sim_sndlib_number(s, "an x coordinate", &x) != 0 ||
            sim_sndlib_number(s, "a y coordinate", &y) != 0 ||
            sim_sndlib_expect(s, ")") != 0)
            return -1;
        placed = 1;
    }
    while (sim_sndlib_take(s, '('))
        if (sim_sndlib_skip_list(s) != 0) return -1;
    return sim_source_add_node(s, name, x, y,
                               placed ? SIM_COORDINATES_PLANE : SIM_COORDINATES_NONE);
}

static inline void sim_sndlib_judge_coordinates(sim_source *s)
{
    sim_topology *t = s->t;
    int kind = s->options->coordinates;
    size_t i;
    if (kind == SIM_COORDINATES_NONE) {
        kind = SIM_COORDINATES_GEO;
        for (i = 0; i < t->node_count; i++)
            if (!(fabs(t->nodes[i].x) <= 180 && fabs(t->nodes[i].y) <= 90))
                kind = SIM_COORDINATES_PLANE;
    }
    for (i = 0; i < t->node_count; i++)
        if (t->nodes[i].coordinates != SIM_COORDINATES_NONE)
            t->nodes[i].coordinates = kind;
}

static inline int sim_sndlib_nodes(sim_sndlib *x)
{
    if (x->nodes) return sim_source_fail(x->s, "NODES is there twice");
    x->nodes = 1;
    while (!sim_sndlib_take(x->s, ')'))
        if (sim_sndlib_node(x->s) != 0) return -1;
    sim_sndlib_judge_coordinates(x->s);
    return 0;
}

/* ---- LINKS ------------------------------------------------------------------------- */

/* The largest module, 0 if there is none. */
static inline int sim_sndlib_modules(sim_source *s, double *largest)
{
    *largest = 0;
    if (sim_sndlib_expect(s, "(") != 0) return -1;
    while (!sim_sndlib_take(s, ')')) {
        double module = 0, cost;
        if (sim_sndlib_number(s, "a module's capacity", &module) != 0 ||
            sim_sndlib_number(s, "a module's cost", &cost) != 0)
            return -1;
        if (module < 0)
            return sim_source_fail(s, "a module of capacity %g: at least 0 is expected",
                                   module);
        if (module > *largest) *largest = module;
    }
    return 0;
}

static inline int sim_sndlib_capacity(const sim_sndlib *x, double number,
                                      int64_t *capacity)
{
    *capacity = 0;
    if (number <= 0 && number >= 0) return 0;
    if (sim_topology_capacity(x->s->options, number * x->unit_bps, capacity) == 0)
        return 0;
    return sim_source_fail(x->s,
                           "a capacity of %g: at least 0, and less than 2^53 units, "
                           "is expected",
                           number);
}

static inline int sim_sndlib_link(const sim_sndlib *x)
{
    sim_source *s = x->s;
    sim_word id, from_name, to_name;
    uint32_t from, to;
    double installed, largest, cost;
    int64_t capacity;
    if (sim_sndlib_id(s, "a link", &id) != 0 || sim_sndlib_expect(s, "(") != 0 ||
        sim_sndlib_id(s, "a node", &from_name) != 0 ||
        sim_sndlib_id(s, "a node", &to_name) != 0 || sim_sndlib_expect(s, ")") != 0 ||
        sim_source_node(s, from_name, &from) != 0 ||
        sim_source_node(s, to_name, &to) != 0 ||
        sim_sndlib_number(s, "a pre-installed capacity", &installed) != 0 ||
        sim_sndlib_number(s, "a cost", &cost) != 0 ||
        sim_sndlib_number(s, "a routing cost", &cost) != 0 ||
        sim_sndlib_number(s, "a setup cost", &cost) != 0 ||
        sim_sndlib_modules(s, &largest) != 0)
        return -1;
    if (sim_sndlib_capacity(x, installed > 0 || installed < 0 ? installed : largest,
                            &capacity) != 0)
        return -1;
    return sim_source_add_link(s, from, to, capacity, -1, 0);
}

/* Has each link its opposite? Then all are one-way. */
static inline int sim_sndlib_judge_directions(sim_source *s)
{
    sim_topology *t = s->t;
    sim_ids seen = {NULL, 0, 0};
    size_t i, opposite = 0;
    for (i = 0; i < t->link_count; i++)
        if (sim_ids_add(&seen, (int64_t)t->links[i].from << 32 | t->links[i].to) < 0) {
            sim_ids_free(&seen);
            return sim_source_no_memory(s);
        }
    for (i = 0; i < t->link_count; i++)
        opposite +=
            sim_ids_get(&seen, (int64_t)t->links[i].to << 32 | t->links[i].from) > 0;
    for (i = 0; i < t->link_count; i++) t->links[i].oneway = opposite == t->link_count;
    sim_ids_free(&seen);
    return 0;
}

static inline int sim_sndlib_links(const sim_sndlib *x)
{
    while (!sim_sndlib_take(x->s, ')'))
        if (sim_sndlib_link(x) != 0) return -1;
    return sim_sndlib_judge_directions(x->s);
}

/* ---- the file ---------------------------------------------------------------------- */

static inline int sim_sndlib_section(sim_sndlib *x)
{
    sim_source *s = x->s;
    const sim_word w = sim_sndlib_next(s);
    const int meta = sim_word_is(w, "META"), nodes = sim_word_is(w, "NODES");
    const int links = sim_word_is(w, "LINKS");
    if (!meta && !nodes && !links && !sim_word_is(w, "DEMANDS") &&
        !sim_word_is(w, "ADMISSIBLE_PATHS"))
        return sim_sndlib_fail(s, w, "META, NODES, LINKS, DEMANDS or ADMISSIBLE_PATHS");
    if (sim_sndlib_expect(s, "(") != 0) return -1;
    return meta    ? sim_sndlib_meta(x)
           : nodes ? sim_sndlib_nodes(x)
           : links ? sim_sndlib_links(x)
                   : sim_sndlib_skip_list(s);
}

static inline int sim_sndlib_header(sim_source *s)
{
    const char *begin;
    sim_word header;
    sim_source_skip(s);
    for (begin = s->at; s->at < s->end && *s->at != '\n' && *s->at != '\r';) s->at++;
    header.at = begin;
    header.length = (size_t)(s->at - begin);
    header = sim_word_trim(header);
    if (sim_word_is(header, "?SNDlib native format; type: network; version: 1.0"))
        return 0;
    return sim_sndlib_fail(s, header,
                           "'?SNDlib native format; type: network; version: 1.0'");
}

static inline int sim_topology_read_sndlib(sim_source *s)
{
    sim_sndlib x;
    x.s = s;
    x.unit_bps = 1e6;
    x.nodes = 0;
    if (sim_sndlib_header(s) != 0) return -1;
    for (sim_source_skip(s); s->at < s->end; sim_source_skip(s))
        if (sim_sndlib_section(&x) != 0) return -1;
    return 0;
}

#endif
