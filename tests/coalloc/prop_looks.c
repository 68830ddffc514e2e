/* prop_looks.c - the calls that look at a calendar and copy it, against a list of
 * bookings: profile, holes, idle periods, holder, events, tags, copies, and sets against
 * arrays of flags.
 *
 * Calendars of all indexes hold the same bookings (those that MAP chose). After each
 * random operation some of the calls are asked on all of them, and compared with what the
 * list says. Now and then a copy takes the place of a calendar. Times come from a narrow
 * grid, so that equal times are the rule. */
#include "coalloc.h"
#include "test.h"
#include "audit.h"

#define MAX_SERVERS 1300
#define MAX_BOOKINGS 400
#define CALS 4 /* COUNT is the last */

typedef struct entry {
    coa_id id;
    uint64_t tag;
    coa_time start, end;
    unsigned char *has; /* one byte for each server */
    uint32_t servers;
} entry;

static struct world {
    coa_calendar *cal[CALS];
    uint32_t servers;
    coa_time now, horizon;
    entry b[MAX_BOOKINGS];
    int count, most;
    test_heap heap, other; /* copies change from one to the other */
} w;

static unsigned char among[MAX_SERVERS];

static entry *model_entry(coa_id id)
{
    int i;
    for (i = 0; i < w.count; i++)
        if (w.b[i].id == id) return w.b + i;
    return NULL;
}

static void model_drop(entry *e)
{
    free(e->has);
    *e = w.b[--w.count];
}

static void model_advance(coa_time now)
{
    int i;
    w.now = now;
    for (i = w.count; i-- > 0;)
        if (w.b[i].end <= now) model_drop(w.b + i);
}

/* ---- sets -------------------------------------------------------------------------- */

static coa_set some_set(unsigned char *has)
{
    coa_set s = {0};
    uint32_t n = (uint32_t)test_below(w.servers > 40 ? 40 : 6) + 1;
    memset(has, 0, MAX_SERVERS);
    s.alloc = test_heap_hook;
    s.alloc_ctx = &w.heap;
    while (n-- > 0) {
        const uint32_t first = (uint32_t)test_below(w.servers);
        uint32_t count = (uint32_t)test_below(5) + 1;
        if (count > w.servers - first) count = w.servers - first;
        CHECK_EQ(coa_set_add(&s, first, count), COA_OK);
        memset(has + first, 1, count);
    }
    return s;
}

static void check_set(const coa_set *s, const unsigned char *has)
{
    uint32_t i, at = 0, k = 0;
    for (i = 0; i < s->count; i++) {
        CHECK(s->runs[i].count > 0 && (i == 0 || s->runs[i].first > at));
        for (; at < s->runs[i].first; at++) CHECK(!has[at]);
        for (k = 0; k < s->runs[i].count; k++) CHECK(has[at++]);
    }
    for (; at < w.servers; at++) CHECK(!has[at]);
}

static void sets(void)
{
    coa_set none = {0};
    static unsigned char has[3][MAX_SERVERS], want[MAX_SERVERS];
    const long rounds = test_scaled(16000);
    long k, refused = 0;
    memset(&w, 0, sizeof w);
    for (k = 0; k < rounds; k++) {
        coa_set s[3];
        const uint64_t out = test_below(3), a = test_below(3), b = test_below(3);
        const coa_set_op op = (coa_set_op)test_below(3);
        uint32_t i;
        coa_status st;
        w.servers = test_below(4) ? 12 : 300;
        for (i = 0; i < 3; i++) {
            s[i] = some_set(has[i]);
            if (test_below(8) == 0) {
                coa_set_clear(s + i);
                memset(has[i], 0, sizeof has[i]);
            }
        }
        for (i = 0; i < MAX_SERVERS; i++)
            want[i] =
                (unsigned char)(op == COA_SET_UNION          ? has[a][i] | has[b][i]
                                : op == COA_SET_INTERSECTION ? has[a][i] & has[b][i]
                                                             : has[a][i] & !has[b][i]);
        if (test_below(4) == 0) w.heap.fail_at = w.heap.calls + 1;
        st = coa_set_combine(s + out, s + a, op, s + b);
        w.heap.fail_at = 0;
        if (st == COA_E_NOMEM) {
            refused++;
            for (i = 0; i < 3; i++) check_set(s + i, has[i]);
            st = coa_set_combine(s + out, s + a, op, s + b);
        }
        CHECK_EQ(st, COA_OK);
        memcpy(has[out], want, sizeof want);
        for (i = 0; i < 3; i++) check_set(s + i, has[i]);
        for (i = 0; i < 3; i++) coa_set_free(s + i);
    }
    CHECK(refused > 0);
    CHECK_EQ(coa_set_combine(NULL, NULL, COA_SET_UNION, NULL), COA_E_ARG);
    CHECK_EQ(coa_set_combine(&none, &none, (coa_set_op)3, &none), COA_E_ARG);
    CHECK_EQ(w.heap.live_blocks, 0);
    CHECK_EQ(w.heap.bad_size, 0);
}

/* ---- profile ----------------------------------------------------------------------- */

static uint32_t model_free(coa_time t, const unsigned char *in)
{
    uint32_t s, n = 0;
    int i;
    for (s = 0; s < w.servers; s++) {
        if (in && !in[s]) continue;
        for (i = 0; i < w.count; i++)
            if (w.b[i].has[s] && w.b[i].start <= t && t < w.b[i].end) break;
        n += i == w.count;
    }
    return n;
}

static coa_time model_until(coa_time t, const unsigned char *in)
{
    const uint32_t n = model_free(t, in);
    for (;;) {
        coa_time next = COA_FOREVER;
        int i;
        for (i = 0; i < w.count; i++) {
            if (w.b[i].start > t && w.b[i].start < next) next = w.b[i].start;
            if (w.b[i].end > t && w.b[i].end < next) next = w.b[i].end;
        }
        if (next == COA_FOREVER || model_free(next, in) != n) return next;
        t = next;
    }
}

static void check_profile(coa_time t, const coa_set *set)
{
    uint32_t i, count;
    coa_time until = 0;
    do {
        const uint32_t n = model_free(t, set ? among : NULL);
        const coa_time next = model_until(t, set ? among : NULL);
        for (i = 0; i < CALS; i++) {
            if (set && i + 1 == CALS) continue;
            CHECK_EQ(coa_profile(w.cal[i], t, set, &count, &until), COA_OK);
            CHECK_EQ(count, n);
            CHECK_EQ(until, next);
        }
        t = until;
    } while (t != COA_FOREVER && test_below(10));
}

static void check_profile_refused(const coa_set *set)
{
    coa_set bad = {0};
    coa_run beyond;
    coa_time until = 5;
    uint32_t i, count = 7;
    beyond.first = w.servers;
    beyond.count = 1;
    bad.runs = &beyond;
    bad.count = 1;
    CHECK_EQ(coa_profile(w.cal[CALS - 1], w.now, set, &count, &until), COA_E_ARG);
    for (i = 0; i < CALS; i++) {
        CHECK_EQ(coa_profile(w.cal[i], w.now - 1, NULL, &count, &until), COA_E_PAST);
        CHECK_EQ(coa_profile(w.cal[i], COA_FOREVER, NULL, &count, &until), COA_E_RANGE);
        CHECK_EQ(coa_profile(w.cal[i], w.now, NULL, NULL, &until), COA_E_ARG);
        CHECK_EQ(coa_profile(w.cal[i], w.now, NULL, &count, NULL), COA_E_ARG);
        if (i < 2)
            CHECK_EQ(coa_profile(w.cal[i], w.now, &bad, &count, &until), COA_E_RANGE);
    }
    CHECK_EQ(coa_profile(NULL, w.now, NULL, &count, &until), COA_E_ARG);
    CHECK(count == 7 && until == 5);
}

/* ---- holes ------------------------------------------------------------------------- */

#define MAX_HOLES (2 * MAX_BOOKINGS + 2)

typedef struct hole {
    coa_time start, end;
    uint32_t servers;
} hole;

static struct holes {
    hole at[MAX_HOLES];
    int count, stop;
} holes;

static int hole_listed(void *ctx, coa_time start, coa_time end, uint32_t servers)
{
    struct holes *h = (struct holes *)ctx;
    const hole x = {start, end, servers};
    CHECK(h->count < MAX_HOLES);
    h->at[h->count++] = x;
    return h->count == h->stop;
}

/* Lists the windows around each time at which the number of free servers changes in which
 * never fewer are free, as far as they overlap [start, end). */
static void model_holes(coa_time start, coa_time end, uint32_t servers, struct holes *h)
{
    static hole p[MAX_HOLES]; /* the pieces of the profile */
    int count = 0, i, lo, hi, k;
    coa_time t;
    for (t = w.now; t != COA_FOREVER; t = p[count++].end) {
        p[count].start = t;
        p[count].end = model_until(t, NULL);
        p[count].servers = model_free(t, NULL);
    }
    for (i = h->count = 0; i < count; i++) {
        for (lo = i; lo > 0 && p[lo - 1].servers >= p[i].servers;) lo--;
        for (hi = i; hi < count && p[hi].servers >= p[i].servers;) hi++;
        for (k = lo; p[k].servers != p[i].servers;) k++;
        if (k == i && p[i].servers >= servers && p[lo].start < end &&
            p[hi - 1].end > start)
            hole_listed(h, p[lo].start, p[hi - 1].end, p[i].servers);
    }
}

static int same_hole(const hole *x, const hole *y)
{
    return x->start == y->start && x->end == y->end && x->servers == y->servers;
}

static void check_holes(coa_time start, coa_time end, uint32_t servers)
{
    static struct holes all;
    const coa_calendar *cal = w.cal[test_below(CALS)];
    int i, k;
    all.stop = -1;
    model_holes(start, end, servers, &all);
    holes.count = 0;
    holes.stop = -1;
    CHECK_EQ(coa_holes(cal, start, end, servers, hole_listed, &holes), COA_OK);
    CHECK_EQ(holes.count, all.count);
    for (i = 0; i < all.count; i++) {
        int times = 0;
        for (k = 0; k < holes.count; k++) times += same_hole(all.at + i, holes.at + k);
        CHECK_EQ(times, 1);
        for (k = i + 1; k < holes.count && end - 1 == start; k++)
            CHECK(holes.at[k].start < holes.at[i].start ||
                  holes.at[k].end > holes.at[i].end);
    }
    holes.count = 0;
    holes.stop = 1 + (int)test_below(3);
    CHECK_EQ(coa_holes(cal, start, end, servers, hole_listed, &holes), COA_OK);
    CHECK_EQ(holes.count, all.count < holes.stop ? all.count : holes.stop);
}

static void check_holes_refused(void)
{
    const coa_calendar *cal = w.cal[test_below(CALS)];
    const coa_time t = w.now;
    holes.count = 0;
    CHECK_EQ(coa_holes(NULL, t, t + 1, 1, hole_listed, &holes), COA_E_ARG);
    CHECK_EQ(coa_holes(cal, t, t + 1, 1, NULL, &holes), COA_E_ARG);
    CHECK_EQ(coa_holes(cal, t, t + 1, 0, hole_listed, &holes), COA_E_ARG);
    CHECK_EQ(coa_holes(cal, t, t, 1, hole_listed, &holes), COA_E_ARG);
    CHECK_EQ(coa_holes(cal, t - 1, t, 1, hole_listed, &holes), COA_E_PAST);
    CHECK_EQ(coa_holes(cal, t, t + 1, w.servers + 1, hole_listed, &holes), COA_OK);
    CHECK_EQ(holes.count, 0);
}

/* ---- idle periods ------------------------------------------------------------------ */

typedef struct listing {
    coa_calendar *cal;
    coa_time from, start, end; /* of the last call */
    const coa_set *set;
    uint64_t servers; /* listed in all calls */
    long calls, stop;
} listing;

/* Is the server idle during this time, and is the time maximal? */
static int model_idle(uint32_t s, coa_time start, coa_time end)
{
    int i, before = start == w.now, after = end == COA_FOREVER;
    for (i = 0; i < w.count; i++) {
        if (!w.b[i].has[s]) continue;
        if (w.b[i].start < end && start < w.b[i].end) return 0;
        before |= w.b[i].end == start;
        after |= w.b[i].start == end;
    }
    return before && after;
}

static int listed(void *ctx, coa_time start, coa_time end, const coa_set *servers)
{
    listing *l = (listing *)ctx;
    uint32_t i, s;
    coa_booking b;
    CHECK(servers->count > 0 && start >= w.now && start < end && end > l->from);
    CHECK(l->calls == 0 || start > l->start || (start == l->start && end > l->end));
    for (i = 0; i < servers->count; i++) {
        CHECK(i == 0 || servers->runs[i].first >
                            servers->runs[i - 1].first + servers->runs[i - 1].count);
        for (s = servers->runs[i].first;
             s < servers->runs[i].first + servers->runs[i].count; s++) {
            CHECK(model_idle(s, start, end));
            CHECK(!l->set || among[s]);
            l->servers++;
        }
    }
    l->start = start;
    l->end = end;
    if (coa_next(l->cal, test_below(40), &b) == COA_OK) /* any call is allowed */
        CHECK_EQ(coa_set_tag(l->cal, b.id, b.tag), COA_OK);
    return ++l->calls == l->stop;
}

/* Returns how many idle periods the servers have that end after `from`: each ends where a
 * booking starts, or never. */
static uint64_t model_periods(coa_time from, const coa_set *set)
{
    uint64_t n = 0;
    uint32_t s;
    int i;
    for (s = 0; s < w.servers; s++) {
        int endless = 1;
        if (set && !among[s]) continue;
        for (i = 0; i < w.count; i++) {
            const coa_time t = w.b[i].start;
            int k, busy = t <= w.now;
            if (!w.b[i].has[s]) continue;
            endless &= w.b[i].end != COA_FOREVER;
            for (k = 0; k < w.count; k++) /* another booking ends where this one begins */
                busy |= w.b[k].has[s] && w.b[k].end == t;
            n += !busy && t > from;
        }
        n += (uint64_t)endless;
    }
    return n;
}

static void check_idle(coa_time from, const coa_set *set)
{
    listing l = {0};
    uint32_t i;
    long calls = 0;
    const uint64_t periods = model_periods(from, set);
    for (i = 0; i < 2; i++) {
        memset(&l, 0, sizeof l);
        l.cal = w.cal[i];
        l.from = from;
        l.set = set;
        CHECK_EQ(coa_idle(w.cal[i], set, from, listed, &l), COA_OK);
        CHECK_EQ(l.servers, periods);
        CHECK(i == 0 || l.calls == calls);
        calls = l.calls;
        if (calls < 2) continue;
        memset(&l, 0, sizeof l);
        l.cal = w.cal[i];
        l.from = from;
        l.set = set;
        l.stop = 1 + (long)test_below((uint64_t)calls - 1);
        CHECK_EQ(coa_idle(w.cal[i], set, from, listed, &l), COA_OK);
        CHECK_EQ(l.calls, l.stop);
    }
    CHECK_EQ(coa_idle(w.cal[CALS - 1], NULL, from, listed, &l), COA_E_ARG);
    CHECK_EQ(coa_idle(w.cal[0], NULL, from, NULL, &l), COA_E_ARG);
    CHECK_EQ(coa_idle(NULL, NULL, from, listed, &l), COA_E_ARG);
}

/* ---- holder ------------------------------------------------------------------------ */

static int runs_have(const coa_booking *b, uint32_t server)
{
    uint32_t i;
    for (i = 0; i < b->run_count; i++)
        if (server - b->runs[i].first < b->runs[i].count) return 1;
    return 0;
}

static void check_holder(uint32_t server, coa_time t)
{
    coa_booking b = {0}, found = {0};
    coa_set one = {0};
    coa_status s;
    coa_id id = 0;
    uint32_t i;
    int k;
    CHECK_EQ(coa_set_add(&one, server, 1), COA_OK);
    for (k = 0; k < w.count; k++)
        if (w.b[k].has[server] && w.b[k].start <= t && t < w.b[k].end) id = w.b[k].id;
    for (i = 0; i < CALS; i++) {
        if (i + 1 == CALS) /* COUNT chooses its own servers */
            for (id = 0, k = 0; k < w.count; k++) {
                CHECK_EQ(coa_get(w.cal[i], w.b[k].id, &b), COA_OK);
                CHECK_EQ(b.run_count > 0, b.start <= w.now);
                if (b.start <= t && t < b.end && runs_have(&b, server)) id = b.id;
            }
        b.id = 0;
        do { /* on COUNT bookings that have no servers yet are shown, too */
            s = coa_in_the_way(w.cal[i], t, t + 1, &one, b.id, &b);
        } while (s == COA_OK && b.run_count == 0);
        CHECK_EQ(s, id ? COA_OK : COA_E_NOTFOUND);
        if (id) {
            CHECK_EQ(coa_get(w.cal[i], id, &found), COA_OK);
            CHECK(memcmp(&b, &found, sizeof b) == 0);
        }
    }
    coa_set_free(&one);
}

/* ---- starts ------------------------------------------------------------------------ */

static struct starts { /* what a call has shown */
    coa_time time;
    uint64_t count, ids, tags;
    uint64_t most; /* it stops after so many */
} shown;

static int start_shown(void *ctx, const coa_booking *b)
{
    CHECK(ctx == &shown);
    if (shown.count == 0) shown.time = b->start;
    CHECK_EQ(b->start, shown.time);
    CHECK(b->servers > 0);
    shown.count++;
    shown.ids += b->id * b->id;
    shown.tags += b->tag;
    return shown.count == shown.most;
}

/* coa_next_starts against all bookings that coa_next lists. */
static void check_starts(const coa_calendar *cal, coa_time from, coa_time now)
{
    struct starts expected = {COA_FOREVER, 0, 0, 0, 0};
    coa_booking b;
    coa_time time = from;
    coa_status s;
    for (b.id = 0; coa_next(cal, b.id, &b) == COA_OK;) {
        if (b.start <= now || b.start < from || b.start > expected.time) continue;
        if (b.start < expected.time) expected.count = expected.ids = expected.tags = 0;
        expected.time = b.start;
        expected.count++;
        expected.ids += b.id * b.id;
        expected.tags += b.tag;
    }
    s = expected.count > 0 ? COA_OK : COA_E_NOTFOUND;
    CHECK_EQ(coa_next_starts(cal, &time, NULL, NULL), s);
    CHECK_EQ(time, expected.count > 0 ? expected.time : from);
    memset(&shown, 0, sizeof shown);
    time = from;
    CHECK_EQ(coa_next_starts(cal, &time, start_shown, &shown), s);
    CHECK_EQ(time, expected.count > 0 ? expected.time : from);
    CHECK(shown.count == expected.count && shown.ids == expected.ids);
    CHECK_EQ(shown.tags, expected.tags);
    memset(&shown, 0, sizeof shown);
    shown.most = 1;
    CHECK_EQ(coa_next_starts(cal, &time, start_shown, &shown), s);
    CHECK_EQ(shown.count, expected.count > 0);
    CHECK_EQ(coa_next_starts(NULL, &time, start_shown, &shown), COA_E_ARG);
    CHECK_EQ(coa_next_starts(cal, NULL, start_shown, &shown), COA_E_ARG);
}

/* ---- events ------------------------------------------------------------------------ */

static int by_order(const void *x, const void *y)
{
    const coa_event *p = (const coa_event *)x, *q = (const coa_event *)y;
    if (p->time != q->time) return p->time < q->time ? -1 : 1;
    if (p->starts != q->starts) return p->starts - q->starts;
    return p->id < q->id ? -1 : p->id > q->id;
}

static int model_events(coa_event *all)
{
    int i, n = 0;
    for (i = 0; i < w.count; i++) {
        coa_event e;
        e.id = w.b[i].id;
        e.time = w.b[i].start;
        e.starts = 1;
        if (e.time >= w.now) all[n++] = e;
        e.time = w.b[i].end;
        e.starts = 0;
        if (e.time != COA_FOREVER) all[n++] = e;
    }
    qsort(all, (size_t)n, sizeof *all, by_order);
    return n;
}

static void check_events(coa_event from)
{
    static coa_event all[2 * MAX_BOOKINGS];
    const int n = model_events(all);
    uint32_t i;
    int k;
    for (i = 0; i < CALS; i++) {
        coa_event e = from, last;
        for (k = 0; k < n && by_order(all + k, &from) <= 0;) k++;
        for (; k < n; k++) {
            CHECK_EQ(coa_next_event(w.cal[i], &e), COA_OK);
            CHECK(by_order(&e, all + k) == 0);
        }
        last = e;
        CHECK_EQ(coa_next_event(w.cal[i], &e), COA_E_NOTFOUND);
        CHECK(by_order(&e, &last) == 0);
    }
    for (i = 0; i < CALS; i++) check_starts(w.cal[i], from.time, w.now);
    CHECK_EQ(coa_next_event(NULL, &from), COA_E_ARG);
    CHECK_EQ(coa_next_event(w.cal[0], NULL), COA_E_ARG);
}

/* The loop of the manual meets each event once, the servers of a start are known, and
 * time gets to `last`. */
static void live_until(coa_time last)
{
    static coa_event all[2 * MAX_BOOKINGS];
    const int n = model_events(all);
    coa_booking b;
    uint32_t i;
    for (i = 0; i < CALS; i++) {
        coa_event e = {0, 0, 0};
        int k = 0;
        e.time = w.now;
        while (coa_next_event(w.cal[i], &e) == COA_OK && e.time <= last) {
            CHECK(k < n && by_order(&e, all + k) == 0);
            k++;
            if (!e.starts) continue;
            CHECK_EQ(coa_advance(w.cal[i], e.time), COA_OK);
            CHECK_EQ(coa_get(w.cal[i], e.id, &b), COA_OK);
            CHECK(b.run_count > 0 && b.start == e.time);
        }
        CHECK(k == n || all[k].time > last);
        CHECK_EQ(coa_advance(w.cal[i], last), COA_OK);
    }
    model_advance(last);
}

/* ---- copies and tags --------------------------------------------------------------- */

static void check_same(const coa_calendar *x, const coa_calendar *y)
{
    coa_stats_info p, q;
    coa_booking a, b;
    uint32_t i;
    coa_id id = 0;
    for (;;) {
        const coa_status s = coa_next(x, id, &a);
        CHECK_EQ(coa_next(y, id, &b), s);
        if (s != COA_OK) break;
        CHECK(a.id == b.id && a.tag == b.tag && a.start == b.start && a.end == b.end);
        CHECK(a.servers == b.servers && a.attempts == b.attempts && a.parts == b.parts);
        CHECK_EQ(a.run_count, b.run_count);
        for (i = 0; i < a.run_count; i++)
            CHECK(a.runs[i].first == b.runs[i].first &&
                  a.runs[i].count == b.runs[i].count);
        CHECK_EQ(a.tag, model_entry(a.id)->tag);
        id = a.id;
    }
    coa_stats(x, &p);
    coa_stats(y, &q);
    CHECK(p.bookings == q.bookings && p.runs == q.runs && p.made == q.made);
    CHECK(p.attempts == q.attempts && p.search_visits == q.search_visits &&
          p.update_visits == q.update_visits);
}

/* Replaces a calendar by its copy, after something was tried in another copy. */
static void change_to_copy(uint32_t i)
{
    coa_calendar *copy = NULL, *trial;
    coa_desc d = {0}, now;
    coa_request r = {0};
    coa_booking b;
    int k;
    CHECK_EQ(coa_copy(&trial, w.cal[i], NULL), COA_OK);
    coa_describe(w.cal[i], &now);
    d.alloc = test_heap_hook;
    d.alloc_ctx = now.alloc_ctx == &w.heap ? &w.other : &w.heap;
    d.bookings = test_below(2) ? 300 : 0;
    if (test_below(2)) { /* what is said is right */
        d.servers = now.servers;
        d.index = now.index;
        d.now = now.now;
        d.horizon = now.horizon;
        d.slot = now.slot;
    }
    CHECK_EQ(coa_copy(&copy, w.cal[i], &d), COA_OK);
    check_sane(copy);
    check_same(w.cal[i], copy);
    check_same(trial, copy);
    for (k = 0; k < 5; k++) {
        r.ready = w.now + test_between(0, 100);
        r.length = test_between(1, 60);
        r.servers = (uint32_t)test_between(1, w.servers);
        if (coa_reserve(trial, &r, &b) == COA_OK)
            CHECK_EQ(coa_cancel(trial, b.id), COA_OK);
        if (coa_next(trial, test_below(20), &b) == COA_OK)
            CHECK_EQ(coa_cancel(trial, b.id), COA_OK);
    }
    CHECK_EQ(coa_advance(trial, w.now + 50), COA_OK);
    check_sane(trial);
    coa_destroy(trial);
    check_same(w.cal[i], copy);
    d.servers = w.servers + 1;
    CHECK_EQ(coa_copy(&trial, copy, &d), COA_E_ARG);
    CHECK(trial == NULL);
    coa_destroy(w.cal[i]);
    w.cal[i] = copy;
}

/* Requests for memory of coa_copy and coa_idle are refused once, and from then on: each
 * of the first, then one in seven, as a large tree of tiny nodes asks for each node. */
static long refuse(uint32_t i)
{
    coa_desc d = {0};
    long n, refused = 0;
    int sticky, call;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &w.other;
    d.bookings = test_below(2) ? 40 : 0;
    for (call = 0; call < 2; call++)
        for (sticky = 0; sticky < 2; sticky++)
            for (n = 1;; n += n < 60 ? 1 : 7) {
                test_heap *heap;
                coa_calendar *copy = NULL;
                coa_desc now;
                listing l = {0};
                coa_status s;
                coa_describe(w.cal[i], &now);
                heap = call ? (test_heap *)now.alloc_ctx : &w.other;
                heap->fail_at = heap->calls + n;
                heap->sticky = sticky;
                heap->failures = 0;
                l.cal = w.cal[i];
                l.from = w.now;
                s = call ? coa_idle(w.cal[i], NULL, w.now, listed, &l)
                         : coa_copy(&copy, w.cal[i], &d);
                heap->fail_at = 0;
                if (call && i + 1 == CALS) break;
                if (sticky || !heap->failures) /* else less memory may do */
                    CHECK_EQ(s, heap->failures ? COA_E_NOMEM : COA_OK);
                else
                    CHECK(s == COA_OK || s == COA_E_NOMEM);
                refused += heap->failures;
                CHECK(s == COA_OK ? call || copy : !copy && l.calls == 0);
                if (copy) check_same(w.cal[i], copy);
                coa_destroy(copy);
                if (heap->failures == 0) break;
            }
    check_sane(w.cal[i]);
    return refused;
}

/* ---- random operations on all ------------------------------------------------------ */

static coa_time some_time(void)
{
    return w.now + (coa_time)test_below(4) * 10 + (coa_time)test_below(2) * 50 +
           (test_below(6) == 0);
}

/* Books on MAP where it chooses to, then the same servers at the same time on the others;
 * on COUNT as many. */
static void reserve(int committed)
{
    coa_request r = {0};
    coa_booking b, c;
    coa_set servers = {0};
    coa_id id;
    entry *e;
    uint32_t i;
    if (w.count == w.most) return;
    r.ready = some_time();
    r.length = test_below(30) || w.horizon ? 10 * test_between(1, 6) : COA_FOREVER;
    r.servers = (uint32_t)test_between(1, 1 + w.servers / 3);
    r.place = test_below(2) ? COA_PLACE_FIRST_FIT : COA_PLACE_BEST_FIT;
    r.tag = test_random();
    if (coa_reserve(w.cal[0], &r, &b) != COA_OK) return;
    CHECK_EQ(b.tag, r.tag);
    servers.runs = (coa_run *)(uintptr_t)b.runs;
    servers.count = b.run_count;
    for (i = 1; i + 1 < CALS; i++) {
        if (!committed) {
            CHECK_EQ(coa_reserve(w.cal[i], &r, &c), COA_OK);
            CHECK(c.start == b.start && c.tag == r.tag);
            continue;
        }
        CHECK_EQ(coa_commit(w.cal[i], b.start, b.end, &servers, &id), COA_OK);
        CHECK_EQ(coa_get(w.cal[i], id, &c), COA_OK);
        CHECK_EQ(c.tag, 0);
        CHECK_EQ(coa_set_tag(w.cal[i], id, r.tag), COA_OK);
    }
    r.ready = b.start;
    r.retries = COA_NO_RETRY;
    r.place = 0;
    CHECK_EQ(coa_reserve(w.cal[CALS - 1], &r, &c), COA_OK);
    CHECK(c.id == b.id && c.start == b.start && c.end == b.end && c.tag == b.tag);
    e = w.b + w.count++;
    e->id = b.id;
    e->tag = b.tag;
    e->start = b.start;
    e->end = b.end;
    e->servers = b.servers;
    e->has = (unsigned char *)calloc(w.servers, 1);
    for (i = 0; i < b.run_count; i++)
        memset(e->has + b.runs[i].first, 1, b.runs[i].count);
}

static void end_some(void)
{
    entry *e = w.count > 0 ? w.b + test_below((uint64_t)w.count) : NULL;
    const coa_time from = e && e->start > w.now ? e->start : w.now;
    coa_time at;
    uint32_t i;
    if (!e) return;
    at = e->end == COA_FOREVER ? from + 30 : from + (e->end - from + 1) / 2;
    if (test_below(3) == 0) at = from;
    for (i = 0; i < CALS; i++)
        CHECK_EQ(at > from ? coa_finish(w.cal[i], e->id, at)
                           : coa_cancel(w.cal[i], e->id),
                 COA_OK);
    e->end = at;
    if (at == from) model_drop(e);
}

static void tag_some(void)
{
    entry *e = w.count > 0 ? w.b + test_below((uint64_t)w.count) : NULL;
    coa_booking b;
    uint32_t i;
    for (i = 0; i < CALS; i++) {
        CHECK_EQ(coa_set_tag(w.cal[i], 1000000, 1), COA_E_NOTFOUND);
        if (!e) continue;
        CHECK_EQ(coa_set_tag(w.cal[i], e->id, e->tag + 1), COA_OK);
        CHECK_EQ(coa_get(w.cal[i], e->id, &b), COA_OK);
        CHECK_EQ(b.tag, e->tag + 1);
        CHECK_EQ(coa_next(w.cal[i], e->id - 1, &b), COA_OK);
        CHECK(b.id == e->id && b.tag == e->tag + 1);
    }
    if (e) e->tag++;
    CHECK_EQ(coa_set_tag(NULL, 1, 1), COA_E_ARG);
}

static void change(void)
{
    const uint64_t k = test_below(20);
    if (k < 10)
        reserve((int)(k % 3 == 0));
    else if (k < 13)
        end_some();
    else if (k < 15)
        tag_some();
    else if (k < 17)
        live_until(w.now + 5 * (coa_time)test_below(6));
    else if (k == 17)
        change_to_copy((uint32_t)test_below(CALS));
}

static void begin(uint32_t servers, int most, coa_time now, coa_time horizon)
{
    static const coa_index indexes[CALS] = {COA_INDEX_MAP, COA_INDEX_RANGE_TREE,
                                            COA_INDEX_SLICES, COA_INDEX_COUNT};
    coa_desc d = {0};
    uint32_t i;
    memset(&w, 0, sizeof w);
    w.servers = d.servers = servers;
    w.now = d.now = now;
    w.horizon = d.horizon = horizon;
    w.most = most;
    d.slot = 25;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &w.heap;
    for (i = 0; i < CALS; i++) {
        d.index = (uint32_t)indexes[i];
        if (d.index == COA_INDEX_SLICES && servers > COA_SLICES_SERVERS)
            d.index = COA_INDEX_MAP;
        if (i == 1 && horizon == 0) d.horizon = 4000000;
        CHECK_EQ(coa_create(w.cal + i, &d), COA_OK);
        d.horizon = horizon;
    }
}

static void end(void)
{
    uint32_t i;
    while (w.count > 0) model_drop(w.b);
    for (i = 0; i < CALS; i++) coa_destroy(w.cal[i]);
    CHECK_EQ(w.heap.live_blocks + w.other.live_blocks, 0);
    CHECK_EQ(w.heap.bad_size + w.other.bad_size, 0);
}

static void look(void)
{
    coa_set set = some_set(among);
    coa_event e;
    coa_time t;
    uint32_t i;
    switch (test_below(7)) {
    case 0: check_profile(test_below(2) ? w.now : some_time(), NULL); break;
    case 1: check_profile(test_below(2) ? w.now : some_time(), &set); break;
    case 2: check_idle(some_time(), test_below(2) ? &set : NULL); break;
    case 3: check_holder((uint32_t)test_below(w.servers), some_time()); break;
    case 4:
        e.time = some_time() - 5;
        e.id = test_below(2) * test_below(50);
        e.starts = (int)test_below(2);
        check_events(e);
        break;
    case 5:
        t = test_below(4) ? some_time() : w.now;
        if (t < w.now) t = w.now;
        check_holes(t,
                    test_below(3)   ? t + test_between(1, 300)
                    : test_below(2) ? t + 1
                                    : COA_FOREVER,
                    (uint32_t)test_between(1, test_below(3) ? 3 : w.servers));
        break;
    default:
        check_holes_refused();
        check_profile_refused(&set);
        for (i = 0; i < CALS; i++) check_sane(w.cal[i]);
    }
    coa_set_free(&set);
}

static void live(uint32_t servers, int most, coa_time now, coa_time horizon, long rounds)
{
    long k;
    begin(servers, most, now, horizon);
    for (k = 0; k < rounds; k++) {
        change();
        look();
    }
    end();
}

static void one_server(void) { live(1, 40, 0, 2000, test_scaled(2500)); }
static void few_servers(void) { live(7, 60, -500, 3000, test_scaled(6000)); }
static void some_servers(void) { live(24, 60, 0, 1000, test_scaled(3000)); }
static void many_servers(void)
{
    live(1200, 30, 77, 5000, test_scaled(500));
    live(1024, 30, 77, 5000, test_scaled(100));
}
static void many_bookings(void) { live(60, 300, 0, 9000, test_scaled(700)); }

/* Without a horizon bookings may never end; there is no RANGE_TREE then, so MAP stands in
 * for it. */
static void no_horizon(void)
{
    const long rounds = test_scaled(6000);
    long k;
    begin(20, 60, 0, 0);
    coa_destroy(w.cal[1]);
    CHECK_EQ(coa_copy(w.cal + 1, w.cal[0], NULL), COA_OK);
    for (k = 0; k < rounds; k++) {
        change();
        look();
    }
    end();
}

static void without_memory(void)
{
    const long rounds = test_scaled(60);
    long k, refused[CALS] = {0};
    uint32_t i;
    begin(24, 60, 0, 1000);
    for (k = 0; k < rounds; k++) {
        for (i = 0; i < 10; i++) change();
        for (i = 0; i < CALS; i++) refused[i] += refuse(i);
    }
    end();
    for (i = 0; i < CALS; i++) CHECK(refused[i] > rounds);
}

/* ---- events of one calendar that changes in every way ------------------------------ */

/* Returns the first event after `from` of all bookings that coa_next lists. */
static coa_event first_event(const coa_calendar *cal, coa_time now, coa_event from)
{
    coa_event best = {COA_FOREVER, 0, 0}, e;
    coa_booking b;
    for (b.id = 0; coa_next(cal, b.id, &b) == COA_OK;) {
        e.id = b.id;
        for (e.starts = 0; e.starts < 2; e.starts++) {
            e.time = e.starts ? b.start : b.end;
            if (e.time >= now && by_order(&from, &e) < 0 && by_order(&e, &best) < 0)
                best = e;
        }
    }
    return best;
}

static void ask_events(coa_calendar *cal, test_heap *heap, coa_time now)
{
    coa_event e = {0, 0, 0};
    int k;
    e.time = now + test_between(-2, 300);
    if (test_below(4) == 0) e.time = now;
    e.starts = (int)test_below(2);
    e.id = test_below(300);
    if (test_below(10) == 0) heap->fail_at = heap->calls + 1;
    for (k = 0; k < 3; k++) {
        const coa_event before = e, best = first_event(cal, now, e);
        CHECK_EQ(coa_next_event(cal, &e),
                 best.time == COA_FOREVER ? COA_E_NOTFOUND : COA_OK);
        CHECK(by_order(&e, best.time == COA_FOREVER ? &before : &best) == 0);
    }
    heap->fail_at = 0;
}

/* Makes, moves, ends or prolongs a booking, or lets time pass. */
static void change_one(coa_calendar *cal, coa_time *now, coa_id *last)
{
    coa_request r = {0};
    coa_booking b;
    const uint64_t k = test_below(14);
    const int any = *last > 0 && coa_next(cal, test_below(*last), &b) == COA_OK;
    coa_status s = COA_OK;
    if (k < 6 || (k < 8 && any && b.start > *now)) {
        r.ready = *now + (coa_time)test_below(100);
        r.length = test_between(1, 60);
        r.servers = (uint32_t)test_between(1, 6);
        r.replaces = k < 6 ? 0 : b.id;
        if (coa_reserve(cal, &r, &b) == COA_OK && k < 6) *last = b.id;
    } else if (k == 8 && any) {
        s = coa_cancel(cal, b.id);
    } else if (k == 9 && any) {
        const coa_time from = b.start > *now ? b.start : *now;
        s = coa_finish(cal, b.id, from + (b.end - from + 1) / 2);
    } else if (k == 10 && any) {
        s = coa_extend(cal, b.id, b.end + 5);
        if (s == COA_E_BUSY) s = COA_OK;
    } else if (k == 11) {
        *now += (coa_time)test_below(20);
        s = coa_advance(cal, *now);
    } else if (k == 12 && test_below(20) == 0) {
        coa_desc d;
        coa_describe(cal, &d);
        s = coa_resize(cal, d.servers + 1);
    }
    CHECK_EQ(s, COA_OK);
}

static void events(void)
{
    uint32_t index;
    long k;
    for (index = COA_INDEX_MAP; index <= COA_INDEX_SLICES; index++) {
        test_heap heap = {0};
        coa_desc d = {0};
        coa_calendar *cal;
        coa_time now = 0;
        coa_id last = 0;
        d.servers = 40;
        d.index = index;
        d.horizon = 3000;
        d.slot = 100;
        d.alloc = test_heap_hook;
        d.alloc_ctx = &heap;
        CHECK_EQ(coa_create(&cal, &d), COA_OK);
        for (k = 0; k < test_scaled(6000); k++) {
            change_one(cal, &now, &last);
            if (test_below(3) == 0) ask_events(cal, &heap, now);
            if (test_below(3) == 0) {
                const long calls = heap.calls;
                check_starts(cal, now + test_between(-3, 60), now);
                CHECK_EQ(heap.calls, calls);
            }
        }
        check_sane(cal);
        coa_destroy(cal);
        CHECK_EQ(heap.live_blocks, 0);
    }
}

/* Server k is booked for a while when that of server k - 1 ends, so the number of free
 * servers stays the same through thousands of changes. To ask all groups anew at each of
 * them would take minutes. */
static void a_number_that_stays(void)
{
    enum { N = 5000, LENGTH = 10 };
    coa_desc d = {0};
    coa_calendar *cal;
    coa_run run = {0, 1};
    coa_set one = {1, 1, NULL, NULL, NULL};
    coa_id id;
    coa_time until;
    uint32_t count;
    long k;
    d.servers = N;
    one.runs = &run;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    for (; run.first < N; run.first++) {
        const coa_time start = LENGTH * (coa_time)run.first;
        CHECK_EQ(coa_commit(cal, start, start + LENGTH, &one, &id), COA_OK);
    }
    for (k = test_scaled(2000); k > 0; k--) {
        const coa_time t = (coa_time)test_below(LENGTH * N);
        CHECK_EQ(coa_profile(cal, t, NULL, &count, &until), COA_OK);
        CHECK_EQ(count, N - 1);
        CHECK_EQ(until, LENGTH * N);
    }
    coa_destroy(cal);
}

TEST_MAIN(TEST(sets), TEST(one_server), TEST(few_servers), TEST(some_servers),
          TEST(many_servers), TEST(many_bookings), TEST(no_horizon), TEST(without_memory),
          TEST(events), TEST(a_number_that_stays))
