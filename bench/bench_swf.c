/* bench_swf.c - how fast a log is read: swf.h against what people write instead.
 *
 *     build/bench/bench_swf [FILE]      FILE may be a .gz, or - ; none = a made log
 *     build/bench/bench_swf --quick     made logs of 10,000 jobs, not 500,000
 *
 * In one run, in turn, over the same bytes:
 *     fgets + strtol   the loop everybody writes, from a file
 *     plain loop       a careful hand-written loop over memory; no checks, no errors
 *     memchr           finds the line breaks only: the most that memory gives
 *     swf.h, memory    the log as one chunk already in memory
 *     swf.h, whole     the file read into new memory, then as one chunk
 *     swf.h, 64 KiB    the file in chunks of 64 KiB
 * Medians of 7 rounds, in processor time. All but memchr must agree on the number of
 * jobs and a weighted sum of all their fields. First it streams 200 MB as one log and
 * shows the peak memory. Without FILE three more logs follow, on which swf.h has to leave
 * its fast path: three columns too many, requirements after field 18, and GWF. In GWF
 * only the first 11 columns count.
 */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "swf.h"

#include "env.h"

#include "base/input.h"
#include "workload/lublin.h"

#include <inttypes.h>
#include <sys/resource.h>
#include <unistd.h>

#define BENCH_SEED 20090611u
#define BENCH_ROUNDS 7
#define BENCH_CHUNK 65536
#define BENCH_STREAM 200000000u /* bytes of the log that is streamed for its memory */
#define BENCH_GOAL 3.0          /* times fgets + strtol */

static int made_jobs = 500000;

typedef struct bench_log {
    FILE *file; /* without a name; every contestant reads the same */
    char *data; /* the same in memory */
    size_t size;
    int columns; /* that count */
    uint32_t format;
} bench_log;

typedef struct bench_answer {
    uint64_t jobs, sum;
} bench_answer;

static void add(bench_answer *a, const int64_t *fields, int columns)
{
    uint64_t i;
    for (i = 0; i < (uint64_t)columns; i++) a->sum += (i + 1) * (uint64_t)fields[i];
    a->jobs++;
}

/* ---- the contestants --------------------------------------------------------------- */

static bench_answer fgets_strtol(const bench_log *log)
{
    static char line[2 * SWF_LINE_MAX];
    bench_answer a = {0, 0};
    rewind(log->file);
    while (fgets(line, sizeof line, log->file)) {
        int64_t fields[SWF_FIELD_COUNT];
        char *p = line, *end;
        int i;
        if (*p == ';') continue;
        for (i = 0; i < log->columns; i++, p = end) {
            fields[i] = strtol(p, &end, 10);
            if (end == p) break;
            if (*end != '.') continue;
            if (end[1] >= '5') fields[i]++;
            end++;
            while (*end >= '0' && *end <= '9') end++;
        }
        if (i == log->columns) add(&a, fields, i);
    }
    return a;
}

/* Behind the next line break; the data ends with one. */
static const char *next_line(const char *p)
{
    while (*p++ != '\n') {
    }
    return p;
}

static bench_answer plain_loop(const bench_log *log)
{
    bench_answer a = {0, 0};
    const char *p = log->data, *end = log->data + log->size;
    for (; p < end; p = next_line(p)) {
        int64_t fields[SWF_FIELD_COUNT];
        int i;
        if (*p == ';') continue;
        for (i = 0; i < log->columns; i++) {
            int64_t value = 0;
            int negative;
            while (*p == ' ' || *p == '\t') p++;
            negative = *p == '-';
            p += negative;
            if (*p < '0' || *p > '9') break;
            while (*p >= '0' && *p <= '9') value = 10 * value + (*p++ - '0');
            if (*p == '.') {
                if (*++p >= '5') value++;
                while (*p >= '0' && *p <= '9') p++;
            }
            fields[i] = negative ? -value : value;
        }
        if (i == log->columns) add(&a, fields, i);
    }
    return a;
}

static bench_answer memchr_lines(const bench_log *log)
{
    bench_answer a = {0, 0};
    const char *p = log->data, *end = log->data + log->size;
    while (p < end && (p = (const char *)memchr(p, '\n', (size_t)(end - p))) != NULL) {
        p++;
        a.jobs++;
    }
    return a;
}

/* swf.h from any source: take gives the next chunk, 0 bytes at the end. */
typedef size_t bench_take(const bench_log *log, const char **chunk);

static size_t take_memory(const bench_log *log, const char **chunk)
{
    *chunk = *chunk ? NULL : log->data;
    return *chunk ? log->size : 0;
}

static size_t take_64k(const bench_log *log, const char **chunk)
{
    static char buffer[BENCH_CHUNK];
    ssize_t n;
    if (!*chunk) (void)lseek(fileno(log->file), 0, SEEK_SET);
    n = read(fileno(log->file), buffer, sizeof buffer);
    *chunk = buffer;
    return n > 0 ? (size_t)n : 0;
}

static bench_answer read_swf(const bench_log *log, bench_take *take)
{
    static swf_reader reader;
    static swf_item item;
    const swf_desc desc = {SWF_LENIENT, log->format};
    bench_answer a = {0, 0};
    int64_t fields[SWF_FIELD_COUNT];
    const char *chunk = NULL;
    swf_status s = swf_init(&reader, &desc);
    while (s == SWF_OK) {
        while ((s = swf_next(&reader, &item)) == SWF_OK) {
            if (item.kind != SWF_JOB) continue;
            memcpy(fields, &item.job, sizeof fields); /* its first members */
            add(&a, fields, log->columns);
        }
        if (s == SWF_NEED_MORE) {
            const size_t n = take(log, &chunk);
            s = swf_feed(&reader, chunk, n, n == 0);
        }
    }
    return a;
}

static bench_answer swf_memory(const bench_log *log)
{
    return read_swf(log, take_memory);
}

static bench_answer swf_whole(const bench_log *log)
{
    bench_log copy = *log;
    bench_answer a = {0, 0};
    size_t n = 0;
    ssize_t more = 1;
    copy.data = (char *)malloc(log->size);
    if (!copy.data) return a;
    (void)lseek(fileno(log->file), 0, SEEK_SET);
    for (; more > 0; n += (size_t)more) {
        more = read(fileno(log->file), copy.data + n, log->size - n);
        if (more < 0) break;
    }
    a = read_swf(&copy, take_memory);
    free(copy.data);
    return a;
}

static bench_answer swf_64k(const bench_log *log) { return read_swf(log, take_64k); }

typedef struct bench_contestant {
    const char *name;
    bench_answer (*run)(const bench_log *log);
    int answers; /* must answer as the first */
} bench_contestant;

static const bench_contestant contestants[] = {
    {"fgets + strtol", fgets_strtol, 1}, {"plain loop", plain_loop, 1},
    {"memchr", memchr_lines, 0},         {"swf.h, memory", swf_memory, 1},
    {"swf.h, whole", swf_whole, 1},      {"swf.h, 64 KiB", swf_64k, 1}};
enum { BENCH_CONTESTANTS = sizeof contestants / sizeof contestants[0] };

/* ---- memory ------------------------------------------------------------------------ */

static long peak_kb(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

/* The file again and again, as one log; a chunk of the second round follows the first. */
static size_t take_200_mb(const bench_log *log, const char **chunk)
{
    static size_t taken;
    size_t n;
    if (taken >= BENCH_STREAM) return taken = 0;
    n = take_64k(log, chunk);
    if (n == 0) {
        *chunk = NULL;
        n = take_64k(log, chunk);
    }
    taken += n;
    return n;
}

/* How much the peak may grow; a sanitizer takes some memory, too. */
#ifdef __SANITIZE_ADDRESS__
#define BENCH_GROWTH_KB 1024
#else
#define BENCH_GROWTH_KB 256
#endif

/* Nothing of the log is in memory yet. -1 if it grew. */
static int stream_200_mb(const bench_log *log)
{
    const long before = (read_swf(log, take_64k), peak_kb());
    const bench_answer a = read_swf(log, take_200_mb);
    const long after = peak_kb();
    printf("# streaming %u MB as one log (%" PRIu64 " jobs): peak memory %ld KB before, "
           "%ld KB after\n",
           BENCH_STREAM / 1000000, a.jobs, before, after);
    return after - before < BENCH_GROWTH_KB ? 0 : -1;
}

/* ---- the log ----------------------------------------------------------------------- */

typedef struct bench_kind {
    const char *name;
    uint32_t format;
    int columns;      /* that count */
    const char *tail; /* of each line */
} bench_kind;

static const bench_kind kinds[] = {
    {"made", SWF_FORMAT_SWF, SWF_FIELD_COUNT, ""},
    {"made, 21 columns", SWF_FORMAT_SWF, SWF_FIELD_COUNT, " 14 -1 20481"},
    {"made, with requirements", SWF_FORMAT_SWF, SWF_FIELD_COUNT,
     " Memory >= 1024 MB SOFT 100; OS Name == LINUX; usage_memory = 512.5"},
    {"made, GWF", SWF_FORMAT_GWF, 11, ""}};
enum { BENCH_KINDS = sizeof kinds / sizeof kinds[0] };

/* 500,000 jobs of the built-in model, the other fields as logs have them. */
static void make_log(FILE *out, const bench_kind *kind)
{
    char line[SWF_LINE_MAX];
    struct lublin model;
    int i;
    lublin_init(&model, BENCH_SEED, 256);
    fprintf(out, "; Version: 2.2\n; MaxProcs: 256\n");
    for (i = 1; i <= made_jobs; i++) {
        const struct lublin_job made = lublin_next(&model, 256);
        swf_job job;
        swf_decimal cpu;
        swf_job_clear(&job);
        job.number = i;
        job.submit = made.submit;
        job.wait = made.run * 7 % 5000;
        job.run = made.run;
        job.procs = job.req_procs = made.servers;
        cpu.whole = made.run - made.run % 10;
        cpu.micro = i % 4 ? 0 : 250000;
        swf_set_decimal(&job, SWF_FIELD_CPU, cpu);
        job.req_time = made.run + 3600 - made.run % 900;
        job.status = i % 9 != 0;
        job.user = job.submit % 97;
        job.group = job.user % 11;
        job.queue = made.servers % 5;
        job.extra = swf_text(kind->tail);
        (void)swf_write_job(line, sizeof line, &job, (swf_format)kind->format);
        fputs(line, out);
    }
}

static int copy_log(const char *path, FILE *out, struct error *e)
{
    static char chunk[BENCH_CHUNK];
    struct input in;
    long n;
    int last = '\n';
    if (input_open(&in, path, e) != 0) return -1;
    while ((n = input_read(&in, chunk, sizeof chunk, e)) > 0) {
        fwrite(chunk, 1, (size_t)n, out);
        last = chunk[n - 1];
    }
    if (last != '\n') fputc('\n', out);
    return n < 0 ? -1 : input_close(&in, e);
}

static int load(bench_log *log, struct error *e)
{
    size_t n;
    log->data = (char *)malloc(log->size);
    if (!log->data) return error_fail(e, "out of memory for the log");
    rewind(log->file);
    n = fread(log->data, 1, log->size, log->file);
    return n == log->size ? 0 : error_fail(e, "the log cannot be read again");
}

/* ---- the race ---------------------------------------------------------------------- */

/* -1 if the answers differ. */
static int race(const bench_log *log, double seconds[][BENCH_ROUNDS], bench_answer *first)
{
    int round, c;
    for (round = 0; round < BENCH_ROUNDS; round++)
        for (c = 0; c < BENCH_CONTESTANTS; c++) {
            const int64_t start = bench_spent();
            const bench_answer a = contestants[c].run(log);
            seconds[c][round] = (double)(bench_spent() - start) * 1e-9;
            if (round == 0 && c == 0) *first = a;
            if (contestants[c].answers &&
                (a.jobs != first->jobs || a.sum != first->sum)) {
                printf("%s reads %" PRIu64 " jobs (sum %" PRIu64 "), fgets + strtol "
                       "%" PRIu64 " (%" PRIu64 ")\n",
                       contestants[c].name, a.jobs, a.sum, first->jobs, first->sum);
                return -1;
            }
        }
    return 0;
}

static void report(const bench_log *log, double seconds[][BENCH_ROUNDS],
                   const bench_answer *answer)
{
    double median[BENCH_CONTESTANTS];
    const double mb = (double)log->size * 1e-6;
    int c;
    printf("# %.1f MB, %" PRIu64 " jobs, sum %" PRIu64 "; medians of %d rounds\n", mb,
           answer->jobs, answer->sum, BENCH_ROUNDS);
    printf("%-16s %8s %8s %8s %8s\n", "reader", "MB/s", "min", "max", "ratio");
    for (c = 0; c < BENCH_CONTESTANTS; c++) {
        median[c] = bench_median(seconds[c], BENCH_ROUNDS);
        printf("%-16s %8.0f %8.0f %8.0f %8.2f\n", contestants[c].name, mb / median[c],
               mb / seconds[c][BENCH_ROUNDS - 1], mb / seconds[c][0],
               median[0] / median[c]);
    }
    printf("# swf.h in 64 KiB chunks: %.2f times fgets + strtol (goal: %.0f)\n",
           median[0] / median[BENCH_CONTESTANTS - 1], BENCH_GOAL);
}

/* A race over a log: of this kind, or the file at `path`. */
static int run(const bench_kind *kind, const char *path, struct error *e)
{
    double seconds[BENCH_CONTESTANTS][BENCH_ROUNDS];
    bench_log log = {tmpfile(), NULL, 0, kind->columns, kind->format};
    bench_answer answer = {0, 0};
    int bad = 0;
    if (!log.file) return error_fail(e, "a temporary file cannot be made");
    if (path)
        bad = copy_log(path, log.file, e);
    else
        make_log(log.file, kind);
    log.size = (size_t)ftell(log.file);
    fflush(log.file);
    if (!bad) printf("# log: %s\n", path ? path : kind->name);
    if (!bad && stream_200_mb(&log) != 0)
        bad = error_fail(e, "memory grows with the length of the log");
    if (!bad) bad = load(&log, e);
    if (!bad && race(&log, seconds, &answer) != 0) bad = error_fail(e, "answers differ");
    if (!bad) report(&log, seconds, &answer);
    free(log.data);
    fclose(log.file);
    return bad;
}

int main(int argc, char **argv)
{
    struct error e;
    int bad = 0, i;
    const int cpu = bench_pin();
    if (argc == 2 && strcmp(argv[1], "--quick") == 0) {
        made_jobs = 10000;
        argc = 1;
    }
    if (argc > 2 || (argc == 2 && strcmp(argv[1], "--help") == 0)) {
        puts("usage: bench_swf [--quick | FILE]");
        return argc > 2 ? 2 : 0;
    }
    bench_environment(stdout, BENCH_SEED, cpu);
    for (i = 0; i < (argc == 2 ? 1 : BENCH_KINDS) && !bad; i++)
        bad = run(kinds + i, argc == 2 ? argv[1] : NULL, &e);
    if (bad) fprintf(stderr, "bench_swf: %s\n", e.text);
    return bad ? 1 : 0;
}
