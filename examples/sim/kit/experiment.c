/* experiment.c - points and variants are combinations, counted like the digits of a
 * number; each has its settings, and a number of its world. */
#include "kit/experiment.h"

#include "base/map.h"
#include "base/threads.h"
#include "kit/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 10000000 };

/* ---- options that every simulator has ---------------------------------------------- */

#define HOW(kind, member) OPTION(kind, struct experiment_how, member)

static const struct option_word tables[] = {{.word = "first"}, {.word = "all"}, {0}};

static const struct option common[] = {
    {"seed", HOW(OPTION_WHOLE, seed), .of = OF_RUN, .hi = INT64_MAX / 2, .value = "1",
     .spans = OPTION_ONCE, .help = "seed of the first run; further runs add 1 each"},
    {"seeds", HOW(OPTION_WHOLE, seeds), .of = OF_RUN, .lo = 1, .hi = 1000, .value = "1",
     .spans = OPTION_ONCE,
     .help = "run everything N times; five or more give 95 % intervals"},
    {"each", HOW(OPTION_FLAG, each), .of = OF_RUN,
     .help = "vary one list of numbers at a time, others at default, instead of crossing"
             " them"},
    {"no-timing", HOW(OPTION_FLAG, no_timing), .of = OF_RUN,
     .help = "omit timings: identical runs give identical files"},
    {"against", HOW(OPTION_TEXT, against), .meta = "WORD", .said = "the first",
     .help = "the variant to compare the others with"},
    {"table", HOW(OPTION_WORD, table), .meta = "all", .words = tables,
     .said = "the first only", .spans = OPTION_ONCE, .help = "all: every table"},
    {"threads", HOW(OPTION_WHOLE, threads), .lo = 1, .hi = THREADS_MAX,
     .said = "one for each processor", .spans = OPTION_ONCE,
     .help = "parallel runs; results do not depend on it"},
    {"rows", HOW(OPTION_OUTPUT, rows), .meta = "FILES",
     .help = "raw results as CSV: runs already in these files are not repeated; the first"
             " file ends up with all; if no settings are given, theirs are used"},
    {"items", HOW(OPTION_OUTPUT, items), .help = "the outcome of each item, as CSV"},
    {"links", HOW(OPTION_OUTPUT, links),
     .help = "network simulators: each link's ends, use and refusals, as CSV"},
    {"facts", HOW(OPTION_OUTPUT, facts),
     .help = "all results, one per line: key, value, interval, count"},
    {"claim", HOW(OPTION_LIST, claims), .meta = "TEXT",
     .help = "instead of tables, check a claim such as 'wait_mean: a < b at load=0.8':"
             " prints the figure, its interval and the verdict; may be repeated"},
    {"report", HOW(OPTION_OUTPUT, report), .help = "an HTML page: all tables and charts"},
    {"part", HOW(OPTION_TEXT, part), .meta = "K/N",
     .help = "run only part K of N, for --rows"}};

enum { COMMON = sizeof common / sizeof common[0] };

struct option *experiment_options(const struct simulator *s, size_t *count)
{
    for (size_t i = 0; i < s->options_count; i++)
        if (s->options[i].of == OF_PROGRAM)
            fail("option --%s: no .of", s->options[i].name);
    *count = s->options_count + COMMON;
    struct option *all = base_kept(*count, sizeof *all);
    if (s->options_count) memcpy(all, s->options, s->options_count * sizeof *all);
    memcpy(all + s->options_count, common, sizeof common);
    return all;
}

/* ---- the command line -------------------------------------------------------------- */

const void *experiment_settings(const struct experiment *x, size_t point, size_t variant)
{
    return x->settings + (point * x->variants + variant) * x->sim->settings;
}

struct run *experiment_run(const struct experiment *x, size_t group, size_t variant)
{
    return &x->runs[group * x->variants + variant];
}

const struct option *experiment_axis(const struct experiment *x, size_t a)
{
    return &x->options.table[x->axes[a]];
}

static const struct option_given *given_of(const struct experiment *x, size_t option)
{
    return &x->options.given[option];
}

double experiment_value(const struct experiment *x, size_t a, size_t point)
{
    const int64_t value = given_of(x, x->axes[a])->values[x->values[point][a]];
    const enum option_kind kind = experiment_axis(x, a)->kind;
    if (value < 0 || kind == OPTION_WORD) return (double)NAN;
    return (double)value / (kind == OPTION_DECIMAL ? OPTION_ONE : 1);
}

const char *experiment_text(const struct experiment *x, size_t a, size_t point)
{
    return x->value_texts[a][x->values[point][a]];
}

const char *experiment_items(const struct experiment *x)
{
    return x->sim->items ? x->sim->items : base_text("%ss", x->sim->item);
}

size_t experiment_variant(const struct experiment *x, const char *name)
{
    size_t v = 0;
    while (v < x->variants && strcmp(x->variant_names[v], name) != 0) v++;
    return v;
}

size_t experiment_line(const struct experiment *x, size_t a, size_t to[OPTION_VALUES])
{
    size_t n = 0, i, k;
    for (i = 0; i < x->points; i++) {
        for (k = 0; k < x->axis_count; k++)
            if (k != a && x->values[i][k] != x->values[x->base][k]) break;
        if (k < x->axis_count) continue;
        for (k = n++; k > 0 && x->values[to[k - 1]][a] > x->values[i][a]; k--)
            to[k] = to[k - 1];
        to[k] = i;
    }
    return n;
}

struct row_spread experiment_compare(const struct experiment *x, struct row_cell of,
                                     struct row_cell other, enum experiment_beside how)
{
    static const struct measure items = {.unit = UNIT_PERCENT, .stat = STAT_SHARE};
    const struct measure *m =
        of.measure < x->sim->measures_count ? &x->sim->measures[of.measure] : &items;
    const int counted = m->stat >= STAT_SHARE && m->stat <= STAT_BELOW;
    const struct row_cell *base = how == EXPERIMENT_ALONE ? NULL : &other;
    struct row_spread s;
    if (how == EXPERIMENT_RELATIVE)
        return row_spread(&x->rows, of, base, INTERVAL_RELATIVE);
    if (counted || m->unit == UNIT_PERCENT) { /* which may be more than 100 % */
        s = row_spread(&x->rows, of, base, INTERVAL_SHARE);
        if (counted || (!isnan(s.mean) && s.most > s.least)) return s;
    }
    return row_spread(&x->rows, of, base, INTERVAL_MEAN);
}

struct row_spread experiment_spread(const struct experiment *x, struct row_cell of,
                                    enum experiment_beside how)
{
    static const struct row_spread none = {NAN, NAN, NAN,  NAN,
                                           NAN, 0,   NULL, INTERVAL_FEW};
    struct row_figure *f = row_figure(&x->rows, of);
    if (!f) return none;
    of.variant = (uint32_t)x->against;
    if (!(f->known >> how & 1)) f->is[how] = experiment_compare(x, f->cell, of, how);
    f->known |= 1u << how;
    return f->is[how];
}

/* ---- points and variants ----------------------------------------------------------- */

/* Which value of each option has combination number k of all. */
static void combine(const struct experiment *x, const size_t *options, size_t count,
                    size_t k, size_t to[EXPERIMENT_AXES])
{
    for (size_t a = 0; a < count; a++) {
        to[a] = k % given_of(x, options[a])->count;
        k /= given_of(x, options[a])->count;
    }
}

/* How many combinations there are, or a number above RUNS_MOST. */
static size_t combinations(const struct experiment *x, const size_t *options,
                           size_t count)
{
    size_t all = 1, a;
    for (a = 0; a < count && all <= RUNS_MOST; a++) all *= given_of(x, options[a])->count;
    return all;
}

static void add_point(struct experiment *x, const size_t values[EXPERIMENT_AXES])
{
    const char *name = "";
    size_t a, base = 1;
    for (a = 0; a < x->axis_count; a++) {
        base &= values[a] == given_of(x, x->axes[a])->base;
        name = base_text("%s%s%s %s", name, a ? ", " : "", experiment_axis(x, a)->name,
                         x->value_texts[a][values[a]]);
    }
    if (base) x->base = x->points;
    memcpy(x->values[x->points], values, sizeof x->values[0]);
    x->point_names[x->points++] = name;
}

/* With --each the base, and those that differ from it in one option; else all. */
static void make_points(struct experiment *x)
{
    size_t count = combinations(x, x->axes, x->axis_count), one = 1;
    size_t at[EXPERIMENT_AXES] = {0}, i, a;
    for (a = 0; a < x->axis_count; a++) one += given_of(x, x->axes[a])->count - 1;
    if (x->how.each) count = one;
    if (count * x->variants * x->seeds > RUNS_MOST)
        fail_usage("these lists make more than %d runs", RUNS_MOST);
    x->values = base_kept(count, sizeof *x->values);
    x->point_names = base_kept(count, sizeof *x->point_names);
    for (i = 0; i < count && !x->how.each; i++) {
        combine(x, x->axes, x->axis_count, i, at);
        add_point(x, at);
    }
    if (!x->how.each) return;
    for (a = 0; a < x->axis_count; a++) at[a] = given_of(x, x->axes[a])->base;
    add_point(x, at);
    for (a = 0; a < x->axis_count; a++) {
        const struct option_given *g = given_of(x, x->axes[a]);
        for (at[a] = 0; at[a] < g->count; at[a]++)
            if (at[a] != g->base) add_point(x, at);
        at[a] = g->base;
    }
}

/* Does what runs with these words look at the option? */
static int is_used(const struct experiment *x, const struct option *o,
                   const size_t *chosen)
{
    size_t k = 0;
    while (k < x->word_count && x->options.table[x->words[k]].spans != OPTION_VARIANTS)
        k++;
    return !o->used_by || k == x->word_count ||
           o->used_by >> given_of(x, x->words[k])->values[chosen[k]] % OPTION_K & 1;
}

/* An option at which no variant looks. */
static void refuse_unused(const struct experiment *x)
{
    unsigned by = 0; /* what answers a question, whatever the words are */
    size_t i, v;
    for (i = 0; i < x->sim->options_count; i++)
        if (x->options.table[i].asks && given_of(x, i)->told)
            by |= x->options.table[i].used_by;
    for (i = 0; i < x->sim->options_count; i++) {
        for (v = 0; v < x->variants; v++)
            if (is_used(x, &x->options.table[i], x->chosen[v])) break;
        if (v == x->variants && given_of(x, i)->told == OPTION_TOLD &&
            !(x->options.table[i].used_by & by))
            fail_usage("--%s has no effect on %s", x->options.table[i].name,
                       base_list(x->variant_names, x->variants));
    }
}

/* The words that are compared, and that it looks at; if there is none, all of those. */
static const char *variant_name(const struct experiment *x, const size_t *chosen)
{
    const int several = combinations(x, x->words, x->word_count) > 1;
    const char *name = "";
    char word[OPTION_WIDE];
    for (int all = !several; all < 2 && !*name; all++)
        for (size_t w = 0; w < x->word_count; w++) {
            const struct option_given *g = given_of(x, x->words[w]);
            const struct option *o = &x->options.table[x->words[w]];
            if ((!all && g->count == 1) || !is_used(x, o, chosen)) continue;
            name = base_text("%s%s%s", name, *name ? " " : "",
                             option_text(o, g->values[chosen[w]], word));
        }
    return *name ? name : x->sim->name;
}

/* The variants of another program, which cannot be run; all with the first words. */
static void take_named(struct experiment *x)
{
    size_t v = 0;
    while (v < x->named_count && v < x->variants &&
           strcmp(x->named[v], x->variant_names[v]) == 0)
        v++;
    if (v == x->named_count && (v == 0 || v == x->variants)) x->named = NULL;
    if (!x->named) return;
    x->variants = x->named_count;
    x->variant_names = x->named;
    x->chosen = base_kept(x->variants, sizeof *x->chosen);
}

/* All combinations of words; but a policy that does not look at an option has only the
 * first of its words. */
static void make_variants(struct experiment *x)
{
    const size_t all = combinations(x, x->words, x->word_count);
    const char *against = x->how.against ? x->how.against : x->sim->first.against;
    size_t v, w;
    if (all > RUNS_MOST) fail_usage("too many words to compare");
    x->chosen = base_kept(all, sizeof *x->chosen);
    x->variant_names = base_kept(all, sizeof *x->variant_names);
    for (v = 0; v < all; v++) {
        size_t *chosen = x->chosen[x->variants];
        combine(x, x->words, x->word_count, v, chosen);
        for (w = 0; w < x->word_count; w++)
            if (chosen[w] > 0 && !is_used(x, &x->options.table[x->words[w]], chosen))
                break;
        if (w == x->word_count) x->variant_names[x->variants++] = variant_name(x, chosen);
    }
    refuse_unused(x);
    take_named(x);
    if (against) x->against = experiment_variant(x, against);
    if (x->against == x->variants && x->how.against)
        fail_usage("--against: expected one of %s, not '%s'",
                   base_list(x->variant_names, x->variants), against);
    if (x->against == x->variants) x->against = 0;
}

static void make_texts(struct experiment *x)
{
    char text[OPTION_WIDE];
    x->value_texts = base_kept(x->axis_count, sizeof *x->value_texts);
    for (size_t a = 0; a < x->axis_count; a++) {
        const struct option_given *g = given_of(x, x->axes[a]);
        x->value_texts[a] = base_kept(g->count, sizeof **x->value_texts);
        for (size_t k = 0; k < g->count; k++)
            x->value_texts[a][k] =
                base_text("%s", option_text(experiment_axis(x, a), g->values[k], text));
    }
}

/* ---- settings and worlds ----------------------------------------------------------- */

/* The settings of a point and variant: common options have no place in them. Returns a
 * number of the values of the world's options. */
static uint64_t fill_settings(const struct experiment *x, size_t point, size_t variant,
                              void *to)
{
    struct options own = x->options;
    uint64_t world = 0;
    own.count = x->sim->options_count;
    option_put_all(&own, to);
    for (size_t k = 0; k < x->axis_count + x->word_count; k++) {
        const size_t w = k - x->axis_count;
        const size_t i = k < x->axis_count ? x->axes[k] : x->words[w];
        const size_t value =
            k < x->axis_count ? x->values[point][k] : x->chosen[variant][w];
        option_put(&own, i, value, to);
        if (own.table[i].of == OF_WORLD) world = world * given_of(x, i)->count + value;
    }
    if (x->sim->check) x->sim->check(to);
    return world;
}

static void make_settings(struct experiment *x)
{
    const size_t cells = x->points * x->variants;
    struct map numbers = {NULL, 0, 0};
    x->settings = base_kept(cells, x->sim->settings);
    x->worlds = base_kept(cells, sizeof *x->worlds);
    for (size_t i = 0; i < cells; i++) {
        const uint64_t world = fill_settings(x, i / x->variants, i % x->variants,
                                             x->settings + i * x->sim->settings);
        uint64_t *number = map_at(&numbers, (int64_t)world);
        if (!number) fail("out of memory");
        if (*number == 0) *number = ++x->world_count;
        x->worlds[i] = (size_t)*number - 1;
    }
    map_free(&numbers);
}

/* An option that has no effect with others. */
static void refuse_idle(const struct experiment *x)
{
    const size_t cells = x->points * x->variants;
    for (size_t i = 0; i < x->options.count && x->sim->idle; i++) {
        const struct option *o = &x->options.table[i];
        const char *why = given_of(x, i)->told == OPTION_TOLD ? "" : NULL;
        for (size_t k = 0; k < cells && why; k++)
            why = x->sim->idle(x->settings + k * x->sim->settings, o);
        if (why) fail_usage("--%s has no effect %s", o->name, why);
    }
}

/* Which options are swept or compared. */
static void sort_options(struct experiment *x)
{
    for (size_t i = 0; i < x->sim->options_count; i++) {
        const struct option *o = &x->options.table[i];
        const int words = option_makes_variants(o);
        if (x->options.given[i].count < 2 && o->spans != OPTION_VARIANTS) continue;
        if ((words ? x->word_count : x->axis_count) == EXPERIMENT_AXES)
            fail_usage("more than %d lists of %s", EXPERIMENT_AXES,
                       words ? "words" : "numbers");
        if (words) x->words[x->word_count++] = i;
        if (!words && x->how.each) option_add_base(&x->options, i);
        if (!words) x->axes[x->axis_count++] = i;
    }
}

void experiment_plan(struct experiment *x)
{
    const size_t own = x->sim->options_count;
    struct options rest = {x->options.table + own, x->options.count - own,
                           x->options.given + own};
    int drawn = !x->sim->drawn;
    option_put_all(&rest, &x->how);
    x->seeds = (size_t)x->how.seeds;
    sort_options(x);
    make_texts(x);
    make_variants(x);
    make_points(x);
    make_settings(x);
    refuse_idle(x);
    if (x->how.links && !x->sim->links)
        fail_usage("--links: this simulator has no links");
    for (size_t i = 0; i < x->points && !drawn; i++)
        drawn = x->sim->drawn(experiment_settings(x, i, 0));
    if (x->seeds > 1 && !drawn)
        fail_usage(
            "--seeds: nothing in this run is random: all seeds would give the same");
}
