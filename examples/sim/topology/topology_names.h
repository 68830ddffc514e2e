/* topology_names.h - names with numbers 0, 1, ... in the order in which they were added.
 *
 *     struct topology_names n = {0};
 *     if (topology_names_add(&n, "ornl") != 0) ...       it has number 0
 *     topology_names_find(&n, "ornl")                    0
 *     n.text[0]                                          "ornl"
 *     topology_names_free(&n);
 */
#ifndef TOPOLOGY_NAMES_H
#define TOPOLOGY_NAMES_H

#include <stdint.h>

#define TOPOLOGY_NONE UINT32_MAX /* no node, type, partition */

struct topology_names {   /* zero-initialise; topology_names_free */
    char **text;          /* by number                            */
    uint32_t *places;     /* number + 1, 0 = empty: a power of two, at most half taken */
    uint32_t count, room; /* names; places                        */
};

void topology_names_free(struct topology_names *n);

/* The number of the name, or TOPOLOGY_NONE. */
uint32_t topology_names_find(const struct topology_names *n, const char *name);

/* Gives the next number to a name that is not there yet. 0, or -1 without memory. */
int topology_names_add(struct topology_names *n, const char *name);

#endif
