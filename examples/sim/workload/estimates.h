/* estimates.h - run times as users would estimate them, for logs without estimates:
 *
 *   D. Tsafrir, Y. Etsion and D. G. Feitelson: Modeling user runtime estimates. In: Job
 *   Scheduling Strategies for Parallel Processing, LNCS 3834, 1-35, Springer, 2005.
 *
 *     estimates_tsafrir(runs, n, 0, seed, estimates);
 *
 * Users round: 20 estimates cover about 90 % of a log's jobs, and the longest one allowed
 * is the most popular. The model is a distribution of estimates (estimates_model) and a
 * random matching of these with the jobs in which no estimate is below its run time.
 */
#ifndef ESTIMATES_H
#define ESTIMATES_H

#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

/* Estimates for the jobs of the given run times; each is at least the run time, and at
 * most the maximum (0 = estimates_maximum) unless the run time is longer. */
void estimates_tsafrir(const int64_t *runs, size_t n, int64_t maximum, uint64_t seed,
                       int64_t *estimates);

/* A maximum for a log that does not say its own: the next round time, in hours as limits
 * are, above three days in days, from what nine of ten jobs run up. The longest run time
 * of a log is not a limit that users meet: from there KTH's, 60 h, the model's requests
 * are 24.10 h in the mean, where the users' are 3.80. From nine of ten, in hours:
 *
 *             maximum   model   users
 *     KTH           8    4.42    3.80
 *     CTC          18    6.92    6.78
 *     BLUE          4    2.38    2.70
 *     HPC2N        12    6.99   12.47   (its users may request 2,400)
 *     DAS2          1    0.80    7.19   (they request 24 times what they use) */
int64_t estimates_maximum(const int64_t *runs, size_t n);

enum { ESTIMATES_HEAD = 20, ESTIMATES_MOST = 565, ESTIMATES_LOGS = 4 };

#define ESTIMATES_MAXIMUM INT64_C(1000000000000)

struct estimate {
    int64_t time;
    double share;  /* of the jobs, 0 .. 1                       */
    size_t jobs;   /* that have this estimate, at least 1       */
    uint32_t rank; /* by popularity, 1 = the most popular       */
};

struct estimates {
    struct estimate value[ESTIMATES_MOST]; /* the shortest first */
    size_t count;
    size_t jobs;
    int64_t maximum;
    struct random random;
};

/* The distribution for so many jobs and a maximum of 1 .. ESTIMATES_MAXIMUM. */
void estimates_model(struct estimates *m, size_t jobs, int64_t maximum, uint64_t seed);

/* How many different estimates so many jobs have. Between 1 and `jobs`, unless 0. */
size_t estimates_number(size_t jobs);

#endif
