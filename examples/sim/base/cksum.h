/* cksum.h - the checksum of a file that POSIX's cksum prints, so that anybody can compare
 * an input with the one that a result was made of.
 */
#ifndef CKSUM_H
#define CKSUM_H

#include <stdint.h>

/* The CRC and the number of bytes. 0, or -1: it is no regular file (what a pipe said is
 * gone), or cannot be read. */
int cksum_file(const char *path, uint32_t *sum, uint64_t *bytes);

#endif
