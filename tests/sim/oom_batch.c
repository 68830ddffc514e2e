/* oom_batch.c - the simulators' schedulers when memory runs out (batch.h, online.h).
 *
 * A run of some hundred jobs asks for memory some dozens of times. Each of these requests
 * is refused in a run of its own, once alone and once with all that follow: the run must
 * end with a message and leak nothing, and the next, with enough memory, must give the
 * same schedule as ever. So that this proves something, every place in the sources that
 * asks for memory must have been refused, and every array that can grow, also when it was
 * about to. */
#define _POSIX_C_SOURCE 200809L

#include "heap.h"

#include "swf.h"

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "batch/batch.h"
#include "batch/batch_run.h"
#include "batch/grants.h"
#include "batch/orders.h"
#include "batch/policy.h"
#include "batch/processors.h"
#include "batch/sharing.h"
#include "online/online.h"
#include "workload/workload.h"

#include "jobs.h"
#include "oom_sweep.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- the workload ------------------------------------------------------------------ */

#define JOBS 200u
#define SERVERS 300u

static struct job jobs[JOBS];

/* Far too many at once, so that hundreds wait, small ones, so that idle servers lie
 * scattered, and some reservations. */
static void make_jobs(void)
{
    size_t i;
    int64_t now = 0;
    for (i = 0; i < JOBS; i++) {
        now += test_between(0, 1);
        jobs[i] = jobs_random(i, now, 300, 12, 310);
        jobs[i].reserved = test_below(5) == 0;
        if (jobs[i].reserved) jobs[i].ready += test_between(0, 900);
    }
}

/* ---- the schedulers ---------------------------------------------------------------- */

typedef struct scheduler {
    struct batch_rules batch;
    coa_index online; /* used if it is set */
    int grants;       /* is it asked who has which? */
} scheduler;

/* Who started when, and on which servers. */
static uint64_t hash_answer(uint64_t h, const struct job_outcome *outcomes,
                            const struct grants *g)
{
    size_t i, k;
    for (i = 0; i < JOBS; i++)
        h = oom_hash(oom_hash(h, outcomes[i].fate), outcomes[i].start);
    for (i = 0; i < JOBS && g->of; i++)
        for (k = g->of[i].first; k < g->of[i].first + g->of[i].count; k++)
            h = oom_hash(oom_hash(h, g->runs[k].first), g->runs[k].count);
    return h;
}

static int run_online(const scheduler *s, struct job_outcome *outcomes, struct grants *g,
                      struct error *e)
{
    struct workload w = {0};
    struct online_rules rules = {0};
    coa_stats_info stats;
    w.jobs = jobs;
    w.count = JOBS;
    w.servers = SERVERS;
    rules.index = s->online;
    if (rules.index == COA_INDEX_RANGE_TREE) {
        rules.slot = rules.step = 100;
        rules.horizon = 20000;
    }
    return online_simulate(&w, &rules, outcomes, g, &stats, e);
}

/* What each process uses: some much, some nothing. */
static const double *usage_of(const void *context, const struct job *job)
{
    static const double usage[4][SHARING_SHARED] = {
        {0, 0, 0}, {3, 0, 1}, {0, 4, 0}, {6, 1, 2}};
    (void)context;
    return usage[job->number % 4];
}

static const struct sharing sharing = {100, {10, 5, 8}, usage_of, NULL};

static int run(const void *setup, uint64_t *answer, struct error *e)
{
    const scheduler *const s = (const scheduler *)setup;
    struct job_outcome outcomes[JOBS];
    struct grants grants = {0}, *const asked = s->grants ? &grants : NULL;
    int result;
    memset(outcomes, 0, sizeof outcomes);
    if (s->online)
        result = run_online(s, outcomes, &grants, e);
    else
        result = batch_simulate(jobs, JOBS, SERVERS, &s->batch, outcomes, asked, NULL, e);
    if (result == 0) *answer = hash_answer(*answer, outcomes, &grants);
    if (result != 0) CHECK(strstr(e->text, "out of memory") != NULL);
    grants_free(&grants);
    return result;
}

/* ---- the sweep --------------------------------------------------------------------- */

static void begin(void)
{
    heap_begin();
    make_jobs();
}

typedef struct swept_policy {
    enum batch_kind kind;
    uint32_t reservations;
    enum batch_compress compress;
    enum processors_selection selection;
    int shares;
} swept_policy;

/* Each with these choices, bits of `with`: binding, ties, grants. */
static void sweep_policy(const swept_policy *p, unsigned with)
{
    scheduler s = {0};
    s.batch.kind = p->kind;
    s.batch.reservations = p->reservations;
    s.batch.backfill = p->reservations > 1 ? 1 + ORDER_SJF : 0;
    s.batch.compress = p->compress;
    s.batch.selection = p->selection;
    s.batch.sharing = p->shares ? &sharing : NULL;
    s.batch.binding = with & 1 ? BATCH_BINDING_IDS : BATCH_BINDING_COUNT;
    s.batch.ties = with & 2 ? BATCH_TIES_PER_EVENT : BATCH_TIES_ENDS_FIRST;
    s.grants = (with & 4) != 0;
    oom_sweep(run, &s, LONG_MAX);
}

static void batch(void)
{
    static const swept_policy policies[] = {
        {BATCH_FCFS, 0, BATCH_COMPRESS_NONE, PROCESSORS_FIRST_FIT, 0},
        {BATCH_EASY, 1, BATCH_COMPRESS_NONE, PROCESSORS_FIRST_FIT, 0},
        {BATCH_EASY, 100, BATCH_COMPRESS_NONE, PROCESSORS_FIRST_FIT, 0},
        {BATCH_CONSERVATIVE, 0, BATCH_COMPRESS_NONE, PROCESSORS_FIRST_FIT, 0},
        {BATCH_CONSERVATIVE, 0, BATCH_COMPRESS_ARRIVAL, PROCESSORS_FIRST_FIT, 0},
        {BATCH_CONSERVATIVE, 0, BATCH_COMPRESS_START, PROCESSORS_FIRST_FIT, 0}};
    static const swept_policy shared[] = {
        {BATCH_EASY, 3, BATCH_COMPRESS_NONE, PROCESSORS_CONTIGUOUS, 0},
        {BATCH_EASY, 1, BATCH_COMPRESS_NONE, PROCESSORS_FIRST_FIT, 1},
        {BATCH_RUA, 2, BATCH_COMPRESS_NONE, PROCESSORS_FIRST_FIT, 1},
        {BATCH_CONSERVATIVE, 0, BATCH_COMPRESS_NONE, PROCESSORS_CONTIGUOUS, 1},
        {BATCH_CONSERVATIVE, 0, BATCH_COMPRESS_ARRIVAL, PROCESSORS_LESS_CONSUME, 1}};
    const unsigned step = test_scaled(100) < 100 ? 5 : 1; /* meets each of the choices */
    unsigned i;
    begin();
    for (i = 0; i < 8 * sizeof policies / sizeof policies[0]; i += step)
        sweep_policy(&policies[i / 8], i % 8);
    for (i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        sweep_policy(&shared[i], 4);
        sweep_policy(&shared[i], 2 + 4);
    }
    heap_check_places("", NULL, 11);
}

static void online(void)
{
    static const coa_index indexes[] = {COA_INDEX_MAP, COA_INDEX_COUNT,
                                        COA_INDEX_RANGE_TREE};
    size_t i;
    begin();
    for (i = 0; i < sizeof indexes / sizeof indexes[0]; i++) {
        scheduler s = {0};
        s.online = indexes[i];
        s.grants = 1;
        oom_sweep(run, &s, LONG_MAX);
    }
}

TEST_MAIN(TEST(batch), TEST(online))
