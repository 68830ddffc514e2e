/* workload.c - a log is read item by item (log.h); of each line only what a simulation
 * needs is kept. */
#include "workload/workload.h"

#include "base/array.h"
#include "base/compare.h"
#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "base/wide.h"
#include "base/word.h"
#include "kit/base.h"
#include "kit/option.h"
#include "workload/estimates.h"
#include "workload/lublin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const workload_reasons[WORKLOAD_LEFT_COUNT] = {
    [WORKLOAD_LEFT_PARTIAL_EXECUTION] = "a part of a job that has its own line",
    [WORKLOAD_LEFT_NO_SUBMIT_TIME] = "no submit time",
    [WORKLOAD_LEFT_NO_RUN_TIME] = "no run time, or zero",
    [WORKLOAD_LEFT_NO_SIZE] = "no number of processors",
    [WORKLOAD_LEFT_OUT_OF_RANGE] = "times beyond 10^12 seconds",
};

void workload_free(struct workload *w)
{
    free(w->jobs);
    free(w->left);
    free(w->reserved);
    free(w->resources);
    free(w->usage.changes);
    w->jobs = NULL;
    memset(&w->usage, 0, sizeof w->usage);
    w->reserved = w->resources = NULL;
    w->left = NULL;
    w->count = w->room = w->left_count = w->left_room = 0;
    w->reserved_size = w->reserved_room = w->reserved_lines = 0;
}

struct job *workload_add(struct workload *w)
{
    if (w->count == UINT32_MAX) fail("%s: more than 2^32 jobs", w->source);
    w->jobs = base_room(w->jobs, &w->room, w->count, sizeof *w->jobs);
    struct job *job = &w->jobs[w->count];
    memset(job, 0, sizeof *job);
    job_unsaid(job);
    job->order = (uint32_t)w->count++;
    return job;
}

/* ---- a log ------------------------------------------------------------------------- */

/* Why a job cannot be simulated; WORKLOAD_LEFT_COUNT if it can. */
static enum workload_left_out why_left_out(const swf_job *from,
                                           const struct workload_reading *how,
                                           const struct job *job)
{
    if (log_is_part(from)) return WORKLOAD_LEFT_PARTIAL_EXECUTION;
    if (from->submit < 0) return WORKLOAD_LEFT_NO_SUBMIT_TIME;
    if (job->run <= 0 && !(how->unfinished && from->run < 0 && from->status < 0))
        return WORKLOAD_LEFT_NO_RUN_TIME;
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

static void leave_out(struct workload *w, int64_t submit, enum workload_left_out why)
{
    const struct workload_left left = {submit, why};
    BASE_PUSH(w->left, w->left_count, w->left_room) = left;
    w->left_out[why]++;
}

/* The submission of the line that was read last; 0 if there is none. */
static int64_t last_submit(const struct workload *w)
{
    const int64_t job = w->count ? w->jobs[w->count - 1].submit : 0;
    const int64_t left = w->left_count ? w->left[w->left_count - 1].submit : 0;
    return left > job ? left : job;
}

/* What stands behind field 18: "priority = NUMBER", and "ready = SECONDS", so long after
 * its submission the job may run. It started no earlier. Does it need anything else? */
static int take_amounts(struct job *job, const swf_job *from)
{
    swf_span rest = swf_requirements(from);
    swf_requirement r;
    int64_t held = 0;
    int needs = 0;
    double amount;
    while (swf_next_requirement(&rest, &r) == SWF_OK) {
        const int is = demands_amount(&r, &amount);
        if (is == DEMANDS_READY) held = (int64_t)amount;
        if (is == DEMANDS_PRIORITY) job->priority = r.number.whole;
        needs |= is && is < DEMANDS_READY && amount > 0;
    }
    if (from->wait >= 0 && held > from->wait) held = from->wait;
    job->held = held > 0 && held <= JOB_TIME_MAX ? held : 0;
    return needs;
}

int workload_take(struct workload *w, const swf_job *from,
                  const struct workload_reading *how)
{
    const int64_t size = log_job_size(from, how->size == WORKLOAD_SIZE_ALLOCATED);
    struct job times;
    set_times(&times, from, how->overrun);
    if (how->planned && from->run < 0 && from->status < 0) times.run = times.estimate;
    usage_add(&w->usage, from);
    const enum workload_left_out why = why_left_out(from, how, &times);
    if (why != WORKLOAD_LEFT_COUNT) {
        leave_out(w, from->submit < 0 ? last_submit(w) : from->submit, why);
        return 0;
    }
    struct job *job = workload_add(w);
    job->number = from->number;
    job->user = from->user;
    job->group = from->group;
    job->queue = from->queue;
    job->partition = from->partition;
    job->memory = from->req_memory;
    if (from->extra.size > 0) job->needs = take_amounts(job, from) && !how->resources;
    if (from->procs > 0 && from->procs <= JOB_SERVERS_MAX && size <= JOB_SERVERS_MAX)
        job->held_more = (int32_t)(from->procs - size);
    job->submit = job->ready = from->submit + job->held;
    job->run = times.run;
    job->estimate = times.estimate < JOB_TIME_MAX ? times.estimate : JOB_TIME_MAX;
    job->length = how->runtime == WORKLOAD_RUNTIME_REQUESTED ? job->estimate : job->run;
    job->wait =
        from->wait <= JOB_TIME_MAX && from->wait >= 0 ? from->wait - job->held : -1;
    job->servers = (uint32_t)(size <= JOB_SERVERS_MAX ? size : JOB_SERVERS_MAX + 1);
    return 1;
}

/* Adds what the job just taken asks for. If that is bad, it is not a job. 1, or 0. */
static int take_demand(struct workload *w, const swf_job *job, uint64_t line,
                       const char *generated, const struct workload_reading *how)
{
    const size_t order = w->count - 1;
    struct error e;
    if (demands_add(how->demands, how->grid, order,
                    generated ? swf_text(generated) : swf_requirements(job), &e) == 0) {
        how->demands->of[order].generated = generated != NULL;
        return 1;
    }
    w->count--;
    if (w->bad.lines++ == 0)
        snprintf(w->bad.first, sizeof w->bad.first,
                 "line %" PRIu64 ", field 19 (requirements): %.200s", line, e.text);
    return 0;
}

static void take_job(struct workload *w, const swf_item *item,
                     const struct workload_reading *how, struct requirements *generator)
{
    const swf_job *job = &item->job;
    swf_job own;
    char text[REQUIREMENTS_TEXT], *copy = NULL;
    const int generated = how->generate && requirements_next(generator, job, text);
    if (job->extra.size > 0) {
        own = *job;
        copy = resources_commas(&own);
        job = &own;
    }
    const int taken =
        workload_take(w, job, how) &&
        (!how->demands || take_demand(w, job, item->line, generated ? text : NULL, how));
    if (taken && how->resources && job->extra.size > 0)
        resources_take(how->resources, w->count - 1, job, item->line);
    free(copy);
    const struct feedback_link link = {job->preceding, job->think};
    if (!how->links || link.preceding <= 0 || link.think < 0 || link.think > JOB_TIME_MAX)
        return;
    if (taken)
        feedback_add(how->links, w->jobs[w->count - 1].order, link);
    else
        feedback_leave_out(how->links, job->number, link);
}

static void take_reservation(struct workload *w, swf_span text, size_t line)
{
    const size_t skipped = line - 1 - w->reserved_lines;
    if (ARRAY_ROOM(w->reserved, w->reserved_size, w->reserved_room,
                   skipped + text.size) != 0)
        fail("out of memory");
    memset(w->reserved + w->reserved_size, '\n', skipped);
    memcpy(w->reserved + w->reserved_size + skipped, text.data, text.size);
    w->reserved_size += skipped + text.size;
    w->reserved_lines += skipped;
}

/* Keeps reservations; the header lines that are true of any schedule of the log, as far
 * as there is room; and what they say of the machine. */
static void take_header(struct workload *w, struct log_reader *in, const swf_header *h,
                        size_t line)
{
    static const uint32_t kept[] = {SWF_DIR_COMPUTER,    SWF_DIR_INSTALLATION,
                                    SWF_DIR_ACKNOWLEDGE, SWF_DIR_INFORMATION,
                                    SWF_DIR_CONVERSION,  SWF_DIR_UNIX_START_TIME,
                                    SWF_DIR_TIME_ZONE,   SWF_DIR_TIME_ZONE_STRING};
    const size_t used = strlen(w->header), room = sizeof w->header - used;
    const struct word key = {h->key.data, h->key.size},
                      text = word_trim((struct word){h->text.data, h->text.size});
    size_t i, n = 0;
    for (i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (h->directive == kept[i])
            n = swf_write_header(w->header + used, room, h, SWF_FORMAT_SWF);
    if (word_is_any_case(key, "Now")) w->usage.now = w->now = usage_now(h);
    if (word_is_any_case(key, "Reservation")) take_reservation(w, h->text, line);
    if (word_is_any_case(key, "Resources")) {
        resources_join(&w->resources, text);
        w->resources_line = line;
    }
    if (n == 0 || n + 1 >= room) w->header[used] = 0;
    if (h->has_value && h->directive == SWF_DIR_UNIX_START_TIME)
        w->start = h->value.whole;
    if (w->start > 0 && w->now >= w->start) /* seconds since 1970 */
        w->usage.now = w->now -= w->start;
    if (!h->has_value) return;
    int64_t *const size = h->directive == SWF_DIR_MAX_PROCS   ? &w->machine.procs
                          : h->directive == SWF_DIR_MAX_NODES ? &w->machine.nodes
                                                              : NULL;
    if (size && *size && *size != h->value.whole && log_may_warn(in))
        fail_warn("warning: %s: line %" PRIu64 ": %.*s: %" PRId64 " replaces %" PRId64,
                  w->source, (uint64_t)line, WORD(key), h->value.whole, *size);
    if (size) *size = h->value.whole;
}

/* Fails if there are no jobs, and says why. */
static void check_jobs(const struct workload *w)
{
    uint64_t left_out = 0;
    int i, most = 0;
    if (w->count) return;
    for (i = 0; i < WORKLOAD_LEFT_COUNT; i++) {
        left_out += w->left_out[i];
        if (w->left_out[i] > w->left_out[most]) most = i;
    }
    if (left_out)
        fail("%s: no job can be simulated; most (%" PRIu64 " of %" PRIu64 "): %s",
             w->source, w->left_out[most], left_out, workload_reasons[most]);
    if (w->bad.lines) fail("%s: not a job log: %s", w->source, w->bad.first);
    fail("%s: contains no jobs", w->source);
}

static void set_machine(struct workload *w, uint32_t given)
{
    struct usage_machine *m = &w->machine;
    for (size_t i = 0; i < w->count; i++)
        if (w->jobs[i].servers > m->largest) m->largest = w->jobs[i].servers;
    m->most = usage_most(&w->usage, &m->nearly);
    const int64_t servers = usage_size(m, given);
    if (servers > JOB_SERVERS_MAX)
        fail("%s: a machine of %" PRId64 " servers is too large (most: %" PRId64 ")",
             w->source, servers, JOB_SERVERS_MAX);
    w->servers = (uint32_t)servers;
}

static void count_marked(struct workload *w)
{
    w->held = w->needs = w->held_more = 0;
    for (size_t i = 0; i < w->count; i++) {
        w->held += w->jobs[i].held > 0;
        w->needs += w->jobs[i].needs;
        w->held_more += w->jobs[i].held_more > 0;
    }
}

int workload_compare_submit(const void *a, const void *b)
{
    const struct job *x = a, *y = b;
    if (x->submit != y->submit) return COMPARE(x->submit, y->submit);
    return COMPARE(x->order, y->order);
}

void workload_finish(struct workload *w, uint32_t servers)
{
    check_jobs(w);
    count_marked(w);
    for (size_t i = 1; i < w->count; i++)
        w->unsorted += w->jobs[i].submit - w->jobs[i].held <
                       w->jobs[i - 1].submit - w->jobs[i - 1].held;
    if (w->unsorted || w->held)
        qsort(w->jobs, w->count, sizeof *w->jobs, workload_compare_submit);
    w->first = w->jobs[0].submit;
    for (size_t i = 0; i < w->left_count; i++)
        if (w->left[i].submit < w->first) w->first = w->left[i].submit;
    set_machine(w, servers);
}

void workload_load(struct workload *w, const char *path, uint32_t servers,
                   const struct workload_reading *how)
{
    struct requirements generator;
    struct log_reader in;
    swf_item item;
    if (how->generate) requirements_begin(&generator, how->grid, how->generate);
    log_open(&in, path, SWF_LENIENT, LOG_LOOK);
    snprintf(w->source, sizeof w->source, "%s", in.path);
    w->now = -1;
    while (log_next(&in, &item)) {
        if (item.kind == SWF_HEADER) take_header(w, &in, &item.header, (size_t)item.line);
        if (item.kind == SWF_JOB) take_job(w, &item, how, &generator);
        if (item.kind == SWF_SKIPPED && w->bad.lines++ == 0)
            memcpy(w->bad.first, in.bad.first, sizeof w->bad.first);
    }
    w->surplus = in.surplus;
    workload_finish(w, servers);
}

/* ---- the built-in workload --------------------------------------------------------- */

void workload_lublin(struct workload *w, uint64_t seed, uint32_t servers, size_t jobs)
{
    struct lublin model;
    lublin_init(&model, seed, servers);
    w->servers = servers;
    snprintf(w->source, sizeof w->source,
             "the built-in workload (Lublin-Feitelson model), seed %" PRIu64, seed);
    while (w->count < jobs) {
        const struct lublin_job made = lublin_next(&model, servers);
        struct job *job = workload_add(w);
        job->number = (int64_t)w->count;
        job->submit = job->ready = made.submit;
        job->length = job->run = job->estimate = made.run;
        job->servers = made.servers;
    }
    w->first = w->count ? w->jobs[0].submit : 0;
}

void workload_require(struct workload *w, const struct workload_reading *how)
{
    struct requirements generator;
    struct error e;
    requirements_begin(&generator, how->grid, how->generate);
    for (size_t i = 0; i < w->count; i++) {
        const struct job *from = &w->jobs[i];
        char text[REQUIREMENTS_TEXT] = "";
        swf_job job;
        swf_job_clear(&job);
        job.run = from->run;
        job.req_time = from->estimate;
        job.procs = job.req_procs = from->servers;
        requirements_next(&generator, &job, text);
        if (demands_add(how->demands, how->grid, from->order, swf_text(text), &e) != 0)
            fail("%s", e.text);
    }
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

/* Removes the first so many, those outside the cut, and all but the first so many of
 * what the cut leaves. */
static void cut(struct workload *w, const struct shape *s)
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
    count_marked(w);
    cut_left_out(w, s, first);
    if (!kept) fail("%s: %s leaves no job", w->source, none ? "--skip" : "--cut");
}

static void scale_size(struct workload *w, const struct shape *s)
{
    for (size_t i = 0; i < w->count; i++) {
        const int64_t size = shape_size(s, w->jobs[i].servers),
                      too_large = JOB_SERVERS_MAX + 1;
        w->sizes_cut += shape_scale(w->jobs[i].servers, s->scale_size) > size;
        w->jobs[i].servers = (uint32_t)(size < too_large ? size : too_large);
    }
    if (w->machine.guess) {
        const int64_t servers = shape_scale(w->servers, s->scale_size);
        w->servers = servers < JOB_SERVERS_MAX ? (uint32_t)servers : JOB_SERVERS_MAX;
    }
}

static void scale_run(struct workload *w, const struct shape *s)
{
    for (size_t i = 0; i < w->count; i++) {
        struct job *job = &w->jobs[i];
        const int64_t estimate = shape_scale(job->estimate, s->scale_run);
        job->run = shape_scale(job->run, s->scale_run);
        job->length = shape_scale(job->length, s->scale_run);
        job->estimate = estimate < JOB_TIME_MAX ? estimate : JOB_TIME_MAX;
        if (job->length > JOB_TIME_MAX)
            fail("--scale-run: run times would be beyond 10^12 seconds");
    }
}

static void scale_load(struct workload *w, const struct shape *s)
{
    const int64_t first = w->jobs[0].submit;
    const int64_t span = w->jobs[w->count - 1].submit - first;
    struct wide work = {0, 0};
    for (size_t i = 0; i < w->count; i++)
        shape_add_work(&work, w->jobs[i].run, w->jobs[i].servers);
    const int64_t to = shape_span(s, work, w->servers, span, w->source);
    for (size_t i = 0; i < w->count; i++) {
        struct job *job = &w->jobs[i];
        const int64_t after = job->ready - job->submit;
        job->submit = shape_submit(first, job->submit, span, to);
        job->ready = job->submit + after;
    }
}

void workload_shape(struct workload *w, const struct shape *s)
{
    if (w->count == 0) return;
    if (shape_removes_jobs(s)) cut(w, s);
    if (shape_changes_size(s)) scale_size(w, s);
    if (s->scale_run != OPTION_ONE) scale_run(w, s);
    if (s->load) scale_load(w, s);
}

void workload_estimate(struct workload *w, int64_t maximum, uint64_t seed)
{
    int64_t *runs = base_zeroed(2 * w->count, sizeof *runs);
    int64_t *estimates = runs + w->count;
    for (size_t i = 0; i < w->count; i++) runs[i] = w->jobs[i].run;
    estimates_tsafrir(runs, w->count, maximum, seed, estimates);
    for (size_t i = 0; i < w->count; i++)
        w->jobs[i].estimate = w->jobs[i].length = estimates[i];
    free(runs);
}

/* ---- advance reservations ---------------------------------------------------------- */

/* The random numbers of one job. They follow from the seed and the job's number alone
 * (where it has none: from its place in the log), so that they do not depend on other
 * jobs. */
static struct random random_of_job(uint64_t seed, const struct job *job)
{
    const uint64_t place = job->number < 0 ? (job->order + UINT64_C(1)) << 32 : 0;
    return random_stream(seed, (uint64_t)job->number + place);
}

void workload_reserve(struct workload *w, uint64_t seed, int64_t share, int64_t window,
                      enum job_reserved how)
{
    for (size_t i = 0; i < w->count && share > 0; i++) {
        struct job *job = &w->jobs[i];
        struct random r = random_of_job(seed, job);
        if ((int64_t)(random_unit(&r) * 1e9) >= share) continue;
        job->ready = job->submit + (int64_t)(random_unit(&r) * ((double)window + 1));
        job->reserved = how;
        w->reservations++;
    }
}

/* ---- what to say of it: only changes that were made have a line -------------------- */

void workload_report_print_large(FILE *to, const struct workload *w)
{
    size_t i, large = 0, largest = 0;
    char jobs[TEXT_NUMBER], servers[TEXT_NUMBER];
    for (i = 0; i < w->count; i++) {
        const struct job *job = &w->jobs[i];
        if (job->servers <= w->servers || job->reserved == JOB_GIVEN) continue;
        large++;
        if (w->jobs[i].servers > w->jobs[largest].servers) largest = i;
    }
    if (large)
        fprintf(to,
                "jobs rejected, needing more than %s servers: %s; the"
                " largest, job %" PRId64 ", needs %" PRIu32 "%s\n",
                text_count(w->servers, servers), text_count(large, jobs),
                w->jobs[largest].number, w->jobs[largest].servers,
                w->jobs[largest].servers > JOB_SERVERS_MAX ? " or more" : "");
}

static void print_count(FILE *to, const char *what, uint64_t n)
{
    char count[TEXT_NUMBER];
    if (n) fprintf(to, "%s: %s\n", what, text_count(n, count));
}

void workload_report_print_left_out(FILE *to, const struct workload *w)
{
    print_count(to, "jobs that were ready after their submission (waits are from then)",
                w->held);
    for (int i = 0; i < WORKLOAD_LEFT_COUNT; i++)
        print_count(to, base_text("jobs left out (%s)", workload_reasons[i]),
                    w->left_out[i]);
    print_count(to, "jobs that need GPUs, memory or nodes, not counted here", w->needs);
    if (w->held_more > w->count / 10) /* whole nodes, or threads of a core */
        print_count(to,
                    "jobs that held more servers than they requested, which count"
                    " (coalloc_sim --size allocated: what they held)",
                    w->held_more);
    print_count(to, "bad lines skipped", w->bad.lines);
    print_count(to, "jobs out of order (sorted by submit time)", w->unsorted);
}

const char *workload_report_guess(const char *guess)
{
    return guess ? base_text(" (a guess: %s; no MaxProcs)", guess) : "";
}

void workload_report_warn(const struct workload *w)
{
    char most[TEXT_NUMBER], servers[TEXT_NUMBER];
    log_warn(w->source, &w->bad, &w->surplus);
    if (!w->machine.guess && w->machine.most > w->servers)
        fail_warn("warning: %s: the log used up to %s servers at the same time, more than"
                  " the %s there are",
                  w->source, text_count((uint64_t)w->machine.most, most),
                  text_count(w->servers, servers));
}

void workload_report_print_shape(FILE *to, const struct workload *w,
                                 const struct shape *shape, int64_t jobs)
{
    static const struct option time = {.kind = OPTION_TIME};
    char text[OPTION_WIDE];
    if (shape->skip)
        fprintf(to, "cut: without the first %s job%s\n",
                text_count((uint64_t)shape->skip, text), text_s((uint64_t)shape->skip));
    if (shape_is_cut(shape)) {
        fprintf(to, "cut: submitted from %s on", option_text(&time, shape->cut[0], text));
        if (shape->cut[1] != SHAPE_OPEN)
            fprintf(to, ", before %s", option_text(&time, shape->cut[1], text));
        fputc('\n', to);
    }
    if (jobs)
        fprintf(to, "cut: the first %s job%s\n", text_count((uint64_t)jobs, text),
                text_s((uint64_t)jobs));
    if (shape->scale_size != OPTION_ONE)
        fprintf(to, "sizes: times %.9g\n", (double)shape->scale_size / OPTION_ONE);
    if (shape->max_cpus)
        fprintf(to, "sizes: at most %s", text_count((uint64_t)shape->max_cpus, text));
    if (w->sizes_cut)
        fprintf(to, ", to which %s job%s cut", text_count(w->sizes_cut, text),
                w->sizes_cut == 1 ? " was" : "s were");
    if (shape->max_cpus) fputc('\n', to);
    if (shape->scale_run != OPTION_ONE)
        fprintf(to, "run times: times %.9g\n", (double)shape->scale_run / OPTION_ONE);
    if (shape->load) fprintf(to, "load: set to %.9g\n", (double)shape->load / OPTION_ONE);
}
