/* topology_gml.h - networks in GML, in the form that topology_zoo.h describes.
 *
 * A list is { key value }*, a value a number, a "string" or a [ list ]; '#' begins a
 * comment. M. Himsolt: GML - a portable graph file format. University of Passau, 1997.
 */
#ifndef TOPOLOGY_GML_H
#define TOPOLOGY_GML_H

#include "topology/topology_scan.h"

/* 0, or -1 with a sentence. */
int topology_gml_read(struct topology_source *s);

#endif
