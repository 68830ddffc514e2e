/* policy_program.c - at each instant: ends, arrivals, promised starts; then the program
 * is asked. Nothing it says is believed. */
#include "online/policy_program.h"

#include "coalloc.h"

#include "base/array.h"
#include "base/child.h"
#include "base/events.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { END, START }; /* kinds of events; START: a promise */
enum { UNKNOWN, WAITING, RESERVED, RUNNING, OVER };
enum { WAKES_MOST = 100000, PART_MOST = 160 };

struct text { /* a line that grows */
    char *at;
    size_t count, capacity;
};

struct run {
    const struct workload *w;
    struct feedback *feedback; /* or NULL */
    const struct job *jobs;
    struct job_outcome *outcomes; /* .start of a waiting job: its promise, or JOB_NEVER */
    struct grants *grants;
    struct events events;
    struct child child;
    const char *answer, *at; /* a line, and how far it is read */
    struct text line, ended, started, submitted, reserved;
    unsigned char *state; /* of each job */
    coa_set idle;
    coa_calendar *plan; /* where there are exact reservations: they and what runs, as it
                           is planned; else NULL                                       */
    int64_t now, wake;
    size_t next;                  /* job of the log */
    size_t waiting, lines, wakes; /* wakes: in a row, and nothing else happened */
};

/* What is wrong with an answer: the end of both programs. */
FAIL_PRINTF(2, 3)
FAIL_NORETURN static void refuse(struct run *o, const char *format, ...)
{
    struct error why;
    va_list args;
    va_start(args, format);
    error_set(&why, format, args);
    va_end(args);
    child_end(&o->child);
    fail("--policy-program: line %zu of its answers: %s", o->lines, why.text);
}

/* ---- what is told ------------------------------------------------------------------ */

static void append(struct text *t, const char *more, size_t length)
{
    if (ARRAY_ROOM(t->at, t->count, t->capacity, length) != 0) fail("out of memory");
    if (length > 0) memcpy(t->at + t->count, more, length);
    t->count += length;
}

FAIL_PRINTF(2, 3)
static void add(struct text *t, const char *format, ...)
{
    char part[PART_MOST];
    va_list args;
    va_start(args, format);
    append(t, part, (size_t)vsnprintf(part, sizeof part, format, args));
    va_end(args);
}

/* Between two items. */
static const char *comma(const struct text *t) { return t->count > 0 ? "," : ""; }

/* ---- jobs -------------------------------------------------------------------------- */

static void expect(struct run *o, int64_t time, uint32_t kind, uint32_t job)
{
    if (events_push(&o->events, time, kind, job) != 0) fail("out of memory");
}

/* Books the job's time in the plan, if there is room. */
static int plan_job(struct run *o, uint32_t job, int64_t start)
{
    const struct job *j = &o->jobs[job];
    const coa_request want = {.ready = start,
                              .length = j->estimate,
                              .deadline = start + j->estimate,
                              .servers = j->servers};
    coa_booking b;
    coa_status s = coa_advance(o->plan, o->now);
    if (s == COA_OK) s = coa_reserve(o->plan, &want, &b);
    if (s != COA_OK && s != COA_E_NOFIT) fail("calendar: %s", coa_status_text(s));
    o->grants->booking[job] = b.id;
    return s == COA_OK;
}

/* The job starts now, on the lowest idle servers, if it can; `by`: what lets it. */
static void start_job(struct run *o, uint32_t job, const char *by)
{
    const struct job *j = &o->jobs[job];
    const uint32_t idle = coa_set_count(&o->idle);
    if (o->now < j->ready)
        refuse(o, "job %" PRIu32 " %s at %" PRId64 ", before it is ready at %" PRId64,
               job + 1, by, o->now, j->ready);
    if (j->servers > idle)
        refuse(o,
               "job %" PRIu32 " %s at %" PRId64 ": it needs %" PRIu32 " servers, and"
               " %" PRIu32 " are free",
               job + 1, by, o->now, j->servers, idle);
    if (o->plan && o->state[job] != RESERVED && !plan_job(o, job, o->now))
        refuse(o,
               "job %" PRIu32 " %s at %" PRId64 ": with it too few servers would be left"
               " for what is reserved before %" PRId64,
               job + 1, by, o->now, o->now + j->estimate);
    grants_take_lowest(o->grants, job, j->servers, &o->idle);
    expect(o, o->now + j->run, END, job);
    o->outcomes[job].start = o->now;
    o->outcomes[job].fate = JOB_RAN;
    o->waiting -= o->state[job] == WAITING;
    o->state[job] = RUNNING;
}

/* The job is over, or never will run. */
static void job_over(struct run *o, uint32_t job)
{
    o->state[job] = OVER;
    if (o->feedback) feedback_ended(o->feedback, job, o->now);
}

/* ---- events ------------------------------------------------------------------------ */

/* The next event is due now, and of this kind: takes it. */
static int next_is_due(struct run *o, uint32_t kind, uint32_t *job)
{
    const struct event *next = events_next(&o->events);
    if (!next || next->time != o->now || next->kind != kind) return 0;
    *job = next->subject;
    events_pop(&o->events);
    return 1;
}

static void pass_ends(struct run *o)
{
    uint32_t job;
    while (next_is_due(o, END, &job)) {
        grants_give_back(o->grants, job, &o->idle);
        if (o->plan && o->jobs[job].run < o->jobs[job].estimate &&
            (coa_advance(o->plan, o->now) != COA_OK ||
             coa_finish(o->plan, o->grants->booking[job], o->now) != COA_OK))
            fail("calendar: a job cannot end");
        add(&o->ended, "%s%" PRIu32, comma(&o->ended), job + 1);
        job_over(o, job);
    }
}

/* When the next job comes. */
static int64_t next_arrival(const struct run *o)
{
    if (o->feedback) return feedback_due(o->feedback);
    return o->next < o->w->count ? o->jobs[o->next].submit : JOB_NEVER;
}

/* A reservation stands, and the program is told of it; or it is refused. */
static void reserve(struct run *o, uint32_t job)
{
    const struct job *j = &o->jobs[job];
    if (!plan_job(o, job, j->ready)) {
        o->outcomes[job].fate = JOB_REFUSED;
        job_over(o, job);
        return;
    }
    o->outcomes[job].start = j->ready;
    o->state[job] = RESERVED;
    expect(o, j->ready, START, job);
    add(&o->reserved,
        "%s{\"id\":%" PRIu32 ",\"number\":%" PRId64 ",\"servers\":%" PRIu32
        ",\"start\":%" PRId64 ",\"end\":%" PRId64 "}",
        comma(&o->reserved), job + 1, j->number, j->servers, j->ready,
        j->ready + j->estimate);
}

static void pass_arrivals(struct run *o)
{
    while (next_arrival(o) == o->now) {
        const size_t i = o->feedback ? feedback_next(o->feedback) : o->next++;
        const struct job *j = &o->jobs[i];
        if (j->servers > o->w->servers) {
            o->outcomes[i].fate = JOB_TOO_LARGE;
            job_over(o, (uint32_t)i);
            continue;
        }
        if (j->reserved >= JOB_EXACT) {
            reserve(o, (uint32_t)i);
            continue;
        }
        o->outcomes[i].start = JOB_NEVER;
        o->state[i] = WAITING;
        o->waiting++;
        add(&o->submitted,
            "%s{\"id\":%zu,\"number\":%" PRId64 ",\"servers\":%" PRIu32
            ",\"estimate\":%" PRId64 ",\"ready\":%" PRId64 "}",
            comma(&o->submitted), i + 1, j->number, j->servers, j->estimate, j->ready);
    }
}

/* Starts the jobs that are promised this instant. */
static void pass_promises(struct run *o)
{
    uint32_t job;
    while (next_is_due(o, START, &job)) {
        if ((o->state[job] != WAITING && o->state[job] != RESERVED) ||
            o->outcomes[job].start != o->now)
            continue;
        start_job(o, job, "was promised a start");
        add(&o->started, "%s%" PRIu32, comma(&o->started), job + 1);
    }
}

/* ---- answers ----------------------------------------------------------------------- */

/* An answer is a JSON object on one line, with as much of JSON as this:
 *
 *     {"start": [3, 4], "promise": [[7, 3600]], "reject": [9], "wake": 1800}
 *
 * Every member may be missing; others are refused, so that a slip is told. */
static const char *const members[] = {"\"start\"", "\"promise\"", "\"reject\"",
                                      "\"wake\""};
enum { ANSWER_START, ANSWER_PROMISE, ANSWER_REJECT, ANSWER_WAKE, ANSWERS };

FAIL_NORETURN static void wrong(struct run *o, const char *wanted)
{
    const size_t length = *o->at ? strcspn(o->at + 1, " \t\r,") + 1 : 0;
    refuse(o, "column %zu: %s was expected, not %.*s", (size_t)(o->at - o->answer) + 1,
           wanted,
           length == 0   ? 19
           : length > 23 ? 23
                         : (int)length,
           length == 0 ? "the end of the line" : o->at);
}

static void skip_blanks(struct run *o) { o->at += strspn(o->at, " \t\r"); }

/* Is the next character this one? Then it is taken. */
static int next_is(struct run *o, char c)
{
    skip_blanks(o);
    if (*o->at != c) return 0;
    o->at++;
    skip_blanks(o);
    return 1;
}

static void expect_character(struct run *o, char c)
{
    const char wanted[] = {'\'', c, '\'', 0};
    if (!next_is(o, c)) wrong(o, wanted);
}

/* A whole number from 0 to JOB_TIME_MAX. */
static int64_t read_number(struct run *o)
{
    const char *begin;
    int64_t n = 0;
    skip_blanks(o);
    for (begin = o->at; *o->at >= '0' && *o->at <= '9'; o->at++) {
        if (n > JOB_TIME_MAX / 10) break;
        n = 10 * n + (*o->at - '0');
    }
    if (o->at > begin && (!*o->at || !strchr(".eE0123456789", *o->at))) return n;
    o->at = begin;
    wrong(o, "a whole number from 0 on");
}

/* Does what the next item of a list says. */
static void obey(struct run *o, size_t what)
{
    const int paired = what == ANSWER_PROMISE;
    int64_t id, time = 0;
    uint32_t job;
    if (paired) expect_character(o, '[');
    id = read_number(o);
    if (paired) {
        expect_character(o, ',');
        time = read_number(o);
        expect_character(o, ']');
    }
    job = (uint32_t)(id - 1);
    if (id < 1 || id > (int64_t)o->w->count || o->state[job] == UNKNOWN)
        refuse(o, "job %" PRId64 " is not known", id);
    if (o->state[job] != WAITING)
        refuse(o, "job %" PRId64 " %s", id,
               o->state[job] == RUNNING    ? "has started already"
               : o->state[job] == RESERVED ? "is a reservation"
                                           : "is over");
    if (what == ANSWER_START) {
        start_job(o, job, "cannot start");
    } else if (what == ANSWER_REJECT) {
        o->outcomes[job].fate = JOB_REFUSED;
        o->waiting--;
        job_over(o, job);
    } else {
        const int64_t ready = o->jobs[job].ready;
        if (time <= o->now || time < ready)
            refuse(o,
                   "job %" PRId64 " is promised a start at %" PRId64
                   ", which is not after %" PRId64,
                   id, time, time <= o->now ? o->now : ready - 1);
        o->outcomes[job].start = time;
        expect(o, time, START, job);
    }
}

static void obey_member(struct run *o)
{
    size_t k = 0;
    while (k < ANSWERS && strncmp(o->at, members[k], strlen(members[k])) != 0) k++;
    if (k == ANSWERS) wrong(o, "\"start\", \"promise\", \"reject\" or \"wake\"");
    o->at += strlen(members[k]);
    expect_character(o, ':');
    if (k == ANSWER_WAKE) {
        o->wake = read_number(o);
        if (o->wake > o->now) return;
        refuse(o, "wake is %" PRId64 ", which is not after %" PRId64, o->wake, o->now);
    }
    expect_character(o, '[');
    if (next_is(o, ']')) return;
    do obey(o, k);
    while (next_is(o, ','));
    expect_character(o, ']');
}

static void obey_answer(struct run *o)
{
    o->at = o->answer;
    if (!next_is(o, '{')) wrong(o, "a JSON object, {...},");
    if (!next_is(o, '}')) {
        do obey_member(o);
        while (next_is(o, ','));
        expect_character(o, '}');
    }
    if (*o->at) wrong(o, "the end of the line");
}

/* ---- a whole run ------------------------------------------------------------------- */

/* Sends a line, and does what the answer says. */
static void ask(struct run *o)
{
    struct error why;
    struct text *line = &o->line;
    line->count = 0;
    add(line, "{\"time\":%" PRId64 ",\"servers\":%" PRIu32 ",\"ended\":[", o->now,
        o->w->servers);
    append(line, o->ended.at, o->ended.count);
    add(line, "],\"started\":[");
    append(line, o->started.at, o->started.count);
    add(line, "],\"free\":%" PRIu32 ",\"submitted\":[", coa_set_count(&o->idle));
    append(line, o->submitted.at, o->submitted.count);
    if (o->plan) add(line, "],\"reserved\":[");
    append(line, o->reserved.at, o->reserved.count);
    add(line, "]}\n");
    o->lines++;
    o->wake = JOB_NEVER;
    if (child_write(&o->child, line->at, line->count, &why) != 0 ||
        (o->answer = child_read(&o->child, &why)) == NULL)
        refuse(o, "%s", why.text);
    obey_answer(o);
}

/* All that happens at this instant; the program is not asked if nothing does. */
static void pass_instant(struct run *o)
{
    const int woken = o->wake == o->now;
    o->ended.count = o->started.count = o->submitted.count = o->reserved.count = 0;
    pass_ends(o);
    pass_arrivals(o);
    pass_promises(o);
    if (o->ended.count || o->started.count || o->submitted.count || o->reserved.count)
        o->wakes = 0;
    else if (!woken)
        return;
    else if (++o->wakes > WAKES_MOST)
        refuse(o, "it was woken %d times in a row, and nothing else happened",
               WAKES_MOST);
    ask(o);
}

static void begin(struct run *o, const char *command)
{
    coa_desc desc = {0};
    struct error why;
    size_t i = 0;
    o->wake = JOB_NEVER;
    o->state = (unsigned char *)base_zeroed(o->w->count, 1);
    grants_begin(o->grants, o->w->count);
    if (coa_set_add(&o->idle, 0, o->w->servers) != COA_OK) fail("out of memory");
    while (i < o->w->count && o->jobs[i].reserved < JOB_EXACT) i++;
    desc.servers = o->w->servers;
    desc.now = o->jobs[0].submit;
    desc.index = COA_INDEX_COUNT;
    desc.unnamed = 1;
    if (i < o->w->count && coa_create(&o->plan, &desc) != COA_OK) fail("out of memory");
    fail_clean(child_kill_all);
    if (child_start(&o->child, command, POLICY_PROGRAM_SECONDS, &why) != 0)
        fail("--policy-program: %s", why.text);
}

/* Jobs wait, and nothing will happen any more. */
static void check_waiting(struct run *o)
{
    size_t i;
    if (o->waiting == 0) return;
    for (i = 0; o->state[i] != WAITING; i++) continue;
    refuse(o,
           "it leaves jobs waiting (%zu, the first is job %zu) and nothing runs that it"
           " could wait for",
           o->waiting, i + 1);
}

void policy_program_simulate(const struct workload *w, const char *command,
                             struct feedback *feedback, struct job_outcome *outcomes,
                             struct grants *grants)
{
    struct run o = {0};
    o.w = w;
    o.feedback = feedback;
    o.jobs = feedback ? feedback->jobs : w->jobs;
    o.outcomes = outcomes;
    o.grants = grants;
    for (begin(&o, command);;) {
        const struct event *event = events_next(&o.events);
        o.now = event && event->time < o.wake ? event->time : o.wake;
        if (next_arrival(&o) < o.now) o.now = next_arrival(&o);
        if (o.now == JOB_NEVER) break;
        pass_instant(&o);
    }
    check_waiting(&o);
    child_end(&o.child);
    events_free(&o.events);
    coa_set_free(&o.idle);
    coa_destroy(o.plan);
    free(o.line.at);
    free(o.ended.at);
    free(o.started.at);
    free(o.submitted.at);
    free(o.reserved.at);
    free(o.state);
}
