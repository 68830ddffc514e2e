/* broker.c - one instant after the other, in the order that broker.h gives. */
#include "grid/broker.h"

#include "base/clock.h"
#include "base/compare.h"
#include "grid/broker_policy.h"
#include "grid/broker_queue.h"
#include "grid/broker_site.h"
#include "kit/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the state of a run ------------------------------------------------------------ */

/* A job that runs at several clusters (broker_coallocate.c) has a part at each: a job of
 * their local systems, numbered after the workload's. */

struct broker_run {
    struct broker_view view; /* its jobs: the workload's, then parts      */
    struct job *with_parts;  /* these, if jobs may run at several clusters       */
    uint32_t *large;         /* the jobs that may, ascending                     */
    size_t large_count;
    uint32_t *parts_from; /* of a job: its part at cluster 0; 0 = it has none    */
    uint32_t *parts_left; /* of a job: parts that have not ended                 */
    size_t count, next;   /* jobs of the workload; the next to be submitted      */
    size_t undecided;     /* jobs that have no fate yet                          */
    struct broker_result *result;
    struct job_outcome *local; /* of each job, at the cluster where it is        */
    struct machine_job *known; /* of each job, by the machine where it is         */
    struct grants grants;
};

/* ---- the end of a job -------------------------------------------------------------- */

/* The job of the workload that this one is, or is a part of. */
static uint32_t whole_of(const struct broker_run *b, uint32_t job)
{
    return job < b->count ? job : b->large[(job - b->count) / b->view.task.grid->count];
}

/* Adds the execution that ends now to the result. */
static void note_execution(struct broker_run *b, uint32_t cluster, uint32_t job)
{
    struct broker_result *r = b->result;
    const struct job_granted *granted = &b->grants.of[job];
    struct broker_execution *x =
        &BASE_PUSH(r->executions, r->execution_count, r->execution_room);
    x->job = whole_of(b, job);
    x->cluster = cluster;
    x->start = b->local[job].start;
    x->end = b->view.now;
    x->first_run = granted->first;
    x->run_count = granted->count;
    r->use[cluster].cpu_seconds +=
        (double)(x->end - x->start) * b->view.task.jobs[job].servers;
}

/* The job's nodes are in use by it (more 1), or no longer. */
static void count_nodes(struct broker_run *b, uint32_t cluster, uint32_t job, int more)
{
    const struct grid_cluster *c = &b->view.task.grid->clusters[cluster];
    const struct job_granted *granted = &b->grants.of[job];
    struct broker_site *s = &b->view.sites[cluster];
    b->result->use[cluster].node_seconds +=
        (double)(c->nodes - s->state.free_nodes) * (double)(b->view.now - s->counted);
    s->counted = b->view.now;
    for (uint32_t i = 0; i < granted->count; i++)
        broker_site_nodes(s, c, &b->grants.runs[granted->first + i], more);
}

static void decide_fate(struct broker_run *b, uint32_t job, enum broker_fate fate)
{
    b->result->jobs[job].fate = fate;
    b->undecided--;
}

/* The job has finished, unless parts of it still run. */
static void note_end(struct broker_run *b, uint32_t cluster, uint32_t job)
{
    const struct job *j = &b->view.task.jobs[job];
    const int64_t start = b->local[job].start, now = b->view.now;
    const uint32_t whole = whole_of(b, job);
    struct grid_state *state = &b->view.sites[cluster].state;
    note_execution(b, cluster, job);
    broker_site_ended(&b->view.sites[cluster], j, start);
    count_nodes(b, cluster, job, 0);
    state->finished++;
    state->bsld_sum += broker_rules_slowdown(start - j->submit, now - start);
    if (whole != job && --b->parts_left[whole] > 0) return;
    b->result->jobs[whole].start = start;
    b->result->jobs[whole].end = now;
    decide_fate(b, whole, BROKER_FATE_finished);
}

/* A machine_notify. */
static void note(void *context, uint32_t job, enum machine_news what)
{
    struct broker_site *s = context;
    if (what < MACHINE_STARTED) return;
    if (what == MACHINE_ENDED) {
        note_end(s->run, s->cluster, job);
        return;
    }
    broker_site_started(s, &s->run->view.task.jobs[job], s->run->view.now);
    count_nodes(s->run, s->cluster, job, 1);
}

/* ---- begin and end ----------------------------------------------------------------- */

static void begin_site(struct broker_run *b, uint32_t cluster, size_t jobs)
{
    const struct broker_task *task = &b->view.task;
    const struct grid_cluster *c = &task->grid->clusters[cluster];
    struct broker_site *s = &b->view.sites[cluster];
    struct machine *local = &s->local;
    s->run = b;
    s->cluster = cluster;
    local->jobs = task->jobs;
    local->count = jobs;
    local->servers = c->cpus;
    local->rules = &task->rules->local[cluster];
    local->outcomes = b->local;
    local->grants = &b->grants;
    local->known = b->known;
    local->notify = note;
    local->context = s;
    s->state.free_cpus = c->cpus;
    s->state.free_nodes = c->nodes;
    s->state.time = b->count ? task->jobs[0].submit : 0;
    s->picture = s->state;
    s->taken = base_zeroed(c->nodes, sizeof *s->taken);
    machine_begin(local);
}

/* Makes room for a part of each large job at each cluster. Co-allocation needs processors
 * that are counted. Returns how many jobs and parts there are. */
static size_t begin_parts(struct broker_run *b)
{
    enum { PARTS_MOST = 0x1000000 };
    const size_t clusters = b->view.task.grid->count;
    size_t i, n;
    if (!b->view.task.rules->at_several) return b->count;
    for (i = 0; i < clusters; i++)
        if (machine_names(&b->view.task.rules->local[i]))
            fail("cluster %s: jobs run on several clusters only where processors are"
                 " counted: first-fit, and nothing shared",
                 b->view.task.grid->clusters[i].name);
    b->large = base_zeroed(b->count, sizeof *b->large);
    b->parts_from = base_zeroed(b->count, sizeof *b->parts_from);
    b->parts_left = base_zeroed(b->count, sizeof *b->parts_left);
    for (i = 0, n = b->count; i < b->count; i++) {
        if (!broker_coallocate_large(&b->view.task, &b->view.task.jobs[i])) continue;
        if (n - b->count > PARTS_MOST - clusters)
            fail("too many jobs need several clusters, of which there are %zu", clusters);
        b->large[b->large_count++] = (uint32_t)i;
        b->parts_from[i] = (uint32_t)n;
        n += clusters;
    }
    b->with_parts = base_zeroed(n, sizeof *b->with_parts);
    if (b->count)
        memcpy(b->with_parts, b->view.task.jobs, b->count * sizeof *b->with_parts);
    b->view.task.jobs = b->with_parts;
    return n;
}

/* Makes ready a run whose view's task and result are set. */
static void begin_run(struct broker_run *b)
{
    const size_t clusters = b->view.task.grid->count, n = begin_parts(b);
    struct broker_result *r = b->result;
    b->view.least_rank = HUGE_VAL;
    b->view.sites = base_zeroed(clusters, sizeof *b->view.sites);
    b->local = base_zeroed(n, sizeof *b->local);
    b->known = base_zeroed(n, sizeof *b->known);
    r->jobs = base_zeroed(b->count, sizeof *r->jobs);
    r->use = base_zeroed(clusters, sizeof *r->use);
    grants_begin(&b->grants, n);
    r->count = b->count;
    for (size_t i = 0; i < b->count; i++) {
        r->jobs[i].fate = BROKER_FATE_stuck; /* until it has another one */
        r->jobs[i].dispatched = r->jobs[i].start = r->jobs[i].end = -1;
    }
    for (size_t i = 0; i < clusters; i++) begin_site(b, (uint32_t)i, n);
}

/* Gives the runs of CPUs to the result and frees the rest. */
static void end_run(struct broker_run *b)
{
    for (size_t k = 0; k < b->view.task.grid->count; k++) {
        machine_free(&b->view.sites[k].local);
        free(b->view.sites[k].news);
        free(b->view.sites[k].taken);
    }
    b->result->runs = b->grants.runs;
    b->result->run_count = b->grants.count;
    b->grants.runs = NULL;
    grants_free(&b->grants);
    broker_queue_classes_free(&b->view.classes);
    free(b->view.queue.items);
    free(b->view.sites);
    free(b->local);
    free(b->known);
    free(b->with_parts);
    free(b->large);
    free(b->parts_from);
    free(b->parts_left);
}

/* ---- at several clusters ----------------------------------------------------------- */

/* The job arrives at the cluster, but does not start yet. */
static void arrive(struct broker_run *b, uint32_t job, uint32_t cluster)
{
    struct broker_site *s = &b->view.sites[cluster];
    broker_site_arrived(s, &b->view.task.jobs[job]);
    machine_clock(&s->local, b->view.now);
    machine_arrive(&s->local, job);
}

/* Books all parts, each a job at its cluster with a reservation from the start on; then
 * lets those start that are to start now. */
static void book(struct broker_run *b, uint32_t job, const struct broker_coallocate *t)
{
    const uint32_t percent = b->view.task.rules->coallocate;
    struct broker_outcome *outcome = &b->result->jobs[job];
    const uint32_t parts = t->found.part_count;
    outcome->cluster = t->cluster[t->found.parts[0].site];
    outcome->dispatched = b->view.now;
    outcome->parts = b->parts_left[job] = parts;
    for (uint32_t i = 0; i < parts; i++) {
        const uint32_t cluster = t->cluster[t->found.parts[i].site];
        const uint32_t part = b->parts_from[job] + cluster;
        struct job *p = &b->with_parts[part];
        *p = b->view.task.jobs[job];
        p->servers = t->found.parts[i].booking.servers;
        p->reserved = 1;
        p->ready = t->found.start;
        p->run += broker_rules_overhead(p->run, percent);
        p->estimate += broker_rules_overhead(p->estimate, percent);
        p->length = p->estimate;
        arrive(b, part, cluster);
        if (b->local[part].start != p->ready)
            fail("job %" PRId64 " would not start together on its clusters", p->number);
    }
    for (uint32_t i = 0; i < parts; i++)
        machine_starts(&b->view.sites[t->cluster[t->found.parts[i].site]].local);
}

/* No cluster can run the job: several of them do, or none ever will. */
static void submit_large(struct broker_run *b, uint32_t job)
{
    struct broker_coallocate t = {0};
    if (b->parts_from && b->parts_from[job] &&
        broker_coallocate_find(&b->view, &b->view.task.jobs[job], &t))
        book(b, job, &t);
    else
        decide_fate(b, job, BROKER_FATE_no_cluster);
    broker_coallocate_free(&t);
}

/* ---- the queue --------------------------------------------------------------------- */

/* A job is submitted. One that no cluster can ever run is booked at several if it may be,
 * else it has its fate. */
static void submit(struct broker_run *b, uint32_t job)
{
    struct broker_view *v = &b->view;
    const struct broker_task *task = &v->task;
    const struct broker_policy_jobs *policy = broker_policy_jobs(task->rules->jobs);
    const struct job *j = &task->jobs[job];
    const uint32_t of = broker_queue_class_of(&v->classes, task, j);
    struct broker_entry entry = {0, 0, job, j->servers, of, 0};
    if (of == BROKER_NO_CLASS) {
        submit_large(b, job);
        return;
    }
    if (policy->key) entry.key = policy->key(task->rules, j);
    entry.rank = demands_job_rank(task->grid, task->demands, j);
    entry.dynamic = demands_dynamic(task->demands, j);
    broker_queue_add(&v->queue, &v->classes, &entry);
    if (entry.rank >= 0 && entry.rank < v->least_rank) v->least_rank = entry.rank;
}

/* Sends the job in this place of the queue to the cluster chosen for it. 0: it has none,
 * and stays. */
static int send(struct broker_run *b, size_t place)
{
    struct broker_view *v = &b->view;
    const struct broker_entry *entry = broker_queue_at(&v->queue, place);
    const uint32_t cluster = broker_policy_select(v, entry), job = entry->job;
    if (cluster == BROKER_NO_CLUSTER) return 0;
    broker_queue_remove(&v->queue, &v->classes, place);
    b->result->jobs[job].cluster = cluster;
    b->result->jobs[job].dispatched = v->now;
    arrive(b, job, cluster);
    machine_starts(&b->view.sites[cluster].local);
    return 1;
}

/* ---- passes ------------------------------------------------------------------------ */

/* No job waits for another: all that have a cluster go. The others stay, or are
 * refused. */
static void pass_all(struct broker_run *b, int refuse)
{
    struct broker_view *v = &b->view;
    size_t place = refuse ? 0 : broker_policy_first(v);
    while (place < v->queue.count) {
        const struct broker_entry *entry = broker_queue_at(&v->queue, place);
        const uint32_t job = entry->job;
        if (!refuse && !broker_policy_open(v, entry)) {
            place++;
        } else if (send(b, place)) {
            continue;
        } else if (refuse) {
            broker_queue_remove(&v->queue, &v->classes, place);
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
    const int asks_head = !policy->next || !b->view.task.rules->jr_no_head;
    while (b->view.queue.count > 0) {
        size_t place = 0;
        if (asks_head && send(b, 0)) continue;
        if (policy->next) place = policy->next(&b->view);
        if (!policy->next || place == SIZE_MAX || !send(b, place)) return;
    }
}

/* Sends jobs to clusters for as long as the policies find one. */
static void pass(struct broker_run *b)
{
    const struct broker_rules *rules = b->view.task.rules;
    const struct broker_policy_jobs *policy = broker_policy_jobs(rules->jobs);
    const int alone = broker_policy_resources(rules->resources)->alone;
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
    const size_t clusters = b->view.task.grid->count;
    for (size_t k = 0; k < clusters; k++) {
        struct machine *local = &b->view.sites[k].local;
        if (machine_due(local) != b->view.now) continue;
        machine_clock(local, b->view.now);
        machine_ends(local);
    }
    for (size_t k = 0; k < clusters; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (!s->changed && machine_due(&s->local) != b->view.now) continue;
        machine_clock(&s->local, b->view.now);
        machine_starts(&s->local);
    }
}

/* With an information delay: what clusters sent that long ago arrives before the pass,
 * and clusters that changed send their state after it. */
static void instant(struct broker_run *b)
{
    const size_t clusters = b->view.task.grid->count;
    const int64_t now = b->view.now, delay = b->view.task.rules->delay;
    local_events(b);
    while (b->next < b->count && b->view.task.jobs[b->next].submit == now)
        submit(b, (uint32_t)b->next++);
    for (size_t k = 0; k < clusters; k++)
        broker_site_receive(&b->view.sites[k], now, delay);
    pass(b);
    for (size_t k = 0; k < clusters; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (s->changed && delay) broker_site_send(s, now);
        s->changed = 0;
    }
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* The next time at which a job arrives, ends or starts, or JOB_NEVER. */
static int64_t work_due(const struct broker_run *b)
{
    int64_t due = b->next < b->count ? b->view.task.jobs[b->next].submit : JOB_NEVER;
    for (size_t k = 0; k < b->view.task.grid->count; k++)
        due = earlier(due, machine_due(&b->view.sites[k].local));
    return due;
}

/* Has the broker just seen the cluster idle and with all its jobs finished, and sent
 * it none of the jobs that wait? It will never see it in a better state. */
static int seen_idle(const struct broker_run *b, const struct broker_site *s)
{
    const struct grid_state *seen = b->view.task.rules->delay ? &s->picture : &s->state;
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
    for (size_t k = 0; k < b->view.task.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        const int64_t news = broker_site_news_due(s, b->view.task.rules->delay);
        due = earlier(due, news);
        s->unwanted = work == JOB_NEVER && (s->unwanted || seen_idle(b, s));
        more |= !s->unwanted && news != JOB_NEVER;
    }
    return more ? due : JOB_NEVER;
}

void broker_simulate(const struct broker_task *task, struct broker_result *r)
{
    const double begun = clock_seconds();
    struct broker_run b;
    memset(&b, 0, sizeof b);
    b.view.task = *task;
    b.count = b.undecided = task->count;
    b.result = r;
    begin_run(&b);
    while (b.undecided > 0 && (b.view.now = next_instant(&b)) != JOB_NEVER) instant(&b);
    end_run(&b);
    r->seconds = clock_seconds() - begun;
}

/* ---- the result -------------------------------------------------------------------- */

void broker_result_free(struct broker_result *r)
{
    free(r->jobs);
    free(r->executions);
    free(r->runs);
    free(r->use);
    memset(r, 0, sizeof *r);
}

struct begun {
    int64_t start;
    size_t job;
};

static int by_start(const void *a, const void *b)
{
    const struct begun *x = a, *y = b;
    if (x->start != y->start) return COMPARE(x->start, y->start);
    return COMPARE(x->job, y->job);
}

/* In order of start: how many of the jobs that began earlier were submitted earlier is
 * counted by a binary indexed tree over their numbers (P. Fenwick, 1994). */
void broker_overtaken(const struct broker_result *r, double *jobs, double *most)
{
    struct begun *begun = base_zeroed(r->count, sizeof *begun);
    size_t *tree = base_zeroed(r->count + 1, sizeof *tree);
    size_t i, at, same, count = 0, before;
    *jobs = *most = 0;
    for (i = 0; i < r->count; i++)
        if (r->jobs[i].start >= 0) {
            begun[count].start = r->jobs[i].start;
            begun[count++].job = i;
        }
    qsort(begun, count, sizeof *begun, by_start);
    for (i = 0; i < count; i = same) {
        for (same = i; same < count && begun[same].start == begun[i].start; same++) {
            for (before = 0, at = begun[same].job + 1; at > 0; at &= at - 1)
                before += tree[at];
            *jobs += i > before;
            if ((double)(i - before) > *most) *most = (double)(i - before);
        }
        for (before = i; before < same; before++)
            for (at = begun[before].job + 1; at <= r->count; at += at & (~at + 1))
                tree[at]++;
    }
    free(begun);
    free(tree);
}
