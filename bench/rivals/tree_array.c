/* tree_array.c - a plain array of idle periods, sorted by start. A search reads all that
 * start early enough. */
#include <stdlib.h>
#include <string.h>

#include "tree.h"

typedef struct array {
    coa_period *periods;
    uint32_t count;
} array;

static void *array_create(uint32_t n, tree_tally *tally)
{
    array *a = (array *)calloc(1, sizeof *a);
    if (a) a->periods = (coa_period *)malloc(n * sizeof *a->periods);
    if (!a || !a->periods) abort();
    tally->bytes += n * sizeof *a->periods;
    return a;
}

static void array_destroy(void *tree)
{
    free(((array *)tree)->periods);
    free(tree);
}

/* The number of periods that start before `start`. */
static uint32_t array_before(const array *a, coa_time start)
{
    uint32_t lo = 0, hi = a->count;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (a->periods[mid].start < start)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void array_insert(void *tree, const coa_period *p)
{
    array *a = (array *)tree;
    coa_period *at = a->periods + array_before(a, p->start);
    memmove(at + 1, at, (size_t)(a->periods + a->count - at) * sizeof *at);
    *at = *p;
    a->count++;
}

static void array_remove(void *tree, const coa_period *p)
{
    array *a = (array *)tree;
    coa_period *at = a->periods + array_before(a, p->start);
    while (at->server != p->server) at++;
    a->count--;
    memmove(at, at + 1, (size_t)(a->periods + a->count - at) * sizeof *at);
}

static uint32_t array_find(void *tree, coa_time start, coa_time end, uint32_t n,
                           uint32_t *servers)
{
    const array *a = (const array *)tree;
    const uint32_t until = array_before(a, start + 1);
    uint32_t i, found = 0;
    for (i = 0; i < until; i++) {
        if (a->periods[i].end < end) continue;
        if (servers && found == n) break;
        if (servers) servers[found] = a->periods[i].server;
        found++;
    }
    return found;
}

const tree_kind tree_array = {"array",      array_create, array_destroy,
                              array_insert, array_remove, array_find};
