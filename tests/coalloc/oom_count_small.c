/* oom_count_small.c - oom_count.c in tiny sizes. */
#include "tiny.h"
#include "oom_count.c"
