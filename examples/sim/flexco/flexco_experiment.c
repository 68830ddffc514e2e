/* flexco_experiment.c - points are numbered so that the modes of one error lie side by
 * side, rigid first. */
#include "flexco/flexco_experiment.h"

#include "flexco/flexco.h"
#include "flexco/flexco_check.h"

#include <stdio.h>
#include <stdlib.h>

void flexco_experiment_free(struct flexco_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        free(x->points[i].values);
        free(x->points[i].better);
        flexco_setup_jobs_free(&x->points[i].jobs);
        flexco_rules_result_free(&x->points[i].result);
    }
    for (i = 0; x->jobs && i < x->seeds; i++) flexco_setup_jobs_free(&x->jobs[i]);
    free(x->points);
    free(x->jobs);
    flexco_setup_free(&x->setup);
}

/* ---- points ------------------------------------------------------------------------ */

struct flexco_point *flexco_experiment_at(const struct flexco_experiment *x,
                                          size_t binding, size_t small, size_t error,
                                          size_t mode)
{
    const size_t errors = x->settings->errors.count;
    return &x->points[((binding * x->small_count + small) * errors + error) *
                          x->mode_count +
                      mode];
}

size_t flexco_experiment_main_error(const struct flexco_experiment *x)
{
    return x->settings->errors.count - 1;
}

/* Is its first run one of those that are kept: first binding, small jobs as first asked
 * for, largest error? */
static int flexco_experiment_is_main(const struct flexco_experiment *x,
                                     const struct flexco_point *p)
{
    return p->early == x->bindings[0] && p->small_gone == x->smalls[0] &&
           p->error == flexco_experiment_main_error(x);
}

int64_t flexco_experiment_error(const struct flexco_experiment *x,
                                const struct flexco_point *p)
{
    return x->settings->errors.at[p->error];
}

/* Lists the modes, bindings and kinds of jobs that are asked for. */
static void flexco_experiment_choose(struct flexco_experiment *x)
{
    const struct flexco_settings *s = x->settings;
    int i;
    for (i = 0; i < FLEXCO_MODE_COUNT; i++)
        if ((s->modes | 1 << FLEXCO_RIGID) >> i & 1)
            x->modes[x->mode_count++] = (enum flexco_mode)i;
    for (i = 0; i < 2; i++)
        if (s->bindings >> i & 1) x->bindings[x->binding_count++] = i;
    for (i = 0; i < 2; i++)
        if (s->small == i || s->small == 2) x->smalls[x->small_count++] = i;
}

static int flexco_experiment_points(struct flexco_experiment *x, struct error *e)
{
    const size_t errors = x->settings->errors.count;
    const size_t all = x->binding_count * x->small_count * errors * x->mode_count;
    size_t i;
    x->points = (struct flexco_point *)calloc(all, sizeof *x->points);
    if (!x->points) return error_fail(e, "out of memory");
    for (i = 0; i < all; i++) {
        struct flexco_point *p = &x->points[i];
        size_t rest = i / x->mode_count;
        p->mode = x->modes[i % x->mode_count];
        p->error = rest % errors;
        rest /= errors;
        p->small_gone = x->smalls[rest % x->small_count];
        p->early = x->bindings[rest / x->small_count];
        p->values = (double *)calloc(x->seeds * FLEXCO_FIGURE_COUNT, sizeof(double));
        p->better = (double *)calloc(x->seeds * FLEXCO_COMPARED, sizeof(double));
        x->count++;
        if (!p->values || !p->better) return error_fail(e, "out of memory");
    }
    return 0;
}

/* ---- making ready ------------------------------------------------------------------ */

/* The jobs of each seed. Those of the first are drawn last, as its set-up is reported.
 * */
static int flexco_experiment_jobs(struct flexco_experiment *x, struct error *e)
{
    size_t i;
    x->jobs = (struct flexco_jobs *)calloc(x->seeds, sizeof *x->jobs);
    if (!x->jobs) return error_fail(e, "out of memory");
    for (i = x->seeds; i-- > 0;) {
        const int64_t seed = x->given.seed + (int64_t)i;
        if (flexco_setup_draw(&x->setup, &x->given, seed, e) != 0 ||
            flexco_setup_jobs_make(&x->jobs[i], &x->setup, &x->given, seed, e) != 0)
            return -1;
    }
    return 0;
}

int flexco_experiment_open(struct flexco_experiment *x, const struct flexco_settings *s,
                           struct error *e)
{
    x->settings = s;
    x->given = s->given;
    flexco_setup_resolve(&x->given);
    x->seeds = s->seeds ? (size_t)s->seeds : s->given.local.count ? 1 : FLEXCO_SEEDS;
    flexco_experiment_choose(x);
    if (flexco_setup_open(&x->setup, &x->given, e) != 0) return -1;
    x->system.count = x->setup.count;
    x->system.servers = x->setup.servers;
    if (flexco_experiment_jobs(x, e) != 0) return -1;
    return flexco_experiment_points(x, e);
}

size_t flexco_experiment_runs(const struct flexco_experiment *x)
{
    return x->count * x->seeds;
}

size_t flexco_experiment_arrivals(const struct flexco_experiment *x)
{
    size_t seed, i, k, all = 0;
    for (seed = 0; seed < x->seeds; seed++)
        for (k = 0; k < x->small_count; k++)
            for (i = 0; i < x->jobs[seed].count; i++)
                all += !x->smalls[k] || !flexco_setup_small(&x->jobs[seed].at[i]);
    return all * (x->count / x->small_count);
}

/* ---- a run ------------------------------------------------------------------------- */

static void flexco_experiment_rules_fill(const struct flexco_experiment *x,
                                         const struct flexco_point *p,
                                         struct flexco_rules *rules)
{
    static const struct flexco_rules nothing = {.efficiency = 0};
    const struct flexco_settings *s = x->settings;
    *rules = nothing;
    rules->mode = p->mode;
    rules->early_binding = p->early;
    rules->one_site_fixed = s->one_site != 0;
    rules->efficiency = (uint32_t)s->efficiency;
    rules->progress = x->progress;
}

void flexco_experiment_name(const void *context, size_t i, char to[PROGRESS_NAME])
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)context;
    snprintf(to, PROGRESS_NAME, "%s",
             flexco_rules_mode_word(x->points[i / x->seeds].mode));
}

int flexco_experiment_run(void *context, size_t i, struct error *e)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)context;
    const size_t seed = i % x->seeds;
    struct flexco_point *p = &x->points[i / x->seeds];
    double *value = p->values + seed * FLEXCO_FIGURE_COUNT;
    struct flexco_jobs jobs = {NULL, 0};
    struct flexco_result r = {.count = 0};
    struct flexco_rules rules;
    struct error why;
    int result;
    flexco_experiment_rules_fill(x, p, &rules);
    result = flexco_setup_jobs_copy(&jobs, &x->jobs[seed], flexco_experiment_error(x, p),
                                    p->small_gone, &why);
    if (result == 0)
        result = flexco_run(&x->system, jobs.at, jobs.count, &rules, &r, &why);
    if (result == 0)
        result = flexco_check(&x->system, jobs.at, jobs.count, &rules, &r, &why);
    if (result == 0) {
        flexco_figures_measure(&x->system, jobs.at, jobs.count, &r, value);
        if (x->timing) value[FLEXCO_FIGURE_wall_seconds] = r.seconds;
    }
    if (x->keep && seed == 0 && flexco_experiment_is_main(x, p)) {
        p->jobs = jobs;
        p->result = r;
    } else {
        flexco_setup_jobs_free(&jobs);
        flexco_rules_result_free(&r);
    }
    if (result == 0) return 0;
    return error_fail(e, "%s, estimates %d %% too long, seed %d: %s",
                      flexco_rules_mode_word(p->mode), (int)flexco_experiment_error(x, p),
                      (int)x->given.seed + (int)seed, why.text);
}

/* ---- after all runs ---------------------------------------------------------------- */

/* What the figures of p are better by than those of `rigid`, seed by seed. */
static void flexco_experiment_point_compare(struct flexco_point *p,
                                            const struct flexco_point *rigid,
                                            size_t seeds)
{
    size_t seed, f;
    for (seed = 0; seed < seeds; seed++)
        for (f = 0; f < FLEXCO_COMPARED; f++) {
            const size_t figure = FLEXCO_COMPARED_FIRST + f;
            const size_t at = seed * FLEXCO_FIGURE_COUNT + figure;
            p->better[seed * FLEXCO_COMPARED + f] =
                flexco_figures_better(figure, p->values[at], rigid->values[at]);
        }
    for (f = 0; f < FLEXCO_COMPARED; f++)
        p->reductions[f] = statistics_spread_of(p->better + f, seeds, FLEXCO_COMPARED);
    for (f = 0; f < FLEXCO_FIGURE_COUNT; f++)
        p->figures[f] = statistics_spread_of(p->values + f, seeds, FLEXCO_FIGURE_COUNT);
}

void flexco_experiment_end(struct flexco_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        flexco_experiment_point_compare(&x->points[i], &x->points[i - i % x->mode_count],
                                        x->seeds);
}
