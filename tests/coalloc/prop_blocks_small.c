/* prop_blocks_small.c - prop_blocks.c in tiny sizes. Masks become chains at 5 servers, so
 * that calendars change between the two all the time. */
#include "tiny.h"
#include "prop_blocks.c"
