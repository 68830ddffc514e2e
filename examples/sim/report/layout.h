/* layout.h - where to draw the nodes of a network that has no map: neighbours near each
 * other, all others apart (T. Fruchterman, E. Reingold: Graph drawing by force-directed
 * placement. Software: Practice and Experience 21(11), 1129-1164, 1991).
 *
 * It starts from the present places of the nodes; two nodes in one place stay together.
 * It computes with + - * / and sqrt alone, so that the picture is the same on every
 * machine.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "report/netmap.h"

/* Moves the nodes of the map. Networks of more than 1000 nodes stay as they are. */
void layout_place(struct netmap *m);

#endif
