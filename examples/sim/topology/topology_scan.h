/* topology_scan.h - what the readers of all network formats share: a text with its line
 * numbers, words, and how nodes and links are added to the network.
 *
 *     int topology_NAME_read(struct topology_source *s)      a reader
 *     {
 *         for (topology_scan_skip(s); s->at < s->end; topology_scan_skip(s)) {
 *             const struct word w = topology_scan_word(s, "()");
 *             ...
 *             if (...) return topology_scan_fail(s, "'%.*s' is not expected", WORD(w));
 *             if (topology_scan_add_node(s, name, 0, 0, TOPOLOGY_COORDINATES_NONE) != 0)
 *                 return -1;
 *         }
 *         return 0;
 *     }
 *
 * A link without a delay gets it from the distance of its nodes if both have geographic
 * coordinates (great circle, 200 km in a millisecond, as light in fibre), or else the
 * default. Delays are rounded up to whole ticks, capacities to the nearest whole unit,
 * but to 1 at least.
 */
#ifndef TOPOLOGY_SCAN_H
#define TOPOLOGY_SCAN_H

#include "base/error.h"
#include "base/word.h"
#include "topology/topology_data.h"

#include <stddef.h>
#include <stdint.h>

struct topology_source {
    const char *name;     /* for messages                                */
    const char *at, *end; /* the rest of the text; *end is 0             */
    unsigned long line;   /* of `at`, from 1; 0 = there is no text       */
    const struct topology_options *options;
    struct topology *t; /* the network that is made                    */
    struct error *error;
};

/* A source without text, of an empty network. */
struct topology_source topology_scan_begin(const char *name,
                                           const struct topology_options *o,
                                           struct topology *t, struct error *e);

/* Gives the source its text; text[size] is 0. */
void topology_scan_text(struct topology_source *s, const char *text, size_t size);

/* Puts a sentence with the line number into the source's error; -1. */
ERROR_PRINTF(2, 3)
int topology_scan_fail(const struct topology_source *s, const char *format, ...);

int topology_scan_no_memory(const struct topology_source *s);

/* Goes over blanks, line ends, and comments from '#' to the end of the line. */
void topology_scan_skip(struct topology_source *s);

/* Goes over so many bytes. */
void topology_scan_over(struct topology_source *s, size_t bytes);

/* Takes what stands before the next blank or one of the characters in `ends`. */
struct word topology_scan_word(struct topology_source *s, const char *ends);

/* Does the rest of the text begin so? */
int topology_scan_begins(const struct topology_source *s, const char *with);

/* ---- nodes and links: 0, or -1 with a sentence ------------------------------------- */

/* The name as the network keeps it: characters that would end a word in our own format
 * become '_'. */
int topology_scan_name(const struct topology_source *s, struct word w,
                       char name[TOPOLOGY_NAME]);

int topology_scan_add_node(const struct topology_source *s, const char *name, double x,
                           double y, int coordinates);

/* Finds the node of that name. */
int topology_scan_node(const struct topology_source *s, struct word w, uint32_t *node);

/* Adds a link. Capacity 0: the default; delay -1: by distance, or the default. */
int topology_scan_add_link(const struct topology_source *s, uint32_t from, uint32_t to,
                           int64_t capacity, int64_t delay, int oneway);

/* ---- the readers: 0, or -1 with a sentence ----------------------------------------- */

int topology_graphml_read(struct topology_source *s);
int topology_sndlib_read(struct topology_source *s);
int topology_text_read(struct topology_source *s);

/* ---- the Internet Topology Zoo ----------------------------------------------------- */

/* For the reader of its GraphML (topology_graphml.c):
 *
 *   S. Knight, H. X. Nguyen, N. Falkner, R. Bowden, M. Roughan: The Internet Topology
 *   Zoo. IEEE J. on Selected Areas in Communications 29(9), 1765-1775, 2011.
 *
 *   nodes  id, label, Longitude, Latitude
 *   links  source, target, LinkSpeedRaw (bit/s), or LinkSpeed with LinkSpeedUnits (K, M,
 *          G, T; none: bit/s), or the default capacity
 *
 * Everything else is skipped, but lists and elements must be closed as they were opened.
 * A node is named by its label; if that is taken, by label_id; if it has none, by its id.
 * Links of a node to itself, which some of the files have, are left out and counted;
 * parallel links stay. Nodes come before the links that name them. */
enum { TOPOLOGY_ZOO_DEPTH = 64 };

enum {
    TOPOLOGY_ZOO_ID,
    TOPOLOGY_ZOO_LABEL,
    TOPOLOGY_ZOO_LONGITUDE,
    TOPOLOGY_ZOO_LATITUDE,
    TOPOLOGY_ZOO_SOURCE,
    TOPOLOGY_ZOO_TARGET,
    TOPOLOGY_ZOO_RAW,
    TOPOLOGY_ZOO_SPEED,
    TOPOLOGY_ZOO_UNITS,
    TOPOLOGY_ZOO_FIELDS
};

struct topology_zoo_item { /* a node or a link: the text of its fields */
    struct word field[TOPOLOGY_ZOO_FIELDS];
};

struct topology_zoo {
    struct topology_source *s;
    struct names ids; /* by the numbers of the nodes */
    int oneway;       /* the graph is directed       */
};

/* The field of that name; TOPOLOGY_ZOO_FIELDS if it is none. */
int topology_zoo_field(struct word name);

/* Adds what was read; 0, or -1 with a sentence. */
int topology_zoo_add_node(struct topology_zoo *z, const struct topology_zoo_item *item);

int topology_zoo_add_link(struct topology_zoo *z, const struct topology_zoo_item *item,
                          int oneway);

#endif
