/* broker_seeds.c - runs are numbered seed by seed, and point by point within a seed. */
#include "grid/broker_seeds.h"

#include "base/statistics.h"

#include <stdio.h>
#include <stdlib.h>

static struct broker_experiment *of_seed(const struct broker_seeds *s, size_t seed)
{
    return seed ? &s->others[seed - 1] : s->first;
}

void broker_seeds_free(struct broker_seeds *s)
{
    size_t i;
    for (i = 0; i < s->count; i++) broker_experiment_free(&s->others[i]);
    free(s->others);
    free(s->settings);
    s->others = NULL;
    s->settings = NULL;
    s->count = 0;
}

int broker_seeds_open(struct broker_seeds *s, struct broker_experiment *first,
                      struct error *e)
{
    const struct broker_settings *given = first->settings;
    const size_t others = given->seeds > 1 ? (size_t)given->seeds - 1 : 0;
    s->first = first;
    if (!others) return 0;
    s->others = (struct broker_experiment *)calloc(others, sizeof *s->others);
    s->settings = (struct broker_settings *)calloc(others, sizeof *s->settings);
    if (!s->others || !s->settings) return error_fail(e, "out of memory");
    while (s->count < others) {
        struct broker_experiment *x = &s->others[s->count];
        struct broker_settings *own = &s->settings[s->count++];
        *own = *given;
        own->seed += (int64_t)s->count;
        if (broker_experiment_open(x, own, e) != 0) return -1;
        x->timing = first->timing;
        x->progress = first->progress;
    }
    return 0;
}

size_t broker_seeds_runs(const struct broker_seeds *s)
{
    return s->first->count * (1 + s->count);
}

size_t broker_seeds_jobs(const struct broker_seeds *s)
{
    size_t jobs = 0, seed;
    for (seed = 0; seed <= s->count; seed++)
        jobs += of_seed(s, seed)->workload.count * s->first->count;
    return jobs;
}

int broker_seeds_run(void *seeds, size_t i, struct error *e)
{
    const struct broker_seeds *s = (const struct broker_seeds *)seeds;
    return broker_experiment_run(of_seed(s, i / s->first->count), i % s->first->count, e);
}

void broker_seeds_name(const void *seeds, size_t i, char to[PROGRESS_NAME])
{
    const struct broker_experiment *x = ((const struct broker_seeds *)seeds)->first;
    snprintf(to, PROGRESS_NAME, "%s", x->points[i % x->count].setup->name);
}

int broker_seeds_close(struct broker_seeds *s, struct error *e)
{
    double *values = (double *)malloc((1 + s->count) * sizeof *values);
    size_t point, figure, seed;
    if (!values) return error_fail(e, "out of memory");
    for (point = 0; point < s->first->count; point++)
        for (figure = 0; figure < BROKER_FIGURE_COUNT; figure++) {
            for (seed = 0; seed <= s->count; seed++)
                values[seed] = of_seed(s, seed)->points[point].value[figure];
            s->first->points[point].spread[figure] =
                statistics_spread_of(values, 1 + s->count, 1);
        }
    s->first->seeds = 1 + s->count;
    free(values);
    return 0;
}
