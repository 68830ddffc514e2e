/* random.h - random numbers that are the same on every machine.
 *
 * splitmix64 (Steele, Lea, Flood, OOPSLA 2014) for the bits. ln and exp are built here
 * from IEEE + - * / alone, because the C library's differ in the last digit from one
 * system to the next. Relied on: doubles are IEEE binary64, evaluated as such (no x87),
 * and a * b + c is not fused into one rounding (compile as ISO C, or with
 * -ffp-contract=off); elsewhere a last digit, and very rarely a second, may differ.
 */
#ifndef SIM_RANDOM_H
#define SIM_RANDOM_H

#include <stdint.h>
#include <string.h>

typedef struct sim_random {
    uint64_t state;  /* the seed */
} sim_random;

static inline uint64_t sim_random_bits(sim_random *r)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Uniform, strictly between 0 and 1. */
static inline double sim_random_unit(sim_random *r)
{
    return ((double)(sim_random_bits(r) >> 12) + 0.5) / 4503599627370496.0;
}

/* 0 .. n - 1, for n < 2^32. */
static inline uint64_t sim_random_below(sim_random *r, uint64_t n)
{
    return (sim_random_bits(r) >> 32) * n >> 32;
}

/* Natural logarithm of a positive, normal x: x = m * 2^e with m within [0.7, 1.5),
 * ln m = 2 artanh((m - 1) / (m + 1)). */
static inline double sim_ln(double x)
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

/* e^x for |x| up to 700: x = k ln 2 + rest, the rest by its Taylor series. */
static inline double sim_exp(double x)
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

/* Gamma distribution with shape >= 1 and the given scale (Cheng 1977, algorithm GB): a
 * log-logistic proposal, accepted by comparing the densities. */
static inline double sim_random_gamma(sim_random *r, double shape, double scale)
{
    const double a = sim_exp(-0.5 * sim_ln(2 * shape - 1));
    const double b = shape - 1.38629436111989061883;  /* ln 4 */
    const double c = shape + 1 / a;
    for (;;) {
        const double u = sim_random_unit(r), w = sim_random_unit(r);
        const double v = a * sim_ln(u / (1 - u));
        const double x = shape * sim_exp(v);
        if (b + c * v - x >= sim_ln(u * u * w)) return x * scale;
    }
}

#endif
