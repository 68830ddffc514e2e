/* policy_answer.c - as much of JSON as an answer has: one object, with lists of whole
 * numbers. */
#include "online/policy_answer.h"

#include "base/array.h"
#include "base/job.h"

#include <inttypes.h>
#include <string.h>

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

static int read_item(struct reader *r, struct policy_answer *a,
                     enum policy_answer_list what)
{
    struct policy_answer_item *item;
    if (ARRAY_ROOM(a->items, a->count, a->capacity, 1) != 0)
        return error_fail(r->e, "out of memory");
    item = &a->items[a->count++];
    item->what = what;
    item->time = 0;
    if (what != POLICY_ANSWER_PROMISE) return read_number(r, &item->id);
    if (expect(r, '[') != 0 || read_number(r, &item->id) != 0 || expect(r, ',') != 0 ||
        read_number(r, &item->time) != 0)
        return -1;
    return expect(r, ']');
}

static int read_list(struct reader *r, struct policy_answer *a,
                     enum policy_answer_list what)
{
    if (expect(r, '[') != 0) return -1;
    if (next_is(r, ']')) return 0;
    do
        if (read_item(r, a, what) != 0) return -1;
    while (next_is(r, ','));
    return expect(r, ']');
}

static int read_member(struct reader *r, struct policy_answer *a)
{
    static const char *const names[] = {"\"start\"", "\"promise\"", "\"reject\"",
                                        "\"wake\""};
    size_t k;
    skip_blanks(r);
    for (k = 0; k < 4 && strncmp(r->at, names[k], strlen(names[k])) != 0; k++) continue;
    if (k == 4) return wrong(r, "\"start\", \"promise\", \"reject\" or \"wake\"");
    r->at += strlen(names[k]);
    if (expect(r, ':') != 0) return -1;
    return k < 3 ? read_list(r, a, (enum policy_answer_list)k) : read_number(r, &a->wake);
}

int policy_answer_read(struct policy_answer *a, const char *line, struct error *e)
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
