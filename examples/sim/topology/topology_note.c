/* topology_note.c - how a file was understood: directions, paths, capacities. */
#include "topology/topology.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { NOTE_WORK = 1 << 28 }; /* links that are looked at, at most */

struct note_paths {
    const struct topology_link *links;
    uint32_t *first, *at;       /* the links at each node */
    uint32_t *mark[2], *row[2]; /* of what is reached from a node, or reaches it */
    uint32_t *done;
    uint64_t work;
};

/* What is reached from v, or with `back` reaches it, into the row; how many. */
static size_t spread(struct note_paths *p, uint32_t v, int back)
{
    uint32_t *const mark = p->mark[back], *const row = p->row[back], k;
    size_t count = 0, i;
    mark[v] = v + 1;
    row[count++] = v;
    for (i = 0; i < count; i++, p->work++)
        for (k = p->first[row[i]]; k < p->first[row[i] + 1]; k++, p->work++) {
            const struct topology_link *l = &p->links[p->at[k]];
            const int begins = l->from == row[i];
            const uint32_t to = begins ? l->to : l->from;
            if ((l->oneway && begins == back) || mark[to] == v + 1) continue;
            mark[to] = v + 1;
            row[count++] = to;
        }
    return count;
}

/* Nodes that reach one another reach the same: what, is looked at once. *all becomes 0 if
 * it was too much work. UINT64_MAX = there is no memory. */
static uint64_t count_pairs(const struct topology *t, int *all)
{
    const size_t n = t->node_count, m = t->link_count;
    uint32_t *memory = (uint32_t *)calloc(6 * n + 1 + 2 * m, sizeof *memory), v;
    struct note_paths p = {t->links, NULL, NULL, {NULL, NULL}, {NULL, NULL}, NULL, 0};
    uint64_t pairs = 0;
    size_t i, reached;
    if (!memory) return UINT64_MAX;
    p.mark[0] = memory, p.mark[1] = memory + n, p.row[0] = memory + 2 * n;
    p.row[1] = memory + 3 * n, p.done = memory + 4 * n;
    p.first = memory + 5 * n, p.at = p.first + n + 1;
    for (i = 0; i < m; i++) p.first[t->links[i].from]++, p.first[t->links[i].to]++;
    for (i = 1; i <= n; i++) p.first[i] += p.first[i - 1];
    for (i = 0; i < m; i++) {
        p.at[--p.first[t->links[i].from]] = (uint32_t)i;
        p.at[--p.first[t->links[i].to]] = (uint32_t)i;
    }
    for (v = 0; v < n && p.work < NOTE_WORK; v++) {
        if (p.done[v]) continue;
        reached = spread(&p, v, 0);
        for (i = spread(&p, v, 1); i-- > 0;)
            if (p.mark[0][p.row[1][i]] == v + 1)
                p.done[p.row[1][i]] = 1, pairs += n - reached;
    }
    *all = v == n;
    free(memory);
    return pairs;
}

int topology_note(const struct topology *t, char to[TOPOLOGY_NOTE])
{
    const uint64_t nodes = t->node_count;
    const size_t links = t->link_count;
    char *const end = to + TOPOLOGY_NOTE; /* five short lines do not reach it */
    struct topology_ways w;
    int all = 1;
    const uint64_t apart = count_pairs(t, &all);
    *to = 0;
    if (topology_ways_count(&w, t, 0) != 0 || apart == UINT64_MAX) return -1;
    if (w.one_way > 0)
        to +=
            snprintf(to, (size_t)(end - to),
                     "one way: %zu of %zu links, %zu with none back%s\n", w.one_way,
                     links, w.alone, w.alone ? " (both-ways reads all both ways)" : "");
    if (apart > 0)
        to += snprintf(to, (size_t)(end - to),
                       "no path: %s%" PRIu64 " of %" PRIu64 " ordered pairs of nodes\n",
                       all ? "" : "at least ", apart, nodes * (nodes - 1));
    if (t->unrated > 0)
        to += snprintf(to, (size_t)(end - to),
                       "no capacity: %zu of %zu links, which have %.6g Mb/s\n",
                       t->unrated, links, (double)t->unrated_bps / 1e6);
    if (t->loops > 0)
        to += snprintf(to, (size_t)(end - to),
                       "left out: %zu link%s from a node to itself\n", t->loops,
                       text_s(t->loops));
    if (w.parallel > 0)
        snprintf(to, (size_t)(end - to),
                 "parallel: %zu link%s beside another of the same way\n", w.parallel,
                 text_s(w.parallel));
    return 0;
}
