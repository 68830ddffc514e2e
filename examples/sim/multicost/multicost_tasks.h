/* multicost_tasks.h - tasks for a grid: data at some node, and work to be done on them,
 * drawn as in section 5 of paper 4 (K. Christodoulopoulos, E. Varvarigos).
 *
 *     struct multicost_tasks t = {NULL, 0};
 *     multicost_tasks_draw(&t, &mix, e);
 *     t.at[0].created
 *     multicost_tasks_free(&t);
 *
 * They are created at random nodes, each as likely, by a Poisson process of rate lambda
 * over all nodes; data and work are exponentially distributed. A share of them have
 * their data not where they are created but at one of a few repositories.
 *
 * Time is in microseconds, data in bits, work in instructions; so a Mb/s is a bit, and a
 * MIPS an instruction, in a microsecond. The same seed gives the same tasks at every
 * lambda, only closer together, so that two loads differ in nothing else. If the share of
 * remote data grows, tasks with remote data keep them.
 */
#ifndef MULTICOST_TASKS_H
#define MULTICOST_TASKS_H

#include "base/error.h"
#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

struct multicost_task {
    int64_t created;
    int64_t data, work;
    uint32_t node, source; /* where it is created and scheduled; where its data are */
};

struct multicost_tasks { /* zero-initialise; multicost_tasks_free */
    struct multicost_task *at;
    size_t count;
};

struct multicost_mix { /* how they are drawn */
    size_t tasks;
    uint32_t nodes;
    double lambda;         /* tasks in a second               */
    double data, work;     /* means                           */
    double remote;         /* share with data at a repository */
    uint32_t repositories; /* how many nodes are one          */
    uint64_t seed;
};

enum { /* purposes */
       MULTICOST_ARRIVALS,
       MULTICOST_NODES,
       MULTICOST_DATA,
       MULTICOST_WORK,
       MULTICOST_REMOTE,
       MULTICOST_PLACES,
       MULTICOST_CLUSTERS
};

void multicost_tasks_free(struct multicost_tasks *t);

/* A random stream for each purpose, so that none shifts another. */
struct random multicost_tasks_stream(uint64_t seed, unsigned purpose);

/* Fills chosen[0 .. count - 1] with different numbers below n, which is at least `count`.
 * 0, or -1 without memory. */
int multicost_tasks_choose(struct random *r, uint32_t n, uint32_t count,
                           uint32_t *chosen);

/* Fills *t (zeroed; multicost_tasks_free). 0, or -1. */
int multicost_tasks_draw(struct multicost_tasks *t, const struct multicost_mix *m,
                         struct error *e);

#endif
