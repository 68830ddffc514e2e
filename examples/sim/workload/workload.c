/* workload.c - implements workload.h. */
#include "workload/workload.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/hash.h"
#include "base/input.h"
#include "base/random.h"
#include "program/cli.h"
#include "workload/lublin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void workload_free(struct workload *w)
{
    free(w->jobs);
    w->jobs = NULL;
    w->count = w->capacity = 0;
}

struct job *workload_add(struct workload *w)
{
    static const struct job nothing = {0};
    struct job *job;
    if (ARRAY_ROOM(w->jobs, w->count, w->capacity, 1) != 0) return NULL;
    job = &w->jobs[w->count];
    *job = nothing;
    job->order = w->first_order + (uint32_t)w->count++;
    return job;
}

int workload_compare_submit(const void *a, const void *b)
{
    const struct job *x = (const struct job *)a, *y = (const struct job *)b;
    if (x->submit != y->submit) return x->submit < y->submit ? -1 : 1;
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

static int workload_leave_out(struct workload *w, enum workload_left_out why)
{
    w->left_out[why]++;
    return 0;
}

int workload_take(struct workload *w, const swf_job *from,
                  const struct workload_reading *how)
{
    const int allocated_first = how->size == WORKLOAD_SIZE_ALLOCATED;
    int64_t servers = allocated_first ? from->procs : from->req_procs;
    int64_t run = from->run, estimate = from->req_time > 0 ? from->req_time : run;
    struct job *job;
    if (from->status >= 2 && from->status <= 4)
        return workload_leave_out(w, WORKLOAD_LEFT_partial_execution);
    if (from->submit < 0) return workload_leave_out(w, WORKLOAD_LEFT_no_submit_time);
    if (from->run <= 0) return workload_leave_out(w, WORKLOAD_LEFT_no_run_time);
    if (servers <= 0) servers = allocated_first ? from->req_procs : from->procs;
    if (servers <= 0) return workload_leave_out(w, WORKLOAD_LEFT_no_size);
    if (how->overrun == WORKLOAD_OVERRUN_KILL && run > estimate) run = estimate;
    if (estimate < run && how->overrun != WORKLOAD_OVERRUN_LEAVE) estimate = run;
    if (from->submit > JOB_TIME_MAX || run > JOB_TIME_MAX ||
        (estimate > JOB_TIME_MAX && how->runtime == WORKLOAD_RUNTIME_REQUESTED))
        return workload_leave_out(w, WORKLOAD_LEFT_out_of_range);
    job = workload_add(w);
    if (!job) return -1;
    job->number = from->number;
    job->submit = job->ready = from->submit;
    job->run = run;
    job->estimate = estimate < JOB_TIME_MAX ? estimate : JOB_TIME_MAX;
    job->length = how->runtime == WORKLOAD_RUNTIME_REQUESTED ? job->estimate : run;
    job->wait = from->wait <= JOB_TIME_MAX ? from->wait : -1;
    job->servers = servers < UINT32_MAX ? (uint32_t)servers : UINT32_MAX;
    return 0;
}

/* What the job just taken asks for. If that makes no sense it is no job. */
static int workload_demand(struct workload *w, const swf_item *item,
                           const struct workload_reading *how, swf_span requirements,
                           int made)
{
    const size_t order = w->first_order + w->count - 1;
    struct error e;
    const int code = demands_add(how->demands, how->grid, order, requirements, &e);
    if (code == 0) how->demands->of[order].made = (uint8_t)made;
    if (code != DEMAND_BAD) return code;
    w->count--;
    if (w->bad_lines++ == 0)
        snprintf(w->first_bad_line, sizeof w->first_bad_line,
                 "line %" PRIu64 ", field 19 (requirements): %.200s", item->line, e.text);
    return 0;
}

static int workload_job(struct workload *w, const swf_item *item,
                        const struct workload_reading *how)
{
    const size_t before = w->count;
    char text[REQUIREMENTS_TEXT];
    const int made = how->made && requirements_next(&w->making, &item->job, text);
    if (workload_take(w, &item->job, how) != 0) return -1;
    if (!how->demands || w->count == before) return 0;
    return workload_demand(w, item, how,
                           made ? swf_text(text) : swf_requirements(&item->job), made);
}

/* Of the header what stays true of any schedule of the log, as far as there is room. */
static void workload_header(struct workload *w, const swf_header *h)
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

static int workload_item(struct workload *w, const swf_item *item,
                         const swf_reader *reader, const struct workload_reading *how)
{
    if (item->kind == SWF_JOB) return workload_job(w, item, how);
    if (item->kind == SWF_SKIPPED && w->bad_lines++ == 0)
        swf_write_error(w->first_bad_line, sizeof w->first_bad_line, &reader->error);
    if (item->kind == SWF_HEADER) workload_header(w, &item->header);
    if (item->kind == SWF_HEADER && item->header.has_value) {
        const int64_t n = item->header.value.whole;
        if (item->header.directive == SWF_DIR_MAX_PROCS) w->max_procs = n;
        if (item->header.directive == SWF_DIR_MAX_NODES) w->max_nodes = n;
    }
    return 0;
}

static int workload_read(struct workload *w, struct input *in,
                         const struct workload_reading *how, struct error *e)
{
    const swf_desc desc = {SWF_LENIENT, SWF_FORMAT_AUTO};
    char chunk[INPUT_CHUNK];
    swf_reader reader;
    swf_item item;
    swf_status status = swf_init(&reader, &desc);
    if (how->made) requirements_begin(&w->making, how->grid, how->made);
    while (status == SWF_OK || status == SWF_NEED_MORE) {
        const long n = input_read(in, chunk, sizeof chunk, e);
        if (n < 0) return -1;
        status = swf_feed(&reader, chunk, (size_t)n, n == 0);
        while (status == SWF_OK && (status = swf_next(&reader, &item)) == SWF_OK)
            if (workload_item(w, &item, &reader, how) != 0)
                return error_fail(e, "%s: out of memory", in->path);
    }
    return status == SWF_END ? 0
                             : error_fail(e, "%s: %s", in->path, swf_status_text(status));
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
#define WORKLOAD_LEFT_OUT_TEXT(name, text) text,
    static const char *const why[] = {WORKLOAD_LEFT_OUT(WORKLOAD_LEFT_OUT_TEXT)};
#undef WORKLOAD_LEFT_OUT_TEXT
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
                          w->source, w->left_out[most], left_out, why[most]);
    if (w->bad_lines)
        return error_fail(e, "%s: not a job log: %s", w->source, w->first_bad_line);
    return error_fail(e, "%s: there is no job in it", w->source);
}

int workload_load(struct workload *w, const char *path, uint32_t servers,
                  const struct workload_reading *how, struct error *e)
{
    struct input in;
    if (input_open(&in, path, e) != 0) return -1;
    snprintf(w->source, sizeof w->source, "%s", in.path);
    if (workload_read(w, &in, how, e) != 0) {
        input_release(&in);
        return -1;
    }
    if (input_close(&in, e) != 0 || workload_check(w, e) != 0) return -1;
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
    requirements_begin(&w->making, how->grid, how->made);
    for (i = 0; i < w->count; i++) {
        const struct job *from = &w->jobs[i];
        char text[REQUIREMENTS_TEXT] = "";
        swf_job job;
        swf_job_clear(&job);
        job.run = from->run;
        job.req_time = from->estimate;
        job.procs = job.req_procs = from->servers;
        requirements_next(&w->making, &job, text);
        if (demands_add(how->demands, how->grid, from->order, swf_text(text), e) != 0)
            return -1;
    }
    return 0;
}

uint64_t workload_hash(const struct workload *w)
{
    uint64_t hash = hash_add(hash_add(HASH_START, w->servers), w->count);
    size_t i;
    for (i = 0; i < w->count; i++) {
        const struct job *job = &w->jobs[i];
        hash = hash_add(hash_add(hash, (uint64_t)job->number), (uint64_t)job->submit);
        hash = hash_add(hash_add(hash, (uint64_t)job->ready), (uint64_t)job->length);
        hash = hash_add(hash_add(hash, (uint64_t)job->run), (uint64_t)job->wait);
        hash = hash_add(hash_add(hash, (uint64_t)job->estimate), job->servers);
    }
    return hash;
}

/* ---- its shape: see shape.h -------------------------------------------------------- */

int workload_append(struct workload *w, const struct workload *other, struct error *e)
{
    const int64_t shift = w->jobs[0].submit - other->jobs[0].submit;
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < w->count; i++)
        if (w->jobs[i].number > largest) largest = w->jobs[i].number;
    for (i = 0; i < other->count; i++) {
        const struct job *from = &other->jobs[i];
        const int64_t number = shape_raise(from->number, largest);
        struct job *job;
        if (number < 0 && from->number >= 0)
            return error_fail(e, "%s: job numbers would be beyond 64 bits",
                              other->source);
        if (w->count == UINT32_MAX)
            return error_fail(e, "%s: more than 2^32 jobs with those before",
                              other->source);
        job = workload_add(w);
        if (!job) return error_fail(e, "%s: out of memory", other->source);
        *job = *from;
        job->number = number;
        job->submit += shift;
        job->ready += shift;
    }
    return 0;
}

/* What was left out of `other`, and its bad lines, are those of w, too. */
static void workload_count_in(struct workload *w, const struct workload *other)
{
    int i;
    for (i = 0; i < WORKLOAD_LEFT_COUNT; i++) w->left_out[i] += other->left_out[i];
    if (other->bad_lines && !w->bad_lines)
        snprintf(w->first_bad_line, sizeof w->first_bad_line, "%.100s: %.150s",
                 other->source, other->first_bad_line);
    w->bad_lines += other->bad_lines;
    w->unsorted += other->unsorted;
}

static int workload_merge(struct workload *w, const char *path,
                          const struct workload_reading *how, struct error *e)
{
    struct workload other = {.first_order = w->first_order + (uint32_t)w->count};
    int failed =
        workload_load(&other, path, 1, how, e) != 0 || workload_append(w, &other, e) != 0;
    if (!failed) {
        workload_count_in(w, &other);
        qsort(w->jobs, w->count, sizeof *w->jobs, workload_compare_submit);
    }
    workload_free(&other);
    return failed ? -1 : 0;
}

/* Without the first so many, the cut, and of what it leaves the first so many. */
static int workload_cut(struct workload *w, const struct shape *s, struct error *e)
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
    if (kept) return 0;
    return error_fail(e, "%s: %s leaves no job", w->source, none ? "--skip" : "--cut");
}

static void workload_scale_size(struct workload *w, const struct shape *s)
{
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < w->count; i++) {
        const int64_t size = shape_size(s, w->jobs[i].servers);
        w->jobs[i].servers = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
        if (size > largest) largest = size;
    }
    if (w->guessed)
        w->servers = largest < JOB_SERVERS_MAX ? (uint32_t)largest : JOB_SERVERS_MAX;
}

static int workload_scale_run(struct workload *w, const struct shape *s, struct error *e)
{
    size_t i;
    for (i = 0; i < w->count; i++) {
        struct job *job = &w->jobs[i];
        const int64_t estimate = shape_times(job->estimate, s->scale_run);
        job->run = shape_times(job->run, s->scale_run);
        job->length = shape_times(job->length, s->scale_run);
        job->estimate = estimate < JOB_TIME_MAX ? estimate : JOB_TIME_MAX;
        if (job->length > JOB_TIME_MAX)
            return error_fail(e, "--scale-run: run times would be beyond 10^12 seconds");
    }
    return 0;
}

static int workload_scale_load(struct workload *w, const struct shape *s, struct error *e)
{
    const int64_t first = w->jobs[0].submit;
    const int64_t span = w->jobs[w->count - 1].submit - first;
    struct shape_wide work = {0, 0};
    int64_t to;
    size_t i;
    for (i = 0; i < w->count; i++) shape_offer(&work, w->jobs[i].run, w->jobs[i].servers);
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

int workload_shape(struct workload *w, const struct shape *s,
                   const struct workload_reading *how, struct error *e)
{
    size_t i;
    if (w->count == 0) return 0;
    for (i = 0; i < s->merge.count; i++)
        if (workload_merge(w, s->merge.items[i], how, e) != 0) return -1;
    if (shape_chooses(s) && workload_cut(w, s, e) != 0) return -1;
    if (shape_changes_size(s) || w->guessed) workload_scale_size(w, s);
    if (s->scale_run != CLI_ONE && workload_scale_run(w, s, e) != 0) return -1;
    if (s->load) return workload_scale_load(w, s, e);
    return 0;
}

/* ---- advance reservations ---------------------------------------------------------- */

/* The random numbers of one job. They follow from the seed and its number (one without:
 * its place in the log) alone, so that no job's depend on which others there are. */
static struct random workload_random(uint64_t seed, const struct job *job)
{
    struct random r;
    r.state = seed;
    r.state = random_bits(&r) + (uint64_t)job->number;
    if (job->number < 0) r.state += (uint64_t)(job->order + UINT64_C(1)) << 32;
    r.state = random_bits(&r);
    return r;
}

void workload_reserve(struct workload *w, uint64_t seed, int64_t share, int64_t window)
{
    size_t i;
    for (i = 0; i < w->count; i++) {
        struct job *job = &w->jobs[i];
        struct random r = workload_random(seed, job);
        if ((int64_t)(random_unit(&r) * 1e9) >= share) continue;
        job->ready = job->submit + (int64_t)(random_unit(&r) * ((double)window + 1));
        job->reserved = 1;
        w->reservations++;
    }
}
