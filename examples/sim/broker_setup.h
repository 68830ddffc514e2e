/* broker_setup.h - how a broker is set up: which job goes next, and to which cluster; the
 * words of --setup. Paper 2, section V (I. Rodero, F. Guim, J. Corbalan:
 * Performance-driven Coordinated Grid Scheduling), names three of them.
 */
#ifndef SIM_BROKER_SETUP_H
#define SIM_BROKER_SETUP_H

#include "broker.h"
#include "cli.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SIM_BROKER_SETUPS = 13 };

typedef struct sim_broker_setup {
    const char *name;
    sim_broker_jobs jobs;
    sim_broker_resources resources;
} sim_broker_setup;

typedef struct sim_broker_setups { /* as they were given */
    const sim_broker_setup *items[SIM_BROKER_SETUPS];
    size_t count;
} sim_broker_setups;

/* All there are. */
static inline const sim_broker_setup *sim_broker_setup_of(size_t i)
{
    static const sim_broker_setup all[SIM_BROKER_SETUPS] = {
        {"FCFS", SIM_BROKER_FCFS, SIM_BROKER_MATCH},
        {"RANK", SIM_BROKER_JR, SIM_BROKER_MATCH},
        {"SLOW", SIM_BROKER_JR, SIM_BROKER_SLOW},
        {"jr+match-slow", SIM_BROKER_JR, SIM_BROKER_MATCH_SLOW},
        {"fcfs+slow", SIM_BROKER_FCFS, SIM_BROKER_SLOW},
        {"fcfs+match-slow", SIM_BROKER_FCFS, SIM_BROKER_MATCH_SLOW},
        {"edf+match", SIM_BROKER_EDF, SIM_BROKER_MATCH},
        {"edf+slow", SIM_BROKER_EDF, SIM_BROKER_SLOW},
        {"edf+match-slow", SIM_BROKER_EDF, SIM_BROKER_MATCH_SLOW},
        {"realtime+match", SIM_BROKER_REALTIME, SIM_BROKER_MATCH},
        {"realtime+slow", SIM_BROKER_REALTIME, SIM_BROKER_SLOW},
        {"realtime+match-slow", SIM_BROKER_REALTIME, SIM_BROKER_MATCH_SLOW},
        {"isis", SIM_BROKER_FCFS, SIM_BROKER_ISIS}};
    return &all[i];
}

/* Does the reduction factor make a difference to it? */
static inline int sim_broker_setup_ranks(const sim_broker_setup *s)
{
    return s->jobs == SIM_BROKER_JR;
}

/* Has it deadlines? */
static inline int sim_broker_setup_dated(const sim_broker_setup *s)
{
    return s->jobs == SIM_BROKER_EDF || s->jobs == SIM_BROKER_REALTIME;
}

static inline int sim_broker_setup_named(const sim_broker_setup *s, const char *text,
                                         size_t length)
{
    return strlen(s->name) == length && memcmp(s->name, text, length) == 0;
}

/* The paper's word, "matchmaking", is ours for `match`, too. -1: it is none. */
static inline int64_t sim_broker_resources_read(const char *text, size_t length)
{
    if (length == 11 && memcmp(text, "matchmaking", 11) == 0) return SIM_BROKER_MATCH;
    return cli_word_index(SIM_BROKER_RESOURCES_WORDS, text, length);
}

/* A name, or JOBS+RESOURCES; NULL if it is none. */
static inline const sim_broker_setup *sim_broker_setup_find(const char *text,
                                                            size_t length)
{
    const char *plus = (const char *)memchr(text, '+', length);
    const size_t first = plus ? (size_t)(plus - text) : length;
    const int64_t jobs = cli_word_index(SIM_BROKER_JOBS_WORDS, text, first);
    const int64_t resources =
        plus ? sim_broker_resources_read(plus + 1, length - first - 1) : -1;
    size_t i;
    for (i = 0; i < SIM_BROKER_SETUPS; i++) {
        const sim_broker_setup *s = sim_broker_setup_of(i);
        if (sim_broker_setup_named(s, text, length)) return s;
        if (s->resources != SIM_BROKER_ISIS && jobs == (int64_t)s->jobs &&
            resources == (int64_t)s->resources)
            return s;
    }
    return NULL;
}

static inline int sim_broker_setup_complain(const char *program, const char *text,
                                            size_t length)
{
    const size_t isis = length > 5 ? length - 5 : 0;
    if (isis && memcmp(text + isis, "+isis", 5) == 0)
        return cli_complain(program, "--setup: isis has no job policy: each job chooses"
                                     " its cluster at its submission");
    return cli_complain(program,
                        "--setup: '%.*s' is not FCFS, RANK, SLOW, isis, all or"
                        " JOBS+RESOURCES, of " SIM_BROKER_JOBS_WORDS
                        " and match|matchmaking|slow|match-slow",
                        (int)(length < 60 ? length : 60), text);
}

/* The list of --setup, separated by commas: each once. CLI_RUN, or CLI_USAGE. */
static inline int sim_broker_setups_read(const char *program, const char *text,
                                         sim_broker_setups *all)
{
    size_t i;
    all->count = 0;
    if (strcmp(text, "all") == 0) {
        while (all->count < SIM_BROKER_SETUPS) {
            all->items[all->count] = sim_broker_setup_of(all->count);
            all->count++;
        }
        return CLI_RUN;
    }
    for (;;) {
        const size_t length = strcspn(text, ",");
        const sim_broker_setup *s = sim_broker_setup_find(text, length);
        if (!s) return sim_broker_setup_complain(program, text, length);
        for (i = 0; i < all->count; i++)
            if (all->items[i] == s)
                return cli_complain(program, "--setup: %s is there twice", s->name);
        all->items[all->count++] = s;
        if (!text[length]) return CLI_RUN;
        text += length + 1;
    }
}

#endif
