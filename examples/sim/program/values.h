/* values.h - numbers as a command line has them: whole ones, times, decimals; lists of
 * them, and ranges from which numbers are drawn. */
#ifndef VALUES_H
#define VALUES_H

#include <stddef.h>
#include <stdint.h>

enum { VALUES_MAX = 1000 };

struct values { /* ascending; no two are equal */
    int64_t at[VALUES_MAX];
    size_t count;
};

struct values_span { /* from lo to hi, both included */
    int64_t lo, hi;
};

enum values_kind {
    VALUES_WHOLE,
    VALUES_TIME,   /* in seconds; or with a suffix s, m, h or d */
    VALUES_DECIMAL /* in billionths                             */
};

enum { VALUES_ONE = 1000000000 }; /* a decimal: the number that is 1 */

/* The number that the digits say; with `suffixes` one of s m h d may follow, and the
 * result is in seconds. -1 if it is no such number or does not fit 64 bits. */
int64_t values_digits(const char *s, int suffixes);

/* A decimal such as 0, 12 or 0.25 in billionths, with a whole part below 10^9; -1 if it
 * is no such number. */
int64_t values_decimal(const char *s);

/* Reads the values that `text` lists (10,20,50 or 20:120:20), or LO:HI or one number for
 * both; each must be within lo .. hi. 0, or -1. */
int values_read(struct values *v, const char *text, enum values_kind kind, int64_t lo,
                int64_t hi);
int values_span_read(struct values_span *s, const char *text, enum values_kind kind,
                     int64_t lo, int64_t hi);

#endif
