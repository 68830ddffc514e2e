/* job.h - what a job asks for, and what became of it.
 *
 * Times are whole seconds. In paper 1's words (section 2): r = (q_r, s_r, l_r, n_r).
 */
#ifndef JOB_H
#define JOB_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Beyond any log (30,000 years), yet sums of a few times stay far from overflow. */
#define JOB_TIME_MAX INT64_C(1000000000000)
#define JOB_SERVERS_MAX INT64_C(0x7FFFFFFF)

/* A time that never comes. */
#define JOB_NEVER INT64_MAX

struct job {
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
};

enum job_fate {
    JOB_RAN,       /* start and attempts are set                          */
    JOB_TOO_LARGE, /* asks for more servers than there are                */
    JOB_REFUSED,   /* nothing free within the retries or the horizon      */
    JOB_UNRECORDED /* the log does not say when it started                */
};

struct job_outcome {
    int64_t start;
    uint32_t attempts; /* starts tried, the first included; 0 = none    */
    enum job_fate fate;
    int64_t lost; /* seconds it ran longer than alone on its nodes */
};

/* When a job that ran ended. */
int64_t job_end(const struct job *job, const struct job_outcome *outcome);

struct job_run { /* servers first .. first + count - 1 */
    uint32_t first, count;
};

/* "0-9 12 14-15" */
void job_run_print(FILE *to, const struct job_run *runs, size_t count);

struct job_granted { /* the servers of one job: runs[first ...] */
    size_t first;
    uint32_t count; /* 0 = not known */
};

#endif
