/* test_sim.c - the pieces that simulators share (examples/sim/), by their definition. */
#define _POSIX_C_SOURCE 200809L

#include "swf.h"

#include "fails.h"

#include "base/array.h"
#include "base/error.h"
#include "base/events.h"
#include "base/hash.h"
#include "base/job.h"
#include "base/names.h"
#include "base/progress.h"
#include "base/statistics.h"
#include "base/text.h"
#include "kit/option.h"
#include "workload/lublin.h"
#include "workload/workload.h"

#include <math.h>

/* ---- events.h ---------------------------------------------------------------------- */

/* Against a plain list from which the smallest (time, kind, order pushed) is taken. */
static void events_in_order(void)
{
    enum { MOST = 200 };
    struct events q = {0};
    struct event list[MOST];
    size_t count = 0;
    uint32_t pushed = 0;
    long rounds = test_scaled(200000);
    while (rounds-- > 0 || count > 0) {
        const struct event *next = events_next(&q);
        if (rounds > 0 && count < MOST && test_below(100) < 55) {
            struct event *e = &list[count++];
            e->time = test_between(-3, 3);
            e->kind = (uint32_t)test_below(3);
            e->subject = pushed++;
            CHECK_EQ(events_push(&q, e->time, e->kind, e->subject), 0);
        } else if (count > 0) {
            size_t least = 0;
            for (size_t i = 1; i < count; i++) {
                const struct event *a = &list[i], *b = &list[least];
                if (a->time < b->time || (a->time == b->time && a->kind < b->kind) ||
                    (a->time == b->time && a->kind == b->kind && a->subject < b->subject))
                    least = i;
            }
            CHECK(next != NULL);
            CHECK_EQ(next->time, list[least].time);
            CHECK_EQ(next->kind, list[least].kind);
            CHECK_EQ(next->subject, list[least].subject);
            events_pop(&q);
            list[least] = list[--count];
        } else {
            CHECK(next == NULL);
        }
    }
    CHECK(events_next(&q) == NULL);
    events_free(&q);
}

/* ---- lublin.h ---------------------------------------------------------------------- */

static uint64_t lublin_hash(uint64_t seed, uint32_t servers, long jobs)
{
    uint64_t hash = HASH_START;
    struct lublin m;
    lublin_init(&m, seed, servers);
    while (jobs-- > 0) {
        const struct lublin_job job = lublin_next(&m, servers);
        hash = hash_add(hash, (uint64_t)job.submit);
        hash = hash_add(hash, (uint64_t)job.run);
        hash = hash_add(hash, job.servers);
    }
    return hash;
}

/* The same workload on every machine, for ever: published figures depend on it. */
static void lublin_pinned(void)
{
    static const struct {
        uint64_t seed, hash;
        uint32_t servers;
    } pinned[] = {{1, 0x41544AEA7819EDF2, 128},
                  {2, 0x874D809C32E7EFCE, 1000},
                  {3, 0xCEE227EAEAFEB2ED, 1},
                  {4, 0x01B63557289A4E67, 3},
                  {5, 0xFCFA68B58D6AC739, 0x7FFFFFFF}};
    for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++)
        CHECK_EQ(lublin_hash(pinned[i].seed, pinned[i].servers, 10000),
                 (int64_t)pinned[i].hash);
}

static int same(double a, double b) { return a <= b && a >= b; }

/* ---- report.h ---------------------------------------------------------------------- */

static void number_texts(void)
{
    char text[TEXT_NUMBER];
    CHECK_STR(text_number(0, text), "0");
    CHECK_STR(text_number(28481, text), "28481");
    CHECK_STR(text_number(0.1, text), "0.1");
    CHECK_STR(text_number(1.0 / 3, text), "0.33333333333333331");
    CHECK_STR(text_number(NAN, text), "");
    CHECK_STR(text_number(INFINITY, text), "");
    CHECK_STR(text_count(0, text), "0");
    CHECK_STR(text_count(999, text), "999");
    CHECK_STR(text_count(1000, text), "1,000");
    CHECK_STR(text_count(12345678, text), "12,345,678");
    CHECK_STR(text_count(UINT64_MAX, text), "18,446,744,073,709,551,615");
    for (long i = test_scaled(100000); i > 0; i--) {
        const double x =
            (double)test_between(-1000000, 1000000) / (double)test_between(1, 1000000);
        CHECK(same(strtod(text_number(x, text), NULL), x));
    }
}

static void one_line_errors(void)
{
    struct error e;
    char big[1000];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = 0;
    CHECK_EQ(error_fail(&e, "a\nb\r\x1b[31m\x7f %d", 5), -1);
    CHECK_STR(e.text, "a?b??[31m? 5");
    error_fail(&e, "%s", big);
    CHECK_EQ(strlen(e.text), sizeof e.text - 1);
    error_fail(&e, "%s: wrong", big); /* the error is still reported */
    CHECK_EQ(strlen(e.text), sizeof e.text - 1);
    CHECK_STR(e.text + sizeof e.text - 1 - 13, "xxxxxx: wrong");
    big[sizeof e.text - 1] = 0;
    error_fail(&e, "%s", big);
    CHECK_STR(e.text, big);
}

/* ---- arrays, figures, names -------------------------------------------------------- */

/* Sizes that do not fit into size_t are refused before memory is asked for. */
static void array_too_large(void)
{
    struct {
        char bytes[24];
    } *items = NULL;
    size_t capacity = 0;
    for (size_t more = SIZE_MAX; more > SIZE_MAX / 48; more /= 2)
        CHECK_EQ(ARRAY_ROOM(items, 0, capacity, more), -1);
    CHECK_EQ(ARRAY_ROOM(items, 0, capacity, 3), 0);
    CHECK_EQ(ARRAY_ROOM(items, 2, capacity, SIZE_MAX), -1);
    CHECK_EQ(ARRAY_ROOM(items, 2, capacity, SIZE_MAX - 1), -1);
    free(items);
}

/* The smallest of n sorted values that at least `percent` per cent do not exceed. */
static void percentiles(void)
{
    for (size_t n = 1; n <= 120; n++)
        for (size_t percent = 0; percent <= 100; percent++) {
            const size_t k = statistics_percentile(n, (unsigned)percent);
            CHECK(k < n && 100 * (k + 1) >= percent * n);
            CHECK(k == 0 || 100 * k < percent * n);
        }
    CHECK(statistics_percentile(SIZE_MAX, 100) == SIZE_MAX - 1);
    CHECK(statistics_percentile(SIZE_MAX, 0) == 0);
}

/* A name is a part of a text, which need not end in 0, and may have one within; and two
 * names with one hash: the second's key is taken by the first. */
static void names_odd(void)
{
    const struct word part = {"Linux and more", 5}, zero = {"a\0b", 3};
    const uint64_t b = hash_bytes(HASH_START, (const unsigned char *)"b", 1);
    struct names n = {NULL, .any_case = 1};
    CHECK_EQ(names_add(&n, part), 0);
    CHECK_EQ(names_add(&n, word_of("LINUX")), 0);
    CHECK_EQ(names_add(&n, zero), 1);
    CHECK_EQ(names_find(&n, word_of("A?B")), 1);
    CHECK_STR(names_text(&n, 0), "Linux");
    CHECK_STR(names_text(&n, 1), "a?b");
    *map_at(&n.numbers, (int64_t)b) = 1;
    CHECK_EQ(names_find(&n, word_of("b")), NAMES_NONE);
    CHECK_EQ(names_add(&n, word_of("b")), 2);
    CHECK_EQ(names_add(&n, word_of("b")), 2);
    CHECK_EQ(names_find(&n, part), 0);
    names_free(&n);
}

/* ---- progress.h ------------------------------------------------------------------- */

static void time_left(void)
{
    static const struct {
        const char *what;
        size_t done, total;
        double seconds;
        const char *says;
    } cases[] = {{"jobs", 0, 10000, 3, "jobs: 0 of 10,000 (0 %)"},
                 {"jobs", 2500, 10000, 4, "jobs: 2,500 of 10,000 (25 %), 12 s left"},
                 {"points", 1, 10, 10, "points: 1 of 10 (10 %), 1 min 30 s left"},
                 {"points", 1, 10, 1000, "points: 1 of 10 (10 %), 2 h 30 min left"},
                 {"points", 10, 10, 1000, "points: 10 of 10 (100 %)"}};
    char text[PROGRESS_TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct progress p;
        progress_start(&p, cases[i].what, cases[i].total);
        p.done = cases[i].done;
        progress_text(text, &p, cases[i].seconds);
        CHECK_STR(text, cases[i].says);
        progress_end(&p);
    }
}

/* Which runs the bar names: those that are running, each name once, as many as fit. */
static void runs_named(void)
{
    static char names[2 * PROGRESS_NAMES][20];
    struct progress p;
    char text[PROGRESS_TEXT];
    size_t k;
    progress_start(&p, "jobs", 10000);
    progress_enter(&p, "fcfs");
    progress_enter(&p, "easy");
    progress_enter(&p, "easy");
    progress_text(text, &p, 1);
    CHECK_STR(text, "jobs: 0 of 10,000 (0 %): fcfs, easy");
    progress_leave(&p, "fcfs");
    progress_leave(&p, "easy");
    progress_text(text, &p, 1);
    CHECK_STR(text, "jobs: 0 of 10,000 (0 %): easy");
    progress_leave(&p, "easy");
    for (k = 0; k < 2 * (size_t)PROGRESS_NAMES; k++) {
        sprintf(names[k], "policy %zu", k);
        progress_enter(&p, names[k]);
    }
    progress_text(text, &p, 1);
    CHECK_STR(text, "jobs: 0 of 10,000 (0 %): policy 0, policy 1, policy 2, policy 3,"
                    " policy 4, ...");
    while (k-- > 0) progress_leave(&p, names[k]);
    CHECK_EQ(p.running_count, 0);
    progress_end(&p);
}

/* ---- workload.h -------------------------------------------------------------------- */

enum { ACTUAL = WORKLOAD_RUNTIME_ACTUAL, REQUESTED = WORKLOAD_RUNTIME_REQUESTED };
enum { KILL = WORKLOAD_OVERRUN_KILL, EXTEND = WORKLOAD_OVERRUN_EXTEND };
enum { LEAVE = WORKLOAD_OVERRUN_LEAVE };
enum { BY_REQ = WORKLOAD_SIZE_REQUESTED, BY_PROCS = WORKLOAD_SIZE_ALLOCATED };

static int take(struct workload *w, const swf_job *job, int runtime, int size,
                int overrun)
{
    const struct workload_reading how = {.runtime = (enum workload_runtime)runtime,
                                         .size = (enum workload_size)size,
                                         .overrun = (enum workload_overrun)overrun};
    return workload_take(w, job, &how);
}

/* The error is in fails.text. */
static void finish(struct workload *w, uint32_t servers)
{
    FAILS(workload_finish(w, servers));
}

static swf_job good_job(void)
{
    swf_job job;
    swf_job_clear(&job);
    job.number = 5;
    job.submit = 100;
    job.wait = 7;
    job.run = 60;
    job.procs = 3;
    job.req_procs = 4;
    job.req_time = 50;
    job.status = 1;
    return job;
}

/* The outcome of reading a job of 60 s: of 3 processors, or as given. */
static void workload_choices(void)
{
    static const struct {
        int runtime, size, overrun;
        int64_t procs, req_procs, req_time, run, estimate, length, servers;
    } cases[] = {{ACTUAL, BY_REQ, EXTEND, 3, 4, 50, 60, 60, 60, 4},
                 {ACTUAL, BY_REQ, KILL, 3, 4, 50, 50, 50, 50, 4},
                 {ACTUAL, BY_REQ, LEAVE, 3, 4, 50, 60, 50, 60, 4},
                 {REQUESTED, BY_PROCS, KILL, 3, 4, 50, 50, 50, 50, 3},
                 {REQUESTED, BY_PROCS, EXTEND, 3, 4, 50, 60, 60, 60, 3},
                 {REQUESTED, BY_PROCS, KILL, 3, 4, 90, 60, 90, 90, 3},
                 {ACTUAL, BY_PROCS, KILL, 3, 4, 90, 60, 90, 60, 3},
                 {REQUESTED, BY_REQ, KILL, 3, -1, -1, 60, 60, 60, 3},
                 {REQUESTED, BY_PROCS, KILL, 0, INT64_C(4294967301), -1, 60, 60, 60,
                  JOB_SERVERS_MAX + 1},
                 {ACTUAL, BY_REQ, KILL, 3, 4, INT64_MAX, 60, JOB_TIME_MAX, 60, 4}};
    struct workload w = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        swf_job job = good_job();
        job.procs = cases[i].procs;
        job.req_procs = cases[i].req_procs;
        job.req_time = cases[i].req_time;
        CHECK(take(&w, &job, cases[i].runtime, cases[i].size, cases[i].overrun));
        const struct job *made = &w.jobs[i];
        CHECK(made->number == 5 && made->submit == 100 && made->ready == 100);
        CHECK(made->wait == 7 && made->order == i);
        CHECK_EQ(made->run, cases[i].run);
        CHECK_EQ(made->estimate, cases[i].estimate);
        CHECK_EQ(made->length, cases[i].length);
        CHECK_EQ(made->servers, cases[i].servers);
    }
    workload_free(&w);
}

/* Each reason for leaving a job out, alone; and the values at the edge, which stay in. */
static void workload_left_out(void)
{
    struct workload w = {0};
    swf_job job;
    for (int i = 0; i < 9; i++) {
        job = good_job();
        if (i == 0) job.run = 0;
        if (i == 1) job.run = -1;
        if (i == 2) job.procs = job.req_procs = 0;
        if (i == 3) job.submit = -1;
        if (i == 4) job.submit = JOB_TIME_MAX + 1;
        if (i == 5) job.run = INT64_MAX;
        if (i == 6) job.wait = INT64_MAX;
        if (i == 7) job.submit = job.run = job.wait = JOB_TIME_MAX;
        if (i == 8) job.wait = -1;
        if (i == 6) finish(&w, 0);
        CHECK_EQ(take(&w, &job, ACTUAL, BY_REQ, EXTEND), i > 5);
    }
    CHECK_STR(fails.text,
              ": no job can be simulated; most (2 of 6): no run time, or zero");
    for (int64_t status = -1; status <= 6; status++) {
        job = good_job();
        job.status = status;
        CHECK_EQ(take(&w, &job, ACTUAL, BY_REQ, EXTEND), status < 2 || status > 4);
    }
    CHECK_EQ(w.left_out[WORKLOAD_LEFT_NO_RUN_TIME], 2);
    CHECK_EQ(w.left_out[WORKLOAD_LEFT_NO_SIZE], 1);
    CHECK_EQ(w.left_out[WORKLOAD_LEFT_NO_SUBMIT_TIME], 1);
    CHECK_EQ(w.left_out[WORKLOAD_LEFT_OUT_OF_RANGE], 2);
    CHECK_EQ(w.left_out[WORKLOAD_LEFT_PARTIAL_EXECUTION], 3);
    CHECK_EQ(w.count, 3 + 5);
    CHECK_EQ(w.jobs[0].wait, -1); /* an absurd wait is as good as none */
    workload_free(&w);
}

/* The most in use against counting each second. Jobs without a start or an end do not
 * count; those without the processors that they were given only where no job has them. */
static void usage_of_logs(void)
{
    enum { END = 6000 };
    for (long round = 0; round < test_scaled(400); round++) {
        struct usage u = {.count = 0};
        int64_t used[2][END] = {{0}}, most = 0, t, busy = 0, nearly, too_few;
        int given = 0;
        for (int i = (int)test_below(8); i > 0; i--) {
            swf_job job = good_job();
            job.submit = test_between(0, 100);
            job.wait = test_between(-1, 99);
            job.run = test_below(3) ? test_between(-1, 9) : test_between(1000, 5000);
            job.procs = test_between(-1, 1) * test_between(1, 5);
            job.req_procs = test_between(1, 5);
            job.status = test_between(0, 9) == 0 ? 3 : 1;
            usage_add(&u, &job);
            if (job.wait < 0 || job.run <= 0 || job.status == 3) continue;
            given |= job.procs > 0;
            for (t = 0; t < job.run; t++) {
                used[1][job.submit + job.wait + t] += job.procs > 0 ? job.procs : 0;
                used[0][job.submit + job.wait + t] += job.req_procs;
            }
        }
        for (t = 0; t < END; t++) {
            if (used[given][t] > most) most = used[given][t];
            busy += used[given][t] > 0;
        }
        CHECK_EQ(usage_most(&u, &nearly), most);
        for (; most >= 0; most--) { /* the least that is enough but for 0.1 % */
            for (t = too_few = 0; t < END; t++) too_few += used[given][t] > most;
            if (too_few > busy / 1000) break;
        }
        CHECK_EQ(nearly, busy ? most + 1 : 0);
    }
}

/* In order of submission, and a machine as given, or as the log has it, or a guess. */
static void workload_finished(void)
{
    static const struct {
        int64_t given, procs, nodes, machine;
        const char *guess;
        int64_t most;
    } cases[] = {{0, 0, 0, 6, "the most in use at the same time", 6},
                 {0, 0, 0, 4, "the largest job's size", 0},
                 {0, 0, 10, 10, NULL, 10},
                 {0, 0, 10, 12, "the most in use at the same time", 12},
                 {0, 20, 10, 20, NULL, 30},
                 {2, 20, 10, 2, NULL, 3},
                 {2, INT64_MAX, 0, 2, NULL, 3}};
    struct workload w = {0};
    uint64_t unsorted = 0;
    int64_t before = 0;
    for (size_t i = 0; i < 2000; i++) {
        swf_job job = good_job();
        job.number = (int64_t)i;
        job.submit = test_between(0, 300);
        unsorted += i > 0 && job.submit < before;
        before = job.submit;
        CHECK(take(&w, &job, ACTUAL, BY_REQ, EXTEND));
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        swf_job job = good_job();
        w.machine.procs = cases[i].procs;
        w.machine.nodes = cases[i].nodes;
        job.procs = cases[i].most;
        w.usage.count = 0;
        w.usage.allocated = 1;
        usage_add(&w.usage, &job);
        workload_finish(&w, (uint32_t)cases[i].given);
        CHECK_EQ(w.servers, cases[i].machine);
        CHECK((w.machine.guess == NULL) == (cases[i].guess == NULL));
        if (cases[i].guess) CHECK_STR(w.machine.guess, cases[i].guess);
        CHECK_EQ(w.unsorted, unsorted);
    }
    for (size_t i = 1; i < w.count; i++)
        CHECK(w.jobs[i].submit > w.jobs[i - 1].submit ||
              (w.jobs[i].submit == w.jobs[i - 1].submit &&
               w.jobs[i].number > w.jobs[i - 1].number));
    finish(&w, 0);
    CHECK(strstr(fails.text, "servers is too large (most: 1073741823)"));
    workload_free(&w);
}

/* ---- advance reservations ---------------------------------------------------------- */

/* A workload of n jobs: jobs[i] has the number from + i, or none. */
static void make_jobs(struct workload *w, size_t n, int64_t from)
{
    for (size_t i = 0; i < n; i++) {
        struct job *job = workload_add(w);
        job->number = from < 0 ? -1 : from + (int64_t)i;
        job->submit = job->ready = (int64_t)(10 * i);
    }
}

/* The same on every machine, for ever: published figures depend on it. */
static void reservations_pinned(void)
{
    uint64_t hash = HASH_START;
    struct workload w = {0}, tail = {0};
    make_jobs(&w, 1000, 1);
    workload_reserve(&w, 1, OPTION_ONE / 2, 10800, JOB_WAITS);
    for (size_t i = 0; i < 1000; i++) hash = hash_add(hash, (uint64_t)w.jobs[i].ready);
    CHECK_EQ(w.reservations, 483);
    CHECK_EQ(hash, 0x2955AFC8458960A2);
    make_jobs(&tail, 700, 301); /* without the jobs before them they are the same */
    workload_reserve(&tail, 1, OPTION_ONE / 2, 10800, JOB_WAITS);
    for (size_t i = 0; i < 700; i++)
        CHECK_EQ(tail.jobs[i].ready - tail.jobs[i].submit,
                 w.jobs[300 + i].ready - w.jobs[300 + i].submit);
    workload_free(&tail);
    workload_free(&w);
    make_jobs(&w, 100, 1); /* the widest window: no overflow, and beyond 32 bits */
    w.jobs[0].submit = JOB_TIME_MAX;
    workload_reserve(&w, 1, OPTION_ONE, JOB_TIME_MAX, JOB_WAITS);
    for (size_t i = 0; i < 100; i++)
        CHECK(w.jobs[i].ready >= w.jobs[i].submit &&
              w.jobs[i].ready - w.jobs[i].submit <= JOB_TIME_MAX);
    workload_free(&w);
}

TEST_MAIN(TEST(events_in_order), TEST(lublin_pinned), TEST(number_texts),
          TEST(one_line_errors), TEST(array_too_large), TEST(percentiles),
          TEST(names_odd), TEST(time_left), TEST(runs_named), TEST(workload_choices),
          TEST(workload_left_out), TEST(usage_of_logs), TEST(workload_finished),
          TEST(reservations_pinned))
