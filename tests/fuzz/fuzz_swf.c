/* make fuzz && build/fuzz/tests/fuzz/fuzz_swf -max_len=8192 build/corpus tests/data
 *
 * fuzz_swf.c - any bytes at all through swf.h: every policy, whole and in pieces, written
 * and read again (swf_check.h tells what must hold). Without LIBFUZZER it replays the
 * files it is given, or else the corpus in tests/data, so that they also run under
 * Valgrind.
 */
#define _POSIX_C_SOURCE 200809L
#include "swf.h"

#include "fuzz.h"

#include "swf/swf_check.h"

/* The input says itself where it is cut: its length and last byte. */
static void fuzz_check(const unsigned char *data, size_t size)
{
    char *copy = (char *)malloc(size + !size); /* of the exact size: overreads show */
    size_t cuts[2];
    if (!copy) abort();
    if (size) memcpy(copy, data, size);
    cuts[0] = size ? (size_t)data[size - 1] * size / 512 : 0;
    cuts[1] = cuts[0] + (size - cuts[0]) / 3;
    swf_check_any(copy, size, cuts, 2);
    free(copy);
}

#ifndef LIBFUZZER

static void replay_one(const char *name, const char *data, size_t size)
{
    (void)name;
    fuzz_check((const unsigned char *)data, size);
}

static void corpus(void) { CHECK(swf_check_corpus(replay_one) > 60); }

#endif

FUZZ_MAIN(TEST(corpus))
