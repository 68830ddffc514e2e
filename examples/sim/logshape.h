/* logshape.h - what shape.h says, done to a log that is kept with all its fields; what is
 * then no longer true in its header is set right or noted.
 *
 * Jobs are put in order of submission; one without a submit time (or beyond 10^12 s) has
 * no place in time and is left out. Recorded waits, and think times, stay those of the
 * log as it was. Merging raises job numbers, users, groups and executables by the largest
 * so far; queues and partitions stay.
 */
#ifndef SIM_LOGSHAPE_H
#define SIM_LOGSHAPE_H

#include "ids.h"
#include "log.h"
#include "shape.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct sim_log_shape {
    const char *by; /* what notes begin with: "swf_tool cut"                    */
    sim_shape shape;
    int64_t servers; /* the machine for a load; 0 = as the header says, else the
                            largest job                                              */
    int allocated;   /* sizes for a load: allocated before requested             */
    int rebase;      /* the first submission moves to 0                          */
    int renumber;    /* job numbers become 1, 2, 3, ...                          */
    uint32_t policy; /* how logs that are merged are read ...                    */
    int refuse;      /* ... and whether a bad line there is an error             */
} sim_log_shape;

static inline int sim_log_no_memory(const sim_log *log, sim_error *e)
{
    return sim_fail(e, "%s: out of memory", log->path);
}

/* Moves a job (or its part) in time, to a whole second. */
static inline void sim_log_move(sim_log_job *j, int64_t at)
{
    j->at = at;
    if (j->job.submit >= 0) swf_set(&j->job, SWF_FIELD_SUBMIT, at);
}

/* In order of submission, without those that have no place in it. */
static inline int sim_log_place(sim_log *log, const char *by, sim_error *e)
{
    uint64_t dropped, moved;
    size_t i;
    for (i = 0; i < log->count; i++)
        if (log->jobs[i].at > SIM_TIME_MAX) log->jobs[i].at = -1;
    dropped = sim_log_drop(log);
    moved = sim_log_sort(log);
    if (dropped && sim_log_note(log, "%s: jobs without a submit time left out: %" PRIu64,
                                by, dropped) != 0)
        return sim_log_no_memory(log, e);
    if (moved && sim_log_note(log, "%s: put in order of submission; out of it: %" PRIu64,
                              by, moved) != 0)
        return sim_log_no_memory(log, e);
    return 0;
}

/* ---- merge ------------------------------------------------------------------------- */

static const swf_field sim_log_raised[] = {SWF_FIELD_NUMBER, SWF_FIELD_USER,
                                           SWF_FIELD_GROUP, SWF_FIELD_EXECUTABLE};
enum { SIM_LOG_RAISED = sizeof sim_log_raised / sizeof sim_log_raised[0] };

static inline void sim_log_largest(const sim_log *log, int64_t largest[SIM_LOG_RAISED])
{
    size_t i;
    int k;
    for (k = 0; k < SIM_LOG_RAISED; k++) {
        largest[k] = 0;
        for (i = 0; i < log->count; i++) {
            const int64_t id = swf_get(&log->jobs[i].job, sim_log_raised[k]);
            if (id > largest[k]) largest[k] = id;
        }
    }
}

/* 0, or -1 if a number would be beyond 64 bits. */
static inline int sim_log_raise(swf_job *job, swf_field field, int64_t largest)
{
    const int64_t id = swf_get(job, field);
    const int64_t raised = sim_shape_raise(id, largest);
    if (id >= 0 && raised < 0) return -1;
    if (raised != id) swf_set(job, field, raised);
    return 0;
}

/* The jobs of `other` move to the end of log. */
static inline int sim_log_append(sim_log *log, sim_log *other, sim_error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    int64_t largest[SIM_LOG_RAISED], shift;
    size_t i;
    int k;
    sim_log_largest(log, largest);
    if (other->count == 0) return 0;
    shift = (log->count ? first : other->jobs[0].at) - other->jobs[0].at;
    for (i = 0; i < other->count; i++) {
        sim_log_job *from = &other->jobs[i], *to;
        const swf_span extra = from->job.extra;
        int failed = from->job.preceding > 0 &&
                     sim_log_raise(&from->job, SWF_FIELD_PRECEDING, largest[0]) != 0;
        for (k = 0; k < SIM_LOG_RAISED; k++)
            if (sim_log_raise(&from->job, sim_log_raised[k], largest[k]) != 0) failed = 1;
        if (failed)
            return sim_fail(e, "%s: job %" PRId64 ": numbers would be beyond 64 bits",
                            other->path, from->job.number);
        sim_log_move(from, from->at + shift);
        from->job.extra.size = 0; /* it moves, too: no copy */
        failed = sim_log_add_job(log, &from->job) != 0;
        from->job.extra = extra;
        if (failed) return sim_log_no_memory(log, e);
        to = &log->jobs[log->count - 1];
        to->job.extra = extra;
        to->at = from->at;
        from->job.extra.data = NULL;
    }
    return 0;
}

/* What the header of a log says becomes notes in that of another. */
static inline int sim_log_quote(sim_log *log, const sim_log *other)
{
    size_t i;
    for (i = 0; i < other->line_count; i++) {
        const sim_log_line *line = &other->lines[i];
        if (line->key && sim_log_note(log, "of %.150s: %.40s: %.300s", other->name,
                                      line->key, line->text) != 0)
            return -1;
    }
    return 0;
}

static inline int sim_log_merge_loaded(sim_log *log, sim_log *other,
                                       const sim_log_shape *s, sim_error *e)
{
    const uint64_t jobs = other->count;
    if (sim_log_place(other, s->by, e) != 0 || sim_log_append(log, other, e) != 0)
        return -1;
    sim_log_sort(log);
    if (sim_log_note(log, "%s: jobs of %.200s: %" PRIu64, s->by, other->name, jobs) !=
            0 ||
        sim_log_quote(log, other) != 0)
        return sim_log_no_memory(log, e);
    if (other->bad_lines && !log->bad_lines)
        snprintf(log->first_bad_line, sizeof log->first_bad_line, "%.100s: %.150s",
                 other->path, other->first_bad_line);
    log->bad_lines += other->bad_lines;
    return 0;
}

static inline int sim_log_merge(sim_log *log, const char *path, const sim_log_shape *s,
                                sim_error *e)
{
    sim_log other = {.path = NULL};
    int failed = sim_log_load(&other, path, s->policy, s->refuse, e) != 0 ||
                 sim_log_merge_loaded(log, &other, s, e) != 0;
    sim_log_free(&other);
    return failed ? -1 : 0;
}

/* ---- skip, cut, jobs --------------------------------------------------------------- */

/* Marks what goes (at = -1); a part stays if its job does. 0; -1 when memory is out. */
static inline int sim_log_choose(sim_log *log, const sim_shape *shape)
{
    int64_t first = log->count ? log->jobs[0].at : 0, seen = 0, kept = 0;
    sim_ids staying = {NULL, 0, 0};
    int failed = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
        sim_log_job *j = &log->jobs[i];
        if (sim_log_is_part(&j->job)) {
            if (!sim_ids_get(&staying, j->job.number)) j->at = -1;
            continue;
        }
        if (seen == shape->skip && seen) first = j->at;
        if (seen++ >= shape->skip && sim_shape_within(shape, first, j->at) &&
            (shape->jobs == 0 || kept < shape->jobs)) {
            kept++;
            if (sim_ids_add(&staying, j->job.number) < 0) failed = -1;
        } else {
            j->at = -1;
        }
    }
    sim_ids_free(&staying);
    return failed;
}

static inline int sim_log_cut(sim_log *log, const sim_log_shape *s, sim_error *e)
{
    const sim_shape *shape = &s->shape;
    const uint64_t all = log->count;
    char to[32] = "the end", jobs[48] = "", skipped[48] = "";
    if (sim_log_choose(log, shape) != 0) return sim_log_no_memory(log, e);
    sim_log_drop(log);
    if (shape->cut[1] != CLI_OPEN)
        snprintf(to, sizeof to, "%" PRId64 " s", shape->cut[1]);
    if (shape->jobs)
        snprintf(jobs, sizeof jobs, ", the first %" PRId64 " of them", shape->jobs);
    if (shape->skip)
        snprintf(skipped, sizeof skipped, "without the first %" PRId64 " jobs, ",
                 shape->skip);
    if (sim_log_note(log,
                     "%s: %ssubmitted %" PRId64
                     " s to %s after the first%s: %zu of %" PRIu64 " lines",
                     s->by, skipped, shape->cut[0], to, jobs, log->count, all) != 0)
        return sim_log_no_memory(log, e);
    return 0;
}

/* ---- scale ------------------------------------------------------------------------- */

static inline int sim_log_scale_size(sim_log *log, const sim_log_shape *s, sim_error *e)
{
    static const swf_field sizes[] = {SWF_FIELD_PROCS, SWF_FIELD_REQ_PROCS};
    size_t i, k;
    for (i = 0; i < log->count; i++)
        for (k = 0; k < 2; k++) {
            const int64_t size = swf_get(&log->jobs[i].job, sizes[k]);
            if (size > 0)
                swf_set(&log->jobs[i].job, sizes[k], sim_shape_size(&s->shape, size));
        }
    if (s->shape.scale_size != CLI_ONE &&
        sim_log_note(log, "%s: sizes multiplied by %.10g", s->by,
                     (double)s->shape.scale_size / CLI_ONE) != 0)
        return sim_log_no_memory(log, e);
    if (s->shape.max_cpus && sim_log_note(log, "%s: larger sizes cut to %" PRId64, s->by,
                                          s->shape.max_cpus) != 0)
        return sim_log_no_memory(log, e);
    return 0;
}

static inline int sim_log_scale_run(sim_log *log, const sim_log_shape *s, sim_error *e)
{
    static const swf_field times[] = {SWF_FIELD_RUN, SWF_FIELD_CPU, SWF_FIELD_REQ_TIME};
    size_t i, k;
    for (i = 0; i < log->count; i++)
        for (k = 0; k < 3; k++) {
            const int64_t time = swf_get(&log->jobs[i].job, times[k]);
            if (time > 0)
                swf_set(&log->jobs[i].job, times[k],
                        sim_shape_times(time, s->shape.scale_run));
        }
    if (sim_log_note(log, "%s: run times multiplied by %.10g", s->by,
                     (double)s->shape.scale_run / CLI_ONE) != 0)
        return sim_log_no_memory(log, e);
    return 0;
}

static inline int64_t sim_log_largest_size(const sim_log *log, int allocated)
{
    int64_t largest = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
        const int64_t size = sim_log_size(&log->jobs[i].job, allocated);
        if (size > largest) largest = size;
    }
    return largest;
}

/* The machine: as given, else as the header says, else what the largest job needs. */
static inline int64_t sim_log_machine(const sim_log *log, const sim_log_shape *s)
{
    int64_t servers = s->servers;
    if (servers <= 0) servers = sim_log_value(log, SWF_DIR_MAX_PROCS);
    if (servers <= 0) servers = sim_log_value(log, SWF_DIR_MAX_NODES);
    return servers > 0 ? servers : sim_log_largest_size(log, s->allocated);
}

static inline int sim_log_scale_load(sim_log *log, const sim_log_shape *s, sim_error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    const int64_t span = log->count ? log->jobs[log->count - 1].at - first : 0;
    const int64_t servers = sim_log_machine(log, s);
    sim_wide work = {0, 0};
    int64_t to;
    size_t i;
    for (i = 0; i < log->count; i++)
        if (!sim_log_is_part(&log->jobs[i].job))
            sim_shape_offer(&work, log->jobs[i].job.run,
                            sim_log_size(&log->jobs[i].job, s->allocated));
    to = sim_shape_span(&s->shape, work, servers, span, e);
    if (to < 0) return -1;
    for (i = 0; i < log->count; i++) {
        sim_log_job *j = &log->jobs[i];
        sim_log_move(j, sim_shape_submit(first, j->at, span, to));
    }
    if (sim_log_note(log,
                     "%s: submissions over %" PRId64 " s, not %" PRId64
                     ": load %.10g on %" PRId64 " processors",
                     s->by, to, span, (double)s->shape.load / CLI_ONE, servers) != 0)
        return sim_log_no_memory(log, e);
    return 0;
}

/* ---- numbers and times of its own -------------------------------------------------- */

/* The first submission moves to 0, and the dates in the header with it. */
static inline int sim_log_rebase(sim_log *log, const char *by, sim_error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    const int64_t start = sim_log_value(log, SWF_DIR_UNIX_START_TIME);
    char date[SIM_DATE_TEXT];
    int failed;
    size_t i;
    if (first == 0) return 0;
    for (i = 0; i < log->count; i++) sim_log_move(&log->jobs[i], log->jobs[i].at - first);
    if (start > 0 && start <= SIM_TIME_MAX) {
        sim_date_text(start + first, date);
        failed =
            sim_log_header_number(log, SWF_DIR_UNIX_START_TIME, start + first) != 0 ||
            sim_log_header(log, SWF_DIR_START_TIME, date) != 0;
    } else {
        failed = sim_log_header(log, SWF_DIR_UNIX_START_TIME, NULL) != 0 ||
                 sim_log_header(log, SWF_DIR_START_TIME, NULL) != 0;
    }
    if (failed ||
        sim_log_note(log, "%s: submit times reduced by %" PRId64 " s", by, first) != 0)
        return sim_log_no_memory(log, e);
    return 0;
}

/* Jobs become 1, 2, 3, ...; their parts, and jobs that follow them, go along. One that
 * follows a job that is not there follows none. */
static inline int sim_log_renumber(sim_log *log, const char *by, sim_error *e)
{
    sim_ids now = {NULL, 0, 0};
    int64_t next = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
        swf_job *job = &log->jobs[i].job;
        const int64_t old = job->number;
        const int64_t before =
            job->preceding > 0 ? (int64_t)sim_ids_get(&now, job->preceding) : 0;
        uint64_t *number = sim_ids_at(&now, old);
        if (!number) {
            sim_ids_free(&now);
            return sim_log_no_memory(log, e);
        }
        if (*number == 0 || !sim_log_is_part(job)) *number = (uint64_t)++next;
        swf_set(job, SWF_FIELD_NUMBER, (int64_t)*number);
        if (job->preceding > 0) {
            swf_set(job, SWF_FIELD_PRECEDING, before > 0 ? before : -1);
            if (before <= 0) swf_set(job, SWF_FIELD_THINK, -1);
        }
    }
    sim_ids_free(&now);
    if (sim_log_note(log, "%s: jobs numbered anew", by) != 0)
        return sim_log_no_memory(log, e);
    return 0;
}

/* ---- all of it --------------------------------------------------------------------- */

/* 0, or -1. `ended` is the last end as the header knows it (sim_log_last_end before). */
static inline int sim_log_finish(sim_log *log, const sim_log_shape *s, int64_t ended,
                                 sim_error *e)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    if (s->rebase && sim_log_rebase(log, s->by, e) != 0) return -1;
    if (s->renumber && sim_log_renumber(log, s->by, e) != 0) return -1;
    if (s->rebase && ended >= first) ended -= first; /* the same moment */
    if (sim_log_correct(log, ended) != 0) return sim_log_no_memory(log, e);
    return 0;
}

static inline int sim_log_reshape(sim_log *log, const sim_log_shape *s, sim_error *e)
{
    const sim_shape *shape = &s->shape;
    const int64_t ended = sim_log_last_end(log);
    size_t i;
    if (sim_log_place(log, s->by, e) != 0) return -1;
    for (i = 0; i < shape->merge.count; i++)
        if (sim_log_merge(log, shape->merge.items[i], s, e) != 0) return -1;
    if (sim_shape_chooses(shape) && sim_log_cut(log, s, e) != 0) return -1;
    if (sim_shape_changes_size(shape) && sim_log_scale_size(log, s, e) != 0) return -1;
    if (shape->scale_run != CLI_ONE && sim_log_scale_run(log, s, e) != 0) return -1;
    if (shape->load && sim_log_scale_load(log, s, e) != 0) return -1;
    return sim_log_finish(log, s, ended, e);
}

#endif
