/* grants.c - a job's runs are copied once; idle servers are a set of coalloc.h. */
#include "machine/grants.h"

#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

void grants_must(coa_status s, const char *call)
{
    if (s != COA_OK) fail("%s: %s", call, coa_status_text(s));
}

void grants_free(struct grants *g)
{
    free(g->of);
    free(g->runs);
    memset(g, 0, sizeof *g);
}

void grants_begin(struct grants *g, size_t jobs)
{
    g->of = base_zeroed(jobs, sizeof *g->of);
}

static void add_run(struct grants *g, size_t job, uint32_t first, uint32_t count)
{
    const struct job_run run = {first, count};
    if (g->of[job].count++ == 0) g->of[job].first = g->count;
    BASE_PUSH(g->runs, g->count, g->room) = run;
}

void grants_add(struct grants *g, size_t job, const coa_run *runs, uint32_t count)
{
    g->of[job].count = 0;
    for (uint32_t i = 0; i < count; i++) add_run(g, job, runs[i].first, runs[i].count);
}

void grants_take(const struct grants *g, size_t job, coa_set *idle)
{
    const struct job_run *run = g->runs + g->of[job].first;
    for (uint32_t i = 0; i < g->of[job].count; i++)
        grants_must(coa_set_remove(idle, run[i].first, run[i].count), "coa_set_remove");
}

void grants_take_lowest(struct grants *g, size_t job, uint32_t n, coa_set *idle)
{
    uint32_t end = 0;
    g->of[job].count = 0;
    for (uint32_t i = 0; n > 0; i++) {
        const coa_run *run = &idle->runs[i];
        const uint32_t some = run->count < n ? run->count : n;
        add_run(g, job, run->first, some);
        end = run->first + some;
        n -= some;
    }
    grants_must(coa_set_remove(idle, 0, end), "coa_set_remove");
}

void grants_list(const struct job_run *on, coa_set *to)
{
    for (to->count = 0; on->count; on++)
        grants_must(coa_set_add(to, on->first, on->count), "coa_set_add");
}

void grants_give_back(const struct grants *g, size_t job, coa_set *idle)
{
    const struct job_run *run = g->runs + g->of[job].first;
    for (uint32_t i = 0; i < g->of[job].count; i++)
        grants_must(coa_set_add(idle, run[i].first, run[i].count), "coa_set_add");
}
