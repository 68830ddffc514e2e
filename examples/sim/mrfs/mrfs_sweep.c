/* mrfs_sweep.c - a point may belong to both sweeps. */
#include "mrfs/mrfs_sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

struct mrfs_sweep mrfs_sweep_by_density(const struct mrfs_experiment *x)
{
    const struct mrfs_place *place = &x->settings->place;
    struct mrfs_sweep sweep;
    size_t i;
    sweep.by_nodes = 0;
    sweep.label = "requests per hour";
    sweep.count = 0;
    for (i = 0; i < x->count; i++)
        if (x->points[i].by_density) sweep.points[sweep.count++] = i;
    if (place->network)
        snprintf(sweep.where, sizeof sweep.where, "%.100s, %zu nodes", place->network,
                 mrfs_experiment_size(&x->points[0])->nodes);
    else
        snprintf(sweep.where, sizeof sweep.where, "random networks of %" PRId64 " nodes",
                 place->nodes);
    return sweep;
}

struct mrfs_sweep mrfs_sweep_by_nodes(const struct mrfs_experiment *x)
{
    struct mrfs_sweep sweep;
    size_t i, k;
    sweep.by_nodes = 1;
    sweep.label = "nodes of the network";
    sweep.count = 0;
    for (i = 0; i < x->count; i++) { /* in the order of nodes */
        if (!x->points[i].by_nodes) continue;
        for (k = sweep.count++;
             k > 0 && x->points[sweep.points[k - 1]].nodes > x->points[i].nodes; k--)
            sweep.points[k] = sweep.points[k - 1];
        sweep.points[k] = i;
    }
    snprintf(sweep.where, sizeof sweep.where,
             "random networks, %" PRId64 " requests per hour",
             x->settings->nodes_density);
    return sweep;
}

int64_t mrfs_sweep_x(const struct mrfs_experiment *x, const struct mrfs_sweep *sweep,
                     size_t i)
{
    const struct mrfs_point *p = &x->points[sweep->points[i]];
    return sweep->by_nodes ? p->nodes : p->density;
}

int mrfs_sweep_knows(const struct mrfs_experiment *x, const struct mrfs_sweep *sweep,
                     enum mrfs_figure figure)
{
    size_t i, a;
    for (i = 0; i < sweep->count; i++)
        for (a = 0; a < x->algorithm_count; a++)
            if (isfinite(x->points[sweep->points[i]].value[a][figure])) return 1;
    return 0;
}
