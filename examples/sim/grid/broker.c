/* broker.c - implements broker.h. */
#include "grid/broker.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/progress.h"
#include "batch/batch.h"
#include "batch/batch_run.h"
#include "batch/grants.h"
#include "grid/broker_queue.h"
#include "grid/broker_select.h"
#include "grid/broker_site.h"
#include "grid/broker_together.h"
#include "workload/outages.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct broker_run;

struct broker_ear { /* who is told of starts and ends */
    struct broker_run *run;
    uint32_t cluster;
};

struct broker_run {
    struct broker_view view;
    const struct job *jobs;
    struct job *all;   /* the jobs and room for parts, if there may be any */
    uint32_t *large;   /* of each `clusters` parts their job               */
    uint32_t *left_of; /* of a job: parts that have not ended              */
    size_t larges;
    size_t count, next; /* of the jobs the next to be submitted       */
    struct broker_result *result;
    struct job_outcome *local; /* of each job, at the cluster where it is    */
    struct grants grants;
    struct broker_ear *ears; /* of each cluster                            */
    uint32_t *evicted;       /* room for those                             */
    size_t left;             /* jobs that have no fate yet                 */
    int failed;              /* memory was out where nobody could be told  */
};

static int broker_memory(struct error *e) { return error_fail(e, "out of memory"); }

/* The job of the workload that this one is, or is a part of. */
static uint32_t broker_whole(const struct broker_run *b, uint32_t job)
{
    return job < b->count ? job : b->large[(job - b->count) / b->view.grid->count];
}

/* ---- executions -------------------------------------------------------------------- */

/* What a job had ends now. */
static void broker_note(struct broker_run *b, uint32_t cluster, uint32_t job, int killed)
{
    struct broker_result *r = b->result;
    struct job_granted *granted = &b->grants.of[job];
    struct broker_execution *x;
    if (ARRAY_ROOM(r->executions, r->execution_count, r->execution_capacity, 1) != 0) {
        b->failed = 1;
        return;
    }
    x = &r->executions[r->execution_count++];
    x->job = broker_whole(b, job);
    x->cluster = cluster;
    x->start = b->local[job].start;
    x->end = b->view.now;
    x->killed = killed;
    x->first_run = granted->first;
    x->run_count = granted->count;
}

static void broker_nodes(struct broker_run *b, uint32_t cluster, uint32_t job, int more)
{
    const struct job_granted *granted = &b->grants.of[job];
    uint32_t i;
    for (i = 0; i < granted->count; i++)
        broker_site_nodes(&b->view.sites[cluster], &b->view.grid->clusters[cluster],
                          &b->grants.runs[granted->first + i], more);
}

static void broker_started(struct broker_run *b, uint32_t cluster, uint32_t job)
{
    broker_site_started(&b->view.sites[cluster], &b->jobs[job], b->view.now);
    broker_nodes(b, cluster, job, 1);
    b->result->jobs[broker_whole(b, job)].executions++;
}

/* The job's CPUs are free again. */
static void broker_left(struct broker_run *b, uint32_t cluster, uint32_t job, int killed)
{
    broker_note(b, cluster, job, killed);
    broker_site_ended(&b->view.sites[cluster], &b->jobs[job], b->local[job].start);
    broker_nodes(b, cluster, job, 0);
    b->grants.of[job].count = 0;
}

static void broker_fated(struct broker_run *b, uint32_t job, enum broker_fate fate)
{
    b->result->jobs[job].fate = fate;
    b->left--;
}

static void broker_ended(struct broker_run *b, uint32_t cluster, uint32_t job)
{
    const int64_t start = b->local[job].start, now = b->view.now;
    const uint32_t whole = broker_whole(b, job);
    struct grid_state *state = &b->view.sites[cluster].state;
    broker_left(b, cluster, job, 0);
    state->finished++;
    state->bsld_sum += broker_rules_slowdown(start - b->jobs[job].submit, now - start);
    if (whole != job && --b->left_of[whole] > 0) return;
    b->result->jobs[whole].start = start;
    b->result->jobs[whole].end = now;
    broker_fated(b, whole, BROKER_FATE_finished);
}

/* The local systems' hook. */
static void broker_told(void *ctx, uint32_t job, int ended)
{
    const struct broker_ear *ear = (const struct broker_ear *)ctx;
    if (ended)
        broker_ended(ear->run, ear->cluster, job);
    else
        broker_started(ear->run, ear->cluster, job);
}

/* ---- at several clusters ----------------------------------------------------------- */

/* The job's part at a cluster, as a job there: booked, from `start` on. */
static int broker_part(struct broker_run *b, uint32_t job, uint32_t part,
                       uint32_t cluster, uint32_t servers, int64_t start, struct error *e)
{
    const uint32_t percent = b->view.rules->coallocate;
    struct broker_site *s = &b->view.sites[cluster];
    struct job *p = &b->all[part];
    *p = b->jobs[job];
    p->servers = servers;
    p->reserved = 1;
    p->ready = start;
    p->run += broker_together_overhead(p->run, percent);
    p->estimate += broker_together_overhead(p->estimate, percent);
    p->length = p->estimate;
    broker_site_arrived(s, p);
    batch_clock(&s->local, b->view.now);
    if (batch_arrive(&s->local, part, e) != 0) return -1;
    if (b->local[part].start == start) return 0;
    return error_fail(e, "job %" PRId64 " would not start at once on all its clusters",
                      p->number);
}

/* All parts are booked, then those start that do now. */
static int broker_book(struct broker_run *b, uint32_t job, size_t large,
                       const struct broker_together *t, struct error *e)
{
    struct broker_outcome *outcome = &b->result->jobs[job];
    const uint32_t parts = t->found.part_count;
    uint32_t i;
    outcome->cluster = t->cluster[t->found.parts[0].site];
    outcome->dispatched = b->view.now;
    outcome->moves = 1;
    outcome->parts = b->left_of[job] = parts;
    for (i = 0; i < parts; i++) {
        const uint32_t cluster = t->cluster[t->found.parts[i].site];
        const size_t part = b->count + large * b->view.grid->count + cluster;
        if (broker_part(b, job, (uint32_t)part, cluster,
                        t->found.parts[i].booking.servers, t->found.start, e) != 0)
            return -1;
    }
    for (i = 0; i < parts; i++)
        if (batch_starts(&b->view.sites[t->cluster[t->found.parts[i].site]].local, e) !=
            0)
            return -1;
    return 0;
}

/* A job that no cluster can run: several of them do, or nobody ever will. */
static int broker_together(struct broker_run *b, uint32_t job, struct error *e)
{
    struct broker_together t = {0};
    size_t large = 0, above = b->larges;
    int result = 0;
    while (large < above) {
        const size_t middle = large + (above - large) / 2;
        if (b->large[middle] < job)
            large = middle + 1;
        else
            above = middle;
    }
    if (large < b->larges && b->large[large] == job)
        result = broker_together_find(&b->view, &b->jobs[job], &t);
    if (result == 0)
        broker_fated(b, job, BROKER_FATE_no_cluster);
    else
        result = result > 0 ? broker_book(b, job, large, &t, e) : broker_memory(e);
    broker_together_free(&t);
    return result;
}

/* ---- the broker's queue ------------------------------------------------------------ */

/* The job is submitted, or comes back from a cluster. */
static int broker_submit(struct broker_run *b, uint32_t job, struct error *e)
{
    struct broker_view *v = &b->view;
    const struct job *j = &b->jobs[job];
    struct broker_entry entry = {0};
    struct broker_class *of;
    if (broker_queue_classes_of(&v->classes, v->grid, v->demands, j, &entry.class_of) !=
        0)
        return broker_memory(e);
    if (entry.class_of == BROKER_NO_CLASS) return broker_together(b, job, e);
    if (v->rules->jobs == BROKER_EDF) entry.key = broker_select_deadline(v->rules, j);
    entry.rank = demands_job_rank(v->grid, v->demands, j);
    entry.job = job;
    entry.servers = j->servers;
    entry.dynamic = demands_dynamic(v->demands, j);
    if (broker_queue_add(&v->queue, &entry) != 0) return broker_memory(e);
    of = &v->classes.items[entry.class_of];
    if (of->waiting++ == 0 || j->servers < of->least) of->least = j->servers;
    if (entry.rank >= 0 && entry.rank < v->least_rank) v->least_rank = entry.rank;
    return 0;
}

static void broker_unqueue(struct broker_run *b, size_t place)
{
    struct broker_view *v = &b->view;
    v->classes.items[broker_queue_at(&v->queue, place)->class_of].waiting--;
    broker_queue_remove(&v->queue, place);
}

/* The job in this place goes to the cluster, unless that is down: then the broker knows,
 * and the job stays. */
static int broker_dispatch(struct broker_run *b, size_t place, uint32_t cluster,
                           struct error *e)
{
    struct broker_site *s = &b->view.sites[cluster];
    const uint32_t job = broker_queue_at(&b->view.queue, place)->job;
    struct broker_outcome *outcome = &b->result->jobs[job];
    if (!s->state.up) {
        s->picture.up = 0;
        return 0;
    }
    broker_unqueue(b, place);
    outcome->cluster = cluster;
    outcome->dispatched = b->view.now;
    outcome->moves++;
    broker_site_arrived(s, &b->jobs[job]);
    batch_clock(&s->local, b->view.now);
    if (batch_arrive(&s->local, job, e) != 0) return -1;
    return batch_starts(&s->local, e);
}

/* Whoever is in this place goes to the cluster chosen for him. How many have left the
 * place: 0 or 1; -1: an error. */
static int broker_place(struct broker_run *b, size_t place, struct error *e)
{
    const size_t before = b->view.queue.count;
    while (b->view.queue.count == before) {
        const uint32_t cluster =
            broker_select(&b->view, broker_queue_at(&b->view.queue, place));
        b->view.looks++;
        if (cluster == BROKER_NO_CLUSTER) return 0;
        if (broker_dispatch(b, place, cluster, e) != 0) return -1;
    }
    return 1;
}

/* Nobody waits for others: all who have a cluster go. Under realtime the rest are
 * refused. */
static int broker_pass_all(struct broker_run *b, struct error *e)
{
    const int refuse =
        b->view.rules->jobs == BROKER_REALTIME && b->view.rules->resources != BROKER_ISIS;
    size_t place = 0;
    while (place < b->view.queue.count) {
        const int gone = broker_place(b, place, e);
        if (gone < 0) return -1;
        if (gone) continue;
        if (refuse) {
            const uint32_t job = broker_queue_at(&b->view.queue, place)->job;
            broker_unqueue(b, place);
            broker_fated(b, job, BROKER_FATE_deadline);
        } else {
            place++;
        }
    }
    return 0;
}

/* The head goes for as long as there is a cluster for it; under JR then another, and the
 * head is asked again. */
static int broker_pass_queue(struct broker_run *b, struct error *e)
{
    const int jr = b->view.rules->jobs == BROKER_JR;
    while (b->view.queue.count > 0) {
        int gone = broker_place(b, 0, e);
        if (gone == 0 && jr) {
            const size_t place = broker_select_backfill(&b->view);
            if (place == SIZE_MAX) return 0;
            gone = broker_place(b, place, e);
            if (gone == 0) continue; /* all its clusters turned out to be down */
        }
        if (gone < 0) return -1;
        if (gone == 0) return 0;
    }
    return 0;
}

static int broker_pass(struct broker_run *b, struct error *e)
{
    const struct broker_rules *rules = b->view.rules;
    if (b->view.queue.count == 0) return 0;
    b->result->passes++;
    if (rules->resources == BROKER_ISIS || rules->jobs == BROKER_REALTIME)
        return broker_pass_all(b, e);
    return broker_pass_queue(b, e);
}

/* ---- outages ----------------------------------------------------------------------- */

static int broker_note_outage(struct broker_run *b, const struct outage *outage,
                              struct error *e)
{
    struct broker_result *r = b->result;
    if (r->outage_count == OUTAGES_MOST)
        return error_fail(e,
                          "more than %d outages: failures are too frequent for so long a"
                          " workload",
                          OUTAGES_MOST);
    if (ARRAY_ROOM(r->outages, r->outage_count, r->outage_capacity, 1) != 0)
        return broker_memory(e);
    r->outages[r->outage_count++] = *outage;
    return 0;
}

/* A job of a cluster that failed: again from the start, or not any more. */
static int broker_again(struct broker_run *b, uint32_t job, struct error *e)
{
    if (b->result->jobs[job].executions <= b->view.rules->resubmit)
        return broker_submit(b, job, e);
    broker_fated(b, job, BROKER_FATE_killed);
    return 0;
}

static int broker_fail(struct broker_run *b, uint32_t cluster, struct error *e)
{
    struct broker_site *s = &b->view.sites[cluster];
    size_t running = 0;
    int64_t i, n;
    s->state.up = 0;
    s->changed = 1;
    if (broker_note_outage(b, &s->outage, e) != 0) return -1;
    batch_clock(&s->local, b->view.now);
    n = batch_evict(&s->local, b->evicted, &running, e);
    for (i = 0; i < n; i++) {
        const uint32_t job = b->evicted[i];
        const int killed = (size_t)i < running;
        if (killed)
            broker_left(b, cluster, job, 1);
        else
            broker_site_leaves_queue(s, &b->jobs[job]);
        if ((killed ? broker_again(b, job, e) : broker_submit(b, job, e)) != 0) return -1;
    }
    return n < 0 ? -1 : 0;
}

static void broker_repair(struct broker_site *s)
{
    s->state.up = 1;
    s->changed = 1;
    s->outage = outages_next(&s->outages, s->outage.to);
}

static int broker_outages(struct broker_run *b, struct error *e)
{
    const int64_t now = b->view.now;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        const struct broker_site *s = &b->view.sites[k];
        if (s->state.up && s->outage.from == now && broker_fail(b, k, e) != 0) return -1;
    }
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (!s->state.up && s->outage.to == now) broker_repair(s);
    }
    return 0;
}

/* ---- one instant ------------------------------------------------------------------- */

static int broker_local(struct broker_run *b, struct error *e)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct batch_run *local = &b->view.sites[k].local;
        if (batch_due(local) != b->view.now) continue;
        batch_clock(local, b->view.now);
        if (batch_ends(local, e) != 0) return -1;
    }
    if (b->view.rules->outages && broker_outages(b, e) != 0) return -1;
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        if (!s->changed && batch_due(&s->local) != b->view.now) continue;
        batch_clock(&s->local, b->view.now);
        if (batch_starts(&s->local, e) != 0) return -1;
    }
    return 0;
}

static int broker_arrivals(struct broker_run *b, struct error *e)
{
    while (b->next < b->count && b->jobs[b->next].submit == b->view.now) {
        if (broker_submit(b, (uint32_t)b->next++, e) != 0) return -1;
        progress_add(b->view.rules->progress, 1);
    }
    return 0;
}

/* With an information delay: what was sent off arrives; and what changed is sent off. */
static void broker_hear(struct broker_run *b)
{
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        broker_site_hear(&b->view.sites[k], b->view.now, b->view.rules->delay);
}

static int broker_tell(struct broker_run *b)
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

static int broker_instant(struct broker_run *b, struct error *e)
{
    if (broker_local(b, e) != 0 || broker_arrivals(b, e) != 0) return -1;
    broker_hear(b);
    if (broker_pass(b, e) != 0) return -1;
    if (broker_tell(b) != 0 || b->failed) return broker_memory(e);
    return 0;
}

static int64_t broker_earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* The next time at which a job arrives, ends or starts; JOB_NEVER. */
static int64_t broker_work_due(const struct broker_run *b)
{
    int64_t due = b->next < b->count ? b->jobs[b->next].submit : JOB_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        due = broker_earlier(due, batch_due(&b->view.sites[k].local));
    return due;
}

/* Has the policy, which took none of the jobs that wait, just seen the cluster up, idle,
 * and with all its jobs finished? It will never see it better. */
static int broker_seen(const struct broker_run *b, uint32_t cluster)
{
    const struct broker_site *s = &b->view.sites[cluster];
    const struct grid_state *seen = b->view.rules->delay ? &s->picture : &s->state;
    return seen->up && seen->free_cpus == s->local.servers &&
           seen->finished == s->state.finished;
}

/* When the next thing happens; JOB_NEVER: nothing that could help a job any more. While
 * nothing runs and nobody comes, failures, repairs and news are of interest until each
 * cluster, if it is ever up again, has been seen in vain. */
static int64_t broker_due(struct broker_run *b)
{
    const int64_t work = broker_work_due(b);
    int64_t due = work;
    int hope = work != JOB_NEVER;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++) {
        struct broker_site *s = &b->view.sites[k];
        const int64_t news = broker_site_news_due(&s->news, b->view.rules->delay);
        const int64_t next =
            broker_earlier(news, s->state.up ? s->outage.from : s->outage.to);
        due = broker_earlier(due, next);
        s->refused = work == JOB_NEVER && (s->refused || broker_seen(b, k));
        hope |= !s->refused && next != JOB_NEVER;
    }
    return hope ? due : JOB_NEVER;
}

/* ---- a whole run ------------------------------------------------------------------- */

static int broker_site_begin(struct broker_run *b, uint32_t cluster, struct error *e)
{
    static const struct outage_plan none = {.count = 0};
    const struct broker_rules *rules = b->view.rules;
    const struct grid_cluster *c = &b->view.grid->clusters[cluster];
    const int64_t origin = b->count ? b->jobs[0].submit : 0;
    struct broker_site *s = &b->view.sites[cluster];
    struct batch_run *local = &s->local;
    b->ears[cluster].run = b;
    b->ears[cluster].cluster = cluster;
    local->jobs = b->jobs;
    local->count = b->count + b->larges * b->view.grid->count;
    local->servers = c->cpus;
    local->rules = &rules->local[cluster];
    local->outcomes = b->local;
    local->grants = &b->grants;
    local->told = broker_told;
    local->context = &b->ears[cluster];
    s->state.up = 1;
    s->state.free_cpus = c->cpus;
    s->state.free_nodes = c->nodes;
    s->state.time = origin;
    s->picture = s->state;
    outages_source_begin(&s->outages, rules->outages ? rules->outages : &none, cluster,
                         origin);
    s->outage = outages_next(&s->outages, origin);
    s->taken = (uint32_t *)calloc(c->nodes, sizeof *s->taken);
    if (!s->taken) return broker_memory(e);
    return batch_begin(local, e);
}

/* What co-allocation cannot do with. */
static int broker_together_check(const struct broker_run *b, struct error *e)
{
    const struct broker_rules *rules = b->view.rules;
    uint32_t k;
    if (rules->outages && (rules->outages->count || rules->outages->mtbf))
        return error_fail(e, "jobs run at several clusters only where none fails");
    for (k = 0; k < b->view.grid->count; k++)
        if (batch_run_names(&rules->local[k]))
            return error_fail(e,
                              "cluster %s: jobs run at several clusters only where"
                              " processors are counted: first-fit, and nothing shared",
                              b->view.grid->clusters[k].name);
    return 0;
}

/* Room for a part of each large job at each cluster. */
static int broker_larges(struct broker_run *b, struct error *e)
{
    const struct grid *g = b->view.grid;
    size_t i, n;
    if (!b->view.rules->together) return 0;
    if (broker_together_check(b, e) != 0) return -1;
    b->large = (uint32_t *)malloc((b->count + 1) * sizeof *b->large);
    b->left_of = (uint32_t *)calloc(b->count + 1, sizeof *b->left_of);
    if (!b->large || !b->left_of) return broker_memory(e);
    for (i = 0; i < b->count; i++)
        if (broker_together_large(g, b->view.demands, &b->jobs[i]))
            b->large[b->larges++] = (uint32_t)i;
    n = b->count + b->larges * g->count;
    if (b->larges > BROKER_TOGETHER_PARTS / g->count || n >= UINT32_MAX)
        return error_fail(e,
                          "%zu jobs are larger than any cluster: too many to run at"
                          " several of %zu",
                          b->larges, (size_t)g->count);
    b->all = (struct job *)calloc(n + 1, sizeof *b->all);
    if (!b->all) return broker_memory(e);
    if (b->count) memcpy(b->all, b->jobs, b->count * sizeof *b->all);
    b->view.jobs = b->jobs = b->all;
    return 0;
}

static int broker_begin(struct broker_run *b, struct error *e)
{
    const size_t clusters = b->view.grid->count;
    size_t n;
    struct broker_result *r = b->result;
    size_t i;
    uint32_t k;
    if (broker_larges(b, e) != 0) return -1;
    n = b->count + b->larges * clusters;
    if (n == 0) n = 1;
    b->view.least_rank = HUGE_VAL;
    b->view.sites = (struct broker_site *)calloc(clusters, sizeof *b->view.sites);
    b->ears = (struct broker_ear *)calloc(clusters, sizeof *b->ears);
    b->local = (struct job_outcome *)calloc(n, sizeof *b->local);
    b->evicted = (uint32_t *)malloc(n * sizeof *b->evicted);
    r->jobs = (struct broker_outcome *)calloc(n, sizeof *r->jobs);
    if (!b->view.sites || !b->ears || !b->local || !b->evicted || !r->jobs ||
        grants_begin(&b->grants, n) != 0)
        return broker_memory(e);
    r->count = b->count;
    for (i = 0; i < b->count; i++) {
        r->jobs[i].fate = BROKER_FATE_stuck; /* until it has a better one */
        r->jobs[i].dispatched = r->jobs[i].start = r->jobs[i].end = -1;
    }
    for (k = 0; k < clusters; k++)
        if (broker_site_begin(b, k, e) != 0) return -1;
    return 0;
}

static void broker_end(struct broker_run *b)
{
    size_t k;
    for (k = 0; b->view.sites && k < b->view.grid->count; k++) {
        batch_free(&b->view.sites[k].local);
        free(b->view.sites[k].news.items);
        free(b->view.sites[k].taken);
    }
    b->result->runs = b->grants.runs;
    b->result->run_count = b->grants.count;
    b->grants.runs = NULL;
    grants_free(&b->grants);
    broker_queue_classes_free(&b->view.classes);
    broker_queue_free(&b->view.queue);
    free(b->view.sites);
    free(b->ears);
    free(b->local);
    free(b->evicted);
    free(b->all);
    free(b->large);
    free(b->left_of);
}

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
    b.count = b.left = n;
    b.result = r;
    result = broker_begin(&b, e);
    while (result == 0 && b.left > 0 && (b.view.now = broker_due(&b)) != JOB_NEVER)
        result = broker_instant(&b, e);
    r->looks = b.view.looks;
    broker_end(&b);
    r->seconds = clock_seconds() - begun;
    return result;
}
