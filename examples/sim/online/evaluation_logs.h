/* evaluation_logs.h - --trace-out: the schedule of each policy as a log in the Standard
 * Workload Format, with the waiting times that came out.
 */
#ifndef EVALUATION_LOGS_H
#define EVALUATION_LOGS_H

#include "base/error.h"
#include "batch/policy.h"
#include "online/evaluation.h"

#include <stddef.h>

enum { EVALUATION_LOGS_PATH = 4096 };

struct evaluation_logs { /* zero-initialise */
    const char *name;    /* --trace-out, NULL = not given */
    size_t count;
    char paths[POLICY_POLICIES_MAX][EVALUATION_LOGS_PATH]; /* of each policy */
};

/* Makes the paths: the name itself for a single policy, FILE-easy.swf for FILE.swf and
 * several. 0, or -1 if a path is too long. */
int evaluation_logs_name(struct evaluation_logs *logs, const struct policy_list *p);

/* Writes the logs, in order of submission. What the log that was read says in its header
 * about the system is kept. 0, or -1. */
int evaluation_logs_write(const struct evaluation_logs *logs, const struct evaluation *x,
                          struct error *e);

#endif
