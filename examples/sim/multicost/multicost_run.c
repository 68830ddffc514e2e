/* multicost_run.c - a queue of events: news, setup messages, decisions. */
#include "multicost/multicost_run.h"

#include "base/clock.h"
#include "base/job.h"
#include "base/portable.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

const nets_method multicost_run_methods[MULTICOST_METHODS] = {
    NETS_MC_T, NETS_AWMC_T, NETS_EXACT, NETS_MC_B, NETS_ECT};

/* Frees all but what results need: outcomes, uses, sums, ground.used, links. */
static void close_run(struct multicost_run *r)
{
    for (size_t i = 0; r->sendings && i < r->plan->tasks->count; i++)
        free(r->sendings[i].path);
    free(r->sendings);
    free(r->ground.last);
    free(r->lot);
    r->lot = NULL;
    r->sendings = NULL;
    r->ground.last = NULL;
    nets_view_destroy(r->view);
    r->view = NULL;
    events_free(&r->events);
}

void multicost_run_free(struct multicost_run *r)
{
    close_run(r);
    link_state_free(&r->link_state);
    nets_destroy(r->network);
    free(r->uses.at);
    free(r->ground.links);
    free(r->outcomes);
    memset(r, 0, sizeof *r);
}

int64_t multicost_run_duration(int64_t amount, int64_t rate)
{
    return amount / rate + (amount % rate != 0);
}

int64_t multicost_run_cluster_time(const struct multicost_run *r, uint32_t cluster,
                                   int64_t work)
{
    nets_cluster_info c;
    return nets_get_cluster(r->network, cluster, &c) == NETS_OK
               ? multicost_run_duration(work, c.speed)
               : 0;
}

/* ---- making ------------------------------------------------------------------------ */

enum { MULTICOST_NEWS, MULTICOST_SETUP, MULTICOST_AGAIN, MULTICOST_NEW }; /* events */

static void push(struct multicost_run *r, int64_t time, uint32_t kind, size_t task)
{
    if (events_push(&r->events, time, kind, (uint32_t)task) != 0) fail("out of memory");
}

static void open_run(struct multicost_run *r, const struct multicost_plan *plan)
{
    const struct topology *t = plan->topology;
    const size_t n = plan->tasks->count;
    r->plan = plan;
    r->vectors = plan->view;
    if (!r->vectors.slots_l) r->vectors.slots_l = 1024;
    if (!r->vectors.slots_m) r->vectors.slots_m = 1024;
    burst_must("the network", topology_network(&r->network, t, 0));
    link_state_init(&r->link_state, r->network, plan->interval);
    r->outcomes = base_zeroed(n, sizeof *r->outcomes);
    r->sendings = base_zeroed(n, sizeof *r->sendings);
    r->ground.last = base_zeroed(t->cluster_count, sizeof *r->ground.last);
    r->ground.links = base_zeroed(2 * t->link_count, sizeof *r->ground.links);
    r->ground.net = r->network;
    r->ground.link_state = &r->link_state;
    r->ground.uses = plan->keep ? &r->uses : NULL;
    r->ground.rate = plan->rate;
    r->ground.release = plan->release;
    r->ties = multicost_run_tasks_stream(plan->seed, MULTICOST_TIES);
    r->lot = base_zeroed(t->cluster_count, sizeof *r->lot);
    r->lots.clusters = r->lot;
    if (n == 0) return;
    r->ground.until = plan->tasks->at[n - 1].created;
    push(r, plan->tasks->at[0].created, MULTICOST_NEW, 0);
}

/* ---- decisions --------------------------------------------------------------------- */

/* The slots up to the last change that the node knows of. With a bound, slots beyond the
 * vector count as taken, so it must reach the bound. */
static int64_t needed(const nets_profile *free, uint32_t count, int64_t tau,
                      int64_t bound, int64_t now)
{
    int64_t last = bound;
    for (uint32_t i = 0; i < count; i++)
        if (free[i].count && free[i].steps[free[i].count - 1].time - now > last)
            last = free[i].steps[free[i].count - 1].time - now;
    return multicost_run_duration(last, tau);
}

/* Slots of a vector, doubled until they are enough, unless the plan says how many. */
static uint32_t lengthened(uint32_t slots, uint32_t planned, int64_t need)
{
    while (!planned && slots < need && slots < MULTICOST_SLOTS) slots *= 2;
    return slots;
}

/* Makes the view, at first and where its vectors are too short for the news. */
static void make_view(struct multicost_run *r, const nets_profile *free, size_t task,
                      int64_t now)
{
    const struct multicost_plan *p = r->plan;
    const nets_view_desc *plan = &p->view;
    const uint32_t links = r->link_state.links, all = r->link_state.resources;
    const int64_t need_l = needed(free, links, plan->tau_l, p->bound, now);
    const int64_t need_m = needed(free + links, all - links, plan->tau_m, p->bound, now);
    nets_view_desc *v = &r->vectors;
    const uint32_t had_l = v->slots_l, had_m = v->slots_m;
    v->slots_l = lengthened(had_l, plan->slots_l, need_l);
    v->slots_m = lengthened(had_m, plan->slots_m, need_m);
    if (task >= p->warmup) r->sums.beyond += v->slots_l < need_l || v->slots_m < need_m;
    if (r->view && v->slots_l == had_l && v->slots_m == had_m) return;
    nets_view_destroy(r->view);
    burst_must("the availability vectors", nets_view_create(&r->view, r->network, v));
}

/* The view becomes what the node knows now. */
static void look(struct multicost_run *r, size_t task, int64_t now)
{
    const uint32_t node = r->plan->tasks->at[task].node;
    const nets_profile *free = link_state_all(&r->link_state, node);
    const uint32_t links = r->link_state.links, all = r->link_state.resources;
    nets_status s = NETS_OK;
    uint32_t i;
    link_state_update(&r->link_state, node, now);
    make_view(r, free, task, now);
    for (i = 0; i < links && s == NETS_OK; i++)
        s = nets_view_learn(r->view, NETS_LINK, i, &free[i], 0);
    for (; i < all && s == NETS_OK; i++)
        s = nets_view_learn(r->view, NETS_CLUSTER, i - links, &free[i], 0);
    burst_must("a node's view", s);
}

/* Asks for a route. *s is NETS_OK, or there is none: NETS_E_NOFIT or NETS_E_LIMIT. */
static nets_status find_route(const struct multicost_run *r, const nets_task *task,
                              nets_route *route)
{
    const nets_status s = nets_multicost(r->view, task, route);
    if (s != NETS_E_NOFIT && s != NETS_E_LIMIT) burst_must("a task's route", s);
    return s;
}

/* Adds up what the decision took and promised. */
static void add(struct multicost_sums *s, const nets_route *route, double seconds)
{
    s->decisions++;
    s->links += route->link_count;
    s->paths += route->paths;
    s->pairs += route->pairs;
    s->labels += (double)route->labels;
    s->seconds += seconds;
    if (route->widest > s->widest) s->widest = route->widest;
}

/* Adds up how far the decision is from the answer of the exact search, if it has one. */
static void compare(struct multicost_run *r, nets_task task, const nets_route *route)
{
    struct multicost_sums *s = &r->sums;
    nets_route exact;
    task.method = NETS_EXACT;
    if (find_route(r, &task, &exact) != NETS_OK) return;
    s->elsewhere += exact.cluster != route->cluster;
    if (exact.end >= route->end) return;
    s->worse++;
    s->gap += (double)(route->end - exact.end);
}

/* Makes the burst that the route describes; its setup message is sent later. */
static void prepare(struct multicost_run *r, size_t i, const nets_route *route)
{
    const struct multicost_task *task = &r->plan->tasks->at[i];
    struct multicost_outcome *o = &r->outcomes[i];
    struct multicost_sending *f = &r->sendings[i];
    struct burst *b = &f->burst;
    nets_id *booked = base_zeroed(route->link_count, sizeof *booked + sizeof *b->links);
    uint32_t *path = (uint32_t *)(void *)(booked + route->link_count); /* behind it */
    memcpy(path, route->links, route->link_count * sizeof *path);
    free(f->path);
    memset(b, 0, sizeof *b);
    b->links = path;
    f->path = b->booked = booked;
    b->count = route->link_count;
    b->cluster = route->cluster;
    b->send = route->send;
    b->length = route->link_count ? multicost_run_duration(task->data, r->plan->rate) : 0;
    b->start = route->start;
    b->work = multicost_run_cluster_time(r, route->cluster, task->work);
    o->cluster = route->cluster;
    o->links = route->link_count;
    o->send = route->send;
    o->predicted = route->start;
    o->sent += route->link_count > 0;
}

/* Fills the task that nets_multicost is asked for; 0 if it is too late to ask. */
static int ask(struct multicost_run *r, size_t i, int64_t now, nets_task *to)
{
    const struct multicost_plan *p = r->plan;
    const struct multicost_task *task = &p->tasks->at[i];
    memset(to, 0, sizeof *to);
    for (size_t c = 0; p->any && c < p->topology->cluster_count; c++)
        r->lot[c] = (int64_t)random_below(&r->ties, MULTICOST_LOTS);
    to->costs = &r->lots;
    to->cost_count = p->any != 0;
    to->source = task->source;
    to->method = p->method;
    to->origin =
        link_state_later(now, link_state_delay(&r->link_state, task->node, task->source));
    to->data = task->data;
    to->rate = p->rate;
    to->workload = task->work;
    to->strict = p->strict;
    if (p->bound) to->bound = task->created + p->bound - to->origin;
    return to->origin != JOB_NEVER && (!p->bound || to->bound > 0);
}

/* The node of task i decides where the task goes, or gives it up. */
static void decide(struct multicost_run *r, size_t i, int64_t now)
{
    const struct multicost_plan *p = r->plan;
    struct multicost_outcome *o = &r->outcomes[i];
    double begun;
    nets_task task;
    nets_route route;
    nets_status s = NETS_E_NOFIT;
    if (ask(r, i, now, &task)) {
        look(r, i, now);
        begun = p->timing ? clock_thread_seconds() : 0;
        s = find_route(r, &task, &route);
        begun = p->timing ? clock_thread_seconds() - begun : 0;
    }
    if (s != NETS_OK) {
        o->fate = s == NETS_E_LIMIT ? MULTICOST_cut
                  : p->bound        ? MULTICOST_late
                                    : MULTICOST_unreached;
        return;
    }
    prepare(r, i, &route);
    push(r, task.origin, MULTICOST_SETUP, i);
    if (i < p->warmup) return;
    add(&r->sums, &route, begun);
    if (p->gap) compare(r, task, &route);
}

/* ---- events ------------------------------------------------------------------------ */

/* News of a blocked burst comes to a node of its path. */
static void news(struct multicost_run *r, size_t i, int64_t now)
{
    const struct multicost_task *task = &r->plan->tasks->at[i];
    struct multicost_sending *f = &r->sendings[i];
    int64_t at = now, heard;
    if (!burst_news(&r->ground, &f->burst, now, &at)) {
        push(r, at, MULTICOST_NEWS, i);
        return;
    }
    heard = now + link_state_delay(&r->link_state, task->source, task->node);
    at = f->blocked_at + r->plan->retry;
    push(r, heard > at ? heard : at, MULTICOST_AGAIN, i);
}

/* A setup message comes to a node of its path, or to the cluster. */
static void setup(struct multicost_run *r, size_t i, int64_t now)
{
    struct multicost_sending *f = &r->sendings[i];
    struct multicost_outcome *o = &r->outcomes[i];
    int64_t at = now;
    const enum burst_setup done = burst_setup(&r->ground, &f->burst, now, &at);
    if (done == BURST_SETUP_ON) {
        push(r, at, MULTICOST_SETUP, i);
    } else if (done == BURST_SETUP_BLOCKED) {
        o->blocked++;
        f->blocked_at = now;
        news(r, i, now);
    } else {
        o->fate = MULTICOST_done;
        o->conflict = done == BURST_SETUP_CONFLICT;
        o->arrive = burst_arrival(&f->burst);
        o->start = f->burst.start;
        o->end = at;
    }
}

/* A task is created; the creation of the next one is put into the queue. */
static void new (struct multicost_run *r, size_t i, int64_t now)
{
    const struct multicost_tasks *tasks = r->plan->tasks;
    if (i + 1 < tasks->count) push(r, tasks->at[i + 1].created, MULTICOST_NEW, i + 1);
    decide(r, i, now);
}

static void again(struct multicost_run *r, size_t i, int64_t now)
{
    struct multicost_outcome *o = &r->outcomes[i];
    if (r->plan->attempts && o->sent >= r->plan->attempts)
        o->fate = MULTICOST_given_up;
    else
        decide(r, i, now);
}

void multicost_run_make(struct multicost_run *r, const struct multicost_plan *plan)
{
    static void (*const handle[])(struct multicost_run *, size_t,
                                  int64_t) = {news, setup, again, new}; /* by kind */
    const struct event *next;
    open_run(r, plan);
    while ((next = events_next(&r->events)) != NULL) {
        const struct event now = *next;
        burst_must("time", nets_advance(r->network, now.time));
        events_pop(&r->events);
        handle[now.kind](r, now.subject, now.time);
    }
    close_run(r);
}

/* ---- tasks ------------------------------------------------------------------------- */

void multicost_run_tasks_free(struct multicost_tasks *t)
{
    free(t->at);
    t->at = NULL;
    t->count = 0;
}

struct random multicost_run_tasks_stream(uint64_t seed, unsigned purpose)
{
    return random_stream(seed, purpose * 0x9E3779B97F4A7C15u);
}

static double random_exponential(struct random *r)
{
    return -portable_ln(random_unit(r));
}

/* A whole number, at least 1. */
static int64_t amount(struct random *r, double mean)
{
    const double x = mean * random_exponential(r);
    return x < 1 ? 1 : (int64_t)x;
}

void multicost_run_tasks_draw(struct multicost_tasks *t, const struct multicost_mix *m)
{
    struct random arrivals = multicost_run_tasks_stream(m->seed, MULTICOST_ARRIVALS);
    struct random nodes = multicost_run_tasks_stream(m->seed, MULTICOST_NODES);
    struct random data = multicost_run_tasks_stream(m->seed, MULTICOST_DATA);
    struct random work = multicost_run_tasks_stream(m->seed, MULTICOST_WORK);
    struct random remote = multicost_run_tasks_stream(m->seed, MULTICOST_REMOTE);
    struct random places = multicost_run_tasks_stream(m->seed, MULTICOST_PLACES);
    uint32_t *at = random_choose(&places, m->nodes, m->repositories);
    double now = 0;
    if (!at) fail("out of memory");
    t->at = base_zeroed(m->tasks, sizeof *t->at);
    for (size_t i = 0; i < m->tasks; i++) {
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
}
