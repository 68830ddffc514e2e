/* broker_rules.h - what a run of the broker is told, and what it gives back.
 *
 * I. Rodero, F. Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling (paper
 * 2), section III. A set-up is two choices: which job of the broker's queue is next, and
 * which cluster it gets.
 *
 * A new policy: its word and its enumerator, below, in the same place of both. If it
 * chooses clusters: what is a candidate and what it scores, sim_broker_candidate and
 * sim_broker_score in broker_select.h. If jobs: the key of the queue or the pass over it,
 * in broker.h. Its pairs in the list of broker_setup.h, counted in SIM_BROKER_SETUPS;
 * what it promises in broker_check.h; a line of --help in broker_sim.c.
 */
#ifndef SIM_BROKER_RULES_H
#define SIM_BROKER_RULES_H

#include "batch.h"
#include "job.h"
#include "outages.h"
#include "progress.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define SIM_BROKER_JOBS_WORDS "fcfs|jr|edf|realtime"
#define SIM_BROKER_RESOURCES_WORDS "match|slow|match-slow|isis"

typedef enum sim_broker_jobs {
    SIM_BROKER_FCFS,
    SIM_BROKER_JR,      /* JR-backfilling: section III-B                         */
    SIM_BROKER_EDF,     /* earliest deadline first                               */
    SIM_BROKER_REALTIME /* never queues: where the deadline holds, or not at all */
} sim_broker_jobs;      /* in the order of the words, as the next */

typedef enum sim_broker_resources {
    SIM_BROKER_MATCH,      /* matchmaking on what is free now: section III-A         */
    SIM_BROKER_SLOW,       /* SLOW-coordinated: section III-C                        */
    SIM_BROKER_MATCH_SLOW, /* the slowdown as one more attribute: section VI         */
    SIM_BROKER_ISIS        /* each job chooses for itself, no broker: section IV-A2  */
} sim_broker_resources;

enum { SIM_BROKER_BOUND = 60 }; /* seconds: of the bounded slowdown, section III-C */

/* What becomes of a job: name in the JSON, words for people. */
#define SIM_BROKER_FATES(X)                                  \
    X(finished, "finished")                                  \
    X(no_cluster, "no cluster of the grid can ever run it")  \
    X(deadline, "no cluster would have met its deadline")    \
    X(killed, "killed by failures more often than is tried") \
    X(stuck, "still waiting when nothing more would happen")

typedef enum sim_broker_fate {
#define SIM_BROKER_FATE_ENUM(name, text) SIM_BROKER_FATE_##name,
    SIM_BROKER_FATES(SIM_BROKER_FATE_ENUM)
#undef SIM_BROKER_FATE_ENUM
        SIM_BROKER_FATE_COUNT
} sim_broker_fate;

typedef struct sim_broker_rules {
    sim_broker_jobs jobs;
    sim_broker_resources resources;
    int64_t jr_factor;              /* f, in billionths: JR's reduction factor        */
    int jr_listing;                 /* rank * place instead, as listing 3 comes to    */
    int64_t deadline_factor;        /* deadline - submission, in estimates, billionths */
    int64_t delay;                  /* what the broker sees is so old, seconds        */
    uint32_t resubmit;              /* a job killed by a failure is, so many times    */
    int together;                   /* a job larger than any cluster may run at several */
    uint32_t coallocate;            /* ... and takes so many percent longer there       */
    const sim_outage_plan *outages; /* NULL = none                             */
    const sim_batch_rules *local;   /* of each cluster                         */
    sim_progress *progress;         /* told when a job has arrived; NULL = nobody asks */
} sim_broker_rules;

typedef struct sim_execution { /* a job had CPUs */
    uint32_t job, cluster;
    int64_t start, end;
    int killed;       /* by a failure of its cluster                              */
    size_t first_run; /* its CPUs: runs[first_run ...], numbered within the cluster */
    uint32_t run_count;
} sim_execution;

typedef struct sim_broker_outcome {
    sim_broker_fate fate;
    uint32_t cluster;           /* of the last dispatch                      */
    int64_t dispatched;         /* when that was; -1 = never                 */
    int64_t start, end;         /* of the execution that finished; -1 = none */
    uint32_t executions, moves; /* how often begun, sent to a cluster        */
    uint32_t parts;             /* at so many clusters at once; 0 = at one   */
} sim_broker_outcome;

typedef struct sim_broker_result { /* zero-initialise; sim_broker_free */
    sim_broker_outcome *jobs;      /* of each of the workload              */
    size_t count;
    sim_execution *executions; /* by end                               */
    size_t execution_count, execution_capacity;
    sim_run *runs;
    size_t run_count;
    sim_outage *outages; /* that happened, by from               */
    size_t outage_count, outage_capacity;
    uint64_t passes, looks; /* over the queue; jobs looked at in them */
    double seconds;         /* it took                              */
} sim_broker_result;

static inline void sim_broker_free(sim_broker_result *r)
{
    static const sim_broker_result nothing = {.count = 0};
    free(r->jobs);
    free(r->executions);
    free(r->runs);
    free(r->outages);
    *r = nothing;
}

/* So many CPUs it had: those of its job, or of a part of it. */
static inline uint32_t sim_execution_cpus(const sim_broker_result *r,
                                          const sim_execution *x)
{
    uint32_t i, cpus = 0;
    for (i = 0; i < x->run_count; i++) cpus += r->runs[x->first_run + i].count;
    return cpus;
}

/* Section III-C. */
static inline double sim_broker_slowdown(int64_t wait, int64_t run)
{
    const double bound = run > SIM_BROKER_BOUND ? (double)run : SIM_BROKER_BOUND;
    const double slowdown = ((double)wait + (double)run) / bound;
    return slowdown > 1 ? slowdown : 1;
}

#endif
