/* test_line.c - amounts, times and lines of fields (base/quantity.h, base/line.h): what
 * each text means or why it is refused; and no text, however it is cut and damaged, is
 * read beyond its end or to a number beyond the limits.
 */
#include "base/line.h"

#include "test.h"

#include <inttypes.h>

#define MOST INT64_C(100000000) /* seconds */

static void times(void)
{
    struct word good = word_of("0=0s|0s=0s|90=1m30s|90s=1m30s|1d12h=1d12h|1d0h5s=1d5s"
                               "|2w=14d|1w1s=7d1s|0001m=1m|1157d9h46m40s=1157d9h46m40s"
                               "|100000000=1157d9h46m40s");
    struct word bad = word_of("|100000001|1157d9h46m41s|9223372036854775807d|d|-1|-0|+1"
                              "|15250284452472w|99999999999999999999|1d-0h|1d5|5h1d|1d1d"
                              "|1.5h|1d | 1|1D|1:00|1dh|0x10|1e3|12h1|1y|\xFF");
    char text[QUANTITY_TEXT];
    int64_t n;
    size_t i;
    while (good.at) {
        struct word is = word_part(&good, '|'), w = word_part(&is, '=');
        CHECK(quantity_time(w, MOST, &n));
        CHECK(word_is(is, quantity_time_text(n, text)));
    }
    while (bad.at) CHECK(!quantity_time(word_part(&bad, '|'), MOST, &n));
    CHECK_STR(quantity_time_text(-5400, text), "-1h30m");
    for (i = 0; i < 2000; i++) { /* also the ends of what there is */
        const int64_t t = i ? (int64_t)(test_random() >> test_between(1, 63)) : INT64_MAX;
        CHECK(quantity_time(word_of(quantity_time_text(t, text)), t, &n) && n == t);
        CHECK(t == 0 || !quantity_time(word_of(text), t - 1, &n));
    }
    CHECK_STR(quantity_time_text(INT64_MIN, text), "-106751991167300d15h30m8s");
}

static void counted(void)
{
    struct word bad = word_of("easy:|easy:0|easy:-1|easy:1073741825|easy:4:4|easy: 4|:x");
    int64_t k;
    CHECK(word_is(word_counted(word_of("easy:4"), &k), "easy") && k == 4);
    CHECK(word_is(word_counted(word_of("fcfs"), &k), "fcfs") && k == 0);
    CHECK(word_is(word_counted(word_of("a:1073741824"), &k), "a") && k == 1 << 30);
    while (bad.at) CHECK(!word_counted(word_part(&bad, '|'), &k).at);
}

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
static const char *meaning(const char *text, size_t size)
{
    static char is[700];
    struct line l = {.at = text, .end = text + size};
    struct read r = {.x = 7};
    struct error e;
    if (line_rows(&l, rows, &r, &e) != 0)
        snprintf(is, sizeof is, "%lu: %s", l.field, e.text);
    else
        snprintf(is, sizeof is, "%" PRId64 " %g %g %" PRId64, r.cpus, r.x,
                 r.delay.has_unit ? r.delay.with_unit : (double)r.delay.plain, r.fast);
    CHECK(l.at <= l.end);
    line_end(&l);
    CHECK(l.at == l.end || l.at[-1] == '\n');
    return is;
}

#define WHOLE ": a whole number from 1 to 99 was expected"
#define AMOUNT \
    ": a whole number from 0, or a number with us, ms or s behind it, was expected"

static void lines(void)
{
    static const struct {
        const char *text, *is;
    } cases[] = {
        {"cpus=5", "5 7 0 0"},
        {" \t cpus=99 x=-2.5e1 fast delay=3#fast", "99 -25 3 1"},
        {"delay=2.5ms cpus=\"7\" # \"x", "7 7 2500 0"},
        {"cpus=1 delay=0s\ncpus=100", "1 7 0 0"},
        {"cpus=1\r\nx", "1 7 0 0"},
        {"", "0: cpus= is missing"},
        {"#cpus=1", "0: cpus= is missing"},
        {"x=1", "1: cpus= is missing"},
        {"cpus=100", "1: cpus=100" WHOLE},
        {"cpus=-0", "1: cpus=-0" WHOLE},
        {"cpus=99999999999", "1: cpus=99999999999" WHOLE},
        {"cpus", "1: cpus" WHOLE},
        {"cpus= 5", "1: cpus=" WHOLE},
        {"cpus=1 cpus=1", "2: cpus=1: each field was expected once"},
        {"cpus=1 Cpus=1", "2: 'Cpus=1' was not expected"},
        {"cpus=1 =", "2: '=' was not expected"},
        {"x=nan", "1: x=nan: a number was expected"},
        {"x=1e999", "1: x=1e999: a number was expected"},
        {"fast=", "1: fast=: no value was expected"},
        {"delay=5m", "1: delay=5m" AMOUNT},
        {"delay=1e400s", "1: delay=1e400s" AMOUNT},
        {"delay=1 ms", "2: 'ms' was not expected"},
        {"delay=-1", "1: delay=-1" AMOUNT},
        {"delay=9223372036854775808", "1: delay=9223372036854775808" AMOUNT},
        {"cpus=\"5", "1: a closing \" was expected before the end of the line"},
        {"cpus=\"5\n\"", "1: a closing \" was expected before the end of the line"},
        {"cpus=\"5\"x", "1: a blank was expected behind the closing \""},
        {"cpus=5\"", "1: a \" was expected only right behind the ="},
        {"cp\001s=5", "1: a printable character was expected, not byte 1"}};
    static const char nul[] = "cpus=5\0x=1";
    static char text[1 << 16];
    size_t i, k;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_STR(meaning(cases[i].text, strlen(cases[i].text)), cases[i].is);
    CHECK_STR(meaning(nul, sizeof nul - 1),
              "1: a printable character was expected, not byte 0");
    memset(text, 'x', sizeof text - 1);
    CHECK(strstr(meaning(text, sizeof text - 1), "xxx' was not expected") != NULL);
    for (i = 0; i < 20000; i++) { /* damaged, in a separate block for the sanitizers */
        static const char bytes[] = "=\"# \n\r\t\001\0csmpux0195-.e\377";
        const size_t size = strlen(cases[i % 24].text);
        char *copy = (char *)malloc(size + 1);
        CHECK(copy != NULL);
        memcpy(copy, cases[i % 24].text, size + 1);
        for (k = (size_t)test_below(4); k > 0 && size > 0; k--)
            copy[test_below(size)] = bytes[test_below(sizeof bytes - 1)];
        CHECK(*meaning(copy, size));
        free(copy);
    }
}

TEST_MAIN(TEST(times), TEST(counted), TEST(lines))
