/* hash.c - implements hash.h. */
#include "base/hash.h"

uint64_t hash_bytes(uint64_t hash, const unsigned char *at, size_t n)
{
    for (; n > 0; n--) {
        hash ^= *at++;
        hash *= 0x100000001B3u;
    }
    return hash;
}
