/* prop_count_small.c - prop_count.c on tiny knots, few near pieces, arrays without slack,
 * and without vectors: deep trees, splitting and joining are the rule. */
#define COA_I_POINTS 4u
#define COA_I_FANOUT 4u
#define COA_I_NEAR 2u
#define COA_I_GROW(n) ((n)*0)
#ifndef COALLOC_NO_VECTOR
#define COALLOC_NO_VECTOR
#endif
#include "prop_count.c"
