/* audit.h - audits of the structures inside a calendar, and questions about a tree.
 *
 * coa_check compares what a calendar answers with what follows from its bookings; an
 * audit checks the rules of each structure. tiny.c has these functions; a test that
 * implements the header includes audit.c. In a test that shares the header with others,
 * check_sane does without. Include this after test.h. */
#ifndef AUDIT_H
#define AUDIT_H

#include "coalloc.h"

/* The fault inside a calendar, NULL if there is none. */
const char *audit(const coa_calendar *c);

#ifndef COALLOC_NO_RANGE_TREE
/* The same for a tree alone. */
const char *audit_tree(const coa_rtree *t);

/* The number of periods in a tree, the number of levels below its root, and phase 1 of
 * [1], section 4.2: how many periods start at `start` or before. */
uint32_t audit_tree_size(const coa_rtree *t);
uint32_t audit_tree_depth(const coa_rtree *t);
uint32_t audit_tree_candidates(const coa_rtree *t, coa_time start);
#endif

#if defined(COALLOC_IMPLEMENTATION) && !defined(COALLOC_NO_MAP)
int audit_set(const coa_i_sets *p, coa_i_part part, uint64_t *used);
int audit_map(const coa_i_map *m);
#endif

#ifdef CHECK_STR
/* A number inside is more by this: if that `shows` in an answer, coa_check sees it, else
 * the audit alone. */
#define SPOIL(cal, number, by, shows)                               \
    do {                                                            \
        (number) += (by);                                           \
        CHECK((shows) || audit(cal) != NULL);                       \
        CHECK_EQ(coa_check(cal), (shows) ? COA_E_CORRUPT : COA_OK); \
        (number) -= (by);                                           \
    } while (0)

/* Checks a calendar with all that this test can see. */
static inline void check_sane(const coa_calendar *c)
{
#if defined(COALLOC_IMPLEMENTATION) || defined(COA_I_GROW) /* so in tiny.h */
    const char *wrong = audit(c);
    CHECK_STR(wrong ? wrong : "sound", "sound");
#endif
    CHECK_EQ(coa_check(c), COA_OK);
}
#endif

#endif
