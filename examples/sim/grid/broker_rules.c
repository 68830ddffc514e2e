/* broker_rules.c - what the rules of a run make of a job. */
#include "grid/broker.h"

#include "kit/option.h"

enum { BOUND = 60 }; /* seconds: of the bounded slowdown, section III-C */

int broker_rules_fits(const struct broker_task *task, const struct job *job)
{
    size_t k;
    for (k = 0; k < task->grid->count; k++)
        if (demands_fits(task->grid, task->demands, job, k, NULL)) return 1;
    return 0;
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
    return job_slowdown(wait + run, run, BOUND);
}

int64_t broker_rules_overhead(int64_t time, uint32_t percent)
{
    return time / 100 * percent + (time % 100 * percent + 99) / 100;
}
