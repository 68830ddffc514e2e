/* oom_broker.c - the broker when memory runs out (broker.h), from the grid's text to the
 * check of the result.
 *
 * A run of some hundred jobs asks for memory some thousand times. Each of the first
 * requests and some of the later ones are refused in a run of their own, once alone and
 * once with all that follow: the run must end with a message and leak nothing, and the
 * next, with enough memory, must give the same result as ever. So that this proves
 * something, every place in the sources that asks for memory must have been refused, and
 * every array that can grow, also when it was about to. */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include "swf.h"

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch_run.h"
#include "grid/broker.h"
#include "grid/broker_rules.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/grid_file.h"

#include "jobs.h"
#include "oom_sweep.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- the workload ------------------------------------------------------------------ */

#define JOBS 900u
#define CLUSTERS 9u

static struct job jobs[JOBS];
static char wants[JOBS][80];

/* Too many at once, so that hundreds wait; small ones, so that CPUs lie scattered; with
 * requirements that many different sets of clusters satisfy; and many of different sizes
 * with equal requirements. */
static void make_jobs(void)
{
    size_t i;
    int64_t now = 0;
    for (i = 0; i < JOBS; i++) {
        now += test_below(3) == 0;
        jobs[i] = jobs_random(i, now, 60, 4, 40);
        snprintf(wants[i], sizeof wants[i],
                 "memory >= %d; clock >= %d; colour%d == x SOFT 2",
                 600 - 50 * (int)test_between(2, 6), 250 + 50 * (int)test_between(0, 4),
                 (int)test_below(40));
        if (i == 0 || i % 20 != 0) continue;
        jobs[i].servers = (uint32_t)i / 20 % 12 + 1;
        memcpy(wants[i], wants[0], sizeof wants[i]);
    }
}

static void make_grid(char *text, size_t size)
{
    size_t i, length = 0;
    for (i = 0; i < CLUSTERS; i++)
        length += (size_t)snprintf(
            text + length, size - length,
            "cluster c%d nodes=8 cpus=%d memory=%d clock=%d vendor=Intel os=Linux a=1 "
            "b=2 c=3 d=4 e=5 f=6\n",
            (int)i, i == 0 ? 200 : 16 + (int)i, 600 - 50 * (int)i, 300 + 50 * (int)i);
}

/* ---- a run ------------------------------------------------------------------------- */

typedef struct setup {
    size_t jobs, resources;
    int64_t delay;
} setup;

static const setup setups[] = {
    {BROKER_FCFS, BROKER_MATCH, 0},     {BROKER_JR, BROKER_MATCH, 0},
    {BROKER_EDF, BROKER_MATCH_SLOW, 3}, {BROKER_JR, BROKER_SLOW, 30},
    {BROKER_REALTIME, BROKER_SLOW, 0},  {BROKER_FCFS, BROKER_ISIS, 3}};

/* A number for all that the result tells. */
static uint64_t hash_result(const struct broker_result *r)
{
    uint64_t h = HASH_START;
    size_t i, k;
    for (i = 0; i < r->count; i++)
        h = oom_hash(oom_hash(oom_hash(h, r->jobs[i].fate), r->jobs[i].dispatched),
                     r->jobs[i].end);
    for (i = 0; i < r->execution_count; i++) {
        const struct broker_execution *x = &r->executions[i];
        h = oom_hash(oom_hash(oom_hash(oom_hash(h, x->job), x->cluster), x->start),
                     x->end);
        for (k = x->first_run; k < x->first_run + x->run_count; k++)
            h = oom_hash(oom_hash(h, r->runs[k].first), r->runs[k].count);
    }
    return h;
}

typedef struct everything {
    struct grid grid;
    struct demands demands;
    struct broker_result result;
} everything;

static int run_all(const setup *s, everything *x, uint64_t *answer, struct error *e)
{
    static char text[2000];
    struct batch_rules local[CLUSTERS];
    struct broker_rules rules = {0};
    size_t i;
    memset(local, 0, sizeof local);
    for (i = 0; i < CLUSTERS; i++)
        local[i].kind = i % 3 == 0   ? BATCH_FCFS
                        : i % 3 == 1 ? BATCH_EASY
                                     : BATCH_CONSERVATIVE;
    local[1].reservations = 1;
    local[4].reservations = 20;
    rules.jobs = s->jobs;
    rules.resources = s->resources;
    rules.delay = s->delay;
    rules.deadline_factor = 9000000000;
    rules.local = local;
    make_grid(text, sizeof text);
    if (grid_file_parse(&x->grid, "grid", text, strlen(text), e) != 0) return -1;
    for (i = 0; i < JOBS; i++)
        if (demands_add(&x->demands, &x->grid, i, swf_text(wants[i]), e) != 0) return -1;
    if (broker_simulate(&x->grid, &x->demands, jobs, JOBS, &rules, &x->result, e) != 0)
        return -1;
    *answer = hash_result(&x->result);
    return broker_check(&x->grid, &x->demands, jobs, JOBS, &rules, &x->result, e);
}

static int run(const void *setup_of, uint64_t *answer, struct error *e)
{
    const setup *const s = (const setup *)setup_of;
    static everything x;
    int result;
    memset(&x, 0, sizeof x);
    result = run_all(s, &x, answer, e);
    broker_rules_free(&x.result);
    demands_free(&x.demands);
    grid_free(&x.grid);
    return result;
}

/* ---- the sweep --------------------------------------------------------------------- */

/* So many of a run's first requests are refused, and every 193rd of the thousands that
 * follow: these come from the same places, which heap_check_places counts. */
#define DENSE 1200

static void broker(void)
{
    size_t i;
    heap_begin();
    make_jobs();
    for (i = 0; i < sizeof setups / sizeof setups[0]; i++)
        oom_sweep(run, &setups[i], DENSE);
    /* the other policies ask for memory at the same places */
    for (i = BROKER_REALTIME + 1; i < broker_policy_jobs_table.count; i++) {
        const setup other = {i, BROKER_MATCH, 0};
        oom_sweep(run, &other, 60);
    }
    for (i = BROKER_ISIS + 1; i < broker_policy_resources_table.count; i++) {
        const setup other = {BROKER_JR, i, 0};
        oom_sweep(run, &other, 60);
    }
    heap_check_places("", "/batch/", 21); /* for these: oom_batch */
}

TEST_MAIN(TEST(broker))
