/* tree_check.h - streams of operations on idle periods, with a plain list's answers; runs
 * them on a structure, and compares. */
#ifndef TREE_CHECK_H
#define TREE_CHECK_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env.h"
#include "rivals/tree.h"

enum { TREE_INSERT, TREE_REMOVE, TREE_SEARCH, TREE_COUNT, TREE_OPS };
#define TREE_NONE UINT32_MAX

typedef struct tree_op {
    coa_period p;  /* of TREE_SEARCH: the window, and `server` the servers wanted */
    uint32_t op;   /* TREE_INSERT ... */
    uint32_t hold; /* how many periods hold the window */
    uint32_t free; /* how many servers are free at every moment of it, whichever */
} tree_op;

typedef struct tree_node {
    coa_period p;
    uint32_t next;
} tree_node;

typedef struct tree_list { /* the present periods, in a chain for each server */
    uint32_t servers, live;
    uint32_t *first;  /* of each server; TREE_NONE ends a chain */
    tree_node *nodes; /* used and unused */
    uint32_t count, room, unused;
    coa_time *changes;
} tree_list;

typedef struct tree_stream {
    tree_op *ops;
    size_t count, room;
    size_t setup;    /* the first so many are not timed */
    uint32_t most;   /* periods at one time, and no fewer than servers */
    uint32_t wanted; /* most servers that a search asks for */
    tree_list list;
} tree_stream;

/* Reports an error, and ends. */
static inline void tree_fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "bench_rtree: ");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    exit(status);
}

static inline void *tree_grown(void *p, size_t count, size_t size)
{
    p = realloc(p, (count ? count : 1) * size);
    if (!p) tree_fail(1, "out of memory");
    return p;
}

static inline void tree_list_init(tree_list *l, uint32_t servers)
{
    memset(l, 0, sizeof *l);
    l->servers = servers;
    l->unused = TREE_NONE;
    l->first = (uint32_t *)tree_grown(NULL, servers, sizeof *l->first);
    memset(l->first, 0xff, servers * sizeof *l->first);
}

static inline void tree_list_free(tree_list *l)
{
    free(l->first);
    free(l->nodes);
    free(l->changes);
}

static inline void tree_list_change(tree_list *l, int insert, const coa_period *p)
{
    uint32_t *at = &l->first[p->server], i = l->unused;
    if (insert) {
        if (i == TREE_NONE && (i = l->count++) == l->room) {
            l->room = 2 * l->room + 64;
            l->nodes = (tree_node *)tree_grown(l->nodes, l->room, sizeof *l->nodes);
            l->changes = (coa_time *)tree_grown(l->changes, 2 * (size_t)l->room,
                                                sizeof *l->changes);
        } else if (i == l->unused) {
            l->unused = l->nodes[i].next;
        }
        l->nodes[i].p = *p;
        l->nodes[i].next = *at;
        *at = i;
        l->live++;
    } else {
        while (l->nodes[*at].p.start != p->start) at = &l->nodes[*at].next;
        i = *at;
        *at = l->nodes[i].next;
        l->nodes[i].next = l->unused;
        l->unused = i;
        l->live--;
    }
}

/* The server's period that holds the window; NULL if there is none. */
static inline const coa_period *tree_list_hold(const tree_list *l, uint32_t server,
                                               coa_time start, coa_time end)
{
    uint32_t i = server < l->servers ? l->first[server] : TREE_NONE;
    while (i != TREE_NONE && (l->nodes[i].p.start > start || l->nodes[i].p.end < end))
        i = l->nodes[i].next;
    return i == TREE_NONE ? NULL : &l->nodes[i].p;
}

static inline int tree_less(const void *a, const void *b)
{
    const coa_time x = *(const coa_time *)a, y = *(const coa_time *)b;
    return (x > y) - (x < y);
}

static inline void tree_list_answer(tree_list *l, tree_op *o)
{
    const coa_time start = o->p.start, end = o->p.end;
    uint32_t s, i, k = 0, changes = 0, now;
    o->hold = o->free = 0;
    for (s = 0; s < l->servers; s++)
        for (i = l->first[s]; i != TREE_NONE; i = l->nodes[i].next) {
            const coa_period *p = &l->nodes[i].p;
            if (p->start >= end || p->end <= start) continue;
            o->hold += p->start <= start && p->end >= end;
            o->free += p->start <= start;
            if (p->start > start) l->changes[changes++] = 2 * p->start + 1; /* one more */
            if (p->end < end) l->changes[changes++] = 2 * p->end;
        }
    qsort(l->changes, changes, sizeof *l->changes, tree_less);
    for (now = o->free; k < changes; k++) {
        now += l->changes[k] % 2 ? 1 : UINT32_MAX;
        /* what ends and begins at one moment is one change */
        if (now < o->free &&
            (k + 1 == changes || l->changes[k + 1] / 2 != l->changes[k] / 2))
            o->free = now;
    }
}

/* Adds an operation, with its answer; `server` of a search is how many are wanted. */
static inline const tree_op *tree_stream_add(tree_stream *s, uint32_t op, coa_time start,
                                             coa_time end, uint32_t server)
{
    tree_op *o;
    if (s->count == s->room) {
        s->room = 2 * s->room + 1024;
        s->ops = (tree_op *)tree_grown(s->ops, s->room, sizeof *s->ops);
    }
    o = &s->ops[s->count++];
    memset(o, 0, sizeof *o);
    o->op = op;
    o->p.start = start;
    o->p.end = end;
    o->p.server = server;
    if (op >= TREE_SEARCH)
        tree_list_answer(&s->list, o);
    else
        tree_list_change(&s->list, op == TREE_INSERT, &o->p);
    if (op == TREE_SEARCH && server > s->wanted) s->wanted = server;
    if (s->list.live > s->most) s->most = s->list.live;
    return o;
}

static inline void tree_stream_init(tree_stream *s, uint32_t servers)
{
    memset(s, 0, sizeof *s);
    s->most = servers;
    tree_list_init(&s->list, servers);
}

static inline void tree_stream_free(tree_stream *s)
{
    free(s->ops);
    tree_list_free(&s->list);
}

/* Does the operation; returns what a search or a count answers. */
static inline uint32_t tree_do(const tree_kind *kind, void *tree, const tree_op *o,
                               uint32_t *found)
{
    switch (o->op) {
    case TREE_INSERT: kind->insert(tree, &o->p); return 0;
    case TREE_REMOVE: kind->remove(tree, &o->p); return 0;
    case TREE_SEARCH: return kind->find(tree, o->p.start, o->p.end, o->p.server, found);
    default: return kind->find(tree, o->p.start, o->p.end, UINT32_MAX, NULL);
    }
}

/* Is an answer wrong? Says why. */
static inline int tree_wrong(const tree_kind *kind, const tree_list *l, const tree_op *o,
                             int counts, uint32_t got, const uint32_t *found,
                             char why[200])
{
    const int search = o->op == TREE_SEARCH;
    const uint32_t have = counts ? o->free : o->hold, most = search ? o->p.server : have,
                   want = have < most ? have : most;
    const int length =
        snprintf(why, 200, "%s, %u periods: %s of [%lld, %lld) finds ", kind->name,
                 (unsigned)l->live, search ? "search" : "count", (long long)o->p.start,
                 (long long)o->p.end);
    uint32_t i, j;
    if (want == most ? got != want : got > want) {
        snprintf(why + length, 200 - (size_t)length, "%u, where there are %u",
                 (unsigned)got, (unsigned)want);
        return 1;
    }
    for (i = 0; search && !counts && i < got; i++) {
        for (j = 0; found[j] != found[i];) j++;
        if (j == i && tree_list_hold(l, found[i], o->p.start, o->p.end)) continue;
        snprintf(why + length, 200 - (size_t)length, "server %u%s", (unsigned)found[i],
                 j < i ? " twice" : ", which is not free then");
        return 1;
    }
    return 0;
}

typedef struct tree_seen {
    double *took;              /* ns of each operation, reading the clock included */
    uint64_t visits[TREE_OPS]; /* nodes visited by each kind */
    size_t bytes;              /* held at the end */
} tree_seen;

/* Does the operations of s on a new structure. If `counts` is not -1 it compares all
 * answers: where it is 1 the structure only counts, answers with `free`, and names
 * no server. Measurements after the setup go to `seen`; NULL: nowhere. 0, or -1 with the
 * reason, or 1 if the structure cannot hold so many. */
static inline int tree_run(const tree_kind *kind, const tree_stream *s, int counts,
                           tree_seen *seen, char why[200])
{
    tree_tally tally = {0, 0, s->list.servers};
    void *tree = kind->create(s->most, &tally);
    uint32_t *found;
    tree_list l;
    size_t n;
    int bad = 0;
    if (!tree) return 1;
    if (seen) memset(seen->visits, 0, sizeof seen->visits);
    found = (uint32_t *)tree_grown(NULL, s->wanted, sizeof *found);
    tree_list_init(&l, s->list.servers);
    for (n = 0; n < s->count && !bad; n++) {
        const tree_op *o = &s->ops[n];
        const uint64_t before = tally.visits;
        const int64_t at = bench_now();
        const uint32_t got = tree_do(kind, tree, o, found);
        const int64_t then = bench_now();
        if (seen && n >= s->setup) {
            seen->took[n - s->setup] = (double)(then - at);
            seen->visits[o->op] += tally.visits - before;
        }
        if (counts < 0) continue;
        if (o->op < TREE_SEARCH) {
            tree_list_change(&l, o->op == TREE_INSERT, &o->p);
        } else { /* a search that finds too few may say any number: count them, too */
            tree_op all = *o;
            all.op = TREE_COUNT;
            bad = tree_wrong(kind, &l, o, counts, got, found, why) ||
                  tree_wrong(kind, &l, &all, counts, tree_do(kind, tree, &all, NULL),
                             NULL, why);
        }
    }
    if (seen) seen->bytes = tally.bytes;
    kind->destroy(tree);
    tree_list_free(&l);
    free(found);
    return -bad;
}

#endif
