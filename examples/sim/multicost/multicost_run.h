/* multicost_run.h - one run of a grid: tasks come, nodes decide from what they know,
 * bursts go through the network, clusters compute (paper 4, section 5).
 *
 *     struct multicost_run r = {0};
 *     multicost_run_make(&r, &plan);
 *     r.outcomes[0].end
 *     multicost_run_free(&r);
 *
 * Decision    The node at which a task was created asks nets_multicost, with what it
 *             knows (link_state.h), for a path, a cluster and times, and has the setup
 *             message sent (burst.h). If the data are there, this is at once; else an
 *             order goes by the quickest path to the node that has them, and the message
 *             leaves when the order arrives. A decision takes no time.
 * Blocked     The news goes back along the path to the source, then by the quickest path
 *             to the node that decided. This node decides again when it hears of it, but
 *             not before `retry` has passed since the burst was blocked. (Without such a
 *             delay a task whose own link is busy would retry forever at one instant.)
 * The end     A task ends when it has been computed; or it is given up, with
 *             a reason: see enum multicost_fate.
 *
 * At one instant, first come news, hop by hop (they can only free), then setup messages,
 * then decisions on tasks that were blocked, then on new ones; equals are served first
 * come, first served. A message that needs no time arrives at the same instant, before
 * the next decision. All times are whole microseconds: equal settings give equal runs.
 */
#ifndef MULTICOST_RUN_H
#define MULTICOST_RUN_H

#include "netsched.h"

#include "base/error.h"
#include "base/events.h"
#include "base/random.h"
#include "multicost/burst.h"
#include "multicost/link_state.h"
#include "topology/topology.h"

#include <stddef.h>
#include <stdint.h>

enum multicost_fate {
    MULTICOST_pending,
    MULTICOST_done,
    MULTICOST_late,      /* no cluster could end it within the bound     */
    MULTICOST_unreached, /* no cluster can be reached from its data      */
    MULTICOST_given_up,  /* its burst was blocked too often              */
    MULTICOST_cut        /* its paths were too many, so none was chosen  */
};

enum {
    MULTICOST_ATTEMPTS = 10000,
    MULTICOST_LOTS = 1 << 30,
    MULTICOST_SLOTS = 1 << 16 /* of vectors whose length is not given: the most */
};

/* ---- tasks ------------------------------------------------------------------------- */

/* Data at some node, and work to be done on them, drawn as in section 5 of paper 4.
 *
 * They are created at random nodes, each as likely, by a Poisson process of rate lambda
 * over all nodes; data and work are exponentially distributed. A share of them have
 * their data not where they are created but at one of a few repositories.
 *
 * Time is in microseconds, data in bits, work in instructions; so a Mb/s is a bit, and a
 * MIPS an instruction, in a microsecond. The same seed gives the same tasks at every
 * lambda, only closer together, so that two loads differ in nothing else. If the share of
 * remote data grows, tasks with remote data keep them. */

struct multicost_task {
    int64_t created;
    int64_t data, work;
    uint32_t node, source; /* where it is created and scheduled; where its data are */
};

struct multicost_tasks { /* zero-initialise; multicost_run_tasks_free */
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
       MULTICOST_CLUSTERS,
       MULTICOST_TIES
};

void multicost_run_tasks_free(struct multicost_tasks *t);

struct random multicost_run_tasks_stream(uint64_t seed, unsigned purpose);

/* Fills *t (zeroed; multicost_run_tasks_free). */
void multicost_run_tasks_draw(struct multicost_tasks *t, const struct multicost_mix *m);

/* Ways to decide where a task goes (paper 4, K. Christodoulopoulos, E. Varvarigos). */
enum { MULTICOST_METHODS = 5 };

extern const nets_method multicost_run_methods[MULTICOST_METHODS];

/* ---- a run ------------------------------------------------------------------------- */

struct multicost_plan { /* all that a run depends on */
    const struct topology *topology;
    const struct multicost_tasks *tasks;
    nets_method method;
    nets_view_desc view; /* slots: how long, and how many; 0: as many as are needed */
    nets_amount rate;
    int64_t interval, bound, retry;
    uint32_t attempts; /* bursts of a task that may be blocked, as MULTICOST_ATTEMPTS */
    int release, strict;
    int any; /* of clusters that are as good any, by `seed`; 0: the lowest */
    uint64_t seed;
    int gap;       /* ask NETS_EXACT at each decision, too */
    int timing;    /* measure decisions                    */
    int keep;      /* the uses of links and clusters       */
    size_t warmup; /* the first tasks do not count         */
};

struct multicost_outcome { /* of a task */
    enum multicost_fate fate;
    int conflict;
    uint32_t cluster, links; /* of its last burst */
    uint32_t sent, blocked;  /* bursts            */
    int64_t send, arrive, predicted, start, end;
};

struct multicost_sums { /* over the decisions on the tasks that count */
    double decisions, links, paths, pairs, labels, seconds;
    double widest;    /* at most                                           */
    double elsewhere; /* decisions for another cluster than NETS_EXACT's   */
    double worse;     /* decisions for which NETS_EXACT had an earlier end */
    double gap;       /* by so much in all                                 */
    double beyond;    /* decisions that knew of reservations after the vectors' end */
};

struct multicost_sending { /* the present burst of a task */
    struct burst burst;
    void *path; /* with the bookings of its links */
    int64_t blocked_at;
};

struct multicost_run { /* zero-initialise; multicost_run_free */
    const struct multicost_plan *plan;
    nets_network *network;
    struct link_state link_state;
    struct burst_ground ground;
    struct burst_uses uses;
    struct events events;
    struct random ties;
    int64_t *lot; /* by cluster: the least wins a tie */
    nets_cost lots;
    nets_view *view;
    nets_view_desc vectors; /* the view's */
    struct multicost_sending *sendings;
    struct multicost_outcome *outcomes;
    struct multicost_sums sums;
};

void multicost_run_free(struct multicost_run *r);

/* The time that an amount takes at a rate or speed, rounded up. */
int64_t multicost_run_duration(int64_t amount, int64_t rate);

/* The time that the work takes at the cluster. */
int64_t multicost_run_cluster_time(const struct multicost_run *r, uint32_t cluster,
                                   int64_t work);

/* Fills *r (zeroed; multicost_run_free): runs all tasks to the end. What cannot go on
 * ends the program. */
void multicost_run_make(struct multicost_run *r, const struct multicost_plan *plan);

/* Is it possible? (multicost_check.c) A run that was made with plan.keep. 0, or -1 with
 * the fault. */
int multicost_check(const struct multicost_run *r, struct error *e);

#endif
