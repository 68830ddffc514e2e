/* prop_row_file.c - files of rows: a run in parts, or one that is killed and goes on,
 * gives the bytes of the whole; a file that is cut off, changed, of another run, or there
 * twice is refused in one line; one that another program wrote is taken.
 */
#define _XOPEN_SOURCE 700

#include "test.h"

#include "sim/kit_queue.h"

#include <ctype.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

static char whole[SAID], other[SAID + 64];

FAIL_PRINTF(1, 2) static int queued(const char *format, ...)
{
    char arguments[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(arguments, sizeof arguments, format, args);
    va_end(args);
    return run_queue(arguments);
}

static int is_there(const char *name) { return access(name, F_OK) == 0; }

/* Refused: status 1, nothing shown, and one line that has all these words. */
static int refused(int status, const char *a, const char *b)
{
    const char *end = strchr(err, '\n');
    return status == 1 && !*out && end && !end[1] && strncmp(err, "queue: ", 7) == 0 &&
           strstr(err, a) && strstr(err, b);
}

/* What JSON and pages say of how they were made is not of the results. */
static void forget_command(char *text)
{
    char *from = strstr(text, "\"command\""), *to;
    if (!from) from = strstr(text, "<p>Made by");
    to = !from ? NULL : *from == '<' ? strstr(from, "</p>") : strstr(from, "\"seed\"");
    if (to) memmove(from, to, strlen(to) + 1);
}

static int same_file(const char *x, const char *y)
{
    read_file(x, whole);
    read_file(y, other);
    forget_command(whole);
    forget_command(other);
    return *whole && strcmp(whole, other) == 0;
}

/* A run that leaves all its outputs, and what it printed. */
static void leaves(const char *name, const char *arguments)
{
    char to[40];
    CHECK_EQ(queued("%s --rows %s.rows --json %s.json --facts %s.facts", arguments, name,
                    name, name),
             0);
    snprintf(to, sizeof to, "%s.out", name);
    write_file(to, out, strlen(out));
}

/* So does this one, and they are run `a`'s. */
static void leaves_the_same(const char *arguments)
{
    leaves("b", arguments);
    CHECK(same_file("a.rows", "b.rows") && same_file("a.json", "b.json"));
    CHECK(same_file("a.facts", "b.facts") && same_file("a.out", "b.out"));
    CHECK(!is_there("b.rows.part"));
}

/* Points, variants, seeds or weeks: any experiment. */
static void draw(char to[300])
{
    static const char *const words[] = {
        "", "--policy fifo,limit:300", "--shape calm,bursty --policy limit:60,limit:600"};
    static const char *const numbers[] = {
        "", "--clerks 2,3", "--gap 30,60.5 --patience 3,none,half",
        "--clerks 1,2,3 --slow 1m,90s --each", "--slow 1h,2h"};
    const size_t n = (size_t)test_below(5);
    const int seeds = test_below(2) ? 1 : (int)test_between(2, 6), weeks = seeds == 1;
    snprintf(to, 300, "--seeds %d --seed %d --customers %d --no-timing %s %s %s", seeds,
             (int)test_below(100),
             weeks ? 200 + 2000 * (int)test_below(4) : (int)test_between(0, 60),
             weeks && !strstr(numbers[n], "gap") ? "--gap 1000" : "", numbers[n],
             words[test_below(3)]);
}

static void parts_are_the_whole(void)
{
    long n = test_scaled(40);
    for (; n > 0; n--) {
        char experiment[300], from[200] = "--from ";
        size_t parts, i, first;
        draw(experiment);
        leaves("a", experiment);
        parts = (size_t)test_between(1, 5);
        first = (size_t)test_below(parts);
        for (i = 0; i < parts; i++) {
            const size_t k = (i + first) % parts;
            CHECK_EQ(queued("%s --threads %d --rows p%zu --part %zu/%zu", experiment,
                            (int)test_between(1, 4), k, k + 1, parts),
                     0);
            snprintf(from + strlen(from), sizeof from - strlen(from), "%sp%zu",
                     i ? "," : "", k);
        }
        leaves_the_same(from);
        for (i = 0; i < parts; i++) /* into one file */
            CHECK_EQ(queued("%s --rows c.rows --resume --part %zu/%zu", experiment, i + 1,
                            parts),
                     0);
        CHECK(same_file("a.rows", "c.rows"));
        unlink("c.rows");
        if (test_below(2)) /* given what the files say */
            CHECK_EQ(queued("%s %s", experiment, from), 0);
    }
}

static void wait_a_moment(long microseconds)
{
    const struct timespec t = {0, microseconds * 1000};
    nanosleep(&t, NULL);
}

/* Killed as it may be, also while it goes on. */
static void killed_and_resumed_is_the_whole(void)
{
    static const int signals[] = {SIGKILL, SIGINT, SIGTERM};
    long n = test_scaled(30);
    for (; n > 0; n--) {
        const int page = (int)test_below(2);
        char experiment[200], resumed[300];
        int k;
        snprintf(experiment, sizeof experiment,
                 "--policy fifo,limit:90 --clerks 1:8:1 --seeds %d --customers %d"
                 " --no-timing --threads 2 %s",
                 (int)test_between(1, 3), (int)test_between(100, 800),
                 page ? "--report b.html" : "");
        snprintf(resumed, sizeof resumed, "%s --resume", experiment);
        leaves("a", experiment);
        CHECK(!page || rename("b.html", "a.html") == 0);
        unlink("b.rows");
        unlink("b.rows.part");
        for (k = 0; k < 4; k++) {
            char arguments[400];
            pid_t child;
            snprintf(arguments, sizeof arguments, "%s --rows b.rows", resumed);
            child = begin_queue(arguments);
            wait_a_moment((long)test_below(12000));
            kill(child, signals[test_below(3)]);
            end_queue(child);
            if (is_there("b.rows.part") && !test_below(4))
                CHECK(refused(queued("%s --rows b.rows", experiment), "interrupted",
                              "--resume"));
        }
        leaves_the_same(resumed);
        CHECK(!page || same_file("a.html", "b.html"));
        leaves_the_same(resumed); /* there was nothing to do */
    }
}

/* What another run left is not gone on with. */
static void other_runs_are_not_resumed(void)
{
    unlink("c.rows");
    unlink("c.rows.part");
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --rows c.rows"), 0);
    CHECK(refused(queued("--clerks 1,2 --customers 51 --rows c.rows --resume"),
                  "c.rows:1: 'customers=50'", "'customers=51'"));
    CHECK(refused(queued("--clerks 1,3 --customers 50 --rows c.rows --resume"),
                  "'clerks=1,2'", "'clerks=1,3'"));
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --rows c.rows --resume"), 0);
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --resume"), 2);
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --rows c.rows --part 1/-1"), 2);
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --rows c.rows --resume --items i"), 2);
    CHECK_EQ(queued("--policy never --customers 150 --rows d.rows"), 1);
    CHECK(!is_there("d.rows.part")); /* nothing was done */
    CHECK_EQ(queued("--policy fifo,never --clerks 1,2 --customers 50 --rows d.rows"), 0);
}

/* The disk is full at any byte: whole rows stay, and it goes on from there. */
static void full_disks_lose_nothing(void)
{
    long n = test_scaled(20);
    static const char experiment[] =
        "--clerks 1:6:1 --customers 60 --threads 1 --no-timing";
    leaves("a", experiment);
    read_file("a.rows", whole);
    for (; n > 0; n--) {
        struct rlimit full = {200 + (rlim_t)test_below(strlen(whole) - 200),
                              RLIM_INFINITY};
        const struct rlimit free_again = {RLIM_INFINITY, RLIM_INFINITY};
        unlink("b.rows");
        unlink("b.rows.part");
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &full);
        CHECK_EQ(queued("%s --rows b.rows", experiment), 1);
        full.rlim_cur += (rlim_t)test_below(2000);
        setrlimit(RLIMIT_FSIZE, &full);
        if (queued("%s --rows b.rows --resume", experiment) == 0) unlink("b.rows");
        setrlimit(RLIMIT_FSIZE, &free_again);
        CHECK(!*err || (strstr(err, "b.rows") && strstr(err, "cannot be written")));
        CHECK(!is_there("b.rows"));
        leaves_the_same("--resume --clerks 1:6:1 --customers 60 --threads 1 --no-timing");
    }
}

/* ---- refusals ---------------------------------------------------------------------- */

static void make_small(void)
{
    CHECK_EQ(queued("--policy fifo,limit:60 --clerks 1,2 --gap 1000 --customers 1500"
                    " --rows s.rows --no-timing"),
             0);
}

static void cut_anywhere_is_refused(void)
{
    const size_t step = 1 + (size_t)(40 / test_scaled(40));
    size_t n, i;
    make_small();
    read_file("s.rows", whole);
    n = strlen(whole);
    for (i = test_below(step); i<n; i += n> 4000 && i > 1500 && i + 200 < n ? 97 : step) {
        write_file("cut.rows", whole, i);
        CHECK(refused(queued("--from cut.rows"), "cut.rows", ""));
        CHECK(refused(queued("--from cut.rows --partial"), "cut.rows", ""));
    }
    write_file("cut.rows", whole, n);
    CHECK_EQ(queued("--from cut.rows"), 0);
}

/* Of `whole`, line number `line` with field number `field` (from 0) replaced. Fields have
 * no commas. */
static void replace(size_t line, size_t field, const char *by)
{
    char *at = whole;
    size_t n;
    for (; line > 0; line--) at = strchr(at, '\n') + 1;
    for (; field > 0; field--) at = strchr(at, ',') + 1;
    n = (size_t)(at - whole);
    memcpy(other, whole, n);
    snprintf(other + n, sizeof other - n, "%s%s", by, at + strcspn(at, ",\n"));
    write_file("m.rows", other, strlen(other));
}

static void wrong_fields_are_refused(void)
{
    /* clerks,variant,seed,block,measure,axis,place,class,sum,weight */
    static const struct {
        size_t field;
        const char *name, *texts[14];
    } wrong[] = {
        {0, "clerks", {"3", "1.0", "01", "", "zebra", " 1", "1 ", "-1"}},
        {1, "variant", {"", "fife", "fifo ", "never"}},
        {1, "field 2", {"\"fifo\"x", "fi\"fo", "\"fifo\" "}},
        {1, "a carriage return", {"fi\rfo", "\rfifo"}},
        {2,
         "seed",
         {"zebra", "2", "0", "", "1x", "1.0", "01", "-1", "18446744073709551617"}},
        {3, "block", {"zebra", "1000", "4000000000", "-1", "1.5", "0x1"}},
        {4, "measure", {"", "wait", "Customers"}},
        {5, "", {"kind", "nothing", "worth "}},
        {6, "axis", {"0", "zebra"}},
        {7, "axis", {"odd", "0"}},
        {8, "sum", {"three", "", "inf", "nan", "0x10", "1e999", "1 ", " 1", "--1"}},
        {9, "weight", {"-5", "0", "", "nan", "inf", "1e999", "-0", "1e-999", "1e-320"}},
    };
    size_t i, k;
    make_small();
    read_file("s.rows", whole);
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (k = 0; k < 14 && wrong[i].texts[k]; k++) {
            replace(2, wrong[i].field, wrong[i].texts[k]);
            CHECK(refused(queued("--from m.rows"), "m.rows:3: ", ""));
            CHECK(strstr(err, wrong[i].name));
        }
    replace(1, 2, "value");
    CHECK(refused(queued("--from m.rows"), "m.rows:2: ", "'value' is not seed"));
    replace(0, 1, "2");
    CHECK(refused(queued("--from m.rows"), "m.rows:1: ", "version '2'"));
    replace(0, 2, "mrfs_sim");
    CHECK(refused(queued("--from m.rows"), "m.rows:1: ", "'mrfs_sim'"));
    replace(0, 3, "9.9");
    CHECK(refused(queued("--from m.rows"), "m.rows:1: ", "'9.9'"));
    replace(0, 4, "speed=3");
    CHECK(refused(queued("--from m.rows"), "m.rows:1: ", "'speed=3'"));
    write_file("m.rows", "", 0);
    CHECK(refused(queued("--from m.rows"), "m.rows:1: ", "no rows"));
    CHECK(refused(queued("--from none.rows"), "none.rows", ""));
    read_file("s.rows", whole);
    whole[strcspn(whole, "0")] = 0;
    write_file("m.rows", whole, strlen(whole) + 1);
    CHECK(refused(queued("--from m.rows"), "m.rows:1: ", "a zero byte"));
}

/* A row that is not there, or twice, and text behind the end. */
static void wrong_lines_are_refused(void)
{
    const char *row, *next, *end;
    make_small();
    row = strstr(read_file("s.rows", whole), "weight\n") + 7;
    next = strchr(row, '\n') + 1;
    end = strstr(row, "\nend,") + 1;
    snprintf(other, sizeof other, "%.*s%s", (int)(row - whole), whole, next);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued("--from m.rows"), "m.rows:", "end: "));
    snprintf(other, sizeof other, "%.*s%.*send,%ld\n", (int)(next - whole), whole,
             (int)(end - row), row, strtol(end + 4, NULL, 10) + 1);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued("--from m.rows"), "m.rows:", "the same row as m.rows:"));
    snprintf(other, sizeof other, "%sx\n", whole);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued("--from m.rows"), "m.rows:", "1 fields instead of 10"));
}

/* Whatever the bytes: it ends, and either takes the file or says why not. */
static void any_bytes_end_well(void)
{
    static const char bits[] =
        ",\"\n\r\n\"\"1-e=\xff\"end,1\nabout,\"x\ny\"\n99999999999rows,1,"
        "queue,,,,,,,,,,,,,";
    long n = test_scaled(400);
    make_small();
    read_file("s.rows", whole);
    for (; n > 0; n--) {
        size_t length = strlen(whole), times = (size_t)test_between(1, 4);
        int status;
        memcpy(other, whole, length + 1);
        while (times-- > 0) {
            const size_t size = (size_t)test_below(14), gone = (size_t)test_below(4);
            const size_t at = (size_t)test_below(test_below(2) ? length : 600);
            if (at + gone > length) continue;
            memmove(other + at + size, other + at + gone, length + 1 - at - gone);
            memcpy(other + at, bits + test_below(sizeof bits - size), size);
            length += size - gone;
            if (!test_below(8)) other[at] = (char)test_below(256);
        }
        write_file("m.rows", other, length);
        status = queued("--from m.rows --json m.json");
        CHECK(status == 0 || refused(status, "", ""));
        status = queued("--policy fifo,limit:60 --clerks 1,2 --gap 1000 --customers 1500"
                        " --rows m.rows --no-timing --resume");
        CHECK(status == 0 || refused(status, "m.rows", ""));
        unlink("m.rows.part");
    }
}

static void other_settings_are_not_mixed(void)
{
    static const char *const others[][2] = {{"--customers 90", "customers=90"},
                                            {"--seed 7", "seed=7"},
                                            {"--gap 61", "gap=61"},
                                            {"--policy limit:9", "limit:9"},
                                            {"--patience none", "patience=none"},
                                            {"--seeds 3", "seeds=3"},
                                            {"--clerks 1,3", "clerks=1,3"},
                                            {"--shape bursty", "shape=bursty"}};
    size_t i;
    CHECK_EQ(queued("--clerks 1,2 --rows a.rows --part 1/2 --no-timing"), 0);
    CHECK_EQ(queued("--from a.rows --rows b.rows --part 1/2"), 2);
    for (i = 0; i < sizeof others / sizeof *others; i++) {
        const int own = strncmp(others[i][0], "--clerks", 8) == 0;
        CHECK_EQ(queued("%s %s --rows b.rows --part 2/2 --no-timing", others[i][0],
                        own ? "" : "--clerks 1,2"),
                 0);
        CHECK(refused(queued("--from a.rows,b.rows"), "b.rows:1: ", others[i][1]));
        CHECK(refused(queued("--from a.rows,b.rows --partial"), "b.rows:1: ", ""));
        CHECK(refused(queued("--from a.rows --partial %s", others[i][0]),
                      "a.rows:1: ", "the command line"));
    }
    CHECK(refused(queued("--from a.rows"), "no rows of fifo", "clerks 2"));
    CHECK_EQ(queued("--from a.rows --partial"), 0);
    CHECK(refused(queued("--from a.rows,a.rows"), "the same row as", "a.rows"));
}

static void inputs_are_known_by_what_they_hold(void)
{
    write_file("x.log", "one\n", 4);
    write_file("y.log", "one\n", 4);
    CHECK_EQ(queued("x.log --clerks 1,2 --rows a.rows --part 1/2"), 0);
    CHECK_EQ(queued("y.log --clerks 1,2 --rows b.rows --part 2/2"), 0);
    CHECK_EQ(queued("--from a.rows,b.rows"), 0);
    CHECK_EQ(queued("y.log --from a.rows,b.rows"), 0);
    write_file("y.log", "two\n", 4);
    CHECK(refused(queued("y.log --from a.rows,b.rows"), "a.rows:1: ", "something else"));
    CHECK_EQ(queued("y.log --clerks 1,2 --rows b.rows --part 2/2"), 0);
    CHECK(refused(queued("--from a.rows,b.rows"), "b.rows:1: ", "FILE="));
    unlink("x.log");
    CHECK_EQ(queued("--from a.rows --partial"), 0);
    CHECK(refused(queued("--from a.rows --rows a.rows"), "a.rows is also an input", ""));
}

/* Policies and numbers of another program: the twenty lines of row_file.h. */
static void other_programs_write_rows(void)
{
    static char text[SAID];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "rows,1,queue,0.5.0,\"clerks=1,2\",seeds=5,"
                                "\"variant=ours, new\",variant=fifo\r\n"
                                "clerks,variant,seed,block,measure,axis,place,class,sum,"
                                "weight\r\n"),
           rows = 0;
    int clerks, seed;
    for (clerks = 1; clerks < 3; clerks++)
        for (seed = 1; seed < 6; seed++) {
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  "%d,\"ours, new\",%d,,wait_mean,,,,%d,10\r\n"
                                  "%d,fifo,%d,,wait_mean,,,,%d,10\r\n",
                                  clerks, seed, 10 * (clerks + seed), clerks, seed,
                                  20 * seed);
            rows += 2;
        }
    snprintf(text + n, sizeof text - n, "end,%zu\r\n", rows);
    write_file("own.rows", text, strlen(text));
    CHECK_EQ(queued("--from own.rows --json own.json --report own.html"), 0);
    CHECK(strstr(out, "ours, new") && strstr(out, "5 seeds"));
    read_file("own.json", other);
    /* clerks 1: seeds 2 3 4 5 6; t(4) = 2.776, s = sqrt(2.5) */
    CHECK(strstr(other, "\"mean\": 4,") && strstr(other, "\"low\": 2.03707"));
    CHECK_EQ(queued("--from own.rows --against fifo"), 0);
    CHECK(refused(queued("--from own.rows --clerks 1,3"), "own.rows:1: ", "clerks=1,3"));
}

TEST_MAIN(TEST(parts_are_the_whole), TEST(killed_and_resumed_is_the_whole),
          TEST(other_runs_are_not_resumed), TEST(full_disks_lose_nothing),
          TEST(cut_anywhere_is_refused), TEST(wrong_fields_are_refused),
          TEST(wrong_lines_are_refused), TEST(any_bytes_end_well),
          TEST(other_settings_are_not_mixed), TEST(inputs_are_known_by_what_they_hold),
          TEST(other_programs_write_rows))
