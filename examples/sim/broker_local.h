/* broker_local.h - the local system of each cluster, in words: those of --local,
 * --processors, --queue-order and --backfill-order, unless the cluster has its own in the
 * grid file (local= select= queue= backfill=).
 */
#ifndef SIM_BROKER_LOCAL_H
#define SIM_BROKER_LOCAL_H

#include "batch.h"
#include "cli.h"
#include "error.h"
#include "grid.h"
#include "report.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIM_LOCAL_KIND_WORDS "fcfs|easy|conservative"
#define SIM_LOCAL_KIND_HELP "fcfs, easy, easy:K (K reservations), conservative"
#define SIM_LOCAL_SELECT_WORDS "first-fit|contiguous"
#define SIM_LOCAL_SELECT_HELP "first-fit, contiguous (First Continuous Fit)"
#define SIM_LOCAL_ORDER_WORDS "fcfs|sjf|ljf|saf|lxf"

enum { SIM_LOCAL_KIND, SIM_LOCAL_SELECT, SIM_LOCAL_QUEUE, SIM_LOCAL_COUNT };

typedef struct sim_local_words {
    const char *of[SIM_LOCAL_COUNT];
} sim_local_words;

#define SIM_LOCAL_WORDS                 \
    {                                   \
        {                               \
            "easy", "first-fit", "fcfs" \
        }                               \
    }

typedef struct
    sim_local_about { /* a word: of an option, of a grid file, what it may be */
    const char *option, *name, *words;
} sim_local_about;

static inline const sim_local_about *sim_local_word_about(size_t which)
{
    static const sim_local_about all[SIM_LOCAL_COUNT] = {
        {"local", "local",
         SIM_LOCAL_KIND_WORDS " (easy:K has K reservations, from 1 on)"},
        {"processors", "select", SIM_LOCAL_SELECT_WORDS},
        {"queue-order", "queue", SIM_LOCAL_ORDER_WORDS}};
    return &all[which];
}

/* ---- one word ---------------------------------------------------------------------- */

/* "easy:4" */
static inline int sim_local_set_kind(sim_batch_rules *rules, const char *text)
{
    static const sim_batch_kind kinds[] = {SIM_BATCH_FCFS, SIM_BATCH_EASY,
                                           SIM_BATCH_CONSERVATIVE};
    const size_t length = strcspn(text, ":");
    const int64_t kind = cli_word_index(SIM_LOCAL_KIND_WORDS, text, length);
    const int64_t k = text[length] ? cli_digits(text + length + 1, 0) : 1;
    if (kind < 0 || k < 1 || k > UINT32_MAX) return -1;
    rules->kind = kinds[kind];
    rules->reservations = (uint32_t)k;
    return text[length] && rules->kind != SIM_BATCH_EASY ? -1 : 0;
}

/* 0, or -1 if the word is none. */
static inline int sim_local_set(sim_batch_rules *rules, size_t which, const char *text)
{
    int64_t n;
    if (which == SIM_LOCAL_KIND) return sim_local_set_kind(rules, text);
    n = cli_word_index(sim_local_word_about(which)->words, text, strlen(text));
    if (n < 0) return -1;
    if (which == SIM_LOCAL_SELECT)
        rules->selection = (sim_selection)n;
    else
        rules->order = (sim_order)n;
    return 0;
}

/* ---- all of them ------------------------------------------------------------------- */

/* The words of the command line. CLI_RUN, or CLI_USAGE. */
static inline int sim_local_check(const char *program, const sim_local_words *words)
{
    sim_batch_rules rules = {0};
    size_t i;
    for (i = 0; i < SIM_LOCAL_COUNT; i++)
        if (sim_local_set(&rules, i, words->of[i]) != 0)
            return cli_complain(program, "--%s: '%s' is not one of %s",
                                sim_local_word_about(i)->option, words->of[i],
                                sim_local_word_about(i)->words);
    return CLI_RUN;
}

/* A cluster's own word; NULL if it has none. */
static inline const char *sim_local_own(const sim_cluster *c, size_t which)
{
    const char *own[SIM_LOCAL_COUNT];
    own[SIM_LOCAL_KIND] = c->local;
    own[SIM_LOCAL_SELECT] = c->select;
    own[SIM_LOCAL_QUEUE] = c->queue;
    return own[which];
}

static inline const char *sim_local_word_of(const sim_local_words *words,
                                            const sim_cluster *c, size_t which)
{
    const char *own = sim_local_own(c, which);
    return own ? own : words->of[which];
}

/* The rules of each cluster, to be freed; NULL and why not. */
static inline sim_batch_rules *sim_local_rules(const sim_local_words *words,
                                               const sim_grid *g, sim_error *e)
{
    sim_batch_rules *all = (sim_batch_rules *)calloc(g->count, sizeof *all);
    size_t c, i;
    if (!all) sim_fail(e, "out of memory");
    for (c = 0; all && c < g->count; c++) {
        all[c].compress = SIM_COMPRESS_ARRIVAL;
        for (i = 0; i < SIM_LOCAL_COUNT; i++) {
            const char *word = sim_local_word_of(words, &g->clusters[c], i);
            if (sim_local_set(&all[c], i, word) == 0) continue;
            sim_fail(e, "%s: cluster %s: %s: '%s' is not one of %s", g->source,
                     g->clusters[c].name, sim_local_word_about(i)->name, word,
                     sim_local_word_about(i)->words);
            free(all);
            return NULL;
        }
    }
    return all;
}

/* Does a scheduler look at what processes share? */
static inline int sim_local_shares(const sim_batch_rules *rules, size_t clusters)
{
    (void)rules;
    (void)clusters;
    return 0;
}

/* ---- told -------------------------------------------------------------------------- */

static inline void sim_print_local(FILE *to, const sim_local_words *words,
                                   const sim_grid *g)
{
    size_t c, i, own = 0;
    for (c = 0; c < g->count; c++) {
        int any = 0;
        for (i = 0; i < SIM_LOCAL_COUNT; i++)
            any |= sim_local_own(&g->clusters[c], i) != NULL;
        own += (size_t)any;
    }
    fprintf(to, "local systems: %s, processors %s, queue order %s",
            words->of[SIM_LOCAL_KIND], words->of[SIM_LOCAL_SELECT],
            words->of[SIM_LOCAL_QUEUE]);
    if (own) fprintf(to, "; %zu of %zu clusters as the grid file says", own, g->count);
    fputc('\n', to);
}

/* Members of a cluster's object. */
static inline void sim_json_local(sim_json *j, const sim_local_words *words,
                                  const sim_cluster *c)
{
    size_t i;
    for (i = 0; i < SIM_LOCAL_COUNT; i++)
        sim_json_text(j, sim_local_word_about(i)->name, sim_local_word_of(words, c, i));
}

#endif
