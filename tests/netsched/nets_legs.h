/* nets_legs.h - a part of prop_netsched.c: requests of several legs against a model that
 * tries everything: at each start every path, also of light, and every choice of units
 * for the legs that are not split, and with them, for one leg that is, a maximum flow in
 * each basic interval. Where the library does not find the earliest start, it must
 * say so. */

enum { LEGS = 4 };

static struct {
    nets_request r[LEGS];
    request_room room[LEGS];
    o_model m;                                /* what the legs placed so far leave free */
    uint32_t used[LEGS * O_HOPS], used_count; /* the links of those, */
    uint32_t of[LEGS * O_HOPS];               /* and of which leg each is */
    int t;                                    /* where they start */
} l;

static long unproven, late;
static int packed; /* the legs are equal, and packed at once: that proves the start */

/* ---- the oracle -------------------------------------------------------------------- */

static uint32_t legs_count(void) { return 1 + l.r[0].leg_count; }

static int is_end(uint32_t leg, uint32_t node)
{
    return l.r[leg].from == node || l.r[leg].to == node;
}

/* Are these two legs disjoint, if one uses link a, and the other link b? */
static int are_disjoint(uint32_t leg, uint32_t a, uint32_t other, uint32_t b)
{
    const o_link *x = &w.m.link[a], *y = &w.m.link[b];
    if (!l.r[0].disjoint) return 1;
    if (a == b || (x->group == y->group && x->group != NETS_NONE)) return 0;
    for (uint32_t v = 0; v < w.m.nodes && l.r[0].disjoint == NETS_DISJOINT_NODES; v++)
        if ((x->from == v || x->to == v) && (y->from == v || y->to == v) &&
            !(is_end(leg, v) && is_end(other, v)))
            return 0;
    return 1;
}

/* May the leg use a link, with the legs before it? */
static int leg_may_use(uint32_t leg, uint32_t link, uint32_t before)
{
    for (uint32_t i = 0; i < before; i++)
        if (!are_disjoint(leg, link, l.of[i], l.used[i])) return 0;
    return o_may_use(&l.r[leg], link);
}

/* Takes an amount during a leg, if it is free; or gives it back. */
static int leg_take(uint32_t leg, nets_kind kind, uint32_t index, int64_t amount)
{
    const int end = l.t + o_dur(&l.r[leg]);
    if (amount > 0 && o_min(&l.m, kind, index, l.t, end) < amount) return 0;
    o_add(&l.m, kind, index, when(l.t), end < O_TIMES ? when(end) : NETS_FOREVER,
          -amount);
    return 1;
}

/* Does the split leg fit with the others? */
static int split_fits(uint32_t leg)
{
    static o_model kept;
    int best[O_TIMES];
    kept = l.m;
    for (uint32_t i = 0; i < l.m.links; i++)
        if (!leg_may_use(leg, i, l.used_count))
            memset(l.m.of[NETS_LINK][i].free, 0, sizeof l.m.of[NETS_LINK][i].free);
    o_split(&l.m, &l.r[leg], l.t, l.t, best);
    l.m = kept;
    return best[l.t] >= 0;
}

static int place_leg(uint32_t leg);

/* A unit for each need of a leg from a place on; `inner`: of the place before. */
static int place_units(uint32_t leg, int source, int place, uint32_t inner)
{
    const o_end e = o_end_of(&l.r[leg], source);
    const uint32_t p = o_at(&l.m, e.node, place);
    int fits = 0;
    if (place > o_outermost(&l.m, &e))
        return source ? place_units(leg, 0, 0, NETS_NONE) : place_leg(leg + 1);
    if (!o_in_the_way(&l.m, &e, place)) return place_units(leg, source, place + 1, inner);
    const int need = o_need_of(&l.m, &e, p);
    for (uint32_t u = 0; u < l.m.units && !fits; u++) {
        const int64_t amount = need < 0 ? 0 : e.needs[need].amount;
        if (l.m.unit[u].partition != p) continue;
        if (inner != NETS_NONE && !o_reaches(&l.m, u, inner)) continue;
        if (!leg_take(leg, NETS_UNIT, u, amount)) continue;
        fits = place_units(leg, source, place + 1, u);
        (void)leg_take(leg, NETS_UNIT, u, -amount);
    }
    return fits;
}

/* A path on from v, and all that follows. `passed`: the nodes behind it, of light with
 * the wavelengths on which it came there, the last one `on`. */
static int place_path(uint32_t leg, uint32_t v, uint32_t on, uint64_t passed,
                      uint32_t hops, nets_time delay, uint32_t before)
{
    const nets_request *r = &l.r[leg];
    int fits = 0;
    if (r->max_delay && delay > r->max_delay && r->from != r->to) return 0;
    if (v == r->to) return place_units(leg, 1, 0, NETS_NONE);
    if (r->max_hops && hops == r->max_hops) return 0;
    for (uint32_t i = 0; i < (r->light ? l.m.waves : l.m.links) && !fits; i++) {
        const o_wave *x = &l.m.wave[i];
        const uint32_t link = r->light ? x->link : i, to = l.m.link[link].to;
        const int keeps = r->light && !l.m.converts[to];
        const uint64_t bit = (uint64_t)1 << (O_LAMBDAS * to + (keeps ? x->wave : 0));
        if (l.m.link[link].from != v || passed & bit || !leg_may_use(leg, link, before) ||
            (r->light && (!o_in_range(r, x->wave) || (on != NETS_NONE && on != x->wave))))
            continue;
        if (r->light && !leg_take(leg, NETS_WAVE, i, 1)) continue;
        if (leg_take(leg, NETS_LINK, link, r->bandwidth)) {
            l.of[l.used_count] = leg;
            l.used[l.used_count++] = link;
            fits = place_path(leg, to, keeps ? x->wave : NETS_NONE, passed | bit,
                              hops + 1, delay + l.m.link[link].delay, before);
            l.used_count--;
            (void)leg_take(leg, NETS_LINK, link, -r->bandwidth);
        }
        if (r->light) (void)leg_take(leg, NETS_WAVE, i, -1);
    }
    return fits;
}

/* The legs from this one on; the one that is split comes last. */
static int place_leg(uint32_t leg)
{
    if (leg < legs_count()) {
        const nets_request *r = &l.r[leg];
        const uint64_t here = r->light ? 0 : (uint64_t)1 << O_LAMBDAS * r->from;
        return r->splittable
                   ? place_leg(leg + 1)
                   : place_path(leg, r->from, NETS_NONE, here, 0, 0, l.used_count);
    }
    for (uint32_t i = 0; i < legs_count(); i++)
        if (l.r[i].splittable) return split_fits(i);
    return 1;
}

static nets_time longest_leg(void)
{
    nets_time longest = 0;
    for (uint32_t i = 0; i < legs_count(); i++)
        if (l.r[i].length > longest) longest = l.r[i].length;
    return longest;
}

/* The earliest start of all, or -1. */
static int legs_start(void)
{
    nets_request r = l.r[0];
    r.length = longest_leg();
    l.m = *free_for(&r);
    const int last = o_last_start(&l.m, &r);
    for (l.t = o_ready(&l.m, &r); l.t <= last; l.t++)
        if (place_leg(0)) return l.t;
    return -1;
}

/* ---- requests ---------------------------------------------------------------------- */

static void random_legs(void)
{
    const int alike = test_below(4) == 0; /* and packed at once, if that is possible */
    const uint32_t count = (uint32_t)test_between(2, alike ? LEGS : LEGS - 1);
    const uint32_t split = alike ? count : (uint32_t)test_below(2 * count);
    nets_request *r;
    for (uint32_t i = 0; i < count; i++) {
        r = &l.r[i];
        *r = random_leg(i == split ? NETS_WS_RC : NETS_WN_RC, &l.room[i]);
        if (r->from == r->to) continue;
        if (test_below(4)) r->at_from_count = r->at_to_count = 0;
        if (test_below(3)) r->via_count = r->max_hops = 0;
        if (test_below(3)) r->max_delay = r->avoid_count = 0;
        if (r->light && test_below(2)) r->light = 0, light_paths--;
        if (r->bandwidth || !r->light) r->bandwidth = test_between(1, 3);
        if (!r->at_from_count && test_below(2) && r->to != l.r[0].from)
            r->from = l.r[0].from;
    }
    r = &l.r[0];
    if (alike && test_below(4)) r->light = 0, r->max_hops = 0, r->max_delay = 0;
    if (alike && !r->bandwidth && !r->light && r->from != r->to) r->bandwidth = 1;
    for (uint32_t i = 1; alike && i < count; i++) l.r[i] = *r;
    packed = alike && !r->light && !r->max_hops && !r->max_delay;
    r->legs = r + 1;
    r->leg_count = count - 1;
    r->disjoint = !packed && test_below(4) == 0 ? (int)test_between(1, 2) : 0;
    r->max_tries = test_below(6) == 0; /* too few: so answers come late */
    for (uint32_t i = 0; i < count && r->deadline; i++)
        if (l.r[i].length == NETS_FOREVER) l.r[i].length = 5;
    if (r->deadline && r->deadline != NETS_FOREVER)
        r->deadline = r->ready + longest_leg() + test_between(0, 12);
    if (w.count && test_below(4) == 0)
        r->replaces = replaceable(w.kept[test_below((uint64_t)w.count)].id);
}

static uint32_t link_of(const nets_use *u)
{
    return u->kind == NETS_WAVE ? w.m.wave[u->index].link : u->index;
}

/* The uses of each leg are as for itself, and stand together; all are free, and disjoint
 * legs are disjoint. */
static void check_legs(int start)
{
    const nets_plan *all = &w.plan;
    static nets_use uses[USES];
    CHECK(all->end == o_until(all->start, longest_leg()) && is_free(all));
    for (uint32_t leg = 0; leg < legs_count(); leg++) {
        nets_request r = l.r[leg];
        nets_plan p = *all;
        p.uses = uses;
        p.count = 0;
        p.end = o_until(p.start, r.length);
        p.algorithm = expected(&r);
        for (uint32_t i = 0; i < all->count; i++)
            if (all->uses[i].leg == leg) {
                CHECK(!p.count || all->uses[i - 1].leg == leg);
                uses[p.count++] = all->uses[i];
            }
        check_uses(free_for(l.r), &r, &p, start);
        if (!r.splittable) (void)check_way(&r, &p);
    }
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const nets_use *a = &all->uses[i], *b = &all->uses[k];
            if (a->leg != b->leg && a->kind != NETS_UNIT && b->kind != NETS_UNIT)
                CHECK(are_disjoint(a->leg, link_of(a), b->leg, link_of(b)));
        }
}

static void explain_legs(nets_status s)
{
    nets_reason why;
    nets_status said;
    int splits = 0;
    for (uint32_t i = 0; i < legs_count(); i++) splits |= l.r[i].splittable;
    CALL(said, nets_explain(w.net, l.r, &why));
    CHECK(said == s ||
          (s == NETS_E_NOFIT && (said == NETS_E_NEVER || said == NETS_E_LIMIT)));
    if (said == NETS_E_NEVER && why.field && !strcmp(why.field, "deadline"))
        CHECK(why.value == l.r[0].deadline && why.least > why.value &&
              why.least == when(w.m.now) + l.r[why.leg].length);
    if (said == NETS_E_LIMIT && s == said)
        CHECK(why.field && (splits || strcmp(why.field, "splittable")));
    compare();
}

/* On a copy with room for few uses the answer may come late, or not at all, and that is
 * said. */
static void ask_with_little_room(int first, nets_status none)
{
    const uint32_t uses = 1 + (uint32_t)test_below(4);
    const nets_room room = {40, 60, 30, 60, 99, 9, 60, uses, 60, 9};
    const nets_desc d = {.alloc = test_heap_hook, .alloc_ctx = &w.heap, .room = &room};
    nets_plan plan = {0};
    nets_network *net;
    save(w.net, &saved);
    CHECK_EQ(nets_load(&net, &d, get, &saved), NETS_OK);
    const nets_status s = nets_first_slot(net, l.r, &plan);
    CHECK(s == NETS_OK
              ? plan.start == when(first) || (plan.limited && plan.start > when(first))
              : s == NETS_E_NOMEM || s == NETS_E_LIMIT || s == none);
    nets_plan_free(&plan);
    nets_destroy(net);
}

static void ask_legs(void)
{
    const int first = legs_start(), limits = l.r[0].max_tries > 0;
    int start, lacks = 0;
    nets_status s;
    for (uint32_t i = 0; i < legs_count(); i++) lacks |= lacks_units(&w.m, &l.r[i]);
    if (test_below(16) == 0)
        ask_with_little_room(first, lacks       ? NETS_E_NEVER
                                    : first < 0 ? NETS_E_NOFIT
                                                : NETS_E_NOMEM);
    CALL(s, nets_first_slot(w.net, l.r, &w.plan));
    if (s == NETS_OK) {
        found++;
        start = o_instant(&w.m, w.plan.start);
        CHECK(first >= 0 && start >= first && (start == first || w.plan.limited));
        late += start > first && !limits;
        check_legs(start);
    } else {
        refused++;
        CHECK(s == (lacks ? NETS_E_NEVER : NETS_E_NOFIT) || s == NETS_E_LIMIT);
        if (s == NETS_E_NOFIT) CHECK(first == -1);
        unproven += s == NETS_E_LIMIT && !limits;
    }
    if (packed) CHECK(s != NETS_E_LIMIT && (s != NETS_OK || !w.plan.limited));
    if (packed && s == NETS_OK)
        CHECK_EQ(w.plan.combinations, w.plan.algorithm == NETS_WN_RC);
    if (test_below(8) == 0) explain_legs(s);
    if (s == NETS_OK && test_below(2) && has_room(&w.plan)) (void)commit(&w.plan);
}

static void legs(void)
{
    const long full = test_scaled(100000);
    long left = full;
    found = refused = light_paths = test_refusals = unproven = late = 0;
    while (left > 0) {
        make_network(PAIRS | FEW |
                     (test_below(2) ? 0 : LIGHTS | (unsigned)test_below(2) * ROUND));
        take_some((int)test_below(24));
        for (int k = 0; k < 8; k++, left--) {
            random_legs();
            ask_legs();
            live();
        }
        drop_all();
    }
    printf("  %ld requests of legs: %ld found, %ld refused, %ld unproven, %ld late; of "
           "light "
           "%ld\n",
           full, found, refused, unproven, late, light_paths);
    CHECK(unproven + late <= full / 50 + 10);
}
