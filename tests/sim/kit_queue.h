/* kit_queue.h - a simulator for tests of the kit: customers at a counter with several
 * clerks. Some of its policies cheat. run_queue makes a run of it as a program would, in
 * a separate process.
 */
#ifndef KIT_QUEUE_H
#define KIT_QUEUE_H

#include "base/random.h"
#include "kit/base.h"
#include "kit/sim.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct settings {
    const char *file;
    int64_t policy, shape, customers, gap, clerks, patience, slow;
};

enum {
    FIFO,
    LIMIT,
    NEVER,
    EARLY,
    CROWD,
    SHORT,
    NOWHERE,
    HOLE,
    ENDLESS,
    HANGS,
    HALF,
    PART,
    BACKWARD,
    SORT,
    DESK
};

#define WORDS(name, ...) static const struct option_word name[] = {__VA_ARGS__, {0}}

WORDS(policies, {.word = "fifo"}, {.word = "limit", .counted = 1}, {.word = "never"},
      {.word = "early"}, {.word = "crowd"}, {.word = "short"}, {.word = "fate"},
      {.word = "hole"}, {.word = "endless"}, {.word = "hangs"}, {.word = "half"},
      {.word = "part"}, {.word = "backward"}, {.word = "sort"}, {.word = "desk"});
WORDS(shapes, {.word = "calm"}, {.word = "bursty"});
WORDS(patiences, {.word = "half"}, {.word = "none"});

#define AT(kind, member) OPTION(kind, struct settings, member)

static const struct option options[] = {
    {"FILE", AT(OPTION_FILE, file), .of = OF_WORLD, .operand = 1, .help = "an input"},
    {"policy", AT(OPTION_WORD, policy), .of = OF_RUN, .words = policies, .value = "fifo",
     .spans = OPTION_VARIANTS, .help = "who is served"},
    {"shape", AT(OPTION_WORD, shape), .of = OF_WORLD, .words = shapes, .value = "calm",
     .used_by = 1u << FIFO | 1u << LIMIT, .help = "how they come"},
    {"customers", AT(OPTION_WHOLE, customers), .of = OF_WORLD, .hi = 100000,
     .value = "200", .help = "how many"},
    {"gap", AT(OPTION_DECIMAL, gap), .of = OF_WORLD, .hi = 1000 * (int64_t)OPTION_ONE,
     .value = "60", .log = 1, .help = "seconds between them"},
    {"clerks", AT(OPTION_WHOLE, clerks), .of = OF_RUN, .lo = 1, .hi = 100, .value = "3",
     .help = "how many"},
    {"patience", AT(OPTION_WHOLE, patience), .of = OF_RUN, .hi = 1000, .words = patiences,
     .value = "half", .log = 1, .help = "not used"},
    {"slow", AT(OPTION_TIME, slow), .of = OF_RUN, .lo = 1, .said = "at once",
     .help = "not used"}};

enum { WAIT = ITEM_OWN, KIND, WORTH, LUCK };

static const struct column columns[] = {
    {"wait", 0}, {"kind", 0}, {"worth", 0}, {"luck", COLUMN_OPTIONAL}};
static const char *const fates[] = {NULL, "served", "refused"};
static const char *const kinds[] = {"plain", "odd, \"x\""};

static const struct measure measures[] = {
    {"customers", "customers", UNIT_COUNT, .stat = STAT_COUNT},
    {"served", "  served", UNIT_COUNT, .stat = STAT_COUNT, .fates = 2},
    {"gone", "    gone", UNIT_COUNT, .stat = STAT_COUNT, .fates = 4},
    {"refused", "refused", UNIT_PERCENT, .stat = STAT_SHARE, .fates = 4, .classes = 1},
    {"wait_mean", "wait, mean", UNIT_SECONDS, .stat = STAT_MEAN, .of = WAIT, .classes = 1,
     .swept = 1, .relative = 1},
    {"wait_worth", "  by worth", UNIT_SECONDS, .stat = STAT_MEAN, .of = WAIT,
     .by = WORTH},
    {"wait_ratio", "  a unit of worth", UNIT_SECONDS, .stat = STAT_RATIO, .of = WAIT,
     .by = WORTH},
    {"wait_sum", "  in all", UNIT_SECONDS, .stat = STAT_SUM, .of = WAIT},
    {"wait_p95", "  95 % at most", UNIT_SECONDS, .stat = STAT_P95, .of = WAIT,
     .classes = 1},
    {"wait_p50_odd", "  half of the odd", UNIT_SECONDS, .stat = STAT_P50, .of = WAIT,
     .by = WORTH, .where = {KIND, 1}},
    {"wait_compared", "  of all served", UNIT_SECONDS, .stat = STAT_MEAN, .of = WAIT,
     .compared = 1},
    {"waited", "  waited", UNIT_PERCENT, .stat = STAT_ABOVE, .of = WAIT, .classes = 1},
    {"luck", "luck", UNIT_NUMBER, .stat = STAT_MEAN, .of = LUCK},
    {"luck_most", "  most", UNIT_NUMBER, .stat = STAT_MOST, .of = LUCK},
    {"days", "given", UNIT_DAYS, GIVEN}};

static const struct axis axes[] = {
    {"kind", "kind", KIND, AXIS_WORDS, .words = kinds, .count = 2},
    {"wait", "wait", WAIT, AXIS_EDGES, UNIT_SECONDS, .edges = {0, 60, 600}, .count = 3},
    {"worth", "worth", WORTH, AXIS_POWERS, .hidden = 1}};

/* ---- world and run ----------------------------------------------------------------- */

struct world {
    size_t count;
    double *come, *takes;
    int64_t seed;
};

static void *world(const void *settings, int64_t seed)
{
    const struct settings *s = (const struct settings *)settings;
    struct world *w = (struct world *)base_zeroed(1, sizeof *w);
    struct random r = {(uint64_t)seed};
    const double gap = (double)s->gap / OPTION_ONE;
    double now = 0;
    w->count = (size_t)s->customers;
    w->seed = seed;
    w->come = (double *)base_zeroed(2 * w->count, sizeof *w->come);
    w->takes = w->come + w->count;
    for (size_t i = 0; i < w->count; i++) {
        if (s->shape == 0 || i % 20 == 0)
            now +=
                floor((s->shape ? 20 : 2) * gap * (double)random_below(&r, 1000) / 1e3);
        w->come[i] = now;
        w->takes[i] = 1 + (double)random_below(&r, 300);
    }
    return w;
}

static void drop(void *world)
{
    free(((struct world *)world)->come);
    free(world);
}

static int drawn(const void *settings)
{
    return ((const struct settings *)settings)->file == NULL;
}

static void cheat(const struct settings *s, double *x, size_t i)
{
    if (i != 100) return;
    if (s->policy == NEVER) x[ITEM_FATE] = (double)NAN;
    if (s->policy == EARLY) x[ITEM_START] -= 1e6, x[ITEM_END] -= 1e6;
    if (s->policy == SHORT) x[ITEM_END] -= 1;
    if (s->policy == NOWHERE) x[ITEM_FATE] = 9;
    if (s->policy == HOLE) x[WAIT] = (double)NAN;
    if (s->policy == HALF) x[ITEM_FATE] = 1.5;
    if (s->policy == SORT) x[ITEM_KIND] = 3;
    if (s->policy == DESK) x[ITEM_RESOURCE] = -1;
    if (s->policy == ENDLESS) x[LUCK] = (double)INFINITY;
}

static void run(const void *settings, const void *world, int64_t seed, struct run *to)
{
    const struct settings *s = (const struct settings *)settings;
    const struct world *w = (const struct world *)world;
    const size_t policy = (size_t)s->policy % OPTION_K, clerks = (size_t)s->clerks;
    const double most = policy == LIMIT ? (double)(s->policy / OPTION_K) : INFINITY;
    double *free_at = (double *)base_zeroed(clerks, sizeof *free_at);
    size_t k, best;
    if (policy == HANGS) sleep(30);
    if (w->seed != seed)
        fail("the world of seed %d is given to seed %d", (int)w->seed, (int)seed);
    run_capacity(to, 0, s->clerks, 0);
    run_items(to, w->count);
    for (size_t i = 0; i < w->count; i++) {
        double *x = run_item(to, i);
        for (best = 0, k = 1; k < clerks; k++)
            if (free_at[k] < free_at[best]) best = k;
        const double start =
            fmax(w->come[i], policy == CROWD && i == 100 ? 0 : free_at[best]);
        x[ITEM_SUBMIT] = x[ITEM_READY] = w->come[i];
        x[ITEM_SIZE] = 1;
        x[ITEM_FATE] = start - w->come[i] > most ? 2 : ITEM_RAN;
        x[KIND] = (double)(i % 3 == 1);
        x[WORTH] = (double)(1 + i % 7);
        if (x[ITEM_FATE] > ITEM_RAN) continue;
        x[ITEM_LENGTH] = w->takes[i];
        x[ITEM_START] = start;
        x[ITEM_END] = free_at[best] = start + w->takes[i];
        x[WAIT] = start - w->come[i];
        if (i % 3) x[LUCK] = sin((double)i);
        cheat(s, x, i);
    }
    if (policy == PART) run_part(to, w->count, 0, -1, 1, 0, 1);
    if (policy == BACKWARD) run_part(to, 100, 0, -1, 1, 1, 0);
    run_give(to, "days", 86400);
    to->hash = (uint64_t)seed;
    free(free_at);
}

static void describe(FILE *to, const void *settings, const void *world)
{
    (void)settings;
    fprintf(to, "%zu <customers>\n", ((const struct world *)world)->count);
}

static const struct simulator queue = {
    .name = "queue",
    .about = "Serves customers.",
    .item = "customer",
    .settings = sizeof(struct settings),
    SIM_TABLES,
    .first = {.columns = {{"wait_mean", "mean"}, {"wait_p95", "95 %"}},
              .what = "wait",
              .mean = "mean wait",
              .tail = "wait",
              .question = "Who waits how long?",
              .axes = {"kind", "wait"},
              .less = "shorter",
              .more = "longer"},
    .weeks = 1,
    .drawn = drawn,
    .world = world,
    .run = run,
    .drop = drop,
    .describe = describe};

/* ---- as a program ------------------------------------------------------------------ */

enum { SAID = 1000000 };

static char folder[64], out[SAID], err[SAID];
static pid_t owner; /* of the folder: not a run */

static void remove_folder(void)
{
    DIR *all = getpid() == owner ? opendir(".") : NULL;
    const struct dirent *one;
    if (!all) return;
    while ((one = readdir(all)) != NULL) unlink(one->d_name);
    closedir(all);
    if (chdir("..") == 0) rmdir(folder);
}

/* A new folder is the working directory. */
static void enter_folder(void)
{
    if (*folder) return;
    snprintf(folder, sizeof folder - 6, "%s/kit.", P_tmpdir);
    memset(folder + strlen(folder), 'X', 6); /* mkdtemp's letters */
    if (!mkdtemp(folder) || chdir(folder) != 0) abort();
    owner = getpid();
    atexit(remove_folder);
}

/* What a file holds, "" if it is not there. Returns `to`. */
static char *read_file(const char *name, char to[SAID])
{
    FILE *file = fopen(name, "rb");
    size_t n = 0;
    if (file) {
        n = fread(to, 1, SAID - 1, file);
        fclose(file);
    }
    to[n] = 0;
    return to;
}

static inline void write_file(const char *name, const char *text, size_t n)
{
    FILE *file;
    enter_folder();
    file = fopen(name, "wb");
    if (!file || fwrite(text, 1, n, file) != n || fclose(file) != 0) abort();
}

/* The process of a run. */
static pid_t begin_queue(const char *arguments)
{
    static char text[1000];
    char *argv[40], *rest = text;
    int argc = 1;
    pid_t child;
    enter_folder();
    snprintf(text, sizeof text, "%s", arguments);
    argv[0] = (char *)(uintptr_t) "queue";
    for (; *rest; rest += strspn(rest, " ")) {
        argv[argc++] = rest;
        for (; *rest && *rest != ' '; rest++) /* a ~ is a blank in a word */
            if (*rest == '~') *rest = ' ';
        if (*rest) *rest++ = 0;
    }
    argv[argc] = NULL;
    fflush(NULL);
    child = fork();
    if (child != 0) return child;
    if (!freopen("out", "w", stdout) || !freopen("err", "w", stderr)) _exit(99);
    exit(sim_main(&queue, argc, argv));
}

/* The exit status; `out` and `err` are what it wrote. */
static int end_queue(pid_t child)
{
    int status = 0;
    if (waitpid(child, &status, 0) != child) abort();
    read_file("out", out);
    read_file("err", err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inline int run_queue(const char *arguments)
{
    return end_queue(begin_queue(arguments));
}

#endif
