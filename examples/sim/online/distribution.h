/* distribution.h - how waiting times and lengths are distributed, as a series of a figure
 * whose horizontal axis is in hours. Values are seconds in ascending order.
 */
#ifndef DISTRIBUTION_H
#define DISTRIBUTION_H

#include "report/figure.h"

#include <stddef.h>
#include <stdint.h>

/* Percent of the values in each bin of `width` seconds, [0, width), [width, 2 width), ...
 * Empty bins in a row are one point, at zero. */
void distribution_plot(struct figure_plot *p, size_t series, const uint64_t *values,
                       size_t n, uint64_t width);

/* Percent of the values above 0, 1, 2, ... hours: a point where that changes. */
void distribution_tail(struct figure_plot *p, size_t series, const uint64_t *values,
                       size_t n);

/* Makes the axis long enough for 99 % of these values, in whole hours: at least 6 and at
 * most `most`. It never becomes shorter. */
void distribution_reach(struct figure_axis *axis, const uint64_t *values, size_t n,
                        double most);

/* Percent of the values that are beyond the end of the axis. */
double distribution_beyond(const struct figure_plot *p, const uint64_t *values, size_t n);

#endif
