/* drain.h - an administrator's question: servers go down for a while; which, and what
 * does that do to the jobs that were promised a start?
 *
 * The online schedule is replayed until the question is asked. Then each choice of
 * servers is tried on a copy of the calendar, where coa_drain moves bookings in the way.
 * A choice costs, in this order: the jobs that stay in the way, because they run or find
 * no place within the horizon; how much later the others start, all together; how many
 * have to move.
 *
 * The cheapest is searched for among all choices if these are at most DRAIN_CHOICES. Else
 * servers that follow each other are tried, and in the cheapest of these and of the
 * others that are shown single servers are exchanged where that helps: DRAIN_WORK
 * attempts, divided by the runs of servers that are booked.
 */
#ifndef DRAIN_H
#define DRAIN_H

#include "online/online.h"

#include <stdint.h>
#include <stdio.h>

enum { DRAIN_CHOICES = 2000, DRAIN_WORK = 500000 };

struct drain_question {           /* as the user gives them, or NULL */
    const char *at, *nodes, *ask; /* ask.h's */
};

/* clang-format off */
#define DRAIN_OPTIONS_OF(type, member)                                                   \
    {"drain", OPTION(OPTION_TEXT, type, member.nodes), .of = OF_RUN, .asks = 1,          \
     .used_by = 1u << POLICY_ONLINE, .meta = "NODES@FROM+FOR",                           \
     .help = "do not simulate; take NODES (20, or 0-19,40) out of the online schedule,"  \
             " as in 20@3d9h+8h, and show for several choices which jobs move"},         \
    {"ask", OPTION(OPTION_TEXT, type, member.ask), .of = OF_RUN, .asks = 1,              \
     .meta = "SERVERSxTIME[,gpus=N,memory=NGB,nodes=N]",                                 \
     .help = "do not simulate; show when each policy would start a job (4x2h),"          \
             " submitted at --at, behind those running and waiting"},                   \
    {                                                                                    \
        "at", OPTION(OPTION_TEXT, type, member.at), .of = OF_RUN, .meta = "TIME",        \
        .said = "FROM of --drain; with --ask, now",                                      \
        .help = "when the drain is announced and jobs moved, or the --ask job"           \
                " submitted: time after the first submission (3d9h), date"               \
                " (2026-11-24T09:00), or now, the log's Now"                             \
    }
/* clang-format on */

/* Why the option has no effect on an answer, if it is a question, or NULL. */
const char *drain_idle(const struct drain_question *q, const struct option *option);

/* When that is in the log's own seconds: now, 3d9h, a date. Fails if `of` is none. */
int64_t drain_moment(const struct workload *w, const char *option, struct word of);

/* Prints the answer. `links`: which job follows which, or NULL. Fails if the question is
 * none. */
void drain_answer(const struct drain_question *q, const struct workload *w,
                  const struct feedback_links *links, const struct online_rules *rules,
                  FILE *to);

#endif
