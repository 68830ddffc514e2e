/* workload.h - the jobs to simulate: read from a log, or made by the built-in model.
 *
 * A log is read through swf.h in pieces of 64 KiB, leniently: lines that are no job are
 * counted and the first is told; where demands are asked for, those with a requirement
 * that makes no sense (demands.h) are among them. A job that cannot be simulated is left
 * out and counted by its reason; the rest are put in order of submission, equal times as
 * in the log.
 * sim_workload_shape then changes it as shape.h says; its first job, and first N jobs,
 * are of those that can be simulated.
 */
#ifndef SIM_WORKLOAD_H
#define SIM_WORKLOAD_H

#include "swf.h"

#include "demands.h"
#include "error.h"
#include "hash.h"
#include "input.h"
#include "job.h"
#include "lublin.h"
#include "requirements.h"
#include "shape.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Why a job of the log is not simulated: name in the JSON, words for people. */
#define SIM_LEFT_OUT(X)                                           \
    X(partial_execution, "a part of a job that has its own line") \
    X(no_submit_time, "no submit time")                           \
    X(no_run_time, "no run time, or zero")                        \
    X(no_size, "no number of processors")                         \
    X(out_of_range, "times beyond 10^12 seconds")

typedef enum sim_left_out {
#define SIM_LEFT_OUT_ENUM(name, text) SIM_LEFT_##name,
    SIM_LEFT_OUT(SIM_LEFT_OUT_ENUM)
#undef SIM_LEFT_OUT_ENUM
        SIM_LEFT_COUNT
} sim_left_out;

typedef enum sim_runtime { SIM_RUNTIME_ACTUAL, SIM_RUNTIME_REQUESTED } sim_runtime;
typedef enum sim_size { SIM_SIZE_REQUESTED, SIM_SIZE_ALLOCATED } sim_size;
typedef enum sim_overrun {
    SIM_OVERRUN_KILL,
    SIM_OVERRUN_EXTEND,
    SIM_OVERRUN_LEAVE
} sim_overrun;

typedef struct sim_reading { /* how jobs are made of the lines of a log */
    sim_runtime runtime;     /* booked: the time it ran, or its estimate            */
    sim_size size;           /* servers: the first choice                           */
    sim_overrun overrun;     /* it ran longer than requested: is the run time cut, or
                                the estimate the run time, or are both left         */
    sim_demands *demands;    /* to be filled with what the jobs ask for; NULL = no   */
    sim_grid *grid;          /* ... whose words these are                            */
    const sim_requirements_rules *made; /* for jobs that ask for nothing; NULL = none */
} sim_reading;

typedef struct sim_workload { /* zero-initialise; sim_workload_free */
    char source[256];         /* where it is from, for people            */
    sim_job *jobs;            /* by submit time                          */
    size_t count, capacity;
    uint32_t first_order;         /* of its jobs: those of others are before */
    uint32_t servers;             /* the machine's size                      */
    int guessed;                  /* ... is only what its largest job needs  */
    int64_t max_procs, max_nodes; /* as the log tells; 0 = it does not     */
    char header[8192];            /* its lines on where, by whom and when    */
    uint64_t left_out[SIM_LEFT_COUNT];
    uint64_t bad_lines;       /* that are no job, skipped                */
    char first_bad_line[256]; /* where and what is wrong with the first  */
    uint64_t unsorted;        /* jobs after one submitted later          */
    uint64_t reservations;    /* made by sim_workload_reserve            */
    sim_requirements making;  /* of a log's jobs                         */
} sim_workload;

static inline void sim_workload_free(sim_workload *w)
{
    free(w->jobs);
    w->jobs = NULL;
    w->count = w->capacity = 0;
}

/* Room for one more job, zeroed; NULL when memory is out. */
static inline sim_job *sim_workload_add(sim_workload *w)
{
    static const sim_job nothing = {0};
    sim_job *job;
    if (w->count == w->capacity) {
        const size_t more = w->capacity ? 2 * w->capacity : 1024;
        sim_job *grown = (sim_job *)realloc(w->jobs, more * sizeof *grown);
        if (!grown) return NULL;
        w->jobs = grown;
        w->capacity = more;
    }
    job = &w->jobs[w->count];
    *job = nothing;
    job->order = w->first_order + (uint32_t)w->count++;
    return job;
}

static inline int sim_compare_submit(const void *a, const void *b)
{
    const sim_job *x = (const sim_job *)a, *y = (const sim_job *)b;
    if (x->submit != y->submit) return x->submit < y->submit ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static inline void sim_workload_sort(sim_workload *w)
{
    size_t i;
    for (i = 1; i < w->count; i++)
        w->unsorted += w->jobs[i].submit < w->jobs[i - 1].submit;
    if (w->unsorted) qsort(w->jobs, w->count, sizeof *w->jobs, sim_compare_submit);
}

/* ---- a log ------------------------------------------------------------------------- */

static inline int sim_workload_leave_out(sim_workload *w, sim_left_out why)
{
    w->left_out[why]++;
    return 0;
}

/* One job of the log: taken, or left out and counted. -1 when memory is out. */
static inline int sim_workload_take(sim_workload *w, const swf_job *from,
                                    const sim_reading *how)
{
    const int allocated_first = how->size == SIM_SIZE_ALLOCATED;
    int64_t servers = allocated_first ? from->procs : from->req_procs;
    int64_t run = from->run, estimate = from->req_time > 0 ? from->req_time : run;
    sim_job *job;
    if (from->status >= 2 && from->status <= 4)
        return sim_workload_leave_out(w, SIM_LEFT_partial_execution);
    if (from->submit < 0) return sim_workload_leave_out(w, SIM_LEFT_no_submit_time);
    if (from->run <= 0) return sim_workload_leave_out(w, SIM_LEFT_no_run_time);
    if (servers <= 0) servers = allocated_first ? from->req_procs : from->procs;
    if (servers <= 0) return sim_workload_leave_out(w, SIM_LEFT_no_size);
    if (how->overrun == SIM_OVERRUN_KILL && run > estimate) run = estimate;
    if (estimate < run && how->overrun != SIM_OVERRUN_LEAVE) estimate = run;
    if (from->submit > SIM_TIME_MAX || run > SIM_TIME_MAX ||
        (estimate > SIM_TIME_MAX && how->runtime == SIM_RUNTIME_REQUESTED))
        return sim_workload_leave_out(w, SIM_LEFT_out_of_range);
    job = sim_workload_add(w);
    if (!job) return -1;
    job->number = from->number;
    job->submit = job->ready = from->submit;
    job->run = run;
    job->estimate = estimate < SIM_TIME_MAX ? estimate : SIM_TIME_MAX;
    job->length = how->runtime == SIM_RUNTIME_REQUESTED ? job->estimate : run;
    job->wait = from->wait <= SIM_TIME_MAX ? from->wait : -1;
    job->servers = servers < UINT32_MAX ? (uint32_t)servers : UINT32_MAX;
    return 0;
}

/* What the job just taken asks for. If that makes no sense it is no job. */
static inline int sim_workload_demand(sim_workload *w, const swf_item *item,
                                      const sim_reading *how, swf_span requirements,
                                      int made)
{
    const size_t order = w->first_order + w->count - 1;
    sim_error e;
    const int code = sim_demand_add(how->demands, how->grid, order, requirements, &e);
    if (code == 0) how->demands->of[order].made = (uint8_t)made;
    if (code != SIM_DEMAND_BAD) return code;
    w->count--;
    if (w->bad_lines++ == 0)
        snprintf(w->first_bad_line, sizeof w->first_bad_line,
                 "line %" PRIu64 ", field 19 (requirements): %.200s", item->line, e.text);
    return 0;
}

static inline int sim_workload_job(sim_workload *w, const swf_item *item,
                                   const sim_reading *how)
{
    const size_t before = w->count;
    char text[SIM_REQUIREMENTS_TEXT];
    const int made =
        how->made && sim_requirements_next(&w->making, &item->job, text);
    if (sim_workload_take(w, &item->job, how) != 0) return -1;
    if (!how->demands || w->count == before) return 0;
    return sim_workload_demand(
        w, item, how, made ? swf_text(text) : swf_requirements(&item->job), made);
}

/* Of the header what stays true of any schedule of the log, as far as there is room. */
static inline void sim_workload_header(sim_workload *w, const swf_header *h)
{
    const size_t used = strlen(w->header);
    size_t n;
    switch (h->directive) {
    case SWF_DIR_COMPUTER:
    case SWF_DIR_INSTALLATION:
    case SWF_DIR_ACKNOWLEDGE:
    case SWF_DIR_INFORMATION:
    case SWF_DIR_CONVERSION:
    case SWF_DIR_UNIX_START_TIME:
    case SWF_DIR_TIME_ZONE:
    case SWF_DIR_TIME_ZONE_STRING:
        n = swf_write_header(w->header + used, sizeof w->header - used, h,
                             SWF_FORMAT_SWF);
        if (n == 0 || n + 1 >= sizeof w->header - used) w->header[used] = 0;
        break;
    default: break;
    }
}

static inline int sim_workload_item(sim_workload *w, const swf_item *item,
                                    const swf_reader *reader, const sim_reading *how)
{
    if (item->kind == SWF_JOB) return sim_workload_job(w, item, how);
    if (item->kind == SWF_SKIPPED && w->bad_lines++ == 0)
        swf_write_error(w->first_bad_line, sizeof w->first_bad_line, &reader->error);
    if (item->kind == SWF_HEADER) sim_workload_header(w, &item->header);
    if (item->kind == SWF_HEADER && item->header.has_value) {
        const int64_t n = item->header.value.whole;
        if (item->header.directive == SWF_DIR_MAX_PROCS) w->max_procs = n;
        if (item->header.directive == SWF_DIR_MAX_NODES) w->max_nodes = n;
    }
    return 0;
}

static inline int sim_workload_read(sim_workload *w, sim_input *in,
                                    const sim_reading *how, sim_error *e)
{
    const swf_desc desc = {SWF_LENIENT, SWF_FORMAT_AUTO};
    char chunk[SIM_INPUT_CHUNK];
    swf_reader reader;
    swf_item item;
    swf_status status = swf_init(&reader, &desc);
    if (how->made) sim_requirements_begin(&w->making, how->grid, how->made);
    while (status == SWF_OK || status == SWF_NEED_MORE) {
        const long n = sim_input_read(in, chunk, sizeof chunk, e);
        if (n < 0) return -1;
        status = swf_feed(&reader, chunk, (size_t)n, n == 0);
        while (status == SWF_OK && (status = swf_next(&reader, &item)) == SWF_OK)
            if (sim_workload_item(w, &item, &reader, how) != 0)
                return sim_fail(e, "%s: out of memory", in->path);
    }
    return status == SWF_END ? 0
                             : sim_fail(e, "%s: %s", in->path, swf_status_text(status));
}

/* How many servers: as given, else as the log says, else as its largest job needs. */
static inline int sim_workload_machine(sim_workload *w, uint32_t given, sim_error *e)
{
    int64_t servers = given > 0 ? given : w->max_procs > 0 ? w->max_procs : w->max_nodes;
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < w->count; i++)
        if (w->jobs[i].servers > largest) largest = w->jobs[i].servers;
    w->guessed = servers <= 0;
    if (w->guessed) servers = largest;
    if (servers > SIM_SERVERS_MAX)
        return sim_fail(e,
                        "%s: a machine of %" PRId64 " servers is more than %" PRId64
                        "; say how many it has",
                        w->source, servers, SIM_SERVERS_MAX);
    w->servers = (uint32_t)servers;
    return 0;
}

static inline int sim_workload_check(const sim_workload *w, sim_error *e)
{
#define SIM_LEFT_OUT_TEXT(name, text) text,
    static const char *const why[] = {SIM_LEFT_OUT(SIM_LEFT_OUT_TEXT)};
#undef SIM_LEFT_OUT_TEXT
    uint64_t left_out = 0;
    int i, most = 0;
    for (i = 0; i < SIM_LEFT_COUNT; i++) {
        left_out += w->left_out[i];
        if (w->left_out[i] > w->left_out[most]) most = i;
    }
    if (w->count > UINT32_MAX) return sim_fail(e, "%s: more than 2^32 jobs", w->source);
    if (w->count) return 0;
    if (left_out)
        return sim_fail(e,
                        "%s: no job can be simulated; most often (%" PRIu64 " of %" PRIu64
                        ") because of: %s",
                        w->source, w->left_out[most], left_out, why[most]);
    if (w->bad_lines)
        return sim_fail(e, "%s: not a job log: %s", w->source, w->first_bad_line);
    return sim_fail(e, "%s: there is no job in it", w->source);
}

/* Reads the log at `path` for a machine of `servers` (0 = as the log says). 0, or -1. */
static inline int sim_workload_load(sim_workload *w, const char *path, uint32_t servers,
                                    const sim_reading *how, sim_error *e)
{
    sim_input in;
    if (sim_input_open(&in, path, e) != 0) return -1;
    snprintf(w->source, sizeof w->source, "%s", in.path);
    if (sim_workload_read(w, &in, how, e) != 0) {
        sim_input_release(&in);
        return -1;
    }
    if (sim_input_close(&in, e) != 0 || sim_workload_check(w, e) != 0) return -1;
    sim_workload_sort(w);
    return sim_workload_machine(w, servers, e);
}

/* ---- the built-in workload --------------------------------------------------------- */

static inline int sim_workload_lublin(sim_workload *w, uint64_t seed, uint32_t servers,
                                      size_t jobs, sim_error *e)
{
    sim_lublin model;
    sim_lublin_init(&model, seed, servers);
    w->servers = servers;
    snprintf(w->source, sizeof w->source,
             "built-in (Lublin-Feitelson model), seed %" PRIu64, seed);
    while (w->count < jobs) {
        const sim_lublin_job made = sim_lublin_next(&model, servers);
        sim_job *job = sim_workload_add(w);
        if (!job) return sim_fail(e, "out of memory for %zu jobs", jobs);
        job->number = (int64_t)w->count;
        job->submit = job->ready = made.submit;
        job->length = job->run = job->estimate = made.run;
        job->wait = -1;
        job->servers = made.servers;
    }
    return 0;
}

/* What its jobs ask for: as if they were those of the log that swf_tool makes of it. */
static inline int sim_workload_require(sim_workload *w, const sim_reading *how,
                                       sim_error *e)
{
    size_t i;
    sim_requirements_begin(&w->making, how->grid, how->made);
    for (i = 0; i < w->count; i++) {
        const sim_job *from = &w->jobs[i];
        char text[SIM_REQUIREMENTS_TEXT] = "";
        swf_job job;
        swf_job_clear(&job);
        job.run = from->run;
        job.req_time = from->estimate;
        job.procs = job.req_procs = from->servers;
        sim_requirements_next(&w->making, &job, text);
        if (sim_demand_add(how->demands, how->grid, from->order, swf_text(text), e) != 0)
            return -1;
    }
    return 0;
}

/* One number for all that a simulation makes of it. */
static inline uint64_t sim_workload_hash(const sim_workload *w)
{
    uint64_t hash = sim_hash(sim_hash(SIM_HASH_START, w->servers), w->count);
    size_t i;
    for (i = 0; i < w->count; i++) {
        const sim_job *job = &w->jobs[i];
        hash = sim_hash(sim_hash(hash, (uint64_t)job->number), (uint64_t)job->submit);
        hash = sim_hash(sim_hash(hash, (uint64_t)job->ready), (uint64_t)job->length);
        hash = sim_hash(sim_hash(hash, (uint64_t)job->run), (uint64_t)job->wait);
        hash = sim_hash(sim_hash(hash, (uint64_t)job->estimate), job->servers);
    }
    return hash;
}

/* ---- its shape: see shape.h -------------------------------------------------------- */

/* The jobs of `other`, which has some and whose orders come behind those of w, come after
 * those of w, to be sorted in between. A job of `other` is known by its number, raised by
 * the largest of those before. */
static inline int sim_workload_append(sim_workload *w, const sim_workload *other,
                                      sim_error *e)
{
    const int64_t shift = w->jobs[0].submit - other->jobs[0].submit;
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < w->count; i++)
        if (w->jobs[i].number > largest) largest = w->jobs[i].number;
    for (i = 0; i < other->count; i++) {
        const sim_job *from = &other->jobs[i];
        const int64_t number = sim_shape_raise(from->number, largest);
        sim_job *job;
        if (number < 0 && from->number >= 0)
            return sim_fail(e, "%s: job numbers would be beyond 64 bits", other->source);
        if (w->count == UINT32_MAX)
            return sim_fail(e, "%s: more than 2^32 jobs with those before",
                            other->source);
        job = sim_workload_add(w);
        if (!job) return sim_fail(e, "%s: out of memory", other->source);
        *job = *from;
        job->number = number;
        job->submit += shift;
        job->ready += shift;
    }
    return 0;
}

/* What was left out of `other`, and its bad lines, are those of w, too. */
static inline void sim_workload_count_in(sim_workload *w, const sim_workload *other)
{
    int i;
    for (i = 0; i < SIM_LEFT_COUNT; i++) w->left_out[i] += other->left_out[i];
    if (other->bad_lines && !w->bad_lines)
        snprintf(w->first_bad_line, sizeof w->first_bad_line, "%.100s: %.150s",
                 other->source, other->first_bad_line);
    w->bad_lines += other->bad_lines;
    w->unsorted += other->unsorted;
}

static inline int sim_workload_merge(sim_workload *w, const char *path,
                                     const sim_reading *how, sim_error *e)
{
    sim_workload other = {.first_order = w->first_order + (uint32_t)w->count};
    int failed = sim_workload_load(&other, path, 1, how, e) != 0 ||
                 sim_workload_append(w, &other, e) != 0;
    if (!failed) {
        sim_workload_count_in(w, &other);
        qsort(w->jobs, w->count, sizeof *w->jobs, sim_compare_submit);
    }
    sim_workload_free(&other);
    return failed ? -1 : 0;
}

/* Without the first so many, the cut, and of what it leaves the first so many. */
static inline int sim_workload_cut(sim_workload *w, const sim_shape *s, sim_error *e)
{
    const int none = (uint64_t)s->skip >= w->count;
    const size_t skip = none ? w->count : (size_t)s->skip;
    const int64_t first = none ? 0 : w->jobs[skip].submit;
    size_t i, kept = 0;
    for (i = skip; i < w->count; i++)
        if (sim_shape_within(s, first, w->jobs[i].submit) &&
            (s->jobs == 0 || kept < (uint64_t)s->jobs))
            w->jobs[kept++] = w->jobs[i];
    w->count = kept;
    if (kept) return 0;
    return sim_fail(e, "%s: %s leaves no job", w->source, none ? "--skip" : "--cut");
}

static inline void sim_workload_scale_size(sim_workload *w, const sim_shape *s)
{
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < w->count; i++) {
        const int64_t size = sim_shape_size(s, w->jobs[i].servers);
        w->jobs[i].servers = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
        if (size > largest) largest = size;
    }
    if (w->guessed)
        w->servers = largest < SIM_SERVERS_MAX ? (uint32_t)largest : SIM_SERVERS_MAX;
}

static inline int sim_workload_scale_run(sim_workload *w, const sim_shape *s,
                                         sim_error *e)
{
    size_t i;
    for (i = 0; i < w->count; i++) {
        sim_job *job = &w->jobs[i];
        const int64_t estimate = sim_shape_times(job->estimate, s->scale_run);
        job->run = sim_shape_times(job->run, s->scale_run);
        job->length = sim_shape_times(job->length, s->scale_run);
        job->estimate = estimate < SIM_TIME_MAX ? estimate : SIM_TIME_MAX;
        if (job->length > SIM_TIME_MAX)
            return sim_fail(e, "--scale-run: run times would be beyond 10^12 seconds");
    }
    return 0;
}

static inline int sim_workload_scale_load(sim_workload *w, const sim_shape *s,
                                          sim_error *e)
{
    const int64_t first = w->jobs[0].submit;
    const int64_t span = w->jobs[w->count - 1].submit - first;
    sim_wide work = {0, 0};
    int64_t to;
    size_t i;
    for (i = 0; i < w->count; i++)
        sim_shape_offer(&work, w->jobs[i].run, w->jobs[i].servers);
    to = sim_shape_span(s, work, w->servers, span, e);
    if (to < 0) return -1;
    for (i = 0; i < w->count; i++) {
        sim_job *job = &w->jobs[i];
        const int64_t after = job->ready - job->submit;
        job->submit = sim_shape_submit(first, job->submit, span, to);
        job->ready = job->submit + after;
    }
    return 0;
}

/* All of it. The machine stays as it is, unless it is only as large as its largest job.
 * `how` says how to read the logs that are merged. 0, or -1. */
static inline int sim_workload_shape(sim_workload *w, const sim_shape *s,
                                     const sim_reading *how, sim_error *e)
{
    size_t i;
    if (w->count == 0) return 0;
    for (i = 0; i < s->merge.count; i++)
        if (sim_workload_merge(w, s->merge.items[i], how, e) != 0) return -1;
    if (sim_shape_chooses(s) && sim_workload_cut(w, s, e) != 0) return -1;
    if (sim_shape_changes_size(s) || w->guessed) sim_workload_scale_size(w, s);
    if (s->scale_run != CLI_ONE && sim_workload_scale_run(w, s, e) != 0) return -1;
    if (s->load) return sim_workload_scale_load(w, s, e);
    return 0;
}

/* ---- advance reservations ---------------------------------------------------------- */

/* The random numbers of one job. They follow from the seed and its number (one without:
 * its place in the log) alone, so that no job's depend on which others there are. */
static inline sim_random sim_workload_random(uint64_t seed, const sim_job *job)
{
    sim_random r;
    r.state = seed;
    r.state = sim_random_bits(&r) + (uint64_t)job->number;
    if (job->number < 0) r.state += (uint64_t)(job->order + UINT64_C(1)) << 32;
    r.state = sim_random_bits(&r);
    return r;
}

/* Paper 1, section 5.2: each job becomes an advance reservation with probability `share`
 * (rho, in billionths); it is ready at its submission plus 0 .. window, uniformly. The
 * reservations of a smaller share are among those of a larger one, with the same ready
 * times. */
static inline void sim_workload_reserve(sim_workload *w, uint64_t seed, int64_t share,
                                        int64_t window)
{
    size_t i;
    for (i = 0; i < w->count; i++) {
        sim_job *job = &w->jobs[i];
        sim_random r = sim_workload_random(seed, job);
        if ((int64_t)(sim_random_unit(&r) * 1e9) >= share) continue;
        job->ready = job->submit + (int64_t)(sim_random_unit(&r) * ((double)window + 1));
        job->reserved = 1;
        w->reservations++;
    }
}

#endif
