/* oom_coalloc_small.c - oom_coalloc.c on a map of tiny blocks and tiny chains of runs. */
#define COA_I_FAT 4u
#define COA_I_MASK_SERVERS 4u
#define COA_I_CHUNK_RUNS 2u
#define COA_I_GROW(n) ((n)*0)
#include "oom_coalloc.c"
