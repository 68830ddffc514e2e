/* compare.c - of unsigned and signed numbers, none by a difference, which could wrap. */
#include "base/compare.h"

#include <stdint.h>

int compare_u32(const void *x, const void *y)
{
    return COMPARE(*(const uint32_t *)x, *(const uint32_t *)y);
}

int compare_u64(const void *x, const void *y)
{
    return COMPARE(*(const uint64_t *)x, *(const uint64_t *)y);
}

int compare_i64(const void *x, const void *y)
{
    return COMPARE(*(const int64_t *)x, *(const int64_t *)y);
}
