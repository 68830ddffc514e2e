/* prop_flex_small.c - prop_flex.c in tiny sizes. */
#include "tiny.h"
#define WORLDS 120
#include "prop_flex.c"
