/* broker.c - one instant after the other, in the order that broker.h gives. */
#include "grid/broker.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/job.h"
#include "batch/batch.h"
#include "batch/grants.h"
#include "grid/broker_policy.h"
#include "grid/broker_queue.h"
#include "grid/broker_rules.h"
#include "grid/broker_site.h"
#include "workload/demands.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- the state of a run ------------------------------------------------------------ */

/* A job that runs at several clusters (broker_coallocate.c) has a part at each: a job of
 * their local systems, numbered after those of the workload. */

struct broker_run;

struct broker_listener { /* the context of a local system's batch_notify */
    struct broker_run *run;
    uint32_t cluster;
};

struct broker_run { /* zero-initialise; broker_run_begin, broker_run_end */
    struct broker_view view;
    const struct job *jobs; /* of the workload, then parts                         */
    struct job *with_parts; /* that array, if jobs may run at several clusters     */
    uint32_t *large;        /* the jobs that may, ascending                        */
    uint32_t *parts_left;   /* of a job: parts that have not ended                 */
    size_t large_count;
    size_t count, next; /* jobs of the workload; the next to be submitted      */
    struct broker_result *result;
    struct job_outcome *local; /* of each job, at the cluster where it is             */
    struct grants grants;
    struct broker_listener *listeners; /* of each cluster                             */
    size_t undecided; /* jobs that have no fate yet                          */
    int failed;       /* memory ran out in a function that returns nothing   */
};

/* Says that memory is out. -1. */
static int no_memory(struct error *e) { return error_fail(e, "out of memory"); }

/* ---- what becomes of jobs ---------------------------------------------------------- */

/* The job of the workload that this one is, or is a part of. */
static uint32_t whole_of(const struct broker_run *b, uint32_t job)
{
    return job < b->count ? job : b->large[(job - b->count) / b->view.grid->count];
}

/* Adds the execution that ends now to the result. */
static void note_execution(struct broker_run *b, uint32_t cluster, uint32_t job)
{
    struct broker_result *r = b->result;
    const struct job_granted *granted = &b->grants.of[job];
    struct broker_execution *x;
    if (ARRAY_ROOM(r->executions, r->execution_count, r->execution_capacity, 1) != 0) {
        b->failed = 1;
        return;
    }
    x = &r->executions[r->execution_count++];
    x->job = whole_of(b, job);
    x->cluster = cluster;
    x->start = b->local[job].start;
    x->end = b->view.now;
    x->first_run = granted->first;
    x->run_count = granted->count;
}

/* The job's nodes are in use by it (more 1), or no longer. */
static void count_nodes(struct broker_run *b, uint32_t cluster, uint32_t job, int more)
{
    const struct job_granted *granted = &b->grants.of[job];
    uint32_t i;
    for (i = 0; i < granted->count; i++)
        broker_site_nodes(&b->view.sites[cluster], &b->view.grid->clusters[cluster],
                          &b->grants.runs[granted->first + i], more);
}

static void decide_fate(struct broker_run *b, uint32_t job, enum broker_fate fate)
{
    b->result->jobs[job].fate = fate;
    b->undecided--;
}

/* The job has finished, unless parts of it still run. */
static void note_end(struct broker_run *b, uint32_t cluster, uint32_t job)
{
    const int64_t start = b->local[job].start, now = b->view.now;
    const uint32_t whole = whole_of(b, job);
    struct grid_state *state = &b->view.sites[cluster].state;
    note_execution(b, cluster, job);
    broker_site_ended(&b->view.sites[cluster], &b->jobs[job], start);
    count_nodes(b, cluster, job, 0);
    state->finished++;
    state->bsld_sum += broker_rules_slowdown(start - b->jobs[job].submit, now - start);
    if (whole != job && --b->parts_left[whole] > 0) return;
    b->result->jobs[whole].start = start;
    b->result->jobs[whole].end = now;
    decide_fate(b, whole, BROKER_FATE_finished);
}

/* A batch_notify. */
static void note(void *context, uint32_t job, int ended)
{
    const struct broker_listener *l = (const struct broker_listener *)context;
    struct broker_run *b = l->run;
    if (ended) {
        note_end(b, l->cluster, job);
        return;
    }
    broker_site_started(&b->view.sites[l->cluster], &b->jobs[job], b->view.now);
    count_nodes(b, l->cluster, job, 1);
}

/* ---- begin and end ----------------------------------------------------------------- */

static int begin_site(struct broker_run *b, uint32_t cluster, struct error *e)
{
    const struct broker_rules *rules = b->view.rules;
    const struct grid_cluster *c = &b->view.grid->clusters[cluster];
    const int64_t origin = b->count ? b->jobs[0].submit : 0;
    struct broker_site *s = &b->view.sites[cluster];
    struct batch_run *local = &s->local;
    b->listeners[cluster].run = b;
    b->listeners[cluster].cluster = cluster;
    local->jobs = b->jobs;
    local->count = b->count + b->large_count * b->view.grid->count;
    local->servers = c->cpus;
    local->rules = &rules->local[cluster];
    local->outcomes = b->local;
    local->grants = &b->grants;
    local->notify = note;
    local->context = &b->listeners[cluster];
    s->state.free_cpus = c->cpus;
    s->state.free_nodes = c->nodes;
    s->state.time = origin;
    s->picture = s->state;
    s->taken = (uint32_t *)calloc(c->nodes, sizeof *s->taken);
    if (!s->taken) return no_memory(e);
    batch_begin(local);
    return 0;
}

/* Co-allocation needs processors that are counted. */
static int check_together(const struct broker_run *b, struct error *e)
{
    const struct broker_rules *rules = b->view.rules;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        if (batch_names(&rules->local[k]))
            return error_fail(e,
                              "cluster %s: jobs run at several clusters only where"
                              " processors are counted: first-fit, and nothing shared",
                              b->view.grid->clusters[k].name);
    return 0;
}

/* Makes room for a part of each large job at each cluster. */
static int begin_parts(struct broker_run *b, struct error *e)
{
    const struct grid *g = b->view.grid;
    size_t i, n;
    if (!b->view.rules->at_several) return 0;
    if (check_together(b, e) != 0) return -1;
    b->large = (uint32_t *)malloc((b->count + 1) * sizeof *b->large);
    b->parts_left = (uint32_t *)calloc(b->count + 1, sizeof *b->parts_left);
    if (!b->large || !b->parts_left) return no_memory(e);
    for (i = 0; i < b->count; i++)
        if (broker_coallocate_large(g, b->view.demands, &b->jobs[i]))
            b->large[b->large_count++] = (uint32_t)i;
    n = b->count + b->large_count * g->count;
    if (b->large_count > BROKER_COALLOCATE_PARTS / g->count || n >= UINT32_MAX)
        return error_fail(e,
                          "%zu jobs are larger than any cluster: too many to run at"
                          " several of %zu",
                          b->large_count, (size_t)g->count);
    b->with_parts = (struct job *)calloc(n + 1, sizeof *b->with_parts);
    if (!b->with_parts) return no_memory(e);
    if (b->count) memcpy(b->with_parts, b->jobs, b->count * sizeof *b->with_parts);
    b->view.jobs = b->jobs = b->with_parts;
    return 0;
}

/* Makes ready a run whose view, jobs, count and result are set. 0, or -1 with a
 * message. */
static int begin_run(struct broker_run *b, struct error *e)
{
    const size_t clusters = b->view.grid->count;
    struct broker_result *r = b->result;
    size_t i, n;
    uint32_t k;
    if (begin_parts(b, e) != 0) return -1;
    n = b->count + b->large_count * clusters;
    if (n == 0) n = 1;
    b->view.least_rank = HUGE_VAL;
    b->view.sites = (struct broker_site *)calloc(clusters, sizeof *b->view.sites);
    b->listeners = (struct broker_listener *)calloc(clusters, sizeof *b->listeners);
    b->local = (struct job_outcome *)calloc(n, sizeof *b->local);
    r->jobs = (struct broker_outcome *)calloc(n, sizeof *r->jobs);
    if (!b->view.sites || !b->listeners || !b->local || !r->jobs) return no_memory(e);
    grants_begin(&b->grants, n);
    r->count = b->count;
    for (i = 0; i < b->count; i++) {
        r->jobs[i].fate = BROKER_FATE_stuck; /* until it has another one */
        r->jobs[i].dispatched = r->jobs[i].start = r->jobs[i].end = -1;
    }
    for (k = 0; k < clusters; k++)
        if (begin_site(b, k, e) != 0) return -1;
    return 0;
}

/* Gives the runs of CPUs to the result and frees the rest. */
static void end_run(struct broker_run *b)
{
    size_t k;
    for (k = 0; b->view.sites && k < b->view.grid->count; k++) {
        batch_free(&b->view.sites[k].local);
        broker_site_free(&b->view.sites[k]);
    }
    b->result->runs = b->grants.runs;
    b->result->run_count = b->grants.count;
    b->grants.runs = NULL;
    grants_free(&b->grants);
    broker_queue_classes_free(&b->view.classes);
    broker_queue_free(&b->view.queue);
    free(b->view.sites);
    free(b->listeners);
    free(b->local);
    free(b->with_parts);
    free(b->large);
    free(b->parts_left);
}

/* ---- at several clusters ----------------------------------------------------------- */

/* Books the job's part at a cluster, a job there with a reservation from `start` on. */
static int book_part(struct broker_run *b, uint32_t job, uint32_t part, uint32_t cluster,
                     uint32_t servers, int64_t start, struct error *e)
{
    const uint32_t percent = b->view.rules->coallocate;
    struct broker_site *s = &b->view.sites[cluster];
    struct job *p = &b->with_parts[part];
    *p = b->jobs[job];
    p->servers = servers;
    p->reserved = 1;
    p->ready = start;
    p->run += broker_coallocate_overhead(p->run, percent);
    p->estimate += broker_coallocate_overhead(p->estimate, percent);
    p->length = p->estimate;
    broker_site_arrived(s, p);
    batch_clock(&s->local, b->view.now);
    batch_arrive(&s->local, part);
    if (b->local[part].start == start) return 0;
    return error_fail(e, "job %" PRId64 " would not start at once on all its clusters",
                      p->number);
}

/* Books all parts, then lets those start that are to start now. */
static int book(struct broker_run *b, uint32_t job, size_t large,
                const struct broker_coallocate *t, struct error *e)
{
    struct broker_outcome *outcome = &b->result->jobs[job];
    const uint32_t parts = t->found.part_count;
    const size_t first =
        b->count + large * b->view.grid->count; /* its part at cluster 0 */
    uint32_t i;
    outcome->cluster = t->cluster[t->found.parts[0].site];
    outcome->dispatched = b->view.now;
    outcome->parts = b->parts_left[job] = parts;
    for (i = 0; i < parts; i++) {
        const uint32_t cluster = t->cluster[t->found.parts[i].site];
        if (book_part(b, job, (uint32_t)(first + cluster), cluster,
                      t->found.parts[i].booking.servers, t->found.start, e) != 0)
            return -1;
    }
    for (i = 0; i < parts; i++)
        batch_starts(&b->view.sites[t->cluster[t->found.parts[i].site]].local);
    return 0;
}

/* The job's place in b->large, or that of the next one. */
static size_t large_at(const struct broker_run *b, uint32_t job)
{
    size_t lo = 0, hi = b->large_count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (b->large[middle] < job)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* No cluster can run the job: several of them do, or none ever will. */
static int submit_large(struct broker_run *b, uint32_t job, struct error *e)
{
    const size_t large = large_at(b, job);
    struct broker_coallocate t = {0};
    int result = 0;
    if (large < b->large_count && b->large[large] == job)
        result = broker_coallocate_find(&b->view, &b->jobs[job], &t, e);
    if (result == 0)
        decide_fate(b, job, BROKER_FATE_no_cluster);
    else if (result > 0)
        result = book(b, job, large, &t, e);
    broker_coallocate_free(&t);
    return result;
}

/* ---- the queue --------------------------------------------------------------------- */

/* The job is submitted, or comes back from a cluster. A job that no cluster can ever run
 * is booked at several if it may be, else it has its fate. */
static int submit_to_broker(struct broker_run *b, uint32_t job, struct error *e)
{
    struct broker_view *v = &b->view;
    const struct broker_policy_jobs *policy = broker_policy_jobs(v->rules->jobs);
    const struct job *j = &b->jobs[job];
    struct broker_entry entry = {0};
    struct broker_class *of;
    if (broker_queue_classes_of(&v->classes, v->grid, v->demands, j, &entry.class_of) !=
        0)
        return no_memory(e);
    if (entry.class_of == BROKER_NO_CLASS) return submit_large(b, job, e);
    if (policy->key) entry.key = policy->key(v->rules, j);
    entry.rank = demands_job_rank(v->grid, v->demands, j);
    entry.job = job;
    entry.servers = j->servers;
    entry.dynamic = demands_dynamic(v->demands, j);
    if (broker_queue_add(&v->queue, &v->classes, &entry) != 0) return no_memory(e);
    of = &v->classes.items[entry.class_of];
    if (of->waiting++ == 0 || j->servers < of->least) of->least = j->servers;
    if (entry.rank >= 0 && entry.rank < v->least_rank) v->least_rank = entry.rank;
    return 0;
}

static void leave_queue(struct broker_run *b, size_t place)
{
    struct broker_view *v = &b->view;
    v->classes.items[broker_queue_at(&v->queue, place)->class_of].waiting--;
    broker_queue_remove(&v->queue, &v->classes, place);
}

/* Sends the job in this place to the cluster. */
static void dispatch(struct broker_run *b, size_t place, uint32_t cluster)
{
    struct broker_site *s = &b->view.sites[cluster];
    const uint32_t job = broker_queue_at(&b->view.queue, place)->job;
    struct broker_outcome *outcome = &b->result->jobs[job];
    leave_queue(b, place);
    outcome->cluster = cluster;
    outcome->dispatched = b->view.now;
    broker_site_arrived(s, &b->jobs[job]);
    batch_clock(&s->local, b->view.now);
    batch_arrive(&s->local, job);
    batch_starts(&s->local);
}

/* Sends the job in this place to the cluster chosen for it. 1 if it has left, 0 if it has
 * no cluster. */
static int try_place(struct broker_run *b, size_t place)
{
    const uint32_t cluster =
        broker_policy_select(&b->view, broker_queue_at(&b->view.queue, place));
    b->view.looks++;
    if (cluster == BROKER_NO_CLUSTER) return 0;
    dispatch(b, place, cluster);
    return 1;
}

/* ---- passes ------------------------------------------------------------------------ */

/* No job waits for another: all that have a cluster go. The others stay, or are
 * refused. */
static void pass_all(struct broker_run *b, int refuse)
{
    struct broker_view *v = &b->view;
    size_t place = refuse ? 0 : broker_policy_first(v);
    v->looks += place;
    while (place < v->queue.count) {
        if (!refuse && !broker_policy_open(v, broker_queue_at(&v->queue, place))) {
            v->looks++;
            place++;
            continue;
        }
        if (try_place(b, place)) continue;
        if (refuse) {
            const uint32_t job = broker_queue_at(&b->view.queue, place)->job;
            leave_queue(b, place);
            decide_fate(b, job, BROKER_FATE_deadline);
        } else {
            place++;
        }
    }
}

/* The head goes for as long as it has a cluster; else the policy may name another job,
 * and the head is asked again. With jr_no_head the policy names all that go. */
static void pass_in_order(struct broker_run *b, const struct broker_policy_jobs *policy)
{
    const int asks_head = !policy->next || !b->view.rules->jr_no_head;
    while (b->view.queue.count > 0) {
        int gone = asks_head ? try_place(b, 0) : 0;
        if (gone == 0 && policy->next) {
            const size_t place = policy->next(&b->view);
            if (place == SIZE_MAX) return;
            gone = try_place(b, place);
        }
        if (gone == 0) return;
    }
}

/* Sends jobs to clusters for as long as the policies find one. */
static void pass(struct broker_run *b)
{
    const struct broker_policy_jobs *policy = broker_policy_jobs(b->view.rules->jobs);
    const int alone = broker_policy_resources(b->view.rules->resources)->alone;
    if (b->view.queue.count == 0) return;
    b->result->passes++;
    if (alone || policy->at_once)
        pass_all(b, policy->at_once && !alone);
    else
        pass_in_order(b, policy);
}

/* ---- one instant ------------------------------------------------------------------- */

static void local_events(struct broker_run *b)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct batch_run *local = &b->view.sites[k].local;
        if (batch_due(local) != b->view.now) continue;
        batch_clock(local, b->view.now);
        batch_ends(local);
    }
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (!s->changed && batch_due(&s->local) != b->view.now) continue;
        batch_clock(&s->local, b->view.now);
        batch_starts(&s->local);
    }
}

static int arrivals(struct broker_run *b, struct error *e)
{
    while (b->next < b->count && b->jobs[b->next].submit == b->view.now) {
        if (submit_to_broker(b, (uint32_t)b->next++, e) != 0) return -1;
    }
    return 0;
}

/* With an information delay: what clusters sent that long ago arrives. */
static void receive_news(struct broker_run *b)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        broker_site_receive(&b->view.sites[k], b->view.now, b->view.rules->delay);
}

/* With an information delay: clusters that changed send their state. */
static int send_news(struct broker_run *b)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (s->changed && b->view.rules->delay &&
            broker_site_news_send(&s->news, broker_site_look(s, b->view.now)) != 0)
            return -1;
        s->changed = 0;
    }
    return 0;
}

static int instant(struct broker_run *b, struct error *e)
{
    local_events(b);
    if (arrivals(b, e) != 0) return -1;
    receive_news(b);
    pass(b);
    if (send_news(b) != 0 || b->failed) return no_memory(e);
    return 0;
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* The next time at which a job arrives, ends or starts, or JOB_NEVER. */
static int64_t work_due(const struct broker_run *b)
{
    int64_t due = b->next < b->count ? b->jobs[b->next].submit : JOB_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        due = earlier(due, batch_due(&b->view.sites[k].local));
    return due;
}

/* Has the broker just seen the cluster idle and with all its jobs finished, and sent
 * it none of the jobs that wait? It will never see it in a better state. */
static int seen_idle(const struct broker_run *b, uint32_t cluster)
{
    const struct broker_site *s = &b->view.sites[cluster];
    const struct grid_state *seen = b->view.rules->delay ? &s->picture : &s->state;
    return seen->free_cpus == s->local.servers && seen->finished == s->state.finished;
}

/* The next instant; JOB_NEVER if nothing can help a waiting job any more. Once nothing
 * runs and no job will come, news only matter until the broker has seen each cluster idle
 * and sent it nothing. */
static int64_t next_instant(struct broker_run *b)
{
    const int64_t work = work_due(b);
    int64_t due = work;
    int more = work != JOB_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        const int64_t news = broker_site_news_due(&s->news, b->view.rules->delay);
        due = earlier(due, news);
        s->unwanted = work == JOB_NEVER && (s->unwanted || seen_idle(b, k));
        more |= !s->unwanted && news != JOB_NEVER;
    }
    return more ? due : JOB_NEVER;
}

/* ---- a whole run ------------------------------------------------------------------- */

int broker_simulate(const struct grid *g, const struct demands *d, const struct job *jobs,
                    size_t n, const struct broker_rules *rules, struct broker_result *r,
                    struct error *e)
{
    const double begun = clock_seconds();
    struct broker_run b;
    int result;
    memset(&b, 0, sizeof b);
    b.view.grid = g;
    b.view.demands = d;
    b.view.jobs = b.jobs = jobs;
    b.view.rules = rules;
    b.count = b.undecided = n;
    b.result = r;
    result = begin_run(&b, e);
    while (result == 0 && b.undecided > 0 && (b.view.now = next_instant(&b)) != JOB_NEVER)
        result = instant(&b, e);
    r->looks = b.view.looks;
    end_run(&b);
    r->seconds = clock_seconds() - begun;
    return result;
}
