/* topology_text.h - networks in our own format, read and written (topology.h tells it).
 *
 * A line is a statement: its name, words whose place tells what they are, and fields
 * NAME=VALUE in any order. The table statements holds all there are.
 */
#ifndef TOPOLOGY_TEXT_H
#define TOPOLOGY_TEXT_H

#include "topology/topology_data.h"
#include "topology/topology_scan.h"

#include <stdio.h>

/* ---- statements -------------------------------------------------------------------- */

int topology_text_read(struct topology_source *s);

/* ---- the writer -------------------------------------------------------------------- */

/* The network in our own format; what could not be written is told by ferror. */
void topology_text_write(const struct topology *t, FILE *to);

#endif
