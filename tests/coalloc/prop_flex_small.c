/* prop_flex_small.c - prop_flex.c on a map of tiny blocks and tiny chains of runs, tiny
 * knots of COUNT, and arrays without slack. */
#define COA_I_FAT 4u
#define COA_I_MASK_SERVERS 4u
#define COA_I_CHUNK_RUNS 2u
#define COA_I_DEEP 1u
#define COA_I_GROW(n) ((n)*0)
#define COA_I_POINTS 4u
#define COA_I_FANOUT 4u
#define COA_I_NEAR 2u
#define WORLDS 120
#define COALLOC_IMPLEMENTATION
#include "prop_flex.c"
