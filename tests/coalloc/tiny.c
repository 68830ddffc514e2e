/* tiny.c - coalloc.h in tiny sizes, for the tests that include tiny.h, with the
 * compiler's way to count bits. */
#ifndef __POPCNT__
#define __POPCNT__ 1
#endif
#include "tiny.h"
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "audit.c"
#include "inside.c"
