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
