/* exact.c - coalloc.h without slack, for the tests that include exact.h. */
#include "exact.h"
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include "audit.c"
#include "inside.c"
