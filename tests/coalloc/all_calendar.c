/* all_calendar.c - all short sequences of calls on 2 and 3 servers, against the model.
 *
 * A world has 5 instants and calendars of several indexes in tiny sizes. A table has all
 * calls on it: all windows, numbers, places and sets of servers, on the oldest and the
 * second oldest booking. After each call the status and the bookings must be the model's,
 * and after each that changes something every question about the calendar, too.
 *
 * `every_world` makes each call of the table in every world that DEPTH - 1 calls can
 * lead to, and reaches each of these worlds in one way. `every_way` makes all sequences
 * of DEPTH calls of a short table: a calendar may remember how it got there. With three
 * servers, DEPTH is one less. */
#include "tiny.h"

#include "coalloc.h"
#include "test.h"

#include "save_check.h"

#define MOST_SERVERS 4u
#define MOST_BOOKINGS 12
#include "model.h"
#include "undo.h"

enum { INSTANTS = 5, MOST_CALLS = 1000, MOST_DEPTH = 8, MOST_SIDES = 4 };

enum what {
    RESERVE,
    MOVE,
    COMMIT,
    BLOCK,
    FINISH,
    EXTEND,
    CANCEL,
    RELEASE,
    WIDEN,
    ADVANCE,
    RESIZE,
    COPY,
    LOAD
};

typedef struct call {
    enum what what;
    int which; /* 0: the oldest booking, 1: the next */
    coa_time t, u;
    uint32_t n, place;
    unsigned set; /* a bit for each server; 0: all */
} call;

static struct {
    coa_calendar *side[MOST_SIDES];
    int sides;
    uint32_t servers;
    int late, reborn; /* reborn: it was copied or loaded */
    call table[MOST_CALLS], path[MOST_DEPTH];
    int calls, most;
    int depth, every; /* every: no world is passed over as known */
    uint64_t *seen, room, worlds, done;
} x;

static const struct {
    const char *name;
    uint32_t index[MOST_SIDES], bookings[MOST_SIDES];
    int sides, late, unnamed;
    uint32_t least_place, most_place;
} kinds[] = {{"MAP, SLICES, RANGE_TREE", {1, 4, 4, 2}, {0, 0, 9, 0}, 4, 0, 0, 1, 3},
             {"RANGE_TREE as in the paper", {2, 0, 0, 0}, {0, 0, 0, 0}, 1, 0, 0, 4, 4},
             {"COUNT", {3, 3, 0, 0}, {0, 9, 0, 0}, 2, 1, 0, 2, 2},
             {"COUNT, unnamed", {3, 3, 0, 0}, {0, 9, 0, 0}, 2, 1, 1, 2, 2}};

/* ---- all calls --------------------------------------------------------------------- */

static void add(enum what what, int which, coa_time t, coa_time u, uint32_t n,
                uint32_t place, unsigned set)
{
    const call k = {what, which, t, u, n, place, set};
    const int named = set || place == COA_PLACE_CONTIGUOUS;
    if (x.late && (set || what == COMMIT)) return;
    if (x.every && (which > 0 || t > 1 || u > 3 || named || n > 2)) return;
    CHECK(x.calls < MOST_CALLS);
    x.table[x.calls++] = k;
}

static void add_windows(coa_time t, coa_time u, uint32_t least, uint32_t most)
{
    const unsigned all = (1u << x.servers) - 1;
    uint32_t n, place;
    unsigned set;
    for (n = 1; n <= x.servers; n++) /* as ready and length */
        for (place = least; place <= most; place++) {
            if (t + u <= INSTANTS) add(RESERVE, 0, t, u, n, place, 0);
            if (t + u <= INSTANTS && t < 2) add(MOVE, 0, t, u, n, place, 0);
            if (t + u <= INSTANTS && t < 1) add(MOVE, 1, t, u, n, place, 0);
        }
    if (t < u)
        for (set = 1; set <= all; set++) add(COMMIT, 0, t, u, 0, 0, set);
    if (t < u && least != COA_PLACE_PAPER)
        for (n = 0; n < x.servers; n++) {
            if (n == 0 || x.late) add(BLOCK, 0, t, u, n, 0, 0);
            if (n == 0 && t == 1) add(BLOCK, 0, t, COA_FOREVER, n, 0, 0);
        }
}

static void list_calls(uint32_t least, uint32_t most)
{
    coa_time t, u;
    uint32_t n, place;
    unsigned set;
    int which;
    x.calls = 0;
    for (t = 0; t < INSTANTS; t++)
        for (u = 1; u <= INSTANTS; u++) add_windows(t, u, least, most);
    for (which = 0; which < 2; which++) {
        add(CANCEL, which, 0, 0, 0, 0, 0);
        for (t = 1; t < INSTANTS; t++) {
            add(FINISH, which, 0, t, 0, 0, 0);
            add(EXTEND, which, 0, t + 1, 0, 0, 0);
        }
        for (n = 1; n < x.servers; n++) add(RELEASE, which, 0, 0, n, 0, 0);
        for (set = 1; set + 1 < 1u << x.servers; set++)
            add(RELEASE, which, 0, 0, 0, 0, set);
        for (n = 1; n < x.servers; n++)
            for (place = least; place <= most; place++)
                add(WIDEN, which, 0, 0, n, place, 0);
    }
    for (t = 1; t < 3; t++) add(ADVANCE, 0, t, 0, 0, 0, 0);
    for (n = 1; n <= x.servers + 1; n++)
        if (n != x.servers) add(RESIZE, 0, 0, 0, n, 0, 0);
    add(COPY, 0, 0, 0, 0, 0, 0);
    add(LOAD, 0, 0, 0, 0, 0, 0);
}

/* ---- a call, by the calendar ------------------------------------------------------- */

static void bytes_of_bits(unsigned set, unsigned char *has)
{
    uint32_t s;
    for (s = 0; s < MOST_SERVERS; s++) has[s] = (unsigned char)(set >> s & 1);
}

static coa_set set_of(const unsigned char *has, coa_run *runs)
{
    coa_set set = {0, 0, NULL, NULL, NULL};
    uint32_t s;
    set.runs = runs;
    for (s = 0; s < MOST_SERVERS; s++)
        if (has[s] && s > 0 && has[s - 1])
            runs[set.count - 1].count++;
        else if (has[s])
            runs[set.count].first = s, runs[set.count++].count = 1;
    return set;
}

static coa_request request_of(const call *k, coa_id id)
{
    coa_request r = {.ready = k->t,
                     .length = k->u,
                     .servers = k->n,
                     .place = k->place,
                     .replaces = k->what == MOVE ? id : 0};
    return r;
}

/* The calendar's copy, or the one loaded from its stream, takes its place. */
static coa_status reborn(coa_calendar **side, int saved)
{
    coa_calendar *old = *side;
    const coa_desc d = {.alloc = undo_hook};
    coa_status st = COA_OK;
    if (saved)
        *side = save_reload(old, &d, 0);
    else
        st = coa_copy(side, old, NULL);
    coa_destroy(old);
    return st;
}

static coa_status by_calendar(coa_calendar **side, const call *k, coa_id id)
{
    coa_calendar *c = *side;
    const coa_request r = request_of(k, id);
    unsigned char has[MOST_SERVERS];
    coa_run runs[MOST_SERVERS];
    coa_booking b;
    coa_id made;
    coa_set set;
    bytes_of_bits(k->set, has);
    set = set_of(has, runs);
    switch (k->what) {
    case RESERVE:
    case MOVE: return coa_reserve(c, &r, &b);
    case COMMIT: return coa_commit(c, k->t, k->u, &set, 0, &made);
    case BLOCK: return coa_block(c, k->t, k->u, NULL, k->n, &made);
    case FINISH: return coa_finish(c, id, k->u);
    case EXTEND: return coa_extend(c, id, k->u, 0, NULL, NULL, NULL, NULL);
    case CANCEL: return coa_cancel(c, id);
    case RELEASE: return coa_release(c, id, k->set ? &set : NULL, k->n);
    case WIDEN: return coa_widen(c, id, k->n, k->place, NULL, NULL);
    case ADVANCE: return coa_advance(c, w.now + k->t);
    case RESIZE: return coa_resize(c, k->n);
    default: return reborn(side, k->what == LOAD);
    }
}

/* ---- the same, by the model -------------------------------------------------------- */

/* Which servers a RANGE_TREE has taken, only it knows: n that were free, and `had`. */
static void adopt(coa_id id, uint32_t n, coa_time start, coa_time end,
                  const unsigned char *had, unsigned char *to)
{
    const unsigned char *busy = model_busy(start, end);
    coa_booking b;
    uint32_t s;
    CHECK_EQ(coa_get(x.side[0], id, &b, &seen), COA_OK);
    bytes_of(b.runs, b.run_count, to);
    for (s = 0; s < w.servers; s++) CHECK(had && had[s] ? to[s] : !to[s] || !busy[s]);
    CHECK_EQ(set_size(to), n + (had ? set_size(had) : 0));
}

/* The n servers for a window; the set's, if there is one, or as `place` chooses. */
static void chosen(const call *k, coa_id id, coa_time start, coa_time end,
                   const unsigned char *had, unsigned char *to)
{
    uint32_t s;
    if (w.late) return;
    if (k->place == COA_PLACE_PAPER) {
        adopt(id, k->n, start, end, had, to);
        return;
    }
    CHECK(model_choose(k->place, NULL, k->n, start, end, to));
    for (s = 0; had && s < w.servers; s++) to[s] |= had[s];
}

static coa_status model_reserve(const call *k, entry *e)
{
    const coa_request r = request_of(k, e ? e->id : 0);
    unsigned char to[MOST_SERVERS];
    coa_status st = k->what == MOVE ? replaceable(e) : COA_OK;
    coa_time start = 0, end;
    uint32_t attempts;
    if (st != COA_OK) return st;
    if (e) e->lifted = 1;
    st = model_find(&r, NULL, &start, &attempts);
    end = start + k->u;
    if (st == COA_OK && e && !w.late && start == e->start && end == e->end &&
        model_suits(&r, NULL, e))
        memcpy(to, e->has, sizeof to);
    else if (st == COA_OK)
        chosen(k, e ? e->id : w.last_id + 1, start, end, NULL, to);
    if (e) e->lifted = 0;
    if (st != COA_OK) return st;
    if (e)
        model_set(e, start, end, k->n, to);
    else
        e = model_add(start, end, k->n, to, 0);
    e->attempts = attempts;
    return COA_OK;
}

static coa_status model_take(const call *k)
{
    unsigned char to[MOST_SERVERS];
    const coa_status st = model_window(k->t, k->u, k->what == BLOCK);
    uint32_t n = k->n;
    bytes_of_bits(k->set, to);
    if (st != COA_OK) return st;
    if (k->set >> w.servers) return COA_E_RANGE;
    if (k->set) n = set_size(to);
    if (!k->set && n == 0) memset(to, 1, n = w.servers);
    if (n > w.servers) return COA_E_ARG;
    if (model_free(0, w.late ? NULL : to, k->t, k->u) < n) return COA_E_BUSY;
    (void)model_add(k->t, k->u, n, to, k->what == BLOCK);
    return COA_OK;
}

static coa_status model_widen(const call *k, entry *e)
{
    const coa_time from = e->start > w.now ? e->start : w.now;
    unsigned char to[MOST_SERVERS];
    if (model_free(k->place, NULL, from, e->end) < k->n) return COA_E_NOFIT;
    chosen(k, e->id, from, e->end, e->has, to);
    e->servers += k->n;
    if (!w.late)
        memcpy(e->has, to, sizeof to);
    else if (e->bound)
        model_bind(e, k->n);
    return COA_OK;
}

static coa_status by_model(const call *k)
{
    entry *e = k->which < w.count ? w.b + k->which : NULL;
    unsigned char has[MOST_SERVERS], left[MOST_SERVERS];
    uint32_t n = k->n;
    coa_status st;
    switch (k->what) {
    case RESERVE: return model_reserve(k, NULL);
    case MOVE: return model_reserve(k, e);
    case COMMIT:
    case BLOCK: return model_take(k);
    case ADVANCE: model_advance(w.now + k->t); return COA_OK;
    case RESIZE:
        st = model_resize(n);
        if (st == COA_OK) w.servers = n;
        return st;
    case COPY:
    case LOAD: x.reborn = 1; return COA_OK;
    default: break;
    }
    if (!e) return COA_E_NOTFOUND;
    switch (k->what) {
    case FINISH:
        st = model_finish(e, k->u);
        if (st == COA_OK) e->end = k->u;
        if (st == COA_OK && k->u == w.now) model_drop(k->which);
        return st;
    case EXTEND:
        st = model_extend(e, k->u);
        if (st == COA_OK) e->end = k->u;
        return st;
    case CANCEL: model_drop(k->which); return COA_OK;
    case RELEASE:
        bytes_of_bits(k->set, has);
        if (k->set >> w.servers) return COA_E_RANGE;
        st = model_release(e, k->set ? has : NULL, &n, left);
        if (st != COA_OK) return st;
        e->servers -= n;
        memcpy(e->has, left, sizeof left);
        return st;
    default: return model_widen(k, e);
    }
}

/* ---- what a calendar shows --------------------------------------------------------- */

/* All questions about a world: how many are free when, and when so many would be. A check
 * of coa_check costs as much as all of them; the last call of a path goes without. */
static void check_answers(int last)
{
    static coa_set out;
    coa_request r = {0};
    coa_time t, u, start, until;
    uint32_t s, n, attempts;
    int i;
    for (i = 0; i < x.sides; i++) {
        CHECK(!audit(x.side[i]));
        CHECK(last || coa_check(x.side[i]) == COA_OK);
    }
    for (t = w.now; t <= INSTANTS; t++) {
        const uint32_t free_now = model_free(0, NULL, t, t + 1);
        const coa_time next = model_until(t, NULL);
        for (i = 0; i < x.sides; i++) {
            CHECK_EQ(coa_profile(x.side[i], t, NULL, &n, &until), COA_OK);
            CHECK(n == free_now && until == next);
        }
        for (u = t + 1; u <= INSTANTS && !w.late; u++) {
            const coa_status st = model_window(t, u, 0);
            const unsigned char *busy = model_busy(t, u);
            for (i = 0; i < x.sides; i++) {
                CHECK_EQ(coa_search(x.side[i], t, u, NULL, &out), st);
                for (s = 0; s < w.servers && st == COA_OK; s++)
                    CHECK(coa_set_has(&out, s) == !busy[s]);
            }
        }
    }
    for (r.length = 1; r.length < INSTANTS; r.length++)
        for (r.servers = 1; r.servers <= w.servers; r.servers++)
            for (r.place = w.late ? 2 : 1; r.place <= (w.late ? 2u : 3u); r.place++) {
                const coa_status st = model_find(&r, NULL, &t, &attempts);
                for (i = 0; i < x.sides; i++) {
                    CHECK_EQ(coa_earliest(x.side[i], &r, &start), st);
                    CHECK(st != COA_OK || start == t);
                }
            }
}

/* ---- all sequences ----------------------------------------------------------------- */

static void close_world(void)
{
    int i;
    for (i = 0; i < x.sides; i++) coa_destroy(x.side[i]);
    CHECK_EQ(undo.arena.used, 0);
}

static void open_world(int kind)
{
    coa_desc d = {0};
    int i;
    memset(&w, 0, sizeof w);
    w.servers = d.servers = x.servers;
    w.horizon = d.horizon = INSTANTS;
    w.late = kinds[kind].late;
    w.unnamed = kinds[kind].unnamed;
    d.unnamed = (uint32_t)w.unnamed;
    d.alloc = undo_hook;
    x.reborn = 0;
    for (i = 0; i < x.sides; i++) {
        d.index = kinds[kind].index[i];
        d.bookings = kinds[kind].bookings[i];
        d.slot = d.index == COA_INDEX_RANGE_TREE ? 2 : 0;
        CHECK_EQ(coa_create(&x.side[i], &d), COA_OK);
    }
}

static coa_status make(const call *k)
{
    const coa_id id = k->which < w.count ? w.b[k->which].id : w.last_id + 9;
    coa_status st[MOST_SIDES], expected;
    int i;
    for (i = 0; i < x.sides; i++) st[i] = by_calendar(&x.side[i], k, id);
    expected = by_model(k);
    for (i = 0; i < x.sides; i++) CHECK_EQ(st[i], expected);
    return expected;
}

static uint64_t mixed(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

/* Has no other sequence of so many calls led to this world? The world counts as its hash:
 * of a million worlds none is taken for another but with a chance of one in 10^7. */
static int fresh(int depth)
{
    uint64_t h = mixed(mixed(1, (uint64_t)depth), (uint64_t)w.now * 8 + w.servers), at;
    uint32_t s;
    int i;
    h = mixed(h, w.last_id * 2 + (uint64_t)x.reborn);
    for (i = 0; i < w.count; i++) {
        const entry *e = w.b + i;
        h = mixed(mixed(h, e->id), (uint64_t)e->start);
        h = mixed(mixed(h, (uint64_t)e->end), e->servers * 4u + (unsigned)e->block);
        for (s = 0; s < MOST_SERVERS; s++) h = mixed(h, e->has[s]);
    }
    if (h == 0) h = 1;
    for (at = h % x.room; x.seen[at] != 0; at = at + 1 < x.room ? at + 1 : 0)
        if (x.seen[at] == h) return 0;
    CHECK(++x.worlds < x.room / 4 * 3);
    x.seen[at] = h;
    return 1;
}

static void explore(int depth)
{
    static const undo_part known[] = {
        {&w, sizeof w}, {x.side, sizeof x.side}, {&x.reborn, sizeof x.reborn}, {NULL, 0}};
    static undo_moment moments[MOST_DEPTH];
    int i, k, at;
    undo_copy(moments + depth, known, 0);
    for (k = 0; k < x.calls; k++) {
        coa_status st;
        x.path[depth] = x.table[k];
        x.depth = depth;
        st = make(x.table + k);
        x.done++;
        for (i = 0; i < x.sides; i++) (void)check_bookings(x.side[i]);
        if (st != COA_OK) continue;
        at = fresh(depth);
        if (at) check_answers(depth + 1 == x.most);
        if (depth + 1 < x.most && (at || x.every)) explore(depth + 1);
        close_world();
        undo_copy(moments + depth, known, 1);
    }
}

/* The calls that led to a failure. */
static void tell(void)
{
    int i;
    for (i = 0; i <= x.depth; i++)
        printf("call %d: %d (%d %d %d %u %u %u)\n", i + 1, (int)x.path[i].what,
               x.path[i].which, (int)x.path[i].t, (int)x.path[i].u, x.path[i].n,
               x.path[i].place, x.path[i].set);
}

static void all_worlds(int every)
{
    const char *given = getenv("DEPTH"), *only = getenv("WORLD");
    const int depth = given ? atoi(given) : 3;
    jmp_buf outer;
    int failed, kind;
    CHECK(depth > 0 && depth <= MOST_DEPTH);
    memcpy(outer, test_exit_, sizeof outer);
    failed = setjmp(test_exit_);
    if (failed) tell();
    if (failed) longjmp(outer, failed);
    x.room = (uint64_t)1 << (depth > 4 ? 25 : depth > 3 ? 22 : 18);
    x.every = every;
    for (kind = 0; kind < 8; kind++) {
        x.servers = 2 + (uint32_t)kind / 4;
        if (only && atoi(only) != kind) continue;
        x.seen = (uint64_t *)calloc(x.room, sizeof *x.seen);
        CHECK(x.seen != NULL);
        x.sides = kinds[kind % 4].sides;
        x.late = kinds[kind % 4].late;
        x.worlds = x.done = 0;
        x.most = depth - (x.servers == 3 && depth > 1);
        list_calls(kinds[kind % 4].least_place, kinds[kind % 4].most_place);
        open_world(kind % 4);
        explore(0);
        close_world();
        printf("  %u servers, %s: %d calls, up to %d of them: %.0f calls, %.0f worlds\n",
               x.servers, kinds[kind % 4].name, x.calls, x.most, (double)x.done,
               (double)x.worlds);
        fflush(stdout);
        free(x.seen);
    }
}

static void every_world(void) { all_worlds(0); }
static void every_way(void) { all_worlds(1); }

TEST_MAIN(TEST(every_world), TEST(every_way))
