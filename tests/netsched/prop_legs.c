/* prop_legs.c - requests of several legs against a model that tries everything: at each
 * start every path, also of light, and every choice of units for the legs that are not
 * split, and beside them, for one leg that is, a maximum flow in each basic interval
 * (nets_oracle.h). Where the library does not find the earliest start, it must say so. */
#include "exact.h"
#include "netsched.h"

#include "audit.h"
#include "modes.h"
#include "nets_oracle.h"

enum {
    LEGS = 3,
    WAVES = 2 /* of a link */,
    LAST = 40 /* nothing changes from then on */
};

typedef struct world {
    o_model m;
    nets_network *net;
    test_heap heap;
    nets_plan plan;
    nets_request r[LEGS];
    nets_need needs[LEGS][2][2];
    uint32_t via[LEGS][O_LINKS];
    uint32_t used[3 * O_NODES * WAVES], used_count; /* links of the legs placed so far */
    nets_wave_info wave[O_LINKS * WAVES];
    int64_t wave_free[O_LINKS * WAVES][O_TIMES];
    uint32_t waves;
    int converts[O_NODES], converters;
    int t, refusing;
} world;

static world w;
static long found, refused, unproven, late, together, light;

/* ---- the oracle -------------------------------------------------------------------- */

static uint32_t legs(void) { return 1 + w.r[0].leg_count; }

static int same_way(uint32_t a, uint32_t b)
{
    return a == b || ((a + 1 == b || b + 1 == a) && w.m.link[a].from == w.m.link[b].to &&
                      w.m.link[a].to == w.m.link[b].from);
}

static int used_by_others(uint32_t link, uint32_t before)
{
    uint32_t i;
    for (i = 0; w.r[0].disjoint && i < before; i++)
        if (same_way(link, w.used[i])) return 1;
    return 0;
}

/* Adds to what is free during [from, to), before LAST. */
static void add(nets_kind kind, uint32_t index, nets_time from, nets_time to,
                int64_t amount)
{
    if (kind != NETS_WAVE) o_add(&w.m, kind, index, from, to, amount);
    while (kind == NETS_WAVE && from < to) w.wave_free[index][from++] += amount;
}

/* Takes an amount during a leg, if it is free; or gives it back. */
static int take(nets_kind kind, uint32_t index, nets_time length, int64_t amount)
{
    nets_time t;
    for (t = w.t; kind == NETS_WAVE && t < w.t + length; t++)
        if (w.wave_free[index][t] < amount) return 0;
    if (kind == NETS_WAVE) {
        add(kind, index, w.t, t, -amount);
        return 1;
    }
    if (amount > 0 && o_min(&w.m, kind, index, w.t, w.t + length) < amount) return 0;
    o_add(&w.m, kind, index, w.t, w.t + length, -amount);
    return 1;
}

/* Does the leg that is split fit beside the others? */
static int split_fits(const nets_request *leg)
{
    static int64_t kept[O_LINKS][O_TIMES];
    int best[O_TIMES], first, last;
    nets_request r = *leg;
    uint32_t i;
    r.ready = w.t;
    r.deadline = w.t + r.length;
    for (i = 0; i < w.m.links; i++) {
        memcpy(kept[i], w.m.link[i].free, sizeof kept[i]);
        if (used_by_others(i, w.used_count)) memset(w.m.link[i].free, 0, sizeof kept[i]);
    }
    if (r.deadline == 0) r.deadline = NETS_DEADLINE_0;
    o_starts(&w.m, &r, &first, &last, best);
    for (i = 0; i < w.m.links; i++) memcpy(w.m.link[i].free, kept[i], sizeof kept[i]);
    return best[w.t] >= 0;
}

static int place(uint32_t leg);

/* A unit for each need of a leg from number k on; `inner`: that of the need before. */
static int place_units(uint32_t leg, uint32_t k, uint32_t inner)
{
    const nets_request *r = &w.r[leg];
    const int source = k < r->at_from_count;
    const nets_need *n;
    uint32_t u, v;
    int fits = 0;
    if (k == r->at_from_count + r->at_to_count) return place(leg + 1);
    if (k == r->at_from_count) inner = NETS_NONE;
    n = source ? &r->at_from[k] : &r->at_to[k - r->at_from_count];
    for (u = 0; u < w.m.units && !fits; u++) {
        const uint32_t p = w.m.unit[u].partition;
        int reached = w.m.partition[p].place == 0 || !w.m.partition[p].pairs;
        if (p != o_typed(&w.m, source ? r->from : r->to, n->type)) continue;
        for (v = 0; v < w.m.units && !reached; v++)
            reached = w.m.unit[u].reaches[v] && (inner == NETS_NONE || inner == v);
        if (!reached || !take(NETS_UNIT, u, r->length, n->amount)) continue;
        fits = place_units(leg, k + 1, u);
        (void)take(NETS_UNIT, u, r->length, -n->amount);
    }
    return fits;
}

static int may_use(const nets_request *r, uint32_t link)
{
    uint32_t i = 0;
    while (i < r->via_count && r->via[i] != link) i++;
    return !r->via_count || i < r->via_count;
}

/* A path on from v, `passed` nodes behind it, and all that follows. */
static int place_path(uint32_t leg, uint32_t v, unsigned passed, uint32_t hops,
                      uint32_t before)
{
    const nets_request *r = &w.r[leg];
    uint32_t i;
    int fits = 0;
    if (v == r->to) return place_units(leg, 0, NETS_NONE);
    if (r->max_hops && hops == r->max_hops) return 0;
    for (i = 0; i < w.m.links && !fits; i++) {
        const uint32_t to = w.m.link[i].to;
        if (w.m.link[i].from != v || (passed >> to & 1) || !may_use(r, i)) continue;
        if (used_by_others(i, before) || !take(NETS_LINK, i, r->length, r->bandwidth))
            continue;
        w.used[w.used_count++] = i;
        fits = place_path(leg, to, passed | 1u << to, hops + 1, before);
        w.used_count--;
        (void)take(NETS_LINK, i, r->length, -r->bandwidth);
    }
    return fits;
}

/* A light path on from v, where it came on `wave`; `passed`: nodes and the wavelengths on
 * which it came there. */
static int place_light(uint32_t leg, uint32_t v, uint32_t wave, unsigned passed,
                       uint32_t hops, uint32_t before)
{
    const nets_request *r = &w.r[leg];
    uint32_t i;
    int fits = 0;
    if (v == r->to) return place_units(leg, 0, NETS_NONE);
    if (r->max_hops && hops == r->max_hops) return 0;
    for (i = 0; i < w.waves && !fits; i++) {
        const nets_wave_info *x = &w.wave[i];
        const uint32_t to = w.m.link[x->link].to;
        const unsigned bit = 1u << (WAVES * to + (w.converts[to] ? 0 : x->wave));
        if (w.m.link[x->link].from != v || (passed & bit) || !may_use(r, x->link) ||
            used_by_others(x->link, before) || x->wave < r->first_wave ||
            (wave != NETS_NONE && wave != x->wave))
            continue;
        if (!take(NETS_WAVE, i, r->length, 1)) continue;
        if (take(NETS_LINK, x->link, r->length, r->bandwidth)) {
            w.used[w.used_count++] = x->link;
            fits = place_light(leg, to, w.converts[to] ? NETS_NONE : x->wave,
                               passed | bit, hops + 1, before);
            w.used_count--;
            (void)take(NETS_LINK, x->link, r->length, -r->bandwidth);
        }
        (void)take(NETS_WAVE, i, r->length, -1);
    }
    return fits;
}

/* The legs from this one on; the one that is split comes last. */
static int place(uint32_t leg)
{
    uint32_t i;
    if (leg < legs())
        return w.r[leg].splittable ? place(leg + 1)
               : w.r[leg].light
                   ? place_light(leg, w.r[leg].from, NETS_NONE, 0, 0, w.used_count)
                   : place_path(leg, w.r[leg].from, 1u << w.r[leg].from, 0, w.used_count);
    for (i = 0; i < legs(); i++)
        if (w.r[i].splittable) return split_fits(&w.r[i]);
    return 1;
}

/* The earliest start of all, or -1. */
static int oracle(void)
{
    nets_time longest = 0, latest = LAST;
    uint32_t i;
    for (i = 0; i < legs(); i++)
        if (w.r[i].length > longest) longest = w.r[i].length;
    if (w.r[0].deadline) latest = w.r[0].deadline - longest;
    for (w.t = (int)w.r[0].ready; w.t <= latest; w.t++)
        if (place(0)) return w.t;
    return -1;
}

/* ---- worlds ------------------------------------------------------------------------ */

static void add_links(uint32_t a, uint32_t b)
{
    const int64_t capacity = test_between(1, 3);
    const int duplex = test_below(5) > 0;
    int way, t;
    CHECK_EQ(duplex ? nets_add_duplex(w.net, a, b, capacity, 0, NULL)
                    : nets_add_link(w.net, a, b, capacity, 0, NULL),
             NETS_OK);
    for (way = 0; way <= duplex; way++) {
        o_link *l = &w.m.link[w.m.links++];
        l->from = way ? b : a;
        l->to = way ? a : b;
        l->total = capacity;
        for (t = 0; t < O_TIMES; t++) l->free[t] = capacity;
    }
}

static void add_waves(uint32_t link)
{
    uint32_t i;
    int t;
    for (i = 0; i < WAVES; i++) {
        if (test_below(3) == 0) continue;
        CHECK_EQ(nets_add_waves(w.net, link, i, 1), NETS_OK);
        w.wave[w.waves].link = link;
        w.wave[w.waves].wave = i;
        for (t = 0; t < O_TIMES; t++) w.wave_free[w.waves][t] = 1;
        w.waves++;
    }
}

static void add_partition(uint32_t node, int where, int pairs)
{
    const uint32_t p = w.m.partitions++;
    uint32_t n, u;
    int t;
    CHECK_EQ(nets_add_partition(w.net, node, (uint32_t)where + 1,
                                pairs ? NETS_PAIRS : NETS_FULL, NULL),
             NETS_OK);
    w.m.partition[p].node = node;
    w.m.partition[p].type = (uint32_t)where + 1;
    w.m.partition[p].place = where;
    w.m.partition[p].pairs = pairs;
    for (n = 1 + (uint32_t)test_below(2); n > 0; n--) {
        o_unit *x = &w.m.unit[w.m.units];
        x->partition = p;
        x->cid = (uint32_t)test_between(1, 2);
        x->total = test_between(1, 4);
        for (t = 0; t < O_TIMES; t++) x->free[t] = x->total;
        CHECK_EQ(nets_add_unit(w.net, p, x->total, x->cid, NULL), NETS_OK);
        for (u = 0; pairs && u < w.m.units; u++)
            if (w.m.unit[u].partition + 1 == p && test_below(3)) {
                CHECK_EQ(nets_allow(w.net, u, w.m.units), NETS_OK);
                x->reaches[u] = 1;
            }
        w.m.units++;
    }
}

static void begin(void)
{
    nets_desc d = {0};
    uint32_t i;
    int k;
    memset(&w, 0, sizeof w);
    d.alloc = w.plan.alloc = test_heap_hook;
    d.alloc_ctx = w.plan.alloc_ctx = &w.heap;
    w.refusing = test_below(100) == 0;
    w.m.steady = LAST;
    CHECK_EQ(nets_create(&w.net, &d), NETS_OK);
    w.m.nodes = (uint32_t)test_between(3, 5);
    for (i = 0; i < w.m.nodes; i++) CHECK_EQ(nets_add_node(w.net, NULL), NETS_OK);
    for (i = 1; i < w.m.nodes; i++)
        if (test_below(9)) add_links(i - 1, i);
    for (k = (int)test_between(1, 4); k > 0; k--) {
        const uint32_t a = (uint32_t)test_below(w.m.nodes);
        add_links(a, (a + 1 + (uint32_t)test_below(w.m.nodes - 1)) % w.m.nodes);
    }
    for (i = 0; test_below(2) && i < w.m.links; i++) add_waves(i);
    for (i = 0; i < w.m.nodes; i++) {
        if (w.waves && test_below(6) == 0) {
            CHECK_EQ(nets_set_converter(w.net, i), NETS_OK);
            w.converts[i] = 1;
            w.converters++;
        }
        if (test_below(3) == 0) continue;
        add_partition(i, 0, 0);
        if (test_below(2)) add_partition(i, 1, test_below(2) == 0);
    }
}

static void book(const nets_use *uses, uint32_t count)
{
    uint32_t i;
    for (i = 0; i < count; i++)
        add(uses[i].kind, uses[i].index, uses[i].from, uses[i].to, -uses[i].amount);
    w.m.steady = LAST;
}

static void book_some(void)
{
    nets_use u = {.kind = test_below(3) ? NETS_LINK : NETS_UNIT};
    const nets_plan p = {.uses = &u, .count = 1};
    const uint32_t waves = test_below(2) ? w.waves : 0;
    const uint32_t count = waves ? waves : o_count(&w.m, u.kind);
    if (!count) return;
    if (waves) u.kind = NETS_WAVE;
    u.index = (uint32_t)test_below(count);
    u.from = test_between(0, 14);
    u.to = u.from + test_between(1, 6);
    u.amount = test_between(1, 2);
    if (nets_commit(w.net, &p, NULL) == NETS_OK) book(&u, 1);
}

static void compare(void)
{
    uint32_t i;
    int t;
    for (t = 0; t < LAST; t++) {
        for (i = 0; i < w.m.links; i++)
            CHECK_EQ(nets_profile_value(nets_profile_of(w.net, NETS_LINK, i), t),
                     w.m.link[i].free[t]);
        for (i = 0; i < w.waves; i++)
            CHECK_EQ(nets_profile_value(nets_profile_of(w.net, NETS_WAVE, i), t),
                     w.wave_free[i][t]);
        for (i = 0; i < w.m.units; i++)
            CHECK_EQ(nets_profile_value(nets_profile_of(w.net, NETS_UNIT, i), t),
                     w.m.unit[i].free[t]);
    }
    CHECK_EQ(audit_network(w.net), NETS_OK);
}

static uint32_t random_needs(uint32_t leg, int end, uint32_t node)
{
    uint32_t type, n = 0;
    for (type = 1; type <= 2; type++)
        if (o_typed(&w.m, node, type) != NETS_NONE && test_below(5) == 0) {
            w.needs[leg][end][n].type = type;
            w.needs[leg][end][n++].amount = test_between(1, 3);
        }
    return n;
}

static void random_request(void)
{
    const uint32_t count = (uint32_t)test_between(2, LEGS);
    const uint32_t split = (uint32_t)test_below(2 * count);
    nets_time longest = 0;
    uint32_t i, k;
    memset(w.r, 0, sizeof w.r);
    for (i = 0; i < count; i++) {
        nets_request *r = &w.r[i];
        r->from = (uint32_t)(test_below(2) ? test_below(w.m.nodes) : w.r[0].from);
        r->to = (r->from + 1 + (uint32_t)test_below(w.m.nodes - 1)) % w.m.nodes;
        r->bandwidth = test_between(1, 2);
        r->length = test_between(1, 4);
        r->splittable = i == split;
        r->fixed = r->splittable && test_below(3) == 0;
        r->at_from = w.needs[i][0];
        r->at_to = w.needs[i][1];
        if (test_below(8) == 0 && random_needs(i, 1, r->from)) r->to = r->from;
        r->at_to_count = random_needs(i, 1, r->to);
        if (r->to == r->from && !r->at_to_count) r->to = (r->from + 1) % w.m.nodes;
        r->light = w.waves && !r->splittable && r->to != r->from && test_below(2);
        r->first_wave = r->light && test_below(8) == 0;
        light += r->light;
        if (r->to == r->from || (r->light && (w.converters || test_below(2))))
            r->bandwidth = 0; /* with a rate no light path passes a link twice here */
        if (r->to == r->from)
            r->at_from_count = 0;
        else
            r->at_from_count = random_needs(i, 0, r->from);
        if (!r->splittable && test_below(6) == 0)
            r->max_hops = (uint32_t)test_between(1, 2);
        if (!r->splittable && r->to != r->from && test_below(6) == 0)
            for (k = 0; k < w.m.links; k++)
                if (test_below(4)) w.via[i][r->via_count++] = k;
        r->via = w.via[i];
        if (r->length > longest) longest = r->length;
    }
    w.r[0].legs = w.r + 1;
    w.r[0].leg_count = count - 1;
    w.r[0].disjoint = test_below(4) == 0;
    w.r[0].max_tries = test_below(6) == 0; /* too few: so answers come late */
    w.r[0].ready = test_between(0, 6);
    if (test_below(5)) w.r[0].deadline = w.r[0].ready + longest + test_between(0, 12);
}

/* ---- a plan ------------------------------------------------------------------------ */

/* Each leg has a path, or as much flow out of its source as it asks, at each instant; and
 * of each type what it needs. Disjoint legs are. */
static void check_leg(uint32_t leg)
{
    const nets_request *r = &w.r[leg];
    const nets_time start = w.plan.start;
    nets_time t;
    uint32_t i, k, v = r->from, wave = NETS_NONE;
    for (t = start; t < start + r->length; t++) {
        int64_t out = 0, at_ends = 0, asked = 0;
        for (i = 0; i < w.plan.count; i++) {
            const nets_use *u = &w.plan.uses[i];
            if (u->leg != leg || u->from > t || u->to <= t) continue;
            if (u->kind == NETS_UNIT) at_ends += u->amount;
            if (u->kind != NETS_LINK) continue;
            if (w.m.link[u->index].from == r->from) out += u->amount;
            if (w.m.link[u->index].to == r->from) out -= u->amount;
        }
        for (k = 0; k < r->at_from_count; k++) asked += r->at_from[k].amount;
        for (k = 0; k < r->at_to_count; k++) asked += r->at_to[k].amount;
        CHECK(out >= r->bandwidth && at_ends >= asked);
    }
    for (i = 0; i < w.plan.count; i++) {
        const nets_use *u = &w.plan.uses[i];
        CHECK(u->leg < legs());
        if (u->leg != leg) continue;
        CHECK(u->from >= start && u->to <= start + r->length);
        if (u->kind == NETS_WAVE) {
            const nets_wave_info *x = &w.wave[u->index];
            CHECK(r->light && w.m.link[x->link].from == v && u->amount == 1);
            CHECK(may_use(r, x->link) && x->wave >= r->first_wave);
            CHECK(wave == NETS_NONE || wave == x->wave);
            v = w.m.link[x->link].to;
            wave = w.converts[v] ? NETS_NONE : x->wave;
            for (k = 0; w.r[0].disjoint && k < w.plan.count; k++) {
                const nets_use *o = &w.plan.uses[k];
                if (o->leg != leg && (o->kind == NETS_LINK || o->kind == NETS_WAVE))
                    CHECK(!same_way(x->link, o->kind == NETS_LINK
                                                 ? o->index
                                                 : w.wave[o->index].link));
            }
        }
        if (u->kind != NETS_LINK) continue;
        if (r->light) CHECK_EQ(u->amount, r->bandwidth);
        if (!r->splittable && !r->light) {
            CHECK(w.m.link[u->index].from == v && u->amount == r->bandwidth);
            CHECK(may_use(r, u->index));
            v = w.m.link[u->index].to;
        }
        for (k = 0; w.r[0].disjoint && k < w.plan.count; k++)
            if (w.plan.uses[k].kind == NETS_LINK && w.plan.uses[k].leg != leg)
                CHECK(!same_way(u->index, w.plan.uses[k].index));
    }
    if (!r->splittable) CHECK_EQ(v, r->to);
}

static void compare_saved(void)
{
    static stream s;
    nets_network *copy;
    nets_booking a, b;
    uint32_t i;
    s.size = s.read = 0;
    CHECK_EQ(nets_save(w.net, put, &s), NETS_OK);
    CHECK_EQ(nets_load(&copy, NULL, get, &s), NETS_OK);
    for (a.id = 0; nets_next(w.net, a.id, &a) == NETS_OK;) {
        CHECK_EQ(nets_get(copy, a.id, &b), NETS_OK);
        CHECK(a.count == b.count && a.start == b.start && a.end == b.end);
        for (i = 0; i < a.count; i++)
            CHECK(a.uses[i].leg == b.uses[i].leg && a.uses[i].from == b.uses[i].from &&
                  a.uses[i].flow == b.uses[i].flow);
    }
    nets_destroy(copy);
}

/* What the request says is found, or not; all the time the profiles stay as they are. */
static void ask(void)
{
    const int first = oracle();
    nets_reason why;
    nets_status s;
    nets_id id;
    uint32_t i;
    EACH_REFUSED(&w.heap, w.refusing, s, nets_first_slot(w.net, &w.r[0], &w.plan),
                 compare());
    together++;
    if (s == NETS_OK) {
        found++;
        CHECK(first >= 0 && w.plan.start >= first);
        late += w.plan.start > first && !w.r[0].max_tries;
        if (w.plan.start > first) CHECK_EQ(w.plan.limited, 1);
        for (i = 0; i < legs(); i++) check_leg(i);
    } else {
        refused++;
        CHECK(s == NETS_E_NOFIT || s == NETS_E_LIMIT);
        if (s == NETS_E_NOFIT) CHECK_EQ(first, -1);
        unproven += s == NETS_E_LIMIT && !w.r[0].max_tries;
    }
    if (test_below(8) == 0) {
        const nets_status said = nets_explain(w.net, &w.r[0], &why);
        CHECK(said == s ||
              (s == NETS_E_NOFIT && (said == NETS_E_NEVER || said == NETS_E_LIMIT)));
        if (said == NETS_E_LIMIT && s == said) CHECK(why.field != NULL);
        compare();
    }
    if (s != NETS_OK || test_below(2)) return;
    CHECK_EQ(nets_first_slot(w.net, &w.r[0], &w.plan), NETS_OK);
    CHECK_EQ(nets_commit(w.net, &w.plan, &id), NETS_OK); /* legs add up */
    book(w.plan.uses, w.plan.count);
    compare();
    if (test_below(4) == 0) compare_saved();
}

static void together_of_all(void)
{
    long n;
    for (n = test_scaled(12500); n > 0; n--) {
        int k;
        begin();
        for (k = (int)test_below(24); k > 0; k--) book_some();
        for (k = 0; k < 8; k++) {
            random_request();
            ask();
        }
        nets_plan_free(&w.plan);
        nets_destroy(w.net);
        CHECK_EQ(w.heap.live_blocks, 0);
    }
    fprintf(stderr,
            "  %ld requests, %ld found, %ld refused, %ld unproven, %ld late; %ld light\n",
            together, found, refused, unproven, late, light);
    CHECK(unproven + late <= together / 100);
}

TEST_MAIN(TEST(together_of_all))
