/* topology_graphml.h - networks in GraphML, as far as topology_zoo.h goes.
 *
 *     <graphml> <key id="d32" for="node" attr.name="Longitude" .../>
 *       <graph edgedefault="undirected">
 *         <node id="0"> <data key="d32">-95.36</data> </node>
 *         <edge source="0" target="2"/>
 *
 * Of XML there is what such files need: elements, attributes, text, CDATA, comments and
 * processing instructions; no declarations (<!DOCTYPE), so no entities of a file's own.
 */
#ifndef TOPOLOGY_GRAPHML_H
#define TOPOLOGY_GRAPHML_H

#include "topology/topology_scan.h"

/* ---- pieces of XML ----------------------------------------------------------------- */

int topology_graphml_xml_begins(const struct topology_source *s, const char *with);

/* ---- elements ---------------------------------------------------------------------- */

int topology_graphml_read(struct topology_source *s);

#endif
