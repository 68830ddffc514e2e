/* broker.h - a broker above the local schedulers of a grid (stub: types only) */
#ifndef SIM_BROKER_H
#define SIM_BROKER_H

#include "batch.h"
#include "demands.h"
#include "error.h"
#include "grid.h"
#include "job.h"
#include "progress.h"

#include <stddef.h>
#include <stdint.h>

#define SIM_BROKER_JOBS_WORDS "fcfs|jr|edf|realtime"
#define SIM_BROKER_RESOURCES_WORDS "match|slow|match-slow|isis"

typedef enum sim_broker_jobs { /* which job next */
    SIM_BROKER_FCFS,
    SIM_BROKER_JR,
    SIM_BROKER_EDF,
    SIM_BROKER_REALTIME
} sim_broker_jobs;

typedef enum sim_broker_resources { /* which cluster */
    SIM_BROKER_MATCH,
    SIM_BROKER_SLOW,
    SIM_BROKER_MATCH_SLOW,
    SIM_BROKER_ISIS
} sim_broker_resources;

enum { SIM_BROKER_BOUND = 60 }; /* seconds: of the bounded slowdown */

/* What becomes of a job: name in the JSON, words for people. */
#define SIM_BROKER_FATES(X)                                      \
    X(finished, "finished")                                      \
    X(no_cluster, "no cluster of the grid can ever run it")      \
    X(deadline, "no cluster could have met its deadline")        \
    X(killed, "killed by failures more often than is tried")     \
    X(stuck, "still waiting when nothing more would happen")

typedef enum sim_broker_fate {
#define SIM_BROKER_FATE_ENUM(name, text) SIM_BROKER_FATE_##name,
    SIM_BROKER_FATES(SIM_BROKER_FATE_ENUM)
#undef SIM_BROKER_FATE_ENUM
        SIM_BROKER_FATE_COUNT
} sim_broker_fate;

typedef struct sim_outage { /* a cluster is down in [from, to) */
    uint32_t cluster;
    int64_t from, to; /* SIM_NEVER = it does not come back */
} sim_outage;

/* Which outages there will be: from a list, or drawn. Times count from `origin`. */
typedef struct sim_outage_plan { /* zero-initialise: none; sim_outages_free */
    sim_outage *list;            /* by cluster, then from */
    size_t count, capacity;
    int64_t mtbf, mttr;          /* seconds, means; mtbf 0 = not drawn */
    uint64_t seed;
} sim_outage_plan;

typedef struct sim_execution { /* in order of end */
    uint32_t job, cluster;
    int64_t start, end;
    int killed;
    size_t first_run; /* its CPUs: runs[first_run ...], of the cluster from 0 */
    uint32_t run_count;
} sim_execution;

typedef struct sim_broker_outcome {
    sim_broker_fate fate;
    uint32_t cluster;            /* of the last dispatch                      */
    int64_t dispatched;          /* the last time; -1 = never                 */
    int64_t start, end;          /* of the execution that finished; -1 = none */
    uint32_t executions, moves;  /* how often begun, sent to a cluster        */
} sim_broker_outcome;

typedef struct sim_broker_rules {
    sim_broker_jobs jobs;
    sim_broker_resources resources;
    int64_t jr_factor;       /* f, in billionths */
    int jr_listing;          /* rank * place, as the paper's listing 3 */
    int64_t deadline_factor; /* of the estimate, in billionths */
    int64_t delay;           /* of what the broker sees, seconds */
    uint32_t resubmit;       /* so many times after a failure */
    const sim_outage_plan *outages; /* NULL = none */
    const sim_batch_rules *local;   /* of each cluster */
    sim_progress *progress;         /* told when a job has arrived; NULL = nobody asks */
} sim_broker_rules;

typedef struct sim_broker_result { /* zero-initialise; sim_broker_free */
    sim_broker_outcome *jobs;      /* of each job of the workload */
    size_t count;
    sim_execution *executions;
    size_t execution_count, execution_capacity;
    sim_run *runs;
    size_t run_count, run_capacity;
    sim_outage *outages; /* those that happened, in order of from */
    size_t outage_count, outage_capacity;
    uint64_t passes, looks; /* over the queue; jobs looked at in them */
    double seconds;         /* it took */
} sim_broker_result;

/* The jobs in order of submission. 0, or -1 with a message. */
int sim_broker(const sim_grid *g, const sim_demands *d, const sim_job *jobs, size_t n,
               const sim_broker_rules *rules, sim_broker_result *r, sim_error *e);
void sim_broker_free(sim_broker_result *r);

#endif
