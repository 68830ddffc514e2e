/* wide.h - whole numbers of 128 bits, for sums and products that 64 bits cannot hold:
 * processor-seconds of a whole log, or x * times / by without a rounding in between.
 *
 *     struct wide work = {0, 0};
 *     work = wide_plus(work, wide_product(run, processors));
 *     mean = wide_quotient(work, wide_of(jobs));
 *
 * Nothing wraps around: too large a result becomes the largest number.
 */
#ifndef WIDE_H
#define WIDE_H

#include <stdint.h>

struct wide {
    uint64_t high, low;
};

struct wide wide_of(uint64_t low);

int wide_less(struct wide a, struct wide b);

struct wide wide_plus(struct wide a, struct wide b);

/* a * b, which always fits. */
struct wide wide_product(uint64_t a, uint64_t b);

struct wide wide_times(struct wide a, uint64_t b);

/* a / b to the nearest, halves up; UINT64_MAX if that is too large. b > 0. */
uint64_t wide_quotient(struct wide a, struct wide b);

double wide_double(struct wide x);

/* x * times / by to the nearest, halves up; UINT64_MAX if that is too large. by > 0. */
uint64_t wide_ratio(uint64_t x, uint64_t times, uint64_t by);

#endif
