/* statistics.c - of nothing NAN, so that no caller has to ask first. */
#include "base/statistics.h"

#include <math.h>

double statistics_mean(double sum, uint64_t count)
{
    return count ? sum / (double)count : (double)NAN;
}

double statistics_ratio(double part, double whole)
{
    return whole > 0 ? part / whole : (double)NAN;
}

size_t statistics_percentile(size_t count, unsigned percent)
{
    const size_t rank = count / 100 * percent + (count % 100 * percent + 99) / 100;
    return rank ? rank - 1 : 0;
}
