/* topology.h - networks for the simulators, as data: from a file, or by a name.
 *
 *     struct topology t;
 *     struct topology_options o = topology_options_default();
 *     if (topology_get("nsfnet", NULL, &o, &t, &error) != 0) ...
 *     t.nodes[0].name, t.links[0].capacity ...          (topology_data.h)
 *     topology_data_free(&t);
 *
 * The name is that of a built-in network (topology_builtin.h), or a file's: plain or .gz,
 * "-" for standard input, in one of the formats of topology_format.h.
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "base/error.h"
#include "base/input.h"
#include "topology/topology_data.h"
#include "topology/topology_format.h"
#include "topology/topology_options.h"

/* 0, or -1 with a sentence and an empty network. `format` NULL: topology_format_guess. */

/* Opens a file that is not the name of a built-in network; the sentence of a failure
 * names those. */
int topology_open(struct input *in, const char *path, struct error *e);

/* From a file ("-": standard input). */
int topology_read(const char *path, const struct topology_format *format,
                  const struct topology_options *o, struct topology *t, struct error *e);

/* By the name of a built-in network, else from a file. */
int topology_get(const char *name, const struct topology_format *format,
                 const struct topology_options *o, struct topology *t, struct error *e);

#endif
