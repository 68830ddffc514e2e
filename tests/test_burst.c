/* test_burst.c - the one-way reservation protocol (sim/burst.h), by scenarios worked out
 * by hand, and what nodes believe (sim/pictures.h), against all that was ever noted.
 */
#define _POSIX_C_SOURCE 200809L

#define NETSCHED_STATIC
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"

#include "test.h"

#include "examples/sim/burst.h"
#include "examples/sim/pictures.h"

/* ---- a small network --------------------------------------------------------------- */

/*   a --10--> b --20--> c, where there are CPUs of speed 1
 *   d --5---> b                                                   */
enum { A, B, C, D };
enum { AB, BC, DB };

typedef struct world {
    sim_ground ground;
    sim_pictures pictures;
    nets_network *net;
    int64_t last[1];
    sim_error error;
} world;

static void begin(world *w, nets_amount cpus, int64_t interval)
{
    int i;
    memset(w, 0, sizeof *w);
    CHECK_EQ(nets_create(&w->net, NULL), NETS_OK);
    for (i = 0; i < 4; i++) CHECK_EQ(nets_add_node(w->net, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(w->net, A, B, 100, 10, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(w->net, B, C, 100, 20, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(w->net, D, B, 100, 5, NULL), NETS_OK);
    CHECK_EQ(nets_add_cluster(w->net, C, cpus, 1, NULL), NETS_OK);
    CHECK_EQ(sim_pictures_init(&w->pictures, w->net, interval, &w->error), 0);
    w->ground.net = w->net;
    w->ground.pictures = &w->pictures;
    w->ground.rate = 100;
    w->ground.last = w->last;
}

static void end(world *w)
{
    CHECK_EQ(nets_check(w->net), NETS_OK);
    sim_pictures_free(&w->pictures);
    nets_destroy(w->net);
}

static sim_burst burst(const uint32_t *links, uint32_t count, int64_t send,
                       int64_t length, int64_t start, int64_t work)
{
    sim_burst b;
    memset(&b, 0, sizeof b);
    b.links = links;
    b.count = count;
    b.send = send;
    b.length = length;
    b.start = start;
    b.work = work;
    return b;
}

static sim_setup setup(world *w, sim_burst *b, int64_t now, int64_t *at)
{
    CHECK_EQ(nets_advance(w->net, now), NETS_OK);
    return sim_burst_setup(&w->ground, b, now, at, &w->error);
}

static int news(world *w, sim_burst *b, int64_t now, int64_t *at)
{
    CHECK_EQ(nets_advance(w->net, now), NETS_OK);
    return sim_burst_news(&w->ground, b, now, at, &w->error);
}

/* What is free of it at time t. */
static nets_amount free_at(const world *w, nets_kind kind, uint32_t index, int64_t t)
{
    return nets_profile_value(nets_profile_of(w->net, kind, index), t);
}

/* What `node` believes at `now` will be free of it at time t. */
static nets_amount believed(world *w, uint32_t node, int64_t now, nets_kind kind,
                            uint32_t index, int64_t t)
{
    CHECK_EQ(sim_pictures_look(&w->pictures, node, now, &w->error), 0);
    return nets_profile_value(sim_pictures_of(&w->pictures, node, kind, index), t);
}

/* ---- bursts ------------------------------------------------------------------------ */

static const uint32_t from_a[] = {AB, BC}, from_d[] = {DB, BC};

/* Decided at 0 to be sent at 100 for 50: the windows are [100, 150) and [110, 160), the
 * data are there at 180; the message is at the cluster at 30. */
static void alone(void)
{
    world w;
    sim_burst b = burst(from_a, 2, 100, 50, 180, 1000);
    int64_t at;
    begin(&w, 1, 0);
    CHECK_EQ(setup(&w, &b, 0, &at), SIM_SETUP_ON);
    CHECK_EQ(at, 10);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 99), 100);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 100), 0);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 149), 0);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 150), 100);
    CHECK_EQ(setup(&w, &b, 10, &at), SIM_SETUP_ON);
    CHECK_EQ(at, 30);
    CHECK_EQ(free_at(&w, NETS_LINK, BC, 109), 100);
    CHECK_EQ(free_at(&w, NETS_LINK, BC, 110), 0);
    CHECK_EQ(free_at(&w, NETS_LINK, BC, 160), 100);
    CHECK_EQ(sim_burst_arrival(&b), 180);
    CHECK_EQ(setup(&w, &b, 30, &at), SIM_SETUP_BOOKED);
    CHECK_EQ(at, 1180);
    CHECK_EQ(b.start, 180);
    CHECK_EQ(free_at(&w, NETS_CLUSTER, 0, 179), 1);
    CHECK_EQ(free_at(&w, NETS_CLUSTER, 0, 180), 0);
    CHECK_EQ(free_at(&w, NETS_CLUSTER, 0, 1180), 1);
    end(&w);
}

/* A task whose data are where the cluster is needs no link. */
static void local(void)
{
    world w;
    sim_burst b = burst(NULL, 0, 0, 50, 60, 100);
    int64_t at;
    begin(&w, 1, 0);
    CHECK_EQ(setup(&w, &b, 0, &at), SIM_SETUP_BOOKED);
    CHECK_EQ(at, 160);
    end(&w);
}

/* d's message, sent at 3, is at b at 8 and takes [105, 155) there; a's is at b at 10 and
 * wants [110, 160): blocked. The news is at a at 20. */
static void blocked(int release)
{
    world w;
    sim_burst a = burst(from_a, 2, 100, 50, 180, 1000);
    sim_burst d = burst(from_d, 2, 100, 50, 175, 1000);
    int64_t at;
    begin(&w, 2, 0);
    w.ground.release = release;
    CHECK_EQ(setup(&w, &a, 0, &at), SIM_SETUP_ON);
    CHECK_EQ(setup(&w, &d, 3, &at), SIM_SETUP_ON);
    CHECK_EQ(at, 8);
    CHECK_EQ(setup(&w, &d, 8, &at), SIM_SETUP_ON);
    CHECK_EQ(setup(&w, &a, 10, &at), SIM_SETUP_BLOCKED);
    CHECK_EQ(at, 10);
    CHECK_EQ(news(&w, &a, 10, &at), 0);
    CHECK_EQ(at, 20);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 120), 0);
    CHECK_EQ(free_at(&w, NETS_LINK, BC, 156), 100); /* nothing of a's is there */
    CHECK_EQ(news(&w, &a, 20, &at), 1);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 120), release ? 100 : 0);
    CHECK_EQ(setup(&w, &d, 28, &at), SIM_SETUP_BOOKED);
    CHECK_EQ(free_at(&w, NETS_CLUSTER, 0, 500), 1);
    end(&w);
}

static void blocked_wasted(void) { blocked(0); }
static void blocked_released(void) { blocked(1); }

/* The news comes to a at 20, when the burst has begun at 15: nothing to give back. */
static void blocked_too_late(void)
{
    world w;
    sim_burst a = burst(from_a, 2, 15, 50, 95, 10);
    int64_t at;
    begin(&w, 1, 0);
    w.ground.release = 1;
    CHECK_EQ(nets_take(w.net, NETS_LINK, BC, 30, 40, 100), NETS_OK);
    CHECK_EQ(setup(&w, &a, 0, &at), SIM_SETUP_ON);
    CHECK_EQ(setup(&w, &a, 10, &at), SIM_SETUP_BLOCKED);
    CHECK_EQ(news(&w, &a, 10, &at), 0);
    CHECK_EQ(news(&w, &a, 20, &at), 1);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 64), 0);
    end(&w);
}

/* Blocked where it starts: the news is there at once, and nothing was reserved. */
static void blocked_at_home(void)
{
    world w;
    sim_burst a = burst(from_a, 2, 100, 50, 180, 1000);
    int64_t at;
    begin(&w, 1, 0);
    w.ground.release = 1;
    CHECK_EQ(nets_take(w.net, NETS_LINK, AB, 149, 151, 1), NETS_OK);
    CHECK_EQ(setup(&w, &a, 0, &at), SIM_SETUP_BLOCKED);
    CHECK_EQ(at, 0);
    CHECK_EQ(news(&w, &a, 0, &at), 1);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 100), 100);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 150), 99);
    end(&w);
}

/* Windows that only touch do not block; half the capacity each goes side by side. */
static void shared(void)
{
    world w;
    sim_burst a = burst(from_a, 2, 100, 50, 180, 10);
    sim_burst b = burst(from_a, 2, 150, 50, 230, 10);
    sim_burst c = burst(from_a, 2, 100, 50, 180, 10);
    int64_t at;
    begin(&w, 9, 0);
    CHECK_EQ(setup(&w, &a, 0, &at), SIM_SETUP_ON);
    CHECK_EQ(setup(&w, &b, 0, &at), SIM_SETUP_ON);
    CHECK_EQ(setup(&w, &c, 0, &at), SIM_SETUP_BLOCKED);
    end(&w);
    begin(&w, 9, 0);
    a.hop = b.hop = c.hop = 0;
    a.offset = b.offset = c.offset = 0;
    w.ground.rate = 50;
    CHECK_EQ(setup(&w, &a, 0, &at), SIM_SETUP_ON);
    CHECK_EQ(setup(&w, &c, 0, &at), SIM_SETUP_ON);
    b.send = 149;
    CHECK_EQ(setup(&w, &b, 0, &at), SIM_SETUP_BLOCKED);
    end(&w);
}

/* One CPU. The first is booked for [200, 300). Three more find it taken at the time they
 * predicted. They wait in the order in which they come: the second, which needs 50, would
 * fit before 200 but its data are there only at 180; it gets 300. The third, which needs
 * 10 and has its data at 185, would fit into [185, 195), but must not pass the second: it
 * gets 350. The fourth predicts [120, 180) rightly and passes all of them. */
static void conflicts(void)
{
    world w;
    sim_burst first = burst(from_a, 2, 100, 50, 200, 100);
    sim_burst second = burst(from_a, 2, 100, 50, 250, 50);
    sim_burst third = burst(from_a, 2, 105, 50, 210, 10);
    sim_burst fourth = burst(from_a, 2, 10, 50, 120, 60);
    int64_t at;
    begin(&w, 1, 0);
    first.hop = second.hop = third.hop = fourth.hop = 2;
    first.offset = second.offset = third.offset = fourth.offset = 30;
    CHECK_EQ(setup(&w, &first, 40, &at), SIM_SETUP_BOOKED);
    CHECK_EQ(at, 300);
    CHECK_EQ(setup(&w, &second, 41, &at), SIM_SETUP_CONFLICT);
    CHECK_EQ(second.start, 300);
    CHECK_EQ(at, 350);
    CHECK_EQ(setup(&w, &third, 42, &at), SIM_SETUP_CONFLICT);
    CHECK_EQ(third.start, 350);
    CHECK_EQ(setup(&w, &fourth, 43, &at), SIM_SETUP_BOOKED);
    CHECK_EQ(at, 180);
    end(&w);
}

/* Who conflicts gets what there is from when its data are there, also before the time it
 * predicted. */
static void conflict_earlier(void)
{
    world w;
    sim_burst first = burst(from_a, 2, 100, 50, 300, 100);
    sim_burst second = burst(from_a, 2, 100, 50, 320, 50);
    int64_t at;
    begin(&w, 1, 0);
    first.hop = second.hop = 2;
    first.offset = second.offset = 30;
    CHECK_EQ(setup(&w, &first, 40, &at), SIM_SETUP_BOOKED);
    CHECK_EQ(setup(&w, &second, 41, &at), SIM_SETUP_CONFLICT);
    CHECK_EQ(second.start, 180);
    end(&w);
}

/* ---- what nodes believe ------------------------------------------------------------ */

/* a reserves its own link at 0; b, 10 away, hears at 10; d, 15 away, at 15. What was
 * reserved at c's cluster at 30 a hears at 60. */
static void hearsay(void)
{
    world w;
    sim_burst b = burst(from_a, 2, 100, 50, 180, 1000);
    int64_t at;
    begin(&w, 1, 0);
    CHECK_EQ(sim_pictures_delay(&w.pictures, A, C), 30);
    CHECK_EQ(sim_pictures_delay(&w.pictures, C, A), 30); /* against the links, too */
    CHECK_EQ(sim_pictures_delay(&w.pictures, A, D), 15);
    CHECK_EQ(setup(&w, &b, 0, &at), SIM_SETUP_ON);
    CHECK_EQ(believed(&w, A, 0, NETS_LINK, AB, 120), 0);
    CHECK_EQ(believed(&w, B, 9, NETS_LINK, AB, 120), 100);
    CHECK_EQ(believed(&w, B, 10, NETS_LINK, AB, 120), 0);
    CHECK_EQ(setup(&w, &b, 10, &at), SIM_SETUP_ON);
    CHECK_EQ(believed(&w, D, 14, NETS_LINK, AB, 120), 100);
    CHECK_EQ(believed(&w, D, 14, NETS_LINK, BC, 120), 100);
    CHECK_EQ(believed(&w, D, 15, NETS_LINK, AB, 120), 0);
    CHECK_EQ(believed(&w, D, 15, NETS_LINK, BC, 120), 0);
    CHECK_EQ(setup(&w, &b, 30, &at), SIM_SETUP_BOOKED);
    CHECK_EQ(believed(&w, A, 59, NETS_CLUSTER, 0, 500), 1);
    CHECK_EQ(believed(&w, A, 60, NETS_CLUSTER, 0, 500), 0);
    end(&w);
}

/* The same where nodes look at the news only every 25. */
static void hearsay_at_intervals(void)
{
    world w;
    sim_burst b = burst(from_a, 2, 100, 50, 180, 1000);
    int64_t at;
    begin(&w, 1, 25);
    CHECK_EQ(setup(&w, &b, 1, &at), SIM_SETUP_ON);
    CHECK_EQ(believed(&w, A, 1, NETS_LINK, AB, 120), 100);
    CHECK_EQ(believed(&w, A, 24, NETS_LINK, AB, 120), 100);
    CHECK_EQ(believed(&w, A, 25, NETS_LINK, AB, 120), 0);
    CHECK_EQ(believed(&w, D, 24, NETS_LINK, AB, 120), 100);
    CHECK_EQ(believed(&w, D, 25, NETS_LINK, AB, 120), 0);
    CHECK_EQ(nets_advance(w.net, 30), NETS_OK);
    CHECK_EQ(setup(&w, &b, 30, &at), SIM_SETUP_ON);
    CHECK_EQ(believed(&w, D, 49, NETS_LINK, BC, 120), 100);
    CHECK_EQ(believed(&w, D, 50, NETS_LINK, BC, 120), 0);
    end(&w);
}

enum { NOTES = 3000, KNOTS = 40 };

typedef struct noted {
    nets_kind kind;
    uint32_t index, node;
    int64_t made, from, to;
    nets_amount amount;
} noted;

/* What node believes at `now`, from all that was ever noted. */
static nets_amount recalled(const world *w, const noted *all, size_t count, uint32_t node,
                            int64_t now, int64_t interval, nets_kind kind, uint32_t index,
                            nets_amount most, int64_t t)
{
    const int64_t looked = interval ? now / interval * interval : now;
    nets_amount left = most;
    size_t i;
    for (i = 0; i < count; i++) {
        const noted *n = &all[i];
        const int64_t delay = sim_pictures_delay(&w->pictures, n->node, node);
        if (n->kind == kind && n->index == index && n->made + delay <= looked &&
            n->from <= t && t < n->to)
            left -= n->amount;
    }
    return left;
}

/* Random windows of random resources are reserved and some of them given back, at random
 * times; random nodes look. */
static void hearsay_random(void)
{
    static const uint32_t where[] = {A, B, D};
    static noted all[2 * NOTES];
    const size_t notes = (size_t)test_scaled(NOTES) + 300;
    world w;
    size_t count = 0, i;
    int64_t now = 0;
    const int64_t interval = test_below(2) ? (int64_t)test_below(60) : 0;
    begin(&w, 7, interval);
    for (i = 0; i < notes && count < 2 * NOTES; i++) {
        noted n;
        nets_status s;
        int k;
        now += (int64_t)test_below(8);
        CHECK_EQ(nets_advance(w.net, now), NETS_OK);
        n.kind = test_below(4) ? NETS_LINK : NETS_CLUSTER;
        n.index = n.kind == NETS_LINK ? (uint32_t)test_below(3) : 0;
        n.node = n.kind == NETS_LINK ? where[n.index] : C;
        n.made = now;
        n.from = now + (int64_t)test_below(60);
        n.to = n.from + 1 + (int64_t)test_below(40);
        n.amount = n.kind == NETS_LINK ? 30 + (nets_amount)test_below(50) : 1;
        if (count && test_below(3) == 0) { /* one that has not begun is given back */
            n = all[test_below(count)];
            if (n.amount < 0 || n.from <= now) continue;
            n.made = now;
            for (k = 0; k < (int)count; k++)
                if (all[k].kind == n.kind && all[k].index == n.index &&
                    all[k].from == n.from && all[k].to == n.to &&
                    all[k].amount == -n.amount)
                    break;
            if (k < (int)count) continue;
            s = nets_give(w.net, n.kind, n.index, n.from, n.to, n.amount);
            CHECK_EQ(s, NETS_OK);
            n.amount = -n.amount;
        } else {
            s = nets_take(w.net, n.kind, n.index, n.from, n.to, n.amount);
            if (s == NETS_E_BUSY) continue;
            CHECK_EQ(s, NETS_OK);
        }
        CHECK_EQ(sim_pictures_note(&w.pictures, n.kind, n.index, now, n.from, n.to,
                                   n.amount, &w.error),
                 0);
        all[count++] = n;
        for (k = 0; k < KNOTS && test_below(4) == 0; k++) {
            const uint32_t node = (uint32_t)test_below(4);
            const nets_kind kind = test_below(4) ? NETS_LINK : NETS_CLUSTER;
            const uint32_t index = kind == NETS_LINK ? (uint32_t)test_below(3) : 0;
            const int64_t t = now + (int64_t)test_below(100);
            CHECK_EQ(believed(&w, node, now, kind, index, t),
                     recalled(&w, all, count, node, now, interval, kind, index,
                              kind == NETS_LINK ? 100 : 7, t));
        }
    }
    CHECK(count > 100);
    end(&w);
}

TEST_MAIN(TEST(alone), TEST(local), TEST(blocked_wasted), TEST(blocked_released),
          TEST(blocked_too_late), TEST(blocked_at_home), TEST(shared), TEST(conflicts),
          TEST(conflict_earlier), TEST(hearsay), TEST(hearsay_at_intervals),
          TEST(hearsay_random))
