/* broker_rules.c - what the rules of a run make of a job. */
#include "grid/broker.h"

#include "kit/base.h"
#include "kit/option.h"

#include <math.h>
#include <stdlib.h>

enum { BOUND = 60 }; /* seconds: of the bounded slowdown, section III-C */

int broker_rules_fits(const struct broker_task *task, const struct job *job)
{
    for (size_t k = 0; k < task->grid->count; k++)
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

double broker_rules_apart(const struct broker_task *task, const struct broker_result *r)
{
    const size_t all = task->grid->count;
    double(*at)[2] = (double(*)[2])base_zeroed(all + 1, sizeof *at); /* sum, how many */
    double apart = 0, used = 0;
    for (size_t i = 0; i < r->count; i++) {
        const struct broker_outcome *o = &r->jobs[i];
        if (o->fate != BROKER_FATE_finished) continue;
        const double slow =
            broker_rules_slowdown(o->start - task->jobs[i].submit, o->end - o->start);
        at[o->cluster][0] += slow, at[o->cluster][1]++;
        at[all][0] += slow, at[all][1]++;
    }
    for (size_t i = 0; i < all; i++) {
        if (at[i][1] == 0) continue;
        apart += fabs(at[i][0] / at[i][1] / (at[all][0] / at[all][1]) - 1);
        used++;
    }
    free(at);
    return apart / used;
}

int64_t broker_rules_overhead(int64_t time, uint32_t percent)
{
    return time / 100 * percent + (time % 100 * percent + 99) / 100;
}
