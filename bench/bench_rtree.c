/* bench_rtree.c - operations on idle periods: paper 1's 2-dimensional tree (coa_rtree),
 * the structures of MAP, COUNT and SLICES, through internal functions, and
 * rivals/tree_*.c. `make bench-tree` runs it.
 *
 * All structures do the same stream of operations: a mix on N servers with an idle period
 * each, within 30 days; or the operations of a log's jobs. A list has the right answers.
 * The stream is run five times, each time on a new structure. Every operation is timed
 * alone, minus the time to read the clock, and its time is the least of the five: an
 * interrupt hits it once, a slow operation is slow each time. With --repeat all that is
 * done again in turns, so that a drift of the machine affects all structures; figures are
 * medians of the turns then, and a mean has the least and the most of them.
 * Clocks move in steps, some of 10 ns, and so do single times; means do not. */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#define COALLOC_STATIC
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#define SWF_STATIC
#define SWF_IMPLEMENTATION
#include "swf.h"

#include "env.h"
#include "tree_streams.h"

#include <ctype.h>
#include <getopt.h>

enum { RUNS = 5, SIZES = 7, CONTESTANTS = 64, TURNS = 99 };
static const char *const op_names[TREE_OPS] = {"insert", "remove", "search", "count"};

/* Made by the Makefile: what each file of rivals/ defines, and its name. */
extern const tree_kind *const *const bench_trees[];
extern const char *const bench_tree_files[];

static void must(coa_status s)
{
    if (s == COA_OK) return;
    fprintf(stderr, "bench_rtree: %s\n", coa_status_text(s));
    exit(1);
}

static void *hook(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    tree_tally *t = (tree_tally *)ctx;
    t->bytes += new_size;
    t->bytes -= old_size;
    if (new_size > 0) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

/* ---- the range tree ---------------------------------------------------------------- */

typedef struct range_tree {
    coa_rtree *t;
    tree_tally *tally;
} range_tree;

static void *range_create(uint32_t n, tree_tally *tally)
{
    range_tree *r = (range_tree *)malloc(sizeof *r);
    (void)n;
    if (!r) must(COA_E_NOMEM);
    r->tally = tally;
    must(coa_rtree_create(&r->t, hook, tally));
    return r;
}

static void range_destroy(void *tree)
{
    coa_rtree_destroy(((range_tree *)tree)->t);
    free(tree);
}

static void range_insert(void *tree, const coa_period *p)
{
    range_tree *r = (range_tree *)tree;
    const uint64_t before = r->t->trees.visits;
    must(coa_rtree_insert(r->t, p));
    r->tally->visits += r->t->trees.visits - before;
}

static void range_remove(void *tree, const coa_period *p)
{
    range_tree *r = (range_tree *)tree;
    const uint64_t before = r->t->trees.visits;
    must(coa_rtree_remove(r->t, p));
    r->tally->visits += r->t->trees.visits - before;
}

/* As coa_rtree_count and coa_rtree_search, whose visits are not counted. */
static uint32_t range_find(void *tree, coa_time start, coa_time end, uint32_t most,
                           uint32_t *servers)
{
    range_tree *r = (range_tree *)tree;
    const coa_i_item *it;
    coa_i_query q;
    uint32_t i;
    coa_i_query_clear(&q);
    q.start = start;
    q.end = end;
    q.need = servers ? most : UINT64_MAX;
    q.items = servers ? &r->t->items : NULL;
    r->t->items.count = 0;
    coa_i_forest_query(&r->t->trees, r->t->root, COA_I_NONE, INT64_MIN, &q,
                       &r->t->trees.leaves);
    r->tally->visits += q.visits;
    it = COA_I_AT(coa_i_item, r->t->items);
    for (i = 0; servers && i < q.found; i++) servers[i] = it[i].first;
    return (uint32_t)q.found;
}

/* ---- the other indexes ------------------------------------------------------------- */

typedef struct index_tree {
    coa_calendar *cal;
    coa_i_vec found; /* of coa_i_item */
} index_tree;

/* A calendar without an idle server. */
static void *index_create(tree_tally *tally, uint32_t index)
{
    index_tree *x = (index_tree *)calloc(1, sizeof *x);
    coa_desc desc = {0};
    if (!x) must(COA_E_NOMEM);
    desc.servers = tally->servers;
    desc.index = index;
    desc.alloc = hook;
    desc.alloc_ctx = tally;
    must(coa_create(&x->cal, &desc));
    return x;
}

static void index_destroy(void *tree)
{
    index_tree *x = (index_tree *)tree;
    coa_i_vec_free(&x->cal->mem, &x->found, sizeof(coa_i_item));
    coa_destroy(x->cal);
    free(x);
}

/* Takes or gives back servers, as bookings that come and go. */
static void index_change(index_tree *x, const coa_run *servers, coa_time start,
                         coa_time end, int give)
{
    uint64_t mask[COA_SLICES_SERVERS / 64] = {0};
    coa_i_step step;
    memset(&step, 0, sizeof step);
    step.runs = servers;
    step.count = 1;
    step.start = start;
    step.end = end;
    step.give = give;
    if (x->cal->desc.index == COA_INDEX_SLICES) { /* takes room and masks by booking */
        step.mask = mask;
        coa_i_mask_flip_run(mask, *servers);
        *(give ? &step.was.servers : &step.is.servers) = servers->count;
        must(coa_i_slices_room(x->cal, coa_i_slices_of(x->cal)->slices.count / 2 + 1));
    }
    must(coa_i_ops(x->cal)->room(x->cal, &step));
    coa_i_ops(x->cal)->change(x->cal, &step);
}

static void *named_create(tree_tally *tally, uint32_t index)
{
    const coa_run all = {0, tally->servers};
    index_tree *x = (index_tree *)index_create(tally, index);
    index_change(x, &all, 0, COA_FOREVER, 0);
    return x;
}

static void *map_create(uint32_t n, tree_tally *tally)
{
    (void)n;
    return named_create(tally, COA_INDEX_MAP);
}

static void *slices_create(uint32_t n, tree_tally *tally)
{
    (void)n;
    return tally->servers <= COA_SLICES_SERVERS ? named_create(tally, COA_INDEX_SLICES)
                                                : NULL;
}

static void named_insert(void *tree, const coa_period *p)
{
    const coa_run one = {p->server, 1};
    index_change((index_tree *)tree, &one, p->start, p->end, 1);
}

static void named_remove(void *tree, const coa_period *p)
{
    const coa_run one = {p->server, 1};
    index_change((index_tree *)tree, &one, p->start, p->end, 0);
}

static uint32_t index_find(void *tree, coa_time start, coa_time end, uint32_t most,
                           uint32_t *servers)
{
    index_tree *x = (index_tree *)tree;
    const coa_i_item *it;
    coa_i_query q;
    uint32_t i, k, n = 0;
    coa_i_query_clear(&q);
    q.start = start;
    q.end = end;
    q.length = end - start;
    q.need = servers ? most : UINT64_MAX;
    q.mem = &x->cal->mem;
    q.items = servers ? &x->found : NULL;
    x->found.count = 0;
    coa_i_ops(x->cal)->idle(x->cal, &q);
    if (servers && x->cal->desc.index == COA_INDEX_SLICES) { /* it only counts */
        coa_i_slices *s = coa_i_slices_of(x->cal);
        q.found = 0;
        coa_i_mask_emit(COA_I_WINDOW(s), s->words, &q, 0, 0);
    }
    if (q.failed) must(COA_E_NOMEM);
    it = COA_I_AT(coa_i_item, x->found);
    for (i = 0; i < x->found.count; i++)
        for (k = 0; k < it[i].count && n < most; k++) servers[n++] = it[i].first + k;
    return servers && q.found > most ? most : (uint32_t)q.found;
}

/* COUNT: a step function of the number of free servers. Its points know how many periods
 * begin or end there, as they know the bookings of a calendar. */
static void *count_create(uint32_t n, tree_tally *tally)
{
    index_tree *x = (index_tree *)index_create(tally, COA_INDEX_COUNT);
    coa_i_cursor at, end;
    (void)n;
    coa_i_cursors_make(coa_i_counts_of(x->cal), 0, COA_FOREVER, &at, &end);
    coa_i_counts_add(coa_i_counts_of(x->cal), &at, &end, (int32_t)tally->servers);
    ++*coa_i_cursor_events(x->cal, &at); /* this point stays */
    return x;
}

static void count_insert(void *tree, const coa_period *p)
{
    coa_calendar *cal = ((index_tree *)tree)->cal;
    coa_i_cursor at, end;
    if (!coa_i_counts_room(&cal->mem, coa_i_counts_of(cal))) must(COA_E_NOMEM);
    coa_i_cursors_make(coa_i_counts_of(cal), p->start, p->end, &at, &end);
    coa_i_counts_add(coa_i_counts_of(cal), &at, &end, -1);
    ++*coa_i_cursor_events(cal, &at);
    ++*coa_i_cursor_events(cal, &end);
}

static void count_remove(void *tree, const coa_period *p)
{
    coa_calendar *cal = ((index_tree *)tree)->cal;
    const coa_time times[] = {p->start, p->end};
    coa_i_cursor at, end;
    int k;
    coa_i_cursors_make(coa_i_counts_of(cal), p->start, p->end, &at, &end);
    coa_i_counts_add(coa_i_counts_of(cal), &at, &end, 1);
    for (k = 0; k < 2; k++) {
        coa_i_cursor_find(coa_i_counts_of(cal), times[k], &at);
        if (--*coa_i_cursor_events(cal, &at) == 0)
            coa_i_cursor_remove(coa_i_counts_of(cal), &at);
    }
}

static const tree_kind ours[] = {
    {"range tree", range_create, range_destroy, range_insert, range_remove, range_find},
    {"MAP", map_create, index_destroy, named_insert, named_remove, index_find},
    {"SLICES", slices_create, index_destroy, named_insert, named_remove, index_find},
    {"COUNT", count_create, index_destroy, count_insert, count_remove, index_find}};
enum { OURS = sizeof ours / sizeof ours[0] };

/* ---- measuring --------------------------------------------------------------------- */

typedef struct bench {
    long long most, seed, operations; /* of a stream; 0: 10000, of a log 200000 */
    long long repeat;
    long long shares[TREE_OPS];
    tree_kind kinds[CONTESTANTS];
    size_t count, sizes;
    uint32_t periods[SIZES];
    double clock; /* ns to read the clock */
    struct cell { /* ns; count 0: not measured; visits, bytes 0: not counted */
        double mean, p50, p99, longest, visits, bytes;
        double of_turn[4][TURNS]; /* of the first four; sorted in the end */
        size_t count;
    } cells[CONTESTANTS][SIZES][TREE_OPS];
} bench;

/* Sorts the times, of which there are some. p99: 99 % took no longer. */
static void sum_up(double *times, size_t count, double clock, struct cell *out, int turn)
{
    size_t i;
    double sum = 0;
    qsort(times, count, sizeof *times, bench_less);
    for (i = 0; i < count; i++) sum += times[i];
    out->count = count;
    out->of_turn[0][turn] = fmax(sum / (double)count - clock, 0);
    out->of_turn[1][turn] = fmax(times[(count - 1) / 2] - clock, 0);
    out->of_turn[2][turn] = fmax(times[(count * 99 + 99) / 100 - 1] - clock, 0);
    out->of_turn[3][turn] = fmax(times[count - 1] - clock, 0);
    out->mean = bench_median(out->of_turn[0], (size_t)turn + 1);
    out->p50 = bench_median(out->of_turn[1], (size_t)turn + 1);
    out->p99 = bench_median(out->of_turn[2], (size_t)turn + 1);
    out->longest = bench_median(out->of_turn[3], (size_t)turn + 1);
}

/* Times an empty operation. */
static void time_nothing(bench *b)
{
    enum { TIMES = 10000 };
    static double times[TIMES];
    struct cell c;
    size_t run, i;
    for (run = 0; run < RUNS; run++)
        for (i = 0; i < TIMES; i++) {
            const int64_t at = bench_now();
            const double took = (double)(bench_now() - at);
            if (run == 0 || took < times[i]) times[i] = took;
        }
    sum_up(times, TIMES, 0, &c, 0);
    b->clock = c.mean;
    printf("# clock: %.1f ns to read it, taken off; then p99 of nothing is %.0f ns, the "
           "longest %.0f ns\n",
           c.mean, fmax(c.p99 - c.mean, 0), c.longest - c.mean);
}

/* All runs of one structure in a turn; its answers are compared in the first. */
static void measure(bench *b, size_t who, size_t size, const tree_stream *s, int turn)
{
    const tree_kind *kind = &b->kinds[who];
    const size_t count = s->count - s->setup;
    double *least = (double *)tree_grown(NULL, count, sizeof *least);
    double *times = (double *)tree_grown(NULL, count, sizeof *times);
    tree_seen seen = {times, {0, 0, 0, 0}, 0};
    char why[200];
    size_t i, n;
    uint32_t op;
    int run, bad = 0;
    for (run = 0; run < RUNS && bad == 0; run++) {
        bad = tree_run(kind, s, turn + run > 0 ? -1 : kind->create == count_create, &seen,
                       why);
        for (i = 0; i < count && bad == 0; i++)
            if (run == 0 || times[i] < least[i]) least[i] = times[i];
    }
    if (bad < 0) tree_fail(1, "%s", why);
    for (op = 0; op < TREE_OPS && bad == 0; op++) {
        struct cell *c = &b->cells[who][size][op];
        for (i = n = 0; i < count; i++)
            if (s->ops[s->setup + i].op == op) times[n++] = least[i];
        if (n == 0) continue;
        sum_up(times, n, b->clock, c, turn);
        c->visits = (double)seen.visits[op] / (double)n;
        c->bytes = (double)seen.bytes / s->list.live;
    }
    free(least);
    free(times);
}

/* ---- results ----------------------------------------------------------------------- */

static double log_squared(uint32_t n) /* the paper's bound on nodes, without its factor */
{
    return log2((double)n) * log2((double)n);
}

static void print_counted(double v)
{
    if (v > 0)
        printf(" %8.1f", v);
    else
        printf(" %8s", "-");
}

static void print_size(const bench *b, size_t size)
{
    size_t op, who, any;
    printf("%u idle periods, log2(N)^2 = %.0f\n", b->periods[size],
           log_squared(b->periods[size]));
    for (op = 0; op < TREE_OPS; op++)
        for (who = 0, any = 0; who < b->count; who++) {
            const struct cell *c = &b->cells[who][size][op];
            if (c->count == 0) continue;
            if (!any++)
                printf("%-7s%8zu times %8s %8s %8s %8s %8s %8s%s\n", op_names[op],
                       c->count, "mean ns", "p50", "p99", "longest", "nodes", "bytes",
                       b->repeat > 1 ? "   means of turns" : "");
            printf("  %-19s %8.*f %8.0f %8.0f %8.0f", b->kinds[who].name, c->mean < 99.95,
                   c->mean, c->p50, c->p99, c->longest);
            print_counted(c->visits);
            print_counted(c->bytes);
            if (b->repeat > 1)
                printf("   %.1f to %.1f", c->of_turn[0][0], c->of_turn[0][b->repeat - 1]);
            printf("\n");
        }
}

static void run_all(bench *b, const char *log)
{
    const size_t count = (size_t)(b->operations ? b->operations : log ? 200000 : 10000);
    size_t size, who;
    int turn;
    if (b->repeat > 1)
        printf("# medians of %lld turns; the median of many more is between the least "
               "and the "
               "most of the means with %.4g %%\n",
               b->repeat, 100 - 200 * pow(0.5, (double)b->repeat));
    for (size = 0; size < b->sizes; size++) {
        tree_stream s;
        if (log)
            tree_replay(&s, log, count);
        else
            tree_mix(&s, b->periods[size], b->shares, count, (uint64_t)b->seed);
        b->periods[size] = s.most;
        for (turn = 0; turn < (int)b->repeat; turn++)
            for (who = 0; who < b->count; who++) measure(b, who, size, &s, turn);
        print_size(b, size);
        tree_stream_free(&s);
    }
}

static void write_csv(FILE *to, const bench *b)
{
    size_t size, who, op;
    fprintf(to,
            "structure,operation,periods,count,mean_ns,p50_ns,p99_ns,longest_ns,visits,"
            "log2_squared,bytes_a_period,turns,mean_least_ns,mean_most_ns\n");
    for (who = 0; who < b->count; who++)
        for (size = 0; size < b->sizes; size++)
            for (op = 0; op < TREE_OPS; op++) {
                const struct cell *c = &b->cells[who][size][op];
                if (c->count == 0) continue;
                fprintf(to, "%s,%s,%u,%zu,%.1f,%.0f,%.0f,%.0f,", b->kinds[who].name,
                        op_names[op], b->periods[size], c->count, c->mean, c->p50, c->p99,
                        c->longest);
                if (c->visits > 0) fprintf(to, "%.1f", c->visits);
                fprintf(to, ",%.2f,", log_squared(b->periods[size]));
                if (c->bytes > 0) fprintf(to, "%.1f", c->bytes);
                fprintf(to, ",%lld,%.1f,%.1f\n", b->repeat, c->of_turn[0][0],
                        c->of_turn[0][b->repeat - 1]);
            }
}

/* The means over the sizes, both axes logarithmic: a panel for each operation. */
static void write_picture(FILE *to, const bench *b)
{
    static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                          "#e69f00", "#56b4e9", "#000000", "#999999"};
    enum { WIDE = 400, HIGH = 260, LEFT = 60, TOP = 60, DECADES = 6 };
    size_t op, who, size;
    int k;
    fprintf(to,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' "
            "font-family='sans-serif' font-size='12'>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n",
            2 * (WIDE + LEFT) + 30, 2 * (HIGH + TOP) + 30);
    for (who = 0; who < b->count; who++)
        fprintf(to, "<text x='%zu' y='%zu' fill='%s'>%s</text>\n", LEFT + who % 8 * 110,
                16 + who / 8 * 14, colours[who % 8], b->kinds[who].name);
    for (op = 0; op < TREE_OPS; op++) {
        fprintf(to, "<g transform='translate(%d %d)'><text y='-8'>%s: ns</text>\n",
                (int)(op % 2) * (WIDE + LEFT) + LEFT, (int)(op / 2) * (HIGH + TOP) + TOP,
                op_names[op]);
        for (k = 0; k <= DECADES; k++)
            fprintf(to,
                    "<path d='M0 %d h%d' stroke='#ddd'/><text x='-6' y='%d' "
                    "text-anchor='end'>%.0f</text>\n",
                    HIGH - k * HIGH / DECADES, WIDE, HIGH - k * HIGH / DECADES + 4,
                    pow(10, k));
        for (size = 0; size < b->sizes; size++)
            fprintf(to, "<text x='%zu' y='%d' text-anchor='middle'>%u</text>\n",
                    size * WIDE / (b->sizes - 1), HIGH + 16, b->periods[size]);
        for (who = 0; who < b->count; who++) {
            fprintf(to, "<polyline fill='none' stroke-width='2' stroke='%s' points='",
                    colours[who % 8]);
            for (size = 0; size < b->sizes; size++)
                if (b->cells[who][size][op].count > 0)
                    fprintf(to, "%zu,%.1f ", size * WIDE / (b->sizes - 1),
                            HIGH - HIGH / (double)DECADES *
                                       log10(fmax(b->cells[who][size][op].mean, 1)));
            fprintf(to, "'/>\n");
        }
        fprintf(to, "</g>\n");
    }
    fprintf(to, "</svg>\n");
}

/* ---- the command line -------------------------------------------------------------- */

static const char help[] =
    "usage: bench_rtree [options]\n\n"
    "Operations on idle periods: the paper's range tree, other structures, your own.\n\n"
    "  --only NAME,NAME  only these structures\n"
    "  --mix I:R:S[:C]   shares of insertions, removals, searches (of 12 servers) and\n"
    "                    counts (of all idle ones); 25:25:25:25 if not given\n"
    "  --most N          largest size, 10 to 10000000; sizes are 10, 100, ... up to it;\n"
    "                    10000 if not given\n"
    "  --log LOG         instead the operations of a log's jobs (SWF or GWF; .gz is\n"
    "                    unpacked by gzip; - is standard input)\n"
    "  --operations N    timed operations; 10000 if not given, of a log 200000\n"
    "  --repeat N        turns, 1 to 99, whose medians are taken; 1 if not given\n"
    "  --seed N          of the periods and of the order of operations; 1 if not given\n"
    "  --quick           a check that it works: at most 1000 periods, 400 operations\n"
    "  --csv FILE        write all figures there\n"
    "  --picture FILE    draw the means over the sizes (SVG)\n"
    "  --help            print this and end\n\n"
    "Your own: bench/rivals/tree.h says how. Exit status 1: a structure gives a wrong\n"
    "answer, or a file is bad; 2: the command line is.\n";

static long long number(const char *option, const char *text, long long lo, long long hi)
{
    char *end;
    long long n;
    errno = 0;
    n = strtoll(text, &end, 10);
    if (end == text || *end || errno || n < lo || n > hi)
        tree_fail(2, "--%s: '%s' is not a whole number from %lld to %lld", option, text,
                  lo, hi);
    return n;
}

static void set_mix(bench *b, const char *text)
{
    long long shares[TREE_OPS] = {0, 0, 0, 0}, sum = 0;
    const char *at = text;
    size_t n = 0;
    char *end;
    do {
        if (*at < '0' || *at > '9') break;
        shares[n] = strtoll(at, &end, 10);
        if (shares[n] > 1000000) break;
        sum += shares[n++];
        at = end + 1;
    } while (*end == ':' && n < TREE_OPS);
    if (n < 3 || *(at - 1) != 0 || sum == 0)
        tree_fail(2, "--mix: '%s' is not insert:remove:search[:count], as 40:40:20",
                  text);
    memcpy(b->shares, shares, sizeof shares);
}

/* Is `name` the word, which may be written with - for a blank, and in other case? */
static int named(const char *name, const char *word, size_t length)
{
    size_t i;
    for (i = 0; i < length && name[i]; i++)
        if (tolower((unsigned char)name[i]) != tolower((unsigned char)word[i]) &&
            !(name[i] == ' ' && word[i] == '-'))
            return 0;
    return i == length && !name[i];
}

/* All structures, or the ones named; where two have the same name, the later one has its
 * file's. */
static void choose(bench *b, const char *only)
{
    tree_kind all[CONTESTANTS];
    const char *files[CONTESTANTS] = {NULL};
    size_t count = 0, i, k;
    for (; count < OURS; count++) all[count] = ours[count];
    for (i = 0; bench_tree_files[i]; i++)
        for (k = 0; bench_trees[i][k] && count < CONTESTANTS; k++) {
            size_t same = 0;
            all[count] = *bench_trees[i][k];
            files[count] = bench_tree_files[i];
            while (strcmp(all[same].name, all[count].name) != 0) same++;
            if (same < count) all[count].name = files[count];
            count++;
        }
    if (!only) memcpy(b->kinds, all, sizeof all);
    if (!only) b->count = count;
    while (only && b->count < CONTESTANTS) {
        const size_t length = strcspn(only, ",");
        for (i = 0; i < count && !named(all[i].name, only, length) &&
                    !(files[i] && named(files[i], only, length));)
            i++;
        if (i == count) {
            fprintf(stderr, "bench_rtree: --only: there is no '%.*s'; there are ",
                    (int)length, only);
            for (i = 0; i < count; i++)
                fprintf(stderr, "%s%s", all[i].name, i + 1 < count ? ", " : "\n");
            exit(2);
        }
        b->kinds[b->count++] = all[i];
        only = only[length] ? only + length + 1 : NULL;
    }
}

static FILE *opened(const char *path)
{
    FILE *f = path ? fopen(path, "w") : NULL;
    if (path && !f) tree_fail(1, "cannot write %s: %s", path, strerror(errno));
    return f;
}

static void closed(FILE *f, const char *path)
{
    const int bad = ferror(f);
    if (fclose(f) != 0 || bad) tree_fail(1, "cannot write %s", path);
}

int main(int argc, char **argv)
{
    enum {
        ONLY,
        MIX,
        MOST,
        LOG,
        OPERATIONS,
        SEED,
        QUICK,
        CSV,
        PICTURE,
        REPEAT,
        HELP,
        OPTIONS
    };
    static const struct option options[] = {
        {"only", 1, NULL, ONLY},     {"mix", 1, NULL, MIX},
        {"most", 1, NULL, MOST},     {"log", 1, NULL, LOG},
        {"quick", 0, NULL, QUICK},   {"operations", 1, NULL, OPERATIONS},
        {"seed", 1, NULL, SEED},     {"csv", 1, NULL, CSV},
        {"help", 0, NULL, HELP},     {"picture", 1, NULL, PICTURE},
        {"repeat", 1, NULL, REPEAT}, {NULL, 0, NULL, 0}};
    static bench b = {.most = 10000, .seed = 1, .repeat = 1, .shares = {25, 25, 25, 25}};
    const char *given[OPTIONS] = {NULL};
    FILE *csv, *picture;
    long long n;
    int o, cpu;
    argv[0] = "bench_rtree"; /* getopt_long begins its complaints so */
    while ((o = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (o == '?') return 2;
        given[o] = optarg ? optarg : "";
    }
    if (given[HELP]) return fputs(help, stdout) < 0;
    if (optind < argc)
        tree_fail(2, "there is no operand '%s' (see --help)", argv[optind]);
    if (given[LOG] && (given[MIX] || given[MOST] || given[PICTURE]))
        tree_fail(2,
                  "--log has its own operations and size: no --mix, --most or --picture");
    if (given[QUICK]) b.most = 1000, b.operations = 400;
    if (given[MIX]) set_mix(&b, given[MIX]);
    if (given[MOST]) b.most = number("most", given[MOST], 10, 10000000);
    if (given[REPEAT]) b.repeat = number("repeat", given[REPEAT], 1, TURNS);
    if (given[SEED]) b.seed = number("seed", given[SEED], 0, INT64_MAX);
    if (given[OPERATIONS])
        b.operations = number("operations", given[OPERATIONS], 1, 10000000);
    if (given[PICTURE] && b.most < 100)
        tree_fail(2, "--picture needs two sizes: --most 100 or more");
    choose(&b, given[ONLY]);
    for (n = 10; n <= b.most && !given[LOG]; n *= 10) b.periods[b.sizes++] = (uint32_t)n;
    if (given[LOG]) b.sizes = 1;
    csv = opened(given[CSV]);
    picture = opened(given[PICTURE]);
    cpu = bench_pin();
    bench_environment(stdout, (uint64_t)b.seed, cpu);
    time_nothing(&b);
    run_all(&b, given[LOG]);
    if (csv) {
        bench_environment(csv, (uint64_t)b.seed, cpu);
        write_csv(csv, &b);
        closed(csv, given[CSV]);
    }
    if (picture) {
        write_picture(picture, &b);
        closed(picture, given[PICTURE]);
    }
    return 0;
}
