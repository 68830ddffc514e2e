/* flexco_experiment.c - points are numbered so that the modes of one error lie side by
 * side, rigid first. */
#include "flexco/flexco_experiment.h"

#include "flexco/flexco.h"
#include "flexco/flexco_check.h"

#include <stdlib.h>

void flexco_experiment_free(struct flexco_experiment *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        flexco_setup_jobs_free(&x->points[i].jobs);
        flexco_rules_result_free(&x->points[i].result);
    }
    for (i = 0; x->jobs && i < x->seeds; i++) flexco_setup_jobs_free(&x->jobs[i]);
    free(x->points);
    free(x->jobs);
    cube_free(&x->cube);
    flexco_setup_free(&x->setup);
}

/* ---- points ------------------------------------------------------------------------ */

size_t flexco_experiment_at(const struct flexco_experiment *x, size_t binding,
                            size_t small, size_t error)
{
    return (binding * x->small_count + small) * x->settings->errors.count + error;
}

size_t flexco_experiment_main(const struct flexco_experiment *x, size_t binding,
                              size_t small)
{
    return flexco_experiment_at(x, binding, small, x->settings->errors.count - 1);
}

/* Is its first run one of those that are kept: first binding, small jobs as first asked
 * for, largest error? */
static int flexco_experiment_is_main(const struct flexco_experiment *x,
                                     const struct flexco_point *p)
{
    return p->early == x->bindings[0] && p->small_gone == x->smalls[0] &&
           p->error + 1 == x->settings->errors.count;
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
    const size_t points = x->binding_count * x->small_count * errors;
    size_t i;
    if (cube_open(&x->cube, flexco_figures, FLEXCO_FIGURE_COUNT, points, x->mode_count,
                  x->seeds, e) != 0)
        return -1;
    for (i = 0; i < x->mode_count; i++)
        x->cube.names[i] = flexco_rules_mode_word(x->modes[i]);
    x->points = (struct flexco_point *)calloc(points * x->mode_count, sizeof *x->points);
    if (!x->points) return error_fail(e, "out of memory");
    for (x->count = 0; x->count < points * x->mode_count; x->count++) {
        struct flexco_point *p = &x->points[x->count];
        const size_t rest = x->count / x->mode_count;
        p->mode = x->modes[x->count % x->mode_count];
        p->error = rest % errors;
        p->small_gone = x->smalls[rest / errors % x->small_count];
        p->early = x->bindings[rest / errors / x->small_count];
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

int flexco_experiment_run(void *context, size_t i, struct error *e)
{
    const struct flexco_experiment *x = (const struct flexco_experiment *)context;
    const size_t seed = i % x->seeds;
    struct flexco_point *p = &x->points[i / x->seeds];
    double *value = x->cube.values + i * FLEXCO_FIGURE_COUNT;
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

double flexco_experiment_better(const struct flexco_experiment *x, size_t point,
                                size_t mode, size_t seed, size_t figure)
{
    return flexco_figures_better(figure, cube_run(&x->cube, point, mode, seed)[figure],
                                 cube_run(&x->cube, point, 0, seed)[figure]);
}

struct statistics_spread flexco_experiment_gain(const struct flexco_experiment *x,
                                                size_t point, size_t mode, size_t figure)
{
    const size_t of[2] = {point, mode}, rigid[2] = {point, 0};
    return cube_paired(&x->cube, of, rigid, figure, flexco_figures_better);
}
