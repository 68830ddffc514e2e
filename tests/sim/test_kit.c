/* test_kit.c - the skeleton of simulators (kit/sim.h) as its users meet it: refusals,
 * faults that are found out, files that are never overwritten or lost.
 */
#define _XOPEN_SOURCE 700

#include "test.h"

#include "sim/kit_queue.h"

#include <dirent.h>
#include <signal.h>
#include <time.h>

static char text[SAID], other[SAID];

/* The run ends so, and says this on standard error, in one line. */
#define CHECK_ENDS(arguments, status, says)                                \
    do {                                                                   \
        const int code_ = run_queue(arguments);                            \
        if (code_ != (status) || !strstr(err, says)) CHECK_STR(err, says); \
        CHECK_EQ(code_, status);                                           \
        CHECK(!(status) || strchr(err, '\n') == err + strlen(err) - 1);    \
    } while (0)

/* The value of a fact, as text; "" if there is none. */
static const char *fact(const char *key)
{
    static char value[64];
    const char *at = read_file("facts", text);
    const size_t length = strlen(key);
    *value = 0;
    for (; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (strncmp(at, key, length) == 0 && at[length] == '\t')
            snprintf(value, sizeof value, "%.*s", (int)strcspn(at + length + 1, "\t\n"),
                     at + length + 1);
    return value;
}

static void command_line(void)
{
    static const struct {
        const char *arguments, *says;
    } wrong[] = {{"--each=0", "--each takes no value"},
                 {"--gap 5 --gap 6", "--gap is given twice"},
                 {"--gap 5,5", "--gap: 5 is given twice"},
                 {"--gap 1:2:0", "STEP), not '1:2:0'"},
                 {"--gap 1001", "from 0 to 1000"},
                 {"--gap", "--gap needs a value"},
                 {"--clerks 0", "--clerks: expected a number from 1 to 100"},
                 {"--slow 106751991167301d", "not '106751991167301d'"}, /* 2^63 s */
                 {"--clerks 1.5", "not '1.5'"},
                 {"--policy fifo,fifo", "fifo is given twice"},
                 {"--slow 1d5", "--slow: expected a time from 1s up"},
                 {"--policy never --shape calm,bursty", "--shape has no effect on never"},
                 {"--policy fifo:2", "one of fifo, limit[:K], never"},
                 {"--policy limit:0", ", not 'limit:0'"},
                 {"--polcy fifo", "did you mean --policy?"},
                 {"--help=1", "--help takes no value"},
                 {"-x", "there is no option -x"},
                 {"a b", "unexpected argument 'b'"},
                 {"--part 1/2xyz --rows r", "'1/2xyz' is not K/N"},
                 {"--part 3/2 --rows r", "'3/2' is not K/N"},
                 {"--part 1/18446744073709551617 --rows r", "is not K/N"},
                 {"--part 1/2", "--part needs --rows"},
                 {"--seeds 2 a", "all seeds would give the same"},
                 {"--against easy", "expected one of fifo, not 'easy'"},
                 {"--links x", "--links: this simulator has no links"},
                 {"--threads 1,2", "--threads takes one value"},
                 {"--gap 1:1000:1 --clerks 1:100:1 --customers 1:900:1",
                  "more than 10000000 runs"},
                 {"--facts x --report x", "x would be written twice"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK_ENDS(wrong[i].arguments, 2, wrong[i].says);
    CHECK_ENDS("--help", 0, "");
    CHECK(strstr(out, "how they come") && strstr(out, "(default 200)"));
    CHECK_ENDS("--version", 0, "");
    CHECK(strncmp(out, "queue 0.", 8) == 0);
}

/* A policy that does the impossible is found out: its name, the item, when. */
static void cheats(void)
{
    CHECK_ENDS("--policy fifo,never", 1,
               "queue: never: customer 101, submitted at 5988, was never decided");
    CHECK_ENDS("--policy early", 1, "queue: early: customer 101 starts at -993894");
    CHECK(strstr(err, "before it is submitted at 5988"));
    CHECK_ENDS("--policy crowd --gap 1", 1, "customer 101 starts at ");
    CHECK(strstr(err, "when 4 of 3 would be in use"));
    CHECK_ENDS("--policy short --gap 50,60 --threads 1", 1,
               "short at gap 50: customer 101 starts at");
    CHECK(strstr(err, "runs for "));
    CHECK_ENDS("--policy fate --seeds 2 --threads 1", 1, "at seed 1: customer 101 has");
    CHECK_ENDS("--policy hole", 1, "hole: customer 101: its wait is nan");
    CHECK_ENDS("--policy endless", 1, "endless: customer 101: its luck is inf");
    CHECK_ENDS("--policy half", 1, "half: customer 101 has an unknown fate, 1.5");
    CHECK_ENDS("--policy sort", 1, "sort: customer 101 has an unknown kind, 3");
    CHECK_ENDS("--policy desk", 1, "customer 101 holds an unknown resource, -1");
    CHECK_ENDS("--policy part --customers 200", 1,
               "part 1 is of customer 201, and there");
    CHECK_ENDS("--policy backward", 1, "customer 101 has a part of 1 from 1 to 0");
}

/* Variants that differ in the world have separate worlds, others share one. */
static void worlds(void)
{
    char calm[64], bursty[64];
    CHECK_EQ(run_queue("--shape calm --facts facts"), 0);
    strcpy(calm, fact("fifo wait_mean"));
    CHECK_EQ(run_queue("--shape bursty --facts facts"), 0);
    strcpy(bursty, fact("fifo wait_mean"));
    CHECK(strcmp(calm, bursty) != 0);
    CHECK_EQ(run_queue("--shape calm,bursty --policy limit:9,fifo --facts facts"), 0);
    CHECK_STR(fact("fifo_calm wait_mean"), calm);
    CHECK_STR(fact("fifo_bursty wait_mean"), bursty);
    CHECK(strcmp(fact("limit:9_calm wait_mean"), calm) != 0);
    CHECK_EQ(run_queue("--clerks 2,3,4 --gap 50,60 --facts facts"), 0);
    CHECK_STR(fact("gap=60 clerks=3 fifo wait_mean"), calm);
    /* a policy is not there twice for words of which it does not know */
    CHECK_EQ(run_queue("--shape calm,bursty --policy fifo,never --customers 9"
                       " --facts facts"),
             0);
    CHECK(*fact("fifo_bursty days") && *fact("never days"));
    CHECK(!strstr(strstr(text, "\nnever days") + 1, "\nnever days"));
}

/* The same bytes, whatever the threads. */
static void threads(void)
{
    static const char *const files[] = {"out", "facts", "items", "page"};
    static char first[4][SAID];
    char arguments[300];
    for (size_t i = 0; i < 5; i++) {
        snprintf(arguments, sizeof arguments,
                 "--policy fifo,limit:60 --clerks 2,5,3 --gap 9,5 --seeds 2"
                 " --facts facts --items items --report page --no-timing --threads %zu",
                 i + 1);
        CHECK_EQ(run_queue(arguments), 0);
        for (size_t k = 0; k < 4; k++) {
            read_file(files[k], text);
            if (i == 0) strcpy(first[k], text);
            CHECK(strlen(text) > 100);
            CHECK_STR(text, first[k]);
        }
    }
}

/* No output replaces an input, or a file that is not ours; or is half written. */
static void overwriting(void)
{
    write_file("log", "key\tvalue", 9);
    CHECK_ENDS("log --facts log", 1, "log is also an input");
    CHECK_ENDS("log --facts ./log", 1, "log is also an input");
    write_file("thesis", "once upon a time", 16);
    CHECK_ENDS("--report thesis", 1, "thesis exists, and these programs");
    CHECK_ENDS("--items thesis", 1, "did not write");
    CHECK_ENDS("--rows thesis", 1, "did not write");
    CHECK_ENDS("--facts thesis", 1, "did not write");
    CHECK_STR(read_file("thesis", text), "once upon a time");
    CHECK_EQ(run_queue("--items i.csv"), 0);
    CHECK_EQ(run_queue("--items i.csv --gap 5,6"), 0);
    CHECK_ENDS("--facts none/x", 1, "none/x");
    if (access("/dev/full", W_OK) == 0) {
        CHECK_ENDS("--facts /dev/full", 1, "/dev/full cannot be written");
        CHECK_ENDS("--report /dev/full", 1, "/dev/full cannot be written");
    }
}

static size_t files_in_folder(void)
{
    DIR *all = opendir(".");
    size_t n = 0;
    if (!all) return 0;
    while (readdir(all)) n++;
    closedir(all);
    return n;
}

/* Ctrl-C, a failing run: no half-written file stays. */
static void interrupted(void)
{
    const struct timespec moment = {0, 300000000};
    pid_t child;
    CHECK_EQ(run_queue("--customers 5"), 0);
    const size_t before = files_in_folder();
    child = begin_queue("--policy hangs --facts never --items never2");
    nanosleep(&moment, NULL);
    kill(child, SIGINT);
    CHECK_EQ(end_queue(child), 130);
    CHECK_STR(err, "queue: interrupted\n");
    CHECK_EQ(files_in_folder(), before);
    CHECK_EQ(run_queue("--policy fifo,short --facts never"), 1);
    CHECK_EQ(files_in_folder(), before);
}

/* Numbers have their exact names; words stand among numbers on an axis; one list of
 * words makes more curves than there are colours; an empty run has its values. */
static void odd_ends(void)
{
    size_t curves = 0;
    CHECK_EQ(run_queue("--gap 0.000000001,0.000000002 --facts facts"), 0);
    CHECK(*fact("gap=0.000000001 fifo days") && *fact("gap=0.000000002 fifo days"));
    CHECK_EQ(run_queue("--patience half,none,0,3 --report page"), 0);
    read_file("page", text);
    CHECK(!strstr(text, "nan") && !strstr(text, "inf") && strstr(text, ">none<"));
    CHECK(strstr(text, "200 &lt;customers&gt;") != NULL);
    CHECK_EQ(run_queue("--gap 0,1,10 --report page"), 0);
    CHECK(!strstr(read_file("page", text), "nan") && !strstr(text, "inf"));
    CHECK_EQ(run_queue("--gap 5,6 --report page --policy fifo,limit:1,limit:2,limit:3,"
                       "limit:4,limit:5,limit:6,limit:7,limit:8,limit:9,limit:10"),
             0);
    char *at = strstr(read_file("page", text), "class=\"area\"");
    *strstr(at, "</svg>") = 0;
    for (; (at = strstr(at, "<path class=\"ln l")) != NULL; at++) curves++;
    CHECK_EQ(curves, 11);
    CHECK_EQ(run_queue("--customers 0 --facts facts --report page"), 0);
    CHECK_STR(fact("fifo days"), "86400");
    CHECK_STR(fact("fifo customers"), "0");
    CHECK_EQ(run_queue("--clerks 2,3 --policy fifo,limit:99 --gap 900 --customers 9000"),
             0);
    CHECK(strstr(out, ": more than fifo (%), by clerks") != NULL);
    CHECK(!strstr(out, "    gone")); /* a detail that is 0 */
    CHECK_EQ(run_queue("--policy limit:1"), 0);
    CHECK(strstr(out, "    gone") != NULL);
    CHECK_EQ(run_queue("--facts -"), 0);
    CHECK(strstr(out, "=odd,_\"x\"\t") != NULL);
}

/* --each goes around the defaults, which become points; --against turns differences. */
static void around_the_base(void)
{
    char forth[64];
    CHECK_EQ(run_queue("--gap 5,6 --clerks 2,4 --each --facts facts"), 0);
    CHECK(*fact("gap=60 clerks=2 fifo wait_mean") && *fact("gap=5 clerks=3 fifo days"));
    CHECK(!*fact("gap=5 clerks=2 fifo wait_mean"));
    CHECK(strstr(out, "All figures at gap 60, clerks 3") != NULL);
    CHECK_EQ(run_queue("--gap 5,60,70 --customers 9"), 0);
    CHECK(strstr(out, "All figures at gap 60\n") ||
          strstr(out, "All figures at gap 60 "));
    CHECK_EQ(run_queue("--policy fifo,limit:9 --gap 5 --facts facts"), 0);
    strcpy(forth, fact("limit:9-fifo wait_mean"));
    CHECK(forth[0] == '-');
    strcpy(other, fact("limit:9 wait_compared")); /* all that it served, fifo did, too */
    CHECK_STR(fact("limit:9 wait_mean"), other);
    strcpy(other, fact("fifo wait_compared"));
    CHECK(strcmp(fact("fifo wait_mean"), other) != 0);
    CHECK_EQ(run_queue("--policy fifo,limit:9 --gap 5 --against limit:9 --facts facts"),
             0);
    CHECK_STR(fact("fifo-limit:9 wait_mean"), forth + 1);
    CHECK_EQ(run_queue("--policy fifo,limit:9 --gap 500,600 --customers 9000"), 0);
}

#define CLAIM "--policy fifo,limit:9 --gap 5,60 --seeds 5 --customers 90 --claim "

/* A figure is as in --facts, and the verdict turns where its interval meets a bound;
 * a missing name is reported. */
static void claims(void)
{
    static const struct {
        const char *claim, *says;
    } wrong[] = {
        {"wait:~fifo", "'wait: fifo' does not begin with MEASURE: (see --facts)"},
        {"wait_mean:", "expected a figure, not ''"},
        {"wait_mean:~lifo", "expected one of fifo, limit:9, not 'lifo'"},
        {"wait_mean:~gap=7", "expected one of 5, 60, not '7'"},
        {"wait_mean:~gab=5", "expected a swept option or class as NAME"},
        {"wait_mean:~kind=red", "expected a class of kind (see --facts)"},
        {"wait_mean:~fifo~<", "expected a figure, not ''"},
        {"wait_mean:~fifo~=~limit:9", "expected within X, or X%"},
        {"wait_mean:~fifo~in~5", "expected a range LOW:HIGH, not '5'"},
        {"wait_mean:~fifo~in~6:5", "expected LOW below HIGH, not '6:5'"},
        {"wait_mean:~fifo~/~limit:9~<~fifo", "expected a number, not 'f"},
        {"wait_mean:~fifo~<~x5", "expected one of fifo, limit:9, not 'x5'"},
        {"wait_mean:~fifo~<~5~6", " or in, then the end, not '6'"}};
    static const char *const judged[] = {"wait_mean:~limit:9~<~fifo~at~gap=5",
                                         ": holds\n",
                                         "wait_mean:~limit:9~>~fifo~at~gap=5",
                                         ": does not hold\n",
                                         "wait_mean:~gap=60~<~gap=5",
                                         ": holds\n",
                                         "wait_mean:~limit:9~<~0.01~*~fifo~gap=60",
                                         ": undecided\n",
                                         "refused:~limit:9~gap=5~in~0.3:0.99",
                                         ": holds\n",
                                         "served:~fifo~=~fifo~gap=5~within~1",
                                         ": holds\n",
                                         "wait_mean:~fifo~=~limit:9~within~5%~at~gap=5",
                                         ": does not hold\n",
                                         "wait_mean:~kind=plain~/~kind=odd,_\"x\"",
                                         "95 % interval over 5 seeds\n"};
    char of[2][64];
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(text, sizeof text, CLAIM "%s", wrong[i].claim);
        CHECK_ENDS(text, 2, wrong[i].says);
    }
    for (size_t i = 0; i < sizeof judged / sizeof judged[0]; i += 2) {
        snprintf(text, sizeof text, CLAIM "%s", judged[i]);
        CHECK_EQ(run_queue(text), 0);
        if (!strstr(out, judged[i + 1])) CHECK_STR(out, judged[i + 1]);
    }
    CHECK_EQ(run_queue(CLAIM "wait_mean:~limit:9~gap=60~-~fifo~gap=60 --facts facts"), 0);
    strcpy(of[0], fact("wait_mean: limit:9 gap=60 - fifo gap=60"));
    CHECK_STR(fact("gap=60 limit:9-fifo wait_mean"), of[0]);
    CHECK_EQ(run_queue("--policy fifo,limit:9 --claim wait_mean:~limit:9~<~fifo"), 0);
    CHECK(strstr(out, "no interval (needs five seeds or ten weeks): undecided\n"));
    /* over weeks: points with as many have the difference of each, others none */
    CHECK_EQ(run_queue("--customers 9000 --gap 800 --clerks 2,3 --claim"
                       " wait_mean:~clerks=2~>~clerks=3"),
             0);
    CHECK(strstr(out, " weeks: holds\n") != NULL);
    CHECK_EQ(run_queue("--customers 9000 --gap 800,900 --claim"
                       " wait_mean:~gap=800~>~gap=900"),
             0);
    CHECK(strstr(out, "no interval") != NULL);
}

TEST_MAIN(TEST(command_line), TEST(cheats), TEST(worlds), TEST(threads),
          TEST(overwriting), TEST(interrupted), TEST(odd_ends), TEST(around_the_base),
          TEST(claims))
