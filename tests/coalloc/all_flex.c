/* all_flex.c - all short sequences of FlexCo calls over two sites, against brute force.
 *
 * The sites have two servers each, and 5 instants; every pair of indexes is tried. Jobs
 * come, move, end early and go, beside bookings of one site; clocks move on together or
 * apart, and a site is saved and loaded. What a call answers must be the best of
 * everything (flex_model.h), and so many servers must be busy at each moment as the jobs
 * and bookings add up to. DEPTH: how many calls. */
#include "tiny.h"

#include "coalloc.h"
#include "test.h"
#include "audit.h"
#include "undo.h"
#define FLEX_HEAP undo_hook, NULL
#include "save_check.h"

#define TIMES 12
#include "flex_model.h"

enum { INSTANTS = 5, MOST_CALLS = 400, MOST_DEPTH = 6 };

enum what {
    JOB, /* of several sites */
    LOCAL,
    MOVE,
    FINISH,
    CANCEL,
    ADVANCE,
    LOAD
};

typedef struct call {
    enum what what;
    uint32_t site; /* for all: 2 */
    coa_time t, u;
    uint32_t n;
    coa_flex_request r;
    uint32_t ops;
} call;

typedef struct job { /* or, with id 0, a booking of one site */
    coa_id id;
    coa_time start, end;
    uint32_t share[SITES];
    coa_flex_request r;
} job;

static world w;
static job jobs[MOST_DEPTH];
static int job_count;
static call table[MOST_CALLS];
static int calls, most;
static double done;

static void add(call k)
{
    CHECK(calls < MOST_CALLS);
    table[calls++] = k;
}

static void list_calls(void)
{
    call k;
    calls = 0;
    memset(&k, 0, sizeof k);
    for (k.r.servers = 1; k.r.servers <= 4; k.r.servers++)
        for (k.r.length = 1; k.r.length <= 2; k.r.length++)
            for (k.r.overhead = 0; k.r.overhead < 2; k.r.overhead++)
                for (k.r.ready = 0; k.r.ready < 2; k.r.ready++) {
                    k.r.least = k.r.servers == 3 && k.r.ready ? 2 : 0;
                    k.r.first = k.r.servers & 1;
                    k.r.most_sites = k.r.servers == 2 && k.r.ready;
                    k.r.fixed = k.r.servers == 3 && k.r.overhead;
                    if (k.r.servers != 4 || !k.r.ready) add(k);
                }
    memset(&k, 0, sizeof k);
    k.what = LOCAL;
    for (k.site = 0; k.site < 2; k.site++)
        for (k.t = 0; k.t < 3; k.t++)
            for (k.n = 1; k.n <= 2; k.n++) k.u = 1 + (k.t + k.n) % 2, add(k);
    k.what = MOVE;
    for (k.ops = 1; k.ops < 4; k.ops++) add(k);
    k.what = CANCEL;
    add(k);
    k.what = FINISH;
    for (k.t = 1; k.t < 4; k.t++) add(k);
    for (k.site = 0; k.site < 3; k.site++) {
        k.what = ADVANCE;
        k.t = 1;
        add(k);
        k.what = LOAD;
        if (k.site < 2) add(k);
    }
}

static coa_flex *flex(void) { return flex_at(w.site, w.n); }

/* What is busy is what there is; a job that is over at one site is over. */
static void check_sums(int depth, int changed)
{
    static layout l;
    uint32_t i, s, busy, sum;
    coa_time t;
    int k;
    lay_out(&w, 0, &l);
    for (i = 0; i < w.n; i++) {
        const coa_desc d = desc_of(&w, i);
        if (changed) CHECK(!audit(w.site[i].calendar));
        if (changed && depth + 1 < most) CHECK_EQ(coa_check(w.site[i].calendar), COA_OK);
        for (t = d.now; t < TIMES; t++) {
            for (busy = s = 0; s < d.servers; s++) busy += l.busy[i][s][t];
            for (sum = 0, k = 0; k < job_count; k++)
                sum += jobs[k].start <= t && t < jobs[k].end ? jobs[k].share[i] : 0;
            CHECK_EQ(busy, sum);
        }
    }
}

static void keep(coa_id id, const answer *a, const coa_flex_request *r, job *to)
{
    to->id = id;
    to->start = a->start;
    to->end = a->end;
    to->r = *r;
    memcpy(to->share, a->share, sizeof to->share);
}

static int make_job(const call *k)
{
    static layout l;
    question q = {0};
    coa_flex_booking b, offer;
    answer best;
    w.site[0].servers = 1;
    w.site[1].servers = 2;
    lay_out(&w, 0, &l);
    q.w = &w;
    q.req = &k->r;
    q.ready = k->r.ready > latest_now(&w) ? k->r.ready : latest_now(&w);
    q.by = TIMES - 1;
    brute_force(&q, &l, &best);
    CHECK_EQ(coa_flex_earliest(flex(), &k->r, &offer), best.found ? COA_OK : COA_E_NOFIT);
    if (best.found) same_shares(&w, &offer, &best);
    CHECK_EQ(coa_flex_reserve(flex(), &k->r, &b), best.found ? COA_OK : COA_E_NOFIT);
    if (!best.found) return 0;
    same_shares(&w, &b, &best);
    keep(b.id, &best, &k->r, jobs + job_count++);
    return 1;
}

static int make_local(const call *k)
{
    static layout l;
    const coa_time now = desc_of(&w, k->site).now;
    coa_request r = {0};
    coa_booking b;
    coa_status st;
    answer a;
    lay_out(&w, 0, &l);
    r.ready = k->t;
    r.length = k->u;
    r.deadline = k->t + k->u;
    r.servers = k->n;
    st = coa_reserve(w.site[k->site].calendar, &r, &b);
    CHECK_EQ(st == COA_OK,
             k->t >= now && free_at(&w, &l, k->site, k->t, k->t + k->u) >= k->n);
    if (st != COA_OK) return 0;
    memset(&a, 0, sizeof a);
    a.start = k->t;
    a.end = b.end;
    a.share[k->site] = k->n;
    keep(0, &a, &k->r, jobs + job_count++);
    return 1;
}

/* The oldest job moves, if it has not begun. */
static int move(const call *k, job *j, const coa_flex_booking *old)
{
    static layout l;
    question q = {0};
    coa_flex_booking b;
    answer best;
    const coa_time now = latest_now(&w);
    coa_status st;
    lay_out(&w, j->id, &l);
    q.w = &w;
    q.req = &j->r;
    q.ops = k->ops;
    memcpy(q.old, j->share, sizeof q.old);
    q.old_servers = old->servers;
    q.old_start = j->start;
    q.ready = k->ops & COA_SHIFT ? j->r.ready > now ? j->r.ready : now : j->start;
    q.by = j->end - 1;
    st = coa_flex_reschedule(flex(), j->id, &j->r, k->ops, &b);
    if (j->start < now) {
        CHECK_EQ(st, COA_E_PAST);
        return 0;
    }
    CHECK_EQ(st, COA_OK);
    brute_force(&q, &l, &best);
    CHECK_EQ(b.id == j->id, !best.found);
    if (!best.found) return 0;
    same_shares(&w, &b, &best);
    keep(b.id, &best, &j->r, j);
    return 1;
}

static int change(const call *k)
{
    coa_flex_booking b;
    coa_status st;
    coa_time now = latest_now(&w);
    job *j = jobs;
    while (j < jobs + job_count && j->id == 0) j++;
    st = j < jobs + job_count ? coa_flex_get(flex(), j->id, &b) : COA_E_NOTFOUND;
    if (st != COA_OK) { /* there is none, or it is over where time has moved on */
        CHECK(j == jobs + job_count || j->end <= now);
        return 0;
    }
    CHECK(b.start == j->start && b.end == j->end);
    if (k->what == MOVE) return move(k, j, &b);
    if (k->what == CANCEL) {
        CHECK_EQ(coa_flex_cancel(flex(), j->id, 0), COA_OK);
        *j = jobs[--job_count];
        return 1;
    }
    st = coa_flex_finish(flex(), j->id, k->t);
    CHECK_EQ(st, k->t < j->start || k->t > j->end || (k->t == j->start && k->t != now)
                     ? COA_E_ARG
                 : k->t < now ? COA_E_PAST
                              : COA_OK);
    if (st == COA_OK) j->end = k->t;
    return st == COA_OK;
}

/* Makes a call; did it change anything? */
static int make(const call *k)
{
    uint32_t i;
    switch (k->what) {
    case JOB: return make_job(k);
    case LOCAL: return make_local(k);
    case ADVANCE:
        for (i = 0; i < w.n; i++)
            if (k->site == 2 || k->site == i)
                CHECK_EQ(coa_advance(w.site[i].calendar, desc_of(&w, i).now + k->t),
                         COA_OK);
        return 1;
    case LOAD: {
        coa_calendar **side = &w.site[k->site].calendar, *old = *side;
        const coa_desc d = {.alloc = undo_hook};
        *side = save_reload(old, &d, 0);
        coa_destroy(old);
        return 1;
    }
    default: return change(k);
    }
}

static void begin(uint32_t first, uint32_t second)
{
    coa_desc d = {0};
    uint32_t i;
    memset(&w, 0, sizeof w);
    job_count = 0;
    w.n = 2;
    for (i = 0; i < 2; i++) {
        d.servers = 2;
        d.index = i ? second : first;
        d.horizon = INSTANTS;
        d.slot = 2;
        d.alloc = undo_hook;
        CHECK_EQ(coa_create(&w.site[i].calendar, &d), COA_OK);
    }
}

static void end(void)
{
    flex_done();
    coa_destroy(w.site[0].calendar);
    coa_destroy(w.site[1].calendar);
    CHECK_EQ(undo.arena.used, 0);
}

static void explore(int depth)
{
    static const undo_part known[] = {{&w, sizeof w},
                                      {jobs, sizeof jobs},
                                      {&job_count, sizeof job_count},
                                      {&flex_object, sizeof flex_object},
                                      {NULL, 0}};
    static undo_moment moments[MOST_DEPTH];
    int changed, k;
    undo_copy(moments + depth, known, 0);
    for (k = 0; k < calls; k++) {
        done++;
        changed = make(table + k);
        check_sums(depth, changed);
        if (!changed) continue;
        if (depth + 1 < most) explore(depth + 1);
        end();
        undo_copy(moments + depth, known, 1);
    }
}

static void two_sites(void)
{
    const char *given = getenv("DEPTH");
    uint32_t first, second;
    most = given ? atoi(given) : 3;
    CHECK(most > 0 && most <= MOST_DEPTH);
    list_calls();
    for (first = 1; first <= 4; first++)
        for (second = 1; second <= 4; second++) {
            begin(first, second);
            explore(0);
            end();
        }
    printf("  2 sites, 16 pairs of indexes: %d calls, up to %d of them: %.0f calls\n",
           calls, most, done);
}

TEST_MAIN(TEST(two_sites))
