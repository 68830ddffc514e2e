/* prop_wdm.c - light paths against a model that tries everything.
 *
 * The model has one byte for each link, wavelength and time: which booking has it; and of
 * each booking its rate and what it has at both ends. The oracle tries each start, then
 * each number of hops, then each route in the documented order, and takes the first that
 * is free throughout. The answer must be that one, wavelength by wavelength. After each
 * booking and each release the profile of each wavelength must be what the bytes say,
 * step by step. In some worlds each request for memory of each call is refused. */
#include "exact.h"
#include "light.h"
#include "netsched.h"

#include "audit.h"
#include "modes.h"

enum {
    NODES = 5,
    LINKS = 9,
    WAVES = 4,
    TIMES = 30,
    HOPS = 12,
    ALIVE = 100,
    MOST = 2 /* of a link's rate, and of the unit at each node */
};

typedef struct model_path {
    uint32_t links[HOPS], waves[HOPS], hops;
} model_path;

typedef struct world {
    nets_network *net;
    uint32_t nodes, links;
    nets_link_info link[LINKS];
    int has[LINKS][WAVES], converts[NODES];
    nets_id owner[LINKS][WAVES][TIMES]; /* 0 = free */
    nets_id alive[ALIVE];
    uint32_t alive_count;
    struct {
        nets_time start, end; /* 0: it is gone */
        nets_amount rate, need[2];
        uint32_t node[2];
    } of[1000]; /* by id */
    nets_time now;
    nets_request req;
    nets_need need[2];
    uint32_t via[LINKS];
    light out;
    nets_plan plan;
    test_heap heap;
    model_path walk;
    int came[NODES][WAVES];
    int refusing, empty; /* empty: as if nothing were booked */
} world;

static world w;

/* ---- the model --------------------------------------------------------------------- */

/* What is free of a resource at t, for a booking that may replace another one. */
static nets_amount model_free(nets_kind kind, uint32_t index, nets_time t)
{
    nets_amount used = 0;
    nets_wave_info wave = {0, 0};
    uint32_t i, end;
    if (t >= TIMES || w.empty) return kind == NETS_WAVE ? 1 : MOST;
    if (kind == NETS_WAVE) {
        CHECK_EQ(nets_get_wave(w.net, index, &wave), NETS_OK);
        used = (nets_amount)w.owner[wave.link][wave.wave][t];
        return !used || used == (nets_amount)w.req.replaces;
    }
    for (i = 0; i < WAVES && kind == NETS_LINK; i++)
        if (w.owner[index][i][t] != w.req.replaces)
            used += w.of[w.owner[index][i][t]].rate;
    for (i = 0; i < w.alive_count && kind == NETS_UNIT; i++)
        for (end = 0; end < 2 && w.alive[i] != w.req.replaces; end++)
            if (w.of[w.alive[i]].node[end] == index && w.of[w.alive[i]].start <= t &&
                t < w.of[w.alive[i]].end)
                used += w.of[w.alive[i]].need[end];
    return MOST - used;
}

static int has_free(nets_kind kind, uint32_t index, nets_amount n, nets_time x)
{
    nets_time t = x;
    while (t < x + w.req.length && model_free(kind, index, t) >= n) t++;
    return t == x + w.req.length;
}

static int in_range(uint32_t wave)
{
    return wave >= w.req.first_wave &&
           (!w.req.waves || wave < w.req.first_wave + w.req.waves);
}

static int in_via(uint32_t link)
{
    uint32_t i = 0;
    while (i < w.req.via_count && w.via[i] != link) i++;
    return !w.req.via_count || i < w.req.via_count;
}

/* ---- the oracle -------------------------------------------------------------------- */

/* A route of exactly so many hops more, the lowest links and wavelengths first. The
 * shortest never comes twice to a node on the same wavelength. */
static int find_route(uint32_t v, uint32_t more, nets_time x)
{
    uint32_t link, wave;
    const uint32_t i = w.walk.hops;
    if (v == w.req.to) return more == 0;
    if (more == 0) return 0;
    for (link = 0; link < w.links; link++) {
        const uint32_t to = w.link[link].to;
        if (w.link[link].from != v || !in_via(link)) continue;
        if (!has_free(NETS_LINK, link, w.req.bandwidth, x)) continue;
        for (wave = 0; wave < WAVES; wave++) {
            int found;
            if (i > 0 && !w.converts[v] && wave != w.walk.waves[i - 1]) continue;
            if (!in_range(wave) || w.came[to][wave]) continue;
            if (!w.has[link][wave] ||
                !has_free(NETS_WAVE, nets_wave_of(w.net, link, wave), 1, x))
                continue;
            w.walk.links[i] = link;
            w.walk.waves[i] = wave;
            w.came[to][wave] = 1;
            w.walk.hops++;
            found = find_route(to, more - 1, x);
            w.came[to][wave] = 0;
            if (found) return 1;
            w.walk.hops--;
        }
    }
    return 0;
}

/* Does it fit at x? The best route is then w.walk. */
static int fits_at(nets_time x)
{
    uint32_t i;
    for (i = 0; i < w.req.at_from_count; i++)
        if (!has_free(NETS_UNIT, w.req.from, w.need[0].amount, x)) return 0;
    for (i = 0; i < w.req.at_to_count; i++)
        if (!has_free(NETS_UNIT, w.req.to, w.need[1].amount, x)) return 0;
    for (i = 1; i <= (w.req.max_hops ? w.req.max_hops : HOPS); i++) {
        w.walk.hops = 0;
        if (find_route(w.req.from, i, x)) return 1;
    }
    return 0;
}

/* Where the oracle finds nothing it says NOFIT; all is free after TIMES. */
static nets_status oracle(nets_time *start, nets_time deadline)
{
    const nets_time end = deadline ? deadline : 2 * TIMES;
    for (*start = w.req.ready; *start + w.req.length <= end; ++*start)
        if (fits_at(*start)) return NETS_OK;
    return NETS_E_NOFIT;
}

static void unchanged(void);

/* s = call, and in some worlds before that without memory for it: nothing changes. */
#define CALL(s, call) EACH_REFUSED(&w.heap, w.refusing, s, call, unchanged())

/* All that can be said of a request: when it starts, by which route; all starts; what to
 * offer instead, and why it never fits. */
static void compare_answer(void)
{
    static const char *const fields[] = {"to", "via", "max_hops"};
    const nets_time deadline = w.req.deadline;
    const uint32_t hops = w.req.max_hops, via = w.req.via_count;
    nets_time start = 0, t;
    nets_alternative_info offer;
    nets_reason why;
    nets_spans spans = {0};
    uint32_t i;
    nets_status s;
    const nets_status expected = oracle(&start, deadline);
    if (test_below(4) == 0) nets_plan_free(&w.plan);
    CALL(s, light_first(w.net, &w.req, &w.plan, &w.out));
    CHECK_EQ(s, expected);
    if (s == NETS_OK) {
        CHECK_EQ(w.out.start, start);
        CHECK_EQ(w.out.end, start + w.req.length);
        CHECK_EQ(w.out.count, w.walk.hops);
        for (i = 0; i < w.walk.hops; i++) {
            CHECK_EQ(w.out.at[i].link, w.walk.links[i]);
            CHECK_EQ(w.out.at[i].wave, w.walk.waves[i]);
        }
    }
    if (test_below(8)) return;
    spans.alloc = test_heap_hook;
    spans.alloc_ctx = &w.heap;
    CALL(s, nets_starts(w.net, &w.req, &spans));
    CHECK_EQ(s, NETS_OK);
    for (t = w.req.ready; t < 2 * TIMES; t++)
        CHECK_EQ(nets_spans_has(&spans, t),
                 (!deadline || t + w.req.length <= deadline) && fits_at(t));
    nets_spans_free(&spans);
    CALL(s, nets_alternatives(w.net, &w.req, &offer));
    CHECK_EQ(s, NETS_OK);
    CHECK_EQ(offer.start, oracle(&start, 0) == NETS_OK ? start : NETS_FOREVER);
    CHECK_EQ(offer.flow == offer.whole, fits_at(w.req.ready));
    CALL(s, nets_explain(w.net, &w.req, &why));
    w.empty = 1;
    CHECK_EQ(s, expected == NETS_OK ? NETS_OK : fits_at(0) ? NETS_E_NOFIT : NETS_E_NEVER);
    w.req.bandwidth = w.req.at_from_count = w.req.at_to_count = 0;
    if (s == NETS_E_NEVER && !fits_at(0)) {
        w.req.max_hops = 0;
        i = fits_at(0) ? 2 : 0;
        w.req.via_count = 0;
        if (!i) i = (uint32_t)fits_at(0);
        CHECK_EQ(strcmp(why.field, fields[i]), 0);
        CHECK_EQ(why.value, i == 2 ? hops : i ? via : w.req.to);
    }
    w.empty = 0;
    w.plan.count = 0; /* of another request */
}

/* Each profile has a step where the bytes change, and no other; before now nothing is
 * asked. */
static void compare_profiles(void)
{
    uint32_t link, wave;
    const nets_id replaces = w.req.replaces;
    nets_time at;
    w.req.replaces = 0;
    CHECK_EQ(audit_network(w.net), NETS_OK);
    for (at = w.now; at < TIMES; at++) {
        for (link = 0; link < w.links; link++)
            CHECK_EQ(nets_profile_value(nets_profile_of(w.net, NETS_LINK, link), at),
                     model_free(NETS_LINK, link, at));
        for (link = 0; link < w.nodes; link++)
            CHECK_EQ(nets_profile_value(nets_profile_of(w.net, NETS_UNIT, link), at),
                     model_free(NETS_UNIT, link, at));
    }
    w.req.replaces = replaces;
    for (link = 0; link < w.links; link++)
        for (wave = 0; wave < WAVES; wave++) {
            const nets_profile *p = light_profile(w.net, link, wave);
            const nets_id *owner = w.owner[link][wave];
            uint32_t i = 0;
            nets_time t;
            CHECK_EQ(p != NULL, w.has[link][wave]);
            if (!p) continue;
            CHECK_EQ(nets_profile_value(p, w.now), owner[w.now] == 0);
            while (i < p->count && p->steps[i].time <= w.now) i++;
            for (t = w.now + 1; t < TIMES; t++) {
                if ((owner[t] == 0) == (owner[t - 1] == 0)) continue;
                CHECK(i < p->count);
                CHECK_EQ(p->steps[i].time, t);
                CHECK_EQ(p->steps[i++].amount, owner[t] == 0);
            }
            CHECK_EQ(i, p->count);
        }
}

/* ---- bookings ---------------------------------------------------------------------- */

static void mark(nets_id was, nets_id is)
{
    uint32_t link, wave;
    nets_time t;
    for (link = 0; link < w.links; link++)
        for (wave = 0; wave < WAVES; wave++)
            for (t = w.now; t < TIMES; t++)
                if (w.owner[link][wave][t] == was) w.owner[link][wave][t] = is;
}

static nets_status expected_of_commit(const nets_plan *p)
{
    uint32_t i, k;
    nets_time t;
    for (i = 0; i < p->count; i++) {
        if (p->uses[i].kind == NETS_WAVE && p->uses[i].index == NETS_NONE)
            return NETS_E_ARG;
        if (p->uses[i].from < w.now) return NETS_E_PAST;
    }
    for (t = p->uses[0].from; t < p->uses[0].to; t++)
        for (i = 0; i < p->count; i++) {
            nets_amount sum = 0;
            for (k = 0; k <= i; k++)
                if (p->uses[k].kind == p->uses[i].kind &&
                    p->uses[k].index == p->uses[i].index)
                    sum += p->uses[k].amount;
            if (sum > model_free(p->uses[i].kind, p->uses[i].index, t))
                return NETS_E_BUSY;
        }
    return NETS_OK;
}

/* Commits, here and in the model, if it is before the end of the bytes. */
static void commit(nets_plan *p, int answer)
{
    nets_id id = 77;
    uint32_t i;
    nets_time t;
    nets_status s, expected;
    w.req.replaces = p->replaces = 0;
    if (p->uses[0].to > TIMES - 1 || w.alive_count == ALIVE) return;
    expected = expected_of_commit(p);
    CALL(s, nets_commit(w.net, p, &id));
    CHECK_EQ(s, expected);
    CHECK_EQ(id != 0, expected == NETS_OK);
    if (expected == NETS_OK) {
        w.alive[w.alive_count++] = id;
        memset(&w.of[id], 0, sizeof w.of[id]);
        w.of[id].start = p->uses[0].from;
        w.of[id].end = p->uses[0].to;
        if (answer) {
            w.of[id].rate = w.req.bandwidth;
            w.of[id].node[0] = w.req.from;
            w.of[id].node[1] = w.req.to;
            w.of[id].need[0] = w.req.at_from_count ? w.need[0].amount : 0;
            w.of[id].need[1] = w.req.at_to_count ? w.need[1].amount : 0;
        }
        for (i = 0; i < p->count; i++)
            for (t = p->uses[i].from; t < p->uses[i].to; t++) {
                nets_wave_info wave;
                if (p->uses[i].kind != NETS_WAVE) continue;
                CHECK_EQ(nets_get_wave(w.net, p->uses[i].index, &wave), NETS_OK);
                w.owner[wave.link][wave.wave][t] = id;
            }
    }
    compare_profiles();
}

/* Any wavelengths, also twice, also such as are not there. */
static void commit_some(void)
{
    nets_use uses[3];
    nets_plan p = {.uses = uses};
    const nets_time start = test_between(w.now > 0 ? w.now - 1 : 0, TIMES - 2);
    const nets_time end = start + test_between(1, 6);
    for (p.count = 0; p.count < 1 || (p.count < 3 && test_below(2)); p.count++) {
        uint32_t tries = 8, wave;
        do
            wave = nets_wave_of(w.net, (uint32_t)test_below(w.links),
                                (uint32_t)test_below(WAVES));
        while (wave == NETS_NONE && tries-- > 0);
        uses[p.count] = (nets_use){
            .kind = NETS_WAVE, .index = wave, .from = start, .to = end, .amount = 1};
    }
    commit(&p, 0);
}

/* A booking is as it was made; over or given back, it is not there. */
static void compare_booking(nets_id id, int there)
{
    light p = {0};
    nets_booking b;
    uint32_t link, wave, left = 0, i;
    CHECK_EQ(nets_get(w.net, id, &b), there ? NETS_OK : NETS_E_NOTFOUND);
    if (there) light_of(w.net, b.uses, b.count, &p);
    for (link = 0; there && link < w.links; link++)
        for (wave = 0; wave < WAVES; wave++) left += w.owner[link][wave][p.start] == id;
    CHECK_EQ(p.count, left);
    for (i = 0; i < p.count; i++) {
        CHECK_EQ(w.owner[p.at[i].link][p.at[i].wave][p.start], id);
        CHECK_EQ(w.owner[p.at[i].link][p.at[i].wave][p.end - 1], id);
    }
}

static nets_time end_of(nets_id id)
{
    uint32_t link, wave;
    nets_time t, end = 0;
    for (link = 0; link < w.links; link++)
        for (wave = 0; wave < WAVES; wave++)
            for (t = 0; t < TIMES; t++)
                if (w.owner[link][wave][t] == id && t + 1 > end) end = t + 1;
    return end;
}

static void unchanged(void)
{
    uint32_t i;
    compare_profiles();
    for (i = 0; i < w.alive_count; i++)
        if (end_of(w.alive[i]) > w.now) compare_booking(w.alive[i], 1);
}

/* Never asks for memory. */
static void release_some(void)
{
    const uint32_t i = (uint32_t)test_below(w.alive_count);
    const nets_id id = w.alive[i];
    const int there = end_of(id) > w.now;
    long calls;
    compare_booking(id, there);
    calls = w.heap.calls;
    CHECK_EQ(nets_cancel(w.net, id), there ? NETS_OK : NETS_E_NOTFOUND);
    CHECK_EQ(nets_cancel(w.net, id), NETS_E_NOTFOUND);
    CHECK_EQ(w.heap.calls, calls);
    mark(id, 0);
    w.of[id].end = 0;
    compare_profiles();
    compare_booking(0, 0);
    w.alive[i] = w.alive[--w.alive_count];
}

static void move_on(void)
{
    w.now += test_between(0, 2);
    if (w.now > TIMES - 2) w.now = TIMES - 2;
    CHECK_EQ(nets_advance(w.net, w.now), NETS_OK);
    compare_profiles();
}

/* ---- worlds ------------------------------------------------------------------------ */

static void begin(void)
{
    nets_desc desc = {0};
    nets_status s;
    memset(&w, 0, sizeof w);
    w.refusing = test_below(250) == 0;
    desc.alloc = w.plan.alloc = test_heap_hook;
    desc.alloc_ctx = w.plan.alloc_ctx = &w.heap;
    EACH_REFUSED(&w.heap, w.refusing, s, nets_create(&w.net, &desc), CHECK(!w.net));
    CHECK_EQ(s, NETS_OK);
}

static void finish(void)
{
    nets_destroy(w.net);
    nets_plan_free(&w.plan);
    CHECK_EQ(w.heap.live_blocks, 0);
    CHECK_EQ(w.heap.bad_size, 0);
}

static void add_link(uint32_t from, uint32_t to)
{
    CHECK_EQ(nets_add_link(w.net, from, to, MOST, 0, NULL), NETS_OK);
    CHECK_EQ(nets_get_link(w.net, w.links, &w.link[w.links]), NETS_OK);
    w.links++;
}

static void add_waves(uint32_t link, uint32_t first, uint32_t count)
{
    uint32_t wave;
    nets_status s;
    CALL(s, nets_add_waves(w.net, link, first, count));
    CHECK_EQ(s, NETS_OK);
    for (wave = first; wave < first + count; wave++) w.has[link][wave] = 1;
}

static void add_node(void)
{
    nets_status s = NETS_OK;
    CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    CHECK_EQ(nets_add_partition(w.net, w.nodes, 3, NETS_FULL, NULL), NETS_OK);
    CHECK_EQ(nets_add_unit(w.net, w.nodes, MOST, 0, NULL), NETS_OK);
    w.converts[w.nodes] = test_below(4) == 0;
    if (w.converts[w.nodes]) CALL(s, nets_set_converter(w.net, w.nodes));
    CHECK_EQ(s, NETS_OK);
    w.nodes++;
}

/* One new link, from node to node in turn at first, then anywhere; and wavelengths, in
 * one stretch or two, for some link. */
static void add_some_link(uint32_t waves)
{
    const int chain = w.links + 1 < w.nodes;
    const uint32_t a = chain ? w.links : (uint32_t)test_below(w.nodes);
    const uint32_t b =
        (uint32_t)(a + 1 + (chain ? 0 : test_below(w.nodes - 1))) % w.nodes;
    const uint32_t first = (uint32_t)test_below(waves);
    const uint32_t link = test_below(4) ? w.links : (uint32_t)test_below(w.links + 1);
    add_link(a, b);
    add_waves(link, first, (uint32_t)test_between(1, waves - first));
    if (test_below(2)) add_waves(w.links - 1, 0, 1);
}

/* Nodes, links and wavelengths come in any order; then bookings. */
static void make_random(uint32_t nodes, uint32_t links, uint32_t waves, int64_t bookings)
{
    begin();
    add_node();
    while (w.nodes < nodes || w.links < links)
        if (w.nodes < 2 || (w.nodes < nodes && test_below(3)))
            add_node();
        else if (w.links < links)
            add_some_link(waves);
    while (bookings-- > 0) commit_some();
}

static void ask(void)
{
    nets_booking b;
    uint32_t i;
    memset(&w.req, 0, sizeof w.req);
    w.req.light = 1;
    w.req.from = (uint32_t)(test_below(2) ? 0 : test_below(w.nodes));
    w.req.to = (uint32_t)((w.req.from + 1 + test_below(w.nodes - 1)) % w.nodes);
    if (test_below(2) && w.req.from != w.nodes - 1) w.req.to = w.nodes - 1;
    w.req.ready = test_between(w.now, TIMES / 2 + w.now / 2);
    w.req.length = test_between(1, 9);
    w.req.deadline =
        test_below(3) ? w.req.ready + w.req.length + test_between(0, TIMES) : 0;
    w.req.first_wave = (uint32_t)(test_below(3) ? 0 : test_below(WAVES + 1));
    w.req.waves = (uint32_t)(test_below(3) ? 0 : test_between(1, WAVES));
    w.req.max_hops = (uint32_t)(test_below(3) ? 0 : test_between(1, 4));
    if (test_below(3) == 0) w.req.bandwidth = test_below(9) ? 1 : MOST + 1;
    for (i = 0; i < w.links && test_below(3) == 0; i++)
        if (test_below(4)) w.via[w.req.via_count++] = i;
    w.req.via = w.via;
    for (i = 0; i < 2; i++) {
        w.need[i].type = 3;
        w.need[i].amount = test_below(9) ? 1 : test_between(2, MOST + 1);
    }
    w.req.at_from = &w.need[0];
    w.req.at_to = &w.need[1];
    w.req.at_from_count = test_below(4) == 0;
    w.req.at_to_count = test_below(4) == 0;
    if (w.alive_count && test_below(3) == 0 &&
        nets_get(w.net, w.alive[test_below(w.alive_count)], &b) == NETS_OK &&
        b.start > w.now)
        w.req.replaces = b.id;
    compare_answer();
    if (w.req.replaces) compare_profiles();
    if (w.plan.count && !w.plan.refused && test_below(2)) commit(&w.plan, 1);
    w.req.replaces = 0;
}

/* ---- saving and loading ------------------------------------------------------------ */

static stream saved, again;

/* Goes on with a copy, which is saved as the same bytes. */
static void save_and_load(void)
{
    nets_network *copy = w.net;
    nets_status s;
    nets_desc desc = {.alloc = test_heap_hook, .alloc_ctx = &w.heap};
    saved.size = again.size = 0;
    CHECK_EQ(nets_save(w.net, put, &saved), NETS_OK);
    saved.size += 3; /* what follows in the stream is left there */
    CALL(s, (saved.read = 0, nets_load(&copy, &desc, get, &saved)));
    CHECK_EQ(s, NETS_OK);
    saved.size -= 3;
    CHECK_EQ(saved.read, saved.size);
    CHECK_EQ(nets_save(copy, put, &again), NETS_OK);
    CHECK_EQ(again.size, saved.size);
    CHECK_EQ(memcmp(again.at, saved.at, saved.size), 0);
    nets_destroy(w.net);
    w.net = copy;
    compare_profiles();
}

/* ---- tests ------------------------------------------------------------------------- */

/* States are few, so that the oracle ends: it tries all routes of up to HOPS hops. */
static void worlds(void)
{
    long n;
    int step;
    for (n = test_scaled(7000); n > 0; n--) {
        const uint32_t nodes = (uint32_t)test_between(2, NODES);
        make_random(nodes, (uint32_t)test_between(1, LINKS),
                    nodes == 2 ? WAVES : HOPS / nodes, test_between(0, 120));
        for (step = 0; step < 30; step++) {
            const uint64_t what = test_below(20);
            if (what < 4)
                commit_some();
            else if (what < 6 && w.alive_count)
                release_some();
            else if (what == 6)
                move_on();
            else if (what == 7)
                save_and_load();
            else
                ask();
        }
        finish();
    }
    CHECK(refusals > 0 || test_scaled(100) < 20);
}

/* 0 -> 1 -> 2, and 1 <-> 3, which converts. 0 -> 1 has only wavelength 0, and 1 -> 2 only
 * 1: the one route goes through 1 twice. */
static void hairpin(void)
{
    uint32_t v;
    begin();
    for (v = 0; v < 4; v++) {
        add_node();
        if (w.converts[v]) v = UINT32_MAX, finish(), begin();
    }
    add_link(0, 1);
    add_link(1, 2);
    add_link(1, 3);
    add_link(3, 1);
    add_waves(0, 0, 1);
    add_waves(1, 1, 1);
    add_waves(2, 0, 2);
    add_waves(3, 0, 2);
    w.req.to = 2;
    w.req.length = 5;
    w.req.light = 1;
    compare_answer();
    CHECK_EQ(w.out.count, 0);
    CHECK_EQ(nets_set_converter(w.net, 3), NETS_OK);
    w.converts[3] = 1;
    compare_answer();
    CHECK_EQ(w.out.count, 4);
    w.req.max_hops = 3;
    compare_answer();
    CHECK_EQ(w.out.count, 0);
    finish();
}

static void make_one(void)
{
    begin();
    CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    w.nodes = 2;
    add_link(0, 1);
}

static void misuse_of_objects(void)
{
    nets_wave_info wave = {7, 7};
    make_one();
    CHECK_EQ(nets_get_wave(w.net, 0, &wave), NETS_E_ARG);
    CHECK_EQ(nets_get_wave(NULL, 0, &wave), NETS_E_ARG);
    CHECK_EQ(nets_wave_of(NULL, 0, 0), NETS_NONE);
    CHECK_EQ(nets_add_waves(NULL, 0, 0, 1), NETS_E_ARG);
    CHECK_EQ(nets_add_waves(w.net, 1, 0, 1), NETS_E_ARG);
    CHECK_EQ(nets_add_waves(w.net, 0, 0, 0), NETS_E_ARG);
    CHECK_EQ(nets_add_waves(w.net, 0, NETS_WAVES_MOST, 1), NETS_E_RANGE);
    CHECK_EQ(nets_add_waves(w.net, 0, 1, NETS_WAVES_MOST), NETS_E_RANGE);
    CHECK_EQ(nets_add_waves(w.net, 0, 1, UINT32_MAX), NETS_E_RANGE);
    CHECK_EQ(nets_add_waves(w.net, 0, NETS_WAVES_MOST - 1, 1), NETS_OK);
    CHECK_EQ(nets_set_converter(NULL, 0), NETS_E_ARG);
    CHECK_EQ(nets_set_converter(w.net, 2), NETS_E_ARG);
    CHECK(light_profile(w.net, 0, 0) == NULL);
    CHECK(light_profile(w.net, 1, 0) == NULL);
    CHECK(light_profile(w.net, 0, NETS_WAVES_MOST) == NULL);
    CHECK(light_profile(w.net, 0, NETS_WAVES_MOST - 1) != NULL);
    CHECK_EQ(nets_get_wave(w.net, 0, &wave), NETS_OK);
    CHECK(wave.link == 0 && wave.wave == NETS_WAVES_MOST - 1);
    CHECK_EQ(nets_get_wave(w.net, 0, NULL), NETS_E_ARG);
    CHECK_EQ(audit_network(w.net), NETS_OK);
    finish();
}

static nets_status status_of(nets_request r)
{
    return light_first(w.net, &r, &w.plan, &w.out);
}

/* A good request, and what is wrong if one member is changed. */
static void misuse_of_requests(void)
{
    nets_request good = {0}, r;
    uint32_t none = NETS_NONE;
    make_one();
    CHECK_EQ(nets_advance(w.net, 10), NETS_OK);
    good.light = 1;
    good.to = 1;
    good.ready = 10;
    good.deadline = 20;
    good.length = 10;
    CHECK_EQ(status_of(good), NETS_E_NOFIT); /* no wavelengths at all */
    add_waves(0, 1, 2);
#define WRONG(member, value, status) \
    r = good;                        \
    r.member = value;                \
    CHECK_EQ(status_of(r), status)
    CHECK_EQ(status_of(good), NETS_OK);
    WRONG(from, 1, NETS_E_ARG);
    WRONG(light, 0, NETS_E_ARG); /* without a bandwidth */
    WRONG(bandwidth, -1, NETS_E_ARG);
    WRONG(bandwidth, MOST, NETS_OK);
    WRONG(bandwidth, MOST + 1, NETS_E_NOFIT);
    WRONG(bandwidth, NETS_MOST + 1, NETS_E_RANGE);
    WRONG(splittable, 1, NETS_E_ARG);
    WRONG(fixed, 1, NETS_E_ARG);
    WRONG(via_count, 1, NETS_E_ARG);
    WRONG(via, &none, NETS_OK); /* none of it */
    r.via_count = 1;
    CHECK_EQ(status_of(r), NETS_E_NOFIT);
    WRONG(first_wave, 2, NETS_OK);
    WRONG(first_wave, 3, NETS_E_NOFIT);
    WRONG(first_wave, UINT32_MAX, NETS_E_NOFIT);
    WRONG(waves, 1, NETS_E_NOFIT);
    WRONG(waves, UINT32_MAX, NETS_OK);
    good.first_wave = 1;
    WRONG(waves, UINT32_MAX, NETS_OK); /* all from there on */
    r.light = 0;
    r.bandwidth = r.splittable = 1;
    r.max_hops = 1;
    CHECK_EQ(nets_first_slot(w.net, &r, &w.plan), NETS_E_ARG);
    finish();
}

TEST_MAIN(TEST(worlds), TEST(hairpin), TEST(misuse_of_objects), TEST(misuse_of_requests))
