/* sample.h - v1.2.3 - a header that obeys every gate, to be broken - MIT-0

   tests/gate/selftest.cases breaks a copy of this file in one way at a time, and the
   gate that watches for it must fail.

    ---- example.c
    #define SAMPLE_IMPLEMENTATION
    #include "sample.h"
    #include <stdio.h>

    int main(void)
    {
        printf("%d\n", sample_twice(21));
        return 0;
    }
    ---- output
    42
    ----

   FUNCTIONS
   sample_twice     a number, doubled; -1 if it is too large
   sample_copy      n bytes on the heap, 0 if there is no memory

   OPTIONS
   SAMPLE_IMPLEMENTATION   in one file: the code
   SAMPLE_STATIC           the code is private to the file
   SAMPLE_DEF              what stands before each function
   SAMPLE_NO_STDLIB        default 0; 1 = no heap, sample_copy returns 0
   SAMPLE_LIMIT            default 1000: the largest number sample_twice takes

   LIMITS
   Stack: less than 1 KiB.
*/

#ifndef SAMPLE_H
#define SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#define SAMPLE_VERSION_MAJOR 1
#define SAMPLE_VERSION_MINOR 2
#define SAMPLE_VERSION_PATCH 3

#ifndef SAMPLE_DEF
#ifdef SAMPLE_STATIC
#define SAMPLE_DEF static __attribute__((unused))
#else
#define SAMPLE_DEF extern
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Doubles a number. Cost: O(1). */
SAMPLE_DEF int32_t sample_twice(int32_t n);

/* Copies n bytes. O(n). */
SAMPLE_DEF void *sample_copy(const void *bytes, size_t n);

#ifdef __cplusplus
}
#endif
#endif

#ifdef SAMPLE_IMPLEMENTATION
#ifndef SAMPLE_IMPLEMENTED
#define SAMPLE_IMPLEMENTED

#ifndef SAMPLE_NO_STDLIB
#define SAMPLE_NO_STDLIB 0
#endif
#ifndef SAMPLE_LIMIT
#define SAMPLE_LIMIT 1000
#endif

#if !SAMPLE_NO_STDLIB
#include <stdlib.h>
#include <string.h>
#endif

/* clang-format off */
static int sample_i_small(int32_t n)
{
    return n >= 0 && n <= SAMPLE_LIMIT;
}

SAMPLE_DEF int32_t sample_twice(int32_t n)
{
    return sample_i_small(n) ? 2 * n : -1;
}
/* clang-format on */

SAMPLE_DEF void *sample_copy(const void *bytes, size_t n)
{
#if SAMPLE_NO_STDLIB
    (void)bytes;
    (void)n;
    return NULL;
#else
    void *copy = malloc(n ? n : 1);
    if (copy) memcpy(copy, bytes, n);
    return copy;
#endif
}

#endif
#endif
