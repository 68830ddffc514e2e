/* broker_memo.h - runs that do not depend on a setting are made once for all its values.
 *
 *     made = broker_memo_take(memo, &essential, sizeof essential);
 *     if (!made->done) ... fills made->result, done = 1 ...
 *     broker_memo_leave(made);
 *
 * Threads may ask at the same time: the first makes the run, others wait for it.
 */
#ifndef BROKER_MEMO_H
#define BROKER_MEMO_H

#include "grid/broker_rules.h"

#include <stddef.h>

struct broker_memo;

struct broker_made {
    struct broker_result result; /* stays until broker_memo_free */
    int done;
    struct broker_memo_entry *entry;
};

struct broker_memo *broker_memo_new(void);

/* That of these settings, `size` bytes, whose padding has to be equal, too. */
struct broker_made *broker_memo_take(struct broker_memo *m, const void *settings,
                                     size_t size);
void broker_memo_leave(struct broker_made *made);

void broker_memo_free(struct broker_memo *m);

#endif
