/* sim.c - a group is a point and a seed: one run of each variant, all on one world,
 * unless variants have separate worlds. When the last run of a group ends, its items
 * become rows. */
#define _POSIX_C_SOURCE 200809L

#include "kit/sim.h"

#include "base/compare.h"
#include "base/progress.h"
#include "base/threads.h"
#include "base/word.h"
#include "kit/base.h"
#include "kit/command.h"
#include "kit/experiment.h"
#include "kit/output.h"
#include "kit/report.h"
#include "kit/row_file.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct world {
    void *made;
    size_t left; /* runs that still need it */
    pthread_mutex_t lock;
};

struct crew {
    struct experiment *x;
    struct world *worlds;     /* of each world and seed             */
    size_t *groups;           /* in the order in which they are run */
    size_t group_count, next; /* next: its items are to be written */
    size_t *left;             /* of each group: runs that are not done      */
    int64_t part, parts;      /* --part K/N                               */
    unsigned char *done;      /* of each group: an earlier process made it  */
    struct progress progress;
    pthread_mutex_t lock;
};

/* ---- worlds ------------------------------------------------------------------------ */

static struct world *world_of(struct crew *c, size_t group, size_t variant)
{
    const struct experiment *x = c->x;
    const size_t world = x->worlds[group / x->seeds * x->variants + variant];
    return &c->worlds[world * x->seeds + group % x->seeds];
}

static const void *take_world(struct crew *c, size_t group, size_t variant, int64_t seed)
{
    const struct experiment *x = c->x;
    struct world *w = world_of(c, group, variant);
    pthread_mutex_lock(&w->lock);
    if (!w->made)
        w->made = x->sim->world(experiment_settings(x, group / x->seeds, variant), seed);
    pthread_mutex_unlock(&w->lock);
    return w->made;
}

static void leave_world(struct crew *c, size_t group, size_t variant)
{
    struct world *w = world_of(c, group, variant);
    pthread_mutex_lock(&w->lock);
    const size_t left = --w->left;
    pthread_mutex_unlock(&w->lock);
    if (left) return;
    if (c->x->sim->drop) c->x->sim->drop(w->made);
    w->made = NULL;
}

/* ---- runs -------------------------------------------------------------------------- */

static void begin_run(const struct experiment *x, struct run *r, size_t group,
                      size_t variant)
{
    const struct row none = {
        .cell = {(uint32_t)(group / x->seeds), (uint32_t)variant, 0, ROW_NONE, ROW_NONE},
        .seed = (uint32_t)(group % x->seeds),
        .block = ROW_NONE};
    r->variant = x->variant_names[variant];
    r->variants = x->variants;
    r->sim = x->sim;
    r->place = none;
    r->timing = !x->how.no_timing;
    r->linked = x->how.links != NULL;
    r->detailed = x->how.items != NULL;
    r->columns = ITEM_OWN + x->sim->columns_count;
}

/* Messages begin with "easy at load 0.8, seed 3". */
static void tell_where(const struct experiment *x, size_t group, size_t variant)
{
    const char *point = x->point_names[group / x->seeds];
    char seed[40] = "";
    if (x->seeds > 1)
        snprintf(seed, sizeof seed, "%sseed %lld", *point ? ", " : " at ",
                 (long long)x->how.seed + (long long)(group % x->seeds));
    fail_where("%s%s%s%s", x->variant_names[variant], *point ? " at " : "", point, seed);
}

/* Items that ran under every variant; to be freed. */
static unsigned char *compared_of(const struct experiment *x, const struct run *runs)
{
    unsigned char *all = base_zeroed(runs[0].count, 1);
    memset(all, 1, runs[0].count);
    for (size_t v = 0; v < x->variants; v++) {
        if (runs[v].count != runs[0].count) { /* separate worlds */
            memset(all, 1, runs[0].count);
            return all;
        }
        for (size_t i = 0; i < runs[v].count; i++)
            all[i] &= !(run_item(&runs[v], i)[ITEM_FATE] > ITEM_RAN);
    }
    return all;
}

static void keep_names(struct experiment *x, const struct run *r)
{
    for (size_t a = 0; r->texts && a < x->sim->axes_count; a++)
        for (size_t k = 0; r->texts[a] && k < ROW_PLACES; k++) {
            const char **to = &x->texts[a][k], *name = r->texts[a][k];
            if (name && *to && strcmp(name, *to) != 0)
                fail("%s %zu is called %s here and %s elsewhere", x->sim->axes[a].name,
                     k + 1, name, *to);
            if (name) *to = name;
        }
}

static void leave_items(struct experiment *x, size_t group)
{
    struct run *r = experiment_run(x, group, 0);
    const struct run *end = r + x->variants;
    for (; r < end; r++) {
        report_run(x, r);
        free(r->items), free(r->capacity), free(r->parts), free(r->links);
        free(r->resources);
    }
}

/* All variants of a group have run: takes their measures. */
static void finish(struct crew *c, size_t group)
{
    struct experiment *x = c->x;
    struct run *runs = experiment_run(x, group, 0);
    unsigned char *compared = compared_of(x, runs);
    for (size_t v = 0; v < x->variants; v++) {
        tell_where(x, group, v);
        measure_take(&runs[v], compared, x->sim->weeks && x->seeds == 1);
        fail_where("%s", "");
    }
    free(compared);
    pthread_mutex_lock(&c->lock);
    for (size_t v = 0; v < x->variants; v++) keep_names(x, &runs[v]);
    if (x->how.rows) row_file_group(x, group);
    for (size_t v = 0; v < x->variants; v++) {
        row_append(&x->rows, &runs[v].rows);
        free(runs[v].rows.rows);
    }
    c->done[group] = 1;
    for (; c->next < c->group_count && c->done[c->groups[c->next]]; c->next++)
        leave_items(x, c->groups[c->next]);
    pthread_mutex_unlock(&c->lock);
}

struct described {
    const struct experiment *x;
    const void *world;
};

static void describe(FILE *to, const void *of)
{
    const struct described *d = of;
    d->x->sim->describe(to, experiment_settings(d->x, d->x->base, 0), d->world);
}

static void make_run(void *of, size_t task)
{
    struct crew *c = of;
    struct experiment *x = c->x;
    const size_t group = c->groups[task / x->variants], variant = task % x->variants;
    const size_t point = group / x->seeds;
    const int64_t seed = x->how.seed + (int64_t)(group % x->seeds);
    struct run *r = experiment_run(x, group, variant);
    const int first = group == x->base * x->seeds && variant == 0;
    const void *world;
    progress_enter(&c->progress, x->variant_names[variant]);
    world = take_world(c, group, variant, seed); /* whichever variant is first */
    tell_where(x, group, variant);
    begin_run(x, r, group, variant);
    if (first && x->sim->describe) {
        const struct described d = {x, world};
        x->about = base_printed(describe, &d);
    }
    x->sim->run(experiment_settings(x, point, variant), world, seed, r);
    run_check(r);
    if (first && r->changes == 1) x->servers = r->capacity[0].size;
    leave_world(c, group, variant);
    fail_where("%s", "");
    pthread_mutex_lock(&c->lock);
    const size_t left = --c->left[group];
    pthread_mutex_unlock(&c->lock);
    if (left == 0) finish(c, group);
    progress_leave(&c->progress, x->variant_names[variant]);
    progress_add(&c->progress, 1);
}

/* ---- the order of runs ------------------------------------------------------------- */

static void read_part(const struct experiment *x, struct crew *c)
{
    struct word of = word_of(x->how.part ? x->how.part : "1/1");
    const struct word part = word_part(&of, '/');
    if (!word_is_whole(of, 1, 999999999, &c->parts) ||
        !word_is_whole(part, 1, c->parts, &c->part))
        fail_usage("--part: '%s' is not K/N with K from 1 to N", x->how.part);
    if (x->how.part && !x->how.rows) fail_usage("--part needs --rows");
}

/* Groups of this part; groups of one world follow one another. */
static void order_groups(struct crew *c)
{
    const struct experiment *x = c->x;
    const size_t all = x->points * x->seeds;
    uint64_t *keys = base_zeroed(all, sizeof *keys);
    for (size_t group = 0; group < all; group++) {
        if (group % (size_t)c->parts + 1 != (size_t)c->part || c->done[group]) continue;
        keys[c->group_count++] =
            (uint64_t)(world_of(c, group, 0) - c->worlds) * all + group;
        c->left[group] = x->variants;
        for (size_t v = 0; v < x->variants; v++) world_of(c, group, v)->left++;
    }
    qsort(keys, c->group_count, sizeof *keys, compare_u64);
    for (size_t i = 0; i < c->group_count; i++) c->groups[i] = (size_t)(keys[i] % all);
    free(keys);
}

static void make_runs(struct experiment *x)
{
    const size_t all = x->points * x->seeds, worlds = x->world_count * x->seeds;
    struct crew c = {.x = x};
    c.worlds = base_zeroed(worlds, sizeof *c.worlds);
    c.groups = base_zeroed(2 * all, sizeof *c.groups);
    c.left = c.groups + all;
    read_part(x, &c);
    c.done = base_zeroed(all, 1);
    pthread_mutex_init(&c.lock, NULL);
    if (x->how.rows) row_file_take(x, c.done);
    order_groups(&c);
    if (x->how.rows && c.group_count) row_file_begin(x, c.groups[0]);
    report_runs_begin(x);
    for (size_t i = 0; i < worlds; i++) pthread_mutex_init(&c.worlds[i].lock, NULL);
    progress_start(&c.progress, "runs", c.group_count * x->variants);
    if (c.group_count > 0) /* bad input ends the program before there are threads */
        (void)take_world(&c, c.groups[0], 0,
                         x->how.seed + (int64_t)(c.groups[0] % x->seeds));
    threads_run(c.group_count * x->variants,
                x->how.threads ? x->how.threads : threads_default(), make_run, &c);
    progress_end(&c.progress);
    report_runs_end();
    free(c.done);
    free(c.groups);
    free(c.worlds);
}

/* ---- main -------------------------------------------------------------------------- */

/* Rows are known by a hash of the inputs, which those that are read once do not have. */
static void protect_inputs(const struct options *o, int rows)
{
    const char *path;
    for (size_t i = 0; i < o->count; i++)
        for (size_t k = 0; (path = option_file(o, i, k)) != NULL; k++) {
            if (rows && output_is_stream(path))
                fail("--rows: %s '%s' is not a file, so it cannot be recognised later",
                     o->table[i].name, path);
            output_protect(path);
        }
}

/* Chooses options that are not given. */
static void assume(struct experiment *x)
{
    struct options own = x->options;
    void *settings = base_zeroed(1, x->sim->settings);
    own.count = x->sim->options_count;
    option_put_all(&own, settings);
    x->sim->assume(&x->options, settings);
    free(settings);
}

static void say_first(FILE *to, const void *of)
{
    const struct experiment *x = of;
    x->sim->headline(to, x);
    if (x->about) fputs(x->about, to);
}

int sim_main(const struct simulator *s, int argc, char **argv)
{
    static struct experiment x;
    size_t count;
    x.sim = s;
    output_begin();
    fail_program(s->name);
    measure_check(s);
    struct option *table = experiment_options(s, &count);
    option_begin(&x.options, table, count);
    command_read(&x.options, s->name, s->about,
                 "Number options take A,B,... or FROM:TO:STEP, word options A,B,...;"
                 " all combinations run. " COMMAND_NOTES,
                 argc, argv);
    if (s->assume) assume(&x);
    row_file_plan(&x);
    experiment_plan(&x);
    protect_inputs(&x.options, x.how.rows != NULL);
    x.texts = base_kept(s->axes_count, sizeof *x.texts);
    for (size_t a = 0; a < s->axes_count; a++)
        x.texts[a] = base_kept(ROW_PLACES, sizeof **x.texts);
    report_check(&x);
    if (report_answer(&x)) return 0;
    x.runs = base_kept(x.points * x.seeds * x.variants, sizeof *x.runs);
    x.rows.seeds = (uint32_t)x.seeds;
    make_runs(&x);
    row_sort(&x.rows);
    if (x.how.rows) row_file_end(&x);
    if (s->headline) x.about = base_printed(say_first, &x);
    report_write(&x);
    row_free(&x.rows);
    return 0;
}
