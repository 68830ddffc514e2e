/* prop_knots_small.c - prop_knots.c in tiny sizes: deep trees. */
#include "tiny.h"
#include "prop_knots.c"
