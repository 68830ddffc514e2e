/* make fuzz && build/fuzz/tests/fuzz/fuzz_sitelog -entropic=0 -max_len=256 \
 *     build/corpus/sitelog
 *
 * fuzz_sitelog.c - any bytes at all as the accounting of Slurm (sacct -P or --json) and
 * of PBS: records read without an error can be written as a log, and are the same when
 * that is read. Without LIBFUZZER it replays the files it is given, or else its corpus,
 * random words of the formats and damaged records of a real Slurm.
 */
#define _POSIX_C_SOURCE 200809L

#include "swf.h"

#include "fuzz.h"

#include "logtool/sitelog.h"
#include "sim/files.h"

#include <string.h>

typedef int reader(struct sitelog *s, struct error *e);

/* A file without a name that is written, and read again as /dev/stdin. */
static FILE *input;

static void input_end(void) { (void)fclose(input); }

static FILE *input_begin(void)
{
    char path[FILES_PATH];
    if (!input) {
        input = files_open(path);
        unlink(path);
        CHECK(dup2(fileno(input), STDIN_FILENO) == STDIN_FILENO);
        CHECK_EQ(atexit(input_end), 0);
    }
    rewind(input);
    CHECK_EQ(ftruncate(STDIN_FILENO, 0), 0);
    return input;
}

/* As a log, and read as one. */
static void write_and_read(const struct sitelog *s)
{
    struct log again = {.path = NULL};
    FILE *f = input_begin();
    size_t i;
    log_write(&s->log, f);
    CHECK_EQ(fflush(f), 0);
    log_load(&again, "/dev/stdin", SWF_STRICT, LOG_REFUSE);
    CHECK_EQ(again.count, s->log.count);
    for (i = 0; i < again.count; i++) {
        char was[1000], is[1000];
        swf_write_job(was, sizeof was, &s->log.jobs[i].job, SWF_FORMAT_SWF);
        swf_write_job(is, sizeof is, &again.jobs[i].job, SWF_FORMAT_SWF);
        CHECK_STR(is, was);
    }
    log_free(&again);
}

/* The last byte says how it is read. */
static void fuzz_check(const unsigned char *data, size_t size)
{
    static reader *const readers[] = {sacct_read, pbslog_read};
    const unsigned way = size ? data[--size] : 0;
    struct sitelog s = {.path = "/dev/stdin", .zone = "UTC"};
    struct error e;
    FILE *f = input_begin();
    if (way >> 3 == 16) CHECK(fputs("{\"jobs\":[{\"", f) >= 0);
    CHECK_EQ(fwrite(data, 1, size, f), size);
    CHECK_EQ(fflush(f), 0);
    s.refuse = way >> 1 & 1;
    s.nodes = way >> 2 & 1;
    if (readers[way & 1](&s, &e) == 0) {
        sitelog_finish(&s);
        write_and_read(&s);
        sitelog_write_names(&s, "/dev/null");
    }
    sitelog_free(&s);
}

#define HEAD "JobID|User|State|Submit|Start|End|AllocCPUS|ReqCPUS|Timelimit\n"
#define TEXTS "JobID|State|Submit|Start|JobName|End|ReqMem|WorkDir|Reservation|Account\n"
#define ON "11/23/2026 16:47:"

static void random_words(void)
{
    static const char *const words[] = {HEAD,       "\n",        "|",
                                        "1",        "9+0",       "7_1",
                                        ".batch",   "FAILED",    "CD",
                                        "5",        "Unknown",   "4",
                                        "1-0",      "UNLIMITED", ";",
                                        ON "00;E;", "1.srv;",    "user=a ",
                                        "start=5 ", "end=9 ",    "ctime=1 ",
                                        ON "00;Q;", ON "01;D;",  "exec_host=n/0*2+m/1-3 ",
                                        "=",        "\"",        "Resource_List.mem=",
                                        "9gb ",     "nodes=",    "99999999999999999999",
                                        "-",        "\r",        "\377",
                                        "{",        "}",         "[",
                                        "]",        "\":",       "\",\"",
                                        "job_id",   "time",      "submission",
                                        "end",      "state",     "current",
                                        "number",   "set",       "tres\":{\"allocated",
                                        "type",     "cpu",       "count",
                                        "true",     "null",      "steps",
                                        TEXTS,      "/w|",       "2147486648Mn",
                                        ON "02;R;", ON "01;S;",  "res"};
    char text[3000];
    long round;
    for (round = test_scaled(2400); round > 0; round--) {
        size_t i, n = 0;
        if (test_below(2))
            n = (size_t)snprintf(text, sizeof text, "%s", test_below(2) ? HEAD : TEXTS);
        for (i = (size_t)test_below(60); i > 0 && n < sizeof text - 100; i--)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s",
                                  words[test_below(sizeof words / sizeof words[0])]);
        text[n++] = (char)(test_below(8) + 128 * test_below(2));
        fuzz_check((const unsigned char *)text, n);
    }
}

/* Changes and cuts what Slurm has printed. */
static void damage(const char *text, size_t size, const char *changes_to)
{
    char copy[8192];
    long round;
    for (round = test_scaled(800); round > 0; round--) {
        uint64_t changes = test_below(6);
        memcpy(copy, text, size);
        for (; changes > 0; changes--)
            copy[test_below(size)] = changes_to[test_below(strlen(changes_to))];
        fuzz_check((const unsigned char *)copy, (size_t)test_below(size + 1));
    }
}

static void real_records(void)
{
    char text[8192];
    damage(text, files_read("tests/data/slurm-22.05.sacct", text, sizeof text),
           "|\n0-:;9+.aU");
    damage(text, files_read("tests/data/slurm-22.05.json", text, sizeof text),
           "{}[]\",:\\u0n\n");
}

FUZZ_MAIN(TEST(random_words), TEST(real_records))
