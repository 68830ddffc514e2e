/* test_save_small.c - test_save.c in tiny sizes. */
#include "tiny.h"
#define LIE_STATES 3
#include "test_save.c"
