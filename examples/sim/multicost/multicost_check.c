/* multicost_check.c - is a run possible? It is checked from its reservations and the
 * outcomes of its tasks alone.
 *
 *   - No link carries more bursts at a time than its capacity has room for, no cluster
 *     computes more tasks at a time than it has CPUs.
 *   - Every task has ended once, or has a reason not to; as many tasks were computed as
 *     have ended.
 *   - A task took at least the time its data need to be sent and to arrive by the
 *     quickest path, and the time of its work; and it began when all its data were there.
 *
 * Uses become steps up and down, which are sorted and added up. */
#include "multicost/multicost_run.h"

#include "base/compare.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdlib.h>

struct multicost_step { /* from `time` on, so much more is taken */
    nets_kind kind;
    uint32_t index;
    int64_t time;
    nets_amount amount;
};

static int compare_steps(const void *x, const void *y)
{
    const struct multicost_step *a = x, *b = y;
    if (a->kind != b->kind) return COMPARE(a->kind, b->kind);
    if (a->index != b->index) return COMPARE(a->index, b->index);
    return COMPARE(a->time, b->time);
}

static nets_amount most(const struct multicost_run *r, nets_kind kind, uint32_t index)
{
    nets_link_info link;
    nets_cluster_info cluster;
    if (kind == NETS_LINK)
        return nets_get_link(r->network, index, &link) == NETS_OK ? link.capacity : 0;
    return nets_get_cluster(r->network, index, &cluster) == NETS_OK ? cluster.cpus : 0;
}

/* Adds up the steps of each resource; steps of one instant count together. */
static int check_steps(const struct multicost_run *r, const struct multicost_step *at,
                       size_t n, struct error *e)
{
    nets_amount taken = 0;
    for (size_t i = 0; i < n; i++) {
        const int first =
            i == 0 || at[i].kind != at[i - 1].kind || at[i].index != at[i - 1].index;
        const int last = i + 1 == n || compare_steps(&at[i], &at[i + 1]) != 0;
        taken = (first ? 0 : taken) + at[i].amount;
        if (!last) continue;
        if (taken >= 0 && taken <= most(r, at[i].kind, at[i].index)) continue;
        return error_fail(
            e,
            "an impossible run: %s %" PRIu32 " has %" PRId64 " in use at %" PRId64 " us",
            at[i].kind == NETS_LINK ? "link" : "cluster", at[i].index, taken, at[i].time);
    }
    return 0;
}

static int check_uses(const struct multicost_run *r, struct error *e)
{
    const struct burst_uses *u = &r->uses;
    struct multicost_step *steps = base_zeroed(2 * u->count, sizeof *steps);
    size_t i, computed = 0;
    for (i = 0; i < u->count; i++) {
        const nets_use *v = &u->at[i];
        const struct multicost_step from = {v->kind, v->index, v->from, v->amount};
        const struct multicost_step to = {v->kind, v->index, v->to, -v->amount};
        steps[2 * i] = from;
        steps[2 * i + 1] = to;
        computed += v->kind == NETS_CLUSTER;
    }
    for (i = 0; i < r->plan->tasks->count; i++)
        computed -= r->outcomes[i].fate == MULTICOST_done;
    qsort(steps, 2 * u->count, sizeof *steps, compare_steps);
    const int result = check_steps(r, steps, 2 * u->count, e);
    free(steps);
    if (result == 0 && computed != 0)
        return error_fail(e, "an impossible run: a task was computed twice, or never");
    return result;
}

/* The earliest a task could end at the cluster it was sent to. */
static int64_t soonest(const struct multicost_run *r, size_t i)
{
    const struct multicost_task *task = &r->plan->tasks->at[i];
    const struct multicost_outcome *o = &r->outcomes[i];
    const uint32_t to = r->plan->topology->clusters[o->cluster].node;
    const int64_t sent =
        to == task->source ? 0 : multicost_run_duration(task->data, r->plan->rate);
    return task->created + link_state_delay(&r->link_state, task->node, task->source) +
           sent + link_state_delay(&r->link_state, task->source, to) +
           multicost_run_cluster_time(r, o->cluster, task->work);
}

static int check_task(const struct multicost_run *r, size_t i, struct error *e)
{
    const struct multicost_outcome *o = &r->outcomes[i];
    const int done = o->fate == MULTICOST_done;
    const char *wrong = NULL;
    if (o->fate == MULTICOST_pending)
        wrong = "has not ended";
    else if (done && o->end < soonest(r, i))
        wrong = "ended before it could";
    else if (done && (o->start < o->arrive || o->end <= o->start))
        wrong = "was computed before its data were there";
    else if (done && o->sent != o->blocked + (o->links > 0))
        wrong = "ended without an unblocked burst, or with several";
    else if (!done && o->sent != o->blocked)
        wrong = "has a burst that was not blocked, but no end";
    return wrong ? error_fail(e, "an impossible run: task %zu %s", i + 1, wrong) : 0;
}

int multicost_check(const struct multicost_run *r, struct error *e)
{
    for (size_t i = 0; i < r->plan->tasks->count; i++)
        if (check_task(r, i, e) != 0) return -1;
    return check_uses(r, e);
}
