/* oom_flexco.c - FlexCo's sites when memory runs out (flexco.h), the run and the check of
 * the result.
 *
 * Each request for memory is refused in a run of its own, once alone and once with all
 * that follow: the run must end with a message and leak nothing, and the next, with
 * enough memory, must give the same result as ever. So that this proves something, every
 * place in the sources that asks for memory must have been refused, and every array that
 * can grow, also when it was about to. */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include "coalloc.h"

#include "base/error.h"
#include "flexco/flexco.h"
#include "flexco/flexco_job.h"

#include "oom_sweep.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- the workload ------------------------------------------------------------------ */

#define JOBS 500u
#define SITES 3u

static const uint32_t servers[SITES] = {110, 60, 90};
static struct flexco_job jobs[JOBS];

/* Too many at once, so that hundreds wait, and half of what they ask for is not used. */
static void make_jobs(void)
{
    size_t i;
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < JOBS; i++) {
        struct flexco_job *job = &jobs[i];
        const uint32_t where = (uint32_t)test_below(5);
        const int64_t most = where < SITES ? 4 : test_below(8) ? 6 : 130;
        job->number = (int64_t)i + 1;
        job->submit = (int64_t)i;
        job->site = where < SITES ? where : FLEXCO_META;
        job->estimate = test_between(1, 300);
        job->run = test_between(1, job->estimate);
        job->servers = (uint32_t)test_between(1, most);
        job->overhead = where < SITES ? 0 : (uint32_t)test_below(26);
    }
}

/* ---- a run ------------------------------------------------------------------------- */

typedef struct setup {
    enum flexco_mode mode;
    int early_binding;
    size_t count; /* so many of the jobs */
} setup;

static const setup setups[] = {{FLEXCO_MOLD, 0, JOBS},
                               {FLEXCO_MOLD, 1, JOBS},
                               {FLEXCO_REMAP, 0, JOBS},
                               {FLEXCO_SHIFT, 1, 70}};

/* A number for all that the result tells. */
static uint64_t hash_result(const struct flexco_result *r)
{
    uint64_t h = HASH_START;
    size_t i, k;
    for (i = 0; i < r->count; i++) {
        const struct flexco_outcome *x = &r->outcomes[i];
        h = oom_hash(oom_hash(oom_hash(oom_hash(h, x->fate), x->start), x->end),
                     x->promised);
        for (k = x->first_part; k < x->first_part + x->part_count; k++)
            h = oom_hash(oom_hash(h, r->parts[k].site), r->parts[k].servers);
    }
    return oom_hash(h, (int64_t)r->moved);
}

static int run(const void *setup_of, uint64_t *answer, struct error *e)
{
    const setup *const s = (const setup *)setup_of;
    const struct flexco_system system = {SITES, servers};
    struct flexco_result result = {0};
    struct flexco_rules rules = {0};
    const size_t count = test_scaled(100) < 100 ? s->count / 4 : s->count;
    int failed;
    rules.mode = s->mode;
    rules.early_binding = s->early_binding;
    rules.efficiency = FLEXCO_EFFICIENCY;
    failed = flexco_run(&system, jobs, count, &rules, &result, e) != 0;
    if (!failed) *answer = hash_result(&result);
    if (!failed) failed = flexco_check(&system, jobs, count, &rules, &result, e) != 0;
    flexco_job_result_free(&result);
    return failed ? -1 : 0;
}

/* ---- the sweep --------------------------------------------------------------------- */

static void flexco(void)
{
    size_t i;
    heap_begin();
    make_jobs();
    for (i = 0; i < sizeof setups / sizeof setups[0]; i++)
        oom_sweep(run, &setups[i], LONG_MAX);
    heap_check_places("", NULL, 11);
}

TEST_MAIN(TEST(flexco))
