/* prop_coalloc.c - MAP, SLICES and RANGE_TREE against N busy lists, over random
 * operations.
 *
 * The model knows nothing of idle periods: a server is free in a window if no live
 * booking of it overlaps. Every status, start, server, attempt count and search result of
 * every calendar must be the model's, and coa_check must hold. Times come from a narrow
 * grid, so that equal times, touching windows and neighbours without a gap are the rule.
 */
#ifndef TINY
#define COALLOC_IMPLEMENTATION
#endif
#include "coalloc.h"
#include "test.h"
#ifdef TINY
#include "audit.h"
#include "inside.h"
#else
#include "audit.c"
#include "inside.c"
#endif

#include "model.h"

#define MAX_SERVERS 3000
#define MAX_BOOKINGS 4000

typedef struct model_booking {
    coa_id id;
    coa_time start, end;
    unsigned char *has; /* one byte for each server */
} model_booking;

typedef struct world {
    coa_calendar *cal[3]; /* all must agree with the model */
    int cals;
    uint32_t servers;
    coa_time now, horizon;
    model_booking b[MAX_BOOKINGS];
    int count;
    coa_id last_id;
    coa_time span;   /* how far ahead the random windows lie */
    int grid;        /* times are multiples of it, or one off */
    uint32_t places; /* 1..places of coa_place are drawn */
    test_heap heap;
} world;

static world w;

/* ---- the model --------------------------------------------------------------------- */

static coa_time end_of(coa_time start, coa_time length)
{
    return length == COA_FOREVER ? COA_FOREVER : start + length;
}

static int model_free(uint32_t s, coa_time start, coa_time end)
{
    int i;
    for (i = 0; i < w.count; i++)
        if (w.b[i].has[s] && w.b[i].start < end && start < w.b[i].end) return 0;
    return 1;
}

typedef struct candidate { /* a free server with the idle period around the window */
    uint32_t server;
    coa_time idle_start, idle_end;
} candidate;

static candidate model_candidate(uint32_t s, coa_time start, coa_time end)
{
    candidate c;
    int i;
    c.server = s;
    c.idle_start = w.now;
    c.idle_end = COA_FOREVER;
    for (i = 0; i < w.count; i++) {
        if (!w.b[i].has[s]) continue;
        if (w.b[i].end <= start && w.b[i].end > c.idle_start) c.idle_start = w.b[i].end;
        if (w.b[i].start >= end && w.b[i].start < c.idle_end) c.idle_end = w.b[i].start;
    }
    return c;
}

static int by_best_fit(const void *x, const void *y)
{
    const candidate *p = (const candidate *)x, *q = (const candidate *)y;
    if (p->idle_start != q->idle_start) return p->idle_start > q->idle_start ? -1 : 1;
    if (p->idle_end != q->idle_end) return p->idle_end < q->idle_end ? -1 : 1;
    return p->server < q->server ? -1 : p->server > q->server;
}

/* Fills chosen[] (a byte for each server); false if the window has not enough servers. */
static int model_choose(const coa_request *r, coa_time start, unsigned char *chosen)
{
    static candidate c[MAX_SERVERS];
    const coa_time end = end_of(start, r->length);
    uint32_t s, n = 0, run = 0, i;
    for (s = 0; s < w.servers; s++) {
        if ((r->among && !coa_set_has(r->among, s)) || !model_free(s, start, end)) {
            run = 0;
            continue;
        }
        c[n++] = model_candidate(s, start, end);
        if (r->place == COA_PLACE_CONTIGUOUS && ++run == r->servers) {
            memset(chosen, 0, w.servers);
            memset(chosen + s + 1 - run, 1, run);
            return 1;
        }
    }
    if (r->place == COA_PLACE_CONTIGUOUS || n < r->servers) return 0;
    if (r->place == COA_PLACE_BEST_FIT) qsort(c, n, sizeof c[0], by_best_fit);
    memset(chosen, 0, w.servers);
    for (i = 0; i < r->servers; i++) chosen[c[i].server] = 1;
    return 1;
}

static coa_time model_limit(void)
{
    return w.horizon > 0 ? w.now + w.horizon : COA_FOREVER - 1;
}

static coa_status model_find(const coa_request *r, coa_time *start, uint32_t *attempts,
                             unsigned char *chosen)
{
    coa_time limit = model_limit(), t = r->ready > w.now ? r->ready : w.now, next;
    int i;
    *attempts = 0;
    if (r->length == COA_FOREVER) {
        if (w.horizon > 0 || r->deadline != 0) return COA_E_NOFIT;
    } else if (r->deadline != 0 && r->deadline < limit) {
        limit = r->deadline;
    }
    if (r->length != COA_FOREVER && t > limit - r->length) return COA_E_NOFIT;
    if (r->step == 0) *attempts = 1;
    for (;;) {
        if (r->length != COA_FOREVER && t > limit - r->length) return COA_E_NOFIT;
        if (r->step > 0) ++*attempts;
        if (model_choose(r, t, chosen)) {
            *start = t;
            return COA_OK;
        }
        if (r->retries == COA_NO_RETRY) return COA_E_NOFIT;
        if (r->step > 0) {
            if (r->retries > 0 && *attempts > r->retries) return COA_E_NOFIT;
            t += r->step;
            continue;
        }
        next = COA_FOREVER; /* free servers only become more where a booking ends */
        for (i = 0; i < w.count; i++)
            if (w.b[i].end > t && w.b[i].end < next) next = w.b[i].end;
        if (next == COA_FOREVER) return COA_E_NOFIT;
        t = next;
    }
}

static model_booking *model_add(coa_time start, coa_time end, const unsigned char *has)
{
    model_booking *b = &w.b[w.count++];
    b->id = ++w.last_id;
    b->start = start;
    b->end = end;
    b->has = (unsigned char *)malloc(w.servers);
    memcpy(b->has, has, w.servers);
    return b;
}

static void model_drop(int i)
{
    free(w.b[i].has);
    w.b[i] = w.b[--w.count];
}

/* ---- one random operation on all --------------------------------------------------- */

static coa_time some_time(void)
{
    coa_time t = w.now + (coa_time)test_below((uint64_t)w.span);
    t -= (t % w.grid + w.grid) % w.grid;
    if (test_below(8) == 0) t += test_between(-1, 1);
    return t;
}

static coa_time some_length(void)
{
    const coa_time n = (coa_time)test_below((uint64_t)w.span / 2) + 1;
    if (w.horizon == 0 && test_below(40) == 0) return COA_FOREVER;
    if (test_below(3) == 0) return (coa_time)test_below(3) + 1;
    return (n + w.grid - 1) / w.grid * w.grid;
}

static coa_set some_set(uint32_t most)
{
    coa_set s;
    uint32_t n = (uint32_t)test_below(4) + 1;
    memset(&s, 0, sizeof s);
    s.alloc = test_heap_hook;
    s.alloc_ctx = &w.heap;
    while (n-- > 0) {
        const uint32_t first = (uint32_t)test_below(w.servers);
        uint32_t count = (uint32_t)test_below(most) + 1;
        if (count > w.servers - first) count = w.servers - first;
        CHECK_EQ(coa_set_add(&s, first, count), COA_OK);
    }
    return s;
}

static uint32_t some_size(void)
{
    const uint64_t r = test_below(10);
    if (r == 0) return w.servers;
    if (r < 6) return (uint32_t)test_below(w.servers / 4 + 1) + 1;
    return (uint32_t)test_below(w.servers) + 1;
}

static void check_servers(const coa_booking *b, const unsigned char *has)
{
    uint32_t i, s, at = 0, n = 0;
    for (i = 0; i < b->run_count; i++) {
        CHECK(b->runs[i].count > 0);
        CHECK(i == 0 || b->runs[i].first > at); /* coalesced: a gap before each run */
        for (s = at; s < b->runs[i].first; s++) CHECK(!has[s]);
        for (; s < b->runs[i].first + b->runs[i].count; s++) CHECK(has[s]);
        at = s;
        n += b->runs[i].count;
    }
    for (s = at; s < w.servers; s++) CHECK(!has[s]);
    CHECK_EQ(n, b->servers);
}

/* `among` is the request's from then on. */
static coa_request some_request(coa_set *among)
{
    coa_request r;
    memset(&r, 0, sizeof r);
    memset(among, 0, sizeof *among);
    r.ready = test_below(3) ? 0 : some_time();
    r.length = some_length();
    r.servers = some_size();
    r.place = (uint32_t)test_below(w.places) + 1;
    if (test_below(4) == 0) r.deadline = some_time() + 1;
    if (r.deadline == 0) r.deadline = test_below(9) == 0 ? 1 : 0;
    if (test_below(2)) {
        r.step = test_between(1, 9) * (w.grid > 99 ? w.grid / 4 : 1);
        if (test_below(2)) r.retries = (uint32_t)test_below(30);
        if (w.horizon == 0 && r.retries == 0) r.retries = 40;
    }
    if (test_below(10) == 0) r.retries = COA_NO_RETRY;
    if (test_below(5) == 0) {
        *among = some_set(w.servers);
        r.among = among;
    }
    return r;
}

static void do_reserve(void)
{
    static unsigned char chosen[MAX_SERVERS];
    coa_set among;
    const coa_request r = some_request(&among);
    coa_booking out;
    coa_time start = 0, earliest = -7;
    uint32_t attempts = 0;
    coa_status expected;
    int k;
    expected = model_find(&r, &start, &attempts, chosen);
    for (k = 0; k < w.cals; k++) {
        const coa_status s = coa_earliest(w.cal[k], &r, &earliest);
        CHECK_EQ(s, expected);
        CHECK_EQ(earliest, s == COA_OK ? start : -7);
        CHECK_EQ(coa_reserve(w.cal[k], &r, &out), expected);
        CHECK_EQ(out.attempts, attempts);
        if (expected != COA_OK) {
            CHECK_EQ(out.id, 0);
            continue;
        }
        CHECK_EQ(out.id, w.last_id + 1);
        CHECK_EQ(out.start, start);
        CHECK_EQ(out.end, end_of(start, r.length));
        CHECK_EQ(out.servers, r.servers);
        check_servers(&out, chosen);
    }
    if (expected == COA_OK) (void)model_add(start, end_of(start, r.length), chosen);
    coa_set_free(&among);
}

static int some_booking(coa_id *id)
{
    const int i =
        w.count == 0 || test_below(20) == 0 ? -1 : (int)test_below((uint64_t)w.count);
    *id = i >= 0 ? w.b[i].id : w.last_id + 1 + test_below(2);
    return i;
}

/* Takes booking i out of the model; returns it. */
static model_booking model_lift(int i)
{
    const model_booking b = w.b[i];
    w.b[i] = w.b[--w.count];
    return b;
}

/* Do the servers of a booking suit a request for its own window? */
static int model_suits(const coa_request *r, const model_booking *b)
{
    uint32_t s, n = 0, first = 0, last = 0;
    for (s = 0; s < w.servers; s++) {
        if (!b->has[s]) continue;
        if (r->among && !coa_set_has(r->among, s)) return 0;
        if (n++ == 0) first = s;
        last = s;
    }
    return n == r->servers && (r->place != COA_PLACE_CONTIGUOUS || last - first + 1 == n);
}

/* Some booking's own shape, or nearly; it is mostly sought before that one's end. */
static coa_request some_replacement(const model_booking *b, coa_set *among)
{
    coa_request r = some_request(among);
    uint32_t s, servers;
    if (test_below(4) == 0) return r;
    for (servers = s = 0; s < w.servers; s++) servers += b->has[s];
    nearly_the_same(&r, b->start, b->end, servers, w.now, w.grid, w.horizon > 0);
    if (r.servers > w.servers) r.servers = w.servers;
    if (test_below(4) == 0) r.among = NULL;
    return r;
}

/* As if the booking had been cancelled, but its id stays, and so does the booking if the
 * answer is its own window. */
static void do_replace(void)
{
    static unsigned char chosen[MAX_SERVERS];
    coa_set among;
    coa_id id;
    const int i = some_booking(&id);
    model_booking old = {0, 0, 0, NULL};
    coa_request r;
    coa_booking out;
    coa_time start = 0, earliest = -7;
    uint32_t attempts = 0;
    coa_status expected;
    int k;
    if (i >= 0) old = w.b[i];
    r = i >= 0 ? some_replacement(&old, &among) : some_request(&among);
    r.replaces = id;
    r.tag = test_random();
    expected = i < 0 ? COA_E_NOTFOUND : old.start <= w.now ? COA_E_PAST : COA_OK;
    if (expected == COA_OK) {
        (void)model_lift(i);
        expected = model_find(&r, &start, &attempts, chosen);
        if (expected == COA_OK && start == old.start &&
            end_of(start, r.length) == old.end && model_suits(&r, &old))
            memcpy(chosen, old.has, w.servers);
    }
    for (k = 0; k < w.cals; k++) {
        const coa_status s = coa_earliest(w.cal[k], &r, &earliest);
        CHECK_EQ(s, expected);
        CHECK_EQ(earliest, s == COA_OK ? start : -7);
        if (test_below(8) == 0) check_sane(w.cal[k]);
        CHECK_EQ(coa_reserve(w.cal[k], &r, &out), expected);
        CHECK_EQ(out.attempts, attempts);
        if (expected != COA_OK) {
            CHECK_EQ(out.id, 0);
            continue;
        }
        CHECK_EQ(out.id, id);
        CHECK_EQ(out.tag, r.tag);
        CHECK_EQ(out.start, start);
        CHECK_EQ(out.end, end_of(start, r.length));
        CHECK_EQ(out.servers, r.servers);
        check_servers(&out, chosen);
    }
    if (old.has && old.start > w.now) {
        if (expected == COA_OK) {
            memcpy(old.has, chosen, w.servers);
            old.start = start;
            old.end = end_of(start, r.length);
        }
        w.b[w.count++] = old;
    }
    coa_set_free(&among);
}

/* Is the request's window at t, lasting so long, one that can be booked? */
static int model_fits(const coa_request *r, coa_time t, coa_time length)
{
    static unsigned char unused[MAX_SERVERS];
    coa_request with = *r;
    with.length = length;
    if (length == COA_FOREVER ? w.horizon > 0 : t > model_limit() - length) return 0;
    return model_choose(&with, t, unused);
}

/* Most servers free during the request's window at t, counted one by one. */
static uint32_t model_most(const coa_request *r, coa_time t)
{
    const coa_time end = end_of(t, r->length);
    uint32_t s, n = 0, most = 0;
    if (r->length == COA_FOREVER ? w.horizon > 0 : end > model_limit()) return 0;
    for (s = 0; s < w.servers; s++) {
        const int is_free =
            (!r->among || coa_set_has(r->among, s)) && model_free(s, t, end);
        n = is_free ? n + 1 : r->place == COA_PLACE_CONTIGUOUS ? 0 : n;
        if (n > most) most = n;
    }
    return most;
}

/* The length is right if so long fits, and one unit more does not. */
static void do_alternatives(void)
{
    static unsigned char chosen[MAX_SERVERS];
    coa_set among;
    coa_request r = some_request(&among), open = r;
    coa_alternative_info a;
    coa_time start = COA_FOREVER, t = r.ready > w.now ? r.ready : w.now;
    uint32_t attempts, most;
    coa_id id;
    const int i = some_booking(&id);
    int k, lifts = i >= 0 && w.b[i].start > w.now && test_below(2);
    model_booking old = {0, 0, 0, NULL};
    if (lifts) old = model_lift(i);
    r.replaces = lifts ? id : 0;
    open.deadline = 0;
    if (model_find(&open, &start, &attempts, chosen) != COA_OK) start = COA_FOREVER;
    most = model_most(&r, t);
    for (k = 0; k < w.cals; k++) {
        memset(&a, 0x77, sizeof a);
        CHECK_EQ(coa_alternatives(w.cal[k], &r, &a), COA_OK);
        CHECK_EQ(a.start, start);
        CHECK_EQ(a.servers, most);
        CHECK_EQ(a.reserved, 0);
        CHECK(a.length == 0 || model_fits(&r, t, a.length));
        CHECK(a.length == COA_FOREVER || !model_fits(&r, t, a.length + 1));
        CHECK(a.length == COA_FOREVER || !model_fits(&r, t, COA_FOREVER));
    }
    if (lifts) w.b[w.count++] = old;
    coa_set_free(&among);
}

/* t + length, or COA_FOREVER where that is more. */
static coa_time later(coa_time t, coa_time length)
{
    return length > COA_FOREVER - (t > 0 ? t : 0) ? COA_FOREVER : t + length;
}

static coa_status model_window(coa_time start, coa_time end)
{
    if (start >= end) return COA_E_ARG;
    if (start < w.now) return COA_E_PAST;
    if (end > model_limit() && (w.horizon > 0 || end != COA_FOREVER)) return COA_E_RANGE;
    return COA_OK;
}

static void some_window(coa_time *start, coa_time *end)
{
    *start = some_time();
    *end = later(*start, some_length());
    if (test_below(30) == 0) *end = *start - (coa_time)test_below(2);
}

static void do_search(void)
{
    coa_time start, end;
    coa_set among = some_set(w.servers), found = {0, 0, NULL, test_heap_hook, &w.heap};
    const coa_set *use = test_below(2) ? &among : NULL;
    uint32_t s, n = 0, i;
    int k;
    some_window(&start, &end);
    for (k = 0; k < w.cals; k++) {
        const coa_status st = coa_search(w.cal[k], start, end, use, &found);
        CHECK_EQ(st, model_window(start, end));
        if (st != COA_OK) continue;
        for (s = n = 0; s < w.servers; s++) {
            const int is_free =
                (!use || coa_set_has(use, s)) && model_free(s, start, end);
            CHECK_EQ(coa_set_has(&found, s), is_free);
            n += (uint32_t)is_free;
        }
        CHECK_EQ(coa_set_count(&found), n);
        for (i = 1; i < found.count; i++)
            CHECK(found.runs[i].first >
                  found.runs[i - 1].first + found.runs[i - 1].count);
    }
    coa_set_free(&found);
    coa_set_free(&among);
}

static void do_commit(void)
{
    static unsigned char has[MAX_SERVERS];
    coa_time start, end;
    coa_set want = some_set(w.servers / 3 + 1);
    coa_status expected;
    coa_id id = 77;
    uint32_t s;
    int k;
    some_window(&start, &end);
    if (test_below(2) == 0) { /* what a user picked of a search: fits unless empty */
        CHECK(w.cals > 0);
        if (coa_search(w.cal[0], start, end, &want, &want) != COA_E_ARG) CHECK(0);
        for (s = 0; s < w.servers; s++)
            if (coa_set_has(&want, s) && !model_free(s, start, end))
                CHECK_EQ(coa_set_remove(&want, s, 1), COA_OK);
    }
    expected = want.count == 0 ? COA_E_ARG : model_window(start, end);
    for (s = 0; s < w.servers; s++) {
        has[s] = (unsigned char)coa_set_has(&want, s);
        if (expected == COA_OK && has[s] && !model_free(s, start, end))
            expected = COA_E_BUSY;
    }
    for (k = 0; k < w.cals; k++) {
        CHECK_EQ(coa_commit(w.cal[k], start, end, &want, &id), expected);
        CHECK_EQ(id, expected == COA_OK ? w.last_id + 1 : 0);
    }
    if (expected == COA_OK) (void)model_add(start, end, has);
    coa_set_free(&want);
}

static void do_finish(void)
{
    coa_id id;
    const int i = some_booking(&id);
    coa_time at = test_below(4) ? some_time() : w.now;
    coa_status expected = COA_OK;
    int k;
    if (i >= 0 && test_below(6) == 0) at = later(w.b[i].end - 1, test_between(0, 2));
    if (i < 0)
        expected = COA_E_NOTFOUND;
    else if (at < w.b[i].start || at > w.b[i].end || (at == w.b[i].start && at != w.now))
        expected = COA_E_ARG;
    else if (at < w.now)
        expected = COA_E_PAST;
    for (k = 0; k < w.cals; k++) CHECK_EQ(coa_finish(w.cal[k], id, at), expected);
    if (expected != COA_OK) return;
    w.b[i].end = at;
    if (at == w.now) model_drop(i);
}

static void do_extend(void)
{
    coa_id id;
    const int i = some_booking(&id);
    coa_time end = some_time();
    coa_status expected = COA_OK;
    uint32_t s;
    int k;
    if (i >= 0)
        end = later(w.b[i].end - 1, test_below(3) ? some_length() : test_between(0, 2));
    if (i < 0)
        expected = COA_E_NOTFOUND;
    else if (end < w.b[i].end)
        expected = COA_E_ARG;
    else if (end > w.b[i].end)
        expected = model_window(w.b[i].end, end);
    for (s = 0; i >= 0 && s < w.servers && expected == COA_OK; s++)
        if (w.b[i].has[s] && end > w.b[i].end && !model_free(s, w.b[i].end, end))
            expected = COA_E_BUSY;
    for (k = 0; k < w.cals; k++) CHECK_EQ(coa_extend(w.cal[k], id, end), expected);
    if (expected == COA_OK) w.b[i].end = end;
}

static void do_cancel(void)
{
    coa_id id;
    const int i = some_booking(&id);
    int k;
    for (k = 0; k < w.cals; k++)
        CHECK_EQ(coa_cancel(w.cal[k], id), i >= 0 ? COA_OK : COA_E_NOTFOUND);
    if (i >= 0) model_drop(i);
}

static void do_advance(void)
{
    coa_time now = w.now + (coa_time)test_below((uint64_t)w.span / 6 + 1);
    coa_status expected = COA_OK;
    int i, k;
    if (test_below(60) == 0) now += w.span * 3;
    if (test_below(30) == 0) now = w.now - 1;
    if (now < w.now) expected = COA_E_PAST;
    for (k = 0; k < w.cals; k++) CHECK_EQ(coa_advance(w.cal[k], now), expected);
    if (expected != COA_OK) return;
    w.now = now;
    for (i = w.count; i-- > 0;)
        if (w.b[i].end <= now) model_drop(i);
}

/* coa_next lists exactly the model's bookings, in order of id, as coa_get shows them. */
static void check_list(const coa_calendar *cal)
{
    coa_booking b, same;
    coa_id after = 0;
    int n = 0, i;
    memset(&b, 0, sizeof b); /* also what lies between the members */
    memset(&same, 0, sizeof same);
    while (coa_next(cal, after, &b) == COA_OK) {
        CHECK(b.id > after);
        for (i = 0; i < w.count && w.b[i].id != b.id; i++) {
        }
        CHECK(i < w.count);
        CHECK_EQ(b.start, w.b[i].start);
        CHECK_EQ(b.end, w.b[i].end);
        check_servers(&b, w.b[i].has);
        CHECK_EQ(coa_get(cal, b.id, &same), COA_OK);
        CHECK(memcmp(&b, &same, sizeof b) == 0);
        after = b.id;
        n++;
    }
    CHECK_EQ(n, w.count);
}

/* ---- streams ----------------------------------------------------------------------- */

static void open_world(uint32_t servers, int trees, coa_time horizon, coa_time slot,
                       int grid, coa_time now)
{
    coa_desc d;
    memset(&w, 0, sizeof w);
    memset(&d, 0, sizeof d);
    w.servers = d.servers = servers;
    w.horizon = d.horizon = horizon;
    w.now = d.now = now;
    w.span = horizon > 0 ? horizon : 80;
    w.grid = grid;
    w.places = 3;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &w.heap;
    d.index = COA_INDEX_MAP;
    CHECK_EQ(coa_create(&w.cal[w.cals++], &d), COA_OK);
    d.index = COA_INDEX_SLICES;
    if (servers <= COA_SLICES_SERVERS) CHECK_EQ(coa_create(&w.cal[w.cals++], &d), COA_OK);
    if (!trees) return;
    d.index = COA_INDEX_RANGE_TREE;
    d.slot = slot;
    CHECK_EQ(coa_create(&w.cal[w.cals++], &d), COA_OK);
}

static void close_world(void)
{
    int k;
    while (w.count > 0) model_drop(w.count - 1);
    for (k = 0; k < w.cals; k++) coa_destroy(w.cal[k]);
    CHECK_EQ(w.heap.live_blocks, 0);
    CHECK_EQ(w.heap.live_bytes, 0);
    CHECK_EQ(w.heap.bad_size, 0);
}

static void run_stream(long operations, long check_every)
{
    long i;
    int k;
    for (i = 0; i < operations; i++) {
        const uint64_t what = test_below(w.count > MAX_BOOKINGS - 2 ? 50 : 100);
        if (what < 14)
            do_advance();
        else if (what < 26)
            do_cancel();
        else if (what < 38)
            do_finish();
        else if (what < 50)
            do_extend();
        else if (what < 56)
            do_search();
        else if (what < 60)
            do_alternatives();
        else if (what < 66)
            do_commit();
        else if (what < 80)
            do_replace();
        else
            do_reserve();
        if (test_below(20) == 0) inside_pack(w.cal[0]); /* may come at any time */
        for (k = 0; k < w.cals && i % check_every == 0; k++) {
            check_sane(w.cal[k]);
            check_list(w.cal[k]);
        }
    }
}

/* Four seeds for each kind of stream. */
static void stream(uint32_t servers, int trees, coa_time horizon, coa_time slot, int grid,
                   coa_time now, long operations, long check_every)
{
    int seed;
    for (seed = 0; seed < 4; seed++) {
        test_state_ = test_seed() + (uint64_t)seed;
        open_world(servers, trees, horizon, slot, grid, now);
        run_stream(test_scaled(operations / 12), check_every);
        close_world();
    }
}

/* How many servers, or with CONTIGUOUS consecutive ones, are free during a window? */
static uint32_t free_during(coa_calendar *cal, coa_time start, coa_time end, int run)
{
    coa_set found = {0, 0, NULL, test_heap_hook, &w.heap};
    uint32_t i, n = 0;
    CHECK_EQ(coa_search(cal, start, end, NULL, &found), COA_OK);
    for (i = 0; i < found.count; i++) {
        if (!run) n += found.runs[i].count;
        if (run && found.runs[i].count > n) n = found.runs[i].count;
    }
    coa_set_free(&found);
    return n;
}

/* Windows of all sizes and lengths in a full calendar: each moves on over many starts in
 * vain. The first one that fits is found by asking for every start. */
static void every_window(uint32_t servers)
{
    enum { TIMES = 120 };
    coa_request r;
    coa_booking b;
    coa_time earliest, t;
    int i, k;
    open_world(servers, 1, 600, 40, 1, 0);
    for (i = 0; i < 60; i++) {
        memset(&r, 0, sizeof r);
        r.ready = test_between(0, TIMES);
        r.length = test_between(1, 30);
        r.servers = (uint32_t)test_between(1, servers / 4);
        r.place = COA_PLACE_FIRST_FIT;
        for (k = 0; k < w.cals; k++) CHECK_EQ(coa_reserve(w.cal[k], &r, &b), COA_OK);
    }
    memset(&r, 0, sizeof r);
    for (r.length = 1; r.length < 60; r.length += 1 + r.length / 4)
        for (r.servers = 1; r.servers <= servers; r.servers += 1 + servers / 16)
            for (i = 0; i < 2; i++) {
                r.place = i ? COA_PLACE_CONTIGUOUS : COA_PLACE_FIRST_FIT;
                t = 0;
                while (free_during(w.cal[0], t, t + r.length, i) < r.servers) t++;
                for (k = 0; k < w.cals; k++) {
                    CHECK_EQ(coa_earliest(w.cal[k], &r, &earliest), COA_OK);
                    CHECK_EQ(earliest, t);
                }
            }
    close_world();
}

static void all_windows(void)
{
    long n;
    for (n = test_scaled(40); n > 0; n--) {
        every_window(12);
        every_window(100);
    }
}

static void one_server(void) { stream(1, 1, 90, 7, 5, 0, 200000, 1); }
static void few_servers(void) { stream(5, 1, 100, 10, 5, -350, 300000, 1); }
static void some_servers(void) { stream(24, 1, 120, 9, 4, 1000000007, 250000, 1); }
static void hundred_servers(void) { stream(130, 1, 100, 100, 5, 3, 60000, 7); }
static void thin_slots(void) { stream(16, 1, 60, 1, 3, -30, 60000, 3); }
static void one_slot(void) { stream(16, 1, 60, 1000, 1, 0, 60000, 3); }
static void no_horizon(void) { stream(9, 0, 0, 0, 5, 0, 200000, 1); }
/* Lessons are of lengths from 512 on. */
static void long_bookings(void) { stream(12, 1, 60000, 9000, 1000, 0, 60000, 7); }
/* Masks of as many words as SLICES has copies of its functions for. */
static void two_words(void) { stream(100, 0, 100, 0, 5, 0, 60000, 7); }
static void all_words(void) { stream(1024, 0, 0, 0, 5, 0, 6000, 25); }
static void thousands_of_servers(void) { stream(3000, 1, 200, 25, 5, 0, 1500, 25); }

TEST_MAIN(TEST(one_server), TEST(few_servers), TEST(some_servers), TEST(hundred_servers),
          TEST(thin_slots), TEST(one_slot), TEST(no_horizon), TEST(long_bookings),
          TEST(two_words), TEST(all_words), TEST(all_windows), TEST(thousands_of_servers))
