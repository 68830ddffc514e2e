/* test.h - the one harness every test program shares.
 *
 * A test is a function listed in TEST_MAIN. CHECK leaves the test at the first failure,
 * so a loop of a million random operations prints one line, not a million. Each test
 * prints one line PASS, FAIL or SKIP, which tests/gate/run.sh counts.
 *
 *     prog                 run all        prog --list          names only
 *     prog WORD ...        run those whose name contains a WORD
 *     SEED=n               start of every random stream (printed when a test fails)
 *     TEST_SCALE=p         percent of the random work to do (slow tools: 0.3)
 */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;

static jmp_buf test_exit_;
static char test_message_[512];

/* ---- checks ------------------------------------------------------------------------ */

/* Where one program has one test, as on a machine with little memory (tests/cross/avr.c),
 * a failure has only its line, and TEST(fn) is a pointer that a linker can choose. */
#ifdef TEST_APART
#define TEST_TEXT_(text) ""
#define PRItest_ "ld" /* there printf has no "lld" */
typedef long test_printed_;
#define TEST_LEAVE_(code) exit((puts(test_message_), (code)))
#else
#define TEST_LEAVE_(code) longjmp(test_exit_, (code))
#define TEST_TEXT_(text) text
#define PRItest_ "lld"
typedef long long test_printed_;
#endif

#define CHECK(cond)                                                      \
    do {                                                                 \
        if (!(cond)) {                                                   \
            snprintf(test_message_, sizeof test_message_, "%s:%d: %s",   \
                     TEST_TEXT_(__FILE__), __LINE__, TEST_TEXT_(#cond)); \
            TEST_LEAVE_(1);                                              \
        }                                                                \
    } while (0)

#define CHECK_EQ(a, b)                                                               \
    do {                                                                             \
        const int64_t test_a_ = (int64_t)(a), test_b_ = (int64_t)(b);                \
        if (test_a_ != test_b_) {                                                    \
            snprintf(test_message_, sizeof test_message_,                            \
                     "%s:%d: %s == %s (%" PRItest_ " against %" PRItest_ ")",        \
                     TEST_TEXT_(__FILE__), __LINE__, TEST_TEXT_(#a), TEST_TEXT_(#b), \
                     (test_printed_)test_a_, (test_printed_)test_b_);                \
            TEST_LEAVE_(1);                                                          \
        }                                                                            \
    } while (0)

/* Each of these calls, which may be made in any order, gives `want`. */
#define CHECK_EACH(want, ...)                                                    \
    do {                                                                         \
        const int64_t test_all_[] = {__VA_ARGS__};                               \
        int test_i_;                                                             \
        for (test_i_ = 0; test_i_ < (int)(sizeof test_all_ / sizeof *test_all_); \
             test_i_++)                                                          \
            if (test_all_[test_i_] != (int64_t)(want)) {                         \
                snprintf(test_message_, sizeof test_message_,                    \
                         "%s:%d: call %d gives %" PRItest_ ", not %s",           \
                         TEST_TEXT_(__FILE__), __LINE__, test_i_ + 1,            \
                         (test_printed_)test_all_[test_i_], TEST_TEXT_(#want));  \
                TEST_LEAVE_(1);                                                  \
            }                                                                    \
    } while (0)

#define CHECK_STR(a, b)                                                                 \
    do {                                                                                \
        const char *test_a_ = (a), *test_b_ = (b);                                      \
        if (strcmp(test_a_, test_b_) != 0) {                                            \
            snprintf(test_message_, sizeof test_message_,                               \
                     "%s:%d: %s: '%.150s' against "                                     \
                     "'%.150s'",                                                        \
                     TEST_TEXT_(__FILE__), __LINE__, TEST_TEXT_(#a), test_a_, test_b_); \
            TEST_LEAVE_(1);                                                             \
        }                                                                               \
    } while (0)

#define SKIP(why)                                                   \
    do {                                                            \
        snprintf(test_message_, sizeof test_message_, "%s", (why)); \
        TEST_LEAVE_(2);                                             \
    } while (0)

/* ---- random numbers: splitmix64, the same on every machine ------------------------- */

static uint64_t test_state_;

static inline uint64_t test_seed(void)
{
    const char *s = getenv("SEED");
    return s ? strtoull(s, NULL, 10) : 20090611u;
}

static inline uint64_t test_random(void)
{
    uint64_t z = (test_state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* What a fuzzer says (fuzz.h): its bytes are used up first. */
static const unsigned char *test_bytes_, *test_bytes_end_;

/* 0 .. n-1 */
static inline uint64_t test_below(uint64_t n)
{
    uint64_t x = 0, most = n - 1;
    if (test_bytes_ == test_bytes_end_) return test_random() % n;
    for (; most > 0 && test_bytes_ < test_bytes_end_; most >>= 8)
        x = x << 8 | *test_bytes_++;
    return x % n;
}

/* lo .. hi */
static inline int64_t test_between(int64_t lo, int64_t hi)
{
    return lo + (int64_t)test_below((uint64_t)(hi - lo) + 1);
}

/* How much of `full` to do under TEST_SCALE; at least one. */
static inline long test_scaled(long full)
{
    const char *s = getenv("TEST_SCALE");
    const long n = s ? (long)((double)full / 100 * strtod(s, NULL)) : full;
    return n > 0 ? n : 1;
}

/* ---- CRC-64/XZ of more bytes; begins and ends with all bits turned ----------------- */

static inline uint64_t test_crc(uint64_t crc, const unsigned char *at, size_t n)
{
    static uint64_t of[256]; /* of a byte alone */
    uint64_t k;
    for (uint64_t i = 0; of[255] == 0; i++)
        for (of[i] = i, k = 0; k < 8; k++)
            of[i] = of[i] >> 1 ^ (of[i] & 1) * 0xC96C5795D7870F42u;
    for (; n > 0; n--, at++) crc = crc >> 8 ^ of[(crc ^ *at) & 255];
    return crc;
}

/* ---- an allocator that counts, checks sizes, dirties memory and fails on demand ---- */

typedef struct test_heap {
    long live_blocks; /* must be 0 at the end */
    size_t live_bytes;
    long calls;    /* requests for memory so far (a free is not one) */
    long fail_at;  /* 0 = never; else the fail_at-th request returns NULL */
    int sticky;    /* ... and every one after it */
    long failures; /* how many were refused */
    int bad_size;  /* an old_size that was not the block's size, or a write behind it */
    size_t most;   /* 0 = no limit; else the most bytes alive at once */
} test_heap;

#define TEST_HEAD_ 32u /* keeps any alignment and holds the block's size */
#define TEST_TAIL_ 32u /* behind each block: bytes not to be written */

/* Is the block that begins at `old`, head included, as its owner must leave it? */
static inline int test_tail_whole_(const unsigned char *old, size_t held)
{
    for (size_t i = 0; i < TEST_TAIL_; i++)
        if (old[TEST_HEAD_ + held + i] != 0xE7) return 0;
    return 1;
}

/* The hook of all three headers: alloc (ptr NULL), resize, free (new_size 0). */
static inline void *test_heap_hook(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    test_heap *h = (test_heap *)ctx;
    unsigned char *old = ptr ? (unsigned char *)ptr - TEST_HEAD_ : NULL;
    size_t held = 0, keep;
    if (old) {
        memcpy(&held, old, sizeof held);
        if (held != old_size || !test_tail_whole_(old, held)) h->bad_size = 1;
    } else if (old_size != 0) {
        h->bad_size = 1;
    }
    if (new_size > 0) {
        h->calls++;
        if (h->fail_at > 0 &&
            (h->calls == h->fail_at || (h->sticky && h->calls > h->fail_at))) {
            h->failures++;
            return NULL;
        }
        if (h->most > 0 && h->live_bytes - held + new_size > h->most) return NULL;
    }
    /* a resize always moves: a pointer kept across one shows under a sanitizer */
    unsigned char *raw = NULL;
    if (new_size > 0) {
        if (new_size > SIZE_MAX - TEST_HEAD_ - TEST_TAIL_) return NULL;
        raw = (unsigned char *)malloc(TEST_HEAD_ + new_size + TEST_TAIL_);
        if (!raw) return NULL;
        memset(raw + TEST_HEAD_, 0xA5, new_size);
        memset(raw + TEST_HEAD_ + new_size, 0xE7, TEST_TAIL_);
        memcpy(raw, &new_size, sizeof new_size);
        h->live_blocks++;
        h->live_bytes += new_size;
    }
    if (old) {
        keep = held < new_size ? held : new_size;
        if (raw) memcpy(raw + TEST_HEAD_, old + TEST_HEAD_, keep);
        memset(old + TEST_HEAD_, 0x5A, held);
        free(old);
        h->live_blocks--;
        h->live_bytes -= held;
    }
    return raw ? raw + TEST_HEAD_ : NULL;
}

/* ---- requests for memory, refused -------------------------------------------------- */

static inline void refuse_begin(test_heap *h, int turn)
{
    h->failures = 0;
    h->sticky = (int)test_below(2);
    h->fail_at = turn < 0 ? 0 : h->calls + 1 + (long)test_below((uint64_t)turn + 1);
}

static long test_refusals; /* a test that refuses nothing proves nothing */

/* Was a request refused, and did the call say so? If `must`, it must. */
static inline int refused_one(test_heap *h, int status, int no_memory, int must)
{
    const int refused = h->failures > 0;
    h->fail_at = 0;
    if (refused && must) CHECK_EQ(status, no_memory);
    test_refusals += refused && status == no_memory;
    return refused && status == no_memory;
}

/* s = call. If `some`, first with one request for memory refused or all from then on,
 * again and again until no request comes as late; after each refusal `unchanged`. What
 * was got before the refusal may be kept, so the next attempt refuses any of as many
 * requests as there were attempts. NOMEM: the header's status, and whether a call that
 * was refused memory always returns it, or may do without. */
#define EACH_REFUSED(h, some, s, call, unchanged)          \
    do {                                                   \
        int turn_ = (some) ? 0 : -1;                       \
        for (;; turn_++) {                                 \
            refuse_begin((h), turn_);                      \
            (s) = (call);                                  \
            if (!refused_one((h), (int)(s), NOMEM)) break; \
            unchanged;                                     \
        }                                                  \
    } while (0)

/* ---- the runner -------------------------------------------------------------------- */

static inline const char *test_base_(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static inline int test_wanted_(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(name, argv[i])) return 1;
    return argc <= 1;
}

static inline int test_main_(const test_case *cases, size_t n, int argc, char **argv)
{
    volatile size_t i; /* volatile: they outlive a longjmp */
    volatile int failed = 0;
    const char *const volatile prog = test_base_(argv[0]);
    for (i = 0; i < n; i++) {
        if (argc == 2 && strcmp(argv[1], "--list") == 0) {
            puts(cases[i].name);
            continue;
        }
        if (!test_wanted_(cases[i].name, argc, argv)) continue;
        test_state_ = test_seed();
        const int code = setjmp(test_exit_);
        if (code == 0) {
            cases[i].run();
            printf("PASS %s %s\n", prog, cases[i].name);
        } else if (code == 2) {
            printf("SKIP %s %s: %s\n", prog, cases[i].name, test_message_);
        } else {
            failed = 1;
            printf("FAIL %s %s: %s (SEED=%llu)\n", prog, cases[i].name, test_message_,
                   (unsigned long long)test_seed());
        }
        fflush(stdout);
    }
    return failed;
}

#ifdef TEST_APART
#define TEST_MAIN(...)                 \
    typedef void test_function_(void); \
    test_function_ __VA_ARGS__;
#define TEST(fn) *const test_case_##fn = fn
#else
#define TEST_MAIN(...)                                                                   \
    int main(int argc, char **argv)                                                      \
    {                                                                                    \
        static const test_case test_cases_[] = {__VA_ARGS__};                            \
        return test_main_(test_cases_, sizeof test_cases_ / sizeof test_cases_[0], argc, \
                          argv);                                                         \
    }
#define TEST(fn) \
    {            \
#fn, fn  \
    }
#endif

#endif
