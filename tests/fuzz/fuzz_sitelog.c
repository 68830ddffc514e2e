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
    log_write(&s->log, f);
    CHECK_EQ(fflush(f), 0);
    log_load(&again, "/dev/stdin", SWF_STRICT, LOG_REFUSE);
    CHECK_EQ(again.count, s->log.count);
    for (size_t i = 0; i < again.count; i++) {
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
    static const char words[] =
        HEAD "\t\n\t|\t1\t9+0\t7_1\t.batch\tFAILED\tCD\t5\tUnknown\t4\t1-0\tUNLIMITED\t;"
             "\t" ON "00;E;\t1.srv;\tuser=a \tstart=5 \tend=9 \tctime=1 \t" ON "00;Q;"
             "\t" ON "01;D;\texec_host=n/0*2+m/1-3 \t=\t\"\tResource_List.mem=\t9gb "
             "\tnodes=\t99999999999999999999\t-\t\r\t\377\t{\t}\t[\t]\t\":\t\",\"\tjob_id"
             "\ttime\tsubmission\tend\tstate\tcurrent\tnumber\tset\ttres\":{\"allocated"
             "\ttype\tcpu\tcount\ttrue\tnull\tsteps\t" TEXTS "\t/w|\t2147486648Mn"
             "\t" ON "02;R;\t" ON "01;S;\tres";
    char text[6000];
    for (long round = test_scaled(2400); round > 0; round--) {
        size_t n = 0;
        if (test_below(2))
            n = (size_t)snprintf(text, sizeof text, "%s", test_below(2) ? HEAD : TEXTS);
        n += fuzz_words(text + n, sizeof text - n - 1, words, "", 60);
        text[n++] = (char)(test_below(8) + 128 * test_below(2));
        fuzz_check((const unsigned char *)text, n);
    }
}

/* Changes and cuts what Slurm has printed. */
static void damage(const char *text, size_t size, const char *changes_to)
{
    char copy[8192];
    for (long round = test_scaled(800); round > 0; round--) {
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
