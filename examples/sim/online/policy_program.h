/* policy_program.h - a policy of one's own, as a program in any language: it is told each
 * event on a line, and answers with one which jobs start. examples/policies/README.md is
 * its manual.
 */
#ifndef POLICY_PROGRAM_H
#define POLICY_PROGRAM_H

#include "base/job.h"
#include "batch/grants.h"
#include "workload/workload.h"

enum { POLICY_PROGRAM_SECONDS = 60 }; /* that it has for an answer */

/* Schedules the workload as the command says. `feedback`: when jobs come, which are its
 * own; or NULL. `outcomes`: of each job, zeroed; `grants`: zeroed. Jobs get the lowest
 * idle servers. */
void policy_program_simulate(const struct workload *w, const char *command,
                             struct feedback *feedback, struct job_outcome *outcomes,
                             struct grants *grants);

#endif
