/* bench_worst.c - the slowest single call of each kind as the input grows.
 *
 * Calendars of every index and networks are filled in shapes that are bad for them, at
 * four sizes, each twice the one before. Every call is timed by itself, in processor
 * time, and the whole is done three times: a call counts with its least time, a kind with
 * its slowest call. Next to the growth from the second to the last size is the manual's:
 * an exponent of the number of bookings or blocks (a logarithm is 0). This is a report,
 * not a test: growth of more than 0.4 above that is marked with `MORE`.
 *
 *     bench_worst [size]     the least size, 150 by default */
#define _GNU_SOURCE
#include "coalloc.h"
#include "netsched.h"

#include "env.h"

#include <math.h>

enum { SIZES = 4, REPEATS = 3, CALLS = 20000, SHAPES = 4 };

enum kind {
    RESERVE,
    REFUSAL,
    TOGETHER,
    ALTERNATIVES,
    SEARCH,
    EXTEND,
    RELEASE,
    CANCEL,
    ADVANCE,
    FAR_ADVANCE,
    PROFILE,
    HOLES,
    IDLE,
    EVENT,
    COPY,
    KINDS
};

/* With the exponents by the manual, for MAP, RANGE_TREE, COUNT, SLICES: n bookings have
 * as many groups, points and slices. */
static const struct {
    const char *text;
    double manual[4];
} kinds[] = {{"reserve", {2, 1, 1, 2}},
             {"refusal", {2, 1, 1, 2}},
             {"refusal, contiguous", {2, 2, 0, 2}},
             {"alternatives", {2, 2, 1, 2}},
             {"search", {1, 1, 0, 1}},
             {"extend", {1, 1, 0, 1}},
             {"release", {1, 1, 0, 1}},
             {"cancel", {1, 1, 0, 1}},
             {"advance to the next end", {1, 1, 0, 1}},
             {"advance over half", {1, 1, 1, 1}},
             {"profile", {2, 2, 1, 1}},
             {"holes", {2, 2, 1, 2}},
             {"idle", {1, 1, 0, 1}},
             {"next event, the first", {1, 1, 1, 1}},
             {"copy", {2, 1, 1, 2}}};

static int64_t least[KINDS][CALLS];
static int done[KINDS];

/* Times a call that returns a status; one that an index does not have does not count. */
#define TIME(kind, call)                              \
    do {                                              \
        const int64_t from_ = bench_spent();          \
        const int ok_ = (int)(call) != COA_E_ARG;     \
        if (ok_) note((kind), bench_spent() - from_); \
    } while (0)

static void note(int k, int64_t t)
{
    int64_t *at = &least[k][done[k] < CALLS ? done[k]++ : CALLS - 1];
    if (*at == 0 || t < *at) *at = t;
}

static int64_t slowest(int k)
{
    int64_t most = 0;
    int i;
    for (i = 0; i < done[k]; i++)
        if (least[k][i] > most) most = least[k][i];
    return most;
}

/* ---- calendars --------------------------------------------------------------------- */

static coa_id book(coa_calendar *cal, coa_time ready, coa_time length, uint32_t servers)
{
    const coa_request r = {
        .ready = ready, .length = length, .servers = servers, .deadline = ready + length};
    coa_booking b;
    TIME(RESERVE, coa_reserve(cal, &r, &b));
    return b.id;
}

/* 0: stairs, every booking starts and ends at a different time; 1: combs, all servers
 * but one busy and idle by turns; 2: whenever one ends, another begins; 3: every other
 * server is booked, at different times. */
static void fill(coa_calendar *cal, int shape, int n, uint32_t servers, coa_id *ids)
{
    int i;
    for (i = 0; i < n; i++) {
        const coa_time t = i;
        coa_run run = {(uint32_t)(2 * i) % servers, 1};
        const coa_set one = {1, 1, &run, NULL, NULL};
        if (shape == 0)
            ids[i] = book(cal, 3 * t, 2 * (coa_time)servers, 1);
        else if (shape == 1)
            ids[i] = book(cal, 4 * t, 1 + t % 3, servers - 1);
        else if (shape == 2)
            ids[i] = book(cal, t, (coa_time)servers / 2, 1);
        else if (coa_commit(cal, 9 * t, 9 * t + 5 + t % 3, &one, 0, &ids[i]) != COA_OK)
            ids[i] = book(cal, 9 * t, 5 + t % 3, 1);
    }
}

static int any_hole(void *ctx, coa_time from, coa_time to, uint32_t servers)
{
    (void)ctx, (void)from, (void)to, (void)servers;
    return 0;
}

static int any_idle(void *ctx, coa_time from, coa_time to, const coa_set *servers)
{
    (void)ctx, (void)from, (void)to, (void)servers;
    return 0;
}

static void ask(coa_calendar *cal, uint32_t servers, coa_time end)
{
    coa_request r = {0};
    coa_alternative_info offer;
    coa_set out = {0};
    coa_time t, until;
    coa_calendar *copy;
    coa_event e = {0, 0, 0};
    uint32_t count, i;
    for (i = 1; i < 6; i++) {
        r.servers = servers - servers / 8 * (i - 1);
        r.length = 1 + end / 40 * (i % 3);
        r.deadline = end;
        r.place = COA_PLACE_DEFAULT;
        TIME(REFUSAL, coa_earliest(cal, &r, &t));
        TIME(ALTERNATIVES, coa_alternatives(cal, &r, &offer));
        r.place = COA_PLACE_CONTIGUOUS;
        TIME(TOGETHER, coa_earliest(cal, &r, &t));
        t = end / 8 * i;
        TIME(SEARCH, coa_search(cal, t, t + 2, NULL, &out));
        TIME(PROFILE, coa_profile(cal, t, NULL, &count, &until));
    }
    TIME(HOLES, coa_holes(cal, 0, end, NULL, 1, any_hole, NULL));
    TIME(IDLE, coa_idle(cal, NULL, 0, any_idle, NULL));
    TIME(COPY, coa_copy(&copy, cal, NULL));
    TIME(EVENT, coa_next_event(copy, &e, 0));
    coa_destroy(copy);
    coa_set_free(&out);
}

static void change(coa_calendar *cal, const coa_id *ids, int n, coa_time end)
{
    coa_event e = {0, 0, 0};
    coa_booking b;
    int i;
    for (i = 1; i < n; i += n / 50 + 1) {
        if (coa_get(cal, ids[i], &b, NULL) != COA_OK) continue;
        TIME(EXTEND, coa_extend(cal, ids[i], b.end + 1, 0, NULL, NULL, NULL, NULL));
        TIME(RELEASE, coa_release(cal, ids[i], NULL, 1));
        TIME(CANCEL, coa_cancel(cal, ids[i]));
    }
    for (i = 0; i < 50 && coa_next_event(cal, &e, 0) == COA_OK; i++)
        TIME(ADVANCE, coa_advance(cal, e.time));
    TIME(FAR_ADVANCE, coa_advance(cal, end / 2));
}

static void one_calendar(uint32_t index, int shape, int n)
{
    static coa_id ids[CALLS];
    const uint32_t servers = shape == 1                  ? 64
                             : index == COA_INDEX_SLICES ? 512
                                                         : (uint32_t)n;
    const coa_time end = 12 * (coa_time)n + 4 * (coa_time)servers;
    const int tree = index == COA_INDEX_RANGE_TREE;
    const coa_desc d = {.servers = servers,
                        .index = index,
                        .horizon = tree ? 2 * end : 0,
                        .slot = tree ? end / 16 : 0};
    coa_calendar *cal;
    if (coa_create(&cal, &d) != COA_OK) exit(1);
    fill(cal, index == COA_INDEX_COUNT && shape == 3 ? 0 : shape, n, servers, ids);
    ask(cal, servers, end);
    change(cal, ids, n, end);
    coa_destroy(cal);
}

/* ---- the report -------------------------------------------------------------------- */

static void row(const char *text, const int64_t *t, const char *by, double manual)
{
    const double growth = t[1] > 0 ? log2((double)t[SIZES - 1] / (double)t[1]) / 2 : 0;
    int i;
    printf("  %-26s", text);
    for (i = 0; i < SIZES; i++) printf(" %10.1f", (double)t[i] / 1000);
    printf("   n^%4.2f   n^%.0f %s%s\n", growth, manual,
           growth > manual + 0.4 ? "MORE " : "", by);
}

static void calendars(int size)
{
    static const char *const names[] = {"MAP", "RANGE_TREE", "COUNT", "SLICES"};
    static const char *const shapes[] = {"stairs", "combs", "ends and begins",
                                         "scattered"};
    uint32_t index;
    for (index = 0; index < 4; index++) {
        int64_t t[KINDS][SIZES] = {{0}};
        const char *by[KINDS] = {0};
        int i, k, shape, repeat;
        for (i = 0; i < SIZES; i++)
            for (shape = 0; shape < SHAPES; shape++) {
                memset(least, 0, sizeof least);
                for (repeat = 0; repeat < REPEATS; repeat++) {
                    memset(done, 0, sizeof done);
                    one_calendar(index + 1, shape, size << i);
                }
                for (k = 0; k < KINDS; k++)
                    if (slowest(k) > t[k][i]) t[k][i] = slowest(k), by[k] = shapes[shape];
            }
        printf("%s, %d to %d bookings, microseconds\n", names[index], size,
               size << (SIZES - 1));
        for (k = 0; k < KINDS; k++)
            if (by[k]) row(kinds[k].text, t[k], by[k], kinds[k].manual[index]);
        fflush(stdout);
    }
}

/* ---- networks ---------------------------------------------------------------------- */

/* A ladder: two chains of links, joined by rungs; links of one chain are blocked. */
static nets_network *ladder(uint32_t rungs, uint32_t blocks)
{
    nets_network *net;
    uint32_t i;
    if (nets_create(&net, NULL) != NETS_OK) exit(1);
    for (i = 0; i < 2 * rungs; i++) {
        if (nets_add_node(net, NULL) != NETS_OK) exit(1);
        if (i > 1 && nets_add_duplex(net, i - 2, i, 4, 1, NULL) != NETS_OK) exit(1);
        if (i % 2 && nets_add_duplex(net, i - 1, i, 4, 1, NULL) != NETS_OK) exit(1);
    }
    for (i = 0; i < blocks; i++)
        (void)!nets_fail(net, NETS_LINK, 6 * i % (4 * rungs), i, i + 2 + i % 3, 1 + i % 3,
                         NULL);
    return net;
}

enum { SPLIT, ONE_PATH, COMMIT, GIVE_BACK, MAX_FLOW, NET_KINDS };

static void one_network(uint32_t rungs, uint32_t n)
{
    nets_network *net = ladder(rungs, n);
    nets_request r = {.to = 2 * rungs - 1, .length = 9};
    nets_plan p = {0};
    nets_amount flow;
    nets_id id;
    int way;
    for (way = SPLIT; way <= ONE_PATH; way++) {
        r.splittable = way == SPLIT;
        r.bandwidth = way == SPLIT ? 8 : 4;
        TIME(way, nets_first_slot(net, &r, &p));
        TIME(COMMIT, nets_commit(net, &p, &id));
        TIME(GIVE_BACK, nets_cancel(net, id));
    }
    TIME(MAX_FLOW, nets_max_flow(net, 0, r.to, 0, NETS_FOREVER, 0, &flow));
    nets_plan_free(&p);
    nets_destroy(net);
}

static void networks(int size)
{
    static const char *const names[] = {"first slot, split", "first slot, one path",
                                        "commit", "cancel", "max flow"};
    static const double manual[2][NET_KINDS] = {{1, 1, 1, 1, 1}, {2, 2, 1, 1, 2}};
    int by_rungs, i, k, repeat;
    for (by_rungs = 0; by_rungs < 2; by_rungs++) {
        int64_t t[NET_KINDS][SIZES];
        for (i = 0; i < SIZES; i++) {
            memset(least, 0, sizeof least);
            for (repeat = 0; repeat < REPEATS; repeat++) {
                const uint32_t n = (uint32_t)size << i;
                memset(done, 0, sizeof done);
                one_network(by_rungs ? n / 3 : 10, n);
            }
            for (k = 0; k < NET_KINDS; k++) t[k][i] = slowest(k);
        }
        printf("networks, %d to %d blocks%s, microseconds\n", size, size << (SIZES - 1),
               by_rungs ? ", and a third as many rungs" : " on a ladder of 10 rungs");
        for (k = 0; k < NET_KINDS; k++) row(names[k], t[k], "", manual[by_rungs][k]);
    }
}

int main(int argc, char **argv)
{
    const int size = argc > 1 ? atoi(argv[1]) : 150;
    if (size < 50 || size > CALLS / 8) {
        fprintf(stderr, "bench_worst: the size is 50 to %d\n", CALLS / 8);
        return 1;
    }
    calendars(size);
    networks(size);
    return 0;
}
