/* test_save_small.c - test_save.c on a map of tiny blocks and tiny chains of runs, and
 * arrays without slack. */
#define COA_I_FAT 4u
#define COA_I_MASK_SERVERS 4u
#define COA_I_CHUNK_RUNS 2u
#define COA_I_DEEP 1u
#define COA_I_GROW(n) ((n)*0)
#define TREE_ROUNDS 20
#define LIE_STATES 3
#include "test_save.c"
