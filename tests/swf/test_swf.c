/* test_swf.c - swf.h call by call: what is read, which errors are found and where, what
 * each policy does about them, what is written. The files of tests/data say by their
 * names what must be found: ok__*, or err-<code>-l<line>-c<column>-f<field>__*. */
#define _POSIX_C_SOURCE 200809L
#include "swf.h"

#include "swf_check.h"

#include <stdarg.h>

/* ---- helpers ----------------------------------------------------------------------- */

static swf_reader reader;
static swf_item item;

static void start(const char *text, uint32_t policy, uint32_t format)
{
    swf_desc desc = {0, 0};
    desc.policy = policy;
    desc.format = format;
    CHECK_EQ(swf_init(&reader, &desc), SWF_OK);
    CHECK_EQ(swf_feed(&reader, text, strlen(text), 1), SWF_OK);
}

static void next_is(swf_kind kind)
{
    CHECK_EQ(swf_next(&reader, &item), SWF_OK);
    CHECK_EQ(item.kind, kind);
}

static int span_is(swf_span s, const char *text)
{
    return s.size == strlen(text) && (s.size == 0 || memcmp(s.data, text, s.size) == 0);
}

/* Reads one job line, complete with its line break. */
static const swf_job *read_job(const char *line, uint32_t policy)
{
    start(line, policy, SWF_FORMAT_AUTO);
    next_is(SWF_JOB);
    return &item.job;
}

static const char plain[] = "7 70 5 107 4 99.5 -1 8 200 -1 1 12 3 -1 0 2 6 30\n";

/* ---- the corpus -------------------------------------------------------------------- */

/* "range-l5-..." names SWF_E_RANGE. */
static int names_status(const char *name, const char *status)
{
    for (status += strlen("SWF_E_"); *status; status++, name++)
        if (*status + ('a' - 'A') != *name) return 0;
    return *name == '-';
}

static swf_status code_named(const char *name)
{
#define CODE(symbol, value, text) \
    if (symbol >= SWF_E_ARG && names_status(name, #symbol)) return symbol;
    SWF_STATUSES(CODE)
#undef CODE
    return SWF_STATUS_COUNT;
}

static uint64_t byte_at(const char *data, size_t size, uint64_t line, uint64_t column)
{
    uint64_t at = 0;
    for (; line > 1 && at < size; at++) line -= data[at] == '\n';
    return at + column - 1;
}

static swf_status read_all(const char *data, size_t size, uint32_t policy)
{
    swf_desc desc = {0, 0};
    swf_status s;
    desc.policy = policy;
    CHECK_EQ(swf_init(&reader, &desc), SWF_OK);
    CHECK_EQ(swf_feed(&reader, data, size, 1), SWF_OK);
    while ((s = swf_next(&reader, &item)) == SWF_OK) {
    }
    return s;
}

/* Verdicts are compared as texts, so that a failure names the file. */
static const char *verdict(const char *name, swf_status code, uint64_t line,
                           uint64_t column, uint64_t field, uint64_t byte)
{
    static char texts[2][256], *text = texts[0];
    text = text == texts[0] ? texts[1] : texts[0];
    snprintf(text, sizeof texts[0], "%s: %s, line %d, column %d, field %d, byte %d", name,
             swf_status_text(code), (int)line, (int)column, (int)field, (int)byte);
    return text;
}

static void strict_finds(const char *name, const char *data, size_t size, swf_status s)
{
    const swf_error *e = &reader.error;
    unsigned line = 0, column = 0, field = 0;
    swf_status code = SWF_OK;
    uint64_t byte = 0;
    if (strncmp(name, "err-", 4) == 0) {
        const char *p = strchr(name + 4, '-');
        CHECK(p && sscanf(p, "-l%u-c%u-f%u__", &line, &column, &field) == 3);
        code = code_named(name + 4);
        byte = byte_at(data, size, line, column);
    } else {
        CHECK(strncmp(name, "ok__", 4) == 0);
    }
    CHECK_STR(verdict(name, code, line, column, field, byte),
              verdict(name, e->code, e->line, e->column, e->field, e->byte));
    CHECK_EQ(s, code == SWF_OK ? SWF_END : code);
    CHECK_EQ(swf_next(&reader, &item), s); /* and so it stays */
}

static void check_file(const char *name, const char *data, size_t size)
{
    const uint64_t jobs = swf_check_job_lines(data, size);
    const int ok = name[0] == 'o';
    strict_finds(name, data, size, read_all(data, size, SWF_STRICT));
    for (uint32_t policy = SWF_LENIENT; policy <= SWF_REPAIR; policy++) {
        CHECK_EQ(read_all(data, size, policy), SWF_END);
        CHECK_EQ(reader.stats.jobs + reader.stats.skipped, jobs);
        CHECK_EQ(reader.stats.bad_comments, strstr(name, "f0__comment.") != NULL);
        CHECK_EQ(ok, reader.error.code == SWF_OK && reader.stats.repaired == 0);
    }
}

static void corpus(void) { CHECK(swf_check_corpus(check_file) > 60); }

/* ---- reading ----------------------------------------------------------------------- */

static char told[2000];

static void note(const char *format, ...)
{
    const size_t n = strlen(told);
    va_list list;
    va_start(list, format);
    vsnprintf(told + n, sizeof told - n, format, list);
    va_end(list);
}

static void tell_error(const char *what, const swf_error *e)
{
    char text[200] = "";
    (void)swf_write_error(text, sizeof text, e);
    note("%s %s", what, text);
}

static void tell_requirements(void)
{
    swf_span rest = swf_requirements(&item.job);
    swf_requirement r;
    swf_decimal d;
    while (swf_next_requirement(&rest, &r) == SWF_OK) {
        note("\n %.*s|%d|%.*s|%.*s", (int)r.name.size, r.name.data, (int)r.op,
             (int)r.value.size, r.value.data, (int)r.unit.size, r.unit.data);
        if (r.has_number) note("|%d%+d", (int)r.number.whole, (int)r.number.micro);
        if (r.importance == SWF_SOFT) note(" SOFT");
        if (r.has_priority) note(" %d", (int)r.priority);
        if (r.usage) note(" usage %d", (int)r.usage);
        CHECK(r.has_number || (!r.number.whole && !r.number.micro));
    }
    CHECK_EQ(rest.size, 0);
    for (uint32_t usage = SWF_NO_USAGE + 1; usage <= SWF_USAGE_NETWORK; usage++)
        if (swf_get_usage(&item.job, usage, &d) == SWF_OK)
            note("\n uses %d of %d", (int)d.whole, (int)usage);
}

static void tell_item(void)
{
    note("%d:", (int)item.line);
    if (item.kind == SWF_COMMENT)
        note(" comment [%.*s]", (int)item.comment.size, item.comment.data);
    if (item.kind == SWF_SKIPPED) tell_error(" skipped", &reader.error);
    if (item.kind == SWF_HEADER) {
        const swf_header *h = &item.header;
        note(" header %d", (int)h->directive);
        if (h->has_value || h->value.whole || h->value.micro)
            note(" = %" PRId64 "%+d", h->value.whole, (int)h->value.micro);
        note(" %.*s|%.*s|%.*s", (int)h->key.size, h->key.data, (int)h->text.size,
             h->text.data, (int)h->rest.size, h->rest.data);
    }
    if (item.kind == SWF_JOB) note(" job");
    for (unsigned i = 0; item.kind == SWF_JOB && i < SWF_FIELD_COUNT; i++) {
        note(" %" PRId64, swf_get(&item.job, (swf_field)i));
        if (item.job.micro[i]) note("%+d", (int)item.job.micro[i]);
    }
    if (item.kind == SWF_JOB && item.job.extra.size)
        note(" and %.*s", (int)item.job.extra.size, item.job.extra.data);
    for (unsigned i = 0; item.kind == SWF_JOB && i <= SWF_FIELD_COUNT; i++)
        if (item.job.repaired >> i & 1u) note(" r%u", i + 1);
    if (item.kind == SWF_JOB && item.job.repaired && reader.error.code)
        tell_error(" as", &reader.error);
    if (item.kind == SWF_JOB) tell_requirements();
    note("\n");
}

/* Each block of readings.txt. */
static void readings_by_hand(void)
{
    static const char *const policies = "SLR", *const formats = "ASG";
    swf_check_text file = {NULL, 0, 0};
    char *log, *expected, *next;
    int blocks = 0;
    CHECK(swf_check_load(SWF_CHECK_CORPUS "/readings.txt", &file) == 0);
    swf_check_bytes(&file, "", 1);
    for (char *block = strstr(file.data, "\n== "); block; block = next, blocks++) {
        const char *policy = strchr(policies, block[4]);
        const char *format = strchr(formats, strchr(block + 4, ' ')[1]);
        const swf_stats *n = &reader.stats;
        swf_status s;
        log = strchr(block + 1, '\n') + 1;
        expected = strstr(log, "--\n");
        *expected = 0;
        expected += 3;
        next = strstr(expected, "\n== ");
        if (next) *next = 0;
        memset(&item, 0x5A, sizeof item); /* nothing of it is left */
        told[0] = 0;
        start(log, (uint32_t)(policy - policies), (uint32_t)(format - formats));
        while ((s = swf_next(&reader, &item)) == SWF_OK) tell_item();
        if (s != SWF_END) tell_error("ends", &reader.error);
        if (s != SWF_END) note("\n");
        note("%d; %d %d %d %d %d %d\n", (int)reader.format, (int)n->jobs, (int)n->skipped,
             (int)n->repaired, (int)n->headers, (int)n->bad_headers, (int)n->comments);
        CHECK_STR(told, expected);
        if (next) *next = '\n';
    }
    CHECK(blocks > 20);
    free(file.data);
}

static void bad_arguments(void)
{
    swf_desc desc = {SWF_REPAIR + 1, 0};
    swf_span none = {NULL, 1};
    swf_requirement r;
    swf_decimal d;
    CHECK_EQ(swf_init(NULL, NULL), SWF_E_ARG);
    CHECK_EQ(swf_init_abi(&reader, NULL, SWF_ABI + 1), SWF_E_ABI);
    CHECK_EQ(swf_init(&reader, &desc), SWF_E_ARG);
    desc.policy = 0;
    desc.format = SWF_FORMAT_GWF + 1;
    CHECK_EQ(swf_init(&reader, &desc), SWF_E_ARG);
    const swf_status s =
        swf_init(&reader, &(swf_desc){SWF_REPAIR, SWF_FORMAT_GWF}); /* the comma */
    CHECK_EQ(s, SWF_OK);
    CHECK_EQ(swf_init(&reader, NULL), SWF_OK);
    CHECK_EQ(swf_feed(&reader, NULL, 1, 0), SWF_E_ARG);
    CHECK_EQ(swf_feed(NULL, "", 0, 0), SWF_E_ARG);
    CHECK_EQ(swf_feed(&reader, plain, 10, 0), SWF_OK);
    CHECK_EQ(swf_feed(&reader, plain, 10, 0), SWF_E_ARG); /* the first is not read yet */
    CHECK_EQ(swf_init(&reader, NULL), SWF_OK);
    CHECK_EQ(swf_feed(&reader, plain, sizeof plain - 1, 0), SWF_OK);
    next_is(SWF_JOB);
    CHECK_EQ(swf_next(&reader, &item), SWF_NEED_MORE);
    CHECK_EQ(swf_feed(&reader, NULL, 0, 1), SWF_OK);
    CHECK_EQ(swf_next(&reader, &item), SWF_END);
    CHECK_EQ(swf_feed(&reader, plain, 1, 1), SWF_E_ARG); /* nothing follows the last */
    CHECK_EACH(SWF_E_ARG, swf_next(NULL, &item), swf_next(&reader, NULL),
               swf_next_requirement(NULL, NULL), swf_next_requirement(&none, NULL),
               swf_next_requirement(&none, &r), swf_get_usage(NULL, SWF_USAGE_MEMORY, &d),
               swf_get_usage(&item.job, SWF_USAGE_MEMORY, NULL),
               swf_get_usage(&item.job, SWF_NO_USAGE, &d));
    CHECK_EACH(-1, swf_get_decimal(NULL, SWF_FIELD_RUN).whole,
               swf_get_decimal(&item.job, SWF_FIELD_COUNT).whole,
               swf_get(NULL, SWF_FIELD_RUN), swf_get(&item.job, SWF_FIELD_COUNT));
    CHECK_EQ(swf_write_comment(NULL, 0, none, SWF_FORMAT_SWF), 0);
    swf_job_clear(NULL);
    swf_set(NULL, SWF_FIELD_RUN, 1);
    swf_set(&item.job, SWF_FIELD_COUNT, 1);
    CHECK_EQ(swf_gwf_column(NULL, 12).size, 0);
    CHECK_EQ(swf_requirements(NULL).size, 0);
    CHECK_EQ(swf_text(NULL).size, 0);
}

/* ---- requirements ------------------------------------------------------------------ */

static const char extended[] =
    "7 70 5 107 4 99 -1 8 200 -1 1 12 3 -1 0 2 6 30  "
    "Memory >= 1024 MB SOFT 100; OS Name EQUAL LINUX;  Clock>1200MHZ HARD; "
    "Kernel != 2.6.18 HARD -1 ; usage_memory = 512.25; usage_network=3 ;\n";

/* A text ends where its size says: what stands before or behind it is not read. */
static void texts_end_with_their_size(void)
{
    static const char text[] = "a LESS -1.2345678 MB SOFT 1; d=5.;e != 36 HARD;f<.5",
                      behind[] = " 7-.;=EQ\r\n";
    char copy[sizeof text];
    size_t i;
    for (size_t n = 0; n < sizeof text; n++) {
        swf_requirement first[8], r;
        swf_status verdict[8], s;
        for (size_t k = 0; k < sizeof behind; k++) {
            swf_span rest;
            memset(copy, behind[k], sizeof copy);
            memcpy(copy, text, n);
            rest.data = copy;
            rest.size = n;
            for (i = 0, s = SWF_OK; s == SWF_OK; i++) {
                memset(&r, 0, sizeof r);
                s = swf_next_requirement(&rest, &r);
                if (k == 0) {
                    first[i] = r;
                    verdict[i] = s;
                }
                CHECK(s == verdict[i] && memcmp(&r, &first[i], sizeof r) == 0);
            }
        }
    }
    memcpy(copy, "\r\n", 2);
    CHECK_EQ(swf_init(&reader, NULL), SWF_OK);
    CHECK_EQ(swf_feed(&reader, copy + 1, 1, 1), SWF_OK);
    CHECK_EQ(swf_next(&reader, &item), SWF_END);
}

static void a_requirement_is_written(void)
{
    char text[128];
    swf_requirement r = {0, 0, 0, 0, 0, {0, 0}, 0, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    CHECK_EQ(swf_write_requirement(text, sizeof text, &r), 0);
    r.name = swf_text("Memory");
    r.op = SWF_GREATER_EQUAL;
    CHECK_EQ(swf_write_requirement(text, sizeof text, &r), 0); /* no value */
    r.has_number = 1;
    r.number.whole = 1025;
    r.number.micro = -500000;
    r.unit = swf_text("MB");
    CHECK(swf_write_requirement(text, sizeof text, &r) > 0);
    CHECK_STR(text, "Memory >= 1024.5 MB");
    r.importance = SWF_SOFT;
    r.unit.size = 0;
    CHECK(swf_write_requirement(text, sizeof text, &r) > 0);
    CHECK_STR(text, "Memory >= 1024.5 SOFT");
    r.importance = SWF_HARD;
    r.has_priority = 1;
    r.priority = 25;
    r.value = swf_text("lots");
    CHECK_EQ(swf_write_requirement(text, sizeof text, &r),
             strlen("Memory >= lots HARD 25"));
    CHECK_STR(text, "Memory >= lots HARD 25");
    r.op = SWF_EQUAL;
    CHECK(swf_write_requirement(text, sizeof text, &r) > 0);
    r.name = swf_text("usage_memory");
    CHECK_EQ(swf_write_requirement(text, sizeof text, &r), 0); /* not an amount */
    CHECK_EQ(swf_write_requirement(text, sizeof text, NULL), 0);
    r.op = SWF_GREATER_EQUAL + 1;
    CHECK_EQ(swf_write_requirement(text, sizeof text, &r), 0);
    r.op = SWF_EQUAL;
    r.name.size = 0;
    CHECK_EQ(swf_write_requirement(text, sizeof text, &r), 0);
}

/* A written requirement reads as the same again, or is refused. */
static void written_requirements_are_read(void)
{
    static const char words[][13] = {"OS",           "EQUAL", "A",  "=", "<",  "SOFT",
                                     "HARD",         ";",     "12", " ", "MB", "-",
                                     "usage_memory", "LESS",  "1.5"};
    long written = 0;
    for (long n = test_scaled(40000); n > 0; n--) {
        char text[3][80] = {"", "", ""}, out[400];
        swf_requirement r, back;
        memset(&r, 0, sizeof r);
        for (int i = 0; i < 3; i++)
            for (int k = (int)test_below(4); k > 0; k--) {
                strcat(text[i], words[test_below(15)]);
                if (k > 1 && test_below(2)) strcat(text[i], " ");
            }
        r.name = swf_text(text[0]);
        r.value = swf_text(text[1]);
        r.unit = swf_text(text[2]);
        r.op = (uint32_t)test_between(SWF_EQUAL, SWF_GREATER_EQUAL);
        r.has_number = test_below(2) > 0;
        r.number.whole = 7;
        r.importance = test_below(2) ? SWF_SOFT : SWF_HARD;
        if (!swf_write_requirement(out, sizeof out, &r)) continue;
        written++;
        swf_span rest = swf_text(out);
        CHECK_EQ(swf_next_requirement(&rest, &back), SWF_OK);
        CHECK(back.name.size == r.name.size && back.op == r.op);
        CHECK_EQ(memcmp(back.name.data, r.name.data, r.name.size), 0);
        CHECK_EQ(r.value.size ? back.value.size : back.unit.size,
                 r.value.size ? r.value.size : r.unit.size);
        CHECK(back.importance == r.importance && rest.size == 0);
    }
    CHECK(written > 0);
}

/* ---- GWF --------------------------------------------------------------------------- */

static const char grid[] = "5 10.5 3 100.25 4 -1 2048.5 8 200 -1 1 U12 G3 app_7x Q0 -1 "
                           "site1 site2/c1 BOT x=1 -1 -1 -1 -1 -1 -1 -1 VO1 P1\n";

static void between_the_formats(void)
{
    char line[512];
    swf_job j = *read_job(grid, SWF_STRICT);
    CHECK(span_is(swf_gwf_column(&j, 12), "U12") &&
          span_is(swf_gwf_column(&j, 29), "P1"));
    CHECK_EQ(swf_gwf_column(&j, 11).size + swf_gwf_column(&j, 30).size, 0);
    CHECK_EQ(swf_requirements(&j).size, 0);
    CHECK_EQ(j.executable, -1); /* a text without a number */
    CHECK_EQ(swf_write_job(line, sizeof line, &j, SWF_FORMAT_AUTO), strlen(grid));
    CHECK_STR(line, grid);
    CHECK(swf_write_job(line, sizeof line, &j, SWF_FORMAT_SWF) > 0);
    CHECK_STR(line, "5 11 3 100 4 -1 2049 8 200 -1 1 12 3 -1 0 -1 -1 -1\n");
    swf_set(&j, SWF_FIELD_USER, 99); /* the member wins over the text that was read */
    swf_set(&j, SWF_FIELD_RUN, 7);
    CHECK(swf_write_job(line, sizeof line, &j, SWF_FORMAT_GWF) > 0);
    CHECK_STR(line, "5 10.5 3 7 4 -1 2048.5 8 200 -1 1 99 G3 app_7x Q0 -1 "
                    "site1 site2/c1 BOT x=1 -1 -1 -1 -1 -1 -1 -1 VO1 P1\n");
    j = *read_job(extended, SWF_STRICT);
    CHECK(swf_write_job(line, sizeof line, &j, SWF_FORMAT_GWF) > 0);
    CHECK_STR(line, "7 70 5 107 4 99 -1 8 200 -1 1 12 3 -1 0 2 "
                    "-1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n");
}

/* ---- writing ----------------------------------------------------------------------- */

static void a_job_is_written(void)
{
    char line[256], part[256];
    swf_job j;
    swf_decimal d = {100, -250000};
    swf_job_clear(&j);
    CHECK_EQ(j.present, 0);
    CHECK_EQ(j.format, SWF_FORMAT_SWF);
    swf_set(&j, SWF_FIELD_NUMBER, 7);
    swf_set(&j, SWF_FIELD_SUBMIT, INT64_MIN);
    j.run = 55;
    swf_set_decimal(&j, SWF_FIELD_CPU, d);
    CHECK_EQ(swf_get(&j, SWF_FIELD_RUN), 55);
    CHECK(swf_write_job(line, sizeof line, &j, SWF_FORMAT_AUTO) > 0);
    CHECK_STR(line,
              "7 -9223372036854775808 -1 55 -1 99.75 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 "
              "-1\n");
    const size_t n = strlen(line);
    for (size_t size = 0; size <= n + 1;
         size++) { /* a buffer too small gets a beginning */
        memset(part, '#', sizeof part);
        CHECK_EQ(swf_write_job(size ? part : NULL, size, &j, SWF_FORMAT_SWF), n);
        CHECK(part[size] == '#' && (!size || strlen(part) == size - 1));
        CHECK(!size || memcmp(part, line, size - 1) == 0);
    }
    CHECK((j.present & j.fractions) >> SWF_FIELD_CPU & 1u);
    swf_set(&j, SWF_FIELD_CPU, -1);
    CHECK(!((j.present | j.fractions) >> SWF_FIELD_CPU & 1u));
    j.extra = swf_text("Memory >= 5");
    CHECK(swf_write_job(line, sizeof line, &j, SWF_FORMAT_SWF) > 0);
    CHECK(strstr(line, " -1 Memory >= 5\n") != NULL);
    j.extra = swf_text("Memory\n>= 5");
    CHECK_EQ(swf_write_job(line, sizeof line, &j, SWF_FORMAT_SWF), 0);
    CHECK_STR(line, "");
    CHECK_EQ(swf_write_job(line, sizeof line, NULL, SWF_FORMAT_SWF), 0);
    CHECK_EQ(swf_write_job(NULL, 5, &j, SWF_FORMAT_SWF), 0);
    CHECK_EQ(swf_write_error(line, sizeof line, NULL), 0);
}

/* A text that could not be read again is not written: NULL. */
static void decimals_are_written(void)
{
    static const struct {
        int64_t whole;
        int32_t micro;
        const char *text;
    } cases[] = {{0, 0, "0"},
                 {1, -500000, "0.5"},
                 {-1, 500000, "-0.5"},
                 {0, -1, "-0.000001"},
                 {5, 120, "5.00012"},
                 {INT64_MAX, 499999, "9223372036854775807.499999"},
                 {INT64_MAX, -999999, "9223372036854775806.000001"},
                 {INT64_MIN, -499999, "-9223372036854775808.499999"},
                 {INT64_MIN, 999999, "-9223372036854775807.000001"},
                 {INT64_MAX, 500000, NULL},
                 {INT64_MAX, 700000, NULL},
                 {INT64_MIN, -500000, NULL},
                 {5, 1000000, NULL},
                 {-5, -1700000, NULL},
                 {0, INT32_MIN, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[256], expected[256];
        const swf_decimal d = {cases[i].whole, cases[i].micro};
        swf_job j;
        swf_job_clear(&j);
        swf_set_decimal(&j, SWF_FIELD_CPU, d);
        CHECK_EQ(swf_write_job(line, sizeof line, &j, SWF_FORMAT_SWF) > 0,
                 cases[i].text != NULL);
        if (!cases[i].text) continue;
        snprintf(expected, sizeof expected,
                 "-1 -1 -1 -1 -1 %s -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n",
                 cases[i].text);
        CHECK_STR(line, expected);
    }
}

/* The manual says 4.3 KB. */
static void the_reader_is_small(void)
{
    CHECK(sizeof(swf_reader) > 4200 && sizeof(swf_reader) < 4350);
}

static void headers_and_comments_are_written(void)
{
    char line[128];
    swf_header h = {0, 0, {0, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    CHECK_EQ(swf_write_header(line, sizeof line, &h, SWF_FORMAT_SWF), 0); /* no name */
    CHECK_EQ(swf_write_header(line, sizeof line, NULL, SWF_FORMAT_SWF), 0);
    h.directive = SWF_DIR_MAX_PROCS;
    CHECK(swf_write_header(line, sizeof line, &h, SWF_FORMAT_SWF) > 0);
    CHECK_STR(line, "; MaxProcs:\n");
    h.has_value = 1;
    h.value.whole = 64;
    CHECK_EQ(swf_write_header(line, sizeof line, &h, SWF_FORMAT_AUTO), 15);
    CHECK_STR(line, "; MaxProcs: 64\n");
    for (h.directive = 1; h.directive < SWF_DIR_COUNT; h.directive++) {
        CHECK(swf_write_header(line, sizeof line, &h, SWF_FORMAT_SWF) > 0);
        start(line, SWF_STRICT, 0);
        next_is(SWF_HEADER);
        CHECK_EQ(item.header.directive, h.directive);
    }
    CHECK_EQ(swf_write_header(line, sizeof line, &h, SWF_FORMAT_SWF), 0);
    h.key = swf_text("Any");
    h.text = swf_text("64 (dual)");
    CHECK(swf_write_header(line, sizeof line, &h, SWF_FORMAT_GWF) > 0);
    CHECK_STR(line, "# Any: 64 (dual)\n");
    CHECK(swf_write_comment(line, sizeof line, swf_text(" hello"), SWF_FORMAT_SWF) > 0);
    CHECK_STR(line, "; hello\n");
    CHECK_EQ(swf_write_comment(line, sizeof line, swf_text("a\nb"), SWF_FORMAT_SWF), 0);
    CHECK_EQ(swf_write_comment(line, sizeof line, swf_text("a\r"), SWF_FORMAT_SWF), 0);
    CHECK_EQ(swf_write_comment(line, sizeof line, swf_text(""), SWF_FORMAT_GWF), 2);
    CHECK_STR(line, "#\n");
}

static void texts(void)
{
    char expected[64], version[20];
    unsigned abi = 0;
    for (int s = 0; s < SWF_STATUS_COUNT; s++)
        CHECK(strlen(swf_status_text((swf_status)s)) > 1);
    CHECK_STR(swf_status_text(SWF_STATUS_COUNT), "unknown status");
    (void)snprintf(version, sizeof version, "%d.%d.%d", SWF_VERSION_MAJOR,
                   SWF_VERSION_MINOR, SWF_VERSION_PATCH);
    CHECK_STR(swf_version(NULL), version);
    CHECK_STR(swf_version(&abi), version);
    CHECK_EQ(abi, SWF_ABI);
    CHECK_EQ(swf_reader_size(), sizeof(swf_reader));
    snprintf(expected, sizeof expected, "the line is longer than %d bytes", SWF_LINE_MAX);
    CHECK_STR(swf_status_text(SWF_E_LONG), expected);
    for (unsigned i = 1; i <= 29; i++) CHECK(*swf_field_name(SWF_FORMAT_GWF, i));
    for (unsigned i = 1; i <= 19; i++) CHECK(*swf_field_name(SWF_FORMAT_SWF, i));
    CHECK_STR(swf_field_name(SWF_FORMAT_SWF, 17), "preceding job");
    CHECK_STR(swf_field_name(SWF_FORMAT_GWF, 17), "origin site");
    CHECK_STR(swf_field_name(SWF_FORMAT_SWF, 20), "");
    CHECK_STR(swf_field_name(SWF_FORMAT_GWF, 30), "");
    CHECK_STR(swf_field_name(SWF_FORMAT_SWF, 0), "");
}

/* A marker decides the format even of a line that is too long to be read. */
static void a_long_first_line_still_decides(void)
{
    static char text[SWF_LINE_MAX + 400];
    memset(text, 'x', SWF_LINE_MAX + 100);
    text[0] = '#';
    strcpy(text + SWF_LINE_MAX + 100, "\n; c\n1 5 2 3 4 5 6 7 8 9 1 U1 G2 X3 Q4 "
                                      "P5 O6 a b c d e f g h i j k l\n");
    start(text, SWF_LENIENT, SWF_FORMAT_AUTO);
    next_is(SWF_SKIPPED);
    next_is(SWF_COMMENT);
    next_is(SWF_JOB);
    CHECK_EQ(item.job.format, SWF_FORMAT_GWF);
}

TEST_MAIN(TEST(corpus), TEST(readings_by_hand), TEST(a_long_first_line_still_decides),
          TEST(bad_arguments), TEST(texts_end_with_their_size),
          TEST(a_requirement_is_written), TEST(written_requirements_are_read),
          TEST(between_the_formats), TEST(a_job_is_written), TEST(decimals_are_written),
          TEST(the_reader_is_small), TEST(headers_and_comments_are_written), TEST(texts))
