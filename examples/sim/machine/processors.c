/* processors.c - the table of selections. To place one process after the other on the
 * least used node is to let all nodes take what they can up to some use: the least use
 * with which they take enough. */
#include "machine/processors.h"

#include "kit/base.h"
#include "machine/grants.h"

#include <stdlib.h>

static int choose_lowest(const struct processors_question *q, coa_set *chosen)
{
    uint32_t i, some, left = q->want;
    for (i = 0; i < q->found->count && left > 0; i++, left -= some) {
        const coa_run *run = &q->found->runs[i];
        some = run->count < left ? run->count : left;
        grants_must(coa_set_add(chosen, run->first, some), "coa_set_add");
    }
    return left == 0;
}

/* ---- less-consume ------------------------------------------------------------------ */

struct nodes { /* those that have some of the processors found, ascending */
    struct node {
        uint32_t id, free;
        uint32_t give; /* how many of them the job gets */
        uint64_t next; /* its use with one more */
    } * list;
    size_t count, room;
};

/* Lists them; returns a use that none exceeds when it is full. */
static uint64_t list_nodes(const struct processors_question *q, struct nodes *n)
{
    uint64_t most = 0;
    uint32_t i, id, here;
    for (i = 0; i < q->found->count; i++) {
        struct job_run left = {q->found->runs[i].first, q->found->runs[i].count};
        while (left.count > 0) {
            here = sharing_loads_part(q->loads, &left, &id);
            if (n->count == 0 || n->list[n->count - 1].id != id) {
                n->list = base_room(n->list, &n->room, n->count, sizeof *n->list);
                n->list[n->count].free = 0;
                n->list[n->count++].id = id;
            }
            n->list[n->count - 1].free += here;
        }
    }
    for (size_t k = 0; k < n->count; k++)
        for (int r = 0; r < SHARING_SHARED; r++) {
            const uint64_t full =
                q->loads->of[n->list[k].id].of[r] + q->share.of[r] * n->list[k].free;
            if (q->share.of[r] && full > most) most = full;
        }
    return most;
}

/* How many processes the node takes while it is used up to `most`. */
static uint32_t taken_up_to(const struct processors_question *q, const struct node *node,
                            uint64_t most)
{
    const struct sharing_share *used = &q->loads->of[node->id];
    uint64_t n = node->free;
    for (int r = 0; r < SHARING_SHARED; r++) {
        const uint64_t room = most > used->of[r] ? most - used->of[r] : 0;
        if (q->share.of[r] && room / q->share.of[r] < n) n = room / q->share.of[r];
    }
    return (uint32_t)n;
}

static uint64_t all_up_to(const struct processors_question *q, const struct nodes *n,
                          uint64_t most)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n->count; i++) sum += taken_up_to(q, &n->list[i], most);
    return sum;
}

/* How much the node is used with one process more than it gives; UINT64_MAX if it is
 * full. */
static uint64_t use_with_next(const struct processors_question *q,
                              const struct node *node)
{
    const struct sharing_share *used = &q->loads->of[node->id];
    uint64_t use = 0;
    if (node->give == node->free) return UINT64_MAX;
    for (int r = 0; r < SHARING_SHARED; r++) {
        const uint64_t with = used->of[r] + q->share.of[r] * (node->give + UINT64_C(1));
        if (q->share.of[r] && with > use) use = with;
    }
    return use;
}

enum { FEW = 16 }; /* processes that are placed faster than by bisection */

/* Decides how many processors each node gives; 0 if they are too few within the limit.
 * With each process a node is used more: at any use it takes one at most. */
static int share_out(const struct processors_question *q, const struct nodes *n,
                     uint64_t most)
{
    uint64_t lo = 0, hi = most < q->limit ? most : q->limit, left = q->want;
    size_t i;
    if (all_up_to(q, n, hi) < q->want) return 0;
    while (left > FEW && hi - lo > 1) { /* up to lo they do not take too many */
        const uint64_t middle = lo + (hi - lo) / 2, all = all_up_to(q, n, middle);
        if (all <= q->want) {
            lo = middle;
            left = q->want - all;
        } else {
            hi = middle;
        }
    }
    for (i = 0; i < n->count; i++) n->list[i].give = taken_up_to(q, &n->list[i], lo);
    while (left > 0) {
        uint64_t least = UINT64_MAX;
        for (i = 0; i < n->count; i++) {
            n->list[i].next = use_with_next(q, &n->list[i]);
            if (n->list[i].next < least) least = n->list[i].next;
        }
        for (i = 0; i < n->count && left > 0; i++) {
            if (n->list[i].next != least) continue;
            n->list[i].give++;
            left--;
        }
    }
    return 1;
}

/* The lowest free processors of each node, as many as it gives. */
static void name_chosen(const struct processors_question *q, const struct nodes *n,
                        coa_set *chosen)
{
    struct node *node = n->list;
    uint32_t i, id;
    for (i = 0; i < q->found->count; i++) {
        struct job_run left = {q->found->runs[i].first, q->found->runs[i].count};
        while (left.count > 0) {
            const uint32_t first = left.first;
            const uint32_t here = sharing_loads_part(q->loads, &left, &id);
            while (node->id != id) node++;
            uint32_t some = node->give < here ? node->give : here;
            node->give -= some;
            if (some > 0) grants_must(coa_set_add(chosen, first, some), "coa_set_add");
        }
    }
}

static int choose_least_used(const struct processors_question *q, coa_set *chosen)
{
    struct nodes n = {NULL, 0, 0};
    if (!sharing_share_any(&q->share)) return choose_lowest(q, chosen);
    uint64_t most = list_nodes(q, &n);
    int enough = share_out(q, &n, most);
    if (enough) name_chosen(q, &n, chosen);
    free(n.list);
    return enough;
}

/* ---- the table --------------------------------------------------------------------- */

static const struct processors_row rows[] = {
    [PROCESSORS_FIRST_FIT] =
        {{"first-fit", "the lowest"}, NULL, COA_PLACE_FIRST_FIT, 0, 0},
    [PROCESSORS_CONTIGUOUS] = {{"contiguous", "consecutive ones: First Continuous Fit"},
                               NULL,
                               COA_PLACE_CONTIGUOUS,
                               1,
                               0},
    [PROCESSORS_LESS_CONSUME] = {{"less-consume", "on the nodes whose shared resources"
                                                  " are used least"},
                                 choose_least_used,
                                 COA_PLACE_FIRST_FIT,
                                 0,
                                 1},
};

const struct choice_table processors_table = CHOICE_TABLE(rows);

const struct processors_row *processors_row(size_t selection) { return &rows[selection]; }

const char *processors_words(void) { return choice_words(&processors_table, NULL); }
