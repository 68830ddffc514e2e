/* topology_data.c - frees the arrays; each reader makes them grow. */
#include "topology/topology_data.h"

#include <math.h>
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

struct topology_options topology_data_default(void)
{
    struct topology_options o;
    o.unit_bps = 1000000;
    o.tick_us = 1;
    o.capacity_bps = 1000000000;
    o.delay_us = 2000;
    o.coordinates = TOPOLOGY_COORDINATES_NONE;
    o.degree = 4 * (int64_t)1000000000;
    o.seed = 1;
    return o;
}

#define TOPOLOGY_LARGEST 9007199254740992.0 /* 2^53: doubles are whole up to there */

int topology_data_capacity(const struct topology_options *o, double bps,
                           int64_t *capacity)
{
    const double units = floor(bps / (double)o->unit_bps + 0.5);
    if (!(bps > 0) || !(units <= TOPOLOGY_LARGEST)) return -1;
    *capacity = units < 1 ? 1 : (int64_t)units;
    return 0;
}

int topology_data_delay(const struct topology_options *o, double us, int64_t *delay)
{
    const double ticks = ceil(us / (double)o->tick_us - 1e-6);
    if (!(us >= 0) || !(ticks <= TOPOLOGY_LARGEST)) return -1;
    *delay = ticks < 0 ? 0 : (int64_t)ticks;
    return 0;
}
