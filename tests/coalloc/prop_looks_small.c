/* prop_looks_small.c - prop_looks.c on tiny blocks, chains and nodes, and arrays without
 * slack. */
#define COA_I_FAT 4u
#define COA_I_MASK_SERVERS 4u
#define COA_I_CHUNK_RUNS 2u
#define COA_I_DEEP 1u
#define COA_I_POINTS 4u
#define COA_I_FANOUT 4u
#define COA_I_NEAR 2u
#define COA_I_GROW(n) ((n)*0)
#ifndef COALLOC_NO_VECTOR
#define COALLOC_NO_VECTOR
#endif
#include "prop_looks.c"
