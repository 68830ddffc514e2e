/* topology.h - networks for the simulators, as data: from a file, or by a name.
 *
 *     sim_topology t;
 *     sim_topology_options o = sim_topology_defaults();
 *     if (sim_topology_get("nsfnet", SIM_TOPOLOGY_AUTO, &o, &t, &error) != 0) ...
 *     t.nodes[0].name, t.links[0].capacity ...          (topology_data.h)
 *     sim_topology_free(&t);
 *
 * The name is one of sim_topology_names() (topology_builtin.h), or a file's: plain or
 * .gz, "-" for standard input. A file is in our own format (topology_text.h), in SNDlib's
 * native one (topology_sndlib.h), in GML or in GraphML (topology_zoo.h).
 *
 * THE FORMAT
 *     A text of lines. '#' begins a comment. Words are separated by blanks; those before
 *     the fields stand in this order, fields NAME=VALUE in any. [...] can be left out.
 *
 *     node NAME [x=X y=Y | lon=LON lat=LAT]
 *         A place of the network. x and y are for drawing; lon and lat are degrees east
 *         and north, from which delays follow, too. NAME has no blank, '#' or '='.
 *     link FROM TO [capacity=C] [delay=D] [oneway]
 *         Both ways, each with the whole capacity, unless it is `oneway`. Between two
 *         nodes there may be several. C is a whole number in the simulator's unit, or any
 *         number of bit/s with K, M, G or T: 2.5G. D is a whole number of the simulator's
 *         ticks, or a time with us, ms or s: 1.5ms. Without D it is the distance by lon
 *         and lat at 200 km per ms; without these, and without C, the simulator's
 *         default.
 *     resource NODE TYPE amount=A [units=N] [cid=C]
 *         N (1) units of A each, of compatibility class C (0). The first line of a type
 *         at a node makes a partition, which is reached from the partition made before it
 *         there; more lines of the type add units. Units are numbered from 0.
 *     access NODE TYPE full|pairs
 *         How the partition is reached from the one before it: each unit from each (full,
 *         and so without this line), or by the pairs that `allow` lists.
 *     allow NODE TYPE UNIT TYPE UNIT
 *         A unit of the partition before, and one it gives access to.
 *     cluster NODE cpus=N speed=S
 *         N processors of that speed, in units of work per tick.
 *
 *     Names must be known before they are used. Example:
 *
 *         node ornl lon=-84.31 lat=35.93      # Oak Ridge
 *         node sunn lon=-122.04 lat=37.37
 *         link ornl sunn capacity=10G
 *         resource ornl cpu units=4 amount=16 cid=1
 *         resource ornl memory units=2 amount=64
 *         access ornl memory pairs
 *         allow ornl cpu 0 memory 1
 *         cluster ornl cpus=25 speed=1000
 */
#ifndef SIM_TOPOLOGY_H
#define SIM_TOPOLOGY_H

#include "input.h"
#include "topology_builtin.h"
#include "topology_data.h"
#include "topology_gml.h"
#include "topology_graphml.h"
#include "topology_scan.h"
#include "topology_sndlib.h"
#include "topology_text.h"

enum { SIM_TOPOLOGY_BYTES = 1 << 26 }; /* a file's, at most */

typedef enum sim_topology_format {
    SIM_TOPOLOGY_AUTO, /* by the file's name, else by what it begins with */
    SIM_TOPOLOGY_TEXT,
    SIM_TOPOLOGY_SNDLIB,
    SIM_TOPOLOGY_GML,
    SIM_TOPOLOGY_GRAPHML
} sim_topology_format;

/* ---- which format ------------------------------------------------------------------ */

/* Of an option's value: auto, text, sndlib, gml, graphml. 0, or -1 if it is none. */
static inline int sim_topology_format_of(const char *name, sim_topology_format *format)
{
    static const char *const names[] = {"auto", "text", "sndlib", "gml", "graphml"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) {
            *format = (sim_topology_format)i;
            return 0;
        }
    return -1;
}

/* Does the file's name, without .gz, end so? */
static inline int sim_topology_ends(const char *name, const char *ending)
{
    const size_t length = strlen(name) - (sim_input_is_gzip(name) ? 3 : 0);
    const size_t end = strlen(ending);
    return length > end && memcmp(name + length - end, ending, end) == 0;
}

static inline sim_topology_format sim_topology_detect(sim_source s)
{
    sim_word first;
    if (sim_topology_ends(s.name, ".gml")) return SIM_TOPOLOGY_GML;
    if (sim_topology_ends(s.name, ".graphml")) return SIM_TOPOLOGY_GRAPHML;
    sim_source_skip(&s);
    if (s.at == s.end) return SIM_TOPOLOGY_TEXT;
    if (*s.at == '<') return SIM_TOPOLOGY_GRAPHML;
    if (*s.at == '?') return SIM_TOPOLOGY_SNDLIB;
    first = sim_source_word(&s, "[#");
    return sim_word_is(first, "graph") || sim_word_is(first, "Creator")
               ? SIM_TOPOLOGY_GML
               : SIM_TOPOLOGY_TEXT;
}

/* ---- reading ----------------------------------------------------------------------- */

static inline int sim_topology_read_source(sim_source *s, sim_topology_format format)
{
    if (sim_xml_begins(s, "\xEF\xBB\xBF")) s->at += 3; /* a byte order mark */
    if (format == SIM_TOPOLOGY_AUTO) format = sim_topology_detect(*s);
    switch (format) {
    case SIM_TOPOLOGY_SNDLIB: return sim_topology_read_sndlib(s);
    case SIM_TOPOLOGY_GML: return sim_topology_read_gml(s);
    case SIM_TOPOLOGY_GRAPHML: return sim_topology_read_graphml(s);
    case SIM_TOPOLOGY_AUTO:
    case SIM_TOPOLOGY_TEXT: break;
    }
    return sim_topology_read_text(s);
}

static inline sim_source sim_topology_source(const char *name,
                                             const sim_topology_options *o,
                                             sim_topology *t, sim_error *e)
{
    sim_source s;
    memset(t, 0, sizeof *t);
    s.name = name;
    s.at = s.end = "";
    s.line = 0;
    s.options = o;
    s.t = t;
    s.error = e;
    return s;
}

/* What all ways to a network end with: it has nodes, or is freed. */
static inline int sim_topology_done(const sim_source *s, int failed)
{
    if (!failed && s->t->node_count == 0) failed = sim_source_fail(s, "there is no node");
    if (failed) sim_topology_free(s->t);
    return failed ? -1 : 0;
}

/* From memory; text[size] is 0. `name` is for messages. */
static inline int sim_topology_parse(const char *name, const char *text, size_t size,
                                     sim_topology_format format,
                                     const sim_topology_options *o, sim_topology *t,
                                     sim_error *e)
{
    sim_source s = sim_topology_source(name, o, t, e);
    s.at = text;
    s.end = text + size;
    s.line = 1;
    return sim_topology_done(&s, sim_topology_read_source(&s, format) != 0);
}

/* From a file ("-": standard input). On failure the network is empty. */
static inline int sim_topology_read(const char *path, sim_topology_format format,
                                    const sim_topology_options *o, sim_topology *t,
                                    sim_error *e)
{
    sim_input in;
    char *text = NULL;
    size_t size;
    int failed;
    memset(t, 0, sizeof *t);
    if (sim_input_open(&in, path, e) != 0) return -1;
    failed = sim_input_text(&in, SIM_TOPOLOGY_BYTES, &text, &size, e) != 0;
    if (!failed) failed = sim_topology_parse(in.path, text, size, format, o, t, e) != 0;
    free(text);
    return failed ? -1 : 0;
}

/* By one of sim_topology_names(), else from a file. */
static inline int sim_topology_get(const char *name, sim_topology_format format,
                                   const sim_topology_options *o, sim_topology *t,
                                   sim_error *e)
{
    sim_source s = sim_topology_source(name, o, t, e);
    const int made = sim_make_named(&s);
    return made > 0 ? sim_topology_read(name, format, o, t, e)
                    : sim_topology_done(&s, made < 0);
}

#endif
