/* hash.h - a checksum of a result: one number that shows at a glance whether two results
 * are the same.
 *
 *     uint64_t hash = HASH_START;
 *     for (i = 0; i < count; i++) hash = hash_add(hash, (uint64_t)starts[i]);
 *
 * FNV-1a over the little-endian bytes of each value, the same on every machine.
 */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xCBF29CE484222325u

/* The hash with the eight bytes of a value added. Defined here, as it is called for every
 * value of a result. */
static inline uint64_t hash_add(uint64_t hash, uint64_t value)
{
    for (int i = 0; i < 8; i++, value >>= 8) {
        hash ^= value & 0xFF;
        hash *= 0x100000001B3u;
    }
    return hash;
}

/* The hash with n bytes added. */
static inline uint64_t hash_bytes(uint64_t hash, const unsigned char *at, size_t n)
{
    for (; n > 0; n--) hash = (hash ^ *at++) * 0x100000001B3u;
    return hash;
}

#endif
