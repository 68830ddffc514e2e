/* topology_note.c - how a file was understood: directions, paths, capacities. */
#include "topology/topology.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_WORK = 1 << 28 }; /* links that are looked at, at most */

/* Ordered pairs of nodes without a path, of those from the nodes before *until.
 * UINT64_MAX = there is no memory. */
static uint64_t count_apart(const struct topology *t, size_t one_way, size_t *until)
{
    const size_t n = t->node_count, m = t->link_count;
    uint32_t *const first = calloc(3 * n + 1 + 2 * m, sizeof *first);
    uint32_t *at, *row, *seen, v;
    uint64_t apart = 0, work = 0;
    size_t count, i;
    if (!first) return UINT64_MAX;
    at = first + n + 1, row = at + 2 * m, seen = row + n;
    for (i = 0; i < m; i++) first[t->links[i].from]++, first[t->links[i].to]++;
    for (i = 1; i <= n; i++) first[i] += first[i - 1];
    for (i = 0; i < m; i++) { /* a node itself stands for a link that leads to it only */
        const struct topology_link *l = &t->links[i];
        at[--first[l->from]] = l->to;
        at[--first[l->to]] = l->oneway ? l->to : l->from;
    }
    for (v = 0; v < n && work < NOTE_WORK; v++) {
        if (seen[v] > 0 && one_way == 0) continue; /* as for the others in its part */
        seen[v] = v + 1;
        row[0] = v;
        for (i = 0, count = 1; i < count; i++)
            for (uint32_t k = first[row[i]]; k < first[row[i] + 1]; k++, work++) {
                if (seen[at[k]] == v + 1) continue;
                seen[at[k]] = v + 1;
                row[count++] = at[k];
            }
        apart += (one_way ? 1 : count) * (n - count);
    }
    *until = v;
    free(first);
    return apart;
}

int topology_note(const struct topology *t, char to[TOPOLOGY_NOTE])
{
    const size_t nodes = t->node_count, links = t->link_count, alone = topology_alone(t);
    char *const end = to + TOPOLOGY_NOTE; /* five short lines do not reach it */
    size_t one_way = 0, until = 0;
    *to = 0;
    for (size_t i = 0; i < links; i++) one_way += t->links[i].oneway != 0;
    const uint64_t apart = count_apart(t, one_way, &until);
    if (alone == SIZE_MAX || apart == UINT64_MAX) return -1;
    if (one_way > 0)
        to += snprintf(to, (size_t)(end - to),
                       "one way: %zu of %zu link%s, %zu with none back%s\n", one_way,
                       links, text_s(links), alone,
                       alone ? " (--both-ways reads all both ways)" : "");
    if (apart > 0)
        to += snprintf(to, (size_t)(end - to),
                       "no path: %s%" PRIu64 " of %" PRIu64 " ordered pairs of nodes\n",
                       until < nodes ? "at least " : "", apart,
                       (uint64_t)nodes * (nodes - 1));
    if (t->unrated > 0)
        to += snprintf(to, (size_t)(end - to),
                       "%zu of %zu link%s without capacity: %.6g Mb/s each%s%s%s%.*s%s\n",
                       t->unrated, links, text_s(links), (double)t->unrated_bps / 1e6,
                       *t->keys ? "; link keys in the file: " : "", t->keys,
                       *t->keys ? "; to use one: --capacity-key '" : "",
                       (int)strcspn(t->keys, ","), t->keys, *t->keys ? ":Mbps'" : "");
    if (t->rounded > 0)
        to += snprintf(to, (size_t)(end - to),
                       "capacity rounded by more than 1 %%, to a multiple of %.6g Mb/s:"
                       " %zu of %zu link%s\n",
                       (double)t->unit_bps / 1e6, t->rounded, links, text_s(links));
    if (t->loops > 0)
        snprintf(to, (size_t)(end - to), "left out: %zu link%s from a node to itself\n",
                 t->loops, text_s(t->loops));
    return 0;
}
