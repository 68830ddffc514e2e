/* logshape.c - the changes are made in the order of shape.h, each with its note. Jobs
 * stay in order of submission throughout, so the first job is the first submitted. */
#include "logtool/logshape.h"

#include "swf.h"

#include "base/job.h"
#include "base/map.h"
#include "base/wide.h"
#include "kit/option.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>

/* Moves a job (or a part of one) in time, to a whole second. */
static void move_job(struct log_job *j, int64_t at)
{
    j->at = at;
    if (j->job.submit >= 0) swf_set(&j->job, SWF_FIELD_SUBMIT, at);
}

static void must(int result, const struct error *e)
{
    if (result != 0) fail("%s", e->text);
}

void logshape_note(struct log *log, const char *format, ...)
{
    struct error text, e;
    va_list args;
    va_start(args, format);
    error_set(&text, format, args);
    va_end(args);
    must(log_add_note(log, &e, "%s", text.text), &e);
}

void logshape_sort(struct log *log, const char *by)
{
    uint64_t removed, moved;
    size_t i;
    for (i = 0; i < log->count; i++)
        if (log->jobs[i].at > JOB_TIME_MAX) log->jobs[i].at = -1;
    removed = log_remove_jobs(log);
    moved = log_sort(log);
    if (removed)
        logshape_note(log, "%s: jobs without a submit time left out: %" PRIu64, by,
                      removed);
    if (moved)
        logshape_note(log, "%s: put in order of submission; out of it: %" PRIu64, by,
                      moved);
}

/* ---- merge ------------------------------------------------------------------------- */

static const swf_field raised_fields[] = {SWF_FIELD_NUMBER, SWF_FIELD_USER,
                                          SWF_FIELD_GROUP, SWF_FIELD_EXECUTABLE};

enum { RAISED_FIELDS = sizeof raised_fields / sizeof raised_fields[0] };

/* The number of another log's job (or user, ...), raised by `largest`; an unknown one
 * stays unknown. -1 if the sum would not fit in 64 bits. */
static int64_t raise_number(int64_t number, int64_t largest)
{
    if (number < 0 || largest < 0) return number;
    return number <= INT64_MAX - largest ? number + largest : -1;
}

static void find_largest(const struct log *log, int64_t largest[RAISED_FIELDS])
{
    size_t i;
    int k;
    for (k = 0; k < RAISED_FIELDS; k++) {
        largest[k] = 0;
        for (i = 0; i < log->count; i++) {
            const int64_t id = swf_get(&log->jobs[i].job, raised_fields[k]);
            if (id > largest[k]) largest[k] = id;
        }
    }
}

/* 0, or -1 if the number would be beyond 64 bits. */
static int raise_field(swf_job *job, swf_field field, int64_t largest)
{
    const int64_t id = swf_get(job, field);
    const int64_t raised = raise_number(id, largest);
    if (id >= 0 && raised < 0) return -1;
    if (raised != id) swf_set(job, field, raised);
    return 0;
}

/* Raises the numbers of a job, and that of its preceding job. */
static int raise_fields(swf_job *job, const int64_t largest[RAISED_FIELDS])
{
    int k, failed = 0;
    if (job->preceding > 0 && raise_field(job, SWF_FIELD_PRECEDING, largest[0]) != 0)
        failed = -1;
    for (k = 0; k < RAISED_FIELDS; k++)
        if (raise_field(job, raised_fields[k], largest[k]) != 0) failed = -1;
    return failed;
}

/* Adds a job of another log, whose extra text moves with it. */
static void take_job(struct log *log, struct log_job *from)
{
    const swf_span extra = from->job.extra;
    struct log_job *to;
    from->job.extra.size = 0; /* so that it is not copied */
    if (log_add_job(log, &from->job) != 0) fail("%s: out of memory", log->path);
    to = &log->jobs[log->count - 1];
    to->job.extra = extra;
    to->at = from->at;
    from->job.extra.data = NULL;
}

/* Moves the jobs of `other` to the end of the log. */
static void append_jobs(struct log *log, struct log *other)
{
    int64_t largest[RAISED_FIELDS], shift = 0;
    size_t i;
    if (log->count && other->count) shift = log->jobs[0].at - other->jobs[0].at;
    find_largest(log, largest);
    for (i = 0; i < other->count; i++) {
        struct log_job *from = &other->jobs[i];
        if (raise_fields(&from->job, largest) != 0)
            fail("%s: job %" PRId64 ": numbers would be beyond 64 bits", other->path,
                 from->job.number);
        move_job(from, from->at + shift);
        take_job(log, from);
    }
}

static void add_bad_lines(struct log *log, const struct log *other)
{
    if (other->bad_lines && !log->bad_lines)
        snprintf(log->first_bad_line, sizeof log->first_bad_line, "%.100s: %.150s",
                 other->path, other->first_bad_line);
    log->bad_lines += other->bad_lines;
    log_add_surplus(&log->surplus, &other->surplus, other->path);
}

/* The header lines of the other log become notes. */
static void merge(struct log *log, const char *path, const struct logshape *s)
{
    struct log other = {.path = NULL};
    struct error e;
    uint64_t jobs;
    size_t i;
    must(log_load(&other, path, s->policy, s->refuse, &e), &e);
    jobs = other.count;
    logshape_sort(&other, s->by);
    append_jobs(log, &other);
    log_sort(log);
    add_bad_lines(log, &other);
    logshape_note(log, "%s: jobs of %.200s: %" PRIu64, s->by, other.name, jobs);
    for (i = 0; i < other.line_count; i++)
        if (other.lines[i].key)
            logshape_note(log, "of %.150s: %.40s: %.300s", other.name, other.lines[i].key,
                          other.lines[i].text);
    log_free(&other);
}

/* ---- skip, cut, jobs --------------------------------------------------------------- */

/* Marks what is to be removed (at = -1); a part stays if its job does. */
static void mark_jobs(struct log *log, const struct shape *shape)
{
    int64_t first = log->count ? log->jobs[0].at : 0, seen = 0, kept = 0;
    struct map staying = {NULL, 0, 0};
    size_t i;
    for (i = 0; i < log->count; i++) {
        struct log_job *j = &log->jobs[i];
        if (log_is_part(&j->job)) {
            if (!map_get(&staying, j->job.number)) j->at = -1;
            continue;
        }
        if (seen == shape->skip && seen) first = j->at;
        if (seen++ >= shape->skip && shape_within(shape, first, j->at) &&
            (shape->jobs == 0 || kept < shape->jobs)) {
            kept++;
            if (map_add(&staying, j->job.number) < 0)
                fail("%s: out of memory", log->path);
        } else {
            j->at = -1;
        }
    }
    map_free(&staying);
}

static void cut(struct log *log, const struct logshape *s)
{
    const struct shape *shape = &s->shape;
    const uint64_t all = log->count;
    char to[32] = "the end", jobs[48] = "", skipped[48] = "";
    mark_jobs(log, shape);
    log_remove_jobs(log);
    if (shape->cut[1] != SHAPE_OPEN)
        snprintf(to, sizeof to, "%" PRId64 " s", shape->cut[1]);
    if (shape->jobs)
        snprintf(jobs, sizeof jobs, ", the first %" PRId64 " of them", shape->jobs);
    if (shape->skip)
        snprintf(skipped, sizeof skipped, "without the first %" PRId64 " jobs, ",
                 shape->skip);
    logshape_note(log,
                  "%s: %ssubmitted %" PRId64 " s to %s after the first%s: %zu of %" PRIu64
                  " lines",
                  s->by, skipped, shape->cut[0], to, jobs, log->count, all);
}

/* ---- scale ------------------------------------------------------------------------- */

static void scale_size(struct log *log, const struct logshape *s)
{
    static const swf_field sizes[] = {SWF_FIELD_PROCS, SWF_FIELD_REQ_PROCS};
    const struct shape *shape = &s->shape;
    size_t i, k;
    for (i = 0; i < log->count; i++)
        for (k = 0; k < 2; k++) {
            const int64_t size = swf_get(&log->jobs[i].job, sizes[k]);
            if (size > 0) swf_set(&log->jobs[i].job, sizes[k], shape_size(shape, size));
        }
    if (shape->scale_size != OPTION_ONE)
        logshape_note(log, "%s: sizes multiplied by %.10g", s->by,
                      (double)shape->scale_size / OPTION_ONE);
    if (shape->max_cpus)
        logshape_note(log, "%s: larger sizes cut to %" PRId64, s->by, shape->max_cpus);
}

static void scale_run(struct log *log, const struct logshape *s)
{
    static const swf_field times[] = {SWF_FIELD_RUN, SWF_FIELD_CPU, SWF_FIELD_REQ_TIME};
    const int64_t factor = s->shape.scale_run;
    size_t i, k;
    for (i = 0; i < log->count; i++)
        for (k = 0; k < 3; k++) {
            const int64_t time = swf_get(&log->jobs[i].job, times[k]);
            if (time > 0) swf_set(&log->jobs[i].job, times[k], shape_scale(time, factor));
        }
    logshape_note(log, "%s: run times multiplied by %.10g", s->by,
                  (double)factor / OPTION_ONE);
}

/* ---- load -------------------------------------------------------------------------- */

static int64_t largest_size(const struct log *log, int allocated)
{
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
        const int64_t size = log_job_size(&log->jobs[i].job, allocated);
        if (size > largest) largest = size;
    }
    return largest;
}

static int64_t machine_size(const struct log *log, const struct logshape *s)
{
    int64_t servers = s->servers;
    if (servers <= 0) servers = log_header_value(log, SWF_DIR_MAX_PROCS);
    if (servers <= 0) servers = log_header_value(log, SWF_DIR_MAX_NODES);
    return servers > 0 ? servers : largest_size(log, s->allocated);
}

static void scale_load(struct log *log, const struct logshape *s)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    const int64_t span = log->count ? log->jobs[log->count - 1].at - first : 0;
    const int64_t servers = machine_size(log, s);
    struct wide work = {0, 0};
    struct error e;
    int64_t to;
    size_t i;
    for (i = 0; i < log->count; i++) {
        const swf_job *job = &log->jobs[i].job;
        if (!log_is_part(job))
            shape_add_work(&work, job->run, log_job_size(job, s->allocated));
    }
    to = shape_span(&s->shape, work, servers, span, &e);
    must(to < 0, &e);
    for (i = 0; i < log->count; i++) {
        struct log_job *j = &log->jobs[i];
        move_job(j, shape_submit(first, j->at, span, to));
    }
    logshape_note(log,
                  "%s: submissions over %" PRId64 " s, not %" PRId64
                  ": load %.10g on %" PRId64 " processors",
                  s->by, to, span, (double)s->shape.load / OPTION_ONE, servers);
}

/* ---- numbers and times of its own -------------------------------------------------- */

/* The dates of the header move by `seconds`, too; without UnixStartTime they are
 * unknown. */
static void move_start(struct log *log, int64_t seconds)
{
    const int64_t start = log_header_value(log, SWF_DIR_UNIX_START_TIME);
    const int known = start > 0 && start <= JOB_TIME_MAX;
    struct error e;
    char date[DATE_TEXT];
    date_text(known ? start + seconds : 0, date);
    must(known ? log_set_header_number(log, SWF_DIR_UNIX_START_TIME, start + seconds, &e)
               : log_set_header(log, SWF_DIR_UNIX_START_TIME, NULL, &e),
         &e);
    must(log_set_header(log, SWF_DIR_START_TIME, known ? date : NULL, &e), &e);
}

/* Moves the first submission to 0. */
static void rebase(struct log *log, const char *by)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    size_t i;
    if (first == 0) return;
    for (i = 0; i < log->count; i++) move_job(&log->jobs[i], log->jobs[i].at - first);
    move_start(log, first);
    logshape_note(log, "%s: submit times reduced by %" PRId64 " s", by, first);
}

/* Gives the job its new number. `numbers` has the new numbers of those before it, by the
 * old ones; `next` is the last one given. */
static void renumber_job(swf_job *job, struct map *numbers, int64_t *next)
{
    const int64_t preceding =
        job->preceding > 0 ? (int64_t)map_get(numbers, job->preceding) : 0;
    uint64_t *number = map_at(numbers, job->number);
    if (!number) fail("out of memory");
    if (*number == 0 || !log_is_part(job)) *number = (uint64_t)++ * next;
    swf_set(job, SWF_FIELD_NUMBER, (int64_t)*number);
    if (job->preceding <= 0) return;
    swf_set(job, SWF_FIELD_PRECEDING, preceding > 0 ? preceding : -1);
    if (preceding <= 0) swf_set(job, SWF_FIELD_THINK, -1);
}

void logshape_renumber(struct log *log, const char *by)
{
    struct map numbers = {NULL, 0, 0};
    int64_t next = 0;
    size_t i;
    for (i = 0; i < log->count; i++) renumber_job(&log->jobs[i].job, &numbers, &next);
    map_free(&numbers);
    logshape_note(log, "%s: jobs numbered anew", by);
}

/* ---- all of it --------------------------------------------------------------------- */

void logshape_finish(struct log *log, const struct logshape *s, int64_t ended)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    struct error e;
    if (s->rebase) rebase(log, s->by);
    if (s->renumber) logshape_renumber(log, s->by);
    if (s->rebase && ended >= first) ended -= first; /* the same moment */
    must(log_correct_header(log, ended, &e), &e);
}

void logshape_apply(struct log *log, const struct logshape *s)
{
    const struct shape *shape = &s->shape;
    const int64_t ended = log_last_end(log);
    size_t i;
    logshape_sort(log, s->by);
    for (i = 0; s->merge && s->merge[i]; i++) merge(log, s->merge[i], s);
    if (shape_removes_jobs(shape)) cut(log, s);
    if (shape_changes_size(shape)) scale_size(log, s);
    if (shape->scale_run != OPTION_ONE) scale_run(log, s);
    if (shape->load) scale_load(log, s);
    logshape_finish(log, s, ended);
}
