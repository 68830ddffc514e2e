/* prop_flex_map.c - prop_flex.c with MAP as the only index, whose functions are then
 * called directly. */
#define COALLOC_NO_RANGE_TREE
#define COALLOC_NO_COUNT
#define COALLOC_NO_SLICES
#define INDEXES (1u << COA_INDEX_MAP)
#define WORLDS 60
#define COALLOC_IMPLEMENTATION
#include "prop_flex.c"

#include "audit.c"
