/* flexco_setup.c - a stream is an array of jobs that is cut, rotated, stretched, folded
 * or thinned in place. */
#include "flexco/flexco_setup.h"

#include "base/compare.h"
#include "base/portable.h"
#include "base/random.h"
#include "base/text.h"
#include "base/wide.h"
#include "kit/base.h"
#include "workload/estimates.h"
#include "workload/lublin.h"
#include "workload/shape.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLEXCO_LOAD ((int64_t)OPTION_ONE * 7 / 10) /* built in */
#define FLEXCO_PAPER_NODE 8                        /* processors of a node of SDSC-BLUE */
#define FLEXCO_META_LOAD ((int64_t)OPTION_ONE * 15 / 100)

void flexco_setup_free(struct flexco_setup *s)
{
    for (size_t i = 0; s->streams && i <= s->count; i++) free(s->streams[i].jobs);
    for (size_t i = 0; i < s->log_count; i++) workload_free(&s->logs[i]);
    free(s->streams);
    free(s->servers);
    free(s->log_jobs);
    free(s->logs);
    free(s->jobs.at);
}

struct flexco_stream *flexco_setup_meta(const struct flexco_setup *s)
{
    return &s->streams[s->count];
}

void flexco_setup_resolve(struct flexco_given *g)
{
    const int logs = g->local_count > 0, paper = g->paper != 0;
    if (g->split < 0) g->split = paper;
    if (!g->copies) g->copies = paper ? 2 : 1;
    if (!g->processors) g->processors = paper ? 416 : logs ? 0 : FLEXCO_PROCESSORS;
    if (!g->load && !logs) g->load = FLEXCO_LOAD;
    if (!g->meta_node) g->meta_node = paper ? FLEXCO_PAPER_NODE : 1;
    if (!g->fold) g->fold = paper ? 365 * (int64_t)86400 : 0;
    if (!g->sites) g->sites = FLEXCO_SITES;
    if (!g->meta_load && !g->meta) g->meta_load = FLEXCO_META_LOAD;
}

static uint64_t setup_seed(int64_t seed, uint64_t purpose)
{
    return random_stream((uint64_t)seed, purpose).state;
}

enum { /* the purposes; behind the last of them come estimates and model of each stream */
       SEED_OVERHEAD,
       SEED_THIN,
       SEED_STREAM
};

/* ---- streams ----------------------------------------------------------------------- */

static double stream_work(const struct job *job)
{
    return (double)job->run * job->servers;
}

int64_t flexco_setup_last(const struct flexco_stream *s)
{
    return s->count ? s->jobs[s->count - 1].submit : 0;
}

static double stream_load(const struct flexco_stream *s, int64_t span)
{
    double work = 0;
    for (size_t i = 0; i < s->count; i++) work += stream_work(&s->jobs[i]);
    return span > 0 ? work / ((double)s->servers * (double)span) : NAN;
}

static void stream_sort(struct flexco_stream *s)
{
    for (uint32_t i = 0; i < s->count; i++) s->jobs[i].order = i;
    if (s->count) qsort(s->jobs, s->count, sizeof *s->jobs, workload_compare_submit);
}

static void stream_from_0(struct flexco_stream *s)
{
    const int64_t first = s->count ? s->jobs[0].submit : 0;
    for (size_t i = 0; i < s->count; i++) s->jobs[i].submit -= first;
}

/* Jobs from .. to - 1 of a log become the stream's. */
static void stream_take(struct flexco_stream *s, const struct workload *w, size_t from,
                        size_t to)
{
    s->count = to - from;
    s->jobs = base_zeroed(s->count, sizeof *s->jobs);
    if (s->count) memcpy(s->jobs, w->jobs + from, s->count * sizeof *s->jobs);
    stream_from_0(s);
}

/* Rotates the stream by so many weeks within the time it covers. */
static void stream_rotate(struct flexco_stream *s, int64_t weeks)
{
    const int64_t all = flexco_setup_last(s) + 1, by = weeks * FLEXCO_WEEK % all;
    for (size_t i = 0; i < s->count; i++) {
        s->jobs[i].submit -= by;
        if (s->jobs[i].submit < 0) s->jobs[i].submit += all;
    }
    stream_sort(s);
    stream_from_0(s);
}

/* The last submission, at `from`, moves to `to`, all others in proportion. */
static void stream_stretch(struct flexco_stream *s, int64_t to)
{
    const int64_t from = flexco_setup_last(s);
    for (size_t i = 0; from > 0 && i < s->count; i++)
        s->jobs[i].submit = shape_submit(0, s->jobs[i].submit, from, to);
}

/* Draws the submissions together or apart until the site has that load. */
static void stream_scale(struct flexco_stream *s, int64_t load)
{
    struct shape shape = SHAPE_NONE;
    struct wide work = {0, 0};
    shape.load = load;
    for (size_t i = 0; i < s->count; i++)
        shape_add_work(&work, s->jobs[i].run, s->jobs[i].servers);
    stream_stretch(s, shape_span(&shape, work, (int64_t)s->servers, flexco_setup_last(s),
                                 s->source));
}

/* ---- logs -------------------------------------------------------------------------- */

/* The next of the logs, for a machine of `servers` (0 = as it says). */
static struct workload *setup_read(struct flexco_setup *s, const char *path,
                                   const struct flexco_given *g, int64_t servers)
{
    const struct workload_reading how = {.overrun = WORKLOAD_OVERRUN_LEAVE};
    uint64_t *jobs = &s->log_jobs[s->log_count];
    struct workload *w = &s->logs[s->log_count++];
    workload_load(w, path, (uint32_t)servers, &how);
    if (shape_removes_jobs(&g->shape)) workload_shape(w, &g->shape);
    *jobs = w->count;
    for (int i = 0; i < WORKLOAD_LEFT_COUNT; i++) *jobs += w->left_out[i];
    return w;
}

/* Where the second half of the log's time begins. */
static size_t middle_of(const struct workload *w)
{
    const int64_t first = w->jobs[0].submit, span = w->jobs[w->count - 1].submit - first;
    size_t middle = w->count;
    if (span == 0)
        fail("%s: --split halves: all jobs have the same submit time", w->source);
    while (w->jobs[middle - 1].submit - first >= (span + 1) / 2) middle--;
    return middle;
}

/* The sites that a log feeds. */
static void feed(struct flexco_setup *s, const struct workload *w,
                 const struct flexco_given *g)
{
    static const char *const part[] = {"", ", first half", ", second half"};
    const size_t middle = g->split ? middle_of(w) : w->count;
    for (int64_t half = 0; half <= g->split; half++)
        for (int64_t copy = 0; copy < g->copies; copy++) {
            struct flexco_stream *to = &s->streams[s->count];
            char rotated[64] = "";
            if (copy)
                snprintf(rotated, sizeof rotated, ", rotated by %" PRId64 " week%s", copy,
                         text_s((uint64_t)copy));
            snprintf(to->source, sizeof to->source, "%s%s%s", w->source,
                     part[g->split ? half + 1 : 0], rotated);
            to->servers = s->servers[s->count++] = w->servers;
            to->guess = w->machine.guess;
            stream_take(to, w, half ? middle : 0, half ? w->count : middle);
            stream_rotate(to, copy);
            if (g->load) stream_scale(to, g->load);
        }
}

/* Sizes become numbers of nodes of so many processors. */
static void stream_count_nodes(struct flexco_stream *s, int64_t node)
{
    const size_t length = strlen(s->source);
    if (node == 1) return;
    for (size_t i = 0; i < s->count; i++)
        s->jobs[i].servers = (uint32_t)((s->jobs[i].servers + node - 1) / node);
    snprintf(s->source + length, sizeof s->source - length,
             ", sizes in nodes of %" PRId64 " processors", node);
}

/* Drops jobs submitted after `time`, and moves the second half of it onto the first. */
static void stream_fold(struct flexco_stream *s, int64_t time)
{
    const int64_t half = time / 2;
    size_t i, kept = 0;
    for (i = 0; i < s->count && s->jobs[i].submit < time; i++) {
        if (s->jobs[i].submit >= half) s->jobs[i].submit -= half;
        kept++;
    }
    s->count = kept;
    stream_sort(s);
    stream_from_0(s);
}

/* Draws jobs until they make the load, and drops the others. */
static void stream_thin(struct flexco_stream *s, double target, uint64_t seed)
{
    uint32_t *drawn = base_zeroed(s->count, sizeof *drawn);
    struct random r = {seed};
    double work = 0;
    size_t i, kept = 0;
    for (i = 0; i < s->count; i++) drawn[i] = (uint32_t)i;
    for (i = 0; i < s->count; i++) {
        const size_t k = i + (size_t)random_below(&r, s->count - i);
        const uint32_t job = drawn[k];
        drawn[k] = drawn[i];
        s->jobs[job].reserved = work < target; /* here: it stays */
        work += stream_work(&s->jobs[job]);
    }
    for (i = 0; i < s->count; i++)
        if (s->jobs[i].reserved) s->jobs[kept++] = s->jobs[i];
    s->count = kept;
    free(drawn);
}

/* ---- built in ---------------------------------------------------------------------- */

/* Jobs for a machine of so many processors, as many as make `target` processor seconds,
 * over the time 0 .. span. */
static void stream_model(struct flexco_stream *s, int64_t seed, size_t stream,
                         uint32_t servers, double target, int64_t span)
{
    struct lublin model;
    size_t room = 0;
    double work = 0;
    snprintf(s->source, sizeof s->source,
             "the built-in workload (Lublin-Feitelson model), seed %" PRId64, seed);
    lublin_init(&model, setup_seed(seed, SEED_STREAM + 2 * (uint64_t)stream + 1),
                servers);
    while (work < target) {
        const struct lublin_job made = lublin_next(&model, servers);
        struct job job = {.number = (int64_t)s->count + 1, .submit = made.submit};
        if (s->count == FLEXCO_BUILT_IN_MOST)
            fail("%s: more than %d jobs would be needed for its load", s->source,
                 FLEXCO_BUILT_IN_MOST);
        job.length = job.run = job.estimate = made.run > 0 ? made.run : 1;
        job.servers = made.servers;
        work += stream_work(&job);
        BASE_PUSH(s->jobs, s->count, room) = job;
    }
    stream_from_0(s);
    stream_stretch(s, span);
}

/* The processors of the largest few sites, but no more than a machine can have. */
static uint32_t largest(const struct flexco_setup *s, uint32_t few)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t before = 0; /* sites that are larger */
        for (uint32_t k = 0; k < s->count; k++)
            before += s->servers[k] > s->servers[i] ||
                      (s->servers[k] == s->servers[i] && k < i);
        if (before < few) sum += s->servers[i];
    }
    return sum < (uint64_t)JOB_SERVERS_MAX ? (uint32_t)sum : (uint32_t)JOB_SERVERS_MAX;
}

/* The processor seconds that a load comes to. */
static double stream_target(const struct flexco_stream *s, int64_t load, int64_t span)
{
    return (double)load / OPTION_ONE * (double)s->servers * (double)span;
}

/* Built-in jobs, drawn by the seed; and loads. */
static void draw(struct flexco_setup *s, const struct flexco_given *g, int64_t seed)
{
    struct flexco_stream *meta = flexco_setup_meta(s);
    for (uint32_t i = 0; i < s->count; i++) {
        struct flexco_stream *site = &s->streams[i];
        if (!g->local_count)
            stream_model(site, seed, i, s->servers[i],
                         stream_target(site, g->load, s->span), s->span);
        site->load = stream_load(site, flexco_setup_last(site));
    }
    if (!g->meta)
        stream_model(meta, seed, s->count, largest(s, FLEXCO_META_SITES),
                     stream_target(meta, g->meta_load, s->span), s->span);
    meta->load = stream_load(meta, s->span);
}

/* ---- sites and logs ---------------------------------------------------------------- */

/* Room for the sites there may be. */
static void make_room(struct flexco_setup *s, const struct flexco_given *g)
{
    const size_t parts = (g->split ? 2 : 1) * (size_t)g->copies;
    const size_t sites = g->local_count ? g->local_count * parts : (size_t)g->sites;
    if (sites > FLEXCO_SITES_MOST)
        fail("at most %d sites, not %zu", FLEXCO_SITES_MOST, sites);
    s->servers = base_zeroed(sites, sizeof *s->servers);
    s->streams = base_zeroed(sites + 1, sizeof *s->streams);
    s->logs = base_zeroed(g->local_count + 1, sizeof *s->logs);
    s->log_jobs = base_zeroed(g->local_count + 1, sizeof *s->log_jobs);
}

/* The sites, with the jobs of logs. */
static void read_locals(struct flexco_setup *s, const struct flexco_given *g)
{
    for (size_t k = 0; k < g->local_count; k++) {
        struct workload *w = setup_read(s, g->local[k], g, g->processors);
        feed(s, w, g);
        workload_free(w);
    }
    if (!g->local_count) {
        s->count = (uint32_t)g->sites;
        s->span = g->span;
        for (uint32_t i = 0; i < s->count; i++)
            s->streams[i].servers = s->servers[i] = (uint32_t)g->processors;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        const int64_t last = flexco_setup_last(&s->streams[i]);
        if (last > s->span) s->span = last;
        flexco_setup_meta(s)->servers += s->servers[i];
    }
}

/* The meta-jobs of a log. Which of them remain is the same for all seeds. */
static void read_metas(struct flexco_setup *s, const struct flexco_given *g)
{
    struct flexco_stream *meta = flexco_setup_meta(s);
    struct workload *w = setup_read(s, g->meta, g, 0);
    stream_take(meta, w, 0, w->count);
    snprintf(meta->source, sizeof meta->source, "%s", w->source);
    workload_free(w);
    stream_count_nodes(meta, g->meta_node);
    if (g->fold) stream_fold(meta, g->fold);
    if (g->meta_load)
        stream_thin(meta, stream_target(meta, g->meta_load, s->span),
                    setup_seed(1, SEED_THIN));
}

/* ---- the jobs of a seed ------------------------------------------------------------ */

/* min(Poisson(20), 25): how often a uniform number can be multiplied by another before
 * the product is less than e^-20. */
static uint32_t overhead_draw(struct random *r)
{
    const double least = portable_exp(-FLEXCO_OVERHEAD_MEAN);
    double product = random_unit(r);
    uint32_t n = 0;
    while (product >= least && n < FLEXCO_OVERHEAD_MOST) {
        product *= random_unit(r);
        n++;
    }
    return n;
}

/* The model's estimates for n jobs, in place of those they have. */
static void jobs_estimate(struct flexco_job *jobs, size_t n, uint64_t seed)
{
    int64_t *times = base_zeroed(2 * n, sizeof *times);
    for (size_t i = 0; i < n; i++) times[i] = jobs[i].run;
    estimates_tsafrir(times, n, FLEXCO_ESTIMATE_MOST, seed, times + n);
    for (size_t i = 0; i < n; i++) jobs[i].estimate = times[n + i];
    free(times);
}

/* By submission; equal ones as they stand, site by site, meta-jobs last. */
static int jobs_order(const void *a, const void *b)
{
    const struct flexco_job *x = *(const struct flexco_job *const *)a;
    const struct flexco_job *y = *(const struct flexco_job *const *)b;
    if (x->submit != y->submit) return COMPARE(x->submit, y->submit);
    return COMPARE(x, y);
}

/* In order of arrival, in separate memory. */
static void jobs_arrive(struct flexco_jobs *j)
{
    const struct flexco_job **by = base_zeroed(j->count, sizeof *by);
    struct flexco_job *at = base_zeroed(j->count, sizeof *at);
    for (size_t i = 0; i < j->count; i++) by[i] = &j->at[i];
    qsort(by, j->count, sizeof *by, jobs_order);
    for (size_t i = 0; i < j->count; i++) at[i] = *by[i];
    free(by);
    free(j->at);
    j->at = at;
}

/* The stream's jobs behind those there are. */
static void jobs_add(struct flexco_setup *s, const struct flexco_given *g,
                     uint32_t stream, int64_t seed)
{
    const struct flexco_stream *from = &s->streams[stream];
    const int meta = stream == s->count;
    struct flexco_job *first = s->jobs.at + s->jobs.count;
    struct random r = random_stream((uint64_t)seed, SEED_OVERHEAD);
    for (size_t i = 0; i < from->count; i++) {
        const struct job *job = &from->jobs[i];
        struct flexco_job *to = &first[i]; /* zeroed */
        to->number = job->number;
        to->submit = job->submit;
        to->run = job->run;
        to->estimate = job->estimate;
        to->servers = job->servers;
        to->site = meta ? FLEXCO_META : stream;
        if (meta)
            to->overhead = g->overhead >= 0 ? (uint32_t)g->overhead : overhead_draw(&r);
    }
    s->jobs.count += from->count;
    if (meta ? !g->meta : !g->local_count || g->estimates == 0)
        jobs_estimate(first, from->count,
                      setup_seed(seed, SEED_STREAM + 2 * (uint64_t)stream));
}

void flexco_setup_make(struct flexco_setup *s, const struct flexco_given *g, int64_t seed)
{
    size_t n = 0;
    make_room(s, g);
    read_locals(s, g);
    if (g->meta) read_metas(s, g);
    draw(s, g, seed);
    for (uint32_t i = 0; i <= s->count; i++) n += s->streams[i].count;
    if (n >= UINT32_MAX) fail("more than 2^32 jobs");
    s->jobs.at = base_zeroed(n, sizeof *s->jobs.at);
    for (uint32_t i = 0; i <= s->count; i++) jobs_add(s, g, i, seed);
    jobs_arrive(&s->jobs);
}

struct flexco_jobs flexco_setup_copy(const struct flexco_jobs *from, int64_t error,
                                     int without_small)
{
    struct flexco_jobs j = {NULL, 0};
    j.at = base_zeroed(from->count, sizeof *j.at);
    for (size_t i = 0; i < from->count; i++) {
        struct flexco_job job = from->at[i];
        job.small =
            job.estimate <= FLEXCO_SMALL_TIME && job.servers <= FLEXCO_SMALL_SERVERS;
        if (without_small && job.small) continue;
        job.estimate += (job.estimate * error + 99) / 100;
        if (job.estimate > JOB_TIME_MAX) job.estimate = JOB_TIME_MAX;
        j.at[j.count++] = job;
    }
    return j;
}
