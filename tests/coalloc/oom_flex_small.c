/* oom_flex_small.c - oom_flex.c in tiny sizes. */
#include "tiny.h"
#include "oom_flex.c"
