/* env.h - what every benchmark reports about its machine, and the tools to measure: a
 * clock, a processor to stay on, medians. Define _GNU_SOURCE first for the pinning
 * (Linux). */
#ifndef BENCH_ENV_H
#define BENCH_ENV_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#if defined(__linux__)
#include <sched.h>
#endif

#ifndef BENCH_FLAGS /* how it was compiled: -DBENCH_FLAGS='"$(CFLAGS)"' */
#define BENCH_FLAGS "not recorded"
#endif

static inline int64_t bench_now(void) /* nanoseconds */
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Nanoseconds of this thread's processor time: other threads do not count. Reading it
 * costs more than a booking, so it is for whole runs. */
static inline int64_t bench_spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Stays on the present processor; returns which, or -1 where that is impossible. */
static inline int bench_pin(void)
{
#if defined(__linux__)
    const int cpu = sched_getcpu();
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu < 0) return -1;
    CPU_SET((size_t)cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? cpu : -1;
#else
    return -1;
#endif
}

static inline int bench_less(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts a. */
static inline double bench_median(double *a, size_t count)
{
    qsort(a, count, sizeof *a, bench_less);
    return count % 2 ? a[count / 2] : (a[count / 2 - 1] + a[count / 2]) / 2;
}

/* The first line of a file or a command that begins with `key`, after any ':'. */
static inline void bench_line(FILE *f, const char *key, char *out, size_t size)
{
    char line[512];
    while (f && fgets(line, sizeof line, f)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) != 0) continue;
        value = *key && value ? value + 1 : line;
        snprintf(out, size, "%s", value + strspn(value, " \t"));
        out[strcspn(out, "\n")] = 0;
        return;
    }
}

/* One "# name: value" a line: the head of every CSV and every table. */
static inline void bench_environment(FILE *out, uint64_t seed, int cpu)
{
    char model[256] = "unknown", commit[256] = "unknown", date[64];
    const time_t now = time(NULL);
    struct utsname u;
    FILE *f = fopen("/proc/cpuinfo", "r");
    bench_line(f, "model name", model, sizeof model);
    if (f) fclose(f);
    f = popen("git describe --always --dirty 2>/dev/null", "r");
    bench_line(f, "", commit, sizeof commit);
    if (f) pclose(f);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    fprintf(out, "# cpu: %s, ", model);
    if (cpu >= 0)
        fprintf(out, "pinned to processor %d\n", cpu);
    else
        fprintf(out, "not pinned\n");
#if defined(__clang__)
    fprintf(out, "# compiler: %s\n", __VERSION__);
#elif defined(__GNUC__)
    fprintf(out, "# compiler: gcc %s\n", __VERSION__);
#else
    fprintf(out, "# compiler: unknown\n");
#endif
    fprintf(out, "# flags: %s (vectors: %s)\n", BENCH_FLAGS,
#if defined(__AVX512F__)
            "AVX-512"
#elif defined(__AVX2__)
            "AVX2"
#elif defined(__SSE2__)
            "SSE2"
#elif defined(__ARM_NEON)
            "NEON"
#else
            "none"
#endif
    );
    if (uname(&u) == 0)
        fprintf(out, "# kernel: %s %s %s\n", u.sysname, u.release, u.machine);
    fprintf(out, "# date: %s\n# commit: %s\n# seed: %llu\n", date, commit,
            (unsigned long long)seed);
}

#endif
