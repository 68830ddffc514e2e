/* model.h - a calendar that knows neither idle periods nor trees nor memory.
 *
 * It is a list of bookings, each with a byte for every server, in the order of their ids.
 * A server is free during a window if no booking that has it overlaps the window. If
 * servers are bound late, so many are free as the bookings leave, and a booking gets its
 * servers when it starts: moment by moment, ends before starts, starts by id, the lowest
 * free. Include this after test.h. */
#ifndef MODEL_H
#define MODEL_H

#include "coalloc.h"

#define MOST_SERVERS 3000
#define MOST_BOOKINGS 300

typedef struct entry { /* a booking */
    coa_id id;
    uint64_t tag;
    coa_time start, end;
    uint32_t servers, attempts;
    int block;
    int bound;          /* it has its servers */
    int lifted;         /* a request replaces it: it is not in the way */
    unsigned char *has; /* a byte for each server */
} entry;

static struct world {
    int late, unnamed; /* as COUNT; a late booking never shows which servers */
    int empty;         /* as if nothing were booked */
    uint32_t servers;
    coa_time now, horizon;
    entry b[MOST_BOOKINGS];
    int count;
    coa_id last_id;
    unsigned char bytes[MOST_BOOKINGS][MOST_SERVERS]; /* of the bookings, in any order */
} w;

/* ---- free servers ------------------------------------------------------------------ */

static coa_time end_of(coa_time start, coa_time length)
{
    return length == COA_FOREVER ? COA_FOREVER : start + length;
}

/* t + length, or COA_FOREVER where that is more. */
static inline coa_time later(coa_time t, coa_time length)
{
    return length > COA_FOREVER - (t > 0 ? t : 0) ? COA_FOREVER : t + length;
}

static coa_time model_limit(void)
{
    return w.horizon > 0 ? w.now + w.horizon : COA_FOREVER - 1;
}

static int counts(const entry *e) { return !w.empty && !e->lifted; }

static int overlaps(const entry *e, coa_time start, coa_time end)
{
    return counts(e) && e->start < end && start < e->end;
}

/* A byte for each server that is booked during the window. */
static const unsigned char *model_busy(coa_time start, coa_time end)
{
    static unsigned char busy[MOST_SERVERS];
    memset(busy, 0, w.servers);
    for (int i = 0; i < w.count; i++)
        if (overlaps(w.b + i, start, end))
            for (uint32_t s = 0; s < w.servers; s++) busy[s] |= w.b[i].has[s];
    return busy;
}

/* How many servers bookings have at t. */
static uint32_t booked_at(coa_time t)
{
    uint32_t n = 0;
    for (int i = 0; i < w.count; i++)
        if (counts(w.b + i) && w.b[i].start <= t && t < w.b[i].end) n += w.b[i].servers;
    return n;
}

/* The most servers booked at any time in [start, end): it only grows at starts. */
static uint32_t most_booked(coa_time start, coa_time end)
{
    uint32_t most = booked_at(start), n;
    for (int i = 0; i < w.count; i++) {
        if (!counts(w.b + i) || w.b[i].start <= start || w.b[i].start >= end) continue;
        n = booked_at(w.b[i].start);
        if (n > most) most = n;
    }
    return most;
}

/* How many servers of `set` (NULL = all) are free during the window; with CONTIGUOUS, how
 * many consecutive ones. */
static uint32_t model_free(uint32_t place, const unsigned char *set, coa_time start,
                           coa_time end)
{
    uint32_t n = 0, most = 0;
    if (w.late) return w.servers - most_booked(start, end);
    const unsigned char *busy = model_busy(start, end);
    for (uint32_t s = 0; s < w.servers; s++) {
        if (!busy[s] && (!set || set[s]))
            n++;
        else if (place == COA_PLACE_CONTIGUOUS)
            n = 0;
        if (n > most) most = n;
    }
    return most;
}

static coa_status model_window(coa_time start, coa_time end, int block)
{
    if (start >= end) return COA_E_ARG;
    if (start < w.now) return COA_E_PAST;
    if (end == COA_FOREVER && w.horizon == 0) return COA_OK;
    if (end == COA_FOREVER && block) return start <= model_limit() ? COA_OK : COA_E_RANGE;
    return end <= model_limit() ? COA_OK : COA_E_RANGE;
}

/* ---- which servers ----------------------------------------------------------------- */

static coa_time idle_since[MOST_SERVERS], idle_until[MOST_SERVERS];

static int by_best_fit(const void *x, const void *y)
{
    const uint32_t p = *(const uint32_t *)x, q = *(const uint32_t *)y;
    if (idle_since[p] != idle_since[q]) return idle_since[p] > idle_since[q] ? -1 : 1;
    if (idle_until[p] != idle_until[q]) return idle_until[p] < idle_until[q] ? -1 : 1;
    return p < q ? -1 : p > q;
}

/* The idle period of each server around a window in which it is free. */
static void find_idle(coa_time start, coa_time end)
{
    for (uint32_t s = 0; s < w.servers; s++) {
        idle_since[s] = w.now;
        idle_until[s] = COA_FOREVER;
    }
    for (int i = 0; i < w.count; i++) {
        const entry *e = w.b + i;
        for (uint32_t s = 0; s < w.servers && counts(e); s++) {
            if (!e->has[s]) continue;
            if (e->end <= start && e->end > idle_since[s]) idle_since[s] = e->end;
            if (e->start >= end && e->start < idle_until[s]) idle_until[s] = e->start;
        }
    }
}

/* Marks in `to` the n servers of `set` that `place` prefers; 0 if there are not so many.
 * PAPER is as FIRST_FIT: which ones is known to the tree alone. */
static int model_choose(uint32_t place, const unsigned char *set, uint32_t n,
                        coa_time start, coa_time end, unsigned char *to)
{
    static uint32_t fit[MOST_SERVERS];
    const unsigned char *busy = model_busy(start, end);
    uint32_t count = 0, run = 0;
    memset(to, 0, MOST_SERVERS);
    if (n > w.servers) return 0;
    for (uint32_t s = 0; s < w.servers; s++) {
        const int is_free = !busy[s] && (!set || set[s]);
        run = is_free ? run + 1 : 0;
        if (is_free) fit[count++] = s;
        if (place != COA_PLACE_CONTIGUOUS || run < n) continue;
        memset(to + s + 1 - n, 1, n);
        return 1;
    }
    if (place == COA_PLACE_CONTIGUOUS || count < n) return 0;
    if (place == COA_PLACE_BEST_FIT) {
        find_idle(start, end);
        qsort(fit, count, sizeof *fit, by_best_fit);
    }
    for (uint32_t s = 0; s < n; s++) to[fit[s]] = 1;
    return 1;
}

/* Marks in `to` the servers of a lifted booking for another window: its own that are
 * free then and in `set` the lowest first, and others that `place` prefers. */
static inline void model_keep(uint32_t place, const unsigned char *set,
                              const struct entry *e, coa_time start, coa_time end,
                              unsigned char *to)
{
    static unsigned char others[MOST_SERVERS], own[MOST_SERVERS];
    const unsigned char *busy = model_busy(start, end);
    uint32_t n = e->servers;
    memset(own, 0, sizeof own);
    for (uint32_t s = 0; s < w.servers && place != COA_PLACE_CONTIGUOUS; s++)
        if (n > 0 && e->has[s] && !busy[s] && (!set || set[s])) own[s] = 1, n--;
    for (uint32_t s = 0; s < w.servers; s++) others[s] = !own[s] && (!set || set[s]);
    memset(to, 0, MOST_SERVERS);
    if (n > 0) CHECK(model_choose(place, others, n, start, end, to));
    for (uint32_t s = 0; s < w.servers; s++) to[s] |= own[s];
}

static uint32_t set_size(const unsigned char *has)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < w.servers; s++) n += has[s];
    return n;
}

static int64_t runs_in(const unsigned char *has)
{
    int64_t n = 0;
    for (uint32_t s = 0; s < w.servers; s++) n += has[s] && (s == 0 || !has[s - 1]);
    return n;
}

/* ---- when -------------------------------------------------------------------------- */

/* Is the request's window at t, lasting so long, one that can be booked? */
static int model_fits(const coa_request *r, const unsigned char *among, coa_time t,
                      coa_time length)
{
    if (length == COA_FOREVER ? w.horizon > 0 : t > model_limit() - length) return 0;
    return model_free(r->place, among, t, end_of(t, length)) >= r->servers;
}

static coa_status model_find(const coa_request *r, const unsigned char *among,
                             coa_time *start, uint32_t *attempts)
{
    coa_time limit = model_limit(), t = r->ready > w.now ? r->ready : w.now, next;
    const int has_deadline = r->deadline != 0 || (r->flags & COA_HAS_DEADLINE),
              once = r->retries == COA_NO_RETRY || (r->flags & COA_EXACTLY);
    *attempts = 0;
    if (t > r->ready && (r->flags & COA_EXACTLY)) return COA_E_NOFIT;
    if (r->length == COA_FOREVER) {
        if (w.horizon > 0 || has_deadline) return COA_E_NOFIT;
    } else if (has_deadline && r->deadline < limit) {
        limit = r->deadline;
    }
    if (r->length != COA_FOREVER && t > limit - r->length) return COA_E_NOFIT;
    if (r->step == 0) *attempts = 1;
    for (;;) {
        if (r->length != COA_FOREVER && t > limit - r->length) return COA_E_NOFIT;
        if (r->step > 0) ++*attempts;
        if (model_fits(r, among, t, r->length)) {
            *start = t;
            return COA_OK;
        }
        if (once) return COA_E_NOFIT;
        if (r->step > 0) {
            if (r->retries > 0 && *attempts > r->retries) return COA_E_NOFIT;
            t += r->step;
            continue;
        }
        next = COA_FOREVER; /* free servers only become more where a booking ends */
        for (int i = 0; i < w.count; i++)
            if (counts(w.b + i) && w.b[i].end > t && w.b[i].end < next) next = w.b[i].end;
        if (next == COA_FOREVER) return COA_E_NOFIT;
        t = next;
    }
}

/* Do the servers of a booking suit a request for its own window? */
static int model_suits(const coa_request *r, const unsigned char *among, const entry *e)
{
    if (e->servers != r->servers) return 0;
    for (uint32_t s = 0; s < w.servers; s++)
        if (e->has[s] && among && !among[s]) return 0;
    return r->place != COA_PLACE_CONTIGUOUS || runs_in(e->has) == 1;
}

/* ---- bookings ---------------------------------------------------------------------- */

/* Gives a booking n more servers: the lowest that no bound booking has. */
static void model_bind(entry *e, uint32_t n)
{
    int i;
    e->bound = 1;
    for (uint32_t s = 0; s < w.servers && n > 0 && !w.unnamed; s++) {
        for (i = 0; i < w.count && !w.b[i].has[s];) i++;
        if (i < w.count) continue;
        e->has[s] = 1;
        n--;
    }
    CHECK(n == 0 || w.unnamed);
}

/* A booking has another window and other servers. */
static void model_set(entry *e, coa_time start, coa_time end, uint32_t n,
                      const unsigned char *has)
{
    e->start = start;
    e->end = end;
    e->servers = n;
    e->bound = !w.late;
    if (!w.late) memcpy(e->has, has, MOST_SERVERS);
    if (w.late && start == w.now) model_bind(e, n);
}

static entry *model_add(coa_time start, coa_time end, uint32_t n,
                        const unsigned char *has, int block)
{
    entry *e = w.b + w.count;
    unsigned char *bytes = e->has ? e->has : w.bytes[w.count];
    w.count++;
    memset(e, 0, sizeof *e);
    e->id = ++w.last_id;
    e->attempts = 1;
    e->block = block;
    e->has = (unsigned char *)memset(bytes, 0, MOST_SERVERS);
    model_set(e, start, end, n, has);
    return e;
}

static void model_drop(int i)
{
    unsigned char *bytes = w.b[i].has;
    w.count--;
    memmove(w.b + i, w.b + i + 1, (size_t)(w.count - i) * sizeof w.b[0]);
    w.b[w.count].has = bytes; /* for the next */
}

static void model_advance(coa_time now)
{
    coa_time t;
    int i;
    for (;;) {
        for (t = COA_FOREVER, i = 0; i < w.count; i++) {
            if (w.b[i].end < t) t = w.b[i].end;
            if (!w.b[i].bound && w.b[i].start < t) t = w.b[i].start;
        }
        if (t > now || t == COA_FOREVER) break;
        for (i = w.count; i-- > 0;)
            if (w.b[i].end == t) model_drop(i);
        for (i = 0; i < w.count; i++)
            if (!w.b[i].bound && w.b[i].start == t) model_bind(w.b + i, w.b[i].servers);
    }
    w.now = now;
}

/* ---- what changes of a booking give ------------------------------------------------ */

/* May it be replaced? */
static coa_status replaceable(const entry *e)
{
    if (!e) return COA_E_NOTFOUND;
    if (e->block) return COA_E_ARG;
    return e->start <= w.now ? COA_E_PAST : COA_OK;
}

static coa_status model_finish(const entry *e, coa_time at)
{
    if (at < e->start || at > e->end || (at == e->start && at != w.now)) return COA_E_ARG;
    if (at < w.now) return COA_E_PAST;
    return at < e->end && at > model_limit() ? COA_E_RANGE : COA_OK;
}

static coa_status model_extend(const entry *e, coa_time end)
{
    const coa_status st = model_window(e->end, end, e->block);
    if (end <= e->end) return end < e->end ? COA_E_ARG : COA_OK;
    if (st != COA_OK) return st;
    return model_free(0, w.late ? NULL : e->has, e->end, end) < e->servers ? COA_E_BUSY
                                                                           : COA_OK;
}

/* Gives back *n servers, 0 for all in the set, NULL for any: the highest. `left` is what
 * the booking then has. */
static coa_status model_release(const entry *e, const unsigned char *set, uint32_t *n,
                                unsigned char *left)
{
    const int named = e && e->bound && !w.unnamed;
    uint32_t s, k, common = e && !named ? e->servers : 0;
    if (!e) return COA_E_NOTFOUND;
    for (s = 0; named && s < w.servers; s++) common += e->has[s] && (!set || set[s]);
    if (*n == 0) *n = set ? set_size(set) : common;
    if ((!named && set) || *n == 0 || *n > common || *n >= e->servers) return COA_E_ARG;
    memcpy(left, e->has, MOST_SERVERS);
    for (s = w.servers, k = *n; named && k > 0;)
        if (left[--s] && (!set || set[s])) left[s] = 0, k--;
    return COA_OK;
}

/* ---- what moves -------------------------------------------------------------------- */

typedef struct wish { /* of a booking that may move */
    int stays;
    coa_time after;   /* so much later than it might be */
    coa_request asks; /* for place, among, deadline, flags, step, retries */
    const unsigned char *has;
} wish;

static wish wishes[MOST_BOOKINGS]; /* of the bookings of the model, in their order */
static int wished;                 /* they are asked */

typedef struct moves { /* as reported */
    coa_id id[2 * MOST_BOOKINGS];
    coa_time was[2 * MOST_BOOKINGS], is[2 * MOST_BOOKINGS];
    int count;
} moves;

static void add_moved(moves *m, coa_id id, coa_time was, coa_time is)
{
    m->id[m->count] = id;
    m->was[m->count] = was;
    m->is[m->count++] = is;
}

/* What booking i asks for. */
static inline coa_request model_wish(int i, coa_time ready, uint32_t place)
{
    const entry *e = w.b + i;
    coa_request r = {0};
    if (wished) r = wishes[i].asks;
    if (r.place == COA_PLACE_DEFAULT) r.place = place;
    r.ready = ready + (wished ? wishes[i].after : 0);
    r.length = e->end == COA_FOREVER ? COA_FOREVER : e->end - e->start;
    r.servers = e->servers;
    return r;
}

static inline const unsigned char *wish_among(int i)
{
    return wished ? wishes[i].has : NULL;
}

/* Moves bookings up, in the order of ids or starts, at most so many. */
static inline void model_compress(uint32_t place, int by_start, int most, moves *to)
{
    static unsigned char has[MOST_SERVERS];
    coa_time old[MOST_BOOKINGS], t = 0;
    int order[MOST_BOOKINGS], i, k;
    uint32_t tried;
    for (i = 0; i < w.count; i++) {
        old[i] = w.b[i].start;
        for (k = i; by_start && k > 0 && old[order[k - 1]] > old[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    for (k = 0; k < w.count && to->count < most; k++) {
        entry *e = w.b + (i = order[k]);
        const coa_request r = model_wish(i, w.now, place);
        if (replaceable(e) != COA_OK || (wished && wishes[i].stays)) continue;
        e->lifted = 1;
        if (model_find(&r, wish_among(i), &t, &tried) == COA_OK && t < e->start) {
            if (!w.late)
                CHECK(model_choose(r.place, wish_among(i), r.servers, t,
                                   end_of(t, r.length), has));
            add_moved(to, e->id, e->start, t);
            e->lifted = 0;
            model_set(e, t, end_of(t, r.length), r.servers, has);
        }
        e->lifted = 0;
    }
}

/* Drains n servers of a set, or the servers of a booking that grows: takes out bookings
 * in the way that have not begun, blocks what it then can, or extends the booking, and
 * puts back one after the other. Reports {id, was, is}. */
static inline coa_status model_clear(uint32_t place, const unsigned char *set, uint32_t n,
                                     coa_time start, coa_time end, int partly,
                                     entry *grows, moves *to_tell)
{
    static unsigned char stays[MOST_BOOKINGS], before[MOST_BOOKINGS][MOST_SERVERS];
    static unsigned char target[MOST_SERVERS], to[MOST_SERVERS];
    int order[MOST_BOOKINGS], list = 0, i, k, again = 1;
    coa_time old[MOST_BOOKINGS];
    coa_status st = COA_OK;
    const int few = w.servers - most_booked(start, end) < n; /* on COUNT */
    uint32_t left;
    for (i = 0; i < w.count; i++) {
        int hit = w.late && few;
        for (uint32_t s = 0; s < w.servers && !w.late; s++)
            hit |= set[s] && w.b[i].has[s];
        old[i] = w.b[i].start;
        memcpy(before[i], w.b[i].has, MOST_SERVERS);
        if (!hit || !overlaps(w.b + i, start, end)) continue;
        stays[i] = replaceable(w.b + i) != COA_OK || (wished && wishes[i].stays);
        for (k = list++; k > 0 && old[order[k - 1]] > old[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    while (again) {
        int any = 0;
        again = 0;
        memset(target, 0, MOST_SERVERS);
        memcpy(target, set, w.servers);
        for (k = 0; k < list; k++) {
            any |= stays[order[k]];
            for (uint32_t s = 0; s < w.servers && stays[order[k]]; s++)
                if (before[order[k]][s]) target[s] = 0;
        }
        for (k = 0; k < list; k++) {
            entry *e = w.b + order[k];
            int hit = w.late;
            for (uint32_t s = 0; s < w.servers; s++)
                hit |= target[s] && before[order[k]][s];
            if (e->end != COA_FOREVER) e->end -= e->start - old[order[k]];
            e->start = old[order[k]];
            memcpy(e->has, before[order[k]], MOST_SERVERS);
            e->lifted = hit && !stays[order[k]];
        }
        left = w.late ? w.servers - most_booked(start, end) : set_size(target);
        if (left > n) left = n;
        if (left == 0 || (!partly && (w.late ? left < n : any))) {
            st = COA_E_BUSY;
            break;
        }
        if (grows) {
            grows->end = end;
        } else {
            (void)model_add(start, end, left, target, 1);
            if (w.late) memset(w.b[w.count - 1].has, 0, MOST_SERVERS);
            if (w.late && start == w.now) model_bind(w.b + w.count - 1, left);
        }
        for (k = 0; k < list && !again; k++) {
            entry *e = w.b + order[k];
            const unsigned char *among = wish_among(order[k]);
            const coa_request r = model_wish(order[k], e->start, place);
            coa_time t = 0;
            uint32_t tried;
            if (!e->lifted) continue;
            if (model_find(&r, among, &t, &tried) != COA_OK) {
                stays[order[k]] = 2;
                again = partly;
                if (!partly) st = COA_E_NOFIT;
                if (!partly) break;
                continue;
            }
            if (!w.late) model_keep(r.place, among, e, t, end_of(t, r.length), to);
            e->lifted = 0;
            model_set(e, t, end_of(t, r.length), e->servers, to);
        }
        if (st != COA_OK || again) {
            for (k = 0; k < list; k++) w.b[order[k]].lifted = 0;
            if (grows) {
                grows->end = start;
            } else {
                model_drop(w.count - 1);
                w.last_id--;
            }
        }
        if (st != COA_OK) break;
    }
    for (i = 0; i < w.count; i++) w.b[i].lifted = 0;
    for (k = 0; k < list; k++) {
        const entry *e = w.b + order[k];
        if (st == COA_E_NOFIT && stays[order[k]] != 2) continue;
        if (!stays[order[k]] &&
            (st != COA_OK ||
             (e->start == old[order[k]] && !memcmp(e->has, before[order[k]], w.servers))))
            continue;
        add_moved(to_tell, e->id, old[order[k]],
                  stays[order[k]] ? COA_FOREVER : e->start);
    }
    /* on COUNT nothing stays in the way if all that were asked for are drained */
    if (w.late && st == COA_OK && (grows || w.b[w.count - 1].servers == n))
        for (i = k = 0, list = to_tell->count, to_tell->count = 0; i < list; i++)
            if (to_tell->is[i] != COA_FOREVER)
                add_moved(to_tell, to_tell->id[i], to_tell->was[i], to_tell->is[i]);
    return st;
}

static coa_status model_resize(uint32_t n)
{
    for (int i = 0; i < w.count; i++)
        for (uint32_t s = n; s < w.servers; s++)
            if (w.b[i].has[s]) return COA_E_BUSY;
    return w.late && most_booked(w.now, COA_FOREVER) > n ? COA_E_BUSY : COA_OK;
}

/* ---- what a calendar shows --------------------------------------------------------- */

static void bytes_of(const coa_run *runs, uint32_t count, unsigned char *has)
{
    memset(has, 0, MOST_SERVERS);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(runs[i].count > 0 && runs[i].first < w.servers);
        CHECK(runs[i].count <= w.servers - runs[i].first);
        CHECK(i == 0 || runs[i].first > runs[i - 1].first + runs[i - 1].count);
        memset(has + runs[i].first, 1, runs[i].count);
    }
}

static coa_set seen; /* the servers of the booking looked at */

static void check_booking(const coa_booking *b, const entry *e)
{
    static unsigned char has[MOST_SERVERS];
    const int named = e->bound && !w.unnamed;
    CHECK_EQ(b->id, e->id);
    CHECK_EQ(b->tag, (int64_t)e->tag);
    CHECK_EQ(b->start, e->start);
    CHECK_EQ(b->end, e->end);
    CHECK_EQ(b->servers, e->servers);
    CHECK_EQ(b->attempts, e->attempts);
    CHECK_EQ(b->block, e->block);
    CHECK_EQ(b->parts, 0);
    CHECK_EQ(b->run_count > 0, named);
    bytes_of(b->runs, b->run_count, has);
    CHECK(memcmp(has, e->has, w.servers) == 0);
}

/* coa_next lists exactly the model's bookings, as coa_get shows them. Returns how many
 * runs they have. */
static uint64_t check_bookings(const coa_calendar *c)
{
    coa_booking b, same;
    coa_id after = 0;
    uint64_t runs = 0;
    memset(&b, 0, sizeof b); /* also what lies between the members */
    memset(&same, 0, sizeof same);
    for (int i = 0; i < w.count; i++, after = b.id) {
        CHECK_EQ(coa_next(c, after, &b, &seen), COA_OK);
        check_booking(&b, w.b + i);
        CHECK_EQ(coa_get(c, b.id, &same, &seen), COA_OK);
        CHECK(memcmp(&b, &same, sizeof b) == 0);
        runs += b.run_count;
        CHECK_EQ(coa_get(c, b.id, &same, NULL), COA_OK);
        CHECK(!same.runs && same.run_count == 0 && same.end == b.end);
    }
    CHECK_EQ(coa_next(c, after, &b, &seen), COA_E_NOTFOUND);
    return runs;
}

/* ---- the same as time passes ------------------------------------------------------- */

static int by_order(const void *x, const void *y)
{
    const coa_event *p = (const coa_event *)x, *q = (const coa_event *)y;
    if (p->time != q->time) return p->time < q->time ? -1 : 1;
    if (p->starts != q->starts) return p->starts - q->starts;
    return p->id < q->id ? -1 : p->id > q->id;
}

static inline int model_events(coa_event *all)
{
    int n = 0;
    for (int i = 0; i < w.count; i++) {
        const coa_event start = {w.b[i].start, w.b[i].id, 1},
                        end = {w.b[i].end, w.b[i].id, 0};
        if (start.time >= w.now) all[n++] = start;
        if (end.time != COA_FOREVER) all[n++] = end;
    }
    qsort(all, (size_t)n, sizeof *all, by_order);
    return n;
}

/* Until when there are as many free servers of `set` as at t. */
static coa_time model_until(coa_time t, const unsigned char *set)
{
    const uint32_t n = model_free(0, set, t, t + 1);
    for (;;) {
        coa_time next = COA_FOREVER;
        for (int i = 0; i < w.count; i++) {
            if (w.b[i].start > t && w.b[i].start < next) next = w.b[i].start;
            if (w.b[i].end > t && w.b[i].end < next) next = w.b[i].end;
        }
        if (next == COA_FOREVER || model_free(0, set, next, next + 1) != n) return next;
        t = next;
    }
}

typedef struct hole {
    coa_time start, end;
    uint32_t servers;
} hole;

#define MOST_HOLES (2 * MOST_BOOKINGS + 2)

/* Lists the windows around each time at which the number of free servers changes in which
 * never fewer are free, as far as they overlap [start, end). */
static inline int model_holes(coa_time start, coa_time end, const unsigned char *set,
                              uint32_t servers, hole *to)
{
    static hole p[MOST_HOLES]; /* the pieces of the profile */
    int count = 0, n = 0, lo, hi, k;
    for (coa_time t = w.now; t != COA_FOREVER; t = p[count++].end) {
        p[count].start = t;
        p[count].end = model_until(t, set);
        p[count].servers = model_free(0, set, t, t + 1);
    }
    for (int i = 0; i < count; i++) {
        for (lo = i; lo > 0 && p[lo - 1].servers >= p[i].servers;) lo--;
        for (hi = i; hi < count && p[hi].servers >= p[i].servers;) hi++;
        for (k = lo; p[k].servers != p[i].servers;) k++;
        if (k != i || p[i].servers < servers || p[lo].start >= end ||
            p[hi - 1].end <= start)
            continue;
        to[n].start = p[lo].start;
        to[n].end = p[hi - 1].end;
        to[n++].servers = p[i].servers;
    }
    return n;
}

/* Returns how many idle periods of servers in `set` end after `from`: each ends where a
 * booking starts, or never. */
static inline uint64_t model_periods(coa_time from, const unsigned char *set)
{
    uint64_t n = 0;
    for (uint32_t s = 0; s < w.servers; s++) {
        int endless = 1;
        if (set && !set[s]) continue;
        for (int i = 0; i < w.count; i++) {
            int busy = w.b[i].start <= w.now || w.b[i].start <= from;
            if (!w.b[i].has[s]) continue;
            endless &= w.b[i].end != COA_FOREVER;
            for (int k = 0; k < w.count; k++) /* another ends where this one begins */
                busy |= w.b[k].has[s] && w.b[k].end == w.b[i].start;
            n += !busy;
        }
        n += (uint64_t)endless;
    }
    return n;
}

/* Is the server idle during this time, and is the time maximal? */
static inline int model_idle(uint32_t s, coa_time start, coa_time end)
{
    int before = start == w.now, after = end == COA_FOREVER;
    for (int i = 0; i < w.count; i++) {
        if (!w.b[i].has[s]) continue;
        if (overlaps(w.b + i, start, end)) return 0;
        before |= w.b[i].end == start;
        after |= w.b[i].start == end;
    }
    return before && after;
}

/* The times from `now` on at which something happens, and now itself. */
static inline uint64_t model_points(void)
{
    uint64_t points = 1;
    for (int i = 0; i < w.count; i++) {
        int start = w.b[i].start > w.now, end = w.b[i].end < COA_FOREVER;
        for (int k = 0; k < i; k++) {
            if (w.b[k].start == w.b[i].start || w.b[k].end == w.b[i].start) start = 0;
            if (w.b[k].start == w.b[i].end || w.b[k].end == w.b[i].end) end = 0;
        }
        points += (uint64_t)start + (uint64_t)end;
    }
    return points;
}

#endif
