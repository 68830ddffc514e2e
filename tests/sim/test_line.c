/* test_line.c - amounts, times and lines of fields (base/quantity.h, base/line.h): what
 * each text means or why it is refused, as line.txt has it; and no text, however it is
 * damaged, is read beyond its end or to a number beyond the limits.
 */
#include "base/line.h"

#include "texts.h"

#include <inttypes.h>

#define MOST INT64_C(100000000) /* seconds */

#define FILE_OF "tests/sim/line.txt"

static void time_of(const char *input)
{
    char text[QUANTITY_TEXT];
    int64_t n;
    if (quantity_time(word_of(input), MOST, &n))
        texts_say("%s", quantity_time_text(n, text));
}

static void times(void)
{
    char text[QUANTITY_TEXT];
    int64_t n;
    texts_check(FILE_OF, "time", time_of);
    CHECK_STR(quantity_time_text(-5400, text), "-1h30m");
    for (size_t i = 0; i < 2000; i++) { /* also the ends of what there is */
        const int64_t t = i ? (int64_t)(test_random() >> test_between(1, 63)) : INT64_MAX;
        CHECK(quantity_time(word_of(quantity_time_text(t, text)), t, &n) && n == t);
        CHECK(t == 0 || !quantity_time(word_of(text), t - 1, &n));
    }
    CHECK_STR(quantity_time_text(INT64_MIN, text), "-106751991167300d15h30m8s");
}

static void counted_of(const char *input)
{
    int64_t k;
    const struct word w = word_counted(word_of(input), &k);
    if (w.at) texts_say("%.*s %" PRId64, WORD(w), k);
}

static void counted(void) { texts_check(FILE_OF, "counted", counted_of); }

/* ---- lines ------------------------------------------------------------------------- */

struct read {
    int64_t cpus, fast;
    double x;
    struct line_amount delay;
};

static const struct quantity_unit units[] = {{"us", 1}, {"ms", 1e3}, {"s", 1e6}, {0}};
static const struct line_row rows[] = {
    {"cpus", LINE_WHOLE, .at = offsetof(struct read, cpus), 1, 99, .needed = 1},
    {"x", LINE_NUMBER, .at = offsetof(struct read, x)},
    {"delay", LINE_AMOUNT, .at = offsetof(struct read, delay), 0, INT64_MAX, units},
    {"fast", LINE_FLAG, .at = offsetof(struct read, fast)},
    {0}};

/* What the rows make of a text, or what they say of it. */
static void say_line(const char *text, size_t size)
{
    struct line l = {.at = text, .end = text + size};
    struct read r = {.x = 7};
    struct error e;
    if (line_rows(&l, rows, &r, &e) != 0)
        texts_say("%lu: %s", l.field, e.text);
    else
        texts_say("%" PRId64 " %g %g %" PRId64, r.cpus, r.x,
                  r.delay.has_unit ? r.delay.with_unit : (double)r.delay.plain, r.fast);
    CHECK(l.at <= l.end);
    line_end(&l);
    CHECK(l.at == l.end || l.at[-1] == '\n');
}

/* As it is; and damaged, in a separate block for the sanitizers. */
static void line_of(const char *input)
{
    static const char bytes[] = "=\"# \n\r\t\001\0csmpux0195-.e\377";
    const size_t size = strlen(input);
    const size_t said = (say_line(input, size), strlen(texts_said));
    for (size_t i = 0; i < 600; i++) {
        char *copy = (char *)malloc(size + 1);
        CHECK(copy != NULL);
        memcpy(copy, input, size + 1);
        for (size_t k = (size_t)test_below(4); k > 0 && size > 0; k--)
            copy[test_below(size)] = bytes[test_below(sizeof bytes - 1)];
        say_line(copy, size);
        CHECK(texts_said[said] != 0);
        texts_said[said] = 0;
        free(copy);
    }
}

static void lines(void)
{
    static const char nul[] = "cpus=5\0x=1";
    static char text[1 << 16];
    texts_check(FILE_OF, "line", line_of);
    *texts_said = 0;
    say_line(nul, sizeof nul - 1);
    CHECK_STR(texts_said, "1: expected a printable character, not byte 0");
    memset(text, 'x', sizeof text - 1);
    say_line(text, sizeof text - 1);
    CHECK(strstr(texts_said, "1: unexpected 'xxx") != NULL);
}

TEST_MAIN(TEST(times), TEST(counted), TEST(lines))
