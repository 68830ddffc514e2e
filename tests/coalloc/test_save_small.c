/* test_save_small.c - test_save.c in tiny sizes. */
#include "tiny.h"
#define TREE_ROUNDS 20
#define COUNT_ROUNDS 300
#define SCATTERED_ROUNDS 2
#define LIE_STATES 3
#include "test_save.c"
