/* make fuzz && build/fuzz/tests/fuzz/fuzz_swf -entropic=0 -max_len=256 \
 *     build/corpus/swf
 *
 * fuzz_swf.c - any bytes at all through swf.h: any policy, whole and in pieces, written
 * and read again (swf_check.h says what must hold). Without LIBFUZZER it replays the
 * files it is given, or else its corpus and the logs in tests/data, so that they also run
 * under Valgrind.
 */
#define _POSIX_C_SOURCE 200809L
#include "swf.h"

#include "fuzz.h"

#include "swf/swf_check.h"

/* The input says itself where it is cut, and under which policy it is read: its length
 * and last byte. All policies would take three times as long. */
static void fuzz_check(const unsigned char *data, size_t size)
{
    const unsigned char last = size ? data[size - 1] : 0;
    char *copy = (char *)malloc(size + !size); /* of the exact size: overreads show */
    size_t cuts[2];
    if (!copy) abort();
    if (size) memcpy(copy, data, size);
    cuts[0] = (size_t)last * size / 512;
    cuts[1] = cuts[0] + (size - cuts[0]) / 3;
    swf_check_policy(copy, size, cuts, 2, last % 3);
    free(copy);
}

static void replay_one(const char *name, const char *data, size_t size)
{
    const size_t cuts[2] = {size / 5, size / 2};
    (void)name;
    fuzz_check((const unsigned char *)data, size);
    swf_check_any(data, size, cuts, 2);
}

static void logs(void) { CHECK(swf_check_corpus(replay_one) > 60); }

FUZZ_MAIN(TEST(logs))
