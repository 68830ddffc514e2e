/* evaluation.h - one point of an evaluation: a workload, and what each policy makes of
 * it.
 *
 * The settings say everything that makes a difference to results; the same settings give
 * the same results, whatever else goes on. Nothing here is shared between experiments, so
 * that several may run at the same time.
 */
#ifndef EVALUATION_H
#define EVALUATION_H

#include "coalloc.h"

#include "base/error.h"
#include "base/job.h"
#include "base/progress.h"
#include "batch/batch_run.h"
#include "batch/grants.h"
#include "batch/policy.h"
#include "batch/sharing.h"
#include "report/metrics.h"
#include "workload/demands.h"
#include "workload/grid.h"
#include "workload/shape.h"
#include "workload/workload.h"

#include <stddef.h>
#include <stdint.h>

enum {
    EVALUATION_RETRIES_HALF = -1,
    EVALUATION_RETRIES_NONE = -2
}; /* the words of --retries */

enum { EVALUATION_OVERRUN_DEFAULT = -1 };

enum {
    EVALUATION_ESTIMATES_REQUESTED,
    EVALUATION_ESTIMATES_ACTUAL,
    EVALUATION_ESTIMATES_TSAFRIR
};

#define EVALUATION_INDEX_WORDS "map|range-tree|count" /* coa_index - 1 */
#define EVALUATION_PLACE_WORDS "default|best-fit|first-fit|contiguous|paper"
#define EVALUATION_ESTIMATES_WORDS "requested|actual|tsafrir"
#define EVALUATION_BINDING_WORDS "count|ids"
#define EVALUATION_TIES_WORDS "ends-first|per-event"
#define EVALUATION_COMPRESS_WORDS "none|arrival|start"

struct evaluation_settings { /* begins as EVALUATION_SETTINGS */
    struct policy_policies policies;
    const char *trace; /* NULL = the built-in workload */
    struct shape shape;
    int64_t servers, jobs, seed; /* 0 = not given */
    int64_t runtime, size, overrun, estimates, estimates_max;
    int64_t ar, ar_window; /* billionths; 0 = not given */
    int64_t index, place, slot, horizon, step, retries;
    int64_t binding, ties, order, backfill, compress, selection;
    int64_t nodes, capacity[SHARING_SHARED]; /* billionths; no nodes: nothing is shared */
    int64_t checkpoint_every, checkpoint_jobs; /* 0 = not given */
    const char *checkpoint;
};

/* Section 5's setting, with the slot and horizon it does not give. */
#define EVALUATION_SETTINGS                                                          \
    {                                                                                \
        .shape = SHAPE_NONE, .seed = 1, .overrun = EVALUATION_OVERRUN_DEFAULT,       \
        .index = COA_INDEX_MAP - 1, .slot = 900, .horizon = 42 * 86400, .step = 900, \
        .retries = EVALUATION_RETRIES_HALF, .compress = BATCH_COMPRESS_ARRIVAL       \
    }

struct evaluation_result { /* one policy over the whole workload */
    struct policy policy;
    char index[16];               /* "map"; "" where there is none        */
    char heading[48];             /* "online map"                         */
    struct job_outcome *outcomes; /* of each job                          */
    struct grants grants;         /* .of = NULL: no servers are known     */
    uint64_t hash;                /* of every start, and of the servers   */
    double seconds;               /* it took                              */
    uint64_t broken;              /* batch: promises that were            */
    coa_stats_info stats;         /* online                               */
    struct metrics_figures figures;
};

struct evaluation { /* zero-initialise; evaluation_free */
    struct workload workload;
    struct grid words;      /* of the demands                          */
    struct demands demands; /* of the jobs, where nodes share something */
    struct evaluation_result results[POLICY_POLICIES_MAX];
    size_t count;
    unsigned char *compared; /* of each job, whether it ran under every policy */
};

void evaluation_free(struct evaluation *x);

/* ---- settings, resolved ------------------------------------------------------------ */

/* How long after its submission a reservation may be ready: as [33] of paper 1. */
int64_t evaluation_ar_window(const struct evaluation_settings *s);

/* R_max as the calendar takes it; half is floor(Q / 2) with Q = ceil(H / tau) slots. */
uint32_t evaluation_retries(const struct evaluation_settings *s);

/* Who is planned by the time requested may be cut off at it, as on a real machine; who is
 * booked for the time it ran cannot. */
enum workload_overrun evaluation_overrun_of(const struct evaluation_settings *s);

/* Of each node, in the unit of the log's usages; 0 = no limit. */
double evaluation_capacity(const struct evaluation_settings *s, int resource);

/* ---- the workload ------------------------------------------------------------------ */

int evaluation_workload(const struct evaluation_settings *s, struct evaluation *x,
                        struct error *e);

/* ---- the policies ------------------------------------------------------------------ */

/* Whatever makes a difference to results, but the log itself. */
uint64_t evaluation_settings_hash(const struct evaluation_settings *s);

/* Lets policy number `i` have the workload. The figures come later:
 * evaluation_measure. `progress`: NULL where nobody is looking. */
int evaluation_run(const struct evaluation_settings *s, struct evaluation *x, size_t i,
                   struct progress *progress, struct error *e);

/* ---- the figures ------------------------------------------------------------------- */

/* All policies' figures, over the same jobs. 0, or -1. */
int evaluation_measure(const struct evaluation_settings *s, int timing,
                       struct evaluation *x, struct error *e);

#endif
