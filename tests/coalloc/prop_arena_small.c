/* prop_arena_small.c - prop_arena.c on small knots, so that the tree of a few hundred
 * bookings is as high as with many thousands. */
#define COA_I_POINTS 16u
#define COA_I_FANOUT 16u
#define COA_I_NEAR 4u
#define SMALL_KNOTS
#define PROMISED (128 * 1024)
#include "prop_arena.c"
