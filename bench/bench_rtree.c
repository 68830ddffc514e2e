/* bench_rtree.c - operations on idle periods: paper 1's 2-dimensional tree (coa_rtree),
 * what MAP, COUNT and SLICES keep, through their internal functions, and the structures
 * of rivals/tree_*.c. `make bench-tree` runs it.
 *
 * There are n servers with an idle period each, within 30 days. A search asks for what
 * holds the window of one of the periods, as often as takes some milliseconds; the same
 * for removing some periods and inserting them again, so that the structure keeps its
 * size. Each time is the median of batches of 100 operations. Small structures are made
 * several times over, so that a batch takes few from each. All answers of all structures
 * are first compared with those of a list. */
#if defined(__linux__)
#define _GNU_SOURCE 1 /* sched_setaffinity, open_memstream */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"

#include "env.h"
#include "streams.h"
#include "tree_check.h"

#include "base/text.h"
#include "program/cli.h"
#include "report/page.h"

enum { BATCH = 100, BATCHES = 2000, SIZES = 7, CONTESTANTS = 32 };
enum { INSERT, REMOVE, COUNT, SEARCH, OPS };
static const char *const op_names[OPS] = {"insert", "remove", "count", "search"};

extern const tree_kind *const bench_trees[]; /* those of rivals/, made by the Makefile */

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

/* As coa_rtree_count and coa_rtree_search, whose visits cannot be asked for. */
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
    coa_i_rtrees_query(&r->t->trees, r->t->root, COA_I_NONE, INT64_MIN, &q,
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

/* A calendar of which no server is ever idle. */
static void *index_create(uint32_t n, tree_tally *tally, uint32_t index)
{
    index_tree *x = (index_tree *)calloc(1, sizeof *x);
    coa_desc desc = {0};
    if (!x) must(COA_E_NOMEM);
    desc.servers = n;
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
    coa_i_step step;
    memset(&step, 0, sizeof step);
    step.runs = servers;
    step.count = 1;
    step.start = start;
    step.end = end;
    step.give = give;
    must(coa_i_ops(x->cal)->room(x->cal, &step));
    coa_i_ops(x->cal)->change(x->cal, &step);
}

static void *named_create(uint32_t n, tree_tally *tally, uint32_t index)
{
    const coa_run all = {0, n};
    index_tree *x = (index_tree *)index_create(n, tally, index);
    index_change(x, &all, 0, COA_FOREVER, 0);
    return x;
}

static void *map_create(uint32_t n, tree_tally *tally)
{
    return named_create(n, tally, COA_INDEX_MAP);
}

static void *slices_create(uint32_t n, tree_tally *tally)
{
    return n <= COA_SLICES_SERVERS ? named_create(n, tally, COA_INDEX_SLICES) : NULL;
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
    index_tree *x = (index_tree *)index_create(n, tally, COA_INDEX_COUNT);
    coa_i_cursor at, end;
    coa_i_cursors_make(coa_i_counts_of(x->cal), 0, COA_FOREVER, &at, &end);
    coa_i_counts_add(coa_i_counts_of(x->cal), &at, &end, (int32_t)n);
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

typedef struct cell { /* NAN: not measured, not counted */
    double ns[OPS], visits[OPS], bytes;
} cell;

typedef struct bench {
    int64_t most, slice, seed; /* slice: ns that an operation is measured for, at least */
    double clock;              /* ns that reading the clock takes */
    const tree_kind *kinds[CONTESTANTS];
    size_t count, sizes;
    uint32_t periods[SIZES];
    cell cells[CONTESTANTS][SIZES];
} bench;

/* One period of each of n servers, by start; `order`: their numbers, shuffled. */
static coa_period *make_periods(uint32_t n, uint64_t seed, uint32_t *order)
{
    coa_period *p = (coa_period *)malloc(n * sizeof *p);
    coa_time *starts = (coa_time *)malloc(n * sizeof *starts);
    bench_random r;
    uint32_t i;
    if (!p || !starts) must(COA_E_NOMEM);
    r.state = seed + n;
    for (i = 0; i < n; i++) starts[i] = (coa_time)(bench_uniform(&r) * 30 * 86400) + 1;
    qsort(starts, n, sizeof *starts, tree_less);
    for (i = 0; i < n; i++) {
        const uint32_t k = (uint32_t)(bench_uniform(&r) * (i + 1));
        p[i].start = starts[i];
        p[i].end = starts[i] + bench_length(&r);
        p[i].server = i;
        order[i] = order[k];
        order[k] = i;
    }
    free(starts);
    return p;
}

/* A batch: operation number i is on copy i % copies of the structure. */
static void run_batch(const tree_kind *kind, void **trees, uint32_t copies, int op,
                      const coa_period *p, uint32_t n, const uint32_t *order,
                      uint32_t from)
{
    uint32_t i, found[TREE_WANTED];
    for (i = 0; i < BATCH; i++) {
        const coa_period *w = &p[order[(from + i / copies) % n]];
        void *tree = trees[i % copies];
        switch (op) {
        case INSERT: kind->insert(tree, w); break;
        case REMOVE: kind->remove(tree, w); break;
        case COUNT: (void)kind->find(tree, w->start, w->end, UINT32_MAX, NULL); break;
        default: (void)kind->find(tree, w->start, w->end, TREE_WANTED, found);
        }
    }
}

static void measure(const bench *b, const tree_kind *kind, void **trees, uint32_t copies,
                    const coa_period *p, uint32_t n, const uint32_t *order,
                    tree_tally *tally, cell *out)
{
    static double batches[OPS][BATCHES];
    uint64_t visits[OPS] = {0, 0, 0, 0};
    int phase, op;
    for (phase = COUNT; phase <= OPS; phase++) { /* count; search; remove and insert */
        const int64_t begun = bench_spent();
        int k = 0, ops[2] = {phase, phase}, j;
        if (phase == OPS) ops[0] = REMOVE, ops[1] = INSERT;
        for (; k < BATCHES && (k < 3 || bench_spent() - begun < b->slice); k++)
            for (j = 0; j <= (phase == OPS); j++) {
                const uint64_t before = tally->visits;
                const int64_t at = bench_spent();
                run_batch(kind, trees, copies, ops[j], p, n, order, (uint32_t)k * 37 % n);
                batches[ops[j]][k] = ((double)(bench_spent() - at) - b->clock) / BATCH;
                visits[ops[j]] += tally->visits - before;
            }
        for (j = 0; j <= (phase == OPS); j++) {
            op = ops[j];
            out->ns[op] = bench_median(batches[op], (size_t)k);
            out->visits[op] = visits[op] ? (double)visits[op] / BATCH / k : NAN;
        }
    }
}

static double clock_cost(void)
{
    double took[99];
    int i;
    for (i = 0; i < 99; i++) {
        const int64_t at = bench_spent();
        took[i] = (double)(bench_spent() - at);
    }
    return bench_median(took, 99);
}

/* Measures one structure at one size; 0, or -1 if an answer was wrong. */
static int run_one(const bench *b, size_t who, const coa_period *p, uint32_t n,
                   const uint32_t *order, cell *out)
{
    const tree_kind *kind = b->kinds[who];
    const uint32_t copies = n < 10 * BATCH ? 10 * BATCH / n : 1;
    tree_tally tally = {0, 0};
    void **trees = (void **)calloc(copies, sizeof *trees);
    char why[200];
    uint32_t i, k;
    int bad = 0;
    if (!trees) must(COA_E_NOMEM);
    for (i = 0; i < OPS; i++) out->ns[i] = out->visits[i] = NAN;
    out->bytes = NAN;
    for (i = 0; i < copies && (trees[i] = kind->create(n, &tally)) != NULL && !bad; i++)
        if (i == 0)
            bad = tree_check(kind, trees[0], p, n, kind == &ours[OURS - 1], why);
        else
            for (k = 0; k < n; k++) kind->insert(trees[i], &p[k]);
    if (bad) fprintf(stderr, "bench_rtree: %s\n", why);
    if (i == copies && !bad) {
        out->bytes = tally.bytes ? (double)tally.bytes / copies / n : NAN;
        measure(b, kind, trees, copies, p, n, order, &tally, out);
    }
    for (i = 0; i < copies && trees[i]; i++) kind->destroy(trees[i]);
    free(trees);
    return bad;
}

static int run_all(bench *b)
{
    size_t size, who;
    int bad = 0;
    for (size = 0; size < b->sizes && !bad; size++) {
        const uint32_t n = b->periods[size];
        uint32_t *order = (uint32_t *)calloc(n, sizeof *order);
        coa_period *p;
        if (!order) must(COA_E_NOMEM);
        p = make_periods(n, (uint64_t)b->seed, order);
        for (who = 0; who < b->count && !bad; who++)
            bad = run_one(b, who, p, n, order, &b->cells[who][size]);
        free(order);
        free(p);
    }
    return bad;
}

/* ---- results ----------------------------------------------------------------------- */

static double log_squared(uint32_t n) /* the paper's bound on nodes, without its factor */
{
    return log2((double)n) * log2((double)n);
}

/* One row of a structure: its values at all sizes, if there is any. */
static void add_row(struct table *t, const bench *b, size_t who, size_t at, int bound)
{
    size_t size;
    double v[SIZES], any = NAN;
    for (size = 0; size < b->sizes; size++) {
        memcpy(&v[size], (const char *)&b->cells[who][size] + at, sizeof v[size]);
        if (bound) v[size] /= log_squared(b->periods[size]);
        if (!isnan(v[size])) any = v[size];
    }
    if (isnan(any)) return;
    table_row(t, MEASURE_COUNT, "  %s", b->kinds[who]->name);
    for (size = 0; size < b->sizes; size++)
        if (isnan(v[size]))
            table_cell(t, "-");
        else
            table_cell(t, v[size] < 99.95 ? "%.1f" : "%.0f", v[size]);
}

static void make_table(struct table *t, const bench *b)
{
    static const struct {
        const char *title;
        size_t at;
        int bound;
    } blocks[] = {{"%s: ns", offsetof(cell, ns), 0},
                  {"%s: ns / log2(N)^2", offsetof(cell, ns), 1},
                  {"%s: nodes visited", offsetof(cell, visits), 0}};
    size_t block, op, who, size;
    table_title(t, MEASURE_COUNT, "Idle periods");
    for (size = 0; size < b->sizes; size++) table_column(t, "%u", b->periods[size]);
    for (block = 0; block < 3; block++)
        for (op = 0; op < OPS; op++) {
            char title[40];
            snprintf(title, sizeof title, blocks[block].title, op_names[op]);
            table_row(t, MEASURE_COUNT, "%s", title);
            for (who = 0; who < b->count; who++)
                if (!blocks[block].bound || who == 0)
                    add_row(t, b, who, blocks[block].at + op * sizeof(double),
                            blocks[block].bound);
        }
    table_row(t, MEASURE_COUNT, "the paper's bound: log2(N)^2");
    for (size = 0; size < b->sizes; size++)
        table_cell(t, "%.0f", log_squared(b->periods[size]));
    table_row(t, MEASURE_COUNT, "bytes a period");
    for (who = 0; who < b->count; who++) add_row(t, b, who, offsetof(cell, bytes), 0);
}

/* As table_print, with narrower columns. */
static void show(const struct table *t)
{
    size_t row, k;
    printf("%-28s", t->title);
    for (k = 0; k < t->columns; k++) printf(" %9s", t->heads[k]);
    for (row = 0; row < t->count; row++) {
        printf("\n%-28s", t->rows[row].label);
        for (k = 0; *table_at(t, row, 0) && k < t->columns; k++)
            printf(" %9s", table_at(t, row, k));
    }
    printf("\n");
}

static void write_csv(FILE *to, const bench *b)
{
    size_t size, who, op;
    fprintf(to, "structure,operation,periods,ns,ns_by_log2_squared,visits,log2_squared,"
                "bytes_a_period\n");
    for (who = 0; who < b->count; who++)
        for (size = 0; size < b->sizes; size++)
            for (op = 0; op < OPS; op++) {
                const cell *c = &b->cells[who][size];
                const double bound = log_squared(b->periods[size]);
                if (isnan(c->ns[op])) continue;
                fprintf(to, "%s,%s,%u,%.1f,%.3f,", b->kinds[who]->name, op_names[op],
                        b->periods[size], c->ns[op], c->ns[op] / bound);
                if (!isnan(c->visits[op])) fprintf(to, "%.1f", c->visits[op]);
                fprintf(to, ",%.2f,", bound);
                if (!isnan(c->bytes)) fprintf(to, "%.1f", c->bytes);
                fprintf(to, "\n");
            }
}

static struct figure_plot *new_plot(struct page *page, const char *heading,
                                    const char *id, const char *title, const char *y,
                                    const char *unit)
{
    struct figure_plot *p = page_new_plot(page, heading, id, title);
    p->x = figure_axis_plain("periods", NULL);
    p->y = figure_axis_plain(y, unit);
    p->x.log = p->y.log = 1;
    return p;
}

/* A structure's curve of an operation: its times or its visits. */
static void curve(struct figure_plot *p, const bench *b, size_t who, const char *name,
                  size_t op, int visits)
{
    const size_t series = figure_plot_series(p, FIGURE_LINE, "%s", name);
    size_t size;
    for (size = 0; size < b->sizes; size++) {
        const cell *c = &b->cells[who][size];
        const double v = visits ? c->visits[op] : c->ns[op];
        if (!isnan(v)) figure_plot_point(p, series, b->periods[size], v);
    }
}

static void make_plots(struct page *page, const bench *b)
{
    static const char *const titles[OPS] = {"Inserting a period", "Removing a period",
                                            "Counting all that hold a window",
                                            "Finding 12 that hold a window"};
    struct figure_plot *p;
    size_t op, who, size, series;
    for (op = 0; op < OPS; op++) {
        p = new_plot(page, "How long an operation takes", op_names[op], titles[op],
                     "time", "ns");
        for (who = 0; who < b->count; who++) curve(p, b, who, b->kinds[who]->name, op, 0);
    }
    p = new_plot(page, "The range tree beside the paper's bound", "visits",
                 "Nodes visited, and log2(N)^2", "nodes", NULL);
    for (op = 0; op < OPS; op++) curve(p, b, 0, op_names[op], op, 1);
    series = figure_plot_series(p, FIGURE_LINE, "log2(N)^2");
    for (size = 0; size < b->sizes; size++)
        figure_plot_point(p, series, b->periods[size], log_squared(b->periods[size]));
    p = new_plot(page, "The range tree beside the paper's bound", "bound",
                 "Time over log2(N)^2: level where the bound holds", "time", "ns");
    for (op = 0; op < OPS; op++) {
        series = figure_plot_series(p, FIGURE_LINE, "%s", op_names[op]);
        for (size = 0; size < b->sizes; size++)
            figure_plot_point(p, series, b->periods[size],
                              b->cells[0][size].ns[op] / log_squared(b->periods[size]));
    }
}

static const char about[] =
    "N servers have an idle period each. insert and remove: one period. count: all "
    "periods that hold the window of one of them; search: 12 of them. COUNT does not "
    "know servers: it says how many are free at every moment of the window, so never "
    "fewer. SLICES holds up to 1024 servers. The paper's bound of every operation is a "
    "multiple of log2(N)^2 nodes, and of 12 more for a search.";

static void print_words(FILE *to, const void *of)
{
    const char *const *word = (const char *const *)of;
    for (; *word; word++) {
        page_shell_word(to, *word);
        if (word[1]) fputc(' ', to);
    }
}

static int write_page(const char *path, const bench *b, int cpu, char **argv,
                      struct error *e)
{
    struct page page = {0};
    char *text = NULL, *from, *to;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    int code;
    if (!f) must(COA_E_NOMEM);
    bench_environment(f, (uint64_t)b->seed, cpu);
    if (fclose(f) != 0) must(COA_E_NOMEM);
    for (from = to = text; *from; from++) /* without the marks of comments */
        if (strncmp(from, "# ", 2) == 0 && (from == text || from[-1] == '\n'))
            from++;
        else
            *to++ = *from;
    *to = 0;
    page_title(&page, "Operations on idle periods");
    page_lines(&page, text);
    page_text(&page, "%s", about);
    page_section(&page, "Summary");
    make_table(page_new_table(&page), b);
    make_plots(&page, b);
    argv[0] = "bench_rtree"; /* not a path of this machine */
    page.made = text_printed(print_words, argv);
    code = page.made ? page_file(&page, path, e) : error_fail(e, "out of memory");
    page_free(&page);
    free(text);
    return code;
}

int main(int argc, char **argv)
{
    static bench b = {.most = 100000, .slice = 15000000, .seed = 1};
    int64_t quick = 0, n;
    const char *csv = NULL, *report = NULL;
    const struct cli_option options[] = {
        {OPTION_NUMBER("--most", &b.most, "N", 10, 10000000),
         .help = "largest size; sizes are 10, 100, ... up to it"},
        {OPTION_FLAG("--quick", &quick),
         .help = "to see that it works: up to 1000 periods, times mean nothing"},
        {OPTION_NUMBER("--seed", &b.seed, "N", 0, INT64_MAX), .help = "of the periods"},
        {OPTION_TEXT("--csv", &csv, "FILE"), .help = "write the figures there"},
        {OPTION_TEXT("--report", &report, "FILE"),
         .help = "write a page with the table and curves (HTML)"}};
    const struct cli_program me = {
        "bench_rtree",
        "",
        "Operations on idle periods: the paper's range tree, other structures, your own.",
        options,
        sizeof options / sizeof options[0],
        "Your own: bench/rivals/tree.h says how. Exit status 1: a structure gives a "
        "wrong answer."};
    const char *operand = NULL;
    const int code = cli_parse(&me, argc, argv, &operand);
    const tree_kind *const *other = bench_trees;
    struct table t = {0};
    struct error e;
    FILE *to = NULL;
    int cpu;
    if (code != CLI_RUN) return code;
    if (quick) b.most = 1000, b.slice = 100000;
    for (; b.count < OURS; b.count++) b.kinds[b.count] = &ours[b.count];
    while (*other && b.count < CONTESTANTS) b.kinds[b.count++] = *other++;
    for (n = 10; n <= b.most; n *= 10) b.periods[b.sizes++] = (uint32_t)n;
    if (csv && !(to = fopen(csv, "w"))) {
        fprintf(stderr, "bench_rtree: cannot write %s\n", csv);
        return 1;
    }
    cpu = bench_pin();
    b.clock = clock_cost();
    bench_environment(stdout, (uint64_t)b.seed, cpu);
    if (run_all(&b) != 0) return 1;
    make_table(&t, &b);
    show(&t);
    if (to) {
        bench_environment(to, (uint64_t)b.seed, cpu);
        write_csv(to, &b);
        if (fclose(to) != 0) {
            fprintf(stderr, "bench_rtree: cannot write %s\n", csv);
            return 1;
        }
    }
    if (table_check(&t, &e) != 0 ||
        (report && write_page(report, &b, cpu, argv, &e) != 0)) {
        fprintf(stderr, "bench_rtree: %s\n", e.text);
        return 1;
    }
    table_free(&t);
    return 0;
}
