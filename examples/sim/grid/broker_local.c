/* broker_local.c - implements broker_local.h. */
#include "grid/broker_local.h"

#include "base/word.h"
#include "batch/orders.h"
#include "batch/policy.h"
#include "batch/processors.h"
#include "program/cli.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BROKER_LOCAL_KIND_WORDS "fcfs|easy|conservative|rua"

struct broker_local_about { /* of an option, of a grid file, what it may be */
    const char *option, *name, *words;
};

static const struct broker_local_about *broker_local_word_about(size_t which)
{
    static const struct broker_local_about all[BROKER_LOCAL_COUNT] = {
        {"local", "local",
         BROKER_LOCAL_KIND_WORDS " (easy:K and rua:K have K reservations, from 1 on)"},
        {"processors", "select", PROCESSORS_SELECTION_WORDS},
        {"queue-order", "queue", ORDER_WORDS},
        {"backfill-order", "backfill", ORDERS_BACKFILL_WORDS}};
    return &all[which];
}

void broker_local_free(struct broker_local *l)
{
    free(l->rules);
    free(l->sharing);
}

/* ---- one word ---------------------------------------------------------------------- */

/* "easy:4" */
static int broker_local_set_kind(struct batch_rules *rules, const char *text)
{
    struct policy p;
    if (policy_read(text, strlen(text), &p) != 0 || !policy_is_batch(&p)) return -1;
    rules->kind = policy_batch(&p);
    rules->reservations = p.reservations;
    return 0;
}

/* The word, in any case as all texts of a grid. 0, or -1 if it is none. */
static int broker_local_set(struct batch_rules *rules, size_t which, const char *word)
{
    char text[GRID_TEXT];
    size_t i;
    int64_t n;
    if (strlen(word) >= sizeof text) return -1;
    for (i = 0; word[i]; i++) text[i] = word_lower(word[i]);
    text[i] = 0;
    if (which == BROKER_LOCAL_KIND) return broker_local_set_kind(rules, text);
    n = cli_word_index(broker_local_word_about(which)->words, text, strlen(text));
    if (n < 0) return -1;
    if (which == BROKER_LOCAL_SELECT) rules->selection = (enum processors_selection)n;
    if (which == BROKER_LOCAL_QUEUE) rules->order = (enum order)n;
    if (which == BROKER_LOCAL_BACKFILL) rules->backfill = (uint32_t)n;
    return 0;
}

/* ---- all of them ------------------------------------------------------------------- */

int broker_local_check(const char *program, const struct broker_local_words *words)
{
    struct batch_rules rules = {0};
    size_t i;
    for (i = 0; i < BROKER_LOCAL_COUNT; i++)
        if (broker_local_set(&rules, i, words->of[i]) != 0)
            return cli_complain(program, "--%s: '%s' is not one of %s",
                                broker_local_word_about(i)->option, words->of[i],
                                broker_local_word_about(i)->words);
    return CLI_RUN;
}

/* A cluster's own word; NULL if it has none. */
static const char *broker_local_own(const struct grid_cluster *c, size_t which)
{
    const char *own[BROKER_LOCAL_COUNT];
    own[BROKER_LOCAL_KIND] = c->local;
    own[BROKER_LOCAL_SELECT] = c->select;
    own[BROKER_LOCAL_QUEUE] = c->queue;
    own[BROKER_LOCAL_BACKFILL] = c->backfill;
    return own[which];
}

static const char *broker_local_word_of(const struct broker_local_words *words,
                                        const struct grid_cluster *c, size_t which)
{
    const char *own = broker_local_own(c, which);
    return own ? own : words->of[which];
}

/* What is done: rua has processors of its own, whatever the word for them. */
static const char *broker_local_done(const char *kind, size_t which, const char *word)
{
    struct batch_rules rules = {0};
    if (which != BROKER_LOCAL_SELECT || broker_local_set_kind(&rules, kind) != 0 ||
        batch_run_selection(&rules) != PROCESSORS_LESS_CONSUME)
        return word;
    return "less-consume";
}

/* What the nodes of a cluster have to share, if it is something. */
static void broker_local_share(struct broker_local *l, const struct grid *g,
                               size_t cluster, const struct demands *d)
{
    const struct grid_cluster *c = &g->clusters[cluster];
    struct sharing *sharing = &l->sharing[cluster];
    int i, any = 0;
    for (i = 0; i < SHARING_SHARED; i++) {
        sharing->capacity[i] = c->capacity[i];
        any |= c->capacity[i] > 0;
    }
    if (!any) return;
    sharing->nodes = c->nodes;
    sharing->usage = demands_usage;
    sharing->context = d;
    l->rules[cluster].sharing = sharing;
}

void broker_local_share_all(struct broker_local *l, const struct grid *g,
                            const struct demands *d)
{
    size_t c;
    for (c = 0; c < g->count; c++) broker_local_share(l, g, c, d);
}

static int broker_local_cluster(struct broker_local *l,
                                const struct broker_local_words *words,
                                const struct grid *g, size_t cluster, struct error *e)
{
    const struct grid_cluster *c = &g->clusters[cluster];
    size_t i;
    l->rules[cluster].compress = BATCH_COMPRESS_ARRIVAL;
    for (i = 0; i < BROKER_LOCAL_COUNT; i++) {
        const char *word = broker_local_word_of(words, c, i);
        if (broker_local_set(&l->rules[cluster], i, word) != 0)
            return error_fail(e, "%s: cluster %s: %s: '%s' is not one of %s", g->source,
                              c->name, broker_local_word_about(i)->name, word,
                              broker_local_word_about(i)->words);
    }
    return 0;
}

int broker_local_make(struct broker_local *l, const struct broker_local_words *words,
                      const struct grid *g, struct error *e)
{
    size_t c;
    l->rules = (struct batch_rules *)calloc(g->count, sizeof *l->rules);
    l->sharing = (struct sharing *)calloc(g->count, sizeof *l->sharing);
    if (!l->rules || !l->sharing) return error_fail(e, "out of memory");
    for (c = 0; c < g->count; c++)
        if (broker_local_cluster(l, words, g, c, e) != 0) return -1;
    return 0;
}

/* ---- told -------------------------------------------------------------------------- */

void broker_local_print(FILE *to, const struct broker_local_words *words,
                        const struct grid *g)
{
    size_t c, i, own = 0;
    for (c = 0; c < g->count; c++) {
        int any = 0;
        for (i = 0; i < BROKER_LOCAL_COUNT; i++)
            any |= broker_local_own(&g->clusters[c], i) != NULL;
        own += (size_t)any;
    }
    fprintf(to, "local systems: %s, processors %s, queue %s, backfill %s",
            words->of[BROKER_LOCAL_KIND],
            broker_local_done(words->of[BROKER_LOCAL_KIND], BROKER_LOCAL_SELECT,
                              words->of[BROKER_LOCAL_SELECT]),
            words->of[BROKER_LOCAL_QUEUE], words->of[BROKER_LOCAL_BACKFILL]);
    if (own) fprintf(to, "; %zu of %zu clusters as the grid file says", own, g->count);
    fputc('\n', to);
}

void broker_local_json(struct json *j, const struct broker_local_words *words,
                       const struct grid_cluster *c)
{
    size_t i;
    for (i = 0; i < BROKER_LOCAL_COUNT; i++)
        json_text(j, broker_local_word_about(i)->name,
                  broker_local_done(broker_local_word_of(words, c, BROKER_LOCAL_KIND), i,
                                    broker_local_word_of(words, c, i)));
}
