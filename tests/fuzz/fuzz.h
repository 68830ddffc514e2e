/* fuzz.h - what the fuzz harnesses share. The source that includes this defines
 *
 *     static void fuzz_check(const unsigned char *data, size_t size);
 *
 * which CHECKs what must hold for these bytes, and ends with FUZZ_MAIN, as others do with
 * TEST_MAIN. Compiled with -DLIBFUZZER it is for libFuzzer. Otherwise it replays the
 * files it is given; or it runs its tests, of which the first replays its corpus.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "test.h"

static void fuzz_check(const unsigned char *data, size_t size);

/* For a harness that makes calls of random numbers: test_below takes these bytes. */
static inline void fuzz_numbers(const unsigned char *data, size_t size)
{
    test_state_ = 0;
    test_bytes_ = data;
    test_bytes_end_ = data + size;
}

/* At most so many words drawn from a list with tabs between; mostly `between` is behind
 * each. Returns how long the text is. */
static inline size_t fuzz_words(char *text, size_t room, const char *words,
                                const char *between, uint64_t most)
{
    uint64_t n = test_below(most);
    size_t all = 1, size = 0;
    for (size_t i = 0; words[i]; i++) all += words[i] == '\t';
    for (text[0] = 0; n > 0; n--) {
        const char *word = words;
        for (uint64_t skip = test_below(all); skip > 0; skip--)
            word = strchr(word, '\t') + 1;
        size +=
            (size_t)snprintf(text + size, room - size, "%.*s%s", (int)strcspn(word, "\t"),
                             word, test_below(8) ? between : "");
        CHECK(size < room);
    }
    return size;
}

#ifdef LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (setjmp(test_exit_) != 0) {
        fprintf(stderr, "%s\n", test_message_);
        abort();
    }
    fuzz_check(data, size);
    return 0;
}

/* By default 256 MB of freed memory are kept, and for each block where it was asked for:
 * a third of the time. */
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=4:malloc_context_size=1";
}

#define FUZZ_MAIN(...) const test_case fuzz_cases[] = {__VA_ARGS__};

#else

/* One file, at most 1 MiB of it. 0, or -1 with what is wrong in test_message_. */
static inline int fuzz_replay(const char *path)
{
    static unsigned char bytes[1 << 20];
    FILE *f = fopen(path, "rb");
    if (!f) {
        snprintf(test_message_, sizeof test_message_, "cannot be read");
        return -1;
    }
    const size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    if (setjmp(test_exit_) != 0) return -1;
    fuzz_check(bytes, n);
    return 0;
}

/* What corpus.sh has written: an input in each line, where ~ is 0 and %01 to %FF a byte.
 * Slow tools take one in twenty. */
static inline void fuzz_corpus(const char *source)
{
    static char line[8192];
    const char *name = strchr(test_base_(source), '_') + 1;
    const long step = test_scaled(100) < 3 ? 20 : 1;
    long inputs = 0;
    FILE *f;
    snprintf(line, sizeof line, "tests/data/corpus/%.*s", (int)strcspn(name, "."), name);
    f = fopen(line, "r");
    CHECK(f != NULL);
    while (fgets(line, sizeof line, f)) {
        unsigned char *to, *at = (unsigned char *)line;
        unsigned byte;
        if (inputs++ % step) continue;
        for (to = at; *at && *at != '\n'; at++) {
            if (*at == '%' && sscanf((char *)at, "%%%2X", &byte) == 1)
                *to++ = (unsigned char)byte, at += 2;
            else
                *to++ = *at == '~' ? 0 : *at;
        }
        fuzz_check((unsigned char *)line, (size_t)(to - (unsigned char *)line));
    }
    fclose(f);
    test_bytes_ = test_bytes_end_ = NULL;
    CHECK(inputs > 20);
}

static inline int fuzz_main(const test_case *cases, size_t n, int argc, char **argv)
{
    const char *const program = test_base_(argv[0]);
    FILE *const first = argc > 1 ? fopen(argv[1], "rb") : NULL;
    int bad = 0;
    if (!first) return test_main_(cases, n, argc, argv);
    fclose(first);
    for (int i = 1; i < argc; i++) {
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
    static void corpus(void) { fuzz_corpus(__FILE__); }                      \
    int main(int argc, char **argv)                                          \
    {                                                                        \
        static const test_case cases[] = {TEST(corpus), __VA_ARGS__};        \
        return fuzz_main(cases, sizeof cases / sizeof cases[0], argc, argv); \
    }

#endif

#endif
