/* test_save_small.c - test_save.c in tiny sizes. */
#include "tiny.h"
#include "test_save.c"
