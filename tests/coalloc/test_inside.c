/* test_inside.c - what only a look inside shows: paper 1's choice step by step, the tree
 * alone, and that coa_check and the audits find damage, as checks that were never seen to
 * fail are none. All of it with sizes of at most 32 bits. */
#include "test.h"
#undef SIZE_MAX
#define SIZE_MAX UINT32_MAX
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "make.h"
#include "audit.c"

static test_heap heap;
static coa_calendar *cal;

static coa_calendar *make(uint32_t index, uint32_t servers, coa_time horizon)
{
    memset(&heap, 0, sizeof heap);
    return MAKE(.servers = servers, .index = index, .horizon = horizon,
                .slot = index == COA_INDEX_RANGE_TREE ? 40 : 0, .alloc = test_heap_hook,
                .alloc_ctx = &heap);
}

static void close_calendar(void)
{
    coa_destroy(cal);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static void book(coa_time ready, coa_time length, uint32_t servers)
{
    (void)RESERVE(cal, .ready = ready, .length = length, .servers = servers);
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

/* Adds the periods below u in front of *to, and with servers in `among` to *found. */
static void model_mark(const coa_i_forest *f, uint32_t u, const coa_set *among,
                       model_list *to, uint32_t *found)
{
    uint32_t below[400];
    const uint32_t n = (uint32_t)(coa_i_rtree_leaves(f, u, below) - below);
    memmove(to->at + n, to->at, to->count * sizeof *below);
    memcpy(to->at, below, n * sizeof *below);
    to->count += n;
    for (uint32_t i = 0; i < n; i++)
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
    uint32_t below[400];
    coa_time latest = INT64_MIN;
    uint32_t n = (uint32_t)(coa_i_rtree_leaves(f, u, below) - below);
    while (n-- > 0)
        if (coa_i_periods(f)[below[n]].start > latest)
            latest = coa_i_periods(f)[below[n]].start;
    return latest;
}

/* Which `need` periods of trees x and y does [1] choose for [s, e)? As if all marks of
 * phase 1 were in one tree. Fewer than `need`: there are not so many. */
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
        for (i = 0; i < 2; i++)
            latest[i] = marks[i].count == 0
                            ? INT64_MIN
                            : model_latest(f, marks[i].at[marks[i].count - 1]);
        i = marks[0].count == 0 || (marks[1].count > 0 && latest[1] > latest[0]);
        uint32_t u = marks[i].at[--marks[i].count];
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
static int check_choice(uint32_t servers)
{
    coa_run some = {(uint32_t)test_below(servers), 0};
    const coa_set among = {1, 1, &some, NULL, NULL};
    const coa_i_rt *x = coa_i_rt_of(cal);
    coa_request r = {0};
    model_list choice;
    coa_booking b;
    coa_time start;
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
    for (uint32_t i = 0; i < choice.count; i++)
        choice.at[i] = coa_i_periods(&x->trees)[choice.at[i]].server;
    CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
    CHECK_EQ(b.start, start);
    for (uint32_t i = 0; i < choice.count; i++) {
        const coa_set has = coa_i_set_view(b.runs, b.run_count);
        CHECK(coa_set_has(&has, choice.at[i]));
    }
    return 1;
}

static void paper_chooses(void)
{
    const long rounds = test_scaled(40000);
    uint32_t servers = 0;
    long booked = 0;
    cal = NULL;
    for (long round = 0; round < rounds; round++) {
        coa_booking b;
        if (round % 400 == 0) {
            coa_destroy(cal);
            servers = (uint32_t)test_between(1, 40);
            cal = MAKE(.servers = servers, .index = COA_INDEX_RANGE_TREE, .horizon = 200,
                       .slot = test_between(1, 60));
        }
        booked += check_choice(servers);
        if (test_below(8) == 0)
            CHECK_EQ(coa_advance(cal, cal->now + test_between(0, 40)), COA_OK);
        if (test_below(4) == 0 &&
            coa_next(cal, (coa_id)test_below(40), &b, NULL) == COA_OK)
            CHECK_EQ(coa_cancel(cal, b.id), COA_OK);
    }
    CHECK(booked > rounds / 2);
    coa_destroy(cal);
}

/* ---- the tree alone ---------------------------------------------------------------- */

#define NOMEM COA_E_NOMEM, 0

#define TREE_MOST 400

static coa_period held[TREE_MOST];
static uint32_t held_count;

static void check_tree(coa_rtree *t, coa_time s, coa_time e)
{
    static coa_period found[TREE_MOST];
    uint32_t j, candidates = 0, feasible = 0;
    model_list choice;
    for (uint32_t i = 0; i < held_count; i++) {
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
    for (uint32_t i = 0; i < feasible; i++) {
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
    coa_rtree *t = NULL;
    coa_period p = {0};
    coa_status s;
    uint32_t i;
    memset(&heap, 0, sizeof heap);
    heap.sticky = 1;
    for (i = 1; t == NULL; i++) {
        heap.fail_at = (long)i;
        heap.calls = heap.failures = 0;
        s = coa_rtree_create(&t, test_heap_hook, &heap);
        CHECK(s == (t ? COA_OK : COA_E_NOMEM) && (t || heap.failures > 0));
        CHECK(t == NULL ? heap.live_blocks == 0 : i > 1);
    }
    held_count = 0;
    for (long round = 0; round < rounds; round++) {
        const uint32_t aim = (uint32_t)(round / 500 % 2 ? 4 : TREE_MOST - 10);
        if (held_count == 0 || (test_below(4) ? held_count < aim : held_count < 3)) {
            p.start = test_between(-20, 20);
            p.end = test_below(20) ? p.start + test_between(1, 30) : COA_FOREVER;
            p.server = (uint32_t)test_below(6);
            for (i = 0; i < held_count && memcmp(&held[i], &p, sizeof p) != 0; i++) {
            }
            EACH_REFUSED(
                &heap, 1, s, coa_rtree_insert(t, &p),
                CHECK(audit_tree(t) == NULL && audit_tree_size(t) == held_count));
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
    CHECK(test_refusals > 20 || rounds < 1000);
    CHECK(heap.live_blocks == 0 && heap.bad_size == 0);
    CHECK_EQ(coa_i_depth_bound(1), 0);
    CHECK_EQ(coa_i_depth_bound(2), 1);
    CHECK_EQ(coa_i_depth_bound(4), 2);
    CHECK(coa_i_depth_bound(UINT32_MAX) < COA_I_DEPTH);
}

/* ---- coa_check compares ------------------------------------------------------------ */

/* Any change of a booking behind the back of the index is found. */
static void check_finds_what_is_wrong(void)
{
    for (uint32_t index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        cal = make(index, 12, 200);
        for (uint32_t i = 0; i < 18; i++)
            book(test_between(0, 60), test_between(3, 7), (uint32_t)test_between(1, 11));
        book(70, 3, 1); /* alive, as is the one before the last */
        book(80, 3, 1);
        CHECK_EQ(coa_advance(cal, 5), COA_OK);
        check_sane(cal);
        for (uint32_t i = 0; i < cal->records.count; i++) {
            coa_i_record *r = coa_i_records(cal) + i;
            const coa_i_record was = *r;
            const int kept = index != COA_INDEX_COUNT && index != COA_INDEX_SLICES;
            coa_run *run = kept ? coa_i_runs_of(cal, r) : NULL;
            if (!coa_i_alive(cal, r)) continue;
            if (r->start > 5) {
                SPOIL(cal, r->start, 1, 1);
                SPOIL(cal, r->start, -1, 1);
            }
            SPOIL(cal, r->end, 1, 1);
            SPOIL(cal, r->servers, 0 - was.servers, 1);
            if (run && run->count > 1) {
                const coa_run first = *run;
                run->count--;
                r->servers--;
                CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
                SPOIL(cal, run->first, 1, 1);
                *r = was;
                *run = first;
            }
            if (index == COA_INDEX_SLICES && r->servers > 1) {
                uint64_t *mask = coa_i_owned(cal, r);
                const uint64_t had = *mask;
                SPOIL(cal, *mask, had & (had - 1), 1);
                r->servers--;
                *mask &= *mask - 1;
                CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
                *r = was;
                *mask = had;
            }
            check_sane(cal);
        }
        coa_i_record *last = coa_i_records(cal) + cal->records.count - 1;
        SPOIL(cal, last->id, UINT64_MAX, 1); /* as in the one before */
        SPOIL(cal, last->id, 1, 1);
        SPOIL(cal, last->end, 200, 1); /* beyond the horizon */
        if (index == COA_INDEX_SLICES) SPOIL(cal, *coa_i_owned(cal, last), 1 << 12, 1);
        if (index != COA_INDEX_COUNT && index != COA_INDEX_SLICES) {
            SPOIL(cal, last->run_count, 1000000, 1);
            SPOIL(cal, coa_i_runs_of(cal, last)->first, 12, 1); /* there is none */
        }
        close_calendar();
    }
}

/* Servers 2 to 4 of 8 are booked from 5 to 9. */
static void make_and_book(uint32_t index, coa_time horizon)
{
    cal = make(index, 8, horizon);
    (void)make_commit(cal, 5, 9, 2, 3);
    check_sane(cal);
}

/* A checker that accepts anything proves nothing: each rule is broken, and noticed. */
static void audit_sees_damage(void)
{
    static const coa_period idle[] = {{4, 25, 1}, {12, 33, 2}, {7, 31, 3}, {2, 15, 4}};
    coa_rtree *t = NULL;
    CHECK_EQ(coa_rtree_create(&t, NULL, NULL), COA_OK);
    for (int i = 0; i < 4; i++) CHECK_EQ(coa_rtree_insert(t, &idle[i]), COA_OK);
    CHECK(audit_tree(t) == NULL);
    coa_i_tnode *nodes = coa_i_tnodes(&t->trees);
    coa_i_tnode kept = nodes[t->root];
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

static void damage_to_map(void)
{
    make_and_book(COA_INDEX_MAP, 0);
    coa_i_map *m = coa_i_map_of(cal);
    coa_i_block *g = coa_i_block_of(&m->begun, 0); /* 3 until 5, 5 for ever */
    SPOIL(cal, g->part[g->first].servers, 1, 1);
    SPOIL(cal, coa_i_chunk_at(&m->sets, g->part[g->first].set)->runs->first, 1, 1);
    SPOIL(cal, g->low[g->first], 1, 0);
    g->end[g->first]--; /* servers that are never idle again */
    coa_i_entries(&m->begun)->key++;
    SPOIL(cal, g->key[g->first], 1, 1);
    coa_i_entries(&m->begun)->key--;
    g->end[g->first]++;
    coa_i_entry *e = coa_i_entries(&m->ahead); /* 3 from 9 on */
    SPOIL(cal, e->latest, -1, 0);
    SPOIL(cal, e->longest, UINT64_MAX, 0);
    SPOIL(cal, m->groups, 1, 0);
    check_sane(cal);
    close_calendar();
}

static void damage_to_slices(void)
{
    make_and_book(COA_INDEX_SLICES, 0);
    coa_i_slices *x = coa_i_slices_of(cal);
    coa_i_slice *s = coa_i_slice_at(x, 1); /* from 5 to 9: servers 2 to 4 are busy */
    uint64_t *mask = COA_I_AT(uint64_t, x->masks) + s->row;
    SPOIL(cal, *mask, 4, 1);            /* server 2 is idle */
    SPOIL(cal, *mask, (uint64_t)-2, 1); /* server 1 is not */
    SPOIL(cal, *mask, 4 - 1, 1);        /* server 2 instead of server 0 */
    SPOIL(cal, s->at, 1, 1);
    s->edge ^= COA_I_LOSES;
    CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
    s->edge ^= COA_I_LOSES;
    const uint32_t row = s->row;
    s->row = COA_I_NONE;
    CHECK(audit(cal) != NULL);
    s->row = row;
    x->masks.count++; /* a row that is lost */
    CHECK(audit(cal) != NULL);
    x->masks.count--;
    check_sane(cal);
    close_calendar();
}

static void damage_to_trees(void)
{
    coa_run first = {0, 1};
    const coa_set set = {1, 1, &first, NULL, NULL};
    coa_id id;
    make_and_book(COA_INDEX_RANGE_TREE, 100);
    CHECK_EQ(coa_block(cal, 0, COA_FOREVER, &set, 0, &id), COA_OK);
    coa_i_rt *x = coa_i_rt_of(cal);
    coa_i_period *p =
        coa_i_periods(&x->trees) + COA_I_AT(uint32_t, x->heads)[2]; /* until 5 */
    SPOIL(cal, p->end, 1, 1);
    SPOIL(cal, p->server, 1, 0);
    uint32_t other = COA_I_NONE - p->next; /* the period from 9 on is lost */
    SPOIL(cal, p->next, other, 1);
    coa_i_tnode *node = coa_i_tnodes(&x->trees) + x->open;
    other = coa_i_tnodes(&x->trees)[node->right].item - node->item; /* the median */
    SPOIL(cal, node->item, other, 0);
    SPOIL(cal, coa_i_runs_of(cal, coa_i_records(cal))->first, UINT32_MAX - 1, 1);
    check_sane(cal);
    close_calendar();
}

static void damage_to_count(void)
{
    cal = make(COA_INDEX_COUNT, 50, 0);
    coa_i_binding *bound = coa_i_binding_of(cal);
    book(0, 25, 3);
    book(5, 20, 4);
    book(6, 30, 3);
    check_sane(cal);
    coa_i_node *l = coa_i_node_at(coa_i_counts_of(cal), coa_i_counts_of(cal)->root);
    CHECK_EQ(coa_i_counts_of(cal)->height, 0); /* a leaf of six points */
    const uint32_t k = l->lo + 1;
    SPOIL(cal, l->add[k], 1, 1);
    SPOIL(cal, l->col.time[k], 1, 1);
    const uint32_t event = l->below[k]; /* on the wrong points */
    l->below[k] = l->below[k + 1];
    l->below[k + 1] = event;
    CHECK(audit(cal) != NULL && coa_check(cal) == COA_OK);
    l->below[k + 1] = l->below[k];
    l->below[k] = event;
    SPOIL(cal, bound->top, 1, 0);
    SPOIL(cal, bound->waiting, UINT32_MAX, 0);
    SPOIL(cal, bound->runs, 1, 1);
    SPOIL(cal, coa_i_promises(bound)[1].run.first, 1, 0);
    SPOIL(cal, coa_i_promises(bound)[1].run.count, UINT32_MAX, 1); /* it has begun */
    coa_i_record *r = coa_i_records(cal) + 1;                      /* this has not */
    SPOIL(cal, r->servers, 1, 1);
    SPOIL(cal, r->start, 1, 1);
    check_sane(cal);
    close_calendar();
}

/* The bounds that a fork has of its children, and that its tree has as many points. */
static void damage_to_forks(void)
{
    uint32_t k, free;
    cal = make(COA_INDEX_COUNT, 1000000, 0);
    coa_i_counts *c = coa_i_counts_of(cal);
    for (k = 0; c->height == 0 || k < 40; k++) book(5 + 3 * (coa_time)k, 2, 1 + k % 5);
    check_sane(cal);
    coa_i_node *n = coa_i_node_at(c, c->root);
    k = n->hi - 1;
    coa_i_fork_sum_up(c, n, k, 0);
    SPOIL(cal, n->col.inner.low[k], 1, 0);
    SPOIL(cal, n->col.inner.high[k], -1, 0);
    n->col.inner.high[k] = 1000000; /* wider than it need be: threads may read at once */
    for (coa_time t = 0; t < COA_FOREVER;)
        CHECK_EQ(coa_profile(cal, t, NULL, &free, &t), COA_OK);
    check_sane(cal);
    CHECK_EQ(n->col.inner.high[k], 1000000);
    coa_i_fork_sum_up(c, n, k, 0);
    SPOIL(cal, n->add[k], 1, 1);
    n->col.time[k]--;
    CHECK(audit(cal) != NULL);
    n->col.time[k]++;
    SPOIL(cal, c->points, 1, 0);
    check_sane(cal);
    k = c->height;
    c->height = COA_I_LEVELS - 2; /* a cursor has no place for a level more */
    CHECK(!coa_i_counts_room(&cal->mem, c));
    c->height = k;
    close_calendar();
}

/* Parts that differ are not a whole job; what belongs to no booking is damage. */
static void damage_to_jobs(void)
{
    coa_site site[2] = {{.number = 1}, {.number = 2}};
    coa_flex *flex;
    coa_flex_request r = {.length = 5, .servers = 6};
    coa_flex_booking b;
    long calls = 1;
    const coa_desc d = {.bookings = 9, .alloc = test_heap_hook, .alloc_ctx = &heap};
    site[0].calendar = MAKE(.servers = 4);
    site[1].calendar = cal = make(COA_INDEX_MAP, 4, 0);
    CHECK_EQ(coa_flex_create(&flex, 7, site, 2, NULL, NULL), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
    coa_i_job_part *part = coa_i_job_parts(cal);
#define APART(number, by)                               \
    do {                                                \
        (number) += (by);                               \
        CHECK_EQ(coa_flex_get(flex, 1, &b), COA_E_ARG); \
        (number) -= (by);                               \
    } while (0)
    APART(coa_i_records(cal)->start, 1);
    APART(coa_i_records(cal)->servers, UINT32_MAX - 4); /* too many in all */
    APART(part->mold, 1);
    APART(part->parts, 1);
    APART(part->first, 1);
    APART(part->before, 1); /* 2 of 2 */
    CHECK_EQ(coa_flex_get(flex, 1, &b), COA_OK);
    part->parts = part->before;
    CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
    part->parts = 2;
    cal->passed = cal->last_id; /* all ids were passed over, and there is a booking */
    CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
    cal->passed++;
    CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
    cal->passed = 0;
    CHECK_EQ(coa_check(cal), COA_OK);
    heap.sticky = 1;
    for (coa_status s = COA_E_NOMEM; s != COA_OK; calls++) {
        heap.fail_at = heap.calls + calls;
        s = coa_copy(&site[1].calendar, cal, &d);
        heap.fail_at = 0;
        CHECK(s == COA_OK || s == COA_E_NOMEM);
    }
    CHECK_EQ(coa_flex_sites(flex, site, 2), COA_OK); /* the copy has the part, too */
    CHECK_EQ(coa_flex_get(flex, 1, &b), COA_OK);
    coa_destroy(site[1].calendar);
    coa_flex_destroy(flex);
    coa_destroy(site[0].calendar);
    close_calendar();
}

/* The numbers of a stream that has ended are 0, and so may a checksum be. */
static void a_sum_of_nothing(void)
{
    coa_i_reader r = {0};
    r.crc.sum = UINT64_MAX;
    r.failed = 1;
    CHECK(!coa_i_read_sum(&r));
}

/* What takes more than 4 GB is refused before it is asked for. */
static void sizes_of_32_bits(void)
{
    coa_desc d = {.servers = 100, .index = COA_INDEX_COUNT, .bookings = 1000000};
    coa_i_vec v = {NULL, 0, 0};
    cal = make(COA_INDEX_MAP, 1, 0);
    heap.calls = 0;
    CHECK(!coa_i_room(&cal->mem, &v, 0x40000001u, 4));
    CHECK_EQ(heap.calls, 0);
    close_calendar();
    CHECK(coa_memory_bound(&d) > 1000000);
    d.bookings = 1000000000;
    CHECK_EQ(coa_memory_bound(&d), 0);
}

/* A copy of a booking of 20 runs has no room for one more, nor for all that are free. */
static void widen_a_copy(void)
{
    enum { RUNS = 20 };
    const coa_desc d = {.alloc = test_heap_hook, .alloc_ctx = &heap};
    coa_run even[RUNS];
    const coa_set set = {RUNS, RUNS, even, NULL, NULL};
    coa_calendar *copy;
    coa_status s;
    coa_id id;
    uint32_t n, most;
    long refuse;
    for (uint32_t i = 0; i < RUNS; i++) even[i] = (coa_run){2 * i, 1};
    for (uint32_t i = COA_INDEX_MAP; i <= COA_INDEX_RANGE_TREE; i++) {
        cal = make(i, 2 * RUNS, 200);
        CHECK_EQ(coa_commit(cal, 5, 9, &set, 0, &id), COA_OK);
        heap.sticky = 1;
        for (n = 1, refuse = 1; n > 0; refuse++) {
            CHECK_EQ(coa_copy(&copy, cal, &d), COA_OK);
            heap.fail_at = heap.calls + refuse;
            heap.failures = 0;
            s = coa_widen(copy, id, n, n > 1 ? COA_PLACE_CONTIGUOUS : 0, NULL, &most);
            heap.fail_at = 0;
            CHECK_EQ(s, heap.failures > 0 ? COA_E_NOMEM : n > 1 ? COA_E_NOFIT : COA_OK);
            CHECK(s != COA_E_NOFIT || most == 1);
            if (s != COA_E_NOMEM) n = n == 1 ? UINT32_MAX : 0, refuse = 0;
            check_sane(copy);
            coa_destroy(copy);
        }
        close_calendar();
    }
}

/* Sets that are joined while all slots but a few are kept for later are merged. A few are
 * free when all that there were are asked for. */
static void sets_merge(void)
{
    enum { SERVERS = 80 };
    coa_run even[SERVERS / 2], odd[SERVERS / 2];
    uint32_t i;
    cal = make(COA_INDEX_MAP, SERVERS, 0);
    coa_i_sets *p = &coa_i_map_of(cal)->sets;
    CHECK(coa_i_sets_room(&cal->mem, p, 2 * SERVERS));
    for (i = 0; i < SERVERS / 2; i++) {
        even[i].first = 2 * i;
        odd[i].first = 2 * i + 1;
        even[i].count = odd[i].count = 1;
    }
    uint32_t x = coa_i_chain_of(p, even, SERVERS / 2);
    const uint32_t y =
        coa_i_chain_of(p, odd, SERVERS / 2 - 3); /* it ends before the other */
    p->kept = p->chunks.capacity;
    x = coa_i_chain_join(p, x, y);
    p->kept = 0;
    CHECK_EQ(coa_i_chain_low(p, x), 0);
    CHECK_EQ(coa_i_chain_servers(p, x), SERVERS - 3);
    coa_i_chain_drop(p, x);
    heap.calls = 0;
    i = p->free_count + (uint32_t)(p->chunks.capacity - p->chunks.count);
    CHECK(coa_i_sets_room(&cal->mem, p, i));
    CHECK_EQ(heap.calls, 1);
    close_calendar();
}

TEST_MAIN(TEST(paper_chooses), TEST(tree_against_a_list), TEST(audit_sees_damage),
          TEST(check_finds_what_is_wrong), TEST(damage_to_map), TEST(damage_to_slices),
          TEST(damage_to_trees), TEST(damage_to_count), TEST(damage_to_forks),
          TEST(damage_to_jobs), TEST(a_sum_of_nothing), TEST(sizes_of_32_bits),
          TEST(widen_a_copy), TEST(sets_merge))
