/* make fuzz && build/fuzz/tests/fuzz/fuzz_swf -max_len=8192 build/corpus tests/data
 *
 * fuzz_swf.c - any bytes at all through swf.h: every policy, whole and in pieces, written
 * and read again (swf_check.h tells what must hold). Without LIBFUZZER it has a main of
 * its own, which replays the files it is given, or else the corpus in tests/data, so that
 * they also run under Valgrind.
 */
#define _POSIX_C_SOURCE 200809L
#include "swf.h"

#include "swf/swf_check.h"

/* The input says itself where it is cut: its length and last byte. */
static void check(const char *data, size_t size)
{
    size_t cuts[2];
    cuts[0] = size ? (size_t)(unsigned char)data[size - 1] * size / 512 : 0;
    cuts[1] = cuts[0] + (size - cuts[0]) / 3;
    swf_check_any(data, size, cuts, 2);
}

#ifdef LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = (char *)malloc(size + !size); /* of the exact size: overreads show */
    if (!copy) abort();
    if (size) memcpy(copy, data, size);
    if (setjmp(test_exit_) != 0) {
        fprintf(stderr, "%s\n", test_message_);
        abort();
    }
    check(copy, size);
    free(copy);
    return 0;
}

#else

static void replay_one(const char *name, const char *data, size_t size)
{
    char *copy = (char *)malloc(size + !size);
    (void)name;
    if (!copy) abort();
    if (size) memcpy(copy, data, size);
    check(copy, size);
    free(copy);
}

static void corpus(void) { CHECK(swf_check_corpus(replay_one) > 60); }

static int replay_files(char **files)
{
    volatile int bad = 0;
    char **volatile at = files;
    for (; *at; at++) {
        swf_check_text file = {NULL, 0, 0};
        if (setjmp(test_exit_) != 0) {
            printf("FAIL fuzz_swf %s: %s\n", *at, test_message_);
            bad = 1;
            continue;
        }
        if (swf_check_load(*at, &file) != 0) {
            printf("FAIL fuzz_swf %s: cannot be read\n", *at);
            bad = 1;
            continue;
        }
        replay_one(*at, file.data, file.size);
        free(file.data);
        printf("PASS fuzz_swf %s\n", *at);
    }
    return bad;
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {TEST(corpus)};
    return argc > 1 ? replay_files(argv + 1) : test_main_(cases, 1, argc, argv);
}

#endif
