/* test_shape.c - changes of workloads and logs (workload/shape.h, workload.h,
 * logtool/tool_shape.c), each against a separate calculation.
 */
#define _POSIX_C_SOURCE 200809L

#include "swf.h"

#include "fails.h"

#include "base/job.h"
#include "base/wide.h"
#include "logtool/tool.h"
#include "workload/date.h"
#include "workload/log.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <math.h>
#include <time.h>

/* ---- 128 bits ---------------------------------------------------------------------- */

#ifdef __SIZEOF_INT128__
/* Of any length in bits. */
static uint64_t some(void)
{
    const uint64_t x = test_random();
    return test_below(8) ? x >> test_below(64) : test_below(2) ? x | ~(x >> 40) : 0;
}

static struct wide some_wide(void)
{
    struct wide x = {some(), 0};
    x.low = some();
    return x;
}

__extension__ typedef unsigned __int128 whole;

static whole whole_of(struct wide x) { return (whole)x.high << 64 | x.low; }

/* Against the compiler's. A quotient too large for 64 bits is the most. */
static void wide_arithmetic(void)
{
    const struct wide near_most = {1, UINT64_MAX}, two = {0, 2};
    const whole most = ~(whole)0;
    for (long i = 0; i < test_scaled(100000); i++) {
        const struct wide x = i ? some_wide() : near_most, y = i ? some_wide() : two;
        const uint64_t a = some(), b = some(), c = some();
        const whole X = whole_of(x), Y = whole_of(y);
        whole quotient;
        CHECK(whole_of(wide_product(a, b)) == (whole)a * b);
        CHECK(whole_of(wide_times(x, a)) == (a && X > most / a ? most : X * a));
        CHECK(whole_of(wide_plus(x, y)) == (X > most - Y ? most : X + Y));
        CHECK(wide_less(x, y) == (X < Y) && !wide_less(x, x));
        if (c)
            CHECK_EQ(wide_ratio(a, b, c), wide_quotient(wide_product(a, b), wide_of(c)));
        if (Y == 0) continue;
        quotient = X / Y + (X % Y >= Y - X % Y);
        CHECK_EQ(wide_quotient(x, y), quotient > UINT64_MAX ? UINT64_MAX : quotient);
    }
}
#else
static void wide_arithmetic(void) { SKIP("this compiler has no numbers of 128 bits"); }
#endif

/* ---- workloads --------------------------------------------------------------------- */

static void make_workload(struct workload *w, size_t jobs, int64_t first,
                          int64_t most_apart)
{
    int64_t submit = first;
    w->servers = 100;
    strcpy(w->source, "test");
    while (w->count < jobs) {
        struct job *job = workload_add(w);
        job->number = (int64_t)w->count;
        job->submit = submit;
        job->ready = submit + test_between(0, 100);
        job->length = job->run = test_between(1, 100000);
        job->wait = -1;
        job->servers = (uint32_t)test_between(1, 100);
        submit += test_between(0, most_apart);
    }
}

/* x * factor, to the nearest and at least 1: all are small here. */
static int64_t scaled(int64_t x, int64_t factor)
{
    const int64_t y = (x * factor + OPTION_ONE / 2) / OPTION_ONE;
    return y < 1 ? 1 : y;
}

static struct shape some_shape(void)
{
    struct shape s = SHAPE_NONE;
    if (test_below(2)) s.cut[0] = test_between(0, 1000);
    if (test_below(2)) s.cut[1] = s.cut[0] + test_between(0, 1500);
    if (test_below(2)) s.jobs = test_between(1, 40);
    if (test_below(2)) s.skip = test_between(0, 30);
    if (test_below(2)) s.scale_size = test_between(1, INT64_C(3) * OPTION_ONE);
    if (test_below(2)) s.max_cpus = test_between(1, 100);
    if (test_below(2)) s.scale_run = test_between(1, INT64_C(3) * OPTION_ONE);
    if (test_below(2)) s.load = test_between(OPTION_ONE / 100, INT64_C(4) * OPTION_ONE);
    return s;
}

/* The jobs that the shape keeps; returns how many. */
static size_t choose(const struct workload *all, const struct shape *s, struct job *to)
{
    size_t n = 0;
    for (size_t i = (size_t)s->skip; i < all->count; i++) {
        const int64_t after = all->jobs[i].submit - all->jobs[s->skip].submit;
        if (after < s->cut[0] || after >= s->cut[1]) continue;
        if (s->jobs == 0 || (int64_t)n < s->jobs) to[n++] = all->jobs[i];
    }
    return n;
}

/* The load is sum(run * size) / (servers * span), and each submission at its place in
 * between; the span is off by half a second at most. */
static void check_load(const struct workload *w, const struct job *was, double want)
{
    const double from = (double)(was[w->count - 1].submit - was[0].submit);
    const double to = (double)(w->jobs[w->count - 1].submit - w->jobs[0].submit);
    double work = 0;
    for (size_t i = 0; i < w->count; i++) {
        const double place = (double)(was[i].submit - was[0].submit) * to / from;
        CHECK(fabs((double)(w->jobs[i].submit - was[0].submit) - place) <= 0.500001);
        work += (double)w->jobs[i].run * w->jobs[i].servers;
    }
    const double got = work / w->servers / to;
    CHECK(got >= want * (1 - 0.6 / to) && got <= want * (1 + 0.6 / to));
}

/* The error is in fails.text. */
static void change(struct workload *w, const struct shape *s)
{
    FAILS(workload_shape(w, s));
}

/* Each job that is kept, by itself; the machine stays, but a guess is scaled. */
static void shapes(void)
{
    long loads = 0;
    for (long round = 0; round < test_scaled(1000); round++) {
        const struct shape s = some_shape();
        struct workload w = {.machine.guess = test_below(2) ? "of it" : NULL};
        struct job kept[60];
        make_workload(&w, (size_t)test_between(1, 60), test_between(0, 1000), 50);
        for (size_t i = 0; i < w.count; i++)
            w.jobs[i].estimate = w.jobs[i].run + test_between(0, 1000);
        const int64_t all = (int64_t)w.count;
        const size_t count = choose(&w, &s, kept);
        change(&w, &s);
        const int failed = *fails.text != 0;
        if (count == 0)
            CHECK_STR(fails.text, s.skip < all ? "test: --cut leaves no job"
                                               : "test: --skip leaves no job");
        else if (failed)
            CHECK(s.load && strstr(fails.text, kept[count - 1].submit == kept[0].submit
                                                   ? "the same submit time"
                                                   : "within a second"));
        if (!failed) CHECK_EQ(w.count, count);
        for (size_t i = 0; i < count && !failed; i++) {
            const struct job *now = &w.jobs[i], *was = &kept[i];
            int64_t size = scaled(was->servers, s.scale_size);
            if (s.max_cpus && size > s.max_cpus) size = s.max_cpus;
            CHECK_EQ(now->number, was->number);
            CHECK_EQ(now->servers, size);
            CHECK_EQ(now->run, scaled(was->run, s.scale_run));
            CHECK_EQ(now->length, now->run);
            CHECK_EQ(now->estimate, scaled(was->estimate, s.scale_run));
            CHECK_EQ(now->ready - now->submit, was->ready - was->submit);
            CHECK(s.load || now->submit == was->submit);
        }
        if (!failed)
            CHECK_EQ(w.servers, w.machine.guess ? scaled(100, s.scale_size) : 100);
        if (!failed && s.load) check_load(&w, kept, (double)s.load / OPTION_ONE);
        loads += !failed && s.load;
        workload_free(&w);
    }
    CHECK(test_scaled(100) < 10 || loads > 0);
}

static void run_times_that_cannot_be(void)
{
    struct workload w = {.count = 0};
    struct shape s = SHAPE_NONE;
    make_workload(&w, 20, 100, 50);
    w.jobs[3].length = w.jobs[3].run = JOB_TIME_MAX / 2 + 1;
    w.jobs[3].estimate = JOB_TIME_MAX;
    s.scale_run = 2 * OPTION_ONE;
    change(&w, &s);
    CHECK_EQ(shape_scale(0, s.scale_run), 0);
    CHECK_STR(fails.text, "--scale-run: run times would be beyond 10^12 seconds");
    workload_free(&w);
}

/* Jobs that cannot be simulated count only where those are that the cut keeps. By hand:
 * submissions every 10 s, every third without a run time, 2 and 22 and so on. */
static void left_out_of_the_cut(void)
{
    static const struct {
        int begins; /* the first line's number */
        int64_t skip, from, to, jobs;
        uint64_t left_out; /* of 2, 5, 8, ... 29, at 10 times that */
    } cases[] = {{0, 0, 0, SHAPE_OPEN, 0, 10}, {0, 0, 0, 100, 0, 3},
                 {0, 0, 100, 200, 0, 3},       {0, 0, 30, SHAPE_OPEN, 0, 9},
                 {0, 0, 0, SHAPE_OPEN, 5, 2},  {0, 4, 0, SHAPE_OPEN, 0, 8},
                 {0, 4, 0, 30, 0, 1},          {0, 4, 0, SHAPE_OPEN, 3, 1},
                 {2, 0, 30, SHAPE_OPEN, 0, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct workload w = {.count = 0};
        const struct workload_reading how = {.overrun = WORKLOAD_OVERRUN_LEAVE};
        struct shape s = SHAPE_NONE;
        swf_job job;
        swf_job_clear(&job);
        job.procs = 7;
        for (int k = cases[i].begins; k < 30; k++) {
            job.submit = 10 * k;
            job.run = k % 3 == 2 ? -1 : 5;
            (void)workload_take(&w, &job, &how);
        }
        workload_finish(&w, 0);
        s.skip = cases[i].skip;
        s.cut[0] = cases[i].from;
        s.cut[1] = cases[i].to;
        s.jobs = cases[i].jobs;
        s.max_cpus = 4;
        workload_shape(&w, &s);
        CHECK_EQ(w.left_out[WORKLOAD_LEFT_NO_RUN_TIME], cases[i].left_out);
        CHECK_EQ(w.left_count, cases[i].left_out);
        CHECK_EQ(w.sizes_cut, w.count);
        workload_free(&w);
    }
}

static void loads_that_cannot_be(void)
{
    const struct wide none = {0, 0}, one = {0, 1}, most = {UINT64_MAX, UINT64_MAX};
    const struct {
        struct wide work;
        int64_t servers, span, load;
        const char *message;
    } cases[] = {
        {one, 1, 0, OPTION_ONE, "f: --load: all jobs have the same submit time"},
        {one, 0, 5, OPTION_ONE, "f: --load: the machine's size is not known"},
        {none, 1, 5, OPTION_ONE, "f: --load: no job has a run time and a size"},
        {one, 3, 5, OPTION_ONE, "f: --load: all jobs would be submitted within a second"},
        {one, 2, 5, OPTION_ONE, ""},
        {{0, UINT64_MAX},
         1,
         5,
         OPTION_ONE,
         "f: --load: submissions would be beyond 10^12 seconds"},
        {most, INT64_MAX, 5, SHAPE_FACTOR_MAX,
         "f: --load: submissions would be beyond 10^12 seconds"},
        {wide_of(JOB_TIME_MAX), 1, 5, SHAPE_FACTOR_MAX, ""}};
    static struct shape s = SHAPE_NONE; /* static, as it outlives a failure */
    static size_t i;
    static int64_t span;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        s.load = cases[i].load;
        FAILS(span = shape_span(&s, cases[i].work, cases[i].servers, cases[i].span, "f"));
        CHECK_STR(fails.text, cases[i].message);
    }
    CHECK_EQ(span, 1000000);
}

/* ---- dates, against the C library's ------------------------------------------------ */

static void dates(void)
{
    char text[DATE_TEXT];
    for (int64_t days = 0; days < 159000; days++) { /* to the year 2405 */
        const int64_t seconds = days * 86400 + days % 86400;
        const time_t when = (time_t)seconds;
        const struct date d = date_of(seconds);
        const struct tm *is = gmtime(&when);
        if ((int64_t)when != seconds) break; /* of 32 bits */
        CHECK(d.year == is->tm_year + 1900 && d.month == is->tm_mon + 1);
        CHECK(d.day == is->tm_mday && d.weekday == is->tm_wday);
        CHECK_EQ(date_seconds(&d), seconds);
    }
    date_text(843480031, text);
    CHECK_STR(text, "Mon Sep 23 12:00:31 UTC 1996");
    date_text(-1, text);
    CHECK_STR(text, "Wed Dec 31 23:59:59 UTC 1969");
    date_text(0, text);
    CHECK_STR(text, "Thu Jan  1 00:00:00 UTC 1970");
}

static void dates_read(void)
{
    char bad[] = "Mon|Mon Sep 23|Mon Sep 23 14:00:31|Mon Spt 23 14:00:31 CEST 1996"
                 "|Mon epO 23 14:00:31 CEST 1996|Mon Sep 32 14:00:31 CEST 1996"
                 "|Mon Sep 23 24:00:31 CEST 1996|Mon Sep 23 14:60:31 CEST 1996"
                 "|Mon Sep 23 14:00 CEST 1996|Mon Sep 23 14:00:31 CEST 19965"
                 "|Mon Sep 23 14:00:31 CEST -196|Mon Sep x 14:00:31 CEST 1996"
                 "|Mon Sep 23 14:00:31x CEST 1996";
    int64_t seconds = 0;
    for (char *text = strtok(bad, "|"); text; text = strtok(NULL, "|"))
        CHECK(!date_read(swf_text(text), &seconds));
    CHECK(!date_read(swf_text(""), &seconds));
    CHECK(date_read(swf_text("Mon Sep 23 14:00:31 CEST 1996"), &seconds));
    CHECK_EQ(seconds, 843480031 + 7200);
    CHECK(date_read(swf_text("  Thu Jan  1 00:00:00 UTC 1970 "), &seconds));
    CHECK_EQ(seconds, 0);
    CHECK(date_read(swf_text("Thu Jan 1 00:00:05 1970"), &seconds));
    CHECK_EQ(seconds, 5);
}

/* ---- logs -------------------------------------------------------------------------- */

static void add_job(struct log *log, int64_t n, int64_t submit, int64_t status)
{
    swf_job job;
    swf_job_clear(&job);
    swf_set(&job, SWF_FIELD_NUMBER, n);
    swf_set(&job, SWF_FIELD_SUBMIT, submit);
    swf_set(&job, SWF_FIELD_STATUS, status);
    swf_set(&job, SWF_FIELD_RUN, 10);
    swf_set(&job, SWF_FIELD_REQ_PROCS, 2);
    log_add_job(log, &job);
}

/* Parts without a submit time go where their job goes. */
static void parts_of_jobs(void)
{
    struct log log = {.path = "test", .name = "test"};
    struct tool s = {.shape = SHAPE_NONE};
    static const int64_t want[][2] = {{2, 50}, {1, 100}, {1, -1}, {1, -1}};
    add_job(&log, 1, 100, 1);
    add_job(&log, 1, -1, 2);
    add_job(&log, 1, -1, 3);
    add_job(&log, 2, 50, 1);
    add_job(&log, 3, 200, 1);
    add_job(&log, 3, -1, 4);
    add_job(&log, 9, -1, 4); /* of no job: it has no place */
    s.shape.jobs = 2;
    tool_shape(&log, &s, "test");
    CHECK_EQ(log.count, 4);
    for (size_t i = 0; i < 4; i++) {
        CHECK_EQ(log.jobs[i].job.number, want[i][0]);
        CHECK_EQ(log.jobs[i].job.submit, want[i][1]);
    }
    s.renumber = 1;
    s.rebase = 1;
    tool_shape(&log, &s, "test");
    CHECK(log.jobs[0].job.number == 1 && log.jobs[1].job.number == 2);
    CHECK(log.jobs[2].job.number == 2 && log.jobs[3].job.number == 2);
    CHECK(log.jobs[0].job.submit == 0 && log.jobs[1].job.submit == 50);
    log_free(&log);
}

/* A load on a log and on the workload read from it are one. */
static void log_as_workload(void)
{
    for (long round = 0; round < test_scaled(50); round++) {
        struct log log = {.path = "test", .name = "test"};
        struct workload w = {.count = 0};
        struct tool s = {.shape = SHAPE_NONE, .servers = 100};
        make_workload(&w, (size_t)test_between(2, 80), test_between(0, 5000), 100);
        w.jobs[w.count - 1].submit++;
        for (size_t i = 0; i < w.count; i++) {
            add_job(&log, w.jobs[i].number, w.jobs[i].submit, 1);
            swf_set(&log.jobs[i].job, SWF_FIELD_RUN, w.jobs[i].run);
            swf_set(&log.jobs[i].job, SWF_FIELD_REQ_PROCS, w.jobs[i].servers);
        }
        s.shape.load = test_between(OPTION_ONE / 10, INT64_C(3) * OPTION_ONE);
        s.shape.scale_size = test_between(OPTION_ONE / 10, INT64_C(3) * OPTION_ONE);
        s.shape.jobs = test_between(2, 80);
        if (test_below(2)) s.shape.max_cpus = test_between(1, 100);
        if (test_below(2)) s.shape.scale_run = test_between(1, INT64_C(3) * OPTION_ONE);
        if ((size_t)s.shape.jobs < w.count) w.jobs[s.shape.jobs - 1].submit++;
        for (size_t i = 0; i < w.count; i++) {
            swf_set(&log.jobs[i].job, SWF_FIELD_SUBMIT, w.jobs[i].submit);
            log.jobs[i].at = w.jobs[i].submit;
        }
        workload_finish(&w, 100);
        tool_shape(&log, &s, "test");
        workload_shape(&w, &s.shape);
        CHECK_EQ(log.count, w.count);
        for (size_t i = 0; i < w.count; i++) {
            CHECK_EQ(log.jobs[i].job.submit, w.jobs[i].submit);
            CHECK_EQ(log.jobs[i].job.number, w.jobs[i].number);
            CHECK_EQ(log.jobs[i].job.req_procs, w.jobs[i].servers);
            CHECK_EQ(log.jobs[i].job.run, w.jobs[i].run);
        }
        log_free(&log);
        workload_free(&w);
    }
}

TEST_MAIN(TEST(left_out_of_the_cut), TEST(wide_arithmetic), TEST(shapes),
          TEST(run_times_that_cannot_be), TEST(loads_that_cannot_be), TEST(dates),
          TEST(dates_read), TEST(parts_of_jobs), TEST(log_as_workload))
