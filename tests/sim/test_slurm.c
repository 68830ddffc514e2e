/* test_slurm.c - hostlists, times, and what Slurm's commands print (slurm/hostlist.h,
 * slurm_cluster.h, workload/date.h), as two clusters of version 22.05 print it; and plans
 * of bookings at several clusters (book_plan.h) against every start, one after the other:
 * the earliest, nodes that are free and wanted, shares within their bounds, as few
 * clusters as will do. Then what holds the nodes ends early, and the booking moves to
 * where a new one would go.
 */
#define _POSIX_C_SOURCE 200809L

#include "slurm/book_plan.h"
#include "slurm/hostlist.h"
#include "slurm/slurm_cluster.h"
#include "workload/date.h"

#include "texts.h"

#include <inttypes.h>
#include <time.h>

/* ---- hostlists --------------------------------------------------------------------- */

#define FILE_OF "tests/sim/slurm.txt"

/* The names, and the list as it is written; or what is wrong. */
static void hosts_of(const char *text)
{
    struct names names = {.any_case = 0};
    struct error e;
    char *again;
    uint32_t k;
    if (hostlist_read(word_of(text), &names, &e) < 0) {
        texts_say("%s", e.text);
    } else {
        again = hostlist_text((const char *const *)names.text, names.count);
        CHECK(again != NULL);
        for (k = 0; k < names.count; k++) texts_say("%s ", names.text[k]);
        texts_say("= %s", again);
        free(again);
    }
    names_free(&names);
}

static void hostlists(void) { texts_check(FILE_OF, "hostlist", hosts_of); }

static void long_names_are_refused(void)
{
    char longest[400];
    size_t i;
    for (i = 250; i < 260; i++) { /* a name has at most 255 characters */
        struct names names = {.any_case = 0};
        struct error e;
        memset(longest, 'n', i);
        strcpy(longest + i, "[1-2]");
        CHECK_EQ(hostlist_read(word_of(longest), &names, &e), i + 1 < 256 ? 0 : -1);
        names_free(&names);
    }
}

static void hostlists_cover_each_other(void)
{
    CHECK(hostlist_covers("n[1-5]", "n3,n[1-2]") && hostlist_covers("n1", ""));
    CHECK(!hostlist_covers("n[1-5]", "n6") && !hostlist_covers("", "n1"));
    CHECK(!hostlist_covers("n[", "n") && !hostlist_covers("n", "n["));
}

/* ---- times ------------------------------------------------------------------------- */

static void time_of(const char *text)
{
    const int64_t now = 1774737000; /* 2026-03-28T22:30:00Z */
    int64_t seconds = 0;
    setenv("TZ", texts_words, 1);
    tzset();
    if (date_wanted(text, now, &seconds)) texts_say("%" PRId64, seconds - now);
}

static void times(void) { texts_check(FILE_OF, "time", time_of); }

static void printed_of(const char *text)
{
    char again[DATE_TEXT];
    int64_t t = 0;
    if (!date_printed(word_of(text), &t)) return;
    if (t != DATE_NEVER) CHECK_STR(date_iso(t, 1, again), text);
    if (t != DATE_NEVER) texts_say("%" PRId64, t);
    if (t == DATE_NEVER) texts_say("never");
}

static void times_printed(void)
{
    char text[DATE_TEXT];
    texts_check(FILE_OF, "printed", printed_of);
    setenv("TZ", "EST5", 1);
    tzset();
    CHECK_STR(date_iso(1795452515, 0, text), "2026-11-23T11:48:35");
    CHECK_STR(date_iso(DATE_NEVER, 0, text), "Unknown");
}

static void duration_of(const char *text)
{
    int64_t ms = 0;
    if (date_length(word_of(text), &ms)) texts_say("%" PRId64, ms);
}

static void durations(void)
{
    char text[DATE_TEXT];
    texts_check(FILE_OF, "duration", duration_of);
    CHECK_STR(date_length_text(7200, text), "02:00:00");
    CHECK_STR(date_length_text(86400, text), "1-00:00:00");
    CHECK_STR(date_length_text(131405, text), "1-12:30:05");
}

/* ---- clusters ---------------------------------------------------------------------- */

/* A number, nothing for one of the ends of time. */
static const char *moment(int64_t t, char to[24])
{
    snprintf(to, 24, "%d", (int)t);
    return t == INT64_MIN || t == DATE_NEVER ? "" : to;
}

/* "0:0-9 1:5-" for uses of node 0 from 0 to 9 and of node 1 from 5 on. */
static const char *uses(const struct slurm_cluster *c)
{
    static char text[1024];
    char start[24], end[24];
    size_t i, used = 0;
    text[0] = 0;
    for (i = 0; i < c->count; i++) {
        const struct slurm_use *u = &c->uses[i];
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s%d:%s-%s", i ? " " : "",
                             (int)u->node, moment(u->start, start), moment(u->end, end));
    }
    return text;
}

static void read_nodes(struct slurm_cluster *c)
{
    static const struct slurm_filter all = {.partition = NULL};
    struct error e;
    CHECK_EQ(slurm_cluster_nodes(c,
                                 word_of("CLUSTER: north\ns1|idle|all|(null)\n"
                                         "s2|mixed|all|(null)\ns3|idle~|all|(null)\n"),
                                 &all, &e),
             0);
}

static void state_of(const char *state)
{
    static const struct slurm_filter f = {.partition = "all", .feature = "gpu"};
    struct slurm_cluster c = {.site = {"north", NULL}};
    struct error e;
    char line[64];
    int down;
    snprintf(line, sizeof line, "s1|%s|all|ib,gpu\n", state);
    CHECK_EQ(slurm_cluster_nodes(&c, word_of(line), &f, &e), 0);
    down = c.count == 1;
    CHECK_EQ(slurm_cluster_are_up(&c, "s[1-2]"), !down);
    CHECK_EQ(c.wanted[0], 1);
    slurm_cluster_free(&c);
    texts_say(down ? "down" : "up");
}

static void states(void) { texts_check(FILE_OF, "state", state_of); }

static void partitions_and_features(void)
{
    static const struct slurm_filter f = {.partition = "gpu", .feature = "a"};
    struct slurm_cluster c = {.site = {"north", NULL}};
    struct error e;
    CHECK_EQ(slurm_cluster_nodes(&c,
                                 word_of("n1|down|all|a\nn1|down|gpu|a\nn2|idle|all|a\n"
                                         "n3|idle|gpu|aa\nn4|idle|gpu|b,a"),
                                 &f, &e),
             0);
    CHECK_EQ(c.nodes.count, 4);
    CHECK(c.wanted[0] && !c.wanted[1] && !c.wanted[2] && c.wanted[3]);
    CHECK_STR(uses(&c), "0:-"); /* once, though it is in two partitions */
    slurm_cluster_free(&c);
}

static void jobs_hold_nodes(void)
{
    static const struct slurm_filter all = {.partition = NULL},
                                     queue = {.respect_queue = 1};
    static const char text[] =
        "9|PENDING|N/A|N/A||(null)|10:00\n"
        "8_2|PENDING|1970-01-01T00:05:00|N/A||s1|1:00\n"
        "7|PENDING|1970-01-01T00:05:00|1970-01-01T00:06:00||s2|UNLIMITED\n"
        "1|RUNNING|1970-01-01T00:00:00|1970-01-01T00:02:00|s[1-2,9]|(null)|2:00\n"
        "2|COMPLETING|1970-01-01T00:00:00|1970-01-01T00:00:07|s3|(null)|2:00\n"
        "3|RUNNING|1970-01-01T00:00:00|NONE|s3|(null)|UNLIMITED\n";
    struct slurm_cluster c = {.site = {"north", NULL}};
    struct error e;
    read_nodes(&c);
    CHECK_EQ(slurm_cluster_jobs(&c, word_of(text), &all, 10, &e), 0);
    CHECK_STR(uses(&c), "0:10-120 1:10-120 2:10-70 2:10-");
    slurm_cluster_free(&c);
    read_nodes(&c);
    CHECK_EQ(slurm_cluster_jobs(&c, word_of(text), &queue, 10, &e), 0);
    CHECK_STR(uses(&c), "0:300-360 1:300-360 0:10-120 1:10-120 2:10-70 2:10-");
    slurm_cluster_free(&c);
}

static void reservations_hold_nodes(void)
{
    static const char text[] =
        "ReservationName=a b=\nStartTime=1 c StartTime=1970-01-01T00:00:01"
        " EndTime=1970-01-01T00:00:09 Duration=00:00:08 Nodes=s[1-2] NodeCnt=2 CoreCnt=8"
        " Features=(null) PartitionName=(null) Flags=SPEC_NODES TRES=cpu=8 Users=root"
        " Groups=(null) State=INACTIVE\n\n"
        "ReservationName=lic StartTime=Unknown EndTime=1970-01-01T00:00:09"
        " Nodes=(null) NodeCnt=0 Flags=DAILY\n"
        "ReservationName=w StartTime=1970-01-01T00:00:00 EndTime=1970-01-01T00:00:05"
        " Nodes=s3 NodeCnt=1 Flags=WEEKLY,SPEC_NODES Users=root\n";
    struct slurm_cluster c = {.site = {"north", NULL}};
    const struct slurm_reservation *r;
    struct error e;
    size_t i;
    CHECK(date_zone("UTC"));
    read_nodes(&c);
    CHECK_EQ(slurm_cluster_reservations(&c, word_of(text), 0, &e), 0);
    CHECK_EQ(c.reservation_count, 3);
    r = slurm_cluster_find(&c, "a b=\nStartTime=1 c");
    CHECK(r && r->start == 1 && r->end == 9);
    CHECK_STR(r->nodes, "s[1-2]");
    CHECK(slurm_cluster_find(&c, "a b=") == NULL);
    CHECK_STR(slurm_cluster_find(&c, "lic")->nodes, "");
    CHECK_EQ(c.count, 2 + 53); /* each week of a year */
    for (i = 2; i < c.count; i++)
        CHECK(c.uses[i].node == 2 && c.uses[i].start == (int64_t)(i - 2) * 604800 &&
              c.uses[i].end == c.uses[i].start + 5 && c.uses[i].what == c.uses[2].what);
    slurm_cluster_free(&c);
    CHECK_EQ(
        slurm_cluster_reservations(&c, word_of("No reservations in the system\n"), 0, &e),
        0);
    CHECK_EQ(c.reservation_count, 0);
    slurm_cluster_free(&c);
}

/* Each time by the clock of the zone, in the week in which that changes: when Berlin's is
 * put back, and New York's forward. */
static void reservations_repeat_by_the_clock(void)
{
    static const struct {
        const char *zone, *flags, *now, *starts; /* in UTC, up to a week after `now` */
    } cases[] = {
        {"Europe/Berlin", "DAILY", "2026-10-23T07:00:00", /* at 9:00 there */
         "23T07 24T07 25T08 26T08 27T08 28T08 29T08 30T08 "},
        {"Europe/Berlin", "WEEKDAY", "2026-10-23T07:00:00",
         "23T07 26T08 27T08 28T08 29T08 30T08 "},
        {"Europe/Berlin", "WEEKEND", "2026-10-24T07:00:00", "24T07 25T08 31T08 "},
        {"Europe/Berlin", "WEEKLY", "2026-10-23T07:00:00", "23T07 30T08 "},
        {"Europe/Berlin", "HOURLY", "2026-10-30T07:00:00", NULL},
        {"America/New_York", "DAILY", "2026-03-07T03:00:00", /* at 22:00 the day before */
         "07T03 08T03 09T02 10T02 11T02 12T02 13T02 14T02 "},
        {"America/New_York", "WEEKDAY", "2026-03-07T03:00:00", /* a Friday there */
         "07T03 10T02 11T02 12T02 13T02 14T02 "},
        {"America/New_York", "WEEKLY", "2026-03-05T14:00:00", "05T14 12T13 "},
        {"UTC", "DAILY", "2026-03-07T09:00:00",
         "07T09 08T09 09T09 10T09 11T09 12T09 13T09 14T09 "}};
    size_t i, k;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct slurm_cluster c = {.site = {"north", NULL}};
        struct error e;
        char text[300], found[200] = "", time[DATE_TEXT];
        int64_t now, end;
        if (!date_zone(cases[i].zone)) SKIP("this system has no Europe/Berlin");
        CHECK(date_printed(word_of(cases[i].now), &now));
        snprintf(text, sizeof text,
                 "ReservationName=w StartTime=%s EndTime=%.13s:30:00 Nodes=s3 NodeCnt=1"
                 " Flags=%s,SPEC_NODES Users=root\n",
                 cases[i].now, cases[i].now, cases[i].flags);
        end = now + 7 * 86400 + 7200;
        read_nodes(&c);
        CHECK_EQ(slurm_cluster_reservations(&c, word_of(text), now, &e), 0);
        for (k = 0; k < c.count; k++) {
            CHECK_EQ(c.uses[k].end, c.uses[k].start + 1800);
            if (!cases[i].starts) CHECK_EQ(c.uses[k].start, now + 3600 * (int64_t)k);
            if (c.uses[k].start > end || !cases[i].starts) continue;
            date_iso(c.uses[k].start, 1, time);
            snprintf(found + strlen(found), 8, "%.5s ", time + 8);
        }
        CHECK_STR(found, cases[i].starts ? cases[i].starts : "");
        slurm_cluster_free(&c);
    }
    CHECK(date_zone("UTC"));
}

/* ---- plans ------------------------------------------------------------------------- */

enum { SITES = 3, NODES = 6, LAST = 200 };

static struct slurm_cluster clusters[SITES];
static struct booking booking;

static void make_clusters(void)
{
    static const char *const names[SITES] = {"north", "south", "west"};
    static const struct slurm_filter filter = {.feature = "gpu"};
    struct error e;
    int i, k;
    for (i = 0; i < booking.part_count; i++) {
        struct slurm_cluster *c = &clusters[i];
        char text[512];
        size_t used = 0;
        const int count = (int)test_between(1, NODES);
        c->site.name = names[i];
        slurm_cluster_free(c);
        for (k = 0; k < count; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%c%d|%s|all|%s\n",
                                     names[i][0], k, test_below(8) ? "idle" : "down",
                                     test_below(8) || k == 0 ? "gpu" : "cpu");
        CHECK_EQ(slurm_cluster_nodes(c, word_of(text), &filter, &e), 0);
        for (used = 0, k = (int)test_below(6); k > 0; k--) {
            char end[DATE_TEXT];
            const int from = (int)test_below((uint64_t)count);
            const int64_t over = test_between(1, 40);
            used += (size_t)snprintf(
                text + used, sizeof text - used, "1|RUNNING|None|%s|%c[%d-%d]||1\n",
                test_below(9) ? date_iso(over, 1, end) : "NONE", names[i][0], from,
                (int)test_between(from, count - 1));
        }
        if (used > 0) CHECK_EQ(slurm_cluster_jobs(c, word_of(text), &filter, 0, &e), 0);
        for (used = 0, k = (int)test_below(4); k > 0; k--) {
            char start[DATE_TEXT], end[DATE_TEXT];
            const int64_t at = test_between(0, 40);
            used += (size_t)snprintf(
                text + used, sizeof text - used,
                "ReservationName=r StartTime=%s EndTime=%s Nodes=%c%d Flags=\n",
                date_iso(at, 1, start), date_iso(at + test_between(0, 20), 1, end),
                names[i][0], (int)test_below((uint64_t)count));
        }
        if (used > 0) CHECK_EQ(slurm_cluster_reservations(c, word_of(text), 0, &e), 0);
    }
}

static int is_node_free(const struct slurm_cluster *c, uint32_t node, int64_t start)
{
    size_t i;
    if (!c->wanted[node]) return 0;
    for (i = 0; i < c->count; i++) {
        const struct slurm_use *u = &c->uses[i];
        if (u->node == node && u->start < u->end && u->start < start + booking.length &&
            u->end > start)
            return 0;
    }
    return 1;
}

/* The fewest sites that have room for it at this start; 0 = there is none. */
static int fewest(int64_t start)
{
    int64_t most[SITES] = {0}, i;
    int mask, best = 0, bits;
    uint32_t k;
    for (i = 0; i < booking.part_count; i++) {
        for (k = 0; k < clusters[i].nodes.count; k++)
            most[i] += is_node_free(&clusters[i], k, start);
        if (most[i] > booking.parts[i].most) most[i] = booking.parts[i].most;
    }
    for (mask = 1; mask < 1 << booking.part_count; mask++) {
        int64_t least = 0, all = 0;
        for (bits = 0, i = 0; i < booking.part_count; i++) {
            if (!(mask >> i & 1)) continue;
            bits++;
            least += booking.parts[i].least;
            all += most[i];
            if (most[i] < booking.parts[i].least) all = -1000;
        }
        if (least <= booking.nodes && all >= booking.nodes && (!best || bits < best))
            best = bits;
    }
    return best;
}

/* The earliest start, LAST if there is none. */
static int64_t earliest(void)
{
    int64_t s;
    for (s = booking.ready; s < LAST; s++)
        if ((!booking.deadline || s + booking.length <= booking.deadline) && fewest(s))
            return s;
    return LAST;
}

/* The nodes of the plan are there, free and so many. Returns at how many sites. */
static int check_nodes(void)
{
    struct error e;
    int64_t i, all = 0;
    int sites = 0;
    uint32_t k;
    for (i = 0; i < booking.part_count; i++) {
        const char *list = booking.parts[i].nodes[BOOK_NEXT];
        struct names names = {.any_case = 0};
        if (!list) continue;
        sites++;
        CHECK_EQ(hostlist_read(word_of(list), &names, &e), 0);
        for (k = 0; k < names.count; k++)
            CHECK(is_node_free(&clusters[i],
                               names_find(&clusters[i].nodes, word_of(names.text[k])),
                               booking.start[BOOK_NEXT]));
        CHECK(names.count >= booking.parts[i].least &&
              names.count <= booking.parts[i].most);
        all += names.count;
        names_free(&names);
    }
    CHECK_EQ(all, booking.nodes);
    return sites;
}

static void make_booking(void)
{
    int64_t i;
    const int bounds = test_below(3) != 0;
    book_journal_drop(&booking);
    strcpy(booking.name, "mine");
    booking.part_count = test_between(1, SITES);
    booking.nodes = test_between(1, 10);
    booking.length = test_between(1, 20);
    booking.ready = test_between(0, 30);
    booking.deadline = test_below(4) ? 0 : test_between(1, 80);
    for (i = 0; i < booking.part_count; i++) {
        booking.parts[i].least = bounds ? test_between(1, 4) : 1;
        booking.parts[i].most = bounds ? test_between(booking.parts[i].least, 6) : 1000;
    }
}

static void plans_are_the_earliest(void)
{
    char why[BOOK_PLAN_WHY];
    struct error e;
    long n = test_scaled(20000);
    int found = 0, none = 0, moved = 0;
    while (n-- > 0) {
        int64_t best, i;
        make_booking();
        make_clusters();
        best = earliest();
        CHECK_EQ(book_plan(&booking, clusters, 0, 0, why, &e), best == LAST);
        CHECK(strstr(why, "free at ") == why);
        if (best == LAST) {
            none++;
            CHECK(strstr(why, "; the first start is") || strstr(why, "; nor will there"));
            continue;
        }
        found++;
        CHECK_EQ(booking.start[BOOK_NEXT], best);
        CHECK_EQ(check_nodes(), fewest(best) == 1 ? 1 : check_nodes());
        /* booked there; then some jobs in the way are over */
        booking.start[BOOK_NOW] = best;
        for (i = 0; i < booking.part_count; i++) {
            char **nodes = booking.parts[i].nodes;
            size_t k, kept = 0;
            nodes[BOOK_NOW] = nodes[BOOK_NEXT];
            nodes[BOOK_NEXT] = NULL;
            for (k = 0; k < clusters[i].count; k++)
                if (clusters[i].uses[k].down || test_below(2))
                    clusters[i].uses[kept++] = clusters[i].uses[k];
            clusters[i].count = kept;
        }
        best = earliest();
        CHECK_EQ(book_plan(&booking, clusters, 0, 1, why, &e),
                 best == booking.start[BOOK_NOW]);
        if (best == booking.start[BOOK_NOW]) continue;
        moved++;
        CHECK_EQ(booking.start[BOOK_NEXT], best);
        check_nodes();
    }
    CHECK(test_scaled(100) < 10 || (found > 0 && none > 0 && moved > 0));
    book_journal_drop(&booking);
    for (n = 0; n < SITES; n++) slurm_cluster_free(&clusters[n]);
}

TEST_MAIN(TEST(hostlists), TEST(long_names_are_refused), TEST(hostlists_cover_each_other),
          TEST(times), TEST(times_printed), TEST(durations), TEST(states),
          TEST(partitions_and_features), TEST(jobs_hold_nodes),
          TEST(reservations_hold_nodes), TEST(reservations_repeat_by_the_clock),
          TEST(plans_are_the_earliest))
