/* prop_wdm.c - wavelengths against a model that tries everything.
 *
 * The model has one byte for each link, wavelength and time: which booking has it. The
 * oracle tries each start, then each path, then each choice of wavelengths, in the
 * documented order, and takes the first that is free throughout. The answer must be that
 * one, wavelength by wavelength. After each booking and each release the profile of each
 * wavelength must be what the bytes say, step by step. In some worlds each request for
 * memory of each call is refused. */
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
    PATHS = 3000,
    ALIVE = 100
};

typedef struct model_path {
    uint32_t links[HOPS], waves[HOPS], hops;
    nets_time delay;
} model_path;

typedef struct world {
    nets_network *net;
    uint32_t nodes, links;
    nets_link_info link[LINKS];
    int has[LINKS][WAVES], converts[NODES];
    nets_id owner[LINKS][WAVES][TIMES]; /* 0 = free */
    nets_id alive[ALIVE];
    uint32_t alive_count;
    nets_time now;
    nets_lightpath_request req;
    light out;
    nets_plan plan;
    test_heap heap;
    model_path all[PATHS], walk;
    uint32_t count;
    int passed[NODES], came[NODES][WAVES];
    int refusing;
} world;

static world w;

/* ---- the model --------------------------------------------------------------------- */

static int is_free(uint32_t link, uint32_t wave, nets_time start, nets_time end)
{
    nets_time t;
    if (!w.has[link][wave]) return 0;
    for (t = start; t < end && t < TIMES; t++)
        if (w.owner[link][wave][t] && w.owner[link][wave][t] != w.req.replaces) return 0;
    return 1;
}

static int in_range(uint32_t wave)
{
    return wave >= w.req.first_wave &&
           (!w.req.waves || wave < w.req.first_wave + w.req.waves);
}

static int may_use(uint32_t link)
{
    uint32_t wave;
    for (wave = 0; wave < WAVES; wave++)
        if (w.has[link][wave] && in_range(wave)) return 1;
    return 0;
}

/* ---- the oracle over k shortest paths ---------------------------------------------- */

static void list_paths(uint32_t v)
{
    uint32_t i;
    if (v == w.req.to) {
        CHECK(w.count < PATHS);
        w.all[w.count++] = w.walk;
        return;
    }
    w.passed[v] = 1;
    for (i = 0; i < w.links; i++) {
        const nets_link_info *l = &w.link[i];
        if (l->from != v || w.passed[l->to] || !may_use(i)) continue;
        if (w.req.max_hops && w.walk.hops == w.req.max_hops) continue;
        if (w.req.max_delay && w.walk.delay + l->delay > w.req.max_delay) continue;
        w.walk.links[w.walk.hops++] = i;
        w.walk.delay += l->delay;
        list_paths(l->to);
        w.walk.hops--;
        w.walk.delay -= l->delay;
    }
    w.passed[v] = 0;
}

static int three_way(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int in_order(const void *pa, const void *pb)
{
    const model_path *a = (const model_path *)pa, *b = (const model_path *)pb;
    const int hops = three_way(a->hops, b->hops), delay = three_way(a->delay, b->delay);
    const int first = w.req.by == NETS_HOPS ? hops : delay;
    uint32_t i;
    if (first) return first;
    if (hops + delay) return hops + delay;
    for (i = 0; i < a->hops; i++)
        if (a->links[i] != b->links[i]) return three_way(a->links[i], b->links[i]);
    return 0;
}

/* Wavelengths for hops i, i + 1, ... of a path, the lowest first. */
static int choose_waves(model_path *p, uint32_t i, nets_time x)
{
    if (i == p->hops) return 1;
    for (p->waves[i] = 0; p->waves[i] < WAVES; p->waves[i]++) {
        const uint32_t wave = p->waves[i], link = p->links[i];
        const int fixed = i > 0 && !w.converts[w.link[link].from];
        if (fixed && wave != p->waves[i - 1]) continue;
        if (in_range(wave) && is_free(link, wave, x, x + w.req.length) &&
            choose_waves(p, i + 1, x))
            return 1;
    }
    return 0;
}

/* ---- the oracle over all routes ---------------------------------------------------- */

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
        if (w.link[link].from != v) continue;
        for (wave = 0; wave < WAVES; wave++) {
            int found;
            if (i > 0 && !w.converts[v] && wave != w.walk.waves[i - 1]) continue;
            if (!in_range(wave) || w.came[to][wave]) continue;
            if (!is_free(link, wave, x, x + w.req.length)) continue;
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

/* ---- both -------------------------------------------------------------------------- */

/* Where the oracle finds nothing it says NOFIT. */
static nets_status oracle(model_path *best, nets_time *start, uint32_t *path)
{
    const nets_time end =
        w.req.deadline ? w.req.deadline : 2 * TIMES; /* all is free by then */
    nets_time x;
    uint32_t i;
    memset(&w.walk, 0, sizeof w.walk);
    w.count = 0;
    *path = 0;
    if (w.req.k) {
        list_paths(w.req.from);
        qsort(w.all, w.count, sizeof w.all[0], in_order);
        if (w.count > w.req.k) w.count = w.req.k;
    }
    for (x = w.req.ready; x + w.req.length <= end; x++) {
        *start = x;
        for (i = 0; i < w.count; i++)
            if (choose_waves(&w.all[i], 0, x)) {
                *best = w.all[i];
                *path = i;
                return NETS_OK;
            }
        for (i = 1; !w.req.k && i <= (w.req.max_hops ? w.req.max_hops : HOPS); i++)
            if (find_route(w.req.from, i, x)) {
                *best = w.walk;
                return NETS_OK;
            }
    }
    return NETS_E_NOFIT;
}

static void unchanged(void);

/* s = call, and in some worlds before that without memory for it: nothing changes. */
#define CALL(s, call) EACH_REFUSED(&w.heap, w.refusing, s, call, unchanged())

static void compare_answer(void)
{
    model_path best = {0};
    nets_time start = 0;
    uint32_t i, path;
    nets_status s;
    if (test_below(4) == 0) nets_plan_free(&w.plan);
    CALL(s, light_first(w.net, &w.req, &w.plan, &w.out));
    CHECK_EQ(s, oracle(&best, &start, &path));
    if (s != NETS_OK) {
        CHECK_EQ(w.out.count, 0);
        return;
    }
    CHECK_EQ(w.out.start, start);
    CHECK_EQ(w.out.end, start + w.req.length);
    CHECK_EQ(w.out.path, path);
    CHECK_EQ(w.out.count, best.hops);
    for (i = 0; i < best.hops; i++) {
        CHECK_EQ(w.out.at[i].link, best.links[i]);
        CHECK_EQ(w.out.at[i].wave, best.waves[i]);
    }
}

/* Each profile has a step where the bytes change, and no other; before now nothing is
 * asked. */
static void compare_profiles(void)
{
    uint32_t link, wave;
    CHECK_EQ(audit_network(w.net), NETS_OK);
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

static nets_status expected_of_commit(const light *p)
{
    uint32_t i, k;
    for (i = 0; i < p->count; i++) {
        if (!w.has[p->at[i].link][p->at[i].wave]) return NETS_E_ARG;
        if (p->start < w.now) return NETS_E_PAST;
    }
    for (i = 0; i < p->count; i++) {
        if (!is_free(p->at[i].link, p->at[i].wave, p->start, p->end)) return NETS_E_BUSY;
        for (k = 0; k < i; k++)
            if (memcmp(&p->at[i], &p->at[k], sizeof p->at[i]) == 0) return NETS_E_BUSY;
    }
    return NETS_OK;
}

/* Commits, here and in the model, if it is before the end of the bytes. */
static void commit(const light *p)
{
    nets_id id = 77;
    uint32_t i;
    nets_time t;
    nets_status s;
    const nets_status expected = expected_of_commit(p);
    if (p->end > TIMES - 1 || w.alive_count == ALIVE) return;
    CALL(s, light_commit(w.net, p, &id));
    CHECK_EQ(s, expected);
    CHECK_EQ(id != 0, expected == NETS_OK);
    if (expected == NETS_OK) {
        w.alive[w.alive_count++] = id;
        for (i = 0; i < p->count; i++)
            for (t = p->start; t < p->end; t++)
                w.owner[p->at[i].link][p->at[i].wave][t] = id;
    }
    compare_profiles();
}

/* Any wavelengths, also twice, also such as are not there. */
static void commit_some(void)
{
    light p = {0};
    nets_wave_info *some = p.at;
    uint32_t i;
    p.count = (uint32_t)test_between(1, 3);
    for (i = 0; i < p.count; i++) {
        uint32_t tries = 8;
        do {
            some[i].link = (uint32_t)test_below(w.links);
            some[i].wave = (uint32_t)test_below(WAVES);
        } while (!w.has[some[i].link][some[i].wave] && tries-- > 0);
    }
    p.start = test_between(w.now > 0 ? w.now - 1 : 0, TIMES - 2);
    p.end = p.start + test_between(1, 6);
    commit(&p);
}

/* A booking is as it was made; over or given back, it is not there. */
static void compare_booking(nets_id id, int there)
{
    light p = {0};
    uint32_t link, wave, left = 0, i;
    CHECK_EQ(light_get(w.net, id, &p), there ? NETS_OK : NETS_E_NOTFOUND);
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

static void add_link(uint32_t from, uint32_t to, nets_time delay)
{
    CHECK_EQ(nets_add_link(w.net, from, to, 1, delay, NULL), NETS_OK);
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
    add_link(a, b, test_between(0, 3));
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

static void ask(int routes)
{
    nets_booking b;
    w.req.from = (uint32_t)(test_below(2) ? 0 : test_below(w.nodes));
    w.req.to = (uint32_t)((w.req.from + 1 + test_below(w.nodes - 1)) % w.nodes);
    if (test_below(2) && w.req.from != w.nodes - 1) w.req.to = w.nodes - 1;
    w.req.ready = test_between(w.now, TIMES / 2 + w.now / 2);
    w.req.length = test_between(1, 9);
    w.req.deadline =
        test_below(3) ? w.req.ready + w.req.length + test_between(0, TIMES) : 0;
    w.req.first_wave = (uint32_t)(test_below(3) ? 0 : test_below(WAVES + 1));
    w.req.waves = (uint32_t)(test_below(3) ? 0 : test_between(1, WAVES));
    w.req.k = (uint32_t)(routes ? 0 : test_between(1, 6));
    w.req.by = !routes && test_below(2) ? NETS_DELAY : NETS_HOPS;
    w.req.max_hops = (uint32_t)(test_below(3) ? 0 : test_between(1, 4));
    w.req.max_delay = routes || test_below(3) ? 0 : test_between(1, 6);
    if (w.alive_count && test_below(3) == 0 &&
        nets_get(w.net, w.alive[test_below(w.alive_count)], &b) == NETS_OK &&
        b.start > w.now)
        w.req.replaces = b.id;
    compare_answer();
    if (w.req.replaces) compare_profiles();
    w.req.replaces = 0;
    if (w.out.count && test_below(2)) commit(&w.out);
}

/* ---- saving and loading ------------------------------------------------------------ */

static stream saved, again;

/* Goes on with a copy, which is saved as the same bytes. */
static void save_and_load(void)
{
    nets_network *copy = w.net;
    nets_desc desc = {0};
    nets_status s;
    desc.alloc = test_heap_hook;
    desc.alloc_ctx = &w.heap;
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

static void steps(int routes)
{
    int step;
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
            ask(routes);
    }
    finish();
}

static void paths(void)
{
    long n;
    for (n = test_scaled(8000); n > 0; n--) {
        make_random((uint32_t)test_between(2, NODES), (uint32_t)test_between(1, LINKS),
                    (uint32_t)test_between(1, WAVES), test_between(0, 120));
        steps(0);
    }
    CHECK(refusals > 0 || test_scaled(100) < 20);
}

/* States are few, so that the oracle ends: it tries all routes of up to HOPS hops. */
static void routes(void)
{
    long n;
    for (n = test_scaled(5000); n > 0; n--) {
        const uint32_t nodes = (uint32_t)test_between(2, NODES);
        make_random(nodes, (uint32_t)test_between(1, LINKS),
                    nodes == 2 ? WAVES : HOPS / nodes, test_between(0, 120));
        steps(1);
    }
}

/* 0 -> 1 -> 2, and 1 <-> 3, which converts. 0 -> 1 has only wavelength 0, and 1 -> 2 only
 * 1: the one route goes through 1 twice. */
static void hairpin(void)
{
    uint32_t v;
    begin();
    for (v = 0; v < 4; v++) CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    w.nodes = 4;
    add_link(0, 1, 0);
    add_link(1, 2, 0);
    add_link(1, 3, 0);
    add_link(3, 1, 0);
    add_waves(0, 0, 1);
    add_waves(1, 1, 1);
    add_waves(2, 0, 2);
    add_waves(3, 0, 2);
    w.req.to = 2;
    w.req.length = 5;
    compare_answer();
    CHECK_EQ(w.out.count, 0);
    CHECK_EQ(nets_set_converter(w.net, 3), NETS_OK);
    w.converts[3] = 1;
    compare_answer();
    CHECK_EQ(w.out.count, 4);
    w.req.max_hops = 3;
    compare_answer();
    CHECK_EQ(w.out.count, 0);
    w.req.max_hops = 0;
    w.req.k = 9;
    compare_answer(); /* no path passes a node twice */
    CHECK_EQ(w.out.count, 0);
    finish();
}

static void make_one(void)
{
    begin();
    CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    w.nodes = 2;
    add_link(0, 1, 0);
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

static nets_status status_of(nets_lightpath_request r)
{
    return light_first(w.net, &r, &w.plan, &w.out);
}

/* A good request, and what is wrong if one member is changed. */
static void misuse_of_requests(void)
{
    nets_lightpath_request good = {0}, r;
    uint32_t k;
    make_one();
    CHECK_EQ(nets_advance(w.net, 10), NETS_OK);
    good.to = 1;
    good.ready = 10;
    good.deadline = 20;
    good.length = 10;
    CHECK_EQ(status_of(good), NETS_E_NOFIT); /* no wavelengths at all */
    add_waves(0, 1, 2);
    CHECK_EQ(nets_first_lightpath(NULL, &good, &w.plan), NETS_E_ARG);
    CHECK_EQ(nets_first_lightpath(w.net, NULL, &w.plan), NETS_E_ARG);
    CHECK_EQ(nets_first_lightpath(w.net, &good, NULL), NETS_E_ARG);
#define WRONG(member, value, status) \
    r = good;                        \
    r.member = value;                \
    CHECK_EQ(status_of(r), status)
    for (k = 0; k < 2; k++) {
        good.k = k;
        CHECK_EQ(status_of(good), NETS_OK);
        WRONG(from, 1, NETS_E_ARG);
        WRONG(from, 2, NETS_E_ARG);
        WRONG(to, 2, NETS_E_ARG);
        WRONG(by, (nets_metric)2, NETS_E_ARG);
        WRONG(by, NETS_DELAY, k ? NETS_OK : NETS_E_ARG);
        WRONG(max_delay, -1, NETS_E_ARG);
        WRONG(max_delay, 9, k ? NETS_OK : NETS_E_ARG);
        WRONG(length, 0, NETS_E_ARG);
        WRONG(length, -5, NETS_E_ARG);
        WRONG(length, 11, NETS_E_ARG);
        WRONG(deadline, 19, NETS_E_ARG);
        WRONG(deadline, 0, NETS_OK);
        WRONG(ready, 9, NETS_E_PAST);
        WRONG(ready, INT64_MAX - 3, NETS_E_RANGE);
        WRONG(length, INT64_MAX, NETS_E_RANGE);
        WRONG(first_wave, 2, NETS_OK);
        WRONG(first_wave, 3, NETS_E_NOFIT);
        WRONG(first_wave, UINT32_MAX, NETS_E_NOFIT);
        WRONG(waves, 1, NETS_E_NOFIT);
        WRONG(waves, UINT32_MAX, NETS_OK);
    }
    WRONG(k, NETS_PATHS_MOST, NETS_OK);
    WRONG(k, NETS_PATHS_MOST + 1, NETS_E_RANGE);
    good.first_wave = 1;
    WRONG(waves, UINT32_MAX, NETS_E_ARG);
    finish();
}

/* The first instant there is. A sanitizer sees an overflow. */
static void at_the_beginning_of_time(void)
{
    nets_desc desc = {0};
    nets_lightpath_request r = {0};
    light p = {0};
    nets_plan plan = {0};
    nets_network *net;
    uint32_t k;
    desc.now = INT64_MIN;
    CHECK_EQ(nets_create(&net, &desc), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(net, 0, 1, 1, 0, NULL), NETS_OK);
    CHECK_EQ(nets_add_waves(net, 0, 0, 2), NETS_OK);
    r.to = 1;
    r.ready = INT64_MIN;
    r.length = 5;
    for (k = 0; k < 2; k++) {
        r.k = k;
        CHECK_EQ(light_first(net, &r, &plan, &p), NETS_OK);
        CHECK(p.count == 1 && p.start == INT64_MIN && p.end == INT64_MIN + 5);
    }
    CHECK_EQ(nets_commit(net, &plan, NULL), NETS_OK);
    CHECK_EQ(light_first(net, &r, &plan, &p), NETS_OK);
    CHECK(p.start == INT64_MIN && p.at[0].wave == 1);
    nets_plan_free(&plan);
    nets_destroy(net);
}

/* A light path replaces another, as if that were not there; one that has begun stays. */
static void replaced(void)
{
    nets_lightpath_request r = {0};
    nets_id id, other;
    light p;
    make_one();
    add_waves(0, 0, 1);
    r.to = 1;
    r.ready = 5;
    r.length = 10;
    r.tag = 3;
    CHECK_EQ(light_first(w.net, &r, &w.plan, &p), NETS_OK);
    CHECK_EQ(w.plan.tag, 3);
    CHECK_EQ(nets_commit(w.net, &w.plan, &id), NETS_OK);
    r.ready = 0;
    r.tag = 0;
    CHECK_EQ(light_first(w.net, &r, &w.plan, &p), NETS_OK);
    CHECK_EQ(p.start, 15);
    r.replaces = id;
    CHECK_EQ(light_first(w.net, &r, &w.plan, &p), NETS_OK);
    CHECK_EQ(p.start, 0);
    CHECK_EQ(nets_commit(w.net, &w.plan, &other), NETS_OK);
    CHECK_EQ(other, id);
    CHECK_EQ(light_first(w.net, &r, &w.plan, &p), NETS_E_PAST);
    r.replaces = 9;
    CHECK_EQ(light_first(w.net, &r, &w.plan, &p), NETS_E_NOTFOUND);
    finish();
}

static void misuse_of_bookings(void)
{
    light p = {0};
    nets_id id;
    make_one();
    add_waves(0, 0, 1);
    p.end = 10;
    p.count = 1;
    p.at[0].link = 1;
    CHECK_EQ(light_commit(w.net, &p, &id), NETS_E_ARG);
    p.at[0].link = 0;
    p.count = 2;
    p.at[1].wave = 1;
    CHECK_EQ(light_commit(w.net, &p, &id), NETS_E_ARG);
    p.at[1].wave = 0;
    CHECK_EQ(light_commit(w.net, &p, &id), NETS_E_BUSY);
    CHECK_EQ(id, 0);
    p.count = 1;
    CHECK_EQ(light_commit(w.net, &p, &id), NETS_OK);
    CHECK_EQ(light_commit(w.net, &p, NULL), NETS_E_BUSY);
    finish();
}

TEST_MAIN(TEST(paths), TEST(routes), TEST(hairpin), TEST(misuse_of_objects),
          TEST(misuse_of_requests), TEST(at_the_beginning_of_time), TEST(replaced),
          TEST(misuse_of_bookings))
