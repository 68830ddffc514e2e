/* prop_calendar_small.c - prop_calendar.c in tiny sizes: splitting, packing and chains of
 * several slots are the rule. */
#include "tiny.h"
#include "prop_calendar.c"
