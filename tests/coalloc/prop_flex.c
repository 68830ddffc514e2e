/* prop_flex.c - FlexCo bookings against brute force: every start, every share vector.
 *
 * Up to three sites of up to six servers and any index, with local bookings and
 * FlexCo bookings that come, move, end early and go. The best of what fits (flex_model.h)
 * must be what the calendars say: end, alternative, start, shares. A call that fails
 * leaves all sites as they were, to the byte that coa_save writes, counters of searches
 * excepted: some of the calls show it. In some worlds requests for memory are refused:
 * of each call the first, then any of the first two, ... until it makes no more; each
 * once, or all from then on. Then it has the answer that it would have had at once. */
#include "coalloc.h"
#include "test.h"
#include "audit.h"

#define FLEX_HEAP test_heap_hook, &heap
static test_heap heap;

#include "save_check.h"

#include "flex_model.h"

#ifndef WORLDS
#define WORLDS 500 /* for each test; some 20 bookings and moves in each */
#endif
enum { MOLDS = 2 };

static int refuses; /* this world: requests for memory */

static void create(world *w, uint32_t indexes)
{
    memset(w, 0, sizeof *w);
    w->n = (uint32_t)test_between(test_below(4) > 0 ? SITES : 1, SITES);
    for (uint32_t i = 0; i < w->n; i++) {
        coa_desc d = {.servers = (uint32_t)test_between(2, SERVERS)};
        do d.index = (uint32_t)test_between(1, 4);
        while ((indexes >> d.index & 1) == 0);
        d.horizon = d.index == COA_INDEX_RANGE_TREE || test_below(3) == 0
                        ? test_between(20, 50)
                        : 0;
        d.slot = test_between(3, 20);
        d.bookings = test_below(4) == 0 ? 30 : 0;
        d.alloc = test_heap_hook;
        d.alloc_ctx = &heap;
        CHECK_EQ(coa_create(&w->site[i].calendar, &d), COA_OK);
        w->site[i].number = 1 + i;
        w->among[i].runs = w->runs[i];
    }
}

static void destroy(world *w)
{
    flex_done();
    for (uint32_t i = 0; i < w->n; i++) coa_destroy(w->site[i].calendar);
    CHECK_EQ(heap.live_blocks, 0);
    CHECK_EQ(heap.bad_size, 0);
}

/* Half of the sites that can allow only some servers. */
static void allow(world *w)
{
    for (uint32_t i = 0; i < w->n; i++) {
        coa_set *a = &w->among[i];
        const coa_desc d = desc_of(w, i);
        w->site[i].among = NULL;
        if (d.index == COA_INDEX_COUNT || test_below(2)) continue;
        a->count = 0;
        for (uint32_t s = 0; s < d.servers; s++) {
            if (test_below(4) == 0) continue;
            if (a->count > 0 &&
                a->runs[a->count - 1].first + a->runs[a->count - 1].count == s) {
                a->runs[a->count - 1].count++;
                continue;
            }
            a->runs[a->count].first = s;
            a->runs[a->count++].count = 1;
        }
        w->site[i].among = a;
    }
}

/* ---- all sites, to the byte -------------------------------------------------------- */

static uint64_t print_site(const coa_calendar *cal)
{
    check_sane(cal);
    return save_print(cal);
}

static uint64_t print_all(const world *w)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < w->n; i++) h = h * 31 + print_site(w->site[i].calendar);
    return h;
}

static coa_calendar *clone(const coa_calendar *cal)
{
    coa_desc d = {.alloc = test_heap_hook, .alloc_ctx = &heap};
    return save_reload(cal, &d, 0);
}

/* s = call, and before that without memory for it: then `unchanged`, and all sites are as
 * they were. */
#define NOMEM COA_E_NOMEM, 0
#define ASK(w, s, call, unchanged)                                \
    do {                                                          \
        const uint64_t was_ = refuses ? print_all(w) : 0;         \
        EACH_REFUSED(&heap, refuses, s, call,                     \
                     CHECK((unchanged) && print_all(w) == was_)); \
    } while (0)

/* ---- a booking against brute force ------------------------------------------------- */

static void same_booking(const coa_flex_booking *x, const coa_flex_booking *y)
{
    CHECK_EQ(x->id, y->id);
    CHECK_EQ(x->start, y->start);
    CHECK_EQ(x->end, y->end);
    CHECK_EQ(x->servers, y->servers);
    CHECK_EQ(x->mold, y->mold);
    CHECK_EQ(x->part_count, y->part_count);
    for (uint32_t i = 0; i < x->part_count; i++) {
        const coa_booking *p = &x->parts[i].booking, *q = &y->parts[i].booking;
        CHECK_EQ(x->parts[i].site, y->parts[i].site);
        CHECK_EQ(p->run_count, q->run_count);
        for (uint32_t k = 0; k < p->run_count; k++) {
            CHECK_EQ(p->runs[k].first, q->runs[k].first);
            CHECK_EQ(p->runs[k].count, q->runs[k].count);
        }
    }
}

static int run_has(const coa_booking *b, uint32_t s)
{
    for (uint32_t k = 0; k < b->run_count; k++)
        if (s >= b->runs[k].first && s < b->runs[k].first + b->runs[k].count) return 1;
    return 0;
}

/* On COUNT, of a part that starts now: the lowest of `mine`, then the lowest that no
 * other booking has. */
static void same_bound(const world *w, const coa_flex_part *part,
                       unsigned char mine[SERVERS])
{
    const coa_desc d = desc_of(w, part->site);
    unsigned char want[SERVERS] = {0}, taken[SERVERS] = {0};
    uint32_t left = part->booking.servers;
    coa_set on = {0};
    coa_booking b;
    coa_id after = 0;
    for (; coa_next(w->site[part->site].calendar, after, &b, &on) == COA_OK; after = b.id)
        for (uint32_t s = 0; s < d.servers && b.id != part->booking.id; s++)
            taken[s] |= (unsigned char)run_has(&b, s);
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t s = 0; s < d.servers && left > 0; s++) {
            if (want[s] || taken[s] || (k == 0 && !mine[s])) continue;
            want[s] = 1;
            left--;
        }
    for (uint32_t s = 0; s < d.servers; s++)
        CHECK_EQ(run_has(&part->booking, s), want[s]);
    coa_set_free(&on);
}

static void same_bound_parts(const world *w, const coa_flex_booking *b,
                             unsigned char mine[SITES][SERVERS])
{
    for (uint32_t k = 0; k < b->part_count; k++) {
        const coa_desc d = desc_of(w, b->parts[k].site);
        if (d.index == COA_INDEX_COUNT && b->start <= d.now)
            same_bound(w, b->parts + k, mine[b->parts[k].site]);
    }
}

/* The servers are those coa_reserve would take for the share at that time, of `among`;
 * but the servers of `mine` that are idle then stay first, the lowest of them. */
static void same_servers(const world *w, const layout *l, uint32_t place,
                         const coa_flex_booking *b, coa_calendar *copy[],
                         unsigned char mine[SITES][SERVERS])
{
    for (uint32_t k = 0; k < b->part_count; k++) {
        const uint32_t i = b->parts[k].site;
        const coa_booking *p = &b->parts[k].booking;
        const coa_desc d = desc_of(w, i);
        unsigned char want[SERVERS] = {0};
        uint32_t left = p->servers;
        coa_request r = {0};
        coa_run run[SERVERS];
        coa_booking c;
        coa_set others = {.runs = run};
        if (d.index == COA_INDEX_COUNT) continue;
        for (uint32_t s = 0; s < d.servers && left > 0; s++) {
            if (!mine[i][s] || !usable(w, i, s) || !idle(l, i, s, b->start, b->end))
                continue;
            want[s] = 1;
            left--;
        }
        for (uint32_t s = 0; s < d.servers; s++) {
            if (mine[i][s] || !usable(w, i, s)) continue;
            run[others.count].first = s;
            run[others.count++].count = 1;
        }
        r.ready = b->start;
        r.deadline = b->end;
        r.length = b->end - b->start;
        r.servers = left;
        r.place = place;
        r.among = &others;
        if (left > 0 && d.index == COA_INDEX_RANGE_TREE && place == 0) {
            /* PAPER: the copy's trees may differ */
            for (uint32_t s = 0; s < d.servers; s++) CHECK(!want[s] || run_has(p, s));
            continue;
        }
        if (left > 0) {
            CHECK_EQ(coa_reserve(copy[i], &r, &c), COA_OK);
            for (uint32_t s = 0; s < d.servers; s++)
                want[s] |= (unsigned char)run_has(&c, s);
        }
        for (uint32_t s = 0; s < d.servers; s++) CHECK_EQ(run_has(p, s), want[s]);
    }
}

/* ---- steps ------------------------------------------------------------------------- */

/* A booking of one site alone comes, or goes. */
static void local_step(world *w)
{
    coa_calendar *cal = w->site[test_below(w->n)].calendar;
    coa_request r = {0};
    coa_booking b;
    coa_desc d;
    coa_describe(cal, &d);
    r.ready = d.now + test_between(0, 15);
    r.length = test_between(1, 9);
    r.servers = (uint32_t)test_between(1, d.servers);
    if (test_below(2))
        (void)!coa_reserve(cal, &r, &b);
    else if (coa_next(cal, test_below(30), &b, NULL) == COA_OK && b.parts == 0)
        CHECK_EQ(coa_cancel(cal, b.id), COA_OK);
}

/* Sometimes much goes, so that there is something to gain by moving. */
static void make_way(world *w)
{
    coa_booking b;
    if (test_below(3) > 0) return;
    for (uint32_t i = 0; i < w->n; i++)
        for (coa_id after = 0; coa_next(w->site[i].calendar, after, &b, NULL) == COA_OK;
             after = b.id)
            if (b.parts == 0 && test_below(2))
                CHECK_EQ(coa_cancel(w->site[i].calendar, b.id), COA_OK);
}

/* Calls of the calendar's own on a part are refused. */
static void part_wise(const world *w, const coa_flex_booking *b)
{
    const coa_flex_part *p = b->parts + test_below(b->part_count);
    coa_calendar *cal = w->site[p->site].calendar;
    const coa_booking part = p->booking;
    const int looks = test_below(4) == 0;
    const uint64_t before = looks ? print_all(w) : 0;
    CHECK_EQ(coa_cancel(cal, b->id), COA_E_ARG);
    CHECK_EQ(coa_finish(cal, b->id, part.end), COA_E_ARG);
    CHECK_EQ(coa_finish(cal, b->id, part.start + 1), COA_E_ARG);
    CHECK_EQ(coa_extend(cal, b->id, part.end + 1, 0, NULL, NULL, NULL, NULL), COA_E_ARG);
    CHECK_EQ(coa_extend(cal, b->id, part.end, 0, NULL, NULL, NULL, NULL), COA_E_ARG);
    CHECK(!looks || print_all(w) == before);
}

/* A list of any sites, a part's or not. */
static void some_sites(const world *w, const coa_flex_booking *b)
{
    const uint32_t mask = 1 + (uint32_t)test_below((1u << w->n) - 1);
    coa_site some[SITES];
    coa_flex_booking out;
    uint32_t n = 0, parts = 0;
    for (uint32_t i = 0; i < b->part_count; i++) parts += mask >> b->parts[i].site & 1;
    for (uint32_t i = 0; i < w->n; i++)
        if (mask >> i & 1) some[n++] = w->site[i];
    const coa_status s = parts == b->part_count ? COA_OK
                         : parts > 0            ? COA_E_ARG
                                                : COA_E_NOTFOUND;
    CHECK_EQ(coa_flex_get(flex_at(some, n), b->id, &out), s);
    if (s != COA_OK) CHECK_EQ(coa_flex_cancel(flex_at(some, n), b->id, 0), s);
}

static void random_request(const world *w, coa_flex_request *r, coa_mold *molds)
{
    uint32_t i, sum = 0;
    memset(r, 0, sizeof *r);
    r->ready = latest_now(w) + test_between(-3, 12);
    r->length = test_between(1, 9);
    r->servers = (uint32_t)test_between(1, test_below(3) == 0 ? 4 : 14);
    r->overhead = test_below(2) ? test_between(0, 3) : 0;
    r->deadline = test_below(4) == 0 ? latest_now(w) + test_between(1, 30) : 0;
    r->flags = test_below(8) == 0 ? COA_EXACTLY : 0;
    r->least = (uint32_t)test_between(0, 3);
    r->most_sites = (uint32_t)test_between(0, 3);
    r->first = (uint32_t)test_between(0, 7);
    r->fixed = test_below(5) == 0;
    r->molds = molds;
    r->mold_count = (size_t)test_below(MOLDS + 1);
    for (i = 0; i < MOLDS; i++) {
        molds[i].servers = (uint32_t)test_between(1, 10);
        molds[i].length = test_between(1, 12);
    }
    for (i = 0; i < w->n; i++) sum += w->site[i].servers;
    if (sum == 0) r->fixed = 0;
    if (r->fixed) r->servers = molds[0].servers = molds[1].servers = sum;
    for (i = 0; i < w->n; i++)
        if (desc_of(w, i).index == COA_INDEX_COUNT) break;
    if (test_below(2))
        r->place = COA_PLACE_FIRST_FIT;
    else if (test_below(2) && i == w->n)
        r->place = COA_PLACE_BEST_FIT;
}

static long gave_up;

/* Of a request that examines offer->examined starts, examines some, or one too many. */
static void examine_fewer(const world *w, const coa_flex_request *r, coa_status expected,
                          const coa_flex_booking *offer)
{
    const uint64_t before = print_all(w);
    coa_flex_request few = *r;
    coa_flex_booking b;
    few.max_starts = (uint32_t)test_between(1, (int64_t)offer->examined + 1);
    const coa_status s = coa_flex_earliest(flex_at(w->site, w->n), &few, &b);
    CHECK_EQ(s == COA_E_LIMIT, few.max_starts < offer->examined);
    if (s == COA_E_LIMIT) {
        CHECK_EQ(b.examined, few.max_starts);
        CHECK_EQ(coa_flex_reserve(flex_at(w->site, w->n), &few, &b), COA_E_LIMIT);
        CHECK(b.id == 0 && print_all(w) == before);
        gave_up++;
    } else {
        CHECK_EQ(s, expected);
        CHECK(b.start == offer->start && b.end == offer->end && b.mold == offer->mold &&
              b.part_count == offer->part_count && b.examined == offer->examined);
    }
}

static coa_id reserve_step(world *w, coa_flex_request *r, coa_mold *molds)
{
    static layout l;
    static unsigned char none[SITES][SERVERS];
    const int looks = test_below(4) == 0, copies = test_below(4) == 0;
    const uint64_t before = looks ? print_all(w) : 0;
    coa_calendar *copy[SITES] = {NULL};
    coa_flex_booking b, offer, got;
    question q = {0};
    answer best;
    coa_status s;
    coa_id most = 0;
    allow(w);
    for (uint32_t i = 0; i < w->n; i++) w->site[i].servers = (uint32_t)test_between(0, 4);
    random_request(w, r, molds);
    lay_out(w, 0, &l);
    q.w = w;
    q.req = r;
    q.ready = r->ready > latest_now(w) ? r->ready : latest_now(w);
    q.by = r->deadline ? r->deadline : TIMES - 1;
    brute_force(&q, &l, &best);
    for (uint32_t i = 0; i < w->n; i++) {
        coa_stats_info st;
        coa_booking last;
        coa_id after = 0;
        coa_stats(w->site[i].calendar, &st);
        while (coa_next(w->site[i].calendar, after, &last, NULL) == COA_OK)
            after = last.id;
        if (after > most) most = after;
        if (copies) copy[i] = clone(w->site[i].calendar);
    }
    coa_flex *flex = flex_at(w->site, w->n);
    ASK(w, s, coa_flex_earliest(flex, r, &offer), offer.id == 0);
    CHECK_EQ(s, best.found ? COA_OK : COA_E_NOFIT);
    if (best.found) {
        same_shares(w, &offer, &best);
        CHECK_EQ(offer.id, 0);
    }
    if (looks) examine_fewer(w, r, s, &offer);
    CHECK(!looks || print_all(w) == before);
    ASK(w, s, coa_flex_reserve(flex, r, &b), b.id == 0);
    CHECK_EQ(s, best.found ? COA_OK : COA_E_NOFIT);
    if (!best.found) {
        CHECK(!looks || print_all(w) == before);
        CHECK_EQ(b.id, 0);
    } else {
        CHECK(b.id > most);
        CHECK(!looks || print_all(w) != before);
        same_shares(w, &b, &best);
        CHECK_EQ(b.examined, offer.examined);
        same_bound_parts(w, &b, none);
        if (copies) same_servers(w, &l, r->place, &b, copy, none);
        ASK(w, s, coa_flex_get(flex, b.id, &got), got.part_count == 0);
        CHECK_EQ(s, COA_OK);
        same_shares(w, &got, &best);
        part_wise(w, &got);
        some_sites(w, &got);
    }
    for (uint32_t i = 0; i < w->n; i++) coa_destroy(copy[i]);
    return best.found ? b.id : 0;
}

static long must_move, moved_later;

/* Moves booking `id`, which stays unless it may end earlier, or starts before `ready`,
 * ends after the deadline or has servers not allowed; returns the id it has then. */
static coa_id move_step(world *w, coa_id id, const coa_flex_request *made)
{
    static layout l;
    coa_flex_request r = *made;
    const uint32_t ops = (uint32_t)test_between(1, 7);
    const int looks = test_below(3) == 0, copies = test_below(4) == 0;
    unsigned char mine[SITES][SERVERS] = {{0}};
    coa_calendar *copy[SITES] = {NULL};
    coa_flex_booking b, old, pattern;
    coa_flex_part parts[SITES];
    coa_run runs[SITES][SERVERS];
    question q = {0};
    answer best;
    coa_status s = coa_flex_get(flex_at(w->site, w->n), id, &old);
    if (s == COA_E_NOTFOUND) return 0;
    CHECK_EQ(s, COA_OK);
    if (test_below(3) == 0 && old.start >= latest_now(w) && old.start < 50) {
        for (uint32_t i = 0; i < w->n; i++) /* it starts now */
            CHECK_EQ(coa_advance(w->site[i].calendar, old.start), COA_OK);
        make_way(w);
        CHECK_EQ(coa_flex_get(flex_at(w->site, w->n), id, &old), COA_OK);
    }
    /* what it shows is gone with the next call */
    for (uint32_t i = 0; i < old.part_count; i++) {
        coa_booking *p = &parts[i].booking;
        parts[i] = old.parts[i];
        for (uint32_t k = 0; k < p->run_count; k++) runs[i][k] = p->runs[k];
        p->runs = runs[i];
        q.old[parts[i].site] = p->servers;
        for (uint32_t k = 0; k < SERVERS; k++)
            mine[parts[i].site][k] = (unsigned char)run_has(p, k);
    }
    old.parts = parts;
    if (test_below(2)) allow(w);
    if (test_below(3) == 0) {
        for (uint32_t i = 0; i < w->n; i++) w->site[i].servers = 0;
        for (uint32_t i = 0; i < old.servers; i++) w->site[test_below(w->n)].servers++;
    } else {
        r.fixed = 0;
    }
    if (test_below(3) == 0) r.ready = latest_now(w) + test_between(-1, 8);
    if (test_below(5) == 0) r.deadline = old.end + test_between(-3, 3);
    if (test_below(4) == 0) r.overhead = test_between(0, 2);
    if (r.fixed) r.mold_count = 0;
    if (old.mold > r.mold_count) return id;
    const uint64_t before = looks ? print_all(w) : 0;
    lay_out(w, id, &l);
    q.w = w;
    q.req = &r;
    q.ops = ops;
    q.old_servers = old.servers;
    q.old_mold = old.mold;
    q.old_start = old.start;
    q.ready = r.ready > latest_now(w) ? r.ready : latest_now(w);
    q.by = r.deadline ? r.deadline : TIMES - 1;
    int stays = old.start >= q.ready && old.end <= q.by;
    if (r.flags & COA_EXACTLY) stays &= old.start == r.ready;
    for (uint32_t i = 0; i < w->n; i++)
        for (uint32_t k = 0; k < SERVERS; k++) stays &= !mine[i][k] || usable(w, i, k);
    if (stays && q.by >= old.end) q.by = old.end - 1;
    if (!stays) must_move++;
    for (uint32_t i = 0; i < w->n; i++)
        if (copies) copy[i] = clone(w->site[i].calendar);
    coa_flex *flex = flex_at(w->site, w->n);
    memset(&b, 0x5A, sizeof b);
    memcpy(&pattern, &b, sizeof b);
    ASK(w, s, coa_flex_reschedule(flex, id, &r, ops, &b),
        memcmp(&b, &pattern, sizeof b) == 0);
    if (old.start < latest_now(w)) {
        CHECK_EQ(s, COA_E_PAST);
        CHECK(!looks || print_all(w) == before);
    } else if (r.fixed && r.servers != old.servers) {
        CHECK_EQ(s, COA_E_ARG);
    } else {
        brute_force(&q, &l, &best);
        CHECK_EQ(s, best.found || stays ? COA_OK : COA_E_NOFIT);
        if (!best.found) {
            CHECK(!looks || print_all(w) == before);
            if (stays) same_booking(&b, &old);
            if (!stays) CHECK(memcmp(&b, &pattern, sizeof b) == 0);
        } else {
            CHECK(b.id > id);
            moved_later += b.end > old.end;
            same_shares(w, &b, &best);
            same_bound_parts(w, &b, mine);
            if (copies) same_servers(w, &l, r.place, &b, copy, mine);
            CHECK_EQ(coa_flex_cancel(flex_at(w->site, w->n), id, 0), COA_E_NOTFOUND);
            CHECK_EQ(coa_flex_get(flex_at(w->site, w->n), id, &old), COA_E_NOTFOUND);
            id = b.id;
            CHECK_EQ(coa_flex_get(flex_at(w->site, w->n), id, &b), COA_OK);
            same_shares(w, &b, &best);
            if (looks) print_all(w);
        }
    }
    for (uint32_t i = 0; i < w->n; i++) coa_destroy(copy[i]);
    return id;
}

/* A list of any of the sites, then the others: where a job has some of its parts, it is
 * not whole, and is dropped. */
static void drop(const world *w, const coa_flex_booking *b)
{
    const uint32_t mask = 1 + (uint32_t)test_below((1u << w->n) - 1);
    const uint32_t all = b->part_count;
    uint32_t at = 0;
    coa_flex_booking orphans;
    coa_site some[SITES];
    const coa_id id = b->id;
    coa_status s;
    for (uint32_t i = 0; i < all; i++) at |= 1u << b->parts[i].site;
    for (uint32_t half = 0; half < 2; half++) {
        uint32_t n = 0, parts = 0;
        for (uint32_t i = 0; i < w->n; i++)
            if ((mask >> i & 1) != half) {
                some[n++] = w->site[i];
                parts += at >> i & 1;
            }
        if (parts == 0) continue;
        ASK(w, s, coa_flex_sites(flex_object, some, n), 1);
        CHECK_EQ(s, COA_OK);
        CHECK_EQ(coa_flex_next(flex_object, id - 1, parts < all, &orphans), COA_OK);
        CHECK_EQ(orphans.id, id);
        CHECK_EQ(orphans.part_count, parts);
        ASK(w, s, coa_flex_cancel(flex_object, id, parts < all), 1);
        CHECK_EQ(s, COA_OK);
    }
}

/* The booking ends early, or is cancelled or dropped: then the busy servers are as laid
 * out. */
static coa_id end_step(world *w, coa_id id)
{
    static layout without, now;
    coa_flex_booking b;
    coa_status s = coa_flex_get(flex_at(w->site, w->n), id, &b);
    const coa_time present = latest_now(w);
    if (s == COA_E_NOTFOUND) return 0;
    CHECK_EQ(s, COA_OK);
    const uint64_t before = print_all(w);
    lay_out(w, id, &without);
    coa_time at = test_between(b.start - 1, b.end + 1);
    int gone = test_below(3) == 0;
    if (gone && b.part_count > 1 && test_below(2)) {
        drop(w, &b);
    } else if (gone) {
        ASK(w, s, coa_flex_cancel(flex_object, id, 0), 1);
        CHECK_EQ(s, COA_OK);
    } else {
        ASK(w, s, coa_flex_finish(flex_object, id, at), 1);
        if (at < b.start || at > b.end || (at == b.start && at != present)) {
            CHECK_EQ(s, COA_E_ARG);
        } else if (at < present) {
            CHECK_EQ(s, COA_E_PAST);
        } else {
            CHECK_EQ(s, COA_OK);
        }
        if (s != COA_OK) {
            CHECK(print_all(w) == before);
            return id;
        }
        gone = at == present;
    }
    print_all(w);
    s = coa_flex_get(flex_at(w->site, w->n), id, &b);
    if (gone) {
        CHECK_EQ(s, COA_E_NOTFOUND);
    } else {
        CHECK_EQ(s, COA_OK);
        CHECK_EQ(b.end, at);
    }
    lay_out(w, id, &now);
    for (uint32_t i = 0; i < w->n; i++)
        CHECK(memcmp(now.busy[i], without.busy[i], sizeof now.busy[i]) == 0);
    return gone ? 0 : id;
}

static void advance_step(world *w)
{
    const coa_time to = latest_now(w) + test_between(0, 4);
    for (uint32_t i = 0; i < w->n; i++)
        if (test_below(4) > 0) CHECK_EQ(coa_advance(w->site[i].calendar, to), COA_OK);
}

/* A site gets another number of servers, jobs or not, if it can. */
static void resize_step(world *w)
{
    const uint32_t i = (uint32_t)test_below(w->n);
    const coa_set *among = w->site[i].among;
    const uint32_t end =
        among && among->count > 0
            ? among->runs[among->count - 1].first + among->runs[among->count - 1].count
            : 2;
    const coa_status s =
        coa_resize(w->site[i].calendar, (uint32_t)test_between(end, SERVERS));
    CHECK(s == COA_OK || s == COA_E_BUSY);
}

/* What a site has learnt from searches is still true: a copy has learnt nothing. */
static void ask_step(world *w)
{
    coa_calendar *site = w->site[test_below(w->n)].calendar, *copy = NULL;
    coa_request r = {0};
    coa_time t = 0, fresh = 0;
    r.length = test_below(2) ? 1 : test_between(1, 12); /* of 1 most is learnt */
    r.servers = (uint32_t)test_between(1, SERVERS);
    CHECK_EQ(coa_copy(&copy, site, NULL), COA_OK);
    CHECK_EQ(coa_earliest(site, &r, &t), coa_earliest(copy, &r, &fresh));
    CHECK_EQ(t, fresh);
    coa_destroy(copy);
}

/* A site goes on as it was saved, or as its copy. */
static void reload_step(world *w)
{
    coa_calendar **site = &w->site[test_below(w->n)].calendar, *copy = NULL;
    coa_status st = COA_OK;
    if (test_below(2))
        copy = clone(*site);
    else
        ASK(w, st, coa_copy(&copy, *site, NULL), !copy);
    CHECK_EQ(st, COA_OK);
    CHECK(print_site(copy) == print_site(*site));
    coa_destroy(*site);
    *site = copy;
}

static void one_world(uint32_t indexes)
{
    enum { HELD = 4 };
    static coa_flex_request made[HELD];
    static coa_mold molds[HELD][MOLDS];
    coa_id id[HELD] = {0};
    world w;
    coa_flex_booking none;
    coa_status s;
    create(&w, indexes);
    refuses = test_below(4) == 0;
    ASK(&w, s, coa_flex_create(&flex_object, FLEX_KEY, w.site, 1, FLEX_HEAP),
        flex_object == NULL);
    CHECK_EQ(s, COA_OK);
    ASK(&w, s, coa_flex_sites(flex_object, w.site, w.n),
        coa_flex_get(flex_object, 1, &none) == COA_E_NOTFOUND);
    CHECK_EQ(s, COA_OK);
    for (int step = 0; step < 60 && latest_now(&w) < 50; step++) {
        const uint32_t k = (uint32_t)test_below(HELD);
        const uint64_t what = test_below(10);
        for (int asks = 0; asks < 4; asks++) ask_step(&w);
        if (step % 20 == 13) resize_step(&w);
        if (test_below(refuses ? 2 : 8) == 0) reload_step(&w); /* then it has no room */
        if (what < 4) {
            local_step(&w);
        } else if (step % 6 == 5) {
            advance_step(&w);
        } else if (id[k] == 0) {
            id[k] = reserve_step(&w, &made[k], molds[k]);
        } else if (what < 9) {
            make_way(&w);
            id[k] = move_step(&w, id[k], &made[k]);
        } else {
            id[k] = end_step(&w, id[k]);
        }
    }
    destroy(&w);
}

static void worlds(uint32_t indexes)
{
    memset(&heap, 0, sizeof heap);
    gave_up = test_refusals = must_move = moved_later = 0;
    for (long i = test_scaled(WORLDS); i > 0; i--) one_world(indexes);
    if (test_scaled(WORLDS) >= 100) CHECK(gave_up > 0 && test_refusals > 50);
    if (test_scaled(WORLDS) >= 100) CHECK(must_move > moved_later && moved_later > 20);
}

static void map(void) { worlds(1u << COA_INDEX_MAP); }
static void range_tree(void) { worlds(1u << COA_INDEX_RANGE_TREE); }
static void count(void) { worlds(1u << COA_INDEX_COUNT); }
static void slices(void) { worlds(1u << COA_INDEX_SLICES); }
static void mixtures(void) { worlds(30); }

/* ---- histories ----------------------------------------------------------------------
 *
 * Objects of one key, each with a list of any calendars in any order. A calendar goes on
 * as it was saved; it goes back to an older state, or becomes a copy of another one, and
 * is then another site with another number. Lists have copies with originals. The model
 * knows which part is of which job, and when it ends. */

enum { PLACES = 5, JOBS = 64, WHOLE = PLACES + 1 };

typedef struct held {   /* what a calendar has of each job */
    coa_time end[JOBS]; /* of its part; INT64_MIN: it has none */
    uint32_t which[JOBS];
} held;

typedef struct place {
    coa_site site;
    coa_calendar *old; /* as it was */
    held is, was;
} place;

typedef struct history {
    place at[PLACES];
    coa_id id[JOBS];
    coa_time start[JOBS];
    uint32_t parts[JOBS], jobs;
    uint64_t number;
    uint32_t list[PLACES], n; /* the places listed */
    coa_flex *flex;
    coa_time now;
} history;

static void history_list(history *h, int books)
{
    coa_site sites[PLACES];
    uint32_t i, k;
    for (h->n = i = 0; i < PLACES; i++)
        if (test_below(3) > 0 || (h->n == 0 && i == PLACES - 1)) {
            k = (uint32_t)test_below(++h->n);
            h->list[h->n - 1] = h->list[k];
            h->list[k] = i;
        }
    h->now = INT64_MIN;
    for (i = 0; i < h->n; i++) {
        coa_desc d;
        sites[i] = h->at[h->list[i]].site;
        coa_describe(sites[i].calendar, &d);
        if (d.now > h->now) h->now = d.now;
    }
    if (!books && test_below(4) == 0) /* to find a job takes no numbers */
        for (i = 0; i < h->n; i++) sites[i].number = 1 + i;
    if (test_below(2)) flex_done();
    h->flex = flex_at(sites, h->n);
}

/* How many parts of this job are listed; WHOLE: all, each of them once. */
static uint32_t history_parts(const history *h, uint32_t job)
{
    uint32_t n = 0, have = 0, differ = 0;
    coa_time end = 0;
    for (uint32_t i = 0; i < h->n; i++) {
        const place *p = &h->at[h->list[i]];
        if (p->is.end[job] <= h->now) continue;
        if (n++ > 0) differ |= p->is.end[job] != end || (have >> p->is.which[job] & 1);
        have |= 1u << p->is.which[job];
        end = p->is.end[job];
    }
    return n == h->parts[job] && !differ ? WHOLE : n;
}

/* The first job in the list with this id that is whole or not; JOBS if there is none. */
static uint32_t history_find(const history *h, coa_id id, int whole)
{
    for (uint32_t i = 0; i < h->n; i++)
        for (uint32_t job = 0; job < h->jobs; job++)
            if (h->id[job] == id && h->at[h->list[i]].is.end[job] > h->now &&
                (history_parts(h, job) == WHOLE) == whole)
                return job;
    return JOBS;
}

/* Sets the end of the listed parts of a job. */
static void history_end(history *h, uint32_t job, coa_time end)
{
    for (uint32_t i = 0; i < h->n; i++) {
        place *p = &h->at[h->list[i]];
        if (p->is.end[job] > h->now) p->is.end[job] = end;
    }
}

static void history_new(history *h, const coa_flex_booking *b)
{
    h->id[h->jobs] = b->id;
    h->start[h->jobs] = b->start;
    h->parts[h->jobs] = b->part_count;
    for (uint32_t i = 0; i < PLACES; i++) {
        h->at[i].is.end[h->jobs] = INT64_MIN;
        h->at[i].was.end[h->jobs] = INT64_MIN;
    }
    for (uint32_t i = 0; i < b->part_count; i++) {
        held *is = &h->at[h->list[b->parts[i].site]].is;
        is->end[h->jobs] = b->end;
        is->which[h->jobs] = i;
    }
    h->jobs++;
}

/* Is this the job, with all its parts that are listed? */
static void history_same(const history *h, const coa_flex_booking *b, uint32_t job)
{
    uint32_t k = 0;
    CHECK(job < JOBS);
    CHECK_EQ(b->id, h->id[job]);
    for (uint32_t i = 0; i < h->n; i++)
        if (h->at[h->list[i]].is.end[job] > h->now) {
            CHECK(k < b->part_count && b->parts[k].site == i);
            CHECK_EQ(b->parts[k].booking.end, h->at[h->list[i]].is.end[job]);
            CHECK_EQ(b->parts[k++].booking.start, h->start[job]);
        }
    CHECK_EQ(b->part_count, k);
}

/* All jobs that are whole, or all others, of each id the first one. */
static void history_walk(const history *h, int orphans)
{
    coa_flex_booking b;
    coa_id after = 0, next;
    uint32_t job;
    do {
        const coa_status s = coa_flex_next(h->flex, after, orphans, &b);
        for (next = 0, job = 0; job < h->jobs; job++)
            if (h->id[job] > after && (next == 0 || h->id[job] < next) &&
                history_find(h, h->id[job], !orphans) < JOBS)
                next = h->id[job];
        CHECK_EQ(s, next > 0 ? COA_OK : COA_E_NOTFOUND);
        CHECK_EQ(b.id, next);
        if (next > 0) history_same(h, &b, history_find(h, next, !orphans));
        after = next;
    } while (next > 0);
}

/* A call for the id of a job, or of several. */
static void history_call(history *h, coa_id id)
{
    const uint32_t whole = history_find(h, id, 1), part = history_find(h, id, 0);
    const coa_status known = whole < JOBS  ? COA_OK
                             : part < JOBS ? COA_E_ARG
                                           : COA_E_NOTFOUND;
    coa_flex_request r = {.length = test_between(1, 4)};
    coa_flex_booking b;
    coa_status s;
    coa_time at;
    CHECK_EQ(coa_flex_get(h->flex, id, &b), known);
    if (known == COA_OK) history_same(h, &b, whole);
    switch (test_below(5)) {
    case 0:
        CHECK_EQ(coa_flex_cancel(h->flex, id, 0), known);
        if (known == COA_OK) history_end(h, whole, INT64_MIN);
        break;
    case 1:
        s = coa_flex_cancel(h->flex, id, 1);
        CHECK_EQ(s, part < JOBS ? COA_OK : whole < JOBS ? COA_E_ARG : COA_E_NOTFOUND);
        if (s == COA_OK) history_end(h, part, INT64_MIN);
        break;
    case 2:
        at = known == COA_OK ? test_between(b.start, b.end) : 0;
        s = coa_flex_finish(h->flex, id, at);
        if (known != COA_OK) CHECK_EQ(s, known);
        if (s == COA_OK) history_end(h, whole, at > b.start ? at : INT64_MIN);
        break;
    case 3:
        if (known == COA_OK) r.servers = b.servers;
        s = coa_flex_reschedule(h->flex, id, &r, COA_SHIFT | COA_REMAP, &b);
        if (known != COA_OK) CHECK_EQ(s, known);
        if (s != COA_OK || b.id == id) break;
        history_end(h, whole, INT64_MIN);
        history_new(h, &b);
        break;
    default: break;
    }
}

/* A calendar moves on, is saved and loaded, goes back, or becomes a copy of another. */
static void history_of_place(history *h)
{
    place *p = &h->at[test_below(PLACES)], *from = &h->at[test_below(PLACES)];
    coa_calendar **cal = &p->site.calendar, *copy = NULL;
    coa_desc d;
    coa_describe(*cal, &d);
    switch (test_below(6)) {
    case 0: CHECK_EQ(coa_advance(*cal, d.now + test_between(0, 2)), COA_OK); return;
    case 1: copy = clone(*cal); break;
    case 2:
        coa_destroy(p->old);
        p->old = clone(*cal);
        p->was = p->is;
        return;
    case 3:
        if (!p->old) return;
        copy = clone(p->old);
        p->is = p->was;
        p->site.number = h->number++;
        break;
    default:
        if (p == from || test_below(2)) return;
        CHECK_EQ(coa_copy(&copy, from->site.calendar, NULL), COA_OK);
        p->is = from->is;
        p->site.number = h->number++;
    }
    coa_destroy(*cal);
    *cal = copy;
}

/* Do the calendars have the bookings that the model has, and no others? */
static void history_counts(const history *h)
{
    for (uint32_t i = 0; i < PLACES; i++) {
        coa_stats_info st;
        coa_desc d;
        uint64_t n = 0;
        coa_stats(h->at[i].site.calendar, &st);
        coa_describe(h->at[i].site.calendar, &d);
        for (uint32_t job = 0; job < h->jobs; job++) n += h->at[i].is.end[job] > d.now;
        CHECK_EQ(st.bookings, n);
    }
}

static void one_history(void)
{
    static history h;
    coa_flex_booking b;
    memset(&h, 0, sizeof h);
    for (uint32_t i = 0; i < PLACES; i++) {
        coa_desc d = {.servers = (uint32_t)test_between(2, 5), .index = 1 + i % 4};
        d.alloc = test_heap_hook;
        d.alloc_ctx = &heap;
        d.horizon = d.index == COA_INDEX_RANGE_TREE ? 500 : 0;
        d.slot = 100;
        CHECK_EQ(coa_create(&h.at[i].site.calendar, &d), COA_OK);
        h.at[i].site.number = 1 + h.number++;
    }
    h.number++;
    for (uint32_t step = 0; step < 60 && h.jobs < JOBS - 1; step++) {
        const uint64_t what = test_below(10);
        if (what < 3) {
            history_of_place(&h);
        } else if (what < 6) {
            coa_flex_request r = {.servers = (uint32_t)test_between(1, 9)};
            history_list(&h, 1);
            r.length = test_between(1, 4);
            r.ready = h.now + test_between(0, 3);
            r.least = (uint32_t)test_below(3);
            r.first = (uint32_t)test_below(PLACES);
            if (coa_flex_reserve(h.flex, &r, &b) == COA_OK) history_new(&h, &b);
        } else if (h.jobs > 0) {
            history_list(&h, 1);
            history_call(&h, h.id[test_below(h.jobs)]);
        }
        history_counts(&h);
        history_list(&h, 0);
        history_walk(&h, (int)test_below(2));
    }
    for (uint32_t i = 0; i < PLACES; i++) {
        check_sane(h.at[i].site.calendar);
        coa_destroy(h.at[i].site.calendar);
        coa_destroy(h.at[i].old);
    }
    flex_done();
    CHECK(heap.live_blocks == 0 && heap.bad_size == 0);
}

static void histories(void)
{
    memset(&heap, 0, sizeof heap);
    for (long i = test_scaled(2 * WORLDS); i > 0; i--) one_history();
}

TEST_MAIN(TEST(map), TEST(range_tree), TEST(count), TEST(slices), TEST(mixtures),
          TEST(histories))
