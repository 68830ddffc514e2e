/* broker.h - a grid: a broker above the local schedulers of its clusters, event by event
 * (I. Rodero, F. Guim, J. Corbalan, Performance-driven Coordinated Grid Scheduling, paper
 * 2).
 *
 *     const struct broker_task task = {&grid, &demands, jobs, n, &rules};
 *     struct broker_result r = {0};
 *     broker_simulate(&task, &r);
 *     if ((wrong = broker_check(&task, &r)) != NULL) fail("%s", wrong);
 *     ... r.jobs[i].start ...
 *     broker_result_free(&r);
 *
 * Jobs are submitted to the broker, which holds them in one queue until its policies
 * (broker_policy.h) send one to a cluster; there a local system (machine/policy.h) with
 * its own queue decides when it starts, and on which CPUs.
 *
 * At one instant: local ends; local starts; arrivals; then the broker sends jobs for as
 * long as its policies find one, each of which may start at once. Nothing happens between
 * instants.
 *
 * Every job has one fate in the end. Jobs that wait when nothing will change any more are
 * stuck: no job runs or will come, and the broker has seen each cluster idle and sent it
 * nothing.
 */
#ifndef BROKER_H
#define BROKER_H

#include "base/job.h"
#include "machine/machine.h"
#include "workload/demands.h"
#include "workload/grid.h"

#include <stddef.h>
#include <stdint.h>

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
    const struct machine_rules *local; /* of each cluster                               */
};

struct broker_task {
    const struct grid *grid;
    const struct demands *demands; /* what jobs ask for besides CPUs, or NULL        */
    const struct job *jobs;        /* in order of submission, none of them reserved  */
    size_t count;
    const struct broker_rules *rules;
};

/* ---- the result -------------------------------------------------------------------- */

/* The fate of a job: its name in --items, and in words. */
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

struct broker_use { /* of a cluster; a node is in use while any of its CPUs is */
    double cpu_seconds, node_seconds;
};

struct broker_result {           /* zero-initialise; broker_result_free */
    struct broker_outcome *jobs; /* of each of the workload             */
    size_t count;
    struct broker_execution *executions; /* by end                      */
    size_t execution_count, execution_room;
    struct job_run *runs;
    size_t run_count;
    struct broker_use *use; /* of each cluster                        */
    uint64_t passes;        /* over the queue */
    double seconds;         /* that the run took                      */
};

void broker_simulate(const struct broker_task *task, struct broker_result *r);

void broker_result_free(struct broker_result *r);

/* NULL, or the first thing in it that is impossible (broker_check.c). */
const char *broker_check(const struct broker_task *task, const struct broker_result *r);

/* A job is overtaken by one that was submitted later and started earlier: how many jobs
 * are, and by how many others at most. */
void broker_overtaken(const struct broker_result *r, double *jobs, double *most);

/* How far the mean slowdown of a cluster's jobs is from the mean of all, as a share of
 * this: the mean over clusters that had jobs (figure 10's balance). NAN: no job
 * finished. */
double broker_rules_apart(const struct broker_task *task, const struct broker_result *r);

/* Can any cluster ever run the job? */
int broker_rules_fits(const struct broker_task *task, const struct job *job);

/* The deadline of a job: submission + factor * estimate, rounded up. */
int64_t broker_rules_deadline(const struct broker_rules *rules, const struct job *job);

/* The bounded slowdown of section III-C: bound 60 seconds. */
double broker_rules_slowdown(int64_t wait, int64_t run);

/* So many percent of a time, rounded up. */
int64_t broker_rules_overhead(int64_t time, uint32_t percent);

#endif
