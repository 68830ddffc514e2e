/* broker_setup.c - the names of three pairs, and all other pairs by their words. */
#include "grid/broker_setup.h"

#include "program/cli.h"

#include <stdio.h>
#include <string.h>

static const struct broker_setup named[] = {{"FCFS", BROKER_FCFS, BROKER_MATCH},
                                            {"RANK", BROKER_JR, BROKER_MATCH},
                                            {"SLOW", BROKER_JR, BROKER_SLOW}};

enum { NAMED = sizeof named / sizeof named[0] };

int broker_setup_ranks(const struct broker_setup *s)
{
    return broker_policy_jobs(s->jobs)->ranks;
}

int broker_setup_dated(const struct broker_setup *s)
{
    return broker_policy_jobs(s->jobs)->dated;
}

/* ---- all --------------------------------------------------------------------------- */

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
    struct broker_setup s = {"", r->alone ? BROKER_FCFS : jobs, resources};
    size_t i;
    for (i = 0; i < NAMED; i++)
        if (same(&s, &named[i])) return named[i];
    if (r->alone)
        snprintf(s.name, sizeof s.name, "%s", r->choice.word);
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

/* ---- in words ---------------------------------------------------------------------- */

/* The row of a resource policy. The paper also says "matchmaking" for `match`. -1:
 * none. */
static int64_t resources_of(const char *text, size_t length)
{
    if (length == 11 && memcmp(text, "matchmaking", 11) == 0) return BROKER_MATCH;
    return choice_find(&broker_policy_resources_table, text, length);
}

/* A name, JOBS+RESOURCES, or the word of a policy without a broker. 0, or -1. */
static int find(const char *text, size_t length, struct broker_setup *s)
{
    const char *plus = (const char *)memchr(text, '+', length);
    const size_t first = plus ? (size_t)(plus - text) : 0;
    const char *second = plus ? plus + 1 : text;
    const int64_t jobs = choice_find(&broker_policy_jobs_table, text, first);
    const int64_t resources = resources_of(second, (size_t)(text + length - second));
    size_t i;
    for (i = 0; i < NAMED; i++)
        if (strlen(named[i].name) == length && memcmp(named[i].name, text, length) == 0) {
            *s = named[i];
            return 0;
        }
    if (resources < 0 || (plus && jobs < 0)) return -1;
    if (broker_policy_resources((size_t)resources)->alone != !plus) return -1;
    *s = pair_of(plus ? (size_t)jobs : 0, (size_t)resources);
    return 0;
}

static int is_alone(size_t row) { return broker_policy_resources(row)->alone; }

static int is_of_broker(size_t row) { return !is_alone(row); }

static int complain(const char *program, const char *text, size_t length)
{
    const struct choice_table *table = &broker_policy_resources_table;
    size_t r;
    for (r = 0; r < table->count; r++) {
        const char *word = choice_at(table, r)->word;
        const size_t size = strlen(word);
        if (is_alone(r) && length > size && text[length - size - 1] == '+' &&
            memcmp(text + length - size, word, size) == 0)
            return cli_complain(program,
                                "--setup: %s has no job policy: each job chooses its"
                                " cluster at its submission",
                                word);
    }
    return cli_complain(
        program,
        "--setup: '%.*s' is not FCFS, RANK, SLOW, isis, all or JOBS+RESOURCES, of %s and"
        " %s",
        (int)(length < 60 ? length : 60), text,
        choice_words(&broker_policy_jobs_table, NULL), choice_words(table, is_of_broker));
}

int broker_setup_read(const char *program, const char *text, struct broker_setups *all)
{
    if (strcmp(text, "all") == 0) {
        broker_setup_all(all);
        return CLI_RUN;
    }
    all->count = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        struct broker_setup s;
        if (find(text, length, &s) != 0) return complain(program, text, length);
        if (has(all, &s))
            return cli_complain(program, "--setup: %s is there twice", s.name);
        add(all, s);
        if (!text[length]) return CLI_RUN;
        text += length + 1;
    }
}

const char *broker_setup_help(void)
{
    static char text[3 * CHOICE_TEXT];
    const struct choice_table *table = &broker_policy_resources_table;
    snprintf(text, sizeof text,
             "brokers, separated by commas: FCFS (fcfs+match), RANK (jr+match), SLOW"
             " (jr+slow), any other JOBS+RESOURCES, %s, or all. JOBS: %s. RESOURCES: %s",
             choice_help(table, is_alone), choice_help(&broker_policy_jobs_table, NULL),
             choice_help(table, is_of_broker));
    return text;
}
