/* test_coalloc.c - the calendar case by case: paper 1's choice, the tree alone, limits.
 */
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "indexes.h"
#include "test.h"
#include "make.h"
#include "audit.c"

static coa_calendar *calendar(uint32_t servers, uint32_t index, coa_time horizon,
                              coa_time slot)
{
    return MAKE(.servers = servers, .index = index, .horizon = horizon, .slot = slot);
}

/* ---- paper 1: the choice of section 4.2, step by step on lists of leaves ----------- */

typedef struct model_list {
    uint32_t at[400]; /* nodes, or periods */
    uint32_t count;
} model_list;

static const coa_i_period *period_of(const coa_i_forest *f, uint32_t u)
{
    return coa_i_periods(f) + coa_i_tnodes(f)[u].item;
}

/* The leaf of the median: the last one of the left subtree. */
static uint32_t model_median(const coa_i_forest *f, uint32_t u)
{
    const coa_i_tnode *n = coa_i_tnodes(f);
    for (u = n[u].left; n[u].left != COA_I_NONE; u = n[u].right) {
    }
    return u;
}

static void model_phase_1(const coa_i_forest *f, uint32_t u, coa_time s, model_list *to)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    if (u == COA_I_NONE) return;
    if (n->left == COA_I_NONE) {
        if (period_of(f, u)->start <= s) to->at[to->count++] = u;
    } else if (period_of(f, model_median(f, u))->start > s) {
        model_phase_1(f, n->right, s, to);
    } else {
        to->at[to->count++] = n->right;
        model_phase_1(f, n->left, s, to);
    }
}

/* Adds the periods below u in front of *to, and those of servers in `among` to *found. */
static void model_mark(const coa_i_forest *f, uint32_t u, const coa_set *among,
                       model_list *to, uint32_t *found)
{
    uint32_t below[400], n, i;
    n = (uint32_t)(coa_i_rtree_leaves(f, u, below) - below);
    memmove(to->at + n, to->at, to->count * sizeof *below);
    memcpy(to->at, below, n * sizeof *below);
    to->count += n;
    for (i = 0; i < n; i++)
        *found += !among || coa_set_has(among, coa_i_periods(f)[below[i]].server);
}

static void model_phase_2(const coa_i_forest *f, uint32_t u, coa_time e, uint32_t need,
                          const coa_set *among, model_list *to, uint32_t *found)
{
    const coa_i_tnode *n = coa_i_tnodes(f) + u;
    if (*found >= need) return;
    if (n->left == COA_I_NONE) {
        if (period_of(f, u)->end >= e) model_mark(f, u, among, to, found);
    } else if (period_of(f, model_median(f, u))->end >= e) {
        model_mark(f, n->right, among, to, found);
        model_phase_2(f, n->left, e, need, among, to, found);
    } else {
        model_phase_2(f, n->right, e, need, among, to, found);
    }
}

/* The latest start below a node. */
static coa_time model_latest(const coa_i_forest *f, uint32_t u)
{
    uint32_t below[400], n;
    coa_time latest = INT64_MIN;
    n = (uint32_t)(coa_i_rtree_leaves(f, u, below) - below);
    while (n-- > 0)
        if (coa_i_periods(f)[below[n]].start > latest)
            latest = coa_i_periods(f)[below[n]].start;
    return latest;
}

/* Which `need` periods of trees x and y does [1] choose for [s, e)? As if all marks of
 * phase 1 were those of one tree. Fewer than `need`: there are not so many. */
static model_list model_choice(const coa_i_forest *f, uint32_t x, uint32_t y, coa_time s,
                               coa_time e, uint32_t need, const coa_set *among)
{
    model_list marks[2] = {{{0}, 0}, {{0}, 0}}, choice = {{0}, 0};
    uint32_t i, found = 0;
    model_phase_1(f, x, s, &marks[0]);
    model_phase_1(f, y, s, &marks[1]);
    while (found < need && marks[0].count + marks[1].count > 0) {
        model_list tree = {{0}, 0};
        coa_time latest[2];
        uint32_t u;
        for (i = 0; i < 2; i++)
            latest[i] = marks[i].count == 0
                            ? INT64_MIN
                            : model_latest(f, marks[i].at[marks[i].count - 1]);
        i = marks[0].count == 0 || (marks[1].count > 0 && latest[1] > latest[0]);
        u = marks[i].at[--marks[i].count];
        if (coa_i_tnodes(f)[u].left != COA_I_NONE) u = coa_i_tnodes(f)[u].second;
        model_phase_2(f, u, e, need, among, &tree, &found);
        for (i = 0; i < tree.count && choice.count < need; i++)
            if (!among || coa_set_has(among, coa_i_periods(f)[tree.at[i]].server))
                choice.at[choice.count++] = tree.at[i];
    }
    return choice;
}

/* One request with PAPER, of all servers or of some; the booking against the model. True:
 * it was booked. */
static int check_choice(coa_calendar *cal, uint32_t servers)
{
    coa_run some = {(uint32_t)test_below(servers), 0};
    const coa_set among = {1, 1, &some, NULL, NULL};
    const coa_i_rt *x = coa_i_rt_of(cal);
    coa_request r = {0};
    model_list choice;
    coa_booking b;
    coa_time start;
    uint32_t i;
    some.count = 1 + (uint32_t)test_below(servers - some.first);
    r.among = test_below(3) ? NULL : &among;
    r.servers = 1 + (uint32_t)test_below(test_below(2) ? servers : 3);
    r.ready = cal->now + test_between(0, 60);
    r.length = test_between(1, 50);
    r.step = (coa_time)test_below(3);
    if (coa_earliest(cal, &r, &start) != COA_OK) return 0;
    choice = model_choice(&x->trees, *coa_i_rt_root(x, coa_i_rt_slot(x, start)), x->open,
                          start, start + r.length, r.servers, r.among);
    CHECK_EQ(choice.count, r.servers);
    for (i = 0; i < choice.count; i++)
        choice.at[i] = coa_i_periods(&x->trees)[choice.at[i]].server;
    CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
    CHECK_EQ(b.start, start);
    for (i = 0; i < choice.count; i++) {
        const coa_set has = coa_i_set_view(b.runs, b.run_count);
        CHECK(coa_set_has(&has, choice.at[i]));
    }
    return 1;
}

static void paper_chooses(void)
{
    const long rounds = test_scaled(40000);
    coa_calendar *cal = NULL;
    uint32_t servers = 0;
    long round, booked = 0;
    for (round = 0; round < rounds; round++) {
        coa_booking b;
        if (round % 400 == 0) {
            coa_destroy(cal);
            servers = (uint32_t)test_between(1, 40);
            cal = calendar(servers, COA_INDEX_RANGE_TREE, 200, test_between(1, 60));
        }
        booked += check_choice(cal, servers);
        if (test_below(8) == 0)
            CHECK_EQ(coa_advance(cal, cal->now + test_between(0, 40)), COA_OK);
        if (test_below(4) == 0 && coa_next(cal, (coa_id)test_below(40), &b) == COA_OK)
            CHECK_EQ(coa_cancel(cal, b.id), COA_OK);
    }
    CHECK(booked > rounds / 2);
    coa_destroy(cal);
}

/* ---- the tree alone ---------------------------------------------------------------- */

#define TREE_MOST 400

static coa_period held[TREE_MOST];
static uint32_t held_count;

static void check_tree(coa_rtree *t, coa_time s, coa_time e)
{
    static coa_period found[TREE_MOST];
    uint32_t i, j, candidates = 0, feasible = 0;
    model_list choice;
    for (i = 0; i < held_count; i++) {
        candidates += held[i].start <= s;
        feasible += held[i].start <= s && held[i].end >= e;
    }
    CHECK_EQ(audit_tree_size(t), held_count);
    CHECK_EQ(audit_tree_candidates(t, s), candidates);
    CHECK_EQ(coa_rtree_count(t, s, e), feasible);
    CHECK(audit_tree_depth(t) <= coa_i_depth_bound(held_count));
    if (feasible == 0) return;
    CHECK_EQ(coa_rtree_search(t, s, e, feasible + 1, found), COA_E_NOFIT);
    feasible = (uint32_t)test_below(feasible) + 1;
    CHECK_EQ(coa_rtree_search(t, s, e, feasible, found), COA_OK);
    choice = model_choice(&t->trees, t->root, COA_I_NONE, s, e, feasible, NULL);
    CHECK_EQ(choice.count, feasible);
    for (i = 0; i < feasible; i++) {
        const coa_i_period *p = coa_i_periods(&t->trees) + choice.at[i];
        CHECK(found[i].start == p->start && found[i].end == p->end);
        CHECK_EQ(found[i].server, p->server);
        CHECK(found[i].start <= s && found[i].end >= e);
        for (j = 0; j < i; j++) CHECK(memcmp(&found[i], &found[j], sizeof found[i]) != 0);
        for (j = 0; j < held_count; j++)
            if (found[i].start == held[j].start && found[i].end == held[j].end &&
                found[i].server == held[j].server)
                break;
        CHECK(j < held_count);
    }
}

static void tree_against_a_list(void)
{
    const long rounds = test_scaled(60000);
    test_heap heap = {0};
    coa_rtree *t = NULL;
    coa_period p = {0};
    coa_status s;
    uint32_t i;
    long round, refused = 0;
    for (i = 1; t == NULL; i++) {
        heap.fail_at = i;
        heap.calls = heap.failures = 0;
        s = coa_rtree_create(&t, test_heap_hook, &heap);
        CHECK(s == (t ? COA_OK : COA_E_NOMEM) && (t || heap.failures > 0));
        CHECK(t == NULL ? heap.live_blocks == 0 : i > 1);
    }
    held_count = 0;
    for (round = 0; round < rounds; round++) {
        const uint32_t aim = (uint32_t)(round / 500 % 2 ? 4 : TREE_MOST - 10);
        if (held_count == 0 || (test_below(4) ? held_count < aim : held_count < 3)) {
            p.start = test_between(-20, 20);
            p.end = test_below(20) ? p.start + test_between(1, 30) : COA_FOREVER;
            p.server = (uint32_t)test_below(6);
            for (i = 0; i < held_count && memcmp(&held[i], &p, sizeof p) != 0; i++) {
            }
            heap.fail_at = heap.calls + 1 + (long)test_below(2);
            heap.sticky = (int)test_below(2);
            s = coa_rtree_insert(t, &p);
            refused += s == COA_E_NOMEM;
            if (s == COA_E_NOMEM) { /* nothing has changed */
                CHECK(audit_tree(t) == NULL && audit_tree_size(t) == held_count);
                heap.fail_at = 0;
                s = coa_rtree_insert(t, &p);
            }
            CHECK_EQ(s, i < held_count ? COA_E_BUSY : COA_OK);
            if (i == held_count) held[held_count++] = p;
        } else {
            i = (uint32_t)test_below(held_count);
            heap.fail_at = heap.calls + 1; /* it needs none */
            CHECK_EQ(coa_rtree_remove(t, &held[i]), COA_OK);
            heap.fail_at = 0;
            CHECK_EQ(coa_rtree_remove(t, &held[i]), COA_E_NOTFOUND);
            held[i] = held[--held_count];
        }
        CHECK(audit_tree(t) == NULL);
        p.start = test_between(-22, 30);
        check_tree(t, p.start, p.start + test_between(1, 30));
    }
    coa_rtree_destroy(t);
    CHECK(refused > 3 || rounds < 1000);
    CHECK(heap.live_blocks == 0 && heap.bad_size == 0);
    CHECK_EQ(coa_i_depth_bound(1), 0);
    CHECK_EQ(coa_i_depth_bound(2), 1);
    CHECK_EQ(coa_i_depth_bound(4), 2);
    CHECK(coa_i_depth_bound(UINT32_MAX) < COA_I_DEPTH);
}

/* A checker that accepts anything proves nothing: each rule broken by hand is noticed. */
static void audit_sees_damage(void)
{
    static const coa_period idle[] = {{4, 25, 1}, {12, 33, 2}, {7, 31, 3}, {2, 15, 4}};
    coa_rtree *t = NULL;
    coa_i_tnode *nodes, kept;
    int i;
    CHECK_EQ(coa_rtree_create(&t, NULL, NULL), COA_OK);
    for (i = 0; i < 4; i++) CHECK_EQ(coa_rtree_insert(t, &idle[i]), COA_OK);
    CHECK(audit_tree(t) == NULL);
    nodes = coa_i_tnodes(&t->trees);
    kept = nodes[t->root];
    nodes[t->root].size++;
    CHECK(audit_tree(t) != NULL);
    nodes[t->root] = kept;
    nodes[t->root].item = nodes[nodes[t->root].right].item;
    CHECK(audit_tree(t) != NULL);
    nodes[t->root] = kept;
    nodes[t->root].second = nodes[kept.left].second;
    CHECK(audit_tree(t) != NULL);
    nodes[t->root] = kept;
    coa_i_periods(&t->trees)[nodes[nodes[kept.right].right].item].start = 100;
    CHECK(audit_tree(t) != NULL);
    coa_rtree_destroy(t);
}

/* ---- arguments and limits ---------------------------------------------------------- */

static coa_status create_with(uint32_t servers, uint32_t index, coa_time now,
                              coa_time horizon, coa_time slot)
{
    const coa_desc d = {
        .servers = servers, .index = index, .now = now, .horizon = horizon, .slot = slot};
    coa_calendar *cal = NULL;
    coa_status s;
    s = coa_create(&cal, &d);
    CHECK((cal != NULL) == (s == COA_OK));
    coa_destroy(cal);
    return s;
}

/* The default index is SLICES for few servers and MAP for many; a calendar that outgrows
 * SLICES becomes MAP, and answers as one that was MAP from the beginning. */
static void outgrowing(void)
{
    static const uint32_t sizes[] = {512, 513, COA_SLICES_SERVERS + 1};
    coa_calendar *cal[2];
    coa_booking b[2];
    coa_request req = {0};
    coa_desc d = {0}, found;
    size_t k;
    int i, j;
    for (k = 0; k < 3; k++) {
        d.servers = sizes[k];
        CHECK_EQ(coa_create(&cal[0], &d), COA_OK);
        coa_describe(cal[0], &found);
        CHECK_EQ(found.index, k == 0 ? COA_INDEX_SLICES : COA_INDEX_MAP);
        coa_destroy(cal[0]);
    }
    d.servers = 500;
    CHECK_EQ(coa_create(&cal[0], &d), COA_OK);
    d.index = COA_INDEX_MAP;
    CHECK_EQ(coa_create(&cal[1], &d), COA_OK);
    for (i = 0; i < 300; i++) {
        req.servers = 1 + (uint32_t)(i * 37 % 400);
        req.length = 1 + i % 13;
        req.ready = i % 3 * 20;
        for (j = 0; j < 2; j++) {
            if (i == 100) CHECK_EQ(coa_resize(cal[j], COA_SLICES_SERVERS), COA_OK);
            if (i == 150) CHECK_EQ(coa_resize(cal[j], 3000), COA_OK);
            if (i == 200) CHECK_EQ(coa_advance(cal[j], 50), COA_OK);
            CHECK_EQ(coa_reserve(cal[j], &req, &b[j]), COA_OK);
        }
        coa_describe(cal[0], &found);
        CHECK_EQ(found.index, i < 150 ? COA_INDEX_SLICES : COA_INDEX_MAP);
        CHECK_EQ(b[0].start, b[1].start);
        CHECK_EQ(b[0].run_count, b[1].run_count);
        CHECK(memcmp(b[0].runs, b[1].runs, b[0].run_count * sizeof(coa_run)) == 0);
    }
    for (j = 0; j < 2; j++) {
        check_sane(cal[j]);
        coa_destroy(cal[j]);
    }
}

static void creating(void)
{
    coa_desc d = {0}, resolved;
    coa_calendar *cal = NULL;
    CHECK_EQ(create_with(0, 0, 0, 0, 0), COA_E_ARG);
    CHECK_EQ(create_with(1, 5, 0, 0, 0), COA_E_ARG);
    CHECK_EQ(create_with(COA_SLICES_SERVERS, COA_INDEX_SLICES, 0, 0, 0), COA_OK);
    CHECK_EQ(create_with(COA_SLICES_SERVERS + 1, COA_INDEX_SLICES, 0, 0, 0), COA_E_ARG);
    CHECK_EQ(create_with(1, 0, 0, -1, 0), COA_E_ARG);
    CHECK_EQ(create_with(1, COA_INDEX_RANGE_TREE, 0, 100, -1), COA_E_ARG);
    CHECK_EQ(create_with(1, COA_INDEX_RANGE_TREE, 0, 100, 0), COA_E_ARG);
    CHECK_EQ(create_with(1, COA_INDEX_RANGE_TREE, 0, 0, 10), COA_E_ARG);
    CHECK_EQ(create_with(1, COA_INDEX_RANGE_TREE, 0, (coa_time)1 << 40, 1), COA_E_RANGE);
    CHECK_EQ(create_with(1, COA_INDEX_RANGE_TREE, 0, 10, (coa_time)1 << 62), COA_E_RANGE);
    CHECK_EQ(create_with(1, COA_INDEX_RANGE_TREE, COA_FOREVER - 100, 10, 5), COA_OK);
    CHECK_EQ(create_with(1, COA_INDEX_RANGE_TREE, COA_FOREVER - 15, 10, 5), COA_E_RANGE);
    CHECK_EQ(create_with(1, COA_INDEX_RANGE_TREE, INT64_MIN + 1, 10, 1), COA_OK);
    CHECK_EQ(create_with(1, 0, INT64_MIN, 0, 0), COA_E_RANGE);
    CHECK_EQ(create_with(1, 0, COA_FOREVER, 0, 0), COA_E_RANGE);
    CHECK_EQ(create_with(1, 0, 1, COA_FOREVER, 0), COA_E_RANGE);
    CHECK_EQ(create_with(COA_MAX_SERVERS + 1, 0, 0, 0, 0), COA_E_RANGE);
    CHECK_EQ(create_with(COA_MAX_SERVERS, 0, 0, 0, 0), COA_OK);
    CHECK_EQ(coa_create(NULL, &d), COA_E_ARG);
    CHECK_EQ(coa_create(&cal, NULL), COA_E_ARG);
    d.servers = 3;
    CHECK_EQ(coa_create_abi(&cal, &d, COALLOC_ABI + 1), COA_E_ABI);
    CHECK(cal == NULL);
    for (d.index = COA_INDEX_DEFAULT; d.index <= COA_INDEX_SLICES; d.index++) {
        d.horizon = 9; /* RANGE_TREE needs both */
        d.slot = 3;
        for (d.unnamed = 1; d.unnamed < 3; d.unnamed++) {
            const int right = d.index == COA_INDEX_COUNT && d.unnamed == 1;
            CHECK_EQ(coa_create(&cal, &d), right ? COA_OK : COA_E_ARG);
            coa_destroy(cal);
        }
    }
    memset(&d, 0, sizeof d);
    d.servers = 3;
    d.slot = 9;
    d.bookings = 5;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    CHECK_EQ(coa_advance(cal, 12), COA_OK);
    coa_describe(cal, &resolved);
    CHECK_EQ(resolved.index, COA_INDEX_SLICES);
    CHECK_EQ(resolved.slot, 0);
    CHECK_EQ(resolved.servers, 3);
    CHECK_EQ(resolved.bookings, 5);
    CHECK_EQ(resolved.now, 12);
    coa_destroy(cal);
    coa_destroy(NULL);
    coa_describe(NULL, &resolved);
    CHECK_EQ(resolved.servers, 0);
}

/* Only RANGE_TREE has slots; what others ignore may be any number. */
static void slot_is_ignored(void)
{
    static const coa_time slots[] = {COA_FOREVER, COA_FOREVER / 2, 1, -1, INT64_MIN};
    const coa_time late = COA_FOREVER - 1000;
    coa_calendar *cal;
    size_t i;
    coa_desc d = {.servers = 2, .horizon = 100};
    for (i = 0; i < sizeof slots / sizeof *slots; i++) {
        for (d.index = COA_INDEX_DEFAULT; d.index <= COA_INDEX_SLICES; d.index++) {
            d.slot = slots[i];
            if (d.index == COA_INDEX_RANGE_TREE) {
                CHECK_EQ(coa_create(&cal, &d), slots[i] == 1  ? COA_OK
                                               : slots[i] < 0 ? COA_E_ARG
                                                              : COA_E_RANGE);
            } else {
                CHECK_EQ(coa_create(&cal, &d), COA_OK);
                CHECK_EQ(coa_advance(cal, late), COA_OK);
                CHECK_EQ(coa_advance(cal, COA_FOREVER - 101), COA_OK);
                CHECK_EQ(coa_advance(cal, COA_FOREVER - 100), COA_E_RANGE);
            }
            coa_destroy(cal);
        }
    }
}

/* The hook shown is the one in use, so that the caller can use it, too. */
static void describing_the_hook(void)
{
    test_heap heap = {0};
    coa_desc d = {0}, shown;
    coa_calendar *cal;
    void *p;
    d.servers = 1;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    coa_describe(cal, &shown);
    coa_destroy(cal);
    CHECK(shown.alloc != NULL);
    p = shown.alloc(shown.alloc_ctx, NULL, 0, 10);
    CHECK(p != NULL);
    CHECK(shown.alloc(shown.alloc_ctx, p, 10, 0) == NULL);
    CHECK_EQ(coa_create(&cal, &shown), COA_OK);
    coa_destroy(cal);
    d.alloc = test_heap_hook;
    d.alloc_ctx = &heap;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    coa_describe(cal, &shown);
    CHECK(shown.alloc == test_heap_hook && shown.alloc_ctx == &heap);
    coa_destroy(cal);
    CHECK_EQ(heap.live_blocks, 0);
}

static coa_status reserve_with(coa_calendar *cal, coa_request r)
{
    coa_booking b;
    coa_time t;
    const coa_status s = coa_earliest(cal, &r, &t);
    CHECK_EQ(coa_reserve(cal, &r, &b), s);
    CHECK_EQ(b.id > 0, s == COA_OK);
    check_sane(cal);
    if (s == COA_OK) CHECK_EQ(coa_cancel(cal, b.id), COA_OK);
    return s;
}

/* The request with another value of this member has this status. */
#define ASKED(member, value, status)              \
    do {                                          \
        r = good;                                 \
        r.member = (value);                       \
        CHECK_EQ(reserve_with(cal, r), (status)); \
    } while (0)

static void requests(void)
{
    uint32_t index;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index = named_after(index)) {
        coa_calendar *cal = calendar(4, index, 100, 10);
        const coa_request good = {.length = 10, .servers = 2};
        coa_run runs[2] = {{2, 1}, {1, 1}};
        const coa_set among = {2, 2, runs, NULL, NULL};
        coa_request r;
        coa_booking b;
        coa_time t;
        coa_alternative_info other;
        CHECK_EQ(reserve_with(cal, good), COA_OK);
        ASKED(length, 0, COA_E_ARG);
        ASKED(length, -5, COA_E_ARG);
        ASKED(servers, 0, COA_E_ARG);
        ASKED(servers, 5, COA_E_NOFIT);
        ASKED(servers, UINT32_MAX, COA_E_NOFIT);
        ASKED(step, -1, COA_E_ARG);
        ASKED(retries, 3, COA_E_ARG);
        ASKED(place, COA_PLACE_PAPER + 1, COA_E_ARG);
        ASKED(place, COA_PLACE_PAPER, index != COA_INDEX_RANGE_TREE ? COA_E_ARG : COA_OK);
        ASKED(length, 101, COA_E_NOFIT);
        ASKED(length, 100, COA_OK);
        ASKED(length, COA_FOREVER, COA_E_NOFIT);
        ASKED(length, COA_FOREVER - 1, COA_E_NOFIT);
        ASKED(ready, 91, COA_E_NOFIT);
        ASKED(ready, COA_FOREVER - 5, COA_E_RANGE);
        ASKED(ready, INT64_MIN, COA_OK);
        ASKED(deadline, 9, COA_E_NOFIT);
        ASKED(deadline, 10, COA_OK);
        ASKED(deadline, INT64_MIN, COA_E_NOFIT);
        ASKED(among, &among, COA_E_ARG); /* not sorted */
        runs[0].first = 0, runs[1].first = 3, runs[1].count = 2;
        ASKED(among, &among, COA_E_RANGE); /* a fifth server */
        runs[1].count = 1;
        ASKED(among, &among, COA_OK);
        CHECK_EQ(coa_reserve(NULL, &good, &b), COA_E_ARG);
        CHECK_EQ(coa_reserve(cal, NULL, &b), COA_E_ARG);
        CHECK_EQ(coa_reserve(cal, &good, NULL), COA_E_ARG);
        CHECK_EQ(coa_earliest(NULL, &good, &t), COA_E_ARG);
        CHECK_EQ(coa_earliest(cal, NULL, &t), COA_E_ARG);
        CHECK_EQ(coa_earliest(cal, &good, NULL), COA_E_ARG);
        CHECK_EQ(coa_alternatives(NULL, &good, &other), COA_E_ARG);
        CHECK_EQ(coa_alternatives(cal, NULL, &other), COA_E_ARG);
        CHECK_EQ(coa_alternatives(cal, &good, NULL), COA_E_ARG);
        coa_destroy(cal);
    }
}

static coa_alternative_info instead(coa_calendar *cal, coa_time ready, coa_time length,
                                    uint32_t servers, uint32_t place)
{
    const coa_request r = {.ready = ready,
                           .length = length,
                           .servers = servers,
                           .place = place,
                           .deadline = ready + 1}; /* which counts for nothing here */
    coa_alternative_info a;
    memset(&a, 0x77, sizeof a);
    CHECK_EQ(coa_alternatives(cal, &r, &a), COA_OK);
    CHECK_EQ(a.reserved, 0);
    return a;
}

/* Lengths without end, and the longest that have one. */
static void alternatives_without_horizon(void)
{
    coa_calendar *cal = MAKE(.servers = 3, .now = INT64_MIN + 1);
    coa_alternative_info a;
    (void)make_commit(cal, COA_FOREVER - 3, COA_FOREVER - 1, 1, 1);
    a = instead(cal, -9, COA_FOREVER, 2, COA_PLACE_BEST_FIT);
    CHECK(a.start == -9 && a.servers == 2 && a.length == COA_FOREVER);
    a = instead(cal, -9, COA_FOREVER, 3, COA_PLACE_BEST_FIT);
    CHECK(a.start == COA_FOREVER - 1 && a.servers == 2);
    CHECK_EQ(a.length, COA_FOREVER - 1); /* more is free, but no length says so */
    a = instead(cal, 9, 5, 3, COA_PLACE_CONTIGUOUS);
    CHECK(a.start == 9 && a.servers == 3 && a.length == COA_FOREVER - 12);
    a = instead(cal, COA_FOREVER - 2, COA_FOREVER, 3, COA_PLACE_BEST_FIT);
    CHECK(a.start == COA_FOREVER - 1 && a.servers == 2 && a.length == 0);
    a = instead(cal, COA_FOREVER - 1, COA_FOREVER, 3, COA_PLACE_BEST_FIT);
    CHECK(a.start == COA_FOREVER - 1 && a.servers == 3 && a.length == COA_FOREVER);
    coa_destroy(cal);
}

/* What a window or a booking may not be; what all others are answered prop_calendar.c
 * asks. */
static void windows_of(uint32_t index)
{
    coa_calendar *cal = calendar(4, index, 100, 10);
    coa_set found = {0, 0, NULL, NULL, NULL}, none = {0, 0, NULL, NULL, NULL};
    coa_id id = 1, other;
    coa_booking b;
    CHECK_EQ(coa_search(cal, 20, 100, NULL, NULL), COA_E_ARG);
    CHECK_EQ(coa_search(cal, 20, 100, &found, &found), COA_E_ARG);
    CHECK_EQ(coa_search(NULL, 20, 100, NULL, &found), COA_E_ARG);
    CHECK_EQ(coa_search(cal, 20, 100, NULL, &found), COA_OK);
    CHECK_EQ(coa_commit(cal, 20, 30, &none, 0, &id), COA_E_ARG);
    CHECK_EQ(id, 0);
    CHECK_EQ(coa_commit(cal, 20, 100, NULL, 0, &id), COA_E_ARG);
    CHECK_EQ(coa_commit(cal, 20, 100, &found, 0, NULL), COA_E_ARG);
    CHECK_EQ(coa_commit(NULL, 20, 100, &found, 0, &id), COA_E_ARG);
    CHECK_EQ(coa_commit(cal, 20, 100, &found, 0, &id), COA_OK);
    CHECK_EQ(coa_commit_run(cal, 99, 100, 3, 1, 0, &other), COA_E_BUSY);
    CHECK_EQ(coa_commit_run(cal, 20, 100, 3, 2, 0, &other), COA_E_RANGE);
    CHECK_EQ(coa_commit_run(cal, 20, 100, 3, UINT32_MAX, 0, &other), COA_E_RANGE);
    CHECK_EQ(coa_commit_run(cal, 20, 100, 0, 0, 0, &other), COA_E_ARG);
    CHECK_EQ(coa_finish(cal, id, 20), COA_E_ARG); /* that is coa_cancel's */
    CHECK_EQ(coa_finish(NULL, id, 50), COA_E_ARG);
    CHECK_EQ(coa_extend(NULL, id, 101, NULL), COA_E_ARG);
    CHECK_EQ(coa_extend(cal, id, 101, NULL), COA_E_RANGE);
    CHECK_EQ(coa_get(cal, 0, &b), COA_E_NOTFOUND);
    CHECK_EQ(coa_get(NULL, 1, &b), COA_E_ARG);
    CHECK_EQ(coa_get(cal, 1, NULL), COA_E_ARG);
    CHECK_EQ(coa_next(cal, 0, NULL), COA_E_ARG);
    CHECK_EQ(coa_next(NULL, 0, &b), COA_E_ARG);
    CHECK_EQ(coa_cancel(NULL, id), COA_E_ARG);
    CHECK_EQ(coa_drain(cal, 20, 100, NULL, 0, 0, NULL, NULL, &other), COA_E_NOFIT);
    CHECK_EQ(coa_advance(cal, COA_FOREVER), COA_E_RANGE);
    CHECK_EQ(coa_advance(NULL, 1), COA_E_ARG);
    CHECK_EQ(coa_check(NULL), COA_E_ARG);
    coa_set_free(&found);
    coa_destroy(cal);
}

static void windows(void)
{
    windows_of(COA_INDEX_DEFAULT);
    windows_of(COA_INDEX_RANGE_TREE);
}

/* Times at both ends of int64_t, and bookings that never end. */
static void the_ends_of_time(void)
{
    coa_calendar *cal = MAKE(.servers = 2, .now = INT64_MIN + 1);
    const coa_request never = {.length = 1, .servers = 2, .step = 1};
    coa_booking b =
        RESERVE(cal, .ready = INT64_MIN + 1, .length = COA_FOREVER - 1, .servers = 1);
    CHECK_EQ(b.end, -1);
    b = RESERVE(cal, .ready = INT64_MIN + 1, .length = COA_FOREVER, .servers = 2);
    CHECK(b.start == -1 && b.end == COA_FOREVER);
    CHECK_EQ(coa_reserve(cal, &never, &b), COA_E_NOFIT); /* found at once */
    CHECK_EQ(b.attempts, UINT32_MAX);
    CHECK_EQ(coa_advance(cal, COA_FOREVER - 1), COA_OK);
    check_sane(cal);
    CHECK_EQ(coa_cancel(cal, 2), COA_OK);
    check_sane(cal);
    coa_destroy(cal);
}

/* Many fruitless attempts: counted one by one, answered at once (and the same on both).
 */
static void a_million_attempts(void)
{
    uint32_t index;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index = named_after(index)) {
        coa_calendar *cal = calendar(3, index, 4000000, 100000);
        coa_request r = {.length = 5, .servers = 3, .step = 1};
        coa_booking b;
        (void)make_commit(cal, 0, 1000000, 0, 3);
        CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
        CHECK_EQ(b.start, 1000000);
        CHECK_EQ(b.attempts, 1000001);
        r.servers = 4;
        CHECK_EQ(coa_reserve(cal, &r, &b), COA_E_NOFIT);
        CHECK_EQ(b.attempts, 4000000 - 5 + 1);
        r.retries = 7;
        CHECK_EQ(coa_reserve(cal, &r, &b), COA_E_NOFIT);
        CHECK_EQ(b.attempts, 8);
        r.retries = COA_NO_RETRY;
        CHECK_EQ(coa_reserve(cal, &r, &b), COA_E_NOFIT);
        CHECK_EQ(b.attempts, 1);
        coa_destroy(cal);
    }
}

static void texts_and_statistics(void)
{
    coa_calendar *cal = calendar(10, COA_INDEX_RANGE_TREE, 100, 10);
    coa_stats_info s;
    (void)make_commit(cal, 10, 20, 0, 4);
    coa_stats(cal, &s);
    CHECK_EQ(s.bookings, 1);
    CHECK_EQ(s.runs, 1);
    CHECK_EQ(s.made, 1);
    CHECK_EQ(s.idle_groups, 14);
    CHECK(s.search_visits > 0 && s.update_visits > 0);
    CHECK(s.bytes > 0 && s.bytes_peak >= s.bytes && s.allocations > 0);
    coa_stats(NULL, &s);
    CHECK_EQ(s.bookings, 0);
    coa_stats(cal, NULL);
    CHECK_STR(coa_status_text(COA_OK), "ok");
    CHECK_STR(coa_status_text((coa_status)1000), "unknown status");
    CHECK(strlen(coa_status_text(COA_E_ABI)) > 0);
    coa_destroy(cal);
    CHECK_EQ(coa_rtree_create(NULL, NULL, NULL), COA_E_ARG);
    CHECK_EQ(coa_rtree_count(NULL, 0, 1), 0);
    coa_rtree_destroy(NULL);
}

/* Every node walked is counted. Server 0 is booked during [10, 20). The slot's tree is
 * the leaf [0, 10) of server 0; the tree of periods that never end has a root and the
 * leaves of server 0, from 20 on, and of server 1, from 0 on. A search for [0, 5) walks:
 * phase 1: 1 node in the slot's tree, 2 in the other; which of the two marked leaves
 * starts later: 2; phase 2 and retrieval: 2 for each marked leaf. A booking of both
 * servers walks no more than that: the search is not made again to choose them. */
static void visits_by_hand(void)
{
    coa_calendar *cal = calendar(2, COA_INDEX_RANGE_TREE, 100, 100);
    coa_set found = {0, 0, NULL, NULL, NULL};
    coa_stats_info before, after;
    coa_request r = {.length = 5, .servers = 2};
    coa_booking b;
    (void)make_commit(cal, 10, 20, 0, 1);
    coa_stats(cal, &before);
    CHECK_EQ(coa_search(cal, 0, 5, NULL, &found), COA_OK);
    coa_stats(cal, &after);
    CHECK_EQ(coa_set_count(&found), 2);
    CHECK_EQ(after.search_visits - before.search_visits, 9);
    CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
    CHECK_EQ(b.start, 0);
    before = after;
    coa_stats(cal, &after);
    CHECK_EQ(after.search_visits - before.search_visits, 9);
    CHECK_EQ(after.open_visits - before.open_visits, 2);
    coa_set_free(&found);
    coa_destroy(cal);
}

/* Every server becomes idle at a time of its own: thousands of starts to try, at each of
 * which thousands of runs are idle. The answer is the least maximum of n consecutive
 * times. Trying one start after the other, each question took seconds. */
static void consecutive_among_scattered(void)
{
    enum { MOST = 16000 };
    static coa_time idle[MOST];
    const uint32_t all = test_scaled(100) < 100 ? MOST / 8 : MOST;
    coa_calendar *cal = calendar(all, COA_INDEX_MAP, 0, 0);
    uint32_t i, k, n;
    for (i = 0; i < all; i++) {
        idle[i] = test_between(1, 1000000);
        (void)make_commit(cal, 0, idle[i], i, 1);
    }
    for (n = 3; n < all; n = 5 * n) {
        coa_request r = {.length = 10};
        coa_time t = 0, best = COA_FOREVER;
        for (i = 0; i + n <= all; i++) {
            coa_time most = 0;
            for (k = 0; k < n && most < best; k++)
                if (idle[i + k] > most) most = idle[i + k];
            if (most < best) best = most;
        }
        r.servers = n;
        r.place = COA_PLACE_CONTIGUOUS;
        CHECK_EQ(coa_earliest(cal, &r, &t), COA_OK);
        CHECK_EQ(t, best);
        r.step = 7;
        CHECK_EQ(coa_earliest(cal, &r, &t), COA_OK);
        CHECK_EQ(t, (best + 6) / 7 * 7);
    }
    coa_destroy(cal);
}

TEST_MAIN(TEST(paper_chooses), TEST(tree_against_a_list), TEST(audit_sees_damage),
          TEST(creating), TEST(outgrowing),
          TEST(slot_is_ignored), TEST(describing_the_hook), TEST(visits_by_hand),
          TEST(consecutive_among_scattered), TEST(requests),
          TEST(alternatives_without_horizon), TEST(windows), TEST(the_ends_of_time),
          TEST(a_million_attempts), TEST(texts_and_statistics))
