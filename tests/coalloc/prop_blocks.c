/* prop_blocks.c - blocks, other numbers of servers and partial release against a model.
 *
 * The model is a list of bookings, each with a byte for every server. A server is free
 * during a window if no booking that has it overlaps the window. On COUNT so many servers
 * are free as the bookings leave, and servers are given out by hand when a booking
 * starts. Every status, every choice of servers but that of PAPER, every listing and the
 * earliest start of random requests must be the model's. Each new call is made with its
 * first request for memory refused, then with its second, and so on; a refusal changes
 * nothing. Calendars are saved and loaded now and then. */
#include "coalloc.h"
#include "test.h"
#include "audit.h"

#include "save_check.h"

#ifndef TINY
#define TINY 0
#endif
#define MOST_SERVERS 1300
#define MOST_BOOKINGS 60

typedef struct model_booking {
    coa_id id;
    coa_time start, end;
    uint32_t servers;
    int block, bound;
    unsigned char has[MOST_SERVERS]; /* once bound; always on MAP and RANGE_TREE */
} model_booking;

typedef struct world {
    coa_calendar *cal;
    uint32_t index, servers, least, most; /* N, and how far it may change */
    coa_time now, horizon;
    model_booking b[MOST_BOOKINGS + 1]; /* in the order of ids */
    int count;
    coa_id last_id;
    int unnamed; /* COUNT that never tells which servers */
    test_heap heap;
} world;

static world w;

#define MODEL_PROMISES
#include "model.h"

/* ---- the model --------------------------------------------------------------------- */

static int overlaps(const model_booking *b, coa_time start, coa_time end)
{
    return b->start < end && start < b->end;
}

static int model_free(uint32_t server, coa_time start, coa_time end)
{
    int i;
    for (i = 0; i < w.count; i++)
        if (w.b[i].has[server] && overlaps(w.b + i, start, end)) return 0;
    return 1;
}

/* Servers of `set` (NULL = all) that are free during the window. */
static uint32_t model_count(const unsigned char *set, coa_time start, coa_time end)
{
    uint32_t s, n = 0;
    if (w.index == COA_INDEX_COUNT) return w.servers - model_most(start, end);
    for (s = 0; s < w.servers; s++) n += (!set || set[s]) && model_free(s, start, end);
    return n;
}

static coa_time model_limit(void)
{
    return w.horizon > 0 ? w.now + w.horizon : COA_FOREVER - 1;
}

static coa_status model_window(coa_time start, coa_time end, int block)
{
    if (start >= end) return COA_E_ARG;
    if (start < w.now) return COA_E_PAST;
    if (end == COA_FOREVER && w.horizon == 0) return COA_OK;
    if (end == COA_FOREVER && block) return start <= model_limit() ? COA_OK : COA_E_RANGE;
    return end <= model_limit() ? COA_OK : COA_E_RANGE;
}

/* Idle since when and until when, around a time at which the server is free. */
static coa_time idle_since(uint32_t server, coa_time t)
{
    coa_time since = w.now;
    int i;
    for (i = 0; i < w.count; i++)
        if (w.b[i].has[server] && w.b[i].end <= t && w.b[i].end > since)
            since = w.b[i].end;
    return since;
}

static coa_time idle_until(uint32_t server, coa_time t)
{
    coa_time until = COA_FOREVER;
    int i;
    for (i = 0; i < w.count; i++)
        if (w.b[i].has[server] && w.b[i].start >= t && w.b[i].start < until)
            until = w.b[i].start;
    return until;
}

/* Does BEST_FIT prefer server x to y? */
static int better(uint32_t x, uint32_t y, coa_time t)
{
    const coa_time a = idle_since(x, t), b = idle_since(y, t);
    if (a != b) return a > b;
    if (idle_until(x, t) != idle_until(y, t)) return idle_until(x, t) < idle_until(y, t);
    return x < y;
}

/* Marks in `to` the n servers that `place` prefers; 0 if there are not so many. */
static int model_choose(uint32_t place, const unsigned char *set, uint32_t n,
                        coa_time start, coa_time end, unsigned char *to)
{
    static unsigned char fit[MOST_SERVERS];
    uint32_t s, k, run = 0, best;
    memset(to, 0, MOST_SERVERS);
    for (s = 0; s < w.servers; s++)
        fit[s] = (!set || set[s]) && model_free(s, start, end);
    if (place == COA_PLACE_CONTIGUOUS) {
        for (s = 0; s < w.servers && run < n; s++) run = fit[s] ? run + 1 : 0;
        if (run < n) return 0;
        memset(to + s - n, 1, n);
        return 1;
    }
    for (k = 0; k < n; k++) {
        best = w.servers;
        for (s = 0; s < w.servers; s++)
            if (fit[s] && (best == w.servers ||
                           (place == COA_PLACE_BEST_FIT && better(s, best, start))))
                best = s;
        if (best == w.servers) return 0;
        fit[best] = 0;
        to[best] = 1;
    }
    return 1;
}

/* Gives a booking n more servers on COUNT: the lowest that no bound booking has. */
static void model_bind(model_booking *b, uint32_t n)
{
    uint32_t s;
    int i;
    b->bound = 1;
    if (w.unnamed) return;
    for (s = 0; s < w.servers && n > 0; s++) {
        for (i = 0; i < w.count && !w.b[i].has[s]; i++) {
        }
        if (i < w.count) continue;
        b->has[s] = 1;
        n--;
    }
    CHECK_EQ(n, 0);
}

static model_booking *model_add(coa_time start, coa_time end, uint32_t n, int block)
{
    model_booking *b = w.b + w.count++;
    memset(b, 0, sizeof *b);
    b->id = ++w.last_id;
    b->start = start;
    b->end = end;
    b->servers = n;
    b->block = block;
    b->bound = w.index != COA_INDEX_COUNT;
    if (!b->bound && start <= w.now) model_bind(b, n);
    return b;
}

static void model_drop(int i)
{
    w.count--;
    memmove(w.b + i, w.b + i + 1, (size_t)(w.count - i) * sizeof w.b[0]);
}

static void model_start(int i) { model_bind(w.b + i, w.b[i].servers); }

/* ---- sets -------------------------------------------------------------------------- */

typedef struct bytes_set { /* runs that may touch, and the same as bytes */
    coa_set set;
    coa_run runs[MOST_SERVERS];
    unsigned char has[MOST_SERVERS];
} bytes_set;

static void set_of(bytes_set *x, const unsigned char *has)
{
    uint32_t s, last = 0;
    memset(&x->set, 0, sizeof x->set);
    x->set.runs = x->runs;
    memcpy(x->has, has, MOST_SERVERS);
    for (s = 0; s < w.servers; s++) {
        if (!has[s]) continue;
        if (x->set.count > 0 && last == s && test_below(9)) {
            x->runs[x->set.count - 1].count++;
        } else {
            x->runs[x->set.count].first = s;
            x->runs[x->set.count++].count = 1;
        }
        last = s + 1;
    }
}

static void some_set(bytes_set *x)
{
    static unsigned char has[MOST_SERVERS];
    const uint64_t odds = test_below(4) + 1;
    uint32_t s, from = (uint32_t)test_below(w.servers), n;
    memset(has, 0, sizeof has);
    n = (uint32_t)test_between(1, w.servers - from);
    for (s = from; s < from + n; s++) has[s] = test_below(odds) == 0;
    set_of(x, has);
}

static uint32_t set_size(const unsigned char *has)
{
    uint32_t s, n = 0;
    for (s = 0; s < w.servers; s++) n += has[s];
    return n;
}

/* ---- what the calendar shows ------------------------------------------------------- */

static void bytes_of(const coa_booking *b, unsigned char *has)
{
    uint32_t i;
    memset(has, 0, MOST_SERVERS);
    for (i = 0; i < b->run_count; i++) {
        CHECK(b->runs[i].count > 0 && b->runs[i].first < w.servers);
        CHECK(b->runs[i].count <= w.servers - b->runs[i].first);
        if (i > 0) CHECK(b->runs[i].first > b->runs[i - 1].first + b->runs[i - 1].count);
        memset(has + b->runs[i].first, 1, b->runs[i].count);
    }
}

static void check_booking(const coa_booking *b, const model_booking *m)
{
    static unsigned char has[MOST_SERVERS];
    CHECK_EQ(b->id, m->id);
    CHECK_EQ(b->start, m->start);
    CHECK_EQ(b->end, m->end);
    CHECK_EQ(b->servers, m->servers);
    CHECK_EQ(b->block, m->block);
    CHECK_EQ(b->reserved, 0);
    CHECK_EQ(b->run_count > 0, m->bound && !w.unnamed);
    bytes_of(b, has);
    CHECK(memcmp(has, m->has, sizeof has) == 0);
}

static coa_time some_time(void) { return w.now + (coa_time)test_below(60); }

/* The earliest start of a random request, and what a random window has. */
static void check_answers(void)
{
    static unsigned char has[MOST_SERVERS];
    coa_request r = {0};
    coa_time t, found = -1, start = some_time(), end = start + test_between(1, 30);
    coa_set out = {0, 0, NULL, NULL, NULL};
    uint32_t s, i;
    int k;
    r.ready = test_below(2) ? some_time() : w.now;
    r.length = test_below(2) ? test_between(1, 30) : 1; /* 1: lessons are learnt */
    r.servers = (uint32_t)test_between(1, w.servers);
    for (t = r.ready;;) {
        coa_time next = COA_FOREVER;
        if (t > model_limit() - r.length) break;
        if (model_count(NULL, t, t + r.length) >= r.servers) {
            found = t;
            break;
        }
        for (k = 0; k < w.count; k++)
            if (w.b[k].end > t && w.b[k].end < next) next = w.b[k].end;
        if (next == COA_FOREVER) break;
        t = next;
    }
    CHECK_EQ(coa_earliest(w.cal, &r, &t), found < 0 ? COA_E_NOFIT : COA_OK);
    if (found >= 0) CHECK_EQ(t, found);
    if (w.index == COA_INDEX_COUNT || end > model_limit()) return;
    CHECK_EQ(coa_search(w.cal, start, end, NULL, &out), COA_OK);
    memset(has, 0, sizeof has);
    for (i = 0; i < out.count; i++) memset(has + out.runs[i].first, 1, out.runs[i].count);
    for (s = 0; s < w.servers; s++) CHECK_EQ(has[s], model_free(s, start, end));
    coa_set_free(&out);
}

static void check_all(void)
{
    coa_booking b;
    coa_stats_info info;
    coa_desc d;
    coa_id after = 0;
    int i;
    for (i = 0; i < w.count; i++, after = b.id) {
        CHECK_EQ(coa_next(w.cal, after, &b), COA_OK);
        check_booking(&b, w.b + i);
    }
    CHECK_EQ(coa_next(w.cal, after, &b), COA_E_NOTFOUND);
    coa_stats(w.cal, &info);
    CHECK_EQ(info.bookings, w.count);
    CHECK_EQ(info.bytes, w.heap.live_bytes);
    CHECK(info.bytes_peak >= info.bytes);
    coa_describe(w.cal, &d);
    CHECK_EQ(d.servers, w.servers);
    CHECK_EQ(d.now, w.now);
    check_sane(w.cal);
    check_answers();
}

/* ---- the calls, with every request for memory refused ------------------------------ */

typedef struct call {
    enum { BLOCK, COMMIT, RELEASE, WIDEN, RESIZE } what;
    coa_time start, end;
    const coa_set *set;
    uint32_t n, place;
    coa_id id, made;
} call;

static coa_status call_once(call *x)
{
    switch (x->what) {
    case BLOCK: return coa_block(w.cal, x->start, x->end, x->set, x->n, &x->made);
    case COMMIT: return coa_commit(w.cal, x->start, x->end, x->set, &x->made);
    case RELEASE: return coa_release(w.cal, x->id, x->set, x->n);
    case WIDEN: return coa_widen(w.cal, x->id, x->n, x->place, x->set);
    case RESIZE: return coa_resize(w.cal, x->n);
    }
    return COA_E_ARG;
}

static long refusals[RESIZE + 1], done[RESIZE + 1];

static coa_status call_with_refusals(call *x)
{
    const int sticky = (int)test_below(2), all = (int)test_below(2);
    coa_stats_info before, after;
    coa_status s;
    long n;
    coa_stats(w.cal, &before);
    for (n = 1;; n++) {
        x->made = 77;
        w.heap.fail_at = all ? w.heap.calls + n : 0;
        w.heap.sticky = sticky;
        w.heap.failures = 0;
        s = call_once(x);
        w.heap.fail_at = 0;
        CHECK_EQ(w.heap.bad_size, 0);
        if (s != COA_E_NOMEM) break;
        CHECK(w.heap.failures > 0);
        refusals[x->what]++;
        if (x->what <= COMMIT) CHECK_EQ(x->made, 0);
        check_all();
    }
    coa_stats(w.cal, &after);
    if (x->what == RESIZE) /* the index is built anew, which does not count */
        CHECK_EQ(after.update_visits, before.update_visits);
    done[x->what] += s == COA_OK;
    return s;
}

static int some_booking(coa_id *id)
{
    const int i =
        w.count == 0 || test_below(30) == 0 ? -1 : (int)test_below((uint64_t)w.count);
    *id = i < 0 ? w.last_id + 1 : w.b[i].id;
    return i;
}

static void do_reserve(void)
{
    coa_request r = {0};
    coa_booking b;
    model_booking *m;
    r.ready = some_time();
    r.length = test_between(1, 30);
    r.servers = (uint32_t)test_between(1, test_below(4) ? w.servers / 3 + 1 : w.servers);
    if (w.count == MOST_BOOKINGS || coa_reserve(w.cal, &r, &b) != COA_OK) return;
    if (w.index == COA_INDEX_COUNT) {
        (void)model_add(b.start, b.end, b.servers, 0);
        return;
    }
    m = model_add(b.start, b.end, 0, 0);
    bytes_of(&b, m->has);
    m->servers = set_size(m->has);
}

/* The bookings in the way, one by one. */
static void check_way(coa_time start, coa_time end, const bytes_set *x)
{
    coa_booking b;
    coa_id after = 0;
    int i;
    uint32_t s;
    for (i = 0; i < w.count; i++) {
        int hit = !x || !w.b[i].bound || w.unnamed;
        for (s = 0; s < w.servers && !hit; s++) hit = x->has[s] && w.b[i].has[s];
        if (!hit || !overlaps(w.b + i, start, end)) continue;
        CHECK_EQ(coa_in_the_way(w.cal, start, end, x ? &x->set : NULL, after, &b),
                 COA_OK);
        check_booking(&b, w.b + i);
        after = b.id;
    }
    memset(&b, 0x55, sizeof b);
    CHECK_EQ(coa_in_the_way(w.cal, start, end, x ? &x->set : NULL, after, &b),
             COA_E_NOTFOUND);
    CHECK_EQ(b.reserved, 0x55555555);
}

static void do_block(int block)
{
    static bytes_set x;
    static unsigned char to[MOST_SERVERS];
    const int count = w.index == COA_INDEX_COUNT;
    const uint32_t place =
        w.index == COA_INDEX_RANGE_TREE ? COA_PLACE_PAPER : COA_PLACE_BEST_FIT;
    call k = {BLOCK, 0, 0, NULL, 0, 0, 0, 0};
    coa_status expected;
    coa_booking b;
    model_booking *m;
    uint32_t n;
    if (w.count == MOST_BOOKINGS) return;
    some_set(&x);
    k.what = block ? BLOCK : COMMIT;
    k.start = test_below(3) ? some_time() : w.now;
    if (test_below(30) == 0) k.start = w.now - 1;
    k.end = k.start + test_between(test_below(30) ? 1 : 0, 30);
    if (test_below(8) == 0) k.end = COA_FOREVER;
    if (test_below(20) == 0) k.start += 40;
    if (!block || (test_below(4) && (!count || test_below(20) == 0))) k.set = &x.set;
    n = k.set ? set_size(x.has) : w.servers;
    if (block && test_below(3)) k.n = (uint32_t)test_between(0, n / 2 + 1);
    if (block && test_below(40) == 0) k.n = n + 1;
    if (k.n > 0) n = k.n;
    expected = model_window(k.start, k.end, block);
    if (k.set && (count || x.set.count == 0)) expected = COA_E_ARG;
    if (expected == COA_OK && k.n > (k.set ? set_size(x.has) : w.servers))
        expected = COA_E_ARG;
    if (expected == COA_OK && model_count(k.set ? x.has : NULL, k.start, k.end) < n)
        expected = COA_E_BUSY;
    if (k.start < k.end && k.start >= w.now) check_way(k.start, k.end, k.set ? &x : NULL);
    CHECK_EQ(call_with_refusals(&k), expected);
    if (expected != COA_OK) {
        CHECK_EQ(k.made, 0);
        return;
    }
    CHECK_EQ(k.made, w.last_id + 1);
    if (count) {
        (void)model_add(k.start, k.end, n, block);
        return;
    }
    CHECK_EQ(coa_get(w.cal, k.made, &b), COA_OK);
    if (place != COA_PLACE_PAPER) {
        CHECK(model_choose(place, k.set ? x.has : NULL, n, k.start, k.end, to));
    } else {
        uint32_t s;
        bytes_of(&b, to);
        CHECK_EQ(set_size(to), n);
        for (s = 0; s < w.servers; s++)
            CHECK(!to[s] || ((!k.set || x.has[s]) && model_free(s, k.start, k.end)));
    }
    m = model_add(k.start, k.end, n, block);
    memcpy(m->has, to, sizeof to);
}

static void do_release(void)
{
    static bytes_set x;
    static unsigned char part[MOST_SERVERS];
    call k = {RELEASE, 0, 0, NULL, 0, 0, 0, 0};
    coa_status expected = COA_OK;
    const int i = some_booking(&k.id);
    model_booking *m = i < 0 ? NULL : w.b + i;
    const int named = m && m->bound && !w.unnamed;
    uint32_t s, n, common = 0;
    if (test_below(3)) {
        some_set(&x);
        if (m && test_below(4)) { /* only servers of the booking */
            memcpy(part, x.has, sizeof part);
            for (s = 0; s < w.servers; s++) part[s] &= m->has[s];
            set_of(&x, part);
        }
        k.set = &x.set;
    }
    if (!k.set || test_below(2)) k.n = (uint32_t)test_below(m ? m->servers + 2 : 3);
    for (s = 0; m && s < w.servers; s++)
        common += named ? m->has[s] && (!k.set || x.has[s]) : 0;
    if (m && !named) common = m->servers;
    n = k.n ? k.n : k.set ? set_size(x.has) : m ? m->servers : 0;
    if (!m)
        expected = COA_E_NOTFOUND;
    else if ((!named && k.set) || n == 0 || n > common || n >= m->servers)
        expected = COA_E_ARG;
    CHECK_EQ(call_with_refusals(&k), expected);
    if (expected != COA_OK) return;
    m->servers -= n;
    for (s = w.servers; named && n > 0;) {
        s--;
        if (!m->has[s] || (k.set && !x.has[s])) continue;
        m->has[s] = 0;
        n--;
    }
    CHECK(!named || n == 0);
}

static void do_widen(void)
{
    static bytes_set x;
    static unsigned char to[MOST_SERVERS], had[MOST_SERVERS];
    const int count = w.index == COA_INDEX_COUNT;
    call k = {WIDEN, 0, 0, NULL, 0, 0, 0, 0};
    coa_status expected = COA_OK;
    coa_booking b;
    const int i = some_booking(&k.id);
    model_booking *m = i < 0 ? NULL : w.b + i;
    coa_time from = m && m->start > w.now ? m->start : w.now,
             end = m ? m->end : w.now + 1;
    uint32_t s, place;
    k.n = (uint32_t)test_below(w.servers / 3 + 2);
    k.place = test_below(3) ? (uint32_t)test_below(5) : 0;
    if (test_below(3) == 0 && (!count || test_below(9) == 0)) {
        some_set(&x);
        k.set = &x.set;
    }
    place = k.place                           ? k.place
            : count                           ? COA_PLACE_FIRST_FIT
            : w.index == COA_INDEX_RANGE_TREE ? COA_PLACE_PAPER
                                              : COA_PLACE_BEST_FIT;
    if (!m)
        expected = COA_E_NOTFOUND;
    else if (k.n == 0 || (count && (k.set || place != COA_PLACE_FIRST_FIT)) ||
             (place == COA_PLACE_PAPER && w.index != COA_INDEX_RANGE_TREE))
        expected = COA_E_ARG;
    else if (model_count(k.set ? x.has : NULL, from, end) < k.n)
        expected = COA_E_NOFIT;
    else if (!count && place != COA_PLACE_PAPER &&
             !model_choose(place, k.set ? x.has : NULL, k.n, from, end, to))
        expected = COA_E_NOFIT;
    CHECK_EQ(call_with_refusals(&k), expected);
    if (expected != COA_OK) return;
    m->servers += k.n;
    if (count) {
        if (m->bound) model_bind(m, k.n);
        return;
    }
    if (place == COA_PLACE_PAPER) {
        CHECK_EQ(coa_get(w.cal, k.id, &b), COA_OK);
        bytes_of(&b, to);
        memcpy(had, m->has, sizeof had);
        for (s = 0; s < w.servers; s++) {
            CHECK(to[s] || !had[s]);
            CHECK(!to[s] || had[s] || ((!k.set || x.has[s]) && model_free(s, from, end)));
        }
        CHECK_EQ(set_size(to), m->servers);
    }
    for (s = 0; s < w.servers; s++) m->has[s] |= to[s];
}

static void do_resize(void)
{
    static bytes_set x;
    static unsigned char gone[MOST_SERVERS];
    call k = {RESIZE, 0, 0, NULL, 0, 0, 0, 0};
    coa_status expected = COA_OK;
    uint32_t s;
    int i;
    k.n = test_below(2) ? (uint32_t)test_between(w.least, w.most)
                        : w.servers + (uint32_t)test_below(4);
    if (k.n > w.servers && test_below(3) == 0) k.n = w.servers - (uint32_t)test_below(2);
    if (k.n > w.most) k.n = w.most;
    if (test_below(30) == 0) k.n = 0;
    if (test_below(30) == 0) k.n = COA_MAX_SERVERS + 1;
    if (k.n == 0) expected = COA_E_ARG;
    if (k.n > COA_MAX_SERVERS) expected = COA_E_RANGE;
    for (i = 0; expected == COA_OK && i < w.count; i++)
        for (s = k.n; s < w.servers; s++)
            if (w.b[i].has[s]) expected = COA_E_BUSY;
    if (expected == COA_OK && w.index == COA_INDEX_COUNT &&
        model_most(w.now, COA_FOREVER) > k.n)
        expected = COA_E_BUSY;
    CHECK_EQ(call_with_refusals(&k), expected);
    if (expected == COA_E_BUSY) {
        memset(gone, 0, sizeof gone);
        memset(gone + k.n, 1, w.servers - k.n);
        set_of(&x, gone);
        check_way(w.now, COA_FOREVER, &x);
    }
    if (expected == COA_OK) w.servers = k.n;
}

/* Ends, longer or earlier, of bookings and blocks; those of blocks may be FOREVER. */
static void do_end(void)
{
    coa_id id;
    const int i = some_booking(&id);
    model_booking *m = i < 0 ? NULL : w.b + i;
    coa_status expected = COA_OK;
    coa_time at = some_time();
    uint32_t s, missing = 0;
    if (test_below(4) == 0) at += 60;
    if (!m) {
        CHECK_EQ(coa_cancel(w.cal, id), COA_E_NOTFOUND);
        return;
    }
    if (test_below(3) == 0) {
        CHECK_EQ(coa_cancel(w.cal, id), COA_OK);
        model_drop(i);
        return;
    }
    if (test_below(2)) { /* finish */
        if (at < m->start || at > m->end || (at == m->start && at != w.now))
            expected = COA_E_ARG;
        else if (at > model_limit() && at < m->end)
            expected = COA_E_RANGE;
        CHECK_EQ(coa_finish(w.cal, id, at), expected);
        if (expected == COA_OK) m->end = at;
        if (expected == COA_OK && at <= w.now) model_drop(i);
        return;
    }
    at = test_below(4) ? m->end + (m->end < COA_FOREVER ? test_between(0, 9) : 0)
                       : COA_FOREVER;
    if (at > m->end) expected = model_window(m->end, at, m->block);
    if (expected == COA_OK && at > m->end) {
        for (s = 0; s < w.servers; s++)
            missing += m->has[s] && !model_free(s, m->end, at);
        if (w.index == COA_INDEX_COUNT)
            missing = w.servers - model_most(m->end, at) < m->servers;
        if (missing) expected = COA_E_BUSY;
    }
    CHECK_EQ(coa_extend(w.cal, id, at), expected);
    if (expected == COA_OK) m->end = at;
}

static void do_advance(void)
{
    const coa_time now = w.now + (coa_time)test_below(test_below(20) ? 6 : 90);
    CHECK_EQ(coa_advance(w.cal, now), COA_OK);
    model_advance(now);
}

/* The loaded calendar takes the place of the saved one. */
static void do_save(void)
{
    save_bytes bytes;
    coa_desc d = {0};
    coa_calendar *cal;
    memset(&bytes, 0, sizeof bytes);
    d.alloc = test_heap_hook;
    d.alloc_ctx = &w.heap;
    CHECK_EQ(coa_save(w.cal, save_write, &bytes), COA_OK);
    coa_destroy(w.cal);
    CHECK_EQ(coa_load(&cal, &d, save_read, &bytes), COA_OK);
    w.cal = cal;
    save_free(&bytes);
}

static void live(uint32_t index, int unnamed, uint32_t servers, uint32_t least,
                 uint32_t most, coa_time horizon, long rounds)
{
    coa_desc d = {0};
    long i;
    memset(&w, 0, sizeof w);
    w.index = index;
    w.unnamed = unnamed;
    w.servers = servers;
    w.least = least;
    w.most = most;
    w.horizon = horizon;
    d.servers = servers;
    d.index = index;
    d.unnamed = (uint32_t)unnamed;
    d.horizon = horizon;
    d.slot = index == COA_INDEX_RANGE_TREE ? 7 : 0;
    d.alloc = test_heap_hook;
    d.alloc_ctx = &w.heap;
    CHECK_EQ(coa_create(&w.cal, &d), COA_OK);
    for (i = 0; i < rounds; i++) {
        const uint64_t what = test_below(24);
        if (what < 5) do_reserve();
        if (what >= 5 && what < 9) do_block(1);
        if (what == 9 && index != COA_INDEX_COUNT) do_block(0);
        if (what >= 10 && what < 13) do_release();
        if (what >= 13 && what < 16) do_widen();
        if (what >= 16 && what < 18) do_resize();
        if (what >= 18 && what < 21) do_end();
        if (what >= 21 && what < 23) do_advance();
        if (what == 23 && test_below(3) == 0) do_save();
        check_all();
    }
    coa_destroy(w.cal);
    CHECK_EQ(w.heap.live_blocks, 0);
}

static void lives(uint32_t index, int unnamed)
{
    int k;
    memset(refusals, 0, sizeof refusals);
    memset(done, 0, sizeof done);
    for (k = 0; k < 24; k++) {
        const coa_time horizon = index == COA_INDEX_RANGE_TREE || k % 2 ? 90 : 0;
        live(index, unnamed, (uint32_t)test_between(1, 20), 1, 24, horizon,
             test_scaled(2000));
    }
    for (k = 0; k <= RESIZE; k++)
        if (test_scaled(100) >= 100 && (k != COMMIT || index != COA_INDEX_COUNT))
            CHECK((refusals[k] > 5 || !TINY) && done[k] > 80);
}

static void map(void) { lives(COA_INDEX_MAP, 0); }
static void range_tree(void) { lives(COA_INDEX_RANGE_TREE, 0); }
static void late(void) { lives(COA_INDEX_COUNT, 0); }
static void unnamed(void) { lives(COA_INDEX_COUNT, 1); }
static void slices(void) { lives(COA_INDEX_SLICES, 0); }

/* On MAP masks become chains, and chains masks, when N passes 1024. */
static void large(void)
{
    live(COA_INDEX_MAP, 0, 1000, 900, 1200, 0, test_scaled(200));
    live(COA_INDEX_COUNT, 0, 1000, 900, 1200, 90, test_scaled(200));
    live(COA_INDEX_SLICES, 0, 1000, 900, COA_SLICES_SERVERS, 0, test_scaled(200));
}

TEST_MAIN(TEST(map), TEST(range_tree), TEST(late), TEST(unnamed), TEST(slices),
          TEST(large))
