/* random.h - random numbers that are the same on every machine.
 *
 * splitmix64 (Steele, Lea, Flood, OOPSLA 2014) for the bits. ln and exp are built here
 * from IEEE + - * / alone, because the C library's differ in the last digit from one
 * system to the next. Relied on: doubles are IEEE binary64, evaluated as such (no x87),
 * and a * b + c is not fused into one rounding (compile as ISO C, or with
 * -ffp-contract=off); elsewhere a last digit, and very rarely a second, may differ.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state; /* the seed */
};

uint64_t random_bits(struct random *r);

/* Uniform, strictly between 0 and 1. */
double random_unit(struct random *r);

/* 0 .. n - 1, for n < 2^32. */
uint64_t random_below(struct random *r, uint64_t n);

/* Natural logarithm of a positive, normal x: x = m * 2^e with m within [0.7, 1.5),
 * ln m = 2 artanh((m - 1) / (m + 1)). */
double random_ln(double x);

/* e^x for |x| up to 700: x = k ln 2 + rest, the rest by its Taylor series. */
double random_exp(double x);

/* Gamma distribution with shape >= 1 and the given scale (Cheng 1977, algorithm GB): a
 * log-logistic proposal, accepted by comparing the densities. */
double random_gamma(struct random *r, double shape, double scale);

#endif
