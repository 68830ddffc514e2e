/* flexco_setup.h - the sites of a FlexCo experiment and all of their jobs (paper 5,
 * section 5.1: M. A. S. Netto, R. Buyya, "A flexible resource co-allocation model
 * based on advance reservations with rescheduling support").
 *
 *     local jobs   a log feeds one site, or each half of its time one; of several copies
 *                  the i-th is rotated by i weeks: the jobs of its first i weeks come at
 *                  its end. The first is submitted at 0, and submissions are drawn
 *                  together or apart until the site has its load (shape.h)
 *     meta-jobs    a log's, without those submitted after the time that is folded; what
 *                  comes in the second half of it moves back onto the first. Of all, jobs
 *                  are drawn until they make the load wanted: times stay as they are
 *     built in     where there is no log: the model of Lublin and Feitelson, local jobs
 *                  for their site, meta-jobs for two; as many as the load asks for
 *     estimates    local: the model of Tsafrir, Etsion and Feitelson (estimates.h), or
 *                  the log's. Meta-jobs: the log's; of built-in ones the model's, too
 *     overhead     of each meta-job: min(Poisson(20), 25) percent
 *
 * A seed draws what is built in, estimates and overheads; which jobs of a log remain is
 * the same for all seeds. Loads of locals are over their own span, that of the meta-jobs
 * is a share of all processors over the longest local span.
 */
#ifndef SIM_FLEXCO_SETUP_H
#define SIM_FLEXCO_SETUP_H

#include "cli.h"
#include "error.h"
#include "estimates.h"
#include "flexco_job.h"
#include "job.h"
#include "lublin.h"
#include "random.h"
#include "shape.h"
#include "workload.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIM_FLEXCO_SPLIT_WORDS "none|halves"
#define SIM_FLEXCO_ESTIMATE_WORDS "model|log"

enum {
    SIM_FLEXCO_SITES_MOST = 1024,
    SIM_FLEXCO_SITES = 4, /* built in: so many, of so many processors */
    SIM_FLEXCO_PROCESSORS = 128,
    SIM_FLEXCO_META_SITES = 2, /* a built-in meta-job is as large as so many, at most */
    SIM_FLEXCO_SMALL_TIME = 3600, /* a small job: estimate and processors, at most */
    SIM_FLEXCO_SMALL_SERVERS = 64,
    SIM_FLEXCO_OVERHEAD_MEAN = 20, /* percent */
    SIM_FLEXCO_OVERHEAD_MOST = 25,
    SIM_FLEXCO_WEEK = 7 * 86400,
    SIM_FLEXCO_BUILT_IN_MOST = 1000000, /* jobs of a stream */
    SIM_FLEXCO_SOURCE = 320
};
#define SIM_FLEXCO_LOAD ((int64_t)CLI_ONE * 7 / 10) /* built in */
#define SIM_FLEXCO_META_LOAD ((int64_t)CLI_ONE * 15 / 100)

typedef struct sim_flexco_given { /* what the user says of sites and jobs */
    cli_list local;               /* logs; none = built in            */
    const char *meta;             /* NULL = built in                  */
    int64_t paper;                /* what is not given: as the paper  */
    int64_t split;                /* of SIM_FLEXCO_SPLIT_WORDS; -1    */
    int64_t copies, processors;   /* from here on 0 = not given       */
    int64_t load, meta_load;      /* billionths                       */
    int64_t fold, sites;
    int64_t span; /* of the built-in local jobs       */
    int64_t estimates, max_estimate;
    int64_t seed;
} sim_flexco_given;

#define SIM_FLEXCO_GIVEN                                                              \
    {                                                                                 \
        .split = -1, .span = 10 * (int64_t)86400, .max_estimate = 13 * (int64_t)3600, \
        .seed = 1                                                                     \
    }

typedef struct sim_flexco_stream {  /* the jobs of a site, or the meta-jobs */
    char source[SIM_FLEXCO_SOURCE]; /* for people        */
    sim_job *jobs;                  /* by submission     */
    size_t count;
    uint64_t servers; /* of the site; of all       */
    double load;      /* NAN if it cannot be told  */
} sim_flexco_stream;

typedef struct sim_flexco_setup { /* zero-initialise; sim_flexco_setup_free */
    uint32_t count;               /* sites                                  */
    uint32_t *servers;
    sim_flexco_stream *streams; /* of each site, then the meta-jobs       */
    sim_workload *logs;         /* as they were read, now without jobs    */
    uint64_t *log_jobs;         /* how many there were, of each           */
    size_t log_count;
    int64_t span; /* from 0 to the last local submission    */
} sim_flexco_setup;

typedef struct sim_flexco_jobs { /* zero-initialise; sim_flexco_jobs_free */
    sim_flexco_job *at;          /* in order of arrival */
    size_t count;
} sim_flexco_jobs;

static inline void sim_flexco_setup_free(sim_flexco_setup *s)
{
    size_t i;
    for (i = 0; s->streams && i <= s->count; i++) free(s->streams[i].jobs);
    for (i = 0; i < s->log_count; i++) sim_workload_free(&s->logs[i]);
    free(s->streams);
    free(s->servers);
    free(s->log_jobs);
    free(s->logs);
}

static inline void sim_flexco_jobs_free(sim_flexco_jobs *j)
{
    free(j->at);
    j->at = NULL;
    j->count = 0;
}

static inline sim_flexco_stream *sim_flexco_meta(const sim_flexco_setup *s)
{
    return &s->streams[s->count];
}

/* What is not given, resolved: the paper's set-up, if asked for; else what is said of
 * each option. */
static inline void sim_flexco_resolve(sim_flexco_given *g)
{
    const int logs = g->local.count > 0, paper = g->paper != 0;
    if (g->split < 0) g->split = paper;
    if (!g->copies) g->copies = paper ? 2 : 1;
    if (!g->processors) g->processors = paper ? 416 : logs ? 0 : SIM_FLEXCO_PROCESSORS;
    if (!g->load)
        g->load = paper ? 8 * (int64_t)CLI_ONE / 10 : logs ? 0 : SIM_FLEXCO_LOAD;
    if (!g->fold) g->fold = paper ? 365 * (int64_t)86400 : 0;
    if (!g->sites) g->sites = SIM_FLEXCO_SITES;
    if (!g->meta_load && !g->meta) g->meta_load = SIM_FLEXCO_META_LOAD;
}

/* A seed for each purpose, so that none disturbs another. */
static inline uint64_t sim_flexco_seed(int64_t seed, uint64_t purpose)
{
    sim_random r;
    r.state = (uint64_t)seed;
    r.state = sim_random_bits(&r) + purpose;
    return sim_random_bits(&r);
}

enum { /* the purposes; behind the last of them come estimates and model of each stream */
       SIM_FLEXCO_SEED_OVERHEAD,
       SIM_FLEXCO_SEED_THIN,
       SIM_FLEXCO_SEED_STREAM
};

static inline uint64_t sim_flexco_seed_estimates(int64_t seed, size_t stream)
{
    return sim_flexco_seed(seed, SIM_FLEXCO_SEED_STREAM + 2 * (uint64_t)stream);
}

static inline uint64_t sim_flexco_seed_model(int64_t seed, size_t stream)
{
    return sim_flexco_seed(seed, SIM_FLEXCO_SEED_STREAM + 2 * (uint64_t)stream + 1);
}

/* ---- streams ----------------------------------------------------------------------- */

static inline double sim_flexco_stream_work(const sim_job *job)
{
    return (double)job->run * job->servers;
}

static inline int64_t sim_flexco_last(const sim_flexco_stream *s)
{
    return s->count ? s->jobs[s->count - 1].submit : 0;
}

static inline double sim_flexco_stream_load(const sim_flexco_stream *s, int64_t span)
{
    double work = 0;
    size_t i;
    for (i = 0; i < s->count; i++) work += sim_flexco_stream_work(&s->jobs[i]);
    return span > 0 ? work / ((double)s->servers * (double)span) : NAN;
}

static inline void sim_flexco_stream_sort(sim_flexco_stream *s)
{
    uint32_t i;
    for (i = 0; i < s->count; i++) s->jobs[i].order = i;
    if (s->count) qsort(s->jobs, s->count, sizeof *s->jobs, sim_compare_submit);
}

static inline void sim_flexco_stream_from_0(sim_flexco_stream *s)
{
    const int64_t first = s->count ? s->jobs[0].submit : 0;
    size_t i;
    for (i = 0; i < s->count; i++) s->jobs[i].submit -= first;
}

/* Jobs from .. to - 1 of a log become the stream's. */
static inline int sim_flexco_stream_take(sim_flexco_stream *s, const sim_workload *w,
                                         size_t from, size_t to, sim_error *e)
{
    s->count = to - from;
    s->jobs = (sim_job *)malloc((s->count ? s->count : 1) * sizeof *s->jobs);
    if (!s->jobs) return sim_fail(e, "%s: out of memory", w->source);
    if (s->count) memcpy(s->jobs, w->jobs + from, s->count * sizeof *s->jobs);
    sim_flexco_stream_from_0(s);
    return 0;
}

/* Rotated by so many weeks, of the time that it takes in all. */
static inline void sim_flexco_stream_rotate(sim_flexco_stream *s, int64_t weeks)
{
    const int64_t all = sim_flexco_last(s) + 1, by = weeks * SIM_FLEXCO_WEEK % all;
    size_t i;
    for (i = 0; i < s->count; i++) {
        s->jobs[i].submit -= by;
        if (s->jobs[i].submit < 0) s->jobs[i].submit += all;
    }
    sim_flexco_stream_sort(s);
    sim_flexco_stream_from_0(s);
}

/* The last submission, at `from`, moves to `to`, all others in proportion. */
static inline void sim_flexco_stream_stretch(sim_flexco_stream *s, int64_t to)
{
    const int64_t from = sim_flexco_last(s);
    size_t i;
    for (i = 0; from > 0 && i < s->count; i++)
        s->jobs[i].submit = sim_shape_submit(0, s->jobs[i].submit, from, to);
}

/* Submissions are drawn together or apart to the load. */
static inline int sim_flexco_stream_scale(sim_flexco_stream *s, int64_t load,
                                          sim_error *e)
{
    sim_shape shape = SIM_SHAPE_NONE;
    sim_wide work = {0, 0};
    sim_error why;
    int64_t to;
    size_t i;
    shape.load = load;
    for (i = 0; i < s->count; i++)
        sim_shape_offer(&work, s->jobs[i].run, s->jobs[i].servers);
    to = sim_shape_span(&shape, work, (int64_t)s->servers, sim_flexco_last(s), &why);
    if (to < 0) return sim_fail(e, "%s: %s", s->source, why.text);
    sim_flexco_stream_stretch(s, to);
    return 0;
}

/* ---- logs -------------------------------------------------------------------------- */

/* The next of the logs, for a machine of `servers` (0 = as it says). NULL if it fails. */
static inline sim_workload *sim_flexco_setup_read(sim_flexco_setup *s, const char *path,
                                                  int64_t servers, sim_error *e)
{
    const sim_reading how = {.overrun = SIM_OVERRUN_LEAVE};
    uint64_t *jobs = &s->log_jobs[s->log_count];
    sim_workload *w = &s->logs[s->log_count++];
    int i;
    if (sim_workload_load(w, path, (uint32_t)servers, &how, e) != 0) return NULL;
    *jobs = w->count;
    for (i = 0; i < SIM_LEFT_COUNT; i++) *jobs += w->left_out[i];
    return w;
}

/* The sites that a log feeds. */
static inline int sim_flexco_setup_feed(sim_flexco_setup *s, const sim_workload *w,
                                        const sim_flexco_given *g, sim_error *e)
{
    static const char *const part[] = {"", ", first half", ", second half"};
    const int64_t first = w->jobs[0].submit;
    const int64_t span = w->jobs[w->count - 1].submit - first;
    const size_t halves = g->split ? 2 : 1;
    size_t half, middle = w->count;
    int64_t copy;
    if (g->split && span == 0)
        return sim_fail(e, "%s: --split halves: all jobs are submitted at one moment",
                        w->source);
    while (g->split && w->jobs[middle - 1].submit - first >= (span + 1) / 2) middle--;
    for (half = 0; half < halves; half++)
        for (copy = 0; copy < g->copies; copy++) {
            sim_flexco_stream *to = &s->streams[s->count];
            char rotated[64] = "";
            if (copy)
                snprintf(rotated, sizeof rotated, ", rotated by %" PRId64 " week%s", copy,
                         copy == 1 ? "" : "s");
            snprintf(to->source, sizeof to->source, "%s%s%s", w->source,
                     part[g->split ? half + 1 : 0], rotated);
            to->servers = s->servers[s->count] = w->servers;
            s->count++;
            if (sim_flexco_stream_take(to, w, half ? middle : 0, half ? w->count : middle,
                                       e) != 0)
                return -1;
            sim_flexco_stream_rotate(to, copy);
            if (g->load && sim_flexco_stream_scale(to, g->load, e) != 0) return -1;
        }
    return 0;
}

/* What is submitted after the folded time goes, its second half moves onto the first. */
static inline void sim_flexco_stream_fold(sim_flexco_stream *s, int64_t time)
{
    const int64_t half = time / 2;
    size_t i, kept = 0;
    for (i = 0; i < s->count && s->jobs[i].submit < time; i++) {
        if (s->jobs[i].submit >= half) s->jobs[i].submit -= half;
        kept++;
    }
    s->count = kept;
    sim_flexco_stream_sort(s);
    sim_flexco_stream_from_0(s);
}

/* Jobs are drawn until they make the load; the others go. */
static inline int sim_flexco_stream_thin(sim_flexco_stream *s, double target,
                                         uint64_t seed, sim_error *e)
{
    uint32_t *drawn = (uint32_t *)malloc((s->count ? s->count : 1) * sizeof *drawn);
    sim_random r;
    double work = 0;
    size_t i, kept = 0;
    if (!drawn) return sim_fail(e, "%s: out of memory", s->source);
    r.state = seed;
    for (i = 0; i < s->count; i++) drawn[i] = (uint32_t)i;
    for (i = 0; i < s->count; i++) {
        const size_t k = i + (size_t)sim_random_below(&r, s->count - i);
        const uint32_t job = drawn[k];
        drawn[k] = drawn[i];
        s->jobs[job].reserved = work < target; /* here: it stays */
        work += sim_flexco_stream_work(&s->jobs[job]);
    }
    for (i = 0; i < s->count; i++)
        if (s->jobs[i].reserved) s->jobs[kept++] = s->jobs[i];
    s->count = kept;
    free(drawn);
    return 0;
}

/* ---- built in ---------------------------------------------------------------------- */

/* Jobs for a machine of so many processors, as many as make `target` processor seconds,
 * over the time 0 .. span, in place of those there are. */
static inline int sim_flexco_stream_model(sim_flexco_stream *s, int64_t seed,
                                          size_t stream, uint32_t servers, double target,
                                          int64_t span, sim_error *e)
{
    sim_workload w = {.count = 0};
    sim_lublin model;
    double work = 0;
    snprintf(s->source, sizeof s->source,
             "built-in (Lublin-Feitelson model), seed %" PRId64, seed);
    free(s->jobs);
    s->jobs = NULL;
    s->count = 0;
    sim_lublin_init(&model, sim_flexco_seed_model(seed, stream), servers);
    while (work < target) {
        const sim_lublin_job made = sim_lublin_next(&model, servers);
        sim_job *job = sim_workload_add(&w);
        if (!job || w.count > SIM_FLEXCO_BUILT_IN_MOST) {
            sim_workload_free(&w);
            return job ? sim_fail(e, "%s: more than %d jobs would be needed for its load",
                                  s->source, SIM_FLEXCO_BUILT_IN_MOST)
                       : sim_fail(e, "%s: out of memory", s->source);
        }
        job->number = (int64_t)w.count;
        job->submit = made.submit;
        job->length = job->run = job->estimate = made.run > 0 ? made.run : 1;
        job->servers = made.servers;
        work += sim_flexco_stream_work(job);
    }
    s->jobs = w.jobs;
    s->count = w.count;
    sim_flexco_stream_from_0(s);
    sim_flexco_stream_stretch(s, span);
    return 0;
}

/* The processors of the largest few sites, but no more than a machine can have. */
static inline uint32_t sim_flexco_setup_largest(const sim_flexco_setup *s, uint32_t few)
{
    uint64_t sum = 0;
    uint32_t i, k;
    for (i = 0; i < s->count; i++) {
        uint32_t before = 0; /* sites that are larger */
        for (k = 0; k < s->count; k++)
            before += s->servers[k] > s->servers[i] ||
                      (s->servers[k] == s->servers[i] && k < i);
        if (before < few) sum += s->servers[i];
    }
    return sum < (uint64_t)SIM_SERVERS_MAX ? (uint32_t)sum : (uint32_t)SIM_SERVERS_MAX;
}

/* The processor seconds that a load comes to. */
static inline double sim_flexco_stream_target(const sim_flexco_stream *s, int64_t load,
                                              int64_t span)
{
    return (double)load / CLI_ONE * (double)s->servers * (double)span;
}

/* What is built in, drawn by the seed in place of what was. 0, or -1. */
static inline int sim_flexco_setup_draw(sim_flexco_setup *s, const sim_flexco_given *g,
                                        int64_t seed, sim_error *e)
{
    sim_flexco_stream *meta = sim_flexco_meta(s);
    uint32_t i;
    for (i = 0; i < s->count; i++) {
        sim_flexco_stream *site = &s->streams[i];
        if (!g->local.count &&
            sim_flexco_stream_model(site, seed, i, s->servers[i],
                                    sim_flexco_stream_target(site, g->load, s->span),
                                    s->span, e) != 0)
            return -1;
        site->load = sim_flexco_stream_load(site, sim_flexco_last(site));
    }
    if (!g->meta &&
        sim_flexco_stream_model(
            meta, seed, s->count, sim_flexco_setup_largest(s, SIM_FLEXCO_META_SITES),
            sim_flexco_stream_target(meta, g->meta_load, s->span), s->span, e) != 0)
        return -1;
    meta->load = sim_flexco_stream_load(meta, s->span);
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

/* Room for the sites there may be. */
static inline int sim_flexco_setup_room(sim_flexco_setup *s, const sim_flexco_given *g,
                                        sim_error *e)
{
    const size_t parts = (g->split ? 2 : 1) * (size_t)g->copies;
    const size_t sites = g->local.count ? g->local.count * parts : (size_t)g->sites;
    if (sites > SIM_FLEXCO_SITES_MOST)
        return sim_fail(e, "%zu sites are more than %d", sites, SIM_FLEXCO_SITES_MOST);
    s->servers = (uint32_t *)calloc(sites, sizeof *s->servers);
    s->streams = (sim_flexco_stream *)calloc(sites + 1, sizeof *s->streams);
    s->logs = (sim_workload *)calloc(g->local.count + 1, sizeof *s->logs);
    s->log_jobs = (uint64_t *)calloc(g->local.count + 1, sizeof *s->log_jobs);
    if (s->servers && s->streams && s->logs && s->log_jobs) return 0;
    return sim_fail(e, "out of memory");
}

/* The sites, with the jobs of logs. */
static inline int sim_flexco_setup_locals(sim_flexco_setup *s, const sim_flexco_given *g,
                                          sim_error *e)
{
    uint32_t i;
    size_t k;
    if (!g->local.count) {
        s->count = (uint32_t)g->sites;
        s->span = g->span;
        for (i = 0; i < s->count; i++)
            s->streams[i].servers = s->servers[i] = (uint32_t)g->processors;
        return 0;
    }
    for (k = 0; k < g->local.count; k++) {
        sim_workload *w = sim_flexco_setup_read(s, g->local.items[k], g->processors, e);
        if (!w || sim_flexco_setup_feed(s, w, g, e) != 0) return -1;
        sim_workload_free(w);
    }
    for (i = 0; i < s->count; i++)
        if (sim_flexco_last(&s->streams[i]) > s->span)
            s->span = sim_flexco_last(&s->streams[i]);
    return 0;
}

/* The meta-jobs of a log. */
static inline int sim_flexco_setup_metas(sim_flexco_setup *s, const sim_flexco_given *g,
                                         sim_error *e)
{
    sim_flexco_stream *meta = sim_flexco_meta(s);
    sim_workload *w = sim_flexco_setup_read(s, g->meta, 0, e);
    if (!w || sim_flexco_stream_take(meta, w, 0, w->count, e) != 0) return -1;
    snprintf(meta->source, sizeof meta->source, "%s", w->source);
    sim_workload_free(w);
    if (g->fold) sim_flexco_stream_fold(meta, g->fold);
    if (!g->meta_load) return 0;
    return sim_flexco_stream_thin(meta,
                                  sim_flexco_stream_target(meta, g->meta_load, s->span),
                                  sim_flexco_seed(g->seed, SIM_FLEXCO_SEED_THIN), e);
}

/* Makes the sites, and the jobs of logs, of what is given, resolved (*s zeroed;
 * sim_flexco_setup_free, whatever happens); the rest is drawn (sim_flexco_setup_draw).
 * 0, or -1. */
static inline int sim_flexco_setup_open(sim_flexco_setup *s, const sim_flexco_given *g,
                                        sim_error *e)
{
    uint32_t i;
    if (sim_flexco_setup_room(s, g, e) != 0 || sim_flexco_setup_locals(s, g, e) != 0)
        return -1;
    for (i = 0; i < s->count; i++) sim_flexco_meta(s)->servers += s->servers[i];
    return g->meta ? sim_flexco_setup_metas(s, g, e) : 0;
}

/* ---- the jobs of a seed ------------------------------------------------------------ */

/* min(Poisson(20), 25): how often a uniform number can be multiplied by another before
 * the product is less than e^-20. */
static inline uint32_t sim_flexco_overhead_draw(sim_random *r)
{
    const double least = sim_exp(-SIM_FLEXCO_OVERHEAD_MEAN);
    double product = sim_random_unit(r);
    uint32_t n = 0;
    while (product >= least && n < SIM_FLEXCO_OVERHEAD_MOST) {
        product *= sim_random_unit(r);
        n++;
    }
    return n;
}

/* The model's estimates for n jobs, in place of those they have. */
static inline int sim_flexco_jobs_estimate(sim_flexco_job *jobs, size_t n,
                                           int64_t maximum, uint64_t seed, sim_error *e)
{
    int64_t *times = (int64_t *)malloc((2 * n + 1) * sizeof *times);
    size_t i;
    int result;
    if (!times) return sim_estimates_no_memory(n, e);
    for (i = 0; i < n; i++) times[i] = jobs[i].run;
    result = sim_estimates_tsafrir(times, n, maximum, seed, times + n, e);
    for (i = 0; i < n && result == 0; i++) jobs[i].estimate = times[n + i];
    free(times);
    return result;
}

/* By submission; equal ones as they stand, site by site, meta-jobs last. */
static inline int sim_flexco_jobs_order(const void *a, const void *b)
{
    const sim_flexco_job *x = *(const sim_flexco_job *const *)a;
    const sim_flexco_job *y = *(const sim_flexco_job *const *)b;
    if (x->submit != y->submit) return x->submit < y->submit ? -1 : 1;
    return (x > y) - (x < y);
}

/* In order of arrival, in memory of their own. */
static inline int sim_flexco_jobs_arrive(sim_flexco_jobs *j, sim_error *e)
{
    const size_t n = j->count;
    const sim_flexco_job **by = (const sim_flexco_job **)malloc((n ? n : 1) * sizeof *by);
    sim_flexco_job *at = (sim_flexco_job *)malloc((n ? n : 1) * sizeof *at);
    size_t i;
    if (!by || !at) {
        free(by);
        free(at);
        return sim_fail(e, "out of memory for %zu jobs", n);
    }
    for (i = 0; i < n; i++) by[i] = &j->at[i];
    qsort(by, n, sizeof *by, sim_flexco_jobs_order);
    for (i = 0; i < n; i++) at[i] = *by[i];
    free(by);
    free(j->at);
    j->at = at;
    return 0;
}

/* The stream's jobs behind those there are. 0, or -1. */
static inline int sim_flexco_jobs_add(sim_flexco_jobs *j, const sim_flexco_setup *s,
                                      const sim_flexco_given *g, uint32_t stream,
                                      int64_t seed, sim_error *e)
{
    const sim_flexco_stream *from = &s->streams[stream];
    const int meta = stream == s->count;
    const int model = meta ? !g->meta : !g->local.count || g->estimates == 0;
    sim_flexco_job *first = j->at + j->count;
    sim_random r;
    size_t i;
    r.state = sim_flexco_seed(seed, SIM_FLEXCO_SEED_OVERHEAD);
    for (i = 0; i < from->count; i++) {
        sim_flexco_job *to = &first[i];
        to->number = from->jobs[i].number;
        to->submit = from->jobs[i].submit;
        to->run = from->jobs[i].run;
        to->estimate = from->jobs[i].estimate;
        to->servers = from->jobs[i].servers;
        to->site = meta ? SIM_FLEXCO_META : stream;
        to->overhead = meta ? sim_flexco_overhead_draw(&r) : 0;
    }
    j->count += from->count;
    if (!model) return 0;
    return sim_flexco_jobs_estimate(first, from->count, g->max_estimate,
                                    sim_flexco_seed_estimates(seed, stream), e);
}

/* All jobs, as estimated without an error (*j zeroed; sim_flexco_jobs_free). 0, or -1. */
static inline int sim_flexco_jobs_make(sim_flexco_jobs *j, const sim_flexco_setup *s,
                                       const sim_flexco_given *g, int64_t seed,
                                       sim_error *e)
{
    size_t n = 0;
    uint32_t i;
    for (i = 0; i <= s->count; i++) n += s->streams[i].count;
    if (n >= UINT32_MAX) return sim_fail(e, "more than 2^32 jobs");
    j->at = (sim_flexco_job *)malloc((n ? n : 1) * sizeof *j->at);
    if (!j->at) return sim_fail(e, "out of memory for %zu jobs", n);
    for (i = 0; i <= s->count; i++)
        if (sim_flexco_jobs_add(j, s, g, i, seed, e) != 0) return -1;
    return sim_flexco_jobs_arrive(j, e);
}

static inline int sim_flexco_small(const sim_flexco_job *job)
{
    return job->estimate <= SIM_FLEXCO_SMALL_TIME &&
           job->servers <= SIM_FLEXCO_SMALL_SERVERS;
}

/* A copy, estimates too long by `error` percent, rounded up; perhaps without the small
 * ones. 0, or -1. */
static inline int sim_flexco_jobs_copy(sim_flexco_jobs *j, const sim_flexco_jobs *from,
                                       int64_t error, int without_small, sim_error *e)
{
    size_t i;
    j->at = (sim_flexco_job *)malloc((from->count ? from->count : 1) * sizeof *j->at);
    if (!j->at) return sim_fail(e, "out of memory for %zu jobs", from->count);
    for (i = 0; i < from->count; i++) {
        sim_flexco_job job = from->at[i];
        if (without_small && sim_flexco_small(&job)) continue;
        job.estimate += (job.estimate * error + 99) / 100;
        if (job.estimate > SIM_TIME_MAX) job.estimate = SIM_TIME_MAX;
        j->at[j->count++] = job;
    }
    return 0;
}

#endif
