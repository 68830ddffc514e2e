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
    if (hostlist_read(word_of(text), &names, &e) < 0) {
        texts_say("%s", e.text);
    } else {
        again = hostlist_text((const char *const *)names.text, names.count);
        CHECK(again != NULL);
        for (uint32_t k = 0; k < names.count; k++) texts_say("%s ", names.text[k]);
        texts_say("= %s", again);
        free(again);
    }
    names_free(&names);
}

static void hostlists(void) { texts_check(FILE_OF, "hostlist", hosts_of); }

static void long_names_are_refused(void)
{
    char longest[400];
    for (size_t i = 250; i < 260; i++) { /* a name has at most 255 characters */
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
    char local[DATE_TEXT];
    int64_t seconds = 0;
    setenv("TZ", texts_words, 1);
    tzset();
    const int is = date_wanted(text, now, &seconds);
    if (is < 0) texts_say("never");
    if (is > 0) texts_say("%" PRId64, seconds - now);
    if (is > 0 && strcmp(texts_words, "UTC0") != 0)
        texts_say(" %s", date_iso(seconds, 0, local));
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
static const char *moment(int64_t t)
{
    static char text[2][24];
    static int turn;
    turn = !turn;
    snprintf(text[turn], sizeof text[turn], "%" PRId64, t);
    return t == INT64_MIN || t == DATE_NEVER ? "" : text[turn];
}

/* "0:0-9 1:5-" for uses of node 0 from 0 to 9 and of node 1 from 5 on; of many the first
 * eight. */
static void say_uses(const struct slurm_cluster *c)
{
    for (size_t i = 0; i < c->count && i < 8; i++)
        texts_say("%s%d:%s-%s", i ? " " : "", (int)c->uses[i].node,
                  moment(c->uses[i].start), moment(c->uses[i].end));
    if (c->count > 8) texts_say(" and %d more", (int)c->count - 8);
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
    snprintf(line, sizeof line, "s1|%s|all|ib,gpu\n", state);
    CHECK_EQ(slurm_cluster_nodes(&c, word_of(line), &f, &e), 0);
    const int down = c.count == 1;
    CHECK_EQ(slurm_cluster_are_up(&c, "s[1-2]"), !down);
    CHECK_EQ(c.wanted[0], 1);
    slurm_cluster_free(&c);
    texts_say(down ? "down" : "up");
}

static void states(void) { texts_check(FILE_OF, "state", state_of); }

/* The nodes wanted, and those that are down. */
static void sinfo_of(const char *text)
{
    static const struct slurm_filter f = {.partition = "gpu", .feature = "a"};
    struct slurm_cluster c = {.site = {"north", NULL}};
    struct error e;
    CHECK_EQ(slurm_cluster_nodes(&c, word_of(text), &f, &e), 0);
    for (uint32_t k = 0; k < c.nodes.count; k++)
        if (c.wanted[k]) texts_say("%s ", c.nodes.text[k]);
    say_uses(&c);
    slurm_cluster_free(&c);
}

/* What jobs hold of s1, s2 and s3, from 10 on. */
static void squeue_of(const char *text)
{
    const struct slurm_filter filter = {.respect_queue = *texts_words != 0};
    struct slurm_cluster c = {.site = {"north", NULL}};
    struct error e;
    read_nodes(&c);
    CHECK_EQ(slurm_cluster_jobs(&c, word_of(text), &filter, 10, &e), 0);
    say_uses(&c);
    slurm_cluster_free(&c);
}

/* Reservations, and what they hold. */
static void scontrol_of(const char *text)
{
    struct slurm_cluster c = {.site = {"north", NULL}};
    struct error e;
    CHECK(date_zone("UTC"));
    read_nodes(&c);
    CHECK_EQ(slurm_cluster_reservations(&c, word_of(text), 0, &e), 0);
    for (size_t i = 0; i < c.reservation_count; i++) {
        const struct slurm_reservation *r = &c.reservations[i];
        texts_say("%s|%s-%s|%s\n", r->name, moment(r->start), moment(r->end), r->nodes);
        CHECK(slurm_cluster_find(&c, r->name) == r);
    }
    CHECK(!slurm_cluster_find(&c, "a b="));
    say_uses(&c);
    slurm_cluster_free(&c);
}

/* "DAILY 2026-10-23T07:00:00": half an hour from then on, which repeats by the clock of
 * the zone. When it begins, in UTC. */
static void repeats_of(const char *text)
{
    const char *from = strchr(text, ' ') + 1;
    struct slurm_cluster c = {.site = {"north", NULL}};
    struct error e;
    char line[300], time[DATE_TEXT];
    int64_t now;
    CHECK(date_zone(texts_words));
    CHECK(date_printed(word_of(from), &now));
    snprintf(line, sizeof line,
             "ReservationName=w StartTime=%s EndTime=%.13s:30:00 Nodes=s3 NodeCnt=1"
             " Flags=%.*s,SPEC_NODES Users=root\n",
             from, from, (int)(from - text) - 1, text);
    read_nodes(&c);
    CHECK_EQ(slurm_cluster_reservations(&c, word_of(line), now, &e), 0);
    for (size_t k = 0; k < c.count; k++) {
        CHECK_EQ(c.uses[k].end, c.uses[k].start + 1800);
        if (k < 8)
            texts_say("%s%.5s", k ? " " : "", date_iso(c.uses[k].start, 1, time) + 8);
    }
    slurm_cluster_free(&c);
}

static void commands(void)
{
    texts_check(FILE_OF, "sinfo", sinfo_of);
    texts_check(FILE_OF, "squeue", squeue_of);
    texts_check(FILE_OF, "scontrol", scontrol_of);
}

static void reservations_repeat_by_the_clock(void)
{
    if (!date_zone("Europe/Berlin")) SKIP("this system has no Europe/Berlin");
    texts_check(FILE_OF, "repeats", repeats_of);
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
    int k;
    for (int i = 0; i < booking.part_count; i++) {
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
    if (!c->wanted[node]) return 0;
    for (size_t i = 0; i < c->count; i++) {
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
    int best = 0, bits;
    for (i = 0; i < booking.part_count; i++) {
        for (uint32_t k = 0; k < clusters[i].nodes.count; k++)
            most[i] += is_node_free(&clusters[i], k, start);
        if (most[i] > booking.parts[i].most) most[i] = booking.parts[i].most;
    }
    for (int mask = 1; mask < 1 << booking.part_count; mask++) {
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
    for (int64_t s = booking.ready; s < LAST; s++)
        if ((!booking.deadline || s + booking.length <= booking.deadline) && fewest(s))
            return s;
    return LAST;
}

/* The nodes of the plan are there, free and so many. Returns at how many sites. */
static int check_nodes(void)
{
    struct error e;
    int64_t all = 0;
    int sites = 0;
    for (int64_t i = 0; i < booking.part_count; i++) {
        const char *list = booking.parts[i].nodes[BOOK_NEXT];
        struct names names = {.any_case = 0};
        if (!list) continue;
        sites++;
        CHECK_EQ(hostlist_read(word_of(list), &names, &e), 0);
        for (uint32_t k = 0; k < names.count; k++)
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
    const int bounds = test_below(3) != 0;
    book_journal_drop(&booking);
    strcpy(booking.name, "mine");
    booking.part_count = test_between(1, SITES);
    booking.nodes = test_between(1, 10);
    booking.length = test_between(1, 20);
    booking.ready = test_between(0, 30);
    booking.deadline = test_below(4) ? 0 : test_between(1, 80);
    for (int64_t i = 0; i < booking.part_count; i++) {
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
        make_booking();
        make_clusters();
        int64_t best = earliest();
        CHECK_EQ(book_plan(&booking, clusters, 0, 0, why, &e), best == LAST);
        CHECK(strstr(why, "free at ") == why);
        if (best == LAST) {
            none++;
            CHECK(strstr(why, "; the first start is") || strstr(why, "; nor is there"));
            continue;
        }
        found++;
        CHECK_EQ(booking.start[BOOK_NEXT], best);
        CHECK_EQ(check_nodes(), fewest(best) == 1 ? 1 : check_nodes());
        /* booked there; then some jobs in the way are over */
        booking.start[BOOK_NOW] = best;
        for (int64_t i = 0; i < booking.part_count; i++) {
            char **nodes = booking.parts[i].nodes;
            size_t kept = 0;
            nodes[BOOK_NOW] = nodes[BOOK_NEXT];
            nodes[BOOK_NEXT] = NULL;
            for (size_t k = 0; k < clusters[i].count; k++)
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
          TEST(times), TEST(times_printed), TEST(durations), TEST(states), TEST(commands),
          TEST(reservations_repeat_by_the_clock), TEST(plans_are_the_earliest))
