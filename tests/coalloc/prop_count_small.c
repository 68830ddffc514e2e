/* prop_count_small.c - prop_count.c in tiny sizes: deep trees. */
#include "tiny.h"
#include "prop_count.c"
