/* broker_run.c - local systems report each start and end, which are noted here. */
#include "grid/broker_run.h"

#include "base/array.h"
#include "batch/batch.h"
#include "batch/batch_run.h"
#include "grid/broker_queue.h"
#include "grid/broker_site.h"
#include "grid/broker_coallocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int broker_run_memory(struct error *e) { return error_fail(e, "out of memory"); }

/* ---- what becomes of jobs ---------------------------------------------------------- */

uint32_t broker_run_part(const struct broker_run *b, size_t large, uint32_t cluster)
{
    return (uint32_t)(b->count + large * b->view.grid->count + cluster);
}

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

static void note_start(struct broker_run *b, uint32_t cluster, uint32_t job)
{
    broker_site_started(&b->view.sites[cluster], &b->jobs[job], b->view.now);
    count_nodes(b, cluster, job, 1);
}

void broker_run_fate(struct broker_run *b, uint32_t job, enum broker_fate fate)
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
    broker_run_fate(b, whole, BROKER_FATE_finished);
}

/* A batch_notify. */
static void note(void *context, uint32_t job, int ended)
{
    const struct broker_listener *l = (const struct broker_listener *)context;
    if (ended)
        note_end(l->run, l->cluster, job);
    else
        note_start(l->run, l->cluster, job);
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
    if (!s->taken) return broker_run_memory(e);
    return batch_begin(local, e);
}

/* Co-allocation needs processors that are counted. */
static int check_together(const struct broker_run *b, struct error *e)
{
    const struct broker_rules *rules = b->view.rules;
    uint32_t k;
    for (k = 0; k < b->view.grid->count; k++)
        if (batch_run_names(&rules->local[k]))
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
    if (!b->large || !b->parts_left) return broker_run_memory(e);
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
    if (!b->with_parts) return broker_run_memory(e);
    if (b->count) memcpy(b->with_parts, b->jobs, b->count * sizeof *b->with_parts);
    b->view.jobs = b->jobs = b->with_parts;
    return 0;
}

int broker_run_begin(struct broker_run *b, struct error *e)
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
    if (!b->view.sites || !b->listeners || !b->local || !r->jobs ||
        grants_begin(&b->grants, n) != 0)
        return broker_run_memory(e);
    r->count = b->count;
    for (i = 0; i < b->count; i++) {
        r->jobs[i].fate = BROKER_FATE_stuck; /* until it has another one */
        r->jobs[i].dispatched = r->jobs[i].start = r->jobs[i].end = -1;
    }
    for (k = 0; k < clusters; k++)
        if (begin_site(b, k, e) != 0) return -1;
    return 0;
}

void broker_run_end(struct broker_run *b)
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
