/* broker_setup.c - implements broker_setup.h. */
#include "grid/broker_setup.h"

#include "program/cli.h"

#include <stdint.h>
#include <string.h>

/* All there are. */
static const struct broker_setup *broker_setup_of(size_t i)
{
    static const struct broker_setup all[BROKER_SETUPS] = {
        {"FCFS", BROKER_FCFS, BROKER_MATCH},
        {"RANK", BROKER_JR, BROKER_MATCH},
        {"SLOW", BROKER_JR, BROKER_SLOW},
        {"jr+match-slow", BROKER_JR, BROKER_MATCH_SLOW},
        {"fcfs+slow", BROKER_FCFS, BROKER_SLOW},
        {"fcfs+match-slow", BROKER_FCFS, BROKER_MATCH_SLOW},
        {"edf+match", BROKER_EDF, BROKER_MATCH},
        {"edf+slow", BROKER_EDF, BROKER_SLOW},
        {"edf+match-slow", BROKER_EDF, BROKER_MATCH_SLOW},
        {"realtime+match", BROKER_REALTIME, BROKER_MATCH},
        {"realtime+slow", BROKER_REALTIME, BROKER_SLOW},
        {"realtime+match-slow", BROKER_REALTIME, BROKER_MATCH_SLOW},
        {"isis", BROKER_FCFS, BROKER_ISIS}};
    return &all[i];
}

int broker_setup_ranks(const struct broker_setup *s) { return s->jobs == BROKER_JR; }

int broker_setup_dated(const struct broker_setup *s)
{
    return s->jobs == BROKER_EDF || s->jobs == BROKER_REALTIME;
}

static int broker_setup_named(const struct broker_setup *s, const char *text,
                              size_t length)
{
    return strlen(s->name) == length && memcmp(s->name, text, length) == 0;
}

/* The paper's word, "matchmaking", is ours for `match`, too. -1: it is none. */
static int64_t broker_setup_resources_read(const char *text, size_t length)
{
    if (length == 11 && memcmp(text, "matchmaking", 11) == 0) return BROKER_MATCH;
    return cli_word_index(BROKER_RESOURCES_WORDS, text, length);
}

/* A name, or JOBS+RESOURCES; NULL if it is none. */
static const struct broker_setup *broker_setup_find(const char *text, size_t length)
{
    const char *plus = (const char *)memchr(text, '+', length);
    const size_t first = plus ? (size_t)(plus - text) : length;
    const int64_t jobs = cli_word_index(BROKER_JOBS_WORDS, text, first);
    const int64_t resources =
        plus ? broker_setup_resources_read(plus + 1, length - first - 1) : -1;
    size_t i;
    for (i = 0; i < BROKER_SETUPS; i++) {
        const struct broker_setup *s = broker_setup_of(i);
        if (broker_setup_named(s, text, length)) return s;
        if (s->resources != BROKER_ISIS && jobs == (int64_t)s->jobs &&
            resources == (int64_t)s->resources)
            return s;
    }
    return NULL;
}

static int broker_setup_complain(const char *program, const char *text, size_t length)
{
    const size_t isis = length > 5 ? length - 5 : 0;
    if (isis && memcmp(text + isis, "+isis", 5) == 0)
        return cli_complain(program, "--setup: isis has no job policy: each job chooses"
                                     " its cluster at its submission");
    return cli_complain(program,
                        "--setup: '%.*s' is not FCFS, RANK, SLOW, isis, all or"
                        " JOBS+RESOURCES, of " BROKER_JOBS_WORDS
                        " and match|matchmaking|slow|match-slow",
                        (int)(length < 60 ? length : 60), text);
}

int broker_setup_setups_read(const char *program, const char *text,
                             struct broker_setups *all)
{
    size_t i;
    all->count = 0;
    if (strcmp(text, "all") == 0) {
        while (all->count < BROKER_SETUPS) {
            all->items[all->count] = broker_setup_of(all->count);
            all->count++;
        }
        return CLI_RUN;
    }
    for (;;) {
        const size_t length = strcspn(text, ",");
        const struct broker_setup *s = broker_setup_find(text, length);
        if (!s) return broker_setup_complain(program, text, length);
        for (i = 0; i < all->count; i++)
            if (all->items[i] == s)
                return cli_complain(program, "--setup: %s is there twice", s->name);
        all->items[all->count++] = s;
        if (!text[length]) return CLI_RUN;
        text += length + 1;
    }
}
