/* broker_setup.c - the names of three pairs, and all other pairs by their words. */
#include "grid/broker_setup.h"

#include <stdio.h>
#include <string.h>

static const struct broker_setup named[] = {
    {"FCFS", "fcfs+match", BROKER_FCFS, BROKER_MATCH},
    {"RANK", "jr+match", BROKER_JR, BROKER_MATCH},
    {"SLOW", "jr+slow", BROKER_JR, BROKER_SLOW}};

enum { NAMED = sizeof named / sizeof named[0] };

static int same(const struct broker_setup *a, const struct broker_setup *b)
{
    return a->jobs == b->jobs && a->resources == b->resources;
}

static int has(const struct broker_setups *all, const struct broker_setup *s)
{
    size_t i;
    for (i = 0; i < all->count; i++)
        if (same(&all->items[i], s)) return 1;
    return 0;
}

/* The set-up of two policies, with its name. */
static struct broker_setup pair_of(size_t jobs, size_t resources)
{
    const struct broker_policy_resources *r = broker_policy_resources(resources);
    struct broker_setup s = {"", NULL, r->alone ? BROKER_FCFS : jobs, resources};
    size_t i;
    for (i = 0; i < NAMED; i++)
        if (same(&s, &named[i])) return named[i];
    if (r->alone)
        snprintf(s.name, sizeof s.name, "%s", r->choice.word), s.about = r->choice.about;
    else
        snprintf(s.name, sizeof s.name, "%s+%s", broker_policy_jobs(jobs)->choice.word,
                 r->choice.word);
    return s;
}

static void add(struct broker_setups *all, struct broker_setup s)
{
    if (all->count < BROKER_SETUPS && !has(all, &s)) all->items[all->count++] = s;
}

void broker_setup_all(struct broker_setups *all)
{
    const size_t rows = broker_policy_resources_table.count;
    size_t j, r;
    all->count = 0;
    for (j = 0; j < NAMED; j++) add(all, named[j]);
    for (j = 0; j < broker_policy_jobs_table.count; j++)
        for (r = 0; r < rows; r++)
            if (!broker_policy_resources(r)->alone) add(all, pair_of(j, r));
    for (r = 0; r < rows; r++)
        if (broker_policy_resources(r)->alone) add(all, pair_of(0, r));
}
