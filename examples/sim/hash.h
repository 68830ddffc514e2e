/* hash.h - one number for a whole result, to tell at a glance whether two are the same:
 * FNV-1a over the little-endian bytes of each value, the same on every machine.
 */
#ifndef SIM_HASH_H
#define SIM_HASH_H

#include <stddef.h>
#include <stdint.h>

#define SIM_HASH_START 0xCBF29CE484222325u

static inline uint64_t sim_hash(uint64_t hash, uint64_t value)
{
    int i;
    for (i = 0; i < 8; i++) {
        hash ^= value >> (8 * i) & 0xFF;
        hash *= 0x100000001B3u;
    }
    return hash;
}

static inline uint64_t sim_hash_bytes(uint64_t hash, const unsigned char *at, size_t n)
{
    for (; n > 0; n--) {
        hash ^= *at++;
        hash *= 0x100000001B3u;
    }
    return hash;
}

#endif
