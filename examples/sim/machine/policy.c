/* policy.c - the table of policies. */
#include "machine/policy.h"

#include "machine/planned.h"

static const struct policy_row rows[] = {
    [POLICY_ONLINE] = {{"online", "book each job as it comes"}, NULL, 0},
    [POLICY_TRACE] = {{"trace", "the waits in the log"}, NULL, 0},
    [POLICY_FCFS] = {{"fcfs", "first come, first served"}, &planned_fcfs, 0},
    [POLICY_EASY] = {{"easy", "backfilling with a reservation for the head of the queue;"
                              " easy:K for the first K"},
                     &planned_easy,
                     1},
    [POLICY_CONSERVATIVE] = {{"conservative", "a reservation for every job"},
                             &planned_conservative,
                             0},
    [POLICY_RUA] = {{"rua",
                     "as easy, but usage-aware: no job starts ahead of others where"
                     " nodes would be slowed; rua:K"},
                    &planned_rua,
                    1},
    [POLICY_PROGRAM] = {{"program", "your own, which --policy-program names"}, NULL, 0}};

const struct choice_table policy_table = CHOICE_TABLE(rows);

const struct policy_row *policy_row(size_t kind) { return &rows[kind]; }
