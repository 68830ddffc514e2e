/* compare.h - comparison functions for qsort: ascending order of numbers.
 *
 *     qsort(times, count, sizeof *times, compare_i64);
 *
 * COMPARE is for comparison functions of structs: negative, 0 or positive as x is less
 * than, equal to or greater than y.
 *
 *     if (x->site != y->site) return COMPARE(x->site, y->site);
 *     return COMPARE(x->job, y->job);
 */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdint.h>

#define COMPARE(x, y) (((x) > (y)) - ((x) < (y)))

static inline int compare_u32(const void *x, const void *y)
{
    return COMPARE(*(const uint32_t *)x, *(const uint32_t *)y);
}

static inline int compare_u64(const void *x, const void *y)
{
    return COMPARE(*(const uint64_t *)x, *(const uint64_t *)y);
}

static inline int compare_i64(const void *x, const void *y)
{
    return COMPARE(*(const int64_t *)x, *(const int64_t *)y);
}

#endif
