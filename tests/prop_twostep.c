/* prop_twostep.c - published slots (slots.h) and the two-step reservation (twostep.h).
 *
 * Slots: against all rectangles of free processors that there are, on random calendars.
 *
 * Two steps, without faults: on the same random systems as coa_flex_reserve and
 * coa_flex_reschedule called directly, the same bookings (late binding, all slots, no
 * latency).
 *
 * With faults: a system of two or three sites runs a script of local bookings that come
 * and go, of meta-jobs booked and moved, several at the same time. It is run once without
 * faults; then with each message lost in turn, with each pair of them, and with each
 * provider failing just before each event and at each instant, to come back at once,
 * later or never. When nothing more happens, whatever is booked anywhere must be known to
 * a ledger that was kept apart: local bookings, and meta-jobs with all their parts at the
 * same time. So no part is orphaned, no hold remains, and free processors are as many as
 * the ledger says. */
#define COALLOC_STATIC
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"

#include "test.h"

#include "examples/sim/slots.h"
#include "examples/sim/twostep.h"

/* ---- slots ------------------------------------------------------------------------- */

#define SPAN 24 /* instants looked at; after them nothing is booked */

static uint32_t free_at(coa_calendar *c, int64_t at)
{
    coa_alternative_info a;
    coa_request r = {0};
    r.ready = at;
    r.length = 1;
    r.servers = 1;
    CHECK_EQ(coa_alternatives(c, &r, &a), COA_OK);
    return a.servers;
}

static coa_calendar *calendar_of(uint32_t servers, uint32_t index, int64_t horizon)
{
    coa_calendar *c = NULL;
    coa_desc d = {0};
    d.servers = servers;
    d.index = index;
    d.horizon = horizon;
    CHECK_EQ(coa_create(&c, &d), COA_OK);
    return c;
}

/* Bookings within SPAN, and now and then one without end. */
static void book_at_random(coa_calendar *c, uint32_t servers, int for_ever)
{
    const uint64_t n = test_below(8);
    uint64_t i;
    coa_booking b;
    for (i = 0; i < n; i++) {
        coa_request r = {0};
        r.ready = (int64_t)test_below(SPAN - 2);
        r.length = test_between(1, 8);
        r.servers = 1 + (uint32_t)test_below(servers);
        r.deadline = SPAN - 1;
        if (for_ever && i == 0 && test_below(4) == 0) {
            r.length = COA_FOREVER;
            r.deadline = 0;
        }
        (void)!coa_reserve(c, &r, &b);
    }
    CHECK_EQ(coa_advance(c, (int64_t)test_below(6)), COA_OK);
}

/* Every pair of instants, every count: is it a maximal rectangle? By start, longest
 * first. The instant SPAN stands for all that follow. */
static size_t slots_by_force(const uint32_t *frees, int64_t now, int64_t last,
                             sim_slot *out)
{
    size_t n = 0;
    int64_t s, e, t;
    for (s = now; s < last; s++)
        for (e = last; e > s; e--) {
            uint32_t least = frees[s];
            for (t = s; t < e; t++) least = frees[t] < least ? frees[t] : least;
            if (!least || (s > now && frees[s - 1] >= least)
                || (e < last && frees[e] >= least))
                continue;
            out[n].start = s;
            out[n].end = e;
            out[n].count = least;
            out[n].id = (uint32_t)n + 1;
            n++;
        }
    return n;
}

static void check_slots(const sim_slots *s, const sim_slot *all, size_t n, int64_t never)
{
    size_t i;
    CHECK_EQ(s->count, n);
    for (i = 0; i < n; i++) {
        CHECK_EQ(s->list[i].id, all[i].id);
        CHECK_EQ(s->list[i].start, all[i].start);
        CHECK_EQ(s->list[i].end, all[i].end == never ? COA_FOREVER : all[i].end);
        CHECK_EQ(s->list[i].count, all[i].count);
    }
}

/* At each instant the largest count of the slots that cover it, in the steps and in the
 * calendar made of them. */
static void check_known(const sim_slots *s, int64_t now, uint32_t servers)
{
    sim_free f = {0};
    coa_calendar *c;
    int64_t t;
    size_t i;
    CHECK_EQ(sim_free_known(s, now, &f), 0);
    CHECK_EQ(f.steps[0].from, now);
    CHECK_EQ(sim_free_calendar(&f, servers, &c), COA_OK);
    for (t = now; t <= SPAN + 2; t++) {
        uint32_t most = 0;
        for (i = 0; i < s->count; i++)
            if (s->list[i].start <= t && t < s->list[i].end && s->list[i].count > most)
                most = s->list[i].count;
        CHECK_EQ(free_at(c, t), most);
    }
    for (i = 1; i < f.count; i++) {
        CHECK(f.steps[i].from > f.steps[i - 1].from);
        CHECK(f.steps[i].count != f.steps[i - 1].count);
    }
    coa_destroy(c);
    sim_free_free(&f);
}

static void check_amended(const sim_free *before, uint32_t servers)
{
    sim_free f = {0};
    uint32_t was[SPAN + 3], is[SPAN + 3];
    const int64_t from = (int64_t)test_below(SPAN), to = from + test_between(0, 9);
    const uint32_t more = (uint32_t)test_below(3), most = (uint32_t)test_below(servers + 1);
    int64_t t;
    size_t i;
    CHECK_EQ(sim_free_room(&f, before->count), 0);
    memcpy(f.steps, before->steps, before->count * sizeof *f.steps);
    f.count = before->count;
    CHECK_EQ(sim_free_amend(&f, from, to, more, most), 0);
    for (t = before->steps[0].from; t < SPAN + 3; t++) {
        for (i = 0; i < before->count && before->steps[i].from <= t; i++)
            was[t] = before->steps[i].count;
        for (i = 0; i < f.count && f.steps[i].from <= t; i++) is[t] = f.steps[i].count;
        if (from <= t && t < to) was[t] = was[t] + more < most ? was[t] + more : most;
        CHECK_EQ(is[t], was[t]);
    }
    sim_free_free(&f);
}

static void slots_one(void)
{
    static sim_slot all[SPAN * SPAN], some[SPAN * SPAN];
    uint32_t frees[SPAN + 1];
    const uint32_t servers = 1 + (uint32_t)test_below(7);
    const int64_t horizon = test_below(5) == 0 ? SPAN : 0;
    coa_calendar *c =
        calendar_of(servers, test_below(2) ? COA_INDEX_COUNT : COA_INDEX_MAP, horizon);
    sim_publishing p = {SIM_PUBLISH_ALL, 0, 0};
    sim_slots s = {0};
    sim_free f = {0};
    coa_desc d;
    size_t n, i, kept = 0;
    int64_t t, last = SPAN;
    book_at_random(c, servers, !horizon);
    coa_describe(c, &d);
    if (horizon) last = d.now + horizon < SPAN ? d.now + horizon : SPAN;
    for (t = d.now; t <= SPAN; t++) frees[t] = free_at(c, t);
    n = slots_by_force(frees, d.now, last, all);
    CHECK_EQ(sim_free_of(c, &f), 0);
    if (!horizon) {
        CHECK_EQ(sim_slots_of(&f, &p, &s), 0);
        check_slots(&s, all, n, last);
        check_known(&s, d.now, servers);
        check_known(&s, d.now + test_between(0, SPAN), servers);
        p.kind = SIM_PUBLISH_EARLIEST;
        p.slots = 1 + (uint32_t)test_below(5);
        CHECK_EQ(sim_slots_of(&f, &p, &s), 0);
        check_slots(&s, all, n < p.slots ? n : p.slots, last);
        check_known(&s, d.now + test_between(0, 3), servers);
        p.kind = SIM_PUBLISH_WINDOW;
        p.window = test_between(1, SPAN);
        for (i = 0; i < n; i++)
            if (all[i].start < d.now + p.window && all[i].end > d.now)
                some[kept++] = all[i];
        CHECK_EQ(sim_slots_of(&f, &p, &s), 0);
        check_slots(&s, some, kept, last);
        check_known(&s, d.now + test_between(0, 3), servers);
    } else {
        CHECK_EQ(sim_slots_of(&f, &p, &s), 0);
        for (i = 0; i < s.count; i++) CHECK(s.list[i].end <= d.now + horizon);
    }
    check_amended(&f, servers);
    CHECK_EQ(coa_check(c), COA_OK);
    coa_destroy(c);
    sim_slots_free(&s);
    sim_free_free(&f);
}

static void slots(void)
{
    long i;
    for (i = test_scaled(6000); i > 0; i--) slots_one();
}

/* ---- without faults: as if called directly ----------------------------------------- */

#define SITES 3u

typedef struct told { /* how the last job that was begun ended */
    int times;
    sim_twostep_end end;
    coa_flex_booking booking;
    coa_flex_part parts[SITES];
} told;

static int hear(void *context, uint32_t job, sim_twostep_end end,
                const coa_flex_booking *b)
{
    told *x = (told *)context;
    (void)job;
    x->times++;
    x->end = end;
    if (b) {
        x->booking = *b;
        memcpy(x->parts, b->parts, b->part_count * sizeof *b->parts);
        x->booking.parts = x->parts;
    }
    return 0;
}

static void check_same(const coa_flex_booking *a, const coa_flex_booking *b)
{
    uint32_t i;
    CHECK_EQ(a->start, b->start);
    CHECK_EQ(a->end, b->end);
    CHECK_EQ(a->servers, b->servers);
    CHECK_EQ(a->mold, b->mold);
    CHECK_EQ(a->part_count, b->part_count);
    for (i = 0; i < a->part_count; i++) {
        CHECK_EQ(a->parts[i].site, b->parts[i].site);
        CHECK_EQ(a->parts[i].booking.servers, b->parts[i].booking.servers);
    }
}

static const coa_mold shapes[] = {{2, 9}, {8, 3}, {5, 4}};

static coa_flex_request random_job(int64_t now)
{
    coa_flex_request r = {0};
    r.ready = now + (test_below(3) ? 0 : (int64_t)test_below(10));
    r.length = test_between(1, 8);
    r.overhead = (int64_t)test_below(3);
    r.servers = 1 + (uint32_t)test_below(9);
    r.least = (uint32_t)test_below(3);
    r.most_sites = (uint32_t)test_below(SITES + 1);
    r.first = (uint32_t)test_below(SITES);
    r.molds = shapes;
    r.mold_count = test_below(2) ? test_below(4) : 0;
    return r;
}

typedef struct twins { /* the same sites twice: through messages, and directly */
    coa_site messages[SITES], direct[SITES];
    coa_id local[2][SITES];
} twins;

static void twins_local(twins *x, int64_t now)
{
    const uint32_t k = (uint32_t)test_below(SITES);
    coa_request r = {0};
    coa_booking a, b;
    r.ready = now;
    r.length = test_between(1, 9);
    r.servers = 1 + (uint32_t)test_below(3);
    CHECK_EQ(coa_reserve(x->messages[k].calendar, &r, &a), COA_OK);
    CHECK_EQ(coa_reserve(x->direct[k].calendar, &r, &b), COA_OK);
    CHECK_EQ(a.start, b.start);
    if (test_below(2)) {
        x->local[0][k] = a.id;
        x->local[1][k] = b.id;
    }
}

static void twins_cancel(twins *x)
{
    const uint32_t k = (uint32_t)test_below(SITES);
    if (x->local[0][k])
        CHECK_EQ(coa_cancel(x->messages[k].calendar, x->local[0][k]),
                 coa_cancel(x->direct[k].calendar, x->local[1][k]));
    x->local[0][k] = 0;
}

static void direct_one(void)
{
    enum { JOBS = 8 };
    sim_twostep_rules rules = {{SIM_PUBLISH_ALL, 0, 0}, 0, 0};
    sim_twostep_calls calls = {NULL, hear, NULL, NULL};
    coa_flex_request jobs[JOBS];
    coa_id ids[2][JOBS];
    sim_twostep t;
    twins x;
    told heard;
    int64_t now = 0;
    uint32_t i, n = 0, ops;
    memset(&x, 0, sizeof x);
    memset(&heard, 0, sizeof heard);
    for (i = 0; i < SITES; i++) {
        const uint32_t servers = 3 + (uint32_t)test_below(4);
        x.messages[i].calendar = calendar_of(servers, COA_INDEX_COUNT, 0);
        x.direct[i].calendar = calendar_of(servers, COA_INDEX_COUNT, 0);
    }
    calls.context = &heard;
    CHECK_EQ(sim_twostep_open(&t, x.messages, SITES, &rules, &calls), 0);
    while (now < 30 && n < JOBS) {
        coa_flex_booking b;
        coa_status s;
        const uint64_t what = test_below(6);
        now += (int64_t)test_below(2);
        for (i = 0; i < SITES; i++) {
            CHECK_EQ(coa_advance(x.messages[i].calendar, now), COA_OK);
            CHECK_EQ(coa_advance(x.direct[i].calendar, now), COA_OK);
        }
        heard.times = 0;
        if (what < 2) {
            twins_local(&x, now);
        } else if (what == 2) {
            twins_cancel(&x);
        } else if (what < 5) {
            jobs[n] = random_job(now);
            s = coa_flex_reserve(x.direct, SITES, &jobs[n], &b);
            CHECK_EQ(sim_twostep_begin(&t, n, &jobs[n], now), 0);
            CHECK_EQ(sim_twostep_step(&t, now), 0);
            CHECK_EQ(heard.times, 1);
            CHECK_EQ(heard.end, s == COA_OK ? SIM_TWOSTEP_BOOKED : SIM_TWOSTEP_NO_FIT);
            if (s != COA_OK) continue;
            check_same(&heard.booking, &b);
            ids[0][n] = heard.booking.id;
            ids[1][n++] = b.id;
        } else if (n) {
            i = (uint32_t)test_below(n);
            s = coa_flex_get(x.direct, SITES, ids[1][i], &b);
            if (s != COA_OK || b.start <= now) continue;
            ops = 1 + (uint32_t)test_below(7);
            s = coa_flex_reschedule(x.direct, SITES, ids[1][i], &jobs[i], ops, &b);
            CHECK_EQ(s, COA_OK);
            CHECK_EQ(sim_twostep_begin_move(&t, i, &jobs[i], ops, ids[0][i], now), 0);
            CHECK_EQ(sim_twostep_step(&t, now), 0);
            CHECK_EQ(heard.times, 1);
            CHECK_EQ(heard.end,
                     b.id == ids[1][i] ? SIM_TWOSTEP_STAYS : SIM_TWOSTEP_BOOKED);
            if (b.id == ids[1][i]) continue;
            check_same(&heard.booking, &b);
            ids[0][i] = heard.booking.id;
            ids[1][i] = b.id;
        }
    }
    CHECK_EQ(t.counts.stale, 0);
    CHECK_EQ(t.counts.retries, 0);
    sim_twostep_free(&t);
    for (i = 0; i < SITES; i++) {
        CHECK_EQ(coa_check(x.messages[i].calendar), COA_OK);
        coa_destroy(x.messages[i].calendar);
        coa_destroy(x.direct[i].calendar);
    }
}

static void direct(void)
{
    long i;
    for (i = test_scaled(1500); i > 0; i--) direct_one();
}
