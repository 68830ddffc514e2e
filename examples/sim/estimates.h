/* estimates.h - how long users say their jobs will run, for logs that do not tell:
 *
 *   D. Tsafrir, Y. Etsion and D. G. Feitelson: Modeling user runtime estimates. In: Job
 *   Scheduling Strategies for Parallel Processing, LNCS 3834, 1-35, Springer, 2005.
 *
 * Users round: 20 estimates cover about 90 % of the jobs of any log, and the longest that
 * is allowed is the most popular. The model is that distribution, followed by a random
 * matching with the jobs in which no estimate is below its run time:
 *   number      of different estimates: grows with the number of jobs, linear in pieces
 *   head        the 20 most popular: the maximum, 15 values that all logs share, round
 *               values from the maximum downwards; share = a e^(b rank) + c
 *   tail        all others; time = maximum (a - 1) x / (a - x), x the time rank in 0 .. 1
 *               and a - 1 a power of the number; share = a rank^b, the times at random
 *   popularity  of the head's times: drawn from what four logs show, time by time
 * The parameters are those of the authors' program in the Parallel Workloads Archive. Of
 * the table of four logs the rows for CTC and KTH come out of today's logs (the tests
 * do that); SDSC's and Blue Horizon's are taken on trust.
 *
 * What the model leaves open, and what is done here:
 *   - Few jobs (below 200) have fewer than 20 estimates: the most popular ones.
 *   - A short tail (below some 9,000 jobs) keeps its power law and covers less than the
 *     11 % left to it, for else its estimates would be more popular than the head's.
 *   - A maximum of an hour or less leaves too few round values: multiples of a minute, of
 *     30, 10 and 5 seconds, and of a second follow.
 *   - Run times that are longer than the estimates allow (the authors' program gives up):
 *     as many estimates as must be are raised, each to the next in the distribution.
 *   - A run time beyond the maximum is its own estimate.
 */
#ifndef SIM_ESTIMATES_H
#define SIM_ESTIMATES_H

#include "error.h"
#include "random.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIM_ESTIMATES_HEAD = 20, SIM_ESTIMATES_MOST = 565, SIM_ESTIMATES_LOGS = 4 };

#define SIM_ESTIMATES_MAXIMUM INT64_C(1000000000000)

typedef struct sim_estimate {
    int64_t time;
    double share;  /* of the jobs, 0 .. 1 */
    size_t jobs;   /* that make it, at least 1 */
    uint32_t rank; /* by popularity, 1 = the most popular */
} sim_estimate;

typedef struct sim_estimates { /* the distribution                           */
    sim_estimate value[SIM_ESTIMATES_MOST]; /* the shortest first             */
    size_t count;
    size_t jobs;
    int64_t maximum;
    sim_random random;
    size_t raised; /* by sim_estimates_assign: estimates the run times forced up */
    size_t beyond; /* run times beyond the maximum                           */
} sim_estimates;

/* ---- the distribution -------------------------------------------------------------- */

/* How many different estimates so many jobs have. Between 1 and `jobs`, unless 0. */
static inline size_t sim_estimates_number(size_t jobs)
{
    static const struct {
        size_t jobs, number;
    } at[] = {{0, 0},
              {20, 10},
              {200, 20},
              {1000, 35},
              {10000, 90},
              {70000, 340},
              {250000, SIM_ESTIMATES_MOST}};
    size_t k, dx, dy;
    for (k = 1; k < sizeof at / sizeof at[0]; k++) {
        if (jobs > at[k].jobs) continue;
        dx = at[k].jobs - at[k - 1].jobs;
        dy = at[k].number - at[k - 1].number;
        return at[k - 1].number + (2 * (jobs - at[k - 1].jobs) * dy + dx) / (2 * dx);
    }
    return SIM_ESTIMATES_MOST;
}

static inline int sim_estimates_has(const int64_t *times, size_t count, int64_t time)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (times[i] == time) return 1;
    return 0;
}

static inline int sim_compare_times(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The head's times: the maximum, then the others, the shortest first. How many. */
static inline size_t sim_estimates_head(int64_t maximum, int64_t *times)
{
    enum { MINUTE = 60, HOUR = 3600 };
    static const int32_t shared[] = {5 * MINUTE,  10 * MINUTE, 15 * MINUTE, 20 * MINUTE,
                                     30 * MINUTE, 1 * HOUR,    2 * HOUR,    3 * HOUR,
                                     4 * HOUR,    5 * HOUR,    6 * HOUR,    8 * HOUR,
                                     10 * HOUR,   12 * HOUR,   18 * HOUR};
    static const int32_t rounder[] = {200 * HOUR,  100 * HOUR, 50 * HOUR,  10 * HOUR,
                                      5 * HOUR,    2 * HOUR,   1 * HOUR,   20 * MINUTE,
                                      10 * MINUTE, 5 * MINUTE, 1 * MINUTE, 30,
                                      10,          5,          1};
    size_t count = 0, i;
    times[count++] = maximum;
    for (i = 0; i < sizeof shared / sizeof shared[0]; i++)
        if (shared[i] < maximum) times[count++] = shared[i];
    for (i = 0; i < sizeof rounder / sizeof rounder[0]; i++) {
        int64_t time = maximum - maximum % rounder[i];
        for (; time > 0 && count < SIM_ESTIMATES_HEAD; time -= rounder[i])
            if (!sim_estimates_has(times, count, time)) times[count++] = time;
    }
    qsort(times + 1, count - 1, sizeof times[0], sim_compare_times);
    return count;
}

/* One of the ranks that were seen and not taken, each as likely as often it was seen. */
static inline uint32_t sim_estimates_draw(sim_random *r, const unsigned *seen)
{
    uint64_t total = 0, at;
    uint32_t rank;
    for (rank = 1; rank <= SIM_ESTIMATES_HEAD; rank++) total += seen[rank];
    at = sim_random_bits(r) % total;
    for (rank = 1; at >= seen[rank]; rank++) at -= seen[rank];
    return rank;
}

/* The popularity of each of the head's times. Going through the times, the ranks which
 * the logs have there join those to choose from. The maximum gets rank 1; a rank that
 * all logs have had by now is due; else the better of two draws is taken. */
static inline void sim_estimates_popularity(sim_random *r, uint32_t *rank_of)
{
    static const unsigned char in_log[SIM_ESTIMATES_LOGS][SIM_ESTIMATES_HEAD] = {
        /* the maximum, then the shortest first: SDSC, CTC, KTH (4 h), Blue Horizon */
        {3, 1, 4, 17, 13, 7, 8, 18, 2, 6, 16, 10, 5, 15, 14, 19, 11, 12, 9, 20},
        {1, 3, 4, 2, 12, 9, 8, 18, 6, 7, 11, 20, 16, 5, 14, 13, 10, 15, 17, 19},
        {1, 4, 10, 14, 20, 2, 3, 7, 12, 6, 19, 5, 18, 16, 9, 17, 15, 13, 8, 11},
        {1, 6, 5, 3, 7, 2, 18, 19, 4, 11, 20, 9, 10, 14, 13, 16, 15, 17, 8, 12}};
    unsigned seen[SIM_ESTIMATES_HEAD + 1] = {0}; /* how often, while not taken  */
    unsigned char taken[SIM_ESTIMATES_HEAD + 1] = {0};
    size_t i, log;
    for (i = 0; i < SIM_ESTIMATES_HEAD; i++) {
        uint32_t rank = 1;
        for (log = 0; log < SIM_ESTIMATES_LOGS; log++)
            seen[in_log[log][i]] += !taken[in_log[log][i]];
        if (i > 0) {
            while (rank <= SIM_ESTIMATES_HEAD && seen[rank] < SIM_ESTIMATES_LOGS) rank++;
            if (rank > SIM_ESTIMATES_HEAD) {
                const uint32_t other = sim_estimates_draw(r, seen);
                rank = sim_estimates_draw(r, seen);
                if (other < rank) rank = other;
            }
        }
        rank_of[i] = rank;
        taken[rank] = 1;
        seen[rank] = 0;
    }
}

static inline void sim_estimates_add(sim_estimates *m, int64_t time, uint32_t rank)
{
    sim_estimate *to = &m->value[m->count++];
    to->time = time;
    to->rank = rank;
    to->share = 0;
    to->jobs = 0;
}

/* The head, or as much of it as makes up `number` different estimates. */
static inline void sim_estimates_add_head(sim_estimates *m, size_t number)
{
    int64_t times[SIM_ESTIMATES_HEAD];
    uint32_t rank_of[SIM_ESTIMATES_HEAD];
    const size_t count = sim_estimates_head(m->maximum, times);
    size_t i, k;
    sim_estimates_popularity(&m->random, rank_of);
    for (i = 0; i < count; i++) {
        uint32_t rank = 1; /* among the times there are */
        for (k = 0; k < count; k++) rank += rank_of[k] < rank_of[i];
        if (rank <= number) sim_estimates_add(m, times[i], rank);
    }
}

/* Puts `time` down for the tail, a little aside if it is taken, or not at all. */
static inline size_t sim_estimates_tail_time(int64_t maximum, int64_t time,
                                             int64_t *times, size_t count)
{
    static const int aside[] = {0, 30, -30, 20, -20, 10, -10};
    size_t i;
    for (i = 0; i < sizeof aside / sizeof aside[0]; i++) {
        const int64_t at = time + aside[i];
        if (at <= 0 || at >= maximum || sim_estimates_has(times, count, at)) continue;
        times[count] = at;
        return count + 1;
    }
    return count;
}

/* The rest, up to `number`, in whole minutes where they do not collide. */
static inline void sim_estimates_add_tail(sim_estimates *m, size_t number)
{
    const size_t head = m->count, most = number - head;
    const double a_1 = 12.1039 * sim_exp(-0.6026 * sim_ln((double)number)); /* a - 1 */
    int64_t times[SIM_ESTIMATES_MOST];
    size_t count = head, i;
    for (i = 0; i < head; i++) times[i] = m->value[i].time;
    for (i = 1; i <= most; i++) {
        const double x = (double)i / (double)most;
        const double time = a_1 * x / (a_1 + 1 - x) * (double)m->maximum;
        count = sim_estimates_tail_time(m->maximum, (int64_t)(time / 60 + 0.5) * 60,
                                        times, count);
    }
    for (i = head; i < count; i++) { /* the next most popular: any of those left */
        const size_t k = i + (size_t)(sim_random_bits(&m->random) % (count - i));
        const int64_t time = times[k];
        times[k] = times[i];
        sim_estimates_add(m, time, (uint32_t)i + 1);
    }
}

/* Shares by rank. `value` is in no order yet; its first `head` are the head. */
static inline void sim_estimates_shares(sim_estimates *m, size_t head)
{
    const double all = 100, head_covers = 89; /* percent */
    double of_rank[SIM_ESTIMATES_MOST], head_sum = 0, tail_sum = 0, head_scale;
    double tail_scale = 1;
    size_t i;
    of_rank[0] = head_covers;
    for (i = 1; i < SIM_ESTIMATES_HEAD; i++) {
        of_rank[i] = 14.0491 * sim_exp(-0.177531 * (double)(i + 1));
        of_rank[i] += 0.462513;
        of_rank[0] -= of_rank[i];
    }
    for (i = 0; i < head; i++) head_sum += of_rank[i];
    for (; i < m->count; i++) {
        const double rank = (double)(SIM_ESTIMATES_HEAD + 1 + i - head);
        of_rank[i] = 795.6 * sim_exp(-2.267 * sim_ln(rank));
        tail_sum += of_rank[i];
    }
    if (tail_sum > all - head_covers) tail_scale = (all - head_covers) / tail_sum;
    tail_sum *= tail_scale;
    head_scale = (all - tail_sum) / head_sum;
    for (i = 0; i < m->count; i++) {
        sim_estimate *v = &m->value[i];
        v->share = of_rank[v->rank - 1] * (i < head ? head_scale : tail_scale) / all;
    }
}

/* From shares to whole jobs: one for each estimate, what is left in proportion to what
 * it lacks, and the last by largest remainder. */
static inline void sim_estimates_apportion(sim_estimates *m)
{
    double lacks[SIM_ESTIMATES_MOST], sum = 0;
    size_t left = m->jobs - m->count, i;
    const double to_give = (double)left;
    for (i = 0; i < m->count; i++) {
        lacks[i] = m->value[i].share * (double)m->jobs;
        lacks[i] = lacks[i] > 1 ? lacks[i] - 1 : 0;
        sum += lacks[i];
    }
    for (i = 0; i < m->count; i++) {
        const double due = left > 0 ? lacks[i] / sum * to_give : 0;
        size_t whole = (size_t)due;
        if (whole > left) whole = left; /* rounding, should it ever */
        m->value[i].jobs = 1 + whole;
        left -= whole;
        lacks[i] = due - (double)whole;
    }
    while (left > 0) {
        size_t most = 0;
        for (i = 1; i < m->count; i++)
            if (lacks[i] > lacks[most]) most = i;
        m->value[most].jobs++;
        lacks[most] -= 1;
        left--;
    }
}

static inline int sim_compare_estimates(const void *a, const void *b)
{
    return sim_compare_times(&((const sim_estimate *)a)->time,
                             &((const sim_estimate *)b)->time);
}

/* The distribution for so many jobs and a maximum of 1 .. SIM_ESTIMATES_MAXIMUM. */
static inline int sim_estimates_model(sim_estimates *m, size_t jobs, int64_t maximum,
                                      uint64_t seed, sim_error *e)
{
    const size_t number = sim_estimates_number(jobs);
    size_t head;
    if (maximum < 1 || maximum > SIM_ESTIMATES_MAXIMUM)
        return sim_fail(e,
                        "a maximum estimate of %" PRId64 " s is not within 1 .. %" PRId64,
                        maximum, SIM_ESTIMATES_MAXIMUM);
    m->maximum = maximum;
    m->jobs = jobs;
    m->random.state = seed;
    m->count = m->raised = m->beyond = 0;
    if (jobs == 0) return 0;
    sim_estimates_add_head(m, number);
    head = m->count;
    sim_estimates_add_tail(m, number);
    sim_estimates_shares(m, head);
    sim_estimates_apportion(m);
    qsort(m->value, m->count, sizeof m->value[0], sim_compare_estimates);
    return 0;
}

/* ---- which job gets which ---------------------------------------------------------- */

typedef struct sim_estimates_job {
    int64_t run; /* at most the maximum */
    size_t index;
} sim_estimates_job;

static inline int sim_compare_longest(const void *a, const void *b)
{
    const sim_estimates_job *x = (const sim_estimates_job *)a;
    const sim_estimates_job *y = (const sim_estimates_job *)b;
    if (x->run != y->run) return x->run > y->run ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* The estimates to give out, the longest first. They can be given to all iff the k-th
 * longest is no less than the k-th longest run time, for every k; where it is less, it
 * becomes the shortest that will do. */
static inline void sim_estimates_list(sim_estimates *m, const sim_estimates_job *longest,
                                      int64_t *list)
{
    size_t next = m->count, given = 0, enough = m->count - 1, k;
    for (k = 0; k < m->jobs; k++) {
        if (given == 0) given = m->value[--next].jobs;
        given--;
        while (enough > 0 && m->value[enough - 1].time >= longest[k].run) enough--;
        list[k] = m->value[next].time;
        if (list[k] >= longest[k].run) continue;
        list[k] = m->value[enough].time;
        m->raised++;
    }
}

/* Gives each of the m->jobs jobs an estimate no less than its run time: from the longest
 * job down, any of those left that will do, each as likely. So every assignment that is
 * possible is equally likely. */
static inline int sim_estimates_assign(sim_estimates *m, const int64_t *runs,
                                       int64_t *estimates, sim_error *e)
{
    const size_t n = m->jobs;
    const int fits = n <= SIZE_MAX / sizeof(sim_estimates_job);
    sim_estimates_job *longest = NULL;
    int64_t *list = NULL;
    size_t reach = 0, i; /* the estimates before it will do */
    if (n == 0) return 0;
    if (fits) longest = (sim_estimates_job *)malloc(n * sizeof *longest);
    if (longest) list = (int64_t *)malloc(n * sizeof *list);
    if (!list) {
        free(longest);
        return sim_fail(e, "out of memory for the estimates of %zu jobs", n);
    }
    for (i = 0; i < n; i++) {
        m->beyond += runs[i] > m->maximum;
        longest[i].run = runs[i] < m->maximum ? runs[i] : m->maximum;
        longest[i].index = i;
    }
    qsort(longest, n, sizeof *longest, sim_compare_longest);
    sim_estimates_list(m, longest, list);
    for (i = 0; i < n; i++) {
        const size_t job = longest[i].index;
        size_t k;
        while (reach < n && list[reach] >= longest[i].run) reach++;
        k = i + (size_t)(sim_random_bits(&m->random) % (reach - i));
        estimates[job] = list[k] > runs[job] ? list[k] : runs[job];
        list[k] = list[i];
    }
    free(list);
    free(longest);
    return 0;
}

/* A maximum for a log of which it is not known: the next round time from the longest run
 * time up, in hours as limits are, above three days in days. */
static inline int64_t sim_estimates_maximum(const int64_t *runs, size_t n)
{
    static const int hours[] = {1, 2, 4, 6, 8, 12, 18, 24, 36, 48, 60, 72};
    const int64_t day = 86400;
    int64_t longest = 1;
    size_t i;
    for (i = 0; i < n; i++)
        if (runs[i] > longest) longest = runs[i];
    for (i = 0; i < sizeof hours / sizeof hours[0]; i++)
        if (longest <= (int64_t)hours[i] * 3600) return (int64_t)hours[i] * 3600;
    if (longest > SIM_ESTIMATES_MAXIMUM - day) return SIM_ESTIMATES_MAXIMUM;
    return (longest + day - 1) / day * day;
}

/* Estimates for the jobs of the given run times; each is at least the run time, and at
 * most the maximum (0 = sim_estimates_maximum) unless the run time is more. 0, or -1. */
static inline int sim_estimates_tsafrir(const int64_t *runs, size_t n, int64_t maximum,
                                        uint64_t seed, int64_t *estimates, sim_error *e)
{
    sim_estimates m;
    if (maximum == 0) maximum = sim_estimates_maximum(runs, n);
    if (sim_estimates_model(&m, n, maximum, seed, e) != 0) return -1;
    return sim_estimates_assign(&m, runs, estimates, e);
}

#endif
