/* policy.h - who schedules: the words of --policy.
 *
 *     online          the co-allocator of paper 1, on an index of coalloc.h
 *     trace           the waits the log itself recorded
 *     fcfs, easy, easy:K, conservative, rua, rua:K      batch schedulers (batch.h)
 */
#ifndef POLICY_H
#define POLICY_H

#include "batch/batch_run.h"

#include <stddef.h>
#include <stdint.h>

enum policy_kind { /* in the order of the words */
                   POLICY_ONLINE,
                   POLICY_TRACE,
                   POLICY_FCFS,
                   POLICY_EASY,
                   POLICY_CONSERVATIVE,
                   POLICY_RUA
};

struct policy {
    enum policy_kind kind;
    uint32_t reservations; /* easy, rua: K */
    char name[24];         /* as it was written: "easy:4" */
};

enum { POLICY_POLICIES_MAX = 16 };

struct policy_policies {
    struct policy items[POLICY_POLICIES_MAX];
    size_t count;
};

int policy_is_batch(const struct policy *p);

enum batch_kind policy_batch(const struct policy *p);

/* Is there one of this kind? */
int policy_policies_have(const struct policy_policies *all, enum policy_kind kind);

/* One word, "easy:4" say. 0, or -1 if it is none. */
int policy_read(const char *text, size_t length, struct policy *p);

/* The list of --policy, separated by commas: each word once. CLI_RUN, or CLI_USAGE. */
int policy_policies_read(const char *program, const char *text,
                         struct policy_policies *all);

#endif
