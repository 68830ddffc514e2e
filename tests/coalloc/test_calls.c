/* test_calls.c - calls and their answers, as calls.txt has them: each call is made on
 * calendars of all indexes, must give its answer, and leaves all of them sound. calls.txt
 * says how to read a line. CALLS=file: another one. */
#include "coalloc.h"
#include "test.h"
#include "audit.h"
#include "save_check.h"
#include "calls.h"

enum { INDEXES = 5, SITES = 3, MOST = 8 };
#define WORDS(X)                                                                        \
    X(from) X(to) X(for) X(by) X(step) X(retries) X(replaces) X(now) X(horizon) X(slot) \
    X(id) X(times) X(at) X(more) X(key) X(job) X(overhead) X(least) X(sharing) X(first) \
    X(starts) X(flags)
#define PLACE_OF(word) I_##word,
#define TEXT_OF(word) #word,
enum { WORDS(PLACE_OF) KEYS };
static const char *const keys[KEYS] = {WORDS(TEXT_OF)};
static const char *const names[INDEXES] = {"map", "tree", "count", "slices", "unnamed"};
static const char *const status[] = {"ok",       "arg",   "nomem",   "busy",    "nofit",
                                     "notfound", "past",  "range",   "corrupt", "abi",
                                     "io",       "never", "foreign", "limit"};
static const char *const places[] = {"",           "best",  "first",
                                     "contiguous", "paper", "unknown"};

typedef struct call { /* what a line asks for */
    char verb[12];
    int64_t n; /* the number behind the verb: of servers, a booking, a time */
    int64_t value[KEYS];
    uint32_t indexes; /* a bit each */
    coa_run runs[MOST];
    coa_set set;
    coa_request r;
    uint32_t at; /* whose calendar */
    int silent;  /* NULL where the call could say more */
    int64_t sites[SITES], shares[SITES], mold[2];
} call;

typedef struct world { /* what a call is made on */
    coa_calendar *cal[SITES];
    coa_flex *flex;
    uint64_t key;
} world;

static world worlds[INDEXES];
/* ---- a line is read ---------------------------------------------------------------- */

static void servers(call *c, const char *s) /* 0-4,7 */
{
    c->set.runs = c->runs;
    for (c->set.count = 0; c->set.count < MOST && *s; s += *s == ',') {
        coa_run *run = &c->runs[c->set.count++];
        run->first = (uint32_t)number(&s);
        run->count = 1;
        if (*s == '-') s++, run->count = (uint32_t)number(&s) - run->first + 1;
    }
}

static void word(call *c, const char *key, const char *s)
{
    CHECK(s != NULL);
    const uint32_t k = word_of(keys, KEYS, key);
    if (k < KEYS)
        c->value[k] = number(&s);
    else if (strcmp(key, "on") == 0)
        c->indexes = worlds_in(s, names, INDEXES);
    else if (strcmp(key, "sites") == 0)
        (void)list(c->sites, SITES, s);
    else if (strcmp(key, "fixed") == 0)
        (void)list(c->shares, SITES, s);
    else if (strcmp(key, "mold") == 0)
        (void)list(c->mold, 2, s);
    else if (strcmp(key, "place") == 0)
        while (strcmp(s, places[c->r.place]) != 0) CHECK(++c->r.place < 6);
    else
        servers(c, s);
    if (k == I_at) c->at = (uint32_t)c->value[I_at] - 1;
    if (k == I_by) c->r.flags |= COA_HAS_DEADLINE;
    if (strcmp(key, "among") == 0) c->r.among = &c->set;
}

static void read_call(call *c, char *text) /* verb number key value key value ... */
{
    const int64_t *v = c->value;
    const char *key = strtok(text, " ");
    memset(c, 0, sizeof *c);
    c->indexes = ~0u;
    snprintf(c->verb, sizeof c->verb, "%s", key);
    while ((key = strtok(NULL, " ")) != NULL && strcmp(key, "->") != 0)
        if (is_number(key))
            c->n = number(&key);
        else if (strcmp(key, "exactly") == 0)
            c->r.flags |= COA_EXACTLY;
        else if (strcmp(key, "silently") == 0)
            c->silent = 1;
        else
            word(c, key, strtok(NULL, " "));
    c->r.ready = v[I_from];
    c->r.length = v[I_for];
    c->r.servers = (uint32_t)c->n;
    c->r.deadline = v[I_by];
    c->r.flags |= (uint32_t)v[I_flags];
    c->r.step = v[I_step];
    c->r.retries = (uint32_t)v[I_retries];
    c->r.replaces = (coa_id)v[I_replaces];
}

/* ---- an answer is said ------------------------------------------------------------- */

static void say_runs(const coa_run *run, uint32_t n)
{
    const char *between = " ";
    for (; n > 0; n--, run++, between = ",") {
        say("%s%lu", between, (unsigned long)run->first);
        if (run->count > 1) say("-%lu", (unsigned long)(run->first + run->count - 1));
    }
}

static void say_booking(const coa_booking *b)
{
    say("%s%lld ", answer[0] ? "; " : "", (long long)b->id);
    say_window(b->start, b->end);
    if (b->run_count == 0) say(" any %lu", (unsigned long)b->servers);
    say_runs(b->runs, b->run_count);
}

static void say_moved(void *ctx, const coa_booking *b, coa_time was)
{
    (void)ctx;
    say_booking(b);
    if (was == COA_FOREVER)
        say(" stays");
    else
        say_number(" was ", was);
}

static int say_hole(void *ctx, coa_time start, coa_time end, uint32_t n)
{
    (void)ctx;
    say_next();
    say_window(start, end);
    say(" %lu", (unsigned long)n);
    return 0;
}

static int say_idle(void *ctx, coa_time start, coa_time end, const coa_set *set)
{
    (void)ctx;
    say_next();
    say_window(start, end);
    say_runs(set->runs, set->count);
    return 0;
}

static void say_job(const coa_site *site, const coa_flex_booking *b)
{
    say(b->id ? "%s%lld " : "%s", answer[0] ? "; " : "", (long long)b->id);
    say_window(b->start, b->end);
    for (uint32_t i = 0; i < b->part_count; i++)
        say("%s%lu at %lu", i ? ", " : " ", (unsigned long)b->parts[i].booking.servers,
            (unsigned long)site[b->parts[i].site].number);
    if (b->mold) say(", mold %lu", (unsigned long)b->mold);
}

/* ---- a call is made ---------------------------------------------------------------- */

static coa_status reload(coa_calendar **cal, coa_id last)
{
    coa_calendar *again = save_reload(*cal, NULL, last);
    coa_destroy(*cal);
    *cal = again;
    return COA_OK;
}

static coa_status make(world *w, uint32_t index, const call *c)
{
    const int tree = index + 1 == COA_INDEX_RANGE_TREE;
    const int64_t *v = c->value;
    const coa_desc d = {.servers = c->r.servers,
                        .index = index == 4 ? COA_INDEX_COUNT : index + 1,
                        .unnamed = index == 4,
                        .now = v[I_now],
                        .horizon = tree && !v[I_horizon] ? 1000 : v[I_horizon],
                        .slot = tree && !v[I_slot] ? 10 : v[I_slot]};
    coa_calendar **cal = &w->cal[c->at];
    coa_flex_destroy(w->flex);
    w->flex = NULL;
    for (uint32_t k = 0; k < SITES; k++)
        if (c->at <= k) coa_destroy(w->cal[k]), w->cal[k] = NULL;
    const coa_status s = c->indexes >> index & 1 ? coa_create(cal, &d) : COA_OK;
    if (s == COA_OK && *cal && v[I_id]) (void)reload(cal, (coa_id)v[I_id]);
    return s;
}

#define IS(name) (strcmp(c->verb, name) == 0)

static coa_status flex_call(world *w, const call *c)
{
    static const char *const ops[] = {"stay", "shift", "remap", "",      "mold",
                                      "",     "",      "any",   "beyond"};
    const int64_t *v = c->value;
    const coa_mold mold = {(uint32_t)c->mold[0], c->mold[1]};
    const coa_flex_request r = {.ready = v[I_from],
                                .length = v[I_for],
                                .overhead = v[I_overhead],
                                .deadline = v[I_by],
                                .servers = (uint32_t)(v[I_job] ? v[I_job] : c->n),
                                .least = (uint32_t)v[I_least],
                                .most_sites = (uint32_t)v[I_sharing],
                                .first = (uint32_t)v[I_first],
                                .place = c->r.place,
                                .fixed = c->shares[0] > 0,
                                .max_starts = (uint32_t)v[I_starts],
                                .flags = c->r.flags,
                                .molds = c->mold[0] > 0 ? &mold : NULL,
                                .mold_count = c->mold[0] != 0};
    const coa_id id = (coa_id)c->n;
    coa_site site[SITES];
    coa_flex_booking b = {0}, kept;
    uint32_t n = 0, k;
    for (k = 0; k < SITES; k++) {
        const uint32_t which = c->sites[0] ? (uint32_t)c->sites[k]
                               : w->cal[k] ? k + 1
                                           : 0;
        if (!which) continue;
        site[n] = (coa_site){w->cal[which - 1], NULL, (uint32_t)c->shares[n], which};
        n++;
    }
    if (w->key != (uint64_t)v[I_key]) coa_flex_destroy(w->flex), w->flex = NULL;
    w->key = (uint64_t)v[I_key];
    coa_status s = w->flex ? coa_flex_sites(w->flex, site, n)
                           : coa_flex_create(&w->flex, w->key, site, n, NULL, NULL);
    if (s != COA_OK) return s;
    k = word_of(ops, 9, c->verb);
    if (IS("drop")) return coa_flex_cancel(w->flex, id, 0);
    if (IS("orphan")) return coa_flex_cancel(w->flex, id, 1);
    if (IS("stop")) return coa_flex_finish(w->flex, id, v[I_to]);
    if (IS("jobs") || IS("orphans")) {
        while ((s = coa_flex_next(w->flex, b.id, IS("orphans"), &b)) == COA_OK)
            say_job(site, &b);
        return s;
    }
    memset(&b, 0x5A, sizeof b);
    memcpy(&kept, &b, sizeof b);
    s = k < 9                        ? coa_flex_reschedule(w->flex, id, &r, k, &b)
        : IS("job")                  ? coa_flex_reserve(w->flex, &r, &b)
        : IS("offer") || IS("looks") ? coa_flex_earliest(w->flex, &r, &b)
        : IS("parts")                ? coa_flex_get(w->flex, id, &b)
                                     : COA_E_FOREIGN; /* no such call */
    if (s == COA_OK && IS("looks"))
        say("%lu", (unsigned long)b.examined);
    else if (s == COA_OK)
        say_job(site, &b);
    else if (k >= 9)
        b.examined = 0, memset(&kept, 0, sizeof kept);
    CHECK(s == COA_OK || s == COA_E_FOREIGN || memcmp(&b, &kept, sizeof b) == 0);
    return s;
}

/* Calls that show bookings one after the other. */
static coa_status list_call(coa_calendar *cal, const call *c, coa_set *found)
{
    const coa_set *set = c->set.count ? &c->set : NULL;
    coa_status s = COA_OK;
    coa_booking b = {0};
    coa_event e = {0};
    if (IS("events")) {
        while ((s = coa_next_event(cal, &e, 0)) == COA_OK) {
            say("%s%lld %s", answer[0] ? "; " : "", (long long)e.id,
                e.starts ? "starts" : "ends");
            say_number(" ", e.time);
        }
        return s;
    }
    while (s == COA_OK) {
        s = IS("list")
                ? coa_next(cal, b.id, &b, found)
                : coa_in_the_way(cal, c->r.ready, c->value[I_to], set, b.id, &b, found);
        if (s == COA_OK) say_booking(&b);
    }
    return s;
}

static coa_status calendar_call(coa_calendar *cal, const call *c, coa_set *found)
{
    const coa_set *set = c->set.count ? &c->set : NULL;
    const coa_request *r = &c->r;
    const coa_time to = c->value[I_to];
    const coa_id id = (coa_id)c->n;
    coa_alternative_info a;
    coa_status s = COA_OK;
    coa_booking b = {0};
    coa_reason why;
    coa_time t = 0, starts[MOST];
    uint32_t n = 0;
    if (IS("list") || IS("way") || IS("events")) return list_call(cal, c, found);
    for (int64_t times = c->value[I_times]; IS("cancel") && times > 1; times--)
        CHECK_EQ(coa_cancel(cal, id + (coa_id)((times - 1) * r->step)), COA_OK);
    if (IS("cancel")) return coa_cancel(cal, id);
    if (IS("finish")) return coa_finish(cal, id, to);
    if (IS("release")) return coa_release(cal, id, set, coa_set_count(&c->set));
    if (IS("advance")) return coa_advance(cal, c->n);
    if (IS("resize")) return coa_resize(cal, r->servers);
    if (IS("holes")) return coa_holes(cal, r->ready, to, set, r->servers, say_hole, NULL);
    if (IS("idle")) return coa_idle(cal, set, c->n, say_idle, NULL);
    if (IS("compress"))
        return coa_compress(cal, COA_ORDER_ID, NULL, c->silent ? NULL : say_moved, NULL,
                            NULL);
    if (IS("reserve") || IS("tries")) {
        for (int64_t times = c->value[I_times]; times > 1; times--)
            CHECK_EQ(coa_reserve(cal, r, &b), COA_OK);
        s = coa_reserve(cal, r, &b);
        if (IS("tries"))
            say("%lu, %s", (unsigned long)b.attempts, status[s]);
        else if (s == COA_OK)
            say_booking(&b);
    } else if (IS("get")) {
        if ((s = coa_get(cal, id, &b, found)) == COA_OK) say_booking(&b);
    } else if (IS("commit") || IS("block") || IS("drain")) {
        s = IS("commit")  ? coa_commit(cal, r->ready, to, &c->set, 0, &b.id)
            : IS("block") ? coa_block(cal, r->ready, to, set, r->servers, &b.id)
                          : coa_drain(cal, r->ready, to, set, r->servers, 0, NULL,
                                      say_moved, NULL, &b.id);
        if (s == COA_OK)
            say("%s%lld", answer[0] ? "; " : "", (long long)b.id);
        else if (answer[0])
            say("; %s", status[s]);
    } else if (IS("search")) {
        s = coa_search(cal, r->ready, to, r->among, found);
        if (s == COA_OK) say("%lu:", (unsigned long)coa_set_count(found));
        if (s == COA_OK) say_runs(found->runs, found->count);
    } else if (IS("earliest")) {
        if ((s = coa_earliest(cal, r, &t)) == COA_OK) say_number("", t);
    } else if (IS("starts")) {
        s = coa_starts(cal, r, (uint32_t)c->value[I_times], starts, &n);
        for (uint32_t k = 0; k < n; k++) say_number(k ? ", " : "", starts[k]);
    } else if (IS("free")) {
        s = coa_profile(cal, c->n, set, &n, &t);
        if (s == COA_OK) say("%lu", (unsigned long)n), say_number(" until ", t);
    } else if (IS("instead")) {
        if ((s = coa_alternatives(cal, r, &a)) != COA_OK) return s;
        say_number("at ", a.start);
        say_number(", or for ", a.length);
        say(", or %lu servers", (unsigned long)a.servers);
    } else if (IS("why")) {
        if ((s = coa_explain(cal, r, &why)) == COA_OK || !why.field) return s;
        say("%s: %s %lld is not in ", status[s], why.field, (long long)why.value);
        say_number("", why.least);
        say_number("..", why.most);
    } else if (IS("extend")) {
        s = coa_extend(cal, id, to, 0, NULL, NULL, NULL, c->silent ? NULL : &t);
        if (!c->silent && (s == COA_E_BUSY || s == COA_E_RANGE))
            say("%s, to ", status[s]), say_number("", t);
    } else if (IS("widen")) {
        s = coa_widen(cal, id, (uint32_t)c->value[I_more], r->place, r->among,
                      c->silent ? NULL : &n);
        if (s == COA_E_NOFIT && !c->silent)
            say("%s, by %lu", status[s], (unsigned long)n);
    } else {
        return COA_E_FOREIGN; /* no such call */
    }
    return s;
}

static int make_call(uint32_t index, char *text)
{
    world *w = &worlds[index];
    coa_set found = {0};
    call read, *c = &read;
    read_call(c, text);
    if (!IS("calendar") && !(w->cal[c->at] && c->indexes >> index & 1)) return 0;
    coa_status s = IS("calendar") ? make(w, index, c)
                   : IS("reload") ? reload(&w->cal[c->at], 0)
                                  : calendar_call(w->cal[c->at], c, &found);
    if (s == COA_E_FOREIGN) s = flex_call(w, c);
    CHECK(s != COA_E_FOREIGN);
    coa_set_free(&found);
    if (!answer[0]) say("%s", status[s]);
    for (uint32_t k = 0; k < SITES; k++)
        if (w->cal[k]) check_sane(w->cal[k]);
    return 1;
}

static void calls(void)
{
    all_calls("tests/coalloc/calls.txt", names, INDEXES, make_call);
    for (uint32_t i = 0; i < INDEXES; i++) {
        coa_flex_destroy(worlds[i].flex);
        for (uint32_t k = 0; k < SITES; k++) coa_destroy(worlds[i].cal[k]);
    }
}

TEST_MAIN(TEST(calls))
