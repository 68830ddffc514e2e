/* book_drain.c - implements book_drain.h. */
#include "slurm/book_drain.h"

#include "base/disturb.h"
#include "kit/base.h"
#include "slurm/hostlist.h"
#include "slurm/slurm_time.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRM = 1000000 }; /* weight of what does not just wait */

static int is_in_the_way(const struct slurm_use *u, const struct booking *b, int place)
{
    return !u->down && u->start < b->start[place] + b->length && u->end > b->start[place];
}

static char *list_of(const struct slurm_cluster *c, const uint32_t *nodes, size_t count)
{
    const char **names = (const char **)base_zeroed(count, sizeof *names);
    size_t i;
    char *text;
    for (i = 0; i < count; i++) names[i] = c->nodes.text[nodes[i]];
    text = hostlist_text(names, count);
    free(names);
    if (!text) fail("out of memory");
    return text;
}

int book_drain_choose(struct booking *b, const struct slurm_cluster *c)
{
    int64_t *weights = (int64_t *)base_zeroed(c->thing_count, sizeof *weights);
    uint32_t *chosen = (uint32_t *)base_zeroed(c->nodes.count, sizeof *chosen);
    struct disturb d = {c->nodes.count, (uint32_t)c->thing_count, weights, NULL, 0, 0};
    int exact = 0;
    size_t i;
    if (b->nodes > c->nodes.count)
        fail("%s has %" PRIu32 " nodes, not %" PRId64, c->site.name, c->nodes.count,
             b->nodes);
    for (i = 0; i < c->thing_count; i++)
        weights[i] = c->things[i].kind == SLURM_WAITS ? 1 : FIRM;
    for (i = 0; i < c->count && exact == 0; i++)
        if (is_in_the_way(&c->uses[i], b, BOOK_NEXT))
            exact = disturb_touch(&d, c->uses[i].node, c->uses[i].what);
    if (exact == 0) exact = disturb_choose(&d, (uint32_t)b->nodes, chosen);
    if (exact < 0) fail("out of memory");
    free(b->parts[0].nodes[BOOK_NEXT]);
    b->parts[0].nodes[BOOK_NEXT] = list_of(c, chosen, (size_t)b->nodes);
    disturb_free(&d);
    free(weights);
    free(chosen);
    return exact;
}

/* Of each node of the cluster: is it in the list? For free(). */
static unsigned char *nodes_of(const struct slurm_cluster *c, const char *list)
{
    unsigned char *has = (unsigned char *)base_zeroed(c->nodes.count, 1);
    struct names names = {.any_case = 0};
    struct error e;
    uint32_t i, node;
    if (hostlist_read(word_of(list), &names, &e) != 0) fail("%s", e.text);
    for (i = 0; i < names.count; i++) {
        node = names_find(&c->nodes, word_of(names.text[i]));
        if (node == NAMES_NONE) fail("%s has no node %s", c->site.name, names.text[i]);
        has[node] = 1;
    }
    names_free(&names);
    return has;
}

void book_drain_check(const struct booking *b, const struct slurm_cluster *c)
{
    free(nodes_of(c, b->parts[0].nodes[BOOK_NEXT]));
}

static void tell_one(const struct slurm_cluster *c, const struct slurm_use *u,
                     const uint32_t *nodes, size_t count)
{
    static const char *const kinds[] = {"", "reserved", "runs", "expected"};
    const struct slurm_thing *thing = &c->things[u->what];
    char start[SLURM_TIME_TEXT], end[SLURM_TIME_TEXT], *list = list_of(c, nodes, count);
    printf("  %-12s %-19s  %-19s  %s  ", kinds[thing->kind],
           thing->kind == SLURM_RUNS ? "-" : slurm_time_text(u->start, 0, start),
           slurm_time_text(u->end, 0, end), list);
    error_print_sanitized(stdout, thing->name);
    putchar('\n');
    free(list);
}

void book_drain_tell(const struct booking *b, int place, const struct slurm_cluster *c)
{
    unsigned char *has = nodes_of(c, b->parts[0].nodes[place]);
    uint32_t *nodes = (uint32_t *)base_zeroed(c->count, sizeof *nodes);
    size_t i, k, count, things = 0;
    for (i = 0; i < c->count; i = k) {
        const struct slurm_use *first = NULL;
        for (count = 0, k = i; k < c->count && c->uses[k].what == c->uses[i].what; k++) {
            const struct slurm_use *u = &c->uses[k];
            if (!has[u->node] || !is_in_the_way(u, b, place)) continue;
            if (!first) first = u;
            if (u->start == first->start) nodes[count++] = u->node; /* it may repeat */
        }
        if (first && things++ == 0) puts("in the way:");
        if (first) tell_one(c, first, nodes, count);
    }
    if (things == 0) puts("nothing is in the way");
    free(has);
    free(nodes);
}
