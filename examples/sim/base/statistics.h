/* statistics.h - ratios and percentiles, each with one definition for all figures.
 * A figure of nothing is NAN, which tables show as unknown.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <math.h>
#include <stddef.h>

static inline double statistics_ratio(double part, double whole)
{
    return whole > 0 ? part / whole : (double)NAN;
}

/* The place of a percentile among `count` > 0 values in ascending order:
 *
 *     p95 = waits[statistics_percentile(count, 95)];
 *
 * The p-th percentile is the smallest of the values that at least p per cent of them do
 * not exceed; `percent` is at most 100. */
static inline size_t statistics_percentile(size_t count, unsigned percent)
{
    const size_t rank = count / 100 * percent + (count % 100 * percent + 99) / 100;
    return rank ? rank - 1 : 0;
}

#endif
