/* prop_coalloc_small.c - prop_coalloc.c in tiny sizes: splitting, packing and chains of
 * several slots are the rule. */
#include "tiny.h"
#include "prop_coalloc.c"
