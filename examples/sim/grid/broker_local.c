/* broker_local.c - four kinds of words, one function that sets each in struct
 * machine_rules. */
#include "grid/broker_local.h"

#include "machine/policy.h"
#include "kit/base.h"

#include <stdlib.h>
#include <string.h>

struct word_kind { /* a word: its name in a grid file, what it may be */
    const char *name;
    const char *(*words)(void);
};

static int is_batch(size_t row) { return policy_row(row)->machine != NULL; }

static const char *kind_words(void)
{
    static char text[CHOICE_TEXT];
    snprintf(text, sizeof text, "%s (easy:K and rua:K have K reservations, from 1 up)",
             choice_words(&policy_table, is_batch));
    return text;
}

static const struct word_kind kinds[BROKER_LOCAL_COUNT] = {
    [BROKER_LOCAL_KIND] = {"local", kind_words},
    [BROKER_LOCAL_SELECT] = {"select", processors_words},
    [BROKER_LOCAL_QUEUE] = {"queue", orders_words},
    [BROKER_LOCAL_BACKFILL] = {"backfill", orders_backfill_words}};

/* "easy:4" */
static int set_kind(struct machine_rules *rules, const char *text)
{
    int64_t k;
    const struct word word = word_counted(word_of(text), &k);
    const int64_t kind = word.at ? choice_find(&policy_table, word.at, word.length) : -1;
    const struct policy_row *row = kind < 0 ? NULL : policy_row((size_t)kind);
    if (!row || !row->machine || (k && !row->reserves)) return -1;
    rules->policy = row->machine;
    rules->reservations = k ? (uint32_t)k : 1;
    return 0;
}

/* Sets what the word says, in capitals or not, as all texts of a grid file. 0, or -1 if
 * it is none. */
static int set_word(struct machine_rules *rules, size_t which, const char *word)
{
    char text[GRID_TEXT];
    size_t i;
    if (strlen(word) >= sizeof text) return -1;
    for (i = 0; word[i]; i++) text[i] = word_lower(word[i]);
    text[i] = 0;
    if (which == BROKER_LOCAL_KIND) return set_kind(rules, text);
    int64_t n = choice_find(
        which == BROKER_LOCAL_SELECT ? &processors_table : &orders_table, text, i);
    if (which == BROKER_LOCAL_BACKFILL)
        n = strcmp(text, "queue") == 0 ? 0 : n < 0 ? n : n + 1;
    if (n < 0) return -1;
    if (which == BROKER_LOCAL_SELECT) rules->selection = (size_t)n;
    if (which == BROKER_LOCAL_QUEUE) rules->order = (size_t)n;
    if (which == BROKER_LOCAL_BACKFILL) rules->backfill = (uint32_t)n;
    return 0;
}

/* ---- all of them ------------------------------------------------------------------- */

void broker_local_share_all(struct broker_local *l, const struct grid *g,
                            const struct demands *d)
{
    int i, any;
    for (size_t c = 0; c < g->count; c++) {
        struct sharing *sharing = &l->sharing[c];
        for (i = any = 0; i < SHARING_SHARED; i++) {
            sharing->capacity[i] = g->clusters[c].capacity[i];
            any |= sharing->capacity[i] > 0;
        }
        if (!any) continue;
        sharing->nodes = g->clusters[c].nodes;
        sharing->usage = demands_usage;
        sharing->context = d;
        l->rules[c].sharing = sharing;
    }
}

void broker_local_make(struct broker_local *l, const struct broker_local_words *words,
                       const struct grid *g)
{
    l->rules = base_zeroed(g->count, sizeof *l->rules);
    l->sharing = base_zeroed(g->count, sizeof *l->sharing);
    for (size_t c = 0; c < g->count; c++) {
        l->rules[c].compress = MACHINE_COMPRESS_ARRIVAL;
        for (size_t i = 0; i < BROKER_LOCAL_COUNT; i++) {
            const char *own = g->clusters[c].words[i];
            const char *word = own ? own : words->of[i];
            if (set_word(&l->rules[c], i, word) != 0)
                fail("%s: cluster %s: %s: expected one of %s, not '%s'", g->source,
                     g->clusters[c].name, kinds[i].name, kinds[i].words(), word);
        }
    }
}

void broker_local_free(struct broker_local *l)
{
    free(l->rules);
    free(l->sharing);
}

/* rua chooses processors by less-consume, whatever is asked. */
void broker_local_print(FILE *to, const struct broker_local_words *words,
                        const struct grid *g)
{
    struct machine_rules rules = {0};
    const int consume =
        set_kind(&rules, words->of[BROKER_LOCAL_KIND]) == 0 && rules.policy->gentle;
    size_t c, i, own = 0;
    for (c = 0; c < g->count; c++) {
        for (i = 0; i < BROKER_LOCAL_COUNT && !g->clusters[c].words[i];) i++;
        own += i < BROKER_LOCAL_COUNT;
    }
    fprintf(to, "local systems: %s; processors: %s; queue: %s; backfill: %s",
            words->of[BROKER_LOCAL_KIND],
            consume ? "less-consume" : words->of[BROKER_LOCAL_SELECT],
            words->of[BROKER_LOCAL_QUEUE], words->of[BROKER_LOCAL_BACKFILL]);
    if (own) fprintf(to, "; %zu of %zu clusters as the grid file says", own, g->count);
    fputc('\n', to);
}
