/* layout.h - where to draw the nodes of a network that has no map: neighbours near each
 * other, all others apart (T. Fruchterman, E. Reingold: Graph drawing by force-directed
 * placement. Software: Practice and Experience 21(11), 1129-1164, 1991).
 *
 * From where the nodes are, however bad; two in one place stay there. Computed with + - *
 * / and sqrt alone, so that the picture is the same on every machine.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "report/netmap.h"

void layout_place(struct netmap *m);

#endif
