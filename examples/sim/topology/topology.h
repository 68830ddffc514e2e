/* topology.h - networks for the simulators, as data: from a file, or by a name.
 *
 *     struct topology t;
 *     struct topology_options o = topology_scan_defaults();
 *     if (topology_get("nsfnet", TOPOLOGY_AUTO, &o, &t, &error) != 0) ...
 *     t.nodes[0].name, t.links[0].capacity ...          (topology_data.h)
 *     topology_data_free(&t);
 *
 * The name is one of topology_builtin_names() (topology_builtin.h), or a file's: plain or
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
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "base/error.h"
#include "topology/topology_data.h"
#include "topology/topology_scan.h"

#include <stddef.h>

enum { TOPOLOGY_BYTES = 1 << 26 }; /* a file's, at most */

enum topology_format {
    TOPOLOGY_AUTO, /* by the file's name, else by what it begins with */
    TOPOLOGY_TEXT,
    TOPOLOGY_SNDLIB,
    TOPOLOGY_GML,
    TOPOLOGY_GRAPHML
};

/* ---- which format ------------------------------------------------------------------ */

/* Of an option's value: auto, text, sndlib, gml, graphml. 0, or -1 if it is none. */
int topology_format_of(const char *name, enum topology_format *format);

enum topology_format topology_detect(struct topology_source s);

/* ---- reading ----------------------------------------------------------------------- */

struct topology_source topology_source(const char *name, const struct topology_options *o,
                                       struct topology *t, struct error *e);

/* From memory; text[size] is 0. `name` is for messages. */
int topology_parse(const char *name, const char *text, size_t size,
                   enum topology_format format, const struct topology_options *o,
                   struct topology *t, struct error *e);

/* From a file ("-": standard input). On failure the network is empty. */
int topology_read(const char *path, enum topology_format format,
                  const struct topology_options *o, struct topology *t, struct error *e);

/* By one of topology_builtin_names(), else from a file. */
int topology_get(const char *name, enum topology_format format,
                 const struct topology_options *o, struct topology *t, struct error *e);

#endif
