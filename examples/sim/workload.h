/* workload.h - the jobs to simulate: read from a log, or made by the built-in model.
 *
 * A log is read through swf.h in pieces of 64 KiB, leniently: lines that are no job are
 * counted and the first is told. A job that cannot be simulated is left out and counted
 * by its reason; the rest are put in order of submission, equal times as in the log.
 */
#ifndef SIM_WORKLOAD_H
#define SIM_WORKLOAD_H

#include "swf.h"

#include "error.h"
#include "input.h"
#include "job.h"
#include "lublin.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Beyond any log (30,000 years), yet sums of a few times stay far from overflow. */
#define SIM_TIME_MAX INT64_C(1000000000000)
#define SIM_SERVERS_MAX INT64_C(0x7FFFFFFF)

/* Why a job of the log is not simulated: name in the JSON, words for people. */
#define SIM_LEFT_OUT(X)                                                                 \
    X(partial_execution, "a part of a job that has its own line")                       \
    X(no_submit_time, "no submit time")                                                 \
    X(no_run_time, "no run time, or zero")                                              \
    X(no_size, "no number of processors")                                               \
    X(out_of_range, "times beyond 10^12 seconds")

typedef enum sim_left_out {
#define SIM_LEFT_OUT_ENUM(name, text) SIM_LEFT_##name,
    SIM_LEFT_OUT(SIM_LEFT_OUT_ENUM)
#undef SIM_LEFT_OUT_ENUM
    SIM_LEFT_COUNT
} sim_left_out;

typedef enum sim_runtime { SIM_RUNTIME_ACTUAL, SIM_RUNTIME_REQUESTED } sim_runtime;
typedef enum sim_size { SIM_SIZE_REQUESTED, SIM_SIZE_ALLOCATED } sim_size;

typedef struct sim_workload {  /* zero-initialise; sim_workload_free */
    char source[256];          /* where it is from, for people            */
    sim_job *jobs;             /* by submit time                          */
    size_t count, capacity;
    uint32_t servers;          /* the machine's size                      */
    int64_t max_procs, max_nodes; /* as the log tells; 0 = it does not     */
    uint64_t left_out[SIM_LEFT_COUNT];
    uint64_t bad_lines;        /* that are no job, skipped                */
    char first_bad_line[256];  /* where and what is wrong with the first  */
    uint64_t unsorted;         /* jobs after one submitted later          */
    uint64_t reservations;     /* made by sim_workload_reserve            */
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
    job->order = (uint32_t)w->count++;
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
                                    sim_runtime runtime, sim_size size)
{
    const int allocated_first = size == SIM_SIZE_ALLOCATED;
    int64_t servers = allocated_first ? from->procs : from->req_procs;
    int64_t length = from->run;
    sim_job *job;
    if (from->status >= 2 && from->status <= 4)
        return sim_workload_leave_out(w, SIM_LEFT_partial_execution);
    if (from->submit < 0) return sim_workload_leave_out(w, SIM_LEFT_no_submit_time);
    if (from->run <= 0) return sim_workload_leave_out(w, SIM_LEFT_no_run_time);
    if (servers <= 0) servers = allocated_first ? from->req_procs : from->procs;
    if (servers <= 0) return sim_workload_leave_out(w, SIM_LEFT_no_size);
    if (runtime == SIM_RUNTIME_REQUESTED && from->req_time > 0) length = from->req_time;
    if (from->submit > SIM_TIME_MAX || length > SIM_TIME_MAX)
        return sim_workload_leave_out(w, SIM_LEFT_out_of_range);
    job = sim_workload_add(w);
    if (!job) return -1;
    job->number = from->number;
    job->submit = job->ready = from->submit;
    job->length = length;
    job->run = from->run < length ? from->run : length;
    job->wait = from->wait <= SIM_TIME_MAX ? from->wait : -1;
    job->servers = servers < UINT32_MAX ? (uint32_t)servers : UINT32_MAX;
    return 0;
}

static inline int sim_workload_item(sim_workload *w, const swf_item *item,
                                    const swf_reader *reader, sim_runtime runtime,
                                    sim_size size)
{
    if (item->kind == SWF_JOB) return sim_workload_take(w, &item->job, runtime, size);
    if (item->kind == SWF_SKIPPED && w->bad_lines++ == 0) {
        swf_write_error(w->first_bad_line, sizeof w->first_bad_line, &reader->error);
    } else if (item->kind == SWF_HEADER && item->header.has_value) {
        const int64_t n = item->header.value.whole;
        if (item->header.directive == SWF_DIR_MAX_PROCS) w->max_procs = n;
        if (item->header.directive == SWF_DIR_MAX_NODES) w->max_nodes = n;
    }
    return 0;
}

static inline int sim_workload_read(sim_workload *w, sim_input *in, sim_runtime runtime,
                                    sim_size size, sim_error *e)
{
    const swf_desc desc = {SWF_LENIENT, SWF_FORMAT_AUTO};
    char chunk[SIM_INPUT_CHUNK];
    swf_reader reader;
    swf_item item;
    swf_status status = swf_init(&reader, &desc);
    while (status == SWF_OK || status == SWF_NEED_MORE) {
        const long n = sim_input_read(in, chunk, sizeof chunk, e);
        if (n < 0) return -1;
        status = swf_feed(&reader, chunk, (size_t)n, n == 0);
        while (status == SWF_OK && (status = swf_next(&reader, &item)) == SWF_OK)
            if (sim_workload_item(w, &item, &reader, runtime, size) != 0)
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
    if (servers <= 0) servers = largest;
    if (servers > SIM_SERVERS_MAX)
        return sim_fail(e,
                        "%s: a machine of %" PRId64 " servers is more than %" PRId64
                        "; say how many with --servers",
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
                                    sim_runtime runtime, sim_size size, sim_error *e)
{
    sim_input in;
    if (sim_input_open(&in, path, e) != 0) return -1;
    snprintf(w->source, sizeof w->source, "%s", in.path);
    if (sim_workload_read(w, &in, runtime, size, e) != 0) {
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
        job->length = job->run = made.run;
        job->wait = -1;
        job->servers = made.servers;
    }
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
        job->ready =
            job->submit + (int64_t)(sim_random_unit(&r) * ((double)window + 1));
        w->reservations++;
    }
}

#endif
