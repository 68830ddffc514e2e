/* logshape.c - the changes are made in the order of shape.h, each with its note. Jobs
 * stay in order of submission throughout, so the first job is the first submitted. */
#include "logtool/logshape.h"

#include "swf.h"

#include "base/job.h"
#include "base/map.h"
#include "base/wide.h"
#include "program/cli.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>

/* Moves a job (or a part of one) in time, to a whole second. */
static void move_job(struct log_job *j, int64_t at)
{
    j->at = at;
    if (j->job.submit >= 0) swf_set(&j->job, SWF_FIELD_SUBMIT, at);
}

int logshape_sort(struct log *log, const char *by, struct error *e)
{
    uint64_t removed, moved;
    size_t i;
    for (i = 0; i < log->count; i++)
        if (log->jobs[i].at > JOB_TIME_MAX) log->jobs[i].at = -1;
    removed = log_remove_jobs(log);
    moved = log_sort(log);
    if (removed && log_add_note(log, e,
                                "%s: jobs without a submit time left out:"
                                " %" PRIu64,
                                by, removed) != 0)
        return -1;
    if (!moved) return 0;
    return log_add_note(log, e, "%s: put in order of submission; out of it: %" PRIu64, by,
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
static int take_job(struct log *log, struct log_job *from, struct error *e)
{
    const swf_span extra = from->job.extra;
    struct log_job *to;
    int failed;
    from->job.extra.size = 0; /* so that it is not copied */
    failed = log_add_job(log, &from->job) != 0;
    from->job.extra = extra;
    if (failed) return log_no_memory(log, e);
    to = &log->jobs[log->count - 1];
    to->job.extra = extra;
    to->at = from->at;
    from->job.extra.data = NULL;
    return 0;
}

/* Moves the jobs of `other` to the end of the log. */
static int append_jobs(struct log *log, struct log *other, struct error *e)
{
    int64_t largest[RAISED_FIELDS], shift = 0;
    size_t i;
    if (log->count && other->count) shift = log->jobs[0].at - other->jobs[0].at;
    find_largest(log, largest);
    for (i = 0; i < other->count; i++) {
        struct log_job *from = &other->jobs[i];
        if (raise_fields(&from->job, largest) != 0)
            return error_fail(e, "%s: job %" PRId64 ": numbers would be beyond 64 bits",
                              other->path, from->job.number);
        move_job(from, from->at + shift);
        if (take_job(log, from, e) != 0) return -1;
    }
    return 0;
}

/* The header lines of another log become notes. */
static int quote_header(struct log *log, const struct log *other, struct error *e)
{
    size_t i;
    for (i = 0; i < other->line_count; i++) {
        const struct log_line *line = &other->lines[i];
        if (line->key && log_add_note(log, e, "of %.150s: %.40s: %.300s", other->name,
                                      line->key, line->text) != 0)
            return -1;
    }
    return 0;
}

static void add_bad_lines(struct log *log, const struct log *other)
{
    if (other->bad_lines && !log->bad_lines)
        snprintf(log->first_bad_line, sizeof log->first_bad_line, "%.100s: %.150s",
                 other->path, other->first_bad_line);
    log->bad_lines += other->bad_lines;
    log_add_surplus(&log->surplus, &other->surplus, other->path);
}

static int merge_log(struct log *log, struct log *other, const char *by, struct error *e)
{
    const uint64_t jobs = other->count;
    if (logshape_sort(other, by, e) != 0 || append_jobs(log, other, e) != 0) return -1;
    log_sort(log);
    add_bad_lines(log, other);
    if (log_add_note(log, e, "%s: jobs of %.200s: %" PRIu64, by, other->name, jobs) != 0)
        return -1;
    return quote_header(log, other, e);
}

static int merge(struct log *log, const char *path, const struct logshape *s,
                 struct error *e)
{
    struct log other = {.path = NULL};
    const int failed = log_load(&other, path, s->policy, s->refuse, e) != 0 ||
                       merge_log(log, &other, s->by, e) != 0;
    log_free(&other);
    return failed ? -1 : 0;
}

/* ---- skip, cut, jobs --------------------------------------------------------------- */

/* Marks what is to be removed (at = -1); a part stays if its job does. 0, or -1 when
 * memory is out. */
static int mark_jobs(struct log *log, const struct shape *shape)
{
    int64_t first = log->count ? log->jobs[0].at : 0, seen = 0, kept = 0;
    struct map staying = {NULL, 0, 0};
    int failed = 0;
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
            if (map_add(&staying, j->job.number) < 0) failed = -1;
        } else {
            j->at = -1;
        }
    }
    map_free(&staying);
    return failed;
}

static int cut(struct log *log, const struct logshape *s, struct error *e)
{
    const struct shape *shape = &s->shape;
    const uint64_t all = log->count;
    char to[32] = "the end", jobs[48] = "", skipped[48] = "";
    if (mark_jobs(log, shape) != 0) return log_no_memory(log, e);
    log_remove_jobs(log);
    if (shape->cut[1] != CLI_OPEN)
        snprintf(to, sizeof to, "%" PRId64 " s", shape->cut[1]);
    if (shape->jobs)
        snprintf(jobs, sizeof jobs, ", the first %" PRId64 " of them", shape->jobs);
    if (shape->skip)
        snprintf(skipped, sizeof skipped, "without the first %" PRId64 " jobs, ",
                 shape->skip);
    return log_add_note(log, e,
                        "%s: %ssubmitted %" PRId64
                        " s to %s after the first%s: %zu of %" PRIu64 " lines",
                        s->by, skipped, shape->cut[0], to, jobs, log->count, all);
}

/* ---- scale ------------------------------------------------------------------------- */

static int scale_size(struct log *log, const struct logshape *s, struct error *e)
{
    static const swf_field sizes[] = {SWF_FIELD_PROCS, SWF_FIELD_REQ_PROCS};
    const struct shape *shape = &s->shape;
    size_t i, k;
    for (i = 0; i < log->count; i++)
        for (k = 0; k < 2; k++) {
            const int64_t size = swf_get(&log->jobs[i].job, sizes[k]);
            if (size > 0) swf_set(&log->jobs[i].job, sizes[k], shape_size(shape, size));
        }
    if (shape->scale_size != CLI_ONE &&
        log_add_note(log, e, "%s: sizes multiplied by %.10g", s->by,
                     (double)shape->scale_size / CLI_ONE) != 0)
        return -1;
    if (!shape->max_cpus) return 0;
    return log_add_note(log, e, "%s: larger sizes cut to %" PRId64, s->by,
                        shape->max_cpus);
}

static int scale_run(struct log *log, const struct logshape *s, struct error *e)
{
    static const swf_field times[] = {SWF_FIELD_RUN, SWF_FIELD_CPU, SWF_FIELD_REQ_TIME};
    const int64_t factor = s->shape.scale_run;
    size_t i, k;
    for (i = 0; i < log->count; i++)
        for (k = 0; k < 3; k++) {
            const int64_t time = swf_get(&log->jobs[i].job, times[k]);
            if (time > 0) swf_set(&log->jobs[i].job, times[k], shape_scale(time, factor));
        }
    return log_add_note(log, e, "%s: run times multiplied by %.10g", s->by,
                        (double)factor / CLI_ONE);
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

static int scale_load(struct log *log, const struct logshape *s, struct error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    const int64_t span = log->count ? log->jobs[log->count - 1].at - first : 0;
    const int64_t servers = machine_size(log, s);
    struct wide work = {0, 0};
    int64_t to;
    size_t i;
    for (i = 0; i < log->count; i++) {
        const swf_job *job = &log->jobs[i].job;
        if (!log_is_part(job))
            shape_add_work(&work, job->run, log_job_size(job, s->allocated));
    }
    to = shape_span(&s->shape, work, servers, span, e);
    if (to < 0) return -1;
    for (i = 0; i < log->count; i++) {
        struct log_job *j = &log->jobs[i];
        move_job(j, shape_submit(first, j->at, span, to));
    }
    return log_add_note(log, e,
                        "%s: submissions over %" PRId64 " s, not %" PRId64
                        ": load %.10g on %" PRId64 " processors",
                        s->by, to, span, (double)s->shape.load / CLI_ONE, servers);
}

/* ---- numbers and times of its own -------------------------------------------------- */

/* The dates of the header move by `seconds`, too; without UnixStartTime they are
 * unknown. */
static int move_start(struct log *log, int64_t seconds, struct error *e)
{
    const int64_t start = log_header_value(log, SWF_DIR_UNIX_START_TIME);
    char date[DATE_TEXT];
    if (start <= 0 || start > JOB_TIME_MAX)
        return log_set_header(log, SWF_DIR_UNIX_START_TIME, NULL, e) != 0
                   ? -1
                   : log_set_header(log, SWF_DIR_START_TIME, NULL, e);
    date_text(start + seconds, date);
    if (log_set_header_number(log, SWF_DIR_UNIX_START_TIME, start + seconds, e) != 0)
        return -1;
    return log_set_header(log, SWF_DIR_START_TIME, date, e);
}

/* Moves the first submission to 0. */
static int rebase(struct log *log, const char *by, struct error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    size_t i;
    if (first == 0) return 0;
    for (i = 0; i < log->count; i++) move_job(&log->jobs[i], log->jobs[i].at - first);
    if (move_start(log, first, e) != 0) return -1;
    return log_add_note(log, e, "%s: submit times reduced by %" PRId64 " s", by, first);
}

/* Gives the job its new number. `numbers` has the new numbers of those before it, by the
 * old ones; `next` is the last one given. 0, or -1 when memory is out. */
static int renumber_job(swf_job *job, struct map *numbers, int64_t *next)
{
    const int64_t preceding =
        job->preceding > 0 ? (int64_t)map_get(numbers, job->preceding) : 0;
    uint64_t *number = map_at(numbers, job->number);
    if (!number) return -1;
    if (*number == 0 || !log_is_part(job)) *number = (uint64_t)++ * next;
    swf_set(job, SWF_FIELD_NUMBER, (int64_t)*number);
    if (job->preceding <= 0) return 0;
    swf_set(job, SWF_FIELD_PRECEDING, preceding > 0 ? preceding : -1);
    if (preceding <= 0) swf_set(job, SWF_FIELD_THINK, -1);
    return 0;
}

int logshape_renumber(struct log *log, const char *by, struct error *e)
{
    struct map numbers = {NULL, 0, 0};
    int64_t next = 0;
    int failed = 0;
    size_t i;
    for (i = 0; i < log->count && !failed; i++)
        failed = renumber_job(&log->jobs[i].job, &numbers, &next);
    map_free(&numbers);
    if (failed) return log_no_memory(log, e);
    return log_add_note(log, e, "%s: jobs numbered anew", by);
}

/* ---- all of it --------------------------------------------------------------------- */

int logshape_finish(struct log *log, const struct logshape *s, int64_t ended,
                    struct error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    if (s->rebase && rebase(log, s->by, e) != 0) return -1;
    if (s->renumber && logshape_renumber(log, s->by, e) != 0) return -1;
    if (s->rebase && ended >= first) ended -= first; /* the same moment */
    return log_correct_header(log, ended, e);
}

int logshape_apply(struct log *log, const struct logshape *s, struct error *e)
{
    const struct shape *shape = &s->shape;
    const int64_t ended = log_last_end(log);
    size_t i;
    if (logshape_sort(log, s->by, e) != 0) return -1;
    for (i = 0; i < s->merge.count; i++)
        if (merge(log, s->merge.items[i], s, e) != 0) return -1;
    if (shape_removes_jobs(shape) && cut(log, s, e) != 0) return -1;
    if (shape_changes_size(shape) && scale_size(log, s, e) != 0) return -1;
    if (shape->scale_run != CLI_ONE && scale_run(log, s, e) != 0) return -1;
    if (shape->load && scale_load(log, s, e) != 0) return -1;
    return logshape_finish(log, s, ended, e);
}
