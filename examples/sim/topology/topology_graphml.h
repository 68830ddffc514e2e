/* topology_graphml.h - networks in GraphML, in the form that topology_zoo.h describes.
 *
 *     <graphml> <key id="d32" for="node" attr.name="Longitude" .../>
 *       <graph edgedefault="undirected">
 *         <node id="0"> <data key="d32">-95.36</data> </node>
 *         <edge source="0" target="2"/>
 *
 * It understands the XML that such files need: elements, attributes, text, CDATA,
 * comments and processing instructions; but no declarations (<!DOCTYPE), and so no
 * entities that a file defines.
 */
#ifndef TOPOLOGY_GRAPHML_H
#define TOPOLOGY_GRAPHML_H

#include "topology/topology_scan.h"

/* 0, or -1 with a sentence. */
int topology_graphml_read(struct topology_source *s);

#endif
