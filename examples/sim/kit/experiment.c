/* experiment.c - implements experiment.h. */
#include "kit/experiment.h"

#include "base/map.h"
#include "base/threads.h"
#include "kit/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 10000000, NAME = 512 };

/* ---- options that every simulator has ---------------------------------------------- */

#define HOW(kind, member) OPTION(kind, struct experiment_how, member)

static const struct option common[] = {
    {"seed", HOW(OPTION_WHOLE, seed), .of = OF_RUN, .hi = INT64_MAX / 2, .value = "1",
     .spans = OPTION_ONCE, .help = "of the first run; each further one has the next"},
    {"seeds", HOW(OPTION_WHOLE, seeds), .of = OF_RUN, .lo = 1, .hi = 1000, .value = "1",
     .spans = OPTION_ONCE,
     .help = "so many runs of everything; five or more give 95 % intervals"},
    {"each", HOW(OPTION_FLAG, each), .of = OF_RUN,
     .help = "of several lists of numbers, go along one at a time, the others at their"
             " default, instead of crossing them"},
    {"no-timing", HOW(OPTION_FLAG, no_timing), .of = OF_RUN,
     .help = "leave out what was measured of the run itself: equal runs, equal bytes"},
    {"against", HOW(OPTION_TEXT, against), .meta = "WORD", .said = "the first",
     .help = "what the others are compared with"},
    {"threads", HOW(OPTION_WHOLE, threads), .lo = 1, .hi = THREADS_MAX,
     .said = "one for each processor", .spans = OPTION_ONCE,
     .help = "runs at the same time; results do not depend on it"},
    {"json", HOW(OPTION_OUTPUT, json), .meta = "[FILE]", .alone = "-",
     .help = "all results as JSON; without FILE to standard output"},
    {"rows", HOW(OPTION_OUTPUT, rows),
     .help = "rows as CSV, from which everything else is computed"},
    {"items", HOW(OPTION_OUTPUT, items), .help = "what became of each item, as CSV"},
    {"facts", HOW(OPTION_OUTPUT, facts),
     .help = "all results as lines: key, value, its interval, of how many"},
    {"report", HOW(OPTION_OUTPUT, report), .help = "a page with all tables and pictures"},
    {"part", HOW(OPTION_TEXT, part), .meta = "K/N",
     .help = "make only the K-th of N parts of the runs, for --rows and then --from"},
    {"from", HOW(OPTION_FILES, from), .meta = "FILES",
     .help = "make no runs: take these files of --rows, separated by commas"},
    {"partial", HOW(OPTION_FLAG, partial), .help = "--from may lack runs"},
    {"resume", HOW(OPTION_FLAG, resume),
     .help = "go on with the runs of a --rows FILE that was interrupted"}};

enum { COMMON = sizeof common / sizeof common[0] };

struct option *experiment_options(const struct simulator *s, size_t *count)
{
    struct option *all;
    size_t i;
    for (i = 0; i < s->options_count; i++)
        if (s->options[i].of == OF_PROGRAM)
            fail("option --%s: no .of", s->options[i].name);
    *count = s->options_count + COMMON;
    all = (struct option *)base_kept(*count, sizeof *all);
    if (s->options_count) memcpy(all, s->options, s->options_count * sizeof *all);
    memcpy(all + s->options_count, common, sizeof common);
    return all;
}

/* ---- what is asked ----------------------------------------------------------------- */

const void *experiment_settings(const struct experiment *x, size_t point, size_t variant)
{
    return x->settings + (point * x->variants + variant) * x->sim->settings;
}

struct run *experiment_run(const struct experiment *x, size_t point, size_t seed,
                           size_t variant)
{
    return &x->runs[(point * x->seeds + seed) * x->variants + variant];
}

const struct option *experiment_axis(const struct experiment *x, size_t a)
{
    return &x->options.table[x->axes[a]];
}

static struct option_given *given_of(const struct experiment *x, size_t a)
{
    return &x->options.given[x->axes[a]];
}

int64_t experiment_value(const struct experiment *x, size_t a, size_t point)
{
    return given_of(x, a)->at[x->values[point][a]];
}

const char *experiment_text(const struct experiment *x, size_t a, size_t point)
{
    return x->value_texts[a][x->values[point][a]];
}

const char *experiment_items(const struct experiment *x)
{
    return x->sim->items ? x->sim->items : base_text("%ss", x->sim->item);
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

struct row_spread experiment_spread(const struct experiment *x, struct row_cell of,
                                    enum experiment_beside how)
{
    static const struct measure items = {.unit = UNIT_PERCENT, .stat = STAT_SHARE};
    const struct measure *m =
        of.measure < x->sim->measures_count ? &x->sim->measures[of.measure] : &items;
    const int counted = m->stat == STAT_SHARE || m->stat == STAT_ABOVE;
    struct row_cell against = of;
    const struct row_cell *base = how == EXPERIMENT_ALONE ? NULL : &against;
    struct row_spread s;
    against.variant = (uint32_t)x->against;
    if (how == EXPERIMENT_RELATIVE)
        return row_spread(&x->rows, of, base, INTERVAL_RELATIVE);
    if (counted || m->unit == UNIT_PERCENT) { /* which may be more than 100 % */
        s = row_spread(&x->rows, of, base, INTERVAL_SHARE);
        if (counted || (!isnan(s.mean) && s.most > s.least)) return s;
    }
    return row_spread(&x->rows, of, base, INTERVAL_MEAN);
}

/* ---- points ------------------------------------------------------------------------ */

static void add_point(struct experiment *x, const size_t values[EXPERIMENT_AXES])
{
    char name[NAME] = "";
    size_t a, n = 0, base = 1;
    for (a = 0; a < x->axis_count; a++) {
        base &= values[a] == given_of(x, a)->base;
        if (n < sizeof name)
            n += (size_t)snprintf(name + n, sizeof name - n, "%s%s %s", a ? ", " : "",
                                  experiment_axis(x, a)->name,
                                  x->value_texts[a][values[a]]);
    }
    if (base) x->base = x->points;
    memcpy(x->values[x->points], values, sizeof x->values[0]);
    x->point_names[x->points++] = base_text("%s", name);
}

/* With --each the base, and those that differ from it in one option; else all. */
static size_t count_points(const struct experiment *x)
{
    size_t all = 1, sum = 1, a;
    for (a = 0; a < x->axis_count; a++) {
        const size_t count = given_of(x, a)->count;
        sum += count - 1;
        all = all > RUNS_MOST ? all : all * count;
    }
    return x->how.each ? sum : all;
}

static void make_texts(struct experiment *x)
{
    char text[OPTION_WIDE];
    size_t a, k;
    x->value_texts = (const char ***)base_kept(x->axis_count, sizeof *x->value_texts);
    for (a = 0; a < x->axis_count; a++) {
        const struct option_given *g = given_of(x, a);
        x->value_texts[a] = (const char **)base_kept(g->count, sizeof **x->value_texts);
        for (k = 0; k < g->count; k++)
            x->value_texts[a][k] =
                base_text("%s", option_text(experiment_axis(x, a), g->at[k], text));
    }
}

static void make_points(struct experiment *x)
{
    const size_t count = count_points(x);
    size_t at[EXPERIMENT_AXES] = {0}, i, a;
    if (count * x->variants * x->seeds > RUNS_MOST)
        fail_usage("these lists make more than %d runs", RUNS_MOST);
    x->values = base_kept(count, sizeof *x->values);
    x->point_names = (const char **)base_kept(count, sizeof *x->point_names);
    for (i = 0; i < count && !x->how.each; i++) {
        size_t rest = i;
        for (a = 0; a < x->axis_count; rest /= given_of(x, a)->count, a++)
            at[a] = rest % given_of(x, a)->count;
        add_point(x, at);
    }
    if (!x->how.each) return;
    for (a = 0; a < x->axis_count; a++) at[a] = given_of(x, a)->base;
    add_point(x, at);
    for (a = 0; a < x->axis_count; a++) {
        for (i = 0; i < given_of(x, a)->count; i++) {
            at[a] = i;
            if (i != given_of(x, a)->base) add_point(x, at);
        }
        at[a] = given_of(x, a)->base;
    }
}

/* ---- variants ---------------------------------------------------------------------- */

static int has_words(const struct experiment *x, size_t i)
{
    const struct option *o = &x->options.table[i];
    return option_makes_variants(o) &&
           (x->options.given[i].count > 1 || o->spans == OPTION_VARIANTS);
}

/* The words of variant number v: its name, and its settings if there are any to fill. */
static const char *choose_variant(const struct experiment *x, size_t v, void *settings)
{
    char name[NAME] = "", word[OPTION_WIDE];
    size_t i, n = 0, named = 0;
    for (i = 0; i < x->options.count; i++)
        named += has_words(x, i) && x->options.given[i].count > 1;
    for (i = 0; i < x->options.count; i++) {
        const struct option_given *g = &x->options.given[i];
        if (!has_words(x, i)) continue;
        if (settings) option_put(&x->options, i, v % g->count, settings);
        if ((g->count > 1 || !named) && n < sizeof name)
            n += (size_t)snprintf(
                name + n, sizeof name - n, "%s%s", n ? " " : "",
                option_text(&x->options.table[i], g->at[v % g->count], word));
        v /= g->count;
    }
    return base_text("%s", n ? name : x->sim->name);
}

static void make_variants(struct experiment *x)
{
    size_t v;
    x->variant_names = (const char **)base_kept(x->variants, sizeof *x->variant_names);
    for (v = 0; v < x->variants; v++)
        x->variant_names[v] = x->named ? x->named[v] : choose_variant(x, v, NULL);
    if (!x->how.against) return;
    while (x->against < x->variants &&
           strcmp(x->variant_names[x->against], x->how.against) != 0)
        x->against++;
    if (x->against == x->variants)
        fail_usage("--against: '%s' is not what is compared here: %s%s", x->how.against,
                   x->variant_names[0], x->variants > 1 ? ", ..." : "");
}

/* ---- settings and worlds ----------------------------------------------------------- */

/* A number of the world's values, of a point or a variant. */
static uint64_t world_of(const struct experiment *x, size_t point, size_t v)
{
    uint64_t key = 0;
    size_t a, i;
    for (a = 0; a < x->axis_count; a++)
        if (experiment_axis(x, a)->of == OF_WORLD)
            key = key * given_of(x, a)->count + x->values[point][a];
    for (i = 0; i < x->options.count; i++) {
        const size_t count = x->options.given[i].count;
        if (!has_words(x, i)) continue;
        if (x->options.table[i].of == OF_WORLD) key = key * count + v % count;
        v /= count;
    }
    return key;
}

static void number_worlds(struct experiment *x)
{
    struct map numbers = {NULL, 0, 0};
    size_t i;
    x->worlds = (size_t *)base_kept(x->points * x->variants, sizeof *x->worlds);
    for (i = 0; i < x->points * x->variants; i++) {
        const uint64_t key = world_of(x, i / x->variants, i % x->variants);
        uint64_t *number = map_at(&numbers, (int64_t)key);
        if (!number) fail("out of memory");
        if (*number == 0) *number = ++x->world_count;
        x->worlds[i] = (size_t)*number - 1;
    }
    map_free(&numbers);
}

/* Those of the simulator: common options have no place in its settings. */
static void fill_settings(struct experiment *x)
{
    struct options own = x->options;
    size_t i, v, a;
    own.count = x->sim->options_count;
    x->settings = (char *)base_kept(x->points * x->variants, x->sim->settings);
    for (i = 0; i < x->points; i++)
        for (v = 0; v < x->variants; v++) {
            char *to = x->settings + (i * x->variants + v) * x->sim->settings;
            option_put_all(&own, to);
            for (a = 0; a < x->axis_count; a++)
                option_put(&own, x->axes[a], x->values[i][a], to);
            (void)choose_variant(x, v, to);
            if (x->sim->check) x->sim->check(to);
        }
}

void experiment_plan(struct experiment *x)
{
    const size_t own = x->sim->options_count;
    struct options rest = {x->options.table + own, x->options.count - own,
                           x->options.given + own};
    int drawn = !x->sim->drawn;
    size_t i;
    option_put_all(&rest, &x->how);
    x->variants = 1;
    x->seeds = (size_t)x->how.seeds;
    for (i = 0; i < own; i++) {
        if (x->options.given[i].count < 2) continue;
        if (option_makes_variants(&x->options.table[i])) {
            if (x->variants > RUNS_MOST) fail_usage("too many words to compare");
            x->variants *= x->options.given[i].count;
        } else if (x->axis_count == EXPERIMENT_AXES) {
            fail_usage("more than %d lists of numbers", EXPERIMENT_AXES);
        } else {
            if (x->how.each) option_add_base(&x->options, i);
            x->axes[x->axis_count++] = i;
        }
    }
    if (x->named) x->variants = x->named_count;
    make_texts(x);
    make_points(x);
    make_variants(x);
    fill_settings(x);
    number_worlds(x);
    if (x->how.from && (x->how.part || x->how.resume))
        fail_usage("--part and --resume make runs: not with --from");
    if (x->how.partial && !x->how.from) fail_usage("--partial needs --from");
    if (x->how.items && (x->how.from || x->how.resume))
        fail_usage("--items needs all runs: not with --from, --resume");
    for (i = 0; i < x->points && !drawn; i++)
        drawn = x->sim->drawn(experiment_settings(x, i, 0));
    if (x->seeds > 1 && !drawn)
        fail_usage("--seeds: nothing is drawn here, so that all seeds are equal");
}
