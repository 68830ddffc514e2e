/* range_tree.c - the range tree of Castillo et al. alone: idle periods by start and by
 * end, and which of them hold a whole window. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

int main(void)
{
    static const coa_period idle[] = {
        {0, 40, 0}, {5, 25, 1}, {10, 90, 2}, {12, 30, 3}, {20, 60, 4}};
    coa_period found[2];
    coa_rtree *tree;
    size_t i;

    if (coa_rtree_create(&tree, NULL, NULL) != COA_OK) return 1;
    for (i = 0; i < sizeof idle / sizeof *idle; i++)
        if (coa_rtree_insert(tree, &idle[i]) != COA_OK) return 1;
    printf("%u idle during [12, 30)\n", (unsigned)coa_rtree_count(tree, 12, 30));
    if (coa_rtree_search(tree, 12, 30, 2, found) != COA_OK) return 1;
    for (i = 0; i < 2; i++)
        printf("  server %u, from %d to %d\n", (unsigned)found[i].server,
               (int)found[i].start, (int)found[i].end);

    /* server 3 is booked during [12, 30): that was all of its idle period */
    if (coa_rtree_remove(tree, &idle[3]) != COA_OK) return 1;
    printf("%u without server 3\n", (unsigned)coa_rtree_count(tree, 12, 30));
    if (coa_rtree_search(tree, 12, 30, 3, found) != COA_E_NOFIT) return 1;
    coa_rtree_destroy(tree);
    return 0;
}
