/* test_flex_small.c - test_flex.c in tiny sizes. */
#include "tiny.h"
#include "test_flex.c"
