/* logshape.c - implements logshape.h. */
#include "logtool/logshape.h"

#include "swf.h"

#include "base/map.h"
#include "base/job.h"
#include "base/wide.h"
#include "program/cli.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>

int logshape_no_memory(const struct log *log, struct error *e)
{
    return error_fail(e, "%s: out of memory", log->path);
}

/* Moves a job (or its part) in time, to a whole second. */
static void logshape_move(struct log_job *j, int64_t at)
{
    j->at = at;
    if (j->job.submit >= 0) swf_set(&j->job, SWF_FIELD_SUBMIT, at);
}

int logshape_place(struct log *log, const char *by, struct error *e)
{
    uint64_t dropped, moved;
    size_t i;
    for (i = 0; i < log->count; i++)
        if (log->jobs[i].at > JOB_TIME_MAX) log->jobs[i].at = -1;
    dropped = log_remove_jobs(log);
    moved = log_sort(log);
    if (dropped && log_add_note(log, "%s: jobs without a submit time left out: %" PRIu64, by,
                            dropped) != 0)
        return logshape_no_memory(log, e);
    if (moved && log_add_note(log, "%s: put in order of submission; out of it: %" PRIu64, by,
                          moved) != 0)
        return logshape_no_memory(log, e);
    return 0;
}

/* ---- merge ------------------------------------------------------------------------- */

static const swf_field logshape_raised[] = {SWF_FIELD_NUMBER, SWF_FIELD_USER,
                                            SWF_FIELD_GROUP, SWF_FIELD_EXECUTABLE};

enum { LOGSHAPE_RAISED = sizeof logshape_raised / sizeof logshape_raised[0] };

static void logshape_largest(const struct log *log, int64_t largest[LOGSHAPE_RAISED])
{
    size_t i;
    int k;
    for (k = 0; k < LOGSHAPE_RAISED; k++) {
        largest[k] = 0;
        for (i = 0; i < log->count; i++) {
            const int64_t id = swf_get(&log->jobs[i].job, logshape_raised[k]);
            if (id > largest[k]) largest[k] = id;
        }
    }
}

/* 0, or -1 if a number would be beyond 64 bits. */
static int logshape_raise(swf_job *job, swf_field field, int64_t largest)
{
    const int64_t id = swf_get(job, field);
    const int64_t raised = shape_raise(id, largest);
    if (id >= 0 && raised < 0) return -1;
    if (raised != id) swf_set(job, field, raised);
    return 0;
}

/* The jobs of `other` move to the end of log. */
static int logshape_append(struct log *log, struct log *other, struct error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    int64_t largest[LOGSHAPE_RAISED], shift;
    size_t i;
    int k;
    logshape_largest(log, largest);
    if (other->count == 0) return 0;
    shift = (log->count ? first : other->jobs[0].at) - other->jobs[0].at;
    for (i = 0; i < other->count; i++) {
        struct log_job *from = &other->jobs[i], *to;
        const swf_span extra = from->job.extra;
        int failed = from->job.preceding > 0 &&
                     logshape_raise(&from->job, SWF_FIELD_PRECEDING, largest[0]) != 0;
        for (k = 0; k < LOGSHAPE_RAISED; k++)
            if (logshape_raise(&from->job, logshape_raised[k], largest[k]) != 0)
                failed = 1;
        if (failed)
            return error_fail(e, "%s: job %" PRId64 ": numbers would be beyond 64 bits",
                              other->path, from->job.number);
        logshape_move(from, from->at + shift);
        from->job.extra.size = 0; /* it moves, too: no copy */
        failed = log_add_job(log, &from->job) != 0;
        from->job.extra = extra;
        if (failed) return logshape_no_memory(log, e);
        to = &log->jobs[log->count - 1];
        to->job.extra = extra;
        to->at = from->at;
        from->job.extra.data = NULL;
    }
    return 0;
}

/* What the header of a log says becomes notes in that of another. */
static int logshape_quote(struct log *log, const struct log *other)
{
    size_t i;
    for (i = 0; i < other->line_count; i++) {
        const struct log_line *line = &other->lines[i];
        if (line->key && log_add_note(log, "of %.150s: %.40s: %.300s", other->name, line->key,
                                  line->text) != 0)
            return -1;
    }
    return 0;
}

static int logshape_merge_loaded(struct log *log, struct log *other,
                                 const struct logshape_shape *s, struct error *e)
{
    const uint64_t jobs = other->count;
    if (logshape_place(other, s->by, e) != 0 || logshape_append(log, other, e) != 0)
        return -1;
    log_sort(log);
    if (log_add_note(log, "%s: jobs of %.200s: %" PRIu64, s->by, other->name, jobs) != 0 ||
        logshape_quote(log, other) != 0)
        return logshape_no_memory(log, e);
    if (other->bad_lines && !log->bad_lines)
        snprintf(log->first_bad_line, sizeof log->first_bad_line, "%.100s: %.150s",
                 other->path, other->first_bad_line);
    log->bad_lines += other->bad_lines;
    return 0;
}

static int logshape_merge(struct log *log, const char *path,
                          const struct logshape_shape *s, struct error *e)
{
    struct log other = {.path = NULL};
    int failed = log_load(&other, path, s->policy, s->refuse, e) != 0 ||
                 logshape_merge_loaded(log, &other, s, e) != 0;
    log_free(&other);
    return failed ? -1 : 0;
}

/* ---- skip, cut, jobs --------------------------------------------------------------- */

/* Marks what goes (at = -1); a part stays if its job does. 0; -1 when memory is out. */
static int logshape_choose(struct log *log, const struct shape *shape)
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

static int logshape_cut(struct log *log, const struct logshape_shape *s, struct error *e)
{
    const struct shape *shape = &s->shape;
    const uint64_t all = log->count;
    char to[32] = "the end", jobs[48] = "", skipped[48] = "";
    if (logshape_choose(log, shape) != 0) return logshape_no_memory(log, e);
    log_remove_jobs(log);
    if (shape->cut[1] != CLI_OPEN)
        snprintf(to, sizeof to, "%" PRId64 " s", shape->cut[1]);
    if (shape->jobs)
        snprintf(jobs, sizeof jobs, ", the first %" PRId64 " of them", shape->jobs);
    if (shape->skip)
        snprintf(skipped, sizeof skipped, "without the first %" PRId64 " jobs, ",
                 shape->skip);
    if (log_add_note(log,
                 "%s: %ssubmitted %" PRId64 " s to %s after the first%s: %zu of %" PRIu64
                 " lines",
                 s->by, skipped, shape->cut[0], to, jobs, log->count, all) != 0)
        return logshape_no_memory(log, e);
    return 0;
}

/* ---- scale ------------------------------------------------------------------------- */

static int logshape_scale_size(struct log *log, const struct logshape_shape *s,
                               struct error *e)
{
    static const swf_field sizes[] = {SWF_FIELD_PROCS, SWF_FIELD_REQ_PROCS};
    size_t i, k;
    for (i = 0; i < log->count; i++)
        for (k = 0; k < 2; k++) {
            const int64_t size = swf_get(&log->jobs[i].job, sizes[k]);
            if (size > 0)
                swf_set(&log->jobs[i].job, sizes[k], shape_size(&s->shape, size));
        }
    if (s->shape.scale_size != CLI_ONE &&
        log_add_note(log, "%s: sizes multiplied by %.10g", s->by,
                 (double)s->shape.scale_size / CLI_ONE) != 0)
        return logshape_no_memory(log, e);
    if (s->shape.max_cpus &&
        log_add_note(log, "%s: larger sizes cut to %" PRId64, s->by, s->shape.max_cpus) != 0)
        return logshape_no_memory(log, e);
    return 0;
}

static int logshape_scale_run(struct log *log, const struct logshape_shape *s,
                              struct error *e)
{
    static const swf_field times[] = {SWF_FIELD_RUN, SWF_FIELD_CPU, SWF_FIELD_REQ_TIME};
    size_t i, k;
    for (i = 0; i < log->count; i++)
        for (k = 0; k < 3; k++) {
            const int64_t time = swf_get(&log->jobs[i].job, times[k]);
            if (time > 0)
                swf_set(&log->jobs[i].job, times[k],
                        shape_scale(time, s->shape.scale_run));
        }
    if (log_add_note(log, "%s: run times multiplied by %.10g", s->by,
                 (double)s->shape.scale_run / CLI_ONE) != 0)
        return logshape_no_memory(log, e);
    return 0;
}

static int64_t logshape_largest_size(const struct log *log, int allocated)
{
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
        const int64_t size = log_job_size(&log->jobs[i].job, allocated);
        if (size > largest) largest = size;
    }
    return largest;
}

/* The machine: as given, else as the header says, else what the largest job needs. */
static int64_t logshape_machine(const struct log *log, const struct logshape_shape *s)
{
    int64_t servers = s->servers;
    if (servers <= 0) servers = log_header_value(log, SWF_DIR_MAX_PROCS);
    if (servers <= 0) servers = log_header_value(log, SWF_DIR_MAX_NODES);
    return servers > 0 ? servers : logshape_largest_size(log, s->allocated);
}

static int logshape_scale_load(struct log *log, const struct logshape_shape *s,
                               struct error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    const int64_t span = log->count ? log->jobs[log->count - 1].at - first : 0;
    const int64_t servers = logshape_machine(log, s);
    struct wide work = {0, 0};
    int64_t to;
    size_t i;
    for (i = 0; i < log->count; i++)
        if (!log_is_part(&log->jobs[i].job))
            shape_add_work(&work, log->jobs[i].job.run,
                           log_job_size(&log->jobs[i].job, s->allocated));
    to = shape_span(&s->shape, work, servers, span, e);
    if (to < 0) return -1;
    for (i = 0; i < log->count; i++) {
        struct log_job *j = &log->jobs[i];
        logshape_move(j, shape_submit(first, j->at, span, to));
    }
    if (log_add_note(log,
                 "%s: submissions over %" PRId64 " s, not %" PRId64
                 ": load %.10g on %" PRId64 " processors",
                 s->by, to, span, (double)s->shape.load / CLI_ONE, servers) != 0)
        return logshape_no_memory(log, e);
    return 0;
}

/* ---- numbers and times of its own -------------------------------------------------- */

/* The first submission moves to 0, and the dates in the header with it. */
static int logshape_rebase(struct log *log, const char *by, struct error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    const int64_t start = log_header_value(log, SWF_DIR_UNIX_START_TIME);
    char date[DATE_TEXT];
    int failed;
    size_t i;
    if (first == 0) return 0;
    for (i = 0; i < log->count; i++)
        logshape_move(&log->jobs[i], log->jobs[i].at - first);
    if (start > 0 && start <= JOB_TIME_MAX) {
        date_text(start + first, date);
        failed = log_set_header_number(log, SWF_DIR_UNIX_START_TIME, start + first) != 0 ||
                 log_set_header(log, SWF_DIR_START_TIME, date) != 0;
    } else {
        failed = log_set_header(log, SWF_DIR_UNIX_START_TIME, NULL) != 0 ||
                 log_set_header(log, SWF_DIR_START_TIME, NULL) != 0;
    }
    if (failed ||
        log_add_note(log, "%s: submit times reduced by %" PRId64 " s", by, first) != 0)
        return logshape_no_memory(log, e);
    return 0;
}

int logshape_renumber(struct log *log, const char *by, struct error *e)
{
    struct map now = {NULL, 0, 0};
    int64_t next = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
        swf_job *job = &log->jobs[i].job;
        const int64_t old = job->number;
        const int64_t before =
            job->preceding > 0 ? (int64_t)map_get(&now, job->preceding) : 0;
        uint64_t *number = map_at(&now, old);
        if (!number) {
            map_free(&now);
            return logshape_no_memory(log, e);
        }
        if (*number == 0 || !log_is_part(job)) *number = (uint64_t)++next;
        swf_set(job, SWF_FIELD_NUMBER, (int64_t)*number);
        if (job->preceding > 0) {
            swf_set(job, SWF_FIELD_PRECEDING, before > 0 ? before : -1);
            if (before <= 0) swf_set(job, SWF_FIELD_THINK, -1);
        }
    }
    map_free(&now);
    if (log_add_note(log, "%s: jobs numbered anew", by) != 0)
        return logshape_no_memory(log, e);
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

int logshape_finish(struct log *log, const struct logshape_shape *s, int64_t ended,
                    struct error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    if (s->rebase && logshape_rebase(log, s->by, e) != 0) return -1;
    if (s->renumber && logshape_renumber(log, s->by, e) != 0) return -1;
    if (s->rebase && ended >= first) ended -= first; /* the same moment */
    if (log_correct_header(log, ended) != 0) return logshape_no_memory(log, e);
    return 0;
}

int logshape_reshape(struct log *log, const struct logshape_shape *s, struct error *e)
{
    const struct shape *shape = &s->shape;
    const int64_t ended = log_last_end(log);
    size_t i;
    if (logshape_place(log, s->by, e) != 0) return -1;
    for (i = 0; i < shape->merge.count; i++)
        if (logshape_merge(log, shape->merge.items[i], s, e) != 0) return -1;
    if (shape_removes_jobs(shape) && logshape_cut(log, s, e) != 0) return -1;
    if (shape_changes_size(shape) && logshape_scale_size(log, s, e) != 0) return -1;
    if (shape->scale_run != CLI_ONE && logshape_scale_run(log, s, e) != 0) return -1;
    if (shape->load && logshape_scale_load(log, s, e) != 0) return -1;
    return logshape_finish(log, s, ended, e);
}
