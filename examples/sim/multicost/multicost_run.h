/* multicost_run.h - one run of a grid: tasks come, nodes decide from what they believe,
 * bursts go through the network, clusters compute (paper 4, section 5).
 *
 * Decision    The node a task was created at looks at its picture (pictures.h), asks
 *             nets_multicost for a path, a cluster and times, and has the setup message
 *             sent (burst.h): at once if the data are there, else an order goes to where
 *             they are, the quickest way, and the message leaves when it arrives. A
 *             decision takes no time.
 * Blocked     The news goes back along the path to the source, then to the node that
 *             decided, the quickest way. It decides again when it hears of it, and not
 *             before `retry` has passed since the burst was blocked: who finds his own
 *             link taken would else try again at once, for ever.
 * The end     A task ends when it was computed; or it is given up, with a reason: see
 *             MULTICOST_FATES.
 *
 * At one instant: first news, hop by hop (they can only free), then setup messages, then
 * decisions on tasks that were blocked, then on new ones; of equals first come first
 * served. A message that needs no time arrives at the same instant, before the next
 * decision. All times are whole microseconds: equal settings give equal runs.
 */
#ifndef MULTICOST_RUN_H
#define MULTICOST_RUN_H

#include "netsched.h"

#include "base/error.h"
#include "base/events.h"
#include "base/progress.h"
#include "multicost/beliefs.h"
#include "multicost/burst.h"
#include "multicost/multicost_tasks.h"
#include "topology/network.h"
#include "topology/topology_data.h"

#include <stddef.h>
#include <stdint.h>

/* name, text */
#define MULTICOST_FATES(X)                                             \
    X(pending, "still on its way")                                     \
    X(done, "done")                                                    \
    X(late, "no cluster could end it within the bound")                \
    X(unreached, "no cluster can be reached from its data")            \
    X(given_up, "its burst was blocked as often as --attempts allows") \
    X(cut, "its paths were more than --max-labels, so none was chosen")

enum multicost_fate {
#define MULTICOST_FATE_NAME(name, text) MULTICOST_##name,
    MULTICOST_FATES(MULTICOST_FATE_NAME)
#undef MULTICOST_FATE_NAME
        MULTICOST_FATE_COUNT
};

struct multicost_plan { /* what makes a difference to a run */
    const struct topology *topology;
    const struct multicost_tasks *tasks;
    nets_method method;
    nets_view_desc view; /* slots: how many, and how long */
    nets_amount rate;
    int64_t interval, bound, retry;
    uint32_t attempts, max_labels;
    int release, strict;
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
};

struct multicost_flight { /* of a task's present burst */
    struct burst burst;
    uint32_t *path;
    int64_t blocked_at;
};

struct multicost_run { /* zero-initialise; multicost_run_free */
    const struct multicost_plan *plan;
    struct network network;
    struct beliefs pictures;
    struct burst_ground ground;
    struct burst_uses uses;
    struct events events;
    nets_view *view;
    struct multicost_flight *flights;
    struct multicost_outcome *outcomes;
    struct multicost_sums sums;
};

void multicost_run_free(struct multicost_run *r);

/* How long it takes at the rate or speed, rounded up. */
int64_t multicost_run_ceil_div(int64_t amount, int64_t rate);

int64_t multicost_run_cluster_time(const struct multicost_run *r, uint32_t cluster,
                                   int64_t work);

/* ---- events ------------------------------------------------------------------------ */

/* Fills *r (zeroed; multicost_run_free it, whatever happens): all tasks, to the end. 0, or
 * -1. */
int multicost_run_make(struct multicost_run *r, const struct multicost_plan *plan,
                       struct progress *progress, struct error *e);

#endif
