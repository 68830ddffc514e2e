/* metrics.c - implements metrics.h. */
#include "workload/metrics.h"

double metrics_slowdown(int64_t response, int64_t run, int64_t bound)
{
    const int64_t least = run > bound ? run : bound;
    return response > least ? (double)response / (double)least : 1;
}
