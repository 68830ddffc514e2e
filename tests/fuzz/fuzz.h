/* fuzz.h - what the fuzz harnesses share. The source that includes this defines
 *
 *     static void fuzz_check(const unsigned char *data, size_t size);
 *
 * which CHECKs what must hold for these bytes, and ends with FUZZ_MAIN, as others do with
 * TEST_MAIN. Compiled with -DLIBFUZZER it is for libFuzzer; otherwise it replays the
 * files it is given, or runs its own tests.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "test.h"

static void fuzz_check(const unsigned char *data, size_t size);

#ifdef LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (setjmp(test_exit_) != 0) {
        fprintf(stderr, "%s\n", test_message_);
        abort();
    }
    fuzz_check(data, size);
    return 0;
}

#define FUZZ_MAIN(...)

#else

/* One file, at most 1 MiB of it. 0, or -1 with what is wrong in test_message_. */
static inline int fuzz_replay(const char *path)
{
    static unsigned char bytes[1 << 20];
    FILE *f = fopen(path, "rb");
    size_t n;
    if (!f) {
        snprintf(test_message_, sizeof test_message_, "cannot be read");
        return -1;
    }
    n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    if (setjmp(test_exit_) != 0) return -1;
    fuzz_check(bytes, n);
    return 0;
}

static inline int fuzz_main(const test_case *cases, size_t n, int argc, char **argv)
{
    const char *const program = test_base_(argv[0]);
    int i, bad = 0;
    if (argc <= 1) return test_main_(cases, n, argc, argv);
    for (i = 1; i < argc; i++) {
        const int failed = fuzz_replay(argv[i]) != 0;
        if (failed)
            printf("FAIL %s %s: %s\n", program, argv[i], test_message_);
        else
            printf("PASS %s %s\n", program, argv[i]);
        bad |= failed;
    }
    return bad;
}

#define FUZZ_MAIN(...)                                                       \
    int main(int argc, char **argv)                                          \
    {                                                                        \
        static const test_case cases[] = {__VA_ARGS__};                      \
        return fuzz_main(cases, sizeof cases / sizeof cases[0], argc, argv); \
    }

#endif

#endif
