/* broker_result.c - what broker.h computes from jobs and results alone. */
#include "grid/broker.h"

#include "base/compare.h"
#include "kit/base.h"
#include "kit/option.h"

#include <stdlib.h>

enum { BOUND = 60 }; /* seconds: of the bounded slowdown, section III-C */

void broker_result_free(struct broker_result *r)
{
    static const struct broker_result nothing = {.count = 0};
    free(r->jobs);
    free(r->executions);
    free(r->runs);
    free(r->use);
    *r = nothing;
}

int broker_fits_some(const struct broker_task *task, const struct job *job)
{
    size_t k;
    for (k = 0; k < task->grid->count; k++)
        if (demands_fits(task->grid, task->demands, job, k, NULL)) return 1;
    return 0;
}

int64_t broker_deadline(const struct broker_rules *rules, const struct job *job)
{
    const int64_t one = OPTION_ONE, factor = rules->deadline_factor;
    const int64_t whole = factor / one, rest = factor % one;
    const int64_t high = job->estimate / one, low = job->estimate % one;
    return job->submit + job->estimate * whole + high * rest +
           (low * rest + one - 1) / one;
}

double broker_slowdown(int64_t wait, int64_t run)
{
    return job_slowdown(wait + run, run, BOUND);
}

int64_t broker_overhead(int64_t time, uint32_t percent)
{
    return time / 100 * percent + (time % 100 * percent + 99) / 100;
}

struct begun {
    int64_t start;
    size_t job;
};

static int by_start(const void *a, const void *b)
{
    const struct begun *x = (const struct begun *)a, *y = (const struct begun *)b;
    if (x->start != y->start) return COMPARE(x->start, y->start);
    return COMPARE(x->job, y->job);
}

/* In order of start: how many of the jobs that began earlier were submitted earlier is
 * counted by a binary indexed tree over their numbers (P. Fenwick, 1994). */
void broker_overtaken(const struct broker_result *r, double *jobs, double *most)
{
    struct begun *begun = (struct begun *)base_zeroed(r->count, sizeof *begun);
    size_t *tree = (size_t *)base_zeroed(r->count + 1, sizeof *tree);
    size_t i, at, same, count = 0, before;
    *jobs = *most = 0;
    for (i = 0; i < r->count; i++)
        if (r->jobs[i].start >= 0) {
            begun[count].start = r->jobs[i].start;
            begun[count++].job = i;
        }
    qsort(begun, count, sizeof *begun, by_start);
    for (i = 0; i < count; i = same) {
        for (same = i; same < count && begun[same].start == begun[i].start; same++) {
            for (before = 0, at = begun[same].job + 1; at > 0; at &= at - 1)
                before += tree[at];
            *jobs += i > before;
            if ((double)(i - before) > *most) *most = (double)(i - before);
        }
        for (before = i; before < same; before++)
            for (at = begun[before].job + 1; at <= r->count; at += at & (~at + 1))
                tree[at]++;
    }
    free(begun);
    free(tree);
}
