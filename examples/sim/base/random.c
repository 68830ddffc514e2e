/* random.c - implements random.h. */
#include "base/random.h"

#include <string.h>

uint64_t random_bits(struct random *r)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double random_unit(struct random *r)
{
    return ((double)(random_bits(r) >> 12) + 0.5) / 4503599627370496.0;
}

uint64_t random_below(struct random *r, uint64_t n)
{
    return (random_bits(r) >> 32) * n >> 32;
}

double random_ln(double x)
{
    const double ln2 = 0.69314718055994530942;
    uint64_t bits;
    int exponent, k;
    double m, s, square, sum = 0;
    memcpy(&bits, &x, sizeof bits);
    exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.5) {
        m /= 2;
        exponent++;
    }
    s = (m - 1) / (m + 1);
    square = s * s;
    for (k = 23; k >= 1; k -= 2) {
        sum *= square;
        sum += 1.0 / k;
    }
    s *= 2 * sum;
    return s + exponent * ln2;
}

double random_exp(double x)
{
    const double ln2 = 0.69314718055994530942;
    const int k = (int)(x / ln2 + (x < 0 ? -0.5 : 0.5));
    const uint64_t bits = (uint64_t)(k + 1023) << 52;
    double rest = k * ln2, power, sum = 1;
    int i;
    rest = x - rest;
    for (i = 17; i >= 1; i--) {
        sum *= rest / i;
        sum += 1;
    }
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

double random_gamma(struct random *r, double shape, double scale)
{
    const double a = random_exp(-0.5 * random_ln(2 * shape - 1));
    const double b = shape - 1.38629436111989061883; /* ln 4 */
    const double c = shape + 1 / a;
    for (;;) {
        const double u = random_unit(r), w = random_unit(r);
        const double v = a * random_ln(u / (1 - u));
        const double x = shape * random_exp(v);
        if (b + c * v - x >= random_ln(u * u * w)) return x * scale;
    }
}
