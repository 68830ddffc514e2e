/* shape.h - what can be done to a log before it is used, on numbers alone, so that the
 * simulators (on sim_job) and swf_tool (on swf_job) do the same. In this order, in
 * whatever order it was asked for:
 *
 *   merge       another log's jobs come in between: its first submission falls on this
 *               one's, its job numbers are raised by the largest so far
 *   skip        the first so many jobs, by submission, go: while a system warms up, its
 *               log is like no other
 *   cut         the jobs submitted in [from, to) after the first submission of those
 *               stay, at the times they had
 *   jobs        of these the first so many stay, by submission
 *   scale size  each size times a factor, to the nearest (halves up), at least 1
 *   max cpus    ... and at most so many
 *   scale run   each run time and requested time times a factor, likewise
 *   load        submissions move towards the first one or away from it until
 *                   sum(run * size) / (servers * (last submission - first submission))
 *               is the load; jobs larger than the machine count like all others
 *
 * All of it is exact in integers. Factors and loads are in billionths (CLI_ONE = 1). A
 * load fixes the time from the first to the last submission, to the nearest second; each
 * submission keeps its place in between, to the nearest second (halves up), so that jobs
 * stay in their order.
 */
#ifndef SIM_SHAPE_H
#define SIM_SHAPE_H

#include "cli.h"
#include "error.h"
#include "job.h"

#include <stdint.h>

typedef struct sim_shape { /* begins as SIM_SHAPE_NONE */
    cli_list merge;
    int64_t skip;
    int64_t cut[2];     /* from 0 to CLI_OPEN: everything */
    int64_t jobs;       /* 0 = all                        */
    int64_t scale_size; /* CLI_ONE: as they are           */
    int64_t max_cpus;   /* 0 = of any size                */
    int64_t scale_run;  /* CLI_ONE: as they are           */
    int64_t load;       /* 0 = as it is                   */
} sim_shape;

#define SIM_SHAPE_NONE                                                    \
    {                                                                     \
        .cut = {0, CLI_OPEN}, .scale_size = CLI_ONE, .scale_run = CLI_ONE \
    }

/* A thousandth of the machine to a million machines. */
#define SIM_SHAPE_LOAD_MIN (CLI_ONE / 1000)
#define SIM_SHAPE_FACTOR_MAX (INT64_C(1000000) * CLI_ONE)

/* For an array of cli_option: what every program says of them. `shape` is a pointer. */
#define SIM_SHAPE_OPTIONS(shape)                                                       \
    {.name = "--merge",                                                                \
     .kind = CLI_LIST,                                                                 \
     .list = &(shape)->merge,                                                          \
     .value = "FILE",                                                                  \
     .help = "another log, whose jobs come in between; its first submission falls on"  \
             " the first one's, its job numbers are raised by the largest so far; can" \
             " be given several times"},                                               \
        {.name = "--skip",                                                             \
         .kind = CLI_NUMBER,                                                           \
         .number = &(shape)->skip,                                                     \
         .value = "N",                                                                 \
         .hi = INT64_MAX,                                                              \
         .help = "without the first N jobs (after --merge), a system's warm-up"},      \
        {.name = "--cut",                                                              \
         .kind = CLI_RANGE,                                                            \
         .number = (shape)->cut,                                                       \
         .value = "FROM:TO",                                                           \
         .hi = SIM_TIME_MAX,                                                           \
         .help = "only jobs submitted from FROM until before TO after the first"       \
                 " submission (after --merge and --skip); either may be left out;"     \
                 " times stay"},                                                       \
        {.name = "--scale-size",                                                       \
         .kind = CLI_DECIMAL,                                                          \
         .number = &(shape)->scale_size,                                               \
         .value = "F",                                                                 \
         .lo = 1,                                                                      \
         .hi = SIM_SHAPE_FACTOR_MAX,                                                   \
         .help = "multiply each job's size by F, to the nearest, at least 1"},         \
        {.name = "--max-cpus",                                                         \
         .kind = CLI_NUMBER,                                                           \
         .number = &(shape)->max_cpus,                                                 \
         .value = "N",                                                                 \
         .lo = 1,                                                                      \
         .hi = INT64_MAX,                                                              \
         .unset = "any",                                                               \
         .help = "cut larger sizes to N (after --scale-size)"},                        \
        {.name = "--scale-run",                                                        \
         .kind = CLI_DECIMAL,                                                          \
         .number = &(shape)->scale_run,                                                \
         .value = "F",                                                                 \
         .lo = 1,                                                                      \
         .hi = SIM_SHAPE_FACTOR_MAX,                                                   \
         .help = "multiply run times and requested times by F, to the nearest, at"     \
                 " least 1"},                                                          \
    {                                                                                  \
        .name = "--load", .kind = CLI_DECIMAL, .number = &(shape)->load, .value = "X", \
        .lo = SIM_SHAPE_LOAD_MIN, .hi = SIM_SHAPE_FACTOR_MAX, .unset = "as it is",     \
        .help = "draw the submissions together or apart (last of all) until run time"  \
                " * size, summed, is X times the machine's size * the time from the"   \
                " first to the last submission"                                        \
    }

static inline int sim_shape_is_cut(const sim_shape *s)
{
    return s->cut[0] > 0 || s->cut[1] != CLI_OPEN;
}

/* Do jobs go: by skip, cut or jobs? */
static inline int sim_shape_chooses(const sim_shape *s)
{
    return s->skip || sim_shape_is_cut(s) || s->jobs;
}

/* ---- 128 bits ---------------------------------------------------------------------- */

typedef struct sim_wide {
    uint64_t high, low;
} sim_wide;

static inline sim_wide sim_wide_of(uint64_t low)
{
    const sim_wide x = {0, low};
    return x;
}

static inline int sim_wide_less(sim_wide a, sim_wide b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static inline sim_wide sim_wide_minus(sim_wide a, sim_wide b)
{
    a.high -= b.high + (a.low < b.low);
    a.low -= b.low;
    return a;
}

/* The largest number stands for all that are too large. */
static inline sim_wide sim_wide_plus(sim_wide a, sim_wide b)
{
    const sim_wide most = {UINT64_MAX, UINT64_MAX};
    if (sim_wide_less(sim_wide_minus(most, a), b)) return most;
    a.low += b.low;
    a.high += b.high + (a.low < b.low);
    return a;
}

static inline sim_wide sim_wide_product(uint64_t a, uint64_t b)
{
    const uint64_t half = 0xFFFFFFFFu;
    const uint64_t low = (a & half) * (b & half), left = (a >> 32) * (b & half);
    const uint64_t right = (a & half) * (b >> 32);
    const uint64_t middle = (low >> 32) + (left & half) + (right & half);
    sim_wide x;
    x.low = middle << 32 | (low & half);
    x.high = (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32) + (middle >> 32);
    return x;
}

/* a * b, the largest number if that is too large. */
static inline sim_wide sim_wide_times(sim_wide a, uint64_t b)
{
    const sim_wide top = sim_wide_product(a.high, b), most = {UINT64_MAX, UINT64_MAX};
    sim_wide shifted;
    if (top.high) return most;
    shifted.high = top.low;
    shifted.low = 0;
    return sim_wide_plus(shifted, sim_wide_product(a.low, b));
}

/* a / b to the nearest, halves up; UINT64_MAX if that is too large. b > 0. */
static inline uint64_t sim_wide_quotient(sim_wide a, sim_wide b)
{
    sim_wide quotient = {0, 0}, rest = {0, 0};
    int i;
    for (i = 127; i >= 0; i--) { /* as on paper, in binary */
        const uint64_t bit = (i >= 64 ? a.high >> (i - 64) : a.low >> i) & 1;
        const int carry = (int)(rest.high >> 63);
        rest.high = rest.high << 1 | rest.low >> 63;
        rest.low = rest.low << 1 | bit;
        quotient.high = quotient.high << 1 | quotient.low >> 63;
        quotient.low <<= 1;
        if (carry || !sim_wide_less(rest, b)) {
            rest = sim_wide_minus(rest, b);
            quotient.low |= 1;
        }
    }
    if (quotient.high) return UINT64_MAX;
    if (!sim_wide_less(rest, sim_wide_minus(b, rest)) && quotient.low < UINT64_MAX)
        quotient.low++;
    return quotient.low;
}

/* x * times / by to the nearest, halves up; UINT64_MAX if that is too large. by > 0. */
static inline uint64_t sim_shape_ratio(uint64_t x, uint64_t times, uint64_t by)
{
    const sim_wide product = sim_wide_product(x, times);
    if (product.high) return sim_wide_quotient(product, sim_wide_of(by));
    return product.low / by + (product.low % by >= by - product.low % by);
}

/* ---- merge ------------------------------------------------------------------------- */

/* The number of another log's job (or user, ...) among those up to `largest`; one that is
 * unknown stays so. -1 if it would be beyond 64 bits. */
static inline int64_t sim_shape_raise(int64_t number, int64_t largest)
{
    if (number < 0 || largest < 0) return number;
    return number <= INT64_MAX - largest ? number + largest : -1;
}

/* ---- cut --------------------------------------------------------------------------- */

/* Is a job submitted within the cut? Submissions are at least `first`, which is >= 0. */
static inline int sim_shape_within(const sim_shape *s, int64_t first, int64_t submit)
{
    return submit - first >= s->cut[0] && submit - first < s->cut[1];
}

/* ---- scale size and run, max cpus -------------------------------------------------- */

/* What is unknown (not above 0) stays so. */
static inline int64_t sim_shape_times(int64_t x, int64_t factor)
{
    uint64_t scaled;
    if (x <= 0 || factor == CLI_ONE) return x;
    scaled = sim_shape_ratio((uint64_t)x, (uint64_t)factor, CLI_ONE);
    return scaled < 1 ? 1 : scaled > INT64_MAX ? INT64_MAX : (int64_t)scaled;
}

static inline int sim_shape_changes_size(const sim_shape *s)
{
    return s->scale_size != CLI_ONE || s->max_cpus;
}

static inline int64_t sim_shape_size(const sim_shape *s, int64_t size)
{
    const int64_t scaled = sim_shape_times(size, s->scale_size);
    return s->max_cpus && scaled > s->max_cpus ? s->max_cpus : scaled;
}

/* ---- load -------------------------------------------------------------------------- */

/* Adds a job to the work offered; what is unknown (not above 0) adds nothing. */
static inline void sim_shape_offer(sim_wide *work, int64_t run, int64_t size)
{
    if (run > 0 && size > 0)
        *work = sim_wide_plus(*work, sim_wide_product((uint64_t)run, (uint64_t)size));
}

/* The time from the first to the last submission that makes the load; -1 and why not.
 * `span` is that time as it is, `servers` the machine. */
static inline int64_t sim_shape_span(const sim_shape *s, sim_wide work, int64_t servers,
                                     int64_t span, sim_error *e)
{
    const sim_wide enough = sim_wide_times(work, CLI_ONE);
    uint64_t wanted;
    if (span <= 0) return sim_fail(e, "--load: all jobs are submitted at one moment");
    if (servers <= 0) return sim_fail(e, "--load: the machine's size is not known");
    if (!work.high && !work.low)
        return sim_fail(e, "--load: no job has a run time and a size");
    wanted =
        sim_wide_quotient(enough, sim_wide_product((uint64_t)servers, (uint64_t)s->load));
    if (wanted < 1)
        return sim_fail(e, "--load: all jobs would be submitted within a second");
    if (wanted > SIM_TIME_MAX || enough.high == UINT64_MAX)
        return sim_fail(e, "--load: submissions would be beyond 10^12 seconds");
    return (int64_t)wanted;
}

/* When a job is submitted if the last one moves from first + span to first + to. */
static inline int64_t sim_shape_submit(int64_t first, int64_t submit, int64_t span,
                                       int64_t to)
{
    return first + (int64_t)sim_shape_ratio((uint64_t)(submit - first), (uint64_t)to,
                                            (uint64_t)span);
}

#endif
