/* random.c - SplitMix64; gamma variates by rejection (Cheng 1977, algorithm GB). */
#include "base/random.h"

#include "base/portable.h"

#include <stdlib.h>

uint64_t random_bits(struct random *r)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

struct random random_stream(uint64_t seed, uint64_t purpose)
{
    struct random r = {seed};
    r.state = random_bits(&r) + purpose;
    r.state = random_bits(&r);
    return r;
}

double random_unit(struct random *r)
{
    return ((double)(random_bits(r) >> 12) + 0.5) / 4503599627370496.0;
}

uint64_t random_below(struct random *r, uint64_t n)
{
    return (random_bits(r) >> 32) * n >> 32;
}

uint32_t *random_choose(struct random *r, uint32_t n, uint32_t count)
{
    uint32_t *all = malloc((n ? n : 1) * sizeof *all), i;
    for (i = 0; i < n && all; i++) all[i] = i;
    for (i = 0; i < count && all; i++) {
        const uint32_t at = i + (uint32_t)random_below(r, n - i), chosen = all[at];
        all[at] = all[i];
        all[i] = chosen;
    }
    return all;
}

double random_gamma(struct random *r, double shape, double scale)
{
    const double a = portable_exp(-0.5 * portable_ln(2 * shape - 1));
    const double b = shape - 1.38629436111989061883; /* ln 4 */
    const double c = shape + 1 / a;
    for (;;) {
        const double u = random_unit(r), w = random_unit(r);
        const double v = a * portable_ln(u / (1 - u));
        const double x = shape * portable_exp(v);
        if (b + c * v - x >= portable_ln(u * u * w)) return x * scale;
    }
}
