/* broker.c - one instant after the other, in the order that broker.h gives. */
#include "grid/broker.h"

#include "base/clock.h"
#include "base/progress.h"
#include "batch/batch.h"
#include "grid/broker_policy.h"
#include "grid/broker_queue.h"
#include "grid/broker_run.h"
#include "grid/broker_site.h"
#include "grid/broker_coallocate.h"
#include "grid/broker_view.h"
#include "workload/demands.h"

#include <inttypes.h>
#include <string.h>

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
    if (batch_arrive(&s->local, part, e) != 0) return -1;
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
    uint32_t i;
    outcome->cluster = t->cluster[t->found.parts[0].site];
    outcome->dispatched = b->view.now;
    outcome->parts = b->parts_left[job] = parts;
    for (i = 0; i < parts; i++) {
        const uint32_t cluster = t->cluster[t->found.parts[i].site];
        if (book_part(b, job, broker_run_part(b, large, cluster), cluster,
                      t->found.parts[i].booking.servers, t->found.start, e) != 0)
            return -1;
    }
    for (i = 0; i < parts; i++)
        if (batch_starts(&b->view.sites[t->cluster[t->found.parts[i].site]].local, e) !=
            0)
            return -1;
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
        broker_run_fate(b, job, BROKER_FATE_no_cluster);
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
        return broker_run_memory(e);
    if (entry.class_of == BROKER_NO_CLASS) return submit_large(b, job, e);
    if (policy->key) entry.key = policy->key(v->rules, j);
    entry.rank = demands_job_rank(v->grid, v->demands, j);
    entry.job = job;
    entry.servers = j->servers;
    entry.dynamic = demands_dynamic(v->demands, j);
    if (broker_queue_add(&v->queue, &v->classes, &entry) != 0)
        return broker_run_memory(e);
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
static int dispatch(struct broker_run *b, size_t place, uint32_t cluster, struct error *e)
{
    struct broker_site *s = &b->view.sites[cluster];
    const uint32_t job = broker_queue_at(&b->view.queue, place)->job;
    struct broker_outcome *outcome = &b->result->jobs[job];
    leave_queue(b, place);
    outcome->cluster = cluster;
    outcome->dispatched = b->view.now;
    broker_site_arrived(s, &b->jobs[job]);
    batch_clock(&s->local, b->view.now);
    if (batch_arrive(&s->local, job, e) != 0) return -1;
    return batch_starts(&s->local, e);
}

/* Sends the job in this place to the cluster chosen for it. 1 if it has left, 0 if it has
 * no cluster; or -1. */
static int try_place(struct broker_run *b, size_t place, struct error *e)
{
    const uint32_t cluster =
        broker_policy_select(&b->view, broker_queue_at(&b->view.queue, place));
    b->view.looks++;
    if (cluster == BROKER_NO_CLUSTER) return 0;
    return dispatch(b, place, cluster, e) == 0 ? 1 : -1;
}

/* ---- passes ------------------------------------------------------------------------ */

/* No job waits for another: all that have a cluster go. The others stay, or are
 * refused. */
static int pass_all(struct broker_run *b, int refuse, struct error *e)
{
    struct broker_view *v = &b->view;
    size_t place = refuse ? 0 : broker_policy_first(v);
    v->looks += place;
    while (place < v->queue.count) {
        int gone;
        if (!refuse && !broker_policy_open(v, broker_queue_at(&v->queue, place))) {
            v->looks++;
            place++;
            continue;
        }
        gone = try_place(b, place, e);
        if (gone < 0) return -1;
        if (gone) continue;
        if (refuse) {
            const uint32_t job = broker_queue_at(&b->view.queue, place)->job;
            leave_queue(b, place);
            broker_run_fate(b, job, BROKER_FATE_deadline);
        } else {
            place++;
        }
    }
    return 0;
}

/* The head goes for as long as it has a cluster; else the policy may name another job,
 * and the head is asked again. With jr_no_head the policy names all that go. */
static int pass_in_order(struct broker_run *b, const struct broker_policy_jobs *policy,
                         struct error *e)
{
    const int asks_head = !policy->next || !b->view.rules->jr_no_head;
    while (b->view.queue.count > 0) {
        int gone = asks_head ? try_place(b, 0, e) : 0;
        if (gone == 0 && policy->next) {
            const size_t place = policy->next(&b->view);
            if (place == SIZE_MAX) return 0;
            gone = try_place(b, place, e);
        }
        if (gone < 0) return -1;
        if (gone == 0) return 0;
    }
    return 0;
}

/* Sends jobs to clusters for as long as the policies find one. */
static int broker_pass(struct broker_run *b, struct error *e)
{
    const struct broker_policy_jobs *policy = broker_policy_jobs(b->view.rules->jobs);
    const int alone = broker_policy_resources(b->view.rules->resources)->alone;
    if (b->view.queue.count == 0) return 0;
    b->result->passes++;
    if (alone || policy->at_once) return pass_all(b, policy->at_once && !alone, e);
    return pass_in_order(b, policy, e);
}

/* ---- one instant ------------------------------------------------------------------- */

static int local_events(struct broker_run *b, struct error *e)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct batch_run *local = &b->view.sites[k].local;
        if (batch_due(local) != b->view.now) continue;
        batch_clock(local, b->view.now);
        if (batch_ends(local, e) != 0) return -1;
    }
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (!s->changed && batch_due(&s->local) != b->view.now) continue;
        batch_clock(&s->local, b->view.now);
        if (batch_starts(&s->local, e) != 0) return -1;
    }
    return 0;
}

static int arrivals(struct broker_run *b, struct error *e)
{
    while (b->next < b->count && b->jobs[b->next].submit == b->view.now) {
        if (submit_to_broker(b, (uint32_t)b->next++, e) != 0) return -1;
        progress_add(b->view.rules->progress, 1);
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
    if (local_events(b, e) != 0 || arrivals(b, e) != 0) return -1;
    receive_news(b);
    if (broker_pass(b, e) != 0) return -1;
    if (send_news(b) != 0 || b->failed) return broker_run_memory(e);
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
    result = broker_run_begin(&b, e);
    while (result == 0 && b.undecided > 0 && (b.view.now = next_instant(&b)) != JOB_NEVER)
        result = instant(&b, e);
    r->looks = b.view.looks;
    broker_run_end(&b);
    r->seconds = clock_seconds() - begun;
    return result;
}
