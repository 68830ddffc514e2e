/* logclean.c - implements logclean.h. */
#include "logtool/logclean.h"

#include "base/job.h"
#include "program/cli.h"

#include <inttypes.h>
#include <string.h>

/* ---- filters ----------------------------------------------------------------------- */

static const char *logclean_filter_skip(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '(' || *p == ')') p++;
    return p;
}

/* The field's name at *p, which is moved behind it. SWF_FIELD_COUNT if it is none. */
static swf_field logclean_filter_field(const char **p)
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

static int logclean_filter_op(const char **p, char op[3])
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

static int logclean_filter_number(const char **p, int64_t *value)
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

static int logclean_filter_and(const char **p)
{
    if (strncmp(*p, "and", 3) != 0 || ((*p)[3] != ' ' && (*p)[3] != '(')) return 0;
    *p = logclean_filter_skip(*p + 3);
    return 1;
}

int logclean_filter_read(struct logclean_filter *f, const char *text)
{
    const char *p = logclean_filter_skip(text);
    memset(f, 0, sizeof *f);
    f->text = text;
    do {
        struct logclean_filter_term *t = &f->terms[f->count];
        if (f->count == LOGCLEAN_FILTER_TERMS) return -1;
        t->field = logclean_filter_field(&p);
        p = logclean_filter_skip(p);
        if (t->field == SWF_FIELD_COUNT || logclean_filter_op(&p, t->op) != 0) return -1;
        p = logclean_filter_skip(p);
        if (logclean_filter_number(&p, &t->value) != 0) return -1;
        p = logclean_filter_skip(p);
        f->count++;
    } while (logclean_filter_and(&p));
    return *p ? -1 : 0;
}

static int logclean_filter_term_holds(const struct logclean_filter_term *t,
                                      const swf_job *job)
{
    const int64_t x = swf_get(job, t->field);
    if (t->op[0] == '=') return x == t->value;
    if (t->op[0] == '!') return x != t->value;
    if (x == t->value) return t->op[1] == '=';
    return t->op[0] == '<' ? x < t->value : x > t->value;
}

int logclean_filter_holds(const struct logclean_filter *f, const swf_job *job)
{
    size_t i;
    for (i = 0; i < f->count; i++)
        if (!logclean_filter_term_holds(&f->terms[i], job)) return 0;
    return 1;
}

/* ---- cleaning ---------------------------------------------------------------------- */

/* Why no simulator can run it, or LOGCLEAN_COUNT. */
static enum logclean_reason logclean_why(const struct logclean *c, const swf_job *job)
{
    const int64_t size = log_job_size(job, 0);
    if (c->keep_useless) return LOGCLEAN_COUNT;
    if (job->submit < 0) return LOGCLEAN_no_submit;
    if (job->run <= 0) return LOGCLEAN_no_run;
    if (size <= 0) return LOGCLEAN_no_size;
    if (job->submit > JOB_TIME_MAX || job->run > JOB_TIME_MAX)
        return LOGCLEAN_out_of_range;
    return c->servers > 0 && size > c->servers ? LOGCLEAN_too_large : LOGCLEAN_COUNT;
}

static void logclean_negatives(struct logclean *c, swf_job *job)
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
static int logclean_takes(struct logclean *c, const swf_job *job)
{
    const enum logclean_reason why = logclean_why(c, job);
    size_t i;
    if (why != LOGCLEAN_COUNT) {
        c->removed[why]++;
        return 1;
    }
    for (i = 0; i < c->filter_count; i++)
        if (logclean_filter_holds(&c->filters[i], job)) {
            c->filters[i].removed++;
            return 1;
        }
    return 0;
}

void logclean_jobs(struct logclean *c, struct log *log)
{
    int64_t number = -1, at = 0;
    int gone = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
        struct log_job *j = &log->jobs[i];
        const int part = log_is_part(&j->job) && i > 0 && j->job.number == number;
        logclean_negatives(c, &j->job);
        if (!part && log_is_part(&j->job)) gone = 0; /* of no whole: it stays */
        if (!log_is_part(&j->job)) gone = logclean_takes(c, &j->job);
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
    log_remove_jobs(log);
}

int logclean_notes(const struct logclean *c, struct log *log, const char *by)
{
    static const char *const texts[] = {
#define LOGCLEAN_TEXT(name, text) text,
        LOGCLEAN_CLEANS(LOGCLEAN_TEXT)
#undef LOGCLEAN_TEXT
    };
    size_t i;
    int failed = log_add_note(log, "%s: lines removed: %" PRIu64, by, c->all) != 0;
    for (i = 0; i < LOGCLEAN_COUNT; i++)
        if (c->removed[i])
            failed |= log_add_note(log, "%s: %s (%" PRIu64 " jobs removed)", by, texts[i],
                               c->removed[i]) != 0;
    for (i = 0; i < c->filter_count; i++)
        failed |= log_add_note(log, "%s: %.300s (%" PRIu64 " jobs removed)", by,
                           c->filters[i].text, c->filters[i].removed) != 0;
    if (log->bad_lines)
        failed |= log_add_note(log, "%s: lines that are no job, left out: %" PRIu64, by,
                           log->bad_lines) != 0;
    if (log->repaired)
        failed |=
            log_add_note(log, "%s: lines mended (decimals, number of columns): %" PRIu64, by,
                     log->repaired) != 0;
    if (c->negatives)
        failed |= log_add_note(log, "%s: jobs with negative fields, made unknown: %" PRIu64,
                           by, c->negatives) != 0;
    return failed ? -1 : 0;
}
