/* prop_coalloc_small.c - prop_coalloc.c on a map of tiny blocks, tiny chains of runs, and
 * arrays without slack: splitting, packing and chains of several slots are the rule. */
#define COA_I_FAT 4u
#define COA_I_MASK_SERVERS 4u
#define COA_I_CHUNK_RUNS 2u
#define COA_I_DEEP 1u
#define COA_I_SLICES_DEEP 1u
#define COA_I_GROW(n) ((n)*0)
#include "prop_coalloc.c"
