/* make fuzz && build/fuzz/tests/fuzz/fuzz_topology -entropic=0 -max_len=400 \
 *     build/corpus/topology
 *
 * fuzz_topology.c - any bytes at all through the readers of networks (topology_check.h
 * says what must hold). Without LIBFUZZER it replays the files it is given, or else its
 * corpus, and damages the samples.
 */
#define _POSIX_C_SOURCE 200809L

#include "topology/topology.h"

#include "fuzz.h"

#include "sim/topology_check.h"

#include <string.h>

static void fuzz_check(const unsigned char *data, size_t size)
{
    (void)topology_check_any((const char *)data, size);
}

static void every_prefix(void)
{
    topology_samples_read();
    for (size_t i = 0; i < TOPOLOGY_SAMPLES; i++)
        for (size_t length = 0; length <= strlen(topology_samples[i]); length++)
            (void)topology_check_any(topology_samples[i], length);
}

/* A byte changed, a piece taken out, doubled or moved. */
static size_t damage(char *text, size_t size)
{
    static const char marks[] = "\n \"'<>/[]()#=&;.-+e0123456789az";
    const size_t i = (size_t)test_below(size), j = (size_t)test_below(size);
    size_t n = 1 + (size_t)test_below(20);
    char piece[32];
    if (i + n > size) n = size - i;
    if (j + n > size) n = size - j;
    switch (test_below(5)) {
    case 0: text[i] = (char)test_below(256); break;
    case 1: text[i] = marks[test_below(sizeof marks - 1)]; break;
    case 2:
        memcpy(piece, text + i, n);
        memcpy(text + j, piece, n);
        break;
    case 3: memmove(text + i, text + i + n, size - i - n); return size - n;
    default: /* there is room for so much more */
        memcpy(piece, text + j, n);
        memmove(text + i + n, text + i, size - i);
        memcpy(text + i, piece, n);
        return size + n;
    }
    return size;
}

static void damaged(void)
{
    long rounds = test_scaled(100000), fine = 0, all = rounds;
    char text[4096];
    topology_samples_read();
    for (; rounds > 0; rounds--) {
        const size_t i = (size_t)test_below(TOPOLOGY_SAMPLES);
        size_t size = strlen(topology_samples[i]);
        uint64_t times = 1 + test_below(6);
        memcpy(text, topology_samples[i], size);
        while (times-- > 0 && size > 40) size = damage(text, size);
        fine += topology_check_any(text, size);
    }
    CHECK(all < 1000 || (fine > all / 20 && fine < all / 2));
}

FUZZ_MAIN(TEST(every_prefix), TEST(damaged))
