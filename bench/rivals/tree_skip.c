/* tree_skip.c - a skip list of idle periods by start. Each link knows the latest end of
 * the periods that it passes over, so that a search leaves out what ends too early. */
#include <stdlib.h>

#include "tree.h"

enum { SKIP_LEVELS = 12 }; /* each has a quarter of the nodes of the one below */

typedef struct skip_node skip_node;
typedef struct skip_link {
    skip_node *to;
    coa_time latest; /* end of the nodes behind this one, up to `to` */
} skip_link;

struct skip_node {
    coa_period p;
    int height;
    skip_link link[]; /* one for each level */
};

typedef struct skip_list {
    skip_node *head;
    tree_tally *tally;
    uint64_t random;
} skip_list;

static skip_node *skip_node_new(skip_list *l, const coa_period *p, int height)
{
    const size_t size = sizeof(skip_node) + (size_t)height * sizeof(skip_link);
    skip_node *x = (skip_node *)calloc(1, size);
    if (!x) abort();
    if (p) x->p = *p;
    x->height = height;
    l->tally->bytes += size;
    return x;
}

static void *skip_create(uint32_t n, tree_tally *tally)
{
    skip_list *l = (skip_list *)calloc(1, sizeof *l);
    if (!l) abort();
    l->tally = tally;
    l->random = n;
    l->head = skip_node_new(l, NULL, SKIP_LEVELS);
    return l;
}

static void skip_destroy(void *tree)
{
    skip_list *l = (skip_list *)tree;
    skip_node *x = l->head;
    while (x) {
        skip_node *next = x->link[0].to;
        free(x);
        x = next;
    }
    free(l);
}

/* The last node of each level that stands before p. */
static void skip_before(skip_list *l, const coa_period *p, skip_node **before)
{
    skip_node *x = l->head, *y;
    int k;
    for (k = SKIP_LEVELS; k-- > 0; before[k] = x)
        for (; (y = x->link[k].to) != NULL; x = y) {
            l->tally->visits++;
            if (y->p.start > p->start ||
                (y->p.start == p->start && y->p.server >= p->server))
                break;
        }
}

/* What the link of x at level k passes over has changed; those below are right. */
static void skip_sum_up(skip_node *x, int k)
{
    skip_link *s = &x->link[k];
    skip_node *y = x;
    s->latest = k == 0 && s->to ? s->to->p.end : 0;
    for (; k > 0 && y && y != s->to; y = y->link[k - 1].to)
        if (y->link[k - 1].latest > s->latest) s->latest = y->link[k - 1].latest;
}

static void skip_insert(void *tree, const coa_period *p)
{
    skip_list *l = (skip_list *)tree;
    skip_node *before[SKIP_LEVELS], *x;
    int k, height = 1;
    l->random = l->random * 6364136223846793005u + 1442695040888963407u;
    while (height < SKIP_LEVELS && (l->random >> (32 + 2 * height) & 3) == 0) height++;
    skip_before(l, p, before);
    x = skip_node_new(l, p, height);
    for (k = 0; k < SKIP_LEVELS; k++) {
        if (k < height) {
            x->link[k].to = before[k]->link[k].to;
            before[k]->link[k].to = x;
            skip_sum_up(x, k);
        }
        skip_sum_up(before[k], k);
    }
}

static void skip_remove(void *tree, const coa_period *p)
{
    skip_list *l = (skip_list *)tree;
    skip_node *before[SKIP_LEVELS], *x;
    int k;
    skip_before(l, p, before);
    x = before[0]->link[0].to;
    for (k = 0; k < SKIP_LEVELS; k++) {
        if (k < x->height) before[k]->link[k].to = x->link[k].to;
        skip_sum_up(before[k], k);
    }
    l->tally->bytes -= sizeof *x + (size_t)x->height * sizeof *x->link;
    free(x);
}

typedef struct skip_query {
    coa_time start, end;
    uint32_t found, most;
    uint32_t *servers;
    uint64_t visits;
} skip_query;

/* What the links of level k from x to `to` pass over. */
static void skip_look(skip_query *q, const skip_node *x, const skip_node *to, int k)
{
    const skip_node *y;
    for (; x != to && q->found < q->most; x = y) {
        y = x->link[k].to;
        q->visits++;
        if (x->link[k].latest >= q->end && k > 0)
            skip_look(q, x, y, k - 1);
        else if (x->link[k].latest >= q->end && y->p.start <= q->start) {
            if (q->servers) q->servers[q->found] = y->p.server;
            q->found++;
        }
        if (!y || y->p.start > q->start) return;
    }
}

static uint32_t skip_find(void *tree, coa_time start, coa_time end, uint32_t n,
                          uint32_t *servers)
{
    skip_list *l = (skip_list *)tree;
    skip_query q = {start, end, 0, servers ? n : UINT32_MAX, servers, 0};
    skip_look(&q, l->head, NULL, SKIP_LEVELS - 1);
    l->tally->visits += q.visits;
    return q.found;
}

const tree_kind tree_skip = {"skip list", skip_create, skip_destroy,
                             skip_insert, skip_remove, skip_find};
