/* topology_text.h - networks in our own format (topology_format.h describes it): the
 * reader and the writer.
 *
 *     topology_text_write(&t, stdout);
 *
 * A line is a statement: its name, words in a fixed order, and fields NAME=VALUE in any
 * order.
 */
#ifndef TOPOLOGY_TEXT_H
#define TOPOLOGY_TEXT_H

#include "topology/topology_data.h"
#include "topology/topology_scan.h"

#include <stdio.h>

/* 0, or -1 with a sentence. */
int topology_text_read(struct topology_source *s);

/* Writes the network; ferror tells of errors. */
void topology_text_write(const struct topology *t, FILE *to);

#endif
