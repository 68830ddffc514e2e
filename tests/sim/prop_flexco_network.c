/* prop_flexco_network.c - jobs at several sites and the bandwidth between them
 * (flexco_network.h) against brute force: every start, share vector and combination of
 * paths.
 *
 * Up to three sites of any index, and a network of a few nodes, both partly taken by
 * others. What is free is laid out moment by moment from what is listed as booked. The
 * best of all bookings that fit must be the one made: start, shares; what is taken of the
 * links must be what some choice of paths needs. A call that fails, or finds nothing
 * better, leaves all sites and links as they were. */
#include "coalloc.h"
#include "netsched.h"

#include "test.h"
#include "flexco_network_world.h"

#define FLEX_KEY 0 /* as the simulator has it */
#include "coalloc/flex_at.h"

enum { TIMES = 150, SETS = 1 << SITES };

static test_heap heap;

/* ---- what is free, laid out -------------------------------------------------------- */

typedef struct layout {
    unsigned char busy[SITES][SERVERS][TIMES]; /* COUNT: number 0 counts */
    nets_amount left[40][TIMES];               /* of each link */
    coa_time limit[SITES];
} layout;

/* Without the booking `but`. */
static void lay_out_sites(const world *w, coa_id but, layout *l)
{
    uint32_t i, k, s;
    for (i = 0; i < w->n; i++) {
        coa_desc d;
        coa_booking b;
        coa_id after = 0;
        coa_describe(w->site[i].calendar, &d);
        l->limit[i] = d.horizon > 0 ? d.now + d.horizon : TIMES;
        for (; coa_next(w->site[i].calendar, after, &b) == COA_OK; after = b.id) {
            coa_time t;
            if (b.parts > 0 && b.id == but) continue;
            for (t = b.start > d.now ? b.start : d.now; t < b.end && t < TIMES; t++) {
                if (d.index == COA_INDEX_COUNT)
                    l->busy[i][0][t] = (unsigned char)(l->busy[i][0][t] + b.servers);
                for (k = 0; d.index != COA_INDEX_COUNT && k < b.run_count; k++)
                    for (s = 0; s < b.runs[k].count; s++)
                        l->busy[i][b.runs[k].first + s][t] = 1;
            }
        }
    }
}

static void lay_out(const world *w, const struct flexco_network_booking *but, layout *l)
{
    nets_booking b;
    uint32_t i, k;
    coa_time t;
    memset(l, 0, sizeof *l);
    lay_out_sites(w, but ? but->job.id : 0, l);
    for (i = 0; i < w->links; i++)
        for (t = world_now(w); t < TIMES; t++)
            l->left[i][t] = nets_profile_value(nets_profile_of(w->net, NETS_LINK, i), t);
    if (!but || but->links == 0) return;
    CHECK_EQ(nets_get(w->net, but->links, &b), NETS_OK);
    for (k = 0; k < b.count; k++)
        for (t = b.uses[k].from; t < b.uses[k].to; t++)
            if (t >= world_now(w)) l->left[b.uses[k].index][t] += b.uses[k].amount;
}

static uint32_t free_at(const world *w, const layout *l, uint32_t i, coa_time start,
                        coa_time end)
{
    uint32_t s, n = 0;
    coa_time t;
    coa_desc d;
    coa_describe(w->site[i].calendar, &d);
    if (end > l->limit[i]) return 0;
    for (s = 0; d.index != COA_INDEX_COUNT && s < d.servers; s++) {
        for (t = start; t < end && !l->busy[i][s][t]; t++) {
        }
        n += t == end;
    }
    if (d.index != COA_INDEX_COUNT) return n;
    for (n = d.servers, t = start; t < end; t++)
        if (d.servers - l->busy[i][0][t] < n) n = d.servers - l->busy[i][0][t];
    return n;
}

/* ---- every combination of paths ---------------------------------------------------- */

typedef struct carrying {
    const world *w;
    const nets_amount *between;
    const unsigned char *used;
    const nets_amount *want; /* each link's load is to be that, or NULL: */
    const nets_amount *most; /* it is at most that */
    nets_amount load[40];
} carrying;

static int loads_fit(const carrying *c)
{
    uint32_t i;
    for (i = 0; i < c->w->links; i++)
        if (c->want ? c->load[i] != c->want[i] : c->load[i] > c->most[i]) return 0;
    return 1;
}

/* Can pairs `pair` and behind be carried beside what is loaded? */
static int carried(carrying *c, uint32_t pair)
{
    const world *w = c->w;
    const uint32_t from = pair / w->n, to = pair % w->n;
    const nets_path_list *list;
    uint32_t p, i;
    int fits = 0;
    if (pair == w->n * w->n) return loads_fit(c);
    if (!c->used[from] || !c->used[to] || w->node[from] == w->node[to] ||
        c->between[pair] == 0)
        return carried(c, pair + 1);
    list = &w->co.routes.paths[pair];
    for (p = 0; p < list->count && !fits; p++) {
        const uint32_t *link = list->links + list->at[p].first;
        for (i = 0; i < list->at[p].hops; i++) c->load[link[i]] += c->between[pair];
        fits = carried(c, pair + 1);
        for (i = 0; i < list->at[p].hops; i++) c->load[link[i]] -= c->between[pair];
    }
    return fits;
}

static int connected(const world *w, const layout *l, const nets_amount *between,
                     const unsigned char *used, coa_time start, coa_time end)
{
    nets_amount most[40];
    carrying c;
    uint32_t i;
    coa_time t;
    if (!between) return 1;
    memset(&c, 0, sizeof c);
    c.w = w;
    c.between = between;
    c.used = used;
    c.most = most;
    for (i = 0; i < w->links; i++)
        for (most[i] = l->left[i][start], t = start; t < end; t++)
            if (l->left[i][t] < most[i]) most[i] = l->left[i][t];
    return carried(&c, 0);
}

/* ---- brute force over bookings ----------------------------------------------------- */

struct plan { /* where a job could run */
    int found;
    coa_time start, end;
    uint32_t parts, share[SITES];
};

typedef struct question {
    const world *w;
    const layout *l;
    const struct flexco_network_request *req;
    coa_time ready, by;
    signed char memo[SETS][TIMES]; /* is the set connected? */
} question;

static int better(const struct plan *x, const struct plan *y)
{
    uint32_t i;
    if (!y->found) return 1;
    if (x->end != y->end) return x->end < y->end;
    if ((x->parts > 1) != (y->parts > 1)) return x->parts == 1;
    for (i = 0; i < SITES; i++)
        if (x->share[i] != y->share[i]) return x->share[i] > y->share[i];
    return 0;
}

/* One start and share vector; there are so many processors for that long. */
static void consider(question *q, coa_time t, const uint32_t *share, struct plan *best)
{
    unsigned char used[SITES];
    struct plan x;
    uint32_t i, set = 0, sum = 0;
    memset(&x, 0, sizeof x);
    for (i = 0; i < SITES; i++) {
        used[i] = share[i] > 0;
        x.parts += used[i];
        x.share[i] = share[i];
        sum += share[i];
        set |= (uint32_t)used[i] << i;
    }
    x.found = 1;
    x.start = t;
    x.end = t + q->req->length;
    if (sum != q->req->servers || !better(&x, best)) return;
    if (q->memo[set][t] == 0)
        q->memo[set][t] = connected(q->w, q->l, q->req->between, used, t, x.end) ? 1 : -1;
    if (q->memo[set][t] > 0) *best = x;
}

static void brute_force(question *q, struct plan *best)
{
    uint32_t most[SITES], share[SITES] = {0}, i;
    coa_time t;
    memset(best, 0, sizeof *best);
    for (t = q->ready; t + q->req->length <= q->by && !best->found; t++) {
        for (i = 0; i < SITES; i++)
            most[i] = i < q->w->n ? free_at(q->w, q->l, i, t, t + q->req->length) : 0;
        for (share[0] = 0; share[0] <= most[0]; share[0]++)
            for (share[1] = 0; share[1] <= most[1]; share[1]++)
                for (share[2] = 0; share[2] <= most[2]; share[2]++)
                    consider(q, t, share, best);
    }
}

/* ---- a booking beside what brute force says ---------------------------------------- */

static void same_job(const world *w, const coa_flex_booking *b, const struct plan *p)
{
    uint32_t i, k = 0;
    CHECK_EQ(b->start, p->start);
    CHECK_EQ(b->end, p->end);
    CHECK_EQ(b->part_count, p->parts);
    for (i = 0; i < w->n; i++) {
        if (p->share[i] == 0) continue;
        CHECK_EQ(b->parts[k].site, i);
        CHECK_EQ(b->parts[k].booking.servers, p->share[i]);
        k++;
    }
}

/* What is booked of the links is what some paths need, from start to end. */
static void same_links(const world *w, const struct flexco_network_booking *b,
                       const struct flexco_network_request *req)
{
    nets_amount want[40] = {0};
    unsigned char used[SITES] = {0};
    nets_booking links;
    carrying c;
    uint32_t i;
    if (b->links != 0) {
        CHECK_EQ(nets_get(w->net, b->links, &links), NETS_OK);
        for (i = 0; i < links.count; i++) {
            CHECK_EQ(links.uses[i].from, b->job.start);
            CHECK_EQ(links.uses[i].to, b->job.end);
            want[links.uses[i].index] += links.uses[i].amount;
        }
    }
    for (i = 0; i < b->job.part_count; i++) used[b->job.parts[i].site] = 1;
    memset(&c, 0, sizeof c);
    c.w = w;
    c.between = req->between;
    c.used = used;
    c.want = want;
    CHECK(req->between ? carried(&c, 0) : b->links == 0);
}

static void same(const world *w, const struct flexco_network_booking *b,
                 const struct plan *p, const wish *x)
{
    coa_flex_booking got;
    same_job(w, &b->job, p);
    same_links(w, b, &x->req);
    CHECK_EQ(coa_flex_get(flex_at(w->site, w->n), b->job.id, &got), COA_OK);
    same_job(w, &got, p);
}

/* ---- steps ------------------------------------------------------------------------- */

static long moved, stayed, booked, single, other;

static void reserve_step(world *w, wish *x, struct flexco_network_booking *b)
{
    static layout l;
    static question q;
    const uint64_t before = world_print(w);
    struct plan best;
    coa_flex_booking alone;
    coa_flex_request processors;
    coa_status s;
    world_wish(w, x);
    lay_out(w, NULL, &l);
    memset(&q, 0, sizeof q);
    q.w = w;
    q.l = &l;
    q.req = &x->req;
    q.ready = x->req.ready > world_now(w) ? x->req.ready : world_now(w);
    q.by = TIMES - 1;
    brute_force(&q, &best);
    memset(&processors, 0, sizeof processors);
    processors.ready = x->req.ready;
    processors.length = x->req.length;
    processors.servers = x->req.servers;
    s = coa_flex_earliest(flex_at(w->site, w->n), &processors, &alone);
    other += best.found && s == COA_OK && alone.end < best.end;
    s = flexco_network_reserve(&w->co, &x->req, b);
    CHECK_EQ(s, best.found ? COA_OK : COA_E_NOFIT);
    if (best.found) {
        same(w, b, &best, x);
        booked++;
        single += best.parts == 1;
        return;
    }
    CHECK_EQ(b->job.id, 0);
    CHECK(world_print(w) == before);
}

static void move_step(world *w, const wish *x, struct flexco_network_booking *b)
{
    static layout l;
    static question q;
    const coa_id id = b->job.id;
    struct plan best, old;
    coa_flex_booking now;
    uint64_t before;
    coa_status s = coa_flex_get(flex_at(w->site, w->n), id, &now);
    uint32_t i;
    if (s == COA_E_NOTFOUND) {
        memset(b, 0, sizeof *b);
        return;
    }
    CHECK_EQ(s, COA_OK);
    memset(&old, 0, sizeof old);
    old.start = now.start;
    old.end = now.end;
    old.parts = now.part_count;
    for (i = 0; i < now.part_count; i++)
        old.share[now.parts[i].site] = now.parts[i].booking.servers;
    before = world_print(w);
    if (now.start < world_now(w)) {
        CHECK_EQ(flexco_network_move(&w->co, &x->req, b), COA_E_PAST);
        CHECK(world_print(w) == before);
        return;
    }
    lay_out(w, b, &l);
    memset(&q, 0, sizeof q);
    q.w = w;
    q.l = &l;
    q.req = &x->req;
    q.ready = x->req.ready > world_now(w) ? x->req.ready : world_now(w);
    q.by = now.end - 1;
    brute_force(&q, &best);
    CHECK_EQ(flexco_network_move(&w->co, &x->req, b), COA_OK);
    if (best.found) {
        CHECK(b->job.id > id);
        CHECK(b->job.end < old.end);
        same(w, b, &best, x);
        CHECK_EQ(coa_flex_get(flex_at(w->site, w->n), id, &now), COA_E_NOTFOUND);
        moved++;
        return;
    }
    CHECK_EQ(b->job.id, id);
    same(w, b, &old, x);
    CHECK(world_print(w) == before);
    stayed++;
}

/* It is cancelled, or ends now: what is free then is as laid out without it. */
static void end_step(world *w, struct flexco_network_booking *b)
{
    static layout without, now;
    coa_flex_booking got;
    coa_status s = coa_flex_get(flex_at(w->site, w->n), b->job.id, &got);
    if (s == COA_OK) {
        const coa_time present = world_now(w);
        const uint64_t before = world_print(w);
        lay_out(w, b, &without);
        if (test_below(2)) {
            CHECK_EQ(coa_flex_cancel(flex_at(w->site, w->n), b->job.id), COA_OK);
            if (b->links) CHECK_EQ(nets_release(w->net, b->links), NETS_OK);
        } else {
            s = coa_flex_finish(flex_at(w->site, w->n), b->job.id, present);
            if (s == COA_OK && b->links)
                CHECK_EQ(nets_release(w->net, b->links), NETS_OK);
            CHECK_EQ(s, present < got.start ? COA_E_ARG : COA_OK);
            if (s != COA_OK) {
                CHECK(world_print(w) == before);
                return;
            }
        }
        lay_out(w, NULL, &now);
        CHECK(memcmp(now.busy, without.busy, sizeof now.busy) == 0);
        CHECK(memcmp(now.left, without.left, sizeof now.left) == 0);
        CHECK_EQ(coa_flex_get(flex_at(w->site, w->n), b->job.id, &got), COA_E_NOTFOUND);
    }
    memset(b, 0, sizeof *b);
}

/* Others end early, so that there is something to gain. */
static void make_way(world *w)
{
    uint32_t i;
    for (i = 0; i < w->n; i++) {
        coa_booking b;
        coa_id after = 0;
        for (; coa_next(w->site[i].calendar, after, &b) == COA_OK; after = b.id)
            if (b.parts == 0 && test_below(2))
                CHECK_EQ(coa_cancel(w->site[i].calendar, b.id), COA_OK);
    }
    for (i = 0; i < w->links; i++) {
        const coa_time now = world_now(w);
        if (test_below(2) == 0) continue;
        while (nets_give(w->net, NETS_LINK, i, now + test_between(0, 5),
                         now + test_between(6, 12), 1) == NETS_OK) {
        }
    }
}

static void advance_step(world *w)
{
    const coa_time to = world_now(w) + test_between(0, 4);
    uint32_t i;
    for (i = 0; i < w->n; i++) CHECK_EQ(coa_advance(w->site[i].calendar, to), COA_OK);
    CHECK_EQ(nets_advance(w->net, to), NETS_OK);
}

static void one_world(void)
{
    enum { HELD = 3 };
    static wish x[HELD];
    struct flexco_network_booking b[HELD];
    world w;
    int step;
    memset(b, 0, sizeof b);
    CHECK_EQ(world_make(&w, test_below(3) ? 20 : (uint32_t)test_between(1, 2), 60,
                        test_heap_hook, &heap),
             COA_OK);
    CHECK(w.links <= 40);
    for (step = 0; step < 24; step++) {
        const uint32_t k = (uint32_t)test_below(HELD);
        const uint64_t what = test_below(10);
        if (what < 2)
            world_local(&w);
        else if (what == 2)
            advance_step(&w);
        else if (b[k].job.id == 0)
            reserve_step(&w, &x[k], &b[k]);
        else if (what == 3)
            end_step(&w, &b[k]);
        else {
            if (test_below(2)) make_way(&w);
            move_step(&w, &x[k], &b[k]);
        }
    }
    flex_done();
    world_destroy(&w);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

static void brute(void)
{
    long i;
    memset(&heap, 0, sizeof heap);
    moved = stayed = booked = single = other = 0;
    for (i = test_scaled(400); i > 0; i--) one_world();
    if (getenv("FLEXCO_NETWORK_COUNTS"))
        printf("booked %ld single %ld later than without links %ld moved %ld stayed "
               "%ld\n",
               booked, single, other, moved, stayed);
}

TEST_MAIN(TEST(brute))
