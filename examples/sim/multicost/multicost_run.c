/* multicost_run.c - a queue of events: news, setup messages, decisions. */
#include "multicost/multicost_run.h"

#include "base/clock.h"
#include "base/job.h"
#include "base/portable.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Frees all but what results need: outcomes, uses, sums and ground.used. */
static void close_run(struct multicost_run *r)
{
    size_t i;
    for (i = 0; r->sendings && i < r->plan->tasks->count; i++) free(r->sendings[i].path);
    free(r->sendings);
    free(r->ground.last);
    r->sendings = NULL;
    r->ground.last = NULL;
    nets_view_destroy(r->view);
    r->view = NULL;
    events_free(&r->events);
}

void multicost_run_free(struct multicost_run *r)
{
    static const struct multicost_run nothing = {0};
    close_run(r);
    link_state_free(&r->link_state);
    nets_destroy(r->network);
    r->network = NULL;
    burst_uses_free(&r->uses);
    free(r->outcomes);
    *r = nothing;
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

static int push(struct multicost_run *r, int64_t time, uint32_t kind, size_t task,
                struct error *e)
{
    if (events_push(&r->events, time, kind, (uint32_t)task) == 0) return 0;
    return error_fail(e, "out of memory");
}

static int open_run(struct multicost_run *r, const struct multicost_plan *plan,
                    struct error *e)
{
    const size_t n = plan->tasks->count;
    r->plan = plan;
    r->vectors = plan->view;
    if (!r->vectors.slots_l) r->vectors.slots_l = 1024;
    if (!r->vectors.slots_m) r->vectors.slots_m = 1024;
    if (network_make(&r->network, plan->topology, 0, e) != 0 ||
        link_state_init(&r->link_state, r->network, plan->interval, e) != 0)
        return -1;
    r->outcomes = (struct multicost_outcome *)calloc(n + 1, sizeof *r->outcomes);
    r->sendings = (struct multicost_sending *)calloc(n + 1, sizeof *r->sendings);
    r->ground.last =
        (int64_t *)calloc(plan->topology->cluster_count + 1, sizeof *r->ground.last);
    if (!r->outcomes || !r->sendings || !r->ground.last)
        return error_fail(e, "out of memory for %zu tasks", n);
    r->ground.net = r->network;
    r->ground.link_state = &r->link_state;
    r->ground.uses = plan->keep ? &r->uses : NULL;
    r->ground.rate = plan->rate;
    r->ground.release = plan->release;
    r->ground.until = n ? plan->tasks->at[n - 1].created : 0;
    return n ? push(r, plan->tasks->at[0].created, MULTICOST_NEW, 0, e) : 0;
}

/* ---- decisions --------------------------------------------------------------------- */

/* The slots up to the last change that the node knows of. With a bound, slots beyond the
 * vector count as taken, so it must reach the bound. */
static int64_t needed(const nets_profile *free, uint32_t count, int64_t tau,
                      int64_t bound, int64_t now)
{
    int64_t last = bound;
    uint32_t i;
    for (i = 0; i < count; i++)
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

/* Makes the view, at first and where its vectors are too short for what is known. */
static int make_view(struct multicost_run *r, const nets_profile *free, size_t task,
                     int64_t now, struct error *e)
{
    const struct multicost_plan *p = r->plan;
    const nets_view_desc *plan = &p->view;
    const uint32_t links = r->link_state.links, all = r->link_state.resources;
    const int64_t need_l = needed(free, links, plan->tau_l, p->bound, now);
    const int64_t need_m = needed(free + links, all - links, plan->tau_m, p->bound, now);
    nets_view_desc *v = &r->vectors;
    const uint32_t had_l = v->slots_l, had_m = v->slots_m;
    nets_status s;
    v->slots_l = lengthened(had_l, plan->slots_l, need_l);
    v->slots_m = lengthened(had_m, plan->slots_m, need_m);
    if (task >= p->warmup) r->sums.beyond += v->slots_l < need_l || v->slots_m < need_m;
    if (r->view && v->slots_l == had_l && v->slots_m == had_m) return 0;
    nets_view_destroy(r->view);
    s = nets_view_create(&r->view, r->network, v);
    return s == NETS_OK ? 0 : burst_fail("the availability vectors", s, e);
}

/* The view becomes what the node knows now. */
static int look(struct multicost_run *r, size_t task, int64_t now, struct error *e)
{
    const uint32_t node = r->plan->tasks->at[task].node;
    const nets_profile *free = link_state_all(&r->link_state, node);
    const uint32_t links = r->link_state.links, all = r->link_state.resources;
    nets_status s = NETS_OK;
    uint32_t i;
    if (link_state_update(&r->link_state, node, now, e) != 0 ||
        make_view(r, free, task, now, e) != 0)
        return -1;
    for (i = 0; i < links && s == NETS_OK; i++)
        s = nets_view_learn(r->view, NETS_LINK, i, &free[i], 0);
    for (; i < all && s == NETS_OK; i++)
        s = nets_view_learn(r->view, NETS_CLUSTER, i - links, &free[i], 0);
    return s == NETS_OK ? 0 : burst_fail("what a node knows", s, e);
}

/* Asks NETS_EXACT; if it has no answer, route->end is NETS_FOREVER. */
static int ask_exact(struct multicost_run *r, nets_task task, nets_route *route,
                     struct error *e)
{
    nets_status s;
    task.method = NETS_EXACT;
    s = nets_multicost(r->view, &task, route);
    if (s != NETS_OK) route->end = NETS_FOREVER;
    if (s == NETS_OK || s == NETS_E_NOFIT || s == NETS_E_LIMIT) return 0;
    return burst_fail("--gap", s, e);
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

/* Adds up how far the decision is from the answer of the exact search. */
static void compare_with(struct multicost_sums *s, const nets_route *route,
                         const nets_route *exact)
{
    if (exact->end == NETS_FOREVER) return;
    s->elsewhere += exact->cluster != route->cluster;
    if (exact->end >= route->end) return;
    s->worse++;
    s->gap += (double)(route->end - exact->end);
}

/* Makes the burst that the route describes; its setup message is sent later. */
static int prepare(struct multicost_run *r, size_t i, const nets_route *route,
                   struct error *e)
{
    const struct multicost_task *task = &r->plan->tasks->at[i];
    struct multicost_outcome *o = &r->outcomes[i];
    struct multicost_sending *f = &r->sendings[i];
    struct burst *b = &f->burst;
    nets_id *booked = (nets_id *)malloc((route->link_count + 1) * 2 * sizeof *booked);
    uint32_t *path = (uint32_t *)(void *)(booked + route->link_count); /* behind it */
    if (!booked) return error_fail(e, "out of memory");
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
    return 0;
}

/* Fills the task that nets_multicost is asked for; 0 if it is too late to ask. */
static int ask(const struct multicost_run *r, size_t i, int64_t now, nets_task *to)
{
    const struct multicost_plan *p = r->plan;
    const struct multicost_task *task = &p->tasks->at[i];
    memset(to, 0, sizeof *to);
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
static int decide(struct multicost_run *r, size_t i, int64_t now, struct error *e)
{
    const struct multicost_plan *p = r->plan;
    struct multicost_outcome *o = &r->outcomes[i];
    const enum multicost_fate none = p->bound ? MULTICOST_late : MULTICOST_unreached;
    double begun = 0;
    nets_task task;
    nets_route route, exact;
    nets_status s;
    const int compare = p->gap && i >= p->warmup;
    if (!ask(r, i, now, &task)) {
        o->fate = none;
        return 0;
    }
    if (look(r, i, now, e) != 0) return -1;
    if (compare && ask_exact(r, task, &exact, e) != 0) return -1;
    if (p->timing) begun = clock_thread_seconds();
    s = nets_multicost(r->view, &task, &route);
    if (p->timing) begun = clock_thread_seconds() - begun;
    if (s == NETS_E_NOFIT || s == NETS_E_LIMIT) {
        o->fate = s == NETS_E_LIMIT ? MULTICOST_cut : none;
        return 0;
    }
    if (s != NETS_OK)
        return error_fail(e, "task %zu cannot be scheduled: %s", i + 1,
                          nets_status_text(s));
    if (i >= p->warmup) add(&r->sums, &route, begun);
    if (compare) compare_with(&r->sums, &route, &exact);
    if (prepare(r, i, &route, e) != 0) return -1;
    return push(r, task.origin, MULTICOST_SETUP, i, e);
}

/* ---- events ------------------------------------------------------------------------ */

/* News of a blocked burst comes to a node of its path. */
static int news(struct multicost_run *r, size_t i, int64_t now, struct error *e)
{
    const struct multicost_task *task = &r->plan->tasks->at[i];
    struct multicost_sending *f = &r->sendings[i];
    int64_t at = now, heard;
    const int home = burst_news(&r->ground, &f->burst, now, &at, e);
    if (home < 0) return -1;
    if (!home) return push(r, at, MULTICOST_NEWS, i, e);
    heard = now + link_state_delay(&r->link_state, task->source, task->node);
    at = f->blocked_at + r->plan->retry;
    return push(r, heard > at ? heard : at, MULTICOST_AGAIN, i, e);
}

/* A setup message comes to a node of its path, or to the cluster. */
static int setup(struct multicost_run *r, size_t i, int64_t now, struct error *e)
{
    struct multicost_sending *f = &r->sendings[i];
    struct multicost_outcome *o = &r->outcomes[i];
    int64_t at = now;
    const enum burst_setup done = burst_setup(&r->ground, &f->burst, now, &at, e);
    switch (done) {
    case BURST_SETUP_FAILED: return -1;
    case BURST_SETUP_ON: return push(r, at, MULTICOST_SETUP, i, e);
    case BURST_SETUP_BLOCKED:
        o->blocked++;
        f->blocked_at = now;
        return news(r, i, now, e);
    case BURST_SETUP_BOOKED:
    case BURST_SETUP_CONFLICT: break;
    }
    o->fate = MULTICOST_done;
    o->conflict = done == BURST_SETUP_CONFLICT;
    o->arrive = burst_arrival(&f->burst);
    o->start = f->burst.start;
    o->end = at;
    return 0;
}

/* A task is created; the creation of the next one is put into the queue. */
static int new (struct multicost_run *r, size_t i, int64_t now, struct progress *progress,
                struct error *e)
{
    const struct multicost_tasks *tasks = r->plan->tasks;
    progress_add(progress, 1);
    if (i + 1 < tasks->count &&
        push(r, tasks->at[i + 1].created, MULTICOST_NEW, i + 1, e) != 0)
        return -1;
    return decide(r, i, now, e);
}

static int again(struct multicost_run *r, size_t i, int64_t now, struct error *e)
{
    struct multicost_outcome *o = &r->outcomes[i];
    if (r->plan->attempts && o->sent >= r->plan->attempts) {
        o->fate = MULTICOST_given_up;
        return 0;
    }
    return decide(r, i, now, e);
}

static int handle(struct multicost_run *r, const struct event *v,
                  struct progress *progress, struct error *e)
{
    switch (v->kind) {
    case MULTICOST_NEWS: return news(r, v->subject, v->time, e);
    case MULTICOST_SETUP: return setup(r, v->subject, v->time, e);
    case MULTICOST_AGAIN: return again(r, v->subject, v->time, e);
    default: return new (r, v->subject, v->time, progress, e);
    }
}

int multicost_run_make(struct multicost_run *r, const struct multicost_plan *plan,
                       struct progress *progress, struct error *e)
{
    const struct event *next;
    int result = open_run(r, plan, e);
    while (result == 0 && (next = events_next(&r->events)) != NULL) {
        const struct event now = *next;
        const nets_status s = nets_advance(r->network, now.time);
        events_pop(&r->events);
        result = s == NETS_OK ? handle(r, &now, progress, e) : burst_fail("time", s, e);
    }
    if (result == 0) close_run(r);
    return result;
}

static const struct multicost_method rows[MULTICOST_METHODS] = {
    {{"mc-t", "paths pruned by equation 3"}, "MC-T", NETS_MC_T, 1},
    {{"awmc-t", "by the number of free slots"}, "AWMC-T", NETS_AWMC_T, 1},
    {{"exact", "only what cannot be better"}, "exact", NETS_EXACT, 1},
    {{"mc-b", "earliest arrival, CPUs not looked at"}, "MC-B", NETS_MC_B, 1},
    {{"ect", "earliest end, links not looked at"}, "ECT", NETS_ECT, 0}};

const struct choice_table multicost_run_methods = CHOICE_TABLE(rows);

const struct multicost_method *multicost_run_method(size_t row) { return &rows[row]; }

/* ---- tasks ------------------------------------------------------------------------- */

void multicost_run_tasks_free(struct multicost_tasks *t)
{
    free(t->at);
    t->at = NULL;
    t->count = 0;
}

struct random multicost_run_tasks_stream(uint64_t seed, unsigned purpose)
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

/* A whole number, at least 1. */
static int64_t amount(struct random *r, double mean)
{
    const double x = mean * random_exponential(r);
    return x < 1 ? 1 : (int64_t)x;
}

int multicost_run_tasks_draw(struct multicost_tasks *t, const struct multicost_mix *m,
                             struct error *e)
{
    struct random arrivals = multicost_run_tasks_stream(m->seed, MULTICOST_ARRIVALS);
    struct random nodes = multicost_run_tasks_stream(m->seed, MULTICOST_NODES);
    struct random data = multicost_run_tasks_stream(m->seed, MULTICOST_DATA);
    struct random work = multicost_run_tasks_stream(m->seed, MULTICOST_WORK);
    struct random remote = multicost_run_tasks_stream(m->seed, MULTICOST_REMOTE);
    struct random places = multicost_run_tasks_stream(m->seed, MULTICOST_PLACES);
    uint32_t *at = random_choose(&places, m->nodes, m->repositories);
    double now = 0;
    size_t i;
    t->at = (struct multicost_task *)malloc((m->tasks ? m->tasks : 1) * sizeof *t->at);
    if (!at || !t->at) {
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
