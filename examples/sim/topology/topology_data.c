/* topology_data.c - frees the arrays; each reader makes them grow. */
#include "topology/topology_data.h"

#include <stdlib.h>
#include <string.h>

void topology_data_free(struct topology *t)
{
    free(t->nodes);
    free(t->links);
    free(t->partitions);
    free(t->units);
    free(t->pairs);
    free(t->clusters);
    names_free(&t->names);
    names_free(&t->types);
    memset(t, 0, sizeof *t);
}

const char *topology_data_type(const struct topology *t, size_t partition)
{
    return t->types.text[t->partitions[partition].type];
}
