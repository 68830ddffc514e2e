/* policy_program.c - what happens at an instant as a line of JSON, and an answer as calls
 * of machine.h. */
#include "online/policy_program.h"

#include "base/array.h"
#include "base/child.h"
#include "kit/base.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { WAKES_MOST = 100000, PART_MOST = 400 };

struct text { /* a line that grows */
    char *bytes;
    size_t count, capacity;
};

struct program {
    struct machine *m;
    struct child child;
    const char *answer, *place; /* a line, and how far it is read */
    struct text line, ended, started, submitted, reserved;
    int64_t wake;        /* that it asked for                                */
    size_t lines, wakes; /* wakes: in a row, and nothing else happened       */
    int asked;           /* it answers                                       */
    int reserves;        /* there are reservations that it reads of        */
    char blame[64];
};

/* ---- events as text ---------------------------------------------------------------- */

static void append(struct text *t, const char *more, size_t length)
{
    if (ARRAY_ROOM(t->bytes, t->count, t->capacity, length) != 0) fail("out of memory");
    if (length > 0) memcpy(t->bytes + t->count, more, length);
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

/* What is counted, such as "gpus":4,"memory":512. */
static void add_amounts(struct text *t, const struct resources *r,
                        const struct resources_amount *amount)
{
    static const char *const kinds[] = {"servers", "gpus", "memory"};
    const char *between = "";
    for (int k = 0; k < RESOURCES_KINDS; k++) {
        if (!r->counted[k]) continue;
        add(t, "%s\"%s\":%" PRIu32, between, kinds[k], amount->of[k]);
        between = ",";
    }
}

/* What the job needs on each of so many nodes. */
static void add_needs(struct text *t, const struct resources *r, const struct job *job)
{
    const struct resources_need *need = resources_need(r, job);
    add(t, ",\"needs\":{\"nodes\":%" PRIu32 ",", need->nodes);
    add_amounts(t, r, &need->each);
    add(t, "}");
}

/* What is left now on each node. */
static void add_nodes(struct text *t, const struct machine *m)
{
    const struct resources *r = m->pool->r;
    for (uint32_t x = 0; x < r->count; x++) {
        const struct resources_amount left = pool_left(m->pool, x, m->now);
        add(t, x > 0 ? ",{" : ",\"nodes\":[{");
        add_amounts(t, r, &left);
        add(t, "}");
    }
    add(t, "]");
}

/* A machine_notify. */
static void note(void *context, uint32_t job, enum machine_news what)
{
    struct program *o = context;
    const struct job *j = &o->m->jobs[job];
    switch (what) {
    case MACHINE_CAME:
        add(&o->submitted,
            "%s{\"id\":%" PRIu32 ",\"number\":%" PRId64 ",\"servers\":%" PRIu32
            ",\"estimate\":%" PRId64 ",\"ready\":%" PRId64 ",\"user\":%" PRId64
            ",\"group\":%" PRId64 ",\"queue\":%" PRId64 ",\"partition\":%" PRId64
            ",\"memory\":%" PRId64 ",\"priority\":%" PRId64,
            comma(&o->submitted), job + 1, j->number, j->servers, j->estimate, j->ready,
            j->user, j->group, j->queue, j->partition, j->memory, j->priority);
        if (o->m->pool) add_needs(&o->submitted, o->m->pool->r, j);
        add(&o->submitted, "}");
        break;
    case MACHINE_STANDS:
        add(&o->reserved,
            "%s{\"id\":%" PRIu32 ",\"number\":%" PRId64 ",\"servers\":%" PRIu32
            ",\"start\":%" PRId64 ",\"end\":%" PRId64 "}",
            comma(&o->reserved), job + 1, j->number, j->servers, j->ready,
            j->ready + j->estimate);
        break;
    case MACHINE_STARTED:
        if (o->asked) break; /* it says so itself */
        add(&o->started, "%s%" PRIu32, comma(&o->started), job + 1);
        break;
    case MACHINE_ENDED: add(&o->ended, "%s%" PRIu32, comma(&o->ended), job + 1);
    }
}

/* ---- answers ----------------------------------------------------------------------- */

/* An answer is a JSON object on one line, with as much of JSON as this:
 *
 *     {"start": [3, 4], "promise": [[7, 3600]], "reject": [9], "wake": 1800}
 *
 * Every member may be missing; others are refused, so that a slip is reported. */
static const char *const members[] = {"\"start\"", "\"promise\"", "\"reject\"",
                                      "\"wake\""};
enum { ANSWER_START, ANSWER_PROMISE, ANSWER_REJECT, ANSWER_WAKE, ANSWERS };

FAIL_NORETURN static void wrong(struct program *o, const char *wanted)
{
    const size_t length = *o->place ? strcspn(o->place + 1, " \t\r,") + 1 : 0;
    machine_refuse(o->m, "column %zu: expected %s, not %.*s",
                   (size_t)(o->place - o->answer) + 1, wanted,
                   length == 0   ? 19
                   : length > 23 ? 23
                                 : (int)length,
                   length == 0 ? "the end of the line" : o->place);
}

static void skip_blanks(struct program *o) { o->place += strspn(o->place, " \t\r"); }

/* Is the next character this one? Then it is taken. */
static int next_is(struct program *o, char c)
{
    skip_blanks(o);
    if (*o->place != c) return 0;
    o->place++;
    skip_blanks(o);
    return 1;
}

static void expect_character(struct program *o, char c)
{
    const char wanted[] = {'\'', c, '\'', 0};
    if (!next_is(o, c)) wrong(o, wanted);
}

/* A whole number from 0 to JOB_TIME_MAX. */
static int64_t read_number(struct program *o)
{
    const char *begin;
    int64_t n = 0;
    skip_blanks(o);
    for (begin = o->place; *o->place >= '0' && *o->place <= '9'; o->place++) {
        if (n > JOB_TIME_MAX / 10) break;
        n = 10 * n + (*o->place - '0');
    }
    if (o->place > begin && (!*o->place || !strchr(".eE0123456789", *o->place))) return n;
    o->place = begin;
    wrong(o, "a whole number from 0 up");
}

/* Does what the next item of a list says. */
static void obey(struct program *o, size_t what)
{
    const int paired = what == ANSWER_PROMISE;
    int64_t time = 0;
    if (paired) expect_character(o, '[');
    const int64_t id = read_number(o);
    if (paired) {
        expect_character(o, ',');
        time = read_number(o);
        expect_character(o, ']');
    }
    if (id < 1 || id > (int64_t)o->m->count)
        machine_refuse(o->m, "job %" PRId64 " is not known", id);
    const uint32_t job = (uint32_t)(id - 1);
    if (what == ANSWER_START)
        machine_must_start(o->m, job);
    else if (what == ANSWER_REJECT)
        machine_reject(o->m, job);
    else
        machine_appoint(o->m, job, time);
}

static void obey_member(struct program *o)
{
    size_t k = 0;
    while (k < ANSWERS && strncmp(o->place, members[k], strlen(members[k])) != 0) k++;
    if (strncmp(o->place, "\"stop\"", 6) == 0)
        machine_refuse(o->m,
                       "column %zu: \"stop\" cannot be done: a job that has started"
                       " runs until it ends",
                       (size_t)(o->place - o->answer) + 1);
    if (k == ANSWERS) wrong(o, "\"start\", \"promise\", \"reject\" or \"wake\"");
    o->place += strlen(members[k]);
    expect_character(o, ':');
    if (k == ANSWER_WAKE) {
        o->wake = read_number(o);
        machine_wake(o->m, o->wake);
        return;
    }
    expect_character(o, '[');
    if (next_is(o, ']')) return;
    do obey(o, k);
    while (next_is(o, ','));
    expect_character(o, ']');
}

static void obey_answer(struct program *o)
{
    o->place = o->answer;
    if (!next_is(o, '{')) wrong(o, "a JSON object, {...}");
    if (!next_is(o, '}')) {
        do obey_member(o);
        while (next_is(o, ','));
        expect_character(o, '}');
    }
    if (*o->place) wrong(o, "the end of the line");
}

/* ---- a whole run ------------------------------------------------------------------- */

static void add_list(struct text *line, const char *name, struct text *list)
{
    add(line, ",\"%s\":[", name);
    append(line, list->bytes, list->count);
    add(line, "]");
    list->count = 0;
}

/* Has anything happened? If not, it has been woken, or will be. */
static int is_news(struct program *o)
{
    struct machine *m = o->m;
    if (o->ended.count || o->started.count || o->submitted.count || o->reserved.count) {
        o->wakes = 0;
        return 1;
    }
    if (o->wake != m->now) return 0;
    if (++o->wakes > WAKES_MOST)
        machine_refuse(m, "it was woken %d times in a row, and nothing else happened",
                       WAKES_MOST);
    return 1;
}

/* Sends a line, and does what the answer says. */
static void ask(struct machine *m)
{
    struct program *o = m->rules->own;
    struct text *line = &o->line;
    struct error why;
    o->m = m;
    if (!is_news(o)) return;
    o->wake = JOB_NEVER;
    line->count = 0;
    add(line, "{\"time\":%" PRId64 ",\"servers\":%" PRIu32, m->now, m->servers);
    add_list(line, "ended", &o->ended);
    add_list(line, "started", &o->started);
    add(line, ",\"free\":%" PRIu32, m->idle);
    add_list(line, "submitted", &o->submitted);
    if (o->reserves) add_list(line, "reserved", &o->reserved);
    if (m->pool) add_nodes(line, m);
    add(line, "}\n");
    snprintf(o->blame, sizeof o->blame, "--policy-program: answer %zu: ", ++o->lines);
    if (child_write(&o->child, line->bytes, line->count, &why) != 0 ||
        (o->answer = child_read(&o->child, &why)) == NULL)
        machine_refuse(m, "%s", why.text);
    o->asked = 1;
    obey_answer(o);
    o->asked = 0;
}

static const struct machine_policy policy = {.decide = ask, .takes_late = 1};

void policy_program_simulate(struct schedule *d, const char *command)
{
    struct program o = {.wake = JOB_NEVER};
    struct machine_rules rules = {.policy = &policy, .own = &o};
    struct machine m = {.notify = note, .context = &o, .blame = o.blame};
    struct error why;
    for (size_t i = 0; i < d->w->count; i++)
        o.reserves |= d->jobs[i].reserved >= JOB_EXACT;
    fail_clean(child_kill_all);
    if (child_start(&o.child, command, POLICY_PROGRAM_SECONDS, &why) != 0)
        fail("--policy-program: %s", why.text);
    o.m = &m;
    coa_destroy(schedule_run(d, &rules, &m, JOB_NEVER));
    for (int i = 0; i < 100 && (o.answer = child_last(&o.child)) != NULL; i++)
        if (*o.answer == '{') /* not a summary */
            machine_refuse(&m, "the last one, but another follows: %.40s", o.answer);
    child_end(&o.child);
    free(o.line.bytes);
    free(o.ended.bytes);
    free(o.started.bytes);
    free(o.submitted.bytes);
    free(o.reserved.bytes);
}
