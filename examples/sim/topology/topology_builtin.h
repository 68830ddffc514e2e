/* topology_builtin.h - networks that need no file: three known ones, and generators.
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
 * Ranka, Sahni and Schmalz, paper 4 by Christodoulopoulos and Varvarigos.
 */
#ifndef TOPOLOGY_BUILTIN_H
#define TOPOLOGY_BUILTIN_H

#include "topology/topology_scan.h"

/* ---- by name ----------------------------------------------------------------------- */

/* For --help. */
const char *topology_builtin_names(void);

/* The network of that name. 0; -1 with a sentence; 1: no name begins so. */
int topology_builtin_make_named(struct topology_source *s);

#endif
