/* statistics.c - implements statistics.h. */
#include "base/statistics.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

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

uint64_t statistics_select(uint64_t *values, size_t n, size_t k)
{
    struct random r = {n};
    size_t lo = 0, hi = n; /* place k will have one of the values lo .. hi - 1 */
    while (hi - lo > 1) {
        const uint64_t pivot = values[lo + (size_t)(random_bits(&r) % (hi - lo))];
        size_t i = lo, j = hi;
        while (i < j) {
            while (values[i] < pivot) i++;
            while (values[j - 1] > pivot) j--;
            if (i < j) {
                const uint64_t moved = values[i];
                values[i++] = values[--j];
                values[j] = moved;
            }
        }
        if (k < j)
            hi = j;
        else if (k >= i)
            lo = i;
        else
            break; /* it is the pivot */
    }
    return values[k];
}

uint64_t statistics_key(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

double statistics_of_key(uint64_t key)
{
    const uint64_t bits = key >> 63 ? key & ~(UINT64_C(1) << 63) : ~key;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The 97.5th percentile of Student's distribution. */
static double student(size_t freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                               2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                               2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                               2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    return freedom <= sizeof t / sizeof t[0] ? t[freedom - 1]
                                             : 1.960 + 2.5 / (double)freedom;
}

struct statistics_spread statistics_spread_of(const double *values, size_t n, size_t step)
{
    struct statistics_spread s = {0, NAN, NAN, NAN, NAN, NAN, NAN};
    double sum = 0, square = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        const double v = values[i * step];
        if (!isfinite(v)) continue;
        if (!s.count || v < s.least) s.least = v;
        if (!s.count || v > s.most) s.most = v;
        sum += v;
        s.count++;
    }
    if (s.count) s.mean = sum / (double)s.count;
    if (s.count < 2) return s;
    for (i = 0; i < n; i++)
        if (isfinite(values[i * step]))
            square += (values[i * step] - s.mean) * (values[i * step] - s.mean);
    s.half =
        student(s.count - 1) * sqrt(square / (double)(s.count - 1) / (double)s.count);
    if (s.count < STATISTICS_SURE) return s;
    s.low = s.mean - s.half;
    s.high = s.mean + s.half;
    return s;
}

void statistics_busy_add(double *change, size_t bins, int64_t width, int64_t start,
                         int64_t end, uint32_t servers)
{
    const int64_t last = width * (int64_t)bins;
    int k;
    for (k = 0; k < 2; k++) {
        const int64_t raw = k ? end : start;
        const int64_t at = raw < 0 ? 0 : raw > last ? last : raw;
        const double part = (double)(width - at % width) * servers;
        const double rest = (double)(at % width) * servers;
        change[at / width] += k ? -part : part;
        change[at / width + 1] += k ? -rest : rest;
    }
}
