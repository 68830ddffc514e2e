/* workload.c - a log is read item by item (log.h); of each line only what a simulation
 * needs is kept. */
#include "workload/workload.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/random.h"
#include "base/wide.h"
#include "workload/estimates.h"
#include "workload/lublin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct workload_reason workload_reasons[WORKLOAD_LEFT_COUNT] = {
    [WORKLOAD_LEFT_PARTIAL_EXECUTION] = {"partial_execution",
                                         "a part of a job that has its own line"},
    [WORKLOAD_LEFT_NO_SUBMIT_TIME] = {"no_submit_time", "no submit time"},
    [WORKLOAD_LEFT_NO_RUN_TIME] = {"no_run_time", "no run time, or zero"},
    [WORKLOAD_LEFT_NO_SIZE] = {"no_size", "no number of processors"},
    [WORKLOAD_LEFT_OUT_OF_RANGE] = {"out_of_range", "times beyond 10^12 seconds"},
};

void workload_free(struct workload *w)
{
    free(w->jobs);
    free(w->left);
    w->jobs = NULL;
    w->left = NULL;
    w->count = w->capacity = w->left_count = w->left_capacity = 0;
}

struct job *workload_add(struct workload *w)
{
    static const struct job nothing = {0};
    struct job *job;
    if (ARRAY_ROOM(w->jobs, w->count, w->capacity, 1) != 0) return NULL;
    job = &w->jobs[w->count];
    *job = nothing;
    job->order = (uint32_t)w->count++;
    return job;
}

int workload_compare_submit(const void *a, const void *b)
{
    const struct job *x = (const struct job *)a, *y = (const struct job *)b;
    if (x->submit != y->submit) return COMPARE(x->submit, y->submit);
    return COMPARE(x->order, y->order);
}

void workload_sort(struct workload *w)
{
    size_t i;
    for (i = 1; i < w->count; i++)
        w->unsorted += w->jobs[i].submit < w->jobs[i - 1].submit;
    if (w->unsorted) qsort(w->jobs, w->count, sizeof *w->jobs, workload_compare_submit);
}

/* ---- a log ------------------------------------------------------------------------- */

/* Why a job cannot be simulated; WORKLOAD_LEFT_COUNT if it can. */
static enum workload_left_out why_left_out(const swf_job *from,
                                           const struct workload_reading *how,
                                           const struct job *job)
{
    if (log_is_part(from)) return WORKLOAD_LEFT_PARTIAL_EXECUTION;
    if (from->submit < 0) return WORKLOAD_LEFT_NO_SUBMIT_TIME;
    if (from->run <= 0) return WORKLOAD_LEFT_NO_RUN_TIME;
    if (log_job_size(from, how->size == WORKLOAD_SIZE_ALLOCATED) <= 0)
        return WORKLOAD_LEFT_NO_SIZE;
    if (from->submit > JOB_TIME_MAX || job->run > JOB_TIME_MAX ||
        (job->estimate > JOB_TIME_MAX && how->runtime == WORKLOAD_RUNTIME_REQUESTED))
        return WORKLOAD_LEFT_OUT_OF_RANGE;
    return WORKLOAD_LEFT_COUNT;
}

/* The run time and the estimate that a job of a log gets. */
static void set_times(struct job *job, const swf_job *from, enum workload_overrun overrun)
{
    job->run = from->run;
    job->estimate = from->req_time > 0 ? from->req_time : from->run;
    if (job->estimate >= job->run) return;
    if (overrun == WORKLOAD_OVERRUN_KILL) job->run = job->estimate;
    if (overrun == WORKLOAD_OVERRUN_EXTEND) job->estimate = job->run;
}

static int leave_out(struct workload *w, int64_t submit, enum workload_left_out why)
{
    struct workload_left *left;
    if (ARRAY_ROOM(w->left, w->left_count, w->left_capacity, 1) != 0) return -1;
    left = &w->left[w->left_count++];
    left->submit = submit;
    left->why = why;
    w->left_out[why]++;
    return 0;
}

/* The submission of the line that was read last; 0 if there is none. */
static int64_t last_submit(const struct workload *w)
{
    const int64_t job = w->count ? w->jobs[w->count - 1].submit : 0;
    const int64_t left = w->left_count ? w->left[w->left_count - 1].submit : 0;
    return left > job ? left : job;
}

int workload_take(struct workload *w, const swf_job *from,
                  const struct workload_reading *how)
{
    const int64_t size = log_job_size(from, how->size == WORKLOAD_SIZE_ALLOCATED);
    enum workload_left_out why;
    struct job times, *job;
    set_times(&times, from, how->overrun);
    why = why_left_out(from, how, &times);
    if (why != WORKLOAD_LEFT_COUNT)
        return leave_out(w, from->submit < 0 ? last_submit(w) : from->submit, why);
    job = workload_add(w);
    if (!job) return -1;
    job->number = from->number;
    job->submit = job->ready = from->submit;
    job->run = times.run;
    job->estimate = times.estimate < JOB_TIME_MAX ? times.estimate : JOB_TIME_MAX;
    job->length = how->runtime == WORKLOAD_RUNTIME_REQUESTED ? job->estimate : job->run;
    job->wait = from->wait <= JOB_TIME_MAX ? from->wait : -1;
    job->servers = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    return 0;
}

struct reading { /* what take_item gets */
    struct workload *w;
    const struct workload_reading *how;
};

/* Adds what the job just taken asks for. If that is bad, the line is not a job. */
static int take_demand(const struct reading *r, const swf_item *item,
                       swf_span requirements, int generated)
{
    struct workload *w = r->w;
    const size_t order = w->count - 1;
    struct error e;
    const int code = demands_add(r->how->demands, r->how->grid, order, requirements, &e);
    if (code == 0) r->how->demands->of[order].generated = (uint8_t)generated;
    if (code != DEMANDS_BAD) return code;
    w->count--;
    if (w->bad_lines++ == 0)
        snprintf(w->first_bad_line, sizeof w->first_bad_line,
                 "line %" PRIu64 ", field 19 (requirements): %.200s", item->line, e.text);
    return 0;
}

static int take_job(const struct reading *r, const swf_item *item)
{
    struct workload *w = r->w;
    const size_t before = w->count;
    char text[REQUIREMENTS_TEXT];
    const int generated =
        r->how->generate && requirements_next(&w->generator, &item->job, text);
    if (workload_take(w, &item->job, r->how) != 0) return -1;
    if (r->how->links && w->count > before && item->job.preceding > 0 &&
        item->job.think >= 0 && item->job.think <= JOB_TIME_MAX &&
        feedback_add(r->how->links, w->jobs[before].order, item->job.preceding,
                     item->job.think) != 0)
        return -1;
    if (!r->how->demands || w->count == before) return 0;
    return take_demand(r, item, generated ? swf_text(text) : swf_requirements(&item->job),
                       generated);
}

/* Keeps the header lines that are true of any schedule of the log, as far as there is
 * room. */
static void keep_header(struct workload *w, const swf_header *h)
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

static void take_header(struct workload *w, const swf_header *h)
{
    keep_header(w, h);
    if (!h->has_value) return;
    if (h->directive == SWF_DIR_MAX_PROCS) w->max_procs = h->value.whole;
    if (h->directive == SWF_DIR_MAX_NODES) w->max_nodes = h->value.whole;
}

static int take_item(void *context, const swf_item *item, const swf_reader *reader,
                     struct error *e)
{
    const struct reading *r = (const struct reading *)context;
    struct workload *w = r->w;
    if (item->kind == SWF_JOB && take_job(r, item) != 0)
        return error_fail(e, "%s: out of memory", w->source);
    log_count_surplus(&w->surplus, item, reader);
    if (item->kind == SWF_HEADER) take_header(w, &item->header);
    if (item->kind == SWF_SKIPPED && w->bad_lines++ == 0)
        swf_write_error(w->first_bad_line, sizeof w->first_bad_line, &reader->error);
    return 0;
}

int workload_machine(struct workload *w, uint32_t given, struct error *e)
{
    int64_t servers = given > 0 ? given : w->max_procs > 0 ? w->max_procs : w->max_nodes;
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < w->count; i++)
        if (w->jobs[i].servers > largest) largest = w->jobs[i].servers;
    w->guessed = servers <= 0;
    if (w->guessed) servers = largest;
    if (servers > JOB_SERVERS_MAX)
        return error_fail(e,
                          "%s: a machine of %" PRId64 " servers is more than %" PRId64
                          "; say how many it has",
                          w->source, servers, JOB_SERVERS_MAX);
    w->servers = (uint32_t)servers;
    return 0;
}

int workload_check(const struct workload *w, struct error *e)
{
    uint64_t left_out = 0;
    int i, most = 0;
    for (i = 0; i < WORKLOAD_LEFT_COUNT; i++) {
        left_out += w->left_out[i];
        if (w->left_out[i] > w->left_out[most]) most = i;
    }
    if (w->count > UINT32_MAX) return error_fail(e, "%s: more than 2^32 jobs", w->source);
    if (w->count) return 0;
    if (left_out)
        return error_fail(e,
                          "%s: no job can be simulated; most often (%" PRIu64
                          " of %" PRIu64 ") because of: %s",
                          w->source, w->left_out[most], left_out,
                          workload_reasons[most].text);
    if (w->bad_lines)
        return error_fail(e, "%s: not a job log: %s", w->source, w->first_bad_line);
    return error_fail(e, "%s: there is no job in it", w->source);
}

int workload_load(struct workload *w, const char *path, uint32_t servers,
                  const struct workload_reading *how, struct error *e)
{
    struct reading r = {w, how};
    snprintf(w->source, sizeof w->source, "%s", log_source(path));
    if (how->generate) requirements_begin(&w->generator, how->grid, how->generate);
    if (log_scan(path, SWF_LENIENT, take_item, &r, e) != 0 || workload_check(w, e) != 0)
        return -1;
    workload_sort(w);
    return workload_machine(w, servers, e);
}

/* ---- the built-in workload --------------------------------------------------------- */

int workload_lublin(struct workload *w, uint64_t seed, uint32_t servers, size_t jobs,
                    struct error *e)
{
    struct lublin model;
    lublin_init(&model, seed, servers);
    w->servers = servers;
    snprintf(w->source, sizeof w->source,
             "built-in (Lublin-Feitelson model), seed %" PRIu64, seed);
    while (w->count < jobs) {
        const struct lublin_job made = lublin_next(&model, servers);
        struct job *job = workload_add(w);
        if (!job) return error_fail(e, "out of memory for %zu jobs", jobs);
        job->number = (int64_t)w->count;
        job->submit = job->ready = made.submit;
        job->length = job->run = job->estimate = made.run;
        job->wait = -1;
        job->servers = made.servers;
    }
    return 0;
}

int workload_require(struct workload *w, const struct workload_reading *how,
                     struct error *e)
{
    size_t i;
    requirements_begin(&w->generator, how->grid, how->generate);
    for (i = 0; i < w->count; i++) {
        const struct job *from = &w->jobs[i];
        char text[REQUIREMENTS_TEXT] = "";
        swf_job job;
        swf_job_clear(&job);
        job.run = from->run;
        job.req_time = from->estimate;
        job.procs = job.req_procs = from->servers;
        requirements_next(&w->generator, &job, text);
        if (demands_add(how->demands, how->grid, from->order, swf_text(text), e) != 0)
            return -1;
    }
    return 0;
}

/* ---- its shape --------------------------------------------------------------------- */

/* Was it submitted among the jobs that are kept? `first`: the first submission after
 * --skip. */
static int is_among(const struct workload *w, const struct shape *s, int64_t first,
                    int64_t submit)
{
    if (submit < first && (s->skip || s->cut[0] > 0)) return 0;
    if (submit >= first && !shape_within(s, first, submit)) return 0;
    return s->jobs == 0 || w->count < (uint64_t)s->jobs ||
           submit <= w->jobs[w->count - 1].submit;
}

/* Forgets the jobs left out that the cut would have removed. */
static void cut_left_out(struct workload *w, const struct shape *s, int64_t first)
{
    size_t i, kept = 0;
    memset(w->left_out, 0, sizeof w->left_out);
    for (i = 0; i < w->left_count; i++) {
        if (!is_among(w, s, first, w->left[i].submit)) continue;
        w->left_out[w->left[i].why]++;
        w->left[kept++] = w->left[i];
    }
    w->left_count = kept;
}

/* Removes the first so many, what is outside the cut, and all but the first so many of
 * what the cut leaves. */
static int cut(struct workload *w, const struct shape *s, struct error *e)
{
    const int none = (uint64_t)s->skip >= w->count;
    const size_t skip = none ? w->count : (size_t)s->skip;
    const int64_t first = none ? 0 : w->jobs[skip].submit;
    size_t i, kept = 0;
    for (i = skip; i < w->count; i++)
        if (shape_within(s, first, w->jobs[i].submit) &&
            (s->jobs == 0 || kept < (uint64_t)s->jobs))
            w->jobs[kept++] = w->jobs[i];
    w->count = kept;
    cut_left_out(w, s, first);
    if (kept) return 0;
    return error_fail(e, "%s: %s leaves no job", w->source, none ? "--skip" : "--cut");
}

static void scale_size(struct workload *w, const struct shape *s)
{
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < w->count; i++) {
        const int64_t size = shape_size(s, w->jobs[i].servers);
        w->sizes_cut += shape_scale(w->jobs[i].servers, s->scale_size) > size;
        w->jobs[i].servers = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
        if (size > largest) largest = size;
    }
    if (w->guessed)
        w->servers = largest < JOB_SERVERS_MAX ? (uint32_t)largest : JOB_SERVERS_MAX;
}

static int scale_run(struct workload *w, const struct shape *s, struct error *e)
{
    size_t i;
    for (i = 0; i < w->count; i++) {
        struct job *job = &w->jobs[i];
        const int64_t estimate = shape_scale(job->estimate, s->scale_run);
        job->run = shape_scale(job->run, s->scale_run);
        job->length = shape_scale(job->length, s->scale_run);
        job->estimate = estimate < JOB_TIME_MAX ? estimate : JOB_TIME_MAX;
        if (job->length > JOB_TIME_MAX)
            return error_fail(e, "--scale-run: run times would be beyond 10^12 seconds");
    }
    return 0;
}

static int scale_load(struct workload *w, const struct shape *s, struct error *e)
{
    const int64_t first = w->jobs[0].submit;
    const int64_t span = w->jobs[w->count - 1].submit - first;
    struct wide work = {0, 0};
    int64_t to;
    size_t i;
    for (i = 0; i < w->count; i++)
        shape_add_work(&work, w->jobs[i].run, w->jobs[i].servers);
    to = shape_span(s, work, w->servers, span, e);
    if (to < 0) return -1;
    for (i = 0; i < w->count; i++) {
        struct job *job = &w->jobs[i];
        const int64_t after = job->ready - job->submit;
        job->submit = shape_submit(first, job->submit, span, to);
        job->ready = job->submit + after;
    }
    return 0;
}

int workload_shape(struct workload *w, const struct shape *s, struct error *e)
{
    if (w->count == 0) return 0;
    if (shape_removes_jobs(s) && cut(w, s, e) != 0) return -1;
    if (shape_changes_size(s) || w->guessed) scale_size(w, s);
    if (s->scale_run != OPTION_ONE && scale_run(w, s, e) != 0) return -1;
    if (s->load) return scale_load(w, s, e);
    return 0;
}

/* ---- advance reservations ---------------------------------------------------------- */

/* The random numbers of one job. They follow from the seed and the job's number alone
 * (where it has none: from its place in the log), so that they do not depend on other
 * jobs. */
static struct random random_of_job(uint64_t seed, const struct job *job)
{
    struct random r;
    r.state = seed;
    r.state = random_bits(&r) + (uint64_t)job->number;
    if (job->number < 0) r.state += (uint64_t)(job->order + UINT64_C(1)) << 32;
    r.state = random_bits(&r);
    return r;
}

int workload_estimate(struct workload *w, uint64_t seed, struct error *e)
{
    int64_t *runs = (int64_t *)calloc(2 * w->count, sizeof *runs);
    int64_t *estimates = runs ? runs + w->count : NULL;
    size_t i;
    int result = runs ? 0 : error_fail(e, "out of memory");
    for (i = 0; i < w->count && result == 0; i++) runs[i] = w->jobs[i].run;
    if (result == 0) result = estimates_tsafrir(runs, w->count, 0, seed, estimates, e);
    for (i = 0; i < w->count && result == 0; i++)
        w->jobs[i].estimate = w->jobs[i].length = estimates[i];
    free(runs);
    return result;
}

void workload_reserve(struct workload *w, uint64_t seed, int64_t share, int64_t window)
{
    size_t i;
    for (i = 0; i < w->count; i++) {
        struct job *job = &w->jobs[i];
        struct random r = random_of_job(seed, job);
        if ((int64_t)(random_unit(&r) * 1e9) >= share) continue;
        job->ready = job->submit + (int64_t)(random_unit(&r) * ((double)window + 1));
        job->reserved = 1;
        w->reservations++;
    }
}
