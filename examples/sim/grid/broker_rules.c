/* broker_rules.c - a deadline is computed from whole numbers, in billionths. */
#include "grid/broker_rules.h"

#include "kit/option.h"

#include <stdlib.h>

enum { BROKER_BOUND = 60 }; /* seconds: of the bounded slowdown, section III-C */

void broker_rules_free(struct broker_result *r)
{
    static const struct broker_result nothing = {.count = 0};
    free(r->jobs);
    free(r->executions);
    free(r->runs);
    *r = nothing;
}

uint32_t broker_rules_execution_cpus(const struct broker_result *r,
                                     const struct broker_execution *x)
{
    uint32_t i, cpus = 0;
    for (i = 0; i < x->run_count; i++) cpus += r->runs[x->first_run + i].count;
    return cpus;
}

int64_t broker_rules_deadline(const struct broker_rules *rules, const struct job *job)
{
    const int64_t one = OPTION_ONE, factor = rules->deadline_factor;
    const int64_t whole = factor / one, rest = factor % one;
    const int64_t high = job->estimate / one, low = job->estimate % one;
    return job->submit + job->estimate * whole + high * rest +
           (low * rest + one - 1) / one;
}

double broker_rules_slowdown(int64_t wait, int64_t run)
{
    return job_slowdown(wait + run, run, BROKER_BOUND);
}
