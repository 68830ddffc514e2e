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
 *             SIM_MC_FATES.
 *
 * At one instant: first news, hop by hop (they can only free), then setup messages, then
 * decisions on tasks that were blocked, then on new ones; of equals first come first
 * served. A message that needs no time arrives at the same instant, before the next
 * decision. All times are whole microseconds: equal settings give equal runs.
 */
#ifndef SIM_MULTICOST_RUN_H
#define SIM_MULTICOST_RUN_H

#include "burst.h"
#include "clock.h"
#include "error.h"
#include "events.h"
#include "multicost_tasks.h"
#include "network.h"
#include "pictures.h"
#include "progress.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* name, text */
#define SIM_MC_FATES(X)                                                \
    X(pending, "still on its way")                                     \
    X(done, "done")                                                    \
    X(late, "no cluster could end it within the bound")                \
    X(unreached, "no cluster can be reached from its data")            \
    X(given_up, "its burst was blocked as often as --attempts allows") \
    X(cut, "its paths were more than --max-labels, so none was chosen")

typedef enum sim_mc_fate {
#define SIM_MC_FATE_NAME(name, text) SIM_MC_##name,
    SIM_MC_FATES(SIM_MC_FATE_NAME)
#undef SIM_MC_FATE_NAME
        SIM_MC_FATE_COUNT
} sim_mc_fate;

typedef struct sim_mc_plan { /* what makes a difference to a run */
    const sim_topology *topology;
    const sim_mc_tasks *tasks;
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
} sim_mc_plan;

typedef struct sim_mc_outcome { /* of a task */
    sim_mc_fate fate;
    int conflict;
    uint32_t cluster, links; /* of its last burst */
    uint32_t sent, blocked;  /* bursts            */
    int64_t send, arrive, predicted, start, end;
} sim_mc_outcome;

typedef struct sim_mc_sums { /* over the decisions on the tasks that count */
    double decisions, links, paths, pairs, labels, seconds;
    double widest;    /* at most                                           */
    double elsewhere; /* decisions for another cluster than NETS_EXACT's   */
    double worse;     /* decisions for which NETS_EXACT had an earlier end */
    double gap;       /* by so much in all                                 */
} sim_mc_sums;

typedef struct sim_flight { /* of a task's present burst */
    sim_burst burst;
    uint32_t *path;
    int64_t blocked_at;
} sim_flight;

typedef struct sim_mc_run { /* zero-initialise; sim_mc_run_free */
    const sim_mc_plan *plan;
    sim_network network;
    sim_pictures pictures;
    sim_ground ground;
    sim_uses uses;
    sim_events events;
    nets_view *view;
    sim_flight *flights;
    sim_mc_outcome *outcomes;
    sim_mc_sums sums;
} sim_mc_run;

/* What needs to stay for results is outcomes, uses, sums and ground.used. */
static inline void sim_mc_run_close(sim_mc_run *r)
{
    size_t i;
    for (i = 0; r->flights && i < r->plan->tasks->count; i++) free(r->flights[i].path);
    free(r->flights);
    free(r->ground.last);
    r->flights = NULL;
    r->ground.last = NULL;
    nets_view_destroy(r->view);
    r->view = NULL;
    sim_events_free(&r->events);
}

static inline void sim_mc_run_free(sim_mc_run *r)
{
    static const sim_mc_run nothing = {0};
    sim_mc_run_close(r);
    sim_pictures_free(&r->pictures);
    sim_network_free(&r->network);
    sim_uses_free(&r->uses);
    free(r->outcomes);
    *r = nothing;
}

/* How long it takes at the rate or speed, rounded up. */
static inline int64_t sim_ceil_div(int64_t amount, int64_t rate)
{
    return amount / rate + (amount % rate != 0);
}

static inline int64_t sim_cluster_time(const sim_mc_run *r, uint32_t cluster,
                                       int64_t work)
{
    nets_cluster_info c;
    return nets_get_cluster(r->network.net, cluster, &c) == NETS_OK
               ? sim_ceil_div(work, c.speed)
               : 0;
}

/* ---- making ------------------------------------------------------------------------ */

enum { SIM_MC_NEWS, SIM_MC_SETUP, SIM_MC_AGAIN, SIM_MC_NEW }; /* events */

static inline int sim_mc_push(sim_mc_run *r, int64_t time, uint32_t kind, size_t task,
                              sim_error *e)
{
    if (sim_events_push(&r->events, time, kind, (uint32_t)task) == 0) return 0;
    return sim_fail(e, "out of memory");
}

static inline int sim_mc_run_open(sim_mc_run *r, const sim_mc_plan *plan, sim_error *e)
{
    const size_t n = plan->tasks->count;
    nets_status s;
    r->plan = plan;
    if (sim_network_make(&r->network, plan->topology, 0, e) != 0 ||
        sim_pictures_init(&r->pictures, r->network.net, plan->interval, e) != 0)
        return -1;
    s = nets_view_create(&r->view, r->network.net, &plan->view);
    if (s != NETS_OK)
        return sim_fail(e, "the availability vectors: %s", nets_status_text(s));
    r->outcomes = (sim_mc_outcome *)calloc(n + 1, sizeof *r->outcomes);
    r->flights = (sim_flight *)calloc(n + 1, sizeof *r->flights);
    r->ground.last =
        (int64_t *)calloc(plan->topology->cluster_count + 1, sizeof *r->ground.last);
    if (!r->outcomes || !r->flights || !r->ground.last)
        return sim_fail(e, "out of memory for %zu tasks", n);
    r->ground.net = r->network.net;
    r->ground.pictures = &r->pictures;
    r->ground.uses = plan->keep ? &r->uses : NULL;
    r->ground.rate = plan->rate;
    r->ground.release = plan->release;
    r->ground.until = n ? plan->tasks->at[n - 1].created : 0;
    return n ? sim_mc_push(r, plan->tasks->at[0].created, SIM_MC_NEW, 0, e) : 0;
}

/* ---- decisions --------------------------------------------------------------------- */

/* The node's picture of now becomes the view's. */
static inline int sim_mc_look(sim_mc_run *r, uint32_t node, int64_t now, sim_error *e)
{
    nets_status s = NETS_OK;
    uint32_t i;
    if (sim_pictures_look(&r->pictures, node, now, e) != 0) return -1;
    for (i = 0; i < r->pictures.resources && s == NETS_OK; i++) {
        const int link = i < r->pictures.links;
        const nets_kind kind = link ? NETS_LINK : NETS_CLUSTER;
        const uint32_t index = link ? i : i - r->pictures.links;
        s = nets_view_learn(r->view, kind, index,
                            sim_pictures_of(&r->pictures, node, kind, index), 0);
    }
    return s == NETS_OK ? 0 : sim_ground_fail("a node's picture", s, e);
}

/* What NETS_EXACT answers: of no answer the end is NETS_FOREVER. */
static inline int sim_mc_exact(sim_mc_run *r, nets_task task, nets_route *route,
                               sim_error *e)
{
    nets_status s;
    task.method = NETS_EXACT;
    s = nets_multicost(r->view, &task, route);
    if (s != NETS_OK) route->end = NETS_FOREVER;
    if (s == NETS_OK || s == NETS_E_NOFIT || s == NETS_E_LIMIT) return 0;
    return sim_ground_fail("--gap", s, e);
}

/* What the decision took and promised is added up. */
static inline void sim_mc_add(sim_mc_sums *s, const nets_route *route, double seconds)
{
    s->decisions++;
    s->links += route->link_count;
    s->paths += route->paths;
    s->pairs += route->pairs;
    s->labels += (double)route->labels;
    s->seconds += seconds;
    if (route->widest > s->widest) s->widest = route->widest;
}

/* The same beside what the exact search answered. */
static inline void sim_mc_compare(sim_mc_sums *s, const nets_route *route,
                                  const nets_route *exact)
{
    if (exact->end == NETS_FOREVER) return;
    s->elsewhere += exact->cluster != route->cluster;
    if (exact->end >= route->end) return;
    s->worse++;
    s->gap += (double)(route->end - exact->end);
}

/* The burst that the route describes is ready to be announced. */
static inline int sim_mc_fly(sim_mc_run *r, size_t i, const nets_route *route,
                             sim_error *e)
{
    const sim_mc_task *task = &r->plan->tasks->at[i];
    sim_mc_outcome *o = &r->outcomes[i];
    sim_flight *f = &r->flights[i];
    sim_burst *b = &f->burst;
    uint32_t *path = (uint32_t *)malloc((route->link_count + 1) * sizeof *path);
    if (!path) return sim_fail(e, "out of memory");
    memcpy(path, route->links, route->link_count * sizeof *path);
    free(f->path);
    f->path = path;
    memset(b, 0, sizeof *b);
    b->links = path;
    b->count = route->link_count;
    b->cluster = route->cluster;
    b->send = route->send;
    b->length = route->link_count ? sim_ceil_div(task->data, r->plan->rate) : 0;
    b->start = route->start;
    b->work = sim_cluster_time(r, route->cluster, task->work);
    o->cluster = route->cluster;
    o->links = route->link_count;
    o->send = route->send;
    o->predicted = route->start;
    o->sent += route->link_count > 0;
    return 0;
}

/* What the scheduler is asked; 0 if it is too late to ask. */
static inline int sim_mc_ask(const sim_mc_run *r, size_t i, int64_t now, nets_task *to)
{
    const sim_mc_plan *p = r->plan;
    const sim_mc_task *task = &p->tasks->at[i];
    memset(to, 0, sizeof *to);
    to->source = task->source;
    to->method = p->method;
    to->origin =
        sim_later(now, sim_pictures_delay(&r->pictures, task->node, task->source));
    to->data = task->data;
    to->rate = p->rate;
    to->workload = task->work;
    to->strict = p->strict;
    to->max_labels = p->max_labels;
    if (p->bound) to->bound = task->created + p->bound - to->origin;
    return to->origin != SIM_NEVER && (!p->bound || to->bound > 0);
}

/* The node of task i decides where to send it, or why it cannot. */
static inline int sim_mc_decide(sim_mc_run *r, size_t i, int64_t now, sim_error *e)
{
    const sim_mc_plan *p = r->plan;
    sim_mc_outcome *o = &r->outcomes[i];
    const sim_mc_fate none = p->bound ? SIM_MC_late : SIM_MC_unreached;
    double begun = 0;
    nets_task task;
    nets_route route, exact;
    nets_status s;
    const int compare = p->gap && i >= p->warmup;
    if (!sim_mc_ask(r, i, now, &task)) {
        o->fate = none;
        return 0;
    }
    if (sim_mc_look(r, p->tasks->at[i].node, now, e) != 0) return -1;
    if (compare && sim_mc_exact(r, task, &exact, e) != 0) return -1;
    if (p->timing) begun = sim_seconds();
    s = nets_multicost(r->view, &task, &route);
    if (p->timing) begun = sim_seconds() - begun;
    if (s == NETS_E_NOFIT || s == NETS_E_LIMIT) {
        o->fate = s == NETS_E_LIMIT ? SIM_MC_cut : none;
        return 0;
    }
    if (s != NETS_OK)
        return sim_fail(e, "task %zu cannot be scheduled: %s", i + 1,
                        nets_status_text(s));
    if (i >= p->warmup) sim_mc_add(&r->sums, &route, begun);
    if (compare) sim_mc_compare(&r->sums, &route, &exact);
    if (sim_mc_fly(r, i, &route, e) != 0) return -1;
    return sim_mc_push(r, task.origin, SIM_MC_SETUP, i, e);
}

/* ---- events ------------------------------------------------------------------------ */

/* News of a blocked burst is at a node of its path. */
static inline int sim_mc_news(sim_mc_run *r, size_t i, int64_t now, sim_error *e)
{
    const sim_mc_task *task = &r->plan->tasks->at[i];
    sim_flight *f = &r->flights[i];
    int64_t at = now, heard;
    const int home = sim_burst_news(&r->ground, &f->burst, now, &at, e);
    if (home < 0) return -1;
    if (!home) return sim_mc_push(r, at, SIM_MC_NEWS, i, e);
    heard = now + sim_pictures_delay(&r->pictures, task->source, task->node);
    at = f->blocked_at + r->plan->retry;
    return sim_mc_push(r, heard > at ? heard : at, SIM_MC_AGAIN, i, e);
}

/* A setup message is at a node of its path, or at the cluster. */
static inline int sim_mc_setup(sim_mc_run *r, size_t i, int64_t now, sim_error *e)
{
    sim_flight *f = &r->flights[i];
    sim_mc_outcome *o = &r->outcomes[i];
    int64_t at = now;
    const sim_setup done = sim_burst_setup(&r->ground, &f->burst, now, &at, e);
    switch (done) {
    case SIM_SETUP_FAILED: return -1;
    case SIM_SETUP_ON: return sim_mc_push(r, at, SIM_MC_SETUP, i, e);
    case SIM_SETUP_BLOCKED:
        o->blocked++;
        f->blocked_at = now;
        return sim_mc_news(r, i, now, e);
    case SIM_SETUP_BOOKED:
    case SIM_SETUP_CONFLICT: break;
    }
    o->fate = SIM_MC_done;
    o->conflict = done == SIM_SETUP_CONFLICT;
    o->arrive = sim_burst_arrival(&f->burst);
    o->start = f->burst.start;
    o->end = at;
    return 0;
}

/* A task is created, and the next one will be. */
static inline int sim_mc_new(sim_mc_run *r, size_t i, int64_t now, sim_progress *progress,
                             sim_error *e)
{
    const sim_mc_tasks *tasks = r->plan->tasks;
    sim_progress_add(progress, 1);
    if (i + 1 < tasks->count &&
        sim_mc_push(r, tasks->at[i + 1].created, SIM_MC_NEW, i + 1, e) != 0)
        return -1;
    return sim_mc_decide(r, i, now, e);
}

static inline int sim_mc_again(sim_mc_run *r, size_t i, int64_t now, sim_error *e)
{
    sim_mc_outcome *o = &r->outcomes[i];
    if (r->plan->attempts && o->sent >= r->plan->attempts) {
        o->fate = SIM_MC_given_up;
        return 0;
    }
    return sim_mc_decide(r, i, now, e);
}

static inline int sim_mc_event(sim_mc_run *r, const sim_event *v, sim_progress *progress,
                               sim_error *e)
{
    switch (v->kind) {
    case SIM_MC_NEWS: return sim_mc_news(r, v->subject, v->time, e);
    case SIM_MC_SETUP: return sim_mc_setup(r, v->subject, v->time, e);
    case SIM_MC_AGAIN: return sim_mc_again(r, v->subject, v->time, e);
    default: return sim_mc_new(r, v->subject, v->time, progress, e);
    }
}

/* Fills *r (zeroed; sim_mc_run_free it, whatever happens): all tasks, to the end. 0, or
 * -1. */
static inline int sim_mc_run_make(sim_mc_run *r, const sim_mc_plan *plan,
                                  sim_progress *progress, sim_error *e)
{
    const sim_event *next;
    int result = sim_mc_run_open(r, plan, e);
    while (result == 0 && (next = sim_events_next(&r->events)) != NULL) {
        const sim_event now = *next;
        const nets_status s = nets_advance(r->network.net, now.time);
        sim_events_pop(&r->events);
        result = s == NETS_OK ? sim_mc_event(r, &now, progress, e)
                              : sim_ground_fail("time", s, e);
    }
    if (result == 0) sim_mc_run_close(r);
    return result;
}

#endif
