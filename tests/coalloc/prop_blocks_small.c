/* prop_blocks_small.c - prop_blocks.c on a map of tiny blocks and tiny chains of runs, on
 * tiny nodes and few near pieces, and on arrays without slack. Masks become chains at 9
 * servers, so that calendars change between the two all the time. */
#define COA_I_FAT 4u
#define COA_I_MASK_SERVERS 8u
#define COA_I_CHUNK_RUNS 2u
#define COA_I_DEEP 1u
#define COA_I_POINTS 4u
#define COA_I_FANOUT 4u
#define COA_I_NEAR 2u
#define COA_I_GROW(n) ((n)*0)
#ifndef COALLOC_NO_VECTOR
#define COALLOC_NO_VECTOR
#endif
#include "prop_blocks.c"
