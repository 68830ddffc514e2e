/* topology.h - networks for the simulators, as data: from a file, or by a name.
 *
 *     struct topology t;
 *     struct topology_options o = topology_data_default();
 *     if (topology_get("nsfnet", NULL, &o, &t, &error) != 0) ...
 *     t.nodes[0].name, t.links[0].capacity ...          (topology_data.h)
 *     topology_data_free(&t);
 *
 * The name is that of a built-in network (below), or a file's: plain or .gz,
 * "-" for standard input, in one of the formats of topology_format.h.
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "base/error.h"
#include "base/input.h"
#include "base/choice.h"
#include "topology/topology_data.h"
#include "topology/topology_format.h"
#include "topology/topology_scan.h"

#include <stddef.h>

/* ---- 0, or -1 with a sentence and an empty network; `format` NULL: it is guessed --- */

/* Opens a file that is not the name of a built-in network; the sentence of a failure
 * names those. */
int topology_open(struct input *in, const char *path, struct error *e);

/* From a file ("-": standard input). */
int topology_read(const char *path, const struct topology_format *format,
                  const struct topology_options *o, struct topology *t, struct error *e);

/* By the name of a built-in network, else from a file. */
int topology_get(const char *name, const struct topology_format *format,
                 const struct topology_options *o, struct topology *t, struct error *e);

/* Three known ones, and generators; each is one row of the table in topology.c.
 *
 *   nsfnet     the backbone of NSFNET about 1991 as the literature on optical networks
 *              has it (SNDlib's nobel-us): 14 nodes and 21 links; of T3, 45 Mb/s, to
 *              which it was upgraded then
 *   esnet      the hubs of ESnet4 and laboratories on them, December 2007: 30 nodes, 38
 *              links. Nodes and links as in the Internet Topology Zoo's Esnet (from the
 *              map www.es.net then showed); several circuits between two hubs are one
 *              link with the capacity of all. Where the map tells no speed a circuit has
 *              10 Gb/s, what ESnet4 was built of
 *   geant      the European backbone and New York, 2005 (S. Uhlig, B. Quoitin, J.
 *              Lepropre, S. Balon: Providing public intradomain traffic matrices to the
 *              research community. ACM SIGCOMM CCR 36(1), 83-86, 2006; SNDlib's geant):
 *              22 nodes, 36 links. Its circuits had from 155 Mb/s to 10 Gb/s; here all
 *              have 10 Gb/s
 *   torus:RxC  a mesh of R rows and C columns with wrap-around (paper 4, section 5: 5x5)
 *   ring:N     a ring
 *   random:N   connected (paper 3, section 5: 100 nodes): a tree, each node tied to a
 *              random one before it, and then random links, until nodes have the degree
 *              of the options on average or there are all links there can be. The seed is
 *              the options', too
 *
 * Coordinates are those of cities and laboratories; the generators' serve to draw them,
 * and their links have the capacity and the delay of the options. Paper 3 is by Li,
 * Ranka, Sahni and Schmalz, paper 4 by Christodoulopoulos and Varvarigos. */
struct topology_builtin {
    struct choice choice;
    const char *size;          /* what follows the word and ':' ("RxC"); NULL = nothing */
    const char *(*text)(void); /* of a known network, in our own format; or           */
    int (*make)(const struct topology_source *s, const char *size); /* a generator    */
};

/* Rows are struct topology_builtin. */
extern const struct choice_table topology_builtin_table;

/* "nsfnet, ..., torus:RxC, ..." for --help. Returns `to`. */
const char *topology_builtin_names(char *to, size_t size);

/* The network of that name. 0; -1 with a sentence; 1: there is none. */
int topology_builtin_make(const char *name, const struct topology_options *o,
                          struct topology *t, struct error *e);

#endif
