/* classes.h - mean waiting times of all jobs and of classes of them, by size and by run
 * time, with 95 % intervals, of each policy and of what it has more than the first.
 *
 *     struct classes c = {0};
 *     classes_open(&c, policies, seeds, &jobs, seed, &e);
 *     c.cube.names[0] = "online map";
 *     classes_add(&c, policy, seed, &jobs, outcomes);    for every policy, in every seed
 *     classes_end(&c);
 *     c.difference[class][1].low                         seconds; NAN where unknown
 *     classes_free(&c);
 *
 * Policies are compared on the same jobs: seed by seed, or of one seed week by week of
 * submission, where cube_blocks draws weeks. A site's load changes from day to day and
 * its jobs wait for each other, so that single jobs would give too narrow an interval.
 */
#ifndef CLASSES_H
#define CLASSES_H

#include "base/error.h"
#include "base/job.h"
#include "base/statistics.h"
#include "batch/policy.h"
#include "program/cube.h"
#include "program/json.h"
#include "program/table.h"
#include "workload/metrics.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CLASSES_RUNS = 4, CLASSES_MAX = 1 + METRICS_GROUPS + CLASSES_RUNS };

struct classes {      /* zero-initialise; classes_free */
    struct cube cube; /* points: classes; seeds: or weeks */
    uint32_t servers;
    size_t groups; /* of sizes: classes 1 to groups; those by run time come last */
    int64_t first; /* submission */
    int weeks;     /* one seed: the cube has weeks */
    uint64_t seed;
    struct statistics_spread wait[CLASSES_MAX][POLICY_POLICIES_MAX];
    struct statistics_spread difference[CLASSES_MAX][POLICY_POLICIES_MAX];
};

struct classes_jobs {
    const struct job *log; /* as they were submitted in the log, which tells the week */
    const struct job *at;  /* under the policy: `log`, but for --feedback */
    size_t count;
    uint32_t servers;
    const unsigned char *compared;
};

/* Of `policies`; `seed` draws the weeks. 0, or -1; classes_free in any case. */
int classes_open(struct classes *c, size_t policies, size_t seeds,
                 const struct classes_jobs *jobs, uint64_t seed, struct error *e);

void classes_free(struct classes *c);

/* Adds the jobs compared. */
void classes_add(struct classes *c, size_t policy, size_t seed,
                 const struct classes_jobs *jobs, const struct job_outcome *outcomes);

/* Computes means, differences and intervals. */
void classes_end(struct classes *c);

/* A row for each class that has jobs: the mean waits of all policies; what each has more
 * than the first one, with its interval. */
void classes_table(struct table *t, const struct classes *c);
void classes_differences(struct table *t, const struct classes *c);

/* "95 % interval over 49 weeks"; or why there is none. */
const char *classes_over(const struct classes *c, char to[80]);

/* What intervals are taken over, as "intervals"; and a policy's classes, as
 * "wait_by_class". */
void classes_json_over(struct json *j, const struct classes *c);
void classes_json(struct json *j, const struct classes *c, size_t policy);

/* A line for each class; `first`: what it begins with. */
#define CLASSES_COLUMNS                                                           \
    "class,from,to,jobs,wait_mean_seconds,wait_low,wait_high,difference_seconds," \
    "difference_low,difference_high"
void classes_csv(FILE *to, const char *first, const struct classes *c, size_t policy);

#endif
