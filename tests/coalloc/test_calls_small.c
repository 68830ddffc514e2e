/* test_calls_small.c - test_calls.c in tiny sizes. */
#include "tiny.h"
#include "test_calls.c"
