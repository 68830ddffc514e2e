/* portable.h - the natural logarithm and the exponential function, with the same result
 * on every machine.
 *
 * The C library's log and exp differ in the last digit from one system to the next, and
 * with them the jobs that a model draws. These use only IEEE + - * /. They rely on double
 * being IEEE binary64 and evaluated as such (no x87), and on a * b + c not being fused
 * into one rounding (compile as ISO C, or with -ffp-contract=off); elsewhere a last digit
 * may differ, and very rarely a drawn second.
 */
#ifndef PORTABLE_H
#define PORTABLE_H

/* The natural logarithm of a positive, normal number: x = m * 2^e with m within
 * [0.7, 1.5), ln m = 2 artanh((m - 1) / (m + 1)). */
double portable_ln(double x);

/* e^x for |x| up to 700: x = k ln 2 + rest, e^rest by its Taylor series. */
double portable_exp(double x);

#endif
