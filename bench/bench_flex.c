/* bench_flex.c - how long a FlexCo reservation takes: 100 sites of 10,000 servers.
 *
 * Every site has so many live local bookings, random in size and length, about two thirds
 * of its time; they end and others follow as time moves. Then come jobs for a few sites'
 * worth of servers, or for half of all, each at the earliest possible time: first sought
 * as people would write it, every site at every end of a booking, then reserved by
 * coa_flex_reserve. Both must give the same start and end. Last comes what a scheduler
 * does all the time: asking whether a waiting job could move, in vain. */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "coalloc.h"

#include <math.h>

#include "env.h"
#include "goals.h"

#include "kit/command.h"
#include "base/progress.h"

enum { BENCH_LENGTH = 1000 }; /* of a booking, on average */

typedef struct bench_random {
    uint64_t state;
} bench_random;

static uint64_t bench_next(bench_random *r) /* splitmix64 */
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static coa_time bench_between(bench_random *r, coa_time lo, coa_time hi)
{
    return lo + (coa_time)(bench_next(r) % (uint64_t)(hi - lo + 1));
}

/* Exponentially distributed. */
static coa_time bench_length(bench_random *r)
{
    const double u = ((double)(bench_next(r) >> 11) + 1) * 0x1p-53;
    return (coa_time)(-log(u) * BENCH_LENGTH) + 1;
}

static void bench_must(coa_status s)
{
    if (s == COA_OK) return;
    fprintf(stderr, "bench_flex: %s\n", coa_status_text(s));
    exit(1);
}

static void *bench_room(void *p, size_t size)
{
    p = realloc(p, size);
    if (!p) bench_must(COA_E_NOMEM);
    return p;
}

typedef struct bench_world {
    coa_site *site;
    coa_flex *flex;
    uint32_t sites, servers;
    uint32_t live;  /* bookings of each site */
    coa_time depth; /* how far ahead they begin */
    coa_time *ends; /* of all bookings */
    size_t count, capacity;
    coa_set found;
    bench_random r;
} bench_world;

/* One more local booking: sizes such that `live` of them are two thirds. */
static void bench_local(bench_world *w, uint32_t i)
{
    const coa_time mean =
        2 * w->depth * (coa_time)w->servers / 3 / BENCH_LENGTH / (coa_time)w->live;
    coa_request r = {0};
    coa_booking b;
    coa_desc d;
    coa_describe(w->site[i].calendar, &d);
    r.ready = d.now + bench_between(&w->r, 0, w->depth);
    r.length = bench_length(&w->r);
    r.servers = (uint32_t)bench_between(&w->r, 1, 2 * mean + 1);
    if (r.servers > w->servers) r.servers = w->servers;
    bench_must(coa_reserve(w->site[i].calendar, &r, &b));
}

/* The indexes take turns. */
static void bench_make(bench_world *w, const uint32_t index[2], uint32_t sites,
                       uint32_t servers, uint32_t live, uint64_t seed)
{
    uint32_t i, k;
    memset(w, 0, sizeof *w);
    w->r.state = seed;
    w->sites = sites;
    w->servers = servers;
    w->live = live;
    w->depth = 4 * BENCH_LENGTH;
    w->site = (coa_site *)bench_room(NULL, sites * sizeof *w->site);
    memset(w->site, 0, sites * sizeof *w->site);
    for (i = 0; i < sites; i++) {
        coa_desc d = {0};
        d.servers = servers;
        d.index = index[i % 2];
        w->site[i].number = (uint64_t)i + 1;
        bench_must(coa_create(&w->site[i].calendar, &d));
        for (k = 0; k < live; k++) bench_local(w, i);
    }
    bench_must(coa_flex_create(&w->flex, 0, w->site, sites, NULL, NULL));
}

static void bench_drop(bench_world *w)
{
    uint32_t i;
    for (i = 0; i < w->sites; i++) coa_destroy(w->site[i].calendar);
    coa_flex_destroy(w->flex);
    coa_set_free(&w->found);
    free(w->site);
    free(w->ends);
}

/* Time moves; each site has its bookings again. */
static void bench_pass(bench_world *w, coa_time now)
{
    uint32_t i;
    for (i = 0; i < w->sites; i++) {
        coa_stats_info st;
        bench_must(coa_advance(w->site[i].calendar, now));
        coa_stats(w->site[i].calendar, &st);
        for (; st.bookings < w->live; st.bookings++) bench_local(w, i);
    }
}

/* ---- what people write instead ----------------------------------------------------- */

static int bench_sooner(const void *a, const void *b)
{
    const coa_time x = *(const coa_time *)a, y = *(const coa_time *)b;
    return (x > y) - (x < y);
}

/* All ends of bookings from `ready` on, and that. */
static void bench_starts(bench_world *w, coa_time ready)
{
    uint32_t i;
    w->count = 0;
    for (i = 0; i <= w->sites; i++) {
        coa_booking b = {0};
        int more = 1;
        b.end = ready;
        if (i < w->sites) more = coa_next(w->site[i].calendar, 0, &b, NULL) == COA_OK;
        while (more) {
            if (w->count == w->capacity) {
                w->capacity = 2 * w->capacity + 1024;
                w->ends = (coa_time *)bench_room(w->ends, w->capacity * sizeof *w->ends);
            }
            if (b.end >= ready) w->ends[w->count++] = b.end;
            more =
                i < w->sites && coa_next(w->site[i].calendar, b.id, &b, NULL) == COA_OK;
        }
    }
    qsort(w->ends, w->count, sizeof *w->ends, bench_sooner);
}

static uint64_t bench_free(bench_world *w, uint32_t i, coa_time start, coa_time end)
{
    coa_request r = {0};
    coa_alternative_info a;
    coa_desc d;
    coa_describe(w->site[i].calendar, &d);
    if (d.index != COA_INDEX_COUNT) {
        bench_must(coa_search(w->site[i].calendar, start, end, NULL, &w->found));
        return coa_set_count(&w->found);
    }
    r.ready = start;
    r.length = end - start;
    r.servers = 1;
    bench_must(coa_alternatives(w->site[i].calendar, &r, &a));
    return a.servers;
}

/* The earliest end, of one site or of several. */
static coa_time bench_obvious(bench_world *w, const coa_flex_request *req,
                              coa_time *start)
{
    coa_time best = COA_FOREVER;
    size_t k;
    bench_starts(w, req->ready);
    for (k = 0; k < w->count && w->ends[k] + req->length < best; k++) {
        const coa_time t = w->ends[k];
        uint64_t sum = 0;
        uint32_t i;
        if (k > 0 && t == w->ends[k - 1]) continue;
        for (i = 0; i < w->sites; i++) {
            const coa_time longer = t + req->length + req->overhead;
            const uint64_t n = bench_free(w, i, t, longer);
            sum += n;
            if (n >= req->servers ||
                (req->overhead > 0 && req->servers <= w->servers &&
                 bench_free(w, i, t, t + req->length) >= req->servers)) {
                best = t + req->length;
                *start = t;
                break;
            }
            if (sum >= req->servers && longer < best) {
                best = longer;
                *start = t;
            }
        }
    }
    return best;
}

/* ---- a run ------------------------------------------------------------------------- */

static double bench_quantile(const double *sorted, size_t n, double q)
{
    const size_t i = (size_t)(q * (double)n);
    return sorted[i < n ? i : n - 1];
}

static int bench_run(bench_world *w, const char *index, int large, size_t requests,
                     size_t compared, double *micros)
{
    double obvious = 0, mine = 0;
    uint64_t parts = 0, examined = 0;
    struct progress bar;
    char what[64];
    size_t k;
    snprintf(what, sizeof what, "%s, %u live, %s", index, (unsigned)w->live,
             large ? "half of all" : "small");
    progress_start(&bar, what, requests);
    for (k = 0; k < requests; k++) {
        coa_flex_request req = {0};
        coa_flex_booking b;
        coa_time end = 0, start = 0;
        int64_t began;
        coa_desc d;
        bench_pass(w, (coa_time)k * 8);
        coa_describe(w->site[0].calendar, &d);
        req.ready = d.now;
        req.length = bench_length(&w->r);
        req.overhead = req.length / 5;
        req.first = (uint32_t)k;
        req.servers = large ? w->sites * w->servers / 2
                            : (uint32_t)bench_between(&w->r, 1, 4 * (coa_time)w->servers);
        began = bench_spent();
        if (k < compared) end = bench_obvious(w, &req, &start);
        obvious += (double)(bench_spent() - began) * 1e-3;
        began = bench_spent();
        bench_must(coa_flex_reserve(w->flex, &req, &b));
        micros[k] = (double)(bench_spent() - began) * 1e-3;
        if (k < compared) mine += micros[k];
        if (k < compared && (b.end != end || b.start != start)) {
            progress_end(&bar);
            printf("MISMATCH request %lu: [%lld, %lld), not [%lld, %lld)\n",
                   (unsigned long)k, (long long)b.start, (long long)b.end,
                   (long long)start, (long long)end);
            return 0;
        }
        parts += b.part_count;
        examined += b.examined;
        if (large) bench_must(coa_flex_cancel(w->flex, b.id, 0));
        progress_add(&bar, 1);
    }
    progress_end(&bar);
    qsort(micros, requests, sizeof *micros, bench_less);
    printf(
        "%-5s %3u sites of %u, %4u live, %-11s: median %7.1f us, p99 %7.1f; %5.1f parts, "
        "%6.1f starts; every site at every start %9.1f us, ratio %6.1f\n",
        index, (unsigned)w->sites, (unsigned)w->servers, (unsigned)w->live,
        large ? "half of all" : "small", bench_quantile(micros, requests, 0.5),
        bench_quantile(micros, requests, 0.99), (double)parts / (double)requests,
        (double)examined / (double)requests, compared ? obvious / (double)compared : 0.0,
        compared ? obvious / mine : 0.0);
    fflush(stdout);
    return 1;
}

/* Jobs wait that cannot begin earlier, at four sites of 416: what asking costs. */
static void bench_moves(uint64_t seed, size_t requests, double *micros)
{
    static const uint32_t index[] = {COA_INDEX_COUNT, COA_INDEX_COUNT};
    enum { HELD = 16 };
    coa_flex_request req[HELD];
    coa_id id[HELD];
    double reserve = 0;
    bench_world w;
    size_t k;
    bench_make(&w, index, 4, 416, 100, seed);
    for (k = 0; k < requests; k++) {
        coa_flex_request *r = req + k % HELD;
        coa_flex_booking b;
        coa_id before;
        int64_t began;
        bench_pass(&w, (coa_time)k * 8);
        if (k >= HELD && coa_flex_cancel(w.flex, id[k % HELD], 0) == COA_E_NOTFOUND)
            id[k % HELD] = 0; /* it is over */
        memset(r, 0, sizeof *r);
        r->ready = (coa_time)k * 8;
        r->length = bench_length(&w.r);
        r->overhead = r->length / 5;
        r->servers = (uint32_t)bench_between(&w.r, 1, 4 * 416);
        began = bench_spent();
        bench_must(coa_flex_reserve(w.flex, r, &b));
        reserve += (double)(bench_spent() - began) * 1e-3;
        before = id[k % HELD] = b.id;
        began = bench_spent();
        bench_must(coa_flex_reschedule(w.flex, before, r, COA_SHIFT | COA_REMAP, &b));
        micros[k] = (double)(bench_spent() - began) * 1e-3;
        if (b.id != before) bench_must(COA_E_CORRUPT);
    }
    qsort(micros, requests, sizeof *micros, bench_less);
    printf(
        "count   4 sites of 416,   100 live: reserve mean %7.2f us; reschedule in vain "
        "median %7.2f us, p99 %7.2f\n",
        reserve / (double)requests, bench_quantile(micros, requests, 0.5),
        bench_quantile(micros, requests, 0.99));
    bench_drop(&w);
}

typedef struct bench_settings {
    int64_t sites, servers, requests, compared, seed, quick;
    const char *figures;
} bench_settings;

#define BENCH_AT(kind, member) OPTION(kind, bench_settings, member)

static const struct option bench_table[] = {
    {"sites", BENCH_AT(OPTION_WHOLE, sites), .lo = 1, .hi = 10000, .value = "100",
     .help = "number of sites"},
    {"servers", BENCH_AT(OPTION_WHOLE, servers), .lo = 100, .hi = 100000,
     .value = "10000", .help = "servers of each"},
    {"requests", BENCH_AT(OPTION_WHOLE, requests), .lo = 1, .hi = 1000000,
     .value = "1000", .help = "requests in a run"},
    {"compared", BENCH_AT(OPTION_WHOLE, compared), .hi = 1000000, .value = "20",
     .help = "how many of them also with what people write instead"},
    {"quick", BENCH_AT(OPTION_FLAG, quick),
     .help = "a check that it works: 10 sites, 30 requests, all compared"},
    {"seed", BENCH_AT(OPTION_WHOLE, seed), .value = "1",
     .help = "seed of bookings and requests"},
    {"goals", BENCH_AT(OPTION_TEXT, figures), .meta = "FILE",
     .help = "append the figure for the goal there"}};

static const struct command bench_me = {
    .about = "Reservations at many sites at the same time.",
    .notes = "Exit status 1: the two find different answers.",
    .options = bench_table,
    .options_count = sizeof bench_table / sizeof bench_table[0],
    .settings = sizeof(bench_settings)};

static bench_settings bench_arguments(int argc, char **argv)
{
    bench_settings s;
    command_settings(&bench_me, "bench_flex", argc, argv, &s);
    if (s.quick) {
        s.sites = 10;
        s.requests = s.compared = 30;
    }
    return s;
}

int main(int argc, char **argv)
{
    static const uint32_t lives[] = {100, 1000};
    static const uint32_t indexes[][2] = {{COA_INDEX_MAP, COA_INDEX_MAP},
                                          {COA_INDEX_COUNT, COA_INDEX_COUNT},
                                          {COA_INDEX_MAP, COA_INDEX_COUNT}};
    static const char *const names[] = {"map", "count", "both"};
    const bench_settings o = bench_arguments(argc, argv);
    double *micros;
    goal_judge judge;
    size_t i, k;
    int agree = 1;
    micros = (double *)bench_room(NULL, (size_t)o.requests * sizeof *micros);
    if (!goal_open(&judge, "-", o.figures)) {
        fprintf(stderr, "bench_flex: cannot write %s\n", o.figures);
        return 1;
    }
    bench_environment(stdout, (uint64_t)o.seed, bench_pin());
    for (i = 0; i < (o.quick ? 1u : 2u); i++)
        for (k = 0; k < 6 && agree; k++) {
            bench_world w;
            bench_make(&w, indexes[k / 2], (uint32_t)o.sites, (uint32_t)o.servers,
                       lives[i], (uint64_t)o.seed);
            agree = bench_run(&w, names[k / 2], k % 2, (size_t)o.requests,
                              (size_t)o.compared, micros);
            if (agree && i == 1 && k % 2 == 1 && o.sites == 100 && o.servers == 10000)
                goal_tell(&judge, GOAL_FLEX, "1000 live", names[k / 2],
                          bench_quantile(micros, (size_t)o.requests, 0.5) / 1000);
            bench_drop(&w);
        }
    if (agree) bench_moves((uint64_t)o.seed, (size_t)o.requests, micros);
    free(micros);
    if (!goal_say(&judge, stdout)) {
        fprintf(stderr, "bench_flex: cannot write %s\n", o.figures);
        return 1;
    }
    return !agree;
}
