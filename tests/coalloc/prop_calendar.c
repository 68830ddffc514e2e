/* prop_calendar.c - every call on a calendar, on every index, against one model.
 *
 * A world has calendars of several indexes with the same bookings. A table says how
 * often each call comes. Every status, start, server, count, listing and attempt must be
 * the model's (model.h), and each calendar as it should be inside. The first calendar of
 * most worlds lives in a buffer of exactly coa_memory_bound bytes. Any calendar may be
 * replaced by its copy at any time, or by itself saved and loaded. In some worlds every
 * call is made with its first request for memory refused, then with its second, and so
 * on: it then changes nothing, and can be made again.
 *
 * Times come from a narrow grid, so that equal times, touching windows and neighbours
 * without a gap are the rule. Knots are tiny, and lessons are learnt from few bookings
 * on, so that they matter in such worlds, too. */
#ifndef TINY
#define COA_I_POINTS 20u
#define COA_I_FANOUT 5u
#define COA_I_NEAR 7u
#define COA_I_DEEP 8u
#define COALLOC_IMPLEMENTATION
#endif
#include "coalloc.h"
#include "fuzz/fuzz.h"
#ifdef TINY
#include "inside.h"
#else
#include "audit.c"
#include "inside.c"
#endif

#include "save_check.h"

#include "model.h" /* its `w` is a name of variables above */

/* ---- memory of a calendar ---------------------------------------------------------- */

typedef struct memory {
    test_heap heap;
    coa_arena arena;
    unsigned char *buffer; /* of the arena; NULL: there is the heap alone */
    int lends;             /* a call for which the bound is not meant: the heap helps */
    int full;              /* nothing is left but the loan */
} memory;

static int in_buffer(const memory *m, const void *ptr)
{
    const uintptr_t from = (uintptr_t)m->arena.base;
    return (uintptr_t)ptr >= from && (uintptr_t)ptr - from < m->arena.size;
}

static void *memory_hook(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    memory *m = (memory *)ctx;
    void *p;
    if (new_size > old_size && m->full && !m->lends) return NULL;
    if (!m->buffer || (ptr && !in_buffer(m, ptr)))
        return test_heap_hook(&m->heap, ptr, old_size, new_size);
    p = coa_arena_alloc(&m->arena, ptr, old_size, new_size);
    if (p || new_size == 0 || !m->lends) return p;
    p = test_heap_hook(&m->heap, NULL, 0, new_size);
    if (!ptr) return p;
    memcpy(p, ptr, old_size < new_size ? old_size : new_size);
    (void)coa_arena_alloc(&m->arena, ptr, old_size, 0);
    return p;
}

/* Lends memory for a call, or no more. What it took may stay: then the rest is full. */
static void lend(memory *m, int on, int stays)
{
    const int bounded = m->buffer || m->full;
    m->lends = on && bounded;
    if (stays) m->full = bounded;
}

/* ---- calendars and calls ----------------------------------------------------------- */

typedef struct side {
    coa_calendar *cal;
    uint32_t index;
    int bounded; /* it has no more memory than coa_memory_bound says */
    memory m[2]; /* a copy changes from one to the other */
    int on;
    coa_booking b; /* what the last call has answered */
    coa_id made;
    coa_time found;
    coa_alternative_info other;
    coa_reason why;
    coa_set out;
    coa_time starts[3], latest;
    uint32_t many, most;
} side;

static struct {
    side s[4];
    int count;
    int tree, only_tree;  /* there is a RANGE_TREE; and nothing else */
    uint32_t bookings;    /* for which a bounded one has memory */
    uint32_t least, most; /* how far the number of servers may change */
    coa_time span;        /* how far ahead the random windows lie */
    int grid;             /* times are multiples of it, or one off */
    int crowd;            /* so many bookings are welcome: few are given up before */
    int refuses;          /* requests for memory */
    long short_of;        /* bounded calls that were beyond their bound */
    test_heap sets;       /* of bounded calendars */
} x;

static const coa_index indexes[] = {COA_INDEX_SLICES, COA_INDEX_MAP, COA_INDEX_SLICES,
                                    COA_INDEX_RANGE_TREE};

/* From RESIZE on the bound of memory is not meant for a call. */
enum what {
    RESERVE,
    EARLIEST,
    STARTS,
    ALTERNATIVES,
    EXPLAIN,
    SEARCH,
    COMMIT,
    BLOCK,
    FINISH,
    EXTEND,
    CANCEL,
    RELEASE,
    WIDEN,
    TAG,
    RESIZE,
    DRAIN,
    COMPRESS,
    IDLE,
    HOLES,
    CHECK_IT,
    COPY,
    LOAD,
    WHATS
};

static long done[WHATS], refused[WHATS], moved_by_extend;

typedef struct call {
    enum what what;
    coa_request r;
    coa_id id;
    coa_time start, end;
    const coa_set *set;
    uint32_t n, place;
    uint64_t tag;
    int partly, moves;
    coa_order order;
    int fits;  /* the bound is meant for it, although it comes after RESIZE */
    int begun; /* COUNT, for a booking that has: a bound is not meant for it */
    int more;  /* how many bookings there will be more */
} call;

static call call_of(enum what what)
{
    call k;
    memset(&k, 0, sizeof k);
    k.what = what;
    return k;
}

static memory *memory_of(side *s) { return &s->m[s->on]; }

static int hole_listed(void *ctx, coa_time start, coa_time end, uint32_t servers);
static int idle_listed(void *ctx, coa_time start, coa_time end, const coa_set *servers);

static struct listing { /* what coa_holes or coa_idle has shown */
    const unsigned char *set;
    coa_time from, start, end;
    uint64_t servers;
    int calls, stop;
    hole at[MOST_HOLES];
} listing;

static struct {
    moves are;
    enum what what;
} told_by;

#define told told_by.are

static void add_move(void *ctx, const coa_booking *b, coa_time was)
{
    const int stays = was == COA_FOREVER;
    add_moved((moves *)ctx, b->id, stays ? b->start : was, stays ? was : b->start);
}

/* Asks what the model asks, too; the booking is as it was. */
static int ask_model(void *ctx, const coa_booking *b, coa_request *r)
{
    const int compress = told_by.what == COMPRESS;
    coa_time ready = r->ready;
    int i = 0;
    CHECK(ctx == &told);
    while (w.b[i].id != b->id) i++;
    CHECK(b->start == w.b[i].start && b->end == w.b[i].end && b->tag == w.b[i].tag);
    CHECK_EQ(ready, compress ? w.now : b->start);
    CHECK(r->servers == b->servers && r->replaces == b->id && r->length > 0);
    CHECK(r->length == COA_FOREVER ? b->end == COA_FOREVER
                                   : b->end == b->start + r->length);
    *r = wishes[i].asks;
    r->ready = ready + wishes[i].after;
    r->servers = b->servers;
    r->length = b->end == COA_FOREVER ? COA_FOREVER : b->end - b->start;
    r->replaces = 1234567; /* of no use, as is the tag */
    r->tag = 7654321;
    return wishes[i].stays;
}

static coa_status call_once(side *s, const call *k)
{
    coa_calendar *c = s->cal;
    told_by.what = k->what;
    switch (k->what) {
    case RESERVE: return coa_reserve(c, &k->r, &s->b);
    case EARLIEST: return coa_earliest(c, &k->r, &s->found);
    case STARTS: return coa_starts(c, &k->r, 3, s->starts, &s->many);
    case ALTERNATIVES: return coa_alternatives(c, &k->r, &s->other);
    case EXPLAIN: return coa_explain(c, &k->r, &s->why);
    case SEARCH:
        s->out.alloc = s->bounded ? test_heap_hook : memory_hook;
        s->out.alloc_ctx = s->bounded ? (void *)&x.sets : (void *)memory_of(s);
        return coa_search(c, k->start, k->end, k->set, &s->out);
    case COMMIT: return coa_commit(c, k->start, k->end, k->set, k->tag, &s->made);
    case BLOCK: return coa_block(c, k->start, k->end, k->set, k->n, &s->made);
    case FINISH: return coa_finish(c, k->id, k->end);
    case EXTEND:
        told.count = 0;
        return coa_extend(c, k->id, k->end, k->moves, wished ? ask_model : NULL, add_move,
                          &told, &s->latest);
    case CANCEL: return coa_cancel(c, k->id);
    case RELEASE: return coa_release(c, k->id, k->set, k->n);
    case WIDEN: return coa_widen(c, k->id, k->n, k->place, k->set, &s->most);
    case RESIZE: return coa_resize(c, k->n);
    case DRAIN:
        told.count = 0;
        return coa_drain(c, k->start, k->end, k->set, k->n, k->partly,
                         wished ? ask_model : NULL, add_move, &told, &s->made);
    case COMPRESS:
        told.count = 0;
        return coa_compress(c, k->order, wished ? ask_model : NULL, add_move, &told,
                            &s->many);
    case TAG: return coa_set_tag(c, k->id, k->tag);
    case IDLE:
        listing.calls = 0;
        listing.servers = 0;
        return coa_idle(c, k->set, k->start, idle_listed, &listing);
    case HOLES:
        listing.calls = 0;
        return coa_holes(c, k->start, k->end, k->set, k->n, hole_listed, &listing);
    case CHECK_IT: return coa_check(c);
    default: return COA_E_ARG;
    }
}

/* ---- what a calendar shows --------------------------------------------------------- */

static void check_list(side *s)
{
    coa_booking b;
    coa_stats_info info;
    coa_desc d;
    const uint64_t runs = check_bookings(s->cal);
    CHECK_EQ(coa_get(s->cal, w.last_id + 1, &b, NULL), COA_E_NOTFOUND);
    coa_stats(s->cal, &info);
    CHECK_EQ(info.bookings, w.count);
    CHECK_EQ(info.runs, runs);
    CHECK_EQ(info.made, w.last_id);
    if (!s->bounded) CHECK_EQ(info.bytes, memory_of(s)->heap.live_bytes);
    CHECK(info.bytes_peak >= info.bytes);
    if (w.late) CHECK_EQ(info.idle_groups, model_points());
    coa_describe(s->cal, &d);
    CHECK(d.servers == w.servers && d.now == w.now && d.horizon == w.horizon);
}

static void check_inside(side *s)
{
    lend(memory_of(s), 1, 0);
    check_sane(s->cal);
    lend(memory_of(s), 0, 0);
    check_list(s);
}

/* ---- the calls, with every request for memory refused ------------------------------ */

/* Does the call make a booking? On SLICES these alone need memory, except for a set. */
static int makes(const call *k)
{
    return (k->what == RESERVE && k->r.replaces == 0) || k->what == COMMIT ||
           k->what == BLOCK;
}

static coa_status call_on(side *s, const call *k)
{
    memory *m = memory_of(s);
    const int refuses = x.refuses && !s->bounded && k->what != COMPRESS,
              sticky = (int)test_below(2), copies = k->what == DRAIN || k->moves,
              lends = k->begun || copies || (k->what >= RESIZE && !k->fits);
    coa_status st;
    coa_desc d;
    lend(m, lends, k->begun || k->what == RESIZE || copies);
    for (long n = 1;; n += n < 40 ? 1 : 7) {
        memset(&s->b, 0x55, sizeof s->b);
        memset(&s->other, 0x55, sizeof s->other);
        s->made = 77;
        s->found = s->latest = -7;
        s->many = s->most = 77;
        m->heap.fail_at = refuses ? m->heap.calls + n : 0;
        m->heap.sticky = sticky;
        m->heap.failures = 0;
        st = call_once(s, k);
        m->heap.fail_at = 0;
        CHECK_EQ(m->heap.bad_size, 0);
        if (st != COA_OK) {
            CHECK(s->found == -7 && s->other.servers == 0x55555555);
            CHECK(k->what != RESERVE || s->b.id == 0);
            CHECK((k->what != COMMIT && k->what != BLOCK && k->what != DRAIN) ||
                  s->made == 0);
            CHECK(s->many == (k->what == STARTS ? 0 : 77));
            CHECK(st == COA_E_NOFIT || s->most == 77);
            CHECK(st == COA_E_BUSY || st == COA_E_RANGE || s->latest == -7 ||
                  (st == COA_E_NOFIT && k->moves));
        }
        if (st != COA_E_NOMEM || s->bounded) break;
        CHECK(m->heap.failures > 0);
        coa_describe(s->cal, &d);
        CHECK(d.index != COA_INDEX_SLICES || makes(k) || k->what == SEARCH ||
              k->what >= RESIZE || copies);
        CHECK(k->what != IDLE || listing.calls == 0);
        CHECK(!w.late || k->what < EARLIEST || (k->what > SEARCH && k->what != CANCEL));
        CHECK(!copies || told.count == 0);
        refused[k->what]++;
        coa_set_free(&s->out);
        check_list(s);
        if (test_below((uint64_t)w.count + 3) == 0) check_sane(s->cal);
    }
    lend(m, 0, 0);
    return st;
}

/* Makes a call on all calendars. Returns 0 if the first has no memory for it, and need
 * not: then nothing has changed. */
static int call_all(const call *k, coa_status expected)
{
    for (int i = 0; i < x.count; i++) {
        side *s = x.s + i;
        const coa_status st = call_on(s, k);
        if (st == COA_E_NOMEM && s->bounded) {
            CHECK(i == 0 && k->what < RESIZE && !k->begun);
            CHECK(w.count + k->more > (int64_t)x.bookings);
            CHECK(w.late || makes(k));
            x.short_of++;
            check_inside(s);
            return 0;
        }
        CHECK_EQ(st, expected);
    }
    done[k->what] += expected == COA_OK;
    return 1;
}

/* ---- drawing ----------------------------------------------------------------------- */

typedef struct byte_set { /* runs that may touch, and the same as bytes */
    coa_set set;
    coa_run runs[MOST_SERVERS];
    unsigned char has[MOST_SERVERS];
} byte_set;

static void set_of(byte_set *to, const unsigned char *has)
{
    uint32_t last = 0;
    memset(&to->set, 0, sizeof to->set);
    to->set.runs = to->runs;
    if (has != to->has) memcpy(to->has, has, MOST_SERVERS);
    for (uint32_t s = 0; s < w.servers; s++) {
        if (!has[s]) continue;
        if (to->set.count > 0 && last == s && test_below(9)) {
            to->runs[to->set.count - 1].count++;
        } else {
            to->runs[to->set.count].first = s;
            to->runs[to->set.count++].count = 1;
        }
        last = s + 1;
    }
}

static void some_set(byte_set *to)
{
    const uint64_t odds = test_below(4) + 1;
    const uint32_t from = (uint32_t)test_below(w.servers);
    uint32_t n = (uint32_t)test_between(1, w.servers - from);
    memset(to->has, 0, sizeof to->has);
    for (uint32_t s = from; s < from + n; s++) to->has[s] = test_below(odds) == 0;
    set_of(to, to->has);
}

static coa_time some_time(void)
{
    coa_time t = w.now + (coa_time)test_below((uint64_t)x.span);
    t -= (t % x.grid + x.grid) % x.grid;
    if (test_below(8) == 0) t += test_between(-1, 1);
    return t;
}

/* In a crowd most bookings are small and short, so that there can be one. */
static int crowded(void) { return w.count < x.crowd && test_below(8); }

static coa_time some_length(void)
{
    const coa_time most = x.span / 40 / x.grid * x.grid + x.grid;
    const coa_time n = (coa_time)test_below((uint64_t)x.span / 2) + 1;
    if (crowded()) return test_between(1, most);
    if (w.horizon == 0 && test_below(40) == 0) return COA_FOREVER;
    if (test_below(3) == 0) return (coa_time)test_below(3) + 1;
    return (n + x.grid - 1) / x.grid * x.grid;
}

static void some_window(call *k)
{
    k->start = test_below(4) ? some_time() : w.now;
    k->end = later(k->start, some_length());
    if (test_below(30) == 0) k->end = k->start - (coa_time)test_below(2);
}

static uint32_t some_size(void)
{
    const uint64_t r = test_below(12);
    if (crowded()) return (uint32_t)test_below(w.servers / 16 + 2) + 1;
    if (r == 0) return w.servers;
    if (r == 1) return w.servers + (uint32_t)test_below(3);
    if (r < 8) return (uint32_t)test_below(w.servers / 4 + 1) + 1;
    return (uint32_t)test_below(w.servers) + 1;
}

/* No more than the indexes here agree on. */
static uint32_t some_place(void)
{
    if (test_below(40) == 0 && !(x.tree && !x.only_tree)) return (uint32_t)test_below(6);
    if (w.late) return test_below(2) ? COA_PLACE_DEFAULT : COA_PLACE_FIRST_FIT;
    if (x.only_tree) return (uint32_t)test_below(5);
    return (uint32_t)test_between(x.tree, 3);
}

static uint32_t resolved(uint32_t place)
{
    if (place != COA_PLACE_DEFAULT) return place;
    return w.late        ? COA_PLACE_FIRST_FIT
           : x.only_tree ? COA_PLACE_PAPER
                         : COA_PLACE_BEST_FIT;
}

static coa_status model_args(uint32_t place, const coa_set *among)
{
    if (w.late && (among || resolved(place) != COA_PLACE_FIRST_FIT)) return COA_E_ARG;
    return place > COA_PLACE_PAPER || (place == COA_PLACE_PAPER && !x.only_tree)
               ? COA_E_ARG
               : COA_OK;
}

static int some_booking(coa_id *id)
{
    const int i =
        w.count == 0 || test_below(20) == 0 ? -1 : (int)test_below((uint64_t)w.count);
    *id = i >= 0 ? w.b[i].id : w.last_id + 1 + test_below(2);
    return i;
}

/* Makes of a request nearly the one that has booked `e`, mostly for an earlier end. */
static void nearly_the_same(coa_request *r, const entry *e)
{
    r->length = e->end == COA_FOREVER ? COA_FOREVER : e->end - e->start;
    r->servers = e->servers;
    if (test_below(3)) r->ready = w.now;
    if (test_below(2)) r->step = r->retries = 0;
    if (test_below(5) == 0) r->step = e->start > w.now ? e->start - w.now : 1;
    if (test_below(5) == 0) r->step = e->start % 2 == 0 ? 2 : 1;
    if (r->step > 0 && r->step < x.grid / 4) r->step = x.grid / 4;
    if (r->step > 0 && w.horizon == 0) r->retries = 40;
    r->deadline = test_below(3) == 0 ? e->end - test_between(0, 3) : 0;
    if (test_below(8) == 0) r->servers = (uint32_t)test_below(r->servers) + 1;
    if (test_below(8) == 0) r->servers++;
    if (r->length < COA_FOREVER / 2 && test_below(8) == 0)
        r->length += test_between(0, 2);
    if (r->length > 1 && test_below(8) == 0) r->length--;
    if (r->length > COA_FOREVER / 2)
        r->length = COA_FOREVER; /* the end was moved there */
    if (r->length == COA_FOREVER) r->deadline = r->flags = 0;
    if (r->step == 0 && r->retries != COA_NO_RETRY) r->retries = 0;
}

static coa_request some_request(byte_set *among, const entry *old)
{
    coa_request r = {0};
    r.ready = test_below(3) && !crowded() ? 0 : some_time();
    r.length = some_length();
    r.servers = some_size();
    r.place = some_place();
    if (test_below(4) == 0) r.deadline = some_time() + 1;
    if (test_below(5) == 0) r.flags |= COA_EXACTLY;
    if (r.deadline == 0) r.deadline = test_below(9) == 0 ? 1 : 0;
    if (test_below(40) == 0) r.flags |= COA_HAS_DEADLINE;
    if (test_below(2)) {
        r.step = test_between(1, 9) * (x.grid > 99 ? x.grid / 4 : 1);
        if (test_below(2)) r.retries = (uint32_t)test_below(30);
        if (w.horizon == 0 && r.retries == 0) r.retries = 40;
    }
    if (test_below(10) == 0) r.retries = COA_NO_RETRY;
    some_set(among);
    if (among->set.count > 0 && test_below(w.late ? 60 : 5) == 0) r.among = &among->set;
    r.tag = test_below(4) ? test_random() : 0;
    if (old && test_below(4)) nearly_the_same(&r, old);
    return r;
}

/* ---- requests ---------------------------------------------------------------------- */

/* What the refused are offered; `expected` is what else is wrong with the request. */
static void ask_alternatives(call *k, const coa_request *r, const unsigned char *among,
                             coa_status expected)
{
    const coa_time t = r->ready > w.now ? r->ready : w.now;
    coa_request open = *r;
    coa_time start = COA_FOREVER;
    uint32_t attempts, most = 0;
    k->what = ALTERNATIVES;
    if (!call_all(k, expected) || expected != COA_OK) return;
    open.deadline = open.flags = 0;
    if (model_find(&open, among, &start, &attempts) != COA_OK) start = COA_FOREVER;
    open.servers = 0;
    if (model_fits(&open, among, t, r->length))
        most = model_free(r->place, among, t, end_of(t, r->length));
    for (int i = 0; i < x.count; i++) {
        const coa_alternative_info *a = &x.s[i].other;
        CHECK_EQ(a->start, start);
        CHECK_EQ(a->servers, most);
        CHECK_EQ(a->length, x.s[0].other.length);
    }
    most = (uint32_t)x.count - 1;
    start = x.s[most].other.length; /* right if so long fits, and no more */
    CHECK(start >= 0 && (start == 0 || model_fits(r, among, t, start)));
    CHECK(start == COA_FOREVER || !model_fits(r, among, t, start + 1));
    CHECK(start == COA_FOREVER || !model_fits(r, among, t, COA_FOREVER));
}

/* With the member that is the reason as it may be, it is none any more, but that it must
 * wait; with less than it must be at least, it still is. */
static void check_member(coa_calendar *cal, coa_request r, const coa_reason *why,
                         int64_t to)
{
    const int numbers = why->most != 0 || why->least != 0, less = to < why->least;
    coa_reason then;
    CHECK(why->least <= why->most || !strcmp(why->field, "ready"));
    if (to > why->most || why->least > why->most || (less && !numbers)) return;
    if (!strcmp(why->field, "servers")) r.servers = (uint32_t)to;
    if (!strcmp(why->field, "length")) r.length = to;
    if (!strcmp(why->field, "deadline")) r.deadline = to, r.flags |= COA_HAS_DEADLINE;
    if (!strcmp(why->field, "ready")) r.ready = to;
    if (!strcmp(why->field, "step")) r.step = to;
    if (!strcmp(why->field, "retries")) r.retries = (uint32_t)to;
    if (!strcmp(why->field, "flags")) r.flags = (uint32_t)to;
    if (!strcmp(why->field, "place")) r.place = 0;
    if (!strcmp(why->field, "among")) r.among = NULL;
    if (!strcmp(why->field, "replaces")) r.replaces = 0;
    (void)!coa_explain(cal, &r, &then);
    if (less)
        CHECK(then.field && (!strcmp(then.field, why->field) || /* or both are */
                             !strcmp(why->field, "ready")));
    if (!less && then.field && !strcmp(then.field, why->field))
        CHECK(then.status == COA_E_NOFIT && why->status != COA_E_NOFIT);
}

/* A reason is of this status, which coa_earliest has too, and says what would do. */
static void check_reason(coa_calendar *cal, const coa_request *r, const coa_reason *why,
                         coa_status s)
{
    CHECK_EQ(why->status == COA_E_NEVER ? COA_E_NOFIT : why->status, s);
    CHECK(why->field || s == COA_OK || s == COA_E_NOFIT);
    if (!why->field) return;
    if (!strcmp(why->field, "ready")) CHECK_EQ(why->value, r->ready);
    check_member(cal, *r, why, why->least);
    check_member(cal, *r, why, why->most);
    if (why->least < INT64_MAX) check_member(cal, *r, why, why->least + 1);
    if (why->least > INT64_MIN) check_member(cal, *r, why, why->least - 1);
}

/* Why it is refused: never, if not even without bookings. */
static void ask_why(call *k, const coa_request *r, const unsigned char *among,
                    coa_status expected)
{
    coa_time start;
    uint32_t attempts;
    int ever = 0;
    if (expected == COA_E_NOFIT) {
        w.empty = 1;
        ever = model_find(r, among, &start, &attempts) == COA_OK;
        w.empty = 0;
    }
    k->what = EXPLAIN;
    for (int i = 0; i < x.count; i++) {
        const coa_status s = call_on(x.s + i, k);
        const coa_reason *why = &x.s[i].why;
        if (s == COA_E_NOMEM && x.s[i].bounded) return;
        CHECK_EQ(why->status, s);
        check_reason(x.s[i].cal, &k->r, why, expected);
        if (s == COA_E_NEVER) CHECK(!ever);
        if (s == COA_E_NOFIT && !why->field && r->retries == 0) CHECK(ever);
    }
    done[EXPLAIN] += expected != COA_OK;
}

/* The servers that a RANGE_TREE has chosen, which only it knows: n free ones of the set,
 * in addition to its own. */
static void adopt(coa_id id, const unsigned char *set, uint32_t n, coa_time start,
                  const unsigned char *had, unsigned char *to)
{
    coa_booking b;
    CHECK_EQ(coa_get(x.s[0].cal, id, &b, &seen), COA_OK);
    bytes_of(b.runs, b.run_count, to);
    const unsigned char *busy = model_busy(start, b.end);
    for (uint32_t s = 0; s < w.servers; s++) {
        CHECK(to[s] || !had || !had[s]);
        CHECK(!to[s] || (had && had[s]) || (!busy[s] && (!set || set[s])));
    }
    CHECK_EQ(set_size(to), n + (had ? set_size(had) : 0));
}

/* All have booked it; the model's is `e`, or a new one. */
static void check_made(const call *k, entry *e, coa_time start, uint32_t attempts,
                       const unsigned char *chosen)
{
    const coa_time end = end_of(start, k->r.length);
    if (e)
        model_set(e, start, end, k->r.servers, chosen);
    else
        e = model_add(start, end, k->r.servers, chosen, 0);
    e->attempts = attempts;
    if (k->r.tag != 0) e->tag = k->r.tag;
    for (int i = 0; i < x.count; i++) check_booking(&x.s[i].b, e);
}

/* The first start, and those from a step later, or the end of the window, on. */
static void ask_starts(call *k, const coa_request *r, const unsigned char *among,
                       coa_status expected)
{
    coa_request next = *r;
    coa_time starts[3];
    uint32_t n = 0, attempts;
    k->what = STARTS;
    while (expected == COA_OK && n < 3) {
        if (model_find(&next, among, starts + n, &attempts) != COA_OK) break;
        if (r->retries == COA_NO_RETRY || (r->flags & COA_EXACTLY) ||
            end_of(starts[n], r->length) == COA_FOREVER) {
            n++;
            break;
        }
        next.ready = r->step > 0 ? starts[n] + r->step : starts[n] + r->length;
        n++;
        if (r->step > 0 && r->retries > 0 && next.retries < attempts) break;
        if (r->step > 0 && r->retries > 0 && (next.retries -= attempts) == 0)
            next.retries = COA_NO_RETRY;
        if (next.retries == COA_NO_RETRY && n < 3 &&
            model_find(&next, among, starts + n, &attempts) == COA_OK && ++n)
            break;
        if (next.retries == COA_NO_RETRY) break;
    }
    if (expected == COA_OK && n == 0) expected = COA_E_NOFIT;
    if (!call_all(k, expected) || expected != COA_OK) return;
    for (uint32_t i = 0; i < (uint32_t)x.count; i++) {
        CHECK_EQ(x.s[i].many, n);
        CHECK(memcmp(x.s[i].starts, starts, n * sizeof *starts) == 0);
    }
}

static void ask(call *k, const byte_set *set, entry *old)
{
    static unsigned char chosen[MOST_SERVERS];
    const unsigned char *among = k->r.among ? set->has : NULL;
    coa_request r = k->r;
    coa_status expected = model_args(r.place, r.among);
    coa_time start = 0;
    uint32_t attempts = 0;
    int kept = 0;
    r.place = resolved(r.place);
    if (expected == COA_OK && r.replaces) expected = replaceable(old);
    if (old) old->lifted = expected == COA_OK;
    if (test_below(3) == 0) ask_alternatives(k, &r, among, expected);
    if (test_below(4) == 0) ask_starts(k, &r, among, expected);
    if (expected == COA_OK) expected = model_find(&r, among, &start, &attempts);
    if (test_below(5) == 0) ask_why(k, &r, among, expected);
    if (expected == COA_OK && !w.late) {
        kept = old && start == old->start && end_of(start, r.length) == old->end &&
               model_suits(&r, among, old);
        if (kept) memcpy(chosen, old->has, sizeof chosen);
        CHECK(kept || model_choose(r.place, among, r.servers, start,
                                   end_of(start, r.length), chosen));
    }
    k->more = expected == COA_OK && !old;
    k->what = EARLIEST;
    if (!call_all(k, expected)) return;
    for (int i = 0; i < x.count && expected == COA_OK; i++) CHECK_EQ(x.s[i].found, start);
    k->what = RESERVE;
    if (!call_all(k, expected)) return;
    for (int i = 0; i < x.count; i++) CHECK_EQ(x.s[i].b.attempts, attempts);
    if (expected != COA_OK) return;
    if (r.place == COA_PLACE_PAPER && !kept)
        adopt(x.s[0].b.id, among, r.servers, start, NULL, chosen);
    check_made(k, old, start, attempts, chosen);
}

static void request(int replaces)
{
    static byte_set among;
    call k = {0};
    entry *old = NULL;
    coa_id id = 0;
    if (replaces) {
        const int i = some_booking(&id);
        if (i >= 0) old = w.b + i;
    }
    k.r = some_request(&among, old);
    k.r.replaces = id;
    if (!replaces && w.count == MOST_BOOKINGS) return;
    ask(&k, &among, old);
    if (old) old->lifted = 0;
}

/* Requests of which most are wrong in one member, or in some. */
static void do_explain(void)
{
    static const coa_time odd[] = {COA_FOREVER, COA_FOREVER - 1, INT64_MIN,
                                   -3,          COA_FOREVER / 2, 0};
    static const coa_set none = {0};
    static byte_set among;
    side *s = x.s + test_below((uint64_t)x.count);
    for (int n = 0; n < 30; n++) {
        const coa_time t = odd[test_below(sizeof odd / sizeof *odd)];
        coa_request r = some_request(&among, NULL);
        coa_reason why;
        coa_time start;
        if (test_below(8) == 0) r.ready = t;
        if (test_below(8) == 0) r.length = test_below(3) ? t : x.span * 2;
        if (test_below(8) == 0) r.length = COA_FOREVER - 1;
        if (test_below(8) == 0) r.servers = (uint32_t)test_below(2) * (w.servers + 1);
        if (test_below(8) == 0) r.deadline = t;
        if (test_below(8) == 0) r.step = -1;
        if (test_below(8) == 0) r.retries = 3;
        if (test_below(8) == 0) r.place = (uint32_t)test_below(7);
        if (test_below(8) == 0) r.flags = (uint32_t)test_below(5);
        if (test_below(20) == 0) r.among = &none;
        if (test_below(20) == 0) r.replaces = test_below(w.last_id + 2);
        lend(memory_of(s), 1, 0);
        const coa_status st = coa_earliest(s->cal, &r, &start);
        (void)!coa_explain(s->cal, &r, &why);
        check_reason(s->cal, &r, &why, st);
        lend(memory_of(s), 0, 0);
    }
}

static void do_reserve(void) { request(0); }
static void do_replace(void) { request(1); }

/* ---- windows ----------------------------------------------------------------------- */

static void do_search(void)
{
    static byte_set set;
    static unsigned char has[MOST_SERVERS];
    call k = call_of(SEARCH);
    some_window(&k);
    some_set(&set);
    if (test_below(2)) k.set = &set.set;
    const coa_status expected = w.late ? COA_E_ARG : model_window(k.start, k.end, 0);
    (void)call_all(&k, expected);
    const unsigned char *busy = model_busy(k.start, k.end);
    for (int i = 0; i < x.count; i++) {
        if (expected != COA_OK) break;
        bytes_of(x.s[i].out.runs, x.s[i].out.count, has);
        for (uint32_t s = 0; s < w.servers; s++)
            CHECK_EQ(has[s], !busy[s] && (!k.set || set.has[s]));
    }
    for (int i = 0; i < x.count; i++) coa_set_free(&x.s[i].out);
}

/* The bookings in the way, one by one. */
static void check_way(coa_time start, coa_time end, const byte_set *set)
{
    const coa_set *use = set ? &set->set : NULL;
    coa_booking b;
    coa_id after;
    int i;
    for (int k = 0; k < x.count; k++) {
        for (i = 0, after = 0; i < w.count; i++) {
            int hit = !set || !w.b[i].bound || w.unnamed;
            for (uint32_t s = 0; s < w.servers && !hit; s++)
                hit = set->has[s] && w.b[i].has[s];
            if (!hit || !overlaps(w.b + i, start, end)) continue;
            CHECK_EQ(coa_in_the_way(x.s[k].cal, start, end, use, after, &b, &seen),
                     COA_OK);
            check_booking(&b, w.b + i);
            after = b.id;
        }
        memset(&b, 0x55, sizeof b);
        CHECK_EQ(coa_in_the_way(x.s[k].cal, start, end, use, after, &b, &seen),
                 COA_E_NOTFOUND);
        CHECK_EQ(b.servers, 0x55555555);
    }
}

/* Books or blocks servers of a set; those to be booked mostly are free. */
static void take(int block)
{
    static byte_set set;
    static unsigned char to[MOST_SERVERS];
    call k = call_of(COMMIT);
    const uint32_t place = resolved(COA_PLACE_DEFAULT);
    uint32_t n, all;
    some_set(&set);
    some_window(&k);
    k.tag = test_random();
    if (block) k.what = BLOCK;
    if (block && test_below(8) == 0) k.end = COA_FOREVER;
    if (!block && test_below(2)) {
        const unsigned char *busy = model_busy(k.start, k.end);
        for (uint32_t s = 0; s < w.servers; s++) set.has[s] &= !busy[s];
        set_of(&set, set.has);
    }
    if (!block || (test_below(4) && (!w.late || test_below(20) == 0))) k.set = &set.set;
    n = all = k.set ? set_size(set.has) : w.servers;
    if (block && test_below(3)) k.n = (uint32_t)test_between(0, all / 2 + 1);
    if (block && test_below(40) == 0) k.n = all + 1;
    int choice = k.n > 0 && k.n < all;
    if (choice && x.tree && !x.only_tree) choice = 0, k.n = 0; /* they would not agree */
    if (k.n > 0) n = k.n;
    coa_status expected = model_window(k.start, k.end, block);
    if (k.set && (w.late || all == 0)) expected = COA_E_ARG;
    if (expected == COA_OK && k.n > all) expected = COA_E_ARG;
    if (expected == COA_OK && model_free(0, k.set ? set.has : NULL, k.start, k.end) < n)
        expected = COA_E_BUSY;
    if (k.start < k.end && k.start >= w.now)
        check_way(k.start, k.end, k.set ? &set : NULL);
    if (expected == COA_OK && w.count == MOST_BOOKINGS) return;
    if (expected == COA_OK && !w.late) {
        CHECK(model_choose(place, k.set ? set.has : NULL, n, k.start, k.end, to));
    }
    k.more = 1;
    if (!call_all(&k, expected) || expected != COA_OK) return;
    if (choice && place == COA_PLACE_PAPER)
        adopt(x.s[0].made, k.set ? set.has : NULL, n, k.start, NULL, to);
    model_add(k.start, k.end, n, to, block)->tag = block ? 0 : k.tag;
    for (int i = 0; i < x.count; i++) CHECK_EQ(x.s[i].made, w.last_id);
}

static void do_commit(void) { take(0); }
static void do_block(void) { take(1); }

/* ---- bookings change --------------------------------------------------------------- */

static void do_finish(void)
{
    call k = call_of(FINISH);
    const int i = some_booking(&k.id);
    coa_status expected = COA_E_NOTFOUND;
    k.end = test_below(4) ? some_time() : w.now;
    if (i >= 0 && test_below(6) == 0) k.end = later(w.b[i].end - 1, test_between(0, 2));
    if (i >= 0) expected = model_finish(w.b + i, k.end);
    if (!call_all(&k, expected) || expected != COA_OK) return;
    w.b[i].end = k.end;
    if (k.end == w.now) model_drop(i);
}

/* Has a call reported what it should? */
static void check_moves(const moves *want)
{
    CHECK_EQ(told.count, want->count);
    for (int i = 0; i < want->count; i++)
        CHECK(told.id[i] == want->id[i] && told.was[i] == want->was[i] &&
              told.is[i] == want->is[i]);
}

/* Draws what each booking wants; where there are trees, all agree on the servers only if
 * a place is asked for. */
static void some_wishes(void)
{
    static byte_set sets[3];
    const int agree = x.tree && !x.only_tree;
    wished = agree || test_below(2);
    for (int i = 0; i < 3 && wished; i++) some_set(sets + i);
    for (int i = 0; i < w.count && wished; i++) {
        const coa_time length =
            w.b[i].end == COA_FOREVER ? COA_FOREVER : w.b[i].end - w.b[i].start;
        const size_t set = (size_t)test_below(3);
        wish *to = wishes + i;
        coa_request *r = &to->asks;
        memset(to, 0, sizeof *to);
        to->stays = test_below(8) == 0;
        if (test_below(4) == 0 && length < COA_FOREVER / 2)
            to->after = test_between(x.only_tree ? 0 : -x.grid, 2 * x.grid);
        r->place = agree           ? COA_PLACE_FIRST_FIT
                   : test_below(2) ? COA_PLACE_DEFAULT
                                   : (uint32_t)test_between(1, 2);
        if (!w.late && test_below(5) == 0) r->place = COA_PLACE_CONTIGUOUS;
        if (w.late && r->place == COA_PLACE_BEST_FIT) r->place = COA_PLACE_DEFAULT;
        if (!w.late && test_below(3) == 0) {
            r->among = &sets[set].set;
            to->has = sets[set].has;
        }
        if (test_below(3) == 0) r->deadline = test_between(-x.grid, x.grid);
        if (w.b[i].end > COA_FOREVER - x.grid) r->deadline = 0;
        if (r->deadline != 0) r->deadline += w.b[i].end;
        if (r->deadline == 0 && test_below(30) == 0) r->flags = COA_HAS_DEADLINE;
        if (test_below(12) == 0) r->flags |= COA_EXACTLY;
        if (test_below(8) == 0) {
            r->step = test_between(1, 9);
            r->retries = (uint32_t)test_between(1, 9);
        }
    }
}

static void do_extend(void)
{
    static struct world was, then;
    static moves want;
    call k = call_of(EXTEND);
    const int i = some_booking(&k.id);
    entry *e = i < 0 ? NULL : w.b + i;
    coa_status expected = e ? COA_OK : COA_E_NOTFOUND;
    k.end = some_time();
    if (e) k.end = later(e->end - 1, test_below(3) ? some_length() : test_between(0, 2));
    if (e && e->block && test_below(3) == 0) k.end = COA_FOREVER;
    if (e) expected = model_extend(e, k.end);
    k.moves = w.servers <= 200 && !x.only_tree && test_below(2);
    want.count = 0;
    if (k.moves && expected == COA_E_BUSY) {
        some_wishes();
        memcpy(&was, &w, sizeof was);
        expected = model_clear(resolved(COA_PLACE_DEFAULT), was.b[i].has, e->servers,
                               e->end, k.end, 0, e, &want);
        memcpy(&then, &w, sizeof w);
        memcpy(&w, &was, sizeof w);
        for (int n = 0; n < x.count; n++) {
            CHECK_EQ(call_on(x.s + n, &k), expected);
            check_moves(&want);
        }
        done[EXTEND] += expected == COA_OK;
        moved_by_extend += expected == COA_OK;
        if (expected == COA_OK) {
            memcpy(&w, &then, sizeof w);
            return;
        }
    } else if (!call_all(&k, expected) || !e || expected == COA_E_ARG) {
        return;
    }
    for (int n = 0; n < x.count && expected != COA_OK; n++) { /* so far, and no further */
        const coa_time to = x.s[n].latest;
        CHECK(to >= e->end && model_extend(e, to) == COA_OK);
        CHECK(to == COA_FOREVER || model_extend(e, to + 1) != COA_OK);
        CHECK(to == COA_FOREVER || model_extend(e, COA_FOREVER) != COA_OK);
    }
    if (expected == COA_OK) e->end = k.end;
}

static void do_cancel(void)
{
    call k = call_of(CANCEL);
    const int i = w.count < x.crowd && test_below(4) ? -1 : some_booking(&k.id);
    if (call_all(&k, i < 0 ? COA_E_NOTFOUND : COA_OK) && i >= 0) model_drop(i);
}

static void do_release(void)
{
    static byte_set set;
    static unsigned char left[MOST_SERVERS];
    call k = call_of(RELEASE);
    const int i = some_booking(&k.id);
    entry *e = i < 0 ? NULL : w.b + i;
    const int mostly = e && test_below(4);
    if (test_below(3)) {
        some_set(&set);
        for (uint32_t s = 0; s < w.servers && mostly; s++) set.has[s] &= e->has[s];
        set_of(&set, set.has); /* mostly servers that it has */
        k.set = &set.set;
    }
    if (!k.set || test_below(2)) k.n = (uint32_t)test_below(e ? e->servers + 2 : 3);
    uint32_t n = k.n;
    const coa_status expected = model_release(e, k.set ? set.has : NULL, &n, left);
    k.begun = w.late && e && e->bound;
    if (!call_all(&k, expected) || expected != COA_OK) return;
    e->servers -= n;
    memcpy(e->has, left, sizeof left);
}

static void do_widen(void)
{
    static byte_set set;
    static unsigned char to[MOST_SERVERS];
    call k = call_of(WIDEN);
    const int i = some_booking(&k.id);
    entry *e = i < 0 ? NULL : w.b + i;
    const unsigned char *among = NULL;
    const coa_time from = e && e->start > w.now ? e->start : w.now;
    k.n = (uint32_t)test_below(w.servers / 3 + 2);
    k.place = some_place();
    const uint32_t place = resolved(k.place);
    some_set(&set);
    if (set.set.count > 0 && test_below(w.late ? 30 : 3) == 0) {
        k.set = &set.set;
        among = set.has;
    }
    coa_status expected = k.n == 0 ? COA_E_ARG : model_args(k.place, k.set);
    if (expected == COA_OK || !e) expected = e ? COA_OK : COA_E_NOTFOUND;
    if (expected == COA_OK && model_free(place, among, from, e->end) < k.n)
        expected = COA_E_NOFIT;
    if (expected == COA_OK && !w.late) {
        CHECK(model_choose(place, among, k.n, from, e->end, to));
        for (uint32_t s = 0; s < w.servers; s++) to[s] |= e->has[s];
    }
    k.begun = w.late && e && e->bound;
    if (!call_all(&k, expected)) return;
    for (uint32_t s = 0; s < (uint32_t)x.count && expected == COA_E_NOFIT; s++)
        CHECK_EQ(x.s[s].most, model_free(place, among, from, e->end));
    if (expected != COA_OK) return;
    e->servers += k.n;
    if (!w.late && place == COA_PLACE_PAPER) adopt(k.id, among, k.n, from, e->has, to);
    if (!w.late)
        memcpy(e->has, to, sizeof to);
    else if (e->bound)
        model_bind(e, k.n);
}

static void do_tag(void)
{
    call k = call_of(TAG);
    const int i = some_booking(&k.id);
    k.tag = test_random();
    if (call_all(&k, i < 0 ? COA_E_NOTFOUND : COA_OK) && i >= 0) w.b[i].tag = k.tag;
}

static void do_resize(void)
{
    static byte_set set;
    static unsigned char gone[MOST_SERVERS];
    call k = call_of(RESIZE);
    coa_status expected = COA_OK;
    k.n = test_below(2) ? (uint32_t)test_between(x.least, x.most)
                        : w.servers + (uint32_t)test_below(4);
    if (k.n > w.servers && test_below(3) == 0) k.n = w.servers - (uint32_t)test_below(2);
    if (k.n > x.most) k.n = x.most;
    if (test_below(30) == 0) k.n = test_below(2) ? 0 : COA_MAX_SERVERS + 1;
    if (k.n == 0) expected = COA_E_ARG;
    if (k.n > COA_MAX_SERVERS) expected = COA_E_RANGE;
    if (expected == COA_OK) expected = model_resize(k.n);
    (void)call_all(&k, expected);
    if (expected == COA_E_BUSY) {
        memset(gone, 0, sizeof gone);
        memset(gone + k.n, 1, w.servers - k.n);
        set_of(&set, gone);
        check_way(w.now, COA_FOREVER, &set);
    }
    if (expected == COA_OK) w.servers = k.n;
}

/* A RANGE_TREE has chosen servers: none begins earlier than before, and no server has
 * two bookings; the block is on the set, and the last. */
static void adopt_drained(const struct world *was, const unsigned char *set)
{
    coa_booking b;
    int i;
    if (w.count == was->count) (void)model_add(w.now, w.now + 1, 1, set, 1);
    w.last_id = w.b[w.count - 1].id;
    for (i = 0; i < w.count; i++) {
        entry *e = w.b + i;
        CHECK_EQ(coa_get(x.s[0].cal, e->id, &b, &seen), COA_OK);
        if (i < was->count)
            CHECK(b.start >= was->b[i].start && b.servers == was->b[i].servers &&
                  b.end - b.start == was->b[i].end - was->b[i].start);
        e->start = b.start;
        e->end = b.end;
        e->servers = b.servers;
        bytes_of(b.runs, b.run_count, e->has);
        for (int k = 0; k < i; k++)
            for (uint32_t s = 0; s < w.servers && overlaps(w.b + k, b.start, b.end); s++)
                CHECK(!e->has[s] || !w.b[k].has[s]);
    }
    for (uint32_t s = 0; s < w.servers; s++) CHECK(!w.b[i - 1].has[s] || set[s]);
}

/* Drains servers; what must come out, is known where no RANGE_TREE chooses servers. */
static void do_drain(void)
{
    static byte_set set;
    static struct world was, then;
    static moves want;
    call k = call_of(DRAIN);
    int tell;
    if (w.count + 1 >= MOST_BOOKINGS || w.servers > 200) return;
    some_wishes();
    some_window(&k);
    some_set(&set);
    if (test_below(8) == 0) k.end = COA_FOREVER;
    k.partly = (int)test_below(2);
    if (!w.late && test_below(8)) k.set = &set.set;
    if (w.late) k.n = (uint32_t)test_between(0, w.servers / 2 + 1);
    if (test_below(30) == 0) k.n = w.servers + 1;
    const uint32_t n = w.late && k.n > 0 ? k.n : w.servers;
    if (!k.set) memset(set.has, 1, sizeof set.has);
    coa_status expected = model_window(k.start, k.end, 1);
    if (w.late ? k.n > w.servers : k.n != 0 || (k.set && set.set.count == 0))
        expected = COA_E_ARG;
    memcpy(&was, &w, sizeof was);
    want.count = 0;
    if (expected == COA_OK)
        expected = model_clear(resolved(COA_PLACE_DEFAULT), set.has, n, k.start, k.end,
                               k.partly, NULL, &want);
    memcpy(&then, &w, sizeof w);
    memcpy(&w, &was, sizeof w);
    for (int i = 0; i < x.count; i++) {
        const coa_status st = call_on(x.s + i, &k);
        tell = expected == COA_OK || expected == COA_E_BUSY || expected == COA_E_NOFIT;
        if (x.only_tree && tell && st != expected) /* it finds room elsewhere, or none */
            CHECK((expected = st) == COA_OK || st == COA_E_NOFIT);
        CHECK_EQ(st, expected);
        if (st == COA_OK && i + 1 == x.count) memcpy(&w, &then, sizeof w);
        if (x.only_tree && st == COA_OK) adopt_drained(&was, set.has);
        if (!x.only_tree) check_moves(&want);
        CHECK(expected != COA_OK || x.s[i].made == was.last_id + 1);
    }
    done[DRAIN] += expected == COA_OK;
}

/* The loop that coa_compress stands for, on a copy; *moved: how many have moved. */
static void compress_by_hand(coa_calendar *cal, const call *k, uint32_t *moved)
{
    coa_event order[MOST_BOOKINGS];
    int i, n;
    *moved = 0;
    for (i = 0; i < w.count; i++) {
        const coa_event e = {w.b[i].start, (coa_id)i, 1};
        for (n = i; k->order == COA_ORDER_START && n > 0 && order[n - 1].time > e.time;
             n--)
            order[n] = order[n - 1];
        order[n] = e;
    }
    for (n = 0; n < w.count; n++) {
        const entry *e = w.b + (i = (int)order[n].id);
        coa_request r = model_wish(i, w.now, COA_PLACE_DEFAULT);
        coa_booking b;
        if (replaceable(e) != COA_OK || (wished && wishes[i].stays)) continue;
        r.replaces = e->id;
        if (r.deadline >= e->end || (r.deadline == 0 && !(r.flags & COA_HAS_DEADLINE)))
            r.deadline = e->end - 1;
        r.flags |= COA_HAS_DEADLINE;
        *moved += coa_reserve(cal, &r, &b) == COA_OK;
    }
}

/* A RANGE_TREE is compared with a copy; the model takes over what it shows. */
static void compress_tree(const call *k)
{
    side *s = x.s;
    coa_calendar *twin;
    coa_booking p, q;
    coa_set on[2] = {{0}, {0}};
    uint32_t moved;
    CHECK_EQ(coa_copy(&twin, s->cal, &(coa_desc){0}), COA_OK);
    compress_by_hand(twin, k, &moved);
    CHECK_EQ(call_on(s, k), COA_OK);
    CHECK_EQ(s->many, moved);
    for (int i = 0; i < w.count; i++) {
        entry *e = w.b + i;
        CHECK_EQ(coa_get(s->cal, e->id, &p, on), COA_OK);
        CHECK_EQ(coa_get(twin, e->id, &q, on + 1), COA_OK);
        CHECK(p.start == q.start && p.run_count == q.run_count &&
              !memcmp(p.runs, q.runs, p.run_count * sizeof *p.runs));
        bytes_of(p.runs, p.run_count, e->has);
        e->start = p.start;
        e->end = p.end;
    }
    coa_set_free(on);
    coa_set_free(on + 1);
    coa_destroy(twin);
}

/* On a copy, with a request for memory refused: moves that were made are reported, and
 * stay; the next call goes on from there. */
static void compress_refused(side *s, const call *k)
{
    static struct world was;
    static moves want;
    const side had = *s;
    int again;
    coa_status st = COA_E_NOMEM;
    memcpy(&was, &w, sizeof was);
    for (long n = 1; st == COA_E_NOMEM; n++) {
        const coa_desc d = {.alloc = memory_hook, .alloc_ctx = &s->m[!s->on]};
        test_heap *heap = &s->m[!s->on].heap;
        CHECK_EQ(coa_copy(&s->cal, had.cal, &d), COA_OK);
        for (again = 0; again < 2; again++) {
            heap->fail_at = again ? 0 : heap->calls + n;
            s->many = 77;
            st = call_once(s, k);
            heap->fail_at = 0;
            CHECK(st == COA_OK || (st == COA_E_NOMEM && !again));
            CHECK_EQ(s->many, told.count);
            want.count = 0;
            model_compress(resolved(COA_PLACE_DEFAULT), (int)k->order,
                           st == COA_OK ? 2 * MOST_BOOKINGS : told.count, &want);
            check_moves(&want);
            check_bookings(s->cal);
            check_sane(s->cal);
            refused[COMPRESS] += st == COA_E_NOMEM;
            if (st == COA_OK) break;
        }
        st = again ? COA_E_NOMEM : COA_OK;
        coa_destroy(s->cal);
        CHECK_EQ(heap->live_blocks, 0);
        s->cal = had.cal;
        memcpy(&w, &was, sizeof w);
    }
}

static void do_compress(void)
{
    static struct world then, was;
    static moves want;
    call k = call_of(COMPRESS);
    if (w.servers > 200) return;
    some_wishes();
    k.order = (coa_order)test_below(2);
    if (x.only_tree) {
        compress_tree(&k);
        done[COMPRESS]++;
        return;
    }
    k.fits = k.order == COA_ORDER_ID && w.count <= (int)x.bookings;
    for (int i = 0; i < x.count && x.refuses; i++) compress_refused(x.s + i, &k);
    memcpy(&was, &w, sizeof was);
    want.count = 0;
    model_compress(resolved(COA_PLACE_DEFAULT), (int)k.order, 2 * MOST_BOOKINGS, &want);
    memcpy(&then, &w, sizeof w);
    memcpy(&w, &was, sizeof w);
    for (int i = 0; i < x.count; i++) {
        CHECK_EQ(call_on(x.s + i, &k), COA_OK);
        CHECK_EQ(x.s[i].many, want.count);
        check_moves(&want);
    }
    memcpy(&w, &then, sizeof w);
    done[COMPRESS] += want.count > 0;
}

/* ---- time -------------------------------------------------------------------------- */

/* Time moves on, and asks for no memory. */
static void advance_to(side *s, coa_time now, coa_status expected)
{
    const long calls = memory_of(s)->heap.calls;
    CHECK_EQ(coa_advance(s->cal, now), expected);
    CHECK_EQ(memory_of(s)->heap.calls, calls);
}

static void do_advance(void)
{
    const coa_time most = x.span / (w.count < x.crowd ? 90 : 6) + 1;
    coa_time now = w.now + (coa_time)test_below((uint64_t)most);
    if (test_below(60) == 0 && x.crowd == 0) now += x.span * 3;
    if (test_below(30) == 0) now = w.now - 1;
    for (int i = 0; i < x.count; i++)
        advance_to(x.s + i, now, now < w.now ? COA_E_PAST : COA_OK);
    if (now >= w.now) model_advance(now);
}

/* The loop of the manual meets each event once, the servers of a start are known, and
 * time gets to `last`. */
static void do_live(void)
{
    static coa_event all[2 * MOST_BOOKINGS];
    const coa_time most = x.span / (w.count < x.crowd ? 60 : 4) + 1;
    const coa_time last = w.now + (coa_time)test_below((uint64_t)most);
    const int n = model_events(all);
    coa_booking b;
    int k;
    for (int i = 0; i < x.count; i++) {
        coa_event e = {0, 0, 0};
        e.time = w.now;
        for (k = 0; coa_next_event(x.s[i].cal, &e, 0) == COA_OK && e.time <= last; k++) {
            CHECK(k < n && by_order(&e, all + k) == 0);
            if (!e.starts) continue;
            advance_to(x.s + i, e.time, COA_OK);
            CHECK_EQ(coa_get(x.s[i].cal, e.id, &b, &seen), COA_OK);
            CHECK(b.start == e.time && (b.run_count > 0 || w.unnamed));
        }
        CHECK(k == n || all[k].time > last);
        advance_to(x.s + i, last, COA_OK);
    }
    model_advance(last);
}

static void check_events(coa_event from, int starts)
{
    static coa_event all[2 * MOST_BOOKINGS];
    const int n = model_events(all);
    int k;
    for (int i = 0; i < x.count; i++) {
        test_heap *heap = &memory_of(x.s + i)->heap;
        coa_event e = from;
        if (starts && w.late && e.id == 0 && e.time > w.now) { /* without a tree */
            const long calls = heap->calls;
            coa_event first = e;
            (void)!coa_next_event(x.s[i].cal, &first, 1);
            CHECK_EQ(heap->calls, calls);
        }
        if (test_below(9) == 0) heap->fail_at = heap->calls + 1; /* it does without */
        for (k = 0; k < n && by_order(all + k, &from) <= 0;) k++;
        for (; k < n; k++) {
            if (starts && !all[k].starts) continue;
            CHECK_EQ(coa_next_event(x.s[i].cal, &e, starts), COA_OK);
            CHECK(by_order(&e, all + k) == 0);
        }
        coa_event last = e;
        CHECK_EQ(coa_next_event(x.s[i].cal, &e, starts), COA_E_NOTFOUND);
        CHECK(by_order(&e, &last) == 0);
        heap->fail_at = 0;
    }
}

static void do_events(void)
{
    coa_event e;
    e.time = some_time() - (coa_time)test_below(9);
    e.id = test_below(2) * test_below(w.last_id + 2);
    e.starts = (int)test_below(2);
    check_events(e, (int)test_below(2));
}

/* ---- looking ----------------------------------------------------------------------- */

static void do_profile(void)
{
    static byte_set set;
    const int some = !w.late && test_below(2);
    coa_time t = test_below(2) ? w.now : some_time(), until = 0;
    uint32_t count = 7;
    some_set(&set);
    for (int i = 0; i < x.count; i++) {
        CHECK_EQ(coa_profile(x.s[i].cal, w.now - 1, NULL, &count, &until), COA_E_PAST);
        if (w.late)
            CHECK_EQ(coa_profile(x.s[i].cal, w.now, &set.set, &count, &until), COA_E_ARG);
        CHECK(count == 7 && until == 0);
    }
    if (t < w.now) return;
    do {
        const unsigned char *among = some ? set.has : NULL;
        const uint32_t n = model_free(0, among, t, t + 1);
        const coa_time next = model_until(t, among);
        for (int i = 0; i < x.count; i++) {
            CHECK_EQ(coa_profile(x.s[i].cal, t, some ? &set.set : NULL, &count, &until),
                     COA_OK);
            CHECK_EQ(count, n);
            CHECK_EQ(until, next);
        }
        t = until;
    } while (t != COA_FOREVER && test_below(10));
}

static int hole_listed(void *ctx, coa_time start, coa_time end, uint32_t servers)
{
    struct listing *l = (struct listing *)ctx;
    const hole h = {start, end, servers};
    CHECK(l->calls < MOST_HOLES);
    l->at[l->calls++] = h;
    return l->calls == l->stop;
}

static void do_holes(void)
{
    static hole all[MOST_HOLES];
    static byte_set set;
    call k = call_of(HOLES);
    side *s = x.s + test_below((uint64_t)x.count);
    k.start = test_below(4) ? some_time() : w.now;
    if (k.start < w.now) k.start = w.now;
    k.end = test_below(3)   ? k.start + test_between(1, 2 * x.span)
            : test_below(2) ? k.start + 1
                            : COA_FOREVER;
    k.n = (uint32_t)test_between(1, test_below(3) ? 3 : w.servers + 1);
    some_set(&set);
    if (!w.late && set.set.count > 0 && test_below(2)) k.set = &set.set;
    const int n = model_holes(k.start, k.end, k.set ? set.has : NULL, k.n, all);
    listing.stop = -1;
    CHECK_EQ(call_on(s, &k), COA_OK);
    done[HOLES]++;
    CHECK_EQ(listing.calls, n);
    for (int i = 0; i < n; i++) {
        int times = 0;
        for (int j = 0; j < n; j++)
            times += all[i].start == listing.at[j].start &&
                     all[i].end == listing.at[j].end &&
                     all[i].servers == listing.at[j].servers;
        CHECK_EQ(times, 1);
        CHECK(i == 0 || listing.at[i].end > listing.at[i - 1].end ||
              (listing.at[i].end == listing.at[i - 1].end &&
               listing.at[i].start < listing.at[i - 1].start));
    }
    listing.stop = 1 + (int)test_below(3);
    CHECK_EQ(call_on(s, &k), COA_OK);
    CHECK_EQ(listing.calls, n < listing.stop ? n : listing.stop);
}

static int idle_listed(void *ctx, coa_time start, coa_time end, const coa_set *servers)
{
    struct listing *l = (struct listing *)ctx;
    uint32_t s;
    CHECK(servers->count > 0 && start >= w.now && start < end && end > l->from);
    CHECK(l->calls == 0 || start > l->start || (start == l->start && end > l->end));
    for (uint32_t i = 0; i < servers->count; i++) {
        CHECK(i == 0 || servers->runs[i].first >
                            servers->runs[i - 1].first + servers->runs[i - 1].count);
        for (s = 0; s < servers->runs[i].count; s++) {
            CHECK(model_idle(servers->runs[i].first + s, start, end));
            CHECK(!l->set || l->set[servers->runs[i].first + s]);
        }
        l->servers += s;
    }
    l->start = start;
    l->end = end;
    return ++l->calls == l->stop;
}

static void do_idle(void)
{
    static byte_set set;
    call k = call_of(IDLE);
    int calls = 0;
    some_set(&set);
    k.start = some_time();
    listing.set = NULL;
    listing.from = k.start;
    if (set.set.count > 0 && test_below(2)) {
        k.set = &set.set;
        listing.set = set.has;
    }
    for (int i = 0; i < x.count; i++) {
        listing.stop = -1;
        CHECK_EQ(call_on(x.s + i, &k), w.late ? COA_E_ARG : COA_OK);
        if (w.late) continue;
        done[IDLE]++;
        CHECK_EQ(listing.servers, model_periods(k.start, listing.set));
        CHECK(i == 0 || listing.calls == calls);
        calls = listing.calls;
        if (calls < 2) continue;
        listing.stop = 1 + (int)test_below((uint64_t)calls - 1);
        CHECK_EQ(call_on(x.s + i, &k), COA_OK);
        CHECK_EQ(listing.calls, listing.stop);
    }
}

/* ---- copies, and saved calendars --------------------------------------------------- */

static coa_status second(side *s, coa_calendar **to, const coa_desc *d, save_bytes *bytes)
{
    bytes->pos = 0;
    return bytes->size > 0 ? coa_load(to, d, save_read, bytes) : coa_copy(to, s->cal, d);
}

/* Makes the second calendar of a side in its other memory. */
static coa_calendar *make_second(side *s, save_bytes *bytes)
{
    memory *to = &s->m[!s->on];
    coa_calendar *made = NULL;
    coa_desc d = {0};
    coa_status st;
    const enum what what = bytes->size > 0 ? LOAD : COPY;
    if (test_below(2)) { /* the members given are right */
        coa_describe(s->cal, &d);
        if (s->index != COA_INDEX_RANGE_TREE) d.slot = 0;
    }
    d.alloc = memory_hook;
    d.alloc_ctx = to;
    d.bookings = s->bounded ? x.bookings : test_below(4) ? 0 : 300;
    to->full = s->bounded;
    lend(to, 1, 1);
    for (long n = 1;; n += n < 40 ? 1 : 7) {
        to->heap.fail_at = x.refuses ? to->heap.calls + n : 0;
        to->heap.sticky = (int)test_below(2);
        st = second(s, &made, &d, bytes);
        to->heap.fail_at = 0;
        if (st != COA_E_NOMEM) break;
        CHECK(!made && to->heap.live_blocks == 0);
        refused[what]++;
    }
    lend(to, 0, 0);
    CHECK_EQ(st, COA_OK);
    done[what]++;
    return made;
}

/* Does anything with a copy that its calendar must not feel. */
static void spoil(coa_calendar *cal)
{
    coa_request r = {0};
    coa_booking b;
    for (int i = 0; i < 5; i++) {
        r.ready = some_time();
        r.length = test_between(1, x.span);
        r.servers = (uint32_t)test_between(1, w.servers);
        (void)!coa_reserve(cal, &r, &b);
        if (coa_next(cal, test_below(w.last_id + 1), &b, NULL) == COA_OK)
            (void)!coa_cancel(cal, b.id);
    }
    CHECK_EQ(coa_advance(cal, w.now + x.span / 2), COA_OK);
    check_sane(cal);
}

static void check_forgotten(memory *m)
{
    CHECK(m->heap.live_blocks == 0 && m->heap.live_bytes == 0 && m->heap.bad_size == 0);
    if (!m->buffer) return;
    CHECK_EQ(m->arena.used, 0);
    CHECK(inside_arena_sane(&m->arena));
    free(m->buffer);
    m->buffer = NULL;
}

static void check_counters(const side *s, const coa_calendar *other)
{
    coa_stats_info p, q;
    coa_stats(s->cal, &p);
    coa_stats(other, &q);
    CHECK(p.bookings == q.bookings && p.runs == q.runs && p.made == q.made);
    CHECK(p.attempts == q.attempts && p.search_visits == q.search_visits &&
          p.update_visits == q.update_visits);
}

/* The second takes the place of the first, or is only tried. */
static void do_second(int saved)
{
    side *s = x.s + test_below((uint64_t)x.count);
    save_bytes bytes, again;
    memset(&bytes, 0, sizeof bytes);
    memset(&again, 0, sizeof again);
    if (saved) {
        CHECK_EQ(coa_save(s->cal, save_write, &bytes), COA_OK);
        bytes.piece = test_below(2) ? 0 : (size_t)test_between(1, 99);
    }
    coa_calendar *made = make_second(s, &bytes);
    check_counters(s, made);
    CHECK_EQ(coa_save(made, save_write, &again), COA_OK);
    CHECK(!saved ||
          (again.size == bytes.size && !memcmp(again.at, bytes.at, again.size)));
    save_free(&bytes);
    save_free(&again);
    if (!s->bounded && test_below(2)) {
        spoil(made);
        coa_destroy(made);
        check_forgotten(&s->m[!s->on]);
    } else {
        coa_destroy(s->cal);
        check_forgotten(memory_of(s));
        s->on = !s->on;
        s->cal = made;
    }
    check_inside(s);
}

static void do_copy(void) { do_second(0); }
static void do_save(void) { do_second(1); }

static void do_check(void)
{
    const call k = call_of(CHECK_IT);
    side *s = x.s + test_below((uint64_t)x.count);
    CHECK_EQ(call_on(s, &k), COA_OK);
    done[CHECK_IT]++;
    if (s->index == COA_INDEX_MAP && w.servers <= x.most) inside_pack(s->cal);
}

/* ---- worlds ------------------------------------------------------------------------ */

static const struct {
    void (*run)(void);
    uint32_t weight;
} table[] = {{do_reserve, 200}, {do_replace, 140}, {do_search, 40},  {do_commit, 50},
             {do_block, 40},    {do_finish, 80},   {do_extend, 90},  {do_cancel, 70},
             {do_release, 40},  {do_widen, 40},    {do_resize, 15},  {do_tag, 10},
             {do_drain, 30},    {do_compress, 40}, {do_advance, 80}, {do_live, 20},
             {do_events, 15},   {do_profile, 20},  {do_holes, 10},   {do_idle, 10},
             {do_copy, 10},     {do_save, 10},     {do_check, 10},   {do_explain, 9}};

static void do_one(void)
{
    const size_t n = sizeof table / sizeof *table;
    uint32_t sum = 0;
    size_t i;
    if (w.count < x.crowd && test_below(2)) {
        do_reserve();
        return;
    }
    for (i = 0; i < n; i++) sum += table[i].weight;
    uint32_t at = (uint32_t)test_below(sum);
    for (i = 0; at >= table[i].weight; i++) at -= table[i].weight;
    table[i].run();
}

typedef struct kind { /* of a world */
    uint32_t servers;
    coa_time horizon, slot, now; /* slot 0: no RANGE_TREE */
    int grid;
    long operations, check_every;
    uint32_t more;  /* servers that it may get, and lose */
    uint32_t crowd; /* of bookings */
} kind;

static void open_side(uint32_t index, const kind *o)
{
    side *s = x.s + x.count++;
    memory *m = s->m;
    coa_desc d = {.servers = w.servers,
                  .index = s->index = index,
                  .unnamed = (uint32_t)w.unnamed,
                  .now = w.now,
                  .horizon = w.horizon,
                  .slot = index == COA_INDEX_RANGE_TREE ? o->slot : 0,
                  .alloc = memory_hook,
                  .alloc_ctx = m};
    coa_status st;
    long n;
    s->bounded = x.count == 1 && x.bookings > 0;
    if (s->bounded) {
        const size_t skip = (size_t)test_below(16);
        d.bookings = x.bookings;
        const size_t bound = coa_memory_bound(&d);
        CHECK(bound > 0);
        m->buffer = (unsigned char *)malloc(bound + skip);
        CHECK(m->buffer != NULL);
        CHECK_EQ(coa_arena_init(&m->arena, m->buffer + skip, bound), COA_OK);
        CHECK_EQ(coa_create(&s->cal, &d), COA_OK);
        CHECK(m->arena.used + 30 >= bound); /* it asks for no more than it takes */
        return;
    }
    for (n = 1, st = COA_E_NOMEM; st == COA_E_NOMEM; n++) {
        m->heap.fail_at = x.refuses ? m->heap.calls + n : 0;
        m->heap.sticky = (int)test_below(2);
        s->cal = (coa_calendar *)&d;
        st = coa_create(&s->cal, &d);
        CHECK_EQ(s->cal != NULL, st == COA_OK);
        CHECK_EQ(m->heap.live_blocks > 0, st == COA_OK);
    }
    m->heap.fail_at = 0;
    CHECK_EQ(st, COA_OK);
    CHECK(!x.refuses || n > 3);
}

typedef enum mode { NAMED, PAPER, LATE, UNNAMED } mode;

static void open_world(const kind *o, mode how, int refuses)
{
    memset(&w, 0, offsetof(struct world, bytes));
    memset(&x, 0, sizeof x);
    w.late = how >= LATE;
    w.unnamed = how == UNNAMED;
    w.servers = o->servers;
    w.horizon = o->horizon;
    w.now = o->now;
    x.span = o->horizon > 0 ? o->horizon : 80;
    x.grid = o->grid;
    x.refuses = refuses;
    x.least = o->servers > o->more ? o->servers - o->more : 1;
    x.most = o->servers + o->more;
    x.tree = how <= PAPER && o->slot > 0;
    x.only_tree = how == PAPER;
    if (how != PAPER && !refuses && (w.late || x.most <= COA_SLICES_SERVERS))
        x.bookings = o->crowd > 0 && test_below(3)
                         ? o->crowd
                         : (uint32_t)test_between(2, test_below(4) ? 60 : 9);
    if (w.late) {
        if (x.bookings > 0) open_side(COA_INDEX_COUNT, o);
        open_side(COA_INDEX_COUNT, o);
    } else if (how == PAPER) {
        open_side(COA_INDEX_RANGE_TREE, o);
    } else {
        for (size_t i = x.bookings > 0 ? 0 : 1; i < (o->slot > 0 ? 4 : 3); i++)
            if (w.servers <= COA_SLICES_SERVERS || indexes[i] != COA_INDEX_SLICES)
                open_side((uint32_t)indexes[i], o);
    }
}

static void close_world(void)
{
    coa_set_free(&seen);
    while (w.count > 0) model_drop(w.count - 1);
    for (int i = 0; i < x.count; i++) {
        coa_destroy(x.s[i].cal);
        check_forgotten(memory_of(x.s + i));
    }
}

/* A crowd is made before memory is refused. */
static void live(const kind *o, mode how, int refuses, int crowd, long operations)
{
    const long before = refuses ? 3 * (long)crowd : 0;
    open_world(o, how, refuses);
    x.crowd = crowd;
    for (long i = 0; i < operations + before; i++) {
        x.refuses = refuses && i >= before;
        do_one();
        for (int k = 0; k < x.count && i % o->check_every == 0; k++)
            check_inside(x.s + k);
    }
    close_world();
}

/* Each kind of stream in all modes, and from several seeds: one where time is dear. */
static void stream(const kind *o)
{
    const int all = test_scaled(100) > 10;
    for (int how = NAMED; how <= UNNAMED; how++)
        for (int seed = all ? 0 : 2; seed < 3; seed++) {
            if (how == PAPER && o->slot == 0) continue;
            test_state_ = test_seed() + (uint64_t)(16 * how + seed);
            live(o, (mode)how, 0, o->crowd > 0 ? (int)o->crowd : 15 * seed,
                 test_scaled(o->operations / (how == NAMED ? 4 : 8)));
        }
}

#define STREAM(name, ...)                                                     \
    static void name(void)                                                    \
    {                                                                         \
        static const kind kinds[] = {__VA_ARGS__};                            \
        size_t i;                                                             \
        for (i = 0; i < sizeof kinds / sizeof *kinds; i++) stream(kinds + i); \
    }

STREAM(one_server, {1, 90, 7, 0, 5, 40000, 1, 2, 0})
STREAM(few_servers, {5, 100, 10, -350, 5, 60000, 1, 3, 0})
STREAM(some_servers, {24, 120, 9, 1000000007, 4, 50000, 4, 9, 0})
STREAM(hundred_servers, {130, 300, 100, 3, 5, 16000, 7, 70, 0})
STREAM(slots, {16, 60, 1, -30, 3, 16000, 3, 4, 0}, {16, 60, 1000, 0, 1, 16000, 3, 4, 0})
STREAM(no_horizon, {9, 0, 0, 0, 5, 60000, 1, 6, 0})
/* Lessons are of lengths from 512 on. */
STREAM(long_bookings, {12, 60000, 9000, 0, 1000, 24000, 7, 3, 0})
/* As many bookings as a buffer is for, and more. */
STREAM(many_bookings, {64, 20000, 4000, 0, 10, 24000, 16, 0, 256},
       {60, 9000, 1000, 0, 100, 6000, 16, 20, 100},
       {7, 4000, 100, 0, 10, 12000, 16, 0, 90}, {200, 0, 0, 0, 1, 4000, 16, 0, 200})
/* Masks of as many words as SLICES has copies of its functions for, and more servers than
 * it can have. */
STREAM(more_servers, {100, 100, 0, 0, 5, 12000, 7, 20, 0},
       {1024, 0, 0, 0, 5, 1200, 25, 0, 0}, {1020, 0, 0, 0, 5, 800, 25, 60, 0},
       {1100, 200, 25, 0, 5, 400, 25, 200, 0}, {2900, 200, 25, 0, 5, 400, 25, 100, 0})

/* Windows of all sizes and lengths in a crowd: each moves on over many starts in vain. */
static void all_windows(void)
{
    static const kind kinds[] = {{12, 600, 40, 0, 1, 0, 1, 0, 60},
                                 {100, 600, 40, 0, 1, 0, 1, 0, 60}};
    for (long round = 0; round < test_scaled(16); round++)
        for (int how = NAMED; how <= LATE; how += LATE) {
            call k = call_of(EARLIEST);
            coa_time start;
            uint32_t attempts, step = 1 + kinds[round % 2].servers / 16;
            int i, more;
            open_world(kinds + round % 2, (mode)how, 0);
            for (i = x.crowd = 60; i > 0; i--) do_reserve();
            for (k.r.length = 1; k.r.length < 60; k.r.length += 1 + k.r.length / 4)
                for (k.r.servers = 1; k.r.servers <= w.servers; k.r.servers += step)
                    for (k.r.place = COA_PLACE_FIRST_FIT, more = 1; more >= 0; more--) {
                        const coa_status s = model_find(&k.r, NULL, &start, &attempts);
                        if (call_all(&k, s) && s == COA_OK)
                            for (i = 0; i < x.count; i++) CHECK_EQ(x.s[i].found, start);
                        if (!w.late) k.r.place = COA_PLACE_CONTIGUOUS;
                    }
            close_world();
        }
}

/* ---- without memory ---------------------------------------------------------------- */

/* Has each call succeeded, and each that may ask for memory been refused some? */
static int covered(void)
{
    int all = 1;
    for (int k = 0; k < WHATS; k++) all &= done[k] > 20 && (refused[k] > 2 || k == TAG);
    return all;
}

static void without_memory(void)
{
    static const kind kinds[] = {{7, 90, 7, 0, 1, 0, 9, 6, 8},
                                 {20, 300, 20, 0, 5, 0, 9, 12, 30},
                                 {130, 900, 100, 5, 5, 0, 20, 20, 20},
                                 {9, 0, 0, 0, 5, 0, 9, 4, 15}};
    const int all = test_scaled(100) > 10; /* else time is dear */
    long round;
    memset(done, 0, sizeof done);
    memset(refused, 0, sizeof refused);
    for (round = 0; round < test_scaled(16) || (all && round < 400 && !covered());
         round++) {
        for (int how = NAMED; how <= UNNAMED; how++)
            if (how != PAPER || kinds[round % 4].slot > 0)
                live(kinds + round % 4, (mode)how, 1, (int)kinds[round % 4].crowd, 60);
    }
    for (int k = 0; k < WHATS && getenv("FIGURES"); k++)
        printf("call %d: %ld done, %ld refused\n", k, done[k], refused[k]);
    if (getenv("FIGURES")) printf("%ld rounds\n", round);
    CHECK(covered() || !all);
}

/* ---- as a fuzzer says -------------------------------------------------------------- */

static void fuzz_check(const unsigned char *data, size_t size)
{
    static const kind kinds[] = {{5, 100, 10, -350, 5, 0, 1, 3, 0},
                                 {9, 0, 0, 0, 5, 0, 1, 6, 0},
                                 {70, 300, 100, 3, 5, 0, 1, 70, 0},
                                 {7, 90, 7, 0, 1, 0, 1, 6, 8}};
    const kind *o;
    mode how;
    fuzz_numbers(data, size);
    o = kinds + test_below(4);
    how = (mode)test_below(4);
    if (how == PAPER && o->slot == 0) how = LATE;
    open_world(o, how, test_below(8) == 7);
    for (int calls = 0; calls < 200 && test_bytes_ < test_bytes_end_; calls++) do_one();
    for (int k = 0; k < x.count; k++) check_inside(x.s + k);
    close_world();
}

FUZZ_MAIN(TEST(one_server), TEST(few_servers), TEST(some_servers), TEST(hundred_servers),
          TEST(slots), TEST(no_horizon), TEST(long_bookings), TEST(many_bookings),
          TEST(all_windows), TEST(more_servers), TEST(without_memory))
