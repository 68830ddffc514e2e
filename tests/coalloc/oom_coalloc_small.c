/* oom_coalloc_small.c - oom_coalloc.c in tiny sizes. */
#include "tiny.h"
#include "oom_coalloc.c"
