/* broker_rules.h - what a run of the broker is told, and its result.
 *
 * The rules name two policies (broker_policy.h) and their numbers; the result has the
 * fate of each job, and each execution with its CPUs.
 */
#ifndef BROKER_RULES_H
#define BROKER_RULES_H

#include "base/job.h"
#include "batch/batch.h"
#include "grid/broker_policy.h"

#include <stddef.h>
#include <stdint.h>

/* What becomes of a job: its name in --items, and in words. */
#define BROKER_FATES(X)                                     \
    X(finished, "finished")                                 \
    X(no_cluster, "no cluster of the grid can ever run it") \
    X(deadline, "no cluster would have met its deadline")   \
    X(stuck, "still waiting when nothing more would happen")

enum broker_fate {
    BROKER_FATE_undecided, /* no result has it */
#define BROKER_FATE_ENUM(name, text) BROKER_FATE_##name,
    BROKER_FATES(BROKER_FATE_ENUM)
#undef BROKER_FATE_ENUM
        BROKER_FATE_COUNT
};

enum { BROKER_TIES_MOST, BROKER_TIES_LEAST, BROKER_TIES_FIRST };

struct broker_rules {
    size_t jobs;             /* a row of broker_policy_jobs: enum broker_jobs           */
    size_t resources;        /* one of broker_policy_resources: enum broker_resources   */
    int64_t jr_factor;       /* the reduction factor f of JR-backfilling, in billionths */
    int jr_listing;          /* weigh by rank * place instead, as listing 3 does        */
    int jr_no_head;          /* the head does not go first: it is weighed like all      */
    int ties;                /* which of equal clusters gets the job: BROKER_TIES_...   */
    int64_t deadline_factor; /* (deadline - submission) / estimate, in billionths       */
    int64_t delay;           /* what the broker sees is so old, in seconds              */
    uint64_t seed;           /* of policies that draw                                   */
    int at_several;          /* a job larger than any cluster may run at several        */
    uint32_t coallocate;     /* ... and takes so many percent longer there              */
    const struct batch_rules *local; /* of each cluster                               */
};

struct broker_execution { /* a job had CPUs of a cluster */
    uint32_t job, cluster;
    int64_t start, end;
    size_t first_run; /* its CPUs: runs[first_run ...], numbered within the cluster */
    uint32_t run_count;
};

struct broker_outcome {
    enum broker_fate fate;
    uint32_t cluster;   /* of the last dispatch                      */
    int64_t dispatched; /* when that was; -1 = never                 */
    int64_t start, end; /* of the execution that finished; -1 = none */
    uint32_t parts;     /* how many clusters it ran at; 0 = one, as a whole */
};

struct broker_result {           /* zero-initialise; broker_rules_free */
    struct broker_outcome *jobs; /* of each of the workload              */
    size_t count;
    struct broker_execution *executions; /* by end                               */
    size_t execution_count, execution_capacity;
    struct job_run *runs;
    size_t run_count;
    uint64_t passes, looks; /* over the queue; jobs looked at in them  */
    double seconds;         /* that the run took                    */
};

void broker_rules_free(struct broker_result *r);

/* How many CPUs it had: those of its job, or of a part of the job. */
uint32_t broker_rules_execution_cpus(const struct broker_result *r,
                                     const struct broker_execution *x);

/* The deadline of a job: submission + factor * estimate, rounded up. */
int64_t broker_rules_deadline(const struct broker_rules *rules, const struct job *job);

/* The bounded slowdown of section III-C: bound 60 seconds. */
double broker_rules_slowdown(int64_t wait, int64_t run);

#endif
