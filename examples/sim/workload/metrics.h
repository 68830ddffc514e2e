/* metrics.h - the bounded slowdown, which every simulator measures. */
#ifndef METRICS_H
#define METRICS_H

#include <stdint.h>

/* max(1, response / max(run, bound)): `bound` keeps jobs of a moment from deciding the
 * mean. Times in seconds. */
double metrics_slowdown(int64_t response, int64_t run, int64_t bound);

#endif
