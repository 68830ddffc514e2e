/* prop_swf.c - what swf.h promises for every input: the same items however it is cut,
 * the same records after writing and reading, numbers as arithmetic on paper gives them,
 * and with damaged input no crash and an error within the input. */
#define _POSIX_C_SOURCE 200809L
#include "swf.h"

#include "swf_check.h"

/* ---- cutting ----------------------------------------------------------------------- */

static void random_cuts(size_t *cuts, size_t count, size_t size)
{
    size_t k;
    for (size_t i = 0; i < count; i++) { /* insertion keeps them in order */
        const size_t at = (size_t)test_below(size + 1);
        for (k = i; k > 0 && cuts[k - 1] > at; k--) cuts[k] = cuts[k - 1];
        cuts[k] = at;
    }
}

/* In two everywhere or, of long inputs, here and there; in many; and byte by byte. */
static void cut(const char *name, const char *data, size_t size)
{
    const size_t step = test_scaled(100) < 10    ? size / 4 + 1
                        : test_scaled(100) < 100 ? size / 12 + 1
                        : size > 1000            ? size / 50 + 1
                                                 : 1;
    size_t *cuts = (size_t *)malloc((size + 41) * sizeof *cuts);
    (void)name;
    if (!cuts) abort();
    for (size_t i = 0; i <= size; i += step) swf_check_any(data, size, &i, 1);
    for (long rounds = test_scaled(100); rounds > 0; rounds--) {
        const size_t count = (size_t)test_below(41);
        random_cuts(cuts, count, size);
        swf_check_any(data, size, cuts, count);
    }
    for (size_t i = 0; i < size; i++) cuts[i] = i;
    swf_check_any(data, size, cuts, size);
    free(cuts);
}

static void every_cut(void) { CHECK(swf_check_corpus(cut) > 60); }

/* Around the limit of a line's length every cut must give the same verdict. */
static void cuts_around_the_longest_line(void)
{
    static char data[2 * SWF_LINE_MAX];
    for (size_t length = SWF_LINE_MAX - 2; length <= SWF_LINE_MAX + 2; length++) {
        const int n = snprintf(data, sizeof data, "; Version: 2\n;");
        const size_t begin = (size_t)n - 1;
        memset(data + n, 'x', length - 1);
        snprintf(data + begin + length, 40, "\n1 2 3 4 5\n");
        for (size_t cut = begin + length - 5; cut <= begin + length + 5; cut++)
            swf_check_any(data, strlen(data), &cut, 1);
    }
}

/* ---- random jobs, written and read ------------------------------------------------- */

static int64_t random_value(void)
{
    switch (test_below(8)) {
    case 0:
    case 1:
    case 2: return -1;
    case 3: return test_between(0, 9);
    case 4: return test_between(0, 100000);
    case 5: return test_between(-100, 100);
    case 6: return (int64_t)(test_random() >> 1);
    default: return test_below(2) ? INT64_MAX : INT64_MIN;
    }
}

static const char *random_extra(char *text, size_t size)
{
    static const char *const names[] = {"Memory", "OS Name", "x", "Load.15", "_a-b"};
    static const char *const ops[] = {
        "==",        "=",    "!=",         "<",       "<=",           ">", ">=", "EQUAL",
        "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL"};
    static const char *const values[] = {"1024 MB", "Linux", "-1",    "2.6.18",
                                         "1200MHZ", "0.5",   "a b c", "99.9999999 x"};
    static const char *const tails[] = {"",        " HARD",     " SOFT",
                                        " HARD 1", " SOFT 100", " SOFT -7"};
    size_t used = 0;
    uint64_t n = test_below(5);
    text[0] = 0;
    while (n-- > 0)
        used +=
            (size_t)snprintf(text + used, size - used, "%s %s %s%s%s",
                             names[test_below(5)], ops[test_below(13)],
                             values[test_below(8)], tails[test_below(6)], n ? "; " : "");
    if (test_below(4) == 0)
        snprintf(text + used, size - used, "%susage_network = %u.%06u", used ? ";" : "",
                 (unsigned)test_below(1000), (unsigned)test_below(1000000));
    return text;
}

static void random_job(swf_job *job, swf_format format, char *text, size_t size)
{
    const uint32_t decimals = format == SWF_FORMAT_GWF ? 0x36Eu : 1u << SWF_FIELD_CPU;
    const unsigned last =
        format == SWF_FORMAT_GWF ? SWF_FIELD_PARTITION : SWF_FIELD_THINK;
    swf_job_clear(job);
    for (unsigned i = 0; i <= last; i++) {
        swf_decimal d;
        d.whole = random_value();
        d.micro = 0;
        if ((decimals >> i & 1u) && test_below(2) && d.whole > -1000000000 &&
            d.whole < 1000000000) {
            d.micro = (int32_t)test_between(-499999, 499999);
            /* the half belongs to the integer farther from 0 */
            if (test_below(9) == 0 && d.whole) d.micro = d.whole > 0 ? -500000 : 500000;
        }
        swf_set_decimal(job, (swf_field)i, d);
    }
    job->format = (uint32_t)format;
    if (format != SWF_FORMAT_GWF) job->extra = swf_text(random_extra(text, size));
}

static void read_back(const char *line, size_t n, swf_format format, swf_job *job,
                      swf_check_text *held)
{
    swf_desc desc = {SWF_STRICT, 0};
    swf_reader reader;
    swf_item item;
    desc.format = (uint32_t)format;
    CHECK_EQ(swf_init(&reader, &desc), SWF_OK);
    CHECK_EQ(swf_feed(&reader, line, n, 1), SWF_OK);
    CHECK_EQ(swf_next(&reader, &item), SWF_OK);
    CHECK_EQ(item.kind, SWF_JOB);
    *job = item.job;
    held->size = 0;
    swf_check_job(held, job);
    CHECK_EQ(swf_next(&reader, &item), SWF_END);
}

/* With its line break a plain line takes the fast path, without it the careful one. */
static void round_trip(swf_format format)
{
    swf_check_text before = {NULL, 0, 0}, fast = {NULL, 0, 0}, careful = {NULL, 0, 0};
    char line[SWF_LINE_MAX + 1], again[SWF_LINE_MAX + 1], text[2048];
    swf_job job, got;
    for (long i = test_scaled(200000); i > 0; i--) {
        random_job(&job, format, text, sizeof text);
        const size_t n = swf_write_job(line, sizeof line, &job, format);
        CHECK(n > 0 && n < sizeof line);
        read_back(line, n - 1, format, &got, &careful);
        read_back(line, n, format, &got, &fast);
        swf_check_same(&fast, &careful);
        CHECK_EQ(swf_write_job(again, sizeof again, &got, format), n);
        CHECK(memcmp(line, again, n) == 0);
        before.size = 0;
        swf_check_job(&before, &job);
        swf_check_same(&before, &fast);
    }
    free(before.data);
    free(fast.data);
    free(careful.data);
}

static void jobs_round_trip_in_swf(void) { round_trip(SWF_FORMAT_SWF); }
static void jobs_round_trip_in_gwf(void) { round_trip(SWF_FORMAT_GWF); }

/* ---- numbers against arithmetic on paper ------------------------------------------- */

/* The token in millionths as a row of decimal digits, rounded by carrying as on paper.
 * 0 = not a number, -1 = beyond int64_t. */
static int on_paper(const char *token, int64_t *whole, int32_t *micro)
{
    char row[128] = ""; /* integer digits and 6 decimals, without leading zeros */
    const char *p = token + (*token == '-');
    char limit[32];
    size_t n = 0;
    int seen = 0;
    const char *point = strchr(p, '.');
    const char *digits = point ? point : p + strlen(p);
    for (size_t i = 0; p[i]; i++) {
        if (&p[i] == point) continue;
        if (p[i] < '0' || p[i] > '9') return 0;
        seen = 1;
    }
    if (!seen) return 0;
    row[n++] = '0'; /* room for a carry */
    for (; p < digits; p++) row[n++] = *p;
    for (size_t i = 1; i <= 6; i++)
        row[n++] = point && strlen(point) > i ? point[i] : '0';
    int round_up = point && strlen(point) > 7 && point[7] >= '5';
    for (size_t i = n; round_up && i-- > 0;) {
        round_up = row[i] == '9';
        row[i] = round_up ? '0' : (char)(row[i] + 1);
    }
    /* now the nearest integer: its digits are row[0 .. n-7] */
    *micro = (int32_t)strtol(row + n - 6, NULL, 10);
    round_up = *micro >= 500000;
    if (round_up) *micro -= 1000000;
    for (size_t i = n - 6; round_up && i-- > 0;) {
        round_up = row[i] == '9';
        row[i] = round_up ? '0' : (char)(row[i] + 1);
    }
    row[n - 6] = 0;
    p = row + strspn(row, "0");
    snprintf(limit, sizeof limit, "%" PRIu64,
             (uint64_t)INT64_MAX + (token[0] == '-' ? 1u : 0u));
    if (strlen(p) > strlen(limit) || (strlen(p) == strlen(limit) && strcmp(p, limit) > 0))
        return -1;
    *whole = 0;
    for (; *p; p++) *whole = *whole * 10 - (*p - '0');
    if (*token != '-') *whole = -*whole;
    if (*token == '-') *micro = -*micro;
    return 1;
}

static void random_token(char *token)
{
    static const char alphabet[] = "0123456789012345678901234567890123456789..-9a";
    static const char edges[] =
        "9223372036854775807 9223372036854775808 -9223372036854775808 "
        "-9223372036854775809 9223372036854775807.4999994 9223372036854775807.4999995 "
        "-9223372036854775808.4999994 -9223372036854775808.5 0.4999995 0.4999994 -0.5 -0 "
        "-1 -1.0 -1.0000001 -1.000001 . - -. 5. -.5 1.5 000000000000000000001 "
        "999999999999999999 1000000000000000000 99999999.9999999 00 -00";
    const char *edge = edges;
    size_t n = (size_t)test_between(1, 24);
    if (test_below(8) == 0) {
        for (size_t i = (size_t)test_below(28); i > 0; i--) edge = strchr(edge, ' ') + 1;
        snprintf(token, 64, "%.*s", (int)strcspn(edge, " "), edge);
        return;
    }
    for (size_t i = 0; i < n; i++)
        token[i] =
            alphabet[test_below(i == 0 || test_below(4) == 0 ? sizeof alphabet - 1 : 40)];
    token[n] = 0;
}

/* The token as average CPU time of a job that is read both ways. */
static void numbers_are_right(void)
{
    char line[256], token[64];
    for (long i = test_scaled(1000000); i > 0; i--) {
        int64_t whole = 0;
        int32_t micro = 0;
        random_token(token);
        const int expected = on_paper(token, &whole, &micro);
        for (int end_of_line = 0; end_of_line <= 1; end_of_line++) {
            const swf_desc desc = {SWF_STRICT, SWF_FORMAT_SWF};
            swf_reader reader;
            swf_item item;
            const int n = snprintf(line, sizeof line,
                                   "1 2 3 4 5 %s 7 8 9 10 11 12 13 14 15 16 17 18%s",
                                   token, end_of_line ? "\n" : "");
            CHECK_EQ(swf_init(&reader, &desc), SWF_OK);
            CHECK_EQ(swf_feed(&reader, line, (size_t)n, 1), SWF_OK);
            const swf_status s = swf_next(&reader, &item);
            if (expected == 0) CHECK(s == SWF_E_NUMBER || s == SWF_E_RANGE);
            if (expected < 0) CHECK_EQ(s, SWF_E_RANGE);
            if (expected <= 0) {
                CHECK(reader.error.byte >= 10 && reader.error.byte <= 10 + strlen(token));
                continue;
            }
            CHECK_EQ(s, SWF_OK);
            CHECK_EQ(item.job.cpu, whole);
            CHECK_EQ(swf_get_decimal(&item.job, SWF_FIELD_CPU).micro, micro);
            CHECK_EQ(item.job.present >> SWF_FIELD_CPU & 1u, whole != -1 || micro != 0);
        }
    }
}

/* ---- damage ------------------------------------------------------------------------ */

static void damage(char *data, size_t *size, size_t room)
{
    static const char likely[] = "0123456789-. \t\r\n;#:=<>!aSZ_\0\xff";
    const size_t at = *size ? (size_t)test_below(*size) : 0;
    size_t n;
    switch (test_below(5)) {
    case 0: /* a bit */
        if (*size) data[at] = (char)(data[at] ^ (1 << test_below(8)));
        break;
    case 1: /* a byte that means something */
        if (*size) data[at] = likely[test_below(sizeof likely - 1)];
        break;
    case 2: /* the end is missing */ *size = at; break;
    case 3: /* a piece is missing */
        n = (size_t)test_below(*size - at + 1);
        memmove(data + at, data + at + n, *size - at - n);
        *size -= n;
        break;
    default: /* a piece is there twice */
        n = (size_t)test_below(*size - at + 1);
        if (n > room - *size) break;
        memmove(data + at + n, data + at, *size - at);
        *size += n;
    }
}

static void damage_file(const char *name, const char *data, size_t size)
{
    const size_t room = 2 * size + 64;
    char *copy = (char *)malloc(room);
    (void)name;
    if (!copy) abort();
    for (long i = test_scaled(1000); i > 0; i--) {
        size_t n = size, cuts[3];
        uint64_t times = test_between(1, 6) > 0 ? test_below(6) + 1 : 1;
        if (size) memcpy(copy, data, size);
        while (times-- > 0) damage(copy, &n, room);
        random_cuts(cuts, 3, n);
        swf_check_any(copy, n, cuts, 3);
    }
    free(copy);
}

static void damaged_files(void) { CHECK(swf_check_corpus(damage_file) > 60); }

/* Requirements of any words, on the fast path and off it, after a line that gives
 * the format. */
static void requirements(void)
{
    static const char plain[] = "1 0 5 100 4 9 -1 4 200 -1 1 1 1 -1 0 -1 -1 -1";
    static const char *const words[] = {"HARD",
                                        "SOFT",
                                        "EQUAL",
                                        "usage_memory",
                                        "LESS",
                                        "Name",
                                        "123456789012345678",
                                        "9999999999999999999"};
    const size_t cut = sizeof plain + 5; /* only a line whole in a chunk is read fast */
    char data[512];
    for (long i = test_scaled(20000); i > 0; i--) {
        int n = snprintf(data, sizeof data, "%s\n%s ", plain, plain);
        for (int k = (int)test_between(1, 12); k > 0; k--) {
            const char *c = &"aEHSuN    ==<>!;;.-_109\t\r\x01"[test_below(27)];
            const int long_one = test_below(3) == 0;
            n += snprintf(data + n, sizeof data - (size_t)n, "%.*s%s", long_one ? 20 : 1,
                          long_one ? words[test_below(8)] : c, test_below(2) ? " " : "");
        }
        data[n++] = '\n';
        swf_check_any(data, (size_t)n, &cut, 1);
    }
}

/* ---- real logs --------------------------------------------------------------------- */

#ifdef __unix__

/* Through gzip, in pieces, as the whole transcript of a log takes much memory. */
static void real_logs(void)
{
    static char piece[1000000];
    const char *place = getenv("TRACES");
    FILE *from;
    size_t n, half;
    if (!place || !*place) SKIP("TRACES is not set");
    if (test_scaled(100) < 100) SKIP("too long for this tool");
    from = popen("gzip -dc \"$TRACES\"/*.swf.gz", "r");
    CHECK(from != NULL);
    while ((n = fread(piece, 1, sizeof piece, from)) > 0) {
        half = n / 2;
        swf_check_policy(piece, n, &half, 1, SWF_LENIENT);
    }
    CHECK(!ferror(from));
    CHECK_EQ(pclose(from), 0); /* and there were some */
}

#else

static void real_logs(void) { SKIP("no gzip to read logs through"); }

#endif

TEST_MAIN(TEST(every_cut), TEST(cuts_around_the_longest_line),
          TEST(jobs_round_trip_in_swf), TEST(jobs_round_trip_in_gwf),
          TEST(numbers_are_right), TEST(damaged_files), TEST(requirements),
          TEST(real_logs))
