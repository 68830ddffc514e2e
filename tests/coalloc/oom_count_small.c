/* oom_count_small.c - oom_count.c on tiny knots, few near pieces, arrays without slack.
 */
#define COA_I_POINTS 4u
#define COA_I_FANOUT 4u
#define COA_I_NEAR 2u
#define COA_I_GROW(n) ((n)*0)
#include "oom_count.c"
