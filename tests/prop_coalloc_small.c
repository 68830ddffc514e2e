/* prop_coalloc_small.c - prop_coalloc.c on a map of tiny blocks and tiny chains of runs:
 * splitting, packing and chains of several slots are the rule, not the exception. */
#define COA_I_FAT 3u
#define COA_I_MASK_SERVERS 4u
#define COA_I_CHUNK_RUNS 2u
#include "prop_coalloc.c"
