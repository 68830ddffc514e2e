/* book_drain.c - nodes are taken one by one, each time the one with the least share of
 * the jobs in the way; no choice costs less than the sum of the least shares. */
#include "slurm/book_drain.h"

#include "base/compare.h"
#include "kit/base.h"
#include "slurm/hostlist.h"
#include "workload/date.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRM = 1000000 }; /* weight of what does not just wait */

static int is_in_the_way(const struct slurm_use *u, const struct booking *b, int place)
{
    return !u->down && u->start < b->start[place] + b->length && u->end > b->start[place];
}

/* The nodes of the cluster that are in a set, for free(). A set has a byte for each. */
static char *list_of(const struct slurm_cluster *c, const unsigned char *set)
{
    const char **names = base_zeroed(c->nodes.count, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < c->nodes.count; i++)
        if (set[i]) names[count++] = c->nodes.text[i];
    char *text = hostlist_text(names, count);
    free(names);
    if (!text) fail("out of memory");
    return text;
}

/* The set of the nodes of the list, for free(). */
static unsigned char *set_of(const struct slurm_cluster *c, const char *list)
{
    unsigned char *set = base_zeroed(c->nodes.count, 1);
    struct names names = {.any_case = 0};
    struct error e;
    if (hostlist_read(word_of(list), &names, &e) < 0) fail("%s", e.text);
    for (uint32_t i = 0; i < names.count; i++) {
        const uint32_t node = names_find(&c->nodes, word_of(names.text[i]));
        if (node == NAMES_NONE) fail("%s has no node %s", c->site.name, names.text[i]);
        set[node] = 1;
    }
    names_free(&names);
    return set;
}

/* ---- which nodes ------------------------------------------------------------------- */

struct touch { /* a job or reservation has a node meanwhile */
    uint32_t node, what;
};

struct weight {    /* of a job or reservation                       */
    double left;   /* 0 as soon as one of its nodes is chosen       */
    uint32_t held; /* so many nodes                                 */
};

struct search {
    uint32_t nodes;
    struct touch *touches;
    size_t count;
    struct weight *weights;
    double *shares; /* of each node */
};

/* Divides each weight among its nodes, or among as many as are needed. */
static void divide(struct search *s, uint32_t needed)
{
    memset(s->shares, 0, s->nodes * sizeof *s->shares);
    for (size_t i = 0; i < s->count; i++) {
        const struct weight *w = &s->weights[s->touches[i].what];
        s->shares[s->touches[i].node] += w->left / (w->held < needed ? w->held : needed);
    }
}

static int compare_shares(const void *x, const void *y)
{
    return COMPARE(*(const double *)x, *(const double *)y);
}

/* No n nodes cost less than this, as each weight that they cost is the sum of its shares,
 * or more. */
static double bound(struct search *s, uint32_t n)
{
    double sum = 0;
    divide(s, n);
    qsort(s->shares, s->nodes, sizeof *s->shares, compare_shares);
    for (uint32_t i = 0; i < n; i++) sum += s->shares[i];
    return sum;
}

/* Adds the node with the least share to the set. What it costs. */
static double take(struct search *s, unsigned char *set)
{
    uint32_t best = 0;
    double cost = 0;
    while (set[best]) best++;
    for (uint32_t k = best + 1; k < s->nodes; k++)
        if (!set[k] && s->shares[k] < s->shares[best]) best = k;
    set[best] = 1;
    for (size_t i = 0; i < s->count; i++)
        if (s->touches[i].node == best) {
            cost += s->weights[s->touches[i].what].left;
            s->weights[s->touches[i].what].left = 0;
        }
    return cost;
}

int book_drain_choose(struct booking *b, const struct slurm_cluster *c)
{
    struct search s = {.nodes = c->nodes.count};
    unsigned char *set = base_zeroed(s.nodes, 1);
    uint32_t *last = base_zeroed(s.nodes, sizeof *last);
    double cost = 0;
    if (b->nodes > s.nodes)
        fail("%s has %" PRIu32 " nodes, not %" PRId64, c->site.name, s.nodes, b->nodes);
    s.touches = base_zeroed(c->count, sizeof *s.touches);
    s.weights = base_zeroed(c->thing_count, sizeof *s.weights);
    s.shares = base_zeroed(s.nodes, sizeof *s.shares);
    for (size_t i = 0; i < c->count; i++) {
        const struct slurm_use *u = &c->uses[i];
        const struct touch touch = {u->node, u->what};
        if (!is_in_the_way(u, b, BOOK_NEXT) || last[u->node] == u->what + 1) continue;
        last[u->node] = u->what + 1; /* a reservation may have it again and again */
        s.touches[s.count++] = touch;
        s.weights[u->what].left = c->things[u->what].kind == SLURM_WAITS ? 1 : FIRM;
        s.weights[u->what].held++;
    }
    const double least = bound(&s, (uint32_t)b->nodes);
    for (uint32_t left = (uint32_t)b->nodes; left > 0; left--) {
        divide(&s, left);
        cost += take(&s, set);
    }
    free(b->parts[0].nodes[BOOK_NEXT]);
    b->parts[0].nodes[BOOK_NEXT] = list_of(c, set);
    free(s.touches);
    free(s.weights);
    free(s.shares);
    free(last);
    free(set);
    return cost < least + 0.99; /* costs are whole numbers */
}

/* ---- in the way -------------------------------------------------------------------- */

void book_drain_check(const struct booking *b, const struct slurm_cluster *c)
{
    free(set_of(c, b->parts[0].nodes[BOOK_NEXT]));
}

static void tell_one(const struct slurm_cluster *c, const struct slurm_use *u,
                     const unsigned char *set)
{
    static const char *const kinds[] = {"", "reserved", "runs", "expected"};
    const struct slurm_thing *thing = &c->things[u->what];
    char start[DATE_TEXT], end[DATE_TEXT], *list = list_of(c, set);
    printf("  %-12s %-19s  %-19s  %s  ", kinds[thing->kind],
           thing->kind == SLURM_RUNS ? "-" : date_iso(u->start, 0, start),
           date_iso(u->end, 0, end), list);
    error_print_sanitized(stdout, thing->name);
    putchar('\n');
    free(list);
}

void book_drain_tell(const struct booking *b, int place, const struct slurm_cluster *c)
{
    unsigned char *down = set_of(c, b->parts[0].nodes[place]);
    unsigned char *held = base_zeroed(c->nodes.count, 1);
    size_t k, things = 0;
    for (size_t i = 0; i < c->count; i = k) {
        const struct slurm_use *first = NULL;
        memset(held, 0, c->nodes.count);
        for (k = i; k < c->count && c->uses[k].what == c->uses[i].what; k++) {
            const struct slurm_use *u = &c->uses[k];
            if (!down[u->node] || !is_in_the_way(u, b, place)) continue;
            if (!first) first = u;
            held[u->node] = 1;
        }
        if (first && things++ == 0) puts("in the way:");
        if (first) tell_one(c, first, held);
    }
    if (things == 0) puts("nothing is in the way");
    free(held);
    free(down);
}
