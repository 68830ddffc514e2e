/* job.h - what a job asks for, and what became of it.
 *
 * Times are whole seconds. In paper 1's words (section 2): r = (q_r, s_r, l_r, n_r).
 */
#ifndef SIM_JOB_H
#define SIM_JOB_H

#include <stddef.h>
#include <stdint.h>

/* Beyond any log (30,000 years), yet sums of a few times stay far from overflow. */
#define SIM_TIME_MAX INT64_C(1000000000000)
#define SIM_SERVERS_MAX INT64_C(0x7FFFFFFF)

typedef struct sim_job {
    int64_t number;    /* its name in the log, or 1, 2, 3, ...             */
    int64_t submit;    /* q_r                                              */
    int64_t ready;     /* s_r: earliest start, at least submit             */
    int64_t length;    /* l_r > 0: what is booked                          */
    int64_t run;       /* how long it really runs, 1 .. length             */
    int64_t estimate;  /* what a batch scheduler plans by, at least run
                          unless overruns are left (workload.h)          */
    int64_t wait;      /* the waiting time its log recorded; -1 = none     */
    uint32_t servers;  /* n_r >= 1                                         */
    uint32_t order;    /* its place in the log                             */
    uint32_t reserved; /* it is an advance reservation                     */
} sim_job;

typedef enum sim_fate {
    SIM_RAN,         /* start and attempts are set                          */
    SIM_TOO_LARGE,   /* asks for more servers than there are                */
    SIM_REFUSED,     /* nothing free within the retries or the horizon      */
    SIM_UNRECORDED   /* the log does not say when it started                */
} sim_fate;

typedef struct sim_outcome {
    int64_t start;
    uint32_t attempts;  /* starts tried, the first included; 0 = none    */
    sim_fate fate;
    int64_t lost;       /* seconds it ran longer than alone on its nodes */
} sim_outcome;

/* When a job that ran ended. */
static inline int64_t sim_end(const sim_job *job, const sim_outcome *outcome)
{
    return outcome->start + job->run + outcome->lost;
}

typedef struct sim_run {  /* servers first .. first + count - 1 */
    uint32_t first, count;
} sim_run;

typedef struct sim_granted {  /* the servers of one job: runs[first ...] */
    size_t first;
    uint32_t count;           /* 0 = not known */
} sim_granted;

#endif
