/* broker_cases.h - small grids and workloads for tests of the broker, written as texts
 * and tables; and a run of each, which the checker has looked at.
 *
 * swf.h must be included, with its implementation. */
#ifndef BROKER_CASES_H
#define BROKER_CASES_H

#include "test.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch.h"
#include "batch/sharing.h"
#include "grid/broker.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"

#include <string.h>

enum { CASE_JOBS = 48, CASE_CLUSTERS = 5 };

typedef struct case_job {
    int64_t submit, run, estimate; /* estimate 0: the run time */
    uint32_t servers;
    char wants[200]; /* "memory >= 512; clock >= 900 SOFT 3" */
} case_job;

typedef struct broker_case {
    char grid[1200]; /* a grid file */
    case_job jobs[CASE_JOBS];
    size_t n;
    int64_t origin; /* is added to all submissions, of which the first is 0 */
    struct batch_rules local[CASE_CLUSTERS];
    int sharing; /* nodes share what the grid says, jobs use it: usage_memory = 80 */
    struct broker_rules rules;
} broker_case;

typedef struct world { /* a case as the broker reads it, and what it answers */
    struct grid grid;
    struct demands demands;
    struct job jobs[CASE_JOBS];
    struct batch_rules local[CASE_CLUSTERS];
    struct sharing sharing[CASE_CLUSTERS];
    struct broker_rules rules;
    struct broker_task task;
    struct broker_result result;
} world;

static void share_nodes(world *w, size_t cluster)
{
    const struct grid_cluster *c = &w->grid.clusters[cluster];
    struct sharing *sharing = &w->sharing[cluster];
    sharing->nodes = c->nodes;
    memcpy(sharing->capacity, c->capacity, sizeof sharing->capacity);
    sharing->usage = demands_usage;
    sharing->context = &w->demands;
    w->local[cluster].sharing = sharing;
}

static void build_world(const broker_case *c, world *w)
{
    const struct broker_task task = {&w->grid, &w->demands, w->jobs, c->n, &w->rules};
    struct error e;
    size_t i;
    memset(w, 0, sizeof *w);
    w->task = task;
    grid_file_parse(&w->grid, "grid", c->grid, strlen(c->grid));
    CHECK(w->grid.count <= CASE_CLUSTERS);
    for (i = 0; i < c->n; i++) {
        struct job *job = &w->jobs[i];
        job->number = (int64_t)i + 1;
        job->order = (uint32_t)i;
        job->submit = job->ready = c->origin + c->jobs[i].submit;
        job->run = c->jobs[i].run;
        job->estimate = c->jobs[i].estimate ? c->jobs[i].estimate : job->run;
        job->length = job->estimate;
        job->servers = c->jobs[i].servers;
        job->wait = -1;
        if (demands_add(&w->demands, &w->grid, i, swf_text(c->jobs[i].wants), &e) != 0)
            CHECK_STR(e.text, "requirements");
    }
    w->rules = c->rules;
    memcpy(w->local, c->local, sizeof w->local);
    w->rules.local = w->local;
    for (i = 0; c->sharing && i < w->grid.count; i++) share_nodes(w, i);
}

static void free_world(world *w)
{
    broker_result_free(&w->result);
    demands_free(&w->demands);
    grid_free(&w->grid);
}

/* As a test shows it. */
static inline void print_outcome(const struct broker_outcome *x, char *text, size_t size)
{
    static const char *const fates[] = {
#define CASE_FATE(name, words) #name,
        "undecided", BROKER_FATES(CASE_FATE)
#undef CASE_FATE
    };
    snprintf(text, size, "%s, cluster %d, sent %lld, runs %lld to %lld", fates[x->fate],
             x->dispatched >= 0 ? (int)x->cluster : -1, (long long)x->dispatched,
             (long long)x->start, (long long)x->end);
}

/* NULL, or what makes it a run that cannot be. */
static const char *run_world(world *w)
{
    broker_simulate(&w->task, &w->result);
    return broker_check(&w->task, &w->result);
}

#endif
