/* statistics.h - means, ratios and percentiles, each with one definition for all figures.
 * A figure of nothing is NAN, which tables show as unknown.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/* sum / count; NAN if the count is 0. */
double statistics_mean(double sum, uint64_t count);

/* part / whole; NAN unless the whole is above 0. */
double statistics_ratio(double part, double whole);

/* The place of a percentile among `count` > 0 values in ascending order:
 *
 *     p95 = waits[statistics_percentile(count, 95)];
 *
 * The p-th percentile is the smallest of the values that at least p per cent of them do
 * not exceed; `percent` is at most 100. */
size_t statistics_percentile(size_t count, unsigned percent);

#endif
