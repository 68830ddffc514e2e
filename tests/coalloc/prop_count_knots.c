/* prop_count_knots.c - prop_count.c on tiny knots with vectors, where the compiler has
 * some. */
#define COA_I_POINTS 20u
#define COA_I_FANOUT 5u
#define COA_I_NEAR 7u
#include "prop_count.c"
