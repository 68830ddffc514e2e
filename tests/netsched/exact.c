/* exact.c - netsched.h without slack, for the tests that include exact.h. */
#include "exact.h"
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"
