/* topology_format.h - networks as texts: the formats, which one a text is in, and reading
 * it. Each format is one row of the table in topology_format.c: SNDlib's native one
 * (topology_sndlib.c), GraphML (topology_scan.h), and our own.
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
#ifndef TOPOLOGY_FORMAT_H
#define TOPOLOGY_FORMAT_H

#include "base/error.h"
#include "base/choice.h"
#include "topology/topology_data.h"
#include "topology/topology_scan.h"

#include <stddef.h>

enum { TOPOLOGY_FORMAT_BYTES = 1 << 26 }; /* of a file, at most */

struct topology_format {
    struct choice choice;
    const char *ending;    /* of the names of such files; NULL = none of their own    */
    const char *begins[2]; /* words or characters: such a file begins with one of     */
                           /* them; none = with anything                              */
    int (*read)(struct topology_source *s); /* 0, or -1 with a sentence               */
};

/* Rows are struct topology_format. */
extern const struct choice_table topology_format_table;

/* The format of that name; NULL if there is none. */
const struct topology_format *topology_format_of(const char *word);

/* The format of a text, by the name of its file or else by how it begins. */
const struct topology_format *topology_format_guess(const char *name, const char *text,
                                                    size_t size);

/* Reads a text in memory; text[size] is 0. `name` is for messages, `format` NULL: as
 * topology_format_guess says. 0, or -1 with a sentence and an empty network. */
int topology_format_parse(const char *name, const char *text, size_t size,
                          const struct topology_format *format,
                          const struct topology_options *o, struct topology *t,
                          struct error *e);

/* What every way to a network ends with: the network has nodes, or it is freed. -1 if
 * `failed` or without nodes, else 0. */
int topology_format_finish(const struct topology_source *s, int failed);

#endif
