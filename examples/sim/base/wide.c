/* wide.c - a number is its high and its low 64 bits; products are made of halves of 32
 * bits, quotients bit by bit. */
#include "base/wide.h"

struct wide wide_of(uint64_t low)
{
    const struct wide x = {0, low};
    return x;
}

int wide_less(struct wide a, struct wide b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static struct wide minus(struct wide a, struct wide b)
{
    a.high -= b.high + (a.low < b.low);
    a.low -= b.low;
    return a;
}

struct wide wide_plus(struct wide a, struct wide b)
{
    const struct wide most = {UINT64_MAX, UINT64_MAX};
    if (wide_less(minus(most, a), b)) return most;
    a.low += b.low;
    a.high += b.high + (a.low < b.low);
    return a;
}

struct wide wide_product(uint64_t a, uint64_t b)
{
    const uint64_t half = 0xFFFFFFFFu;
    const uint64_t low = (a & half) * (b & half), left = (a >> 32) * (b & half);
    const uint64_t right = (a & half) * (b >> 32);
    const uint64_t middle = (low >> 32) + (left & half) + (right & half);
    struct wide x;
    x.low = middle << 32 | (low & half);
    x.high = (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32) + (middle >> 32);
    return x;
}

struct wide wide_times(struct wide a, uint64_t b)
{
    const struct wide top = wide_product(a.high, b), most = {UINT64_MAX, UINT64_MAX};
    const struct wide shifted = {top.low, 0};
    if (top.high) return most;
    return wide_plus(shifted, wide_product(a.low, b));
}

uint64_t wide_quotient(struct wide a, struct wide b)
{
    struct wide quotient = {0, 0}, rest = {0, 0};
    for (int i = 127; i >= 0; i--) { /* long division, bit by bit */
        const uint64_t bit = (i >= 64 ? a.high >> (i - 64) : a.low >> i) & 1;
        rest.high = rest.high << 1 | rest.low >> 63;
        rest.low = rest.low << 1 | bit;
        quotient.high = quotient.high << 1 | quotient.low >> 63;
        quotient.low <<= 1;
        if (!wide_less(rest, b)) {
            rest = minus(rest, b);
            quotient.low |= 1;
        }
    }
    if (quotient.high) return UINT64_MAX;
    if (!wide_less(rest, minus(b, rest)) && quotient.low < UINT64_MAX) quotient.low++;
    return quotient.low;
}

double wide_double(struct wide x)
{
    return (double)x.high * 18446744073709551616.0 + (double)x.low;
}

uint64_t wide_ratio(uint64_t x, uint64_t times, uint64_t by)
{
    const struct wide product = wide_product(x, times);
    if (product.high) return wide_quotient(product, wide_of(by));
    return product.low / by + (product.low % by >= by - product.low % by);
}
