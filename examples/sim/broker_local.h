/* broker_local.h - the local system of each cluster, in words: those of --local,
 * --processors, --queue-order and --backfill-order, unless the cluster has its own in the
 * grid file (local= select= queue= backfill=). Where a cluster tells what its nodes have
 * to share (membw= ethernet= network=), and jobs tell what they use of it, those on one
 * node slow each other down.
 */
#ifndef SIM_BROKER_LOCAL_H
#define SIM_BROKER_LOCAL_H

#include "batch.h"
#include "cli.h"
#include "demands.h"
#include "error.h"
#include "grid.h"
#include "orders.h"
#include "policy.h"
#include "processors.h"
#include "report.h"
#include "sharing.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIM_LOCAL_KIND_WORDS "fcfs|easy|conservative|rua"

typedef enum sim_local_word {
    SIM_LOCAL_KIND,
    SIM_LOCAL_SELECT,
    SIM_LOCAL_QUEUE,
    SIM_LOCAL_BACKFILL,
    SIM_LOCAL_COUNT
} sim_local_word;

typedef struct sim_local_words { /* for clusters that have none of their own */
    const char *of[SIM_LOCAL_COUNT];
} sim_local_words;

#define SIM_LOCAL_WORDS                          \
    {                                            \
        {                                        \
            "fcfs", "first-fit", "fcfs", "queue" \
        }                                        \
    }

typedef struct sim_local_about { /* of an option, of a grid file, what it may be */
    const char *option, *name, *words;
} sim_local_about;

static inline const sim_local_about *sim_local_word_about(size_t which)
{
    static const sim_local_about all[SIM_LOCAL_COUNT] = {
        {"local", "local",
         SIM_LOCAL_KIND_WORDS " (easy:K and rua:K have K reservations, from 1 on)"},
        {"processors", "select", SIM_SELECTION_WORDS},
        {"queue-order", "queue", SIM_ORDER_WORDS},
        {"backfill-order", "backfill", SIM_BACKFILL_WORDS}};
    return &all[which];
}

typedef struct sim_local {  /* zero-initialise; sim_local_free */
    sim_batch_rules *rules; /* of each cluster */
    sim_sharing *sharing;   /* the same        */
} sim_local;

static inline void sim_local_free(sim_local *l)
{
    free(l->rules);
    free(l->sharing);
}

/* ---- one word ---------------------------------------------------------------------- */

/* "easy:4" */
static inline int sim_local_set_kind(sim_batch_rules *rules, const char *text)
{
    sim_policy p;
    if (sim_policy_read(text, strlen(text), &p) != 0 || !sim_policy_is_batch(&p))
        return -1;
    rules->kind = sim_policy_batch(&p);
    rules->reservations = p.reservations;
    return 0;
}

/* The word, in any case as all texts of a grid. 0, or -1 if it is none. */
static inline int sim_local_set(sim_batch_rules *rules, size_t which, const char *word)
{
    char text[SIM_GRID_TEXT];
    size_t i;
    int64_t n;
    if (strlen(word) >= sizeof text) return -1;
    for (i = 0; word[i]; i++) text[i] = sim_grid_lower(word[i]);
    text[i] = 0;
    if (which == SIM_LOCAL_KIND) return sim_local_set_kind(rules, text);
    n = cli_word_index(sim_local_word_about(which)->words, text, strlen(text));
    if (n < 0) return -1;
    if (which == SIM_LOCAL_SELECT) rules->selection = (sim_selection)n;
    if (which == SIM_LOCAL_QUEUE) rules->order = (sim_order)n;
    if (which == SIM_LOCAL_BACKFILL) rules->backfill = (uint32_t)n;
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
    own[SIM_LOCAL_BACKFILL] = c->backfill;
    return own[which];
}

static inline const char *sim_local_word_of(const sim_local_words *words,
                                            const sim_cluster *c, size_t which)
{
    const char *own = sim_local_own(c, which);
    return own ? own : words->of[which];
}

/* What is done: rua has processors of its own, whatever the word for them. */
static inline const char *sim_local_done(const char *kind, size_t which, const char *word)
{
    sim_batch_rules rules = {0};
    if (which != SIM_LOCAL_SELECT || sim_local_set_kind(&rules, kind) != 0 ||
        sim_batch_selection(&rules) != SIM_LESS_CONSUME)
        return word;
    return "less-consume";
}

/* What the nodes of a cluster have to share, if it is something. */
static inline void sim_local_share(sim_local *l, const sim_grid *g, size_t cluster,
                                   const sim_demands *d)
{
    const sim_cluster *c = &g->clusters[cluster];
    sim_sharing *sharing = &l->sharing[cluster];
    int i, any = 0;
    for (i = 0; i < SIM_SHARED; i++) {
        sharing->capacity[i] = c->capacity[i];
        any |= c->capacity[i] > 0;
    }
    if (!any) return;
    sharing->nodes = c->nodes;
    sharing->usage = sim_demand_usage;
    sharing->context = d;
    l->rules[cluster].sharing = sharing;
}

/* Jobs use what nodes share. */
static inline void sim_local_share_all(sim_local *l, const sim_grid *g,
                                       const sim_demands *d)
{
    size_t c;
    for (c = 0; c < g->count; c++) sim_local_share(l, g, c, d);
}

static inline int sim_local_cluster(sim_local *l, const sim_local_words *words,
                                    const sim_grid *g, size_t cluster, sim_error *e)
{
    const sim_cluster *c = &g->clusters[cluster];
    size_t i;
    l->rules[cluster].compress = SIM_COMPRESS_ARRIVAL;
    for (i = 0; i < SIM_LOCAL_COUNT; i++) {
        const char *word = sim_local_word_of(words, c, i);
        if (sim_local_set(&l->rules[cluster], i, word) != 0)
            return sim_fail(e, "%s: cluster %s: %s: '%s' is not one of %s", g->source,
                            c->name, sim_local_word_about(i)->name, word,
                            sim_local_word_about(i)->words);
    }
    return 0;
}

/* The rules of each cluster. 0, or -1. */
static inline int sim_local_make(sim_local *l, const sim_local_words *words,
                                 const sim_grid *g, sim_error *e)
{
    size_t c;
    l->rules = (sim_batch_rules *)calloc(g->count, sizeof *l->rules);
    l->sharing = (sim_sharing *)calloc(g->count, sizeof *l->sharing);
    if (!l->rules || !l->sharing) return sim_fail(e, "out of memory");
    for (c = 0; c < g->count; c++)
        if (sim_local_cluster(l, words, g, c, e) != 0) return -1;
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
    fprintf(to, "local systems: %s, processors %s, queue %s, backfill %s",
            words->of[SIM_LOCAL_KIND],
            sim_local_done(words->of[SIM_LOCAL_KIND], SIM_LOCAL_SELECT,
                           words->of[SIM_LOCAL_SELECT]),
            words->of[SIM_LOCAL_QUEUE], words->of[SIM_LOCAL_BACKFILL]);
    if (own) fprintf(to, "; %zu of %zu clusters as the grid file says", own, g->count);
    fputc('\n', to);
}

/* Members of a cluster's object. */
static inline void sim_json_local(sim_json *j, const sim_local_words *words,
                                  const sim_cluster *c)
{
    size_t i;
    for (i = 0; i < SIM_LOCAL_COUNT; i++)
        sim_json_text(j, sim_local_word_about(i)->name,
                      sim_local_done(sim_local_word_of(words, c, SIM_LOCAL_KIND), i,
                                     sim_local_word_of(words, c, i)));
}

#endif
