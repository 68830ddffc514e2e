/* tool_clean.c - repairs what can be repaired, removes what cannot be simulated and what
 * filters say. Goes through the lines once; lines to be removed get no place in time
 * (at = -1) and is dropped at the end.
 *
 * Values that are negative and not -1 become -1, unknown; SWF_REPAIR has repaired
 * decimals and missing or surplus columns before. Each removed job counts under the first
 * reason that holds: why no simulator can run it, then the filters in their order. Parts
 * of a job (log.h) are removed with it.
 */
#include "logtool/tool.h"

#include "base/text.h"
#include "kit/base.h"
#include "kit/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum reason { NO_SUBMIT, NO_RUN, NO_SIZE, OUT_OF_RANGE, TOO_LARGE, REASONS };

static const char *const reasons[REASONS] = {
    "no submit time", "no run time, or zero", "no number of processors",
    "times beyond 10^12 seconds", "more processors than the machine has"};

/* ---- filters ----------------------------------------------------------------------- */

/* Conditions on the jobs of a log, as the headers of the Parallel Workloads Archive state
 * removals: user=60 and (job>=254200 and job<=271542). A term is a field, one of
 * = != < <= > >=, and a whole number. Terms are joined by `and`; blanks and brackets may
 * stand anywhere between. */
enum { TERMS = 16 };

struct filter { /* or a reason why no simulator can run a job, without terms */
    const char *text;
    struct term {
        swf_field field;
        int less, equal, greater; /* does it hold for a value that is so? */
        int64_t value;
    } terms[TERMS];
    size_t count;
    uint64_t removed; /* jobs */
};

/* Each of these moves *p behind what it read and blanks; 1, or 0 if it is not there. */

static void skip_blanks(const char **p) { *p += strspn(*p, " \t()"); }

static int read_field(const char **p, swf_field *field)
{
    static const char *const names[SWF_FIELD_COUNT] = {
        "job",    "submit",     "wait",     "run",        "procs",     "cpu",
        "memory", "req_procs",  "req_time", "req_memory", "status",    "user",
        "group",  "executable", "queue",    "partition",  "preceding", "think"};
    const struct word w = {*p, strspn(*p, "abcdefghijklmnopqrstuvwxyz_")};
    int i = 0;
    while (i < SWF_FIELD_COUNT && !word_is(w, names[i])) i++;
    *field = (swf_field)i;
    *p += w.length;
    skip_blanks(p);
    return i < SWF_FIELD_COUNT;
}

static int read_operator(const char **p, struct term *t)
{
    static const struct {
        const char *text;
        int less, equal, greater;
    } operators[] = {{"=", 0, 1, 0},  {"!=", 1, 0, 1}, {"<", 1, 0, 0},
                     {"<=", 1, 1, 0}, {">", 0, 0, 1},  {">=", 0, 1, 1}};
    const struct word w = {*p, strspn(*p, "=<>!")};
    *p += w.length;
    skip_blanks(p);
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (word_is(w, operators[i].text)) {
            t->less = operators[i].less;
            t->equal = operators[i].equal;
            t->greater = operators[i].greater;
            return 1;
        }
    return 0;
}

static int read_number(const char **p, int64_t *value)
{
    const struct word w = {*p, strspn(*p, "-0123456789")};
    *p += w.length;
    skip_blanks(p);
    return word_is_whole(w, -INT64_MAX, INT64_MAX, value);
}

static int read_and(const char **p)
{
    if (strncmp(*p, "and", 3) != 0 || ((*p)[3] != ' ' && (*p)[3] != '(')) return 0;
    *p += 3;
    skip_blanks(p);
    return 1;
}

static struct filter read_filter(const char *text)
{
    struct filter f = {.text = text};
    const char *p = text;
    int read;
    skip_blanks(&p);
    do {
        struct term *t = &f.terms[f.count];
        read = f.count++ < TERMS && read_field(&p, &t->field) && read_operator(&p, t) &&
               read_number(&p, &t->value);
    } while (read && read_and(&p));
    if (!read || *p)
        fail_usage("--drop: '%s' is not like 'user=60 and (job>=10 and job<=20)'", text);
    return f;
}

static int filter_holds(const struct filter *f, const swf_job *job)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];
        const int64_t x = swf_get(job, t->field);
        if (!(x < t->value ? t->less : x > t->value ? t->greater : t->equal)) return 0;
    }
    return 1;
}

/* ---- cleaning ---------------------------------------------------------------------- */

struct clean {
    int64_t servers;        /* the size of the machine; 0 = any */
    struct filter *filters; /* the reasons, then what --drop says */
    size_t count;
    uint64_t negatives; /* jobs with a field that became unknown */
    uint64_t lines;     /* lines removed, parts of jobs included */
};

/* Why no simulator can run the job; REASONS if one can. */
static enum reason why_useless(const struct clean *c, const swf_job *job)
{
    const int64_t size = log_job_size(job, 0);
    if (job->submit < 0) return NO_SUBMIT;
    if (job->run <= 0) return NO_RUN;
    if (size <= 0) return NO_SIZE;
    if (job->submit > JOB_TIME_MAX || job->run > JOB_TIME_MAX) return OUT_OF_RANGE;
    return c->servers > 0 && size > c->servers ? TOO_LARGE : REASONS;
}

/* Is the job to be removed? Then it is counted. */
static int is_removed(struct clean *c, const swf_job *job)
{
    size_t i = why_useless(c, job);
    if (i == REASONS)
        while (i < c->count && !filter_holds(&c->filters[i], job)) i++;
    if (i < c->count) c->filters[i].removed++;
    return i < c->count;
}

/* Negative values other than -1 become -1. */
static void repair_negatives(struct clean *c, swf_job *job)
{
    int found = 0;
    for (int i = 0; i < SWF_FIELD_COUNT; i++)
        if (swf_get(job, (swf_field)i) < -1) {
            swf_set(job, (swf_field)i, -1);
            found = 1;
        }
    c->negatives += (uint64_t)found;
}

static void clean_jobs(struct clean *c, struct log *log)
{
    int64_t number = -1, at = 0; /* of the job before, and of the last one kept */
    int removed = 0;
    for (size_t i = 0; i < log->count; i++) {
        struct log_job *j = &log->jobs[i];
        const int alone = i == 0 || j->job.number != number;
        repair_negatives(c, &j->job);
        if (!log_is_part(&j->job))
            removed = is_removed(c, &j->job);
        else if (alone)
            removed = 0; /* a part whose job is not in the log stays */
        number = j->job.number;
        if (removed) {
            j->at = -1;
            c->lines++;
        } else if (j->at < 0) {
            j->at = at; /* without a submit time it stays behind the one before it */
        } else {
            at = j->at;
        }
    }
    log_remove_jobs(log);
}

static void add_notes(const struct clean *c, struct log *log, const char *by)
{
    log_add_note(log, "%s: job lines removed: %" PRIu64, by, c->lines);
    for (size_t i = 0; i < c->count; i++)
        if (i >= REASONS || c->filters[i].removed)
            log_add_note(log, "%s: %.300s (%" PRIu64 " job%s removed)", by,
                         c->filters[i].text, c->filters[i].removed,
                         text_s(c->filters[i].removed));
    if (log->bad.lines)
        log_add_note(log, "%s: lines left out (not jobs): %" PRIu64, by, log->bad.lines);
    if (log->repaired)
        log_add_note(log, "%s: lines mended (decimals, number of columns): %" PRIu64, by,
                     log->repaired);
    if (c->negatives)
        log_add_note(log, "%s: jobs with negative fields, made unknown: %" PRIu64, by,
                     c->negatives);
}

int tool_clean(const void *settings)
{
    const struct tool *t = settings;
    const char *by = "swf_tool clean";
    struct clean c = {.servers = t->servers, .count = REASONS};
    struct log log = {.path = NULL};
    size_t i;
    while (t->drop && t->drop[c.count - REASONS]) c.count++;
    c.filters = base_zeroed(c.count, sizeof *c.filters);
    for (i = 0; i < REASONS; i++) c.filters[i].text = reasons[i];
    for (; i < c.count; i++) c.filters[i] = read_filter(t->drop[i - REASONS]);
    tool_reads(t->log);
    output_check(t->out, NULL);
    log_load(&log, t->log, SWF_REPAIR, LOG_COPY);
    if (log.count == 0 && log.bad.lines)
        fail("%s: not a job log: %s", log.path, log.bad.first);
    const int64_t ended = log_last_end(&log);
    if (!c.servers) c.servers = log_header_value(&log, SWF_DIR_MAX_PROCS);
    clean_jobs(&c, &log);
    add_notes(&c, &log, by);
    tool_shape_sort(&log, by);
    tool_shape_finish(&log, t, by, ended);
    tool_write_log(&log, t->out);
    log_free(&log);
    free(c.filters);
    return 0;
}
