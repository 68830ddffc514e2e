/* multicost_check.h - is a run possible? What must hold of every run of a grid, from
 * what was reserved and what became of the tasks alone, not from how it came about.
 *
 *   - No link carries more bursts at a time than its capacity has room for, no cluster
 *     computes more tasks at a time than it has CPUs.
 *   - Every task has ended, once, or has a reason; as many as have ended were computed.
 *   - None ended before its creation, the time its data take to be sent and to get there
 *     the quickest way, and the time of its work, nor sooner than its data were there.
 */
#ifndef SIM_MULTICOST_CHECK_H
#define SIM_MULTICOST_CHECK_H

#include "multicost_run.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct sim_edge { /* of a use: from then on so much more is taken */
    nets_kind kind;
    uint32_t index;
    int64_t time;
    nets_amount amount;
} sim_edge;

static inline int sim_compare_edges(const void *x, const void *y)
{
    const sim_edge *a = (const sim_edge *)x, *b = (const sim_edge *)y;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->index != b->index) return a->index < b->index ? -1 : 1;
    if (a->time != b->time) return a->time < b->time ? -1 : 1;
    return 0;
}

static inline nets_amount sim_mc_most(const sim_mc_run *r, nets_kind kind, uint32_t index)
{
    nets_link_info link;
    nets_cluster_info cluster;
    if (kind == NETS_LINK)
        return nets_get_link(r->network.net, index, &link) == NETS_OK ? link.capacity : 0;
    return nets_get_cluster(r->network.net, index, &cluster) == NETS_OK ? cluster.cpus
                                                                        : 0;
}

/* Walks along the edges of each resource; all of one instant count at once. */
static inline int sim_check_edges(const sim_mc_run *r, const sim_edge *at, size_t n,
                                  sim_error *e)
{
    nets_amount taken = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        const int first =
            i == 0 || at[i].kind != at[i - 1].kind || at[i].index != at[i - 1].index;
        const int last = i + 1 == n || sim_compare_edges(&at[i], &at[i + 1]) != 0;
        taken = (first ? 0 : taken) + at[i].amount;
        if (!last) continue;
        if (taken >= 0 && taken <= sim_mc_most(r, at[i].kind, at[i].index)) continue;
        return sim_fail(e,
                        "a run that cannot be: %s %" PRIu32 " has %" PRId64
                        " in use at %" PRId64 " us",
                        at[i].kind == NETS_LINK ? "link" : "cluster", at[i].index, taken,
                        at[i].time);
    }
    return 0;
}

static inline int sim_check_uses(const sim_mc_run *r, sim_error *e)
{
    const sim_uses *u = &r->uses;
    sim_edge *edges = (sim_edge *)malloc((2 * u->count + 1) * sizeof *edges);
    size_t i, computed = 0;
    int result;
    if (!edges) return sim_fail(e, "out of memory for --check");
    for (i = 0; i < u->count; i++) {
        const sim_edge from = {u->at[i].kind, u->at[i].index, u->at[i].from,
                               u->at[i].amount};
        const sim_edge to = {u->at[i].kind, u->at[i].index, u->at[i].to,
                             -u->at[i].amount};
        edges[2 * i] = from;
        edges[2 * i + 1] = to;
        computed += u->at[i].kind == NETS_CLUSTER;
    }
    for (i = 0; i < r->plan->tasks->count; i++)
        computed -= r->outcomes[i].fate == SIM_MC_done;
    qsort(edges, 2 * u->count, sizeof *edges, sim_compare_edges);
    result = sim_check_edges(r, edges, 2 * u->count, e);
    free(edges);
    if (result == 0 && computed != 0)
        return sim_fail(e, "a run that cannot be: a task was computed twice, or never");
    return result;
}

/* The earliest a task could end at the cluster it was sent to. */
static inline int64_t sim_mc_soonest(const sim_mc_run *r, size_t i)
{
    const sim_mc_task *task = &r->plan->tasks->at[i];
    const sim_mc_outcome *o = &r->outcomes[i];
    const uint32_t to = r->plan->topology->clusters[o->cluster].node;
    const int64_t sent = to == task->source ? 0 : sim_ceil_div(task->data, r->plan->rate);
    return task->created + sim_pictures_delay(&r->pictures, task->node, task->source) +
           sent + sim_pictures_delay(&r->pictures, task->source, to) +
           sim_cluster_time(r, o->cluster, task->work);
}

static inline int sim_check_task(const sim_mc_run *r, size_t i, sim_error *e)
{
    const sim_mc_outcome *o = &r->outcomes[i];
    const int done = o->fate == SIM_MC_done;
    const char *wrong = NULL;
    if (o->fate == SIM_MC_pending)
        wrong = "has not ended";
    else if (done && o->end < sim_mc_soonest(r, i))
        wrong = "ended before it could";
    else if (done && (o->start < o->arrive || o->end <= o->start))
        wrong = "was computed before its data were there";
    else if (done && o->sent != o->blocked + (o->links > 0))
        wrong = "ended with a burst that was blocked, or more than once";
    else if (!done && o->sent != o->blocked)
        wrong = "has a burst that was not blocked, but no end";
    return wrong ? sim_fail(e, "a run that cannot be: task %zu %s", i + 1, wrong) : 0;
}

/* Of a run made with plan.keep. 0, or -1 with what cannot be. */
static inline int sim_mc_check(const sim_mc_run *r, sim_error *e)
{
    size_t i;
    for (i = 0; i < r->plan->tasks->count; i++)
        if (sim_check_task(r, i, e) != 0) return -1;
    return sim_check_uses(r, e);
}

#endif
