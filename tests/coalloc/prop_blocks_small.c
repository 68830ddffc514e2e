/* prop_blocks_small.c - prop_blocks.c in tiny sizes. Masks become chains at 9 servers, so
 * that calendars change between the two all the time. */
#include "tiny.h"
#define COA_I_MASK_SERVERS 8u
#include "prop_blocks.c"
