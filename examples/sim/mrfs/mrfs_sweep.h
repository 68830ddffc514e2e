/* mrfs_sweep.h - a sweep: those points of the experiment that differ in one setting, the
 * density of requests or the size of the network.
 *
 *     sweep = mrfs_sweep_by_density(x);
 *     for (i = 0; i < sweep.count; i++)
 *         mrfs_sweep_x(x, &sweep, i), x->points[sweep.points[i]].value[a][figure]
 */
#ifndef MRFS_SWEEP_H
#define MRFS_SWEEP_H

#include "mrfs/mrfs_experiment.h"
#include "mrfs/mrfs_figures.h"

#include <stddef.h>
#include <stdint.h>

enum { MRFS_SWEEP_WHERE = 160 };

struct mrfs_sweep {
    int by_nodes;                 /* else by density               */
    const char *label;            /* of an axis                    */
    char where[MRFS_SWEEP_WHERE]; /* on which network, at which density */
    size_t points[MRFS_POINTS];   /* numbers of x's points, ascending   */
    size_t count;
};

struct mrfs_sweep mrfs_sweep_by_density(const struct mrfs_experiment *x);
struct mrfs_sweep mrfs_sweep_by_nodes(const struct mrfs_experiment *x);

/* The density, or the number of nodes, at point i of the sweep. */
int64_t mrfs_sweep_x(const struct mrfs_experiment *x, const struct mrfs_sweep *sweep,
                     size_t i);

/* Has the figure a value at any of its points? */
int mrfs_sweep_knows(const struct mrfs_experiment *x, const struct mrfs_sweep *sweep,
                     enum mrfs_figure figure);

#endif
