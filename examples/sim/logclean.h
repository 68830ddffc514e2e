/* logclean.h - a log that can be simulated, and without what its users call noise.
 *
 * Mended: lines by swf.h's REPAIR (decimals, missing and surplus columns); what is
 * negative and not -1 becomes -1, unknown. Removed, each counted under the first reason
 * that holds: what no simulator can run, then what the given filters say, in the words of
 * the Parallel Workloads Archive's headers:
 *
 *     user=60 and (job>=254200 and job<=271542)
 *
 * A field, = != < <= > >=, a whole number; several joined by `and`, blanks and brackets
 * as you like. Parts of a job that is removed go with it.
 */
#ifndef SIM_LOGCLEAN_H
#define SIM_LOGCLEAN_H

#include "log.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

/* name, what it is */
#define SIM_CLEANS(X)                             \
    X(no_submit, "no submit time")                \
    X(no_run, "no run time, or zero")             \
    X(no_size, "no number of processors")         \
    X(out_of_range, "times beyond 10^12 seconds") \
    X(too_large, "more processors than the machine has")

typedef enum sim_clean_reason {
#define SIM_CLEAN_ENUM(name, text) SIM_CLEAN_##name,
    SIM_CLEANS(SIM_CLEAN_ENUM)
#undef SIM_CLEAN_ENUM
        SIM_CLEAN_COUNT
} sim_clean_reason;

enum { SIM_FILTER_TERMS = 16 };

typedef struct sim_filter_term {
    swf_field field;
    char op[3];
    int64_t value;
} sim_filter_term;

typedef struct sim_filter {
    const char *text;
    sim_filter_term terms[SIM_FILTER_TERMS];
    size_t count;
    uint64_t removed;
} sim_filter;

/* ---- filters ----------------------------------------------------------------------- */

static inline const char *sim_filter_skip(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '(' || *p == ')') p++;
    return p;
}

/* The field's name at *p, which is moved behind it. SWF_FIELD_COUNT if it is none. */
static inline swf_field sim_filter_field(const char **p)
{
    static const char *const names[SWF_FIELD_COUNT] = {
        "job",    "submit",     "wait",     "run",        "procs",     "cpu",
        "memory", "req_procs",  "req_time", "req_memory", "status",    "user",
        "group",  "executable", "queue",    "partition",  "preceding", "think"};
    const size_t length = strspn(*p, "abcdefghijklmnopqrstuvwxyz_");
    int i;
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        if (strlen(names[i]) == length && memcmp(names[i], *p, length) == 0) {
            *p += length;
            return (swf_field)i;
        }
    return SWF_FIELD_COUNT;
}

static inline int sim_filter_op(const char **p, char op[3])
{
    size_t length = strspn(*p, "=<>!");
    if (length == 0 || length > 2 || (length == 2 && ((*p)[1] != '=' || **p == '=')) ||
        (length == 1 && **p == '!'))
        return -1;
    memcpy(op, *p, length);
    op[length] = 0;
    *p += length;
    return 0;
}

static inline int sim_filter_number(const char **p, int64_t *value)
{
    char digits[24];
    const int negative = **p == '-';
    size_t length;
    *p += negative;
    length = strspn(*p, "0123456789");
    if (length == 0 || length >= sizeof digits) return -1;
    memcpy(digits, *p, length);
    digits[length] = 0;
    *p += length;
    *value = cli_digits(digits, 0);
    if (*value < 0) return -1;
    if (negative) *value = -*value;
    return 0;
}

static inline int sim_filter_and(const char **p)
{
    if (strncmp(*p, "and", 3) != 0 || ((*p)[3] != ' ' && (*p)[3] != '(')) return 0;
    *p = sim_filter_skip(*p + 3);
    return 1;
}

/* 0, or -1 if the text is no filter. */
static inline int sim_filter_read(sim_filter *f, const char *text)
{
    const char *p = sim_filter_skip(text);
    memset(f, 0, sizeof *f);
    f->text = text;
    do {
        sim_filter_term *t = &f->terms[f->count];
        if (f->count == SIM_FILTER_TERMS) return -1;
        t->field = sim_filter_field(&p);
        p = sim_filter_skip(p);
        if (t->field == SWF_FIELD_COUNT || sim_filter_op(&p, t->op) != 0) return -1;
        p = sim_filter_skip(p);
        if (sim_filter_number(&p, &t->value) != 0) return -1;
        p = sim_filter_skip(p);
        f->count++;
    } while (sim_filter_and(&p));
    return *p ? -1 : 0;
}

static inline int sim_filter_term_holds(const sim_filter_term *t, const swf_job *job)
{
    const int64_t x = swf_get(job, t->field);
    if (t->op[0] == '=') return x == t->value;
    if (t->op[0] == '!') return x != t->value;
    if (x == t->value) return t->op[1] == '=';
    return t->op[0] == '<' ? x < t->value : x > t->value;
}

static inline int sim_filter_holds(const sim_filter *f, const swf_job *job)
{
    size_t i;
    for (i = 0; i < f->count; i++)
        if (!sim_filter_term_holds(&f->terms[i], job)) return 0;
    return 1;
}

/* ---- cleaning ---------------------------------------------------------------------- */

typedef struct sim_clean { /* zero-initialise, then the first four */
    int keep_useless;      /* only the filters remove            */
    int64_t servers;       /* the machine's size; 0 = any        */
    sim_filter *filters;
    size_t filter_count;
    uint64_t removed[SIM_CLEAN_COUNT];
    uint64_t negatives; /* jobs with a field that was made unknown  */
    uint64_t all;       /* lines removed, parts of jobs included    */
} sim_clean;

/* Why no simulator can run it, or SIM_CLEAN_COUNT. */
static inline sim_clean_reason sim_clean_why(const sim_clean *c, const swf_job *job)
{
    const int64_t size = sim_log_size(job, 0);
    if (c->keep_useless) return SIM_CLEAN_COUNT;
    if (job->submit < 0) return SIM_CLEAN_no_submit;
    if (job->run <= 0) return SIM_CLEAN_no_run;
    if (size <= 0) return SIM_CLEAN_no_size;
    if (job->submit > SIM_TIME_MAX || job->run > SIM_TIME_MAX)
        return SIM_CLEAN_out_of_range;
    return c->servers > 0 && size > c->servers ? SIM_CLEAN_too_large : SIM_CLEAN_COUNT;
}

static inline void sim_clean_negatives(sim_clean *c, swf_job *job)
{
    int i, found = 0;
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        if (swf_get(job, (swf_field)i) < -1) {
            swf_set(job, (swf_field)i, -1);
            found = 1;
        }
    c->negatives += (uint64_t)found;
}

/* 1 if this job goes; it is counted. */
static inline int sim_clean_takes(sim_clean *c, const swf_job *job)
{
    const sim_clean_reason why = sim_clean_why(c, job);
    size_t i;
    if (why != SIM_CLEAN_COUNT) {
        c->removed[why]++;
        return 1;
    }
    for (i = 0; i < c->filter_count; i++)
        if (sim_filter_holds(&c->filters[i], job)) {
            c->filters[i].removed++;
            return 1;
        }
    return 0;
}

/* Marks what goes (at = -1) and drops it. */
static inline void sim_clean_jobs(sim_clean *c, sim_log *log)
{
    int64_t number = -1, at = 0;
    int gone = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
        sim_log_job *j = &log->jobs[i];
        const int part = sim_log_is_part(&j->job) && i > 0 && j->job.number == number;
        sim_clean_negatives(c, &j->job);
        if (!part && sim_log_is_part(&j->job)) gone = 0; /* of no whole: it stays */
        if (!sim_log_is_part(&j->job)) gone = sim_clean_takes(c, &j->job);
        number = j->job.number;
        if (gone) {
            j->at = -1;
            c->all++;
        } else if (j->at < 0) {
            j->at = at; /* kept though it has no place in time: behind the one before */
        } else {
            at = j->at;
        }
    }
    sim_log_drop(log);
}

/* What was done, as notes. 0, or -1 when memory is out. */
static inline int sim_clean_notes(const sim_clean *c, sim_log *log, const char *by)
{
    static const char *const texts[] = {
#define SIM_CLEAN_TEXT(name, text) text,
        SIM_CLEANS(SIM_CLEAN_TEXT)
#undef SIM_CLEAN_TEXT
    };
    size_t i;
    int failed = sim_log_note(log, "%s: lines removed: %" PRIu64, by, c->all) != 0;
    for (i = 0; i < SIM_CLEAN_COUNT; i++)
        if (c->removed[i])
            failed |= sim_log_note(log, "%s: %s (%" PRIu64 " jobs removed)", by, texts[i],
                                   c->removed[i]) != 0;
    for (i = 0; i < c->filter_count; i++)
        failed |= sim_log_note(log, "%s: %.300s (%" PRIu64 " jobs removed)", by,
                               c->filters[i].text, c->filters[i].removed) != 0;
    if (log->bad_lines)
        failed |= sim_log_note(log, "%s: lines that are no job, left out: %" PRIu64, by,
                               log->bad_lines) != 0;
    if (log->mended)
        failed |=
            sim_log_note(log, "%s: lines mended (decimals, number of columns): %" PRIu64,
                         by, log->mended) != 0;
    if (c->negatives)
        failed |=
            sim_log_note(log, "%s: jobs with negative fields, made unknown: %" PRIu64, by,
                         c->negatives) != 0;
    return failed ? -1 : 0;
}

#endif
