/* random.h - random numbers, the same on every machine.
 *
 *     struct random r = {seed};
 *     if (random_unit(&r) < 0.25) ...                      with probability 1/4
 *     i = random_below(&r, count);                         one of `count`
 *
 * The generator is splitmix64 (Steele, Lea, Flood, OOPSLA 2014). Any seed will do.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state; /* the seed */
};

/* A stream for each purpose (or job) of a seed, so that none shifts another. */
struct random random_stream(uint64_t seed, uint64_t purpose);

/* 64 random bits. */
uint64_t random_bits(struct random *r);

/* Uniform, strictly between 0 and 1. */
double random_unit(struct random *r);

/* Uniform among 0 .. n - 1, for n < 2^32. */
uint64_t random_below(struct random *r, uint64_t n);

/* The numbers below n, of which the first `count` <= n are chosen at random, in that
 * order; to be freed. NULL when memory is out. */
uint32_t *random_choose(struct random *r, uint32_t n, uint32_t count);

/* Gamma distributed with a shape of at least 1 and the given scale (Cheng 1977, algorithm
 * GB: a log-logistic proposal that is accepted by comparing the densities). */
double random_gamma(struct random *r, double shape, double scale);

#endif
