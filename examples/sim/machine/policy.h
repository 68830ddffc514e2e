/* policy.h - the schedulers that --policy and --local name.
 *
 *     online              the co-allocator of paper 1, on an index of coalloc.h
 *     trace               the waits the log itself recorded
 *     program             a program of the user's (online/policy_program.h)
 *     fcfs, easy, easy:K, conservative, rua, rua:K      batch schedulers (planned.h)
 */
#ifndef POLICY_H
#define POLICY_H

#include "machine/machine.h"
#include "base/choice.h"

#include <stddef.h>

enum policy_kind { /* rows of the table */
                   POLICY_ONLINE,
                   POLICY_TRACE,
                   POLICY_FCFS,
                   POLICY_EASY,
                   POLICY_CONSERVATIVE,
                   POLICY_RUA,
                   POLICY_PROGRAM
};

struct policy_row {
    struct choice choice;
    const struct machine_policy *machine; /* a batch scheduler; NULL: of another kind */
    int reserves;                         /* WORD:K has K reservations; WORD alone one */
};

extern const struct choice_table policy_table;

const struct policy_row *policy_row(size_t kind);

#endif
