/* prop_looks_small.c - prop_looks.c in tiny sizes. */
#include "tiny.h"
#define COA_I_MASK_SERVERS 4u
#include "prop_looks.c"
