/* multicost_tasks.h - tasks for a grid: data that are somewhere, and work to be done on
 * them, drawn as in section 5 of paper 4 (K. Christodoulopoulos, E. Varvarigos).
 *
 * They are created at random nodes, each as likely, by a Poisson process of rate lambda
 * over all nodes; data and work are exponentially distributed. A share of them have
 * their data not where they are created but at one of a few repositories.
 *
 * Time is in microseconds, data in bits, work in instructions; so a Mb/s is a bit, and a
 * MIPS an instruction, in a microsecond. The same seed gives the same tasks at every
 * lambda, only closer together: what differs between two loads is the load. And those of
 * a smaller share with remote data are among those of a larger one.
 */
#ifndef SIM_MULTICOST_TASKS_H
#define SIM_MULTICOST_TASKS_H

#include "error.h"
#include "random.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_mc_task {
    int64_t created;
    int64_t data, work;
    uint32_t node, source; /* where it is created and scheduled; where its data are */
} sim_mc_task;

typedef struct sim_mc_tasks { /* zero-initialise; sim_mc_tasks_free */
    sim_mc_task *at;
    size_t count;
} sim_mc_tasks;

typedef struct sim_mc_mix { /* how they are drawn */
    size_t tasks;
    uint32_t nodes;
    double lambda;         /* tasks in a second               */
    double data, work;     /* means                           */
    double remote;         /* share with data at a repository */
    uint32_t repositories; /* how many nodes are one          */
    uint64_t seed;
} sim_mc_mix;

enum {
    SIM_MC_ARRIVALS,
    SIM_MC_NODES,
    SIM_MC_DATA,
    SIM_MC_WORK,
    SIM_MC_REMOTE,
    SIM_MC_PLACES,
    SIM_MC_CLUSTERS
};

static inline void sim_mc_tasks_free(sim_mc_tasks *t)
{
    free(t->at);
    t->at = NULL;
    t->count = 0;
}

/* A stream of its own for each purpose, so that none shifts another. */
static inline sim_random sim_mc_stream(uint64_t seed, unsigned purpose)
{
    sim_random r;
    r.state = seed;
    r.state = sim_random_bits(&r) + purpose * 0x9E3779B97F4A7C15u;
    r.state = sim_random_bits(&r);
    return r;
}

static inline double sim_random_exponential(sim_random *r)
{
    return -sim_ln(sim_random_unit(r));
}

/* Fills chosen[0 .. count - 1] with different numbers below n, at least as many. 0, or -1
 * when memory is out. */
static inline int sim_random_choose(sim_random *r, uint32_t n, uint32_t count,
                                    uint32_t *chosen)
{
    uint32_t *all = (uint32_t *)malloc((n ? n : 1) * sizeof *all), i;
    if (!all) return -1;
    for (i = 0; i < n; i++) all[i] = i;
    for (i = 0; i < count; i++) {
        const uint32_t at = i + (uint32_t)sim_random_below(r, n - i);
        chosen[i] = all[at];
        all[at] = all[i];
    }
    free(all);
    return 0;
}

/* A whole number, at least 1. */
static inline int64_t sim_mc_amount(sim_random *r, double mean)
{
    const double x = mean * sim_random_exponential(r);
    return x < 1 ? 1 : (int64_t)x;
}

/* Fills *t (zeroed; sim_mc_tasks_free). 0, or -1. */
static inline int sim_mc_tasks_draw(sim_mc_tasks *t, const sim_mc_mix *m, sim_error *e)
{
    sim_random arrivals = sim_mc_stream(m->seed, SIM_MC_ARRIVALS);
    sim_random nodes = sim_mc_stream(m->seed, SIM_MC_NODES);
    sim_random data = sim_mc_stream(m->seed, SIM_MC_DATA);
    sim_random work = sim_mc_stream(m->seed, SIM_MC_WORK);
    sim_random remote = sim_mc_stream(m->seed, SIM_MC_REMOTE);
    sim_random places = sim_mc_stream(m->seed, SIM_MC_PLACES);
    uint32_t *at = (uint32_t *)malloc((m->repositories + 1) * sizeof *at);
    double now = 0;
    size_t i;
    t->at = (sim_mc_task *)malloc((m->tasks ? m->tasks : 1) * sizeof *t->at);
    if (!at || !t->at || sim_random_choose(&places, m->nodes, m->repositories, at) != 0) {
        free(at);
        return sim_fail(e, "out of memory for %zu tasks", m->tasks);
    }
    for (i = 0; i < m->tasks; i++) {
        sim_mc_task *task = &t->at[i];
        now += sim_random_exponential(&arrivals);
        task->created = (int64_t)(now / m->lambda * 1e6);
        task->node = (uint32_t)sim_random_below(&nodes, m->nodes);
        task->data = sim_mc_amount(&data, m->data);
        task->work = sim_mc_amount(&work, m->work);
        task->source = task->node;
        if (m->repositories) {
            const uint32_t place = at[sim_random_below(&remote, m->repositories)];
            if (sim_random_unit(&remote) < m->remote) task->source = place;
        }
    }
    t->count = m->tasks;
    free(at);
    return 0;
}

#endif
