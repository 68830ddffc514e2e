/* policy_program.c - at each instant: ends, arrivals, promised starts; then the program
 * is asked. Nothing it says is believed. */
#include "online/policy_program.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/child.h"
#include "base/events.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ----------------------------------------------------------------------- */

/* An answer is a JSON object on one line, with as much of JSON as this:
 *
 *     {"start": [3, 4], "promise": [[7, 3600]], "reject": [9], "wake": 1800}
 *
 * Every member may be missing; others are refused, so that a slip is told. */
enum answer_list { ANSWER_START, ANSWER_PROMISE, ANSWER_REJECT };

struct answer_item {
    enum answer_list what;
    int64_t id, time; /* time: of a promise */
};

struct answer {
    struct answer_item *items;
    size_t count, capacity;
    int64_t wake; /* JOB_NEVER = not asked for */
};

struct reader {
    const char *line, *at;
    struct error *e;
};

static int wrong(const struct reader *r, const char *wanted)
{
    char found[24] = "the end of the line";
    if (*r->at) {
        size_t length = strcspn(r->at, " \t\r,");
        if (length < 1) length = 1;
        if (length > sizeof found - 1) length = sizeof found - 1;
        memcpy(found, r->at, length);
        found[length] = 0;
    }
    return error_fail(r->e, "column %zu: %s was expected, not %s",
                      (size_t)(r->at - r->line) + 1, wanted, found);
}

static void skip_blanks(struct reader *r) { r->at += strspn(r->at, " \t\r"); }

/* Is the next character this one? Then it is taken. */
static int next_is(struct reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c) return 0;
    r->at++;
    skip_blanks(r);
    return 1;
}

static int expect(struct reader *r, char c)
{
    const char wanted[] = {'\'', c, '\'', 0};
    return next_is(r, c) ? 0 : wrong(r, wanted);
}

/* A whole number from 0 to JOB_TIME_MAX. */
static int read_number(struct reader *r, int64_t *to)
{
    const char *begin;
    int64_t n = 0;
    skip_blanks(r);
    for (begin = r->at; *r->at >= '0' && *r->at <= '9'; r->at++) {
        if (n > JOB_TIME_MAX / 10) break;
        n = 10 * n + (*r->at - '0');
    }
    *to = n;
    if (r->at > begin && !strchr(".eE0123456789", *r->at)) return 0;
    if (r->at > begin && !*r->at) return 0;
    r->at = begin;
    return wrong(r, "a whole number from 0 on");
}

static int read_item(struct reader *r, struct answer *a, enum answer_list what)
{
    struct answer_item *item;
    if (ARRAY_ROOM(a->items, a->count, a->capacity, 1) != 0)
        return error_fail(r->e, "out of memory");
    item = &a->items[a->count++];
    item->what = what;
    item->time = 0;
    if (what != ANSWER_PROMISE) return read_number(r, &item->id);
    if (expect(r, '[') != 0 || read_number(r, &item->id) != 0 || expect(r, ',') != 0 ||
        read_number(r, &item->time) != 0)
        return -1;
    return expect(r, ']');
}

static int read_list(struct reader *r, struct answer *a, enum answer_list what)
{
    if (expect(r, '[') != 0) return -1;
    if (next_is(r, ']')) return 0;
    do
        if (read_item(r, a, what) != 0) return -1;
    while (next_is(r, ','));
    return expect(r, ']');
}

static int read_member(struct reader *r, struct answer *a)
{
    static const char *const names[] = {"\"start\"", "\"promise\"", "\"reject\"",
                                        "\"wake\""};
    size_t k;
    skip_blanks(r);
    for (k = 0; k < 4 && strncmp(r->at, names[k], strlen(names[k])) != 0; k++) continue;
    if (k == 4) return wrong(r, "\"start\", \"promise\", \"reject\" or \"wake\"");
    r->at += strlen(names[k]);
    if (expect(r, ':') != 0) return -1;
    return k < 3 ? read_list(r, a, (enum answer_list)k) : read_number(r, &a->wake);
}

/* 0, or -1 with what is wrong. */
static int read_answer(struct answer *a, const char *line, struct error *e)
{
    struct reader r = {line, line, e};
    a->count = 0;
    a->wake = JOB_NEVER;
    if (!next_is(&r, '{')) return wrong(&r, "a JSON object, {...},");
    if (!next_is(&r, '}')) {
        do
            if (read_member(&r, a) != 0) return -1;
        while (next_is(&r, ','));
        if (expect(&r, '}') != 0) return -1;
    }
    return *r.at ? wrong(&r, "the end of the line") : 0;
}

/* ---- the run ----------------------------------------------------------------------- */

enum { END, START }; /* kinds of events; START: a promise */
enum { UNKNOWN, WAITING, RUNNING, OVER };
enum { WAKES_MOST = 100000 };

struct text { /* a line that grows */
    char *at;
    size_t count, capacity;
};

struct run {
    const struct workload *w;
    struct feedback *feedback; /* or NULL */
    const struct job *jobs;
    struct progress *progress;
    struct job_outcome *outcomes; /* .start of a waiting job: its promise, or JOB_NEVER */
    struct grants *grants;
    struct events events;
    struct child child;
    struct answer answer;
    struct text line, started, submitted;
    unsigned char *state; /* of each job */
    coa_set idle;
    int64_t now, wake;
    size_t waiting, lines, wakes; /* wakes: in a row, and nothing else happened */
    int failed;                   /* memory ran out while a line grew */
};

static int no_memory(struct error *e) { return error_fail(e, "out of memory"); }

ERROR_PRINTF(3, 4)
static void add(struct run *o, struct text *t, const char *format, ...)
{
    va_list args;
    int n;
    if (ARRAY_ROOM(t->at, t->count, t->capacity, 160) != 0) {
        o->failed = 1;
        return;
    }
    va_start(args, format);
    n = vsnprintf(t->at + t->count, 160, format, args);
    va_end(args);
    t->count += (size_t)n;
}

static void append(struct run *o, struct text *t, const struct text *more)
{
    if (more->count == 0) return;
    if (ARRAY_ROOM(t->at, t->count, t->capacity, more->count) != 0) {
        o->failed = 1;
        return;
    }
    memcpy(t->at + t->count, more->at, more->count);
    t->count += more->count;
}

/* What is wrong with an answer. */
ERROR_PRINTF(3, 4)
static int refuse(const struct run *o, struct error *e, const char *format, ...)
{
    struct error why;
    va_list args;
    va_start(args, format);
    error_set(&why, format, args);
    va_end(args);
    return error_fail(e, "--policy-program: line %zu of its answers: %s", o->lines,
                      why.text);
}

/* ---- jobs -------------------------------------------------------------------------- */

static uint64_t idle_count(const struct run *o) { return coa_set_count(&o->idle); }

/* The job starts now, on the lowest idle servers; there are enough. */
static int start_job(struct run *o, uint32_t job, struct error *e)
{
    const struct job *j = &o->jobs[job];
    uint32_t i, left = j->servers;
    coa_booking b = {0};
    coa_status s = COA_OK;
    coa_run *runs = (coa_run *)malloc((size_t)o->idle.count * sizeof *runs);
    if (!runs) return no_memory(e);
    for (i = 0; left > 0; i++) {
        runs[i] = o->idle.runs[i];
        if (runs[i].count > left) runs[i].count = left;
        left -= runs[i].count;
    }
    b.runs = runs;
    b.run_count = i;
    for (i = 0; i < b.run_count && s == COA_OK; i++)
        s = coa_set_remove(&o->idle, runs[i].first, runs[i].count);
    if (s != COA_OK || grants_add(o->grants, job, &b) != 0 ||
        events_push(&o->events, o->now + j->run, END, job) != 0) {
        free(runs);
        return no_memory(e);
    }
    free(runs);
    o->outcomes[job].start = o->now;
    o->outcomes[job].fate = JOB_RAN;
    o->state[job] = RUNNING;
    o->waiting--;
    return 0;
}

/* The job is over, or never will run. */
static void job_over(struct run *o, uint32_t job)
{
    o->state[job] = OVER;
    if (o->feedback) feedback_ended(o->feedback, job, o->now);
}

static int end_job(struct run *o, uint32_t job, struct error *e)
{
    const struct job_granted *of = &o->grants->of[job];
    uint32_t i;
    for (i = 0; i < of->count; i++) {
        const struct job_run *at = &o->grants->runs[of->first + i];
        if (coa_set_add(&o->idle, at->first, at->count) != COA_OK) return no_memory(e);
    }
    add(o, &o->line, "%s%" PRIu32, o->line.at[o->line.count - 1] == '[' ? "" : ",",
        job + 1);
    job_over(o, job);
    return 0;
}

/* Can it start now? `by`: what lets it. 0, or -1. */
static int check_start(const struct run *o, uint32_t job, const char *by, struct error *e)
{
    const struct job *j = &o->jobs[job];
    if (o->now < j->ready)
        return refuse(o, e,
                      "job %" PRIu32 " %s at %" PRId64 ", before it is ready at %" PRId64,
                      job + 1, by, o->now, j->ready);
    if (j->servers > idle_count(o))
        return refuse(o, e,
                      "job %" PRIu32 " %s at %" PRId64 ": it needs %" PRIu32
                      " servers, and %" PRIu64 " are free",
                      job + 1, by, o->now, j->servers, idle_count(o));
    return 0;
}

/* ---- what is told ------------------------------------------------------------------ */

/* Appends the ends of this instant. */
static int pass_ends(struct run *o, struct error *e)
{
    const struct event *next;
    while ((next = events_next(&o->events)) != NULL && next->time == o->now &&
           next->kind == END) {
        const uint32_t job = next->subject;
        events_pop(&o->events);
        if (end_job(o, job, e) != 0) return -1;
    }
    return 0;
}

/* When the next job comes: by the log that is number *next. */
static int64_t next_arrival(const struct run *o, size_t next)
{
    if (o->feedback) return feedback_due(o->feedback);
    return next < o->w->count ? o->jobs[next].submit : JOB_NEVER;
}

static void pass_arrivals(struct run *o, size_t *next)
{
    while (next_arrival(o, *next) == o->now) {
        const size_t i = o->feedback ? feedback_next(o->feedback) : (*next)++;
        const struct job *j = &o->jobs[i];
        progress_add(o->progress, 1);
        if (j->servers > o->w->servers) {
            o->outcomes[i].fate = JOB_TOO_LARGE;
            job_over(o, (uint32_t)i);
            continue;
        }
        o->outcomes[i].start = JOB_NEVER;
        o->state[i] = WAITING;
        o->waiting++;
        add(o, &o->submitted,
            "%s{\"id\":%zu,\"number\":%" PRId64 ",\"servers\":%" PRIu32
            ",\"estimate\":%" PRId64 ",\"ready\":%" PRId64 "}",
            o->submitted.count ? "," : "", i + 1, j->number, j->servers, j->estimate,
            j->ready);
    }
}

/* Starts the jobs that are promised this instant. */
static int pass_promises(struct run *o, struct error *e)
{
    const struct event *next;
    while ((next = events_next(&o->events)) != NULL && next->time == o->now &&
           next->kind == START) {
        const uint32_t job = next->subject;
        events_pop(&o->events);
        if (o->state[job] != WAITING || o->outcomes[job].start != o->now) continue;
        if (check_start(o, job, "was promised a start", e) != 0 ||
            start_job(o, job, e) != 0)
            return -1;
        add(o, &o->started, "%s%" PRIu32, o->started.count ? "," : "", job + 1);
    }
    return 0;
}

/* ---- what is answered -------------------------------------------------------------- */

static int obey(struct run *o, const struct answer_item *item, struct error *e)
{
    const uint32_t job = (uint32_t)(item->id - 1);
    if (item->id < 1 || item->id > (int64_t)o->w->count || o->state[job] != WAITING)
        return refuse(o, e, "job %" PRId64 " %s", item->id,
                      item->id < 1 || item->id > (int64_t)o->w->count ||
                              o->state[job] == UNKNOWN
                          ? "is not known"
                      : o->state[job] == RUNNING ? "has started already"
                                                 : "is over");
    if (item->what == ANSWER_START)
        return check_start(o, job, "cannot start", e) != 0 ? -1 : start_job(o, job, e);
    if (item->what == ANSWER_REJECT) {
        o->outcomes[job].fate = JOB_REFUSED;
        o->outcomes[job].start = 0;
        o->waiting--;
        job_over(o, job);
    return 0;
    }
    if (item->time <= o->now || item->time < o->jobs[job].ready)
        return refuse(o, e,
                      "job %" PRId64 " is promised a start at %" PRId64
                      ", which is not after %" PRId64,
                      item->id, item->time,
                      item->time <= o->now ? o->now : o->jobs[job].ready - 1);
    o->outcomes[job].start = item->time;
    return events_push(&o->events, item->time, START, job) == 0 ? 0 : no_memory(e);
}

/* Sends the line and does what the answer says. */
static int ask(struct run *o, struct error *e)
{
    const char *line;
    struct error why;
    size_t i;
    add(o, &o->line, "],\"started\":[");
    append(o, &o->line, &o->started);
    add(o, &o->line, "],\"free\":%" PRIu64 ",\"submitted\":[", idle_count(o));
    append(o, &o->line, &o->submitted);
    add(o, &o->line, "]}\n");
    if (o->failed) return no_memory(e);
    o->lines++;
    if (child_write(&o->child, o->line.at, o->line.count, &why) != 0 ||
        (line = child_read(&o->child, &why)) == NULL ||
        read_answer(&o->answer, line, &why) != 0)
        return refuse(o, e, "%s", why.text);
    for (i = 0; i < o->answer.count; i++)
        if (obey(o, &o->answer.items[i], e) != 0) return -1;
    o->wake = o->answer.wake;
    if (o->wake <= o->now)
        return refuse(o, e, "wake is %" PRId64 ", which is not after %" PRId64, o->wake,
                      o->now);
    return 0;
}

/* ---- a whole run ------------------------------------------------------------------- */

/* All that happens at this instant; the program is not asked if nothing does. */
static int pass_instant(struct run *o, size_t *next, struct error *e)
{
    const int woken = o->wake == o->now;
    size_t head;
    o->line.count = o->started.count = o->submitted.count = 0;
    add(o, &o->line, "{\"time\":%" PRId64 ",\"servers\":%" PRIu32 ",\"ended\":[", o->now,
        o->w->servers);
    if (o->failed) return no_memory(e);
    head = o->line.count;
    if (pass_ends(o, e) != 0) return -1;
    pass_arrivals(o, next);
    if (pass_promises(o, e) != 0) return -1;
    if (o->line.count > head || o->started.count || o->submitted.count || o->failed)
        o->wakes = 0;
    else if (!woken)
        return 0;
    else if (++o->wakes > WAKES_MOST)
        return refuse(o, e, "it was woken %d times in a row, and nothing else happened",
                      WAKES_MOST);
    return ask(o, e);
}

/* Jobs wait, and nothing will happen any more. */
static int left_waiting(const struct run *o, struct error *e)
{
    size_t i;
    for (i = 0; o->state[i] != WAITING; i++) continue;
    return refuse(o, e,
                  "it leaves jobs waiting (%zu, the first is job %zu) and nothing runs"
                  " that it could wait for",
                  o->waiting, i + 1);
}

static int replay(struct run *o, struct error *e)
{
    size_t next = 0;
    for (;;) {
        const struct event *event = events_next(&o->events);
        o->now = event && event->time < o->wake ? event->time : o->wake;
        if (next_arrival(o, next) < o->now) o->now = next_arrival(o, next);
        if (o->now == JOB_NEVER) return o->waiting ? left_waiting(o, e) : 0;
        if (pass_instant(o, &next, e) != 0) return -1;
    }
}

static int begin(struct run *o, const char *command, struct error *e)
{
    struct error why;
    o->state = (unsigned char *)calloc(o->w->count, 1);
    if (!o->state || grants_begin(o->grants, o->w->count) != 0 ||
        coa_set_add(&o->idle, 0, o->w->servers) != COA_OK)
        return no_memory(e);
    if (child_start(&o->child, command, POLICY_PROGRAM_SECONDS, &why) == 0) return 0;
    return error_fail(e, "--policy-program: %s", why.text);
}

int policy_program_simulate(const struct workload *w, const char *command,
                            struct feedback *feedback, struct progress *progress,
                            struct job_outcome *outcomes, struct grants *grants,
                            struct error *e)
{
    struct run o = {0};
    int result;
    o.w = w;
    o.feedback = feedback;
    o.jobs = feedback ? feedback->jobs : w->jobs;
    o.progress = progress;
    o.outcomes = outcomes;
    o.grants = grants;
    o.wake = JOB_NEVER;
    result = begin(&o, command, e);
    if (result == 0) result = replay(&o, e);
    child_end(&o.child);
    events_free(&o.events);
    coa_set_free(&o.idle);
    free(o.answer.items);
    free(o.line.at);
    free(o.started.at);
    free(o.submitted.at);
    free(o.state);
    return result;
}
