/* estimates.h - how long users say their jobs will run, for logs that do not tell:
 *
 *   D. Tsafrir, Y. Etsion and D. G. Feitelson: Modeling user runtime estimates. In: Job
 *   Scheduling Strategies for Parallel Processing, LNCS 3834, 1-35, Springer, 2005.
 *
 * Users round: 20 estimates cover about 90 % of a log's jobs, and the longest one allowed
 * is the most popular. The model is that distribution, followed by a random
 * matching with the jobs in which no estimate is below its run time:
 *   number      of different estimates: grows with the number of jobs, linear in pieces
 *   head        the 20 most popular: the maximum, 15 values that all logs share, round
 *               values from the maximum downwards; share = a e^(b rank) + c
 *   tail        all others; time = maximum (a - 1) x / (a - x), x the time rank in 0 .. 1
 *               and a - 1 a power of the number; share = a rank^b, the times at random
 *   popularity  of the head's times: drawn from what four logs show, time by time
 * The parameters are those of the authors' program in the Parallel Workloads Archive. Of
 * the table of four logs the rows for CTC and KTH (its jobs of up to 4 hours) come out of
 * today's logs, as the tests show; those for SDSC and Blue Horizon are taken on trust.
 *
 * What the model leaves open, and what is done here:
 *   - Few jobs (below 200) have fewer than 20 estimates: the most popular ones.
 *   - A short tail (below some 7,300 jobs) keeps its power law and covers less than the
 *     11 % left to it, for else its estimates would be more popular than the head's.
 *   - A maximum of up to 95 minutes leaves too few round values: multiples of a minute,
 *     of 30, 10 and 5 seconds, and of a second follow.
 *   - Run times that are longer than the estimates allow (the authors' program gives up):
 *     as many estimates as must be are raised, each to the next in the distribution.
 *   - A run time beyond the maximum is its own estimate.
 */
#ifndef ESTIMATES_H
#define ESTIMATES_H

#include "base/error.h"
#include "base/random.h"

#include <stddef.h>
#include <stdint.h>

enum { ESTIMATES_HEAD = 20, ESTIMATES_MOST = 565, ESTIMATES_LOGS = 4 };

#define ESTIMATES_MAXIMUM INT64_C(1000000000000)

struct estimate {
    int64_t time;
    double share;  /* of the jobs, 0 .. 1 */
    size_t jobs;   /* that make it, at least 1 */
    uint32_t rank; /* by popularity, 1 = the most popular */
};

struct estimates {
    struct estimate value[ESTIMATES_MOST]; /* the shortest first */
    size_t count;
    size_t jobs;
    int64_t maximum;
    struct random random;
    size_t raised; /* estimates that estimates_assign had to raise */
    size_t beyond; /* run times beyond the maximum that it met         */
};

int estimates_no_memory(size_t jobs, struct error *e);

/* ---- the distribution -------------------------------------------------------------- */

/* How many different estimates so many jobs have. Between 1 and `jobs`, unless 0. */
size_t estimates_number(size_t jobs);

int estimates_has(const int64_t *times, size_t count, int64_t time);

/* The head's times: the maximum, then the others, the shortest first. How many. */
size_t estimates_head(int64_t maximum, int64_t *times);

/* How popular each of the head's times is in four logs (SDSC, CTC, KTH, Blue Horizon):
 * the maximum, then the others, the shortest first. */
uint32_t estimates_in_log(size_t log, size_t i);

/* The popularity of each of the head's times. Going through the times, the ranks which
 * the logs have there join those to choose from. The maximum gets rank 1; a rank that
 * all logs have had by now is due; else the better of two draws is taken. */
void estimates_popularity(struct random *r, uint32_t *rank_of);

/* The distribution for so many jobs and a maximum of 1 .. ESTIMATES_MAXIMUM. */
int estimates_model(struct estimates *m, size_t jobs, int64_t maximum, uint64_t seed,
                    struct error *e);

/* ---- which job gets which ---------------------------------------------------------- */

/* Gives each of the m->jobs jobs an estimate no less than its run time: from the longest
 * job down, any of those left that will do, each as likely. So every assignment that is
 * possible is equally likely. */
int estimates_assign(struct estimates *m, const int64_t *runs, int64_t *estimates,
                     struct error *e);

/* A maximum for a log of which it is not known: the next round time from the longest run
 * time up, in hours as limits are, above three days in days. */
int64_t estimates_maximum(const int64_t *runs, size_t n);

/* Estimates for the jobs of the given run times; each is at least the run time, and at
 * most the maximum (0 = estimates_maximum) unless the run time is more. 0, or -1. */
int estimates_tsafrir(const int64_t *runs, size_t n, int64_t maximum, uint64_t seed,
                      int64_t *estimates, struct error *e);

#endif
