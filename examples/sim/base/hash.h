/* hash.h - one number for a whole result, to tell at a glance whether two are the same:
 * FNV-1a over the little-endian bytes of each value, the same on every machine.
 */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xCBF29CE484222325u

uint64_t hash_add(uint64_t hash, uint64_t value);

uint64_t hash_bytes(uint64_t hash, const unsigned char *at, size_t n);

#endif
