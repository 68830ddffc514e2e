/* ask.h - a user's question: when would a job start that is submitted now?
 *
 * What runs at that time holds its servers, what waits is queued, and the policy goes on
 * from there: once with jobs that run as long as was requested, and again and again with
 * jobs that use as much of it as finished jobs of the same user did, or if these are few,
 * of the log, drawn at random. Jobs that are submitted later are not known.
 */
#ifndef ASK_H
#define ASK_H

#include "online/drain.h"
#include "online/schedule.h"

#include <stdint.h>
#include <stdio.h>

enum {
    ASK_DRAWS = 100,
    ASK_OWN = 20, /* runs of a user are enough */
    ASK_POLICIES = 64,
    ASK_UNLIMITED = 3650 * 86400 /* ten years */
};

struct ask_policies { /* as options have them: row of the table, and OPTION_K * K */
    int64_t list[ASK_POLICIES];
    int kept[ASK_POLICIES]; /* no later job can delay its starts */
    size_t count;
};

/* Adds it unless it is there; what does not fit is not asked. */
void ask_add(struct ask_policies *p, int64_t policy, int kept);

/* Fails where it cannot be asked: `other` options change the jobs; no log. */
void ask_check(const struct drain_question *q, int other, const char *log);

/* Prints the answer of each policy. The workload has what is unfinished, too; `decide`
 * schedules d->w by the settings and this policy, and counts d->resources. */
void ask_answer(const struct drain_question *q, const struct workload *w,
                const struct resources *counted, int64_t seed,
                const struct ask_policies *policies, const void *settings,
                void (*decide)(const void *settings, int64_t policy, struct schedule *d),
                FILE *to);

#endif
