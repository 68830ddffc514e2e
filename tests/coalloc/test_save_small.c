/* test_save_small.c - test_save.c on a map of tiny blocks and tiny chains of runs, tiny
 * knots of COUNT, and arrays without slack. */
#define COA_I_FAT 4u
#define COA_I_MASK_SERVERS 4u
#define COA_I_CHUNK_RUNS 2u
#define COA_I_DEEP 1u
#define COA_I_SLICES_DEEP 1u
#define COA_I_GROW(n) ((n)*0)
#define COA_I_POINTS 4u
#define COA_I_FANOUT 4u
#define COA_I_NEAR 2u
#define TREE_ROUNDS 20
#define COUNT_ROUNDS 300
#define SCATTERED_ROUNDS 2
#define LIE_STATES 3
#define COALLOC_IMPLEMENTATION
#include "test_save.c"
