/* test_inside.c - checks that were never seen to fail are none: coa_check and the audits
 * find damage. All of it with sizes of at most 32 bits. */
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

/* ---- coa_check compares ------------------------------------------------------------ */

static void checked(coa_calendar *c, coa_status expected_status)
{
    const test_heap was = heap;
    CHECK_EQ(coa_check(c), expected_status);
    CHECK_EQ(heap.live_bytes, was.live_bytes);
}

/* Any change of a booking behind the back of the index is found. */
static void check_finds_what_is_wrong(void)
{
    uint32_t index;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        coa_i_record *last;
        uint32_t i;
        cal = make(index, 12, 200);
        for (i = 0; i < 20; i++)
            book(test_between(0, 60), test_between(3, 20), (uint32_t)test_between(1, 11));
        CHECK_EQ(coa_advance(cal, 5), COA_OK);
        checked(cal, COA_OK);
        for (i = 0; i < cal->records.count; i++) {
            coa_i_record *r = coa_i_records(cal) + i;
            const coa_i_record was = *r;
            coa_run *run = index == COA_INDEX_COUNT ? NULL : coa_i_runs_of(cal, r);
            if (!coa_i_alive(cal, r)) continue;
            if (r->start > 5) {
                r->start++;
                checked(cal, COA_E_CORRUPT);
                r->start -= 2;
                if (r->start >= 5) checked(cal, COA_E_CORRUPT);
                *r = was;
            }
            r->end++;
            checked(cal, COA_E_CORRUPT);
            *r = was;
            r->servers = 0;
            checked(cal, COA_E_CORRUPT);
            *r = was;
            if (run && run->count > 1) {
                const coa_run first = *run;
                run->count--;
                r->servers--;
                checked(cal, COA_E_CORRUPT);
                run->first++;
                checked(cal, COA_E_CORRUPT);
                *r = was;
                *run = first;
            }
            check_sane(cal);
        }
        last = coa_i_records(cal) + cal->records.count - 1;
        SPOIL(cal, last->id, UINT64_MAX, 1); /* that of the one before */
        SPOIL(cal, last->id, 1, 1);
        SPOIL(cal, last->end, 200, 1); /* beyond the horizon */
        if (index != COA_INDEX_COUNT) {
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

static void damage_to_map(void)
{
    coa_i_map *m;
    coa_i_entry *e;
    coa_i_block *g;
    make_and_book(COA_INDEX_MAP, 0);
    m = coa_i_map_of(cal);
    g = coa_i_block_of(&m->begun, 0); /* 3 until 5, 5 for ever */
    SPOIL(cal, g->part[g->first].servers, 1, 1);
    SPOIL(cal, coa_i_chunk_at(&m->sets, g->part[g->first].set)->runs->first, 1, 1);
    SPOIL(cal, g->low[g->first], 1, 0);
    g->end[g->first]--; /* servers that are never idle again */
    coa_i_entries(&m->begun)->key++;
    SPOIL(cal, g->key[g->first], 1, 1);
    coa_i_entries(&m->begun)->key--;
    g->end[g->first]++;
    e = coa_i_entries(&m->ahead); /* 3 from 9 on */
    SPOIL(cal, e->latest, -1, 0);
    SPOIL(cal, e->longest, UINT64_MAX, 0);
    SPOIL(cal, m->groups, 1, 0);
    check_sane(cal);
    close_calendar();
}

static void damage_to_slices(void)
{
    coa_i_slices *x;
    coa_i_slice *s;
    uint64_t *mask;
    uint32_t row;
    make_and_book(COA_INDEX_SLICES, 0);
    x = coa_i_slices_of(cal);
    s = coa_i_slice_at(x, 1); /* from 5 to 9: servers 2 to 4 are busy */
    mask = COA_I_AT(uint64_t, x->masks) + s->row;
    SPOIL(cal, *mask, 4, 1);            /* server 2 is idle */
    SPOIL(cal, *mask, (uint64_t)-2, 1); /* server 1 is not */
    SPOIL(cal, *mask, 4 - 1, 1);        /* server 2 instead of server 0 */
    SPOIL(cal, s->at, 1, 1);
    s->edge ^= COA_I_LOSES;
    CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
    s->edge ^= COA_I_LOSES;
    row = s->row;
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
    coa_i_rt *x;
    coa_i_tnode *node;
    coa_i_period *p;
    uint32_t other;
    make_and_book(COA_INDEX_RANGE_TREE, 100);
    x = coa_i_rt_of(cal);
    p = coa_i_periods(&x->trees) + COA_I_AT(uint32_t, x->heads)[2]; /* until 5 */
    SPOIL(cal, p->end, 1, 1);
    SPOIL(cal, p->server, 1, 0);
    other = COA_I_NONE - p->next; /* the period from 9 on is lost */
    SPOIL(cal, p->next, other, 1);
    node = coa_i_tnodes(&x->trees) + x->open;
    other = coa_i_tnodes(&x->trees)[node->right].item - node->item; /* the median */
    SPOIL(cal, node->item, other, 0);
    check_sane(cal);
    close_calendar();
}

static void damage_to_count(void)
{
    coa_i_binding *bound;
    coa_i_node *l;
    coa_i_record *r;
    uint32_t k, event;
    cal = make(COA_INDEX_COUNT, 50, 0);
    bound = coa_i_binding_of(cal);
    book(0, 25, 3);
    book(5, 20, 4);
    book(6, 30, 3);
    check_sane(cal);
    l = coa_i_node_at(coa_i_counts_of(cal), coa_i_counts_of(cal)->root);
    CHECK_EQ(coa_i_counts_of(cal)->height, 0); /* a leaf of six points */
    k = l->lo + 1;
    SPOIL(cal, l->add[k], 1, 1);
    SPOIL(cal, l->col.time[k], 1, 1);
    event = l->below[k]; /* on the wrong points */
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
    r = coa_i_records(cal) + 1;                                    /* this has not */
    SPOIL(cal, r->servers, 1, 1);
    SPOIL(cal, r->start, 1, 1);
    check_sane(cal);
    close_calendar();
}

/* The bounds that a fork has of its children, and that its tree has as many points. */
static void damage_to_forks(void)
{
    coa_i_counts *c;
    coa_i_node *n;
    coa_time t;
    uint32_t k, free;
    cal = make(COA_INDEX_COUNT, 1000000, 0);
    c = coa_i_counts_of(cal);
    for (k = 0; c->height == 0 || k < 40; k++) book(5 + 3 * (coa_time)k, 2, 1 + k % 5);
    check_sane(cal);
    n = coa_i_node_at(c, c->root);
    k = n->hi - 1;
    coa_i_fork_sum_up(c, n, k, 0);
    SPOIL(cal, n->col.inner.low[k], 1, 0);
    SPOIL(cal, n->col.inner.high[k], -1, 0);
    n->col.inner.high[k] = 1000000; /* wider than it need be: threads may read at once */
    for (t = 0; t < COA_FOREVER;) CHECK_EQ(coa_profile(cal, t, NULL, &free, &t), COA_OK);
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

/* Parts that differ are no whole job; what belongs to no booking is damage. */
static void damage_to_jobs(void)
{
    coa_site site[2] = {{NULL, NULL, 0}, {NULL, NULL, 0}};
    coa_flex *flex;
    coa_flex_request r = {.length = 5, .servers = 6};
    coa_flex_booking b;
    coa_i_record *part;
    coa_i_member *job;
    site[0].calendar = MAKE(.servers = 4);
    site[1].calendar = cal = make(COA_INDEX_MAP, 4, 0);
    CHECK_EQ(coa_flex_create(&flex, 7, site, 2, NULL, NULL), COA_OK);
    CHECK_EQ(coa_flex_reserve(flex, &r, &b), COA_OK);
    part = coa_i_records(cal);
    job = coa_i_members(cal);
#define APART(number)                                   \
    do {                                                \
        (number)++;                                     \
        CHECK_EQ(coa_flex_get(flex, 1, &b), COA_E_ARG); \
        (number)--;                                     \
    } while (0)
    APART(part->start);
    APART(job->mold);
    APART(job->parts);
    part->servers = UINT32_MAX; /* that makes 3 of 32 bits in all */
    CHECK_EQ(coa_flex_get(flex, 1, &b), COA_E_ARG);
    part->servers = 2;
    CHECK_EQ(coa_flex_get(flex, 1, &b), COA_OK);
    CHECK_EQ(b.part_count, 2);
    coa_i_members(site[0].calendar)->parts = job->parts = 1;
    CHECK_EQ(coa_flex_get(flex, 1, &b), COA_E_AMBIGUOUS); /* one part is too many */
    job->parts = 0;
    CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
    job->parts = 1;
    cal->passed = cal->last_id; /* all ids were passed over, and there is a booking */
    CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
    cal->passed++;
    CHECK_EQ(coa_check(cal), COA_E_CORRUPT);
    cal->passed = 0;
    CHECK_EQ(coa_check(cal), COA_OK);
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

TEST_MAIN(TEST(check_finds_what_is_wrong), TEST(damage_to_map), TEST(damage_to_slices),
          TEST(damage_to_trees), TEST(damage_to_count), TEST(damage_to_forks),
          TEST(damage_to_jobs), TEST(a_sum_of_nothing), TEST(sizes_of_32_bits))
