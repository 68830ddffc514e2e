/* prop_arena_small.c - prop_arena.c on a map of tiny blocks, which are packed again and
 * again and have a longer directory. */
#define COA_I_FAT 4u
#define PROMISED (320 * 1024)
#include "prop_arena.c"
