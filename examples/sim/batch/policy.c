/* policy.c - the table of policies, and WORD:K. */
#include "batch/policy.h"

#include "base/word.h"

#include <string.h>

static const struct policy_row rows[] = {
    [POLICY_ONLINE] = {{"online", "book each job as it comes"}, 0, BATCH_FCFS, 0},
    [POLICY_TRACE] = {{"trace", "the waits in the log"}, 0, BATCH_FCFS, 0},
    [POLICY_FCFS] = {{"fcfs", "first come, first served"}, 1, BATCH_FCFS, 0},
    [POLICY_EASY] = {{"easy", "backfilling with a reservation for the head of the queue;"
                              " easy:K for the first K"},
                     1,
                     BATCH_EASY,
                     1},
    [POLICY_CONSERVATIVE] = {{"conservative", "a reservation for every job"},
                             1,
                             BATCH_CONSERVATIVE,
                             0},
    [POLICY_RUA] = {{"rua",
                     "as easy, but usage-aware: no job starts ahead of others where"
                     " nodes would be slowed; rua:K"},
                    1,
                    BATCH_RUA,
                    1},
    [POLICY_PROGRAM] = {
        {"program", "your own, which --policy-program names"}, 0, BATCH_FCFS, 0}};

const struct choice_table policy_table = CHOICE_TABLE(rows);

const struct policy_row *policy_row(size_t kind) { return &rows[kind]; }

int policy_is_batch(const struct policy *p) { return rows[p->kind].batch; }

enum batch_kind policy_batch(const struct policy *p) { return rows[p->kind].kind; }

int policy_read(const char *text, size_t length, struct policy *p)
{
    const char *colon = (const char *)memchr(text, ':', length);
    const size_t word = colon ? (size_t)(colon - text) : length;
    const int64_t kind = choice_find(&policy_table, text, word);
    int64_t k = 1;
    if (kind < 0 || length >= sizeof p->name) return -1;
    p->kind = (enum policy_kind)kind;
    memcpy(p->name, text, length);
    p->name[length] = 0;
    if (colon && (!rows[kind].reserves ||
                  !word_is_whole(word_of(p->name + word + 1), 1, UINT32_MAX, &k)))
        return -1;
    p->reservations = (uint32_t)k;
    return 0;
}
