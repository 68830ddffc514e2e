/* portable.c - a power of two is taken off; a series of fixed length does the rest, in
 * one order of additions. */
#include "base/portable.h"

#include <stdint.h>
#include <string.h>

double portable_ln(double x)
{
    const double ln2 = 0.69314718055994530942;
    uint64_t bits;
    double m, s, square, sum = 0;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.5) {
        m /= 2;
        exponent++;
    }
    s = (m - 1) / (m + 1);
    square = s * s;
    for (int k = 23; k >= 1; k -= 2) {
        sum *= square;
        sum += 1.0 / k;
    }
    s *= 2 * sum;
    return s + exponent * ln2;
}

double portable_exp(double x)
{
    const double ln2 = 0.69314718055994530942;
    const int k = (int)(x / ln2 + (x < 0 ? -0.5 : 0.5));
    const uint64_t bits = (uint64_t)(k + 1023) << 52;
    double rest = k * ln2, power, sum = 1;
    rest = x - rest;
    for (int i = 17; i >= 1; i--) {
        sum *= rest / i;
        sum += 1;
    }
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}
