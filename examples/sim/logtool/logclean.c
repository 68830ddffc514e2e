/* logclean.c - goes through the lines once; what is to be removed gets no place in time
 * (at = -1) and is dropped at the end. */
#include "logtool/logclean.h"

#include "base/job.h"
#include "base/text.h"
#include "base/word.h"
#include "logtool/logshape.h"

#include <inttypes.h>
#include <string.h>

/* ---- filters ----------------------------------------------------------------------- */

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '(' || *p == ')') p++;
    return p;
}

/* Each of these moves *p behind what it read. */

/* SWF_FIELD_COUNT if there is no name of a field. */
static swf_field read_field(const char **p)
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

static int read_operator(const char **p, char op[3])
{
    const size_t length = strspn(*p, "=<>!");
    if (length == 0 || length > 2 || (length == 2 && ((*p)[1] != '=' || **p == '=')) ||
        (length == 1 && **p == '!'))
        return -1;
    memcpy(op, *p, length);
    op[length] = 0;
    *p += length;
    return 0;
}

static int read_number(const char **p, int64_t *value)
{
    struct word w = {*p, strspn(*p, "-0123456789")};
    *p += w.length;
    return word_is_whole(w, -INT64_MAX, INT64_MAX, value) ? 0 : -1;
}

static int read_term(const char **p, struct logclean_term *t)
{
    t->field = read_field(p);
    *p = skip_blanks(*p);
    if (t->field == SWF_FIELD_COUNT || read_operator(p, t->op) != 0) return -1;
    *p = skip_blanks(*p);
    return read_number(p, &t->value);
}

static int read_and(const char **p)
{
    if (strncmp(*p, "and", 3) != 0 || ((*p)[3] != ' ' && (*p)[3] != '(')) return 0;
    *p = skip_blanks(*p + 3);
    return 1;
}

int logclean_filter_read(struct logclean_filter *f, const char *text)
{
    const char *p = skip_blanks(text);
    memset(f, 0, sizeof *f);
    f->text = text;
    do {
        if (f->count == LOGCLEAN_TERMS || read_term(&p, &f->terms[f->count]) != 0)
            return -1;
        p = skip_blanks(p);
        f->count++;
    } while (read_and(&p));
    return *p ? -1 : 0;
}

static int term_holds(const struct logclean_term *t, const swf_job *job)
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
        if (!term_holds(&f->terms[i], job)) return 0;
    return 1;
}

/* ---- cleaning ---------------------------------------------------------------------- */

static const char *const reasons[LOGCLEAN_COUNT] = {
    [LOGCLEAN_NO_SUBMIT] = "no submit time",
    [LOGCLEAN_NO_RUN] = "no run time, or zero",
    [LOGCLEAN_NO_SIZE] = "no number of processors",
    [LOGCLEAN_OUT_OF_RANGE] = "times beyond 10^12 seconds",
    [LOGCLEAN_TOO_LARGE] = "more processors than the machine has",
};

/* Why no simulator can run the job; LOGCLEAN_COUNT if one can. */
static enum logclean_reason why_useless(const struct logclean *c, const swf_job *job)
{
    const int64_t size = log_job_size(job, 0);
    if (job->submit < 0) return LOGCLEAN_NO_SUBMIT;
    if (job->run <= 0) return LOGCLEAN_NO_RUN;
    if (size <= 0) return LOGCLEAN_NO_SIZE;
    if (job->submit > JOB_TIME_MAX || job->run > JOB_TIME_MAX)
        return LOGCLEAN_OUT_OF_RANGE;
    return c->servers > 0 && size > c->servers ? LOGCLEAN_TOO_LARGE : LOGCLEAN_COUNT;
}

/* Is the job to be removed? Then it is counted. */
static int is_removed(struct logclean *c, const swf_job *job)
{
    const enum logclean_reason why = why_useless(c, job);
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

/* Negative values other than -1 become -1. */
static void repair_negatives(struct logclean *c, swf_job *job)
{
    int i, found = 0;
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        if (swf_get(job, (swf_field)i) < -1) {
            swf_set(job, (swf_field)i, -1);
            found = 1;
        }
    c->negatives += (uint64_t)found;
}

void logclean_jobs(struct logclean *c, struct log *log)
{
    int64_t number = -1, at = 0; /* of the job before, and of the last one kept */
    int removed = 0;
    size_t i;
    for (i = 0; i < log->count; i++) {
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

void logclean_notes(const struct logclean *c, struct log *log, const char *by)
{
    size_t i;
    logshape_note(log, "%s: lines removed: %" PRIu64, by, c->lines);
    for (i = 0; i < LOGCLEAN_COUNT; i++)
        if (c->removed[i])
            logshape_note(log, "%s: %s (%" PRIu64 " job%s removed)", by, reasons[i],
                          c->removed[i], text_s(c->removed[i]));
    for (i = 0; i < c->filter_count; i++)
        logshape_note(log, "%s: %.300s (%" PRIu64 " job%s removed)", by,
                      c->filters[i].text, c->filters[i].removed,
                      text_s(c->filters[i].removed));
    if (log->bad_lines)
        logshape_note(log, "%s: lines that are no job, left out: %" PRIu64, by,
                      log->bad_lines);
    if (log->repaired)
        logshape_note(log, "%s: lines mended (decimals, number of columns): %" PRIu64, by,
                      log->repaired);
    if (c->negatives)
        logshape_note(log, "%s: jobs with negative fields, made unknown: %" PRIu64, by,
                      c->negatives);
}
