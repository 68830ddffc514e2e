/* cksum.c - the CRC of POSIX.1: of the bytes, then of their number, the lowest byte
 * first.
 */
#include "base/cksum.h"

#include <stdio.h>
#include <sys/stat.h>

static void make_table(uint32_t table[256])
{
    uint32_t i, k;
    for (i = 0; i < 256; i++) {
        table[i] = i << 24;
        for (k = 0; k < 8; k++)
            table[i] = table[i] << 1 ^ (table[i] >> 31 ? 0x04C11DB7u : 0);
    }
}

int cksum_file(const char *path, uint32_t *sum, uint64_t *bytes)
{
    unsigned char block[65536];
    uint32_t table[256], crc = 0;
    uint64_t rest, all = 0;
    struct stat about;
    size_t n, i;
    int failed;
    FILE *file;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return -1;
    file = fopen(path, "rb");
    if (!file) return -1;
    make_table(table);
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        for (i = 0, all += n; i < n; i++) crc = crc << 8 ^ table[crc >> 24 ^ block[i]];
    for (rest = all; rest; rest >>= 8)
        crc = crc << 8 ^ table[crc >> 24 ^ (uint32_t)(rest & 0xFF)];
    failed = ferror(file);
    fclose(file);
    *sum = ~crc;
    *bytes = all;
    return failed ? -1 : 0;
}
