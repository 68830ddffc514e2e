/* test_burst.c - runs of multicost_sim (multicost/multicost_run.h), by hand and by what
 * must hold; the one-way reservation protocol (multicost/burst.h) where runs hardly come;
 * and what nodes know (multicost/link_state.h), against all that was ever noted.
 */
#define _POSIX_C_SOURCE 200809L

#include "netsched.h"
#include "test.h"

#include "multicost/burst.h"
#include "multicost/link_state.h"
#include "multicost/multicost_run.h"
#include "topology/topology.h"

#include <math.h>

/* ---- runs -------------------------------------------------------------------------- */

/*   a --10--> b --20--> c, where there is a CPU of speed 1; no link leads to e
 *   d --5---> b
 * and apart from these f, with two clusters that are alike, and one that is a little
 * farther and ten times as fast. */
enum { A, B, C, D, E, F };
enum { AB, BC, DB };

/* 1 Mb/s is a bit, 1 MIPS an instruction, in a microsecond. */
static const char small[] = "node a\nnode b\nnode c\nnode d\nnode e\n"
                            "node f\nnode g\nnode h\nnode i\n"
                            "link a b capacity=1 delay=10\n"
                            "link b c capacity=1 delay=20\n"
                            "link d b capacity=1 delay=5\n"
                            "link f g capacity=1 delay=10\n"
                            "link f h capacity=1 delay=10\n"
                            "link f i capacity=1 delay=11\n"
                            "cluster c cpus=1 speed=1\n"
                            "cluster g cpus=1 speed=1\n"
                            "cluster h cpus=1 speed=1\n"
                            "cluster i cpus=1 speed=10\n";

enum { ALL = -1, WASTED = 1, RELEASED = 2 };

#define DONE .fate = MULTICOST_done
#define LATE .fate = MULTICOST_late

/* Tasks, and what must become of them where it is not 0. */
/* clang-format off */
static const struct sight {
    int method;   /* ALL: each     */
    int upstream; /* 0: both       */
    int64_t bound;
    struct multicost_task tasks[4];
    struct multicost_outcome wanted[4];
} sights[] = {
    /* From a: sent at once for 50, there after 30 more, computed in 100. Where the data
     * are at the cluster, nothing is sent. Tasks created at e stay there. */
    {ALL, 0, 0,
     {{7, 50, 100, A, A}, {1000, 50, 100, C, C}, {2000, 50, 100, E, E}},
     {{DONE, .links = 2, .sent = 1, .end = 7 + 180}, {DONE, .end = 1100},
      {.fate = MULTICOST_unreached}}},
    /* 180 is what it takes. */
    {ALL, 0, 179, {{7, 50, 100, A, A}}, {{LATE}}},
    {ALL, 0, 180, {{7, 50, 100, A, A}}, {{DONE}}},
    /* One from a at 0, one from d at 3, who has heard of nothing. d's message is at b at
     * 8 and takes [8, 58) of b-c; a's, at 10, wants [10, 60): blocked. a hears of it at
     * 20. Its own link is wasted until 50, and that b-c is taken until 58 it has heard at
     * 18, so it sends at 50. What d's task reserved at c at 28, [78, 178), it will hear
     * at 58: it predicts 130, in conflict, and waits until 178. */
    {NETS_MC_T, 0, 0,
     {{0, 50, 100, A, A}, {3, 50, 100, D, D}},
     {{DONE, .conflict = 1, .sent = 2, .blocked = 1, .send = 50, .arrive = 130,
       .predicted = 130, .start = 178, .end = 278},
      {DONE, .sent = 1, .predicted = 78, .start = 78, .end = 178}}},
    /* ECT does not look at links: it tries at 20, 30 and 40 in vain. */
    {NETS_ECT, 0, 0,
     {{0, 50, 100, A, A}, {3, 50, 100, D, D}},
     {{DONE, .conflict = 1, .sent = 5, .blocked = 4, .send = 50, .start = 178},
      {DONE, .sent = 1, .start = 78}}},
    /* The first is to end by 230 when it decides again, at 20; it conflicts. */
    {NETS_AWMC_T, 0, 229, {{0, 50, 100, A, A}, {3, 50, 100, D, D}}, {{LATE}}},
    {NETS_AWMC_T, 0, 230,
     {{0, 50, 100, A, A}, {3, 50, 100, D, D}},
     {{DONE, .end = 278}}},
    /* At one instant: who was blocked and hears of it at 20 decides before a task that is
     * created then; that one sends behind it. */
    {NETS_MC_T, 0, 0,
     {{0, 50, 100, A, A}, {3, 50, 100, D, D}, {20, 50, 100, A, A}},
     {{DONE, .send = 50}, {DONE}, {DONE, .send = 100}}},
    /* Two from a, one behind the other on a-b: [0, 30) and [30, 80), so at b, where
     * messages are at 10 and 11, [10, 40) and [40, 90). One from d is there at 8 and
     * takes [8, 43): both are blocked. The first hears of it at 20, when its window has
     * begun, and sends at 80, behind both; the second at 21: where windows are released
     * [30, 80) is free again. But b-c is not before 43, so at a not before 33, and a-b is
     * taken at 80: it sends at 110. The one that a has at 30 needs only 40: it has room
     * there. */
    {NETS_AWMC_T, WASTED, 0,
     {{0, 30, 5, A, A}, {1, 50, 5, A, A}, {3, 35, 5, D, D}, {30, 40, 5, A, A}},
     {{DONE, .blocked = 1, .send = 80}, {DONE, .blocked = 1, .send = 110},
      {DONE, .sent = 1}, {DONE, .send = 160}}},
    {NETS_AWMC_T, RELEASED, 0,
     {{0, 30, 5, A, A}, {1, 50, 5, A, A}, {3, 35, 5, D, D}, {30, 40, 5, A, A}},
     {{DONE, .blocked = 1, .send = 80}, {DONE, .blocked = 1, .send = 110},
      {DONE, .sent = 1}, {DONE, .send = 33}}},
    /* a decides at 0 what d has: the order is at d at 15. */
    {NETS_MC_T, 0, 0, {{0, 50, 100, A, D}}, {{DONE, .send = 15, .end = 15 + 175}}},
    /* a's own message is at b at 10 and takes [10, 50) of b-c. That for what d has,
     * ordered at the same time, is there at 20: blocked. The news is at d at 25, at a at
     * 40, a's next order at d at 55: then b-c is free. */
    {NETS_MC_T, 0, 0,
     {{0, 40, 100, A, A}, {0, 20, 100, A, D}},
     {{DONE}, {DONE, .blocked = 1, .send = 55}}},
    /* The first has the link for 500; the second tries three times. */
    {NETS_ECT, 0, 0,
     {{0, 500, 1, A, A}, {1, 50, 1, A, A}},
     {{DONE}, {.fate = MULTICOST_given_up, .sent = 3, .blocked = 3}}},
};
/* clang-format on */

static uint64_t ties; /* their seed */

typedef struct scene {
    struct topology topology;
    struct multicost_task at[4];
    struct multicost_tasks tasks;
    struct multicost_plan plan;
    struct multicost_run run;
    struct error error;
} scene;

/* Possible it must be, whatever it is. */
static void scene_run(scene *s, const struct sight *of, nets_method method, int release)
{
    memset(s, 0, sizeof *s);
    CHECK_EQ(topology_parse("small", small, strlen(small), NULL, &s->topology, &s->error),
             0);
    memcpy(s->at, of->tasks, sizeof s->at);
    s->tasks.at = s->at;
    while (s->tasks.count < 4 && s->at[s->tasks.count].data) s->tasks.count++;
    s->plan.topology = &s->topology;
    s->plan.tasks = &s->tasks;
    s->plan.method = method;
    s->plan.view.slots_l = s->plan.view.slots_m = 1024;
    s->plan.view.tau_l = s->plan.view.tau_m = 1;
    s->plan.view.shared_clock = 1;
    s->plan.bound = of->bound;
    s->plan.release = release;
    s->plan.rate = 1;
    s->plan.retry = 10;
    s->plan.attempts = of->wanted[1].fate == MULTICOST_given_up ? 3 : 0;
    s->plan.keep = s->plan.gap = s->plan.any = 1;
    s->plan.seed = ties;
    multicost_run_make(&s->run, &s->plan);
    if (multicost_check(&s->run, &s->error) != 0) CHECK_STR(s->error.text, "");
}

static void scene_end(scene *s)
{
    multicost_run_free(&s->run);
    topology_free(&s->topology);
}

static void as_wanted(int64_t got, int64_t wanted)
{
    if (wanted != 0) CHECK_EQ(got, wanted);
}

static void by_hand(void)
{
    int release;
    for (size_t k = 0; k < sizeof sights / sizeof sights[0]; k++)
        for (size_t m = 0; m < 2 * MULTICOST_METHODS; m++) {
            const struct sight *of = &sights[k];
            const nets_method method = multicost_run_methods[m / 2];
            scene s;
            release = m % 2;
            if (of->method != ALL && of->method != (int)method) continue;
            if (of->upstream && of->upstream != (release ? RELEASED : WASTED)) continue;
            scene_run(&s, of, method, release);
            for (size_t i = 0; i < s.tasks.count; i++) {
                const struct multicost_outcome *o = &s.run.outcomes[i];
                const struct multicost_outcome *w = &of->wanted[i];
                as_wanted(o->fate, w->fate);
                as_wanted(o->conflict, w->conflict);
                as_wanted(o->links, w->links);
                as_wanted(o->sent, w->sent);
                as_wanted(o->blocked, w->blocked);
                as_wanted(o->send, w->send);
                as_wanted(o->arrive, w->arrive);
                as_wanted(o->predicted, w->predicted);
                as_wanted(o->start, w->start);
                as_wanted(o->end, w->end);
            }
            scene_end(&s);
        }
}

/* Sums: links are used until the last task is created. MC-B takes the
 * nearest cluster, of those that are as near any; an exact search the fast one. */
static void sums(void)
{
    const struct sight at_f = {.tasks = {{0, 50, 100, F, F}}};
    unsigned chosen = 0;
    scene s;
    scene_run(&s, &sights[0], NETS_MC_T, 0);
    CHECK(fabs(s.run.ground.used[NETS_LINK] - 100) < 1e-9);
    scene_end(&s);
    for (ties = 0; ties < 16; ties++) {
        scene_run(&s, &at_f, NETS_MC_B, 0);
        CHECK(fabs(s.run.sums.worse - 1) < 1e-9 && fabs(s.run.sums.gap - 89) < 1e-9);
        chosen |= 1u << s.run.outcomes[0].cluster;
        scene_end(&s);
    }
    CHECK_EQ(chosen, 1u << 1 | 1u << 2);
}

/* What cannot be is found. */
static void impossible(void)
{
    for (int what = 0; what < 8; what++) {
        scene s;
        scene_run(&s, &sights[3], NETS_MC_T, 0);
        struct multicost_outcome *o = s.run.outcomes;
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
    size_t remote = 0;
    double data = 0, work = 0;
    multicost_run_tasks_draw(&a, &m);
    m.lambda = 100;
    m.remote = 0.25;
    multicost_run_tasks_draw(&b, &m);
    for (size_t i = 0; i < 1000; i++) {
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

/* ---- bursts ------------------------------------------------------------------------ */

typedef struct world {
    struct burst_ground ground;
    struct link_state link_state;
    nets_network *net;
    int64_t last[1];
} world;

static void begin(world *w, nets_amount cpus, int64_t interval)
{
    memset(w, 0, sizeof *w);
    CHECK_EQ(nets_create(&w->net, NULL), NETS_OK);
    for (int i = 0; i < 4; i++) CHECK_EQ(nets_add_node(w->net, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(w->net, A, B, 100, 10, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(w->net, B, C, 100, 20, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(w->net, D, B, 100, 5, NULL), NETS_OK);
    CHECK_EQ(nets_add_cluster(w->net, C, cpus, 1, NULL), NETS_OK);
    link_state_init(&w->link_state, w->net, interval);
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

/* Its data are at the CPU 80 after it was sent; its setup message is there already. */
static enum burst_setup set_up(world *w, struct burst *b, int64_t send, int64_t start,
                               int64_t work)
{
    static const uint32_t from_a[] = {AB, BC};
    static nets_id booked[4][2];
    static unsigned bursts;
    int64_t at;
    b->links = from_a;
    b->booked = booked[bursts++ % 4];
    b->count = b->hop = 2;
    b->offset = 30;
    b->length = 50;
    b->send = send;
    b->start = start;
    b->work = work;
    CHECK_EQ(nets_advance(w->net, 40), NETS_OK);
    return burst_setup(&w->ground, b, 40, &at);
}

/* One CPU. The first is booked for [200, 300); who finds it taken at the time that was
 * predicted waits in turn. The second, which needs 50, would fit before 200 but its data
 * are there only at 180; it gets 300. The third, which needs 10 and has its data at 185,
 * would fit into [185, 195), but must not pass the second: it gets 350. The fourth
 * predicts [120, 180) rightly and passes all of them. */
static void conflicts(void)
{
    struct burst b[4] = {{0}};
    world w;
    begin(&w, 1, 0);
    CHECK_EQ(set_up(&w, &b[0], 100, 200, 100), BURST_SETUP_BOOKED);
    CHECK_EQ(set_up(&w, &b[1], 100, 250, 50), BURST_SETUP_CONFLICT);
    CHECK_EQ(set_up(&w, &b[2], 105, 210, 10), BURST_SETUP_CONFLICT);
    CHECK_EQ(set_up(&w, &b[3], 10, 120, 60), BURST_SETUP_BOOKED);
    CHECK(b[1].start == 300 && b[2].start == 350 && b[3].start == 120);
    end(&w);
}

/* ---- what nodes know --------------------------------------------------------------- */

/* What `node` knows at `now` will be free of it at time t. */
static nets_amount known_free(world *w, uint32_t node, int64_t now, nets_kind kind,
                              uint32_t index, int64_t t)
{
    const struct link_state *l = &w->link_state;
    link_state_update(&w->link_state, node, now);
    if (kind != NETS_LINK) index += l->links;
    return nets_profile_value(&link_state_all(l, node)[index], t);
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
    for (size_t i = 0; i < count; i++) {
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
    size_t count = 0;
    int64_t now = 0;
    const int64_t interval = test_below(2) ? (int64_t)test_below(60) : 0;
    begin(&w, 7, interval);
    CHECK_EQ(link_state_delay(&w.link_state, A, C), 30);
    CHECK_EQ(link_state_delay(&w.link_state, C, A), 30); /* against the links, too */
    CHECK_EQ(link_state_delay(&w.link_state, A, D), 15);
    for (size_t i = 0; i < notes && count < 2 * NOTES; i++) {
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
        link_state_note(&w.link_state, n.kind, n.index, now, n.from, n.to, n.amount);
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

TEST_MAIN(TEST(by_hand), TEST(sums), TEST(impossible), TEST(tasks_drawn), TEST(conflicts),
          TEST(hearsay_random))
