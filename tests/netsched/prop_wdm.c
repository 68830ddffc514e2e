/* prop_wdm.c - wavelengths against a model that tries everything.
 *
 * The model has one byte for each link, wavelength and time: which booking has it. The
 * oracle tries each start, then each path, then each choice of wavelengths, in the
 * documented order, and takes the first that is free throughout. The answer must be that
 * one, wavelength by wavelength. After each booking and each release the profile of each
 * wavelength must be what the bytes say, step by step. In some worlds each request for
 * memory of each call is refused. */
#include "exact.h"
#include "netsched.h"

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
    nets_wdm *wdm;
    uint32_t nodes, links;
    nets_link_info link[LINKS];
    int has[LINKS][WAVES], converts[NODES];
    nets_id owner[LINKS][WAVES][TIMES]; /* 0 = free */
    nets_id alive[ALIVE];
    uint32_t alive_count;
    nets_time now;
    nets_lightpath_request req;
    nets_lightpath out;
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
        if (w.owner[link][wave][t]) return 0;
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
        if (in_range(wave) && is_free(link, wave, x, x + w.req.duration) &&
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
            if (!is_free(link, wave, x, x + w.req.duration)) continue;
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
    const nets_time end = w.req.end ? w.req.end : 2 * TIMES; /* all is free by then */
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
    for (x = w.req.start; x + w.req.duration <= end; x++) {
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
    CALL(s, nets_wdm_first_slot(w.wdm, &w.req, &w.out));
    CHECK_EQ(s, oracle(&best, &start, &path));
    if (s != NETS_OK) {
        CHECK_EQ(w.out.count, 0);
        return;
    }
    CHECK_EQ(w.out.start, start);
    CHECK_EQ(w.out.end, start + w.req.duration);
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
    CHECK_EQ(nets_wdm_check(w.wdm), NETS_OK);
    for (link = 0; link < w.links; link++)
        for (wave = 0; wave < WAVES; wave++) {
            const nets_profile *p = nets_wdm_profile(w.wdm, link, wave);
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

static nets_status expected_of_commit(const nets_lightpath *p)
{
    uint32_t i, k;
    for (i = 0; i < p->count; i++)
        if (!w.has[p->at[i].link][p->at[i].wave]) return NETS_E_ARG;
    if (p->start < w.now) return NETS_E_PAST;
    for (i = 0; i < p->count; i++) {
        if (!is_free(p->at[i].link, p->at[i].wave, p->start, p->end)) return NETS_E_BUSY;
        for (k = 0; k < i; k++)
            if (memcmp(&p->at[i], &p->at[k], sizeof p->at[i]) == 0) return NETS_E_BUSY;
    }
    return NETS_OK;
}

/* Commits, here and in the model, if it is before the end of the bytes. */
static void commit(const nets_lightpath *p)
{
    nets_id id = 77;
    uint32_t i;
    nets_time t;
    nets_status s;
    const nets_status expected = expected_of_commit(p);
    if (p->end > TIMES - 1 || w.alive_count == ALIVE) return;
    CALL(s, nets_wdm_commit(w.wdm, p, &id));
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
    nets_lambda some[4];
    nets_lightpath p = {0};
    uint32_t i;
    p.at = some;
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
    nets_lightpath p = {0};
    nets_status s;
    uint32_t link, wave, left = 0, i;
    p.alloc = test_heap_hook;
    p.alloc_ctx = &w.heap;
    EACH_REFUSED(&w.heap, w.refusing, s, nets_wdm_get(w.wdm, id, &p), CHECK(!p.count));
    CHECK_EQ(s, there ? NETS_OK : NETS_E_NOTFOUND);
    for (link = 0; there && link < w.links; link++)
        for (wave = 0; wave < WAVES; wave++) left += w.owner[link][wave][p.start] == id;
    CHECK_EQ(p.count, left);
    for (i = 0; i < p.count; i++) {
        CHECK_EQ(w.owner[p.at[i].link][p.at[i].wave][p.start], id);
        CHECK_EQ(w.owner[p.at[i].link][p.at[i].wave][p.end - 1], id);
    }
    nets_lightpath_free(&p);
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
    const int refusing = w.refusing;
    uint32_t i;
    w.refusing = 0;
    compare_profiles();
    for (i = 0; i < w.alive_count; i++)
        if (end_of(w.alive[i]) > w.now) compare_booking(w.alive[i], 1);
    w.refusing = refusing;
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
    CHECK_EQ(nets_wdm_release(w.wdm, id), there ? NETS_OK : NETS_E_NOTFOUND);
    CHECK_EQ(nets_wdm_release(w.wdm, id), NETS_E_NOTFOUND);
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
    desc.alloc = w.out.alloc = test_heap_hook;
    desc.alloc_ctx = w.out.alloc_ctx = &w.heap;
    CHECK_EQ(nets_create(&w.net, &desc), NETS_OK);
    EACH_REFUSED(&w.heap, w.refusing, s, nets_wdm_create(&w.wdm, w.net), CHECK(!w.wdm));
    CHECK_EQ(s, NETS_OK);
}

static void finish(int network_first)
{
    if (network_first) nets_destroy(w.net);
    nets_wdm_destroy(w.wdm);
    if (!network_first) nets_destroy(w.net);
    nets_lightpath_free(&w.out);
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
    CALL(s, nets_wdm_add(w.wdm, link, first, count));
    CHECK_EQ(s, NETS_OK);
    for (wave = first; wave < first + count; wave++) w.has[link][wave] = 1;
}

static void add_node(void)
{
    nets_status s = NETS_OK;
    CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    w.converts[w.nodes] = test_below(4) == 0;
    if (w.converts[w.nodes]) CALL(s, nets_wdm_converter(w.wdm, w.nodes));
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
    w.req.from = (uint32_t)(test_below(2) ? 0 : test_below(w.nodes));
    w.req.to = (uint32_t)((w.req.from + 1 + test_below(w.nodes - 1)) % w.nodes);
    if (test_below(2) && w.req.from != w.nodes - 1) w.req.to = w.nodes - 1;
    w.req.start = test_between(w.now, TIMES / 2 + w.now / 2);
    w.req.duration = test_between(1, 9);
    w.req.end = test_below(3) ? w.req.start + w.req.duration + test_between(0, TIMES) : 0;
    w.req.first_wave = (uint32_t)(test_below(3) ? 0 : test_below(WAVES + 1));
    w.req.waves = (uint32_t)(test_below(3) ? 0 : test_between(1, WAVES));
    w.req.k = (uint32_t)(routes ? 0 : test_between(1, 6));
    w.req.by = !routes && test_below(2) ? NETS_DELAY : NETS_HOPS;
    w.req.max_hops = (uint32_t)(test_below(3) ? 0 : test_between(1, 4));
    w.req.max_delay = routes || test_below(3) ? 0 : test_between(1, 6);
    compare_answer();
    if (w.out.count && test_below(2)) commit(&w.out);
}

/* ---- saving and loading ------------------------------------------------------------ */

static stream saved, spoiled;

/* Goes on with a copy, which is saved as the same bytes. */
static void save_and_load(void)
{
    nets_wdm *copy;
    nets_status s;
    saved.size = spoiled.size = 0;
    CHECK_EQ(nets_wdm_save(w.wdm, put, &saved), NETS_OK);
    saved.size += 3; /* what follows in the stream is left there */
    CALL(s, (saved.read = 0, nets_wdm_load(&copy, w.net, get, &saved)));
    CHECK_EQ(s, NETS_OK);
    saved.size -= 3;
    CHECK_EQ(saved.read, saved.size);
    CHECK_EQ(nets_wdm_save(copy, put, &spoiled), NETS_OK);
    CHECK_EQ(spoiled.size, saved.size);
    CHECK_EQ(memcmp(spoiled.at, saved.at, saved.size), 0);
    nets_wdm_destroy(w.wdm);
    w.wdm = copy;
    compare_profiles();
}

static uint64_t crc(const unsigned char *at, size_t size)
{
    return ~crc_of(UINT64_MAX, at, size);
}

/* What is loaded of a spoiled stream, if anything, is sane. Returns 1 if it is loaded. */
static int load_spoiled(int right)
{
    nets_wdm *copy = w.wdm;
    const size_t held = w.heap.live_bytes;
    nets_status s;
    spoiled.read = 0;
    s = nets_wdm_load(&copy, w.net, get, &spoiled);
    CHECK_EQ(copy != NULL, s == NETS_OK);
    CHECK(s == NETS_E_CORRUPT || s == NETS_E_ABI || s == NETS_E_FOREIGN ||
          (right && s == NETS_OK));
    if (s == NETS_OK) CHECK_EQ(nets_wdm_check(copy), NETS_OK);
    nets_wdm_destroy(copy);
    CHECK_EQ(w.heap.live_bytes, held);
    return s == NETS_OK;
}

/* Every bit is flipped and every byte cut off; every number of the wavelengths and
 * converters changed, with a right checksum; another network is given. */
static void spoiled_streams(void)
{
    static const uint32_t numbers[] = {
        0, 1, 2, NETS_WAVES_MOST - 1, NETS_WAVES_MOST, UINT32_MAX};
    long n, loaded = 0, refused = 0;
    for (n = test_scaled(60) + 1; n > 0; n--) {
        size_t i, k, from, lambdas = 0, count = 0;
        uint32_t link, wave;
        make_random(3, 4, 3, 20);
        save_and_load();
        for (i = 0; i < saved.size; i += (size_t)test_between(1, 20)) {
            spoiled = saved;
            spoiled.at[i] ^= (unsigned char)(1 << test_below(8));
            CHECK(!load_spoiled(0));
            spoiled = saved;
            spoiled.size = i;
            CHECK(!load_spoiled(0));
        }
        for (link = 0; link < w.links; link++)
            for (wave = 0; wave < WAVES; wave++) lambdas += w.has[link][wave] != 0;
        for (i = 0; i < w.nodes; i++) count += w.converts[i] != 0;
        from = saved.size - (8 * lambdas + 4 + 4 * count + 8);
        for (i = from; i < saved.size - 8; i += 4)
            for (k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
                spoiled = saved;
                put_number(&spoiled, i, numbers[k], 4);
                put_number(&spoiled, saved.size - 8,
                           crc(spoiled.at + from, saved.size - 8 - from), 8);
                if (load_spoiled(1))
                    loaded++;
                else
                    refused++;
            }
        add_node();
        save_and_load(); /* a node more than the stream has does not matter */
        CHECK_EQ(nets_wdm_save(NULL, put, &saved), NETS_E_ARG);
        CHECK_EQ(nets_wdm_save(w.wdm, NULL, &saved), NETS_E_ARG);
        CHECK_EQ(nets_wdm_load(NULL, w.net, get, &saved), NETS_E_ARG);
        finish(0);
    }
    CHECK(loaded > 0 && refused > 0);
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
    finish((int)test_below(2));
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
    w.req.duration = 5;
    compare_answer();
    CHECK_EQ(w.out.count, 0);
    CHECK_EQ(nets_wdm_converter(w.wdm, 3), NETS_OK);
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
    finish(0);
}

static void make_one(void)
{
    begin();
    CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    w.nodes = 2;
    add_link(0, 1, 0);
}

/* A stream of another network, or from a later time, or of what are no light paths. */
static void other_networks(void)
{
    nets_network *net;
    nets_wdm *wdm;
    uint32_t i, what;
    for (what = 0; what < 6; what++) {
        make_one();
        add_waves(0, 0, 2);
        if (what == 5) CHECK_EQ(nets_advance(w.net, 9), NETS_OK);
        if (what == 5) CHECK_EQ(nets_wdm_release(w.wdm, 1), NETS_E_NOTFOUND);
        saved.size = saved.read = 0;
        CHECK_EQ(nets_wdm_save(w.wdm, put, &saved), NETS_OK);
        CHECK_EQ(nets_create(&net, NULL), NETS_OK);
        for (i = 0; i < (what == 1 ? 1u : 3u); i++)
            CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
        if (what > 1)
            CHECK_EQ(nets_add_link(net, what == 2, what == 3 ? 2 : what != 2, 5,
                                   what == 4 ? 1 : 0, NULL),
                     NETS_OK);
        CHECK_EQ(nets_wdm_load(&wdm, net, get, &saved), NETS_E_CORRUPT);
        CHECK(wdm == NULL);
        nets_destroy(net);
        finish(0);
    }
}

static void append(stream *to, uint64_t x, int bytes)
{
    put_number(to, to->size, x, bytes);
    to->size += (size_t)bytes;
}

/* Streams with right checksums of what no nets_wdm can hold. */
static void no_light_paths(void)
{
    int what;
    for (what = 0; what < 6; what++) {
        nets_network *net;
        nets_use uses[2];
        nets_plan p = {0};
        size_t from;
        memset(uses, 0, sizeof uses);
        make_one();
        CHECK_EQ(nets_create(&net, NULL), NETS_OK);
        CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
        CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
        CHECK_EQ(nets_add_link(net, 0, 1, what == 1 ? 2 : 1, 0, NULL), NETS_OK);
        if (what == 2) CHECK_EQ(nets_take(net, NETS_LINK, 0, 50, 60, 1), NETS_OK);
        if (what == 3) CHECK_EQ(nets_add_cluster(net, 0, 1, 1, NULL), NETS_OK);
        if (what == 4) CHECK_EQ(nets_add_partition(net, 0, 0, NETS_FULL, NULL), NETS_OK);
        uses[0].amount = uses[1].amount = 1;
        uses[1].from = uses[0].to = 5;
        uses[1].to = 7;
        p.uses = uses;
        p.count = what == 5 ? 2 : 1;
        CHECK_EQ(nets_commit(net, &p, NULL), NETS_OK);
        spoiled.size = 0;
        CHECK_EQ(nets_save(net, put, &spoiled), NETS_OK);
        from = spoiled.size;
        append(&spoiled, 0, 8); /* wavelength 0 of link 0 */
        append(&spoiled, 0, 4);
        append(&spoiled, crc(spoiled.at + from, 12), 8);
        CHECK_EQ(load_spoiled(what == 0), what == 0);
        nets_destroy(net);
        finish(0);
    }
}

static void misuse_of_objects(void)
{
    nets_wdm *none = NULL;
    make_one();
    CHECK_EQ(nets_wdm_create(NULL, w.net), NETS_E_ARG);
    CHECK_EQ(nets_wdm_create(&none, NULL), NETS_E_ARG);
    CHECK(none == NULL);
    nets_wdm_destroy(NULL);
    nets_lightpath_free(NULL);
    CHECK_EQ(nets_wdm_add(NULL, 0, 0, 1), NETS_E_ARG);
    CHECK_EQ(nets_wdm_add(w.wdm, 1, 0, 1), NETS_E_ARG);
    CHECK_EQ(nets_wdm_add(w.wdm, 0, 0, 0), NETS_E_ARG);
    CHECK_EQ(nets_wdm_add(w.wdm, 0, NETS_WAVES_MOST, 1), NETS_E_RANGE);
    CHECK_EQ(nets_wdm_add(w.wdm, 0, 1, NETS_WAVES_MOST), NETS_E_RANGE);
    CHECK_EQ(nets_wdm_add(w.wdm, 0, 1, UINT32_MAX), NETS_E_RANGE);
    CHECK_EQ(nets_wdm_add(w.wdm, 0, NETS_WAVES_MOST - 1, 1), NETS_OK);
    CHECK_EQ(nets_wdm_converter(NULL, 0), NETS_E_ARG);
    CHECK_EQ(nets_wdm_converter(w.wdm, 2), NETS_E_ARG);
    CHECK(nets_wdm_profile(NULL, 0, 0) == NULL);
    CHECK(nets_wdm_profile(w.wdm, 0, 0) == NULL);
    CHECK(nets_wdm_profile(w.wdm, 1, 0) == NULL);
    CHECK(nets_wdm_profile(w.wdm, 0, NETS_WAVES_MOST) == NULL);
    CHECK(nets_wdm_profile(w.wdm, 0, NETS_WAVES_MOST - 1) != NULL);
    CHECK_EQ(nets_wdm_check(NULL), NETS_E_ARG);
    CHECK_EQ(nets_wdm_check(w.wdm), NETS_OK);
    finish(0);
}

static nets_status status_of(nets_lightpath_request r)
{
    const nets_status s = nets_wdm_first_slot(w.wdm, &r, &w.out);
    CHECK_EQ(w.out.count > 0, s == NETS_OK);
    return s;
}

/* A good request, and what is wrong if one member is changed. */
static void misuse_of_requests(void)
{
    nets_lightpath_request good = {0}, r;
    uint32_t k;
    make_one();
    CHECK_EQ(nets_advance(w.net, 10), NETS_OK);
    good.to = 1;
    good.start = 10;
    good.end = 20;
    good.duration = 10;
    CHECK_EQ(status_of(good), NETS_E_NOFIT); /* no wavelengths at all */
    add_waves(0, 1, 2);
    CHECK_EQ(nets_wdm_first_slot(NULL, &good, &w.out), NETS_E_ARG);
    CHECK_EQ(nets_wdm_first_slot(w.wdm, NULL, &w.out), NETS_E_ARG);
    CHECK_EQ(nets_wdm_first_slot(w.wdm, &good, NULL), NETS_E_ARG);
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
        WRONG(duration, 0, NETS_E_ARG);
        WRONG(duration, -5, NETS_E_ARG);
        WRONG(duration, 11, NETS_E_ARG);
        WRONG(end, 19, NETS_E_ARG);
        WRONG(end, 0, NETS_OK);
        WRONG(start, 9, NETS_E_PAST);
        WRONG(start, INT64_MAX - 3, NETS_E_RANGE);
        WRONG(duration, INT64_MAX, NETS_E_RANGE);
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
    finish(0);
}

/* The first instant there is. A sanitizer sees an overflow. */
static void at_the_beginning_of_time(void)
{
    nets_desc desc = {0};
    nets_lightpath_request r = {0};
    nets_lightpath p = {0};
    nets_network *net;
    nets_wdm *wdm;
    uint32_t k;
    desc.now = INT64_MIN;
    CHECK_EQ(nets_create(&net, &desc), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    CHECK_EQ(nets_add_node(net, NULL), NETS_OK);
    CHECK_EQ(nets_add_link(net, 0, 1, 1, 0, NULL), NETS_OK);
    CHECK_EQ(nets_wdm_create(&wdm, net), NETS_OK);
    CHECK_EQ(nets_wdm_add(wdm, 0, 0, 2), NETS_OK);
    r.to = 1;
    r.start = INT64_MIN;
    r.duration = 5;
    for (k = 0; k < 2; k++) {
        r.k = k;
        CHECK_EQ(nets_wdm_first_slot(wdm, &r, &p), NETS_OK);
        CHECK(p.count == 1 && p.start == INT64_MIN && p.end == INT64_MIN + 5);
    }
    CHECK_EQ(nets_wdm_commit(wdm, &p, NULL), NETS_OK);
    CHECK_EQ(nets_wdm_first_slot(wdm, &r, &p), NETS_OK);
    CHECK(p.start == INT64_MIN && p.at[0].wave == 1);
    nets_lightpath_free(&p);
    nets_wdm_destroy(wdm);
    nets_destroy(net);
}

/* nets_wdm_next lists what is booked, in the order of ids. */
static void listing(void)
{
    nets_lambda one = {0, 0};
    nets_lightpath p = {0};
    nets_id id, made[3];
    uint32_t i;
    make_one();
    add_waves(0, 0, 3);
    p.at = &one;
    p.count = 1;
    for (i = 0; i < 3; i++) {
        one.wave = i;
        p.end = 10 + i;
        CHECK_EQ(nets_wdm_commit(w.wdm, &p, &made[i]), NETS_OK);
    }
    CHECK_EQ(nets_wdm_release(w.wdm, made[1]), NETS_OK);
    CHECK_EQ(nets_wdm_next(w.wdm, 0, &id, &w.out), NETS_OK);
    CHECK(id == made[0] && w.out.count == 1 && w.out.at[0].wave == 0 && w.out.end == 10);
    CHECK_EQ(nets_wdm_next(w.wdm, id, &id, &w.out), NETS_OK);
    CHECK(id == made[2] && w.out.at[0].wave == 2);
    CHECK_EQ(nets_wdm_next(w.wdm, id, &id, &w.out), NETS_E_NOTFOUND);
    CHECK(id == 0 && w.out.count == 0);
    CHECK_EQ(nets_advance(w.net, 10), NETS_OK); /* the first is over */
    CHECK_EQ(nets_wdm_next(w.wdm, 0, &id, &w.out), NETS_OK);
    CHECK_EQ(id, made[2]);
    CHECK_EQ(nets_wdm_next(NULL, 0, &id, &w.out), NETS_E_ARG);
    CHECK_EQ(nets_wdm_next(w.wdm, 0, NULL, &w.out), NETS_E_ARG);
    CHECK_EQ(nets_wdm_next(w.wdm, 0, &id, NULL), NETS_E_ARG);
    finish(0);
}

static void misuse_of_bookings(void)
{
    nets_lambda one = {0, 0}, two[2] = {{0, 0}, {0, 1}};
    nets_lightpath p = {0};
    nets_id id;
    make_one();
    add_waves(0, 0, 1);
    CHECK_EQ(nets_advance(w.net, 10), NETS_OK);
    p.start = 10;
    p.end = NETS_FOREVER;
    p.at = &one;
    CHECK_EQ(nets_wdm_commit(w.wdm, &p, &id), NETS_E_ARG);
    p.count = 1;
    CHECK_EQ(nets_wdm_commit(NULL, &p, &id), NETS_E_ARG);
    CHECK_EQ(nets_wdm_commit(w.wdm, NULL, &id), NETS_E_ARG);
    CHECK_EQ(id, 0);
    one.link = 1;
    CHECK_EQ(nets_wdm_commit(w.wdm, &p, &id), NETS_E_ARG);
    one.link = 0;
    p.end = 10;
    CHECK_EQ(nets_wdm_commit(w.wdm, &p, &id), NETS_E_ARG);
    p.end = 11;
    p.start = 9;
    CHECK_EQ(nets_wdm_commit(w.wdm, &p, &id), NETS_E_PAST);
    p.at = two;
    p.count = 2;
    CHECK_EQ(nets_wdm_commit(w.wdm, &p, &id), NETS_E_ARG);
    two[1].wave = 0;
    p.start = 10;
    CHECK_EQ(nets_wdm_commit(w.wdm, &p, &id), NETS_E_BUSY);
    p.count = 1;
    p.end = NETS_FOREVER;
    CHECK_EQ(nets_wdm_commit(w.wdm, &p, NULL), NETS_OK);
    CHECK_EQ(nets_wdm_commit(w.wdm, &p, &id), NETS_E_BUSY);
    CHECK_EQ(nets_wdm_get(NULL, 1, &w.out), NETS_E_ARG);
    CHECK_EQ(nets_wdm_get(w.wdm, 1, NULL), NETS_E_ARG);
    CHECK_EQ(nets_wdm_get(w.wdm, 2, &w.out), NETS_E_NOTFOUND);
    CHECK_EQ(nets_wdm_get(w.wdm, 1, &w.out), NETS_OK);
    CHECK_EQ(w.out.end, NETS_FOREVER);
    CHECK_EQ(nets_wdm_release(NULL, 1), NETS_E_ARG);
    CHECK_EQ(nets_wdm_release(w.wdm, 0), NETS_E_NOTFOUND);
    CHECK_EQ(nets_wdm_release(w.wdm, 1), NETS_OK);
    finish(0);
}

TEST_MAIN(TEST(spoiled_streams), TEST(other_networks), TEST(no_light_paths), TEST(paths),
          TEST(routes), TEST(hairpin), TEST(misuse_of_objects), TEST(misuse_of_requests),
          TEST(at_the_beginning_of_time), TEST(listing), TEST(misuse_of_bookings))
