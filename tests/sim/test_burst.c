/* test_burst.c - the one-way reservation protocol (sim/burst.h), by scenarios worked out
 * by hand; what nodes know (multicost/link_state.h), against all that was ever noted; and
 * whole runs of multicost_sim (sim/multicost_run.h), by hand and by what must hold.
 */
#define _POSIX_C_SOURCE 200809L

#include "netsched.h"

#include "test.h"

#include "base/error.h"
#include "multicost/burst.h"
#include "multicost/link_state.h"
#include "multicost/multicost_run.h"
#include "topology/topology.h"
#include "topology/topology_data.h"
#include "topology/topology_scan.h"

#include <math.h>

/* ---- a small network --------------------------------------------------------------- */

/*   a --10--> b --20--> c, where there are CPUs of speed 1
 *   d --5---> b                                                   */
enum { A, B, C, D };
enum { AB, BC, DB };

typedef struct world {
    struct burst_ground ground;
    struct link_state link_state;
    nets_network *net;
    int64_t last[1];
    struct error error;
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
    CHECK_EQ(link_state_init(&w->link_state, w->net, interval, &w->error), 0);
    w->ground.net = w->net;
    w->ground.link_state = &w->link_state;
    w->ground.rate = 100;
    w->ground.last = w->last;
}

static void end(world *w)
{
    link_state_free(&w->link_state);
    nets_destroy(w->net);
}

static nets_id booked[8][4]; /* of the last bursts, by hop */
static unsigned bursts;

static struct burst burst(const uint32_t *links, uint32_t count, int64_t send,
                          int64_t length, int64_t start, int64_t work)
{
    struct burst b = {0};
    b.links = links;
    b.booked = booked[bursts++ % 8];
    b.count = count;
    b.send = send;
    b.length = length;
    b.start = start;
    b.work = work;
    return b;
}

static enum burst_setup setup(world *w, struct burst *b, int64_t now, int64_t *at)
{
    CHECK_EQ(nets_advance(w->net, now), NETS_OK);
    return burst_setup(&w->ground, b, now, at, &w->error);
}

static int news(world *w, struct burst *b, int64_t now, int64_t *at)
{
    CHECK_EQ(nets_advance(w->net, now), NETS_OK);
    return burst_news(&w->ground, b, now, at, &w->error);
}

/* What is free of it at time t. */
static nets_amount free_at(const world *w, nets_kind kind, uint32_t index, int64_t t)
{
    return nets_profile_value(nets_profile_of(w->net, kind, index), t);
}

/* What `node` knows at `now` will be free of it at time t. */
static nets_amount known_free(world *w, uint32_t node, int64_t now, nets_kind kind,
                              uint32_t index, int64_t t)
{
    const struct link_state *l = &w->link_state;
    CHECK_EQ(link_state_update(&w->link_state, node, now, &w->error), 0);
    if (kind != NETS_LINK) index += l->links;
    return nets_profile_value(&link_state_all(l, node)[index], t);
}

/* ---- bursts ------------------------------------------------------------------------ */

static const uint32_t from_a[] = {AB, BC}, from_d[] = {DB, BC};

/* Decided at 0 to be sent at 100 for 50: the windows are [100, 150) and [110, 160), the
 * data are there at 180; the message is at the cluster at 30. */
static void alone(void)
{
    world w;
    struct burst b = burst(from_a, 2, 100, 50, 180, 1000);
    int64_t at;
    begin(&w, 1, 0);
    CHECK_EQ(setup(&w, &b, 0, &at), BURST_SETUP_ON);
    CHECK_EQ(at, 10);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 99), 100);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 100), 0);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 149), 0);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 150), 100);
    CHECK_EQ(setup(&w, &b, 10, &at), BURST_SETUP_ON);
    CHECK_EQ(at, 30);
    CHECK_EQ(free_at(&w, NETS_LINK, BC, 109), 100);
    CHECK_EQ(free_at(&w, NETS_LINK, BC, 110), 0);
    CHECK_EQ(free_at(&w, NETS_LINK, BC, 160), 100);
    CHECK_EQ(burst_arrival(&b), 180);
    CHECK_EQ(setup(&w, &b, 30, &at), BURST_SETUP_BOOKED);
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
    struct burst b = burst(NULL, 0, 0, 50, 60, 100);
    int64_t at;
    begin(&w, 1, 0);
    CHECK_EQ(setup(&w, &b, 0, &at), BURST_SETUP_BOOKED);
    CHECK_EQ(at, 160);
    end(&w);
}

/* d's message, sent at 3, is at b at 8 and takes [105, 155) there; a's is at b at 10 and
 * wants [110, 160): blocked. The news is at a at 20. */
static void blocked(int release)
{
    world w;
    struct burst a = burst(from_a, 2, 100, 50, 180, 1000);
    struct burst d = burst(from_d, 2, 100, 50, 175, 1000);
    int64_t at;
    begin(&w, 2, 0);
    w.ground.release = release;
    CHECK_EQ(setup(&w, &a, 0, &at), BURST_SETUP_ON);
    CHECK_EQ(setup(&w, &d, 3, &at), BURST_SETUP_ON);
    CHECK_EQ(at, 8);
    CHECK_EQ(setup(&w, &d, 8, &at), BURST_SETUP_ON);
    CHECK_EQ(setup(&w, &a, 10, &at), BURST_SETUP_BLOCKED);
    CHECK_EQ(at, 10);
    CHECK_EQ(news(&w, &a, 10, &at), 0);
    CHECK_EQ(at, 20);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 120), 0);
    CHECK_EQ(free_at(&w, NETS_LINK, BC, 156), 100); /* nothing of a's is there */
    CHECK_EQ(news(&w, &a, 20, &at), 1);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 120), release ? 100 : 0);
    CHECK_EQ(setup(&w, &d, 28, &at), BURST_SETUP_BOOKED);
    CHECK_EQ(free_at(&w, NETS_CLUSTER, 0, 500), 1);
    end(&w);
}

static void blocked_wasted(void) { blocked(0); }
static void blocked_released(void) { blocked(1); }

/* The news comes to a at 20, when the burst has begun at 15: nothing to give back. */
static void blocked_too_late(void)
{
    world w;
    struct burst a = burst(from_a, 2, 15, 50, 95, 10);
    int64_t at;
    begin(&w, 1, 0);
    w.ground.release = 1;
    CHECK_EQ(nets_block(w.net, NETS_LINK, BC, 30, 40, 100, NULL), NETS_OK);
    CHECK_EQ(setup(&w, &a, 0, &at), BURST_SETUP_ON);
    CHECK_EQ(setup(&w, &a, 10, &at), BURST_SETUP_BLOCKED);
    CHECK_EQ(news(&w, &a, 10, &at), 0);
    CHECK_EQ(news(&w, &a, 20, &at), 1);
    CHECK_EQ(free_at(&w, NETS_LINK, AB, 64), 0);
    end(&w);
}

/* Blocked where it starts: the news is there at once, and nothing was reserved. */
static void blocked_at_home(void)
{
    world w;
    struct burst a = burst(from_a, 2, 100, 50, 180, 1000);
    int64_t at;
    begin(&w, 1, 0);
    w.ground.release = 1;
    CHECK_EQ(nets_block(w.net, NETS_LINK, AB, 149, 151, 1, NULL), NETS_OK);
    CHECK_EQ(setup(&w, &a, 0, &at), BURST_SETUP_BLOCKED);
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
    struct burst a = burst(from_a, 2, 100, 50, 180, 10);
    struct burst b = burst(from_a, 2, 150, 50, 230, 10);
    struct burst c = burst(from_a, 2, 100, 50, 180, 10);
    int64_t at;
    begin(&w, 9, 0);
    CHECK_EQ(setup(&w, &a, 0, &at), BURST_SETUP_ON);
    CHECK_EQ(setup(&w, &b, 0, &at), BURST_SETUP_ON);
    CHECK_EQ(setup(&w, &c, 0, &at), BURST_SETUP_BLOCKED);
    end(&w);
    begin(&w, 9, 0);
    a.hop = b.hop = c.hop = 0;
    a.offset = b.offset = c.offset = 0;
    w.ground.rate = 50;
    CHECK_EQ(setup(&w, &a, 0, &at), BURST_SETUP_ON);
    CHECK_EQ(setup(&w, &c, 0, &at), BURST_SETUP_ON);
    b.send = 149;
    CHECK_EQ(setup(&w, &b, 0, &at), BURST_SETUP_BLOCKED);
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
    struct burst first = burst(from_a, 2, 100, 50, 200, 100);
    struct burst second = burst(from_a, 2, 100, 50, 250, 50);
    struct burst third = burst(from_a, 2, 105, 50, 210, 10);
    struct burst fourth = burst(from_a, 2, 10, 50, 120, 60);
    int64_t at;
    begin(&w, 1, 0);
    first.hop = second.hop = third.hop = fourth.hop = 2;
    first.offset = second.offset = third.offset = fourth.offset = 30;
    CHECK_EQ(setup(&w, &first, 40, &at), BURST_SETUP_BOOKED);
    CHECK_EQ(at, 300);
    CHECK_EQ(setup(&w, &second, 41, &at), BURST_SETUP_CONFLICT);
    CHECK_EQ(second.start, 300);
    CHECK_EQ(at, 350);
    CHECK_EQ(setup(&w, &third, 42, &at), BURST_SETUP_CONFLICT);
    CHECK_EQ(third.start, 350);
    CHECK_EQ(setup(&w, &fourth, 43, &at), BURST_SETUP_BOOKED);
    CHECK_EQ(at, 180);
    end(&w);
}

/* Who conflicts gets what there is from when its data are there, also before the time it
 * predicted. */
static void conflict_earlier(void)
{
    world w;
    struct burst first = burst(from_a, 2, 100, 50, 300, 100);
    struct burst second = burst(from_a, 2, 100, 50, 320, 50);
    int64_t at;
    begin(&w, 1, 0);
    first.hop = second.hop = 2;
    first.offset = second.offset = 30;
    CHECK_EQ(setup(&w, &first, 40, &at), BURST_SETUP_BOOKED);
    CHECK_EQ(setup(&w, &second, 41, &at), BURST_SETUP_CONFLICT);
    CHECK_EQ(second.start, 180);
    end(&w);
}

/* ---- what nodes know ------------------------------------------------------------ */

/* a reserves its own link at 0; b, 10 away, hears at 10; d, 15 away, at 15. What was
 * reserved at c's cluster at 30 a hears at 60. */
static void hearsay(void)
{
    world w;
    struct burst b = burst(from_a, 2, 100, 50, 180, 1000);
    int64_t at;
    begin(&w, 1, 0);
    CHECK_EQ(link_state_delay(&w.link_state, A, C), 30);
    CHECK_EQ(link_state_delay(&w.link_state, C, A), 30); /* against the links, too */
    CHECK_EQ(link_state_delay(&w.link_state, A, D), 15);
    CHECK_EQ(setup(&w, &b, 0, &at), BURST_SETUP_ON);
    CHECK_EQ(known_free(&w, A, 0, NETS_LINK, AB, 120), 0);
    CHECK_EQ(known_free(&w, B, 9, NETS_LINK, AB, 120), 100);
    CHECK_EQ(known_free(&w, B, 10, NETS_LINK, AB, 120), 0);
    CHECK_EQ(setup(&w, &b, 10, &at), BURST_SETUP_ON);
    CHECK_EQ(known_free(&w, D, 14, NETS_LINK, AB, 120), 100);
    CHECK_EQ(known_free(&w, D, 14, NETS_LINK, BC, 120), 100);
    CHECK_EQ(known_free(&w, D, 15, NETS_LINK, AB, 120), 0);
    CHECK_EQ(known_free(&w, D, 15, NETS_LINK, BC, 120), 0);
    CHECK_EQ(setup(&w, &b, 30, &at), BURST_SETUP_BOOKED);
    CHECK_EQ(known_free(&w, A, 59, NETS_CLUSTER, 0, 500), 1);
    CHECK_EQ(known_free(&w, A, 60, NETS_CLUSTER, 0, 500), 0);
    end(&w);
}

/* The same where nodes look at the news only every 25. */
static void hearsay_at_intervals(void)
{
    world w;
    struct burst b = burst(from_a, 2, 100, 50, 180, 1000);
    int64_t at;
    begin(&w, 1, 25);
    CHECK_EQ(setup(&w, &b, 1, &at), BURST_SETUP_ON);
    CHECK_EQ(known_free(&w, A, 1, NETS_LINK, AB, 120), 100);
    CHECK_EQ(known_free(&w, A, 24, NETS_LINK, AB, 120), 100);
    CHECK_EQ(known_free(&w, A, 25, NETS_LINK, AB, 120), 0);
    CHECK_EQ(known_free(&w, D, 24, NETS_LINK, AB, 120), 100);
    CHECK_EQ(known_free(&w, D, 25, NETS_LINK, AB, 120), 0);
    CHECK_EQ(nets_advance(w.net, 30), NETS_OK);
    CHECK_EQ(setup(&w, &b, 30, &at), BURST_SETUP_ON);
    CHECK_EQ(known_free(&w, D, 49, NETS_LINK, BC, 120), 100);
    CHECK_EQ(known_free(&w, D, 50, NETS_LINK, BC, 120), 0);
    end(&w);
}

enum { NOTES = 3000, KNOTS = 40 };

typedef struct noted {
    nets_kind kind;
    uint32_t index, node;
    int64_t made, from, to;
    nets_amount amount;
    nets_id id;
} noted;

/* What node knows at `now`, from all that was ever noted. */
static nets_amount recalled(const world *w, const noted *all, size_t count, uint32_t node,
                            int64_t now, int64_t interval, nets_kind kind, uint32_t index,
                            nets_amount most, int64_t t)
{
    const int64_t looked = interval ? now / interval * interval : now;
    nets_amount left = most;
    size_t i;
    for (i = 0; i < count; i++) {
        const noted *n = &all[i];
        const int64_t delay = link_state_delay(&w->link_state, n->node, node);
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
            s = nets_cancel(w.net, n.id);
            CHECK_EQ(s, NETS_OK);
            n.amount = -n.amount;
        } else {
            nets_use u = {.kind = n.kind, .index = n.index, .from = n.from, .to = n.to};
            const nets_plan p = {.uses = &u, .count = 1};
            u.amount = n.amount;
            s = nets_commit(w.net, &p, &n.id);
            if (s == NETS_E_BUSY) continue;
            CHECK_EQ(s, NETS_OK);
        }
        CHECK_EQ(link_state_note(&w.link_state, n.kind, n.index, now, n.from, n.to,
                                 n.amount, &w.error),
                 0);
        all[count++] = n;
        for (k = 0; k < KNOTS && test_below(4) == 0; k++) {
            const uint32_t node = (uint32_t)test_below(4);
            const nets_kind kind = test_below(4) ? NETS_LINK : NETS_CLUSTER;
            const uint32_t index = kind == NETS_LINK ? (uint32_t)test_below(3) : 0;
            const int64_t t = now + (int64_t)test_below(100);
            CHECK_EQ(known_free(&w, node, now, kind, index, t),
                     recalled(&w, all, count, node, now, interval, kind, index,
                              kind == NETS_LINK ? 100 : 7, t));
        }
    }
    CHECK(count > 100);
    end(&w);
}

/* ---- whole runs -------------------------------------------------------------------- */

/* The same network: 1 Mb/s is a bit, 1 MIPS an instruction, in a microsecond. */
static const char small[] = "node a\nnode b\nnode c\nnode d\nnode e\n"
                            "link a b capacity=1 delay=10\n"
                            "link b c capacity=1 delay=20\n"
                            "link d b capacity=1 delay=5\n"
                            "cluster c cpus=1 speed=1\n";

typedef struct scene {
    struct topology topology;
    struct multicost_task at[8];
    struct multicost_tasks tasks;
    struct multicost_plan plan;
    struct multicost_run run;
    struct error error;
} scene;

static void scene_begin(scene *s, const char *network, nets_method method)
{
    const struct topology_options o = topology_data_default();
    memset(s, 0, sizeof *s);
    CHECK_EQ(topology_format_parse("network", network, strlen(network),
                                   topology_format_of("text"), &o, &s->topology,
                                   &s->error),
             0);
    s->tasks.at = s->at;
    s->plan.topology = &s->topology;
    s->plan.tasks = &s->tasks;
    s->plan.method = method;
    s->plan.view.slots_l = s->plan.view.slots_m = 1024;
    s->plan.view.tau_l = s->plan.view.tau_m = 1;
    s->plan.view.shared_clock = 1;
    s->plan.rate = 1;
    s->plan.retry = 10;
    s->plan.keep = 1;
}

static void scene_task(scene *s, int64_t created, uint32_t node, uint32_t source,
                       int64_t data, int64_t work)
{
    struct multicost_task *t = &s->at[s->tasks.count++];
    t->created = created;
    t->node = node;
    t->source = source;
    t->data = data;
    t->work = work;
}

/* Possible it must be, whatever it is. */
static void scene_run(scene *s)
{
    s->run.outcomes = NULL;
    if (multicost_run_make(&s->run, &s->plan, NULL, &s->error) != 0 ||
        multicost_check(&s->run, &s->error) != 0)
        fprintf(stderr, "%s\n", s->error.text);
    CHECK_EQ(multicost_check(&s->run, &s->error), 0);
}

static void scene_end(scene *s)
{
    multicost_run_free(&s->run);
    topology_data_free(&s->topology);
}

/* The method of each row of the table. */
static nets_method method_at(size_t row) { return multicost_run_method(row)->method; }

/* From a: sent at once for 50, there after 30 more, computed in 100. Where the data are
 * at the cluster, nothing is sent. What is created at e stays there. */
static void run_alone(void)
{
    size_t m;
    for (m = 0; m < multicost_run_methods.count; m++) {
        scene s;
        scene_begin(&s, small, method_at(m));
        scene_task(&s, 7, A, A, 50, 100);
        scene_task(&s, 1000, C, C, 50, 100);
        scene_task(&s, 2000, 4, 4, 50, 100);
        scene_run(&s);
        CHECK_EQ(s.run.outcomes[0].fate, MULTICOST_done);
        CHECK_EQ(s.run.outcomes[0].end - 7, 50 + 30 + 100);
        CHECK_EQ(s.run.outcomes[0].sent, 1);
        CHECK_EQ(s.run.outcomes[0].links, 2);
        CHECK_EQ(s.run.outcomes[1].end - 1000, 100);
        CHECK_EQ(s.run.outcomes[1].sent, 0);
        CHECK_EQ(s.run.outcomes[2].fate, MULTICOST_unreached);
        scene_end(&s);
    }
}

/* One from a at 0, one from d at 3, who has heard of nothing. d's message is at b at 8
 * and takes [8, 58) of b-c; a's, at 10, wants [10, 60): blocked. a hears of it at 20.
 * Its own link is wasted until 50, and that b-c is taken until 58 it has heard at 18, so
 * it sends at 50. What d's task reserved at c at 28, [78, 178), it will hear at 58: it
 * predicts 130, in conflict, and waits until 178. ECT does not look at links: it tries
 * at 20, 30 and 40 in vain. */
static void run_blocked(void)
{
    size_t m;
    int release;
    for (m = 0; m < multicost_run_methods.count; m++)
        for (release = 0; release < 2; release++) {
            const uint32_t vain = method_at(m) == NETS_ECT ? 3 : 0;
            const struct multicost_outcome *o;
            scene s;
            scene_begin(&s, small, method_at(m));
            s.plan.release = release;
            scene_task(&s, 0, A, A, 50, 100);
            scene_task(&s, 3, D, D, 50, 100);
            scene_run(&s);
            o = s.run.outcomes;
            CHECK_EQ(o[1].end, 178);
            CHECK_EQ(o[1].start, 78);
            CHECK_EQ(o[1].sent, 1);
            CHECK_EQ(o[1].conflict, 0);
            CHECK_EQ(o[0].sent, 2 + vain);
            CHECK_EQ(o[0].blocked, 1 + vain);
            CHECK_EQ(o[0].send, 50);
            CHECK_EQ(o[0].arrive, 130);
            CHECK_EQ(o[0].predicted, 130);
            CHECK_EQ(o[0].conflict, 1);
            CHECK_EQ(o[0].start, 178);
            CHECK_EQ(o[0].end, 278);
            scene_end(&s);
        }
}

/* Two from a, one behind the other on a-b: [0, 30) and [30, 80), so at b, where messages
 * are at 10 and 11, [10, 40) and [40, 90). One from d is there at 8 and takes [8, 43):
 * both are blocked. The first hears of it at 20, when its window has begun, and sends at
 * 80, behind both; the second at 21: where windows are released [30, 80) is free again.
 * But b-c is not before 43, so at a not before 33, and a-b is taken at 80: it sends at
 * 110. The one that a has at 30 needs only 40: it has room there. */
static void run_released(void)
{
    int release;
    for (release = 0; release < 2; release++) {
        scene s;
        scene_begin(&s, small, NETS_AWMC_T);
        s.plan.release = release;
        scene_task(&s, 0, A, A, 30, 5);
        scene_task(&s, 1, A, A, 50, 5);
        scene_task(&s, 3, D, D, 35, 5);
        scene_task(&s, 30, A, A, 40, 5);
        scene_run(&s);
        CHECK_EQ(s.run.outcomes[2].blocked, 0);
        CHECK_EQ(s.run.outcomes[0].blocked, 1);
        CHECK_EQ(s.run.outcomes[1].blocked, 1);
        CHECK_EQ(s.run.outcomes[0].send, 80);
        CHECK_EQ(s.run.outcomes[1].send, 110);
        CHECK_EQ(s.run.outcomes[3].send, release ? 33 : 160);
        scene_end(&s);
    }
}

/* a decides at 0 what d has: the order is at d at 15. */
static void run_remote(void)
{
    scene s;
    scene_begin(&s, small, NETS_MC_T);
    scene_task(&s, 0, A, D, 50, 100);
    scene_run(&s);
    CHECK_EQ(s.run.outcomes[0].send, 15);
    CHECK_EQ(s.run.outcomes[0].end, 15 + 50 + 25 + 100);
    scene_end(&s);
}

/* a's own message is at b at 10 and takes [10, 50) of b-c. That for what d has, ordered
 * at the same time, is there at 20: blocked. The news is at d at 25, at a at 40, a's
 * next order at d at 55: then b-c is free. */
static void run_remote_blocked(void)
{
    scene s;
    scene_begin(&s, small, NETS_MC_T);
    scene_task(&s, 0, A, A, 40, 100);
    scene_task(&s, 0, A, D, 20, 100);
    scene_run(&s);
    CHECK_EQ(s.run.outcomes[1].blocked, 1);
    CHECK_EQ(s.run.outcomes[1].send, 55);
    scene_end(&s);
}

/* At one instant: who was blocked and hears of it at 20 decides before a task that is
 * created then; that one sends behind it. */
static void run_order(void)
{
    scene s;
    scene_begin(&s, small, NETS_MC_T);
    scene_task(&s, 0, A, A, 50, 100);
    scene_task(&s, 3, D, D, 50, 100);
    scene_task(&s, 20, A, A, 50, 100);
    scene_run(&s);
    CHECK_EQ(s.run.outcomes[0].send, 50);
    CHECK_EQ(s.run.outcomes[2].send, 100);
    scene_end(&s);
}

/* Of the two tasks of run_blocked the first is to end by 230 when it decides again, at
 * 20; under a bound of 229 that is too late. */
static void run_bound_again(void)
{
    int64_t bound;
    for (bound = 229; bound <= 230; bound++) {
        scene s;
        scene_begin(&s, small, NETS_AWMC_T);
        s.plan.bound = bound;
        scene_task(&s, 0, A, A, 50, 100);
        scene_task(&s, 3, D, D, 50, 100);
        scene_run(&s);
        CHECK_EQ(s.run.outcomes[0].fate, bound == 230 ? MULTICOST_done : MULTICOST_late);
        CHECK(bound == 229 || s.run.outcomes[0].end > 230); /* it conflicts */
        scene_end(&s);
    }
}

/* 180 is what it takes. */
static void run_bound(void)
{
    int64_t bound;
    size_t m;
    for (m = 0; m < multicost_run_methods.count; m++)
        for (bound = 179; bound <= 180; bound++) {
            scene s;
            scene_begin(&s, small, method_at(m));
            s.plan.bound = bound;
            scene_task(&s, 7, A, A, 50, 100);
            scene_run(&s);
            CHECK_EQ(s.run.outcomes[0].fate,
                     bound == 180 ? MULTICOST_done : MULTICOST_late);
            scene_end(&s);
        }
}

/* The first has the link for 500; the second tries three times. */
static void run_given_up(void)
{
    static const char blind[] = "node a\nnode b\nlink a b capacity=1 delay=10\n"
                                "cluster b cpus=1 speed=1\n";
    scene s;
    scene_begin(&s, blind, NETS_ECT);
    s.plan.attempts = 3;
    scene_task(&s, 0, A, A, 500, 1);
    scene_task(&s, 1, A, A, 50, 1);
    scene_run(&s);
    CHECK_EQ(s.run.outcomes[0].fate, MULTICOST_done);
    CHECK_EQ(s.run.outcomes[1].fate, MULTICOST_given_up);
    CHECK_EQ(s.run.outcomes[1].sent, 3);
    CHECK_EQ(s.run.outcomes[1].blocked, 3);
    scene_end(&s);
}

/* What cannot be is found. */
static void run_impossible(void)
{
    int what;
    for (what = 0; what < 8; what++) {
        scene s;
        struct multicost_outcome *o;
        scene_begin(&s, small, NETS_MC_T);
        scene_task(&s, 0, A, A, 50, 100);
        scene_task(&s, 3, D, D, 50, 100);
        scene_run(&s);
        o = s.run.outcomes;
        switch (what) {
        case 0: o[0].end = o[0].start = 0; break;
        case 1: o[0].end--; break; /* 277: still possible alone, but not of the uses */
        case 2: o[1].fate = MULTICOST_pending; break;
        case 3: o[1].fate = MULTICOST_late; break;
        case 4: s.run.uses.at[0].to += 100; break;
        case 5:
            o[1].arrive = o[1].start = 1;
            o[1].end = 101;
            break;
        case 6: s.run.uses.at[s.run.uses.count - 1].from -= 1; break;
        default: s.run.uses.count--; break;
        }
        CHECK_EQ(multicost_check(&s.run, &s.error), what == 1 ? 0 : -1);
        scene_end(&s);
    }
}

/* Tasks of the same seed are the same at every load, and others of another. */
static void tasks_drawn(void)
{
    struct multicost_mix m = {1000, 25, 50, 8e7, 1e9, 0.5, 3, 7};
    struct multicost_tasks a = {NULL, 0}, b = {NULL, 0};
    struct error e;
    size_t i, remote = 0;
    double data = 0, work = 0;
    CHECK_EQ(multicost_run_tasks_draw(&a, &m, &e), 0);
    m.lambda = 100;
    m.remote = 0.25;
    CHECK_EQ(multicost_run_tasks_draw(&b, &m, &e), 0);
    for (i = 0; i < 1000; i++) {
        CHECK_EQ(a.at[i].data, b.at[i].data);
        CHECK_EQ(a.at[i].work, b.at[i].work);
        CHECK_EQ(a.at[i].node, b.at[i].node);
        CHECK(a.at[i].created / 2 - b.at[i].created <= 1);
        CHECK(a.at[i].created / 2 - b.at[i].created >= -1);
        CHECK(b.at[i].source == b.at[i].node || b.at[i].source == a.at[i].source);
        data += (double)a.at[i].data;
        work += (double)a.at[i].work;
        remote += a.at[i].source != a.at[i].node;
    }
    CHECK(data > 0.9 * 8e10 && data < 1.1 * 8e10);
    CHECK(work > 0.9 * 1e12 && work < 1.1 * 1e12);
    CHECK(remote > 400 && remote < 560);
    CHECK(a.at[999].created > 18000000 && a.at[999].created < 22000000);
    multicost_run_tasks_free(&a);
    multicost_run_tasks_free(&b);
}

TEST_MAIN(TEST(alone), TEST(local), TEST(blocked_wasted), TEST(blocked_released),
          TEST(blocked_too_late), TEST(blocked_at_home), TEST(shared), TEST(conflicts),
          TEST(conflict_earlier), TEST(hearsay), TEST(hearsay_at_intervals),
          TEST(hearsay_random), TEST(run_alone), TEST(run_blocked), TEST(run_released),
          TEST(run_remote), TEST(run_remote_blocked), TEST(run_order),
          TEST(run_bound_again), TEST(run_bound), TEST(run_given_up),
          TEST(run_impossible), TEST(tasks_drawn))
