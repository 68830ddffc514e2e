/* policy.h - the schedulers that --policy and --local name.
 *
 *   online        the co-allocator of paper 1, on an index of coalloc.h
 *   trace         the waits the log itself recorded
 *   program       a program of the user's (online/policy_program.h)
 *
 * and those that plan by estimates, each a policy of machine.h:
 *
 *   fcfs          the head of the queue starts when it can; the others wait behind it
 *   easy:K        the first K jobs that cannot start have a reservation, made again each
 *                 time; jobs behind start if they delay none of them (K = 1: Lifka, 1995)
 *   conservative  every job has a reservation from its arrival on, its promise (Mualem,
 *                 Feitelson, IEEE TPDS 2001); after an end the waiting jobs, one after
 *                 the other, look for an earlier one while the rest stay where they are
 *   rua:K         easy:K, but a job that starts ahead of others only gets processors of
 *                 nodes where it slows no job, itself included, chosen by Less Consume;
 *                 one that would slow itself even alone starts only at the head of the
 *                 queue (F. Guim, I. Rodero, J. Corbalan, "The resource usage aware
 *                 backfilling", JSSPP 2009; sharing.h says what nodes share)
 */
#ifndef POLICY_H
#define POLICY_H

#include "machine/machine.h"
#include "base/choice.h"
#include "kit/option.h"

#include <stddef.h>

extern const struct machine_policy planned_fcfs, planned_easy, planned_conservative;
extern const struct machine_policy planned_rua;

/* What enums of machine.h are called. */
extern const struct option_word policy_bindings[], policy_ties[], policy_compressions[];

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
