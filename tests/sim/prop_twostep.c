/* prop_twostep.c - published slots (slots.h) and the two-step reservation (twostep.h).
 *
 * Slots: against all rectangles of free processors that there are, on random calendars.
 *
 * One job alone: exactly so many messages and so much time, and what a lost one costs.
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
#include "coalloc.h"

#include "test.h"

#include "flexco/messages/slots.h"
#include "flexco/messages/twostep.h"
#include "flexco/messages/twostep_state.h"

#define FLEX_KEY 0 /* as the simulator has it */
#include "coalloc/flex_at.h"

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
                             struct slot *out)
{
    size_t n = 0;
    int64_t s, e, t;
    for (s = now; s < last; s++)
        for (e = last; e > s; e--) {
            uint32_t least = frees[s];
            for (t = s; t < e; t++) least = frees[t] < least ? frees[t] : least;
            if (!least || (s > now && frees[s - 1] >= least) ||
                (e < last && frees[e] >= least))
                continue;
            out[n].start = s;
            out[n].end = e;
            out[n].count = least;
            out[n].id = (uint32_t)n + 1;
            n++;
        }
    return n;
}

static void check_slots(const struct slots *s, const struct slot *all, size_t n,
                        int64_t never)
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
static void check_known(const struct slots *s, int64_t now, uint32_t servers)
{
    struct slots_free f = {0};
    coa_calendar *c;
    int64_t t;
    size_t i;
    CHECK_EQ(slots_free_known(s, now, &f), 0);
    CHECK_EQ(f.steps[0].from, now);
    CHECK_EQ(slots_free_calendar(&f, servers, &c), COA_OK);
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
    slots_free_free(&f);
}

static void check_amended(const struct slots_free *before, uint32_t servers)
{
    struct slots_free f = {0};
    uint32_t was[SPAN + 3], is[SPAN + 3];
    const int64_t from = (int64_t)test_below(SPAN), to = from + test_between(0, 9);
    const uint32_t more = (uint32_t)test_below(3),
                   most = (uint32_t)test_below(servers + 1);
    int64_t t;
    size_t i;
    CHECK_EQ(slots_free_room(&f, before->count), 0);
    memcpy(f.steps, before->steps, before->count * sizeof *f.steps);
    f.count = before->count;
    CHECK_EQ(slots_free_amend(&f, from, to, more, most), 0);
    for (t = before->steps[0].from; t < SPAN + 3; t++) {
        for (i = 0; i < before->count && before->steps[i].from <= t; i++)
            was[t] = before->steps[i].count;
        for (i = 0; i < f.count && f.steps[i].from <= t; i++) is[t] = f.steps[i].count;
        if (from <= t && t < to) was[t] = was[t] + more < most ? was[t] + more : most;
        CHECK_EQ(is[t], was[t]);
    }
    slots_free_free(&f);
}

static void slots_one(void)
{
    static struct slot all[SPAN * SPAN], some[SPAN * SPAN];
    uint32_t frees[SPAN + 1];
    const uint32_t servers = 1 + (uint32_t)test_below(7);
    const int64_t horizon = test_below(5) == 0 ? SPAN : 0;
    coa_calendar *c =
        calendar_of(servers, test_below(2) ? COA_INDEX_COUNT : COA_INDEX_MAP, horizon);
    struct slots_publishing p = {SLOTS_PUBLISH_ALL, 0, 0};
    struct slots s = {0};
    struct slots_free f = {0};
    coa_desc d;
    size_t n, i, kept = 0;
    int64_t t, last = SPAN;
    book_at_random(c, servers, !horizon);
    coa_describe(c, &d);
    if (horizon) last = d.now + horizon < SPAN ? d.now + horizon : SPAN;
    for (t = d.now; t <= SPAN; t++) frees[t] = free_at(c, t);
    n = slots_by_force(frees, d.now, last, all);
    CHECK_EQ(slots_free_of(c, &f), 0);
    if (!horizon) {
        CHECK_EQ(slots_of(&f, &p, &s), 0);
        check_slots(&s, all, n, last);
        check_known(&s, d.now, servers);
        check_known(&s, d.now + test_between(0, SPAN), servers);
        p.kind = SLOTS_PUBLISH_EARLIEST;
        p.slots = 1 + (uint32_t)test_below(5);
        CHECK_EQ(slots_of(&f, &p, &s), 0);
        check_slots(&s, all, n < p.slots ? n : p.slots, last);
        check_known(&s, d.now + test_between(0, 3), servers);
        p.kind = SLOTS_PUBLISH_WINDOW;
        p.window = test_between(1, SPAN);
        for (i = 0; i < n; i++)
            if (all[i].start < d.now + p.window && all[i].end > d.now)
                some[kept++] = all[i];
        CHECK_EQ(slots_of(&f, &p, &s), 0);
        check_slots(&s, some, kept, last);
        check_known(&s, d.now + test_between(0, 3), servers);
    } else {
        CHECK_EQ(slots_of(&f, &p, &s), 0);
        for (i = 0; i < s.count; i++) CHECK(s.list[i].end <= d.now + horizon);
    }
    check_amended(&f, servers);
    CHECK_EQ(coa_check(c), COA_OK);
    coa_destroy(c);
    slots_free(&s);
    slots_free_free(&f);
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
    enum twostep_end end;
    coa_flex_booking booking;
    coa_flex_part parts[SITES];
} told;

static int hear(void *context, uint32_t job, enum twostep_end end,
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
    r.mold_count = test_below(2) ? (size_t)test_below(4) : 0;
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
    struct twostep_rules rules = {{SLOTS_PUBLISH_ALL, 0, 0}, 0, 0};
    struct twostep_calls calls = {NULL, hear, NULL, NULL, NULL};
    coa_flex_request jobs[JOBS];
    coa_id ids[2][JOBS];
    struct twostep t;
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
    CHECK_EQ(twostep_state_open(&t, x.messages, SITES, &rules, &calls), 0);
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
            s = coa_flex_reserve(flex_at(x.direct, SITES), &jobs[n], &b);
            CHECK_EQ(twostep_begin(&t, n, &jobs[n], now), 0);
            CHECK_EQ(twostep_step(&t, now), 0);
            CHECK_EQ(heard.times, 1);
            CHECK_EQ(heard.end, s == COA_OK ? TWOSTEP_BOOKED : TWOSTEP_NO_FIT);
            if (s != COA_OK) continue;
            check_same(&heard.booking, &b);
            ids[0][n] = heard.booking.id;
            ids[1][n++] = b.id;
        } else if (n) {
            i = (uint32_t)test_below(n);
            s = coa_flex_get(flex_at(x.direct, SITES), ids[1][i], &b);
            if (s != COA_OK || b.start <= now) continue;
            ops = 1 + (uint32_t)test_below(7);
            s = coa_flex_reschedule(flex_at(x.direct, SITES), ids[1][i], &jobs[i], ops,
                                    &b);
            CHECK_EQ(s, COA_OK);
            CHECK_EQ(twostep_begin_move(&t, i, &jobs[i], ops, ids[0][i], now), 0);
            CHECK_EQ(twostep_step(&t, now), 0);
            CHECK_EQ(heard.times, 1);
            CHECK_EQ(heard.end, b.id == ids[1][i] ? TWOSTEP_STAYS : TWOSTEP_BOOKED);
            if (b.id == ids[1][i]) continue;
            check_same(&heard.booking, &b);
            ids[0][i] = heard.booking.id;
            ids[1][i] = b.id;
        }
    }
    CHECK_EQ(t.counts.stale, 0);
    CHECK_EQ(t.counts.retries, 0);
    twostep_state_free(&t);
    for (i = 0; i < SITES; i++) {
        CHECK_EQ(coa_check(x.messages[i].calendar), COA_OK);
        coa_destroy(x.messages[i].calendar);
        coa_destroy(x.direct[i].calendar);
    }
    flex_done();
}

static void direct(void)
{
    long i;
    for (i = test_scaled(1500); i > 0; i--) direct_one();
}

/* ---- one job alone: what it costs, and what a lost message costs ------------------- */

typedef struct lonely {
    struct twostep t;
    coa_site sites[SITES];
    told heard;
    struct twostep_counts counts;
    uint64_t sent, lose;
    int64_t now; /* when it ended */
} lonely;

static int lonely_ended(void *context, uint32_t job, enum twostep_end end,
                        const coa_flex_booking *b)
{
    lonely *x = (lonely *)context;
    return hear(&x->heard, job, end, b);
}

static int lonely_lost(void *context)
{
    lonely *x = (lonely *)context;
    return ++x->sent == x->lose;
}

/* A job that needs all of three sites and starts when they are free, far away. */
static void run_alone(lonely *x, int64_t latency, int64_t lease, uint64_t lose)
{
    const struct twostep_rules rules = {{SLOTS_PUBLISH_ALL, 0, 0}, latency, lease};
    const struct twostep_calls calls = {x, lonely_ended, NULL, NULL, lonely_lost};
    coa_flex_request r = {0};
    int64_t end = 0;
    uint32_t i;
    memset(x, 0, sizeof *x);
    x->lose = lose;
    for (i = 0; i < SITES; i++) x->sites[i].calendar = calendar_of(4, COA_INDEX_COUNT, 0);
    r.ready = 1000;
    r.length = 10;
    r.servers = 4 * SITES;
    CHECK_EQ(twostep_state_open(&x->t, x->sites, SITES, &rules, &calls), 0);
    CHECK_EQ(twostep_begin(&x->t, 0, &r, 0), 0);
    while ((x->now = twostep_due(&x->t)) != COA_FOREVER) {
        for (i = 0; i < SITES; i++)
            CHECK_EQ(coa_advance(x->sites[i].calendar, x->now), COA_OK);
        CHECK_EQ(twostep_step(&x->t, x->now), 0);
        if (!end && x->heard.times) end = x->now;
    }
    x->now = end;
    CHECK_EQ(x->heard.times, 1);
    for (i = 0; i < SITES; i++)
        CHECK_EQ(free_at(x->sites[i].calendar, 1000),
                 x->heard.end == TWOSTEP_BOOKED ? 0 : 4);
    x->counts = x->t.counts;
    twostep_state_free(&x->t);
    for (i = 0; i < SITES; i++) coa_destroy(x->sites[i].calendar);
}

/* Three questions and three answers for each site, six messages' time. A lost one costs
 * the time of an answer and is sent again, the question too if it was an answer; nothing
 * is given back, as a lease that is confirmed does not end. */
static void alone(void)
{
    static lonely x;
    int64_t latency, lease;
    uint64_t lose;
    for (latency = 0; latency < 5; latency++) {
        for (lease = 0; lease < 2; lease++)
            for (lose = 0; lose <= 6 * SITES; lose++) {
                const int short_lease = lease && (lose == 0 || lose > 5 * SITES);
                run_alone(&x, latency, short_lease ? 2 * latency + 1 : 0, lose);
                CHECK_EQ(x.heard.end, TWOSTEP_BOOKED);
                CHECK_EQ(x.counts.lost, lose > 0);
                CHECK_EQ(x.counts.repeats, lose > 0);
                CHECK_EQ(x.counts.retries, 0);
                CHECK_EQ(x.counts.leases, 0);
                CHECK_EQ(x.now, 6 * latency + (lose ? 2 * latency + 1 : 0));
                if (lose == 0) CHECK_EQ(x.counts.messages, 6 * SITES);
            }
        if (latency < 2) continue; /* a lease that nobody can confirm in time */
        run_alone(&x, latency, 2 * latency - 1, 0);
        CHECK_EQ(x.heard.end, TWOSTEP_GIVEN_UP);
        CHECK_EQ(x.counts.retries, TWOSTEP_ATTEMPTS - 1);
        CHECK_EQ(x.counts.leases, TWOSTEP_ATTEMPTS * SITES);
    }
}

static coa_id hold_local(coa_calendar *c, int64_t from, int64_t to, uint32_t servers)
{
    coa_request r = {0};
    coa_booking b;
    r.ready = from;
    r.length = to - from;
    r.servers = servers;
    r.retries = COA_NO_RETRY;
    CHECK_EQ(coa_reserve(c, &r, &b), COA_OK);
    return b.id;
}

/* All until then, and one instant after the other. */
static void live_alone(lonely *x, int64_t until)
{
    uint32_t i;
    for (; x->now <= until; x->now++) {
        for (i = 0; i < 2; i++)
            CHECK_EQ(coa_advance(x->sites[i].calendar, x->now), COA_OK);
        CHECK_EQ(twostep_step(&x->t, x->now), 0);
    }
}

/* A job at two sites, [20, 35), could be at one, [22, 32). If the acknowledgement is late
 * it would come at 21, when the job has begun: then it stays. */
static void move_alone(int late)
{
    static lonely x;
    const struct twostep_rules rules = {{SLOTS_PUBLISH_ALL, 0, 0}, 1, 0};
    const struct twostep_calls calls = {&x, lonely_ended, NULL, NULL, lonely_lost};
    coa_flex_request r = {0};
    coa_id in_the_way;
    memset(&x, 0, sizeof x);
    x.sites[0].calendar = calendar_of(4, COA_INDEX_COUNT, 0);
    x.sites[1].calendar = calendar_of(4, COA_INDEX_COUNT, 0);
    in_the_way = hold_local(x.sites[0].calendar, 0, 100, 2);
    (void)hold_local(x.sites[1].calendar, 0, 20, 4);
    (void)hold_local(x.sites[1].calendar, 20, 100, 2);
    r.length = 10;
    r.overhead = 5;
    r.servers = 4;
    CHECK_EQ(twostep_state_open(&x.t, x.sites, 2, &rules, &calls), 0);
    CHECK_EQ(twostep_begin(&x.t, 0, &r, 0), 0);
    live_alone(&x, 11);
    CHECK_EQ(x.heard.end, TWOSTEP_BOOKED);
    CHECK_EQ(x.heard.booking.start, 20);
    CHECK_EQ(x.heard.booking.end, 35);
    CHECK_EQ(coa_cancel(x.sites[0].calendar, in_the_way), COA_OK);
    (void)hold_local(x.sites[0].calendar, x.now, 22, 2);
    if (late) x.lose = x.sent + 8; /* asks, slots, prepare, held, confirm, acknowledged */
    CHECK_EQ(
        twostep_begin_move(&x.t, 0, &r, COA_SHIFT | COA_REMAP, x.heard.booking.id, x.now),
        0);
    live_alone(&x, 40);
    CHECK_EQ(x.heard.times, 2);
    CHECK_EQ(x.heard.end, late ? TWOSTEP_STAYS : TWOSTEP_BOOKED);
    CHECK_EQ(x.heard.booking.start, late ? 20 : 22);
    CHECK_EQ(twostep_due(&x.t), COA_FOREVER);
    twostep_state_free(&x.t);
    coa_destroy(x.sites[0].calendar);
    coa_destroy(x.sites[1].calendar);
}

static void begun(void)
{
    move_alone(0);
    move_alone(1);
}

/* ---- with faults: a system and its script ------------------------------------------ */

enum {
    SCRIPT = 24, /* instants in which it does something                        */
    STAYS = 400, /* all that is booked lasts longer than anything is under way */
    MOST_JOBS = 6,
    MOST_LOCALS = 64
};

typedef enum deed { LOCAL, CANCEL, META, MOVE } deed;

typedef struct act {
    int64_t at;
    deed what;
    uint32_t site;     /* LOCAL, CANCEL: the site's oldest local booking */
    uint32_t job;      /* META, MOVE                                     */
    uint32_t ops;      /* MOVE                                           */
    coa_request local; /* LOCAL: ready after `at`                        */
    coa_flex_request job_is;
} act;

typedef struct script {
    uint32_t sites, servers[SITES], index[SITES];
    struct twostep_rules rules;
    act acts[2 * SCRIPT];
    size_t count;
    uint32_t jobs;
} script;

typedef struct faults {
    uint64_t lost[2]; /* how manieth messages; from 1, 0 = none                 */
    long turn;        /* a site fails before the how manieth event; 0 = none    */
    int64_t at;       /* or at that time, before the events; -1 = not           */
    uint32_t site;
    int64_t back; /* and is back so much later; -1 = never                  */
} faults;

static const faults no_faults = {{0, 0}, 0, -1, 0, 0};

typedef struct local {
    uint32_t site;
    coa_booking is; /* as granted; id 0: over */
} local;

typedef struct meta {
    const coa_flex_request *request; /* NULL: not begun, or given up */
    coa_flex_booking is;             /* id 0: not booked             */
    coa_flex_part parts[SITES];
    int underway, moving;
} meta;

typedef struct world { /* a run of the script */
    const script *plan;
    const faults *harm;
    struct twostep t;
    coa_site sites[SITES];
    local locals[MOST_LOCALS];
    size_t local_count;
    meta metas[MOST_JOBS];
    uint64_t sent;
    long turns;
    int64_t now, failed_at; /* -1: no site has failed                */
    int64_t held[SITES];    /* processors times seconds, as is told  */
    int down, booked, moved, tired;
    struct twostep_counts counts;
} world;

/* Sites large enough for a few jobs at once, with something else in their way. */
static void make_script(script *s, uint32_t sites, uint32_t jobs)
{
    int64_t at;
    uint32_t i;
    memset(s, 0, sizeof *s);
    s->sites = sites;
    s->jobs = jobs;
    for (i = 0; i < sites; i++) {
        s->servers[i] = 4 + (uint32_t)test_below(4);
        s->index[i] = test_below(3) ? COA_INDEX_COUNT : COA_INDEX_MAP;
    }
    s->rules.latency = (int64_t)test_below(4);
    s->rules.publishing.kind = (enum slots_publish)test_below(3);
    s->rules.publishing.slots = 2 + (uint32_t)test_below(6);
    s->rules.publishing.window = test_between(2 * STAYS, 6 * STAYS);
    if (test_below(2)) s->rules.lease = 1 + 2 * s->rules.latency + test_between(0, 6);
    for (at = i = 0; at < SCRIPT; at += test_between(0, 3)) {
        act *a = &s->acts[s->count];
        const uint64_t dice = s->count < sites ? 0 : i == 0 ? 4 : test_below(8);
        if (s->count == sizeof s->acts / sizeof s->acts[0]) break;
        a->at = at;
        a->what = dice < 2 ? LOCAL : dice < 4 ? CANCEL : dice < 6 ? META : MOVE;
        if (a->what == META && i == jobs) a->what = MOVE;
        if (a->what == MOVE && i == 0) continue;
        s->count++;
        a->site = (uint32_t)(s->count <= sites ? s->count - 1 : test_below(sites));
        a->local.ready = test_below(3) ? 0 : STAYS;
        a->local.length = test_between(STAYS, 2 * STAYS);
        a->local.servers = 1 + (uint32_t)test_below(s->servers[a->site]);
        a->job_is = random_job(0);
        a->job_is.ready = test_below(3) ? 0 : test_below(2) ? STAYS : SCRIPT;
        a->job_is.length = test_between(STAYS, 2 * STAYS);
        a->job_is.servers = 2 + (uint32_t)test_below(8);
        a->job_is.first = (uint32_t)test_below(sites);
        a->job_is.mold_count = 0;
        a->job = a->what == META ? i++ : (uint32_t)test_below(i ? i : 1);
        a->ops = COA_SHIFT | (uint32_t)test_below(8);
    }
}

/* ---- a run ------------------------------------------------------------------------- */

/* No part runs alone: what has begun is booked, or about to be given back. */
static void check_holds(const world *w)
{
    uint32_t i, k;
    size_t n;
    for (i = 0; i < w->plan->sites; i++)
        for (n = 0; n < w->t.providers[i].count; n++) {
            const struct twostep_hold *h = &w->t.providers[i].holds[n];
            for (k = 0; k < h->count; k++) {
                coa_booking b;
                CHECK_EQ(coa_get(w->sites[i].calendar, h->pieces[k], &b), COA_OK);
                CHECK(b.start > w->now || h->confirmed);
            }
        }
    for (i = 0; i < w->t.attempt_count; i++)
        if (w->t.attempts[i]->phase == TWOSTEP_ATTEMPT_CONFIRMS)
            CHECK(w->t.attempts[i]->plan.start > w->now);
}

static int is_lost(void *context)
{
    world *w = (world *)context;
    w->sent++;
    return w->sent == w->harm->lost[0] || w->sent == w->harm->lost[1];
}

/* What the metascheduler tells goes into the ledger. */
static int ended(void *context, uint32_t job, enum twostep_end end,
                 const coa_flex_booking *b)
{
    world *w = (world *)context;
    meta *m = &w->metas[job];
    CHECK(m->underway);
    CHECK_EQ(end == TWOSTEP_BOOKED, b != NULL);
    if (m->moving)
        CHECK(end != TWOSTEP_NO_FIT && m->is.id);
    else
        CHECK(end != TWOSTEP_STAYS);
    w->tired += end == TWOSTEP_GIVEN_UP;
    if (b) {
        CHECK(b->start >= w->now);
        CHECK(b->start >= m->request->ready);
        CHECK(!m->moving || (b->end < m->is.end && m->is.start >= w->now));
        if (m->moving)
            w->moved++;
        else
            w->booked++;
        m->is = *b;
        memcpy(m->parts, b->parts, b->part_count * sizeof *b->parts);
        m->is.parts = m->parts;
    }
    m->underway = m->moving = 0;
    return 0;
}

static int held(void *context, uint32_t site, const coa_booking *b)
{
    ((world *)context)->held[site] += (b->end - b->start) * b->servers;
    return 0;
}

static int let_go(void *context, uint32_t site, const coa_booking *b, int back)
{
    (void)back;
    ((world *)context)->held[site] -= (b->end - b->start) * b->servers;
    return 0;
}

static void begin(world *w, uint32_t job, const coa_flex_request *r)
{
    meta *m = &w->metas[job];
    memset(m, 0, sizeof *m);
    m->request = r;
    m->underway = 1;
    CHECK_EQ(twostep_begin(&w->t, job, r, w->now), 0);
    CHECK(twostep_busy(&w->t, job));
}

static void do_local(world *w, const act *a)
{
    local *l = &w->locals[w->local_count];
    coa_request r = a->local;
    CHECK(w->local_count < MOST_LOCALS);
    if (w->down && w->harm->site == a->site) return;
    r.ready += w->now;
    l->site = a->site;
    CHECK_EQ(coa_reserve(w->sites[a->site].calendar, &r, &l->is), COA_OK);
    w->local_count++;
}

static void do_cancel(world *w, uint32_t site)
{
    size_t i;
    for (i = 0; i < w->local_count; i++) {
        local *l = &w->locals[i];
        if (!l->is.id || l->site != site) continue;
        CHECK_EQ(coa_cancel(w->sites[site].calendar, l->is.id), COA_OK);
        l->is.id = 0;
        return;
    }
}

static void do_move(world *w, const act *a)
{
    meta *m = &w->metas[a->job];
    if (!m->is.id || m->underway || m->is.start <= w->now) return;
    m->underway = m->moving = 1;
    CHECK_EQ(twostep_begin_move(&w->t, a->job, m->request, a->ops, m->is.id, w->now), 0);
}

static void do_act(world *w, const act *a)
{
    switch (a->what) {
    case LOCAL: do_local(w, a); break;
    case CANCEL: do_cancel(w, a->site); break;
    case META: begin(w, a->job, &a->job_is); break;
    case MOVE: do_move(w, a); break;
    }
}

static int has_part_at(const meta *m, uint32_t site)
{
    uint32_t i;
    for (i = 0; m->is.id && i < m->is.part_count; i++)
        if (m->parts[i].site == site) return 1;
    return 0;
}

static uint32_t up_sites(const world *w, coa_site list[SITES])
{
    uint32_t i, n = 0;
    for (i = 0; i < w->plan->sites; i++)
        if (w->sites[i].calendar) list[n++] = w->sites[i];
    return n;
}

/* As a caller has to: jobs with a part there are cancelled everywhere, and begun anew. */
static void fail_site(world *w)
{
    const uint32_t site = w->harm->site;
    coa_site list[SITES];
    size_t i;
    for (i = 0; i < w->plan->jobs; i++) {
        meta *m = &w->metas[i];
        if (!has_part_at(m, site)) continue;
        CHECK_EQ(coa_flex_cancel(flex_at(list, up_sites(w, list)), m->is.id), COA_OK);
        CHECK_EQ(twostep_drop(&w->t, (uint32_t)i, w->now), 0);
    }
    for (i = 0; i < w->local_count; i++)
        if (w->locals[i].site == site) w->locals[i].is.id = 0;
    coa_destroy(w->sites[site].calendar);
    w->sites[site].calendar = NULL;
    w->held[site] = 0;
    CHECK_EQ(twostep_site_failed(&w->t, site, w->now), 0);
    w->down = 1;
    w->failed_at = w->now;
    for (i = 0; i < w->plan->jobs; i++)
        if (has_part_at(&w->metas[i], site)) begin(w, (uint32_t)i, w->metas[i].request);
}

static void recover_site(world *w)
{
    const uint32_t site = w->harm->site;
    w->sites[site].calendar =
        calendar_of(w->plan->servers[site], w->plan->index[site], 0);
    CHECK_EQ(coa_advance(w->sites[site].calendar, w->now), COA_OK);
    CHECK_EQ(twostep_site_up(&w->t, site, w->now), 0);
    w->down = 0;
}

static int64_t back_at(const world *w)
{
    return w->down && w->harm->back >= 0 ? w->failed_at + w->harm->back : COA_FOREVER;
}

/* One instant: what the script does, then events. */
static void live(world *w, size_t *next)
{
    uint32_t i;
    for (i = 0; i < w->plan->sites; i++)
        if (w->sites[i].calendar)
            CHECK_EQ(coa_advance(w->sites[i].calendar, w->now), COA_OK);
    if (w->harm->at == w->now && w->failed_at < 0) fail_site(w);
    if (back_at(w) <= w->now) recover_site(w);
    while (*next < w->plan->count && w->plan->acts[*next].at == w->now)
        do_act(w, &w->plan->acts[(*next)++]);
    while (twostep_due(&w->t) <= w->now) {
        if (++w->turns == w->harm->turn) fail_site(w);
        if (back_at(w) <= w->now) recover_site(w);
        CHECK_EQ(twostep_turn(&w->t, w->now), 0);
    }
    check_holds(w);
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* When nothing more happens: what is booked anywhere is what the ledger has. */
static int in_ledger(const world *w, uint32_t site, const coa_booking *b)
{
    size_t i, k;
    for (i = 0; i < w->local_count; i++)
        if (w->locals[i].site == site && w->locals[i].is.id == b->id) return !b->parts;
    for (i = 0; i < w->plan->jobs; i++) {
        const meta *m = &w->metas[i];
        for (k = 0; m->is.id == b->id && k < m->is.part_count; k++)
            if (m->parts[k].site == site)
                return b->parts == m->is.part_count && b->start == m->is.start &&
                       b->end == m->is.end && b->servers == m->parts[k].booking.servers;
    }
    return 0;
}

static uint32_t booked_at(const world *w, uint32_t site, int64_t t)
{
    uint32_t sum = 0;
    size_t i, k;
    for (i = 0; i < w->local_count; i++) {
        const local *l = &w->locals[i];
        if (l->is.id && l->site == site && l->is.start <= t && t < l->is.end)
            sum += l->is.servers;
    }
    for (i = 0; i < w->plan->jobs; i++) {
        const meta *m = &w->metas[i];
        for (k = 0; m->is.id && k < m->is.part_count; k++)
            if (m->parts[k].site == site && m->is.start <= t && t < m->is.end)
                sum += m->parts[k].booking.servers;
    }
    return sum;
}

/* Free processors as the ledger has them, whenever something of it starts or ends. */
static void check_free(const world *w, uint32_t site, int64_t t)
{
    if (t >= w->now)
        CHECK_EQ(free_at(w->sites[site].calendar, t),
                 w->plan->servers[site] - booked_at(w, site, t));
}

static void check_site(const world *w, uint32_t site)
{
    coa_booking b;
    size_t i;
    CHECK_EQ(w->t.providers[site].count, 0); /* no hold remains */
    CHECK_EQ(w->held[site], 0);
    if (!w->sites[site].calendar) return;
    CHECK_EQ(coa_check(w->sites[site].calendar), COA_OK);
    for (b.id = 0; coa_next(w->sites[site].calendar, b.id, &b) == COA_OK;)
        CHECK(in_ledger(w, site, &b));
    check_free(w, site, w->now);
    for (i = 0; i < w->local_count; i++) {
        check_free(w, site, w->locals[i].is.start);
        check_free(w, site, w->locals[i].is.end);
    }
    for (i = 0; i < w->plan->jobs; i++) {
        check_free(w, site, w->metas[i].is.start);
        check_free(w, site, w->metas[i].is.end);
    }
}

/* A job that is booked has all its parts. */
static void check_job(const world *w, const meta *m)
{
    coa_site list[SITES];
    coa_flex_booking b;
    uint32_t i, sum = 0;
    CHECK(!m->underway);
    if (!m->is.id) return;
    CHECK_EQ(coa_flex_get(flex_at(list, up_sites(w, list)), m->is.id, &b), COA_OK);
    CHECK_EQ(b.start, m->is.start);
    CHECK_EQ(b.end, m->is.end);
    CHECK_EQ(b.part_count, m->is.part_count);
    for (i = 0; i < b.part_count; i++) {
        CHECK_EQ(b.parts[i].booking.start, b.start);
        CHECK_EQ(b.parts[i].booking.end, b.end);
        sum += b.parts[i].booking.servers;
    }
    CHECK_EQ(sum, m->request->servers);
}

static void check_quiet(const world *w)
{
    uint32_t i;
    CHECK(w->now < STAYS); /* so that nothing is over that should not be there */
    for (i = 0; i < w->t.attempt_count; i++)
        CHECK_EQ(w->t.attempts[i]->phase, TWOSTEP_ATTEMPT_IDLE);
    for (i = 0; i < w->plan->sites; i++) check_site(w, i);
    for (i = 0; i < w->plan->jobs; i++) check_job(w, &w->metas[i]);
}

static void run_script(world *w, const script *plan, const faults *harm)
{
    struct twostep_calls calls = {w, ended, held, let_go, is_lost};
    size_t next = 0;
    uint32_t i;
    memset(w, 0, sizeof *w);
    w->plan = plan;
    w->harm = harm;
    w->failed_at = -1;
    for (i = 0; i < plan->sites; i++)
        w->sites[i].calendar = calendar_of(plan->servers[i], plan->index[i], 0);
    CHECK_EQ(twostep_state_open(&w->t, w->sites, plan->sites, &plan->rules, &calls), 0);
    for (;;) {
        int64_t then = earlier(twostep_due(&w->t), back_at(w));
        if (next < plan->count) then = earlier(then, plan->acts[next].at);
        if (harm->at >= w->now && w->failed_at < 0) then = earlier(then, harm->at);
        if (then == COA_FOREVER) break;
        w->now = then;
        live(w, &next);
    }
    check_quiet(w);
    w->counts = w->t.counts;
    twostep_state_free(&w->t);
    flex_done();
    for (i = 0; i < plan->sites; i++) coa_destroy(w->sites[i].calendar);
}

/* ---- every fault ------------------------------------------------------------------- */

typedef struct tally {
    long runs;
    struct twostep_counts counts;
    long booked, moved, tired;
} tally;

static void run_once(const script *plan, const faults *harm, tally *sum, uint64_t *sent,
                     long *turns)
{
    static world w;
    run_script(&w, plan, harm);
    sum->runs++;
    sum->booked += w.booked;
    sum->moved += w.moved;
    sum->tired += w.tired;
    sum->counts.messages += w.counts.messages;
    sum->counts.lost += w.counts.lost;
    sum->counts.repeats += w.counts.repeats;
    sum->counts.stale += w.counts.stale;
    sum->counts.retries += w.counts.retries;
    sum->counts.leases += w.counts.leases;
    if (sent) *sent = w.sent;
    if (turns) *turns = w.turns;
}

static void lose_each(const script *plan, int pairs, tally *sum)
{
    faults harm = no_faults;
    uint64_t sent, after, m;
    run_once(plan, &harm, sum, &sent, NULL);
    for (m = 1; m <= sent; m++) {
        harm.lost[0] = m;
        harm.lost[1] = 0;
        run_once(plan, &harm, sum, &after, NULL);
        if (!pairs) continue;
        for (harm.lost[1] = m + 1; harm.lost[1] <= after; harm.lost[1]++)
            run_once(plan, &harm, sum, NULL, NULL);
    }
}

static const int64_t backs[] = {0, 1, 5, -1};

static void fail_each(const script *plan, tally *sum)
{
    faults harm = no_faults;
    uint64_t sent;
    long turns, k;
    run_once(plan, &harm, sum, &sent, &turns);
    for (harm.site = 0; harm.site < plan->sites; harm.site++) {
        for (k = 1; k <= turns; k++) {
            harm.turn = k;
            harm.back = backs[test_below(4)];
            if (test_below(4) == 0) harm.lost[0] = 1 + test_below(sent + 1);
            run_once(plan, &harm, sum, NULL, NULL);
            harm.lost[0] = 0;
        }
        harm.turn = 0;
        for (harm.at = 0; harm.at < 2 * SCRIPT; harm.at++) {
            harm.back = backs[test_below(4)];
            run_once(plan, &harm, sum, NULL, NULL);
        }
        harm.at = -1;
    }
}

/* Has what should be tried been tried? */
static void check_tally(const tally *s, int moves)
{
    if (test_scaled(100) < 100) return;
    CHECK(s->booked > s->runs);
    CHECK(s->counts.lost > 0 && s->counts.repeats > 0 && s->counts.leases > 0);
    CHECK(s->counts.stale > 0 && s->counts.retries > s->counts.stale);
    if (moves) CHECK(s->moved > s->runs / 20);
}

static void losses(void)
{
    static script plan;
    tally sum = {0};
    long i;
    for (i = test_scaled(60); i > 0; i--) {
        make_script(&plan, 2 + (uint32_t)test_below(2), 2 + (uint32_t)test_below(4));
        lose_each(&plan, 0, &sum);
    }
    check_tally(&sum, 1);
}

static void pairs(void)
{
    static script plan;
    tally sum = {0};
    long i;
    for (i = test_scaled(6); i > 0; i--) {
        make_script(&plan, 2, 2);
        lose_each(&plan, 1, &sum);
    }
    check_tally(&sum, 0);
}

static void failures(void)
{
    static script plan;
    tally sum = {0};
    long i;
    for (i = test_scaled(40); i > 0; i--) {
        make_script(&plan, 2 + (uint32_t)test_below(2), 2 + (uint32_t)test_below(4));
        fail_each(&plan, &sum);
    }
    check_tally(&sum, 1);
}

TEST_MAIN(TEST(slots), TEST(direct), TEST(alone), TEST(begun), TEST(losses), TEST(pairs),
          TEST(failures))
