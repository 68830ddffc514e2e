/* prop_slurm.c - plans of bookings at several clusters (slurm/book_plan.h) against every
 * start, one after the other: the earliest, nodes that are free and wanted, shares within
 * their bounds, as few clusters as will do. Then what holds the nodes ends early, and the
 * booking moves to where a new one would go.
 */
#define _POSIX_C_SOURCE 200809L

#include "slurm/book_plan.h"
#include "slurm/hostlist.h"
#include "slurm/slurm_time.h"

#include "test.h"

enum { SITES = 3, NODES = 6, LAST = 200 };

static struct slurm_cluster clusters[SITES];
static struct booking booking;

static void make_clusters(void)
{
    static const char *const names[SITES] = {"north", "south", "west"};
    static const struct slurm_filter filter = {NULL, "gpu", 0};
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
            char end[SLURM_TIME_TEXT];
            const int from = (int)test_below((uint64_t)count);
            const int64_t over = test_between(1, 40);
            used += (size_t)snprintf(
                text + used, sizeof text - used, "1|RUNNING|None|%s|%c[%d-%d]||1\n",
                test_below(9) ? slurm_time_text(over, 1, end) : "NONE", names[i][0], from,
                (int)test_between(from, count - 1));
        }
        if (used > 0) CHECK_EQ(slurm_cluster_jobs(c, word_of(text), &filter, 0, &e), 0);
        for (used = 0, k = (int)test_below(4); k > 0; k--) {
            char start[SLURM_TIME_TEXT], end[SLURM_TIME_TEXT];
            const int64_t at = test_between(0, 40);
            used += (size_t)snprintf(
                text + used, sizeof text - used,
                "ReservationName=r StartTime=%s EndTime=%s Nodes=%c%d Flags=\n",
                slurm_time_text(at, 1, start),
                slurm_time_text(at + test_between(0, 20), 1, end), names[i][0],
                (int)test_below((uint64_t)count));
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
        /* booked there; then some of what was in the way is over */
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

TEST_MAIN({"plans_are_the_earliest", plans_are_the_earliest})
