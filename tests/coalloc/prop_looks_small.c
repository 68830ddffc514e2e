/* prop_looks_small.c - prop_looks.c in tiny sizes. */
#include "tiny.h"
#include "prop_looks.c"
