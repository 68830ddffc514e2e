/* bench_calendar.c - bookings a second, of coalloc.h's indexes and of what people write
 * instead, on the same streams.
 *
 * For each stream and number of servers every contestant first runs once to record its
 * script: its answers (compared with the others'), how many bookings are alive, with
 * --early which bookings are over before each request, and how many requests it does:
 * all, unless that would take it longer than --limit. Then the scripts are played in
 * turns, so that a drift of the machine affects all: the clock, of processor time, is
 * read only where some contestant stops, never around a request. Latency has a separate
 * pass. Ratios compare the same first requests in the same turn. */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "coalloc.h"

#include "contestants.h"
#include "env.h"
#include "goals.h"
#include "streams.h"

#include "base/progress.h"
#include "kit/command.h"

#define BENCH_MEMORY (2048ull << 20) /* a contestant stops there */
#define BENCH_REPEATS 99
#define BENCH_SAMPLE 60 /* this part of the limit predicts how long a stream takes */

typedef struct bench_options {
    int64_t streams, servers, requests, repeat, contestants, limit; /* limit: s */
    int64_t early, quick, curve, seed;
    const char *csv, *goals;
} bench_options;

/* ---- a contestant's script --------------------------------------------------------- */

typedef struct bench_over { /* `request`'s booking is over at `at`, early */
    int64_t at;
    uint32_t request;
} bench_over;

typedef struct bench_script {
    const rival_kind *kind;
    size_t count; /* requests done; 0: does not take part */
    int64_t *start;
    uint64_t *id;      /* the calendar's bookings, */
    uint64_t *servers; /* ... hash of the runs answered */
    size_t *runs_at;   /* first run of each request, if needed again */
    rival_runs runs;
    bench_over *over; /* in order */
    size_t *over_before;
    size_t refused, alive_peak;
    uint64_t hash; /* of the starts */
    rival_memory memory;
    double seconds[BENCH_REPEATS][BENCH_CONTESTANTS]; /* up to each cut */
    double p50, p99, max;                             /* latency, ns */
} bench_script;

typedef struct bench_heap { /* bookings by when they are over */
    bench_over *at;
    size_t count;
} bench_heap;

static void bench_heap_push(bench_heap *h, int64_t at, uint32_t request)
{
    size_t i = h->count++;
    while (i > 0 && h->at[(i - 1) / 2].at > at) {
        h->at[i] = h->at[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->at[i].at = at;
    h->at[i].request = request;
}

static bench_over bench_heap_pop(bench_heap *h)
{
    const bench_over top = h->at[0], last = h->at[--h->count];
    size_t i = 0, child;
    while ((child = 2 * i + 1) < h->count) {
        if (child + 1 < h->count && h->at[child + 1].at < h->at[child].at) child++;
        if (last.at <= h->at[child].at) break;
        h->at[i] = h->at[child];
        i = child;
    }
    h->at[i] = last;
    return top;
}

static uint64_t bench_mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29);
}

static rival_question bench_question(const bench_request *r)
{
    rival_question q;
    q.ready = r->ready;
    q.length = r->length;
    q.servers = r->servers;
    return q;
}

/* When a booking is over with --early: after 10 to 100 % of its length. */
static int64_t bench_early_end(const rival_booking *b, size_t request, uint64_t seed)
{
    bench_random r;
    int64_t used;
    r.state = seed ^ (request * 0xD1B54A32D192ED03u);
    used = (int64_t)((double)(b->end - b->start) * (0.1 + 0.9 * bench_uniform(&r)));
    return b->start + (used > 0 ? used : 1);
}

/* The answer's form: not too early, as many servers as requested, in sorted runs with
 * gaps between. */
static int bench_answer_fits(const rival_kind *kind, const bench_request *r,
                             const rival_booking *b)
{
    uint64_t n = 0, next = 0;
    uint32_t i;
    if (b->start < r->ready || b->end != b->start + r->length) return 0;
    for (i = 0; kind->identities && i < b->run_count; i++) {
        if (b->runs[i].count == 0 || (i > 0 && b->runs[i].first <= next)) return 0;
        next = (uint64_t)b->runs[i].first + b->runs[i].count;
        n += b->runs[i].count;
    }
    return !kind->identities || n == r->servers;
}

static void bench_note_runs(bench_script *s, size_t i, const rival_booking *b, int keep)
{
    rival_memory none = {0};
    uint32_t k;
    for (k = 0; s->kind->identities && k < b->run_count; k++) {
        s->servers[i] = bench_mix(s->servers[i], b->runs[k].first);
        s->servers[i] = bench_mix(s->servers[i], b->runs[k].count);
        if (!keep) continue;
        s->runs.at = (coa_run *)rival_room(&none, s->runs.at, &s->runs.capacity,
                                           s->runs.count + 1, sizeof(coa_run));
        s->runs.at[s->runs.count++] = b->runs[k];
    }
    s->runs_at[i + 1] = s->runs.count;
}

/* What a contestant gets of request i's booking when it is over. */
static rival_booking bench_booked(const bench_script *s, const bench_stream *stream,
                                  size_t i)
{
    rival_booking b = {0};
    b.start = s->start[i];
    b.end = b.start + stream->requests[i].length;
    b.servers = stream->requests[i].servers;
    b.id = s->id[i];
    b.run_count = (uint32_t)(s->runs_at[i + 1] - s->runs_at[i]);
    b.runs = b.run_count ? s->runs.at + s->runs_at[i] : NULL;
    return b;
}

static void bench_script_free(bench_script *s)
{
    free(s->start);
    free(s->id);
    free(s->servers);
    free(s->runs_at);
    free(s->runs.at);
    free(s->over);
    free(s->over_before);
    memset(s, 0, sizeof *s);
}

/* Has a contestant, after `done` requests of `count` in `spent` ns, shown that it needs
 * longer than the limit for all of them? */
static int bench_too_slow(const bench_options *o, int64_t spent, size_t done,
                          size_t count)
{
    const double limit = (double)o->limit * 1e9;
    return (double)spent > limit / BENCH_SAMPLE &&
           (double)spent / (double)done * (double)count > limit;
}

/* One run with everything noted. */
static int bench_learn(bench_script *s, const rival_kind *kind,
                       const bench_stream *stream, const bench_options *o)
{
    const size_t n = stream->count;
    void *self = kind->create(stream->servers, 0, stream->horizon);
    const int64_t begin = bench_spent();
    bench_heap alive;
    size_t i, over = 0;
    if (!self) return 0;
    s->kind = kind;
    s->start = (int64_t *)rival_zeroed(n * sizeof *s->start);
    s->id = (uint64_t *)rival_zeroed(n * sizeof *s->id);
    s->servers = (uint64_t *)rival_zeroed(n * sizeof *s->servers);
    s->runs_at = (size_t *)rival_zeroed((n + 1) * sizeof *s->runs_at);
    s->over = (bench_over *)rival_zeroed(n * sizeof *s->over);
    s->over_before = (size_t *)rival_zeroed(n * sizeof *s->over_before);
    alive.at = (bench_over *)rival_zeroed(n * sizeof *alive.at);
    alive.count = 0;
    for (i = 0; i < n; i++) {
        const bench_request *r = &stream->requests[i];
        const rival_question q = bench_question(r);
        rival_booking b = {0};
        while (alive.count > 0 && alive.at[0].at <= r->submit) {
            const bench_over done = bench_heap_pop(&alive);
            b = bench_booked(s, stream, done.request);
            if (done.at == b.end) continue;
            kind->advance(self, done.at);
            kind->finish(self, &b, done.at);
            s->over[over++] = done;
        }
        s->over_before[i] = over;
        kind->advance(self, r->submit);
        memset(&b, 0, sizeof b);
        kind->reserve(self, &q, &b);
        s->start[i] = b.start;
        s->hash = bench_mix(s->hash, (uint64_t)b.start);
        s->runs_at[i + 1] = s->runs_at[i];
        s->count = i + 1;
        if (b.start == RIVAL_NOFIT) {
            s->refused++;
        } else {
            if (kind != &bench_nobody && !bench_answer_fits(kind, r, &b)) {
                fprintf(stderr,
                        "bench_calendar: %s, %u servers, request %zu: %s gives an "
                        "impossible answer\n",
                        stream->name, stream->servers, i + 1, kind->name);
                exit(1);
            }
            s->id[i] = b.id;
            bench_note_runs(s, i, &b, o->early && kind->identities);
            b.servers = r->servers;
            bench_heap_push(&alive,
                            o->early ? bench_early_end(&b, i, stream->seed) : b.end,
                            (uint32_t)i);
            if (alive.count > s->alive_peak) s->alive_peak = alive.count;
        }
        if (i % 16 != 15) continue;
        if (bench_too_slow(o, bench_spent() - begin, i + 1, n)) break;
        if (kind->memory(self).bytes > BENCH_MEMORY) break;
    }
    s->memory = kind->memory(self);
    kind->destroy(self);
    free(alive.at);
    return 1;
}

/* Plays requests i .. end-1; returns the hash of the starts. */
static uint64_t bench_play(const bench_script *s, const bench_stream *stream, void *self,
                           size_t i, size_t end, uint64_t hash)
{
    const rival_kind *kind = s->kind;
    size_t over = i > 0 ? s->over_before[i - 1] : 0;
    for (; i < end; i++) {
        const rival_question q = bench_question(&stream->requests[i]);
        rival_booking b;
        for (; over < s->over_before[i]; over++) {
            b = bench_booked(s, stream, s->over[over].request);
            kind->advance(self, s->over[over].at);
            kind->finish(self, &b, s->over[over].at);
        }
        kind->advance(self, stream->requests[i].submit);
        kind->reserve(self, &q, &b);
        hash = bench_mix(hash, (uint64_t)b.start);
    }
    return hash;
}

static void bench_same_again(const bench_script *s, uint64_t hash)
{
    if (hash == s->hash) return;
    fprintf(stderr, "bench_calendar: %s answers otherwise the second time\n",
            s->kind->name);
    exit(1);
}

/* One timed run: seconds from the beginning to each cut. */
static void bench_time(bench_script *s, const bench_stream *stream, const size_t *cuts,
                       size_t cut_count, double *seconds)
{
    void *self = s->kind->create(stream->servers, 0, stream->horizon);
    const int64_t begin = bench_spent();
    uint64_t hash = 0;
    size_t done = 0, c;
    for (c = 0; c < cut_count && cuts[c] <= s->count; c++) {
        hash = bench_play(s, stream, self, done, cuts[c], hash);
        done = cuts[c];
        seconds[c] = (double)(bench_spent() - begin) * 1e-9;
    }
    s->kind->destroy(self);
    bench_same_again(s, hash);
}

/* One run with the clock read around every request and the endings before it. */
static void bench_latency(bench_script *s, const bench_stream *stream)
{
    void *self = s->kind->create(stream->servers, 0, stream->horizon);
    double *took = (double *)rival_zeroed(s->count * sizeof *took);
    uint64_t hash = 0;
    size_t i;
    for (i = 0; i < s->count; i++) {
        const int64_t begin = bench_now();
        hash = bench_play(s, stream, self, i, i + 1, hash);
        took[i] = (double)(bench_now() - begin);
    }
    s->kind->destroy(self);
    bench_same_again(s, hash);
    qsort(took, s->count, sizeof *took, bench_less);
    s->p50 = took[s->count / 2];
    s->p99 = took[s->count - 1 - s->count / 100];
    s->max = took[s->count - 1];
    free(took);
}

/* ---- one stream -------------------------------------------------------------------- */

typedef struct bench_race {
    const bench_options *o;
    const bench_stream *stream;
    bench_script scripts[BENCH_CONTESTANTS];
    size_t cuts[BENCH_CONTESTANTS], cut_count; /* where a contestant stops, ascending */
} bench_race;

static int bench_group(int who) /* whose answers must be the same */
{
    return who >= BENCH_COUNT && who < BENCH_DRIVER  ? 2
           : who == BENCH_MAP || who == BENCH_SLICES ? 3
           : who == BENCH_DRIVER                     ? 0
                                                     : 1;
}

/* False, and where, if two of a group disagree on a request that both have done. */
static int bench_agree(const bench_race *race)
{
    int a, b;
    size_t i;
    for (a = 0; a < BENCH_CONTESTANTS; a++)
        for (b = a + 1; b < BENCH_CONTESTANTS; b++) {
            const bench_script *x = &race->scripts[a], *y = &race->scripts[b];
            const size_t both = x->count < y->count ? x->count : y->count;
            if (bench_group(a) == 0 || bench_group(a) != bench_group(b)) continue;
            for (i = 0; i < both; i++) {
                if (x->start[i] == y->start[i] && x->servers[i] == y->servers[i])
                    continue;
                printf("MISMATCH %s, %u servers, request %zu: %s starts at %lld, %s at "
                       "%lld%s\n",
                       race->stream->name, race->stream->servers, i + 1, x->kind->name,
                       (long long)x->start[i], y->kind->name, (long long)y->start[i],
                       x->start[i] == y->start[i] ? ", on other servers" : "");
                return 0;
            }
        }
    return 1;
}

static void bench_find_cuts(bench_race *race)
{
    size_t i;
    int who;
    race->cut_count = 0;
    for (who = 0; who < BENCH_CONTESTANTS; who++) {
        const size_t count = race->scripts[who].count;
        for (i = 0; i < race->cut_count && race->cuts[i] < count; i++) continue;
        if (count == 0 || (i < race->cut_count && race->cuts[i] == count)) continue;
        memmove(race->cuts + i + 1, race->cuts + i,
                (race->cut_count++ - i) * sizeof race->cuts[0]);
        race->cuts[i] = count;
    }
}

static size_t bench_cut_of(const bench_race *race, const bench_script *s)
{
    size_t c = 0;
    while (race->cuts[c] != s->count) c++;
    return c;
}

/* Median over the turns of how many times as fast `fast` is as `slow`, on the requests
 * both have done; 0 if one is missing. */
static double bench_ratio(const bench_race *race, int fast, const bench_script *slow)
{
    const bench_script *f = &race->scripts[fast];
    double ratio[BENCH_REPEATS];
    int64_t i;
    size_t cut;
    if (f->count == 0 || slow->count == 0) return 0;
    cut = bench_cut_of(race, f->count < slow->count ? f : slow);
    for (i = 0; i < race->o->repeat; i++)
        ratio[i] = slow->seconds[i][cut] / f->seconds[i][cut];
    return bench_median(ratio, (size_t)race->o->repeat);
}

static const char *bench_ratio_text(double ratio, char *text, size_t size)
{
    snprintf(text, size, ratio > 0 ? "%.2f" : "-", ratio);
    return text;
}

static void bench_report(const bench_race *race, FILE *csv)
{
    const bench_stream *stream = race->stream;
    int who;
    printf("\n%s%s, %u servers, %zu requests\n%-11s %11s %8s %9s %9s %8s %8s %7s %8s  "
           "%8s %8s %8s  %s\n",
           stream->name, race->o->early ? ", early ends" : "", stream->servers,
           stream->count, "", "requests/s", "p50 ns", "p99 ns", "max us", "peak KiB",
           "B/live", "al/live", "done", "map", "first", "count", "starts");
    for (who = 0; who < BENCH_CONTESTANTS; who++) {
        const bench_script *s = &race->scripts[who];
        const int counts = bench_group(who) == 2, driver = who == BENCH_DRIVER;
        double seconds[BENCH_REPEATS], rate, low, high, alive;
        char r[3][16];
        int64_t i;
        if (s->count == 0) {
            if (race->o->contestants >> who & 1)
                printf("%-11s %11s\n", bench_contestants[who]->name, "-");
            continue;
        }
        for (i = 0; i < race->o->repeat; i++)
            seconds[i] = s->seconds[i][bench_cut_of(race, s)];
        rate = (double)s->count / bench_median(seconds, (size_t)race->o->repeat);
        low = (double)s->count / seconds[race->o->repeat - 1];
        high = (double)s->count / seconds[0];
        alive = s->alive_peak > 0 ? (double)s->alive_peak : 1;
        bench_ratio_text(counts || driver ? 0 : bench_ratio(race, BENCH_MAP, s), r[0],
                         16);
        bench_ratio_text(counts || driver ? 0 : bench_ratio(race, BENCH_MAP_FIRST, s),
                         r[1], 16);
        bench_ratio_text(counts ? bench_ratio(race, BENCH_COUNT, s) : 0, r[2], 16);
        printf("%-11s %11.0f %8.0f %9.0f %9.1f %8.0f %8.0f %7.2f %8zu  %8s %8s %8s  "
               "%016llx\n",
               s->kind->name, rate, s->p50, s->p99, s->max / 1000,
               (double)s->memory.peak / 1024, (double)s->memory.peak / alive,
               (double)s->memory.calls / alive, s->count, r[0], r[1], r[2],
               (unsigned long long)s->hash);
        if (!csv) continue;
        fprintf(csv,
                "%s,%s,%u,%s,%zu,%zu,%zu,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%llu,%.0f,%.3f,"
                "%s,%s,%s,%016llx\n",
                stream->name, race->o->early ? "early" : "full", stream->servers,
                s->kind->name, s->count, s->refused, s->alive_peak, rate, low, high,
                s->p50, s->p99, s->max, (unsigned long long)s->memory.peak,
                (double)s->memory.peak / alive, (double)s->memory.calls / alive, r[0],
                r[1], r[2], (unsigned long long)s->hash);
    }
    fflush(stdout);
}

/* Two of ours against the fastest rival that names servers: how many times as fast the
 * faster of ours is. 0: unknown. */
static double bench_ahead(const bench_race *race, int one, int other, const char **rival)
{
    static const int rivals[] = {BENCH_LISTS, BENCH_MASKS, BENCH_RANGES};
    double least = 0;
    size_t i;
    for (i = 0; i < sizeof rivals / sizeof rivals[0]; i++) {
        const bench_script *s = &race->scripts[rivals[i]];
        const double a = bench_ratio(race, one, s), b = bench_ratio(race, other, s);
        const double ratio = a > b ? a : b;
        if (ratio == 0 || (least > 0 && ratio >= least)) continue;
        least = ratio;
        *rival = s->kind->name;
    }
    return least;
}

/* The goals for two contestants: how many times as fast the first is. */
static const struct bench_pair {
    enum goal_number goal;
    int fast, slow;
    uint32_t servers; /* at most */
    int streams;      /* a set of them */
} bench_pairs[] = {
    {GOAL_SLICES_MASKS, BENCH_SLICES, BENCH_MASKS, UINT32_MAX, ~0},
    {GOAL_SLICES_FIRST_MASKS, BENCH_SLICES_FIRST, BENCH_MASKS, UINT32_MAX, ~0},
    {GOAL_SLICES_MAP, BENCH_SLICES, BENCH_MAP, GOAL_SMALL, ~(1 << BENCH_BACKLOG)},
    {GOAL_SLICES_FIRST_MAP, BENCH_SLICES_FIRST, BENCH_MAP_FIRST, GOAL_SMALL_FIRST,
     ~(1 << BENCH_BACKLOG)},
    {GOAL_FIRST_BEST, BENCH_MAP_FIRST, BENCH_MAP, UINT32_MAX, ~0},
    {GOAL_COUNT_PROFILE, BENCH_COUNT, BENCH_PROFILE, UINT32_MAX, ~0},
    {GOAL_UNNAMED_PROFILE, BENCH_UNNAMED, BENCH_PROFILE, UINT32_MAX, ~0}};

static void bench_judge(const bench_race *race, int stream, goal_judge *judge)
{
    static const int ours[] = {BENCH_MAP,          BENCH_MAP_FIRST, BENCH_SLICES,
                               BENCH_SLICES_FIRST, BENCH_COUNT,     BENCH_UNNAMED};
    const double clock = race->scripts[BENCH_DRIVER].p50;
    const uint32_t servers = race->stream->servers;
    const char *rival = "";
    char cell[32];
    double value;
    size_t i;
    snprintf(cell, sizeof cell, "%s %u", race->stream->name, servers);
    value = bench_ahead(race, BENCH_MAP, BENCH_SLICES, &rival);
    if (value > 0) goal_tell(judge, GOAL_BEST_FIT, cell, rival, value);
    value = bench_ahead(race, BENCH_MAP_FIRST, BENCH_SLICES_FIRST, &rival);
    if (value > 0) goal_tell(judge, GOAL_FIRST_FIT, cell, rival, value);
    for (i = 0; i < sizeof bench_pairs / sizeof bench_pairs[0]; i++) {
        const struct bench_pair *p = &bench_pairs[i];
        if (servers > p->servers || !(p->streams >> stream & 1)) continue;
        value = bench_ratio(race, p->fast, &race->scripts[p->slow]);
        if (value > 0)
            goal_tell(judge, p->goal, cell, race->scripts[p->fast].kind->name, value);
    }
    for (i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        const bench_script *s = &race->scripts[ours[i]];
        const double half = s->p50 > clock ? s->p50 - clock : 1;
        if (s->count > 0)
            goal_tell(judge, GOAL_TAIL, cell, s->kind->name, (s->p99 - clock) / half);
    }
}

/* The range tree is for small N: it keeps every server in every slot. SLICES takes up to
 * 1024 servers. The times of `profile` have 32 bits. */
static int bench_takes_part(const bench_options *o, int who, const bench_stream *stream)
{
    const uint32_t servers = stream->servers;
    const uint32_t most = who == BENCH_SLICES || who == BENCH_SLICES_FIRST
                              ? COA_SLICES_SERVERS
                          : who != BENCH_TREE ? UINT32_MAX
                          : o->quick          ? 128
                                              : 1024;
    if (who == BENCH_DRIVER) return 1;
    if (who == BENCH_PROFILE &&
        stream->requests[stream->count - 1].submit > INT32_MAX / 2)
        return 0;
    return (o->contestants >> who & 1) != 0 && servers <= most;
}

/* All contestants on one stream, shown as `what` while it runs; false if answers
 * differ. */
static int bench_race_run(const bench_options *o, int kind, const bench_stream *stream,
                          const char *what, FILE *csv, goal_judge *judge)
{
    bench_race *race = (bench_race *)rival_zeroed(sizeof *race);
    const size_t steps = (size_t)(o->repeat + 2) * BENCH_CONTESTANTS;
    struct progress bar;
    int64_t turn;
    int who, agree;
    progress_start(&bar, what, steps);
    race->o = o;
    race->stream = stream;
    for (who = 0; who < BENCH_CONTESTANTS; who++) {
        if (bench_takes_part(o, who, stream))
            bench_learn(&race->scripts[who], bench_contestants[who], stream, o);
        progress_add(&bar, 1);
    }
    agree = bench_agree(race);
    bench_find_cuts(race);
    for (turn = 0; agree && turn < o->repeat + 1; turn++)
        for (who = 0; who < BENCH_CONTESTANTS; who++) {
            bench_script *s = &race->scripts[who];
            progress_add(&bar, 1);
            if (s->count == 0) continue;
            if (turn < o->repeat)
                bench_time(s, stream, race->cuts, race->cut_count, s->seconds[turn]);
            else
                bench_latency(s, stream);
        }
    progress_end(&bar);
    if (agree) {
        bench_report(race, csv);
        bench_judge(race, kind, judge);
    }
    for (who = 0; who < BENCH_CONTESTANTS; who++) bench_script_free(&race->scripts[who]);
    free(race);
    return agree;
}

/* ---- growth ------------------------------------------------------------------------ */

/* ns for each of 100,000 bookings of one server while about `live` are alive. */
static double bench_growth(const rival_kind *kind, const bench_stream *stream,
                           size_t live, rival_memory *memory)
{
    void *self = kind->create(stream->servers, 0, 0);
    int64_t filled = 0, end = 0;
    size_t i;
    for (i = 0; i < stream->count; i++) {
        const rival_question q = bench_question(&stream->requests[i]);
        rival_booking b;
        if (i == live) filled = bench_spent();
        kind->advance(self, stream->requests[i].submit);
        kind->reserve(self, &q, &b);
    }
    end = bench_spent();
    *memory = kind->memory(self);
    kind->destroy(self);
    return (double)(end - filled) / (double)(i - live);
}

/* Cost of a booking by bookings alive, from 10^2 to 10^6. */
static void bench_curve(const bench_options *o, FILE *csv)
{
    const int kinds[] = {BENCH_MAP, BENCH_COUNT};
    const size_t most = o->quick ? 100000 : 1000000, more = o->quick ? 10000 : 100000;
    size_t k, live;
    printf("\none server a booking, starts up to 7 days ahead, as many servers as "
           "bookings alive\n%-11s %9s %12s %14s %10s %8s\n",
           "", "alive", "ns/booking", "ns/log2(alive)", "peak MiB", "B/live");
    for (k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const rival_kind *kind = bench_contestants[kinds[k]];
        for (live = 100; live <= most; live *= 10) {
            bench_stream s = bench_stream_steady(live, more, (uint64_t)o->seed);
            double ns[BENCH_REPEATS], median;
            rival_memory memory = {0};
            struct progress bar;
            char what[64];
            int64_t i;
            snprintf(what, sizeof what, "%s, %zu bookings alive", kind->name, live);
            progress_start(&bar, what, (size_t)o->repeat);
            for (i = 0; i < o->repeat; i++) {
                ns[i] = bench_growth(kind, &s, live, &memory);
                progress_add(&bar, 1);
            }
            progress_end(&bar);
            free(s.requests);
            median = bench_median(ns, (size_t)o->repeat);
            printf("%-11s %9zu %12.0f %14.1f %10.1f %8.0f\n", kind->name, live, median,
                   median / log2((double)live), (double)memory.peak / 1048576,
                   (double)memory.peak / (double)live);
            fflush(stdout);
            if (csv)
                fprintf(csv, "booking,%s,%zu,%.0f,%.1f,%llu\n", kind->name, live, median,
                        median / log2((double)live), (unsigned long long)memory.peak);
        }
    }
}

/* ---- commits ----------------------------------------------------------------------- */

enum { BENCH_COMMITS = 32000 };

/* Item i of n in a scattered order; `step` is a prime that does not divide n. */
static uint32_t bench_scattered(uint32_t i, uint32_t step, uint32_t n)
{
    return (uint32_t)((uint64_t)i * step % n);
}

/* ns for each of n commits of one server, every second of 2 n in scattered order, that
 * all begin and end together; then ns for each to be cancelled, in another order. */
static rival_memory bench_commits(uint32_t n, double ns[2])
{
    coa_id *id = (coa_id *)rival_zeroed(n * sizeof *id);
    bench_calendar *b = (bench_calendar *)bench_calendar_new(
        COA_INDEX_MAP, COA_PLACE_DEFAULT, 2 * n, 0, 0);
    int64_t begin = bench_spent();
    coa_status s = COA_OK;
    rival_memory memory;
    coa_set idle = {0};
    uint32_t i;
    for (i = 0; i < n && s == COA_OK; i++) {
        coa_run run = {0};
        coa_set one = {0};
        run.first = 2 * bench_scattered(i, 7919, n);
        run.count = 1;
        one.count = one.capacity = 1;
        one.runs = &run;
        s = coa_commit(b->cal, 10, 20, &one, 0, &id[i]);
    }
    ns[0] = (double)(bench_spent() - begin) / n;
    if (s == COA_OK) s = coa_search(b->cal, 15, 25, NULL, &idle);
    if (s == COA_OK && coa_set_count(&idle) != n) s = COA_E_CORRUPT;
    begin = bench_spent();
    for (i = 0; i < n && s == COA_OK; i++)
        s = coa_cancel(b->cal, id[bench_scattered(i, 15485863, n)]);
    ns[1] = (double)(bench_spent() - begin) / n;
    if (s == COA_OK) s = coa_search(b->cal, 15, 25, NULL, &idle);
    if (s == COA_OK && coa_set_count(&idle) != 2 * n) s = COA_E_CORRUPT;
    if (s != COA_OK) bench_failed("commits", s);
    memory = bench_calendar_memory(b);
    coa_set_free(&idle);
    bench_calendar_destroy(b);
    free(id);
    return memory;
}

/* How the time grows with twice as many commits. The fewer, the more often. */
static void bench_commit_growth(const bench_options *o, FILE *csv)
{
    static const char *const names[] = {"commit", "cancel"};
    const uint32_t most = o->quick ? BENCH_COMMITS / 8 : BENCH_COMMITS;
    double before[2] = {0};
    uint32_t n;
    printf("\nscattered servers that begin and end together, as many again are idle\n"
           "%-11s %9s %12s %12s %14s\n",
           "", "commits", "ns/commit", "ns/cancel", "twice as many");
    for (n = most / 8; n <= most; n *= 2) {
        const size_t turns = (size_t)(most / n) * (size_t)o->repeat;
        double *took[2], ns[2], median[2];
        rival_memory memory = {0};
        char grown[2][16];
        size_t i, k;
        for (k = 0; k < 2; k++) took[k] = (double *)rival_zeroed(turns * sizeof *took[k]);
        for (i = 0; i < turns; i++) {
            memory = bench_commits(n, ns);
            for (k = 0; k < 2; k++) took[k][i] = ns[k];
        }
        for (k = 0; k < 2; k++) {
            median[k] = bench_median(took[k], turns);
            free(took[k]);
            bench_ratio_text(before[k] > 0 ? 2 * median[k] / before[k] : 0, grown[k], 16);
            before[k] = median[k];
            if (csv)
                fprintf(csv, "%s,map,%u,%.0f,%.1f,%llu\n", names[k], n, median[k],
                        median[k] / log2(n), (unsigned long long)memory.peak);
        }
        printf("%-11s %9u %12.0f %12.0f %6s %6s\n", "map", n, median[0], median[1],
               grown[0], grown[1]);
    }
}

/* ---- main -------------------------------------------------------------------------- */

static const uint32_t bench_sizes[] = {128, 1024, 16384, 131072, 1048576};
enum { BENCH_SIZE_COUNT = 5 };

static const struct option_word bench_size_words[] = {
    {"128", NULL, 0},    {"1024", NULL, 0},    {"16384", NULL, 0},
    {"131072", NULL, 0}, {"1048576", NULL, 0}, {NULL, NULL, 0}};
static const struct option_word bench_contestant_words[] = {
    {"map", NULL, 0},        {"map-first", NULL, 0},
    {"slices", NULL, 0},     {"slices-first", NULL, 0},
    {"range-tree", NULL, 0}, {"lists", NULL, 0},
    {"masks", NULL, 0},      {"ranges", NULL, 0},
    {"count", NULL, 0},      {"unnamed", NULL, 0},
    {"points", NULL, 0},     {"profile", NULL, 0},
#ifdef RIVAL_PLANNER
    {"planner", NULL, 0},
#endif
    {NULL, NULL, 0}};
static const struct option_word bench_kind_words[] = {
    {"wide", NULL, 0},  {"narrow", NULL, 0}, {"backlog", NULL, 0},
    {"small", NULL, 0}, {"deep", NULL, 0},   {NULL, NULL, 0}};

#define BENCH_AT(kind, member) OPTION(kind, bench_options, member)

static const struct option bench_table[] = {
    {"streams", BENCH_AT(OPTION_SET, streams), .words = bench_kind_words, .said = "all",
     .help = "which streams of requests"},
    {"servers", BENCH_AT(OPTION_SET, servers), .words = bench_size_words, .said = "all",
     .help = "how many servers"},
    {"contestants", BENCH_AT(OPTION_SET, contestants), .words = bench_contestant_words,
     .said = "all", .help = "which contestants run"},
    {"requests", BENCH_AT(OPTION_WHOLE, requests), .lo = 100, .hi = 100000000,
     .value = "100000", .help = "length of a stream"},
    {"repeat", BENCH_AT(OPTION_WHOLE, repeat), .lo = 1, .hi = BENCH_REPEATS, .value = "5",
     .help = "turns; medians are taken over them"},
    {"limit", BENCH_AT(OPTION_WHOLE, limit), .lo = 1, .hi = 86400, .value = "60",
     .meta = "S",
     .help = "seconds a contestant may take for a stream; a slower one does as"
             " many requests as fit into a sixtieth of that"},
    {"early", BENCH_AT(OPTION_FLAG, early),
     .help = "each booking is over after 10 to 100 % of its length"},
    {"curve", BENCH_AT(OPTION_FLAG, curve),
     .help = "instead: cost of a booking by bookings alive, and of a commit by"
             " commits"},
    {"quick", BENCH_AT(OPTION_FLAG, quick),
     .help = "a check that it works: 100 requests, one turn, the range tree only for 128"
             " servers, the curve to 10^5, up to 4000 commits"},
    {"seed", BENCH_AT(OPTION_WHOLE, seed), .value = "1", .help = "seed of the streams"},
    {"csv", BENCH_AT(OPTION_TEXT, csv), .meta = "FILE",
     .help = "also write the results there"},
    {"goals", BENCH_AT(OPTION_TEXT, goals), .meta = "FILE",
     .help = "append the figure for each goal there"}};

static const struct command bench_me = {
    .about = "Bookings a second of coalloc.h's indexes and of what people write"
             " instead.",
    .notes = "map and slices are MAP and SLICES with BEST_FIT, map-first and"
             " slices-first with FIRST_FIT; '(driver)' is the time without a"
             " calendar. The range tree and slices run for up to 1024 servers. A"
             " rival stops at 2 GiB. Exit status 1: answers differ.",
    .options = bench_table,
    .options_count = sizeof bench_table / sizeof bench_table[0],
    .settings = sizeof(bench_options)};

static void bench_arguments(bench_options *o, int argc, char **argv)
{
    command_settings(&bench_me, "bench_calendar", argc, argv, o);
    if (o->quick) {
        o->requests = 100;
        o->repeat = 1;
    }
}

static int bench_chosen(const bench_options *o, int kind, int n)
{
    return (o->streams >> kind & 1) != 0 && (o->servers >> n & 1) != 0;
}

static int bench_everything(const bench_options *o, FILE *csv, goal_judge *judge)
{
    int kind, n, chosen = 0, done = 0;
    for (kind = 0; kind < BENCH_STREAMS; kind++)
        for (n = 0; n < BENCH_SIZE_COUNT; n++) chosen += bench_chosen(o, kind, n);
    if (csv)
        fprintf(csv, "stream,ends,servers,contestant,requests,refused,alive_peak,"
                     "per_second,per_second_min,per_second_max,p50_ns,p99_ns,max_ns,"
                     "bytes_peak,bytes_per_alive,calls_per_alive,times_map,"
                     "times_map_first,times_count,starts\n");
    for (kind = 0; kind < BENCH_STREAMS; kind++)
        for (n = 0; n < BENCH_SIZE_COUNT; n++) {
            bench_stream s;
            char what[64];
            int agree;
            if (!bench_chosen(o, kind, n)) continue;
            snprintf(what, sizeof what, "stream %d of %d, %s with %u servers", ++done,
                     chosen, bench_stream_names[kind], bench_sizes[n]);
            s = bench_stream_make(kind, bench_sizes[n], (size_t)o->requests,
                                  (uint64_t)o->seed);
            if (!s.requests) {
                fprintf(stderr, "bench_calendar: no memory for the stream\n");
                return 1;
            }
            agree = bench_race_run(o, kind, &s, what, csv, judge);
            free(s.requests);
            if (!agree) return 1;
        }
    return 0;
}

static void bench_head(FILE *out, const bench_options *o, int cpu)
{
    bench_environment(out, (uint64_t)o->seed, cpu);
    fprintf(out, "# measured: ");
    if (o->quick)
        fprintf(out, "only a check that everything works; these figures mean nothing\n");
    else
        fprintf(out,
                "medians of %lld turn%s; %lld requests a stream, fewer where they would "
                "take more than %lld s or 2 GiB\n",
                (long long)o->repeat, o->repeat == 1 ? "" : "s", (long long)o->requests,
                (long long)o->limit);
}

static void bench_legend(void)
{
    puts("# p50, p99, max: time of one request; B/live, al/live: peak bytes and calls "
         "for memory by the most\n"
         "# bookings alive at once; done: requests; map, first, count: how many times as "
         "fast map, map-first\n"
         "# and count are on the same requests; starts: hash of the answers");
}

int main(int argc, char **argv)
{
    bench_options o;
    FILE *csv = NULL;
    goal_judge judge;
    int code, cpu;
    bench_arguments(&o, argc, argv);
    if (o.csv && !(csv = fopen(o.csv, "w"))) {
        fprintf(stderr, "bench_calendar: cannot write %s\n", o.csv);
        return 1;
    }
    if (!goal_open(&judge, o.curve ? "-" : o.early ? "early" : "full", o.goals)) {
        fprintf(stderr, "bench_calendar: cannot write %s\n", o.goals);
        return 1;
    }
    cpu = bench_pin();
    bench_head(stdout, &o, cpu);
    if (!o.curve) bench_legend();
    if (csv) bench_head(csv, &o, cpu);
    code = 0;
    if (!o.curve) {
        code = bench_everything(&o, csv, &judge);
    } else {
        if (csv) fprintf(csv, "curve,index,alive,ns,ns_per_log2,bytes_peak\n");
        bench_curve(&o, csv);
        bench_commit_growth(&o, csv);
    }
    if (!goal_say(&judge, stdout)) {
        fprintf(stderr, "bench_calendar: cannot write %s\n", o.goals);
        code = 1;
    }
    if (csv && fclose(csv) != 0) {
        fprintf(stderr, "bench_calendar: cannot write %s\n", o.csv);
        code = 1;
    }
    return code;
}
