/* estimates.c - the distribution has these parts:
 *
 *   number      of different estimates: grows with the number of jobs, linear in pieces
 *   head        the 20 most popular: the maximum, 15 values that all logs share, round
 *               values from the maximum downwards; share = a e^(b rank) + c
 *   tail        all others; time = maximum (a - 1) x / (a - x), x the time rank in 0 .. 1
 *               and a - 1 a power of the number; share = a rank^b, the times at random
 *   popularity  of the head's times: drawn from what four logs show, time by time
 *
 * The parameters are from the authors' program in the Parallel Workloads Archive. In the
 * table of four logs, the rows for CTC and KTH (its jobs of up to 4 hours) can be
 * calculated from today's logs, as the tests show; those for SDSC and Blue Horizon are
 * taken on trust.
 *
 * Where the model is silent, this is done:
 *   - Few jobs (below 200) have fewer than 20 estimates: the most popular ones.
 *   - A short tail (below some 7,300 jobs) keeps its power law and covers less than the
 *     11 % that the head leaves; else its estimates would be more popular than the
 *     head's.
 *   - A maximum of up to 95 minutes leaves too few round values: multiples of a minute,
 *     of 30, 10 and 5 seconds, and of a second follow.
 *   - Where run times are longer than the estimates allow (the authors' program gives
 *     up), as many estimates as necessary are raised, each to the next in the
 *     distribution.
 *   - A run time beyond the maximum is its own estimate.
 */
#include "workload/estimates.h"

#include "base/compare.h"
#include "base/portable.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

struct ranked_job { /* while estimates are assigned */
    int64_t run;    /* at most the maximum */
    size_t index;
};

/* ---- the distribution -------------------------------------------------------------- */

size_t estimates_number(size_t jobs)
{
    static const struct {
        size_t jobs, number;
    } at[] = {{0, 0},
              {20, 10},
              {200, 20},
              {1000, 35},
              {10000, 90},
              {70000, 340},
              {250000, ESTIMATES_MOST}};
    for (size_t k = 1; k < sizeof at / sizeof at[0]; k++) {
        if (jobs > at[k].jobs) continue;
        const size_t dx = at[k].jobs - at[k - 1].jobs;
        const size_t dy = at[k].number - at[k - 1].number;
        return at[k - 1].number + (2 * (jobs - at[k - 1].jobs) * dy + dx) / (2 * dx);
    }
    return ESTIMATES_MOST;
}

static int has_time(const int64_t *times, size_t count, int64_t time)
{
    for (size_t i = 0; i < count; i++)
        if (times[i] == time) return 1;
    return 0;
}

/* The ESTIMATES_HEAD most popular times: the maximum, then the shortest first; fewer if
 * the maximum is below 20 s. */
static size_t head_of(int64_t maximum, int64_t *times)
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
        for (; time > 0 && count < ESTIMATES_HEAD; time -= rounder[i])
            if (!has_time(times, count, time)) times[count++] = time;
    }
    qsort(times + 1, count - 1, sizeof times[0], compare_i64);
    return count;
}

/* Draws one of the ranks that were seen and are not taken, in proportion to how often
 * each was seen. */
static uint32_t draw_rank(struct random *r, const unsigned *seen)
{
    uint64_t total = 0, at;
    uint32_t rank;
    for (rank = 1; rank <= ESTIMATES_HEAD; rank++) total += seen[rank];
    at = random_bits(r) % total;
    for (rank = 1; at >= seen[rank]; rank++) at -= seen[rank];
    return rank;
}

/* The popularity (1: the most popular) of each time of the head in a log. */
static const unsigned char in_log[ESTIMATES_LOGS][ESTIMATES_HEAD] = {
    {3, 1, 4, 17, 13, 7, 8, 18, 2, 6, 16, 10, 5, 15, 14, 19, 11, 12, 9, 20},
    {1, 3, 4, 2, 12, 9, 8, 18, 6, 7, 11, 20, 16, 5, 14, 13, 10, 15, 17, 19},
    {1, 4, 10, 14, 20, 2, 3, 7, 12, 6, 19, 5, 18, 16, 9, 17, 15, 13, 8, 11},
    {1, 6, 5, 3, 7, 2, 18, 19, 4, 11, 20, 9, 10, 14, 13, 16, 15, 17, 8, 12}};

/* Goes through the times. The ranks that the logs have for a time join those to choose
 * from. The maximum gets rank 1; a rank that all logs have had by now must be taken;
 * else the better of two draws is. */
static void draw_popularity(struct random *r, uint32_t *rank_of)
{
    unsigned seen[ESTIMATES_HEAD + 1] = {0}; /* how often, while not taken */
    unsigned char taken[ESTIMATES_HEAD + 1] = {0};
    for (size_t i = 0; i < ESTIMATES_HEAD; i++) {
        uint32_t rank = 1;
        for (size_t log = 0; log < ESTIMATES_LOGS; log++)
            seen[in_log[log][i]] += !taken[in_log[log][i]];
        while (i > 0 && rank <= ESTIMATES_HEAD && seen[rank] < ESTIMATES_LOGS) rank++;
        if (rank > ESTIMATES_HEAD) {
            const uint32_t other = draw_rank(r, seen);
            rank = draw_rank(r, seen);
            if (other < rank) rank = other;
        }
        rank_of[i] = rank;
        taken[rank] = 1;
        seen[rank] = 0;
    }
}

static void add_estimate(struct estimates *m, int64_t time, size_t rank)
{
    const struct estimate made = {.time = time, .rank = (uint32_t)rank};
    m->value[m->count++] = made;
}

/* The head, or as much of it as makes up `number` different estimates. */
static void add_head(struct estimates *m, size_t number)
{
    int64_t times[ESTIMATES_HEAD];
    uint32_t rank_of[ESTIMATES_HEAD];
    const size_t count = head_of(m->maximum, times);
    size_t k, rank;
    draw_popularity(&m->random, rank_of);
    for (size_t i = 0; i < count; i++) {
        for (rank = 1, k = 0; k < count; k++) rank += rank_of[k] < rank_of[i];
        if (rank <= number) add_estimate(m, times[i], rank);
    }
}

/* Adds `time` to the tail, a little earlier or later if it is taken, or not at all.
 * Returns how many times there are then. */
static size_t add_tail_time(int64_t maximum, int64_t time, int64_t *times, size_t count)
{
    static const int aside[] = {0, 30, -30, 20, -20, 10, -10};
    for (size_t i = 0; i < sizeof aside / sizeof aside[0]; i++) {
        const int64_t at = time + aside[i];
        if (at <= 0 || at >= maximum || has_time(times, count, at)) continue;
        times[count] = at;
        return count + 1;
    }
    return count;
}

/* The other estimates, up to `number`, in whole minutes where they do not collide. */
static void add_tail(struct estimates *m, size_t number)
{
    const size_t head = m->count, most = number - head;
    const double a_1 =
        12.1039 * portable_exp(-0.6026 * portable_ln((double)number)); /* a - 1 */
    int64_t times[ESTIMATES_MOST];
    size_t count = head, i;
    for (i = 0; i < head; i++) times[i] = m->value[i].time;
    for (i = 1; i <= most; i++) {
        const double x = (double)i / (double)most;
        const double time = a_1 * x / (a_1 + 1 - x) * (double)m->maximum;
        count = add_tail_time(m->maximum, (int64_t)(time / 60 + 0.5) * 60, times, count);
    }
    for (i = head; i < count; i++) { /* the next most popular: any of those left */
        const size_t k = i + (size_t)(random_bits(&m->random) % (count - i));
        const int64_t time = times[k];
        times[k] = times[i];
        add_estimate(m, time, i + 1);
    }
}

/* Sets the shares by rank. The values are not sorted yet; the first `head` are the
 * head. */
static void set_shares(struct estimates *m, size_t head)
{
    const double all = 100, head_covers = 89; /* percent */
    double of_rank[ESTIMATES_MOST], head_sum = 0, tail_sum = 0, head_scale;
    double tail_scale = 1;
    size_t i;
    of_rank[0] = head_covers;
    for (i = 1; i < ESTIMATES_HEAD; i++) {
        of_rank[i] = 14.0491 * portable_exp(-0.177531 * (double)(i + 1));
        of_rank[i] += 0.462513;
        of_rank[0] -= of_rank[i];
    }
    for (i = 0; i < head; i++) head_sum += of_rank[i];
    for (; i < m->count; i++) {
        const double rank = (double)(ESTIMATES_HEAD + 1 + i - head);
        of_rank[i] = 795.6 * portable_exp(-2.267 * portable_ln(rank));
        tail_sum += of_rank[i];
    }
    if (tail_sum > all - head_covers) tail_scale = (all - head_covers) / tail_sum;
    tail_sum *= tail_scale;
    head_scale = (all - tail_sum) / head_sum;
    for (i = 0; i < m->count; i++) {
        struct estimate *v = &m->value[i];
        v->share = of_rank[v->rank - 1] * (i < head ? head_scale : tail_scale) / all;
    }
}

/* From shares to whole jobs: each estimate gets one job, the others are distributed in
 * proportion to what each lacks, and the last ones by largest remainder. */
static void set_jobs(struct estimates *m)
{
    double lacks[ESTIMATES_MOST], sum = 0;
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
        if (whole > left) whole = left; /* in case of rounding */
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

static int compare_by_time(const void *a, const void *b)
{
    return compare_i64(&((const struct estimate *)a)->time,
                       &((const struct estimate *)b)->time);
}

void estimates_model(struct estimates *m, size_t jobs, int64_t maximum, uint64_t seed)
{
    const size_t number = estimates_number(jobs);
    m->maximum = maximum;
    m->jobs = jobs;
    m->random.state = seed;
    m->count = 0;
    if (jobs == 0) return;
    add_head(m, number);
    const size_t head = m->count;
    add_tail(m, number);
    set_shares(m, head);
    set_jobs(m);
    qsort(m->value, m->count, sizeof m->value[0], compare_by_time);
}

/* ---- the assignment ---------------------------------------------------------------- */

static int compare_longest_first(const void *a, const void *b)
{
    const struct ranked_job *x = a, *y = b;
    if (x->run != y->run) return COMPARE(y->run, x->run);
    return COMPARE(x->index, y->index);
}

/* Lists the estimates of all jobs, the longest first. An assignment exists if and only
 * if, for every k, the k-th longest estimate is no less than the k-th longest run time;
 * where it is less, it is replaced by the shortest estimate that suffices. */
static void list_estimates(const struct estimates *m, const struct ranked_job *longest,
                           int64_t *list)
{
    size_t next = m->count, given = 0, enough = m->count - 1, k;
    for (k = 0; k < m->jobs; k++) {
        if (given == 0) given = m->value[--next].jobs;
        given--;
        while (enough > 0 && m->value[enough - 1].time >= longest[k].run) enough--;
        list[k] = m->value[next].time;
        if (list[k] < longest[k].run) list[k] = m->value[enough].time;
    }
}

/* From the longest job down, draws any of the remaining estimates that are long enough,
 * each with the same probability. */
static void assign(struct estimates *m, const int64_t *runs, int64_t *estimates)
{
    const size_t n = m->jobs;
    struct ranked_job *longest = base_zeroed(n, sizeof *longest);
    int64_t *list = base_zeroed(n, sizeof *list);
    size_t reach = 0, i; /* the estimates before `reach` are long enough */
    for (i = 0; i < n; i++) {
        longest[i].run = runs[i] < m->maximum ? runs[i] : m->maximum;
        longest[i].index = i;
    }
    qsort(longest, n, sizeof *longest, compare_longest_first);
    list_estimates(m, longest, list);
    for (i = 0; i < n; i++) {
        const size_t job = longest[i].index;
        while (reach < n && list[reach] >= longest[i].run) reach++;
        const size_t k = i + (size_t)(random_bits(&m->random) % (reach - i));
        estimates[job] = list[k] > runs[job] ? list[k] : runs[job];
        list[k] = list[i];
    }
    free(list);
    free(longest);
}

int64_t estimates_maximum(const int64_t *runs, size_t n)
{
    static const int hours[] = {1, 2, 4, 6, 8, 12, 18, 24, 36, 48, 60, 72};
    const int64_t day = 86400;
    int64_t *sorted = (int64_t *)base_zeroed(n ? n : 1, sizeof *sorted), most;
    if (n) memcpy(sorted, runs, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_i64);
    most = n ? sorted[n - 1 - n / 10] : 0;
    free(sorted);
    for (size_t i = 0; i < sizeof hours / sizeof hours[0]; i++)
        if (most <= (int64_t)hours[i] * 3600) return (int64_t)hours[i] * 3600;
    if (most > ESTIMATES_MAXIMUM - day) return ESTIMATES_MAXIMUM;
    return (most + day - 1) / day * day;
}

void estimates_tsafrir(const int64_t *runs, size_t n, int64_t maximum, uint64_t seed,
                       int64_t *estimates)
{
    struct estimates m;
    estimates_model(&m, n, maximum ? maximum : estimates_maximum(runs, n), seed);
    assign(&m, runs, estimates);
}
