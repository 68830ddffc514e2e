/* test_checkpoint.c - coalloc_sim --checkpoint, killed at every moment that matters: the
 * simulator runs in a child, and each call by which it touches a file kills it (SIGKILL)
 * once before it is made, once after, and a write half way. Started again it ends with
 * the same bytes as if it had never been interrupted; and a result that is there is
 * whole.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the calls, counted ------------------------------------------------------------ */

static long calls, kill_at; /* 0 = never */

static void maybe_die(void)
{
    if (++calls == kill_at) raise(SIGKILL);
}

/* The linker sends every call of fopen to __wrap_fopen, and so on; see the Makefile. */
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
size_t __real_fwrite(const void *data, size_t size, size_t n, FILE *f);
size_t __wrap_fwrite(const void *data, size_t size, size_t n, FILE *f);
int __wrap_fsync(int fd);
int __real_fclose(FILE *f);
int __wrap_fclose(FILE *f);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_unlink(const char *path);
int __wrap_unlink(const char *path);

FILE *__wrap_fopen(const char *path, const char *mode)
{
    FILE *f;
    maybe_die();
    f = __real_fopen(path, mode);
    maybe_die();
    return f;
}

size_t __wrap_fwrite(const void *data, size_t size, size_t n, FILE *f)
{
    if (++calls == kill_at) { /* half of it reaches the file */
        __real_fwrite(data, size, n / 2, f);
        fflush(f);
        raise(SIGKILL);
    }
    return __real_fwrite(data, size, n, f);
}

int __wrap_fsync(int fd) /* SIGKILL takes nothing from the system's buffers */
{
    maybe_die();
    return fcntl(fd, F_GETFD) < 0 ? -1 : 0;
}

int __wrap_fclose(FILE *f)
{
    int status;
    maybe_die();
    status = __real_fclose(f);
    maybe_die();
    return status;
}

int __wrap_rename(const char *from, const char *to)
{
    int status;
    maybe_die();
    status = __real_rename(from, to);
    maybe_die();
    return status;
}

int __wrap_unlink(const char *path)
{
    int status;
    maybe_die();
    status = __real_unlink(path);
    maybe_die();
    return status;
}

/* ---- the simulator ----------------------------------------------------------------- */

#define main coalloc_sim_main
int coalloc_sim_main(int argc, char **argv);
#include "examples/coalloc_sim.c"
#undef main

#include "files.h"

#include "base/hash.h"

/* ---- one run in a child ------------------------------------------------------------ */

enum { MOST = 16, PATH = FILES_PATH + 20 };

static char folder[FILES_PATH], json[PATH], schedule[PATH], out[PATH], err[PATH];
static char save[PATH], save_tmp[PATH + 4], trace[PATH];

/* The exit status, or -1 if it was killed. */
static int simulate_in_child(const char *const *options, const char *every, long die_at)
{
    const char *argv[MOST + 16] = {"coalloc_sim", "--no-timing", "--json",
                                   json,          "--trace-out", schedule};
    char *args[MOST + 16];
    int status, n = 6, i;
    pid_t child;
    while (*options) argv[n++] = *options++;
    if (every) {
        argv[n++] = "--checkpoint";
        argv[n++] = save;
        argv[n++] = "--checkpoint-jobs";
        argv[n++] = every;
    }
    for (i = 0; i < n; i++) { /* main may not change them, but wants to be able to */
        const char *from = argv[i];
        memcpy(&args[i], &from, sizeof from);
    }
    args[n] = NULL;
    fflush(NULL);
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        if (!freopen(out, "w", stdout) || !freopen(err, "w", stderr)) _exit(77);
        kill_at = die_at;
        calls = 0;
        status = coalloc_sim_main(n, args);
        fflush(NULL);
        _exit(status);
    }
    while (waitpid(child, &status, 0) < 0) CHECK_EQ(errno, EINTR);
    if (WIFSIGNALED(status)) {
        CHECK_EQ(WTERMSIG(status), SIGKILL);
        return -1;
    }
    return WEXITSTATUS(status);
}

/* ---- its results ------------------------------------------------------------------- */

typedef struct text {
    unsigned char at[65536];
    size_t size;
} text;

static text wanted[3], got, checkpoint;

static void slurp(const char *path, text *t)
{
    t->size = files_read(path, t->at, sizeof t->at);
}

/* On range-tree the trees are built anew, and the numbers of nodes visited differ: the
 * lines about them are left out. */
static void forget_visits(text *t)
{
    size_t from, to = 0, n;
    for (from = 0; from < t->size; from += n) {
        const unsigned char *line = t->at + from;
        const unsigned char *end =
            (const unsigned char *)memchr(line, '\n', t->size - from);
        char copy[200];
        n = end ? (size_t)(end - line) + 1 : t->size - from;
        snprintf(copy, sizeof copy, "%.*s", (int)n, (const char *)line);
        if (strstr(copy, "visits_mean") || strstr(copy, "tree nodes per request"))
            continue;
        memmove(t->at + to, line, n);
        to += n;
    }
    t->size = to;
}

static int there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

static const char *result(int i) { return i == 0 ? json : i == 1 ? schedule : out; }

static void read_result(int i, text *t)
{
    slurp(result(i), t);
    forget_visits(t);
}

static void remember_results(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        read_result(i, &wanted[i]);
        CHECK(wanted[i].size > 500);
    }
}

static void same_results(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        read_result(i, &got);
        CHECK_EQ(got.size, wanted[i].size);
        CHECK(memcmp(got.at, wanted[i].at, got.size) == 0);
    }
    CHECK(!there(save) && !there(save_tmp));
}

/* Whoever was killed left results that are whole, or none. */
static void whole_results(void)
{
    int i;
    for (i = 0; i < 2; i++) {
        if (!there(result(i))) continue;
        read_result(i, &got);
        CHECK_EQ(got.size, wanted[i].size);
        CHECK(memcmp(got.at, wanted[i].at, got.size) == 0);
    }
}

/* The six letters after the name of a result that was not complete: see outfile.h. */
static void forget_halves(void)
{
    DIR *all = opendir(folder);
    struct dirent *entry;
    CHECK(all != NULL);
    while ((entry = readdir(all)) != NULL) {
        char path[600];
        int i;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        for (i = 0; i < 2; i++) {
            const size_t length = strlen(result(i));
            if (strncmp(path, result(i), length) == 0 && strlen(path) == length + 7) {
                CHECK(path[length] == '.');
                unlink(path);
            }
        }
    }
    closedir(all);
}

static void forget_results(void)
{
    int i;
    forget_halves();
    for (i = 0; i < 3; i++) unlink(result(i));
    unlink(save);
    unlink(save_tmp);
}

/* Jobs that end before what they requested, many at the same moment. */
static void write_trace(void)
{
    FILE *f = fopen(trace, "w");
    int i;
    CHECK(f != NULL);
    for (i = 0; i < 80; i++)
        fprintf(f, "%d %d -1 %d %d -1 -1 -1 %d -1 1 1 1 1 1 -1 -1 -1\n", i + 1,
                600 * (i / 4), 600 * (int)test_between(1, 5), (int)test_between(1, 5),
                600 * (int)test_between(4, 12));
    CHECK_EQ(fclose(f), 0);
}

static void open_folder(void)
{
    files_folder(folder);
    snprintf(json, sizeof json, "%s/results", folder);
    snprintf(schedule, sizeof schedule, "%s/schedule.swf", folder);
    snprintf(out, sizeof out, "%s/out", folder);
    snprintf(err, sizeof err, "%s/err", folder);
    snprintf(save, sizeof save, "%s/save", folder);
    snprintf(save_tmp, sizeof save_tmp, "%s.tmp", save);
    snprintf(trace, sizeof trace, "%s/trace.swf", folder);
    write_trace();
}

static void close_folder(void)
{
    forget_results();
    unlink(err);
    unlink(trace);
    CHECK_EQ(rmdir(folder), 0);
}

/* ---- the tests --------------------------------------------------------------------- */

static const char *const on_map[] = {"--jobs", "60", "--servers", "12", NULL};
static const char *const on_range_tree[] = {
    "--jobs", "40",        "--servers", "12",      "--index",  "range-tree", "--slot",
    "6h",     "--horizon", "20d",       "--place", "best-fit", NULL};

static const char *const on_count[] = {"--runtime", "requested", "--servers", "12",
                                       "--index",   "count",     "--ar",      "0.5",
                                       trace,       NULL};

static const char *const on_trace[] = {"--runtime", "requested", "--servers",
                                       "12",        trace,       NULL};

/* Killed at the k-th call, for each k, and started again. */
static void killed_once(const char *const *options)
{
    const long step = 151 - test_scaled(150);
    long k, killed = 0;
    open_folder();
    CHECK_EQ(simulate_in_child(options, NULL, 0), 0);
    remember_results();
    for (k = 1;; k += step) {
        forget_results();
        if (simulate_in_child(options, "9", k) == 0) break;
        killed++;
        whole_results();
        CHECK_EQ(simulate_in_child(options, "9", 0), 0);
        same_results();
    }
    same_results();
    CHECK(killed > 150 / step);
    close_folder();
}

static void map_killed_once(void) { killed_once(on_map); }
static void count_killed_once(void) { killed_once(on_count); }
static void trace_killed_once(void) { killed_once(on_trace); }
static void range_tree_killed_once(void) { killed_once(on_range_tree); }

/* Killed again and again: every life saves at least once more. */
static void killed_often(const char *const *options, const char *every)
{
    int code, lives = 0;
    open_folder();
    CHECK_EQ(simulate_in_child(options, NULL, 0), 0);
    remember_results();
    forget_results();
    while ((code = simulate_in_child(options, every, (long)test_between(12, 40))) != 0) {
        CHECK_EQ(code, -1);
        CHECK(++lives < 500);
        /* writing the results takes more calls than a life has */
        if (lives > 6 + test_scaled(34)) break;
    }
    CHECK(lives > 5);
    CHECK_EQ(simulate_in_child(options, every, 0), 0);
    same_results();
    close_folder();
}

static void trace_killed_often(void) { killed_often(on_trace, "1"); }
static void count_killed_often(void) { killed_often(on_count, "1"); }
static void map_killed_often(void) { killed_often(on_map, "1"); }
static void range_tree_killed_often(void) { killed_often(on_range_tree, "1"); }

/* Any damaged byte, any cut: one sentence that names the file, and the file stays. */
static void damaged(void)
{
    size_t i, step = 7;
    open_folder();
    CHECK_EQ(simulate_in_child(on_trace, "9", 100), -1); /* after some savings */
    slurp(save, &checkpoint);
    CHECK(checkpoint.size > 1000);
    if (test_scaled(100) < 100) step = checkpoint.size / 8 + 1;
    for (i = 0; i < 2 * checkpoint.size; i += step) {
        text bad = checkpoint;
        int fd = open(save, O_WRONLY | O_TRUNC);
        CHECK(fd >= 0);
        if (i < bad.size)
            bad.at[i] ^= (unsigned char)(1u << i % 8);
        else
            bad.size = i - bad.size;
        CHECK_EQ(write(fd, bad.at, bad.size), (ssize_t)bad.size);
        close(fd);
        CHECK_EQ(simulate_in_child(on_trace, "9", 0), CLI_BAD);
        slurp(err, &got);
        got.at[got.size] = 0;
        CHECK(strstr((const char *)got.at, save) != NULL);
        CHECK(strchr((const char *)got.at, '\n') == (char *)got.at + got.size - 1);
        slurp(out, &got);
        CHECK_EQ(got.size, 0);
        slurp(save, &got);
        CHECK(got.size == bad.size && memcmp(got.at, bad.at, bad.size) == 0);
    }
    close_folder();
}

static void put_hash(text *t)
{
    const uint64_t hash = hash_bytes(HASH_START, t->at, t->size - 8);
    int i;
    for (i = 0; i < 8; i++)
        t->at[t->size - 8 + (size_t)i] = (unsigned char)(hash >> 8 * i);
}

/* A checkpoint whose calendar is of an older format: a sentence that says so. */
static void old_format(void)
{
    size_t i = 0;
    int fd;
    open_folder();
    CHECK_EQ(simulate_in_child(on_trace, "9", 100), -1);
    slurp(save, &checkpoint);
    while (i + 12 < checkpoint.size && memcmp(checkpoint.at + i, "COALLOC", 8) != 0) i++;
    CHECK_EQ(checkpoint.at[i + 8], 3);
    checkpoint.at[i + 8] = 1;
    put_hash(&checkpoint);
    fd = open(save, O_WRONLY | O_TRUNC);
    CHECK(fd >= 0);
    CHECK_EQ(write(fd, checkpoint.at, checkpoint.size), (ssize_t)checkpoint.size);
    close(fd);
    CHECK_EQ(simulate_in_child(on_trace, "9", 0), CLI_BAD);
    slurp(err, &got);
    got.at[got.size] = 0;
    CHECK(strstr((const char *)got.at, save) != NULL);
    CHECK(strstr((const char *)got.at, "another version of this program") != NULL);
    CHECK(strchr((const char *)got.at, '\n') == (char *)got.at + got.size - 1);
    close_folder();
}

/* A right hash over any nonsense: an error or a run, never a crash. */
static void hostile_to(const char *const *options)
{
    long rounds = test_scaled(300);
    open_folder();
    CHECK_EQ(simulate_in_child(options, "9", 100), -1);
    slurp(save, &checkpoint);
    for (; rounds > 0; rounds--) {
        text bad = checkpoint;
        const size_t n = bad.size - 8, at = 24 + 8 * (size_t)test_below((n - 24) / 8);
        const int fd = open(save, O_WRONLY | O_TRUNC | O_CREAT, 0600);
        int code;
        CHECK(fd >= 0);
        if (test_below(2))
            memset(bad.at + at, test_below(2) ? 255 : 0, 1 + (size_t)test_below(8));
        else
            bad.at[at + (size_t)test_below(8)] ^= (unsigned char)(1u << test_below(8));
        put_hash(&bad);
        CHECK_EQ(write(fd, bad.at, bad.size), (ssize_t)bad.size);
        close(fd);
        code = simulate_in_child(options, "9", 0);
        CHECK(code == CLI_OK || code == CLI_BAD);
    }
    close_folder();
}

static void hostile(void) { hostile_to(on_trace); }
static void hostile_on_count(void) { hostile_to(on_count); }

TEST_MAIN(TEST(map_killed_once), TEST(trace_killed_once), TEST(range_tree_killed_once),
          TEST(map_killed_often), TEST(trace_killed_often), TEST(range_tree_killed_often),
          TEST(count_killed_once), TEST(count_killed_often), TEST(damaged),
          TEST(old_format), TEST(hostile), TEST(hostile_on_count))
