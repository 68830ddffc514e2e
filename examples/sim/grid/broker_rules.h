/* broker_rules.h - what a run of the broker is told, and what it gives back.
 *
 * I. Rodero, F. Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling (paper
 * 2), section III. A set-up is two choices: which job of the broker's queue is next, and
 * which cluster it gets.
 *
 * A new policy: its word and its enumerator, below, in the same place of both. If it
 * chooses clusters: what is a candidate and what it scores, broker_select_candidate and
 * broker_select_score in broker_select.h. If jobs: the key of the queue or the pass over it,
 * in broker.h. Its pairs in the list of broker_setup.h, counted in BROKER_SETUPS;
 * what it promises in broker_check.h; a line of --help in broker_sim.c.
 */
#ifndef BROKER_RULES_H
#define BROKER_RULES_H

#include "base/job.h"
#include "base/progress.h"
#include "batch/batch_run.h"
#include "workload/outages.h"

#include <stddef.h>
#include <stdint.h>

#define BROKER_JOBS_WORDS "fcfs|jr|edf|realtime"
#define BROKER_RESOURCES_WORDS "match|slow|match-slow|isis"

enum broker_jobs {
    BROKER_FCFS,
    BROKER_JR,      /* JR-backfilling: section III-B                         */
    BROKER_EDF,     /* earliest deadline first                               */
    BROKER_REALTIME /* never queues: where the deadline holds, or not at all */
};                  /* in the order of the words, as the next */

enum broker_resources {
    BROKER_MATCH,      /* matchmaking on what is free now: section III-A         */
    BROKER_SLOW,       /* SLOW-coordinated: section III-C                        */
    BROKER_MATCH_SLOW, /* the slowdown as one more attribute: section VI         */
    BROKER_ISIS        /* each job chooses for itself, no broker: section IV-A2  */
};

/* What becomes of a job: name in the JSON, words for people. */
#define BROKER_FATES(X)                                      \
    X(finished, "finished")                                  \
    X(no_cluster, "no cluster of the grid can ever run it")  \
    X(deadline, "no cluster would have met its deadline")    \
    X(killed, "killed by failures more often than is tried") \
    X(stuck, "still waiting when nothing more would happen")

enum broker_fate {
#define BROKER_FATE_ENUM(name, text) BROKER_FATE_##name,
    BROKER_FATES(BROKER_FATE_ENUM)
#undef BROKER_FATE_ENUM
        BROKER_FATE_COUNT
};

struct broker_rules {
    enum broker_jobs jobs;
    enum broker_resources resources;
    int64_t jr_factor;       /* f, in billionths: JR's reduction factor        */
    int jr_listing;          /* rank * place instead, as listing 3 comes to    */
    int64_t deadline_factor; /* deadline - submission, in estimates, billionths */
    int64_t delay;           /* what the broker sees is so old, seconds        */
    uint32_t resubmit;       /* a job killed by a failure is, so many times    */
    int together;            /* a job larger than any cluster may run at several */
    uint32_t coallocate;     /* ... and takes so many percent longer there       */
    const struct outage_plan *outages; /* NULL = none                             */
    const struct batch_rules *local;   /* of each cluster                         */
    struct progress *progress; /* told when a job has arrived; NULL = nobody asks */
};

struct broker_execution { /* a job had CPUs */
    uint32_t job, cluster;
    int64_t start, end;
    int killed;       /* by a failure of its cluster                              */
    size_t first_run; /* its CPUs: runs[first_run ...], numbered within the cluster */
    uint32_t run_count;
};

struct broker_outcome {
    enum broker_fate fate;
    uint32_t cluster;           /* of the last dispatch                      */
    int64_t dispatched;         /* when that was; -1 = never                 */
    int64_t start, end;         /* of the execution that finished; -1 = none */
    uint32_t executions, moves; /* how often begun, sent to a cluster        */
    uint32_t parts;             /* at so many clusters at once; 0 = at one   */
};

struct broker_result {           /* zero-initialise; broker_rules_free */
    struct broker_outcome *jobs; /* of each of the workload              */
    size_t count;
    struct broker_execution *executions; /* by end                               */
    size_t execution_count, execution_capacity;
    struct job_run *runs;
    size_t run_count;
    struct outage *outages; /* that happened, by from               */
    size_t outage_count, outage_capacity;
    uint64_t passes, looks; /* over the queue; jobs looked at in them */
    double seconds;         /* it took                              */
};

void broker_rules_free(struct broker_result *r);

/* So many CPUs it had: those of its job, or of a part of it. */
uint32_t broker_rules_execution_cpus(const struct broker_result *r,
                                     const struct broker_execution *x);

/* Section III-C. */
double broker_rules_slowdown(int64_t wait, int64_t run);

#endif
