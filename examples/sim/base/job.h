/* job.h - what a job asks for, and its outcome. Times are whole seconds. */
#ifndef JOB_H
#define JOB_H

#include <stddef.h>
#include <stdint.h>

/* Longer than any log (30,000 years), and small enough that sums of a few times do not
 * overflow. */
#define JOB_TIME_MAX INT64_C(1000000000000)
#define JOB_SERVERS_MAX INT64_C(0x3FFFFFFF)

/* A time that never comes. */
#define JOB_NEVER INT64_MAX

/* In the notation of Castillo et al., section 2: r = (q_r, s_r, l_r, n_r). */
struct job {
    int64_t number;           /* its number in the log, or 1, 2, 3, ...            */
    int64_t submit;           /* q_r                                               */
    int64_t held;             /* so long before that it was sent, and might not run */
    int64_t ready;            /* s_r: its earliest start, not before submit        */
    int64_t length;           /* l_r > 0: how long it is booked for                */
    int64_t run;              /* how long it really runs: 1 .. length              */
    int64_t estimate;         /* the run time a batch scheduler expects: at least   */
                              /* run, unless overruns are kept (workload.h)         */
    int64_t wait;             /* the waiting time that its log recorded; -1 = none */
    uint32_t servers;         /* n_r >= 1                                          */
    uint32_t order;           /* its position in the log                           */
    uint32_t reserved;        /* enum job_reserved                                 */
    uint32_t needs;           /* 1: GPUs, memory or nodes, where none are counted  */
    int32_t held_more;        /* servers than the n_r that it requested; or fewer  */
    const struct job_run *on; /* the servers that it has to have: it is a downtime */
                              /* of these; a run of 0 ends them; NULL = any        */
    /* what its log says of it; -1 = nothing */
    int64_t user, group, queue, partition;
    int64_t memory;   /* KB on each server   */
    int64_t priority; /* `priority = NUMBER` */
};

/* Its log says nothing of it. */
static inline void job_unsaid(struct job *job)
{
    job->user = job->group = job->queue = job->partition = -1;
    job->memory = job->priority = job->wait = -1;
}

/* is it an advance reservation? */
enum job_reserved {
    JOB_QUEUED, /* no                                                           */
    JOB_WAITS,  /* a job that is one: it may start later than it is ready       */
    JOB_EXACT,  /* ... that starts when it is ready, or is refused              */
    JOB_GIVEN   /* the same, and no job: a site made it (reservations.h)        */
};

enum job_fate {
    JOB_UNDECIDED, /* no policy has decided about it               */
    JOB_RAN,       /* start and attempts are set                       */
    JOB_TOO_LARGE, /* it asks for more servers than there are          */
    JOB_REFUSED,   /* nothing was free within the retries or horizon   */
    JOB_UNRECORDED /* the log does not say when it started             */
};

struct job_outcome {
    int64_t start;
    uint32_t attempts; /* start times tried, the first included; 0 = none      */
    enum job_fate fate;
    int64_t lost; /* seconds it ran longer than it would alone on its nodes    */
};

/* When a job that ran ended. Defined here, as it is called for every job. */
static inline int64_t job_end(const struct job *job, const struct job_outcome *outcome)
{
    return outcome->start + job->run + outcome->lost;
}

/* The bounded slowdown: max(1, response / max(run, bound)); `bound` keeps jobs of a
 * moment from deciding the mean. */
static inline double job_slowdown(int64_t response, int64_t run, int64_t bound)
{
    const int64_t least = run > bound ? run : bound;
    return response > least ? (double)response / (double)least : 1;
}

struct job_run { /* consecutive servers: first .. first + count - 1 */
    uint32_t first, count;
};

struct job_granted { /* the servers of one job, in an array of runs: runs[first ...] */
    size_t first;
    uint32_t count; /* of runs; 0 = the servers are not known */
};

#endif
