/* multicost_tasks.c - each quantity has a random stream of its own. */
#include "multicost/multicost_tasks.h"

#include "base/portable.h"

#include <stdlib.h>

void multicost_tasks_free(struct multicost_tasks *t)
{
    free(t->at);
    t->at = NULL;
    t->count = 0;
}

struct random multicost_tasks_stream(uint64_t seed, unsigned purpose)
{
    struct random r;
    r.state = seed;
    r.state = random_bits(&r) + purpose * 0x9E3779B97F4A7C15u;
    r.state = random_bits(&r);
    return r;
}

static double random_exponential(struct random *r)
{
    return -portable_ln(random_unit(r));
}

int multicost_tasks_choose(struct random *r, uint32_t n, uint32_t count, uint32_t *chosen)
{
    uint32_t *all = (uint32_t *)malloc((n ? n : 1) * sizeof *all), i;
    if (!all) return -1;
    for (i = 0; i < n; i++) all[i] = i;
    for (i = 0; i < count; i++) {
        const uint32_t at = i + (uint32_t)random_below(r, n - i);
        chosen[i] = all[at];
        all[at] = all[i];
    }
    free(all);
    return 0;
}

/* A whole number, at least 1. */
static int64_t amount(struct random *r, double mean)
{
    const double x = mean * random_exponential(r);
    return x < 1 ? 1 : (int64_t)x;
}

int multicost_tasks_draw(struct multicost_tasks *t, const struct multicost_mix *m,
                         struct error *e)
{
    struct random arrivals = multicost_tasks_stream(m->seed, MULTICOST_ARRIVALS);
    struct random nodes = multicost_tasks_stream(m->seed, MULTICOST_NODES);
    struct random data = multicost_tasks_stream(m->seed, MULTICOST_DATA);
    struct random work = multicost_tasks_stream(m->seed, MULTICOST_WORK);
    struct random remote = multicost_tasks_stream(m->seed, MULTICOST_REMOTE);
    struct random places = multicost_tasks_stream(m->seed, MULTICOST_PLACES);
    uint32_t *at = (uint32_t *)malloc((m->repositories + 1) * sizeof *at);
    double now = 0;
    size_t i;
    t->at = (struct multicost_task *)malloc((m->tasks ? m->tasks : 1) * sizeof *t->at);
    if (!at || !t->at ||
        multicost_tasks_choose(&places, m->nodes, m->repositories, at) != 0) {
        free(at);
        return error_fail(e, "out of memory for %zu tasks", m->tasks);
    }
    for (i = 0; i < m->tasks; i++) {
        struct multicost_task *task = &t->at[i];
        now += random_exponential(&arrivals);
        task->created = (int64_t)(now / m->lambda * 1e6);
        task->node = (uint32_t)random_below(&nodes, m->nodes);
        task->data = amount(&data, m->data);
        task->work = amount(&work, m->work);
        task->source = task->node;
        if (m->repositories) {
            const uint32_t place = at[random_below(&remote, m->repositories)];
            if (random_unit(&remote) < m->remote) task->source = place;
        }
    }
    t->count = m->tasks;
    free(at);
    return 0;
}
