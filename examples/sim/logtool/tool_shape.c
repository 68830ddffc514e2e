/* tool_shape.c - cut, scale and merge: the changes are made in the order of shape.h, each
 * with its note. Jobs stay in order of submission throughout, so the first job is the
 * first submitted. */
#include "logtool/tool.h"

#include "base/map.h"
#include "kit/output.h"
#include "workload/date.h"
#include "workload/usage.h"

#include <inttypes.h>

/* Moves a job (or a part of one) in time, to a whole second. */
static void move_job(struct log_job *j, int64_t at)
{
    j->at = at;
    if (j->job.submit >= 0) swf_set(&j->job, SWF_FIELD_SUBMIT, at);
}

void tool_shape_sort(struct log *log, const char *by)
{
    for (size_t i = 0; i < log->count; i++)
        if (log->jobs[i].at > JOB_TIME_MAX) log->jobs[i].at = -1;
    const uint64_t removed = log_remove_jobs(log);
    const uint64_t moved = log_sort(log);
    if (removed)
        log_add_note(log, "%s: jobs without a submit time left out: %" PRIu64, by,
                     removed);
    if (moved)
        log_add_note(log, "%s: sorted by submit time; out of order: %" PRIu64, by, moved);
}

/* ---- merge ------------------------------------------------------------------------- */

/* Raises a number that is known by the largest of the log that the job comes to. */
static void raise_number(struct log_job *j, swf_field field, int64_t largest,
                         const char *path)
{
    const int64_t number = swf_get(&j->job, field);
    if (number < 0 || largest == 0) return;
    if (number > INT64_MAX - largest)
        fail("%s: job %" PRId64 ": numbers would be beyond 64 bits", path, j->job.number);
    swf_set(&j->job, field, number + largest);
}

/* Adds the jobs of `other` at the end of the log, from its first submission on. */
static void append_jobs(struct log *log, const struct log *other)
{
    static const swf_field raised[] = {SWF_FIELD_NUMBER, SWF_FIELD_USER, SWF_FIELD_GROUP,
                                       SWF_FIELD_EXECUTABLE};
    const int64_t shift =
        log->count && other->count ? log->jobs[0].at - other->jobs[0].at : 0;
    int64_t largest[4] = {0};
    for (size_t i = 0; i < log->count; i++)
        for (size_t k = 0; k < 4; k++) {
            const int64_t number = swf_get(&log->jobs[i].job, raised[k]);
            if (number > largest[k]) largest[k] = number;
        }
    for (size_t i = 0; i < other->count; i++) {
        struct log_job j = other->jobs[i];
        if (j.job.preceding > 0)
            raise_number(&j, SWF_FIELD_PRECEDING, largest[0], other->path);
        for (size_t k = 0; k < 4; k++)
            raise_number(&j, raised[k], largest[k], other->path);
        move_job(&j, j.at + shift);
        log_add_job(log, &j.job);
        log->jobs[log->count - 1].at = j.at;
    }
}

/* The header lines of the other log become notes. */
static void merge(struct log *log, const char *path, const struct tool *t, const char *by)
{
    struct log other = {.path = NULL};
    log_load(&other, path, tool_policy(t), tool_use(t));
    const uint64_t jobs = other.count;
    tool_shape_sort(&other, by);
    append_jobs(log, &other);
    log_sort(log);
    log_warn(other.path, &other.bad, &other.surplus);
    log_add_note(log, "%s: jobs of %.200s: %" PRIu64, by, other.name, jobs);
    for (size_t i = 0; i < other.line_count; i++)
        if (other.lines[i].key.data)
            log_add_note(log, "of %.150s: %.40s: %.300s", other.name,
                         other.lines[i].key.data, other.lines[i].text.data);
    log_free(&other);
}

/* ---- skip, cut, jobs --------------------------------------------------------------- */

/* Marks lines to be removed (at = -1); a part stays if its job does. */
static void mark_jobs(struct log *log, const struct shape *shape)
{
    int64_t first = log->count ? log->jobs[0].at : 0, seen = 0, kept = 0;
    struct map staying = {NULL, 0, 0};
    for (size_t i = 0; i < log->count; i++) {
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

static void cut(struct log *log, const struct shape *shape, const char *by)
{
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
    log_add_note(log,
                 "%s: %ssubmitted %" PRId64 " s to %s after the first%s: %zu of %" PRIu64
                 " lines",
                 by, skipped, shape->cut[0], to, jobs, log->count, all);
}

/* ---- scale ------------------------------------------------------------------------- */

static void scale_size(struct log *log, const struct shape *shape, const char *by)
{
    static const swf_field sizes[] = {SWF_FIELD_PROCS, SWF_FIELD_REQ_PROCS};
    for (size_t i = 0; i < log->count; i++)
        for (size_t k = 0; k < 2; k++) {
            const int64_t size = swf_get(&log->jobs[i].job, sizes[k]);
            if (size > 0) swf_set(&log->jobs[i].job, sizes[k], shape_size(shape, size));
        }
    if (shape->scale_size != OPTION_ONE)
        log_add_note(log, "%s: sizes multiplied by %.10g", by,
                     (double)shape->scale_size / OPTION_ONE);
    if (shape->max_cpus)
        log_add_note(log, "%s: larger sizes cut to %" PRId64, by, shape->max_cpus);
}

static void scale_run(struct log *log, int64_t factor, const char *by)
{
    static const swf_field times[] = {SWF_FIELD_RUN, SWF_FIELD_CPU, SWF_FIELD_REQ_TIME};
    for (size_t i = 0; i < log->count; i++)
        for (size_t k = 0; k < 3; k++) {
            const int64_t time = swf_get(&log->jobs[i].job, times[k]);
            if (time > 0) swf_set(&log->jobs[i].job, times[k], shape_scale(time, factor));
        }
    log_add_note(log, "%s: run times multiplied by %.10g", by,
                 (double)factor / OPTION_ONE);
}

/* ---- load -------------------------------------------------------------------------- */

/* The machine before all changes, as a simulator takes it; a guess is scaled as sizes
 * are. */
static int64_t machine_size(const struct log *log, const struct tool *t)
{
    struct usage_machine m = {.procs = log_header_value(log, SWF_DIR_MAX_PROCS),
                              .nodes = log_header_value(log, SWF_DIR_MAX_NODES),
                              .most = usage_of_log(log)};
    for (size_t i = 0; i < log->count; i++) {
        const swf_job *job = &log->jobs[i].job;
        const int64_t size = log_job_size(job, (int)t->size);
        if (size > m.largest && job->run > 0 && !log_is_part(job)) m.largest = size;
    }
    const int64_t servers = usage_size(&m, t->servers);
    return m.guess ? shape_scale(servers, t->shape.scale_size) : servers;
}

static void scale_load(struct log *log, const struct tool *t, int64_t servers,
                       const char *by)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    const int64_t span = log->count ? log->jobs[log->count - 1].at - first : 0;
    struct wide work = {0, 0};
    for (size_t i = 0; i < log->count; i++) {
        const swf_job *job = &log->jobs[i].job;
        if (!log_is_part(job))
            shape_add_work(&work, job->run, log_job_size(job, (int)t->size));
    }
    const int64_t to = shape_span(&t->shape, work, servers, span, log->path);
    for (size_t i = 0; i < log->count; i++) {
        struct log_job *j = &log->jobs[i];
        move_job(j, shape_submit(first, j->at, span, to));
    }
    log_add_note(log,
                 "%s: submissions over %" PRId64 " s, not %" PRId64
                 ": load %.10g on %" PRId64 " processors",
                 by, to, span, (double)t->shape.load / OPTION_ONE, servers);
}

/* ---- its own numbers and times ----------------------------------------------------- */

/* The dates of the header move by `seconds`, too; without UnixStartTime they are
 * unknown. */
static void move_start(struct log *log, int64_t seconds)
{
    const int64_t start = log_header_value(log, SWF_DIR_UNIX_START_TIME);
    const int known = start > 0 && start <= JOB_TIME_MAX;
    char date[DATE_TEXT];
    date_text(known ? start + seconds : 0, date);
    if (known)
        log_set_header_number(log, SWF_DIR_UNIX_START_TIME, start + seconds);
    else
        log_set_header(log, SWF_DIR_UNIX_START_TIME, NULL);
    log_set_header(log, SWF_DIR_START_TIME, known ? date : NULL);
}

/* Moves the first submission to 0. */
static void rebase(struct log *log, const char *by)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    if (first == 0) return;
    for (size_t i = 0; i < log->count; i++)
        move_job(&log->jobs[i], log->jobs[i].at - first);
    move_start(log, first);
    log_add_note(log, "%s: submit times reduced by %" PRId64 " s", by, first);
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

static void renumber(struct log *log, const char *by)
{
    struct map numbers = {NULL, 0, 0};
    int64_t next = 0;
    for (size_t i = 0; i < log->count; i++)
        renumber_job(&log->jobs[i].job, &numbers, &next);
    map_free(&numbers);
    log_add_note(log, "%s: jobs renumbered", by);
}

/* ---- all of it --------------------------------------------------------------------- */

void tool_shape_finish(struct log *log, const struct tool *t, const char *by,
                       int64_t ended)
{
    const int64_t first = log->count ? log->jobs[0].at : 0;
    if (t->rebase) rebase(log, by);
    if (t->renumber) renumber(log, by);
    if (t->rebase && ended >= first) ended -= first; /* the same moment */
    log_correct_header(log, ended);
}

void tool_shape(struct log *log, const struct tool *t, const char *by)
{
    const struct shape *shape = &t->shape;
    const int64_t ended = log_last_end(log);
    int64_t servers = 0;
    tool_shape_sort(log, by);
    for (size_t i = 0; t->logs && t->logs[i]; i++) merge(log, t->logs[i], t, by);
    if (shape->load) servers = machine_size(log, t);
    if (shape_removes_jobs(shape)) cut(log, shape, by);
    if (shape_changes_size(shape)) scale_size(log, shape, by);
    if (shape->scale_run != OPTION_ONE) scale_run(log, shape->scale_run, by);
    if (shape->load) scale_load(log, t, servers, by);
    tool_shape_finish(log, t, by, ended);
}

static int change(const struct tool *t, const char *by)
{
    struct log log = {.path = NULL};
    tool_reads(t->log);
    for (size_t i = 0; t->logs && t->logs[i]; i++) tool_reads(t->logs[i]);
    output_check(t->out, NULL);
    log_load(&log, t->log, tool_policy(t), tool_use(t));
    tool_shape(&log, t, by);
    tool_write_log(&log, t->out);
    log_free(&log);
    return 0;
}

int tool_shape_cut(const void *settings)
{
    return change((const struct tool *)settings, "swf_tool cut");
}

int tool_shape_scale(const void *settings)
{
    return change((const struct tool *)settings, "swf_tool scale");
}

int tool_shape_merge(const void *settings)
{
    const struct tool *t = settings;
    if (t->log && !t->logs) fail_usage("another log is required (see --help)");
    return change(t, "swf_tool merge");
}
