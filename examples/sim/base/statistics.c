/* statistics.c - implements statistics.h. */
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

struct statistics_spread statistics_spread_of(const double *values, size_t n, size_t step)
{
    struct statistics_spread s = {NAN, NAN, NAN};
    double sum = 0;
    size_t i, there = 0;
    for (i = 0; i < n; i++) {
        const double v = values[i * step];
        if (!isfinite(v)) continue;
        if (!there || v < s.least) s.least = v;
        if (!there || v > s.most) s.most = v;
        sum += v;
        there++;
    }
    if (there) s.mean = sum / (double)there;
    return s;
}
