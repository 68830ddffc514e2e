/* bench_rtree.c - bare tree operations: paper 1's 2-dimensional tree (coa_rtree), and
 * the same on the MAP's structure, reached through the calendar, where a booking of
 * one server splits one idle period in two and a cancellation joins them again.
 *
 * Periods come in random or sorted order of start. Small trees are built again and
 * again until enough operations are done to be timed; the best of three rounds is
 * printed (of one, above 100,000 periods). On the tree only the insertions are timed
 * while it grows; everything else is done at full size, for as many periods as --ops
 * says. */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"

#include "env.h"
#include "streams.h"

#include "examples/sim/cli.h"

#define BENCH_ROUNDS 3
#define BENCH_WANTED 12u /* servers, or periods, a search is to find */

typedef struct bench_heap { /* what an allocation hook saw */
    size_t bytes, calls;
} bench_heap;

typedef struct bench_work { /* what one kind of operation took */
    int64_t spent;          /* ns */
    size_t ops, bytes, calls;
} bench_work;

enum { BENCH_INSERT, BENCH_COUNT, BENCH_SEARCH, BENCH_REMOVE, BENCH_COMMIT, BENCH_OPS };
static const char *const bench_names[] = {"insert", "count", "search", "remove",
                                          "commit"};

typedef struct bench_structure {
    const char *name;
    /* inserts n periods in their order, then does all else with the first k */
    void (*pass)(const coa_period *p, size_t n, size_t k, bench_work *work);
} bench_structure;

static void *bench_hook(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    bench_heap *h = (bench_heap *)ctx;
    h->bytes += new_size;
    h->bytes -= old_size;
    h->calls += new_size > 0;
    if (new_size > 0) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static void bench_must(coa_status s)
{
    if (s == COA_OK) return;
    fprintf(stderr, "bench_rtree: %s\n", coa_status_text(s));
    exit(1);
}

/* From here on an operation is timed; the other end adds it up. */
static bench_work bench_begin(const bench_heap *h)
{
    bench_work w;
    w.bytes = h->bytes;
    w.calls = h->calls;
    w.ops = 0;
    w.spent = bench_spent();
    return w;
}

static void bench_end(bench_work begun, const bench_heap *h, size_t ops, bench_work *sum)
{
    sum->spent += bench_spent() - begun.spent;
    sum->ops += ops;
    if (h->bytes > begun.bytes) sum->bytes += h->bytes - begun.bytes;
    sum->calls += h->calls - begun.calls;
}

static void bench_rtree_pass(const coa_period *p, size_t n, size_t k, bench_work *work)
{
    bench_heap heap = {0, 0};
    coa_period found[BENCH_WANTED];
    coa_rtree *t;
    bench_work w;
    size_t i, feasible = 0, enough = 0;
    bench_must(coa_rtree_create(&t, bench_hook, &heap));
    w = bench_begin(&heap);
    for (i = 0; i < n; i++) bench_must(coa_rtree_insert(t, &p[i]));
    bench_end(w, &heap, n, &work[BENCH_INSERT]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) feasible += coa_rtree_count(t, p[i].start, p[i].end);
    bench_end(w, &heap, k, &work[BENCH_COUNT]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++)
        enough +=
            coa_rtree_search(t, p[i].start, p[i].end, BENCH_WANTED, found) == COA_OK;
    bench_end(w, &heap, k, &work[BENCH_SEARCH]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) bench_must(coa_rtree_remove(t, &p[i]));
    bench_end(w, &heap, k, &work[BENCH_REMOVE]);
    coa_rtree_destroy(t);
    /* each period finds itself */
    if (feasible < k || enough * BENCH_WANTED > feasible) bench_must(COA_E_CORRUPT);
}

static void bench_map_pass(const coa_period *p, size_t n, size_t k, bench_work *work)
{
    bench_heap heap = {0, 0};
    coa_desc desc = {0};
    coa_request r = {0};
    coa_calendar *cal;
    coa_booking b;
    coa_set one = {0};
    coa_time start;
    bench_work w;
    size_t i;
    coa_period *booked = (coa_period *)malloc(k * sizeof *booked);
    coa_id *ids = (coa_id *)malloc(n * sizeof *ids);
    if (!ids || !booked) bench_must(COA_E_NOMEM);
    desc.servers = (uint32_t)n;
    desc.alloc = bench_hook;
    desc.alloc_ctx = &heap;
    bench_must(coa_create(&cal, &desc));
    bench_must(coa_set_add(&one, 0, 1));
    r.servers = 1;
    w = bench_begin(&heap);
    for (i = 0; i < n; i++) {
        r.ready = p[i].start;
        r.length = p[i].end - p[i].start;
        bench_must(coa_reserve(cal, &r, &b));
        ids[i] = b.id;
    }
    bench_end(w, &heap, n, &work[BENCH_INSERT]);
    r.retries = COA_NO_RETRY;
    r.servers = n < BENCH_WANTED ? 1 : BENCH_WANTED;
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) {
        r.ready = p[i].start;
        r.length = p[i].end - p[i].start;
        if (coa_earliest(cal, &r, &start) == COA_E_NOMEM) bench_must(COA_E_NOMEM);
    }
    bench_end(w, &heap, k, &work[BENCH_SEARCH]);
    for (i = 0; i < k; i++) {
        bench_must(coa_get(cal, ids[i], &b));
        booked[i].start = b.start;
        booked[i].end = b.end;
        booked[i].server = b.runs[0].first;
    }
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) bench_must(coa_cancel(cal, ids[i]));
    bench_end(w, &heap, k, &work[BENCH_REMOVE]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) {
        one.runs[0].first = booked[i].server;
        bench_must(coa_commit(cal, booked[i].start, booked[i].end, &one, &ids[i]));
    }
    bench_end(w, &heap, k, &work[BENCH_COMMIT]);
    coa_destroy(cal);
    coa_set_free(&one);
    free(booked);
    free(ids);
}

/* n periods of n servers within 30 days; sorted by start or as they come. */
static coa_period *bench_periods(size_t n, int sorted, uint64_t seed)
{
    coa_period *p = (coa_period *)malloc(n * sizeof *p);
    bench_random r;
    size_t i;
    if (!p) bench_must(COA_E_NOMEM);
    r.state = seed + n;
    for (i = 0; i < n; i++) {
        const double u = sorted ? (double)i / (double)n : bench_uniform(&r);
        p[i].start = (coa_time)(u * 30 * 86400) + 1;
        p[i].end = p[i].start + bench_length(&r);
        p[i].server = (uint32_t)i;
    }
    return p;
}

static void bench_size_run(const bench_structure *s, size_t n, int sorted, size_t least,
                           uint64_t seed)
{
    bench_work best[BENCH_OPS] = {{0, 0, 0, 0}};
    coa_period *p = bench_periods(n, sorted, seed);
    const int rounds = n > 100000 ? 1 : BENCH_ROUNDS;
    int round, op;
    for (round = 0; round < rounds; round++) {
        bench_work work[BENCH_OPS] = {{0, 0, 0, 0}};
        while (work[BENCH_INSERT].ops < least) s->pass(p, n, n < least ? n : least, work);
        for (op = 0; op < BENCH_OPS; op++)
            if (round == 0 || work[op].spent < best[op].spent) best[op] = work[op];
    }
    for (op = 0; op < BENCH_OPS; op++) {
        const bench_work *w = &best[op];
        const double ops = (double)w->ops, ns = (double)w->spent;
        char name[64];
        if (w->ops == 0) continue;
        snprintf(name, sizeof name, "%s/%s/%s/%zu", s->name, sorted ? "sorted" : "random",
                 bench_names[op], n);
        printf("%-28s %8zu ops in %6.3f secs %9.1f ns/op %10.0f op/sec %7.1f bytes/op "
               "%6.3f allocs/op\n",
               name, w->ops, ns * 1e-9, ns / ops, ops / ns * 1e9, (double)w->bytes / ops,
               (double)w->calls / ops);
    }
    fflush(stdout);
    free(p);
}

int main(int argc, char **argv)
{
    static const bench_structure structures[] = {{"rtree", bench_rtree_pass},
                                                 {"map", bench_map_pass}};
    int64_t most = 1000000, least = 20000, seed = 1, which = 3;
    const cli_option options[] = {
        {.name = "--most",
         .kind = CLI_NUMBER,
         .number = &most,
         .value = "N",
         .lo = 10,
         .hi = 10000000,
         .help = "largest size; sizes are 10, 100, ... up to it"},
        {.name = "--ops",
         .kind = CLI_NUMBER,
         .number = &least,
         .value = "N",
         .lo = 1,
         .hi = 100000000,
         .help = "operations of a kind in a round"},
        {.name = "--structures",
         .kind = CLI_SET,
         .number = &which,
         .words = "rtree|map",
         .help = "which structures"},
        {.name = "--seed",
         .kind = CLI_NUMBER,
         .number = &seed,
         .value = "N",
         .lo = 0,
         .hi = INT64_MAX,
         .help = "of the periods"}};
    const cli_program me = {
        "bench_rtree",
        "",
        "Bare operations of paper 1's tree and of the MAP's structure.",
        options,
        sizeof options / sizeof options[0],
        "On the MAP, insert is coa_reserve of one server, search is coa_earliest for 12 "
        "servers at one start, remove is coa_cancel, commit is coa_commit. Names are "
        "structure/order/operation/size."};
    const char *operand = NULL;
    const int code = cli_parse(&me, argc, argv, &operand);
    int64_t n;
    size_t s;
    int sorted;
    if (code != CLI_RUN) return code;
    bench_environment(stdout, (uint64_t)seed, bench_pin());
    for (s = 0; s < sizeof structures / sizeof structures[0]; s++)
        for (sorted = 0; sorted < 2 && which >> s & 1; sorted++)
            for (n = 10; n <= most; n *= 10)
                bench_size_run(&structures[s], (size_t)n, sorted, (size_t)least,
                               (uint64_t)seed);
    return 0;
}
