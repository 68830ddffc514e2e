/* topology_note.c - how a file was understood: directions, paths, capacities. */
#include "topology/topology.h"

#include "base/map.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Links beside another that leads the same way; -1 = there is no memory. */
static int64_t count_parallel(const struct topology *t)
{
    struct map seen = {NULL, 0, 0};
    int64_t parallel = 0, there = 0, back = 0;
    size_t i;
    for (i = 0; i < t->link_count && there >= 0 && back >= 0; i++) {
        const struct topology_link *l = &t->links[i];
        there = map_add(&seen, (int64_t)l->from << 32 | l->to);
        back = l->oneway ? 0 : map_add(&seen, (int64_t)l->to << 32 | l->from);
        parallel += there > 0 || back > 0;
    }
    map_free(&seen);
    return there < 0 || back < 0 ? -1 : parallel;
}

/* ---- pairs of nodes without a path ------------------------------------------------- */

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

/* ---- in words ---------------------------------------------------------------------- */

struct note_text {
    char *to;
    size_t size, length;
};

ERROR_PRINTF(2, 3)
static void note_say(struct note_text *n, const char *format, ...)
{
    va_list args;
    int length;
    va_start(args, format);
    length = vsnprintf(n->to + n->length, n->size - n->length, format, args);
    va_end(args);
    if (length > 0) n->length += (size_t)length;
    if (n->length >= n->size) n->length = n->size - 1;
}

int topology_note(const struct topology *t, char *to, size_t size)
{
    const uint64_t nodes = t->node_count;
    const int64_t alone = topology_one_way(t, 0), parallel = count_parallel(t);
    struct note_text n = {to, size, 0};
    int all = 1;
    const uint64_t apart = count_pairs(t, &all);
    size_t one_way = 0, i;
    *to = 0;
    if (alone < 0 || parallel < 0 || apart == UINT64_MAX) return -1;
    for (i = 0; i < t->link_count; i++) one_way += t->links[i].oneway != 0;
    if (one_way > 0)
        note_say(&n, "one way: %zu of %zu links, %" PRId64 " with none back%s\n", one_way,
                 t->link_count, alone, alone ? " (both-ways lets these lead back)" : "");
    if (apart > 0)
        note_say(&n, "no path: %s%" PRIu64 " of %" PRIu64 " ordered pairs of nodes\n",
                 all ? "" : "at least ", apart, nodes * (nodes - 1));
    if (t->unrated > 0)
        note_say(&n, "no capacity: %zu of %zu links, which have %.6g Mb/s\n", t->unrated,
                 t->link_count, (double)t->unrated_bps / 1e6);
    if (t->loops > 0)
        note_say(&n, "left out: %zu link%s from a node to itself\n", t->loops,
                 text_s(t->loops));
    if (parallel > 0)
        note_say(&n, "parallel: %" PRId64 " link%s beside another of the same way\n",
                 parallel, text_s((uint64_t)parallel));
    return 0;
}
