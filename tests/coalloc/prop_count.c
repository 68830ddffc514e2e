/* prop_count.c - COUNT against a model that adds up bookings.
 *
 * The model knows no points and no trees: so many servers are free at t as the bookings
 * that hold t leave, and a window fits if it does at its start and wherever a booking
 * starts in it. Ids are given out by hand, from a byte for each server, in the order
 * documented: moment by moment, ends before starts, starts by id, the lowest free. Every
 * status, start, count, listing and id must be the model's, and coa_check must hold. */
#define COALLOC_NO_MAP
#define COALLOC_NO_RANGE_TREE
#define COALLOC_NO_SLICES
#define COALLOC_NO_FLEX
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "test.h"
#include "audit.c"

#define MAX_SERVERS 3000
#define MAX_BOOKINGS 600

typedef struct model_booking {
    coa_id id;
    coa_time start, end;
    uint32_t servers;
    int bound;
    unsigned char *has; /* one byte for each server, once bound */
} model_booking;

typedef struct world {
    coa_calendar *cal;
    uint32_t servers;
    coa_time now, horizon;
    model_booking b[MAX_BOOKINGS + 1];
    int count; /* in order of id */
    coa_id last_id;
    coa_time span;        /* how far ahead the random windows lie */
    uint64_t most_points; /* there ever were */
    int grid;             /* times are multiples of it, or one off */
    int unnamed;          /* no booking ever has runs */
    unsigned char taken[MAX_SERVERS];
    test_heap heap;
} world;

static world w;

#define MODEL_PROMISES
#include "model.h"

/* ---- the model --------------------------------------------------------------------- */

/* The fewest free at any time in [start, end). */
static uint32_t model_least(coa_time start, coa_time end)
{
    return w.servers - model_most(start, end);
}

static coa_time model_limit(void)
{
    return w.horizon > 0 ? w.now + w.horizon : COA_FOREVER - 1;
}

static coa_status model_find(const coa_request *r, coa_time *start, uint32_t *attempts)
{
    coa_time limit = model_limit(), t = r->ready > w.now ? r->ready : w.now, next;
    int i;
    *attempts = 0;
    if (r->among || (r->place != COA_PLACE_DEFAULT && r->place != COA_PLACE_FIRST_FIT))
        return COA_E_ARG;
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
        if (model_least(t, coa_i_end(t, r->length)) >= r->servers) {
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

static void model_bind(model_booking *b)
{
    uint32_t s, n = b->servers;
    b->bound = 1;
    b->has = (unsigned char *)calloc(w.servers, 1);
    for (s = 0; s < w.servers && n > 0; s++) {
        if (w.taken[s]) continue;
        w.taken[s] = b->has[s] = 1;
        n--;
    }
    CHECK_EQ(n, 0); /* a binding never fails */
}

static void model_add(coa_time start, coa_time end, uint32_t servers)
{
    model_booking *b = &w.b[w.count++];
    b->id = ++w.last_id;
    b->start = start;
    b->end = end;
    b->servers = servers;
    b->bound = 0;
    b->has = NULL;
    if (start == w.now) model_bind(b);
}

static void model_drop(int i)
{
    uint32_t s;
    for (s = 0; s < w.servers && w.b[i].bound; s++)
        if (w.b[i].has[s]) w.taken[s] = 0;
    free(w.b[i].has);
    w.count--;
    memmove(w.b + i, w.b + i + 1, (size_t)(w.count - i) * sizeof w.b[0]);
}

static void model_start(int i) { model_bind(w.b + i); }

/* ---- what the calendar shows ------------------------------------------------------- */

static void check_booking(const coa_booking *b, const model_booking *m)
{
    static unsigned char has[MAX_SERVERS];
    uint32_t i, s;
    const int named = m->bound && !w.unnamed;
    CHECK_EQ(b->id, m->id);
    CHECK_EQ(b->start, m->start);
    CHECK_EQ(b->end, m->end);
    CHECK_EQ(b->servers, m->servers);
    CHECK_EQ(b->run_count > 0, named);
    CHECK((b->runs != NULL) == named);
    if (!named) return;
    memset(has, 0, w.servers);
    for (i = 0; i < b->run_count; i++) {
        CHECK(b->runs[i].count > 0);
        CHECK(b->runs[i].first < w.servers);
        CHECK(b->runs[i].count <= w.servers - b->runs[i].first);
        if (i > 0) CHECK(b->runs[i].first > b->runs[i - 1].first + b->runs[i - 1].count);
        for (s = 0; s < b->runs[i].count; s++) has[b->runs[i].first + s] = 1;
    }
    CHECK(memcmp(has, m->has, w.servers) == 0);
}

static void check_list(void)
{
    coa_booking b, same;
    coa_id after = 0;
    coa_stats_info info;
    uint64_t points = 1, runs = 0;
    int i, k;
    memset(&b, 0, sizeof b); /* also what lies between the members */
    memset(&same, 0, sizeof same);
    for (i = 0; i < w.count; i++) {
        CHECK_EQ(coa_next(w.cal, after, &b), COA_OK);
        runs += b.run_count;
        check_booking(&b, w.b + i);
        CHECK_EQ(coa_get(w.cal, b.id, &same), COA_OK);
        CHECK(memcmp(&b, &same, sizeof b) == 0);
        after = b.id;
    }
    CHECK_EQ(coa_next(w.cal, after, &b), COA_E_NOTFOUND);
    for (i = 0; i < w.count; i++) { /* a point for each time at which something happens */
        int start = w.b[i].start > w.now, end = w.b[i].end < COA_FOREVER;
        for (k = 0; k < i; k++) {
            if (w.b[k].start == w.b[i].start || w.b[k].end == w.b[i].start) start = 0;
            if (w.b[k].start == w.b[i].end || w.b[k].end == w.b[i].end) end = 0;
        }
        points += (uint64_t)start + (uint64_t)end;
    }
    coa_stats(w.cal, &info);
    CHECK_EQ(info.idle_groups, points);
    CHECK_EQ(info.bookings, w.count);
    CHECK_EQ(info.runs, runs);
}

/* Of any two neighbours under one fork, the first leaf excepted, the entries are more
 * than half of a full knot: what the bound on memory rests on. */
static void check_pairs(const coa_i_counts *c, uint32_t level, uint32_t knot, int first)
{
    uint32_t k, size, before = 0;
    if (level == 0) return;
    for (k = coa_i_node_at(c, knot)->lo; k < coa_i_node_at(c, knot)->hi; k++) {
        const uint32_t below = coa_i_node_at(c, knot)->below[k];
        const uint32_t begin = coa_i_node_at(c, knot)->lo;
        const int exempt = first && k == begin + (level == 1);
        size = coa_i_node_at(c, below)->hi - coa_i_node_at(c, below)->lo;
        if (k > begin && !exempt)
            CHECK(before + size > (level > 1 ? COA_I_FANOUT : COA_I_POINTS) / 2);
        before = size;
        check_pairs(c, level - 1, below, first && k == begin);
    }
}

static void check_knots(void)
{
    const coa_i_counts *c = coa_i_counts_of(w.cal);
    check_pairs(c, c->height, c->root, 1);
    if (c->points > w.most_points) w.most_points = c->points;
    CHECK(c->nodes.count - c->free_count <= coa_i_counts_most(w.most_points + 2));
}

/* ---- one random operation ---------------------------------------------------------- */

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

static uint32_t some_size(void)
{
    const uint64_t r = test_below(12);
    if (r == 0) return w.servers;
    if (r == 1) return w.servers + (uint32_t)test_below(3);
    if (r < 8) return (uint32_t)test_below(w.servers / 4 + 1) + 1;
    return (uint32_t)test_below(w.servers) + 1;
}

/* What the refused are offered: the start without a deadline; the most servers for the
 * length; the longest length for the servers, which is none too long and one unit more
 * would be. */
static void do_alternatives(const coa_request *asked)
{
    coa_request r = *asked;
    const coa_time t = r.ready > w.now ? r.ready : w.now, end = coa_i_end(t, r.length);
    const coa_time limit = model_limit();
    coa_alternative_info out = {-7, -7, 7777777, 7};
    coa_time start = 0;
    uint32_t attempts;
    coa_status found;
    r.deadline = 0;
    found = model_find(&r, &start, &attempts);
    if (found == COA_E_ARG) {
        CHECK_EQ(coa_alternatives(w.cal, asked, &out), COA_E_ARG);
        CHECK_EQ(out.servers, 7777777);
        return;
    }
    CHECK_EQ(coa_alternatives(w.cal, asked, &out), COA_OK);
    CHECK_EQ(out.reserved, 0);
    CHECK_EQ(out.start, found == COA_OK ? start : COA_FOREVER);
    if (end == COA_FOREVER ? w.horizon > 0 : end > limit)
        CHECK_EQ(out.servers, 0);
    else
        CHECK_EQ(out.servers, model_least(t, end));
    CHECK(out.length >= 0);
    if (out.length > 0) CHECK(model_least(t, coa_i_end(t, out.length)) >= r.servers);
    if (out.length == COA_FOREVER) {
        CHECK_EQ(w.horizon, 0);
    } else if (t + out.length < limit) {
        CHECK(w.servers < r.servers + model_busy(t + out.length));
    } else {
        CHECK(t + out.length == limit || out.length == 0);
    }
}

static coa_request some_request(void)
{
    static coa_run run = {0, 1};
    static const coa_set among = {1, 1, &run, NULL, NULL};
    coa_request r;
    memset(&r, 0, sizeof r);
    r.ready = test_below(3) ? 0 : some_time();
    r.length = some_length();
    r.servers = some_size();
    r.place = test_below(2) ? COA_PLACE_DEFAULT : COA_PLACE_FIRST_FIT;
    if (test_below(30) == 0) r.place = (uint32_t)test_below(6);
    if (test_below(4) == 0) r.deadline = some_time() + 1;
    if (r.deadline == 0) r.deadline = test_below(9) == 0 ? 1 : 0;
    if (test_below(2)) {
        r.step = test_between(1, 9) * (w.grid > 99 ? w.grid / 4 : 1);
        if (test_below(2)) r.retries = (uint32_t)test_below(30);
        if (w.horizon == 0 && r.retries == 0) r.retries = 40;
    }
    if (test_below(10) == 0) r.retries = COA_NO_RETRY;
    if (test_below(40) == 0) r.among = &among;
    return r;
}

static void do_reserve(void)
{
    const coa_request r = some_request();
    coa_booking out;
    coa_time start = 0, earliest = -7;
    uint32_t attempts = 0;
    coa_status expected;
    if (test_below(3) == 0) do_alternatives(&r);
    expected = model_find(&r, &start, &attempts);
    CHECK_EQ(coa_earliest(w.cal, &r, &earliest), expected);
    CHECK_EQ(earliest, expected == COA_OK ? start : -7);
    CHECK_EQ(coa_reserve(w.cal, &r, &out), expected);
    CHECK_EQ(out.attempts, attempts);
    if (expected != COA_OK) {
        CHECK_EQ(out.id, 0);
        return;
    }
    model_add(start, coa_i_end(start, r.length), r.servers);
    check_booking(&out, w.b + w.count - 1);
}

static int some_booking(coa_id *id)
{
    const int i =
        w.count == 0 || test_below(20) == 0 ? -1 : (int)test_below((uint64_t)w.count);
    *id = i >= 0 ? w.b[i].id : w.last_id + 1 + test_below(2);
    return i;
}

/* Some booking's own shape, or nearly; it is mostly sought before that one's end. */
static coa_request some_replacement(const model_booking *b)
{
    coa_request r = some_request();
    if (test_below(4) == 0) return r;
    r.place = COA_PLACE_DEFAULT;
    r.among = NULL;
    nearly_the_same(&r, b->start, b->end, b->servers, w.now, w.grid, w.horizon > 0);
    return r;
}

/* As if the booking had been cancelled, but its id stays, and its place in the list. */
static void do_replace(void)
{
    coa_id id;
    const int i = some_booking(&id);
    coa_request r = i >= 0 ? some_replacement(w.b + i) : some_request();
    coa_booking out;
    coa_time start = 0, earliest = -7;
    uint32_t attempts = 0;
    coa_status expected;
    r.replaces = id;
    r.tag = test_random();
    expected = model_find(&r, &start, &attempts) == COA_E_ARG ? COA_E_ARG
               : i < 0                                        ? COA_E_NOTFOUND
               : w.b[i].bound                                 ? COA_E_PAST
                                                              : COA_OK;
    if (expected == COA_OK) {
        const model_booking old = w.b[i];
        w.b[i].end = w.b[i].start; /* it holds nothing */
        expected = model_find(&r, &start, &attempts);
        w.b[i] = old;
        if (test_below(3) == 0) {
            w.b[i].end = w.b[i].start;
            do_alternatives(&r);
            w.b[i] = old;
        }
    } else {
        attempts = 0;
    }
    CHECK_EQ(coa_earliest(w.cal, &r, &earliest), expected);
    CHECK_EQ(earliest, expected == COA_OK ? start : -7);
    if (test_below(8) == 0) check_sane(w.cal);
    CHECK_EQ(coa_reserve(w.cal, &r, &out), expected);
    CHECK_EQ(out.attempts, attempts);
    if (expected != COA_OK) {
        CHECK_EQ(out.id, 0);
        return;
    }
    CHECK_EQ(out.tag, r.tag);
    w.b[i].start = start;
    w.b[i].end = coa_i_end(start, r.length);
    w.b[i].servers = r.servers;
    if (start == w.now) model_bind(w.b + i);
    check_booking(&out, w.b + i);
}

static coa_status model_window(coa_time start, coa_time end)
{
    if (start >= end) return COA_E_ARG;
    if (start < w.now) return COA_E_PAST;
    if (end > model_limit() && (w.horizon > 0 || end != COA_FOREVER)) return COA_E_RANGE;
    return COA_OK;
}

/* t + length, or COA_FOREVER where that is more. */
static coa_time later(coa_time t, coa_time length)
{
    return length > COA_FOREVER - (t > 0 ? t : 0) ? COA_FOREVER : t + length;
}

static void do_finish(void)
{
    coa_id id;
    const int i = some_booking(&id);
    coa_time at = test_below(4) ? some_time() : w.now;
    coa_status expected = COA_OK;
    if (i >= 0 && test_below(6) == 0) at = later(w.b[i].end - 1, test_between(0, 2));
    if (i < 0)
        expected = COA_E_NOTFOUND;
    else if (at < w.b[i].start || at > w.b[i].end || (at == w.b[i].start && at != w.now))
        expected = COA_E_ARG;
    else if (at < w.now)
        expected = COA_E_PAST;
    CHECK_EQ(coa_finish(w.cal, id, at), expected);
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
    if (i >= 0)
        end = later(w.b[i].end - 1, test_below(3) ? some_length() : test_between(0, 2));
    if (i < 0)
        expected = COA_E_NOTFOUND;
    else if (end < w.b[i].end)
        expected = COA_E_ARG;
    else if (end > w.b[i].end)
        expected = model_window(w.b[i].end, end);
    if (i >= 0 && expected == COA_OK && end > w.b[i].end &&
        model_least(w.b[i].end, end) < w.b[i].servers)
        expected = COA_E_BUSY;
    CHECK_EQ(coa_extend(w.cal, id, end), expected);
    if (expected == COA_OK) w.b[i].end = end;
}

static void do_cancel(void)
{
    coa_id id;
    const int i = some_booking(&id);
    CHECK_EQ(coa_cancel(w.cal, id), i >= 0 ? COA_OK : COA_E_NOTFOUND);
    if (i >= 0) model_drop(i);
}

/* Time moves on, and asks for no memory. */
static void do_advance(void)
{
    const long calls = w.heap.calls;
    coa_time now = w.now + (coa_time)test_below((uint64_t)w.span / 6 + 1);
    if (test_below(60) == 0) now += w.span * 3;
    if (test_below(30) == 0) now = w.now - 1;
    CHECK_EQ(coa_advance(w.cal, now), now < w.now ? COA_E_PAST : COA_OK);
    CHECK_EQ(w.heap.calls, calls);
    if (now >= w.now) model_advance(now);
}

/* What needs names is refused; what the step function says of a window is right. */
static void do_look(void)
{
    static coa_run run = {0, 1};
    const coa_set set = {1, 1, &run, NULL, NULL};
    coa_set found = {0, 0, NULL, NULL, NULL};
    coa_id id = 7;
    coa_time start = some_time(), end, t;
    uint32_t n = some_size();
    if (start < w.now) start = w.now;
    end = later(start, some_length());
    CHECK_EQ(coa_search(w.cal, start, end, NULL, &found), COA_E_ARG);
    CHECK_EQ(coa_commit(w.cal, start, end, &set, &id), COA_E_ARG);
    CHECK_EQ(id, 0);
    CHECK_EQ(coa_i_counts_least(coa_i_counts_of(w.cal), start, end),
             model_least(start, end));
    t = coa_i_counts_until(coa_i_counts_of(w.cal), start, n);
    CHECK(t >= start);
    if (t < COA_FOREVER) CHECK(w.servers < n + model_busy(t));
    if (t > start) CHECK(model_least(start, t) >= n);
}

/* ---- streams ----------------------------------------------------------------------- */

static void open_world(uint32_t servers, coa_time horizon, int grid, coa_time now,
                       int unnamed)
{
    coa_desc d;
    memset(&w, 0, sizeof w);
    memset(&d, 0, sizeof d);
    w.servers = d.servers = servers;
    w.horizon = d.horizon = horizon;
    w.now = d.now = now;
    w.span = horizon > 0 ? horizon : 80;
    w.grid = grid;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &w.heap;
    d.index = COA_INDEX_COUNT;
    w.unnamed = unnamed;
    d.unnamed = (uint32_t)unnamed;
    CHECK_EQ(coa_create(&w.cal, &d), COA_OK);
}

static void close_world(void)
{
    while (w.count > 0) model_drop(w.count - 1);
    coa_destroy(w.cal);
    CHECK_EQ(w.heap.live_blocks, 0);
    CHECK_EQ(w.heap.live_bytes, 0);
    CHECK_EQ(w.heap.bad_size, 0);
}

static void one_operation(void)
{
    const uint64_t what = test_below(w.count == MAX_BOOKINGS ? 50 : 100);
    if (what < 14)
        do_advance();
    else if (what < 26)
        do_cancel();
    else if (what < 38)
        do_finish();
    else if (what < 46)
        do_extend();
    else if (what < 50)
        do_look();
    else if (what < 64)
        do_replace();
    else
        do_reserve();
}

/* Four seeds for each kind of stream, one of them without names. */
static void stream(uint32_t servers, coa_time horizon, int grid, coa_time now,
                   long operations)
{
    int seed;
    long i;
    for (seed = 0; seed < 4; seed++) {
        test_state_ = test_seed() + (uint64_t)seed;
        open_world(servers, horizon, grid, now, seed == 3);
        for (i = 0; i < test_scaled(operations / 4); i++) {
            one_operation();
            check_sane(w.cal);
            check_knots();
            if (i % 3 == 0) check_list();
        }
        close_world();
    }
}

static void one_server(void) { stream(1, 90, 5, 0, 100000); }
static void few_servers(void) { stream(5, 100, 5, -350, 150000); }
static void some_servers(void) { stream(24, 120, 4, 1000000007, 100000); }
static void hundred_servers(void) { stream(130, 300, 5, 3, 40000); }
/* Lessons are of lengths from 512 on. */
static void long_bookings(void) { stream(12, 60000, 1000, 0, 60000); }
static void any_time(void) { stream(60, 900, 1, -30, 40000); }
static void no_horizon(void) { stream(9, 0, 5, 0, 100000); }
static void thousands_of_servers(void) { stream(3000, 200, 5, 0, 4000); }

/* ---- many bookings: against an array with a place for each moment ------------------ */

#define MOMENTS 30000
#define MANY 9000

static uint32_t moment_busy[MOMENTS];
static struct {
    coa_id id;
    coa_time start, end;
    uint32_t servers;
} many[MANY];

static void moment_add(coa_time start, coa_time end, uint32_t n)
{
    for (; start < end; start++) moment_busy[start] += n;
}

static coa_time moment_earliest(coa_time t, coa_time length, uint32_t n, uint32_t servers)
{
    coa_time run = 0;
    for (; t < MOMENTS; t++) {
        run = moment_busy[t] + n <= servers ? run + 1 : 0;
        if (run == length) return t + 1 - length;
    }
    return -1;
}

static void many_bookings(void)
{
    const uint32_t servers = 700;
    const long operations = test_scaled(COA_I_POINTS > 4 ? 40000 : 6000);
    coa_desc d;
    coa_request r;
    coa_booking b;
    coa_time now = 0, t, end;
    long i;
    int count = 0, k;
    memset(&w, 0, sizeof w);
    memset(&d, 0, sizeof d);
    memset(moment_busy, 0, sizeof moment_busy);
    d.servers = servers;
    d.horizon = MOMENTS;
    d.index = COA_INDEX_COUNT;
    CHECK_EQ(coa_create(&w.cal, &d), COA_OK);
    for (i = 0; i < operations; i++) {
        memset(&r, 0, sizeof r);
        r.ready = now + (coa_time)test_below(MOMENTS - 1000);
        r.length = test_between(1, test_below(20) ? 300 : 9000);
        r.servers = (uint32_t)test_between(1, test_below(5) ? 3 : 600);
        r.deadline = MOMENTS;
        if (count < MANY) {
            t = moment_earliest(r.ready, r.length, r.servers, servers);
            CHECK_EQ(coa_reserve(w.cal, &r, &b), t >= 0 ? COA_OK : COA_E_NOFIT);
            if (t >= 0) {
                CHECK_EQ(b.start, t);
                moment_add(t, t + r.length, r.servers);
                many[count].id = b.id;
                many[count].start = t;
                many[count].end = b.end;
                many[count++].servers = b.servers;
            }
        }
        if (count > 0 && test_below(count < MANY / 2 ? 5 : 2) == 0) {
            k = (int)test_below((uint64_t)count);
            t = many[k].start > now ? many[k].start : now;
            end = test_below(3) ? t : test_between(t, many[k].end);
            if (end <= many[k].start)
                CHECK_EQ(coa_cancel(w.cal, many[k].id), COA_OK);
            else
                CHECK_EQ(coa_finish(w.cal, many[k].id, end), COA_OK);
            for (t = end; t < many[k].end; t++) moment_busy[t] -= many[k].servers;
            many[k].end = end;
            if (end <= many[k].start || end == now) many[k] = many[--count];
        }
        if (test_below(40) == 0 && now < MOMENTS - 2000) {
            now += (coa_time)test_below(60);
            CHECK_EQ(coa_advance(w.cal, now), COA_OK);
            for (k = count; k-- > 0;)
                if (many[k].end <= now) many[k] = many[--count];
        }
        if (i % (COA_I_POINTS > 20 ? 16 : 2) == 0) check_knots();
        if (i % 400 == 0) {
            check_sane(w.cal);
            t = test_between(now, MOMENTS - 2);
            end = test_between(t + 1, MOMENTS);
            for (r.servers = 0; t < end; t++)
                if (moment_busy[t] > r.servers) r.servers = moment_busy[t];
            CHECK(coa_i_counts_least(coa_i_counts_of(w.cal), now, COA_FOREVER) <=
                  servers - r.servers);
        }
    }
    coa_destroy(w.cal);
}

/* A high tree that grows and shrinks again and again: forks join, and so do those below
 * that become neighbours by it. */
static void rise_and_fall(void)
{
    static coa_id ids[1500];
    const int most = COA_I_POINTS > 4 ? 1500 : 500;
    int round, count = 0, i;
    open_world(2000, 0, 1, 0, 0);
    for (round = 0; round < test_scaled(20); round++) {
        const int up = (int)test_below((uint64_t)most), down = (int)test_below(60);
        while (count < up) {
            coa_request r;
            coa_booking b;
            memset(&r, 0, sizeof r);
            r.ready = 1 + (coa_time)test_below(100000);
            r.length = test_between(1, 90000);
            r.servers = 1;
            CHECK_EQ(coa_reserve(w.cal, &r, &b), COA_OK);
            ids[count++] = b.id;
            check_knots();
        }
        while (count > down) {
            i = (int)test_below((uint64_t)count);
            CHECK_EQ(coa_cancel(w.cal, ids[i]), COA_OK);
            ids[i] = ids[--count];
            check_knots();
        }
        check_sane(w.cal);
    }
    close_world();
}

/* ---- the ends of what can be said -------------------------------------------------- */

static coa_calendar *extreme(uint32_t servers, coa_time now, coa_time horizon)
{
    coa_desc d;
    coa_calendar *cal = NULL;
    memset(&d, 0, sizeof d);
    d.servers = servers;
    d.now = now;
    d.horizon = horizon;
    d.index = COA_INDEX_COUNT;
    CHECK_EQ(coa_create(&cal, &d), COA_OK);
    return cal;
}

static coa_status ask(coa_calendar *cal, coa_time ready, coa_time length, uint32_t n,
                      coa_time deadline, coa_booking *b)
{
    coa_request r;
    coa_status s;
    memset(&r, 0, sizeof r);
    r.ready = ready;
    r.length = length;
    r.servers = n;
    r.deadline = deadline;
    s = coa_reserve(cal, &r, b);
    check_sane(cal);
    return s;
}

static void most_servers(void)
{
    const uint32_t all = COA_MAX_SERVERS;
    coa_calendar *cal = extreme(all, 0, 0), *one;
    coa_booking b, c;
    coa_stats_info info;
    int i;
    CHECK_EQ(ask(cal, 0, 10, all, 0, &b), COA_OK);
    CHECK_EQ(b.run_count, 1);
    CHECK_EQ(b.runs[0].count, all);
    CHECK_EQ(ask(cal, 0, 10, all, 0, &b), COA_OK);
    CHECK_EQ(b.start, 10);
    CHECK_EQ(b.run_count, 0);
    CHECK_EQ(ask(cal, 0, 10, 1, 0, &b), COA_OK);
    CHECK_EQ(b.start, 20);
    CHECK_EQ(ask(cal, 0, 10, all, 0, &b), COA_OK);
    CHECK_EQ(b.start, 30);
    CHECK_EQ(ask(cal, 0, 10, all - 1, 0, &b), COA_OK);
    CHECK_EQ(b.start, 20);
    CHECK_EQ(ask(cal, 0, 1, all + 1, 0, &b), COA_E_NOFIT);
    CHECK_EQ(ask(cal, 0, 1, UINT32_MAX, 0, &b), COA_E_NOFIT);
    CHECK_EQ(coa_advance(cal, 25), COA_OK);
    CHECK_EQ(coa_get(cal, 5, &b), COA_OK);
    CHECK_EQ(b.run_count, 1);
    CHECK_EQ(b.runs[0].first, 1);
    CHECK_EQ(b.runs[0].count, all - 1);
    check_sane(cal);
    coa_destroy(cal);
    /* More than half of the most there can be: two cannot overlap, so that a calendar of
     * one server must give the same starts. Nothing overflows, through whatever knots. */
    cal = extreme(all, 0, 0);
    one = extreme(1, 0, 0);
    for (i = 0; i < (int)test_scaled(1000); i++) {
        const coa_time at = 100 + test_between(0, 3000), length = test_between(1, 500);
        CHECK_EQ(ask(cal, at, length, test_below(2) ? all / 2 + 1 : all, 0, &b), COA_OK);
        CHECK_EQ(ask(one, at, length, 1, 0, &c), COA_OK);
        CHECK_EQ(b.start, c.start);
        if (test_below(4)) {
            CHECK_EQ(coa_finish(cal, b.id, b.start + 1), COA_OK);
            CHECK_EQ(coa_finish(one, b.id, b.start + 1), COA_OK);
        }
        if (test_below(2)) {
            CHECK_EQ(coa_cancel(cal, b.id), COA_OK);
            CHECK_EQ(coa_cancel(one, b.id), COA_OK);
        }
        if (i % 25 != 0) continue;
        CHECK_EQ(coa_advance(cal, 25 + 2 * i), COA_OK);
        CHECK_EQ(coa_advance(one, 25 + 2 * i), COA_OK);
    }
    coa_destroy(one);
    coa_stats(cal, &info);
    CHECK(info.bytes < 16u << 20);
    coa_destroy(cal);
}

/* Steps so long that two of them do not fit into all time. */
static void long_steps(void)
{
    const coa_time half = (coa_time)1 << 62;
    coa_calendar *cal = extreme(1, INT64_MIN + 1, 0);
    coa_request r;
    coa_booking b;
    coa_time t = 0;
    int i;
    memset(&r, 0, sizeof r);
    r.ready = INT64_MIN + 1;
    r.servers = 1;
    r.length = half;
    for (i = 0; i < 3; i++) CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
    CHECK_EQ(b.end, half + 1); /* busy until then */
    r.length = 1;
    r.step = half + 2;
    CHECK_EQ(coa_earliest(cal, &r, &t), COA_OK);
    CHECK_EQ(t, half + 7); /* the third start */
    r.retries = COA_NO_RETRY;
    CHECK_EQ(coa_earliest(cal, &r, &t), COA_E_NOFIT);
    coa_destroy(cal);
}

static void ends_of_time(void)
{
    coa_calendar *cal = extreme(4, INT64_MIN + 1, 0);
    coa_booking b;
    CHECK_EQ(ask(cal, INT64_MIN, 5, 3, 0, &b), COA_OK);
    CHECK_EQ(b.start, INT64_MIN + 1);
    CHECK_EQ(ask(cal, INT64_MIN, COA_FOREVER, 2, 0, &b), COA_OK);
    CHECK_EQ(b.start, INT64_MIN + 6);
    CHECK_EQ(b.end, COA_FOREVER);
    CHECK_EQ(ask(cal, INT64_MIN, COA_FOREVER, 3, 0, &b), COA_E_NOFIT);
    CHECK_EQ(ask(cal, INT64_MIN, COA_FOREVER, 2, 0, &b), COA_OK);
    CHECK_EQ(ask(cal, 0, 1, 1, 0, &b), COA_E_NOFIT);
    CHECK_EQ(coa_cancel(cal, 3), COA_OK);
    CHECK_EQ(ask(cal, COA_FOREVER - 3, 2, 2, 0, &b), COA_OK);
    CHECK_EQ(b.end, COA_FOREVER - 1);
    CHECK_EQ(coa_extend(cal, b.id, COA_FOREVER), COA_OK);
    check_sane(cal);
    CHECK_EQ(coa_finish(cal, b.id, COA_FOREVER - 2), COA_OK);
    CHECK_EQ(ask(cal, COA_FOREVER - 2, 1, 1, 0, &b), COA_OK);
    CHECK_EQ(ask(cal, COA_FOREVER - 2, 2, 1, 0, &b), COA_E_RANGE);
    CHECK_EQ(coa_finish(cal, 2, 0), COA_OK);
    CHECK_EQ(ask(cal, -50, 10, 4, -1, &b), COA_E_NOFIT);
    CHECK_EQ(ask(cal, -50, 10, 2, -40, &b), COA_OK);
    CHECK_EQ(b.start, -50);
    CHECK_EQ(ask(cal, -50, 10, 2, -30, &b), COA_OK);
    CHECK_EQ(b.start, -40);
    CHECK_EQ(ask(cal, -50, 10, 1, INT64_MIN + 1, &b), COA_E_NOFIT);
    CHECK_EQ(coa_advance(cal, COA_FOREVER - 1), COA_OK);
    CHECK_EQ(coa_next(cal, 0, &b), COA_E_NOTFOUND);
    check_sane(cal);
    CHECK_EQ(ask(cal, 0, COA_FOREVER, 4, 0, &b), COA_OK);
    CHECK_EQ(b.run_count, 1);
    coa_destroy(cal);
}

/* Thousands of bookings that start and end together, cancelled in any order. */
static void crowds(void)
{
    const uint32_t all = 5000;
    coa_calendar *cal = extreme(all, 0, 1000);
    coa_booking b;
    uint32_t i;
    for (i = 0; i < all; i++) {
        coa_request r;
        memset(&r, 0, sizeof r);
        r.ready = 10;
        r.length = 10;
        r.servers = 1;
        CHECK_EQ(coa_reserve(cal, &r, &b), COA_OK);
        CHECK_EQ(b.start, 10);
    }
    for (i = 1; i <= all; i += 3) CHECK_EQ(coa_cancel(cal, i), COA_OK);
    check_sane(cal);
    CHECK_EQ(coa_advance(cal, 12), COA_OK);
    check_sane(cal);
    for (i = 2; i <= all; i += 3) CHECK_EQ(coa_finish(cal, i, 12), COA_OK);
    check_sane(cal);
    CHECK_EQ(ask(cal, 0, 3, all / 2, 0, &b), COA_OK);
    CHECK(b.run_count > 500); /* every other server is free */
    CHECK_EQ(coa_advance(cal, 15), COA_OK);
    check_sane(cal);
    CHECK_EQ(coa_advance(cal, 20), COA_OK);
    check_sane(cal);
    CHECK_EQ(ask(cal, 0, 3, all, 0, &b), COA_OK);
    CHECK_EQ(b.run_count, 1);
    coa_destroy(cal);
}

/* Late binding never makes one wait longer: on the bookings of a MAP calendar COUNT gives
 * a start no later. */
static void never_later_than_map(void)
{
    int round;
    for (round = 0; round < (int)test_scaled(300); round++) {
        coa_calendar *map, *count;
        coa_desc d;
        coa_request r;
        coa_booking b, c;
        int i;
        memset(&d, 0, sizeof d);
        d.servers = 12;
        CHECK_EQ(coa_create(&map, &d), COA_OK);
        d.index = COA_INDEX_COUNT;
        CHECK_EQ(coa_create(&count, &d), COA_OK);
        for (i = 0; i < 40; i++) {
            coa_time early = 0;
            memset(&r, 0, sizeof r);
            r.ready = test_between(0, 60);
            r.length = test_between(1, 20);
            r.servers = (uint32_t)test_between(1, 12);
            CHECK_EQ(coa_earliest(count, &r, &early), COA_OK);
            CHECK_EQ(coa_reserve(map, &r, &b), COA_OK);
            CHECK(early <= b.start);
            r.ready = b.start; /* the same booking there */
            CHECK_EQ(coa_reserve(count, &r, &c), COA_OK);
            CHECK_EQ(c.start, b.start);
        }
        coa_destroy(map);
        coa_destroy(count);
    }
}

/* An audit sees damage; coa_check sees what `shows` in an answer. */
static void damaged(const coa_calendar *cal, int shows)
{
    CHECK(audit(cal) != NULL);
    CHECK_EQ(coa_check(cal), shows ? COA_E_CORRUPT : COA_OK);
}

/* A check never seen to fail is none. */
static void check_sees(void)
{
    coa_calendar *cal = extreme(50, 0, 0);
    coa_i_binding *bound = coa_i_binding_of(cal);
    coa_booking b;
    coa_i_node *l;
    coa_i_record *r;
    uint32_t event;
    CHECK_EQ(ask(cal, 0, 25, 3, 0, &b), COA_OK);
    CHECK_EQ(ask(cal, 5, 20, 4, 0, &b), COA_OK);
    CHECK_EQ(ask(cal, 6, 30, 3, 0, &b), COA_OK);
    check_sane(cal);
    l = coa_i_node_at(coa_i_counts_of(cal), coa_i_counts_of(cal)->root);
    if (coa_i_counts_of(cal)->height == 0) { /* a leaf of six points */
        l->add[l->lo + 1]++;
        damaged(cal, 1);
        l->add[l->lo + 1]--;
        l->col.time[l->lo + 1]++;
        damaged(cal, 1);
        l->col.time[l->lo + 1]--;
        event = l->below[l->lo + 1]; /* on the wrong points */
        l->below[l->lo + 1] = l->below[l->lo + 2];
        l->below[l->lo + 2] = event;
        damaged(cal, 0);
        l->below[l->lo + 2] = l->below[l->lo + 1];
        l->below[l->lo + 1] = event;
    }
    bound->top++;
    damaged(cal, 0);
    bound->top--;
    bound->waiting--;
    damaged(cal, 0);
    bound->waiting++;
    bound->runs++;
    damaged(cal, 1);
    bound->runs--;
    coa_i_promises(bound)[1].run.first++;
    damaged(cal, 0);
    coa_i_promises(bound)[1].run.first--;
    coa_i_promises(bound)[1].run.count--;
    damaged(cal, 1); /* servers of a booking that has begun */
    coa_i_promises(bound)[1].run.count++;
    r = coa_i_records(cal) + 1; /* one that has not */
    r->servers++;
    damaged(cal, 1);
    r->servers--;
    r->start++;
    damaged(cal, 1);
    r->start--;
    check_sane(cal);
    coa_destroy(cal);
}

/* The ranges that a fork has of its children, and that its tree has as many points. */
static void check_sees_forks(void)
{
    coa_calendar *cal = extreme(1000000, 0, 0);
    coa_i_counts *c = coa_i_counts_of(cal);
    coa_i_node *n;
    coa_booking b;
    uint32_t k;
    for (k = 0; c->height == 0 || k < 40; k++)
        CHECK_EQ(ask(cal, 5 + 3 * (coa_time)k, 2, 1 + k % 5, 0, &b), COA_OK);
    check_sane(cal);
    n = coa_i_node_at(c, c->root);
    k = n->hi - 1;
    n->col.fork.low[k]++;
    damaged(cal, 0);
    n->col.fork.low[k]--;
    n->col.fork.high[k]++;
    damaged(cal, 0);
    n->col.fork.high[k]--;
    n->add[k]++;
    damaged(cal, 1);
    n->add[k]--;
    n->col.time[k]--;
    CHECK(audit(cal) != NULL);
    n->col.time[k]++;
    c->points++;
    damaged(cal, 0);
    c->points--;
    check_sane(cal);
    coa_destroy(cal);
}

TEST_MAIN(TEST(one_server), TEST(few_servers), TEST(some_servers), TEST(hundred_servers),
          TEST(any_time), TEST(long_bookings), TEST(no_horizon),
          TEST(thousands_of_servers), TEST(many_bookings), TEST(rise_and_fall),
          TEST(most_servers), TEST(ends_of_time), TEST(long_steps), TEST(crowds),
          TEST(never_later_than_map), TEST(check_sees), TEST(check_sees_forks))
