/* policy_answer.h - what a policy of one's own answers to an event: a JSON object on one
 * line.
 *
 *     {"start": [3, 4], "promise": [[7, 3600]], "reject": [9], "wake": 1800}
 *
 * Every member may be missing; others are refused, so that a slip is told.
 */
#ifndef POLICY_ANSWER_H
#define POLICY_ANSWER_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum policy_answer_list {
    POLICY_ANSWER_START,
    POLICY_ANSWER_PROMISE,
    POLICY_ANSWER_REJECT
};

struct policy_answer_item {
    enum policy_answer_list what;
    int64_t id, time; /* time: of a promise */
};

struct policy_answer { /* zero-initialise; free(items) */
    struct policy_answer_item *items;
    size_t count, capacity;
    int64_t wake; /* JOB_NEVER = not asked for */
};

/* 0, or -1 with what is wrong. */
int policy_answer_read(struct policy_answer *a, const char *line, struct error *e);

#endif
