/* bench_rtree.c - bare tree operations: paper 1's 2-dimensional tree (coa_rtree), and the
 * same on the MAP's structure, through its internal functions: groups in blocks, here one
 * idle period a server.
 *
 * Periods come in random or sorted order of start. Small trees are built again and
 * again until enough operations are done to be timed; the best of three rounds is
 * printed (of one, above 100,000 periods). On the tree only the insertions are timed
 * while it grows; everything else is done at full size, for as many periods as --ops
 * says. Both must find the same periods, and say for the same windows that there are
 * enough. */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"

#include "env.h"
#include "streams.h"

#include "program/cli.h"

#define BENCH_ROUNDS 3
#define BENCH_WANTED 12u /* servers, or periods, a search is to find */

typedef struct bench_heap { /* what an allocation hook saw */
    size_t bytes, calls;
} bench_heap;

typedef struct bench_work { /* what one kind of operation took */
    int64_t spent;          /* ns */
    size_t ops, bytes, calls;
} bench_work;

typedef struct bench_answer {
    uint64_t feasible; /* periods found, of all searches */
    uint64_t enough;   /* searches that found as many as wanted */
} bench_answer;

enum { BENCH_INSERT, BENCH_COUNT, BENCH_SEARCH, BENCH_REMOVE, BENCH_OPS };
static const char *const bench_names[] = {"insert", "count", "search", "remove"};

typedef struct bench_structure {
    const char *name;
    /* inserts n periods in their order, then does all else with the first k */
    bench_answer (*pass)(const coa_period *p, size_t n, size_t k, bench_work *work);
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

static bench_answer bench_rtree_pass(const coa_period *p, size_t n, size_t k,
                                     bench_work *work)
{
    bench_heap heap = {0, 0};
    bench_answer answer = {0, 0};
    coa_period found[BENCH_WANTED];
    coa_rtree *t;
    bench_work w;
    size_t i;
    bench_must(coa_rtree_create(&t, bench_hook, &heap));
    w = bench_begin(&heap);
    for (i = 0; i < n; i++) bench_must(coa_rtree_insert(t, &p[i]));
    bench_end(w, &heap, n, &work[BENCH_INSERT]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) answer.feasible += coa_rtree_count(t, p[i].start, p[i].end);
    bench_end(w, &heap, k, &work[BENCH_COUNT]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++)
        answer.enough +=
            coa_rtree_search(t, p[i].start, p[i].end, BENCH_WANTED, found) == COA_OK;
    bench_end(w, &heap, k, &work[BENCH_SEARCH]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) bench_must(coa_rtree_remove(t, &p[i]));
    bench_end(w, &heap, k, &work[BENCH_REMOVE]);
    coa_rtree_destroy(t);
    return answer;
}

/* ---- the MAP's structure ----------------------------------------------------------- */

typedef struct bench_map {
    coa_calendar *cal;
    coa_i_map *map; /* of the calendar */
} bench_map;

static uint32_t bench_map_one(bench_map *b, uint32_t server) /* the set of one server */
{
    coa_run run;
    run.first = server;
    run.count = 1;
    return coa_i_set_of(&b->map->sets, &run, 1);
}

/* A map of n servers with no period at all. */
static void bench_map_create(bench_map *b, bench_heap *heap, size_t n)
{
    coa_desc desc = {0};
    coa_i_rows *begun;
    const coa_i_block *block;
    desc.servers = (uint32_t)n;
    desc.index = COA_INDEX_MAP;
    desc.alloc = bench_hook;
    desc.alloc_ctx = heap;
    bench_must(coa_create(&b->cal, &desc));
    b->map = coa_i_map_of(b->cal);
    begun = &b->map->begun;
    block = coa_i_block_of(begun, 0);
    coa_i_set_drop(&b->map->sets, block->part[block->first].set);
    (void)coa_i_rows_close(b->map, begun, 0, block->first);
}

static void bench_map_insert(bench_map *b, const coa_period *p)
{
    coa_i_part part;
    if (!coa_i_sets_room(&b->cal->mem, &b->map->sets, 4) ||
        !coa_i_map_room(&b->cal->mem, b->map, 1))
        bench_must(COA_E_NOMEM);
    part.servers = 1;
    part.set = bench_map_one(b, p->server);
    coa_i_map_add(b->map, p->start, p->end, part);
}

static uint64_t bench_map_count(bench_map *b, const coa_period *p)
{
    coa_i_query h;
    memset(&h, 0, sizeof h);
    h.start = p->start;
    h.end = p->end;
    h.need = UINT64_MAX;
    coa_i_map_idle(b->cal, &h);
    return h.found;
}

static int bench_map_search(bench_map *b, const coa_period *p)
{
    coa_i_query h;
    coa_status found;
    memset(&h, 0, sizeof h);
    h.start = p->start;
    h.length = p->end - p->start;
    h.need = BENCH_WANTED;
    found = coa_i_map_pick(b->cal, &h);
    if (found == COA_E_NOMEM) bench_must(found);
    return found == COA_OK;
}

/* Takes one server's period out, and the row with it if nobody shares it. */
static void bench_map_remove(bench_map *b, const coa_period *p)
{
    coa_i_rows *ahead = &b->map->ahead;
    coa_i_at at = coa_i_rows_find(ahead, p->start, p->end);
    coa_i_block *block;
    coa_i_part *part;
    uint32_t want;
    if (!coa_i_rows_settle(ahead, &at)) bench_must(COA_E_CORRUPT);
    block = coa_i_block_of(ahead, at.k);
    part = &block->part[at.i];
    if (part->servers == 1) {
        coa_i_set_drop(&b->map->sets, part->set);
        (void)coa_i_rows_close(b->map, ahead, at.k, at.i);
        return;
    }
    if (!coa_i_sets_room(&b->cal->mem, &b->map->sets, part->servers + 4))
        bench_must(COA_E_NOMEM);
    want = bench_map_one(b, p->server);
    coa_i_set_drop(&b->map->sets, coa_i_set_cut(&b->map->sets, &part->set, &want));
    block->low[at.i] = coa_i_set_low(&b->map->sets, part->set);
    part->servers--;
}

static bench_answer bench_map_pass(const coa_period *p, size_t n, size_t k,
                                   bench_work *work)
{
    bench_heap heap = {0, 0};
    bench_answer answer = {0, 0};
    bench_map b;
    bench_work w;
    size_t i;
    bench_map_create(&b, &heap, n);
    w = bench_begin(&heap);
    for (i = 0; i < n; i++) bench_map_insert(&b, &p[i]);
    bench_end(w, &heap, n, &work[BENCH_INSERT]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) answer.feasible += bench_map_count(&b, &p[i]);
    bench_end(w, &heap, k, &work[BENCH_COUNT]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) answer.enough += (uint64_t)bench_map_search(&b, &p[i]);
    bench_end(w, &heap, k, &work[BENCH_SEARCH]);
    w = bench_begin(&heap);
    for (i = 0; i < k; i++) bench_map_remove(&b, &p[i]);
    bench_end(w, &heap, k, &work[BENCH_REMOVE]);
    if (b.map->groups > n - k) bench_must(COA_E_CORRUPT);
    coa_destroy(b.cal);
    return answer;
}

/* ---- sizes and orders -------------------------------------------------------------- */

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

static void bench_show(const char *structure, int sorted, size_t n,
                       const bench_work *best, FILE *csv)
{
    int op;
    for (op = 0; op < BENCH_OPS; op++) {
        const bench_work *w = &best[op];
        const double ops = (double)w->ops, ns = (double)w->spent;
        const char *order = sorted ? "sorted" : "random";
        char name[64];
        snprintf(name, sizeof name, "%s/%s/%s/%zu", structure, order, bench_names[op], n);
        printf("%-28s %8zu ops in %6.3f secs %9.1f ns/op %10.0f op/sec %7.1f bytes/op "
               "%6.3f allocs/op\n",
               name, w->ops, ns * 1e-9, ns / ops, ops / ns * 1e9, (double)w->bytes / ops,
               (double)w->calls / ops);
        if (csv)
            fprintf(csv, "%s,%s,%s,%zu,%zu,%.1f,%.1f,%.3f\n", structure, order,
                    bench_names[op], n, w->ops, ns / ops, (double)w->bytes / ops,
                    (double)w->calls / ops);
    }
    fflush(stdout);
}

/* One structure's best rounds; the answer is that of any pass. */
static bench_answer bench_size_run(const bench_structure *s, const coa_period *p,
                                   size_t n, size_t least, bench_work *best)
{
    const int rounds = n > 100000 ? 1 : BENCH_ROUNDS;
    bench_answer answer = {0, 0};
    int round, op;
    for (round = 0; round < rounds; round++) {
        bench_work work[BENCH_OPS] = {{0, 0, 0, 0}};
        while (work[BENCH_INSERT].ops < least)
            answer = s->pass(p, n, n < least ? n : least, work);
        for (op = 0; op < BENCH_OPS; op++)
            if (round == 0 || work[op].spent < best[op].spent) best[op] = work[op];
    }
    return answer;
}

/* All structures on the same periods; false if they do not find the same. */
static int bench_both(int64_t which, size_t n, int sorted, size_t least, uint64_t seed,
                      FILE *csv)
{
    static const bench_structure structures[] = {{"rtree", bench_rtree_pass},
                                                 {"map", bench_map_pass}};
    coa_period *p = bench_periods(n, sorted, seed);
    bench_answer first = {0, 0};
    int s, ran = 0, agree = 1;
    for (s = 0; s < 2; s++) {
        bench_work best[BENCH_OPS] = {{0, 0, 0, 0}};
        bench_answer a;
        if (!(which >> s & 1)) continue;
        a = bench_size_run(&structures[s], p, n, least, best);
        if (ran++ == 0) first = a;
        agree = agree && a.feasible == first.feasible && a.enough == first.enough;
        bench_show(structures[s].name, sorted, n, best, csv);
    }
    free(p);
    printf("%s %s/%zu: %llu periods found, enough %llu times\n", agree ? "#" : "MISMATCH",
           sorted ? "sorted" : "random", n, (unsigned long long)first.feasible,
           (unsigned long long)first.enough);
    return agree;
}

int main(int argc, char **argv)
{
    int64_t most = 1000000, least = 20000, seed = 1, which = 3, quick = 0;
    const char *csv_name = NULL;
    const struct cli_option options[] = {
        {OPTION_NUMBER("--most", &most, "N", 10, 10000000),
         .help = "largest size; sizes are 10, 100, ... up to it"},
        {OPTION_NUMBER("--ops", &least, "N", 1, 100000000),
         .help = "operations of a kind in a round"},
        {OPTION_SET("--structures", &which, "rtree|map"), .help = "which structures"},
        {OPTION_FLAG("--quick", &quick),
         .help = "to see that it works: up to 1000 periods, 100 operations"},
        {OPTION_NUMBER("--seed", &seed, "N", 0, INT64_MAX), .help = "of the periods"},
        {OPTION_TEXT("--csv", &csv_name, "FILE"),
         .help = "write the results there as well"}};
    const struct cli_program me = {
        "bench_rtree",
        "",
        "Bare operations of paper 1's tree and of the MAP's structure.",
        options,
        sizeof options / sizeof options[0],
        "count finds all periods that cover a window, search picks 12. Names are "
        "structure/order/operation/size. Exit status 1: the structures find different "
        "periods."};
    const char *operand = NULL;
    const int code = cli_parse(&me, argc, argv, &operand);
    FILE *csv = NULL;
    int64_t n;
    int sorted, cpu, agree = 1;
    if (code != CLI_RUN) return code;
    if (quick) {
        most = 1000;
        least = 100;
    }
    if (csv_name && !(csv = fopen(csv_name, "w"))) {
        fprintf(stderr, "bench_rtree: cannot write %s\n", csv_name);
        return 1;
    }
    cpu = bench_pin();
    bench_environment(stdout, (uint64_t)seed, cpu);
    if (csv) {
        bench_environment(csv, (uint64_t)seed, cpu);
        fprintf(csv, "structure,order,operation,size,ops,ns,bytes,calls\n");
    }
    for (sorted = 0; sorted < 2; sorted++)
        for (n = 10; n <= most && agree; n *= 10)
            agree =
                bench_both(which, (size_t)n, sorted, (size_t)least, (uint64_t)seed, csv);
    if (csv && fclose(csv) != 0) {
        fprintf(stderr, "bench_rtree: cannot write %s\n", csv_name);
        return 1;
    }
    return !agree;
}
