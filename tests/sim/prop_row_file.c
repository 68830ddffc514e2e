/* prop_row_file.c - files of rows: a run in parts, or one that is killed and goes on,
 * gives the bytes of the whole; what a file that is cut off lacks is run again; one that
 * is changed or of another run is refused in one line; another program's is taken.
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
    char *from = strstr(text, "how to make this page again");
    char *to = from ? strstr(from, "</pre>") : NULL;
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

/* A run that leaves all its outputs, and what it printed. `more`: more files of rows. */
static void leaves(const char *name, const char *arguments, const char *more)
{
    char to[40];
    CHECK_EQ(queued("%s --rows %s.rows%s --report %s.html --facts %s.facts", arguments,
                    name, more, name, name),
             0);
    snprintf(to, sizeof to, "%s.out", name);
    write_file(to, out, strlen(out));
}

static void leaves_first(const char *arguments)
{
    unlink("a.rows");
    unlink("b.rows");
    leaves("a", arguments, "");
}

/* So does this one, and they are run `a`'s. */
static void leaves_the_same(const char *arguments, const char *more)
{
    leaves("b", arguments, more);
    CHECK(same_file("a.rows", "b.rows") && same_file("a.html", "b.html"));
    CHECK(same_file("a.facts", "b.facts") && same_file("a.out", "b.out"));
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
        char experiment[300], parts[200] = "";
        size_t count = (size_t)test_between(1, 5), first = (size_t)test_below(count);
        draw(experiment);
        leaves_first(experiment);
        unlink("c.rows");
        for (size_t i = 0; i < count; i++) {
            const size_t k = (i + first) % count;
            snprintf(parts + strlen(parts), sizeof parts - strlen(parts), ",p%zu", k);
            unlink(strrchr(parts, ',') + 1);
            CHECK_EQ(queued("%s --threads %d --rows p%zu --part %zu/%zu", experiment,
                            (int)test_between(1, 4), k, k + 1, count),
                     0);
            CHECK_EQ(queued("%s --rows c.rows --part %zu/%zu", experiment, i + 1, count),
                     0);
        }
        CHECK(same_file("a.rows", "c.rows")); /* into one file */
        leaves_the_same(test_below(2) ? "--threads 3" : experiment, parts);
        leaves_the_same("--threads 1", parts); /* each run is in two files */
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
        char experiment[200], arguments[300];
        snprintf(experiment, sizeof experiment,
                 "--policy fifo,limit:90 --clerks 1:8:1 --seeds %d --customers %d"
                 " --no-timing --threads 2",
                 (int)test_between(1, 3), (int)test_between(100, 800));
        leaves_first(experiment);
        snprintf(arguments, sizeof arguments, "%s --rows b.rows", experiment);
        for (int k = 0; k < 4; k++) {
            const pid_t child = begin_queue(arguments);
            wait_a_moment((long)test_below(12000));
            kill(child, signals[test_below(3)]);
            end_queue(child);
        }
        leaves_the_same(experiment, "");
        leaves_the_same("--threads 1", ""); /* nothing was to be done */
    }
}

/* What another run left is not gone on with. */
static void other_runs_are_not_resumed(void)
{
    unlink("c.rows");
    unlink("d.rows");
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --rows c.rows"), 0);
    CHECK(refused(queued("--clerks 1,2 --customers 51 --rows c.rows"),
                  "c.rows:1: 'customers=50' does not belong", ""));
    CHECK(refused(queued("--clerks 1,3 --customers 50 --rows c.rows"),
                  "c.rows:1: 'clerks=1,2'", ""));
    CHECK(refused(queued("--customers 50 --rows c.rows"), "c.rows:1: 'clerks=1,2'", ""));
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --rows c.rows"), 0);
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --rows c.rows --part 1/-1"), 2);
    CHECK_EQ(queued("--clerks 1,2 --customers 50 --rows c.rows --items i"), 2);
    CHECK_EQ(queued("--policy never --customers 150 --rows d.rows"), 1);
    CHECK_EQ(queued("--policy fifo,never --clerks 1,2 --customers 50 --rows d.rows"), 0);
}

/* The rows at the last `end` of a file. */
static size_t ended(const char *text)
{
    size_t n = 0;
    for (; (text = strstr(text, "\nend,")) != NULL && strchr(text + 1, '\n'); text++)
        n = (size_t)strtoul(text + 5, NULL, 10);
    return n;
}

/* The disk is full at any byte: whole rows stay, and it goes on from there. */
static void full_disks_lose_nothing(void)
{
    static const char experiment[] =
        "--clerks 1:6:1 --customers 60 --threads 1 --no-timing";
    long n = test_scaled(20);
    for (; n > 0; n--) {
        const struct rlimit free_again = {RLIM_INFINITY, RLIM_INFINITY};
        struct rlimit full = free_again;
        leaves_first(experiment);
        full.rlim_cur =
            200 + (rlim_t)test_below(strlen(read_file("a.rows", whole)) - 200);
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &full);
        CHECK_EQ(queued("%s --rows b.rows", experiment), 1);
        const size_t had = ended(read_file("b.rows", other));
        full.rlim_cur += (rlim_t)test_below(2000);
        setrlimit(RLIMIT_FSIZE, &full);
        (void)queued("%s --rows b.rows", experiment);
        setrlimit(RLIMIT_FSIZE, &free_again);
        CHECK(!*err || (strstr(err, "b.rows") && strstr(err, "cannot be written")));
        CHECK(ended(read_file("b.rows", other)) >= had);
        leaves_the_same(experiment, "");
    }
}

/* ---- refusals ---------------------------------------------------------------------- */

#define SMALL \
    "--policy fifo,limit:60 --clerks 1,2 --gap 1000 --customers 1500 --no-timing"

static void make_small(void)
{
    unlink("s.rows");
    CHECK_EQ(queued(SMALL " --rows s.rows"), 0);
    read_file("s.rows", whole);
}

/* Runs that are cut off are made again. */
static void cut_anywhere_is_mended(void)
{
    const size_t step = 1 + (size_t)(40 / test_scaled(40));
    make_small();
    const size_t n = strlen(whole);
    for (size_t i = 7 + test_below(step);
         i<n; i += n> 4000 && i > 1500 && i + 200 < n ? 97 + 10 * step : step) {
        write_file("b.rows", whole, i);
        CHECK_EQ(queued(SMALL " --rows b.rows"), 0);
        CHECK(strcmp(whole, read_file("b.rows", other)) == 0);
    }
}

/* Of `whole`, line number `line` with field number `field` (from 0) replaced. Fields have
 * no commas. */
static void replace(size_t line, size_t field, const char *by)
{
    char *at = whole;
    for (; line > 0; line--) at = strchr(at, '\n') + 1;
    for (; field > 0; field--) at = strchr(at, ',') + 1;
    const size_t n = (size_t)(at - whole);
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
        {1,
         "field 2 breaks the rules",
         {"\"fifo\"x", "fi\"fo", "\"fifo\" ", "fi\rfo", "\rfifo"}},
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
    size_t step = test_scaled(100) < 10 ? 3 : 1;
    make_small();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (size_t k = 0; k < 14 && wrong[i].texts[k]; k += step) {
            replace(2, wrong[i].field, wrong[i].texts[k]);
            CHECK(refused(queued("--rows m.rows"), "m.rows:3: ", ""));
            CHECK(strstr(err, wrong[i].name));
        }
    const char *class = strstr(whole, ",kind,0,plain,") + 12;
    snprintf(other, sizeof other, "%.*sd%s", (int)(class - whole), whole, class + 1);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued("--rows m.rows"), "class: 'plaid' is not 'plain'", ""));
    replace(1, 2, "value");
    CHECK(refused(queued("--rows m.rows"), "m.rows:2: ", "'value' is not seed"));
    replace(0, 1, "2");
    CHECK(refused(queued("--rows m.rows"), "m.rows:1: ", "version '2'"));
    replace(0, 2, "mrfs_sim");
    CHECK(refused(queued("--rows m.rows"), "m.rows:1: ", "'mrfs_sim'"));
    replace(0, 3, "9.9");
    CHECK(refused(queued("--rows m.rows"), "m.rows:1: ", "'9.9'"));
    replace(0, 4, "speed=3");
    CHECK(refused(queued("--rows m.rows"), "m.rows:1: ", "'speed=3'"));
    CHECK(refused(queued("--rows a.rows,none.rows"), "none.rows", ""));
    CHECK(refused(queued("--rows a.rows,/dev/zero"), "/dev/zero", ""));
    read_file("s.rows", whole);
    whole[strcspn(whole, "0")] = 0;
    write_file("m.rows", whole, strlen(whole) + 1);
    CHECK(refused(queued("--rows m.rows"), "m.rows: ", "a zero byte"));
}

/* A row that is not there, or twice, and text behind the end. */
static void wrong_lines_are_refused(void)
{
    make_small();
    const char *row = strstr(whole, "weight\n") + 7;
    const char *next = strchr(row, '\n') + 1;
    const char *end = strstr(row, "\nend,") + 1;
    snprintf(other, sizeof other, "%.*s%s", (int)(row - whole), whole, next);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued("--rows m.rows"), "m.rows:", "end: "));
    snprintf(other, sizeof other, "%.*s%.*send,%ld\n", (int)(next - whole), whole,
             (int)(end - row), row, strtol(end + 4, NULL, 10) + 1);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued("--rows m.rows"), "m.rows:", "the same row as m.rows:"));
    snprintf(other, sizeof other, "%sx\n", whole);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued("--rows m.rows"), "m.rows:", "1 fields instead of 10"));
    snprintf(other, sizeof other, "%sabout,,-7\n", whole);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued("--rows m.rows"), "m.rows:", "servers: '-7' is not"));
    /* what swallows rows is not taken for a file that is cut off */
    snprintf(other, sizeof other, "%s\"x\nend,1\n", whole);
    write_file("m.rows", other, strlen(other));
    CHECK(refused(queued(SMALL " --rows m.rows"), "m.rows:", "field 1 does not end"));
    write_file("m.rows", "rows,1,\"\nA diary\n", 17);
    CHECK(refused(queued(SMALL " --rows m.rows"), "m.rows:1: field 3 does not end", ""));
    CHECK(strcmp(read_file("m.rows", other), "rows,1,\"\nA diary\n") == 0);
}

/* Whatever the bytes: it ends, and either takes the file or says why not. */
static void any_bytes_end_well(void)
{
    static const char bits[] =
        ",\"\n\r\n\"\"1-e=\xff\"end,1\nabout,\"x\ny\"\n99999999999rows,1,"
        "queue,,,,,,,,,,,,,";
    long n = test_scaled(400);
    make_small();
    for (; n > 0; n--) {
        size_t length = strlen(whole), times = (size_t)test_between(1, 4);
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
        int status = queued("--rows m.rows --facts m.facts");
        CHECK(status == 0 || refused(status, "", ""));
        write_file("m.rows", other, length);
        status = queued(SMALL " --rows m.rows");
        CHECK(status == 0 || refused(status, "m.rows", ""));
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
    unlink("a.rows");
    CHECK_EQ(queued("--clerks 1,2 --rows a.rows --part 1/2 --no-timing"), 0);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const int own = strncmp(others[i][0], "--clerks", 8) == 0;
        unlink("b.rows");
        CHECK_EQ(queued("%s %s --rows b.rows --part 2/2 --no-timing", others[i][0],
                        own ? "" : "--clerks 1,2"),
                 0);
        CHECK(refused(queued("--rows a.rows,b.rows"), "b.rows:1: ", others[i][1]));
        CHECK(refused(queued("%s --rows a.rows --no-timing", others[i][0]),
                      "a.rows:1: ", "belong to this run"));
    }
    CHECK(refused(queued("--rows a.rows,a.rows"), "a.rows is also an input", ""));
    CHECK_EQ(queued("--rows a.rows"), 0); /* makes missing runs */
}

static void inputs_are_known_by_what_they_hold(void)
{
    unlink("a.rows");
    unlink("b.rows");
    write_file("x.log", "one\n", 4);
    write_file("y.log", "one\n", 4);
    CHECK_EQ(queued("x.log --clerks 1,2 --rows a.rows --part 1/2"), 0);
    CHECK_EQ(queued("y.log --clerks 1,2 --rows b.rows --part 2/2"), 0);
    CHECK_EQ(queued("x.log --clerks 1,2 --rows a.rows,b.rows"), 0);
    write_file("y.log", "two\n", 4);
    CHECK(refused(queued("y.log --clerks 1,2 --rows a.rows"), "a.rows:1: ", "FILE="));
    unlink("b.rows");
    CHECK_EQ(queued("y.log --clerks 1,2 --rows b.rows --part 2/2"), 0);
    CHECK(refused(queued("--rows a.rows,b.rows"), "b.rows:1: ", "FILE="));
    unlink("x.log");
    CHECK_EQ(queued("--rows a.rows"), 0);
}

/* One goes on; the other changes nothing. */
static void two_programs_do_not_write_one_file(void)
{
    static const char experiment[] = "--clerks 1:9:1 --customers 900 --no-timing";
    char arguments[200];
    long n = test_scaled(20);
    for (; n > 0; n--) {
        pid_t child;
        leaves_first(experiment);
        snprintf(arguments, sizeof arguments, "%s --rows b.rows --part 1/2", experiment);
        child = begin_queue(arguments);
        wait_a_moment((long)test_below(12000));
        const int status = queued("%s --rows b.rows --part 2/2", experiment);
        CHECK(status == 0 || refused(status, "b.rows: another program is using it", ""));
        end_queue(child);
        leaves_the_same(experiment, "");
    }
}

/* A file keeps the build that made its rows; of what it does not say, the default holds;
 * an input that is read once has no rows, a folder none, either. */
static void rows_say_where_they_are_from(void)
{
    unlink("a.rows");
    unlink("b.rows");
    CHECK_EQ(queued("--clerks 1,2 --gap 61 --rows a.rows --part 1/2"), 0);
    CHECK_EQ(queued("--clerks 1,2 --rows b.rows --part 2/2"), 0);
    char *at = strstr(read_file("b.rows", whole), "gap=60,");
    CHECK(at);
    memmove(at, at + 7, strlen(at + 7) + 1);
    write_file("b.rows", whole, strlen(whole));
    CHECK(refused(queued("--rows a.rows,b.rows"), "b.rows:1: not rows with", ""));
    CHECK_EQ(queued("--gap 60 --clerks 1,2 --rows b.rows"), 0);
    at = strstr(read_file("b.rows", whole), "build=");
    if (at) {
        memset(at + 6, '0', 16);
        write_file("c.rows", whole, strlen(whole));
        unlink("d.rows");
        CHECK_EQ(queued("--rows d.rows,c.rows"), 0);
        CHECK(strstr(read_file("d.rows", other), "build=0000000000000000,"));
        CHECK(refused(queued("--rows c.rows,b.rows"), "b.rows:1: 'build=", ""));
        memset(strstr(read_file("a.rows", whole), "build=") + 6, '0', 16);
        write_file("c.rows", whole, strlen(whole));
        CHECK(refused(queued("--rows c.rows"), "c.rows: rows from another build", ""));
    }
    CHECK(refused(queued("- --rows e.rows"), "FILE '-' is not a file", ""));
    CHECK(refused(queued("--rows ."), ".: Is a directory", ""));
    size_t n = (size_t)snprintf(whole, sizeof whole, "rows,1,queue,0.5.0");
    for (; n < 14000; n += 10) memcpy(whole + n, ",variant=x", 11);
    whole[n++] = '\n';
    write_file("m.rows", whole, n);
    CHECK(refused(queued("--rows m.rows"), "m.rows:1: more than 1000 variants", ""));
}

/* Policies and numbers of another program: the twenty lines of row_file.h. */
static void other_programs_write_rows(void)
{
    static char text[SAID];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "rows,1,queue,0.5.0,\"clerks=1,2\",seeds=5,"
                                "\"variant=ours, new\",variant=fifo\r\n"
                                "clerks,variant,seed,block,measure,axis,place,class,sum,"
                                "weight\r\n");
    for (int clerks = 1; clerks < 3; clerks++)
        for (int seed = 1; seed < 6; seed++)
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  "%d,\"ours, new\",%d,,wait_mean,,,,%d,10\r\n"
                                  "%d,fifo,%d,,wait_mean,,,,%d,10\r\n",
                                  clerks, seed, 10 * (clerks + seed), clerks, seed,
                                  20 * seed);
    snprintf(text + n, sizeof text - n, "end,20\r\n");
    write_file("own.rows", text, strlen(text));
    CHECK_EQ(queued("--rows own.rows --facts own.facts --report own.html"), 0);
    CHECK(strcmp(read_file("own.rows", other), text) == 0);
    CHECK(strstr(out, "ours, new") && strstr(out, "5 seeds"));
    read_file("own.facts", other);
    /* clerks 1: seeds 2 3 4 5 6; t(4) = 2.776, s = sqrt(2.5) */
    CHECK(strstr(other, "wait_mean\t4\t2.03707") != NULL);
    CHECK_EQ(queued("--rows own.rows --against fifo"), 0);
    CHECK(refused(queued("--rows own.rows --clerks 1,3"), "own.rows:1: ", "clerks=1,2"));
    *strstr(text, "\r\nend,") = 0;
    write_file("own.rows", text, strlen(text));
    CHECK(refused(queued("--rows own.rows"), "own.rows: no rows of seed 1, clerks 1",
                  "ours, new cannot run"));
}

TEST_MAIN(TEST(parts_are_the_whole), TEST(killed_and_resumed_is_the_whole),
          TEST(other_runs_are_not_resumed), TEST(full_disks_lose_nothing),
          TEST(cut_anywhere_is_mended), TEST(wrong_fields_are_refused),
          TEST(wrong_lines_are_refused), TEST(any_bytes_end_well),
          TEST(other_settings_are_not_mixed), TEST(inputs_are_known_by_what_they_hold),
          TEST(two_programs_do_not_write_one_file), TEST(rows_say_where_they_are_from),
          TEST(other_programs_write_rows))
