/* tiny.c - coalloc.h in tiny sizes, for the tests that include tiny.h. */
#include "tiny.h"
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "audit.c"
#include "inside.c"
