/* topology_text.h - reads networks in our own format (topology_format.h describes it).
 *
 * A line is a statement: its name, words in a fixed order, and fields NAME=VALUE in any
 * order.
 */
#ifndef TOPOLOGY_TEXT_H
#define TOPOLOGY_TEXT_H

#include "topology/topology_scan.h"

/* 0, or -1 with a sentence. */
int topology_text_read(struct topology_source *s);

#endif
