/* make fuzz && build/fuzz/tests/fuzz/fuzz_save -entropic=0 -max_len=400 \
 *     build/corpus/save
 *
 * fuzz_save.c - any bytes at all through coa_load (save_check.h says what must hold).
 * The first byte says whether the checksums are put right, so that the fuzzer gets past
 * them, and how much a read gives at most. Without LIBFUZZER it replays the files it is
 * given, or else its corpus and noise; test_save.c has calendars that are damaged.
 */
#include "coalloc.h"

#include "fuzz.h"

#ifdef LIBFUZZER
#define SAVE_TREE (1 << 15) /* larger trees would take all the time */
#endif
#include "coalloc/save_check.h"

static void fuzz_check(const unsigned char *data, size_t size)
{
    const unsigned how = size ? data[0] : 0;
    save_bytes b = {0};
    while (size > 1 && b.size < size - 1)
        (void)save_write(&b, data + 1 + b.size,
                         size - 1 - b.size < 128 ? size - 1 - b.size : 128);
    if (how % 2 == 1) save_fix(&b);
    (void)save_check_any(b.at, b.size, how / 2 % 16);
    save_free(&b);
}

static void noise(void)
{
    long rounds = test_scaled(20000);
    for (; rounds > 0; rounds--) {
        unsigned char bytes[256];
        size_t n = (size_t)test_below(sizeof bytes);
        for (size_t i = 0; i < n; i++) bytes[i] = (unsigned char)test_below(256);
        if (n > 13)
            memcpy(bytes + 1, rounds % 2 ? "COALLOC\0\4\0\0" : "COALLOC\0\5\0\0", 12);
        fuzz_check(bytes, n);
    }
}

FUZZ_MAIN(TEST(noise))
