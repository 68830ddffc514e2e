/* range_tree.c - the range tree of Castillo et al. alone: idle periods by start and by
 * end, and which of them hold a whole window. Periods X, Y, Z, V are figure 2 of the
 * paper, on servers 1 to 4, and the request is the one of its text: (17, 17, 12, 2). */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>

int main(void)
{
    static const coa_period idle[] = {{4, 25, 1}, {12, 33, 2}, {7, 31, 3}, {2, 15, 4}};
    static const coa_period rest[] = {{12, 17, 2}, {29, 33, 2}};
    coa_period found[2];
    coa_rtree *tree;
    size_t i;

    if (coa_rtree_create(&tree, NULL, NULL) != COA_OK) return 1;
    for (i = 0; i < sizeof idle / sizeof *idle; i++)
        if (coa_rtree_insert(tree, &idle[i]) != COA_OK) return 1;
    printf("%u idle during [17, 29)\n", (unsigned)coa_rtree_count(tree, 17, 29));
    if (coa_rtree_search(tree, 17, 29, 2, found) != COA_OK) return 1;
    for (i = 0; i < 2; i++)
        printf("  server %u, from %d to %d\n", (unsigned)found[i].server,
               (int)found[i].start, (int)found[i].end);

    /* server 2 is booked during [17, 29): the rest of its idle period is put back */
    if (coa_rtree_remove(tree, &idle[1]) != COA_OK) return 1;
    if (coa_rtree_insert(tree, &rest[0]) != COA_OK) return 1;
    if (coa_rtree_insert(tree, &rest[1]) != COA_OK) return 1;
    printf("%u without server 2\n", (unsigned)coa_rtree_count(tree, 17, 29));
    if (coa_rtree_search(tree, 17, 29, 2, found) != COA_E_NOFIT) return 1;
    coa_rtree_destroy(tree);
    return 0;
}
